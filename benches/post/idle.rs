//! Time and memory of a run without work, as the operating system reports them.
//!
//! The reported memory of a child includes that of the process that has started it. So the server is not
//! started by the benchmark but by a small helper, which is this program again.

use std::env;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

use super::world::World;

const HELPER: &str = "ZUGPOST_BENCH_IDLE";

/// One run.
pub struct Run {
    /// User and system time.
    pub cpu_ms: f64,
    /// The largest resident memory.
    pub rss_mb: f64,
    /// Elapsed time.
    pub wall_ms: f64,
}

/// Whether this process is the helper.
pub fn is_helper() -> bool {
    env::var_os(HELPER).is_some()
}

/// Runs the server once and prints the figures.
pub fn help() -> Result<()> {
    let config = env::var(HELPER)?;
    let begun = Instant::now();
    let status = Command::new(env!("CARGO_BIN_EXE_zugpost"))
        .args(["--config", &config, "run", "--once"])
        .status()?;
    let wall = begun.elapsed();
    ensure!(status.success(), "the run failed");
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let cpu = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    println!("{cpu} {} {}", usage.max_rss(), wall.as_micros());
    Ok(())
}

/// Runs the server this many times, after one run that is not counted, which does the daily clean-up.
pub fn measure(world: &World, count: usize) -> Result<Vec<Run>> {
    let mut runs = Vec::new();
    for number in 0..=count {
        let output = Command::new(env::current_exe()?)
            .env(HELPER, &world.file)
            .output()?;
        let text = String::from_utf8(output.stdout)?;
        ensure!(output.status.success(), "the helper failed: {text}");
        let numbers: Vec<f64> = text
            .split_whitespace()
            .map(str::parse)
            .collect::<Result<_, _>>()?;
        let [cpu, rss, wall] = numbers[..] else {
            anyhow::bail!("the helper said {text:?}")
        };
        if number > 0 {
            runs.push(Run {
                cpu_ms: cpu / 1e3,
                rss_mb: rss * 1024.0 / 1e6,
                wall_ms: wall / 1e3,
            });
        }
    }
    runs.first().context("no runs")?;
    Ok(runs)
}

//! What a run with nothing to do costs, by the system's own account.
//!
//! A child's account begins with the memory of the process that started it, so that a small helper
//! (this program again) starts and waits for the server, never the benchmark itself.

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
    /// The most memory that it held.
    pub rss_mb: f64,
    /// From start to end.
    pub wall_ms: f64,
}

/// Whether this process is the helper.
pub fn is_helper() -> bool {
    env::var_os(HELPER).is_some()
}

/// Runs the server once and prints its account.
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

/// Runs the server so often, after one run that is not counted (the first of a day tidies).
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

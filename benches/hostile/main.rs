//! Measures what one hostile mail costs: the time to judge it, the time to write the letters that it causes,
//! the largest of them, and the largest memory of the process.
//!
//! `cargo bench --bench hostile -- [--only TEXT]`, where TEXT is a part of the names of the mails. Each mail is
//! judged by an office on a real database in a process of its own, after an ordinary mail that warms it up.
//! The memory includes that of this program, which holds the mail once more.

mod mails;
mod one;
#[allow(
    dead_code,
    reason = "tests stop within transactions, and when letters leave"
)]
#[path = "../../tests/support/points.rs"]
mod points;
#[allow(dead_code, reason = "tests count the tries")]
#[path = "../../tests/support/transport.rs"]
mod transport;
mod turns;
mod world;

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use one::Cost;

/// Milliseconds that are wanted for judging a mail.
const WANTED_MS: f64 = 50.0;
/// Megabytes that are wanted for the process.
const WANTED_MB: f64 = 64.0;
/// Names the mail that a process is to judge.
const ONE: &str = "ZUGPOST_BENCH_MAIL";

fn main() -> Result<()> {
    if let Ok(name) = std::env::var(ONE) {
        return one::judge(Path::new(&std::env::var("ZUGPOST_BENCH_WORLD")?), &name);
    }
    let mut only = String::new();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        if word == "--only" {
            only = words.next().context("--only what?")?;
        }
    }
    // In the build folder, which is on a disk; the folder for temporary files may be in memory.
    let room = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
    world::build(room.path())?;
    println!(
        "{:<52}{:>9}{:>9}{:>9}{:>8}{:>8}  verdict",
        "", "judge ms", "all ms", "send ms", "KB", "MB"
    );
    let mut over = Vec::new();
    for mail in mails::all() {
        if !mail.name.contains(&only) {
            continue;
        }
        let cost = run(room.path(), &mail.name)?;
        println!(
            "{:<52}{:>9.1}{:>9.1}{:>9.1}{:>8.1}{:>8.1}  {}",
            mail.name,
            cost.judge_ms,
            cost.all_ms,
            cost.send_ms,
            cost.letter_kb,
            cost.peak_mb,
            cost.verdict
        );
        if cost.judge_ms > WANTED_MS || cost.send_ms > WANTED_MS || cost.peak_mb > WANTED_MB {
            over.push(mail.name);
        }
    }
    println!("\nwanted: at most {WANTED_MS} ms for judging and for sending, {WANTED_MB} MB");
    println!("over that: {}", over.len());
    for name in over {
        println!("  {name}");
    }
    Ok(())
}

/// Lets a process of its own judge a mail.
fn run(world: &Path, name: &str) -> Result<Cost> {
    let out = Command::new(std::env::current_exe()?)
        .env(ONE, name)
        .env("ZUGPOST_BENCH_WORLD", world)
        .output()?;
    let told = String::from_utf8_lossy(&out.stdout).into_owned();
    ensure!(
        out.status.success(),
        "{name}: {} {}",
        out.status,
        String::from_utf8_lossy(&out.stderr)
    );
    let line = told.lines().last().context("no figures")?;
    Ok(serde_json::from_str(line)?)
}

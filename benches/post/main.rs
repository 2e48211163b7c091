//! Measures how fast mail is answered, and how many bytes that writes and keeps:
//!
//! - `speed`: a full Maildir compared with only storing mails durably, a small database compared with a
//!   large one, judging beside a thread that sends letters, and a run without work;
//! - `steps`: the time of each step of answering one mail;
//! - `wal`: bytes written to the write-ahead log per turn;
//! - `growth`: bytes by which the database grows per turn;
//! - `hosts`: judging on PostgreSQL, by one host and by two, compared with only storing mails durably there, with SQLite,
//!   and with a database that holds many games. Only if it is asked for by `--only hosts`.
//!
//! `cargo bench --bench post -- [--only PART] [--games N] [--rounds N] [--keep FOLDER] [--side-by-side]`.
//! The large database is for `speed` alone. It needs 1,000 games for each round; with 100,000 it takes some
//! gigabytes and a minute to build. With `--keep` it is left in FOLDER and used again. The events of a game are on consecutive pages; with `--side-by-side` they are spread as if all
//! games were played at the same time. The figures of one round are measured one after the other, so that
//! their ratios are valid even on a busy machine; the table has medians.

mod beside;
mod game;
mod games;
mod gmail;
mod growth;
mod hosts;
mod idle;
mod mails;
#[allow(
    dead_code,
    reason = "tests stop within transactions, and when letters leave"
)]
#[path = "../../tests/support/points.rs"]
mod points;
#[allow(dead_code, reason = "tests restart it")]
#[path = "../../tests/support/postgres.rs"]
mod postgres;
mod round;
mod shares;
#[path = "../../tests/support/transport.rs"]
mod transport;
mod wal;
mod world;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use round::Round;
use world::World;

/// Games of the small database, and games with waiting mails in every database.
const SMALL: usize = 500;

/// What can be measured.
const PARTS: [&str; 5] = ["speed", "steps", "wal", "growth", "hosts"];

struct Options {
    only: Option<String>,
    games: usize,
    rounds: usize,
    keep: Option<PathBuf>,
    side_by_side: bool,
}

fn options() -> Result<Options> {
    let mut options = Options {
        only: None,
        games: 100_000,
        rounds: 5,
        keep: None,
        side_by_side: false,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().with_context(|| format!("{word} what?"));
        match word.as_str() {
            "--only" => options.only = Some(value()?),
            "--games" => options.games = value()?.parse()?,
            "--rounds" => options.rounds = value()?.parse()?,
            "--keep" => options.keep = Some(value()?.into()),
            "--side-by-side" => options.side_by_side = true,
            _ => {} // cargo's own
        }
    }
    if let Some(only) = &options.only {
        ensure!(PARTS.contains(&only.as_str()), "--only {}", PARTS.join("|"));
    }
    Ok(options)
}

fn main() -> Result<()> {
    if idle::is_helper() {
        return idle::help();
    }
    let options = options()?;
    // In the build folder, which is on a disk; the folder for temporary files may be in memory.
    let room = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
    let wanted = |part| options.only.as_deref().is_none_or(|only| only == part);
    if options.only.as_deref() == Some("hosts") {
        return hosts::print(&room.path().join("hosts"), options.games, options.rounds);
    }
    if wanted("growth") {
        growth::print(&room.path().join("growth"))?;
    }
    if !["speed", "steps", "wal"].into_iter().any(wanted) {
        return Ok(());
    }
    let game = game::play(&room.path().join("one"))?;
    println!(
        "\none game: {} turns, {} events, {} letters; a waiting mail has {} bytes",
        game::TURNS,
        game.events,
        game.letters,
        game.mails.iter().map(String::len).sum::<usize>() / game.mails.len()
    );
    let side_by_side = options.side_by_side;
    let small = World::build(&room.path().join("small"), &game, SMALL, side_by_side)?;
    if wanted("wal") {
        wal::print(room.path(), &game, &small, options.rounds)?;
    }
    if wanted("steps") {
        steps(room.path(), &game, &small)?;
    }
    if wanted("speed") {
        speed(room.path(), &game, &small, &options)?;
    }
    Ok(())
}

fn speed(room: &Path, game: &game::SampleGame, small: &World, options: &Options) -> Result<()> {
    let (games, side_by_side) = (options.games, options.side_by_side);
    let large = match &options.keep {
        Some(folder) => World::open_or_build(folder, game, games, side_by_side)?,
        None => World::build(&room.join("large"), game, games, side_by_side)?,
    };
    throughput(room, game, small, &large, options.rounds)?;
    beside::print(room, game, small, options.rounds)?;
    idle_runs(small, &large)
}

fn throughput(
    room: &Path,
    game: &game::SampleGame,
    small: &World,
    large: &World,
    rounds: usize,
) -> Result<()> {
    let mut all: Vec<[Round; 3]> = Vec::new();
    let mut floors = Vec::new();
    for number in 0..rounds {
        let here = room.join(format!("round{number}"));
        let copy = small.copy(&here.join("small"))?;
        let mails = mails::waiting(game, &copy, SMALL)?;
        floors.push(round::floor(&here.join("floor.db"), &mails)?);
        let first = round::run(&copy, &mails)?;
        let mails = mails::waiting(game, large, SMALL)?;
        large.warm(&mails)?;
        let warm = round::run(large, &mails)?;
        let mails = mails::waiting(game, large, SMALL)?;
        large.forget_pages()?;
        let cold = round::run(large, &mails)?;
        all.push([first, warm, cold]);
        std::fs::remove_dir_all(&here)?;
    }
    round::print(&floors, &all, small, large);
    Ok(())
}

/// The steps of one mail, after a round of mails.
fn steps(room: &Path, game: &game::SampleGame, small: &World) -> Result<()> {
    let here = room.join("steps");
    let world = small.copy(&here)?;
    round::run(&world, &mails::waiting(game, &world, SMALL)?)?;
    shares::print(&world, game)?;
    Ok(std::fs::remove_dir_all(&here)?)
}

fn idle_runs(small: &World, large: &World) -> Result<()> {
    println!("\n`run --once` with nothing to do (release binary, medians of 9)");
    println!(
        "{:<24}{:>12}{:>14}{:>12}",
        "", "CPU ms", "max RSS MB", "wall ms"
    );
    for world in [small, large] {
        let runs = idle::measure(world, 9)?;
        println!(
            "{:<24}{:>12.1}{:>14.1}{:>12.1}",
            format!("{} games", world.games),
            median(runs.iter().map(|run| run.cpu_ms)),
            median(runs.iter().map(|run| run.rss_mb)),
            median(runs.iter().map(|run| run.wall_ms)),
        );
    }
    println!("wanted: at most 20 ms CPU, 20 MB");
    Ok(())
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

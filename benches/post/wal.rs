//! Bytes that a turn writes to the write-ahead log.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Result, ensure};
use zugpost::mail::transport::Delivery;
use zugpost::store::SqliteStore;

use super::game::{self, SampleGame};
use super::games::Games;
use super::transport::MemoryTransport;
use super::world::World;
use super::{SMALL, mails, median};

/// Bytes before the first frame of the log, and before the page in each frame
/// (<https://sqlite.org/fileformat2.html#the_write_ahead_log>).
const LOG_HEADER: u64 = 32;
const FRAME_HEADER: u64 = 24;

/// The bytes that are wanted for a turn by a plain mail: half of what was measured before letters were
/// rendered when they leave.
const UNTIL_WRITTEN: u64 = 29_705 / 2;
const UNTIL_LEFT: u64 = 64_288 / 2;

/// What was written since the log was made, or between two such points.
#[derive(Clone, Copy)]
struct Written {
    bytes: u64,
    frames: u64,
    commits: u64,
}

impl Written {
    fn since(self, before: Self) -> Self {
        Self {
            bytes: self.bytes - before.bytes,
            frames: self.frames - before.frames,
            commits: self.commits - before.commits,
        }
    }
}

/// The write-ahead log of a store. It is never checkpointed, so that it holds all that was written.
struct Log {
    file: PathBuf,
    frame: u64,
    commits: Arc<AtomicU64>,
}

impl Log {
    fn watch(store: &mut SqliteStore, database: &Path) -> Result<Self> {
        let commits = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&commits);
        let connection = store.connection();
        connection.pragma_update(None, "wal_autocheckpoint", 0)?;
        // Frames of before would be overwritten.
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        connection.wal_hook(Some(move |_: &mut rusqlite::hooks::Wal, _| {
            counter.fetch_add(1, Ordering::Relaxed);
            Ok(())
        }))?;
        let page: u32 = connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
        let mut file = database.as_os_str().to_owned();
        file.push("-wal");
        Ok(Self {
            file: file.into(),
            frame: u64::from(page) + FRAME_HEADER,
            commits,
        })
    }

    /// The pages that were written between each two of these points, by table or index.
    fn tables(&self, store: &mut SqliteStore, points: &[Written]) -> Result<Tables> {
        let connection = store.connection();
        let mut select = connection.prepare("SELECT pageno, name FROM dbstat")?;
        let names = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let names: HashMap<u32, String> = names.collect::<rusqlite::Result<_>>()?;
        let log = fs::read(&self.file)?;
        let mut tables = Tables::new();
        for (step, pair) in points.windows(2).enumerate() {
            for frame in pair[0].frames..pair[1].frames {
                let at = usize::try_from(LOG_HEADER + frame * self.frame)?;
                let page: [u8; 4] = log[at..at + 4].try_into()?;
                let name = names.get(&u32::from_be_bytes(page));
                let name = name.map_or("free pages", String::as_str);
                tables.entry(name.to_owned()).or_default()[step] += self.frame;
            }
        }
        Ok(tables)
    }

    fn written(&self) -> Result<Written> {
        let bytes = fs::metadata(&self.file)?.len().saturating_sub(LOG_HEADER);
        ensure!(bytes % self.frame == 0, "{bytes} bytes are no whole frames");
        Ok(Written {
            bytes,
            frames: bytes / self.frame,
            commits: self.commits.load(Ordering::Relaxed),
        })
    }
}

/// Bytes of the pages of each table and index, by step.
type Tables = BTreeMap<String, [u64; STEPS.len()]>;

/// The steps of the way of a mail, in the order of [`game::answer`].
const STEPS: [&str; 3] = [
    "take in: mails are stored",
    "judge: letters are in the outbox",
    "send: letters have left",
];

/// Differences of what was written at these points.
fn steps(points: &[Written]) -> Vec<Written> {
    let pairs = points.iter().zip(points.iter().skip(1));
    pairs.map(|(before, after)| after.since(*before)).collect()
}

/// Answers the mails that wait for the world, and sends all letters.
fn small_world(world: &World, game: &SampleGame) -> Result<(Vec<Written>, Tables)> {
    let waiting = mails::waiting(game, world, SMALL)?;
    world.deliver(waiting.mails.iter().map(|(_, mail)| mail.as_str()))?;
    let mut transport = MemoryTransport::new(Delivery::Sent);
    let mut store = SqliteStore::open(&world.database)?;
    let mut office = game::office(&mut store, &world.secret)?;
    let log = Log::watch(&mut store, &world.database)?;
    let mut points = vec![log.written()?];
    game::answer(
        world,
        &mut store,
        &mut office,
        &mut transport,
        waiting.mails.len(),
        &mut || {
            points.push(log.written()?);
            Ok(())
        },
    )?;
    let tables = log.tables(&mut store, &points)?;
    Ok((steps(&points), tables))
}

/// Plays one turn in every game.
fn gmail(games: &mut Games) -> Result<(Vec<Written>, Tables)> {
    let log = Log::watch(&mut games.store, &games.world.database)?;
    let mut points = vec![log.written()?];
    games.play(&mut || {
        points.push(log.written()?);
        Ok(())
    })?;
    let tables = log.tables(&mut games.store, &points)?;
    Ok((steps(&points), tables))
}

/// Prints the medians of some rounds: each on a copy of the world, and each one turn further.
pub fn print(room: &Path, game: &SampleGame, small: &World, rounds: usize) -> Result<()> {
    let mut games = Games::begin(&room.join("wal-gmail"))?;
    let (mut plain, mut quoting) = (Vec::new(), Vec::new());
    for number in 0..rounds {
        let folder = room.join(format!("wal{number}"));
        plain.push(small_world(&small.copy(&folder)?, game)?);
        fs::remove_dir_all(&folder)?;
        quoting.push(gmail(&mut games)?);
    }
    println!("\nwrite-ahead log without checkpoints, per turn; medians of {rounds} rounds");
    table("mails of the small world", &plain, 2 * SMALL);
    table("mails as Gmail writes them", &quoting, SMALL);
    Ok(())
}

fn table(name: &str, rounds: &[(Vec<Written>, Tables)], turns: usize) {
    let name = format!("{turns} {name}");
    println!("{name:<34}{:>9}{:>9}{:>9}", "bytes", "frames", "commits");
    let line = |name: &str, steps: Range<usize>| {
        let per_turn = |of: fn(&Written) -> u64| {
            let sum = |(round, _): &(Vec<Written>, Tables)| {
                round[steps.clone()].iter().map(of).sum::<u64>()
            };
            median(rounds.iter().map(|round| sum(round) as f64 / turns as f64))
        };
        println!(
            "  {name:<32}{:>9.0}{:>9.2}{:>9.2}",
            per_turn(|step| step.bytes),
            per_turn(|step| step.frames),
            per_turn(|step| step.commits)
        );
    };
    for (index, step) in STEPS.into_iter().enumerate() {
        line(step, index..index + 1);
    }
    line("all until the outbox is written", 0..2);
    line("all until the letters have left", 0..3);
    println!("  wanted: at most {UNTIL_WRITTEN} and {UNTIL_LEFT} bytes with plain mails");
    println!(
        "  bytes of the last round:{:>16}{:>9}{:>9}",
        "take in", "judge", "send"
    );
    for (name, steps) in rounds.last().into_iter().flat_map(|(_, tables)| tables) {
        let [taken, judged, sent] = steps.map(|bytes| bytes / turns as u64);
        println!("    {name:<27}{taken:>9}{judged:>9}{sent:>9}");
    }
}

//! Bytes that a turn writes to the write-ahead log.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Result, ensure};
use zugpost::mail::source::MaildirSource;
use zugpost::mail::transport::Delivery;
use zugpost::store::Store;

use super::game::{self, SampleGame};
use super::transport::MemoryTransport;
use super::world::World;
use super::{SMALL, mails, median};

/// Bytes before the first frame of the log, and before the page in each frame
/// (<https://sqlite.org/fileformat2.html#the_write_ahead_log>).
const LOG_HEADER: u64 = 32;
const FRAME_HEADER: u64 = 24;

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
    fn watch(store: &mut Store, database: &Path) -> Result<Self> {
        let commits = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&commits);
        let connection = store.connection();
        connection.pragma_update(None, "wal_autocheckpoint", 0)?;
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

/// The steps of the way of a mail, in order.
const STEPS: [&str; 3] = [
    "take in: mails are stored",
    "judge: letters are in the outbox",
    "send: letters have left",
];

/// Answers the mails that wait for the world, and sends all letters.
fn run(world: &World, game: &SampleGame) -> Result<[Written; 3]> {
    let waiting = mails::waiting(game, world, SMALL)?;
    let turns = waiting.mails.len();
    world.deliver(waiting.mails.iter().map(|(_, mail)| mail.as_str()))?;
    let mut source = MaildirSource::new(&world.inbox(), "Processed");
    let mut transport = MemoryTransport::new(Delivery::Sent);
    let mut store = Store::open(&world.database)?;
    let log = Log::watch(&mut store, &world.database)?;
    let mut office = game::office(&mut store)?;

    let begun = log.written()?;
    let fetched = office.take_in(&mut store, &mut source)?;
    let stored = log.written()?;
    let handled = office.judge(&mut store)?.handled;
    let judged = log.written()?;
    let sent = office.send(&mut store, &mut transport)?.sent;
    let left = log.written()?;
    ensure!(
        (fetched, handled, sent) == (turns, turns, 2 * turns),
        "{fetched} mails were taken in, {handled} judged, and {sent} letters sent"
    );
    Ok([
        stored.since(begun),
        judged.since(stored),
        left.since(judged),
    ])
}

/// Prints the medians of some rounds, each on a copy of the world.
pub fn print(room: &Path, game: &SampleGame, small: &World, rounds: usize) -> Result<()> {
    let mut all = Vec::new();
    for number in 0..rounds {
        let folder = room.join(format!("wal{number}"));
        all.push(run(&small.copy(&folder)?, game)?);
        fs::remove_dir_all(&folder)?;
    }
    println!(
        "\nwrite-ahead log without checkpoints, {} turns of {SMALL} games, by turn; medians of {rounds} \
         rounds",
        2 * SMALL
    );
    println!("{:<34}{:>9}{:>9}{:>9}", "", "bytes", "frames", "commits");
    let line = |name: &str, steps: std::ops::Range<usize>| {
        let each = |of: fn(&Written) -> u64| {
            let sums = all
                .iter()
                .map(|round| round[steps.clone()].iter().map(of).sum::<u64>());
            median(sums.map(|sum| sum as f64 / (2 * SMALL) as f64))
        };
        println!(
            "{name:<34}{:>9.0}{:>9.2}{:>9.2}",
            each(|w| w.bytes),
            each(|w| w.frames),
            each(|w| w.commits)
        );
    };
    for (index, step) in STEPS.into_iter().enumerate() {
        line(step, index..index + 1);
    }
    line("all until the outbox is written", 0..2);
    line("all until the letters have left", 0..3);
    Ok(())
}

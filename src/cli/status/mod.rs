//! `status`: shows numbers of games, queues with their last success and failure, and what is wrong.

mod hosts;
mod lines;

pub(super) use hosts::{silent, unread};

use anyhow::Result;

use super::lock::{Holder, Lock};
use super::{Server, doctor::disk, installed, stored};
use crate::config::Config;
use crate::games::LONGEST_PAUSE;
use crate::office::send::Sending;
use crate::office::umpire::unknown_rules;
use crate::status::GameStatus;
use crate::store::{ClockCounts, Counts, Queue, QueueRow};

use hosts::{HostStatus, hosts};

#[derive(serde::Serialize)]
struct Status {
    #[serde(flatten)]
    counts: Counts,
    /// The process that works on the database at present.
    at_work: Option<Holder>,
    /// Where mail is handed over by LMTP.
    #[serde(skip)]
    lmtp: Option<String>,
    /// When mail was last fetched.
    last_poll: Option<String>,
    /// The newest failure that is not mended, with its time.
    last_error: Option<String>,
    /// The last success and the last failure of each queue.
    queues: Vec<QueueRow>,
    /// What is wrong at this moment with the database and the disk.
    troubles: Vec<String>,
    /// How many games have clocks, and the state of these.
    timed_games: ClockCounts,
    /// The next flag that may fall: the game, and when.
    next_deadline: Option<(i64, String)>,
    /// Since when, and why, the clock is not trusted: that of this machine, or of a database that hosts share.
    clock_stopped: Option<(String, String)>,
    /// The hosts that work on the database, if it is one that hosts share.
    hosts: Vec<HostStatus>,
    /// The sources of these hosts that were not read for long, and until when they were.
    unread: Vec<(String, String)>,
    /// Versions of rules that this program does not know: variant, version, number of games.
    unknown_rules: Vec<(String, u32, i64)>,
    /// What is spent of the limits of `[outbox]` today.
    sending: Vec<Sending>,
    /// How many addresses there are to which letters cannot be delivered, by domain; the most first.
    failed_domains: Vec<(String, i64)>,
    /// How many letters were marked as spam, by the domain of their readers; the most first.
    complaints: Vec<(String, i64)>,
    /// Faults that keep sections of files of variants out: each names the file, the line and the section.
    variants_off: Vec<String>,
}

/// # Errors
/// The database cannot be read.
pub fn run(server: &mut Server, json: bool) -> Result<()> {
    let at_work = Lock::holder(&server.config.server.data);
    let troubles = troubles(&server.config);
    let config = &server.config.clone();
    let lmtp = config.inbox.lmtp();
    let lmtp = lmtp.map(|lmtp| lmtp.listen.to_string());
    let status = server.look(|office, store| {
        let queues = store.queues()?;
        let statuses = [GameStatus::Playing, GameStatus::Frozen];
        Ok(Status {
            counts: store.counts()?,
            at_work,
            lmtp,
            last_poll: last_poll(&queues),
            last_error: last_error(&queues).or_else(|| troubles.first().cloned()),
            queues,
            troubles,
            timed_games: store.clock_counts(&office.stamp(), LONGEST_PAUSE.num_seconds())?,
            next_deadline: office.next_deadline(store)?,
            clock_stopped: store.clock_stopped()?,
            hosts: hosts(store, &silent(config, office.now()))?,
            unread: unread(store, config, office.now())?,
            sending: office.sent_today(store)?,
            failed_domains: store.failed_domains()?,
            complaints: store.complaints()?,
            unknown_rules: unknown_rules(&store.rules_versions(&statuses)?),
            variants_off: {
                let off = office.games_off().iter().map(installed::told);
                let files = office.settings().variants.now();
                let troubles = installed::troubles(&files).into_iter();
                troubles.chain(off).collect()
            },
        })
    })?;
    super::print(json, &status, &status.lines())
}

/// What is wrong with the database and the disk at this moment: queues cannot note it there.
fn troubles(config: &Config) -> Vec<String> {
    let opened = stored::open(config);
    let written = opened.and_then(|mut store| Ok(store.try_write()?));
    let database = written.err().map(|error| {
        let why = error.to_string();
        let why = why
            .strip_prefix("the database cannot be used: ")
            .unwrap_or(&why);
        format!("the database cannot be written: {why}")
    });
    let disk = disk::scarce(&config.server.data);
    database.into_iter().chain(disk).collect()
}

fn last_poll(queues: &[QueueRow]) -> Option<String> {
    let fetch = queues.iter().find(|row| row.queue == Queue::Fetch)?;
    fetch.last_success.clone()
}

fn last_error(queues: &[QueueRow]) -> Option<String> {
    let failing = queues.iter().filter(|row| row.fails());
    let newest = failing.max_by(|a, b| a.last_failure.cmp(&b.last_failure))?;
    let why = newest.failure.as_deref().unwrap_or_default();
    let at = newest.last_failure.as_deref().unwrap_or_default();
    Some(format!("{at} {why}"))
}

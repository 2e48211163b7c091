//! The observer: the thread that reads what programs that watch the server are told about it, and whether the database
//! can be read. They never wait for the database.

use std::time::Duration;

use anyhow::Result;
use chrono::{DateTime, Utc};

use crate::clock::Stopwatch;
use crate::games::{LONGEST_PAUSE, instant};
use crate::metrics::Club;
use crate::office::Office;
use crate::store::{self, LetterStatus, MailStatus, Snapshot, Store};

use super::{Common, failure_kind};

/// The values about the club are this old at most: counting reads many rows.
const EVERY: Duration = Duration::from_secs(15);
/// It looks this often whether the database can be read.
const TICK: Duration = Duration::from_secs(1);
/// Much longer than the database waits for locks; the watchdog counts on a sign of life within it.
const LIMIT: Duration = Duration::from_secs(180);
/// The age of the oldest mail is looked for among so many of the newest.
const MAILS: usize = 1000;
/// The thread's name in logs, and that under which a failure is reported.
pub(super) const NAME: &str = "observer";

/// The thread and what it works with.
pub(super) struct Observer {
    pub office: Office,
    pub store: Box<dyn Store>,
    pub common: Common,
}

impl Observer {
    /// Works until the stop.
    pub fn run(mut self) {
        let mut shown: Option<Stopwatch> = None;
        let mut failed = false;
        while !self.common.stop.is_set() {
            self.common.health.beat(NAME, LIMIT);
            match self.look(shown.is_none_or(|shown| shown.elapsed() >= EVERY)) {
                Ok(Some(club)) => {
                    self.common.metrics.show(Some(&club));
                    shown = Some(Stopwatch::start());
                }
                Ok(None) => {}
                Err(error) => {
                    // Old values would look like present ones.
                    self.common.metrics.show(None);
                    self.common.store_failed(&error);
                    shown = None;
                    let kind = failure_kind(&error);
                    let what = format!("the database cannot be read: {kind}");
                    self.common.health.trouble(NAME, &what);
                    if !std::mem::replace(&mut failed, true) {
                        tracing::error!("the database cannot be read: {error:#}");
                    }
                    self.common.stop.sleep(TICK);
                    continue;
                }
            }
            failed = false;
            self.common.health.well(NAME);
            self.common.stop.sleep(TICK);
        }
    }

    /// Reads a little of the database, or what the club has if that is `due`.
    fn look(&mut self, due: bool) -> Result<Option<Club>> {
        let now = self.office.now();
        let stamp = self.office.stamp();
        store::read(self.store.as_mut(), |store| match due {
            true => club(store, now, &stamp).map(Some),
            false => {
                store.seen()?;
                Ok(None)
            }
        })
    }
}

/// What the club has now.
fn club(store: &dyn Snapshot, now: DateTime<Utc>, stamp: &str) -> Result<Club> {
    let counts = store.counts()?;
    let clocks = store.clock_counts(stamp, LONGEST_PAUSE.num_seconds())?;
    let mail = match counts.new_mails {
        0 => None,
        _ => store.mails(MailStatus::New, MAILS)?.pop(),
    };
    let letter = store.letters(LetterStatus::Waiting, 1)?.pop();
    let age = |since: String| -> Result<i64> { Ok((now - instant(&since)?).num_seconds().max(0)) };
    let mut ages = Vec::new();
    if let Some(mail) = mail {
        ages.push(("mails_new", age(mail.received_at)?));
    }
    if let Some(letter) = letter {
        ages.push(("letters_waiting", age(letter.created_at)?));
    }
    if let Some(read) = store.heartbeat()? {
        ages.push(("sources", age(read)?));
    }
    Ok(Club {
        queues: vec![
            ("mails_new", counts.new_mails),
            ("mails_quarantined", counts.quarantined_mails),
            ("letters_waiting", counts.waiting_letters),
            ("letters_deferred", counts.deferred_letters),
            ("letters_quarantined", counts.quarantined_letters),
            ("letters_given_up", counts.failed_letters),
        ],
        ages,
        games: vec![
            ("playing", counts.playing),
            ("finished", counts.finished),
            ("called_off", counts.aborted),
            ("frozen", counts.frozen),
        ],
        clocks: vec![
            (
                "running",
                (clocks.clocks - clocks.grace - clocks.paused).max(0),
            ),
            ("grace", clocks.grace),
            ("paused", clocks.paused),
        ],
        failed_addresses: store.failed_domains()?,
        complaints: store.complaints()?,
    })
}

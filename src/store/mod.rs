//! The store: mails, games, players and letters. It keeps text, bytes and numbers, and knows nothing
//! of what they mean.
//!
//! [`Store`] is what the server asks of a store, [`Snapshot`] how it is read, by a trait for each
//! part. [`SqliteStore`] keeps everything in one file, [`PostgresStore`] in a database that several hosts share;
//! `tests/store/` holds the contract that both have to pass.
//!
//! What is to be written is data, a [`Decision`], and is written whole or not at all. If a [`Subject`] that it is
//! about was changed after the view that it was made from, nothing is written ([`StoreError::Conflict`]), and the
//! caller decides again; [`decide`] does both.

pub mod copied;
mod decision;
mod error;
mod postgres;
mod rows;
pub mod snapshot;
mod sql;
mod sqlite;
mod status;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

use crate::ids::{LetterId, MailId};
pub use copied::{Copied, Datum};
pub use decision::*;
pub use error::{Result, StoreError, is_trouble};
pub use postgres::{PostgresSettings, PostgresStore};
pub use rows::*;
pub use snapshot::Snapshot;
pub use sqlite::SqliteStore;
pub use status::{Budget, LetterKind, LetterStatus, MailStatus, Queue, TimerKind};

/// A mail to be stored.
#[derive(Clone, Debug)]
pub struct NewMail<'a> {
    /// Source key; a mail with the same one is the same mail, if its bytes are the same.
    pub source: &'a str,
    /// A key under which an earlier program may have stored the same mail.
    pub former_source: Option<&'a str>,
    /// When it arrived, as far as the source says.
    pub arrived_at: Option<&'a str>,
    /// Address in the From header, in lower case; empty if there is no single one.
    pub author: &'a str,
    /// Envelope sender; `Some("")` is the empty return path.
    pub sender: Option<&'a str>,
    /// Envelope recipients, as far as the source says; one may hold a token.
    pub recipients: &'a [String],
    /// Whether `raw` is only the beginning.
    pub truncated: bool,
    /// The bytes of the mail.
    pub raw: &'a [u8],
}

/// What has become of a mail that was to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakenIn {
    /// It was not known, and is stored now.
    New(MailId),
    /// It was stored before.
    Known(MailId),
    /// Another mail was stored under its key: it is stored under a key of its own.
    Renamed(MailId),
}

/// A complete reading of a source of mail.
#[derive(Clone, Debug)]
pub struct Look<'a> {
    /// The name of the source that was read; each source has its own.
    pub source: &'a str,
    /// All sources that there are now; what is known about others is forgotten.
    pub sources: &'a [String],
    /// When the reading that has found nothing more began.
    pub at: &'a str,
    /// A longer time, in seconds, between two complete readings of all sources is an outage.
    pub longest_gap: i64,
}

/// Which waiting letters are asked for.
#[derive(Clone, Debug)]
pub struct LetterClaim<'a> {
    /// Who asks: host and process.
    pub owner: &'a str,
    /// The present time: letters that are due later are not given out.
    pub now: &'a str,
    /// At most this many.
    pub max: usize,
    /// Letters to recipients on whom an earlier try has hung, or those to all others.
    pub hung: bool,
}

/// Work in which a process may have ended because of a mail or a letter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EndedIn {
    /// It was judging mails.
    pub judging: bool,
    /// It was rendering these letters.
    pub rendering: Vec<LetterId>,
}

/// A try that begins: its count is stored before the letter is handed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTry {
    /// The letter that is tried; if it waits no longer, the try does not begin.
    pub letter: LetterId,
    /// Who has claimed it; if it is another's now, the try does not begin. `None`: nobody is asked.
    pub claimed_by: Option<String>,
    /// Its recipient, if the letter was just rendered.
    pub recipient: Option<String>,
    /// Its bytes, if it was just rendered.
    pub rendered: Option<Vec<u8>>,
    /// When it may be tried next, if the process ends before the result is noted.
    pub next_try: String,
}

/// What the server asks of a store: taking mails in, decisions, claims, and its notes.
pub trait Store: Send {
    /// Runs `work` on one consistent view.
    ///
    /// # Errors
    /// `work` returns an error, or the store cannot be read.
    fn look(
        &mut self,
        work: &mut dyn FnMut(&dyn Snapshot) -> anyhow::Result<()>,
    ) -> anyhow::Result<()>;

    /// Stores mails durably, all or none. Under a source key that is known, the bytes are compared; recipients that a known
    /// mail did not have before are added to it.
    ///
    /// # Errors
    /// The store cannot be written; so for all methods that write.
    fn take_in(&mut self, mails: &[NewMail<'_>], now: &str) -> Result<Vec<TakenIn>>;

    /// Claims new mails that nobody has claimed, at most `max` and a few megabytes, and counts that judging
    /// them begins, for each mail and against [`Budget::Mails`] of its sender and of all (key ''): durably, so
    /// that it counts even if judging them ends the process. If there are more, senders take turns, and half
    /// of the places are for players.
    /// A mail that was begun before is claimed alone: it may have crashed the process.
    /// Mails whose bytes cannot be read are quarantined instead.
    fn claim_inbox(&mut self, max: usize, owner: &str, now: &str) -> Result<Vec<ClaimedMail>>;

    /// Gives back the mails that `owner`, whose whole name this is, has claimed and not judged, without counting the attempt:
    /// the store was in trouble. That may have been while they were claimed, so that the owner does not know which they are.
    fn give_back(&mut self, owner: &str, now: &str) -> Result<()>;

    /// Writes decisions durably, all or none.
    ///
    /// # Errors
    /// [`StoreError::Conflict`], [`StoreError::Constraint`], or the store cannot be written.
    fn commit(&mut self, decisions: &[Decision]) -> Result<Vec<Committed>>;

    /// Claims waiting letters that are due, those first that are due for longest, and counts that
    /// rendering begins of those without bytes. No letter is given out while an earlier one of the
    /// same game to the same recipient waits. Nothing else waits for anything.
    fn claim_letters(&mut self, claim: &LetterClaim<'_>) -> Result<Vec<LetterRow>>;

    /// Counts tries that begin, with the bytes of letters that were just rendered. Returns the letters
    /// that still wait: the others were dropped meanwhile, and are not to be sent.
    fn begin_tries(&mut self, tries: &[NewTry]) -> Result<Vec<LetterId>>;

    /// Gives up all claims whose owner begins with `owner`, and makes all waiting letters due. Called
    /// at the start by the process that has the lock.
    fn release(&mut self, owner: &str, now: &str) -> Result<()>;

    /// Gives up all claims whose owner begins with `owner`, and makes the claimed letters due: their
    /// tries were cut off. The others keep their time. What the owner did not end in, it has not begun: that
    /// does not count for the mails and letters that it had claimed.
    fn give_up_claims(&mut self, owner: &str, ended_in: &EndedIn, now: &str) -> Result<()>;

    /// Makes letters due at `now` that wait for later than `latest`, or for longer than the pause after
    /// as many tries as they have had: 1, 2, 4 … minutes. Returns how many there were.
    fn correct_next_tries(&mut self, latest: &str, now: &str) -> Result<usize>;

    /// Notes that a source was read to its end, and an outage if that was not done for too long.
    fn note_look(&mut self, look: &Look<'_>, now: &str) -> Result<()>;

    /// Notes that a queue has worked, or why it has failed.
    fn note_queue(&mut self, queue: Queue, now: &str, failure: Option<&str>) -> Result<()>;

    /// Deletes the bytes of mails that are done, and bytes and data of letters that are closed but not
    /// quarantined, if they are older than `before`; returns of how many. Budgets of days before `today` are
    /// deleted, too.
    fn forget(&mut self, before: Option<&str>, today: &str) -> Result<usize>;

    /// Keeps the value by which the secret that belongs to this store is recognised.
    fn set_secret_check(&mut self, check: &[u8]) -> Result<()>;

    /// From now on these are the settings of the club, by a value for each part of them.
    fn publish_settings(&mut self, settings: &str) -> Result<()>;

    /// Makes every token void, because its secret is lost; but the tokens of letters that have no bytes
    /// yet and may still leave are derived from this generation of the secret from now on.
    fn void_all_tokens(&mut self, generation: i64) -> Result<()>;

    /// A number that changes when another process, or another store on the same data, writes; it may change at other
    /// times, too.
    fn change_counter(&self) -> Result<i64>;

    /// Whether several hosts may work on it, each with a sign of life.
    fn is_shared(&self) -> bool {
        // Otherwise there would be two clocks for its work.
        self.clock_ahead().is_some()
    }

    /// By how many milliseconds the clock of the store is ahead of that of this machine, as it was last measured;
    /// `None`: it has none of its own.
    fn clock_ahead(&self) -> Option<Arc<AtomicI64>>;

    /// Notes a sign of life of a host at [`HostRow::alive_at`], and gives up the claims of hosts without one since
    /// `over`, whose letters are due then. What all hosts know that work, everybody has to know from now on.
    fn sign_of_life(&mut self, host: &HostRow, over: &str) -> Result<SignOfLife>;

    /// Notes that this process of a host has ended: others may do its work at once.
    fn leave(&mut self, host: &HostRow) -> Result<()>;

    /// From now on nobody has to know these words of [`SignOfLife::club`], unless a host knows one that was there since
    /// `over`: its name is returned, and nothing changes.
    fn forgo(&mut self, words: &BTreeSet<String>, over: &str) -> Result<Option<String>>;

    /// Makes these all ratings that there are, at once, and notes what was counted; returns how many have changed.
    fn set_ratings(&mut self, ratings: &[RatingRow], counted: &str) -> Result<usize>;
    /// Notes what was counted when that has led to the ratings that are stored.
    fn note_counted(&mut self, counted: &str) -> Result<()>;

    /// Forgets a source that nobody will read again, so that clocks do not wait for it; whether it was known.
    fn retire_source(&mut self, name: &str) -> Result<bool>;

    /// Takes a lease that is nobody's, over, or the same holder's; whether it is the holder's now.
    fn take_lease(&mut self, lease: &LeaseRow, now: &str) -> Result<bool>;
}

/// What is asked of a store by those who look after it.
pub trait Maintain: Store + Copied {
    /// The schema version of the database, and that of this program.
    ///
    /// # Errors
    /// The database cannot be read; so for all methods.
    fn versions(&mut self) -> Result<(u32, u32)>;

    /// Brings the schema up to date, and deletes the secret that a database before schema 3 holds; returns the versions
    /// before and after.
    fn migrate(&mut self) -> Result<(u32, u32)>;

    /// The secret that a database before schema 3 holds. It has to be stored elsewhere before [`Maintain::migrate`]
    /// deletes it.
    fn former_secret(&mut self) -> Result<Option<Vec<u8>>>;

    /// After a standby of the database has taken over: lets hosts work on it. Numbers that may have been given to what is
    /// lost are not given again. Returns the timelines before and after; `None`: no other server has taken over.
    fn accept_failover(&mut self, dry_run: bool) -> Result<Option<(String, String)>>;

    /// Whether a standby has all that was committed, so that a failover loses nothing; `None`: the store has no standby.
    fn has_synchronous_standby(&mut self) -> Result<Option<bool>>;

    /// How many connections its server allows to all hosts together; `None`: any number.
    fn most_connections(&mut self) -> Result<Option<usize>>;

    /// Checks that a connection is one session of the database, as daemons need it.
    ///
    /// # Errors
    /// A pooler gives each transaction another one.
    fn require_session(&mut self) -> Result<()>;

    /// Lets the database check itself; returns what it finds.
    fn check(&mut self) -> Result<Vec<String>>;

    /// Tests whether the database can be written, by a transaction that is rolled back.
    fn try_write(&mut self) -> Result<()>;

    /// Writes a consistent copy to a new file, owner-only (0600); see [`SqliteStore::backup`].
    fn backup(&mut self, file: &Path, with_mail: bool, with_plans: bool) -> Result<()>;
}

/// Runs `work` on one consistent view of a store, and returns what it returns.
///
/// # Errors
/// `work` returns an error, or the store cannot be read.
pub fn read<T>(
    store: &mut dyn Store,
    work: impl FnOnce(&dyn Snapshot) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let (mut work, mut found) = (Some(work), None);
    store.look(&mut |snapshot| {
        if let Some(work) = work.take() {
            found = Some(work(snapshot)?);
        }
        Ok(())
    })?;
    found.ok_or_else(|| anyhow::anyhow!("the store did not run the work"))
}

/// How often a decision is made again because others have changed what it is about.
const CONFLICTS: usize = 20;

/// Makes a decision on one consistent view of a store, and writes it; returns what it has made, and what `work`
/// returns beside it. If others change meanwhile what it is about, it is made again.
///
/// # Errors
/// `work` returns an error; the store cannot be read or written; others change the same all the time
/// ([`StoreError::Busy`]).
pub fn decide<T>(
    store: &mut dyn Store,
    mut work: impl FnMut(&dyn Snapshot) -> anyhow::Result<(Decision, T)>,
) -> anyhow::Result<(Committed, T)> {
    let mut conflicts = 0;
    loop {
        let (decision, made) = read(store, |snapshot| {
            let (mut decision, made) = work(snapshot)?;
            decision.seen = Some(snapshot.seen()?);
            Ok((decision, made))
        })?;
        match store.commit(&[decision]) {
            Ok(mut committed) => return Ok((committed.pop().unwrap_or_default(), made)),
            Err(StoreError::Conflict(subject)) => {
                tracing::debug!("{subject}: changed meanwhile, deciding again");
                conflicts += 1;
                if conflicts == CONFLICTS {
                    let why = format!("others change the same all the time: {subject}");
                    return Err(StoreError::Busy(why).into());
                }
                // The longer it has met others, the longer it lets them get done: 2 ms to 128 ms.
                std::thread::sleep(Duration::from_millis(1 << conflicts.min(7)));
            }
            Err(error) => return Err(error.into()),
        }
    }
}

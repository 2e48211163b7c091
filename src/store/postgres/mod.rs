//! A store in PostgreSQL, which any number of hosts share.
//!
//! Views are `REPEATABLE READ`. What is written is `READ COMMITTED` with locks ([`Locks`]): the subjects of decisions are
//! locked in one order before they are checked, so that two hosts wait for each other and do not end in a deadlock.
//! A transaction that the database ends because of others is run again. If the answer to a `COMMIT` is lost, a decision is
//! looked up by its name, and written again if it was not committed. Of anything else, and of a decision while the database
//! cannot be reached, nobody knows what has become of it ([`StoreError::Unknown`]): mails are claimed again, or are done.

mod ahead;
mod errors;
mod link;
mod schema;
mod settings;
mod values;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread;
use std::time::Duration;

use chrono::TimeDelta;

use super::sql::{self, Connection, Database, DecisionName, LastSender, Locks};
use super::{Decision, Maintain, Result, StoreError, Subject};
use crate::clock::{Clock, Stopwatch, SystemClock};
use link::Link;
pub use settings::PostgresSettings;

/// How often a transaction is run again after others were in its way.
const REPEATS: u32 = 10;
/// For how long it is asked what has become of a COMMIT whose answer was lost, and how long before it is asked again.
const LOST_ASKED: Duration = Duration::from_secs(5);
const LOST_PAUSE: Duration = Duration::from_millis(250);
/// The clock of the database is read by an answer that comes within this time: this process may have stood still during a longer
/// one.
const QUICK: Duration = Duration::from_secs(1);
/// The first number of advisory locks, by which those of other programs on the same database are told apart.
const ADVISORY: i32 = 0x5a75_6770;
/// On this channel hosts tell each other that something has changed.
const CHANNEL: &str = "zugpost";

/// A store in PostgreSQL.
pub struct PostgresStore {
    settings: PostgresSettings,
    /// `None`: the last connection has failed, and no other was needed since.
    link: Option<Link>,
    keep_sent: bool,
    last_sender: LastSender,
    /// Whether it must be the database of a server at work: not copied elsewhere, and not that of a standby that has taken
    /// over and may lack the last seconds.
    at_work: bool,
    opened: Stopwatch,
    /// What earlier connections were told.
    told_before: i64,
    /// By how many milliseconds the clock of the database is ahead of that of this machine.
    ahead: Arc<AtomicI64>,
    /// Whether that was ever measured.
    measured: bool,
}

impl std::fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PostgresStore").finish_non_exhaustive()
    }
}

impl PostgresStore {
    /// Opens the database.
    ///
    /// # Errors
    /// It cannot be reached, its schema is not that of this program, it was copied to another store, or another server
    /// has taken over.
    pub fn open(settings: PostgresSettings) -> Result<Self> {
        let mut store = Self::open_any_version(settings)?;
        schema::require_current(store.link()?)?;
        store.at_work()
    }

    /// From now on it is the database of a server at work.
    fn at_work(mut self) -> Result<Self> {
        self.at_work = true;
        let link = self.link()?;
        schema::know_cluster(link)?;
        sql::require_open(link)?;
        Ok(self)
    }

    /// Opens the database, and makes the tables if there are none.
    ///
    /// # Errors
    /// As [`PostgresStore::open`].
    pub fn create(settings: PostgresSettings) -> Result<Self> {
        let mut store = Self::open_any_version(settings)?;
        schema::migrate(store.link()?)?;
        store.at_work()
    }

    /// Opens the database whatever its schema version.
    ///
    /// # Errors
    /// It cannot be reached.
    pub fn open_any_version(settings: PostgresSettings) -> Result<Self> {
        let mut store = Self {
            settings,
            link: None,
            keep_sent: false,
            last_sender: LastSender::default(),
            at_work: false,
            opened: Stopwatch::start(),
            told_before: 0,
            ahead: Arc::default(),
            measured: false,
        };
        store.link()?;
        Ok(store)
    }

    /// Whether the bytes of letters are kept after they were sent.
    #[must_use]
    pub fn keep_sent(mut self, keep: bool) -> Self {
        self.keep_sent = keep;
        self
    }

    /// The connection, which is made anew if the last one has failed.
    fn link(&mut self) -> Result<&Link> {
        if let Some(failed) = self.link.take_if(|link| link.is_closed()) {
            // What was told meanwhile is not known.
            self.told_before += failed.told() + 1;
        }
        let link = match self.link.take() {
            Some(link) => link,
            None => {
                let link = Link::open(&self.settings)?;
                link.batch(&format!("LISTEN {CHANNEL}"))?;
                if self.at_work {
                    schema::know_cluster(&link)?;
                }
                link
            }
        };
        Ok(self.link.insert(link))
    }

    /// Begins a transaction by these statements, and notes what time it is for the database. The caller rolls it back if
    /// that fails, and may ask before whether it may be run again.
    fn begin(&mut self, statements: &str) -> Result<&Link> {
        let clock = if self.at_work { CLOCK_AT_WORK } else { CLOCK };
        let begin = format!("{statements}; {clock}");
        let mut asked = Stopwatch::start();
        let link = self.link()?;
        let answers = match link.batch(&begin) {
            // The connection was ended while nobody used it, and nothing was done yet.
            Err(_) if link.is_closed() => {
                let link = self.link()?;
                asked = Stopwatch::start();
                link.batch(&begin)
            }
            answers => answers,
        };
        let answers = answers?;
        let there = answers.last().and_then(|answer| answer.parse::<i64>().ok());
        if let Some(there) = there {
            let (here, took) = (SystemClock.now().timestamp_millis(), asked.elapsed());
            if took < QUICK || !self.measured {
                // It was read about in the middle.
                let half = i64::try_from(took.as_millis() / 2).unwrap_or_default();
                self.ahead.store(there - (here - half), Ordering::Relaxed);
                self.measured = true;
            }
        } else {
            sql::require_open(self.begun()?)?;
        }
        self.begun()
    }

    /// The connection on which a transaction was begun. It is never a new one, on which none is.
    fn begun(&self) -> Result<&Link> {
        let lost = || StoreError::Unavailable("the connection was lost".to_owned());
        self.link.as_ref().ok_or_else(lost)
    }

    /// Ends a transaction that has failed; if not even that is possible, the connection is given up.
    fn roll_back(&mut self) {
        let Some(link) = &self.link else { return };
        link.forget(false);
        if link.is_closed() || link.batch("ROLLBACK").is_err() {
            self.link = None;
        }
    }

    /// Runs `work` in a transaction once.
    fn write_once<T>(
        &mut self,
        locks: Locks<'_>,
        work: &mut impl FnMut(&dyn Connection) -> Result<T>,
    ) -> Result<T> {
        let ahead = Arc::clone(&self.ahead);
        let link = self.begin(&format!("BEGIN{}", lock(locks)))?;
        link.forget(false);
        let done = work(link)?;
        let name = match locks {
            Locks::Decisions(_) => {
                let ahead = TimeDelta::milliseconds(ahead.load(Ordering::Relaxed));
                Some(link.new_name(SystemClock.now() + ahead))
            }
            _ => None,
        };
        if let Some(name) = &name {
            sql::name_decisions(link, name)?;
        }
        match link.flush_with("COMMIT") {
            Ok(()) => {
                link.forget(false);
                if matches!(locks, Locks::Decisions(_) | Locks::Rows) {
                    tell(link);
                }
                Ok(done)
            }
            // It was not committed: the database has said so, and has not ended the connection.
            Err(error) if !link.is_closed() => Err(error),
            Err(error) => {
                tracing::warn!("the answer to a COMMIT was lost: {error}");
                self.link = None;
                match name.map(|name| self.were_committed(&name)) {
                    Some(Ok(true)) => {
                        if let Ok(link) = self.link() {
                            tell(link);
                        }
                        Ok(done)
                    }
                    Some(Ok(false)) => {
                        self.link()?.repeat();
                        Err(StoreError::Busy("the connection was lost".to_owned()))
                    }
                    Some(Err(_)) | None => Err(StoreError::Unknown),
                }
            }
        }
    }

    /// Whether the decisions of this name were committed. (`pg_xact_status` would not do: a database that was killed gives the
    /// number of a lost transaction to another one.)
    ///
    /// # Errors
    /// The database cannot be reached for some seconds.
    fn were_committed(&mut self, name: &DecisionName) -> Result<bool> {
        let begun = Stopwatch::start();
        loop {
            let asked = self.link().and_then(|link| sql::were_written(link, name));
            match asked {
                Err(_) if begun.elapsed() < LOST_ASKED => {
                    self.link = None;
                    thread::sleep(LOST_PAUSE);
                }
                asked => {
                    tracing::info!("whether it was committed: {asked:?}");
                    return asked;
                }
            }
        }
    }
}

/// Tells the other hosts that something has changed. It only saves them a second: it may fail.
fn tell(link: &Link) {
    let _ = link.batch(&format!("NOTIFY {CHANNEL}"));
}

/// What time it is for the database, in milliseconds since 1970.
const CLOCK: &str = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
/// The same, and no number if the database was copied elsewhere.
const CLOCK_AT_WORK: &str = "SELECT CASE
     WHEN EXISTS (SELECT FROM meta WHERE key IN ('moved to', 'copied from')) THEN 'closed'
     ELSE ((extract(epoch FROM clock_timestamp()) * 1000)::bigint)::text END";

/// The statements that lock something for a transaction.
fn lock(locks: Locks<'_>) -> String {
    let lock = |number: i64| format!("; SELECT pg_advisory_xact_lock({ADVISORY}, {number})");
    match locks {
        Locks::Rows => String::new(),
        Locks::Mails => lock(1),
        Locks::Letters => lock(2),
        Locks::Sources => lock(3),
        Locks::Hosts => lock(4),
        Locks::Ratings => lock(5),
        Locks::Decisions(decisions) => lock_subjects(decisions),
    }
}

/// Locks what decisions are about: subjects first, then games, each in the order of their numbers.
fn lock_subjects(decisions: &[Decision]) -> String {
    let (mut slots, mut games) = (BTreeSet::new(), BTreeSet::new());
    for subject in decisions.iter().flat_map(Decision::about) {
        slots.insert(sql::slot(&subject));
        if let Subject::Game(game) = subject {
            games.insert(game.0);
        }
    }
    let lock = |numbers: BTreeSet<i64>, (key, table): (&str, &str)| {
        let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
        match numbers.is_empty() {
            true => String::new(),
            false => format!(
                "; SELECT {key} FROM {table} WHERE {key} IN ({}) ORDER BY {key} FOR NO KEY UPDATE",
                numbers.join(", ")
            ),
        }
    };
    lock(slots, ("slot", "subjects")) + &lock(games, ("id", "games"))
}

impl Database for PostgresStore {
    fn view(
        &mut self,
        work: &mut dyn FnMut(&dyn Connection) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let result = match self.begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") {
            Ok(link) => {
                link.forget(true);
                work(link)
            }
            Err(error) => Err(error.into()),
        };
        self.roll_back();
        result
    }

    fn write<T>(
        &mut self,
        locks: Locks<'_>,
        mut work: impl FnMut(&dyn Connection) -> Result<T>,
    ) -> Result<T> {
        let mut repeats = 0;
        loop {
            let error = match self.write_once(locks, &mut work) {
                Ok(done) => break Ok(done),
                Err(error) => error,
            };
            let again = self.link.as_ref().is_some_and(Link::is_repeatable);
            self.roll_back();
            if !again || repeats == REPEATS {
                break Err(error);
            }
            repeats += 1;
            thread::sleep(Duration::from_millis(1 << repeats.min(7)));
        }
    }

    fn keeps_sent(&self) -> bool {
        self.keep_sent
    }

    fn last_sender(&mut self) -> &mut LastSender {
        &mut self.last_sender
    }

    fn changes(&self) -> Result<i64> {
        let seconds = i64::try_from(self.opened.elapsed().as_secs()).unwrap_or(i64::MAX);
        let told = self.link.as_ref().map_or(0, Link::told);
        Ok(seconds + self.told_before + told)
    }

    fn ahead(&self) -> Option<Arc<AtomicI64>> {
        Some(Arc::clone(&self.ahead))
    }
}

impl Maintain for PostgresStore {
    fn versions(&mut self) -> Result<(u32, u32)> {
        Ok((schema::version(self.link()?)?, schema::current()))
    }

    fn migrate(&mut self) -> Result<(u32, u32)> {
        schema::migrate(self.link()?)
    }

    /// There was none before schema 15.
    fn former_secret(&mut self) -> Result<Option<Vec<u8>>> {
        Ok(None)
    }

    fn accept_failover(&mut self, dry_run: bool) -> Result<Option<(String, String)>> {
        schema::accept_failover(self.link()?, dry_run)
    }

    fn has_synchronous_standby(&mut self) -> Result<Option<bool>> {
        let names = self.link()?.batch("SHOW synchronous_standby_names")?;
        Ok(Some(!names.concat().is_empty()))
    }

    fn most_connections(&mut self) -> Result<Option<usize>> {
        let sql = "SELECT current_setting('max_connections')::int
             - current_setting('superuser_reserved_connections')::int";
        Ok(self.link()?.batch(sql)?.concat().parse().ok())
    }

    fn require_session(&mut self) -> Result<()> {
        let settings = self.settings.clone();
        if self.link()?.is_one_session(&settings)? {
            return Ok(());
        }
        let why = "a pooler gives each transaction another connection to it: set `pool_mode = session` in pgbouncer, or name \
             the database itself in `url`";
        Err(StoreError::Unavailable(why.to_owned()))
    }

    /// PostgreSQL refuses what points nowhere; files are checked by its own `pg_amcheck`. What can be asked of it here is
    /// whether what it has promised will survive.
    fn check(&mut self) -> Result<Vec<String>> {
        let link = self.link()?;
        let mut complaints = Vec::new();
        for setting in ["fsync", "full_page_writes", "synchronous_commit"] {
            if link.batch(&format!("SHOW {setting}"))? == ["off"] {
                complaints.push(format!(
                    "{setting} is off: what players were told may be lost; switch it on"
                ));
            }
        }
        Ok(complaints)
    }

    fn try_write(&mut self) -> Result<()> {
        let link = self.link()?;
        link.batch("BEGIN")?;
        let written = sql::set_meta(link, "doctor", b"was here");
        let written = written.and_then(|()| link.flush_with("ROLLBACK"));
        if written.is_err() {
            self.roll_back();
        }
        written
    }

    fn backup(&mut self, _: &Path, _: bool, _: bool) -> Result<()> {
        Err(StoreError::Constraint(
            "a database of PostgreSQL is copied by its own `pg_dump`".to_owned(),
        ))
    }
}

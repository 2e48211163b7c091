//! One run over a full Maildir, and the minimum that it is compared with.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use rusqlite::Connection;
use zugpost::mail::source::MaildirSource;
use zugpost::store::SqliteStore;

use super::mails::Waiting;
use super::points::{Point, Watch};
use super::world::World;
use super::{SMALL, game, median, micros};

/// Microseconds that are wanted for a mail.
const WANTED: u32 = 400;

/// How long one run took, and its parts.
pub struct Round {
    /// The whole run.
    pub total: Duration,
    /// Of this, the time of the processor: on a busy machine it tells more.
    cpu: Duration,
    /// Mails.
    pub mails: usize,
    /// Reading the Maildir and storing the mails durably.
    store: Duration,
    /// Marking at the source.
    mark: Duration,
    /// Reading the mails back, and storing durably that judging them has begun.
    begin: Duration,
    /// Reading, judging, answering.
    think: Duration,
    /// Committing the effects.
    commit: Duration,
    /// Checkpointing the write-ahead log at the end, as the last process does.
    close: Duration,
    /// Journal mode and `synchronous`.
    durability: (String, i64),
}

/// Puts the mails into the Maildir, and lets the server store and judge all of them.
pub fn run(world: &World, waiting: &Waiting) -> Result<Round> {
    world.deliver(waiting.mails.iter().map(|(_, mail)| mail.as_str()))?;
    let points = Arc::new(Mutex::new(Points::new()));
    let watch = {
        let points = Arc::clone(&points);
        Watch::new(move |point| lock(&points).pass(point))
    };
    let mut source = watch.source(Box::new(MaildirSource::new(&world.inbox(), "Processed")));
    let mut store = SqliteStore::open(&world.database)?;
    let connection = store.connection();
    let durability = (
        connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?,
        connection.pragma_query_value(None, "synchronous", |row| row.get(0))?,
    );
    let mut store = watch.store(Box::new(store));
    let mut office = game::office(store.as_mut(), &world.secret)?;
    let before = newest(&world.database)?;

    lock(&points).last = Instant::now();
    let (begun, cpu) = (Instant::now(), cpu_time()?);
    let fetched = office.take_in(store.as_mut(), source.as_mut())?;
    office.judge(store.as_mut())?;
    let (total, cpu) = (begun.elapsed(), cpu_time()? - cpu);

    let mails = waiting.mails.len();
    ensure!(fetched == mails, "{fetched} mails were taken in");
    let (turns, letters) = grown(&world.database, before)?;
    ensure!(
        (turns, letters) == (i64::try_from(mails)?, 2 * i64::try_from(mails)?),
        "{turns} turns were played and {letters} letters written: {}",
        game::verdicts(&world.database, before.0)?
    );
    world.forget_processed()?;
    let points = std::mem::replace(&mut *lock(&points), Points::new());
    let begun = Instant::now();
    drop(store);
    let close = begun.elapsed();
    Ok(Round {
        total,
        cpu,
        mails,
        store: points.store,
        mark: points.mark,
        begin: points.begin,
        think: points.think,
        commit: points.commit,
        close,
        durability,
    })
}

/// The time that the processor has spent in this process.
fn cpu_time() -> Result<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_SELF)?;
    let spent = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Ok(Duration::from_micros(spent.try_into()?))
}

/// Numbers of turns and letters since these ids.
fn grown(database: &Path, (mails, letters): (i64, i64)) -> Result<(i64, i64)> {
    let connection = Connection::open(database)?;
    let count = |sql: &str, after: i64| connection.query_row(sql, [after], |row| row.get(0));
    Ok((
        count(
            "SELECT count(*) FROM inbox WHERE id > ?1 AND verdict = 'played'",
            mails,
        )?,
        count("SELECT count(*) FROM outbox WHERE id > ?1", letters)?,
    ))
}

/// The ids of the newest mail and letter.
fn newest(database: &Path) -> Result<(i64, i64)> {
    Ok(Connection::open(database)?.query_row(
        "SELECT (SELECT max(id) FROM inbox), (SELECT max(id) FROM outbox)",
        [],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?)
}

/// Time up to each point from the one before.
struct Points {
    last: Instant,
    store: Duration,
    mark: Duration,
    begin: Duration,
    think: Duration,
    commit: Duration,
}

impl Points {
    fn new() -> Self {
        Self {
            last: Instant::now(),
            store: Duration::ZERO,
            mark: Duration::ZERO,
            begin: Duration::ZERO,
            think: Duration::ZERO,
            commit: Duration::ZERO,
        }
    }

    fn pass(&mut self, point: Point) {
        let part = match point {
            Point::Fetched | Point::Stored => &mut self.store,
            Point::Marked => &mut self.mark,
            Point::Begun => &mut self.begin,
            Point::Judged => &mut self.think,
            Point::Committed => &mut self.commit,
            _ => return,
        };
        let now = Instant::now();
        *part += now - self.last;
        self.last = now;
    }
}

fn lock(points: &Mutex<Points>) -> std::sync::MutexGuard<'_, Points> {
    points.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The minimum of work: every mail is stored in a durable transaction of its own.
pub struct Floor {
    /// How long it took.
    pub total: Duration,
    close: Duration,
    durability: (String, i64),
}

/// Writes the same bytes into one table, with one transaction for each mail.
pub fn floor(file: &Path, waiting: &Waiting) -> Result<Floor> {
    let mut connection = Connection::open(file)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.execute_batch("CREATE TABLE mails (id INTEGER PRIMARY KEY, raw BLOB NOT NULL)")?;
    let begun = Instant::now();
    for (_, mail) in &waiting.mails {
        let transaction = connection.transaction()?;
        transaction
            .prepare_cached("INSERT INTO mails (raw) VALUES (?1)")?
            .execute([mail.as_bytes()])?;
        transaction.commit()?;
    }
    let total = begun.elapsed();
    let mode = connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
    let sync = connection.pragma_query_value(None, "synchronous", |row| row.get(0))?;
    let begun = Instant::now();
    drop(connection);
    Ok(Floor {
        total,
        close: begun.elapsed(),
        durability: (mode, sync),
    })
}

/// The table.
pub fn print(floors: &[Floor], rounds: &[[Round; 3]], small: &World, large: &World) {
    let mails = (2 * SMALL) as f64;
    println!(
        "\n{} mails waiting, two for each of {SMALL} games of {} turns; medians of {} rounds, µs \
         per mail",
        2 * SMALL,
        game::TURNS,
        rounds.len()
    );
    println!(
        "{:<34}{:>9}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>9}  journal, synchronous",
        "", "total", "(CPU)", "store", "mark", "begin", "think", "commit", "(close)"
    );
    let of_floor = median(floors.iter().map(|floor| micros(floor.total) / mails));
    let (mode, sync) = &floors[0].durability;
    println!(
        "{:<34}{of_floor:>9.0}{:>48}{:>9.0}  {mode}, {sync}",
        "floor: a transaction a mail",
        "",
        median(floors.iter().map(|floor| micros(floor.close) / mails))
    );
    let names = [
        format!("{} games, {} MB", small.games, small.megabytes()),
        format!("{} games, {} MB", large.games, large.megabytes()),
        "  the same, not in memory".to_owned(),
    ];
    for (index, name) in names.iter().enumerate() {
        let part = |of: fn(&Round) -> Duration| {
            median(
                rounds
                    .iter()
                    .map(|r| micros(of(&r[index])) / r[index].mails as f64),
            )
        };
        let (mode, sync) = &rounds[0][index].durability;
        println!(
            "{name:<34}{:>9.0}{:>8.0}{:>8.0}{:>8.0}{:>8.0}{:>8.0}{:>8.0}{:>9.0}  {mode}, {sync}",
            part(|r| r.total),
            part(|r| r.cpu),
            part(|r| r.store),
            part(|r| r.mark),
            part(|r| r.begin),
            part(|r| r.think),
            part(|r| r.commit),
            part(|r| r.close),
        );
    }
    let seconds = |r: &[Round; 3], index: usize| r[index].total.as_secs_f64();
    let against_floor = floors
        .iter()
        .zip(rounds)
        .map(|(floor, r)| seconds(r, 0) / floor.total.as_secs_f64());
    println!(
        "small: {:.0} µs per mail (wanted: at most {WANTED}); against the floor: {:.2}",
        median(
            rounds
                .iter()
                .map(|r| micros(r[0].total) / r[0].mails as f64)
        ),
        median(against_floor)
    );
    println!(
        "large against small: {:.2} (wanted: at most 1.5); not in memory: {:.2}",
        median(rounds.iter().map(|r| seconds(r, 1) / seconds(r, 0))),
        median(rounds.iter().map(|r| seconds(r, 2) / seconds(r, 0)))
    );
}

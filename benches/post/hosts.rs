//! Judging on PostgreSQL: against the same bytes stored durably there, against SQLite, by two hosts at once, and beside
//! many other games.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tokio_postgres::NoTls;
use zugpost::ids::GameId;
use zugpost::mail::Envelope;
use zugpost::mail::source::RawMessage;
use zugpost::mail::transport::Delivery;
use zugpost::office::stored_game;
use zugpost::store::{PostgresSettings, PostgresStore, SqliteStore, Store, read};
use zugpost::tokens::{self, FIRST_GENERATION, Secret};

use super::game;
use super::postgres::Postgres;
use super::transport::MemoryTransport;
use super::{median, micros};

/// Games in which a turn waits.
const GAMES: usize = 500;
/// So many rounds at most are measured with long mails.
const LONG_ROUNDS: usize = 3;
/// Hosts at work at once.
const HOSTS: usize = 2;
/// Round trips that are wanted for a mail, at most.
const TRIPS: f64 = 12.0;
/// Judging is wanted to take at most so many times as long as storing.
const FLOORS: f64 = 6.0;
/// Two hosts are wanted to be so many times as fast as one, with usual mails and with long ones.
const GAIN: [f64; 2] = [1.0, 1.5];
/// What makes a mail a long one: its lines may be about turns, so that reading it takes about 20 ms.
const TALK: &str = "I think that my knight on g1 goes to f3 soon, and then the bishop takes on c4; what do you say about a3?\n";
const TALKS: usize = 30;
/// With many games a mail is wanted to cost at most so many times as much.
const GROWTH: f64 = 1.5;

/// A server with games in each of which White's first turn waits to be sent.
struct Club {
    secret: Secret,
    mails: Vec<String>,
    /// For the names at the source, which have to differ.
    taken_in: usize,
}

impl Club {
    /// Begins the games, and writes the mails that answer their first letters; `first` is the number of the first player.
    fn begin(store: &mut dyn Store, secret: Secret, first: usize) -> Result<Self> {
        let mut office = game::office(store, &secret)?;
        let mut transport = MemoryTransport::new(Delivery::Sent);
        let mut begun = Vec::new();
        for number in 0..GAMES {
            let player = |side: usize| {
                let number = first + 2 * number + side;
                format!("Player {number} <player{number}@players.example>")
            };
            begun.push(game::begin(store, &mut office, [player(0), player(1)])?);
        }
        office.send(store, &mut transport)?;
        let turns: Vec<String> = read(store, |store| {
            let turn = |(seed, id): (usize, &GameId)| {
                game::next(&*stored_game(store, *id)?.game, seed as u64)
            };
            begun.iter().enumerate().map(turn).collect()
        })?;
        let mails = turns.iter().enumerate().map(|(number, turn)| {
            let white = format!("player{}@players.example", first + 2 * number);
            let letter = game::newest(&transport, &white)?;
            Ok(game::reply(&white, turn, letter, first + number))
        });
        Ok(Self {
            secret,
            mails: mails.collect::<Result<_>>()?,
            taken_in: first,
        })
    }

    /// The same with long mails.
    fn talking(mut self) -> Self {
        for mail in &mut self.mails {
            mail.push('\n');
            mail.push_str(&TALK.repeat(TALKS));
        }
        self
    }

    /// Stores the mails durably, as a source hands them over.
    fn take_in(&mut self, store: &mut dyn Store) -> Result<()> {
        let office = game::office(store, &self.secret)?;
        let mails = self.mails.drain(..).enumerate();
        let mails: Vec<RawMessage> = mails
            .map(|(number, mail)| RawMessage {
                source_key: format!("{}.M{number}P1.host", self.taken_in + number),
                former_source_key: None,
                arrived_at: None,
                envelope: Envelope::default(),
                raw: mail.into_bytes(),
                truncated: false,
            })
            .collect();
        for some in mails.chunks(64) {
            office.store_mails(store, some)?;
        }
        Ok(())
    }
}

fn postgres(database: &Postgres) -> Result<PostgresStore> {
    let settings = PostgresSettings::new(&database.url(None), "bench", None)?;
    Ok(PostgresStore::open(settings)?)
}

fn judge(store: &mut dyn Store, secret: &Secret) -> Result<Duration> {
    let mut office = game::office(store, secret)?;
    let begun = Instant::now();
    let work = office.judge(store)?;
    ensure!((work.handled, work.quarantined) == (GAMES, 0), "{work:?}");
    Ok(begun.elapsed())
}

/// A durable commit for each mail, with the same bytes.
fn floor(database: &Postgres, mails: &[String]) -> Result<Duration> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(&database.url(None), NoTls).await?;
        tokio::spawn(connection);
        let table = "CREATE TABLE IF NOT EXISTS floor (id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, raw BYTEA)";
        client.batch_execute(table).await?;
        let insert = client.prepare("INSERT INTO floor (raw) VALUES ($1)").await?;
        let begun = Instant::now();
        for mail in mails {
            client.execute(&insert, &[&mail.as_bytes()]).await?;
        }
        Ok(begun.elapsed())
    })
}

/// Listens in a folder as the database does in `database`, passes on what is said, and counts how often the database is asked
/// after it has answered.
fn count_trips(folder: &Path, database: &Path) -> Result<Arc<AtomicUsize>> {
    let name = ".s.PGSQL.5432";
    let listener = UnixListener::bind(folder.join(name))?;
    let (trips, database) = (Arc::new(AtomicUsize::new(0)), database.join(name));
    let counted = Arc::clone(&trips);
    thread::spawn(move || {
        for client in listener.incoming() {
            // An error ends the connection, and then the measurement.
            let _ = client.and_then(|client| serve(client, &database, &counted));
        }
    });
    Ok(trips)
}

/// Serves a connection in threads of its own.
fn serve(client: UnixStream, database: &Path, trips: &Arc<AtomicUsize>) -> std::io::Result<()> {
    let server = UnixStream::connect(database)?;
    let (from_client, from_server) = (client.try_clone()?, server.try_clone()?);
    // 1 if the last who has spoken is the database.
    let answered = Arc::new(AtomicUsize::new(1));
    let (asked, trips) = (Arc::clone(&answered), Arc::clone(trips));
    thread::spawn(move || {
        pass(from_client, server, || {
            trips.fetch_add(asked.swap(0, Ordering::SeqCst), Ordering::SeqCst);
        });
    });
    thread::spawn(move || pass(from_server, client, || answered.store(1, Ordering::SeqCst)));
    Ok(())
}

fn pass(mut from: UnixStream, mut to: UnixStream, each: impl Fn()) {
    let mut buffer = vec![0; 1 << 16];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        each();
        if to.write_all(&buffer[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}

/// Round trips of judging one mail, and of sending the two letters that it causes.
fn trips(room: &Path, database: &Postgres, secret: &Secret) -> Result<[f64; 2]> {
    let trips = count_trips(room, &database.sockets())?;
    let url = database.url(None);
    let own = |folder: &Path| folder.display().to_string().replace('/', "%2F");
    let url = url.replace(&own(&database.sockets()), &own(room));
    let mut store = PostgresStore::open(PostgresSettings::new(&url, "counted", None)?)?;
    let count = || trips.load(Ordering::SeqCst) as f64 / GAMES as f64;
    // Those of the mails before.
    send(&mut store, secret)?;
    let before = count();
    judge(&mut store, secret)?;
    let judged = count();
    ensure!(send(&mut store, secret)? == 2 * GAMES, "two letters each");
    Ok([judged - before, count() - judged])
}

/// Lets the database count what is in its tables, as autovacuum does within a minute. A server that has worked for longer than that
/// is measured: until then plans are chosen as if tables were empty.
fn analyze(database: &Postgres) -> Result<()> {
    ensure!(database.run("ANALYZE"), "ANALYZE");
    Ok(())
}

fn send(store: &mut dyn Store, secret: &Secret) -> Result<usize> {
    let mut transport = MemoryTransport::new(Delivery::Sent);
    let work = game::office(store, secret)?.send(store, &mut transport)?;
    Ok(work.sent)
}

/// Judges by several hosts at once.
fn together(database: &Postgres, secret: &Secret) -> Result<Duration> {
    let begun = Instant::now();
    thread::scope(|scope| {
        let host = |number| {
            scope.spawn(move || -> Result<usize> {
                let mut store = postgres(database)?;
                let mut office = game::office(&mut store, secret)?;
                office.work_as(&format!("host {number}"));
                Ok(office.judge(&mut store)?.handled)
            })
        };
        let hosts: Vec<_> = (0..HOSTS).map(host).collect();
        let mut handled = 0;
        for host in hosts {
            handled += host
                .join()
                .ok()
                .context("a host has ended")?
                .context("a host")?;
        }
        ensure!(handled == GAMES, "{handled}");
        Result::<()>::Ok(())
    })?;
    Ok(begun.elapsed())
}

/// Measures and prints the table; `games` is how many the large database holds.
pub fn print(room: &Path, games: usize, rounds: usize) -> Result<()> {
    std::fs::create_dir_all(room)?;
    let secret = Secret::sample(FIRST_GENERATION, &mut tokens::system_chance()?);
    let database = Postgres::start(&[]);
    let mut store =
        PostgresStore::create(PostgresSettings::new(&database.url(None), "bench", None)?)?;
    let mut first = 10_000_000;
    let mut next = |store: &mut dyn Store| -> Result<Club> {
        first += 10 * GAMES;
        Club::begin(store, secret.clone(), first)
    };
    let (mut floors, mut ones, mut twos, mut embedded) = (vec![], vec![], vec![], vec![]);
    let mut counted = [f64::NAN; 2];
    for round in 0..rounds {
        let mut sqlite = SqliteStore::create(&room.join(format!("{round}.db")))?;
        let mut club = next(&mut sqlite)?;
        club.take_in(&mut sqlite)?;
        embedded.push(judge(&mut sqlite, &secret)?);
        let mut club = next(&mut store)?;
        floors.push(floor(&database, &club.mails)?);
        club.take_in(&mut store)?;
        analyze(&database)?;
        ones.push(judge(&mut store, &secret)?);
        next(&mut store)?.take_in(&mut store)?;
        analyze(&database)?;
        twos.push(together(&database, &secret)?);
        if round == 0 {
            next(&mut store)?.take_in(&mut store)?;
            counted = trips(room, &database, &secret)?;
        }
    }
    let each = |times: &[Duration]| median(times.iter().map(|time| micros(*time) / GAMES as f64));
    let (floor, one, two) = (each(&floors), each(&ones), each(&twos));
    println!("\n{GAMES} mails with a turn each, judged; medians of {rounds} rounds, µs per mail");
    println!("{:<34}{:>9.0}", "SQLite", each(&embedded));
    println!("{:<34}{floor:>9.0}", "PostgreSQL: a transaction a mail");
    println!("{:<34}{one:>9.0}", "PostgreSQL: judging");
    println!("{:<34}{two:>9.0}", "PostgreSQL: judging by two hosts");
    let [judged, sent] = counted;
    println!(
        "round trips per mail: {judged:.1} (wanted: at most {TRIPS}); for its two letters: {sent:.1}"
    );
    println!(
        "against the floor: {:.2} (wanted: at most {FLOORS})",
        one / floor
    );
    let [usual, long] = GAIN;
    println!(
        "two hosts against one: {:.2} (wanted: at least {usual})",
        one / two
    );
    let (mut ones, mut twos) = (vec![], vec![]);
    for _ in 0..rounds.min(LONG_ROUNDS) {
        next(&mut store)?.talking().take_in(&mut store)?;
        analyze(&database)?;
        ones.push(judge(&mut store, &secret)?);
        next(&mut store)?.talking().take_in(&mut store)?;
        analyze(&database)?;
        twos.push(together(&database, &secret)?);
    }
    let (alone, both) = (each(&ones), each(&twos));
    println!(
        "with mails of {:.1} ms: {:.2} (wanted: at least {long})",
        alone / 1000.0,
        alone / both
    );
    if games > 0 {
        let rows = include_str!("../../tests/cli/rows.sql");
        let rows = rows.replace(", N", &format!(", {games}"));
        let rows = rows.replace("% N", &format!("% {games}"));
        let database = Postgres::start(&["max_wal_size=4GB"]);
        let settings = PostgresSettings::new(&database.url(None), "bench", None)?;
        let mut store = PostgresStore::create(settings)?;
        // A database with games in it has to know its secret.
        game::office(&mut store, &secret)?;
        ensure!(database.run(&rows), "rows");
        let mut many = Vec::new();
        for _ in 0..rounds {
            next(&mut store)?.take_in(&mut store)?;
            analyze(&database)?;
            many.push(judge(&mut store, &secret)?);
        }
        let many = each(&many);
        println!(
            "{:<34}{many:>9.0}",
            format!("PostgreSQL: beside {games} games")
        );
        println!(
            "against few games: {:.2} (wanted: at most {GROWTH})",
            many / one
        );
    }
    Ok(())
}

//! Measures what clocks cost where many games are running: the look at the timers that is taken each minute, a clock
//! that is due, and a mail, for comparison.
//!
//! `cargo bench --bench clocks -- [--games N] [--due N]`. A database of a million games takes about a gigabyte in the
//! folder for temporary files, and some minutes to build.

#[allow(dead_code, reason = "tests look at the letters")]
#[path = "../tests/support/transport.rs"]
mod transport;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use chrono::{DateTime, TimeDelta, Utc};
use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use zugpost::clock::{Clock, FixedClock};
use zugpost::mail::source::RawMessage;
use zugpost::mail::transport::Delivery;
use zugpost::mail::{Address, Envelope};
use zugpost::office::umpire::GameRequest;
use zugpost::office::{Office, Settings};
use zugpost::store::{SqliteStore, read};
use zugpost::tokens::Secret;
use zugpost::words::Words;

use transport::MemoryTransport;

struct Hands(Arc<FixedClock>);

impl Clock for Hands {
    fn now(&self) -> DateTime<Utc> {
        self.0.now()
    }
}

fn main() -> Result<()> {
    let (games, due) = options()?;
    let folder = tempfile::tempdir()?;
    let clock = Arc::new(FixedClock::new(
        DateTime::from_timestamp(1_767_614_400, 0).context("a time")?,
    ));
    let (mut store, mut office) = server(folder.path(), &clock)?;
    begin(&mut store, &mut office)?;
    office.note_look(&mut store, "bench", &[], clock.now())?;
    let built = Instant::now();
    copy(&mut store, games, due, &clock)?;
    println!("{games} games, built in {:.0?}", built.elapsed());

    // Nothing is due.
    let looks = 1_000;
    let begun = Instant::now();
    for _ in 0..looks {
        office.run_timers(&mut store)?;
    }
    let look = begun.elapsed() / looks;
    println!("a look at the timers, nothing due: {look:.1?}");
    let begun = Instant::now();
    for _ in 0..100 {
        clock.advance(TimeDelta::seconds(1));
        office.note_look(&mut store, "bench", &[], clock.now())?;
    }
    println!(
        "a complete reading noted:          {:.1?}",
        begun.elapsed() / 100
    );

    // Flags fall: each an event, and a letter to each side.
    let passed = TimeDelta::days(3) + TimeDelta::hours(1);
    for _ in 0..passed.num_minutes() / 90 + 1 {
        clock.advance(TimeDelta::minutes(90));
        office.note_look(&mut store, "bench", &[], clock.now())?;
    }
    let begun = Instant::now();
    let mut fallen = 0;
    while fallen < due {
        let before = fallen;
        office.run_timers(&mut store)?;
        fallen = due_left(&mut store, games)?;
        anyhow::ensure!(fallen > before, "no flag falls");
    }
    let each = begun.elapsed() / u32::try_from(due)?;
    println!("a flag that falls:                 {each:.1?}");
    println!(
        "a mail with a turn:                {:.1?}",
        mails(&mut store, &mut office, due)?
    );
    Ok(())
}

fn options() -> Result<(usize, usize)> {
    let (mut games, mut due) = (1_000_000, 1_000);
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let mut number = || -> Result<usize> { Ok(arguments.next().context("a number")?.parse()?) };
        match name.as_str() {
            "--games" => games = number()?,
            "--due" => due = number()?,
            _ => {}
        }
    }
    Ok((games, due))
}

fn server(folder: &Path, clock: &Arc<FixedClock>) -> Result<(SqliteStore, Office)> {
    let mut store = SqliteStore::create(&folder.join("zugpost.db"))?;
    let settings = Settings::usual(Address::parse("play@zugpost.example")?);
    let office = Office::open(
        &mut store,
        settings,
        Arc::new(Words::load(None).0),
        Secret::new(1, vec![7; 32]),
        Box::new(ChaCha12Rng::seed_from_u64(1)),
        Box::new(Hands(Arc::clone(clock))),
    )?;
    Ok((store, office))
}

/// Begins a game, and sends its letters: the clock of White runs.
fn begin(store: &mut SqliteStore, office: &mut Office) -> Result<()> {
    let player = |name: &str| format!("{name} <{name}@example.org>");
    let request = GameRequest {
        rated: false,
        variant: "chess".to_owned(),
        seats: vec![
            ("white".to_owned(), player("anna")),
            ("black".to_owned(), player("boris")),
        ],
        options: Default::default(),
        position: None,
        time: Some("3d/move".to_owned()),
    };
    office.decided(store, |draft| draft.new_game(&request, "umpire"))?;
    office.send(store, &mut MemoryTransport::new(Delivery::Sent))?;
    Ok(())
}

/// Copies the game, with clocks that are looked at within the hour after three days, or much later.
fn copy(store: &mut SqliteStore, games: usize, due: usize, clock: &FixedClock) -> Result<()> {
    let at = |delta: TimeDelta| {
        (clock.now() + delta)
            .format("%Y-%m-%dT%H:%M:%SZ")
            .to_string()
    };
    let (soon, late) = (at(TimeDelta::days(3)), at(TimeDelta::days(30)));
    store.connection().execute_batch(&format!(
        "BEGIN;
         CREATE TEMP TABLE n(id INTEGER PRIMARY KEY);
         WITH RECURSIVE c(x) AS (SELECT 2 UNION ALL SELECT x + 1 FROM c WHERE x < {games})
            INSERT INTO n SELECT x FROM c;
         INSERT INTO games (id, variant, rules_version, options, position, first_to_move, created_at,
                created_by, status, time)
            SELECT n.id, variant, rules_version, options, position, first_to_move, created_at,
                created_by, status, time FROM n, games g WHERE g.id = 1;
         INSERT INTO seats (game_id, seat, player_id, turn_seq, left_at)
            SELECT n.id, seat, player_id, turn_seq, left_at FROM n, seats s WHERE s.game_id = 1;
         DELETE FROM timers WHERE kind = 'clock';
         INSERT INTO timers (kind, game_id, seat, due)
            SELECT 'clock', id, -1, iif(id <= {due} + 1, '{soon}', '{late}') FROM n;
         COMMIT;"
    ))?;
    Ok(())
}

/// How many games are not being played any more.
fn due_left(store: &mut SqliteStore, games: usize) -> Result<usize> {
    let playing = read(store, |store| Ok(store.counts()?.playing))?;
    Ok(games - usize::try_from(playing)?)
}

/// The time that a mail with a turn takes, from the source to the letters.
fn mails(store: &mut SqliteStore, office: &mut Office, due: usize) -> Result<std::time::Duration> {
    let mut raw = Vec::new();
    let first = due + 2;
    let count = 200;
    for game in first..first + count {
        let id = zugpost::ids::GameId(i64::try_from(game)?);
        office.decided(store, |draft| draft.send_again(id, "white"))?;
        let mut transport = MemoryTransport::new(Delivery::Sent);
        office.send(store, &mut transport)?;
        let letter = transport.letters.pop().context("a letter")?;
        let letter = String::from_utf8_lossy(&letter).into_owned();
        let reply = letter
            .lines()
            .find_map(|line| line.strip_prefix("Reply-To: "));
        raw.push(format!(
            "From: anna@example.org\nTo: {}\nMessage-ID: <b{game}@example.org>\n\ne4\n",
            reply.context("a reply address")?
        ));
    }
    let mails = raw.into_iter().enumerate().map(|(number, raw)| RawMessage {
        source_key: format!("bench{number}"),
        former_source_key: None,
        arrived_at: None,
        envelope: Envelope::default(),
        raw: raw.into_bytes(),
        truncated: false,
    });
    let mails: Vec<RawMessage> = mails.collect();
    let begun = Instant::now();
    for mail in mails.chunks(1) {
        office.store_mails(store, mail)?;
        office.judge(store)?;
    }
    Ok(begun.elapsed() / u32::try_from(count)?)
}

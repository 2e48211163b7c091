//! Measures how long all ratings take to be counted from the stored games, and how much memory that needs, with SQLite and
//! with PostgreSQL.
//!
//! `cargo bench --bench ratings -- [--players N] [--games N]`. Rows are written into a real database in the build folder,
//! about half a gigabyte, and copied to a PostgreSQL that is started for this; there a process of its own counts. Fails if
//! ratings that are there are counted again in more than five seconds, or with more than 300 MB in the process that counts. How
//! long it takes to write all of them for the first time is printed, too.

#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../tests/support/postgres.rs"]
mod postgres;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use chrono::{DateTime, Months, TimeDelta, Utc};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use nix::unistd::{SysconfVar, sysconf};
use postgres::Postgres;
use rand::rngs::ChaCha12Rng;
use rand::{RngExt, SeedableRng};
use zugpost::clock::FixedClock;
use zugpost::mail::Address;
use zugpost::office::{Office, Settings};
use zugpost::store::{PostgresSettings, PostgresStore, SqliteStore, Store, copied};
use zugpost::tokens::Secret;
use zugpost::words::Words;

const GAMES: [&str; 5] = ["chess", "xiangqi", "hans38", "shogi", "crazyhouse"];
/// So many events has a game, and so many months are counted.
const EVENTS: i64 = 20;
const MONTHS: u32 = 24;
const GOAL: Duration = Duration::from_secs(5);
const GOAL_MB: f64 = 300.0;

fn main() -> Result<()> {
    let (mut players, mut games) = (10_000_i64, 100_000_i64);
    let mut on = None;
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().context("a value");
        match word.as_str() {
            "--players" => players = value()?.parse()?,
            "--games" => games = value()?.parse()?,
            // As this program starts itself: the folder of the sockets of a PostgreSQL, and the URL of its database.
            "--on" => on = Some((value()?, value()?)),
            _ => {} // cargo's own
        }
    }
    let begun = DateTime::from_timestamp(1_767_225_600, 0).context("a time")?;
    let now = begun + Months::new(MONTHS) + TimeDelta::days(8);
    if let Some((sockets, url)) = on {
        let mut store = PostgresStore::open(PostgresSettings::new(&url, "bench", None)?)?;
        let backends = || backends(Path::new(&sockets));
        return measure("PostgreSQL", &mut store, now, games, &backends);
    }
    // In the build folder, which is on a disk.
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
    let mut store = SqliteStore::create(&folder.path().join("zugpost.db"))?;
    let built = Instant::now();
    write(&mut store, players, games, begun)?;
    println!(
        "{players} players, {games} games in {MONTHS} months, built in {:.0?}, {:.0} MB",
        built.elapsed(),
        peak()?
    );
    measure("SQLite", &mut store, now, games, &|| Ok(Duration::ZERO))?;

    let database = Postgres::start(&[]);
    let url = database.url(None);
    let copied = Instant::now();
    let settings = || PostgresSettings::new(&url, "bench", None);
    drop(PostgresStore::create(settings()?)?);
    // While not everything is copied, it opens for that alone.
    let mut shared = PostgresStore::open_any_version(settings()?)?;
    let known = (
        "bench",
        "the PostgreSQL of this bench",
        "2028-01-09T00:00:00Z",
    );
    copied::copy(&mut store, &mut shared, known, &mut |_, _| {})?;
    copied::complete(&mut shared)?;
    drop(shared);
    // As PostgreSQL does by itself after a while.
    ensure!(database.run("DELETE FROM ratings") && database.run("VACUUM ANALYZE"));
    println!("copied to PostgreSQL in {:.0?}", copied.elapsed());
    let sockets = database.sockets().display().to_string();
    let games = games.to_string();
    let counting = Command::new(std::env::current_exe()?)
        .args(["--games", &games, "--on", &sockets, &url])
        .status()?;
    ensure!(counting.success(), "with PostgreSQL");
    Ok(())
}

/// Counts all ratings twice; `others` is the time of the processor that other processes have spent for it.
fn measure(
    name: &str,
    store: &mut dyn Store,
    now: DateTime<Utc>,
    games: i64,
    others: &dyn Fn() -> Result<Duration>,
) -> Result<()> {
    let mut office = office(store, now)?;
    let mut again = Duration::ZERO;
    for what in ["all are new", "nothing has changed"] {
        let (begun, before, others_before) = (Instant::now(), cpu_time(), others()?);
        let recount = office.recount(store, true)?;
        let took = begun.elapsed();
        let (own, others) = (cpu_time() - before, others()?.saturating_sub(others_before));
        again = took;
        let differ = recount.differences.len();
        println!(
            "{name}, {what}: {} games count, {} ratings, {differ} written: {own:.2?} of the processor, \
             {others:.2?} of the database's processes, {took:.2?} in all",
            recount.games, recount.ratings
        );
        ensure!(
            recount.games > usize::try_from(games / 2)?,
            "few games count"
        );
    }
    let peak = peak()?;
    println!("{name}, memory: {peak:.0} MB");
    ensure!(again <= GOAL, "the goal is {GOAL:?}");
    ensure!(peak <= GOAL_MB, "the goal is {GOAL_MB} MB");
    Ok(())
}

fn office(store: &mut dyn Store, now: DateTime<Utc>) -> Result<Office> {
    let settings = Settings::usual(Address::parse("play@zugpost.example")?);
    Office::open(
        store,
        settings,
        std::sync::Arc::new(Words::load(None).0),
        Secret::new(1, vec![7; 32]),
        Box::new(ChaCha12Rng::seed_from_u64(1)),
        Box::new(FixedClock::new(now)),
    )
}

/// Writes players and their games. Each of them plays some games more often than others; one game in ten is lost on time.
fn write(store: &mut SqliteStore, players: i64, games: i64, begun: DateTime<Utc>) -> Result<()> {
    let mut chance = ChaCha12Rng::seed_from_u64(2);
    let connection = store.connection();
    connection.execute_batch(&format!(
        "BEGIN;
         WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < {players})
            INSERT INTO players (id, name, name_key, created_at)
            SELECT id, 'Player ' || id, 'player ' || id, '2025-01-01T00:00:00Z' FROM n;"
    ))?;
    let mut game = connection.prepare(
        "INSERT INTO games (id, variant, rules_version, options, first_to_move, created_at, created_by, status,
            result, reason, time, rated, rated_end)
         VALUES (?1, ?2, 1, '{}', 0, ?3, 'bench', 'finished', ?4, ?5, '3d/move', 1, ?6)",
    )?;
    let mut seat =
        connection.prepare("INSERT INTO seats (game_id, seat, player_id) VALUES (?1, ?2, ?3)")?;
    let mut event = connection.prepare(
        "INSERT INTO events (game_id, seq, state, to_move, at, kind, seat, text, inbox_id, time)
         VALUES (?1, ?2, ?2, 0, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    let days = i64::from(MONTHS) * 30;
    for number in 1..=games {
        let first = chance.random_range(0..players);
        let other = (first + chance.random_range(1..players)) % players;
        let at = begun + TimeDelta::seconds(chance.random_range(0..days * 86_400));
        let at = |days| (at + TimeDelta::days(days)).format("%Y-%m-%dT%H:%M:%SZ");
        let likes = usize::try_from(first)? % GAMES.len();
        let variant = GAMES[chance.random_range(0..GAMES.len()).min(likes)];
        let flag = chance.random_ratio(1, 10);
        let (result, places) = match chance.random_range(0..5) {
            0 if !flag => ("1/2-1/2", "[1,1]"),
            1 | 2 => ("0-1", "[2,1]"),
            _ => ("1-0", "[1,2]"),
        };
        let loser = i64::from(result == "1-0");
        // The last event is none.
        let turns = EVENTS - 1;
        let end = match flag {
            true => format!(r#"{{"places":{places},"turns":{turns},"flag":{loser}}}"#),
            false => format!(r#"{{"places":{places},"turns":{turns}}}"#),
        };
        let reason = if flag { "time" } else { "resignation" };
        let first_day = at(0).to_string();
        game.execute((number, variant, &first_day, result, reason, end))?;
        for (place, player) in [(0, first), (1, other)] {
            seat.execute((number, place, player + 1))?;
        }
        for seq in 1..=EVENTS {
            let (given, came) = (at(seq - 1).to_string(), at(seq).to_string());
            let (kind, text) = match (seq == EVENTS, flag) {
                (false, _) => ("turn", "e2-e4"),
                (true, true) => ("flag", "lost"),
                (true, false) => ("resign", ""),
            };
            let mail = (kind != "flag").then_some(number);
            let account = format!(
                r#"{{"given":"{given}","left":"{given}","came":"{came}","charge":86400,"zero":259200,"bank":259200}}"#
            );
            event.execute((number, seq, &came, kind, seq % 2, text, mail, account))?;
        }
    }
    connection.execute_batch("COMMIT")?;
    Ok(())
}

/// The time that the processor has spent in this process: what others do beside it does not count.
fn cpu_time() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("the system's figures");
    let spent = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Duration::from_micros(spent.try_into().unwrap_or(0))
}

/// The time of the processor that the processes of a PostgreSQL have spent, those that have ended included.
fn backends(sockets: &Path) -> Result<Duration> {
    let server = fs::read_to_string(sockets.join("data/postmaster.pid"))?;
    let server = server
        .lines()
        .next()
        .context("no number")?
        .trim()
        .to_owned();
    let mut ticks = 0;
    for entry in fs::read_dir("/proc")? {
        // Others come and go meanwhile.
        let Ok(stat) = fs::read_to_string(entry?.path().join("stat")) else {
            continue;
        };
        let (number, rest) = stat.split_once(" (").context("no name")?;
        let (_, rest) = rest.rsplit_once(") ").context("no name")?;
        let fields: Vec<&str> = rest.split(' ').collect();
        // Parent, own time, and that of children that have ended: fields 4 and 14 to 17 of proc(5).
        if number == server || fields.get(1) == Some(&&*server) {
            for field in fields.iter().skip(11).take(4) {
                ticks += field.parse::<u64>()?;
            }
        }
    }
    let per_second = sysconf(SysconfVar::CLK_TCK)?.context("no ticks")?;
    Ok(Duration::from_secs(ticks) / u32::try_from(per_second)?)
}

/// The largest resident memory of this process, in megabytes.
fn peak() -> Result<f64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kb = line.and_then(|line| line.split_whitespace().next());
    let kb: f64 = kb.context("no VmHWM")?.parse()?;
    Ok(kb * 1024.0 / 1e6)
}

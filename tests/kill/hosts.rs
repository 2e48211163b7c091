//! Two daemons on one PostgreSQL: killed, stopped for longer than a lease, cut off from the database, and without it.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rand::rngs::ChaCha12Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::campaign::Club;
use super::place::Place;
use super::postgres::Postgres;
use super::running::Running;

/// How often each fault happens; unset: a few times.
const FAULTS: &str = "ZUGPOST_FAULTS";
/// The longest silence of a host, in seconds.
const LEASE: u64 = 2;
const PATIENCE: Duration = Duration::from_secs(90);

/// What happens to a host, or to the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// The host is killed (SIGKILL), and starts again.
    Killed,
    /// It is stopped for longer than its lease lasts, and goes on.
    Stopped,
    /// The database ends all connections.
    CutOff,
    /// The database is killed, and starts again.
    Restarted,
}

const ALL: [Fault; 4] = [
    Fault::Killed,
    Fault::Stopped,
    Fault::CutOff,
    Fault::Restarted,
];

/// The lines of the settings that name the database.
fn store(database: &Postgres, host: &str) -> String {
    let url = database.url(None);
    format!("[store]\nkind = \"postgres\"\nurl = \"{url}\"\nhost = \"{host}\"\nlease = {LEASE}\n")
}

fn start(place: &Place) -> Running {
    Running::spawn(place, place.command(&["run", "--verbose"]))
}

/// A club on two hosts, and the second one.
fn club(database: &Postgres, games: usize) -> (Club, Place) {
    let made = |place: &Place| drop(place.ok(&["db", "migrate"]));
    let club = Club::new(games, &store(database, "one"), made);
    let other = Place::new();
    club.join(&other, &store(database, "two"));
    (club, other)
}

/// Until everything is done.
fn finish(club: &Club, hosts: &[Running]) {
    club.rest();
    let begun = Instant::now();
    while let Some(left) = club.left() {
        let logs = || {
            hosts
                .iter()
                .map(Running::log)
                .collect::<Vec<_>>()
                .join("\n\n")
        };
        assert!(begun.elapsed() < PATIENCE, "{left}\n{}", logs());
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The tests that need PostgreSQL.
pub mod postgres {
    use super::*;

    pub fn two_hosts_under_faults() {
        let each = std::env::var(FAULTS).map_or(2, |text| text.parse().expect("a number"));
        assert!(each > 0, "no faults are no test");
        let mut chance = ChaCha12Rng::seed_from_u64(33);
        let mut plan: Vec<Fault> = ALL.iter().flat_map(|fault| vec![*fault; each]).collect();
        plan.shuffle(&mut chance);
        let mut database = Postgres::start(&[]);
        let (club, other) = club(&database, 8);
        let places = [&club.place, &other];
        let mut hosts = places.map(start);
        for fault in &plan {
            std::thread::sleep(Duration::from_millis(chance.random_range(100..900)));
            club.life.fetch_add(1, Ordering::SeqCst);
            let which = chance.random_range(0..2);
            match fault {
                Fault::Killed => {
                    hosts[which].signal("KILL");
                    hosts[which].end();
                    std::thread::sleep(Duration::from_millis(chance.random_range(0..3000)));
                    hosts[which] = start(places[which]);
                }
                Fault::Stopped => {
                    hosts[which].signal("STOP");
                    let longer = Duration::from_secs(LEASE) + Duration::from_millis(1500);
                    std::thread::sleep(longer);
                    // What it does next may be what the other has done meanwhile.
                    club.life.fetch_add(1, Ordering::SeqCst);
                    hosts[which].signal("CONT");
                }
                Fault::CutOff => assert!(database.run(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                     WHERE application_name LIKE 'zugpost/%'"
                )),
                Fault::Restarted => database.restart(),
            }
            club.life.fetch_add(1, Ordering::SeqCst);
            club.fill();
        }
        finish(&club, &hosts);
        for mut host in hosts {
            host.signal("TERM");
            assert!(host.end().0.success(), "{}", host.log());
        }
        let turns = club.turns_stand_once();
        let again = club.letters_have_arrived().len();
        let letters = club.letters() - again;
        assert!(turns > 0 && letters > 0);
        assert_eq!(club.number("quarantined_letters"), 0);
        println!(
            "{turns} turns, {letters} letters, {} faults, {again} letters sent twice",
            plan.len()
        );
    }

    pub fn one_of_two_hosts_dies_for_good() {
        let database = Postgres::start(&[]);
        let (club, other) = club(&database, 4);
        let mut one = start(&club.place);
        one.until("at work", |host| {
            host.log().contains("this host has the lease source:")
        });
        let mut two = start(&other);
        two.until("played", |_| club.turns() > 8);
        assert!(
            !two.log().contains("this host has the lease source:"),
            "{}",
            two.log()
        );
        let status = other.ok(&["status"]);
        let line = |host: &str| {
            let mut lines = status.lines().filter(|line| line.starts_with("host "));
            let line = lines.find(|line| line.contains(host));
            line.unwrap_or_else(|| panic!("{host}: {status}"))
                .to_owned()
        };
        assert!(line(" one: ").contains(", reads "), "{status}");
        assert!(!line(" two: ").contains(", reads "), "{status}");
        one.signal("KILL");
        one.end();
        let before = club.turns();
        two.until("taken over", |host| {
            host.log().contains("this host has the lease source:")
        });
        two.until("played on", |_| club.turns() > before + 8);
        finish(&club, &[two]);
        club.turns_stand_once();
    }
}

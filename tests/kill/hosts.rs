//! Several daemons on one PostgreSQL: killed, stopped for longer than a lease, cut off from the database, and without it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rand::rngs::ChaCha12Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::faults::{self, Fault, Happened, LEASE, LONG, LONGER, Network};
use super::place::Place;
use super::postgres::Postgres;
use super::proxy::{Proxy, Step, Then};
use super::running::Running;
use super::{campaign::Club, database};

/// How many hosts there are under faults; unset: two.
const HOSTS: &str = "ZUGPOST_HOSTS";
/// How many games are played at once under faults; unset: eight.
const GAMES: &str = "ZUGPOST_GAMES";
/// After so many minutes no further fault happens; unset: all of the plan do.
const MINUTES: &str = "ZUGPOST_MINUTES";
/// So many seconds at most the players think under faults; unset: not at all. With many games they would leave the hosts no
/// time to rest.
const THOUGHT: &str = "ZUGPOST_THOUGHT";
const PATIENCE: Duration = Duration::from_secs(90);
/// A long run says after so many faults how far it is.
const SAY: usize = 50;

/// The lines of the settings that name the database.
fn store(url: &str, host: &str) -> String {
    format!("[store]\nkind = \"postgres\"\nurl = \"{url}\"\nhost = \"{host}\"\nlease = {LEASE}\n")
}

fn start(place: &Place) -> Running {
    Running::spawn(place, place.command(&["run", "--verbose"]))
}

/// A number that is set in the environment.
fn number(name: &str) -> Option<usize> {
    let number = std::env::var(name).ok()?.parse().expect("a number");
    assert!(number > 0, "{name} is 0");
    Some(number)
}

/// A club without a daemon.
fn club(database: &Postgres, games: usize) -> Club {
    let made = |place: &Place| drop(place.ok(&["db", "migrate"]));
    Club::new(games, &store(&database.url(None), "commands"), made)
}

/// A host of a club that reaches the database by this URL.
fn host(club: &Club, url: &str, name: &str) -> Place {
    let place = Place::new();
    club.join(&place, &store(url, name));
    place
}

/// Hosts of a club under faults.
struct Hosts {
    database: Postgres,
    networks: Vec<Network>,
    places: Vec<Place>,
    running: Vec<Running>,
    chance: ChaCha12Rng,
    /// How many have ended because they did not reach the database while they began.
    never_begun: usize,
}

impl Hosts {
    /// Starts those again that have ended because they did not reach the database while they began, as systemd does. That
    /// is the only reason to end.
    fn start_again(&mut self) {
        for (host, place) in self.running.iter_mut().zip(&self.places) {
            let Some(status) = host.ended() else { continue };
            let log = last_lines(&host.log());
            let last = log.lines().last().unwrap_or_default();
            // Also in the middle of writing something: it does not matter whether that was written.
            let why = [
                "zugpost: the database cannot be used: ",
                "zugpost: the database was lost while it wrote: ",
            ];
            let is_why = why.iter().any(|why| last.starts_with(why));
            assert!(status.code() == Some(1) && is_why, "{status}: {log}");
            self.never_begun += 1;
            *host = start(place);
        }
    }

    /// Waits a random time below this.
    fn wait(&mut self, milliseconds: u64) {
        let time = self.chance.random_range(0..milliseconds);
        std::thread::sleep(Duration::from_millis(time));
    }

    /// Cuts the connections of a host at this step of a transaction.
    fn cut_at(&self, which: usize, step: Step, then: Then) {
        let is_cut = self.networks[which].is_cut_at(step, then);
        let log = last_lines(&self.running[which].log());
        assert!(is_cut, "host {which} comes to no {step:?}: {log}");
    }

    /// Lets a fault happen to any host, to its end.
    fn suffer(&mut self, fault: Fault) -> Happened {
        self.start_again();
        let which = self.chance.random_range(0..self.places.len());
        let begun = Instant::now();
        match fault {
            Fault::Killed => {
                self.running[which].signal("KILL");
                self.running[which].end();
                self.wait(3000);
                self.running[which] = start(&self.places[which]);
            }
            Fault::Stopped => {
                self.running[which].signal("STOP");
                let pause = if self.chance.random_ratio(1, 4) {
                    LONG
                } else {
                    LONGER
                };
                std::thread::sleep(pause);
                self.running[which].signal("CONT");
            }
            Fault::Ended => assert!(self.database.run(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE application_name LIKE 'zugpost/%'"
            )),
            Fault::Restarted => self.database.restart(),
            Fault::Cut => self.networks[which].cut(),
            Fault::CutWithin => self.cut_at(which, Step::Row, Then::CutWithin),
            Fault::CommitLost => self.cut_at(which, Step::Committed, Then::Cut),
            Fault::Silent => {
                self.networks[which].set_silent(true);
                std::thread::sleep(LONGER);
                self.networks[which].set_silent(false);
            }
        }
        if let Fault::Cut | Fault::CutWithin | Fault::CommitLost = fault {
            self.wait(3000);
            self.networks[which].mend();
        }
        let over = Instant::now();
        Happened { fault, begun, over }
    }
}

/// The last lines of a log that may be long.
fn last_lines(log: &str) -> String {
    let lines: Vec<&str> = log.lines().collect();
    lines[lines.len().saturating_sub(40)..].join("\n")
}

/// Until everything is done.
fn finish(club: &Club, hosts: &[Running]) {
    club.rest();
    let begun = Instant::now();
    while let Some(left) = club.left() {
        let logs = || {
            let logs = hosts.iter().map(|host| last_lines(&host.log()));
            logs.collect::<Vec<_>>().join("\n\n")
        };
        assert!(begun.elapsed() < PATIENCE, "{left}\n{}", logs());
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The tests that need PostgreSQL.
pub mod postgres {
    use super::*;

    pub fn hosts_under_faults() {
        let counts = faults::counts();
        let (hosts, games) = (number(HOSTS).unwrap_or(2), number(GAMES).unwrap_or(8));
        let minutes = number(MINUTES).unwrap_or(usize::MAX);
        let mut plan: Vec<Fault> = Vec::new();
        for ((fault, _), count) in faults::ALL.into_iter().zip(counts) {
            plan.extend(vec![fault; count]);
        }
        let mut chance = ChaCha12Rng::seed_from_u64(33);
        plan.shuffle(&mut chance);
        let mut database = Postgres::start(&[]);
        let club = club(&database, games);
        club.think(Duration::from_secs(number(THOUGHT).unwrap_or(0) as u64));
        // A database that was killed passes over some numbers.
        database.restart();
        club.begin();
        let networks: Vec<Network> = (0..hosts).map(|_| Network::new(&database)).collect();
        let places: Vec<Place> = (1..)
            .zip(&networks)
            .map(|(number, network)| host(&club, &network.url(), &format!("host{number}")))
            .collect();
        let mut hosts = Hosts {
            database,
            networks,
            running: places.iter().map(start).collect(),
            places,
            chance,
            never_begun: 0,
        };
        let begun = Instant::now();
        let mut happened = Vec::new();
        for fault in &plan {
            if begun.elapsed().as_secs() / 60 >= minutes as u64 {
                break;
            }
            hosts.wait(1000);
            happened.push(hosts.suffer(*fault));
            club.fill();
            if happened.len().is_multiple_of(SAY) {
                println!(
                    "{} of {} faults after {} s: {} turns, {} letters",
                    happened.len(),
                    plan.len(),
                    begun.elapsed().as_secs(),
                    club.turns(),
                    club.letters()
                );
            }
        }
        let lasted = begun.elapsed().as_secs();
        hosts.start_again();
        finish(&club, &hosts.running);
        for host in &mut hosts.running {
            host.signal("TERM");
            assert!(host.end().0.success(), "{}", last_lines(&host.log()));
        }
        let turns = club.turns_stand_once();
        let again = club.letters_have_arrived();
        let letters = club.letters() - again.len();
        assert!(turns > 0 && letters > 0);
        club.clock_is_trusted();
        for quarantined in ["parked_mails", "quarantined_letters"] {
            assert_eq!(club.number(quarantined), 0, "{quarantined}");
        }
        println!(
            "{} hosts, {games} games at once, {turns} turns, {letters} letters, {} faults in {lasted} s, \
             {} letters sent twice; {} times a host did not reach the database while it began",
            hosts.places.len(),
            happened.len(),
            again.len(),
            hosts.never_begun
        );
        faults::table(&happened, &again);
    }

    /// The database has given a mail to a host, and the host does not learn it: it goes on living, and no other host may take
    /// over what it has.
    pub fn a_mail_whose_claim_was_not_answered_is_judged() {
        let armed = Arc::new(AtomicBool::new(false));
        let is_armed = Arc::clone(&armed);
        let claims = |text: &String| text.starts_with("UPDATE inbox SET attempts = attempts + 1");
        let proxy = Proxy::start(&database::new_schema(), move |step, statements| {
            let claimed = step == Step::Committed && statements.iter().any(claims);
            match claimed && is_armed.swap(false, Ordering::SeqCst) {
                true => Then::Cut,
                false => Then::Serve,
            }
        });
        let mut place = database::place_at(&proxy.url());
        place.new_game();
        let mut daemon = start(&place);
        daemon.letters(&place, 2);
        armed.store(true, Ordering::SeqCst);
        let letter = place.newest("anna@example.org", 1);
        let mail = place.answer(&letter, "@@a3");
        place.deliver(&mail);
        daemon.until("cut", |_| !armed.load(Ordering::SeqCst));
        proxy.mend();
        daemon.letters(&place, 4);
        let left = "SELECT count(*) FROM inbox WHERE status = 'new' OR attempts <> 1";
        assert_eq!(database::number(&place, left), 0);
        let counted = "SELECT count(*) FROM budgets WHERE kind = 'mails' AND count <> 1";
        assert_eq!(database::number(&place, counted), 0);
    }

    pub fn one_of_two_hosts_dies_for_good() {
        let database = Postgres::start(&[]);
        let club = club(&database, 4);
        let url = database.url(None);
        let [first, other] = ["one", "two"].map(|name| host(&club, &url, name));
        let mut one = start(&first);
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

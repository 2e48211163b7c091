//! What happens to hosts, and which letters were sent twice because of it.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::campaign::Twice;
use super::players::lock;
use super::postgres::Postgres;
use super::proxy::{Proxy, Step, Then};

/// How often each fault happens: a number for all, and `NAME=NUMBER` for one, as in `240 stopped=300`; unset: a few times.
const FAULTS: &str = "ZUGPOST_FAULTS";
/// How often each fault happens if nothing else is said.
const FEW: usize = 2;
/// The longest silence of a host, in seconds.
pub const LEASE: u64 = 2;
/// So long a host has to be silent that others take over its work.
pub const LONGER: Duration = Duration::from_millis(LEASE * 1000 + 1500);
/// So long a host is stopped now and then: a time that it was measuring meanwhile is wrong by more than the clock of the
/// database may be.
pub const LONG: Duration = Duration::from_secs(8);
/// How long a host that has work may take until it commits some.
const PATIENCE: Duration = Duration::from_secs(60);

/// What happens to a host, or to the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The host is killed (SIGKILL), and starts again.
    Killed,
    /// It is stopped (SIGSTOP) for longer than its lease lasts, and goes on.
    Stopped,
    /// The database ends the connections of all hosts.
    Ended,
    /// The database is killed, and starts again.
    Restarted,
    /// The connections of the host are cut, and it gets no others for a while.
    Cut,
    /// The same, in the middle of an answer.
    CutWithin,
    /// The same, when the database has committed and the host does not know yet.
    CommitLost,
    /// Nothing comes through the connections of the host for longer than its lease lasts; then they go on.
    Silent,
}

/// All faults, with their names.
pub const ALL: [(Fault, &str); 8] = [
    (Fault::Killed, "killed"),
    (Fault::Stopped, "stopped"),
    (Fault::Ended, "ended"),
    (Fault::Restarted, "restarted"),
    (Fault::Cut, "cut"),
    (Fault::CutWithin, "cut-within"),
    (Fault::CommitLost, "commit-lost"),
    (Fault::Silent, "silent"),
];

/// How often each fault happens, in the order of [`ALL`].
pub fn counts() -> [usize; ALL.len()] {
    let text = std::env::var(FAULTS).unwrap_or_default();
    let counts = counts_in(&text).unwrap_or_else(|word| panic!("{word:?} in {FAULTS}"));
    assert!(counts.iter().sum::<usize>() > 0, "no faults are no test");
    counts
}

/// The counts that a text says; an error is a word that says none.
fn counts_in(text: &str) -> Result<[usize; ALL.len()], &str> {
    let mut counts = [FEW; ALL.len()];
    for word in text.split_whitespace() {
        let (name, number) = word.split_once('=').unwrap_or(("", word));
        let number: usize = number.parse().map_err(|_| word)?;
        if name.is_empty() {
            counts = [number; ALL.len()];
        } else {
            let known = ALL.iter().position(|(_, known)| *known == name);
            counts[known.ok_or(word)?] = number;
        }
    }
    Ok(counts)
}

pub fn counts_are_read() {
    assert_eq!(counts_in(""), Ok([2; 8]));
    assert_eq!(counts_in("5 stopped=9"), Ok([5, 9, 5, 5, 5, 5, 5, 5]));
    assert_eq!(counts_in("0 silent=1"), Ok([0, 0, 0, 0, 0, 0, 0, 1]));
    assert_eq!(counts_in("5 stoped=9"), Err("stoped=9"));
    assert_eq!(counts_in("many"), Err("many"));
}

/// What waits on the way between a host and the database.
#[derive(Default)]
struct Trap {
    /// What is done when this happens next.
    next: Option<(Step, Then)>,
    /// Whether it may happen to transactions that write no mail, event or letter.
    any: bool,
    /// Whether nothing comes through.
    silent: bool,
}

/// The way between a host and the database.
pub struct Network {
    proxy: Proxy,
    trap: Arc<Mutex<Trap>>,
}

impl Network {
    pub fn new(database: &Postgres) -> Self {
        let trap = Arc::<Mutex<Trap>>::default();
        let on_the_way = Arc::clone(&trap);
        let proxy = Proxy::start(&database.url(None), move |step, statements| {
            while lock(&on_the_way).silent {
                std::thread::sleep(Duration::from_millis(10));
            }
            let mut trap = lock(&on_the_way);
            let next = trap.next.filter(|(at, _)| *at == step);
            match next.filter(|_| trap.any || writes_work(statements)) {
                Some((_, then)) => {
                    trap.next = None;
                    then
                }
                None => Then::Serve,
            }
        });
        Self { proxy, trap }
    }

    /// The URL by which the host reaches the database.
    pub fn url(&self) -> String {
        self.proxy.url()
    }

    pub fn cut(&self) {
        self.proxy.cut();
    }

    pub fn mend(&self) {
        self.proxy.mend();
    }

    pub fn set_silent(&self, silent: bool) {
        lock(&self.trap).silent = silent;
    }

    /// Waits until all connections were cut at this step of a transaction; false if that never comes.
    pub fn is_cut_at(&self, step: Step, then: Then) -> bool {
        lock(&self.trap).next = Some((step, then));
        let begun = Instant::now();
        while lock(&self.trap).next.is_some() {
            if begun.elapsed() > PATIENCE {
                return false;
            }
            // A host beside others may have no work for a while, but it gives signs of life.
            lock(&self.trap).any = begun.elapsed() > LONGER;
            std::thread::sleep(Duration::from_millis(5));
        }
        lock(&self.trap).any = false;
        true
    }
}

/// Whether a transaction writes mails, events or letters.
fn writes_work(statements: &[String]) -> bool {
    let writes = |text: &&String| !text.starts_with("SELECT") && !text.starts_with("BEGIN");
    let tables = ["inbox", "outbox", "events"];
    let mut written = statements.iter().filter(writes);
    written.any(|text| tables.iter().any(|table| text.contains(table)))
}

/// A fault that has happened.
#[derive(Clone, Copy, Debug)]
pub struct Happened {
    pub fault: Fault,
    pub begun: Instant,
    pub over: Instant,
}

/// The fault because of which a letter was sent twice: one that lasted, or had effects, between both times.
fn cause(all: &[Happened], twice: &Twice) -> Option<Fault> {
    // What a host has begun during a fault is taken over when its lease is over.
    let effects = Duration::from_secs(LEASE);
    let mut before = all
        .iter()
        .filter(|happened| happened.begun <= twice.next.at);
    let lasted = before
        .clone()
        .find(|happened| happened.over >= twice.first.at);
    let found = lasted.or_else(|| before.rfind(|one| one.over + effects >= twice.first.at));
    found.map(|happened| happened.fault)
}

/// Prints how often each fault has happened, and how many letters were sent twice because of it.
pub fn table(all: &[Happened], again: &[Twice]) {
    let causes: Vec<Fault> = again
        .iter()
        .map(|twice| cause(all, twice).unwrap_or_else(|| panic!("without a fault: {twice:?}")))
        .collect();
    println!("{:12} {:>5} {:>10}", "fault", "times", "sent twice");
    for (fault, name) in ALL {
        let times = all.iter().filter(|one| one.fault == fault).count();
        let twice = causes.iter().filter(|cause| **cause == fault).count();
        println!("{name:12} {times:>5} {twice:>10}");
    }
}

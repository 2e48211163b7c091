//! The server, on the real database, source and transport, watched: it writes down every letter that
//! it hands over, and stops for ever at a point that the test names.

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicUsize, Ordering};

use chrono::{DateTime, TimeDelta, Utc};
use data_encoding::HEXLOWER;
use rustix::process::{Signal, getpid, getppid, kill_process};
use sha2::{Digest, Sha256};
use zugpost::cli::server::{AsConfigured, Connect};
use zugpost::clock::{Clock, SystemClock};
use zugpost::config::{Config, DatabaseUrl, StoreSettings};
use zugpost::mail::source::Source;
use zugpost::mail::transport::{Delivery, Outgoing, Transport};
use zugpost::office::apart::COMMAND;
use zugpost::store::{SqliteStore, Store};

use super::database;
use super::place::Place;
use super::points::{Point, Watch, Within};
use super::proxy::{Proxy, Step, Then};

/// The file in which it writes down what it hands over. Where this is set, this program is the
/// server.
const RECORD: &str = "ZUGPOST_TEST_RECORD";
/// The point to stop at, such as `Committed:2` for the second time that it is passed.
const PAUSE: &str = "ZUGPOST_TEST_PAUSE_AT";
/// The point at which the process kills itself (SIGKILL), such as `Committed:2`.
const DIE: &str = "ZUGPOST_TEST_DIE_AT";
/// The file with the seconds by which the clock of the server differs from that of the machine.
const CLOCK: &str = "ZUGPOST_TEST_CLOCK";
/// The point at which the process aborts, each time that it is passed.
const ABORT: &str = "ZUGPOST_TEST_ABORT_AT";
/// How a process that works apart ends at that point: one of [`ENDS`]; unset: it does not.
const APART: &str = "ZUGPOST_TEST_APART";
/// If set, only such a process ends at that point.
const ONLY_APART: &str = "ZUGPOST_TEST_ONLY_APART";
/// The file in which a process that works apart writes a line when it ends so.
const ENDED: &str = "ZUGPOST_TEST_APART_ENDED";

/// The ways to end by itself.
pub const ENDS: [&str; 5] = ["abort", "overflow", "memory", "panic", "spin"];

/// The server as a command, with the settings of a place and the arguments of `zugpost`.
pub fn command(place: &Place, arguments: &[&str], pause: Option<&str>) -> Command {
    let shipped = place.command(arguments);
    let mut command = Command::new(env::current_exe().expect("this program"));
    command
        .args(shipped.get_args())
        .env_remove("ZUGPOST_CONFIG")
        .env(RECORD, place.path("handed-over"))
        .env(CLOCK, clock_file(place))
        .env_remove(PAUSE)
        .env_remove(DIE)
        .env_remove(ABORT)
        .env_remove(APART)
        .env_remove(ONLY_APART)
        .env(ENDED, place.path("ended-apart"))
        .envs(pause.map(|point| (PAUSE, point)))
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped());
    command
}

/// The server, which aborts at a point.
pub fn aborting(place: &Place, arguments: &[&str], point: &str) -> Command {
    let mut command = command(place, arguments, None);
    command.env(ABORT, point);
    command
}

/// The server, which aborts at a point, while a process that works apart ends in this way there. `killed:2`: it is killed
/// there the first two times; `cut`: both are killed.
pub fn aborting_apart(place: &Place, arguments: &[&str], point: &str, how: &str) -> Command {
    let mut command = aborting(place, arguments, point);
    command.env(APART, how);
    command
}

/// The server; a process that works apart is killed at a point the first times.
pub fn killing_apart(place: &Place, arguments: &[&str], point: &str, times: usize) -> Command {
    let mut command = aborting_apart(place, arguments, point, &format!("killed:{times}"));
    command.env(ONLY_APART, "yes");
    command
}

/// How often a process that works apart has ended before it was done.
pub fn ended_apart(place: &Place) -> usize {
    let ends = fs::read_to_string(place.path("ended-apart")).unwrap_or_default();
    ends.lines().count()
}

/// The file with the seconds by which its clock differs from that of the machine, if there is one.
pub fn clock_file(place: &Place) -> String {
    place.path("clock")
}

/// The server, which is killed at a point.
pub fn dying(place: &Place, arguments: &[&str], point: Option<&str>) -> Command {
    let mut command = command(place, arguments, None);
    command.envs(point.map(|point| (DIE, point)));
    command
}

/// What it has handed over since the place was made: Message-ID and digest, in order.
pub fn handed_over(place: &Place) -> Vec<(String, String)> {
    let record = fs::read_to_string(place.path("handed-over")).unwrap_or_default();
    let pair = |line: &str| {
        let (id, digest) = line.split_once(' ').expect("two words");
        (id.to_owned(), digest.to_owned())
    };
    record.lines().map(pair).collect()
}

/// How many letters were handed over without a note that they were.
pub fn in_doubt(place: &Place) -> usize {
    let sent = database::number(place, "SELECT count(*) FROM outbox WHERE status = 'sent'");
    handed_over(place).len() - copies(place) - usize::try_from(sent).expect("a count")
}

/// How often a letter was handed over that had been before.
pub fn copies(place: &Place) -> usize {
    let handed = handed_over(place);
    let letters: BTreeSet<&String> = handed.iter().map(|(id, _)| id).collect();
    handed.len() - letters.len()
}

/// Runs as the server if this process was started as one.
pub fn run() -> Option<ExitCode> {
    let record = PathBuf::from(env::var_os(RECORD)?);
    let pause = env::var(PAUSE).ok();
    let abort = env::var(ABORT).ok();
    let die = env::var(DIE).ok();
    let passed = AtomicUsize::new(0);
    let apart = env::args().nth(1).as_deref() == Some(COMMAND);
    let watch = Watch::new(move |point| {
        if apart {
            if let (Some(at), Ok(how)) = (&abort, env::var(APART))
                && format!("{point:?}") == *at
            {
                end_apart(&how);
            }
            return;
        }
        if env::var_os(ONLY_APART).is_none()
            && abort.as_ref().is_some_and(|at| format!("{point:?}") == *at)
        {
            std::process::abort();
        }
        let Some(wanted) = pause.as_ref().or(die.as_ref()) else {
            return;
        };
        let (name, count) = wanted.split_once(':').expect("POINT:COUNT");
        let at = format!("{point:?}");
        // `TokenRead` is any token.
        if at != name && at.split('(').next() != Some(name) {
            return;
        }
        let passed = passed.fetch_add(1, Ordering::SeqCst) + 1;
        if count.parse() == Ok(passed) {
            if die.is_some() {
                // Nothing else goes on, as it would beside a thread that is stopped.
                let _ = kill_process(getpid(), Signal::KILL);
            }
            eprintln!("paused at {wanted}");
            loop {
                std::thread::park();
            }
        }
    });
    let clock = PathBuf::from(env::var_os(CLOCK)?);
    let connect: &'static Watching = Box::leak(Box::new(Watching {
        watch,
        record,
        clock,
    }));
    Some(zugpost::cli::main_with(connect))
}

/// Ends a process that works apart.
fn end_apart(how: &str) {
    let file = env::var_os(ENDED).expect("a file");
    let mut file = File::options()
        .create(true)
        .append(true)
        .open(file)
        .expect("a file");
    writeln!(file, "{how}").expect("written");
    match how {
        "abort" => std::process::abort(),
        "overflow" => drop(overflow(0)),
        "memory" => {
            let mut all = Vec::new();
            loop {
                all.push(vec![1_u8; 1 << 20]);
            }
        }
        // One that is caught is a fault of the mail, too: this one is not.
        "panic" => std::process::exit(101),
        "spin" => loop {
            std::hint::black_box(how);
        },
        "cut" => {
            let _ = kill_process(getppid().expect("a parent"), Signal::KILL);
            let _ = kill_process(getpid(), Signal::KILL);
        }
        how => {
            let most = how.strip_prefix("killed:").expect("a way to end");
            let ends = fs::read_to_string(env::var_os(ENDED).expect("a file")).expect("lines");
            if ends.lines().count() <= most.parse().expect("a number") {
                let _ = kill_process(getpid(), Signal::KILL);
            }
        }
    }
}

/// Uses up the stack.
fn overflow(depth: usize) -> usize {
    let here = std::hint::black_box([depth; 64]);
    here[0]
        + if depth < usize::MAX {
            overflow(depth + 1)
        } else {
            0
        }
}

/// A statement that puts a letter into the outbox.
const LETTER: &str = "INSERT INTO outbox ";

struct Watching {
    watch: Watch,
    record: PathBuf,
    clock: PathBuf,
}

impl Watching {
    /// A store in PostgreSQL. Points within its transactions are told of by a proxy, which belongs to this process: what it
    /// does not pass on PostgreSQL never knows.
    fn on_the_way(&self, config: &Config, url: &str) -> anyhow::Result<Box<dyn Store>> {
        let within = Within::default();
        let (watch, point) = (self.watch.clone(), Within::clone(&within));
        let proxy = Proxy::start(url, move |step, statements| {
            let last = statements.last().map_or("", String::as_str);
            let point = *point.lock().expect("no panic");
            match (step, point) {
                (Step::Sent, _) if last.starts_with(LETTER) => watch.tell(Point::LetterWritten),
                (Step::Asked, Some(point)) => watch.tell(point),
                _ => {}
            }
            Then::Serve
        });
        let mut config = config.clone();
        config.store = config.store.at(&proxy.url()).map_err(anyhow::Error::msg)?;
        Ok(self
            .watch
            .store_within(AsConfigured.store(&config)?, within))
    }
}

/// The machine's clock, set by what is in a file.
struct Set(PathBuf);

impl Clock for Set {
    fn now(&self) -> DateTime<Utc> {
        let text = fs::read_to_string(&self.0).unwrap_or_default();
        SystemClock.now() + TimeDelta::seconds(text.trim().parse().unwrap_or(0))
    }
}

impl Connect for Watching {
    fn store(&self, config: &Config) -> anyhow::Result<Box<dyn Store>> {
        if let StoreSettings::Postgres(settings) = &config.store {
            let DatabaseUrl::Plain(url) = &settings.url else {
                panic!("the tests write the URL");
            };
            return self.on_the_way(config, url);
        }
        let store = SqliteStore::open(&config.database())?;
        Ok(self
            .watch
            .sqlite(store.keep_sent(config.server.keep_sent))?)
    }

    fn source(&self, config: &Config) -> Option<Box<dyn Source>> {
        Some(self.watch.source(AsConfigured.source(config)?))
    }

    fn clock(&self) -> Box<dyn Clock> {
        Box::new(Set(self.clock.clone()))
    }

    fn transport(&self, config: &Config) -> Box<dyn Transport> {
        let recorded = Recorded(AsConfigured.transport(config), self.record.clone());
        self.watch.transport(Box::new(recorded))
    }
}

/// A transport that writes down what it hands over. The Maildir behind it drops a letter that it
/// has already.
struct Recorded(Box<dyn Transport>, PathBuf);

impl Transport for Recorded {
    fn send(&mut self, letter: &Outgoing<'_>) -> Delivery {
        let delivery = self.0.send(letter);
        if delivery == Delivery::Sent {
            note(&self.1, letter).expect("the record can be written");
        }
        delivery
    }

    fn close(&mut self) {
        self.0.close();
    }
}

fn note(record: &Path, letter: &Outgoing<'_>) -> std::io::Result<()> {
    let digest = HEXLOWER.encode(&Sha256::digest(letter.raw));
    let mut file = File::options().create(true).append(true).open(record)?;
    writeln!(file, "{} {digest}", letter.message_id)
}

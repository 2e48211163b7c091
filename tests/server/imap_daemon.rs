//! The daemon on an IMAP server that fails: what waits is done when the fault is gone, `status` and `doctor`
//! say what is wrong, and nothing is tried in a tight loop.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::host::{Host, Then};
use super::peer::Talk;
use super::place::Place;
use super::running::Running;

/// How long each fault lasts.
const WINDOW: Duration = Duration::from_secs(4);
/// The pauses are 0.5 to 1, 1 to 2 and 2 to 4 seconds; the first try has none, one more may have been on its way, and
/// `doctor` connects once.
const TRIES: usize = 6;
/// All of the process, in kB.
const MEMORY: u64 = 64 << 10;

struct Fault {
    name: &'static str,
    /// What the host does at a command, and how often that has happened.
    hook: fn(&Host, &mut Talk, &str, usize) -> Then,
    /// Whether the mail can be answered in spite of it.
    answered: bool,
    /// What `status` and `doctor` have to say; empty if there is nothing to say.
    words: &'static str,
}

/// Cuts the connection at commands that begin with one of these.
fn cut(command: &str, at: &[&str]) -> Then {
    if at.iter().any(|at| command.starts_with(at)) {
        Then::Cut
    } else {
        Then::Serve
    }
}

const FAULTS: [Fault; 14] = [
    Fault {
        name: "cut in the greeting",
        hook: |_, _, command, _| cut(command, &["IDLING", "GREETING"]),
        answered: false,
        words: "does not greet us",
    },
    Fault {
        name: "BYE as greeting",
        hook: |_, talk, command, _| {
            if command == "GREETING" {
                talk.say_line("* BYE too many connections");
            }
            cut(command, &["IDLING", "GREETING"])
        },
        answered: false,
        words: "too many connections",
    },
    Fault {
        name: "cut in the login",
        hook: |_, _, command, _| cut(command, &["IDLING", "LOGIN"]),
        answered: false,
        words: "cut at login",
    },
    Fault {
        name: "cut in SELECT",
        hook: |_, _, command, _| cut(command, &["IDLING", "SELECT"]),
        answered: false,
        words: "connection broke",
    },
    Fault {
        name: "cut in FETCH",
        hook: |_, talk, command, _| {
            if command.contains("BODY.PEEK") {
                talk.say("* 1 FETCH (UID 1 BODY[]<0> {9000}\nFrom: somebody\n");
                return Then::Cut;
            }
            Then::Serve
        },
        answered: false,
        words: "connection broke",
    },
    Fault {
        name: "BYE in FETCH",
        hook: |_, talk, command, _| {
            if command.contains("BODY.PEEK") {
                talk.say_line("* BYE going down for maintenance");
                return Then::Cut;
            }
            Then::Serve
        },
        answered: false,
        words: "connection broke",
    },
    Fault {
        name: "cut in IDLE, at once",
        hook: |_, _, command, _| cut(command, &["IDLE", "IDLING"]),
        answered: true,
        words: "",
    },
    Fault {
        name: "cut in IDLE, after a while",
        hook: |_, _, command, times| {
            if command == "IDLING" && times % 110 == 109 {
                return Then::Cut;
            }
            Then::Serve
        },
        answered: true,
        words: "",
    },
    Fault {
        name: "BYE in IDLE",
        hook: |_, talk, command, _| {
            if command == "IDLING" {
                talk.say_line("* BYE idle for too long");
                return Then::Cut;
            }
            Then::Serve
        },
        answered: true,
        words: "",
    },
    Fault {
        name: "cut in MOVE, before it is done",
        hook: |_, _, command, _| cut(command, &["UID MOVE"]),
        answered: true,
        words: "connection broke",
    },
    Fault {
        name: "cut in MOVE, after it was done",
        hook: |host, _, command, _| {
            if command.starts_with("UID MOVE") {
                let mut mailbox = host.mailbox();
                let all = std::mem::take(&mut mailbox.inbox);
                mailbox.processed.extend(all.into_values());
                return Then::Cut;
            }
            Then::Serve
        },
        answered: true,
        words: "",
    },
    Fault {
        name: "UIDVALIDITY changed before MOVE",
        hook: |host, _, command, _| {
            if command.starts_with("UID MOVE") && host.mailbox().validity == 7 {
                let mut mailbox = host.mailbox();
                mailbox.validity += 1;
                mailbox.last_uid += 10;
                let last = mailbox.last_uid;
                let all = std::mem::take(&mut mailbox.inbox);
                mailbox.inbox = (last - 5..).zip(all.into_values()).collect();
                return Then::Cut;
            }
            Then::Serve
        },
        answered: true,
        words: "",
    },
    Fault {
        name: "vanishes between SEARCH and FETCH",
        hook: |host, _, command, _| {
            if command.contains("BODY.PEEK") || command.contains("RFC822.SIZE") {
                // Another client moves it away, and back later on.
                let mut mailbox = host.mailbox();
                let all = std::mem::take(&mut mailbox.inbox);
                let host = host.clone();
                thread::spawn(move || {
                    thread::sleep(WINDOW);
                    for mail in all.into_values() {
                        host.deliver(&String::from_utf8(mail).expect("text"));
                    }
                });
            }
            Then::Serve
        },
        answered: false,
        words: "",
    },
    Fault {
        name: "slower than the time-out",
        hook: |_, _, command, _| {
            if command.contains("SEARCH") {
                thread::sleep(Duration::from_millis(1500));
            }
            Then::Serve
        },
        answered: false,
        words: "within 1 s",
    },
];

/// A place whose mail comes by IMAP.
fn place(host: &Host) -> Place {
    let place = Place::new();
    let file = place.path("zugpost.toml");
    let text = fs::read_to_string(&file).expect("settings");
    let (head, rest) = text.split_once("[inbox]").expect("an inbox");
    let (_, out) = rest.split_once("[outbox]").expect("an outbox");
    let inbox = host.inbox(1);
    fs::write(file, format!("{head}[inbox]\n{inbox}[outbox]{out}")).expect("written");
    place
}

/// The most memory that a process has had, in kB.
pub fn memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("a process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.expect("VmHWM").trim().trim_end_matches(" kB");
    number.parse().expect("a number")
}

/// The turns of a game.
pub fn turns(place: &Place) -> usize {
    let shown: Value =
        serde_json::from_str(&place.ok(&["game", "show", "1", "--json"])).expect("JSON");
    shown["turns"].as_array().expect("turns").len()
}

/// Whether what `status` prints says that a queue fails, with these words.
fn is_told(status: &str, queue: &str, words: &str) -> bool {
    let line = status.lines().find(|line| line.starts_with(queue));
    let line = line.expect("a line of the queue");
    line.contains("FAILED") && line.contains(words)
}

/// Checks that `status` and `doctor` name a trouble of a queue.
pub fn told(place: &Place, name: &str, queue: &str, words: &str) {
    let status = place.ok(&["status"]);
    assert!(is_told(&status, queue, words), "{name}: {status}");
    let error = status.lines().find(|line| line.starts_with("error"));
    assert!(
        error.is_some_and(|line| line.contains(words)),
        "{name}: {status}"
    );
    let doctor = place.run(&["doctor"]);
    let wrong = doctor
        .out
        .lines()
        .any(|line| line.starts_with("WRONG") && line.contains(words));
    assert!(doctor.code == 1 && wrong, "{name}: {}", doctor.out);
}

fn lives_through(fault: &Fault) {
    let name = fault.name;
    let host = Host::new();
    let mut place = place(&host);
    place.new_game();
    let mut daemon = Running::start(&place);
    daemon.letters(&place, 2);
    daemon.until("waiting for mail", |_| host.logins() == 1);
    let letter = place.newest("anna@example.org", 1);
    let mail = place.answer(&letter, "@@f3");
    let counted = Arc::new(AtomicUsize::new(0));
    let connections = Arc::new(AtomicUsize::new(0));
    let (own, counter, hook) = (host.clone(), connections.clone(), fault.hook);
    host.at_imap(move |talk, command| {
        if command == "GREETING" {
            counter.fetch_add(1, Ordering::SeqCst);
        }
        hook(&own, talk, command, counted.fetch_add(1, Ordering::SeqCst))
    });
    // The connection that waits for mail has seen the fault before the mail comes.
    thread::sleep(Duration::from_millis(100));
    host.deliver(&mail);
    let delivered = Instant::now();
    if !fault.words.is_empty() {
        // At once: a mail that has broken three connections is left aside, and no trouble any more.
        daemon.until("told", |_| {
            is_told(&place.ok(&["status"]), "fetching", fault.words)
        });
        told(&place, name, "fetching", fault.words);
    }
    thread::sleep(WINDOW.saturating_sub(delivered.elapsed()));
    let tries = connections.load(Ordering::SeqCst);
    println!("{name}: {tries} connections in {WINDOW:?}");
    assert!(
        tries <= TRIES,
        "{name}: {tries} connections: {}",
        daemon.log()
    );
    assert_eq!(
        turns(&place),
        usize::from(fault.answered),
        "{name}: {}",
        daemon.log()
    );
    host.mend();
    daemon.letters(&place, 4);
    daemon.until("marked", |_| {
        let mailbox = host.mailbox();
        mailbox.inbox.is_empty() && mailbox.processed.len() == 1
    });
    daemon.until("well", |_| place.ok(&["status"]).contains("error    none"));
    assert_eq!(turns(&place), 1, "{name}");
    // A mail that comes again under another number is answered again, with the same words.
    let letters = place.letters().len();
    assert!(
        letters == 4 || letters == 5 && name.starts_with("UIDVALIDITY"),
        "{name}: {letters}"
    );
    let used = memory(daemon.process());
    assert!(used < MEMORY, "{name}: {used} kB");
}

#[test]
fn a_mail_server_that_fails_is_lived_through() {
    thread::scope(|scope| {
        for fault in &FAULTS {
            scope.spawn(move || lives_through(fault));
        }
    });
}

/// A mailbox that was restored from a backup numbers its mails anew, under the same UIDVALIDITY, while connections are
/// cut: the mail that has the number of an earlier one is another mail.
#[test]
fn a_mail_with_the_number_of_another_one_is_played_in_spite_of_cuts() {
    let host = Host::new();
    let mut place = place(&host);
    place.new_game();
    let mut daemon = Running::start(&place);
    daemon.letters(&place, 2);
    let turn = |place: &mut Place, player: &str, text: &str| {
        let letter = place.newest(player, 1);
        let mail = place.answer(&letter, text);
        host.deliver(&mail);
    };
    turn(&mut place, "anna@example.org", "@@f3");
    daemon.letters(&place, 4);
    daemon.until("marked", |_| host.mailbox().processed.len() == 1);
    assert_eq!(host.mailbox().last_uid, 1);
    let cuts = Arc::new(AtomicUsize::new(0));
    let counter = cuts.clone();
    host.at_imap(move |_, command| {
        let now = command == "IDLING" || command.starts_with("UID MOVE");
        if now && counter.fetch_add(1, Ordering::SeqCst) < 3 {
            return Then::Cut;
        }
        Then::Serve
    });
    daemon.until("cut", |_| cuts.load(Ordering::SeqCst) > 0);
    host.mailbox().last_uid = 0;
    turn(&mut place, "boris@example.net", "@@f6");
    daemon.letters(&place, 6);
    daemon.until("marked", |_| host.mailbox().processed.len() == 2);
    assert_eq!((turns(&place), place.letters().len()), (2, 6));
    assert!(cuts.load(Ordering::SeqCst) >= 3);
    assert_eq!(host.mailbox().last_uid, 1);
}

/// Ten thousand mails wait, and a player's turn behind them.
#[test]
fn ten_thousand_waiting_mails_are_read_within_bounded_memory() {
    const WAITING: usize = 10_000;
    let host = Host::new();
    let mut place = place(&host);
    place.new_game();
    place.ok(&["run", "--once"]);
    for number in 0..WAITING {
        host.deliver(&format!(
            "From: Robot <robot@list.example>\nTo: play@example.org\nSubject: News {number}\n\
             Message-ID: <{number}@list.example>\nList-Id: <news.list.example>\nPrecedence: list\n\n{}\n",
            "Some news of today. ".repeat(30)
        ));
    }
    let letter = place.newest("anna@example.org", 1);
    let mail = place.answer(&letter, "@@f3");
    host.deliver(&mail);
    let begun = Instant::now();
    let mut daemon = Running::spawn(&place, place.command(&["run", "--quiet"]));
    while host.mailbox().processed.len() <= WAITING || place.letters().len() < 4 {
        assert!(
            begun.elapsed() < Duration::from_secs(180),
            "{}",
            daemon.log()
        );
        thread::sleep(Duration::from_millis(20));
    }
    let used = memory(daemon.process());
    println!("{WAITING} waiting mails: {:?}, {used} kB", begun.elapsed());
    assert!(used < MEMORY, "{used} kB");
    assert_eq!((turns(&place), place.letters().len()), (1, 4));
    let database = rusqlite::Connection::open(place.path("data/zugpost.db")).expect("opened");
    let stored = database.query_row("SELECT count(*) FROM inbox", [], |row| row.get(0));
    assert_eq!(stored, Ok(WAITING as i64 + 1));
    daemon.signal("TERM");
    daemon.end();
}

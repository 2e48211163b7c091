//! The daemon on a relay that fails or refuses: other letters leave, each letter arrives once the fault is
//! gone, and nothing is tried in a tight loop.

use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use super::host::{Host, Then};
use super::imap_daemon::{memory, turns};
use super::peer::Talk;
use super::place::{Letter, Place};
use super::running::Running;

const ANNA: &str = "anna@example.org";
const BORIS: &str = "boris@example.net";
const UMPIRE: &str = "umpire@example.org";
/// After so many refusals at the latest, somebody is told.
const REFUSALS: usize = 3;
/// How long each fault lasts.
const WINDOW: Duration = Duration::from_secs(4);
/// All of the process, in kB.
const MEMORY: u64 = 64 << 10;

/// A place whose letters go to the host, and whose umpire has an address.
fn place(host: &Host) -> Place {
    let place = Place::new();
    let file = place.path("zugpost.toml");
    let text = fs::read_to_string(&file).expect("settings");
    let own = "address = \"play@example.org\"\n";
    let text = text.replace(own, &format!("{own}umpire = \"{UMPIRE}\"\n"));
    let (head, _) = text.split_once("[outbox]").expect("an outbox");
    fs::write(file, format!("{head}[outbox]\n{}", host.outbox(2))).expect("written");
    place
}

/// How often each letter has arrived, by recipient and headline. All copies of a letter are the same.
fn arrived(host: &Host) -> BTreeMap<(String, String), usize> {
    let mut count = BTreeMap::new();
    let mut texts: BTreeMap<(String, String), String> = BTreeMap::new();
    for letter in host.letters() {
        let key = (letter.recipient.clone(), letter.headline());
        let first = texts
            .entry(key.clone())
            .or_insert_with(|| letter.raw.clone());
        assert_eq!(*first, letter.raw, "{key:?} has come as two letters");
        *count.entry(key).or_insert(0) += 1;
    }
    count
}

fn has(host: &Host, recipient: &str, headline: &str) -> bool {
    let mut letters = host.letters().into_iter();
    letters.any(|l| l.recipient == recipient && l.headline() == headline)
}

/// The newest letter to a player, as one that can be answered.
fn newest(host: &Host, recipient: &str, game: usize) -> Letter {
    find_newest(host, recipient, game).expect("a letter")
}

fn find_newest(host: &Host, recipient: &str, game: usize) -> Option<Letter> {
    let tag = format!("[#{game}]");
    let letters = host.letters().into_iter();
    let mut own =
        letters.filter(|l| l.recipient == recipient && l.header("Subject").starts_with(&tag));
    own.next_back().map(|letter| Letter {
        mailbox: letter.recipient,
        raw: letter.raw,
    })
}

struct Fault {
    name: &'static str,
    hook: fn(&mut Talk, &str) -> Then,
    /// Whether Anna's letters leave in spite of it.
    others: bool,
    /// What `status` and `doctor` have to say.
    words: &'static str,
    /// How often a letter, or the connection where none can be used, may be tried.
    tries: usize,
    /// Whether everything leaves by itself when the fault is gone, or waits for its pause.
    by_itself: bool,
}

fn say(talk: &mut Talk, now: bool, line: &str) -> Then {
    if now {
        talk.say_line(line);
        return Then::Answered;
    }
    Then::Serve
}

fn to_boris(command: &str) -> bool {
    command.starts_with("RCPT") && command.contains(BORIS)
}

const FAULTS: [Fault; 7] = [
    Fault {
        name: "cut after the letter, before the answer",
        hook: |_, command| {
            if command == "." {
                Then::Cut
            } else {
                Then::Serve
            }
        },
        others: false,
        words: "no answer to the letter",
        tries: 2,
        by_itself: false,
    },
    Fault {
        name: "421 as greeting",
        hook: |talk, command| match command {
            "GREETING" => {
                talk.say_line("421 4.3.2 down for maintenance");
                Then::Cut
            }
            command if command.starts_with("MAIL") => Then::Cut,
            _ => Then::Serve,
        },
        others: false,
        words: "down for maintenance",
        // Three connections, each with the pauses 0.5 to 1, 1 to 2 and 2 to 4 s.
        tries: 15,
        by_itself: true,
    },
    Fault {
        name: "421 at MAIL",
        hook: |talk, command| {
            say(
                talk,
                command.starts_with("MAIL"),
                "421 4.7.0 too many connections",
            )
        },
        others: false,
        words: "too many connections",
        tries: 15,
        by_itself: true,
    },
    Fault {
        name: "451 for one letter",
        hook: |talk, command| {
            let now = command.starts_with("DOT boris") && command.contains("[#1]");
            say(talk, now, "451 4.3.0 content is being looked at")
        },
        others: true,
        words: "content is being looked at",
        tries: 2,
        by_itself: false,
    },
    Fault {
        name: "450 for one recipient",
        hook: |talk, command| say(talk, to_boris(command), "450 4.2.0 mailbox busy"),
        others: true,
        words: "mailbox busy",
        tries: 2,
        by_itself: false,
    },
    Fault {
        name: "cut at one recipient",
        hook: |_, command| {
            if to_boris(command) {
                Then::Cut
            } else {
                Then::Serve
            }
        },
        others: true,
        words: "connection was cut",
        tries: 2,
        by_itself: false,
    },
    Fault {
        name: "slower than the time-out for one recipient",
        hook: |_, command| {
            if to_boris(command) {
                thread::sleep(Duration::from_secs(3));
            }
            Then::Serve
        },
        others: true,
        words: "no answer within 2 s",
        tries: 2,
        by_itself: false,
    },
];

fn lives_through(fault: &Fault) {
    let name = fault.name;
    let host = Host::new();
    let mut place = place(&host);
    place.new_game();
    place.new_game();
    let mut daemon = Running::start(&place);
    daemon.until("first letters", |_| host.letters().len() == 4);
    let (begun, connected) = (Arc::new(AtomicUsize::new(0)), host.relayed());
    let (counter, hook) = (begun.clone(), fault.hook);
    host.at_smtp(move |talk, command| {
        if to_boris(command) {
            counter.fetch_add(1, Ordering::SeqCst);
        }
        hook(talk, command)
    });
    // Connections that are open already are used further.
    let letter = newest(&host, ANNA, 1);
    let mail = place.answer(&letter, "@@f3");
    place.deliver(&mail);
    daemon.until("judged", |_| turns(&place) == 1);
    thread::sleep(WINDOW);
    let connections = host.relayed() - connected;
    let tries = begun.load(Ordering::SeqCst);
    println!("{name}: the letter was begun {tries} times, {connections} connections in {WINDOW:?}");
    assert!(
        tries <= fault.tries && connections <= 15,
        "{name}: {}",
        daemon.log()
    );
    let receipt = "#1: Black's turn 1";
    let news = "#1: your turn 1";
    assert!(
        !fault.others || has(&host, ANNA, receipt),
        "{name}: {}",
        daemon.log()
    );
    if fault.others {
        deferred(&place, name, fault.words);
    } else {
        told(&place, name, fault.words);
    }
    host.mend();
    if !fault.by_itself {
        place.ok(&["mail", "retry"]);
    }
    daemon.until("everything has arrived", |_| {
        has(&host, ANNA, receipt) && has(&host, BORIS, news)
    });
    daemon.until("nothing waits", |_| {
        place.ok(&["mail", "queue"]) == "Nothing waits.\n"
    });
    let again = arrived(&host).values().filter(|count| **count > 1).count();
    assert!(
        fault.name.starts_with("cut after") || again == 0,
        "{name}: {again} twice"
    );
    assert_eq!(turns(&place), 1);
    let used = memory(daemon.process());
    assert!(used < MEMORY, "{name}: {used} kB");
}

/// Checks that `status` and `doctor` name a trouble of the letters.
fn told(place: &Place, name: &str, words: &str) {
    let status = place.ok(&["status"]);
    assert!(
        status.contains("FAILED") && status.contains(words),
        "{name}: {status}"
    );
    assert!(!status.contains("error    none"), "{name}: {status}");
    let doctor = place.run(&["doctor"]);
    let mut lines = doctor.out.lines();
    let wrong = lines.any(|line| line.starts_with("WRONG") && line.contains(words));
    assert!(doctor.code == 1 && wrong, "{name}: {}", doctor.out);
}

/// Checks that `status` and `doctor` count the letter that waits, and that the queue says why it does.
fn deferred(place: &Place, name: &str, words: &str) {
    let status = place.ok(&["status"]);
    assert!(
        status.contains("1 waiting, 1 of them deferred"),
        "{name}: {status}"
    );
    let doctor = place.run(&["doctor"]).out;
    assert!(
        doctor.contains("1 letter deferred by a mail host"),
        "{name}: {doctor}"
    );
    let queue = place.ok(&["mail", "queue"]);
    assert!(queue.contains(words), "{name}: {queue}");
}

#[test]
fn a_relay_that_fails_is_lived_through() {
    thread::scope(|scope| {
        for fault in &FAULTS {
            scope.spawn(move || lives_through(fault));
        }
    });
}

/// Refuses each recipient at the first try and takes the letter at the next one, as greylisting does.
#[test]
fn greylisting_delays_and_takes_nothing_twice() {
    let host = Host::new();
    let place = place(&host);
    let seen: Arc<Mutex<BTreeMap<String, usize>>> = Arc::default();
    let record = seen.clone();
    host.at_smtp(move |talk, command| {
        if !command.starts_with("RCPT") {
            return Then::Serve;
        }
        let mut seen = record.lock().expect("no panic");
        let tries = seen.entry(command.to_owned()).or_insert(0);
        *tries += 1;
        say(
            talk,
            *tries == 1,
            "450 4.7.1 greylisted, try again in 60 seconds",
        )
    });
    let mut daemon = Running::start(&place);
    place.new_game();
    daemon.until("both greylisted", |_| {
        seen.lock().expect("no panic").len() == 2
    });
    thread::sleep(Duration::from_secs(2));
    assert!(
        host.letters().is_empty(),
        "taken before the pause of a minute: {}",
        daemon.log()
    );
    assert!(
        seen.lock()
            .expect("no panic")
            .values()
            .all(|tries| *tries == 1)
    );
    let queue = place.ok(&["mail", "queue"]);
    assert!(queue.contains("greylisted"), "{queue}");
    // The minute is over.
    place.ok(&["mail", "retry"]);
    daemon.until("sent", |_| {
        place.ok(&["mail", "queue"]) == "Nothing waits.\n"
    });
    assert_eq!(arrived(&host).into_values().collect::<Vec<_>>(), [1, 1]);
}

/// One recipient is refused for good. That one is tried once for each letter, the others get
/// theirs, the umpire and the opponent are told.
#[test]
fn an_address_that_is_refused_for_ever_stops_nothing_else() {
    let host = Host::new();
    let mut place = place(&host);
    let refuses = Arc::new(AtomicBool::new(true));
    let tried = Arc::new(AtomicUsize::new(0));
    let (refusing, counter) = (refuses.clone(), tried.clone());
    host.at_smtp(move |talk, command| {
        let now = to_boris(command) && refusing.load(Ordering::SeqCst);
        counter.fetch_add(usize::from(now), Ordering::SeqCst);
        say(
            talk,
            now,
            "550 5.1.1 <boris@example.net>: no such user here",
        )
    });
    for _ in 0..REFUSALS {
        place.new_game();
    }
    let mut daemon = Running::start(&place);
    daemon.until("the umpire and Anna told", |_| {
        let to = |who: &str| host.letters().iter().filter(|l| l.recipient == who).count();
        // Her letters are of several games and leave in any order; that of the first game is answered.
        to(UMPIRE) > 0 && to(ANNA) > REFUSALS && find_newest(&host, ANNA, 1).is_some()
    });
    let told = host.letters();
    let umpire = told
        .iter()
        .find(|l| l.recipient == UMPIRE)
        .expect("a letter");
    assert!(umpire.raw.contains(BORIS), "{}", umpire.raw);
    // She plays on, and so does another game.
    let letter = newest(&host, ANNA, 1);
    let mail = place.answer(&letter, "@@f3");
    place.deliver(&mail);
    place.new_game();
    let receipt = "#1: Black's turn 1";
    let next = format!("#{}: your turn 1", REFUSALS + 1);
    daemon.until("Anna's letters", |_| {
        has(&host, ANNA, receipt) && has(&host, ANNA, &next)
    });
    thread::sleep(Duration::from_secs(2));
    // The first letters of all games and one of news: none is tried twice.
    let tries = tried.load(Ordering::SeqCst);
    assert!(
        (1..=REFUSALS + 2).contains(&tries),
        "tried {tries} times: {}",
        daemon.log()
    );
    let status = place.ok(&["status"]);
    assert!(
        status.contains(" given up") && !status.contains(" 0 given up"),
        "{status}"
    );
    let doctor = place.run(&["doctor"]).out;
    assert!(doctor.contains("letters given up"), "{doctor}");
    // The address exists again, and the umpire has the letters sent.
    refuses.store(false, Ordering::SeqCst);
    let queue = place.ok(&["mail", "queue"]);
    let lost = queue.lines().filter(|line| line.contains(BORIS));
    let lost: Vec<&str> = lost.filter_map(|line| line.split(' ').next()).collect();
    assert!(!lost.is_empty(), "{queue}");
    for letter in lost {
        place.ok(&["mail", "retry", letter]);
    }
    daemon.until("Boris's letters", |_| {
        (1..=REFUSALS + 1).all(|game| {
            let first = format!("#{game}: White's turn 1");
            has(&host, BORIS, &first)
        })
    });
    daemon.until("nothing waits", |_| {
        place.ok(&["mail", "queue"]) == "Nothing waits.\n"
    });
}

/// A try that was cut off with the process is made up for at the start, however long its pause would be.
#[test]
fn a_letter_in_hand_at_a_kill_leaves_at_the_next_start() {
    let host = Host::new();
    let place = place(&host);
    let hold = Arc::new(AtomicBool::new(true));
    let held = hold.clone();
    host.at_smtp(move |_, command| {
        while command.starts_with("DOT") && held.load(Ordering::SeqCst) {
            thread::sleep(Duration::from_millis(5));
        }
        Then::Serve
    });
    place.new_game();
    let database = rusqlite::Connection::open(place.path("data/zugpost.db")).expect("opened");
    let tried = database.execute("UPDATE outbox SET tries = 8", []);
    assert_eq!(tried.expect("written"), 2);
    let mut daemon = Running::start(&place);
    let in_hand = "SELECT count(*) FROM outbox WHERE tries > 8";
    daemon.until("in hand", |_| {
        let count = database.query_row(in_hand, [], |row| row.get::<_, i64>(0));
        count.expect("a number") > 0
    });
    daemon.signal("KILL");
    daemon.end();
    host.at_smtp(|_, _| Then::Serve);
    let mut daemon = Running::start(&place);
    daemon.until("sent", |_| {
        place.ok(&["mail", "queue"]) == "Nothing waits.\n"
    });
    hold.store(false, Ordering::SeqCst);
    assert_eq!(arrived(&host).len(), 2);
}

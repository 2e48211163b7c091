//! The clock of the host is set forward and back by a day while the server works: mail is answered, letters
//! that wait are not held up, and nothing is given up.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use super::host::{Host, Then};
use super::place::{Letter, Place};
use super::running::Running;
use super::{database, server};

const PLAYERS: [&str; 2] = ["anna@example.org", "boris@example.net"];
const DAY: i64 = 86_400;

/// Sets the clock of the servers of a place.
fn set(place: &Place, seconds: i64) {
    // Any reader sees the old or the new number.
    let (file, new) = (
        server::clock_file(place),
        server::clock_file(place) + ".new",
    );
    fs::write(&new, seconds.to_string()).expect("written");
    fs::rename(new, file).expect("moved");
}

fn newest(host: &Host, recipient: &str) -> Letter {
    let letter = host
        .letters()
        .into_iter()
        .rev()
        .find(|l| l.recipient == recipient);
    let letter = letter.expect("a letter");
    Letter {
        mailbox: letter.recipient,
        raw: letter.raw,
    }
}

pub fn a_clock_that_is_set_by_hours_and_days_holds_nothing_up() {
    let (mut place, host) = (Place::new(), Host::new());
    let file = place.path("zugpost.toml");
    let text = fs::read_to_string(&file).expect("settings");
    let (head, _) = text.split_once("[outbox]").expect("an outbox");
    fs::write(&file, format!("{head}[outbox]\n{}", host.outbox(10))).expect("written");
    let busy = Arc::new(AtomicBool::new(false));
    let is_busy = busy.clone();
    host.at_smtp(move |talk, command| {
        if command.starts_with("RCPT") && is_busy.load(Ordering::SeqCst) {
            talk.say_line("450 4.2.0 try again in a minute");
            return Then::Answered;
        }
        Then::Serve
    });
    set(&place, 0);
    place.new_game();
    let mut daemon = Running::spawn(&place, server::command(&place, &["run"], None));
    daemon.until("first letters", |_| host.letters().len() == 2);
    for (number, to) in [DAY, 0, -DAY, 0, 2 * 3600, 0].into_iter().enumerate() {
        // Two letters wait for a minute when the clock is set.
        busy.store(true, Ordering::SeqCst);
        let letter = newest(&host, PLAYERS[number % 2]);
        let square = ["@@a3", "@@a6", "@@b3", "@@b6", "@@c3", "@@c6"][number];
        let mail = place.answer(&letter, square);
        place.deliver(&mail);
        daemon.until("deferred", |_| {
            let deferred = "SELECT count(*) FROM outbox WHERE status = 'waiting' AND tries > 0
                AND claimed_by IS NULL";
            database::number(&place, deferred) == 2
        });
        busy.store(false, Ordering::SeqCst);
        set(&place, to);
        daemon.until("sent", |_| host.letters().len() == 2 + 2 * (number + 1));
    }
    assert_eq!(place.waiting(), 0);
    daemon.until("nothing waits", |_| {
        place.ok(&["mail", "queue"]) == "Nothing waits.\n"
    });
    let shown = place.ok(&["game", "show", "1", "--json"]);
    let shown: Value = serde_json::from_str(&shown).expect("JSON");
    assert_eq!(shown["turns"].as_array().expect("turns").len(), 6);
    let compared = place.ok(&["db", "replay", "--compare"]);
    assert!(compared.contains("differences: 0"), "{compared}");
    // The bytes of all mails are still there: nothing was taken for old.
    let bytes = database::number(&place, "SELECT count(*) FROM inbox_raw");
    assert_eq!(bytes, 6);
    daemon.until("well", |_| place.ok(&["status"]).contains("error    none"));
    // What was written while the clock was ahead is named.
    let doctor = place.run(&["doctor"]);
    let named = "by this host's clock, but the newest record is of";
    assert!(doctor.code == 1 && doctor.out.contains(named), "{doctor:?}");
    assert!(
        daemon.log().contains("the clock was set by"),
        "{}",
        daemon.log()
    );
}

//! A mail is on the disk before it is marked at its source: seen from outside, by the system calls of the
//! shipped program.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};

use rustix::process::Pid;

use super::host::Host;
use super::place::{Letter, Place};
use super::running::{Running, signal};
use super::trace::{Call, call, whole};

fn strace(place: &Place) -> Command {
    let calls =
        "openat,read,write,sendto,pwrite64,fsync,fdatasync,rename,renameat,renameat2,linkat";
    let mut command = Command::new("strace");
    command
        .args([
            "-f",
            "-y",
            "-s",
            "300",
            "-e",
            &format!("trace={calls},exit_group"),
        ])
        .args(["-o", &place.path("trace")]);
    command
}

/// A command of the program, traced.
fn traced(place: &Place, arguments: &[&str]) -> Command {
    let shipped = place.command(arguments);
    let mut command = strace(place);
    command
        .arg(shipped.get_program())
        .args(shipped.get_args())
        .env_remove("ZUGPOST_CONFIG")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

const MISSING: &str = "strace is missing: run ./test.sh, or apt-get install strace";

/// Runs a command, with something on standard input, to its end.
fn run(place: &Place, arguments: &[&str], input: &str) {
    fs::write(place.path("input"), input).expect("written");
    let input = fs::File::open(place.path("input")).expect("a file");
    let ran = traced(place, arguments)
        .stdin(input)
        .output()
        .expect(MISSING);
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(
        ran.status.success() && said.is_empty(),
        "{:?}: {said}",
        ran.status.signal()
    );
}

/// The calls of a trace, in order.
fn calls(place: &Place) -> Vec<Call> {
    let trace = fs::read_to_string(place.path("trace")).expect("a trace");
    let calls: Vec<Call> = whole(&trace).iter().filter_map(|line| call(line)).collect();
    assert!(!calls.is_empty(), "strace has seen nothing:\n{trace}");
    calls
}

/// Checks that the mail that was fetched was synced before the call `last`; `alone` if nothing else is
/// written at the same time.
fn synced_before(place: &Place, last: Call, alone: bool) {
    let mut calls = calls(place);
    if let Err(why) = judged(&calls, last, alone) {
        panic!("{why}: {calls:?}");
    }
    // The same calls without the syncs of the log, or with the mark before them, are not good enough.
    let mark = calls.iter().position(|call| *call == last).expect("judged");
    let mut early = calls.clone();
    early.remove(mark);
    let fetched = early.iter().position(|call| *call == Call::Fetched);
    early.insert(fetched.expect("judged") + 1, last);
    assert!(judged(&early, last, alone).is_err());
    calls.retain(|call| *call != Call::Synced);
    assert!(judged(&calls, last, alone).is_err());
}

fn judged(calls: &[Call], last: Call, alone: bool) -> Result<(), &'static str> {
    let find = |calls: &[Call], wanted: Call| calls.iter().position(|call| *call == wanted);
    let fetched = find(calls, Call::Fetched).ok_or("nothing was fetched")?;
    let end = find(calls, last).ok_or("it has never come to the last call")?;
    let made = find(calls, Call::Made).ok_or("the log was not made by this process")?;
    if made > end || !calls[made..end].contains(&Call::Named) {
        return Err("the folder of the log was not synced");
    }
    let between = calls
        .get(fetched..end)
        .ok_or("marked before it was fetched")?;
    let written = find(between, Call::Written).ok_or("not written")?;
    if !between[written..].contains(&Call::Synced) {
        return Err("not synced");
    }
    let on_log = |call: &&Call| matches!(call, Call::Written | Call::Synced);
    if alone && between.iter().rfind(on_log) != Some(&Call::Synced) {
        return Err("written after the last sync");
    }
    Ok(())
}

/// A mail that plays a turn.
fn turn(place: &mut Place) -> String {
    place.new_game();
    place.ok(&["run", "--once"]);
    let letter: Letter = place.newest("anna@example.org", 1);
    place.answer(&letter, "@@f3")
}

/// Makes the mailbox of a host the inbox of a place, with further settings.
pub fn over_imap(place: &Place, host: &Host, more: &str) {
    let file = place.path("zugpost.toml");
    let text = fs::read_to_string(&file).expect("settings");
    let (head, rest) = text.split_once("[inbox]").expect("an inbox");
    let (_, out) = rest.split_once("[outbox]").expect("an outbox");
    let inbox = host.inbox(10);
    fs::write(file, format!("{head}[inbox]\n{inbox}{more}\n[outbox]{out}")).expect("written");
}

pub fn in_a_maildir() {
    let mut place = Place::new();
    let mail = turn(&mut place);
    place.deliver(&mail);
    run(&place, &["run", "--once"], "");
    assert_eq!((place.waiting(), place.letters().len()), (0, 4));
    synced_before(&place, Call::Marked, true);
}

pub fn over_imap_by_move_and_by_keyword() {
    for (more, left) in [("", 0), ("done = \"flag\"", 1)] {
        let (mut place, host) = (Place::new(), Host::new());
        let mail = turn(&mut place);
        over_imap(&place, &host, more);
        host.deliver(&mail);
        run(&place, &["run", "--once"], "");
        assert_eq!(
            (host.mailbox().inbox.len(), place.letters().len()),
            (left, 4)
        );
        synced_before(&place, Call::Marked, true);
    }
}

pub fn by_the_daemon() {
    let (mut place, host) = (Place::new(), Host::new());
    let mail = turn(&mut place);
    over_imap(&place, &host, "");
    host.deliver(&mail);
    let mut strace = Running::spawn(&place, traced(&place, &["run"]));
    strace.until("answered and marked", |_| {
        place.letters().len() == 4 && host.mailbox().processed.len() == 1
    });
    let lock = fs::read_to_string(place.path("data/zugpost.lock")).expect("a lock");
    let process = lock.trim().strip_prefix("daemon ").expect("a daemon");
    let process = Pid::from_raw(process.parse().expect("a number"));
    signal(process.expect("a process"), "TERM");
    strace.end();
    synced_before(&place, Call::Marked, false);
}

pub fn before_receive_ends() {
    let mut place = Place::new();
    let mail = format!("X-Test: Reply-Marker\n{}", turn(&mut place));
    run(&place, &["receive"], &mail);
    synced_before(&place, Call::Ended, false);
}

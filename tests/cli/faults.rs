//! Faults of the host: a database that another program keeps locked, several servers on one database, and in
//! `mounts` full disks and folders that are read-only. What waits is done once the fault is gone, and `status` and
//! `doctor` say what is wrong.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::place::Place;
use super::running::{PATIENCE, Running};

/// All of the process, in kB.
const MEMORY: u64 = 64 << 10;

pub fn turns(place: &Place) -> usize {
    let shown = place.ok(&["game", "show", "1", "--json"]);
    let shown: Value = serde_json::from_str(&shown).expect("JSON");
    shown["turns"].as_array().expect("turns").len()
}

/// Delivers the next turn of the first game, no matter whose it is.
pub fn turn(place: &mut Place, number: usize) {
    const PLAYERS: [&str; 2] = ["anna@example.org", "boris@example.net"];
    const PAWNS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let letter = place.newest(PLAYERS[number % 2], 1);
    let square = format!("@@{}{}", PAWNS[number / 2], ["3", "6"][number % 2]);
    let mail = place.answer(&letter, &square);
    place.deliver(&mail);
}

/// Everything that was sent was done, once.
pub fn all_is_well(place: &Place, daemon: &mut Running, sent: usize) {
    daemon.until("everything done", |_| {
        place.waiting() == 0 && place.ok(&["mail", "queue"]) == "Nothing waits.\n"
    });
    assert_eq!(turns(place), sent);
    assert_eq!(place.letters().len(), 2 + 2 * sent, "{}", daemon.log());
    let compared = place.ok(&["db", "replay", "--compare"]);
    assert!(compared.contains("differences: 0"), "{compared}");
    assert_eq!(place.ok(&["db", "check"]), "");
    daemon.until("well", |_| place.ok(&["status"]).contains("error    none"));
    let status = fs::read_to_string(format!("/proc/{}/status", daemon.process()));
    let status = status.expect("a process");
    let used = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let used = used.expect("VmHWM").trim().trim_end_matches(" kB");
    let used: u64 = used.parse().expect("a number");
    assert!(used < MEMORY, "{used} kB");
}

#[test]
fn a_database_that_another_program_locks_is_waited_for() {
    let mut place = Place::new();
    place.new_game();
    let mut daemon = Running::start(&place);
    daemon.letters(&place, 2);
    let database = rusqlite::Connection::open(place.path("data/zugpost.db")).expect("opened");
    database.execute_batch("BEGIN IMMEDIATE").expect("locked");
    turn(&mut place, 0);
    thread::scope(|scope| {
        let say = |arguments: &'static [&'static str]| {
            let mut command = place.command(arguments);
            scope.spawn(move || command.output().expect("it starts"))
        };
        let (status, doctor) = (say(&["status"]), say(&["doctor"]));
        let (receive, new) = (say(&["game", "undo", "1"]), say(&["mail", "retry"]));
        // Each write waits ten seconds for the lock, and timers and notes may be written before the mail is.
        daemon.until_within(4 * PATIENCE, "locked", |daemon| {
            daemon.log().contains("cannot take mail in")
        });
        let status = String::from_utf8_lossy(&status.join().expect("no panic").stdout).into_owned();
        let error = "error    the database cannot be written: the database is busy";
        assert!(status.contains(error), "{status}");
        let doctor = String::from_utf8_lossy(&doctor.join().expect("no panic").stdout).into_owned();
        assert!(doctor.contains("the database is busy"), "{doctor}");
        assert!(
            doctor.contains("another program keeps it locked"),
            "{doctor}"
        );
        for refused in [receive, new] {
            let ran = refused.join().expect("no panic");
            let said = String::from_utf8_lossy(&ran.stderr).into_owned();
            assert_eq!(
                (ran.status.code(), said.lines().count()),
                (Some(1), 1),
                "{said}"
            );
        }
    });
    assert_eq!((place.waiting(), turns(&place)), (1, 0));
    // It waits up to ten seconds for a lock, and pauses besides.
    let tries = daemon.log().matches("cannot take mail in").count();
    assert!(tries <= 2, "{tries}: {}", daemon.log());
    database.execute_batch("ROLLBACK").expect("unlocked");
    daemon.letters(&place, 4);
    all_is_well(&place, &mut daemon, 1);
}

#[test]
fn of_several_servers_on_one_database_one_works() {
    let mut place = Place::new();
    place.new_game();
    place.ok(&["run", "--once"]);
    for round in 0..2 {
        turn(&mut place, round);
        let daemons: Vec<_> = (0..4)
            .map(|_| place.command(&["run"]).spawn().expect("it starts"))
            .collect();
        let once: Vec<_> = (0..4)
            .map(|_| {
                place
                    .command(&["run", "--once"])
                    .spawn()
                    .expect("it starts")
            })
            .collect();
        let letters = 2 + 2 * (round + 1);
        until(|| place.letters().len() >= letters);
        for mut one in once {
            assert!(one.wait().expect("it ends").success());
        }
        let working =
            |daemon: &mut std::process::Child| daemon.try_wait().expect("a child").is_none();
        let mut daemons = daemons;
        until(|| {
            daemons
                .iter_mut()
                .map(working)
                .filter(|works| *works)
                .count()
                <= 1
        });
        thread::sleep(Duration::from_millis(300));
        for mut daemon in daemons {
            if working(&mut daemon) {
                // Killed: the note in its lock file stays, and the next server has to see that nobody holds it.
                daemon.kill().expect("killed");
                daemon.wait().expect("gone");
                continue;
            }
            let ran = daemon.wait_with_output().expect("it has ended");
            let said = String::from_utf8_lossy(&ran.stderr).into_owned();
            assert_eq!(ran.status.code(), Some(1), "{said}");
            assert!(
                said.contains("works on") && said.contains("only one may"),
                "{said}"
            );
        }
        assert_eq!(place.letters().len(), letters, "a letter was sent twice");
    }
    let mut daemon = Running::start(&place);
    all_is_well(&place, &mut daemon, 2);
}

/// The server is killed after it has started `sendmail`, which has not read the letter yet.
#[test]
fn a_letter_is_whole_though_the_server_is_killed_while_sendmail_starts() {
    let place = Place::new();
    let host = place.path("host");
    fs::create_dir(&host).expect("a folder");
    let script = format!(
        "echo begun >> {host}/begun\nsleep 1\ncat > {host}/got.$$\nmv {host}/got.$$ {host}/whole.$$\n"
    );
    fs::write(place.path("sendmail"), script).expect("written");
    let file = place.path("zugpost.toml");
    let text = fs::read_to_string(&file).expect("settings");
    let (head, _) = text.split_once("[outbox]").expect("an outbox");
    let out = format!(
        "{head}[outbox]\nkind = \"sendmail\"\ncommand = [\"/bin/sh\", \"{}\"]\n",
        place.path("sendmail")
    );
    fs::write(file, out).expect("written");
    place.new_game();
    let mut daemon = Running::start(&place);
    daemon.until("begun", |_| Path::new(&format!("{host}/begun")).exists());
    daemon.signal("KILL");
    daemon.end();
    thread::sleep(Duration::from_millis(1500));
    let mut daemon = Running::start(&place);
    daemon.until("sent", |_| {
        place.ok(&["mail", "queue"]) == "Nothing waits.\n"
    });
    let mut count = 0;
    for entry in fs::read_dir(&host).expect("a folder").flatten() {
        if entry.file_name().to_string_lossy().starts_with("whole.") {
            count += 1;
            let letter = fs::read_to_string(entry.path()).expect("a letter");
            let end = letter.trim_end().ends_with("_=--");
            assert!(
                letter.contains("Message-ID: <g1.") && end,
                "cut: {letter:?}"
            );
        }
    }
    assert!(count >= 2, "{count}");
}

fn until(mut so: impl FnMut() -> bool) {
    for _ in 0..3000 {
        if so() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("never so");
}

#[test]
fn too_few_open_files_are_named() {
    let place = Place::new();
    let mut named = 0;
    for limit in 5..16 {
        let zugpost = place.command(&["run", "--once"]);
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -n {limit}; exec \"$@\""), "sh"]);
        command.arg(zugpost.get_program()).args(zugpost.get_args());
        let ran = command.output().expect("it starts");
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        if said.contains("unable to open database file") {
            assert!(said.contains("ulimit -n"), "{limit}: {said}");
            named += 1;
        }
    }
    assert!(named > 0);
}

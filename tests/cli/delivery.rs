//! Letters that cannot leave: what hangs or is refused delays nothing else, and `status` tells of it.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use super::place::Place;
use super::running::Running;

/// The time limit for one letter, in seconds, where letters hang.
const LIMIT: u64 = 4;

/// A `sendmail` that notes in `sent` when it begins, `begin RECIPIENT SECONDS`, and what it has taken,
/// `taken RECIPIENT SUBJECT`. `script` comes between both, and finds the recipient in `$to`, the letter
/// in the file `$letter`.
fn sendmail(place: &Place, script: &str) {
    let text = format!(
        "for to; do :; done\nletter={dir}/letter.$$\ncat > $letter\n\
         echo \"begin $to $(date +%s)\" >> {dir}/sent\n{script}\n\
         echo \"taken $to $(grep -m1 '^Subject:' $letter)\" >> {dir}/sent\n",
        dir = place.path("host")
    );
    fs::create_dir_all(place.path("host")).expect("a folder");
    fs::write(place.path("host/sendmail"), text).expect("written");
    let command = place.path("host/sendmail");
    outbox(
        place,
        &format!("kind = \"sendmail\"\ncommand = [\"/bin/sh\", \"{command}\"]\ntimeout = {LIMIT}"),
    );
}

/// Sets `[outbox]`.
fn outbox(place: &Place, settings: &str) {
    let file = place.path("zugpost.toml");
    let text = fs::read_to_string(&file).expect("settings");
    let (head, _) = text.split_once("[outbox]").expect("an outbox");
    fs::write(file, format!("{head}[outbox]\n{settings}\n")).expect("written");
}

/// The notes of the host that begin with a word, without it.
fn noted(place: &Place, word: &str) -> Vec<String> {
    let text = fs::read_to_string(place.path("host/sent")).unwrap_or_default();
    let lines = text.lines().filter_map(|line| line.strip_prefix(word));
    lines.map(|line| line.trim().to_owned()).collect()
}

fn taken(place: &Place, from: &str) -> usize {
    let taken = noted(place, "taken");
    taken.iter().filter(|line| line.starts_with(from)).count()
}

fn new_game(place: &Place, white: &str, black: &str) {
    let player = |name: &str| format!("{name} <{name}@example.org>");
    let (white, black) = (player(white), player(black));
    place.ok(&["game", "new", "chess", "--white", &white, "--black", &black]);
}

fn status(place: &Place) -> (String, Value) {
    let json = place.ok(&["status", "--json"]);
    (
        place.ok(&["status"]),
        serde_json::from_str(&json).expect("JSON"),
    )
}

#[test]
fn recipients_who_hang_delay_others_by_one_time_limit_once() {
    let place = Place::new();
    sendmail(&place, "case \"$to\" in hang*) sleep 60;; esac");
    for number in 1..=3 {
        new_game(&place, &format!("hang{number}"), &format!("well{number}"));
    }
    new_game(&place, "well4", "well5");
    let mut daemon = Running::start(&place);
    let took = daemon.until("others", |_| taken(&place, "well") == 5);
    println!("with three recipients that hang, the others have theirs after {took:?}");
    assert!(took < Duration::from_secs(2 * LIMIT), "{took:?}");
    daemon.until("all hung", |daemon| {
        daemon.log().matches("delayed after try 1").count() == 3
    });
    let before = noted(&place, "begin hang").len();
    assert_eq!(before, 3);
    place.ok(&["mail", "retry"]);
    daemon.until("again", |_| noted(&place, "begin hang").len() > before);
    new_game(&place, "well6", "well7");
    let took = daemon.until("others", |_| taken(&place, "well") == 7);
    println!("while they are tried again, after {took:?}");
    assert!(took < Duration::from_secs(LIMIT - 1), "{took:?}");
    daemon.until("again", |_| noted(&place, "begin hang").len() > before + 1);
    let begun: Vec<u64> = noted(&place, "begin hang")[before..]
        .iter()
        .map(|line| line.rsplit(' ').next().expect("a time"))
        .map(|at| at.parse().expect("a number"))
        .collect();
    assert!(
        begun[1] - begun[0] >= LIMIT - 1,
        "at the same time: {begun:?}"
    );
}

#[test]
fn a_recipient_who_hangs_does_not_hold_up_a_run_for_the_others() {
    let place = Place::new();
    sendmail(&place, "case \"$to\" in hang*) sleep 60;; esac");
    for number in 1..=2 {
        new_game(&place, "hang", &format!("well{number}"));
    }
    new_game(&place, "well3", "well4");
    let work = place.ok(&["run", "--once", "--json"]);
    let work: Value = serde_json::from_str(&work).expect("JSON");
    assert_eq!(taken(&place, "well"), 4);
    assert_eq!(work["sent"], 4, "{work}");
    let (text, json) = status(&place);
    assert_eq!(json["deferred_letters"], json["waiting_letters"], "{text}");
}

#[test]
fn a_letter_deferred_for_its_content_holds_up_no_other_game() {
    let place = Place::new();
    sendmail(
        &place,
        "if grep -q '^Subject:.*#1\\]' $letter; then echo 451 content >&2; exit 75; fi",
    );
    new_game(&place, "anna", "boris");
    new_game(&place, "anna", "boris");
    place.ok(&["run", "--once"]);
    let games: Vec<bool> = noted(&place, "taken")
        .iter()
        .map(|line| line.contains("#2]"))
        .collect();
    assert_eq!(games, [true, true]);
    let (text, _) = status(&place);
    assert!(text.contains("2 waiting, 2 of them deferred"), "{text}");
}

#[test]
fn tries_that_were_cut_off_are_made_up_for_at_once() {
    for arguments in [&["run"][..], &["run", "--once"]] {
        let place = Place::new();
        sendmail(&place, "if [ -e HOLD ]; then sleep 10; exit 75; fi");
        let script = fs::read_to_string(place.path("host/sendmail")).expect("a script");
        let hold = place.path("host/hold");
        fs::write(place.path("host/sendmail"), script.replace("HOLD", &hold)).expect("written");
        fs::write(&hold, "").expect("written");
        new_game(&place, "anna", "boris");
        let database = rusqlite::Connection::open(place.path("data/zugpost.db")).expect("opened");
        let tried = database.execute("UPDATE outbox SET tries = 8", []);
        assert_eq!(tried.expect("written"), 2);
        drop(database);
        let mut running = Running::spawn(&place, place.command(arguments));
        running.until("begun", |_| !noted(&place, "begin").is_empty());
        running.signal("KILL");
        running.end();
        // A program that was started in the last moment has looked for the file by then.
        std::thread::sleep(Duration::from_millis(500));
        fs::remove_file(&hold).expect("removed");
        let mut running = Running::spawn(&place, place.command(arguments));
        if arguments.len() > 1 {
            assert!(running.end().0.success());
        } else {
            running.until("sent", |_| taken(&place, "") == 2);
        }
        assert_eq!(taken(&place, ""), 2, "{arguments:?}: {}", running.log());
    }
}

#[test]
fn status_tells_of_letters_that_are_deferred_until_they_leave() {
    let place = Place::new();
    let (text, json) = status(&place);
    assert!(
        text.contains("sending  never\n") && text.contains("error    none"),
        "{text}"
    );
    assert!(json["last_error"].is_null() && json["queues"].is_array());
    sendmail(&place, "echo the queue is full >&2; exit 75");
    new_game(&place, "anna", "boris");
    assert_eq!(place.ok(&["run", "--once"]), "");
    let (text, json) = status(&place);
    assert!(
        text.contains("sending  FAILED at 20") && text.contains("the queue is full"),
        "{text}"
    );
    assert!(text.contains("2 waiting, 2 of them deferred"), "{text}");
    let error = json["last_error"].as_str().expect("an error");
    assert!(error.contains("the queue is full"), "{error}");
    assert!(json["last_poll"].is_string());
    let doctor = place.run(&["doctor"]);
    assert!(
        doctor.code == 1 && doctor.out.contains("the queue is full"),
        "{doctor:?}"
    );
    sendmail(&place, "");
    // Stored times have seconds: a success counts as later if it is of a later second.
    std::thread::sleep(Duration::from_millis(1100));
    place.ok(&["mail", "retry"]);
    place.ok(&["run", "--once"]);
    let (text, json) = status(&place);
    assert!(
        text.contains("mended since") && text.contains("error    none"),
        "{text}"
    );
    assert!(json["last_error"].is_null(), "{json}");
}

#[test]
fn status_tells_of_a_relay_that_does_not_answer() {
    let place = Place::new();
    let port = TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .expect("a port")
        .port();
    outbox(
        &place,
        &format!("kind = \"smtp\"\nhost = \"127.0.0.1\"\nport = {port}\ntls = \"none\""),
    );
    new_game(&place, "anna", "boris");
    assert_eq!(place.ok(&["run", "--once"]), "");
    let (text, json) = status(&place);
    assert!(text.contains("letters cannot leave: "), "{text}");
    assert!(
        json["last_error"]
            .as_str()
            .is_some_and(|e| e.contains("cannot leave"))
    );
}

/// A user who is not root: root may write what is read-only.
const NOBODY: u32 = 65_534;

#[test]
fn status_tells_of_a_database_that_cannot_be_written() {
    let mut place = Place::new();
    place.ok(&["run", "--once"]);
    let database = place.path("data/zugpost.db");
    fs::set_permissions(&database, fs::Permissions::from_mode(0o444)).expect("changed");
    // The folder of the build may be closed to others.
    place.program = place.path("program").into();
    fs::copy(env!("CARGO_BIN_EXE_zugpost"), &place.program).expect("copied");
    let mut command = place.command(&["status"]);
    if rustix::process::getuid().is_root() {
        give(Path::new(&place.path(".")));
        command.uid(NOBODY).gid(NOBODY);
    }
    let output = command.output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("error    the database cannot be written"),
        "{output:?}"
    );
    assert!(!text.contains("error    none"), "{text}");
}

/// Gives a folder and all that is in it to that user.
fn give(path: &Path) {
    chown(path, Some(NOBODY), Some(NOBODY)).expect("given away");
    if path.is_dir() {
        let entries = fs::read_dir(path).expect("a folder");
        entries.flatten().for_each(|entry| give(&entry.path()));
    }
}

#[test]
fn a_mailbox_that_cannot_be_written_is_the_trouble_of_its_reader_alone() {
    let place = Place::new();
    let mailbox = |name: &str| place.path(&format!("mail/out/{name}@example.org"));
    // One has `tmp` alone, which is mended; another one is a file.
    fs::create_dir_all(mailbox("anna") + "/tmp").expect("a folder");
    fs::write(mailbox("boris"), "").expect("written");
    new_game(&place, "anna", "boris");
    new_game(&place, "carla", "dora");
    place.ok(&["run", "--once"]);
    let arrived: Vec<String> = place
        .letters()
        .into_iter()
        .map(|letter| letter.mailbox)
        .collect();
    assert_eq!(arrived.len(), 3, "{arrived:?}");
    let status = place.ok(&["status"]);
    assert!(status.contains("boris@example.org"), "{status}");
    let doctor = place.run(&["doctor"]).out;
    assert!(doctor.contains("boris@example.org"), "{doctor}");
    fs::remove_file(mailbox("boris")).expect("removed");
    place.ok(&["mail", "retry"]);
    place.ok(&["run", "--once"]);
    assert_eq!(place.letters().len(), 4);
}

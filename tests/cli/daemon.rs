//! `zugpost run`, the real process on mailboxes in files.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::UnixDatagram;
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, prlimit};

use super::place::Place;
use super::running::{PATIENCE, Running};

#[test]
fn turns_are_answered_as_they_come() {
    let mut place = Place::new();
    place.new_game();
    let mut daemon = Running::start(&place);
    daemon.letters(&place, 2);
    let mut times = Vec::new();
    for (count, (who, turn)) in [
        ("anna@example.org", "@@a3"),
        ("boris@example.net", "@@a6"),
        ("anna@example.org", "@@b3"),
    ]
    .into_iter()
    .enumerate()
    {
        let letter = place.newest(who, 1);
        let mail = place.answer(&letter, turn);
        place.deliver(&mail);
        times.push(daemon.letters(&place, 2 + 2 * (count + 1)));
    }
    println!("from the mailbox to both letters: {times:?}");
    times.sort();
    // Without a hint the mailbox would be looked at once a minute.
    assert!(times[1] < Duration::from_secs(5), "{times:?}");
    let log = daemon.log();
    assert!(
        log.contains("mail i1 from anna@example.org: game #1, played ("),
        "{log}"
    );
    for letter in place.letters() {
        assert!(
            !log.contains(&letter.reply_token()),
            "a key in the log: {log}"
        );
    }
}

#[test]
fn programs_think_when_nothing_else_is_to_be_done() {
    let place = Place::new();
    let mut daemon = Running::start(&place);
    let tasks = format!("/proc/{}/task", daemon.process());
    // The name stands in brackets; the priority is the 17th field behind it.
    let priority_of = |name: &str| -> Option<i32> {
        let stats = fs::read_dir(&tasks).ok()?.flatten();
        let mut stats = stats.filter_map(|task| fs::read_to_string(task.path().join("stat")).ok());
        let stat = stats.find(|stat| stat.contains(&format!("({name})")))?;
        let fields = stat.rsplit_once(") ")?.1;
        fields.split(' ').nth(16)?.parse().ok()
    };
    daemon.until("at work", |_| priority_of("thinker") == Some(10));
    assert_eq!(priority_of("judge"), Some(0));
}

#[test]
fn it_stops_cleanly_and_soon() {
    let place = Place::new();
    let mut daemon = Running::start(&place);
    daemon.signal("TERM");
    let (status, took) = daemon.end();
    assert!(
        status.success() && took < Duration::from_secs(10),
        "{status} {took:?}"
    );
    assert!(daemon.log().trim_end().ends_with("stopped"));
    assert!(place.ok(&["status"]).contains("nobody is at work"));
}

#[test]
fn it_stops_soon_even_while_a_host_does_not_answer() {
    let place = Place::new();
    sendmail(&place, "exec sleep 20");
    let file = place.path("zugpost.toml");
    let text = fs::read_to_string(&file).expect("settings");
    fs::write(&file, text + "connections = 1\n").expect("written");
    place.new_game();
    let mut daemon = Running::start(&place);
    std::thread::sleep(Duration::from_millis(500));
    daemon.signal("TERM");
    let (status, took) = daemon.end();
    assert!(
        status.success() && took < Duration::from_secs(10),
        "{status} {took:?}"
    );
    // One try was begun; the other letter was not even counted.
    let queue = place.ok(&["mail", "queue"]);
    assert!(
        queue.contains("1 try") && queue.contains("0 tries"),
        "{queue}"
    );
}

/// A transport that runs a script.
fn sendmail(place: &Place, script: &str) {
    fs::write(place.path("sendmail"), script).expect("written");
    let file = place.path("zugpost.toml");
    let text = fs::read_to_string(&file).expect("settings");
    let (head, _) = text.split_once("[outbox]").expect("an outbox");
    let out = format!(
        "{head}[outbox]\nkind = \"sendmail\"\ncommand = [\"/bin/sh\", \"{}\"]\n",
        place.path("sendmail")
    );
    fs::write(file, out).expect("written");
}

#[test]
fn one_works_and_a_second_one_says_who_does() {
    let place = Place::new();
    let daemon = Running::start(&place);
    let begun = Instant::now();
    let refused = place.run(&["run"]);
    let who = format!("as daemon, process {}", daemon.process());
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains(&who), "{refused:?}");
    assert_eq!(place.ok(&["run", "--once"]), "");
    assert!(begun.elapsed() < Duration::from_secs(15));
    let status = place.ok(&["status"]);
    assert!(
        status.contains(&format!("daemon, process {}", daemon.process())),
        "{status}"
    );
}

#[test]
fn what_other_processes_bring_goes_out_at_once() {
    let mut place = Place::new();
    let mut daemon = Running::start(&place);
    place.new_game();
    let took = daemon.letters(&place, 2);
    println!("from `game new` to both letters: {took:?}");
    assert!(took < Duration::from_secs(10));
    let letter = place.newest("anna@example.org", 1);
    let mail = place.answer(&letter, "@@a3");
    let begun = Instant::now();
    let received = place.with_input(&["receive"], mail.as_bytes());
    let left = begun.elapsed();
    assert_eq!((received.code, received.err.as_str()), (0, ""));
    assert!(left < Duration::from_secs(10), "receive waited {left:?}");
    let took = daemon.letters(&place, 4);
    println!("receive left after {left:?}, answered {took:?} later");
}

#[test]
fn an_unavailable_relay_delays_letters() {
    let place = Place::new();
    fs::create_dir_all(place.path("mail")).expect("a folder");
    fs::write(place.path("mail/out"), "").expect("a file where the folder should be");
    let mut daemon = Running::start(&place);
    place.new_game();
    daemon.until("away", |daemon| {
        daemon.log().matches("letters cannot leave").count() >= 2
    });
    assert_eq!(place.letters().len(), 0);
    assert!(place.ok(&["status"]).contains("letters cannot leave"));
    fs::remove_file(place.path("mail/out")).expect("removed");
    let took = daemon.letters(&place, 2);
    println!("recovered after {took:?}");
    daemon.until("well", |daemon| {
        daemon.log().contains("letters leave again")
    });
    daemon.until("sent", |_| {
        place.ok(&["mail", "queue"]) == "Nothing waits.\n"
    });
}

#[test]
fn an_unavailable_source_is_reported_and_recovers() {
    let mut place = Place::new();
    place.new_game();
    let mut daemon = Running::start(&place);
    daemon.letters(&place, 2);
    fs::rename(place.path("mail/in"), place.path("mail/gone")).expect("moved");
    daemon.until("away", |daemon| {
        daemon.log().contains("cannot fetch mail from")
    });
    daemon.until("noted", |_| {
        place.ok(&["status"]).contains("cannot look into")
    });
    fs::rename(place.path("mail/gone"), place.path("mail/in")).expect("moved back");
    let letter = place.newest("anna@example.org", 1);
    let mail = place.answer(&letter, "@@a3");
    place.deliver(&mail);
    daemon.letters(&place, 4);
    daemon.until("well", |daemon| daemon.log().contains("is back"));
}

#[test]
fn a_full_disk_takes_no_mail_and_loses_none() {
    let mut place = Place::new();
    place.new_game();
    place.ok(&["run", "--once"]);
    // No file may grow beyond 100 kB: for the database that is a full disk.
    let program = place.command(&["run"]);
    let mut command = std::process::Command::new("/bin/bash");
    command
        .args(["-c", "trap '' XFSZ; ulimit -S -f 100; exec \"$0\" \"$@\""])
        .arg(program.get_program())
        .args(program.get_args())
        .env_remove("ZUGPOST_CONFIG");
    let mut daemon = Running::spawn(&place, command);
    let letter = place.newest("anna@example.org", 1);
    let mail = place.answer(&letter, &format!("@@a3\n\n{}", noise(12_000)));
    place.deliver(&mail);
    daemon.until("full", |daemon| {
        daemon.log().contains("cannot take mail in")
    });
    assert_eq!(place.waiting(), 1, "the mail left its place");
    let unlimited = Rlimit {
        current: None,
        maximum: None,
    };
    prlimit(Some(daemon.pid()), Resource::Fsize, unlimited).expect("mended");
    daemon.letters(&place, 4);
    assert_eq!(place.waiting(), 0);
    assert!(
        daemon.log().contains("mail is taken in again"),
        "{}",
        daemon.log()
    );
}

/// Quoted lines of letters by chance, which cannot be stored in much less room.
fn noise(lines: usize) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut state = 1_u64;
    let mut sign = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        char::from(SIGNS[usize::try_from(state >> 58).expect("six bits")])
    };
    let line = |_| {
        let signs: String = (0..75).map(|_| sign()).collect();
        format!("> {signs}\n")
    };
    (0..lines).map(line).collect()
}

#[test]
fn systemd_is_notified() {
    let place = Place::new();
    let socket = place.path("notify");
    let listener = UnixDatagram::bind(&socket).expect("a socket");
    listener
        .set_read_timeout(Some(PATIENCE))
        .expect("a time limit");
    let log = place.path("log");
    let stream = fs::metadata({
        fs::write(&log, "").expect("written");
        &log
    })
    .expect("a file");
    let mut command = place.command(&["run"]);
    command
        .env("NOTIFY_SOCKET", &socket)
        .env("WATCHDOG_USEC", "300000")
        .env(
            "JOURNAL_STREAM",
            format!("{}:{}", stream.dev(), stream.ino()),
        );
    let mut daemon = Running::spawn(&place, command);
    let hear = |wanted: &str| {
        let mut buffer = [0; 1000];
        loop {
            let length = listener.recv(&mut buffer).expect("a message");
            if String::from_utf8_lossy(&buffer[..length]).contains(wanted) {
                return;
            }
        }
    };
    for wanted in [
        "READY=1",
        "STATUS=answering mail",
        "WATCHDOG=1",
        "WATCHDOG=1",
    ] {
        hear(wanted);
    }
    daemon.signal("TERM");
    hear("STOPPING=1");
    assert!(daemon.end().0.success());
    // The journal stores time and level itself.
    assert!(
        daemon.log().lines().count() > 0
            && daemon.log().lines().all(|line| line.starts_with("<6>")),
        "{}",
        daemon.log()
    );
}

/// A running server would go on with the old schema.
#[test]
fn no_migration_while_it_runs() {
    let place = Place::new();
    let mut running = Running::start(&place);
    let said = place.refused(&["db", "migrate"]);
    assert!(
        said.contains("as daemon") && said.contains("stop it first"),
        "{said}"
    );
    running.signal("TERM");
    running.end();
    assert!(place.ok(&["db", "migrate"]).starts_with("schema "));
}

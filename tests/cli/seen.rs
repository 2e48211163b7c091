//! What programs that watch the daemon see: its log as JSON, and its answers over HTTP.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixStream;

use serde_json::Value;

use super::faults::turn;
use super::openmetrics::{self, Sample};
use super::place::Place;
use super::running::Running;

/// A server whose settings have these lines in `[metrics]`.
fn watched(lines: &str) -> Place {
    let place = Place::new();
    let file = place.path("zugpost.toml");
    let settings = fs::read_to_string(&file).expect("settings");
    let settings = settings.replace("[metrics]\n", &format!("[metrics]\n{lines}\n"));
    fs::write(&file, settings).expect("written");
    place
}

/// Status and body of the answer to a GET.
fn answer(mut stream: impl Read + Write, path: &str) -> (u16, String) {
    write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("written");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    let (head, body) = text.split_once("\r\n\r\n").expect("an answer");
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
    (status.expect("a status"), body.to_owned())
}

fn get(place: &Place, path: &str) -> (u16, String) {
    let stream = UnixStream::connect(place.path("seen")).expect("it listens");
    answer(stream, path)
}

/// The value of this name with this label; every name here has one at most.
fn value(samples: &[Sample], name: &str, label: &str) -> Option<f64> {
    let is = |sample: &&Sample| {
        sample.name == name && (label.is_empty() || sample.labels.values().any(|l| l == label))
    };
    samples.iter().find(is).map(|sample| sample.value)
}

#[test]
fn metrics_count_what_is_done_and_name_nobody() {
    let mut place = watched("listen = \"unix:seen\"\ndomains = [\"example.org\"]");
    place.new_game();
    let mut daemon = Running::start(&place);
    daemon.letters(&place, 2);
    turn(&mut place, 0);
    daemon.letters(&place, 4);
    let mut text = String::new();
    // Lengths of queues are up to 15 seconds old.
    daemon.until("everything counted", |_| {
        let (status, body) = get(&place, "/metrics");
        assert_eq!(status, 200);
        text = body;
        text.contains("zugpost_letters_total{result=\"sent\"} 4\n")
            && text.contains("zugpost_games{")
    });
    let samples = openmetrics::read(&text).unwrap_or_else(|why| panic!("{why}\n{text}"));
    for (name, label, expected) in [
        ("zugpost_mails_total", "new", 1.0),
        ("zugpost_verdicts_total", "played", 1.0),
        ("zugpost_letters_total", "sent", 4.0),
        ("zugpost_work_seconds_count", "judging", 1.0),
        ("zugpost_work_seconds_count", "rendering", 4.0),
        ("zugpost_work_seconds_count", "handing_over", 4.0),
        ("zugpost_games", "playing", 1.0),
        ("zugpost_queue_length", "mails_quarantined", 0.0),
        ("zugpost_clocks", "running", 0.0),
        ("zugpost_failed_addresses", "example.org", 0.0),
        ("zugpost_complaints_total", "example.org", 0.0),
        ("zugpost_build_info", env!("CARGO_PKG_VERSION"), 1.0),
    ] {
        let found = value(&samples, name, label);
        assert_eq!(found, Some(expected), "{name} {label}: {text}");
    }
    let started = value(&samples, "process_start_time_seconds", "");
    assert!(started.is_some_and(|at| at > 1.7e9), "{started:?}");
    // The domain is there because the settings name it.
    for private in ["anna", "boris", "play@", "@example", "a3"] {
        assert!(!text.contains(private), "{private}: {text}");
    }
    if let Ok(file) = std::env::var("ZUGPOST_TEST_METRICS") {
        fs::write(file, &text).expect("written");
    }
    daemon.signal("TERM");
    assert!(daemon.end().0.success());
    assert!(!fs::exists(place.path("seen")).expect("a folder"));
}

#[test]
fn readiness_falls_with_the_source_and_not_with_the_relay() {
    let place = watched("listen = \"unix:seen\"");
    place.new_game();
    let mut daemon = Running::start(&place);
    daemon.letters(&place, 2);
    daemon.until("ready", |_| {
        get(&place, "/readyz") == (200, "ready\n".to_owned())
    });
    assert_eq!(get(&place, "/healthz"), (200, "alive\n".to_owned()));
    // No letter can leave: a file has the place of the mailboxes.
    fs::rename(place.path("mail/out"), place.path("mail/gone")).expect("renamed");
    fs::write(place.path("mail/out"), "").expect("written");
    fs::rename(place.path("mail/gone"), place.path("mail/kept")).expect("renamed");
    place.ok(&["game", "move", "1", "@@a3"]);
    daemon.until("a letter fails", |daemon| {
        let log = daemon.log();
        log.contains("delayed after try") || log.contains("letters cannot leave")
    });
    assert_eq!(get(&place, "/readyz").0, 200);
    // The source fails.
    fs::remove_dir_all(place.path("mail/in")).expect("removed");
    fs::write(place.path("mail/in"), "").expect("written");
    daemon.until("not ready", |_| {
        get(&place, "/readyz") == (503, "mail cannot be taken in\n".to_owned())
    });
    assert_eq!(get(&place, "/healthz").0, 200);
}

#[test]
fn a_port_is_listened_at_or_the_start_fails() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address");
    let place = watched(&format!("listen = \"{address}\""));
    let refused = place.refused(&["run"]);
    assert!(
        refused.contains(&format!("[metrics]: cannot listen at {address}: ")),
        "{refused}"
    );
    drop(taken);
    let _daemon = Running::start(&place);
    let stream = TcpStream::connect(address).expect("it listens");
    assert_eq!(answer(stream, "/healthz"), (200, "alive\n".to_owned()));
}

#[test]
fn settings_and_texts_that_are_read_again_count_from_the_next_mail() {
    let mut place = Place::new();
    place.new_game();
    let mut daemon = Running::start(&place);
    daemon.letters(&place, 2);
    let file = place.path("zugpost.toml");
    let settings = fs::read_to_string(&file).expect("settings");
    let changed = settings
        .replace("name = \"Zugpost\"", "name = \"Other Club\"")
        .replace("#templates = \"templates\"", "templates = \"own\"")
        .replace("dir = \"mail/in\"", "dir = \"mail/other\"");
    fs::create_dir_all(place.path("own/en/help")).expect("a folder");
    fs::write(place.path("own/en/help/ours.txt"), "[rules]\nthe laws\n").expect("written");
    fs::write(&file, changed).expect("written");
    daemon.signal("HUP");
    daemon.until("read again", |daemon| {
        daemon.log().contains("SIGHUP: settings, texts and files")
    });
    let log = daemon.log();
    assert!(
        log.contains("SIGHUP: [inbox] has changed in the settings, and counts after a restart"),
        "{log}"
    );
    let letter = place.newest("anna@example.org", 1);
    let mail = place.answer(&letter, "commands\nboard");
    place.deliver(&mail);
    daemon.letters(&place, 3);
    let answer = place.newest("anna@example.org", 1);
    assert!(answer.raw.contains("the laws"), "{}", answer.raw);
    assert!(
        answer.header("From").contains("Other Club"),
        "{}",
        answer.raw
    );
    // With a fault the old ones stay, and the log names it.
    fs::write(&file, settings.replace("#lines = 20", "lines = 0")).expect("written");
    daemon.signal("HUP");
    daemon.until("refused", |daemon| {
        daemon.log().contains("SIGHUP: nothing was read again")
    });
    let log = daemon.log();
    let fault = log.lines().find(|line| line.contains("nothing was read"));
    let fault = fault.expect("it is there");
    assert!(
        fault.contains("zugpost.toml, line ")
            && fault.ends_with("[limits]: lines is 0: write 1 to 100"),
        "{fault}"
    );
    let mail = place.answer(&letter, "board\nboard");
    place.deliver(&mail);
    daemon.letters(&place, 4);
    daemon.signal("TERM");
    assert!(daemon.end().0.success());
}

#[test]
fn the_log_may_be_one_object_a_line() {
    let mut place = Place::new();
    let file = place.path("zugpost.toml");
    let settings = fs::read_to_string(&file).expect("settings");
    fs::write(&file, settings.replace("#log = \"text\"", "log = \"json\"")).expect("written");
    place.new_game();
    let mut daemon = Running::start(&place);
    daemon.letters(&place, 2);
    turn(&mut place, 0);
    daemon.letters(&place, 4);
    daemon.signal("TERM");
    assert!(daemon.end().0.success());
    let log = daemon.log();
    let objects = log.lines().map(serde_json::from_str);
    let objects: Vec<Value> = objects.collect::<Result<_, _>>().expect("objects");
    let played = objects.iter().find(|object| {
        let message = object["message"].as_str().expect("a message");
        message.starts_with("mail i1 from anna@example.org: game #1, played (")
    });
    assert_eq!(played.expect("in the log")["level"], "INFO");
    for letter in place.letters() {
        assert!(!log.contains(&letter.reply_token()), "a key in the log");
    }
}

//! Hosts that refuse to work for us: a login, or letters beyond a sending limit. They are left alone.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::peer::{self, Talk};
use super::place::Place;
use super::running::Running;

/// What a scripted server has seen.
#[derive(Clone, Default)]
struct Seen {
    logins: Arc<AtomicUsize>,
    letters: Arc<AtomicUsize>,
    idles: Arc<AtomicUsize>,
    /// The password that it takes.
    password: Arc<Mutex<String>>,
    /// What it answers to a letter.
    answer: Arc<Mutex<String>>,
}

/// An IMAP server with the folders `INBOX` and `Games`, unless `missing` is one of them, without mails.
fn imap(seen: &Seen, missing: &'static str) -> u16 {
    let seen = seen.clone();
    peer::start_many(move |talk: &mut Talk| {
        talk.say_line("* OK ready");
        loop {
            let line = talk.hear();
            let Some((tag, command)) = line.split_once(' ') else {
                return;
            };
            let (verb, rest) = command.split_once(' ').unwrap_or((command, ""));
            match verb {
                "CAPABILITY" => talk.say_line("* CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS"),
                "LOGIN" => {
                    seen.logins.fetch_add(1, SeqCst);
                    if !rest.contains(seen.password.lock().expect("no panic").as_str()) {
                        talk.say_line(&format!("{tag} NO [AUTHENTICATIONFAILED] wrong"));
                        continue;
                    }
                }
                "SELECT" if !missing.is_empty() && rest.contains(missing) => {
                    talk.say_line(&format!("{tag} NO [NONEXISTENT] no such mailbox"));
                    continue;
                }
                "SELECT" => talk.say("* 0 EXISTS\n* OK [UIDVALIDITY 7] ok\n"),
                "UID" => talk.say_line("* SEARCH"),
                "IDLE" => {
                    seen.idles.fetch_add(1, SeqCst);
                    talk.say_line("+ go on");
                    talk.hear();
                }
                _ => {}
            }
            talk.say_line(&format!("{tag} OK done"));
        }
    })
}

/// An SMTP server that wants a login.
fn smtp(seen: &Seen) -> u16 {
    let seen = seen.clone();
    peer::start_many(move |talk: &mut Talk| {
        talk.say_line("220 here");
        loop {
            let line = talk.hear();
            match line.split([' ', ':']).next().unwrap_or_default() {
                "" => return,
                "EHLO" => talk.say("250-here\n250 AUTH PLAIN\n"),
                "AUTH" => {
                    seen.logins.fetch_add(1, SeqCst);
                    let code = line.rsplit(' ').next().unwrap_or_default();
                    let text = data_encoding::BASE64.decode(code.as_bytes());
                    let text = String::from_utf8(text.unwrap_or_default()).unwrap_or_default();
                    if text.ends_with(seen.password.lock().expect("no panic").as_str()) {
                        talk.say_line("235 welcome");
                    } else {
                        talk.say_line("535 5.7.8 wrong");
                    }
                }
                "DATA" => {
                    talk.say_line("354 go on");
                    let mut text = String::new();
                    loop {
                        let line = talk.hear();
                        if line == "." || line.is_empty() && text.ends_with("\n\n\n\n\n") {
                            break;
                        }
                        text.push_str(&line);
                        text.push('\n');
                    }
                    seen.letters.fetch_add(1, SeqCst);
                    let answer = seen.answer.lock().expect("no panic").clone();
                    let reply_to = text.lines().find(|line| line.starts_with("Reply-To:"));
                    talk.say_line(&answer.replace("HEADER", reply_to.unwrap_or_default()));
                }
                "QUIT" => {
                    talk.say_line("221 bye");
                    return;
                }
                _ => talk.say_line("250 ok"),
            }
        }
    })
}

fn set(place: &Place, section: &str, settings: &str) {
    let file = place.path("zugpost.toml");
    let text = fs::read_to_string(&file).expect("settings");
    let begin = text.find(section).expect("a section");
    let rest = &text[begin + section.len()..];
    let end = rest.find("\n[").map_or("", |at| &rest[at..]);
    let text = format!("{}{section}\n{settings}\n{end}", &text[..begin]);
    fs::write(file, text).expect("written");
}

fn umpire(place: &Place) {
    let file = place.path("zugpost.toml");
    let text = fs::read_to_string(&file).expect("settings");
    let text = text.replacen("[server]", "[server]\numpire = \"umpire@example.org\"", 1);
    fs::write(file, text).expect("written");
}

fn password(place: &Place, password: &str) {
    fs::write(place.path("password"), password).expect("written");
}

fn by_imap(place: &Place, port: u16, more: &str) {
    let settings = format!(
        "kind = \"imap\"\nhost = \"127.0.0.1\"\nport = {port}\ntls = \"none\"\nuser = \"u\"\ntimeout = 5\n\
         password = {{ file = \"password\" }}\n{more}"
    );
    set(place, "[inbox]", &settings);
}

fn by_smtp(place: &Place, port: u16) {
    let settings = format!(
        "kind = \"smtp\"\nhost = \"127.0.0.1\"\nport = {port}\ntls = \"none\"\nuser = \"u\"\ntimeout = 5\n\
         password = {{ file = \"password\" }}\nconnections = 1\n"
    );
    set(place, "[outbox]", &settings);
}

fn new_game(place: &Place, white: &str, black: &str) {
    let player = |name: &str| format!("{name} <{name}@example.org>");
    let (white, black) = (player(white), player(black));
    place.ok(&["game", "new", "chess", "--white", &white, "--black", &black]);
}

fn status(place: &Place) -> Value {
    serde_json::from_str(&place.ok(&["status", "--json"])).expect("JSON")
}

fn to_umpire(place: &Place) -> usize {
    let letters = place.letters();
    let own = letters.iter().filter(|l| l.mailbox == "umpire@example.org");
    own.count()
}

/// Gives what should not happen time to happen: pauses without a refusal begin with a second.
fn a_while() {
    thread::sleep(Duration::from_secs(6));
}

#[test]
fn a_refused_imap_login_is_tried_once_and_again_when_the_password_changes() {
    let place = Place::new();
    let seen = Seen::default();
    *seen.password.lock().expect("no panic") = "right".to_owned();
    password(&place, "wrong\n");
    umpire(&place);
    by_imap(&place, imap(&seen, ""), "");
    let mut daemon = Running::start(&place);
    daemon.until("told", |_| to_umpire(&place) == 1);
    a_while();
    assert_eq!(seen.logins.load(SeqCst), 1);
    let log = daemon.log();
    assert_eq!(log.matches("refuses user u").count(), 1, "{log}");
    assert!(log.contains("run `zugpost doctor`"), "{log}");
    daemon.until("noted", |_| {
        let error = status(&place)["last_error"].to_string();
        error.contains("refuses user u")
    });
    let doctor = place.run(&["doctor"]).out;
    assert!(
        doctor.contains("-> correct user or password in [inbox]"),
        "{doctor}"
    );
    let before = seen.logins.load(SeqCst);
    password(&place, "right\n");
    daemon.until("back", |daemon| daemon.log().contains("is back"));
    assert_eq!(seen.logins.load(SeqCst), before + 1);
    daemon.until("well", |_| status(&place)["last_error"] == Value::Null);
    assert_eq!(to_umpire(&place), 1);
    // The letter says what the host has said behind a bar.
    let letter = place
        .letters()
        .into_iter()
        .find(|l| l.mailbox == "umpire@example.org");
    let raw = letter.expect("a letter").raw;
    assert!(
        raw.contains("\r\n| cannot fetch mail from imap u@127.0.0.1"),
        "{raw}"
    );
}

#[test]
fn a_refused_smtp_login_is_tried_once_and_again_when_the_password_changes() {
    let place = Place::new();
    let seen = Seen::default();
    *seen.password.lock().expect("no panic") = "right".to_owned();
    *seen.answer.lock().expect("no panic") = "250 taken".to_owned();
    password(&place, "wrong\n");
    by_smtp(&place, smtp(&seen));
    new_game(&place, "anna", "boris");
    let mut daemon = Running::start(&place);
    daemon.until("refused", |daemon| daemon.log().contains("refuses user u"));
    new_game(&place, "carla", "dora");
    a_while();
    assert_eq!(seen.logins.load(SeqCst), 1);
    assert_eq!(
        daemon.log().matches("refuses user u").count(),
        1,
        "{}",
        daemon.log()
    );
    password(&place, "right\n");
    daemon.until("sent", |_| seen.letters.load(SeqCst) == 4);
    assert_eq!(seen.logins.load(SeqCst), 2);
}

#[test]
fn from_cron_a_refused_login_rests_too() {
    let place = Place::new();
    let seen = Seen::default();
    *seen.password.lock().expect("no panic") = "right".to_owned();
    password(&place, "wrong\n");
    by_imap(&place, imap(&seen, ""), "");
    // The files are older than the first try.
    thread::sleep(Duration::from_millis(1100));
    let error = place.refused(&["run", "--once"]);
    assert!(error.contains("refuses user u"), "{error}");
    for _ in 0..3 {
        assert_eq!(place.ok(&["run", "--once"]), "");
    }
    assert_eq!(seen.logins.load(SeqCst), 1);
    thread::sleep(Duration::from_millis(1100));
    password(&place, "right\n");
    place.ok(&["run", "--once"]);
    assert_eq!(seen.logins.load(SeqCst), 2);
    assert_eq!(status(&place)["last_error"], Value::Null);
}

#[test]
fn letters_beyond_a_sending_limit_wait_and_count_against_nobody() {
    for limit in [
        "550 5.4.5 Daily user sending limit exceeded",
        "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException",
        "550 5.7.1 rate limit exceeded",
        "552 5.7.0 too many messages",
    ] {
        let place = Place::new();
        let seen = Seen::default();
        *seen.answer.lock().expect("no panic") = limit.to_owned();
        password(&place, "right\n");
        by_smtp(&place, smtp(&seen));
        for players in [("anna", "boris"), ("carla", "dora"), ("emil", "fritz")] {
            new_game(&place, players.0, players.1);
        }
        let mut daemon = Running::start(&place);
        daemon.until("told", |daemon| {
            daemon.log().contains("letters cannot leave")
        });
        thread::sleep(Duration::from_secs(3));
        // Two tell that it is no matter of one recipient.
        assert_eq!(seen.letters.load(SeqCst), 2, "{limit}");
        let now = status(&place);
        assert_eq!(
            (&now["waiting_letters"], &now["failed_letters"]),
            (&6.into(), &0.into())
        );
        assert!(
            now["last_error"].to_string().contains("sending limit"),
            "{now}"
        );
        let players = place.ok(&["player", "list", "--json"]);
        assert!(!players.contains("\"failures\":1"), "{players}");
        *seen.answer.lock().expect("no panic") = "250 taken".to_owned();
        drop(daemon);
        let mut daemon = Running::start(&place);
        daemon.until("sent", |_| seen.letters.load(SeqCst) == 2 + 6);
        daemon.until("well", |_| status(&place)["last_error"] == Value::Null);
    }
}

#[test]
fn a_retry_ends_the_pause_after_a_sending_limit() {
    let place = Place::new();
    let seen = Seen::default();
    let answer = |text: &str| *seen.answer.lock().expect("no panic") = text.to_owned();
    let limit = "550 5.4.5 Daily user sending limit exceeded";
    answer(limit);
    password(&place, "right\n");
    by_smtp(&place, smtp(&seen));
    new_game(&place, "anna", "boris");
    new_game(&place, "carla", "dora");
    let mut daemon = Running::start(&place);
    let refused = |daemon: &mut Running, count: usize| {
        daemon.until("left alone", |_| seen.letters.load(SeqCst) == count);
        daemon.until("noted", |_| {
            status(&place)["last_error"]
                .to_string()
                .contains("sending limit")
        });
    };
    refused(&mut daemon, 2);
    // It is tried at once, and left alone again whatever else is written.
    place.ok(&["mail", "retry"]);
    daemon.until("tried", |_| seen.letters.load(SeqCst) > 2);
    a_while();
    let tried = seen.letters.load(SeqCst);
    assert!((3..=4).contains(&tried), "{tried}");
    refused(&mut daemon, tried);
    new_game(&place, "emil", "fritz");
    a_while();
    assert_eq!(seen.letters.load(SeqCst), tried);
    answer("250 taken");
    place.ok(&["mail", "retry"]);
    daemon.until("sent", |_| seen.letters.load(SeqCst) == tried + 6);
    daemon.until("well", |_| status(&place)["last_error"] == Value::Null);
    drop(daemon);
    // So it is from cron.
    answer(limit);
    new_game(&place, "anna", "boris");
    new_game(&place, "carla", "dora");
    place.ok(&["run", "--once"]);
    let before = seen.letters.load(SeqCst);
    place.ok(&["run", "--once"]);
    assert_eq!(seen.letters.load(SeqCst), before);
    answer("250 taken");
    place.ok(&["mail", "retry"]);
    place.ok(&["run", "--once"]);
    assert_eq!(seen.letters.load(SeqCst), before + 4);
}

#[test]
fn what_was_given_up_is_revived_together() {
    let place = Place::new();
    let seen = Seen::default();
    *seen.answer.lock().expect("no panic") = "550 5.1.1 nobody here".to_owned();
    password(&place, "right\n");
    by_smtp(&place, smtp(&seen));
    new_game(&place, "anna", "boris");
    place.ok(&["run", "--once"]);
    let before = status(&place)["failed_letters"].clone();
    assert!(before.as_i64().is_some_and(|count| count >= 2), "{before}");
    let said = place.ok(&["mail", "retry", "--dry-run"]);
    let given_up =
        format!("{before} letters were given up: `zugpost mail retry --given-up` tries them again");
    assert!(said.lines().any(|line| line == given_up), "{said}");
    let said = place.ok(&["mail", "retry", "--dry-run", "--json"]);
    let said: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(said["given_up"], before);
    let retry = |more: &[&str]| -> Value {
        let all = [&["mail", "retry", "--given-up", "--json"][..], more].concat();
        serde_json::from_str(&place.ok(&all)).expect("JSON")
    };
    let tried = retry(&["--dry-run"]);
    assert_eq!(
        (&tried["letters"], &tried["dry_run"]),
        (&before, &true.into())
    );
    assert_eq!(status(&place)["failed_letters"], before);
    let done = retry(&[]);
    assert_eq!((&done["letters"], &done["lost"]), (&before, &0.into()));
    assert_eq!(
        done["ids"].as_array().map(Vec::len),
        Some(before.as_u64().unwrap_or(0) as usize)
    );
    assert_eq!(status(&place)["failed_letters"], 0);
    *seen.answer.lock().expect("no panic") = "250 taken".to_owned();
    place.ok(&["run", "--once"]);
    assert_eq!(status(&place)["waiting_letters"], 0);
    let said = place.ok(&["mail", "retry", "--given-up"]);
    assert!(said.starts_with("0 letters will be tried"), "{said}");
    let wrong = place.run(&["mail", "retry", "o1", "--given-up"]);
    assert_eq!(wrong.code, 2, "{wrong:?}");
}

#[test]
fn a_key_in_a_relays_complaint_is_shown_nowhere() {
    let place = Place::new();
    let seen = Seen::default();
    *seen.answer.lock().expect("no panic") = "451 4.3.0 I do not like HEADER".to_owned();
    password(&place, "right\n");
    by_smtp(&place, smtp(&seen));
    new_game(&place, "anna", "boris");
    let mut daemon = Running::start(&place);
    daemon.until("deferred", |daemon| {
        daemon.log().matches("delayed after").count() == 2
    });
    let mut shown = vec![daemon.log()];
    for command in [
        &["mail", "queue"][..],
        &["mail", "queue", "--json"],
        &["mail", "show", "o1"],
        &["mail", "show", "o1", "--json"],
        &["status"],
        &["status", "--json"],
    ] {
        shown.push(place.ok(command));
    }
    shown.push(place.run(&["doctor", "--json"]).out);
    for text in shown {
        // `play+`, and not the blank: whatever is there is a key.
        let keys = text
            .split("play+")
            .skip(1)
            .filter(|rest| !rest.starts_with("[key]"));
        assert_eq!(keys.count(), 0, "{text}");
    }
    let queue = place.ok(&["mail", "queue", "--json"]);
    assert!(queue.contains("I do not like Reply-To: "), "{queue}");
}

#[test]
fn a_missing_folder_is_named_and_does_not_end_the_watch_over_the_others() {
    let place = Place::new();
    let seen = Seen::default();
    password(&place, "right\n");
    let port = imap(&seen, "Games");
    by_imap(&place, port, "folders = [\"Games\", \"INBOX\"]\n");
    let mut daemon = Running::start(&place);
    daemon.until("idle", |_| seen.idles.load(SeqCst) > 0);
    let log = daemon.log();
    assert!(log.contains("folder \"Games\" cannot be read"), "{log}");
    daemon.until("noted", |_| {
        let error = status(&place)["last_error"].to_string();
        error.contains("Games")
    });
    let doctor = place.run(&["doctor"]);
    assert!(
        doctor
            .out
            .contains("-> make the folders, or correct `folders`"),
        "{doctor:?}"
    );
    drop(daemon);
    let mut daemon = Running::start(&place);
    daemon.until("told again", |daemon| {
        daemon.log().matches("cannot be read").count() == 2
    });
}

//! `doctor` finds what is wrong, and says how to correct it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use super::place::{Place, Ran};
use super::running::Running;

/// The settings with one text in place of another.
fn set(place: &Place, from: &str, to: &str) {
    let file = place.path("zugpost.toml");
    let text = fs::read_to_string(&file).expect("settings");
    assert!(text.contains(from), "{from} is not in the settings");
    fs::write(file, text.replacen(from, to, 1)).expect("written");
}

/// The wrong findings in one text; checks that the exit status agrees with them.
fn wrong(place: &Place, arguments: &[&str]) -> String {
    let ran = place.run(&[&["doctor"], arguments].concat());
    let lines: Vec<&str> = ran.out.lines().collect();
    let wrong: Vec<String> = lines
        .iter()
        .zip(lines.iter().skip(1).chain([&""]))
        .filter(|(line, _)| line.starts_with("WRONG"))
        .map(|(line, mend)| format!("{line} {}", mend.trim()))
        .collect();
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (i32::from(!wrong.is_empty()), ""),
        "{ran:?}"
    );
    assert!(wrong.iter().all(|line| line.contains(" -> ")), "{wrong:?}");
    wrong.join("\n")
}

#[test]
fn nothing_is_wrong_with_a_new_server() {
    let place = Place::new();
    assert_eq!(wrong(&place, &[]), "");
    let out = place.run(&["doctor", "--json"]).out;
    let read = |line| serde_json::from_str::<serde_json::Value>(line).expect("JSON");
    let findings: Vec<serde_json::Value> = out.lines().map(read).collect();
    for part in [
        "settings",
        "templates",
        "disk",
        "database",
        "secret",
        "clock",
        "inbox",
        "outbox",
        "work",
    ] {
        assert!(
            findings.iter().any(|f| f["part"] == part),
            "{part} was not tried: {out}"
        );
    }
    let _daemon = Running::start(&place);
    assert!(place.run(&["doctor"]).out.contains("as daemon, process"));
}

#[test]
fn settings_that_are_missing_or_wrong() {
    let place = Place::new();
    set(&place, "[outbox]", "[outbox]\nkindness = 1");
    assert!(wrong(&place, &[]).contains("kindness"));
    fs::remove_file(place.path("zugpost.toml")).expect("removed");
    assert!(wrong(&place, &[]).contains("zugpost init"));
}

#[test]
fn a_database_that_is_missing_or_none() {
    let place = Place::new();
    fs::rename(place.path("data/zugpost.db"), place.path("away")).expect("moved");
    let found = wrong(&place, &[]);
    assert!(
        found.contains("there is none at") && found.contains("zugpost init"),
        "{found}"
    );
    fs::write(place.path("data/zugpost.db"), "no database\n".repeat(1000)).expect("written");
    assert!(wrong(&place, &[]).contains("database"), "{found}");
    fs::remove_dir_all(place.path("data")).expect("removed");
    let found = wrong(&place, &[]);
    assert!(found.contains("cannot be written"), "{found}");
}

#[test]
fn a_file_that_cannot_be_reached_is_not_called_missing() {
    let place = Place::new();
    // Root may read everything, but not what lies below a file.
    set(&place, "data = \"data\"", "data = \"zugpost.toml\"");
    let found = wrong(&place, &[]);
    assert!(found.contains("Not a directory"), "{found}");
    assert!(!found.contains("there is none at"), "{found}");
}

#[test]
fn a_secret_that_is_missing_open_or_of_another_database() {
    let place = Place::new();
    place.ok(&["run", "--once"]);
    let secret = place.path("data/zugpost.secret");
    let mode = |mode| fs::set_permissions(&secret, fs::Permissions::from_mode(mode));
    mode(0o644).expect("changed");
    let found = wrong(&place, &[]);
    assert!(
        found.contains("secret") && found.contains("chmod 600"),
        "{found}"
    );
    mode(0o600).expect("changed");
    assert_eq!(wrong(&place, &[]), "");
    fs::rename(&secret, place.path("away")).expect("moved");
    let found = wrong(&place, &[]);
    assert!(
        found.contains("there is none at") && found.contains("secret rotate --help"),
        "{found}"
    );
    let other = Place::new();
    fs::copy(other.path("data/zugpost.secret"), &secret).expect("copied");
    assert!(wrong(&place, &[]).contains("belongs to another database"));
}

#[test]
fn a_mailbox_that_cannot_be_read() {
    let place = Place::new();
    fs::remove_dir_all(place.path("mail/in")).expect("removed");
    let found = wrong(&place, &[]);
    assert!(
        found.contains("cannot look into") && found.contains("[inbox]"),
        "{found}"
    );
}

#[test]
fn a_sendmail_that_cannot_be_run() {
    let place = Place::new();
    let (before, _) = ("kind = \"maildir\"\ndir = \"mail/out\"", ());
    set(
        &place,
        before,
        "kind = \"sendmail\"\ncommand = [\"./send\"]",
    );
    assert!(wrong(&place, &[]).contains("there is no "));
    fs::write(place.path("send"), "").expect("written");
    assert!(wrong(&place, &[]).contains("cannot be run"));
    set(&place, "\"./send\"", "\"no-such-sendmail\"");
    assert!(wrong(&place, &[]).contains("no program no-such-sendmail in the PATH"));
}

#[test]
fn templates_that_cannot_be_read() {
    let place = Place::new();
    set(
        &place,
        "#templates = \"templates\"",
        "templates = \"words\"",
    );
    fs::create_dir_all(place.path("words/en/letters/seat")).expect("a folder");
    fs::write(place.path("words/en/letters/seat/body.txt"), "{{ no end").expect("written");
    fs::create_dir_all(place.path("words/en/notices")).expect("a folder");
    let fails = "[how-waiting]\n{{ 1/0 }}\n";
    fs::write(place.path("words/en/notices/ours.txt"), fails).expect("written");
    let said = wrong(&place, &[]);
    for text in ["templates", "letters/seat/body", "notices/how-waiting"] {
        assert!(said.contains(text), "{text}: {said}");
    }
}

#[test]
fn a_language_without_texts() {
    let place = Place::new();
    set(&place, "language = \"en\"", "language = \"klingon\"");
    let said = wrong(&place, &[]);
    assert!(said.contains("no texts in \"klingon\""), "{said}");
}

#[test]
fn a_clock_that_is_behind_and_letters_that_nobody_sends() {
    let place = Place::new();
    place.new_game();
    let at = |moment: &str| {
        let database = rusqlite::Connection::open(place.path("data/zugpost.db")).expect("opened");
        database
            .execute("UPDATE outbox SET created_at = ?1, next_try = ?1", [moment])
            .expect("written");
    };
    at("2099-01-01T00:00:00Z");
    let found = wrong(&place, &[]);
    assert!(
        found.contains("newest record is of 2099") && found.contains("timedatectl"),
        "{found}"
    );
    at("2026-01-01T00:00:00Z");
    let found = wrong(&place, &[]);
    assert!(found.contains("has been due since 2026-01-01"), "{found}");
}

/// A minimal mail server that delivers mail for our address into our mailbox.
const HOST: &str = r#"
for to; do :; done
case "$to" in REFUSED) exit 67;; esac
name="$(date +%s%N).$$"
{ echo "Return-Path: <$3>"
  echo "Delivered-To: DELIVERED"
  echo "Authentication-Results: mx.example.org; spf=pass"
  sed 's/^Message-ID:.*/MESSAGEID/'
} > "INBOX/tmp/$name"
mv "INBOX/tmp/$name" "INBOX/new/$name"
"#;

fn host(place: &Place, changes: &[(&str, &str)]) {
    let inbox = place.path("mail/in");
    let mut script = HOST.replace("INBOX", &inbox);
    for (from, to) in changes {
        script = script.replace(from, to);
    }
    let script = script
        .replace("REFUSED", "nobody")
        .replace("DELIVERED", "$to")
        .replace("MESSAGEID", "&");
    fs::write(place.path("send"), script).expect("written");
    let text = fs::read_to_string(place.path("zugpost.toml")).expect("settings");
    if !text.contains("kind = \"sendmail\"\ncommand = [\"/bin/sh\"") {
        let to = format!(
            "kind = \"sendmail\"\ncommand = [\"/bin/sh\", \"{}\"]",
            place.path("send")
        );
        set(place, "kind = \"maildir\"\ndir = \"mail/out\"", &to);
    }
}

#[test]
fn a_letter_makes_the_round_trip() {
    let place = Place::new();
    host(&place, &[]);
    for with_daemon in [false, true] {
        let _daemon = with_daemon.then(|| Running::start(&place));
        let ran = place.run(&["doctor", "--round-trip"]);
        for says in [
            "a letter has arrived after",
            "plus-addresses survive; delivered-to shows them",
            "Authentication-Results as mx.example.org",
            "Message-IDs are kept",
        ] {
            assert!(ran.out.contains(says), "{says}: {}", ran.out);
        }
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    }
    assert_eq!(place.waiting(), 0);
    // The daemon has recognised the letters as its own.
    assert_eq!(place.ok(&["mail", "queue"]), "Nothing waits.\n");
}

#[test]
fn hosts_that_change_letters_are_reported() {
    let place = Place::new();
    host(
        &place,
        &[
            ("MESSAGEID", "Message-ID: <other@relay.example>"),
            ("Authentication-Results", "X-Nothing"),
        ],
    );
    let out = place.run(&["doctor", "--round-trip"]).out;
    assert!(
        out.contains("replaces Message-IDs") && out.contains("no Authentication-Results"),
        "{out}"
    );
    host(&place, &[("REFUSED", "*+*")]);
    let found = wrong(&place, &["--round-trip"]);
    assert!(found.contains("recipient_delimiter = \"none\""), "{found}");
    host(
        &place,
        &[("name=\"", "case \"$to\" in *+*) exit 0;; esac; name=\"")],
    );
    let found = wrong(&place, &["--round-trip", "--wait", "2"]);
    assert!(
        found.contains("a letter to a plus-address has not arrived"),
        "{found}"
    );
    let other = Place::new();
    assert!(
        other
            .run(&["doctor", "--round-trip"])
            .out
            .contains("none was sent")
    );
}

/// What is there and may not be read is not said to be missing. The program runs as a user who is not the owner.
#[test]
fn what_may_not_be_read_is_not_said_to_be_missing() {
    const NOBODY: u32 = 65534;
    let mode = |path: &str, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
    };
    let place = Place::new();
    mode(&place.path("."), 0o755);
    mode(&place.path("zugpost.toml"), 0o644);
    // The folder of the build may be closed to others.
    let program = place.path("program");
    fs::copy(env!("CARGO_BIN_EXE_zugpost"), &program).expect("copied");
    let doctor = || -> Ran {
        let mut command = Command::new(&program);
        command
            .args(["--config", &place.path("zugpost.toml"), "doctor"])
            .stdin(Stdio::null());
        if rustix::process::geteuid().is_root() {
            command.uid(NOBODY).gid(NOBODY);
        }
        command.output().expect("it starts").into()
    };
    mode(&place.path("data"), 0o000);
    for opened in [false, true] {
        if opened {
            mode(&place.path("data"), 0o755);
            mode(&place.path("data/zugpost.db"), 0o000);
            mode(&place.path("data/zugpost.secret"), 0o000);
        }
        let found = doctor();
        assert_eq!(found.code, 1, "{found:?}");
        for part in ["database", "secret"] {
            let begin = format!("WRONG {part:9} ");
            let line = found.out.lines().find(|line| line.starts_with(&begin));
            let line = line.unwrap_or_else(|| panic!("{found:?}"));
            assert!(line.contains("Permission denied"), "{line}");
        }
        assert!(!found.out.contains("there is none"), "{found:?}");
    }
    mode(&place.path("zugpost.toml"), 0o000);
    let found = doctor();
    let line = found.out.lines().next().unwrap_or_default();
    assert!(
        line.starts_with("WRONG settings") && line.contains("Permission denied"),
        "{found:?}"
    );
    mode(&place.path("data"), 0o700);
}

//! Secrets stay where they belong: modes of files, passwords of older servers, core dumps; and what strangers
//! are told.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::Value;

use super::place::Place;
use super::running::Running;

/// The files below a folder whose mode gives others any right.
fn open_to_others(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let meta = entry.metadata().expect("looked at");
        if meta.permissions().mode() & 0o077 != 0 {
            found.push(entry.path().display().to_string());
        }
        if meta.is_dir() {
            open_to_others(&entry.path(), found);
        }
    }
}

#[test]
fn no_file_is_open_to_other_users() {
    let mut place = Place::new();
    place.new_game();
    let mut daemon = Running::start(&place);
    daemon.letters(&place, 2);
    let letter = place.newest("anna@example.org", 1);
    let answer = place.answer(&letter, "e4");
    place.deliver(&answer);
    daemon.letters(&place, 3);
    let mut found = Vec::new();
    open_to_others(Path::new(&place.path("data")), &mut found);
    open_to_others(Path::new(&place.path("mail/out")), &mut found);
    let settings = fs::metadata(place.path("zugpost.toml")).expect("settings");
    assert_eq!(settings.permissions().mode() & 0o777, 0o600);
    assert!(found.is_empty(), "{found:?}");
    for name in [
        "zugpost.db",
        "zugpost.db-wal",
        "zugpost.secret",
        "zugpost.lock",
    ] {
        assert!(
            Path::new(&place.path(&format!("data/{name}"))).exists(),
            "{name}"
        );
    }
    // A crash writes no memory into a file.
    let limits = fs::read_to_string(format!("/proc/{}/limits", daemon.process()));
    let limits = limits.expect("limits");
    let core = limits
        .lines()
        .find(|line| line.starts_with("Max core file size"));
    let words: Vec<&str> = core.expect("a limit").split_whitespace().collect();
    assert_eq!(words[4..6], ["0", "0"], "{limits}");
    // Nobody sees a key or a password among the arguments.
    let line = fs::read(format!("/proc/{}/cmdline", daemon.process())).expect("arguments");
    let line = String::from_utf8_lossy(&line).into_owned();
    assert!(!line.contains(&letter.reply_token()), "{line}");
}

#[test]
fn passwords_of_older_servers_are_printed_and_kept_nowhere() {
    let mut place = Place::new();
    place.new_game();
    place.ok(&["run", "--once"]);
    let letter = place.newest("anna@example.org", 1);
    let text = "hans38 move 1 anna hushhush e4";
    let mail = place
        .answer(&letter, text)
        .replace("Subject: Re: ", &format!("Subject: {text} "));
    place.deliver(&mail);
    let mut daemon = Running::start(&place);
    daemon.letters(&place, 3);
    let mut shown = vec![daemon.log()];
    for command in [
        &["mail", "show", "i1"][..],
        &["mail", "show", "i1", "--json"],
        &["mail", "parse", "i1"],
        &["mail", "parse", "i1", "--json"],
        &["game", "show", "1", "--json"],
        &["status"],
    ] {
        shown.push(place.ok(command));
    }
    shown.extend(place.letters().into_iter().map(|letter| letter.raw));
    // A copy of the database has no bytes of mails, and all else.
    let copy = place.path("copy.db");
    place.ok(&["db", "backup", &copy]);
    shown.push(String::from_utf8_lossy(&fs::read(copy).expect("a copy")).into_owned());
    for text in shown {
        assert!(
            !text.contains("hushhush"),
            "{}",
            &text[..text.len().min(3000)]
        );
    }
    assert!(place.ok(&["mail", "show", "i1"]).contains("anna ***"));
}

#[test]
fn doctor_looks_at_modes() {
    let place = Place::new();
    let settings = place.path("zugpost.toml");
    let chmod = |path: &str, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("changed");
    };
    chmod(&settings, 0o664);
    let doctor = place.run(&["doctor"]);
    assert!(
        doctor.code == 1 && doctor.out.contains("-> chmod go-w "),
        "{doctor:?}"
    );
    let text = fs::read_to_string(&settings).expect("settings");
    let (head, _) = text.split_once("[outbox]").expect("an outbox");
    let outbox = "[outbox]\nkind = \"smtp\"\nhost = \"127.0.0.1\"\nport = 1\ntls = \"none\"\nuser = \"u\"\n\
                  password = { file = \"password\" }\n";
    fs::write(&settings, format!("{head}{outbox}")).expect("written");
    chmod(&settings, 0o600);
    fs::write(place.path("password"), "x\n").expect("written");
    for (mode, word) in [(0o644, "WRONG"), (0o640, "note "), (0o600, "")] {
        chmod(&place.path("password"), mode);
        let out = place.run(&["doctor"]).out;
        let line = out.lines().find(|line| line.contains(" password "));
        match word {
            "" => assert_eq!(line, None, "{mode:o}"),
            word => assert!(
                line.is_some_and(|line| line.starts_with(word)),
                "{mode:o}: {out}"
            ),
        }
    }
}

#[test]
fn the_commands_that_init_prints_work_as_printed() {
    let place = Place::new();
    for name in ["plain", "with a blank", "with'quote", "$HOME;x"] {
        let dir = place.path(name);
        let made = place.run_anywhere(&["init", "--dir", &dir]);
        assert_eq!(made.code, 0, "{made:?}");
        let commands: Vec<&str> = made
            .out
            .lines()
            .filter_map(|line| line.strip_prefix("  zugpost"))
            .collect();
        assert_eq!(commands.len(), 2, "{made:?}");
        for command in commands {
            let command = format!("'{}'{command}", env!("CARGO_BIN_EXE_zugpost"));
            let mut shell = std::process::Command::new("/bin/sh");
            let ran = shell.args(["-c", &command]).current_dir("/").output();
            let ran = ran.expect("a shell");
            assert!(ran.status.success(), "{command}: {ran:?}");
        }
        let letters = fs::read_dir(format!("{dir}/mail/out")).expect("letters");
        assert_eq!(letters.count(), 2, "{name}");
    }
}

#[test]
fn the_same_person_on_both_seats_is_remarked() {
    let place = Place::new();
    let new = |more: &[&str]| {
        let anna = "Anna <anna@example.org>";
        let both = ["game", "new", "chess", "--white", anna, "--black", anna];
        place.run(&[&both[..], more].concat())
    };
    let ran = new(&[]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.err.contains("Anna has more than one seat"), "{ran:?}");
    let json: Value = serde_json::from_str(&new(&["--json"]).out).expect("JSON");
    assert_eq!(
        (&json["game"], json["notes"].as_array().map(Vec::len)),
        (&2.into(), Some(1))
    );
    let json: Value = serde_json::from_str(&new(&["--json", "--dry-run"]).out).expect("JSON");
    assert_eq!(
        (&json["game"], &json["dry_run"]),
        (&Value::Null, &true.into())
    );
}

#[test]
fn a_stranger_learns_the_umpires_address_and_nothing_of_his_own() {
    let mut place = Place::new();
    let file = place.path("zugpost.toml");
    let text = fs::read_to_string(&file).expect("settings");
    let text = text.replacen("[server]", "[server]\numpire = \"umpire@example.org\"", 1);
    fs::write(file, text).expect("written");
    let bodies = [
        "hello there",
        "rules https://evil.example/clickme",
        "variants\nhelp\nrules hans38\nrules evilevil",
        "legal evilevil\nwhois evilevil\n=evilevil",
    ];
    for (number, body) in bodies.iter().enumerate() {
        place.deliver(&format!(
            "From: \"Evilevil\" <s{number}@b.example>\nSubject: evilevil rules evilevil\n\
             Message-ID: <evilevil{number}@b.example>\n\n{body}\n"
        ));
    }
    place.ok(&["run", "--once"]);
    let letters = place.letters();
    assert_eq!(letters.len(), bodies.len());
    for letter in letters {
        let (_, body) = letter.raw.split_once("\r\n\r\n").expect("a body");
        assert!(
            letter.raw.len() <= 4096 && body.len() < 2048,
            "{}",
            letter.raw.len()
        );
        assert!(body.contains("umpire@example.org"), "{body}");
        let lower = body.to_lowercase();
        assert!(
            !lower.contains("evil") && !lower.contains("clickme"),
            "{body}"
        );
        assert!(!letter.header("Subject").to_lowercase().contains("evil"));
        assert!(!letter.header("To").to_lowercase().contains("evil"));
    }
}

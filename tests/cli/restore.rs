//! What the pages say is done as they say it: the commands of a backup and a restore, and those that `init` prints.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use super::place::{Place, Ran};

/// The blocks of shell commands below a heading of docs/operations.md.
fn blocks(heading: &str) -> Vec<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/operations.md");
    let page = fs::read_to_string(page).expect("the page");
    let (_, below) = page
        .split_once(&format!("\n### {heading}\n"))
        .expect("the heading");
    let section = below.split("\n### ").next().unwrap_or_default();
    let mut parts = section.split("```sh\n");
    parts.next();
    let blocks = parts.map(|part| part.split("```").next().unwrap_or_default().to_owned());
    blocks.collect()
}

/// Runs commands as a shell does, in the folder of a server, with `zugpost` and a `systemctl` that does nothing on the
/// way to programs. The first command that fails ends them.
fn shell(place: &Place, commands: &str) -> Ran {
    let bin = place.path("bin");
    if fs::create_dir(&bin).is_ok() {
        symlink(env!("CARGO_BIN_EXE_zugpost"), format!("{bin}/zugpost")).expect("a link");
        let systemctl = format!("{bin}/systemctl");
        fs::write(&systemctl, "#!/bin/sh\necho \"systemctl $*\"\n").expect("written");
        fs::set_permissions(&systemctl, fs::Permissions::from_mode(0o755)).expect("a mode");
    }
    let path = std::env::var("PATH").unwrap_or_default();
    let ran = Command::new("sh")
        .args(["-e", "-c", commands])
        .current_dir(place.path("."))
        .env("PATH", format!("{bin}:{path}"))
        .env_remove("ZUGPOST_CONFIG")
        .output();
    ran.expect("it starts").into()
}

/// The folders of the page, as they are on this server.
fn here(place: &Place, commands: &str) -> String {
    let commands = commands
        .replace("/etc/zugpost/zugpost.toml", &place.path("zugpost.toml"))
        .replace("/var/lib/zugpost/mail/in", &place.path("mail/in"))
        .replace("/var/lib/zugpost", &place.path("data"))
        .replace("/backup", &place.path("backup"))
        .replace("/elsewhere", &place.path("elsewhere"));
    let left = ["/etc/", "/var/"]
        .iter()
        .find(|folder| commands.contains(**folder));
    assert_eq!(left, None, "{commands}");
    commands
}

fn turns(place: &Place, game: &str) -> serde_json::Value {
    let shown = place.ok(&["game", "show", game, "--json"]);
    serde_json::from_str::<serde_json::Value>(&shown).expect("JSON")["turns"].clone()
}

fn plays(place: &mut Place, who: &str, turn: &str) {
    let letter = place.newest(who, 1);
    let mail = place.answer(&letter, turn);
    place.deliver(&mail);
    place.ok(&["run", "--once"]);
}

#[test]
fn a_server_is_restored_as_the_page_says() {
    let [backup, restore, start] = &blocks("Backup and restore")[..] else {
        panic!("three blocks")
    };
    let mut place = Place::new();
    for folder in ["backup", "elsewhere"] {
        fs::create_dir(place.path(folder)).expect("a folder");
    }
    place.ok(&[
        "game",
        "new",
        "chess",
        "--white",
        "Anna <anna@example.org>",
        "--black",
        "Boris <boris@example.net>",
    ]);
    place.ok(&["run", "--once"]);
    plays(&mut place, "anna@example.org", "e4");
    let saved = shell(&place, &here(&place, backup));
    assert_eq!((saved.code, saved.err.as_str()), (0, ""), "{saved:?}");
    // So that what comes now is newer, whatever the clock of the file system.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    plays(&mut place, "boris@example.net", "e5");
    plays(&mut place, "anna@example.org", "Nf3");
    assert_eq!(
        turns(&place, "1"),
        serde_json::json!(["e2-e4", "e7-e5", "Ng1-f3"])
    );

    // The disk is lost, and the mails of the host are not.
    fs::write(place.path("data/zugpost.db"), "damaged").expect("written");
    fs::remove_file(place.path("data/zugpost.secret")).expect("removed");
    let restored = shell(&place, &here(&place, restore));
    assert_eq!(
        (restored.code, restored.err.as_str()),
        (0, ""),
        "{restored:?}"
    );
    assert!(
        restored.out.starts_with("systemctl stop zugpost\n"),
        "{restored:?}"
    );
    assert!(restored.out.contains("differences: 0\n"), "{restored:?}");
    assert_eq!(turns(&place, "1"), serde_json::json!(["e2-e4"]));
    let started = shell(&place, &here(&place, start));
    assert_eq!(
        (started.code, &*started.out, &*started.err),
        (0, "systemctl start zugpost\n", "")
    );
    assert!(place.waiting() >= 2, "{}", place.waiting());

    // The answer to a letter from before the copy is played, that to a later one is not, and the game goes on.
    place.ok(&["run", "--once"]);
    assert_eq!(turns(&place, "1"), serde_json::json!(["e2-e4", "e7-e5"]));
    let letters = place.letters();
    let keys: BTreeSet<String> = letters.iter().map(|letter| letter.reply_token()).collect();
    assert!(keys.len() > 5, "{}", keys.len());
    let listed = place.ok(&["mail", "list", "--player", "Anna", "--json"]);
    let newest = listed
        .lines()
        .find(|line| line.contains("\"what\":\"letter\""))
        .expect("a letter");
    let newest: serde_json::Value = serde_json::from_str(newest).expect("JSON");
    assert_eq!(newest["status"], "sent", "{newest}");
    let mail = place.answer(&place_newest_for(&place, "anna@example.org"), "Nc3");
    place.deliver(&mail);
    place.ok(&["run", "--once"]);
    assert_eq!(
        turns(&place, "1"),
        serde_json::json!(["e2-e4", "e7-e5", "Nb1-c3"])
    );
    assert!(
        place
            .ok(&["db", "replay", "--compare"])
            .ends_with("differences: 0\n")
    );
}

/// The letter to a mailbox that was written last: after a restore keys count from where they were before.
fn place_newest_for(place: &Place, mailbox: &str) -> super::place::Letter {
    let folder = place.path(&format!("mail/out/{mailbox}/new"));
    let files = fs::read_dir(folder).expect("letters").flatten();
    let written = |entry: &fs::DirEntry| {
        entry
            .metadata()
            .and_then(|meta| meta.modified())
            .expect("a time")
    };
    let newest = files.max_by_key(written).expect("a letter");
    super::place::Letter {
        mailbox: mailbox.to_owned(),
        raw: fs::read_to_string(newest.path()).expect("a letter"),
    }
}

#[test]
fn the_commands_that_init_prints_work() {
    for folder in [".", "club", "the \"Club\" of Anna's"] {
        let place = Place::new();
        fs::create_dir(place.path("empty")).expect("a folder");
        let quoted = format!("'{}'", folder.replace('\'', "'\\''"));
        let made = shell(&place, &format!("cd empty; zugpost init --dir {quoted}"));
        assert_eq!((made.code, made.err.as_str()), (0, ""), "{made:?}");
        let printed: Vec<&str> = made
            .out
            .lines()
            .filter(|line| line.starts_with("  "))
            .collect();
        assert!(
            printed.len() >= 2 && printed.iter().all(|line| line.starts_with("  zugpost")),
            "{made:?}"
        );
        let ran = shell(&place, &format!("cd empty\n{}", printed.join("\n")));
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
        assert!(ran.out.contains("Created: #1 "), "{ran:?}");
    }
}

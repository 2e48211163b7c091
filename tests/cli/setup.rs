//! `setup`: from nothing to a server that `doctor` finds in order.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use super::place::Ran;

/// A machine without a server.
struct Machine(tempfile::TempDir);

impl Machine {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_string_lossy().into_owned()
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_zugpost"));
        command
            .args(["--config", &self.path("etc/zugpost.toml")])
            .args(arguments)
            .current_dir(self.0.path())
            .env_remove("ZUGPOST_CONFIG")
            .stdin(Stdio::null());
        command.output().expect("it starts").into()
    }

    /// `setup` with these options for mail and letters.
    fn setup(&self, mail: &str, more: &[&str]) -> Ran {
        let first = ["setup", "--address", "games@club.example", "--mail", mail];
        self.run(&[&first, more].concat())
    }

    /// A server that works with folders alone.
    fn with_folders(&self) -> Ran {
        let (mail, send) = ("maildir:in", format!("maildir:{}", self.path("out")));
        self.setup(mail, &["--send", &send, "--umpire", "anna@club.example"])
    }

    fn settings(&self) -> String {
        fs::read_to_string(self.path("etc/zugpost.toml")).expect("settings")
    }

    fn mode(&self, name: &str) -> u32 {
        let meta = fs::metadata(self.path(name)).expect("a file");
        meta.permissions().mode() & 0o777
    }
}

#[test]
fn one_command_makes_a_server_that_works() {
    let machine = Machine::new();
    let done = machine.with_folders();
    assert_eq!((done.code, &*done.err), (0, ""), "{done:?}");
    for part in ["written: ", "made: ", "ok    database", "ok    inbox"] {
        assert!(done.out.contains(part), "{part}: {}", done.out);
    }
    let settings = machine.settings();
    let dir = format!("dir = {:?}", machine.path("in"));
    for line in [
        "address = \"games@club.example\"",
        "umpire = \"anna@club.example\"",
        &dir,
    ] {
        assert!(settings.lines().any(|known| known == line), "{line}");
    }
    assert_eq!(machine.mode("etc/zugpost.toml"), 0o600);
    assert_eq!(machine.run(&["run", "--once"]).code, 0);

    // Once more it only checks; other answers are not taken.
    let again = machine.run(&["setup"]);
    assert_eq!(again.code, 0, "{again:?}");
    assert!(!again.out.contains("made:"), "{}", again.out);
    assert_eq!(machine.settings(), settings);
    let other = machine.setup("maildir:in", &[]);
    assert!(
        other.code == 1 && other.err.contains("is for games@club.example already"),
        "{other:?}"
    );
}

#[test]
fn what_is_not_said_is_named() {
    let machine = Machine::new();
    for (said, missing) in [
        (&["setup"][..], "say --address and --mail"),
        (
            &["setup", "--address", "games@club.example"],
            "say --mail (",
        ),
        (
            &[
                "setup",
                "--address",
                "games@club.example",
                "--mail",
                "imap:games@mail.example",
            ],
            "--send smtp:USER@HOST",
        ),
    ] {
        let ran = machine.run(said);
        assert!(ran.code == 1 && ran.err.contains(missing), "{ran:?}");
    }
    for (mail, send, wrong) in [
        ("pop3:here", "sendmail", "\"pop3:here\" is no way for mail"),
        ("imap:here", "sendmail", "names no user"),
        ("maildir:", "sendmail", "names no folder"),
        ("maildir:in", "pigeon", "\"pigeon\" is no way for letters"),
        ("maildir:in", "smtp:", "\"smtp:\" is no way for letters"),
    ] {
        let ran = machine.setup(mail, &["--send", send]);
        assert!(ran.code == 1 && ran.err.contains(wrong), "{ran:?}");
    }
    let ran = machine.run(&["setup", "--address", "nobody", "--mail", "maildir:in"]);
    assert!(ran.code == 1 && ran.err.contains("address is"), "{ran:?}");
    assert!(
        fs::metadata(machine.path("etc")).is_err(),
        "nothing is made"
    );
}

#[test]
fn passwords_have_files_of_their_own() {
    let machine = Machine::new();
    let send = ["--send", "smtp:games@club.example@localhost"];
    let ran = machine.setup("imap:games@club.example@localhost", &send);
    let files = ["imap", "smtp"].map(|kind| format!("etc/credentials/{kind}.password"));
    for file in &files {
        assert!(ran.err.contains(&machine.path(file)), "{ran:?}");
        assert_eq!(machine.mode(file), 0o600);
        fs::write(machine.path(file), "hush\n").expect("written");
    }
    assert!(
        machine.settings().contains("user = \"games@club.example\""),
        "{}",
        machine.settings()
    );
    // Nobody answers there.
    let ran = machine.run(&["setup"]);
    assert!(
        ran.code == 1 && ran.err.contains("correct what is wrong above"),
        "{ran:?}"
    );
    assert!(ran.out.contains("WRONG inbox"), "{ran:?}");
}

#[test]
fn settings_of_the_package_keep_their_mode_and_what_was_changed_in_them() {
    let machine = Machine::new();
    let made = machine.run(&["init", "--dir", &machine.path("etc")]);
    assert_eq!(made.code, 0, "{made:?}");
    let file = machine.path("etc/zugpost.toml");
    let changed = machine.settings().replace("#lines = 20", "lines = 7");
    fs::write(&file, changed).expect("written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("a mode");
    let done = machine.with_folders();
    assert_eq!(done.code, 0, "{done:?}");
    assert_eq!(machine.mode("etc/zugpost.toml"), 0o640);
    let settings = machine.settings();
    assert!(
        settings.contains("\nlines = 7\n") && settings.contains("\"games@club.example\""),
        "{settings}"
    );
}

#[test]
fn mail_by_lmtp_has_the_group_of_the_mail_server() {
    let machine = Machine::new();
    let ran = machine.setup("lmtp", &["--send", "sendmail"]);
    let settings = machine.settings();
    for line in [
        "kind = \"lmtp\"",
        "listen = \"unix:/run/zugpost/lmtp\"",
        "group = \"postfix\"",
        "kind = \"sendmail\"",
    ] {
        assert!(
            settings.lines().any(|known| known == line),
            "{line}: {ran:?}"
        );
    }
}

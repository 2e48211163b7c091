//! Settings as operators write them.

use super::*;

const SMALL: &str = r#"
[server]
address = "play@example.org"
data = "data"
[inbox]
kind = "stdin"
[outbox]
kind = "sendmail"
"#;

fn parse(text: &str) -> Result<Config, String> {
    Config::parse(text, Path::new("/srv/zug/zugpost.toml")).map_err(|e| e.to_string())
}

fn refused(text: &str) -> String {
    let error = parse(text).expect_err("should be refused");
    assert!(!error.contains('\n'), "{error}");
    error
}

#[test]
fn what_is_left_out_has_a_default() {
    let config = parse(SMALL).expect("readable");
    assert_eq!(config.server.name, "Zugpost");
    assert_eq!(config.server.recipient_delimiter, Some('+'));
    assert_eq!(config.server.keep_raw_days, 90);
    assert_eq!(config.database(), Path::new("/srv/zug/data/zugpost.db"));
    assert_eq!(config.inbox, Inbox::Stdin {});
    let Outbox::Sendmail { command, timeout } = config.outbox else {
        panic!("sendmail")
    };
    assert_eq!(command, ["/usr/sbin/sendmail", "-i"]);
    assert_eq!(timeout, Duration::from_secs(60));
}

#[test]
fn the_example_is_readable_and_says_the_defaults() {
    let config = parse(&Config::example("chess@club.example")).expect("readable");
    assert_eq!(config.server.address, "chess@club.example");
    let small = parse(SMALL).expect("readable");
    let server = Server {
        address: small.server.address.clone(),
        ..config.server
    };
    assert_eq!(server, small.server);
    let dir = PathBuf::from("/srv/zug/mail/in");
    assert_eq!(
        config.inbox,
        Inbox::Maildir {
            dir,
            processed: "Processed".to_owned(),
        }
    );
    assert_eq!(
        config.outbox,
        Outbox::Maildir {
            dir: "/srv/zug/mail/out".into()
        }
    );
}

#[test]
fn what_the_example_keeps_in_comments_is_readable_too() {
    let full: String = EXAMPLE
        .replace("kind = \"maildir\"\ndir = \"mail/out\"\n", "")
        .lines()
        .map(|l| {
            l.strip_prefix('#')
                .filter(|l| !l.starts_with(' '))
                .unwrap_or(l)
        })
        .flat_map(|l| [l, "\n"])
        .collect();
    let config = parse(&full).expect("readable");
    assert_eq!(config.server.umpire.as_deref(), Some("umpire@example.org"));
    assert_eq!(
        config.server.templates.as_deref(),
        Some(Path::new("/srv/zug/templates"))
    );
    let Inbox::Maildir { processed, .. } = config.inbox else {
        panic!("maildir")
    };
    assert_eq!(processed, "Processed");
    let small = parse(SMALL).expect("readable");
    assert_eq!(config.outbox, small.outbox);
}

#[test]
fn an_address_cannot_break_out_of_the_example() {
    let error = refused(&Config::example("a@b\"\nname = \"x"));
    assert!(error.contains("address is"), "{error}");
}

#[test]
fn mistakes_say_where_and_what_to_write() {
    let cases = [
        (
            "data = \"data\"",
            "data = \"data\"\ncolour = 1",
            "line 5: unknown field `colour`",
        ),
        (
            "kind = \"stdin\"",
            "kind = \"stdin\"\ndir = \"x\"",
            "unknown field `dir`",
        ),
        (
            "kind = \"stdin\"",
            "kind = \"imap\"\nhost = \"x\"",
            "does not have kind = \"imap\" in [inbox] yet",
        ),
        (
            "kind = \"sendmail\"",
            "kind = \"smtp\"",
            "does not have kind = \"smtp\" in [outbox] yet",
        ),
        (
            "kind = \"stdin\"",
            "kind = \"pop3\"",
            "no kind \"pop3\": write \"maildir\" or \"stdin\"",
        ),
        (
            "kind = \"stdin\"",
            "kind = \"maildir\"",
            "missing field `dir`",
        ),
        ("kind = \"stdin\"", "", "missing field `kind`"),
        ("data = \"data\"", "", "missing field `data`"),
        ("data = \"data\"", "data = ", "line 4: "),
        ("[inbox]", "[post]", "unknown field `post`"),
        ("play@example.org", "play", "write a plain address"),
        ("play@example.org", "a@b@c", "write a plain address"),
        ("play@example.org", "<a@b>", "write a plain address"),
        (
            "play@example.org",
            "play+x@example.org",
            "recipient_delimiter = \\\"none\\\"",
        ),
        (
            "data = \"data\"",
            "data = \"d\"\nrecipient_delimiter = \"-\"",
            "write \"+\" or \"none\"",
        ),
        (
            "data = \"data\"",
            "data = \"d\"\nname = \"a\\nb\"",
            "one line",
        ),
        (
            "data = \"data\"",
            "data = \"d\"\nkeep_raw_days = -1",
            "line 5: ",
        ),
        (
            "kind = \"sendmail\"",
            "kind = \"sendmail\"\ncommand = []",
            "command is empty",
        ),
        (
            "kind = \"sendmail\"",
            "kind = \"sendmail\"\ntimeout = 0",
            "timeout is 0",
        ),
    ];
    for (from, to, expected) in cases {
        assert!(SMALL.contains(from), "{from}");
        let error = refused(&SMALL.replacen(from, to, 1));
        let expected = expected.replace("\\\"", "\"");
        assert!(error.starts_with("/srv/zug/zugpost.toml"), "{error}");
        assert!(error.contains(&expected), "{to}: {error}");
    }
}

#[test]
fn none_stands_for_no_plus_addresses() {
    let text = SMALL.replace("data = ", "recipient_delimiter = \"none\"\ndata = ");
    let config = parse(&text.replace("play@", "play+x@")).expect("readable");
    assert_eq!(config.server.recipient_delimiter, None);
}

#[test]
fn programs_beside_the_file_are_found_and_others_looked_for() {
    for (program, path) in [
        ("./send.sh", "/srv/zug/./send.sh"),
        ("/bin/send", "/bin/send"),
        ("msmtp", "msmtp"),
    ] {
        let text = format!("{SMALL}command = [\"{program}\"]");
        let Outbox::Sendmail { command, .. } = parse(&text).expect("readable").outbox else {
            panic!("sendmail")
        };
        assert_eq!(command, [path]);
    }
}

#[test]
fn the_flag_goes_before_the_variable_before_the_folder() {
    let find = |flag: Option<&str>, variable: Option<&str>| {
        Location::find(flag.map(Path::new), variable.map(OsString::from)).path
    };
    assert_eq!(find(Some("a"), Some("b")), Path::new("a"));
    assert_eq!(find(None, Some("b")), Path::new("b"));
    assert_eq!(find(None, Some("")), Path::new(FILE_NAME));
    assert_eq!(find(None, None), Path::new(FILE_NAME));
}

#[test]
fn files_are_read_and_their_absence_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("z.toml");
    let location = Location::find(Some(&path), None);
    let error = Config::load_from(&location)
        .expect_err("no file yet")
        .to_string();
    assert!(
        error.contains("--config") && !error.contains('\n'),
        "{error}"
    );
    fs::write(&path, SMALL).expect("written");
    let config = Config::load_from(&location).expect("readable");
    assert_eq!(config.server.data, folder.path().join("data"));
    assert!(ConfigError::Missing.to_string().contains("zugpost init"));
}

//! Settings as operators write them.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::mail::servers::{Done, SecretSource, Smtp};

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
    assert_eq!(config.outbox.connections(), 2);
    let Outbox::Sendmail {
        command, timeout, ..
    } = config.outbox
    else {
        panic!("sendmail")
    };
    assert_eq!(command, ["/usr/sbin/sendmail", "-i"]);
    assert_eq!(timeout, Duration::from_secs(60));
}

#[test]
fn the_example_is_readable_and_says_the_defaults() {
    let config = parse(&Config::example("chess@club.example", None)).expect("readable");
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
            dir: "/srv/zug/mail/out".into(),
            connections: 2,
            per_minute: None,
            per_day: None,
            per_domain: BTreeMap::new(),
        }
    );
}

/// The example with everything that it keeps in comments, for one kind of inbox and outbox.
fn uncommented(inbox: &str, outbox: &str) -> String {
    let mut section = "";
    let mut lines = Vec::new();
    for paragraph in EXAMPLE.split("\n\n") {
        let header = paragraph.lines().find(|l| l.starts_with('['));
        section = header.unwrap_or(section);
        lines.extend(header);
        let kind = match section {
            "[inbox]" => format!("kind = \"{inbox}\""),
            "[outbox]" => format!("kind = \"{outbox}\""),
            _ => String::new(),
        };
        if paragraph
            .lines()
            .any(|l| kind.is_empty() || l.trim_start_matches('#') == kind)
        {
            let body = paragraph.lines().filter(|l| !l.starts_with('['));
            lines.extend(body.map(|l| match l.strip_prefix('#') {
                Some(setting) if !setting.starts_with(' ') => setting,
                _ => l,
            }));
        }
    }
    lines.join("\n")
}

#[test]
fn what_the_example_keeps_in_comments_is_readable_too() {
    let config = parse(&uncommented("maildir", "sendmail")).expect("readable");
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
    // A group and addresses exclude each other only where no socket is.
    let config = parse(&uncommented("lmtp", "maildir")).expect("readable");
    let lmtp = config.inbox.lmtp().expect("lmtp");
    assert_eq!(lmtp.listen.to_string(), "unix:/run/zugpost/lmtp");
    let small = SMALL.replace("\"stdin\"", "\"lmtp\"\nlisten = \"unix:lmtp\"");
    let small = parse(&small).expect("readable");
    let small = small.inbox.lmtp().expect("lmtp");
    assert_eq!(small.retry_within, lmtp.retry_within);
    assert_eq!(small.listen.to_string(), "unix:/srv/zug/lmtp");
    assert_eq!((&small.copy, small.keep_days), (&None, lmtp.keep_days));
    let copy = lmtp.copy.as_deref().and_then(Path::to_str);
    assert_eq!(copy, Some("/backup/zugpost/mail"));
    let config = parse(&uncommented("stdin", "maildir")).expect("readable");
    assert_eq!(config.inbox, Inbox::Stdin {});
    let config = parse(&uncommented("imap", "smtp")).expect("readable");
    let (Inbox::Imap(imap), Outbox::Smtp(smtp)) = (config.inbox, config.outbox) else {
        panic!("imap and smtp")
    };
    // What the file says is what is used when it says nothing.
    let small: Imap = toml::from_str("host = \"h\"\nuser = \"u\"").expect("settings");
    assert_eq!((imap.tls, imap.port()), (small.tls, small.port()));
    assert_eq!((imap.done, &imap.processed), (small.done, &small.processed));
    assert_eq!((imap.timeout, smtp.timeout), (small.timeout, small.timeout));
    let small: Smtp = toml::from_str("host = \"h\"").expect("settings");
    assert_eq!((smtp.tls, smtp.port()), (small.tls, small.port()));
    assert_eq!(smtp.connections, small.connections);
    // That games have no clocks is said by nothing, too.
    assert_eq!(config.time.default, Some(None));
    let time = TimeSettings {
        default: None,
        ..config.time
    };
    assert_eq!(time, TimeSettings::default());
    assert_eq!(config.limits, Limits::default());
}

#[test]
fn an_address_cannot_break_out_of_the_example() {
    let error = refused(&Config::example("a@b\"\nname = \"x", None));
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
            "missing field `user`",
        ),
        (
            "kind = \"sendmail\"",
            "kind = \"smtp\"",
            "missing field `host`",
        ),
        (
            "kind = \"stdin\"",
            "kind = \"pop3\"",
            "no kind \"pop3\": write \"imap\", \"maildir\", \"lmtp\" or \"stdin\"",
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
            "[inbox]",
            "[metrics]\nlisten = \"0.0.0.0:9187\"\n[inbox]",
            "[metrics]: listen is \"0.0.0.0:9187\", which other machines may reach: write 127.0.0.1, or public = true",
        ),
        (
            "kind = \"sendmail\"",
            "kind = \"sendmail\"\nper_day = 0",
            "line 9: [outbox]: per_day is 0: write 1 or more",
        ),
        (
            "kind = \"sendmail\"",
            "kind = \"sendmail\"\nper_domain = { \"a@b.example\" = 3 }",
            "[outbox]: per_domain has \"a@b.example\": write domains",
        ),
        (
            "[inbox]",
            "[metrics]\nlisten = \"9187\"\n[inbox]",
            "line 6: listen is \"9187\": write a socket like",
        ),
        (
            "data = \"data\"",
            "data = \"d\"\nlog = \"xml\"",
            "line 5: log is \"xml\": write \"text\" or \"json\"",
        ),
        (
            "data = \"data\"",
            "data = \"d\"\nrecipient_delimiter = \"-\"",
            "write \"+\" or \"none\"",
        ),
        (
            "data = \"data\"",
            "data = \"d\"\numpire = \"play@example.org\"",
            "the server's own address",
        ),
        (
            "data = \"data\"",
            "data = \"d\"\numpire = \"Play+me@Example.org\"",
            "the server's own address",
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
        find(flag.map(Path::new), variable.map(OsString::from)).0
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
    let error = Config::load(Some(&path))
        .expect_err("no file yet")
        .to_string();
    assert!(
        error.contains("--config") && !error.contains('\n'),
        "{error}"
    );
    fs::write(&path, SMALL).expect("written");
    let config = Config::load(Some(&path)).expect("readable");
    assert_eq!(config.server.data, folder.path().join("data"));
    assert!(ConfigError::Missing.to_string().contains("zugpost init"));
}

const REMOTE: &str = r#"
[server]
address = "play@example.org"
data = "data"
[inbox]
kind = "imap"
host = "imap.example.org"
user = "play"
password = { file = "imap.password" }
[outbox]
kind = "smtp"
host = "smtp.example.org"
user = "play"
token = { command = ["./token.sh", "smtp"] }
"#;

#[test]
fn mail_servers_are_reached_by_tls_with_secrets_kept_elsewhere() {
    let config = parse(REMOTE).expect("readable");
    let (Inbox::Imap(imap), Outbox::Smtp(smtp)) = (&config.inbox, &config.outbox) else {
        panic!("imap and smtp")
    };
    assert_eq!((imap.port(), smtp.port()), (993, 465));
    assert_eq!(imap.folders, ["INBOX"]);
    assert_eq!(
        (imap.done, imap.processed.as_str()),
        (Done::Move, "Processed")
    );
    assert_eq!(
        imap.password,
        Some(SecretSource::File("/srv/zug/imap.password".into()))
    );
    let command = vec!["/srv/zug/./token.sh".to_owned(), "smtp".to_owned()];
    assert_eq!(smtp.token, Some(SecretSource::Command(command)));
    let starttls = REMOTE.replace("user =", "tls = \"starttls\"\nuser =");
    let config = parse(&starttls).expect("readable");
    let (Inbox::Imap(imap), Outbox::Smtp(smtp)) = (&config.inbox, &config.outbox) else {
        panic!("imap and smtp")
    };
    assert_eq!((imap.port(), smtp.port()), (143, 587));
    let local = starttls
        .replace("starttls", "none")
        .replace("imap.example.org", "localhost")
        .replace("smtp.example.org", "127.0.0.1");
    parse(&local).expect("plain text stays on this host");
}

#[test]
fn mistakes_about_mail_servers_say_what_to_write() {
    let user = "user = \"play\"\npassword";
    let cases = [
        (
            "{ file = \"imap.password\" }",
            "\"hush\"",
            "does not belong into this file",
        ),
        (
            "{ command = [\"./token.sh\", \"smtp\"] }",
            "\"hush\"",
            "does not belong into this file",
        ),
        (
            "{ file = \"imap.password\" }",
            "{ file = \"imap.password\" }\ntoken = \"hush\"",
            "does not belong into this file",
        ),
        (
            "{ file = \"imap.password\" }",
            "{ command = \"echo hush\" }",
            "does not belong into this file",
        ),
        (
            "{ file = \"imap.password\" }",
            "31337",
            "does not belong into this file",
        ),
        (
            "{ file = \"imap.password\" }",
            "{ command = [] }",
            "is empty: write",
        ),
        (
            "{ file = \"imap.password\" }",
            "{ vault = \"x\" }",
            "unknown variant `vault`",
        ),
        (
            "password = { file = \"imap.password\" }",
            "",
            "no password: write",
        ),
        (
            user,
            "user = \"play\"\ntoken = { env = \"T\" }\npassword",
            "leave one of them out",
        ),
        (
            "imap.example.org",
            "imap.example.org:993",
            "write the name alone",
        ),
        ("imap.example.org", "imaps://x/", "write a name like"),
        (
            user,
            "tls = \"none\"\nuser = \"play\"\npassword",
            "for all to read",
        ),
        (
            user,
            "tls = \"yes\"\nuser = \"play\"\npassword",
            "unknown variant `yes`",
        ),
        (
            user,
            "folders = []\nuser = \"play\"\npassword",
            "write [\"INBOX\"]",
        ),
        (
            user,
            "folders = [\"Gel\u{f6}scht\"]\nuser = \"play\"\npassword",
            "modified UTF-7",
        ),
        (
            user,
            "processed = \"inbox\"\nuser = \"play\"\npassword",
            "write another folder",
        ),
        (
            user,
            "folders = [\"INBOX\", \"Inbox\"]\nuser = \"play\"\npassword",
            "twice",
        ),
        (
            user,
            "colour = 1\nuser = \"play\"\npassword",
            "unknown field `colour`",
        ),
    ];
    for (from, to, expected) in cases {
        assert!(REMOTE.contains(from), "{from}");
        let error = refused(&REMOTE.replacen(from, to, 1));
        assert!(error.contains(expected), "{to}: {error}");
        let shown = error.contains("hush") || error.contains("31337");
        assert!(!shown, "{error}");
    }
}

/// Arguments of a command may be secrets.
#[test]
fn no_secret_is_in_the_debug_output() {
    let command = "{ command = [\"vault\", \"--pin\", \"hush\"] }";
    let text = REMOTE.replacen("{ file = \"imap.password\" }", command, 1);
    let config = parse(&text).expect("readable");
    let shown = format!("{config:?} {config:#?}");
    assert!(
        shown.contains("vault") && !shown.contains("hush"),
        "{shown}"
    );
}

#[test]
fn settings_of_time_have_their_ranges() {
    let with = |text: &str| parse(&format!("{SMALL}{text}")).map(|config| config.time);
    let usual = with("").expect("readable");
    assert_eq!(usual, TimeSettings::default());
    assert_eq!(
        (usual.every.to_string(), usual.outage_after.to_string()),
        ("5m".to_owned(), "2h".to_owned())
    );
    assert_eq!((usual.default, usual.leave.days_a_year), (None, 30));
    let own = with(
        "[time]\nevery = \"10m\"\noutage_after = \"1d12h\"\ndefault = \"3d/move grace 2d\"\n\
         [time.leave]\ndays_a_year = 0\nahead = 5",
    );
    let own = own.expect("readable");
    assert_eq!(own.every.seconds(), 600);
    assert_eq!(own.outage_after.seconds(), 129_600);
    let terms = own.default.flatten().map(|terms| terms.to_string());
    assert_eq!(terms.as_deref(), Some("3d/move grace 2d"));
    assert_eq!((own.leave.days_a_year, own.leave.ahead), (0, 5));
    assert_eq!((own.leave.shortest, own.leave.apart), (2, 3));
    for (text, error) in [
        ("[time]\nevery = \"often\"", "write one like \"5m\""),
        ("[time]\nevery = 5", "invalid type: integer"),
        (
            "[time]\nevery = \"0m\"",
            "[time]: every is \"0m\": write \"1m\" to \"1d\"",
        ),
        ("[time]\noutage_after = \"31d\"", "write \"1m\" to \"30d\""),
        (
            "[time]\ndefault = \"0d/move\"",
            "write \"none\", or terms like",
        ),
        ("[time]\nzone = \"UTC\"", "unknown field `zone`"),
        ("[time.leave]\nahead = 0", "leave.ahead is 0: write 1 to 20"),
        ("[time.leave]\ndays_a_year = 367", "write 0 to 366"),
        ("[time.leave]\ndays = 3", "unknown field `days`"),
    ] {
        let why = refused(&format!("{SMALL}{text}"));
        assert!(why.contains(error), "{text}: {why}");
    }
}

#[test]
fn lmtp_is_for_this_host_unless_others_are_named() {
    let with = |lines: &str| SMALL.replace("\"stdin\"", &format!("\"lmtp\"\n{lines}"));
    for (lines, why) in [
        ("", "missing field `listen`"),
        ("listen = \"lmtp\"", "write a socket like"),
        ("listen = \"0.0.0.0:24\"", "write allow ="),
        ("listen = \"192.0.2.1:24\"", "write allow ="),
        ("listen = \"[::]:24\"", "write allow ="),
        (
            "listen = \"127.0.0.1:24\"\ngroup = \"mail\"",
            "group is for a socket",
        ),
        (
            "listen = \"127.0.0.1:24\"\nretry_within = \"2d\"",
            "write \"1m\" to \"1d\"",
        ),
        ("listen = \"127.0.0.1:24\"\nallow = [\"mx\"]", "IP address"),
        (
            "listen = \"127.0.0.1:24\"\ncopy = \"/backup\"",
            "write \"maildir:/…\"",
        ),
        (
            "listen = \"127.0.0.1:24\"\ncopy = \"maildir:\"",
            "write \"maildir:/…\"",
        ),
    ] {
        let error = refused(&with(lines));
        assert!(error.contains(why), "{lines}: {error}");
    }
    let open = "listen = \"0.0.0.0:24\"\nallow = [\"192.0.2.7\", \"2001:db8::7\"]";
    for lines in ["listen = \"127.0.0.1:24\"", "listen = \"[::1]:24\"", open] {
        parse(&with(lines)).expect("readable");
    }
    // What waits at the mail host may come so much later, which is no outage.
    let config =
        parse(&with("listen = \"127.0.0.1:24\"\nretry_within = \"1h\"")).expect("readable");
    assert_eq!(config.times().outage_after.to_string(), "3h");
    let fetched = parse(SMALL).expect("readable");
    assert_eq!(fetched.times(), fetched.time);
}

#[test]
fn a_running_daemon_takes_over_what_may_change() {
    let old = parse(SMALL).expect("readable");
    let text = SMALL
        .replace("play@example.org", "chess@example.org")
        .replace("\"stdin\"", "\"maildir\"\ndir = \"in\"")
        + "[limits]\nlines = 7\n[umpires]\naddresses = [\"u@example.org\"]\n";
    let new = parse(&text).expect("readable");
    let (taken, kept) = old.renewed(new.clone()).expect("they fit together");
    assert_eq!(kept, ["address", "[inbox]"]);
    assert_eq!(
        (&taken.server, &taken.inbox, &taken.outbox),
        (&old.server, &old.inbox, &old.outbox)
    );
    assert_eq!((taken.limits, taken.umpires), (new.limits, new.umpires));
    // The address that is still used must not become that of the umpire.
    let text = text.replace("[inbox]", "umpire = \"play@example.org\"\n[inbox]");
    let new = parse(&text).expect("readable by itself");
    let error = old.renewed(new).expect_err("letters would come back");
    assert!(
        error
            .to_string()
            .ends_with("until a restart the old address, [inbox] is used"),
        "{error}"
    );
}

#[test]
fn what_is_out_of_range_is_found_by_its_line() {
    for (added, said) in [
        ("[limits]\nlines = 0", "line 10: [limits]: lines is 0"),
        (
            "[time]\n# every\n every=\"30d\" # soon",
            "line 11: [time]: every is",
        ),
        (
            "[time]\nleave.ahead = 0",
            "line 10: [time]: leave.ahead is 0",
        ),
        (
            "[time.leave]\nahead = 0",
            "line 10: [time]: leave.ahead is 0",
        ),
        ("command = [\"\"]", "line 9: command is empty"),
    ] {
        let error = refused(&format!("{}{added}\n", SMALL));
        assert!(error.contains(said), "{added}: {error}");
    }
}

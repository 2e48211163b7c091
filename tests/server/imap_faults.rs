//! `kind = "imap"` against a scripted peer, for faults that real servers do not produce on demand.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use zugpost::mail::servers::Imap;
use zugpost::mail::source::{ImapSource, Source};

use super::peer::{self, Talk};

fn settings(port: u16) -> Imap {
    let text = format!(
        "host = \"127.0.0.1\"\nport = {port}\ntls = \"none\"\nuser = \"u\"\ntimeout = 2\n\
         password = {{ command = [\"echo\", \"hush\"] }}\n"
    );
    toml::from_str(&text).expect("settings")
}

/// Answers like a minimal server with `folder` mails, whose UIDs start at 1. `special` is asked first, and
/// returns true if it has answered.
fn serve(talk: &mut Talk, uids: &[u32], special: impl Fn(&mut Talk, &str, &str) -> bool) {
    talk.say_line("* OK ready");
    loop {
        let line = talk.hear();
        let Some((tag, command)) = line.split_once(' ') else {
            return;
        };
        if special(talk, tag, command) {
            continue;
        }
        let list: Vec<String> = uids.iter().map(ToString::to_string).collect();
        match command.split(' ').next().unwrap_or_default() {
            "CAPABILITY" => talk.say_line("* CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS"),
            "SELECT" => talk.say(&format!(
                "* {} EXISTS\n* OK [UIDVALIDITY 7] ok\n* OK [PERMANENTFLAGS (\\Seen \\*)] ok\n",
                uids.len()
            )),
            "LOGOUT" => talk.say_line("* BYE"),
            "UID" if command.contains("SEARCH") => {
                talk.say_line(&format!("* SEARCH {}", list.join(" ")));
            }
            "UID" if command.contains("RFC822.SIZE") => {
                for uid in uids {
                    talk.say_line(&format!("* {uid} FETCH (UID {uid} RFC822.SIZE 10)"));
                }
            }
            "UID" if command.contains("BODY.PEEK") => {
                for uid in asked(command, uids) {
                    talk.say(&format!(
                        "* {uid} FETCH (UID {uid} BODY[]<0> {{4}}\na{}\n)\n",
                        uid % 10
                    ));
                }
            }
            _ => {}
        }
        talk.say_line(&format!("{tag} OK done"));
    }
}

/// The UIDs that a command names.
fn asked(command: &str, uids: &[u32]) -> Vec<u32> {
    let set = command.split(' ').nth(2).unwrap_or_default();
    let within = |uid: u32| {
        set.split(',').any(|part| {
            let (first, last) = part.split_once(':').unwrap_or((part, part));
            let bound = |n: &str| n.parse::<u32>().expect("a number");
            (bound(first)..=bound(last)).contains(&uid)
        })
    };
    uids.iter().copied().filter(|&uid| within(uid)).collect()
}

fn error_of(script: impl Fn(usize, &mut Talk) + Send + 'static) -> String {
    let mut source = ImapSource::new(&settings(peer::start(script)));
    let begun = Instant::now();
    let error = format!("{:#}", source.fetch(10).expect_err("a fault"));
    assert!(
        begun.elapsed() < Duration::from_secs(15),
        "{:?}",
        begun.elapsed()
    );
    assert!(!error.contains('\n') && !error.contains("hush"), "{error}");
    error
}

#[test]
fn hostile_greetings_and_answers_are_errors() {
    assert!(error_of(|_, talk| talk.say_line("* BYE too many")).contains("too many"));
    assert!(error_of(|_, talk| talk.say_line("220 smtp here")).contains("does not want us"));
    assert!(error_of(|_, talk| talk.say_line("* PREAUTH you are somebody")).contains("PREAUTH"));
    assert!(error_of(|_, talk| talk.say(&"x".repeat(5 << 20))).contains("endless line"));
    for evil in [
        "* 1 FETCH (UID 1 BODY[] {99999999999}\n".to_owned(),
        format!("* 1 FETCH (BODYSTRUCTURE {}\n", "(".repeat(100_000)),
        "* SEARCH 1 2 x y\n".to_owned(),
        "\0\0\0\u{fffd}\n".to_owned(),
        "wrong OK done\n".to_owned(),
        "* BYE\n".to_owned(),
    ] {
        let what = evil.chars().take(40).collect::<String>();
        let port = peer::start(move |_, talk| {
            serve(talk, &[1], |talk, _, command| {
                if command.contains("SEARCH") {
                    talk.say(&evil);
                }
                false
            });
        });
        // Some of it is tolerated, the rest breaks the connection. Nothing panics or hangs.
        match ImapSource::new(&settings(port)).fetch(10) {
            Ok(mails) => assert!(mails.len() <= 1, "{what}"),
            Err(error) => assert!(format!("{error:#}").contains("broke"), "{what}: {error:#}"),
        }
    }
}

#[test]
fn silence_in_the_middle_ends_at_the_time_limit() {
    let error = error_of(|_, talk| {
        serve(talk, &[1], |talk, _, command| {
            if command.contains("SEARCH") {
                talk.hear();
            }
            false
        });
    });
    assert!(error.contains("within 2 s"), "{error}");
}

#[test]
fn warnings_at_any_time_are_tolerated() {
    let port = peer::start(|_, talk| {
        serve(talk, &[1, 2], |talk, _, command| {
            if command.starts_with("SELECT") {
                talk.say("* NO [ALERT] almost full\n");
            }
            if command.starts_with("UID") {
                talk.say("* BAD [ALERT] hm\n* 9 EXISTS\n* 1 FETCH (FLAGS (\\Seen))\n");
            }
            false
        });
    });
    let mut source = ImapSource::new(&settings(port));
    assert_eq!(source.fetch(10).expect("fetched").len(), 2);
}

#[test]
fn a_mail_that_breaks_the_connection_delays_no_other() {
    let port = peer::start(|_, talk| {
        serve(talk, &[1, 2, 3], |talk, _, command| {
            let evil = command.contains("BODY.PEEK") && asked(command, &[1, 2, 3]).contains(&2);
            if evil {
                talk.say("* 2 FETCH (UID 2 BODY[]<0> {900000000}\n");
            }
            false
        });
    });
    let mut source = ImapSource::new(&settings(port));
    let mut got = std::collections::BTreeSet::new();
    let mut troubles = Vec::new();
    for _ in 0..12 {
        if let Ok(mails) = source.fetch(10) {
            got.extend(mails.into_iter().map(|m| m.source_key));
        }
        troubles.extend(source.troubles());
    }
    assert_eq!(got.len(), 2, "{got:?}");
    assert_eq!(troubles.len(), 1, "{troubles:?}");
    assert!(
        troubles[0].contains("imap://u@127.0.0.1/INBOX;UIDVALIDITY=7/;UID=2"),
        "{troubles:?}"
    );
}

#[test]
fn a_mail_that_the_server_refuses_delays_no_other() {
    let port = peer::start(|_, talk| {
        serve(talk, &[1, 2, 3], |talk, tag, command| {
            let evil = command.contains("BODY.PEEK") && asked(command, &[1, 2, 3]).contains(&2);
            if evil {
                talk.say_line(&format!("{tag} NO [SERVERBUG] broken file"));
            }
            evil
        });
    });
    let mut source = ImapSource::new(&settings(port));
    let mails = source.fetch(10).expect("fetched");
    assert_eq!(mails.len(), 2);
}

#[test]
fn vanished_mails_are_skipped() {
    let port = peer::start(|_, talk| {
        serve(talk, &[1, 2, 3], |talk, tag, command| {
            if command.contains("BODY.PEEK") {
                talk.say("* 3 FETCH (UID 3 BODY[]<0> {2}\nok)\n* 1 FETCH (UID 1 BODY[]<0> NIL)\n");
                talk.say_line(&format!("{tag} OK done"));
                return true;
            }
            false
        });
    });
    let mut source = ImapSource::new(&settings(port));
    let mails = source.fetch(10).expect("fetched");
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].raw, b"ok");
}

#[test]
fn a_full_mailbox_is_named_and_stored_mails_are_not_fetched_again() {
    let fetched = Arc::new(AtomicUsize::new(0));
    let counter = fetched.clone();
    let port = peer::start(move |_, talk| {
        serve(talk, &[1, 2], |talk, tag, command| {
            if command.contains("BODY.PEEK") {
                counter.fetch_add(1, Ordering::SeqCst);
            }
            let full = command.starts_with("UID MOVE");
            if full {
                talk.say_line(&format!("{tag} NO [OVERQUOTA] mailbox is full"));
            }
            if command.starts_with("CREATE") {
                talk.say_line(&format!("{tag} NO [ALREADYEXISTS] there"));
                return true;
            }
            full
        });
    });
    let mut source = ImapSource::new(&settings(port));
    let mails = source.fetch(10).expect("fetched");
    let source_keys: Vec<String> = mails.iter().map(|m| m.source_key.clone()).collect();
    assert_eq!(source_keys.len(), 2);
    let error = format!("{:#}", source.done(&source_keys).expect_err("full"));
    assert!(
        error.contains("mailbox is full") && error.contains("make room"),
        "{error}"
    );
    for _ in 0..3 {
        assert!(source.fetch(10).expect("fetched").is_empty());
    }
    assert_eq!(fetched.load(Ordering::SeqCst), 1);
    let troubles = source.troubles();
    assert_eq!(troubles.len(), 1, "{troubles:?}");
}

#[test]
fn times_of_arrival_are_read_and_those_that_are_none_are_left_out() {
    let port = peer::start(|_, talk| {
        serve(talk, &[1, 2, 3, 4], |talk, tag, command| {
            let fetch = command.contains("BODY.PEEK");
            if fetch {
                assert!(command.contains("INTERNALDATE"), "{command}");
                for (uid, date) in [
                    (1, "\" 7-Nov-2026 23:30:00 -0200\""),
                    (2, "\"99-Nov-2026 10:11:12 +0000\""),
                    (3, "\"\""),
                    (4, "\"21-Nov-2026 10:11:12 +0000\""),
                ] {
                    talk.say(&format!(
                        "* {uid} FETCH (UID {uid} INTERNALDATE {date} BODY[]<0> {{1}}\nx)\n"
                    ));
                }
                talk.say_line(&format!("{tag} OK done"));
            }
            fetch
        });
    });
    let mut source = ImapSource::new(&settings(port));
    let mails = source.fetch(10).expect("fetched");
    let times: Vec<_> = mails
        .iter()
        .map(|mail| mail.arrived_at.map(|time| time.to_rfc3339()))
        .collect();
    let expected = [
        Some("2026-11-08T01:30:00+00:00"),
        None,
        None,
        Some("2026-11-21T10:11:12+00:00"),
    ];
    assert_eq!(times, expected.map(|time| time.map(str::to_owned)));
}

#[test]
fn a_mail_that_is_announced_during_the_last_search_is_not_waited_for() {
    let searches = AtomicUsize::new(0);
    let port = peer::start(move |_, talk| {
        serve(talk, &[], |talk, tag, command| {
            let announced =
                command.contains("SEARCH") && searches.fetch_add(1, Ordering::SeqCst) == 1;
            if announced {
                talk.say(&format!("* SEARCH\n* 1 EXISTS\n{tag} OK done\n"));
            }
            let idle = command == "IDLE";
            if idle {
                talk.say_line("+ idling");
                talk.hear();
                talk.say_line(&format!("{tag} OK done"));
            }
            announced || idle
        });
    });
    let mut source = ImapSource::new(&settings(port));
    assert!(source.fetch(10).expect("fetched").is_empty());
    let begun = Instant::now();
    let long = Duration::from_secs(15);
    source.wait(long, &|| false).expect("waited");
    assert!(begun.elapsed() < long / 3, "{:?}", begun.elapsed());
}

#[test]
fn refused_idle_is_sleep() {
    let port = peer::start(|_, talk| {
        serve(talk, &[], |talk, tag, command| {
            if command == "IDLE" {
                talk.say_line(&format!("{tag} BAD what"));
            }
            command == "IDLE"
        });
    });
    let mut source = ImapSource::new(&settings(port));
    assert!(source.fetch(10).expect("fetched").is_empty());
    for _ in 0..2 {
        source
            .wait(Duration::from_millis(50), &|| false)
            .expect("waited");
    }
    assert!(source.fetch(10).expect("fetched").is_empty());
}

#[test]
fn keywords_that_are_not_stored_are_not_used() {
    let port = peer::start(|_, talk| {
        serve(talk, &[1], |talk, tag, command| {
            let select = command.starts_with("SELECT");
            if select {
                talk.say(
                    "* 1 EXISTS\n* OK [UIDVALIDITY 7] ok\n* OK [PERMANENTFLAGS (\\Seen)] ok\n",
                );
                talk.say_line(&format!("{tag} OK done"));
            }
            select
        });
    });
    let mut settings = settings(port);
    settings.done = zugpost::mail::servers::Done::Flag;
    let error = format!(
        "{:#}",
        ImapSource::new(&settings)
            .fetch(10)
            .expect_err("no keywords")
    );
    assert!(error.contains("write done = \"move\""), "{error}");
}

#[test]
fn tokens_are_shown_as_xoauth2_wants_and_refusals_are_named() {
    let script = |good: bool| {
        move |_: usize, talk: &mut Talk| {
            serve(talk, &[], |talk, tag, command| {
                if command == "CAPABILITY" {
                    talk.say(&format!(
                        "* CAPABILITY IMAP4rev1 AUTH=XOAUTH2\n{tag} OK done\n"
                    ));
                    return true;
                }
                if !command.starts_with("AUTHENTICATE XOAUTH2") {
                    return false;
                }
                talk.say_line("+ ");
                // user=u^Aauth=Bearer hush^A^A
                assert_eq!(talk.hear(), "dXNlcj11AWF1dGg9QmVhcmVyIGh1c2gBAQ==");
                if good {
                    talk.say_line(&format!("{tag} OK welcome"));
                } else {
                    talk.say_line("+ eyJzdGF0dXMiOiI0MDAifQ==");
                    assert_eq!(talk.hear(), "");
                    talk.say_line(&format!("{tag} NO [AUTHENTICATIONFAILED] invalid"));
                }
                true
            });
        }
    };
    let with_token = |port| {
        let mut settings = settings(port);
        settings.token = settings.password.take();
        settings
    };
    let mut source = ImapSource::new(&with_token(peer::start(script(true))));
    assert!(source.fetch(10).expect("logged in").is_empty());
    let mut source = ImapSource::new(&with_token(peer::start(script(false))));
    let error = format!("{:#}", source.fetch(10).expect_err("refused"));
    assert!(error.contains("refuses user u with the token"), "{error}");
    assert!(!error.contains("hush"), "{error}");
}

#[test]
fn settings_show_no_password() {
    let text = "host = \"localhost\"\nuser = \"u\"\npassword = { command = [\"echo\", \"hush\"] }";
    let settings: Imap = toml::from_str(text).expect("settings");
    let source = ImapSource::new(&settings);
    assert!(source.name().contains("u@localhost") && !source.name().contains("hush"));
}

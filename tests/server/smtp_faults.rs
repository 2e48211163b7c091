//! `kind = "smtp"` against a scripted peer, for faults that real servers do not produce on demand.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use zugpost::mail::transport::{Delivery, Outgoing, SmtpTransport, Transport};

use super::peer::{self, Talk};

pub fn transport(port: u16, more: &str) -> SmtpTransport {
    let text = format!("host = \"127.0.0.1\"\nport = {port}\ntls = \"none\"\ntimeout = 2\n{more}");
    SmtpTransport::new(&toml::from_str(&text).expect("settings"))
}

pub fn send(transport: &mut SmtpTransport) -> Delivery {
    transport.send(&Outgoing {
        sender: "play+bt@example.org",
        recipient: "alice@b.test",
        message_id: "1@example.org",
        raw: b"Subject: x\r\n\r\n.y\r\n",
    })
}

/// Answers like a minimal server. `special` is asked first, and returns true if it has answered.
pub fn serve(talk: &mut Talk, special: impl Fn(&mut Talk, &str) -> bool) {
    talk.say("220-welcome\n220 here\n");
    loop {
        let line = talk.hear();
        if line.is_empty() {
            return;
        }
        if special(talk, &line) {
            continue;
        }
        match line.split([' ', ':']).next().unwrap_or_default() {
            "EHLO" => talk.say("250-here\n250-PIPELINING\n250 8BITMIME\n"),
            "DATA" => {
                talk.say_line("354 go on");
                while talk.hear() != "." {}
                if !special(talk, ".") {
                    talk.say_line("250 2.0.0 taken");
                }
            }
            "QUIT" => {
                talk.say_line("221 bye");
                return;
            }
            _ => talk.say_line("250"),
        }
    }
}

/// Sends one letter to a peer that answers `answer` to commands that begin with `at`.
fn one(at: &'static str, answer: &'static str) -> Delivery {
    let port = peer::start(move |_, talk| {
        serve(talk, |talk, line| {
            let now = line.starts_with(at);
            if now {
                talk.say(answer);
            }
            now
        });
    });
    send(&mut transport(port, ""))
}

#[test]
fn replies_at_each_step_decide_the_delivery() {
    assert_eq!(one("NOTHING", ""), Delivery::Sent);
    for (at, answer, expected) in [
        ("MAIL", "451 4.3.0 later\n", "deferred"),
        ("MAIL", "550 5.7.1 no such sender\n", "deferred"),
        ("RCPT", "450-4.2.0 grey\n450 4.2.0 list\n", "deferred"),
        ("RCPT", "550 5.1.1 nobody\n", "failed"),
        (
            "RCPT",
            "553 5.7.1 <play+bt@example.org>: Sender address rejected\n",
            "deferred",
        ),
        ("RCPT", "554 5.7.1 relay access denied\n", "deferred"),
        ("DATA", "554 5.5.1 no recipients\n", "failed"),
        (".", "451 4.3.0 later\n", "deferred"),
        (".", "550 5.7.1 spam\n", "failed"),
        // On a new connection; an idle one is replaced first.
        ("MAIL", "421 4.7.0 too many connections\n", "unavailable"),
        ("RCPT", "421 4.3.2 going down\n", "deferred"),
        (".", "421 4.7.0 try again later\n", "deferred"),
        ("EHLO", "554 5.7.1 you are listed\n", "unavailable"),
        ("EHLO", "421 later\n", "unavailable"),
        ("MAIL", "what?\n", "deferred"),
        ("MAIL", "999 what?\n", "deferred"),
        ("MAIL", "250-a\n251 b\n", "deferred"),
        ("RCPT", "\0\u{fffd}\n", "deferred"),
    ] {
        let got = one(at, answer);
        let is = match &got {
            Delivery::Sent => "sent",
            Delivery::Deferred(_) => "deferred",
            Delivery::RelayUnavailable(_) => "unavailable",
            Delivery::RelayRefuses(_) => "refuses",
            Delivery::Limited(_) => "limited",
            Delivery::Hung(_) => "hung",
            Delivery::Failed(_) => "failed",
            Delivery::Withheld => "withheld",
        };
        assert_eq!(is, expected, "{at} {answer:?}: {got:?}");
    }
    let Delivery::Deferred(why) = one("MAIL", "553 5.1.7 plus is no letter\n") else {
        panic!("deferred")
    };
    assert!(why.contains("recipient_delimiter = \"none\""), "{why}");
}

/// Another host may have taken the work over while this one connected, or waited for an answer.
#[test]
fn a_letter_is_withheld_up_to_its_final_dot() {
    for allowed in 0..3 {
        let dots = Arc::new(AtomicUsize::new(0));
        let heard = Arc::clone(&dots);
        let port = peer::start_many(move |talk| {
            serve(talk, |_, line| {
                heard.fetch_add(usize::from(line == "."), Ordering::SeqCst);
                false
            });
        });
        let mut transport = transport(port, "");
        let asked = AtomicUsize::new(0);
        transport.send_while(Arc::new(move || {
            asked.fetch_add(1, Ordering::SeqCst) < allowed
        }));
        let expected = match allowed {
            2 => Delivery::Sent,
            _ => Delivery::Withheld,
        };
        assert_eq!(send(&mut transport), expected, "{allowed}");
        transport.close();
        assert_eq!(dots.load(Ordering::SeqCst), usize::from(allowed == 2));
        // The next one gets a connection that is in order.
        transport.send_while(Arc::new(|| true));
        assert_eq!(send(&mut transport), Delivery::Sent);
    }
}

#[test]
fn endless_answers_are_refused() {
    let port = peer::start(|_, talk| talk.say(&"x".repeat(1 << 20)));
    assert!(matches!(
        send(&mut transport(port, "")),
        Delivery::RelayUnavailable(_)
    ));
    let port = peer::start(|_, talk| {
        serve(talk, |talk, line| {
            if line.starts_with("MAIL") {
                talk.say(&"250-more\n".repeat(100_000));
            }
            false
        });
    });
    let Delivery::Deferred(why) = send(&mut transport(port, "")) else {
        panic!("deferred")
    };
    assert!(why.contains("endless reply"), "{why}");
}

#[test]
fn a_cut_connection_is_judged_by_where_it_was_cut() {
    let accepted = Arc::new(AtomicUsize::new(0));
    let count = accepted.clone();
    // The peer closes the first connection after one letter, like an idle one; the next letter is sent
    // over a new one.
    let port = peer::start(move |number, talk| {
        count.fetch_add(1, Ordering::SeqCst);
        if number > 0 {
            return serve(talk, |_, _| false);
        }
        talk.say_line("220 here");
        for answer in ["250 here", "250 ok", "250 ok", "354 go on"] {
            talk.hear();
            talk.say_line(answer);
        }
        while talk.hear() != "." {}
        talk.say_line("250 taken");
    });
    let mut transport_ = transport(port, "");
    assert_eq!(send(&mut transport_), Delivery::Sent);
    std::thread::sleep(std::time::Duration::from_millis(100));
    assert_eq!(send(&mut transport_), Delivery::Sent);
    assert_eq!(send(&mut transport_), Delivery::Sent);
    assert_eq!(accepted.load(Ordering::SeqCst), 2);
    // The connection breaks after the final dot. The letter may have been accepted, but has to be tried
    // again.
    let port = peer::start(|_, talk| {
        talk.say_line("220 here");
        for answer in ["250 here", "250 ok", "250 ok", "354 go on"] {
            talk.hear();
            talk.say_line(answer);
        }
        while talk.hear() != "." {}
    });
    let Delivery::Deferred(why) = send(&mut transport(port, "")) else {
        panic!("deferred")
    };
    assert!(why.contains("no answer to the letter"), "{why}");
}

#[test]
fn text_from_before_tls_is_not_used_after_it() {
    let port = peer::start(|_, talk| {
        talk.say_line("220 here");
        talk.hear();
        talk.say("250-here\n250 STARTTLS\n");
        talk.hear();
        talk.say("220 go on\n250 forged\n");
        talk.hear();
    });
    let text = format!("host = \"127.0.0.1\"\nport = {port}\ntls = \"starttls\"\ntimeout = 2\n");
    let got = send(&mut SmtpTransport::new(
        &toml::from_str(&text).expect("settings"),
    ));
    let Delivery::RelayUnavailable(why) = got else {
        panic!("away: {got:?}")
    };
    assert!(
        why.contains("somebody may be in between") || why.contains("TLS"),
        "{why}"
    );
    let port = peer::start(|_, talk| serve(talk, |_, _| false));
    let text = format!("host = \"127.0.0.1\"\nport = {port}\ntls = \"starttls\"\ntimeout = 2\n");
    let got = send(&mut SmtpTransport::new(
        &toml::from_str(&text).expect("settings"),
    ));
    let Delivery::RelayUnavailable(why) = got else {
        panic!("away: {got:?}")
    };
    assert!(why.contains("does not offer STARTTLS"), "{why}");
}

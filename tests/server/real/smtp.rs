//! `kind = "smtp"` against Exim.

use zugpost::mail::transport::{Delivery, Outgoing, SmtpTransport, Transport};

use super::mailbox::{Mailbox, eventually};
use crate::world::World;

fn letter<'a>(recipient: &'a str, raw: &'a [u8]) -> Outgoing<'a> {
    Outgoing {
        sender: "server+bt@chess.test",
        recipient,
        message_id: "1@chess.test",
        raw,
    }
}

#[test]
fn letters_are_sent_by_tls_of_both_kinds_and_arrive_unchanged() {
    let world = World::new();
    let raw = "From: server@chess.test\r\nTo: alice@chess.test\r\nSubject: board\r\n\r\n\
               .\r\n..two dots\r\n8 r n b\r\n.\r\n end\r\n";
    for (number, tls) in ["", "tls = \"starttls\""].iter().enumerate() {
        let mut transport = SmtpTransport::new(&world.smtp("server", tls));
        for _ in 0..3 {
            let sent = transport.send(&letter("alice+tag@chess.test", raw.as_bytes()));
            assert_eq!(sent, Delivery::Sent);
        }
        transport.close();
        let sent = transport.send(&letter("alice@chess.test", raw.as_bytes()));
        assert_eq!(sent, Delivery::Sent, "after taking leave");
        let wanted = 4 * (number + 1);
        let mails = eventually("four letters", || {
            let mails = Mailbox::open(&world, "alice").all("INBOX");
            (mails.len() == wanted).then_some(mails)
        });
        for mail in mails {
            let (head, body) = mail.split_once("\r\n\r\n").expect("a body");
            assert!(
                head.contains("Return-Path: <server+bt@chess.test>"),
                "{head}"
            );
            assert_eq!(body, raw.split_once("\r\n\r\n").expect("a body").1);
        }
    }
}

#[test]
fn recipients_are_refused_one_by_one_on_one_connection() {
    let world = World::new();
    let mut transport = SmtpTransport::new(&world.smtp("server", ""));
    let mut send = |to: &str| transport.send(&letter(to, b"Subject: x\r\n\r\ny\r\n"));
    let Delivery::Failed(why) = send("never@chess.test") else {
        panic!("failed")
    };
    assert!(why.contains("no such user"), "{why}");
    let Delivery::Deferred(why) = send("later@chess.test") else {
        panic!("deferred")
    };
    assert!(why.contains("come back later"), "{why}");
    let Delivery::Deferred(why) = send("full@chess.test") else {
        panic!("deferred")
    };
    assert!(why.contains("is full"), "{why}");
    assert_eq!(send("boris@chess.test"), Delivery::Sent);
    assert!(matches!(send("bo ris@chess.test"), Delivery::Failed(_)));
    assert!(matches!(
        send("boris@chess.test>\r\nRSET"),
        Delivery::Failed(_)
    ));
}

#[test]
fn a_token_logs_in() {
    let world = World::new();
    let text = world.smtp_text("server", "");
    let text = text.lines().filter(|l| !l.starts_with("password"));
    let text = text.collect::<Vec<_>>().join("\n");
    let with = |token: &str| {
        let command = format!("token = {{ command = [\"echo\", \"{token}\"] }}");
        toml::from_str(&format!("{text}\n{command}\n")).expect("settings")
    };
    let mut transport = SmtpTransport::new(&with("t0ken"));
    let sent = transport.send(&letter("alice@chess.test", b"Subject: x\r\n\r\ny\r\n"));
    assert_eq!(sent, Delivery::Sent);
    let mut transport = SmtpTransport::new(&with("stale"));
    let sent = transport.send(&letter("alice@chess.test", b"Subject: x\r\n\r\ny\r\n"));
    let Delivery::RelayRefuses(why) = sent else {
        panic!("away: {sent:?}")
    };
    assert!(why.contains("token") && !why.contains("stale"), "{why}");
}

#[test]
fn a_restarted_server_costs_no_letter() {
    let mut world = World::new();
    let mut transport = SmtpTransport::new(&world.smtp("server", ""));
    let raw = b"Subject: x\r\n\r\ny\r\n";
    assert_eq!(
        transport.send(&letter("alice@chess.test", raw)),
        Delivery::Sent
    );
    world.stop_exim();
    let sent = transport.send(&letter("alice@chess.test", raw));
    assert!(matches!(sent, Delivery::RelayUnavailable(_)), "{sent:?}");
    world.start_exim();
    // A connection that has broken while idle is replaced at once.
    assert_eq!(
        transport.send(&letter("alice@chess.test", raw)),
        Delivery::Sent
    );
}

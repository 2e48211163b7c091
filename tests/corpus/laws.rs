//! Laws for every mail, and: nothing panics, whatever the input.

use std::time::Duration;

use proptest::prelude::*;
use zugpost::clock::Deadline;
use zugpost::mail::{Address, Envelope, Mailbox, OwnAddress, read, token_candidates};

fn ours() -> OwnAddress {
    OwnAddress {
        address: Address::parse("play@example.org").expect("our address"),
        delimiter: Some('+'),
    }
}

fn check(raw: &[u8]) {
    let envelope = Envelope {
        sender: None,
        recipients: vec![String::from_utf8_lossy(raw).into_owned()],
    };
    let mail = read(raw, &envelope, &ours());
    assert!(
        mail.body.chars().all(|c| c == '\n' || !c.is_control()),
        "{:?}",
        mail.body
    );
    assert!(!mail.subject.contains(char::is_control));
    assert!(token_candidates(raw, &mail, &envelope, 8, &|_| true).len() <= 100);
    let own = mail.author_lines(&ours()).lines;
    assert!(own.first().is_none_or(|l| !l.is_empty()) && own.last().is_none_or(|l| !l.is_empty()));
}

/// Every mail cut at every 100th byte, and with one byte of a hundred changed: nothing panics, and nothing
/// takes long.
#[test]
fn damaged_mails() {
    let mut seed = 38_u64;
    let mut random = move || {
        // The generator of Knuth's MMIX; its upper bits are good enough here.
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        seed >> 33
    };
    for mail in super::mails() {
        let deadline = Deadline::after(Duration::from_secs(60));
        let raw = std::fs::read(&mail).expect("the mail");
        for end in (0..raw.len()).step_by(100) {
            check(&raw[..end]);
        }
        let mut damaged = raw.clone();
        for byte in &mut damaged {
            let dice = random();
            if dice % 100 == 0 {
                *byte = u8::try_from(dice / 100 % 256).unwrap_or_default();
            }
        }
        check(&damaged);
        assert!(deadline.left().is_some(), "{}", mail.display());
    }
}

/// Lines for which a reader could look ahead again and again.
#[test]
fn long_mails_take_linear_time() {
    for unit in [
        "On 20.11.2026 10:11 Zugpost\n",
        "Zugpost <play@example.org> wrote\n",
        "From: play@example.org\n\n",
        "a: b\n",
        ": \n",
        "8 |r|n|b|q|\n",
        "This is confidential, for the intended recipient. ",
        "x\n\n\n\n\n\n\n\n\n",
        "@",
        "a@b.c",
        "play+",
        "10:11 2026 ",
        "-----BEGIN PGP SIGNED MESSAGE-----\n",
        "-----a-----\n> x\n",
        "\u{bb} \n",
        "[#1",
        "__________\n",
        "Z> \n",
    ] {
        // Quadratic time would be minutes for these lengths.
        let deadline = Deadline::after(Duration::from_secs(20));
        let body = unit.repeat((1 << 20) / unit.len());
        check(format!("To: Zugpost <play@example.org>\n\n{body}").as_bytes());
        assert!(deadline.left().is_some(), "{unit}");
    }
}

/// Pieces of mails, so that random mails reach all of the code.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("Content-Type: multipart/mixed; boundary=x\n".to_owned()),
        Just(
            "Content-Type: multipart/report; report-type=delivery-status; boundary=x\n".to_owned()
        ),
        Just("Content-Type: message/delivery-status\n".to_owned()),
        Just("Content-Type: message/rfc822\n".to_owned()),
        Just("Content-Type: text/html; charset=koi8-r\n".to_owned()),
        Just("Content-Type: text/plain; format=flowed; delsp=yes; charset=utf-16\n".to_owned()),
        Just("Content-Transfer-Encoding: base64\n".to_owned()),
        Just("Content-Transfer-Encoding: quoted-printable\n".to_owned()),
        Just("From: =?utf-8?B?ZXZpbA0K?= <a@b.org>\n".to_owned()),
        Just("To: x:(\"<a@b>,;\n".to_owned()),
        Just("--x\n".to_owned()),
        Just("\n".to_owned()),
        Just("<blockquote><pre a='".to_owned()),
        Just("&#x41;&amp\n".to_owned()),
        Just("On 20.11.2026 10:11 Zugpost\n<a@b> wrote:\n> x\n".to_owned()),
        Just("From: x\nSent: y\nTo: z\n".to_owned()),
        "[ -~\n\r\t\u{0}\u{a0}é—♔:<>=@ ]{0,40}",
    ]
}

proptest! {
    #![proptest_config(super::properties::config(1000))]

    #[test]
    fn any_bytes(raw in prop::collection::vec(any::<u8>(), 0..600)) {
        check(&raw);
    }

    #[test]
    fn any_pieces(pieces in prop::collection::vec(piece(), 0..25)) {
        check(pieces.concat().as_bytes());
    }

    #[test]
    fn any_text(text in "\\PC{0,200}|[\n >:<@#0-9a-z_-]{0,200}") {
        let mut mail = read(b"", &Envelope::default(), &ours());
        mail.body.clone_from(&text);
        let _ = mail.author_lines(&ours()).lines;
        if let Ok(address) = Address::parse(&text) {
            prop_assert!(Mailbox::new(&text, address).name.len() <= 400);
        }
    }

    #[test]
    fn what_is_an_address_can_be_sent_to(text in "[a-z0-9.+_!=-]{1,70}@[a-z0-9.-]{1,80}") {
        if let Ok(address) = Address::parse(&text) {
            prop_assert!(lettre::Address::new(address.local(), address.domain()).is_ok(), "{text}");
        }
    }
}

//! Letters are composed and read back.

use super::*;
use crate::mail::{Envelope, OwnAddress, read};
use std::time::{Duration, UNIX_EPOCH};

fn letter(text: &str, html: bool) -> MimeMessage {
    let address = |a: &str| Address::parse(a).expect("good");
    MimeMessage {
        from: Mailbox::new("Zugpost", address("play@example.org")),
        to: Mailbox::new("Alice", address("alice@b.org")),
        reply_to: Some(Mailbox::new("Zugpost", address("play+k7qd@example.org"))),
        subject: "[#17] Hans38: your turn 3".into(),
        message_id: "k7qd.17.3@example.org".into(),
        in_reply_to: Some("x@b.org".into()),
        references: (0..40).map(|n| format!("{n}@b.org")).collect(),
        answer: true,
        list_id: Some("game-17.example.org".into()),
        unsubscribe: Some(address("play@example.org")),
        unsubscribe_url: None,
        text: text.into(),
        html: html.then(|| format!("<p>{text}</p>\n")),
        pictures: Vec::new(),
        files: Vec::new(),
        calendar: None,
        date: UNIX_EPOCH + Duration::from_secs(1_800_000_000),
    }
}

fn back(letter: &MimeMessage) -> (String, crate::mail::ParsedMessage) {
    let raw = letter.to_bytes().expect("built");
    let ours = OwnAddress {
        address: Address::parse("other@x.org").expect("good"),
        delimiter: None,
    };
    let incoming = read(&raw, &Envelope::default(), &ours);
    (String::from_utf8(raw).expect("ASCII"), incoming)
}

#[test]
fn a_composed_message_is_read_back() {
    let long = "x".repeat(1500);
    for text in [
        "plain\n\n8 |r|n|\n7 |p|",
        "e\u{e9} \u{2654} \u{430}\n=3D equals",
        long.as_str(),
        ".\n..\n",
    ] {
        for html in [false, true] {
            let (raw, incoming) = back(&letter(text, html));
            assert_eq!(incoming.body.trim_end(), text.trim_end());
            assert!(raw.is_ascii() && !raw.contains("base64"), "{raw}");
            assert!(
                raw.lines().all(|l| l.len() <= 998 && !l.ends_with(' ')),
                "{raw}"
            );
            assert!(!raw.replace("\r\n", "").contains('\n'));
        }
    }
}

#[test]
fn a_calendar_entry_is_a_part_of_its_own() {
    let entry = CalendarEntry {
        uid: "g17.white@example.org".into(),
        sequence: 5,
        deadline: chrono::DateTime::from_timestamp(1_800_086_400, 0).expect("a moment"),
        summary: "Hans38 Chess \u{2654} #17: your time ends".into(),
        cancelled: false,
    };
    for html in [false, true] {
        let mut letter = letter("plain", html);
        letter.calendar = Some(entry.clone());
        let (raw, incoming) = back(&letter);
        assert_eq!(incoming.body.trim_end(), "plain");
        let parsed = mail_parser::MessageParser::default().parse(&raw);
        let parsed = parsed.expect("a message");
        let calendar = parsed.parts.iter().find(|part| {
            let kind = mail_parser::MimeHeaders::content_type(*part);
            kind.is_some_and(|kind| kind.subtype() == Some("calendar"))
        });
        let calendar = calendar.expect("a calendar");
        let kind = mail_parser::MimeHeaders::content_type(calendar).expect("a kind");
        assert_eq!(kind.attribute("method"), Some("PUBLISH"));
        let text = calendar.text_contents().expect("text");
        let calendar: icalendar::Calendar = text.parse().expect("a calendar");
        let event = calendar.events().next().expect("an event");
        let summary = icalendar::Component::get_summary(event);
        assert_eq!(summary, Some(entry.summary.as_str()));
        assert_eq!(parsed.parts.len(), if html { 4 } else { 3 });
    }
}

/// Alternatives and files, as a mail program sees them, and that an answer which brings them back has only its own text.
#[test]
fn files_are_parts_of_their_own() {
    let text = |name: &str, media_type| SentFile {
        name: name.to_owned(),
        media_type,
        content: SentContent::Text("[Game \"17\"]\n\n1. e4 \u{e9}\n".to_owned()),
    };
    let film: Vec<u8> = (0..=255).cycle().take(1000).collect();
    let files = [
        text("game-17.pgn", "application/vnd.chess-pgn"),
        text("game-17.txt", "text/plain"),
        SentFile {
            name: "game-17.gif".to_owned(),
            media_type: "image/gif",
            content: SentContent::Picture(film.clone()),
        },
    ];
    for html in [false, true] {
        let mut letter = letter("plain", html);
        letter.files = files.to_vec();
        let (raw, incoming) = back(&letter);
        assert_eq!(incoming.body.trim_end(), "plain");
        assert!(raw.is_ascii() && raw.lines().all(|line| line.len() <= 998));
        let parsed = mail_parser::MessageParser::default().parse(&raw);
        let parsed = parsed.expect("a message");
        let named = parsed.parts.iter().filter_map(|part| {
            let name = mail_parser::MimeHeaders::attachment_name(part)?;
            let kind = mail_parser::MimeHeaders::content_type(part)?;
            let kind = format!("{}/{}", kind.ctype(), kind.subtype()?);
            let how = mail_parser::MimeHeaders::content_disposition(part)?;
            Some((name, kind, how.ctype(), part.contents()))
        });
        let named: Vec<_> = named.collect();
        let record = "[Game \"17\"]\r\n\r\n1. e4 \u{e9}\r\n".as_bytes();
        let pgn = "application/vnd.chess-pgn".to_owned();
        assert_eq!(
            named,
            [
                ("game-17.pgn", pgn, "attachment", record),
                ("game-17.txt", "text/plain".to_owned(), "attachment", record),
                ("game-17.gif", "image/gif".to_owned(), "inline", &film[..]),
            ]
        );
        // The whole, the alternatives, their texts, the files.
        assert_eq!(parsed.parts.len(), if html { 7 } else { 6 });
        let unfolded = raw.replace("\r\n ", " ");
        assert!(unfolded.contains("Content-Type: multipart/mixed; boundary=\"=_m"));
        let answer = raw.replace("plain\r\n", "e4\r\n");
        let answer = answer.replace("disposition: attachment", "disposition: inline");
        let ours = OwnAddress {
            address: Address::parse("other@x.org").expect("good"),
            delimiter: None,
        };
        let answer = read(answer.as_bytes(), &Envelope::default(), &ours);
        assert_eq!(answer.body.trim_end(), "e4");
        assert_eq!(raw, back(&letter).0);
    }
}

#[test]
fn headers_are_complete() {
    let (raw, incoming) = back(&letter("x", true));
    assert_eq!(incoming.subject, "[#17] Hans38: your turn 3");
    assert_eq!(
        incoming.message_id.as_deref(),
        Some("k7qd.17.3@example.org")
    );
    assert_eq!(incoming.in_reply_to, ["x@b.org"]);
    assert_eq!(incoming.references.len(), 11);
    assert_eq!(
        (
            incoming.references[0].as_str(),
            incoming.references[1].as_str()
        ),
        ("0@b.org", "30@b.org")
    );
    for line in [
        "Auto-Submitted: auto-replied\r\n",
        "X-Auto-Response-Suppress: All\r\n",
        "List-Id: <game-17.example.org>\r\n",
        "List-Unsubscribe: <mailto:play@example.org?subject=unsubscribe>\r\n",
        "Content-Transfer-Encoding: 7bit\r\n",
        "MIME-Version: 1.0\r\n",
    ] {
        assert!(raw.contains(line), "{line}\n{raw}");
    }
    assert_eq!(raw, back(&letter("x", true)).0);
}

#[test]
fn foreign_text_is_sanitised() {
    let mut evil = letter("> quoted\nFrom here\r\nbell\u{7}  \n", false);
    evil.to.name = "evil\r\nBcc: x@y.z\0 \"q\" \\ \u{202e}<a@b>,".into();
    evil.subject = "a\r\nBcc: x@y.z".into();
    evil.in_reply_to = Some("a\r\nBcc: x@y.z".into());
    evil.references = vec!["a b".into(), "ok@b".into(), "y".repeat(2000)];
    evil.list_id = Some("a\r\nBcc: x@y.z".into());
    let (raw, incoming) = back(&evil);
    assert!(!raw.to_lowercase().contains("\nbcc"), "{raw}");
    assert_eq!(incoming.body, " > quoted\n From here\nbell\n");
    assert_eq!(incoming.references, ["ok@b"]);
    assert_eq!(incoming.recipients.len(), 1);
    evil.message_id = "a b".into();
    assert!(evil.to_bytes().is_err());
}

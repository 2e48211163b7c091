//! What is tried on everything that a client of LMTP may say. The first byte says how it comes: line by line, or in
//! pieces of a length.

use std::cell::RefCell;
use std::io;

use zugpost::clock::Deadline;
use zugpost::mail::lmtp::{Intake, Session, Wire};
use zugpost::mail::{Address, MAX_MAIL, OwnAddress, RawMessage};

/// What a session has said and done.
#[derive(Default)]
struct Seen {
    /// Bytes that were read since the last `354`.
    content: Vec<u8>,
    /// Recipients that were accepted and have no reply about their mail yet.
    known: usize,
    /// Replies about mails that are due.
    due: usize,
    stored: usize,
}

struct Script<'a> {
    bytes: &'a [u8],
    /// `None`: line by line.
    piece: Option<usize>,
    seen: &'a RefCell<Seen>,
}

impl Wire for Script<'_> {
    fn read(&mut self, into: &mut [u8], _: Deadline) -> io::Result<usize> {
        let line = self.bytes.iter().position(|byte| *byte == b'\n');
        let line = line.map_or(self.bytes.len(), |end| end + 1);
        let count = self.piece.unwrap_or(line);
        let count = count.min(into.len()).min(self.bytes.len());
        let (now, later) = self.bytes.split_at(count);
        into[..count].copy_from_slice(now);
        self.bytes = later;
        self.seen.borrow_mut().content.extend_from_slice(now);
        Ok(count)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let text = std::str::from_utf8(bytes).expect("replies are ASCII");
        let lines = text.strip_suffix("\r\n").expect("replies are whole lines");
        for line in lines.split("\r\n") {
            reply(line, &mut self.seen.borrow_mut());
        }
        Ok(())
    }
}

/// A reply is one of RFC 5321, and comes when it is due.
fn reply(line: &str, seen: &mut Seen) {
    let form = line.len() <= 510
        && line.bytes().all(|byte| (b' '..=b'~').contains(&byte))
        && line.as_bytes()[..3].iter().all(u8::is_ascii_digit)
        && b" -".contains(&line.as_bytes()[3]);
    assert!(form, "{line:?}");
    let about_mail = line == "250 2.0.0 stored" || line.starts_with("451 4.3.0");
    assert_eq!(about_mail, seen.due > 0, "{line:?}, {} are due", seen.due);
    seen.due = seen.due.saturating_sub(1);
    match line {
        "250 2.1.5 known" => seen.known += 1,
        "250 2.0.0 forgotten" => seen.known = 0,
        line if line.starts_with("250-example.org") => seen.known = 0,
        line if line.starts_with("354") => seen.content.clear(),
        _ => {}
    }
}

/// Checks what is stored.
struct Checks<'a>(&'a RefCell<Seen>);

impl Intake for Checks<'_> {
    fn store(&mut self, mail: RawMessage) -> bool {
        let mut seen = self.0.borrow_mut();
        let key = mail.source_key.strip_prefix("lmtp-").expect("a key");
        assert!(key.len() == 64 && key.bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert!(mail.raw.len() <= MAX_MAIL);
        let sender = mail.envelope.sender.expect("a sender");
        assert!(!sender.contains(char::is_control), "{sender:?}");
        let recipients = &mail.envelope.recipients;
        assert!(!recipients.is_empty() && recipients.len() <= seen.known);
        let us = us();
        for recipient in recipients {
            let address = Address::parse(recipient).expect("an address");
            assert!(us.address.covers(&address, us.delimiter), "{recipient}");
        }
        let expected = content(&seen.content);
        assert_eq!(mail.raw, expected, "dots and the end");
        seen.due = std::mem::take(&mut seen.known);
        seen.stored += 1;
        // Each third one cannot be stored.
        !seen.stored.is_multiple_of(3)
    }

    fn put_off(&mut self, why: &str) {
        assert!(!why.is_empty());
    }
}

/// The content that these bytes begin with, by another way than that of the program.
fn content(bytes: &[u8]) -> Vec<u8> {
    let all = [b"\r\n", bytes].concat();
    let end = all.windows(5).position(|five| five == b"\r\n.\r\n");
    let all = &all[..end.expect("an end") + 2];
    let mut content = Vec::new();
    for (at, byte) in all.iter().enumerate() {
        if *byte != b'.' || !all[..at].ends_with(b"\r\n") {
            content.push(*byte);
        }
    }
    content.split_off(2)
}

fn us() -> OwnAddress {
    OwnAddress {
        address: Address::parse("play@example.org").expect("our address"),
        delimiter: Some('+'),
    }
}

/// A whole session.
pub fn lmtp(input: &[u8]) {
    let Some((how, bytes)) = input.split_first() else {
        return;
    };
    let seen = RefCell::default();
    let piece = how.is_multiple_of(2).then_some(usize::from(*how) + 1);
    let mut script = Script {
        bytes,
        piece,
        seen: &seen,
    };
    let mut intake = Checks(&seen);
    Session::new(&us(), true, &mut intake).serve(&mut script);
    assert_eq!(seen.borrow().due, 0, "each recipient has a reply");
}

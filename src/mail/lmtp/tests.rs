//! Dialogues as data: `tests/dialogues.txt` has what clients say, and below it what is answered and what happens.
//! `UPDATE=1 cargo test --lib lmtp` writes the latter anew, to be read in review.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::*;
use crate::mail::authentication::{self, Vouched, Voucher};
use crate::mail::parse::Headers;
use crate::mail::{Address, OwnAddress};

const FILE: &str = "src/mail/lmtp/tests/dialogues.txt";

/// A client that sends one group of lines after the other, each when it has got the replies to the one before.
struct Script<'a> {
    groups: Vec<(String, Vec<u8>)>,
    next: usize,
    /// Bytes of the present group that were not read yet.
    left: Vec<u8>,
    said: &'a RefCell<String>,
}

impl Wire for Script<'_> {
    fn read(&mut self, into: &mut [u8], _: Deadline) -> io::Result<usize> {
        if self.left.is_empty() {
            let Some((text, bytes)) = self.groups.get(self.next) else {
                return Ok(0);
            };
            self.next += 1;
            self.said.borrow_mut().push_str(text);
            match text.trim_end() {
                "! nothing comes" => return Err(io::ErrorKind::TimedOut.into()),
                "! the program ends" => return Err(io::ErrorKind::Interrupted.into()),
                _ => self.left.clone_from(bytes),
            }
        }
        let count = self.left.len().min(into.len());
        into[..count].copy_from_slice(&self.left[..count]);
        self.left.drain(..count);
        Ok(count)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let text = String::from_utf8_lossy(bytes);
        let lines = text
            .strip_suffix("\r\n")
            .expect("whole lines")
            .split("\r\n");
        for line in lines {
            assert!(line.len() <= 510, "{line}");
            writeln!(self.said.borrow_mut(), "< {line}").expect("a text");
        }
        Ok(())
    }
}

struct Store<'a> {
    works: bool,
    said: &'a RefCell<String>,
}

impl Intake for Store<'_> {
    fn store(&mut self, mail: RawMessage) -> bool {
        let mut said = self.said.borrow_mut();
        let word = if self.works { "stored" } else { "not stored" };
        let sender = mail.envelope.sender.as_deref().unwrap_or("unknown");
        let to = mail.envelope.recipients.join(" ");
        let cut = if mail.truncated { " cut" } else { "" };
        writeln!(said, "= {word} from <{sender}> to {to}{cut}").expect("a text");
        let length = mail.raw.len();
        let text = mail.raw.escape_ascii().to_string();
        match length {
            0..300 => writeln!(said, "= {text}"),
            _ => writeln!(said, "= {length} bytes"),
        }
        .expect("a text");
        assert!(mail.source_key.starts_with("lmtp-") && mail.source_key.len() == 69);
        self.works
    }

    fn put_off(&mut self, why: &str) {
        writeln!(self.said.borrow_mut(), "= put off: {why}").expect("a text");
    }
}

/// The bytes of a line of a script.
fn bytes(line: &str) -> Vec<u8> {
    let (text, end) = match line.strip_prefix(">| ") {
        Some(text) => (text, ""),
        None => (
            line.strip_prefix('>')
                .unwrap_or_default()
                .trim_start_matches(' '),
            "\r\n",
        ),
    };
    let text = text
        .replace("\\r", "\r")
        .replace("\\n", "\n")
        .replace("\\0", "\0");
    let (text, times) = match text.rsplit_once(" * ") {
        Some((text, times)) => (text.to_owned(), times.parse().expect("a number")),
        None => (text, 1),
    };
    // A byte that begins no character of UTF-8.
    let mut bytes = Vec::new();
    for (at, part) in text.repeat(times).split("\\xff").enumerate() {
        if at > 0 {
            bytes.push(0xff);
        }
        bytes.extend_from_slice(part.as_bytes());
    }
    bytes.extend_from_slice(end.as_bytes());
    bytes
}

/// What comes of one dialogue; its own lines are in it.
fn play(block: &str) -> String {
    let said = RefCell::new(String::new());
    let (mut trusted, mut works, mut delimiter) = (true, true, Some('+'));
    let mut groups: Vec<(String, Vec<u8>)> = Vec::new();
    let mut open = false;
    for line in block.lines() {
        match line {
            "set untrusted" => trusted = false,
            "set full" => works = false,
            "set no delimiter" => delimiter = None,
            line if line.starts_with('>') => {
                let bytes = bytes(line);
                match groups.last_mut().filter(|_| open) {
                    Some(group) => {
                        group.0.push_str(&format!("{line}\n"));
                        group.1.extend(bytes);
                    }
                    None => groups.push((format!("{line}\n"), bytes)),
                }
            }
            line if line.starts_with('!') => groups.push((format!("{line}\n"), Vec::new())),
            _ => {}
        }
        open = line.starts_with('>');
        if line.starts_with("==") || line.starts_with("set") || line.starts_with('#') {
            writeln!(said.borrow_mut(), "{line}").expect("a text");
        }
    }
    let us = OwnAddress {
        address: Address::parse("play@example.org").expect("an address"),
        delimiter,
    };
    let mut store = Store { works, said: &said };
    let mut script = Script {
        groups,
        next: 0,
        left: Vec::new(),
        said: &said,
    };
    Session::new(&us, trusted, &mut store).serve(&mut script);
    let unread = script.groups[script.next..].len();
    if unread > 0 {
        // What the client would have said after the end, so that the file keeps its lines.
        let rest: String = script.groups[script.next..]
            .iter()
            .map(|(text, _)| text.as_str())
            .collect();
        write!(said.borrow_mut(), "= closed\n{rest}").expect("a text");
    }
    said.into_inner()
}

#[test]
fn dialogues() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let text = fs::read_to_string(&path).expect("the dialogues");
    let blocks: Vec<&str> = text
        .split("\n\n")
        .map(str::trim)
        .filter(|block| !block.is_empty())
        .collect();
    assert!(blocks.len() > 20, "only {} dialogues", blocks.len());
    let played: Vec<String> = blocks.iter().map(|block| play(block)).collect();
    let played = played.join("\n");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &played).expect("written");
    }
    for (block, played) in blocks.iter().zip(played.split("\n\n")) {
        assert_eq!(*block, played.trim(), "UPDATE=1 writes it anew");
    }
}

#[test]
fn the_word_of_the_mail_host_counts_from_trusted_clients_alone() {
    let mail = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\r\n\
                Received: from a.example by mx.example.org\r\nFrom: anna@example.org\r\n\r\n";
    let vouched = |mail: &[u8]| {
        let from = Address::parse("anna@example.org").expect("an address");
        authentication::vouched(&Headers::scan(mail), &from, "mx.example.org")
    };
    assert_eq!(vouched(mail.as_bytes()), Vouched::Yes(Voucher::Dmarc));
    let untrusted = [session::UNTRUSTED, mail.as_bytes()].concat();
    assert_eq!(vouched(&untrusted), Vouched::No);
}

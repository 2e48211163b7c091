//! A letter as it arrived.

use zugpost::mail::{self, Address, Envelope, Ours};
use zugpost::store::LetterRow;

/// One letter of the server's.
#[derive(Clone, Debug)]
pub struct Letter {
    /// Whose: the reader's local part.
    pub who: String,
    /// Which of the reader's letters, from 1.
    pub number: usize,
    /// As the outbox has it.
    pub row: LetterRow,
    /// As the transport was handed it.
    pub raw: String,
    /// The text part.
    pub text: String,
}

impl Letter {
    /// Takes a letter apart.
    pub fn new(who: &str, number: usize, row: LetterRow, raw: &[u8]) -> Self {
        // As nobody's own mail, so that it is not taken for a robot's and left unread.
        let nobody = Ours {
            address: Address::parse("nobody@invalid.example").expect("an address"),
            delimiter: None,
        };
        Self {
            who: who.to_owned(),
            number,
            row,
            raw: String::from_utf8(raw.to_vec()).expect("letters are ASCII as sent"),
            text: mail::read(raw, &Envelope::default(), &nobody).body,
        }
    }

    /// A header, unfolded; empty if missing.
    pub fn header(&self, name: &str) -> String {
        let mut found = None;
        for line in self.raw.lines().take_while(|line| !line.is_empty()) {
            match (&mut found, line.strip_prefix([' ', '\t'])) {
                (Some(value), Some(more)) => {
                    *value = format!("{value} {}", more.trim());
                }
                (Some(_), None) => break,
                (None, _) => {
                    found = line
                        .split_once(':')
                        .filter(|(known, _)| known.eq_ignore_ascii_case(name))
                        .map(|(_, value)| value.trim().to_owned());
                }
            }
        }
        found.unwrap_or_default()
    }

    /// The address between angle brackets in a header.
    pub fn bracketed(&self, name: &str) -> String {
        let value = self.header(name);
        let inside = value
            .split_once('<')
            .and_then(|(_, rest)| rest.split_once('>'));
        inside.map_or_else(|| value.clone(), |(inside, _)| inside.to_owned())
    }

    /// The key, from Reply-To; empty in letters that carry none.
    pub fn key(&self) -> String {
        let reply = self.bracketed("Reply-To");
        let local = reply.split('@').next().unwrap_or_default();
        local.split_once('+').map_or("", |(_, key)| key).to_owned()
    }
}

/// Every key and token in a text replaced by a word.
pub fn masked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut run = String::new();
    let flush = |run: &mut String, out: &mut String| {
        let secret = run.starts_with("aaaa")
            && run
                .bytes()
                .all(|b| b.is_ascii_lowercase() || (b'2'..=b'7').contains(&b));
        out.push_str(match run.len() {
            32 if secret => "[key]",
            24 if secret => "[token]",
            _ => run,
        });
        run.clear();
    };
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            run.push(c);
        } else {
            flush(&mut run, &mut out);
            out.push(c);
        }
    }
    flush(&mut run, &mut out);
    out
}

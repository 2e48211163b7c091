//! Finds the words in a mail that may be reply tokens.

use mail_parser::decoders::quoted_printable::quoted_printable_decode_char;

use super::{Envelope, Headers, ParsedMessage, body, readable};

/// More candidates than any honest mail has; it bounds the number of database look-ups.
const MAX_CANDIDATES: usize = 100;

/// Words that may be reply tokens: runs of exactly `len` letters `a`–`z` and digits `2`–`7`, in either
/// case, with nothing alphanumeric next to them, of which `like` holds: others, with which somebody
/// has filled their words, cannot crowd out the token of a letter that quotes them. The result is
/// in lower case, without repetitions, at most 100.
///
/// The order of the search is: envelope recipients, To and Cc, Delivered-To and X-Original-To,
/// In-Reply-To, References, Subject, the body, the raw mail, the raw mail with quoted-printable
/// decoded, and text parts in base64.
///
/// A candidate proves nothing before it is verified. None in a delivery report may be used.
pub fn token_candidates(
    raw: &[u8],
    incoming: &ParsedMessage,
    envelope: &Envelope,
    len: usize,
    like: &dyn Fn(&str) -> bool,
) -> Vec<String> {
    let raw = readable(raw);
    let raw = raw.as_ref();
    let headers = Headers::scan(raw);
    let mut found = Found {
        len,
        like,
        tokens: Vec::new(),
    };
    for recipient in &envelope.recipients {
        found.search(recipient.as_bytes());
    }
    for recipient in &incoming.recipients {
        found.search(recipient.local().as_bytes());
    }
    for name in ["delivered-to", "x-original-to"] {
        let values = headers.all(name);
        values.for_each(|value| found.search(value.as_bytes()));
    }
    for id in incoming.in_reply_to.iter().chain(&incoming.references) {
        found.search(id.as_bytes());
    }
    found.search(incoming.subject.as_bytes());
    found.search(incoming.body.as_bytes());
    found.search(raw);
    if quoted_printable(raw) {
        found.search(&unquote(raw));
    }
    let base64 = |word: &[u8]| word[5] == b'4' && word.eq_ignore_ascii_case(b"base64");
    if raw.windows(6).any(base64) {
        body::all_texts(raw, |text| found.search(text.as_bytes()));
    }
    found.tokens
}

/// Whether the text may have quoted-printable escapes that hide a token or a part of it.
fn quoted_printable(raw: &[u8]) -> bool {
    let escape = |two: &[u8]| matches!(two, [b'=', b'\n' | b'\r' | b'2'..=b'7']);
    raw.windows(2).any(escape)
}

/// Decodes quoted-printable in the whole text, headers included; invalid escapes stay.
fn unquote(raw: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((&first, tail)) = rest.split_first() {
        let (byte, behind) = match (first, tail) {
            (b'=', [b'\r', b'\n', behind @ ..] | [b'\n', behind @ ..]) => (None, behind),
            (b'=', [high, low, behind @ ..]) => match quoted_printable_decode_char(*high, *low) {
                Some(byte) => (Some(byte), behind),
                None => (Some(first), tail),
            },
            _ => (Some(first), tail),
        };
        out.extend(byte);
        rest = behind;
    }
    out
}

struct Found<'a> {
    len: usize,
    like: &'a dyn Fn(&str) -> bool,
    tokens: Vec<String>,
}

impl Found<'_> {
    fn search(&mut self, text: &[u8]) {
        if self.len == 0 || text.len() < self.len {
            return;
        }
        // It is enough to test every `len`-th byte: no word of that length fits between two of them.
        let mut at = self.len - 1;
        while at < text.len() && self.tokens.len() < MAX_CANDIDATES {
            let in_word = |b: &&u8| b.is_ascii_alphanumeric();
            if text[at].is_ascii_alphanumeric() {
                let start = at - text[..at].iter().rev().take_while(in_word).count();
                at += text[at..].iter().take_while(in_word).count();
                self.note(&text[start..at]);
            }
            at += self.len;
        }
    }

    fn note(&mut self, word: &[u8]) {
        let base32 = |b: &u8| b.is_ascii_alphabetic() || (b'2'..=b'7').contains(b);
        if word.len() != self.len || !word.iter().all(base32) {
            return;
        }
        let token = String::from_utf8_lossy(word).to_ascii_lowercase();
        if (self.like)(&token) && !self.tokens.contains(&token) {
            self.tokens.push(token);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::{Address, OwnAddress, read};

    fn keys(raw: &str) -> Vec<String> {
        let ours = OwnAddress {
            address: Address::parse("play@example.org").expect("good"),
            delimiter: Some('+'),
        };
        let envelope = Envelope::default();
        token_candidates(
            raw.as_bytes(),
            &read(raw.as_bytes(), &envelope, &ours),
            &envelope,
            8,
            &|_| true,
        )
    }

    #[test]
    fn places_come_in_order_and_once() {
        let raw = "To: play+AAAAaaa2@example.org\nReferences: <x.bbbbbbb3@example.org>\nSubject: cccccccc\n\naaaaaaa2 ddddddd4. ddddddd4x ddddddd1\n";
        assert_eq!(keys(raw), ["aaaaaaa2", "bbbbbbb3", "cccccccc", "ddddddd4"]);
    }

    #[test]
    fn a_token_is_found_across_a_soft_break() {
        assert!(keys("X: y\n\nkey=3Daaaa=\naaa2 end\n").contains(&"aaaaaaa2".to_owned()));
    }

    #[test]
    fn a_flood_is_cut_off() {
        let raw: String = (0..200u8).fold("\n".to_owned(), |s, i| {
            s + &format!(
                "abcdef{}{} ",
                (b'a' + i / 26) as char,
                (b'a' + i % 26) as char
            )
        });
        assert_eq!(keys(&raw).len(), MAX_CANDIDATES);
        assert_eq!(unquote(b"a=zz=3D=4=\n="), b"a=zz==4=");
    }
}

//! A letter as it has arrived.

use icalendar::{Calendar, Component};
use mail_parser::{MessageParser, MimeHeaders};
use zugpost::mail::{self, Address, Envelope, OwnAddress};
use zugpost::store::LetterRow;

/// A letter of the server.
#[derive(Clone, Debug)]
pub struct Letter {
    /// The local part of the recipient.
    pub who: String,
    /// The number of the letter among those of the recipient, from 1.
    pub number: usize,
    /// The row in the outbox.
    pub row: LetterRow,
    /// The bytes as handed to the transport.
    pub raw: String,
    /// The text part.
    pub text: String,
}

/// A file that goes with a letter.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its media type.
    pub kind: String,
    /// What is in it, unless it is a picture.
    pub text: Option<String>,
    /// The same as bytes.
    pub content: Vec<u8>,
    /// How many bytes of the letter it takes.
    encoded: usize,
}

impl Letter {
    /// Parses a letter.
    pub fn new(who: &str, number: usize, row: LetterRow, raw: &[u8]) -> Self {
        // With another own address, so that the letter is not recognised as our own and skipped.
        let nobody = OwnAddress {
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

    /// The HTML part, if there is one.
    pub fn html(&self) -> Option<String> {
        let parsed = mail_parser::MessageParser::default().parse(self.raw.as_bytes())?;
        let part = parsed.html_part(0)?;
        let html = parsed.part(0).is_some()
            && mail_parser::MimeHeaders::is_content_type(part, "text", "html");
        html.then(|| parsed.body_html(0).unwrap_or_default().into_owned())
    }

    /// The Subject as its reader sees it.
    pub fn subject(&self) -> String {
        let parsed = mail_parser::MessageParser::default().parse(self.raw.as_bytes());
        let subject = parsed.as_ref().and_then(|message| message.subject());
        subject.unwrap_or_default().to_owned()
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

    /// The calendar entry, in a line; empty if there is none.
    pub fn calendar(&self) -> String {
        let parsed = MessageParser::default().parse(&self.raw);
        let parsed = parsed.expect("a message");
        let mut parts = parsed.parts.iter().filter(|part| {
            let kind = part.content_type();
            kind.is_some_and(|kind| kind.subtype() == Some("calendar"))
        });
        let Some(part) = parts.next() else {
            return String::new();
        };
        let text = part.text_contents().expect("text");
        let token = self.reply_token();
        assert!(token.is_empty() || !text.contains(&token), "{text}");
        let calendar: Calendar = text.parse().expect("a calendar");
        let event = calendar.events().next().expect("an event");
        let of_event = |name| event.property_value(name).unwrap_or_default();
        let entry = ["UID", "SEQUENCE", "DTSTART", "STATUS", "SUMMARY"].map(of_event);
        let method = calendar.property_value("METHOD").unwrap_or_default();
        format!("{method}, {}", entry.join(", "))
    }

    /// The files that go with it.
    pub fn files(&self) -> Vec<File> {
        let parsed = MessageParser::default().parse(&self.raw);
        let parsed = parsed.expect("a message");
        let files = parsed.parts.iter().filter_map(|part| {
            let name = part.attachment_name()?.to_owned();
            let kind = part.content_type().expect("a type");
            let kind = format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or_default());
            let content = part.contents().to_vec();
            let picture = kind.starts_with("image/");
            let text = (!picture).then(|| String::from_utf8(content.clone()).expect("UTF-8"));
            Some(File {
                name,
                kind,
                text: text.map(|text| text.replace("\r\n", "\n")),
                content,
                encoded: (part.offset_end - part.offset_header) as usize,
            })
        });
        files.collect()
    }

    /// Its bytes without those of its files.
    pub fn bytes(&self) -> usize {
        let files = self.files();
        self.raw.len() - files.iter().map(|file| file.encoded).sum::<usize>()
    }

    /// The code that confirms an address; empty if there is none.
    pub fn code(&self) -> String {
        let lines = self.text.lines().map(str::trim);
        let mut codes = lines.filter_map(|line| line.strip_prefix("confirm "));
        codes.next().unwrap_or_default().to_owned()
    }

    /// The reply token in Reply-To; empty if there is none.
    pub fn reply_token(&self) -> String {
        let reply = self.bracketed("Reply-To");
        let local = reply.split('@').next().unwrap_or_default();
        local.split_once('+').map_or("", |(_, key)| key).to_owned()
    }
}

/// The text with every token replaced by a word.
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

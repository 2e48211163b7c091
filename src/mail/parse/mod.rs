//! Parses a mail: its headers and text, its author, and what kind of mail it is.

mod armor;
mod attached;
mod attribution;
pub mod body;
mod dates;
mod footers;
mod from;
mod header_block;
pub mod headers;
pub mod html;
mod known;
mod letter;
mod line_kind;
mod own_lines;
mod quotes;
pub mod text;
mod tokens;

use std::borrow::Cow;

use chrono::{DateTime, TimeDelta, Utc};
use mail_parser::{HeaderName, Message};
use sha2::{Digest, Sha256};

pub use attached::{AttachedFile, attached_files};
pub use from::FromError;
pub use headers::Headers;
pub use line_kind::LineKind;
pub use own_lines::AuthorLines;
pub use tokens::token_candidates;

use super::address::{Address, Mailbox};
use super::authentication::{self, Vouched};
use super::{autoreply, bounce::Report, spam::SpamComplaint};

/// At most this many bytes of a mail are fetched from its source.
pub const MAX_MAIL: usize = 1 << 20;

/// At most this many of them are read here.
const READ: usize = 256 << 10;

/// A mail that has been on its way for longer is not taken for its author's by the word of the host alone: mail hosts
/// try for five days (RFC 5321 section 4.5.4.1), and a mail may have waited on a telephone without a network.
const LONGEST_WAY: TimeDelta = TimeDelta::days(7);
/// The clock of its author may be ahead by so much.
const AHEAD: TimeDelta = TimeDelta::days(1);

/// At most this many recipients, and as many references, are kept of one mail.
const MAX_LIST: usize = 200;

/// The SMTP envelope of a mail, as far as it is known (RFC 5321 section 3.3).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Envelope {
    /// MAIL FROM without brackets. `Some("")` is the empty return path of reports, `None` means
    /// unknown.
    pub sender: Option<String>,
    /// RCPT TO, as far as the source knows it.
    pub recipients: Vec<String>,
}

/// The server's own address, to recognise its own letters and its plus-addresses.
#[derive(Debug, Clone)]
pub struct OwnAddress {
    /// The server's address without extension.
    pub address: Address,
    /// The character between local part and extension; `None` if the host has no plus-addresses.
    pub delimiter: Option<char>,
}

/// A mail, parsed. No text in it has control characters.
#[derive(Debug, Clone)]
pub struct ParsedMessage {
    /// The author as the From header shows it, or why there is no single one. It can be forged.
    pub from: Result<Mailbox, FromError>,
    /// The decoded subject (RFC 2047), one line.
    pub subject: String,
    /// Message-ID without brackets; the topmost of several.
    pub message_id: Option<String>,
    /// Message-IDs in In-Reply-To, without brackets.
    pub in_reply_to: Vec<String>,
    /// Message-IDs in References, without brackets, oldest first; the last 200 of them.
    pub references: Vec<String>,
    /// Readable addresses in To, Cc, Resent-To and Resent-Cc; at most 200.
    pub recipients: Vec<Address>,
    /// Names that the mail calls us by in To and Cc, in lower case.
    pub our_names: Vec<String>,
    /// The addresses in Bcc, which count as those of others who have got it.
    pub blind: Vec<Address>,
    /// Whether it has recipients besides those: addresses that cannot be read, or more than 200.
    pub more_recipients: bool,
    /// Whether the host of the settings vouches for the author; [`ParsedMessage::vouch`] sets it.
    pub vouched: Vouched,
    /// When the host of the settings took it in, by its own Received line; [`ParsedMessage::vouch`] sets it.
    pub received_at: Option<DateTime<Utc>>,
    /// Whether that host itself has written it, and nobody else; [`ParsedMessage::vouch`] sets it.
    pub of_own_host: bool,
    /// When it was written, by its Date header; `None`: it has none that can be read.
    pub date: Option<DateTime<Utc>>,
    /// Whether that is so far from its arrival that it may be an old mail, sent again; [`ParsedMessage::compare_date`]
    /// sets it.
    pub is_old: bool,
    /// The languages that it says it is in (Content-Language, RFC 3282): the first part of each, such as `de`; at most five.
    pub languages: Vec<String>,
    /// The text, decoded and normalised, with `\n` line ends (`docs/mail-protocol.md`, rule 2).
    pub body: String,
    /// SHA-256 of `body` in hex. It does not depend on the transfer encoding.
    pub body_hash: String,
    /// What kind of mail it is (rule 1).
    pub nature: Nature,
    /// Whether the mail was longer than [`MAX_MAIL`], or its header block too long, so that its end was not
    /// read.
    pub truncated: bool,
}

/// What kind of mail it is (`docs/mail-protocol.md`, rule 1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Nature {
    /// A person wrote it, as far as can be told.
    Player,
    /// A program wrote it, so that it is never answered (RFC 3834 section 2); with the reason.
    Robot(String),
    /// A delivery report, which says what has become of a letter.
    Bounce(Report),
    /// A mail host reports that a letter was marked as spam.
    SpamComplaint(SpamComplaint),
    /// Bulk mail: read if it has a current reply token, else treated like a program's; with the reason.
    BulkUnlessToken(String),
}

impl ParsedMessage {
    /// Sets what the host of the settings, `authserv_id`, says about a mail: [`ParsedMessage::vouched`],
    /// [`ParsedMessage::received_at`] and [`ParsedMessage::of_own_host`].
    pub fn vouch(&mut self, raw: &[u8], authserv_id: Option<&str>) {
        self.vouched = Vouched::No;
        let Some(host) = authserv_id else { return };
        let headers = Headers::scan(cut(raw));
        self.received_at = authentication::received_at(&headers, host);
        self.of_own_host = authentication::made_by(&headers, host);
        if let Ok(from) = &self.from {
            self.vouched = authentication::vouched(&headers, &from.address, host);
        }
    }

    /// Compares its date with the time of its arrival.
    pub fn compare_date(&mut self, arrived: DateTime<Utc>) {
        let arrived = self.received_at.unwrap_or(arrived);
        let usual = arrived - LONGEST_WAY..=arrived + AHEAD;
        self.is_old = self.date.is_some_and(|date| !usual.contains(&date));
    }

    /// Whether the host vouches for its author, and it is no old mail: a signature is as good on the second day as on
    /// the first, and in the hands of others.
    pub fn is_vouched(&self) -> bool {
        self.vouched.is_yes() && !self.is_old
    }
}

/// Parses a mail. It never fails and never panics: unreadable bytes give an empty body and an `Err` as
/// author.
pub fn read(raw: &[u8], envelope: &Envelope, ours: &OwnAddress) -> ParsedMessage {
    let truncated = raw.len() > READ;
    let raw = readable(raw);
    let raw = raw.as_ref();
    let headers = Headers::scan(raw);
    let message = body::parse(few_parts(raw));
    // A second From header may be where nobody has looked.
    let from = match headers.is_cut {
        true => Err(FromError::Unreadable),
        false => from::author(&headers, &message),
    };
    let body = body::body_text(&message);
    let mut subjects = message.header_values(HeaderName::Subject);
    let subject = subjects.next().and_then(|value| value.as_text());
    let subject = text::one_line(subject.unwrap_or_default(), 500);
    let nature = autoreply::nature(&autoreply::Evidence {
        headers: &headers,
        message: &message,
        from: from.as_ref().ok().map(|mailbox| &mailbox.address),
        subject: &subject,
        body: &body,
        envelope,
        ours,
    });
    let (blind, more_blind) = recipients(&message, &BLIND);
    let (recipients, more_recipients) = recipients(&message, &RECIPIENTS);
    let mut references = headers.ids("references");
    references.drain(..references.len().saturating_sub(MAX_LIST));
    let mut in_reply_to = headers.ids("in-reply-to");
    in_reply_to.truncate(MAX_LIST);
    ParsedMessage {
        from,
        message_id: message_id(&headers),
        in_reply_to,
        references,
        recipients,
        blind,
        more_recipients: more_recipients || more_blind,
        vouched: Vouched::No,
        received_at: None,
        of_own_host: false,
        date: date(&headers),
        is_old: false,
        languages: languages(&headers),
        our_names: our_names(&message, ours),
        body_hash: data_encoding::HEXLOWER.encode(&Sha256::digest(body.as_bytes())),
        body,
        subject,
        nature,
        truncated: truncated || headers.is_cut,
    }
}

/// The address in the From header of a mail, if there is exactly one. Nothing else of the mail is read.
pub fn author_address(raw: &[u8]) -> Option<Address> {
    from::address(&Headers::scan(&line_ends(cut(raw)))).ok()
}

/// When a mail was written, by its Date header. Nothing else of the mail is read.
pub fn date_of(raw: &[u8]) -> Option<DateTime<Utc>> {
    date(&Headers::scan(&line_ends(cut(raw))))
}

fn languages(headers: &Headers<'_>) -> Vec<String> {
    let all = headers.first("content-language").unwrap_or_default();
    let codes = all.split(',').filter_map(|tag| {
        let code = tag.trim().split('-').next()?.to_ascii_lowercase();
        let is_code = code.len() == 2 && code.bytes().all(|c| c.is_ascii_lowercase());
        is_code.then_some(code)
    });
    codes.take(5).collect()
}

fn date(headers: &Headers<'_>) -> Option<DateTime<Utc>> {
    let date = headers.first("date")?;
    let date = DateTime::parse_from_rfc2822(date.trim()).ok()?;
    Some(date.to_utc())
}

/// The beginning of a mail with at most so many lines that may separate its parts: each part takes memory, however
/// short it is.
fn few_parts(raw: &[u8]) -> &[u8] {
    const MOST: usize = 1000;
    let starts = raw.windows(3).enumerate();
    let mut starts = starts.filter(|(_, start)| *start == b"\n--");
    match starts.nth(MOST) {
        Some((at, _)) => &raw[..=at],
        None => raw,
    }
}

/// The part of a mail that is read: the text of a mail comes first, before pictures and archives, and the time for a
/// mail grows with what is read of it.
fn cut(raw: &[u8]) -> &[u8] {
    raw.get(..READ).unwrap_or(raw)
}

/// What is read of a mail, with line feeds: of one whose header block is too long, its beginning alone.
fn readable(raw: &[u8]) -> Cow<'_, [u8]> {
    let mut raw = line_ends(cut(raw));
    if !headers::is_whole(&raw) {
        match &mut raw {
            Cow::Borrowed(raw) => *raw = &raw[..headers::MAX_BYTES],
            Cow::Owned(raw) => raw.truncate(headers::MAX_BYTES),
        }
    }
    raw
}

/// The mail with line feeds. Carriage returns alone count as line ends if the headers have no other end:
/// in any other mail, a header that only some programs see would be behind such a character.
fn line_ends(raw: &[u8]) -> Cow<'_, [u8]> {
    let blank = |w: &[u8]| matches!(w, [b'\n', b'\n'] | [b'\n', b'\r', b'\n']);
    let ends = raw.windows(2).any(blank) || raw.windows(3).any(blank);
    if ends || !raw.windows(2).any(|w| w == b"\r\r") {
        return Cow::Borrowed(raw);
    }
    let mut out = raw.to_vec();
    for at in 0..out.len() {
        if out[at] == b'\r' && out.get(at + 1) != Some(&b'\n') {
            out[at] = b'\n';
        }
    }
    Cow::Owned(out)
}

/// Display names of our own address in To and Cc.
fn our_names(message: &Message<'_>, ours: &OwnAddress) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let lists = [HeaderName::To, HeaderName::Cc];
    let people = lists
        .into_iter()
        .flat_map(|header| message.header_values(header))
        .filter_map(|value| value.as_address())
        .flat_map(|list| list.iter());
    for person in people.take(MAX_LIST) {
        let address = person.address.as_deref().map(Address::parse);
        let name = text::one_line(person.name.as_deref().unwrap_or_default(), 100).to_lowercase();
        if let Some(Ok(address)) = address
            && ours.address.covers(&address, ours.delimiter)
            && name.chars().filter(|c| c.is_alphabetic()).count() >= 2
            && !names.contains(&name)
            && names.len() < 5
        {
            names.push(name);
        }
    }
    names
}

/// The Message-ID, also without brackets, which some programs omit.
fn message_id(headers: &Headers<'_>) -> Option<String> {
    let bare = || headers.first("message-id").filter(|id| headers::is_id(id));
    let id = headers.ids("message-id").into_iter().next();
    id.or_else(|| bare().map(str::to_owned))
}

/// The headers that name recipients.
const RECIPIENTS: [HeaderName<'static>; 4] = [
    HeaderName::To,
    HeaderName::Cc,
    HeaderName::ResentTo,
    HeaderName::ResentCc,
];
/// Those that name some whom the others do not see: most mail programs leave them out.
const BLIND: [HeaderName<'static>; 2] = [HeaderName::Bcc, HeaderName::ResentBcc];

/// The readable recipients in these headers, and whether there are others.
fn recipients(message: &Message<'_>, lists: &[HeaderName<'static>]) -> (Vec<Address>, bool) {
    let lists = lists
        .iter()
        .cloned()
        .flat_map(|name| message.header_values(name));
    let mut found: Vec<Address> = Vec::new();
    let mut more = false;
    for value in lists {
        let Some(list) = value.as_address() else {
            // A header that is not empty and cannot be read names somebody all the same.
            more |= value.as_text().is_some_and(|text| !text.trim().is_empty());
            continue;
        };
        for addr in list.iter() {
            match addr.address.as_deref().map(Address::parse) {
                Some(Ok(address)) if found.contains(&address) => {}
                Some(Ok(address)) if found.len() < MAX_LIST => found.push(address),
                _ => more = true,
            }
        }
    }
    (found, more)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENVELOPE: Envelope = Envelope {
        sender: None,
        recipients: Vec::new(),
    };

    fn ours() -> OwnAddress {
        let address = Address::parse("play@example.org").expect("an address");
        OwnAddress {
            address,
            delimiter: Some('+'),
        }
    }

    #[test]
    fn a_mail_may_say_its_languages() {
        for (field, codes) in [
            ("Content-Language: de-DE, en\n", &["de", "en"][..]),
            ("content-language: FR\n", &["fr"]),
            ("Content-Language: i-klingon, x\n", &[]),
            ("", &[]),
        ] {
            let raw = format!("From: a@b.example\n{field}\nHello\n");
            let headers = Headers::scan(raw.as_bytes());
            assert_eq!(languages(&headers), codes, "{field}");
        }
    }

    #[test]
    fn the_beginning_of_a_long_mail_is_read() {
        let head = "From: anna@example.org\n\nNf3\n";
        let filled = |bytes: usize| format!("{head}{}\nlast\n", "x".repeat(bytes - head.len()));
        let whole = read(filled(READ - 10).as_bytes(), &ENVELOPE, &ours());
        assert!(!whole.truncated && whole.body.ends_with("last\n"));
        let cut = read(filled(READ).as_bytes(), &ENVELOPE, &ours());
        assert!(cut.truncated && cut.body.starts_with("Nf3\n"));
        assert!(!cut.body.contains("last"));
    }

    #[test]
    fn lines_that_separate_parts_are_bounded() {
        let many = "\n--part\n".repeat(1000);
        assert_eq!(few_parts(many.as_bytes()), many.as_bytes());
        let more = format!("{many}\n--part\n");
        assert_eq!(few_parts(more.as_bytes()).len(), many.len() + 1);
    }
}

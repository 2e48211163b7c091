//! Bytes → message: what a mail says, in plain text, and what kind of mail it is.

mod attribution;
pub mod body;
mod from;
pub mod headers;
pub mod html;
mod own_lines;
pub mod text;
mod tokens;

use mail_parser::{HeaderName, Message};
use sha2::{Digest, Sha256};

pub use from::FromTrouble;
pub use headers::Headers;
pub use own_lines::{marker, own_lines};
pub use tokens::token_candidates;

use super::address::{Address, Mailbox};
use super::autoreply;
use super::bounce::Report;

/// Longest mail that is looked at, in bytes. What lies behind is not read, here or at the source.
pub const MAX_MAIL: usize = 1 << 20;

/// Most recipients and most references that are kept of one mail.
const MAX_LIST: usize = 200;

/// What the transport said about a mail, as far as it is known (RFC 5321 section 3.3).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Envelope {
    /// MAIL FROM without brackets; `Some("")` is the empty return path of reports, `None` unknown.
    pub sender: Option<String>,
    /// RCPT TO, as far as it was handed down.
    pub recipients: Vec<String>,
}

/// Who we are, to know our own mail when it comes back.
#[derive(Debug, Clone)]
pub struct Ours {
    /// The server's address without extension.
    pub address: Address,
    /// What separates an extension from it, if the host knows extensions.
    pub delimiter: Option<char>,
}

/// A mail as it was read. Every text in it is free of control characters.
#[derive(Debug, Clone)]
pub struct ParsedMessage {
    /// The one author, or why there is none. A claim: nothing here proves it.
    pub from: Result<Mailbox, FromTrouble>,
    /// Decoded (RFC 2047), one line.
    pub subject: String,
    /// Without brackets; of several the topmost.
    pub message_id: Option<String>,
    /// Without brackets.
    pub in_reply_to: Vec<String>,
    /// Without brackets, oldest first; of very many the last.
    pub references: Vec<String>,
    /// To and Cc, as far as they can be read.
    pub recipients: Vec<Address>,
    /// Rule 2 of the protocol: the text, decoded and normalised, `\n` line ends.
    pub body: String,
    /// SHA-256 of the body, in hex: the same text has the same hash however it was encoded.
    pub body_hash: String,
    /// Rule 1: whether to read, to record or to count it.
    pub nature: Nature,
    /// The mail was longer than [`MAX_MAIL`]; the rest is not in here.
    pub truncated: bool,
}

/// What kind of mail it is (rule 1 of the protocol).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Nature {
    /// Somebody wrote it, for all that can be told.
    Player,
    /// A program wrote it. Never answered (RFC 3834 section 2); the reason in words.
    Robot(String),
    /// A delivery report.
    Bounce(Report),
    /// Bulk mail: read only if it carries a current key, else like a robot's; the reason in words.
    BulkUnlessToken(String),
}

/// Reads a mail. Never fails and never panics: of unreadable bytes nothing comes but an `ParsedMessage` with
/// an empty body and an author that is an `Err`.
#[must_use]
pub fn read(raw: &[u8], envelope: &Envelope, ours: &Ours) -> ParsedMessage {
    let truncated = raw.len() >= MAX_MAIL;
    let raw = cut(raw);
    let headers = Headers::scan(raw);
    let message = body::parse(raw);
    let from = from::author(&headers, message.as_ref());
    let body = message.as_ref().map(body::body_text).unwrap_or_default();
    let subject = message.as_ref().map(subject).unwrap_or_default();
    let mail = autoreply::Evidence {
        headers: &headers,
        message: message.as_ref(),
        from: from.as_ref().ok().map(|mailbox| &mailbox.address),
        subject: &subject,
        body: &body,
        envelope,
        ours,
    };
    let nature = autoreply::nature(&mail);
    let mut references = headers.ids("references");
    references.drain(..references.len().saturating_sub(MAX_LIST));
    ParsedMessage {
        from,
        message_id: message_id(&headers),
        in_reply_to: headers
            .ids("in-reply-to")
            .into_iter()
            .take(MAX_LIST)
            .collect(),
        references,
        recipients: message.as_ref().map(recipients).unwrap_or_default(),
        body_hash: data_encoding::HEXLOWER.encode(&Sha256::digest(body.as_bytes())),
        body,
        subject,
        nature,
        truncated,
    }
}

/// The part of a mail that is looked at.
fn cut(raw: &[u8]) -> &[u8] {
    raw.get(..MAX_MAIL).unwrap_or(raw)
}

fn subject(message: &Message<'_>) -> String {
    let value = message.header_values(HeaderName::Subject).next();
    text::one_line(value.and_then(|v| v.as_text()).unwrap_or_default(), 500)
}

/// Some programs forget the brackets; the ID is as good without.
fn message_id(headers: &Headers<'_>) -> Option<String> {
    let bare = || {
        headers
            .first("message-id")
            .filter(|id| headers::is_id(id))
            .map(str::to_owned)
    };
    headers.ids("message-id").into_iter().next().or_else(bare)
}

fn recipients(message: &Message<'_>) -> Vec<Address> {
    let lists = message
        .header_values(HeaderName::To)
        .chain(message.header_values(HeaderName::Cc));
    let mut found: Vec<Address> = Vec::new();
    for addr in lists
        .filter_map(|value| value.as_address())
        .flat_map(|list| list.iter())
    {
        if let Some(Ok(address)) = addr.address.as_deref().map(Address::parse)
            && !found.contains(&address)
        {
            found.push(address);
        }
        if found.len() >= MAX_LIST {
            break;
        }
    }
    found
}

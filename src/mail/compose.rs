//! Composes a [`MimeMessage`] to bytes.
//!
//! The builder is lettre's. Every text is sanitised before it gets there, since lettre panics on a
//! display name with a line break, and players choose their names.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::time::SystemTime;

use anyhow::{Context, Result, anyhow, ensure};
use data_encoding::HEXLOWER;
use lettre::address::Envelope;
use lettre::message::header::{
    ContentDisposition, ContentTransferEncoding, ContentType, HeaderName, HeaderValue,
};
use lettre::message::{
    Attachment, Body, Mailbox as LettreMailbox, Message, MultiPart, MultiPartBuilder, SinglePart,
};
use percent_encoding::{AsciiSet, utf8_percent_encode};
use sha2::{Digest, Sha256};

use super::address::{Address, Mailbox};
use super::parse::{headers::is_id, text::one_line};
use super::{UNRESERVED, calendar::CalendarEntry};

/// A message with everything that its bytes depend on: equal messages have equal bytes.
#[derive(Debug, Clone)]
pub struct MimeMessage {
    /// The server's name and address, for the From header.
    pub from: Mailbox,
    /// The one person who gets the message, for the To header.
    pub to: Mailbox,
    /// Where answers go: the server's address with the reply token.
    pub reply_to: Option<Mailbox>,
    /// The subject; line breaks become blanks.
    pub subject: String,
    /// Message-ID without brackets; the same on every try.
    pub message_id: String,
    /// The Message-ID of the answered mail, without brackets. It is foreign text, and is left out if it
    /// cannot be put into a header.
    pub in_reply_to: Option<String>,
    /// Message-IDs without brackets, oldest first; the first one and the last ten are used.
    pub references: Vec<String>,
    /// Whether it answers a mail (`auto-replied`), or not (`auto-generated`); RFC 3834 section 5.
    pub answer: bool,
    /// List-Id without brackets (RFC 2919).
    pub list_id: Option<String>,
    /// Where a mail with the subject `unsubscribe` goes; RFC 2369 section 3.2.
    pub unsubscribe: Option<Address>,
    /// Where a POST does the same (RFC 8058); an https URL of ASCII.
    pub unsubscribe_url: Option<String>,
    /// The body with `\n` line ends.
    pub text: String,
    /// The HTML part, a page with `\n` line ends, if there is one.
    pub html: Option<String>,
    /// The pictures that the HTML part shows by their content ids.
    pub pictures: Vec<InlinePicture>,
    /// The files that go with it.
    pub files: Vec<SentFile>,
    /// The deadline that is added as a calendar entry.
    pub calendar: Option<CalendarEntry>,
    /// The time of the Date header; the same on every try.
    pub date: SystemTime,
}

/// A picture within the HTML part of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlinePicture {
    /// Its content id without brackets (RFC 2392).
    pub id: String,
    /// The picture as a PNG file.
    pub png: Vec<u8>,
}

/// A file that goes with a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentFile {
    /// The name of the file, plain ASCII without quotes.
    pub name: String,
    /// Its media type without parameters.
    pub media_type: &'static str,
    /// What is in it.
    pub content: SentContent,
}

/// What is in a file that goes with a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SentContent {
    /// A text with `\n` line ends, which is read apart from the message.
    Text(String),
    /// A picture, which mail programs may show below the message.
    Picture(Vec<u8>),
}

impl MimeMessage {
    /// The whole message with CRLF line ends, as `7bit` if the text allows it, else quoted-printable.
    ///
    /// A blank is put before lines that start with `>` or `From `, which clients would take for a quote
    /// and relays for a separator. Trailing blanks are removed.
    ///
    /// # Errors
    /// The Message-ID is invalid, or lettre refuses an address. Neither depends on a player's text.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let id = &self.message_id;
        ensure!(is_id(id), "not a Message-ID: {id:?}");
        let (from, to) = (mailbox(&self.from)?, mailbox(&self.to)?);
        // Given, so that it need not be read out of the headers again.
        let envelope = Envelope::new(Some(from.email.clone()), vec![to.email.clone()])?;
        let mut builder = Message::builder()
            .envelope(envelope)
            .date(self.date)
            .from(from)
            .to(to)
            .subject(one_line(&self.subject, 300))
            .message_id(Some(format!("<{id}>")));
        if let Some(reply_to) = &self.reply_to {
            builder = builder.reply_to(mailbox(reply_to)?);
        }
        if let Some(id) = self.in_reply_to.as_deref().filter(|id| is_id(id)) {
            builder = builder.in_reply_to(format!("<{id}>"));
        }
        let references = self.references();
        if !references.is_empty() {
            builder = builder.references(references);
        }
        for (name, value) in self.extra_headers() {
            let name = HeaderName::new_from_ascii_str(name);
            builder = builder.raw_header(HeaderValue::new(name, value));
        }
        let plain = part(ContentType::TEXT_PLAIN, plain(&self.text))?;
        let alone = self.html.is_none() && self.calendar.is_none() && self.files.is_empty();
        let message = if alone {
            builder.singlepart(plain)
        } else {
            let mut texts = self.multipart("alternative", "")?.singlepart(plain);
            if let Some(html) = &self.html {
                // What is not ASCII becomes a reference, so that nothing has to be encoded.
                let page = part(ContentType::TEXT_HTML, lines(html, escaped))?;
                texts = match self.pictures.is_empty() {
                    true => texts.singlepart(page),
                    false => texts.multipart(self.with_pictures(page)?),
                };
            }
            if let Some(entry) = &self.calendar {
                texts = texts.singlepart(self.entry(entry)?);
            }
            builder.multipart(self.with_files(texts)?)
        };
        Ok(message.context("building the letter")?.formatted())
    }

    /// The texts, and behind them the files, if there are any.
    fn with_files(&self, texts: MultiPart) -> Result<MultiPart> {
        if self.files.is_empty() {
            return Ok(texts);
        }
        let mixed = self.multipart("mixed", "m")?.multipart(texts);
        let mut files = self.files.iter();
        files.try_fold(mixed, |mixed, file| Ok(mixed.singlepart(file.part()?)))
    }

    /// The HTML part with the pictures that it shows (RFC 2387).
    fn with_pictures(&self, page: SinglePart) -> Result<MultiPart> {
        let kind = "related; type=\"text/html\"";
        let mut related = self.multipart(kind, "r")?.singlepart(page);
        for InlinePicture { id, png } in &self.pictures {
            ensure!(is_id(id), "not a content id: {id:?}");
            let kind = ContentType::parse("image/png").context("the media type")?;
            let part = Attachment::new_inline(id.clone());
            related = related.singlepart(part.body(png.clone(), kind));
        }
        Ok(related)
    }

    /// A multipart of this kind without parts; `more` makes its boundary different from that of another one.
    ///
    /// The boundary is a hash of the Message-ID, so that every try has the same bytes. The Message-ID itself may hold a
    /// reply token, which would not be blanked here. `=_` cannot occur in quoted-printable text (RFC 2045 section 6.7).
    fn multipart(&self, kind: &str, more: &str) -> Result<MultiPartBuilder> {
        let digest = HEXLOWER.encode(&Sha256::digest(self.message_id.as_bytes())[..16]);
        let kind = format!("multipart/{kind}; boundary=\"=_{more}{digest}_=\"");
        let kind = ContentType::parse(&kind).context("the boundary")?;
        Ok(MultiPart::builder().header(kind))
    }

    /// The part with the calendar entry. It is an alternative of the text, where mail programs look for it.
    fn entry(&self, entry: &CalendarEntry) -> Result<SinglePart> {
        let text = entry.to_text(&self.from.address, self.date.into())?;
        let kind = format!("text/calendar; method={}; charset=utf-8", entry.method());
        let kind = ContentType::parse(&kind).context("the kind of the entry")?;
        part(kind, as_it_is(&text))
    }

    fn extra_headers(&self) -> Vec<(&'static str, String)> {
        let kind = match self.answer {
            true => "auto-replied",
            false => "auto-generated",
        };
        let mut headers = vec![
            ("Auto-Submitted", kind.to_owned()),
            ("X-Auto-Response-Suppress", "All".to_owned()),
        ];
        let list_id = self.list_id.as_deref().map(|id| one_line(id, 200));
        if let Some(id) = list_id.filter(|id| is_id(id)) {
            headers.push(("List-Id", format!("<{id}>")));
        }
        if let Some(address) = &self.unsubscribe {
            // RFC 6068 section 2.
            let local = utf8_percent_encode(address.local(), MAILTO);
            let url = format!("mailto:{local}@{}?subject=unsubscribe", address.domain());
            let Some(page) = &self.unsubscribe_url else {
                headers.push(("List-Unsubscribe", format!("<{url}>")));
                return headers;
            };
            headers.push(("List-Unsubscribe", format!("<{page}>, <{url}>")));
            headers.push((
                "List-Unsubscribe-Post",
                "List-Unsubscribe=One-Click".to_owned(),
            ));
        }
        headers
    }

    /// The first and the last ten: clients need no more for threading, and the line length is bounded.
    fn references(&self) -> String {
        let ids: Vec<&String> = self.references.iter().filter(|id| is_id(id)).collect();
        let last = ids.len().saturating_sub(10).max(1);
        let kept = ids.iter().take(1).chain(ids.iter().skip(last));
        Vec::from_iter(kept.map(|id| format!("<{id}>"))).join(" ")
    }
}

impl SentFile {
    /// The part of a message with this file (RFC 2183).
    fn part(&self) -> Result<SinglePart> {
        let kind = |more| ContentType::parse(&format!("{}{more}", self.media_type));
        let part = SinglePart::builder();
        Ok(match &self.content {
            SentContent::Text(text) => {
                let kind = kind("; charset=utf-8").context("the media type")?;
                let part = part.header(kind);
                let part = part.header(ContentDisposition::attachment(&self.name));
                part.body(body(as_it_is(text))?)
            }
            SentContent::Picture(bytes) => {
                let part = part.header(kind("").context("the media type")?);
                let part = part.header(ContentDisposition::inline_with_name(&self.name));
                part.body(bytes.clone())
            }
        })
    }
}

fn mailbox(mailbox: &Mailbox) -> Result<LettreMailbox> {
    let address = &mailbox.address;
    let email = lettre::Address::new(address.local(), address.domain())
        .with_context(|| format!("cannot send to {address}"))?;
    let name = Some(one_line(&mailbox.name, Mailbox::MAX_NAME));
    Ok(LettreMailbox::new(
        name.filter(|name| !name.is_empty()),
        email,
    ))
}

/// What stands for itself in the local part of a `mailto:` URI.
const MAILTO: &AsciiSet = &UNRESERVED.remove(b'+');

/// RFC 5322 section 2.1.1 allows 998 characters in a line.
const LONGEST: usize = 990;

/// A text with CRLF line ends; `write` appends each line.
fn lines(text: &str, write: impl Fn(&str, &mut String)) -> String {
    let mut content = String::with_capacity(text.len() + text.len() / 8 + 100);
    for line in text.lines() {
        write(line, &mut content);
        content.push_str("\r\n");
    }
    content
}

/// A text as it is, with CRLF line ends.
fn as_it_is(text: &str) -> String {
    lines(text, |line, content| content.push_str(line))
}

fn plain(text: &str) -> String {
    let mut plain = lines(text, |line, content| content.push_str(&safe_line(line)));
    plain.truncate(plain.trim_end().len());
    plain
}

/// A MIME part. The encoding is chosen here, since lettre takes base64 for a short text with one `é`: the raw letter
/// could not be read, nor a token in it be found.
fn body(content: String) -> Result<Body> {
    let mut lines = content.split("\r\n");
    if content.is_ascii() && lines.all(|line| line.len() <= LONGEST) {
        let seven = ContentTransferEncoding::SevenBit;
        return Ok(Body::dangerous_pre_encoded(content.into_bytes(), seven));
    }
    let quoted = ContentTransferEncoding::QuotedPrintable;
    Body::new_with_encoding(content, quoted).map_err(|_| anyhow!("quoted-printable refused"))
}

fn part(kind: ContentType, content: String) -> Result<SinglePart> {
    let part = SinglePart::builder().header(kind);
    Ok(part.body(body(content)?))
}

/// Whether a line has printable ASCII alone. Tests all bytes without branches, since nearly every line passes.
fn is_plain(line: &str) -> bool {
    let plain = |plain: bool, b: u8| plain & (b' '..=b'~').contains(&b);
    line.bytes().fold(true, plain)
}

/// Appends a line of HTML with character references (HTML standard, section 13.1.4) for what is not ASCII, and
/// without control characters.
fn escaped(line: &str, out: &mut String) {
    if is_plain(line) {
        out.push_str(line);
        return;
    }
    for c in line.chars() {
        match c {
            ' '..='~' => out.push(c),
            c if c.is_control() => {}
            c => {
                let _ = write!(out, "&#{};", u32::from(c));
            }
        }
    }
}

/// The line without control characters and trailing blanks, in a form that no relay changes.
fn safe_line(line: &str) -> Cow<'_, str> {
    if !is_plain(line) {
        let kept = line.chars().filter(|c| !c.is_control() && *c != '\u{feff}');
        let kept: String = kept.collect();
        return Cow::Owned(stuffed(kept.trim_end()).into_owned());
    }
    stuffed(line.trim_end_matches(' '))
}

/// The line with a blank before it if a client would take it for a quote, or a relay for an mbox
/// separator.
fn stuffed(line: &str) -> Cow<'_, str> {
    if line.starts_with('>') || line.starts_with("From ") {
        Cow::Owned(format!(" {line}"))
    } else {
        Cow::Borrowed(line)
    }
}

#[cfg(test)]
mod tests;

//! MimeMessage → bytes.
//!
//! The builder is lettre's; whatever reaches it is sanitised first, since it panics on a display name
//! with a line break in it and players choose their names.

use std::borrow::Cow;
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};
use data_encoding::HEXLOWER;
use lettre::address::Envelope;
use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
use lettre::message::{Body, Mailbox as LettreMailbox, Message, MultiPart, SinglePart};
use sha2::{Digest, Sha256};

use super::address::{Address, Mailbox};
use super::parse::{headers::is_id, text::one_line};

/// One letter, with everything that its bytes depend on: the same letter always has the same bytes.
#[derive(Debug, Clone)]
pub struct MimeMessage {
    /// The server.
    pub from: Mailbox,
    /// The reader.
    pub to: Mailbox,
    /// Where the answer goes; the address with the key.
    pub reply_to: Option<Mailbox>,
    /// One line; anything else is made one.
    pub subject: String,
    /// Without brackets; the same on every try.
    pub message_id: String,
    /// Without brackets. What cannot stand in a header is left out: it is a stranger's text.
    pub in_reply_to: Option<String>,
    /// Without brackets, oldest first; the first and the last ten are kept.
    pub references: Vec<String>,
    /// An answer to a mail (`auto-replied`), or a letter of our own accord (`auto-generated`); RFC 3834
    /// section 5.
    pub answer: bool,
    /// Without brackets; RFC 2919.
    pub list_id: Option<String>,
    /// Where a mail with the subject `unsubscribe` goes; RFC 2369 section 3.2.
    pub unsubscribe: Option<Address>,
    /// The body, `\n` line ends.
    pub text: String,
    /// Whether the same text goes along in `<pre>`.
    pub html: bool,
    /// When it was written.
    pub date: SystemTime,
}

impl MimeMessage {
    /// The whole message with CRLF line ends, `7bit` where the text allows, else quoted-printable.
    ///
    /// Lines never start with `>` or `From `, which relays and clients would take for something else;
    /// where the text has such a line, a blank is put before it. Trailing blanks are cut off.
    ///
    /// # Errors
    /// If the Message-ID is none, or an address is one that lettre will not send to. Both are ours to
    /// mend; no player's text leads here.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        ensure!(
            is_id(&self.message_id),
            "not a Message-ID: {:?}",
            self.message_id
        );
        let (from, to) = (mailbox(&self.from)?, mailbox(&self.to)?);
        // Given, so that it need not be read out of the headers again.
        let envelope = Envelope::new(Some(from.email.clone()), vec![to.email.clone()])?;
        let mut builder = Message::builder()
            .envelope(envelope)
            .date(self.date)
            .from(from)
            .to(to)
            .subject(one_line(&self.subject, 300))
            .message_id(Some(format!("<{}>", self.message_id)));
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
            builder = builder.raw_header(HeaderValue::new(
                HeaderName::new_from_ascii_str(name),
                value,
            ));
        }
        let (plain, page) = texts(&self.text);
        let plain = plain.part(ContentType::TEXT_PLAIN)?;
        let message = if self.html {
            let kind = format!("multipart/alternative; boundary=\"{}\"", self.boundary());
            let kind = ContentType::parse(&kind).context("the boundary")?;
            let parts = MultiPart::builder().header(kind).singlepart(plain);
            builder.multipart(parts.singlepart(page.part(ContentType::TEXT_HTML)?))
        } else {
            builder.singlepart(plain)
        };
        Ok(message.context("building the letter")?.formatted())
    }

    fn extra_headers(&self) -> Vec<(&'static str, String)> {
        let submitted = if self.answer {
            "auto-replied"
        } else {
            "auto-generated"
        };
        let mut headers = vec![
            ("Auto-Submitted", submitted.to_owned()),
            ("X-Auto-Response-Suppress", "All".to_owned()),
        ];
        let list_id = self.list_id.as_deref().map(|id| one_line(id, 200));
        if let Some(id) = list_id.filter(|id| is_id(id)) {
            headers.push(("List-Id", format!("<{id}>")));
        }
        if let Some(address) = &self.unsubscribe {
            let local = percent(address.local());
            headers.push((
                "List-Unsubscribe",
                format!("<mailto:{local}@{}?subject=unsubscribe>", address.domain()),
            ));
        }
        headers
    }

    /// First and last ten: enough for every client's thread, and the line stays bearable.
    fn references(&self) -> String {
        let ids: Vec<&String> = self.references.iter().filter(|id| is_id(id)).collect();
        let last = ids.len().saturating_sub(10).max(1);
        let kept = ids.iter().take(1).chain(ids.iter().skip(last));
        kept.map(|id| format!("<{id}>"))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Derived from the Message-ID, so that every try has the same bytes, but not made of it: there
    /// a key may stand, and nobody looks for one here. `=_` can stand in no quoted-printable text
    /// (RFC 2045 section 6.7).
    fn boundary(&self) -> String {
        let digest = Sha256::digest(self.message_id.as_bytes());
        format!("=_{}_=", HEXLOWER.encode(&digest[..16]))
    }
}

fn mailbox(mailbox: &Mailbox) -> Result<LettreMailbox> {
    let address = &mailbox.address;
    let email = lettre::Address::new(address.local(), address.domain())
        .with_context(|| format!("cannot send to {address}"))?;
    let name = one_line(&mailbox.name, Mailbox::MAX_NAME);
    Ok(LettreMailbox::new(
        Some(name).filter(|name| !name.is_empty()),
        email,
    ))
}

/// RFC 6068 section 2: what must not stand as it is in a `mailto:`.
fn percent(local: &str) -> String {
    local.chars().fold(String::new(), |out, c| {
        if c.is_ascii_alphanumeric() || "-._~+".contains(c) {
            out + c.encode_utf8(&mut [0; 4])
        } else {
            out + &format!("%{:02X}", u32::from(c))
        }
    })
}

/// RFC 5322 section 2.1.1 allows 998 characters in a line.
const LONGEST: usize = 990;

/// One part of the message while it is written, CRLF line ends.
struct Text {
    content: String,
    /// Whether it can go as it is.
    seven: bool,
}

impl Text {
    fn new(before: &str, room: usize) -> Self {
        let mut content = String::with_capacity(before.len() + room);
        content.push_str(before);
        Self {
            content,
            seven: true,
        }
    }

    /// A further line; `write` appends it.
    fn line(&mut self, ascii: bool, write: impl FnOnce(&mut String)) {
        let start = self.content.len();
        write(&mut self.content);
        self.seven &= ascii && self.content.len() - start <= LONGEST;
        self.content.push_str("\r\n");
    }

    fn end(&mut self, behind: &str) {
        self.content.truncate(self.content.trim_end().len());
        self.content.push_str(behind);
    }

    /// lettre would take base64 for a short text with one `é` in it: nobody could read it in the raw,
    /// and a key in it could not be found.
    fn part(self, kind: ContentType) -> Result<SinglePart> {
        let body = if self.seven {
            let seven = ContentTransferEncoding::SevenBit;
            Body::dangerous_pre_encoded(self.content.into_bytes(), seven)
        } else {
            let quoted = ContentTransferEncoding::QuotedPrintable;
            Body::new_with_encoding(self.content, quoted)
                .map_err(|_| anyhow::anyhow!("quoted-printable refused"))?
        };
        Ok(SinglePart::builder().header(kind).body(body))
    }
}

/// The text as it goes out, and the same in a page: a proportional typeface would ruin a board.
fn texts(text: &str) -> (Text, Text) {
    const OPENING: &str =
        "<!DOCTYPE html>\r\n<html><body><pre style=\"font-family: monospace\">\r\n";
    let room = text.len() + text.len() / 16 + 100;
    let (mut plain, mut page) = (Text::new("", room), Text::new(OPENING, room));
    for line in text.lines() {
        let line = safe_line(line);
        let ascii = line.is_ascii();
        plain.line(ascii, |out| out.push_str(&line));
        page.line(ascii, |out| escape(&line, out));
    }
    plain.end("");
    page.end("\r\n</pre></body></html>");
    (plain, page)
}

/// Control characters gone, no trailing blanks, nothing that a relay would change.
fn safe_line(line: &str) -> Cow<'_, str> {
    // Of every byte, without a look back: nearly every line is plain.
    let plain = |plain: bool, b: u8| plain & (b' '..=b'~').contains(&b);
    if !line.bytes().fold(true, plain) {
        let kept = line.chars().filter(|c| !c.is_control() && *c != '\u{feff}');
        let kept: String = kept.collect();
        return Cow::Owned(stuffed(kept.trim_end()).into_owned());
    }
    stuffed(line.trim_end_matches(' '))
}

/// A blank before what a client would take for a quote or a relay for an mbox line.
fn stuffed(line: &str) -> Cow<'_, str> {
    if line.starts_with('>') || line.starts_with("From ") {
        Cow::Owned(format!(" {line}"))
    } else {
        Cow::Borrowed(line)
    }
}

fn escape(line: &str, out: &mut String) {
    let special = |b: &u8| matches!(b, b'&' | b'<' | b'>');
    if !line.bytes().fold(false, |some, b| some | special(&b)) {
        out.push_str(line); // nearly every line
        return;
    }
    for c in line.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            _ => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::{Envelope, Ours, read};
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
            text: text.into(),
            html,
            date: UNIX_EPOCH + Duration::from_secs(1_800_000_000),
        }
    }

    fn back(letter: &MimeMessage) -> (String, crate::mail::ParsedMessage) {
        let raw = letter.to_bytes().expect("built");
        let ours = Ours {
            address: Address::parse("other@x.org").expect("good"),
            delimiter: None,
        };
        let incoming = read(&raw, &Envelope::default(), &ours);
        (String::from_utf8(raw).expect("ASCII"), incoming)
    }

    #[test]
    fn what_goes_out_comes_back() {
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
    fn the_headers_say_it() {
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
    fn foreign_text_is_tamed() {
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
}

//! Finds the part of a mail that is its text, and turns it into plain lines (`docs/mail-protocol.md`,
//! rule 2).

use std::panic::{AssertUnwindSafe, catch_unwind};

use mail_parser::{Header, HeaderName, Message, MessageParser, MessagePart, MimeHeaders, PartType};

use super::{armor, attached, html, text};

/// Messages that are nested deeper than this are not parsed: the parser returns a tree, and dropping a
/// tree of thousands of levels would overflow the stack.
const MAX_NESTING: usize = 50;

/// Parses the MIME structure; a message without anything if not even a header is found.
pub fn parse(raw: &[u8]) -> Message<'_> {
    let parser = MessageParser::default();
    let deep = nesting(raw) > MAX_NESTING;
    guarded(|| match deep {
        true => parser.parse_headers(raw),
        false => parser.parse(raw),
    })
}

/// The header fields in order, with values as they are written.
pub fn raw_headers(raw: &[u8]) -> Vec<Header<'_>> {
    // A parser without any header of its own would decode those that it knows.
    let parser = MessageParser::new()
        .header_raw(HeaderName::From)
        .default_header_raw();
    let parts = guarded(|| parser.parse_headers(raw)).parts.into_iter();
    parts.flat_map(|part| part.headers).collect()
}

/// The parser promises not to panic. If it does all the same, only this mail is unreadable. The message has at least one
/// part, which the parser's functions rely on.
fn guarded<'a>(parse: impl FnOnce() -> Option<Message<'a>>) -> Message<'a> {
    let parsed = catch_unwind(AssertUnwindSafe(parse)).ok().flatten();
    let parsed = parsed.filter(|message| !message.parts.is_empty());
    parsed.unwrap_or_else(|| Message {
        parts: vec![MessagePart::default()],
        ..Message::default()
    })
}

/// An upper bound of the depth of nested messages.
fn nesting(raw: &[u8]) -> usize {
    let kinds = [b"rfc822", b"global", b"digest"];
    let is_message = |behind: &&[u8]| {
        let word = behind.get(..6);
        word.is_some_and(|word| kinds.iter().any(|kind| word.eq_ignore_ascii_case(*kind)))
    };
    let behind = raw.split(|&b| b == b'/').skip(1);
    behind.filter(is_message).count()
}

/// The text of the mail: the first `text/plain` part that is not blank and no attachment, else the
/// first HTML part as text. It is normalised, with `\n` line ends and no trailing blanks.
pub fn body_text(message: &Message<'_>) -> String {
    let some = |text: &String| !text.is_empty();
    let mut plain = message.parts.iter().filter_map(plain_text).filter(some);
    let mut pages = message.parts.iter().filter_map(html_text).filter(some);
    let text = plain.next().or_else(|| pages.next());
    // Some gateways and programs give a name to the text itself.
    let mut named = message.parts.iter().filter_map(named_text).filter(some);
    let text = text.or_else(|| named.next());
    text.unwrap_or_else(|| broken_text(message))
}

/// Whether a part is no text of the mail: it is said to be a file, or has the name of one.
fn is_attachment(part: &MessagePart<'_>) -> bool {
    is_file(part) || attached::file_name(part).is_some()
}

/// Whether a part is said to be a file.
fn is_file(part: &MessagePart<'_>) -> bool {
    let disposition = part.content_disposition();
    disposition.is_some_and(|d| d.ctype().eq_ignore_ascii_case("attachment"))
}

/// Whether a file with this name is one of games, or one that goes with our letters: some programs send it back in the
/// answer as if it were text, and its turns are not to be played again.
fn is_of_games(name: &str) -> bool {
    let is_ours = name.starts_with("game-") || name.starts_with("games.");
    [".ini", ".pgn", ".wxf"]
        .iter()
        .any(|ending| name.ends_with(ending))
        || is_ours
}

/// The text of a part that has a name but is not said to be a file, and is none of games.
fn named_text(part: &MessagePart<'_>) -> Option<String> {
    let name = attached::file_name(part)?.to_lowercase();
    match &part.body {
        PartType::Text(content) if !is_file(part) && !is_of_games(&name) => {
            Some(clean(content, None))
        }
        _ => None,
    }
}

fn plain_text(part: &MessagePart<'_>) -> Option<String> {
    let PartType::Text(content) = &part.body else {
        return None;
    };
    let kind = part.content_type();
    let plain = kind.is_none_or(|k| {
        k.ctype().eq_ignore_ascii_case("text")
            && k.subtype().is_none_or(|s| s.eq_ignore_ascii_case("plain"))
    });
    if !plain || is_attachment(part) {
        return None;
    }
    let attribute = |name: &str, value: &str| {
        kind.and_then(|k| k.attribute(name))
            .is_some_and(|v| v.eq_ignore_ascii_case(value))
    };
    let flowed = attribute("format", "flowed");
    Some(clean(content, flowed.then(|| attribute("delsp", "yes"))))
}

fn html_text(part: &MessagePart<'_>) -> Option<String> {
    match &part.body {
        PartType::Html(page) if !is_attachment(part) => Some(clean(&html::to_text(page), None)),
        _ => None,
    }
}

/// A text is cut behind so many line ends, of which CRLF counts as two. It is more than is looked at later, so that
/// the answer says that the mail is too long.
const MOST_ENDS: usize = 50_000;

/// A text with its line ends made one; `flowed` is `Some(delsp)` for `format=flowed` (RFC 3676).
fn clean(content: &str, flowed: Option<bool>) -> String {
    let content = match content.match_indices(['\n', '\r']).nth(MOST_ENDS) {
        Some((end, _)) => &content[..end],
        None => content,
    };
    // Soft breaks are a blank at a line's end, so they must be joined before no-break spaces become
    // blanks.
    let joined = flowed.map(|delsp| text::unflow(&content.replace("\r\n", "\n"), delsp));
    let plain = text::normalise(&text::mark_quotes(joined.as_deref().unwrap_or(content)));
    text::tidy(&armor::without(&plain))
}

/// The text of a multipart mail whose boundary never occurs: all of it, MIME headers included.
fn broken_text(message: &Message<'_>) -> String {
    let multipart = |part: &&MessagePart<'_>| {
        part.content_type()
            .is_some_and(|k| k.ctype().eq_ignore_ascii_case("multipart"))
    };
    match message.parts.iter().find(multipart).map(|part| &part.body) {
        Some(PartType::Text(content)) => clean(content, None),
        _ => String::new(),
    }
}

/// Calls `each` with every decoded text of the mail, plain and HTML, attached messages included.
pub fn all_texts(raw: &[u8], mut each: impl FnMut(&str)) {
    let message = parse(raw);
    let mut queue = vec![&message];
    while let Some(message) = queue.pop() {
        for part in &message.parts {
            match &part.body {
                PartType::Text(text) | PartType::Html(text) => each(text),
                PartType::Message(inner) => queue.push(inner),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(raw: &str) -> String {
        body_text(&parse(raw.as_bytes()))
    }

    #[test]
    fn thousands_of_nested_messages_are_bounded() {
        for kind in [
            "message/rfc822",
            "multipart/digest; boundary=x",
            "multipart/mixed; boundary=x",
        ] {
            let level = format!("Content-Type: {kind}\n\n--x\n");
            let raw = level.repeat(super::super::MAX_MAIL / level.len());
            let _ = body(&raw);
        }
        let raw = "Content-Type: message/rfc822\n\n".repeat(super::super::MAX_MAIL / 30);
        let _ = body(&raw);
    }

    #[test]
    fn a_blank_plain_part_yields_to_html() {
        let raw = "Content-Type: multipart/alternative; boundary=x\n\n--x\n\n \n--x\nContent-Type: text/html\n\n<p>e4</p>\n--x--\n";
        assert_eq!(body(raw), "e4\n");
    }

    #[test]
    fn a_part_with_a_name_is_text_only_if_nothing_else_is() {
        let named = "Content-Type: text/plain; name=text_0.txt\n\ne4\n";
        assert_eq!(body(named), "e4\n");
        let two = format!(
            "Content-Type: multipart/mixed; boundary=x\n\n--x\n{named}\n--x\n\nd4\n--x--\n"
        );
        assert_eq!(body(&two), "d4\n");
        assert_eq!(
            body("Content-Type: text/plain; name=club.ini\n\n[one]\n"),
            ""
        );
        for name in [
            "game-17.txt",
            "game-17 (1).txt",
            "Games.txt",
            "game-17.wxf",
            "x.pgn",
        ] {
            let record = format!("Content-Type: text/plain; name=\"{name}\"\n\n1. e4\n");
            assert_eq!(body(&record), "", "{name}");
        }
    }

    #[test]
    fn attachments_are_no_text() {
        let raw = "Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\nContent-Disposition: attachment\n\nno\n--x\nContent-Type: text/plain\n\nyes\n--x--\n";
        assert_eq!(body(raw), "yes\n");
    }
}

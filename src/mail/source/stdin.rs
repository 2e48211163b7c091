//! One mail from standard input, as `.forward`, Postfix pipes and procmail hand it over.

use std::io::{self, Read};

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::{RawMessage, envelope_from_headers};
use crate::mail::parse::MAX_MAIL;

/// Reads one mail. An mbox `From ` line at the top is removed. The envelope is read from the environment
/// variables SENDER, RECIPIENT, EXTENSION and ORIGINAL_RECIPIENT (Postfix local(8), qmail-command(8)),
/// for which `env` is called.
///
/// The whole input is read even if only its first [`MAX_MAIL`] bytes are kept, so that the program that
/// writes it gets no broken pipe.
///
/// The source key is a digest of the mail: a mail that is handed over again after a failure has the same
/// one, and so has any copy of it. A caller that has to tell copies apart sets a source key of its own.
///
/// # Errors
/// The input cannot be read, or is empty.
pub fn read_stdin(
    mut input: impl Read,
    env: impl Fn(&str) -> Option<String>,
) -> io::Result<RawMessage> {
    // 1024 bytes more for the mbox line, which is not part of the mail.
    let (mut raw, mut truncated) = capped(&mut input, MAX_MAIL + 1024)?;
    io::copy(&mut input, &mut io::sink())?;
    if raw.starts_with(b"From ") {
        // The line ends of the mail: LF, CRLF, or CR alone.
        let end = raw.iter().position(|b| b"\r\n".contains(b));
        let crlf = |at: usize| usize::from(raw[at..].starts_with(b"\r\n"));
        let line = end.map_or(raw.len(), |at| at + 1 + crlf(at));
        raw.drain(..line);
    }
    if raw.iter().all(u8::is_ascii_whitespace) {
        let why = "there was no mail on standard input";
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, why));
    }
    if raw.len() > MAX_MAIL {
        raw.truncate(MAX_MAIL);
        truncated = true;
    }
    let mut envelope = envelope_from_headers(&raw);
    if let Some(sender) = env("SENDER") {
        // qmail writes `#@[]` as sender of a report about an undeliverable report.
        let sender = match sender.as_str() {
            "#@[]" => "",
            sender => sender.trim_matches(['<', '>', ' ']),
        };
        envelope.sender = Some(sender.to_owned());
    }
    let extension = env("EXTENSION").filter(|e| !e.is_empty());
    let named = ["RECIPIENT", "ORIGINAL_RECIPIENT"].into_iter();
    for recipient in named.filter_map(&env).chain(extension) {
        let recipient = recipient.trim_matches(['<', '>', ' ']).to_owned();
        if !recipient.is_empty() && !envelope.recipients.contains(&recipient) {
            envelope.recipients.insert(0, recipient);
        }
    }
    let digest = HEXLOWER.encode(&Sha256::digest(&raw));
    Ok(RawMessage {
        source_key: format!("stdin-{digest}"),
        former_source_key: None,
        arrived_at: None,
        envelope,
        raw,
        truncated,
    })
}

/// Reads at most `max` bytes; the flag says whether there is more.
pub(in crate::mail) fn capped(input: impl Read, max: usize) -> io::Result<(Vec<u8>, bool)> {
    let mut raw = Vec::with_capacity(16 << 10); // enough for most mails
    input.take(max as u64 + 1).read_to_end(&mut raw)?;
    let truncated = raw.len() > max;
    raw.truncate(max);
    // Reading has doubled the room each time; mails wait in memory.
    raw.shrink_to_fit();
    Ok((raw, truncated))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_is_the_envelope() {
        let env = |name: &str| {
            Some(match name {
                "SENDER" => "alice@b.org".to_owned(),
                "RECIPIENT" => "play+k7@example.org".to_owned(),
                "EXTENSION" => "k7".to_owned(),
                _ => return None,
            })
        };
        let mail = b"From alice@b.org Fri Nov 20 10:11:12 2026\nFrom: a@b\n\ne4\n";
        let fetched = read_stdin(&mail[..], env).expect("a mail");
        assert_eq!(fetched.raw, b"From: a@b\n\ne4\n");
        assert_eq!(fetched.envelope.sender.as_deref(), Some("alice@b.org"));
        assert_eq!(fetched.envelope.recipients, ["k7", "play+k7@example.org"]);
    }

    #[test]
    fn headers_stand_in_for_a_missing_environment() {
        let mail = b"Return-Path: <>\nDelivered-To: play+k7@example.org\nReceived: x\nDelivered-To: forged@b\n\nx";
        let fetched = read_stdin(&mail[..], |_| None).expect("a mail");
        assert_eq!(fetched.envelope.sender.as_deref(), Some(""));
        assert_eq!(fetched.envelope.recipients, ["play+k7@example.org"]);
    }

    #[test]
    fn the_mbox_line_ends_as_the_others_do() {
        for end in ["\n", "\r\n", "\r"] {
            let mail = [
                "From a@b Fri Nov 20 10:11:12 2026",
                "From: a@b",
                "",
                "e4",
                "",
            ]
            .join(end);
            let fetched = read_stdin(mail.as_bytes(), |_| None).expect("a mail");
            assert_eq!(
                fetched.raw,
                ["From: a@b", "", "e4", ""].join(end).as_bytes()
            );
        }
    }

    #[test]
    fn size_and_emptiness() {
        assert!(read_stdin(&b""[..], |_| None).is_err());
        assert!(read_stdin(&b"From x\n\n"[..], |_| None).is_err());
        let big = vec![b'x'; MAX_MAIL + 5000];
        let fetched = read_stdin(&big[..], |_| None).expect("a mail");
        assert!(fetched.truncated && fetched.raw.len() == MAX_MAIL);
    }
}

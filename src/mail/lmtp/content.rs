//! The content of a mail after DATA: where it ends, and how much of it is kept.

use sha2::{Digest, Sha256};

use super::copies::source_key;
use crate::mail::parse::MAX_MAIL;

/// A mail as it comes in, piece by piece.
///
/// The mail ends at CRLF, a dot and CRLF, and nowhere else (RFC 5321 section 4.1.1.4). Where a host ends a mail at other
/// bytes, such as LF, a dot and CRLF, a sender can hide a second mail with an envelope of its own in a mail that the host
/// before it has taken for one. So bare CR and bare LF are content here, and are kept as they came: nothing is passed on
/// to a host that might read them in another way.
///
/// The receiver of the crate `smtp-proto` is not used for this: version 0.2.5 also ends a mail at a dot, CR, CR and LF, and
/// does not see that the first line may be the dot.
pub(super) struct Content {
    at: At,
    /// The beginning of the mail.
    pub raw: Vec<u8>,
    /// Whether it was longer.
    pub truncated: bool,
    digest: Sha256,
    /// Bytes of a piece that belong to the mail; emptied after each piece.
    waiting: Vec<u8>,
}

/// The bytes before the next one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    /// The mail has not begun, or a line has ended with CRLF.
    LineStart,
    /// After a dot at the start of a line, which belongs to the mail in no case (RFC 5321 section 4.5.2).
    Dot,
    /// After such a dot and a CR.
    DotCr,
    Cr,
    Within,
    End,
}

impl Content {
    pub fn new() -> Self {
        Self {
            at: At::LineStart,
            raw: Vec::new(),
            truncated: false,
            digest: Sha256::new(),
            waiting: Vec::new(),
        }
    }

    /// Takes a piece; returns how many bytes of it belong to the mail or to its end.
    pub fn take(&mut self, piece: &[u8]) -> usize {
        let mut count = 0;
        for byte in piece {
            if self.has_ended() {
                break;
            }
            count += 1;
            self.byte(*byte);
        }
        let waiting = std::mem::take(&mut self.waiting);
        // Everything, so that mails that differ in what is cut off are two.
        self.digest.update(&waiting);
        let room = MAX_MAIL.saturating_sub(self.raw.len()).min(waiting.len());
        self.raw.extend_from_slice(&waiting[..room]);
        self.truncated |= room < waiting.len();
        count
    }

    pub fn has_ended(&self) -> bool {
        self.at == At::End
    }

    /// The source key of the mail, which is made of all its bytes.
    pub fn source_key(self) -> String {
        source_key(&self.digest.finalize())
    }

    fn byte(&mut self, byte: u8) {
        self.at = match (self.at, byte) {
            (At::LineStart, b'.') => {
                self.at = At::Dot;
                return;
            }
            (At::Dot, b'\r') => {
                self.at = At::DotCr;
                return;
            }
            (At::DotCr, b'\n') => {
                self.at = At::End;
                return;
            }
            (At::DotCr, _) => {
                self.waiting.push(b'\r');
                after(At::Cr, byte)
            }
            (at, _) => after(at, byte),
        };
        self.waiting.push(byte);
    }
}

/// What follows where a dot means nothing.
fn after(at: At, byte: u8) -> At {
    match (at, byte) {
        (_, b'\r') => At::Cr,
        (At::Cr, b'\n') => At::LineStart,
        _ => At::Within,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mail in `bytes`, in pieces of every length, and what is left; `None` if it does not end.
    fn taken(bytes: &str) -> Option<(String, String)> {
        let results = (1..=bytes.len()).map(|length| {
            let mut content = Content::new();
            let mut done = 0;
            for piece in bytes.as_bytes().chunks(length) {
                done += content.take(piece);
            }
            let text = String::from_utf8(content.raw.clone()).expect("a text");
            content
                .has_ended()
                .then(|| (text, bytes[done..].to_owned()))
        });
        let results: Vec<_> = results.collect();
        assert!(
            results.windows(2).all(|two| two[0] == two[1]),
            "{results:?}"
        );
        results.into_iter().next().flatten()
    }

    #[test]
    fn a_mail_ends_at_one_sequence_alone() {
        for (bytes, mail, left) in [
            ("a\r\n.\r\n", "a\r\n", ""),
            ("a\r\n.\r\nQUIT\r\n", "a\r\n", "QUIT\r\n"),
            // The CRLF before the dot may be that of DATA.
            (".\r\nQUIT", "", "QUIT"),
            ("..a\r\n..\r\n.b\r\n.\r\n", ".a\r\n.\r\nb\r\n", ""),
            // What a host before us may have taken for content.
            ("a\n.\r\nb\r\n.\r\n", "a\n.\r\nb\r\n", ""),
            ("a\n.\nb\r\n.\r\n", "a\n.\nb\r\n", ""),
            ("a\r.\r\nb\r\n.\r\n", "a\r.\r\nb\r\n", ""),
            ("a\r.\rb\r\n.\r\n", "a\r.\rb\r\n", ""),
            ("a\r\n.\nb\r\n.\r\n", "a\r\n\nb\r\n", ""),
            ("a\r\n.\rb\r\n.\r\n", "a\r\n\rb\r\n", ""),
            ("a\r\n.\r\r\nb\r\n.\r\n", "a\r\n\r\r\nb\r\n", ""),
            ("a\r\r\n.\r\n", "a\r\r\n", ""),
            // A line that is not ended.
            ("a.\r\nb\r\n.\r\n", "a.\r\nb\r\n", ""),
        ] {
            let expected = Some((mail.to_owned(), left.to_owned()));
            assert_eq!(taken(bytes), expected, "{bytes:?}");
        }
        for open in [
            "a\r\n.\r",
            "a\r\n.\n",
            "a\n.\n",
            "a\r.\r",
            ".",
            "a\r\n.\r\r\n",
        ] {
            assert_eq!(taken(open), None, "{open:?}");
        }
    }

    #[test]
    fn what_is_too_long_is_cut_and_still_read_to_its_end() {
        let mut mail = vec![b'x'; MAX_MAIL + 70_000];
        mail.extend_from_slice(b"\r\n.\r\nQUIT");
        let mut content = Content::new();
        assert_eq!(content.take(&mail), mail.len() - 4);
        assert!(content.has_ended() && content.truncated);
        assert_eq!(content.raw.len(), MAX_MAIL);
        let mut other = Content::new();
        mail[MAX_MAIL + 1] = b'y';
        other.take(&mail);
        assert_eq!(content.raw, other.raw);
        assert_ne!(content.source_key(), other.source_key());
    }
}

//! A filter between the socket and the `imap` crate that bounds what the server sends.
//!
//! The crate reads lines and literals of any length, parses brackets by recursion, and panics at some
//! warnings (`* NO …`), which are legal (RFC 3501 section 7.1.2). The filter bounds lengths and depth,
//! keeps warnings back for the operator, and hands over one line at a time: between two commands the
//! crate's buffer is empty, so that IDLE can be done without the crate.

use std::io::{self, ErrorKind, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::mail::parse::MAX_MAIL;
use crate::mail::tls::Stream;

/// Longest line outside literals; enough for a search result of half a million mails.
const MAX_LINE: usize = 4 << 20;
/// Longest literal: the part of a mail that we ask for, and a reserve.
const MAX_LITERAL: u64 = MAX_MAIL as u64 + 65_536;
/// Deepest nesting of brackets; the answers to our commands have two levels.
const MAX_DEPTH: u32 = 16;
/// Most bytes in the answer to one command.
const MAX_ANSWER: u64 = 64 << 20;

/// A stream whose input is bounded.
pub(super) struct Guard<S> {
    pub(super) stream: S,
    buffer: Vec<u8>,
    /// Index in `buffer` of the first byte that is not handed over.
    at: usize,
    /// How many bytes from there on are known to have no line end.
    scanned: usize,
    /// How many bytes from there on may be handed over.
    cleared: usize,
    /// How many bytes of a literal are still to come.
    literal: u64,
    /// Brackets open in the response that is being read; `None` between two responses.
    depth: Option<u32>,
    budget: u64,
    /// Number of mails in the selected folder, as the server has last reported it.
    exists: u32,
    /// Whether that number has grown.
    pub(super) grew: bool,
    /// The last warning of the server.
    pub(super) warning: Option<String>,
}

impl<S: Read> Guard<S> {
    pub(super) fn new(stream: S) -> Self {
        Self {
            stream,
            buffer: Vec::new(),
            at: 0,
            scanned: 0,
            cleared: 0,
            literal: 0,
            depth: None,
            budget: MAX_ANSWER,
            exists: 0,
            grew: false,
            warning: None,
        }
    }

    /// Starts a new answer, which may be [`MAX_ANSWER`] bytes long.
    pub(super) fn renew(&mut self) {
        self.budget = MAX_ANSWER;
    }

    /// The next line or piece of a literal; `None` at the end of the stream.
    pub(super) fn line(&mut self) -> io::Result<Option<String>> {
        if !self.clear()? {
            return Ok(None);
        }
        let bytes = &self.buffer[self.at..self.at + self.cleared];
        let line = String::from_utf8_lossy(bytes).into_owned();
        self.at += std::mem::take(&mut self.cleared);
        Ok(Some(line))
    }

    /// Reads until something may be handed over; false at the end of the stream.
    fn clear(&mut self) -> io::Result<bool> {
        while self.cleared == 0 {
            let waiting = self.buffer.len() - self.at;
            if self.literal > 0 && waiting > 0 {
                let piece = waiting.min(usize::try_from(self.literal).unwrap_or(usize::MAX));
                self.literal -= piece as u64;
                self.cleared = piece;
                self.scanned = 0;
                continue;
            }
            let unseen = &self.buffer[self.at + self.scanned..];
            if let Some(end) = unseen.iter().position(|&b| b == b'\n') {
                let length = self.scanned + end + 1;
                self.scanned = 0;
                if self.inspect(self.at, length)? {
                    self.cleared = length;
                } else {
                    self.at += length;
                }
                continue;
            }
            self.scanned = waiting;
            if waiting > MAX_LINE {
                return Err(garbage("an endless line"));
            }
            if self.fill()? == 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn fill(&mut self) -> io::Result<usize> {
        if self.at > 0 {
            self.buffer.drain(..self.at);
            self.at = 0;
        }
        let old = self.buffer.len();
        self.buffer.resize(old + 32_768, 0);
        let result = self.stream.read(&mut self.buffer[old..]);
        let count = *result.as_ref().unwrap_or(&0);
        self.buffer.truncate(old + count);
        self.budget = self
            .budget
            .checked_sub(count as u64)
            .ok_or_else(|| garbage("an endless answer"))?;
        result
    }

    /// Checks a line; false if it is not to be handed over.
    fn inspect(&mut self, at: usize, length: usize) -> io::Result<bool> {
        let line = &self.buffer[at..at + length];
        let depth = match self.depth {
            Some(depth) => depth,
            None => match untagged(line) {
                Untagged::Warning => {
                    let text = String::from_utf8_lossy(&line[2..]);
                    self.warning = Some(text.trim().to_owned());
                    return Ok(false);
                }
                Untagged::Text => return Ok(true),
                Untagged::Exists(count) => {
                    self.grew |= count > self.exists;
                    self.exists = count;
                    return Ok(true);
                }
                Untagged::Expunge => {
                    self.exists = self.exists.saturating_sub(1);
                    return Ok(true);
                }
                Untagged::Data => 0,
            },
        };
        let depth = nesting(line, depth)?;
        self.literal = announced(line).unwrap_or(0);
        if self.literal > MAX_LITERAL {
            return Err(garbage("more than was asked for"));
        }
        // Also after an empty literal the response continues on the next line.
        self.depth = announced(line).map(|_| depth);
        Ok(true)
    }
}

/// What an untagged line is.
enum Untagged {
    /// `* NO` or `* BAD`.
    Warning,
    /// Free text, or no untagged line at all.
    Text,
    Exists(u32),
    Expunge,
    /// Anything else; it may have brackets and literals.
    Data,
}

fn untagged(line: &[u8]) -> Untagged {
    let Some(rest) = line.strip_prefix(b"* ") else {
        return Untagged::Text;
    };
    let mut words = rest
        .split(|b| b.is_ascii_whitespace())
        .map(<[u8]>::to_ascii_uppercase);
    let first = words.next().unwrap_or_default();
    match first.as_slice() {
        b"NO" | b"BAD" => return Untagged::Warning,
        b"OK" | b"BYE" | b"PREAUTH" => return Untagged::Text,
        _ => {}
    }
    let number = std::str::from_utf8(&first)
        .ok()
        .and_then(|n| n.parse().ok());
    match (number, words.next().as_deref()) {
        (Some(count), Some(b"EXISTS")) => Untagged::Exists(count),
        (Some(_), Some(b"EXPUNGE")) => Untagged::Expunge,
        _ => Untagged::Data,
    }
}

fn nesting(line: &[u8], mut depth: u32) -> io::Result<u32> {
    let (mut quoted, mut escaped) = (false, false);
    for &byte in line {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'(' if !quoted => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(garbage("brackets without end"));
                }
            }
            b')' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    Ok(depth)
}

/// The length of the literal that follows the line: `… {123}` or `… {123+}`.
fn announced(line: &[u8]) -> Option<u64> {
    let line = line.strip_suffix(b"\r\n").or(line.strip_suffix(b"\n"))?;
    let line = line.strip_suffix(b"}")?;
    let brace = line.iter().rposition(|&b| b == b'{')?;
    let digits = &line[brace + 1..];
    let digits = digits.strip_suffix(b"+").unwrap_or(digits);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    // A number that does not fit is too large in any case.
    Some(
        std::str::from_utf8(digits)
            .ok()?
            .parse()
            .unwrap_or(u64::MAX),
    )
}

fn garbage(what: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, format!("the server sends {what}"))
}

impl<S: Read> Read for Guard<S> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() || !self.clear()? {
            return Ok(0);
        }
        let count = self.cleared.min(out.len());
        out[..count].copy_from_slice(&self.buffer[self.at..self.at + count]);
        self.at += count;
        self.cleared -= count;
        Ok(count)
    }
}

/// A handle on a guard that the `imap` crate and our own code share.
#[derive(Clone)]
pub(super) struct Shared(Arc<Mutex<Guard<Stream>>>);

impl Shared {
    pub(super) fn new(stream: Stream) -> Self {
        Self(Arc::new(Mutex::new(Guard::new(stream))))
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Guard<Stream>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Read for Shared {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.lock().read(out)
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lock().stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.lock().stream.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &[u8]) -> io::Result<Vec<Vec<u8>>> {
        let mut guard = Guard::new(input);
        let mut pieces = Vec::new();
        loop {
            let mut out = [0; 64];
            let count = guard.read(&mut out)?;
            if count == 0 {
                return Ok(pieces);
            }
            pieces.push(out[..count].to_vec());
        }
    }

    #[test]
    fn lines_are_handed_over_one_by_one_without_warnings() {
        let input = b"* 3 EXISTS\r\n* NO [ALERT] almost full\r\n* OK {5}\r\na1 OK done\r\n";
        let lines = read(input).expect("readable");
        let lines: Vec<_> = lines.iter().map(|l| String::from_utf8_lossy(l)).collect();
        assert_eq!(lines, ["* 3 EXISTS\r\n", "* OK {5}\r\n", "a1 OK done\r\n"]);
        let mut guard = Guard::new(&input[..]);
        while guard.line().expect("readable").is_some() {}
        assert_eq!(guard.warning.as_deref(), Some("NO [ALERT] almost full"));
        assert!(guard.grew);
    }

    #[test]
    fn literals_are_passed_unchanged() {
        let inside = b"((((((((((((((((((((((((((\r\n* NO not a warning\r\n";
        let mut input = format!("* 1 FETCH (UID 1 BODY[] {{{}}}\r\n", inside.len()).into_bytes();
        input.extend_from_slice(inside);
        input.extend_from_slice(b" FLAGS ())\r\n* 2 FETCH (BODY[] {0}\r\n FLAGS ())\r\n");
        assert_eq!(read(&input).expect("readable").concat(), input);
    }

    #[test]
    fn endless_input_is_refused() {
        let refused = |input: &[u8]| read(input).expect_err("too much").to_string();
        assert!(refused(b"* 1 FETCH (BODY[] {99999999999999999999}\r\n").contains("asked"));
        assert!(refused(b"* 1 FETCH (BODY[] {900000000}\r\n").contains("asked"));
        let deep = format!("* 1 FETCH (BODYSTRUCTURE {}\r\n", "(".repeat(9999));
        assert!(refused(deep.as_bytes()).contains("brackets"));
        assert!(refused(&vec![b'x'; MAX_LINE + 40_000]).contains("endless line"));
        let many = b"* OK go on\r\n".repeat(6 << 20);
        assert!(refused(&many).contains("endless answer"));
        assert!(read(b"* 1 FETCH (X \"((((((((((((((((((((((((\\\"((((((\")\r\n").is_ok());
    }

    #[test]
    fn only_new_mail_counts_as_growth() {
        for (input, grew) in [
            (&b"* 5 EXISTS\r\n"[..], false),
            (b"* 6 EXISTS\r\n", true),
            (b"* 1 EXPUNGE\r\n* 4 EXISTS\r\n", false),
            (b"* 1 EXPUNGE\r\n* 5 EXISTS\r\n", true),
            (b"* 3 FETCH (FLAGS (\\Seen))\r\n* OK Still here\r\n", false),
        ] {
            let mut guard = Guard::new(input);
            guard.exists = 5;
            while guard.line().expect("readable").is_some() {}
            assert_eq!(guard.grew, grew, "{}", String::from_utf8_lossy(input));
        }
    }
}

//! Between the socket and the IMAP library: what comes in is measured before it is believed.
//!
//! The library (like most) reads lines and literals of any length, parses brackets by recursion and
//! panics at a warning (`* NO …`) in the wrong place, which is legal (RFC 3501 section 7.1.2). So
//! this filter bounds all three, keeps warnings for the operator, and hands over line by line, so that
//! between two commands nothing is left in the library's buffer and IDLE can be spoken beside it.

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::mail::parse::MAX_MAIL;
use crate::mail::tls::Stream;

/// Longest line outside literals: the answer to a search in a folder of half a million mails.
const MAX_LINE: usize = 4 << 20;
/// Longest literal: a mail as far as we ask for it, and some more.
const MAX_LITERAL: u64 = MAX_MAIL as u64 + 65_536;
/// Deepest brackets; what we ask for has two levels.
const MAX_DEPTH: u32 = 16;
/// Most bytes in answer to one command.
const MAX_ANSWER: u64 = 64 << 20;

/// A stream whose input is checked.
pub(super) struct Guard<S> {
    pub(super) stream: S,
    buffer: Vec<u8>,
    /// Where in `buffer` the unused bytes begin.
    at: usize,
    /// How many of them were looked through for a line's end.
    scanned: usize,
    /// How many may be handed over.
    cleared: usize,
    /// What is still to come of a literal.
    literal: u64,
    /// Brackets open in the response that is being read; `None` between two responses.
    depth: Option<u32>,
    budget: u64,
    /// Mails in the selected folder, as far as the server has told.
    exists: u32,
    /// There are more than there were.
    pub(super) grew: bool,
    /// What the server warned of last.
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

    /// The next answer may be as long as any.
    pub(super) fn renew(&mut self) {
        self.budget = MAX_ANSWER;
    }

    /// The next line, or piece of a literal; `None` at the end.
    pub(super) fn line(&mut self) -> io::Result<Option<String>> {
        if !self.clear()? {
            return Ok(None);
        }
        let bytes = &self.buffer[self.at..self.at + self.cleared];
        let line = String::from_utf8_lossy(bytes).into_owned();
        self.at += std::mem::take(&mut self.cleared);
        Ok(Some(line))
    }

    /// Reads on until something may be handed over; false at the end.
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

    /// Looks at a line; false if it is not to be handed over.
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
        // An empty literal has no bytes of its own, but its response goes on all the same.
        self.depth = announced(line).map(|_| depth);
        Ok(true)
    }
}

enum Untagged {
    /// `* NO` or `* BAD`.
    Warning,
    /// Free text follows, or the line is no data at all.
    Text,
    Exists(u32),
    Expunge,
    /// Whatever has brackets and literals.
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
    // More digits than a number has are a very large literal.
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

/// The library's handle and ours on the same guard.
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

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shared")
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
    fn lines_come_one_by_one_and_warnings_not_at_all() {
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
    fn literals_pass_whatever_is_in_them() {
        let inside = b"((((((((((((((((((((((((((\r\n* NO not a warning\r\n";
        let mut input = format!("* 1 FETCH (UID 1 BODY[] {{{}}}\r\n", inside.len()).into_bytes();
        input.extend_from_slice(inside);
        input.extend_from_slice(b" FLAGS ())\r\n* 2 FETCH (BODY[] {0}\r\n FLAGS ())\r\n");
        assert_eq!(read(&input).expect("readable").concat(), input);
    }

    #[test]
    fn what_has_no_end_ends_here() {
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
    fn growth_is_more_mail_and_nothing_else() {
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

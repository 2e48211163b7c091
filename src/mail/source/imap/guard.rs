//! A filter between the socket and the `imap` crate that bounds what the server sends.
//!
//! The crate reads lines and literals of any length, parses brackets by recursion, and panics at some
//! warnings (`* NO …`), which are legal (RFC 3501 section 7.1.2). The filter bounds lengths and depth,
//! keeps warnings back for the operator, and hands over one line at a time: between two commands the
//! crate's buffer is empty, so that IDLE can be done without the crate.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::mail::{parse::MAX_MAIL, tls::Stream};

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
    reader: BufReader<S>,
    /// The line or piece of a literal that is read, or handed over.
    piece: Vec<u8>,
    /// How many bytes of it were handed over; `None` while it is read.
    handed: Option<usize>,
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
            reader: BufReader::with_capacity(32_768, stream),
            piece: Vec::new(),
            handed: None,
            literal: 0,
            depth: None,
            budget: MAX_ANSWER,
            exists: 0,
            grew: false,
            warning: None,
        }
    }

    pub(super) fn stream(&mut self) -> &mut S {
        self.reader.get_mut()
    }

    /// Starts a new answer, which may be [`MAX_ANSWER`] bytes long.
    pub(super) fn renew(&mut self) {
        self.budget = MAX_ANSWER;
    }

    /// The next line or piece of a literal; `None` at the end of the stream.
    pub(super) fn line(&mut self) -> io::Result<Option<String>> {
        let Some(at) = self.clear()? else {
            return Ok(None);
        };
        let line = String::from_utf8_lossy(&self.piece[at..]).into_owned();
        self.hand_over(self.piece.len());
        Ok(Some(line))
    }

    /// Reads until something may be handed over, from where in `piece`; `None` at the end of the stream.
    fn clear(&mut self) -> io::Result<Option<usize>> {
        while self.handed.is_none() {
            let waiting = self.reader.fill_buf()?;
            let end = match self.literal {
                0 => waiting.iter().position(|&b| b == b'\n').map(|end| end + 1),
                left => usize::try_from(left).ok(),
            };
            let count = end.unwrap_or(usize::MAX).min(waiting.len());
            if count == 0 {
                return Ok(None);
            }
            self.piece.extend_from_slice(&waiting[..count]);
            self.reader.consume(count);
            let left = self.budget.checked_sub(count as u64);
            self.budget = left.ok_or_else(|| garbage("an endless answer"))?;
            if self.literal > 0 {
                self.literal -= count as u64;
                self.handed = Some(0);
            } else if self.piece.ends_with(b"\n") {
                match self.inspect()? {
                    true => self.handed = Some(0),
                    false => self.piece.clear(),
                }
            } else if self.piece.len() > MAX_LINE {
                return Err(garbage("an endless line"));
            }
        }
        Ok(self.handed)
    }

    /// Notes that the piece was handed over up to `end`.
    fn hand_over(&mut self, end: usize) {
        self.handed = Some(end).filter(|end| *end < self.piece.len());
        if self.handed.is_none() {
            self.piece.clear();
        }
    }

    /// Checks a line; false if it is not to be handed over.
    fn inspect(&mut self) -> io::Result<bool> {
        let line = &self.piece;
        if self.depth.is_none() {
            let Some(rest) = line.strip_prefix(b"* ") else {
                return Ok(true);
            };
            let words = rest.split(u8::is_ascii_whitespace).take(2);
            let words = words.map(|word| String::from_utf8_lossy(word).to_ascii_uppercase());
            let words: Vec<String> = words.collect();
            let (first, second) = (words[0].as_str(), words.get(1).map(String::as_str));
            match (first, first.parse().ok(), second) {
                ("NO" | "BAD", ..) => {
                    self.warning = Some(String::from_utf8_lossy(rest).trim().to_owned());
                    return Ok(false);
                }
                // Free text.
                ("OK" | "BYE" | "PREAUTH", ..) => return Ok(true),
                (_, Some(count), Some("EXISTS")) => {
                    self.grew |= count > self.exists;
                    self.exists = count;
                    return Ok(true);
                }
                (_, Some(_), Some("EXPUNGE")) => {
                    self.exists = self.exists.saturating_sub(1);
                    return Ok(true);
                }
                // Anything else may have brackets and literals.
                _ => {}
            }
        }
        let depth = nesting(line, self.depth.unwrap_or(0))?;
        let literal = announced(line);
        self.literal = literal.unwrap_or(0);
        if self.literal > MAX_LITERAL {
            return Err(garbage("more than was asked for"));
        }
        // Also after an empty literal the response continues on the next line.
        self.depth = literal.map(|_| depth);
        Ok(true)
    }
}

impl Guard<Stream> {
    /// Sends a line of our own.
    pub(super) fn send(&mut self, line: &str) -> io::Result<()> {
        self.renew();
        self.stream().begin();
        self.stream().write_all(line.as_bytes())?;
        self.stream().flush()
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
    let digits = std::str::from_utf8(digits).ok()?;
    Some(digits.parse().unwrap_or(u64::MAX))
}

fn garbage(what: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, format!("the server sends {what}"))
}

impl<S: Read> Read for Guard<S> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let Some(at) = self.clear()? else {
            return Ok(0);
        };
        let count = (&self.piece[at..]).read(out)?;
        self.hand_over(at + count);
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
        self.lock().stream().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.lock().stream().flush()
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

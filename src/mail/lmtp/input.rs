//! What a client sends: lines and pieces of mails, from a buffer of a fixed size.

use std::io;

use super::Wire;
use crate::clock::Deadline;

/// The longest line of a command, with its end. RFC 5321 section 4.5.3.1.4 has 512 bytes, to which the parameters of
/// extensions are added.
pub(super) const MAX_LINE: usize = 4096;
/// So much is read at once.
const BUFFER: usize = 16 << 10;

/// The input of a session, and the replies that wait until the client waits for them: so the replies to commands that came
/// together leave together (RFC 2920 section 3.2).
pub(super) struct Input<'a> {
    wire: &'a mut dyn Wire,
    buffer: Vec<u8>,
    at: usize,
    replies: Vec<u8>,
}

/// One line of a client.
pub(super) enum Line {
    /// With its end.
    Whole(Vec<u8>),
    /// It was longer than [`MAX_LINE`], and was read to its end.
    TooLong,
    /// The client has closed its side.
    End,
}

impl<'a> Input<'a> {
    pub fn new(wire: &'a mut dyn Wire) -> Self {
        Self {
            wire,
            buffer: Vec::new(),
            at: 0,
            replies: Vec::new(),
        }
    }

    /// Adds a reply of one or more lines.
    pub fn reply(&mut self, text: &str) {
        self.replies.extend_from_slice(text.as_bytes());
        self.replies.extend_from_slice(b"\r\n");
    }

    /// Sends the replies that wait.
    pub fn flush(&mut self) -> io::Result<()> {
        let replies = std::mem::take(&mut self.replies);
        match replies.is_empty() {
            true => Ok(()),
            false => self.wire.write(&replies),
        }
    }

    /// Whether the client has sent more than was read so far.
    pub fn has_more(&self) -> bool {
        self.at < self.buffer.len()
    }

    /// The bytes that wait, after reading some if there are none; empty at the end. They stay until [`Input::took`].
    pub fn piece(&mut self, limit: Deadline) -> io::Result<&[u8]> {
        if !self.has_more() {
            self.flush()?;
            self.buffer.resize(BUFFER, 0);
            self.at = 0;
            let read = self.wire.read(&mut self.buffer, limit);
            self.buffer
                .truncate(read.as_ref().map_or(0, |count| *count));
            read?;
        }
        Ok(&self.buffer[self.at..])
    }

    /// Notes that so many bytes of the piece are done.
    pub fn took(&mut self, count: usize) {
        self.at += count;
    }

    /// The next line. However long it is, at most [`MAX_LINE`] bytes of it are kept.
    pub fn line(&mut self, limit: Deadline) -> io::Result<Line> {
        let mut line = Vec::new();
        loop {
            let piece = self.piece(limit)?;
            if piece.is_empty() {
                return Ok(Line::End);
            }
            let end = piece.iter().position(|byte| *byte == b'\n');
            let count = end.map_or(piece.len(), |end| end + 1);
            let room = (MAX_LINE + 1).saturating_sub(line.len());
            line.extend_from_slice(&piece[..count.min(room)]);
            self.took(count);
            if end.is_some() {
                return Ok(match line.len() > MAX_LINE {
                    true => Line::TooLong,
                    false => Line::Whole(line),
                });
            }
        }
    }
}

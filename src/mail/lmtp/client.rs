//! A client that has connected.

use std::io::{self, ErrorKind, Read, Write};
use std::time::Duration;

use super::Wire;
use crate::clock::Deadline;
use crate::listen::Stream;

/// What a client does not read within this time, it never reads.
const WRITE: Duration = Duration::from_secs(60);
/// While a session waits, it looks this often whether the program ends.
const SLICE: Duration = Duration::from_millis(200);

/// A client that has connected.
#[derive(Debug)]
pub struct Client {
    stream: Stream,
    /// Whether what it hands over is written by our mail host.
    pub trusted: bool,
}

impl Client {
    /// # Errors
    /// It has gone away.
    pub(super) fn new(stream: Stream, trusted: bool) -> io::Result<Self> {
        stream.within(SLICE, WRITE)?;
        Ok(Self { stream, trusted })
    }

    /// Says one line; the client is dropped afterwards.
    pub fn refuse(&mut self, reply: &str) {
        let _ = self.stream.write_all(format!("{reply}\r\n").as_bytes());
    }

    /// The connection, which is cut off when `stop` says so; it is asked several times a second.
    pub fn wire<'a>(&'a mut self, stop: &'a dyn Fn() -> bool) -> impl Wire + 'a {
        Connection { client: self, stop }
    }
}

struct Connection<'a> {
    client: &'a mut Client,
    stop: &'a dyn Fn() -> bool,
}

impl Wire for Connection<'_> {
    fn read(&mut self, into: &mut [u8], limit: Deadline) -> io::Result<usize> {
        loop {
            if (self.stop)() {
                return Err(ErrorKind::Interrupted.into());
            }
            match self.client.stream.read(into) {
                Err(error)
                    if matches!(
                        error.kind(),
                        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
                    ) => {}
                read => return read,
            }
            if limit.left().is_none() {
                return Err(ErrorKind::TimedOut.into());
            }
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.client.stream.write_all(bytes)
    }
}

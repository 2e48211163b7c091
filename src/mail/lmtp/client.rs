//! A client that has connected.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::time::Duration;

use super::Wire;
use crate::clock::Deadline;

/// What a client does not read within this time, it never reads.
const WRITE: Duration = Duration::from_secs(60);
/// While a session waits, it looks this often whether the program ends.
const SLICE: Duration = Duration::from_millis(200);

/// A client that has connected.
#[derive(Debug)]
pub struct Client {
    pub(super) stream: Stream,
    /// Whether what it hands over is written by our mail host.
    pub trusted: bool,
}

#[derive(Debug)]
pub(super) enum Stream {
    Unix(UnixStream),
    Tcp(TcpStream),
}

impl Stream {
    /// Sets the limits of a connection.
    pub fn prepare(&self) -> io::Result<()> {
        match self {
            Self::Unix(stream) => {
                stream.set_nonblocking(false)?;
                stream.set_read_timeout(Some(SLICE))?;
                stream.set_write_timeout(Some(WRITE))
            }
            Self::Tcp(stream) => {
                stream.set_nonblocking(false)?;
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(SLICE))?;
                stream.set_write_timeout(Some(WRITE))
            }
        }
    }

    pub fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Unix(stream) => stream.read(into),
            Self::Tcp(stream) => stream.read(into),
        }
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Unix(stream) => stream.write_all(bytes),
            Self::Tcp(stream) => stream.write_all(bytes),
        }
    }
}

impl Client {
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

//! A connection of either kind.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use super::Listen;

/// A connection.
#[derive(Debug)]
pub enum Stream {
    /// Over a socket in a folder.
    Unix(UnixStream),
    /// Over TCP.
    Tcp(TcpStream),
}

impl Stream {
    /// Connects to who listens there.
    ///
    /// # Errors
    /// Nobody does, or not for us.
    pub fn connect(to: &Listen, limit: Duration) -> io::Result<Self> {
        match to {
            Listen::Unix(path) => UnixStream::connect(path).map(Self::Unix),
            Listen::Tcp(address) => TcpStream::connect_timeout(address, limit).map(Self::Tcp),
        }
    }

    /// From now on reading and writing wait, at most so long each.
    ///
    /// # Errors
    /// It is gone.
    pub fn within(&self, read: Duration, write: Duration) -> io::Result<()> {
        match self {
            Self::Unix(stream) => {
                stream.set_nonblocking(false)?;
                stream.set_read_timeout(Some(read))?;
                stream.set_write_timeout(Some(write))
            }
            Self::Tcp(stream) => {
                stream.set_nonblocking(false)?;
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(read))?;
                stream.set_write_timeout(Some(write))
            }
        }
    }

    /// Nothing more is written.
    ///
    /// # Errors
    /// It is gone.
    pub fn written(&self) -> io::Result<()> {
        match self {
            Self::Unix(stream) => stream.shutdown(Shutdown::Write),
            Self::Tcp(stream) => stream.shutdown(Shutdown::Write),
        }
    }
}

impl Read for Stream {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Unix(stream) => stream.read(into),
            Self::Tcp(stream) => stream.read(into),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Unix(stream) => stream.write(bytes),
            Self::Tcp(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

//! A socket that others connect to.

use std::fs;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, TcpListener};
use std::os::fd::AsFd;
use std::os::unix::net::UnixListener;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::unix::{self, identity};
use super::{Listen, Stream};

/// A socket that others connect to. Its file is removed at the end.
#[derive(Debug)]
pub struct Listener(Socket);

/// The socket of a [`Listener`]; it waits for nobody.
#[derive(Debug)]
pub enum ListeningSocket {
    /// In a folder.
    Unix(UnixListener),
    /// Of an address and a port.
    Tcp(TcpListener),
}

#[derive(Debug)]
enum Socket {
    /// With its path and the identity of its file.
    Unix(UnixListener, PathBuf, (u64, u64)),
    Tcp(TcpListener),
}

impl Listener {
    /// Begins to listen. A socket in a folder gets the mode 0660, and `group` if one is named; one that a process has left
    /// behind is replaced.
    ///
    /// # Errors
    /// Another process listens there, or the socket cannot be made.
    pub fn bind(listen: &Listen, group: Option<&str>) -> Result<Self> {
        Ok(Self(match listen {
            Listen::Unix(path) => {
                let (listener, identity) = unix::bind(path, group)?;
                Socket::Unix(listener, path.clone(), identity)
            }
            Listen::Tcp(address) => {
                let listener = TcpListener::bind(address).with_context(|| {
                    format!(
                        "cannot listen at {address}: correct `listen`, or stop who listens there"
                    )
                })?;
                listener.set_nonblocking(true)?;
                Socket::Tcp(listener)
            }
        }))
    }

    /// Waits until somebody connects, at most so long; `None` if nobody does, or has gone away again. Over TCP it comes with
    /// the address.
    ///
    /// # Errors
    /// The system has no room for another connection.
    pub fn accept(&self, limit: Duration) -> Result<Option<(Stream, Option<IpAddr>)>> {
        if !self.is_ready(limit)? {
            return Ok(None);
        }
        match self.0.accept() {
            Ok(accepted) => Ok(Some(accepted)),
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::WouldBlock | ErrorKind::ConnectionAborted | ErrorKind::Interrupted
                ) =>
            {
                Ok(None)
            }
            Err(error) => Err(error).context("cannot take a connection"),
        }
    }

    /// The same socket for a runtime that waits for connections itself. The listener has to be kept as long: it removes its
    /// file.
    ///
    /// # Errors
    /// The process has too many open files.
    pub fn socket(&self) -> io::Result<ListeningSocket> {
        Ok(match &self.0 {
            Socket::Unix(listener, ..) => ListeningSocket::Unix(listener.try_clone()?),
            Socket::Tcp(listener) => ListeningSocket::Tcp(listener.try_clone()?),
        })
    }

    fn is_ready(&self, limit: Duration) -> Result<bool> {
        let descriptor = match &self.0 {
            Socket::Unix(listener, ..) => listener.as_fd(),
            Socket::Tcp(listener) => listener.as_fd(),
        };
        let limit = Timespec::try_from(limit).context("a time limit")?;
        match poll(&mut [PollFd::new(&descriptor, PollFlags::IN)], Some(&limit)) {
            Ok(ready) => Ok(ready > 0),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(error).context("cannot wait for connections"),
        }
    }
}

impl Socket {
    fn accept(&self) -> io::Result<(Stream, Option<IpAddr>)> {
        Ok(match self {
            Self::Unix(listener, ..) => (Stream::Unix(listener.accept()?.0), None),
            Self::Tcp(listener) => {
                let (stream, peer) = listener.accept()?;
                (Stream::Tcp(stream), Some(peer.ip().to_canonical()))
            }
        })
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if let Socket::Unix(_, path, ours) = &self.0
            && fs::symlink_metadata(path).is_ok_and(|meta| identity(&meta) == *ours)
        {
            let _ = fs::remove_file(path);
        }
    }
}

//! The socket on which mail hosts connect.

use std::fs;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, TcpListener};
use std::os::fd::AsFd;
use std::os::unix::net::UnixListener;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::client::{Client, Stream};
use super::{listen::Listen, unix};
use crate::mail::rename::identity;

/// A socket that clients connect to. Its file is removed at the end.
#[derive(Debug)]
pub struct Listener {
    socket: Socket,
    /// The clients beyond this host that may connect; their mail host's word counts.
    allow: Vec<IpAddr>,
    name: String,
}

#[derive(Debug)]
pub(super) enum Socket {
    /// With its path and the identity of its file.
    Unix(UnixListener, PathBuf, (u64, u64)),
    Tcp(TcpListener),
}

/// What has come in a while.
#[derive(Debug)]
pub enum Arrival {
    /// Nobody has connected.
    Nobody,
    /// A client that may hand over mail.
    Client(Client),
    /// A host that may not connect, and was told so.
    Refused(IpAddr),
}

impl Listener {
    /// Begins to listen. A socket in a folder gets the mode 0660, and `group` if one is named; one that a process has left
    /// behind is replaced.
    ///
    /// # Errors
    /// Another process listens there, or the socket cannot be made.
    pub fn bind(listen: &Listen, group: Option<&str>, allow: &[IpAddr]) -> Result<Self> {
        let name = format!("lmtp {listen}");
        let socket = match listen {
            Listen::Unix(path) => unix::bind(path, group)?,
            Listen::Tcp(address) => {
                let listener = TcpListener::bind(address).with_context(|| {
                    format!("cannot listen at {address}: correct `listen` in [inbox], or stop who listens there")
                })?;
                listener.set_nonblocking(true)?;
                Socket::Tcp(listener)
            }
        };
        let allow = allow.iter().map(IpAddr::to_canonical).collect();
        Ok(Self {
            socket,
            allow,
            name,
        })
    }

    /// Its name in messages and in the database.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Waits for a client, at most so long.
    ///
    /// # Errors
    /// The system has no room for another connection.
    pub fn accept(&self, limit: Duration) -> Result<Arrival> {
        if !self.is_ready(limit)? {
            return Ok(Arrival::Nobody);
        }
        let (stream, peer) = match self.socket.accept() {
            Ok(accepted) => accepted,
            // The client has gone away meanwhile.
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::WouldBlock | ErrorKind::ConnectionAborted | ErrorKind::Interrupted
                ) =>
            {
                return Ok(Arrival::Nobody);
            }
            Err(error) => return Err(error).context("cannot take a connection"),
        };
        if stream.prepare().is_err() {
            // It has gone away.
            return Ok(Arrival::Nobody);
        }
        let trusted = peer.is_none_or(|peer| self.allow.contains(&peer));
        let mut client = Client { stream, trusted };
        match peer {
            Some(peer) if !trusted && !peer.is_loopback() => {
                // Not 5xx: if it is a mail host that nobody has named yet, its mail waits there.
                client.refuse("421 4.7.1 this address may not connect");
                Ok(Arrival::Refused(peer))
            }
            _ => Ok(Arrival::Client(client)),
        }
    }

    /// Waits until somebody connects, at most so long; false if nobody does.
    fn is_ready(&self, limit: Duration) -> Result<bool> {
        let descriptor = match &self.socket {
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
    /// Takes a connection; with the address of its client, over TCP.
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
        if let Socket::Unix(_, path, ours) = &self.socket
            && fs::symlink_metadata(path).is_ok_and(|meta| identity(&meta) == *ours)
        {
            let _ = fs::remove_file(path);
        }
    }
}

//! The socket on which mail hosts connect.

use std::net::IpAddr;
use std::time::Duration;

use anyhow::{Context, Result};

use super::client::Client;
use crate::listen::{self, Listen};

/// A socket on which mail hosts connect.
#[derive(Debug)]
pub struct Listener {
    socket: listen::Listener,
    /// The clients beyond this host that may connect; their mail host's word counts.
    allow: Vec<IpAddr>,
    name: String,
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
    /// Begins to listen; `group` may use a socket in a folder.
    ///
    /// # Errors
    /// Another process listens there, or the socket cannot be made.
    pub fn bind(listen: &Listen, group: Option<&str>, allow: &[IpAddr]) -> Result<Self> {
        Ok(Self {
            socket: listen::Listener::bind(listen, group).context("[inbox]")?,
            allow: allow.iter().map(IpAddr::to_canonical).collect(),
            name: format!("lmtp {listen}"),
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
        let Some((stream, peer)) = self.socket.accept(limit)? else {
            return Ok(Arrival::Nobody);
        };
        let trusted = peer.is_none_or(|peer| self.allow.contains(&peer));
        let Ok(mut client) = Client::new(stream, trusted) else {
            // It has gone away.
            return Ok(Arrival::Nobody);
        };
        match peer {
            Some(peer) if !trusted && !peer.is_loopback() => {
                // Not 5xx: if it is a mail host that nobody has named yet, its mail waits there.
                client.refuse("421 4.7.1 this address may not connect");
                Ok(Arrival::Refused(peer))
            }
            _ => Ok(Arrival::Client(client)),
        }
    }
}

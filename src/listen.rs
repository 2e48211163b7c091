//! Sockets on which other programs connect: mail hosts by LMTP, programs that watch the server by HTTP.

mod listener;
mod stream;
mod unix;

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

pub use listener::{Listener, ListeningSocket};
pub use stream::Stream;

/// Where to listen, as it is written in the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listen {
    /// A socket in a folder of this host.
    Unix(PathBuf),
    /// An address and a port.
    Tcp(SocketAddr),
}

impl Listen {
    /// Reads `unix:PATH` or `ADDRESS:PORT`; `like` are name and port of an example.
    ///
    /// # Errors
    /// It is neither; the message says what to write.
    pub fn parse(text: &str, like: (&str, u16)) -> Result<Self, String> {
        let read = match text.strip_prefix("unix:") {
            Some(path) => (!path.is_empty()).then(|| Self::Unix(path.into())),
            None => text.parse().ok().map(Self::Tcp),
        };
        let (name, port) = like;
        read.ok_or_else(|| {
            format!(
                "listen is {text:?}: write a socket like \"unix:/run/zugpost/{name}\", or an address and a port \
                 like \"127.0.0.1:{port}\""
            )
        })
    }

    /// Makes a relative path one below `folder`.
    pub fn resolve(&mut self, folder: &Path) {
        if let Self::Unix(path) = self {
            *path = folder.join(&*path);
        }
    }
}

impl fmt::Display for Listen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unix(path) => write!(f, "unix:{}", path.display()),
            Self::Tcp(address) => address.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests;

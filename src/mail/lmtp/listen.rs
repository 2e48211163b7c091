//! Where the server listens for mail hosts, as it is written in the settings.

use std::fmt;
use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::client::Stream;
use crate::clock::Deadline;

/// How long somebody who listens may take to greet.
const GREETING: Duration = Duration::from_secs(5);

/// Where to listen.
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
    pub fn parse(text: &str, (name, port): (&str, u16)) -> Result<Self, String> {
        let read = match text.strip_prefix("unix:") {
            Some(path) => (!path.is_empty()).then(|| Self::Unix(path.into())),
            None => text.parse().ok().map(Self::Tcp),
        };
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

/// The first line of who listens there; `None` if nobody does.
///
/// # Errors
/// Somebody does, but may not be asked, or says nothing.
pub fn greeting(listen: &Listen) -> Result<Option<String>> {
    let connected = match listen {
        Listen::Unix(path) => UnixStream::connect(path).map(Stream::Unix),
        Listen::Tcp(address) => TcpStream::connect_timeout(address, GREETING).map(Stream::Tcp),
    };
    let mut stream = match connected {
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::NotFound | ErrorKind::ConnectionRefused
            ) =>
        {
            return Ok(None);
        }
        stream => stream.context("it cannot be asked")?,
    };
    stream.prepare()?;
    let deadline = Deadline::after(GREETING);
    let mut line = Vec::new();
    while !line.contains(&b'\n') && line.len() < 512 && deadline.left().is_some() {
        let mut piece = [0; 512];
        match stream.read(&mut piece) {
            Ok(0) => break,
            Ok(count) => line.extend_from_slice(&piece[..count]),
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) => return Err(error).context("it says nothing"),
        }
    }
    if line.is_empty() {
        bail!("it says nothing");
    }
    let text = String::from_utf8_lossy(&line).into_owned();
    Ok(Some(text.lines().next().unwrap_or_default().to_owned()))
}

/// Checks an address and those from which clients may connect.
///
/// # Errors
/// Other hosts could connect, and none is named.
pub fn check_address(listen: &Listen, allow: &[IpAddr]) -> Result<(), String> {
    match listen {
        Listen::Tcp(address) if !address.ip().is_loopback() && allow.is_empty() => Err(format!(
            "listen is {address}, which other hosts can reach: write allow = [\"ADDRESS\"] with the addresses of \
             your mail hosts, or listen at 127.0.0.1"
        )),
        _ => Ok(()),
    }
}

//! The socket on which mail hosts connect.

use std::fmt;
use std::fs::{self, Permissions};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, chown};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::Wire;
use crate::clock::Deadline;
use crate::mail::rename::identity;

/// Paths of sockets have less than 108 bytes (unix(7)), of which some are for a temporary name.
const MAX_PATH: usize = 100;
/// What a client does not read within this time, it never reads.
const WRITE: Duration = Duration::from_secs(60);
/// How long somebody who listens may take to greet.
const GREETING: Duration = Duration::from_secs(5);
/// While a session waits, it looks this often whether the program ends.
const SLICE: Duration = Duration::from_millis(200);

/// Where to listen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listen {
    /// A socket in a folder of this host.
    Unix(PathBuf),
    /// An address and a port.
    Tcp(SocketAddr),
}

impl Listen {
    /// Reads `unix:PATH` or `ADDRESS:PORT`.
    ///
    /// # Errors
    /// It is neither; the message says what to write.
    pub fn parse(text: &str) -> Result<Self, String> {
        if let Some(path) = text.strip_prefix("unix:") {
            return match path.len() {
                0 => {
                    Err("listen names no socket: write one like \"unix:/run/zugpost/lmtp\"".into())
                }
                _ => Ok(Self::Unix(path.into())),
            };
        }
        text.parse().map(Self::Tcp).map_err(|_| {
            format!(
                "listen is {text:?}: write a socket like \"unix:/run/zugpost/lmtp\", or an address and a port \
                 like \"127.0.0.1:2424\""
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

/// A socket that clients connect to. Its file is removed at the end.
#[derive(Debug)]
pub struct Listener {
    socket: Socket,
    /// The clients beyond this host that may connect; their mail host's word counts.
    allow: Vec<IpAddr>,
    name: String,
}

#[derive(Debug)]
enum Socket {
    /// With its path and the identity of its file.
    Unix(UnixListener, PathBuf, (u64, u64)),
    Tcp(TcpListener),
}

/// A client that has connected.
#[derive(Debug)]
pub struct Client {
    stream: Stream,
    /// Whether what it hands over is written by our mail host.
    pub trusted: bool,
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

#[derive(Debug)]
enum Stream {
    Unix(UnixStream),
    Tcp(TcpStream),
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
            Listen::Unix(path) => unix(path, group)?,
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
        let descriptor = match &self.socket {
            Socket::Unix(listener, ..) => listener.as_fd(),
            Socket::Tcp(listener) => listener.as_fd(),
        };
        let limit = Timespec::try_from(limit).context("a time limit")?;
        let mut waiting = [PollFd::new(&descriptor, PollFlags::IN)];
        match poll(&mut waiting, Some(&limit)) {
            Ok(0) | Err(rustix::io::Errno::INTR) => return Ok(Arrival::Nobody),
            ready => ready.context("cannot wait for connections")?,
        };
        let accepted = match &self.socket {
            Socket::Unix(listener, ..) => listener
                .accept()
                .map(|(stream, _)| (Stream::Unix(stream), None)),
            Socket::Tcp(listener) => listener
                .accept()
                .map(|(stream, peer)| (Stream::Tcp(stream), Some(peer.ip().to_canonical()))),
        };
        let (stream, peer) = match accepted {
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

/// A socket in a folder. It gets its rights under another name, so that nobody can connect before.
fn unix(path: &Path, group: Option<&str>) -> Result<Socket> {
    let shown = path.display();
    if path.as_os_str().len() > MAX_PATH {
        bail!("the path {shown} is too long for a socket: write one of at most {MAX_PATH} bytes");
    }
    is_free(path)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let temporary = path.with_extension("new");
    let _ = fs::remove_file(&temporary);
    let listener = UnixListener::bind(&temporary).with_context(|| {
        format!(
            "cannot make the socket {shown}: the folder {} has to belong to the user that runs zugpost \
             (systemd: RuntimeDirectory=zugpost)",
            folder.display()
        )
    })?;
    let placed = prepare(&temporary, group).and_then(|()| {
        fs::rename(&temporary, path).with_context(|| format!("cannot make the socket {shown}"))?;
        Ok(identity(&fs::symlink_metadata(path)?))
    });
    if placed.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    listener.set_nonblocking(true)?;
    Ok(Socket::Unix(listener, path.to_owned(), placed?))
}

/// Gives a socket its rights.
fn prepare(socket: &Path, group: Option<&str>) -> Result<()> {
    if let Some(name) = group {
        chown(socket, None, Some(group_id(name)?)).with_context(|| {
            format!("cannot give the socket to the group {name}: the user that runs zugpost has to be in it")
        })?;
    }
    // Whoever may write to it may hand over mail.
    fs::set_permissions(socket, Permissions::from_mode(0o660))
        .context("cannot set the rights of the socket")
}

/// The number of a group.
///
/// # Errors
/// There is none of this name.
fn group_id(name: &str) -> Result<u32> {
    let found = nix::unistd::Group::from_name(name);
    match found.with_context(|| format!("cannot look for the group {name}"))? {
        Some(group) => Ok(group.gid.as_raw()),
        None => bail!("there is no group {name}: correct `group` in [inbox]"),
    }
}

/// Whether a socket may be made there: nothing is there, or a socket on which nobody listens.
fn is_free(path: &Path) -> Result<()> {
    let shown = path.display();
    let meta = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        meta => meta.with_context(|| format!("cannot look at {shown}"))?,
    };
    if !meta.file_type().is_socket() {
        bail!("{shown} is there and is no socket: move it away, or correct `listen` in [inbox]");
    }
    match UnixStream::connect(path) {
        // The process that has made it has ended.
        Err(error) if error.kind() == ErrorKind::ConnectionRefused => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error).with_context(|| format!("cannot see who listens at {shown}")),
        Ok(_) => bail!(
            "another process listens at {shown}: stop it, or write another `listen` in [inbox]"
        ),
    }
}

impl Stream {
    fn prepare(&self) -> io::Result<()> {
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

    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
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

//! Connections to mail servers: TCP with time limits, and TLS with certificate checks.
//!
//! IMAP and SMTP use the same stream, so that certificates, private CAs, time limits and error messages
//! are the same for both. The certificate checks cannot be switched off.

mod errors;

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use rustls::ClientConnection;
use rustls::pki_types::ServerName;

use crate::clock::Deadline;
use crate::mail::auth::Login;
use crate::mail::servers::{Imap, Security, Smtp};
use crate::tls;

/// A whole answer may take this many times the time-out, even if single bytes keep arriving.
const WHOLE: u32 = 3;
/// Longest line before TLS begins; RFC 5321 section 4.5.3.1.5 has 512 octets.
const MAX_PLAIN_LINE: usize = 4096;

/// A server: host, port, TLS mode, time-out and login.
#[derive(Debug, Clone)]
pub(crate) struct Endpoint {
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) security: Security,
    ca_file: Option<PathBuf>,
    insecure_plaintext: bool,
    pub(crate) timeout: Duration,
    /// How to log in; `None`: without a login.
    pub(crate) login: Option<Login>,
}

impl From<&Imap> for Endpoint {
    fn from(imap: &Imap) -> Self {
        Self {
            host: imap.host.clone(),
            port: imap.port(),
            security: imap.tls,
            ca_file: imap.ca_file.clone(),
            insecure_plaintext: imap.insecure_plaintext,
            timeout: imap.timeout,
            login: Login::new(Some(&imap.user), &imap.password, &imap.token),
        }
    }
}

impl From<&Smtp> for Endpoint {
    fn from(smtp: &Smtp) -> Self {
        Self {
            host: smtp.host.clone(),
            port: smtp.port(),
            security: smtp.tls,
            ca_file: smtp.ca_file.clone(),
            insecure_plaintext: smtp.insecure_plaintext,
            timeout: smtp.timeout,
            login: Login::new(smtp.user.as_ref(), &smtp.password, &smtp.token),
        }
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} port {}", self.host, self.port)
    }
}

impl Endpoint {
    /// Connects. With implicit TLS (RFC 8314 section 3) the handshake is complete when this returns.
    pub(crate) fn dial(&self) -> Result<Stream> {
        let socket = self.reach()?;
        let timed = Timed {
            socket,
            timeout: self.timeout,
            slice: None,
            whole: Deadline::after(self.timeout * WHOLE),
        };
        let stream = Stream { tls: None, timed };
        match self.security {
            Security::Implicit => self.secure(stream),
            Security::StartTls | Security::None => Ok(stream),
        }
    }

    /// Starts TLS on a plain connection. The caller must not have read anything after the server's last
    /// line: text that was sent before TLS must not be taken for an answer within TLS (RFC 3207 section
    /// 4.2).
    pub(crate) fn secure(&self, stream: Stream) -> Result<Stream> {
        let mut timed = stream.timed;
        let name = ServerName::try_from(self.host.clone())
            .with_context(|| format!("host {:?} is no host name", self.host))?;
        let mut tls = ClientConnection::new(tls::client_config(self.ca_file.as_deref())?, name)?;
        timed.whole = Deadline::after(self.timeout);
        // The handshake is done here and not at the first read, so that its errors are reported as such.
        while tls.is_handshaking() {
            match tls.complete_io(&mut timed) {
                Ok((0, 0)) => bail!("{self}: the connection was cut while TLS began"),
                Ok(_) => {}
                Err(error) => return Err(errors::handshake(self, &error)),
            }
        }
        let tls = Some(Box::new(tls));
        Ok(Stream { tls, timed })
    }

    fn reach(&self) -> Result<TcpStream> {
        let deadline = Deadline::after(self.timeout);
        let mut last = None;
        for address in self.resolve(deadline)? {
            if self.security == Security::None && !self.insecure_plaintext {
                ensure!(
                    address.ip().is_loopback(),
                    "{} is another host: tls = \"none\" is for this one alone",
                    self.host
                );
            }
            let Some(left) = deadline.left() else { break };
            match TcpStream::connect_timeout(&address, left) {
                Ok(socket) => {
                    // Small commands are sent at once (Nagle's algorithm, RFC 1122 section 4.2.3.4).
                    socket.set_nodelay(true)?;
                    return Ok(socket);
                }
                Err(error) => last = Some(error),
            }
        }
        Err(errors::unreachable(self, last))
    }

    /// Resolves the host name in a thread, since the system's resolver has no time limit. After the
    /// deadline the thread is left to end by itself.
    fn resolve(&self, deadline: Deadline) -> Result<Vec<SocketAddr>> {
        let (sender, receiver) = mpsc::channel();
        let target = (self.host.clone(), self.port);
        thread::spawn(move || {
            let found = target.to_socket_addrs().map(Iterator::collect::<Vec<_>>);
            let _ = sender.send(found);
        });
        let answer = receiver.recv_timeout(deadline.left().unwrap_or_default());
        match answer {
            Ok(Ok(addresses)) if !addresses.is_empty() => Ok(addresses),
            Ok(Ok(_)) => bail!("{} has no address: check host", self.host),
            Ok(Err(error)) => Err(anyhow!(
                "{} is not known ({error}): check host, and the network",
                self.host
            )),
            Err(_) => bail!("no answer about where {} is: check the network", self.host),
        }
    }
}

/// A connection. Every read and write ends within its time limit, else with the error `TimedOut`.
pub(crate) struct Stream {
    tls: Option<Box<ClientConnection>>,
    timed: Timed,
}

struct Timed {
    socket: TcpStream,
    timeout: Duration,
    /// A shorter limit for reads, for waiting in slices.
    slice: Option<Duration>,
    /// The deadline of the whole answer.
    whole: Deadline,
}

impl Stream {
    /// Starts a new exchange of command and answer: its time limit runs from now.
    pub(crate) fn begin(&mut self) {
        self.begin_within(Duration::MAX);
    }

    /// Starts a new exchange whose time limit is `limit`, or the usual one if that is shorter.
    pub(crate) fn begin_within(&mut self, limit: Duration) {
        self.timed.slice = None;
        self.timed.whole = Deadline::after(limit.min(self.timed.timeout * WHOLE));
    }

    /// Until [`Self::begin`], a read returns `TimedOut` after `slice`; the connection stays usable.
    pub(crate) fn wait_in_slices(&mut self, slice: Duration, whole: Duration) {
        self.timed.slice = Some(slice);
        self.timed.whole = Deadline::after(whole);
    }

    /// Shortens all limits, for closing the connection.
    pub(crate) fn shorten_limits(&mut self, limit: Duration) {
        self.timed.timeout = self.timed.timeout.min(limit);
        self.timed.slice = None;
        self.timed.whole = Deadline::after(limit);
    }

    pub(crate) fn is_tls(&self) -> bool {
        self.tls.is_some()
    }

    /// The local address of the socket.
    pub(crate) fn local(&self) -> Option<SocketAddr> {
        self.timed.socket.local_addr().ok()
    }

    /// Reads one line byte by byte, so that nothing after it is taken from the socket.
    pub(crate) fn plain_line(&mut self) -> io::Result<String> {
        let (mut line, mut byte) = (Vec::new(), [0]);
        while !line.ends_with(b"\n") {
            if line.len() >= MAX_PLAIN_LINE {
                return Err(io::Error::new(ErrorKind::InvalidData, "an endless line"));
            }
            self.read_exact(&mut byte)?;
            line.push(byte[0]);
        }
        Ok(String::from_utf8_lossy(&line).trim_end().to_owned())
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let result = match &mut self.tls {
            None => self.timed.read(buffer),
            Some(tls) => rustls::Stream::new(&mut **tls, &mut self.timed).read(buffer),
        };
        // A server that closes the connection without close_notify. IMAP and SMTP mark the end of each
        // answer themselves, so that a truncation is noticed.
        match result {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(0),
            result => result,
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.tls {
            None => self.timed.write(bytes),
            Some(tls) => rustls::Stream::new(&mut **tls, &mut self.timed).write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.tls {
            None => self.timed.flush(),
            Some(tls) => rustls::Stream::new(&mut **tls, &mut self.timed).flush(),
        }
    }
}

impl Timed {
    fn limit(&self, usual: Duration) -> io::Result<Duration> {
        let left = self.whole.left().ok_or_else(|| self.silent())?;
        Ok(usual.min(left))
    }

    fn timed_out(&self, error: io::Error) -> io::Error {
        match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => self.silent(),
            _ => error,
        }
    }

    fn silent(&self) -> io::Error {
        let text = format!("no answer within {} s", self.timeout.as_secs());
        io::Error::new(ErrorKind::TimedOut, text)
    }
}

impl Read for Timed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let limit = self.limit(self.slice.unwrap_or(self.timeout))?;
        self.socket.set_read_timeout(Some(limit))?;
        self.socket.read(buffer).map_err(|e| self.timed_out(e))
    }
}

impl Write for Timed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let limit = self.limit(self.timeout)?;
        self.socket.set_write_timeout(Some(limit))?;
        self.socket.write(bytes).map_err(|e| self.timed_out(e))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.socket.flush()
    }
}

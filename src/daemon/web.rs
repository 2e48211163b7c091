//! What programs that watch the server ask it over HTTP/1.1: three paths, by GET or HEAD.
//!
//! A library would bring a server for all of HTTP, whose limits would have to be found out and set; what is
//! needed is the first line of a request. Everything that a client could stretch has a limit here: the line,
//! the headers, the time, the connections at once. A connection carries one request.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{fs, thread};

use anyhow::{Context, Result, bail};

use crate::clock::Deadline;
use crate::mail::lmtp::Listen;
use crate::metrics::{MEDIA_TYPE, Metrics};

use super::health::Health;
use super::stop::Stop;

/// The longest first line of a request, and the most bytes with its headers.
const LINE: usize = 1024;
const HEAD: usize = 8 << 10;
/// What comes after the headers is read up to here, so that the client gets its answer before the connection is cut.
const REST: usize = 64 << 10;
/// A request may take so long, and its answer.
const TIME: Duration = Duration::from_secs(5);
/// So many connections are served at once; others are closed.
const CONNECTIONS: usize = 8;
/// It looks this often for a connection.
const TICK: Duration = Duration::from_millis(50);
/// The thread's name in logs.
pub(super) const NAME: &str = "web";

/// A place where programs can ask, open from the moment when it is made.
pub struct Door {
    listener: Listener,
    /// The socket in a folder, which is deleted at the end.
    socket: Option<PathBuf>,
}

enum Listener {
    Tcp(TcpListener),
    Unix(UnixListener),
}

impl Door {
    /// Listens as the settings say.
    ///
    /// # Errors
    /// The address is in use or is not one of this machine, or the socket cannot be made.
    pub fn open(listen: &Listen) -> Result<Self> {
        let door = match listen {
            Listen::Tcp(address) => {
                let listener = TcpListener::bind(address)
                    .with_context(|| format!("[metrics]: cannot listen on {address}"))?;
                listener.set_nonblocking(true)?;
                Self {
                    listener: Listener::Tcp(listener),
                    socket: None,
                }
            }
            Listen::Unix(path) => {
                let why = || format!("[metrics]: cannot listen on {}", path.display());
                let listener = socket(path).with_context(why)?;
                listener.set_nonblocking(true)?;
                Self {
                    listener: Listener::Unix(listener),
                    socket: Some(path.clone()),
                }
            }
        };
        Ok(door)
    }

    /// The next connection; `None` if nobody wants one.
    fn accept(&self) -> io::Result<Option<Box<dyn Stream>>> {
        let accepted: io::Result<Box<dyn Stream>> = match &self.listener {
            Listener::Tcp(listener) => listener.accept().map(|(stream, _)| Box::new(stream) as _),
            Listener::Unix(listener) => listener.accept().map(|(stream, _)| Box::new(stream) as _),
        };
        match accepted {
            Ok(stream) => stream.start().map(|()| Some(stream)),
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        if let Some(path) = &self.socket {
            let _ = fs::remove_file(path);
        }
    }
}

/// A new socket that user and group may use. One that a process before has left is replaced.
fn socket(path: &Path) -> Result<UnixListener> {
    if let Ok(meta) = fs::symlink_metadata(path) {
        if !meta.file_type().is_socket() {
            bail!("another file has this name");
        }
        if UnixStream::connect(path).is_ok() {
            bail!("another process listens there");
        }
        fs::remove_file(path)?;
    }
    let listener = UnixListener::bind(path)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o660))?;
    Ok(listener)
}

/// A connection of either kind.
trait Stream: Read + Write + Send {
    /// From now on reading and writing wait.
    fn start(&self) -> io::Result<()>;
    /// Reading and writing wait at most so long.
    fn within(&self, time: Duration) -> io::Result<()>;
    /// Nothing more is written.
    fn written(&self) -> io::Result<()>;
}

macro_rules! stream {
    ($kind:ty) => {
        impl Stream for $kind {
            fn start(&self) -> io::Result<()> {
                self.set_nonblocking(false)
            }

            fn within(&self, time: Duration) -> io::Result<()> {
                self.set_read_timeout(Some(time))?;
                self.set_write_timeout(Some(time))
            }

            fn written(&self) -> io::Result<()> {
                self.shutdown(Shutdown::Write)
            }
        }
    };
}

stream!(TcpStream);
stream!(UnixStream);

/// The thread that answers, and what it knows.
pub(super) struct Web {
    pub door: Door,
    pub view: View,
    pub stop: Stop,
}

/// What can be seen from outside.
#[derive(Clone)]
pub(super) struct View {
    pub metrics: Metrics,
    pub health: Health,
}

impl Web {
    /// Works until the stop.
    pub fn run(self) {
        // Each connection holds a copy.
        let served = Arc::new(());
        let mut failed = false;
        while !self.stop.is_set() {
            match self.door.accept() {
                Ok(Some(_)) if Arc::strong_count(&served) > CONNECTIONS => {}
                Ok(Some(stream)) => self.serve(stream, Arc::clone(&served)),
                Ok(None) => {
                    failed = false;
                    self.stop.sleep(TICK);
                }
                Err(error) => {
                    // Such as too many open files: it passes.
                    if !std::mem::replace(&mut failed, true) {
                        tracing::warn!("[metrics]: cannot take a connection: {error}");
                    }
                    self.stop.sleep(TICK);
                }
            }
        }
    }

    fn serve(&self, mut stream: Box<dyn Stream>, served: Arc<()>) {
        let view = self.view.clone();
        let work = move || {
            if let Err(error) = view.answer(stream.as_mut()) {
                tracing::debug!("[metrics]: a connection has failed: {error}");
            }
            drop(served);
        };
        if let Err(error) = thread::Builder::new().name(NAME.to_owned()).spawn(work) {
            tracing::warn!("[metrics]: cannot start a thread: {error}");
        }
    }
}

/// An answer.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    status: &'static str,
    media: &'static str,
    body: String,
}

impl Answer {
    fn text(status: &'static str, line: &str) -> Self {
        Self {
            status,
            media: "text/plain; charset=utf-8",
            body: format!("{line}\n"),
        }
    }

    /// An answer that says its status once more.
    fn refusal(status: &'static str) -> Self {
        Self::text(status, &status[4..])
    }
}

impl View {
    /// Reads one request and answers it.
    fn answer(&self, stream: &mut dyn Stream) -> io::Result<()> {
        let deadline = Deadline::after(TIME);
        let (answer, whole) = match head(stream, &deadline)? {
            Ok(line) => self.to(&line),
            Err(status) => (Answer::refusal(status), true),
        };
        let allow = match answer.status {
            NOT_ALLOWED => "Allow: GET, HEAD\r\n",
            _ => "",
        };
        let mut text = format!(
            "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n{allow}Cache-Control: no-store\r\n\
             Connection: close\r\n\r\n",
            answer.status,
            answer.media,
            answer.body.len()
        );
        if whole {
            text.push_str(&answer.body);
        }
        // A time of its own: that the request took too long is said, too.
        let deadline = Deadline::after(TIME);
        stream.within(TIME)?;
        stream.write_all(text.as_bytes())?;
        stream.written()?;
        drain(stream, &deadline);
        Ok(())
    }

    /// What a request gets, by its first line, and whether with the body.
    fn to(&self, line: &str) -> (Answer, bool) {
        let words: Vec<&str> = line.split(' ').collect();
        let [method, target, version] = words[..] else {
            return (Answer::refusal(BAD_REQUEST), true);
        };
        if !matches!(version, "HTTP/1.1" | "HTTP/1.0") {
            return (Answer::refusal("505 HTTP Version Not Supported"), true);
        }
        if !matches!(method, "GET" | "HEAD") {
            return (Answer::refusal(NOT_ALLOWED), true);
        }
        let path = target.split('?').next().unwrap_or_default();
        (self.page(path), method == "GET")
    }

    fn page(&self, path: &str) -> Answer {
        let said = |trouble: Option<String>, well: &str| match trouble {
            None => Answer::text(OK, well),
            Some(why) => Answer::text("503 Service Unavailable", &why),
        };
        match path {
            "/metrics" => Answer {
                status: OK,
                media: MEDIA_TYPE,
                body: self.metrics.text(),
            },
            "/healthz" => {
                let stuck = self.health.stuck();
                let why = stuck.map(|name| format!("the {name} has not moved for a long time"));
                said(why, "alive")
            }
            "/readyz" => said(self.health.not_ready(), "ready"),
            _ => Answer::text("404 Not Found", "there are /metrics, /healthz and /readyz"),
        }
    }
}

const OK: &str = "200 OK";
const BAD_REQUEST: &str = "400 Bad Request";
const NOT_ALLOWED: &str = "405 Method Not Allowed";

/// The first line of a request, once its headers were read; or with what the request is refused (RFC 9112 section 3,
/// RFC 6585 section 5).
fn head(stream: &mut dyn Stream, deadline: &Deadline) -> io::Result<Result<String, &'static str>> {
    let mut read = Vec::new();
    let mut buffer = [0; 1024];
    loop {
        let Some(left) = deadline.left() else {
            return Ok(Err("408 Request Timeout"));
        };
        stream.within(left)?;
        let count = match stream.read(&mut buffer) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // Both are said of a time limit, depending on the system.
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                return Ok(Err("408 Request Timeout"));
            }
            Err(error) => return Err(error),
        };
        read.extend_from_slice(&buffer[..count]);
        let line = read.iter().position(|byte| *byte == b'\n');
        if line.unwrap_or(read.len()) > LINE {
            return Ok(Err("414 URI Too Long"));
        }
        if read.len() > HEAD {
            return Ok(Err("431 Request Header Fields Too Large"));
        }
        let ends = |end: &[u8]| read.windows(end.len()).any(|bytes| bytes == end);
        if let Some(line) = line
            && (ends(b"\r\n\r\n") || ends(b"\n\n"))
        {
            let line = String::from_utf8(read[..line].to_vec());
            return Ok(match line {
                Ok(line) => Ok(line.trim_end_matches('\r').to_owned()),
                Err(_) => Err(BAD_REQUEST),
            });
        }
    }
}

/// Reads what a client still sends: a connection that is closed with bytes unread may lose the answer.
fn drain(stream: &mut dyn Stream, deadline: &Deadline) {
    let (mut buffer, mut count) = ([0; 1024], 0);
    while let Some(left) = deadline.left().filter(|_| count < REST) {
        match stream.within(left).and_then(|()| stream.read(&mut buffer)) {
            Ok(more) if more > 0 => count += more,
            _ => return,
        }
    }
}

#[cfg(test)]
mod tests;

//! What programs that watch the server ask it over HTTP/1.1: three paths, by GET or HEAD.
//!
//! A library would bring a server for all of HTTP, whose limits would have to be found out and set; what is
//! needed is the first line of a request. Everything that a client could stretch has a limit here: the line,
//! the headers, the time, the connections at once. A connection carries one request.

use std::io::{self, ErrorKind, Read, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::clock::Deadline;
use crate::listen::{Listener, Stream};
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

/// The thread that answers, and what it knows.
pub(super) struct Web {
    pub listener: Listener,
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
            match self.listener.accept(TICK) {
                Ok(Some(_)) if Arc::strong_count(&served) > CONNECTIONS => {}
                Ok(Some((stream, _))) => self.serve(stream, Arc::clone(&served)),
                Ok(None) => failed = false,
                Err(error) => {
                    // Such as too many open files: it passes.
                    if !std::mem::replace(&mut failed, true) {
                        tracing::warn!("[metrics]: {error:#}");
                    }
                    self.stop.sleep(TICK);
                }
            }
        }
    }

    fn serve(&self, mut stream: Stream, served: Arc<()>) {
        let view = self.view.clone();
        let work = move || {
            if let Err(error) = view.answer(&mut stream) {
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
    fn answer(&self, stream: &mut Stream) -> io::Result<()> {
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
        stream.within(TIME, TIME)?;
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
fn head(stream: &mut Stream, deadline: &Deadline) -> io::Result<Result<String, &'static str>> {
    let mut read = Vec::new();
    let mut buffer = [0; 1024];
    loop {
        let Some(left) = deadline.left() else {
            return Ok(Err("408 Request Timeout"));
        };
        stream.within(left, left)?;
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
fn drain(stream: &mut Stream, deadline: &Deadline) {
    let (mut buffer, mut count) = ([0; 1024], 0);
    while let Some(left) = deadline.left().filter(|_| count < REST) {
        match stream
            .within(left, left)
            .and_then(|()| stream.read(&mut buffer))
        {
            Ok(more) if more > 0 => count += more,
            _ => return,
        }
    }
}

#[cfg(test)]
mod tests;

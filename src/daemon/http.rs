//! An HTTP/1.1 server for few clients: a connection carries one request, and everything that a client could stretch has a
//! limit. HTTP itself is read by hyper; what is answered, by an [`Answering`].

use std::cell::RefCell;
use std::future::poll_fn;
use std::io;
use std::rc::Rc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Collected, Full, Limited};
use hyper::body::Incoming;
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, UnixListener};
use tokio::runtime::Builder;
use tokio::task::LocalSet;
use tokio::time::{sleep, timeout};

use crate::listen::{Listener, ListeningSocket};

use super::stop::Stop;

/// The most bytes of a request with its headers.
const HEAD: usize = 8 << 10;
/// So much of a body, and of what a client still sends after the answer, is read, so that it gets the answer before the connection is cut.
const REST: usize = 64 << 10;
/// A connection may take so long: its request, and the answer.
pub(super) const TIME: Duration = Duration::from_secs(10);
/// It looks this often for the stop.
const TICK: Duration = Duration::from_millis(50);

/// What answers requests. One is answered after the other.
pub(super) trait Answering {
    /// The answer to a request.
    fn answer(&mut self, request: &Request<Bytes>) -> Response<Bytes>;
    /// The answer to a request that is not looked at.
    fn refuse(&self, status: StatusCode) -> Response<Bytes> {
        refusal(status)
    }
    /// The most bytes of a body.
    fn longest_body(&self) -> usize {
        0
    }
}

/// A server, which its thread runs.
pub(super) struct HttpServer<A> {
    /// Where clients connect.
    pub listener: Listener,
    /// What is answered.
    pub answering: A,
    /// So many connections are served at once; others are closed.
    pub connections: usize,
    pub stop: Stop,
    /// The section of the settings, for the log.
    pub section: &'static str,
}

/// Where connections come from.
enum Accepting {
    Unix(UnixListener),
    Tcp(TcpListener),
}

impl<A: Answering + 'static> HttpServer<A> {
    /// Works until the stop, or as long as the system lets it wait for connections.
    pub fn run(self) {
        let section = self.section;
        let runtime = Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .build();
        let ended = runtime.and_then(|runtime| LocalSet::new().block_on(&runtime, self.serve()));
        if let Err(error) = ended {
            tracing::error!("{section}: cannot wait for connections: {error}");
        }
    }

    async fn serve(self) -> io::Result<()> {
        let Self {
            listener,
            answering,
            connections,
            stop,
            section,
        } = self;
        let answering = Rc::new(RefCell::new(answering));
        let accepting = match listener.socket()? {
            ListeningSocket::Unix(socket) => Accepting::Unix(UnixListener::from_std(socket)?),
            ListeningSocket::Tcp(socket) => Accepting::Tcp(TcpListener::from_std(socket)?),
        };
        // Each connection holds a copy.
        let served = Rc::new(());
        let mut failed = false;
        while !stop.is_set() {
            let Ok(accepted) = timeout(TICK, accepting.accept()).await else {
                failed = false;
                continue;
            };
            let stream = match accepted {
                Ok(stream) => stream,
                Err(error) => {
                    // Such as too many open files: it passes.
                    if !std::mem::replace(&mut failed, true) {
                        tracing::warn!("{section}: cannot take a connection: {error}");
                    }
                    sleep(TICK).await;
                    continue;
                }
            };
            if Rc::strong_count(&served) > connections {
                continue;
            }
            let (answering, held) = (Rc::clone(&answering), Rc::clone(&served));
            tokio::task::spawn_local(async move {
                let ended = timeout(TIME, answer_on(stream, &answering)).await;
                if let Ok(Err(error)) = ended {
                    tracing::debug!("{section}: a connection has failed: {error}");
                }
                drop(held);
            });
        }
        Ok(())
    }
}

/// A connection of either kind.
trait Connection: AsyncRead + AsyncWrite + Unpin {}

impl<C: AsyncRead + AsyncWrite + Unpin> Connection for C {}

impl Accepting {
    async fn accept(&self) -> io::Result<Box<dyn Connection>> {
        Ok(match self {
            Self::Unix(listener) => Box::new(listener.accept().await?.0),
            Self::Tcp(listener) => Box::new(listener.accept().await?.0),
        })
    }
}

/// Answers the request of a connection.
async fn answer_on<A: Answering>(
    stream: Box<dyn Connection>,
    answering: &RefCell<A>,
) -> io::Result<()> {
    let service = service_fn(|request| Box::pin(read_and_answer(request, answering)));
    let mut connection = http1::Builder::new()
        .keep_alive(false)
        .max_buf_size(HEAD)
        .timer(TokioTimer::new())
        .header_read_timeout(TIME)
        .serve_connection(TokioIo::new(stream), service);
    let served = poll_fn(|context| connection.poll_without_shutdown(context)).await;
    // A connection that is closed with bytes unread may lose the answer.
    let mut stream = connection.into_parts().io.into_inner();
    stream.shutdown().await?;
    let (mut buffer, mut count) = ([0; 1024], 0);
    while count < REST {
        match stream.read(&mut buffer).await? {
            0 => break,
            more => count += more,
        }
    }
    served.map_err(io::Error::other)
}

async fn read_and_answer<A: Answering>(
    request: Request<Incoming>,
    answering: &RefCell<A>,
) -> Result<Response<Full<Bytes>>, hyper::Error> {
    let (head, body) = request.into_parts();
    let body = Limited::new(body, REST).collect().await;
    let mut answering = answering.borrow_mut();
    let longest = answering.longest_body();
    let body = body.ok().map(Collected::to_bytes);
    let answer = match body.filter(|body| body.len() <= longest) {
        Some(body) => answering.answer(&Request::from_parts(head, body)),
        None => answering.refuse(StatusCode::PAYLOAD_TOO_LARGE),
    };
    Ok(answer.map(Full::new))
}

/// An answer in plain text.
pub(super) fn plain(status: StatusCode, line: &str) -> Response<Bytes> {
    let mut response = Response::new(format!("{line}\n").into());
    *response.status_mut() = status;
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, plain);
    response
}

/// An answer that says its status once more.
pub(super) fn refusal(status: StatusCode) -> Response<Bytes> {
    plain(status, status.canonical_reason().unwrap_or_default())
}

//! Requests as clients write them, over a socket in a folder.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::thread;
use std::time::Duration;

use crate::clock::Stopwatch;
use crate::listen::{Listen, Listener};
use crate::metrics::Metrics;

use super::super::http::{HttpServer, TIME};
use super::super::stop::Stop;
use super::*;

/// A server over a socket, which ends with the test.
struct Served {
    folder: tempfile::TempDir,
    health: Health,
    metrics: Metrics,
    stop: Stop,
    thread: Option<thread::JoinHandle<()>>,
}

impl Served {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (stop, health) = (Stop::default(), Health::default());
        let metrics = Metrics::new(0.0, &[]);
        let socket = Listen::Unix(folder.path().join("socket"));
        let web = HttpServer {
            listener: Listener::bind(&socket, None).expect("it listens"),
            answering: View {
                metrics: metrics.clone(),
                health: health.clone(),
            },
            connections: CONNECTIONS,
            stop: stop.clone(),
            section: "[metrics]",
        };
        Self {
            folder,
            health,
            metrics,
            stop,
            thread: Some(thread::spawn(|| web.run())),
        }
    }

    fn connect(&self) -> UnixStream {
        UnixStream::connect(self.folder.path().join("socket")).expect("a connection")
    }

    /// The answer to some bytes.
    fn ask(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("written");
        read(&mut stream)
    }

    fn get(&self, path: &str) -> String {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop.set();
        let ended = self.thread.take().map(thread::JoinHandle::join);
        assert!(ended.is_none_or(|ended| ended.is_ok()));
        assert!(
            !self.folder.path().join("socket").exists(),
            "the socket is left"
        );
    }
}

fn read(stream: &mut UnixStream) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    text
}

#[test]
fn three_paths_are_answered() {
    let served = Served::new();
    let metrics = served.get("/metrics?x=1");
    assert!(metrics.starts_with("HTTP/1.1 200 OK\r\n"), "{metrics}");
    assert!(
        metrics.contains(&format!("content-type: {MEDIA_TYPE}\r\n")),
        "{metrics}"
    );
    let (_, body) = metrics.split_once("\r\n\r\n").expect("a body");
    assert_eq!(body, served.metrics.text());
    assert!(served.get("/healthz").ends_with("\r\n\r\nalive\n"));
    assert!(served.get("/readyz").ends_with("\r\n\r\nready\n"));
    served.health.trouble("judge", "cannot judge mail of Anna");
    let not_ready = served.get("/readyz");
    assert!(not_ready.starts_with("HTTP/1.1 503 "), "{not_ready}");
    assert!(
        not_ready.ends_with("\r\n\r\nthe database does not work\n"),
        "{not_ready}"
    );
    served.health.beat("judge", Duration::ZERO);
    assert!(
        served
            .get("/healthz")
            .ends_with("\r\n\r\nthe judge has not moved for a long time\n")
    );
}

#[test]
fn other_requests_are_refused() {
    let served = Served::new();
    let long = "x".repeat(9000);
    let many = "X: y\r\n".repeat(2000);
    for (request, status) in [
        ("GET / HTTP/1.1\r\n\r\n".to_owned(), "404"),
        ("GET /metrics/ HTTP/1.1\r\n\r\n".to_owned(), "404"),
        ("POST /metrics HTTP/1.1\r\n\r\n".to_owned(), "405"),
        ("get /metrics HTTP/1.1\r\n\r\n".to_owned(), "405"),
        ("GET /metrics HTTP/3\r\n\r\n".to_owned(), "400"),
        ("GET /metrics\r\n\r\n".to_owned(), "400"),
        (format!("GET /{long} HTTP/1.1\r\n\r\n"), "431"),
        (format!("GET /metrics HTTP/1.1\r\n{many}\r\n"), "431"),
        (
            "POST /metrics HTTP/1.1\r\nContent-Length: 1\r\n\r\nx".to_owned(),
            "413",
        ),
    ] {
        let answer = served.ask(&request);
        let begin: String = request.chars().take(40).collect();
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status} ")),
            "{begin:?}: {answer}"
        );
        assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");
    }
    let head = served.ask("HEAD /healthz HTTP/1.0\r\n\r\n");
    assert!(head.starts_with("HTTP/1.0 200 OK\r\n"), "{head}");
    assert!(
        head.contains("content-length: 6\r\n") && head.ends_with("\r\n\r\n"),
        "{head}"
    );
}

#[test]
fn slow_clients_hold_up_nobody() {
    let served = Served::new();
    let mut slow: Vec<UnixStream> = (0..CONNECTIONS).map(|_| served.connect()).collect();
    for stream in &mut slow {
        stream.write_all(b"GET /heal").expect("written");
    }
    let begun = Stopwatch::start();
    // All places are taken: others are closed until the slow ones are cut off.
    let mut alive = String::new();
    while alive.is_empty() && begun.elapsed() < 3 * TIME {
        let mut stream = served.connect();
        let _ = stream.write_all(b"GET /healthz HTTP/1.1\r\n\r\n");
        let _ = stream.read_to_string(&mut alive);
    }
    assert!(alive.ends_with("alive\n"), "{alive}");
    assert!(!read(&mut slow[0]).contains("alive"));
}

//! Measures how fast mail is fetched and sent through real servers, each compared with a minimal client
//! that does the same over one connection in the same run. A ratio below its limit fails.

use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustls::pki_types::{CertificateDer, ServerName, pem::PemObject};
use zugpost::mail::source::{ImapSource, Source};
use zugpost::mail::transport::{Delivery, Outgoing, SmtpTransport, Transport};

#[path = "../tests/server/certs.rs"]
#[allow(dead_code)]
mod certs;
#[path = "../tests/server/dovecot.rs"]
mod dovecot;
#[path = "../tests/server/exim.rs"]
mod exim;
#[path = "../tests/server/process.rs"]
#[allow(dead_code)]
mod process;
#[path = "../tests/server/world.rs"]
#[allow(dead_code)]
mod world;

use world::{PASSWORD, World};

type Tls = rustls::StreamOwned<rustls::ClientConnection, TcpStream>;

const ROUNDS: usize = 5;
const LETTERS: usize = 60;
const MAILS: usize = 1000;

fn connect(world: &World, port: u16) -> Tls {
    let mut roots = rustls::RootCertStore::empty();
    let ca = std::fs::read(world.path("etc/ca.pem")).expect("a CA");
    roots
        .add(CertificateDer::from_pem_slice(&ca).expect("PEM"))
        .expect("a CA");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from("localhost").expect("a name");
    let tls = rustls::ClientConnection::new(Arc::new(config), name).expect("TLS");
    let socket = TcpStream::connect(("127.0.0.1", port)).expect("a server");
    socket.set_nodelay(true).expect("no delay");
    rustls::StreamOwned::new(tls, socket)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// Runs both alternately, so that other load on the machine affects both alike.
fn race(mut ours: impl FnMut() -> Duration, mut bare: impl FnMut() -> Duration) -> [Duration; 2] {
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        a.push(ours());
        b.push(bare());
    }
    [median(a), median(b)]
}

fn timed(work: impl FnOnce()) -> Duration {
    let begun = Instant::now();
    work();
    begun.elapsed()
}

fn letter() -> Vec<u8> {
    let board = "8 r n b q k b n r 8\r\n".repeat(60);
    format!("From: server@chess.test\r\nTo: alice@chess.test\r\nSubject: x\r\n\r\n{board}")
        .into_bytes()
}

fn sending() -> f64 {
    let world = World::new();
    let raw = letter();
    let mut transport = SmtpTransport::new(&world.smtp("server", ""));
    let ours = || {
        let outgoing = Outgoing {
            sender: "server@chess.test",
            recipient: "alice@chess.test",
            message_id: "1@chess.test",
            raw: &raw,
        };
        transport.send(&outgoing);
        timed(|| {
            for _ in 0..LETTERS {
                assert_eq!(transport.send(&outgoing), Delivery::Sent);
            }
        })
    };
    let mut wire = BufReader::new(connect(&world, world.smtp.smtps));
    let mut say = |text: &[u8]| {
        wire.get_mut().write_all(text).expect("sent");
        let mut line = String::new();
        while line.as_bytes().get(3) != Some(&b' ') {
            line.clear();
            wire.read_line(&mut line).expect("an answer");
        }
        assert!(line.starts_with(['2', '3']), "{line}");
    };
    say(b"");
    say(b"EHLO localhost\r\n");
    let login = format!("\0server@chess.test\0{PASSWORD}");
    let login = data_encoding::BASE64.encode(login.as_bytes());
    say(format!("AUTH PLAIN {login}\r\n").as_bytes());
    let mut body = raw.clone();
    body.extend_from_slice(b".\r\n");
    let bare = || {
        timed(|| {
            for _ in 0..LETTERS {
                say(b"MAIL FROM:<server@chess.test>\r\n");
                say(b"RCPT TO:<alice@chess.test>\r\n");
                say(b"DATA\r\n");
                say(&body);
            }
        })
    };
    let [ours, bare] = race(ours, bare);
    let rate = |time: Duration| LETTERS as f64 / time.as_secs_f64();
    println!(
        "letters sent: {:.0}/s, bare {:.0}/s",
        rate(ours),
        rate(bare)
    );
    rate(ours) / rate(bare)
}

fn log_in(world: &World) -> imap::Session<Tls> {
    let mut client = imap::Client::new(connect(world, world.imap.imaps));
    client.read_greeting().expect("a greeting");
    client
        .login("server@chess.test", PASSWORD)
        .map_err(|e| e.0)
        .expect("logged in")
}

fn fetching() -> f64 {
    let world = World::with(dovecot::Options::default());
    let text = "From: a@b.test\r\nSubject: Re: your turn\r\n\r\n".to_owned()
        + &"e2e4 text\r\n".repeat(250);
    world.fill("server", (0..MAILS).map(|_| text.clone()));
    let mut source = ImapSource::new(&world.imap(""));
    assert!(!source.fetch(1).expect("fetched").is_empty());
    let mut bare = log_in(&world);
    bare.select("INBOX").expect("selected");
    // One mail was handed over above; the rest of that listing is not measured.
    while source.fetch(32).expect("fetched").len() == 32 {}
    let ours = || {
        timed(|| {
            let mut count = 0;
            loop {
                let mails = source.fetch(32).expect("fetched");
                count += black_box(&mails).len();
                if mails.len() < 32 {
                    break;
                }
            }
            assert_eq!(count, MAILS);
        })
    };
    let bare = || {
        timed(|| {
            let mails = bare.uid_fetch("1:*", "(UID BODY.PEEK[])").expect("fetched");
            assert_eq!(
                black_box(&mails)
                    .iter()
                    .filter(|m| m.body().is_some())
                    .count(),
                MAILS
            );
        })
    };
    let [ours, bare] = race(ours, bare);
    let rate = |time: Duration| MAILS as f64 / time.as_secs_f64();
    println!(
        "mails of 3 KB fetched: {:.0}/s, bare {:.0}/s",
        rate(ours),
        rate(bare)
    );
    rate(ours) / rate(bare)
}

fn polling() -> f64 {
    let world = World::with(dovecot::Options::default());
    let settings = world.imap("");
    let ours = || {
        timed(|| {
            let mut source = ImapSource::new(&settings);
            assert!(source.fetch(32).expect("fetched").is_empty());
        })
    };
    let bare = || {
        timed(|| {
            let mut session = log_in(&world);
            session.select("INBOX").expect("selected");
            black_box(session.uid_search("UNDELETED").expect("searched"));
            session.logout().expect("left");
        })
    };
    let [ours, bare] = race(ours, bare);
    let mut kept = ImapSource::new(&settings);
    let again = || timed(|| assert!(kept.fetch(32).expect("fetched").is_empty()));
    let [kept, _] = race(again, || Duration::ZERO);
    println!("an idle poll: {ours:.1?}, bare {bare:.1?}; on the kept connection {kept:.1?}");
    ours.as_secs_f64() / bare.as_secs_f64()
}

fn main() -> ExitCode {
    let (sent, fetched, polled) = (sending(), fetching(), polling());
    println!(
        "sending {sent:.2} of bare (floor 0.6), fetching {fetched:.2} (floor 0.5), idle poll {polled:.2} times bare (at most 2)"
    );
    if sent < 0.6 || fetched < 0.5 || polled > 2.0 {
        eprintln!("servers: below a floor");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

//! Measures how fast the daemon takes mails over by LMTP, from the greeting to the last 250, compared with as many
//! connections to a database that each commit one row of the same bytes in the same run. A ratio below the limit fails.

#[path = "../tests/support/lmtp_client.rs"]
mod lmtp_client;

use std::fs;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use lmtp_client::Client;

/// Connections at a time.
const CONNECTIONS: usize = 4;
/// Mails over each of them.
const MAILS: usize = 500;
const ROUNDS: usize = 5;
/// Of what the database alone does, at least so much.
const LIMIT: f64 = 0.5;

/// A mail of 3 kB that causes no letter.
fn mail(round: usize, connection: usize, number: usize) -> String {
    let text = "A line of a report that nobody answers, with a few words.\r\n".repeat(45);
    format!(
        "From: robot@example.org\r\nTo: play@example.org\r\nSubject: {number}\r\nAuto-Submitted: auto-generated\r\n\
         Message-ID: <{round}.{connection}.{number}@example.org>\r\n\r\n{text}"
    )
}

/// Runs `work` for each connection at once, and returns how long all took together.
fn together(work: impl Fn(usize) + Sync) -> Duration {
    let begun = Instant::now();
    thread::scope(|scope| {
        for connection in 0..CONNECTIONS {
            let work = &work;
            scope.spawn(move || work(connection));
        }
    });
    begun.elapsed()
}

fn hand_over(client: &mut Client, mail: &str) {
    client.say("MAIL FROM:<robot@example.org>", "250");
    client.say("RCPT TO:<play@example.org>", "250");
    client.say("DATA", "354");
    client.say(&format!("{mail}."), "250");
}

/// The daemon, ended at the end.
struct Daemon(Child);

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(folder: &Path, socket: &Path) -> Daemon {
    let program = env!("CARGO_BIN_EXE_zugpost");
    let made = Command::new(program)
        .args(["init", "--address", "play@example.org", "--dir"])
        .arg(folder)
        .stdout(Stdio::null())
        .status();
    assert!(made.expect("it starts").success());
    let file = folder.join("zugpost.toml");
    let settings = fs::read_to_string(&file).expect("settings");
    let (head, rest) = settings.split_once("[inbox]").expect("an inbox");
    let (_, tail) = rest.split_once("[outbox]").expect("an outbox");
    let inbox = format!(
        "[inbox]\nkind = \"lmtp\"\nlisten = \"unix:{}\"\n",
        socket.display()
    );
    fs::write(&file, format!("{head}{inbox}\n[outbox]{tail}")).expect("written");
    let daemon = Command::new(program)
        .arg("--config")
        .arg(&file)
        .args(["run", "--quiet"])
        .spawn();
    let daemon = Daemon(daemon.expect("it starts"));
    while UnixStream::connect(socket).is_err() {
        thread::sleep(Duration::from_millis(10));
    }
    daemon
}

fn main() -> ExitCode {
    // On the disk of the build, as a database would be, and not in memory.
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let short = tempfile::tempdir().expect("a folder for the socket");
    let socket = short.path().join("lmtp");
    let _daemon = start(folder.path(), &socket);
    let mut ratios = Vec::new();
    for round in 0..ROUNDS {
        let ours = together(|connection| {
            let mut client = Client::open(&socket);
            for number in 0..MAILS {
                hand_over(&mut client, &mail(round, connection, number));
            }
        });
        let file = folder.path().join(format!("floor{round}"));
        let open = || {
            let db = Connection::open(&file).expect("a database");
            db.busy_timeout(Duration::from_secs(60))
                .expect("a time-out");
            db.pragma_update(None, "journal_mode", "WAL").expect("WAL");
            db.pragma_update(None, "synchronous", "FULL").expect("FULL");
            db
        };
        let made = open().execute("CREATE TABLE mails (id INTEGER PRIMARY KEY, raw BLOB)", []);
        made.expect("a table");
        let floor = together(|connection| {
            let db = open();
            for number in 0..MAILS {
                let raw = mail(round, connection, number).into_bytes();
                db.execute("INSERT INTO mails (raw) VALUES (?1)", [raw])
                    .expect("written");
            }
        });
        let each = |time: Duration| time.as_secs_f64() * 1e3 / (CONNECTIONS * MAILS) as f64;
        println!(
            "{:.3} ms a mail, {:.3} ms for the database alone",
            each(ours),
            each(floor)
        );
        ratios.push(floor.as_secs_f64() / ours.as_secs_f64());
    }
    ratios.sort_by(f64::total_cmp);
    let ratio = ratios[ROUNDS / 2];
    println!(
        "{CONNECTIONS} connections of LMTP: {ratio:.2} of the database alone; at least {LIMIT}"
    );
    match ratio >= LIMIT {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

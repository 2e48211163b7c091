//! `kind = "lmtp"`: Exim hands mail over to the daemon.

use std::fs;
use std::path::Path;

use zugpost::mail::servers::Smtp;
use zugpost::mail::transport::{Delivery, Outgoing, SmtpTransport, Transport};

use crate::exim_to_lmtp;
use crate::lmtp_daemon::{ANNA, Lmtp};
use crate::process::{Server, free_port, give, group};
use crate::running::{PATIENCE, Running};

/// Exim, which takes mail from everybody, and hands over all mail to `example.org`.
struct Host {
    port: u16,
    folder: tempfile::TempDir,
    _exim: Server,
}

impl Host {
    fn new(socket: &Path) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for sub in ["etc", "spool", "log"] {
            fs::create_dir(folder.path().join(sub)).expect("a folder");
        }
        give(folder.path());
        let port = free_port();
        let exim = exim_to_lmtp::start(folder.path(), port, socket);
        Self {
            port,
            folder,
            _exim: exim,
        }
    }

    fn send(&self, from: &str, to: &str, mail: &str) {
        let settings = format!(
            "host = \"localhost\"\nport = {}\ntls = \"none\"\n",
            self.port
        );
        let settings: Smtp = toml::from_str(&settings).expect("settings");
        let sent = SmtpTransport::new(&settings).send(&Outgoing {
            sender: from,
            recipient: to,
            message_id: "1@example.org",
            raw: mail.replace('\n', "\r\n").as_bytes(),
        });
        assert_eq!(sent, Delivery::Sent);
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log/mainlog")).unwrap_or_default()
    }
}

fn server() -> Lmtp {
    Lmtp::new(&format!("group = {:?}", group()))
}

#[test]
fn a_game_is_played_by_mail_that_exim_hands_over() {
    let mut lmtp = server();
    let mut daemon = Running::start(&lmtp.place);
    daemon.letters(&lmtp.place, 2);
    let host = Host::new(&lmtp.socket());
    for (number, square) in ["@@a3", "@@a6", "@@b3"].iter().enumerate() {
        let player = [ANNA, "boris@example.net"][number % 2];
        let letter = lmtp.place.newest(player, 1);
        let mail = lmtp.place.answer(&letter, square);
        let to = format!("play+{}@example.org", letter.reply_token());
        host.send(player, &to, &mail);
        daemon.letters(&lmtp.place, 2 + 2 * (number + 1));
    }
    assert_eq!(lmtp.turns(), 3, "{}", host.log());
    // Exim has heard that they are stored: it keeps none.
    daemon.until("delivered", |_| {
        host.log().matches("Completed").count() == 3
    });
}

#[test]
fn a_recipient_that_is_not_ours_is_refused_and_a_mail_that_is_not_stored_comes_again() {
    let mut lmtp = server();
    let mut daemon = Running::start(&lmtp.place);
    daemon.letters(&lmtp.place, 2);
    let host = Host::new(&lmtp.socket());
    host.send(
        "x@elsewhere.example",
        "nobody@example.org",
        "Subject: x\n\nx\n",
    );
    daemon.until("refused", |_| host.log().contains("550 5.1.1"));
    let database = rusqlite::Connection::open(lmtp.place.path("data/zugpost.db")).expect("opened");
    database.execute_batch("BEGIN IMMEDIATE").expect("locked");
    let letter = lmtp.place.newest(ANNA, 1);
    let mail = lmtp.place.answer(&letter, "@@a3");
    host.send(
        ANNA,
        &format!("play+{}@example.org", letter.reply_token()),
        &mail,
    );
    // Each write waits ten seconds for the lock, and others may be written before the mail is.
    daemon.until_within(4 * PATIENCE, "put off", |_| {
        host.log().contains("451 4.3.0")
    });
    assert_eq!(lmtp.turns(), 0);
    database.execute_batch("ROLLBACK").expect("unlocked");
    daemon.letters(&lmtp.place, 4);
    assert_eq!(lmtp.turns(), 1);
}

#[test]
fn a_long_mail_is_taken_and_cut() {
    let lmtp = server();
    let mut daemon = Running::start(&lmtp.place);
    daemon.letters(&lmtp.place, 2);
    let host = Host::new(&lmtp.socket());
    let long = format!(
        "From: {ANNA}\nSubject: x\n\n{}",
        "0123456789\n".repeat(300_000)
    );
    host.send(ANNA, "play@example.org", &long);
    daemon.until("delivered", |_| host.log().contains("Completed"));
    let log = host.log();
    assert!(
        log.contains("250 2.0.0 stored") && !log.contains("**"),
        "{log}"
    );
}

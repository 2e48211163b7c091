//! `kind = "lmtp"`: the daemon and a client that says what it is told to say.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::place::Place;
use super::running::{PATIENCE, Running};

pub const ANNA: &str = "anna@example.org";
const BORIS: &str = "boris@example.net";

/// A server whose mail is handed over at a socket, which other users can reach.
pub struct Lmtp {
    pub place: Place,
    folder: tempfile::TempDir,
}

impl Lmtp {
    /// A server with a game of two players.
    pub fn new(more: &str) -> Self {
        // Paths of sockets have 108 bytes at most.
        let folder = tempfile::Builder::new()
            .prefix("zp")
            .permissions(fs::Permissions::from_mode(0o755))
            .tempdir()
            .expect("a folder");
        let place = Place::new();
        place.new_game();
        let lmtp = Self { place, folder };
        lmtp.listen_at(&lmtp.socket(), more);
        lmtp
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn socket(&self) -> PathBuf {
        self.folder.path().join("lmtp")
    }

    /// Changes the settings.
    fn listen_at(&self, socket: &Path, more: &str) {
        let file = self.place.path("zugpost.toml");
        let text = fs::read_to_string(&file).expect("settings");
        let (head, rest) = text.split_once("[inbox]").expect("an inbox");
        let (_, tail) = rest.split_once("[outbox]").expect("an outbox");
        let listen = format!("unix:{}", socket.display());
        let inbox = format!("kind = \"lmtp\"\nlisten = {listen:?}\n{more}\n");
        fs::write(file, format!("{head}[inbox]\n{inbox}\n[outbox]{tail}")).expect("written");
    }

    pub fn turns(&self) -> usize {
        let shown = self.place.ok(&["game", "show", "1", "--json"]);
        let shown: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
        shown["turns"].as_array().expect("turns").len()
    }

    fn mails(&self) -> usize {
        let listed = self.place.ok(&["mail", "list", "--json"]);
        listed
            .lines()
            .filter(|line| line.contains("\"id\":\"i"))
            .count()
    }
}

/// A client of LMTP.
struct Client(BufReader<UnixStream>);

impl Client {
    fn connect(lmtp: &Lmtp) -> Self {
        let stream = UnixStream::connect(lmtp.socket()).expect("connected");
        // Each write waits ten seconds for a lock, and others may be written before the mail is.
        let limit = Some(4 * PATIENCE);
        stream.set_read_timeout(limit).expect("a limit");
        Self(BufReader::new(stream))
    }

    fn greeted(lmtp: &Lmtp) -> Self {
        let mut client = Self::connect(lmtp);
        assert!(client.hear().starts_with("220 example.org LMTP"));
        let hello = client.ask("LHLO mx.example.org");
        assert!(hello.contains("ENHANCEDSTATUSCODES"), "{hello}");
        client
    }

    /// One reply, with all its lines; empty at the end of the connection.
    fn hear(&mut self) -> String {
        let mut reply = String::new();
        loop {
            let mut line = String::new();
            let _ = self.0.read_line(&mut line);
            reply.push_str(&line);
            if line.as_bytes().get(3) != Some(&b'-') {
                return reply;
            }
        }
    }

    fn say(&mut self, text: &str) {
        self.0.get_mut().write_all(text.as_bytes()).expect("said");
    }

    fn ask(&mut self, line: &str) -> String {
        self.say(&format!("{line}\r\n"));
        self.hear()
    }

    /// Hands a mail over; returns the reply for each recipient.
    fn hand_over(&mut self, from: &str, to: &[&str], mail: &str) -> Vec<String> {
        assert!(self.ask(&format!("MAIL FROM:<{from}>")).starts_with("250 "));
        for to in to {
            let reply = self.ask(&format!("RCPT TO:<{to}>"));
            assert!(reply.starts_with("250 2.1.5"), "{reply}");
        }
        assert!(self.ask("DATA").starts_with("354 "));
        let mail = mail.replace('\n', "\r\n").replace("\r\n.", "\r\n..");
        self.say(&format!("{mail}.\r\n"));
        to.iter().map(|_| self.hear()).collect()
    }
}

#[test]
fn a_mail_is_judged_and_answered_and_its_answer_leaves() {
    let mut lmtp = Lmtp::new("");
    let mut daemon = Running::start(&lmtp.place);
    daemon.letters(&lmtp.place, 2);
    let mode = fs::metadata(lmtp.socket()).expect("a socket").permissions();
    assert_eq!(mode.mode() & 0o777, 0o660);
    let letter = lmtp.place.newest(ANNA, 1);
    let mail = lmtp.place.answer(&letter, "@@a3");
    let to = letter.header("Reply-To");
    let to = to.trim_matches(|c| c != '@' && !char::is_alphanumeric(c));
    let to = to.rsplit(['<', ' ']).next().expect("an address");
    let mut client = Client::greeted(&lmtp);
    let stranger =
        client.ask("MAIL FROM:<x@example.org>") + &client.ask("RCPT TO:<nobody@example.org>");
    assert!(stranger.contains("550 5.1.1"), "{stranger}");
    assert!(client.ask("RSET").starts_with("250 "));
    let replies = client.hand_over(ANNA, &[to, "play@example.org"], &mail);
    assert!(
        replies.iter().all(|reply| reply.starts_with("250 2.0.0")),
        "{replies:?}"
    );
    daemon.letters(&lmtp.place, 4);
    assert_eq!(lmtp.turns(), 1);
    // A host that has not heard the reply hands it over again, here over the same connection.
    let replies = client.hand_over(ANNA, &["play@example.org"], &mail);
    assert!(replies[0].starts_with("250 2.0.0"), "{replies:?}");
    assert_eq!((lmtp.turns(), lmtp.mails()), (1, 1));
    assert_eq!(client.ask("QUIT"), "221 2.0.0 goodbye\r\n");
    let status = lmtp.place.ok(&["status"]);
    assert!(status.contains("fetching worked at"), "{status}");
    assert!(status.contains("inbox    LMTP at unix:"), "{status}");
    assert!(!status.contains("waits at the mail host"), "{status}");
    let doctor = lmtp.place.run(&["doctor"]).out;
    assert!(doctor.contains("lmtp: mail is taken"), "{doctor}");
}

#[test]
fn while_the_database_is_locked_mail_stays_at_its_host() {
    let mut lmtp = Lmtp::new("");
    let mut daemon = Running::start(&lmtp.place);
    daemon.letters(&lmtp.place, 2);
    let letter = lmtp.place.newest(ANNA, 1);
    let mail = lmtp.place.answer(&letter, "@@a3");
    let to = format!("play+{}@example.org", letter.reply_token());
    let to = [to.as_str(), "play@example.org"];
    let database = rusqlite::Connection::open(lmtp.place.path("data/zugpost.db")).expect("opened");
    database.execute_batch("BEGIN IMMEDIATE").expect("locked");
    let mut client = Client::greeted(&lmtp);
    let replies = client.hand_over(ANNA, &to, &mail);
    assert!(
        replies.iter().all(|reply| reply.starts_with("451 4.3.0")),
        "{replies:?}"
    );
    database.execute_batch("ROLLBACK").expect("unlocked");
    let replies = client.hand_over(ANNA, &to, &mail);
    assert!(
        replies.iter().all(|reply| reply.starts_with("250 ")),
        "{replies:?}"
    );
    daemon.letters(&lmtp.place, 4);
    assert_eq!((lmtp.turns(), lmtp.mails()), (1, 1));
    daemon.until("well", |_| {
        lmtp.place.ok(&["status"]).contains("error    none")
    });
}

#[test]
fn a_socket_belongs_to_one_process_and_outlives_none() {
    let lmtp = Lmtp::new("");
    let mut daemon = Running::start(&lmtp.place);
    daemon.signal("KILL");
    daemon.end();
    assert!(lmtp.socket().exists());
    let mut daemon = Running::start(&lmtp.place);
    // The log has the words of the first start, too.
    daemon.until("listening", |_| UnixStream::connect(lmtp.socket()).is_ok());
    Client::greeted(&lmtp);
    let other = Lmtp::new("");
    other.listen_at(&lmtp.socket(), "");
    let why = other.place.refused(&["run"]);
    assert!(why.contains("another process listens at"), "{why}");
    let doctor = other.place.run(&["doctor"]);
    assert_eq!(doctor.code, 0, "{doctor:?}");
    Client::greeted(&lmtp);
    daemon.signal("TERM");
    assert!(daemon.end().0.success());
    assert!(!lmtp.socket().exists());
}

#[test]
fn sessions_are_limited_and_do_not_hold_up_the_end() {
    let lmtp = Lmtp::new("");
    let mut daemon = Running::start(&lmtp.place);
    daemon.letters(&lmtp.place, 2);
    let mut open: Vec<Client> = (0..32).map(|_| Client::greeted(&lmtp)).collect();
    let reply = Client::connect(&lmtp).hear();
    assert!(reply.starts_with("421 4.3.2 too many"), "{reply}");
    // Two are within a mail; the others wait.
    for client in &mut open[..2] {
        client.ask("MAIL FROM:<x@example.org>");
        client.ask("RCPT TO:<play@example.org>");
        assert!(client.ask("DATA").starts_with("354 "));
        client.say("Subject: x\r\n");
    }
    drop(open.pop());
    daemon.until("room again", |_| {
        let mut client = Client::connect(&lmtp);
        client.hear().starts_with("220 ")
    });
    daemon.signal("TERM");
    let (status, took) = daemon.end();
    assert!(
        status.success() && took < Duration::from_secs(2),
        "{took:?}"
    );
    for client in &mut open {
        let reply = client.hear();
        assert!(reply.starts_with("421 4.3.2"), "{reply}");
    }
    assert_eq!(lmtp.mails(), 0);
}

#[test]
fn without_the_daemon_mail_waits_and_everything_says_so() {
    let lmtp = Lmtp::new("");
    lmtp.place.ok(&["run", "--once"]);
    assert_eq!(lmtp.place.letters().len(), 2, "letters leave all the same");
    let said = lmtp.place.run(&["run", "--once", "-v"]).err;
    assert!(said.contains("mail comes by LMTP"), "{said}");
    let status = lmtp.place.ok(&["status"]);
    assert!(status.contains("mail waits at the mail host"), "{status}");
    let doctor = lmtp.place.run(&["doctor"]);
    assert!(doctor.out.contains("nobody takes mail"), "{doctor:?}");
    assert_eq!(fs::read_dir(lmtp.folder()).expect("a folder").count(), 0);
    // `receive` is possible beside it, for mail that another host has.
    let mail = format!("From: {BORIS}\nMessage-ID: <1@x>\nSubject: help\n\nhelp\n");
    let ran = lmtp.place.with_input(&["receive"], mail.as_bytes());
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(lmtp.mails(), 1);
}

/// Changes the settings so that copies are kept.
fn with_copies(lmtp: &Lmtp) -> PathBuf {
    let dir = lmtp.folder().join("copies");
    lmtp.listen_at(
        &lmtp.socket(),
        &format!("copy = \"maildir:{}\"", dir.display()),
    );
    dir
}

fn make_maildir(dir: &Path) {
    for part in ["cur", "new", "tmp"] {
        fs::create_dir_all(dir.join(part)).expect("made");
    }
}

fn copies(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir.join("new")).expect("a folder");
    entries
        .map(|entry| entry.expect("an entry").path())
        .collect()
}

#[test]
fn what_the_database_has_lost_is_taken_in_from_the_copies() {
    let mut lmtp = Lmtp::new("");
    let dir = with_copies(&lmtp);
    make_maildir(&dir);
    let mut daemon = Running::start(&lmtp.place);
    daemon.letters(&lmtp.place, 2);
    let letter = lmtp.place.newest(ANNA, 1);
    let mail = lmtp.place.answer(&letter, "@@a3");
    // The key is in the envelope alone.
    let key = letter.reply_token();
    let mail = mail.replace(&key, "gone");
    let to = format!("play+{key}@example.org");
    let backup = lmtp.place.path("backup.db");
    lmtp.place.ok(&["db", "backup", &backup, "--with-mail"]);
    let mut client = Client::greeted(&lmtp);
    for to in [to.as_str(), "play@example.org"] {
        let replies = client.hand_over(ANNA, &[to], &mail);
        assert!(replies[0].starts_with("250 "), "{replies:?}");
    }
    daemon.letters(&lmtp.place, 4);
    let stored = |lmtp: &Lmtp| {
        let database = rusqlite::Connection::open(lmtp.place.path("data/zugpost.db"));
        let sql = "SELECT source, env_sender, env_rcpts, coalesce(arrived_at, received_at), raw
             FROM inbox JOIN inbox_raw USING (id)";
        let row = database.expect("opened").query_row(sql, [], |row| {
            let texts: Result<Vec<String>, _> = (0..4).map(|at| row.get(at)).collect();
            Ok((texts?, row.get::<_, Vec<u8>>(4)?))
        });
        row.expect("a mail")
    };
    let (first, raw) = stored(&lmtp);
    assert_eq!(copies(&dir).len(), 1);
    let known = lmtp.place.ok(&["mail", "rescan"]);
    let nothing = "1 copy was read: 1 mail was known, 0 were taken in\n";
    assert_eq!(known, nothing);
    daemon.signal("TERM");
    daemon.end();
    // The turn is lost with the database.
    for file in ["zugpost.db-wal", "zugpost.db-shm"] {
        let _ = fs::remove_file(lmtp.place.path(&format!("data/{file}")));
    }
    fs::copy(&backup, lmtp.place.path("data/zugpost.db")).expect("restored");
    assert_eq!((lmtp.turns(), lmtp.mails()), (0, 0));
    let tried = lmtp.place.ok(&["mail", "rescan", "--dry-run", "--json"]);
    let tried: serde_json::Value = serde_json::from_str(&tried).expect("JSON");
    let expected = serde_json::json!({"read": 1, "known": 0, "taken_in": 1, "unreadable": [], "dry_run": true});
    assert_eq!((tried, lmtp.mails()), (expected, 0));
    // What is no copy is named.
    let other = dir.join("new/other");
    fs::write(&other, &mail).expect("written");
    let taken = lmtp.place.ok(&["mail", "rescan"]);
    let expected = "1 copy was read: 0 mails were known, 1 was taken in;";
    assert!(taken.starts_with(expected), "{taken}");
    assert!(taken.contains("passed over: "), "{taken}");
    fs::remove_file(other).expect("removed");
    lmtp.place.ok(&["run", "--once"]);
    assert_eq!((lmtp.turns(), lmtp.mails()), (1, 1));
    let (again, raw_again) = stored(&lmtp);
    assert_eq!(again[..3], first[..3]);
    assert_eq!(raw_again, raw);
    // It was copied before it was stored.
    assert!(again[3] <= first[3], "{again:?} {first:?}");
    assert_eq!(lmtp.place.ok(&["mail", "rescan"]), nothing);
    assert_eq!((lmtp.turns(), lmtp.mails()), (1, 1));
}

#[test]
fn a_mail_without_a_copy_stays_at_its_host() {
    let lmtp = Lmtp::new("");
    let doctor = lmtp.place.run(&["doctor"]).out;
    assert!(doctor.contains("in the database alone"), "{doctor}");
    let why = lmtp.place.refused(&["mail", "rescan"]);
    assert!(why.contains("no copies are kept"), "{why}");
    let dir = with_copies(&lmtp);
    let doctor = lmtp.place.run(&["doctor"]);
    let wrong = doctor.out.contains("copies cannot be written");
    assert!(doctor.code == 1 && wrong, "{doctor:?}");
    let mut daemon = Running::start(&lmtp.place);
    daemon.letters(&lmtp.place, 2);
    let mail = format!("From: {BORIS}\nMessage-ID: <1@x>\nSubject: help\n\nhelp\n");
    let mut client = Client::greeted(&lmtp);
    let replies = client.hand_over(BORIS, &["play@example.org"], &mail);
    assert!(replies[0].starts_with("451 4.3.0"), "{replies:?}");
    assert_eq!(lmtp.mails(), 0);
    daemon.until("trouble", |daemon| {
        let trouble = "cannot write the copy of a mail to ";
        daemon.log().contains(trouble) && lmtp.place.ok(&["status"]).contains(trouble)
    });
    make_maildir(&dir);
    let replies = client.hand_over(BORIS, &["play@example.org"], &mail);
    assert!(replies[0].starts_with("250 "), "{replies:?}");
    daemon.until("well", |daemon| {
        daemon.log().contains("copies of mails are written again")
            && lmtp.place.ok(&["status"]).contains("error    none")
    });
    assert_eq!((lmtp.mails(), copies(&dir).len()), (1, 1));
    let doctor = lmtp.place.run(&["doctor"]);
    assert!(!doctor.out.contains("cannot be written"), "{doctor:?}");
    daemon.signal("TERM");
    daemon.end();
    // One that is too old is deleted by the next daemon.
    let old = fs::File::create(dir.join("new/old")).expect("made");
    old.set_modified(std::time::SystemTime::UNIX_EPOCH)
        .expect("set");
    let mut daemon = Running::start(&lmtp.place);
    daemon.until("deleted", |daemon| {
        daemon.log().contains("old copies of mails were deleted: 1")
    });
    assert_eq!(copies(&dir).len(), 1);
}

#[test]
fn other_inboxes_keep_their_mail_and_say_so() {
    let why = Place::new().refused(&["mail", "rescan"]);
    assert!(why.contains(".Processed/cur back to new"), "{why}");
}

#[test]
fn wrong_settings_are_named() {
    let lmtp = Lmtp::new("group = \"no-such-group\"");
    let why = lmtp.place.refused(&["run"]);
    assert!(why.contains("there is no group no-such-group"), "{why}");
    lmtp.listen_at(&lmtp.folder().join("missing/lmtp"), "");
    let why = lmtp.place.refused(&["run"]);
    assert!(why.contains("RuntimeDirectory=zugpost"), "{why}");
}

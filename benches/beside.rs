//! Measures how much later a mail is answered while the house player thinks at its highest level: from the last 250 of LMTP
//! until the letter lies in the player's Maildir, mail by mail, without a thinker, beside one, and without one again. A
//! difference of the medians beyond the limit fails.

#[path = "../tests/support/lmtp_client.rs"]
mod lmtp_client;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use lmtp_client::Client;

/// Mails of a measurement, each of a player of its own.
const MAILS: usize = 40;
/// Games in which the program thinks, so that it thinks all the time.
const THOUGHT: usize = 12;
/// A mail may be answered so much later.
const LIMIT: Duration = Duration::from_millis(50);
/// Between two mails.
const PAUSE: Duration = Duration::from_millis(50);
const PATIENCE: Duration = Duration::from_secs(120);

/// The daemon, ended at the end.
struct Daemon(Child);

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server in a folder.
struct Place {
    folder: PathBuf,
    socket: PathBuf,
}

impl Place {
    fn new(folder: &Path, socket: &Path) -> Self {
        let place = Self {
            folder: folder.to_owned(),
            socket: socket.to_owned(),
        };
        let made = Command::new(env!("CARGO_BIN_EXE_zugpost"))
            .args(["init", "--address", "play@example.org", "--dir"])
            .arg(folder)
            .stdout(Stdio::null())
            .status();
        assert!(made.expect("it starts").success());
        let file = folder.join("zugpost.toml");
        let settings = fs::read_to_string(&file).expect("settings");
        let (head, rest) = settings.split_once("[inbox]").expect("an inbox");
        let (_, tail) = rest.split_once("[outbox]").expect("an outbox");
        let socket = socket.display();
        let inbox = format!("[inbox]\nkind = \"lmtp\"\nlisten = \"unix:{socket}\"\n");
        fs::write(&file, format!("{head}{inbox}\n[outbox]{tail}")).expect("written");
        place
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_zugpost"));
        command
            .arg("--config")
            .arg(self.folder.join("zugpost.toml"))
            .stdout(Stdio::null());
        command
    }

    /// A game of chess between this player and another one.
    fn new_game(&self, number: usize) {
        let white = format!("Player {number} <{}>", address(number));
        let black = format!("Other {number} <other{number}@example.net>");
        let made = self
            .command()
            .args(["game", "new", "chess", "--white", &white, "--black", &black])
            .status();
        assert!(made.expect("it starts").success());
    }

    fn start(&self) -> Daemon {
        let daemon = self.command().args(["run", "--quiet"]).spawn();
        Daemon(daemon.expect("it starts"))
    }

    /// The letters that a player has got.
    fn letters(&self, number: usize) -> Vec<PathBuf> {
        let folder = self
            .folder
            .join("mail/out")
            .join(address(number))
            .join("new");
        let files = fs::read_dir(folder).into_iter().flatten().flatten();
        files.map(|file| file.path()).collect()
    }

    /// Waits until a player has got so many letters.
    fn until(&self, number: usize, count: usize) {
        let begun = Instant::now();
        while self.letters(number).len() < count {
            assert!(
                begun.elapsed() < PATIENCE,
                "no letter to {}",
                address(number)
            );
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// A player answers the first letter with this line.
    fn answer(&self, number: usize, line: &str) {
        let letters = self.letters(number);
        let letter = fs::read_to_string(letters.first().expect("a letter")).expect("a letter");
        let head = letter.replace("\r\n ", " ");
        let header = |name: &str| {
            let mut lines = head.lines();
            let found = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
            found.expect("a header").to_owned()
        };
        let (reply, subject, from) = (header("Reply-To"), header("Subject"), address(number));
        let to = reply.rsplit_once('<').map_or(reply.as_str(), |(_, to)| to);
        let to = to.trim_end_matches('>');
        let mut client = Client::open(&self.socket);
        client.say(&format!("MAIL FROM:<{from}>"), "250");
        client.say(&format!("RCPT TO:<{to}>"), "250");
        client.say("DATA", "354");
        let mail = format!(
            "From: {from}\r\nTo: {to}\r\nSubject: Re: {subject}\r\nMessage-ID: <{number}@example.org>\r\n\r\n{line}\r\n."
        );
        client.say(&mail, "250");
    }

    /// How long answers take to turns of these players, one after the other.
    fn times(&self, first: usize) -> Vec<Duration> {
        let time = |number| {
            thread::sleep(PAUSE);
            self.answer(number, "e4");
            let begun = Instant::now();
            self.until(number, 2);
            begun.elapsed()
        };
        (first..first + MAILS).map(time).collect()
    }
}

fn address(number: usize) -> String {
    format!("player{number}@example.org")
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn main() -> ExitCode {
    // On the disk of the build, as a database would be, and not in memory.
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let short = tempfile::tempdir().expect("a folder for the socket");
    let place = Place::new(folder.path(), &short.path().join("lmtp"));
    let players = 3 * MAILS + THOUGHT;
    (0..players).for_each(|number| place.new_game(number));
    let _daemon = place.start();
    (0..players).for_each(|number| place.until(number, 1));

    let mut without = place.times(0);
    let thinkers = 3 * MAILS..players;
    for number in thinkers.clone() {
        place.answer(
            number,
            "challenge partner chess level 5 time 5d/move as black",
        );
    }
    // The answer, and the first letter of the game.
    thinkers.clone().for_each(|number| place.until(number, 2));
    let mut beside = place.times(MAILS);
    let played = thinkers.filter(|number| place.letters(*number).len() > 3);
    let played = played.count();
    assert!(played < THOUGHT, "the program did not think all the time");
    // Until it has thought enough.
    (3 * MAILS..players).for_each(|number| place.until(number, 4));
    without.extend(place.times(2 * MAILS));

    let [without, beside] = [median(&mut without), median(&mut beside)];
    let later = beside.saturating_sub(without);
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "a mail is answered after {:.1} ms, beside a thinker of level 5 after {:.1} ms: {:.1} ms later; at most {:.0}",
        ms(without),
        ms(beside),
        ms(later),
        ms(LIMIT)
    );
    match later <= LIMIT {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

//! A server that plays twenty games at once over IMAP and SMTP, killed again and again at named points and
//! at random instants. The mail host is a part of the test, and lives on.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rand::rngs::ChaCha12Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use serde_json::Value;

use super::database::On;
use super::host::{Host, Taken, Then};
use super::place::Place;
use super::players::{Line, PLAYERS, Players, lock};
use super::running::Running;
use super::server;

const GAMES: usize = 20;
/// How often the server is killed at each point; unset: a few times.
const KILLS: &str = "ZUGPOST_KILLS";
/// How long anything may take before the test fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where the server is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum At {
    /// It has passed a point of its own.
    Point(&'static str),
    /// The relay has taken a letter, and has not said so.
    Dot,
    /// The relay has said so.
    Taken,
    /// At a random instant.
    Instant,
}

/// All points, with the name that the histogram has for each.
const POINTS: [(&str, &[At]); 9] = [
    ("fetched", &[At::Point("Fetched")]),
    (
        // The key of a mail or of a letter is read.
        "mail or letter in hand",
        &[
            At::Point("TokenRead"),
            At::Point("Begun"),
            At::Point("Judged"),
        ],
    ),
    ("inbox committed", &[At::Point("Stored")]),
    ("marked", &[At::Point("Marked")]),
    (
        "in the transaction",
        &[
            At::Point("LetterWritten"),
            At::Point("MailsWritten"),
            At::Point("DecisionsWritten"),
        ],
    ),
    ("committed", &[At::Point("Committed")]),
    ("after the dot", &[At::Dot]),
    ("after the 250", &[At::Taken]),
    ("random instant", &[At::Instant]),
];

/// What the relay does: it kills the server, if it is to.
#[derive(Default)]
struct Trap {
    child: Option<Child>,
    at: Option<At>,
    /// How often the point has to be passed.
    left: usize,
}

impl Trap {
    /// Whether the server is killed now.
    fn sprung(&mut self, at: At) -> bool {
        if self.at != Some(at) {
            return false;
        }
        self.left -= 1;
        if self.left > 0 {
            return false;
        }
        self.at = None;
        let child = self.child.as_mut().expect("a server");
        child.kill().expect("killed");
        true
    }
}

/// Writes settings with this mail host.
fn configure(place: &Place, host: &Host, further: &str) {
    let file = place.path("zugpost.toml");
    let text = fs::read_to_string(&file).expect("settings");
    let (head, _) = text.split_once("[inbox]").expect("an inbox");
    let sections = format!("[inbox]\n{}[outbox]\n{}", host.inbox(20), host.outbox(20));
    // Two players write more mails than people do.
    let limits = "[limits]\nmails = 1000000\nmegabytes = 10000\nall_mails = 1000000\nall_megabytes = 10000\n";
    fs::write(&file, format!("{head}{sections}{limits}{further}")).expect("written");
}

/// A letter that the relay has taken.
struct Arrival {
    when: When,
    recipient: String,
    headline: String,
    id: String,
    /// By which its bytes are known: there may be too many letters to keep all of them.
    bytes: (usize, u64),
}

impl Arrival {
    fn new(when: When, letter: &Taken) -> Self {
        let mut hash = DefaultHasher::new();
        hash.write(letter.raw.as_bytes());
        Self {
            when,
            recipient: letter.recipient.clone(),
            headline: letter.headline(),
            id: letter.header("Message-ID"),
            bytes: (letter.raw.len(), hash.finish()),
        }
    }
}

/// When a letter was taken.
#[derive(Clone, Copy, Debug)]
pub struct When {
    /// The life of the server.
    life: usize,
    pub at: Instant,
}

/// A letter that was sent twice: when it was taken first, and when next.
#[derive(Clone, Debug)]
pub struct Twice {
    pub id: String,
    pub first: When,
    pub next: When,
}

/// Players, and the server that they play on.
pub struct Club {
    pub place: Place,
    host: Host,
    players: Arc<Players>,
    trap: Arc<Mutex<Trap>>,
    arrivals: Arc<Mutex<Vec<Arrival>>>,
    /// How often the server was killed.
    life: Arc<AtomicUsize>,
    /// How many games are played at once.
    games: usize,
}

impl Club {
    /// A club whose settings have further sections. `begun` is done before the first game.
    pub fn new(games: usize, further: &str, begun: impl Fn(&Place)) -> Self {
        let (place, host) = (Place::new(), Host::new());
        configure(&place, &host, further);
        begun(&place);
        let players = Players {
            lines: Mutex::default(),
            chance: Mutex::new(ChaCha12Rng::seed_from_u64(20)),
            mails: AtomicUsize::new(0),
            play: AtomicBool::new(true),
            thought: AtomicU64::default(),
            thinking: AtomicUsize::default(),
        };
        let club = Self {
            place,
            host,
            players: Arc::new(players),
            trap: Arc::default(),
            arrivals: Arc::default(),
            life: Arc::default(),
            games,
        };
        club.connect();
        club.fill();
        club
    }

    /// Makes another place a host of the same server.
    pub fn join(&self, other: &Place, further: &str) {
        configure(other, &self.host, further);
        let secret = "data/zugpost.secret";
        fs::copy(self.place.path(secret), other.path(secret)).expect("copied");
    }

    /// How many turns the players have sent.
    pub fn turns(&self) -> usize {
        lock(&self.players.lines)
            .values()
            .map(|line| line.turns)
            .sum()
    }

    /// How many letters have arrived.
    pub fn letters(&self) -> usize {
        lock(&self.arrivals).len()
    }

    /// From now on the players think about an answer, for less than this.
    pub fn think(&self, most: Duration) {
        let most = u64::try_from(most.as_millis()).expect("a short time");
        self.players.thought.store(most, Ordering::SeqCst);
    }

    /// From now on the players answer no more.
    pub fn rest(&self) {
        self.players.play.store(false, Ordering::SeqCst);
    }

    /// Begins as many games as are missing from those that go on at once.
    pub fn fill(&self) {
        let listed = self.place.ok(&["game", "list", "--status", "playing"]);
        let stuck = |line: &&Line| line.next(&mut lock(&self.players.chance)).is_none();
        let stuck = lock(&self.players.lines).values().filter(stuck).count();
        let playing = listed.lines().filter(|line| line.contains("Anna")).count();
        for _ in (playing - stuck.min(playing))..self.games {
            self.begin();
        }
    }

    /// Begins a game. Its number need not be the next one.
    pub fn begin(&self) {
        let [white, black] = PLAYERS;
        let (white, black) = (format!("Anna <{white}>"), format!("Boris <{black}>"));
        let game = ["game", "new", "chess", "--json"];
        let new = [&game[..], &["--white", &white, "--black", &black]].concat();
        // Its first letter is read when its number is known.
        let mut lines = lock(&self.players.lines);
        let begun: Value = serde_json::from_str(&self.place.ok(&new)).expect("JSON");
        let number = begun["game"].as_u64().expect("a number");
        let number = usize::try_from(number).expect("a small number");
        lines.insert(number, Line::default());
    }

    /// The players read what the relay takes, and the trap waits there.
    fn connect(&self) {
        let (arrivals, life) = (self.arrivals.clone(), self.life.clone());
        let (players, host) = (self.players.clone(), self.host.clone());
        self.host.readers(move |letter| {
            let when = When {
                life: life.load(Ordering::SeqCst),
                at: Instant::now(),
            };
            lock(&arrivals).push(Arrival::new(when, letter));
            let Some(mail) = players.answer(letter) else {
                return;
            };
            let time = players.think();
            if time.is_zero() {
                host.deliver(&mail);
                return;
            }
            players.thinking.fetch_add(1, Ordering::SeqCst);
            let (players, host) = (players.clone(), host.clone());
            thread::spawn(move || {
                thread::sleep(time);
                host.deliver(&mail);
                players.thinking.fetch_sub(1, Ordering::SeqCst);
            });
        });
        let trap = self.trap.clone();
        self.host.at_smtp(move |_, command| {
            let at = match command {
                "." => At::Dot,
                "250" => At::Taken,
                _ => return Then::Serve,
            };
            if lock(&trap).sprung(at) {
                Then::Cut
            } else {
                Then::Serve
            }
        });
    }

    /// Runs the server until it is killed.
    fn live_until(&self, at: At, chance: &mut ChaCha12Rng) {
        let count = chance.random_range(1..=3);
        let point = match at {
            At::Point(point) => Some(format!("{point}:{count}")),
            _ => None,
        };
        let mut command = server::dying(&self.place, &["run", "--quiet"], point.as_deref());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut trap = lock(&self.trap);
        *trap = Trap {
            child: Some(command.spawn().expect("it starts")),
            at: Some(at),
            left: if at == At::Dot || at == At::Taken {
                count * 2
            } else {
                count
            },
        };
        drop(trap);
        if at == At::Instant {
            thread::sleep(Duration::from_millis(chance.random_range(0..700)));
            self.kill();
        }
        self.until_it_ended();
    }

    fn kill(&self) {
        let mut trap = lock(&self.trap);
        trap.child
            .as_mut()
            .expect("a server")
            .kill()
            .expect("killed");
    }

    fn until_it_ended(&self) {
        let begun = Instant::now();
        loop {
            let ended = lock(&self.trap)
                .child
                .as_mut()
                .expect("a server")
                .try_wait();
            if let Some(status) = ended.expect("a child") {
                assert_eq!(status.code(), None, "it has ended by itself: {status}");
                // What it has sent before belongs to this life.
                if self.host.open() == 0 {
                    return;
                }
            }
            assert!(
                begun.elapsed() < PATIENCE,
                "it was never killed: {:?}\n{}",
                self.left(),
                self.place.ok(&["status"])
            );
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// The players answer no more, and the server does what is left to do.
    fn finish(&self) {
        self.rest();
        let mut daemon = Running::spawn(&self.place, server::command(&self.place, &["run"], None));
        let begun = Instant::now();
        while let Some(left) = self.left() {
            assert!(begun.elapsed() < PATIENCE, "{left}\n{}", daemon.log());
            thread::sleep(Duration::from_millis(100));
        }
        daemon.signal("TERM");
        assert!(daemon.end().0.success());
    }

    fn status(&self) -> Value {
        let status = self.place.ok(&["status", "--json"]);
        serde_json::from_str(&status).expect("JSON")
    }

    /// A number of the status of the server.
    pub fn number(&self, name: &str) -> i64 {
        self.status()[name].as_i64().expect("a number")
    }

    /// Nobody has set a clock, so each flag that is due falls.
    pub fn clock_is_trusted(&self) {
        let status = self.status();
        assert_eq!(status.get("clock_stopped"), Some(&Value::Null));
    }

    /// What is not done yet.
    pub fn left(&self) -> Option<String> {
        // First: what was thought about is at the host then.
        let thinking = self.players.thinking.load(Ordering::SeqCst);
        let at_host: Vec<u32> = self.host.mailbox().inbox.keys().copied().collect();
        let queue = self.place.ok(&["mail", "queue"]);
        let new = self.number("new_mails");
        let done = thinking == 0 && at_host.is_empty() && new == 0 && queue == "Nothing waits.\n";
        let kept = queue.lines().find(|line| line.contains(" kept "));
        let kept = kept.and_then(|line| line.split(' ').next());
        let report = || kept.map(|letter| self.place.ok(&["mail", "show", letter]));
        (!done).then(|| {
            let report = report().unwrap_or_default();
            format!("at the host: {at_host:?}, to judge: {new}, waiting:\n{queue}{report}")
        })
    }

    /// Every turn that was sent stands, once.
    pub fn turns_stand_once(&self) -> usize {
        let lines = lock(&self.players.lines);
        for (number, line) in lines.iter() {
            let shown = self
                .place
                .ok(&["game", "show", &number.to_string(), "--json"]);
            let shown: Value = serde_json::from_str(&shown).expect("JSON");
            let turns = shown["turns"].as_array().expect("turns").len();
            assert_eq!(turns, line.turns, "game {number}");
            // The field of the en-passant square is written by other rules elsewhere.
            let fields = |text: &str| text.split(' ').take(3).collect::<Vec<_>>().join(" ");
            let position = shown["position"].as_str().expect("a position");
            assert_eq!(
                fields(position),
                fields(&line.board.to_string()),
                "game {number}"
            );
        }
        let sum: usize = lines.values().map(|line| line.turns).sum();
        let found = self.place.ok(&["db", "replay", "--compare", "--json"]);
        let found: Value = serde_json::from_str(&found).expect("JSON");
        assert_eq!(found["differences"], serde_json::json!([]));
        assert_eq!(found["act_differences"], serde_json::json!([]));
        assert_eq!(
            (found["turns"].as_u64(), found["mails"].as_u64()),
            (Some(sum as u64), Some(sum as u64)),
            "{found}"
        );
        assert_eq!(self.host.mailbox().processed.len(), sum);
        assert_eq!(self.place.ok(&["db", "check"]), "");
        sum
    }

    /// Every letter that is owed has arrived, and all its copies are one letter. Returns those that were sent again.
    pub fn letters_have_arrived(&self) -> Vec<Twice> {
        let arrivals = lock(&self.arrivals);
        let mut ids: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
        let mut copies: BTreeMap<String, Vec<&Arrival>> = BTreeMap::new();
        for arrival in arrivals.iter() {
            let what = (arrival.recipient.clone(), arrival.headline.clone());
            ids.entry(what).or_default().insert(arrival.id.clone());
            copies.entry(arrival.id.clone()).or_default().push(arrival);
        }
        let owed = self.owed();
        assert_eq!(ids.keys().cloned().collect::<BTreeSet<_>>(), owed);
        for (what, ids) in &ids {
            assert_eq!(
                ids.len(),
                1,
                "{what:?} has come as several letters: {ids:?}"
            );
        }
        let mut again = Vec::new();
        for (id, copies) in &copies {
            for pair in copies.windows(2) {
                assert_eq!(pair[0].bytes, pair[1].bytes, "{id} differs");
                again.push(Twice {
                    id: id.clone(),
                    first: pair[0].when,
                    next: pair[1].when,
                });
            }
        }
        again
    }

    /// Who has to get which letters.
    fn owed(&self) -> BTreeSet<(String, String)> {
        let mut owed = BTreeSet::new();
        for (number, line) in lock(&self.players.lines).iter() {
            for turn in 0..=line.turns {
                let (mover, move_number) = (turn % 2, turn / 2 + 1);
                let side = ["White", "Black"][mover];
                let mut owe = |who: usize, what: String| {
                    owed.insert((PLAYERS[who].to_owned(), format!("#{number}: {what}")))
                };
                owe(mover, format!("your turn {move_number}"));
                owe(1 - mover, format!("{side}'s turn {move_number}"));
            }
        }
        owed
    }
}

/// How often each point is tried, and how often a random instant.
fn counts(on: On) -> (usize, usize) {
    match std::env::var(KILLS) {
        Ok(text) => {
            let count: usize = text.parse().expect("a number in ZUGPOST_KILLS");
            assert!(count > 0, "no kills are no test");
            (count, 3 * count)
        }
        Err(_) => (on.times(2, 1), on.times(4, 2)),
    }
}

pub fn twenty_games_over_imap_and_smtp(on: On) {
    let (each, instants) = counts(on);
    let mut chance = ChaCha12Rng::seed_from_u64(38);
    let mut plan: Vec<(usize, At)> = Vec::new();
    for (point, (_, ways)) in POINTS.iter().enumerate() {
        let count = if ways[0] == At::Instant {
            instants
        } else {
            each
        };
        plan.extend((0..count).map(|at| (point, ways[at % ways.len()])));
    }
    plan.shuffle(&mut chance);
    let club = Club::new(GAMES, &on.section(), |place| on.prepare(place));
    for (life, (_, at)) in plan.iter().enumerate() {
        club.life.store(life, Ordering::SeqCst);
        club.fill();
        club.live_until(*at, &mut chance);
    }
    club.life.store(plan.len(), Ordering::SeqCst);
    club.finish();
    let turns = club.turns_stand_once();
    for quarantined in ["parked_mails", "quarantined_letters"] {
        assert_eq!(club.number(quarantined), 0);
    }
    let again = club.letters_have_arrived();
    for Twice { id, first, next } in &again {
        assert_ne!(first.life, next.life, "{id} twice without a kill");
    }
    let letters = lock(&club.arrivals).len() - again.len();
    println!(
        "{} games, {GAMES} at once, {turns} turns, {letters} letters, {} kills, {} letters sent twice",
        lock(&club.players.lines).len(),
        plan.len(),
        again.len()
    );
    println!("{:22} {:>5} {:>12}", "killed", "times", "sent twice");
    for (point, (name, _)) in POINTS.iter().enumerate() {
        let times = plan.iter().filter(|(at, _)| *at == point).count();
        let twice = again
            .iter()
            .filter(|twice| plan[twice.first.life].0 == point);
        let twice = twice.count();
        println!("{name:22} {times:>5} {twice:>12}");
    }
}

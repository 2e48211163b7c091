//! How strong the house player is in chess at level 5, measured against a program of others that is limited by `UCI_Elo`:
//!
//! ```text
//! cargo bench --bench strength -- stockfish 1800 100
//! ```
//!
//! That many games are played, as many at once as there are processors. Each opening, six turns by lot after which neither
//! side is much better, is played twice, with both colours. Printed are the score and, with its 95 % interval, the rating
//! that makes it likely. With other levels or budgets: `STRENGTH_LEVEL=4`, `STRENGTH_BUDGET=90000`; with other openings:
//! `STRENGTH_FIRST=200`, the number of the first game.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, thread};

use zugpost::engines::uci_of;
use zugpost::partner::{Level, think, think_within};
use zugpost::rules::turns::walk::scatter;
use zugpost::rules::{Game, Listing, Options, Seat};
use zugpost::variants::find;

/// Turns of an opening.
const OPENING: usize = 6;
/// After an opening neither side is better by more, in hundredths of a pawn.
const EVEN: i32 = 60;
/// How long the other program thinks. With `UCI_Elo` it picks its turn after a few plies, so that more changes nothing.
const MOVETIME: u32 = 100;
/// A game is decided once both have found one side so much better, so many turns of both in a row.
const DECIDED: (i32, u32) = (700, 6);
/// A game of so many turns is drawn.
const LONGEST: usize = 400;

/// The other program at work.
struct Other {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Other {
    fn start(command: &str, elo: u32) -> Self {
        let mut child = Command::new(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let to = child.stdin.take().expect("a pipe");
        let from = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut other = Self { child, to, from };
        other.say("uci");
        let options = other.until("uciok");
        let has = |name: &str| options.iter().any(|line| line.contains(name));
        assert!(has("name UCI_Elo "), "{command} has no UCI_Elo");
        other.say("setoption name UCI_LimitStrength value true");
        other.say(&format!("setoption name UCI_Elo value {elo}"));
        other.say("isready");
        other.until("readyok");
        other
    }

    fn say(&mut self, line: &str) {
        writeln!(self.to, "{line}").expect("it listens");
    }

    /// The lines up to one that begins with this word, which is the last of them.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let read = self.from.read_line(&mut line).expect("text");
            assert!(read > 0, "the program ended");
            let ends = line.starts_with(word);
            lines.push(line);
            if ends {
                return lines;
            }
        }
    }

    /// Its turn and how good it finds it.
    fn turn(&mut self, turns: &[String]) -> (String, i32) {
        self.say(&format!("position startpos moves {}", turns.join(" ")));
        self.say(&format!("go movetime {MOVETIME}"));
        let lines = self.until("bestmove");
        let score = lines.iter().rev().find_map(|line| {
            let mut words = line.split_whitespace().skip_while(|word| *word != "score");
            let kind = words.nth(1)?;
            let number: i32 = words.next()?.parse().ok()?;
            Some(match kind {
                "mate" => number.signum() * 100_000,
                _ => number,
            })
        });
        let best = lines.last().and_then(|line| line.split_whitespace().nth(1));
        (best.expect("a turn").to_owned(), score.unwrap_or(0))
    }
}

impl Drop for Other {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How the house player plays.
#[derive(Clone, Copy)]
struct House {
    level: Level,
    budget: u64,
}

fn legal(game: &dyn Game) -> Vec<String> {
    match game.legal(1_000) {
        Listing::All(turns) => turns,
        _ => panic!("too many turns"),
    }
}

/// A game after an opening by lot, and its turns as the other program reads them.
fn opened(mut lot: u64) -> (Box<dyn Game>, Vec<String>) {
    let chess = find("chess").expect("chess");
    loop {
        let mut game = chess.start(&Options::new(), None).expect("starts");
        let mut turns = Vec::new();
        for _ in 0..OPENING {
            lot = scatter(lot);
            let all = legal(game.as_ref());
            let turn = &all[(lot % all.len() as u64) as usize];
            turns.push(uci_of(game.as_ref(), turn).expect("a turn"));
            game.play(turn).expect("legal");
        }
        let thought = think(game.as_ref(), Level::ALL[3], 0, &|| false);
        if thought.is_some_and(|thought| thought.score.abs() <= EVEN) {
            return (game, turns);
        }
    }
}

/// What the house player gets of a point.
fn play(other: &mut Other, house: House, number: usize) -> f64 {
    let (mut game, mut turns) = opened(scatter(number as u64 / 2));
    let ours = Seat((number % 2) as u8);
    let mut decided = 0_i32;
    other.say("ucinewgame");
    while turns.len() < LONGEST {
        if let Some(outcome) = game.outcome() {
            let first = &outcome.places[0];
            return match first.contains(&ours) {
                true => 1.0 / first.len() as f64,
                false => 0.0,
            };
        }
        if game.walk().may_claim() {
            return 0.5;
        }
        let our_turn = game.to_move() == ours;
        let (turn, score) = if our_turn {
            let thought = think_within(game.as_ref(), house.level, house.budget, 0, &|| false);
            let thought = thought.expect("a turn");
            (thought.turn, thought.score)
        } else {
            let (text, score) = other.turn(&turns);
            let all = legal(game.as_ref());
            let mut all = all.into_iter();
            let turn = all.find(|turn| uci_of(game.as_ref(), turn).as_ref() == Some(&text));
            (
                turn.unwrap_or_else(|| panic!("{text} is not legal")),
                -score,
            )
        };
        turns.push(uci_of(game.as_ref(), &turn).expect("a turn"));
        game.play(&turn).expect("legal");
        decided = match score {
            _ if score >= DECIDED.0 => decided.max(0) + 1,
            _ if score <= -DECIDED.0 => decided.min(0) - 1,
            _ => 0,
        };
        if decided.unsigned_abs() >= DECIDED.1 {
            return if decided > 0 { 1.0 } else { 0.0 };
        }
    }
    0.5
}

/// How much better a player is who scores this share.
fn difference(share: f64) -> f64 {
    let share = share.clamp(0.001, 0.999);
    400.0 * (share / (1.0 - share)).log10()
}

fn setting<T: std::str::FromStr>(name: &str) -> Option<T> {
    env::var(name).ok()?.parse().ok()
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    let [command, elo, games] = &words[..] else {
        eprintln!("usage: strength PROGRAM ELO GAMES, for example: stockfish 1800 100");
        return ExitCode::FAILURE;
    };
    let elo: u32 = elo.parse().expect("a rating");
    let games: usize = games.parse().expect("a number of games");
    let level = setting("STRENGTH_LEVEL").and_then(Level::new);
    let level = level.unwrap_or(Level::ALL[4]);
    let budget = setting("STRENGTH_BUDGET").unwrap_or(level.budget());
    let house = House { level, budget };
    let first = setting("STRENGTH_FIRST").unwrap_or(0);
    let next = AtomicUsize::new(first);
    let points = Mutex::new(Vec::new());
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut other = Other::start(command, elo);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= first + games {
                        return;
                    }
                    let point = play(&mut other, house, number);
                    let mut points = points.lock().expect("not poisoned");
                    points.push(point);
                    let sum: f64 = points.iter().sum();
                    println!("game {}: {point}; {sum} of {}", number + 1, points.len());
                }
            });
        }
    });
    let points = points.into_inner().expect("not poisoned");
    let count = points.len() as f64;
    let mean = points.iter().sum::<f64>() / count;
    let variance = points
        .iter()
        .map(|point| (point - mean).powi(2))
        .sum::<f64>()
        / (count - 1.0);
    let margin = 1.96 * (variance / count).sqrt();
    let rating = |share| f64::from(elo) + difference(share);
    println!(
        "{command} at {elo}: {:.1} of {games}; rating {:.0}, 95 % from {:.0} to {:.0}",
        mean * count,
        rating(mean),
        rating(mean - margin),
        rating(mean + margin)
    );
    ExitCode::SUCCESS
}

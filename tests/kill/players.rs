//! Two people, who play all games against each other and answer letters, at once or after a while.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cozy_chess::{Board, GameStatus, Move};
use rand::RngExt;
use rand::rngs::ChaCha12Rng;
use rand::seq::IndexedRandom;

use super::host::Taken;

/// The addresses of both.
pub const PLAYERS: [&str; 2] = ["anna@example.org", "boris@example.net"];
/// They begin another game after so many turns.
const LONGEST: usize = 80;

/// A game, as its players know it.
#[derive(Default)]
pub struct Line {
    pub board: Board,
    pub turns: usize,
}

impl Line {
    /// The next move, if the players go on: not so long that the server would end the game because of a
    /// repetition or the seventy-five moves.
    pub fn next(&self, chance: &mut ChaCha12Rng) -> Option<Move> {
        let goes_on = self.turns < LONGEST;
        any_move(&self.board, chance).filter(|_| goes_on)
    }
}

/// The players: they answer each letter that asks for their turn, once.
pub struct Players {
    /// By the numbers of the games.
    pub lines: Mutex<BTreeMap<usize, Line>>,
    pub chance: Mutex<ChaCha12Rng>,
    pub mails: AtomicUsize,
    /// Whether they go on playing.
    pub play: AtomicBool,
    /// They think for less than so many milliseconds; 0: not at all.
    pub thought: AtomicU64,
    /// How many answers they think about.
    pub thinking: AtomicUsize,
}

pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The game and the turn that a letter asks its reader for.
fn asked(letter: &Taken) -> Option<(usize, usize)> {
    let headline = letter.headline();
    let (game, rest) = headline.strip_prefix('#')?.split_once(": your turn ")?;
    let white = letter.recipient == PLAYERS[0];
    let number: usize = rest.split(' ').next()?.parse().ok()?;
    Some((game.parse().ok()?, 2 * number - 1 - usize::from(white)))
}

impl Players {
    /// How long they think about an answer.
    pub fn think(&self) -> Duration {
        let most = self.thought.load(Ordering::SeqCst);
        let time = (most > 0).then(|| lock(&self.chance).random_range(0..most));
        Duration::from_millis(time.unwrap_or_default())
    }

    /// The answer to a letter, if it asks for a turn that was not sent before.
    pub fn answer(&self, letter: &Taken) -> Option<String> {
        if !self.play.load(Ordering::SeqCst) {
            return None;
        }
        let (game, turn) = asked(letter)?;
        let mut lines = lock(&self.lines);
        let line = lines.get_mut(&game).expect("a game that was begun");
        if line.turns != turn {
            return None;
        }
        let chosen = line.next(&mut lock(&self.chance))?;
        line.board.play(chosen);
        line.turns += 1;
        let from = &letter.recipient;
        let body = letter.raw.split_once("\r\n\r\n");
        // The text, without the pictures.
        let quoted = body.and_then(|(_, body)| body.split("\r\n--").next());
        let quoted = quoted.unwrap_or_default();
        Some(format!(
            "Return-Path: <{from}>\nFrom: {from}\nTo: {}\nSubject: Re: {}\n\
             Message-ID: <{}.{from}>\nIn-Reply-To: {}\n\n{chosen}\n\nOn Sunday the server wrote:\n> {}\n",
            letter.header("Reply-To"),
            letter.header("Subject"),
            self.mails.fetch_add(1, Ordering::SeqCst),
            letter.header("Message-ID"),
            quoted.replace("\r\n", "\n> "),
        ))
    }
}

/// A move after which the game goes on; castling is written otherwise by other programs.
fn any_move(board: &Board, chance: &mut ChaCha12Rng) -> Option<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|some| {
        moves.extend(some.into_iter().filter(|chosen| {
            let mut after = board.clone();
            after.play_unchecked(*chosen);
            let castles = board.color_on(chosen.to) == Some(board.side_to_move());
            !castles && after.status() == GameStatus::Ongoing
        }));
        false
    });
    moves.choose(chance).copied()
}

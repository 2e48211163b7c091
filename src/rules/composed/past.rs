//! What was played before: identities of positions and what ends of the game look back at
//! (docs/variants/ends.md, 2).

use std::sync::Arc;

use crate::rules::Seat;

use super::army::Word;
use super::game::Game;
use super::position::Position;
use super::turn::Turn;
use super::{GRID_FILES, Set, of_kinds};

/// What two positions share that are the same for repetition (docs/variants/ends.md, 2.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Kind and owner of the piece on each square.
    cells: Box<[u8]>,
    walls: Set,
    to_move: Seat,
    /// By seat and side.
    castling: [bool; 4],
    /// A bit for each file that has an odd number of marks.
    marks: u16,
    hands: Vec<u8>,
    checks: [i32; 2],
}

/// A position of the past, with the turn that led to it.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Copies of a game share it.
    identity: Arc<Identity>,
    /// The turn that led to it, if it is not the first.
    pub(super) turn: Option<Turn>,
    /// That turn took a piece.
    pub(super) captured: bool,
    /// The side to move is in check.
    pub(super) check: bool,
    /// By a piece that mates in shatar.
    shak: bool,
}

/// All positions since the position text, the present one included.
#[derive(Clone, Debug)]
pub struct Past {
    moments: Vec<Moment>,
}

impl Past {
    /// The past of a position that nothing was played before.
    pub fn new(game: &Game, at: &Position) -> Self {
        Self {
            moments: vec![Moment::new(game, at)],
        }
    }

    /// Adds the position after a turn.
    pub fn add(&mut self, game: &Game, at: &Position) {
        self.moments.push(Moment::new(game, at));
    }

    /// Takes the last position away; the first one stays.
    pub fn take_back(&mut self) {
        if self.plies() > 0 {
            self.moments.pop();
        }
    }

    /// How often the position that was on the board most often was there, of those of the last turns in which the other
    /// side was to move.
    pub(super) fn most_often(&self, plies: usize) -> usize {
        let moments = self.moments.iter().rev().take(plies + 1);
        let theirs: Vec<&Identity> = moments
            .skip(1)
            .step_by(2)
            .map(|one| &*one.identity)
            .collect();
        let times = |one: &&Identity| theirs.iter().filter(|other| *other == one).count();
        theirs.iter().map(times).max().unwrap_or(0)
    }

    /// How many turns were made.
    pub fn plies(&self) -> usize {
        self.moments.len() - 1
    }

    /// The position so many turns ago.
    pub(super) fn ago(&self, plies: usize) -> Option<&Moment> {
        self.plies()
            .checked_sub(plies)
            .map(|index| &self.moments[index])
    }

    /// Whether the positions now and so many turns ago are the same.
    pub(super) fn same(&self, plies: usize) -> bool {
        match (self.ago(0), self.ago(plies)) {
            (Some(now), Some(then)) => now.identity == then.identity,
            _ => false,
        }
    }

    /// Whether in the unbroken series of checks up to now one was given by a piece that mates in shatar.
    pub(super) fn had_shak(&self) -> bool {
        let mine = self.moments.iter().rev().step_by(2);
        mine.take_while(|moment| moment.check)
            .any(|moment| moment.shak)
    }
}

impl Moment {
    fn new(game: &Game, at: &Position) -> Self {
        let checkers = at.checkers(game, game.ways(at));
        let shak = game.kinds(&[Word::KNIGHT, Word::ROOK, Word::BERS]);
        let shak = (checkers & of_kinds(&at.board, shak)).any();
        Self {
            identity: Arc::new(Identity::new(game, at)),
            turn: at.last.turn,
            captured: at.last.captured,
            check: checkers.any(),
            shak,
        }
    }
}

impl Identity {
    fn new(game: &Game, at: &Position) -> Self {
        let parts = &game.parts;
        let cells = Set::GRID.map(|square| match at.board.at(square) {
            Some(piece) => 1 + piece.role.0 + piece.owner.map_or(0, |owner| 64 * owner.0),
            None => 0,
        });
        let [white, black] = at.castling.rooks;
        let rooks = [white[0], white[1], black[0], black[1]];
        let files = 0..GRID_FILES;
        let odd = files.filter(|file| (at.marks & Set::file(*file)).count() % 2 == 1);
        let held = parts.hands.drops || parts.gates.seirawan;
        Self {
            cells: cells.collect(),
            walls: at.walls,
            to_move: at.to_move,
            castling: rooks.map(|rook| rook.is_some()),
            marks: odd.fold(0, |all, file| all | 1 << file),
            hands: match held {
                true => at.hands.concat(),
                false => Vec::new(),
            },
            checks: at.checks,
        }
    }
}

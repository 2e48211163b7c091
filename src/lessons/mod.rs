//! Lessons: small positions with which a player learns a game, one idea each (`docs/lessons.md`). Those of our own games
//! are in files beside this one (`file`), those of games by file are made of their parts (`made`). What is said about a
//! position is in the templates.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::rules::{Game, Options, PieceView, Place, Reason, Refusal, Seat, Variant, outcome};

mod file;
mod made;
mod played;
mod position;

/// A lesson that is made has at least so many positions, if games by lot have them.
const LEAST: usize = 5;
/// So many lessons of games by file are remembered.
const MOST_REMEMBERED: usize = 128;

/// The positions of a lesson, in the order in which they are shown.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The id of the game.
    pub variant: String,
    /// By which it is told from the lesson of another game, and from what this one was before.
    pub mark: i64,
    /// The positions; at least one.
    pub steps: Vec<Step>,
}

/// A position with its idea.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it is about.
    pub idea: Idea,
    /// Options of the game.
    pub options: Options,
    /// The position text.
    pub position: String,
    /// What a right answer is: one of these.
    pub right: Vec<Right>,
    /// Some right answers; the tests try them.
    pub answers: Vec<String>,
    /// Turns that the rules refuse; the tests try them.
    pub wrong: Vec<String>,
}

/// What a position is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Idea {
    /// The text `lessons/NAME`.
    Text(String),
    /// How a kind of piece goes.
    Piece {
        /// Its name.
        name: String,
        /// Where it stands.
        square: Place,
        /// How it goes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        moves: Option<Reason>,
        /// Whether it is to capture.
        captures: bool,
    },
    /// A piece is put on the board from the hand.
    Drop {
        /// Whether somebody else is to have fewer pieces then.
        takes: bool,
    },
    /// A turn that wins, by this end of the game.
    End(outcome::Reason),
}

/// What makes a turn a right answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Right {
    /// It is this turn, in canonical text.
    Turn(String),
    /// It does all of this.
    Does(Vec<Deed>),
}

/// What a turn does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Anything that is legal.
    Any,
    /// It wins the game.
    Win,
    /// It ends the game as drawn.
    Draw,
    /// It attacks the king of somebody else.
    Check,
    /// Somebody else has fewer pieces on the board after it.
    Take,
    /// A piece of the player to move comes to this square.
    Reach(Place),
    /// A piece of the player to move leaves this square.
    Leave(Place),
}

/// What a turn is as an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judged {
    /// It is right; in canonical text.
    Right(String),
    /// It can be played, and does not do what is asked; in canonical text.
    NotIt(String),
    /// It is no legal turn.
    Refused(Refusal),
}

/// What the lesson of a game is made of; `None`: there is none.
fn source(variant: &dyn Variant) -> Option<&str> {
    let section = variant.credits().map(|credits| credits.section);
    section.or_else(|| file::of(variant.id()))
}

/// The mark of the lesson of a game, which is known at once, without the positions; `None`: there is none.
#[must_use]
pub fn mark(variant: &dyn Variant) -> Option<i64> {
    let hash = Sha256::digest(format!("{}\n{}", variant.id(), source(variant)?));
    let bytes = hash.iter().take(7);
    Some(bytes.fold(0, |mark, byte| mark << 8 | i64::from(*byte)))
}

/// The lesson of a game; `None`: there is none.
#[must_use]
pub fn of(variant: &dyn Variant) -> Option<Lesson> {
    let lesson = Lesson {
        variant: variant.id().to_owned(),
        mark: mark(variant)?,
        steps: Vec::new(),
    };
    let lesson = match variant.credits() {
        Some(_) => remembered(lesson, || {
            let mut steps = made::steps(variant);
            if steps.is_empty() {
                return played::steps(variant);
            }
            if let more @ 1.. = LEAST.saturating_sub(steps.len()) {
                steps.extend(played::steps(variant).into_iter().take(more));
            }
            steps
        }),
        None => Lesson {
            steps: file::read(source(variant)?),
            ..lesson
        },
    };
    (!lesson.steps.is_empty()).then_some(lesson)
}

/// A lesson with its positions. Those that were made last are remembered, since that takes a while, and each answer needs
/// the lesson several times.
fn remembered(lesson: Lesson, make: impl FnOnce() -> Vec<Step>) -> Lesson {
    static LAST: Mutex<VecDeque<Lesson>> = Mutex::new(VecDeque::new());
    let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let is_it = |known: &&Lesson| known.mark == lesson.mark;
    if let Some(known) = last().iter().find(is_it) {
        return known.clone();
    }
    let steps = make();
    let lesson = Lesson { steps, ..lesson };
    let mut last = last();
    last.truncate(MOST_REMEMBERED - 1);
    last.push_front(lesson.clone());
    lesson
}

impl Step {
    /// The position, as a game that begins there; `None`: it is none of this game.
    #[must_use]
    pub fn game(&self, variant: &dyn Variant) -> Option<Box<dyn Game>> {
        variant.start(&self.options, Some(&self.position)).ok()
    }

    /// What a text is as an answer in this position.
    #[must_use]
    pub fn judge(&self, before: &dyn Game, text: &str) -> Judged {
        let mut after = before.fork();
        let turn = match after.play(text) {
            Ok(played) => played.canonical,
            Err(refusal) => return Judged::Refused(refusal),
        };
        let mut right = self.right.iter();
        match right.any(|right| right.holds(before, &*after, &turn)) {
            true => Judged::Right(turn),
            false => Judged::NotIt(turn),
        }
    }
}

impl Right {
    fn holds(&self, before: &dyn Game, after: &dyn Game, turn: &str) -> bool {
        match self {
            Self::Turn(right) => right == turn,
            Self::Does(deeds) => deeds.iter().all(|deed| deed.is_done(before, after)),
        }
    }
}

impl Deed {
    fn is_done(self, before: &dyn Game, after: &dyn Game) -> bool {
        let own = before.to_move();
        match self {
            Self::Any => true,
            Self::Win => after.outcome().is_some_and(|end| wins(end, own)),
            Self::Draw => after
                .outcome()
                .is_some_and(|end| end.place(own) == Some(1) && !wins(end, own)),
            Self::Check => after.in_check().iter().any(|seat| *seat != own),
            Self::Take => others(after, own) < others(before, own),
            Self::Reach(square) => {
                let before = piece(before, square, own);
                let after = piece(after, square, own);
                after.is_some() && after != before
            }
            Self::Leave(square) => {
                piece(before, square, own).is_some() && piece(after, square, own).is_none()
            }
        }
    }
}

fn wins(end: &outcome::Outcome, seat: Seat) -> bool {
    end.places.first().is_some_and(|first| first == &[seat])
}

/// How many pieces of others are on the board.
fn others(game: &dyn Game, own: Seat) -> usize {
    let cells = game.view(None).cells.into_iter();
    let pieces = cells.filter_map(|cell| cell.piece);
    let of_others = pieces.filter(|piece| piece.owner.is_some_and(|owner| owner != own));
    of_others.count()
}

/// The piece that a seat has on a square.
fn piece(game: &dyn Game, square: Place, own: Seat) -> Option<PieceView> {
    let mut cells = game.view(None).cells.into_iter();
    let piece = cells.find(|cell| cell.square == square)?.piece?;
    (piece.owner == Some(own)).then_some(piece)
}

//! How turns are written, and what players type.

use crate::rules::moves::select as select_moves;
use crate::rules::notation::{actions, castling, promotion, strip_marks};
use crate::rules::turns::ruleset::{Filter, Word};
use crate::rules::{Move, Reading, Reason, Refusal, Role, Selector, Square};

use super::YoninBishogi;
use super::pieces::PIECES;
use crate::reading::phrases;

use super::position::{Action, Position};
use super::turns::{drops, promoted};

/// A turn of a player who cannot move (Y6).
pub const PASS: &str = "pass";

/// A typed turn before it meets a position.
#[derive(Clone, Debug)]
pub enum Words {
    /// A piece move in all its readings, at least one.
    Move(Vec<Reading>),
    /// A piece from the hand, and whether it shall be promoted at once, which it never is.
    Drop(Role, Square, bool),
    /// A turn without an action.
    Pass,
    /// Castling, which does not exist here.
    Castling,
}

/// The canonical text of an action: a move, a drop such as `P*e4`, or `pass`.
pub fn text(action: &Action) -> String {
    match action {
        Action::Move(mv) => PIECES.write(mv),
        Action::Drop(role, to) => format!("{}*{to}", PIECES.about(*role).letter),
        Action::Pass => PASS.to_owned(),
    }
}

/// Reads the canonical text of a turn. Whether it is legal is not judged, but it is possible, so that the board
/// stays whole whatever the text.
pub fn read(position: &Position, canonical: &str) -> Option<Action> {
    let action = match canonical {
        PASS => Action::Pass,
        _ if canonical.contains('*') => {
            let (role, to, _) = lex_drop(canonical)?;
            let there = position.hand().count(role) > 0 && drops(position, role).has(to);
            there.then_some(Action::Drop(role, to))?
        }
        _ => Action::Move(read_move(position, canonical)?),
    };
    (text(&action) == canonical).then_some(action)
}

fn read_move(position: &Position, canonical: &str) -> Option<Move> {
    let passing = position.usable().map(|right| right.square);
    let mut boards = std::iter::once(position.base.clone())
        .chain(passing.map(|square| position.with_right(square)));
    boards.find_map(|board| {
        let bare = || canonical.strip_suffix("=Q");
        let optional = || promoted(position, PIECES.read(&board, bare()?)?);
        PIECES.read(&board, canonical).or_else(optional)
    })
}

/// Takes a typed turn apart.
///
/// # Errors
/// It is no turn in any reading.
pub fn lex(typed: &str) -> Result<Vec<Word<Words>>, Refusal> {
    let bare = strip_marks(typed).to_lowercase();
    if phrases("turns/pass").contains(&bare.as_str()) {
        let (text, means) = (PASS.to_owned(), Words::Pass);
        return Ok(vec![Word { text, means }]);
    }
    let words = PIECES.with_promotions(actions(&joined(typed)));
    let writing = Reason::new("yonin-moves-are-written");
    PIECES.only_word(&words, typed, writing, lex_word)
}

fn lex_word(word: &str) -> Option<Words> {
    if castling(word).is_some() {
        return Some(Words::Castling);
    }
    if let Some((role, to, promoted)) = lex_drop(word) {
        return Some(Words::Drop(role, to, promoted));
    }
    let readings = PIECES.readings(word, true);
    (!readings.is_empty()).then_some(Words::Move(readings))
}

/// The text without blanks beside the sign of a drop: `N * f5`.
fn joined(typed: &str) -> String {
    let signs = typed.replace('@', "*");
    let parts: Vec<&str> = signs.split('*').map(str::trim).collect();
    parts.join("*")
}

/// `N*f5`; a small letter means the same, and so does none for a pawn.
fn lex_drop(word: &str) -> Option<(Role, Square, bool)> {
    let (letter, to) = word.split_once('*')?;
    let (to, tail) = Square::lex(to)?;
    let promoted = promotion(tail)?.is_some();
    let mut letters = letter.chars();
    let role = match (letters.next(), letters.next()) {
        (None, _) => PIECES.plain?,
        (Some(letter), None) => PIECES.by_letter(letter.to_ascii_uppercase())?,
        _ => return None,
    };
    Some((role, to, promoted))
}

/// Whether a typed turn may mean this one. Without a letter behind it a move promotes nothing; the turn of a pawn
/// that must be promoted is not complete then (Y2).
pub fn fits(position: &Position, action: &Action, typed: &Words) -> bool {
    match (action, typed) {
        (Action::Pass, Words::Pass) => true,
        (Action::Drop(role, to), Words::Drop(typed, at, promoted)) => {
            role == typed && to == at && !promoted
        }
        (Action::Move(mv), Words::Move(readings)) => {
            let optional = promoted(position, mv.promoted_to(None)).is_some();
            let wanted = mv.promotion().is_some() && optional;
            let mut fitting = readings.iter().filter(|r| !wanted || !r.tail.is_empty());
            fitting.any(|reading| PIECES.reading_fits(&position.base, mv, reading))
        }
        _ => false,
    }
}

/// The turns that a selector names; `None` if it names nothing here.
pub fn select(position: &Position, what: &Selector) -> Option<Filter<YoninBishogi>> {
    let (square, kind) = match *what {
        Selector::Square(at) => (Some(at), None),
        Selector::Piece(letter, at) => (at, Some(PIECES.by_letter(letter)?)),
        // `@f5` and `@@` are drops as people write them elsewhere.
        Selector::Place(at) | Selector::Shift(at) => {
            return Some(Box::new(
                move |action| matches!(action, Action::Drop(_, to) if at.is_none_or(|at| at == *to)),
            ));
        }
        Selector::Castle(_) => return None,
    };
    let moves = select_moves(&PIECES, &position.base, what)?;
    Some(Box::new(move |action| match action {
        Action::Move(mv) => moves(mv),
        Action::Drop(role, to) => {
            kind.is_none_or(|kind| kind == *role) && square.is_none_or(|at| at == *to)
        }
        Action::Pass => false,
    }))
}

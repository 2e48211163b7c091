//! How turns are written, and what players type.

use crate::rules::board::square::Square;
use crate::rules::moves::dialect::{Dialect, Typed};
use crate::rules::moves::{Move, select as select_moves};
use crate::rules::notation::{actions, echo};
use crate::rules::outcome::Refusal;
use crate::rules::pieces::{PieceSet, Role};
use crate::rules::reason::Reason;
use crate::rules::turns::ruleset::Word;
use crate::rules::turns::selector::Selector;

use super::pieces::{HELD, PIECES};
use super::position::{Action, Position};
use super::turns::{drops, promoted};

/// A turn of a player who cannot move (Y6).
pub const PASS: &str = "pass";

/// A typed turn before it meets a position.
#[derive(Clone, Debug)]
pub enum Words {
    /// A piece move.
    Move(Typed),
    /// A piece from the hand.
    Drop(Role, Square),
    /// No turn but this one.
    Pass,
}

/// The notation of piece moves.
pub fn dialect() -> Dialect<'static> {
    Dialect {
        pieces: &PIECES,
        capture: 'x',
    }
}

/// The canonical text.
pub fn text(action: &Action) -> String {
    match action {
        Action::Move(mv) => dialect().write(mv),
        Action::Drop(role, to) => format!("{}*{to}", PIECES.about(*role).letter),
        Action::Pass => PASS.to_owned(),
    }
}

/// Reads the canonical text of a turn. Whether it is legal is not judged, but it is possible, so that the board
/// stays whole whatever the text.
pub fn read(position: &Position, canonical: &str) -> Option<Action> {
    let action = match (canonical, canonical.split_once('*')) {
        (PASS, _) => Action::Pass,
        (_, Some((letter, to))) => {
            let (role, to) = (held(letter)?, Square::parse(to)?);
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
        let optional = || promoted(position, dialect().read(&board, bare()?)?);
        dialect().read(&board, canonical).or_else(optional)
    })
}

/// The kind of piece in a hand with this letter.
fn held(letter: &str) -> Option<Role> {
    let mut letters = letter.chars();
    let role = letters.next().and_then(|letter| PIECES.by_letter(letter))?;
    (letters.next().is_none() && HELD.contains(&role)).then_some(role)
}

/// Takes a typed turn apart.
///
/// # Errors
/// It is no turn in any reading.
pub fn lex(typed: &str) -> Result<Vec<Word<Words>>, Refusal> {
    let words = dialect().split(actions(&joined(typed)));
    let word = match &words[..] {
        [word] => word,
        [] => return unreadable(Reason::new("no-turn-here")),
        _ => {
            let why = Reason::new("more-than-one-move").text("typed", echo(typed));
            return unreadable(why.number("parts", words.len()));
        }
    };
    let means = match (lex_drop(word), word.eq_ignore_ascii_case(PASS)) {
        (Some((role, to)), _) => Words::Drop(role, to),
        (None, true) => Words::Pass,
        (None, false) => match dialect().lex(word, true) {
            Some(typed) => Words::Move(typed),
            None => return unreadable(Reason::new("no-move-at-all").text("typed", echo(word))),
        },
    };
    let text = word.clone();
    Ok(vec![Word { text, means }])
}

/// The text without blanks beside the sign of a drop: `N * f5`.
fn joined(typed: &str) -> String {
    let signs = typed.replace('@', "*");
    let parts: Vec<&str> = signs.split('*').map(str::trim).collect();
    parts.join("*")
}

/// `N*f5`; a small letter means the same, and so does none for a pawn.
fn lex_drop(word: &str) -> Option<(Role, Square)> {
    let (letter, to) = word.split_once('*')?;
    let to = Square::parse(to)?;
    match letter {
        "" => Some((PIECES.plain?, to)),
        _ => Some((held(&letter.to_ascii_uppercase())?, to)),
    }
}

/// Whether a typed turn may mean this one. A promotion is written, unless it is the pawn's only move there (Y2).
pub fn fits(position: &Position, action: &Action, typed: &Words) -> bool {
    match (action, typed) {
        (Action::Pass, Words::Pass) => true,
        (Action::Drop(role, to), Words::Drop(typed, at)) => role == typed && to == at,
        (Action::Move(mv), Words::Move(Typed::Step(readings))) => {
            let unsaid = Typed::Step(
                readings
                    .iter()
                    .filter(|reading| reading.tail.is_empty())
                    .cloned()
                    .collect(),
            );
            let said = Typed::Step(
                readings
                    .iter()
                    .filter(|reading| !reading.tail.is_empty())
                    .cloned()
                    .collect(),
            );
            let optional = mv.promotion().is_some() && {
                let bare = without_promotion(*mv);
                promoted(position, bare).is_some()
            };
            let base = &position.base;
            dialect().fits(base, mv, &said) || !optional && dialect().fits(base, mv, &unsaid)
        }
        _ => false,
    }
}

/// The same move without its promotion.
pub fn without_promotion(mv: Move) -> Move {
    match mv {
        Move::Step {
            role,
            from,
            to,
            captured,
            ..
        } => Move::Step {
            role,
            from,
            to,
            captured,
            promotion: None,
        },
        Move::Castle(_) => mv,
    }
}

/// That text is no turn, why, and how turns are written.
fn unreadable<T>(why: Reason) -> Result<T, Refusal> {
    let pieces: &PieceSet = &PIECES;
    let lettered = pieces.roles().rev().filter(|role| !pieces.is_pawn(*role));
    let reason = Reason::new("unreadable-move")
        .with("why", why)
        .with("writing", Reason::new("yonin-moves-are-written"))
        .list("letters", lettered.map(|role| pieces.about(role).letter))
        .text("last", "k11");
    Err(Refusal::Unreadable { reason })
}

/// The turns that a selector names; `None` if it names nothing here.
pub fn select(position: &Position, what: &Selector) -> Option<Box<dyn Fn(&Action) -> bool>> {
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

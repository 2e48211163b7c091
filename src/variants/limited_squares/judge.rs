//! Judging a turn action by action, so that a refusal names the one that is wrong.

use std::ops::ControlFlow;

use crate::rules::square::Square;

use super::army::Kind;
use super::explain;
use super::fault::{Fault, unsafe_king};
use super::notation::{piece_text, place_text, shift_text};
use super::position::{Cell, PieceMove, Position, Shift, Turn};
use super::rules::{Barring, Rules, TurnRule};
use super::squares::{Combo, Shape, Squares};
use super::turns;

/// A square action as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareAction {
    /// A square placed.
    Place(Square),
    /// A square moved, and what a carried pawn becomes.
    Shift(Square, Square, Option<Kind>),
}

impl SquareAction {
    /// The canonical text.
    pub fn text(self) -> String {
        match self {
            Self::Place(at) => place_text(at),
            Self::Shift(from, to, promotion) => shift_text(&Shift {
                from,
                to,
                promotion,
            }),
        }
    }
}

/// Judges a turn whose piece move fits the geometry.
///
/// # Errors
/// The first action that is wrong, or what is missing.
pub fn judge(
    rules: &Rules,
    position: &Position,
    piece: Option<PieceMove>,
    squares: &[SquareAction],
) -> Result<Turn, Fault> {
    let mut texts: Vec<String> = piece.iter().map(piece_text).collect();
    texts.extend(squares.iter().map(|s| s.text()));
    let fault = |action: usize, reason: String| {
        let good = texts[..action].join(" ");
        Fault::new(action, good, texts[action].clone(), reason)
    };
    let mut board = position.clone();
    match &piece {
        Some(piece) => board.step(rules, piece),
        None if !turns::squares_alone(rules, position) => {
            return Err(fault(0, no_piece_move(rules, position)));
        }
        None => {}
    }
    let start = usize::from(piece.is_some());
    let begun = board.clone();
    let shape = Shape::new(rules, &begun, piece.is_some());
    let mut combo = Combo::default();
    for (i, action) in squares.iter().enumerate() {
        let wrong = too_many(rules, shape, combo, *action, piece.is_some())
            .or_else(|| action_fault(rules, &board, *action));
        if let Some(reason) = wrong {
            return Err(fault(start + i, reason));
        }
        if let Some((reason, incomplete)) = carried_pawn(rules, &board, *action) {
            return Err(match incomplete {
                true => Fault::incomplete(texts[..start + i].join(" "), reason),
                false => fault(start + i, reason),
            });
        }
        act(rules, &mut board, &mut combo, *action);
    }
    let turn = Turn {
        piece,
        place: combo.place,
        shift: combo.shift,
        refills: combo.refills,
    };
    let attacked = unsafe_king(&board);
    let unfinished = || "leaves out the square that must be placed".to_owned();
    let missing = || (!finished(shape, combo)).then(unfinished);
    let Some(reason) = attacked.clone().or_else(missing) else {
        return Ok(turn);
    };
    let Some(Some(next)) = leads_on(rules, &begun, piece.is_some(), squares, true) else {
        let action = culprit(rules, &begun, squares, start);
        let hopeless = match piece.is_some() && action == 0 && rules.turn != TurnRule::Single {
            true => ", and no square action after it can mend that",
            false => "",
        };
        return Err(fault(action, format!("{reason}{hopeless}")));
    };
    let good = texts.join(" ");
    let next = next.text();
    let reason = match attacked {
        Some(_) => format!(
            "{good} alone {reason}. A further square action can mend that, such as {good} {next}."
        ),
        None => format!("After {good}, a square must still be placed, such as {good} {next}."),
    };
    Err(Fault::incomplete(good, reason))
}

/// Makes a square action that is in order.
fn act(rules: &Rules, board: &mut Position, combo: &mut Combo, action: SquareAction) {
    match action {
        SquareAction::Place(at) => {
            combo.refills = combo.shift.is_some_and(|s| s.from == at);
            combo.place = Some(at);
            board.place(rules, at);
        }
        SquareAction::Shift(from, to, promotion) => {
            let shift = Shift {
                from,
                to,
                promotion,
            };
            combo.shift = Some(shift);
            board.shift(rules, &shift);
        }
    }
}

/// The first action after which no legal turn is left to go on to.
fn culprit(rules: &Rules, begun: &Position, squares: &[SquareAction], start: usize) -> usize {
    let dead = |n: &usize| leads_on(rules, begun, start == 1, &squares[..*n], false).is_none();
    let first = if start == 1 { 0 } else { 1 };
    let made = (first..=squares.len()).find(dead).unwrap_or(squares.len());
    (start + made).saturating_sub(1)
}

fn no_piece_move(rules: &Rules, position: &Position) -> String {
    let rule = match rules.turn {
        TurnRule::Single => "single",
        TurnRule::Postal => "turn=postal",
        TurnRule::PostalPlus => "turn=postal-plus",
        TurnRule::Compulsory => "in this game",
    };
    let first = match position.turn {
        1 => "; on a first turn square actions are made alone only if no piece can move (S3)",
        _ => "",
    };
    format!("a turn begins with a piece move ({rule}){first}")
}

/// Why a further square action has no room in the turn.
fn too_many(
    rules: &Rules,
    shape: Shape,
    combo: Combo,
    action: SquareAction,
    piece: bool,
) -> Option<String> {
    let begun = combo.place.is_some() || combo.shift.is_some();
    match rules.turn {
        TurnRule::Single if piece || begun => {
            return Some("a turn is one action here (turn=single)".to_owned());
        }
        TurnRule::Postal if begun => {
            return Some("a turn takes at most one square action here (turn=postal)".to_owned());
        }
        _ => {}
    }
    let twice = match action {
        SquareAction::Place(_) => combo.place.map(|_| "placed"),
        SquareAction::Shift(..) => combo.shift.map(|_| "moved"),
    };
    if let Some(done) = twice {
        let whole = match combo.place.is_some() && combo.shift.is_some() {
            true => " (a turn has three actions at most)",
            false => "",
        };
        return Some(format!("only one square is {done} in a turn{whole}"));
    }
    let moves = matches!(action, SquareAction::Shift(..));
    (moves && !(shape.shift || shape.both)).then(|| "there is no hole to move it to".to_owned())
}

/// Why a placing or a square's move is impossible, the king aside.
fn action_fault(rules: &Rules, board: &Position, action: SquareAction) -> Option<String> {
    match action {
        SquareAction::Place(at) if board.exists.has(at) => {
            Some(format!("there is a square on {at} already"))
        }
        SquareAction::Place(_) => {
            let empty = board.reserves[usize::from(board.side)] == 0 && !rules.family.unlimited;
            empty.then(|| "your reserve is empty".to_owned())
        }
        SquareAction::Shift(from, to, _) => shift_fault(rules, board, from, to),
    }
}

fn shift_fault(rules: &Rules, board: &Position, from: Square, to: Square) -> Option<String> {
    let side = board.side;
    let cell = board.at(from);
    if cell == Cell::HOLE {
        return Some(format!("there is no square on {from}"));
    }
    if board.barred.has(from) {
        let touched = match rules.barring {
            Barring::Moved => "moved it there",
            _ => "placed or moved it",
        };
        return Some(format!(
            "the square {from} is barred this turn, since your opponent {touched} last turn (S10)"
        ));
    }
    let steps = match cell.occupant() {
        Some((kind, seat)) => {
            let name = explain::piece(kind, seat);
            if !rules.family.carries {
                return Some(format!(
                    "{name} stands on {from}, and occupied squares do not move"
                ));
            }
            if seat != side || kind == Kind::KING {
                return Some(format!(
                    "{name} stands on {from}, and only squares with an own piece other than the \
                     king are moved"
                ));
            }
            1
        }
        None => 2,
    };
    if rules.family.owned && cell != Cell::empty_of(side) {
        return Some(format!(
            "{from} is {}'s square",
            if side == 0 { "Black" } else { "White" }
        ));
    }
    if board.exists.has(to) {
        return Some(format!("there is a square on {to} already"));
    }
    (from.distance(to) > steps).then(|| match steps {
        1 => "an occupied square moves one step".to_owned(),
        _ => format!("{to} is more than two files or ranks from {from}"),
    })
}

/// What to say when a carried pawn's promotion is missing (`true`), or cannot be.
fn carried_pawn(rules: &Rules, board: &Position, action: SquareAction) -> Option<(String, bool)> {
    let SquareAction::Shift(from, to, promotion) = action else {
        return None;
    };
    let last = if board.side == 0 { 7 } else { 0 };
    let pawn = matches!(board.at(from).occupant(), Some((Kind::PAWN, _)));
    let promotes = pawn && to.rank() == last;
    match (promotes, promotion) {
        (true, None) => Some((
            format!(
                "@{from}-{to} carries a pawn to its last rank: say what it becomes, such as \
                 @{from}-{to}={}.",
                Kind::of_army(rules.armies[usize::from(board.side)], 3).letter()
            ),
            true,
        )),
        (true, Some(kind)) if !rules.promotions().any(|k| k == kind) => Some((
            format!("a pawn does not become a {} here", kind.about().name),
            false,
        )),
        (false, Some(_)) => Some(("nothing is promoted there".to_owned(), false)),
        _ => None,
    }
}

/// Whether a turn may consist of just these square actions, the king aside.
fn finished(shape: Shape, combo: Combo) -> bool {
    match (combo.place.is_some(), combo.shift.is_some()) {
        (false, false) => shape.none,
        (true, false) => shape.place,
        (false, true) => shape.shift,
        (true, true) => shape.both,
    }
}

/// The orders in which a combination can be written (S11); the second is empty if there is one.
pub fn orders(combo: &Combo) -> [[Option<SquareAction>; 2]; 2] {
    let place = combo.place.map(SquareAction::Place);
    let shift = combo
        .shift
        .map(|s| SquareAction::Shift(s.from, s.to, s.promotion));
    let both = place.is_some() && shift.is_some();
    if both && combo.refills {
        [[shift, place], [None; 2]]
    } else if both && combo.place == combo.shift.map(|s| s.from) {
        [[place, shift], [None; 2]]
    } else if both {
        [[place, shift], [shift, place]]
    } else {
        [[place.or(shift), None], [None; 2]]
    }
}

/// What comes after `made` where `order` begins with it: an action, or the end (`None`).
pub fn goes_on(
    order: &[Option<SquareAction>; 2],
    made: &[SquareAction],
) -> Option<Option<SquareAction>> {
    let begins = made.len() <= 2 && made.iter().zip(order).all(|(a, b)| Some(*a) == *b);
    begins.then(|| order.get(made.len()).copied().flatten())
}

/// What comes next in some legal turn that begins with these actions: a square action, or the end
/// (`None`) unless `longer` is asked. The outer `None`: no legal turn begins so.
fn leads_on(
    rules: &Rules,
    begun: &Position,
    piece: bool,
    made: &[SquareAction],
    longer: bool,
) -> Option<Option<SquareAction>> {
    let mut found = None;
    let _ = Squares::new(rules, begun, piece).each(&mut |combo| {
        let next = orders(&combo)
            .into_iter()
            .filter(|order| order[0].is_some() || made.is_empty() && !longer)
            .find_map(|order| goes_on(&order, made).filter(|next| next.is_some() || !longer));
        found = next;
        match found {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    });
    found
}

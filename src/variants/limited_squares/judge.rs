//! Judging a turn action by action, so that a refusal names the one that is wrong.

use std::ops::ControlFlow;

use crate::rules::outcome::Refusal;
use crate::rules::square::Square;

use super::army::Kind;
use super::check;
use super::explain;
use super::notation::{piece_text, place_text, shift_text};
use super::position::{Cell, PieceMove, Position, Shift, Turn};
use super::rules::{Rules, TurnRule};
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

/// What is wrong with a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The action at fault, from 0.
    action: usize,
    /// The actions before it, canonical.
    good: String,
    /// The action's text.
    text: String,
    reason: String,
    /// The actions are the beginning of a legal turn.
    incomplete: bool,
}

impl Fault {
    /// An action that is against the rules; `reason` completes a sentence.
    pub fn new(action: usize, good: String, text: String, reason: String) -> Self {
        Self {
            action,
            good,
            text,
            reason,
            incomplete: false,
        }
    }

    /// The refusal; `several` tells that the typed turn had more than one action.
    pub fn refusal(self, several: bool) -> Refusal {
        let Self {
            action,
            good,
            text,
            reason,
            incomplete,
        } = self;
        if incomplete {
            return Refusal::Incomplete {
                message: reason,
                good,
            };
        }
        let fine: Vec<&str> = good.split_whitespace().collect();
        let message = match fine[..] {
            [] => format!("{text} is not possible: {reason}."),
            [one] => format!("{one} is fine; {text} is not: {reason}."),
            _ => format!("{} are fine; {text} is not: {reason}.", fine.join(" and ")),
        };
        Refusal::Illegal {
            action: several.then_some(action + 1),
            good,
            message,
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
            return Err(fault(0, no_piece_move(rules)));
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
            let fault = fault(start + i, reason);
            return Err(Fault {
                incomplete,
                ..fault
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
    let Some(reason) = attacked.clone().or_else(|| missing(shape, combo)) else {
        return Ok(turn);
    };
    if !leads_on(rules, &begun, piece.is_some(), squares, true) {
        return Err(fault(culprit(rules, &begun, squares, start), reason));
    }
    let good = texts.join(" ");
    let reason = match attacked {
        Some(_) => format!("{good} alone {reason}. A further square action could mend that."),
        None => format!("After {good}, {reason}."),
    };
    let fault = Fault::new(0, good, String::new(), reason);
    Err(Fault {
        incomplete: true,
        ..fault
    })
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

/// Why the turn may not end with the king as it stands (S1).
fn unsafe_king(board: &Position) -> Option<String> {
    let from = check::attacker(board, board.side)?;
    let king = board.kings[usize::from(board.side)];
    let name = board
        .at(from)
        .occupant()
        .map_or("piece", |(kind, _)| kind.about().name);
    Some(format!(
        "leaves the king on {king} attacked by the {} on {from}",
        name.to_lowercase()
    ))
}

/// The first action after which no legal turn is left to go on to.
fn culprit(rules: &Rules, begun: &Position, squares: &[SquareAction], start: usize) -> usize {
    let dead = |n: &usize| !leads_on(rules, begun, start == 1, &squares[..*n], false);
    let first = if start == 1 { 0 } else { 1 };
    let made = (first..=squares.len()).find(dead).unwrap_or(squares.len());
    (start + made).saturating_sub(1)
}

fn no_piece_move(rules: &Rules) -> String {
    let rule = match rules.turn {
        TurnRule::Single => "single",
        TurnRule::Postal => "postal",
        TurnRule::PostalPlus => "postal-plus",
        TurnRule::Compulsory => "this game's",
    };
    format!(
        "a turn under the {rule} rule begins with a piece move (only on a first turn without any \
         legal one are square actions made alone, S3)"
    )
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
        SquareAction::Place(_) => combo.place.is_some(),
        SquareAction::Shift(..) => combo.shift.is_some(),
    };
    if twice {
        return Some("a turn places at most one square and moves at most one".to_owned());
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
        return Some(format!(
            "your opponent placed or moved the square {from} last turn (barred)"
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
                 @{from}-{to}=Q."
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

fn missing(shape: Shape, combo: Combo) -> Option<String> {
    let there = match (combo.place.is_some(), combo.shift.is_some()) {
        (false, false) => shape.none,
        (true, false) => shape.place,
        (false, true) => shape.shift,
        (true, true) => shape.both,
    };
    (!there).then(|| "a square must still be placed, such as @@e4".to_owned())
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

/// Whether some legal turn goes on from, or unless `longer` is asked ends with, these actions.
fn leads_on(
    rules: &Rules,
    begun: &Position,
    piece: bool,
    made: &[SquareAction],
    longer: bool,
) -> bool {
    let fits = |combo: &Combo| {
        let [first, second] = orders(combo);
        let fit = |order| goes_on(order, made).is_some_and(|next| next.is_some() || !longer);
        fit(&first) || second[0].is_some() && fit(&second)
    };
    let visit = &mut |combo| match fits(&combo) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    Squares::new(rules, begun, piece).each(visit).is_break()
}

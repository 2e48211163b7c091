//! How turns are written, and which of them a selector names.

use std::ops::ControlFlow;

use crate::rules::moves::select as select_moves;
use crate::rules::{Move, Selector, Square, Wing};

use super::pieces::{AREA, LANCER, PIECES, SENTRY};
use super::position::{Action, Position, Push};

/// The canonical text of a turn.
pub fn text(action: &Action) -> String {
    match action {
        Action::Move { mv, facing } => {
            let mut text = PIECES.write(mv);
            if let Some(facing) = facing {
                text.push('=');
                text.push_str(facing.compass());
            }
            text
        }
        Action::Turn { at, facing } => format!("L{at}={}", facing.compass()),
        Action::TurnMove { facing, mv } => {
            let Some((from, to)) = mv.route() else {
                return String::new();
            };
            let sign = if action.captured().is_some() {
                'x'
            } else {
                '-'
            };
            format!("L{from}={}{sign}{to}", facing.compass())
        }
        Action::Push(push) => {
            let Push {
                from, at, role, to, ..
            } = push;
            let letter = PIECES.about(*role).letter;
            let sign = if push.captures { "x" } else { "" };
            format!("S{from}-{at}{letter}{sign}{to}")
        }
        Action::Pass => "pass".to_owned(),
    }
}

/// Reads the canonical text of a turn. Units go as they may, so that the board stays whole whatever the
/// text; what becomes of the own king is not looked at.
pub fn read(position: &Position, canonical: &str) -> Option<Action> {
    if canonical == "pass" {
        return Some(Action::Pass);
    }
    if let Some(wing) = Wing::ALL.into_iter().find(|w| w.text() == canonical) {
        position.base.castling[position.base.to_move.index()][wing as usize]?;
        return Some(Action::plain(Move::Castle(wing)));
    }
    let bare = canonical.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let (from, _) = Square::lex(bare).filter(|(from, _)| AREA.has(*from))?;
    let mut found = None;
    let _ = position.pseudo_from(from, &mut |action| {
        if text(&action) == canonical {
            found = Some(action);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}

/// A choice among actions.
type Choice = Box<dyn Fn(&Action) -> bool>;

/// The turns that a selector names: a square names those in which a unit begins or ends on it.
pub fn select(position: &Position, what: &Selector) -> Option<Choice> {
    let what = *what;
    let moves = select_moves(&PIECES, &position.base, &what)?;
    let on = |at: Option<Square>, squares: [Square; 3]| at.is_none_or(|at| squares.contains(&at));
    Some(Box::new(move |action| match (action, what) {
        (Action::Move { mv, .. } | Action::TurnMove { mv, .. }, _) => moves(mv),
        (Action::Turn { at, .. }, Selector::Square(square)) => *at == square,
        (Action::Turn { at, .. }, Selector::Piece(letter, square)) => {
            PIECES.by_letter(letter) == Some(LANCER) && on(square, [*at; 3])
        }
        (Action::Push(push), Selector::Square(square)) => on(Some(square), ends(push)),
        (Action::Push(push), Selector::Piece(letter, square)) => {
            PIECES.by_letter(letter) == Some(SENTRY) && on(square, ends(push))
        }
        _ => false,
    }))
}

const fn ends(push: &Push) -> [Square; 3] {
    [push.from, push.at, push.to]
}

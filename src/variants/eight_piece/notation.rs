//! How turns are written, and which of them a selector names.

use crate::rules::moves::select as select_moves;
use crate::rules::{Move, Selector, Square, Wing, turns::ruleset::Filter, turns::visit::find};

use super::EightPiece;
use super::pieces::{AREA, LANCER, PIECES, SENTRY};
use super::position::{Action, Position, Push};

/// The canonical text of a turn.
pub fn text(action: &Action) -> String {
    match action {
        Action::Move { mv, facing } => {
            let facing = facing.map_or(String::new(), |facing| format!("={}", facing.compass()));
            PIECES.write(mv) + &facing
        }
        Action::Turn { at, facing } => format!("L{at}={}", facing.compass()),
        Action::TurnMove { facing, mv } => {
            let mut text = PIECES.write(mv);
            let sign = text.find(['-', 'x']).unwrap_or(text.len());
            text.insert_str(sign, &format!("={}", facing.compass()));
            text
        }
        Action::Push(push) => {
            let Push { from, at, to, .. } = push;
            let letter = PIECES.about(push.role).letter;
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
    let written = |action: &Action| text(action) == canonical;
    find(|visit| position.pseudo_from(from, visit), written)
}

/// The turns that a selector names: a square names those in which a unit begins or ends on it.
pub fn select(position: &Position, what: &Selector) -> Option<Filter<EightPiece>> {
    let what = *what;
    let moves = select_moves(&PIECES, &position.base, &what)?;
    let names = move |role, squares: &[Square]| match what {
        Selector::Square(at) => squares.contains(&at),
        Selector::Piece(letter, at) => {
            let on = at.is_none_or(|at| squares.contains(&at));
            on && PIECES.by_letter(letter) == Some(role)
        }
        _ => false,
    };
    Some(Box::new(move |action| match action {
        Action::Move { mv, .. } | Action::TurnMove { mv, .. } => moves(mv),
        Action::Turn { at, .. } => names(LANCER, &[*at]),
        Action::Push(push) => names(SENTRY, &[push.from, push.at, push.to]),
        Action::Pass => false,
    }))
}

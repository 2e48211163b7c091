//! What is said of a turn that is not possible.

use crate::rules::board::square::Square;
use crate::rules::moves::Move;
use crate::rules::moves::dialect::Typed;
use crate::rules::moves::explain::Explain;
use crate::rules::notation::Reading;
use crate::rules::pieces::Role;
use crate::rules::reason::Reason;
use crate::rules::turns::ruleset::Word;

use super::notation::{Words, dialect};
use super::pieces::{PAWN, PIECES, far_rank};
use super::position::{Action, Position};
use super::turns::{Duty, duty};

/// What a turn leaves open that does not say what its pawn becomes on its far rank; a sentence.
pub fn left_open(typed: &Words, fitting: &[Action]) -> Option<Reason> {
    let Words::Move(typed) = typed else {
        return None;
    };
    let moves = fitting.iter().filter_map(|action| match action {
        Action::Move(mv) => Some(*mv),
        Action::Drop(..) | Action::Pass => None,
    });
    let moves: Vec<Move> = moves.collect();
    dialect().left_open(typed, &moves)
}

/// Why a typed turn is not legal; completes a sentence.
pub fn refuse(position: &Position, word: &Word<Words>) -> Reason {
    match (duty(position), &word.means) {
        (Duty::Pass, _) => Reason::new("yonin-only-pass"),
        (_, Words::Pass) => Reason::new("yonin-no-pass"),
        (_, Words::Drop(role, to)) => drop_fault(position, *role, *to),
        (_, Words::Move(Typed::Castle(_))) => Reason::new("no-move-named"),
        (_, Words::Move(Typed::Step(readings))) => {
            let to = readings.first().map_or_else(Square::default, |r| r.to);
            let board = position.with_right(to);
            let explain = Explain {
                dialect: dialect(),
                position: &board,
                hint: |_, _, _, _| None,
                lost: &|_| None,
                king_safe: true,
            };
            let bare: Vec<Reading> = readings
                .iter()
                .map(|reading| Reading {
                    tail: String::new(),
                    ..reading.clone()
                })
                .collect();
            explain.step(&word.text, &bare)
        }
    }
}

/// Why a piece cannot come from the hand to a square.
fn drop_fault(position: &Position, role: Role, to: Square) -> Reason {
    let name = PIECES.about(role).name;
    let seat = position.base.to_move;
    if position.hand().count(role) == 0 {
        let reason = Reason::new("yonin-not-in-hand").name("piece", name);
        let held = position.hand().roles();
        return reason.list("letters", held.map(|role| PIECES.about(role).letter));
    }
    if position.base.board.at(to).is_some() {
        return Reason::new("yonin-drop-on-piece").text("square", to);
    }
    if role == PAWN && far_rank(seat).has(to) {
        return Reason::new("yonin-pawn-drop-far").text("square", to);
    }
    Reason::new("yonin-drop-leaves-check")
        .name("piece", name)
        .text("king", position.base.king(&PIECES, seat))
}

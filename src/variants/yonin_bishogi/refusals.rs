//! What is said of a turn that is not possible.

use crate::rules::{
    Explain, Move, Reading, Reason, Role, Square, moves::dialect::Typed, notation::promotion,
    turns::ruleset::Word, turns::visit::find,
};

use super::notation::Words;
use super::pieces::{KING, PAWN, PIECES, QUEEN, far_rank, held};
use super::position::{Action, Position};
use super::turns::{Duty, duty, each};

/// What a turn leaves open that does not say what its pawn becomes on its far rank; a sentence.
pub fn left_open(typed: &Words, fitting: &[Action]) -> Option<Reason> {
    let Words::Move(readings) = typed else {
        return None;
    };
    let moves = fitting.iter().filter_map(|action| match action {
        Action::Move(mv) => Some(*mv),
        Action::Drop(..) | Action::Pass => None,
    });
    let moves: Vec<Move> = moves.collect();
    PIECES.left_open(&Typed::Step(readings.clone()), &moves)
}

/// Why a typed turn is not legal; completes a sentence.
pub fn refuse(position: &Position, word: &Word<Words>) -> Reason {
    match (duty(position), &word.means) {
        (Duty::Pass, _) => no_turn(position),
        (_, Words::Pass) => Reason::new("no-pass-now"),
        (_, Words::Castling) => Reason::new("no-castling-in-this-game"),
        (_, Words::Drop(role, to, promoted)) => drop_fault(position, (*role, *to), *promoted),
        (_, Words::Move(readings)) => move_fault(position, &word.text, readings),
    }
}

/// That there is no turn but to pass, and why (Y6).
fn no_turn(position: &Position) -> Reason {
    let attacked = position.checkers(position.base.to_move).any();
    Reason::new("only-pass-now").number("attacked", u8::from(attacked))
}

/// Why a piece does not move so.
fn move_fault(position: &Position, text: &str, readings: &[Reading]) -> Reason {
    let said = readings.iter().any(|reading| !reading.tail.is_empty());
    let without_promotion = |reading: &Reading| Reading {
        tail: String::new(),
        ..reading.clone()
    };
    let bare: Vec<Reading> = readings.iter().map(without_promotion).collect();
    let fits = |mv: &Move| {
        let mut bare = bare.iter();
        bare.any(|bare| PIECES.reading_fits(&position.base, mv, bare))
    };
    let legal = |action: &Action| matches!(action, Action::Move(mv) if fits(mv));
    if said && let Some(Action::Move(mv)) = find(|visit| each(position, visit), legal) {
        return promotion_fault(mv, readings);
    }
    let to = readings.first().map_or_else(Square::default, |r| r.to);
    let board = position.with_right(to);
    Explain::new(&PIECES, &board).step(text, &bare)
}

/// Why a move that is legal does not promote as it is typed (Y2).
fn promotion_fault(mv: Move, readings: &[Reading]) -> Reason {
    let mut readings = readings.iter();
    let letter = readings.find_map(|reading| promotion(&reading.tail).flatten());
    let queen = letter.and_then(|letter| PIECES.by_letter(letter)) == Some(QUEEN);
    let Move::Step { role, from, to, .. } = mv else {
        return Reason::new("no-move-named");
    };
    let piece = PIECES.about(role).name;
    if role == QUEEN || role == KING {
        return Reason::new("never-promoted").name("piece", piece);
    }
    if !queen {
        let letter = letter.map(String::from).unwrap_or_default();
        return Reason::new("becomes-a-queen-alone").text("letter", letter);
    }
    Reason::new("promoted-in-the-zone")
        .name("piece", piece)
        .text("from", from)
        .text("to", to)
}

/// Why a piece cannot come from the hand to a square (Y4).
fn drop_fault(position: &Position, (role, to): (Role, Square), promoted: bool) -> Reason {
    let (base, seat) = (&position.base, position.base.to_move);
    let name = PIECES.about(role).name;
    if position.hand().count(role) == 0 {
        let held = held(position.hand()).map(|role| PIECES.about(role).letter);
        let reason = Reason::new("not-in-hand").name("piece", name);
        return reason.list("letters", held);
    }
    if promoted {
        return Reason::new("drop-never-promotes").text("square", to);
    }
    let explain = Explain::new(&PIECES, base);
    if base.board.at(to).is_some() {
        let reason = Reason::new("drop-on-a-piece").text("square", to);
        return reason.with("by", explain.whose(to));
    }
    if role == PAWN && far_rank(seat).has(to) {
        return Reason::new("pawn-dropped-too-far").text("square", to);
    }
    let by = explain.all_named(&base.board, position.checkers(seat));
    let reason = Reason::new("check-not-ended").text("king", base.king(&PIECES, seat));
    reason.with("by", by)
}

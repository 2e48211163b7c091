//! What is said of a typed action that is not possible, and of a turn that is not complete.

use crate::rules::moves::dialect::Typed;
use crate::rules::turns::ruleset::Word;
use crate::rules::turns::visit::{all, find};
use crate::rules::{Arg, Bitboard, Explain, Pocket, Reading, Reason, Role, Square};

use super::history::Moment;
use super::line::Line;
use super::notation::{Words, text};
use super::pieces::{BIN, PIECES, hint, hot_spots};
use super::position::Action;

/// Why a typed word is none of the actions that may follow; completes a sentence.
pub fn refuse(line: &Line, word: &Word<Words>) -> Reason {
    if !line.goes_on {
        return Reason::new("nothing-was-earned");
    }
    match &word.means {
        Words::Push => push(line),
        Words::Select(role, to) => selection(line, *role, *to),
        Words::Move(typed) => piece_move(line, &word.text, typed),
    }
}

fn side(line: &Line) -> &'static str {
    PIECES.side(line.position.base.to_move)
}

fn push(line: &Line) -> Reason {
    let action = Action::Push;
    let own = hot_spots(line.position.base.to_move);
    if !line.position.is_possible(&action) {
        let reason = Reason::new("hot-spots-are-empty").name("side", side(line));
        return reason.list("spots", own);
    }
    barred(line, &action)
        .unwrap_or_else(|| left_in_check(line, line.attackers(Bitboard::EMPTY, own)))
}

fn selection(line: &Line, role: Role, to: Square) -> Reason {
    let position = &line.position;
    let name = PIECES.about(role).name;
    let own = hot_spots(position.base.to_move);
    if !own.has(to) {
        let reason = Reason::new("placed-on-own-hot-spots").text("square", to);
        return reason.name("side", side(line)).list("spots", own);
    }
    if let Some(piece) = position.base.board.at(to) {
        let there = PIECES.about(piece.role).name;
        let reason = Reason::new("hot-spot-taken").text("square", to);
        return reason.name("piece", there);
    }
    if position.bin.count(role) == 0 {
        return Reason::new("none-in-bin").name("piece", name);
    }
    let action = Action::Select(role, to);
    barred(line, &action)
        .unwrap_or_else(|| left_in_check(line, line.attackers(Bitboard::of(to), Bitboard::EMPTY)))
}

/// The king of the side to move is attacked from these squares after the action.
fn left_in_check(line: &Line, attackers: Bitboard) -> Reason {
    let base = &line.position.base;
    let by = Explain::new(&PIECES, base).all_named(&base.board, attackers);
    let king = base.king(&PIECES, base.to_move);
    Reason::new("king-left-in-check")
        .text("king", king)
        .with("by", by)
}

/// Why no move that fits is legal.
fn piece_move(line: &Line, typed: &str, means: &Typed) -> Reason {
    let base = &line.position.base;
    let moves = all(|visit| base.legal(&PIECES, visit)).into_iter();
    let mut fitting = moves.filter(|mv| PIECES.fits(base, mv, means));
    if let Some(ban) = fitting.find_map(|mv| barred(line, &Action::Move(mv))) {
        return ban;
    }
    let explain = Explain {
        hint,
        open: &|role, from, to| line.is_open(&Action::Move(base.step(&PIECES, role, from, to))),
        hole: || Reason::new("way-stops-at-bin"),
        ..Explain::new(&PIECES, base)
    };
    match means {
        Typed::Step(readings) if readings.iter().all(|reading| BIN.has(reading.to)) => {
            Reason::new("bin-is-no-square")
        }
        Typed::Step(readings) => {
            not_selected(line, readings).unwrap_or_else(|| explain.step(typed, readings))
        }
        Typed::Castle(_) => Reason::new("no-move-named"),
    }
}

/// That a piece which the player does not have could be taken from the bin, where a hot spot is named as its goal:
/// `Qd4` for `Q@d4`.
fn not_selected(line: &Line, readings: &[Reading]) -> Option<Reason> {
    let base = &line.position.base;
    let select = readings.iter().find_map(|reading| {
        let role = PIECES.named(reading)?;
        let none = base.board.pieces(base.to_move, role).is_empty();
        let action = Action::Select(role, reading.to);
        (none && line.position.is_possible(&action)).then_some((role, action))
    });
    let (role, action) = select?;
    let reason = Reason::new("select-it-instead").name("side", side(line));
    let reason = reason.name("piece", PIECES.about(role).name);
    Some(reason.text("write", text(&action)))
}

/// What bars an action that is possible, if something does; completes a sentence.
pub fn barred(line: &Line, action: &Action) -> Option<Reason> {
    let what = match action {
        Action::Push => "push",
        Action::Select(..) => "selection",
        Action::Move(_) if action.earns() => "capture",
        Action::Move(_) => "move",
    };
    let bin = line.bin_ban(action).map(|moment| {
        let bin = line.position.bin_after(action);
        Reason::new("bin-repeats")
            .text("what", what)
            .with("bin", contents(&bin))
            .with("since", since(moment))
    });
    let board = line.board_ban(action).map(|moment| {
        Reason::new("board-repeats")
            .text("what", what)
            .with("since", since(moment))
    });
    match (bin, board) {
        (Some(bin), Some(board)) => Some(
            Reason::new("bin-and-board-repeat")
                .with("bin", bin)
                .with("board", board),
        ),
        (bin, board) => bin.or(board),
    }
}

/// What a bin holds, a part of a sentence each.
pub fn contents(bin: &Pocket) -> Arg {
    let held = bin.roles().map(|role| {
        let held = Reason::new("so-many-pieces").number("count", bin.count(role));
        Arg::from(held.name("piece", PIECES.about(role).name))
    });
    held.collect()
}

/// When something was so; a part of a sentence.
pub fn since(moment: Moment) -> Reason {
    match moment {
        Moment::Start => Reason::new("at-the-start"),
        Moment::Turn {
            number,
            seat,
            within,
        } => {
            let reason = Reason::new("after-turn").number("number", number);
            let reason = reason.name("side", PIECES.side(seat));
            match within {
                None => reason,
                Some(action) => reason.text("action", text(&action)),
            }
        }
    }
}

/// What is missing where the actions `made`, which led to `line`, begin a legal turn and are none; a
/// sentence.
pub fn missing(line: &Line, made: &[Action]) -> Reason {
    let next = find(|visit| line.each(visit), |_| true);
    let earned = match made.last() {
        Some(Action::Push) => Reason::new("push-earns"),
        _ => Reason::new("capture-earns"),
    };
    let made: Vec<String> = made.iter().map(text).collect();
    earned
        .text("made", made.join(" "))
        .text("next", next.map_or(String::new(), |action| text(&action)))
}

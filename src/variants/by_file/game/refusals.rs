//! Why a text is no legal turn, how turns are written, and why a position text cannot be taken.

use crate::rules::composed::fen::FenFault;
use crate::rules::composed::position::Position;
use crate::rules::composed::turn::Act;
use crate::rules::composed::{Set, Square};
use crate::rules::{Reason, Refusal, SetupError};

use super::typed::{Main, Typed, fits};
use super::{Action, ByFile, written};

/// That a text is no turn, and how turns are written here.
pub fn unreadable(game: &ByFile, why: Reason) -> Refusal {
    let army = &game.game().parts.army;
    let letters = army.roles().rev().map(|role| army.about(role).letter);
    let (files, ranks) = game.game().parts.size;
    let last = char::from(b'a' + files.saturating_sub(1));
    let reason = Reason::new("unreadable-move").with("why", why);
    let reason = reason.with("writing", Reason::new("games-by-file-are-written"));
    let reason = reason.list("letters", letters);
    let reason = reason.text("last", format!("{last}{ranks}"));
    Refusal::Unreadable { reason }
}

/// Why a typed turn is none of the legal ones; completes a sentence.
pub fn refuse(game: &ByFile, at: &Position, typed: &Typed) -> Reason {
    let composed = game.game();
    let tried = composed.tried_turns(at);
    let meant = tried
        .into_iter()
        .map(|turn| Action::new(composed, at, turn));
    let mut meant = meant.filter(|action| fits(game, at, action, typed));
    if let Some(action) = meant.next() {
        return forbidden(game, at, &action);
    }
    match &typed.main {
        Main::Pass => Reason::new("no-pass-in-this-game"),
        Main::Castle(_) => Reason::new("castling-not-possible"),
        Main::Drop { letter, to, .. } => dropped(game, at, *letter, *to),
        Main::Move { .. } => moved(game, at, &typed.main),
    }
}

/// A turn that its piece could make, and that the rules forbid.
fn forbidden(game: &ByFile, at: &Position, action: &Action) -> Reason {
    let composed = game.game();
    let must = composed.parts.captures.must && !action.captures;
    if must
        && composed
            .legal_turns(at)
            .iter()
            .any(|turn| composed.captures(at, turn))
    {
        return Reason::new("capture-is-forced");
    }
    let turn = written::text(composed, action);
    let reason = match composed.gives_check(at) {
        true => Reason::new("turn-leaves-check"),
        false => Reason::new("turn-forbidden"),
    };
    reason.text("turn", turn)
}

fn dropped(game: &ByFile, at: &Position, letter: char, to: Square) -> Reason {
    if !game.game().parts.hands.drops {
        return Reason::new("no-drops-here");
    }
    let Some(role) = game.by_letter(letter) else {
        return Reason::new("no-piece-named");
    };
    let seat = at.to_move;
    if at.hands[seat.index()][role.index()] == 0 {
        let side = game.seat_name(seat);
        let reason = Reason::new("none-in-hand").name("side", &side);
        return reason.name("piece", game.name(role));
    }
    match at.board.at(to) {
        Some(_) => Reason::new("drop-on-occupied").text("square", to),
        None => Reason::new("drop-forbidden-there")
            .name("piece", game.name(role))
            .text("square", to),
    }
}

fn moved(game: &ByFile, at: &Position, main: &Main) -> Reason {
    let Main::Move {
        readings, capital, ..
    } = main
    else {
        return Reason::new("no-move-named");
    };
    let (seat, area) = (at.to_move, game.game().area());
    let side = game.seat_name(seat);
    // A capital means a piece, a small letter a file.
    let nearest = readings
        .iter()
        .max_by_key(|reading| reading.piece.is_some() == *capital);
    let Some(reading) = nearest else {
        return Reason::new("no-move-named");
    };
    let own = at.board.of(seat);
    let from: Set = own.filter(|square| reading.is_from(*square)).collect();
    let whole = reading.file.is_some() && reading.rank.is_some();
    if whole && from.is_empty() {
        let place = reading.file.zip(reading.rank);
        let square = place.and_then(|(file, rank)| Square::new(file, rank));
        let Some(square) = square.filter(|square| area.has(*square)) else {
            return Reason::new("no-move-named");
        };
        return match at.board.at(square) {
            None => Reason::new("no-piece-there").text("square", square),
            Some(piece) => {
                let whose = Reason::new("piece-of").name("piece", game.name(piece.role));
                let owner = game.seat_name(piece.owner.unwrap_or_default());
                let reason = Reason::new("not-to-move").text("square", square);
                reason
                    .with("piece", whose.name("side", &owner))
                    .name("side", &side)
            }
        };
    }
    let role = reading
        .piece
        .and_then(|letter| game.by_letter(letter))
        .or_else(|| game.plain());
    let named = |square: &Square| {
        let piece = at.board.at(*square);
        piece.is_some_and(|piece| whole && reading.piece.is_none() || Some(piece.role) == role)
    };
    let from: Set = from.filter(named).collect();
    let shown = from.first().and_then(|square| at.board.at(square));
    let name = shown.map(|piece| piece.role).or(role);
    let name = name.map_or("piece", |role| game.name(role));
    let held = role.filter(|role| at.hands[seat.index()][role.index()] > 0);
    if let Some(role) = held.filter(|_| from.is_empty() && at.board.at(reading.to).is_none()) {
        let letter = game.game().parts.army.about(role).letter;
        let reason = Reason::new("piece-in-hand").name("piece", game.name(role));
        return reason.text("turn", format!("{letter}*{}", reading.to));
    }
    if from.is_empty() {
        let none = Reason::new("no-such-piece")
            .name("side", &side)
            .name("piece", name);
        return match (reading.file, reading.rank) {
            (Some(file), _) => none.text("file", char::from(b'a' + file)),
            (_, Some(rank)) => none.number("rank", rank + 1),
            _ => none,
        };
    }
    let none = Reason::new("no-piece-goes").name("piece", name);
    none.list("squares", from.names()).text("to", reading.to)
}

/// How turns are written here, with examples of this position.
pub fn writing(game: &ByFile, at: &Position) -> Vec<Reason> {
    let composed = game.game();
    let all: Vec<Action> = game.legal(at).collect();
    let text = |action: &Action| written::text(composed, action);
    let find = |is: &dyn Fn(&Action) -> bool| all.iter().find(|action| is(action)).map(text);
    let examples = [
        find(&|action| action.turn.act == Act::Move && !action.captures),
        find(&|action| action.captures),
        find(&|action| action.turn.is_drop()),
        find(&|action| matches!(action.turn.act, Act::Promote(_) | Act::PiecePromote)),
        find(&|action| action.turn.gate.is_some()),
        find(&|action| action.turn.act == Act::Castle),
        find(&|action| action.turn.act == Act::Pass),
    ];
    let mut examples: Vec<String> = examples.into_iter().flatten().collect();
    examples.dedup();
    let uci = all.first().map(|action| composed.text(at, &action.turn));
    let reason = Reason::new("games-by-file-samples").list("turns", &examples);
    vec![reason.text("uci", uci.unwrap_or_default())]
}

/// Why a position text cannot be taken.
pub fn position(fault: &FenFault) -> SetupError {
    let reason = match fault {
        FenFault::Sign(sign) | FenFault::Hand(sign) => {
            Reason::new("position-odd-sign").text("sign", sign)
        }
        FenFault::Width(rank) => Reason::new("position-rank-width").number("rank", *rank),
        FenFault::Ranks => Reason::new("position-ranks"),
        FenFault::Side => Reason::new("position-side"),
        FenFault::Castling(sign) => Reason::new("position-castling").text("sign", sign),
        FenFault::Checks => Reason::new("position-checks"),
        FenFault::Kings => Reason::new("position-kings"),
    };
    SetupError::BadPosition(reason)
}

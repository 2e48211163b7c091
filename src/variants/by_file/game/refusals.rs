//! Why a text is no legal turn, how turns are written, and why a position text cannot be taken.

use crate::rules::composed::army::Word;
use crate::rules::composed::captures::Flip;
use crate::rules::composed::fen::FenFault;
use crate::rules::composed::position::Position;
use crate::rules::composed::turn::Act;
use crate::rules::composed::walls::Walling;
use crate::rules::composed::{Set, Square};
use crate::rules::reason::Arg;
use crate::rules::turns::listing::sorted;
use crate::rules::{Reason, Refusal, Role, SetupError};

use super::typed::{Becomes, Main, Typed, fits};
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
    if let Some(reason) = almost(game, at, typed) {
        return reason;
    }
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
        Main::Castle(_) if castles(game, at) => Reason::new("castling-not-possible"),
        Main::Castle(_) => Reason::new("no-castling-in-this-game"),
        Main::Drop { letter, to, .. } => dropped(game, at, *letter, *to),
        Main::Move { .. } => moved(game, at, &typed.main),
    }
}

/// What is wrong with a turn that is legal but for its wall, or for what it says of promotion.
fn almost(game: &ByFile, at: &Position, typed: &Typed) -> Option<Reason> {
    let fitting = |typed: &Typed| {
        let legal = game.legal(at);
        legal
            .filter(|action| fits(game, at, action, typed))
            .collect::<Vec<_>>()
    };
    if let Some((wall, open)) = typed.without_wall() {
        let step = *fitting(&open).first()?;
        return Some(wall_refused(game, at, &step, wall));
    }
    let turns = fitting(&typed.without_promotion()?);
    let turns = sorted(
        turns
            .iter()
            .map(|action| written::text(game.game(), action)),
    );
    let reason = Reason::new("promotes-otherwise");
    (!turns.is_empty()).then(|| reason.list("turns", &turns))
}

/// Why a wall cannot be put there after a step.
fn wall_refused(game: &ByFile, at: &Position, step: &Action, wall: Square) -> Reason {
    let composed = game.game();
    if !composed.area().has(wall) {
        return Reason::new("square-beyond-board").text("square", wall);
    }
    let stays = at.board.at(wall).is_some() && step.turn.from != wall;
    let occupied = stays || step.turn.to == wall && step.turn.moves();
    let duck = composed.parts.walls.rule == Some(Walling::Duck);
    let reason = Reason::new("wall-forbidden-there").number("duck", u8::from(duck));
    let reason = reason.number("there", u8::from(at.walls.has(wall)));
    let reason = reason.number("occupied", u8::from(occupied));
    reason.text("square", wall)
}

/// Whether there is castling in this game at all.
fn castles(game: &ByFile, at: &Position) -> bool {
    let some = |at: &Position| at.castling.king.iter().any(Option::is_some);
    let parts = &game.game().parts;
    let start = || game.game().read(&parts.start);
    parts.castling.dropped || some(at) || start().is_ok_and(|start| some(&start))
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
        false if action.turn.act == Act::Pass => {
            let stuck = composed.parts.gates.pass_on_stalemate[at.to_move.index()];
            Reason::new("pass-not-now").number("stuck", u8::from(stuck))
        }
        false => {
            let guarded = composed.king.is_some() || composed.parts.royalty.pseudo.is_some();
            Reason::new("turn-forbidden").number("guarded", u8::from(guarded))
        }
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
    if !game.game().area().has(to) {
        return Reason::new("square-beyond-board").text("square", to);
    }
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
        readings,
        capital,
        becomes,
        ..
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
    let other = from.first().filter(|square| whole && !named(square));
    if let Some((square, piece)) = other.and_then(|square| Some((square, at.board.at(square)?))) {
        let reason = Reason::new("other-piece-there").text("square", square);
        let reason = reason.name("piece", game.name(piece.role));
        return reason.text("letter", game.letter(piece.role));
    }
    let in_place = at.board.at(reading.to).filter(|_| own.has(reading.to));
    if let (Becomes::Piece(letter), Some(piece)) = (becomes, in_place)
        && game.game().parts.promotion.sittuyin
    {
        let other = game.by_letter(*letter);
        let reason = Reason::new("becomes-not-now").name("piece", game.name(piece.role));
        let reason = reason.name("other", other.map_or("piece", |role| game.name(role)));
        return reason.text("square", reading.to);
    }
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
    if let Some(drop) = drop_due(game, at) {
        return Reason::new("drop-first").text("turn", drop);
    }
    let none = Reason::new("no-piece-goes").name("piece", name);
    let none = none.list("squares", from.names()).text("to", reading.to);
    let is_meant = |action: &Action| {
        let drop = action.turn.act == Act::Drop(role.unwrap_or(action.role));
        drop && held.is_some() && action.turn.to == reading.to
    };
    match game.legal(at).find(is_meant).filter(|_| !whole) {
        Some(drop) => none.with(
            "why",
            Reason::new("drop-is-written").text("turn", written::text(game.game(), &drop)),
        ),
        None => none,
    }
}

/// A drop, where nothing may be done but to put pieces from the hand on the board.
fn drop_due(game: &ByFile, at: &Position) -> Option<String> {
    if game.game().parts.hands.must_drop.is_empty() || game.game().gives_check(at) {
        return None;
    }
    let legal: Vec<Action> = game.legal(at).collect();
    let first = legal.first()?;
    let drops = legal.iter().all(|action| action.turn.is_drop());
    drops.then(|| written::text(game.game(), first))
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
    let mut said = vec![reason.text("uci", uci.unwrap_or_default())];
    let signs = signs(game, at);
    if !signs.is_empty() {
        let signs: Arg = signs.into_iter().map(Arg::from).collect();
        said.push(Reason::new("games-by-file-signs").with("signs", signs));
    }
    said.extend(special(game));
    said
}

/// What signs in turns mean, also those of turns that nobody can play now.
fn signs(game: &ByFile, at: &Position) -> Vec<Reason> {
    let parts = &game.game().parts;
    let army = &parts.army;
    let letter = |role: &Role| game.letter(*role);
    let held = |role: &Role| at.hands.iter().any(|hand| hand[role.index()] > 0);
    // Pawns are last.
    let mut order = game.order();
    order.reverse();
    let in_hand = order.iter().find(|role| held(role));
    let dropped = in_hand.or(order.first().filter(|_| parts.hands.captures));
    let dropped = dropped.filter(|_| parts.hands.drops).map(letter);
    let gate = in_hand.filter(|_| parts.gates.seirawan).map(letter);
    let sign =
        |code, letter: Option<char>| letter.map(|letter| Reason::new(code).text("letter", letter));
    let told = |holds: bool, code| holds.then(|| Reason::new(code));
    let promotes = army.roles().any(|role| army.about(role).promoted.is_some());
    let wall = parts.walls.rule.map(|rule| {
        let duck = u8::from(rule == Walling::Duck);
        Reason::new("sign-of-wall").number("duck", duck)
    });
    let signs = [
        sign("sign-of-drop", dropped),
        told(promotes, "sign-of-promotion"),
        told(promotes && parts.promotion.demotion, "sign-of-demotion"),
        sign("sign-of-gate", gate),
        wall,
    ];
    signs.into_iter().flatten().collect()
}

/// What nobody expects who knows only chess.
fn special(game: &ByFile) -> Vec<Reason> {
    let parts = &game.game().parts;
    let told = |holds: bool, code| holds.then(|| Reason::new(code));
    let lines = parts.captures.flip == Some(Flip::Reversi);
    let pawn = parts.army.role(Word::PAWN).is_some();
    let blast = told(parts.captures.blast, "special-blast");
    let special = [
        told(parts.captures.must, "special-captures"),
        blast.map(|reason| reason.number("pawn", u8::from(pawn))),
        told(lines, "special-flips"),
        told(parts.royalty.duple_check, "special-kings"),
    ];
    special.into_iter().flatten().collect()
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

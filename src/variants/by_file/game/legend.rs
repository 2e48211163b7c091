//! How pieces move, for the legend below a board and for the page of the rules.

use crate::rules::composed::army::{Kind, Word};
use crate::rules::composed::{Game, Set};
use crate::rules::{Reason, Role, Seat};

use super::ByFile;
use super::described::described;

/// How a kind of piece moves, with the bounds of its region and the lines of palaces.
pub fn moves(game: &ByFile, role: Role) -> Reason {
    let composed = game.game();
    let army = &composed.parts.army;
    let kind = army.about(role);
    let mut moves = on_free_boards(game, kind);
    let lines = army.diagonal_lines & composed.area();
    if lines.any() && goes_along_lines(kind, army.palace_king) {
        let ahead = kind.word == Word::SOLDIER;
        let reason = Reason::new("movement-along-lines").number("ahead", u8::from(ahead));
        moves = reason.with("moves", moves);
    }
    if is_bounded(composed, kind) {
        let reason = Reason::new("movement-within").with("moves", moves);
        moves = reason.with("where", places(game, kind.region));
    }
    moves
}

/// Whether a kind moves as it does in chess, and readers are held to know how.
pub fn is_of_chess(game: &ByFile, role: Role) -> bool {
    let composed = game.game();
    let army = &composed.parts.army;
    let kind = army.about(role);
    let plain = [
        Word::PAWN,
        Word::KNIGHT,
        Word::BISHOP,
        Word::ROOK,
        Word::QUEEN,
    ];
    let lines = (army.diagonal_lines & composed.area()).any();
    (plain.contains(&kind.word) || kind.word == Word::KING && army.plain_king)
        && !(lines && goes_along_lines(kind, army.palace_king))
        && !is_bounded(composed, kind)
}

/// Whether a kind moves along the lines of palaces, too.
fn goes_along_lines(kind: &Kind, palace_king: bool) -> bool {
    let always = [Word::WAZIR, Word::ROOK, Word::JANGGI_CANNON, Word::SOLDIER];
    always.contains(&kind.word) || kind.word == Word::KING && palace_king
}

fn is_bounded(game: &Game, kind: &Kind) -> bool {
    let bounded = |region: &Set| (game.area() & !*region).any();
    kind.region.iter().any(bounded)
}

/// How a piece moves where nothing bounds it.
fn on_free_boards(game: &ByFile, kind: &Kind) -> Reason {
    let parts = &game.game().parts;
    match kind.word {
        Word::SOLDIER if parts.army.soldier_rank > 0 => {
            Reason::new("movement-soldier").number("rank", parts.army.soldier_rank + 1)
        }
        Word::JANGGI_CANNON => Reason::new("movement-janggi-cannon"),
        _ => {
            let from = parts.pawns.double_step.map(|set| set & game.game().area());
            let some = !kind.initial.is_empty() && from.iter().any(|set| set.any());
            let first = some.then(|| (&*kind.initial, beginning(game, kind, from)));
            described(&kind.atoms, first)
        }
    }
}

/// Squares from which a kind has further moves, of the seats that begin with it.
fn beginning(game: &ByFile, kind: &Kind, from: [Set; 2]) -> Reason {
    let parts = &game.game().parts;
    let start = game.game().read(&parts.start);
    let role = parts.army.role(kind.word);
    let begins = |seat: Seat| {
        let board = start.as_ref().ok().map(|start| &start.board);
        let any = role
            .zip(board)
            .is_some_and(|(role, board)| board.pieces(seat, role).any());
        any || parts.hands.captures
    };
    match Seat::BOTH.map(begins) {
        [true, false] => place(game.game(), from[0]),
        [false, true] => place(game.game(), from[1]),
        _ => places(game, from),
    }
}

/// Squares of each seat: ranks, a rectangle or squares.
pub fn places(game: &ByFile, squares: [Set; 2]) -> Reason {
    let [first, second] = squares.map(|set| set & game.game().area());
    if first == second {
        return place(game.game(), first);
    }
    let [one, other] = Seat::BOTH.map(|seat| game.seat_name(seat));
    let reason = Reason::new("region-of-each").name("first", &one);
    let reason = reason.with("first_region", place(game.game(), first));
    let reason = reason.name("second", &other);
    reason.with("second_region", place(game.game(), second))
}

/// Some squares of the board: ranks, a rectangle or squares.
pub fn place(game: &Game, squares: Set) -> Reason {
    let area = game.area();
    if squares == area {
        return Reason::new("region-everywhere");
    }
    let ends = |all: Vec<u8>| Some((*all.iter().min()?, *all.iter().max()?));
    let files = ends(squares.map(|square| square.file()).collect());
    let ranks = ends(squares.map(|square| square.rank()).collect());
    let (Some((left, right)), Some((low, high))) = (files, ranks) else {
        return Reason::new("region-nowhere");
    };
    let within = |set: &Set| {
        let inside = area.filter(|square| {
            (left..=right).contains(&square.file()) && (low..=high).contains(&square.rank())
        });
        inside.collect::<Set>() == *set
    };
    let whole_ranks = (low..=high).filter(|rank| (Set::rank(*rank) & area & !squares).is_empty());
    let ranks: Vec<u8> = whole_ranks.map(|rank| rank + 1).collect();
    let files = u32::from(game.parts.size.0);
    if !within(&squares) && ranks.len() as u32 * files == squares.count() {
        return Reason::new("region-rank-list").list("ranks", ranks);
    }
    let others = area & !squares;
    if others.count() * 4 < squares.count() {
        return Reason::new("region-all-but").list("squares", others);
    }
    if !within(&squares) || squares.count() < 3 {
        return Reason::new("region-squares").list("squares", squares);
    }
    let whole = left == 0 && right + 1 == game.parts.size.0;
    match whole {
        true => {
            let reason = Reason::new("region-ranks").number("first", low + 1);
            reason.number("last", high + 1)
        }
        false => {
            let corner = |file: u8, rank: u8| format!("{}{}", char::from(b'a' + file), rank + 1);
            let reason = Reason::new("region-rectangle").text("first", corner(left, low));
            reason.text("last", corner(right, high))
        }
    }
}

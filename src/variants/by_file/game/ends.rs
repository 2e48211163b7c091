//! How a game by file ends: at once, for want of a turn, by what was played before, or since too little material is
//! left, in this order.

use std::cmp::Ordering;

use crate::rules::composed::Game;
use crate::rules::composed::army::Word;
use crate::rules::composed::ends::Value;
use crate::rules::composed::past::Past;
use crate::rules::composed::position::Position;
use crate::rules::outcome::Reason as By;
use crate::rules::{Outcome, Seat};

/// The end of the game with this position, if it ends.
pub fn adjudicate(game: &Game, at: &Position, past: &Past) -> Option<Outcome> {
    if let Some((value, by)) = game.ends_at_once(at) {
        return Some(outcome(at, value, by));
    }
    if game.legal_turns(at).is_empty() {
        let by = match game.gives_check(at) {
            true => By::Checkmate,
            false => By::Stalemate,
        };
        return Some(outcome(at, game.result(at, past), by));
    }
    if let Some((value, by)) = game.ends_by_past(at, past) {
        return Some(outcome(at, value, by));
    }
    let dead = game.is_dead(at);
    dead.then(|| outcome(at, Value::DRAW, By::DeadPosition))
}

/// The outcome of a value for the side to move.
pub fn outcome(at: &Position, value: Value, by: By) -> Outcome {
    let (us, them) = (at.to_move, at.to_move.other());
    match value.0.cmp(&0) {
        Ordering::Greater if value != Value::NONE => Outcome::win(us, them, by),
        Ordering::Less => Outcome::win(them, us, by),
        _ => Outcome::draw(Seat::BOTH.to_vec(), by),
    }
}

/// Whether a seat has nothing but its king, in a game that is won by checkmate alone.
pub fn cannot_win(game: &Game, at: &Position, seat: Seat) -> bool {
    let king = game.parts.army.role(Word::KING);
    let alone = king.is_some_and(|king| at.board.of(seat) == at.board.pieces(seat, king));
    game.only_mate_wins() && alone && at.in_hand(seat) == 0 && !game.parts.hands.captures
}

/// Whether an end that looks at what was played before can come within so many turns.
pub fn are_near(game: &Game, at: &Position, past: &Past, turns: u32) -> bool {
    let ends = &game.parts.ends;
    let turns = i32::try_from(turns).unwrap_or(i32::MAX);
    let clock = ends.n_move > 0 && at.clock.saturating_add(turns) >= ends.n_move.saturating_mul(2);
    let plies = i32::try_from(past.plies()).unwrap_or(i32::MAX);
    // Each further occurrence of a position takes four turns, and moves that repeat eight.
    let repetition = &ends.repetition;
    let needed = 4 * (repetition.fold - 1).max(1);
    let needed = if repetition.move_repetition {
        needed.min(8)
    } else {
        needed
    };
    let repeated = repetition.fold > 0 && plies.saturating_add(turns) >= needed;
    clock || repeated || ends.dead || ends.counting.is_some() || game.parts.promotion.sittuyin
}

/// Leaf turns where no such end can come: [`crate::rules::game::Game::perft_while`].
pub fn leaves(game: &Game, at: &Position, depth: u32, go_on: &dyn Fn(u64) -> bool) -> Option<u64> {
    if depth <= 2 {
        let count = game.perft(at, depth);
        return go_on(count).then_some(count);
    }
    let mut sum = 0;
    for turn in game.legal_turns(at) {
        let mut next = at.clone();
        game.play(&mut next, &turn);
        sum += leaves(game, &next, depth - 1, go_on)?;
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Piece;
    use crate::rules::composed::Square;
    use crate::variants::by_file::catalogue::Catalogue;
    use crate::variants::by_file::compile::compile;
    use crate::variants::by_file::read;

    /// A game of kings and pieces with these movements.
    fn army(size: (u8, u8), moves: &[&str], more: &str) -> Game {
        let letters = ('a'..='j').zip(1..).zip(moves);
        let pieces = letters
            .map(|((letter, number), moves)| format!("customPiece{number} = {letter}:{moves}\n"));
        let blank = |rank: &str| format!("{rank}{}", size.0 - 1);
        let middle = vec![size.0.to_string(); usize::from(size.1 - 2)].join("/");
        let start = format!("{}/{middle}/{} w - - 0 1", blank("k"), blank("K"));
        let file = format!(
            "[army]\nmaxFile = {}\nmaxRank = {}\nking = k\npawn = p\nqueen = q\ncastling = false\n\
            doubleStep = false\npromotionPieceTypes = q\nstartFen = {start}\nzugpost.dead = true\n{}{more}",
            size.0,
            size.1,
            pieces.collect::<String>()
        );
        let (sections, _) = read(file.as_bytes(), &Catalogue::default());
        Game::new(compile(&sections[0]))
    }

    fn is_dead(game: &Game, text: &str) -> bool {
        game.is_dead(&game.read(text).expect(text))
    }

    #[test]
    fn too_little_material_ends_games_that_say_so() {
        // Knight, bishop, rook, camel, nightrider, a knight that steps aslant.
        let moves = ["N", "B", "R", "C", "NN", "NF"];
        let game = army((8, 8), &moves, "");
        for (pieces, dead) in [
            ("", true),
            ("A", true),
            ("a", true),
            ("B", true),
            ("C", false),
            ("D", true),
            ("E", false),
            ("F", false),
            ("P", false),
            ("AA", false),
            ("Aa", false),
            // On one shade, and on two.
            ("B1b", true),
            ("B1B1b", true),
            ("Bb", false),
            ("B1a", false),
        ] {
            let rest = 8 - pieces
                .chars()
                .map(|sign| sign.to_digit(10).unwrap_or(1))
                .sum::<u32>();
            let rank = if rest == 8 {
                "8".to_owned()
            } else {
                format!("{pieces}{rest}")
            };
            let text = format!("4k3/8/8/{rank}/8/8/8/4K3 w - - 0 1");
            assert_eq!(is_dead(&game, &text), dead, "{pieces}");
            let at = game.read(&text).expect("a position");
            let end = adjudicate(&game, &at, &Past::new(&game, &at));
            let by = end.map(|end| (end.places.len(), end.reason));
            assert_eq!(by, dead.then_some((1, By::DeadPosition)), "{pieces}");
        }
        let bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        for other in [
            "flagRegion = d4\n",
            "stalemateValue = loss\n",
            "king = k:KN\n",
            "mobilityRegionWhiteKing = *1 *2 *3\n",
            "flyingGeneral = true\n",
            "makpongRule = true\n",
            "checkCounting = true\n",
            "zugpost.dead = false\n",
        ] {
            let own = other.split(' ').next().expect("a key");
            // A key is not there twice.
            let more = if own == "king" || own == "zugpost.dead" {
                ""
            } else {
                other
            };
            let mut game = army((8, 8), &[], more);
            match own {
                "zugpost.dead" => game.parts.ends.dead = false,
                "king" => {
                    let king = game.parts.army.role(Word::KING).expect("a king");
                    let step = game.parts.army.about(king).atoms[0];
                    game.parts.army.kinds[king.index()].atoms.push(step);
                }
                _ => {}
            }
            assert!(!is_dead(&game, bare), "{other}");
        }
    }

    /// All positions of two kings and one piece on small boards: no mate where too little material is left.
    #[test]
    fn what_is_dead_has_no_mate() {
        let moves = ["N", "B", "C", "F", "AD", "sN", "R", "NF", "K"];
        let (mut dead, mut mates) = (0, [0; 9]);
        for size in [(2, 2), (2, 5), (3, 3), (4, 4), (5, 3)] {
            let game = army(size, &moves, "");
            for (mated, kind) in mates.iter_mut().zip(0_u8..) {
                let letter = char::from(b'A' + kind);
                let mut roles = game.parts.army.roles();
                let role = roles.find(|role| game.parts.army.about(*role).letter == letter);
                let role = role.expect("a kind");
                let king = game.parts.army.role(Word::KING).expect("a king");
                for (white, black, other) in triples(&game) {
                    let mut at = Position::empty();
                    at.to_move = Seat(1);
                    at.board.put(white, Piece::new(king, Seat(0)));
                    at.board.put(black, Piece::new(king, Seat(1)));
                    at.board.put(other, Piece::new(role, Seat(0)));
                    if !game.is_sound(&at) || !game.gives_check(&at) {
                        continue;
                    }
                    let mate = game.legal_turns(&at).is_empty();
                    *mated += u32::from(mate);
                    if game.is_dead(&at) {
                        dead += 1;
                        assert!(!mate, "{}", game.write(&at));
                    }
                }
            }
        }
        assert!(dead > 1000, "{dead}");
        // Others do mate: rook, knight that steps aslant, king that is none.
        assert!(
            mates[6..].iter().all(|mates| *mates > 0) && mates[..6] == [0; 6],
            "{mates:?}"
        );
    }

    fn triples(game: &Game) -> Vec<(Square, Square, Square)> {
        let all: Vec<Square> = game.area().collect();
        let mut found = Vec::new();
        for white in &all {
            for black in all.iter().filter(|black| *black != white) {
                let free = all
                    .iter()
                    .filter(|other| *other != white && *other != black);
                found.extend(free.map(|other| (*white, *black, *other)));
            }
        }
        found
    }
}

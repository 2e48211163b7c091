//! What holds whatever is played: geometry, and pieces that go from hand to hand.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use zugpost::rules::variant::Options;
use zugpost::variants::find;

use super::{LETTERS, SEATS, fields, legal, position};
use crate::data;
use crate::laws::{choices, start};

/// What stands where: owner, letter, and whether it is a queen that was this piece.
type Cells = BTreeMap<(i32, i32), (char, char, bool)>;

/// Reads the board of a position text, files and ranks from 1.
fn cells(text: &str) -> Cells {
    let board = text.split(' ').next().expect("a board");
    let mut cells = Cells::new();
    for (rank, line) in (1..=11).rev().zip(board.split('/')) {
        let (mut file, mut rest) = (1, line);
        while let Some(c) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                file += rest[..digits].parse::<i32>().expect("a gap");
                rest = &rest[digits..];
                continue;
            }
            let promoted = rest[1..].starts_with('+');
            let length = 2 + usize::from(promoted);
            let letter = rest[..length].chars().next_back().expect("a letter");
            cells.insert((file, rank), (c, letter, promoted));
            file += 1;
            rest = &rest[length..];
        }
        assert_eq!(file, 12, "{line}");
    }
    cells
}

fn name((file, rank): (i32, i32)) -> String {
    format!("{}{rank}", char::from(b'a' + file as u8 - 1))
}

/// The square that a piece of the seat `index` has where Red has one on `(file, rank)`: Green is Red mirrored in
/// the diagonal from a11 to k1, Yellow and Blue are those two turned by half a turn (Y1).
fn image(index: usize, (file, rank): (i32, i32)) -> (i32, i32) {
    match index {
        0 => (file, rank),
        1 => (12 - rank, 12 - file),
        2 => (12 - file, 12 - rank),
        _ => (rank, file),
    }
}

#[test]
fn y1_64_pieces_in_four_armies_that_are_images_of_one() {
    let board = cells(&data::start("yonin-bishogi", "", "-").position());
    assert_eq!(board.len(), 64);
    let red: Vec<_> = board.iter().filter(|(_, piece)| piece.0 == 'r').collect();
    assert_eq!(red.len(), 16);
    for (index, letter) in LETTERS.chars().enumerate() {
        for (at, (_, kind, _)) in &red {
            assert_eq!(
                board.get(&image(index, **at)),
                Some(&(letter, *kind, false))
            );
        }
    }
}

#[test]
fn y1_lines_between_opposite_and_adjacent_kings_are_diagonals() {
    let board = cells(&data::start("yonin-bishogi", "", "-").position());
    let king = |letter| {
        let mut all = board
            .iter()
            .filter(|(_, piece)| (piece.0, piece.1) == (letter, 'K'));
        *all.next().expect("a king").0
    };
    let kings: Vec<_> = LETTERS.chars().map(king).collect();
    assert_eq!(
        kings.iter().map(|at| name(*at)).collect::<Vec<_>>(),
        ["g1", "k5", "e11", "a7"]
    );
    for seat in 0..4 {
        let opposite = kings[(seat + 2) % 4];
        for adjacent in [kings[(seat + 1) % 4], kings[(seat + 3) % 4]] {
            let distance = (opposite.0 - adjacent.0, opposite.1 - adjacent.1);
            assert_eq!(distance.0.abs(), distance.1.abs(), "{}", SEATS[seat]);
            assert_ne!(distance.0, 0);
        }
    }
}

/// Y2, counted from f6 as the middle.
fn red_zone((file, rank): (i32, i32)) -> bool {
    let (x, y) = (file - 6, rank - 6);
    x + y >= 4 || y - x >= 6
}

#[test]
fn y2_zones_are_equal_under_the_four_turns() {
    let variant = find("yonin-bishogi").expect("registered");
    let squares: Vec<_> = (1..=11)
        .flat_map(|file| (1..=11).map(move |rank| (file, rank)))
        .collect();
    for (index, letter) in LETTERS.chars().enumerate() {
        let zone: BTreeSet<_> = squares.iter().filter(|at| red_zone(**at)).collect();
        let zone: BTreeSet<_> = zone.into_iter().map(|at| image(index, *at)).collect();
        let other = LETTERS.chars().nth((index + 1) % 4).expect("a letter");
        let mut looked_at = BTreeSet::new();
        for (own, enemy) in [("f6", "f8"), ("c3", "c5"), ("i9", "i11")] {
            for from in &squares {
                let knight = name(*from);
                if knight == own || knight == enemy {
                    continue;
                }
                let text =
                    format!("{letter}K{own} {other}K{enemy} {letter}N{knight} | {letter} - 0 1");
                let Ok(game) = variant.start(&Options::new(), Some(&position(&text))) else {
                    continue;
                };
                looked_at.insert(*from);
                let turns = legal(&*game);
                for to in squares
                    .iter()
                    .filter(|to| turns.contains(&format!("N{knight}-{}", name(**to))))
                {
                    let promoted = turns.contains(&format!("N{knight}-{}=Q", name(*to)));
                    assert_eq!(
                        promoted,
                        zone.contains(from) || zone.contains(to),
                        "{letter} {knight}"
                    );
                }
            }
        }
        assert_eq!(looked_at.len(), 121, "{letter}");
    }
}

/// How many pieces of each kind a player has on the board and in the hand, promoted ones as what they were.
fn army(text: &str, letter: char) -> BTreeMap<char, i32> {
    let mut all = BTreeMap::new();
    for (owner, kind, _) in cells(text).into_values() {
        if owner == letter {
            *all.entry(kind).or_insert(0) += 1;
        }
    }
    let hands = text.split(' ').nth(3).expect("hands");
    let hand = hands
        .split(',')
        .find_map(|hand| hand.strip_prefix(&format!("{letter}:")));
    let mut rest = hand.unwrap_or("-").trim_start_matches('-');
    while let Some(kind) = rest.chars().next() {
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        let count = rest[1..=digits].parse().unwrap_or(1);
        *all.entry(kind).or_insert(0) += count;
        rest = &rest[1 + digits..];
    }
    all
}

/// Who loses a piece by a turn, and of what kind.
fn victim(before: &str, turn: &str) -> Option<(char, char)> {
    let to = turn.split_once('x')?.1.trim_end_matches("=Q");
    let board = cells(before);
    let at = |square: &str| {
        let found = board.iter().find(|(at, _)| name(**at) == square);
        found.map(|(_, piece)| (piece.0, piece.1))
    };
    let passed = before.split(' ').nth(4).expect("en passant").split(',');
    let passed = passed.filter_map(|right| right.strip_prefix(&format!("{to}:")));
    at(to).or_else(|| passed.filter_map(|rest| at(rest.split(':').next()?)).next())
}

proptest! {
    #![proptest_config(crate::properties::config(30))]

    /// Nobody wins or loses a piece but by a capture; a player who goes out takes board and hand
    /// along (Y4, Y9).
    #[test]
    fn pieces_are_conserved_over_board_hands_and_the_removed(
        picks in proptest::collection::vec(0..100_000_usize, 1..120),
    ) {
        let mut game = start(find("yonin-bishogi").expect("registered"));
        for pick in picks {
            if game.outcome().is_some() {
                break;
            }
            let before = game.position();
            let mover = fields(&*game)[1].chars().next().expect("a seat");
            let turns = choices(&*game, pick);
            // Captures and promotions are rare among all turns.
            let lively: Vec<_> = turns.iter().filter(|t| t.contains(['x', '=', '*'])).collect();
            let turn = match lively.is_empty() || pick % 3 == 0 {
                true => turns[pick % turns.len()].clone(),
                false => lively[pick % lively.len()].clone(),
            };
            game.play(&turn).expect("legal");
            let after = game.position();
            let lost = victim(&before, &turn);
            prop_assert_eq!(lost.is_some(), turn.contains('x'));
            let playing = fields(&*game)[2].clone();
            for letter in LETTERS.chars() {
                let mut expected = army(&before, letter);
                if let Some((owner, kind)) = lost {
                    *expected.entry(kind).or_insert(0) += i32::from(letter == mover) - i32::from(letter == owner);
                }
                expected.retain(|_, count| *count != 0 && playing.contains(letter));
                prop_assert_eq!(army(&after, letter), expected, "{} {} {}", before, turn, letter);
            }
        }
    }

    /// Turned by half a turn, with Red and Yellow, Green and Blue in each other's place, it is the same game.
    #[test]
    fn a_board_turned_by_half_a_turn_is_the_same_game(
        picks in proptest::collection::vec(0..100_000_usize, 1..60),
    ) {
        let variant = find("yonin-bishogi").expect("registered");
        let mut game = start(variant);
        for pick in picks {
            if game.outcome().is_some() {
                return Ok(());
            }
            let turns = choices(&*game, pick);
            game.play(&turns[pick % turns.len()]).expect("legal");
        }
        let turned = variant.start(&Options::new(), Some(&half_turn(&game.position())));
        let turned = turned.map_err(|e| TestCaseError::fail(e.to_string()))?;
        prop_assert_eq!(game.count(), turned.count());
        prop_assert_eq!(game.in_check().len(), turned.in_check().len());
        prop_assert_eq!(game.outcome().is_some(), turned.outcome().is_some());
        prop_assert_eq!(half_turn(&turned.position()), game.position());
    }
}

/// A position text with the board turned by half a turn and the seats exchanged.
fn half_turn(text: &str) -> String {
    let other = |letter: char| {
        LETTERS
            .chars()
            .nth((LETTERS.find(letter).expect("a seat") + 2) % 4)
            .expect("a seat")
    };
    let square = |text: &str| {
        let file = i32::from(text.as_bytes()[0] - b'a') + 1;
        name((12 - file, 12 - text[1..].parse::<i32>().expect("a rank")))
    };
    let sorted = |seats: &str| -> String {
        let seats: Vec<char> = seats.chars().map(other).collect();
        LETTERS
            .chars()
            .filter(|letter| seats.contains(letter))
            .collect()
    };
    let all: Vec<&str> = text.split(' ').collect();
    let board = cells(text)
        .into_iter()
        .map(|((file, rank), (owner, kind, promoted))| {
            let plus = if promoted { "+" } else { "" };
            format!(
                "{}{plus}{kind}{}",
                other(owner),
                name((12 - file, 12 - rank))
            )
        });
    let board: Vec<String> = board.collect();
    let mut hands: Vec<(usize, String)> = all[3]
        .split(',')
        .map(|hand| {
            let seat = other(hand.chars().next().expect("a seat"));
            (
                LETTERS.find(seat).expect("a seat"),
                format!("{seat}{}", &hand[1..]),
            )
        })
        .collect();
    hands.sort();
    let hands: Vec<String> = hands.into_iter().map(|(_, hand)| hand).collect();
    let mut rights: Vec<(usize, String)> = all[4]
        .split(',')
        .filter(|right| *right != "-")
        .map(|right| {
            let parts: Vec<&str> = right.split(':').collect();
            let owner = cells(text)
                .into_iter()
                .find(|(at, _)| name(*at) == parts[1])
                .expect("a pawn")
                .1
                .0;
            let seat = LETTERS.find(other(owner)).expect("a seat");
            (
                seat,
                format!(
                    "{}:{}:{}",
                    square(parts[0]),
                    square(parts[1]),
                    sorted(parts[2])
                ),
            )
        })
        .collect();
    rights.sort();
    let rights: Vec<String> = rights.into_iter().map(|(_, right)| right).collect();
    let rights = if rights.is_empty() {
        "-".to_owned()
    } else {
        rights.join(",")
    };
    let to_move = other(all[1].chars().next().expect("a seat"));
    position(&format!(
        "{} | {to_move} {} {rights} {} {}",
        board.join(" "),
        hands.join(","),
        all[5],
        all[6]
    ))
}

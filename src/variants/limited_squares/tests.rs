//! Listing, counting and judging are three ways to one truth.

use std::collections::HashSet;
use std::ops::ControlFlow;

use crate::rules::bitboard::Bitboard;
use crate::rules::square::Square;
use crate::rules::variant::Options;

use super::judge::{SquareAction, judge};
use super::moves::piece_moves;
use super::notation::turn_text;
use super::position::{Position, Turn};
use super::rules::Rules;
use super::{HANS38, HANS38_NEUTRAL, INFINITE_RESERVES, LimitedSquares, MOVING_SQUARES};
use super::{begin, text, turns};

/// A small generator, so that every run looks at the same games.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695);
        (self.0 >> 33) as usize % n.max(1)
    }

    fn square(&mut self) -> Square {
        let all: Vec<Square> = Bitboard::BOARD_8X8.collect();
        all[self.below(64)]
    }
}

fn listed(rules: &Rules, position: &Position) -> Vec<Turn> {
    let mut all = Vec::new();
    let _ = turns::each(rules, position, &mut |turn| {
        all.push(turn);
        ControlFlow::Continue(())
    });
    all
}

fn compare(rules: &Rules, position: &Position, chance: &mut Chance) -> Vec<Turn> {
    let at = text::write(rules, position);
    let all = listed(rules, position);
    assert_eq!(
        all.len() as u64,
        turns::count(rules, position),
        "count in {at}"
    );
    assert_eq!(!all.is_empty(), turns::any(rules, position), "any in {at}");
    let texts: HashSet<String> = all.iter().map(turn_text).collect();
    assert_eq!(texts.len(), all.len(), "twice in {at}");
    let mut pieces: Vec<_> = piece_moves(rules, position).into_iter().map(Some).collect();
    pieces.push(None);
    for _ in 0..400 {
        let piece = pieces[chance.below(pieces.len())];
        let place = SquareAction::Place(chance.square());
        let from = chance.square();
        let near = |n: usize| (n % 5) as i8 - 2;
        let to = from.offset(near(chance.below(5)), near(chance.below(5)));
        let to = to.filter(|s| Bitboard::BOARD_8X8.has(*s)).unwrap_or(from);
        let from = if chance.below(4) == 0 {
            chance.square()
        } else {
            from
        };
        let shift = SquareAction::Shift(from, to, None);
        for squares in [
            &[][..],
            &[place],
            &[shift],
            &[place, shift],
            &[shift, place],
        ] {
            if piece.is_none() && squares.is_empty() {
                continue;
            }
            match judge(rules, position, piece, squares) {
                Ok(turn) => assert!(texts.contains(&turn_text(&turn)), "{turn:?} in {at}"),
                Err(_) => {
                    let text = |a: &SquareAction| a.text();
                    let mut words: Vec<String> =
                        piece.iter().map(super::notation::piece_text).collect();
                    words.extend(squares.iter().map(text));
                    assert!(!texts.contains(&words.join(" ")), "{words:?} in {at}");
                }
            }
        }
    }
    all
}

fn walk(variant: &LimitedSquares, options: &[(&str, &str)], seed: u64) {
    let options: Options = options
        .iter()
        .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
        .collect();
    let rules = Rules::new(variant.family, &options).expect("options");
    let mut position = text::start(&rules);
    let mut chance = Chance(seed);
    for _ in 0..24 {
        let all = compare(&rules, &position, &mut chance);
        if all.is_empty() {
            break;
        }
        assert!(begin::example(&rules, &position).is_some());
        // Captures and checks make the lines that matter: prefer them.
        let turn = (0..12)
            .map(|_| all[chance.below(all.len())])
            .max_by_key(|turn| {
                let mut next = position.clone();
                next.play(&rules, turn);
                let checks = super::check::attacker(&next, next.side).is_some();
                (checks, turn_text(turn).contains(':'))
            })
            .expect("twelve");
        position.play(&rules, &turn);
        let again = text::read(&rules, &text::write(&rules, &position));
        assert_eq!(again.as_ref(), Ok(&position));
    }
}

#[test]
fn listing_counting_and_judging_agree() {
    for seed in 0..3 {
        walk(&HANS38, &[], seed);
        walk(
            &HANS38,
            &[("turn", "postal"), ("armies", "rookies/clobberers")],
            seed,
        );
        walk(
            &HANS38,
            &[("turn", "postal-plus"), ("armies", "fide/fide")],
            seed,
        );
        walk(&HANS38_NEUTRAL, &[("turn", "single")], seed);
        walk(
            &HANS38_NEUTRAL,
            &[("turn", "postal-plus"), ("armies", "nutters/fide")],
            seed,
        );
        walk(&INFINITE_RESERVES, &[("armies", "fide/rookies")], seed);
        walk(&MOVING_SQUARES, &[("armies", "clobberers/fide")], seed);
    }
}

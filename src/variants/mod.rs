//! The games. [`VARIANTS`] is the only list of those that can be played.

pub mod by_file;
pub mod chess;
pub mod eight_piece;
pub mod in_the_bin;
pub mod limited_squares;
pub mod xiangqi;
pub mod yonin_bishogi;

use crate::rules::Variant;

use self::chess::CHESS;
use self::eight_piece::{EIGHT_PIECE, EIGHT_PIECE_RANDOM};
use self::in_the_bin::IN_THE_BIN;
use self::limited_squares::{HANS38, HANS38_NEUTRAL, INFINITE_RESERVES, MOVING_SQUARES};
use self::xiangqi::XIANGQI;
use self::yonin_bishogi::YONIN_BISHOGI;

/// Every game that can be played here, in the order in which lists show them.
pub static VARIANTS: &[&dyn Variant] = &[
    &CHESS,
    &HANS38,
    &HANS38_NEUTRAL,
    &INFINITE_RESERVES,
    &MOVING_SQUARES,
    &IN_THE_BIN,
    &XIANGQI,
    &EIGHT_PIECE,
    &EIGHT_PIECE_RANDOM,
    &YONIN_BISHOGI,
];

/// The game with this id, in any case.
pub fn find(id: &str) -> Option<&'static dyn Variant> {
    let mut all = VARIANTS.iter().copied();
    all.find(|game| game.id().eq_ignore_ascii_case(id))
}

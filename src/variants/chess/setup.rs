//! The option `setup` and the arrays it gives: Chess960 by Scharnagl's numbers.

use crate::rules::moves::Position;
use crate::rules::variant::{self, bad_option};
use crate::rules::{
    Bitboard, OptionSpec, Options, Piece, Reason, Role, Sample, Seat, SetupError, Square, Wing,
    echo,
};

use super::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};

/// The number of the usual array.
const USUAL: u32 = 518;
/// How many arrays there are.
const ARRAYS: u32 = 960;

/// The options that chess takes.
pub const OPTIONS: &[OptionSpec] = &[OptionSpec {
    key: "setup",
    default: "518",
    values: Reason::new("chess960-arrays"),
    about: Reason::new("about-chess960"),
}];

/// Options in force, resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The array's number; `None` where a position text gives the array.
    array: Option<u32>,
}

impl Rules {
    /// Whether kings and rooks may begin elsewhere than in usual chess.
    pub fn shuffled(self) -> bool {
        self.array != Some(USUAL)
    }
}

/// Resolves options; `placed` tells that a position text gives the array.
///
/// # Errors
/// Unknown options and values; `random` where nothing else gives the array.
pub fn rules(options: &Options, placed: bool) -> Result<Rules, SetupError> {
    let array = match variant::setup(options, Reason::new("chess-has-no-option"))? {
        None => Some(USUAL),
        Some("random") if placed => None,
        Some("random") => return bad_option(Reason::new("setup-not-drawn")),
        Some(text) => Some(number(text)?),
    };
    Ok(Rules { array })
}

/// Picks the array by lot where it is `random`.
///
/// # Errors
/// Unknown options and values.
pub fn settle(options: &Options, sample: Sample<'_>) -> Result<Options, SetupError> {
    rules(options, true)?;
    let mut settled = options.clone();
    if let Some(setup) = settled.get_mut("setup").filter(|s| *s == "random") {
        *setup = (sample(ARRAYS) % ARRAYS).to_string();
    }
    Ok(settled)
}

fn number(text: &str) -> Result<u32, SetupError> {
    let digits = text.len() <= 3 && text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|n| digits && *n < ARRAYS);
    let bad = || Reason::new("bad-chess960-array").text("value", echo(text));
    number.map_or_else(|| bad_option(bad()), Ok)
}

/// The usual start position, or that of the Chess960 array in force.
pub fn start(rules: Rules) -> Position {
    let mut position = Position::empty(Bitboard::BOARD_8X8);
    let back = first_rank(rules.array.unwrap_or(USUAL));
    for (seat, ranks) in Seat::BOTH.into_iter().zip([(0, 1), (7, 6)]) {
        let mut put = |file, rank, role| {
            if let Some(square) = Square::new(file, rank) {
                position.board.put(square, Piece::new(role, seat));
            }
        };
        for (file, role) in (0..8).zip(back) {
            put(file, ranks.0, role);
            put(file, ranks.1, PAWN);
        }
        let rooks = position.board.pieces(seat, ROOK);
        let castling = &mut position.castling[seat.index()];
        castling[Wing::Queen as usize] = rooks.first();
        castling[Wing::King as usize] = rooks.last();
    }
    position
}

/// The pieces from the a-file on, by Scharnagl's numbering: bishops, queen, knights, and the king
/// between the rooks on what is left.
fn first_rank(number: u32) -> [Role; 8] {
    const KNIGHTS: [(usize, usize); 10] = [
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 3),
        (2, 4),
        (3, 4),
    ];
    let mut rank = [None; 8];
    rank[number as usize % 4 * 2 + 1] = Some(BISHOP);
    rank[number as usize / 4 % 4 * 2] = Some(BISHOP);
    let free = |rank: &[Option<Role>; 8]| -> Vec<usize> {
        (0..8).filter(|file| rank[*file].is_none()).collect()
    };
    rank[free(&rank)[number as usize / 16 % 6]] = Some(QUEEN);
    let left = free(&rank);
    let (a, b) = KNIGHTS[number as usize / 96 % 10];
    rank[left[a]] = Some(KNIGHT);
    rank[left[b]] = Some(KNIGHT);
    let mut rest = [ROOK, KING, ROOK].into_iter();
    rank.map(|role| role.or_else(|| rest.next()).unwrap_or(ROOK))
}

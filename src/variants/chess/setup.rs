//! The option `setup` and the arrays it gives: Chess960 by Scharnagl's numbers.

use crate::rules::notation::echo;
use crate::rules::outcome::SetupError;
use crate::rules::variant::{OptionSpec, Options};

use super::piece::{Role, Side};
use super::position::{Position, Wing, on};

/// The number of the usual array.
const USUAL: u32 = 518;
/// How many arrays there are.
const ARRAYS: u32 = 960;

/// The options that chess takes.
pub const OPTIONS: &[OptionSpec] = &[OptionSpec {
    key: "setup",
    default: "518",
    values: "0 to 959, or random",
    about: "Chess960: the number of the array by Scharnagl; 518 is the usual one.",
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

fn bad(message: String) -> SetupError {
    SetupError::BadOption(message)
}

/// Resolves options; `placed` tells that a position text gives the array.
///
/// # Errors
/// Unknown options and values; `random` where nothing else gives the array.
pub fn rules(options: &Options, placed: bool) -> Result<Rules, SetupError> {
    if let Some(key) = options.keys().find(|k| *k != "setup") {
        return Err(bad(format!(
            "Chess has no option {}; it has setup.",
            echo(key)
        )));
    }
    let array = match options.get("setup").map(String::as_str) {
        None => Some(USUAL),
        Some("random") if placed => None,
        Some("random") => {
            let message = "setup=random must be drawn before the game begins.";
            return Err(bad(message.to_owned()));
        }
        Some(text) => Some(number(text)?),
    };
    Ok(Rules { array })
}

/// Draws the array where it is `random`.
///
/// # Errors
/// Unknown options and values.
pub fn settle(
    options: &Options,
    chance: &mut dyn FnMut(u32) -> u32,
) -> Result<Options, SetupError> {
    rules(options, true)?;
    let mut settled = options.clone();
    if let Some(setup) = settled.get_mut("setup").filter(|s| *s == "random") {
        *setup = (chance(ARRAYS) % ARRAYS).to_string();
    }
    Ok(settled)
}

fn number(text: &str) -> Result<u32, SetupError> {
    let digits = text.len() <= 3 && text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|n| digits && *n < ARRAYS);
    number.ok_or_else(|| {
        bad(format!(
            "setup is a number from 0 to 959, or random, not {}.",
            echo(text)
        ))
    })
}

/// The array.
pub fn start(rules: Rules) -> Position {
    let mut position = Position::empty();
    let back = first_rank(rules.array.unwrap_or(USUAL));
    for side in Side::ALL {
        for (file, role) in (0..8).zip(back) {
            position.put(on(file, side.rank(0)), role, side);
            position.put(on(file, side.rank(1)), Role::Pawn, side);
        }
        let rooks = position.pieces(side, Role::Rook);
        let castling = &mut position.castling[side as usize];
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
    rank[number as usize % 4 * 2 + 1] = Some(Role::Bishop);
    rank[number as usize / 4 % 4 * 2] = Some(Role::Bishop);
    let free = |rank: &[Option<Role>; 8]| -> Vec<usize> {
        (0..8).filter(|file| rank[*file].is_none()).collect()
    };
    rank[free(&rank)[number as usize / 16 % 6]] = Some(Role::Queen);
    let left = free(&rank);
    let (a, b) = KNIGHTS[number as usize / 96 % 10];
    rank[left[a]] = Some(Role::Knight);
    rank[left[b]] = Some(Role::Knight);
    let mut rest = [Role::Rook, Role::King, Role::Rook].into_iter();
    rank.map(|role| role.or_else(|| rest.next()).unwrap_or(Role::Rook))
}

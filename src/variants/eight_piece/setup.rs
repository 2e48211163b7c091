//! The arrays, and the option `setup` of the randomized game.

use crate::rules::chesslike::no_options;
use crate::rules::moves;
use crate::rules::variant::{self, bad_option};
use crate::rules::{
    OptionSpec, Options, Piece, Reason, Role, Sample, Seat, SetupError, Square, Wing, echo,
};

use super::pieces::{
    AREA, BISHOP, JAILER, KING, KNIGHT, LANCER, PAWN, PIECES, QUEEN, ROOK, SENTRY, faced, forward,
};
use super::position::Position;

/// The usual array, from the a-file on.
const USUAL: [Role; 8] = [JAILER, LANCER, SENTRY, QUEEN, KING, BISHOP, KNIGHT, ROOK];

/// The options of the randomized game.
pub const OPTIONS: &[OptionSpec] = &[OptionSpec {
    key: "setup",
    default: "random",
    values: Reason::new("eight-piece-arrays"),
    about: Reason::new("about-eight-piece-setup"),
}];

/// Options in force, resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Whether kings and partners may begin anywhere, and castling rights are written by file.
    pub random: bool,
    /// The pieces from the a-file on; not looked at where a position text gives them.
    array: [Role; 8],
}

/// Resolves options; `placed` tells that a position text gives the array.
///
/// # Errors
/// Unknown options and values; `random` where nothing else gives the array.
pub fn rules(random: bool, options: &Options, placed: bool) -> Result<Rules, SetupError> {
    if !random {
        no_options(options)?;
        let array = USUAL;
        return Ok(Rules { random, array });
    }
    let setup = variant::setup(options, Reason::new("eight-piece-has-no-option"))?;
    let array = match setup.unwrap_or("random") {
        "random" if placed => USUAL,
        "random" => return bad_option(Reason::new("eight-piece-not-drawn")),
        text => read(text)?,
    };
    Ok(Rules { random, array })
}

/// Draws the array where it is `random`, each with the same chance.
///
/// # Errors
/// Unknown options and values.
pub fn settle(random: bool, options: &Options, sample: Sample<'_>) -> Result<Options, SetupError> {
    rules(random, options, true)?;
    let mut settled = options.clone();
    if !random {
        return Ok(settled);
    }
    let setup = match options.get("setup").map(String::as_str) {
        None | Some("random") => {
            let all = arrays();
            let drawn = sample(all.len() as u32) as usize;
            all[drawn % all.len()]
                .iter()
                .map(|r| PIECES.about(*r).letter)
                .collect()
        }
        Some(text) => text.to_ascii_uppercase(),
    };
    settled.insert("setup".to_owned(), setup);
    Ok(settled)
}

fn read(text: &str) -> Result<[Role; 8], SetupError> {
    let letters = text
        .chars()
        .map(|c| PIECES.by_letter(c.to_ascii_uppercase()));
    let roles: Vec<Role> = letters.collect::<Option<_>>().unwrap_or_default();
    let each_once = |rank: &[Role; 8]| USUAL.iter().all(|role| rank.contains(role));
    let rank = <[Role; 8]>::try_from(roles).ok().filter(each_once);
    let Some(rank) = rank else {
        return bad_option(Reason::new("bad-eight-piece-array").text("value", echo(text)));
    };
    match fault(&rank) {
        None => Ok(rank),
        Some(why) => {
            let reason = Reason::new("array-not-allowed").text("value", echo(text));
            bad_option(reason.with("why", why))
        }
    }
}

/// Which condition an array of the eight pieces breaks; completes a sentence.
fn fault(rank: &[Role; 8]) -> Option<Reason> {
    let file = |role| rank.iter().position(|r| *r == role).unwrap_or_default();
    let (king, rook, jailer) = (file(KING), file(ROOK), file(JAILER));
    let (bishop, sentry) = (file(BISHOP), file(SENTRY));
    if !(2..=5).contains(&sentry) {
        return Some(Reason::new("array-sentry"));
    }
    if !(rook.min(jailer)..rook.max(jailer)).contains(&king) {
        return Some(Reason::new("array-king"));
    }
    (bishop % 2 == sentry % 2).then(|| Reason::new("array-shades"))
}

/// All arrays of the randomized game, by their letters in alphabetical order.
pub fn arrays() -> Vec<[Role; 8]> {
    let mut roles = USUAL;
    roles.sort_unstable_by_key(|role| PIECES.about(*role).letter);
    let mut all = Vec::new();
    fill(&mut [None; 8], 0, &roles, &mut all);
    all
}

fn fill(rank: &mut [Option<Role>; 8], at: usize, left: &[Role], all: &mut Vec<[Role; 8]>) {
    if at == 8 {
        let rank = rank.map(|role| role.unwrap_or(PAWN));
        if fault(&rank).is_none() {
            all.push(rank);
        }
        return;
    }
    for role in left {
        rank[at] = Some(*role);
        let rest: Vec<Role> = left.iter().copied().filter(|other| other != role).collect();
        fill(rank, at + 1, &rest, all);
    }
}

/// The position at the beginning, with the array in force.
pub fn start(rules: &Rules) -> Position {
    let mut base = moves::Position::empty(AREA);
    for (seat, ranks) in Seat::BOTH.into_iter().zip([(0, 1), (7, 6)]) {
        let ahead = forward(seat);
        let looks = match (rules.random, seat) {
            (true, _) => ahead,
            (false, Seat(0)) => crate::rules::board::geometry::Direction::NE,
            (false, _) => crate::rules::board::geometry::Direction::SE,
        };
        for (file, role) in (0..8).zip(rules.array) {
            let piece = match role {
                LANCER => faced(Piece::new(role, seat), looks),
                _ => Piece::new(role, seat),
            };
            for (rank, piece) in [(ranks.0, piece), (ranks.1, Piece::new(PAWN, seat))] {
                if let Some(square) = Square::new(file, rank) {
                    base.board.put(square, piece);
                }
            }
        }
        let partners = base.board.pieces(seat, ROOK) | base.board.pieces(seat, JAILER);
        let castling = &mut base.castling[seat.index()];
        castling[Wing::Queen as usize] = partners.first();
        castling[Wing::King as usize] = partners.last();
    }
    Position { base, pushed: None }
}

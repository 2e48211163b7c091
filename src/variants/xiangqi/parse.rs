//! Reading what players type: canonical and short forms, bare points, WXF and UCCI.

use crate::rules::bitboard::Bitboard;
use crate::rules::notation::{Reading, actions, echo, enumerate, readings};
use crate::rules::outcome::Refusal;
use crate::rules::square::Square;

use super::explain;
use super::notation::{read, write};
use super::piece::{BOARD, Role, on};
use super::position::{Position, Turn};
use super::wxf::{self, Wxf};

/// What was typed, before it meets the position.
#[derive(Clone, Debug)]
pub enum Typed {
    /// A piece move in all its readings, at least one.
    Step(Vec<Reading>),
    /// The federation's notation.
    Wxf(Wxf),
    /// From and to, by UCCI coordinates.
    Ucci(Square, Square),
}

/// Reads and judges a turn.
///
/// # Errors
/// Why it is no legal turn.
pub fn parse(position: &Position, text: &str) -> Result<Turn, Refusal> {
    // A text that is exactly a legal turn's canonical text is that turn (rules/README.md).
    if let Some(turn) = read(position, text)
        && position.is_legal(&turn)
    {
        return Ok(turn);
    }
    let typed = lex(text)?;
    let mut found: Vec<Turn> = match &typed {
        Typed::Step(readings) => readings
            .iter()
            .flat_map(|r| matching(position, r))
            .collect(),
        Typed::Wxf(wxf) => by_wxf(position, wxf),
        Typed::Ucci(from, to) => matching(position, &bare(*from, *to)),
    };
    found.sort_unstable_by_key(write);
    found.dedup();
    match found[..] {
        [turn] => Ok(turn),
        [] => Err(Refusal::Illegal {
            action: None,
            good: String::new(),
            message: format!(
                "\"{}\" is not possible: {}.",
                echo(text),
                reason(position, text, &typed)
            ),
        }),
        _ => {
            let candidates: Vec<String> = found.iter().map(write).collect();
            let message = format!(
                "This can mean {}. Please write one of them in full.",
                enumerate(&candidates, 12)
            );
            Err(Refusal::Ambiguous {
                candidates,
                message,
            })
        }
    }
}

/// Why no legal turn fits; completes a sentence. What is not written as points is said as points.
fn reason(position: &Position, text: &str, typed: &Typed) -> String {
    match typed {
        Typed::Step(readings) => explain::step(position, text, readings),
        Typed::Wxf(wxf) => explain::wxf(position, wxf),
        Typed::Ucci(from, to) => {
            let reason = explain::step(position, text, &[bare(*from, *to)]);
            format!("it means {from}-{to}, and {reason}")
        }
    }
}

/// Takes a line apart, without a look at any position.
///
/// # Errors
/// It is not one turn in any reading.
pub fn lex(text: &str) -> Result<Typed, Refusal> {
    if let Some(wxf) = wxf::read(text) {
        return Ok(Typed::Wxf(wxf));
    }
    if text
        .get(..4)
        .is_some_and(|t| t.eq_ignore_ascii_case("ucci"))
    {
        return match ucci(text) {
            Some((from, to)) => Ok(Typed::Ucci(from, to)),
            None => unreadable(&format!(
                "I cannot read \"{}\": UCCI coordinates are written ucci h2e2, all in lower case, \
                 with ranks from 0 to 9.",
                echo(text)
            )),
        };
    }
    let words = actions(text);
    let word = match &words[..] {
        [word] => word,
        [] => return unreadable("There is no turn here."),
        _ => {
            return unreadable(&format!(
                "A turn is one move, but \"{}\" has {} parts.",
                echo(text),
                words.len()
            ));
        }
    };
    let mut all = readings(word, Role::LETTERS, true);
    all.retain(|r| {
        BOARD.has(r.to)
            && r.file.is_none_or(|f| f < 9)
            && r.rank.is_none_or(|r| r < 10)
            && r.tail.is_empty()
    });
    if all.is_empty() {
        return unreadable(&format!("I cannot read \"{}\" as a move.", echo(word)));
    }
    Ok(Typed::Step(all))
}

fn unreadable<T>(what: &str) -> Result<T, Refusal> {
    let message = format!(
        "{what} A move is written Ch3-e3 or Ch3xh10, or short (Ce3, h3e3), or as C2=5; pieces are \
         K A E H R C P, points run from a1 to i10."
    );
    Err(Refusal::Unreadable { message })
}

/// `ucci h2e2`: files a to i, ranks 0 to 9, all in lower case.
fn ucci(text: &str) -> Option<(Square, Square)> {
    let bytes = text.strip_prefix("ucci ")?.as_bytes();
    let point = |file: u8, rank: u8| {
        let (file, rank) = (file.checked_sub(b'a')?, rank.checked_sub(b'0')?);
        (file < 9 && rank < 10).then(|| on(file, rank))
    };
    match *bytes {
        [a, b, c, d] | [a, b, b'-', c, d] => Some((point(a, b)?, point(c, d)?)),
        _ => None,
    }
}

fn bare(from: Square, to: Square) -> Reading {
    Reading {
        piece: None,
        file: Some(from.file()),
        rank: Some(from.rank()),
        to,
        capture: false,
        tail: String::new(),
    }
}

/// The pieces of the side to move that a reading may mean: of its kind, or where no letter stands
/// what is on the origin, or a soldier.
pub fn meant(position: &Position, reading: &Reading) -> Bitboard {
    let side = position.side;
    let mut all = match reading.piece.and_then(Role::from_letter) {
        Some(role) => position.pieces(side, role),
        None if reading.file.is_some() && reading.rank.is_some() => position.of(side),
        None => position.pieces(side, Role::Soldier),
    };
    all &= reading.file.map_or(BOARD, Bitboard::file);
    all & reading.rank.map_or(BOARD, Bitboard::rank)
}

/// The legal turns that fit a reading.
fn matching(position: &Position, reading: &Reading) -> Vec<Turn> {
    let to = reading.to;
    if reading.capture && !position.of(position.side.other()).has(to) {
        return Vec::new();
    }
    let legal = |from: &Square| position.legal_to(*from).has(to);
    let from = meant(position, reading).filter(legal);
    from.filter_map(|from| Some(position.turn(position.at(from)?.0, from, to)))
        .collect()
}

/// The legal turns that fit.
fn by_wxf(position: &Position, wxf: &Wxf) -> Vec<Turn> {
    let turn = |from: Square| {
        let to = wxf.target(position.side, from)?;
        let turn = position.turn(wxf.role, from, to);
        position.is_legal(&turn).then_some(turn)
    };
    wxf.pieces(position).into_iter().filter_map(turn).collect()
}

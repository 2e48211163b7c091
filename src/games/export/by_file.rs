//! Turns of games by file in the movetext of PGN: short algebraic notation as far as it has words for them.
//!
//! | turn | canonical | here |
//! |---|---|---|
//! | a piece moves | `Ng1-f3`, `+Pd5-d6` | `Nf3`, `+Pd6` |
//! | a pawn captures, and becomes a queen | `e7xd8=Q` | `exd8=Q` |
//! | a piece is promoted; where it is | `Sc3-c4+`; `e5=F` | `Sc4+`; `e5=F` |
//! | a piece comes from hand | `N*f5` | `N@f5` |
//! | a piece from hand comes onto a square that is left | `Nb1-c3/H` | `Nc3/H` |
//! | a wall is put | `e2-e4 @d5` | `e4@d5` |
//! | nothing is done | `pass` | `--` |
//!
//! What engines write is in a comment behind each turn, and leaves nothing open.

use crate::rules::{Game, Listing, Place};

/// Where more turns are legal, the square that a piece comes from is always written.
const MOST_TURNS: usize = 500;

/// A move of a piece, as its canonical text says it.
#[derive(Debug, PartialEq)]
struct Step<'a> {
    /// The letter of the piece, with a `+` in front if it is promoted; empty for a pawn.
    piece: &'a str,
    from: &'a str,
    takes: bool,
    /// Where it arrives; where it stands, if it only becomes another piece there.
    to: &'a str,
    /// What it becomes, what comes from hand, and where a wall is put.
    tail: &'a str,
}

impl<'a> Step<'a> {
    /// `None` for castling, drops and passes.
    fn read(canonical: &'a str) -> Option<Self> {
        let letters = canonical.find(|sign: char| sign.is_ascii_lowercase())?;
        let (piece, rest) = canonical.split_at(letters);
        let (from, rest) = square(rest)?;
        let step = rest
            .strip_prefix(['-', 'x'])
            .and_then(|after| square(after));
        let (to, tail) = step.unwrap_or((from, rest));
        Some(Self {
            piece,
            from,
            takes: step.is_some() && rest.starts_with('x'),
            to,
            tail,
        })
    }
}

/// The square with which a text begins, and what follows it.
fn square(text: &str) -> Option<(&str, &str)> {
    let digits = text.get(1..)?;
    let end = digits.find(|sign: char| !sign.is_ascii_digit());
    let (square, rest) = text.split_at(1 + end.unwrap_or(digits.len()));
    Place::parse(square)?;
    Some((square, rest))
}

/// A canonical turn as it is written in PGN, without signs of check.
pub fn san(game: &dyn Game, canonical: &str) -> String {
    let text = match Step::read(canonical) {
        Some(step) if !canonical.contains('*') && canonical != "pass" => {
            let from = needed(game, &step);
            let takes = if step.takes { "x" } else { "" };
            format!("{}{from}{takes}{}{}", step.piece, step.to, step.tail)
        }
        _ if canonical == "pass" => "--".to_owned(),
        _ => canonical.replace('*', "@"),
    };
    text.replace(' ', "")
}

/// What has to be said of the square that a piece comes from: nothing, its file, its rank, or all of it.
fn needed<'a>(game: &dyn Game, step: &Step<'a>) -> &'a str {
    if step.from == step.to {
        return "";
    }
    let Listing::All(turns) = game.legal(MOST_TURNS) else {
        return step.from;
    };
    let steps = turns.iter().filter_map(|turn| Step::read(turn));
    let rival =
        |other: &Step| other.piece == step.piece && other.to == step.to && other.from != step.from;
    let rivals: Vec<&str> = steps.filter(rival).map(|other| other.from).collect();
    let (file, rank) = step.from.split_at(1);
    let is_pawn = step.piece.is_empty();
    if rivals.is_empty() && !(is_pawn && step.takes) {
        ""
    } else if !rivals.iter().any(|other| other.starts_with(file)) {
        file
    } else if !is_pawn && !rivals.iter().any(|other| &other[1..] == rank) {
        rank
    } else {
        step.from
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_read_with_squares_of_large_boards() {
        let step = |piece, from, takes, to, tail| Step {
            piece,
            from,
            takes,
            to,
            tail,
        };
        for (text, read) in [
            ("Ng1-f3", step("N", "g1", false, "f3", "")),
            ("+Pd5xd10", step("+P", "d5", true, "d10", "")),
            ("l10-a1/H", step("", "l10", false, "a1", "/H")),
            ("e7xd8=Q", step("", "e7", true, "d8", "=Q")),
            ("Sc3-c4-", step("S", "c3", false, "c4", "-")),
            ("e5=F", step("", "e5", false, "e5", "=F")),
            ("e2-e4 @d5", step("", "e2", false, "e4", " @d5")),
        ] {
            assert_eq!(Step::read(text), Some(read), "{text}");
        }
        for text in ["O-O", "O-O-O/H", "pass"] {
            assert_eq!(Step::read(text), None, "{text}");
        }
    }
}

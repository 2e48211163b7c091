//! Names that a game by file may not have.

use std::sync::Arc;

use crate::rules::Reason;
use crate::rules::board::square::SquareOn;

use super::base;
use super::catalogue::Catalogue;
use super::fault::{Fault, Faults};
use super::ini::{is_name, shown};
use super::section::Resolved;

/// The ids of the games of the server, which a test compares with its list.
pub const OURS: [&str; 10] = [
    "chess",
    "hans38",
    "hans38-neutral",
    "infinite-reserves",
    "moving-squares",
    "in-the-bin",
    "xiangqi",
    "eight-piece",
    "eight-piece-random",
    "yonin-bishogi",
];

/// What sides are called.
const SEATS: [&str; 6] = ["white", "black", "red", "green", "yellow", "blue"];

/// What is wrong with a name, if anything is. Words of commands and names of players belong to those who ask for the
/// file to be read: there is no list of them here.
pub fn fault(name: &str, catalogue: &Catalogue) -> Option<Reason> {
    if !is_name(name) {
        return Some(Reason::new("bad-section-name").text("typed", shown(name)));
    }
    let mut others = base::names().chain(catalogue.names()).chain(OURS);
    let taken = others.any(|other| other == name);
    let reason = match taken {
        true => Reason::new("name-taken"),
        false if means_something_else(name) => Reason::new("name-not-a-name"),
        false => return None,
    };
    Some(reason.text("name", name))
}

/// Adds a fault for each section whose name, title or seats mean something else where the file is read.
pub fn reserve(
    sections: &[Arc<Resolved>],
    is_reserved: &dyn Fn(&str) -> bool,
    faults: &mut Faults,
) {
    for section in sections {
        let seats = section.about.seats.iter().flatten();
        let words = seats.map(String::as_str).chain([&*section.name]);
        for word in words.chain(section.about.title.as_deref()) {
            if is_reserved(word) {
                let reason = Reason::new("name-of-command").text("name", word);
                faults.add(Fault::new(&section.name, section.line, reason));
            }
        }
    }
    faults.sort();
}

/// Whether a name reads as a turn, a time, a number or a seat.
fn means_something_else(name: &str) -> bool {
    is_turn(name) || is_time(name) || SEATS.contains(&name)
}

/// Whether a name reads as a square or a turn: `e4`, `e2e4`, `e7-e8q`, `nf3`, `nbd2`, `exd5`, `o-o`.
fn is_turn(name: &str) -> bool {
    let castling = ["oo", "ooo"].contains(&name.replace('-', "").as_str());
    // A piece, the file that it comes from, and the sign of a capture.
    let (piece, file) = (|c| "pnbrqk".contains(c), |c| ('a'..='l').contains(&c));
    let from_piece = name.strip_prefix(piece).unwrap_or(name);
    let from_file = from_piece.strip_prefix(file).unwrap_or(from_piece);
    let only_file = name.strip_prefix(file).unwrap_or(name);
    let plain = |text: &str| {
        let text = text.strip_prefix(['x', '-']).unwrap_or(text);
        let rest = SquareOn::<12>::lex(text).map(|(_, rest)| rest);
        rest.is_some_and(|rest| {
            let goal = rest.strip_prefix(['x', '-']).unwrap_or(rest);
            let rest = SquareOn::<12>::lex(goal).map_or(rest, |(_, rest)| rest);
            let rest = rest.strip_prefix('-').unwrap_or(rest);
            rest.is_empty() || rest.len() == 1 && rest.starts_with(piece)
        })
    };
    castling
        || [name, from_piece, from_file, only_file]
            .into_iter()
            .any(plain)
}

/// Whether a name reads as a time or a number: `12h`, `3d`, `1h30`, `2nd`.
fn is_time(name: &str) -> bool {
    const UNITS: [&str; 14] = [
        "s", "sec", "m", "min", "h", "d", "day", "days", "w", "y", "st", "nd", "rd", "th",
    ];
    let words = name.split(|c: char| c.is_ascii_digit() || c == '-');
    let mut words = words.filter(|word| !word.is_empty());
    name.starts_with(|c: char| c.is_ascii_digit()) && words.all(|word| UNITS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_mean_something_else_are_no_names() {
        for name in [
            "e4", "l10", "e2e4", "e2-e4", "e7e8q", "nf3", "nbd2", "exd5", "nxd5", "n-d5", "o-o",
            "12h", "3d", "1h30", "10-min", "2nd", "white", "red",
        ] {
            assert!(means_something_else(name), "{name}");
        }
        for name in [
            "3check",
            "e4chess",
            "chess7x7",
            "shako",
            "horde",
            "t-order",
            "m4",
            "losalamos",
            "o-o-chess",
            "4player",
            "nd",
        ] {
            assert!(!means_something_else(name), "{name}");
        }
    }

    #[test]
    fn games_keep_their_names() {
        for name in ["chess", "xiangqi", "hans38", "gothic", "3check", "misere"] {
            let reason = fault(name, Catalogue::built_in());
            let code = reason.map(|reason| reason.code.into_owned());
            assert_eq!(code.as_deref(), Some("name-taken"), "{name}");
        }
        assert_eq!(fault("gardner-chess", Catalogue::built_in()), None);
    }
}

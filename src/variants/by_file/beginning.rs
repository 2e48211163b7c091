//! What a game says, as lines of a file for a new game that begins as it.

use std::collections::BTreeMap;

use crate::rules::{Reason, Seat};

use super::betza;
use super::diff;
use super::game::described::described;
use super::keys::COLOURS;
use super::keys::kinds::{Kinds, Word};
use super::keys::lists::Letters;
use super::keys::table::{Form, Key, Sides, TABLE};
use super::keys::value::Value;
use super::section::{Figure, Movement, Resolved};

/// What is put before a line that is not to be read.
const NOTE: &str = "# ";

/// The lines of a game, each with `# ` in front: whoever takes it away says what the game says anyway.
pub struct Beginning {
    /// For each key that is played its line, or those of both colours; empty if its value is about a piece that is not
    /// in the game.
    pub lines: BTreeMap<&'static str, String>,
    /// The pieces of the game.
    pub pieces: Vec<PieceLine>,
    /// The pieces of the format that the game has not, each with a letter that is free, or with `?`.
    pub others: Vec<PieceLine>,
}

/// The line of a piece.
pub struct PieceLine {
    /// The line.
    pub line: String,
    /// How it moves.
    pub moves: Option<Reason>,
}

/// The lines of a game.
pub fn of(game: &Resolved) -> Beginning {
    let letters = game.letters();
    let line = |key: &'static Key| (key.name, lines(game, key, &letters));
    let piece = |(kind, figure): (&Word, &Figure), letter: char| {
        let written = match figure.movement == Movement::As(*kind) {
            true => String::new(),
            false => format!(":{}", figure.notation()),
        };
        let moves = match *kind {
            Word::JANGGI_CANNON => Some(Reason::new("movement-janggi-cannon")),
            _ => {
                let read = betza::read(figure.notation()).ok();
                read.map(|moves| described(&moves.atoms, None))
            }
        };
        PieceLine {
            line: format!("{NOTE}{kind} = {letter}{written}"),
            moves,
        }
    };
    let (there, away): (Vec<_>, Vec<_>) = game
        .figures
        .iter()
        .partition(|(_, figure)| figure.letter.is_some());
    let there = there.into_iter();
    let away = away.into_iter().filter(|(kind, _)| !kind.is_custom());
    Beginning {
        // That one is read for four others.
        lines: TABLE
            .iter()
            .filter(|key| key.is_kept() && key.name != "pawnTypes")
            .map(line)
            .collect(),
        pieces: there
            .filter_map(|one| Some(piece(one, one.1.letter?)))
            .collect(),
        others: away.map(|one| piece(one, free(*one.0, &letters))).collect(),
    }
}

/// A letter for a piece: one of its word that no piece of the game has.
fn free(kind: Word, letters: &Letters) -> char {
    let name = kind.name().to_ascii_lowercase();
    let taken = |letter: &char| letters.values().any(|other| other == letter);
    name.chars().find(|letter| !taken(letter)).unwrap_or('?')
}

/// The lines of a key: of both colours where they differ, or where the key has no other.
fn lines(game: &Resolved, key: &Key, letters: &Letters) -> String {
    let [white, black] = Seat::BOTH.map(|seat| spelled(game, key, seat, letters));
    let line = |name: String, value: &String| format!("{NOTE}{name} = {value}");
    let lines: Vec<String> = match (white, black) {
        (Some(white), Some(black)) if key.sides == Sides::Only || white != black => {
            let both = COLOURS.into_iter().zip([white, black]);
            both.map(|((colour, _), value)| line(format!("{}{colour}", key.name), &value))
                .collect()
        }
        (Some(value), Some(_)) => vec![line(key.name.to_owned(), &value)],
        _ => Vec::new(),
    };
    lines.join("\n")
}

/// A value as a file spells it; `None`: it cannot be spelled with the letters of the game.
fn spelled(game: &Resolved, key: &Key, seat: Seat, letters: &Letters) -> Option<String> {
    let letter = |kind: &Word| letters.get(kind).copied();
    // Pairs have no sign for none: one that says nothing stands for it.
    let pairs = |all: Vec<String>, nothing: char| match (all.is_empty(), letters.values().next()) {
        (true, Some(first)) => format!("{first}:{nothing}"),
        _ => all.join(" "),
    };
    Some(match game.get(key.name, seat) {
        Value::Piece(Some(kind)) => letter(kind)?.to_string(),
        Value::Pieces(kinds)
            if *kinds == Kinds::ALL && key.form == (Form::Pieces { all: true }) =>
        {
            "*".to_owned()
        }
        Value::Pieces(kinds) => {
            let mut known: Vec<Word> = kinds.iter().filter(|kind| letter(kind).is_some()).collect();
            // Of pawns, the last one is what others become in hand.
            let last = game.main_pawn[seat.index()].filter(|_| key.name == "promotionPawnTypes");
            known.sort_by_key(|kind| Some(*kind) == last);
            let known: String = known.iter().filter_map(letter).collect();
            if known.is_empty() && kinds.iter().next().is_some() {
                return None;
            }
            if known.is_empty() {
                "-".to_owned()
            } else {
                known
            }
        }
        Value::Limits(all) => {
            let one = |(kind, most): (&Word, &u32)| Some(format!("{}:{most}", letter(kind)?));
            pairs(all.iter().filter_map(one).collect(), '0')
        }
        Value::Promotions(all) => {
            let one =
                |(kind, to): (&Word, &Word)| Some(format!("{}:{}", letter(kind)?, letter(to)?));
            pairs(all.iter().filter_map(one).collect(), '-')
        }
        Value::Line(line) if key.form == Form::File => char::from(b'a' + line).to_string(),
        Value::Wings([false, false, false, false]) => "-".to_owned(),
        Value::Squares(set) => match diff::shown(*set, game.size()) {
            none if none.is_empty() => "-".to_owned(),
            some => some,
        },
        value => value.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::variants::by_file::{Checked, base, catalogue::Catalogue, read_as};

    /// A child of a game with one more line.
    fn child(game: &Arc<Resolved>, line: &str) -> Result<Arc<Resolved>, String> {
        let text = format!("[new:{}]\n{line}\n", game.name);
        let catalogue = Catalogue::built_in();
        let (sections, faults) = read_as(text.as_bytes(), catalogue, |_| None, Checked::Nothing);
        let wrong = faults.iter().find(|fault| !fault.remark);
        match wrong {
            Some(fault) => Err(format!("{line}: {:?}", fault.reason)),
            None => Ok(sections[0].clone()),
        }
    }

    #[test]
    fn a_line_that_is_read_changes_nothing() {
        let base = ["chess", "xiangqi", "caparandom"].map(|name| base::find(name).expect("a game"));
        let games = Catalogue::built_in().iter().cloned().chain(base);
        let mut seen = 0;
        for game in games {
            let beginning = of(&game);
            let lines = beginning.lines.values().flat_map(|lines| lines.lines());
            for line in lines {
                let bare = line.strip_prefix(NOTE).expect("a note");
                let read = child(&game, bare).unwrap_or_else(|why| panic!("{}: {why}", game.name));
                let mut found = diff::differences([&game, &read]);
                // All kinds of the game are named: those that are not in it make no difference.
                found.retain(|one| one.key != "connectPieceTypes");
                assert!(found.is_empty(), "{}: {line}: {found:?}", game.name);
                seen += 1;
            }
        }
        assert!(seen > 3000, "{seen}");
    }

    #[test]
    fn pieces_that_are_not_there_can_be_taken() {
        let chess = base::find("chess").expect("a game");
        let beginning = of(&chess);
        assert!(beginning.others.len() > 20);
        for piece in &beginning.others {
            let bare = piece.line.strip_prefix(NOTE).expect("a note");
            let read = child(&chess, bare).unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(read.letters().len(), 7, "{bare}");
            assert!(piece.moves.is_some(), "{bare}");
        }
        let own: Vec<&str> = beginning.pieces.iter().map(|one| &*one.line).collect();
        assert!(own.contains(&"# queen = q"), "{own:?}");
    }
}

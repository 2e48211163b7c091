//! Sets of squares: `d4 *3 a*`.

use crate::rules::Reason;
use crate::rules::board::square::SquareOn;

use super::value::Squares;

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Files, at most 12.
    pub files: u8,
    /// Ranks, at most 10.
    pub ranks: u8,
}

impl Size {
    /// The largest board of the format.
    pub const LARGEST: Self = Self {
        files: 12,
        ranks: 10,
    };

    /// The squares of the board.
    pub const fn squares(self) -> Squares {
        Squares::rectangle(self.files, self.ranks)
    }

    /// The name of the last square: `h8`.
    pub fn last_square(self) -> String {
        let file = char::from(b'a' + self.files.saturating_sub(1));
        format!("{file}{}", self.ranks)
    }
}

/// Reads squares, whole ranks (`*3`) and whole files (`a*`). Ranks and files reach beyond a smaller board, as in the
/// format: a child may have a larger one.
///
/// # Errors
/// A word that is none of these or off the board. The format stops reading there without a word.
pub fn read(value: &str, size: Size) -> Result<Squares, Reason> {
    if value == "-" {
        return Ok(Squares::EMPTY);
    }
    let mut found = Squares::EMPTY;
    for word in value.split_ascii_whitespace() {
        let Some((set, fits)) = one(word, size) else {
            return Err(Reason::new("squares-word").text("word", super::super::ini::shown(word)));
        };
        if !fits {
            let reason = Reason::new("squares-off-board").text("word", word);
            return Err(reason.text("last", size.last_square()));
        }
        found |= set;
    }
    Ok(found)
}

/// A word and whether it is on the board.
fn one(word: &str, size: Size) -> Option<(Squares, bool)> {
    if let Some(number) = word.strip_prefix('*') {
        let rank = number.parse::<u8>().ok()?.checked_sub(1)?;
        let plain = !number.starts_with(['0', '+']);
        return (plain && rank < 10).then(|| (Squares::rank(rank), rank < size.ranks));
    }
    let letter = word.chars().next().filter(char::is_ascii_alphabetic)?;
    let file = (letter.to_ascii_lowercase() as u8).wrapping_sub(b'a');
    let rest = word.get(1..)?;
    if file >= 12 {
        return None;
    }
    if rest == "*" {
        return Some((Squares::file(file), file < size.files));
    }
    let plain = !rest.starts_with(['0', '+']);
    let rank = rest.parse::<u8>().ok()?.checked_sub(1)?;
    let square = SquareOn::<12>::new(file, rank).filter(|_| plain)?;
    let fits = file < size.files && rank < size.ranks;
    Some((Squares::of(square), fits))
}

/// Squares as text, lowest first; `-` for none.
pub fn shown(set: Squares) -> String {
    let names: Vec<String> = set.map(|square| square.to_string()).collect();
    match names.is_empty() {
        true => "-".to_owned(),
        false => names.join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHESS: Size = Size { files: 8, ranks: 8 };

    #[test]
    fn squares_ranks_and_files() {
        let read = |text| read(text, CHESS).map(shown);
        assert_eq!(read("d4 E5"), Ok("d4 e5".to_owned()));
        assert_eq!(read("-"), Ok("-".to_owned()));
        let rank = super::read("*8", CHESS).expect("a rank");
        assert_eq!(rank.count(), 12);
        let file = super::read("a*", CHESS).expect("a file");
        assert_eq!((file & CHESS.squares()).count(), 8);
        let corner = super::read("l10", Size::LARGEST).expect("a corner");
        assert_eq!(shown(corner), "l10");
    }

    #[test]
    fn what_the_format_cuts_off_is_a_fault() {
        let code = |text| {
            read(text, CHESS)
                .map(shown)
                .map_err(|e| e.code.into_owned())
        };
        for text in [
            "a2,b2", "a2 - b2", "x", "*", "**", "a", "ab*", "*x", "a02", "*0", "m1", "a+1", "é1",
        ] {
            assert_eq!(code(text), Err("squares-word".to_owned()), "{text}");
        }
        for text in ["i1", "a9", "*9", "i*", "a2 a10"] {
            assert_eq!(code(text), Err("squares-off-board".to_owned()), "{text}");
        }
    }
}

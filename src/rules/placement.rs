//! What position texts of FEN's kind have in common: where the pieces stand, the counters, and that
//! there is one way to write a position.

use super::notation::echo;
use super::outcome::SetupError;
use super::square::Square;

/// Ranks from the last to the first, `/` between them; in each the files in order, a digit for as many
/// empty places.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    /// Files, at most 9.
    pub files: u8,
    /// Ranks.
    pub ranks: u8,
    /// What a place is called: `squares`, `points`.
    pub places: &'static str,
}

impl Placement {
    /// Writes a board; `sign` tells what stands for a place, `None` for nothing.
    pub fn write(&self, sign: impl Fn(Square) -> Option<char>) -> String {
        let ranks = (0..self.ranks).rev().map(|rank| {
            let mut text = String::new();
            let mut gap = 0;
            for sign in (0..self.files).map(|file| Square::new(file, rank).and_then(&sign)) {
                if sign.is_some() && gap > 0 {
                    text.push_str(&gap.to_string());
                    gap = 0;
                }
                match sign {
                    Some(sign) => text.push(sign),
                    None => gap += 1,
                }
            }
            if gap > 0 {
                text.push_str(&gap.to_string());
            }
            text
        });
        ranks.collect::<Vec<_>>().join("/")
    }

    /// Reads a board; `put` is handed every sign that is no digit from 1 to 9, with its
    /// place.
    ///
    /// # Errors
    /// Too many or too few ranks or files, and what `put` returns.
    pub fn read(
        &self,
        text: &str,
        mut put: impl FnMut(Square, char) -> Result<(), SetupError>,
    ) -> Result<(), SetupError> {
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != usize::from(self.ranks) {
            return bad(format!(
                "The board has {} ranks, not {}.",
                self.ranks,
                ranks.len()
            ));
        }
        for (rank, signs) in (0..self.ranks).rev().zip(ranks) {
            let mut file: u8 = 0;
            for c in signs.chars() {
                if let Some(gap) = c.to_digit(10).filter(|gap| *gap > 0) {
                    file = file.saturating_add(gap as u8);
                    continue;
                }
                if let Some(place) = Square::new(file, rank).filter(|_| file < self.files) {
                    put(place, c)?;
                }
                file = file.saturating_add(1);
            }
            if file != self.files {
                return bad(format!(
                    "Rank {} has {file} {}, not {}.",
                    rank + 1,
                    self.places,
                    self.files
                ));
            }
        }
        Ok(())
    }
}

/// The error for a position text that cannot be read or cannot stand.
///
/// # Errors
/// Always.
pub fn bad<T>(message: impl Into<String>) -> Result<T, SetupError> {
    Err(SetupError::BadPosition(message.into()))
}

/// A counter, such as the clock.
///
/// # Errors
/// It is no number of at most five digits.
pub fn counter(text: &str, what: &str) -> Result<u32, SetupError> {
    let digits = text.len() <= 5 && text.bytes().all(|b| b.is_ascii_digit());
    match text.parse().ok().filter(|_| digits) {
        Some(n) => Ok(n),
        None => bad(format!(
            "The {what} is a number of at most 5 digits, not {}.",
            echo(text)
        )),
    }
}

/// The number of the turn that is due, from 1.
///
/// # Errors
/// As [`counter`], and 0.
pub fn turn_number(text: &str) -> Result<u32, SetupError> {
    match counter(text, "turn number")? {
        0 => bad("The turn number counts from 1."),
        number => Ok(number),
    }
}

/// Makes sure that the fields of a text are those that its position is written with, so that equal
/// positions have equal texts.
///
/// # Errors
/// They are not; names the right ones.
pub fn require_canonical(fields: &[&str], canonical: &str) -> Result<(), SetupError> {
    if fields.join(" ") == canonical {
        return Ok(());
    }
    bad(format!("This position is written: {canonical}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Placement = Placement {
        files: 3,
        ranks: 2,
        places: "squares",
    };

    fn read(text: &str) -> Result<Vec<(String, char)>, String> {
        let mut found = Vec::new();
        let put = |square: Square, sign| {
            found.push((square.to_string(), sign));
            Ok(())
        };
        SMALL.read(text, put).map_err(|error| error.to_string())?;
        Ok(found)
    }

    #[test]
    fn a_board_is_read_and_written_back() {
        let found = read("1x1/y2").expect("a board");
        assert_eq!(found, [("b2".into(), 'x'), ("a1".into(), 'y')]);
        let sign = |square: Square| {
            let there = found.iter().find(|(at, _)| *at == square.to_string());
            there.map(|(_, sign)| *sign)
        };
        assert_eq!(SMALL.write(sign), "1x1/y2");
    }

    #[test]
    fn other_boards_are_refused() {
        let endless = "9".repeat(100);
        for (text, says) in [
            ("3", "The board has 2 ranks, not 1."),
            ("3/4", "Rank 1 has 4 squares, not 3."),
            ("xxxx/3", "Rank 2 has 4 squares, not 3."),
            ("x1/3", "Rank 2 has 2 squares, not 3."),
            (&format!("3/{endless}"), "Rank 1 has 255 squares, not 3."),
        ] {
            assert_eq!(read(text), Err(says.to_owned()), "{text}");
        }
    }
}

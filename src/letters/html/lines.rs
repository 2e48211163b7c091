//! What the lines of a letter look like, and which of them are one paragraph.

use crate::text::{SENTENCE, WIDTH};

use super::END;

/// A token is one word, and longer than any that begins a line.
const LONGEST_WORD: usize = 20;

/// Whether an indented line goes on with the sentence above it.
pub(super) fn hangs(above: &str, kind: Kind, line: &str, next: Kind) -> bool {
    // Below the words of a numbered item.
    let four = |line: &str| line.starts_with("    ") && !line.starts_with("     ");
    if kind == Kind::Indented && next == Kind::Columns {
        let below = is_item("", above) || four(above);
        return below && four(line) && !line.trim().contains("  ");
    }
    let begins = is_item(above, line) || is_heading(above);
    kind == Kind::Plain
        && next == Kind::Indented
        && !begins
        && !above.trim_end().ends_with([':', END])
}

/// Whether a line has nothing but capital letters, in words.
fn is_heading(line: &str) -> bool {
    let letters = || line.chars().filter(|c| c.is_alphabetic());
    letters().count() > 3 && letters().all(char::is_uppercase)
}

/// Whether a line begins an item of a list: ` - `, ` 1. `, or `K: ` of a piece.
fn is_item(above: &str, line: &str) -> bool {
    let words = line.trim_start();
    if line.len() - words.len() > 2 {
        return false;
    }
    let (sign, rest) = words.split_once(' ').unwrap_or((words, ""));
    let number = sign.strip_suffix('.').is_some_and(|number| {
        // A sentence may go on with a number at the margin, and from 10 on a list has one there.
        let below = number.len() == 2 && Kind::of(above) == Kind::Indented;
        let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        digits && (line.starts_with(' ') || below)
    });
    let piece = matches!(sign.as_bytes(), [letter, b':'] if letter.is_ascii_uppercase());
    let listed = line.starts_with(' ') && sign == "-" || number;
    !rest.is_empty() && (listed || piece && !line.starts_with(' '))
}

/// What a line of a letter looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Blank,
    /// A line of dashes.
    Rule,
    /// Words at the margin.
    Plain,
    /// Words that are a little indented.
    Indented,
    /// What depends on its blanks: examples, columns.
    Columns,
    /// A command, and behind a gap what it does.
    Explained,
    /// Words of people, with bars.
    Quoted,
    /// Words of people, with bars, in a line that is indented.
    QuotedBelow,
}

impl Kind {
    pub(super) fn of(line: &str) -> Self {
        let words = line.trim_start_matches(' ');
        let indent = line.len() - words.len();
        let barred = words == "|" || words.starts_with("| ");
        let lines = indent >= 4 && words.len() > 4 && words.chars().all(|c| r"|/\ ".contains(c));
        match indent {
            _ if words.trim_end().is_empty() => Self::Blank,
            0 if line.len() > 20 && line.bytes().all(|b| b == b'-') => Self::Rule,
            // Between the points of a board.
            _ if lines => Self::Columns,
            0 if barred => Self::Quoted,
            _ if barred => Self::QuotedBelow,
            0..4 if is_turn(words) => Self::Indented,
            4.. if explained(words).is_some() => Self::Explained,
            _ if indent >= 4 || words.trim_end().contains("  ") || is_drawn(words) => Self::Columns,
            0 => Self::Plain,
            _ => Self::Indented,
        }
    }
}

/// Whether a line is a row of signs with blanks between them, as in the drawing of one piece.
fn is_drawn(words: &str) -> bool {
    let mut signs = words.split_whitespace();
    words.len() > 8 && signs.all(|sign| sign.len() == 1)
}

/// Whether a line is a turn of a list, with its number, behind which there may be blanks.
fn is_turn(words: &str) -> bool {
    let label = words.split(' ').next().unwrap_or_default();
    let number = label.trim_end_matches('.');
    label.len() > number.len() && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
}

/// A command and what it does, with a gap between them, and nothing else.
pub(super) fn explained(line: &str) -> Option<(&str, &str)> {
    let (command, what) = line.trim_end().split_once("  ")?;
    let what = what.trim_start();
    (!what.contains("  ") && what.contains(' ')).then_some((command, what))
}

/// Lines with those joined that are one paragraph, wrapped; bars and margins are gone.
pub(super) fn joined(lines: &[&str]) -> Vec<String> {
    let mut paragraphs: Vec<String> = Vec::new();
    let mut above = "";
    for line in lines {
        let words = line.trim().trim_end_matches(END);
        let words = words.strip_prefix("| ").unwrap_or(words);
        let words = if words == "|" { "" } else { words };
        match paragraphs.last_mut() {
            Some(last) if !words.is_empty() && goes_on(above, line, words) => {
                // A line break, as in the text, so that no line is too long for mail.
                last.push('\n');
                last.push_str(words);
            }
            _ => paragraphs.push(words.to_owned()),
        }
        above = line;
    }
    paragraphs
}

/// Whether a paragraph that has reached the line `above` goes on in this line: its first word did not fit there, or it
/// begins within a sentence.
fn goes_on(above: &str, line: &str, words: &str) -> bool {
    let above = above.trim_end();
    let first = words.split(' ').next().unwrap_or_default();
    if above.ends_with(END)
        || above.trim_start() == "|"
        || is_item(above, line)
        || is_heading(above)
        || words.len() > LONGEST_WORD && first.len() == words.len()
    {
        return false;
    }
    // Words of people are wrapped to fewer columns.
    let barred = line.trim_start().starts_with('|');
    let width = if barred { WIDTH - 4 } else { SENTENCE };
    let full = || above.chars().count() + 1 + first.chars().count() > width;
    let hanging = || Kind::of(above) == Kind::Plain && Kind::of(line) == Kind::Indented;
    !barred && words.starts_with(char::is_lowercase) || full() || hanging()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_lists_begin_lines() {
        let list = [
            " - Castling moves two pieces in one turn: Ke1-g1 with Rh1-f1, Ke8-g8",
            "   with Rh8-f8.",
            " - Neither of the two has moved before, and the squares are all empty",
            " 9. Repetition: when the same position is there for the third time, it",
            "    2. White wins.",
            "10. Points: chariot 13.",
        ];
        let joined = joined(&list);
        assert_eq!(joined.len(), 4, "{joined:?}");
        assert!(hangs(list[3], Kind::Indented, list[4], Kind::Columns));
        assert_eq!(Kind::of("      |   | / |   |"), Kind::Columns);
        for line in list.iter().filter(|line| !line.starts_with("   ")) {
            assert!(
                !hangs("CASTLING", Kind::Plain, line, Kind::Indented),
                "{line}"
            );
        }
        assert!(hangs(
            "Answer",
            Kind::Plain,
            "  with a turn",
            Kind::Indented
        ));
        assert_eq!(Kind::of(". . o P o . ."), Kind::Columns);
        let pieces = [
            "K: one square in any direction, as far as that is on the board itself",
            "R: any",
        ];
        assert_eq!(super::joined(&pieces).len(), 2);
    }
}

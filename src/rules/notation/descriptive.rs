//! Descriptive notation: `P-K4`, `N-KB3`, in Spanish `P4R`, `C3AR`. Files are called by the pieces that stand there first, and
//! each side counts ranks from its own.

use crate::reading::phrases;
use crate::rules::Speech;

/// King, queen, rook, bishop, knight, pawn, by their English letters.
const PIECES: [char; 6] = ['K', 'Q', 'R', 'B', 'N', 'P'];

/// The moves of either side, in the letters of the game, that a text may mean. Captures are not among them, since they name no
/// square.
pub fn descriptive(text: &str, speech: &Speech<'_>) -> Vec<String> {
    let plain = text.trim_end_matches(['+', '#', '!', '?', '.']);
    let plain = plain.to_ascii_uppercase().replace(['-', ' '], "");
    let plain = plain.replace("KT", "N");
    if !speech.pawns || speech.files != 8 || !plain.is_ascii() || !(3..=4).contains(&plain.len()) {
        return Vec::new();
    }
    // `P-K4`, `P4R`.
    let digit = |c: char| c.is_ascii_digit();
    let section = match (plain[1..].starts_with(digit), plain.ends_with(digit)) {
        (false, true) => "pieces/descriptive-file-first",
        (true, false) => "pieces/descriptive-rank-first",
        _ => return Vec::new(),
    };
    let alphabets = phrases(section).iter();
    alphabets
        .flat_map(|letters| by(&plain, letters, speech).unwrap_or_default())
        .collect()
}

/// The moves by the letters of one language, which are in the order of [`PIECES`].
fn by(text: &str, letters: &str, speech: &Speech<'_>) -> Option<Vec<String>> {
    let english = |letter| {
        let mut letters = letters.split(' ').zip(PIECES);
        let known = letters.find(|(known, _)| known.starts_with(letter));
        known.map(|(_, english)| english)
    };
    let pieces: Option<Vec<char>> = text
        .chars()
        .filter(|c| !c.is_ascii_digit())
        .map(english)
        .collect();
    let pieces = pieces?;
    let (piece, file) = pieces.split_first()?;
    let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(10)).collect();
    let [rank @ 1..=8] = digits[..] else {
        return None;
    };
    let files = match file {
        ['K'] => "e",
        ['Q'] => "d",
        ['R'] => "ah",
        ['N'] => "bg",
        ['B'] => "cf",
        ['Q', 'R'] | ['R', 'Q'] => "a",
        ['Q', 'N'] | ['N', 'Q'] => "b",
        ['Q', 'B'] | ['B', 'Q'] => "c",
        ['K', 'B'] | ['B', 'K'] => "f",
        ['K', 'N'] | ['N', 'K'] => "g",
        ['K', 'R'] | ['R', 'K'] => "h",
        _ => return None,
    };
    let letter = match piece {
        'P' => String::new(),
        piece => speech.letter(*piece)?.to_string(),
    };
    let squares = files
        .chars()
        .flat_map(|file| [rank, 9 - rank].map(|rank| format!("{file}{rank}")));
    Some(squares.map(|square| format!("{letter}{square}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::notation::languages::tests::{pieces, speech};

    #[test]
    fn files_are_called_by_pieces() {
        let pieces = pieces(6);
        let speech = Speech {
            pawns: true,
            ..speech(&pieces)
        };
        for (text, one) in [
            ("P4R", "e4"),
            ("P-K4", "e5"),
            ("P4AD", "c4"),
            ("C3AR", "Nf3"),
            ("N-KB3", "Nf6"),
            ("Kt-QB3", "Nc6"),
            ("A5C", "Bb5"),
            ("d2r", "Qe2"),
            ("B-N5", "Bg5"),
            ("T1D!", "Rd1"),
        ] {
            let meant = descriptive(text, &speech);
            assert!(meant.iter().any(|turn| turn == one), "{text}: {meant:?}");
        }
        for text in ["e4", "P4", "PR", "P9R", "P4RR", "X4R", "P4X", "4PR"] {
            assert!(descriptive(text, &speech).is_empty(), "{text}");
        }
    }
}

//! Recognises lines of our own letters that are in a mail without a quote mark.

use crate::reading;

use super::quotes;

/// Whether it is the first line of one of our letters, unquoted: `--- #17: ` or `--- #17, #18: ` with
/// words in the reader's language. Clients may have replaced its dashes; without any, only the words
/// tell it from a player's own `#17: Nf3`.
pub fn is_marker(line: &str) -> bool {
    let rest = line.trim_start_matches(['-', ' ', '*', '–', '—']);
    let dashes = line[..line.len() - rest.len()].trim_end();
    let Some(numbers) = rest.strip_prefix('#') else {
        return is_marker_without_game(line, rest);
    };
    let words = numbers.trim_start_matches(|c: char| c.is_ascii_digit() || ", #".contains(c));
    let numbered = numbers.starts_with(|c: char| c.is_ascii_digit());
    numbered && words.starts_with(':') && (dashes.len() >= 2 || says_answer_above(words))
}

/// Whether it is the first line of a letter about no game: `--- Zugpost: `, words, and dashes at the end; mail
/// programs may have put the end on the next line.
fn is_marker_without_game(line: &str, rest: &str) -> bool {
    let begins = line.trim_start().starts_with("--- ") || line.starts_with("— ");
    let named = rest.split_once(": ");
    let ends = || rest.trim_end().ends_with("---") || says_answer_above(rest);
    begins && named.is_some_and(|(name, _)| !name.is_empty() && name.len() <= 100) && ends()
}

/// Whether the beginning of the line says `answer above this`, as the first line of our letters does in each language.
fn says_answer_above(words: &str) -> bool {
    let words: String = words
        .chars()
        .take(200)
        .flat_map(char::to_lowercase)
        .collect();
    reading::any("mail/answer-above", |said| words.contains(said))
}

/// Whether the line is a rank of a board in our letters: a number, and cells between bars or brackets.
fn is_rank(line: &str) -> bool {
    let line = line.trim_start();
    let cells = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = line.len() - cells.len();
    let cells = cells.get(..120).unwrap_or(cells);
    let brackets = cells.matches(['(', '[']).count();
    (1..=2).contains(&digits)
        && cells.starts_with(' ')
        && (cells.matches('|').count() >= 4
            || brackets >= 4 && cells.matches([')', ']']).count() >= 4
            || cells.contains("---"))
}

/// Whether a board of ours begins at this line: two ranks, with at most one line between them.
pub fn board(lines: &[&str], at: usize) -> bool {
    let rank = |at: usize| lines.get(at).is_some_and(|line| is_rank(line));
    rank(at) && (rank(at + 1) || rank(at + 2))
}

/// Whether the line is the one of the reply token: the token alone, or behind a word and a colon.
fn is_token(line: &str) -> bool {
    let word = line.rsplit([' ', ':']).next().unwrap_or_default();
    let base32 = |b: u8| b.is_ascii_alphabetic() || (b'2'..=b'7').contains(&b);
    (24..=40).contains(&word.len())
        && line.len() <= word.len() + 12
        && word.bytes().all(base32)
        && word.bytes().any(|b| b.is_ascii_digit())
}

/// The last line that is of one of our letters and not quoted.
pub fn last_line(lines: &[&str]) -> Option<usize> {
    (0..lines.len()).rev().find(|&at| {
        let line = lines[at].trim_start();
        !line.is_empty()
            && !quotes::is_quoted(lines, at)
            && (is_marker(line) || is_rank(line) || is_token(line))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_and_tokens() {
        assert!(board(&["8 |r|n|b|q|", "7 |p|p|p|p|"], 0));
        assert!(board(
            &["   8 (g) (i) (h) (o)  8", "   7 (p) (p) (p) (p)  7"],
            0
        ));
        assert!(board(
            &["  1  R---H---E  1", "     |   |   |", "  2  +---+---+  2"],
            0
        ));
        assert!(!board(&["8 |r|n|b|q|", "e4"], 0));
        assert!(!board(&["3. Nf3", "4. Nc3"], 0));
        assert!(
            is_token("k7qdabcdefghijklmnopqrst23") && is_token("Key: k7qdabcdefghijklmnopqrst23")
        );
        assert!(!is_token("abcdefghijklmnopqrstuvwxyz") && !is_token("e4"));
    }
}

//! Cleans, wraps and lists text for letters.

use std::borrow::Cow;
use std::fmt::Display;

use textwrap::{Options, WordSplitter};

pub mod keys;
mod skeleton;

pub use skeleton::Skeleton;

/// The widest line of a letter.
pub const WIDTH: usize = 72;
/// The widest line of a sentence in a letter. Some mail programs wrap what they quote at 72 columns, with marks and all,
/// and leave the rest of a line without a mark, like words of the author.
pub const SENTENCE: usize = 68;

/// At most this many lines of foreign text are quoted.
const MAX_LINES: usize = 60;

/// Whether a character may be used in a letter: no control characters, no direction marks, nothing
/// invisible.
pub fn printable(c: char) -> bool {
    let hidden = matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
    !c.is_control() && !hidden
}

/// Foreign text with every character that may not be shown, but for tabs, replaced by `?`, and without tokens.
/// Its blanks stay.
pub fn harmless(text: &str) -> String {
    let shown = |c| if printable(c) || c == '\t' { c } else { '?' };
    let kept = text.chars().map(shown);
    keys::blanked(&kept.collect::<String>())
}

/// Foreign text as one line of at most `max` characters, without control characters and without tokens:
/// players paste whole letters, and their words are passed on to others.
pub fn clean(text: &str, max: usize) -> String {
    let spaced = |c: char| if c.is_whitespace() { ' ' } else { c };
    let kept = text.chars().map(spaced).filter(|&c| printable(c));
    let kept = keys::blanked(&kept.collect::<String>());
    let mut kept = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    if kept.chars().count() > max {
        kept = kept.chars().take(max.saturating_sub(3)).collect::<String>() + "...";
    }
    kept
}

/// Foreign text with a bar at the start of every line, so that nothing in it looks like the server's own
/// words, a header or a command.
pub fn with_bars(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines() {
        let line = clean(line, 2000);
        if line.is_empty() {
            lines.push("|".to_owned());
            continue;
        }
        for part in textwrap::wrap(&line, unbroken(WIDTH - 6)) {
            lines.push(format!("| {part}"));
        }
        if lines.len() >= MAX_LINES {
            lines.truncate(MAX_LINES);
            lines.push("| ...".to_owned());
            break;
        }
    }
    while lines.last().is_some_and(|line| line == "|") {
        lines.pop();
    }
    lines
}

/// Options for wrapping at blanks only, so that no turn is broken at its hyphen.
pub fn unbroken(width: usize) -> Options<'static> {
    Options::new(width).word_splitter(WordSplitter::NoHyphenation)
}

/// The server's own words, wrapped to `width`; line breaks in them are kept.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines() {
        let line: String = line.chars().filter(|&c| printable(c)).collect();
        let parts = textwrap::wrap(&line, unbroken(width)).into_iter();
        lines.extend(parts.map(Cow::into_owned));
    }
    lines
}

/// Text of the program as lines of at most `width` columns; line breaks in it are kept. Further lines of a
/// paragraph begin with `indent` blanks. A word that is longer than a line gets a line of its own.
pub fn paragraphs(text: &str, width: usize, indent: usize) -> Vec<String> {
    let indent = " ".repeat(indent);
    let options = unbroken(width)
        .break_words(false)
        .subsequent_indent(&indent);
    text.lines()
        .flat_map(|line| textwrap::wrap(line, &options))
        .map(Cow::into_owned)
        .collect()
}

/// Appends text as HTML: the characters that have a meaning there are written as entities.
pub fn escape_html(text: &str, out: &mut String) {
    let special = |b: &u8| matches!(b, b'&' | b'<' | b'>' | b'"');
    if !text.bytes().fold(false, |some, b| some | special(&b)) {
        out.push_str(text); // nearly every text
        return;
    }
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(c),
        }
    }
}

/// `1 letter`, `2 letters`.
pub fn counted(count: impl Display, one: &str, more: &str) -> String {
    let count = count.to_string();
    let word = if count == "1" { one } else { more };
    format!("{count} {word}")
}

/// The word with a capital first letter: `white` becomes `White`.
pub fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |c| {
        c.to_uppercase().collect::<String>() + chars.as_str()
    })
}

/// The word with a small first letter: `White` becomes `white`.
pub fn uncapitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |c| {
        c.to_lowercase().collect::<String>() + chars.as_str()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_foreign_text_has_a_bar() {
        let text = "hi\r\n> quoted\n-- \nFrom here\nSubject: x\u{202e}\0\n\n";
        let lines = with_bars(text);
        assert!(lines.iter().all(|line| line.starts_with('|')), "{lines:?}");
        assert!(
            lines.iter().all(|line| line.chars().all(printable)),
            "{lines:?}"
        );
        assert_eq!(lines.last().map(String::as_str), Some("| Subject: x"));
    }

    #[test]
    fn tokens_are_blanked() {
        let key = "aaaaaaab".to_owned() + &"c2".repeat(12);
        let hidden = key.replace("ab", "a\u{200b}b").to_uppercase();
        assert_eq!(clean(&format!("<{key}> {hidden}."), 99), "<[key]> [key].");
        let word = "a".repeat(33);
        assert_eq!(clean(&word, 99), word);
    }

    #[test]
    fn lines_break_at_the_last_blank_that_fits() {
        let text = "one two three";
        assert_eq!(paragraphs(text, 13, 2), [text]);
        assert_eq!(paragraphs(text, 12, 2), ["one two", "  three"]);
        assert_eq!(paragraphs(text, 7, 2), ["one two", "  three"]);
        assert_eq!(paragraphs(text, 6, 2), ["one", "  two", "  three"]);
        assert_eq!(
            paragraphs("a very incomprehensible word\nNg1-f3", 6, 1),
            ["a very", " incomprehensible", " word", "Ng1-f3"]
        );
        assert_eq!(
            paragraphs("Ng1-f3 @@a-b", 8, 0),
            ["Ng1-f3", "@@a-b"],
            "a turn is not broken at its hyphen"
        );
        assert_eq!(paragraphs("", 4, 2), [""; 0]);
    }

    #[test]
    fn long_text_is_cut_and_wrapped() {
        let lines = with_bars(&"word ".repeat(10_000));
        assert!(lines.len() <= MAX_LINES + 1);
        assert!(lines.iter().all(|line| line.len() <= WIDTH));
        assert_eq!(clean(&"x".repeat(50), 10), "xxxxxxx...");
    }
}

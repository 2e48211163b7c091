//! Sanitises foreign text: characters, line ends, `format=flowed`.

use std::borrow::Cow;

/// The ASCII form of a typographic character; `None` for all others. Word processors and phones replace
/// what people type, and a turn has to read the same.
fn plain(c: char) -> Option<&'static str> {
    Some(match c {
        // No-break, typographic and ideographic spaces.
        '\t'
        | '\u{a0}'
        | '\u{1680}'
        | '\u{2000}'..='\u{200a}'
        | '\u{202f}'
        | '\u{205f}'
        | '\u{3000}' => " ",
        // Hyphens, dashes and minus signs, so that e2—e4 is e2-e4.
        '\u{2010}'..='\u{2015}'
        | '\u{2043}'
        | '\u{2212}'
        | '\u{fe58}'
        | '\u{fe63}'
        | '\u{ff0d}' => "-",
        '\u{2018}'..='\u{201b}' | '\u{2032}' | '\u{02bc}' | '\u{00b4}' => "'",
        '\u{201c}'..='\u{201f}' | '\u{2033}' | '\u{00ab}' | '\u{00bb}' => "\"",
        // Phones replace the dots of `3... Nf6` by one character.
        '\u{2026}' => "...",
        _ => return None,
    })
}

/// Whether a character is invisible: controls, zero-width, direction marks, soft hyphens, variation
/// selectors, byte-order marks, tags.
fn invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// The text with `>` in place of other characters that mark quotes at the beginning of a line: `»` and
/// its relatives. A blank or another mark has to follow, since quotation marks of some languages look the
/// same. It comes before [`normalise`], which makes quotation marks of them.
pub fn mark_quotes(text: &str) -> Cow<'_, str> {
    const MARKS: [char; 4] = ['\u{bb}', '\u{203a}', '\u{ff1e}', '\u{276f}'];
    if !text.contains(MARKS) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive(['\n', '\r']) {
        let marks = line.trim_start_matches(|c: char| MARKS.contains(&c) || c == '>' || c == ' ');
        let head = &line[..line.len() - marks.len()];
        let marked = head.trim_start().starts_with(MARKS) || head.trim_start().starts_with('>');
        let apart = head.ends_with(' ') || marks.trim_end().is_empty();
        if marked && (apart || marks.starts_with('>') || head.trim_start().starts_with('>')) {
            out.extend(head.chars().map(|c| if c == ' ' { ' ' } else { '>' }));
            out.push_str(marks);
        } else {
            out.push_str(line);
        }
    }
    Cow::Owned(out)
}

/// The text without sequences that control terminals (ECMA-48), such as `ESC [31m`: what would be left of them without the
/// control character is no word of the author.
fn without_sequences(text: &str) -> Cow<'_, str> {
    const BEGINS: [char; 2] = ['\u{1b}', '\u{9b}'];
    if !text.contains(BEGINS) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(BEGINS) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let short = rest.strip_prefix('\u{9b}');
        let Some(inside) = short.or_else(|| rest.strip_prefix("\u{1b}[")) else {
            rest = rest.strip_prefix(BEGINS).unwrap_or(rest);
            continue;
        };
        let last = inside.trim_start_matches(|c| matches!(c, ' '..='?'));
        rest = last
            .strip_prefix(|c| matches!(c, '@'..='~'))
            .unwrap_or(inside);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The text with plain spaces, quotes and dashes, `\n` line ends, and no invisible characters.
pub fn normalise(text: &str) -> String {
    let text = &*without_sequences(text);
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            ' '..='~' | '\n' => out.push(c),
            '\r' => {
                rest.next_if_eq(&'\n');
                out.push('\n');
            }
            '\u{2028}' | '\u{2029}' | '\u{85}' => out.push('\n'),
            _ => match plain(c) {
                Some(replacement) => out.push_str(replacement),
                None if invisible(c) => {}
                None => out.push(c),
            },
        }
    }
    out
}

/// The text as one line without invisible characters: runs of white space become one blank, the ends
/// are trimmed, and at most `max` characters are kept. Quotes and dashes stay as they are.
pub fn one_line(text: &str, max: usize) -> String {
    let mut out = String::new();
    let mut blank = false;
    let mut count = 0;
    for c in text.chars() {
        if c.is_whitespace() || matches!(c, '\n' | '\r') {
            blank = !out.is_empty();
            continue;
        }
        if invisible(c) {
            continue;
        }
        if count + usize::from(blank) >= max {
            break;
        }
        if std::mem::take(&mut blank) {
            out.push(' ');
            count += 1;
        }
        out.push(c);
        count += 1;
    }
    out
}

/// Undoes `format=flowed` (RFC 3676 section 4): soft breaks are joined within one quote depth,
/// space-stuffing is removed, quote marks are written as `> `. With `delsp` the blank before a soft
/// break is removed, too (section 4.1).
///
/// Line ends have to be `\n` already, since a soft break is a blank right before one.
pub fn unflow(text: &str, delsp: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut open: Option<usize> = None;
    for line in text.split('\n') {
        let content = line.trim_start_matches('>');
        let depth = line.len() - content.len();
        let content = content.strip_prefix(' ').unwrap_or(content);
        // A signature mark is joined with no other line (section 4.3).
        let signature = content == "-- ";
        match open {
            Some(before) if before == depth && !signature => {}
            _ => {
                if !out.is_empty() || open.is_some() {
                    out.push('\n');
                }
                out.extend(std::iter::repeat_n('>', depth));
                if depth > 0 {
                    out.push(' ');
                }
            }
        }
        let soft = content.ends_with(' ') && !signature;
        let end = content.len() - usize::from(soft && delsp);
        out.push_str(&content[..end]);
        // `open` also says that a line was begun; a closed line has an impossible depth.
        open = Some(if soft { depth } else { usize::MAX });
    }
    out
}

/// The text without trailing blanks and without blank lines at its end.
pub fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.trim_end().lines() {
        // The trailing blank of a signature mark is significant.
        let trimmed = line.trim_end_matches(' ');
        out.push_str(if line == "-- " { line } else { trimmed });
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typographic_characters_become_plain() {
        assert_eq!(
            normalise("e2\u{2014}e4\u{a0}\u{201c}x\u{201d}\r\n3\u{2026} Nf6\r\u{feff}\0"),
            "e2-e4 \"x\"\n3... Nf6\n"
        );
        assert_eq!(normalise("\u{2654} \u{430}"), "\u{2654} \u{430}");
    }

    #[test]
    fn sequences_for_terminals_are_removed_whole() {
        for (text, left) in [
            ("name \u{1b}[31mRed\u{1b}[0m", "name Red"),
            ("\u{9b}1;31mRed", "Red"),
            ("a\u{1b}[31", "a31"),
            ("a\u{1b}[31\nNf3", "a31\nNf3"),
            ("\u{1b}\u{1b}[mx \u{1b}c", "x c"),
        ] {
            assert_eq!(normalise(text), left, "{text:?}");
        }
    }

    #[test]
    fn other_quote_marks_become_plain_ones() {
        for (text, marked) in [
            ("\u{bb} one\n\u{bb}\ne4", "> one\n>\ne4"),
            ("\u{bb}Hallo\u{ab}, sagte er", "\u{bb}Hallo\u{ab}, sagte er"),
            ("> \u{bb} two\ne4 \u{bb} e5", "> > two\ne4 \u{bb} e5"),
            ("\u{ff1e} x", "> x"),
        ] {
            assert_eq!(mark_quotes(text), marked);
        }
    }

    #[test]
    fn flowed_text_is_joined_within_a_quote_only() {
        let text = ">> one \n>> two\n> three \nfour \nfive\n From \n-- \nme";
        assert_eq!(
            unflow(text, false),
            ">> one two\n> three \nfour five\nFrom \n-- \nme"
        );
    }

    #[test]
    fn delsp_removes_the_blank() {
        assert_eq!(unflow("Ng1- \nf3\n\nbye", true), "Ng1-f3\n\nbye");
        assert_eq!(unflow("", true), "");
        assert_eq!(unflow("\n\na", false), "\n\na");
    }

    #[test]
    fn one_line_is_one_line() {
        assert_eq!(one_line("  a\r\n\tb\u{0}  ", 10), "a b");
        assert_eq!(one_line("abcdef", 3), "abc");
        assert_eq!(one_line("ab cd", 3), "ab");
    }
}

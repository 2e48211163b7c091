//! What commands print is safe for a terminal, and without reply tokens, no matter who has written
//! it: a name, a Subject, the complaint of another host. Each command cleans what it shows; this is
//! the last look.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use crate::text::{keys, printable};

/// One line: a character that a terminal obeys, or that is invisible, becomes `?`.
pub(super) fn line(text: &str) -> String {
    let shown = |c: char| if printable(c) || c == '\t' { c } else { '?' };
    keys::without_reply_tokens(&text.chars().map(shown).collect::<String>())
}

/// A value as JSON in one line. Such characters are escaped, so that the value is the same.
pub(super) fn json<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<String> {
    let mut out = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut out, Careful))?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

struct Careful;

impl Formatter for Careful {
    /// A fragment has nothing that JSON escapes, so that a word in it begins and ends where the value's does.
    fn write_string_fragment<W: Write + ?Sized>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let blanked = keys::without_reply_tokens(fragment);
        let mut rest = blanked.as_str();
        while let Some((at, odd)) = rest.char_indices().find(|&(_, c)| !printable(c)) {
            writer.write_all(&rest.as_bytes()[..at])?;
            for unit in odd.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &rest[at + odd.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_is_printed() {
        let hostile = "a\u{1b}]0;title\u{7}\u{9b}2J\u{202e}b\u{2028}c\u{e0041}\td\r";
        assert_eq!(line(hostile), "a?]0;title??2J?b?c?\td?");
        let text = json(&[hostile]).expect("JSON");
        assert!(text.chars().all(printable), "{text:?}");
        let back: Vec<String> = serde_json::from_str(&text).expect("JSON");
        assert_eq!(back, [hostile]);
    }

    #[test]
    fn no_reply_token_is_printed() {
        let key = format!("aaaaaaab{}", "c2".repeat(12));
        let text = format!("one\n{key}\nplay+{}@example.org", key.to_uppercase());
        let shown = json(&text).expect("JSON");
        assert_eq!(shown, "\"one\\n[key]\\nplay+[key]@example.org\"");
        assert_eq!(line(&key), "[key]");
        // An envelope token opens no game, and a name may be as long.
        let name = "annamariaschwarzenberger";
        assert_eq!(line(name), name);
    }
}

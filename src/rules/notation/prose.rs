//! Text that people read: lines and capitals.

/// Breaks `text`, whose words have single blanks between them, into lines of at most `width`
/// columns; further lines begin with `indent` blanks. A longer word stands alone.
#[must_use]
pub fn wrap(text: &str, width: usize, indent: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut rest, mut lead) = (text, 0);
    while lead + rest.len() > width {
        let bytes = rest.as_bytes();
        let room = width.saturating_sub(lead) + 1;
        let fitting = bytes[..room.min(bytes.len())]
            .iter()
            .rposition(|b| *b == b' ');
        let next = || bytes.iter().position(|b| *b == b' ');
        let Some(at) = fitting.or_else(next) else {
            break;
        };
        lines.push(" ".repeat(lead) + &rest[..at]);
        rest = &rest[at + 1..];
        lead = indent;
    }
    lines.push(" ".repeat(lead) + rest);
    lines
}

/// A name with capitals: `Charging Rook`.
#[must_use]
pub fn title(name: &str) -> String {
    let mut title = String::new();
    for c in name.chars() {
        match title.ends_with(char::is_alphabetic) {
            true => title.push(c),
            false => title.push(c.to_ascii_uppercase()),
        }
    }
    title
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_the_last_blank_that_fits() {
        let text = "one two three";
        assert_eq!(wrap(text, 13, 2), [text]);
        assert_eq!(wrap(text, 12, 2), ["one two", "  three"]);
        assert_eq!(wrap(text, 7, 2), ["one two", "  three"]);
        assert_eq!(wrap(text, 6, 2), ["one", "  two", "  three"]);
        assert_eq!(wrap("incomprehensible", 4, 2), ["incomprehensible"]);
        assert_eq!(
            wrap("a very incomprehensible word", 6, 1),
            ["a very", " incomprehensible", " word"]
        );
        assert_eq!(wrap("", 4, 2), [""]);
    }

    #[test]
    fn every_word_of_a_title_has_a_capital() {
        assert_eq!(title("charging rook"), "Charging Rook");
        assert_eq!(title("half-duck"), "Half-Duck");
    }
}

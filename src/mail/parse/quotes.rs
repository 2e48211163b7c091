//! Which lines are quoted by a mark at their beginning.

/// Whether the line at `at` is quoted: by `>`, `|`, initials (`Z> `), or by a colon that the line above or
/// below has as well.
pub fn is_quoted(lines: &[&str], at: usize) -> bool {
    let line = lines[at].trim_start();
    if line.starts_with(['>', '|']) || initials(line) {
        return true;
    }
    // Supercite puts the whole name before each line; one line could as well be the author's.
    let name = |at: usize| lines.get(at).and_then(|line| name_mark(line));
    if let Some(found) = name(at)
        && (name(at + 1) == Some(found) || at > 0 && name(at - 1) == Some(found))
    {
        return true;
    }
    // A colon alone is an odd way to begin a line, but not so odd that one line proves a quote.
    let colon = |at: usize| lines.get(at).is_some_and(|line| colon_mark(line));
    colon(at) && (colon(at + 1) || at > 0 && colon(at - 1))
}

/// The first line from `from` on that is not empty.
pub fn next_line(lines: &[&str], from: usize) -> Option<usize> {
    (from..lines.len()).find(|&at| !lines[at].is_empty())
}

/// `Z> text`, `AL>> text`: the initials of the quoted author.
fn initials(line: &str) -> bool {
    let behind = line.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let letters = line.len() - behind.len();
    let rest = behind.trim_start_matches('>');
    (1..=3).contains(&letters)
        && line.starts_with(|c: char| c.is_ascii_uppercase())
        && rest.len() < behind.len()
        && (rest.is_empty() || rest.starts_with(' '))
}

/// The word of letters that a mark follows at the beginning of the line: `Zugpost> text`.
fn name_mark(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let end = line.find('>').filter(|end| (1..=30).contains(end))?;
    let rest = line[end..].trim_start_matches('>');
    let name = &line[..end];
    let apart = rest.is_empty() || rest.starts_with(' ');
    (apart && name.chars().all(char::is_alphabetic)).then_some(name)
}

fn colon_mark(line: &str) -> bool {
    let behind = line.trim_start().strip_prefix(':');
    behind.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '>', '|', ':']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_quotes() {
        for line in [
            "> x", ">x", ">", "| x", "|", "Z> x", "AL>> x", "Z>", "  > x",
        ] {
            assert!(is_quoted(&[line], 0), "{line}");
        }
        assert!(is_quoted(&["Anna> a", "Anna>"], 0) && is_quoted(&["Anna> a", "Anna>"], 1));
        assert!(!is_quoted(&["Anna> a", "Boris> b"], 0) && !is_quoted(&["Anna> a"], 0));
        assert!(is_quoted(&[": a", ": b"], 0) && is_quoted(&[": a", ": b"], 1));
    }

    #[test]
    fn a_players_lines_are_no_quotes() {
        for line in [
            "e2>e4",
            "K>e2",
            "z> x",
            ":)",
            ": Nf3",
            "ABCD> x",
            "Nf3 > Nc3",
            "\"x\"",
            "R>",
        ] {
            assert_eq!(is_quoted(&[line], 0), line == "R>", "{line}");
        }
    }
}

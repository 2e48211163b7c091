//! Files that hold several short texts, each below its name in brackets.
//!
//! ```text
//! Lines before the first name are remarks for translators.
//!
//! [not-your-turn]
//! Not played: it is {{ mover }}'s turn. You will get a letter
//! when it is your turn.
//!
//! [usage] lines
//! Lines of this text stay lines.
//! ```
//!
//! The lines of a text are joined by blanks, so that a file can be wrapped anywhere; an empty line
//! within a text becomes a line break. After `lines`, lines are kept as they are. Empty lines at the
//! end of a text do not count.

/// The texts of a file, in order: name, template.
pub fn read(file: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, bool, Vec<&str>)> = Vec::new();
    for line in file.lines() {
        if let Some((name, kept)) = head(line) {
            found.push((name.to_owned(), kept, Vec::new()));
        } else if let Some((_, _, lines)) = found.last_mut() {
            lines.push(line.trim_end());
        }
    }
    let named = |(name, kept, lines): (String, bool, Vec<&str>)| (name, text(&lines, kept));
    found.into_iter().map(named).collect()
}

/// `[name]` or `[name] lines`.
fn head(line: &str) -> Option<(&str, bool)> {
    let (name, after) = line.strip_prefix('[')?.split_once(']')?;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.".contains(c);
    let named = !name.is_empty() && name.chars().all(plain);
    match after.trim() {
        "" if named => Some((name, false)),
        "lines" if named => Some((name, true)),
        _ => None,
    }
}

fn text(lines: &[&str], kept: bool) -> String {
    if kept {
        return lines.join("\n").trim_end().to_owned();
    }
    let paragraphs = lines.split(|line| line.is_empty());
    let mut text = String::new();
    for paragraph in paragraphs.map(|lines| lines.join(" ")) {
        // The line break behind a tag belongs to the tag, so that this one needs another.
        let after_tag = text.ends_with("%}");
        text.push_str(match text.is_empty() {
            true => "",
            false if after_tag => "\n\n",
            false => "\n",
        });
        text.push_str(&paragraph);
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_below_their_names() {
        let file =
            "a remark\n\n[one]\nfirst\nsecond\n\nthird\n\n[two.b] lines\n a\n\n b\n\n\n[x y]\n";
        let found = read(file);
        let wanted = [
            ("one", "first second\nthird"),
            ("two.b", " a\n\n b\n\n\n[x y]"),
        ];
        let wanted = wanted.map(|(name, text)| (name.to_owned(), text.to_owned()));
        assert_eq!(found, wanted);
        assert_eq!(read("nothing"), []);
    }
}

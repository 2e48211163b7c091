//! Words for the others in a game, which stand below a turn.

use super::{habits, phrases};

/// At most this many short lines above a telephone number or an address are taken for a name, a company.
const NAME_LINES: usize = 4;

/// Lines as they are found, in paragraphs.
#[derive(Default)]
pub(super) struct Words {
    paragraphs: Vec<Vec<String>>,
    /// Whether the next line begins a paragraph.
    gap: bool,
}

impl Words {
    pub fn is_empty(&self) -> bool {
        self.paragraphs.is_empty()
    }

    /// Adds a line.
    pub fn push(&mut self, line: &str) {
        let line = habits::without_password(line.trim()).into_owned();
        let begins = std::mem::take(&mut self.gap);
        match self.paragraphs.last_mut() {
            Some(paragraph) if !begins => paragraph.push(line),
            _ => self.paragraphs.push(vec![line]),
        }
    }

    /// Ends the paragraph.
    pub fn gap(&mut self) {
        self.gap = true;
    }

    /// The text, and how many lines were left out because they look like a signature.
    pub fn text(mut self) -> (Option<String>, usize) {
        let before: usize = self.paragraphs.iter().map(Vec::len).sum();
        self.cut_signature();
        let after: usize = self.paragraphs.iter().map(Vec::len).sum();
        let paragraphs: Vec<String> = self.paragraphs.iter().map(|p| p.join("\n")).collect();
        let text = Some(paragraphs.join("\n\n")).filter(|text| !text.is_empty());
        (text, before - after)
    }

    /// Cuts what a mail program has added below the words without marking it: from the name above the
    /// first line with a telephone number or an address in the last paragraph on.
    fn cut_signature(&mut self) {
        let Some(last) = self.paragraphs.last_mut() else {
            return;
        };
        let Some(contact) = last.iter().position(|line| phrases::is_contact(line)) else {
            return;
        };
        let short = |line: &&String| {
            let sentence = line.ends_with(['.', '!', '?', ':', ';']);
            line.split_whitespace().count() <= 4 && !sentence
        };
        let above = last[..contact].iter().rev();
        let names = above.take(NAME_LINES).take_while(short).count();
        last.truncate(contact - names);
        if last.is_empty() {
            self.paragraphs.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_stay_paragraphs() {
        let mut words = Words::default();
        for line in ["One", "two", "", "three"] {
            match line {
                "" => words.gap(),
                line => words.push(line),
            }
        }
        assert_eq!(words.text(), (Some("One\ntwo\n\nthree".to_owned()), 0));
        assert_eq!(Words::default().text(), (None, 0));
    }
}

//! Words for the others in a game, which are below a turn.

use super::turns::{Turns, signs};
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

    /// Adds a line to the last paragraph, or to a new one after a gap; passwords are blanked.
    pub fn push(&mut self, line: &str) {
        let line = habits::without_password(line.trim()).into_owned();
        let begins = std::mem::take(&mut self.gap);
        match self.paragraphs.last_mut() {
            Some(paragraph) if !begins => paragraph.push(line),
            _ => self.paragraphs.push(vec![line]),
        }
    }

    /// Ends the paragraph: the next line begins another one.
    pub fn gap(&mut self) {
        self.gap = true;
    }

    /// The text, and how many lines were left out because they look like a signature.
    pub fn text(mut self, turns: &dyn Turns) -> (Option<String>, usize) {
        let mut before: usize = self.paragraphs.iter().map(Vec::len).sum();
        self.cut_signature();
        // An author who signs with another name than the one that is known here.
        if let [_, .., last] = self.paragraphs.as_slice()
            && let [name] = last.as_slice()
            && phrases::is_lone_name(name)
        {
            before -= 1;
            self.paragraphs.pop();
        }
        if let Some(last) = self.paragraphs.last_mut()
            && last.last().is_some_and(|line| signs(turns, line))
        {
            // Nobody has to be told of a name that is left out.
            last.pop();
            before -= 1;
        }
        self.paragraphs.retain(|paragraph| !paragraph.is_empty());
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
            let parts = line.contains(['|', '·', '•']);
            (line.split_whitespace().count() <= 4 || parts) && !sentence
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
    use crate::commands::NoGame;
    use crate::variants::Games;

    #[test]
    fn a_lone_name_below_the_words_signs_them() {
        let text = |lines: &[&str]| {
            let mut words = Words::default();
            for line in lines {
                match *line {
                    "" => words.gap(),
                    line => words.push(line),
                }
            }
            words.text(&NoGame(Games::built_in())).0.unwrap_or_default()
        };
        assert_eq!(text(&["How are you?", "", "Piotrek"]), "How are you?");
        assert_eq!(text(&["Schade", "", "Nice one"]), "Schade\n\nNice one");
        assert_eq!(text(&["Respect"]), "Respect");
    }

    #[test]
    fn paragraphs_stay_paragraphs() {
        let mut words = Words::default();
        for line in ["One", "two", "", "three"] {
            match line {
                "" => words.gap(),
                line => words.push(line),
            }
        }
        assert_eq!(
            words.text(&NoGame(Games::built_in())),
            (Some("One\ntwo\n\nthree".to_owned()), 0)
        );
        assert_eq!(Words::default().text(&NoGame(Games::built_in())), (None, 0));
    }
}

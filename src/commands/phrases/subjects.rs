//! Which commands help with what a mail speaks about.

use std::sync::LazyLock;

use super::subject_words::SUBJECTS;
use super::words::Words;

/// So many commands are named at most.
const MOST: usize = 4;
/// So many words of a line are looked at.
const LONGEST: usize = 120;

/// A word of a phrase, folded; `true`: the beginning of one.
type Part = (String, bool);

/// Commands with the phrases that name their subject.
static ALL: LazyLock<Vec<(&str, Vec<Vec<Part>>)>> = LazyLock::new(|| {
    let part = |word: &str| {
        let words = Words::of(word);
        (words.folded(0).to_owned(), word.ends_with('*'))
    };
    let phrase = |text: &str| -> Vec<Part> {
        let words = text.split_whitespace().filter(|word| *word != "*");
        words.map(part).collect()
    };
    let all = SUBJECTS.iter();
    all.map(|(command, rows)| {
        let phrases = rows.iter().flat_map(|(_, row)| row.split('|'));
        (*command, phrases.map(phrase).collect())
    })
    .collect()
});

/// The commands that help with what these lines speak about, those of the table that come first before others.
#[must_use]
pub fn subjects<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<&'static str> {
    let lines: Vec<Words<'_>> = lines.map(Words::of).collect();
    let named = |phrases: &Vec<Vec<Part>>| {
        let mut phrases = phrases.iter();
        phrases.any(|phrase| lines.iter().any(|line| holds(line, phrase)))
    };
    let all = ALL.iter().filter(|(_, phrases)| named(phrases));
    all.map(|(command, _)| *command).take(MOST).collect()
}

/// Whether the words of a phrase stand in a line, in order.
fn holds(line: &Words<'_>, phrase: &[Part]) -> bool {
    let mut at = 0;
    phrase.iter().all(|(word, begins)| {
        let found = (at..line.len().min(LONGEST)).find(|i| {
            let written = line.folded(*i);
            written == word || *begins && written.starts_with(word.as_str())
        });
        at = found.map_or(at, |found| found + 1);
        found.is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_names_a_subject_names_its_command() {
        for (line, command) in [
            ("my opponent hasn't answered for two weeks", "clock"),
            ("is it my turn? I lost the last mail", "show"),
            ("please stop sending me these emails", "unsubscribe"),
            ("I'm on vacation next week", "leave"),
            ("Wann muss ich spätestens ziehen?", "clock"),
            ("explain how the pieces move", "rules"),
            ("Jeden z graczy mnie obraża.", "report"),
            ("Больше не присылайте мне эти письма", "unsubscribe"),
        ] {
            let found = subjects(std::iter::once(line));
            assert!(found.contains(&command), "{line}: {found:?}");
        }
        assert!(subjects(std::iter::once("Hello Boris, how are you?")).is_empty());
    }

    #[test]
    fn every_subject_has_a_command_and_ten_languages() {
        for (command, rows) in SUBJECTS {
            assert!(crate::commands::table::find(command).is_some(), "{command}");
            for language in ["en", "de", "fr", "es", "it", "nl", "pt", "pl", "ru", "sv"] {
                assert!(
                    rows.iter().any(|(name, _)| *name == language),
                    "{command} {language}"
                );
            }
        }
    }
}

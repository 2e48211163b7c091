//! Which commands help with what a mail speaks about.

use std::sync::LazyLock;

use super::sentences::parts;
use super::words::Words;
use crate::reading::phrases;

/// The lines that help. What somebody says about a subject is in the section of its verb, `subjects/clock`.
const LINES: &[&str] = &[
    "clock",
    "unsubscribe",
    "leave 24 Dec to 2 Jan",
    "report: he insults me",
    "undo",
    "pause",
    "legend",
    "rules",
    "legal",
    "show",
    "resend",
    "address add anna@example.org",
    "challenge boris chess time 3d/move",
    "name Annette",
    "draw offer",
    "resign",
    "games",
    "history",
    "watch #17",
    "lang",
    "mail digest 07:00",
    "remind 3d 1d 6h",
    "zone Europe/Rome",
    "quiet 22:00-07:00",
    "say Well played!",
    "export #17",
    "time 7d/move",
    "set board large",
    "flip on",
    "block Boris",
    "substitute #17 Cleo",
    "forget me",
    "variants",
    "if e7-e5 then Ng1-f3",
    "preview Ng1-f3",
    "commands",
    "register Anna",
];

/// So many commands are named at most.
const MOST: usize = 4;
/// So many words of a sentence are looked at.
const LONGEST: usize = 40;
/// So many sentences are looked at.
const SENTENCES: usize = 8;
/// So many words may stand between two words of a phrase.
const GAP: usize = 3;

/// A phrase with less than this part of the letters of the longest one is left out.
const FRACTION: usize = 3;

/// A word of a phrase, folded; `true`: the beginning of one.
type Part = (String, bool);
/// A line with the phrases that name its subject.
type Subject = (&'static str, Vec<Vec<Part>>);

static ALL: LazyLock<Vec<Subject>> = LazyLock::new(|| {
    let part = |word: &str| {
        let words = Words::of(word);
        (words.folded(0).to_owned(), word.ends_with('*'))
    };
    let phrase = |text: &str| -> Vec<Part> { text.split_whitespace().map(part).collect() };
    let all = LINES.iter().map(|line| {
        let all = phrases(&section(line)).iter();
        (*line, all.map(|text| phrase(text)).collect())
    });
    all.collect()
});

/// The section of the words for a line.
fn section(line: &str) -> String {
    let verb = line.split([' ', ':']).next().unwrap_or_default();
    format!("subjects/{verb}")
}

/// The lines that help with what these lines of a mail speak about, the one with the longest phrase first.
#[must_use]
pub fn subjects(lines: &[String]) -> Vec<&'static str> {
    // Mail programs wrap lines within sentences.
    let paragraphs = lines.split(|line| line.trim().is_empty());
    let paragraphs: Vec<String> = paragraphs.map(|lines| lines.join(" ")).collect();
    let sentences = paragraphs.iter().flat_map(|text| parts(text));
    let sentences: Vec<Words<'_>> = sentences.take(SENTENCES).map(Words::of).collect();
    let longest = |phrases: &[Vec<Part>]| {
        let lengths = phrases.iter().filter_map(|phrase| {
            let named = sentences.iter().any(|words| holds(words, phrase));
            named.then(|| phrase.iter().map(|(word, _)| word.len()).sum::<usize>())
        });
        lengths.max()
    };
    let all = ALL.iter();
    let mut found: Vec<_> = all
        .filter_map(|(line, phrases)| longest(phrases).map(|length| (length, *line)))
        .collect();
    found.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
    // A short word beside a long phrase names no subject of its own.
    let least = found.first().map_or(0, |(length, _)| length / FRACTION);
    found.retain(|(length, _)| *length >= least);
    found.into_iter().map(|(_, line)| line).take(MOST).collect()
}

/// Whether the words of a phrase stand in a sentence, in order and near each other.
fn holds(sentence: &Words<'_>, phrase: &[Part]) -> bool {
    let most = sentence.len().min(LONGEST);
    let is = |at: usize, (word, begins): &Part| {
        let written = sentence.folded(at);
        written == word || *begins && written.starts_with(word.as_str())
    };
    let Some((first, rest)) = phrase.split_first() else {
        return false;
    };
    (0..most).any(|start| {
        let mut at = start;
        is(start, first)
            && rest.iter().all(|part| {
                let found = (at + 1..most.min(at + 2 + GAP)).find(|i| is(*i, part));
                at = found.unwrap_or(at);
                found.is_some()
            })
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
            ("I've forgotten how the elephant moves, remind me", "rules"),
            ("Kde najdu pravidla té hry?", "rules"),
            ("Od pondělí budu na dovolené", "leave"),
        ] {
            let found = subjects(&[line.to_owned()]);
            let named = |line: &&str| line.split([' ', ':']).next() == Some(command);
            assert!(found.iter().any(named), "{line}: {found:?}");
        }
        assert!(subjects(&["Hello Boris, how are you?".to_owned()]).is_empty());
    }

    #[test]
    fn every_subject_has_a_command_and_ten_languages() {
        for line in LINES {
            let section = section(line);
            let verb = section.trim_start_matches("subjects/");
            assert!(crate::commands::table::find(verb).is_some(), "{line}");
            for language in ["en", "de", "fr", "es", "it", "nl", "pt", "pl", "ru", "sv"] {
                let mut known = crate::reading::by_language(&section);
                assert!(known.any(|(name, _)| name == language), "{line} {language}");
            }
        }
        let sections = crate::reading::names().filter(|name| name.starts_with("subjects/"));
        assert_eq!(sections.count(), LINES.len());
    }
}

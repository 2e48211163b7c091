//! Which commands help with what a mail speaks about.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::names::is_same_name;
use super::sentences::sentences_of;
use super::words::{Words, expand, folded, is_apostrophe};
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
    "who Boris",
    "note: look at e5",
    "notation wxf",
    "format plain",
    "addtime 2d",
    "rematch",
    "seeks",
    "resume",
    "events",
    "ratings",
];

/// So many commands are named at most.
const MOST: usize = 4;
/// So many words of a sentence are looked at.
const LONGEST: usize = 40;
/// So many sentences are looked at.
const SENTENCES: usize = 8;
/// So many words may be between two words of a phrase.
const GAP: usize = 3;

/// A phrase with less than this part of the letters of the longest one is left out.
const FRACTION: usize = 3;
/// One with so many letters is not.
const ENOUGH: usize = 5;

/// What is written in phrases for the name of a player in the game, which has the number 0.
const NAME: &str = "NAME";

/// Words that occur in a sentence in this order and near each other, by their numbers in the table,
/// with their letters.
type Run = (Vec<usize>, usize);
/// What names a subject: one of the runs of each part, wherever the parts are in the sentence.
type Phrase = Vec<Vec<Run>>;

/// All subjects. Each word of a phrase has a number, so that a sentence is compared with the words once, not with each
/// phrase.
#[derive(Default)]
struct Table {
    words: HashMap<String, usize>,
    /// The same for beginnings of words, which match any word that begins so.
    stems: HashMap<String, usize>,
    subjects: Vec<(&'static str, Vec<Phrase>)>,
}

static ALL: LazyLock<Table> = LazyLock::new(|| {
    let mut all = Table::default();
    for line in LINES {
        let patterns = phrases(&section(line)).iter();
        let phrases = patterns.map(|pattern| all.phrase(pattern)).collect();
        all.subjects.push((line, phrases));
    }
    all
});

impl Table {
    fn phrase(&mut self, pattern: &str) -> Phrase {
        let parts = pattern.split('&').map(expand);
        parts
            .map(|runs| runs.iter().map(|run| self.run(run)).collect())
            .collect()
    }

    fn run(&mut self, text: &str) -> Run {
        let (mut run, mut letters) = (Vec::new(), 0);
        for token in text.split_whitespace() {
            if token == NAME {
                run.push(0);
                letters += NAME.len();
                continue;
            }
            let words = Words::of(token);
            for at in 0..words.len() {
                let begins = at + 1 == words.len() && token.ends_with('*');
                let next = 1 + self.words.len() + self.stems.len();
                let known = match begins {
                    true => &mut self.stems,
                    false => &mut self.words,
                };
                let word = words.folded(at);
                let number = known.entry(word.to_owned()).or_insert(next);
                run.push(*number);
                letters += word.len();
            }
        }
        (run, letters)
    }

    /// Where the words of phrases are in a sentence.
    fn places(&self, sentence: &Words<'_>, names: &[&str]) -> HashMap<usize, Vec<usize>> {
        let mut places: HashMap<usize, Vec<usize>> = HashMap::new();
        for at in 0..sentence.len().min(LONGEST) {
            let called = |name: &&str| is_same_name(sentence.written(at), name);
            if sentence.is_name(at) && names.iter().any(called) {
                places.entry(0).or_default().push(at);
            }
            // `l'adversaire` is `adversaire` as well.
            let written = sentence.written(at).split(is_apostrophe).next_back();
            let behind = written.map(folded).unwrap_or_default();
            let word = sentence.folded(at);
            let both = [word, &behind];
            for word in &both[..if behind == word { 1 } else { 2 }] {
                let ends = word.char_indices().map(|(at, c)| at + c.len_utf8());
                let stems = ends.filter_map(|end| self.stems.get(&word[..end]));
                for number in self.words.get(*word).into_iter().chain(stems) {
                    places.entry(*number).or_default().push(at);
                }
            }
        }
        places
    }
}

/// The section of the words for a line.
fn section(line: &str) -> String {
    let verb = line.split([' ', ':']).next().unwrap_or_default();
    format!("subjects/{verb}")
}

/// The lines that help with what these lines of a mail speak about, the one with the longest phrase first. `names` are
/// those of the players in its games.
#[must_use]
pub fn subjects(lines: &[String], names: &[&str]) -> Vec<&'static str> {
    // Mail programs wrap lines within sentences.
    let paragraphs = lines.split(|line| line.trim().is_empty());
    let paragraphs: Vec<String> = paragraphs.map(|lines| lines.join(" ")).collect();
    let sentences = paragraphs.iter().flat_map(|text| sentences_of(text));
    let sentences = sentences.take(SENTENCES).map(|sentence| {
        let places = ALL.places(&Words::of(sentence), names);
        (places, sentence.contains('?'))
    });
    let sentences: Vec<_> = sentences.collect();
    let longest = |phrases: &[Phrase]| {
        let lengths = sentences.iter().flat_map(|(places, asks)| {
            let lengths = phrases.iter().filter_map(|phrase| letters(phrase, places));
            // What somebody asks is more likely what they want than what they tell.
            lengths.map(|length| if *asks { length + length / 2 } else { length })
        });
        lengths.max()
    };
    let all = ALL.subjects.iter();
    let mut found: Vec<_> = all
        .filter_map(|(line, phrases)| longest(phrases).map(|length| (length, *line)))
        .collect();
    found.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
    // A short word beside a long phrase names no subject of its own.
    let least = found.first().map_or(0, |(length, _)| length / FRACTION);
    found.retain(|(length, _)| *length >= least.min(ENOUGH));
    found.into_iter().map(|(_, line)| line).take(MOST).collect()
}

/// How many letters of a sentence a phrase takes; `None` if a part of it is missing.
fn letters(phrase: &Phrase, places: &HashMap<usize, Vec<usize>>) -> Option<usize> {
    let longest = |runs: &Vec<Run>| {
        let held = runs.iter().filter(|(run, _)| holds(run, places));
        held.map(|(_, letters)| *letters).max()
    };
    phrase.iter().map(longest).sum()
}

/// Whether the words of a run are in a sentence, in order and near each other.
fn holds(run: &[usize], places: &HashMap<usize, Vec<usize>>) -> bool {
    let Some((first, rest)) = run.split_first() else {
        return false;
    };
    places.get(first).is_some_and(|starts| {
        starts.iter().any(|start| {
            let mut at = *start;
            rest.iter().all(|word| {
                let near = |place: &&usize| **place > at && **place <= at + 1 + GAP;
                let found = places.get(word).and_then(|all| all.iter().find(near));
                at = found.copied().unwrap_or(at);
                found.is_some()
            })
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
            ("What is left of my time, in days?", "clock"),
            ("Comment l'adversaire s'appelle-t-il ?", "who"),
            ("Mag hij er een week bij krijgen van mij?", "addtime"),
        ] {
            let found = subjects(&[line.to_owned()], &[]);
            let named = |line: &&str| line.split([' ', ':']).next() == Some(command);
            assert!(found.iter().any(named), "{line}: {found:?}");
        }
        assert!(subjects(&["Hello Boris, how are you?".to_owned()], &["Boris"]).is_empty());
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

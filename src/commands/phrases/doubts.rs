//! Tells whether a line makes a turn doubtful.

use std::cell::LazyCell;
use std::sync::LazyLock;

use super::words::{Phrases, Words, is_unspaced};
use crate::reading::{phrases, text};
use crate::rules::Square;

/// Why it is doubtful that what a line says is meant to be done now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// `sorry, I mean`, `no wait`: it may take back what is above.
    Correction,
    /// `don't play`, `not`: it may say that something is not wanted.
    Denial,
    /// `maybe`, `I think`: it may be no decision.
    Hesitation,
    /// A sentence that ends with a question mark.
    Question,
    /// `if`, `then I will`, `tomorrow`.
    Condition,
    /// `I played`, `last turn`.
    Report,
}

/// When a phrase casts doubt.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Always,
    /// At the beginning of a sentence: `no`.
    First,
    /// In a short line, or in one about a turn: `tomorrow`.
    InContext,
    /// Never, though words in it would: `don't worry`.
    Never,
}

static PHRASES: LazyLock<Phrases<(Doubt, When)>> = LazyLock::new(|| {
    Phrases::forward(&[
        (text("doubts/harmless"), (Doubt::Question, When::Never)),
        (
            text("doubts/corrections"),
            (Doubt::Correction, When::Always),
        ),
        (text("doubts/denials"), (Doubt::Denial, When::Always)),
        (text("doubts/first-denials"), (Doubt::Denial, When::First)),
        (
            text("doubts/weak-denials"),
            (Doubt::Denial, When::InContext),
        ),
        (
            text("doubts/hesitations"),
            (Doubt::Hesitation, When::Always),
        ),
        (
            text("doubts/weak-hesitations"),
            (Doubt::Hesitation, When::InContext),
        ),
        (text("doubts/conditions"), (Doubt::Condition, When::Always)),
        (
            text("doubts/weak-conditions"),
            (Doubt::Condition, When::InContext),
        ),
        (text("doubts/reports"), (Doubt::Report, When::Always)),
        (
            text("doubts/weak-reports"),
            (Doubt::Report, When::InContext),
        ),
        (
            text("sentences/retractions"),
            (Doubt::Correction, When::Always),
        ),
    ])
});
static ABOUT_TURNS: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("doubts/about-turns"));
static DRAW_WORDS: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("doubts/draw-words"));

static EXCUSES: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("sentences/apologies"));
static LATENESS: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("sentences/late"));

/// The reason for an excuse is within so many words.
const LONGEST_EXCUSE: usize = 10;

/// Chinese, Japanese and Korean words, looked for within their runs of characters.
const UNSPACED: [(&str, Doubt); 6] = [
    ("doubts/unspaced-corrections", Doubt::Correction),
    ("doubts/unspaced-denials", Doubt::Denial),
    ("doubts/unspaced-hesitations", Doubt::Hesitation),
    ("doubts/unspaced-questions", Doubt::Question),
    ("doubts/unspaced-conditions", Doubt::Condition),
    ("doubts/unspaced-reports", Doubt::Report),
];

/// Lines with at most so many words are taken to be about the turn.
const SHORT: usize = 3;

/// A denial without a turn in it takes something back if its line has at most so many words.
const RETRACTION: usize = 3;

/// Whether a line makes it doubtful that what is in it, or what is above it, is meant to be done
/// now: a correction (`sorry, I mean`), a denial (`don't play`), a question, a condition, a plan, a
/// report.
#[must_use]
pub fn casts_doubt(line: &str) -> bool {
    doubt(line).is_some()
}

/// Whether a line may take back what is above it: a correction, or a denial in a line that has a
/// turn in it or hardly any words. `I did not see that coming` and questions, conditions and
/// reports are ordinary words to an opponent.
#[must_use]
pub fn takes_back(line: &str) -> bool {
    match doubt(line) {
        Some(Doubt::Correction) => true,
        Some(Doubt::Denial) => {
            let words = Words::of(line);
            let square = (0..words.len()).any(|i| is_square(words.folded(i)));
            square || words.len() <= RETRACTION && is_about_turns(&words)
        }
        _ => false,
    }
}

/// What says that the turn above was a joke.
static JOKES: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("doubts/jokes"));

/// Whether a line says that what is above it was a joke: no matter how sure the turn is, it is asked about.
#[must_use]
pub fn jokes(line: &str) -> bool {
    let words = Words::of(line);
    (0..words.len()).any(|at| JOKES.longest_at(&words, at).is_some())
}

/// The first reason for doubt in a line; a correction counts before all others.
#[must_use]
pub fn doubt(line: &str) -> Option<Doubt> {
    let words = Words::of(line);
    let context = LazyCell::new(|| is_about_turns(&words));
    let mut harmless = vec![false; words.len()];
    let mut found = None;
    let mut at = 0;
    while at < words.len() {
        // What a piece becomes, or where it looks: `Le4=ne` does not say `ne`.
        if words.gap(at).trim_end().ends_with('=') {
            at += 1;
            continue;
        }
        if let Some(end) = excused(&words, at) {
            harmless[at..end].fill(true);
            at = end;
            continue;
        }
        let hit = PHRASES.longest_at(&words, at);
        if let Some((count, (_, When::Never))) = hit {
            harmless[at..at + count].fill(true);
            at += count;
            continue;
        }
        let reason = hit.filter(|&(_, (_, when))| match when {
            When::Always => true,
            When::First => begins_sentence(&words, at),
            When::InContext => *context,
            When::Never => false,
        });
        let reason = reason
            .map(|(_, (doubt, _))| doubt)
            .or_else(|| unspaced(words.written(at)));
        if reason == Some(Doubt::Correction) {
            return reason;
        }
        found = found.or(reason);
        at += 1;
    }
    found.or_else(|| asks(&words, &harmless).then_some(Doubt::Question))
}

/// Where an excuse that begins with this word says that others had to wait: `Sorry for the long wait`.
pub(super) fn excused(words: &Words, at: usize) -> Option<usize> {
    let (count, ()) = EXCUSES.longest_at(words, at)?;
    let behind = at + count..words.len().min(at + count + LONGEST_EXCUSE);
    let mut same = behind.take_while(|&i| {
        let ends = words.gap(i).contains(['.', '!', '?', ';', '…']);
        !ends && !is_square(words.folded(i))
    });
    same.find_map(|i| LATENESS.longest_at(words, i).map(|(count, ())| i + count))
}

/// How many words from this one on are a phrase that casts no doubt, though words in it would: `nothing personal`.
pub(super) fn harmless(words: &Words, at: usize) -> Option<usize> {
    let (count, (_, when)) = PHRASES.longest_at(words, at)?;
    (when == When::Never).then_some(count)
}

/// Whether a phrase that casts doubt begins with this word; for frames, which take such words for no names.
pub(super) fn is_doubtful_word(words: &Words, at: usize) -> bool {
    let hit = PHRASES.longest_at(words, at);
    hit.is_some_and(|(_, (_, when))| when != When::Never)
}

pub(super) fn begins_sentence(words: &Words, at: usize) -> bool {
    at == 0
        || words
            .gap(at)
            .contains(['.', '!', '?', '…', ':', ';', '(', ',', '-', '–', '—'])
}

/// Whether a line is short, has a word with letters and digits in it (`Nf3`), or speaks about turns.
pub(super) fn is_about_turns(words: &Words) -> bool {
    words.len() <= SHORT
        || (0..words.len())
            .any(|i| is_square(words.folded(i)) || ABOUT_TURNS.longest_at(words, i).is_some())
}

/// Whether a folded word has a letter before a digit, as squares do. `1st` and `20h` have not.
pub(super) fn is_square(word: &str) -> bool {
    let letter = word.find(char::is_alphabetic);
    letter.is_some_and(|at| word[at..].contains(|c: char| c.is_ascii_digit()))
}

/// Whether a line names a square of a board: `la casilla d2, a d3`.
#[must_use]
pub fn names_square(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_alphanumeric());
    words.any(|word| Square::parse(word).is_some())
}

/// Chinese, Japanese and Korean phrases, which are parts of longer words here.
fn unspaced(word: &str) -> Option<Doubt> {
    if !word.starts_with(is_unspaced) {
        return None;
    }
    let said = |section| phrases(section).iter().any(|phrase| word.contains(phrase));
    let hit = UNSPACED.iter().find(|(section, _)| said(section));
    hit.map(|&(_, doubt)| doubt)
}

/// Whether a sentence with a question mark has words in it. `Nf3?`, `exd?` and `draw?` are no questions.
fn asks(words: &Words, harmless: &[bool]) -> bool {
    let mut from = 0;
    for end in 1..=words.len() {
        let gap = words.gap(end);
        if gap.contains(['?', '？', '؟']) && is_question(words, harmless, from, end) {
            return true;
        }
        if gap.contains(['.', '!', '…', ';', '?', '？', '؟', ':', '。', '！']) {
            from = end;
        }
    }
    false
}

fn is_question(words: &Words, harmless: &[bool], from: usize, to: usize) -> bool {
    // `How are you in Rome?`: the harmless phrase covers the rest of its sentence, unless a turn is in it.
    let turn = (from..to).any(|i| is_square(words.folded(i)));
    if harmless[from] && !turn {
        return false;
    }
    // `Nf3 - and how was your holiday?`
    let clause = (from + 1..to)
        .rev()
        .find(|&i| super::clauses::is_break(words.gap(i)));
    if let Some(begin) = clause
        && (harmless[begin] || begin + 1 < to && harmless[begin + 1])
        && !(begin..to).any(|i| is_square(words.folded(i)))
    {
        return false;
    }
    // `I play Nf3, draw?` offers, `Is Nf3 a draw?` asks.
    let offers = to >= 2 && DRAW_WORDS.longest_at(words, to - 1).is_some();
    if offers && turn && !phrases("doubts/begin-questions").contains(&words.folded(from)) {
        return false;
    }
    let mut at = from;
    while at < to {
        if let Some((count, ())) = DRAW_WORDS.longest_at(words, at) {
            at += count;
            continue;
        }
        if words.is_letters(at) && !harmless[at] && !is_notation(words.written(at)) {
            return true;
        }
        at += 1;
    }
    false
}

/// Whether letters alone may be notation: `O`, `ed`, `exd`, and words in scripts without blanks.
fn is_notation(word: &str) -> bool {
    let bytes = word.as_bytes();
    let file = |b: &u8| (b'a'..=b'l').contains(b);
    match bytes {
        [_] | [b'O', b'O'] => true,
        [from, to] | [from, b'x', to] => file(from) && file(to),
        _ => word.starts_with(is_unspaced) || word.chars().count() == 1,
    }
}

//! A turn in a line of several sentences, or beside words that change nothing about it.
//!
//! A turn stands for itself where it begins its sentence, or ends it behind a known lead (`Here goes: e4`), and
//! where the rest of the sentence is known: a remark about the turn, brackets, an apology, a wish. Sentences above
//! it have to be known, too. Those below may be free talk, unless they may take the turn back. The
//! same holds for what a sign parts from a turn that begins its sentence, and a sentence that ends
//! with a colon above the turn; nothing in them may make the turn an example, a report or a guess.

use std::sync::LazyLock;

use super::clauses::{AFTER, BEFORE, closed, is_excuse};
use super::doubts::{self, casts_doubt};
use super::frames::{FACES, is_sign, without_frame, without_wrapping};
use super::talk::{is_announcement, is_light, is_remark, leaves_turns, speaks_of_others};
use super::words::{Phrases, Words};
use crate::commands::classifier;
use crate::reading::text;
use crate::rules::notation::{Says, says};

/// Longer lines are prose.
pub(super) const MAX_BYTES: usize = 400;
/// So many ways to cut a line are tried at most.
const MOST_CUTS: usize = 16;
/// A sentence that leads to a turn by its colon has so many words.
const LEAST_LEAD: usize = 3;

/// A line cut into a turn and what is around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut<'a> {
    /// What may be a turn.
    pub turn: &'a str,
    /// What is in brackets after it, without remarks about the turn: other turns in it make the
    /// turn doubtful.
    pub brackets: Vec<&'a str>,
    /// What tells the turn in words in front of it: `Hetman bije na d5 (Qxd5)`. Nothing else may be named there.
    pub told: &'a str,
    /// Whether words beside it are free ones, so that only a legal turn is meant.
    pub free: bool,
    /// The sentences below it, for the others.
    pub talk: &'a str,
}

pub(super) static LEAD: LazyLock<Phrases<bool>> = LazyLock::new(|| {
    Phrases::forward(&[
        (text("sentences/openings"), true),
        (text("sentences/leads"), false),
        (text("frames/heads"), false),
    ])
});
static ABOVE: LazyLock<Phrases<()>> = LazyLock::new(|| {
    Phrases::forward(&[
        (text("sentences/preludes"), ()),
        (text("sentences/asides"), ()),
    ])
});
static TELLING: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("sentences/telling"));
static GOES_ON: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("sentences/connectives"));

/// The ways to cut a line, the likeliest first; none if what is around a turn is not known, or
/// casts doubt.
#[must_use]
pub fn cuts<'a>(line: &'a str) -> Vec<Cut<'a>> {
    if line.len() > MAX_BYTES {
        return Vec::new();
    }
    let parts = sentences_of(line);
    let turn = parts.iter().position(|part| !is_prelude(part));
    let Some(part) = turn.map(|at| parts[at]) else {
        return Vec::new();
    };
    let end = part.as_ptr() as usize - line.as_ptr() as usize + part.len();
    let talk = line[end..].trim();
    // `e4? No, d4.`: this is no annotation.
    let wonders = part.ends_with('?')
        && !part.ends_with("!?")
        && (!talk.is_empty() || Words::of(part).len() > 2);
    let unmeant = || classifier::unmeant(line);
    let stops = || !leaves_turns(talk) && classifier::objects(talk, classifier::HARMLESS, unmeant);
    if wonders || is_quoted(part, talk) || speaks_of_others(part) || stops() {
        return Vec::new();
    }
    let cut = |around: Around<'a>| Cut {
        turn: around.turn,
        brackets: around.brackets,
        told: around.told,
        free: around.free,
        talk,
    };
    if casts_doubt(part) {
        // A part that is a turn as written is one even where it says `then`.
        let whole = part != line && is_written(part, Words::of(part).len());
        let alone = Around {
            turn: part,
            free: true,
            ..Around::default()
        };
        return whole.then(|| cut(alone)).into_iter().collect();
    }
    let mut cuts: Vec<Cut<'a>> = Vec::new();
    for found in around(part).into_iter().map(cut) {
        if found.turn != line && !cuts.contains(&found) {
            cuts.push(found);
        }
    }
    cuts.truncate(MOST_CUTS);
    cuts
}

/// Whether a part ends with a quotation whose sentence goes on: `So "I begin with c4." was what he said`.
fn is_quoted(part: &str, behind: &str) -> bool {
    part.ends_with(['"', '”', '»']) && behind.starts_with(char::is_lowercase)
}

/// Splits a line behind the signs that end a sentence, and behind smileys.
#[must_use]
pub fn sentences_of(line: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut rest = line.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let next = rest.peek().map(|(_, next)| *next);
        let apart = next.is_none_or(char::is_whitespace);
        let ends = match c {
            '。' | '！' | '？' => true,
            '.' | '!' | '?' | '…' => {
                apart && !is_number(&line[start..at]) && !line[..at].ends_with("e.p")
            }
            '"' | '”' | '»' | ')' => apart && line[..at].ends_with(['.', '!', '?']),
            _ => false,
        };
        let behind = at + c.len_utf8();
        let face = || {
            FACES
                .iter()
                .any(|face| line[start..behind].ends_with(&format!(" {face}")))
        };
        if ends || apart && !c.is_alphanumeric() && !c.is_whitespace() && face() {
            parts.push(line[start..behind].trim());
            start = behind;
        }
    }
    parts.push(line[start..].trim());
    parts.retain(|part| part.chars().any(char::is_alphanumeric));
    parts
}

/// Whether a sentence so far ends with the number of a turn, and its dots.
fn is_number(text: &str) -> bool {
    let text = text.trim_end_matches('.');
    let word = text.rsplit(char::is_whitespace).next().unwrap_or_default();
    !word.is_empty() && word.len() <= 3 && word.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a sentence above a turn is a greeting, thanks, an apology, praise.
fn is_prelude(part: &str) -> bool {
    let words = Words::of(part);
    // `[Nf3]` is no remark in brackets.
    if part.starts_with(['[', '('])
        && !part.contains(char::is_whitespace)
        && is_written(part, words.len())
    {
        return false;
    }
    let praise = ABOVE.longest_at(&words, 0).map_or(0, |(count, ())| count);
    let praise = praise + words.name(praise, 2);
    words.len() == 0
        || praise == words.len()
        || !casts_doubt(part) && (closed(&words, &BEFORE).is_some() || is_excuse(&words))
}

/// Whether a sentence is one that is used above turns: a greeting, praise, a lead to the turn.
pub(super) fn is_beginning(part: &str) -> bool {
    is_lead(&Words::of(part)).is_some() || !part.starts_with('(') && is_prelude(part)
}

/// What may be the turn of a sentence, as in [`Cut`].
#[derive(Clone, Default)]
struct Around<'a> {
    turn: &'a str,
    brackets: Vec<&'a str>,
    told: &'a str,
    free: bool,
}

/// What may be the turn of a sentence.
fn around(part: &str) -> Vec<Around<'_>> {
    let words = Words::of(part);
    let mut found = Vec::new();
    // `(Nf3) and so on`.
    if let Some(open) = part.strip_prefix(['(', '['])
        && let Some((turn, behind)) = open.split_once([')', ']'])
        && is_written(turn, Words::of(turn).len())
        && is_remark(behind)
    {
        found.push(Around {
            turn,
            brackets: vec![behind],
            free: true,
            ..Around::default()
        });
    }
    let mut starts = vec![0];
    starts.extend((1..words.len()).filter(|at| leads(&words, *at)));
    let mut told = told_ends(&words);
    told.retain(|at| !starts.contains(at));
    starts.extend(&told);
    let announced = (1..words.len()).filter(|at| !starts.contains(at) && announces(&words, *at));
    let announced: Vec<usize> = announced.collect();
    starts.extend(&announced);
    let ends: Vec<End<'_>> = (1..=words.len())
        .rev()
        .filter_map(|end| End::of(&words, end))
        .collect();
    for start in starts {
        let from = words.start(start);
        for end in ends.iter().filter(|end| end.words > start) {
            let written = || is_written(&part[from..end.to], end.words - start);
            if !end.known && !written() {
                continue;
            }
            let tells = told.contains(&start);
            let free = !end.known || tells || announced.contains(&start);
            let mut brackets = end.brackets.clone();
            if free && start > 0 && !tells {
                brackets.push(&part[..from]);
            }
            let before = if start == 0 { "" } else { &part[..from] };
            let bare = before.trim_end_matches(['@', '*']);
            let mut text = &part[bare.len()..end.to];
            if bare.ends_with('(') {
                text = text.trim_end_matches(')');
            }
            let mut cuts = vec![without_wrapping(text)];
            cuts.extend(without_frame(text));
            found.extend(cuts.into_iter().map(|turn| Around {
                turn,
                brackets: brackets.clone(),
                told: if tells { before } else { "" },
                free,
            }));
        }
    }
    found
}

/// Where the turn of a sentence may end, whatever is before it.
struct End<'a> {
    /// Before the word with this index.
    words: usize,
    /// Behind the signs that belong to the turn.
    to: usize,
    /// Whether all that follows it is known; otherwise it is free words, which only follow what is
    /// written as a turn.
    known: bool,
    brackets: Vec<&'a str>,
}

impl<'a> End<'a> {
    fn of(words: &Words<'a>, end: usize) -> Option<Self> {
        // The signs between two words belong to what follows: they may be brackets.
        let gap = words.gap(end);
        let marks = gap.len() - gap.trim_start_matches(|c| "+#!?)".contains(c)).len();
        let to = words.end(end - 1) + marks;
        let behind = words.part(end..words.len(), to..words.line.len());
        if is_inside(behind.line) {
            return None;
        }
        let known = closed(&behind, &AFTER);
        let free = || is_aside(&behind, words, end).then(|| vec![behind.line]);
        Some(Self {
            words: end,
            to,
            known: known.is_some(),
            brackets: known.or_else(free)?,
        })
    }
}

/// Whether a text goes on in the middle of a turn: `=e` behind `Le4`.
fn is_inside(behind: &str) -> bool {
    let rest = behind.strip_prefix(['=', '-', '*', '@', '/', ':']);
    rest.is_some_and(|rest| rest.starts_with(char::is_alphanumeric))
}

/// Whether the words before this one lead to a turn: known ones with a sign behind them, or the name of an opening.
fn leads(words: &Words, at: usize) -> bool {
    let gap = words.gap(at).trim_end_matches('@');
    let sign = gap.contains([':', ',', ';', '–', '—', '>', '…'])
        || gap.contains(" - ")
        || gap.contains("...");
    let before = words.part(0..at, 0..words.end(at - 1));
    if sign && closed(&before, &BEFORE).is_some() {
        return true;
    }
    is_lead(&before).is_some_and(|opening| sign || opening)
}

/// Whether words that are a lead to a turn, and nothing else, end with the name of an opening; `None` for other words.
fn is_lead(words: &Words) -> Option<bool> {
    let (mut from, mut opening) = (0, false);
    while from < words.len() {
        let (count, named) = LEAD.longest_at(words, from)?;
        opening = named;
        from += count;
    }
    let quiet = (0..=words.len()).all(|i| words.gap(i).chars().all(is_sign));
    quiet.then_some(opening)
}

/// Whether the words before this one are a sentence of their own that ends with a colon: `Das Pferd muss raus:`. A
/// name or a title alone may say whose turn it is.
fn announces(words: &Words, at: usize) -> bool {
    // `In the paper: "White plays Bb5 and wins"`.
    let gap = words.gap(at);
    let colon = gap.contains(':') && !gap.contains(['"', '“', '„', '«', '»', '”']);
    colon && at >= LEAST_LEAD && is_announcement(words, 0..at)
}

/// Where the words from the first one on tell a turn so far, with a piece, a capture, castling or the like among them:
/// `Short castling: O-O`. What is written as a turn is left to it.
fn told_ends(words: &Words) -> Vec<usize> {
    let (mut ends, mut at, mut says_what) = (Vec::new(), 0, false);
    let is_to = |at: usize| says(words.folded(at)).next() == Some(Says::To);
    while at < words.len() {
        // Behind `to` is a square, and no turn: `bishop f1 to c4`.
        if says_what && !is_to(at - 1) && !is_to(at) {
            ends.push(at);
        }
        let word = says(words.folded(at)).next();
        let known = || TELLING.longest_at(words, at).map(|(count, ())| count);
        let lead = || LEAD.longest_at(words, at).map(|(count, _)| count);
        let alone = word.is_some() || doubts::is_square(words.folded(at));
        let Some(count) = known().or_else(lead).or(alone.then_some(1)) else {
            break;
        };
        match word {
            Some(Says::Or) => break,
            None | Some(Says::Filler | Says::To | Says::And | Says::Mark | Says::Your) => {}
            Some(_) => says_what = true,
        }
        at += count;
    }
    ends
}

/// Whether the words behind a turn, which ends before the word `end` of its sentence, are free ones: a sign, or a word that
/// goes on, parts them from it. Known words may be in front of the sign.
fn is_aside(behind: &Words, words: &Words, end: usize) -> bool {
    let parted =
        |gap: &str| gap.contains([',', ';', '(', '–', '—', '…', '!', ':']) || gap.contains(" -");
    let part =
        |from: usize, to: usize, start: usize| words.part(from..to, start..words.end(to - 1));
    let signed = |at: usize| {
        let known = closed(&part(end, at, words.end(end - 1)), &AFTER);
        parted(words.gap(at)) && known.is_some()
    };
    if !is_light(words, end..words.len()) {
        return false;
    }
    // `Le4=e es para valientes`: the word in front of one that goes on may be one of the free ones.
    let last = part(end - 1, end, words.start(end - 1));
    let apart = || ends_written(last.line) || closed(&last, &AFTER).is_some();
    let goes_on = GOES_ON.longest_at(words, end).is_some() && words.len() > end + 1 && apart();
    let sign = (end..words.len()).find(|at| parted(words.gap(*at)));
    (goes_on || sign.is_some_and(signed)) && is_remark(behind.line)
}

/// Whether so many words are written as a turn, so that free words may be beside it.
fn is_written(text: &str, words: usize) -> bool {
    text.contains(|c: char| c.is_ascii_digit()) || text.contains("-O") || words > 1
}

/// Whether the last word of a turn is written as notation.
fn ends_written(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit()) || word.ends_with('O')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(line: &str) -> Vec<&str> {
        cuts(line).into_iter().map(|cut| cut.turn).collect()
    }

    #[test]
    fn lines_are_split_into_sentences() {
        assert_eq!(
            sentences_of("3. Bb5 - the Ruy! How are the kids?"),
            ["3. Bb5 - the Ruy!", "How are the kids?"]
        );
        assert_eq!(
            sentences_of("Hi! 3... Nf6 :-) Bye"),
            ["Hi!", "3... Nf6 :-)", "Bye"]
        );
        assert_eq!(
            sentences_of("exd6 e.p. (forced.) Fun"),
            ["exd6 e.p. (forced.)", "Fun"]
        );
    }

    #[test]
    fn known_words_leave_a_turn_as_it_is() {
        for (line, turn) in [
            ("Here goes: e4", "e4"),
            ("Ruy Lopez time: Bb5", "Bb5"),
            ("3. Bb5 - the Ruy! How are the kids?", "3. Bb5"),
            ("Nf3 (threatens e5)", "Nf3"),
            ("Bb5!? Let's see if you know the Berlin ;-)", "Bb5!?"),
            ("Sf3, sorry fürs lange Warten", "Sf3"),
            ("Thanks for the quick reply. Nf3 with tempo!", "Nf3"),
            ("Sorry for the delay, I was ill. Nf3", "Nf3"),
            ("(Nf3) at last the knight comes out", "Nf3"),
            ("Well, you asked for it. I take: exd5", "exd5"),
            ("Qxf7# -- sorry, couldn't resist!", "Qxf7#"),
            ("Sf4 (the sentry, not a knight!)", "Sf4"),
            ("Flush! push, then R@e4", "push, then R@e4"),
            ("N f3 again, I'm a creature of habit", "N f3"),
            (
                "Nf6 -- war eine Woche an der Ostsee, deshalb erst heute",
                "Nf6",
            ),
            ("leuk dat je weer meedoet! Ik begin met e4.", "e4"),
            ("I'll take the pawn with exd5", "exd5"),
            ("Hetman bije na d5 (Qxd5).", "Qxd5"),
            ("Roque pequeno (O-O).", "O-O"),
            ("Короткая рокировка: 0-0", "0-0"),
            ("Je pose une case en e3 : @@e3", "@@e3"),
        ] {
            assert!(turns(line).contains(&turn), "{line}: {:?}", turns(line));
        }
    }

    #[test]
    fn other_words_do_not() {
        for line in [
            "I nearly played Nf3",
            "Is Nf3 any good?",
            "My son says Nf3",
            "My son says: Nf3",
            "Nf3 tomorrow",
            "Nf3. No.",
            "Nf3. Is that legal?",
            "Nf3. Says my son.",
            "Nf3 (says my son)",
            "Nf3. Just kidding!",
            "Nf3? What do you think?",
            "Nf3. Maybe.",
            "Nf3, sorry, wrong game",
            "The engine: Nf3",
            "A quiz for you: Nf3",
            "(Nf3) would have been nice",
            "Nf3 to be decided",
            "Nf3 (my first idea)",
            "Nf3 so I was told",
            "The bishop or the knight: Nf3",
        ] {
            assert_eq!(turns(line), Vec::<&str>::new(), "{line}");
        }
    }
}

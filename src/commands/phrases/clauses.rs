//! Known words beside a turn: remarks, asides, wishes, apologies, names of openings.

use std::sync::LazyLock;

use super::doubts::{self, is_doubtful_word};
use super::frames::is_sign;
use super::sentences::{LEAD, MAX_BYTES};
use super::talk::speaks_against;
use super::words::{Phrases, Words};
use crate::reading::text;

/// What a phrase in the sentence of a turn is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Clause {
    /// A whole one. A name may follow it.
    Whole,
    /// One that goes on up to the next sign.
    Open,
    /// The same, about the turn: squares may be named.
    Remark,
    /// An excuse, if it says for what.
    Apology,
}

pub(super) static AFTER: LazyLock<Phrases<Clause>> = LazyLock::new(|| {
    Phrases::forward(&[
        (text("sentences/apologies"), Clause::Apology),
        (text("sentences/asides"), Clause::Whole),
        (text("frames/tails"), Clause::Whole),
        (text("frames/addresses"), Clause::Whole),
        (text("closings/closings"), Clause::Whole),
        (text("sentences/remarks"), Clause::Remark),
        (text("sentences/wishes"), Clause::Open),
    ])
});
pub(super) static BEFORE: LazyLock<Phrases<Clause>> = LazyLock::new(|| {
    Phrases::forward(&[
        (text("sentences/apologies"), Clause::Apology),
        (text("frames/addresses"), Clause::Whole),
        (text("sentences/wishes"), Clause::Open),
    ])
});
static NAMES: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("sentences/openings"));

/// Whether all of a text is known words beside a turn; what is in brackets in it, without remarks.
pub(super) fn closed<'a>(words: &Words<'a>, known: &Phrases<Clause>) -> Option<Vec<&'a str>> {
    if words.line.len() > MAX_BYTES {
        return None;
    }
    let mut brackets = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let gap = words.gap(at);
        if let Some(open) = gap.rfind(['(', '[']) {
            let from = words.start(at) - gap.len() + open + 1;
            let behind = (at + 1..=words.len()).find(|i| words.gap(*i).contains([')', ']']))?;
            let inner = &words.line[from..words.end(behind - 1)];
            let remark = matches!(known.longest_at(words, at), Some((_, Clause::Remark)));
            if speaks_against(inner, remark) {
                return None;
            }
            brackets.extend((!remark).then_some(inner));
            at = behind;
            continue;
        }
        if !gap.chars().all(|c| is_sign(c) || ")]=+#".contains(c)) {
            return None;
        }
        at = clause(words, at, known)?;
    }
    let end = words.gap(words.len());
    let quiet = |c: char| is_sign(c) || ")]?+#".contains(c);
    (words.len() == 0 || end.chars().all(quiet)).then_some(brackets)
}

/// Where a known clause that begins with this word ends.
fn clause(words: &Words, at: usize, known: &Phrases<Clause>) -> Option<usize> {
    let end = (at + 1..words.len())
        .find(|i| is_break(words.gap(*i)))
        .unwrap_or(words.len());
    let square = |from: usize| (from..end).any(|i| doubts::is_square(words.folded(i)));
    if let Some(count) = opening(words, at, end) {
        return Some(at + count);
    }
    let (count, kind) = known.longest_at(words, at)?;
    let behind = at + count;
    match kind {
        Clause::Remark => Some(end),
        Clause::Open => (!square(behind)).then_some(end),
        Clause::Apology if doubts::excused(words, at).is_some() => (!square(behind)).then_some(end),
        // `Thanks and sorry!`
        Clause::Apology => None,
        Clause::Whole => Some(behind + name(words, behind)),
    }
}

/// A name behind a greeting, up to a sign.
fn name(words: &Words, at: usize) -> usize {
    let most = (0..words.name(at, 3))
        .take_while(|&i| !is_doubtful_word(words, at + i))
        .count();
    let ends = at + most == words.len() || is_break(words.gap(at + most));
    if words.joined(at) && ends { most } else { 0 }
}

/// The number of words from here on that are the name of an opening, with articles.
fn opening(words: &Words, at: usize, end: usize) -> Option<usize> {
    let (mut from, mut named) = (at, false);
    while from < end {
        let hit = NAMES.longest_at(words, from).map(|(count, ())| count);
        named |= hit.is_some();
        let article = || LEAD.longest_at(words, from).map(|(count, _)| count);
        from += hit.or_else(article)?;
    }
    (named && from == end).then_some(end - at)
}

/// Whether signs between two words end a clause.
pub(super) fn is_break(gap: &str) -> bool {
    gap.contains([',', ';', ':', '(', ')', '–', '—', '.', '!', '…', '，', '、'])
        || gap.contains(" - ")
}

/// Whether a text is a greeting or an apology, and nothing else.
pub(super) fn is_greeting(text: &str) -> bool {
    closed(&Words::of(text), &BEFORE).is_some()
}

/// Whether all of a sentence around a turn is known words, also those in brackets.
pub(super) fn is_known(part: &str) -> bool {
    closed(&Words::of(part), &AFTER).is_some_and(|brackets| brackets.is_empty())
}

/// Whether this word begins the name of an opening.
pub(super) fn names_opening(words: &Words, at: usize) -> bool {
    NAMES.longest_at(words, at).is_some()
}

/// Whether a sentence asks to be forgiven for a long wait, and names no square.
pub(super) fn is_excuse(words: &Words) -> bool {
    let square = (0..words.len()).any(|at| doubts::is_square(words.folded(at)));
    doubts::excused(words, 0).is_some() && !square
}

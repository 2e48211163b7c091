//! Answers to an offer that is on the table.

use std::sync::LazyLock;

use super::words::{Phrases, Words};
use crate::reading::{phrases, text};

/// Longer lines are prose.
const MAX_BYTES: usize = 200;

/// What a phrase says about the offer; `None` for words that say nothing about it.
static ANSWERS: LazyLock<Phrases<Option<bool>>> = LazyLock::new(|| {
    Phrases::forward(&[
        (text("offers/refusals"), Some(false)),
        (text("offers/acceptances"), Some(true)),
        (text("offers/fillers"), None),
    ])
});
/// Thanks for the game, which accept an offer if nothing else is said.
static FAREWELLS: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("offers/thanks"));

static DRAW_NAMES: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("offers/draws"));

/// Whether a line accepts (`true`) or refuses (`false`) an offer: `agreed`, `remis`, `I accept the draw offer,
/// thank you for the game!`, `no thanks`.
///
/// Thanks alone are no answer, because an acceptance cannot be taken back.
/// Every word of the line has to be known, except a name after thanks; a condition, a question or a turn makes
/// the result `None`, and so do `ok` alone, which is no answer, and an acceptance beside a refusal.
#[must_use]
pub fn answer_to_offer(line: &str) -> Option<bool> {
    let line = line.trim();
    if line.len() > MAX_BYTES || line.contains(['?', '？', '؟']) {
        return None;
    }
    let words = Words::of(line);
    let (mut at, mut answer) = (0, None);
    while at < words.len() {
        if let Some((count, said)) = ANSWERS.longest_at(&words, at) {
            let farewell = FAREWELLS
                .longest_at(&words, at)
                .filter(|&(n, ())| n > count);
            if let Some((count, ())) = farewell {
                at += count;
                continue;
            }
            if said.is_some() && answer.is_some() && said != answer {
                return None;
            }
            (at, answer) = (at + count, said.or(answer));
        } else if let Some((count, ())) = FAREWELLS.longest_at(&words, at) {
            at += count;
        } else {
            // A name may end the sentence of a phrase: `thanks, Boris.`
            let name = words.name(at, 2);
            let ended = at + name == words.len() || !words.gap(at + name).trim().is_empty();
            if name == 0 || at == 0 || !words.joined(at) || !ended {
                return None;
            }
            at += name;
        }
    }
    let plain = (0..=words.len()).all(|i| words.gap(i).chars().all(is_plain));
    answer.filter(|_| plain)
}

/// Whether a line holds nothing but thanks, praise and greetings, as people write below the end of a game.
#[must_use]
pub fn is_farewell(line: &str) -> bool {
    let words = Words::of(line);
    let mut at = 0;
    while at < words.len() && line.len() <= MAX_BYTES {
        let thanks = FAREWELLS.longest_at(&words, at).map(|(count, ())| count);
        let filler = ANSWERS.longest_at(&words, at);
        let filler = filler.and_then(|(count, said)| said.is_none().then_some(count));
        match thanks.max(filler) {
            Some(count) => at += count,
            // A name ends the line.
            None if at > 0 && at + words.name(at, 2) == words.len() => return true,
            None => return false,
        }
    }
    at > 0
}

/// Whether a line says in so many words that it is about a draw: `remis`, `I accept the draw`. `Agreed` does not.
#[must_use]
pub fn names_draw(line: &str) -> bool {
    let words = Words::of(line);
    let named = |at| DRAW_NAMES.longest_at(&words, at).is_some();
    let unspaced = || {
        phrases("offers/unspaced-draws")
            .iter()
            .any(|name| line.contains(name))
    };
    (0..words.len()).any(named) || unspaced()
}

/// Signs of sentences and pictures; not those of notation.
fn is_plain(c: char) -> bool {
    c.is_whitespace()
        || ",.!;:-–—*_~()'’‘`\"/=^<，。！、」「½…".contains(c)
        || u32::from(c) >= 0x203c
}

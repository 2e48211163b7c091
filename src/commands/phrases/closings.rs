//! Closing formulas of letters.

use std::sync::LazyLock;

use super::words::{Phrases, Words};
use crate::reading::text;

/// Longer lines are prose.
const MAX_BYTES: usize = 160;

/// `true` for those after which a name needs a sign: `Thanks, Anna`.
static FORMULAS: LazyLock<Phrases<bool>> = LazyLock::new(|| {
    Phrases::forward(&[
        (text("closings/closings"), false),
        (text("closings/lone"), true),
    ])
});
static LINKS: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("closings/links"));
/// `aus Rom`, `from Anna`: a place or a name follows.
static FROM: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("closings/from"));

/// Whether a line is a formula with which a letter closes: `Best regards,`, `Viele Grüße`. A name of up to
/// three words may follow it, also `aus Rom` or `from Anna`.
///
/// `Thanks for the game` is none, and neither is `Greetings from Rome`.
#[must_use]
pub fn closes(line: &str) -> bool {
    let line = line.trim();
    let words = Words::of(line);
    if line.len() > MAX_BYTES || words.len() == 0 || line.contains(['?', '？', '@']) {
        return false;
    }
    if !is_quiet(words.gap(0)) || !is_quiet(words.gap(words.len())) {
        return false;
    }
    let (mut at, mut formulas, mut long, mut lone) = (0, 0, false, false);
    while at < words.len() && is_quiet(words.gap(at)) {
        let link = LINKS.longest_at(&words, at).map_or(0, |(n, ())| n);
        let link = if formulas == 0 { 0 } else { link };
        let Some((count, needs_sign)) = FORMULAS.longest_at(&words, at + link) else {
            break;
        };
        long |= count > 1;
        lone = needs_sign;
        at += link + count;
        formulas += 1;
    }
    if formulas == 0 {
        return false;
    }
    // `Greetings from Rome` is a sentence, `Viele Grüße aus Rom` closes.
    let from = FROM.longest_at(&words, at).filter(|_| long && !lone);
    let from = from.map_or(0, |(n, ())| n);
    let name = words.name(at + from, 3);
    let sign = !words.gap(at).trim().is_empty();
    at + from + name == words.len()
        && (at..words.len()).all(|i| is_quiet(words.gap(i)))
        && (from == 0 || name > 0)
        && (!lone || name == 0 || sign)
}

/// Signs that may be in and around a formula.
fn is_quiet(gap: &str) -> bool {
    gap.chars().all(|c| {
        c.is_whitespace() || ",.!;:-–—*_~()'’\"/，。！、".contains(c) || u32::from(c) >= 0x2600
    })
}

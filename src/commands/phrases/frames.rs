//! Takes the known words around a turn off.

use std::sync::LazyLock;

use super::doubts::{casts_doubt, is_doubtful_word};
use super::words::{Phrases, Words, is_unspaced};
use crate::reading::{phrases, text};

/// Longer lines are prose.
const MAX_BYTES: usize = 400;

/// Faces at the end of a line, longest first. `=)` is none: `(=)` offers a draw.
pub(super) const FACES: &[&str] = &[
    ":-))", ":-)", ";-)", ":-D", ":-P", ":-(", ":o)", ":))", ":)", ";)", ":D", ":P", ":(", "^^",
    "<3", "^_^",
];

/// Phrases before a turn; `true` for those that a name may follow (`Hi Boris,`).
static BEFORE: LazyLock<Phrases<bool>> = LazyLock::new(|| {
    Phrases::forward(&[
        (text("frames/addresses"), true),
        (text("frames/heads"), false),
    ])
});

/// Phrases after a turn. A name may follow each of them.
static AFTER: LazyLock<Phrases<()>> = LazyLock::new(|| {
    Phrases::backward(&[
        (text("frames/tails"), ()),
        (text("frames/addresses"), ()),
        (text("closings/closings"), ()),
    ])
});

static TURN: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("frames/turn-words"));

/// A line without the word in front of the number of a turn: `Move 1: Nf3`, `Zug Nr. 3: e4`.
#[must_use]
pub fn without_turn_word(line: &str) -> &str {
    let words = Words::of(line);
    let count = TURN.longest_at(&words, 0).map_or(0, |(count, ())| count);
    let numbered = words.folded(count).bytes().all(|b| b.is_ascii_digit());
    match count > 0 && numbered {
        true => &line[words.start(count)..],
        false => line,
    }
}

/// What a line holds when the words around its turn are taken off: `I play Nf3, good luck!` → `Nf3`. Several
/// ways to cut are possible; the likeliest comes first. The whole line is not among them.
///
/// Only known words are taken off, so that what is left of `I play Nf3 tomorrow` is no turn. A line that casts
/// doubt has no cuts.
#[must_use]
pub fn without_frame(line: &str) -> Vec<&str> {
    let line = line.trim();
    let mut cuts = Vec::new();
    if line.is_empty() || line.len() > MAX_BYTES || casts_doubt(line) {
        return cuts;
    }
    let words = Words::of(line);
    let start = head_end(&words);
    let end = tail_start(&words);
    for (from, to) in [(start, end), (start, line.len()), (0, end), (0, line.len())] {
        if from >= to {
            continue;
        }
        let bare = without_wrapping(&line[from..to]);
        let mild = line[from..to].trim_matches([' ', '\t', ',', ':', ';']);
        for cut in [bare, without_unspaced(bare), mild] {
            if cut != line && cut.chars().any(is_content) && !cuts.contains(&cut) {
                cuts.push(cut);
            }
        }
    }
    cuts.truncate(8);
    cuts
}

/// Whether a character may be the only one of a turn: a letter, a digit, a chess piece.
fn is_content(c: char) -> bool {
    c.is_alphanumeric() || is_piece(c)
}

/// Where the known words before the turn end.
fn head_end(words: &Words) -> usize {
    let (mut at, mut end) = (0, 0);
    while at < words.len() && is_before(words.gap(at)) {
        let Some((count, named)) = BEFORE.longest_at(words, at) else {
            break;
        };
        at += count;
        if named {
            at += addressee(words, at);
        }
        end = words.end(at - 1);
    }
    end
}

/// The number of words of the name after a greeting. A sign or a known phrase has to follow: `Hi Boris, Nf3`
/// and `Hi Boris, I play Nf3`, but not `Thanks Castle`.
fn addressee(words: &Words, at: usize) -> usize {
    let known = |i| BEFORE.longest_at(words, i).is_some();
    let most = (0..words.name(at, 3))
        .take_while(|&i| !known(at + i) && !is_doubtful_word(words, at + i))
        .count();
    let sign = words.gap(at + most).trim_start();
    let ends = sign.starts_with([
        ',', '.', '!', ':', ';', '-', '–', '—', '，', '。', '！', '、',
    ]);
    if words.joined(at) && (ends || known(at + most)) {
        most
    } else {
        0
    }
}

/// Where the known words after the turn begin.
fn tail_start(words: &Words) -> usize {
    let line = words.line;
    let (mut at, mut end) = (words.len(), without_faces(line).len());
    while at > 0 {
        let last = words.end(at - 1).min(end);
        let gap = &line[last..end];
        let closed = gap.contains(')');
        if !is_after(gap) {
            break;
        }
        let Some(first) = tail_at(words, at) else {
            break;
        };
        let before = words.gap(first);
        // A bracket is taken off with its partner only: `Nf3 (your move)`.
        let open = before.rfind('(').filter(|_| closed);
        if closed && open.is_none() {
            break;
        }
        let start = words.start(first);
        at = first;
        end = open.map_or(start, |i| start - before.len() + i);
        end = without_faces(&line[..end]).len();
    }
    end
}

/// The first word of a phrase, with or without a name, that ends before the word `end`.
fn tail_at(words: &Words, end: usize) -> Option<usize> {
    let most = end.min(4);
    (0..most)
        .take_while(|&name| {
            let i = end - name;
            name == 0 || (words.is_name(i) && !is_doubtful_word(words, i))
        })
        .find_map(|name| {
            let end = end - name;
            let joined = name == 0 || words.joined(end);
            let (count, ()) = AFTER.longest_before(words, end).filter(|_| joined)?;
            let first = end - count;
            // `E4, e buona fortuna`.
            let joins = |at: &usize| {
                let apart = words.gap(*at).ends_with(' ');
                apart && phrases("turns/and-letters").contains(&words.folded(*at))
            };
            let before = first.checked_sub(1).filter(|at| *at > 0);
            Some(before.filter(joins).unwrap_or(first))
        })
}

/// Signs that mean nothing between a phrase and a turn.
pub(super) fn is_sign(c: char) -> bool {
    let marks = ",:;.!¡…–—-*_~•·\"«»„“”‟‚‘’'`，。：；！、「」『』".contains(c);
    c.is_whitespace() || marks || is_emoji(c)
}

fn is_before(gap: &str) -> bool {
    gap.chars().all(is_sign)
}

fn is_after(gap: &str) -> bool {
    gap.chars().all(|c| is_sign(c) || c == ')')
}

/// Chess pieces, of which some fonts make emoji, and those of other games.
fn is_piece(c: char) -> bool {
    matches!(u32::from(c), 0x2654..=0x265f | 0x2616..=0x2617 | 0x26c9..=0x26ca | 0x1fa00..=0x1fa6f)
}

fn is_emoji(c: char) -> bool {
    let picture = matches!(
        u32::from(c),
        0x2600..=0x27bf | 0x1f300..=0x1f9ff | 0x1fa70..=0x1faff | 0xfe0e..=0xfe0f | 0x200d
    );
    picture && !is_piece(c)
}

/// The text without smileys at its end.
fn without_faces(text: &str) -> &str {
    let mut text = text;
    loop {
        let rest = text.trim_end_matches(|c: char| c.is_whitespace() || is_emoji(c));
        // A face is a word of its own: the end of `(8)` is none.
        let face = FACES.iter().find_map(|face| rest.strip_suffix(face));
        match face.filter(|r| r.is_empty() || r.ends_with([' ', '\t', '.', '!', ','])) {
            Some(shorter) => text = shorter,
            None => return rest,
        }
    }
}

/// The text without signs, quotation marks and emphasis around it, and without its bullet.
pub(super) fn without_wrapping(text: &str) -> &str {
    let text = text
        .trim()
        .trim_start_matches("->")
        .trim_start_matches("=>");
    let text = without_faces(text.trim_start_matches(is_sign)).trim_end_matches(is_sign);
    let inner = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
    inner
        .filter(|t| !t.contains(['[', ']']))
        .unwrap_or(text)
        .trim()
}

/// The text without words in scripts that do not separate words: `我走炮二平五` → `炮二平五`.
fn without_unspaced(text: &str) -> &str {
    if !text.starts_with(is_unspaced) {
        return text;
    }
    let head = phrases("frames/unspaced-heads")
        .iter()
        .find_map(|h| text.strip_prefix(h))
        .unwrap_or(text);
    let tail = phrases("frames/unspaced-tails")
        .iter()
        .find_map(|t| head.strip_suffix(t))
        .unwrap_or(head);
    without_wrapping(tail)
}

//! Words that tell the turn that is meant now from turns that are planned: `If you play e5 I will play Nf3. For now e4.`

use std::sync::LazyLock;

use super::doubts::{begins_sentence, is_square};
use super::words::{Phrases, Words};

static PHRASES: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("sentences/for-now"));
static SUPPOSES: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("sentences/supposing"));

/// What is behind the words that say that it is meant now, up to the end of the line.
#[must_use]
pub fn for_now(line: &str) -> Option<&str> {
    let words = Words::of(line);
    (0..words.len()).find_map(|at| {
        let (count, ()) = PHRASES.longest_at(&words, at)?;
        Some(&line[words.end(at + count - 1)..])
    })
}

/// Whether a line weighs several turns against each other, of which none is meant: `On dxc4 he gets the centre, on e6
/// my bishop is bad.`
#[must_use]
pub fn weighs(line: &str) -> bool {
    let words = Words::of(line);
    let supposes = |at: &usize| {
        let supposing = SUPPOSES.longest_at(&words, *at);
        begins_sentence(&words, *at)
            && supposing.is_some_and(|(count, ())| is_square(words.folded(at + count)))
    };
    (0..words.len()).filter(supposes).count() > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_meant_now_is_behind_the_words_for_it() {
        for (line, behind) in [
            ("If you play e5 I will play Nf3. For now e4.", " e4."),
            ("Wenn du e5 spielst, kommt Sf3. Erst einmal e4", " e4"),
            ("Если e5, то Кf3. А пока e4", " e4"),
            ("Jeśli zagrasz e5, zagram Sf3. Na razie e4.", " e4."),
        ] {
            assert_eq!(for_now(line), Some(behind), "{line}");
        }
        assert_eq!(for_now("If you play e5 I will play Nf3"), None);
    }

    #[test]
    fn several_supposed_turns_are_weighed() {
        for line in [
            "On dxc4 he gets the centre, on e6 my bishop is bad. Hmm.",
            "Auf dxc4 bekommt er das Zentrum, nach e6 steht mein Läufer schlecht.",
            "Sur dxc4 il a le centre. Après e6 mon fou est mauvais.",
            "На dxc4 у него центр, на e6 мой слон плох",
        ] {
            assert!(weighs(line), "{line}");
        }
        for line in ["On dxc4 he gets the centre", "Knight on f3, rook on e1"] {
            assert!(!weighs(line), "{line}");
        }
    }
}

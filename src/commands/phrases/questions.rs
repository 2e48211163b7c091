//! Whether words to another player hold a question, which that player may answer by `yes`.

use std::sync::LazyLock;

use super::words::{Phrases, Words};

/// What begins a question that is written without its mark.
static BEGINNINGS: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::of("questions/beginnings"));

/// Whether a text holds a question: a question mark behind words, or a sentence that begins like one.
#[must_use]
pub fn holds_question(text: &str) -> bool {
    let asks = |word: &str| {
        let address = word.contains("://") || word.contains("www.");
        !address && word.contains(['?', '？', '؟', '՞', '\u{37e}', '¿', '⁇', '⁈', '❓'])
    };
    text.split_whitespace().any(asks) || text.lines().any(begins_question)
}

fn begins_question(line: &str) -> bool {
    let words = Words::of(line);
    let begins = |at: usize| {
        let ended = words
            .gap(at)
            .contains(['.', '!', ',', ';', ':', '-', '–', '—', '…', '(']);
        at == 0 || ended
    };
    (0..words.len()).any(|at| begins(at) && BEGINNINGS.longest_at(&words, at).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_found() {
        for text in [
            "Do you like this opening? Shall I send you the book?",
            "Nice move!\nDo you like this opening",
            "By the way, shall I send you the book.",
            "Magst du diese Eröffnung",
            "¿Te gusta esta apertura",
            "好吗？",
            "Is it cold at your place ?",
            "A book for you?!",
            "Let me know.",
        ] {
            assert!(holds_question(text), "{text}");
        }
    }

    #[test]
    fn statements_are_none() {
        for text in [
            "",
            "I like this opening.",
            "You do play well!",
            "The rules are at https://example.org/rules?game=1",
            "What a winter!",
            "How nice.",
            "Ich kann nicht mehr.",
        ] {
            assert!(!holds_question(text), "{text}");
        }
    }
}

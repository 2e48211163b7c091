//! Whether words to another player hold a question, which he may answer by `yes`.

use std::sync::LazyLock;

use super::words::{Phrases, Words};

/// What begins a question that is written without its mark.
static BEGINNINGS: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::forward(&[(ASKING, ())]));

const ASKING: &str = "
(do/did/dont/didnt/will/would/could/can/should/shall/may/might/must/are/were/have/havent/wont/wouldnt) (you/we/i/they) | arent you | (is/was/isnt/wasnt) (it/that/this/there/he/she) | does (it/that/this/he/she/anyone) | (what/how) about | let me know | tell me | please (let me know/tell me) | i wonder (if/whether) | any chance
(magst/möchtest/willst/kannst/könntest/hast/bist/soll/sollen/darf/kann/würdest/spielst/kennst) (du/ich/wir) | (möchten/wollen/können/könnten/haben/sind/würden/kennen) (sie/wir) | gefällt dir | (ist/war) (das/es) | sag mir | sag bescheid
(veux/as/es/peux/aimes/connais/voudrais) tu | (voulez/avez/êtes/pouvez/aimez) vous | (dois/puis) je | est ce (que/qu) | dis moi
(te/le) (gusta/gustaría) | (quieres/puedes/tienes/conoces) | (ti/le) piace | (vuoi/puoi/hai/conosci)
queres | podes | você (quer/gosta/pode) | (wil/kun/heb/ken/vind) (je/u)
";

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

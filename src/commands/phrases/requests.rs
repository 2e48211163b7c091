//! Sentences that ask the others for something, or answer what they ask.

use std::sync::LazyLock;

use super::words::{Phrases, Words};
use crate::reading::text;

/// Longer lines are prose.
const MAX_BYTES: usize = 100;

/// What a sentence asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// To take back the writer's last turn.
    TakeBack,
    /// To stop the clocks.
    Pause,
    /// To let them go on.
    Resume,
}

static REQUESTS: LazyLock<Phrases<Option<Asked>>> = LazyLock::new(|| {
    Phrases::forward(&[
        (text("requests/take-back"), Some(Asked::TakeBack)),
        (text("requests/pause"), Some(Asked::Pause)),
        (text("requests/resume"), Some(Asked::Resume)),
        (text("requests/courtesies"), None),
    ])
});
static ANSWERS: LazyLock<Phrases<bool>> = LazyLock::new(|| {
    Phrases::forward(&[
        (text("requests/agreements"), true),
        (text("requests/refusals"), false),
    ])
});

/// What a line asks for, if all its words are known: `Sorry, may I take back my last move?`
#[must_use]
pub fn request(line: &str) -> Option<Asked> {
    let line = line.trim();
    if line.len() > MAX_BYTES {
        return None;
    }
    let words = Words::of(line);
    let (mut at, mut asked) = (0, None);
    while at < words.len() {
        let (count, said) = REQUESTS.longest_at(&words, at)?;
        if said.is_some() && asked.is_some() {
            return None;
        }
        (at, asked) = (at + count, said.or(asked));
    }
    asked.filter(|_| is_plain(&words))
}

/// Whether a line agrees to what others ask for (`true`), or declines it. Only whole lines count, since what is
/// agreed to may be final; the words of draws are not among them.
#[must_use]
pub fn answer_to_request(line: &str) -> Option<bool> {
    let words = Words::of(line.trim());
    if line.len() > MAX_BYTES || words.len() == 0 || line.contains('?') {
        return None;
    }
    let (count, agrees) = ANSWERS.longest_at(&words, 0)?;
    (count == words.len() && is_plain(&words)).then_some(agrees)
}

fn is_plain(words: &Words) -> bool {
    let sign = |c: char| c.is_whitespace() || ",.!?-'’:)".contains(c);
    (0..=words.len()).all(|at| words.gap(at).chars().all(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_whole_lines() {
        for (line, asked) in [
            ("Please undo my last move", Some(Asked::TakeBack)),
            ("May I take back my move?", Some(Asked::TakeBack)),
            (
                "Sorry, can I take my last move back, please?",
                Some(Asked::TakeBack),
            ),
            ("undo!", Some(Asked::TakeBack)),
            (
                "Darf ich den letzten Zug zurücknehmen?",
                Some(Asked::TakeBack),
            ),
            ("Please pause the game.", Some(Asked::Pause)),
            ("Let's resume the game", Some(Asked::Resume)),
            ("please", None),
            ("Do not undo my move", None),
            ("You can take back your move", None),
            ("May I take back Nf3?", None),
            ("undo, pause", None),
            (
                "I would like to take back all that I said about your king",
                None,
            ),
        ] {
            assert_eq!(request(line), asked, "{line}");
        }
    }

    #[test]
    fn answers_are_whole_lines() {
        for (line, agrees) in [
            ("Agreed!", Some(true)),
            ("Yes, of course.", Some(true)),
            ("d'accord", Some(true)),
            ("No, thanks.", Some(false)),
            ("agreed, draw", None),
            ("agreed?", None),
            ("remis", None),
            ("", None),
        ] {
            assert_eq!(answer_to_request(line), agrees, "{line}");
        }
    }
}

//! Sentences that ask the others for something, or answer what they ask.

use std::sync::LazyLock;

use super::clauses::is_break;
use super::doubts::{casts_doubt, is_square};
use super::sentences::sentences_of;
use super::talk::is_free;
use super::words::{Phrases, Words};
use crate::reading::text;

/// Longer lines are prose.
const MAX_BYTES: usize = 100;
/// The same, with talk beside a request or an answer.
const MAX_TALK: usize = 400;

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
/// What a phrase grants or denies; `None` for words beside it.
static GRANTS: LazyLock<Phrases<Option<(Asked, bool)>>> = LazyLock::new(|| {
    use Asked::{Pause, TakeBack};
    Phrases::forward(&[
        (text("requests/grants-take-back"), Some((TakeBack, true))),
        (text("requests/denies-take-back"), Some((TakeBack, false))),
        (text("requests/grants-pause"), Some((Pause, true))),
        (text("requests/denies-pause"), Some((Pause, false))),
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

/// What a line asks for in a sentence of its own, with free talk around it, which is for the others: `Could we pause the
/// game? I am in hospital.`
#[must_use]
pub fn request_and_talk(line: &str) -> Option<(Asked, &str)> {
    let line = line.trim();
    if line.len() > MAX_TALK {
        return None;
    }
    let parts = sentences_of(line);
    let at = parts.iter().position(|part| request(part).is_some())?;
    let asked = request(parts[at])?;
    let talk = |(other, part): (usize, &&str)| {
        let words = Words::of(part);
        let square = (0..words.len()).any(|at| is_square(words.folded(at)));
        other == at || !square && request(part).is_none() && is_free(part)
    };
    parts.iter().enumerate().all(talk).then_some((asked, line))
}

/// What others ask for, and whether a line that names it grants it, with the talk behind it: `You may take it back, it
/// happens.` All words in front of the talk have to be known, and nothing in the talk may take back what they say.
#[must_use]
pub fn grant(line: &str) -> Option<(Asked, bool, &str)> {
    let line = line.trim();
    if line.len() > MAX_TALK || line.contains('?') {
        return None;
    }
    let words = Words::of(line);
    if (0..words.len()).any(|at| is_square(words.folded(at))) {
        return None;
    }
    let (mut at, mut said, mut plain) = (0, None, None);
    while at < words.len() {
        // `Yes, sure: you may take it back`.
        let agrees = ANSWERS.longest_at(&words, at);
        let (count, word, agrees) = match (GRANTS.longest_at(&words, at), agrees) {
            (Some((count, word)), other) if other.is_none_or(|(other, _)| other <= count) => {
                (count, word, None)
            }
            (_, Some((count, agrees))) => (count, None, Some(agrees)),
            _ => break,
        };
        let contrary = |known: Option<bool>, new: Option<bool>| {
            known.is_some_and(|known| new.is_some_and(|new| new != known))
        };
        if word.is_some() && said.is_some_and(|said| word != Some(said)) || contrary(plain, agrees)
        {
            return None;
        }
        (at, said, plain) = (at + count, said.or(word), plain.or(agrees));
    }
    let (asked, grants) = said?;
    let rest = &line[words.end(at - 1)..];
    let talk = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
    let apart = at == words.len() || is_break(words.gap(at));
    let fits = plain.is_none_or(|plain| plain == grants);
    (apart && fits && !casts_doubt(talk)).then_some((asked, grants, talk))
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
    let sign = |c: char| c.is_whitespace() || ",.!?-'’:)¿¡".contains(c);
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
    fn requests_have_talk_beside_them() {
        for (line, asked) in [
            (
                "Ich muss ins Krankenhaus. Bitte halten Sie die Uhren an.",
                Some(Asked::Pause),
            ),
            ("May I take back my move? I meant Nf3.", None),
            ("The weather is fine.", None),
        ] {
            let found = request_and_talk(line).map(|(asked, _)| asked);
            assert_eq!(found, asked, "{line}");
        }
    }

    #[test]
    fn grants_name_what_they_grant() {
        for (line, wanted) in [
            ("acepto la pausa", Some((Asked::Pause, true, ""))),
            ("No acepto la pausa", Some((Asked::Pause, false, ""))),
            ("J'accepte la pause.", Some((Asked::Pause, true, ""))),
            (
                "mit der Pause bin ich einverstanden",
                Some((Asked::Pause, true, "")),
            ),
            (
                "Mit der Pause bin ich nicht einverstanden",
                Some((Asked::Pause, false, "")),
            ),
            (
                "Na klar, nimm deinen Zug ruhig zurück, passiert jedem mal.",
                Some((Asked::TakeBack, true, "passiert jedem mal.")),
            ),
            (
                "D'accord, tu peux reprendre ton coup.",
                Some((Asked::TakeBack, true, "")),
            ),
            (
                "Nein, berührt – geführt!",
                Some((Asked::TakeBack, false, "")),
            ),
            ("You may take it back, but only this time if you wait", None),
            ("No, you may take it back", None),
            ("Yes, touch move", None),
            ("May I accept the pause?", None),
            ("Yes", None),
        ] {
            assert_eq!(grant(line), wanted, "{line}");
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

//! Sentences that ask the others for something, or answer what they ask.

use std::sync::LazyLock;

use super::words::{Phrases, Words};

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
        (TAKE_BACK, Some(Asked::TakeBack)),
        (PAUSE, Some(Asked::Pause)),
        (RESUME, Some(Asked::Resume)),
        (COURTESIES, None),
    ])
});
static ANSWERS: LazyLock<Phrases<bool>> =
    LazyLock::new(|| Phrases::forward(&[(AGREEMENTS, true), (REFUSALS, false)]));

const TAKE_BACK: &str = "
undo | undo (it/that) | takeback | take back | undo [my/the/this/that] [last] (move/turn)
[may i/can i/could i/might i/please let me/let me/i would like to/id like to/i want to/i wish to/i ask to/would you let me/will you let me/do you let me/could you let me] (take back/undo) [my/the/this/that] [last] (move/turn)
(may i/can i/could i/might i/please let me/let me/i would like to/id like to/i want to/would you let me/will you let me/could you let me) (take it back/take that back/undo it/undo that)
[may i/can i/could i/might i/please let me/let me/i would like to/id like to/i want to/would you let me/will you let me/could you let me] take (my/the/that/this) [last] (move/turn) back
zug zurücknehmen | zug zurück | (darf/kann/könnte) ich (den/meinen) [letzten] zug zurücknehmen | ich (möchte/würde gern/will) (den/meinen) [letzten] zug zurücknehmen
(puis je/je peux/je voudrais/j'aimerais) reprendre (mon/le) [dernier] coup | (puedo/podría/quiero/quisiera) (retirar/deshacer) (mi/la/el) [última/último] (jugada/movimiento) | (posso/vorrei) ritirare (la/l'ultima/la mia) [ultima] mossa
";

const PAUSE: &str = "
pause | (pause/stop) (the/our/this) (game/clock/clocks) | (pause/stop) the clocks for a while | (may we/can we/could we/shall we/lets/let us/i would like to/id like to) (pause/pause the game/pause our game/stop the clocks/pause the clocks)
";

const RESUME: &str = "
(resume/restart) (the/our/this) (game/clock/clocks) | (lets/let us/we can/i would like to/id like to) resume [the game/our game/the clocks]
";

const COURTESIES: &str = "
please | sorry | hello | hi | thanks | thank you | thanks in advance | bitte | danke | entschuldigung | pardon | merci | s'il vous plaît | s'il te plaît | por favor | gracias | per favore | grazie
";

const AGREEMENTS: &str = "
agreed | i agree | accept | accepted | i accept | i accept it | yes please | yes of course | yes i agree | yes i accept | of course | fine with me | fine by me | ok with me | okay with me | sure | certainly | no problem | go ahead
ja | ja gern | ja gerne | einverstanden | ich bin einverstanden | oui | d'accord | oui d'accord | j'accepte | sí | de acuerdo | acepto | sì | va bene | d'accordo | accetto | sim | aceito | akkoord | да | согласен | согласна
";

const REFUSALS: &str = "
no thanks | no thank you | no sorry | sorry no | i decline | i refuse | declined | not agreed | i do not agree | i dont agree | rather not | better not
nein | nein danke | lieber nicht | nicht einverstanden | non | non merci | no gracias | no grazie | não | nee | nej | nei | нет
";

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

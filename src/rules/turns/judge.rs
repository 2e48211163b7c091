//! Judging what a player typed, action by action, so that a refusal names the one that is wrong.

use super::listing::{is_ordered, sorted, text};
use super::reading::Reader;
use super::ruleset::{Ruleset, Turn, Word};
use crate::rules::{Reason, Refusal, echo, notation::actions};

/// How many beginnings of turns are looked at for one text at most. Who means one turn has a few at each word;
/// words that each may mean several things would have any number.
const MOST_BEGINNINGS: usize = 200;

impl<R: Ruleset> Reader<'_, R> {
    /// Reads and judges a whole turn.
    ///
    /// # Errors
    /// Why it is no legal turn.
    pub fn turn(&self, typed: &str) -> Result<Turn<R>, Refusal> {
        let (ruleset, state) = (self.ruleset, self.state);
        // A text that is exactly a legal turn's canonical text is that turn (docs/rules/README.md).
        if let Some(turn) = ruleset.read_turn(state, typed)
            && self.is_legal(&turn)
        {
            return Ok(turn);
        }
        let begun = self.beginnings(&ruleset.lex(&state.rules, typed)?)?;
        let ending = begun.iter().filter(|made| ruleset.may_end(state, made));
        let mut whole: Vec<Turn<R>> = Vec::new();
        for mut turn in ending.cloned() {
            ruleset.order(&mut turn);
            if !whole.contains(&turn) {
                whole.push(turn);
            }
        }
        match (whole.len(), begun.first()) {
            (1, _) => Ok(whole.remove(0)),
            (0, Some(made)) => Err(Refusal::Incomplete {
                good: self.text(made),
                reason: ruleset.missing(state, made),
            }),
            _ => Err(self.ambiguous(&whole)),
        }
    }

    /// Whether this is a legal turn, written as it is.
    fn is_legal(&self, turn: &[R::Action]) -> bool {
        let follows = |n: usize| self.following(&turn[..n]).contains(&turn[n]);
        let whole = || self.ruleset.may_end(self.state, turn) && is_ordered(self.ruleset, turn);
        (0..turn.len()).all(follows) && whole()
    }

    /// The canonical text of a turn.
    pub(super) fn text(&self, turn: &[R::Action]) -> String {
        text(self.ruleset, &self.state.rules, turn)
    }

    /// The actions that may follow those made.
    pub(super) fn following(&self, made: &[R::Action]) -> Vec<R::Action> {
        self.followers.of(self.ruleset, self.state, made)
    }

    /// Reads text as the beginning of a turn; empty text begins it without any action.
    ///
    /// # Errors
    /// Why it cannot begin a legal turn.
    pub fn beginning(&self, typed: &str) -> Result<Turn<R>, Refusal> {
        if actions(typed).is_empty() {
            return Ok(Vec::new());
        }
        let words = self.ruleset.lex(&self.state.rules, typed)?;
        let mut begun = self.beginnings(&words)?;
        match begun.len() {
            1 => Ok(begun.remove(0)),
            _ => Err(self.ambiguous(&begun)),
        }
    }

    /// All that the words may mean, in the order in which they are typed; at least one.
    fn beginnings(&self, words: &[Word<R::Typed>]) -> Result<Vec<Turn<R>>, Refusal> {
        let (ruleset, state) = (self.ruleset, self.state);
        let (mut alive, mut looked_at): (Vec<Turn<R>>, _) = (vec![Vec::new()], 0);
        for (place, word) in words.iter().enumerate() {
            let mut longer = Vec::new();
            looked_at += alive.len();
            if looked_at > MOST_BEGINNINGS {
                return Err(too_many(words, place));
            }
            for made in &alive {
                let fitting = self.fitting(made, word);
                if let Some(reason) = ruleset.left_open(state, &word.means, &fitting) {
                    let good = self.text(made);
                    return Err(Refusal::Incomplete { good, reason });
                }
                let fitting = fitting.into_iter();
                longer.extend(fitting.map(|action| [&made[..], &[action]].concat()));
            }
            if longer.is_empty() {
                return Err(self.refusal(&alive[0], words, place));
            }
            alive = longer;
        }
        match alive.len() > MOST_BEGINNINGS {
            true => Err(too_many(words, words.len())),
            false => Ok(alive),
        }
    }

    /// The actions that a word may mean, of those that may follow; a canonical text means just
    /// itself. The same holds for one without the letter of the piece, whose first small letter
    /// might be taken for that: `b2c3`.
    fn fitting(&self, made: &[R::Action], word: &Word<R::Typed>) -> Vec<R::Action> {
        let (ruleset, state) = (self.ruleset, self.state);
        let mut all = self.following(made);
        all.retain(|action| ruleset.fits(state, action, &word.means));
        let typed = squares(&word.text);
        let small = word.text.starts_with(char::is_lowercase);
        let itself = |action: &R::Action| {
            let text = ruleset.text(&state.rules, action);
            text == word.text || small && squares(&text) == typed
        };
        match all.iter().position(itself) {
            Some(index) => vec![all.swap_remove(index)],
            None => all,
        }
    }

    fn refusal(&self, made: &[R::Action], words: &[Word<R::Typed>], place: usize) -> Refusal {
        let (word, rules) = (&words[place], &self.state.rules);
        let reason = self.ruleset.refuse(self.state, made, word);
        let fine: Vec<String> = made.iter().map(|a| self.ruleset.text(rules, a)).collect();
        let said = match fine.is_empty() {
            true => Reason::new("not-possible"),
            false => Reason::new("rest-not-possible").list("fine", &fine),
        };
        Refusal::Illegal {
            action: (words.len() > 1).then_some(place + 1),
            good: fine.join(" "),
            reason: said.text("typed", echo(&word.text)).with("why", reason),
        }
    }

    fn ambiguous(&self, turns: &[Turn<R>]) -> Refusal {
        let candidates = sorted(turns.iter().map(|turn| self.text(turn)));
        Refusal::Ambiguous {
            reason: Reason::new("several-meanings").list("turns", &candidates),
            candidates,
        }
    }
}

/// Canonical text without the letter of the piece and the sign between the squares.
fn squares(text: &str) -> String {
    let bare = text.trim_start_matches(|c: char| c.is_ascii_uppercase());
    bare.replace(['-', 'x', ':'], "")
}

/// The words up to this one may mean too many things to look at.
fn too_many<T>(words: &[Word<T>], place: usize) -> Refusal {
    let typed: Vec<&str> = words[..place].iter().map(|word| &*word.text).collect();
    Refusal::Ambiguous {
        candidates: Vec::new(),
        reason: Reason::new("too-many-meanings").text("typed", echo(&typed.join(" "))),
    }
}

/// Reads and judges a whole turn of a position.
#[cfg(test)]
pub fn turn<R: Ruleset>(
    ruleset: &R,
    state: &super::ruleset::State<R>,
    typed: &str,
) -> Result<Turn<R>, Refusal> {
    let reader = Reader {
        ruleset,
        state,
        followers: &super::followers::Followers::default(),
        over: false,
    };
    reader.turn(typed)
}

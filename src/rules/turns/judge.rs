//! Judging what a player typed, action by action, so that a refusal names the one that is wrong.

use super::followers::Followers;
use super::listing::{is_ordered, text};
use super::ruleset::{Ruleset, State, Turn, Word};
use crate::rules::notation::actions;
use crate::rules::{Reason, Refusal, echo};

/// How many beginnings of turns are looked at for one text at most. Who means one turn has a few at each word;
/// words that each may mean several things would have any number.
const MOST_BEGINNINGS: usize = 200;

/// Reads and judges a whole turn.
///
/// # Errors
/// Why it is no legal turn.
pub fn turn<R: Ruleset>(ruleset: &R, state: &State<R>, typed: &str) -> Result<Turn<R>, Refusal> {
    turn_among(ruleset, state, &Followers::default(), typed)
}

/// As [`turn`], with what is known of the position from earlier texts.
///
/// # Errors
/// Why it is no legal turn.
pub fn turn_among<R: Ruleset>(
    ruleset: &R,
    state: &State<R>,
    followers: &Followers<R>,
    typed: &str,
) -> Result<Turn<R>, Refusal> {
    // A text that is exactly a legal turn's canonical text is that turn (docs/rules/README.md).
    if let Some(turn) = ruleset.read_turn(state, typed)
        && is_legal(ruleset, state, followers, &turn)
    {
        return Ok(turn);
    }
    let words = ruleset.lex(&state.rules, typed)?;
    let begun = beginnings(ruleset, state, followers, &words)?;
    let mut whole: Vec<Turn<R>> = Vec::new();
    for mut turn in begun
        .iter()
        .filter(|made| ruleset.may_end(state, made))
        .cloned()
    {
        ruleset.order(&mut turn);
        if !whole.contains(&turn) {
            whole.push(turn);
        }
    }
    match (whole.len(), begun.first()) {
        (1, _) => Ok(whole.remove(0)),
        (0, Some(made)) => Err(Refusal::Incomplete {
            good: text(ruleset, &state.rules, made),
            reason: ruleset.missing(state, made),
        }),
        _ => Err(ambiguous(ruleset, state, &whole)),
    }
}

/// Whether this is a legal turn, written as it is.
fn is_legal<R: Ruleset>(
    ruleset: &R,
    state: &State<R>,
    followers: &Followers<R>,
    turn: &[R::Action],
) -> bool {
    let follows = |n: usize| followers.of(ruleset, state, &turn[..n]).contains(&turn[n]);
    (0..turn.len()).all(follows) && ruleset.may_end(state, turn) && is_ordered(ruleset, turn)
}

/// Reads text as the beginning of a turn; empty text begins it without any action.
///
/// # Errors
/// Why it cannot begin a legal turn.
pub fn beginning<R: Ruleset>(
    ruleset: &R,
    state: &State<R>,
    followers: &Followers<R>,
    typed: &str,
) -> Result<Turn<R>, Refusal> {
    if actions(typed).is_empty() {
        return Ok(Vec::new());
    }
    let words = ruleset.lex(&state.rules, typed)?;
    let mut begun = beginnings(ruleset, state, followers, &words)?;
    match begun.len() {
        1 => Ok(begun.remove(0)),
        _ => Err(ambiguous(ruleset, state, &begun)),
    }
}

/// All that the words may mean, in the order in which they are typed; at least one.
fn beginnings<R: Ruleset>(
    ruleset: &R,
    state: &State<R>,
    followers: &Followers<R>,
    words: &[Word<R::Typed>],
) -> Result<Vec<Turn<R>>, Refusal> {
    let mut alive: Vec<Turn<R>> = vec![Vec::new()];
    let mut looked_at = 0;
    for (place, word) in words.iter().enumerate() {
        let mut longer = Vec::new();
        looked_at += alive.len();
        if looked_at > MOST_BEGINNINGS {
            return Err(too_many(words, place));
        }
        for made in &alive {
            let follow = followers.of(ruleset, state, made);
            let fitting = fitting(ruleset, state, made, (follow, word));
            if let Some(reason) = ruleset.left_open(state, &word.means, &fitting) {
                let good = text(ruleset, &state.rules, made);
                return Err(Refusal::Incomplete { good, reason });
            }
            longer.extend(
                fitting
                    .into_iter()
                    .map(|action| [&made[..], &[action]].concat()),
            );
        }
        if longer.is_empty() {
            let made = alive.swap_remove(0);
            return Err(refusal(ruleset, state, &made, (words, place)));
        }
        alive = longer;
    }
    match alive.len() > MOST_BEGINNINGS {
        true => Err(too_many(words, words.len())),
        false => Ok(alive),
    }
}

/// The actions that a word may mean, of those that may follow; a canonical text means just itself. So does one without the letter of the
/// piece, whose first small letter might be taken for that: `b2c3`.
fn fitting<R: Ruleset>(
    ruleset: &R,
    state: &State<R>,
    made: &[R::Action],
    (mut all, word): (Vec<R::Action>, &Word<R::Typed>),
) -> Vec<R::Action> {
    all.retain(|action| ruleset.fits(state, made, action, &word.means));
    let typed = squares(&word.text);
    let itself = |action: &R::Action| {
        let text = ruleset.text(&state.rules, action);
        text == word.text || word.text.starts_with(char::is_lowercase) && squares(&text) == typed
    };
    match all.iter().position(itself) {
        Some(index) => vec![all.swap_remove(index)],
        None => all,
    }
}

/// Canonical text without the letter of the piece and the sign between the squares.
fn squares(text: &str) -> String {
    let bare = text.trim_start_matches(|c: char| c.is_ascii_uppercase());
    bare.replace(['-', 'x', ':'], "")
}

fn refusal<R: Ruleset>(
    ruleset: &R,
    state: &State<R>,
    made: &[R::Action],
    (words, place): (&[Word<R::Typed>], usize),
) -> Refusal {
    let word = &words[place];
    let reason = ruleset.refuse(state, made, word);
    let fine: Vec<String> = made.iter().map(|a| ruleset.text(&state.rules, a)).collect();
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

/// The words up to this one may mean too many things to look at.
fn too_many<T>(words: &[Word<T>], place: usize) -> Refusal {
    let typed = words[..place].iter().map(|word| word.text.as_str());
    let typed: Vec<&str> = typed.collect();
    Refusal::Ambiguous {
        candidates: Vec::new(),
        reason: Reason::new("too-many-meanings").text("typed", echo(&typed.join(" "))),
    }
}

/// More than one legal turn fits.
fn ambiguous<R: Ruleset>(ruleset: &R, state: &State<R>, turns: &[Turn<R>]) -> Refusal {
    let texts = turns.iter().map(|turn| text(ruleset, &state.rules, turn));
    let mut candidates: Vec<String> = texts.collect();
    candidates.sort_unstable();
    Refusal::Ambiguous {
        reason: Reason::new("several-meanings").list("turns", &candidates),
        candidates,
    }
}

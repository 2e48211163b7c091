//! How actions are written, and what players type.

use crate::rules::moves::dialect::Typed;
use crate::rules::moves::select;
use crate::rules::notation::{actions, spoken};
use crate::rules::turns::ruleset::{Filter, Word};
use crate::rules::{Reason, Refusal, Role, Selector, Square, echo};

use super::InTheBin;
use super::pieces::{AREA, BIN, PIECES};
use super::position::{Action, Position};
use super::speech;

/// A typed action before it meets a position.
#[derive(Clone, Debug)]
pub enum Words {
    Move(Typed),
    /// A piece selected, and where it is placed.
    Select(Role, Square),
    Push,
}

/// The canonical text of an action.
pub fn text(action: &Action) -> String {
    match action {
        Action::Move(mv) => PIECES.write(mv),
        Action::Select(role, to) => format!("{}@{to}", PIECES.about(*role).letter),
        Action::Push => "push".to_owned(),
    }
}

/// Reads the canonical text of a turn. Whether the turn is legal is not judged, but each of its actions is
/// possible, so that the board stays whole whatever the text.
pub fn read(position: &Position, canonical: &str) -> Option<Vec<Action>> {
    let mut turn: Vec<Action> = Vec::new();
    let mut after = position.clone();
    for word in canonical.split(' ') {
        if let Some(last) = turn.last() {
            last.earns().then_some(())?;
            after.act(last);
        }
        let action = match word {
            "push" => Action::Push,
            _ if word.contains('@') => {
                let (role, to) = selection(word)?;
                Action::Select(role, to)
            }
            _ => Action::Move(PIECES.read(&after.base, word)?),
        };
        (after.is_possible(&action) && text(&action) == word).then_some(())?;
        turn.push(action);
    }
    Some(turn)
}

/// Reads `Q@d4`: any piece and any square of the board, so that what is not possible can be said.
fn selection(word: &str) -> Option<(Role, Square)> {
    let (letter, square) = word.split_once('@')?;
    let mut letters = letter.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    let role = PIECES.by_letter(letter.to_ascii_uppercase())?;
    let square = Square::parse(square).filter(|at| AREA.has(*at) || BIN.has(*at))?;
    Some((role, square))
}

/// Takes a typed line apart.
///
/// # Errors
/// A word that is no action, or no word at all.
pub fn lex(typed: &str) -> Result<Vec<Word<Words>>, Refusal> {
    let plain = speech::plain(typed);
    let words = speech::joined(&actions(&plain));
    if words.is_empty() {
        let reason = Reason::new("no-turn-with-bin-here");
        return Err(Refusal::Unreadable { reason });
    }
    let found = known(&words, true).or_else(|| in_words(&plain));
    found.ok_or_else(|| {
        let mut wrong = words.iter().enumerate();
        let wrong = wrong.find(|(place, word)| lex_word(word, *place == 0).is_none());
        let word = wrong.map_or(typed, |(_, word)| word);
        let reason = Reason::new("unreadable-bin-action").text("word", echo(word));
        let reason = match typed.trim() == word {
            true => reason,
            false => reason.text("typed", echo(typed)),
        };
        Refusal::Unreadable { reason }
    })
}

/// What words mean, if all of them are actions; `first` where they begin the line.
fn known(words: &[String], first: bool) -> Option<Vec<Word<Words>>> {
    let read = |(place, text): (usize, &String)| {
        let means = lex_word(text, first && place == 0)?;
        let text = text.clone();
        Some(Word { text, means })
    };
    words.iter().enumerate().map(read).collect()
}

/// A chain of which some actions are said in words, such as `knight takes e5, push`: each is read by itself.
fn in_words(plain: &str) -> Option<Vec<Word<Words>>> {
    let phrases = speech::phrases(plain);
    if phrases.len() < 2 {
        return None;
    }
    let read = |phrase: &String| {
        let said = || {
            let said = spoken(phrase, &super::speech())?;
            (said.turns.len() == 1).then(|| known(&said.turns, false))?
        };
        known(&speech::joined(&actions(phrase)), false).or_else(said)
    };
    let all: Option<Vec<_>> = phrases.iter().map(read).collect();
    Some(all?.concat())
}

fn lex_word(word: &str, first: bool) -> Option<Words> {
    if word == "push" {
        return Some(Words::Push);
    }
    if word.contains('@') {
        let (role, to) = selection(word)?;
        return Some(Words::Select(role, to));
    }
    PIECES.lex(word, first).map(Words::Move)
}

/// Whether a typed word may mean this action.
pub fn fits(position: &Position, action: &Action, typed: &Words) -> bool {
    match (typed, action) {
        (Words::Move(typed), Action::Move(mv)) => PIECES.fits(&position.base, mv, typed),
        (Words::Select(role, to), Action::Select(other, at)) => (role, to) == (other, at),
        (Words::Push, Action::Push) => true,
        _ => false,
    }
}

/// The actions that a selector names: of a piece also its selections, of a hot spot what is placed there, and a
/// push where that empties it.
pub fn selected(position: &Position, what: &Selector) -> Option<Filter<InTheBin>> {
    let what = *what;
    let moves = match what {
        Selector::Place(_) | Selector::Castle(_) => return None,
        Selector::Shift(at) => at.is_none_or(|at| AREA.has(at)).then_some(None)?,
        Selector::Square(at) | Selector::Piece(_, Some(at)) if !AREA.has(at) => return None,
        _ => Some(select(&PIECES, &position.base, &what)?),
    };
    let pushed: Vec<_> = position.pushed().collect();
    Some(Box::new(move |action| match (what, action) {
        (_, Action::Move(mv)) => moves.as_ref().is_some_and(|moves| moves(mv)),
        (Selector::Square(at), Action::Select(_, to)) => at == *to,
        (Selector::Square(at), Action::Push) => pushed.iter().any(|(spot, _)| *spot == at),
        (Selector::Piece(letter, at), Action::Select(role, to)) => {
            PIECES.by_letter(letter) == Some(*role) && at.is_none_or(|at| at == *to)
        }
        (Selector::Shift(at), Action::Select(_, to)) => at.is_none_or(|at| at == *to),
        _ => false,
    }))
}

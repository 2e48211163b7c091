//! What may follow an unfinished turn (rules/README.md, The referee: `actions`).

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::rules::game::Continuation;
use crate::rules::notation::echo;
use crate::rules::outcome::Refusal;

use super::judge::{SquareAction, goes_on, orders};
use super::lex::{Word, split_words, words};
use super::moves::piece_moves;
use super::notation::piece_text;
use super::parse::{candidates, parse};
use super::position::{PieceMove, Position};
use super::rules::Rules;
use super::squares::Squares;
use super::turns::{self, after, begins};

/// What may follow these square actions, and whether they may end the turn.
fn following(
    rules: &Rules,
    position: &Position,
    piece: Option<PieceMove>,
    made: &[SquareAction],
) -> (BTreeSet<String>, bool) {
    let begun = piece.map_or_else(|| position.clone(), |m| after(rules, position, &m));
    let (mut next, mut ends) = (BTreeSet::new(), false);
    let mut seen = None;
    let _ = Squares::new(rules, &begun, piece.is_some()).each(&mut |combo| {
        let [first, second] = orders(&combo);
        for order in [Some(first), Some(second).filter(|o| o[0].is_some())]
            .iter()
            .flatten()
        {
            match goes_on(order, made) {
                None => {}
                Some(None) => ends = true,
                // Combinations come in runs: most repeat the action before.
                Some(action) if seen == action => {}
                Some(Some(action)) => {
                    seen = Some(action);
                    next.insert(action.text());
                }
            }
        }
        ControlFlow::Continue(())
    });
    (next, ends)
}

/// Reads the beginning of a turn and tells what may follow.
///
/// # Errors
/// Why it begins no legal turn.
pub fn begin(rules: &Rules, position: &Position, text: &str) -> Result<Continuation, Refusal> {
    if split_words(text).is_empty() {
        return Ok(openings(rules, position));
    }
    // Whatever cannot be read or played as a turn, nor goes on, has its reason from there.
    let reason = || match parse(rules, position, text) {
        Err(refusal) => refusal,
        Ok(_) => Refusal::Unreadable {
            message: format!("I cannot read \"{}\".", echo(text)),
        },
    };
    let words = words(rules, text).map_err(|_| reason())?;
    let mut squares = Vec::new();
    let mut first = None;
    for (i, word) in words.into_iter().enumerate() {
        match word {
            Word::Square(action) => squares.push(action),
            piece if i == 0 => first = Some(piece),
            _ => return Err(reason()),
        }
    }
    let pieces: Vec<Option<PieceMove>> = match first {
        Some(word) => exact(rules, position, text, &word).ok_or_else(reason)?,
        None if turns::squares_alone(rules, position) => vec![None],
        None => return Err(reason()),
    };
    let mut fits = Vec::new();
    for piece in pieces {
        let (next, ends) = following(rules, position, piece, &squares);
        if ends || !next.is_empty() {
            let mut made: Vec<String> = piece.iter().map(piece_text).collect();
            made.extend(squares.iter().map(|s| s.text()));
            let made = made.join(" ");
            fits.push(Continuation {
                made,
                next: next.into_iter().collect(),
                ends,
            });
        }
    }
    match fits.len() {
        0 => Err(reason()),
        1 => Ok(fits.remove(0)),
        _ => {
            let candidates: Vec<String> = fits.into_iter().map(|c| c.made).collect();
            let message = format!("This can mean {}.", candidates.join(" or "));
            Err(Refusal::Ambiguous {
                candidates,
                message,
            })
        }
    }
}

/// The moves that the first word may mean; a canonical text means just itself.
fn exact(
    rules: &Rules,
    position: &Position,
    text: &str,
    word: &Word,
) -> Option<Vec<Option<PieceMove>>> {
    let found = candidates(rules, position, word).ok()?;
    let typed = split_words(text);
    let itself = found
        .iter()
        .find(|m| Some(&piece_text(m)) == typed.first())
        .copied();
    Some(itself.map_or_else(|| found.into_iter().map(Some).collect(), |m| vec![Some(m)]))
}

/// What may begin a turn.
fn openings(rules: &Rules, position: &Position) -> Continuation {
    let moves = piece_moves(rules, position);
    let mut next: BTreeSet<String> = moves
        .iter()
        .filter(|m| begins(rules, position, m))
        .map(piece_text)
        .collect();
    if turns::squares_alone(rules, position) {
        next.extend(following(rules, position, None, &[]).0);
    }
    Continuation {
        made: String::new(),
        next: next.into_iter().collect(),
        ends: false,
    }
}

/// A legal turn to show, one with square actions if there is any such.
pub fn example(rules: &Rules, position: &Position) -> Option<super::position::Turn> {
    let mut best: Option<((bool, u8), super::position::Turn)> = None;
    let mut tried = 0;
    let _ = turns::each(rules, position, &mut |turn| {
        // What fills the location just left shows little.
        let parts = u8::from(turn.piece.is_some())
            + u8::from(turn.place.is_some() && !turn.refills)
            + u8::from(turn.shift.is_some());
        let known = best.as_ref().map(|(worth, _)| *worth);
        if known.is_none_or(|(lively, most)| !lively || parts > most) {
            let worth = (keeps_moving(rules, position, &turn), parts);
            if known.is_none_or(|known| worth > known) {
                best = Some((worth, turn));
            }
        }
        tried += 1;
        // A look at the first few hundred is enough, unless copying what was found would lose.
        let lively = best.as_ref().is_some_and(|((lively, _), _)| *lively);
        if tried >= if lively { 300 } else { 2000 } {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    best.map(|(_, turn)| turn)
}

/// Whether the player could move a piece again after this turn, if nothing else changed: whoever
/// copies the example shall not stalemate himself.
fn keeps_moving(rules: &Rules, position: &Position, turn: &super::position::Turn) -> bool {
    let mut after = position.clone();
    after.play(rules, turn);
    after.side = position.side;
    !piece_moves(rules, &after).is_empty()
}

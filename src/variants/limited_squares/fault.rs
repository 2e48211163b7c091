//! What is wrong with a turn, in words that name the action.

use crate::rules::geometry::{Direction, direction};
use crate::rules::outcome::Refusal;

use super::army::mover;
use super::check;
use super::position::Position;

/// What is wrong with a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The action at fault, from 0.
    action: usize,
    /// The actions before it, canonical.
    good: String,
    /// The action's text.
    text: String,
    reason: String,
    /// The actions are the beginning of a legal turn.
    incomplete: bool,
}

impl Fault {
    /// An action that is against the rules; `reason` completes a sentence.
    pub fn new(action: usize, good: String, text: String, reason: String) -> Self {
        Self {
            action,
            good,
            text,
            reason,
            incomplete: false,
        }
    }

    /// The beginning of a legal turn; `reason` is a sentence.
    pub fn incomplete(good: String, reason: String) -> Self {
        Self {
            incomplete: true,
            ..Self::new(0, good, String::new(), reason)
        }
    }

    /// The refusal; `several` tells that the typed turn had more than one action.
    pub fn refusal(self, several: bool) -> Refusal {
        let Self {
            action,
            good,
            text,
            reason,
            incomplete,
        } = self;
        if incomplete {
            return Refusal::Incomplete {
                message: reason,
                good,
            };
        }
        let fine: Vec<&str> = good.split_whitespace().collect();
        let message = match fine[..] {
            [] => format!("{text} is not possible: {reason}."),
            [one] => format!("{one} is fine; {text} is not: {reason}."),
            [ref more @ .., last] => {
                let more = more.join(", ");
                format!("{more} and {last} are fine; {text} is not: {reason}.")
            }
        };
        Refusal::Illegal {
            action: several.then_some(action + 1),
            good,
            message,
        }
    }
}

/// Why the turn may not end with the king as it stands (S1).
pub fn unsafe_king(board: &Position) -> Option<String> {
    let from = check::attacker(board, board.side)?;
    let king = board.kings[usize::from(board.side)];
    let (kind, seat) = board.at(from).occupant()?;
    let name = kind.about().name.to_lowercase();
    // A leap has no line to speak of.
    let line = match direction(king, from) {
        _ if mover(kind, seat).leaps(from).has(king) => String::new(),
        Some(Direction::N | Direction::S) => {
            format!(" along the {}-file", char::from(b'a' + king.file()))
        }
        Some(Direction::E | Direction::W) => format!(" along rank {}", king.rank() + 1),
        Some(_) => " along the diagonal".to_owned(),
        None => String::new(),
    };
    Some(format!(
        "leaves the king on {king} attacked by the {name} on {from}{line}"
    ))
}

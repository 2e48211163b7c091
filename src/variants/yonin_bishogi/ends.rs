//! How players go out, and how the game ends (Y5, Y6, Y8).

use crate::rules::outcome::Reason;
use crate::rules::repetition::{DrawLimits, FIDE};
use crate::rules::turns::ruleset::State;
use crate::rules::{Claim, Outcome, Refusal, Repetition, Seat};

use super::YoninBishogi;
use super::position::{Identity, Position};
use super::turns::{Duty, duty};

/// Fivefold and threefold repetition, and 75 and 50 turns by each player who is left (Y8).
fn limits(position: &Position) -> DrawLimits {
    let players = position.players() as u32;
    DrawLimits {
        clock: Some(75 * players),
        claimed_clock: Some(50 * players),
        ..FIDE
    }
}

/// A history that begins with this position. What was on the board before somebody went out never comes
/// back.
pub fn history(position: &Position) -> Repetition<Identity> {
    Repetition::new(position.identity())
}

/// Takes those out whose king the side to move attacks, and returns them (Y5).
pub fn eliminate(state: &mut State<YoninBishogi>) -> Vec<Seat> {
    let out = state.position.checkmated();
    for seat in &out {
        remove(state, *seat);
    }
    out
}

/// Takes a player out, with all pieces and the hand (Y5).
pub fn remove(state: &mut State<YoninBishogi>, seat: Seat) {
    state.position.remove(seat);
    state.history = history(&state.position);
}

/// How the game ends with this position, if it does.
pub fn adjudicate(state: &State<YoninBishogi>) -> Option<Outcome> {
    let position = &state.position;
    let shared = |reason| state.standings.outcome(reason);
    match position.players() {
        0 | 1 => return Some(shared(Reason::Checkmate)),
        // With more players left, one who has no turn passes (Y6).
        2 if duty(position) == Duty::Pass => {
            let loser = position.base.to_move;
            if position.checkers(loser).is_empty() {
                return Some(shared(Reason::Stalemate));
            }
            let mut standings = state.standings.clone();
            standings.leave(vec![loser]);
            return Some(standings.outcome(Reason::Checkmate));
        }
        _ => {}
    }
    limits(position)
        .reached(state.history.times(), position.base.halfmove_clock)
        .or_else(|| position.is_bare().then_some(Reason::DeadPosition))
        .map(shared)
}

/// What a draw claim comes to: the players left share the places (Y8).
///
/// # Errors
/// Why the claim fails.
pub fn claim(state: &State<YoninBishogi>) -> Result<Claim, Refusal> {
    let (position, players) = (&state.position, state.standings.playing.iter().count());
    limits(position).claim(&state.history, position.base.halfmove_clock, players)
}

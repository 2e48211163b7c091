//! What a program that plays in a game says to what the others ask for.

use crate::rules::Seat;

use super::consent::Topic;
use super::request::Request;
use super::stored_game::StoredGame;

/// It lets so many turns be taken back in a game.
const TAKEN_BACK: usize = 2;
/// It agrees to a draw if it has found itself no better than this, in hundredths of a pawn,
const EVEN: i64 = 50;
/// at so many turns in a row.
const TURNS: usize = 3;

/// What the program of a seat says to all that it has been asked. `scores`: how good it has found its turns, in order;
/// `taken_back`: how often turns of the game were taken back by consent.
pub fn answers(game: &StoredGame, seat: Seat, scores: &[i64], taken_back: usize) -> Vec<Request> {
    if !game.is_on() || !game.game.playing().contains(&seat) {
        return Vec::new();
    }
    let mut said = Vec::new();
    if !game.offers.is_empty() && !game.offers.contains(&seat) {
        let last = scores.iter().rev().take(TURNS);
        let even = scores.len() >= TURNS && last.max().is_some_and(|best| *best <= EVEN);
        said.push(match even {
            true => Request::AcceptDraw,
            false => Request::DeclineDraw,
        });
    }
    for asked in game.proposed_to(seat, game.state) {
        let topic = asked.what.topic();
        let agrees = match topic {
            Topic::TakeBack => taken_back < TAKEN_BACK,
            Topic::Pause | Topic::Forgive | Topic::AddTime => true,
            Topic::Terms => false,
        };
        said.push(match agrees {
            true => Request::Agree(topic),
            false => Request::Disagree(topic),
        });
    }
    said
}

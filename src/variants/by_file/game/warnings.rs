//! What players should know before a turn: that the game may end by what was played before.

use crate::rules::composed::Game;
use crate::rules::composed::past::Past;
use crate::rules::composed::position::Position;
use crate::rules::outcome::Reason as By;
use crate::rules::{Outcome, Reason, Seat};

use super::{Action, ByFile, ends, written};

/// With more legal turns than these, none is tried out.
const MOST_TRIED: usize = 3_000;

/// The most turns that a warning lists.
const MOST_LISTED: usize = 8;

/// What is to be said of a position in which the game goes on.
pub fn warnings(game: &ByFile, at: &Position, past: &Past) -> Vec<Reason> {
    let (composed, rules) = (game.game(), &game.game().parts.ends);
    let mut all = Vec::new();
    if rules.check_counting {
        let last = |seat: &Seat| at.checks[seat.index()] == 1;
        let wins = |seat| Reason::new("next-check-wins").name("side", &game.seat_name(seat));
        all.extend(Seat::BOTH.into_iter().filter(last).map(wins));
    }
    let fold = usize::try_from(rules.repetition.fold).unwrap_or(0);
    if past.times() > 1 && past.times() + 1 == fold {
        all.push(Reason::new("next-repetition-ends"));
    }
    if composed.end_is_near(at, past) {
        all.extend(ended(game, at, past.clone()));
    }
    all
}

/// The turns after which the game ends by what was played before, with that end.
fn ended(game: &ByFile, at: &Position, mut past: Past) -> Vec<Reason> {
    let composed = game.game();
    let turns = composed.legal_turns(at);
    // Each of them is played: that is for positions as games between people have them.
    if turns.len() > MOST_TRIED {
        return Vec::new();
    }
    let mut ends: Vec<(Outcome, Vec<usize>)> = Vec::new();
    for (number, turn) in turns.iter().enumerate() {
        let mut after = at.clone();
        composed.play(&mut after, turn);
        past.add(composed, &after);
        if let Some(end) = end(composed, &after, &past) {
            match ends.iter_mut().find(|(same, _)| *same == end) {
                Some((_, turns)) => turns.push(number),
                None => ends.push((end, vec![number])),
            }
        }
        past.take_back();
    }
    let text = |number: usize| {
        let action = Action::new(composed, at, turns[number]);
        written::text(composed, &action)
    };
    let reason = |(end, ending): &(Outcome, Vec<usize>)| {
        let goes_on = turns.len() - ending.len();
        let others = (0..turns.len()).filter(|number| !ending.contains(number));
        let mut listed: Vec<String> = match ending.len() <= MOST_LISTED {
            true => ending.iter().copied().map(text).collect(),
            false if goes_on <= MOST_LISTED => others.map(text).collect(),
            false => Vec::new(),
        };
        listed.sort_unstable();
        let reason = match (ending.len() <= MOST_LISTED, goes_on) {
            (_, 0) => Reason::new("any-turn-ends"),
            (true, _) => Reason::new("turns-that-end"),
            (false, 1..=MOST_LISTED) => Reason::new("other-turns-end"),
            (false, _) => Reason::new("many-turns-end"),
        };
        let reason = reason.name("side", &game.seat_name(at.to_move));
        let winner = match end.places.len() {
            1 => None,
            _ => end.places.first().and_then(|place| place.first()),
        };
        let winner = winner.map_or_else(String::new, |seat| game.seat_name(*seat));
        let reason = reason.list("turns", listed).number("count", ending.len());
        let reason = reason.name("by", &end.reason.to_string());
        reason.name("winner", &winner)
    };
    ends.iter().map(reason).collect()
}

/// The end that a turn has brought about by what was played before it.
fn end(game: &Game, after: &Position, past: &Past) -> Option<Outcome> {
    let at_once = game.ends_at_once(after);
    let end = at_once.or_else(|| game.ends_by_past(after, past));
    let (value, by) = end?;
    // Mate and stalemate come first; after a pass, and where kings face each other, turns do not matter.
    if by == By::MoveRule && game.legal_turns(after).is_empty() {
        return None;
    }
    let counts = [
        By::MoveRule,
        By::Repetition,
        By::Counting,
        By::FacingKings,
        By::Passes,
    ];
    counts
        .contains(&by)
        .then(|| ends::outcome(after, value, by))
}

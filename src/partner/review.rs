//! A look back at a game that is over: which turns were mistakes, what was better, and why, as far as the rules alone say it
//! (`docs/partner.md`).

use serde::{Deserialize, Serialize};

use crate::rules::{Game, Listing, Seat};

use super::MATED;
use super::facts::{self, Fact, outlook};

/// How much is looked at for each turn (see [`super::Level::budget`]),
const QUICK: u64 = 12_000;
/// and for one that may have been a mistake.
const THOROUGH: u64 = 50_000;
/// At most so many turns are looked at thoroughly.
const CANDIDATES: usize = 12;
/// How much is looked at for all other turns in the position of a mistake together,
const OTHERS: u64 = 100_000;
/// if there are at most so many.
const MOST_OTHERS: usize = 100;
/// A turn that is worse than the best one by so many hundredths of a pawn is a mistake,
const MISTAKE: i32 = 150;
/// and by so many, a blunder.
const BLUNDER: i32 = 300;
/// Beyond, it makes no difference how much better somebody is.
const DECIDED: i32 = 900;
/// A win in so many turns is worth telling, even if the game was won otherwise.
const SHORT_WIN: i32 = 3;

/// What a turn was good for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Judged {
    /// Whose turn it was.
    seat: Seat,
    /// How good the position was for that seat, in hundredths of a pawn.
    best: i32,
    /// The best turn, canonical.
    better: String,
    /// How good it was after the turn that was played.
    played: i32,
    /// Whether it was looked at thoroughly.
    #[serde(default)]
    sure: bool,
}

impl Judged {
    /// By how much the best turn was better, in hundredths of a pawn.
    fn loss(&self) -> i32 {
        let worth = |score: i32| score.clamp(-DECIDED, DECIDED);
        (worth(self.best) - worth(self.played)).max(0)
    }

    /// In how many turns the game could be won, if that was not played.
    fn missed_win(&self, seats: i32) -> Option<i32> {
        let wins = super::mate(self.best, seats).filter(|turns| (1..=SHORT_WIN).contains(turns));
        wins.filter(|_| self.played < MATED)
    }

    fn is_mistake(&self, seats: i32) -> bool {
        self.missed_win(seats).is_some() || self.loss() >= MISTAKE
    }
}

/// A turn that was a mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// How many turns came before it.
    pub turn: usize,
    /// Who played it.
    pub seat: Seat,
    /// The turn that was better, canonical.
    pub better: String,
    /// By how much, in hundredths of a pawn; 0: that cannot be said.
    pub loss: i32,
    /// Why, as far as the rules say it.
    #[serde(default)]
    pub why: Vec<Fact>,
    /// Other turns that would have been no mistake, canonical; none where there are too many turns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
}

/// What was found so far in a game. It is made turn by turn, so that it can be kept and gone on with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Review {
    /// The turns, in order.
    turns: Vec<Judged>,
    /// The mistakes, in the order in which they were found.
    moments: Vec<Moment>,
}

impl Review {
    /// Goes on; whether it is complete. `at` is the game after so many of its `turns`. When `late` says yes, it goes on
    /// another time; with `stop`, what was begun is dropped.
    ///
    /// # Errors
    /// Those of `at`.
    pub fn go_on<E>(
        &mut self,
        turns: &[String],
        at: &dyn Fn(usize) -> Result<Box<dyn Game>, E>,
        (late, stop): (&dyn Fn() -> bool, &dyn Fn() -> bool),
    ) -> Result<bool, E> {
        while self.turns.len() < turns.len() {
            if late() || stop() {
                return Ok(false);
            }
            let index = self.turns.len();
            let (before, after) = (at(index)?, at(index + 1)?);
            let judged = judge(before.as_ref(), after.as_ref(), &turns[index], QUICK, stop);
            if stop() {
                return Ok(false);
            }
            self.turns.push(judged);
        }
        while let Some(index) = self.next_candidate() {
            if late() || stop() {
                return Ok(false);
            }
            let (before, after) = (at(index)?, at(index + 1)?);
            let (before, after) = (before.as_ref(), after.as_ref());
            let mut judged = judge(before, after, &turns[index], THOROUGH, stop);
            if stop() {
                return Ok(false);
            }
            judged.sure = true;
            let seats = i32::from(before.walk().field().seats);
            if judged.is_mistake(seats) {
                let moment = Moment {
                    turn: index,
                    seat: judged.seat,
                    better: judged.better.clone(),
                    loss: match judged.best.abs().max(judged.played.abs()) {
                        MATED.. => 0,
                        _ => judged.best - judged.played,
                    },
                    why: facts::of(before, after, (&judged.better, &turns[index]), THOROUGH),
                    also: others(before, &judged, &turns[index], stop),
                };
                if stop() {
                    return Ok(false);
                }
                self.moments.push(moment);
            }
            self.turns[index] = judged;
        }
        Ok(true)
    }

    /// The turn that is to be looked at thoroughly next: the worst of those that were not.
    fn next_candidate(&self) -> Option<usize> {
        let sure = self.turns.iter().filter(|judged| judged.sure).count();
        let all = self.turns.iter().enumerate();
        let all = all.filter(|(_, judged)| !judged.sure);
        let weight = |judged: &Judged| match judged.missed_win(2) {
            Some(_) => judged.loss().max(BLUNDER),
            None => judged.loss(),
        };
        let all = all.map(|(index, judged)| (weight(judged), std::cmp::Reverse(index)));
        let worst = all.filter(|(weight, _)| *weight >= MISTAKE).max();
        worst
            .filter(|_| sure < CANDIDATES)
            .map(|(_, index)| index.0)
    }

    /// The worst mistakes, at most so many, in the order of the game; those of `own` seats before others.
    pub fn moments(&self, own: &[Seat], most: usize) -> Vec<Moment> {
        let mut all = self.moments.clone();
        all.sort_by_key(|moment| {
            let loss = self.turns.get(moment.turn).map_or(0, Judged::loss);
            (!own.contains(&moment.seat), -loss, moment.turn)
        });
        all.truncate(most);
        all.sort_by_key(|moment| moment.turn);
        all
    }

    /// How many blunders a seat made.
    pub fn blunders(&self, seat: Seat) -> usize {
        let own = self.turns.iter().filter(|judged| judged.seat == seat);
        own.filter(|judged| judged.loss() >= BLUNDER).count()
    }

    /// How good the game of two stood for the first seat after each turn, in hundredths of a pawn.
    pub fn curve(&self) -> Vec<i32> {
        let for_first = |judged: &Judged| match judged.seat {
            Seat(0) => judged.played,
            _ => -judged.played,
        };
        self.turns.iter().map(for_first).collect()
    }
}

/// Judges a turn that was played.
fn judge(
    before: &dyn Game,
    after: &dyn Game,
    played: &str,
    budget: u64,
    stop: &dyn Fn() -> bool,
) -> Judged {
    let seat = before.to_move();
    let (mut best, line) = outlook(before, seat, budget, stop);
    let better = line.into_iter().next().unwrap_or_default();
    let score = match better == played {
        true => best,
        false => worth_after(after, seat, budget, stop),
    };
    // What was played turned out better than what was found.
    best = best.max(score);
    let better = if score < best {
        better
    } else {
        played.to_owned()
    };
    Judged {
        seat,
        best,
        better,
        played: score,
        sure: false,
    }
}

/// How good a turn was for a seat, by the game after it.
fn worth_after(after: &dyn Game, seat: Seat, budget: u64, stop: &dyn Fn() -> bool) -> i32 {
    // It is one turn later.
    match outlook(after, seat, budget, stop).0 {
        score @ MATED.. => score - 1,
        score if score <= -MATED => score + 1,
        score => score,
    }
}

/// The turns that are no mistake, besides the best one, where another one was played.
fn others(
    before: &dyn Game,
    judged: &Judged,
    played: &str,
    stop: &dyn Fn() -> bool,
) -> Vec<String> {
    let Listing::All(mut turns) = before.legal(MOST_OTHERS) else {
        return Vec::new();
    };
    let budget = OTHERS / (turns.len() as u64).max(1);
    let seats = i32::from(before.walk().field().seats);
    turns.retain(|turn| {
        let mut after = before.fork();
        if *turn == judged.better || turn == played || after.play(turn).is_err() {
            return false;
        }
        let played = worth_after(after.as_ref(), judged.seat, budget, stop);
        let instead = Judged {
            played,
            ..judged.clone()
        };
        !instead.is_mistake(seats)
    });
    turns
}

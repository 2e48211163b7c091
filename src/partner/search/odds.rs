//! What first choices are worth where whoever is mated has won: nobody has to mate, but some do without seeing it.

use super::{Choice, Search};
use crate::rules::Outcome;

/// What it is worth if half of the answers to a turn mate, where whoever is mated has won.
const HALF_MATE: i32 = 10_000;
/// All answers mate.
const SURE: i32 = 10_000;
/// Where the budget allows it, it is looked one turn further for answers that mate: after so many of the answers, spread
/// over all,
const ANSWERS: usize = 4;
/// and after so many of the turns that look best then.
const TURNS: usize = 3;

impl Search<'_> {
    /// Nobody has to mate, but some do without seeing it: how likely that is after each first choice.
    pub(super) fn count_chances(&mut self) {
        let count = self.walk.list();
        // The budget does not end a search before a turn is found, so that what is looked at here has to be bounded.
        let most = (1 + ANSWERS * (1 + TURNS)) * count * count;
        let turns = if most as u64 <= 2 * self.budget { 2 } else { 1 };
        for index in 0..count {
            if (self.stop)() {
                break;
            }
            self.walk.enter(index);
            let odds = self.odds(turns);
            self.chances.push(2 * HALF_MATE * odds / SURE);
            self.walk.back();
        }
    }

    /// How likely an answer mates if it is drawn by lot, now or in the next of so many turns: none is 0, all are [`SURE`].
    fn odds(&mut self, turns: u32) -> i32 {
        if self.walk.made() > 0 || self.walk.outcome().is_some() {
            return 0;
        }
        let answers = self.walk.list();
        let mut mates = 0;
        for answer in 0..answers {
            self.walk.enter(answer);
            let wins = |end: Outcome| end.places.first().is_some_and(|of| of == &[self.us]);
            mates += i32::from(self.walk.outcome().is_some_and(wins));
            self.walk.back();
        }
        self.nodes += answers as u64;
        self.spent += answers as u64;
        let now = SURE * mates / answers.max(1) as i32;
        if turns < 2 {
            return now;
        }
        let (mut later, mut tried) = (0, 0);
        for answer in (0..answers).step_by(answers.div_ceil(ANSWERS).max(1)) {
            self.walk.enter(answer);
            if self.walk.outcome().is_none() {
                later += self.best_odds();
                tried += 1;
            }
            self.walk.back();
        }
        now + (SURE - now) * (later / tried.max(1)) / SURE
    }

    /// The same after the best of the turns that look best here.
    fn best_odds(&mut self) -> i32 {
        let mut all = Vec::new();
        for index in 0..self.walk.list() {
            self.walk.enter(index);
            self.walk.survey(&mut self.survey);
            let worth = self
                .values
                .estimate(self.walk.as_ref(), &self.survey, self.us);
            all.push((std::cmp::Reverse(worth), index));
            self.walk.back();
        }
        self.nodes += all.len() as u64;
        self.spent += all.len() as u64;
        all.sort_unstable();
        let mut best = 0;
        for (_, index) in all.into_iter().take(TURNS) {
            self.walk.enter(index);
            best = best.max(self.odds(1));
            self.walk.back();
        }
        best
    }

    pub(super) fn chance(&self, choice: Choice, ply: usize) -> i32 {
        match choice {
            Choice::Action(index) if ply == 0 => {
                let chance = self.chances.get(usize::from(index));
                chance.copied().unwrap_or(0)
            }
            _ => 0,
        }
    }
}

//! Mates by checks alone, which are looked for before all else: where pieces come from the hand there are too many turns
//! for a search of all of them to see such a mate, and few of them give check.

use super::{Choice, Search};

/// A mate in more turns than this is not looked for.
const LONGEST: u32 = 5;
/// At most this part of the budget is spent on it.
const PART: u64 = 8;

impl Search<'_> {
    /// A way on which the side to move mates, each of its turns being a check, and the other side holds out as long as it
    /// can; the shortest, if the budget allows to find it.
    pub(super) fn mate_by_checks(&mut self) -> Option<Vec<Choice>> {
        if self.seats != 2 || !self.values.pieces_are_good() || !self.values.have_king() {
            return None;
        }
        let most = self.spent + self.budget / PART;
        (1..=LONGEST).find_map(|turns| self.mates(turns, most))
    }

    /// A way to mate in at most so many turns.
    fn mates(&mut self, turns: u32, most: u64) -> Option<Vec<Choice>> {
        let count = self.walk.list();
        self.spent += count as u64 / 4;
        for index in 0..count {
            if self.spent >= most || (self.stop)() {
                return None;
            }
            self.walk.enter(index);
            self.nodes += 1;
            let rest = self.is_mated(turns, most);
            self.walk.back();
            if let Some(mut way) = rest {
                way.insert(0, Choice::Action(index as u16));
                return Some(way);
            }
        }
        None
    }

    /// The longest way from here on if the side to move is in check and mated in so many turns of the other, the one
    /// that led here included.
    fn is_mated(&mut self, turns: u32, most: u64) -> Option<Vec<Choice>> {
        if self.walk.made() > 0 || !self.walk.in_check() {
            return None;
        }
        if let Some(outcome) = self.walk.outcome() {
            let mater = outcome.places.first()?;
            return (!mater.contains(&self.walk.to_move())).then(Vec::new);
        }
        if turns < 2 {
            return None;
        }
        let mut longest: Option<Vec<Choice>> = None;
        for index in 0..self.walk.list() {
            self.walk.enter(index);
            let way = match self.walk.made() == 0 && self.walk.outcome().is_none() {
                true => self.mates(turns - 1, most),
                false => None,
            };
            self.walk.back();
            let mut way = way?;
            way.insert(0, Choice::Action(index as u16));
            if longest
                .as_ref()
                .is_none_or(|longest| way.len() > longest.len())
            {
                longest = Some(way);
            }
        }
        longest
    }
}

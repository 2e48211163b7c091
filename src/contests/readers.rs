//! Who gets the letters about a contest, which are written in portions.

use super::{Contest, Entrant};
use crate::ids::PlayerId;

/// So many players get their letters in one decision.
pub const LETTERS: usize = 16;

impl Contest {
    /// Who has games in the last round, or a place in it without one, by their numbers.
    #[must_use]
    pub fn in_round(&self) -> Vec<PlayerId> {
        let last = self.rounds.last();
        let numbered = (1..).zip(&self.order);
        let here = numbered.filter(|(number, _)| last.is_none_or(|of| of.has(*number)));
        here.map(|(_, player)| *player).collect()
    }

    /// Who gets a letter about a round, or when all is told about its end: first those whom it concerns, and behind them those
    /// who follow it, also if they are in it.
    #[must_use]
    pub fn readers(&self) -> (Vec<PlayerId>, &[PlayerId]) {
        let own = match self.is_told() || self.order.is_empty() {
            true => self.concerned(),
            false => self.in_round(),
        };
        (own, &self.followers)
    }

    /// It is called off: if the letters about that are more than are written at once, or if the players have no letter yet about
    /// games that have begun, all of them are written in portions.
    pub(super) fn call_off(&mut self) {
        let (all, told) = (
            self.concerned().len() + self.followers.len(),
            self.is_told(),
        );
        self.untold = all > LETTERS || !self.order.is_empty() && !told;
        if told {
            // So many had the one about the end.
            self.letters = 0;
        }
    }

    /// All who have entered it or are named by a team, and those who direct it.
    #[must_use]
    pub fn concerned(&self) -> Vec<PlayerId> {
        let entrants = self.entrants.iter().map(|one| one.player);
        let teams = self.teams.iter();
        let teams = teams.flat_map(|team| team.members().chain([team.captain]));
        let mut all: Vec<PlayerId> = entrants.chain(teams).collect();
        all.extend(&self.directors);
        super::act::once(&mut all);
        all
    }

    /// Whether a player has entered it and is not out.
    #[must_use]
    pub fn has_in_it(&self, player: PlayerId) -> bool {
        self.entrant(player).is_some_and(Entrant::is_in)
    }

    /// Takes out somebody who follows it: those behind, who have no letter yet, get theirs all the same.
    pub(super) fn unfollow(&mut self, player: PlayerId) {
        let (own, followers) = self.readers();
        let at = followers.iter().position(|one| *one == player);
        if at.is_some_and(|at| own.len() + at < self.letters) {
            self.letters -= 1;
        }
        self.followers.retain(|one| *one != player);
    }
}

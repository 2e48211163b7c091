//! Who gets the letters about a contest, which are written in portions.

use super::{Contest, Entrant};
use crate::ids::PlayerId;

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
        let own = match self.told {
            true => self.concerned(),
            false => self.in_round(),
        };
        (own, &self.followers)
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

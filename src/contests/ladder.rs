//! A ladder: everybody has a place, and challenges those who are a little above (docs/events.md, 'Ladder').

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::ContestRefusal;
use crate::ids::PlayerId;

/// Players can challenge those who are at most so many places above them, and in long ladders more.
const REACH: usize = 3;
/// In long ladders it is one of so many places.
const PART: usize = 10;
/// So many of the first have to defend their place against several at once.
const TOP: usize = 10;
/// Against how many.
const TOP_DEFENCES: usize = 3;
/// Of how many a player can be the challenger at once.
const CHALLENGES: usize = 2;
/// The same two meet again after so many days at the earliest.
const REMATCH: i64 = 30;
/// Whoever has lost by flag can challenge nobody for so many days.
const FLAGGED: i64 = 14;
/// Whoever does nothing for so many days loses places.
const AWAY: i64 = 45;
/// How many, the first time; the second time it is all.
const LOWERED: usize = 3;
/// The next time they are out.
const TIMES: u8 = 2;

/// Who has which place, and who has challenged whom.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ladder {
    /// The players, the first first.
    pub places: Vec<Place>,
    /// All challenges, in their order. They are named by their numbers, from 1.
    pub defences: Vec<Defence>,
}

/// A place of a ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Who has it.
    pub player: PlayerId,
    /// When they last did something in the ladder, or lost places because they did not.
    pub since: String,
    /// How often they have lost places because they did nothing.
    #[serde(default)]
    pub lowered: u8,
}

/// A challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Defence {
    /// Who has challenged.
    pub challenger: PlayerId,
    /// Whom.
    pub defender: PlayerId,
    /// When.
    pub since: String,
    /// Until when it is to be answered.
    pub until: String,
    /// Whether the defender was reminded to answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reminded: bool,
    /// It is accepted; whether the challenger moves first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<bool>,
    /// Which of the games of the contest it is, from 1; `None`: it is not begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<usize>,
    /// When and how it was settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled: Option<(String, Settled)>,
}

/// What has come of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Settled {
    /// The challenger has won.
    Won,
    /// The challenger has not won.
    Held,
    /// The defender has lost by flag, has declined, or has not answered.
    Flag,
    /// The challenger has lost by flag.
    Missed,
    /// It has no result, or one of them has left.
    Void,
}

/// What happens to a ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LadderAct {
    /// A player gets the last place.
    Join {
        /// Who.
        player: PlayerId,
        /// When.
        at: String,
    },
    /// A player challenges another one.
    Challenge {
        /// Who.
        challenger: PlayerId,
        /// Whom.
        defender: PlayerId,
        /// When.
        at: String,
        /// Until when it is to be answered.
        until: String,
    },
    /// The defender is reminded of a challenge that is not answered.
    Remind {
        /// Its number.
        defence: usize,
    },
    /// A challenge is accepted.
    Accept {
        /// Its number.
        defence: usize,
        /// Whether the challenger moves first.
        first: bool,
        /// When.
        at: String,
    },
    /// A challenge is settled.
    Settle {
        /// Its number.
        defence: usize,
        /// How.
        how: Settled,
        /// When.
        at: String,
    },
    /// A player loses places who has done nothing for long.
    Lower {
        /// Who.
        player: PlayerId,
        /// When.
        at: String,
    },
}

impl Defence {
    fn is_void(&self) -> bool {
        matches!(self.settled, Some((_, Settled::Void)))
    }
}

impl Ladder {
    /// The place of a player, from 1.
    #[must_use]
    pub fn place(&self, player: PlayerId) -> Option<usize> {
        self.at(player).map(|at| at + 1)
    }

    /// The challenges that are not settled, with their numbers.
    pub fn open(&self) -> impl Iterator<Item = (usize, &Defence)> {
        let numbered = (1..).zip(&self.defences);
        numbered.filter(|(_, one)| one.settled.is_none())
    }

    /// The challenge of a number.
    #[must_use]
    pub fn defence(&self, number: usize) -> Option<&Defence> {
        self.defences.get(number.checked_sub(1)?)
    }

    /// How many places above a player can be challenged.
    #[must_use]
    pub fn reach(&self) -> usize {
        REACH.max(self.places.len() / PART)
    }

    /// Whether a player can challenge another one now. `idle`: the numbers of open challenges that do not count against the
    /// defender.
    ///
    /// # Errors
    /// Why not.
    pub fn may_challenge(
        &self,
        (challenger, defender): (PlayerId, PlayerId),
        now: DateTime<Utc>,
        idle: &[usize],
    ) -> Result<(), ContestRefusal> {
        use ContestRefusal::{Again, Busy, Enough, Flagged, NotIn, NotThere, Open, TooFar};
        let own = self.place(challenger).ok_or(NotIn)?;
        let other = self.place(defender).ok_or(NotThere)?;
        let require = |fulfilled: bool, why| if fulfilled { Ok(()) } else { Err(why) };
        require(other < own && own - other <= self.reach(), TooFar)?;
        let since = days_ago(now, FLAGGED);
        let flagged = self.defences.iter().any(|one| match &one.settled {
            Some((at, Settled::Flag)) => one.defender == challenger && *at > since,
            Some((at, Settled::Missed)) => one.challenger == challenger && *at > since,
            _ => false,
        });
        require(!flagged, Flagged)?;
        let both = [challenger, defender];
        let met = |one: &&Defence| both.contains(&one.challenger) && both.contains(&one.defender);
        let rematch = days_ago(now, REMATCH);
        let both = self.defences.iter().filter(met);
        require(both.clone().all(|one| one.settled.is_some()), Open)?;
        // Whoever takes a challenge back by leaving has to wait as well; it is not kept which of the two has left.
        let mut counted = both.filter(|one| one.game.is_none() || !one.is_void());
        let again = counted.any(|one| one.settled.as_ref().is_some_and(|(at, _)| *at > rematch));
        require(!again, Again)?;
        let own = self.open().filter(|(_, one)| one.challenger == challenger);
        require(own.count() < CHALLENGES, Enough)?;
        let most = if other <= TOP { TOP_DEFENCES } else { 1 };
        let defends = self.open().filter(|(_, one)| one.defender == defender);
        let defends = defends.filter(|(number, _)| !idle.contains(number));
        require(defends.count() < most, Busy)
    }

    /// The challenges of a player whose games have not begun.
    pub fn waiting(&self, player: PlayerId) -> impl Iterator<Item = usize> {
        let own = move |one: &Defence| [one.challenger, one.defender].contains(&player);
        let waiting = self
            .open()
            .filter(move |(_, one)| own(one) && one.game.is_none());
        waiting.map(|(number, _)| number)
    }

    /// A challenge that is accepted, and whose game is to begin: who moves first, and the other one.
    #[must_use]
    pub fn next_game(&self) -> Option<(PlayerId, PlayerId)> {
        let mut accepted = self.open().filter(|(_, one)| one.game.is_none());
        accepted.find_map(|(_, one)| match one.first? {
            true => Some((one.challenger, one.defender)),
            false => Some((one.defender, one.challenger)),
        })
    }

    /// The game of the next challenge that is accepted begins: which of the games of the contest it is, from 1.
    pub(super) fn begun(&mut self, game: usize) {
        let waits =
            |one: &&mut Defence| one.first.is_some() && one.game.is_none() && one.settled.is_none();
        if let Some(one) = self.defences.iter_mut().find(waits) {
            one.game = Some(game);
        }
    }

    /// Those who have done nothing in the ladder for so long that they lose places, if nothing else came from them.
    #[must_use]
    pub fn away(&self, now: DateTime<Utc>) -> Vec<&Place> {
        let since = days_ago(now, AWAY);
        let idle = self.places.iter().filter(|place| place.since <= since);
        idle.collect()
    }

    /// Whether somebody who loses places again is out.
    #[must_use]
    pub const fn is_last_time(place: &Place) -> bool {
        place.lowered >= TIMES
    }

    /// Since when nothing has come from somebody who is away.
    #[must_use]
    pub fn away_since(now: DateTime<Utc>) -> String {
        days_ago(now, AWAY)
    }

    /// Somebody is in it no more.
    pub(super) fn remove(&mut self, player: PlayerId) {
        self.places.retain(|place| place.player != player);
    }

    /// A player is another one now.
    pub(super) fn merge(&mut self, from: PlayerId, into: PlayerId) {
        let defences = self.defences.iter_mut();
        let both = defences.flat_map(|one| [&mut one.challenger, &mut one.defender]);
        let places = self.places.iter_mut().map(|place| &mut place.player);
        both.chain(places)
            .filter(|player| **player == from)
            .for_each(|player| *player = into);
    }

    /// What happens to it.
    pub(super) fn apply(&mut self, act: &LadderAct) {
        match act {
            LadderAct::Join { player, at } => self.places.push(Place {
                player: *player,
                since: at.clone(),
                lowered: 0,
            }),
            LadderAct::Challenge {
                challenger,
                defender,
                at,
                until,
            } => {
                self.touch(*challenger, at);
                self.defences.push(Defence {
                    challenger: *challenger,
                    defender: *defender,
                    since: at.clone(),
                    until: until.clone(),
                    reminded: false,
                    first: None,
                    game: None,
                    settled: None,
                });
            }
            LadderAct::Remind { defence } => {
                if let Some(one) = self.numbered(*defence) {
                    one.reminded = true;
                }
            }
            LadderAct::Accept { defence, first, at } => {
                if let Some(one) = self.numbered(*defence) {
                    one.first = Some(*first);
                    let defender = one.defender;
                    self.touch(defender, at);
                }
            }
            LadderAct::Settle { defence, how, at } => {
                if let Some(one) = self.numbered(*defence) {
                    one.settled = Some((at.clone(), *how));
                    let both = (one.challenger, one.defender);
                    let declined = *how == Settled::Flag && one.game.is_none() && *at < one.until;
                    self.settle(both, *how);
                    if declined {
                        self.touch(both.1, at);
                    }
                }
            }
            LadderAct::Lower { player, at } => {
                if let Some(from) = self.at(*player) {
                    let mut place = self.places.remove(from);
                    let last = self.places.len();
                    place.lowered += 1;
                    place.since.clone_from(at);
                    let to = if place.lowered > 1 {
                        last
                    } else {
                        from + LOWERED
                    };
                    self.places.insert(to.min(last), place);
                }
            }
        }
    }

    /// Moves players after a challenge. The challenger takes the place of the defender, and those between go one down; or the
    /// defender goes below the challenger, who stays.
    fn settle(&mut self, (challenger, defender): (PlayerId, PlayerId), how: Settled) {
        let (Some(below), Some(above)) = (self.at(challenger), self.at(defender)) else {
            return;
        };
        if above > below {
            return;
        }
        match how {
            Settled::Won => self.places[above..=below].rotate_right(1),
            Settled::Flag => self.places[above..=below].rotate_left(1),
            Settled::Held | Settled::Missed | Settled::Void => {}
        }
    }

    fn numbered(&mut self, defence: usize) -> Option<&mut Defence> {
        self.defences.get_mut(defence.checked_sub(1)?)
    }

    fn at(&self, player: PlayerId) -> Option<usize> {
        self.places.iter().position(|place| place.player == player)
    }

    /// A player has done something.
    fn touch(&mut self, player: PlayerId, at: &str) {
        if let Some(place) = self.at(player) {
            at.clone_into(&mut self.places[place].since);
            self.places[place].lowered = 0;
        }
    }
}

fn days_ago(now: DateTime<Utc>, days: i64) -> String {
    let then = now - TimeDelta::days(days);
    then.to_rfc3339_opts(SecondsFormat::Secs, true)
}

#[cfg(test)]
mod tests;

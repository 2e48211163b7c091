//! The last day of a contest: its games that are not over then are decided by adjudicators.

use serde::{Deserialize, Serialize};

use super::Contest;
use super::act::once;
use super::decide::{ContestRefusal, require};
use super::votes::{Case, VOTES, Vote};
use crate::ids::{GameId, PlayerId};
use crate::status::ContestStatus;

/// What has come of the last day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Closing {
    /// When it was over. Nothing that came later counts in the games.
    pub at: String,
    /// The adjudicators who were asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<PlayerId>,
    /// Until when those who were asked last, or the director, have time.
    pub until: String,
    /// Whether nobody else is asked any more, and the director was told.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
    /// The games that were not over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<Case>,
}

/// What happens on the last day of a contest, and after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LastDayAct {
    /// The director brings it to this time.
    Bring(String),
    /// It is over.
    Close {
        /// When it was.
        at: String,
        /// The games that are not over, each with the number that it has for adjudicators.
        cases: Vec<(usize, GameId)>,
        /// The adjudicators who are asked first.
        asked: Vec<PlayerId>,
        /// Until when they have time.
        until: String,
    },
    /// Another game goes on that was not among the cases.
    Open {
        /// The number that it has for adjudicators.
        number: usize,
        /// The game.
        game: GameId,
        /// The adjudicators have time until then at least.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<String>,
    },
    /// Reserves are asked for votes that are missing.
    Ask {
        /// Who.
        players: Vec<PlayerId>,
        /// Until when they have time.
        until: String,
    },
    /// An adjudicator says what the result of a game is to be.
    Vote {
        /// The number of the case.
        case: usize,
        /// Who says what.
        vote: Vote,
    },
    /// Nobody else is asked: the director can decide by this time.
    ByHand(String),
    /// A case is decided, by votes or otherwise.
    Decide(usize),
}

impl Closing {
    /// Of two adjudicators who are one person now, one is asked, and what they have said last counts.
    pub(super) fn merged(&mut self) {
        once(&mut self.asked);
        for case in &mut self.cases {
            let votes = std::mem::take(&mut case.votes);
            votes.into_iter().for_each(|vote| case.take(vote));
        }
    }

    /// All whom it names.
    pub(super) fn players(&mut self) -> impl Iterator<Item = &mut PlayerId> {
        let votes = self.cases.iter_mut().flat_map(|case| &mut case.votes);
        let voters = votes.map(|vote| &mut vote.adjudicator);
        self.asked.iter_mut().chain(voters)
    }
}

impl Contest {
    /// When its last day is over, as far as no outage makes it longer; `None`: it has none.
    #[must_use]
    pub fn last_day(&self) -> Option<&str> {
        let closed = self.closing.as_ref().map(|closing| closing.at.as_str());
        let brought = self.brought.as_deref().or(self.terms.last_day.as_deref());
        closed.or(brought)
    }

    /// Whether outages can still make its last day longer.
    #[must_use]
    pub fn is_extended(&self) -> bool {
        self.closing.is_none() && self.brought.is_none()
    }

    /// Whether what its last day brings about still happens. After the end of the contest it does if games went on again before
    /// the last day was over; if the contest has ended after it, the umpire decides them.
    #[must_use]
    pub fn closes(&self) -> bool {
        let ended = self.corrected.is_some() && self.closing.is_some();
        !ended || self.open_cases().next().is_some()
    }

    /// Its cases that are not decided.
    pub fn open_cases(&self) -> impl Iterator<Item = &Case> {
        let cases = self.closing.iter().flat_map(|closing| &closing.cases);
        cases.filter(|case| !case.decided)
    }

    /// When something is due of what the last day has brought about.
    pub(super) fn due_of_cases(&self) -> Option<&str> {
        let closing = self.closing.as_ref();
        match closing {
            None => self.last_day(),
            Some(closing) if closing.asked.is_empty() => None,
            Some(closing) => self.open_cases().next().map(|_| closing.until.as_str()),
        }
    }

    /// The adjudicators who were not asked, in order.
    pub fn reserve_adjudicators(&self) -> impl Iterator<Item = PlayerId> {
        let asked = self
            .closing
            .as_ref()
            .map_or(&[][..], |closing| &closing.asked);
        let all = self.adjudicators.iter().copied();
        all.filter(move |player| !asked.contains(player))
    }

    /// Follows what has happened.
    pub(super) fn follow_last_day(&mut self, act: &LastDayAct) {
        if let LastDayAct::Bring(at) = act {
            self.brought = Some(at.clone());
        }
        if let LastDayAct::Close {
            at,
            cases,
            asked,
            until,
        } = act
        {
            self.closing = Some(Closing {
                at: at.clone(),
                asked: asked.clone(),
                until: until.clone(),
                by_hand: false,
                cases: cases
                    .iter()
                    .map(|(number, game)| Case::new(*number, *game))
                    .collect(),
            });
        }
        let Some(closing) = &mut self.closing else {
            return;
        };
        let mut cases = closing.cases.iter_mut();
        match act {
            LastDayAct::Bring(_) | LastDayAct::Close { .. } => {}
            LastDayAct::Open {
                number,
                game,
                until,
            } => {
                closing.cases.push(Case::new(*number, *game));
                let later = until.as_ref().filter(|until| **until > closing.until);
                closing.until = later.unwrap_or(&closing.until).clone();
            }
            LastDayAct::Ask { players, until } => {
                closing.asked.extend(players);
                closing.until.clone_from(until);
            }
            LastDayAct::Vote { case, vote } => {
                if let Some(case) = cases.find(|one| one.number == *case) {
                    case.take(vote.clone());
                }
            }
            LastDayAct::ByHand(until) => {
                closing.by_hand = true;
                closing.until.clone_from(until);
            }
            LastDayAct::Decide(number) => {
                if let Some(case) = cases.find(|one| one.number == *number) {
                    case.decided = true;
                }
            }
        }
    }
}

/// Decides about what is wanted of the last day of a contest.
pub(super) fn decide(contest: &Contest, act: &LastDayAct) -> Result<(), ContestRefusal> {
    use ContestRefusal::{NoCase, NoLastDay, NotIn, Over};
    let ends = contest.terms.last_day.is_some() || !contest.adjudicators.is_empty();
    require(ends, NoLastDay)?;
    let plays = contest.status == ContestStatus::Playing && contest.closes();
    require(plays, Over)?;
    let find = |number: &usize| contest.open_cases().find(|one| one.number == *number);
    let closing = contest.closing.as_ref();
    match act {
        LastDayAct::Bring(at) => {
            let earlier = contest.last_day().is_none_or(|end| at.as_str() < end);
            require(contest.corrected.is_none(), Over)?;
            require(
                closing.is_none() && contest.brought.is_none() && earlier,
                Over,
            )
        }
        LastDayAct::Close { .. } => require(closing.is_none() && contest.is_told(), Over),
        LastDayAct::Open { number, game, .. } => {
            let cases = &closing.ok_or(Over)?.cases;
            let known = |case: &Case| case.number == *number || !case.decided && case.game == *game;
            require(!cases.iter().any(known), Over)
        }
        LastDayAct::Ask { players, .. } => {
            closing.ok_or(Over)?;
            let reserves: Vec<PlayerId> = contest.reserve_adjudicators().collect();
            require(players.iter().all(|one| reserves.contains(one)), NotIn)
        }
        LastDayAct::ByHand(_) => require(closing.is_some_and(|one| !one.by_hand), Over),
        LastDayAct::Vote { case, vote } => {
            let asked = &closing.ok_or(NoCase)?.asked;
            require(asked.contains(&vote.adjudicator), NoCase)?;
            let case = find(case).ok_or(NoCase)?;
            let mut votes = case.votes.iter();
            let again = votes.any(|one| one.adjudicator == vote.adjudicator);
            require(again || case.votes.len() < VOTES, NoCase)
        }
        LastDayAct::Decide(case) => find(case).map(|_| ()).ok_or(NoCase),
    }
}

#[cfg(test)]
mod tests;

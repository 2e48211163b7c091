//! What captains have done before: nobody is to be asked again and again whether they play in a team.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use chrono::TimeDelta;

use crate::contests::{Contest, ContestAct, TeamAct};
use crate::ids::PlayerId;
use crate::meeting::log::Entry;
use crate::office::load::mailboxes::People;
use crate::office::{Draft, stamp};
use crate::store::LogOf;

/// A captain can name so many teams for an event in a day: all their players are asked.
const MOST_NAMED: usize = 3;
/// Whoever has said no to a captain so often is not asked again by them in the same event.
const MOST_REFUSED: usize = 2;

/// What is known of the teams that a captain has named for an event.
#[derive(Default)]
pub(super) struct Named {
    /// How many in the last day.
    today: usize,
    /// How often players have said no, or could not play.
    refused: BTreeMap<PlayerId, usize>,
    /// Whether there is a team that they have named under another account.
    pub twin: bool,
}

impl Named {
    /// Whether the captain has named enough teams for one day.
    pub const fn is_enough(&self) -> bool {
        self.today >= MOST_NAMED
    }

    /// Whether a player is not asked by this captain again.
    pub fn has_refused(&self, player: PlayerId) -> bool {
        let times = self.refused.get(&player);
        times.is_some_and(|times| *times >= MOST_REFUSED)
    }
}

impl Draft<'_> {
    /// What has come of the teams that a captain has named, under any of their accounts.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn named_before(&self, contest: &Contest, captain: PlayerId) -> Result<Named> {
        let people = People::of(self.store)?;
        let since = stamp(self.office.now() - TimeDelta::days(1));
        let own = |other: PlayerId| people.person(other) == people.person(captain);
        let mut named = Named {
            twin: contest
                .teams
                .iter()
                .any(|team| team.captain != captain && own(team.captain)),
            ..Named::default()
        };
        let mut teams = BTreeSet::new();
        for row in self.store.acts(LogOf::Contest(contest.id))? {
            let act = serde_json::from_str::<Entry<Contest, ContestAct>>(&row.act);
            match act {
                Ok(Entry::Act(ContestAct::Team(TeamAct::Name(team)))) if own(team.captain) => {
                    named.today += usize::from(row.at > since);
                    teams.insert(team.name);
                }
                Ok(Entry::Act(ContestAct::Team(TeamAct::Name(team)))) => {
                    teams.remove(&team.name);
                }
                Ok(Entry::Act(ContestAct::Team(TeamAct::Drop {
                    team,
                    who: Some(who),
                }))) if teams.contains(&team) && !own(who) => {
                    *named.refused.entry(who).or_default() += 1;
                }
                _ => {}
            }
        }
        Ok(named)
    }
}

//! Teams that play on several boards, and how they enter.
//!
//! Players are numbered team by team, board by board, so that a game is a pairing of two numbers as in every other contest.

use serde::{Deserialize, Serialize};

use super::decide::require;
use super::{Contest, ContestAct, ContestConcluded, ContestKind, ContestRefusal, Entrant};
use crate::ids::PlayerId;
use crate::meeting::Concluded;
use crate::status::ContestStatus;

pub mod table;

pub use table::{by_boards, pairings};

/// A team of a contest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Team {
    /// Its name.
    pub name: String,
    /// Who has named it; they need not play.
    pub captain: PlayerId,
    /// Who plays: by boards when the contest has begun, and before as the captain has named them.
    pub players: Vec<PlayerId>,
    /// Who can take the place of one of them, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reserves: Vec<PlayerId>,
    /// Who has not agreed yet. When all have, the team has entered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<PlayerId>,
    /// Until when they can agree.
    pub until: String,
}

impl Team {
    /// All whom the captain has named.
    pub fn members(&self) -> impl Iterator<Item = PlayerId> + '_ {
        self.players.iter().chain(&self.reserves).copied()
    }

    /// Whether it waits for somebody to agree.
    #[must_use]
    pub const fn waits(&self) -> bool {
        !self.open.is_empty()
    }

    /// All whose numbers are in it.
    pub(super) fn players_mut(&mut self) -> impl Iterator<Item = &mut PlayerId> {
        let named = self.players.iter_mut().chain(&mut self.reserves);
        named.chain(&mut self.open).chain([&mut self.captain])
    }

    fn concerns(&self, player: PlayerId) -> bool {
        self.captain == player || self.members().any(|one| one == player)
    }
}

/// What is wanted of teams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TeamRequest {
    /// To let a team enter when all have agreed.
    Name {
        /// The team.
        team: Team,
        /// Whether the captain has said yes to what that means.
        agreed: bool,
    },
    /// To play in the team by which one was named.
    Join(PlayerId),
    /// To let nothing come of the team by which one was named.
    Refuse(PlayerId),
    /// To let somebody play whose entry waits for the umpire, by the umpire.
    LetIn(PlayerId),
    /// To wait no more for those of a team who have not agreed.
    Lapse(String),
}

/// What happens to teams.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TeamAct {
    /// A captain names a team.
    Name(Team),
    /// A player agrees to play in the team by which they were named. With the last one the team enters.
    Join(PlayerId),
    /// Nothing comes of a team.
    Drop {
        /// Its name.
        team: String,
        /// Who does not play, or the captain; `None`: the time was over in which they could agree.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<PlayerId>,
    },
}

impl Contest {
    /// The team of a player, or the one by which they are named.
    #[must_use]
    pub fn team_of(&self, player: PlayerId) -> Option<&Team> {
        let mut teams = self.teams.iter();
        teams.find(|team| team.members().any(|one| one == player))
    }

    /// The team and the board of a number when it has begun.
    #[must_use]
    pub fn board(&self, number: usize) -> Option<(&Team, usize)> {
        let (at, boards) = (number.checked_sub(1)?, self.terms.boards?);
        Some((self.teams.get(at / boards)?, at % boards + 1))
    }

    /// Those who wait for the place of a player, in order: in a contest of teams those of the same team.
    #[must_use]
    pub fn reserves_for(&self, player: PlayerId) -> Vec<PlayerId> {
        let own = |reserve: &&PlayerId| match self.terms.kind {
            ContestKind::Teams => {
                let team = self.team_of(player);
                team.is_some_and(|team| team.reserves.contains(reserve))
            }
            _ => true,
        };
        self.reserves.iter().filter(own).copied().collect()
    }

    /// How many have entered, of as many as there are places: players, or teams.
    #[must_use]
    pub fn entered(&self) -> usize {
        match self.terms.kind {
            ContestKind::Teams => self.teams.iter().filter(|team| !team.waits()).count(),
            _ => self.entrants.len(),
        }
    }

    pub(super) fn follow_teams(&mut self, act: &TeamAct) {
        match act {
            TeamAct::Name(team) => self.teams.push(team.clone()),
            TeamAct::Join(player) => {
                self.held.retain(|one| one != player);
                let mut teams = self.teams.iter_mut();
                if let Some(team) = teams.find(|team| team.open.contains(player)) {
                    team.open.retain(|one| one != player);
                    if !team.waits() {
                        let players = team.players.iter().copied();
                        self.entrants.extend(players.map(Entrant::new));
                        self.reserves.extend(&team.reserves);
                    }
                }
            }
            TeamAct::Drop { team: name, .. } => {
                let mut teams = self.teams.iter();
                if let Some(at) = teams.position(|team| team.name == *name) {
                    let gone: Vec<PlayerId> = self.teams.remove(at).members().collect();
                    self.entrants.retain(|one| !gone.contains(&one.player));
                    self.reserves.retain(|one| !gone.contains(one));
                    self.held.retain(|one| !gone.contains(one));
                }
            }
        }
    }

    /// Puts the teams and their players in the order that was drawn.
    pub(super) fn number_teams(&mut self, order: &[PlayerId]) {
        let Some(boards) = self.terms.boards else {
            return;
        };
        let drawn = order.chunks(boards).filter_map(|players| {
            let team = self.team_of(*players.first()?)?.clone();
            let players = players.to_vec();
            Some(Team { players, ..team })
        });
        self.teams = drawn.collect();
    }

    /// Lets a reserve of a team play, or another player.
    pub(super) fn put_in_team(&mut self, from: Option<PlayerId>, by: PlayerId) {
        for team in &mut self.teams {
            let at = team.players.iter().position(|one| Some(*one) == from);
            match at {
                Some(at) => team.players[at] = by,
                None if from.is_none() && team.reserves.contains(&by) => team.players.push(by),
                None => {}
            }
            team.reserves.retain(|one| *one != by);
        }
    }

    /// Takes a player out of their team before it begins.
    pub(super) fn take_out_of_team(&mut self, player: PlayerId) {
        for team in &mut self.teams {
            team.players.retain(|one| *one != player);
            team.reserves.retain(|one| *one != player);
        }
    }
}

pub(super) fn decide(
    contest: &Contest,
    request: &TeamRequest,
) -> Result<ContestConcluded, ContestRefusal> {
    use ContestRefusal::{AlreadyIn, Full, NamedTeam, NoTeams, NotAsked, NotOpen};
    require(contest.terms.kind == ContestKind::Teams, NoTeams)?;
    require(contest.status == ContestStatus::Entries, NotOpen)?;
    let asked = |player: &PlayerId| contest.teams.iter().any(|team| team.open.contains(player));
    let act = match request {
        TeamRequest::Name { team, agreed } => {
            let mut teams = contest.teams.iter();
            require(teams.all(|one| one.captain != team.captain), NamedTeam)?;
            let taken = |player: PlayerId| {
                contest.team_of(player).is_some() || contest.adjudicators.contains(&player)
            };
            require(!team.members().any(taken), AlreadyIn)?;
            // A team that waits has no place: nobody keeps others out with players who do not answer.
            require(contest.entered() < contest.terms.places, Full)?;
            if !agreed {
                return Ok(Concluded::Ask(()));
            }
            TeamAct::Name(team.clone())
        }
        TeamRequest::Join(player) => {
            require(asked(player) && !contest.held.contains(player), NotAsked)?;
            return Ok(Concluded::Done(joined(contest, *player)));
        }
        TeamRequest::Refuse(player) => {
            let mut teams = contest.teams.iter();
            // Whoever says no may have named a team, too, which is another one.
            let team = teams.find(|team| team.open.contains(player));
            TeamAct::Drop {
                team: team.ok_or(NotAsked)?.name.clone(),
                who: Some(*player),
            }
        }
        TeamRequest::LetIn(player) => {
            require(asked(player) && contest.held.contains(player), NotAsked)?;
            return Ok(Concluded::Done(joined(contest, *player)));
        }
        TeamRequest::Lapse(name) => {
            let mut teams = contest.teams.iter();
            require(
                teams.any(|team| team.name == *name && team.waits()),
                NotAsked,
            )?;
            TeamAct::Drop {
                team: name.clone(),
                who: None,
            }
        }
    };
    Ok(Concluded::Done(vec![ContestAct::Team(act)]))
}

/// A player agrees to play in the team that waits for them. If it takes the last place, nothing comes of the other teams that wait.
fn joined(contest: &Contest, player: PlayerId) -> Vec<ContestAct> {
    let join = ContestAct::Team(TeamAct::Join(player));
    let after = contest.after(std::slice::from_ref(&join));
    let full = after.entered() >= after.terms.places;
    let others = lapsed(&after).filter(|_| full);
    [join].into_iter().chain(others).collect()
}

/// What comes of it if somebody does not want to play before it begins; `None`: they are in no team. `agreed`: they are taken
/// out, and have not asked for it.
pub(super) fn withdraw(
    contest: &Contest,
    player: PlayerId,
    agreed: bool,
) -> Result<Option<Vec<ContestAct>>, ContestRefusal> {
    let drop = |team: &Team| {
        ContestAct::Team(TeamAct::Drop {
            team: team.name.clone(),
            who: Some(player),
        })
    };
    let mut teams = contest.teams.iter();
    if let Some(team) = teams.find(|team| team.waits() && team.concerns(player)) {
        return Ok(Some(vec![drop(team)]));
    }
    let Some(team) = contest.team_of(player) else {
        return Ok(None);
    };
    require(agreed, ContestRefusal::Irrevocable)?;
    let back = ContestAct::TakeBack(player);
    Ok(Some(match team.reserves.first() {
        _ if team.reserves.contains(&player) => vec![back],
        Some(reserve) => vec![back, ContestAct::Promote(*reserve)],
        None => vec![drop(team)],
    }))
}

/// The teams that wait for somebody to agree: nothing comes of them when it begins, or is full.
pub(super) fn lapsed(contest: &Contest) -> impl Iterator<Item = ContestAct> + '_ {
    let waiting = contest.teams.iter().filter(|team| team.waits());
    waiting.map(|team| {
        ContestAct::Team(TeamAct::Drop {
            team: team.name.clone(),
            who: None,
        })
    })
}

#[cfg(test)]
mod tests;

//! A contest as a plain value, and what may happen to it.

use serde::{Deserialize, Serialize};

use super::berger::{self, Pairing};
use super::table::Tie;
use crate::ids::{ContestId, PlayerId};
use crate::meeting::{GameTerms, log::Logged};
use crate::status::ContestStatus;

/// An event of several games: everybody plays everybody else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contest {
    /// Its number, which no other contest has.
    pub id: ContestId,
    /// How often it was written; 0: it is not stored yet.
    #[serde(skip)]
    pub revision: i64,
    /// Its name, by which players write of it.
    pub name: String,
    /// How far it is.
    pub status: ContestStatus,
    /// What was announced. It never changes.
    pub terms: ContestTerms,
    /// Who has entered it, in the order of their entries. Those who left before it began are not among them.
    pub entrants: Vec<Entrant>,
    /// The players by the numbers that they have drawn; empty before it has begun.
    pub order: Vec<PlayerId>,
    /// Whether the players have got the letter with their games.
    pub told: bool,
    /// Why it was called off.
    pub reason: Option<String>,
}

/// What a contest is played by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContestTerms {
    /// What each game is played by.
    pub game: GameTerms,
    /// Whether everybody meets everybody else twice, once with each side.
    #[serde(default)]
    pub double: bool,
    /// So many can enter.
    pub places: usize,
    /// It begins at this time, if enough have entered by then; `None`: when it is full, or when the director says so.
    #[serde(default)]
    pub starts_at: Option<String>,
    /// What decides between players with as many points, in order.
    pub ties: Vec<Tie>,
}

/// Somebody who has entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// Who.
    pub player: PlayerId,
    /// They have asked to leave after it had begun, and are out from then on without the director's word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaves_at: Option<String>,
    /// They are out; `true`: none of their results counts in the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<bool>,
}

/// What happens to a contest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContestAct {
    /// It is announced.
    Announce,
    /// A player enters it.
    Enter(PlayerId),
    /// A player takes their entry back before it begins.
    TakeBack(PlayerId),
    /// It begins: the players by the numbers that they have drawn.
    Start(Vec<PlayerId>),
    /// All games are begun, and the players get the letters with them.
    Tell,
    /// A player asks to leave; they are out from `until` on.
    Withdraw {
        /// Who.
        player: PlayerId,
        /// From when on.
        until: String,
    },
    /// A player is out.
    Depart {
        /// Who.
        player: PlayerId,
        /// Whether none of their results counts in the table: fewer than half of their games were over.
        struck: bool,
    },
    /// A player becomes another one, who has not entered.
    Merge {
        /// Who was entered.
        from: PlayerId,
        /// Who that is now.
        into: PlayerId,
    },
    /// All games are over.
    End,
    /// It is called off.
    Cancel(String),
}

impl Contest {
    /// The fewest who can play it.
    pub const FEWEST: usize = 3;
    /// The most.
    pub const MOST: usize = 16;

    /// It after what has happened.
    #[must_use]
    pub fn after(&self, acts: &[ContestAct]) -> Self {
        let mut contest = self.clone();
        for act in acts {
            contest.apply(act, "", "");
        }
        contest
    }

    /// Who has entered it under this number.
    #[must_use]
    pub fn entrant(&self, player: PlayerId) -> Option<&Entrant> {
        self.entrants.iter().find(|one| one.player == player)
    }

    /// Its games, in the order in which they are begun; none before it has begun.
    #[must_use]
    pub fn pairings(&self) -> Vec<Pairing> {
        berger::pairings(self.order.len(), self.terms.double)
    }

    /// The players of a game, in playing order.
    #[must_use]
    pub fn players(&self, pairing: &Pairing) -> Option<[PlayerId; 2]> {
        let player = |number: usize| self.order.get(number.checked_sub(1)?).copied();
        Some([player(pairing.first)?, player(pairing.second)?])
    }

    /// When something is due next that no game and no mail brings about.
    #[must_use]
    pub fn due(&self) -> Option<&str> {
        match self.status {
            ContestStatus::Entries => self.terms.starts_at.as_deref(),
            ContestStatus::Playing => {
                let going = self.entrants.iter().filter(|one| one.left.is_none());
                going.filter_map(|one| one.leaves_at.as_deref()).min()
            }
            ContestStatus::Ended | ContestStatus::Cancelled => None,
        }
    }
}

impl Logged for Contest {
    type Act = ContestAct;

    fn apply(&mut self, act: &ContestAct, _: &str, _: &str) {
        let mut entrants = self.entrants.iter_mut();
        match act {
            ContestAct::Announce => {}
            ContestAct::Enter(player) => self.entrants.push(Entrant {
                player: *player,
                leaves_at: None,
                left: None,
            }),
            ContestAct::TakeBack(player) => self.entrants.retain(|one| one.player != *player),
            ContestAct::Start(order) => {
                self.status = ContestStatus::Playing;
                self.order.clone_from(order);
                self.entrants.retain(|one| order.contains(&one.player));
            }
            ContestAct::Tell => self.told = true,
            ContestAct::Withdraw { player, until } => {
                if let Some(one) = entrants.find(|one| one.player == *player) {
                    one.leaves_at = Some(until.clone());
                }
            }
            ContestAct::Depart { player, struck } => {
                if let Some(one) = entrants.find(|one| one.player == *player) {
                    one.left = Some(*struck);
                }
            }
            ContestAct::Merge { from, into } => {
                let entrants = entrants.map(|one| &mut one.player);
                for player in entrants.chain(&mut self.order).filter(|one| **one == *from) {
                    *player = *into;
                }
            }
            ContestAct::End => self.status = ContestStatus::Ended,
            ContestAct::Cancel(reason) => {
                self.status = ContestStatus::Cancelled;
                self.reason = Some(reason.clone());
            }
        }
    }
}

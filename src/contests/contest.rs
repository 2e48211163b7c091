//! A contest as a plain value.

use serde::{Deserialize, Serialize};

use super::act::ContestAct;
use super::berger::{self, Pairing};
use super::ladder::Ladder;
use super::last_day::Closing;
use super::teams::{self, Team};
use super::terms::{ContestKind, ContestTerms};
use crate::ids::{ContestId, GameId, PlayerId};
use crate::meeting::log::Logged;
use crate::status::ContestStatus;

/// A round of a contest that is played round by round. Players are named by the numbers that they have drawn, from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// Who plays whom, each game in playing order.
    pub games: Vec<Vec<usize>>,
    /// Who has no game, and plays on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<usize>,
    /// The players of each group, in which everybody plays everybody else; of a final, all who play it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Vec<usize>>,
    /// The next round begins at this time at the latest; games that are not over then are draws for its pairing alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// The program that has paired it; `None`: the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Whether it is played with less time, by those whose match in the round before was level.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub faster: bool,
}

impl Round {
    /// Whether a player is in it.
    #[must_use]
    pub fn has(&self, player: usize) -> bool {
        self.byes.contains(&player) || self.games.iter().any(|game| game.contains(&player))
    }
}

/// An event of several games.
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
    /// Who takes a place that gets free, in the order in which they have asked for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reserves: Vec<PlayerId>,
    /// Whose entry waits for the umpire: they may have another one under another name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<PlayerId>,
    /// The players by the numbers that they have drawn, or as they are seeded; empty before it has begun.
    pub order: Vec<PlayerId>,
    /// The rounds so far, if it is played round by round.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<Round>,
    /// Whether the players have got the letter with their games, those of the last round.
    pub told: bool,
    /// So many of those who get such a letter have it, while not all do; when all games are told, of those who get the letter
    /// about the end.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub letters: usize,
    /// Who has taken the place of whom, while the games that begin anew are not told yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub renewals: Vec<Renewal>,
    /// Games that have ended without a result because they begin anew.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub void: Vec<GameId>,
    /// The game whose result was changed last after the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrected: Option<GameId>,
    /// The round that the program for it could not pair: it waits for the director.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unpaired: Option<usize>,
    /// Whether the server pairs the next round instead of the program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub simple: bool,
    /// Players who direct it by mail.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub directors: Vec<PlayerId>,
    /// Players who are not in it and get letters about its rounds and its end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub followers: Vec<PlayerId>,
    /// Members who decide games that are not over on its last day: so many as votes are needed first, and then reserves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub adjudicators: Vec<PlayerId>,
    /// The director has brought its last day to this time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brought: Option<String>,
    /// What has come of its last day, when it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closing: Option<Closing>,
    /// Why it was called off.
    pub reason: Option<String>,
    /// Whether it is called off, and letters about that, or about games that had begun before, are still to be written.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untold: bool,
    /// The places of a ladder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ladder: Option<Ladder>,
    /// The teams, in the order of their entries, and as they are drawn when it has begun.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<Team>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Somebody who has entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// Who.
    pub player: PlayerId,
    /// Their rating when it began, where that breaks ties.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u32>,
    /// They have asked to leave after it had begun, and are out from then on without the director's word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaves_at: Option<String>,
    /// They have left; `true`: none of their results counts in the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<bool>,
    /// They are out because of their results.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub beaten: bool,
    /// Until when somebody else can take their place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offered: Option<String>,
    /// Until when they cannot enter any event, since they have left this one without a word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub barred: Option<String>,
}

/// A place that another player has taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Renewal {
    /// Who has left.
    pub from: PlayerId,
    /// Who plays in their place.
    pub by: PlayerId,
    /// The games that have ended without a result, and begin anew.
    pub games: Vec<GameId>,
    /// Why, in the umpire's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Entrant {
    /// Somebody who has just entered.
    #[must_use]
    pub fn new(player: PlayerId) -> Self {
        Self {
            player,
            rating: None,
            leaves_at: None,
            left: None,
            beaten: false,
            offered: None,
            barred: None,
        }
    }

    /// Whether they are still in it.
    #[must_use]
    pub fn is_in(&self) -> bool {
        self.left.is_none() && !self.beaten
    }
}

impl Contest {
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

    /// Whether a player directs it now: the rights of directors end with it.
    #[must_use]
    pub fn is_directed_by(&self, player: PlayerId) -> bool {
        let goes_on = matches!(self.status, ContestStatus::Entries | ContestStatus::Playing);
        goes_on && self.corrected.is_none() && self.directors.contains(&player)
    }

    /// Its games, in the order in which they are begun; none before it has begun.
    #[must_use]
    pub fn pairings(&self) -> Vec<Pairing> {
        if let Some(boards) = self.terms.boards {
            return teams::pairings(self.order.len() / boards, boards, self.terms.double);
        }
        if !self.terms.has_rounds() {
            return berger::pairings(self.order.len(), self.terms.double);
        }
        let rounds = (1..).zip(&self.rounds);
        let games = rounds.flat_map(|(round, of)| of.games.iter().map(move |game| (round, game)));
        let games = games.map(|(round, players)| Pairing {
            round,
            players: players.clone(),
        });
        games.collect()
    }

    /// Until when its present round goes on at the latest if a further one is to follow.
    #[must_use]
    pub fn round_until(&self) -> Option<&str> {
        self.rounds.last()?.until.as_deref()
    }

    /// Who has drawn a number.
    #[must_use]
    pub fn player(&self, number: usize) -> Option<PlayerId> {
        self.order.get(number.checked_sub(1)?).copied()
    }

    /// The number that a player has drawn.
    #[must_use]
    pub fn number(&self, player: PlayerId) -> Option<usize> {
        let at = self.order.iter().position(|one| *one == player);
        at.map(|at| at + 1)
    }

    /// The group of a player in the last round, from 1; 0: in the final of groups.
    #[must_use]
    pub fn group(&self, player: PlayerId) -> Option<usize> {
        let (round, number) = self.rounds.last().zip(self.number(player))?;
        let group = round
            .groups
            .iter()
            .position(|group| group.contains(&number))?;
        Some(if self.rounds.len() > 1 { 0 } else { group + 1 })
    }

    /// The group of a game, as of a player.
    #[must_use]
    pub fn group_of(&self, pairing: &Pairing) -> Option<usize> {
        let round = self.rounds.get(pairing.round.checked_sub(1)?)?;
        let first = pairing.players.first()?;
        let group = round
            .groups
            .iter()
            .position(|group| group.contains(first))?;
        Some(if pairing.round > 1 { 0 } else { group + 1 })
    }

    /// Whether another program pairs its next round.
    #[must_use]
    pub const fn is_paired_by_program(&self) -> bool {
        self.terms.pairing.is_some() && !self.simple
    }

    /// Whether none of the results counts of somebody who leaves after so many of their games are over.
    #[must_use]
    pub fn strikes(&self, over: usize, games: usize) -> bool {
        self.terms.kind == ContestKind::RoundRobin && 2 * over < games
    }

    /// Whether a player has entered it, or is on one of the lists of those who want to.
    #[must_use]
    pub fn lists(&self, player: PlayerId) -> bool {
        self.entrant(player).is_some() || self.waits(player)
    }

    /// Whether a player is a reserve, named by a team, or their entry waits for the umpire.
    #[must_use]
    pub fn waits(&self, player: PlayerId) -> bool {
        let mut teams = self.teams.iter().filter(|team| team.waits());
        let named = teams.any(|team| team.members().any(|one| one == player));
        named || self.reserves.contains(&player) || self.held.contains(&player)
    }

    /// Whether all games that it has so far are begun, and the players have got the letters with them.
    #[must_use]
    pub fn is_told(&self) -> bool {
        self.told || self.terms.has_rounds() && self.rounds.is_empty()
    }

    /// Whether a player is out because of results.
    #[must_use]
    pub fn is_beaten(&self, number: usize) -> bool {
        let player = self.player(number);
        let entrant = player.and_then(|player| self.entrant(player));
        entrant.is_some_and(|one| one.beaten)
    }

    /// The numbers of those who can be in a further round: they are not out, and have not asked to leave.
    #[must_use]
    pub fn staying(&self) -> Vec<usize> {
        let stays = |player: &PlayerId| {
            let entrant = self.entrant(*player);
            entrant.is_some_and(|one| one.is_in() && one.leaves_at.is_none())
        };
        let numbered = (1..).zip(&self.order);
        let staying = numbered.filter(|(_, player)| stays(player));
        staying.map(|(number, _)| number).collect()
    }

    /// Whether somebody else can still take the place of a player: no later round has begun.
    #[must_use]
    pub fn replaces(&self) -> bool {
        let rounds = self.rounds.len();
        // Before its first round there are no games that could begin anew.
        let begun = rounds == 1 || !self.terms.has_rounds();
        let early = begun && self.ladder.is_none() && self.closing.is_none();
        let told = self.is_told() || !self.renewals.is_empty();
        told && early && self.corrected.is_none()
    }

    /// Those who leave, and whose place somebody else could take at a time.
    #[must_use]
    pub fn offered(&self, at: &str) -> Vec<PlayerId> {
        let offered = |one: &&Entrant| {
            let until = one.offered.as_deref();
            one.is_in() && until.is_some_and(|until| until > at)
        };
        let entrants = self.entrants.iter().filter(offered);
        entrants.map(|one| one.player).collect()
    }

    /// The players of a game, in playing order.
    #[must_use]
    pub fn players(&self, pairing: &Pairing) -> Option<Vec<PlayerId>> {
        let players = pairing.players.iter();
        players.map(|number| self.player(*number)).collect()
    }

    /// When something is due next that no game and no mail brings about.
    #[must_use]
    pub fn due(&self) -> Option<&str> {
        match self.status {
            ContestStatus::Entries => {
                let teams = self.teams.iter().filter(|team| team.waits());
                let teams = teams.map(|team| team.until.as_str());
                self.terms
                    .starts_at
                    .as_deref()
                    .into_iter()
                    .chain(teams)
                    .min()
            }
            ContestStatus::Playing => {
                let going = self.entrants.iter().filter(|one| one.is_in());
                // A ladder is left when the last game is over, which lets it be looked at.
                let leaves = self.ladder.is_none() && self.corrected.is_none();
                let closes = self.due_of_cases().filter(|_| self.closes());
                // After the last day nobody is let go, and no round begins.
                let leaves = leaves && self.closing.is_none();
                let going = going.filter(|_| leaves);
                let leave = going.filter_map(|one| one.leaves_at.as_deref());
                let open = self.ladder.iter().flat_map(Ladder::open);
                let open = open.filter(|(_, one)| one.first.is_none());

                let open = open.map(|(_, one)| one.until.as_str());
                let round = self.round_until().filter(|_| leaves);
                leave.chain(open).chain(round).chain(closes).min()
            }
            ContestStatus::Ended | ContestStatus::Cancelled => None,
        }
    }
}

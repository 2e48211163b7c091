//! A contest as a plain value, and what may happen to it.

use serde::{Deserialize, Serialize};

use super::berger::{self, Pairing};
use super::ladder::{Ladder, LadderAct};
use super::table::Tie;
use crate::ids::{ContestId, GameId, PlayerId};
use crate::meeting::{GameTerms, log::Logged};
use crate::status::ContestStatus;

/// Who plays whom in a contest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContestKind {
    /// Everybody plays everybody else, and all games begin at once.
    #[default]
    RoundRobin,
    /// Round by round: who loses a match is out.
    KnockOut,
    /// Round by round: players with about as many points meet, nobody twice.
    Swiss,
    /// Round by round: whoever has lost too much is out.
    Dropout,
    /// Without end: players challenge those who are a little above them. Each game is a round of its own.
    Ladder,
    /// Round by round, for games of four: players with about as many points sit at a table, as few as can be once more.
    Tables,
}

impl ContestKind {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::RoundRobin,
        Self::KnockOut,
        Self::Swiss,
        Self::Dropout,
        Self::Ladder,
        Self::Tables,
    ];

    /// Its word on the command line and in `--json`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::KnockOut => "knock-out",
            Self::Swiss => "swiss",
            Self::Dropout => "dropout",
            Self::Ladder => "ladder",
            Self::Tables => "tables",
        }
    }

    /// The most players. In a round robin everybody has a game with each of them at once.
    #[must_use]
    pub const fn most(self) -> usize {
        match self {
            Self::RoundRobin => 16,
            Self::KnockOut | Self::Swiss | Self::Dropout | Self::Tables => 64,
            Self::Ladder => 500,
        }
    }

    /// How many play a game of it.
    #[must_use]
    pub const fn seats(self) -> usize {
        match self {
            Self::Tables => 4,
            Self::RoundRobin | Self::KnockOut | Self::Swiss | Self::Dropout | Self::Ladder => 2,
        }
    }

    /// The fewest players.
    #[must_use]
    pub const fn fewest(self) -> usize {
        match self {
            Self::Tables => 4,
            Self::RoundRobin | Self::KnockOut | Self::Swiss | Self::Dropout | Self::Ladder => 3,
        }
    }

    /// What breaks ties if nothing else is said; where players go out, those who do so at the same time share a place.
    #[must_use]
    pub const fn ties(self) -> &'static [Tie] {
        use Tie::{Black, Buchholz, Direct, SonnebornBerger, Wins};
        match self {
            Self::RoundRobin => &[Direct, SonnebornBerger, Wins, Black],
            Self::Swiss => &[Buchholz, Direct, SonnebornBerger, Wins, Black],
            Self::Tables => &[Wins, Buchholz],
            Self::KnockOut | Self::Dropout | Self::Ladder => &[],
        }
    }

    /// Whether a player may be out before the last round.
    #[must_use]
    pub const fn puts_out(self) -> bool {
        matches!(self, Self::KnockOut | Self::Dropout)
    }
}

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
    /// So many of those who get such a letter have it, while not all do.
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
    /// Players who direct it by mail.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub directors: Vec<PlayerId>,
    /// Why it was called off.
    pub reason: Option<String>,
    /// The places of a ladder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ladder: Option<Ladder>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// What a contest is played by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContestTerms {
    /// What each game is played by.
    pub game: GameTerms,
    /// Who plays whom.
    #[serde(default)]
    pub kind: ContestKind,
    /// Whether everybody meets everybody else twice, once with each side; in a round robin.
    #[serde(default)]
    pub double: bool,
    /// In how many groups a round robin is played, the first ones of which play a final.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub groups: Option<usize>,
    /// The names of the seats in playing order, of a game with more than two.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<String>,
    /// How many rounds a Swiss event has at most, and one of tables has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<usize>,
    /// After so many days the next round of a Swiss event, or of tables, begins at the latest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round_days: Option<u16>,
    /// The terms of time of the games that decide a level match of a knock-out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faster: Option<String>,
    /// So many can enter.
    pub places: usize,
    /// It begins at this time, if enough have entered by then; `None`: when it is full, or when the director says so.
    #[serde(default)]
    pub starts_at: Option<String>,
    /// What decides between players with as many points, in order.
    pub ties: Vec<Tie>,
    /// Only players with at least this rating can enter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_from: Option<i64>,
    /// Only players with a lower rating can enter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_below: Option<i64>,
}

impl ContestTerms {
    /// Whether only players with some ratings can enter.
    #[must_use]
    pub const fn has_rating_limits(&self) -> bool {
        self.rating_from.is_some() || self.rating_below.is_some()
    }

    /// Whether somebody with this rating can enter.
    #[must_use]
    pub fn admits(&self, points: i64) -> bool {
        self.rating_from.is_none_or(|from| points >= from)
            && self.rating_below.is_none_or(|below| points < below)
    }
}

impl ContestTerms {
    /// Whether it is played round by round.
    #[must_use]
    pub fn has_rounds(&self) -> bool {
        self.kind != ContestKind::RoundRobin || self.groups.is_some()
    }

    /// How many games a player has at once, if all places are taken; a ladder has those that players want.
    #[must_use]
    pub fn games_at_once(&self) -> usize {
        let others = self
            .places
            .div_ceil(self.groups.unwrap_or(1))
            .saturating_sub(1);
        match self.kind {
            ContestKind::RoundRobin if self.double => 2 * others,
            ContestKind::RoundRobin => others,
            ContestKind::KnockOut | ContestKind::Dropout => 2,
            // Rounds by date begin while games of earlier ones go on.
            ContestKind::Swiss | ContestKind::Tables if self.round_days.is_some() => self
                .rounds
                .unwrap_or(crate::contests::rounds::usual(self.kind, self.places)),
            ContestKind::Swiss | ContestKind::Ladder | ContestKind::Tables => 1,
        }
    }
}

/// Somebody who has entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// Who.
    pub player: PlayerId,
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

/// What happens to a contest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContestAct {
    /// It is announced.
    Announce,
    /// A player enters it.
    Enter(PlayerId),
    /// A player wants to take a place that gets free.
    Reserve(PlayerId),
    /// The entry of a player waits for the umpire.
    Hold(PlayerId),
    /// A reserve takes a place that has got free before it begins.
    Promote(PlayerId),
    /// A player takes their entry back before it begins, or is no reserve any more.
    TakeBack(PlayerId),
    /// It begins: the players by the numbers that they have drawn.
    Start(Vec<PlayerId>),
    /// Players are out because of their results.
    Beaten(Vec<PlayerId>),
    /// The games of the next round are known.
    Pair(Round),
    /// So many players have the letters with their games, which are all begun.
    TellSome(usize),
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
        /// Until when they cannot enter any event, if they have left without a word.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        barred: Option<String>,
    },
    /// Others can take the place of a player who leaves.
    Offer {
        /// Who leaves.
        player: PlayerId,
        /// Until when.
        until: String,
    },
    /// Another player takes the place of one who leaves.
    Replace(Renewal),
    /// The result of a game was changed after the end.
    Correct(GameId),
    /// A player becomes another one, who has not entered.
    Merge {
        /// Who was entered.
        from: PlayerId,
        /// Who that is now.
        into: PlayerId,
    },
    /// Something happens to a ladder.
    Ladder(LadderAct),
    /// A player directs it from now on.
    Director(PlayerId),
    /// A player does not direct it any more.
    NoDirector(PlayerId),
    /// All games are over.
    End,
    /// It is called off.
    Cancel(String),
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

    /// Whether none of the results counts of somebody who leaves after so many of their games are over.
    #[must_use]
    pub fn strikes(&self, over: usize, games: usize) -> bool {
        self.terms.kind == ContestKind::RoundRobin && 2 * over < games
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
        let early = begun && self.ladder.is_none();
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
            ContestStatus::Entries => self.terms.starts_at.as_deref(),
            ContestStatus::Playing => {
                let going = self.entrants.iter().filter(|one| one.is_in());
                // A ladder is left when the last game is over, which lets it be looked at.
                let leaves = self.ladder.is_none() && self.corrected.is_none();
                let going = going.filter(|_| leaves);
                let leave = going.filter_map(|one| one.leaves_at.as_deref());
                let open = self.ladder.iter().flat_map(Ladder::open);
                let open = open.filter(|(_, one)| one.first.is_none());

                let open = open.map(|(_, one)| one.until.as_str());
                let round = self.round_until().filter(|_| leaves);
                leave.chain(open).chain(round).min()
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
            ContestAct::Enter(player) => {
                self.held.retain(|one| one != player);
                self.entrants.push(Entrant::new(*player));
            }
            ContestAct::Reserve(player) => {
                self.held.retain(|one| one != player);
                self.reserves.push(*player);
            }
            ContestAct::Hold(player) => self.held.push(*player),
            ContestAct::Promote(player) => {
                self.reserves.retain(|one| one != player);
                self.entrants.push(Entrant::new(*player));
            }
            ContestAct::TakeBack(player) => {
                self.entrants.retain(|one| one.player != *player);
                self.reserves.retain(|one| one != player);
                self.held.retain(|one| one != player);
            }
            ContestAct::Start(order) => {
                self.status = ContestStatus::Playing;
                self.order.clone_from(order);
                self.entrants.retain(|one| order.contains(&one.player));
            }
            ContestAct::Beaten(players) => {
                let beaten = entrants.filter(|one| players.contains(&one.player));
                beaten.for_each(|one| one.beaten = true);
            }
            ContestAct::Pair(round) => {
                self.rounds.push(round.clone());
                self.told = false;
                if let Some(ladder) = &mut self.ladder {
                    ladder.begun(self.rounds.len());
                }
            }
            ContestAct::TellSome(letters) => self.letters = *letters,
            ContestAct::Tell => {
                self.told = true;
                self.letters = 0;
                self.renewals.clear();
            }
            ContestAct::Withdraw { player, until } => {
                if let Some(one) = entrants.find(|one| one.player == *player) {
                    one.leaves_at = Some(until.clone());
                }
            }
            ContestAct::Depart {
                player,
                struck,
                barred,
            } => {
                if let Some(one) = entrants.find(|one| one.player == *player) {
                    one.left = Some(*struck);
                    one.barred.clone_from(barred);
                }
                if let Some(ladder) = &mut self.ladder {
                    ladder.remove(*player);
                }
            }
            ContestAct::Offer { player, until } => {
                if let Some(one) = entrants.find(|one| one.player == *player) {
                    one.offered = Some(until.clone());
                }
            }
            ContestAct::Replace(renewal) => {
                if let Some(one) = entrants.find(|one| one.player == renewal.from) {
                    *one = Entrant::new(renewal.by);
                }
                let order = self.order.iter_mut();
                order
                    .filter(|one| **one == renewal.from)
                    .for_each(|one| *one = renewal.by);
                self.reserves.retain(|one| *one != renewal.by);
                self.held.retain(|one| *one != renewal.by);
                self.void.extend(&renewal.games);
                self.told = false;
                self.renewals.push(renewal.clone());
            }
            ContestAct::Correct(game) => {
                self.status = ContestStatus::Playing;
                self.corrected = Some(*game);
            }
            ContestAct::Merge { from, into } => {
                let entrants = entrants.map(|one| &mut one.player);
                let waiting = self.reserves.iter_mut().chain(&mut self.held);
                let all = entrants.chain(&mut self.order).chain(waiting);
                let all = all.chain(&mut self.directors);
                all.filter(|one| **one == *from)
                    .for_each(|one| *one = *into);
                let mut seen = Vec::new();
                self.directors.retain(|one| {
                    let new = !seen.contains(one);
                    seen.push(*one);
                    new
                });
                if let Some(ladder) = &mut self.ladder {
                    ladder.merge(*from, *into);
                }
            }
            ContestAct::Ladder(act) => {
                if let LadderAct::Join { player, .. } = act {
                    self.held.retain(|one| one != player);
                    // Whoever has left can come again.
                    self.entrants.retain(|one| one.player != *player);
                    self.entrants.push(Entrant::new(*player));
                    if !self.order.contains(player) {
                        self.order.push(*player);
                    }
                }
                if let Some(ladder) = &mut self.ladder {
                    ladder.apply(act);
                }
            }
            ContestAct::Director(player) => self.directors.push(*player),
            ContestAct::NoDirector(player) => self.directors.retain(|one| one != player),
            ContestAct::End => self.status = ContestStatus::Ended,
            ContestAct::Cancel(reason) => {
                self.status = ContestStatus::Cancelled;
                self.reason = Some(reason.clone());
            }
        }
    }
}

//! What may happen to a contest, and what becomes of it then.

use serde::{Deserialize, Serialize};

use super::contest::{Contest, Entrant, Renewal, Round};
use super::ladder::LadderAct;
use super::last_day::{Closing, LastDayAct};
use super::teams::{Team, TeamAct};
use crate::ids::{GameId, PlayerId};
use crate::meeting::log::Logged;
use crate::status::ContestStatus;

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
    /// The ratings of players when it begins, which break ties; without those who have none.
    Rated(Vec<(PlayerId, u32)>),
    /// Players are out because of their results.
    Beaten(Vec<PlayerId>),
    /// The games of the next round are known.
    Pair(Round),
    /// So many players have the letters with their games, which are all begun.
    TellSome(usize),
    /// All games are begun, and the players get the letters with them.
    Tell,
    /// So many have the letter about the end, or that it is called off; 0: it is not over after all, or all have the latter.
    TellEnd(usize),
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
    /// Something happens to teams.
    Team(TeamAct),
    /// The program for it could not pair its next round.
    Unpaired {
        /// The round, from 1.
        round: usize,
        /// Why.
        why: String,
    },
    /// The program tries again, or with `simple` the server pairs the next round.
    PairAgain {
        /// Whether the server does.
        simple: bool,
    },
    /// A player who is not in it wants letters about it.
    Follow(PlayerId),
    /// A player does not want them any more.
    Unfollow(PlayerId),
    /// Something happens on its last day, or after it.
    LastDay(LastDayAct),
    /// A player directs it from now on.
    Director(PlayerId),
    /// A player does not direct it any more.
    NoDirector(PlayerId),
    /// All games are over.
    End,
    /// It is called off.
    Cancel(String),
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
                self.put_in_team(None, *player);
            }
            ContestAct::TakeBack(player) => {
                self.take_out_of_team(*player);
                self.entrants.retain(|one| one.player != *player);
                self.reserves.retain(|one| one != player);
                self.held.retain(|one| one != player);
            }
            ContestAct::Start(order) => {
                self.status = ContestStatus::Playing;
                self.order.clone_from(order);
                self.entrants.retain(|one| order.contains(&one.player));
                self.number_teams(order);
            }
            ContestAct::Rated(ratings) => {
                for entrant in entrants {
                    let mut of = ratings.iter();
                    let own = of.find(|(player, _)| *player == entrant.player);
                    entrant.rating = own.map(|(_, rating)| *rating);
                }
            }
            ContestAct::Beaten(players) => {
                let beaten = entrants.filter(|one| players.contains(&one.player));
                beaten.for_each(|one| one.beaten = true);
            }
            ContestAct::Pair(round) => {
                self.rounds.push(round.clone());
                self.told = false;
                self.simple = false;
                self.unpaired = None;
                if let Some(ladder) = &mut self.ladder {
                    ladder.begun(self.rounds.len());
                }
            }
            ContestAct::TellSome(letters) => self.letters = *letters,
            ContestAct::TellEnd(letters) => {
                self.letters = *letters;
                self.untold &= *letters > 0;
            }
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
                self.put_in_team(Some(renewal.from), renewal.by);
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
                let all = all.chain(&mut self.directors).chain(&mut self.followers);
                let all = all.chain(&mut self.adjudicators);
                let all = all.chain(self.teams.iter_mut().flat_map(Team::players_mut));
                let all = all.chain(self.closing.iter_mut().flat_map(Closing::players));
                all.filter(|one| **one == *from)
                    .for_each(|one| *one = *into);
                for list in [
                    &mut self.directors,
                    &mut self.followers,
                    &mut self.adjudicators,
                ] {
                    once(list);
                }
                if let Some(closing) = &mut self.closing {
                    closing.merged();
                }
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
            ContestAct::Team(act) => self.follow_teams(act),
            ContestAct::Unpaired { round, .. } => self.unpaired = Some(*round),
            ContestAct::PairAgain { simple } => {
                self.unpaired = None;
                self.simple = *simple;
            }
            ContestAct::Follow(player) => self.followers.push(*player),
            ContestAct::Unfollow(player) => self.unfollow(*player),
            ContestAct::LastDay(act) => self.follow_last_day(act),
            ContestAct::Director(player) => self.directors.push(*player),
            ContestAct::NoDirector(player) => self.directors.retain(|one| one != player),
            ContestAct::End => {
                self.status = ContestStatus::Ended;
                self.letters = 0;
            }
            ContestAct::Cancel(reason) => {
                self.status = ContestStatus::Cancelled;
                self.reason = Some(reason.clone());
                self.call_off();
            }
        }
    }
}

/// Leaves only the first one of several that are the same.
pub(super) fn once(list: &mut Vec<PlayerId>) {
    let mut seen = Vec::new();
    list.retain(|one| {
        let new = !seen.contains(one);
        seen.push(*one);
        new
    });
}

//! Players who leave an event that is being played: they are out, and their games are given up.

use std::collections::BTreeSet;

use anyhow::Result;

use crate::contests::{Contest, ContestRequest};
use crate::games::{Cause, Request};
use crate::ids::PlayerId;
use crate::rules::game::Seat;
use crate::status::GameStatus;
use crate::store::ContestGame;

use super::games::actor;
use crate::office::Draft;
use crate::office::close::game::Readers;
use crate::office::load::contests::{is_over, own};

impl Draft<'_> {
    /// Takes a player out of an event that is being played: the games that are not over are given up.
    ///
    /// # Errors
    /// The player is not in it, or a game cannot be loaded.
    pub(super) fn depart(
        &mut self,
        contest: &Contest,
        player: PlayerId,
        barred: Option<String>,
        by: &str,
    ) -> Result<Contest> {
        self.depart_all(contest, vec![(player, barred)], by)
    }

    /// The same for several players, each with the time until which they can enter no event. How many of their games are over is
    /// counted for all before any is given up.
    pub(super) fn depart_all(
        &mut self,
        contest: &Contest,
        leaving: Vec<(PlayerId, Option<String>)>,
        by: &str,
    ) -> Result<Contest> {
        let mut after = contest.clone();
        let mut given_up = BTreeSet::new();
        for (player, barred) in leaving {
            // As stored: what this decision has given up so far is not over there.
            let own = own(self.store, contest, player)?;
            let over = own.iter().filter(|game| is_over(game.as_ref())).count();
            let request = ContestRequest::Depart {
                player,
                over,
                games: own.len(),
                barred,
                at: self.decision.now.clone(),
            };
            after = self.direct(&after, &request, by)?;
            for game in own.iter().flatten() {
                if !given_up.contains(&game.game) && self.give_up(contest, game, player, by)? {
                    given_up.insert(game.game);
                }
            }
        }
        Ok(after)
    }

    /// Gives a game of somebody up who is out; whether that was done. A game that is frozen, or in which mail may have come in
    /// time, is given up later, or ends by itself.
    pub(super) fn give_up(
        &mut self,
        contest: &Contest,
        game: &ContestGame,
        player: PlayerId,
        by: &str,
    ) -> Result<bool> {
        if game.status != GameStatus::Playing {
            return Ok(false);
        }
        let mut case = self.open_case(game.game)?;
        let row = case.stored.seats.iter().find(|row| row.player == player);
        let Some(seat) = row.map(|row| Seat(row.seat)) else {
            return Ok(false);
        };
        let request = Request::Forfeit {
            seat: case.stored.seat_name(seat),
            // As in the log: what the umpire says is shown as it is, in any language.
            reason: format!("({})", actor(contest)),
        };
        let done = self.decide_in(&mut case, &request)?.is_ok();
        if done {
            // Who is out gets one letter about all games.
            let (own, changed) = ([seat], (&mut case.stored, case.changes));
            let readers = Readers::Others {
                own: &own,
                by: player,
            };
            self.close_game(changed, &Cause::Umpire(by), readers)?;
        }
        Ok(done)
    }
}

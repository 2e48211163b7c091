//! Places of events that get free: players who leave without a word, reserves, and who plays on in the place of a player who leaves.

use anyhow::{Result, anyhow, bail, ensure};
use chrono::TimeDelta;

use crate::contests::{Contest, ContestAct, ContestRefusal, ContestRequest, Entrant, Renewal};
use crate::games::{Cause, EventKind, Request, instant};
use crate::ids::PlayerId;
use crate::letters::{AccountQuestion, PlaceAsked};
use crate::meeting::log::Entry;
use crate::rules::game::Seat;
use crate::status::{ContestStatus, GameStatus};
use crate::store::{ContestGame, EventRow, LogOf};
use crate::text::clean;

use super::director::refused;
use super::games::actor;
use crate::office::act::umpire::account::find;
use crate::office::close::game::Readers;
use crate::office::load::challenges::member;
use crate::office::load::contests::{Of, name, own, value};
use crate::office::{Draft, ratings, stamp};

/// Reserves are asked for so long.
const ASKED: TimeDelta = TimeDelta::days(3);
/// Whoever has left an event without a word can enter none for so long.
const BARRED: TimeDelta = TimeDelta::days(90);
/// Flags count together that fell within so long.
const TOGETHER: TimeDelta = TimeDelta::days(30);
/// So many games have to be lost by flag without a word; all, if there were fewer.
const FLAGS: usize = 3;
/// Somebody who has made at most so many turns in each game can be replaced.
const TURNS: usize = 2;

impl Draft<'_> {
    /// Takes somebody off the list of reserves, or of those whose entry waits for the umpire, who is no member any more; whether that was done.
    pub(super) fn drop_reserve(&mut self, contest: &Contest) -> Result<bool> {
        for reserve in contest.reserves.iter().chain(&contest.held) {
            let row = self.store.player(*reserve)?;
            if row.is_none_or(|row| !row.membership.is_member()) {
                return self.drop_entry(contest, *reserve);
            }
        }
        Ok(false)
    }

    /// Lets a place of somebody who leaves be offered to the reserves; whether that was done.
    pub(super) fn offer_place(
        &mut self,
        contest: &Contest,
        entrant: &Entrant,
        by: &str,
    ) -> Result<bool> {
        let Some(leaves) = &entrant.leaves_at else {
            return Ok(false);
        };
        if entrant.offered.is_some() || !self.can_replace(contest, entrant.player)? {
            return Ok(false);
        }
        let until = stamp(self.office.now() + ASKED).min(leaves.clone());
        let request = ContestRequest::Offer {
            player: entrant.player,
            until,
        };
        Ok(self.decide_contest(contest, &request, by)?.is_ok())
    }

    /// Whether somebody waits for the place of a player, and it can be taken.
    pub(super) fn can_replace(&self, contest: &Contest, player: PlayerId) -> Result<bool> {
        let waits = !contest.reserves_for(player).is_empty();
        Ok(waits && self.is_replaceable(contest, player)?)
    }

    /// Whether another player can take the place of this one: none of their games is over, and they have hardly played.
    pub(super) fn is_replaceable(&self, contest: &Contest, player: PlayerId) -> Result<bool> {
        if !contest.replaces() || !self.can_be_played(&contest.terms.game) {
            return Ok(false);
        }
        // One that is not there yet begins anew already.
        for game in own(self.store, contest, player)?.into_iter().flatten() {
            if game.status != GameStatus::Playing {
                return Ok(false);
            }
            let stored = self.open_case(game.game)?.stored;
            let seat = stored.seats.iter().find(|row| row.player == player);
            let seat = seat.map(|row| Seat(row.seat));
            let turns = stored.turns.iter().filter(|turn| Some(turn.seat) == seat);
            if turns.count() > TURNS {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Gives the place of a player to another one: the games end without a result, and begin anew.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn take_place(
        &mut self,
        contest: &Contest,
        (from, by): (PlayerId, PlayerId),
        (cause, reason): (&str, Option<String>),
    ) -> Result<Result<Contest, ContestRefusal>> {
        if !self.is_replaceable(contest, from)? {
            return Ok(Err(ContestRefusal::Taken));
        }
        let own: Vec<ContestGame> = own(self.store, contest, from)?
            .into_iter()
            .flatten()
            .collect();
        let renewal = Renewal {
            from,
            by,
            games: own.iter().map(|game| game.game).collect(),
            reason,
        };
        let request = ContestRequest::Replace(renewal);
        let after = match self.decide_contest(contest, &request, cause)? {
            Ok(after) => after,
            Err(why) => return Ok(Err(why)),
        };
        for game in &own {
            let mut case = self.open_case(game.game)?;
            // As in the log: what the umpire says is shown as it is, in any language.
            let reason = format!("({})", actor(contest));
            if let Err(why) = self.decide_in(&mut case, &Request::Abort { reason })? {
                bail!("game {} cannot be called off: {why:?}", game.game);
            }
            // Of the game that takes its place the players get one letter.
            let changed = (&mut case.stored, case.changes);
            self.close_game(changed, &Cause::Umpire("event"), Readers::Written)?;
        }
        Ok(Ok(after))
    }

    /// Asks the reserves whether they take the place of a player.
    pub(in crate::office) fn ask_reserves(
        &mut self,
        contest: &Contest,
        player: PlayerId,
        until: &str,
    ) -> Result<()> {
        let asked = PlaceAsked {
            event: contest.name.clone(),
            player,
            who: name(self.store, player)?,
            games: own(self.store, contest, player)?.len(),
            until: until.to_owned(),
        };
        for reserve in contest.reserves_for(player) {
            let Some(reader) = member(self.store, reserve)? else {
                continue;
            };
            let question = AccountQuestion::TakePlace(asked.clone());
            // An answer that has come in time counts, whenever it is read.
            self.ask_player(&reader, question, None);
        }
        Ok(())
    }

    /// Until when somebody is barred from events who has left this one without a word; `None`: they have not.
    ///
    /// They have lost at least three games by flag, or all, and half of those that were not over, within 30 days, and nothing
    /// came from them in between. A flag in an outage does not count.
    pub(super) fn barred(&self, entrant: &Entrant, all: &[Of]) -> Result<Option<String>> {
        let until = stamp(self.office.now() + BARRED);
        let row = self.store.player(entrant.player)?;
        if row.is_some_and(|row| row.membership.banned_at.is_some()) {
            return Ok(Some(until));
        }
        if entrant.leaves_at.is_some() {
            return Ok(None);
        }
        let (mut fell, mut left) = (Vec::new(), 0);
        for (played, game) in all {
            let Some(seat) = played.players.iter().position(|one| *one == entrant.player) else {
                continue;
            };
            left += usize::from(!played.over);
            // Of four, those who fall before others have points.
            let points = played.points_of(entrant.player);
            let lost = points.is_some_and(|points| points == 0 || played.players.len() > 2);
            let lost = game.as_ref().filter(|_| lost);
            fell.extend(
                lost.map(|game| self.fell(game, seat))
                    .transpose()?
                    .flatten(),
            );
        }
        fell.sort();
        let Some(last) = fell.last() else {
            return Ok(None);
        };
        let since = stamp(instant(last)? - TOGETHER);
        let together: Vec<&String> = fell.iter().filter(|at| **at > since).collect();
        let count = together.len();
        let enough = count >= FLAGS || left == 0 && count == fell.len();
        let silent = enough && count >= left;
        // A single flag says nothing if they have written not long before.
        let first = together.first().filter(|_| count > 1);
        let first = first.map_or(since, |first| (*first).clone());
        let (player, now) = (entrant.player, &self.decision.now);
        let silent = silent
            && !self.store.acted(player, &first, now)?
            && !self.store.has_proven_mail(player, &first)?;
        Ok(silent.then_some(until))
    }

    /// When a seat has fallen by flag in a game that is over; `None`: it has not, or in an outage.
    fn fell(&self, game: &ContestGame, seat: usize) -> Result<Option<String>> {
        let events = self.store.events(game.game, None)?;
        let own = |event: &EventRow| event.seat.map(usize::from) == Some(seat);
        let is_flag = |event: &EventRow| event.kind == EventKind::Flag.as_str();
        let mut events = events.into_iter();
        let Some(flag) = events.rfind(|event| own(event) && is_flag(event)) else {
            return Ok(None);
        };
        let excused = ratings::is_in_outage(&self.store.outages("")?, &flag.at)?;
        Ok((!excused).then_some(flag.at))
    }

    /// In which event a player has left without a word, and until when they can enter none.
    pub(super) fn bar_of(&self, player: PlayerId) -> Result<Option<(String, String)>> {
        let mut bars = Vec::new();
        let mut mailboxes = None;
        for row in self.store.contests(false)? {
            // One that cannot be read bars nobody.
            let Ok(contest) = value(&row) else { continue };
            let barred = contest.entrants.iter().filter_map(|one| {
                let until = one.barred.as_ref()?;
                Some((one.player, until)).filter(|(_, until)| **until > self.decision.now)
            });
            for (other, until) in barred {
                // A second account in the same mailbox is the same person.
                let is_same = other == player || {
                    let own = match &mailboxes {
                        Some(own) => own,
                        None => mailboxes.insert(self.mailboxes(player)?),
                    };
                    !own.is_disjoint(&self.mailboxes(other)?)
                };
                if is_same {
                    bars.push((contest.name.clone(), until.clone()));
                }
            }
        }
        Ok(bars.into_iter().max_by(|one, other| one.1.cmp(&other.1)))
    }

    /// Whether the umpire has put a player on the list of reserves who was barred until this time already.
    pub(super) fn is_let_in(
        &self,
        contest: &Contest,
        player: PlayerId,
        until: &str,
    ) -> Result<bool> {
        let since = stamp(instant(until)? - BARRED);
        for row in self.store.acts(LogOf::Contest(contest.id))? {
            let act = serde_json::from_str(&row.act);
            let reserve = Entry::<Contest, _>::Act(ContestAct::Reserve(player));
            let is_reserve = act.is_ok_and(|act: Entry<Contest, ContestAct>| act == reserve);
            if is_reserve && row.mail.is_none() && row.at >= since {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Lets another member take the place of a player, by the umpire; `reason`: what those whom it concerns are told of why, or
    /// nothing.
    ///
    /// # Errors
    /// There is no such event or player, or the place cannot be taken any more.
    pub fn replace_in_contest(
        &mut self,
        event: &str,
        (who, newcomer): (&str, &str),
        reason: &str,
        by: &str,
    ) -> Result<Contest> {
        by.clone_into(&mut self.decision.by);
        let contest = self.require_contest(event)?;
        let from = find(self.store, who)?;
        let newcomer = self.member_named(newcomer)?;
        ensure!(
            contest.entrant(from.id).is_some(),
            "{} is not in {}",
            from.name,
            contest.name
        );
        ensure!(
            contest.status == ContestStatus::Playing && contest.ladder.is_none(),
            "{} is over, has not begun, or is a ladder: nobody can take the place of another player",
            contest.name
        );
        let reason = Some(clean(reason, 300)).filter(|reason| !reason.is_empty());
        let done = self.take_place(&contest, (from.id, newcomer), (by, reason))?;
        done.map_err(|why| match why {
            ContestRefusal::Taken => anyhow!(
                "{} has played more than {TURNS} turns in a game, or one is over, or a further round has begun: nobody can take the place any more",
                from.name
            ),
            why => refused(&contest, why),
        })
    }
}

//! What happens to events by itself: they begin, their games begin one after the other, somebody is out, they are over. Each is
//! a decision of its own, so that it goes on where it was if the process ends.

use anyhow::{Result, bail};
use chrono::{DateTime, TimeDelta, Utc};
use rand::seq::SliceRandom;

use crate::contests::rounds::{self, Next};
use crate::contests::table::Played;
use crate::contests::{Contest, ContestRequest, Entrant, Round};
use crate::ids::{ContestId, PlayerId};
use crate::letters::Report;
use crate::status::ContestStatus;
use crate::store::{self, Decision, Store, Subject, TimerKind};

use crate::office::close::due::{AGAIN, reset_timer};
use crate::office::load::contests::last_day::last_day;
use crate::office::load::contests::{games, value};
use crate::office::{Draft, Office, knowledge, stamp};

/// Who does what happens by itself, for the log.
pub(in crate::office) const TIME: &str = "time";
/// So many steps of an event are taken in one go: mail waits meanwhile.
const STEPS: usize = 16;
/// They are looked at again after so long at the latest: a host of before them may have ended a game.
const LATEST: TimeDelta = TimeDelta::hours(1);

impl Office {
    /// Whether events can be announced: not while a host works that does not know of them.
    pub(in crate::office) fn can_hold_contests(&self) -> bool {
        knowledge::all_know(knowledge::Known::Contests, self.lacking())
    }

    /// Lets all events go on, and sets the timer. An event that cannot go on does not keep others from it.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn run_contests(&mut self, store: &mut dyn Store) -> Result<()> {
        for row in store::read(store, |store| Ok(store.contests(true)?))? {
            match self.go_on(store, row.id) {
                Err(error) if !store::is_trouble(&error) => {
                    tracing::error!("event {} cannot go on: {error:#}", row.name);
                    self.decided(store, |draft| draft.tell_of_stuck(row.id))?;
                }
                done => done?,
            }
        }
        self.decided(store, |draft| draft.set_contest_timer())?;
        Ok(())
    }

    /// Lets an event go some steps on.
    fn go_on(&mut self, store: &mut dyn Store, id: ContestId) -> Result<()> {
        for _ in 0..STEPS {
            if self.pair_by_program(store, id)? {
                continue;
            }
            if !self.decided(store, |draft| draft.step(id))?.1 {
                break;
            }
        }
        Ok(())
    }
}

impl Draft<'_> {
    /// Sets the timer for what is due next, in view of all events as they are now: nobody changes or announces one meanwhile.
    fn set_contest_timer(&mut self) -> Result<()> {
        let (soon, latest) = (self.office.now() + AGAIN, self.office.now() + LATEST);
        let (soon, latest) = (stamp(soon), stamp(latest));
        let open = self.store.contests(true)?;
        let ids = open.iter().map(|row| row.id);
        let ids = ids.chain([self.store.next_contest()?]);
        self.decision.subjects.extend(ids.map(Subject::Contest));
        let mut next: Option<String> = None;
        for row in &open {
            // What is due and waits for mail to be read is looked at again soon.
            let contest = value(row).ok();
            let due = contest.as_ref().and_then(Contest::due);
            // If the next round could not be paired then, it is tried again when a game ends.
            let round = contest.as_ref().and_then(Contest::round_until);
            let tried = due.is_some() && due == round && due <= Some(self.decision.now.as_str());
            let due = due.filter(|_| !tried).map(str::to_owned);
            let due = due.unwrap_or_else(|| latest.clone());
            let due = match self.can_go_on(row.id) {
                true => self.decision.now.clone(),
                false => due.max(soon.clone()).min(latest.clone()),
            };
            next = Some(next.map_or(due.clone(), |next| next.min(due)));
        }
        reset_timer(self.decision, TimerKind::Contest, next);
        Ok(())
    }

    /// Tells the umpire, once a day, that an event waits whose game cannot be played any more.
    fn tell_of_stuck(&mut self, id: ContestId) -> Result<()> {
        // One that cannot be read is in the log already, and does not keep others from going on.
        let contest = self.store.contest(id)?.and_then(|row| value(&row).ok());
        let waits = |contest: &Contest| contest.status == ContestStatus::Playing;
        let Some(contest) = contest.filter(waits) else {
            return Ok(());
        };
        if !self.can_be_played(&contest.terms.game) {
            self.tell_umpire(Report::EventStuck {
                event: contest.name,
                variant: contest.terms.game.variant,
            });
        }
        Ok(())
    }

    /// Whether there is a step; it is tried, and not taken.
    pub(super) fn can_go_on(&mut self, id: ContestId) -> bool {
        let mut tried = Decision {
            now: self.decision.now.clone(),
            ..Decision::default()
        };
        let step = self.office.draft(self.store, &mut tried).step(id);
        step.unwrap_or(false)
    }

    /// Lets an event go one step on; whether there was one.
    fn step(&mut self, id: ContestId) -> Result<bool> {
        let Some(contest) = self.contest(id)? else {
            return Ok(false);
        };
        let open = matches!(
            contest.status,
            ContestStatus::Entries | ContestStatus::Playing
        );
        if open && self.drop_reserve(&contest)? {
            return Ok(true);
        }
        match contest.status {
            ContestStatus::Entries => self.step_of_entries(&contest),
            ContestStatus::Playing => self.step_of_games(&contest),
            ContestStatus::Cancelled if contest.untold => self.step_of_cancelling(&contest),
            ContestStatus::Ended | ContestStatus::Cancelled => Ok(false),
        }
    }

    /// Tells the next players of a contest that is called off; of games that had begun before, first of all.
    fn step_of_cancelling(&mut self, contest: &Contest) -> Result<bool> {
        if !contest.order.is_empty() && !contest.is_told() {
            return self.tell_some(contest);
        }
        let told = self.tell_of_cancelling(contest)?;
        self.goes_on(contest, &ContestRequest::TellEnd(told.unwrap_or(0)))
    }

    /// Writes to the next players about the games of theirs that have begun.
    fn tell_some(&mut self, contest: &Contest) -> Result<bool> {
        let request = match self.tell_of_games(contest)? {
            Some(told) => ContestRequest::TellSome(told),
            None => ContestRequest::Tell,
        };
        self.goes_on(contest, &request)
    }

    fn step_of_entries(&mut self, contest: &Contest) -> Result<bool> {
        if self.drop_teams(contest)? {
            return Ok(true);
        }
        for entrant in &contest.entrants {
            let row = self.store.player(entrant.player)?;
            if row.is_none_or(|row| !row.membership.is_member()) {
                return self.drop_entry(contest, entrant.player);
            }
        }
        if let Some(end) = self.ended(contest)? {
            let read = self.is_read_until(&stamp(end))?;
            let why = "its last day was over before it began".to_owned();
            return Ok(read && self.goes_on(contest, &ContestRequest::Cancel(why))?);
        }
        let begins = match &contest.terms.starts_at {
            Some(at) => self.is_read_until(at)?,
            None => contest.entered() >= contest.terms.places,
        };
        if !begins {
            return Ok(false);
        }
        let order = self.drawn(contest)?;
        let entries = order.len() / contest.terms.of_entry();
        if contest.terms.starts_at.is_none() && entries < contest.terms.places {
            // Somebody who has entered can play no more, so that it is not full.
            return self.drop_entries(contest, &order);
        }
        let played = self.can_be_played(&contest.terms.game);
        let request = match played && entries >= contest.terms.kind.fewest() {
            true => self.start_of(contest, order)?,
            false => ContestRequest::Cancel(String::new()),
        };
        self.goes_on(contest, &request)
    }

    /// When the last day of an event was over, if it is, as far as is known.
    pub(super) fn ended(&self, contest: &Contest) -> Result<Option<DateTime<Utc>>> {
        let end = last_day(self.store, contest)?;
        Ok(end.filter(|end| *end <= self.office.now()))
    }

    /// Whether a time is over, and all mail was read that came before it.
    pub(super) fn is_read_until(&self, at: &str) -> Result<bool> {
        if at > self.decision.now.as_str() {
            return Ok(false);
        }
        let read = self.store.heartbeat()?;
        Ok(read.is_some_and(|read| read.as_str() > at) && !self.store.flags_rest()?)
    }

    /// Takes the entries of those back who can play no more.
    fn drop_entries(&mut self, contest: &Contest, stay: &[PlayerId]) -> Result<bool> {
        let gone = contest.entrants.iter().map(|one| one.player);
        let Some(player) = gone.into_iter().find(|player| !stay.contains(player)) else {
            return Ok(false);
        };
        self.drop_entry(contest, player)
    }

    pub(super) fn drop_entry(&mut self, contest: &Contest, player: PlayerId) -> Result<bool> {
        let request = ContestRequest::Withdraw {
            player,
            agreed: true,
            until: self.decision.now.clone(),
        };
        self.goes_on(contest, &request)
    }

    fn step_of_games(&mut self, contest: &Contest) -> Result<bool> {
        let games = games(self.store, contest)?;
        if let Some(at) = games.iter().position(|(_, game)| game.is_none()) {
            self.begin_game(contest, at)?;
            return Ok(true);
        }
        if !contest.is_told() {
            return self.tell_some(contest);
        }
        if contest.ladder.is_some() {
            return self.step_of_ladder(contest, &games);
        }
        if contest.closes() && self.step_of_last_day(contest, &games)? {
            return Ok(true);
        }
        let goes_on = contest.corrected.is_none() && contest.closing.is_none();
        if goes_on && self.ended(contest)?.is_some() {
            // Mail that came before the end of the last day is read first.
            return Ok(false);
        }
        // What is changed after the end is the umpire's to end. After the last day nobody is let go any more.
        let corrected = contest.corrected.is_some() || contest.closing.is_some();
        let mut leaving = Vec::new();
        for entrant in contest
            .entrants
            .iter()
            .filter(|one| !corrected && one.is_in())
        {
            let barred = self.barred(entrant, &games)?;
            if barred.is_some() || self.has_left(entrant)? {
                leaving.push((entrant, barred));
            }
        }
        // Of two who play each other, the one whose time to leave is over first gives the game up.
        let now = &self.decision.now;
        leaving.sort_by_key(|(entrant, _)| entrant.leaves_at.as_ref().unwrap_or(now));
        let leaving: Vec<_> = leaving
            .into_iter()
            .map(|(entrant, barred)| (entrant.player, barred))
            .collect();
        if !leaving.is_empty() {
            self.depart_all(contest, leaving, TIME)?;
            return Ok(true);
        }
        for entrant in contest.entrants.iter().filter(|_| !corrected) {
            let player = entrant.player;
            if !entrant.is_in() && entrant.left.is_none() {
                continue;
            }
            if entrant.left.is_some() {
                // Those that could not be given up then.
                let own = games.iter().filter(|(of, _)| of.players.contains(&player));
                for game in own.filter_map(|(_, game)| game.as_ref()) {
                    if self.give_up(contest, game, player, TIME)? {
                        return Ok(true);
                    }
                }
                continue;
            }
            if self.offer_place(contest, entrant, TIME)? {
                return Ok(true);
            }
        }
        let played: Vec<Played> = games.iter().map(|(played, _)| played.clone()).collect();
        let next = self.next_round(contest, &played)?;
        if next != Next::Over && contest.letters > 0 {
            // The result of a game was changed while the letters about the end were written: they are written again then.
            return self.goes_on(contest, &ContestRequest::TellEnd(0));
        }
        match next {
            Next::Wait => Ok(false),
            // What it takes is no part of a decision.
            Next::Round(_) if contest.is_paired_by_program() => Ok(false),
            Next::Round(round) => self.begin_round(contest, &played, round),
            Next::Over => {
                let request = match self.tell_of_end(contest)? {
                    Some(told) => ContestRequest::TellEnd(told),
                    None => ContestRequest::End,
                };
                self.goes_on(contest, &request)
            }
        }
    }

    /// What comes next in an event of rounds.
    pub(super) fn next_round(&mut self, contest: &Contest, played: &[Played]) -> Result<Next> {
        let until = contest.round_until().map(|until| self.is_read_until(until));
        let due = until.transpose()?.unwrap_or(false);
        let chance = &mut self.office.chance;
        let mut lot = |players: &mut [usize]| players.shuffle(chance);
        Ok(rounds::next(contest, played, due, &mut lot))
    }

    /// Goes on with a further round.
    ///
    /// # Errors
    /// Its game cannot be played any more as it was announced. It is tried again each hour.
    pub(super) fn begin_round(
        &mut self,
        contest: &Contest,
        played: &[Played],
        mut round: Round,
    ) -> Result<bool> {
        if !self.can_be_played(&contest.terms.game) {
            bail!("its game cannot be played any more, or by other rules than those announced");
        }
        let out = rounds::out(contest, played).into_iter();
        let out = out.filter_map(|number| contest.player(number));
        let still_in = |player: &PlayerId| contest.entrant(*player).is_some_and(Entrant::is_in);
        let beaten = out.filter(still_in).collect();
        let last =
            rounds::most_rounds(contest).is_some_and(|most| contest.rounds.len() + 1 >= most);
        let days = contest.terms.round_days.filter(|_| !last);
        let days = days.map(|days| TimeDelta::days(i64::from(days)));
        round.until = days.map(|days| stamp(self.office.now() + days));
        self.goes_on(contest, &ContestRequest::Pair { beaten, round })
    }

    /// Whether somebody is no member any more, or the time is over after which they wanted to leave.
    fn has_left(&self, entrant: &Entrant) -> Result<bool> {
        let row = self.store.player(entrant.player)?;
        if row.is_none_or(|row| !row.membership.is_member()) {
            return Ok(true);
        }
        let Some(until) = &entrant.leaves_at else {
            return Ok(false);
        };
        let open = self.store.has_open_mail(entrant.player, "", until)?;
        Ok(self.is_read_until(until)? && !open)
    }

    /// Decides about something that happens by itself, and closes the contest.
    pub(super) fn goes_on(&mut self, contest: &Contest, request: &ContestRequest) -> Result<bool> {
        Ok(self.decide_contest(contest, request, TIME)?.is_ok())
    }
}

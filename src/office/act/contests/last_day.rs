//! The last day of an event: its games that are not over then are decided by adjudicators, or by the umpire.

use anyhow::{Result, ensure};
use chrono::{DateTime, TimeDelta, Utc};
use rand::seq::SliceRandom;

use crate::contests::votes::{VOTES, read, written};
use crate::contests::{Case, Contest, ContestRequest, LastDayAct, Vote};
use crate::games::{Cause, Request, Votes};
use crate::ids::{GameId, PlayerId};
use crate::letters::{CaseOf, ContestNews, ContestNote, Report};
use crate::status::GameStatus;
use crate::store::{ContestGame, Subject};
use crate::text::clean;

use super::games::actor;
use crate::office::act::deadlines::ASKED;
use crate::office::load::challenges::member;
use crate::office::load::contests::last_day::last_day;
use crate::office::load::contests::{Of, is_over, value};
use crate::office::{Draft, MailSession, stamp, stored_game};

/// Adjudicators, and then the director, have so long.
const TIME_FOR_VOTES: TimeDelta = TimeDelta::days(14);
/// At most so many adjudicators are named.
const MOST: usize = 12;

impl MailSession<'_> {
    /// Takes what an adjudicator says about a case.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn vote(&mut self, number: usize, typed: &str) -> Result<ContestNote> {
        let Some((contest, game)) = self.draft.case(number, self.player.id)? else {
            return Ok(ContestNote::NoCase { number });
        };
        let stored = stored_game(self.draft.store, game)?;
        let seats: Vec<String> = stored
            .variant
            .seats()
            .into_iter()
            .map(str::to_owned)
            .collect();
        let event = contest.name.clone();
        let Some(places) = read(typed, &seats) else {
            let typed = clean(typed, 60);
            return Ok(ContestNote::VoteUnclear {
                event,
                number,
                typed,
                seats,
            });
        };
        let winner = places.iter().position(|place| *place == 1);
        let drawn = places.iter().all(|place| *place == 1);
        let winner = winner.filter(|_| seats.len() == 2 && !drawn);
        let note = ContestNote::Voted {
            event,
            number,
            winner: winner.and_then(|seat| seats.get(seat).cloned()),
            order: (seats.len() > 2 && !drawn).then(|| written(&places, &seats)),
        };
        let adjudicator = self.player.id;
        let vote = Vote {
            adjudicator,
            places,
        };
        let request = ContestRequest::LastDay(LastDayAct::Vote { case: number, vote });
        let cause = self.cause();
        Ok(
            match self.draft.decide_contest(&contest, &request, &cause)? {
                Ok(_) => note,
                Err(_) => ContestNote::NoCase { number },
            },
        )
    }
}

impl Draft<'_> {
    /// The members whom a new event names as adjudicators.
    pub(super) fn adjudicators(&self, names: &[String]) -> Result<Vec<PlayerId>> {
        ensure!(names.len() <= MOST, "at most {MOST} adjudicators are named");
        let mut all = Vec::new();
        for name in names {
            let player = self.member_named(name.trim())?;
            let odd = clean(name, 40);
            ensure!(!all.contains(&player), "{odd:?} is named twice");
            all.push(player);
        }
        Ok(all)
    }

    /// Brings the last day of an event to the present time.
    ///
    /// # Errors
    /// There is no such event, it is not being played, or it has neither a last day nor adjudicators.
    pub fn close_event(&mut self, name: &str, by: &str) -> Result<Contest> {
        let contest = self.require_contest(name)?;
        let act = LastDayAct::Bring(self.decision.now.clone());
        self.direct(&contest, &ContestRequest::LastDay(act), by)
    }

    /// The open case of this number about which a player was asked, with its event.
    fn case(&self, number: usize, player: PlayerId) -> Result<Option<(Contest, GameId)>> {
        for row in self.store.contests(true)? {
            let Some(contest) = self.contest(row.id)? else {
                continue;
            };
            let asked = contest.closing.as_ref();
            let asked = asked.is_some_and(|closing| closing.asked.contains(&player));
            let case = contest.open_cases().find(|case| case.number == number);
            if let Some(game) = case.filter(|_| asked).map(|case| case.game) {
                return Ok(Some((contest, game)));
            }
        }
        Ok(None)
    }

    /// Does the next of what the last day of an event brings about; whether there was something to do.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn step_of_last_day(&mut self, contest: &Contest, games: &[Of]) -> Result<bool> {
        let Some(closing) = &contest.closing else {
            return self.close_day(contest, games);
        };
        let find = |case: &Case| {
            let mut begun = games.iter().filter_map(|(_, game)| game.as_ref());
            begun.find(|game| game.game == case.game)
        };
        // The umpire has decided it, or it has ended by its clock.
        let mut over = contest.open_cases().filter(|case| is_over(find(case)));
        if let Some(case) = over.next() {
            return self.of_last_day(contest, LastDayAct::Decide(case.number));
        }
        let end = crate::games::instant(&closing.at)?;
        if self.store.flags_rest()? {
            // Whether a clock has ended a game is not known now.
            return Ok(false);
        }
        for game in games.iter().filter_map(|(_, game)| game.as_ref()) {
            let known = contest.open_cases().any(|case| case.game == game.game);
            if !known && self.waits(game, end)? {
                let number = self.first_number()?;
                let game = game.game;
                let until = Some(stamp(self.office.now() + TIME_FOR_VOTES));
                let act = LastDayAct::Open {
                    number,
                    game,
                    until,
                };
                return self.of_last_day(contest, act);
            }
        }
        if closing.asked.is_empty() {
            return Ok(false);
        }
        let over = self.is_read_until(&closing.until)?;
        let reserves = self.present(contest.reserve_adjudicators())?;
        let asked = closing.by_hand || over && reserves.is_empty();
        for case in contest.open_cases() {
            if case.is_ripe(asked, closing.by_hand && over) && self.decide_case(contest, case)? {
                return Ok(true);
            }
        }
        let missing = contest
            .open_cases()
            .map(|case| VOTES.saturating_sub(case.votes.len()));
        let missing = missing.max().filter(|missing| *missing > 0);
        let Some(missing) = missing.filter(|_| over && !closing.by_hand) else {
            return Ok(false);
        };
        let until = stamp(self.office.now() + TIME_FOR_VOTES);
        let act = match reserves.is_empty() {
            true => LastDayAct::ByHand(until),
            false => LastDayAct::Ask {
                players: reserves.into_iter().take(missing).collect(),
                until,
            },
        };
        self.of_last_day(contest, act)
    }

    /// Ends the last day of an event once it is over, and all mail was read and judged that came before.
    fn close_day(&mut self, contest: &Contest, games: &[Of]) -> Result<bool> {
        let Some(end) = last_day(self.store, contest)? else {
            return Ok(false);
        };
        if !self.is_read_until(&stamp(end))? {
            return Ok(false);
        }
        let mut open = Vec::new();
        for (played, game) in games {
            let Some(game) = game.as_ref().filter(|game| !is_over(Some(game))) else {
                continue;
            };
            for player in &played.players {
                if self.store.has_open_mail(*player, "", &stamp(end))? {
                    return Ok(false);
                }
            }
            if self.is_asked(game, end)? {
                return Ok(false);
            }
            if self.waits(game, end)? {
                open.push(game.game);
            }
        }
        // The numbers say nothing about the order of the games.
        open.shuffle(&mut self.office.chance);
        let cases: Vec<(usize, GameId)> = (self.first_number()?..).zip(open).collect();
        let mut asked = self.present(contest.adjudicators.iter().copied())?;
        asked.truncate(VOTES);
        let act = LastDayAct::Close {
            at: stamp(end),
            cases,
            asked,
            until: stamp(self.office.now() + TIME_FOR_VOTES),
        };
        self.of_last_day(contest, act)
    }

    fn of_last_day(&mut self, contest: &Contest, act: LastDayAct) -> Result<bool> {
        self.goes_on(contest, &ContestRequest::LastDay(act))
    }

    /// Whether a game goes on whose clock does not end it before the end of the last day.
    fn waits(&self, game: &ContestGame, end: DateTime<Utc>) -> Result<bool> {
        if game.status != GameStatus::Playing {
            return Ok(false);
        }
        let stored = stored_game(self.store, game.game)?;
        let deadline = stored.deadline(self.office.now(), self.office.longest_gap());
        Ok(deadline.is_none_or(|deadline| !deadline.runs || deadline.falls >= end))
    }

    /// Whether a player can still say `yes` to a turn about which the server has asked, and which came before the end of the last day.
    fn is_asked(&self, game: &ContestGame, end: DateTime<Utc>) -> Result<bool> {
        let asked = stored_game(self.store, game.game)?.known.asked;
        let now = self.office.now();
        Ok(asked.is_some_and(|asked| asked < end && now < asked + ASKED))
    }

    /// Those of these players who can get letters.
    fn present(&self, players: impl Iterator<Item = PlayerId>) -> Result<Vec<PlayerId>> {
        let mut present = Vec::new();
        for player in players {
            present.extend(member(self.store, player)?.map(|player| player.id));
        }
        Ok(present)
    }

    /// The first number that no case has, also of events that are over: letters about those may still be answered.
    fn first_number(&mut self) -> Result<usize> {
        let mut last = 0;
        for row in self.store.contests(false)? {
            // No other event gives the same numbers at the same time.
            self.decision.subjects.insert(Subject::Contest(row.id));
            let Ok(contest) = value(&row) else { continue };
            let cases = contest.closing.iter().flat_map(|closing| &closing.cases);
            last = cases.map(|case| case.number).max().unwrap_or(0).max(last);
        }
        Ok(last + 1)
    }

    /// Ends the game of a case as the votes say; whether that was done.
    fn decide_case(&mut self, contest: &Contest, case: &Case) -> Result<bool> {
        let mut opened = self.open_case(case.game)?;
        let seats = opened.stored.variant.seats();
        let seats: Vec<String> = seats.into_iter().map(str::to_owned).collect();
        let (places, same) = case.result(seats.len());
        let request = Request::Adjudicate {
            result: written(&places, &seats),
            reason: String::new(),
            votes: Some(Votes {
                same,
                cast: case.votes.len(),
            }),
        };
        // A game that is frozen waits.
        if self.decide_in(&mut opened, &request)?.is_err() {
            return Ok(false);
        }
        self.close_case(opened, &Cause::Umpire(&actor(contest)))?;
        self.of_last_day(contest, LastDayAct::Decide(case.number))
    }

    /// Tells players, adjudicators, and the umpire or directors what the last day of an event brings about.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn tell_of_last_day(
        &mut self,
        contest: &Contest,
        act: &LastDayAct,
    ) -> Result<()> {
        let Some(closing) = &contest.closing else {
            return Ok(());
        };
        match act {
            LastDayAct::Close { .. } => {
                self.tell_players(contest, contest.open_cases())?;
                self.ask(contest, &closing.asked, contest.open_cases())?;
                self.tell_directors(contest, closing.asked.is_empty())
            }
            LastDayAct::Open { number, .. } => {
                let case = || contest.open_cases().filter(|case| case.number == *number);
                self.tell_players(contest, case())?;
                self.ask(contest, &closing.asked, case())?;
                self.tell_directors(contest, closing.asked.is_empty() || closing.by_hand)
            }
            LastDayAct::Ask { players, .. } => {
                let lacking = contest.open_cases().filter(|case| case.votes.len() < VOTES);
                self.ask(contest, players, lacking)
            }
            LastDayAct::ByHand(_) => self.tell_directors(contest, true),
            LastDayAct::Bring(_) | LastDayAct::Vote { .. } | LastDayAct::Decide(_) => Ok(()),
        }
    }

    /// Tells players that their games wait.
    fn tell_players<'a>(
        &mut self,
        contest: &Contest,
        cases: impl Iterator<Item = &'a Case>,
    ) -> Result<()> {
        let mut games: Vec<(PlayerId, Vec<GameId>)> = Vec::new();
        for case in cases {
            for seat in self.store.seats(case.game)? {
                match games.iter_mut().find(|(player, _)| *player == seat.player) {
                    Some((_, own)) => own.push(case.game),
                    None => games.push((seat.player, vec![case.game])),
                }
            }
        }
        for (player, mut games) in games {
            games.sort_unstable();
            let news = ContestNews::Waits {
                event: contest.name.clone(),
                games,
                adjudicators: contest
                    .closing
                    .as_ref()
                    .is_some_and(|one| !one.asked.is_empty()),
            };
            self.tell_of_contest(player, news)?;
        }
        Ok(())
    }

    /// Asks adjudicators about cases, all in one letter to each.
    fn ask<'a>(
        &mut self,
        contest: &Contest,
        players: &[PlayerId],
        cases: impl Iterator<Item = &'a Case>,
    ) -> Result<()> {
        let mut asked = Vec::new();
        for case in cases {
            asked.push(CaseOf {
                number: case.number,
                game: case.game,
                after: stored_game(self.store, case.game)?.seq,
            });
        }
        asked.sort_by_key(|case| case.number);
        let closing = contest.closing.as_ref();
        for player in players.iter().filter(|_| !asked.is_empty()) {
            let news = ContestNews::Cases {
                event: contest.name.clone(),
                variant: contest.terms.game.variant.clone(),
                until: closing.map_or_else(String::new, |one| one.until.clone()),
                cases: asked.clone(),
            };
            self.tell_of_contest(*player, news)?;
        }
        Ok(())
    }

    /// Tells the umpire and the directors which games wait for them.
    fn tell_directors(&mut self, contest: &Contest, waits: bool) -> Result<()> {
        let mut games: Vec<GameId> = contest.open_cases().map(|case| case.game).collect();
        games.sort_unstable();
        if !waits || games.is_empty() {
            return Ok(());
        }
        let closing = contest.closing.as_ref().filter(|closing| closing.by_hand);
        let until = closing.map(|closing| closing.until.clone());
        let event = contest.name.clone();
        self.tell_umpire(Report::EventWaits {
            event: event.clone(),
            games: games.clone(),
            until: until.clone(),
        });
        for director in &contest.directors {
            let news = ContestNews::ByHand {
                event: event.clone(),
                games: games.clone(),
                until: until.clone(),
            };
            self.tell_of_contest(*director, news)?;
        }
        Ok(())
    }
}

//! Ladders: who challenges whom, and what happens to them by itself.

use anyhow::{Context, Result};
use chrono::TimeDelta;
use rand::seq::IndexedRandom;

use crate::contests::{
    Contest, ContestRefusal, ContestRequest, Defence, Entrant, Ladder, LadderAct, LadderRequest,
    Round, Settled,
};
use crate::games::{EventKind, instant};
use crate::ids::PlayerId;
use crate::letters::{AccountQuestion, ContestNews, ContestNote, DefenceAsked, Note, PlacesNews};
use crate::rules::outcome::Reason;
use crate::store::ContestGame;

use super::going::TIME;
use super::unknown;
use crate::office::load::challenges::member;
use crate::office::load::contests::{Of, games, is_over, line_of, name};
use crate::office::{Draft, MailSession, stamp};

/// A challenge is to be answered within so long.
const ANSWERED: TimeDelta = TimeDelta::days(7);
/// So long before the end of that the player is reminded.
const REMINDED: TimeDelta = TimeDelta::days(2);
/// A game counts against the defender who has played enough of it in this time.
const MONTH: TimeDelta = TimeDelta::days(30);
/// Outages of so long make the time longer after which somebody loses places.
const MONTHS: TimeDelta = TimeDelta::days(90);
/// So many turns.
const TURNS: usize = 2;

impl MailSession<'_> {
    /// Challenges a player of a ladder.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn challenge_in(&mut self, who: &str, event: &str) -> Result<ContestNote> {
        let Some(contest) = self.draft.contest_named(event)? else {
            return Ok(unknown(event));
        };
        let event = contest.name.clone();
        let Some(defender) = self.draft.store.player_by_name(who)? else {
            let why = ContestRefusal::NotThere;
            return Ok(ContestNote::Refused { event, why });
        };
        let cause = self.cause();
        // What has ended before counts before.
        let contest = self.draft.settle_all(contest, &cause)?;
        let now = self.draft.office.now();
        let until = stamp(now + ANSWERED);
        let request = LadderRequest::Challenge {
            challenger: self.player.id,
            defender: defender.id,
            now,
            until: until.clone(),
            idle: self.draft.idle(&contest, defender.id)?,
        };
        let request = ContestRequest::Ladder(request);
        let decided = self.draft.decide_contest(&contest, &request, &cause)?;
        Ok(match decided {
            Ok(_) => ContestNote::Challenged {
                event,
                who: defender.name,
                until,
            },
            Err(why) => ContestNote::Refused { event, why },
        })
    }

    /// Carries out the answer to a challenge.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office::act) fn answer_defence(
        &mut self,
        asked: &DefenceAsked,
        agrees: bool,
    ) -> Result<Note> {
        let Some(contest) = self.draft.contest_named(&asked.event)? else {
            return Ok(Note::Event(unknown(&asked.event)));
        };
        // What was written in time counts, whenever it is read.
        let at = self.mail.arrived_at.clone();
        let defence = asked.defence;
        // A challenge that is accepted can be declined no more.
        let mut open = contest.ladder.iter().flat_map(Ladder::open);
        let waits =
            open.any(|(number, one)| number == defence && one.first.is_none() && at <= one.until);
        let act = match agrees {
            true => {
                let first = [true, false].choose(&mut self.draft.office.chance);
                let first = first.copied().unwrap_or_default();
                LadderAct::Accept { defence, first, at }
            }
            false => LadderAct::Settle {
                defence,
                how: Settled::Flag,
                at,
            },
        };
        let request = ContestRequest::Ladder(LadderRequest::Act(act));
        let (event, who) = (asked.event.clone(), asked.who.clone());
        let cause = self.cause();
        let decided = match waits {
            true => self.draft.decide_contest(&contest, &request, &cause)?,
            false => Err(ContestRefusal::Settled),
        };
        Ok(Note::Event(match decided {
            Ok(_) if agrees => ContestNote::Defends { event, who },
            Ok(after) => {
                let place = after.ladder.and_then(|ladder| ladder.place(self.player.id));
                let place = place.unwrap_or_default();
                ContestNote::DefendsNot { event, who, place }
            }
            Err(why) => ContestNote::Refused { event, why },
        }))
    }
}

impl Draft<'_> {
    fn change_ladder(
        &mut self,
        contest: &Contest,
        act: LadderAct,
        by: &str,
    ) -> Result<Result<Contest, ContestRefusal>> {
        let request = ContestRequest::Ladder(LadderRequest::Act(act));
        self.decide_contest(contest, &request, by)
    }

    /// The open challenges of a player in which the player hardly plays: the numbers of those whose game is older than a month,
    /// with fewer than two turns of theirs in it.
    fn idle(&self, contest: &Contest, defender: PlayerId) -> Result<Vec<usize>> {
        let since = stamp(self.office.now() - MONTH);
        let all = games(self.store, contest)?;
        let open = contest.ladder.iter().flat_map(Ladder::open);
        let mut idle = Vec::new();
        for (number, one) in open.filter(|(_, one)| one.defender == defender) {
            let Some((_, game)) = game_of(&all, one).filter(|_| one.since <= since) else {
                continue;
            };
            let seats = self.store.seats(game.game)?;
            let seat = seats.iter().find(|seat| seat.player == defender);
            let seat = seat.map(|seat| seat.seat);
            let events = self.store.events(game.game, None)?.into_iter();
            let turns = events.filter(|event| {
                let own = event.kind == EventKind::Turn.as_str() && event.seat == seat;
                own && event.at > since
            });
            if turns.count() < TURNS {
                idle.push(number);
            }
        }
        Ok(idle)
    }

    /// Settles all challenges whose games are over.
    fn settle_all(&mut self, mut contest: Contest, by: &str) -> Result<Contest> {
        let all = games(self.store, &contest)?;
        while let Some(after) = self.settle_next(&contest, &all, by)? {
            contest = after;
        }
        Ok(contest)
    }

    /// Settles the challenge whose game has ended first; `None`: there is none.
    fn settle_next(&mut self, contest: &Contest, all: &[Of], by: &str) -> Result<Option<Contest>> {
        let mut ended = Vec::new();
        for (number, one) in contest.ladder.iter().flat_map(Ladder::open) {
            let found = game_of(all, one).filter(|(_, game)| is_over(Some(*game)));
            let Some((of, game)) = found else { continue };
            let row = self.store.game(game.game)?.context("it was there")?;
            let by_flag = row.course.reason == Some(Reason::Time.to_string());
            let how = match of.0.points_of(one.challenger) {
                Some(2) if by_flag => Settled::Flag,
                Some(2) => Settled::Won,
                Some(0) if by_flag => Settled::Missed,
                Some(_) => Settled::Held,
                None => Settled::Void,
            };
            ended.push((row.updated_at, number, how));
        }
        ended.sort_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
        let Some((_, defence, how)) = ended.into_iter().next() else {
            return Ok(None);
        };
        self.settle(contest, defence, how, by)
    }

    fn settle(
        &mut self,
        contest: &Contest,
        defence: usize,
        how: Settled,
        by: &str,
    ) -> Result<Option<Contest>> {
        let at = self.decision.now.clone();
        let act = LadderAct::Settle { defence, how, at };
        Ok(self.change_ladder(contest, act, by)?.ok())
    }

    /// Lets a ladder go one step on; whether there was one.
    pub(super) fn step_of_ladder(&mut self, contest: &Contest, all: &[Of]) -> Result<bool> {
        if self.settle_next(contest, all, TIME)?.is_some() {
            return Ok(true);
        }
        let Some(ladder) = &contest.ladder else {
            return Ok(false);
        };
        for entrant in contest.entrants.iter().filter(|one| one.is_in()) {
            let row = self.store.player(entrant.player)?;
            if row.is_none_or(|row| !row.membership.is_member()) {
                self.depart(contest, entrant.player, None, TIME)?;
                return Ok(true);
            }
            if entrant.leaves_at.is_some() && self.leave_ladder(contest, ladder, entrant)? {
                return Ok(true);
            }
        }
        for (number, one) in ladder.open().filter(|(_, one)| one.first.is_none()) {
            let open = self.store.has_open_mail(one.defender, "", &one.until)?;
            if self.is_read_until(&one.until)? && !open {
                return Ok(self.settle(contest, number, Settled::Flag, TIME)?.is_some());
            }
        }
        let soon = stamp(self.office.now() + REMINDED);
        let mut waiting = ladder.open();
        let waiting = waiting.find(|(_, one)| {
            let due = one.until <= soon && one.until > self.decision.now;
            due && one.first.is_none() && !one.reminded
        });
        if let Some((defence, _)) = waiting {
            let act = LadderAct::Remind { defence };
            return Ok(self.change_ladder(contest, act, TIME)?.is_ok());
        }
        let playable = self.can_be_played(&contest.terms.game);
        if let Some((first, second)) = ladder.next_game().filter(|_| playable) {
            let number = |player| contest.number(player).context("a player of the ladder");
            let round = Round {
                games: vec![vec![number(first)?, number(second)?]],
                ..Round::default()
            };
            let beaten = Vec::new();
            return self.goes_on(contest, &ContestRequest::Pair { beaten, round });
        }
        self.lower(contest, ladder)
    }

    /// Lets somebody go who leaves a ladder: challenges that are not answered are settled, and when all games are over, the player is
    /// out.
    fn leave_ladder(
        &mut self,
        contest: &Contest,
        ladder: &Ladder,
        entrant: &Entrant,
    ) -> Result<bool> {
        let player = entrant.player;
        let own = |one: &Defence| [one.challenger, one.defender].contains(&player);
        let mut open = ladder.open().filter(|(_, one)| own(one));
        if let Some(number) = ladder.waiting(player).next() {
            return Ok(self.settle(contest, number, Settled::Void, TIME)?.is_some());
        }
        if open.next().is_some() {
            return Ok(false);
        }
        self.depart(contest, player, None, TIME)?;
        Ok(true)
    }

    /// How long mail could not be read in the last months.
    fn outages(&self) -> Result<TimeDelta> {
        let since = self.office.now() - MONTHS;
        let mut sum = TimeDelta::zero();
        for outage in self.store.outages(&stamp(since))? {
            let from = instant(&outage.from_at)?.max(since);
            let to = instant(&outage.to_at)?.min(self.office.now());
            sum += (to - from).max(TimeDelta::zero());
        }
        Ok(sum)
    }

    /// How long the leaves of a player have lasted so far that were not over at a time.
    fn on_leave(&self, player: PlayerId, since: &str) -> Result<TimeDelta> {
        let mut sum = TimeDelta::zero();
        for leave in self.store.leaves(player, since)? {
            let to = instant(&leave.to_at)?.min(self.office.now());
            sum += (to - instant(&leave.from_at)?).max(TimeDelta::zero());
        }
        Ok(sum)
    }

    /// Lets those lose places, or their place, from whom nothing has come for long.
    fn lower(&mut self, contest: &Contest, ladder: &Ladder) -> Result<bool> {
        if self.store.flags_rest()? {
            // What the clock of this machine says is not known to be right.
            return Ok(false);
        }
        let now = self.office.now() - self.outages()?;
        for place in ladder.away(now) {
            let player = place.player;
            // While they are on leave, nothing is expected of them.
            let own = now - self.on_leave(player, &Ladder::away_since(now))?;
            if !ladder.away(own).contains(&place) {
                continue;
            }
            let since = Ladder::away_since(own);
            let today = self.decision.now.clone();
            let acted = self.store.acted(player, &since, &today)?
                || self.store.has_proven_mail(player, &since)?
                || self.store.has_open_mail(player, &since, &today)?;
            let plays = ladder
                .open()
                .any(|(_, one)| [one.challenger, one.defender].contains(&player));
            if acted || Ladder::is_last_time(place) && plays {
                continue;
            }
            if Ladder::is_last_time(place) {
                self.depart(contest, player, None, TIME)?;
                return Ok(true);
            }
            let at = self.decision.now.clone();
            let act = LadderAct::Lower { player, at };
            return Ok(self.change_ladder(contest, act, TIME)?.is_ok());
        }
        Ok(false)
    }

    /// Asks a player who is challenged, for the first time or again.
    fn ask_defender(&mut self, contest: &Contest, ladder: &Ladder, defence: usize) -> Result<()> {
        let one = ladder.defence(defence);
        let one = one.context("a challenge of the ladder")?;
        let place = |player| ladder.place(player).unwrap_or_default();
        let asked = DefenceAsked {
            event: contest.name.clone(),
            defence,
            who: name(self.store, one.challenger)?,
            theirs: place(one.challenger),
            own: place(one.defender),
            line: line_of(contest),
            until: one.until.clone(),
            again: one.reminded,
        };
        if let Some(reader) = member(self.store, one.defender)? {
            let question = AccountQuestion::Defend(asked);
            // An answer that has come in time counts, whenever it is read.
            self.ask_player(&reader, question, None);
        }
        Ok(())
    }

    /// Tells those of a change of a ladder whom it concerns.
    pub(in crate::office) fn tell_of_ladder(
        &mut self,
        contest: &Contest,
        act: &LadderAct,
    ) -> Result<()> {
        let Some(ladder) = &contest.ladder else {
            return Ok(());
        };
        let event = contest.name.clone();
        let place = |player| ladder.place(player).unwrap_or_default();
        match act {
            LadderAct::Join { .. } | LadderAct::Accept { .. } => {}
            LadderAct::Challenge { .. } => {
                self.ask_defender(contest, ladder, ladder.defences.len())?;
            }
            LadderAct::Remind { defence } => self.ask_defender(contest, ladder, *defence)?,
            LadderAct::Settle { defence, how, at } => {
                let one = ladder.defence(*defence);
                let news = match how {
                    Settled::Won => PlacesNews::Won,
                    Settled::Flag => PlacesNews::Flag,
                    Settled::Missed => PlacesNews::Missed,
                    Settled::Void => PlacesNews::Void,
                    // The letter with the result says enough.
                    Settled::Held => return Ok(()),
                };
                let one = one.context("a challenge of the ladder")?.clone();
                let both = [one.challenger, one.defender];
                // Whoever has declined reads that in the answer.
                let declined = *how == Settled::Flag && one.game.is_none() && *at < one.until;
                for (reader, other) in both.into_iter().zip(both.into_iter().rev()) {
                    let leaves = contest.entrant(reader);
                    let leaves = leaves.is_none_or(|one| one.leaves_at.is_some());
                    let out = ladder.place(reader).is_none();
                    if declined && reader == one.defender || leaves || out {
                        continue;
                    }
                    let news = ContestNews::Settled {
                        event: event.clone(),
                        who: name(self.store, other)?,
                        challenger: reader == one.challenger,
                        how: news,
                        played: one.game.is_some(),
                        place: place(reader),
                    };
                    self.tell_of_contest(reader, news)?;
                }
            }
            LadderAct::Lower { player, .. } => {
                let place = place(*player);
                self.tell_of_contest(*player, ContestNews::Lowered { event, place })?;
            }
        }
        Ok(())
    }
}

/// The game of a challenge, if it has begun.
fn game_of<'a>(all: &'a [Of], defence: &Defence) -> Option<(&'a Of, &'a ContestGame)> {
    let of = all.get(defence.game?.checked_sub(1)?)?;
    Some((of, of.1.as_ref()?))
}

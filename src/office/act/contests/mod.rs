//! Events of several games (docs/events.md).
//!
//! | file | contents |
//! |---|---|
//! | `mod` | what a line of a player's mail makes of them |
//! | `announce` | what an event is announced by, and whether it can be |
//! | `director` | what the umpire does |
//! | `entry` | who may enter by mail |
//! | `announced` | the words by which an event is announced |
//! | `directors` | players who direct an event by mail, and what they may do |
//! | `by_program` | Swiss events whose rounds another program pairs |
//! | `going` | what happens by itself: they begin, somebody is out, they are over |
//! | `games` | their games begin, and the players get the letters with them |
//! | `last_day` | the last day: what adjudicators are asked and say, and how games are decided by it |
//! | `ladder` | challenges in ladders, and what happens to ladders by itself |
//! | `opening` | the turns with which all games of an event begin |
//! | `leaving` | players who leave an event that is being played |
//! | `captains` | what captains have done before, so that nobody is asked again and again |
//! | `teams` | teams that captains name, and players who agree |
//! | `places` | places that get free: players who leave without a word, reserves, and who plays on in their place |
//! | `readers` | letters to all who read of an event, in portions |

mod announce;
pub mod announced;
mod by_program;
mod captains;
mod director;
pub(in crate::office) mod directors;
mod entry;
mod games;
mod going;
mod ladder;
mod last_day;
mod leaving;
mod opening;
mod places;
mod readers;
mod teams;

pub use announce::NewContest;
pub(in crate::office) use going::TIME;

use anyhow::Result;
use chrono::TimeDelta;

use crate::commands::{Command, Hint, Line, OfEvent};
use crate::contests::{Contest, ContestKind, ContestRefusal, ContestRequest, Entrant, decide};
use crate::ids::{GameId, PlayerId};
use crate::letters::{AccountQuestion, ContestNote, Note, Part, PlaceAsked, Query, WithdrawAsked};
use crate::meeting::Concluded;
use crate::status::ContestStatus;
use crate::store::Asked;
use crate::text::clean;

use crate::office::act::umpire::account::find;
use crate::office::load::contests::{is_over, name, own, shown, value};
use crate::office::{Draft, MailSession, stamp};

/// Somebody who leaves an event that has begun is out after so long.
const LEAVES: TimeDelta = TimeDelta::days(7);

impl MailSession<'_> {
    /// Carries out a line about events; `None`: it is about something else.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn of_events(&mut self, line: &Line) -> Result<Option<Vec<Part>>> {
        let Command::Event(what) = &line.command else {
            return Ok(None);
        };
        let event = |name: &str, games, round| {
            let name = clean(name, 40);
            Query::Event { name, games, round }
        };
        let verb = what.verb().into();
        let part = match what {
            // A letter that not all hosts can write.
            _ if !self.draft.office.can_hold_contests() => Part::Misused(Hint::NotYet { verb }),
            OfEvent::List => self.look_up(Query::Events),
            OfEvent::Table(name) => self.look_up(event(name, false, None)),
            OfEvent::Pairings(name) => self.look_up(event(name, true, None)),
            OfEvent::Round(round, name) => self.look_up(event(name, true, Some(*round))),
            OfEvent::Enter(_)
            | OfEvent::EnterTeam { .. }
            | OfEvent::Withdraw(_)
            | OfEvent::Follow(_)
            | OfEvent::Challenge { .. }
            | OfEvent::Case { .. }
                if !self.is_sure() =>
            {
                Part::Note(self.needs_newer_key())
            }
            OfEvent::Enter(name) => Part::Note(Note::Event(self.enter(name)?)),
            OfEvent::EnterTeam { event, team, names } => {
                Part::Note(self.enter_team(event, team, names)?)
            }
            OfEvent::Withdraw(name) => Part::Note(self.withdraw(name, false)?),
            OfEvent::Follow(name) => Part::Note(Note::Event(self.follow(name, true)?)),
            OfEvent::Unfollow(name) => Part::Note(Note::Event(self.follow(name, false)?)),
            OfEvent::Case { number, says } => Part::Note(Note::Event(self.vote(*number, says)?)),
            OfEvent::Challenge { event, who } => {
                Part::Note(Note::Event(self.challenge_in(who, event)?))
            }
        };
        Ok(Some(vec![part]))
    }

    fn enter(&mut self, name: &str) -> Result<ContestNote> {
        let Some(contest) = self.draft.contest_named(name)? else {
            return Ok(unknown(name));
        };
        if let Some(note) = self.draft.is_barred(&contest, self.player.id)? {
            return Ok(note);
        }
        let cause = self.cause();
        let is_new = contest.entrant(self.player.id).is_none()
            && !contest.reserves.contains(&self.player.id);
        if is_new && let Some(note) = self.draft.is_outside_limits(&contest, self.player.id)? {
            return Ok(note);
        }
        let mut request = self.draft.entry(&contest, self.player.id);
        if matches!(request, ContestRequest::Team(_)) {
            // That is the umpire's to say.
            request = ContestRequest::Enter(self.player.id);
        }
        let free = matches!(decide(&contest, &request), Concluded::Done(_));
        let mut offered = contest.offered(&self.mail.arrived_at);
        let own = contest.team_of(self.player.id);
        let teams = contest.terms.kind == ContestKind::Teams;
        offered.retain(|from| {
            let same = !teams || own.is_some_and(|team| team.players.contains(from));
            same && contest.entrant(self.player.id).is_none()
        });
        // Whoever is a reserve has entered before.
        let comes = free || !offered.is_empty() && !contest.reserves.contains(&self.player.id);
        if let Some(waits) = comes
            .then(|| self.entry_waits(&contest))
            .transpose()?
            .flatten()
        {
            return Ok(waits);
        }
        for from in offered {
            if self.draft.is_replaceable(&contest, from)? {
                return self.take_place(contest, from);
            }
        }
        let decided = self.draft.decide_contest(&contest, &request, &cause)?;
        Ok(match decided {
            Ok(after) => {
                let shown = Box::new(shown(self.draft.store, &after)?);
                match after.entrant(self.player.id).is_some() {
                    true => ContestNote::Entered(shown),
                    false => ContestNote::Reserve(shown),
                }
            }
            Err(why) => ContestNote::Refused {
                event: contest.name,
                why,
            },
        })
    }

    /// Gets no more letters about events that the author is not in.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn unfollow_all(&mut self) -> Result<()> {
        let (player, cause) = (self.player.id, self.cause());
        for row in self.draft.store.contests(false)? {
            let contest = value(&row)?;
            if contest.followers.contains(&player) {
                let request = ContestRequest::Unfollow(player);
                // It is refused where nobody can be told anything any more.
                let _ = self.draft.decide_contest(&contest, &request, &cause)?;
            }
        }
        Ok(())
    }

    /// Gets letters about an event without being in it, or gets them no more.
    fn follow(&mut self, name: &str, follows: bool) -> Result<ContestNote> {
        let Some(contest) = self.draft.contest_named(name)? else {
            return Ok(unknown(name));
        };
        let request = match follows {
            true => ContestRequest::Follow(self.player.id),
            false => ContestRequest::Unfollow(self.player.id),
        };
        let (event, cause) = (contest.name.clone(), self.cause());
        if follows && self.draft.is_followed_by_twin(&contest, self.player.id)? {
            let why = ContestRefusal::AlreadyFollows;
            return Ok(ContestNote::Refused { event, why });
        }
        let decided = self.draft.decide_contest(&contest, &request, &cause)?;
        Ok(match decided {
            Ok(_) => ContestNote::Follows { event, follows },
            Err(why) => ContestNote::Refused { event, why },
        })
    }

    /// Takes the place of a player who leaves.
    fn take_place(&mut self, contest: Contest, from: PlayerId) -> Result<ContestNote> {
        let (event, cause) = (contest.name.clone(), self.cause());
        let places = (from, self.player.id);
        Ok(
            match self.draft.take_place(&contest, places, (&cause, None))? {
                Ok(_) => {
                    let who = name(self.draft.store, from)?;
                    ContestNote::Took { event, who }
                }
                Err(why) => ContestNote::Refused { event, why },
            },
        )
    }

    /// Carries out a reserve's `yes` to the place of a player who leaves.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn answer_place(&mut self, asked: &PlaceAsked) -> Result<Note> {
        let Some(contest) = self.draft.contest_named(&asked.event)? else {
            return Ok(Note::Event(unknown(&asked.event)));
        };
        let event = contest.name.clone();
        let bar = self.draft.bar_of(self.player.id)?;
        if let Some((left, until)) = bar
            && !self.draft.is_let_in(&contest, self.player.id, &until)?
        {
            return Ok(Note::Event(ContestNote::Barred { event, left, until }));
        }
        let offered = contest.offered(&self.mail.arrived_at);
        Ok(Note::Event(match offered.contains(&asked.player) {
            true => self.take_place(contest, asked.player)?,
            false => ContestNote::Refused {
                event,
                why: ContestRefusal::Taken,
            },
        }))
    }

    /// Leaves an event; `agreed`: the author has said yes to what that means.
    fn withdraw(&mut self, name: &str, agreed: bool) -> Result<Note> {
        let Some(contest) = self.draft.contest_named(name)? else {
            return Ok(Note::Event(unknown(name)));
        };
        let request = ContestRequest::Withdraw {
            player: self.player.id,
            agreed,
            until: stamp(self.draft.office.now() + leaves(&contest)),
        };
        let event = contest.name.clone();
        let note = match decide(&contest, &request) {
            Concluded::Done(acts) => {
                let games = !self
                    .draft
                    .leaving(&contest, self.player.id)?
                    .games
                    .is_empty();
                let after = self.draft.close_contest(&contest, &acts, &self.cause())?;
                let entrant = after.entrant(self.player.id);
                match entrant.and_then(|one| one.leaves_at.clone()) {
                    Some(until) => ContestNote::Withdrawn {
                        event,
                        until,
                        games,
                        ladder: contest.ladder.is_some(),
                    },
                    None => ContestNote::TakenBack { event },
                }
            }
            Concluded::Ask(()) if self.has_asked_author() => {
                return Ok(Note::OneQuestion);
            }
            Concluded::Ask(()) => {
                let asked = self.draft.leaving(&contest, self.player.id)?;
                let question = AccountQuestion::Withdraw(asked.clone());
                let (author, mail) = (Asked::Player(self.player.id), Some(self.mail.id));
                let question = self.draft.office.question(author, &question, mail);
                self.draft.decision.account_asks.push(question);
                ContestNote::WithdrawAsked(asked)
            }
            Concluded::Refused(why) => ContestNote::Refused { event, why },
        };
        Ok(Note::Event(note))
    }

    /// Carries out the `yes` to that.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn answer_withdraw(&mut self, asked: &WithdrawAsked) -> Result<Note> {
        self.withdraw(&asked.event, true)
    }

    /// The mail, for the log.
    fn cause(&self) -> String {
        format!("i{}", self.mail.id)
    }
}

impl Draft<'_> {
    /// What it means for a player to leave now.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn leaving(
        &self,
        contest: &Contest,
        player: PlayerId,
    ) -> Result<WithdrawAsked> {
        let own = own(self.store, contest, player)?.into_iter();
        let (over, left): (Vec<_>, Vec<_>) = own.partition(|game| is_over(game.as_ref()));
        let numbers: Vec<GameId> = left.iter().flatten().map(|game| game.game).collect();
        Ok(WithdrawAsked {
            event: contest.name.clone(),
            struck: contest.strikes(over.len(), over.len() + left.len()),
            games: numbers,
            days: leaves(contest).num_days(),
            ladder: contest.ladder.is_some(),
            reserves: self.can_replace(contest, player)?,
            rounds: contest.terms.has_rounds(),
        })
    }

    /// What it costs a player if the umpire takes them out of an event now; `None`: it has not begun, or they are not in it.
    ///
    /// # Errors
    /// There is no such event or player.
    pub fn cost_of_leaving(&self, event: &str, who: &str) -> Result<Option<WithdrawAsked>> {
        let (contest, player) = (self.require_contest(event)?, find(self.store, who)?.id);
        let plays = contest.status == ContestStatus::Playing;
        let is_in = contest.entrant(player).is_some_and(Entrant::is_in);
        (plays && is_in)
            .then(|| self.leaving(&contest, player))
            .transpose()
    }
}

/// How long somebody who leaves is still in. A ladder they leave when their games in it are over.
fn leaves(contest: &Contest) -> TimeDelta {
    match contest.ladder {
        Some(_) => TimeDelta::zero(),
        None => LEAVES,
    }
}

fn unknown(name: &str) -> ContestNote {
    let typed = clean(name, 40);
    ContestNote::Unknown { typed }
}

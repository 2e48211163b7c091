//! Swiss events whose rounds another program pairs. It runs outside every decision; the round that it makes is stored when it
//! begins, and the program is never run again for it.

use anyhow::{Context, Result};

use crate::config::PairingProgram;
use crate::contests::rounds::{self, Next, by_program};
use crate::contests::table::Played;
use crate::contests::{Contest, ContestRequest, Round};
use crate::ids::ContestId;
use crate::letters::{ContestNews, Report};
use crate::office::load::contests::{find, games, name, value};
use crate::office::pairing::{answer, version};
use crate::office::{Draft, Office};
use crate::status::ContestStatus;
use crate::store::{self, Snapshot, Store};
use crate::text::clean;

/// At most so many characters of what was wrong are kept.
const LONGEST: usize = 200;

impl Office {
    /// Lets the program of an event pair its next round, if that is what it waits for; whether the event has changed.
    ///
    /// # Errors
    /// The store fails, or the game of the event cannot be played any more.
    pub(super) fn pair_by_program(&mut self, store: &mut dyn Store, id: ContestId) -> Result<bool> {
        let by_program = |store: &dyn Snapshot| {
            // One that cannot be read is told of by its step.
            let contest = store.contest(id)?.and_then(|row| value(&row).ok());
            Ok(contest.is_some_and(|contest| contest.is_paired_by_program()))
        };
        if !store::read(store, by_program)? {
            return Ok(false);
        }
        let wanted = self.decided(store, |draft| draft.wanted_of_program(id))?.1;
        let Some((wanted, played)) = wanted else {
            return Ok(false);
        };
        let paired = self.paired_by_program(&wanted, &played);
        let decided = self.decided(store, |draft| {
            let present = draft.contest(id)?;
            let same = |present: &Contest| present.revision == wanted.revision;
            let Some(contest) = present.filter(same) else {
                return Ok(false);
            };
            match &paired {
                Ok(round) => draft.begin_round(&contest, &played, round.clone()),
                Err(why) => {
                    let round = contest.rounds.len() + 1;
                    let why = clean(&format!("{why:#}"), LONGEST);
                    draft.goes_on(&contest, &ContestRequest::Unpaired { round, why })
                }
            }
        });
        Ok(decided?.1)
    }

    /// The next round as the program of an event pairs it.
    fn paired_by_program(&self, contest: &Contest, played: &[Played]) -> Result<Round> {
        let program = self.program_of(contest)?;
        let said = answer(
            program,
            &by_program::report(contest, played, version(program)),
        )?;
        let round = by_program::round(contest, played, &said).map_err(anyhow::Error::msg)?;
        Ok(Round {
            by: Some(program.name.clone()),
            ..round
        })
    }

    fn program_of(&self, contest: &Contest) -> Result<&PairingProgram> {
        let wanted = contest.terms.pairing.as_deref().unwrap_or_default();
        let mut programs = self.settings.pairing.iter();
        let program = programs.find(|one| one.name == wanted);
        program.with_context(|| format!("the settings of this host have no [[pairing]] {wanted:?}"))
    }

    /// The next round of an event as it would be paired now: the names of the players of each game, and of those who have none.
    /// Nothing is stored.
    ///
    /// # Errors
    /// There is no such event, it has no next round now, or the program cannot pair it.
    pub fn try_pairing(
        &mut self,
        store: &mut dyn Store,
        event: &str,
        simple: bool,
    ) -> Result<Vec<Vec<String>>> {
        let (contest, played) = store::read(store, |store| {
            let contest = find(store, event)?;
            let played = games(store, &contest)?.into_iter();
            let played: Vec<Played> = played.map(|(played, _)| played).collect();
            Ok((contest, played))
        })?;
        let next = rounds::next(&contest, &played, true, &mut |_| {});
        let round = match next {
            Next::Round(round) if simple || contest.terms.pairing.is_none() => round,
            Next::Round(_) => self.paired_by_program(&contest, &played)?,
            Next::Wait | Next::Over => {
                anyhow::bail!("{}: no further round can be paired now", contest.name)
            }
        };
        let all = round.games.into_iter();
        let all = all.chain(round.byes.into_iter().map(|number| vec![number]));
        let all: Vec<Vec<usize>> = all.collect();
        store::read(store, |store| {
            let named = |number: &usize| {
                let player = contest.player(*number).context("no such number")?;
                name(store, player)
            };
            let names = all.iter().map(|game| game.iter().map(named).collect());
            names.collect::<Result<_>>()
        })
    }
}

impl Draft<'_> {
    /// An event whose next round its program is to pair now, since nothing else is to be done before, and its games. Nothing is decided.
    fn wanted_of_program(&mut self, id: ContestId) -> Result<Option<(Contest, Vec<Played>)>> {
        let playing = |contest: &Contest| contest.status == ContestStatus::Playing;
        let Some(contest) = self.contest(id)?.filter(playing) else {
            return Ok(None);
        };
        let waits = contest.is_told() && contest.corrected.is_none() && contest.unpaired.is_none();
        if !waits || self.can_go_on(id) {
            return Ok(None);
        }
        let all = games(self.store, &contest)?.into_iter();
        let played: Vec<Played> = all.map(|(played, _)| played).collect();
        let due = matches!(self.next_round(&contest, &played)?, Next::Round(_));
        let due = due && self.ended(&contest)?.is_none();
        Ok(due.then_some((contest, played)))
    }

    /// Tries again to pair the next round of an event by its program, or with `simple` by the server.
    ///
    /// # Errors
    /// There is no such event, no other program pairs it, or it is not being played.
    pub fn pair_again(&mut self, event: &str, simple: bool, by: &str) -> Result<Contest> {
        let contest = self.require_contest(event)?;
        self.direct(&contest, &ContestRequest::PairAgain { simple }, by)
    }

    /// Tells the umpire and the directors that a round waits for them.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn tell_of_unpaired(
        &mut self,
        contest: &Contest,
        round: usize,
        why: &str,
    ) -> Result<()> {
        let event = contest.name.clone();
        let program = contest.terms.pairing.clone().unwrap_or_default();
        self.tell_umpire(Report::NotPaired {
            event: event.clone(),
            round,
            program: program.clone(),
            reason: why.to_owned(),
        });
        for director in &contest.directors {
            let news = ContestNews::NotPaired {
                event: event.clone(),
                round,
                program: program.clone(),
                why: why.to_owned(),
            };
            self.tell_of_contest(*director, news)?;
        }
        Ok(())
    }
}

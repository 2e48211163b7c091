//! Teams that captains name by mail, and players who agree to play in them.

use std::collections::BTreeSet;

use anyhow::Result;
use chrono::TimeDelta;

use crate::contests::{
    Contest, ContestKind, ContestRefusal, ContestRequest, Team, TeamRequest, decide,
};
use crate::ids::PlayerId;
use crate::letters::{AccountQuestion, ContestNote, Note, TeamAsked, TeamFault};
use crate::meeting::{Concluded, names};
use crate::store::Asked;
use crate::text::clean;

use super::unknown;
use crate::office::load::challenges::member;
use crate::office::load::contests::{names_of, shown, shown_team};
use crate::office::{Draft, MailSession, stamp};

/// Players can agree for so long.
const AGREE: TimeDelta = TimeDelta::days(7);
/// At most so many characters of a name are shown that is no member's.
const TYPED: usize = 40;

impl MailSession<'_> {
    /// Asks the author, a captain, whether a team is to enter an event, or says why it cannot.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn enter_team(
        &mut self,
        event: &str,
        team: &str,
        players: &[String],
    ) -> Result<Note> {
        let Some(contest) = self.draft.contest_named(event)? else {
            return Ok(Note::Event(unknown(event)));
        };
        let team = match self.named(&contest, team, players)? {
            Ok(team) => team,
            Err(note) => return Ok(Note::Event(note)),
        };
        if self.has_asked_author() {
            return Ok(Note::OneQuestion);
        }
        let asked = Box::new(TeamAsked {
            shown: Box::new(shown(self.draft.store, &contest)?),
            team: shown_team(self.draft.store, &team, &[])?,
            until: None,
        });
        let question = AccountQuestion::EnterTeam(asked.clone());
        let (author, mail) = (Asked::Player(self.player.id), Some(self.mail.id));
        let question = self.draft.office.question(author, &question, mail);
        self.draft.decision.account_asks.push(question);
        Ok(Note::Event(ContestNote::TeamAsked(asked)))
    }

    /// Carries out a captain's `yes`: the team waits for its players, who are asked.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office::act) fn answer_team(&mut self, asked: &TeamAsked) -> Result<Note> {
        let event = &asked.shown.name;
        let Some(contest) = self.draft.contest_named(event)? else {
            return Ok(Note::Event(unknown(event)));
        };
        let players = asked.team.players.iter().map(|one| one.name.clone());
        let players: Vec<String> = players.chain(asked.team.reserves.clone()).collect();
        let team = match self.named(&contest, &asked.team.name, &players)? {
            Ok(team) => team,
            Err(note) => return Ok(Note::Event(note)),
        };
        let request = ContestRequest::Team(TeamRequest::Name {
            team: team.clone(),
            agreed: true,
        });
        let cause = self.cause();
        let contest = match self.draft.decide_contest(&contest, &request, &cause)? {
            Ok(after) => after,
            Err(why) => return Ok(Note::Event(refused(&contest, why))),
        };
        let captain = self.player.id;
        let others: Vec<PlayerId> = team.members().filter(|one| *one != captain).collect();
        let question = TeamAsked {
            shown: Box::new(shown(self.draft.store, &contest)?),
            team: shown_team(self.draft.store, &team, &[])?,
            until: Some(team.until.clone()),
        };
        self.ask_all(&others, &AccountQuestion::JoinTeam(Box::new(question)))?;
        if others.len() < team.members().count() {
            // A captain who plays has agreed, too.
            let note = self.join(&contest, &team.name)?;
            if !matches!(note, ContestNote::Joined { .. }) {
                return Ok(Note::Event(note));
            }
        }
        Ok(Note::Event(ContestNote::TeamNamed {
            event: contest.name,
            team: team.name,
            open: names_of(self.draft.store, &others)?,
            until: team.until,
        }))
    }

    /// Carries out what a player answers who was named for a team.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office::act) fn answer_join(
        &mut self,
        asked: &TeamAsked,
        agrees: bool,
    ) -> Result<Note> {
        let event = &asked.shown.name;
        let Some(contest) = self.draft.contest_named(event)? else {
            return Ok(Note::Event(unknown(event)));
        };
        let (player, team) = (self.player.id, &asked.team.name);
        let mut teams = contest.teams.iter();
        let waits = |one: &Team| {
            // What was written in time counts, whenever it is read.
            one.name == *team && one.open.contains(&player) && self.mail.arrived_at <= one.until
        };
        if !teams.any(waits) {
            return Ok(Note::Event(refused(&contest, ContestRefusal::NotAsked)));
        }
        if agrees {
            return Ok(Note::Event(self.join(&contest, team)?));
        }
        let cause = self.cause();
        let request = ContestRequest::Team(TeamRequest::Refuse(player));
        // Whoever is asked can say no.
        let _ = self.draft.decide_contest(&contest, &request, &cause)?;
        Ok(Note::Event(ContestNote::JoinedNot {
            event: contest.name,
            team: team.clone(),
        }))
    }

    /// Lets the author play in a team that waits for them, if they can enter the event.
    fn join(&mut self, contest: &Contest, team: &str) -> Result<ContestNote> {
        let player = self.player.id;
        if let Some(note) = self.draft.cannot_enter(contest, player)? {
            return Ok(note);
        }
        if let Some(note) = self.entry_waits(contest)? {
            return Ok(note);
        }
        let (request, cause) = (TeamRequest::Join(player), self.cause());
        let request = ContestRequest::Team(request);
        let after = match self.draft.decide_contest(contest, &request, &cause)? {
            Ok(after) => after,
            Err(why) => return Ok(refused(contest, why)),
        };
        let open = after.team_of(player).map_or(&[][..], |team| &team.open);
        Ok(ContestNote::Joined {
            event: after.name.clone(),
            team: team.to_owned(),
            open: names_of(self.draft.store, open)?,
        })
    }

    /// A team as a captain names it, or why it cannot enter.
    fn named(
        &mut self,
        contest: &Contest,
        team: &str,
        players: &[String],
    ) -> Result<Result<Team, ContestNote>> {
        let boards = contest.terms.of_entry();
        let fault = |why, who: Vec<String>| {
            let event = contest.name.clone();
            Ok(Err(ContestNote::TeamFault {
                event,
                boards,
                who,
                why,
            }))
        };
        if contest.terms.kind != ContestKind::Teams {
            return Ok(Err(refused(contest, ContestRefusal::NoTeams)));
        }
        if team.is_empty() || players.is_empty() {
            return fault(TeamFault::Form, Vec::new());
        }
        let Some(team) = names::of_team(team) else {
            return fault(TeamFault::Name, vec![clean(team, TYPED)]);
        };
        let like = |other: &str| names::are_alike(other, &team);
        let taken = contest.teams.iter().any(|one| like(&one.name));
        let programs = self.draft.office.settings.programs();
        let taken = taken || names::is_of_program(&team, programs);
        if taken || self.draft.store.player_taking(&team, None)?.is_some() {
            return fault(TeamFault::Name, vec![team]);
        }
        let (mut found, mut unknown) = (Vec::new(), Vec::new());
        for typed in players {
            let player = match typed.eq_ignore_ascii_case("me") {
                true => Some(self.player.id),
                false => self
                    .draft
                    .store
                    .player_by_name(typed)?
                    .map(|player| player.id),
            };
            let player = player.map(|player| member(self.draft.store, player));
            match player.transpose()?.flatten() {
                Some(player) => found.push(player.id),
                None => unknown.push(clean(typed, TYPED)),
            }
        }
        if !unknown.is_empty() {
            return fault(TeamFault::Unknown, unknown);
        }
        if !(boards..=2 * boards).contains(&found.len()) {
            return fault(TeamFault::Count, names_of(self.draft.store, &found)?);
        }
        let mut seen = BTreeSet::new();
        let twice: Vec<PlayerId> = found
            .iter()
            .copied()
            .filter(|one| !seen.insert(*one))
            .collect();
        if !twice.is_empty() {
            return fault(TeamFault::Twice, names_of(self.draft.store, &twice)?);
        }
        let reserves = found.split_off(boards);
        let team = Team {
            name: team,
            captain: self.player.id,
            open: [found.clone(), reserves.clone()].concat(),
            players: found,
            reserves,
            until: stamp(self.draft.office.now() + AGREE),
        };
        let request = ContestRequest::Team(TeamRequest::Name {
            team: team.clone(),
            agreed: false,
        });
        let before = self.draft.named_before(contest, self.player.id)?;
        if before.twin {
            return Ok(Err(refused(contest, ContestRefusal::NamedTeam)));
        }
        if before.is_enough() {
            return fault(TeamFault::Often, Vec::new());
        }
        let refused_before = team.members().filter(|one| before.has_refused(*one));
        let refused_before: Vec<PlayerId> = refused_before.collect();
        if !refused_before.is_empty() {
            return fault(
                TeamFault::Taken,
                names_of(self.draft.store, &refused_before)?,
            );
        }
        match decide(contest, &request) {
            Concluded::Refused(ContestRefusal::AlreadyIn) => {
                let taken = team.members().filter(|one| {
                    contest.team_of(*one).is_some() || contest.adjudicators.contains(one)
                });
                let taken: Vec<PlayerId> = taken.collect();
                return fault(TeamFault::Taken, names_of(self.draft.store, &taken)?);
            }
            Concluded::Refused(why) => return Ok(Err(refused(contest, why))),
            Concluded::Ask(()) | Concluded::Done(_) => {}
        }
        let mut cannot = Vec::new();
        for player in team.members() {
            let limit = match self.draft.cannot_enter(contest, player)? {
                Some(note) => Some(note),
                None => self.draft.has_too_many_games(contest, player)?,
            };
            // They would not be asked, and could be in no other team meanwhile.
            let blocks = self.draft.store.is_blocked(player, self.player.id)?;
            cannot.extend(Some(player).filter(|_| blocks || limit.is_some()));
        }
        match cannot.is_empty() {
            true => Ok(Ok(team)),
            false => fault(TeamFault::Limits, names_of(self.draft.store, &cannot)?),
        }
    }
}

impl Draft<'_> {
    /// What somebody is answered who cannot enter an event now, whatever its places are.
    fn cannot_enter(&self, contest: &Contest, player: PlayerId) -> Result<Option<ContestNote>> {
        Ok(match self.is_barred(contest, player)? {
            Some(note) => Some(note),
            None => self.is_outside_limits(contest, player)?,
        })
    }

    /// Somebody who is named by a team of an event that has not begun, and can play no more.
    pub(super) fn gone_of_teams(&self, contest: &Contest) -> Result<Option<PlayerId>> {
        for player in contest.teams.iter().flat_map(Team::members) {
            if member(self.store, player)?.is_none() {
                return Ok(Some(player));
            }
        }
        Ok(None)
    }

    /// Takes back what nobody can carry out any more: teams of which somebody can play no more, and those that have waited long
    /// enough; whether that was done.
    pub(super) fn drop_teams(&mut self, contest: &Contest) -> Result<bool> {
        if let Some(player) = self.gone_of_teams(contest)? {
            return self.drop_entry(contest, player);
        }
        for team in contest.teams.iter().filter(|team| team.waits()) {
            // An answer that has come in time is read first.
            let mut open = false;
            for player in &team.open {
                open |= self.store.has_open_mail(*player, "", &team.until)?;
            }
            if self.is_read_until(&team.until)? && !open {
                let request = TeamRequest::Lapse(team.name.clone());
                return self.goes_on(contest, &ContestRequest::Team(request));
            }
        }
        Ok(false)
    }
}

fn refused(contest: &Contest, why: ContestRefusal) -> ContestNote {
    let event = contest.name.clone();
    ContestNote::Refused { event, why }
}

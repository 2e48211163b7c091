//! Who may enter an event by mail: one person has one entry, and not more games at once than the settings say.

use std::collections::BTreeSet;

use anyhow::Result;

use crate::contests::{
    Contest, ContestKind, ContestRequest, LadderAct, LadderRequest, Team, TeamRequest,
};
use crate::ids::PlayerId;
use crate::letters::{ContestNote, Report};
use crate::status::ContestStatus;

use crate::office::load::contests::name;
use crate::office::load::mailboxes::mailbox;
use crate::office::{Draft, MailSession};

/// At most so many running games of a player are counted.
const COUNTED: usize = 2_000;

impl MailSession<'_> {
    /// Why the author's entry does not count, or not yet; `None`: they can enter.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn entry_waits(&mut self, contest: &Contest) -> Result<Option<ContestNote>> {
        let (player, event) = (self.player.id, contest.name.clone());
        if let Some(note) = self.draft.has_too_many_games(contest, player)? {
            return Ok(Some(note));
        }
        let Some(twin) = self.draft.twin(contest, player)? else {
            return Ok(None);
        };
        if !contest.held.contains(&player) {
            let request = ContestRequest::Hold(player);
            let cause = self.cause();
            // Whoever can enter can be held.
            let _ = self.draft.decide_contest(contest, &request, &cause)?;
            let report = Report::SameMailbox {
                event: event.clone(),
                player,
                name: self.player.name.clone(),
                other: name(self.draft.store, twin)?,
            };
            self.draft.tell_umpire(report);
        }
        Ok(Some(ContestNote::Held { event }))
    }
}

impl Draft<'_> {
    /// What somebody is answered who can enter no event now, since they have left one without a word.
    pub(super) fn is_barred(
        &self,
        contest: &Contest,
        player: PlayerId,
    ) -> Result<Option<ContestNote>> {
        let event = contest.name.clone();
        let bar = self.bar_of(player)?;
        Ok(bar.map(|(left, until)| ContestNote::Barred { event, left, until }))
    }

    /// What somebody is answered who cannot enter an event by their rating.
    pub(super) fn is_outside_limits(
        &self,
        contest: &Contest,
        player: PlayerId,
    ) -> Result<Option<ContestNote>> {
        let found = self.outside_limits(contest, player)?;
        let variant = self.office.games().get(&contest.terms.game.variant);
        Ok(found.map(|found| ContestNote::RatingLimit {
            event: contest.name.clone(),
            game: variant.map_or_else(String::new, |game| game.name().to_owned()),
            found,
            from: contest.terms.rating_from,
            below: contest.terms.rating_below,
        }))
    }

    /// What somebody is answered who would have too many games with this event.
    pub(super) fn has_too_many_games(
        &self,
        contest: &Contest,
        player: PlayerId,
    ) -> Result<Option<ContestNote>> {
        let most = self.office.settings.events.games;
        let games = self.event_games(contest, player)?;
        let event = contest.name.clone();
        let many = i64::try_from(games).is_ok_and(|games| games > most);
        Ok(many.then_some(ContestNote::TooManyGames { event, games, most }))
    }

    /// What is wanted of an event by somebody who enters it. Of a team, these are players whose entry waits for the umpire.
    pub(super) fn entry(&self, contest: &Contest, player: PlayerId) -> ContestRequest {
        match contest.ladder {
            Some(_) => {
                let at = self.decision.now.clone();
                ContestRequest::Ladder(LadderRequest::Act(LadderAct::Join { player, at }))
            }
            None if contest.waits(player) && contest.terms.kind == ContestKind::Teams => {
                ContestRequest::Team(TeamRequest::LetIn(player))
            }
            None => ContestRequest::Enter(player),
        }
    }

    /// How many games of events a player would have at once who entered this one, too: those that are being played, and those
    /// of events that have not begun.
    fn event_games(&self, contest: &Contest, player: PlayerId) -> Result<usize> {
        let mut running = self.store.games_of(player, true, COUNTED)?;
        running.retain(|(row, _)| row.contest.is_some());
        let mut games = running.len() + contest.terms.games_at_once();
        for row in self.store.contests(true)? {
            // What the same mail has entered counts, too.
            let Ok(Some(other)) = self.contest(row.id) else {
                continue;
            };
            let enters = other.status == ContestStatus::Entries && other.entrant(player).is_some();
            // A place may get free on any day.
            if row.id != contest.id && (enters || other.reserves.contains(&player)) {
                games += other.terms.games_at_once();
            }
        }
        Ok(games)
    }

    /// Somebody else in an event, or on its lists, who has or had the same mailbox as a player.
    fn twin(&self, contest: &Contest, player: PlayerId) -> Result<Option<PlayerId>> {
        let own = self.mailboxes(player)?;
        let entrants = contest.entrants.iter().map(|one| one.player);
        let waiting = contest.reserves.iter().chain(&contest.held);
        let waiting = waiting.chain(&contest.adjudicators);
        let waiting = waiting.chain(&contest.directors).copied();
        let named = contest.teams.iter().flat_map(Team::members);
        let waiting = waiting.chain(named);
        for other in entrants.chain(waiting).filter(|other| *other != player) {
            if !own.is_disjoint(&self.mailboxes(other)?) {
                return Ok(Some(other));
            }
        }
        Ok(None)
    }

    /// The mailboxes of all addresses that a player has or had.
    pub(super) fn mailboxes(&self, player: PlayerId) -> Result<BTreeSet<String>> {
        let log = self.store.player_log(player)?.into_iter();
        let former = log.filter(|row| row.what.contains("address"));
        let all = self.store.addresses(player)?.into_iter();
        let all = all.chain(former.map(|row| row.value));
        Ok(all.map(|address| mailbox(&address)).collect())
    }
}

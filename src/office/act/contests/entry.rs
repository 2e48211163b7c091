//! Who may enter an event by mail: one person has one entry, and not more games at once than the settings say.

use std::collections::BTreeSet;

use anyhow::Result;

use crate::contests::{Contest, ContestRequest, LadderAct, LadderRequest};
use crate::ids::PlayerId;
use crate::letters::{ContestNote, Report};
use crate::status::ContestStatus;

use crate::office::load::contests::{name, value};
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
        let most = self.draft.office.settings.events.games;
        let games = self.draft.event_games(contest, player)?;
        if i64::try_from(games).is_ok_and(|games| games > most) {
            return Ok(Some(ContestNote::TooManyGames { event, games, most }));
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
    /// What is wanted of an event by somebody who enters it.
    pub(super) fn entry(&self, contest: &Contest, player: PlayerId) -> ContestRequest {
        match contest.ladder {
            Some(_) => {
                let at = self.decision.now.clone();
                ContestRequest::Ladder(LadderRequest::Act(LadderAct::Join { player, at }))
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
            let Ok(other) = value(&row) else { continue };
            let waits = row.status == ContestStatus::Entries && row.id != contest.id;
            if waits && other.entrant(player).is_some() {
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
        let waiting = waiting.chain(&contest.adjudicators).copied();
        for other in entrants.chain(waiting).filter(|other| *other != player) {
            if !own.is_disjoint(&self.mailboxes(other)?) {
                return Ok(Some(other));
            }
        }
        Ok(None)
    }

    /// The mailboxes of all addresses that a player has or had.
    fn mailboxes(&self, player: PlayerId) -> Result<BTreeSet<String>> {
        let log = self.store.player_log(player)?.into_iter();
        let former = log.filter(|row| row.what.contains("address"));
        let all = self.store.addresses(player)?.into_iter();
        let all = all.chain(former.map(|row| row.value));
        Ok(all.map(|address| mailbox(&address)).collect())
    }
}

/// An address in lower case, without what is behind a `+` in its first part.
fn mailbox(address: &str) -> String {
    let address = address.to_lowercase();
    match address.rsplit_once('@') {
        Some((local, host)) => {
            let local = local.split('+').next().unwrap_or(local);
            format!("{local}@{host}")
        }
        None => address,
    }
}

#[cfg(test)]
mod tests {
    use super::mailbox;

    #[test]
    fn a_mailbox_has_no_tag() {
        for (address, plain) in [
            ("Anna+chess@Example.org", "anna@example.org"),
            ("anna@example.org", "anna@example.org"),
            ("player 12", "player 12"),
        ] {
            assert_eq!(mailbox(address), plain);
        }
    }
}

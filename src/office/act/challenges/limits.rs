//! What players may have open, and how many letters of theirs go to others.

use anyhow::Result;
use chrono::{DateTime, TimeDelta};

use crate::config::Registration;
use crate::ids::PlayerId;
use crate::meeting::{Challenge, ChallengeLimit, Place};
use crate::status::ChallengeStatus;
use crate::store::{Budget, Counted, PlayerRow, Snapshot};

use crate::office::{Draft, MailSession, Office, stamp};

/// In a club of fewer members also those invite who have only just come.
const SMALL_CLUB: usize = 10;
/// At most so many running games of a player are of events, as far as a limit goes.
const OF_EVENTS: usize = 200;
/// What the log says of a player whom the umpire has added.
const ADDED: &str = "added";

impl MailSession<'_> {
    /// Why the author may not begin one more game.
    pub(super) fn plays_too_many(&self) -> Result<Option<ChallengeLimit>> {
        self.draft.plays_too_many(self.player.id)
    }

    /// Why the author may not make this challenge or seek.
    pub(super) fn opens_too_many(&self, challenge: &Challenge) -> Result<Option<ChallengeLimit>> {
        let own = Some(self.player.id);
        let practice = challenge.places.iter().all(|place| place.player == own);
        let running = self.plays_too_many()?;
        if practice || running.is_some() {
            return Ok(running);
        }
        match self.has_too_many_open(challenge)? {
            None => self.may_write_to_places(challenge, Some(0)),
            limit => Ok(limit),
        }
    }

    /// Why the author may not have one more open challenge or seek.
    fn has_too_many_open(&self, new: &Challenge) -> Result<Option<ChallengeLimit>> {
        let player = self.player.id;
        let seek = new.is_seek();
        let most = self.draft.office.most_open(seek);
        let mut open = self.draft.open_challenges(player)?;
        open.retain(|one| one.player_at(0) == Some(player) && one.is_seek() == seek);
        if open.len() >= usize::try_from(most).unwrap_or(0) {
            return Ok(Some(match seek {
                true => ChallengeLimit::Seeks(most),
                false => ChallengeLimit::Open(most),
            }));
        }
        let by_address = |places: &[Place]| places.iter().any(|place| place.address.is_some());
        if !by_address(&new.places) {
            return Ok(None);
        }
        let most = self.draft.office.club_invitations();
        if self.draft.spent_so_far((Budget::Invitations, None))? >= most {
            return Ok(Some(ChallengeLimit::InvitationsOfAll(most)));
        }
        // One that was withdrawn keeps its place, or else it would be no limit.
        let counted = [ChallengeStatus::Open, ChallengeStatus::Withdrawn];
        let now = &self.draft.decision.now;
        let mut named = self.draft.store.invitations_of(player, now)?;
        let written = self.draft.decision.challenges.iter();
        for row in written.map(|write| &write.row) {
            named.retain(|id| *id != row.id);
            let own = row.places.first().and_then(|place| place.player) == Some(player);
            if own && counted.contains(&row.status) && by_address(&row.places) {
                named.push(row.id);
            }
        }
        let most = self.draft.office.settings.meeting.invitations;
        let over = named.len() >= usize::try_from(most).unwrap_or(0);
        Ok(over.then_some(ChallengeLimit::Invitations(most)))
    }

    /// Why a player may not write to mail addresses: that does not depend on whose they are.
    pub(super) fn may_not_invite(&self) -> Result<Option<ChallengeLimit>> {
        let (player, settings) = (&self.player, &self.draft.office.settings);
        if settings.joining.registration == Registration::Closed {
            return Ok(Some(ChallengeLimit::NobodyInvited));
        }
        let days = settings.meeting.invite_after_days;
        let since = DateTime::parse_from_rfc3339(&player.membership.since);
        let new = since
            .is_ok_and(|since| self.draft.office.now() - since.to_utc() < TimeDelta::days(days));
        let by_umpire = || -> Result<bool> {
            let log = self.draft.store.player_log(player.id)?;
            Ok(log.iter().any(|line| line.what == ADDED))
        };
        if !new && has_played(self.draft.store, player)? || by_umpire()? {
            return Ok(None);
        }
        // A club that begins has nobody who has been there for a week.
        let players = self.draft.store.players()?;
        let members = players.iter().filter(|one| one.membership.is_member());
        let small = members.take(SMALL_CLUB).count() < SMALL_CLUB;
        Ok(match (small, self.has_own_token()) {
            (true, true) => None,
            (true, false) => Some(ChallengeLimit::ProveAddress),
            (false, _) => Some(ChallengeLimit::MayNotInvite(days)),
        })
    }
}

impl Office {
    /// How many open seeks, or other open challenges, a player may have.
    fn most_open(&self, seek: bool) -> i64 {
        let settings = self.settings.meeting;
        if seek {
            settings.seeks
        } else {
            settings.challenges
        }
    }

    /// The time at which a challenge expires that is made or changed now.
    pub(super) fn expiry(&self, expires: Option<crate::time::Length>) -> String {
        let length = expires.unwrap_or(self.settings.meeting.expires);
        stamp(self.now() + TimeDelta::seconds(length.seconds()))
    }
}

impl Draft<'_> {
    /// A new challenge is decided about again if others of its maker leave no room for it.
    pub(super) fn limit_open(&mut self, challenge: &Challenge) {
        let seek = challenge.is_seek();
        let (open, most) = (
            Counted::Open(challenge.maker, seek),
            self.office.most_open(seek),
        );
        self.decision.limits.insert(open, most);
    }

    /// Why one more letter of a player's may not go to somebody today. `key` is whom it goes to.
    pub(in crate::office) fn writes_too_much(
        &self,
        player: &PlayerRow,
        (key, name): (&str, &str),
    ) -> Result<Option<ChallengeLimit>> {
        let settings = self.office.settings.meeting;
        let spent = |key: &str| self.spent_so_far((Budget::Letters, Some(key)));
        if spent(&to_one(player, key))? >= settings.letters_to_one {
            let limit = ChallengeLimit::LettersTo(name.to_owned(), settings.letters_to_one);
            return Ok(Some(limit));
        }
        let over = spent(&to_all(player))? >= settings.letters;
        Ok(over.then_some(ChallengeLimit::Letters(settings.letters)))
    }

    /// Whether a player has written to somebody today. `key` is whom.
    pub(in crate::office) fn has_written(&self, player: &PlayerRow, key: &str) -> Result<bool> {
        let key = to_one(player, key);
        Ok(self.spent_so_far((Budget::Letters, Some(&key)))? > 0)
    }

    /// Counts a letter of a player's to somebody. `key` is whom it goes to.
    pub(in crate::office) fn count_letter(&mut self, player: &PlayerRow, key: &str) -> Result<()> {
        let (settings, letters) = (self.office.settings.meeting, Budget::Letters);
        let one = (letters, to_one(player, key));
        self.spend_within(one, settings.letters_to_one)?;
        self.spend_within((letters, to_all(player)), settings.letters)
    }
}

fn to_one(player: &PlayerRow, key: &str) -> String {
    format!("p{} to {key}", player.id)
}

fn to_all(player: &PlayerRow) -> String {
    format!("p{}", player.id)
}

/// Whether a player has played a turn in any of their newest games.
fn has_played(store: &dyn Snapshot, player: &PlayerRow) -> Result<bool> {
    const NEWEST: usize = 20;
    for (game, seat) in store.games_of(player.id, false, NEWEST)? {
        let mut events = store.events(game.id, None)?.into_iter();
        if events.any(|event| event.kind == "turn" && event.seat == Some(seat)) {
            return Ok(true);
        }
    }
    Ok(false)
}

impl Draft<'_> {
    /// Why a player may not begin another game.
    pub(super) fn plays_too_many(&self, player: PlayerId) -> Result<Option<ChallengeLimit>> {
        let most = self.office.settings.meeting.running;
        let count = usize::try_from(most).unwrap_or(0);
        let mut running = self.store.games_of(player, true, OF_EVENTS + count)?;
        // Those of events are not of their own choice.
        running.retain(|(row, _)| row.contest.is_none());
        Ok((running.len() >= count).then_some(ChallengeLimit::Running(most)))
    }
}

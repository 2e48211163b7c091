//! Digests: news that wait until the hour that their reader has chosen, and go as one letter; and what lines
//! without a number mean in the answer to a letter about several games.

use anyhow::Result;
use chrono::TimeDelta;

use crate::games::{EventKind, StoredGame};
use crate::ids::PlayerId;
use crate::letters::{Content, DigestEvent, DigestSection, PlayerSettings, settings};
use crate::rules::game::Seat;
use crate::store::{
    self, DigestRow, LetterKind, NewScope, NewToken, Snapshot, Store, TimerKind, TokenSection,
};
use crate::time::PlayerTimes;

use crate::office::close::due::{reset_timer, timer};
use crate::office::{Draft, Office, stamp, stored_game};

/// News of a turn that leaves less time than this go at once.
const SOON: TimeDelta = TimeDelta::days(1);
/// At most so many digests are made in one go.
const BATCH: usize = 100;
/// A token of a list is of at most so many seats: of as many, one mail opens the games.
const MOST_SECTIONS: usize = 50;

impl Office {
    /// Whether news cannot wait: the player has the move, and less than a day for it.
    fn is_urgent(&self, stored: &StoredGame, seat: Seat) -> bool {
        if !stored.is_on() {
            return true;
        }
        if stored.game.to_move() != seat {
            return false;
        }
        let deadline = stored.deadline(self.now(), self.longest_gap());
        deadline.is_some_and(|deadline| deadline.zero - self.now() < SOON)
    }

    /// Sends the digests that are due, and sets the timer of the next one.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn send_digests(&mut self, store: &mut dyn Store) -> Result<()> {
        let now = self.stamp();
        let players = store::read(store, |store| Ok(store.due_digests(&now, BATCH)?))?;
        for player in players {
            self.decided(store, |draft| draft.digest(player))?;
        }
        self.decided(store, |draft| {
            let next = draft.store.next_digest()?;
            reset_timer(draft.decision, TimerKind::Digest, next);
            Ok(())
        })?;
        Ok(())
    }
}

impl Draft<'_> {
    /// Lets news of a game wait for the digest of a player, who has a seat in it or watches it; `chosen`: what else
    /// they have chosen, and what about times. False: the news has to go at once.
    pub fn waits_for_digest(
        &mut self,
        stored: &StoredGame,
        (player, seat): (PlayerId, Option<Seat>),
        (settings, times): (Option<&str>, &PlayerTimes),
        first_event: i64,
    ) -> bool {
        let digest = PlayerSettings::of_stored(settings).digest();
        let next = digest.and_then(|it| it.next(self.office.now(), settings::zone(times)));
        let Some(due) = next.map(stamp) else {
            return false;
        };
        if seat.is_some_and(|seat| self.office.is_urgent(stored, seat)) {
            return false;
        }
        let timer = timer(TimerKind::Digest, due.clone(), true);
        self.decision.timers.push(timer);
        self.decision.digests.push(DigestRow {
            player,
            game: stored.row.id,
            seat: seat.map(|seat| seat.0),
            first_event,
            last_event: stored.seq,
            due,
        });
        true
    }

    /// The digest of a player: what is new in their games, as they stand now. Without
    /// anything new there is none.
    fn digest(&mut self, player: PlayerId) -> Result<()> {
        let Some(reader) = self.store.player(player)? else {
            self.decision.close_digests = self.store.digests(player)?;
            return Ok(());
        };
        let mut sections = Vec::new();
        for row in self.store.digests(player)?.into_iter().take(MOST_SECTIONS) {
            let shown = match section(self.store, &row) {
                Ok(shown) => shown,
                Err(error) if store::is_trouble(&error) => return Err(error),
                Err(error) => {
                    tracing::error!("game #{} is in no digest: {error:#}", row.game);
                    None
                }
            };
            let mut told = row;
            if let Some((section, to_move)) = shown {
                told.last_event = section.after;
                sections.push((section, to_move));
            }
            self.decision.close_digests.push(told);
        }
        // The games in which the reader is to move come first, those that they watch last.
        sections.sort_by_key(|(section, to_move)| (section.seat.is_none(), !to_move));
        if !sections.is_empty() {
            let sections = sections.into_iter().map(|(section, _)| section);
            self.post_digest((player, &reader.address), sections.collect(), None)?;
        }
        Ok(())
    }

    /// Adds a digest to a player at an address, or the letter with which the games of an event begin. It shows the games
    /// as they stand now, and its token is one of all the seats in it.
    ///
    /// # Errors
    /// The store fails, or a game cannot be loaded.
    pub fn post_digest(
        &mut self,
        (player, address): (PlayerId, &str),
        mut sections: Vec<DigestSection>,
        event: Option<DigestEvent>,
    ) -> Result<()> {
        let mut seats = Vec::new();
        for section in &mut sections {
            let stored = stored_game(self.store, section.game)?;
            section.after = stored.seq;
            seats.extend(section.seat.map(|seat| TokenSection {
                game: section.game,
                seat: seat.0,
                state: stored.state,
            }));
        }
        let token = NewToken {
            sections: seats,
            ..self.office.new_token(NewScope::List(player))
        };
        let content = Content::Digest {
            player,
            sections,
            event,
        };
        self.post_to(LetterKind::Digest, address, None, Some(token), content);
        Ok(())
    }
}

/// A game as its section of a digest, and whether its reader is to move; `None`: there is nothing to tell any more.
fn section(store: &dyn Snapshot, row: &DigestRow) -> Result<Option<(DigestSection, bool)>> {
    let stored = stored_game(store, row.game)?;
    let seat = row.seat.map(Seat);
    let holder = seat.and_then(|seat| stored.seats.get(seat.index()));
    if holder.is_some_and(|holder| holder.player != row.player) {
        // Somebody else has taken the seat.
        return Ok(None);
    }
    let to_move = stored.is_on() && Some(stored.game.to_move()) == seat;
    if seat.is_some() && !to_move {
        // The result was told by a letter of its own.
        if !stored.is_on() {
            return Ok(None);
        }
        // A player who has acted since has got the board with the answer; words of others may be
        // new to them all the same.
        let events = store.events(row.game, None)?;
        let mut later = events.iter().filter(|event| event.seq > row.last_event);
        let acted = later.any(|event| event.seat == row.seat && event.mail.is_some());
        let mut told = events.iter().filter(|event| event.seq >= row.first_event);
        let words =
            told.any(|event| event.kind == EventKind::Say.as_str() && event.seat != row.seat);
        if acted && !words {
            return Ok(None);
        }
    }
    let section = DigestSection {
        game: row.game,
        seat,
        first: row.first_event,
        after: stored.seq,
    };
    Ok(Some((section, to_move)))
}

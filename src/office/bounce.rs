//! Delivery reports, and letters that could not be delivered.

use anyhow::Result;
use chrono::{DateTime, TimeDelta};

use crate::letters::{Notice, Report};
use crate::mail::{self, DeliveryStatus};
use crate::rules::game::Seat;
use crate::store::{
    Decision, LetterChange, LetterId, LetterKind, LetterRow, PlayerChange, Snapshot,
};

use super::outgoing::{SeatLetter, technical};
use super::{Office, stored_game};

/// After this many letters that could not be delivered, the umpire and the other players are told.
const MARKED: i64 = 2;
/// A report counts only for a letter that is not older than this.
const FRESH: TimeDelta = TimeDelta::days(7);

impl Office {
    /// Counts a delivery report, at most one for each letter, if it has the envelope token of a letter.
    /// Reply tokens in a report are ignored. Returns the reason of the verdict.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn note_bounce(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        report: &mail::Report,
    ) -> Result<String> {
        let token = report.token.as_deref();
        let letter = match token.and_then(|token| self.secret.letter_of_envelope_token(token)) {
            Some(id) => store.letter(LetterId(id))?,
            None => None,
        };
        let Some(letter) = letter else {
            return Ok(format!("names no letter of ours: {}", report.reason));
        };
        let word = match report.status {
            DeliveryStatus::Permanent | DeliveryStatus::Unknown => "came back",
            DeliveryStatus::Temporary => "is late",
            DeliveryStatus::Delivered => "arrived",
        };
        let note = format!(
            "letter o{} to {} {word}: {}",
            letter.id, letter.recipient, report.reason
        );
        let written = DateTime::parse_from_rfc3339(&letter.created_at)?.to_utc();
        let counts = matches!(
            report.status,
            DeliveryStatus::Permanent | DeliveryStatus::Unknown
        ) && self.now() - written <= FRESH;
        if counts && !letter.bounced {
            decision
                .letter_changes
                .push(LetterChange::Bounced(letter.id));
            self.address_failed(store, decision, &letter, &letter.recipient, &report.reason)?;
        }
        Ok(technical(&note))
    }

    /// Counts a letter that could not be delivered. At the second one to an address, the umpire and the
    /// other players of the game are told.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn address_failed(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        letter: &LetterRow,
        recipient: &str,
        why: &str,
    ) -> Result<()> {
        let recipient = recipient.to_owned();
        decision
            .players
            .push(PlayerChange::CountFailure(recipient.clone()));
        let failures = match letter.about {
            Some(about) => {
                let seats = store.seats(about.game)?;
                let seat = seats.into_iter().nth(usize::from(about.seat));
                seat.filter(|seat| seat.address.eq_ignore_ascii_case(&recipient))
                    .map(|seat| seat.failures)
            }
            None => {
                let player = store.player_by_address(&recipient)?;
                player.map(|player| player.failures)
            }
        };
        if failures.map(|before| before + 1) != Some(MARKED) {
            return Ok(());
        }
        let report = Report::Undeliverable {
            address: recipient,
            count: MARKED,
            reason: technical(why),
        };
        let told = self.tell_umpire(decision, report);
        let Some(about) = letter.about else {
            return Ok(());
        };
        let stored = stored_game(store, about.game)?;
        let seat = Seat(about.seat);
        for other in stored.all_seats().filter(|other| *other != seat) {
            let notices = vec![Notice::Undeliverable { seat, told }];
            let letter = SeatLetter::told(LetterKind::Again, notices, None);
            self.post_seat(decision, &stored, other, letter);
        }
        Ok(())
    }
}

//! Delivery reports, and letters that could not be delivered.

use anyhow::Result;
use chrono::{DateTime, TimeDelta};

use crate::games::seat_at;
use crate::mail::{DeliveryStatus, Report};
use crate::store::{LetterRow, Tx};

use super::Office;
use super::post::LetterContent;

/// After this many letters that could not be delivered, the umpire and the other players are told.
const MARKED: i64 = 2;
/// A report counts only for a letter that is not older than this.
const FRESH: TimeDelta = TimeDelta::days(7);

impl Office {
    /// Counts a delivery report, at most one for each letter, if it has the envelope token of a letter.
    /// Reply tokens in a report are ignored. Returns the reason of the verdict.
    ///
    /// # Errors
    /// The database fails, or a letter cannot be composed.
    pub(super) fn note_bounce(&mut self, tx: &Tx<'_>, report: &Report) -> Result<String> {
        let letter = match report
            .token
            .as_deref()
            .and_then(|t| self.secret.letter_of_envelope_token(t))
        {
            Some(id) => tx.letter(id)?,
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
        if counts && tx.mark_bounced(letter.id)? {
            self.address_failed(tx, &letter, &report.reason)?;
        }
        Ok(note)
    }

    /// Counts a letter that could not be delivered. At the second one to an address, the umpire and the
    /// other players of the game are told.
    ///
    /// # Errors
    /// The database fails, or a letter cannot be composed.
    pub(super) fn address_failed(
        &mut self,
        tx: &Tx<'_>,
        letter: &LetterRow,
        why: &str,
    ) -> Result<()> {
        if tx.count_failure(&letter.recipient, false)? != MARKED {
            return Ok(());
        }
        self.tell_umpire(
            tx,
            &format!("letters to {} cannot be delivered", letter.recipient),
            &format!(
                "{MARKED} letters to {} could not be delivered; the last reason: {why}\n`zugpost player \
                 address` gives the player another address.",
                letter.recipient
            ),
        )?;
        let (Some(game), Some(seat)) = (letter.game, letter.seat) else {
            return Ok(());
        };
        let mut stored = self.stored_game(tx, game)?;
        let lost = seat_at(usize::from(seat));
        let known = if self.settings.umpire.is_some() {
            "; the umpire has been told"
        } else {
            ""
        };
        let news = format!(
            "My letters to {} are being returned{known}.",
            stored.player_name(lost)
        );
        for other in (0..stored.seats.len())
            .map(seat_at)
            .filter(|other| *other != lost)
        {
            self.post_seat(
                tx,
                &mut stored,
                other,
                LetterContent::told(vec![news.clone()]),
            )?;
        }
        Ok(())
    }
}

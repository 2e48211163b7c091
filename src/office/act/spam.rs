//! Spam complaints: they are counted, and the umpire is told. No letter is stopped by them.

use anyhow::Result;

use crate::ids::LetterId;
use crate::letters::Report;
use crate::mail;
use crate::store::{LetterChange, LetterRow};

use crate::office::Draft;
use crate::office::close::letters::technical;

impl Draft<'_> {
    /// Notes a spam complaint, if it has the envelope token or the Message-ID of a letter: once a day for each letter.
    /// Returns the reason of the verdict.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn note_spam_complaint(
        &mut self,
        complaint: &mail::SpamComplaint,
    ) -> Result<String> {
        let what = complaint.what;
        let letter = self.letter_complained_of(complaint)?;
        // Of a letter to somebody who was forgotten, nobody is known who could complain.
        let Some((letter, domain)) = letter.as_ref().and_then(|letter| {
            let (_, domain) = letter.recipient.rsplit_once('@')?;
            Some((letter, domain.to_lowercase()))
        }) else {
            return Ok(technical(&format!("names no letter of ours: {what}")));
        };
        let (id, address) = (letter.id, letter.recipient.clone());
        let note = format!("letter o{id} to {address} was marked as spam: {what}");
        let marked = LetterChange::MarkedAsSpam { letter: id, domain };
        self.decision.letter_changes.push(marked);
        self.tell_umpire(Report::SpamComplaint {
            letter: id,
            address,
            what: what.to_owned(),
        });
        Ok(technical(&note))
    }

    /// The letter that a complaint is about. What proves it nobody can guess who has not got that letter.
    fn letter_complained_of(&self, complaint: &mail::SpamComplaint) -> Result<Option<LetterRow>> {
        let secret = &self.office.secret;
        let mut tokens = complaint.tokens.iter();
        let by_token = tokens.find_map(|token| secret.letter_of_envelope_token(token));
        let id = match (by_token.map(LetterId), &complaint.message_id) {
            (None, Some(id)) => self.office.letter_of_message_id(self.store, id)?,
            (by_token, _) => by_token,
        };
        let letter = id.map(|id| self.store.letter(id)).transpose()?;
        Ok(letter.flatten())
    }
}

//! Letters from what they shall say to their bytes in the outbox.

use anyhow::Result;

use crate::letters::{SeatLetter, Templates};
use crate::mail::Letter;
use crate::rules::game::{Game, Seat};
use crate::store::{NewLetter, Tx};

use super::Office;

/// A letter of which all is settled that the database and the game have a say in.
pub(super) struct Draft {
    /// What goes into the templates; `None` if subject and text are written already.
    pub page: Option<Page>,
    /// The rest of it.
    pub letter: Letter,
    /// Envelope recipient.
    pub recipient: String,
    /// What kind of letter, for lists.
    pub kind: &'static str,
    /// Game, seat and state that it shows.
    pub about: Option<(i64, u8, i64)>,
    /// The mail that it answers.
    pub inbox_id: Option<i64>,
    /// When it was written.
    pub now: String,
}

/// A letter to a seat whose board is still to be drawn.
pub(super) struct Page {
    /// All but the board.
    pub words: Box<SeatLetter>,
    /// The game as it stood when the letter was drafted.
    pub game: Box<dyn Game>,
    /// Who looks at it.
    pub seat: Seat,
}

/// A letter ready to go.
pub(super) struct Finished {
    draft: Draft,
    raw: Vec<u8>,
}

impl Draft {
    /// Writes the letter out. Needs nothing but the templates.
    ///
    /// # Errors
    /// As [`Templates::render`] and [`Letter::to_bytes`].
    pub fn finish(mut self, templates: &Templates) -> Result<Finished> {
        if let Some(mut page) = self.page.take() {
            page.words.board = Some(page.game.diagram(Some(page.seat)));
            let text = templates.render(&*page.words)?;
            self.letter.subject = text.subject;
            self.letter.text = text.body;
        }
        let raw = self.letter.to_bytes()?;
        Ok(Finished { draft: self, raw })
    }
}

impl Finished {
    /// Puts the letter into the outbox.
    ///
    /// # Errors
    /// Trouble with the file.
    pub fn add(&self, tx: &Tx<'_>) -> Result<()> {
        tx.add_letter(&NewLetter {
            message_id: &self.draft.letter.message_id,
            recipient: &self.draft.recipient,
            kind: self.draft.kind,
            about: self.draft.about,
            inbox_id: self.draft.inbox_id,
            raw: &self.raw,
            now: &self.draft.now,
        })?;
        Ok(())
    }
}

impl Office {
    /// Puts a letter into the outbox, or lays it down for whoever has asked to write it out.
    ///
    /// # Errors
    /// Trouble of ours.
    pub(super) fn put_out(&mut self, tx: &Tx<'_>, draft: Draft) -> Result<()> {
        if let Some(drafts) = &mut self.drafts {
            drafts.push(draft);
            return Ok(());
        }
        draft.finish(&self.templates)?.add(tx)
    }
}

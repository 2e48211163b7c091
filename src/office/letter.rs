//! Letters: from the data of the templates to the row in the outbox.

use anyhow::Result;

use crate::drawings::{self, Style};
use crate::letters::{Board, LetterKind, SeatLetter, Templates};
use crate::mail::MimeMessage;
use crate::rules::game::{Game, Seat};
use crate::store::{NewLetter, Tx};
use crate::words::Words;

use super::Office;

/// A letter that is not composed yet. It holds all that is taken from the database and the game.
pub(super) struct Letter {
    /// What goes into the templates; `None` if `message` has subject and text already.
    pub page: Option<Page>,
    /// Headers, and subject and text once they are rendered.
    pub message: MimeMessage,
    /// Envelope recipient.
    pub recipient: String,
    /// What it is written for.
    pub kind: LetterKind,
    /// Game, seat and state number that it shows.
    pub about: Option<(i64, u8, i64)>,
    /// The mail that it answers.
    pub inbox_id: Option<i64>,
    /// When it was written.
    pub now: String,
}

/// The data of a letter to a seat, whose board is not rendered yet.
pub(super) struct Page {
    /// All but the board.
    pub words: Box<SeatLetter>,
    /// A copy of the game as it stands when the letter is written.
    pub game: Box<dyn Game>,
    /// The seat from whose side the board is seen.
    pub seat: Seat,
}

/// A letter with its bytes, ready for the outbox.
pub(super) struct ComposedLetter {
    letter: Letter,
    raw: Vec<u8>,
}

impl Letter {
    /// Renders the letter and builds its bytes. Needs neither database nor clock, so that another
    /// thread can do it.
    ///
    /// # Errors
    /// As [`Templates::render`] and [`MimeMessage::to_bytes`].
    pub fn compose(mut self, templates: &Templates) -> Result<ComposedLetter> {
        if let Some(mut page) = self.page.take() {
            let view = page.game.view(Some(page.seat));
            page.words.board = Some(Board {
                diagram: drawings::render(&view, Style::Ascii),
                writing: Words::built_in().english().paragraphs(&page.game.writing()),
            });
            let text = templates.render(&*page.words)?;
            self.message.subject = text.subject;
            self.message.text = text.body;
        }
        let raw = self.message.to_bytes()?;
        Ok(ComposedLetter { letter: self, raw })
    }
}

impl ComposedLetter {
    /// Puts the letter into the outbox.
    ///
    /// # Errors
    /// The database fails.
    pub fn add(&self, tx: &Tx<'_>) -> Result<()> {
        tx.add_letter(&NewLetter {
            message_id: &self.letter.message.message_id,
            recipient: &self.letter.recipient,
            kind: self.letter.kind.as_str(),
            about: self.letter.about,
            inbox_id: self.letter.inbox_id,
            raw: &self.raw,
            now: &self.letter.now,
        })?;
        Ok(())
    }
}

impl Office {
    /// Puts a letter into the outbox, or into `uncomposed` where another thread composes letters.
    ///
    /// # Errors
    /// As [`Letter::compose`] and [`ComposedLetter::add`].
    pub(super) fn post(&mut self, tx: &Tx<'_>, letter: Letter) -> Result<()> {
        if let Some(uncomposed) = &mut self.uncomposed {
            uncomposed.push(letter);
            return Ok(());
        }
        letter.compose(&self.templates)?.add(tx)
    }
}

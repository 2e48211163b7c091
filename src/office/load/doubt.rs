//! Reason to doubt that a mail is of the player from whose address it seems to come.

use crate::commands::{self, Command, NoGame};
use crate::mail::{ParsedMessage, Vouched};
use crate::store::{Asked, Snapshot};

use crate::office::load::tokens::answers_letter;
use crate::office::{Author, InboxMail, Office};

impl Office {
    /// Whether the host gives a reason to doubt that a mail is of the player from whose address it seems to
    /// come: `Some(true)` if it says that it is not, `Some(false)` if it does not vouch for an
    /// address that it has vouched for before.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn doubt(
        &self,
        store: &dyn Snapshot,
        message: &ParsedMessage,
    ) -> anyhow::Result<Option<bool>> {
        let Ok(from) = &message.from else {
            return Ok(None);
        };
        Ok(match message.vouched {
            Vouched::Fails => Some(true),
            // Without a host that vouches, nobody can be missing its word.
            Vouched::No if self.settings.authserv_id.is_some() => {
                let before = store.was_vouched(&from.address.normalized())?;
                before.then_some(false)
            }
            Vouched::No | Vouched::Yes(_) => None,
        })
    }
}

/// Whether a mail says `yes`; `None`: neither `yes` nor `no`.
pub fn agrees(mail: &InboxMail) -> Option<bool> {
    let script = commands::read(&mail.lines, &mail.message.subject, &NoGame(&mail.games));
    match script.lines.first()?.command {
        Command::Yes | Command::YesAdd => Some(true),
        Command::No => Some(false),
        _ => None,
    }
}

/// The answer of a mail to a letter that has asked whether an earlier mail was its author's. Only the reader of
/// the address of record has the key of that letter.
///
/// # Errors
/// The store fails.
pub fn answers_question(
    store: &dyn Snapshot,
    mail: &InboxMail,
    author: &Author,
) -> anyhow::Result<Option<bool>> {
    let Some(agrees) = agrees(mail) else {
        return Ok(None);
    };
    for proof in &author.proofs {
        let question = store.question(proof.stored.row.id, proof.seat.0)?;
        let letter = question.and_then(|question| question.letter);
        if answers_letter(store, letter, &author.tokens)? {
            return Ok(Some(agrees));
        }
    }
    let Some(player) = &author.player else {
        return Ok(None);
    };
    // Such a question is about no game.
    for question in store.account_questions(&Asked::Player(player.id))? {
        if answers_letter(store, question.letter, &author.tokens)? {
            return Ok(Some(agrees));
        }
    }
    Ok(None)
}

//! What an author may do in a game: by the key of which letter, and whether his host vouches for him
//! (`docs/mail-protocol.md`, 'Who may do what').

use crate::commands::{self, Command, NoGame};
use crate::games::{Refusal, Request, resolve};
use crate::mail::{ParsedMessage, Vouched};
use crate::store::{Asked, Snapshot};

use super::Office;
use super::author::Author;
use super::content::MailContent;
use super::session::{MailSession, OpenGame};

impl OpenGame {
    /// State number that counts as shown to the author for this request. A turn with the right number before it
    /// may stand in an answer to an earlier letter, if the host vouches for its author: the number says
    /// that he knows the position.
    pub fn shown_for(&self, request: &Request) -> i64 {
        let due = match request {
            Request::Play {
                number: Some(number),
                ..
            } => self.stored.is_due(*number),
            _ => false,
        };
        if self.vouched && due {
            self.stored.state
        } else {
            self.shown
        }
    }

    /// Why a request is refused that a mail without a key makes: a turn that is written like the author's last
    /// one may be an old mail, which was delayed, or which somebody has sent again.
    pub fn barred(&self, request: &Request) -> Option<Refusal> {
        let Request::Play { turn, number: None } = request else {
            return None;
        };
        if self.keyed
            || self.stored.game.to_move() != self.seat
            || self.stored.time_was_over().is_some()
        {
            return None;
        }
        let mut turns = self.stored.turns.iter();
        let last = turns.rposition(|played| played.seat == self.seat)?;
        // Whether it can be played at all is decided as for every turn.
        resolve(&self.stored, self.stored.held(self.seat), turn).ok()?;
        let before = self.stored.at(last).ok()?.play(turn).ok()?;
        (before.canonical == self.stored.turns[last].text).then(|| Refusal::NumberNeeded {
            due: self.stored.game.label(),
        })
    }

    /// Whether the author may do what cannot be taken back and is about no position. The key of a game that has
    /// ended stays with whoever has read its last letter; it opens the game and talk alone.
    pub fn is_sure(&self) -> bool {
        let current = self.stored.is_on() && self.stored.is_current(self.shown);
        self.vouched || self.keyed && current
    }
}

impl MailSession<'_> {
    /// Whether the mail has a token of a letter to its author: he reads what is sent to his address.
    pub fn has_own_token(&self) -> bool {
        self.account.keyed || self.games.iter().any(|game| game.keyed)
    }

    /// Whether the author may change his addresses: one of his games says so, or he has answered a letter that is
    /// about no game.
    pub fn is_sure(&self) -> bool {
        self.games.is_empty() && self.account.player || self.games.iter().any(OpenGame::is_sure)
    }
}

impl Office {
    /// Whether the host gives a reason to doubt that a mail is of the player from whose address it seems to
    /// come: `Some(true)` if it says that it is not, `Some(false)` if it does not vouch for an
    /// address that it has vouched for before.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn doubt(
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

/// The answer of a mail to a letter that has asked whether an earlier mail was its author's. Only the reader of
/// the address of record has the key of that letter.
///
/// # Errors
/// The store fails.
pub(super) fn answers_question(
    store: &dyn Snapshot,
    mail: &MailContent,
    author: &Author,
) -> anyhow::Result<Option<bool>> {
    let script = commands::read(&mail.lines, &mail.message.subject, &NoGame);
    let first = script.lines.first().map(|line| &line.command);
    if !matches!(first, Some(Command::Yes | Command::YesAdd | Command::No)) {
        return Ok(None);
    }
    let agrees = !matches!(first, Some(Command::No));
    for proof in &author.proofs {
        let question = store.question(proof.stored.row.id, proof.seat.0)?;
        let letter = match question.and_then(|question| question.letter) {
            Some(letter) => store.letter(letter)?,
            None => None,
        };
        let tokens = letter.map(|letter| letter.tokens).unwrap_or_default();
        if tokens.iter().any(|token| author.tokens.contains(token)) {
            return Ok(Some(agrees));
        }
    }
    let Some(player) = &author.player else {
        return Ok(None);
    };
    // Such a question is about no game.
    for question in store.account_questions(&Asked::Player(player.id))? {
        let letter = match question.letter {
            Some(letter) => store.letter(letter)?,
            None => None,
        };
        let tokens = letter.map(|letter| letter.tokens).unwrap_or_default();
        if tokens.iter().any(|token| author.tokens.contains(token)) {
            return Ok(Some(agrees));
        }
    }
    Ok(None)
}

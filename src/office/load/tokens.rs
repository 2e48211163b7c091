//! The reply tokens in a mail.

use anyhow::Result;

use crate::ids::{LetterId, TokenId};
use crate::store::{Snapshot, TokenRow, TokenScope, TokenSection};
use crate::tokens;

use crate::office::{InboxMail, Office};

impl Office {
    /// The tokens in a mail that are valid.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn valid_tokens(
        &self,
        store: &dyn Snapshot,
        mail: &InboxMail,
    ) -> Result<Vec<TokenId>> {
        let found = self.tokens_in(store, mail)?.into_iter();
        Ok(found.filter(|row| !row.void).map(|row| row.id).collect())
    }

    /// The tokens in a mail, each once, whether they still count or not.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn tokens_in(
        &self,
        store: &dyn Snapshot,
        mail: &InboxMail,
    ) -> Result<Vec<TokenRow>> {
        let mut found: Vec<TokenRow> = Vec::new();
        for candidate in &mail.tokens {
            let row = self.token_of(store, candidate)?;
            found.extend(row.filter(|row| found.iter().all(|known| known.id != row.id)));
        }
        Ok(found)
    }

    /// The token that a word is, whether it still counts or not.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn token_of(
        &self,
        store: &dyn Snapshot,
        candidate: &str,
    ) -> Result<Option<TokenRow>> {
        let row = match tokens::public_id(candidate) {
            Some(id) => store.token(TokenId(id))?,
            None => None,
        };
        Ok(row.filter(|row| self.secret.verifies(candidate, &row.base())))
    }
}

impl Office {
    /// The letter of ours that has this Message-ID, which nobody can guess.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn letter_of_message_id(
        &self,
        store: &dyn Snapshot,
        id: &str,
    ) -> Result<Option<LetterId>> {
        let Some(name) = name_in(id) else {
            return Ok(None);
        };
        if let Some(letter) = self.secret.letter_of_message_name(name) {
            return Ok(Some(LetterId(letter)));
        }
        let token = self.token_of(store, name)?;
        let letter = token.map(|token| store.letter_of_token(token.id));
        Ok(letter.transpose()?.flatten())
    }
}

/// What tells the Message-ID of a letter from those of all others: a reply token, or the name of the letter.
pub(in crate::office) fn name_in(id: &str) -> Option<&str> {
    id.split('@').next()?.rsplit('.').next()
}

/// The seats that tokens are of, with the state that their letters showed.
pub(super) fn of_seats(
    store: &dyn Snapshot,
    tokens: &[TokenRow],
) -> Result<Vec<(TokenId, TokenSection)>> {
    let mut all = Vec::new();
    for token in tokens {
        let sections = match token.scope {
            TokenScope::Seat { game, seat, state } => vec![TokenSection { game, seat, state }],
            TokenScope::List(_) => store.token_sections(token.id)?,
            TokenScope::Player(_)
            | TokenScope::Challenge { .. }
            | TokenScope::Question(_)
            | TokenScope::Lesson { .. } => continue,
        };
        all.extend(sections.into_iter().map(|section| (token.id, section)));
    }
    Ok(all)
}

/// Whether one of these tokens is of a letter.
///
/// # Errors
/// The store fails.
pub fn answers_letter(
    store: &dyn Snapshot,
    letter: Option<LetterId>,
    tokens: &[TokenId],
) -> Result<bool> {
    let letter = letter.map(|letter| store.letter(letter)).transpose()?;
    Ok(letter
        .flatten()
        .is_some_and(|letter| letter.tokens.iter().any(|token| tokens.contains(token))))
}

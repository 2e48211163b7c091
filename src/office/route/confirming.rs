//! Mails that answer a letter with a code, by which an address is confirmed.

use anyhow::Result;

use crate::commands::{self, Command, NoGame, phrases};
use crate::games::instant;
use crate::mail::{Address, Nature, Vouched};
use crate::meeting::person::CODE_VALID;
use crate::store::{ConfirmationRow, Snapshot};
use crate::tokens::ConfirmationBase;

use crate::office::{InboxMail, Office};

/// A mail that answers a letter with a code.
#[derive(Debug)]
pub struct Confirming {
    /// The address, from which the mail comes.
    pub address: Address,
    /// What it confirms; `None`: the code is not valid.
    pub row: Option<ConfirmationRow>,
}

impl Office {
    /// Whether a mail answers a letter with a code: it has to come from the address to which that was sent,
    /// and to say `confirm`.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn confirmation(
        &self,
        store: &dyn Snapshot,
        mail: &InboxMail,
    ) -> Result<Option<Confirming>> {
        let message = &mail.message;
        let Ok(from) = &message.from else {
            return Ok(None);
        };
        if message.nature != Nature::Player || message.vouched == Vouched::Fails {
            return Ok(None);
        }
        let address = from.address.normalized();
        let rows = store.confirmations(&address)?;
        if rows.is_empty() || store.player_by_address(&address)?.is_some() {
            return Ok(None);
        }
        let script = commands::read(&mail.lines, &message.subject, &NoGame(&mail.games));
        let mut lines = script.lines.iter();
        // The letter with the code may be below the answer without quote
        // marks: `I do not know her.`
        let code = |line: &&String| !line.trim_start().to_lowercase().starts_with("confirm");
        let denied = || {
            let mut above = mail.lines.iter().take_while(code);
            above.any(|line| phrases::casts_doubt(line))
        };
        if !lines.any(|line| line.command == Command::Confirm) || denied() {
            return Ok(None);
        }
        let fits = |row: &ConfirmationRow| {
            let (base, mut codes) = (base(row), mail.tokens.iter());
            let valid = instant(&row.created_at).is_ok_and(|at| self.now() - at <= CODE_VALID);
            valid && codes.any(|code| self.secret.confirms(code, &base))
        };
        Ok(Some(Confirming {
            address: from.address.clone(),
            row: rows.into_iter().find(fits),
        }))
    }
}

/// What the code of a confirmation is derived from.
pub fn base(row: &ConfirmationRow) -> ConfirmationBase<'_> {
    ConfirmationBase {
        player: row.player.0,
        address: &row.address,
        nonce: &row.nonce,
        generation: row.generation,
    }
}

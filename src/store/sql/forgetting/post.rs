//! A player who is forgotten, in mails and letters.

use crate::store::sql::values::params;

use super::{Forgotten, texts::changed};
use crate::store::{Result, sql::statements::Statements};

impl Forgotten<'_> {
    /// The bytes of the player's mails, and what the list of mails says about them.
    pub(super) fn in_mails(&self) -> Result<()> {
        for address in &self.addresses {
            let key = address.to_lowercase();
            let sql = "DELETE FROM inbox_raw WHERE id IN
                    (SELECT id FROM inbox WHERE lower(sender) = ?1 AND status <> 'new')";
            self.connection.run(sql, [&key])?;
            let sql = "UPDATE inbox SET sender = ?2, message_id = NULL WHERE lower(sender) = ?1";
            self.connection.run(sql, params![key, self.name])?;
        }
        let sql = "SELECT id, reason FROM inbox WHERE reason IS NOT NULL";
        let reasons = self.connection.rows(sql, ())?;
        self.in_texts(reasons, "UPDATE inbox SET reason = ?2 WHERE id = ?1")
    }

    /// Letters to the player, whose content is deleted, and the player's name in letters to others.
    pub(super) fn in_letters(&self) -> Result<()> {
        for address in &self.addresses {
            let key = address.to_lowercase();
            let sql = "UPDATE outbox SET status = 'dropped', next_try = NULL, closed_at =
                    created_at, last_error = 'its reader was forgotten'
                 WHERE lower(recipient) = ?1 AND status IN ('waiting', 'quarantined')
                    AND claimed_by IS NULL";
            self.connection.run(sql, [&key])?;
            let sql = "DELETE FROM outbox_raw WHERE id IN (SELECT id FROM outbox
                    WHERE lower(recipient) = ?1 AND status <> 'waiting')";
            self.connection.run(sql, [&key])?;
            let sql = "UPDATE outbox SET data = NULL, recipient = ?2, last_error = NULL
                 WHERE lower(recipient) = ?1 AND status <> 'waiting'";
            self.connection.run(sql, params![key, self.name])?;
        }
        let mut after = 0;
        while let Some((id, data)) = self.next_letter(after)? {
            after = id;
            self.in_letter(id, &data)?;
        }
        Ok(())
    }

    /// A letter to somebody else, with what it says.
    pub(super) fn in_letter(&self, id: i64, data: &str) -> Result<()> {
        if let Some(data) = changed(data, |data| self.in_value(data, "")) {
            let sql = "UPDATE outbox SET data = ?2 WHERE id = ?1";
            self.connection.run(sql, params![id, data])?;
            // The bytes of a letter that waits are made anew.
            let sql = "DELETE FROM outbox_raw WHERE id = ?1";
            self.connection.run(sql, [id])?;
        }
        Ok(())
    }

    fn next_letter(&self, after: i64) -> Result<Option<(i64, String)>> {
        let sql =
            "SELECT id, data FROM outbox WHERE id > ?1 AND data IS NOT NULL ORDER BY id LIMIT 1";
        self.connection.row(sql, [after])
    }
}

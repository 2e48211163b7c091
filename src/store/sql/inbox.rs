//! `inbox` and `inbox_raw`: every mail that was received, the verdict on it, and its bytes.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::values::params;

use super::{Connection, Result, StoreError, View, bytes, intake, limit, statements::Statements};
use crate::ids::{MailId, PlayerId};
use crate::store::{
    Judgement, MailBytes, MailRow, MailStatus, Subject, Verdict, snapshot::ReadMails,
};

const SELECT: &str = "SELECT id, source, received_at, coalesce(arrived_at, received_at), status,
    attempts, verdict, reason, nullif(sender, ''), message_id, body_hash, sent_at, game_id, proven FROM inbox";

impl ReadMails for View<'_> {
    fn mail(&self, id: MailId) -> Result<Option<MailRow>> {
        let sql = format!("{SELECT} WHERE id = ?1");
        self.row(&sql, [id.0])
    }

    fn mail_bytes(&self, id: MailId) -> Result<Option<MailBytes>> {
        let sql = "SELECT form, raw, truncated, env_sender, env_rcpts FROM inbox_raw WHERE id = ?1";
        let row = self.first(sql, [id.0], |row| {
            let recipients = row.text(4)?.unwrap_or_default();
            let mail = MailBytes {
                sender: row.text(3)?.map(str::to_owned),
                recipients: recipients.lines().map(str::to_owned).collect(),
                truncated: row.integer(2)? != 0,
                raw: row.blob(1)?.to_vec(),
            };
            Ok((row.integer(0)?, mail))
        })?;
        let unpacked = row.map(|(form, mail)| {
            let raw = bytes::unpack(form, mail.raw)?;
            Ok(MailBytes { raw, ..mail })
        });
        unpacked.transpose()
    }

    fn known_mail(&self, source: &str, raw: &[u8]) -> Result<Option<MailId>> {
        intake::known(self.0, source, raw)
    }

    fn mails(&self, status: MailStatus, count: usize) -> Result<Vec<MailRow>> {
        // SQLite uses a partial index only if its condition is in the query.
        let open = match status {
            MailStatus::Done => "",
            MailStatus::New | MailStatus::Quarantined => "status <> 'done' AND",
        };
        let sql = format!("{SELECT} WHERE {open} status = ?1 ORDER BY id DESC LIMIT ?2");
        self.rows(&sql, params![status.as_str(), limit(count)])
    }

    fn mails_before(&self, before: MailId, count: usize) -> Result<Vec<MailRow>> {
        let sql = format!("{SELECT} WHERE id < ?1 ORDER BY id DESC LIMIT ?2");
        self.rows(&sql, params![before.0, limit(count)])
    }

    fn same_mail(&self, but: MailId, message_id: &str, body_hash: &str) -> Result<Option<MailRow>> {
        let sql = format!(
            "{SELECT} WHERE proven = 1 AND message_id = ?2 AND body_hash = ?3 AND id <> ?1
         ORDER BY id LIMIT 1"
        );
        self.row(&sql, params![but.0, message_id, body_hash])
    }

    fn same_bodies(
        &self,
        than: MailId,
        sender: &str,
        (body_hash, sent_at): (&str, i64),
    ) -> Result<Vec<MailRow>> {
        let sql = format!(
            "{SELECT} WHERE proven = 1 AND body_hash = ?3 AND sent_at = ?4 AND id < ?1
         AND lower(sender) = lower(?2) ORDER BY id DESC LIMIT 100"
        );
        let mut found = Vec::new();
        // Each by itself, so that SQLite needs no temporary table; 0 for mails without a date.
        for date in BTreeSet::from([sent_at, 0]) {
            found.extend(self.rows::<MailRow>(&sql, (than.0, sender, body_hash, date))?);
        }
        found.sort_by_key(|mail| Reverse(mail.id));
        found.truncate(100);
        Ok(found)
    }

    fn has_open_mail(&self, player: PlayerId, since: &str, until: &str) -> Result<bool> {
        let sql = "SELECT 1 FROM inbox WHERE status <> 'done' AND coalesce(arrived_at, received_at)
         <= ?3 AND (status = 'new' OR coalesce(arrived_at, received_at) > ?2
            AND sender IN (SELECT key FROM addresses WHERE player_id = ?1))";
        self.is_there(sql, params![player.0, since, until])
    }

    fn has_proven_mail(&self, player: PlayerId, since: &str) -> Result<bool> {
        let sql = "SELECT 1 FROM inbox WHERE proven = 1
         AND coalesce(arrived_at, received_at) > ?2
         AND sender IN (SELECT key FROM addresses WHERE player_id = ?1) LIMIT 1";
        self.is_there(sql, params![player.0, since])
    }
}

/// Gives up the claims whose owner begins with `owner`; `begun`: the attempts count.
pub(super) fn release(connection: &dyn Connection, owner: &str, begun: bool) -> Result<()> {
    let sql = "UPDATE inbox SET claimed_by = NULL, attempts = CASE WHEN ?2 OR attempts = 0
            THEN attempts ELSE attempts - 1 END
         WHERE status <> 'done' AND status = 'new' AND substr(claimed_by, 1, length(?1)) = ?1";
    connection.run(sql, params![owner, begun])
}

/// Writes what was decided about a mail.
pub(super) fn judge(
    connection: &dyn Connection,
    (id, judgement): (MailId, &Judgement),
    claimant: Option<&str>,
) -> Result<()> {
    let (status, verdict) = match judgement {
        Judgement::Done(verdict) => (MailStatus::Done, verdict.clone()),
        Judgement::Quarantined(reason) => {
            let verdict = Verdict {
                word: MailStatus::Quarantined.to_string(),
                reason: Some(reason.clone()),
                ..Verdict::default()
            };
            (MailStatus::Quarantined, verdict)
        }
    };
    let sql = "UPDATE inbox SET status = ?2, verdict = ?3, reason = ?4, sender = coalesce(?5, sender), message_id = ?6,
            body_hash = ?7, game_id = ?8, proven = ?9, sent_at = ?10, claimed_by = NULL
         WHERE id = ?1 AND status = 'new' AND (claimed_by = ?11 OR ?11 IS NULL)";
    let values = params![
        id.0,
        status.as_str(),
        verdict.word,
        verdict.reason,
        verdict.sender,
        verdict.message_id,
        verdict.body_hash,
        verdict.game.map(|game| game.0),
        verdict.proven,
        verdict.sent_at,
        claimant
    ];
    // Its effects would be written twice.
    let otherwise = match claimant {
        // Another host has taken it over.
        Some(_) => StoreError::Conflict(Subject::Mail(id)),
        None => StoreError::Constraint(format!("mail i{id} does not wait to be judged")),
    };
    connection.require(sql, values, otherwise)
}

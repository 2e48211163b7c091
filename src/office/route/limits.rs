//! Mails that are not read, since their author, or all together, have written too much
//! (`docs/settings.md`, 'Limits'). Mails are counted when they are claimed, in a transaction of its own, so that they
//! count even if judging them fails.

use anyhow::Result;

use crate::store::{Budget, ClaimedMail, Snapshot, Spent};

use crate::office::{Author, Office};

impl Office {
    /// Why a mail is not read: its author, or all together, have written too much today. Of a
    /// player's mails that prove who has written them, as many again are read, since others may
    /// have sent the rest in the player's name.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn limited(
        &self,
        store: &dyn Snapshot,
        mail: &ClaimedMail,
        author: &Author,
    ) -> Result<Option<String>> {
        let (too_many, flood) = self.floods(mail);
        if !too_many && !flood {
            return Ok(None);
        }
        if let (Some(player), true) = (&author.player, author.is_proven()) {
            let read = store.spent(Budget::Proven, &self.today(), &player.id.to_string())?;
            if !too_many || read.count < self.settings.limits.mails {
                return Ok(None);
            }
        }
        if !too_many && author.foreign.is_some_and(|(_, _, current)| current) {
            return Ok(None);
        }
        let (of, count) = match too_many {
            true => ("of one sender in a day", mail.of_sender.count),
            false => ("in a day", mail.of_all.count),
        };
        Ok(Some(format!("more than is read {of}: {count} mails")))
    }

    /// Whether the sender of a mail, and whether all together, have sent more today than is read.
    pub(in crate::office) fn floods(&self, mail: &ClaimedMail) -> (bool, bool) {
        let (limits, all) = (self.settings.limits, &mail.of_all);
        let flood = all.count > limits.all_mails || all.bytes > bytes(limits.all_megabytes);
        (self.is_over_limit(&mail.of_sender), flood)
    }

    /// Whether a sender has sent more today than is read.
    pub(in crate::office) fn is_over_limit(&self, sent: &Spent) -> bool {
        let limits = self.settings.limits;
        sent.count > limits.mails || sent.bytes > bytes(limits.megabytes)
    }
}

fn bytes(megabytes: i64) -> i64 {
    megabytes.saturating_mul(1 << 20)
}

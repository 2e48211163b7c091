//! [`Store`] for [`SqliteStore`]: a transaction for each method.

use super::intake::{self, Prepared};
use super::{
    Result, SqliteStore, View, bytes, claims, clocks, commit, delivery, inbox, tokens, upkeep,
};
use crate::ids::{LetterId, MailId};
use crate::store::{
    ClaimedMail, Committed, Decision, EndedIn, LetterClaim, LetterRow, Look, NewMail, NewTry,
    Queue, Snapshot, Store, StoreError, TakenIn,
};

impl Store for SqliteStore {
    fn look(
        &mut self,
        work: &mut dyn FnMut(&dyn Snapshot) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let transaction = self.connection.transaction().map_err(StoreError::from)?;
        let result = work(&View(&transaction));
        transaction.rollback().map_err(StoreError::from)?;
        result
    }

    fn take_in(&mut self, mails: &[NewMail<'_>], now: &str) -> Result<Vec<TakenIn>> {
        // Before the transaction: others wait for it.
        let prepared: Vec<Prepared<'_>> = mails.iter().map(Prepared::new).collect();
        let mails = prepared.iter();
        self.write(|tx| mails.map(|mail| intake::take_in(tx, mail, now)).collect())
    }

    fn claim_inbox(&mut self, max: usize, owner: &str, now: &str) -> Result<Vec<ClaimedMail>> {
        let mut last = std::mem::take(&mut self.last_sender);
        let claimed = self.write(|tx| claims::claim(tx, max, (owner, now), &mut last));
        self.last_sender = last;
        claimed
    }

    fn give_back(&mut self, mails: &[MailId], now: &str) -> Result<()> {
        let mut mails = mails.iter();
        self.write(|tx| mails.try_for_each(|mail| claims::give_back(tx, *mail, now)))
    }

    fn commit(&mut self, decisions: &[Decision]) -> Result<Vec<Committed>> {
        let keep_sent = self.keep_sent;
        let decisions = decisions.iter();
        self.write(|tx| {
            decisions
                .map(|one| commit::commit(tx, one, keep_sent))
                .collect()
        })
    }

    fn claim_letters(&mut self, claim: &LetterClaim<'_>) -> Result<Vec<LetterRow>> {
        self.write(|tx| delivery::claim(tx, claim))
    }

    fn begin_tries(&mut self, tries: &[NewTry]) -> Result<Vec<LetterId>> {
        // Before the transaction: others wait for it.
        let rendered = tries.iter().map(|new| new.rendered.as_deref());
        let packed: Vec<_> = rendered.map(|raw| raw.map(bytes::pack)).collect();
        self.write(|tx| {
            let tries = tries.iter().zip(&packed);
            let begun = tries.map(|(new, packed)| delivery::begin_try(tx, new, packed.as_ref()));
            begun.filter_map(Result::transpose).collect()
        })
    }

    fn release(&mut self, owner: &str, now: &str) -> Result<()> {
        self.write(|tx| {
            inbox::release(tx, owner, true)?;
            delivery::release(tx, owner, now)
        })
    }

    fn give_up_claims(&mut self, owner: &str, ended_in: &EndedIn, now: &str) -> Result<()> {
        self.write(|tx| {
            inbox::release(tx, owner, ended_in.judging)?;
            delivery::give_up_claims(tx, owner, Some(&ended_in.rendering), now)
        })
    }

    fn correct_next_tries(&mut self, latest: &str, now: &str) -> Result<usize> {
        self.write(|tx| delivery::correct_next_tries(tx, latest, now))
    }

    fn note_look(&mut self, look: &Look<'_>, now: &str) -> Result<()> {
        self.write(|tx| clocks::note(tx, look, now))
    }

    fn note_queue(&mut self, queue: Queue, now: &str, failure: Option<&str>) -> Result<()> {
        self.write(|tx| upkeep::note_queue(tx, queue, now, failure))
    }

    fn forget(&mut self, before: Option<&str>, today: &str) -> Result<usize> {
        self.write(|tx| {
            upkeep::forget_days_before(tx, today)?;
            before.map_or(Ok(0), |before| upkeep::forget(tx, before))
        })
    }

    fn set_secret_check(&mut self, check: &[u8]) -> Result<()> {
        self.write(|tx| upkeep::set_meta(tx, upkeep::SECRET_CHECK, check))
    }

    fn void_all_tokens(&mut self, generation: i64) -> Result<()> {
        self.write(|tx| tokens::void_all(tx, generation))
    }

    fn change_counter(&self) -> Result<i64> {
        let mut select = self.connection.prepare_cached("PRAGMA data_version")?;
        Ok(select.query_row([], |row| row.get(0))?)
    }
}

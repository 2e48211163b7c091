//! [`Store`] for each [`Database`]: a transaction for each method.

use super::claims::{self, LastSender};
use super::intake::{self, Prepared};
use super::{
    Connection, Result, View, bytes, clocks, commit, delivery, hosts, inbox, ratings, tokens,
    upkeep,
};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;

use crate::ids::LetterId;
use crate::store::{
    ClaimedMail, Committed, Decision, EndedIn, HostRow, LeaseRow, LetterClaim, LetterRow, Look,
    NewMail, NewTry, Queue, RatingRow, SignOfLife, Snapshot, Store, StoreError, TakenIn,
};

/// A database that understands the statements of this module.
pub(in crate::store) trait Database: Send {
    /// Runs `work` in a transaction that sees one consistent view, and writes nothing.
    ///
    /// # Errors
    /// `work` returns an error, or the database cannot be read.
    fn view(
        &mut self,
        work: &mut dyn FnMut(&dyn Connection) -> anyhow::Result<()>,
    ) -> anyhow::Result<()>;

    /// Runs `work` in a transaction that nobody else disturbs in what `locks` says. It is committed durably if `work`
    /// returns `Ok`, else rolled back. If the database ends it because of others, it is run again.
    ///
    /// # Errors
    /// `work` returns an error, or the database cannot be written.
    fn write<T>(
        &mut self,
        locks: Locks<'_>,
        work: impl FnMut(&dyn Connection) -> Result<T>,
    ) -> Result<T>;

    /// Whether the bytes of letters are kept after they were sent.
    fn keeps_sent(&self) -> bool;

    /// Whose mail was claimed last over this connection.
    fn last_sender(&mut self) -> &mut LastSender;

    /// A number that changes when others write, or may have.
    ///
    /// # Errors
    /// The database cannot be read.
    fn changes(&self) -> Result<i64>;

    /// By how many milliseconds its clock is ahead; `None`: it is used by this machine alone.
    fn ahead(&self) -> Option<Arc<AtomicI64>>;
}

/// What two transactions must not write at once. A database that lets one at a time write needs none of it.
#[derive(Clone, Copy)]
pub(in crate::store) enum Locks<'a> {
    /// Rows that are locked when they are written, and nothing else.
    Rows,
    /// Which mails are claimed.
    Mails,
    /// Which letters are claimed.
    Letters,
    /// When sources were read.
    Sources,
    /// Which hosts are alive, and what they may do.
    Hosts,
    /// All ratings, which are replaced together.
    Ratings,
    /// What these decisions are about.
    Decisions(&'a [Decision]),
}

impl<D: Database> Store for D {
    fn look(
        &mut self,
        work: &mut dyn FnMut(&dyn Snapshot) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.view(&mut |view| work(&View(view)))
    }

    fn take_in(&mut self, mails: &[NewMail<'_>], now: &str) -> Result<Vec<TakenIn>> {
        // Before the transaction: others wait for it.
        let prepared: Vec<Prepared<'_>> = mails.iter().map(Prepared::new).collect();
        self.write(Locks::Rows, |tx| {
            intake::ahead(tx, &prepared)?;
            let mails = prepared.iter();
            mails.map(|mail| intake::take_in(tx, mail, now)).collect()
        })
    }

    fn claim_inbox(&mut self, max: usize, owner: &str, now: &str) -> Result<Vec<ClaimedMail>> {
        let before = self.last_sender().clone();
        let mut claim = |each_alone| {
            self.write(Locks::Mails, |tx| {
                let mut last = before.clone();
                let claimed = claims::claim(tx, (max, each_alone), (owner, now), &mut last)?;
                Ok((claimed, last))
            })
        };
        let (claimed, last) = match claim(false) {
            Err(StoreError::Corrupt(_)) => claim(true)?,
            claimed => claimed?,
        };
        *self.last_sender() = last;
        Ok(claimed)
    }

    fn give_back(&mut self, owner: &str, now: &str) -> Result<()> {
        self.write(Locks::Rows, |tx| claims::give_back(tx, owner, now))
    }

    fn commit(&mut self, decisions: &[Decision]) -> Result<Vec<Committed>> {
        let keep_sent = self.keeps_sent();
        self.write(Locks::Decisions(decisions), |tx| {
            commit::ahead(tx, decisions)?;
            let all = decisions.iter();
            all.map(|one| commit::commit(tx, one, keep_sent)).collect()
        })
    }

    fn claim_letters(&mut self, claim: &LetterClaim<'_>) -> Result<Vec<LetterRow>> {
        self.write(Locks::Letters, |tx| delivery::claim(tx, claim))
    }

    fn begin_tries(&mut self, tries: &[NewTry]) -> Result<Vec<LetterId>> {
        // Before the transaction: others wait for it.
        let rendered = tries.iter().map(|new| new.rendered.as_deref());
        let packed: Vec<_> = rendered.map(|raw| raw.map(bytes::pack)).collect();
        self.write(Locks::Rows, |tx| {
            delivery::ahead(tx, tries)?;
            let tries = tries.iter().zip(&packed);
            let begun = tries.map(|(new, packed)| delivery::begin_try(tx, new, packed.as_ref()));
            begun.filter_map(Result::transpose).collect()
        })
    }

    fn release(&mut self, owner: &str, now: &str) -> Result<()> {
        self.write(Locks::Rows, |tx| {
            inbox::release(tx, owner, true)?;
            delivery::release(tx, owner, now)
        })
    }

    fn give_up_claims(&mut self, owner: &str, ended_in: &EndedIn, now: &str) -> Result<()> {
        self.write(Locks::Rows, |tx| {
            inbox::release(tx, owner, ended_in.judging)?;
            delivery::give_up_claims(tx, owner, Some(&ended_in.rendering), now)
        })
    }

    fn correct_next_tries(&mut self, latest: &str, now: &str) -> Result<usize> {
        self.write(Locks::Rows, |tx| {
            delivery::correct_next_tries(tx, latest, now)
        })
    }

    fn note_look(&mut self, look: &Look<'_>, now: &str) -> Result<()> {
        self.write(Locks::Sources, |tx| clocks::note(tx, look, now))
    }

    fn note_queue(&mut self, queue: Queue, now: &str, failure: Option<&str>) -> Result<()> {
        self.write(Locks::Rows, |tx| {
            upkeep::note_queue(tx, queue, now, failure)
        })
    }

    fn forget(&mut self, before: Option<&str>, today: &str) -> Result<usize> {
        self.write(Locks::Rows, |tx| {
            upkeep::forget_days_before(tx, today)?;
            before.map_or(Ok(0), |before| upkeep::forget(tx, before))
        })
    }

    fn set_secret_check(&mut self, check: &[u8]) -> Result<()> {
        self.write(Locks::Rows, |tx| {
            upkeep::set_meta(tx, upkeep::SECRET_CHECK, check)
        })
    }

    fn publish_settings(&mut self, settings: &str) -> Result<()> {
        self.write(Locks::Rows, |tx| {
            upkeep::set_meta(tx, upkeep::SETTINGS, settings.as_bytes())
        })
    }

    fn void_all_tokens(&mut self, generation: i64) -> Result<()> {
        self.write(Locks::Rows, |tx| tokens::void_all(tx, generation))
    }

    fn change_counter(&self) -> Result<i64> {
        self.changes()
    }

    fn clock_ahead(&self) -> Option<Arc<AtomicI64>> {
        self.ahead()
    }

    fn sign_of_life(&mut self, host: &HostRow, over: &str) -> Result<SignOfLife> {
        self.write(Locks::Hosts, |tx| hosts::sign_of_life(tx, host, over))
    }

    fn leave(&mut self, host: &HostRow) -> Result<()> {
        self.write(Locks::Hosts, |tx| hosts::leave(tx, host))
    }

    fn forgo(&mut self, words: &BTreeSet<String>, over: &str) -> Result<Option<String>> {
        self.write(Locks::Hosts, |tx| hosts::forgo(tx, words, over))
    }

    fn set_ratings(&mut self, rows: &[RatingRow], counted: &str) -> Result<usize> {
        self.write(Locks::Ratings, |tx| ratings::set_ratings(tx, rows, counted))
    }

    fn note_counted(&mut self, counted: &str) -> Result<()> {
        self.write(Locks::Ratings, |tx| ratings::note_counted(tx, counted))
    }

    fn retire_source(&mut self, name: &str) -> Result<bool> {
        self.write(Locks::Sources, |tx| hosts::retire_source(tx, name))
    }

    fn take_lease(&mut self, lease: &LeaseRow, now: &str) -> Result<bool> {
        self.write(Locks::Hosts, |tx| hosts::take_lease(tx, lease, now))
    }
}

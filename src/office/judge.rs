//! The loop over the inbox: mails are stored, claimed in batches, decided about one by one, and the
//! decisions of a batch are written in one transaction, which shares the cost of a sync.
//!
//! The order of the steps makes them safe (`docs/operations.md`): a mail is stored, then marked at its
//! source; all that it changes, and its letters, are written at once. A process may be killed within any
//! step or between two, and the next one continues without losing or repeating anything.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use anyhow::{Result, anyhow, ensure};
use chrono::SecondsFormat;

use crate::clock::Stopwatch;
use crate::games::instant;
use crate::ids::{GameId, MailId};
use crate::letters::{AccountNotice, Report};
use crate::mail;
use crate::mail::source::{RawMessage, Source};
use crate::store::{
    self, ClaimedMail, Decision, Judgement, MailBytes, NewMail, Snapshot, Store, StoreError,
    TakenIn, Verdict,
};
use crate::text::{clean, keys};

use crate::office::apart::Task;
use crate::office::close::letters::technical;
use crate::office::{MailContent, Office, stamp};

/// At most this many mails are stored, or judged, at once: enough to share the cost of a sync, few
/// enough to keep in memory and not to delay a player because of others.
const BATCH: usize = 64;
/// After so long the rest of a batch waits with the mails that have come meanwhile.
const LONGEST: Duration = Duration::from_millis(500);
/// If a sender has sent more than is read in a day, so much of a mail is looked at, for a key.
const LOOKED_AT: usize = 32 << 10;
/// A decision that conflicts with what others write is made again at most this often in a row.
const CONFLICTS: usize = 20;

/// Numbers of mails and letters that were worked on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Work {
    /// Mails that were stored.
    pub fetched: usize,
    /// Mails that were judged, whether they got an answer or not.
    pub handled: usize,
    /// Mails quarantined because judging them failed.
    #[serde(rename = "parked")]
    pub quarantined: usize,
    /// Letters sent.
    pub sent: usize,
    /// Letters that have to be tried again.
    pub deferred: usize,
    /// Letters given up.
    pub failed: usize,
}

impl Office {
    /// Stores mails durably, all or none; returns what has become of each.
    ///
    /// # Errors
    /// The store fails.
    pub fn store_mails(&self, store: &mut dyn Store, mails: &[RawMessage]) -> Result<Vec<TakenIn>> {
        let now = self.now();
        let arrivals: Vec<Option<String>> = mails
            .iter()
            .map(|mail| {
                // A source whose clock is ahead cannot make a mail arrive in the future.
                let arrived = mail.arrived_at.map(|at| at.min(now));
                arrived.map(|at| at.to_rfc3339_opts(SecondsFormat::Secs, true))
            })
            .collect();
        let authors: Vec<String> = mails.iter().map(|mail| author_of(&mail.raw)).collect();
        let new: Vec<NewMail<'_>> = mails
            .iter()
            .zip(&arrivals)
            .zip(&authors)
            .map(|((mail, arrived_at), author)| NewMail {
                author,
                source: &mail.source_key,
                former_source: mail.former_source_key.as_deref(),
                arrived_at: arrived_at.as_deref(),
                sender: mail.envelope.sender.as_deref(),
                recipients: &mail.envelope.recipients,
                truncated: mail.truncated,
                raw: &mail.raw,
            })
            .collect();
        let stored = store.take_in(&new, &stamp(now))?;
        for (mail, stored) in mails.iter().zip(&stored) {
            if let TakenIn::Renamed(id) = stored {
                tracing::warn!(
                    "mail i{id}: another mail was stored under its name at the source, {}",
                    clean(&mail.source_key, 200)
                );
            }
        }
        Ok(stored)
    }

    /// Stores all mails of a source, and marks them there; returns how many there were.
    ///
    /// # Errors
    /// The source or the store fails.
    pub fn take_in(&self, store: &mut dyn Store, source: &mut dyn Source) -> Result<usize> {
        let mut count = 0;
        loop {
            let mails = source.fetch(BATCH)?;
            if mails.is_empty() {
                return Ok(count);
            }
            self.store_mails(store, &mails)?;
            let keys: Vec<String> = mails.iter().map(|mail| mail.source_key.clone()).collect();
            source.done(&keys)?;
            count += mails.len();
        }
    }

    /// Judges all new mails in the inbox.
    ///
    /// # Errors
    /// The store fails.
    pub fn judge(&mut self, store: &mut dyn Store) -> Result<Work> {
        let mut work = Work::default();
        while let Some(done) = self.judge_some(store)? {
            work.handled += done.handled;
            work.quarantined += done.quarantined;
        }
        Ok(work)
    }

    /// Judges one batch of the oldest new mails; `None` if there are none.
    ///
    /// # Errors
    /// The store fails.
    pub fn judge_some(&mut self, store: &mut dyn Store) -> Result<Option<Work>> {
        let now = self.stamp();
        if !self.unreturned.is_empty() {
            store.give_back(&self.unreturned, &now)?;
            self.unreturned.clear();
        }
        let batch = store.claim_inbox(BATCH, &self.owner, &now)?;
        if batch.is_empty() {
            return Ok(None);
        }
        let mut work = Work::default();
        let mut rest = batch.as_slice();
        let mut conflicts = 0;
        let watch = Stopwatch::start();
        while !rest.is_empty() {
            if watch.elapsed() > LONGEST && rest.len() < batch.len() {
                // Others may have sent mail meanwhile, and senders take turns.
                let ids: Vec<MailId> = rest.iter().map(|mail| mail.id).collect();
                store.give_back(&ids, &now)?;
                break;
            }
            let judged = match self.judge_first(store, rest, conflicts > 0) {
                Ok(judged) => judged,
                Err(trouble) => {
                    // The store is in trouble, not the mails, so that the attempts must not count. If
                    // this fails, too, they are given back before others are claimed, or at the next start.
                    let ids: Vec<MailId> = rest.iter().map(|mail| mail.id).collect();
                    if store.give_back(&ids, &now).is_err() {
                        self.unreturned = ids;
                    }
                    return Err(trouble);
                }
            };
            if judged.is_empty() {
                conflicts += 1;
                ensure!(
                    conflicts < CONFLICTS,
                    StoreError::Busy("others change the same things all the time".to_owned())
                );
                continue;
            }
            conflicts = 0;
            for one in &judged {
                one.log();
                work.handled += usize::from(!one.quarantined);
                work.quarantined += usize::from(one.quarantined);
            }
            rest = &rest[judged.len()..];
        }
        Ok(Some(work))
    }

    /// Decides about the first of these mails, as many as are about different things, and writes the
    /// decisions together; `alone`: about one only. Returns what was written: nothing, if others have
    /// changed what they are about meanwhile.
    fn judge_first(
        &mut self,
        store: &mut dyn Store,
        mails: &[ClaimedMail],
        alone: bool,
    ) -> Result<Vec<Judged>> {
        // One that was begun twice is claimed alone.
        if let Some(mail) = mails.first()
            && let Some(fault) = self.fault(mail.attempts, || Task::Mail(Box::new(mail.clone())))?
        {
            let why = format!("reading it ends the program: {fault}");
            return self.put_aside(store, mail, &why);
        }
        let (mut judged, mut decisions) = (Vec::new(), Vec::new());
        let mark = self.judging.clone();
        let mut decide = |snapshot: &dyn Snapshot| {
            let seen = Some(snapshot.version()?);
            let mut subjects = BTreeSet::new();
            let most = if alone { 1 } else { mails.len() };
            for mail in &mails[..most] {
                let (mut decision, about) = self.judge_one(snapshot, mail)?;
                decision.seen = seen;
                let of_decision = decision.about();
                if !subjects.is_disjoint(&of_decision) {
                    // It has to be made again on what the others leave.
                    break;
                }
                subjects.extend(of_decision);
                decisions.push(decision);
                judged.push(about);
            }
            Ok(())
        };
        match mark {
            Some(mark) => {
                let first = mails.first().map_or(0, |mail| mail.id.0);
                mark.during(first, || store.look(&mut decide))?;
            }
            None => store.look(&mut decide)?,
        }
        match store.commit(&decisions) {
            Ok(_) => Ok(judged),
            Err(StoreError::Conflict(subject)) => {
                tracing::debug!("{subject}: changed meanwhile, deciding again");
                Ok(Vec::new())
            }
            // One decision does not fit what is stored. Written one by one, the others are not affected.
            Err(StoreError::Constraint(_)) if !alone => self.judge_first(store, mails, true),
            Err(StoreError::Constraint(why)) => {
                let Some(mail) = mails.first() else {
                    return Ok(Vec::new());
                };
                self.put_aside(store, mail, &why)
            }
            Err(trouble) => Err(trouble.into()),
        }
    }

    /// Quarantines a mail, and writes that.
    fn put_aside(
        &mut self,
        store: &mut dyn Store,
        mail: &ClaimedMail,
        why: &str,
    ) -> Result<Vec<Judged>> {
        let watch = Stopwatch::start();
        let decided = store::decide(store, |store| self.quarantine(store, mail, why, &watch));
        let (_, judged) = decided?;
        Ok(vec![judged])
    }

    /// Decides about one mail. One that cannot be judged is quarantined.
    ///
    /// # Errors
    /// The store is in trouble.
    pub(in crate::office) fn judge_one(
        &mut self,
        snapshot: &dyn Snapshot,
        mail: &ClaimedMail,
    ) -> Result<(Decision, Judged)> {
        let watch = Stopwatch::start();
        let work = AssertUnwindSafe(|| {
            let over = self.is_over_limit(&mail.of_sender);
            let cut = over.then(|| MailBytes {
                raw: mail.bytes.raw[..mail.bytes.raw.len().min(LOOKED_AT)].to_vec(),
                ..mail.bytes.clone()
            });
            let mut content = MailContent::new(
                cut.as_ref().unwrap_or(&mail.bytes),
                &self.ours(),
                self.settings.authserv_id.as_deref(),
            );
            let arrived = instant(&mail.arrived_at)?;
            content.message.compare_date(arrived);
            self.decide_mail(snapshot, mail, &content)
        });
        let decided = catch_unwind(work)
            .unwrap_or_else(|panic| Err(anyhow!("panic: {}", panic_text(panic.as_ref()))));
        match decided {
            Ok(decision) => {
                let judged = Judged::new(mail, &decision, &watch);
                Ok((decision, judged))
            }
            Err(error) if store::is_trouble(&error) => Err(error),
            Err(error) => self.quarantine(snapshot, mail, &format!("{error:#}"), &watch),
        }
    }

    /// Puts a mail aside. The umpire is told, and the player in whose name it is, once a day: it
    /// may be a turn that they believe to be played.
    fn quarantine(
        &mut self,
        snapshot: &dyn Snapshot,
        mail: &ClaimedMail,
        why: &str,
        watch: &Stopwatch,
    ) -> Result<(Decision, Judged)> {
        let reason = technical(why);
        let mut decision = self.decision();
        decision.mail = Some((mail.id, Judgement::Quarantined(reason.clone())));
        let report = Report::MailQuarantined {
            mail: mail.id,
            reason,
        };
        self.tell_umpire(&mut decision, report);
        if let Some(player) = snapshot.player_by_address(&mail.sender)? {
            let notice = AccountNotice::MailQuarantined {
                mail: mail.id,
                day: mail.arrived_at.chars().take(10).collect(),
            };
            if let Some(letter) = self
                .draft(snapshot, &mut decision)
                .post_account(&player.address, notice)
            {
                letter.once = Some(format!("mail quarantined p{}", player.id));
            }
        }
        let judged = Judged::new(mail, &decision, watch);
        Ok((decision, judged))
    }
}

/// The author that a mail names, in lower case, as far as it can be told without judging it; empty
/// if there is no single one. A reply token may be in it if somebody writes from our own address.
pub(in crate::office) fn author_of(raw: &[u8]) -> String {
    let author = catch_unwind(|| mail::author_address(raw)).ok().flatten();
    author.map_or(String::new(), |author| keys::blanked(&author.normalized()))
}

/// The verdict on one mail, for the log.
pub(in crate::office) struct Judged {
    id: MailId,
    sender: Option<String>,
    game: Option<GameId>,
    word: String,
    reason: Option<String>,
    quarantined: bool,
    took: Duration,
}

impl Judged {
    fn new(mail: &ClaimedMail, decision: &Decision, watch: &Stopwatch) -> Self {
        let (verdict, quarantined) = match &decision.mail {
            Some((_, Judgement::Done(verdict))) => (verdict.clone(), false),
            Some((_, Judgement::Quarantined(reason))) => {
                let verdict = Verdict {
                    word: "quarantined".to_owned(),
                    reason: Some(reason.clone()),
                    ..Verdict::default()
                };
                (verdict, true)
            }
            None => (Verdict::default(), false),
        };
        Self {
            id: mail.id,
            sender: verdict.sender.or_else(|| mail.bytes.sender.clone()),
            game: verdict.game,
            word: verdict.word,
            reason: verdict.reason,
            quarantined,
            took: watch.elapsed(),
        }
    }

    /// Writes it to the log.
    fn log(&self) {
        let who = clean(self.sender.as_deref().unwrap_or("nobody known"), 80);
        let game = self
            .game
            .map_or(String::new(), |game| format!("game #{game}, "));
        let reason = self
            .reason
            .as_deref()
            .map_or(String::new(), |reason| format!(": {}", clean(reason, 200)));
        let took = self.took.as_secs_f64() * 1000.0;
        let line = format!(
            "mail i{} from {who}: {game}{}{reason} ({took:.1} ms)",
            self.id, self.word
        );
        if self.quarantined {
            tracing::error!("{line}");
        } else {
            tracing::info!("{line}");
        }
    }
}

/// The message of a panic.
pub(in crate::office) fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a message")
}

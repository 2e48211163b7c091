//! The loop over the inbox: mails are stored, claimed in batches, decided about one by one, and the
//! decisions of a batch are written in one transaction, which shares the cost of a sync.
//!
//! The order of the steps makes them safe (`docs/guarantees.md`): a mail is stored, then marked at its
//! source; all that it changes, and its letters, are written at once. A process may be killed within any
//! step or between two, and the next one continues without losing or repeating anything.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use anyhow::{Result, anyhow, ensure};

use crate::clock::Stopwatch;
use crate::games::instant;
use crate::ids::MailId;
use crate::letters::{AccountNotice, Report};
use crate::mail;
use crate::mail::source::{RawMessage, Source};
use crate::metrics;
use crate::store::{
    self, ClaimedMail, Decision, Judgement, MailBytes, NewMail, Snapshot, Store, StoreError,
    Subject, TakenIn,
};
use crate::text::{clean, keys};
use crate::tokens::Scope;

use crate::office::apart::Task;
use crate::office::close::letters::technical;
use crate::office::load::ahead;
use crate::office::marks::{JUDGING, during};
use crate::office::{InboxMail, Office, stamp};

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
    /// Letters that a relay has taken.
    pub sent: usize,
    /// Letters that have to be tried again.
    pub deferred: usize,
    /// Letters that were refused for good, or were tried for too long.
    pub failed: usize,
}

impl Office {
    /// Stores mails durably, all or none; returns what has become of each.
    ///
    /// # Errors
    /// The store fails.
    pub fn store_mails(&self, store: &mut dyn Store, mails: &[RawMessage]) -> Result<Vec<TakenIn>> {
        let now = self.now();
        // A source whose clock is ahead cannot make a mail arrive in the future.
        let arrived = |mail: &RawMessage| Some(stamp(mail.arrived_at?.min(now)));
        let read = |mail: &RawMessage| (arrived(mail), author_of(&mail.raw));
        let read: Vec<(Option<String>, String)> = mails.iter().map(read).collect();
        let all = mails.iter().zip(&read);
        let new = all.map(|(mail, (arrived_at, author))| NewMail {
            author,
            source: &mail.source_key,
            former_source: mail.former_source_key.as_deref(),
            arrived_at: arrived_at.as_deref(),
            sender: mail.envelope.sender.as_deref(),
            recipients: &mail.envelope.recipients,
            truncated: mail.truncated,
            raw: &mail.raw,
        });
        let new: Vec<NewMail<'_>> = new.collect();
        let stored = store.take_in(&new, &stamp(now))?;
        for (mail, stored) in mails.iter().zip(&stored) {
            self.metrics.mail(match stored {
                TakenIn::New(_) => "new",
                TakenIn::Known(_) => "known",
                TakenIn::Renamed(_) => "renamed",
            });
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
        if self.may_have_claims {
            store.give_back(&self.owner, &now)?;
            self.may_have_claims = false;
        }
        // Before anything is claimed: what fails here leaves nothing behind.
        self.refresh(store)?;
        let judged = self.judge_batch(store, &now);
        if judged.is_err() {
            // The store is in trouble, not the mails, so that the attempts must not count. If this fails, too, or they are
            // claimed only now, they are given back before others are claimed, or at the next start.
            self.may_have_claims = true;
            let _ = store.give_back(&self.owner, &now);
        }
        judged
    }

    /// Claims some mails and judges them. If it fails, some may still be claimed.
    fn judge_batch(&mut self, store: &mut dyn Store, now: &str) -> Result<Option<Work>> {
        let batch = store.claim_inbox(BATCH, &self.owner, now)?;
        if batch.is_empty() {
            return Ok(None);
        }
        let mut work = Work::default();
        let mut rest: Vec<Waiting<'_>> = batch.iter().map(Waiting::new).collect();
        let mut conflicts = 0;
        let watch = Stopwatch::start();
        while !rest.is_empty() {
            if watch.elapsed() > LONGEST && rest.len() < batch.len() {
                // Others may have sent mail meanwhile, and senders take turns.
                store.give_back(&self.owner, now)?;
                break;
            }
            let judged = self.judge_together(store, &mut rest, conflicts > 0)?;
            if judged.is_empty() {
                conflicts += 1;
                ensure!(
                    conflicts < CONFLICTS,
                    StoreError::Busy("others change the same things all the time".to_owned())
                );
                continue;
            }
            conflicts = 0;
            for Judged {
                line,
                word,
                quarantined,
                ..
            } in &judged
            {
                self.metrics.verdict(word);
                if *quarantined {
                    work.quarantined += 1;
                    tracing::error!("{line}");
                } else {
                    work.handled += 1;
                    tracing::info!("{line}");
                }
            }
            rest.retain(|waiting| judged.iter().all(|one| one.mail != waiting.mail.id));
        }
        Ok(Some(work))
    }

    /// Decides about these mails, as many as are about different things, and writes the decisions together;
    /// `alone`: about the first one only. Returns what was written: nothing, if others have changed what they
    /// are about meanwhile.
    fn judge_together(
        &mut self,
        store: &mut dyn Store,
        mails: &mut [Waiting<'_>],
        alone: bool,
    ) -> Result<Vec<Judged>> {
        let Some(first) = mails.first().map(|waiting| waiting.mail) else {
            return Ok(Vec::new());
        };
        // One that was begun twice is claimed alone.
        let task = || Task::Mail(Box::new(first.clone()));
        if let Some(fault) = self.fault(first.attempts, task)? {
            let why = format!("reading it ends the program: {fault}");
            return self.put_aside(store, first, &why);
        }
        let (mut judged, mut decisions) = (Vec::new(), Vec::new());
        let marks = self.marks.clone();
        let most = if alone { 1 } else { mails.len() };
        let mut decide = |snapshot: &dyn Snapshot| {
            let seen = Some(snapshot.seen()?);
            let mails = &mut mails[..most];
            for waiting in &mut *mails {
                waiting.read(self);
            }
            ahead::mails(snapshot, mails.iter().map(Waiting::parts))?;
            let (mut subjects, mut senders) = (BTreeSet::new(), BTreeSet::new());
            for waiting in mails {
                let (mail, games) = (waiting.mail, self.games_of(snapshot, waiting)?);
                let after_another = senders.contains(mail.sender.as_str());
                if after_another || !subjects.is_disjoint(&games) {
                    // It would be decided about in vain, and what comes after it waits for it.
                    senders.extend((!mail.sender.is_empty()).then_some(mail.sender.as_str()));
                    subjects.extend(games);
                    continue;
                }
                let (mut decision, about) = self.judge_read(snapshot, waiting)?;
                decision.seen.clone_from(&seen);
                decision.claimant = Some(self.owner.clone());
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
        let look = || store.look(&mut decide);
        during(marks.as_deref(), (JUDGING, first.id.0), look)?;
        let watch = Stopwatch::start();
        let written = store.commit(&decisions);
        self.metrics.took(metrics::Work::Commit, watch.elapsed());
        match written {
            Ok(_) => Ok(judged),
            Err(StoreError::Conflict(Subject::Mail(mail))) => {
                let why = format!("another host has taken over mail i{mail}");
                Err(StoreError::Busy(why).into())
            }
            Err(StoreError::Conflict(subject)) => {
                tracing::debug!("{subject}: changed meanwhile, deciding again");
                Ok(Vec::new())
            }
            // One decision does not fit what is stored. Written one by one, the others are not affected.
            Err(StoreError::Constraint(_)) if !alone => self.judge_together(store, mails, true),
            Err(StoreError::Constraint(why)) => self.put_aside(store, first, &why),
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
        self.judge_read(snapshot, &mut Waiting::new(mail))
    }

    /// The same, with what was read of it.
    fn judge_read(
        &mut self,
        snapshot: &dyn Snapshot,
        waiting: &mut Waiting<'_>,
    ) -> Result<(Decision, Judged)> {
        let (watch, mail) = (Stopwatch::start(), waiting.mail);
        let read = waiting.read.take();
        let decided = caught(|| {
            let read = read.map_or_else(|| self.read_claimed(mail), Ok)?;
            self.decide_mail(snapshot, mail, read)
        });
        self.metrics.took(metrics::Work::Judging, watch.elapsed());
        match decided {
            Ok(decision) => {
                let judged = Judged::new(mail, &decision, &watch);
                Ok((decision, judged))
            }
            Err(error) if store::is_trouble(&error) => Err(error),
            Err(error) => self.quarantine(snapshot, mail, &format!("{error:#}"), &watch),
        }
    }

    /// Reads a mail; of one above the limits of its sender only the beginning.
    fn read_claimed(&self, mail: &ClaimedMail) -> Result<InboxMail> {
        let over = self.is_over_limit(&mail.of_sender);
        let cut = over.then(|| MailBytes {
            raw: mail.bytes.raw[..mail.bytes.raw.len().min(LOOKED_AT)].to_vec(),
            ..mail.bytes.clone()
        });
        let mut read = self.read_mail(mail.id, cut.as_ref().unwrap_or(&mail.bytes));
        read.message.compare_date(instant(&mail.arrived_at)?);
        Ok(read)
    }

    /// The games that a mail is about by its tokens. It may be about others.
    fn games_of(
        &self,
        snapshot: &dyn Snapshot,
        waiting: &Waiting<'_>,
    ) -> Result<BTreeSet<Subject>> {
        let Some(read) = &waiting.read else {
            return Ok(BTreeSet::new());
        };
        let tokens = self.tokens_in(snapshot, read)?.into_iter();
        let games = tokens.filter_map(|token| match token.scope {
            Scope::Seat { game, .. } => Some(Subject::Game(game)),
            _ => None,
        });
        Ok(games.collect())
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
        decision.claimant = Some(self.owner.clone());
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
            let mut draft = self.draft(snapshot, &mut decision);
            if let Some(letter) = draft.post_account(&player.address, notice) {
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

/// A claimed mail that was not decided about.
struct Waiting<'a> {
    mail: &'a ClaimedMail,
    /// What was read of it; nothing, if that failed: then the decision fails, too.
    read: Option<InboxMail>,
}

impl<'a> Waiting<'a> {
    fn new(mail: &'a ClaimedMail) -> Self {
        Self { mail, read: None }
    }

    fn read(&mut self, office: &Office) {
        if self.read.is_none() {
            self.read = caught(|| office.read_claimed(self.mail)).ok();
        }
    }

    fn parts(&self) -> (&'a ClaimedMail, Option<&InboxMail>) {
        (self.mail, self.read.as_ref())
    }
}

/// The verdict on one mail.
pub(in crate::office) struct Judged {
    mail: MailId,
    /// What the log says.
    line: String,
    /// The word of the verdict.
    word: String,
    quarantined: bool,
}

impl Judged {
    fn new(mail: &ClaimedMail, decision: &Decision, watch: &Stopwatch) -> Self {
        let (word, reason, done) = match &decision.mail {
            Some((_, Judgement::Done(done))) => (&*done.word, done.reason.as_ref(), Some(done)),
            Some((_, Judgement::Quarantined(reason))) => ("quarantined", Some(reason), None),
            None => ("", None, None),
        };
        let sender = done.and_then(|done| done.sender.as_ref());
        let sender = sender.or(mail.bytes.sender.as_ref());
        let who = clean(sender.map_or("nobody known", String::as_str), 80);
        let game = done.and_then(|done| done.game);
        let game = game.map_or(String::new(), |game| format!("game #{game}, "));
        let reason = reason.map_or(String::new(), |why| format!(": {}", clean(why, 200)));
        let (id, took) = (mail.id, watch.elapsed().as_secs_f64() * 1000.0);
        Self {
            mail: id,
            line: format!("mail i{id} from {who}: {game}{word}{reason} ({took:.1} ms)"),
            word: word.to_owned(),
            quarantined: done.is_none(),
        }
    }
}

/// Does work; a panic in it is an error.
pub(in crate::office) fn caught<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Err(anyhow!("panic: {}", text.unwrap_or("without a message")))
    })
}

//! Judges mails in batches: several share one transaction, and a second thread parses the mails and
//! composes the letters, which needs no database.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use anyhow::{Result, anyhow, bail, ensure};

use crate::clock::Stopwatch;
use crate::helper::{self, Helper};
use crate::store::{self, InboxRow, Store, Tx, Verdict};
use crate::text::clean;
use crate::words::Words;

use super::Office;
use super::content::MailContent;
use super::letter::{ComposedLetter, Letter};

/// A mail that was begun this often without a result has crashed the process each time.
const ATTEMPTS: i64 = 5;
/// Batches of fewer mails are judged without a second thread, which would cost more than it saves.
const MANY: usize = 8;

/// A row of the inbox with the bytes of the mail.
type StoredMail = (InboxRow, Vec<u8>);

/// A job for the second thread.
enum Job<'a> {
    Read(&'a StoredMail),
    Compose(Box<Letter>),
}

/// The result of a job.
enum Done {
    Read(MailContent),
    Composed(Result<ComposedLetter>),
}

impl Office {
    /// Judges mails in one transaction. If that fails because of one of them, each mail is judged in a
    /// transaction of its own.
    ///
    /// # Errors
    /// The database fails.
    pub(super) fn judge_batch(
        &mut self,
        store: &mut Store,
        batch: &[StoredMail],
    ) -> Result<Vec<Judged>> {
        let together = match batch {
            [mail] => self.judge_alone(store, mail).map(|judged| vec![judged]),
            _ => self.judge_together(store, batch),
        };
        match together {
            Err(error) if batch.len() == 1 || store::is_database_error(&error) => Err(error),
            // One mail has failed and rolled back the transaction of all.
            Err(failure) => {
                tracing::warn!(
                    "{} mails are judged one by one now, since together they failed: {}",
                    batch.len(),
                    clean(&format!("{failure:#}"), 300)
                );
                batch
                    .iter()
                    .map(|mail| {
                        let judged = self.judge_alone(store, mail)?;
                        judged.log();
                        Ok(judged)
                    })
                    .collect()
            }
            Ok(judged) => {
                judged.iter().for_each(Judged::log);
                Ok(judged)
            }
        }
    }

    fn judge_together(&mut self, store: &mut Store, batch: &[StoredMail]) -> Result<Vec<Judged>> {
        if batch.len() >= MANY && self.may_use_helper && helper::is_useful() {
            match self.judge_with_helper(store, batch) {
                Ok(judged) => return judged,
                Err(error) => {
                    tracing::warn!("no second thread helps to judge mail: {error}");
                    self.may_use_helper = false;
                }
            }
        }
        let ours = self.ours();
        store.write(|tx| {
            let mut judged = Vec::with_capacity(batch.len());
            for (row, raw) in batch {
                judged.push(self.judge_one(tx, row, || Ok(MailContent::new(row, raw, &ours)))?);
            }
            Ok(judged)
        })
    }

    /// Judges a batch with a second thread. All mails are handed over to it first, each letter as soon as
    /// its data is complete. Results come in the order of asking, so those of all mails come before those
    /// of the letters.
    ///
    /// # Errors
    /// The outer error: the second thread cannot be started; then nothing has been done. The inner error:
    /// a mail or the database has failed.
    fn judge_with_helper(
        &mut self,
        store: &mut Store,
        batch: &[StoredMail],
    ) -> io::Result<Result<Vec<Judged>>> {
        let (ours, templates) = (self.ours(), self.templates.clone());
        let work = |job: Job<'_>| match job {
            Job::Read((row, raw)) => Done::Read(MailContent::new(row, raw, &ours)),
            Job::Compose(letter) => Done::Composed(letter.compose(&templates)),
        };
        let judged = helper::with_helper(work, |helper| {
            batch.iter().for_each(|mail| helper.ask(Job::Read(mail)));
            store.write(|tx| self.judge_and_delegate(tx, batch, helper))
        });
        self.uncomposed = None;
        judged
    }

    fn judge_and_delegate<'a>(
        &mut self,
        tx: &Tx<'_>,
        batch: &'a [StoredMail],
        helper: &Helper<Job<'a>, Done>,
    ) -> Result<Vec<Judged>> {
        let mut judged = Vec::with_capacity(batch.len());
        let mut letters = 0;
        for (row, _) in batch {
            self.uncomposed = Some(Vec::new());
            let content = || match helper.take() {
                Some(Done::Read(content)) => Ok(content),
                _ => bail!("the helper has failed"),
            };
            judged.push(self.judge_one(tx, row, content)?);
            for letter in self.uncomposed.take().into_iter().flatten() {
                helper.ask(Job::Compose(Box::new(letter)));
                letters += 1;
            }
        }
        for _ in 0..letters {
            match helper.take() {
                Some(Done::Composed(letter)) => letter?.add(tx)?,
                _ => bail!("the helper has failed"),
            }
        }
        Ok(judged)
    }

    /// Judges one mail and writes the verdict.
    ///
    /// # Errors
    /// The database fails, or judging the mail fails or panics.
    fn judge_one(
        &mut self,
        tx: &Tx<'_>,
        row: &InboxRow,
        read: impl FnOnce() -> Result<MailContent>,
    ) -> Result<Judged> {
        let watch = Stopwatch::start();
        ensure!(
            row.attempts < ATTEMPTS,
            "reading it has brought the program down {} times",
            row.attempts
        );
        let work = AssertUnwindSafe(|| self.handle(tx, row, &read()?));
        let verdict = catch_unwind(work)
            .unwrap_or_else(|panic| Err(anyhow!("panic: {}", panic_text(panic.as_ref()))))?;
        tx.close_mail(row.id, &verdict)?;
        Ok(Judged::new(row, verdict, &watch))
    }

    /// Judges one mail in a transaction of its own, or quarantines it.
    fn judge_alone(&mut self, store: &mut Store, (row, raw): &StoredMail) -> Result<Judged> {
        let watch = Stopwatch::start();
        let ours = self.ours();
        let judged = store.write(|tx| {
            let judged = self.judge_one(tx, row, || Ok(MailContent::new(row, raw, &ours)))?;
            Ok(judged)
        });
        let error = match judged {
            Err(error) if !store::is_database_error(&error) => error,
            done => return done,
        };
        let reason = Words::built_in().english().error(&error);
        store.write(|tx| {
            tx.quarantine_mail(row.id, &reason)?;
            self.tell_umpire(
                tx,
                &format!("mail i{} was quarantined", row.id),
                &format!(
                    "Mail i{0} could not be answered: {reason}\nIt is kept: `zugpost mail show i{0}` \
                     shows it, `zugpost mail retry i{0}` tries it again.",
                    row.id
                ),
            )
        })?;
        let verdict = Verdict {
            word: "quarantined".to_owned(),
            reason: Some(reason),
            ..Verdict::default()
        };
        Ok(Judged {
            quarantined: true,
            ..Judged::new(row, verdict, &watch)
        })
    }
}

/// The verdict on one mail, for the log.
pub(super) struct Judged {
    id: i64,
    sender: Option<String>,
    game: Option<i64>,
    word: String,
    reason: Option<String>,
    /// It was quarantined.
    pub quarantined: bool,
    took: Duration,
}

impl Judged {
    fn new(row: &InboxRow, verdict: Verdict, watch: &Stopwatch) -> Self {
        Self {
            id: row.id,
            quarantined: false,
            sender: verdict.sender.or_else(|| row.env_sender.clone()),
            game: verdict.game,
            word: verdict.word,
            reason: verdict.reason,
            took: watch.elapsed(),
        }
    }

    /// Writes it to the log.
    pub fn log(&self) {
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

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a message")
}

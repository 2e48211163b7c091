//! Mails judged together: several share one transaction, and a second thread reads them and writes the
//! letters out, since neither needs the database.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use anyhow::{Result, anyhow, bail, ensure};

use crate::beside::{self, Helper};
use crate::clock::Stopwatch;
use crate::letters::text::clean;
use crate::store::{self, InboxRow, Store, Tx, Verdict};

use super::Office;
use super::draft::{Draft, Finished};
use super::reading::Reading;

/// A mail whose reading was begun this often without an end has brought the process down.
const ATTEMPTS: i64 = 5;
/// Fewer mails than this are not worth a second thread.
const MANY: usize = 8;

/// A stored mail and its bytes.
type Stored = (InboxRow, Vec<u8>);

/// What the helper is asked for.
enum Job<'a> {
    Read(&'a Stored),
    Write(Box<Draft>),
}

/// What it has done.
enum Done {
    Read(Reading),
    Written(Result<Finished>),
}

impl Office {
    /// Judges mails in one transaction, or if one of them fails, each in one of its own.
    ///
    /// # Errors
    /// Trouble with the file.
    pub(super) fn judge_batch(
        &mut self,
        store: &mut Store,
        batch: &[Stored],
    ) -> Result<Vec<Judged>> {
        let together = match batch {
            [mail] => self.judge_alone(store, mail).map(|judged| vec![judged]),
            _ => self.judge_together(store, batch),
        };
        match together {
            Err(trouble) if batch.len() == 1 || store::is_trouble(&trouble) => Err(trouble),
            // One bad mail has undone the work on all of them.
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

    fn judge_together(&mut self, store: &mut Store, batch: &[Stored]) -> Result<Vec<Judged>> {
        if batch.len() >= MANY && self.helped && beside::is_useful() {
            match self.judge_with_helper(store, batch) {
                Ok(judged) => return judged,
                Err(error) => {
                    tracing::warn!("no second thread helps to judge mail: {error}");
                    self.helped = false;
                }
            }
        }
        let ours = self.ours();
        store.write(|tx| {
            let mut judged = Vec::with_capacity(batch.len());
            for (row, raw) in batch {
                judged.push(self.judge_one(tx, row, || Ok(Reading::new(row, raw, &ours)))?);
            }
            Ok(judged)
        })
    }

    /// All mails are asked for at once; each letter as soon as it is drafted. Results come in the order
    /// of asking, so those of the mails before those of all letters. Fails outside if there is no
    /// second thread; then nothing has been done.
    fn judge_with_helper(
        &mut self,
        store: &mut Store,
        batch: &[Stored],
    ) -> io::Result<Result<Vec<Judged>>> {
        let (ours, templates) = (self.ours(), self.templates.clone());
        let work = |job: Job<'_>| match job {
            Job::Read((row, raw)) => Done::Read(Reading::new(row, raw, &ours)),
            Job::Write(draft) => Done::Written(draft.finish(&templates)),
        };
        let judged = beside::with_helper(work, |helper| {
            batch.iter().for_each(|mail| helper.ask(Job::Read(mail)));
            store.write(|tx| self.judge_beside(tx, batch, helper))
        });
        self.drafts = None;
        judged
    }

    fn judge_beside<'a>(
        &mut self,
        tx: &Tx<'_>,
        batch: &'a [Stored],
        helper: &Helper<Job<'a>, Done>,
    ) -> Result<Vec<Judged>> {
        let mut judged = Vec::with_capacity(batch.len());
        let mut letters = 0;
        for (row, _) in batch {
            self.drafts = Some(Vec::new());
            let reading = || match helper.take() {
                Some(Done::Read(reading)) => Ok(reading),
                _ => bail!("the helper has failed"),
            };
            judged.push(self.judge_one(tx, row, reading)?);
            for draft in self.drafts.take().into_iter().flatten() {
                helper.ask(Job::Write(Box::new(draft)));
                letters += 1;
            }
        }
        for _ in 0..letters {
            match helper.take() {
                Some(Done::Written(letter)) => letter?.add(tx)?,
                _ => bail!("the helper has failed"),
            }
        }
        Ok(judged)
    }

    /// Judges one mail.
    ///
    /// # Errors
    /// Trouble with the file, or reading the mail has failed; a panic counts as that.
    fn judge_one(
        &mut self,
        tx: &Tx<'_>,
        row: &InboxRow,
        read: impl FnOnce() -> Result<Reading>,
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

    /// Judges one mail in a transaction of its own, or puts it aside.
    fn judge_alone(&mut self, store: &mut Store, (row, raw): &Stored) -> Result<Judged> {
        let watch = Stopwatch::start();
        let ours = self.ours();
        let judged = store.write(|tx| {
            let judged = self.judge_one(tx, row, || Ok(Reading::new(row, raw, &ours)))?;
            Ok(judged)
        });
        let trouble = match judged {
            Err(trouble) if !store::is_trouble(&trouble) => trouble,
            done => return done,
        };
        let reason = format!("{trouble:#}");
        store.write(|tx| {
            tx.park_mail(row.id, &reason)?;
            self.tell_umpire(
                tx,
                &format!("mail i{} was put aside", row.id),
                &format!(
                    "Reading mail {0} failed: {reason}\nIt is kept whole: `zugpost mail show i{0}` \
                     shows it, `zugpost mail retry i{0}` reads it again.",
                    row.id
                ),
            )
        })?;
        let verdict = Verdict {
            word: "put aside".to_owned(),
            reason: Some(reason),
            ..Verdict::default()
        };
        Ok(Judged {
            parked: true,
            ..Judged::new(row, verdict, &watch)
        })
    }
}

/// What became of one mail, for the log.
pub(super) struct Judged {
    id: i64,
    sender: Option<String>,
    game: Option<i64>,
    word: String,
    reason: Option<String>,
    /// It was put aside.
    pub parked: bool,
    took: Duration,
}

impl Judged {
    fn new(row: &InboxRow, verdict: Verdict, watch: &Stopwatch) -> Self {
        Self {
            id: row.id,
            parked: false,
            sender: verdict.sender.or_else(|| row.env_sender.clone()),
            game: verdict.game,
            word: verdict.word,
            reason: verdict.reason,
            took: watch.elapsed(),
        }
    }

    /// Writes it there.
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
        if self.parked {
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

//! `mail retry`: tries letters and mails again.

use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;

use crate::cli::{Change, Json, Server};
use crate::store::{LetterChange, LetterRow, LetterStatus, MailStatus};
use crate::text::counted;

use super::{Id, apply, parse};

/// So many letters are revived in one transaction, so that others can write in between.
const AT_ONCE: usize = 200;

/// Arguments of `mail retry`.
#[derive(Debug, Args)]
pub struct RetryArgs {
    /// i12 or o34; default: all waiting letters
    id: Option<String>,
    /// All letters that were given up, as far as their text is kept
    #[arg(long, conflicts_with = "id")]
    given_up: bool,
    #[command(flatten)]
    change: Change<Json>,
}

/// What `mail retry` will have tried.
#[derive(Default, Serialize)]
struct Retried {
    /// `i12`, `o34`; empty if all waiting letters are tried.
    ids: Vec<String>,
    /// How many mails are judged again.
    mails: usize,
    /// How many letters are tried.
    letters: usize,
    /// How many letters were given up and cannot be tried, since their text is no longer kept.
    lost: usize,
    /// How many letters were given up, and are not tried without `--given-up`.
    #[serde(skip_serializing_if = "Option::is_none")]
    given_up: Option<i64>,
    dry_run: bool,
}

/// Tries one letter or mail, all letters that wait, or all that were given up.
///
/// # Errors
/// There is no such mail or letter, or it cannot be tried.
pub(super) fn run(server: &mut Server, args: &RetryArgs) -> Result<()> {
    let change = &args.change;
    let has_umpire = server.config.server.umpire.is_some();
    let mut retried = Retried {
        ids: args.id.iter().cloned().collect(),
        dry_run: change.dry_run,
        ..Retried::default()
    };
    let changes = match args.id.as_deref().map(parse).transpose()? {
        Some(Id::Mail(mail)) => {
            let row = server.look(|_, store| Ok(store.mail(mail)?))?;
            if row.is_none_or(|row| row.status != MailStatus::Quarantined) {
                bail!("i{mail} is not quarantined");
            }
            retried.mails = 1;
            vec![LetterChange::RetryMail(mail)]
        }
        Some(Id::Letter(letter)) => {
            use LetterStatus::{Sent, Superseded};
            let row = server.look(|_, store| Ok(store.letter(letter)?))?;
            let gone = format!("o{letter} neither waits nor was given up");
            match row {
                Some(row) if row.recipient.is_empty() && !has_umpire => {
                    bail!("o{letter} is for the umpire: set `umpire` in [server] first")
                }
                Some(row) if matches!(row.status, Sent | Superseded) => bail!(gone),
                Some(row) if !is_kept(&row) => {
                    bail!("o{letter} cannot be sent again: its text is no longer kept")
                }
                Some(_) => {}
                None => bail!(gone),
            }
            retried.letters = 1;
            vec![LetterChange::Retry(letter)]
        }
        None if args.given_up => {
            let (all, failed) = (usize::MAX, LetterStatus::Failed);
            let failed = server.look(|_, store| Ok(store.letters(failed, all)?))?;
            let failed = failed.into_iter();
            let failed = failed.filter(|row| has_umpire || !row.recipient.is_empty());
            let (kept, lost): (Vec<_>, Vec<_>) = failed.partition(is_kept);
            retried.ids = kept.iter().map(|row| format!("o{}", row.id)).collect();
            retried.letters = kept.len();
            retried.lost = lost.len();
            kept.iter().map(|row| LetterChange::Retry(row.id)).collect()
        }
        None => {
            let counts = server.look(|_, store| Ok(store.counts()?))?;
            retried.letters = usize::try_from(counts.waiting_letters)?;
            retried.given_up = Some(counts.failed_letters);
            vec![LetterChange::RetryWaiting]
        }
    };
    for some in changes.chunks(AT_ONCE) {
        apply(server, change.dry_run, some)?;
    }
    let what = match (retried.mails, retried.letters) {
        (0, letters) => counted(letters, "letter will be tried", "letters will be tried"),
        (mails, _) => counted(mails, "mail will be read again", "mails will be read again"),
    };
    let tried = change.tried();
    let mut lines = vec![format!(
        "{what}, at once if the daemon runs, else at the next `zugpost run --once`{tried}"
    )];
    if retried.lost > 0 {
        let lost = counted(retried.lost, "letter", "letters");
        lines.push(format!(
            "{lost} cannot be sent again: the text is no longer kept"
        ));
    }
    if let Some(given_up) = retried.given_up.filter(|count| *count > 0) {
        let were = counted(given_up, "letter was", "letters were");
        let them = if given_up == 1 { "it" } else { "them" };
        lines.push(format!(
            "{were} given up: `zugpost mail retry --given-up` tries {them} again"
        ));
    }
    change.print(&retried, &lines)
}

/// Whether there is anything to send of a letter.
fn is_kept(row: &LetterRow) -> bool {
    row.data.is_some() || row.rendered
}

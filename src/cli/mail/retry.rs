//! `mail retry`: tries letters and mails again.

use anyhow::{Result, bail};
use serde::Serialize;

use crate::cli::Change;
use crate::cli::server::Server;
use crate::store::{LetterChange, LetterRow, LetterStatus, MailStatus};
use crate::text::counted;

use super::{Id, apply, parse};

/// So many letters are revived in one transaction, so that others can write in between.
const AT_ONCE: usize = 200;

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

/// Tries one letter or mail, or all letters that wait.
///
/// # Errors
/// There is no such mail or letter, or it cannot be tried.
pub(super) fn run(
    server: &mut Server,
    id: Option<&str>,
    json: bool,
    change: &Change,
) -> Result<()> {
    let mut retried = Retried {
        ids: id.map(str::to_owned).into_iter().collect(),
        dry_run: change.dry_run,
        ..Retried::default()
    };
    match id.map(parse).transpose()? {
        Some(Id::Mail(mail)) => {
            let row = server.look(|_, store| Ok(store.mail(mail)?))?;
            if row.is_none_or(|row| row.status != MailStatus::Quarantined) {
                bail!("i{mail} is not quarantined");
            }
            apply(server, change.dry_run, vec![LetterChange::RetryMail(mail)])?;
            retried.mails = 1;
        }
        Some(Id::Letter(letter)) => {
            let row = server.look(|_, store| Ok(store.letter(letter)?))?;
            if let Some(row) = &row
                && row.recipient.is_empty()
                && server.config.server.umpire.is_none()
            {
                bail!("o{letter} is for the umpire: set `umpire` in [server] first");
            }
            use LetterStatus::{Sent, Superseded};
            match row.filter(|row| !matches!(row.status, Sent | Superseded)) {
                None => bail!("o{letter} neither waits nor was given up"),
                Some(row) if !is_kept(&row) => {
                    bail!("o{letter} cannot be sent again: its text is no longer kept")
                }
                Some(_) => {}
            }
            apply(server, change.dry_run, vec![LetterChange::Retry(letter)])?;
            retried.letters = 1;
        }
        None => {
            let counts = server.look(|_, store| Ok(store.counts()?))?;
            apply(server, change.dry_run, vec![LetterChange::RetryWaiting])?;
            retried.letters = usize::try_from(counts.waiting_letters)?;
            retried.given_up = Some(counts.failed_letters);
        }
    }
    retried.print(json)
}

/// Revives all letters that were given up.
///
/// # Errors
/// The store cannot be read or written.
pub(super) fn given_up(server: &mut Server, json: bool, change: &Change) -> Result<()> {
    let failed = server.look(|_, store| Ok(store.letters(LetterStatus::Failed, usize::MAX)?))?;
    let umpire = server.config.server.umpire.is_some();
    let (kept, lost): (Vec<_>, Vec<_>) = failed
        .into_iter()
        .filter(|row| umpire || !row.recipient.is_empty())
        .partition(is_kept);
    for some in kept.chunks(AT_ONCE) {
        let changes = some.iter().map(|row| LetterChange::Retry(row.id));
        apply(server, change.dry_run, changes.collect())?;
    }
    let retried = Retried {
        ids: kept.iter().map(|row| format!("o{}", row.id)).collect(),
        letters: kept.len(),
        lost: lost.len(),
        dry_run: change.dry_run,
        ..Retried::default()
    };
    retried.print(json)
}

/// Whether there is anything to send of a letter.
fn is_kept(row: &LetterRow) -> bool {
    row.data.is_some() || row.rendered
}

impl Retried {
    fn print(&self, json: bool) -> Result<()> {
        let what = match self.mails {
            0 => format!(
                "{} will be tried",
                counted(self.letters, "letter", "letters")
            ),
            mails => format!("{} will be read again", counted(mails, "mail", "mails")),
        };
        let tried = crate::cli::tried(self.dry_run);
        let mut lines = vec![format!(
            "{what}, at once if the daemon runs, else at the next `zugpost run --once`{tried}"
        )];
        if self.lost > 0 {
            let lost = counted(self.lost, "letter", "letters");
            lines.push(format!(
                "{lost} cannot be sent again: the text is no longer kept"
            ));
        }
        if let Some(given_up) = self.given_up.filter(|count| *count > 0) {
            let were = if given_up == 1 { "was" } else { "were" };
            let given_up = counted(given_up, "letter", "letters");
            lines.push(format!(
                "{given_up} {were} given up: `zugpost mail retry --given-up` tries {} again",
                if were == "was" { "it" } else { "them" }
            ));
        }
        crate::cli::print(json, self, &lines)
    }
}

//! `mail rescan`: takes in what the database has lost of the mails that were handed over by LMTP.

use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;

use crate::cli::{Json, Server};
use crate::config::{Config, Inbox};
use crate::mail::lmtp::{Copies, read_copy};
use crate::mail::source::{MOST_BYTES, RawMessage};
use crate::store::TakenIn;
use crate::text::counted;

/// Arguments of `mail rescan`.
#[derive(Debug, Args)]
pub struct RescanArgs {
    /// Show what would be done, but do nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    json: Json,
}

/// What `mail rescan` has found.
#[derive(Default, Serialize)]
struct Rescanned {
    /// How many copies were read.
    read: usize,
    /// How many of these mails were known.
    known: usize,
    /// How many were taken in; with `dry_run`, would be.
    taken_in: usize,
    /// What is no copy, or is damaged.
    unreadable: Vec<String>,
    dry_run: bool,
}

/// Reads all copies, a few at a time.
///
/// # Errors
/// No copies are kept, or they cannot be read at all, or the database fails.
pub(super) fn run(server: &mut Server, args: &RescanArgs) -> Result<()> {
    let copies = copies(&server.config)?;
    let (paths, others) = copies.list()?;
    let mut done = Rescanned {
        unreadable: others,
        dry_run: args.dry_run,
        ..Rescanned::default()
    };
    let (mut mails, mut length) = (Vec::new(), 0);
    for path in &paths {
        match read_copy(path) {
            Ok(mail) => {
                length += mail.raw.len();
                mails.push(mail);
            }
            Err(error) => done.unreadable.push(format!("{}: {error}", path.display())),
        }
        if length >= MOST_BYTES {
            done.take(server, &std::mem::take(&mut mails))?;
            length = 0;
        }
    }
    done.take(server, &mails)?;
    crate::cli::print(args.json.json, &done, &done.lines())
}

impl Rescanned {
    fn take(&mut self, server: &mut Server, mails: &[RawMessage]) -> Result<()> {
        let known = match self.dry_run {
            true => server.look(|_, store| {
                let mut known = 0;
                for mail in mails {
                    known += usize::from(store.known_mail(&mail.source_key, &mail.raw)?.is_some());
                }
                Ok(known)
            })?,
            false => {
                let taken = server.office.store_mails(server.store.as_mut(), mails)?;
                let known = |taken: &&TakenIn| matches!(taken, TakenIn::Known(_));
                taken.iter().filter(known).count()
            }
        };
        self.read += mails.len();
        self.known += known;
        self.taken_in += mails.len() - known;
        Ok(())
    }

    fn lines(&self) -> Vec<String> {
        let read = counted(self.read, "copy was read", "copies were read");
        let known = counted(self.known, "mail was known", "mails were known");
        let taken = match self.dry_run {
            true => counted(self.taken_in, "would be taken in", "would be taken in"),
            false => counted(self.taken_in, "was taken in", "were taken in"),
        };
        let judged = match self.taken_in > 0 && !self.dry_run {
            true => "; judged at once if the daemon runs, else at the next `zugpost run --once`",
            false => "",
        };
        let unreadable = self.unreadable.iter();
        let unreadable = unreadable.map(|what| format!("passed over: {what}"));
        [format!("{read}: {known}, {taken}{judged}")]
            .into_iter()
            .chain(unreadable)
            .collect()
    }
}

/// The copies that the settings name.
fn copies(config: &Config) -> Result<Copies> {
    match &config.inbox {
        Inbox::Lmtp(lmtp) => match lmtp.copies() {
            Some(copies) => Ok(copies),
            None => bail!(
                "no copies are kept: `copy` in [inbox] names a Maildir for them; what was handed over before cannot be \
                 read again"
            ),
        },
        Inbox::Maildir { dir, processed } => bail!(
            "copies are kept with kind = \"lmtp\" alone; a Maildir keeps its mails: move those that the database lacks from \
             {} back to new, and the server reads them again",
            dir.join(format!(".{processed}/cur")).display()
        ),
        Inbox::Imap(_) => bail!(
            "copies are kept with kind = \"lmtp\" alone; an IMAP server keeps its mails: move those that the database lacks \
             back to the inbox, or take the mark off them, and the server reads them again"
        ),
        Inbox::Stdin {} => bail!(
            "copies are kept with kind = \"lmtp\" alone; what came by `receive` can be read again if your mail server \
             keeps it: give it to `zugpost receive` once more"
        ),
    }
}

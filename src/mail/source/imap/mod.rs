//! A mailbox on an IMAP server (RFC 3501; RFC 9051 servers speak it too).
//!
//! A mail is done when it lies in the folder of processed mail, or bears our keyword, as configured;
//! `\Seen` means nothing, and is not set. Marking by flag needs a server that keeps keywords: `\Answered`,
//! `\Flagged` and `\Deleted` belong to the people who use the mailbox, and each of them may be set
//! or acted upon by any other client. Mails that bear `\Deleted` are passed over.

mod guard;
mod login;
mod look;
mod session;
mod source_key;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};

use super::{RawMessage, Source, sleep};
use crate::config::{Done, Imap};
use crate::mail::auth::Login;
use crate::mail::tls::Endpoint;
use look::Look;
use session::{Fault, Session};
use source_key::{SourceKey, sets};

/// What marks a mail as done where it stays in its folder.
const KEYWORD: &str = "$ZugpostDone";
/// RFC 2177: a server may hang up on who idles for 30 minutes.
const LONGEST_IDLE: Duration = Duration::from_secs(25 * 60);

/// Mail in some folders of one account, over one connection, which is kept.
#[derive(Debug)]
pub struct ImapSource {
    settings: Imap,
    endpoint: Endpoint,
    login: Option<Login>,
    name: String,
    session: Option<Session>,
    look: Option<Look>,
    /// Mails that are stored but could not be marked, by folder and UIDVALIDITY: never fetched again.
    owed: BTreeMap<(String, u32), BTreeSet<u32>>,
    /// How often the connection broke while a mail was fetched.
    suspects: BTreeMap<SourceKey, u8>,
    troubles: Vec<String>,
    /// What was complained of already.
    told: HashSet<String>,
}

impl ImapSource {
    /// A source for the account that the settings describe. Nothing is opened before the first fetch;
    /// passwords and certificates are read at each login.
    #[must_use]
    pub fn new(settings: &Imap) -> Self {
        let (password, token) = (settings.password.as_ref(), settings.token.as_ref());
        Self {
            endpoint: settings.into(),
            login: Login::new(Some(&settings.user), password, token),
            name: format!("imap {}@{}", settings.user, settings.host),
            settings: settings.clone(),
            session: None,
            look: None,
            owed: BTreeMap::new(),
            suspects: BTreeMap::new(),
            troubles: Vec::new(),
            told: HashSet::new(),
        }
    }

    fn connect(&mut self) -> Result<()> {
        if self.session.is_some() {
            return Ok(());
        }
        let login = self.login.as_ref().context("no login is configured")?;
        self.session = Some(Session::open(&self.endpoint, login)?);
        Ok(())
    }

    /// Does something with the server; a connection that breaks is forgotten.
    fn with<T>(&mut self, work: impl FnOnce(&mut Session) -> Result<T, Fault>) -> Result<T, Fault> {
        let Some(session) = self.session.as_mut() else {
            return Err(Fault::Lost("not connected".to_owned()));
        };
        let result = work(session);
        if matches!(result, Err(Fault::Lost(_))) {
            self.session = None;
            self.look = None;
        }
        result
    }

    fn lost(&self, fault: &Fault) -> anyhow::Error {
        anyhow!("{}: the connection broke: {}", self.endpoint, fault.words())
    }

    fn complain(&mut self, what: String) {
        if self.told.insert(what.clone()) {
            self.troubles.push(what);
        }
    }

    /// Marks what is owed. Whatever cannot be marked stays owed, and the last reason is returned.
    fn settle(&mut self) -> Result<()> {
        let mut problem = None;
        for (folder, validity) in self.owed.keys().cloned().collect::<Vec<_>>() {
            match self.settle_folder(&folder, validity) {
                Ok(()) => {}
                Err(Fault::No(why)) => {
                    let mended = match self.settings.done {
                        Done::Move => format!(
                            "make folder {:?}, or make room in the account",
                            self.settings.processed
                        ),
                        Done::Flag => "write done = \"move\"".to_owned(),
                    };
                    problem = Some(anyhow!(
                        "mails in {folder} are stored but cannot be marked as done: {why}; {mended}"
                    ));
                }
                Err(fault @ Fault::Lost(_)) => return Err(self.lost(&fault)),
            }
        }
        problem.map_or(Ok(()), Err)
    }

    fn settle_folder(&mut self, folder: &str, validity: u32) -> Result<(), Fault> {
        let place = (folder.to_owned(), validity);
        let uids: Vec<u32> = self
            .owed
            .get(&place)
            .into_iter()
            .flatten()
            .copied()
            .collect();
        let selected = self.with(|session| session.select(folder))?;
        if selected.validity != validity {
            // Those mails cannot be named any more; the same mails under new names are recognised by
            // their Message-ID and text.
            self.owed.remove(&place);
            return Ok(());
        }
        let (done, processed) = (self.settings.done, self.settings.processed.clone());
        for (set, part) in sets(&uids) {
            let mark = |session: &mut Session, set: &str| match done {
                Done::Move => session.move_to(set, &processed),
                Done::Flag => session.flag(set, KEYWORD),
            };
            self.with(|session| match mark(session, &set) {
                // Some servers say no when some have vanished (RFC 5530, EXPUNGEISSUED).
                Err(Fault::No(why)) => {
                    let left = session.search(&format!("UID {set}"))?;
                    if left.len() == part.len() {
                        return Err(Fault::No(why));
                    }
                    let again = |(set, _): (String, _)| mark(session, &set);
                    sets(&left).into_iter().try_for_each(again)
                }
                marked => marked,
            })?;
            if let Some(owed) = self.owed.get_mut(&place) {
                part.iter().for_each(|uid| {
                    owed.remove(uid);
                });
            }
        }
        self.owed.remove(&place);
        Ok(())
    }
}

impl Source for ImapSource {
    fn fetch(&mut self, max: usize) -> Result<Vec<RawMessage>> {
        if self.look.is_none() {
            self.connect()?;
            if let Err(error) = self.settle() {
                if self.session.is_none() {
                    return Err(error);
                }
                self.complain(format!("{error:#}"));
            }
            self.look = Some(self.take_look()?);
        }
        let mut mails = Vec::new();
        while mails.len() < max {
            match self.next_mail() {
                Ok(Some(mail)) => mails.push(mail),
                Ok(None) => break,
                // What is here already is worth more than the reason, which comes again.
                Err(_) if !mails.is_empty() => break,
                Err(error) => return Err(error),
            }
        }
        if mails.len() < max {
            self.look = None;
        }
        Ok(mails)
    }

    fn done(&mut self, source_keys: &[String]) -> Result<()> {
        for source_key in source_keys.iter().filter_map(|text| SourceKey::parse(text)) {
            self.suspects.remove(&source_key);
            self.owed
                .entry((source_key.folder, source_key.validity))
                .or_default()
                .insert(source_key.uid);
        }
        if self.owed.is_empty() {
            return Ok(());
        }
        self.connect()?;
        self.settle()
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn troubles(&mut self) -> Vec<String> {
        std::mem::take(&mut self.troubles)
    }

    /// By IDLE in the first folder where the server offers it, else by sleeping.
    fn wait(&mut self, patience: Duration, stop: &dyn Fn() -> bool) -> Result<()> {
        if self.look.is_some() || stop() {
            return Ok(());
        }
        let can_idle = self.session.as_ref().is_some_and(|s| s.can.idle);
        if !can_idle {
            sleep(patience, stop);
            return Ok(());
        }
        let first = self.settings.folders[0].clone();
        // What came since the last look is hinted at by nothing; the search is cheap.
        match self.unmarked(&first) {
            Ok(Some((_, uids))) if !uids.is_empty() => return Ok(()),
            Ok(Some(_)) => {}
            Ok(None) | Err(Fault::No(_)) => {
                sleep(patience, stop);
                return Ok(());
            }
            Err(fault @ Fault::Lost(_)) => return Err(self.lost(&fault)),
        }
        let patience = patience.min(LONGEST_IDLE);
        self.with(|session| session.idle(patience, stop))
            .map_err(|fault| self.lost(&fault))
    }
}

impl Drop for ImapSource {
    fn drop(&mut self) {
        if let Some(session) = self.session.take() {
            session.log_out();
        }
    }
}

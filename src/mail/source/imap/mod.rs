//! A mailbox on an IMAP server (RFC 3501; RFC 9051 servers speak it too).
//!
//! A mail is marked as done by moving it to the folder of processed mail or by our keyword, as configured.
//! `\Seen` has no meaning and is not set. Marking by keyword needs a server that stores keywords: the
//! system flags `\Answered`, `\Flagged` and `\Deleted` may be set or acted upon by any other client.
//! Mails with `\Deleted` are skipped.

mod guard;
mod listing;
mod login;
mod session;
mod source_key;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use anyhow::{Result, anyhow, bail};

use super::{MOST_BYTES, RawMessage, Source, sleep};
use crate::clock::Stopwatch;
use crate::mail::servers::{Done, Imap};
use crate::mail::{auth::Login, refusal::Credentials, tls::Endpoint};
use listing::{Listing, Suspect};
use session::{Fault, Session};
use source_key::{Account, Folder, Place, sets};

/// How the names of these sources begin.
pub(super) const NAME: &str = "imap ";
/// The keyword that marks a mail as done if it stays in its folder.
const KEYWORD: &str = "$ZugpostDone";
/// A server may close a connection that idles for 30 minutes (RFC 2177).
const LONGEST_IDLE: Duration = Duration::from_secs(25 * 60);

/// A trouble that lasts is reported again after this time.
const TOLD_AGAIN: Duration = Duration::from_secs(24 * 60 * 60);

/// Mail in some folders of one account, over one connection that is kept open.
pub struct ImapSource {
    settings: Imap,
    endpoint: Endpoint,
    account: Account,
    name: String,
    session: Option<Session>,
    listing: Option<Listing>,
    /// UIDs of mails that are stored but not yet marked, by folder and UIDVALIDITY. They are not fetched
    /// again.
    unmarked: BTreeMap<Folder, BTreeSet<u32>>,
    /// Mails during whose fetching the connection has broken.
    suspects: BTreeMap<Place, Suspect>,
    troubles: Vec<String>,
    /// Troubles that were reported, and since when, so that each is reported once a day.
    told: HashMap<String, Stopwatch>,
    /// Folders that could not be opened at the last listing, with the reason.
    missing: Vec<String>,
}

impl ImapSource {
    /// A source for the account that the settings describe. It connects at the first fetch, and reads
    /// passwords and certificates at each login.
    pub fn new(settings: &Imap) -> Self {
        Self {
            endpoint: settings.into(),
            account: Account::new(&settings.host, &settings.user),
            name: format!("{NAME}{}@{}", settings.user, settings.host),
            settings: settings.clone(),
            session: None,
            listing: None,
            unmarked: BTreeMap::new(),
            suspects: BTreeMap::new(),
            troubles: Vec::new(),
            told: HashMap::new(),
            missing: Vec::new(),
        }
    }

    fn connect(&mut self) -> Result<()> {
        if self.session.is_none() {
            self.session = Some(Session::open(&self.endpoint)?);
        }
        Ok(())
    }

    /// Runs `work` on the connection; one that breaks is dropped, and the fault says which server it was.
    fn with<T>(&mut self, work: impl FnOnce(&mut Session) -> Result<T, Fault>) -> Result<T, Fault> {
        let not_connected = || Fault::Lost("not connected".to_owned());
        let session = self.session.as_mut().ok_or_else(not_connected);
        let result = session.and_then(work);
        if let Err(Fault::Lost(why)) = result {
            self.session = None;
            self.listing = None;
            let why = format!("{}: the connection broke: {why}", self.endpoint);
            return Err(Fault::Lost(why));
        }
        result
    }

    fn complain(&mut self, what: String) {
        let told = self.told.get(&what);
        if told.is_none_or(|told| told.elapsed() > TOLD_AGAIN) {
            self.told.insert(what.clone(), Stopwatch::start());
            self.troubles.push(what);
        }
    }

    /// Marks all mails in `unmarked`. Those that cannot be marked stay there, and the last error is
    /// returned.
    fn mark_all(&mut self) -> Result<()> {
        let mut problem = None;
        for folder in self.unmarked.keys().cloned().collect::<Vec<_>>() {
            match self.mark_in_folder(&folder) {
                Ok(()) => {}
                Err(Fault::No(why)) => {
                    let processed = &self.settings.processed;
                    let mended = match self.settings.done {
                        Done::Move => {
                            format!("make folder {processed:?}, or make room in the account")
                        }
                        Done::Flag => "write done = \"move\"".to_owned(),
                    };
                    problem = Some(anyhow!(
                        "mails in {} are stored but cannot be marked as done: {why}; {mended}",
                        folder.name
                    ));
                }
                Err(Fault::Lost(why)) => bail!(why),
            }
        }
        problem.map_or(Ok(()), Err)
    }

    fn mark_in_folder(&mut self, folder: &Folder) -> Result<(), Fault> {
        let uids = self.unmarked.get(folder).into_iter().flatten();
        let uids: Vec<u32> = uids.copied().collect();
        let selected = self.with(|session| session.select(&folder.name))?;
        if selected.folder != *folder {
            // The server has renumbered the folder (RFC 3501 section 2.3.1.1). The mails are fetched
            // again under new UIDs and recognised by their Message-ID and text.
            self.unmarked.remove(folder);
            return Ok(());
        }
        let (done, processed) = (self.settings.done, self.settings.processed.clone());
        for (set, part) in sets(&uids) {
            let mark = |session: &mut Session, set: &str| match done {
                Done::Move => session.move_to(set, &processed),
                Done::Flag => session.flag(set, KEYWORD),
            };
            self.with(|session| match mark(session, &set) {
                // Some servers refuse the command if some of the mails no longer exist (RFC 5530,
                // EXPUNGEISSUED). Try again with those that exist.
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
            if let Some(uids) = self.unmarked.get_mut(folder) {
                uids.retain(|uid| part.binary_search(uid).is_err());
            }
        }
        self.unmarked.remove(folder);
        Ok(())
    }
}

impl Source for ImapSource {
    fn fetch(&mut self, max: usize) -> Result<Vec<RawMessage>> {
        let mut listing = match self.listing.take() {
            Some(listing) => listing,
            None => {
                self.connect()?;
                if let Err(error) = self.mark_all() {
                    if self.session.is_none() {
                        return Err(error);
                    }
                    self.complain(format!("{error:#}"));
                }
                self.list_folders()?
            }
        };
        let mut mails = Vec::new();
        let mut length = 0;
        while mails.len() < max && length < MOST_BYTES {
            match self.next_mail(&mut listing) {
                Ok(Some(mail)) => {
                    length += mail.raw.len();
                    mails.push(mail);
                }
                // Return the mails that are here already. The error comes again at the next call.
                Err(error) if mails.is_empty() => return Err(error),
                Ok(None) | Err(_) => return Ok(mails),
            }
        }
        self.listing = Some(listing);
        Ok(mails)
    }

    fn done(&mut self, source_keys: &[String]) -> Result<()> {
        // Mails of another account, which the settings named before, are not here to be marked.
        for source_key in source_keys {
            let Some(place) = self.account.place(source_key) else {
                continue;
            };
            self.suspects.remove(&place);
            self.unmarked.entry(place.0).or_default().insert(place.1);
        }
        if self.unmarked.is_empty() {
            return Ok(());
        }
        self.connect()?;
        self.mark_all()
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn standing_trouble(&self) -> Option<String> {
        (!self.missing.is_empty()).then(|| self.missing.join("; "))
    }

    fn credentials(&self) -> Option<Credentials> {
        self.endpoint.login.as_ref().map(Login::credentials)
    }

    fn troubles(&mut self) -> Vec<String> {
        std::mem::take(&mut self.troubles)
    }

    /// Waits by IDLE in the first folder that can be opened, if the server offers it, else by sleeping.
    fn wait(&mut self, timeout: Duration, stop: &dyn Fn() -> bool) -> Result<()> {
        if self.listing.is_some() || stop() {
            return Ok(());
        }
        // A mail that was passed over is tried again in time.
        let skipped = self.suspects.values().filter_map(Suspect::skipped).min();
        let timeout = skipped.map_or(timeout, |skipped| timeout.min(skipped));
        let idles = |session: &Session| session.can.contains(&"IDLE");
        if self.session.as_ref().is_some_and(idles) {
            for folder in self.settings.folders.clone() {
                // IDLE does not announce mails that came between the last listing and now, so search once more.
                match self.list_new(&folder) {
                    Ok((_, uids)) if !uids.is_empty() => return Ok(()),
                    Ok(_) => {
                        let timeout = timeout.min(LONGEST_IDLE);
                        let idle = self.with(|session| session.idle(timeout, stop));
                        return idle.map_err(|fault| anyhow!(fault.words().to_owned()));
                    }
                    // It is missing, which the listing has reported.
                    Err(Fault::No(_)) => {}
                    Err(Fault::Lost(why)) => bail!(why),
                }
            }
        }
        sleep(timeout, stop);
        Ok(())
    }
}

impl Drop for ImapSource {
    fn drop(&mut self) {
        if let Some(session) = self.session.take() {
            session.log_out();
        }
    }
}

//! Lists the mails in the folders that are not marked as done, and fetches them.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::Duration;

use anyhow::{Result, bail};

use super::session::{Body, Fault};
use super::source_key::{Folder, Place, former_key, sets};
use super::{ImapSource, KEYWORD};
use crate::clock::Stopwatch;
use crate::mail::source::{RawMessage, envelope_from_headers};
use crate::mail::{parse::MAX_MAIL, servers::Done};

/// At most this many mails are asked for their sizes in one command.
const SIZES: usize = 1000;
/// At most this many mails are fetched in one command.
const MAILS: usize = 128;
/// At most this many bytes are fetched in one command.
const BYTES: usize = 2 << 20;
/// A mail is skipped for a while after the connection has broken this often while it was fetched.
pub(super) const BREAKS: u8 = 3;
/// For how long at first; it is doubled each time, up to `LONGEST_SKIP`. Whether the mail or the host was the
/// reason is not known: a turn must not wait for the next start when the host is well again.
const FIRST_SKIP: Duration = Duration::from_secs(5);
const LONGEST_SKIP: Duration = Duration::from_secs(3600);

/// A mail during whose fetching the connection has broken.
#[derive(Debug)]
pub(super) struct Suspect {
    /// How often the connection has broken while this mail was being fetched.
    pub(super) breaks: u8,
    /// Since the last time.
    since: Stopwatch,
}

impl Suspect {
    /// For how long it is still skipped; `None` if it may be fetched.
    pub(super) fn skipped(&self) -> Option<Duration> {
        let doublings = u32::from(self.breaks.checked_sub(BREAKS)?).min(10);
        let pause = (FIRST_SKIP * (1 << doublings)).min(LONGEST_SKIP);
        pause.checked_sub(self.since.elapsed())
    }
}

/// The mails that one listing has found.
#[derive(Debug, Default)]
pub(super) struct Listing {
    folders: VecDeque<Waiting>,
    /// Mails that are fetched and not handed over yet.
    ready: VecDeque<RawMessage>,
}

/// The mails of one folder that are not fetched yet.
#[derive(Debug)]
struct Waiting {
    folder: Folder,
    uids: VecDeque<u32>,
    sized: VecDeque<(u32, u32)>,
}

impl ImapSource {
    /// Lists all folders. A folder that cannot be opened is reported and skipped.
    pub(super) fn list_folders(&mut self) -> Result<Listing> {
        let mut listing = Listing::default();
        self.missing.clear();
        for name in self.settings.folders.clone() {
            match self.list_new(&name) {
                Ok((folder, uids)) => listing.folders.push_back(Waiting {
                    folder,
                    uids: uids.into(),
                    sized: VecDeque::new(),
                }),
                Err(Fault::No(why)) => {
                    let what = format!(
                        "{}: folder {name:?} cannot be read: {why}; make it, or leave it out of folders",
                        self.endpoint
                    );
                    self.complain(what.clone());
                    self.missing.push(what);
                }
                Err(Fault::Lost(why)) => bail!(why),
            }
        }
        match self.missing.last() {
            Some(what) if listing.folders.is_empty() => bail!(what.clone()),
            _ => Ok(listing),
        }
    }

    /// A folder, and UIDs of its mails that are not marked as done, oldest first.
    ///
    /// # Errors
    /// The folder cannot be opened, or mails in it could not be marked.
    pub(super) fn list_new(&mut self, name: &str) -> Result<(Folder, Vec<u32>), Fault> {
        let selected = self.with(|session| session.refresh(name))?;
        let by_flag = self.settings.done == Done::Flag;
        if selected.read_only {
            let why = "it is read-only to us, so that mails cannot be marked";
            return Err(Fault::No(why.to_owned()));
        }
        if by_flag && !selected.keeps(KEYWORD) {
            let why = format!("it keeps no keywords such as {KEYWORD}: write done = \"move\"");
            return Err(Fault::No(why));
        }
        let query = match by_flag {
            true => format!("UNDELETED UNKEYWORD {KEYWORD}"),
            false => "UNDELETED".to_owned(),
        };
        let mut uids = self.with(|session| session.search(&query))?;
        let folder = selected.folder;
        if let Some(unmarked) = self.unmarked.get(&folder) {
            uids.retain(|uid| !unmarked.contains(uid));
        }
        if !self.suspects.is_empty() {
            let suspect = |uid: u32| self.suspects.get(&(folder.clone(), uid));
            uids.retain(|&uid| suspect(uid).is_none_or(|suspect| suspect.skipped().is_none()));
            // Mails that have broken the connection come last, so that they do not delay others.
            uids.sort_by_key(|&uid| (suspect(uid).map_or(0, |suspect| suspect.breaks), uid));
        }
        Ok((folder, uids))
    }

    /// The next mail of a listing; `None` at its end.
    pub(super) fn next_mail(&mut self, listing: &mut Listing) -> Result<Option<RawMessage>> {
        loop {
            if let Some(mail) = listing.ready.pop_front() {
                return Ok(Some(mail));
            }
            let Some(waiting) = listing.folders.front_mut() else {
                return Ok(None);
            };
            if waiting.uids.is_empty() && waiting.sized.is_empty() {
                listing.folders.pop_front();
                continue;
            }
            match self.fetch_more(waiting, &mut listing.ready) {
                Ok(()) => {}
                Err(Fault::No(why)) => {
                    self.complain(format!("{}: {}: {why}", self.endpoint, waiting.folder.name));
                    listing.folders.pop_front();
                }
                Err(Fault::Lost(why)) => bail!(why),
            }
        }
    }

    /// Fetches the next few mails of a folder into `ready`.
    fn fetch_more(
        &mut self,
        waiting: &mut Waiting,
        ready: &mut VecDeque<RawMessage>,
    ) -> Result<(), Fault> {
        let selected = self.with(|session| session.select(&waiting.folder.name))?;
        if selected.folder != waiting.folder {
            // The next listing has its mails.
            waiting.uids.clear();
            waiting.sized.clear();
            return Ok(());
        }
        if waiting.sized.is_empty() {
            self.ask_sizes(waiting)?;
        }
        let chunk = self.next_chunk(waiting);
        let folder = &waiting.folder;
        let Some(refused) = self.fetch_chunk(folder, &chunk, ready)? else {
            return Ok(());
        };
        // The server has refused the set, so fetch the mails one by one to find the faulty one.
        if let [uid] = refused {
            let what = format!(
                "mail {uid} in {} on {} cannot be fetched: it is passed over, and tried again later",
                folder.name, self.endpoint
            );
            self.suspect(folder, refused, BREAKS);
            self.complain(what);
            return Ok(());
        }
        for uid in refused.chunks(1) {
            if self.fetch_chunk(folder, uid, ready)?.is_some() {
                self.suspect(folder, uid, 1);
            }
        }
        Ok(())
    }

    /// Asks for the sizes before any body is fetched, so that memory stays bounded. A mail that no longer
    /// exists has no size and is dropped.
    fn ask_sizes(&mut self, waiting: &mut Waiting) -> Result<(), Fault> {
        let count = SIZES.min(waiting.uids.len());
        let uids: Vec<u32> = waiting.uids.drain(..count).collect();
        let mut sizes = HashMap::new();
        for (set, _) in sets(&uids) {
            sizes.extend(self.with(|session| session.sizes(&set))?);
        }
        // Keep the order of the listing; the server may answer in another one.
        let sized = |uid| Some((uid, sizes.remove(&uid)?));
        waiting.sized.extend(uids.into_iter().filter_map(sized));
        Ok(())
    }

    fn next_chunk(&self, waiting: &mut Waiting) -> Vec<u32> {
        let mut chunk = Vec::new();
        let mut bytes = 0;
        while let Some(&(uid, size)) = waiting.sized.front() {
            let alone = self.suspects.contains_key(&(waiting.folder.clone(), uid));
            let size = usize::try_from(size).unwrap_or(MAX_MAIL).min(MAX_MAIL);
            let full = chunk.len() >= MAILS || bytes + size > BYTES || alone;
            if full && !chunk.is_empty() {
                break;
            }
            bytes += size;
            chunk.push(uid);
            waiting.sized.pop_front();
            if alone {
                break;
            }
        }
        chunk.sort_unstable();
        chunk
    }

    /// Fetches mails into `ready`. Returns the UIDs of a set that the server has refused.
    fn fetch_chunk<'a>(
        &mut self,
        folder: &Folder,
        uids: &'a [u32],
        ready: &mut VecDeque<RawMessage>,
    ) -> Result<Option<&'a [u32]>, Fault> {
        for (set, part) in sets(uids) {
            let bodies = match self.with(|session| session.bodies(&set)) {
                Ok(bodies) => bodies,
                Err(Fault::No(_)) => return Ok(Some(part)),
                Err(fault) => {
                    self.suspect(folder, part, 1);
                    return Err(fault);
                }
            };
            // The server may send data of other mails, and the same twice (RFC 3501 section 7.4.2).
            let mut bodies: BTreeMap<u32, Body> = bodies.into_iter().collect();
            bodies.retain(|uid, _| part.binary_search(uid).is_ok());
            let mails = bodies.into_iter();
            ready.extend(mails.map(|(uid, body)| self.message(&(folder.clone(), uid), body)));
        }
        Ok(None)
    }

    fn suspect(&mut self, folder: &Folder, uids: &[u32], weight: u8) {
        for &uid in uids {
            let place = (folder.clone(), uid);
            let source_key = self.account.source_key(&place);
            let known = self.suspects.get(&place);
            let known = known.map_or(0, |suspect| suspect.breaks);
            // After a set has failed, it is not known which mail was the reason; after one alone, it is.
            let breaks = match uids.len() {
                1 => known.saturating_add(weight),
                _ => 1,
            };
            let since = Stopwatch::start();
            self.suspects.insert(place, Suspect { breaks, since });
            if breaks >= BREAKS {
                self.complain(format!(
                    "{source_key} breaks the connection: it is passed over, and tried again later"
                ));
            }
        }
    }

    fn message(&self, place: &Place, body: Body) -> RawMessage {
        let mut raw = body.raw;
        let truncated = raw.len() > MAX_MAIL;
        raw.truncate(MAX_MAIL);
        RawMessage {
            source_key: self.account.source_key(place),
            former_source_key: Some(former_key(place)),
            arrived_at: body.arrived_at,
            envelope: envelope_from_headers(&raw),
            raw,
            truncated,
        }
    }
}

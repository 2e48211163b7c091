//! This host among those that share a store.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use data_encoding::HEXLOWER;
use rand::Rng;

use crate::config::{ClubSettings, Config, StoreSettings, differences};
use crate::daemon::presence::{self, Common};
use crate::daemon::{Attendance, Presence, Present};
use crate::mail::source::is_of_all_hosts;
use crate::office::{self, Office, knowledge};
use crate::store::{self, HostRow, Store};
use crate::tokens;

use super::server::Shared;
use super::status::silent;
use super::{Server, stored};

/// Lets an office belong to this host, and know what the others know.
///
/// # Errors
/// The store fails, or a file of this host cannot be read or written.
pub(super) fn join(
    config: &Config,
    (store, office): (&mut dyn Store, &mut Office),
    shared: &Shared,
) -> Result<()> {
    office.belong_to(&host_id(&config.server.data)?);
    if store.is_shared() {
        let known = store::read(store, |store| Ok(store.club_knows()?))?;
        shared.renewal.put_club(&known);
    }
    *shared.club.lock().unwrap_or_else(PoisonError::into_inner) = club(config)?;
    Ok(())
}

impl Server {
    /// Checks that this host may change something: its program and its settings are those of the club.
    ///
    /// # Errors
    /// They are not, or the store fails.
    pub(super) fn require_club(&mut self) -> Result<()> {
        let known = store::read(self.store.as_mut(), |store| Ok(store.club_knows()?))?;
        knowledge::require_known(&known)?;
        let differs = self.differences()?;
        ensure!(differs.is_empty(), presence::differing(&differs.join(", ")));
        Ok(())
    }

    /// From now on nobody has to know what this program lacks.
    ///
    /// # Errors
    /// A host works that knows more, or the store fails.
    pub fn accept_program(&mut self, dry_run: bool) -> Result<()> {
        let mut words = store::read(self.store.as_mut(), |store| Ok(store.club_knows()?))?;
        words.retain(|word| !knowledge::known_here().contains(word));
        if words.is_empty() {
            return super::say(["this program knows all that is used".to_owned()]);
        }
        let listed = Vec::from_iter(words.clone()).join(", ");
        if dry_run {
            return super::say([format!("would not be needed any more: {listed}")]);
        }
        let since = silent(&self.config, self.office.now());
        if let Some(name) = self.store.forgo(&words, &since)? {
            bail!(
                "host {name} works by a newer program: stop it first, or wait a minute if it was killed"
            );
        }
        super::say([format!(
            "not needed any more: {listed}. Games by newer rules are frozen; when a program knows them again, \
             `zugpost db replay --compare` lets them go on"
        )])
    }

    /// What differs between the settings of this host and those of the club, where several hosts share a store.
    ///
    /// # Errors
    /// The store fails.
    pub fn differences(&mut self) -> Result<Vec<String>> {
        let published = store::read(self.store.as_mut(), |store| Ok(store.club_settings()?))?;
        let published = published.filter(|_| self.store.is_shared());
        let own = self
            .shared
            .club
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        Ok(differences(&own, published.as_deref())?)
    }

    /// Makes the settings of this host those of the club.
    ///
    /// # Errors
    /// The store fails.
    pub fn publish(&mut self) -> Result<()> {
        let own = self
            .shared
            .club
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        Ok(self
            .store
            .publish_settings(&serde_json::to_string(&*own)?)?)
    }

    /// Gives signs of life as long as the second value lives, if other hosts work on the same store.
    ///
    /// # Errors
    /// The store fails.
    pub fn be_present(&self) -> Result<(Present, Attendance)> {
        let StoreSettings::Postgres(shared) = &self.config.store else {
            return Ok(Default::default());
        };
        stored::open(&self.config)?.require_session()?;
        let again = self.opener()()?;
        let source = self.source();
        let names = source.iter().map(|source| source.name());
        let sources = names.filter(|name| is_of_all_hosts(name));
        let presence = Presence {
            store: again.store,
            office: again.office,
            host: HostRow {
                id: host_id(&self.config.server.data)?,
                name: shared.host.clone().unwrap_or_else(office::host),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                process: std::process::id(),
                since: self.office.stamp(),
                knows: Vec::from_iter(knowledge::known_here()).join(", "),
                ..HostRow::default()
            },
            common: Common {
                secret: self.config.secret(),
                renewal: self.shared.renewal.clone(),
                club: Arc::clone(&self.shared.club),
            },
            lease: Duration::from_secs(shared.lease.into()),
            leases: sources
                .map(presence::source)
                .chain([presence::TIMERS, presence::FILES, presence::PROGRAMS].map(str::to_owned))
                .collect(),
        };
        presence.start()
    }
}

/// By what the settings of the club are recognised, as this host has them.
///
/// # Errors
/// A text or a file of games cannot be read.
pub(super) fn club(config: &Config) -> Result<ClubSettings> {
    config
        .club()
        .context("the settings of the club cannot be read")
}

/// The id by which other hosts know the one with this folder of data; it is made at the first time.
///
/// # Errors
/// The folder cannot be read or written.
fn host_id(data: &Path) -> Result<String> {
    let path = data.join("zugpost.host");
    let read = || fs::read_to_string(&path);
    if read().is_err() {
        let mut bytes = [0; 8];
        tokens::system_chance()?.fill_bytes(&mut bytes);
        let id = HEXLOWER.encode(&bytes);
        // Two processes may begin at once: the first one makes it.
        let mut file = tempfile::NamedTempFile::new_in(data)?;
        file.write_all(id.as_bytes())?;
        let _ = file.persist_noclobber(&path);
    }
    let id = read().with_context(|| format!("{} cannot be read", path.display()))?;
    let id = id.trim();
    let fits = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    ensure!(
        fits,
        "{} is no id: delete it while the server is stopped",
        path.display()
    );
    Ok(id.to_owned())
}

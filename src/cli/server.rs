//! What most commands need: the settings, the store, the office, source and transport.

use std::path::Path;
use std::sync::{Arc, Mutex};

use crate::clock::{AheadClock, Clock, SystemClock};
use crate::config::{ClubSettings, Config, Inbox, Outbox};
use crate::daemon::Worker;
use crate::letters::samples;
use crate::mail::Address;
use crate::mail::source::{ImapSource, MaildirSource, Source};
use crate::mail::transport::{MaildirTransport, SendmailTransport, SmtpTransport, Transport};
use crate::metrics::Metrics;
use crate::office::installed::Installed;
use crate::office::{Draft, Office, Renewal, Settings};
use crate::reading;
use crate::secret;
use crate::store::{self, Committed, Snapshot, Store};
use crate::tokens;
use crate::words::Words;
use anyhow::{Result, anyhow, bail};

use super::{host, installed, stored};

/// How a server opens what it works with: its store, its source, its transport, its clock. Tests put their own
/// around the real ones.
pub trait Connect: Sync {
    /// The store.
    ///
    /// # Errors
    /// There is none, or it is not usable.
    fn store(&self, config: &Config) -> Result<Box<dyn Store>> {
        Ok(stored::open(config)?)
    }

    /// Where mail is fetched from; `None` if it is handed over by `receive` or LMTP.
    fn source(&self, config: &Config) -> Option<Box<dyn Source>> {
        match &config.inbox {
            Inbox::Stdin { .. } | Inbox::Lmtp(_) => None,
            Inbox::Imap(imap) => Some(Box::new(ImapSource::new(imap))),
            Inbox::Maildir { dir, processed, .. } => {
                Some(Box::new(MaildirSource::new(dir, processed)))
            }
        }
    }

    /// What time it is.
    fn clock(&self) -> Box<dyn Clock> {
        Box::new(SystemClock)
    }

    /// Where letters go, as `[outbox]` of the settings says.
    fn transport(&self, config: &Config) -> Box<dyn Transport> {
        match &config.outbox {
            Outbox::Smtp(smtp) => Box::new(SmtpTransport::new(smtp)),
            Outbox::Maildir { dir, .. } => Box::new(MaildirTransport::new(dir)),
            Outbox::Sendmail {
                command, timeout, ..
            } => Box::new(SendmailTransport::new(command.clone(), *timeout)),
        }
    }
}

/// Opens what the settings name.
pub struct AsConfigured;

impl Connect for AsConfigured {}

/// What all offices of a process share.
#[derive(Clone, Default)]
pub struct Shared {
    /// The games of the operator's files.
    pub installed: Installed,
    /// Where work is counted.
    pub metrics: Metrics,
    /// Settings, texts and secrets that were read again.
    pub renewal: Renewal,
    /// The settings of the club, as this host has them; nothing where it is the only one.
    pub club: Arc<Mutex<ClubSettings>>,
}

/// A server with its store open, on which the commands work.
pub struct Server {
    /// The settings, as they were read when it was opened.
    pub config: Config,
    /// What it has stored.
    pub store: Box<dyn Store>,
    /// The office, which decides about mails and sends letters.
    pub office: Office,
    words: Arc<Words>,
    pub(in crate::cli) shared: Shared,
    connect: &'static dyn Connect,
}

impl Server {
    /// Opens the server that the settings describe.
    ///
    /// # Errors
    /// The settings are missing or wrong, or there is no database or no secret.
    pub fn open(config: Option<&Path>) -> Result<Self> {
        Self::with(Config::load(config)?)
    }

    /// Opens the server with these settings.
    ///
    /// # Errors
    /// There is no database or no secret.
    pub fn with(config: Config) -> Result<Self> {
        Self::connected(config, &AsConfigured)
    }

    /// Opens the server with these settings, on what `connect` opens.
    ///
    /// # Errors
    /// As [`Server::with`].
    pub fn connected(config: Config, connect: &'static dyn Connect) -> Result<Self> {
        Self::sharing(config, connect, Shared::default())
    }

    /// The same, with offices that share this.
    ///
    /// # Errors
    /// As [`Server::with`].
    pub fn sharing(config: Config, connect: &'static dyn Connect, shared: Shared) -> Result<Self> {
        let words = words(&config);
        reading::add(words.read());
        installed::load(&config.variants, &shared.installed);
        Self::with_words(config, connect, Arc::new(words), shared)
    }

    /// Tries an operator's texts on samples of all letters, and logs those that fail. Those of the
    /// program are tried by a test.
    pub fn try_words(&self) {
        try_words(&self.config, &self.words);
    }

    /// The texts of letters.
    pub fn words(&self) -> &Words {
        &self.words
    }

    fn with_words(
        config: Config,
        connect: &'static dyn Connect,
        words: Arc<Words>,
        shared: Shared,
    ) -> Result<Self> {
        let mut store = connect.store(&config)?;
        let games = shared.installed.clone();
        let with = (Arc::clone(&words), games, connect.clock());
        let mut office = office_with(&config, store.as_mut(), with)?;
        if store.is_shared() {
            host::join(&config, (store.as_mut(), &mut office), &shared)?;
        }
        office.mark_work(&config.server.data);
        office.try_apart(&config.file);
        office.count_in(shared.metrics.clone());
        office.follow(shared.renewal.clone());
        if store.is_shared() {
            // Games that other hosts do not know are not begun.
            office.refresh(store.as_mut())?;
        }
        Ok(Self {
            config,
            store,
            office,
            words,
            shared,
            connect,
        })
    }

    /// Makes a decision and writes it; with `dry_run` it is not written, and nothing is locked. If
    /// others change meanwhile what it is about, the decision is made again.
    ///
    /// # Errors
    /// `work` returns an error, the store fails, or the settings are not those of the club.
    pub fn change<T>(
        &mut self,
        dry_run: bool,
        mut work: impl FnMut(&mut Draft<'_>) -> Result<T>,
    ) -> Result<(T, Committed)> {
        let (office, store) = (&mut self.office, self.store.as_mut());
        office.set_trial(dry_run);
        if dry_run {
            let (_, made) = store::read(store, |store| office.drafted(store, &mut work))?;
            return Ok((made, Committed::default()));
        }
        self.require_club()?;
        let (office, store) = (&mut self.office, self.store.as_mut());
        let (committed, made) = office.decided(store, work)?;
        Ok((made, committed))
    }

    /// Runs `work` on one consistent view of what is stored.
    ///
    /// # Errors
    /// `work` returns an error, or the store fails.
    pub fn look<T>(&mut self, work: impl FnOnce(&Office, &dyn Snapshot) -> Result<T>) -> Result<T> {
        let office = &self.office;
        store::read(self.store.as_mut(), |store| work(office, store))
    }

    /// The source that mail is fetched from; `None` if mail is handed over by `receive` or LMTP.
    pub fn source(&self) -> Option<Box<dyn Source>> {
        self.connect.source(&self.config)
    }

    /// The transport for letters.
    pub fn transport(&self) -> Box<dyn Transport> {
        self.connect.transport(&self.config)
    }

    /// Opens what a thread that sends letters needs: a store, an office and a transport of its own. It
    /// fails as [`Server::with`] does.
    pub fn opener(&self) -> impl Fn() -> Result<Worker> + use<> {
        let (config, connect) = (self.config.clone(), self.connect);
        let (words, shared) = (Arc::clone(&self.words), self.shared.clone());
        move || {
            let (words, shared) = (Arc::clone(&words), shared.clone());
            let again = Self::with_words(config.clone(), connect, words, shared)?;
            Ok(Worker {
                transport: again.transport(),
                office: again.office,
                store: again.store,
            })
        }
    }
}

/// The office over a store, with these texts, games and clock.
///
/// # Errors
/// There is no secret, or it belongs to another store.
fn office_with(
    config: &Config,
    store: &mut dyn Store,
    (words, games, own): (Arc<Words>, Installed, Box<dyn Clock>),
) -> Result<Office> {
    let file = config.secret();
    let Some(secret) = secret::load(&file)? else {
        bail!(
            "the secret of this server is not there: {} (put your copy of it in this place; see \
             `zugpost secret rotate --help` if it is lost)",
            file.display()
        );
    };
    let clock: Box<dyn Clock> = match store.clock_ahead() {
        Some(ahead) => Box::new(AheadClock { own, ahead }),
        None => own,
    };
    Office::open(
        store,
        settings(config, games)?,
        words,
        secret,
        tokens::system_chance()?,
        clock,
    )
}

/// The office over another store than that of the settings.
///
/// # Errors
/// There is no secret, or it belongs to another store.
pub(in crate::cli) fn office(config: &Config, store: &mut dyn Store) -> Result<Office> {
    let (words, games) = (words(config), Installed::default());
    installed::load(&config.variants, &games);
    office_with(
        config,
        store,
        (Arc::new(words), games, AsConfigured.clock()),
    )
}

/// Reads the texts that the settings name, and logs what is wrong with them.
pub(in crate::cli) fn words(config: &Config) -> Words {
    let (words, warnings) = Words::load(config.server.templates.as_deref());
    for warning in warnings {
        tracing::warn!("{warning}");
    }
    let language = &config.server.language;
    if !words.languages().any(|known| known == language) {
        tracing::warn!("there are no texts in {language:?}: letters are in English");
    }
    words
}

/// Tries an operator's texts on samples of all letters, and logs those that fail.
pub(in crate::cli) fn try_words(config: &Config, words: &Words) {
    if config.server.templates.is_some() {
        for failure in samples::check(words) {
            tracing::warn!("{failure}; the text of the program is used");
        }
    }
}

/// The settings that the office needs.
///
/// # Errors
/// An address is invalid.
pub fn settings(config: &Config, variants: Installed) -> Result<Settings> {
    let address = |text: &str| {
        Address::parse(text).map_err(|_| anyhow!("{text:?} in the settings is no mail address"))
    };
    let umpires = config.umpires.addresses.iter().map(|text| address(text));
    Ok(Settings {
        address: address(&config.server.address)?,
        name: config.server.name.clone(),
        delimiter: config.server.recipient_delimiter,
        umpire: config.server.umpire.as_deref().map(address).transpose()?,
        keep_days: config.server.keep_raw_days,
        language: config.server.language.clone(),
        authserv_id: config.server.authserv_id.clone(),
        limits: config.limits,
        joining: config.players.clone(),
        time: config.times(),
        umpires: umpires.collect::<Result<_>>()?,
        meeting: config.meeting,
        events: config.events,
        pairing: config.pairing.clone(),
        partner: config.partner.clone(),
        engines: config.engines.clone(),
        titles: config.titles.clone(),
        variants,
        sending: config.outbox.limits(),
        served_url: config.pages.served_url().map(str::to_owned),
    })
}

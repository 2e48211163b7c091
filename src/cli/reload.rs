//! SIGHUP: settings, texts and files of games are read again while the daemon runs.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use anyhow::{Result, ensure};

use crate::config::{Config, differences};
use crate::daemon::presence;
use crate::store;

use super::server::{self, Shared};
use super::{host, installed, stored};

/// What is read again, and what it is compared with.
#[derive(Clone)]
pub(super) struct Reload(Arc<Parts>);

struct Parts {
    /// The settings file, as `--config` names it.
    file: Option<PathBuf>,
    shared: Shared,
    /// The settings of the start, and the words of mails that were read then.
    begun: OnceLock<(Config, Words)>,
    /// One reading at a time, so that the last one counts.
    turn: Mutex<()>,
}

/// The operator's files of words that are read in mails.
type Words = Vec<(String, String)>;

impl Reload {
    /// Reads this file again, for offices that share this.
    pub fn new(file: Option<PathBuf>, shared: Shared) -> Self {
        Self(Arc::new(Parts {
            file,
            shared,
            begun: OnceLock::new(),
            turn: Mutex::default(),
        }))
    }

    /// The server has begun with these settings and words. Before, there is nothing to be read again.
    pub fn begun(&self, config: &Config, words: &[(String, String)]) {
        let _ = self.0.begun.set((config.clone(), words.to_vec()));
    }

    /// Reads everything again, and says in the log what came of it.
    pub fn run(&self) {
        let _turn = self.0.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((begun, words)) = self.0.begun.get() else {
            return;
        };
        match self.read(begun, words) {
            Ok(()) => {
                tracing::info!("SIGHUP: settings, texts and files of [variants] were read again")
            }
            Err(error) => {
                tracing::error!("SIGHUP: nothing was read again, the old settings stay: {error:#}");
            }
        }
    }

    fn read(&self, begun: &Config, words_read: &Words) -> Result<()> {
        let shared = &self.0.shared;
        let (config, kept) = begun.renewed(Config::load(self.0.file.as_deref())?)?;
        let settings = server::settings(&config, shared.installed.clone())?;
        let mut store = stored::open(&config)?;
        if store.is_shared() {
            let club = host::club(&config)?;
            let published = store::read(store.as_mut(), |store| Ok(store.club_settings()?))?;
            let differs = differences(&club, published.as_deref())?;
            ensure!(differs.is_empty(), presence::differing(&differs.join(", ")));
            *shared.club.lock().unwrap_or_else(PoisonError::into_inner) = club;
        }
        for key in kept {
            tracing::warn!("SIGHUP: {key} has changed in the settings, and counts after a restart");
        }
        let words = server::words(&config);
        if words.read() != words_read {
            tracing::warn!(
                "SIGHUP: the words in `reading` of the templates have changed, and count after a restart"
            );
        }
        server::try_words(&config, &words);
        installed::load(&config.variants, &shared.installed);
        shared.renewal.put(settings, Arc::new(words));
        Ok(())
    }
}

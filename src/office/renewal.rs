//! Settings, texts and secrets that an operator has changed while the server runs, and what other hosts know.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::tokens::Secret;
use crate::words::Words;

use crate::office::{Office, Settings, knowledge};

/// What has been read anew. All offices of a process share it, and take over what is put there between two batches of
/// mails or letters, never within one.
#[derive(Clone, Default)]
pub struct Renewal(Arc<Mutex<Anew>>);

#[derive(Default)]
struct Anew {
    renewed: Option<Arc<Renewed>>,
    secret: Option<Secret>,
    lacking: Arc<BTreeSet<String>>,
}

/// Settings and texts that belong together.
pub(in crate::office) struct Renewed {
    settings: Settings,
    words: Arc<Words>,
}

impl Renewal {
    /// From now on these count.
    pub fn put(&self, settings: Settings, words: Arc<Words>) {
        self.anew().renewed = Some(Arc::new(Renewed { settings, words }));
    }

    /// From now on new tokens are derived from this secret, and tokens are recognised by it.
    pub fn put_secret(&self, secret: Secret) {
        self.anew().secret = Some(secret);
    }

    /// From now on this is what everybody knows who works on the store: nothing else is used.
    pub fn put_club(&self, club: &BTreeSet<String>) {
        let mut lacking = knowledge::known_here();
        // Before any host has said what it knows, nobody lacks anything.
        lacking.retain(|word| !club.is_empty() && !club.contains(word));
        self.anew().lacking = Arc::new(lacking);
    }

    /// What this program knows and others do not.
    pub(in crate::office) fn lacking(&self) -> Arc<BTreeSet<String>> {
        Arc::clone(&self.anew().lacking)
    }

    fn anew(&self) -> MutexGuard<'_, Anew> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Office {
    /// From now on it takes over what is put there.
    pub fn follow(&mut self, renewal: Renewal) {
        self.renewal = renewal;
    }

    /// Takes over settings, texts and a secret that have been read anew.
    pub(in crate::office) fn renew(&mut self) {
        let (now, secret) = {
            let anew = self.renewal.anew();
            (anew.renewed.clone(), anew.secret.clone())
        };
        if let Some(secret) = secret {
            self.secret = secret;
        }
        let Some(now) = now else {
            return;
        };
        if self
            .renewed
            .as_ref()
            .is_some_and(|had| Arc::ptr_eq(had, &now))
        {
            return;
        }
        self.settings = now.settings.clone();
        self.words = Arc::clone(&now.words);
        self.renewed = Some(now);
    }
}

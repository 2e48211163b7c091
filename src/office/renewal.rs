//! Settings and texts that an operator has changed while the server runs.

use std::sync::{Arc, Mutex, PoisonError};

use crate::words::Words;

use crate::office::{Office, Settings};

/// What has been read anew. All offices of a process share it, and take over what is put there between two batches of
/// mails or letters, never within one.
#[derive(Clone, Default)]
pub struct Renewal(Arc<Mutex<Option<Arc<Renewed>>>>);

/// Settings and texts that belong together.
pub(in crate::office) struct Renewed {
    settings: Settings,
    words: Arc<Words>,
}

impl Renewal {
    /// From now on these count.
    pub fn put(&self, settings: Settings, words: Arc<Words>) {
        let renewed = Arc::new(Renewed { settings, words });
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(renewed);
    }

    fn now(&self) -> Option<Arc<Renewed>> {
        let renewed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        renewed.as_ref().map(Arc::clone)
    }
}

impl Office {
    /// From now on it takes over what is put there.
    pub fn follow(&mut self, renewal: Renewal) {
        self.renewal = renewal;
    }

    /// Takes over settings and texts that have been read anew.
    pub(in crate::office) fn renew(&mut self) {
        let Some(now) = self.renewal.now() else {
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

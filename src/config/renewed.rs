//! Which settings a daemon takes over while it runs.

use super::{Config, ConfigError};

impl Config {
    /// What a daemon that was started with these settings makes of `new` ones: those of them that may change while it
    /// runs, and these for the rest. The second value names the keys of the rest that differ; they need a restart.
    ///
    /// # Errors
    /// [`ConfigError::Invalid`]: what results does not fit together.
    pub fn renewed(&self, mut new: Self) -> Result<(Self, Vec<&'static str>), ConfigError> {
        let mut kept = Vec::new();
        let (old, server) = (&self.server, &mut new.server);
        // Letters name the address, and tokens are found behind the delimiter.
        keep(&mut kept, "address", &old.address, &mut server.address);
        let delimiter = &mut server.recipient_delimiter;
        keep(
            &mut kept,
            "recipient_delimiter",
            &old.recipient_delimiter,
            delimiter,
        );
        // The store and the secret are open.
        keep(&mut kept, "data", &old.data, &mut server.data);
        keep(&mut kept, "secret", &old.secret, &mut server.secret);
        keep(
            &mut kept,
            "keep_sent",
            &old.keep_sent,
            &mut server.keep_sent,
        );
        keep(&mut kept, "log", &old.log, &mut server.log);
        // So are the connections.
        keep(&mut kept, "[inbox]", &self.inbox, &mut new.inbox);
        if self.outbox.without_limits() != new.outbox.without_limits() {
            // Its limits belong to it.
            keep(&mut kept, "[outbox]", &self.outbox, &mut new.outbox);
        }
        keep(&mut kept, "[store]", &self.store, &mut new.store);
        keep(&mut kept, "[metrics]", &self.metrics, &mut new.metrics);
        keep(&mut kept, "[pages]", &self.pages, &mut new.pages);
        let wrong = |reason| ConfigError::Invalid {
            path: new.file.clone(),
            line: None,
            reason: format!(
                "{reason}; until a restart the old {} is used",
                kept.join(", ")
            ),
        };
        new.check().map_err(wrong)?;
        Ok((new, kept))
    }
}

/// Puts the old value of a key into the new settings.
fn keep<T: Clone + PartialEq>(
    kept: &mut Vec<&'static str>,
    key: &'static str,
    old: &T,
    new: &mut T,
) {
    if old != new {
        kept.push(key);
        new.clone_from(old);
    }
}

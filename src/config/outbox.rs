//! `[outbox]`: the transport for letters.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use super::SendingLimits;
use crate::mail::servers::{
    Smtp, connections, default_connections, default_timeout, resolve_program, seconds,
};

/// `[outbox]`: the transport for letters.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Outbox {
    /// A mail server, over SMTP.
    Smtp(Box<Smtp>),
    /// The `sendmail` program of this host.
    Sendmail {
        /// Program and first arguments; never empty. A program without `/` is searched in the `PATH`.
        #[serde(default = "default_sendmail")]
        command: Vec<String>,
        /// Time limit for one letter; in seconds, at least one. More than a minute counts as a minute.
        #[serde(default = "default_timeout", deserialize_with = "seconds")]
        timeout: Duration,
        /// How many programs may run at a time.
        #[serde(default = "default_connections", deserialize_with = "connections")]
        connections: usize,
        /// At most so many letters in a minute.
        per_minute: Option<i64>,
        /// At most so many in a day.
        per_day: Option<i64>,
        /// At most so many in a day to each of these domains.
        #[serde(default)]
        per_domain: BTreeMap<String, i64>,
    },
    /// Maildirs on this host, one for each recipient.
    Maildir {
        /// The folder of these Maildirs.
        dir: PathBuf,
        /// Accepted, so that the kind can be changed alone.
        #[serde(default = "default_connections", deserialize_with = "connections")]
        connections: usize,
        /// At most so many letters in a minute.
        per_minute: Option<i64>,
        /// At most so many in a day.
        per_day: Option<i64>,
        /// At most so many in a day to each of these domains.
        #[serde(default)]
        per_domain: BTreeMap<String, i64>,
    },
}

impl Outbox {
    /// How many letters may be handed over at a time, each over a transport of its own: 1 to 8. It is one
    /// for a Maildir, where a letter takes as long as the disk.
    pub fn connections(&self) -> usize {
        match self {
            Self::Smtp(smtp) => smtp.connections,
            Self::Sendmail { connections, .. } => *connections,
            Self::Maildir { .. } => 1,
        }
    }

    /// How many letters may be sent.
    pub fn limits(&self) -> SendingLimits {
        let (per_minute, per_day, per_domain) = match self {
            Self::Smtp(smtp) => (smtp.per_minute, smtp.per_day, &smtp.per_domain),
            Self::Sendmail {
                per_minute,
                per_day,
                per_domain,
                ..
            }
            | Self::Maildir {
                per_minute,
                per_day,
                per_domain,
                ..
            } => (*per_minute, *per_day, per_domain),
        };
        let lower = |(domain, most): (&String, &i64)| (domain.to_lowercase(), *most);
        SendingLimits {
            per_minute,
            per_day,
            per_domain: per_domain.iter().map(lower).collect(),
        }
    }

    /// The same transport without limits, which may change while it is used.
    pub(super) fn without_limits(&self) -> Self {
        let mut plain = self.clone();
        match &mut plain {
            Self::Smtp(smtp) => {
                (smtp.per_minute, smtp.per_day) = (None, None);
                smtp.per_domain.clear();
            }
            Self::Sendmail {
                per_minute,
                per_day,
                per_domain,
                ..
            }
            | Self::Maildir {
                per_minute,
                per_day,
                per_domain,
                ..
            } => {
                (*per_minute, *per_day) = (None, None);
                per_domain.clear();
            }
        }
        plain
    }

    pub(super) fn check(&self) -> Result<(), String> {
        self.limits().check().map_err(super::of_section("outbox"))?;
        match self {
            Self::Smtp(smtp) => smtp.check().map_err(super::of_section("outbox")),
            Self::Sendmail { command, .. } if command.first().is_none_or(String::is_empty) => {
                Err("command is empty: write [\"/usr/sbin/sendmail\", \"-i\"]".into())
            }
            Self::Sendmail { .. } | Self::Maildir { .. } => Ok(()),
        }
    }

    pub(super) fn resolve(&mut self, folder: &Path) {
        match self {
            Self::Smtp(smtp) => smtp.resolve(folder),
            Self::Maildir { dir, .. } => *dir = folder.join(&*dir),
            Self::Sendmail { command, .. } => resolve_program(command, folder),
        }
    }
}

fn default_sendmail() -> Vec<String> {
    vec!["/usr/sbin/sendmail".to_owned(), "-i".to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(kind: &str, connections: i64) -> Result<Outbox, String> {
        let text = format!("kind = {kind}\nconnections = {connections}");
        toml::from_str(&text).map_err(|e: toml::de::Error| e.message().to_owned())
    }

    #[test]
    fn letters_are_sent_over_as_many_connections_as_are_set() {
        for (kind, used) in [
            ("\"sendmail\"", 8),
            ("\"smtp\"\nhost = \"smtp.example.org\"", 8),
            ("\"maildir\"\ndir = \"out\"", 1),
        ] {
            assert_eq!(parse(kind, 1).map(|o| o.connections()), Ok(1), "{kind}");
            assert_eq!(parse(kind, 8).map(|o| o.connections()), Ok(used), "{kind}");
            for wrong in [0, 9, -1] {
                let error = parse(kind, wrong).expect_err("too few or many");
                assert_eq!(
                    error,
                    format!("connections is {wrong}: write a number from 1 to 8")
                );
            }
        }
    }
}

//! `[store]`: the database.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::check_ranges;
use crate::mail::servers::SecretSource;

/// `[store]`: where everything is stored; by default in a file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum StoreSettings {
    /// One file in the folder `data`, which one host uses.
    Sqlite {},
    /// A database that several hosts share.
    Postgres(Box<PostgresStoreSettings>),
}

impl Default for StoreSettings {
    fn default() -> Self {
        Self::Sqlite {}
    }
}

/// A database that several hosts share.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PostgresStoreSettings {
    /// Where it is.
    pub url: DatabaseUrl,
    /// The certificates that are trusted, in PEM form; `None`: those of the system.
    pub ca_file: Option<PathBuf>,
    /// The name by which the others know this host; `None`: that of the machine. Each needs another one.
    pub host: Option<String>,
    /// The seconds after which the work of a host that gives no sign of life is taken over.
    #[serde(default = "default_lease")]
    pub lease: u32,
}

fn default_lease() -> u32 {
    60
}

/// Where a database is: a URL, or where one with a password is read from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(
    untagged,
    expecting = "write url = \"postgres://USER@HOST/DATABASE\", { file = \"…\" }, { command = [\"…\"] } or { env = \"…\" }"
)]
pub enum DatabaseUrl {
    /// The URL itself, without a password.
    Plain(String),
    /// Where it is read from each time when a connection is made.
    Secret(SecretSource),
}

impl StoreSettings {
    /// The same for a database of PostgreSQL at another place.
    ///
    /// # Errors
    /// It is no URL of PostgreSQL, or contains a password.
    pub fn at(&self, url: &str) -> Result<Self, String> {
        let url = DatabaseUrl::Plain(url.to_owned());
        let settings = Self::Postgres(Box::new(match self {
            Self::Postgres(known) => PostgresStoreSettings {
                url,
                ..(**known).clone()
            },
            Self::Sqlite {} => PostgresStoreSettings {
                url,
                ca_file: None,
                host: None,
                lease: default_lease(),
            },
        }));
        settings.check()?;
        Ok(settings)
    }

    pub(super) fn check(&self) -> Result<(), String> {
        let Self::Postgres(postgres) = self else {
            return Ok(());
        };
        if let DatabaseUrl::Plain(url) = &postgres.url {
            let rest = url
                .strip_prefix("postgres://")
                .or(url.strip_prefix("postgresql://"));
            let Some(rest) = rest else {
                return Err(format!(
                    "url is {url:?}: write one like \"postgres://zugpost@db.example.org/zugpost\""
                ));
            };
            let user = rest.rsplit_once('@').map_or("", |(user, _)| user);
            if user.contains(':') || rest.contains("password=") {
                return Err(
                    "a password does not belong into this file: write url = { file = \"…\" }, \
                     { command = [\"…\"] } or { env = \"…\" }"
                        .to_owned(),
                );
            }
        }
        let bad = |host: &&String| {
            let fits = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
            host.is_empty() || host.len() > 50 || !host.chars().all(fits)
        };
        if let Some(host) = postgres.host.as_ref().filter(bad) {
            return Err(format!(
                "host is {host:?}: write letters, digits, dashes and dots"
            ));
        }
        check_ranges(&[("lease", postgres.lease.into(), 2, 3600)])
    }

    pub(super) fn resolve(&mut self, folder: &Path) {
        let Self::Postgres(postgres) = self else {
            return;
        };
        if let Some(file) = &mut postgres.ca_file {
            *file = folder.join(&*file);
        }
        if let DatabaseUrl::Secret(secret) = &mut postgres.url {
            secret.resolve(folder);
        }
    }
}

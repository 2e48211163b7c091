//! What is said to PostgreSQL when a connection is made.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use tokio_postgres::config::TargetSessionAttrs;
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::store::{Result, StoreError};
use crate::tls;

/// Limits of each connection, so that one that hangs keeps nobody waiting for long.
const OPTIONS: &str = "-c idle_in_transaction_session_timeout=60s -c lock_timeout=5s \
     -c statement_timeout=60s -c timezone=UTC -c standard_conforming_strings=on";
/// Data that is sent and not acknowledged for so long ends the connection.
const UNACKNOWLEDGED: Duration = Duration::from_secs(15);
/// So long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(10);
/// A connection on which nothing comes is asked this often whether the other side is there.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// Where a database is, and how it is reached.
#[derive(Clone)]
pub struct PostgresSettings {
    pub(super) config: tokio_postgres::Config,
    pub(super) tls: MakeRustlsConnect,
}

impl std::fmt::Debug for PostgresSettings {
    /// Without the password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PostgresSettings").finish_non_exhaustive()
    }
}

impl PostgresSettings {
    /// Reads a URL such as `postgres://user@host/database`; `host` is the name by which the database knows this host.
    /// TLS is used as `sslmode` in it says, with the certificates of the system or those in `ca_file`.
    ///
    /// # Errors
    /// It is no such URL, or there are no certificates.
    pub fn new(url: &str, host: &str, ca_file: Option<&Path>) -> Result<Self> {
        let wrong = |why: &dyn std::fmt::Display| {
            StoreError::Unavailable(format!(
                "url in [store]: {why}: write one like \"postgres://zugpost@db.example.org/zugpost\""
            ))
        };
        let mut config = tokio_postgres::Config::from_str(url).map_err(|error| {
            let cause = std::error::Error::source(&error).map(ToString::to_string);
            wrong(&cause.unwrap_or_else(|| error.to_string()))
        })?;
        let own = config.get_options().unwrap_or_default();
        let options = format!("{OPTIONS} {own}");
        config
            .options(options)
            .application_name(format!("zugpost/{host}"))
            .target_session_attrs(TargetSessionAttrs::ReadWrite)
            .connect_timeout(CONNECT)
            .keepalives_idle(KEEP_ALIVE)
            .keepalives_interval(KEEP_ALIVE)
            .tcp_user_timeout(UNACKNOWLEDGED);
        let tls = tls::client_config(ca_file).map_err(|error| wrong(&format!("{error:#}")))?;
        let tls = MakeRustlsConnect::new((*tls).clone());
        Ok(Self { config, tls })
    }
}

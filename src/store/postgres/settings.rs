//! What is said to PostgreSQL when a connection is made.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use tokio_postgres::config::{Host, TargetSessionAttrs};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::store::{Result, StoreError};
use crate::tls;

/// Limits of each session, so that one that hangs keeps nobody waiting for long, and how it reads and writes. They are set
/// when it has begun: pgbouncer refuses connections that ask for them before.
const SESSION: [(&str, &str); 5] = [
    ("idle_in_transaction_session_timeout", "60s"),
    ("lock_timeout", "5s"),
    ("statement_timeout", "60s"),
    ("timezone", "UTC"),
    ("standard_conforming_strings", "on"),
];
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
    /// The statements with which a session begins.
    pub(super) session: String,
    /// The servers, for people.
    pub(super) servers: String,
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
        // What the URL asks for itself counts.
        let own = config.get_options().unwrap_or_default();
        let session = SESSION.iter().filter(|(name, _)| !own.contains(name));
        let session = session.map(|(name, value)| format!("SET {name} = '{value}'; "));
        let session = session.collect();
        let servers = servers(&config);
        config
            .application_name(format!("zugpost/{host}"))
            .target_session_attrs(TargetSessionAttrs::ReadWrite)
            .connect_timeout(CONNECT)
            .keepalives_idle(KEEP_ALIVE)
            .keepalives_interval(KEEP_ALIVE)
            .tcp_user_timeout(UNACKNOWLEDGED);
        let tls = tls::client_config(ca_file).map_err(|error| wrong(&format!("{error:#}")))?;
        let tls = MakeRustlsConnect::new((*tls).clone());
        Ok(Self {
            config,
            tls,
            session,
            servers,
        })
    }
}

/// The servers that a configuration names: `db.example.org:5432`.
fn servers(config: &tokio_postgres::Config) -> String {
    let ports = config.get_ports();
    let port = |at: usize| ports.get(at).or(ports.first()).copied().unwrap_or(5432);
    let hosts = config.get_hosts().iter().enumerate();
    let named = hosts.map(|(at, host)| match host {
        Host::Tcp(name) => format!("{name}:{}", port(at)),
        Host::Unix(folder) => format!("{}/.s.PGSQL.{}", folder.display(), port(at)),
    });
    named.collect::<Vec<_>>().join(", ")
}

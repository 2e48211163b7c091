//! The settings of mail servers on other hosts: `kind = "imap"` and `kind = "smtp"` of `zugpost.toml`.

use std::collections::BTreeMap;
use std::fmt;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Deserializer, de::Error};

/// The most connections that `connections` may name: mail servers commonly refuse more from one client.
const MAX_CONNECTIONS: usize = 8;

/// `[inbox]` with `kind = "imap"`: a mailbox on a server (RFC 3501, RFC 9051).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Imap {
    /// The host name, which the certificate has to be for.
    pub host: String,
    /// By default 993, or 143 without implicit TLS.
    pub port: Option<u16>,
    /// How the connection is protected.
    #[serde(default)]
    pub tls: Security,
    /// A file of PEM certificates of CAs that are trusted instead of the system's.
    pub ca_file: Option<PathBuf>,
    /// Allows `tls = "none"` to other hosts.
    #[serde(default)]
    pub insecure_plaintext: bool,
    /// The user to log in as.
    pub user: String,
    /// The source of the password.
    pub password: Option<SecretSource>,
    /// The source of an OAuth 2.0 token, instead of a password (SASL XOAUTH2).
    pub token: Option<SecretSource>,
    /// The folders to read; IDLE watches the first one.
    #[serde(default = "default_folders")]
    pub folders: Vec<String>,
    /// How mails are marked when they are stored.
    #[serde(default)]
    pub done: Done,
    /// The folder that `done = "move"` moves to; made if it is missing.
    #[serde(default = "default_processed")]
    pub processed: String,
    /// The longest time without an answer, in seconds.
    #[serde(default = "default_timeout", deserialize_with = "seconds")]
    pub timeout: Duration,
}

/// `[outbox]` with `kind = "smtp"`: a submission server (RFC 5321, RFC 6409).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Smtp {
    /// The host name, which the certificate has to be for.
    pub host: String,
    /// By default 465, 587 with STARTTLS, 25 without TLS.
    pub port: Option<u16>,
    /// How the connection is protected.
    #[serde(default)]
    pub tls: Security,
    /// A file of PEM certificates of CAs that are trusted instead of the system's.
    pub ca_file: Option<PathBuf>,
    /// Allows `tls = "none"` to other hosts.
    #[serde(default)]
    pub insecure_plaintext: bool,
    /// The user to log in as; `None`: no login.
    pub user: Option<String>,
    /// The source of the password.
    pub password: Option<SecretSource>,
    /// The source of an OAuth 2.0 token, instead of a password (SASL XOAUTH2).
    pub token: Option<SecretSource>,
    /// The longest time without an answer, in seconds. One letter takes at most a
    /// minute in all, whatever is set here.
    #[serde(default = "default_timeout", deserialize_with = "seconds")]
    pub timeout: Duration,
    /// How many connections may be open at a time.
    #[serde(default = "default_connections", deserialize_with = "connections")]
    pub connections: usize,
    /// At most so many letters in a minute.
    pub per_minute: Option<i64>,
    /// At most so many in a day.
    pub per_day: Option<i64>,
    /// At most so many in a day to each of these domains.
    #[serde(default)]
    pub per_domain: BTreeMap<String, i64>,
}

/// How a connection is protected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Security {
    /// TLS from the first byte (RFC 8314).
    #[default]
    Implicit,
    /// TLS after STARTTLS (RFC 3207, RFC 3501 section 6.2.1); never without it.
    StartTls,
    /// No TLS; allowed to this host alone, unless `insecure_plaintext` is set.
    None,
}

/// How a mail on an IMAP server is marked as done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Done {
    /// By moving it to another folder.
    #[default]
    Move,
    /// By a keyword; the mail stays where it is.
    Flag,
}

/// Where a password or token is read from. It is read at each login, so that a change takes effect; only
/// its source is ever printed, and of a command the program alone.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SecretSource {
    /// The first line of a file.
    File(PathBuf),
    /// The first line that a command prints; program and arguments, without a shell.
    Command(Vec<String>),
    /// The environment variable with this name.
    Env(String),
}

impl fmt::Display for SecretSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            // Arguments may be secrets themselves.
            Self::Command(command) => {
                write!(
                    f,
                    "the command {}",
                    command.first().map_or("", String::as_str)
                )
            }
            Self::Env(name) => write!(f, "the variable {name}"),
        }
    }
}

impl fmt::Debug for SecretSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Imap {
    /// The port, by default the usual one for the TLS mode.
    pub fn port(&self) -> u16 {
        self.port.unwrap_or(match self.tls {
            Security::Implicit => 993,
            Security::StartTls | Security::None => 143,
        })
    }

    pub(crate) fn check(&self) -> Result<(), String> {
        check_host(&self.host, self.tls, self.insecure_plaintext)?;
        check_login(Some(&self.user), &self.password, &self.token)?;
        if self.folders.is_empty() {
            return Err("folders is empty: write [\"INBOX\"]".into());
        }
        let unusual = |c: char| !c.is_ascii() || c.is_control();
        let mut folders = self.folders.iter().chain([&self.processed]);
        if let Some(folder) = folders.find(|folder| folder.is_empty() || folder.contains(unusual)) {
            return Err(format!(
                "{folder:?} is no folder: write its name as the server lists it, non-ASCII \
                 letters in modified UTF-7 (RFC 3501 section 5.1.3)"
            ));
        }
        if self.done == Done::Move && self.folders.iter().any(|f| same(f, &self.processed)) {
            return Err(format!(
                "processed is {:?}, which folders names too: mails would never be done; write \
                 another folder",
                self.processed
            ));
        }
        for (at, folder) in self.folders.iter().enumerate() {
            if self.folders[..at].iter().any(|f| same(f, folder)) {
                return Err(format!("folders names {folder:?} twice: leave one out"));
            }
        }
        Ok(())
    }

    pub(crate) fn resolve(&mut self, folder: &Path) {
        resolve(
            folder,
            &mut self.ca_file,
            [&mut self.password, &mut self.token],
        );
    }
}

impl Smtp {
    /// The port, by default the usual one for the TLS mode.
    pub fn port(&self) -> u16 {
        self.port.unwrap_or(match self.tls {
            Security::Implicit => 465,
            Security::StartTls => 587,
            Security::None => 25,
        })
    }

    pub(crate) fn check(&self) -> Result<(), String> {
        check_host(&self.host, self.tls, self.insecure_plaintext)?;
        check_login(self.user.as_ref(), &self.password, &self.token)
    }

    pub(crate) fn resolve(&mut self, folder: &Path) {
        resolve(
            folder,
            &mut self.ca_file,
            [&mut self.password, &mut self.token],
        );
    }
}

/// INBOX is one folder however it is written (RFC 3501 section 5.1); others differ by case.
fn same(a: &str, b: &str) -> bool {
    a == b || (a.eq_ignore_ascii_case("inbox") && b.eq_ignore_ascii_case("inbox"))
}

/// Whether a name or number means this very host.
fn is_loopback(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

fn check_host(host: &str, tls: Security, insecure: bool) -> Result<(), String> {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._:".contains(&b);
    if host.is_empty() || !host.bytes().all(plain) {
        return Err(format!(
            "host is {host:?}: write a name like \"mail.example.org\", and the port as port"
        ));
    }
    if host.contains(':') && host.parse::<IpAddr>().is_err() {
        return Err(format!(
            "host is {host:?}: write the name alone, and the port as port"
        ));
    }
    if tls == Security::None && !insecure && !is_loopback(host) {
        return Err(format!(
            "tls = \"none\" would send the password to {host} for all to read: write \
             \"implicit\" or \"starttls\" (or insecure_plaintext = true, if you must)"
        ));
    }
    Ok(())
}

fn check_login(
    user: Option<&String>,
    password: &Option<SecretSource>,
    token: &Option<SecretSource>,
) -> Result<(), String> {
    let bad = |s: &String| s.is_empty() || s.contains(char::is_control);
    match (user, password, token) {
        (Some(user), ..) if bad(user) => Err("user must be one line of text".into()),
        (_, Some(_), Some(_)) => {
            Err("both password and token are there: leave one of them out".into())
        }
        (Some(_), None, None) => Err(
            "no password: write password = { file = \"…\" }, { command = [\"…\"] } or \
             { env = \"…\" }, or the same as token"
                .into(),
        ),
        (None, None, None) => Ok(()),
        (None, ..) => Err("a password or token but no user: write user".into()),
        (Some(_), Some(secret), None) | (Some(_), None, Some(secret)) => secret.check(),
    }
}

impl SecretSource {
    /// Paths in it are relative to this folder.
    pub(crate) fn resolve(&mut self, folder: &Path) {
        match self {
            Self::File(path) => *path = folder.join(&*path),
            Self::Command(command) => resolve_program(command, folder),
            Self::Env(_) => {}
        }
    }

    fn check(&self) -> Result<(), String> {
        match self {
            Self::Command(command) if command.first().is_none_or(String::is_empty) => Err(
                "the command for the password is empty: write [\"program\", \"argument\"]".into(),
            ),
            Self::Env(name) if name.is_empty() || name.contains(['=', '\0']) => {
                Err(format!("{name:?} is no environment variable"))
            }
            _ => Ok(()),
        }
    }
}

fn resolve(folder: &Path, ca: &mut Option<PathBuf>, secrets: [&mut Option<SecretSource>; 2]) {
    if let Some(ca) = ca {
        *ca = folder.join(&*ca);
    }
    for secret in secrets.into_iter().flatten() {
        secret.resolve(folder);
    }
}

fn default_folders() -> Vec<String> {
    vec!["INBOX".to_owned()]
}

pub(crate) fn default_processed() -> String {
    "Processed".to_owned()
}

pub(crate) fn default_timeout() -> Duration {
    Duration::from_secs(60)
}

pub(crate) fn seconds<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
    let seconds = Some(u64::deserialize(from)?).filter(|seconds| *seconds > 0);
    let why = "timeout is 0: write the seconds one letter may take";
    Ok(Duration::from_secs(
        seconds.ok_or_else(|| D::Error::custom(why))?,
    ))
}

/// Makes a program with `/` in it relative to the folder of the file; others are searched in the `PATH`.
pub(crate) fn resolve_program(command: &mut [String], folder: &Path) {
    if let Some(program) = command.first_mut().filter(|p| p.contains('/')) {
        *program = folder.join(&*program).to_string_lossy().into_owned();
    }
}

/// Two, so that a letter that hangs does not hold up all others.
pub(crate) fn default_connections() -> usize {
    2
}

pub(crate) fn connections<'de, D: Deserializer<'de>>(from: D) -> Result<usize, D::Error> {
    let number = i64::deserialize(from)?;
    let allowed = usize::try_from(number).ok();
    let allowed = allowed.filter(|number| (1..=MAX_CONNECTIONS).contains(number));
    let why = format!("connections is {number}: write a number from 1 to {MAX_CONNECTIONS}");
    allowed.ok_or_else(|| D::Error::custom(why))
}

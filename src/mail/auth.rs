//! Passwords and tokens for logins at mail servers (SASL, RFC 4422).
//!
//! A secret is read for each login and dropped after it. It appears in no error message and in no
//! `Debug` output.

use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};

use super::child::{listen, wait};
use super::parse::text::one_line;
use super::refusal::{Credentials, LOGIN, Refusal};
use crate::clock::Deadline;
use crate::mail::servers::SecretSource;

/// Longest secret that is read, in bytes; OAuth tokens have a few KB.
const MAX_SECRET: u64 = 16_384;
/// Time limit of a command that prints a secret; it may have to ask another host for a token.
const PATIENCE: Duration = Duration::from_secs(60);

/// The variable with the folder in which systemd gives a service its passwords (`LoadCredential`).
const CREDENTIALS: &str = "CREDENTIALS_DIRECTORY";

/// A user, and what to log in with.
#[derive(Debug, Clone)]
pub(crate) struct Login {
    pub(crate) user: String,
    /// Where the password or token is read from.
    pub(crate) secret: SecretSource,
    /// Whether it is an OAuth 2.0 bearer token, for SASL XOAUTH2; else it is a password, for SASL PLAIN (RFC 4616), or
    /// for LOGIN where the server has no PLAIN.
    pub(crate) is_token: bool,
}

impl Login {
    /// The login that the settings describe; `None` if they name no user. The configuration allows at
    /// most one of password and token.
    pub(crate) fn new(
        user: Option<&String>,
        password: &Option<SecretSource>,
        token: &Option<SecretSource>,
    ) -> Option<Self> {
        Some(Self {
            user: user?.clone(),
            secret: password.as_ref().or(token.as_ref())?.clone(),
            is_token: password.is_none(),
        })
    }

    /// The error for a login that the server has refused with the text `said`, a [`Refusal`].
    pub(crate) fn refused(&self, server: &dyn fmt::Display, said: &str) -> anyhow::Error {
        let said = one_line(said, 200);
        let (kind, hint) = match self.is_token {
            false => (
                "password",
                "many providers want a password made for this program",
            ),
            true => ("token", "the token has to be for mail"),
        };
        Refusal(format!(
            "{server} {LOGIN}{} with the {kind} from {}: {said}; run `zugpost doctor`, and check both \
             ({hint})",
            self.user, self.secret
        ))
        .into()
    }

    /// What the login depends on, as it is now. Only a change of a file is seen.
    pub(crate) fn credentials(&self) -> Credentials {
        match &self.secret {
            SecretSource::File(path) => Credentials::in_file(path),
            SecretSource::Command(_) | SecretSource::Env(_) => Credentials::default(),
        }
    }
}

/// A secret that has been read.
pub(crate) struct Clear(String);

impl Clear {
    /// The secret itself, for the login command only.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Clear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Clear(…)")
    }
}

/// Reads a secret: the first line of the file, of the command's output, or of the variable.
pub(crate) fn read(secret: &SecretSource) -> Result<Clear> {
    let place = secret.to_string();
    let bytes = match secret {
        SecretSource::File(path) => {
            let mut bytes = Vec::new();
            let given = std::env::var_os(CREDENTIALS).and_then(|folder| given(&folder, path));
            let file = File::open(given.as_deref().unwrap_or(path));
            file.and_then(|file| file.take(MAX_SECRET).read_to_end(&mut bytes))
                .with_context(|| {
                    format!("the password cannot be read from {place}: check path and rights")
                })?;
            bytes
        }
        SecretSource::Command(command) => run(command)?,
        SecretSource::Env(name) => std::env::var(name)
            .map_err(|_| anyhow!("the password should be in {place}, which is not set"))?
            .into_bytes(),
    };
    let text = String::from_utf8(bytes).map_err(|_| anyhow!("{place} gives no UTF-8 text"))?;
    let line = text.lines().next().unwrap_or_default();
    if line.is_empty() {
        bail!("{place} gives no password: its first line is empty");
    }
    if line.contains(char::is_control) {
        bail!("{place} gives a password with control characters in it");
    }
    Ok(Clear(line.to_owned()))
}

/// What systemd has given in place of a file: under its name, or that with the prefix of the unit of the package, which
/// gives all files of a folder.
fn given(folder: &OsStr, file: &Path) -> Option<PathBuf> {
    let name = file.file_name()?.to_str()?;
    let names = [name.to_owned(), format!("zugpost_{name}")];
    let mut files = names.iter().map(|name| Path::new(folder).join(name));
    files.find(|file| file.exists())
}

fn run(command: &[String]) -> Result<Vec<u8>> {
    let (program, arguments) = command.split_first().context("no command")?;
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("the command {program} for the password cannot be run"))?;
    let deadline = Deadline::after(PATIENCE);
    let said = child.stdout.take().map(listen);
    let complaint = child.stderr.take().map(listen);
    let Some(status) = wait(&mut child, deadline)? else {
        child.kill()?;
        child.wait()?;
        let seconds = PATIENCE.as_secs();
        bail!("the command {program} for the password did not end within {seconds} s");
    };
    let heard = if status.success() { said } else { complaint };
    let heard = heard.and_then(|pipe| pipe.recv_timeout(Duration::from_secs(2)).ok());
    let heard = heard.unwrap_or_default();
    if !status.success() {
        let complaint = one_line(&String::from_utf8_lossy(&heard), 200);
        bail!("the command {program} for the password failed ({status}): {complaint}");
    }
    Ok(heard)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(script: &str) -> SecretSource {
        SecretSource::Command(["/bin/sh", "-c", script].map(str::to_owned).to_vec())
    }

    #[test]
    fn the_first_line_counts_wherever_it_comes_from() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("secret");
        std::fs::write(&path, "pässword with blanks \r\nnotes\n").expect("written");
        let clear = read(&SecretSource::File(path)).expect("read");
        assert_eq!(clear.expose(), "pässword with blanks ");
        assert_eq!(format!("{clear:?}"), "Clear(…)");
        assert_eq!(
            read(&command("echo t0ken; echo x")).expect("read").expose(),
            "t0ken"
        );
    }

    #[test]
    fn a_service_is_given_files_by_their_names() {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = dir.path().as_os_str();
        let given = |file: &str| given(folder, Path::new(file));
        assert_eq!(given("/etc/zugpost/imap.password"), None);
        let all = dir.path().join("zugpost_imap.password");
        std::fs::write(&all, "a").expect("written");
        assert_eq!(given("/etc/zugpost/imap.password"), Some(all));
        let own = dir.path().join("imap.password");
        std::fs::write(&own, "b").expect("written");
        assert_eq!(given("/etc/zugpost/imap.password"), Some(own));
        assert_eq!(given("/etc/zugpost/smtp.password"), None);
    }

    #[test]
    fn what_is_missing_is_named_and_nothing_secret_is() {
        let told =
            |secret: &SecretSource| format!("{:#}", read(secret).expect_err("nothing there"));
        assert!(told(&SecretSource::File("/no/such/file".into())).contains("/no/such/file"));
        assert!(told(&SecretSource::Env("ZUGPOST_NO_SUCH".into())).contains("is not set"));
        assert!(told(&command("echo")).contains("first line is empty"));
        let failed = told(&command("echo hush; echo 'no token today' >&2; exit 3"));
        assert!(
            failed.contains("no token today") && !failed.contains("hush"),
            "{failed}"
        );
        let missing = SecretSource::Command(vec!["/no/such/program".into(), "hush".into()]);
        assert!(!told(&missing).contains("hush"));
    }
}

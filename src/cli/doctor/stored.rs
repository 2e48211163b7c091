//! What is stored: the database and the secret.

use std::fs::{self, Metadata};
use std::io;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::cli::{Server, status, stored::open};
use crate::config::{Config, StoreSettings};
use crate::daemon::presence;
use crate::secret;
use crate::store::{self, Snapshot, StoreError};
use crate::text::counted;

use super::Finding;

/// What to do about a file that is there and cannot be used.
pub(super) const ACCESS: &str = "it and the folders above it must belong to the user that runs zugpost; run doctor as that user";

/// Checks the database file.
pub(super) fn database(config: &Config) -> Vec<Finding> {
    if let StoreSettings::Postgres(_) = config.store {
        return shared(config).unwrap_or_else(|error| {
            vec![Finding::error(
                "database",
                &error,
                "see [store] in the settings",
            )]
        });
    }
    let path = config.database();
    let none = "`zugpost init` makes one; or set `data` in [server] to the folder it lies in";
    let meta = match look("database", &path, none) {
        Ok(meta) => meta,
        Err(finding) => return vec![finding],
    };
    if let Err(error) = sound(config) {
        let text = format!("{}: {error:#}", path.display());
        let mend = if matches!(error.downcast_ref(), Some(StoreError::Busy(_))) {
            "another program keeps it locked: end that program (fuser or lsof names it)"
        } else {
            "check its owner and mode; `zugpost db check` says more; a damaged one is \
                    replaced by your last `zugpost db backup`"
        };
        return vec![Finding::wrong("database", text, mend)];
    }
    let sound = Finding::ok("database", format!("{} is sound", path.display()));
    let open = is_open_to_others(&meta).then(|| {
        let text = "other users of this host may read it: it holds mails and letters";
        Finding::note("database", text, &format!("chmod 600 {}", path.display()))
    });
    [sound].into_iter().chain(open).collect()
}

/// Connections of a host besides those of its deliverers: of the deliverer for letters that have hung, of judging, of
/// checking files, of its sign of life, of `[metrics]`, and of a command.
const OTHER_CONNECTIONS: usize = 6;

/// Checks a database that several hosts share.
fn shared(config: &Config) -> Result<Vec<Finding>> {
    sound(config)?;
    let mut findings = vec![Finding::ok(
        "database",
        "it answers, and can be written".to_owned(),
    )];
    let mut store = open(config)?;
    store.require_session()?;
    let is_safe = store.has_synchronous_standby()?;
    let most = store.most_connections()?;
    drop(store);
    findings.push(match is_safe {
        Some(true) => Finding::ok("standby", "a failover loses nothing".to_owned()),
        _ => Finding::note(
            "standby",
            "none is synchronous: if the database server is lost, what was written last may be lost with it",
            "set synchronous_standby_names of PostgreSQL, if that matters; docs/hosts.md, Failover",
        ),
    });
    // If it cannot be opened, the finding about the secret says why.
    let Ok(mut server) = Server::with(config.clone()) else {
        return Ok(findings);
    };
    let (hosts, silent, unread) = server.look(|office, store| {
        let since = status::silent(config, office.now());
        let hosts = store.hosts()?.into_iter();
        let hosts = hosts.filter(|host| !host.alive_at.is_empty());
        let (silent, alive): (Vec<_>, Vec<_>) = hosts.partition(|host| host.is_silent(&since));
        let unread = status::unread(store, config, office.now())?;
        Ok((alive.len().max(1), silent, unread))
    })?;
    let needed = hosts * (config.outbox.connections() + OTHER_CONNECTIONS);
    findings.extend(most.filter(|most| *most < needed).map(|most| {
        let text = format!("hosts at work: {hosts}; if all are as this one, they need {needed} connections, it allows {most}");
        Finding::wrong("connections", text, "raise max_connections of PostgreSQL, or lower `connections` in [outbox]")
    }));
    findings.extend(silent.into_iter().map(|host| {
        let text = format!(
            "{} gives no sign of life since {}",
            host.name, host.alive_at
        );
        let mend = "start it again; if it is gone for good: docs/hosts.md, A host is gone for good";
        Finding::wrong("host", text, mend)
    }));
    findings.extend(unread.into_iter().map(|(source, at)| {
        let text = format!("{source} was not read since {at}: flags wait for its mail");
        let mend = "start its host; if it is gone for good, `zugpost source retire` forgets it";
        Finding::wrong("source", text, mend)
    }));
    let differs = server.differences()?;
    if !differs.is_empty() {
        let text = presence::differing(&differs.join(", "));
        findings.push(Finding::wrong(
            "settings",
            text,
            "zugpost settings publish --help",
        ));
    }
    Ok(findings)
}

fn sound(config: &Config) -> Result<()> {
    let mut store = open(config)?;
    let complaints = store.check()?;
    if let Some(first) = complaints.first() {
        let complaints = counted(complaints.len(), "complaint", "complaints");
        bail!("{complaints}, the first: {first}");
    }
    store.try_write().context("it cannot be written")
}

/// Checks the file of the secret: it is there, belongs to the database, and nobody else may read it.
pub(super) fn secret(config: &Config) -> Finding {
    let path = config.secret();
    let shown = path.display();
    let none = "put your copy of it in this place; `zugpost secret rotate --help` says what to do if it is lost";
    let meta = match look("secret", &path, none) {
        Ok(meta) => meta,
        Err(finding) => return finding,
    };
    let secret = match secret::load(&path) {
        Ok(Some(secret)) => secret,
        Ok(None) => return Finding::wrong("secret", "it has gone", none),
        Err(error) => return Finding::error("secret", &error, none),
    };
    let known = read(config, |store| Ok(store.secret_check()?));
    // If the database cannot be read, that is told already.
    let known = known.ok().flatten();
    if known.is_some_and(|known| !secret.checks().contains(&known)) {
        let text = format!("{shown} belongs to another database");
        let mend = match config.store {
            StoreSettings::Sqlite {} => none,
            // The file of another time is the most likely one.
            StoreSettings::Postgres(_) => "copy the file from another host that works",
        };
        Finding::wrong("secret", text, mend)
    } else if is_open_to_others(&meta) {
        let text = format!("other users of this host may read {shown}");
        Finding::wrong("secret", text, &format!("chmod 600 {shown}"))
    } else if is_of_another(&meta) {
        Finding::note("secret", format!("{shown} belongs to another user"), ACCESS)
    } else {
        Finding::ok("secret", format!("{shown} belongs to the database"))
    }
}

/// Looks at what is stored.
///
/// # Errors
/// The database cannot be used.
pub(super) fn read<T>(config: &Config, look: impl FnOnce(&dyn Snapshot) -> Result<T>) -> Result<T> {
    store::read(open(config)?.as_mut(), look)
}

/// The metadata of a file, or what is wrong: it is not there, or cannot be reached.
fn look(part: &'static str, path: &Path, none: &str) -> Result<Metadata, Finding> {
    fs::metadata(path)
        .and_then(|meta| fs::File::open(path).map(|_| meta))
        .map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                Finding::wrong(part, format!("there is none at {}", path.display()), none)
            }
            _ => Finding::wrong(part, format!("{}: {error}", path.display()), ACCESS),
        })
}

fn is_open_to_others(meta: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    meta.permissions().mode() & 0o077 != 0
}

fn is_of_another(meta: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    meta.uid() != rustix::process::geteuid().as_raw()
}

//! The checks of `doctor` that send nothing.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use chrono::{DateTime, TimeDelta, Utc};

use crate::clock::{Clock, Stopwatch, SystemClock};
use crate::config::{Config, Inbox, Outbox};
use crate::letters::Templates;
use crate::mail::transport::SmtpTransport;
use crate::office::stamp;
use crate::store::Store;

use super::super::lock::Lock;
use super::super::server::Server;
use super::Finding;

/// Free bytes below which a folder is reported as wrong, and below which there is a note.
const DANGER: u64 = 20 << 20;
const SCARCE: u64 = 200 << 20;
/// A time before the first version of this program; a clock before it is wrong.
const FIRST_YEAR: &str = "2026";

/// Runs all checks.
pub(super) fn all(config: &Config) -> Vec<Finding> {
    let mut findings = vec![templates(config)];
    findings.extend(disk(config));
    let (database, usable) = database(config);
    findings.extend(database);
    findings.push(clock(config));
    match (usable, Server::with(config.clone())) {
        (true, Ok(mut server)) => {
            findings.push(inbox(&server));
            findings.push(outbox(&server));
            findings.extend(work(&mut server));
        }
        (true, Err(error)) => findings.push(Finding::wrong(
            "server",
            format!("{error:#}"),
            "correct what is wrong above",
        )),
        (false, _) => {}
    }
    findings
}

fn templates(config: &Config) -> Finding {
    let folder = config.server.templates.as_deref();
    match (Templates::load(folder), folder) {
        (Err(error), _) => Finding::wrong(
            "templates",
            format!("{error:#}"),
            "correct the template, or remove `templates` from [server]",
        ),
        (Ok(templates), _) if !templates.warnings().is_empty() => Finding::wrong(
            "templates",
            templates.warnings().join("; "),
            "correct these texts; until then those of the program are used",
        ),
        (Ok(_), None) => Finding::ok("templates", "the built-in ones"),
        (Ok(_), Some(folder)) => Finding::ok("templates", folder.display().to_string()),
    }
}

/// Checks free space, and whether a file can be written durably.
fn disk(config: &Config) -> Vec<Finding> {
    let data = &config.server.data;
    let mut folders = vec![data];
    match &config.inbox {
        Inbox::Maildir { dir, .. } if dir.is_dir() => folders.push(dir),
        _ => {}
    }
    let mut findings: Vec<Finding> = folders.iter().filter_map(|dir| space(dir)).collect();
    findings.push(match probe(data) {
        Ok((took, _)) => Finding::ok(
            "disk",
            format!("{} can be written, durably in {took:.1} ms", data.display()),
        ),
        Err(error) => Finding::wrong(
            "disk",
            format!("{} cannot be written: {error:#}", data.display()),
            "the folder must exist and belong to the user that runs zugpost",
        ),
    });
    findings
}

fn space(dir: &Path) -> Option<Finding> {
    let found = rustix::fs::statvfs(dir).ok()?;
    let free = found.f_bavail.saturating_mul(found.f_frsize);
    let text = format!("{} MB are free at {}", free >> 20, dir.display());
    let more = "make room; without any, mail stays where it is and letters wait";
    Some(
        if free < DANGER || (found.f_files > 0 && found.f_favail == 0) {
            Finding::wrong("disk", text, more)
        } else if free < SCARCE {
            Finding::note("disk", text, more)
        } else {
            Finding::ok("disk", text)
        },
    )
}

/// Writes a file durably and removes it; returns the milliseconds it took, and its modification time.
fn probe(dir: &Path) -> Result<(f64, DateTime<Utc>)> {
    let path = dir.join(format!(".doctor-{}", std::process::id()));
    let watch = Stopwatch::start();
    let written = (|| -> Result<(f64, DateTime<Utc>)> {
        let mut file = File::create(&path)?;
        file.write_all(&[b'x'; 4096])?;
        file.sync_all()?;
        let took = watch.elapsed().as_secs_f64() * 1000.0;
        Ok((took, file.metadata()?.modified()?.into()))
    })();
    let _ = fs::remove_file(&path);
    written
}

/// Checks the database file; the flag says whether the server can use it.
fn database(config: &Config) -> (Vec<Finding>, bool) {
    let path = config.database();
    if !path.exists() {
        let text = format!("there is none at {}", path.display());
        let mend = "`zugpost init` makes one; or set `data` in [server] to the folder it lies in";
        return (vec![Finding::wrong("database", text, mend)], false);
    }
    let checked = Store::open(&path).and_then(|mut store| {
        let complaints = store.check()?;
        if let Some(first) = complaints.first() {
            bail!("{} complaints, the first: {first}", complaints.len());
        }
        store.try_write().context("it cannot be written")
    });
    if let Err(error) = checked {
        let text = format!("{}: {error:#}", path.display());
        let mend = "check its owner and mode; `zugpost db check` says more; a damaged one is \
                    replaced by your last `zugpost db backup`";
        return (vec![Finding::wrong("database", text, mend)], false);
    }
    let mut findings = vec![Finding::ok(
        "database",
        format!("{} is sound", path.display()),
    )];
    if is_open_to_others(&path) {
        findings.push(Finding::note(
            "database",
            "other users of this host may read it: it holds letters, and the secret of the keys",
            &format!("chmod 600 {}", path.display()),
        ));
    }
    (findings, true)
}

#[cfg(unix)]
fn is_open_to_others(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|meta| meta.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_open_to_others(_path: &Path) -> bool {
    false
}

/// Compares the clock with times in the database and of the file system.
fn clock(config: &Config) -> Finding {
    const MEND: &str = "set the clock (timedatectl set-ntp true)";
    let now = SystemClock.now();
    let shown = stamp(now);
    if shown.as_str() < FIRST_YEAR {
        let text = format!("it is {shown} by this host's clock");
        return Finding::wrong("clock", text, MEND);
    }
    let newest = Store::open(&config.database())
        .and_then(|mut store| store.read(|tx| tx.newest()))
        .ok()
        .flatten();
    if let Some(newest) = newest.filter(|newest| *newest > stamp(now + TimeDelta::minutes(2))) {
        let text =
            format!("it is {shown} by this host's clock, but the newest record is of {newest}");
        return Finding::wrong("clock", text, MEND);
    }
    match probe(&config.server.data) {
        Ok((_, written)) if (written - now).abs() > TimeDelta::seconds(10) => Finding::note(
            "clock",
            format!(
                "the data folder's file system has {}, this host {shown}",
                stamp(written)
            ),
            "set the clocks of both hosts by the same source",
        ),
        _ => Finding::ok("clock", format!("{shown} UTC")),
    }
}

fn inbox(server: &Server) -> Finding {
    let Some(mut source) = server.source() else {
        return Finding::ok(
            "inbox",
            "none; the mail server hands mails over by `zugpost receive`",
        );
    };
    let looked = source.fetch(1).map(|mails| mails.len());
    let troubles = source.troubles();
    if let Err(error) = looked {
        let mend = match &server.config.inbox {
            Inbox::Maildir { .. } => {
                "set `dir` in [inbox] to the mailbox; it must belong to the user that runs zugpost"
            }
            _ => "check host, user and password in [inbox]",
        };
        return Finding::wrong("inbox", format!("{}: {error:#}", source.name()), mend);
    }
    if let Inbox::Maildir { dir, .. } = &server.config.inbox
        && let Some((folder, error)) = ["new", "cur"].iter().find_map(|folder| {
            let folder = dir.join(folder);
            let probed = if folder.exists() {
                probe(&folder)
            } else {
                probe(dir)
            };
            probed.err().map(|error| (folder, error))
        })
    {
        return Finding::wrong(
            "inbox",
            format!(
                "mails cannot be moved out of {}: {error:#}",
                folder.display()
            ),
            "the mailbox must belong to the user that runs zugpost",
        );
    }
    if let Some(trouble) = troubles.first() {
        return Finding::note(
            "inbox",
            trouble.clone(),
            "look at that file, and move it away",
        );
    }
    Finding::ok("inbox", format!("{} can be read", source.name()))
}

fn outbox(server: &Server) -> Finding {
    match &server.config.outbox {
        Outbox::Maildir { dir, .. } => {
            let below = dir.ancestors().find(|dir| dir.is_dir());
            match below.map(probe) {
                Some(Err(error)) => Finding::wrong(
                    "outbox",
                    format!("{} cannot be written: {error:#}", dir.display()),
                    "it must belong to the user that runs zugpost",
                ),
                _ => Finding::note(
                    "outbox",
                    format!("letters go into {}; nobody gets them", dir.display()),
                    "in earnest: kind = \"sendmail\" in [outbox]",
                ),
            }
        }
        Outbox::Sendmail { command, .. } => match program(&command[0]) {
            Ok(path) => Finding::ok("outbox", format!("{} can be run", path.display())),
            Err(error) => Finding::wrong(
                "outbox",
                format!("{error:#}"),
                "install a mail server (Debian: apt-get install postfix), or set `command` in \
                 [outbox]",
            ),
        },
        Outbox::Smtp(smtp) => match SmtpTransport::new(smtp).check() {
            Ok(()) => Finding::ok("outbox", format!("{} takes letters from us", smtp.host)),
            Err(error) => Finding::wrong(
                "outbox",
                format!("{error:#}"),
                "check host, user and password in [outbox]",
            ),
        },
    }
}

/// The path of the program that a command would run.
fn program(name: &str) -> Result<PathBuf> {
    let runs = |path: &Path| {
        path.is_file() && rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok()
    };
    if name.contains('/') {
        let path = PathBuf::from(name);
        if !path.exists() {
            bail!("there is no {name}");
        }
        if !runs(&path) {
            bail!("{name} cannot be run");
        }
        return Ok(path);
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders)
        .map(|folder| folder.join(name))
        .find(|path| runs(path))
        .with_context(|| format!("there is no program {name} in the PATH"))
}

/// Reports whether a process works on the database, and which mails and letters need attention.
fn work(server: &mut Server) -> Vec<Finding> {
    let mut findings = Vec::new();
    let holder = Lock::holder(&server.config.server.data);
    let late = stamp(SystemClock.now() - TimeDelta::minutes(15));
    let seen = server.look(|_, tx| {
        let poll = tx.meta("last poll")?;
        let poll = poll.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Ok((tx.counts()?, poll, tx.next_due()?))
    });
    let (counts, poll, due) = match seen {
        Ok(seen) => seen,
        Err(error) => {
            let text = format!("{error:#}");
            return vec![Finding::wrong("work", text, "`zugpost db check` says more")];
        }
    };
    let start = "start `zugpost run` (systemd unit in the README) or the cron line";
    findings.push(match (&holder, &poll) {
        (Some(holder), _) => Finding::ok("work", format!("{} does it", holder.name())),
        (None, Some(poll)) if *poll >= late => {
            Finding::ok("work", format!("was last done at {poll}"))
        }
        (None, Some(poll)) => Finding::note("work", format!("was last done at {poll}"), start),
        (None, None) => Finding::note("work", "was never done", start),
    });
    if let Some(due) = due.filter(|due| *due < late) {
        let text = format!("a letter has been due since {due} and was not tried");
        findings.push(Finding::wrong("letters", text, start));
    }
    for (count, what) in [
        (counts.quarantined_mails, "mails were quarantined"),
        (counts.failed_letters, "letters were given up"),
        (
            counts.frozen,
            "games are frozen: their record does not add up",
        ),
    ] {
        if count > 0 {
            let mend = "`zugpost mail queue`, `zugpost game list`, `zugpost db replay --compare`";
            findings.push(Finding::note("work", format!("{count} {what}"), mend));
        }
    }
    if server.config.server.umpire.is_none() {
        let text = "nobody is told when something goes wrong";
        findings.push(Finding::note("umpire", text, "set `umpire` in [server]"));
    }
    findings
}

//! The checks of `doctor` that send nothing.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use chrono::TimeDelta;

use crate::clock::{Clock, SystemClock};
use crate::config::{Config, Inbox, Outbox};
use crate::mail::refusal::Refusal;
use crate::mail::transport::SmtpTransport;
use crate::office::stamp;

use super::super::server::Server;
use super::disk::probe;
use super::{
    Finding, State, disk, engines, lmtp, modes, pairing, stored, trust, variants, words, work,
};

/// A time before the first version of this program; a clock before it is wrong.
const FIRST_YEAR: &str = "2026";

/// Runs all checks; those that need an opened server are left out if there is no usable database.
pub(super) fn all(config: &Config) -> Vec<Finding> {
    let players = format!("players write to {}", config.server.address);
    let mut findings = vec![Finding::ok("settings", players), words::check(config)];
    findings.extend(modes::check(config));
    findings.extend(disk::check(config));
    let database = stored::database(config);
    let usable = database.iter().all(|found| found.state != State::Wrong);
    findings.extend(database);
    findings.push(stored::secret(config));
    findings.push(clock(config));
    if !usable {
        return findings;
    }
    match Server::with(config.clone()) {
        Ok(mut server) => {
            match config.inbox.lmtp() {
                Some(settings) => findings.extend(lmtp::check(config, settings)),
                None => findings.push(inbox(&server)),
            }
            findings.push(outbox(&server));
            findings.extend(trust::check(&mut server));
            findings.extend(work::check(&mut server));
            findings.extend(variants::check(&mut server));
            findings.extend(pairing::check(&server));
            findings.extend(engines::check(&server));
        }
        Err(error) => {
            let mend = "correct what is wrong above";
            findings.push(Finding::error("server", &error, mend));
        }
    }
    findings
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
    let newest = stored::read(config, |store| Ok(store.newest()?));
    let soon = stamp(now + TimeDelta::minutes(2));
    if let Some(newest) = newest.ok().flatten().filter(|newest| *newest > soon) {
        let text =
            format!("it is {shown} by this host's clock, but the newest record is of {newest}");
        return Finding::wrong("clock", text, MEND);
    }
    match probe(&config.server.data) {
        Ok((_, written)) if (written - now).abs() > TimeDelta::seconds(10) => {
            let theirs = stamp(written);
            let text = format!("the data folder's file system has {theirs}, this host {shown}");
            let mend = "set the clocks of both hosts by the same source";
            Finding::note("clock", text, mend)
        }
        _ => Finding::ok("clock", format!("{shown} UTC")),
    }
}

fn inbox(server: &Server) -> Finding {
    let Some(mut source) = server.source() else {
        let text = "none; the mail server hands mails over by `zugpost receive`";
        return Finding::ok("inbox", text);
    };
    let looked = source.fetch(1).map(|mails| mails.len());
    let troubles = source.troubles();
    if let Err(error) = looked {
        let mend = match &server.config.inbox {
            Inbox::Maildir { .. } => {
                "set `dir` in [inbox] to the mailbox; it must belong to the user that runs zugpost"
            }
            _ if Refusal::of(&error).is_some() => "correct user or password in [inbox]",
            _ if source.standing_trouble().is_some() => {
                "make the folders, or correct `folders` in [inbox]"
            }
            _ => "correct [inbox] as the line above says, or wait until the server is back",
        };
        return Finding::wrong("inbox", format!("{}: {error:#}", source.name()), mend);
    }
    if let Inbox::Maildir { dir, .. } = &server.config.inbox
        && let Some((folder, error)) = ["new", "cur"].iter().find_map(|folder| {
            let folder = dir.join(folder);
            let probed = probe(if folder.exists() { &folder } else { dir });
            probed.err().map(|error| (folder, error))
        })
    {
        let folder = folder.display();
        let text = format!("mails cannot be moved out of {folder}: {error:#}");
        let mend = "the mailbox must belong to the user that runs zugpost";
        return Finding::wrong("inbox", text, mend);
    }
    if let Some(partly) = source.standing_trouble() {
        let mend = "make the folders, or correct `folders` in [inbox]";
        return Finding::wrong("inbox", partly, mend);
    }
    if let Some(trouble) = troubles.first() {
        let mend = "look at that file, and move it away";
        return Finding::note("inbox", trouble.clone(), mend);
    }
    Finding::ok("inbox", format!("{} can be read", source.name()))
}

fn outbox(server: &Server) -> Finding {
    match &server.config.outbox {
        Outbox::Maildir { dir, .. } => {
            // A folder that may not be looked into is there.
            let is_there = |dir: &&Path| !matches!(fs::metadata(dir), Err(e) if e.kind() == ErrorKind::NotFound);
            let below = dir.ancestors().find(is_there);
            match below.map(probe) {
                Some(Err(error)) => {
                    let error = error.context(format!("{} cannot be written", dir.display()));
                    let mend = "it must belong to the user that runs zugpost";
                    Finding::error("outbox", &error, mend)
                }
                _ => {
                    let text = format!("letters go into {}; nobody gets them", dir.display());
                    let mend = "in earnest: kind = \"sendmail\" in [outbox]";
                    Finding::note("outbox", text, mend)
                }
            }
        }
        Outbox::Sendmail { command, .. } => match program(&command[0]) {
            Ok(path) => Finding::ok("outbox", format!("{} can be run", path.display())),
            Err(error) => {
                let mend = "install a mail server (Debian: apt-get install postfix), or set `command` in \
                            [outbox]";
                Finding::error("outbox", &error, mend)
            }
        },
        Outbox::Smtp(smtp) => match SmtpTransport::new(smtp).check() {
            Ok(()) => Finding::ok("outbox", format!("{} takes letters from us", smtp.host)),
            Err(error) => {
                let mend = match Refusal::of(&error) {
                    Some(_) => "correct user or password in [outbox]",
                    None => {
                        "correct [outbox] as the line above says, or wait until the server is back"
                    }
                };
                Finding::error("outbox", &error, mend)
            }
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
        match fs::metadata(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => bail!("there is no {name}"),
            Err(error) => bail!("{name} cannot be looked at: {error}"),
            Ok(_) => {}
        }
        if !runs(&path) {
            bail!("{name} cannot be run");
        }
        return Ok(path);
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut closed = None;
    for path in std::env::split_paths(&folders).map(|folder| folder.join(name)) {
        if runs(&path) {
            return Ok(path);
        }
        let missing = matches!(fs::metadata(&path), Err(e) if e.kind() == ErrorKind::NotFound);
        closed = closed.or((!missing).then_some(path));
    }
    match closed {
        Some(path) => bail!("{} cannot be run by this user", path.display()),
        None => bail!("there is no program {name} in the PATH"),
    }
}

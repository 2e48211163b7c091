//! `run --once` and `receive`: all the work, once.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;

use crate::config::Config;
use crate::daemon::log;
use crate::mail::source::read_stdin;
use crate::office::queue::Work;
use crate::office::stamp_now;

use super::run::RunArgs;
use super::server::{Connect, Server};

/// How long `receive` waits for another process that works on the database, unless that is the daemon.
const PATIENCE: Duration = Duration::from_secs(20);

/// `zugpost run --once`.
///
/// # Errors
/// The source or the database fails. Deferred letters are no error.
pub fn run(
    args: &RunArgs,
    config: Option<&Path>,
    connect: &'static dyn Connect,
) -> Result<ExitCode> {
    if args.verbose > 0 {
        log::start(args.level());
    }
    let mut server = Server::connected(Config::load(config)?, connect)?;
    let Some(_lock) = server.lock("run --once", Duration::from_secs(args.wait.unwrap_or(0)))?
    else {
        if args.verbose > 0 {
            writeln!(io::stderr(), "zugpost: another process is at work")?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    let result = work(&mut server);
    note_poll(&mut server, result.as_ref().err())?;
    let done = result?;
    if args.json || args.verbose > 0 {
        let line = format!(
            "{} mails taken in, {} handled, {} quarantined; {} letters sent, {} delayed, {} given up",
            done.fetched, done.handled, done.quarantined, done.sent, done.deferred, done.failed
        );
        super::print(args.json, &done, &[line])?;
    }
    Ok(ExitCode::SUCCESS)
}

/// `zugpost receive`. The mail is stored first; no failure after that is reported to the mail server,
/// which must not deliver the mail again.
///
/// # Errors
/// The mail could not be stored.
pub fn receive(server: &mut Server) -> Result<()> {
    let mail = read_stdin(io::stdin().lock(), |name| std::env::var(name).ok())?;
    server.office.store_mail(&mut server.store, &mail)?;
    let answered = match server.lock("receive", PATIENCE) {
        Ok(Some(_lock)) => work(server).map(drop),
        // The daemon answers the mail within a second; another process checks the inbox again at its end.
        Ok(None) => Ok(()),
        Err(error) => Err(error),
    };
    if let Err(error) = answered {
        let _ = note_poll(server, Some(&error));
        let _ = writeln!(
            io::stderr(),
            "zugpost: the mail is stored; answering it failed: {error:#}"
        );
    }
    Ok(())
}

/// Fetches, judges and sends; the caller has to hold the lock. Letters are sent even if fetching fails.
pub(super) fn work(server: &mut Server) -> Result<Work> {
    let fetched = match server.source() {
        Some(mut source) => server.office.take_in(&mut server.store, source.as_mut()),
        None => Ok(0),
    };
    let judged = server.office.judge(&mut server.store)?;
    let mut transport = server.transport();
    let sent = server.office.send(&mut server.store, transport.as_mut())?;
    server.office.tidy(&mut server.store)?;
    Ok(Work {
        fetched: fetched?,
        sent: sent.sent,
        deferred: sent.deferred,
        failed: sent.failed,
        ..judged
    })
}

fn note_poll(server: &mut Server, error: Option<&anyhow::Error>) -> Result<()> {
    let now = stamp_now(&server.office);
    server.store.write(|tx| {
        tx.set_meta("last poll", now.as_bytes())?;
        if let Some(error) = error {
            tx.set_meta("last error", format!("{now} {error:#}").as_bytes())?;
        }
        Ok(())
    })
}

//! `run --once` and `receive`: the whole work, once.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;

use crate::mail::source::read_stdin;
use crate::office::queue::{Point, Work};
use crate::office::stamp_now;

use super::server::Server;

/// How long `receive` waits for its turn to answer what it has stored.
const PATIENCE: Duration = Duration::from_secs(20);

/// Arguments of `run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// Do the work once and exit, for cron
    #[arg(long)]
    once: bool,
    /// If another process is at work, wait for it so many seconds (otherwise leave at once)
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    wait: u64,
    /// Say what was done
    #[arg(long, short)]
    verbose: bool,
    /// Print what was done as JSON
    #[arg(long)]
    json: bool,
}

/// `zugpost run --once`.
///
/// # Errors
/// Trouble of ours; work that is merely delayed is none.
pub fn run(args: &RunArgs, config: Option<&Path>) -> Result<ExitCode> {
    if !args.once {
        bail!("this version works from cron or the mail server: use `run --once` or `receive`");
    }
    let mut server = Server::open(config)?;
    let Some(_lock) = server.lock(Some(Duration::from_secs(args.wait)))? else {
        if args.verbose {
            writeln!(io::stderr(), "zugpost: another process is at work")?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    let result = work(&mut server);
    note_poll(&mut server, result.as_ref().err())?;
    let done = result?;
    if args.json || args.verbose {
        let line = format!(
            "{} mails taken in, {} handled, {} put aside; {} letters sent, {} delayed, {} given up",
            done.fetched, done.handled, done.parked, done.sent, done.deferred, done.failed
        );
        super::print(args.json, &done, &[line])?;
    }
    Ok(ExitCode::SUCCESS)
}

/// `zugpost receive`: stored first; whatever goes wrong after that is no reason for the mail
/// server to try again.
///
/// # Errors
/// The mail could not be stored.
pub fn receive(server: &mut Server) -> Result<()> {
    let mail = read_stdin(io::stdin().lock(), |name| std::env::var(name).ok())?;
    server.office.store_mail(&mut server.store, &mail)?;
    observe(Point::Stored);
    let answered = match server.lock(Some(PATIENCE)) {
        Ok(Some(_lock)) => work(server).map(drop),
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

/// Fetch, judge, send. The caller holds the lock. Letters go out even if fetching fails.
pub(super) fn work(server: &mut Server) -> Result<Work> {
    let fetched = match server.source() {
        Some(mut source) => server
            .office
            .take_in(&mut server.store, source.as_mut(), &observe),
        None => Ok(0),
    };
    let judged = server.office.judge(&mut server.store, &observe)?;
    let mut transport = server.transport();
    let sent = server
        .office
        .send(&mut server.store, transport.as_mut(), &observe)?;
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

/// In debug builds a test can stop the process at a named point, to kill it there:
/// `ZUGPOST_PAUSE_AT=Committed:2` waits for ever at the second time that point is passed.
#[cfg(debug_assertions)]
fn observe(point: Point) {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static PASSED: AtomicUsize = AtomicUsize::new(0);
    let Ok(wanted) = std::env::var("ZUGPOST_PAUSE_AT") else {
        return;
    };
    let (name, count) = wanted.split_once(':').unwrap_or((wanted.as_str(), "1"));
    if name != format!("{point:?}") {
        return;
    }
    let passed = PASSED.fetch_add(1, Ordering::SeqCst) + 1;
    if count.parse() == Ok(passed) {
        let _ = writeln!(io::stderr(), "paused at {wanted}");
        loop {
            std::thread::park();
        }
    }
}

#[cfg(not(debug_assertions))]
fn observe(_point: Point) {}

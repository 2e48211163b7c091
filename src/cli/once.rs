//! `run --once` and `receive`: all the work, once.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use anyhow::Result;
use chrono::{DateTime, TimeDelta, Utc};

use crate::clock::{Clock, Deadline, SystemClock};
use crate::config::Config;
use crate::daemon::{self, Present, Sent, Worker, log, note_once, presence};
use crate::mail::refusal::{Credentials, Refusal};
use crate::mail::source::read_stdin;
use crate::mail::transport::MaySend;
use crate::office::judge::Work;
use crate::store::{Queue, QueueRow};
use crate::text::counted;

use super::{Connect, Server, lock::Lock, run::RunArgs};

/// How long `run --once` waits for another process that works on the database, unless that is the daemon.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long `receive` waits for it, and how long after its start it begins to send a letter: the mail
/// server waits for it.
const SHORT: Duration = Duration::from_secs(20);

/// How long a host that has refused to work for us is left alone.
const SHORTEST_REST: TimeDelta = TimeDelta::minutes(5);
const LONGEST_REST: TimeDelta = TimeDelta::hours(4);

/// For so long programs think in one `run --once`; the rest is done the next time.
const THINKING: Duration = Duration::from_secs(20);

/// The role of `zugpost run --once`.
const ROLE: &str = "run --once";
/// What timers make due is done in so many portions at most.
const PORTIONS: usize = 32;

/// `zugpost run --once`.
///
/// # Errors
/// The source or the database fails. Deferred letters are no error.
pub fn run(
    args: &RunArgs,
    config: Option<&Path>,
    connect: &'static dyn Connect,
) -> Result<ExitCode> {
    let config = Config::load(config)?;
    if args.verbose > 0 {
        log::start(args.level(), config.server.log);
    }
    let mut server = Server::connected(config, connect)?;
    let data = &server.config.server.data;
    let lock = match args.wait {
        Some(seconds) => Lock::take(data, ROLE, Duration::from_secs(seconds))?,
        None => Lock::take_next(data, ROLE, PATIENCE)?,
    };
    let Some(_lock) = lock else {
        if args.verbose > 0 {
            writeln!(io::stderr(), "zugpost: another process is at work")?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    if args.verbose > 0 && server.config.inbox.lmtp().is_some() {
        let why = "mail comes by LMTP, which `zugpost run` takes: none is fetched";
        writeln!(io::stderr(), "zugpost: {why}")?;
    }
    let done = work(&mut server, &|| false)?;
    if args.json || args.verbose > 0 {
        let line = format!(
            "{} taken in, {} handled, {} quarantined; {} sent, {} delayed, {} given up",
            counted(done.fetched, "mail", "mails"),
            done.handled,
            done.quarantined,
            counted(done.sent, "letter", "letters"),
            done.deferred,
            done.failed
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
    let deadline = Deadline::after(SHORT);
    let mail = read_stdin(io::stdin().lock(), |name| std::env::var(name).ok())?;
    server.office.store_mails(server.store.as_mut(), &[mail])?;
    let lock = Lock::take_next(&server.config.server.data, "receive", SHORT);
    let answered = match lock {
        Ok(Some(_lock)) => work(server, &|| deadline.left().is_none()).map(drop),
        // The daemon answers the mail within a second; another process that works or waits looks again.
        Ok(None) => Ok(()),
        Err(error) => Err(error),
    };
    if let Err(error) = answered {
        let _ = writeln!(
            io::stderr(),
            "zugpost: the mail is stored; answering it failed: {error:#}"
        );
    }
    Ok(())
}

/// Fetches, judges and sends, until `stop`; the caller has to hold the lock. Letters are sent even if
/// fetching fails. Notes how each queue does.
pub(super) fn work(server: &mut Server, stop: &(dyn Fn() -> bool + Sync)) -> Result<Work> {
    // As long as this lives. First: one that is taken for another host gives up nothing of it.
    let (present, _attendance) = server.be_present()?;
    let data = &server.config.server.data;
    server.office.release_claims(server.store.as_mut(), data)?;
    let fetched = fetch(server, &present)?;
    let judged = judge(server, &present);
    let failure = judged.as_ref().err();
    let failure = failure.map(|error| format!("cannot judge mail: {error:#}"));
    note(server, Queue::Judge, failure.as_deref());
    // Letters are sent all the same.
    // The clock may have been ahead when a letter was put off.
    server.office.correct_next_tries(server.store.as_mut())?;
    let mut sent = send(server, &present, stop)?;
    if present.holds(presence::PROGRAMS) && judged.is_ok() {
        // Each letter leaves before the next one takes its place.
        let deadline = Deadline::after(THINKING);
        let enough = || stop() || deadline.left().is_none();
        while daemon::think(&mut server.office, server.store.as_mut(), &enough)? {
            sent.add(send(server, &present, stop)?);
        }
    }
    if present.holds(presence::FILES) {
        server.office.count_ratings(server.store.as_mut())?;
    }
    let mut done = judged?;
    done.sent += sent.work.sent;
    done.deferred += sent.work.deferred;
    done.failed += sent.work.failed;
    done.fetched = fetched?;
    Ok(done)
}

/// Stores and marks the mails of the source, and notes how that goes; the inner result is that of fetching.
fn fetch(server: &mut Server, present: &Present) -> Result<Result<usize>> {
    if server.config.inbox.lmtp().is_some() {
        // Mail is handed over to the daemon alone; what waits at the mail host cannot be looked at.
        return Ok(Ok(0));
    }
    let Some(mut source) = server.source() else {
        // All mail that there is has been handed over by `receive`.
        let (office, store) = (&mut server.office, server.store.as_mut());
        office.note_look(store, "receive", &[], SystemClock.now())?;
        return Ok(Ok(0));
    };
    let is_here = present.holds(&presence::source(source.name()));
    if !is_here || rests(server, Queue::Fetch, source.credentials())? {
        return Ok(Ok(0));
    }
    let begun = SystemClock.now();
    let (office, store) = (&mut server.office, server.store.as_mut());
    let fetched = office.take_in(store, source.as_mut());
    let error = fetched.as_ref().err();
    let failure = error.map(|error| format!("cannot fetch mail: {error:#}"));
    if let (Some(error), Some(what)) = (error, &failure)
        && Refusal::of(error).is_some()
    {
        office.tell_refusal(store, Queue::Fetch, what)?;
    }
    note(server, Queue::Fetch, failure.as_deref());
    if fetched.is_ok() {
        match source.standing_trouble() {
            Some(partly) => note(server, Queue::Fetch, Some(&partly)),
            None => {
                let (office, store) = (&mut server.office, server.store.as_mut());
                office.note_look(store, source.name(), &[], begun)?;
            }
        }
    }
    Ok(fetched)
}

/// Whether a host that has refused to work for us is left alone still: for as long as it has refused, at
/// least five minutes and at most four hours, unless password file or settings have changed since.
fn rests(server: &mut Server, queue: Queue, credentials: Option<Credentials>) -> Result<bool> {
    let mut rows = server.look(|_, store| Ok(store.queues()?))?.into_iter();
    let refused = |row: &QueueRow| row.failure.as_deref().is_some_and(Refusal::is_told_by);
    let row = rows.find(|row| row.queue == queue && row.fails() && !row.is_to_retry());
    let Some(row) = row.filter(refused) else {
        return Ok(false);
    };
    let time = |at: String| DateTime::parse_from_rfc3339(&at).map(|at| at.to_utc());
    let Some(failed) = row.last_failure.map(time).transpose()? else {
        return Ok(false);
    };
    let since = row.last_success.map(time).transpose()?.unwrap_or(failed);
    let pause = (failed - since).clamp(SHORTEST_REST, LONGEST_REST);
    let now = SystemClock.now();
    let password = credentials.and_then(|credentials| credentials.changed_at());
    let settings = fs::metadata(&server.config.file).and_then(|meta| meta.modified());
    let mut changed = password.into_iter().chain(settings.ok());
    let is_later = |time: SystemTime| DateTime::<Utc>::from(time) > failed;
    // A failure of the future was noted by a clock that was ahead.
    Ok(now >= failed && now - failed < pause && !changed.any(is_later))
}

/// Judges what is in the inbox, and does what is due by its timers.
fn judge(server: &mut Server, present: &Present) -> Result<Work> {
    let judged = server.office.judge(server.store.as_mut())?;
    if present.holds(presence::TIMERS) {
        // An event goes on in portions.
        for _ in 0..PORTIONS {
            let next = server.office.run_timers(server.store.as_mut())?;
            if next.is_none_or(|next| next > server.office.stamp()) {
                break;
            }
        }
    }
    if present.holds(presence::FILES) {
        while server.office.check_file(server.store.as_mut())? {}
    }
    Ok(judged)
}

/// Sends what is due, over as many connections as the settings say, and notes how that goes.
fn send(server: &mut Server, present: &Present, stop: &(dyn Fn() -> bool + Sync)) -> Result<Sent> {
    let opener = server.opener();
    let others = server.config.outbox.connections() - 1;
    let (sure, is_sure) = (present.clone(), present.clone());
    let may: MaySend = Arc::new(move || sure.is_sure());
    let mut transport = server.transport();
    transport.send_while(Arc::clone(&may));
    let other = || -> Result<Worker> {
        let mut worker = opener()?;
        worker.transport.send_while(Arc::clone(&may));
        Ok(worker)
    };
    if rests(server, Queue::Send, transport.credentials())? {
        return Ok(Sent::default());
    }
    let sent = daemon::send_all(
        (
            &mut server.office,
            server.store.as_mut(),
            transport.as_mut(),
        ),
        &mut || (0..others).map(|_| other()).collect(),
        &|| stop() || !is_sure.is_sure(),
    );
    let failure = match &sent {
        Err(error) => Some(format!("cannot send letters: {error:#}")),
        Ok(sent) => sent.trouble.clone(),
    };
    let delivered = sent.as_ref().is_ok_and(|sent| sent.work != Work::default());
    if failure.is_some() || delivered {
        if let Some(what) = failure.as_deref().filter(|what| Refusal::is_told_by(what)) {
            let (office, store) = (&server.office, server.store.as_mut());
            office.tell_refusal(store, Queue::Send, what)?;
        }
        note(server, Queue::Send, failure.as_deref());
    }
    sent
}

/// Notes how a queue does. A failure to note it is not worth a failure.
fn note(server: &mut Server, queue: Queue, failure: Option<&str>) {
    let _ = note_once(&server.office, server.store.as_mut(), queue, failure);
}

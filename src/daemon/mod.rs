//! `zugpost run`: the loops that answer mail unattended.
//!
//! The daemon uses threads, and an async runtime only within what reads HTTP or speaks to PostgreSQL: it has a few long
//! connections and little to do. There is one **fetcher** for each source. It sends raw mails over a bounded channel to the
//! **judge**, which stores them durably and replies; then the fetcher marks them at the source, and
//! the judge judges them. Where the mail host hands mail over by LMTP, the **LMTP listener** takes connections, and a
//! thread for each sends mails over the same channel, and answers them when they are stored. The **deliverers** send the letters that are due, each over a database
//! connection and a connection to the relay of its own; one more sends those to recipients on whom an
//! earlier try has hung. The **checker** checks files with games that came by mail. In the **thinker**
//! programs think about their turns. Judge, checker, thinker and deliverers look
//! five times a second whether another process has written to the database: `receive` adds mail, the umpire's commands
//! add letters. With `[metrics]`, the **web** thread answers programs that watch the server, and the **observer** reads
//! for it what the club has. With `[pages]`, a thread of its own keeps the **pages** up to date.
//!
//! A failure outside the process (a host, a disk) makes a thread pause, longer each time; a host that
//! refuses to work for us is left alone for minutes to hours. A thread
//! that panics ends the process, and the service manager starts it again: every step may run twice.

mod deliverer;
mod fetcher;
mod health;
mod http;
mod judge;
mod leased;
mod lmtp;
pub mod log;
mod notes;
mod observer;
mod pages;
mod pause;
mod pool;
pub mod presence;
mod refused;
mod round;
mod served;
mod stop;
mod watch;

use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use sd_notify::NotifyState;

use crate::clock::Deadline;
use crate::config::PagesSettings;
use crate::listen::Listener;
use crate::mail::source::Source;
use crate::metrics::Metrics;
use crate::office::{Office, send::Lane};
use crate::pages::Club;
use crate::store::{Store, StoreError};
use crate::text::keys;
use crate::tokens;
use crate::web::Web;

use deliverer::Deliverer;
use fetcher::Fetcher;
use health::Health;
use http::HttpServer;
use judge::Judge;
pub use leased::think;
use leased::{CHECKER, Leased, THINKER};
use lmtp::Accepter;
pub use lmtp::Lmtp;
use notes::Notes;
pub use notes::note_once;
use observer::Observer;
use pause::Pause;
use pool::Pool;
pub use presence::{Attendance, Presence, Present};
pub use round::{Sent, Worker, send_all};
pub use stop::Stop;
use watch::View;

/// At most this many batches of mails wait in the channel to the judge: more would only fill memory.
const QUEUED_BATCHES: usize = 2;
/// The main thread checks the others this often.
const TICK: Duration = Duration::from_millis(500);
/// Threads that have not ended this long after the stop are left to end with the process. They wait
/// for other hosts, and every step may be cut off.
const GRACE: Duration = Duration::from_millis(1500);

/// What the daemon works with.
pub struct Parts {
    /// For the judge, the thread that decides about mails and timers.
    pub judge: (Office, Box<dyn Store>),
    /// The sources that mail is fetched from; none if all mail is handed over.
    pub sources: Vec<Box<dyn Source>>,
    /// Where the mail host hands mail over, if it does.
    pub lmtp: Option<Lmtp>,
    /// For the checker of files with games, over the same database.
    pub checker: (Office, Box<dyn Store>),
    /// For the thinker, the thread in which programs think about their turns, over the same database.
    pub thinker: (Office, Box<dyn Store>),
    /// For the deliverers, over the same database.
    pub deliverers: Vec<Worker>,
    /// For the deliverer to recipients on whom an earlier try has hung.
    pub hung: Worker,
    /// What other hosts know of this one.
    pub present: Present,
    /// For the thread that writes public pages, if there are any, over the same database.
    pub pages: Option<(PagesSettings, Club, Office, Box<dyn Store>)>,
    /// For the thread that serves them and their forms.
    pub web: Option<(Listener, Web)>,
    /// Where everything is counted.
    pub metrics: Metrics,
    /// For the web thread and the observer, if others may watch.
    pub outside: Option<(Listener, Office, Box<dyn Store>)>,
}

/// What all threads share.
#[derive(Clone)]
struct Common {
    stop: Stop,
    health: Health,
    notes: Notes,
    present: Present,
    metrics: Metrics,
}

impl Common {
    /// Counts a failure of the store.
    fn store_failed(&self, error: &anyhow::Error) {
        self.metrics.store_error(failure_kind(error));
    }
}

/// The kind of a failure of the store, in a word.
fn failure_kind(error: &anyhow::Error) -> &'static str {
    let mut causes = error.chain();
    match causes.find_map(|cause| cause.downcast_ref()) {
        Some(StoreError::Busy(_)) => "busy",
        Some(StoreError::Conflict(_)) => "conflict",
        Some(StoreError::Constraint(_)) => "constraint",
        Some(StoreError::Corrupt(_)) => "corrupt",
        Some(StoreError::Unknown) => "unknown",
        Some(StoreError::Unavailable(_)) => "unavailable",
        None => "other",
    }
}

/// Runs all threads until `stop` is set, and returns at most two seconds after that.
///
/// # Errors
/// A thread could not be started, or has ended or panicked before the stop. All others are stopped
/// then.
pub fn run(parts: Parts, stop: &Stop) -> Result<()> {
    let common = Common {
        stop: stop.clone(),
        health: Health::default(),
        notes: Notes::default(),
        present: parts.present,
        metrics: parts.metrics,
    };
    let (to_judge, inbox) = sync_channel(QUEUED_BATCHES);
    let mut threads = Vec::new();
    let mut wake_deliverers = Vec::new();
    for (deliverer, wake) in deliverers(parts.deliverers, parts.hung, &common)? {
        wake_deliverers.push(wake);
        let name = deliverer.name.clone();
        threads.push(start(&name, || deliverer.run())?);
    }
    let fetched = parts.sources.iter().map(|source| source.name());
    let sources = fetched.chain(parts.lmtp.iter().map(|lmtp| lmtp.listener.name()));
    let sources = sources.map(str::to_owned).collect();
    let us = parts.judge.0.ours();
    let judge = Judge {
        office: parts.judge.0,
        store: parts.judge.1,
        inbox,
        sources,
        wake_deliverers,
        pause: pause()?,
        common: common.clone(),
    };
    threads.push(start("judge", || judge.run())?);
    for (duty, (office, store)) in [(CHECKER, parts.checker), (THINKER, parts.thinker)] {
        let leased = Leased {
            duty,
            office,
            store,
            common: common.clone(),
        };
        threads.push(start(duty.name, || leased.run())?);
    }
    for source in parts.sources {
        let fetcher = Fetcher {
            source,
            judge: to_judge.clone(),
            pause: pause()?,
            common: common.clone(),
        };
        threads.push(start("fetcher", || fetcher.run())?);
    }
    if let Some(lmtp) = parts.lmtp {
        let accepter = Accepter::new(lmtp, us, to_judge.clone(), &common);
        threads.push(start(lmtp::NAME, || accepter.run())?);
    }
    if let Some((settings, club, office, store)) = parts.pages {
        let writer = pages::Writer {
            settings,
            club,
            office,
            store,
            common: common.clone(),
        };
        threads.push(start(pages::NAME, || writer.run())?);
    }
    if let Some((listener, web)) = parts.web {
        let server = HttpServer {
            listener,
            answering: web,
            connections: served::CONNECTIONS,
            stop: stop.clone(),
            section: "[pages]",
        };
        threads.push(start(served::NAME, || server.run())?);
    }
    if let Some((listener, office, store)) = parts.outside {
        threads.extend(be_seen(listener, (office, store), &common)?);
    }
    notify(&[NotifyState::Ready]);
    let ended = watch(&threads, &common);
    stop.set();
    notify(&[NotifyState::Stopping]);
    // Closes the channel, so that fetchers that wait for the judge end.
    drop(to_judge);
    let panic = end(threads);
    match (ended, panic) {
        (_, Some((name, panic))) => bail!("the {name} has failed: {panic}"),
        (Some(name), None) => bail!("the {name} has ended by itself"),
        (None, None) => Ok(()),
    }
}

/// Starts what answers programs that watch the server.
fn be_seen(
    listener: Listener,
    (office, store): (Office, Box<dyn Store>),
    common: &Common,
) -> Result<[JoinHandle<()>; 2]> {
    let common = common.clone();
    let health = &common.health;
    health.trouble(observer::NAME, "the database has not been read yet");
    let view = View {
        metrics: common.metrics.clone(),
        health: health.clone(),
    };
    let server = HttpServer {
        listener,
        answering: view,
        connections: watch::CONNECTIONS,
        stop: common.stop.clone(),
        section: "[metrics]",
    };
    let observer = Observer {
        office,
        store,
        common,
    };
    Ok([
        start(watch::NAME, || server.run())?,
        start(observer::NAME, || observer.run())?,
    ])
}

fn pause() -> Result<Pause> {
    Ok(Pause::new(tokens::system_chance()?))
}

/// The deliverers, each with the channel that wakes it.
fn deliverers(
    workers: Vec<Worker>,
    hung: Worker,
    common: &Common,
) -> Result<Vec<(Deliverer, SyncSender<()>)>> {
    let normal = workers.len();
    let workers: Vec<Worker> = workers.into_iter().chain([hung]).collect();
    let in_hand = workers.iter().map(|worker| worker.office.in_hand());
    let pool = Pool::new(in_hand.collect(), normal);
    let each = workers.into_iter().enumerate().map(|(member, worker)| {
        let (wake_up, wake) = sync_channel(1);
        let name = format!("deliverer {}", member + 1);
        let mut office = worker.office;
        office.work_as(&name);
        let lane = if member < normal {
            Lane::Normal
        } else {
            Lane::Hung
        };
        let deliverer = Deliverer {
            name,
            member,
            lane,
            office,
            store: worker.store,
            transport: worker.transport,
            wake,
            pause: pause()?,
            pool: pool.clone(),
            common: common.clone(),
        };
        Ok((deliverer, wake_up))
    });
    each.collect()
}

fn start(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>> {
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(work)
        .with_context(|| format!("cannot start the {name}"))
}

/// Checks the threads until the stop, and reports to systemd; returns the name of a thread that ended
/// before.
fn watch(threads: &[JoinHandle<()>], common: &Common) -> Option<String> {
    let guarded = sd_notify::watchdog_enabled();
    let tick = guarded.map_or(TICK, |limit| TICK.min(limit / 3));
    let mut status = None;
    let mut told = None;
    while !common.stop.sleep(tick) {
        if let Some(thread) = threads.iter().find(|thread| thread.is_finished()) {
            return Some(thread.thread().name().unwrap_or("thread").to_owned());
        }
        let stuck = common.health.stuck();
        if stuck != told {
            told.clone_from(&stuck);
            if let Some(name) = &stuck {
                tracing::error!("the {name} has not moved for a long time");
            }
        }
        if guarded.is_some() && stuck.is_none() {
            notify(&[NotifyState::Watchdog]);
        }
        let summary = common.health.summary();
        if status.as_ref() != Some(&summary) {
            let well = "answering mail";
            let text = if summary.is_empty() { well } else { &summary };
            notify(&[NotifyState::Status(&keys::blanked(text))]);
            status = Some(summary);
        }
    }
    None
}

/// Waits for the threads; returns the name and the message of the first one that panicked.
fn end(threads: Vec<JoinHandle<()>>) -> Option<(String, String)> {
    let deadline = Deadline::after(GRACE);
    let mut panicked = None;
    for thread in threads {
        let name = thread.thread().name().unwrap_or("thread").to_owned();
        while !thread.is_finished() && deadline.left().is_some() {
            thread::sleep(Duration::from_millis(5));
        }
        if !thread.is_finished() {
            tracing::info!("the {name} is left in the middle of its work; it will be done again");
            continue;
        }
        if let Err(panic) = thread.join() {
            let text = panic.downcast_ref::<&str>().copied();
            let text = text.or(panic.downcast_ref::<String>().map(String::as_str));
            panicked.get_or_insert((name, text.unwrap_or_default().to_owned()));
        }
    }
    panicked
}

/// Tells systemd, if it listens (the variable `NOTIFY_SOCKET`).
fn notify(states: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(states) {
        tracing::debug!("systemd could not be told: {error}");
    }
}

#[cfg(test)]
mod tests;

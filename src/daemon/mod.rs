//! `zugpost run`: the loops that answer mail unattended.
//!
//! Threads, no async runtime: two or three long connections and work at human pace. A **fetcher** for
//! each source hands bytes over a bounded channel to the **writer**, which stores them durably and
//! says so, whereupon the fetcher marks them at the source; then the writer judges. The **sender**
//! has a connection of its own to the database and sends what is due. All three look five times a
//! second whether another process has written: `receive` brings mail, the umpire's commands letters.
//!
//! Whatever goes wrong outside (a host, a disk) makes a thread pause, longer each time. A thread that
//! panics ends the process, and whoever started it starts it again: every step may run twice.

mod fetcher;
mod health;
pub mod log;
mod pause;
mod sender;
mod stop;
mod writer;

use std::sync::mpsc::sync_channel;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use sd_notify::NotifyState;

use crate::clock::Deadline;
use crate::ids;
use crate::mail::source::Source;
use crate::mail::transport::Transport;
use crate::office::Office;
use crate::store::Store;

use fetcher::Fetcher;
use health::Health;
use pause::Pause;
use sender::Sender;
pub use stop::Stop;
use writer::Writer;

/// Batches of mails on their way from fetchers to the writer at most: more would only fill memory.
const ON_THE_WAY: usize = 2;
/// So often the main thread looks after the others.
const TICK: Duration = Duration::from_millis(500);
/// Threads that have not ended so long after the word are left to end with the process: they wait
/// for somebody else's host, and every step may be cut off.
const GRACE: Duration = Duration::from_millis(1500);

/// What the daemon works with.
pub struct Parts {
    /// For the writer.
    pub writer: (Office, Store),
    /// For the sender, over the same database.
    pub sender: (Office, Store),
    /// Where mail comes from; none if it comes by `receive` alone.
    pub sources: Vec<Box<dyn Source>>,
    /// Where letters go.
    pub transport: Box<dyn Transport>,
}

/// What all threads share.
#[derive(Clone)]
struct Common {
    stop: Stop,
    health: Health,
}

/// Works until `stop` is set; returns within two seconds then.
///
/// # Errors
/// A thread could not be started, or has ended by itself; then everything is stopped.
pub fn run(parts: Parts, stop: &Stop) -> Result<()> {
    let common = Common {
        stop: stop.clone(),
        health: Health::default(),
    };
    let pause = || Ok::<_, anyhow::Error>(Pause::new(ids::system_chance()?));
    let (to_writer, incoming) = sync_channel(ON_THE_WAY);
    let (poke, poked) = sync_channel(1);
    let mut threads = Vec::new();
    let writer = Writer {
        office: parts.writer.0,
        store: parts.writer.1,
        incoming,
        poke,
        pause: pause()?,
        common: common.clone(),
    };
    threads.push(start("writer", || writer.run())?);
    let sender = Sender {
        office: parts.sender.0,
        store: parts.sender.1,
        transport: parts.transport,
        poked,
        pause: pause()?,
        common: common.clone(),
    };
    threads.push(start("sender", || sender.run())?);
    for source in parts.sources {
        let fetcher = Fetcher {
            source,
            writer: to_writer.clone(),
            pause: pause()?,
            common: common.clone(),
        };
        threads.push(start("fetcher", || fetcher.run())?);
    }
    notify(&[NotifyState::Ready]);
    let ended = watch(&threads, &common);
    stop.set();
    notify(&[NotifyState::Stopping]);
    // Fetchers that wait for the writer learn that it is gone.
    drop(to_writer);
    let panic = end(threads);
    match (ended, panic) {
        (_, Some((name, panic))) => bail!("the {name} has failed: {panic}"),
        (Some(name), None) => bail!("the {name} has ended by itself"),
        (None, None) => Ok(()),
    }
}

fn start(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>> {
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(work)
        .with_context(|| format!("cannot start the {name}"))
}

/// Looks after the threads until all shall stop; the name of one that ended before.
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
            told = stuck;
            if let Some(name) = stuck {
                tracing::error!("the {name} has not moved for a long time");
            }
        }
        if guarded.is_some() && stuck.is_none() {
            notify(&[NotifyState::Watchdog]);
        }
        let summary = common.health.summary();
        if status.as_ref() != Some(&summary) {
            let text = if summary.is_empty() {
                "answering mail"
            } else {
                &summary
            };
            notify(&[NotifyState::Status(&ids::blanked(text))]);
            status = Some(summary);
        }
    }
    None
}

/// Waits for the threads; the first one that panicked, and with what.
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
            let text = panic
                .downcast_ref::<&str>()
                .map(|text| (*text).to_owned())
                .or_else(|| panic.downcast_ref::<String>().cloned());
            panicked.get_or_insert((name, text.unwrap_or_default()));
        }
    }
    panicked
}

/// Tells systemd, where it listens.
fn notify(states: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(states) {
        tracing::debug!("systemd could not be told: {error}");
    }
}

#[cfg(test)]
mod tests;

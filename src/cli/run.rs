//! `run`: the daemon, or the same work once.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use chrono::TimeDelta;
use clap::{ArgAction, Args};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use tracing::Level;

use crate::clock::{Clock, SystemClock};
use crate::config::{Config, Lmtp};
use crate::daemon::{self, Parts, Stop, Worker, log};
use crate::listen::{self, Listen};
use crate::mail::lmtp::Listener;
use crate::metrics::Metrics;
use crate::office::Office;
use crate::store::Store;
use crate::web::Web;

use super::lock::{DAEMON, Lock};
use super::reload::Reload;
use super::server::Shared;
use super::{Connect, Server, once, pages};

/// How long the daemon waits at its start for a process that holds the lock, such as one from cron.
const PATIENCE: u64 = 10;

#[derive(Debug, Args)]
pub struct RunArgs {
    /// Do the work once and exit, for cron
    #[arg(long)]
    once: bool,
    /// Seconds to wait for another process that is working (default: 10; with --once: 60, and only one process waits)
    #[arg(long, value_name = "SECONDS")]
    pub wait: Option<u64>,
    /// Print more: with --once what was done; twice: every step
    #[arg(long, short, action = ArgAction::Count)]
    pub verbose: u8,
    /// Print only what goes wrong
    #[arg(long, short, conflicts_with = "verbose")]
    quiet: bool,
    /// With --once: print what was done as JSON
    #[arg(long, requires = "once")]
    pub json: bool,
}

impl RunArgs {
    /// The level of the log, by `--quiet`, `--verbose` and `--once`.
    pub fn level(&self) -> Level {
        match (self.quiet, self.once, self.verbose) {
            (true, ..) => Level::WARN,
            (_, true, 0 | 1) | (_, false, 0) => Level::INFO,
            _ => Level::DEBUG,
        }
    }
}

/// # Errors
/// The settings or the database cannot be used, or a thread of the daemon has failed.
pub fn run(
    args: &RunArgs,
    config: Option<&Path>,
    connect: &'static dyn Connect,
) -> Result<ExitCode> {
    if args.once {
        return once::run(args, config, connect);
    }
    let (stop, mut shared) = (Stop::default(), Shared::default());
    // Before anything else, so that a signal during the start is not lost.
    let reload = Reload::new(config.map(Path::to_owned), shared.clone());
    on_signals(&stop, &reload)?;
    let config = Config::load(config)?;
    log::start(args.level(), config.server.log);
    shared.metrics = counted(&config);
    let metrics = shared.metrics.clone();
    let mut server = Server::sharing(config.clone(), connect, shared)?;
    let wait = Duration::from_secs(args.wait.unwrap_or(PATIENCE));
    let Some(mut lock) = Lock::take(&config.server.data, DAEMON, wait)? else {
        let who = Lock::holder_name(&config.server.data);
        bail!(
            "{who} works on {} already: only one may; stop it first",
            config.database().display()
        );
    };
    // First: one that is taken for another host gives up nothing of it.
    let (present, attendance) = server.be_present()?;
    // Nobody else is at work here: what a process before has left is to be done at once.
    let (office, store) = (&mut server.office, server.store.as_mut());
    office.release(store, &config.server.data)?;
    server.try_words();
    reload.begun(&config, server.words().read());
    let worker = server.opener();
    let connections = config.outbox.connections();
    let parts = Parts {
        lmtp: config.inbox.lmtp().map(listen).transpose()?,
        sources: server.source().into_iter().collect(),
        deliverers: (0..connections).map(|_| worker()).collect::<Result<_>>()?,
        hung: worker()?,
        present,
        metrics,
        outside: config
            .metrics
            .listen
            .as_ref()
            .map(|listen| outside(listen, &worker))
            .transpose()?,
        checker: {
            let Worker { office, store, .. } = worker()?;
            (office, store)
        },
        pages: match &config.pages.dir {
            Some(_) => {
                let Worker { office, store, .. } = worker()?;
                Some((config.pages.clone(), pages::club(&config), office, store))
            }
            None => None,
        },
        web: served(&config, &worker)?,
        thinker: {
            let Worker {
                mut office, store, ..
            } = worker()?;
            office.work_as("thinker");
            (office, store)
        },
        judge: {
            server.office.work_as("judge");
            (server.office, server.store)
        },
    };
    tracing::info!(
        "zugpost {} answers mail to {}",
        env!("CARGO_PKG_VERSION"),
        config.server.address
    );
    let ended = daemon::run(parts, &stop);
    lock.leaving();
    // All threads have ended, so that others may do their work.
    drop(attendance);
    ended?;
    tracing::info!("stopped");
    Ok(ExitCode::SUCCESS)
}

/// Begins to listen for mail hosts.
fn listen(lmtp: &Lmtp) -> Result<daemon::Lmtp> {
    let listener = Listener::bind(&lmtp.listen, lmtp.group.as_deref(), &lmtp.allow)?;
    Ok(daemon::Lmtp {
        listener,
        retry_within: TimeDelta::seconds(lmtp.retry_within.seconds()),
        copies: lmtp.copies().map(Arc::new),
    })
}

/// What others watch the daemon by, over the same database.
fn outside(
    listen: &Listen,
    worker: &dyn Fn() -> Result<Worker>,
) -> Result<(listen::Listener, Office, Box<dyn Store>)> {
    let Worker { office, store, .. } = worker()?;
    let listener = listen::Listener::bind(listen, None).context("[metrics]")?;
    Ok((listener, office, store))
}

/// What serves the public pages, if they are to be served.
fn served(
    config: &Config,
    worker: &dyn Fn() -> Result<Worker>,
) -> Result<Option<(listen::Listener, Web)>> {
    let Some(listen) = &config.pages.serve else {
        return Ok(None);
    };
    let Worker { office, store, .. } = worker()?;
    let listener = listen::Listener::bind(listen, None).context("[pages]")?;
    let web = Web::new(&config.pages, &config.server.name, office, store)?;
    Ok(Some((listener, web)))
}

/// Where the daemon counts its work: nowhere, unless others may watch.
fn counted(config: &Config) -> Metrics {
    let settings = &config.metrics;
    match settings.listen {
        None => Metrics::default(),
        Some(_) => {
            let started = SystemClock.now().timestamp_millis() as f64 / 1000.0;
            Metrics::new(started, &settings.domains)
        }
    }
}

/// SIGTERM and SIGINT stop cleanly, the second time at once. SIGHUP reads settings, texts and files of games again.
fn on_signals(stop: &Stop, reload: &Reload) -> Result<()> {
    let mut signals =
        Signals::new([SIGTERM, SIGINT, SIGHUP]).context("cannot watch for signals")?;
    let (stop, reload) = (stop.clone(), reload.clone());
    thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || {
            for signal in signals.forever() {
                if signal == SIGHUP {
                    // A thread of its own: reading may take a while, and the other signals do not wait.
                    let reload = reload.clone();
                    thread::spawn(move || reload.run());
                    continue;
                }
                if stop.is_set() {
                    std::process::exit(128 + signal);
                }
                let name = match signal {
                    SIGTERM => "SIGTERM",
                    _ => "SIGINT",
                };
                tracing::info!("{name}: stopping");
                stop.set();
            }
        })?;
    Ok(())
}

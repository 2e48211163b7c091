//! The presence of a process on a store that several hosts share: its sign of life, and the sources that it alone reads.
//!
//! A thread renews both, and tells the umpire which sources nobody reads. Whoever is about to do what only one may do asks
//! here first: after a pause, such as a machine that slept, others may have taken the work over.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use chrono::TimeDelta;

use crate::clock;
use crate::config::{ClubSettings, differences};
use crate::office::{Office, Renewal, knowledge, stamp};
use crate::secret;
use crate::store::{self, HostRow, LeaseRow, Store};

use super::Stop;

/// A lease is renewed so many times within its length.
const RENEWALS: u32 = 6;
/// This part of a lease is left at least when something is begun that others must not do as well: a hand-over to a relay
/// may take that long.
const MARGIN: u32 = 3;

/// Sources that were not read while no host worked, or while this one was cut off or slept, are read within this time after
/// that.
const SETTLED: Duration = Duration::from_secs(15 * 60);

/// What a process needs for its sign of life.
pub struct Presence {
    /// A store of its own.
    pub store: Box<dyn Store>,
    /// An office over it, for its clock and for letters to the umpire.
    pub office: Office,
    /// Who it is.
    pub host: HostRow,
    /// After which time others take over its work.
    pub lease: Duration,
    /// What one host alone may do at a time.
    pub leases: Vec<String>,
    /// What it has to have in common with the others.
    pub common: Common,
}

/// What all hosts of a club have in common.
pub struct Common {
    /// The file of the secret.
    pub secret: PathBuf,
    /// Where offices find a secret that was read anew.
    pub renewal: Renewal,
    /// The settings of the club, as this host has them.
    pub club: Arc<Mutex<ClubSettings>>,
}

/// What differs of a host whose file lacks the secret that is in use.
pub const SECRET: &str = "secret";
/// What differs of a host whose program does not know what the others use.
pub use crate::store::PROGRAM;
/// What differs of a host that another one is taken for.
pub const TAKEN: &str = "host";
/// The lease of the host that does what is due by timers.
pub const TIMERS: &str = "timers";
/// The lease of the host that checks files of games, and counts ratings.
pub const FILES: &str = "files of games";

/// The lease of the host on which programs think about their turns.
pub const PROGRAMS: &str = "programs";

/// The lease of the host that reads a source.
pub fn source(name: &str) -> String {
    format!("source:{name}")
}

/// What is known of the presence of this process.
#[derive(Clone, Default)]
pub struct Present(Option<Arc<Shared>>);

/// The thread that gives signs of life. When this is dropped, the last one says that the host has ended.
#[derive(Default)]
pub struct Attendance {
    over: Stop,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Attendance {
    fn drop(&mut self) {
        self.over.set();
        // A panic in it was logged.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

struct Shared {
    lease: Duration,
    /// When the last sign of life was begun that has arrived, on a clock that counts the time in which the machine sleeps.
    alive: Mutex<Option<Duration>>,
    /// When each lease was last asked for that it got; `None`: it is another host's.
    held: Mutex<BTreeMap<String, Option<Duration>>>,
}

impl Present {
    /// Whether no other host has taken over the work of this one, and none will while a letter is handed over. Without
    /// other hosts that is always so.
    pub fn is_sure(&self) -> bool {
        self.0.as_ref().is_none_or(|shared| shared.is_alive())
    }

    /// Whether this host is the one that may do something. What has no lease, each host may do.
    pub fn holds(&self, lease: &str) -> bool {
        self.0.as_ref().is_none_or(|shared| shared.holds(lease))
    }
}

/// What is said of a host whose settings are not those of the club.
pub fn differing(parts: &str) -> String {
    format!(
        "the settings of this host differ from those of the club in {parts}: make them the same, or let \
         `zugpost settings publish` make these the club's"
    )
}

fn is_same_process(one: &HostRow, other: &HostRow) -> bool {
    (one.process, &one.since) == (other.process, &other.since)
}

/// What is said of a host that has the file of another one.
fn same_file(other: &HostRow) -> String {
    format!(
        "process {} of host {} works with the same file zugpost.host: delete it where it was copied to, give that host another \
         `host` in [store], and start it again",
        other.process, other.name
    )
}

impl Shared {
    /// The host does no work any more that others may take over.
    fn let_go(&self) {
        *self.alive.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.values_mut().for_each(|since| *since = None);
    }

    fn holds(&self, lease: &str) -> bool {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.get(lease).is_none_or(|since| self.lasts(*since))
    }

    fn is_alive(&self) -> bool {
        self.lasts(*self.alive.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn lasts(&self, since: Option<Duration>) -> bool {
        let margin = self.lease / MARGIN;
        let passed = since.map(|since| clock::awake_and_asleep().saturating_sub(since));
        passed.is_some_and(|passed| passed + margin < self.lease)
    }
}

impl Presence {
    /// Compares what all hosts need in common, and notes what this one has; returns what keeps it from working.
    fn compare(&mut self, check: Option<&[u8]>, settings: Option<&str>) -> Result<Option<String>> {
        let file = self.common.secret.display();
        let secret = secret::load(&self.common.secret)?;
        let mut secret = secret.with_context(|| format!("the secret {file} is not there"))?;
        self.host.secret = secret.newest_check();
        let has_it = check.is_none_or(|check| secret.follow(check));
        if has_it {
            self.common.renewal.put_secret(secret);
        }
        let club = self
            .common
            .club
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        if settings.is_none() {
            let own = serde_json::to_string(&club)?;
            self.store.publish_settings(&own)?;
        }
        let differs = differences(&club, settings)?;
        self.host.differs = match has_it {
            true => differs.join(", "),
            false => SECRET.to_owned(),
        };
        Ok(match (has_it, differs.is_empty()) {
            (false, _) => Some(format!(
                "{file} lacks the newest secret of the club: copy the file from another host"
            )),
            (true, false) => Some(differing(&self.host.differs)),
            (true, true) => None,
        })
    }

    /// Whether another host is taken for this one: by its name, or, after the last sign of life of this one, by its id.
    fn mistaken(&self, hosts: &[HostRow], last: Option<&str>, over: &str) -> Option<String> {
        let own = &self.host;
        let is_other = |host: &&HostRow| match host.id == own.id {
            // An earlier one may be that of a process of this host that was killed.
            true => {
                let is_later = last.is_some_and(|last| host.alive_at.as_str() > last);
                is_later && !is_same_process(host, own)
            }
            false => host.name == own.name,
        };
        let mut there = hosts.iter().filter(|host| host.alive_at.as_str() >= over);
        let other = there.find(is_other)?;
        Some(match other.id == own.id {
            true => same_file(other),
            false => format!(
                "another host gives signs of life as {}: give this one another `host` in [store]",
                other.name
            ),
        })
    }

    /// If a process has just given a sign of life with the file of this host, it is waited whether it gives another one. If
    /// not, it was killed.
    fn wait_for_another(&mut self) -> Result<()> {
        let lease = TimeDelta::from_std(self.lease)?;
        let look = |presence: &mut Self| -> Result<_> {
            let hosts = store::read(presence.store.as_mut(), |store| Ok(store.hosts()?))?;
            let over = stamp(presence.office.now() - lease);
            let own = &presence.host;
            let other = hosts.into_iter().find(|host| host.id == own.id);
            Ok(other.filter(|host| host.alive_at >= over && !is_same_process(host, own)))
        };
        let Some(before) = look(self)? else {
            return Ok(());
        };
        tracing::info!(
            "process {} has not ended in order: waiting whether it still works",
            before.process
        );
        thread::sleep(self.lease / RENEWALS + self.lease / (4 * RENEWALS) + Duration::from_secs(1));
        match look(self)? {
            Some(other) if other.alive_at != before.alive_at => bail!("{}", same_file(&other)),
            _ => Ok(()),
        }
    }

    /// Gives the first sign of life, and starts the thread that gives the others.
    ///
    /// # Errors
    /// The store fails, or the thread cannot be started.
    pub fn start(mut self) -> Result<(Present, Attendance)> {
        let shared = Arc::new(Shared {
            lease: self.lease,
            alive: Mutex::default(),
            held: Mutex::default(),
        });
        self.wait_for_another()?;
        let mut given = None;
        if let Err(error) = self.give(&shared, &mut given) {
            if given.is_some() {
                // The others need not wait for it.
                let _ = self.store.leave(&self.host);
            }
            return Err(error);
        }
        let present = Present(Some(Arc::clone(&shared)));
        let over = Stop::default();
        let stop = over.clone();
        let work = move || {
            let (mut well, mut since) = (true, clock::awake_and_asleep());
            let mut last = since;
            while !stop.sleep(self.lease / RENEWALS) {
                match self.give(&shared, &mut given) {
                    Ok(()) if !well => tracing::info!("this host works again"),
                    Ok(()) => {}
                    Err(error) if well => {
                        tracing::error!("this host does no work until it is mended: {error:#}");
                    }
                    Err(_) => {}
                }
                well = shared.is_alive();
                let now = clock::awake_and_asleep();
                if !well || now.saturating_sub(last) > self.lease {
                    // The others may have been cut off as well.
                    since = now;
                }
                last = now;
                if well && shared.holds(TIMERS) && now.saturating_sub(since) > SETTLED {
                    self.tell_of_unread();
                }
            }
            if let Err(error) = self.store.leave(&self.host) {
                tracing::debug!("the others could not be told of the end: {error}");
            }
        };
        let thread = thread::Builder::new()
            .name("presence".to_owned())
            .spawn(work);
        let thread = Some(thread.context("cannot start the presence")?);
        Ok((present, Attendance { over, thread }))
    }

    fn tell_of_unread(&mut self) {
        if let Err(error) = self.office.tell_of_unread(self.store.as_mut()) {
            tracing::debug!("the umpire could not be told which sources nobody reads: {error:#}");
        }
    }

    /// Gives a sign of life, and takes or renews the leases; `given`: the last one that the others know of.
    fn give(&mut self, shared: &Shared, given: &mut Option<String>) -> Result<()> {
        // What follows is valid from here on, however long it takes.
        let begun = clock::awake_and_asleep();
        let lease = TimeDelta::from_std(self.lease)?;
        // So the clock of the database is known as it is now, even if that of this machine was set meanwhile.
        let (check, settings, hosts, club) = store::read(self.store.as_mut(), |store| {
            Ok((
                store.secret_check()?,
                store.club_settings()?,
                store.hosts()?,
                store.club_knows()?,
            ))
        })?;
        let over = stamp(self.office.now() - lease);
        let mistaken = self.mistaken(&hosts, given.as_deref(), &over);
        if let (Some(fault), None) = (&mistaken, &given) {
            // Its sign of life would be taken for that of the other one.
            bail!("{fault}");
        }
        let differs = self.compare(check.as_deref(), settings.as_deref())?;
        if mistaken.is_some() {
            TAKEN.clone_into(&mut self.host.differs);
        }
        let fault = mistaken.or(differs);
        if fault.is_none() && knowledge::require_known(&club).is_ok() {
            self.office.compare_clock(self.store.as_mut())?;
        }
        let now = self.office.now();
        self.host.alive_at = stamp(now);
        let shown = self.store.sign_of_life(&self.host, &over)?;
        *given = Some(self.host.alive_at.clone());
        for owner in shown.freed {
            tracing::warn!("{owner} gives no sign of life: its work is taken over");
        }
        let known = knowledge::require_known(&shown.club);
        if let Some(fault) = fault.map_or(known, |fault| Err(anyhow!(fault))).err() {
            shared.let_go();
            return Err(fault);
        }
        self.common.renewal.put_club(&shown.club);
        *shared.alive.lock().unwrap_or_else(PoisonError::into_inner) = Some(begun);
        for name in &self.leases {
            let now = self.office.now();
            let wanted = LeaseRow {
                name: name.clone(),
                holder: self.host.id.clone(),
                until: stamp(now + lease),
            };
            let taken = self.store.take_lease(&wanted, &stamp(now))?;
            let mut held = shared.held.lock().unwrap_or_else(PoisonError::into_inner);
            let had = held.insert(name.clone(), taken.then_some(begun)).flatten();
            match (taken, had) {
                (true, None) => tracing::info!("this host has the lease {name} now"),
                (false, Some(_)) => tracing::info!("another host has the lease {name} now"),
                _ => {}
            }
        }
        Ok(())
    }
}

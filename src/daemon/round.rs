//! Sends all letters that are due, once: for `run --once` and `receive`.

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};

use crate::mail::transport::Transport;
use crate::office::{Office, judge::Work, send::Lane};
use crate::store::{self, Store};

use super::pool::{Pool, SLOW};

/// A worker that has nothing to do looks this often whether another one needs help.
const TICK: Duration = Duration::from_millis(50);

/// What a thread needs to send letters.
pub struct Worker {
    /// An office of its own.
    pub office: Office,
    /// A connection of its own to the store.
    pub store: Box<dyn Store>,
    /// A connection of its own to the relay.
    pub transport: Box<dyn Transport>,
}

/// What came of the letters of one round, for the log.
#[derive(Debug, Default)]
pub struct Sent {
    /// Letters that were sent, deferred or failed.
    pub work: Work,
    /// Why letters were not sent, if any were not.
    pub trouble: Option<String>,
}

/// One worker's way through the letters.
struct Rounds<'a> {
    office: &'a mut Office,
    store: &'a mut dyn Store,
    transport: &'a mut dyn Transport,
    pool: Pool,
    member: usize,
    stop: &'a (dyn Fn() -> bool + Sync),
    sent: Sent,
}

/// Sends all letters that are due, until `stop`. The first one is a probe; if it leaves and there are
/// more, as many workers as `more` opens help, each in a thread of its own. Letters to recipients on whom
/// an earlier try has hung go last, one by one.
///
/// # Errors
/// The store fails, or a thread has failed.
pub fn send_all(
    first: (&mut Office, &mut dyn Store, &mut dyn Transport),
    more: &mut dyn FnMut() -> Result<Vec<Worker>>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Sent> {
    let (office, store, transport) = first;
    let mut rounds = Rounds {
        pool: Pool::new(vec![office.in_hand()], 1),
        office,
        store,
        transport,
        member: 0,
        stop,
        sent: Sent::default(),
    };
    let available = match rounds.one(Lane::Normal)? {
        ControlFlow::Break(available) => available,
        ControlFlow::Continue(()) => {
            let alone = !rounds.is_more()? || rounds.together(more()?)?;
            // What another worker could not send may be left.
            alone && rounds.all(Lane::Normal)?
        }
    };
    if available {
        rounds.all(Lane::Hung)?;
    }
    rounds.transport.close();
    Ok(rounds.sent)
}

impl Rounds<'_> {
    /// Works at the same time as others; whether this worker, the first one, still reaches the relay.
    fn together(&mut self, mut workers: Vec<Worker>) -> Result<bool> {
        if workers.is_empty() {
            return Ok(true);
        }
        let in_hand = workers.iter().map(|worker| worker.office.in_hand());
        let in_hand = [self.office.in_hand()].into_iter().chain(in_hand);
        let pool = Pool::new(in_hand.collect(), workers.len() + 1);
        let stop = self.stop;
        let alone = std::mem::replace(&mut self.pool, pool.clone());
        let (reaches, ended) = thread::scope(|scope| {
            let mut threads = Vec::new();
            for (worker, member) in workers.iter_mut().zip(1..) {
                let name = format!("deliverer {}", member + 1);
                worker.office.work_as(&name);
                let mut rounds = Rounds {
                    office: &mut worker.office,
                    store: worker.store.as_mut(),
                    transport: worker.transport.as_mut(),
                    pool: pool.clone(),
                    member,
                    stop,
                    sent: Sent::default(),
                };
                let work = move || -> Result<Sent> {
                    rounds.all(Lane::Normal)?;
                    rounds.transport.close();
                    Ok(rounds.sent)
                };
                let started = thread::Builder::new().name(name).spawn_scoped(scope, work);
                threads.push(started.context("cannot start a thread")?);
            }
            let reaches = self.all(Lane::Normal);
            let failed = |_| Err(anyhow!("a thread that sends has failed"));
            let threads = threads.into_iter();
            let ended = threads.map(|thread| thread.join().unwrap_or_else(failed));
            Ok::<_, anyhow::Error>((reaches, ended.collect::<Vec<_>>()))
        })?;
        let reaches = reaches?;
        for sent in ended {
            self.sent.add(sent?);
        }
        self.pool = alone;
        Ok(reaches)
    }

    /// Whether a letter may be due now.
    fn is_more(&mut self) -> Result<bool> {
        let now = self.office.stamp();
        let next = store::read(self.store, |store| Ok(store.next_try()?))?;
        Ok(next.is_some_and(|next| next <= now))
    }

    /// Sends until nothing is due and nobody needs help; whether the relay is available.
    fn all(&mut self, lane: Lane) -> Result<bool> {
        loop {
            match self.one(lane)? {
                ControlFlow::Continue(()) => continue,
                ControlFlow::Break(false) => return Ok(false),
                ControlFlow::Break(true) => {}
            }
            if (self.stop)() || !self.pool.is_busy() {
                return Ok(true);
            }
            self.pool.relieve(self.office, self.store, SLOW)?;
            thread::sleep(TICK);
        }
    }

    /// Sends as many letters as are this worker's share. `Break` if none is due or it is time to stop, with true,
    /// and with false if this worker does not reach the relay.
    fn one(&mut self, lane: Lane) -> Result<ControlFlow<bool>> {
        if (self.stop)() {
            return Ok(ControlFlow::Break(true));
        }
        let most = match lane {
            Lane::Normal => self.pool.most(self.member),
            Lane::Hung => 1,
        };
        let office = &mut self.office;
        let handed = office.send_some(self.store, self.transport, lane, most, self.stop)?;
        let Some(handed) = handed else {
            return Ok(ControlFlow::Break(true));
        };
        let next = self.pool.note(self.member, &handed, None);
        if !next.due.is_empty() {
            self.office.make_due(self.store, &next.due)?;
        }
        let unavailable = next.unavailable;
        let cannot_leave = unavailable.map(|why| format!("letters cannot leave: {why}"));
        self.sent.add(Sent {
            work: handed.work,
            trouble: cannot_leave.or(handed.trouble.filter(|_| !next.rest)),
        });
        Ok(match next.rest {
            true => ControlFlow::Break(false),
            false => ControlFlow::Continue(()),
        })
    }
}

impl Sent {
    /// Adds what was sent later.
    pub fn add(&mut self, other: Self) {
        self.work.sent += other.work.sent;
        self.work.deferred += other.work.deferred;
        self.work.failed += other.work.failed;
        self.trouble = other.trouble.or(self.trouble.take());
    }
}

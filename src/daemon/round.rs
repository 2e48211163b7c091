//! Sends all letters that are due, once: for `run --once` and `receive`.

use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};

use crate::mail::transport::Transport;
use crate::office::Office;
use crate::office::judge::Work;
use crate::office::send::Lane;
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

/// The result of one step.
enum Step {
    /// Letters were handed over.
    Some,
    /// None is due, or it is time to stop.
    Nothing,
    /// This worker does not reach the relay.
    Unavailable,
}

/// One worker's way through the letters.
struct Rounds<'a> {
    office: &'a mut Office,
    store: &'a mut dyn Store,
    transport: &'a mut dyn Transport,
    pool: &'a Pool,
    member: usize,
    stop: &'a (dyn Fn() -> bool + Sync),
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
    let mut sent = Sent::default();
    let probe = Pool::new(vec![office.in_hand()], 1);
    let mut rounds = Rounds {
        office,
        store,
        transport,
        pool: &probe,
        member: 0,
        stop,
    };
    let available = match rounds.one(Lane::Normal, &mut sent)? {
        Step::Unavailable => false,
        Step::Nothing => true,
        Step::Some => {
            let workers = match rounds.is_more()? {
                true => more()?,
                false => Vec::new(),
            };
            let alone = workers.is_empty() || together(&mut rounds, workers, &mut sent)?;
            // What another worker could not send may be left.
            alone && rounds.all(Lane::Normal, &mut sent)?
        }
    };
    if available {
        rounds.all(Lane::Hung, &mut sent)?;
    }
    rounds.transport.close();
    Ok(sent)
}

/// The first worker and others, at the same time; whether the first one still reaches the relay.
fn together(first: &mut Rounds<'_>, mut workers: Vec<Worker>, sent: &mut Sent) -> Result<bool> {
    for (number, worker) in workers.iter_mut().enumerate() {
        worker.office.work_as(&format!("deliverer {}", number + 2));
    }
    let in_hand = workers.iter().map(|worker| worker.office.in_hand());
    let in_hand = [first.office.in_hand()].into_iter().chain(in_hand);
    let pool = Pool::new(in_hand.collect(), workers.len() + 1);
    let stop = first.stop;
    let ended = thread::scope(|scope| {
        let mut threads = Vec::new();
        for (number, worker) in workers.iter_mut().enumerate() {
            let pool = &pool;
            let work = move || -> Result<(Sent, bool)> {
                let mut sent = Sent::default();
                let mut rounds = Rounds {
                    office: &mut worker.office,
                    store: worker.store.as_mut(),
                    transport: worker.transport.as_mut(),
                    pool,
                    member: number + 1,
                    stop,
                };
                let reaches = rounds.all(Lane::Normal, &mut sent)?;
                rounds.transport.close();
                Ok((sent, reaches))
            };
            let thread = thread::Builder::new().name(format!("deliverer {}", number + 2));
            let started = thread.spawn_scoped(scope, work);
            threads.push(started.context("cannot start a thread")?);
        }
        let mut own = Sent::default();
        let mut rounds = Rounds {
            office: &mut *first.office,
            store: &mut *first.store,
            transport: &mut *first.transport,
            pool: &pool,
            member: 0,
            stop,
        };
        let reaches = rounds.all(Lane::Normal, &mut own);
        let mut ended = vec![reaches.map(|reaches| (own, reaches))];
        for thread in threads {
            let done = thread.join();
            ended.push(done.unwrap_or_else(|_| Err(anyhow!("a thread that sends has failed"))));
        }
        Ok::<_, anyhow::Error>(ended)
    })?;
    let mut first_reaches = None;
    for done in ended {
        let (own, reaches) = done?;
        sent.add(own);
        first_reaches.get_or_insert(reaches);
    }
    Ok(first_reaches.unwrap_or(false))
}

impl Rounds<'_> {
    /// Whether a letter may be due now.
    fn is_more(&mut self) -> Result<bool> {
        let now = self.office.stamp();
        let next = store::read(self.store, |store| Ok(store.next_try()?))?;
        Ok(next.is_some_and(|next| next <= now))
    }

    /// Sends until nothing is due and nobody needs help; whether the relay is available.
    fn all(&mut self, lane: Lane, sent: &mut Sent) -> Result<bool> {
        loop {
            match self.one(lane, sent)? {
                Step::Some => continue,
                Step::Unavailable => return Ok(false),
                Step::Nothing => {}
            }
            if (self.stop)() || !self.pool.is_busy() {
                return Ok(true);
            }
            self.pool.relieve(self.office, self.store, SLOW)?;
            thread::sleep(TICK);
        }
    }

    /// Sends as many letters as are this worker's share, and says whether there may be more.
    fn one(&mut self, lane: Lane, sent: &mut Sent) -> Result<Step> {
        if (self.stop)() {
            return Ok(Step::Nothing);
        }
        let most = match lane {
            Lane::Normal => self.pool.most(self.member),
            Lane::Hung => 1,
        };
        let stop = self.stop;
        let (store, transport) = (&mut *self.store, &mut *self.transport);
        let handed = self
            .office
            .send_some(store, transport, lane, most, &|| stop())?;
        let Some(handed) = handed else {
            return Ok(Step::Nothing);
        };
        let next = self.pool.note(self.member, &handed, None);
        if !next.due.is_empty() {
            self.office.make_due(self.store, &next.due)?;
        }
        let cannot_leave = next
            .unavailable
            .map(|why| format!("letters cannot leave: {why}"));
        sent.add(Sent {
            work: handed.work,
            trouble: cannot_leave.or(handed.trouble.filter(|_| !next.rest)),
        });
        Ok(if next.rest {
            Step::Unavailable
        } else {
            Step::Some
        })
    }
}

impl Sent {
    fn add(&mut self, other: Self) {
        self.work.sent += other.work.sent;
        self.work.deferred += other.work.deferred;
        self.work.failed += other.work.failed;
        self.trouble = other.trouble.or(self.trouble.take());
    }
}

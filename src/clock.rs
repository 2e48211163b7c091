//! The only module that reads the clock. All others are given a [`Clock`].

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};

/// A source of the time.
pub trait Clock: Send + Sync {
    /// The time in UTC. It may step back, as the machine's clock does.
    fn now(&self) -> DateTime<Utc>;
}

/// The clock of the machine, which may be set while the program runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }
}

/// A clock that changes only when it is set; for tests and for `demo`.
#[derive(Debug)]
pub struct FixedClock(Mutex<DateTime<Utc>>);

impl FixedClock {
    /// A clock set to `time`.
    pub fn new(time: DateTime<Utc>) -> Self {
        Self(Mutex::new(time))
    }

    /// Sets the clock to `time`, which may be earlier.
    pub fn set(&self, time: DateTime<Utc>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = time;
    }

    /// Moves the clock by `by`, which may be negative. It stops at the ends of the range.
    pub fn advance(&self, by: TimeDelta) {
        let mut time = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (first, last) = (DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC);
        let end = if by < TimeDelta::zero() { first } else { last };
        *time = time.checked_add_signed(by).unwrap_or(end);
    }
}

impl Clock for FixedClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A clock by which that of another machine is known.
pub struct AheadClock {
    /// The clock of this machine.
    pub own: Box<dyn Clock>,
    /// By how many milliseconds the other one is ahead.
    pub ahead: Arc<AtomicI64>,
}

impl Clock for AheadClock {
    fn now(&self) -> DateTime<Utc> {
        let (own, ahead) = (self.own.now(), self.ahead.load(Ordering::Relaxed));
        let other = TimeDelta::try_milliseconds(ahead);
        other
            .and_then(|by| own.checked_add_signed(by))
            .unwrap_or(own)
    }
}

/// The time since the machine was started, with that in which it has slept.
pub fn awake_and_asleep() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// When this was first asked in this process, in the time of [`awake_and_asleep`].
pub fn started() -> Duration {
    static STARTED: OnceLock<Duration> = OnceLock::new();
    *STARTED.get_or_init(awake_and_asleep)
}

/// A time limit on a monotonic clock, for child processes and sockets.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    begun: Instant,
    length: Duration,
}

impl Deadline {
    /// A deadline `length` from now.
    pub fn after(length: Duration) -> Self {
        let begun = Instant::now();
        Self { begun, length }
    }

    /// The time left; `None` after the deadline.
    pub fn left(&self) -> Option<Duration> {
        self.length
            .checked_sub(self.begun.elapsed())
            .filter(|left| !left.is_zero())
    }
}

/// Measures a duration on a monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// A stopwatch that measures from now on.
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixed_clock_stands_until_moved() {
        let clock = FixedClock::new(DateTime::UNIX_EPOCH);
        assert_eq!(clock.now(), DateTime::UNIX_EPOCH);
        clock.advance(TimeDelta::days(3));
        assert_eq!(clock.now().timestamp(), 3 * 86_400);
        clock.set(DateTime::UNIX_EPOCH);
        assert_eq!(clock.now(), DateTime::UNIX_EPOCH);
        clock.advance(TimeDelta::MAX);
        assert_eq!(clock.now(), DateTime::<Utc>::MAX_UTC);
        clock.advance(TimeDelta::MIN);
        clock.advance(TimeDelta::MIN);
        assert_eq!(clock.now(), DateTime::<Utc>::MIN_UTC);
    }

    #[test]
    fn a_deadline_passes() {
        assert!(Deadline::after(Duration::ZERO).left().is_none());
        let left = Deadline::after(Duration::from_secs(600)).left();
        assert!(left.is_some_and(|l| l > Duration::from_secs(500)));
    }
}

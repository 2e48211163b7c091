//! The only place that reads the clock. Whoever needs the time is handed a [`Clock`].

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};

/// Tells the time.
pub trait Clock: Send + Sync {
    /// The time in UTC. It may step back, as the machine's does.
    fn now(&self) -> DateTime<Utc>;
}

/// The machine's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }
}

/// A clock that stands until it is moved: for tests and for the demonstration.
#[derive(Debug)]
pub struct FixedClock(Mutex<DateTime<Utc>>);

impl FixedClock {
    /// A clock that stands at `time`.
    #[must_use]
    pub fn new(time: DateTime<Utc>) -> Self {
        Self(Mutex::new(time))
    }

    /// Moves the clock to `time`, back too.
    pub fn set(&self, time: DateTime<Utc>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = time;
    }

    /// Moves the clock on, or back where `by` is negative. It stops at the ends of time.
    pub fn advance(&self, by: TimeDelta) {
        let mut time = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let end = if by < TimeDelta::zero() {
            DateTime::<Utc>::MIN_UTC
        } else {
            DateTime::<Utc>::MAX_UTC
        };
        *time = time.checked_add_signed(by).unwrap_or(end);
    }
}

impl Clock for FixedClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How long something may take, on a clock that never steps back: for children and sockets.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    begun: Instant,
    length: Duration,
}

impl Deadline {
    /// A deadline `length` from now.
    #[must_use]
    pub fn after(length: Duration) -> Self {
        Self {
            begun: Instant::now(),
            length,
        }
    }

    /// What is left of it; `None` when it has passed.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        self.length
            .checked_sub(self.begun.elapsed())
            .filter(|left| !left.is_zero())
    }
}

/// Measures how long something takes, on a clock that never steps back.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Begins to measure.
    #[must_use]
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// What has passed since.
    #[must_use]
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

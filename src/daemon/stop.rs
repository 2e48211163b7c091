//! The flag that stops the daemon.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// A flag that all threads check. Once set, it stays set.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<(Mutex<bool>, Condvar)>);

impl Stop {
    /// Sets the flag, and wakes all threads in [`Stop::sleep`].
    pub fn set(&self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.1.notify_all();
    }

    /// Whether the flag is set.
    pub fn is_set(&self) -> bool {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sleeps for `length` or until the flag is set; returns whether it is set.
    pub fn sleep(&self, length: Duration) -> bool {
        let set = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.0.1.wait_timeout_while(set, length, |set| !*set);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_wakes_sleepers_and_stays() {
        let stop = Stop::default();
        assert!(!stop.is_set() && !stop.sleep(Duration::from_millis(1)));
        let other = stop.clone();
        let sleeper = std::thread::spawn(move || other.sleep(Duration::from_secs(600)));
        stop.set();
        assert!(sleeper.join().expect("no panic"));
        assert!(stop.is_set() && stop.sleep(Duration::from_secs(600)));
    }
}

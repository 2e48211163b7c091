//! Pauses between tries to reach a server that is away.

use std::time::Duration;

use crate::clock::Deadline;
use crate::ids::{self, Chance};

/// The first pause; each further one is twice as long.
const FIRST: Duration = Duration::from_secs(1);
/// The longest.
const LAST: Duration = Duration::from_secs(300);

/// Growing pauses with jitter, so that a server that comes back is not met by everybody at once.
pub(super) struct Pauses {
    failures: u32,
    until: Option<Deadline>,
    /// What went wrong last, to be told again while nothing is tried.
    why: String,
    chance: Option<Chance>,
}

impl Pauses {
    pub(super) fn new() -> Self {
        Self {
            failures: 0,
            until: None,
            why: String::new(),
            // Without chance the pauses are merely even.
            chance: ids::system_chance().ok(),
        }
    }

    /// What is left of the pause, and why there is one.
    pub(super) fn left(&self) -> Option<(Duration, &str)> {
        let left = self.until?.left()?;
        Some((left, &self.why))
    }

    /// The server was reached: the next failure starts from the beginning.
    pub(super) fn reached(&mut self) {
        self.failures = 0;
        self.until = None;
    }

    /// It was not: the next pause begins. Between a half and the whole of the length is used.
    pub(super) fn failed(&mut self, why: String) {
        let length = FIRST.saturating_mul(1 << self.failures.min(12)).min(LAST);
        self.failures = self.failures.saturating_add(1);
        let half = u32::try_from(length.as_millis() / 2).unwrap_or(u32::MAX);
        let jitter = self
            .chance
            .as_mut()
            .map_or(half, |chance| ids::below(chance, half));
        let pause = Duration::from_millis(u64::from(half) + u64::from(jitter));
        self.until = Some(Deadline::after(pause));
        self.why = why;
    }
}

impl std::fmt::Debug for Pauses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Pauses({} failures)", self.failures)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_a_limit_and_end_when_the_server_is_back() {
        let mut pauses = Pauses::new();
        assert!(pauses.left().is_none());
        let mut longest = Duration::ZERO;
        for tries in 0..40 {
            pauses.failed(format!("try {tries}"));
            let (left, why) = pauses.left().expect("a pause");
            let whole = FIRST.saturating_mul(1 << tries.min(12)).min(LAST);
            assert!(left <= whole, "{tries}: {left:?}");
            assert!(
                left + Duration::from_millis(200) >= whole / 2,
                "{tries}: {left:?}"
            );
            assert_eq!(why, format!("try {tries}"));
            longest = longest.max(left);
        }
        assert!(longest > LAST / 2 - Duration::from_secs(1));
        pauses.reached();
        assert!(pauses.left().is_none());
    }
}

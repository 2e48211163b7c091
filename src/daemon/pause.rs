//! Pauses between tries that grow while a host or the disk is unavailable.

use std::time::Duration;

use rand::RngExt;

use crate::tokens::Chance;

/// Pauses of one second, two, four, and so on up to five minutes. Each is shortened at random by up to
/// a half, so that servers that lost the same host do not return to it at the same moment.
pub struct Pause {
    next: Duration,
    chance: Chance,
}

impl Pause {
    const FIRST: Duration = Duration::from_secs(1);
    const LONGEST: Duration = Duration::from_secs(300);

    /// Starts with the shortest pause.
    pub fn new(chance: Chance) -> Self {
        Self {
            next: Self::FIRST,
            chance,
        }
    }

    /// The next pause; the one after it is twice as long.
    pub fn next(&mut self) -> Duration {
        let pause = self.next;
        self.next = (pause * 2).min(Self::LONGEST);
        self.chance.random_range(pause / 2..=pause)
    }

    /// Goes back to the shortest pause; for use after a success.
    pub fn reset(&mut self) {
        self.next = Self::FIRST;
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha12Rng;

    use super::*;

    #[test]
    fn pauses_grow_to_a_limit_and_begin_anew() {
        for seed in 0..20 {
            let mut pause = Pause::new(Box::new(ChaCha12Rng::seed_from_u64(seed)));
            let mut expected = Duration::from_secs(1);
            for _ in 0..12 {
                let length = pause.next();
                assert!(length <= expected && length >= expected / 2, "{length:?}");
                expected = (expected * 2).min(Duration::from_secs(300));
            }
            pause.reset();
            assert!(pause.next() <= Duration::from_secs(1));
        }
    }
}

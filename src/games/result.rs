//! Results as the umpire types them.

use crate::rules::{Outcome, Seat, outcome::Reason};
use crate::text::clean;

use super::{request::Refusal, stored_game::StoredGame};

impl StoredGame {
    /// Reads `1-0`, `0-1`, `1/2-1/2`, or an order of finish such as `red>blue=green>yellow`, at
    /// the start of `text`.
    ///
    /// # Errors
    /// The text is no such result, or does not name each seat once.
    pub fn read_result(&self, text: &str) -> Result<Outcome, Refusal> {
        let word = text.split_whitespace().next().unwrap_or_default();
        let typed = clean(word, 60);
        let seats: Vec<Seat> = self.all_seats().collect();
        let places = match (word, seats.as_slice()) {
            ("1-0", &[first, second]) => vec![vec![first], vec![second]],
            ("0-1", &[first, second]) => vec![vec![second], vec![first]],
            ("1/2-1/2", &[_, _]) => vec![seats.clone()],
            _ => self.read_order(word).unwrap_or_default(),
        };
        let mut named: Vec<Seat> = places.iter().flatten().copied().collect();
        named.sort_unstable();
        if named != seats {
            // What can be read names at least one seat.
            let missing = !places.is_empty();
            return Err(Refusal::NoResult { typed, missing });
        }
        let reason = Reason::Umpire;
        Ok(Outcome { places, reason })
    }

    fn read_order(&self, word: &str) -> Option<Vec<Vec<Seat>>> {
        let seat = |name: &str| self.seat_named(name);
        let groups = word.split('>');
        groups
            .map(|group| group.split('=').map(seat).collect())
            .collect()
    }
}

//! Results as the umpire types them.

use anyhow::{Result, anyhow, bail};

use crate::rules::game::Seat;
use crate::rules::outcome::{Outcome, Reason};

use super::stored_game::{StoredGame, seat_at};

impl StoredGame {
    /// Reads `1-0`, `0-1`, `1/2-1/2`, or an order of finish such as `red>blue=green>yellow`, at
    /// the start of `text`.
    ///
    /// # Errors
    /// The text is no such result, or does not name each seat once.
    pub fn read_result(&self, text: &str) -> Result<Outcome> {
        let word = text.split_whitespace().next().unwrap_or_default();
        let seats: Vec<Seat> = (0..self.variant.seats().len()).map(seat_at).collect();
        let places = match (word, seats.as_slice()) {
            ("1-0", &[first, second]) => vec![vec![first], vec![second]],
            ("0-1", &[first, second]) => vec![vec![second], vec![first]],
            ("1/2-1/2", &[_, _]) => vec![seats.clone()],
            _ => self.read_order(word)?,
        };
        let mut named: Vec<Seat> = places.iter().flatten().copied().collect();
        named.sort_unstable();
        if named != seats {
            bail!(
                "{word:?} does not name each of the seats {} once",
                self.variant.seats().join(", ")
            );
        }
        Ok(Outcome {
            places,
            reason: Reason::Umpire,
        })
    }

    fn read_order(&self, word: &str) -> Result<Vec<Vec<Seat>>> {
        let seat = |name: &str| {
            self.seat_named(name).ok_or_else(|| {
                let order = self.variant.seats().join(">");
                anyhow!("no result: {word:?} (write 1-0, 0-1, 1/2-1/2, or an order like {order})")
            })
        };
        word.split('>')
            .map(|group| group.split('=').map(seat).collect())
            .collect()
    }
}

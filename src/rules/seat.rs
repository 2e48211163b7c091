//! Players' places in a game.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A player's side in a game: its index in [`super::variant::Variant::seats`], which is also the
/// playing order.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Seat(pub u8);

impl Seat {
    /// The first two seats, which are all there are in most games.
    pub const BOTH: [Self; 2] = [Self(0), Self(1)];

    /// The opponent in a game of two.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        Self(1 - (self.0 & 1))
    }

    /// Its index, for tables by seat.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of seats.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seats(u8);

impl Seats {
    /// The first `count` seats (at most 8).
    pub const fn first(count: usize) -> Self {
        Self(((1_u16 << count) - 1) as u8)
    }

    /// Whether `seat` is in it.
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// The set without `seat`.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// The seats in playing order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..8).map(Seat).filter(move |seat| self.has(*seat))
    }

    /// The seat in it that plays next after `seat`, which need not be in it; `None` if it is
    /// empty.
    pub fn after(self, seat: Seat) -> Option<Seat> {
        let later = self.iter().find(|next| next.0 > seat.0);
        later.or_else(|| self.iter().next())
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        Self(seats.into_iter().fold(0, |set, seat| set | 1 << seat.0))
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn play_goes_round_those_who_are_in() {
        let playing = Seats::first(4).without(Seat(2));
        assert_eq!(playing.after(Seat(1)), Some(Seat(3)));
        assert_eq!(playing.after(Seat(3)), Some(Seat(0)));
        assert_eq!(playing.after(Seat(2)), Some(Seat(3)));
        assert_eq!(Seats::default().after(Seat(0)), None);
        assert_eq!(playing.iter().collect::<Seats>(), playing);
    }
}

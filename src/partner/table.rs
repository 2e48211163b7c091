//! What is known of positions that were looked at.

/// How a score is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// It is the score.
    #[default]
    Exact,
    /// The score is at least this.
    Least,
    /// The score is at most this.
    Most,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known {
    /// The key of the position.
    pub key: u64,
    /// The score, by the place where the position is: mates are counted from there.
    pub score: i32,
    /// How deep it was looked at; 0, where nothing is known.
    pub depth: i8,
    /// How the score is meant.
    pub bound: Bound,
    /// The best choice, by its number.
    pub best: u16,
}

/// A table of positions; what is put in takes the place of what was there.
pub struct Table(Vec<Known>);

impl Table {
    /// A table for a search of so many positions.
    pub fn new(positions: u64) -> Self {
        let size = positions.next_power_of_two().clamp(1 << 10, 1 << 19);
        Self(vec![Known::default(); size as usize])
    }

    const fn place(&self, key: u64) -> usize {
        // The length is a power of two.
        (key as usize) & (self.0.len() - 1)
    }

    /// What is known of the position with this key.
    pub fn get(&self, key: u64) -> Option<Known> {
        let known = self.0[self.place(key)];
        (known.key == key && known.depth > 0).then_some(known)
    }

    /// Notes what was found.
    pub fn put(&mut self, found: Known) {
        let place = self.place(found.key);
        self.0[place] = found;
    }
}

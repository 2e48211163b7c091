//! Pieces off the board: a player's hand, or the bin that belongs to nobody.

use super::ROLES;
use crate::rules::Role;

/// How many pieces of each kind lie there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pocket([u8; ROLES]);

impl Pocket {
    /// How many of `role`.
    pub const fn count(&self, role: Role) -> u8 {
        self.0[role.index()]
    }

    /// Puts one of `role` in.
    pub fn add(&mut self, role: Role) {
        self.0[role.index()] += 1;
    }

    /// Takes one of `role` out; false if there is none.
    pub fn take(&mut self, role: Role) -> bool {
        let count = &mut self.0[role.index()];
        let there = *count > 0;
        *count -= u8::from(there);
        there
    }

    /// The kinds of which there is at least one, by their number.
    pub fn roles(self) -> impl Iterator<Item = Role> {
        let all = (0..ROLES as u8).map(Role);
        all.filter(move |role| self.count(*role) > 0)
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_comes_out_than_went_in() {
        let (pawn, queen) = (Role(0), Role(4));
        let mut pocket = Pocket::default();
        assert!(pocket.is_empty() && !pocket.take(pawn));
        pocket.add(queen);
        pocket.add(pawn);
        pocket.add(pawn);
        assert_eq!((pocket.count(pawn), pocket.roles().count()), (2, 2));
        assert!(pocket.take(pawn) && pocket.take(pawn) && !pocket.take(pawn));
        assert_eq!(pocket.roles().collect::<Vec<_>>(), [queen]);
    }
}

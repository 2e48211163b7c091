//! Sets of kinds of piece.

use crate::rules::Role;

/// A set of kinds of piece, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kinds(u32);

impl Kinds {
    /// The set without any kind.
    pub const EMPTY: Self = Self(0);
    /// Every kind of the game (the format's `*`, where it means any piece).
    pub const ALL: Self = Self(u32::MAX);

    /// The set of one kind.
    pub const fn of(role: Role) -> Self {
        Self(1 << role.0)
    }

    /// The set with `role` added.
    #[must_use]
    pub const fn with(self, role: Role) -> Self {
        Self(self.0 | 1 << role.0)
    }

    /// Whether `role` is in it.
    #[inline]
    pub const fn has(self, role: Role) -> bool {
        self.0 >> role.0 & 1 == 1
    }

    /// Whether no kind is in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds in it, lowest number first; [`Kinds::ALL`] is for asking only and has numbers that no kind has.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Role> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = (left != 0).then(|| Role(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(next)
        })
    }
}

impl FromIterator<Role> for Kinds {
    fn from_iter<I: IntoIterator<Item = Role>>(roles: I) -> Self {
        roles.into_iter().fold(Self::EMPTY, Self::with)
    }
}

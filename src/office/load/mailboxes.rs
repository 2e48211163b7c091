//! Which accounts are those of one person: their addresses are, or were, in the same mailbox.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::ids::PlayerId;
use crate::store::Snapshot;

/// The mailbox of an address, in lower case: without the detail of a sub-address (`name+detail@`, RFC 5233).
#[must_use]
pub fn mailbox(address: &str) -> String {
    let address = address.to_lowercase();
    match address.rsplit_once('@') {
        Some((local, host)) => {
            let name = local.split('+').next().filter(|name| !name.is_empty());
            format!("{}@{host}", name.unwrap_or(local))
        }
        None => address,
    }
}

/// The accounts that share a mailbox with others.
#[derive(Debug, Default)]
pub struct People {
    /// The lowest account of the same person, of those who have several.
    first: BTreeMap<PlayerId, PlayerId>,
}

impl People {
    /// Those of the addresses that players have or had, as they are known now.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn of(store: &dyn Snapshot) -> Result<Self> {
        Ok(Self::of_addresses(store.all_addresses()?))
    }

    fn of_addresses(addresses: Vec<(PlayerId, String)>) -> Self {
        let mut people = Self::default();
        let mut by_mailbox: BTreeMap<String, PlayerId> = BTreeMap::new();
        for (player, address) in addresses {
            let other = *by_mailbox.entry(mailbox(&address)).or_insert(player);
            let (one, other) = (people.person(player), people.person(other));
            if one != other {
                let (first, later) = (one.min(other), one.max(other));
                let moved = people.first.values_mut().filter(|one| **one == later);
                moved.for_each(|one| *one = first);
                people.first.insert(later, first);
                people.first.insert(first, first);
            }
        }
        people
    }

    /// The lowest account of the person who has an account.
    #[must_use]
    pub fn person(&self, player: PlayerId) -> PlayerId {
        self.first.get(&player).copied().unwrap_or(player)
    }

    /// All accounts of the person who has an account, that one among them.
    #[must_use]
    pub fn accounts(&self, player: PlayerId) -> Vec<PlayerId> {
        let person = self.person(player);
        let all = self.first.iter().filter(|(_, first)| **first == person);
        let all: Vec<PlayerId> = all.map(|(account, _)| *account).collect();
        if all.is_empty() { vec![player] } else { all }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mailbox_has_no_tag() {
        for (address, plain) in [
            ("Anna@Example.org", "anna@example.org"),
            ("Anna+chess@Example.org", "anna@example.org"),
            ("anna+a+b@example.org", "anna@example.org"),
            ("a.n.n.a@example.org", "a.n.n.a@example.org"),
            ("+x@example.org", "+x@example.org"),
            ("player 12", "player 12"),
        ] {
            assert_eq!(mailbox(address), plain);
        }
    }

    #[test]
    fn accounts_of_one_mailbox_are_one_person() {
        let addresses = [
            (2, "boris@example.net"),
            (3, "anna+chess@example.org"),
            (4, "cleo@example.com"),
            (4, "anna@example.org"),
            (5, "Cleo+x@example.com"),
            (6, "dora@example.edu"),
        ];
        let addresses = addresses.map(|(player, at)| (PlayerId(player), at.to_owned()));
        let people = People::of_addresses(addresses.to_vec());
        let first: Vec<i64> = (1..=6).map(|one| people.person(PlayerId(one)).0).collect();
        assert_eq!(first, [1, 2, 3, 3, 3, 6]);
        assert_eq!(people.accounts(PlayerId(5)), [3, 4, 5].map(PlayerId));
        assert_eq!(people.accounts(PlayerId(2)), [PlayerId(2)]);
    }
}

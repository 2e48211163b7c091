//! The states that have been, each with the moment when it was: what bans look up.
//!
//! A game asks a hundred times before each turn whether a state has been, and games are copied when turns are
//! tried. So the states are in a trie over their hashes, whose nodes copies share: a copy costs nothing, an
//! insertion the nodes on its way, and a look-up the same whether the game is young or old. States are
//! compared themselves, so that no two with one hash are confused.

use std::sync::Arc;

/// Branches of a node: four bits of the hash tell which.
const BRANCHES: usize = 16;
/// Bits of the hash that one node reads.
const BITS: u32 = 4;

/// States as `N` words, and what is known of each.
#[derive(Clone, Debug)]
pub struct Seen<T, const N: usize>(Node<T, N>);

#[derive(Debug)]
enum Node<T, const N: usize> {
    Empty,
    Leaf(Arc<Leaf<T, N>>),
    Fork(Arc<[Self; BRANCHES]>),
}

/// A state; those with the same hash are behind it.
#[derive(Debug)]
struct Leaf<T, const N: usize> {
    state: [u64; N],
    known: T,
    next: Option<Arc<Self>>,
}

impl<T, const N: usize> Clone for Node<T, N> {
    fn clone(&self) -> Self {
        match self {
            Self::Empty => Self::Empty,
            Self::Leaf(leaf) => Self::Leaf(Arc::clone(leaf)),
            Self::Fork(fork) => Self::Fork(Arc::clone(fork)),
        }
    }
}

impl<T, const N: usize> Seen<T, N> {
    /// An empty set of states.
    pub const fn new() -> Self {
        Self(Node::Empty)
    }

    /// What is known of a state; `None` if it has not been.
    pub fn find(&self, state: &[u64; N]) -> Option<&T> {
        let hash = hash(state);
        let (mut node, mut depth) = (&self.0, 0);
        loop {
            match node {
                Node::Empty => return None,
                Node::Fork(fork) => {
                    node = &fork[branch(hash, depth)];
                    depth += 1;
                }
                Node::Leaf(leaf) => {
                    let mut leaf = Some(leaf);
                    while let Some(here) = leaf {
                        if here.state == *state {
                            return Some(&here.known);
                        }
                        leaf = here.next.as_ref();
                    }
                    return None;
                }
            }
        }
    }

    /// Adds a state. What was known of it before is found no more.
    pub fn insert(&mut self, state: [u64; N], known: T) {
        let hash = hash(&state);
        insert(&mut self.0, (hash, 0), state, known);
    }
}

fn insert<T, const N: usize>(
    node: &mut Node<T, N>,
    (at, depth): (u64, u32),
    state: [u64; N],
    known: T,
) {
    let leaf = |known, next| Node::Leaf(Arc::new(Leaf { state, known, next }));
    match node {
        Node::Empty => *node = leaf(known, None),
        Node::Fork(fork) => {
            let below = &mut Arc::make_mut(fork)[branch(at, depth)];
            insert(below, (at, depth + 1), state, known);
        }
        Node::Leaf(here) => {
            let other = hash(&here.state);
            if other == at {
                *node = leaf(known, Some(Arc::clone(here)));
                return;
            }
            let mut fork = [const { Node::Empty }; BRANCHES];
            fork[branch(other, depth)] = Node::Leaf(Arc::clone(here));
            *node = Node::Fork(Arc::new(fork));
            insert(node, (at, depth), state, known);
        }
    }
}

/// The branch that a hash takes at this depth. Different hashes part before their bits are used up.
const fn branch(hash: u64, depth: u32) -> usize {
    (hash >> (u64::BITS - BITS - BITS * depth)) as usize % BRANCHES
}

/// A hash of words, whose high bits depend on all of theirs.
fn hash<const N: usize>(state: &[u64; N]) -> u64 {
    const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
    let fold = |hash: u64, word: &u64| {
        let mixed = (hash ^ word).wrapping_mul(MIX);
        mixed ^ mixed >> 32
    };
    state.iter().fold(0, fold).wrapping_mul(MIX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_was_inserted_is_found_and_nothing_else() {
        let mut seen = Seen::<u32, 2>::new();
        let state = |n: u32| [u64::from(n), u64::from(n) << 40];
        for n in 0..5_000 {
            assert_eq!(seen.find(&state(n)), None);
            seen.insert(state(n), n);
        }
        assert!((0..5_000).all(|n| seen.find(&state(n)) == Some(&n)));
        assert!((5_000..9_000).all(|n| seen.find(&state(n)).is_none()));
    }

    #[test]
    fn a_copy_keeps_what_it_has() {
        let mut first = Seen::<&str, 1>::new();
        first.insert([1], "one");
        let mut second = first.clone();
        second.insert([2], "two");
        first.insert([3], "three");
        assert_eq!((first.find(&[2]), second.find(&[3])), (None, None));
        assert_eq!(
            (first.find(&[1]), second.find(&[1])),
            (Some(&"one"), Some(&"one"))
        );
        assert_eq!(
            (first.find(&[3]), second.find(&[2])),
            (Some(&"three"), Some(&"two"))
        );
    }

    #[test]
    fn states_with_one_hash_are_told_apart() {
        // `hash` is invertible in its last word, so that a pair with one hash is easily made.
        let of = |first: u64, second: u64| {
            let mixed = first.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            [first, second ^ mixed ^ mixed >> 32]
        };
        let (a, b, c) = (of(1, 7), of(2, 7), of(3, 7));
        assert!(hash(&a) == hash(&b) && hash(&b) == hash(&c) && a != b);
        let mut seen = Seen::<char, 2>::new();
        seen.insert(a, 'a');
        seen.insert(b, 'b');
        assert_eq!(
            (seen.find(&a), seen.find(&b), seen.find(&c)),
            (Some(&'a'), Some(&'b'), None)
        );
    }
}

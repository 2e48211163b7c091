//! Who is seen: what of a game may be shown now, and whose names.

use crate::status::Public;

/// What is known of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// A person, with what they have chosen; `None`: nothing yet.
    Person(Option<Public>),
    /// A program of the server's, which has nothing to hide.
    Program,
    /// Somebody who was forgotten, or whom nobody knows.
    Nobody,
}

/// What is known of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Whether only its players may see it.
    pub private: bool,
    /// Whether it has ended, or was called off.
    pub over: bool,
    /// How many turns stand.
    pub turns: usize,
    /// Who has its seats.
    pub seats: Vec<Holder>,
    /// What its event says at entry; `None`: it is of none, or the event says nothing.
    pub event: Option<Public>,
    /// What the club says of those who have said nothing.
    pub club: Public,
}

/// How much of a game may be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Not that there is one.
    Nothing,
    /// The position after so many turns, and how it came about.
    UpTo(usize),
    /// All of it, with its result.
    Whole,
}

/// What of a game may be shown now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// How much of it.
    pub extent: Extent,
    /// Of each seat, whether its player is named; else it is 'a player'.
    pub named: Vec<bool>,
}

/// What of a game may be shown now: as much as all its players allow. Those who have said nothing allow what their event
/// has said at entry, else what the club says; the name of a person needs a word of their own, or that of the event.
#[must_use]
pub fn seen(facts: &Facts) -> Seen {
    let allowed = facts.seats.iter().map(|holder| match holder {
        Holder::Person(own) => own.or(facts.event).unwrap_or(facts.club),
        Holder::Nobody => facts.event.unwrap_or(facts.club),
        Holder::Program => Public::On,
    });
    let extents = allowed.map(|public| extent(public, facts));
    let extent = match facts.private {
        true => Extent::Nothing,
        // Of several, the least one holds.
        false => extents.fold(Extent::Whole, |one, other| match (one, other) {
            (Extent::Nothing, _) | (_, Extent::Nothing) => Extent::Nothing,
            (Extent::Whole, least) | (least, Extent::Whole) => least,
            (Extent::UpTo(one), Extent::UpTo(other)) => Extent::UpTo(one.min(other)),
        }),
    };
    let named = facts.seats.iter();
    let named = named.map(|holder| is_named(*holder, facts.event)).collect();
    Seen { extent, named }
}

/// Whether somebody is named in a game of an event, or in the event itself.
#[must_use]
pub fn is_named(holder: Holder, event: Option<Public>) -> bool {
    match holder {
        Holder::Program => true,
        Holder::Nobody => false,
        Holder::Person(own) => own.or(event).is_some_and(|public| public != Public::Off),
    }
}

fn extent(public: Public, facts: &Facts) -> Extent {
    match public {
        Public::Off => Extent::Nothing,
        Public::On => Extent::Whole,
        Public::Ended | Public::Delayed(_) if facts.over => Extent::Whole,
        Public::Ended => Extent::Nothing,
        Public::Delayed(turns) => Extent::UpTo(facts.turns.saturating_sub(usize::from(turns))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Extent::{Nothing, UpTo, Whole};
    use Public::{Delayed, Ended, Off, On};

    const ON: Holder = Holder::Person(Some(On));
    const OFF: Holder = Holder::Person(Some(Off));
    const UNDECIDED: Holder = Holder::Person(None);
    const ENDED: Holder = Holder::Person(Some(Ended));

    fn late(turns: u16) -> Holder {
        Holder::Person(Some(Delayed(turns)))
    }

    #[test]
    fn a_game_is_shown_as_far_as_all_its_players_allow() {
        // Club, event, seats, whether it is over; what is shown of 12 turns, and who is named.
        let table = [
            (Off, None, [ON, ON], false, Whole, [true, true]),
            (Off, None, [ON, UNDECIDED], false, Nothing, [true, false]),
            (On, None, [ON, UNDECIDED], false, Whole, [true, false]),
            (
                On,
                None,
                [UNDECIDED, UNDECIDED],
                false,
                Whole,
                [false, false],
            ),
            (On, None, [ON, OFF], false, Nothing, [true, false]),
            (On, None, [ON, OFF], true, Nothing, [true, false]),
            (Off, None, [ON, ENDED], false, Nothing, [true, true]),
            (Off, None, [ON, ENDED], true, Whole, [true, true]),
            (Off, None, [ON, late(5)], false, UpTo(7), [true, true]),
            (Off, None, [late(3), late(5)], false, UpTo(7), [true, true]),
            (Off, None, [ON, late(20)], false, UpTo(0), [true, true]),
            (Off, None, [ON, late(5)], true, Whole, [true, true]),
            (Off, None, [ENDED, late(5)], false, Nothing, [true, true]),
            (
                Delayed(2),
                None,
                [ON, UNDECIDED],
                false,
                UpTo(10),
                [true, false],
            ),
            (Ended, None, [ON, UNDECIDED], true, Whole, [true, false]),
            // What an event says at entry is what its players have said, but for those who have said something themselves.
            (
                Off,
                Some(On),
                [UNDECIDED, UNDECIDED],
                false,
                Whole,
                [true, true],
            ),
            (
                Off,
                Some(On),
                [UNDECIDED, OFF],
                false,
                Nothing,
                [true, false],
            ),
            (
                Off,
                Some(On),
                [UNDECIDED, late(5)],
                false,
                UpTo(7),
                [true, true],
            ),
            (On, Some(Off), [UNDECIDED, ON], true, Nothing, [false, true]),
            (
                On,
                Some(Ended),
                [UNDECIDED, ON],
                false,
                Nothing,
                [true, true],
            ),
            // Programs hide nothing, and nobody else's word is taken for theirs.
            (Off, None, [ON, Holder::Program], false, Whole, [true, true]),
            (
                Off,
                None,
                [UNDECIDED, Holder::Program],
                true,
                Nothing,
                [false, true],
            ),
            // Who was forgotten has no name.
            (On, None, [ON, Holder::Nobody], true, Whole, [true, false]),
            (
                Off,
                None,
                [ON, Holder::Nobody],
                true,
                Nothing,
                [true, false],
            ),
            (
                Off,
                Some(On),
                [ON, Holder::Nobody],
                true,
                Whole,
                [true, false],
            ),
        ];
        for (club, event, seats, over, extent, named) in table {
            let mut facts = Facts {
                private: false,
                over,
                turns: 12,
                seats: seats.to_vec(),
                event,
                club,
            };
            let expected = Seen {
                extent,
                named: named.to_vec(),
            };
            assert_eq!(seen(&facts), expected, "{facts:?}");
            facts.private = true;
            assert_eq!(seen(&facts).extent, Nothing, "{facts:?}");
        }
    }
}

//! The keys that a section may have: [`find`] knows all of them.
//!
//! | file | what is there |
//! |---|---|
//! | [`table`] | the keys by name: form of value, colours, standing, what holds without them |
//! | [`value`] | values as they are kept, and how they are written out |
//! | [`read`], [`squares`], [`lists`] | values read strictly |
//! | [`kinds`] | types of piece |
//! | [`readers`] | keys for readers, with `zugpost.` in front |
//! | [`near`] | the known word that is nearest to an unknown one |

pub mod kinds;
pub mod lists;
pub mod near;
pub mod read;
pub mod readers;
pub mod squares;
pub mod table;
pub mod value;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::rules::{Reason, Seat};

use super::fault::Faults;

use self::kinds::Word;
use self::readers::ReaderKey;
use self::table::{Key, Sides, TABLE};

/// What a key is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A piece: its letter, and its movement.
    Piece(Word),
    /// Where a piece of one colour may arrive.
    Region(Word, Seat),
    /// A row of the table, for both colours or for one.
    Key(&'static Key, Option<Seat>),
    /// A key for readers.
    Reader(ReaderKey),
}

/// What mobility regions begin with.
const REGION: &str = "mobilityRegion";

/// The endings of keys for one colour.
pub const COLOURS: [(&str, Seat); 2] = [("White", Seat(0)), ("Black", Seat(1))];

/// Every name that a key may have, but for names of pieces to readers.
static NAMES: LazyLock<BTreeMap<String, Target>> = LazyLock::new(|| {
    let mut names = BTreeMap::new();
    for kind in Word::all() {
        names.insert(kind.to_string(), Target::Piece(kind));
        for (colour, seat) in COLOURS {
            names.insert(region(kind, colour), Target::Region(kind, seat));
        }
    }
    for key in TABLE {
        if key.sides != Sides::Only {
            names.insert(key.name.to_owned(), Target::Key(key, None));
        }
        if key.sides != Sides::Same {
            let of = |(colour, seat)| (key.name.to_owned() + colour, Target::Key(key, Some(seat)));
            names.extend(COLOURS.map(of));
        }
    }
    names.extend(readers::names().map(|(name, key)| (name, Target::Reader(key))));
    names
});

/// Finds a key by its name as the format spells it.
pub fn find(name: &str) -> Option<Target> {
    let named = || readers::name_of_piece(name).map(Target::Reader);
    NAMES.get(name).copied().or_else(named)
}

/// The key of where a piece of one colour may arrive.
pub fn region(kind: Word, colour: &str) -> String {
    format!("{REGION}{colour}{}", capitalised(kind))
}

/// The word of a piece as mobility regions write it: `Rook`.
fn capitalised(kind: Word) -> String {
    let word = kind.name();
    let (first, rest) = word.split_at(1);
    first.to_ascii_uppercase() + rest
}

/// The key that is nearest to a name: with a colour, if there is no form without, and with what keys for readers begin
/// with. After many faults none is looked for, since that takes time.
pub fn nearest(name: &str, faults: &Faults) -> Option<&'static str> {
    if faults.are_many() {
        return None;
    }
    let exact = [
        name.to_owned() + COLOURS[0].0,
        readers::PREFIX.to_owned() + name,
    ];
    let exact = exact
        .into_iter()
        .find_map(|name| NAMES.get_key_value(&name));
    match exact {
        Some((name, _)) => Some(name),
        None => near::nearest(name, NAMES.keys().map(String::as_str)),
    }
}

/// What to say of a name that is no key; `near`: the key that is nearest to it.
pub fn unknown(name: &str, near: Option<&str>) -> Reason {
    let reason = Reason::new("key-unknown").text("key", super::ini::shown(name));
    match near {
        Some(near) => reason.text("near", near),
        None => reason,
    }
}

/// Whether a name is a key of the board, of a piece or of the beginning: if it is at fault, what else does not fit
/// follows from that.
pub fn is_basic(name: &str) -> bool {
    match find(name) {
        Some(Target::Piece(_)) => true,
        Some(Target::Key(key, _)) => ["maxRank", "maxFile", "startFen"].contains(&key.name),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_there_twice() {
        let count = |sides: Sides| match sides {
            Sides::Same => 1,
            Sides::Each => 3,
            Sides::Only => 2,
        };
        let rows: usize = TABLE.iter().map(|key| count(key.sides)).sum();
        let others = 3 * Word::all().count() + readers::names().count();
        assert_eq!(NAMES.len(), rows + others);
        let name = find("zugpost.name.Q");
        assert_eq!(name, Some(Target::Reader(ReaderKey::Name('q'))));
    }

    #[test]
    fn other_spellings_are_unknown_and_the_known_one_is_told() {
        let near = |typed| nearest(typed, &Faults::default());
        for (typed, known) in [
            ("maxrank", "maxRank"),
            ("Knight", "knight"),
            ("customPiece26", "customPiece16"),
            ("mobilityRegionWhiterook", "mobilityRegionWhiteRook"),
            ("promotionRegion", "promotionRegionWhite"),
            ("flagregion", "flagRegion"),
            ("zugpost.titel", "zugpost.title"),
            ("title", "zugpost.title"),
        ] {
            assert_eq!(find(typed), None, "{typed}");
            let told = unknown(typed, near(typed)).to_string();
            assert!(told.ends_with(&format!("near: {known})")), "{told}");
        }
        assert_eq!(
            unknown("houseRules", near("houseRules")).to_string(),
            "key-unknown(key: houseRules)"
        );
    }
}

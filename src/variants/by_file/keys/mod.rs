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

use crate::rules::{Reason, Seat};

use self::kinds::Kind;
use self::readers::ReaderKey;
use self::table::{Key, Sides, TABLE};

/// What a key is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A piece: its letter, and its movement.
    Piece(Kind),
    /// Where a piece of one colour may arrive.
    Region(Kind, Seat),
    /// A row of the table, for both colours or for one.
    Key(&'static Key, Option<Seat>),
    /// A key for readers.
    Reader(ReaderKey),
}

/// What mobility regions begin with.
const REGION: &str = "mobilityRegion";

/// The endings of keys for one colour.
pub const COLOURS: [(&str, Seat); 2] = [("White", Seat(0)), ("Black", Seat(1))];

/// Finds a key by its name as the format spells it.
pub fn find(name: &str) -> Option<Target> {
    if let Some(reader) = readers::find(name) {
        return Some(Target::Reader(reader));
    }
    if let Some(kind) = Kind::find(name) {
        return Some(Target::Piece(kind));
    }
    if let Some(rest) = name.strip_prefix(REGION) {
        let of = |(colour, seat): (&str, Seat)| {
            let word = rest.strip_prefix(colour)?;
            let kind = Kind::all().find(|kind| capitalised(*kind) == word)?;
            Some(Target::Region(kind, seat))
        };
        return COLOURS.into_iter().find_map(of);
    }
    if let Some(key) = TABLE.iter().find(|key| key.name == name) {
        let whole = key.sides != Sides::Only;
        return whole.then_some(Target::Key(key, None));
    }
    COLOURS.into_iter().find_map(|(colour, seat)| {
        let stem = name.strip_suffix(colour)?;
        let key = TABLE.iter().find(|key| key.name == stem)?;
        (key.sides != Sides::Same).then_some(Target::Key(key, Some(seat)))
    })
}

/// The word of a piece as mobility regions write it: `Rook`.
fn capitalised(kind: Kind) -> String {
    let word = kind.word();
    let (first, rest) = word.split_at(1);
    first.to_ascii_uppercase() + rest
}

/// What to say of a name that is no key.
pub fn unknown(name: &str) -> Reason {
    let reason = Reason::new("key-unknown").text("key", super::ini::shown(name));
    match nearest(name) {
        Some(near) => reason.text("near", near),
        None => reason,
    }
}

/// The key that is nearest to a name: with a colour, if there is no form without.
pub fn nearest(name: &str) -> Option<String> {
    let white = name.to_owned() + COLOURS[0].0;
    if find(&white).is_some() {
        return Some(white);
    }
    near::nearest(name, all().iter().map(String::as_str)).map(str::to_owned)
}

/// Every name that a key may have.
pub fn all() -> Vec<String> {
    let mut names: Vec<String> = Kind::all().map(|kind| kind.to_string()).collect();
    for (colour, _) in COLOURS {
        let regions = Kind::all().map(|kind| format!("{REGION}{colour}{}", capitalised(kind)));
        names.extend(regions);
    }
    for key in TABLE {
        if key.sides != Sides::Only {
            names.push(key.name.to_owned());
        }
        if key.sides != Sides::Same {
            names.extend(COLOURS.map(|(colour, _)| key.name.to_owned() + colour));
        }
    }
    names.extend(readers::names());
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_and_no_name_is_there_twice() {
        let names = all();
        for name in &names {
            let found = find(name).unwrap_or_else(|| panic!("{name}"));
            if let Target::Key(key, seat) = found {
                let colour = COLOURS.iter().find(|(_, of)| Some(*of) == seat);
                let colour = colour.map_or("", |(colour, _)| *colour);
                assert_eq!(*name, key.name.to_owned() + colour);
            }
        }
        let mut once = names.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), names.len());
    }

    #[test]
    fn other_spellings_are_unknown_and_the_known_one_is_told() {
        for (typed, near) in [
            ("maxrank", "maxRank"),
            ("Knight", "knight"),
            ("customPiece26", "customPiece2"),
            ("mobilityRegionWhiterook", "mobilityRegionWhiteRook"),
            ("promotionRegion", "promotionRegionWhite"),
            ("flagregion", "flagRegion"),
            ("zugpost.titel", "zugpost.title"),
        ] {
            assert_eq!(find(typed), None, "{typed}");
            let told = unknown(typed).to_string();
            assert!(told.ends_with(&format!("near: {near})")), "{told}");
        }
        assert_eq!(
            unknown("houseRules").to_string(),
            "key-unknown(key: houseRules)"
        );
    }
}

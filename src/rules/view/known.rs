//! Reads names that are in the sources back from JSON. Each is kept once for as long as the program
//! runs: there are as many as the games have.

use std::collections::BTreeSet;
use std::sync::Mutex;

use serde::{Deserialize, Deserializer};

use super::Name;

static NAMES: Mutex<BTreeSet<Name>> = Mutex::new(BTreeSet::new());

struct Known(Name);

impl<'de> Deserialize<'de> for Known {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let name = String::deserialize(from)?;
        let mut names = NAMES.lock().unwrap_or_else(|broken| broken.into_inner());
        if let Some(known) = names.get(name.as_str()) {
            return Ok(Self(known));
        }
        let kept: Name = name.leak();
        names.insert(kept);
        Ok(Self(kept))
    }
}

pub(super) fn name<'de, D: Deserializer<'de>>(from: D) -> Result<Name, D::Error> {
    Known::deserialize(from).map(|known| known.0)
}

pub(super) fn some<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Name>, D::Error> {
    let known = Option::<Known>::deserialize(from)?;
    Ok(known.map(|known| known.0))
}

pub(super) fn of_letter<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<(char, Name)>, D::Error> {
    let known = Option::<(char, Known)>::deserialize(from)?;
    Ok(known.map(|(letter, known)| (letter, known.0)))
}

//! Which variants of enums are in a letter, and which there are: all of them are in recorded
//! letters.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use zugpost::letters::{LetterData, samples};

/// The names of all variants of an enum, as serde lists them, and the one that is in a letter.
pub type Variant = (String, String);

/// An enum of which letters show nothing, by one of its variants: what a line requests that waits for a `yes`.
const NOT_SHOWN: &str = "offer-draw";

/// No enum has a variant of this name.
const NONE: &str = "?";

/// The variants that are in a letter. Each text and each key is replaced in turn by a name that no
/// enum knows; where an enum is read, serde says so, and lists the names that it knows.
pub fn of_letter(letter: &LetterData) -> BTreeSet<Variant> {
    let mut whole = serde_json::to_value(letter).expect("JSON");
    let mut found = BTreeSet::new();
    for at in places(&whole, String::new()) {
        let place = whole.pointer_mut(&at).expect("a place");
        let kept = place.clone();
        let name = match place {
            Value::String(text) => std::mem::replace(text, NONE.to_owned()),
            Value::Object(map) => {
                let (name, inner) = std::mem::take(map).into_iter().next().expect("one key");
                map.insert(NONE.to_owned(), inner);
                name
            }
            _ => continue,
        };
        let known = serde_json::from_value::<LetterData>(whole.clone());
        *whole.pointer_mut(&at).expect("a place") = kept;
        let error = known.err().map(|error| error.to_string());
        let names = error
            .as_deref()
            .and_then(|error| error.strip_prefix("unknown variant `?`, expected "));
        found.extend(names.map(|names| (names.to_owned(), name)));
    }
    found
}

/// The names in a list of serde's.
fn names(listed: &str) -> impl Iterator<Item = &str> {
    listed.split('`').skip(1).step_by(2)
}

/// The pointers to all texts, and to all objects of one key.
fn places(value: &Value, at: String) -> Vec<String> {
    let inner = |key: String, value| {
        let key = key.replace('~', "~0").replace('/', "~1");
        places(value, format!("{at}/{key}"))
    };
    match value {
        Value::String(_) => vec![at],
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items
                .flat_map(|(index, item)| inner(index.to_string(), item))
                .collect()
        }
        Value::Object(map) => {
            let items = map.iter().flat_map(|(key, item)| inner(key.clone(), item));
            let items: Vec<String> = items.collect();
            let own = (map.len() == 1).then(|| at.clone());
            own.into_iter().chain(items).collect()
        }
        _ => Vec::new(),
    }
}

/// A new variant of what letters say has to be said in a recorded letter.
#[test]
fn recorded_letters_have_every_variant() {
    let mut seen: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for sample in samples::recorded().expect("samples") {
        for (known, name) in of_letter(&sample.letter) {
            seen.entry(known).or_default().insert(name);
        }
    }
    assert!(seen.len() > 20, "{} enums", seen.len());
    let mut missing: Vec<String> = Vec::new();
    for (known, seen) in &seen {
        let all: BTreeSet<&str> = names(known).collect();
        if !all.contains(NOT_SHOWN) {
            let not_seen = all.iter().filter(|name| !seen.contains(**name));
            missing.extend(not_seen.map(|name| format!("{name} of {all:?}")));
        }
    }
    assert!(
        missing.is_empty(),
        "no recorded letter says {missing:#?}: let a conversation say it, or `by_hand.json`, and then: \
         RECORD=1 cargo test --test conversations letters_are_recorded"
    );
}

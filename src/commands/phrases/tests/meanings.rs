//! Words that mean one thing in one language and another in another.

use std::collections::{BTreeMap, BTreeSet};

use super::super::words::{Words, expand};
use crate::reading::by_language;

/// Sections of one file that are looked up together; the first one that has a phrase says what it means.
const TOGETHER: &[(&str, &[&str])] = &[
    ("offers", &["refusals", "acceptances", "fillers", "thanks"]),
    (
        "requests",
        &[
            "take-back",
            "pause",
            "resume",
            "courtesies",
            "agreements",
            "refusals",
        ],
    ),
    ("wishes", &["resignations", "concessions", "draw-offers"]),
    (
        "doubts",
        &[
            "harmless",
            "corrections",
            "denials",
            "first-denials",
            "weak-denials",
            "hesitations",
            "weak-hesitations",
            "conditions",
            "weak-conditions",
            "reports",
            "weak-reports",
        ],
    ),
];

/// Every word with two meanings is in this list, so that nobody adds one without seeing it.
const KNOWN: &[&str] = &[
    "offers: da: ro acceptances, sv fillers",
    "offers: tak: pl acceptances, da fillers",
    "doubts: chyba: cs corrections, pl hesitations",
    "doubts: ne: cs denials, hu denials, fr weak-denials",
    "doubts: nie: pl denials, pl first-denials, de weak-denials, pl weak-denials",
    "doubts: non: fr first-denials, it first-denials, fr weak-denials, it weak-denials",
    "doubts: que tal: es harmless, pt hesitations",
];

type Meanings = BTreeMap<String, BTreeSet<(&'static str, &'static str)>>;

/// What each phrase of these sections means in which languages.
fn meanings(file: &str, sections: &[&'static str]) -> Meanings {
    let mut all = Meanings::new();
    for section in sections {
        for (language, phrases) in by_language(&format!("{file}/{section}")) {
            for phrase in phrases.iter().flat_map(|pattern| expand(pattern)) {
                let words = Words::of(&phrase);
                let folded: Vec<&str> = (0..words.len()).map(|at| words.folded(at)).collect();
                let meant = all.entry(folded.join(" ")).or_default();
                meant.insert((*section, language));
            }
        }
    }
    all
}

#[test]
fn words_with_two_meanings_are_known() {
    let mut found = Vec::new();
    for (file, sections) in TOGETHER {
        for (phrase, meant) in meanings(file, sections) {
            let two = meant.iter().any(|(section, language)| {
                let other = |(other, of): &(&str, &str)| other != section && of != language;
                meant.iter().any(other)
            });
            if two {
                let meant = meant.iter().map(|(section, of)| format!("{of} {section}"));
                let meant: Vec<String> = meant.collect();
                found.push(format!("{file}: {phrase}: {}", meant.join(", ")));
            }
        }
    }
    assert_eq!(found, KNOWN);
}

/// An acceptance cannot be taken back: no word for one may refuse in another language.
#[test]
fn what_accepts_refuses_nowhere() {
    for (file, accepts) in [("offers", "acceptances"), ("requests", "agreements")] {
        for (phrase, meant) in meanings(file, &[accepts, "refusals"]) {
            let sections: BTreeSet<_> = meant.iter().map(|(section, _)| section).collect();
            assert_eq!(sections.len(), 1, "{phrase}: {meant:?}");
        }
    }
}

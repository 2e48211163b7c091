//! Adjudicators do not know who plays, and players do not know who adjudicates.

use super::{FRAMES, expand, folder};

/// In each of these conversations: its name, the players, and the adjudicators.
const EVENTS: [(&str, &[&str], &[&str]); 3] = [
    (
        "events_last_day",
        &["anna", "boris", "cleo"],
        &["dora", "eva", "max", "fritz"],
    ),
    (
        "events_last_day_four",
        &["anna", "boris", "cleo", "dora"],
        &["eva", "fritz", "max"],
    ),
    (
        "events_last_day_hand",
        &["anna", "boris", "cleo"],
        &["fritz"],
    ),
];

#[test]
fn their_letters_have_no_names_of_each_other() {
    for (conversation, players, adjudicators) in EVENTS {
        let golden = std::fs::read_to_string(folder().join(format!("{conversation}.golden")));
        let whole = expand(&golden.expect("a golden"), &FRAMES).expect("a transcript");
        for (readers, hidden) in [(players, adjudicators), (adjudicators, players)] {
            let mut found = 0;
            for letter in whole.split("\n=> ").skip(1) {
                if !readers.iter().any(|reader| letter.starts_with(reader)) {
                    continue;
                }
                let inside = |line: &&str| line.is_empty() || line.starts_with("   ");
                for line in letter.lines().skip(1).take_while(inside) {
                    let mut words = line.split(|c: char| !c.is_alphanumeric());
                    let other = words.find(|word| hidden.contains(&&*word.to_lowercase()));
                    assert_eq!(other, None, "{conversation}: {line}");
                }
                found += 1;
            }
            assert!(found > 0, "{conversation}: no letter to {readers:?}");
        }
    }
}

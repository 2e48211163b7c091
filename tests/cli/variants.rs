//! Files of variants, as an operator checks them.

use std::fs;

use serde_json::Value;

use super::place::Place;

/// Two games without a fault among them, and one with three.
const CLUB: &str =
    "[small:chess]\nmaxRanks = 6\nknight = n:NN\n\u{1b}[31m = 1\n\n[ours:chess]\namazon = q\n";

#[test]
fn all_faults_are_told_with_their_lines() {
    let place = Place::new();
    let file = place.path("club.ini");
    fs::write(&file, CLUB).expect("written");
    let ran = place.run(&["variant", "check", &file]);
    assert_eq!(ran.code, 1, "{ran:?}");
    for line in [
        "line 2: [small]",
        "line 3: [small]",
        "line 7: [ours] remark: ",
    ] {
        assert!(ran.out.contains(line), "{line}: {ran:?}");
    }
    assert!(ran.out.ends_with("without a fault: ours\n"), "{ran:?}");
    assert!(ran.err.contains("has 3 faults"), "{ran:?}");
    assert!(
        !ran.out.contains('\u{1b}') && !ran.err.contains('\u{1b}'),
        "{ran:?}"
    );
    let ran = place.run(&["variant", "check", &file, "--json"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    let rows = ran
        .out
        .lines()
        .map(|row| serde_json::from_str(row).expect("JSON"));
    let rows: Vec<Value> = rows.collect();
    let faults = rows.iter().filter(|row| row["fault"] == true);
    assert_eq!((rows.len(), faults.count()), (4, 3), "{rows:?}");
    assert!(!ran.out.contains('\u{1b}'), "{ran:?}");
}

#[test]
fn what_is_no_file_of_variants_is_refused() {
    let place = Place::new();
    for (name, text, says) in [
        ("empty.ini", "", "has no games"),
        ("words.ini", "Dear umpire,\n", "has 1 fault"),
    ] {
        let file = place.path(name);
        fs::write(&file, text).expect("written");
        let ran = place.run(&["variant", "check", &file]);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.err.contains(says), "{ran:?}");
    }
    let large = place.path("large.ini");
    fs::write(&large, vec![b'\n'; 300 * 1024]).expect("written");
    for (file, says) in [
        (large, "kB"),
        (place.path("data"), "cannot read"),
        (place.path("missing.ini"), "cannot read"),
    ] {
        let ran = place.run(&["variant", "check", &file]);
        assert_eq!(ran.code, 1, "{ran:?}");
        let said = format!("{}{}", ran.out, ran.err);
        assert!(said.contains(says), "{ran:?}");
    }
}

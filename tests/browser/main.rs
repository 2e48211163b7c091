//! Letters in a real browser: Chromium lays them out at the widths of telephones and desktops, light and dark, as they
//! are and as mail programs show them, and says what a screen reader would get.
//!
//! `./test.sh` leaves this out where Chromium is missing and may not be installed.
//! `PICTURES=folder` writes pictures of the letters there.

mod accessibility;
mod complaints;
mod devtools;
mod letters;
mod page;
mod pages;
#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../cli/place.rs"]
mod place;
mod tapping;

use std::fs;
use std::path::{Path, PathBuf};

use complaints::{Complaint, Complaints};
use page::Page;
use zugpost::variants::VARIANTS;

/// The rules that have to find something in a letter with a fault.
const FAULTS: &str = include_str!("faults.txt");

/// Where `./test.sh` keeps axe-core, whose licence is another one than that of this project.
fn axe() -> String {
    let usual = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("test-tools/axe.min.js");
    let file = std::env::var_os("ZUGPOST_TEST_AXE").map_or(usual, PathBuf::from);
    fs::read_to_string(&file)
        .unwrap_or_else(|why| panic!("{}: {why}: ./test.sh gets axe-core", file.display()))
}

#[test]
fn letters_fit_and_can_be_read() {
    let letters = letters::all();
    let pictures: usize = letters.iter().map(|letter| letter.pictures).sum();
    assert!(pictures >= VARIANTS.len(), "{pictures} pictures");
    if let Some(folder) = std::env::var_os("PICTURES") {
        letters::paint(letters, Path::new(&folder));
    }
    let mut page = Page::open(letters);
    let mut found = Complaints::new(letters);
    found.extend(page.unknown());
    found.extend(page.measured());
    found.none();
}

#[test]
fn letters_can_be_heard() {
    let letters = letters::all();
    let mut page = Page::open(letters);
    let mut found = Complaints::new(letters);
    found.extend(page.heard(&letters::sides()));
    found.none();
}

#[test]
fn axe_finds_nothing() {
    let letters = letters::of_each_kind();
    let mut page = Page::open(&letters);
    let mut found = Complaints::new(&letters);
    found.extend(page.ruled(&axe()));
    found.none();
}

/// Each rule finds the fault that is made for it, and none in the letter without faults.
#[test]
fn rules_find_faults() {
    let good = letters::Letter::of("good", include_str!("good.html"));
    let mut all = vec![good];
    let mut rules = vec![];
    for fault in FAULTS
        .trim_end()
        .split("\n\n")
        .filter(|fault| !fault.starts_with('#'))
    {
        let lines: Vec<&str> = fault.lines().collect();
        let (rule, pairs) = lines.split_first().expect("a rule");
        let mut html = all[0].html.clone();
        for pair in pairs.chunks(2) {
            let changed = html.replace(pair[0], pair[1]);
            assert_ne!(html, changed, "faults.txt: there is no {}", pair[0]);
            html = changed;
        }
        let in_programs = rule.strip_prefix("in programs: ");
        let rule = in_programs.unwrap_or(rule);
        let mut letter = letters::Letter::of(rule, &html);
        letter.kind = in_programs.is_some();
        all.push(letter);
        rules.push(rule);
    }
    let mut page = Page::open(&all);
    let sides = letters::sides();
    let mut found: Vec<Complaint> = page.unknown();
    found.extend(page.measured());
    found.extend(page.heard(&sides));
    let of_good: Vec<_> = found.iter().filter(|its| its.letter == 0).collect();
    assert!(of_good.is_empty(), "{of_good:#?}");
    let missed: Vec<_> = (1..)
        .zip(&rules)
        .filter(|(letter, rule)| {
            let all: Vec<_> = found.iter().filter(|its| its.letter == *letter).collect();
            !all.iter().any(|its| its.rule == **rule)
        })
        .map(|(letter, rule)| {
            let of: Vec<_> = found.iter().filter(|its| its.letter == letter).collect();
            format!("{rule}: {of:?}")
        })
        .collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

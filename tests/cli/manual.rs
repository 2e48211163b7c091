//! `completions` and `man` include every command.

use std::collections::BTreeSet;
use std::fs;

use super::place::Place;

/// The subcommands that a help page lists.
fn listed(place: &Place, path: &[&str]) -> Vec<String> {
    let help = place.ok(&[path, &["--help"]].concat());
    let Some((_, commands)) = help.split_once("Commands:\n") else {
        return Vec::new();
    };
    commands
        .lines()
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_command_has_a_page_and_is_completed() {
    let place = Place::new();
    let mut pages = BTreeSet::from(["zugpost.1".to_owned()]);
    let mut names = Vec::new();
    for name in listed(&place, &[]) {
        pages.insert(format!("zugpost-{name}.1"));
        for below in listed(&place, &[&name]) {
            pages.insert(format!("zugpost-{name}-{below}.1"));
        }
        names.push(name);
    }
    assert!(names.len() > 12 && pages.len() > 30, "{pages:?}");
    place.ok(&["man", &place.path("man")]);
    let found: BTreeSet<String> = fs::read_dir(place.path("man"))
        .expect("a folder")
        .flatten()
        .map(|page| page.file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(found, pages);
    let page = fs::read_to_string(place.path("man/zugpost-doctor.1")).expect("a page");
    assert!(page.contains(".TH") && page.contains("round"), "{page}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = place.ok(&["completions", shell]);
        for name in &names {
            assert!(
                script.contains(name.as_str()),
                "{shell} does not know {name}"
            );
        }
    }
}

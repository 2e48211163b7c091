//! The public pages in Chromium: they are not wider than the screen, and axe-core finds nothing.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use serde_json::json;

use crate::devtools::Browser;
use crate::place::Place;

/// One game of each kind of board: its seats and turns.
const GAMES: [(&str, &[&str], &str); 6] = [
    ("chess", &["white", "black"], "f3 e5 g4 Qh4"),
    ("xiangqi", &["red", "black"], "Ch3-h7 Cb8xb1"),
    ("hans38", &["white", "black"], ""),
    ("shogi", &["sente", "gote"], "Pc3-c4"),
    ("in-the-bin", &["white", "black"], ""),
    ("yonin-bishogi", &["red", "green", "yellow", "blue"], ""),
];
const WIDTHS: [u32; 4] = [320, 390, 900, 1600];

/// The pages of a club in which everybody is shown, in a language.
fn club(language: &str) -> (Place, Vec<PathBuf>) {
    let place = Place::new();
    let file = place.path("zugpost.toml");
    let settings = fs::read_to_string(&file).expect("settings");
    let pages = "[pages]\ndir = \"pages\"\nurl = \"https://club.example\"\n";
    let settings = settings.replace("[pages]\n", pages);
    let spoken = format!("\nlanguage = \"{language}\"\n");
    let settings = settings.replace("\nlanguage = \"en\"\n", &spoken);
    fs::write(&file, settings).expect("written");
    for (number, (variant, seats, turns)) in (1..).zip(GAMES) {
        let mut arguments = vec!["game".to_owned(), "new".to_owned(), variant.to_owned()];
        for (seat, name) in seats.iter().zip(["Anna", "Boris", "Chen", "Dora"]) {
            arguments.push("--seat".to_owned());
            arguments.push(format!("{seat}={name} <{name}@example.org>"));
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        place.ok(&arguments);
        for turn in turns.split_whitespace() {
            place.ok(&["game", "move", &number.to_string(), turn]);
        }
    }
    place.ok(&["event", "new", "spring-2027", "chess time 5d/move rated"]);
    let database = Connection::open(place.path("data/zugpost.db")).expect("open");
    let chosen = database.execute("UPDATE players SET settings = '{\"public\":\"on\"}'", []);
    assert_eq!(chosen, Ok(4));
    place.ok(&["pages"]);
    let mut found = Vec::new();
    collect(Path::new(&place.path("pages")), &mut found);
    assert!(found.len() > 20, "{} pages", found.len());
    (place, found)
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => collect(&path, found),
            false if path.extension().is_some_and(|end| end == "html") => found.push(path),
            false => {}
        }
    }
}

#[test]
fn pages_fit_and_axe_finds_nothing() {
    let axe = crate::axe();
    let mut browser = Browser::blank();
    let mut faults = Vec::new();
    // Words of other languages are longer.
    for language in ["en", "de", "es", "fr"] {
        let (_place, pages) = club(language);
        for page in &pages {
            browser.go(page);
            let mut fault = |what: &str| {
                faults.push(format!("{language}, {}: {what}", page.display()));
            };
            let said = browser.evaluate("document.documentElement.lang");
            if said.as_str() != Some(language) {
                fault(&format!("its language is {said}"));
            }
            for width in WIDTHS {
                let screen =
                    json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false});
                browser.ask("Emulation.setDeviceMetricsOverride", &screen);
                let wide = browser.evaluate("document.documentElement.scrollWidth");
                if wide.as_u64() > Some(width.into()) {
                    fault(&format!("{wide} wide on a screen of {width}"));
                }
                // What axe-core looks at is the same in each language.
                if width != WIDTHS[0] || language != "en" {
                    continue;
                }
                browser.evaluate(&axe);
                let found = browser.evaluate(
                    "axe.run().then((all) => all.violations.map((one) => one.id + ': ' + one.nodes[0].html))",
                );
                for one in found.as_array().expect("a list") {
                    fault(&one.to_string());
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

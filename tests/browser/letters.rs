//! Letters about each kind of game, as the program writes them.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use data_encoding::BASE64;
use mail_parser::MimeHeaders;
use serde::Serialize;
use zugpost::variants::VARIANTS;

use crate::devtools;
use crate::place::{self, Place};

/// The HTML part of a letter.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Letter {
    pub(crate) name: String,
    pub(crate) html: String,
    /// Whether it stands for a kind of letters, with which everything is tried.
    pub(crate) kind: bool,
    /// How many pictures go with it.
    pub(crate) pictures: usize,
    /// How many links it has.
    pub(crate) links: usize,
}

impl Letter {
    pub(crate) fn of(name: &str, html: &str) -> Self {
        Letter {
            name: name.to_owned(),
            html: html.to_owned(),
            kind: true,
            pictures: 0,
            links: html.matches("<a ").count(),
        }
    }

    /// Its HTML part, with the data of pictures in their places.
    fn read(letter: &place::Letter) -> Option<Self> {
        let parsed = mail_parser::MessageParser::default().parse(letter.raw.as_bytes())?;
        if !letter.raw.contains("text/html") {
            return None;
        }
        let subject = parsed.subject().unwrap_or_default();
        let name = format!("{} {subject}", letter.mailbox);
        let mut read = Letter::of(&name, &parsed.body_html(0)?);
        for part in &parsed.parts {
            // A file has no parts of a mail: the picture itself is in its place.
            if let Some(id) = part.content_id() {
                let data = format!("data:image/png;base64,{}", BASE64.encode(part.contents()));
                read.html = read.html.replace(&format!("cid:{id}"), &data);
                read.pictures += 1;
            }
        }
        Some(read)
    }
}

/// What players can be called by: the names of all seats.
pub(crate) fn sides() -> Vec<&'static str> {
    let mut sides: Vec<&str> = zugpost::variants::all()
        .flat_map(|variant| variant.seats().to_vec())
        .collect();
    sides.push("Neutral");
    sides.sort_unstable();
    sides.dedup();
    sides
}

/// The first letters about each kind of game, those after some turns, and one with a picture.
pub(crate) fn all() -> &'static [Letter] {
    static ALL: OnceLock<Vec<Letter>> = OnceLock::new();
    ALL.get_or_init(made)
}

/// One letter of each kind.
pub(crate) fn of_each_kind() -> Vec<Letter> {
    let all = all().iter();
    all.filter(|letter| letter.kind).cloned().collect()
}

fn made() -> Vec<Letter> {
    let mut place = Place::new();
    place.games_of_all_kinds();
    let mut letters = vec![];
    let mut built_in = HashSet::new();
    for (number, variant) in (1..).zip(VARIANTS) {
        for _ in 0..5 {
            let shown = place.ok(&["game", "show", &number.to_string(), "--json"]);
            let shown: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
            let position = shown["position"].as_str().expect("a position").to_owned();
            let options = shown["options"].clone();
            let turn = example(variant.id(), &position, &options);
            place.ok(&["game", "move", &number.to_string(), &turn]);
        }
        place.ok(&["run", "--once"]);
        built_in.insert(format!("g{number}.example.org"));
        // One more, with a picture.
        let newest = place.newest(&format!("p0@g{number}.example.org"), number);
        let mail = place.answer(&newest, "set board picture\nshow\n");
        place.deliver(&mail);
        place.ok(&["run", "--once"]);
    }
    for letter in place.letters() {
        letters.extend(Letter::read(&letter).map(|read| (letter.mailbox, read)));
    }
    // A kind: letters about one of the games that are built in, with a table or with a picture. Games from files are
    // drawn as these are. Of each kind the last one counts, which most is said in.
    let mut kinds = HashSet::new();
    for (mailbox, letter) in letters.iter_mut().rev() {
        let game = mailbox.rsplit('@').next().unwrap_or_default().to_owned();
        letter.kind = built_in.contains(&game) && kinds.insert((game, letter.pictures > 0));
    }
    let letters: Vec<Letter> = letters.into_iter().map(|(_, letter)| letter).collect();
    let count = letters.len();
    assert!(count > 3 * VARIANTS.len(), "only {count} letters");
    letters
}

/// A legal turn.
fn example(variant: &str, position: &str, options: &serde_json::Value) -> String {
    let variant = zugpost::variants::find(variant).expect("a variant");
    let options = serde_json::from_value(options.clone()).unwrap_or_default();
    let game = variant.start(&options, Some(position)).expect("a position");
    game.example().expect("a turn")
}

/// Pictures of all letters, for people to look at.
pub(crate) fn paint(letters: &[Letter], pictures: &Path) {
    fs::create_dir_all(pictures).expect("a folder");
    let folder = tempfile::tempdir().expect("a folder");
    for (number, letter) in letters.iter().enumerate() {
        fs::write(pictures.join(format!("{number}.html")), &letter.html).expect("written");
        for width in [320, 390, 900] {
            for (scheme, name) in [(1, "light"), (0, "dark")] {
                let file = folder.path().join("one.html");
                let html = letter.html.replace('&', "&amp;").replace('"', "&quot;");
                let frame = format!(
                    "<body style=\"margin:0\"><iframe style=\"border:0;width:{width}px;height:1400px\" srcdoc=\"{html}\">"
                );
                fs::write(&file, frame).expect("written");
                let picture = pictures.join(format!("{number}-{width}-{name}.png"));
                let ran = Command::new(devtools::program())
                    .args(devtools::QUIET)
                    .arg(format!("--user-data-dir={}", folder.path().display()))
                    .arg(format!("--blink-settings=preferredColorScheme={scheme}"))
                    .arg(format!("--screenshot={}", picture.display()))
                    .arg(format!("--window-size={},1400", width.max(500)))
                    .arg(format!("file://{}", file.display()))
                    .output();
                ran.expect("Chromium");
            }
        }
    }
}

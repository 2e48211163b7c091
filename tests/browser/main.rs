//! Letters in a real browser: Chromium lays them out at the widths of telephones and desktops, light and dark.
//!
//! `./test.sh` leaves this out where Chromium is missing and may not be installed.
//! `PICTURES=folder` writes pictures of the letters there.

#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../support/html_page.rs"]
mod html_page;
#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../cli/place.rs"]
mod place;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use data_encoding::BASE64;
use mail_parser::MimeHeaders;
use place::Place;
use serde::Deserialize;
use zugpost::variants::VARIANTS;

/// The widths of a small and a usual telephone, and of a desktop, in pixels.
const WIDTHS: [u32; 3] = [320, 390, 900];

/// Text that can be read: WCAG 2.1, success criterion 1.4.3.
const CONTRAST: f64 = 4.5;

/// What the browser has found in one letter at one width.
#[derive(Debug, Deserialize)]
struct Found {
    letter: usize,
    width: u32,
    /// The width that the letter takes.
    takes: u32,
    /// The least contrast of a text with what is behind it, and that text.
    contrast: f64,
    text: String,
    /// Squares of cells that can be seen, and what they are said to hold.
    cells: Vec<(String, String)>,
    links: Vec<String>,
    /// The pictures that could be shown, with their widths and the words for those who do not see them.
    pictures: Vec<(u32, String)>,
}

struct Letter {
    name: String,
    html: String,
    /// How many pictures go with it.
    pictures: usize,
}

/// Letters about each kind of game: the first ones, those after some turns, and one with a question.
fn letters() -> Vec<Letter> {
    let mut place = Place::new();
    place.games_of_all_kinds();
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
        // One more, with a picture.
        let newest = place.newest(&format!("p0@g{number}.example.org"), number);
        let mail = place.answer(&newest, "set board picture\nshow\n");
        place.deliver(&mail);
        place.ok(&["run", "--once"]);
    }
    let letters = place.letters().into_iter();
    let letters: Vec<Letter> = letters
        .filter_map(|letter| {
            let parsed = mail_parser::MessageParser::default().parse(letter.raw.as_bytes())?;
            let mut html = parsed.body_html(0)?.into_owned();
            let mut pictures = 0;
            for part in &parsed.parts {
                // A file has no parts of a mail: the picture itself is in its place.
                if let Some(id) = part.content_id() {
                    let data = format!("data:image/png;base64,{}", BASE64.encode(part.contents()));
                    html = html.replace(&format!("cid:{id}"), &data);
                    pictures += 1;
                }
            }
            let name = format!(
                "{} {}",
                letter.mailbox,
                parsed.subject().unwrap_or_default()
            );
            letter.raw.contains("text/html").then_some(Letter {
                name,
                html,
                pictures,
            })
        })
        .collect();
    assert!(
        letters.len() > 3 * VARIANTS.len(),
        "only {} letters",
        letters.len()
    );
    letters
}

/// A legal turn.
fn example(variant: &str, position: &str, options: &serde_json::Value) -> String {
    let variant = zugpost::variants::find(variant).expect("a variant");
    let options = serde_json::from_value(options.clone()).unwrap_or_default();
    let game = variant.start(&options, Some(position)).expect("a position");
    game.example().expect("a turn")
}

/// A page with all letters in frames, which writes down what it finds.
fn page(letters: &[Letter]) -> String {
    let mut page = "<!DOCTYPE html><html><body>".to_owned();
    for (number, letter) in letters.iter().enumerate() {
        for width in WIDTHS {
            let html = letter.html.replace('&', "&amp;").replace('"', "&quot;");
            let _ = write!(
                page,
                "<iframe data-letter=\"{number}\" style=\"border:0;width:{width}px;height:600px\" srcdoc=\"{html}\"></iframe>"
            );
        }
    }
    page.push_str("<script type=\"application/json\" id=\"found\"></script><script>");
    page.push_str(include_str!("look.js"));
    page.push_str("</script></body></html>");
    page
}

fn chromium(folder: &Path, arguments: &[&str]) -> String {
    let program = std::env::var("ZUGPOST_TEST_CHROMIUM").unwrap_or_else(|_| "chromium".to_owned());
    let data = format!("--user-data-dir={}", folder.join("data").display());
    let ran = Command::new(&program)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-sync",
        ])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-quic",
        ])
        .args(["--hide-scrollbars", "--timeout=60000", &data])
        .args(arguments)
        .output()
        .unwrap_or_else(|why| panic!("{program}: {why}"));
    String::from_utf8_lossy(&ran.stdout).into_owned()
}

fn look(folder: &Path, letters: &[Letter], scheme: &str) -> Vec<Found> {
    let file = folder.join("letters.html");
    fs::write(&file, page(letters)).expect("written");
    let address = format!("file://{}", file.display());
    let shown = chromium(folder, &[scheme, "--dump-dom", &address]);
    let (_, found) = shown
        .split_once("id=\"found\">")
        .unwrap_or_else(|| panic!("nothing found: {shown:.500}"));
    let (found, _) = found.split_once("</script>").expect("the end");
    serde_json::from_str(found).unwrap_or_else(|why| panic!("{why}: {found:.500}"))
}

#[test]
fn letters_fit_and_can_be_read() {
    let letters = letters();
    let folder = tempfile::tempdir().expect("a folder");
    let mut pictures = 0;
    for scheme in [
        "--blink-settings=preferredColorScheme=1",
        "--blink-settings=preferredColorScheme=0",
    ] {
        let all = look(folder.path(), &letters, scheme);
        assert_eq!(all.len(), letters.len() * WIDTHS.len(), "{scheme}");
        for found in &all {
            let letter = &letters[found.letter];
            let name = format!("{} at {} pixels, {scheme}", letter.name, found.width);
            assert!(
                found.takes <= found.width,
                "{name}: takes {} pixels",
                found.takes
            );
            assert!(
                found.contrast >= CONTRAST,
                "{name}: a contrast of {:.1} for {:?}",
                found.contrast,
                found.text
            );
            let page = html_page::read(&letter.html.replace("data:image/png", "cid:data"))
                .unwrap_or_else(|why| panic!("{name}: {why}"));
            let cells = page.cells.into_iter().map(|cell| (cell.square, cell.words));
            assert_eq!(found.cells, cells.collect::<Vec<_>>(), "{name}");
            assert_eq!(found.links, page.links, "{name}");
            let boards = found.cells.len() + found.pictures.len();
            assert!(boards > 0, "{name}: no board");
            assert_eq!(found.pictures.is_empty(), letter.pictures == 0, "{name}");
            for (width, said) in &found.pictures {
                // As wide as the table that it stands for.
                assert!((260..=304).contains(width), "{name}: {width} pixels");
                assert!(said.contains("king"), "{name}: {said}");
            }
            pictures += found.pictures.len();
        }
    }
    assert!(pictures >= 6 * VARIANTS.len(), "{pictures} pictures");
    if let Ok(pictures) = std::env::var("PICTURES") {
        paint(folder.path(), &letters, Path::new(&pictures));
    }
}

/// Pictures of all letters, for people to look at.
fn paint(folder: &Path, letters: &[Letter], pictures: &Path) {
    fs::create_dir_all(pictures).expect("a folder");
    for (number, letter) in letters.iter().enumerate() {
        fs::write(pictures.join(format!("{number}.html")), &letter.html).expect("written");
        for width in WIDTHS {
            for (scheme, name) in [(1, "light"), (0, "dark")] {
                let file = folder.join("one.html");
                let html = letter.html.replace('&', "&amp;").replace('"', "&quot;");
                let frame = format!(
                    "<body style=\"margin:0\"><iframe style=\"border:0;width:{width}px;height:1400px\" srcdoc=\"{html}\">"
                );
                fs::write(&file, frame).expect("written");
                let (scheme, picture, size, address) = (
                    format!("--blink-settings=preferredColorScheme={scheme}"),
                    format!(
                        "--screenshot={}",
                        pictures
                            .join(format!("{number}-{width}-{name}.png"))
                            .display()
                    ),
                    format!("--window-size={},1400", width.max(500)),
                    format!("file://{}", file.display()),
                );
                chromium(folder, &[&scheme, &picture, &size, &address]);
            }
        }
    }
}

//! `game show --board` in each drawing.

use mail_parser::{MessageParser, MimeHeaders};

use super::html_page;
use super::place::Place;

/// Text with one blank between words.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_board_is_shown_in_each_drawing() {
    let place = Place::new();
    let (white, black) = ("Anna <anna@example.org>", "Boris <boris@example.net>");
    place.ok(&["game", "new", "chess", "--white", white, "--black", black]);
    place.ok(&["game", "move", "1", "Nf3"]);
    let shown = |drawing: &str| place.ok(&["game", "show", "1", "--board", "--as", drawing]);
    let usual = place.ok(&["game", "show", "1", "--board"]);
    assert!(usual.contains("   3  .  .  .  .  . [N] .  .  3"), "{usual}");
    assert_eq!(shown("ascii"), usual);
    assert!(
        shown("unicode").contains("[♘\u{fe0e}]"),
        "{}",
        shown("unicode")
    );
    let spoken = one_line(&shown("spoken"));
    assert!(
        spoken.contains("knights b1, f3;") && !spoken.contains('['),
        "{spoken}"
    );
    let html = shown("html");
    let (_, table) = html.split_once("<table").expect("a table");
    let page = html_page::read(&format!("<table{table}")).expect("HTML that letters may have");
    assert_eq!(page.cells.len(), 64);
    let f3 = page.cells.iter().find(|cell| cell.square == "f3");
    assert_eq!(f3.expect("f3").words, "White knight, last turn");
    assert_eq!(place.run(&["game", "show", "1", "--as", "spoken"]).code, 2);
    let json = place.ok(&["game", "show", "1", "--board", "--as", "spoken", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("an object");
    let board = json["board"].as_str().expect("a board");
    assert!(shown("spoken").ends_with(&format!("{board}\n")), "{board}");
    let json = place.ok(&["game", "show", "1", "--json"]);
    assert!(!json.contains("\"board\""), "{json}");
    let without = place.run(&["game", "show", "1", "--board", "--as", "picture"]);
    assert_eq!(without.code, 2, "{without:?}");
    let file = place.path("board.png");
    let picture = ["game", "show", "1", "--board", "--as", "picture", &file];
    let said = place.ok(&picture);
    assert!(said.contains(&file), "{said}");
    // No file is overwritten: it may be the secret.
    let said = place.refused(&picture);
    assert!(said.contains("exists already"), "{said}");
    let picture = std::fs::read(&file).expect("a picture");
    assert!(
        picture.starts_with(b"\x89PNG\r\n"),
        "{} bytes",
        picture.len()
    );
    let elsewhere = place.run(&["game", "show", "1", "--board", "--as", "html", &file]);
    assert_eq!(elsewhere.code, 1, "{elsewhere:?}");
    let unknown = place.run(&["game", "show", "1", "--board", "--as", "hologram"]);
    assert_eq!(unknown.code, 2, "{unknown:?}");
}

#[test]
fn a_letter_brings_the_picture_that_it_shows() {
    let mut place = Place::new();
    let (white, black) = ("Anna <anna@example.org>", "Boris <boris@example.net>");
    place.ok(&["game", "new", "chess", "--white", white, "--black", black]);
    place.ok(&["run", "--once"]);
    let first = place.newest("anna@example.org", 1);
    let mail = place.answer(&first, "set board picture\nNf3\n");
    place.deliver(&mail);
    place.ok(&["run", "--once"]);
    let letter = place.newest("anna@example.org", 1);
    let parsed = MessageParser::default()
        .parse(letter.raw.as_bytes())
        .expect("a mail");
    let html = parsed.body_html(0).expect("an HTML part");
    let page = html_page::read(&html).expect("HTML that letters may have");
    let [(id, said)] = page.pictures.as_slice() else {
        panic!("pictures: {:?}", page.pictures);
    };
    assert!(one_line(said).contains("knights b1, f3"), "{said}");
    assert!(page.cells.is_empty(), "{html}");
    let shown = parsed
        .parts
        .iter()
        .find(|part| part.content_id() == Some(id.as_str()))
        .expect("the picture");
    let kind = shown.content_type().expect("a type");
    assert_eq!((kind.ctype(), kind.subtype()), ("image", Some("png")));
    assert!(shown.contents().starts_with(b"\x89PNG\r\n"));
    let text = parsed.body_text(0).expect("text");
    assert!(text.contains("   3  .  .  .  .  . [N] .  .  3"), "{text}");
}

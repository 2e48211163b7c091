//! `game show --board` in each drawing.

use super::html_page;
use super::place::Place;

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
    let spoken = shown("spoken");
    assert!(
        spoken.contains("knights b1, f3;") && !spoken.contains('['),
        "{spoken}"
    );
    let html = shown("html");
    let (_, table) = html.split_once("<table").expect("a table");
    let page = html_page::read(&format!("<table{table}")).expect("HTML that letters may have");
    let titles: Vec<&str> = page.cells.iter().map(|cell| cell.title.as_str()).collect();
    assert_eq!(titles.len(), 64);
    assert!(
        titles.contains(&"White knight on f3, last turn"),
        "{titles:?}"
    );
    assert_eq!(place.run(&["game", "show", "1", "--as", "spoken"]).code, 2);
    let unknown = place.run(&["game", "show", "1", "--board", "--as", "hologram"]);
    assert_eq!(unknown.code, 2, "{unknown:?}");
}

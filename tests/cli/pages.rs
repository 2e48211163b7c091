//! `pages`: a small club's folder, all of whose files are read.

mod law;
mod many;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use html5gum::{Token, Tokenizer};
use resvg::usvg::roxmltree;
use rusqlite::Connection;
use zugpost::rules::game::Listing;
use zugpost::rules::variant::Options;
use zugpost::variants;

use crate::place::Place;

/// What others have put into names and words, and must not be anywhere in a file as it stands.
const PLANTED: [&str; 5] = [
    "<script>alert",
    "\"]]>",
    "\nBEGIN:",
    "\u{202e}",
    "hidden@example.org",
];
/// A key by its form.
const KEY: &str = "abcdefghijklmnopqrstuvwxyz234567";
/// A game page has at most so many bytes, and the script.
const PAGE: usize = 120 << 10;
const SCRIPT: usize = 12 << 10;

fn database(place: &Place) -> Connection {
    Connection::open(place.path("data/zugpost.db")).expect("open")
}

fn settings(place: &Place, pages: &str) {
    let file = place.path("zugpost.toml");
    let text = fs::read_to_string(&file).expect("settings");
    let text = text.replace("[pages]\n", &format!("[pages]\n{pages}\n"));
    fs::write(&file, text).expect("written");
}

/// What a player has chosen.
fn choose(place: &Place, name: &str, public: Option<&str>) {
    let settings = public.map(|public| format!("{{\"public\":\"{public}\"}}"));
    let sql = "UPDATE players SET settings = ?1 WHERE name = ?2";
    let changed = database(place)
        .execute(sql, (settings, name))
        .expect("written");
    assert_eq!(changed, 1, "{name}");
}

fn rename(place: &Place, name: &str, new: &str) {
    let sql = "UPDATE players SET name = ?1, name_key = lower(?1) WHERE name = ?2";
    let changed = database(place).execute(sql, (new, name)).expect("written");
    assert_eq!(changed, 1, "{name}");
}

fn new_game(place: &Place, variant: &str, white: &str, black: &str, more: &[&str]) {
    let first = if variant == "xiangqi" { "red" } else { "white" };
    let (first, second) = (
        format!("{first}={}", mailbox(white)),
        format!("black={}", mailbox(black)),
    );
    let seats = ["--seat", &first, "--seat", &second];
    place.ok(&[&["game", "new", variant], &seats[..], more].concat());
}

fn mailbox(name: &str) -> String {
    format!("{name} <{}@example.org>", name.to_lowercase())
}

/// Plays a game on by turns that are drawn by lot, as if they had come by mail; until it is over at most.
fn play_on(place: &Place, game: i64, variant: &str, turns: usize) {
    let database = database(place);
    let position: (Option<String>, String) = database
        .query_row(
            "SELECT position, options FROM games WHERE id = ?1",
            [game],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .expect("a game");
    let options: Options = serde_json::from_str(&position.1).expect("options");
    let variant = variants::find(variant).expect("a variant");
    let mut played = variant
        .start(&options, position.0.as_deref())
        .expect("begun");
    let mut lot = 12345_usize.wrapping_add(game as usize);
    for number in 1..=turns {
        let seat = played.to_move();
        lot = lot
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let turn = match played.legal(5000) {
            Listing::All(all) if !all.is_empty() => all[(lot >> 33) % all.len()].clone(),
            _ => break,
        };
        if played.outcome().is_some() || played.play(&turn).is_err() {
            break;
        }
        let sql = "INSERT INTO events (game_id, seq, state, to_move, at, kind, seat, text, actor) \
                   VALUES (?1, ?2, ?2, ?3, ?4, 'turn', ?5, ?6, 'tester')";
        let at = format!("2026-11-01T{:02}:{:02}:00Z", number / 60 % 24, number % 60);
        let row = (game, number as i64, played.to_move().0, at, seat.0, turn);
        database.execute(sql, row).expect("written");
    }
}

/// All files below a folder, by their paths below it.
fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder))
            .expect("a folder")
            .flatten()
        {
            let path = folder.join(entry.file_name());
            match entry.path().is_dir() {
                true => folders.push(path),
                false => {
                    let bytes = fs::read(entry.path()).expect("a file");
                    found.insert(path.to_string_lossy().into_owned(), bytes);
                }
            }
        }
    }
    found
}

/// Tags without content, and those whose end may be left out.
const EMPTY: [&str; 6] = ["meta", "link", "br", "circle", "polyline", "input"];
const OPEN: [&str; 3] = ["td", "th", "tr"];

/// Checks that the tags of a page are balanced, and returns where its links lead.
fn links(path: &str, html: &str) -> Vec<String> {
    let mut links = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut ids: Vec<String> = Vec::new();
    for token in Tokenizer::new(html) {
        let token = match token {
            Ok(token) => token,
            Err(never) => match never {},
        };
        match token {
            Token::StartTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                for (attribute, value) in &tag.attributes {
                    let value = String::from_utf8_lossy(value).into_owned();
                    match &attribute[..] {
                        b"href" | b"src" => links.push(value),
                        b"id" => {
                            assert!(!ids.contains(&value), "{path}: twice {value}");
                            ids.push(value);
                        }
                        name => assert!(!name.starts_with(b"on"), "{path}: {name:?}"),
                    }
                }
                if !EMPTY.contains(&&*name) && !tag.self_closing {
                    open.push(name);
                }
            }
            Token::EndTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                while open
                    .last()
                    .is_some_and(|last| *last != name && OPEN.contains(&&**last))
                {
                    open.pop();
                }
                assert_eq!(open.pop().as_deref(), Some(&*name), "{path}: {open:?}");
            }
            Token::Error(error) => panic!("{path}: {error:?}"),
            _ => {}
        }
    }
    assert!(open.is_empty(), "{path}: {open:?}");
    links
}

/// Checks all that holds for every file, and that links lead to what is there.
fn check(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let all = files(root);
    for (path, bytes) in &all {
        let text = String::from_utf8(bytes.clone()).expect("UTF-8");
        for planted in PLANTED.iter().chain([&KEY]) {
            // Text that no browser takes for a page has no markup, and calendars have lines of their own.
            let plain = ["pgn", "trf", "txt", "wxf", "ics"]
                .iter()
                .any(|end| path.ends_with(end));
            let of_calendar = *planted == "\nBEGIN:" && path.ends_with(".ics");
            if plain && planted.starts_with('<') || of_calendar {
                continue;
            }
            assert!(!text.contains(planted), "{path}: {planted}");
        }
        assert!(!path.contains(".."), "{path}");
        if path.ends_with(".html") {
            assert!(
                !path.starts_with("games/") || text.len() <= PAGE,
                "{path}: {}",
                text.len()
            );
            for link in links(path, &text) {
                let link = link.split('#').next().unwrap_or_default();
                if link.is_empty() || link.starts_with("mailto:play@example.org?") {
                    continue;
                }
                assert!(!link.contains(':'), "{path}: {link}");
                let mut parts: Vec<&str> = path.split('/').collect();
                parts.pop();
                for part in link.split('/') {
                    match part {
                        "." => {}
                        ".." => assert!(parts.pop().is_some(), "{path}: {link}"),
                        part => parts.push(part),
                    }
                }
                let leads = parts.join("/");
                assert!(all.contains_key(&leads), "{path}: {link} leads to {leads}");
            }
        }
        if path.starts_with("archive/") && path.ends_with(".js") {
            assert!(text.len() <= 100_000, "{path}: {}", text.len());
            let data = text
                .split_once(", ")
                .and_then(|(_, data)| data.strip_suffix(");\n"));
            let read = serde_json::from_str::<serde_json::Value>(data.expect("data"));
            assert!(read.is_ok(), "{path}: {:?}", read.err());
        }
        if [".atom", ".xml", ".svg"]
            .iter()
            .any(|end| path.ends_with(end))
        {
            let read = roxmltree::Document::parse(&text);
            assert!(read.is_ok(), "{path}: {:?}", read.err());
        }
        if path.ends_with(".css") && path.starts_with("variants/") {
            for url in text.split("url(").skip(1) {
                let name = url.split(')').next().unwrap_or_default();
                let folder = path.trim_end_matches("board.css");
                assert!(
                    all.contains_key(&format!("{folder}{name}")),
                    "{path}: {name}"
                );
            }
        }
    }
    assert!(all["board.js"].len() + all["search.js"].len() <= SCRIPT);
    all
}

fn text(all: &BTreeMap<String, Vec<u8>>, path: &str) -> String {
    let bytes = all
        .get(path)
        .unwrap_or_else(|| panic!("no {path}: {:?}", all.keys()));
    String::from_utf8(bytes.clone()).expect("UTF-8")
}

/// A club with games of some kinds, an event, and names in which things are planted.
fn club() -> (Place, PathBuf) {
    let place = Place::new();
    let root = PathBuf::from(place.path("www"));
    settings(
        &place,
        "dir = \"www\"\nurl = \"https://play.example.org/club\"\ntext = \"We <b>play</b> & talk.\\n\\nBy mail.\"",
    );
    for name in ["Anna", "Boris", "Cleo", "Dora", "Emil"] {
        place.ok(&[
            "player",
            "add",
            name,
            &format!("{}@example.org", name.to_lowercase()),
        ]);
    }
    (place, root)
}

#[test]
fn a_club_is_shown_as_far_as_its_players_allow() {
    let (place, root) = club();
    new_game(&place, "chess", "Anna", "Boris", &["--rated"]);
    for turn in ["f3", "e5", "g4", "Qh4"] {
        place.ok(&["game", "move", "1", turn]);
    }
    new_game(&place, "xiangqi", "Anna", "Boris", &[]);
    place.ok(&["game", "move", "2", "h3-e3"]);
    new_game(&place, "chess", "Anna", "Cleo", &[]);
    place.ok(&["game", "move", "3", "e4"]);
    new_game(&place, "hans38", "Anna", "Boris", &[]);
    let sql = "UPDATE games SET private = 1 WHERE id = 4";
    database(&place).execute(sql, ()).expect("written");
    new_game(&place, "chess", "Dora", "Boris", &[]);
    for turn in ["d4", "d5", "c4", "e6", "Nc3", "Nf6", "Bg5"] {
        place.ok(&["game", "move", "5", turn]);
    }
    place.ok(&[
        "event",
        "new",
        "autumn-2026",
        "chess time none",
        "--places",
        "3",
        "--public",
        "on",
    ]);
    let dated = ["--start", "2031-01-31", "--last-day", "2031-03-31"];
    place.ok(&[
        &["event", "new", "winter-2031", "chess time none"],
        &dated[..],
    ]
    .concat());
    for name in ["anna", "cleo", "emil"] {
        place.ok(&["event", "enter", "autumn-2026", name]);
    }
    place.ok(&[
        "event",
        "new",
        "quiet-2026",
        "chess time none",
        "--public",
        "off",
    ]);
    place.ok(&["run", "--once"]);
    choose(&place, "Anna", Some("on"));
    choose(&place, "Boris", Some("on"));
    choose(&place, "Dora", Some("delayed 5"));
    choose(&place, "Emil", Some("off"));
    rename(
        &place,
        "Boris",
        "<script>alert(1)</script>\"]]>\r\nBEGIN:VEVENT \u{202e}../../x hidden@example.org",
    );
    rename(&place, "Cleo", &format!("Cleo {KEY}"));
    let said = place.ok(&["pages"]);
    assert!(said.contains("games are shown"), "{said}");
    let all = check(&root);

    // Games 1, 2 and 5, and that of the event between Anna and Cleo; Emil's are not, nor those of who has said nothing.
    let page = text(&all, "games/1/index.html");
    assert!(page.contains("0–1") && page.contains("Qd8-h4"), "{page}");
    assert!(
        page.contains("&lt;script&gt;alert(1)") || page.contains("&lt;script&gt;"),
        "{page}"
    );
    assert!(text(&all, "games/1/game.pgn").contains("2. g4 Qh4# 0-1"));
    assert!(text(&all, "games/2/game.wxf").contains("FORMAT"));
    assert!(
        !all.contains_key("games/3/index.html"),
        "Cleo has said nothing, and the club is off"
    );
    assert!(!all.contains_key("games/4/index.html"), "it is private");
    let late = text(&all, "games/5/index.html");
    assert!(late.contains("d7-d5") && !late.contains("c2-c4"), "{late}");
    assert!(late.contains("last turns are not shown"), "{late}");
    let pgn = text(&all, "games/5/game.pgn");
    assert!(pgn.contains("1. d4 d5 *") && !pgn.contains("c4"), "{pgn}");
    assert!(!text(&all, "games/5/feed.atom").contains("c2-c4"));

    let event = text(&all, "events/autumn-2026/index.html");
    assert!(
        event.contains("Cleo [key]") && event.contains("a player"),
        "{event}"
    );
    let dates = text(&all, "events/winter-2031/dates.ics");
    assert!(
        dates.matches("BEGIN:VEVENT\r\n").count() == 2 && dates.contains("20310131T000000Z"),
        "{dates}"
    );
    let trf = text(&all, "events/autumn-2026/event.trf");
    assert!(trf.contains("a player") && !trf.contains("Emil"), "{trf}");
    assert!(!all.keys().any(|path| path.contains("quiet-2026")));
    for (path, bytes) in &all {
        let text = String::from_utf8_lossy(bytes);
        assert!(!text.contains("Emil"), "{path} names Emil");
    }
    let players: Vec<&String> = all
        .keys()
        .filter(|path| path.starts_with("players/"))
        .collect();
    assert!(
        players
            .iter()
            .any(|path| path.starts_with("players/1-anna/")),
        "{players:?}"
    );
    let home = text(&all, "index.html");
    assert!(
        home.contains("We &lt;b&gt;play&lt;") && home.contains("<p>By mail.</p>"),
        "{home}"
    );

    // Nothing is written twice, and a look finds nothing.
    let again = place.ok(&["pages"]);
    assert!(again.contains(": 0 written, 0 removed"), "{again}");
    let looked = place.ok(&["pages", "--check"]);
    assert!(
        looked.contains(": 0 differ, 0 do not belong there"),
        "{looked}"
    );

    // Boris is off: his games are gone in the same run, and his folder; so is what somebody has left.
    let sql = "UPDATE players SET settings = '{\"public\":\"off\"}' WHERE id = 2";
    database(&place).execute(sql, ()).expect("written");
    fs::write(root.join("games/1/.zugpost-new-index.html"), "half").expect("written");
    let looked = place.run(&["pages", "--check"]);
    assert!(
        looked.code == 1 && looked.out.contains("does not belong games/1/index.html"),
        "{looked:?}"
    );
    place.ok(&["pages"]);
    let all = check(&root);
    for path in all.keys() {
        let gone = [
            "games/1/",
            "games/2/",
            "games/5/",
            "players/2-",
            "variants/xiangqi/",
        ];
        assert!(!gone.iter().any(|gone| path.starts_with(gone)), "{path}");
    }
    // A name changes, and the folder stays.
    rename(&place, "Anna", "Annabella");
    place.ok(&["pages"]);
    let all = check(&root);
    assert!(text(&all, "players/1-anna/index.html").contains("Annabella"));
}

#[test]
fn long_games_are_in_parts_and_no_page_is_too_large() {
    let (place, root) = club();
    let mut number = 0;
    let kinds = [
        "chess",
        "xiangqi",
        "hans38",
        "infinite-reserves",
        "eight-piece",
        "moving-squares",
    ];
    for variant in kinds {
        new_game(&place, variant, "Anna", "Boris", &[]);
        number += 1;
        play_on(&place, number, variant, 250);
    }
    choose(&place, "Anna", Some("on"));
    choose(&place, "Boris", Some("on"));
    place.ok(&["pages"]);
    let all = check(&root);
    for number in 1..=number {
        let page = text(&all, &format!("games/{number}/index.html"));
        assert!(page.contains("class=\"pos last\""), "{number}");
    }
    let first = text(&all, "games/1/1/index.html");
    assert!(
        first.contains("id=\"0\"") && first.contains("id=\"120\"") && !first.contains("id=\"121\"")
    );
}

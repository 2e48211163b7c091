//! The served part of the pages: a player taps turns and unsubscribes, by the links of letters, over HTTP.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;

use rusqlite::Connection;

use super::place::{Letter, Place};
use super::running::Running;

const URL: &str = "https://play.example.org/club";
/// The address of every link to a turn, up to its token.
const TURN: &str = "https://play.example.org/club/t/#";
/// What each answer has.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; \
                      base-uri 'none'; frame-ancestors 'none'";

/// A server with pages that are served on a socket.
fn served() -> Place {
    let place = Place::new();
    let file = place.path("zugpost.toml");
    let settings = fs::read_to_string(&file).expect("settings");
    let pages = format!(
        "[pages]\ndir = \"pages\"\nurl = \"{URL}\"\npublic = \"on\"\nserve = \"unix:web\"\n"
    );
    let settings = settings.replace("[pages]\n", &pages);
    fs::write(&file, settings).expect("written");
    place
}

/// An answer: status, headers, body.
#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: String,
}

fn ask(place: &Place, request: &str) -> Answer {
    let mut stream = UnixStream::connect(place.path("web")).expect("it listens");
    stream.write_all(request.as_bytes()).expect("written");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    let (head, body) = text.split_once("\r\n\r\n").expect("an answer");
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
    assert!(
        head.to_lowercase().contains(&format!(
            "content-security-policy: {}",
            POLICY.to_lowercase()
        )),
        "{head}"
    );
    Answer {
        status: status.expect("a status"),
        head: head.to_lowercase(),
        body: body.to_owned(),
    }
}

fn get(place: &Place, path: &str) -> Answer {
    ask(
        place,
        &format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    )
}

fn post(place: &Place, path: &str, fields: &[(&str, &str)]) -> Answer {
    let mut body = form_urlencoded::Serializer::new(String::new());
    body.extend_pairs(fields);
    let body = body.finish();
    let length = body.len();
    ask(
        place,
        &format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        ),
    )
}

/// The value of a hidden field.
fn hidden(page: &str, name: &str) -> String {
    let (_, rest) = page
        .split_once(&format!("name=\"{name}\" value=\""))
        .unwrap_or_else(|| panic!("no {name}: {page}"));
    rest.split('"').next().unwrap_or_default().to_owned()
}

/// The token of the link to a turn.
fn token(letter: &Letter) -> String {
    let text = letter.raw.replace("=\r\n", "");
    let (_, rest) = text
        .split_once(TURN)
        .unwrap_or_else(|| panic!("no link: {text}"));
    rest.chars().take(32).collect()
}

/// Sends a turn by the form of a letter.
fn send(place: &Place, token: &str, turn: &str) -> Answer {
    let page = get(place, &format!("/t/{token}"));
    assert_eq!(page.status, 200, "{page:?}");
    let number = hidden(&page.body, "number");
    let fields = [
        ("token", token),
        ("number", &number),
        ("typed", turn),
        ("button", "send"),
    ];
    post(place, "/t/", &fields)
}

/// A game of chess whose first player has chosen to tap.
fn chosen(place: &mut Place) -> Running {
    place.ok(&[
        "game",
        "new",
        "chess",
        "--white",
        "Anna <anna@example.org>",
        "--black",
        "Boris <boris@example.net>",
    ]);
    let mut daemon = Running::start(place);
    daemon.letters(place, 2);
    let first = place.newest("anna@example.org", 1);
    assert!(!first.raw.contains("/t/#"), "{}", first.raw);
    let mail = place.answer(&first, "set web on");
    place.deliver(&mail);
    daemon.letters(place, 3);
    let asked = place.newest("anna@example.org", 1);
    assert!(
        asked.raw.contains("Anybody who has this link"),
        "{}",
        asked.raw
    );
    assert!(!asked.raw.contains("/t/#"), "{}", asked.raw);
    let mail = place.answer(&asked, "yes");
    place.deliver(&mail);
    daemon.letters(place, 4);
    daemon
}

fn database(place: &Place) -> Connection {
    Connection::open(place.path("data/zugpost.db")).expect("open")
}

fn turns(place: &Place) -> Vec<String> {
    let database = database(place);
    let sql = "SELECT text FROM events WHERE kind = 'turn' ORDER BY seq";
    let mut rows = database.prepare(sql).expect("read");
    let turns = rows.query_map([], |row| row.get(0)).expect("read");
    turns.collect::<Result<_, _>>().expect("read")
}

#[test]
fn a_turn_is_played_by_the_form_and_nothing_else_is() {
    let mut place = served();
    let mut daemon = chosen(&mut place);
    let letter = place.newest("anna@example.org", 1);
    let token = token(&letter);
    // The address with the sign only has a form that a script fills in.
    let open = get(&place, "/club/t/");
    assert!(
        open.body.contains("id=\"open\"") && !open.body.contains(&token),
        "{open:?}"
    );
    let page = post(&place, "/t/", &[("token", &token)]);
    for part in [
        "cache-control: no-store",
        "referrer-policy: no-referrer",
        "x-robots-tag: noindex",
    ] {
        assert!(page.head.contains(part), "{}", page.head);
    }
    assert!(
        page.body.contains("data-squares=\"e2 e4\""),
        "{}",
        page.body
    );
    assert!(page.body.contains("data-square=\"h8\""), "{}", page.body);
    assert!(page.body.len() < 120 << 10, "{} bytes", page.body.len());
    assert!(turns(&place).is_empty());
    // What is no legal turn is not sent.
    for wrong in [
        "resign",
        "yes",
        "draw",
        "e2-e5",
        "undo",
        "address add x@example.org",
        "",
    ] {
        let answer = send(&place, &token, wrong);
        assert_eq!(answer.status, 422, "{wrong}: {answer:?}");
    }
    let number = hidden(&page.body, "number");
    let fields = [
        ("token", &*token),
        ("number", &number),
        ("listed", "e2-e4"),
        ("button", "send"),
    ];
    // The same form twice is one mail.
    for _ in 0..2 {
        let sent = post(&place, "/t/", &fields);
        assert!(matches!(sent.status, 200 | 410), "{sent:?}");
    }
    daemon.letters(&place, 6);
    assert_eq!(turns(&place), ["e2-e4"]);
    let receipt = place.newest("anna@example.org", 1);
    assert!(receipt.raw.contains("1. e2-e4"), "{}", receipt.raw);
    // The link is void now.
    assert_eq!(get(&place, &format!("/t/{token}")).status, 410);
    assert_eq!(post(&place, "/t/", &fields).status, 410);
    let wrong = "a".repeat(32);
    assert_eq!(get(&place, &format!("/t/{wrong}")).status, 404);
    let mails: i64 = database(&place)
        .query_row(
            "SELECT count(*) FROM inbox WHERE source LIKE 'form-%'",
            [],
            |row| row.get(0),
        )
        .expect("read");
    assert_eq!(mails, 1);
    daemon.signal("TERM");
    assert!(daemon.end().0.success());
    assert!(!fs::exists(place.path("web")).expect("a folder"));
}

#[test]
fn a_link_that_was_passed_on_plays_nothing_by_mail() {
    let mut place = served();
    let mut daemon = chosen(&mut place);
    let token = token(&place.newest("anna@example.org", 1));
    // The token of a link is no key.
    let mail = format!(
        "From: Eve <eve@example.com>\nTo: play+{token}@example.org\nSubject: {TURN}{token}\n\
         In-Reply-To: <g1.{token}@example.org>\nMessage-ID: <1@example.com>\n\n1. e2-e4\n\n{TURN}{token}\n"
    );
    place.deliver(&mail);
    let own = format!(
        "From: anna@example.org\nTo: play+{token}@example.org\nSubject: x\nMessage-ID: <2@example.com>\n\n1. e2-e4\n"
    );
    place.deliver(&own);
    daemon.until("both are judged", |_| {
        let sql = "SELECT count(*) FROM inbox WHERE status = 'done'";
        let judged: i64 = database(&place)
            .query_row(sql, [], |row| row.get(0))
            .expect("read");
        judged == 4
    });
    assert!(turns(&place).is_empty());
}

#[test]
fn who_has_turned_it_off_is_asked_by_letter() {
    let mut place = served();
    let mut daemon = chosen(&mut place);
    let letter = place.newest("anna@example.org", 1);
    let token = token(&letter);
    let mail = place.answer(&letter, "set web off");
    place.deliver(&mail);
    daemon.letters(&place, 5);
    assert!(!place.newest("anna@example.org", 1).raw.contains("/t/#"));
    let answer = send(&place, &token, "e4");
    assert_eq!(answer.status, 200);
    assert!(answer.body.contains("Your turn waits"), "{}", answer.body);
    daemon.letters(&place, 6);
    assert!(turns(&place).is_empty());
    let asked = place.newest("anna@example.org", 1);
    let mail = place.answer(&asked, "yes");
    place.deliver(&mail);
    daemon.until("it is played", |_| turns(&place) == ["e2-e4"]);
}

#[test]
fn one_click_ends_reminders_and_leaves_no_game() {
    let mut place = served();
    let mut daemon = chosen(&mut place);
    let letter = place.newest("anna@example.org", 1);
    assert_eq!(
        letter.header("List-Unsubscribe-Post"),
        "List-Unsubscribe=One-Click"
    );
    let header = letter.header("List-Unsubscribe");
    let (page, mailto) = header.split_once(", ").expect("two ways");
    assert!(mailto.starts_with("<mailto:"), "{mailto}");
    let path = page
        .trim_matches(['<', '>'])
        .strip_prefix("https://play.example.org")
        .expect("ours");
    // Programs that look at links change nothing.
    assert_eq!(get(&place, path).status, 200);
    let remind = || -> Option<String> {
        let sql = "SELECT remind FROM players WHERE name = 'Anna'";
        database(&place)
            .query_row(sql, [], |row| row.get(0))
            .expect("read")
    };
    assert_eq!(remind(), None);
    for _ in 0..2 {
        let done = post(&place, path, &[("List-Unsubscribe", "One-Click")]);
        assert_eq!(done.status, 200, "{done:?}");
    }
    daemon.until("reminders have ended", |_| remind().as_deref() == Some(""));
    let playing: i64 = database(&place)
        .query_row(
            "SELECT count(*) FROM games WHERE status = 'playing'",
            [],
            |row| row.get(0),
        )
        .expect("read");
    assert_eq!(
        (playing, place.letters().len()),
        (1, 4),
        "no letter, and the game goes on"
    );
    let wrong = path.replace("/u/", "/u/a");
    assert_eq!(post(&place, &wrong, &[]).status, 404);
}

#[test]
fn requests_have_limits_and_files_are_those_of_the_folder() {
    let place = served();
    place.ok(&[
        "game",
        "new",
        "chess",
        "--white",
        "Anna <anna@example.org>",
        "--black",
        "Boris <boris@example.net>",
    ]);
    let mut daemon = Running::start(&place);
    daemon.letters(&place, 2);
    // The page of the club and what is beside it are written after the games.
    daemon.until("the pages are written", |_| {
        get(&place, "/games/1/").status == 200
            && get(&place, "/club/").body.contains("<h1>")
            && get(&place, "/style.css").status == 200
    });
    assert!(
        get(&place, "/style.css")
            .head
            .contains("content-type: text/css")
    );
    let moved = get(&place, "/games/1");
    assert_eq!(moved.status, 301);
    assert!(moved.head.contains("location: 1/"), "{}", moved.head);
    for (path, status) in [
        ("/games/2/", 410),
        ("/players/7-x/", 410),
        ("/nothing", 404),
        ("/.zugpost-pages", 404),
        ("/../zugpost.toml", 404),
        ("/%2e%2e/zugpost.toml", 404),
        ("/games/../../data/zugpost.db", 404),
        ("//etc/passwd", 404),
    ] {
        assert_eq!(get(&place, path).status, status, "{path}");
    }
    assert_eq!(post(&place, "/games/1/", &[]).status, 405);
    let long = "x".repeat(5000);
    assert_eq!(post(&place, "/t/", &[("token", &long)]).status, 413);
    let settings = fs::read_to_string(place.path("zugpost.toml")).expect("settings");
    fs::write(
        place.path("zugpost.toml"),
        settings.replace("unix:web", "192.0.2.1:80"),
    )
    .expect("written");
    let why = place.refused(&["status"]);
    assert!(why.contains("without encryption"), "{why}");
}

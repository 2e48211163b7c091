//! Games that are played to their end by tapping: each letter's link is opened, squares are touched, and the turn is sent.

use std::fs;
use std::net::TcpListener;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde_json::{Value, json};
use zugpost::variants;

use crate::devtools::Browser;
use crate::place::Place;

/// A page, or a letter, comes within this time.
const PATIENCE: Duration = Duration::from_secs(30);

/// One game of each family: variant, options, position, turns, separated by `/`. Those of our own games are from
/// `tests/rules/games/`.
const GAMES: [(&str, &str, &str, &str); 7] = [
    ("chess", "", "", "f2-f3/e7-e5/g2-g4/Qd8-h4"),
    ("crazyhouse", "", "", "f2-f3/e7-e5/g2-g4/Qd8-h4"),
    (
        "xiangqi",
        "",
        "",
        "Ch3-h7/Cb8xb1/Cb3-b5/Cb1-b3/Ch7xe7/Cb3-b4/Cb5-e5",
    ),
    (
        "hans38",
        "armies=fide/fide",
        "",
        "@@a6/a7-a6/@@b6/b7-b6/@@c6/c7-c6",
    ),
    (
        "in-the-bin",
        "",
        "9/9/9/3n5/4#4/5F3/W8/2K6/k8 b - 29 6",
        "push/Ff4-g5",
    ),
    (
        "eight-piece",
        "",
        "B1Sk1N1Q/nJ1s2N1/1j5P/sK6/2p1P3/2l{w}1jp2/PL{w}6/L{e}7 w - - d7f8 2 59",
        "Sc8-d7Sc8/Sc8-b7Jb8",
    ),
    (
        "yonin-bishogi",
        "",
        "2yPyRyKyByQyRyP2/4yNbP1yP3/2bNbP1yP2yN1yN/bRbP1bP7/bK3yP1yP1r+P2/bBbBbP8/bQbN3bP3rP1/1bP1rPbP4bP1/\
         bRbP1yNrPrP2rPrP1/rP4rBrN1rK1yP/3rRrQrBbPrR3 y ryb r:B,y:P,b:- - 0 15",
        "Nd3xe1=Q/f10-g10=Q",
    ),
];

/// The daemon, which ends with the test.
struct Daemon(Child);

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn until<T>(what: &str, mut so: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = so() {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "never {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A server with these games, whose players tap, and the daemon that serves its pages.
fn server() -> (Place, Daemon, String) {
    let place = Place::new();
    let free = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = free.local_addr().expect("an address");
    drop(free);
    let url = format!("http://{address}");
    let file = place.path("zugpost.toml");
    let settings = fs::read_to_string(&file).expect("settings");
    let pages = format!("[pages]\ndir = \"pages\"\nurl = \"{url}\"\nserve = \"{address}\"\n");
    fs::write(&file, settings.replace("[pages]\n", &pages)).expect("written");
    for (number, (id, options, position, _)) in (1..).zip(GAMES) {
        let variant = variants::find(id).expect("a variant");
        let mut arguments = vec!["game".to_owned(), "new".to_owned(), id.to_owned()];
        for (seat, name) in variant.seats().iter().enumerate() {
            let player = format!("P{seat} of {number} <p{seat}@g{number}.example.org>");
            arguments.extend(["--seat".to_owned(), format!("{name}={player}")]);
        }
        for (flag, value) in [("--option", options), ("--position", position)] {
            if !value.is_empty() {
                arguments.extend([flag.to_owned(), value.to_owned()]);
            }
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        place.ok(&arguments);
    }
    let database = Connection::open(place.path("data/zugpost.db")).expect("open");
    let chosen = database.execute("UPDATE players SET settings = '{\"web\":true}'", []);
    assert!(chosen.is_ok_and(|count| count > GAMES.len()));
    let mut daemon = place.command(&["run"]);
    let daemon = daemon.stderr(Stdio::null()).spawn().expect("it starts");
    (place, Daemon(daemon), url)
}

/// The link of the newest letter about a game that asks for a turn with this number.
fn link(place: &Place, game: usize, url: &str, before: &[String]) -> String {
    until("a link", || {
        let tag = format!("[#{game}]");
        let letters = place.letters().into_iter();
        let own = letters.filter(|letter| letter.header("Subject").starts_with(&tag));
        let links = own.filter_map(|letter| {
            let text = letter.raw.replace("=\r\n", "");
            let (_, rest) = text.split_once(&format!("{url}/t/#"))?;
            Some(format!("{url}/t/#{}", &rest[..32]))
        });
        links.into_iter().find(|link| !before.contains(link))
    })
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Waits for a page with a heading that another one did not have.
fn heading(browser: &mut Browser, wanted: &str) {
    until(wanted, || {
        let shown = browser.try_evaluate(
            "window.old ? '' : document.readyState === 'complete' && (document.querySelector('h1') || {}).textContent || ''",
        );
        // While the browser goes to the next page, there is none.
        text(&shown.ok()?).contains(wanted).then_some(())
    });
}

fn tap(browser: &mut Browser, square: &str) {
    let place = browser.evaluate(&format!(
        "(() => {{ const area = document.querySelector('.square[data-square=\"{square}\"]'); area.scrollIntoView({{block: 'center'}}); \
         const box = area.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
    ));
    for kind in ["mousePressed", "mouseReleased"] {
        let event =
            json!({"type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1});
        browser.ask("Input.dispatchMouseEvent", &event);
    }
}

/// Chooses an entry of the list by tapping its squares; whether there is such an entry.
fn choose(browser: &mut Browser, entry: &str) -> bool {
    let squares = browser.evaluate(&format!(
        "(() => {{ const found = [...document.querySelectorAll('#listed option')].find((one) => one.value === {}); \
         return found ? found.dataset.squares.split(' ').filter(Boolean) : null; }})()",
        json!(entry)
    ));
    let Some(squares) = squares.as_array() else {
        return false;
    };
    for square in squares {
        tap(browser, &text(square));
    }
    // Where the squares do not tell turns apart, they are buttons; a turn without squares is in the list.
    let picked = browser.evaluate(&format!(
        "(() => {{ if (window.old === undefined && !document.getElementById('listed')) return 'gone'; \
         const wanted = {}, list = document.getElementById('listed'); if (list.value === wanted) return 'tapped'; \
         const button = [...document.querySelectorAll('#picked button')].find((one) => one.textContent === wanted); \
         if (button) {{ button.click(); return 'button'; }} list.value = wanted; return 'list'; }})()",
        json!(entry)
    ));
    assert!(
        ["tapped", "button", "list"].contains(&&*text(&picked)),
        "{entry}: {picked}"
    );
    true
}

#[test]
fn a_game_of_each_family_is_played_by_tapping() {
    let (place, _daemon, url) = server();
    let mut browser = Browser::blank();
    let mut tapped = 0;
    for (number, (id, _, _, turns)) in (1..).zip(GAMES) {
        let mut used = Vec::new();
        for turn in turns.split('/') {
            let link = link(&place, number, &url, &used);
            // A new document, although only the part behind the sign may differ.
            browser.ask("Page.navigate", &json!({"url": "about:blank"}));
            browser.ask("Page.navigate", &json!({"url": link}));
            heading(&mut browser, "Your turn ");
            used.push(link);
            match choose(&mut browser, turn) {
                true => tapped += 1,
                false => {
                    let typed = format!("document.getElementById('typed').value = {}", json!(turn));
                    browser.evaluate(&typed);
                }
            }
            browser
                .evaluate("window.old = 1; document.querySelector('button[value=send]').click()");
            heading(&mut browser, "Your turn was sent");
        }
        let count = turns.split('/').count();
        let played = until("all turns", || {
            let shown = place
                .run(&["game", "show", &number.to_string(), "--json"])
                .out;
            let shown: Value = serde_json::from_str(&shown).ok()?;
            let played = shown["turns"].as_array()?.len();
            (played == count).then(|| text(&shown["status"]))
        });
        assert_eq!(played, "finished", "{id}");
    }
    assert!(tapped > 15, "{tapped} turns were tapped");
}

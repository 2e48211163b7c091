//! The law of pages: in a club of fifty players with games of all kinds, nothing is in any file that its players do not show,
//! and nothing that others have planted stands anywhere as it is.
//!
//! What may be shown is counted here by other means, from the rows of the database.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use rusqlite::Connection;

use super::{KEY, check, choose, club, database, mailbox, new_game, play_on, rename};
use crate::place::Place;

const PLAYERS: usize = 50;

/// Parts of names that say where a name comes from, and what is planted behind them.
const PLANTED: [&str; 7] = [
    "<script>alert(1)</script>",
    "\"]]> & ']]>",
    "\r\nBEGIN:VEVENT\r\nSUMMARY:x",
    "../../../etc/passwd",
    "\u{202e}\u{2066}\u{200f}drawkcab",
    "hidden@example.org",
    "\t\u{0}%n{{ club }}",
];

/// What only players read: it may be in no file at all.
const SECRET: [&str; 5] = ["TALKED", "PLANNED", "NOTED", "TYPED", "HELD"];

fn name(number: usize) -> String {
    format!("Person{number:02}")
}

/// What a player has chosen, by number.
fn choice(number: usize) -> Option<&'static str> {
    [
        Some("on"),
        Some("on"),
        Some("delayed 5"),
        Some("ended"),
        Some("off"),
        None,
        Some("on"),
    ][number % 7]
}

fn count() -> i64 {
    let count = std::env::var("ZUGPOST_PAGES");
    count.map_or(120, |text| text.parse().expect("a number"))
}

/// A number that looks drawn by lot, and is the same in each run.
fn lot(seed: i64) -> usize {
    let mixed = (seed as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ (mixed >> 31)) as usize % 1_000_003
}

/// Fifty players, a game of each kind, and so many copies of them among other players.
fn generated(place: &Place) -> Vec<String> {
    for number in 0..PLAYERS {
        let name = name(number);
        place.ok(&[
            "player",
            "add",
            &name,
            &format!("person{number}@example.org"),
        ]);
    }
    let kinds = [
        "chess",
        "xiangqi",
        "hans38",
        "infinite-reserves",
        "in-the-bin",
    ];
    let mut game = 0;
    for (variant, turns) in kinds.iter().zip([40, 24, 30, 12, 6]) {
        new_game(place, variant, "Anna", "Boris", &[]);
        game += 1;
        play_on(place, game, variant, turns);
    }
    let seats = ["red", "green", "yellow", "blue"]
        .iter()
        .zip(["Anna", "Boris", "Cleo", "Dora"]);
    let seats: Vec<String> = seats
        .flat_map(|(seat, name)| ["--seat".to_owned(), format!("{seat}={}", mailbox(name))])
        .collect();
    let seats: Vec<&str> = seats.iter().map(String::as_str).collect();
    place.ok(&[&["game", "new", "yonin-bishogi"], &seats[..]].concat());
    game += 1;
    play_on(place, game, "yonin-bishogi", 16);
    // One that has ended, and one that was called off.
    new_game(place, "chess", "Anna", "Boris", &["--rated"]);
    game += 1;
    for turn in ["f3", "e5", "g4", "Qh4"] {
        place.ok(&["game", "move", "7", turn]);
    }
    new_game(place, "chess", "Anna", "Boris", &[]);
    game += 1;
    for turn in ["d4", "d5"] {
        place.ok(&["game", "move", "8", turn]);
    }
    place.ok(&["game", "abort", "8", "--reason", "TALKED"]);
    for (event, public) in [
        ("open-2026", "on"),
        ("late-2026", "delayed 5"),
        ("shut-2026", "off"),
    ] {
        place.ok(&[
            "event",
            "new",
            event,
            "chess time none",
            "--places",
            "4",
            "--public",
            public,
            "--start",
            "2031-01-31",
        ]);
        for number in 0..3 {
            place.ok(&["event", "enter", event, &name(number + 4)]);
        }
    }
    let database = database(place);
    copy(&database, game);
    plant(&database);
    (0..PLAYERS).map(name).collect()
}

fn copy(database: &Connection, kinds: i64) {
    let run = |sql: &str, values: &[i64]| {
        let values = rusqlite::params_from_iter(values);
        let changed = database.execute(sql, values);
        changed.unwrap_or_else(|why| panic!("{sql}: {why}"));
    };
    for id in kinds + 1..=count() {
        let of = 1 + lot(id) as i64 % kinds;
        let private = i64::from(lot(id * 7).is_multiple_of(9));
        run(
            "INSERT INTO games (id, variant, rules_version, options, position, first_to_move, created_at, created_by, \
             status, result, reason, private) SELECT ?1, variant, rules_version, options, position, first_to_move, \
             created_at, created_by, status, result, reason, ?3 FROM games WHERE id = ?2",
            &[id, of, private],
        );
        let first: i64 = database
            .query_row(
                "SELECT min(id) FROM players WHERE name LIKE 'Person%'",
                (),
                |row| row.get(0),
            )
            .expect("a player");
        for seat in 0..4 {
            let player = first + lot(id * 31 + seat * 17) as i64 % PLAYERS as i64;
            run(
                "INSERT INTO seats (game_id, seat, player_id) SELECT ?1, seat, ?4 FROM seats WHERE game_id = ?2 AND seat = ?3",
                &[id, of, seat, player],
            );
        }
        run(
            "INSERT INTO events (game_id, seq, state, to_move, at, kind, seat, text, actor) \
             SELECT ?1, seq, state, to_move, at, kind, seat, text, actor FROM events WHERE game_id = ?2",
            &[id, of],
        );
    }
}

/// Puts into rows what nobody else may read, and into names what must not be taken for anything else.
fn plant(database: &Connection) {
    for sql in [
        "INSERT INTO events (game_id, seq, state, to_move, at, kind, seat, text, actor) \
         SELECT game_id, max(seq) + 1, max(state), 0, '2026-11-02T00:00:00Z', 'say', 0, 'TALKED hidden@example.org', 'tester' \
         FROM events WHERE game_id % 3 = 0 GROUP BY game_id",
        "UPDATE events SET typed = 'TYPED ' || text WHERE kind = 'turn'",
        "UPDATE seats SET held = 'HELD', plans = '{\"v\":1,\"PLANNED\":[]}' WHERE game_id % 2 = 0",
        "INSERT INTO notes (player_id, game_id, at, text) SELECT player_id, game_id, '2026-11-02T00:00:00Z', 'NOTED' FROM seats",
    ] {
        let changed = database
            .execute(sql, ())
            .unwrap_or_else(|why| panic!("{sql}: {why}"));
        assert!(changed > 0, "{sql}");
    }
}

/// Renames everybody, so that names hold what is planted, and their beginnings say whose they are.
fn name_and_choose(place: &Place, names: &[String]) {
    for (number, name) in names.iter().enumerate() {
        choose(place, name, choice(number));
        let planted = PLANTED[number % PLANTED.len()];
        let key = if number % 5 == 0 {
            format!(" {KEY}")
        } else {
            String::new()
        };
        rename(place, name, &format!("{name} {planted}{key}"));
    }
    let planted = "UPDATE contests SET data = replace(data, 'open-2026', ?1), name = ?1 WHERE name = 'open-2026'";
    let name = "open-2026 <script>alert(1)<-script> ]]> ../..";
    let changed = database(place).execute(planted, [name]).expect("written");
    assert_eq!(changed, 1);
}

/// What may be shown of each game: how many turns; by the rows alone, where the club shows nothing of the undecided.
fn allowed(database: &Connection) -> BTreeMap<i64, usize> {
    let sql = "SELECT g.id, g.status, (SELECT count(*) FROM events e WHERE e.game_id = g.id AND e.kind = 'turn'), \
               group_concat(coalesce(p.settings, 'nothing'), '|') FROM games g JOIN seats s ON s.game_id = g.id \
               JOIN players p ON p.id = s.player_id WHERE g.private = 0 AND g.contest_id IS NULL GROUP BY g.id";
    let mut found = database.prepare(sql).expect("a statement");
    let row = |row: &rusqlite::Row<'_>| {
        let (id, status): (i64, String) = (row.get(0)?, row.get(1)?);
        let (turns, chosen): (i64, String) = (row.get(2)?, row.get(3)?);
        let over = status == "finished" || status == "aborted";
        let least = chosen.split('|').map(|one| match one {
            one if one.contains("\"on\"") => turns,
            one if one.contains("delayed 5") && !over => (turns - 5).max(0),
            one if one.contains("delayed 5") || one.contains("ended") && over => turns,
            _ => -1,
        });
        Ok((id, least.min().unwrap_or(-1)))
    };
    let rows = found
        .query_map((), row)
        .expect("rows")
        .map(|row| row.expect("a row"));
    let shown = rows.filter_map(|(id, turns)| Some((id, usize::try_from(turns).ok()?)));
    shown.collect()
}

/// Checks every file against what is allowed.
fn law(place: &Place, root: &Path) {
    let all = check(root);
    let database = database(place);
    let allowed = allowed(&database);
    let games: BTreeSet<i64> = all
        .keys()
        .filter_map(|path| path.strip_prefix("games/")?.split('/').next()?.parse().ok())
        .collect();
    let known: BTreeSet<i64> = allowed.keys().copied().collect();
    assert_eq!(games, known, "the games that are shown");
    for (id, turns) in &allowed {
        let page = String::from_utf8_lossy(&all[&format!("games/{id}/index.html")]);
        let mut shown: Vec<usize> = page
            .split("<figure class=\"pos")
            .filter_map(|part| part.split("id=\"").nth(1)?.split('"').next()?.parse().ok())
            .collect();
        shown.sort_unstable();
        assert_eq!(shown.last(), Some(turns), "game {id}");
    }
    let hidden: Vec<String> = (0..PLAYERS)
        .filter(|number| {
            let sql = "SELECT settings FROM players WHERE name LIKE ?1";
            let of: Option<String> = database
                .query_row(sql, [format!("{}%", name(*number))], |row| row.get(0))
                .expect("a player");
            of.is_none_or(|of| of.contains("off"))
        })
        // The event says for those who have said nothing that they are named there.
        .filter(|number| !(choice(*number).is_none() && (4..7).contains(number)))
        .map(name)
        .collect();
    assert!(!hidden.is_empty() && !allowed.is_empty());
    for (path, bytes) in &all {
        let text = String::from_utf8_lossy(bytes);
        for secret in SECRET
            .iter()
            .copied()
            .chain(hidden.iter().map(String::as_str))
        {
            assert!(!text.contains(secret), "{path} says {secret}");
        }
        // Dots, slashes and braces are words like others: links are followed above, and no template reads them.
        for planted in ["\u{202e}", "\u{2066}", "\u{200f}", "\u{0}"] {
            assert!(!text.contains(planted), "{path}: {planted:?}");
        }
        // What calendars call their entries ends with the host.
        let others = text.replace("play@example.org", "");
        let is_calendar = path.ends_with(".ics") && !others.contains("person");
        assert!(is_calendar || !others.contains("@example.org"), "{path}");
    }
    // Nothing else is in the folder: no half file, no name that was not made.
    for path in all.keys().filter(|path| !path.starts_with('.')) {
        let made = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "/-._".contains(c);
        assert!(path.chars().all(made), "{path}");
    }
}

/// With `ZUGPOST_PAGES=2000` there are so many games.
#[test]
fn nothing_is_shown_that_is_not_allowed() {
    let (place, root) = club();
    let names = generated(&place);
    name_and_choose(&place, &names);
    place.ok(&["pages"]);
    law(&place, &root);
    // Many think again: what they hide is gone in the same run.
    for (number, name) in names
        .iter()
        .enumerate()
        .filter(|(number, _)| number % 4 == 0)
    {
        let public = ["off", "ended", "on", "delayed 5"][number / 4 % 4];
        let sql = "UPDATE players SET settings = ?1 WHERE name LIKE ?2";
        let values = (format!("{{\"public\":\"{public}\"}}"), format!("{name}%"));
        let changed = database(&place).execute(sql, values).expect("written");
        assert_eq!(changed, 1);
    }
    fs::write(root.join("games/.zugpost-new-x"), "TALKED").expect("written");
    place.ok(&["pages"]);
    law(&place, &root);
    let looked = place.ok(&["pages", "--check"]);
    assert!(
        looked.contains(": 0 differ, 0 do not belong there"),
        "{looked}"
    );
}

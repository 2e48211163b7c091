//! Many games, and runs that go on where others have stopped.

use std::fs;

use super::{check, choose, club, database, files, new_game, play_on};

/// With `ZUGPOST_PAGES=2000` the club has so many games, for figures: `cargo test --release --test cli -- --nocapture pages`.
#[test]
fn a_club_of_many_games_is_written_once() {
    let count = std::env::var("ZUGPOST_PAGES");
    let count: i64 = count.map_or(20, |text| text.parse().expect("a number"));
    let (place, root) = club();
    new_game(&place, "chess", "Anna", "Boris", &[]);
    play_on(&place, 1, "chess", 60);
    for name in ["Anna", "Boris"] {
        choose(&place, name, Some("on"));
    }
    let database = database(&place);
    let copy = "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) ";
    for insert in [
        "INSERT INTO games (id, variant, rules_version, options, position, first_to_move, created_at, created_by, status) \
         SELECT i, variant, rules_version, options, position, first_to_move, created_at, created_by, status FROM n, games WHERE id = 1",
        "INSERT INTO seats (game_id, seat, player_id) SELECT i, seat, player_id FROM n, seats WHERE game_id = 1",
        "INSERT INTO events (game_id, seq, state, to_move, at, kind, seat, text, actor) \
         SELECT i, seq, state, to_move, at, kind, seat, text, actor FROM n, events WHERE game_id = 1",
    ] {
        let (head, rest) = insert.split_once(" SELECT").expect("a statement");
        let sql = format!("{head} {copy} SELECT{rest}");
        database.execute(&sql, [count]).expect("written");
    }
    let shown = format!("{count} games are shown in ");
    for (what, is_first) in [("first", true), ("again", false)] {
        let begun = std::time::Instant::now();
        let said = place.ok(&["pages"]);
        println!("{what}: {:?}, {}", begun.elapsed(), said.trim());
        assert!(said.starts_with(&shown), "{said}");
        assert_eq!(said.contains(": 0 written, 0 removed"), !is_first, "{said}");
    }
    let all = files(&root);
    let bytes: usize = all.values().map(Vec::len).sum();
    let page = all[&format!("games/{count}/index.html")].len();
    println!("{} files, {bytes} bytes; a game page {page}", all.len());
    assert!(page < 120 << 10, "{page} bytes");
}

/// What a killed process has written is not made again, and what others have changed is mended.
#[test]
fn a_run_goes_on_where_another_has_stopped() {
    let (place, root) = club();
    for number in 1..=3 {
        new_game(&place, "chess", "Anna", "Boris", &[]);
        play_on(&place, number, "chess", 10);
    }
    for name in ["Anna", "Boris"] {
        choose(&place, name, Some("on"));
    }
    let made = |said: &str| {
        let bytes = said
            .split("\"bytes\":")
            .nth(1)
            .and_then(|rest| rest.split([',', '}']).next());
        bytes
            .and_then(|bytes| bytes.trim().parse::<usize>().ok())
            .expect("bytes")
    };
    let first = made(&place.ok(&["pages", "--json"]));
    let state = root.join(".zugpost-state");
    let text = fs::read_to_string(&state).expect("a state");
    assert_eq!(text.lines().count(), 4, "{text}");
    assert!(!text.contains("Anna"), "{text}");
    // As if it had been killed within its last line.
    fs::write(&state, &text[..text.len() - 9]).expect("written");
    fs::write(root.join("games/2/index.html"), "changed").expect("written");
    fs::remove_file(root.join("games/1/game.pgn")).expect("removed");
    let said = place.ok(&["pages", "--json"]);
    for mended in ["games/2/index.html", "games/1/game.pgn"] {
        assert!(said.contains(mended), "{said}");
    }
    let again = made(&place.ok(&["pages", "--json"]));
    // The first game of a variant makes the cells of its boards.
    assert!(
        again + 20_000 < first,
        "{again} bytes of {first} were made again"
    );
    // Whoever is off is in the notes no more.
    choose(&place, "Anna", Some("off"));
    place.ok(&["pages"]);
    let text = fs::read_to_string(&state).expect("a state");
    assert_eq!(text.lines().count(), 1, "{text}");
    check(&root);
}

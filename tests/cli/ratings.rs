//! `rating`, as the umpire uses it.

use crate::place::Place;

/// Games of the present month are not counted yet.
#[test]
fn ratings_are_counted_and_compared() {
    let place = Place::new();
    let new = [
        "game",
        "new",
        "chess",
        "--white",
        "Anna <anna@example.org>",
        "--black",
        "Boris <boris@example.net>",
        "--rated",
    ];
    place.ok(&new);
    for turn in ["f3", "e5", "g4", "Qh4"] {
        place.ok(&["game", "move", "1", turn]);
    }
    assert_eq!(
        place.ok(&["rating", "list", "chess"]),
        "nobody has a rating yet\n"
    );
    assert_eq!(place.ok(&["rating", "show", "anna"]), "no rating yet\n");
    let recounted = place.ok(&["rating", "recompute", "--json"]);
    let recounted: serde_json::Value = serde_json::from_str(&recounted).expect("JSON");
    assert_eq!(
        (&recounted["games"], &recounted["replaced"]),
        (&0.into(), &true.into())
    );
    assert!(
        place
            .ok(&["rating", "recompute", "--compare"])
            .contains("0 differ")
    );
    // What nobody has counted differs.
    let sql = "INSERT INTO ratings VALUES ('chess', 1, '2026-01', 150000, 35000, 60000, 1, 1, 1)";
    let database = rusqlite::Connection::open(place.path("data/zugpost.db")).expect("open");
    database.execute(sql, ()).expect("written");
    drop(database);
    let found = place.run(&["rating", "recompute", "--compare"]);
    assert!(
        found.code == 1 && found.err.contains("1 ratings differ"),
        "{found:?}"
    );
    place.ok(&["rating", "recompute"]);
    assert_eq!(place.ok(&["rating", "show", "anna"]), "no rating yet\n");

    // A game that was frozen and goes on counts again.
    let database = rusqlite::Connection::open(place.path("data/zugpost.db")).expect("open");
    let ends = || -> (String, Option<String>) {
        let sql = "SELECT status, rated_end FROM games";
        let row = database.query_row(sql, (), |row| Ok((row.get(0)?, row.get(1)?)));
        row.expect("a game")
    };
    let before = ends();
    assert!(before.1.is_some());
    database
        .execute("UPDATE games SET result = '1-0'", ())
        .expect("written");
    assert_eq!(place.run(&["db", "replay", "--compare"]).code, 1);
    assert_eq!(ends(), ("frozen".to_owned(), None));
    database
        .execute("UPDATE games SET result = '0-1'", ())
        .expect("written");
    place.ok(&["db", "replay", "--compare"]);
    assert_eq!(ends(), before);

    let refused = place.refused(&["rating", "list", "klingon"]);
    assert!(refused.contains("no variant"), "{refused}");
    let placed = [&new[..], &["--position", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]].concat();
    assert!(place.refused(&placed).contains("not rated"));
}

mod recorded;

use super::*;

fn game(round: usize, first: usize, second: usize, end: End) -> (Pairing, End) {
    let pairing = Pairing {
        round,
        players: vec![first, second],
    };
    (pairing, end)
}

fn player(name: &str, rating: Option<i64>, points: u32, place: Option<usize>) -> Player {
    Player {
        number: 0,
        name: name.to_owned(),
        rating,
        points,
        place,
    }
}

/// Players with numbers from 1.
fn numbered(players: Vec<Player>) -> Vec<Player> {
    let numbers = (1..).zip(players);
    let numbered = numbers.map(|(number, player)| Player { number, ..player });
    numbered.collect()
}

#[test]
fn a_swiss_event_has_the_columns_of_the_specification() {
    let report = Report {
        next: None,
        name: "spring-2027".to_owned(),
        kind: "Individual: Swiss-System".to_owned(),
        begun: Some("2027-01-31".to_owned()),
        ended: Some("2027-12-01".to_owned()),
        time: "5d/move".to_owned(),
        rounds: Some(3),
        players: numbered(vec![
            player("Anna", Some(1712), 5, Some(1)),
            player("Boris", Some(987), 3, Some(2)),
            player("Cleo", None, 2, Some(3)),
        ]),
        teams: vec![("Blue Rooks".to_owned(), vec![1, 3])],
        games: vec![
            game(1, 1, 2, End::Played(2)),
            game(2, 3, 1, End::Unplayed(0)),
            game(3, 2, 1, End::Played(1)),
        ],
        byes: vec![(1, 3, Bye::Allotted), (2, 2, Bye::Allotted)],
        comments: vec!["game: chess".to_owned()],
    };
    let wanted = [
        "012 spring-2027",
        "042 2027/01/31",
        "052 2027/12/01",
        "062 3",
        "082 1",
        "092 Individual: Swiss-System",
        "122 5d/move",
        "XXR 3",
        "### game: chess",
        "001    1      Anna                              1712                             2.5    1     2 w 1     3 b +     2 b =",
        "001    2      Boris                              987                             1.5    2     1 b 0  0000 - U     1 w =",
        "001    3      Cleo                                                               1.0    3  0000 - U     1 w -  0000 - Z",
        // Positions 5-36, 37-40 and 42-45.
        "013 Blue Rooks                         1    3",
    ];
    let found = lines(&report);
    assert_eq!(found, wanted);
    // Positions 5-8, 15-47, 49-52, 81-84, 86-89, 92-95, 97, 99, and 102 for the second round.
    let field = |line: &str, from: usize, to: usize| line[from - 1..to].to_owned();
    let anna = &found[9];
    for (from, to, text) in [
        (5, 8, "   1"),
        (15, 18, "Anna"),
        (49, 52, "1712"),
        (81, 84, " 2.5"),
        (86, 89, "   1"),
        (92, 95, "   2"),
        (97, 97, "w"),
        (99, 99, "1"),
        (102, 105, "   3"),
        (107, 107, "b"),
        (109, 109, "+"),
    ] {
        assert_eq!(field(anna, from, to), text, "{from}-{to}");
    }
    assert!(found[9..12].iter().all(|line| line.len() == 119));
}

#[test]
fn games_without_a_result_and_long_names_are_written_so() {
    let report = Report {
        next: None,
        players: numbered(vec![
            player("Maximiliane Żółć von Hohenheim-Waldeck", None, 0, None),
            player("Boris", None, 21, Some(10)),
            player("Cleo", None, 1, Some(11)),
        ]),
        games: vec![
            game(1, 1, 2, End::Open),
            game(2, 3, 1, End::Off),
            game(3, 2, 3, End::Unplayed(1)),
        ],
        ..Report::default()
    };
    let found = lines(&report);
    let wanted = [
        "001    1      Maximiliane Żółć von Hohenheim-Wa                                  0.0          2 w       3 b -  0000 - Z",
        "001    2      Boris                                                             10.5   10     1 b    0000 - Z     3 w D",
        "001    3      Cleo                                                               0.5   11  0000 - Z     1 w -     2 b D",
    ];
    assert_eq!(found[found.len() - 3..], wanted);
    // Neither days nor rounds are known.
    assert!(
        found
            .iter()
            .all(|line| !["042", "052", "XXR", "###"].contains(&&line[..3]))
    );
}

/// A match of two games, and a player who has none: each game is a column.
#[test]
fn each_game_of_a_match_has_a_column() {
    let report = Report {
        next: None,
        players: numbered(vec![
            player("Anna", None, 2, Some(1)),
            player("Boris", None, 2, Some(1)),
            player("Cleo", None, 0, Some(3)),
        ]),
        games: vec![
            game(1, 2, 3, End::Played(2)),
            game(1, 3, 2, End::Played(1)),
            game(2, 1, 2, End::Open),
            game(2, 2, 1, End::Open),
        ],
        byes: vec![(1, 1, Bye::Allotted)],
        ..Report::default()
    };
    let found = lines(&report);
    let wanted = [
        "### rounds of the columns: 1 1 2 2",
        "001    1      Anna                                                               1.0    1  0000 - U  0000 - Z     2 w       2 b  ",
        "001    2      Boris                                                              1.0    1     3 w 1     3 b =     1 b       1 w  ",
        "001    3      Cleo                                                               0.0    3     2 b 0     2 w =  0000 - Z  0000 - Z",
    ];
    assert_eq!(found[found.len() - 4..], wanted);
}

/// Three around a table have two games each, for which two columns are too few.
#[test]
fn an_odd_number_around_a_table_needs_three_columns() {
    let report = Report {
        next: None,
        players: numbered(vec![
            Player::default(),
            Player::default(),
            Player::default(),
        ]),
        games: vec![
            game(1, 1, 2, End::Played(2)),
            game(1, 2, 3, End::Played(2)),
            game(1, 3, 1, End::Played(2)),
        ],
        ..Report::default()
    };
    let columns = columns(&report);
    assert_eq!(columns.len(), 3);
    for column in &columns {
        let players: Vec<&usize> = column.cells.keys().collect();
        assert_eq!(
            players.len(),
            2,
            "a player has an opponent who has that player"
        );
    }
}

#[test]
fn names_are_read_from_their_columns() {
    let names = |text: &str| {
        let report = read(text).expect("a report");
        let names = report.players.iter().map(|player| turned(&player.name));
        names.collect::<Vec<_>>()
    };
    let text = "\u{feff}012 Spring\r\n\
        001    1 m  g Mirzoev, Azer                     2527 AZE    13400304 1978       4.0    1\r\n\
        ### 001\r\n\
        001    2      Żółć\r\n";
    assert_eq!(names(text), ["Azer Mirzoev", "Żółć"]);
    // Lines that end as the specification says it.
    assert_eq!(names("012 a\r001    1      Anna\r"), ["Anna"]);
    assert!(names("").is_empty());
}

/// What is written is read again.
#[test]
fn a_report_is_read_as_it_was_written() {
    let report = Report {
        next: None,
        name: "spring-2027".to_owned(),
        kind: "Individual: Swiss-System".to_owned(),
        begun: Some("2027-01-31".to_owned()),
        ended: None,
        time: "5d/move".to_owned(),
        rounds: Some(6),
        players: numbered(vec![
            player("Żółć", Some(1712), 7, Some(1)),
            player("Boris", None, 5, None),
        ]),
        teams: Vec::new(),
        games: vec![
            game(1, 1, 2, End::Played(2)),
            game(2, 2, 1, End::Unplayed(0)),
            game(3, 1, 2, End::Unplayed(1)),
            game(4, 2, 1, End::Off),
            game(5, 1, 2, End::Open),
        ],
        byes: vec![(6, 1, Bye::Half), (6, 2, Bye::Full)],
        comments: vec!["game: chess".to_owned()],
    };
    assert_eq!(read(&lines(&report).join("\r\n")), Ok(report));
}

#[test]
fn what_cannot_be_read_is_named_with_its_place() {
    let two = |one: &str, other: &str| {
        let start = |number, name| format!("001 {number:>4}      {name:<33}{:33} 0.0     ", "");
        format!("{}{one}\n{}{other}", start(1, "Anna"), start(2, "Boris"))
    };
    let cases = [
        ("012 a\n001    1\n".to_owned(), 2, (15, 47), ""),
        ("001    x      Anna".to_owned(), 1, (5, 8), "x"),
        (two("", "").replace("   2  ", "   1  "), 2, (5, 8), "1"),
        (two("", "").replacen(" 0.0", " 0.3", 1), 1, (81, 84), "0.3"),
        (two("     2 w 1", "     1 b 1"), 1, (92, 99), "2 w 1"),
        (two("     2 w 1", "     1 w 0"), 1, (92, 99), "2 w 1"),
        (two("     3 w 1", "  0000 - Z"), 1, (92, 99), "3 w 1"),
        (two("     2 w X", "     1 b X"), 1, (92, 99), "2 w X"),
        (two("  0000 - U", "  0000 - 1"), 2, (92, 99), "0000 - 1"),
        (two("  0000 - U", "    -1 w 1"), 2, (92, 95), "-1"),
        ("XXR many".to_owned(), 1, (5, 8), "many"),
    ];
    for (text, line, columns, what) in cases {
        let text_there = what.to_owned();
        let wanted = Unreadable {
            line,
            columns,
            text: text_there,
        };
        assert_eq!(read(&text), Err(wanted), "{text}");
    }
    // For its players it does not matter what it says of games.
    let forfeit = two("     2 - +", "     1 - -");
    let names = players(&forfeit).map(|all| all.into_iter().map(|one| one.name).collect());
    assert_eq!(names, Ok(vec!["Anna".to_owned(), "Boris".to_owned()]));
}

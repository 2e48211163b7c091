//! `event`, as the umpire uses it: a round robin from its announcement to its end.

use serde_json::Value;

use crate::place::Place;

const PLAYERS: [&str; 4] = ["Anna", "Boris", "Cleo", "Dora"];

fn shown(place: &Place) -> Value {
    let shown = place.ok(&["event", "show", "spring-2027", "--json"]);
    serde_json::from_str(&shown).expect("JSON")
}

/// What is due is done.
fn goes_on(place: &Place) {
    place.ok(&["run", "--once"]);
}

#[test]
fn a_round_robin_begins_is_played_and_ends() {
    let place = Place::new();
    for name in PLAYERS {
        let address = format!("{}@example.org", name.to_lowercase());
        place.ok(&["player", "add", name, &address]);
    }
    assert_eq!(place.ok(&["event", "list"]), "no event yet\n");
    let new = |name: &str, terms: &str| place.run(&["event", "new", name, terms, "--places", "4"]);
    for (name, terms, why) in [
        ("no", "chess", "is no name of an event"),
        ("2027", "chess", "is no name of an event"),
        ("anna", "chess", "is the name of a player"),
        ("resign", "chess", "is a command"),
        ("spring-2027", "chess as white", "who has which side"),
        ("spring-2027", "yonin-bishogi", "has 4 seats"),
        ("spring-2027", "chess tyme 3d", "tyme"),
        ("spring-2027", "Boris chess", "begin with the game"),
        ("chess", "chess", "is a game"),
        ("spring-", "chess", "is no name of an event"),
    ] {
        let refused = new(name, terms);
        assert!(
            refused.code == 1 && refused.err.contains(why),
            "{refused:?}"
        );
    }
    let announced = new("spring-2027", "chess time none");
    assert!(
        announced
            .out
            .contains("Announced: spring-2027: chess time none; 0 of 4"),
        "{announced:?}"
    );
    let limits = ["--rating-from", "1600", "--rating-below", "1500"];
    let none = ["event", "new", "none-2027", "chess", "--places", "4"];
    let none = place.run(&[&none[..], &limits[..]].concat());
    assert!(none.err.contains("nobody has a rating"), "{none:?}");
    let taken = new("Spring-2027", "chess");
    assert!(taken.err.contains("there is an event"), "{taken:?}");
    for name in ["anna", "boris", "cleo"] {
        place.ok(&["event", "enter", "spring-2027", name]);
    }
    let twice = place.run(&["event", "enter", "spring-2027", "anna"]);
    assert!(twice.err.contains("entered it already"), "{twice:?}");
    // Not full, and nobody has begun it.
    goes_on(&place);
    assert_eq!(shown(&place)["status"], "entries");
    place.ok(&["event", "enter", "spring-2027", "dora"]);
    goes_on(&place);
    let begun = shown(&place);
    assert_eq!(
        (&begun["status"], &begun["games"]),
        (&"playing".into(), &6.into())
    );
    // Six games, and one letter to each player with all of theirs.
    let games = begun["pairings"].as_array().expect("games");
    assert!(
        games.iter().all(|game| game["game"].is_number()),
        "{games:?}"
    );
    let late = place.run(&["event", "start", "spring-2027"]);
    assert!(late.err.contains("it has begun"), "{late:?}");

    // Dora leaves before half of her games are over: none of them counts.
    let dora = |game: &&Value| game["first"] == "Dora" || game["second"] == "Dora";
    let won = games.iter().find(dora).expect("a game of hers");
    let number = won["game"].to_string();
    let result = if won["first"] == "Dora" { "1-0" } else { "0-1" };
    place.ok(&["game", "adjudicate", &number, result]);
    let withdraw = ["event", "withdraw", "spring-2027", "dora"];
    let tried = place.ok(&[&withdraw[..], &["--dry-run"]].concat());
    let open = games
        .iter()
        .filter(dora)
        .map(|game| game["game"].to_string());
    let open: Vec<String> = open
        .filter(|game| *game != number)
        .map(|game| format!("#{game}"))
        .collect();
    let cost = format!(
        "\nlost games: {}\nnone of the results counts in the table\n",
        open.join(", ")
    );
    assert!(
        tried.starts_with("Taken out (nothing was changed): ") && tried.ends_with(&cost),
        "{tried}"
    );
    let done = place.ok(&[&withdraw[..], &["--json"]].concat());
    let done: Value = serde_json::from_str(&done).expect("JSON");
    assert_eq!(
        (&done["struck"], done["lost"].as_array().map(Vec::len)),
        (&true.into(), Some(2))
    );
    goes_on(&place);
    let left = shown(&place);
    assert_eq!(
        (&left["left"][0]["name"], &left["left"][0]["struck"]),
        (&"Dora".into(), &true.into())
    );
    assert_eq!(
        (&left["status"], &left["over"]),
        (&"playing".into(), &3.into())
    );
    let last = left["table"].as_array().and_then(|table| table.last());
    let last = last.expect("a line");
    assert_eq!(
        (&last["name"], &last["place"]),
        (&"Dora".into(), &Value::Null)
    );

    // Anna wins both, Boris the last one.
    for game in games.iter().filter(|game| !dora(game)) {
        let name = |side: &str| game[side].as_str().expect("a name").to_owned();
        let winner = ["Anna", "Boris"]
            .into_iter()
            .find(|one| name("first") == *one || name("second") == *one);
        let result = if Some(name("first").as_str()) == winner {
            "1-0"
        } else {
            "0-1"
        };
        place.ok(&["game", "adjudicate", &game["game"].to_string(), result]);
    }
    goes_on(&place);
    let ended = shown(&place);
    assert_eq!(ended["status"], "ended");
    let table = ended["table"].as_array().expect("a table");
    let places: Vec<(&Value, &Value, &Value)> = table
        .iter()
        .map(|line| (&line["place"], &line["name"], &line["points"]))
        .collect();
    let line = |place: Value, name: &'static str, points: u32| {
        (place, Value::from(name), Value::from(points))
    };
    let wanted = [
        line(1.into(), "Anna", 4),
        line(2.into(), "Boris", 2),
        line(3.into(), "Cleo", 0),
        line(Value::Null, "Dora", 0),
    ];
    for (found, wanted) in places.iter().zip(&wanted) {
        assert_eq!(*found, (&wanted.0, &wanted.1, &wanted.2));
    }
    // The table has the results against each other, also those that do not count.
    let table = place.ok(&["event", "export", "spring-2027", "--csv"]);
    let head =
        "place,name,points,played,direct,sonneborn-berger,wins,black,Anna,Boris,Cleo,Dora\r\n";
    assert!(table.starts_with(head), "{table}");
    assert!(table.contains("\r\n3,Cleo,0,2,,0,0,"), "{table}");
    assert!(table.contains("\r\n,Dora,0,0,,,,,"), "{table}");
    let trf = place.ok(&["event", "export", "spring-2027", "--trf"]);
    assert!(trf.contains("092 Individual: Round-Robin\r\n"), "{trf}");
    assert!(
        trf.contains("XXR 3\r\n") && trf.contains("### no result counts: "),
        "{trf}"
    );
    let text = place.ok(&["event", "show", "spring-2027"]);
    assert!(
        text.contains("place 1  Anna: 2 of 2; direct -, sonneborn-berger 1, wins 2"),
        "{text}"
    );
    assert!(
        text.contains("\nleft     Dora at 2") && text.contains("Z, no results count\n"),
        "{text}"
    );
    let page = place.ok(&["event", "export", "spring-2027", "--html"]);
    assert!(
        page.starts_with("<!DOCTYPE html>\n") && page.contains("class=\"name\">Anna</th>"),
        "{page}"
    );
    let log = place.ok(&["event", "log", "spring-2027"]);
    for act in ["announce", "enter", "start", "tell", "depart", "end"] {
        assert!(log.contains(act), "{act}: {log}");
    }
    // Who was in it is another player now: the table follows.
    place.ok(&["player", "add", "Annette", "annette@example.org"]);
    place.ok(&["player", "merge", "Anna", "Annette"]);
    assert_eq!(shown(&place)["table"][0]["name"], "Annette");
    let replayed = place.ok(&["db", "replay", "--compare"]);
    assert!(
        replayed.contains("events: 1") && replayed.contains("differences: 0"),
        "{replayed}"
    );
}

#[test]
fn one_for_which_too_few_enter_is_called_off() {
    let place = Place::new();
    place.ok(&["player", "add", "Anna", "anna@example.org"]);
    place.ok(&["event", "new", "spring-2027", "chess"]);
    place.ok(&["event", "enter", "spring-2027", "anna"]);
    let director = ["event", "director", "spring-2027", "anna"];
    place.ok(&director);
    assert_eq!(shown(&place)["directors"], serde_json::json!(["Anna"]));
    let again = place.run(&director);
    assert!(again.err.contains("directs it already"), "{again:?}");
    place.ok(&["event", "director", "spring-2027", "anna", "--remove"]);
    assert_eq!(shown(&place)["directors"], serde_json::json!([]));
    let log = place.ok(&["event", "log", "spring-2027"]);
    assert!(
        log.contains("director Anna") && log.contains("no-director Anna"),
        "{log}"
    );
    let few = place.run(&["event", "start", "spring-2027"]);
    assert!(few.err.contains("fewer than 3"), "{few:?}");
    let merged = place.run(&["player", "merge", "anna", "anna"]);
    assert_eq!(merged.code, 1);
    place.ok(&["event", "withdraw", "spring-2027", "anna"]);
    assert_eq!(shown(&place)["entrants"], Value::Array(Vec::new()));
    place.ok(&["event", "enter", "spring-2027", "anna"]);
    let off = place.ok(&["event", "cancel", "spring-2027", "--reason", "Nobody came."]);
    assert!(off.contains("Called off: spring-2027"), "{off}");
    let shown = shown(&place);
    assert_eq!(
        (&shown["status"], &shown["reason"]),
        (&"cancelled".into(), &"Nobody came".into())
    );
}

/// What is wrong with the options of a kind.
#[test]
fn kinds_have_their_own_options() {
    let place = Place::new();
    let new = |options: &[&str]| {
        let event = ["event", "new", "spring-2027", "chess time 4d/move"];
        place.run(&[&event, options].concat())
    };
    for (options, why) in [
        (
            &["--places", "17"][..],
            "a round-robin event is for 3 to 16",
        ),
        (
            &["--kind", "swiss", "--places", "65"],
            "is for 3 to 64 players",
        ),
        (
            &["--kind", "swiss", "--double"],
            "only a round robin and an event of teams are double",
        ),
        (
            &["--kind", "knock-out", "--rounds", "3"],
            "only of a Swiss event",
        ),
        (&["--kind", "swiss", "--rounds", "0"], "has 1 to 15 rounds"),
        (
            &["--kind", "dropout", "--ties", "wins"],
            "nothing breaks ties",
        ),
        (
            &["--kind", "ladder", "--start", "2999-01-01"],
            "begins at once",
        ),
        (&["--kind", "team"], "is no kind of event"),
        (&["--kind", "teams"], "teams play on 2 to 8 boards"),
        (&["--kind", "teams", "--boards", "9"], "on 2 to 8 boards"),
        (&["--boards", "4"], "other kinds have none"),
        (
            &["--kind", "teams", "--boards", "2", "--places", "1"],
            "is for 2 to 16 teams",
        ),
        (
            &["--kind", "teams", "--boards", "2", "--ties", "wins"],
            "is always the same",
        ),
        (
            &["--ties", "board-points"],
            "board-points says nothing in a round-robin event",
        ),
    ] {
        let refused = new(options);
        assert!(
            refused.code != 0 && refused.err.contains(why),
            "{refused:?}"
        );
    }
    let announced = new(&["--kind", "knock-out"]);
    assert!(
        announced
            .out
            .contains("chess time 4d/move (knock-out); 0 of 8"),
        "{announced:?}"
    );
    let shown = shown(&place);
    assert_eq!(
        (&shown["kind"], &shown["faster"]),
        (&"knock-out".into(), &"2d/move".into())
    );
}

#[test]
fn an_event_of_teams_is_entered_by_captains_alone() {
    let place = Place::new();
    let event = ["event", "new", "spring-2027", "chess time 4d/move"];
    let options = ["--kind", "teams", "--boards", "4", "--places", "6"];
    let announced = place.ok(&[&event[..], &options].concat());
    assert!(
        announced.contains("chess time 4d/move (teams on 4 boards); 0 of 6 have entered"),
        "{announced}"
    );
    let shown = shown(&place);
    assert_eq!(
        (&shown["kind"], &shown["boards"], &shown["ties"]),
        (
            &"teams".into(),
            &4.into(),
            &serde_json::json!(["board-points", "direct"])
        )
    );
    place.ok(&["player", "add", "Anna", "anna@example.org"]);
    for (command, why) in [
        (
            &["enter", "spring-2027", "anna"][..],
            "captains enter teams by mail",
        ),
        (&["start", "spring-2027"], "fewer than 2"),
        (&["export", "spring-2027", "--trf"], "has no table yet"),
    ] {
        let refused = place.run(&[&["event"], command].concat());
        assert!(
            refused.code != 0 && refused.err.contains(why),
            "{refused:?}"
        );
    }
}

/// Five players, of whom one leaves after the first round; whoever has entered earlier wins each game.
#[test]
fn a_swiss_event_is_paired_round_by_round() {
    let place = Place::new();
    let players = ["Anna", "Boris", "Cleo", "Dora", "Emil"];
    let options = ["--kind", "swiss", "--places", "5", "--rounds", "3"];
    let event = ["event", "new", "spring-2027", "xiangqi time none"];
    place.ok(&[&event[..], &options].concat());
    for name in players {
        let address = format!("{}@example.org", name.to_lowercase());
        place.ok(&["player", "add", name, &address]);
        place.ok(&["event", "enter", "spring-2027", name]);
    }
    for round in 1..=3 {
        goes_on(&place);
        let begun = shown(&place);
        assert_eq!(
            (&begun["status"], &begun["round"]),
            (&"playing".into(), &round.into())
        );
        let games = begun["pairings"].as_array().expect("games");
        let games = games.iter().filter(|game| game["round"] == round);
        for game in games {
            let seed = |side: &str| players.iter().position(|name| game[side] == **name);
            let result = if seed("first") < seed("second") {
                "1-0"
            } else {
                "0-1"
            };
            place.ok(&["game", "adjudicate", &game["game"].to_string(), result]);
        }
        if round == 1 {
            place.ok(&["event", "withdraw", "spring-2027", "cleo"]);
        }
    }
    goes_on(&place);
    let ended = shown(&place);
    assert_eq!(ended["status"], "ended");
    let byes = ended["byes"].as_array().expect("byes");
    assert_eq!(byes[0], serde_json::json!([1, "Emil"]));
    let table = ended["table"].as_array().expect("a table");
    let anna = &table[0];
    assert_eq!(
        (&anna["name"], &anna["points"]),
        (&"Anna".into(), &6.into())
    );
    let cleo = table
        .iter()
        .find(|line| line["name"] == "Cleo")
        .expect("a line");
    assert_eq!((&cleo["played"], &cleo["points"]), (&1.into(), &0.into()));
    let games = ended["pairings"].as_array().expect("games");
    let of_cleo = games
        .iter()
        .filter(|game| game["first"] == "Cleo" || game["second"] == "Cleo");
    assert_eq!(of_cleo.count(), 1, "who has left is paired no more");
    let text = place.ok(&["event", "show", "spring-2027"]);
    assert!(text.contains("round 1  Emil has no game"), "{text}");
    let log = place.ok(&["event", "log", "spring-2027"]);
    assert_eq!(log.matches(": pair ").count(), 3, "{log}");
    assert!(log.contains(": pair Anna - Cleo, "), "{log}");
    assert!(log.contains("Emil free"), "{log}");
    let replayed = place.ok(&["db", "replay", "--compare"]);
    assert!(replayed.contains("differences: 0"), "{replayed}");
}

/// A Swiss event of three players, whose first round has a turn, and whose second one has none: everything that is expected is
/// computed by hand.
#[test]
fn an_event_is_exported_for_other_programs_and_its_players_are_imported() {
    let mut place = Place::new();
    let options = ["--kind", "swiss", "--places", "3", "--rounds", "2"];
    let event = ["event", "new", "spring-2027", "chess time none"];
    place.ok(&[&event[..], &options].concat());
    let early = place.refused(&["event", "export", "spring-2027", "--csv"]);
    assert!(early.contains("spring-2027 has no table yet"), "{early}");
    for name in ["Anna", "Boris", "Cleo Meyer"] {
        let address = format!("{}@example.org", name.to_lowercase().replace(' ', "-"));
        place.ok(&["player", "add", name, &address]);
        place.ok(&["event", "enter", "spring-2027", name]);
    }
    for formats in [&[][..], &["--csv", "--trf"]] {
        let unclear = place.run(&[&["event", "export", "spring-2027"], formats].concat());
        assert_eq!(unclear.code, 2, "{unclear:?}");
    }
    goes_on(&place);
    let mut letters = place.letters().into_iter();
    let letter = letters.find(|one| one.mailbox.starts_with("anna") && one.raw.contains("#1"));
    let mail = place.answer(&letter.expect("a letter"), "#1 e4");
    place.deliver(&mail);
    goes_on(&place);
    place.ok(&["game", "adjudicate", "1", "1-0"]);
    goes_on(&place);

    let export = |format: &str| place.ok(&["event", "export", "spring-2027", format]);
    // The second round is being played.
    let open = export("--trf");
    assert!(open.contains("     2 w 1     3 b  \r\n"), "{open}");
    place.ok(&["game", "adjudicate", "2", "1/2-1/2"]);
    goes_on(&place);
    let table = [
        "place,name,points,played,buchholz,direct,sonneborn-berger,wins,black",
        "1,Cleo Meyer,1.5,1,3,,2.25,0,0",
        "2,Anna,1.5,2,2.5,,1.75,1,1",
        "3,Boris,1,1,2.5,,1,0,1",
    ];
    assert_eq!(
        export("--csv"),
        table.map(|line| format!("{line}\r\n")).concat()
    );

    let trf = export("--trf");
    let lines: Vec<&str> = trf.split_terminator("\r\n").collect();
    let (days, others): (Vec<&str>, Vec<&str>) = lines
        .into_iter()
        .partition(|line| line.starts_with("042 20") || line.starts_with("052 20"));
    assert_eq!(days.len(), 2, "{trf}");
    let wanted = [
        "012 spring-2027",
        "062 3",
        "082 0",
        "092 Individual: Swiss-System",
        "122 none",
        "XXR 2",
        "### game: chess time none",
        "### ties of 3: buchholz 3, sonneborn-berger 2.25, wins 0, black 0",
        "### ties of 1: buchholz 2.5, sonneborn-berger 1.75, wins 1, black 1",
        "### ties of 2: buchholz 2.5, sonneborn-berger 1, wins 0, black 1",
        "001    1      Anna                                                               1.5    2     2 w 1     3 b D",
        "001    2      Boris                                                              1.0    3     1 b 0  0000 - U",
        "001    3      Cleo Meyer                                                         1.5    1  0000 - U     1 w D",
    ];
    assert_eq!(others, wanted);

    let pgn = export("--pgn");
    let (first, second) = pgn.split_once("\n\n[").expect("two games");
    let tags = "[Event \"spring-2027\"]\n[Site \"?\"]\n[Date \"20";
    assert!(first.starts_with(tags), "{pgn}");
    let tags = "\"]\n[Round \"1\"]\n[White \"Anna\"]\n[Black \"Boris\"]\n[Result \"1-0\"]\n";
    assert!(
        first.contains(tags) && first.ends_with("\n\n1. e4 1-0"),
        "{pgn}"
    );
    assert!(
        second.contains("[Round \"2\"]\n[White \"Cleo Meyer\"]\n"),
        "{pgn}"
    );
    assert!(![trf, pgn].concat().contains("example.org"));

    // The format wants the last name first.
    imported(
        &place,
        &export("--trf").replace("Cleo Meyer ", "Meyer, Cleo"),
    );
    let replayed = place.ok(&["db", "replay", "--compare"]);
    assert!(replayed.contains("differences: 0"), "{replayed}");
}

/// The players of a report enter another event, all or none.
fn imported(place: &Place, trf: &str) {
    place.ok(&["event", "new", "summer-2027", "chess", "--places", "4"]);
    let entrants = || {
        let shown = place.ok(&["event", "show", "summer-2027", "--json"]);
        let shown: Value = serde_json::from_str(&shown).expect("JSON");
        shown["entrants"].clone()
    };
    let import = |text: &str, options: &[&str]| {
        let file = place.path("entries.trf");
        std::fs::write(&file, text).expect("written");
        place.run(&[&["event", "import", "summer-2027", &file], options].concat())
    };
    let odd = trf.replace("Boris", "Borys").replace("Meyer,", "Meier,");
    for (text, why) in [
        (
            odd.as_str(),
            "nobody was entered: no member to whom letters go has the name \"Borys\", \"Cleo Meier\"",
        ),
        ("012 summer\r\n", "no line begins with 001"),
        (
            "012 summer\r\n001    1\r\n",
            "line 2 is not as TRF16 wants it: \"\" in columns 15-47",
        ),
        (
            &trf.replace("Boris", "Anna "),
            "nobody was entered: Anna: summer-2027: the player has entered it already",
        ),
    ] {
        let refused = import(text, &[]);
        assert!(
            refused.code == 1 && refused.err.contains(why),
            "{refused:?}"
        );
    }
    let tried = import(trf, &["--dry-run"]);
    assert!(tried.out.contains("3 of 4 have entered"), "{tried:?}");
    assert_eq!(entrants(), serde_json::json!([]));
    let entered = import(trf, &[]);
    assert!(
        entered.out.starts_with("Entered: summer-2027: "),
        "{entered:?}"
    );
    assert_eq!(
        entrants(),
        serde_json::json!(["Anna", "Boris", "Cleo Meyer"])
    );
    let late = place.run(&["event", "import", "spring-2027", &place.path("entries.trf")]);
    assert!(late.err.contains("it has begun, or is over"), "{late:?}");
    // A ladder can be entered at any time, and has no rounds.
    let ladder = [
        "event",
        "new",
        "steps-2027",
        "chess time 5d/move",
        "--kind",
        "ladder",
    ];
    place.ok(&ladder);
    place.ok(&["event", "import", "steps-2027", &place.path("entries.trf")]);
    let table = place.ok(&["event", "export", "steps-2027", "--csv"]);
    assert_eq!(
        table,
        "place,name,points,played\r\n1,Anna,0,0\r\n2,Boris,0,0\r\n3,Cleo Meyer,0,0\r\n"
    );
    let report = place.refused(&["event", "export", "steps-2027", "--trf"]);
    assert!(report.contains("it has no rounds"), "{report}");
}

#[test]
fn one_that_cannot_be_read_stops_no_other() {
    let place = Place::new();
    for name in PLAYERS {
        let address = format!("{}@example.org", name.to_lowercase());
        place.ok(&["player", "add", name, &address]);
    }
    place.ok(&["event", "new", "broken-2027", "chess"]);
    place.ok(&["event", "new", "spring-2027", "chess time none"]);
    for name in PLAYERS {
        place.ok(&["event", "enter", "spring-2027", name]);
    }
    let database = rusqlite::Connection::open(place.path("data/zugpost.db")).expect("opened");
    let broken = "UPDATE contests SET data = '{\"kind\":\"x\"}' WHERE name = 'broken-2027'";
    assert_eq!(database.execute(broken, []).expect("a row"), 1);
    drop(database);
    place.ok(&["event", "start", "spring-2027"]);
    goes_on(&place);
    let letters = place.letters();
    let begun = letters
        .iter()
        .filter(|letter| letter.raw.contains("The event spring-2027 begins"));
    assert_eq!(begun.count(), PLAYERS.len());
}

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
    place.ok(&["event", "withdraw", "spring-2027", "dora"]);
    goes_on(&place);
    let left = shown(&place);
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
    let text = place.ok(&["event", "show", "spring-2027"]);
    assert!(
        text.contains("place 1  Anna: 2 of 2; direct -, sonneborn-berger 1, wins 2"),
        "{text}"
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
            "only a round robin is double",
        ),
        (
            &["--kind", "knock-out", "--rounds", "3"],
            "only of a Swiss event",
        ),
        (&["--kind", "swiss", "--rounds", "0"], "has 1 to 15 rounds"),
        (&["--kind", "dropout", "--ties", "wins"], "share the place"),
        (&["--kind", "ladder"], "is no kind of event"),
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

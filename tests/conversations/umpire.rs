//! What the umpire's steps ask for, and the programs of the settings that pair players.

use zugpost::config::{Dialect, EngineProgram, PairingProgram, Protocol};
use zugpost::contests::ContestKind;
use zugpost::office::NewContest;
use zugpost::office::umpire::GameRequest;

use super::Step;
use super::post;

/// `Anna <anna@example.org>`, from `anna`; other words as they are.
pub fn person(who: &str) -> String {
    match post::address(who) {
        address if address != who => {
            let (first, rest) = who.split_at(1);
            format!("{}{rest} <{address}>", first.to_uppercase())
        }
        known => known,
    }
}

/// Programs that pair players. `bbpPairings` is as `pairing.answers` has recorded it, line by line: the beginning of the SHA-256 of
/// a report, and what the program has answered. With `BBPPAIRINGS` in the environment, that program is run, and recorded.
pub fn pairing_programs() -> Vec<PairingProgram> {
    let recorded = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/conversations/pairing.answers"
    );
    let hash = "hash=$(sha256sum < \"$1\" | cut -c1-16)";
    let known = match std::env::var("BBPPAIRINGS") {
        Ok(program) => format!(
            "{hash}; {program} --dutch \"$1\" -p \"$2\" && {{ grep -q \"^$hash \" {recorded} || echo \"$hash\" $(cat \"$2\") >> {recorded}; }}"
        ),
        Err(_) => format!(
            "{hash}; grep \"^$hash \" {recorded} | head -n 1 | tr ' ' '\\n' | tail -n +2 > pairs; test -s pairs || exit 9; \
             {{ head -n 1 pairs; tail -n +2 pairs | paste -d ' ' - -; }} > \"$2\""
        ),
    };
    let programs = [
        ("bbpPairings", &*known),
        ("broken", "exit 1"),
        ("liar", "printf '2\\n1 2\\n3 4\\n' > \"$2\""),
    ];
    let programs = programs.map(|(name, script)| PairingProgram {
        name: name.to_owned(),
        command: ["sh", "-c", script, "sh", "{input}", "{output}"]
            .map(str::to_owned)
            .to_vec(),
        dialect: Dialect::Trf16,
        system: String::new(),
        seconds: 60,
    });
    programs.to_vec()
}

/// Programs of others that play: one that knows some turns of chess, one whose turns are wrong, and one that cannot be run.
pub fn engines() -> Vec<EngineProgram> {
    let games =
        "option name UCI_Variant type combo default chess var chess var xiangqi var crazyhouse";
    let knows = "case $at in *'moves e2e4') echo info depth 1 score cp -20; echo bestmove e7e5;; \
                 *startpos) echo bestmove d2d4;; *) echo bestmove d7d5;; esac";
    let programs = [("Fairy", knows), ("Liar", "echo bestmove e2e5")];
    let programs = programs.map(|(name, go)| {
        let script = format!(
            "while read -r line; do case $line in uci) echo {games}; echo uciok;; isready) echo readyok;; \
             position*) at=$line;; go*) {go};; esac; done"
        );
        (name, ["sh", "-c", &script].map(str::to_owned).to_vec())
    });
    let missing = ("Missing", vec!["/nowhere/missing".to_owned()]);
    let programs = programs.into_iter().chain([missing]);
    let programs = programs.map(|(name, command)| EngineProgram {
        name: name.to_owned(),
        command,
        protocol: Protocol::Uci,
        // What is said is the same with network.
        unconfined: true,
        seconds: 10,
    });
    programs.collect()
}

/// `umpire event NAME "TERMS" places=N kind=swiss rounds=N boards=N double=yes start="…" from=N below=N opening="e4; e5" category=A pairing=NAME`.
pub fn event(step: &Step) -> NewContest {
    let word = |at| step.word(at).unwrap_or_default().to_owned();
    let places = step.option("places").and_then(|text| text.parse().ok());
    let kind = step.option("kind").map(|text| {
        let known = ContestKind::ALL.into_iter();
        known
            .clone()
            .find(|kind| kind.as_str() == text)
            .expect("a kind")
    });
    NewContest {
        name: word(2),
        terms: word(3),
        kind: kind.unwrap_or_default(),
        double: step.option("double").is_some(),
        groups: step.option("groups").and_then(|text| text.parse().ok()),
        boards: step.option("boards").and_then(|text| text.parse().ok()),
        rounds: step.option("rounds").and_then(|text| text.parse().ok()),
        pairing: step.option("pairing").map(str::to_owned),
        category: step.option("category").map(str::to_owned),
        opening: step.option("opening").map(str::to_owned),
        round_days: step.option("days").and_then(|text| text.parse().ok()),
        places: places.unwrap_or(16),
        starts_at: step.option("start").map(str::to_owned),
        last_day: step.option("ends").map(str::to_owned),
        adjudicators: step
            .option("decide")
            .map_or_else(Vec::new, |all| all.split(',').map(str::to_owned).collect()),
        allowed: Vec::new(),
        ties: None,
        rating_from: step.option("from").and_then(|text| text.parse().ok()),
        rating_below: step.option("below").and_then(|text| text.parse().ok()),
        public: step
            .option("public")
            .and_then(zugpost::status::Public::parse),
    }
}

/// `umpire new VARIANT WHITE BLACK key=value … position="…" time="…"`.
pub fn request(step: &Step) -> GameRequest {
    let plain: Vec<&String> = step
        .words
        .iter()
        .filter(|word| !word.contains('='))
        .collect();
    let variant = plain.get(2).map_or("", |id| id.as_str());
    // The seats of an unknown variant do not matter, since it is refused.
    let seats = zugpost::variants::find(variant).map_or_else(Vec::new, |game| game.seats());
    let seats = seats.iter().zip(plain.iter().skip(3));
    let options = step.words.iter().filter_map(|word| word.split_once('='));
    GameRequest {
        rated: step.option("rated").is_some(),
        variant: variant.to_owned(),
        seats: seats
            .map(|(seat, who)| ((*seat).to_owned(), person(who)))
            .collect(),
        position: step.option("position").map(str::to_owned),
        time: step.option("time").map(str::to_owned),
        options: options
            .filter(|(key, _)| !["position", "time", "rated"].contains(key))
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect(),
    }
}

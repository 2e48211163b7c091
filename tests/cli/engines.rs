//! Programs of others that do not play, in a server that works: the game goes on with the house player, the umpire is told
//! once, nothing of what they have written is in a letter, and nothing that they have started goes on.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::place::Place;

/// What programs write that nobody is to read, and how long those sleep that they start.
const WRITTEN: &str = "zzwrittenzz";
const SLEEP: &str = "4747";

/// How each program fails: its name, what it does when it is to move, and what the umpire reads.
const FAILING: [(&str, &str, &str); 7] = [
    ("Silent", "sleep 4747", "it did not answer in time"),
    ("Illegal", "echo bestmove e2e5", "its turn was not legal"),
    ("Crashing", "kill -SEGV $$; exit", "it ended."),
    (
        "Flooding",
        "while :; do echo info string zzwrittenzz; done",
        "it wrote too much",
    ),
    (
        "Forking",
        "(sleep 4747 & sleep 4747) & (setsid sh -c 'sleep 4747' &); exit",
        "it ended.",
    ),
    (
        "Resigning",
        "echo bestmove resign",
        "it resigned, or named no turn",
    ),
    (
        "Eating",
        "dd bs=2000000000 count=1 if=/dev/zero of=/dev/null || exit; echo bestmove e2e4",
        "it ended.",
    ),
];

fn place(sleep: &str) -> Place {
    let place = Place::new();
    let path = place.path("zugpost.toml");
    let text = fs::read_to_string(&path).expect("settings");
    let mut text = text.replacen("[server]", "[server]\numpire = \"umpire@example.org\"", 1);
    for (name, go, _) in FAILING {
        let go = go.replace(SLEEP, sleep);
        let script = format!(
            "echo zzwrittenzz >&2; while read -r line; do case \"$line\" in uci) echo id name zzwrittenzz; echo uciok;; \
             isready) echo readyok;; go*) echo info string zzwrittenzz; {go};; esac; done"
        );
        let command = serde_json::json!(["sh", "-c", script]);
        // What is shown here is the same with network.
        text += &format!(
            "\n[[engines]]\nname = \"{name}\"\ncommand = {command}\nprotocol = \"uci\"\nunconfined = true\nseconds = 1\n"
        );
    }
    fs::write(path, text).expect("written");
    place
}

/// A server with one of these programs, which were tried already, and with these settings of the house player.
fn tried(sleep: &str, settings: &str) -> Place {
    let place = place(sleep);
    let path = place.path("zugpost.toml");
    let text = fs::read_to_string(&path).expect("settings");
    let text = text.replacen("#minutes = 10", settings, 1);
    fs::write(path, text).expect("written");
    place.new_game();
    for _ in 0..3 {
        place.run(&["run", "--once"]);
    }
    place
}

#[test]
fn beyond_its_minutes_the_house_player_plays_for_it_at_once() {
    let mut place = tried(SLEEP, "minutes = 0");
    mail(&mut place, 1, "challenge Silent chess level 5 as black");
    assert_eq!(turns(&place, 2), 1);
    let letters = place.letters();
    let told = |letter: &super::place::Letter| letter.mailbox == "umpire@example.org";
    assert!(!letters.iter().any(told), "it was not asked");
}

#[test]
fn a_program_ends_with_the_server_that_is_killed() {
    // What another test looks for does not run here.
    let sleep = "4848";
    let mut place = tried(sleep, "minutes = 10");
    let mut own = place.letters();
    own.retain(|letter| letter.mailbox == "anna@example.org");
    let letter = own.pop().expect("a letter");
    let text = place.answer(&letter, "challenge Silent chess level 1 as black");
    place.deliver(&text);
    for kills in 1..=2 {
        // What is killed leaves the folder of the program there.
        let mut run = place.command(&["run", "--once"]);
        let mut run = run.env("TMPDIR", place.path("")).spawn().expect("it runs");
        let start = Instant::now();
        while !runs(sleep) {
            assert!(start.elapsed() < Duration::from_secs(30), "it is not asked");
            std::thread::sleep(Duration::from_millis(20));
        }
        run.kill().expect("killed");
        run.wait().expect("ended");
        assert!(!goes_on(sleep), "it goes on after kill {kills}");
    }
    // Two processes have ended over the turn.
    place.run(&["run", "--once"]);
    assert_eq!(turns(&place, 2), 1);
    let letters = place.letters();
    let told = |letter: &super::place::Letter| letter.mailbox == "umpire@example.org";
    assert!(!letters.iter().any(told), "it was not asked again");
}

/// The newest letter to Anna that has this in its text.
fn mail(place: &mut Place, game: usize, line: &str) {
    let tag = format!("[#{game}");
    let mut own = place.letters();
    own.retain(|letter| {
        letter.mailbox == "anna@example.org" && letter.header("Subject").starts_with(&tag)
    });
    let letter = own.pop().expect("a letter");
    let mail = place.answer(&letter, line);
    place.deliver(&mail);
    place.run(&["run", "--once"]);
}

fn turns(place: &Place, game: usize) -> usize {
    let shown = place.ok(&["game", "show", &game.to_string(), "--json"]);
    let shown: Value = serde_json::from_str(&shown).expect("JSON");
    shown["turns"].as_array().expect("turns").len()
}

/// Whether there is a process with this word.
fn runs(word: &str) -> bool {
    let all = fs::read_dir("/proc").expect("processes").flatten();
    let mut said = all.filter_map(|of| fs::read(of.path().join("cmdline")).ok());
    said.any(|said| {
        let mut words = said.split(|byte| *byte == 0);
        words.any(|one| one == word.as_bytes())
    })
}

/// Whether a process with this word goes on for longer than it takes to end it.
fn goes_on(word: &str) -> bool {
    let start = Instant::now();
    while runs(word) {
        if start.elapsed() > Duration::from_secs(10) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    false
}

#[test]
fn each_game_goes_on_with_the_house_player() {
    let mut place = place(SLEEP);
    place.new_game();
    let mut log = String::new();
    // Which games they can play is tried first.
    for _ in 0..3 {
        log += &place.run(&["run", "--once"]).err;
    }
    for (game, (name, ..)) in (2..).zip(FAILING) {
        let line = format!("challenge {name} chess level 1 time 5d/move as black");
        mail(&mut place, 1, &line);
        for _ in 0..10 {
            if turns(&place, game) > 0 {
                break;
            }
            log += &place.run(&["run", "--once"]).err;
        }
        assert_eq!(turns(&place, game), 1, "{name}");
        assert!(!goes_on(SLEEP), "{name}: what it has started goes on");
        mail(&mut place, game, "resign");
    }
    let letters = place.letters();
    for (game, (name, _, why)) in (2..).zip(FAILING) {
        let title = format!("{name} does not play in game #{game}");
        let of_umpire = letters
            .iter()
            .filter(|letter| letter.mailbox == "umpire@example.org");
        let told: Vec<_> = of_umpire
            .filter(|letter| letter.header("Subject").contains(&title))
            .collect();
        assert_eq!(told.len(), 1, "{name}");
        let words = told[0].raw.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(why), "{name}: {words}");
    }
    let mut all = letters
        .iter()
        .map(|letter| letter.raw.as_str())
        .chain([log.as_str()]);
    assert!(all.all(|text| !text.contains(WRITTEN)));
}

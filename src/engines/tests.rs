//! Programs that are scripts of the shell, and Fairy-Stockfish and Fairy-Max.

use std::path::Path;

use super::*;
use crate::outside::tests::goes_on;
use crate::rules::Options;
use crate::rules::game::Seat;
use crate::variants;

fn engine(command: &[&str], protocol: Protocol) -> EngineProgram {
    EngineProgram {
        name: "Fake".to_owned(),
        command: command.iter().map(|word| (*word).to_owned()).collect(),
        protocol,
        // What is measured here is the same with network.
        unconfined: true,
        seconds: 1,
    }
}

/// A program that knows chess, and does this when it is to move.
fn fake(go: &str) -> EngineProgram {
    let script = format!(
        "while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; go*) {go};; esac; done"
    );
    engine(&["sh", "-c", &script], Protocol::Uci)
}

fn begun(id: &str) -> (Told, Box<dyn Game>) {
    let variant = variants::find(id).expect("a game");
    let game = variant.start(&Options::new(), None).expect("a start");
    (Told::begun(variant, game.as_ref()), game)
}

fn turn(engine: &EngineProgram, id: &str) -> Result<(String, Option<i64>)> {
    let (told, game) = begun(id);
    play(engine, &told, game.as_ref(), Level::ALL[0], &|| false)
}

#[test]
fn a_turn_and_its_score_are_used_and_nothing_else() {
    let good = fake(
        "echo 'info score cp 5'; echo 'info score mate -2 x'; echo; echo 'bestmove g1f3 ponder e7e5'",
    );
    assert_eq!(
        turn(&good, "chess"),
        Ok(("Ng1-f3".to_owned(), Some(-100_000)))
    );
    assert_eq!(
        turn(&fake("echo bestmove e2e4"), "chess"),
        Ok(("e2-e4".to_owned(), None))
    );
}

#[test]
fn programs_that_do_not_play_end_and_leave_nothing() {
    for (go, fault) in [
        ("sleep 4141", Fault::Late),
        ("exit 1", Fault::Ended),
        ("kill -SEGV $$; exit", Fault::Ended),
        ("echo bestmove e2e5", Fault::Illegal),
        ("echo 'bestmove \u{1b}[2Jdraw'", Fault::Illegal),
        ("echo bestmove 0000", Fault::NoTurn),
        ("echo 'bestmove (none)'", Fault::NoTurn),
        ("echo bestmove resign", Fault::NoTurn),
        ("while :; do echo info string; done", Fault::Flood),
        (
            "head -c 5000 /dev/zero | tr '\\0' x; sleep 4141",
            Fault::Flood,
        ),
        ("printf '\\377\\n'; sleep 4141", Fault::Flood),
        // More memory than it may have.
        (
            "dd bs=2000000000 count=1 if=/dev/zero of=/dev/null 2>&1 || exit; echo bestmove e2e4",
            Fault::Ended,
        ),
        ("sleep 4141 & setsid sleep 4141 & exit", Fault::Ended),
        (
            "(sleep 4141 & sleep 4141) & (setsid sh -c 'sleep 4141' &); sleep 4141",
            Fault::Late,
        ),
    ] {
        assert_eq!(turn(&fake(go), "chess"), Err(fault), "{go}");
        assert!(!goes_on("4141"), "{go}: what it has started goes on");
    }
    let missing = engine(&["/nowhere/stockfish"], Protocol::Uci);
    assert_eq!(turn(&missing, "chess"), Err(Fault::NotRun));
    assert_eq!(
        turn(&fake("echo bestmove h3e3"), "xiangqi"),
        Err(Fault::Unknown)
    );
}

#[test]
fn a_program_that_thinks_too_long_is_told_to_stop() {
    let slow = "(read -r stop; echo bestmove d2d4)";
    assert_eq!(turn(&fake(slow), "chess"), Ok(("d2-d4".to_owned(), None)));
}

#[test]
fn a_program_has_no_network() {
    assert!(outside::is_confined(), "neither bwrap nor unshare works");
    let devices = "grep -q eth /proc/net/dev && echo bestmove e2e5 || echo bestmove e2e4";
    assert!(turn(&fake(devices), "chess").is_ok());
}

#[test]
fn a_program_that_cannot_count_turns_gets_no_game_by_file() {
    let games = ["chess", "crazyhouse", "xiangqi", "yonin-bishogi"];
    let games = || games.into_iter().filter_map(variants::find);
    let words = |engine: &EngineProgram| -> Vec<&str> {
        let found = tried(engine, games(), &|| false, &|| false).expect("it answers");
        found.iter().map(|(_, verdict)| verdict.as_str()).collect()
    };
    let names = "echo option name UCI_Variant type combo default chess var chess var crazyhouse";
    let script = |perft: &str| {
        let script = format!(
            "while read -r line; do case \"$line\" in uci) {names}; echo uciok;; isready) echo readyok;; go*) {perft};; esac; done"
        );
        engine(&["sh", "-c", &script], Protocol::Uci)
    };
    let plays = ["plays", "uncounted", "unknown", "unknown"];
    assert_eq!(words(&script("echo bestmove e2e4")), plays);
    let plays = ["plays", "differs", "unknown", "unknown"];
    assert_eq!(
        words(&script("echo 'e2e4: 20'; echo; echo 'Nodes searched: 400'")),
        plays
    );
    let plays = ["plays", "fails", "unknown", "unknown"];
    assert_eq!(words(&script("exit")), plays);
}

/// A program where Debian installs it. `test.sh` gets it, or leaves out what needs it and says so.
fn installed(name: &str) -> String {
    let path = format!("/usr/games/{name}");
    assert!(
        Path::new(&path).exists(),
        "{path} is missing: ./test.sh --install"
    );
    path
}

/// Lets a program play against itself; how many turns it has played.
fn played(engine: &EngineProgram, id: &str, most: usize) -> usize {
    let (mut told, mut game) = begun(id);
    for number in 0..most {
        if game.outcome().is_some() {
            return number;
        }
        let found = play(engine, &told, game.as_ref(), Level::ALL[1], &|| false);
        let (turn, _) = found.unwrap_or_else(|fault| panic!("{id}, turn {number}: {fault:?}"));
        told.turns.extend(uci_of(game.as_ref(), &turn));
        game.play(&turn).expect("a legal turn");
    }
    assert_eq!(game.to_move(), Seat((most % 2) as u8));
    most
}

#[test]
fn installed_fairy_stockfish_plays() {
    let path = installed("fairy-stockfish");
    let uci = engine(&[&path], Protocol::Uci);
    for id in ["chess", "xiangqi", "crazyhouse", "shogi"] {
        assert!(played(&uci, id, 10) == 10, "{id}");
    }
    let usi = engine(&[&path], Protocol::Usi);
    assert!(played(&usi, "shogi", 10) == 10);
    for engine in [&uci, &usi] {
        let games = ["chess", "crazyhouse", "shogi", "gothic", "hans38"];
        let games = games.into_iter().filter_map(variants::find);
        let found = tried(engine, games, &|| false, &|| false).expect("it answers");
        let words: Vec<&str> = found.iter().map(|(_, verdict)| verdict.as_str()).collect();
        // A position of USI has no rights to castle.
        let gothic = match engine.protocol {
            Protocol::Usi => "differs",
            _ => "plays",
        };
        let wanted = ["plays", "plays", "plays", gothic, "unknown"];
        assert_eq!(words, wanted, "{:?}", engine.protocol);
    }
}

/// Lets a program play a turn in another position of a game than the usual one.
fn placed(engine: &EngineProgram, id: &str, position: &str) -> Result<(String, Option<i64>)> {
    let variant = variants::find(id).expect("a game");
    let game = variant.start(&Options::new(), Some(position));
    let game = game.expect("a position");
    let told = Told {
        placed: true,
        ..Told::begun(variant, game.as_ref())
    };
    play(engine, &told, game.as_ref(), Level::ALL[1], &|| false)
}

#[test]
fn installed_programs_are_told_the_position() {
    let uci = engine(&[&installed("fairy-stockfish")], Protocol::Uci);
    let xboard = engine(&[&installed("fairymax")], Protocol::Xboard);
    let mates = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    let xiangqi = variants::find("xiangqi").expect("a game");
    let usual = xiangqi.start(&Options::new(), None).expect("a start");
    let (turn, _) = placed(&uci, "chess", mates).expect("a turn");
    assert_eq!(turn, "Rd1-d8");
    for (program, id, position) in [
        (&uci, "xiangqi", usual.position().as_str()),
        (&xboard, "chess", mates),
    ] {
        assert_eq!(placed(program, id, position), Err(Fault::Unknown), "{id}");
    }
    let (turn, _) = placed(&uci, "crazyhouse", &mates.replace(" w", "[] w")).expect("a turn");
    assert_eq!(turn, "Rd1-d8");
}

#[test]
fn installed_fairy_max_plays() {
    let path = installed("fairymax");
    let engine = engine(&[&path], Protocol::Xboard);
    assert_eq!(played(&engine, "chess", 12), 12);
    assert_eq!(turn(&engine, "xiangqi"), Err(Fault::Unknown));
}

//! The cases that the documents of the format name (docs/variants/), as its engine answers them.

use zugpost::rules::composed::Game;
use zugpost::rules::composed::past::Past;
use zugpost::variants::by_file::catalogue::Catalogue;
use zugpost::variants::by_file::read;

use super::{facts, game};

/// Sections of the cases.
const SECTIONS: &str = include_str!("cases.ini");

/// A case a line: game, position, turns; number of legal turns, check, immediate end, optional end and value without a
/// legal turn; position after the turns; the legal turns, unless there are many.
const CASES: &str = include_str!("cases.txt");

/// What is said of a position after turns, as a line of the cases says it.
fn answer(game: &Game, position: &str, turns: &str, listed: bool) -> String {
    let mut at = game.read(position).expect("a position");
    let mut past = Past::new(game, &at);
    for text in turns.split_whitespace().filter(|text| *text != "-") {
        let turn = game
            .find(&at, text)
            .unwrap_or_else(|| panic!("{text} is not legal"));
        game.play(&mut at, &turn);
        past.add(game, &at);
    }
    let facts = facts(game, &at, &past);
    assert_eq!(game.count_turns(&at), facts.turns.len() as u64);
    let again = game.read(&facts.text).map(|at| game.write(&at));
    assert_eq!(again.as_ref(), Ok(&facts.text));
    let check = if facts.check { "+" } else { "-" };
    let listed = if listed {
        facts.turns.join(" ")
    } else {
        "-".to_owned()
    };
    let (count, ends) = (facts.turns.len(), facts.ends.join(" "));
    format!("{count} {check} {ends} | {} | {listed}", facts.text)
}

#[test]
fn the_cases_of_the_documents_come_out() {
    let (sections, _) = read(SECTIONS.as_bytes(), &Catalogue::default());
    let mut wrong = Vec::new();
    assert_eq!(CASES.lines().count(), 102);
    for case in CASES.lines() {
        let mut fields = case.splitn(4, " | ");
        let mut next = || fields.next().expect("a field");
        let (name, position, turns, wanted) = (next(), next(), next(), next());
        let listed = !wanted.ends_with(" | -");
        let said = answer(&game(&sections, name), position, turns, listed);
        if said.trim_end() != wanted.trim_end() {
            wrong.push(format!("{name} {position} {turns}\n  {wanted}\n  {said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn leaves_are_those_that_others_count() {
    let counts = [
        ("chess", "", 4, 197_281),
        (
            "chess",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            3,
            97_862,
        ),
        (
            "chess",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            4,
            43_238,
        ),
        ("xiangqi", "", 3, 79_666),
        ("shogi", "", 3, 25_470),
        (
            "crazyhouse",
            "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1",
            2,
            75_353,
        ),
        ("capablanca", "", 3, 25_228),
        (
            "atomic",
            "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1",
            2,
            1_238,
        ),
        ("amazons", "", 1, 2_176),
    ];
    for (name, position, depth, leaves) in counts {
        let game = game(&[], name);
        let position = if position.is_empty() {
            &game.parts.start
        } else {
            position
        };
        let at = game.read(position).expect("a position");
        assert_eq!(game.perft(&at, depth), leaves, "{name}");
    }
}

#[test]
fn quick_legality_is_exact() {
    // A piece that gives check over two squares, both of which can be entered.
    let lame = b"[lame:chess]\ncustomPiece1 = a:nZ\npromotionPieceTypes = nbrqa\n\
        startFen = rnbqkbnr/pppppppp/a7/8/8/7A/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let (sections, faults) = read(lame, Catalogue::built_in());
    assert!(!faults.stop("lame"), "{faults:?}");
    // The same games, with a rule that changes nothing but the way in which legality is found out.
    for name in [
        "chess",
        "capablanca",
        "shako",
        "manchu",
        "shogi",
        "newzealand",
        "nightrider",
        "lame",
    ] {
        let quick = game(&sections, name);
        let exact = quick.clone().by_trying();
        let mut seed = 7_usize;
        for _ in 0..4 {
            let mut at = quick.read(&quick.parts.start).expect("a position");
            for _ in 0..80 {
                let turns = quick.texts(&at);
                assert_eq!(turns, exact.texts(&at), "{name}: {}", quick.write(&at));
                assert_eq!(
                    quick.count_turns(&at),
                    turns.len() as u64,
                    "{}",
                    quick.write(&at)
                );
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let Some(text) = turns.get((seed >> 33) % turns.len().max(1)) else {
                    break;
                };
                let turn = quick.find(&at, text).expect("legal");
                quick.play(&mut at, &turn);
            }
        }
    }
}

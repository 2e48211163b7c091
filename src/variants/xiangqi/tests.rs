//! Legal turns beside trying each one, ends of games, and what players are told.

use std::ops::ControlFlow;

use crate::rules::moves::{Position, fen};
use crate::rules::{Bitboard, Game, Listing, Move, Options, Reason, Refusal, Variant};

use super::pieces::PIECES;
use super::setup::{CHINCHES, STANDARD};
use super::{XIANGQI, wxf};

fn at(position: &str) -> Box<dyn Game> {
    Variant::start(&XIANGQI, &Options::new(), Some(position)).unwrap_or_else(|e| panic!("{e}"))
}

/// Positions in which much is pinned, screened and in check.
const TANGLED: &[&str] = &[
    STANDARD,
    CHINCHES,
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
    "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1",
    "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w - - 0 1",
    "3k5/4P4/9/3C5/9/9/4r1n2/9/4K4/9 w - - 0 1",
    "4k4/4c4/9/4c4/4R4/9/4P4/9/4A4/4K4 w - - 0 1",
];

/// A small generator of chance, so that every run plays the same games.
fn chance(seed: &mut u64, below: usize) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed % below as u64) as usize
}

fn read(position: &str) -> Position {
    fen::read(&PIECES, None, position, &|_| Ok(())).unwrap_or_else(|e| panic!("{e}"))
}

fn legal(position: &Position) -> Vec<Move> {
    let mut all = Vec::new();
    let _ = position.legal(&PIECES, &mut |mv| {
        all.push(mv);
        ControlFlow::Continue(())
    });
    all
}

fn play_random(start: &str, seed: &mut u64, look: impl Fn(&Position, &[Move])) {
    let mut position = read(start);
    for _ in 0..100 {
        let turns = legal(&position);
        look(&position, &turns);
        if turns.is_empty() {
            return;
        }
        position.play(&PIECES, &turns[chance(seed, turns.len())]);
    }
}

#[test]
fn the_federations_notation_names_one_turn() {
    let mut seed = 0xf11e;
    for start in TANGLED.iter().cycle().take(40) {
        play_random(start, &mut seed, |position, turns| {
            let text = fen::write(&PIECES, position);
            let game = at(&text);
            let open = game.outcome().is_none();
            for mv in turns.iter().filter(|_| open) {
                let short = wxf::write(position, mv).expect("no castling");
                for typed in [short.clone(), short.to_lowercase()] {
                    let played = game.fork().play(&typed).map(|played| played.canonical);
                    assert_eq!(played, Ok(PIECES.write(mv)), "{typed} in {text}");
                }
            }
        });
    }
}

fn play_all(position: Option<&str>, turns: &str) -> Box<dyn Game> {
    let mut game = Variant::start(&XIANGQI, &Options::new(), position).expect("starts");
    for word in turns.split_whitespace() {
        let (times, round) = word.split_once("*").unwrap_or(("1", word));
        for _ in 0..times.parse().expect("a number") {
            for turn in round.split(',') {
                game.play(turn).unwrap_or_else(|e| panic!("{turn}: {e}"));
            }
        }
    }
    game
}

#[test]
fn the_letter_warns_one_occurrence_before() {
    let start = Some("4k4/4cN3/9/9/4r4/9/9/9/9/5K3 b - - 0 1");
    let once = "Re6-f6,Kf1-e1,Rf6-e6,Ke1-f1";
    assert!(play_all(start, "Re6-f6,Kf1-e1").warnings().is_empty());
    let warned = play_all(start, once).warnings();
    let loses = Reason::new("next-repetition-loses").name("side", "Black");
    assert_eq!(warned, [loses.name("by", "perpetual check")]);
    assert!(play_all(start, &format!("2*{once}")).warnings().is_empty());
    let shuffle = "Hb1-c3,Hb10-c8,Hc3-b1,Hc8-b10";
    let warned = play_all(None, shuffle).warnings();
    assert_eq!(warned, [Reason::new("next-repetition-draws")]);
}

#[test]
fn finished_games_have_no_turns_in_perft() {
    let game = play_all(None, "Hb1-c3,Hb10-c8,Hc3-b1,Hc8-b10,Hb1-c3,Hb10-c8,Hc3-b1");
    let divided = game.divide(2);
    assert!(divided.contains(&("Hc8-b10".to_owned(), 0)), "{divided:?}");
    assert_eq!(game.perft(2), divided.iter().map(|d| d.1).sum::<u64>());
    assert_eq!(at("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 119 90").perft(2), 0);
    let divided = at("3k5/9/9/9/9/9/9/9/4p4/4K4 w - - 0 1").divide(3);
    assert!(divided.contains(&("Ke1xe2".to_owned(), 0)), "{divided:?}");
}

#[test]
fn nothing_is_claimed() {
    let mut game = play_all(None, "Hb1-c3");
    let Err(Refusal::Illegal { reason, .. }) = game.claim_draw() else {
        panic!("a claim stands")
    };
    let told = "nothing-is-claimed(times: 1, clock: 1, limit: 120)";
    assert_eq!(reason.to_string(), told);
}

#[test]
fn refused_turns_always_name_a_reason() {
    let mut seed = 7;
    for position in TANGLED {
        let game = at(position);
        for _ in 0..2000 {
            let mut square = || {
                format!(
                    "{}",
                    Bitboard::rectangle(9, 10)
                        .nth(chance(&mut seed, 90))
                        .expect("90")
                )
            };
            let (from, to) = (square(), square());
            let letter = ["", "K", "A", "E", "H", "R", "C", "P"][chance(&mut seed, 8)];
            let sign = ["", "-", "x"][chance(&mut seed, 3)];
            let from = [String::new(), from][chance(&mut seed, 2)].clone();
            let way = ["+", "-", "="][chance(&mut seed, 3)];
            let (one, two) = (1 + chance(&mut seed, 9), 1 + chance(&mut seed, 9));
            let points = format!("{letter}{from}{sign}{to}");
            for text in [
                points,
                format!("{letter}{one}{way}{two}"),
                format!("{way}{letter}{way}{two}"),
            ] {
                if let Err(Refusal::Illegal { reason, .. }) = game.fork().play(&text) {
                    assert_eq!(reason.code, "not-possible", "{text}");
                    assert!(!reason.to_string().contains("by: )"), "{text}: {reason}");
                }
            }
        }
    }
}

#[test]
fn choices_by_piece_and_point() {
    let game = at(STANDARD);
    let of = |what: &str| match game.legal_of(what, "", 99) {
        Ok(Listing::All(turns)) => turns.join(" "),
        other => panic!("{what}: {other:?}"),
    };
    assert_eq!(of("e4"), "Pe4-e5");
    assert_eq!(of("Hb1"), "Hb1-a3 Hb1-c3");
    assert_eq!(of("N"), of("H"));
    assert_eq!(of("a1"), "Ra1-a2 Ra1-a3");
    assert!(of("a10").is_empty());
    assert!(game.legal_of("j9", "", 9).is_err() && game.legal_of("X", "", 9).is_err());
    let whole = game.begin("C2=5").expect("legal");
    assert!(whole.ends && whole.next.is_empty() && whole.made == "Ch3-e3");
    assert_eq!(game.begin("").expect("begins").next.len(), 44);
    assert_eq!(game.example().as_deref(), Some("Hb1-a3"));
}

#[test]
fn a_damaged_record_is_refused_or_leaves_a_whole_board() {
    for text in [
        "Ch3-h8", "Ch3-e4", "Ke1-e5", "Hh3-e3", "Ch3xe3", "ch3-e3", "C", "Ch3-e3 ", "é3-e3",
    ] {
        let mut game = at(STANDARD);
        assert!(game.replay(text).is_err(), "{text}");
    }
    // Red overlooks the check; Black may not take the king for it.
    let mut game = at("4k4/4r4/9/9/9/9/9/9/9/4KR3 w - - 0 1");
    game.replay("Rf1-f2").expect("not judged");
    assert!(game.fork().replay("Re9xe1").is_err() && game.count().is_some());
    assert!(game.play("Re9xe1").is_err());
}

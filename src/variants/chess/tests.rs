//! Legal turns beside those of another implementation, ends of games, and what players are told.

use std::collections::BTreeSet;

use cozy_chess::Board;

use crate::rules::{Game, Listing, Options, Refusal, Variant};

use super::CHESS;

fn options(setup: Option<u32>) -> Options {
    let pair = |n: u32| ("setup".to_owned(), n.to_string());
    setup.map(pair).into_iter().collect()
}

fn at(position: &str) -> Box<dyn Game> {
    Variant::start(&CHESS, &Options::new(), Some(position)).unwrap_or_else(|e| panic!("{e}"))
}

fn legal(game: &dyn Game) -> Vec<String> {
    match game.legal(usize::MAX) {
        Listing::All(turns) => turns,
        Listing::Over(_) | Listing::Next(_) => panic!("listed in full"),
    }
}

/// The other implementation's moves, written as ours without piece, sign and promotion mark:
/// `e7e8Q`; castling as the king's way to its rook.
fn theirs(board: &Board) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    board.generate_moves(|moves| {
        for mv in moves {
            let becomes = mv.promotion.map_or(String::new(), |p| p.to_string());
            all.insert(format!("{}{}{}", mv.from, mv.to, becomes.to_uppercase()));
        }
        false
    });
    all
}

fn ours(game: &dyn Game, board: &Board) -> Vec<(String, String)> {
    let side = board.side_to_move();
    let rights = board.castle_rights(side);
    let castle = |rook: Option<cozy_chess::File>| {
        let king = board.king(side);
        let rook = cozy_chess::Square::new(rook.expect("a right"), king.rank());
        format!("{king}{rook}")
    };
    let bare = |turn: String| {
        let text = match turn.as_str() {
            "O-O" => castle(rights.short),
            "O-O-O" => castle(rights.long),
            long => long
                .trim_start_matches(|c: char| c.is_ascii_uppercase())
                .replace(['-', 'x', '='], ""),
        };
        (text, turn)
    };
    legal(game).into_iter().map(bare).collect()
}

/// A small generator of chance, so that every run plays the same games.
fn chance(seed: &mut u64, below: usize) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed % below as u64) as usize
}

fn compare_game(setup: Option<u32>, seed: &mut u64) {
    let mut game = Variant::start(&CHESS, &options(setup), None).expect("starts");
    let mut board = match setup {
        None => Board::default(),
        Some(number) => Board::chess960_startpos(number),
    };
    for _ in 0..120 {
        if game.outcome().is_some() {
            return;
        }
        let turns = ours(game.as_ref(), &board);
        let place = game.position();
        let bare: BTreeSet<String> = turns.iter().map(|t| t.0.clone()).collect();
        assert_eq!(bare, theirs(&board), "{place}");
        assert_eq!(game.count(), Some(bare.len() as u64), "{place}");
        assert_eq!(!game.in_check().is_empty(), !board.checkers().is_empty());
        let again = Variant::start(&CHESS, &options(setup), Some(&place)).expect("reads");
        assert_eq!(again.position(), place);
        let (text, turn) = &turns[chance(seed, turns.len())];
        board.play_unchecked(text.to_lowercase().parse().expect("their notation"));
        game.play(turn).unwrap_or_else(|e| panic!("{turn}: {e}"));
    }
}

#[test]
fn random_games_have_the_turns_that_cozy_chess_finds() {
    let mut seed = 0x5eed;
    for _ in 0..60 {
        compare_game(None, &mut seed);
    }
    for _ in 0..60 {
        let setup = chance(&mut seed, 960) as u32;
        compare_game(Some(setup), &mut seed);
    }
}

#[test]
fn all_arrays_of_chess960_are_those_of_scharnagl() {
    for number in 0..960 {
        let game = Variant::start(&CHESS, &options(Some(number)), None).expect("starts");
        let board = Board::chess960_startpos(number);
        assert_eq!(game.position(), board.to_string(), "{number}");
        let turns: BTreeSet<_> = ours(game.as_ref(), &board)
            .into_iter()
            .map(|t| t.0)
            .collect();
        assert_eq!(turns, theirs(&board), "{number}");
    }
}

/// Leaf turns as cozy-chess counts them.
fn leaves(board: &Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            count += moves.len() as u64;
            return false;
        }
        for turn in moves {
            let mut next = board.clone();
            next.play_unchecked(turn);
            count += leaves(&next, depth - 1);
        }
        false
    });
    count
}

#[test]
fn all_arrays_of_chess960_count_as_cozy_chess_does() {
    for number in 0..960 {
        let game = Variant::start(&CHESS, &options(Some(number)), None).expect("starts");
        let theirs = leaves(&Board::chess960_startpos(number), 3);
        assert_eq!(game.perft(3), theirs, "{number}");
    }
}

#[test]
fn finished_games_have_no_turns_in_perft() {
    // The fifth repetition comes within the depth.
    let mut game = Variant::start(&CHESS, &Options::new(), None).expect("starts");
    for turn in ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle().take(15) {
        game.play(turn).expect("legal");
    }
    let sum: u64 = game.divide(2).iter().map(|d| d.1).sum();
    assert_eq!(game.perft(2), sum);
    let divided = game.divide(2);
    assert!(divided.contains(&("Nf6-g8".to_owned(), 0)), "{divided:?}");
    // So does the end of the move rule, and a dead position.
    assert_eq!(at("k7/8/8/8/8/8/8/KR6 w - - 149 90").perft(2), 0);
    assert_eq!(at("8/8/8/8/8/1k6/8/KB6 b - - 0 1").perft(3), 0);
}

#[test]
fn en_passant_counts_for_identity_only_where_it_is_legal() {
    // The pawn on d4 is pinned against its king: it never could capture on e3 (C3).
    let start = "4r1k1/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    let mut game = at(start);
    game.play("e2-e4").expect("legal");
    assert!(
        game.position().contains(" e3 "),
        "written after every double step"
    );
    for turn in ["Kg7", "Kd1", "Kg8", "Ke1", "Kg7", "Kd1", "Kg8", "Ke1"] {
        game.play(turn).unwrap_or_else(|e| panic!("{turn}: {e}"));
    }
    // The first of the three allowed d4xe3.
    assert!(game.fork().claim_draw().is_err());
    for turn in ["Kg7", "Kd1", "Kg8", "Ke1"] {
        game.play(turn).expect("legal");
    }
    assert_eq!(game.claim_draw(), Ok(vec![8, 4, 0]));
}

#[test]
fn refused_turns_always_name_a_reason() {
    let mut seed = 7;
    let letters = ["", "N", "B", "R", "Q", "K", "P"];
    for position in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ] {
        for _ in 0..2000 {
            let mut square = || {
                let file = char::from(b'a' + chance(&mut seed, 8) as u8);
                format!("{file}{}", 1 + chance(&mut seed, 8))
            };
            let (from, to) = (square(), square());
            let letter = letters[chance(&mut seed, letters.len())];
            let sign = ["", "-", "x"][chance(&mut seed, 3)];
            let from = if chance(&mut seed, 3) == 0 {
                String::new()
            } else {
                from
            };
            let text = format!("{letter}{from}{sign}{to}");
            if let Err(Refusal::Illegal { reason, .. }) = at(position).play(&text) {
                assert_eq!(reason.code, "not-possible", "{text}");
                assert!(!reason.to_string().contains("by: )"), "{text}: {reason}");
            }
        }
    }
}

#[test]
fn choices_by_piece_and_square() {
    let game = at("r3k2r/8/8/8/8/8/1P6/R3K2R w KQkq - 0 1");
    let of = |what: &str| match game.legal_of(what, "", 99) {
        Ok(Listing::All(turns)) => turns.join(" "),
        other => panic!("{what}: {other:?}"),
    };
    assert_eq!(of("b2"), "b2-b3 b2-b4");
    assert_eq!(of("P"), of("b2"));
    assert_eq!(of("O-O"), "O-O");
    assert_eq!(of("e1"), of("K"));
    assert!(of("K").contains("O-O-O") && of("Ke1") == of("K"));
    assert!(of("Rh1").starts_with("Rh1-f1") && of("N").is_empty());
    assert!(game.legal_of("i9", "", 9).is_err() && game.legal_of("X", "", 9).is_err());
    let whole = game.begin("b4").expect("legal");
    assert!(whole.ends && whole.next.is_empty() && whole.made == "b2-b4");
    let open = game.begin("").expect("begins");
    assert!(!open.ends && open.next == legal(game.as_ref()));
}

#[test]
fn an_inner_rook_castles_by_its_file() {
    let place = "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1";
    assert!(Variant::start(&CHESS, &Options::new(), Some(place)).is_err());
    let mut game = Variant::start(&CHESS, &options(Some(0)), Some(place)).expect("X-FEN");
    assert_eq!(game.position(), place);
    game.play("O-O-O").expect("legal");
    assert_eq!(game.position(), "4k3/8/8/8/8/8/8/R1KR4 b - - 1 1");
}

#[test]
fn a_damaged_record_is_refused_or_leaves_a_whole_board() {
    for text in [
        "Qd1xe8", "Qd1xd2", "Qd1-d8", "e2-e4=Q", "e2-e8", "e7-e5", "e2xe3", "O-0", "e2",
    ] {
        let mut game = Variant::start(&CHESS, &Options::new(), None).expect("starts");
        assert!(game.replay(text).is_err(), "{text}");
    }
    let game = at("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert!(game.fork().replay("O-O").is_err());
}

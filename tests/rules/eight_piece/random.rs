//! Randomized 8-Piece Chess: the arrays and castling (R1).

use std::collections::BTreeSet;

use zugpost::rules::variant::Options;
use zugpost::variants::find;
use zugpost::words::Words;

use super::super::data::{said, start};

fn options(setup: &str) -> Options {
    Options::from([("setup".to_owned(), setup.to_owned())])
}

/// The conditions of the source, asked of the letters of the first rank.
fn allowed(rank: &str) -> bool {
    let file = |letter| rank.find(letter).expect("a letter");
    let (king, rook, jailer) = (file('K'), file('R'), file('J'));
    (2..=5).contains(&file('S'))
        && (rook < king) == (king < jailer)
        && file('B') % 2 != file('S') % 2
}

#[test]
fn there_are_3840_arrays_and_each_is_drawn() {
    let variant = find("eight-piece-random").expect("registered");
    let mut drawn = BTreeSet::new();
    for number in 0..3_840 {
        let mut asked = 0;
        let mut sample = |n| {
            asked = n;
            number
        };
        let settled = variant
            .settle(&Options::new(), &mut sample)
            .expect("settles");
        assert_eq!(asked, 3_840);
        drawn.insert(settled["setup"].clone());
    }
    assert_eq!(drawn.len(), 3_840);
    for rank in &drawn {
        let mut letters: Vec<char> = rank.chars().collect();
        letters.sort_unstable();
        assert_eq!(letters, ['B', 'J', 'K', 'L', 'N', 'Q', 'R', 'S'], "{rank}");
        assert!(allowed(rank), "{rank}");
    }
}

#[test]
fn the_number_of_arrays_is_stated_in_the_rules() {
    let rules = zugpost::drawings::guide::expand(
        find("eight-piece-random").expect("registered"),
        Words::built_in().english(),
    );
    assert!(rules.contains("3,840"), "{rules}");
}

#[test]
fn lancers_face_straight_ahead_and_black_mirrors_white() {
    let game = start("eight-piece-random", "setup=JLSQKBNR", "-");
    let text = "jl{s}sqkbnr/pppppppp/8/8/8/8/PPPPPPPP/JL{n}SQKBNR w HAha - - 0 1";
    assert_eq!(game.position(), text);
    // Settled options are the letters in capitals.
    let variant = find("eight-piece-random").expect("registered");
    let settled = variant
        .settle(&options("jlsqkbnr"), &mut |_| 0)
        .expect("settles");
    assert_eq!(settled["setup"], "JLSQKBNR");
}

#[test]
fn arrays_that_are_not_allowed_are_refused_with_the_reason() {
    let variant = find("eight-piece-random").expect("registered");
    for (setup, words) in [
        ("JLQSKBNR", "opposite shades"),
        ("SLJQKBNR", "the sentry stands on c, d, e or f"),
        (
            "KLSQJBNR",
            "the king stands between the rook and the jailer",
        ),
        ("JLSQKBN", "each of J, L, S, Q, K, B, N and R once"),
        ("JLSQKBNN", "each of J, L, S, Q, K, B, N and R once"),
        ("random", "must be drawn before"),
    ] {
        let error = variant.start(&options(setup), None).err().expect(setup);
        let told = Words::built_in().english().setup_error(&error);
        assert!(told.contains(words), "{setup}: {told}");
    }
}

/// Plays turns from a position, and compares the position that comes of it.
fn leads(position: &str, turn: &str, expected: &str) {
    let mut game = start("eight-piece-random", "", position);
    game.play(turn)
        .unwrap_or_else(|e| panic!("{turn}: {}", said(&e)));
    assert_eq!(game.position(), expected);
}

#[test]
fn r1_castling_ends_on_the_squares_of_usual_chess() {
    leads(
        "4k3/8/8/8/8/8/8/RK5J w HA - - 0 1",
        "O-O",
        "4k3/8/8/8/8/8/8/R4JK1 b - - - 1 1",
    );
    leads(
        "4k3/8/8/8/8/8/8/RK5J w HA - - 0 1",
        "O-O-O",
        "4k3/8/8/8/8/8/8/2KR3J b - - - 1 1",
    );
    // The king may stay where it is, and the squares of the two may overlap.
    leads(
        "4k3/8/8/8/8/8/8/J5KR w HA - - 0 1",
        "O-O",
        "4k3/8/8/8/8/8/8/J4RK1 b - - - 1 1",
    );
    leads(
        "4k3/8/8/8/8/8/8/J4KR1 w GA - - 0 1",
        "O-O",
        "4k3/8/8/8/8/8/8/J4RK1 b - - - 1 1",
    );
}

#[test]
fn r1_all_squares_between_are_empty_but_for_the_two() {
    for (position, typed, words) in [
        (
            "4k3/8/8/8/8/8/8/RK3N1J w HA - - 0 1",
            "O-O",
            "blocked at f1",
        ),
        (
            "4k3/8/8/8/8/8/8/RK1N3J w HA - - 0 1",
            "O-O-O",
            "blocked at d1",
        ),
        (
            "4k3/8/8/8/8/8/3r4/RK5J w HA - - 0 1",
            "O-O",
            "pass through check at d1",
        ),
        (
            "4k3/8/8/8/8/8/7j/RK5J w HA - - 0 1",
            "O-O",
            "a jailer that is held",
        ),
    ] {
        let refused = start("eight-piece-random", "", position).play(typed);
        let told = said(&refused.expect_err(position));
        assert!(told.contains(words), "{position}: {told}");
    }
}

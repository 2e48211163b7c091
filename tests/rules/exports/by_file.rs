//! A small reader of PGN as it is written of games by file: it plays what engines write, which is in the comments.

use std::collections::BTreeSet;

use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use zugpost::games::export::{Comment, Format, pgn as pgn_writer};
use zugpost::rules::game::Seat;
use zugpost::rules::variant::Options;
use zugpost::variants::by_file::catalogue::Catalogue;
use zugpost::variants::find;

use super::Course;

/// Moves and comments of a movetext, with what was written for each, and its result.
fn moves(body: &str) -> (Vec<(String, String)>, String) {
    let mut moves: Vec<(String, String)> = Vec::new();
    let mut rest = body;
    loop {
        rest = rest.trim_start();
        if let Some(comment) = rest.strip_prefix('{') {
            let (comment, after) = comment.split_once('}').expect("the end of a comment");
            if !comment.contains(':') {
                let last = moves.last_mut().expect("a move before");
                assert!(last.1.is_empty(), "{body}");
                comment.clone_into(&mut last.1);
            }
            rest = after;
            continue;
        }
        let (word, after) = rest.split_once([' ', '\n']).unwrap_or((rest, ""));
        rest = after;
        match word {
            "1-0" | "0-1" | "1/2-1/2" | "*" => {
                assert!(rest.is_empty(), "{body}");
                return (moves, word.to_owned());
            }
            number if number.ends_with('.') => {}
            word => {
                assert!(
                    !word.is_empty() && !word.contains(['*', ';', '{', '}']),
                    "{word}"
                );
                moves.push((word.to_owned(), String::new()));
            }
        }
    }
}

fn value<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = head.lines();
    lines.find_map(|line| {
        line.strip_prefix(&format!("[{name} \""))?
            .strip_suffix("\"]")
    })
}

#[test]
fn exports_of_games_by_file_are_read_back() {
    let mut chance = ChaCha12Rng::seed_from_u64(19);
    let (mut games, mut kinds) = (0, BTreeSet::new());
    for section in Catalogue::built_in().iter() {
        let name = &*section.name;
        assert_eq!(Format::of(name), Format::Pgn, "{name}");
        let course = Course::new(name, Options::new(), None).random(&mut chance, 60);
        let said = [Comment {
            after: 2,
            by: Some(Seat(1)),
            review: false,
            words: "Well {well}".to_owned(),
        }];
        let lines = pgn_writer::lines(&course.record(), &said, 79).expect("written");
        super::assert_lines(&lines, 79);
        let text = lines.join("\n");
        let (head, body) = text.split_once("\n\n").expect("tags and moves");
        assert_eq!(value(head, "Variant"), Some(name), "{text}");
        assert_eq!(value(head, "SetUp"), Some("1"), "{text}");
        assert_eq!(value(head, "FEN"), Some(&*course.positions[0]), "{text}");
        let (moves, result) = moves(body);
        assert_eq!(result, course.result(), "{text}");
        assert_eq!(moves.len(), course.turns.len(), "{text}");
        let variant = find(value(head, "Variant").expect("a game")).expect("a game");
        let mut game = variant
            .start(&Options::new(), value(head, "FEN"))
            .expect("a start");
        for ((san, uci), position) in moves.iter().zip(&course.positions[1..]) {
            let known = game.uci().expect("by file");
            assert!(known.contains(uci), "{name}: {uci}");
            game.play(uci).expect("legal");
            assert_eq!(game.position(), *position, "{name}: {san}");
            let signs = "@x=/+-#~".chars().filter(|sign| san.contains(*sign));
            kinds.extend(signs);
        }
        games += 1;
    }
    assert!(games >= 30, "{games}");
    for sign in "@x=+#".chars() {
        assert!(kinds.contains(&sign), "{sign}: {kinds:?}");
    }
}

#[test]
fn an_export_of_a_game_by_file_names_game_and_start() {
    let turns = ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5", "P*d5"];
    let course = Course::new("crazyhouse", Options::new(), None).play(&turns);
    let lines = pgn_writer::lines(&course.record(), &[], 79).expect("written");
    let expected = "\
[Event \"Game 17\"]
[Site \"?\"]
[Date \"2026.01.31\"]
[Round \"-\"]
[White \"Anna \\\"A\\\\B\\\"\"]
[Black \"Борис\"]
[Result \"*\"]
[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1\"]
[Mode \"EM\"]
[SetUp \"1\"]
[Termination \"unterminated\"]
[Variant \"crazyhouse\"]

1. e4 {e2e4} 1... d5 {d7d5} 2. exd5 {e4d5} 2... Qxd5 {d8d5} 3. Nc3 {b1c3} 3...
Qa5 {d5a5} 4. P@d5 {P@d5} *";
    assert_eq!(lines.join("\n"), expected);
}

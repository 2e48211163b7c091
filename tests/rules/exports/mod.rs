//! Games that are exported and read back, by readers that share no code with the writers.

mod by_file;
mod pgn;
mod wxf;

use rand::rngs::ChaCha12Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use zugpost::games::export::{Comment, pgn as pgn_writer, wxf as wxf_writer};
use zugpost::games::{GameRecord, SeatRecord};
use zugpost::rules::game::{Game, Listing, Seat};
use zugpost::rules::variant::Options;
use zugpost::variants::find;

use crate::data::{files, rows};
use crate::games;

/// A game that was played: the turns, and the position texts before the first one and after each.
pub struct Course {
    pub variant: String,
    pub options: Options,
    pub start: Option<String>,
    pub turns: Vec<String>,
    pub positions: Vec<String>,
    /// Result and reason, if the game is over.
    pub end: Option<(String, String)>,
}

impl Course {
    pub fn begin(&self) -> Box<dyn Game> {
        let variant = find(&self.variant).expect("a variant");
        let game = variant.start(&self.options, self.start.as_deref());
        game.expect("a start")
    }

    fn new(variant: &str, options: Options, start: Option<&str>) -> Self {
        let mut course = Self {
            variant: variant.to_owned(),
            options,
            start: start.map(str::to_owned),
            turns: Vec::new(),
            positions: Vec::new(),
            end: None,
        };
        course.positions.push(course.begin().position());
        course
    }

    /// Plays these turns, written in any way.
    fn play(mut self, turns: &[&str]) -> Self {
        let mut game = self.begin();
        for turn in turns {
            let played = game
                .play(turn)
                .unwrap_or_else(|why| panic!("{turn}: {why:?}"));
            self.turns.push(played.canonical);
            self.positions.push(game.position());
        }
        self.note_end(game.as_ref());
        self
    }

    fn note_end(&mut self, game: &dyn Game) {
        let seats = find(&self.variant).expect("a variant").seats();
        self.end = game
            .outcome()
            .map(|outcome| (outcome.result(&seats), outcome.reason.to_string()));
    }

    /// Plays at random, rare moves more often than others.
    fn random(mut self, chance: &mut ChaCha12Rng, most: usize) -> Self {
        let mut game = self.begin();
        while self.turns.len() < most && game.outcome().is_none() {
            let Listing::All(legal) = game.legal(20_000) else {
                panic!("too many turns")
            };
            let rare = |turn: &&String| turn.starts_with("O-O") || turn.contains('=');
            let rare: Vec<&String> = legal.iter().filter(rare).collect();
            let turn = match rare.choose(chance) {
                Some(turn) if chance.random_bool(0.5) => (*turn).clone(),
                _ => legal.choose(chance).expect("a turn").clone(),
            };
            game.play(&turn).expect("legal");
            self.turns.push(turn);
            self.positions.push(game.position());
        }
        self.note_end(game.as_ref());
        self
    }

    fn record(&self) -> GameRecord {
        let seats = find(&self.variant).expect("a variant").seats();
        let names = ["Anna \"A\\B\"", "Борис"];
        let seat = |(seat, player): (&&str, &str)| SeatRecord {
            seat: (*seat).to_owned(),
            player: player.to_owned(),
            place: None,
        };
        GameRecord {
            version: GameRecord::VERSION,
            game: 17,
            variant: self.variant.clone(),
            rules_version: 1,
            section: None,
            options: serde_json::to_value(&self.options).expect("JSON"),
            time: None,
            start: self.start.clone(),
            created_at: "2026-01-31T12:00:00Z".to_owned(),
            updated_at: "2026-02-28T12:00:00Z".to_owned(),
            seats: seats.iter().zip(names).map(seat).collect(),
            status: if self.end.is_some() {
                "finished"
            } else {
                "playing"
            }
            .to_owned(),
            to_move: None,
            result: self.end.as_ref().map(|end| end.0.clone()),
            reason: self.end.as_ref().map(|end| end.1.clone()),
            turns: self.turns.clone(),
            position: String::new(),
            events: Vec::new(),
        }
    }

    fn result(&self) -> &str {
        self.end.as_ref().map_or("*", |end| &end.0)
    }
}

fn options(key: &str, value: &str) -> Options {
    Options::from([(key.to_owned(), value.to_owned())])
}

/// Words that would break a file if they were in it as they are.
const WORDS: &[&str] = &[
    "Hello, and a good game!",
    "} 1. e4 {",
    "% a line that readers pass over",
    "> quoted > quoted > quoted > quoted > quoted > quoted > quoted > quoted > quoted > quoted > quoted",
    "From here on From From From From From From From From From From From From From From From From",
    "[Event \"another\"] ; more ( and ) and * 1-0 $1",
    "--- #17: answer above this line",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ">>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>",
    "",
];

fn comments(course: &Course, chance: &mut ChaCha12Rng) -> Vec<Comment> {
    let count = chance.random_range(0..4);
    let mut comments: Vec<Comment> = (0..count)
        .map(|_| Comment {
            after: chance.random_range(0..=course.turns.len()),
            by: [None, Some(Seat(0)), Some(Seat(1))][chance.random_range(0..3)],
            review: false,
            words: (*WORDS.choose(chance).expect("words")).to_owned(),
        })
        .collect();
    comments.sort_by_key(|comment| comment.after);
    comments
}

/// What a mail or a reader of PGN would take for something else at the beginning of a line.
fn assert_lines(lines: &[String], width: usize) {
    for line in lines {
        assert!(
            !line.starts_with(['>', '%', ' ']) && !line.starts_with("From "),
            "{line}"
        );
        let tag = line.starts_with('[');
        assert!(tag || line.chars().count() <= width, "{line}");
        assert_eq!(line.trim_end(), line);
    }
}

fn check_pgn(course: &Course, chance: &mut ChaCha12Rng, seen: &mut pgn::Seen) {
    let width = if chance.random_bool(0.5) { 79 } else { 72 };
    let words = comments(course, chance);
    let lines = pgn_writer::lines(&course.record(), &words, width).expect("written");
    assert_lines(&lines, width);
    pgn::compare(&lines.join("\n"), course, words.len(), seen);
}

#[test]
fn exports_of_chess_are_read_back() {
    let mut chance = ChaCha12Rng::seed_from_u64(17);
    let mut seen = pgn::Seen::default();
    let placed = [
        None,
        None,
        Some("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 20"),
        Some("8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 40"),
        Some("7k/8/8/8/Q1Q1Q3/8/Q1Q1Q3/4K3 w - - 0 30"),
        Some("n1n1k1n1/1n3n2/8/8/8/8/8/4K3 b - - 10 60"),
    ];
    for number in 0..90 {
        let options = match number % 3 {
            0 => options("setup", &chance.random_range(0..960).to_string()),
            1 => options("setup", "518"),
            _ => Options::new(),
        };
        let start = *placed.choose(&mut chance).expect("a start");
        let start = start.filter(|_| number % 3 == 2);
        let course = Course::new("chess", options, start).random(&mut chance, 150);
        check_pgn(&course, &mut chance, &mut seen);
    }
    seen.assert_everything();
}

#[test]
fn an_export_of_chess_is_as_the_standard_has_it() {
    let turns = ["f3", "e5", "g4", "Qh4"];
    let course = Course::new("chess", Options::new(), None).play(&turns);
    let lines = pgn_writer::lines(&course.record(), &[], 79).expect("written");
    let expected = "\
[Event \"Game 17\"]
[Site \"?\"]
[Date \"2026.01.31\"]
[Round \"-\"]
[White \"Anna \\\"A\\\\B\\\"\"]
[Black \"Борис\"]
[Result \"0-1\"]
[Mode \"EM\"]
[Termination \"normal\"]

1. f3 e5 2. g4 Qh4# 0-1";
    assert_eq!(lines.join("\n"), expected);
    let fen = "7k/8/8/8/Q1Q5/8/Q7/K7 w - - 0 30";
    let course = Course::new("chess", options("setup", "0"), Some(fen)).play(&["Qa4-c2", "Kg7"]);
    let said = [Comment {
        after: 1,
        by: Some(Seat(0)),
        review: false,
        words: "Well {well}".to_owned(),
    }];
    let lines = pgn_writer::lines(&course.record(), &said, 79).expect("written");
    let text = lines.join("\n");
    assert!(
        text.contains(&format!("[FEN \"{fen}\"]\n[Mode \"EM\"]\n[SetUp \"1\"]\n")),
        "{text}"
    );
    assert!(text.contains("[Variant \"Chess960\"]\n"), "{text}");
    assert!(
        text.ends_with("\n\n30. Qa4c2 {White: Well (well)} 30... Kg7 *"),
        "{text}"
    );
}

#[test]
fn exports_of_xiangqi_are_read_back() {
    let mut chance = ChaCha12Rng::seed_from_u64(18);
    let mut crowded = 0;
    let placed = [
        None,
        None,
        Some("4k4/9/4P4/2P1P4/2P1P4/9/9/9/9/3K5 w - - 0 1"),
        Some("3k5/9/9/9/9/4p1p2/4p1p2/4p4/9/4K4 b - - 0 9"),
    ];
    for number in 0..60 {
        let options = match number % 3 {
            0 => options("setup", "chinches"),
            _ => Options::new(),
        };
        let start = *placed.choose(&mut chance).expect("a start");
        let start = start.filter(|_| number % 3 == 2);
        let course = Course::new("xiangqi", options, start).random(&mut chance, 150);
        let lines = wxf_writer::lines(&course.record()).expect("written");
        assert_lines(&lines, 79);
        crowded += wxf::compare(&lines.join("\n"), &course);
    }
    assert!(
        crowded > 20,
        "only {crowded} moves of one of several pieces on a file"
    );
}

#[test]
fn exports_of_recorded_games_are_read_back() {
    let mut read = 0;
    let lists = files("games", "jsonl").into_iter();
    let all = lists.flat_map(rows);
    for game in all.map(|row| serde_json::from_str::<Value>(&row.text).expect("JSON")) {
        if game["variant"] != "xiangqi" {
            continue;
        }
        let start = game["position"].as_str();
        let mut course = Course::new("xiangqi", games::options(&game), start);
        for ply in game["plies"].as_array().expect("turns") {
            let text = |key: &str| ply[key].as_str().expect("text").to_owned();
            course.turns.push(text("turn"));
            course.positions.push(text("text"));
        }
        let lines = wxf_writer::lines(&course.record()).expect("written");
        wxf::compare(&lines.join("\n"), &course);
        read += course.turns.len();
    }
    assert!(read > 100, "{read} turns");
}

#[test]
fn an_export_of_xiangqi_has_fields_and_moves() {
    let course = Course::new("xiangqi", Options::new(), None).play(&["C2=5", "H8+7", "H2+3"]);
    let lines = wxf_writer::lines(&course.record()).expect("written");
    let expected = "\
FORMAT  WXF
GAME    17
DATE    2026.01.31
RED     Anna \"A\\B\"
BLACK   Борис
RESULT  *
START{
1. C2=5 H8+7
2. H2+3
}END";
    assert_eq!(lines.join("\n"), expected);
}

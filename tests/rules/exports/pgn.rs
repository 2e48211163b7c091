//! A small reader of PGN. It finds the move that a text in short algebraic notation names among the legal ones of the
//! public interface by itself.

use zugpost::rules::game::{Game, Listing};

use super::Course;

/// What was met, so that a test which meets nothing fails.
#[derive(Debug, Default)]
pub struct Seen {
    castled: u32,
    promoted: u32,
    by_file: u32,
    by_rank: u32,
    by_square: u32,
    checks: u32,
    mates: u32,
    chess960: u32,
    placed: u32,
    black_begins: u32,
    comments: usize,
}

impl Seen {
    pub fn assert_everything(&self) {
        let counts = [
            self.castled,
            self.promoted,
            self.by_file,
            self.by_rank,
            self.by_square,
            self.checks,
            self.mates,
            self.chess960,
            self.placed,
            self.black_begins,
        ];
        assert!(
            counts.iter().all(|count| *count > 0) && self.comments > 0,
            "{self:?}"
        );
    }
}

/// A token of the movetext.
#[derive(Debug, PartialEq)]
enum Token {
    Number(u32, bool),
    Move(String),
    Comment,
    Result(String),
}

/// Reads a file, plays its moves, and compares the position after each.
pub fn compare(text: &str, course: &Course, comments: usize, seen: &mut Seen) {
    let (head, body) = text.split_once("\n\n").expect("tags and moves");
    let tags: Vec<(&str, String)> = head.lines().map(tag).collect();
    let names: Vec<&str> = tags.iter().map(|(name, _)| *name).collect();
    let seven = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
    assert_eq!(names[..7], seven, "{text}");
    assert!(names[7..].is_sorted(), "{text}");
    let value = |name: &str| {
        tags.iter()
            .find(|(n, _)| *n == name)
            .map(|(_, v)| v.as_str())
    };
    assert_eq!(value("White"), Some("Anna \"A\\B\""));
    assert_eq!(value("Result"), Some(course.result()));
    assert_eq!(value("SetUp").is_some(), value("FEN").is_some());
    const USUAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(value("FEN").unwrap_or(USUAL), course.positions[0]);
    let chess960 = value("Variant") == Some("Chess960");
    seen.chess960 += u32::from(chess960);
    seen.placed += u32::from(!chess960 && value("FEN").is_some());
    // Beginning from the tags alone, as another program does.
    let options = match chess960 {
        true => super::options("setup", "0"),
        false => zugpost::rules::variant::Options::new(),
    };
    let chess = zugpost::variants::find("chess").expect("chess");
    let mut game = chess.start(&options, value("FEN")).expect("a start");
    let tokens = tokens(body);
    let said = tokens
        .iter()
        .filter(|token| **token == Token::Comment)
        .count();
    assert_eq!(said, comments, "{text}");
    seen.comments += said;
    let mut fields = course.positions[0].split(' ');
    let black_begins = fields.nth(1) == Some("b");
    let mut number: u32 = fields.nth(3).expect("a number").parse().expect("a number");
    seen.black_begins += u32::from(black_begins && !course.turns.is_empty());
    let (mut black, mut played, mut numbered) = (black_begins, 0, false);
    for token in &tokens {
        match token {
            Token::Comment => {}
            Token::Number(found, dots) => {
                assert_eq!((*found, *dots), (number, black), "{text}");
                numbered = true;
            }
            Token::Move(san) => {
                assert!(numbered || black, "{san} without a number: {text}");
                play(game.as_mut(), san, seen);
                played += 1;
                assert_eq!(game.position(), course.positions[played], "{san} in {text}");
                number += u32::from(black);
                black = !black;
                numbered = false;
            }
            Token::Result(result) => assert_eq!(result, course.result()),
        }
    }
    assert_eq!(played, course.turns.len(), "{text}");
    assert!(matches!(tokens.last(), Some(Token::Result(_))), "{text}");
}

fn tag(line: &str) -> (&str, String) {
    let inner = line.strip_prefix('[').and_then(|l| l.strip_suffix("\"]"));
    let (name, value) = inner.and_then(|l| l.split_once(" \"")).expect(line);
    let (mut plain, mut escaped) = (String::new(), false);
    for c in value.chars() {
        match c {
            '\\' if !escaped => escaped = true,
            '"' if !escaped => panic!("{line}"),
            c => {
                plain.push(c);
                escaped = false;
            }
        }
    }
    (name, plain)
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        if let Some(comment) = rest.strip_prefix('{') {
            rest = comment.split_once('}').expect("the end of a comment").1;
            tokens.push(Token::Comment);
            continue;
        }
        let end = rest.find([' ', '\n', '{']).unwrap_or(rest.len());
        let (word, more) = rest.split_at(end);
        rest = more;
        if word.is_empty() {
            return tokens;
        }
        tokens.push(match word {
            "1-0" | "0-1" | "1/2-1/2" | "*" => Token::Result(word.to_owned()),
            word => match word.trim_end_matches('.').parse() {
                Ok(number) => Token::Number(number, word.ends_with("...")),
                Err(_) => Token::Move(word.to_owned()),
            },
        });
    }
}

/// Plays the one legal move that a text names: `Nbxd2+`, `exd8=Q#`, `O-O`.
fn play(game: &mut dyn Game, san: &str, seen: &mut Seen) {
    let bare = san.trim_end_matches(['+', '#']);
    let Listing::All(legal) = game.legal(1000) else {
        panic!("too many moves")
    };
    let fits = |turn: &&String| match bare.starts_with("O-O") {
        true => turn.as_str() == bare,
        false => fits(bare, turn),
    };
    let meant: Vec<&String> = legal.iter().filter(fits).collect();
    let [turn] = meant[..] else {
        panic!("{san} means {meant:?}")
    };
    game.play(turn).expect("legal");
    let check = !game.in_check().is_empty();
    let mate = check && game.count() == Some(0);
    assert_eq!(san.ends_with('#'), mate, "{san}");
    assert_eq!(san.ends_with('+'), check && !mate, "{san}");
    let piece = bare.starts_with(['N', 'B', 'R', 'Q', 'K']);
    let from = bare.replace('x', "");
    let from = from.get(1..from.len().saturating_sub(2)).filter(|_| piece);
    match from.unwrap_or_default().as_bytes() {
        [_, _] => seen.by_square += 1,
        [b'a'..=b'h'] => seen.by_file += 1,
        [_] => seen.by_rank += 1,
        _ => {}
    }
    seen.castled += u32::from(bare.starts_with("O-O"));
    seen.promoted += u32::from(bare.contains('='));
    seen.checks += u32::from(check);
    seen.mates += u32::from(mate);
}

/// Whether a text may name a move, given as `Ng1-f3`, `e7xd8=Q`.
fn fits(san: &str, turn: &str) -> bool {
    let (san, becomes) = san.split_once('=').unwrap_or((san, ""));
    let (turn, promoted) = turn.split_once('=').unwrap_or((turn, ""));
    let letter = |text: &str| text.chars().next().filter(char::is_ascii_uppercase);
    let takes = san.contains('x');
    let (from, to) = turn.split_at(turn.len() - 3);
    if becomes != promoted || letter(san) != letter(turn) || !to.starts_with(['-', 'x']) {
        return false;
    }
    let plain: String = san
        .chars()
        .filter(|c| !c.is_ascii_uppercase() && *c != 'x')
        .collect();
    let (hint, goal) = plain.split_at(plain.len() - 2);
    to.starts_with('x') == takes
        && to.ends_with(goal)
        && hint
            .chars()
            .all(|c| from.ends_with(c) || from[..from.len() - 1].ends_with(c))
}

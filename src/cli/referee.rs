//! `zugpost referee`: answers requests about positions and turns, without mail or database
//! (`docs/rules/README.md`).

use std::io::{self, BufRead, Read as _, Write};

use serde_json::{Map, Value, json};

use crate::drawings::{Style, render};
use crate::rules::game::{Game, Listing, Seat};
use crate::rules::notation::echo;
use crate::rules::outcome::{Refusal, SetupError};
use crate::rules::variant::{Options, Variant};
use crate::variants::find;
use crate::words::{Voice, Words};

/// The longest request, in bytes without its line end.
pub const LONGEST_LINE: usize = 1 << 20;

/// Above this many turns, variants with very many turns neither list nor count them.
const EXPLODED: usize = 10_000;

/// The greatest depth of perft.
const DEEPEST: u32 = 20;

/// Answers each line of `input` with one JSON line. Requests do not depend on each other.
///
/// # Errors
/// `input` or `output` fails. A wrong request is answered with an error, and is none here.
pub fn run(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let limit = LONGEST_LINE as u64 + 1;
        if input.by_ref().take(limit).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let answer = if line.last() != Some(&b'\n') && line.len() > LONGEST_LINE {
            skip_line(&mut input)?;
            error("bad-json", "The line is longer than 1 MiB.")
        } else {
            answer(&line)
        };
        serde_json::to_writer(&mut output, &answer)?;
        output.write_all(b"\n")?;
        output.flush()?;
        // Free the memory of a long request.
        line.shrink_to(1 << 16);
    }
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|b| *b == b'\n');
        let used = end.map_or(buffer.len(), |i| i + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}

/// What is answered is in English.
fn english() -> Voice<'static> {
    Words::built_in().english()
}

fn error(code: &str, message: &str) -> Value {
    json!({"error": {"code": code, "message": message}})
}

/// The answer to one request.
#[must_use]
pub fn answer(line: &[u8]) -> Value {
    let request = match serde_json::from_slice::<Value>(line) {
        Ok(Value::Object(request)) => request,
        Ok(_) => return error("bad-json", "A request is a JSON object."),
        Err(e) => return error("bad-json", &format!("This is not JSON: {e}.")),
    };
    respond(&request).unwrap_or_else(|error| error)
}

fn respond(request: &Map<String, Value>) -> Result<Value, Value> {
    let Some(id) = request.get("variant").and_then(Value::as_str) else {
        return Err(error(
            "bad-json",
            "A request names its \"variant\", a string.",
        ));
    };
    let variant = find(id).ok_or_else(|| {
        error(
            "unknown-variant",
            &format!("There is no variant \"{}\".", echo(id)),
        )
    })?;
    let options = options(request.get("options"))?;
    let position = match request.get("position") {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => Some(text.as_str()),
        Some(_) => return Err(error("bad-json", "\"position\" is a string or null.")),
    };
    let turns = strings(request.get("turns"), "turns")?;
    let asks = strings(request.get("ask"), "ask")?;
    let partial = match request.get("partial") {
        Some(Value::String(text)) => text.clone(),
        other => strings(other, "partial")?.join(" "),
    };
    let depths = asks
        .iter()
        .map(|ask| check_ask(ask))
        .collect::<Result<Vec<_>, _>>()?;
    let mut game = variant.start(&options, position).map_err(|e| match e {
        SetupError::BadOption(_) | SetupError::UnknownVersion { .. } => {
            error("bad-option", &english().setup_error(&e))
        }
        SetupError::BadPosition(_) => error("bad-position", &english().setup_error(&e)),
    })?;
    let mut canonical = Vec::with_capacity(turns.len());
    for (i, turn) in turns.iter().enumerate() {
        canonical.push(play(game.as_mut(), turn).map_err(|r| refused(&r, i + 1))?);
    }
    let about = Answers {
        variant,
        game: game.as_ref(),
        canonical,
        partial,
    };
    let mut answers = Map::new();
    let Seat(seat) = game.to_move();
    answers.insert(
        "to_move".to_owned(),
        json!(variant.seats().get(usize::from(seat))),
    );
    for (ask, depth) in asks.iter().zip(depths) {
        about.give(ask, depth, &mut answers)?;
    }
    Ok(Value::Object(answers))
}

fn options(value: Option<&Value>) -> Result<Options, Value> {
    let mut options = Options::new();
    match value {
        None | Some(Value::Null) => {}
        Some(Value::Object(all)) => {
            for (key, value) in all {
                let Value::String(value) = value else {
                    let message = format!("The value of option {} is a string.", echo(key));
                    return Err(error("bad-option", &message));
                };
                options.insert(key.clone(), value.clone());
            }
        }
        Some(_) => return Err(error("bad-json", "\"options\" is an object of strings.")),
    }
    Ok(options)
}

fn strings(value: Option<&Value>, key: &str) -> Result<Vec<String>, Value> {
    let wrong = || error("bad-json", &format!("\"{key}\" is a list of strings."));
    match value {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(all)) => all
            .iter()
            .map(|v| v.as_str().map(str::to_owned).ok_or_else(wrong))
            .collect(),
        Some(_) => Err(wrong()),
    }
}

/// The depth of `perft:N`; 0 for other questions.
fn check_ask(ask: &str) -> Result<u32, Value> {
    const ASKS: [&str; 8] = [
        "position",
        "legal",
        "count",
        "check",
        "outcome",
        "canonical",
        "board",
        "actions",
    ];
    if ASKS.contains(&ask) {
        return Ok(0);
    }
    let plain = |n: &&str| n.bytes().all(|b| b.is_ascii_digit());
    let depth = ask
        .strip_prefix("perft:")
        .filter(plain)
        .and_then(|n| n.parse().ok());
    depth.filter(|n| *n <= DEEPEST).ok_or_else(|| {
        let known = ASKS.join(", ");
        let message = format!(
            "Unknown ask \"{}\"; known are {known}, perft:0 to perft:{DEEPEST}.",
            echo(ask)
        );
        error("bad-option", &message)
    })
}

fn play(game: &mut dyn Game, turn: &str) -> Result<String, Refusal> {
    if turn.trim().eq_ignore_ascii_case("draw claim") {
        game.claim_draw()?;
        return Ok("draw claim".to_owned());
    }
    Ok(game.play(turn)?.canonical)
}

fn refused(refusal: &Refusal, turn: usize) -> Value {
    let mut answer = error(refusal.code(), &english().refusal(refusal));
    answer["error"]["turn"] = json!(turn);
    if let Refusal::Illegal {
        action: Some(action),
        ..
    } = refusal
    {
        answer["error"]["action"] = json!(action);
    }
    answer
}

/// The position that the questions of one request are about.
struct Answers<'a> {
    variant: &'a dyn Variant,
    game: &'a dyn Game,
    canonical: Vec<String>,
    partial: String,
}

impl Answers<'_> {
    fn give(&self, ask: &str, depth: u32, answers: &mut Map<String, Value>) -> Result<(), Value> {
        let game = self.game;
        let value = match ask {
            "position" => json!(game.position()),
            "legal" => self.list(answers).map_or(Value::Null, |all| json!(all)),
            "count" => match game.count() {
                Some(count) => json!(count),
                None => self
                    .list(answers)
                    .map_or(Value::Null, |all| json!(all.len())),
            },
            "check" => {
                let seats = self.variant.seats();
                let name = |Seat(s): Seat| seats.get(usize::from(s)).copied();
                json!(
                    game.in_check()
                        .into_iter()
                        .filter_map(name)
                        .collect::<Vec<_>>()
                )
            }
            "outcome" => json!(game.outcome().map(|outcome| json!({
                "result": outcome.result(self.variant.seats()),
                "reason": outcome.reason.as_str(),
            }))),
            "canonical" => json!(self.canonical),
            "board" => {
                let voice = Words::built_in().english();
                let diagram = render(&game.view(None), Style::Ascii, voice);
                json!(diagram.board.join("\n"))
            }
            "actions" => {
                let (next, ends) = self.actions()?;
                answers.insert("ends".to_owned(), json!(ends));
                json!(next)
            }
            _ => json!(game.perft(depth)),
        };
        answers.insert(ask.to_owned(), value);
        Ok(())
    }

    /// The legal turns. They are listed in full unless the variant would have to count too many.
    fn list(&self, answers: &mut Map<String, Value>) -> Option<Vec<String>> {
        let limit = if self.game.count().is_some() {
            usize::MAX
        } else {
            EXPLODED
        };
        match self.game.legal(limit) {
            Listing::All(turns) => Some(turns),
            Listing::Over(_) => {
                answers.insert("over".to_owned(), json!(EXPLODED));
                None
            }
        }
    }

    fn actions(&self) -> Result<(Vec<String>, bool), Value> {
        match self.game.begin(&self.partial) {
            Ok(next) => Ok((next.next, next.ends)),
            Err(Refusal::GameOver { .. }) if self.partial.trim().is_empty() => {
                Ok((Vec::new(), false))
            }
            Err(refusal) => Err(refused(&refusal, self.canonical.len() + 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(line: &str) -> String {
        let answer = answer(line.as_bytes());
        answer["error"]["code"]
            .as_str()
            .unwrap_or("none")
            .to_owned()
    }

    #[test]
    fn every_fault_has_its_code() {
        for (line, expected) in [
            ("{", "bad-json"),
            ("[]", "bad-json"),
            (r#"{"variant":"no-such"}"#, "unknown-variant"),
            (
                r#"{"variant":"hans38","options":{"turn":"triple"}}"#,
                "bad-option",
            ),
            (r#"{"variant":"hans38","ask":["weather"]}"#, "bad-option"),
            (r#"{"variant":"hans38","position":"8/8 w"}"#, "bad-position"),
            (
                r#"{"variant":"hans38","turns":["hello"]}"#,
                "unreadable-turn",
            ),
            (r#"{"variant":"hans38","turns":["@@a2"]}"#, "illegal-turn"),
            (
                r#"{"variant":"hans38","turns":["draw claim"]}"#,
                "illegal-turn",
            ),
            (
                r#"{"variant":"hans38","turns":["@@a6","a7-a6","@@b6","b7-b6","@@c6","c7-c6","@@d3"]}"#,
                "game-over",
            ),
            (
                r#"{"variant":"hans38","turns":["1. @@f3","1... @@f6"],"ask":["legal"]}"#,
                "none",
            ),
        ] {
            assert_eq!(code(line), expected, "{line}");
        }
    }

    #[test]
    fn a_line_too_long_is_refused_and_the_next_one_answered() {
        let mut input = vec![b' '; LONGEST_LINE + 10];
        input.extend_from_slice(b"\n{\"variant\":\"hans38\",\"ask\":[\"count\"]}");
        let mut output = Vec::new();
        run(&input[..], &mut output).expect("no fault of ours");
        let lines: Vec<Value> = String::from_utf8(output)
            .expect("text")
            .lines()
            .map(|l| serde_json::from_str(l).expect("JSON"))
            .collect();
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0]["error"]["code"], "bad-json");
        assert_eq!(lines[1], json!({"to_move": "white", "count": 32}));
    }

    #[test]
    fn an_unfinished_turn_shows_what_may_follow() {
        let ask = r#"{"variant":"hans38","options":{"turn":"postal-plus"},"turns":["@@f3","@@f6"],
            "partial":"Ng1-f3","ask":["actions"]}"#
            .replace('\n', " ");
        let answer = answer(ask.as_bytes());
        assert_eq!(answer["ends"], true);
        let next = answer["actions"].as_array().expect("list");
        assert!(next.contains(&json!("@@a3")) && next.contains(&json!("@g1-g3")));
    }
}

//! The rules in words, with examples that the program plays and pieces whose moves it draws, so
//! that neither goes stale.
//!
//! A line of a template that begins with `%` asks for something:
//!
//! | line | what comes of it |
//! |---|---|
//! | `%include NAME` | a section that the four games share |
//! | `%draw R N B Q` | the movement of these pieces |
//! | `%game k=v … ; POSITION` | a new example; options and position may be left out |
//! | `%play TURN \| TURN …` | turns played without a word |
//! | `%step TURN` | a turn, with the board before and after it |
//! | `%refuse TURN` | what is said of a wrong turn |
//! | `%end` | how the game ended |

use std::fmt::Write as _;

use crate::rules::diagram::wrap;
use crate::rules::variant::Options;

use super::army::{Kind, sketch};
use super::check;
use super::draw::bare;
use super::parse::parse;
use super::position::Position;
use super::rules::{Family, Rules};
use super::words::side_name;
use super::{notation, text, turns};

/// The sections that several games share.
const SHARED: [(&str, &str); 5] = [
    (
        "squares",
        include_str!("../../../templates/rules/limited-squares/squares.txt"),
    ),
    (
        "pieces",
        include_str!("../../../templates/rules/limited-squares/pieces.txt"),
    ),
    (
        "turns",
        include_str!("../../../templates/rules/limited-squares/turns.txt"),
    ),
    (
        "armies",
        include_str!("../../../templates/rules/limited-squares/armies.txt"),
    ),
    (
        "writing",
        include_str!("../../../templates/rules/limited-squares/writing.txt"),
    ),
];

/// Columns of a letter.
const WIDTH: usize = 72;

/// Where the right one of two boards begins.
const SECOND: usize = 36;

/// An example as it is played.
struct Example {
    rules: Rules,
    position: Position,
}

/// Fills in a template. What cannot be done leaves a line that begins with `?`: a test looks for
/// those.
pub fn expand(family: Family, template: &str) -> String {
    let mut guide = String::new();
    let mut example = None;
    add(family, template, &mut example, &mut guide);
    guide
}

fn add(family: Family, template: &str, example: &mut Option<Example>, guide: &mut String) {
    for line in template.lines() {
        let Some(order) = line.strip_prefix('%') else {
            guide.push_str(line);
            guide.push('\n');
            continue;
        };
        let (verb, rest) = order.split_once(' ').unwrap_or((order, ""));
        if verb == "include" {
            let section = SHARED.iter().find(|(name, _)| *name == rest);
            add(
                family,
                section.map_or("? no such section", |s| s.1),
                example,
                guide,
            );
            continue;
        }
        let lines = match verb {
            "draw" => Ok(draw(rest)),
            "game" => begin(family, rest).map(|new| {
                *example = Some(new);
                Vec::new()
            }),
            _ => example
                .as_mut()
                .ok_or_else(|| "no game".to_owned())
                .and_then(|example| example.carry_out(verb, rest)),
        };
        for line in lines.unwrap_or_else(|why| vec![format!("? {line}: {why}")]) {
            guide.push_str(line.trim_end());
            guide.push('\n');
        }
    }
}

fn begin(family: Family, asked: &str) -> Result<Example, String> {
    let (options, position) = asked.split_once(';').unwrap_or((asked, ""));
    let pair = |word: &str| {
        word.split_once('=')
            .map(|(k, v)| (k.to_owned(), v.to_owned()))
    };
    let options: Options = options.split_whitespace().filter_map(pair).collect();
    let rules = Rules::new(family, &options).map_err(|e| e.to_string())?;
    let position = match position.trim() {
        "" => text::start(&rules),
        position => text::read(&rules, position).map_err(|e| e.to_string())?,
    };
    Ok(Example { rules, position })
}

impl Example {
    fn carry_out(&mut self, verb: &str, rest: &str) -> Result<Vec<String>, String> {
        match verb {
            "play" => {
                for turn in rest.split('|') {
                    self.play(turn.trim())?;
                }
                Ok(Vec::new())
            }
            "step" => self.step(rest),
            "refuse" => match parse(&self.rules, &self.position, rest) {
                Ok(_) => Err("legal".to_owned()),
                Err(refusal) => {
                    let message = refusal.to_string();
                    let side = side_name(self.position.side);
                    let said =
                        format!("Here {side} may not write {rest}. The answer would be: {message}");
                    Ok(wrap(&said, WIDTH, 0))
                }
            },
            "end" => self.end(),
            _ => Err("unknown".to_owned()),
        }
    }

    /// Plays a turn and returns it with its number, canonical.
    fn play(&mut self, turn: &str) -> Result<String, String> {
        let turn = parse(&self.rules, &self.position, turn).map_err(|e| e.to_string())?;
        let dots = if self.position.side == 0 { "." } else { "..." };
        let label = format!(
            "{}{dots} {}",
            self.position.turn,
            notation::turn_text(&turn)
        );
        self.position.play(&self.rules, &turn);
        Ok(label)
    }

    fn step(&mut self, turn: &str) -> Result<Vec<String>, String> {
        let side = side_name(self.position.side);
        let before = bare(&self.rules, &self.position);
        let turn = self.play(turn)?;
        let after = bare(&self.rules, &self.position);
        let mut lines = wrap(&format!("{side} plays {turn}"), WIDTH, 2);
        for (left, right) in before.into_iter().zip(after) {
            lines.push(format!("{left:<SECOND$}{right}"));
        }
        Ok(lines)
    }

    fn end(&self) -> Result<Vec<String>, String> {
        if turns::any(&self.rules, &self.position) {
            return Err("not over".to_owned());
        }
        let side = side_name(self.position.side);
        let how = match check::attacker(&self.position, self.position.side) {
            Some(_) => "checkmate",
            None => "stalemate",
        };
        let said = format!("Now {side} has no legal turn and has lost, by {how}.");
        Ok(wrap(&said, WIDTH, 0))
    }
}

/// Sketches of pieces side by side, each under its letter and name.
fn draw(letters: &str) -> Vec<String> {
    let kinds: Vec<Kind> = letters
        .split_whitespace()
        .filter_map(|word| Kind::from_letter(word.chars().next()?))
        .collect();
    let columns: Vec<(Vec<String>, usize)> = kinds
        .iter()
        .map(|kind| {
            let mut lines = vec![format!("{} {}", kind.letter(), kind.about().name)];
            lines.extend(sketch(*kind));
            let width = lines.iter().map(String::len).max().unwrap_or(0);
            (lines, width)
        })
        .collect();
    let height = columns.iter().map(|c| c.0.len()).max().unwrap_or(0);
    let row = |i: usize| {
        let mut line = String::new();
        for (lines, width) in &columns {
            let _ = write!(
                line,
                "{:<width$}   ",
                lines.get(i).map_or("", String::as_str)
            );
        }
        line.trim_end().to_owned()
    };
    (0..height).map(row).collect()
}

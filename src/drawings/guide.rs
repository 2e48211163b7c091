//! The rules of a variant in words, with examples that the program plays and pieces whose moves it
//! draws, so that neither goes stale.
//!
//! A line of a [`Guide`] that begins with `%` asks for something:
//!
//! | line | what comes of it |
//! |---|---|
//! | `%include NAME` | a section that several variants share |
//! | `%draw R N B Q` | the movement of these pieces |
//! | `%game k=v … ; POSITION` | a new example; options and position may be left out |
//! | `%play TURN \| TURN …` | turns played without a word |
//! | `%step TURN` | a turn, with the board before and after it |
//! | `%refuse TURN` | what is said of a wrong turn |
//! | `%end` | how the game ended |
//!
//! [`Guide`]: crate::rules::variant::Guide

use std::fmt::Write as _;

use crate::rules::game::Game;
use crate::rules::notation::{title, wrap};
use crate::rules::outcome::Reason;
use crate::rules::pieces::sketch::{Goal, Sketch};
use crate::rules::variant::{Options, Variant};
use crate::words::Words;

use super::ascii::bare;

/// Columns of a letter.
const WIDTH: usize = 72;

/// Where the right one of two boards begins.
const SECOND: usize = 36;

/// The rules of a variant, filled in: lines of at most 72 columns. What cannot be done leaves a line
/// that begins with `?`, which a test looks for.
#[must_use]
pub fn expand(variant: &dyn Variant) -> String {
    fill_in(variant, variant.guide().text)
}

/// The same with another text.
pub(super) fn fill_in(variant: &dyn Variant, text: &str) -> String {
    let mut expansion = Expansion {
        variant,
        example: None,
        lines: String::new(),
    };
    expansion.add(text);
    expansion.lines
}

struct Expansion<'a> {
    variant: &'a dyn Variant,
    example: Option<Box<dyn Game>>,
    lines: String,
}

impl Expansion<'_> {
    fn add(&mut self, text: &str) {
        for line in text.lines() {
            let Some(order) = line.strip_prefix('%') else {
                self.push(line);
                continue;
            };
            let (verb, rest) = order.split_once(' ').unwrap_or((order, ""));
            match self.carry_out(verb, rest) {
                Ok(lines) => lines.iter().for_each(|line| self.push(line.trim_end())),
                Err(why) => self.push(&format!("? {line}: {why}")),
            }
        }
    }

    fn push(&mut self, line: &str) {
        self.lines.push_str(line);
        self.lines.push('\n');
    }

    fn carry_out(&mut self, verb: &str, rest: &str) -> Result<Vec<String>, String> {
        let variant = self.variant;
        match verb {
            "include" => {
                let mut sections = variant.guide().sections.iter();
                let section = sections.find(|(name, _)| *name == rest);
                self.add(section.ok_or("no such section")?.1);
                return Ok(Vec::new());
            }
            "draw" => return sketches(variant, rest),
            "game" => {
                self.example = Some(begin(variant, rest)?);
                return Ok(Vec::new());
            }
            _ => {}
        }
        let game = self.example.as_deref_mut().ok_or("no game")?;
        match verb {
            "play" => {
                for turn in rest.split('|') {
                    play(game, turn.trim())?;
                }
                Ok(Vec::new())
            }
            "step" => step(game, rest),
            "refuse" => refuse(game, rest),
            "end" => end(game, variant.seats()),
            _ => Err("unknown".to_owned()),
        }
    }
}

fn begin(variant: &dyn Variant, asked: &str) -> Result<Box<dyn Game>, String> {
    let (options, position) = asked.split_once(';').unwrap_or((asked, ""));
    let pair = |word: &str| {
        word.split_once('=')
            .map(|(k, v)| (k.to_owned(), v.to_owned()))
    };
    let options: Options = options.split_whitespace().filter_map(pair).collect();
    let position = Some(position.trim()).filter(|text| !text.is_empty());
    let game = variant.start(&options, position);
    game.map_err(|error| Words::built_in().english().setup_error(&error))
}

/// Plays a turn and returns it with its number, canonical.
fn play(game: &mut dyn Game, turn: &str) -> Result<String, String> {
    let said = |refusal| Words::built_in().english().refusal(&refusal);
    let played = game.play(turn).map_err(said)?;
    Ok(played.to_string())
}

/// The name of the seat to move.
fn side(game: &dyn Game) -> &'static str {
    game.view(None).seat(game.to_move())
}

/// A turn with the board before and after it, side by side if there is room.
fn step(game: &mut dyn Game, turn: &str) -> Result<Vec<String>, String> {
    let (side, before) = (side(game), bare(&game.view(None)));
    let turn = play(game, turn)?;
    let after = bare(&game.view(None));
    let mut lines = wrap(&format!("{side} plays {turn}"), WIDTH, 2);
    if before.iter().all(|line| line.len() < SECOND) {
        let pairs = before.iter().zip(&after);
        lines.extend(pairs.map(|(left, right)| format!("{left:<SECOND$}{right}")));
    } else {
        lines.extend(before);
        lines.push(String::new());
        lines.extend(after);
    }
    Ok(lines)
}

fn refuse(game: &dyn Game, turn: &str) -> Result<Vec<String>, String> {
    let Err(refusal) = game.fork().play(turn) else {
        return Err("legal".to_owned());
    };
    let side = side(game);
    let why = Words::built_in().english().refusal(&refusal);
    let said = format!("Here {side} may not write {turn}. The answer would be: {why}");
    Ok(wrap(&said, WIDTH, 0))
}

fn end(game: &dyn Game, seats: &[&str]) -> Result<Vec<String>, String> {
    let outcome = game.outcome().ok_or("not over")?;
    let (side, how) = (side(game), outcome.reason);
    let lost = outcome.places.last() == Some(&vec![game.to_move()]);
    let said = match how {
        Reason::Checkmate | Reason::Stalemate if lost => {
            format!("Now {side} has no legal turn and has lost, by {how}.")
        }
        _ => format!("Now the game is over: {}, by {how}.", outcome.result(seats)),
    };
    Ok(wrap(&said, WIDTH, 0))
}

/// Sketches of pieces side by side, each under its letter and name.
fn sketches(variant: &dyn Variant, letters: &str) -> Result<Vec<String>, String> {
    let mut columns: Vec<(Vec<String>, usize)> = Vec::new();
    for letter in letters.split_whitespace().flat_map(str::chars) {
        let sketch = variant.sketch(letter);
        let sketch = sketch.ok_or_else(|| format!("no piece {letter}"))?;
        let mut lines = vec![format!("{letter} {}", title(sketch.name))];
        lines.extend(rows(&sketch));
        let width = lines.iter().map(String::len).max().unwrap_or(0);
        columns.push((lines, width));
    }
    let height = columns.iter().map(|c| c.0.len()).max().unwrap_or(0);
    let row = |i: usize| {
        let mut line = String::new();
        for (lines, width) in &columns {
            let text = lines.get(i).map_or("", String::as_str);
            let _ = write!(line, "{text:<width$}   ");
        }
        line
    };
    Ok((0..height).map(row).collect())
}

/// The signs of a sketch, blanks between: `o` where the piece leaps or steps, `m` only without a
/// capture, `x` only with one; `| - / \` where it slides, or a digit where it slides so many steps at
/// most.
fn rows(sketch: &Sketch) -> impl Iterator<Item = String> {
    let middle = sketch.rows.len() / 2;
    sketch.rows.iter().enumerate().map(move |(row, goals)| {
        let sign = |(column, goal): (usize, &Goal)| match goal {
            Goal::None => '.',
            Goal::Piece => sketch.letter,
            Goal::Leap => 'o',
            Goal::QuietLeap => 'm',
            Goal::CapturingLeap => 'x',
            Goal::Slide(Some(steps)) => char::from_digit(u32::from(*steps), 10).unwrap_or('+'),
            Goal::Slide(None) if column == middle => '|',
            Goal::Slide(None) if row == middle => '-',
            Goal::Slide(None) if row + column == 2 * middle => '/',
            Goal::Slide(None) => '\\',
        };
        let signs = goals.iter().enumerate().map(sign);
        signs.map(String::from).collect::<Vec<_>>().join(" ")
    })
}

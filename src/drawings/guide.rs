//! The rules of a variant in words, with examples that the program plays and pieces whose moves it
//! draws, so that neither goes stale.
//!
//! The text of a variant is `rules/<id>` of [`crate::words`]. A line of it that begins with `%` asks for
//! something:
//!
//! | line | what comes of it |
//! |---|---|
//! | `%include NAME` | the text `rules/NAME`, a section that several variants share |
//! | `%draw R N B Q` | the movement of these pieces |
//! | `%game k=v … ; POSITION` | a new example; options and position may be left out |
//! | `%play TURN \| TURN …` | turns played without a word |
//! | `%board` | the board |
//! | `%step TURN` | a turn, with the board before and after it |
//! | `%refuse TURN` | what is said of a wrong turn |
//! | `%end` | how the game ended |
//!
//! The page of a game from a file is made from its parts, by these:
//!
//! | line | what comes of it |
//! |---|---|
//! | `%boards` | the board at the beginning, and beside it boards with the squares where the rules differ |
//! | `%pieces` | all pieces: how they move, drawn and in words |
//! | `%part NAME HEADING` | the statements of a part below its heading, if there are any |
//! | `%count NAME HEADING` | the same, numbered |
//! | `%prose NAME` | the statements of a part as one paragraph |
//! | `%example HEADING` | the turns of its example, and the board after them |

mod page;

use std::fmt::Write as _;

use minijinja::{Value, context};

use crate::rules::outcome::Reason;
use crate::rules::pieces::sketch::Goal;
use crate::rules::{BoardView, Game, Options, Sketch, Variant};
use crate::text::{WIDTH, paragraphs};
use crate::words::Voice;

use super::Style;
use super::ascii::bare;

/// Sections within sections: an operator's text that includes itself ends here.
const DEEPEST: usize = 3;

/// Where the right one of two boards begins.
const SECOND: usize = 36;

/// The rules of a variant, filled in: lines of at most 72 columns. What cannot be done leaves a line
/// that begins with `?`, which a test looks for. A variant without a text gets its summary.
pub fn expand(variant: &dyn Variant, voice: Voice<'_>) -> String {
    let by_file = || text("by-file", voice).filter(|_| variant.credits().is_some());
    match text(variant.id(), voice).or_else(by_file) {
        Some(text) => fill_in(variant, &text, voice),
        None => voice.reason(&variant.summary()),
    }
}

/// The same with another text.
pub(super) fn fill_in(variant: &dyn Variant, text: &str, voice: Voice<'_>) -> String {
    let mut expansion = Expansion {
        variant,
        voice,
        example: None,
        depth: 0,
        lines: String::new(),
    };
    expansion.add(text);
    // Some places have nothing to say.
    let mut filled = String::new();
    for line in expansion.lines.trim_end().lines() {
        if !(line.is_empty() && filled.ends_with("\n\n")) {
            filled.push_str(line);
            filled.push('\n');
        }
    }
    filled
}

/// The name of a piece at the beginning of a line.
pub(super) fn piece_name(voice: Voice<'_>, name: &str) -> String {
    voice.notice("guide-piece", context! { name => voice.name(name) })
}

/// A text of the rules.
fn text(name: &str, voice: Voice<'_>) -> Option<String> {
    let name = format!("rules/{name}");
    voice.has(&name).then(|| voice.plain(&name))
}

struct Expansion<'a> {
    variant: &'a dyn Variant,
    voice: Voice<'a>,
    example: Option<Box<dyn Game>>,
    /// How many sections the text at hand is within.
    depth: usize,
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
            match self.carry_out(verb, rest.trim()) {
                Ok(lines) => lines.iter().for_each(|line| self.push(line.trim_end())),
                Err(why) => self.push(&format!("? {line}: {why}")),
            }
        }
    }

    fn include(&mut self, name: &str) -> Result<Vec<String>, String> {
        if self.depth == DEEPEST {
            return Err("too many sections within sections".to_owned());
        }
        let text = text(name, self.voice).ok_or("no such section")?;
        self.depth += 1;
        self.add(&text);
        self.depth -= 1;
        Ok(Vec::new())
    }

    fn push(&mut self, line: &str) {
        self.lines.push_str(line);
        self.lines.push('\n');
    }

    fn carry_out(&mut self, verb: &str, rest: &str) -> Result<Vec<String>, String> {
        let (variant, voice) = (self.variant, self.voice);
        match verb {
            "include" => return self.include(rest),
            "draw" => return sketches(variant, rest, voice),
            "title" => return Ok(vec![variant.name().to_uppercase()]),
            "by" | "said" | "source" => return Ok(credit(variant, verb, voice)),
            "boards" => return Ok(page::boards(&*begin(variant, "", voice)?, voice)),
            "pieces" => return Ok(page::pieces(variant, voice)),
            "part" | "count" => return Ok(page::part(variant, (verb, rest), voice)),
            "prose" => return Ok(page::prose(variant, rest, voice)),
            "example" => return page::example(variant, rest, voice),
            "game" => {
                self.example = Some(begin(variant, rest, voice)?);
                return Ok(Vec::new());
            }
            _ => {}
        }
        let game = self.example.as_deref_mut().ok_or("no game")?;
        match verb {
            "play" => {
                for turn in rest.split('|') {
                    play(game, turn.trim(), voice)?;
                }
                Ok(Vec::new())
            }
            "board" => Ok(bare(&game.view(None), voice)),
            "step" => step(game, rest, voice),
            "refuse" => refuse(game, rest, voice),
            "end" => end(game, &variant.seats(), voice),
            _ => Err("unknown".to_owned()),
        }
    }
}

/// A line of what a file says of its game, or its paragraph on the rules.
fn credit(variant: &dyn Variant, verb: &str, voice: Voice<'_>) -> Vec<String> {
    let Some(credits) = variant.credits() else {
        return Vec::new();
    };
    let said = match verb {
        "by" => {
            let parts = [credits.by, credits.year].into_iter().flatten();
            parts.collect::<Vec<_>>().join(", ")
        }
        "source" => credits.source.unwrap_or_default().to_owned(),
        _ => voice.said(variant.id(), credits.rules.unwrap_or_default(), None),
    };
    paragraphs(&said, WIDTH, 0)
}

/// A game as somebody sees it who checks its file: the board at the beginning, what its signs mean, how each kind of
/// piece moves, and what else the rules are.
pub fn presented(variant: &dyn Variant, view: &BoardView, voice: Voice<'_>) -> Vec<String> {
    let mut lines = vec![
        format!("{}: {}", variant.id(), variant.name()),
        String::new(),
    ];
    let style = Style::Ascii;
    for part in [
        super::board(view, style, voice),
        super::legend(view, style, voice),
        page::pieces(variant, voice),
    ] {
        lines.extend(part.iter().map(|line| line.trim_end().to_owned()));
        lines.push(String::new());
    }
    let parts = text("by-file/parts", voice).unwrap_or_default();
    let parts = fill_in(variant, &parts, voice);
    lines.extend(parts.trim().lines().map(str::to_owned));
    lines
}

fn begin(variant: &dyn Variant, asked: &str, voice: Voice<'_>) -> Result<Box<dyn Game>, String> {
    let (options, position) = asked.split_once(';').unwrap_or((asked, ""));
    let pair = |word: &str| {
        let (key, value) = word.split_once('=')?;
        Some((key.to_owned(), value.to_owned()))
    };
    let options: Options = options.split_whitespace().filter_map(pair).collect();
    let position = Some(position.trim()).filter(|text| !text.is_empty());
    let game = variant.start(&options, position);
    game.map_err(|error| voice.setup_error(&error))
}

/// Plays a turn and returns it with its number, canonical.
fn play(game: &mut dyn Game, turn: &str, voice: Voice<'_>) -> Result<String, String> {
    let played = game.play(turn).map_err(|refusal| voice.refusal(&refusal))?;
    Ok(played.to_string())
}

/// The name of the seat to move.
fn to_move(game: &dyn Game, voice: Voice<'_>) -> String {
    voice.name(game.view(None).seat(game.to_move()))
}

/// A sentence of its own between examples.
fn sentence(voice: Voice<'_>, name: &str, args: Value) -> Vec<String> {
    paragraphs(&voice.notice(name, args), WIDTH, 0)
}

/// A turn with the board before and after it, side by side if there is room.
fn step(game: &mut dyn Game, turn: &str, voice: Voice<'_>) -> Result<Vec<String>, String> {
    let (seat, before) = (to_move(game, voice), bare(&game.view(None), voice));
    let turn = play(game, turn, voice)?;
    let after = bare(&game.view(None), voice);
    let said = voice.notice("guide-step", context! { seat, turn });
    let mut lines = paragraphs(&said, WIDTH, 2);
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

fn refuse(game: &dyn Game, turn: &str, voice: Voice<'_>) -> Result<Vec<String>, String> {
    let Err(refusal) = game.fork().play(turn) else {
        return Err("legal".to_owned());
    };
    let (seat, reason) = (to_move(game, voice), voice.refusal(&refusal));
    let args = context! { seat, turn, reason };
    Ok(sentence(voice, "guide-refused", args))
}

fn end(game: &dyn Game, seats: &[&str], voice: Voice<'_>) -> Result<Vec<String>, String> {
    let outcome = game.outcome().ok_or("not over")?;
    let how = voice.name(&outcome.reason.to_string());
    let lost = outcome.places.last() == Some(&vec![game.to_move()]);
    Ok(match outcome.reason {
        Reason::Checkmate | Reason::Stalemate if lost => {
            let seat = to_move(game, voice);
            sentence(voice, "guide-lost", context! { seat, how })
        }
        _ => {
            let result = outcome.result(seats);
            sentence(voice, "guide-over", context! { result, how })
        }
    })
}

/// Sketches of pieces side by side, each under its letter and name.
fn sketches(variant: &dyn Variant, letters: &str, voice: Voice<'_>) -> Result<Vec<String>, String> {
    let is_empty = |goals: &Vec<Goal>| {
        goals
            .iter()
            .all(|goal| matches!(goal, Goal::None | Goal::Piece))
    };
    let mut columns: Vec<(Vec<String>, usize)> = Vec::new();
    for letter in letters.split_whitespace().flat_map(str::chars) {
        let sketch = variant.sketch(letter);
        let sketch = sketch.ok_or_else(|| format!("no piece {letter}"))?;
        let mut lines = vec![format!("{letter} {}", piece_name(voice, &sketch.name))];
        // What moves only over other pieces has no drawing.
        if !sketch.rows.iter().all(is_empty) {
            lines.extend(rows(&sketch));
        }
        let width = lines.iter().map(|line| line.chars().count()).max();
        columns.push((lines, width.unwrap_or(0)));
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

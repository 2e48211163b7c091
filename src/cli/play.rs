//! `zugpost play`: a game at one keyboard, with the boards and the reasons that letters have.

use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::{Result, anyhow};
use clap::Args;
use rand::RngExt;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::drawings::{Style, guide};
use crate::letters::views;
use crate::rules::{Game, Listing, Options, Seat, TurnReading, Variant};
use crate::text::capitalised;
use crate::tokens::system_chance;
use crate::words::{Voice, Words};

use super::pair;
use super::variant::Files;

/// So many turns are listed; more are counted.
const LISTED: usize = 200;

/// What can be typed besides turns.
const HELP: &str = "\
Type a turn as players write it, or:
  preview TURN     the board after a turn, without playing it
  legal [SQUARE]   the legal turns, all or those of a square or piece
  undo             take the last turn back
  board [DRAWING]  the board; ascii, unicode, large or spoken from then on
  flip             see the board from the other side, or always from the mover's
  history          all turns
  position         the position as text
  rules            the rules of the game
  quit             end";

#[derive(Debug, Args)]
#[command(after_help = "Example: zugpost play hans38 --option turn=postal")]
pub struct PlayArgs {
    /// Variant id (`zugpost variant list`)
    variant: String,
    /// An option of the game: turn=postal
    #[arg(long, value_name = "KEY=VALUE", value_parser = pair)]
    option: Vec<(String, String)>,
    /// Start from this position text
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    #[command(flatten)]
    files: Files,
}

/// Where lines come from: a terminal, where they can be edited, or a file or pipe.
enum Input {
    Terminal(Box<DefaultEditor>),
    Plain(io::Lines<io::StdinLock<'static>>),
}

impl Input {
    fn new() -> Result<Self> {
        Ok(match io::stdin().is_terminal() {
            true => Self::Terminal(Box::new(DefaultEditor::new()?)),
            false => Self::Plain(io::stdin().lock().lines()),
        })
    }

    /// The next line; `None` at the end.
    fn next(&mut self, prompt: &str) -> Result<Option<String>> {
        match self {
            Self::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    editor.add_history_entry(&line)?;
                    Ok(Some(line))
                }
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                Err(error) => Err(error.into()),
            },
            Self::Plain(lines) => {
                let line = lines.next().transpose()?;
                // What was typed is in the output, as on a terminal.
                println!("{prompt}{}", line.as_deref().unwrap_or_default());
                Ok(line)
            }
        }
    }
}

/// A game that is played, with the positions before its turns.
struct PlayedGame<'a> {
    variant: &'a dyn Variant,
    game: Box<dyn Game>,
    before: Vec<(Box<dyn Game>, String)>,
    style: Style,
    flipped: bool,
    voice: Voice<'static>,
}

/// Plays a game until its players end it.
///
/// # Errors
/// The game cannot begin so, or input or output fail.
pub fn run(args: PlayArgs) -> Result<()> {
    let games = args.files.games()?;
    let variant = super::variant::find(&games, &args.variant)?;
    let voice = Words::built_in().english();
    let mut chance = system_chance()?;
    let mut draw = |below: u32| chance.random_range(0..below.max(1));
    let options: Options = args.option.into_iter().collect();
    let wrong = |error| anyhow!(voice.setup_error(&error));
    let options = match args.position {
        Some(_) => options,
        None => variant.settle(&options, &mut draw).map_err(wrong)?,
    };
    let game = variant.start(&options, args.position.as_deref());
    let mut played = PlayedGame {
        variant,
        game: game.map_err(wrong)?,
        before: Vec::new(),
        style: Style::Ascii,
        flipped: false,
        voice,
    };
    let mut input = Input::new()?;
    let name = variant.name();
    say(&[format!("{name}. `help` lists what you can type.")])?;
    say(&played.board(played.game.as_ref())?)?;
    loop {
        let Some(line) = input.next(&played.prompt())? else {
            return Ok(());
        };
        match line.trim() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(()),
            line => say(&played.answer(line)?)?,
        }
    }
}

fn say(lines: &[String]) -> Result<()> {
    let mut out = io::stdout().lock();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    Ok(out.flush()?)
}

impl PlayedGame<'_> {
    fn prompt(&self) -> String {
        if self.game.outcome().is_some() {
            return "over> ".to_owned();
        }
        let seats = self.variant.seats();
        let seat = seats.get(self.game.to_move().index()).copied();
        let seat = capitalised(seat.unwrap_or_default());
        format!("{seat} {}> ", self.game.label())
    }

    /// The board as the side to move sees it, or from the opposite side.
    fn board(&self, game: &dyn Game) -> Result<Vec<String>> {
        let count = self.variant.seats().len();
        let mover = game.to_move().index();
        let viewer = match self.flipped {
            true => (mover + count / 2) % count,
            false => mover,
        };
        let viewer = Seat(u8::try_from(viewer)?);
        let mut lines = views::viewed(&game.view(Some(viewer)), self.style, self.voice);
        if let Some(outcome) = game.outcome() {
            let result = outcome.result(&self.variant.seats());
            let reason = self.voice.name(&outcome.reason.to_string());
            lines.extend([String::new(), format!("{result}, {reason}.")]);
        }
        Ok(lines)
    }

    /// What was done, and the board after it.
    fn done(&self, what: String) -> Result<Vec<String>> {
        let board = self.board(self.game.as_ref())?;
        Ok([vec![what, String::new()], board].concat())
    }

    /// What is printed after a line.
    fn answer(&mut self, line: &str) -> Result<Vec<String>> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_lowercase().as_str(), rest.trim()) {
            ("help" | "?", _) => Ok(vec![HELP.to_owned()]),
            ("preview", turn) if !turn.is_empty() => {
                let mut after = self.game.fork();
                match after.play(&self.read(turn)) {
                    Ok(_) => self.board(after.as_ref()),
                    Err(why) => Ok(vec![self.voice.refusal(&why)]),
                }
            }
            ("legal", what) => Ok(self.legal(what)),
            ("undo", "") => match self.before.pop() {
                Some((game, turn)) => {
                    self.game = game;
                    self.done(format!("Taken back: {turn}"))
                }
                None => Ok(vec!["No turn was played yet.".to_owned()]),
            },
            ("board", drawing) => {
                self.style = match drawing {
                    "" => self.style,
                    "ascii" => Style::Ascii,
                    "unicode" => Style::Unicode,
                    "large" => Style::Large,
                    "spoken" => Style::Spoken,
                    _ => {
                        let known = "`board` takes ascii, unicode, large or spoken.";
                        return Ok(vec![known.to_owned()]);
                    }
                };
                self.board(self.game.as_ref())
            }
            ("flip", "") => {
                self.flipped = !self.flipped;
                self.board(self.game.as_ref())
            }
            ("history", "") => {
                let turns = self.before.iter();
                let turns = turns.map(|(game, turn)| format!("{} {turn}", game.label()));
                Ok(turns.collect())
            }
            ("position", "") => Ok(vec![self.game.position()]),
            ("rules", "") => Ok(vec![guide::expand(self.variant, self.voice)]),
            _ => {
                let mut after = self.game.fork();
                match after.play(&self.read(line)) {
                    Ok(played) => {
                        let before = std::mem::replace(&mut self.game, after);
                        self.before.push((before, played.canonical.clone()));
                        self.done(format!("Played: {played}"))
                    }
                    Err(why) => Ok(vec![self.voice.refusal(&why)]),
                }
            }
        }
    }

    /// A text as a turn, which may be written in words.
    fn read(&self, text: &str) -> String {
        match self.game.reading(text) {
            TurnReading::Turn(turn) => turn,
            TurnReading::Doubtful(turns) if turns.len() == 1 => turns.concat(),
            TurnReading::Doubtful(_) | TurnReading::No => text.to_owned(),
        }
    }

    fn legal(&self, what: &str) -> Vec<String> {
        let listing = match what {
            "" => Ok(self.game.legal(LISTED)),
            what => self.game.legal_of(what, "", LISTED),
        };
        let one = "`legal e2` lists those of a square.";
        match listing {
            Err(why) => vec![self.voice.refusal(&why)],
            Ok(Listing::All(turns)) if turns.is_empty() => vec!["None.".to_owned()],
            Ok(Listing::All(turns)) => views::columns(&turns),
            Ok(Listing::Next(actions)) => {
                let first = vec!["A turn may begin with:".to_owned()];
                [first, views::columns(&actions)].concat()
            }
            Ok(Listing::Over(Some(count))) => {
                vec![format!("{count} turns, too many to list; {one}")]
            }
            Ok(Listing::Over(None)) => vec![format!("Too many turns to list; {one}")],
        }
    }
}

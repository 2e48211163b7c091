//! `zugpost play`: a game at one keyboard, with the boards and the reasons that letters have.

use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use rand::RngExt;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::drawings::{Style, guide};
use crate::letters::views;
use crate::rules::{Game, Listing, Options, Seat, TurnReading, Variant};
use crate::text::capitalised;
use crate::tokens::system_chance;
use crate::variants;
use crate::words::{Voice, Words};

use super::pair;

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
struct PlayedGame {
    variant: &'static dyn Variant,
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
    let variant = variants::find(&args.variant)
        .with_context(|| format!("there is no variant {}; see `variant list`", args.variant))?;
    let voice = Words::built_in().english();
    let mut chance = system_chance()?;
    let mut draw = |below: u32| chance.random_range(0..below.max(1));
    let options: Options = args.option.into_iter().collect();
    let wrong = |error| anyhow!(voice.setup_error(&error));
    let options = match args.position {
        Some(_) => options,
        None => variant.settle(&options, &mut draw).map_err(wrong)?,
    };
    let game = variant
        .start(&options, args.position.as_deref())
        .map_err(wrong)?;
    let mut played = PlayedGame {
        variant,
        game,
        before: Vec::new(),
        style: Style::Ascii,
        flipped: false,
        voice,
    };
    let mut input = Input::new()?;
    played.say(&[format!(
        "{}. `help` lists what you can type.",
        variant.name()
    )])?;
    played.show(played.game.as_ref())?;
    loop {
        let prompt = played.prompt();
        let Some(line) = input.next(&prompt)? else {
            return Ok(());
        };
        if matches!(line.trim(), "quit" | "exit" | "q") {
            return Ok(());
        }
        played.answer(line.trim())?;
    }
}

impl PlayedGame {
    fn say(&self, lines: &[String]) -> Result<()> {
        let mut out = io::stdout().lock();
        for line in lines {
            writeln!(out, "{line}")?;
        }
        writeln!(out)?;
        out.flush()?;
        Ok(())
    }

    fn prompt(&self) -> String {
        match self.game.outcome() {
            Some(_) => "over> ".to_owned(),
            None => {
                let seat = self.variant.seats().get(self.game.to_move().index());
                format!(
                    "{} {}> ",
                    capitalised(seat.unwrap_or(&"")),
                    self.game.label()
                )
            }
        }
    }

    /// The board as the side to move sees it, or from the opposite side.
    fn show(&self, game: &dyn Game) -> Result<()> {
        let count = self.variant.seats().len();
        let mover = game.to_move().index();
        let viewer = match self.flipped {
            true => (mover + count / 2) % count,
            false => mover,
        };
        let viewer = Seat(u8::try_from(viewer)?);
        let mut lines = views::viewed(&game.view(Some(viewer)), self.style, self.voice);
        if let Some(outcome) = game.outcome() {
            let reason = self.voice.name(&outcome.reason.to_string());
            lines.push(String::new());
            lines.push(format!(
                "{}, {reason}.",
                outcome.result(self.variant.seats())
            ));
        }
        self.say(&lines)
    }

    fn answer(&mut self, line: &str) -> Result<()> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word.to_lowercase().as_str(), rest) {
            ("", _) => Ok(()),
            ("help" | "?", _) => self.say(&[HELP.to_owned()]),
            ("preview", turn) if !turn.is_empty() => {
                let mut after = self.game.fork();
                match after.play(&self.read(turn)) {
                    Ok(_) => self.show(after.as_ref()),
                    Err(why) => self.say(&[self.voice.refusal(&why)]),
                }
            }
            ("legal", what) => self.legal(what),
            ("undo", "") => match self.before.pop() {
                Some((game, turn)) => {
                    self.game = game;
                    self.say(&[format!("Taken back: {turn}")])?;
                    self.show(self.game.as_ref())
                }
                None => self.say(&["No turn was played yet.".to_owned()]),
            },
            ("board", drawing) => {
                self.style = match drawing {
                    "" => self.style,
                    "ascii" => Style::Ascii,
                    "unicode" => Style::Unicode,
                    "large" => Style::Large,
                    "spoken" => Style::Spoken,
                    _ => {
                        return self
                            .say(&["`board` takes ascii, unicode, large or spoken.".to_owned()]);
                    }
                };
                self.show(self.game.as_ref())
            }
            ("flip", "") => {
                self.flipped = !self.flipped;
                self.show(self.game.as_ref())
            }
            ("history", "") => self.say(&self.history()),
            ("position", "") => self.say(&[self.game.position()]),
            ("rules", "") => self.say(&[guide::expand(self.variant, self.voice)]),
            _ => self.play(line),
        }
    }

    fn history(&self) -> Vec<String> {
        let turns = self.before.iter();
        turns
            .map(|(game, turn)| format!("{} {turn}", game.label()))
            .collect()
    }

    /// A text as a turn, which may be written in words.
    fn read(&self, text: &str) -> String {
        match self.game.reading(text) {
            TurnReading::Turn(turn) => turn,
            TurnReading::Doubtful(turns) if turns.len() == 1 => turns.concat(),
            TurnReading::Doubtful(_) | TurnReading::No => text.to_owned(),
        }
    }

    fn play(&mut self, text: &str) -> Result<()> {
        let mut after = self.game.fork();
        match after.play(&self.read(text)) {
            Ok(played) => {
                let before = std::mem::replace(&mut self.game, after);
                self.before.push((before, played.canonical.clone()));
                self.say(&[format!("Played: {played}")])?;
                self.show(self.game.as_ref())
            }
            Err(why) => self.say(&[self.voice.refusal(&why)]),
        }
    }

    fn legal(&self, what: &str) -> Result<()> {
        let listing = match what {
            "" => self.game.legal(LISTED),
            what => match self.game.legal_of(what, "", LISTED) {
                Ok(listing) => listing,
                Err(why) => return self.say(&[self.voice.refusal(&why)]),
            },
        };
        match listing {
            Listing::All(turns) if turns.is_empty() => self.say(&["None.".to_owned()]),
            Listing::All(turns) => self.say(&views::columns(&turns)),
            Listing::Next(actions) => {
                let mut lines = vec!["A turn may begin with:".to_owned()];
                lines.extend(views::columns(&actions));
                self.say(&lines)
            }
            Listing::Over(Some(count)) => self.say(&[format!(
                "{count} turns, too many to list; `legal e2` lists those of a square."
            )]),
            Listing::Over(None) => self
                .say(&["Too many turns to list; `legal e2` lists those of a square.".to_owned()]),
        }
    }
}

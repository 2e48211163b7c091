//! `variant`: the games, and their rules.

mod diff;

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::{Args, Subcommand};
use serde_json::{Value, json};

use crate::config::{Config, ConfigError};
use crate::drawings::{guide, new_game};
use crate::office::files::checked;
use crate::office::ratings::list_of_game;
use crate::rules::{Game, Listing, OptionSpec, Options, Variant};
use crate::variants::Games;
use crate::variants::by_file::{self, catalogue::Catalogue, fault::Fault, ini};
use crate::variants::search::group;
use crate::words::Words;

use super::{Json, Server, installed, print_rows, say};

/// So many games of a file are shown when it is checked.
const MOST_SHOWN: usize = 10;

/// Files whose games can be named besides those that come with the program.
#[derive(Clone, Debug, Default, Args)]
pub struct Files {
    /// A file of variants (variants.ini) whose games can be named, too
    #[arg(long, value_name = "FILE")]
    variants: Vec<PathBuf>,
}

impl Files {
    /// The games that come with the program, and those of these files.
    ///
    /// # Errors
    /// A file cannot be read, or one of its sections has a fault.
    pub fn games(&self) -> Result<Games> {
        self.with(Games::built_in().clone())
    }

    /// These games, and those of the files.
    fn with(&self, mut games: Games) -> Result<Games> {
        for path in &self.variants {
            let (sections, found) = by_file::read(&bytes(path)?, Catalogue::built_in());
            if let Some(fault) = found.iter().find(|fault| !fault.remark) {
                let text = Words::built_in().english().reason(&fault.reason);
                let path = path.display();
                bail!(
                    "{path}, line {}: {text} See `zugpost variant check {path}`.",
                    fault.line
                );
            }
            if let Some(twice) = sections.iter().find(|one| games.find(&one.name).is_some()) {
                bail!("{}: there is a game {} already", path.display(), twice.name);
            }
            games = games.with(sections.into_iter());
        }
        Ok(games)
    }
}

#[derive(Debug, Subcommand)]
pub enum VariantCommand {
    /// List the games that can be played, with their ids
    List {
        /// Only those of a group (shogi, drops …), or with these words in name, inventor or rules
        words: Vec<String>,
        /// Say in which list of ratings the games of each count
        #[arg(long)]
        ratings: bool,
        #[command(flatten)]
        json: Json,
    },
    /// Print the rules of a game
    Rules {
        /// Its id, such as hans38
        variant: String,
        #[command(flatten)]
        files: Files,
        #[command(flatten)]
        json: Json,
    },
    /// Show the board at the beginning of a game and how each of its pieces moves
    Show {
        /// Its id, such as crazyhouse
        variant: String,
        /// List the turns of the piece on this square, too
        #[arg(long, value_name = "SQUARE")]
        moves: Option<String>,
        #[command(flatten)]
        files: Files,
    },
    /// Print a file for a new game: all that can be changed, explained
    #[command(after_help = "Example: zugpost variant new clubhouse --like crazyhouse > club.ini")]
    New {
        /// The id of the new game
        id: String,
        /// The game from which it starts, of those that come from files
        #[arg(long, value_name = "ID", default_value = "chess")]
        like: String,
    },
    /// Tell what differs between the rules of two games that come from files
    #[command(
        after_help = "Example: zugpost variant diff crazyhouse clubhouse --variants club.ini"
    )]
    Diff {
        /// The id of the first game, such as crazyhouse
        first: String,
        /// The id of the second
        second: String,
        #[command(flatten)]
        files: Files,
        #[command(flatten)]
        json: Json,
    },
    /// Tell all that is wrong with a file of variants (variants.ini), in one run
    Check {
        /// The file
        file: PathBuf,
        #[command(flatten)]
        json: Json,
    },
}

/// # Errors
/// There is no such variant, or standard output cannot be written.
pub fn run(command: VariantCommand, config: Option<&Path>) -> Result<()> {
    let voice = Words::built_in().english();
    match command {
        VariantCommand::List {
            words,
            ratings,
            json,
        } => {
            let games = of_server(config)?;
            let words = words.join(" ");
            let listed = match &*words {
                "" => games.all().collect(),
                words => games.search(words),
            };
            ensure!(
                !listed.is_empty(),
                "no game is found for {words}; see `variant list`"
            );
            let rows: Vec<Value> = listed.iter().map(|game| describe(*game)).collect();
            let lines = listed.iter().map(|game| {
                let below = match ratings {
                    true => format!("rated in the list {}", list_of_game(*game)),
                    false => voice.reason(&game.summary()),
                };
                format!("{:<20} {}\n{:<20} {below}", game.id(), game.name(), "")
            });
            print_rows(json.json, &rows, &lines.collect::<Vec<_>>())
        }
        VariantCommand::Rules {
            variant,
            files,
            json,
        } => {
            let games = files.with(of_server(config)?)?;
            let game = find(&games, &variant)?;
            let mut text = guide::expand(game, voice);
            if json.json {
                let mut all = describe(game);
                all["rules"] = Value::String(text);
                // As it is: what `say` does to text would change a value.
                writeln!(io::stdout(), "{}", serde_json::to_string_pretty(&all)?)?;
                return Ok(());
            }
            text.truncate(text.trim_end().len());
            if !game.options().is_empty() {
                text.push_str("\n\nOptions\n");
            }
            for option in game.options() {
                let (key, default) = (option.key, option.default);
                let (about, values) = (voice.reason(&option.about), voice.reason(&option.values));
                text.push_str(&format!("\n  {key}={default}\n      {about} ({values})"));
            }
            say([text])
        }
        VariantCommand::Show {
            variant,
            moves,
            files,
        } => {
            let games = files.with(of_server(config)?)?;
            show(find(&games, &variant)?, moves.as_deref())
        }
        VariantCommand::Diff {
            first,
            second,
            files,
            json,
        } => diff::run(
            &files.with(of_server(config)?)?,
            [&first, &second],
            json.json,
        ),
        VariantCommand::New { id, like } => new(&of_server(config)?, &id, &like),
        VariantCommand::Check { file, json } => check(&file, json.json),
    }
}

/// The games that can be played on the server of the settings; without settings, those that come with the program.
fn of_server(config: Option<&Path>) -> Result<Games> {
    let config = match Config::load(config) {
        Ok(config) => config,
        Err(ConfigError::Missing) => return Ok(Games::built_in().clone()),
        Err(error) => return Err(error.into()),
    };
    if config.database().exists() {
        return Ok(Server::with(config)?.office.games().clone());
    }
    Ok(installed::read(&config.variants).games().clone())
}

/// The board at the beginning, the pieces, and the turns of one of them.
fn show(game: &dyn Variant, moves: Option<&str>) -> Result<()> {
    let start = begun(game)?;
    let mut lines = presented(game, start.as_ref());
    if let Some(square) = moves {
        let voice = Words::built_in().english();
        let listed = start.legal_of(square, "", 500);
        let listed = listed.map_err(|why| anyhow!(voice.refusal(&why)))?;
        let turns = match listed {
            Listing::All(turns) | Listing::Next(turns) => turns,
            Listing::Over(_) => bail!("there are more than 500 turns"),
        };
        lines.push(format!("\n{square}: {}", turns.join(", ")));
    }
    say([lines.join("\n")])
}

/// A game before its first turn.
fn begun(game: &dyn Variant) -> Result<Box<dyn Game>> {
    let settled = game.settle(&Options::new(), &mut |_| 0);
    let start = settled.and_then(|options| game.start(&options, None));
    start.with_context(|| format!("{} cannot begin", game.id()))
}

fn presented(game: &dyn Variant, start: &dyn Game) -> Vec<String> {
    let view = start.view(Some(start.to_move()));
    guide::presented(game, &view, Words::built_in().english())
}

/// The file for a new game, with all keys and what the other game says.
fn new(games: &Games, id: &str, like: &str) -> Result<()> {
    let voice = Words::built_in().english();
    if let Some(reason) = by_file::names::fault(id, Catalogue::built_in()) {
        bail!(voice.reason(&reason));
    }
    let text = new_game(games, id, like, voice);
    say([text.with_context(|| format!("{like} is no game that comes from a file"))?])
}

/// What is in a file, up to a byte more than a file of variants may have.
pub(super) fn bytes(path: &Path) -> Result<Vec<u8>> {
    let cannot = || format!("cannot read {}", path.display());
    let mut file = Vec::new();
    // More than that is refused; what is behind it is not read.
    let most = ini::LARGEST as u64 + 1;
    let mut opened = fs::File::open(path).with_context(cannot)?.take(most);
    opened.read_to_end(&mut file).with_context(cannot)?;
    Ok(file)
}

/// Prints what is found in a file of variants.
fn check(path: &Path, json: bool) -> Result<()> {
    let voice = Words::built_in().english();
    let (sections, found) = checked(&bytes(path)?);
    let row = |fault: &Fault| {
        json!({
            "section": fault.section,
            "line": fault.line,
            "fault": !fault.remark,
            "code": fault.reason.code,
            "text": voice.reason(&fault.reason),
        })
    };
    let line = |fault: &Fault| {
        let section = fault.section.as_ref();
        let section = section.map_or(String::new(), |name| format!("[{name}] "));
        let remark = if fault.remark { "remark: " } else { "" };
        let text = voice.reason(&fault.reason);
        format!("line {}: {section}{remark}{text}", fault.line)
    };
    let rows: Vec<Value> = found.iter().map(row).collect();
    let mut lines: Vec<String> = found.iter().map(line).collect();
    let right = sections.iter().filter(|section| !found.stop(&section.name));
    let games = Games::built_in().with(right.clone().cloned());
    let right: Vec<&str> = right.map(|section| &*section.name).collect();
    if !right.is_empty() {
        lines.push(format!("without a fault: {}", right.join(", ")));
    }
    // What its author has meant is seen best on the board.
    for id in right.iter().take(MOST_SHOWN) {
        if let Some(game) = games.find(id) {
            lines.push(String::new());
            lines.extend(presented(game, begun(game)?.as_ref()));
        }
    }
    if right.len() > MOST_SHOWN {
        lines.push(format!(
            "\n`zugpost variant show ID --variants {}` shows the others",
            path.display()
        ));
    }
    print_rows(json, &rows, &lines)?;
    let faults = found.iter().filter(|fault| !fault.remark).count();
    let plural = if faults == 1 { "" } else { "s" };
    ensure!(faults == 0, "{} has {faults} fault{plural}", path.display());
    ensure!(!right.is_empty(), "{} has no games", path.display());
    Ok(())
}

/// The variant with this id.
///
/// # Errors
/// There is none.
pub(super) fn find<'a>(games: &'a Games, id: &str) -> Result<&'a dyn Variant> {
    let unknown = || match games.meant(id)[..] {
        [] => format!("there is no variant {id}; see `variant list`"),
        ref meant => {
            let ids: Vec<&str> = meant.iter().map(|game| game.id()).collect();
            format!("there is no variant {id}; perhaps {}", ids.join(", "))
        }
    };
    games.find(id).with_context(unknown)
}

fn describe(game: &dyn Variant) -> Value {
    let voice = Words::built_in().english();
    let option = |option: &OptionSpec| {
        json!({
            "key": option.key,
            "default": option.default,
            "values": voice.reason(&option.values),
            "about": voice.reason(&option.about),
        })
    };
    let options: Vec<Value> = game.options().iter().map(option).collect();
    json!({
        "id": game.id(),
        "name": game.name(),
        "group": group(game),
        "summary": voice.reason(&game.summary()),
        "seats": game.seats(),
        "options": options,
        "rules_version": game.rules_version(),
        "rating_list": list_of_game(game),
    })
}

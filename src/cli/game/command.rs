//! The subcommands of `game` and their arguments.

use clap::{Args, Subcommand};

use crate::cli::{Change, Json, pair};
use crate::commands::umpire::{Adjudicate, Extend, Forfeit, Replace, Rollback, UmpireReason};

use super::export::ExportArgs;
use super::list::ListArgs;
use super::log::LogArgs;
use super::show::ShowArgs;

/// What the umpire does with games; words to players are sent by `announce`.
#[derive(Debug, Subcommand)]
pub enum GameCommand {
    /// Create a game; the players get their first letters
    #[command(
        after_help = "Example: zugpost game new hans38 --white \"Anna <anna@example.org>\" \
        --black \"Boris <boris@example.org>\" --option turn=postal-plus"
    )]
    New(NewArgs),
    /// List games by number: all, or those that the options choose
    List(ListArgs),
    /// Show everything that has happened in a game: who, when, why, and as it was typed
    Log(LogArgs),
    /// Show a game in one line, and its position text; with --board also the board
    Show(ShowArgs),
    /// Play a turn for the player to move
    #[command(after_help = "Example: zugpost game move 17 \"Ng1-f3 @@e3\"")]
    Move(Changing<Play>),
    /// Print a game with all its turns, as anybody may read it: as PGN, WXF, text or JSON
    Export(ExportArgs),
    /// Take back what ended the game, or else the last turn
    Undo(Changing<UmpireReason>),
    /// Take a seat out of a game, as if it resigned; in a game of more than two the others play on
    #[command(after_help = "Example: zugpost game forfeit 17 blue --reason \"Blue has left.\"")]
    Forfeit(Changing<Forfeit>),
    /// End a game with a result
    #[command(after_help = "Example: zugpost game adjudicate 17 1-0 --reason \"Black has left.\"")]
    Adjudicate(Changing<Adjudicate>),
    /// Call a game off: it ends without a result
    #[command(visible_alias = "terminate")]
    Abort(Changing<UmpireReason>),
    /// Stop the clocks of a game; only `game resume` starts them again
    Pause(Changing<UmpireReason>),
    /// Start the clocks of a game again, at once
    Resume(Changing<()>),
    /// Give a seat more time
    #[command(
        after_help = "Example: zugpost game extend 17 white 3d",
        mut_args(|argument| match argument.get_id() == "seat" {
            true => argument.required(true),
            false => argument,
        })
    )]
    Extend(Changing<Extend>),
    /// Give a seat to another player; the clock stays as it is, and the keys of the seat no longer
    /// count
    #[command(
        after_help = "Example: zugpost game replace 17 white Carla --reason \"Anna is ill.\"\n\
                      A new player: zugpost game replace 17 Anna \"Carla <carla@example.org>\""
    )]
    Replace(Changing<Replace>),
    /// Go back to the position in which a turn was to be played: that turn and all after it are taken back
    #[command(
        after_help = "12 is turn 12 of the first player, 12... that of the second one, as in `show at 12...`.\n\
                      Example: zugpost game rollback 17 12... --reason \"Entered by mistake.\"\n\
                      The clocks stand as they did then; who is to move has at least a day. Also in a game that is over."
    )]
    Rollback(Changing<Rollback>),
    /// Send the current letter to a seat again
    Mail(Changing<Resend>),
}

/// Arguments of `game new`: the variant, who plays which seat, the time.
#[derive(Debug, Args)]
pub struct NewArgs {
    /// Variant id (`zugpost variant list`)
    pub(super) variant: String,
    /// White: NAME <ADDRESS>, or a known name
    #[arg(long, value_name = "PLAYER")]
    pub(super) white: Option<String>,
    /// Black: NAME <ADDRESS>, or a known name
    #[arg(long, value_name = "PLAYER")]
    pub(super) black: Option<String>,
    /// Any seat: red="NAME <ADDRESS>"
    #[arg(long, value_name = "SEAT=PLAYER", value_parser = pair)]
    pub(super) seat: Vec<(String, String)>,
    /// An option of the game: turn=postal
    #[arg(long, value_name = "KEY=VALUE", value_parser = pair)]
    pub(super) option: Vec<(String, String)>,
    /// Start from this position text
    #[arg(long, value_name = "TEXT")]
    pub(super) position: Option<String>,
    /// Terms of time: 3d/move, "30d+1d/move max 40d", 10/30d, none; also grace 2d, turn max 20d, weekdays, no leave
    #[arg(long, value_name = "TERMS")]
    pub(super) time: Option<String>,
    /// The game is rated
    #[arg(long)]
    pub(super) rated: bool,
    #[command(flatten)]
    pub(super) change: Change<Json>,
}

/// A change of a game.
#[derive(Debug, Args)]
pub struct Changing<T: Args> {
    /// Game number: 17 or #17
    #[arg(value_parser = game_number)]
    pub(super) number: i64,
    /// What it is about, beside the game.
    #[command(flatten)]
    pub(super) what: T,
    #[command(flatten)]
    pub(super) change: Change<Json>,
}

/// What `game move` needs besides the number of the game.
#[derive(Debug, Args)]
pub struct Play {
    /// The turn, as players write it
    pub(super) turn: String,
}

/// What `game mail` needs besides the number of the game.
#[derive(Debug, Args)]
pub struct Resend {
    /// Seat: white, black …
    #[arg(long, value_name = "SEAT")]
    pub(super) to: String,
}

/// Reads a game number: `17` or `#17`.
pub(in crate::cli) fn game_number(text: &str) -> Result<i64, String> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    let number = digits.parse();
    number.map_err(|_| format!("{text:?} is no game number"))
}

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory, FromArgMatches};

    use crate::commands::umpire::UmpireAct;

    use super::*;

    fn game() -> Command {
        GameCommand::augment_subcommands(Command::new("game"))
    }

    /// The words to the players of a game have a command of their own.
    #[test]
    fn game_has_every_command_of_mails() {
        let game = game();
        let names = |command: &Command, positional: bool| -> Vec<String> {
            let arguments = command.get_arguments();
            let wanted = arguments.filter(|argument| argument.is_positional() == positional);
            wanted
                .map(|argument| argument.get_id().to_string())
                .collect()
        };
        for act in UmpireAct::command().get_subcommands() {
            let name = act.get_name();
            if name == "announce" {
                continue;
            }
            let same = game
                .find_subcommand(name)
                .unwrap_or_else(|| panic!("game has no {name}"));
            let words = [vec!["number".to_owned()], names(act, true)].concat();
            assert_eq!(names(same, true), words, "{name}");
            let options = names(same, false);
            assert!(
                names(act, false)
                    .iter()
                    .all(|option| options.contains(option)),
                "{name}"
            );
        }
    }

    #[test]
    fn a_seat_gets_time_only_if_it_is_named() {
        let read = |typed: &[&str]| {
            let typed = [&["game", "extend", "17"][..], typed].concat();
            let read = game().try_get_matches_from(typed).ok()?;
            match GameCommand::from_arg_matches(&read).ok()? {
                GameCommand::Extend(extend) => Some((extend.what.seat?, extend.what.length)),
                _ => None,
            }
        };
        let white = Some(("white".to_owned(), "3d".to_owned()));
        assert_eq!(read(&["white", "3d"]), white);
        assert_eq!(read(&["--", "white", "3d"]), white);
        assert_eq!(read(&["3d"]), None);
    }
}

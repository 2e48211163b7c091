//! The subcommands of `game` and their arguments.

use clap::{Args, Subcommand};

use crate::cli::{Change, Json, pair};
use crate::games::Guard;

use super::export::ExportArgs;
use super::list::ListArgs;
use super::log::LogArgs;
use super::show::ShowArgs;

/// Subcommands of `game`.
#[derive(Debug, Subcommand)]
pub enum GameCommand {
    /// Create a game; the players get their first letters
    #[command(
        after_help = "Example: zugpost game new hans38 --white \"Anna <anna@example.org>\" \
        --black \"Boris <boris@example.org>\" --option turn=postal-plus"
    )]
    New {
        /// Variant id (`zugpost variant list`)
        variant: String,
        /// White: NAME <ADDRESS>, or a known name
        #[arg(long, value_name = "PLAYER")]
        white: Option<String>,
        /// Black
        #[arg(long, value_name = "PLAYER")]
        black: Option<String>,
        /// Any seat: red="NAME <ADDRESS>"
        #[arg(long, value_name = "SEAT=PLAYER", value_parser = pair)]
        seat: Vec<(String, String)>,
        /// An option of the game: turn=postal
        #[arg(long, value_name = "KEY=VALUE", value_parser = pair)]
        option: Vec<(String, String)>,
        /// Start from this position text
        #[arg(long, value_name = "TEXT")]
        position: Option<String>,
        /// Terms of time: 3d/move, "30d+1d/move max 40d", 10/30d, none; also grace 2d, turn max 20d, weekdays, no leave
        #[arg(long, value_name = "TERMS")]
        time: Option<String>,
        #[command(flatten)]
        json: Json,
        #[command(flatten)]
        change: Change,
    },
    /// List games
    List(ListArgs),
    /// Show everything that has happened in a game: who, when, why, and as it was typed
    Log(LogArgs),
    /// Show a game
    Show(ShowArgs),
    /// Play a turn for the player to move
    #[command(after_help = "Example: zugpost game move 17 \"Ng1-f3 @@e3\"")]
    Move(Changing<Play>),
    /// Print a game with all its turns, as anybody may read it: as PGN, WXF, text or JSON
    Export(ExportArgs),
    /// Take back what ended the game, or else the last turn
    Undo(Changing<Why>),
    /// Take a seat out of a game, as if it resigned; in a game of more than two the others play on
    #[command(after_help = "Example: zugpost game forfeit 17 blue --reason \"Blue has left.\"")]
    Forfeit(Changing<Forfeit>),
    /// End a game with a result
    #[command(after_help = "Example: zugpost game adjudicate 17 1-0 --reason \"Black has left.\"")]
    Adjudicate(Changing<Adjudicate>),
    /// Call a game off: it ends without a result
    #[command(visible_alias = "terminate")]
    Abort(Changing<Why>),
    /// Stop the clocks of a game; only `game resume` starts them again
    Pause(Changing<Why>),
    /// Start the clocks of a game again, at once
    Resume(Changing<()>),
    /// Give a seat more time
    #[command(after_help = "Example: zugpost game extend 17 white 3d")]
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

/// A change of a game.
#[derive(Debug, Args)]
pub struct Changing<T: Args> {
    /// Game number
    #[arg(value_parser = game_number)]
    pub(super) number: i64,
    /// What it is about, beside the game.
    #[command(flatten)]
    pub(super) what: T,
    #[command(flatten)]
    pub(super) json: Json,
    #[command(flatten)]
    pub(super) change: Change,
}

/// `game move`.
#[derive(Debug, Args)]
pub struct Play {
    /// The turn, as players write it
    pub(super) turn: String,
}

/// What has a reason and nothing else.
#[derive(Debug, Args)]
pub struct Why {
    /// The reason, which the players are told
    #[arg(long, default_value = "")]
    pub(super) reason: String,
}

impl Why {
    pub(super) fn reason(&self) -> String {
        self.reason.clone()
    }
}

/// `game forfeit`.
#[derive(Debug, Args)]
pub struct Forfeit {
    /// Seat: white, black …
    pub(super) seat: String,
    #[command(flatten)]
    pub(super) why: Why,
}

/// `game adjudicate`.
#[derive(Debug, Args)]
pub struct Adjudicate {
    /// 1-0, 0-1, 1/2-1/2, or an order like "red>blue=green>yellow"
    pub(super) result: String,
    #[command(flatten)]
    pub(super) why: Why,
}

/// `game extend`.
#[derive(Debug, Args)]
pub struct Extend {
    /// Seat: white, black …
    pub(super) seat: String,
    /// How much: 3d, 1d12h
    pub(super) length: String,
}

/// `game replace`.
#[derive(Debug, Args)]
pub struct Replace {
    /// Seat (white, black …), or name or address of its player
    pub(super) who: String,
    /// The other player: a known name or address, or NAME <ADDRESS>
    #[arg(value_name = "PLAYER")]
    pub(super) newcomer: String,
    #[command(flatten)]
    pub(super) why: Why,
}

/// `game rollback`.
#[derive(Debug, Args)]
pub struct Rollback {
    /// Number of the turn that is to be played again: 12 or 12...
    #[arg(value_parser = turn_number)]
    pub(super) turn: Guard,
    #[command(flatten)]
    pub(super) why: Why,
}

/// `game mail`.
#[derive(Debug, Args)]
pub struct Resend {
    /// Seat: white, black …
    #[arg(long, value_name = "SEAT")]
    pub(super) to: String,
}

/// Reads a game number: `17` or `#17`.
pub(in crate::cli) fn game_number(text: &str) -> Result<i64, String> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    digits
        .parse()
        .map_err(|_| format!("{text:?} is no game number"))
}

/// Reads the number of a turn: `12`, `12.` or `12...`.
fn turn_number(text: &str) -> Result<Guard, String> {
    Guard::parse(text)
        .ok_or_else(|| format!("{text:?} is no number of a turn, such as 12 or 12..."))
}

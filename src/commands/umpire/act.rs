//! What the umpire does in a game: the grammar that the command line and mails have in common.

use clap::{Args, Parser};

use crate::games::Guard;

/// What the umpire does in a game; a mail has no other commands of the umpire's. Names and seats are as written and
/// not checked. `game` of the command line takes the same arguments.
#[derive(Clone, Debug, PartialEq, Eq, Parser)]
#[command(
    no_binary_name = true,
    disable_help_flag = true,
    disable_help_subcommand = true
)]
pub enum UmpireAct {
    /// The clocks are stopped.
    Pause(UmpireReason),
    /// The clocks go on.
    Resume,
    /// A seat gets time; without a seat, the one to move.
    #[command(allow_missing_positional = true)]
    Extend(Extend),
    /// The game goes back to an earlier position.
    Rollback(Rollback),
    /// The game ends with a result.
    Adjudicate(Adjudicate),
    /// A seat is taken out.
    Forfeit(Forfeit),
    /// A seat is given to another player.
    Replace(Replace),
    /// The game ends without a result.
    Terminate(UmpireReason),
    /// The players are told something.
    Announce {
        /// The words as the players get them, which may have several lines.
        words: String,
    },
}

/// Why the umpire does something.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct UmpireReason {
    /// The reason, which the players are told
    #[arg(long, default_value = "")]
    pub reason: String,
}

/// The arguments of `extend`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct Extend {
    /// Seat: white, black …
    pub seat: Option<String>,
    /// How much: 3d, 1d12h
    pub length: String,
}

/// The arguments of `rollback`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct Rollback {
    /// Number of the turn that is to be played again: 12 or 12...
    #[arg(value_parser = turn_number)]
    pub turn: Guard,
    /// What the players are told as the reason; may be empty.
    #[command(flatten)]
    pub why: UmpireReason,
}

/// The arguments of `adjudicate`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct Adjudicate {
    /// 1-0, 0-1, 1/2-1/2, or an order like "red>blue=green>yellow"
    pub result: String,
    /// What the players are told as the reason; may be empty.
    #[command(flatten)]
    pub why: UmpireReason,
}

/// The arguments of `forfeit`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct Forfeit {
    /// Seat: white, black …
    pub seat: String,
    /// What the players are told as the reason; may be empty.
    #[command(flatten)]
    pub why: UmpireReason,
}

/// The arguments of `replace`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct Replace {
    /// Seat (white, black …), or name or address of its player
    pub who: String,
    /// The player who takes the seat: a known name or address, or a name with an address in angle brackets.
    #[arg(
        value_name = "PLAYER",
        help = "The other player: a known name or address, or NAME <ADDRESS>"
    )]
    pub newcomer: String,
    /// What the players are told as the reason; may be empty.
    #[command(flatten)]
    pub why: UmpireReason,
}

/// Reads the number of a turn: `12`, `12.` or `12...`.
fn turn_number(text: &str) -> Result<Guard, String> {
    Guard::parse(text)
        .ok_or_else(|| format!("{text:?} is no number of a turn, such as 12 or 12..."))
}

//! `zugpost partner`: the turn that the house player would play.

use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use clap::Args;
use serde::Serialize;

use crate::clock::Deadline;
use crate::partner::{Level, Thought, think};
use crate::rules::Options;
use crate::tokens::system_chance;
use crate::words::Words;
use rand::RngExt;

use super::variant::Files;
use super::{Json, print};

/// It never thinks longer.
const LONGEST: Duration = Duration::from_secs(10);

#[derive(Debug, Args)]
pub struct PartnerArgs {
    /// Variant id (`zugpost variant list`)
    #[arg(long)]
    variant: String,
    /// How strong it plays, 1 to 5
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=5))]
    level: u8,
    /// An option of the game: turn=postal
    #[arg(long, value_name = "KEY=VALUE", value_parser = super::pair)]
    option: Vec<(String, String)>,
    /// The position to think about; without it, the beginning of a game
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Decides between good turns at level 1
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    lot: u64,
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    json: Json,
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Found<'a> {
    turn: &'a str,
    score: i32,
    mate: Option<i32>,
    depth: u32,
    nodes: u64,
}

/// Prints the turn, and how good it is.
///
/// # Errors
/// The variant is unknown, an option or the position is wrong, or the game is over there.
pub fn run(args: &PartnerArgs) -> Result<()> {
    let games = args.files.games()?;
    let variant = super::variant::find(&games, &args.variant)?;
    let voice = Words::built_in().english();
    let wrong = |error| anyhow!(voice.setup_error(&error));
    let mut options: Options = args.option.iter().cloned().collect();
    if args.position.is_none() {
        let mut chance = system_chance()?;
        let mut draw = |below: u32| chance.random_range(0..below.max(1));
        options = variant.settle(&options, &mut draw).map_err(wrong)?;
    }
    let game = variant.start(&options, args.position.as_deref());
    let game = game.map_err(wrong)?;
    let Some(level) = Level::new(args.level) else {
        bail!("no level {}; there are 1 to 5", args.level);
    };
    let deadline = Deadline::after(LONGEST);
    let found = think(game.as_ref(), level, args.lot, &|| {
        deadline.left().is_none()
    });
    let Some(found) = found else {
        bail!("the game is over in this position: there is no turn to play");
    };
    let shown = Found {
        turn: &found.turn,
        score: found.score,
        mate: found.mate,
        depth: found.depth,
        nodes: found.nodes,
    };
    let lines = [format!("{} {}", game.label(), found.turn), told(&found)];
    print(args.json.json, &shown, &lines)
}

/// How good a turn is, in a line.
fn told(found: &Thought) -> String {
    let score = match found.mate {
        Some(turns) if turns > 0 => format!("won in {turns}"),
        Some(turns) => format!("lost in {}", -turns),
        None => format!("score {:+.2}", f64::from(found.score) / 100.0),
    };
    let Thought { depth, nodes, .. } = found;
    format!("{score}, depth {depth}, {nodes} positions")
}

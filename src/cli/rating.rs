//! `rating`: shows ratings, and counts them again.

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use serde::Serialize;

use crate::letters::shown::ShownRating;
use crate::office::{account, ratings};
use crate::ratings::CLUB;

use crate::text::counted;

use super::{Json, Server, print, print_list};

#[derive(Debug, Subcommand)]
pub enum RatingCommand {
    /// List who has which rating in a game, or in all games for two
    #[command(after_help = "Example: zugpost rating list chess")]
    List {
        /// Variant id (`zugpost variant list`)
        variant: Option<String>,
        #[command(flatten)]
        json: Json,
    },
    /// Show the ratings of a player, month by month
    Show {
        /// A name or an address
        who: String,
        #[command(flatten)]
        json: Json,
    },
    /// Count all ratings again from the games, and replace those that are stored
    Recompute {
        /// Only compare; exit 1 if any differs
        #[arg(long)]
        compare: bool,
        #[command(flatten)]
        json: Json,
    },
}

/// What `rating recompute` prints.
#[derive(Serialize)]
struct Recounted {
    #[serde(flatten)]
    recount: ratings::Recount,
    /// Whether those that are stored were replaced.
    replaced: bool,
}

fn line(of: &ShownRating) -> String {
    let list = match of.list.as_str() {
        "" => "all games for two",
        list => list,
    };
    let mark = if of.sure { "" } else { "?" };
    format!(
        "{}  {list}  {}{mark} +/- {}, {} ({})",
        of.name,
        of.points,
        of.deviation,
        counted(i64::from(of.games), "game", "games"),
        of.month
    )
}

/// # Errors
/// The command cannot be carried out; the message says why and what to do.
pub fn run(server: &mut Server, command: RatingCommand) -> Result<()> {
    match command {
        RatingCommand::List { variant, json } => {
            let all = server.look(|office, store| {
                let list = match &variant {
                    None => CLUB.to_owned(),
                    Some(id) => {
                        let game = office.games().find(id);
                        let game = game.with_context(|| {
                            format!("no variant {id:?}: `zugpost variant list` names all")
                        })?;
                        ratings::list_of_game(game)
                    }
                };
                ratings::list(store, &list)
            })?;
            print_list(json.json, &all, line, "nobody has a rating yet")
        }
        RatingCommand::Show { who, json } => {
            let all = server.look(|_, store| {
                let player = account::find(store, &who)?;
                ratings::history(store, &player, None)
            })?;
            print_list(json.json, &all, line, "no rating yet")
        }
        RatingCommand::Recompute { compare, json } => {
            let (office, store) = (&mut server.office, server.store.as_mut());
            let recount = office.recount(store, !compare)?;
            let differences = recount.differences.len();
            let line = format!(
                "{} games until {} make {} ratings; {differences} {}",
                recount.games,
                recount.month,
                recount.ratings,
                if compare { "differ" } else { "were replaced" }
            );
            let replaced = !compare;
            print(json.json, &Recounted { recount, replaced }, &[line])?;
            if compare && differences > 0 {
                bail!(
                    "{differences} ratings differ from those that are stored: `zugpost rating recompute` replaces them"
                );
            }
            Ok(())
        }
    }
}

//! `player`: players and their addresses.

use anyhow::Result;
use clap::Subcommand;
use serde::Serialize;

use crate::office::account;
use crate::store::{PlayerRow, Tx};

use super::server::Server;
use super::{Change, Json};

/// Subcommands of `player`.
#[derive(Debug, Subcommand)]
pub enum PlayerCommand {
    /// Add a player
    #[command(after_help = "Example: zugpost player add Anna anna@example.org")]
    Add {
        /// The name that others see
        name: String,
        /// Address that letters are sent to
        address: String,
        #[command(flatten)]
        change: Change,
    },
    /// List all players
    List(Json),
    /// Show a player with addresses and games
    Show {
        /// Name or address
        who: String,
        #[command(flatten)]
        json: Json,
    },
    /// Give a player another name
    Rename {
        /// Name or address
        who: String,
        /// The new name
        name: String,
        #[command(flatten)]
        change: Change,
    },
    /// Give a player another address; the former one stays an address of record
    #[command(after_help = "Example: zugpost player address Anna anna@new.example\n\
                            With --also the letters go on to the former address.")]
    Address {
        /// Name or address
        who: String,
        /// The new address
        address: String,
        /// Add it as a further address to write from; letters go to the old one
        #[arg(long)]
        also: bool,
        #[command(flatten)]
        change: Change,
    },
}

#[derive(Serialize)]
struct Shown {
    id: i64,
    name: String,
    address: String,
    addresses: Vec<String>,
    returned_letters: i64,
    games: Vec<i64>,
}

fn shown(tx: &Tx<'_>, player: &PlayerRow) -> Result<Shown> {
    let mut games: Vec<i64> = tx
        .games_of(player.id, false, 1000)?
        .into_iter()
        .map(|(game, _)| game.id)
        .collect();
    games.dedup();
    Ok(Shown {
        id: player.id,
        name: player.name.clone(),
        address: player.address.clone(),
        addresses: tx.addresses(player.id)?,
        returned_letters: player.failures,
        games,
    })
}

fn line(player: &Shown) -> String {
    let others: Vec<&String> = player
        .addresses
        .iter()
        .filter(|a| **a != player.address)
        .collect();
    let mut line = format!("{} <{}>", player.name, player.address);
    for other in others {
        line.push_str(&format!(", also {other}"));
    }
    if player.returned_letters > 0 {
        line.push_str(&format!(" ({} letters came back)", player.returned_letters));
    }
    line
}

/// # Errors
/// The command cannot be carried out; the message says why and what to do.
pub fn run(server: &mut Server, command: PlayerCommand) -> Result<()> {
    let (player, done) = match command {
        PlayerCommand::List(json) => {
            let all = server.look(|_, tx| {
                tx.players()?
                    .iter()
                    .map(|player| shown(tx, player))
                    .collect::<Result<Vec<_>>>()
            })?;
            let lines: Vec<String> = all.iter().map(line).collect();
            return super::print(json.json, &all, &lines);
        }
        PlayerCommand::Show { who, json } => {
            let player = server.look(|_, tx| shown(tx, &account::find(tx, &who)?))?;
            let games: Vec<String> = player.games.iter().map(|game| format!("#{game}")).collect();
            let games = if games.is_empty() {
                "no games".to_owned()
            } else {
                games.join(" ")
            };
            return super::print(json.json, &player, &[line(&player), games]);
        }
        PlayerCommand::Add {
            name,
            address,
            change,
        } => (
            server.change(change.dry_run, |office, tx| {
                shown(tx, &office.add_player(tx, &name, &address)?)
            })?,
            done(&change, "Added"),
        ),
        PlayerCommand::Rename { who, name, change } => (
            server.change(change.dry_run, |office, tx| {
                shown(tx, &office.rename_player(tx, &who, &name)?)
            })?,
            done(&change, "Renamed"),
        ),
        PlayerCommand::Address {
            who,
            address,
            also,
            change,
        } => (
            server.change(change.dry_run, |office, tx| {
                shown(tx, &office.set_address(tx, &who, &address, !also)?)
            })?,
            done(&change, "Changed"),
        ),
    };
    super::print(false, &(), &[format!("{done}: {}", line(&player))])
}

fn done(change: &Change, word: &str) -> String {
    if change.dry_run {
        format!("{word} (only tried)")
    } else {
        word.to_owned()
    }
}

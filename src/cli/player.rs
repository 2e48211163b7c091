//! `player`: players and their addresses.

use anyhow::Result;
use clap::Subcommand;
use serde::Serialize;

use crate::office::people::managing::membership;
use crate::office::{Draft, account};
use crate::store::{AddressRow, PlayerLogRow, PlayerRow, Snapshot};
use crate::text::{clean, counted};

use super::{Change, Json, Server, people};

#[derive(Debug, Subcommand)]
pub enum PlayerCommand {
    /// Add a player with a main address; no letter is sent
    #[command(after_help = "Example: zugpost player add Anna anna@example.org")]
    Add {
        /// The name that others see
        name: String,
        /// Address that letters are sent to
        address: String,
        #[command(flatten)]
        change: Change,
    },
    /// List all players with their addresses, also those who have left
    List(Json),
    /// Show a player with addresses and games
    Show {
        /// The player: the name, or any address of record
        who: String,
        #[command(flatten)]
        json: Json,
    },
    /// Give a player another name
    Rename {
        #[command(flatten)]
        one: people::One<()>,
        /// The new name, which nobody else may have
        name: String,
    },
    /// Give a player another address; the former one stays an address of record
    #[command(after_help = "Example: zugpost player address Anna anna@new.example\n\
                            With --also the letters go on to the former address.")]
    Address {
        /// The player: the name, or any address of record
        who: String,
        /// The new address, which no other player may have
        address: String,
        /// Add it as a further address to write from; letters go to the old one
        #[arg(long)]
        also: bool,
        #[command(flatten)]
        change: Change,
    },
    /// Set the language of a player's letters
    #[command(after_help = "Example: zugpost player language Anna de\n\
                            Without a language it is that of the server.")]
    Language {
        #[command(flatten)]
        one: people::One<()>,
        /// A language that there are texts in: en, de, es, fr, or a folder of your templates
        language: Option<String>,
    },
    /// Read no mail of a player any more, and send them none
    #[command(
        after_help = "Example: zugpost player ban Mallory --reason 'insults'\n\
                            Their running games go on, until their clocks or `game forfeit` end them."
    )]
    Ban(people::Ban),
    /// Let a banned player play again
    Unban(people::One),
    /// Give games and addresses of one player to another: they are one person
    #[command(after_help = "Example: zugpost player merge Anna2 Anna")]
    Merge(people::Merge),
    /// Replace name and addresses of a player wherever they are kept; their running games are given
    /// up
    #[command(after_help = "Example: zugpost player forget Anna --dry-run\n\
                            It cannot be taken back.")]
    Forget(people::One),
    /// Add the players of a file, all or none
    #[command(after_help = "Example: zugpost player import club.csv\n\
                            A line is NAME,ADDRESS or NAME,ADDRESS,LANGUAGE.")]
    Import(people::Import),
}

#[derive(Serialize)]
struct Shown {
    id: i64,
    name: String,
    address: String,
    addresses: Vec<String>,
    /// `member`, `left`, `banned` or `forgotten`.
    membership: &'static str,
    /// Since when they are known.
    since: String,
    returned_letters: i64,
    /// What is known about delivery to each of `addresses`.
    delivery: Vec<AddressRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    games: Vec<i64>,
    log: Vec<PlayerLogRow>,
}

/// Whether letters reach an address, if they did not.
fn delivery_line(row: &AddressRow) -> Option<String> {
    let why = row.trouble.as_deref().unwrap_or_default();
    let (address, at) = (&row.address, row.trouble_at.as_deref()?);
    Some(match &row.failed_at {
        Some(since) => format!("{address}: letters cannot be delivered since {since}; {at}: {why}"),
        None => format!("{address}: a letter was late at {at}: {why}"),
    })
}

fn shown(store: &dyn Snapshot, player: &PlayerRow) -> Result<Shown> {
    let games = store.games_of(player.id, false, 1000)?.into_iter();
    let mut games: Vec<i64> = games.map(|(game, _)| game.id.0).collect();
    games.dedup();
    let mut delivery = store.address_rows(player.id)?;
    for why in delivery.iter_mut().filter_map(|row| row.trouble.as_mut()) {
        *why = clean(why, 300);
    }
    Ok(Shown {
        id: player.id.0,
        name: player.name.clone(),
        address: player.address.clone(),
        addresses: store.addresses(player.id)?,
        membership: membership(player),
        since: player.membership.since.clone(),
        returned_letters: player.failures,
        delivery,
        language: player.language.clone(),
        games,
        log: store.player_log(player.id)?,
    })
}

fn line(player: &Shown) -> String {
    let mut line = format!("{} <{}>", player.name, player.address);
    let others = player.addresses.iter();
    for other in others.filter(|one| **one != player.address) {
        line.push_str(&format!(", also {other}"));
    }
    if player.membership != "member" {
        line.push_str(&format!(" ({})", player.membership));
    }
    let returned: i64 = player.delivery.iter().map(|one| one.failures).sum();
    if returned > 0 {
        let letters = counted(returned, "letter", "letters");
        line.push_str(&format!(" ({letters} came back)"));
    }
    line
}

/// # Errors
/// The command cannot be carried out; the message says why and what to do.
pub fn run(server: &mut Server, command: PlayerCommand) -> Result<()> {
    match command {
        PlayerCommand::List(json) => {
            let all: Vec<Shown> = server.look(|_, store| {
                let players = store.players()?;
                players.iter().map(|player| shown(store, player)).collect()
            })?;
            super::print_rows(json.json, &all, &all.iter().map(line).collect::<Vec<_>>())
        }
        PlayerCommand::Show { who, json } => {
            let player = server.look(|_, store| shown(store, &account::find(store, &who)?))?;
            let games: Vec<String> = player.games.iter().map(|game| format!("#{game}")).collect();
            let games = match games.is_empty() {
                true => "no games".to_owned(),
                false => games.join(" "),
            };
            let mut lines = vec![line(&player), games];
            lines.extend(player.delivery.iter().filter_map(delivery_line));
            lines.extend(player.log.iter().map(|logged| {
                let what = logged.what.replace('-', " ");
                let by = clean(&logged.by, 60);
                format!("{} {what}: {} (by {by})", logged.at, logged.value)
            }));
            super::print(json.json, &player, &lines)
        }
        PlayerCommand::Ban(ban) => people::ban(server, ban),
        PlayerCommand::Unban(one) => people::unban(server, one),
        PlayerCommand::Merge(merge) => people::merge(server, merge),
        PlayerCommand::Forget(one) => people::forget(server, one),
        PlayerCommand::Import(import) => people::import(server, import),
        PlayerCommand::Add {
            name,
            address,
            change,
        } => edit(server, &change, "Added", |draft| {
            let added = draft.add_player(&name, &address)?;
            Ok((added.name, added.address))
        }),
        PlayerCommand::Rename { one, name } => edit(server, &one.change, "Renamed", |draft| {
            named(draft.rename_player(&one.who, &name)?)
        }),
        PlayerCommand::Address {
            who,
            address,
            also,
            change,
        } => edit(server, &change, "Changed", |draft| {
            named(draft.set_address(&who, &address, !also)?)
        }),
        PlayerCommand::Language { one, language } => {
            edit(server, &one.change, "Changed", |draft| {
                named(draft.set_language(&one.who, language.as_deref())?)
            })
        }
    }
}

fn named(row: PlayerRow) -> Result<(String, String)> {
    Ok((row.name, row.address))
}

/// Changes a player and says what was done.
fn edit(
    server: &mut Server,
    change: &Change,
    done: &str,
    work: impl FnMut(&mut Draft<'_>) -> Result<(String, String)>,
) -> Result<()> {
    let (name, address) = people::changed(server, change, work)?;
    let line = if change.dry_run {
        format!("{name} <{address}>")
    } else {
        server.look(|_, store| Ok(line(&shown(store, &account::find(store, &name)?)?)))?
    };
    super::say([format!("{done}{}: {line}", change.tried())])
}

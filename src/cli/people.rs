//! `player ban|unban|merge|forget|import`: what the umpire does about players besides their names and addresses.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Serialize;

use crate::office::Office;
use crate::office::people::managing::Imported;
use crate::store::{Decision, PlayerRow, Snapshot};
use crate::text::{clean, counted};

use super::Change;
use super::server::Server;

/// A command about one player.
#[derive(Debug, Args)]
pub struct One {
    /// Name or address
    who: String,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    change: Change,
}

#[derive(Debug, Args)]
pub struct Ban {
    #[command(flatten)]
    one: One,
    /// Why, for the log
    #[arg(long)]
    reason: String,
}

#[derive(Debug, Args)]
pub struct Merge {
    #[command(flatten)]
    one: One,
    /// Name or address of the player who stays
    into: String,
}

#[derive(Debug, Args)]
pub struct Import {
    /// A file with a line NAME,ADDRESS or NAME,ADDRESS,LANGUAGE for each player
    file: PathBuf,
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    change: Change,
}

/// What was done with a player.
#[derive(Default, Serialize)]
struct Done {
    /// `banned`, `unbanned`, `merged` or `forgotten`.
    done: &'static str,
    dry_run: bool,
    id: i64,
    name: String,
    /// The player into whom they were merged.
    #[serde(skip_serializing_if = "Option::is_none")]
    into: Option<String>,
    /// The games that were given up.
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<Vec<i64>>,
}

impl One {
    /// Says what was done.
    fn say(&self, line: &str, done: &'static str, player: PlayerRow, more: Done) -> Result<()> {
        let line = format!("{line}{}", self.change.tried());
        let done = Done {
            done,
            dry_run: self.change.dry_run,
            id: player.id.0,
            name: player.name,
            ..more
        };
        super::print(self.json, &done, &[line])
    }
}

/// Makes a change of players, or tries it, and returns what it has come to.
pub(super) fn changed<T>(
    server: &mut Server,
    change: &Change,
    mut work: impl FnMut(&mut Office, &dyn Snapshot, &mut Decision) -> Result<T>,
) -> Result<T> {
    let (done, _) = server.change(change.dry_run, |office, store| {
        let mut decision = Decision {
            now: office.stamp(),
            by: clean(&change.by, 60),
            ..Decision::default()
        };
        let done = work(office, store, &mut decision)?;
        Ok((decision, done))
    })?;
    Ok(done)
}

/// # Errors
/// There is no such player, or they are banned already.
pub fn ban(server: &mut Server, Ban { one, reason }: Ban) -> Result<()> {
    let player = changed(server, &one.change, |office, store, decision| {
        office.ban(store, decision, &one.who, &reason)
    })?;
    let line = format!("Banned: {}", player.name);
    one.say(&line, "banned", player, Done::default())
}

/// # Errors
/// There is no such player, or they are not banned.
pub fn unban(server: &mut Server, one: One) -> Result<()> {
    let player = changed(server, &one.change, |office, store, decision| {
        office.unban(store, decision, &one.who)
    })?;
    let line = format!("Not banned any more: {}", player.name);
    one.say(&line, "unbanned", player, Done::default())
}

/// # Errors
/// They cannot be one player.
pub fn merge(server: &mut Server, Merge { one, into }: Merge) -> Result<()> {
    let (from, into) = changed(server, &one.change, |office, store, decision| {
        office.merge(store, decision, &one.who, &into)
    })?;
    let line = format!("Merged: {} into {}", from.name, into.name);
    let into = Some(into.name);
    one.say(
        &line,
        "merged",
        from,
        Done {
            into,
            ..Done::default()
        },
    )
}

/// # Errors
/// There is no such player, or they are forgotten already.
pub fn forget(server: &mut Server, one: One) -> Result<()> {
    let (player, games) = changed(server, &one.change, |office, store, decision| {
        let umpire = decision.by.clone();
        office.forget(store, decision, &one.who, &umpire)
    })?;
    let given_up = match games.len() {
        0 => String::new(),
        count => format!(", who gives up {}", counted(count, "game", "games")),
    };
    let PlayerRow { id, name, .. } = &player;
    let line = format!("Forgotten: {name}{given_up}; he is player {id} now");
    let games = Some(games.iter().map(|game| game.0).collect());
    one.say(
        &line,
        "forgotten",
        player,
        Done {
            games,
            ..Done::default()
        },
    )
}

/// What was done with a file.
#[derive(Serialize)]
struct FileDone {
    dry_run: bool,
    added: Vec<Imported>,
}

/// # Errors
/// The file cannot be read, or a line of it cannot be used: then no player is added.
pub fn import(server: &mut Server, import: Import) -> Result<()> {
    let Import { file, json, change } = import;
    let text =
        fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    let read = changed(server, &change, |office, store, decision| {
        let before = decision.clone();
        let read = office.import(store, decision, &text)?;
        // One bad line, and nothing is written.
        if read.is_err() {
            *decision = before;
        }
        Ok(read)
    })?;
    let added = match read {
        Ok(added) => added,
        Err(bad) => {
            let lines = bad
                .iter()
                .map(|bad| format!("\nline {}: {}", bad.line, bad.why));
            let lines: String = lines.collect();
            bail!("{}: no player was added:{lines}", file.display());
        }
    };
    let line = |one: &Imported| format!("{} <{}>", one.name, one.address);
    let mut lines: Vec<String> = added.iter().map(line).collect();
    let count = counted(added.len(), "player", "players");
    lines.push(match change.dry_run {
        true => format!("{count} would be added (nothing was changed)"),
        false => format!("{count} added"),
    });
    let dry_run = change.dry_run;
    super::print(json, &FileDone { dry_run, added }, &lines)
}

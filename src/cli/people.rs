//! `player ban|unban|merge|forget|import`: what the umpire does about players besides their names and addresses.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Serialize;

use crate::office::people::managing::Imported;
use crate::office::stamp_now;
use crate::store::Decision;
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

/// `player ban`.
#[derive(Debug, Args)]
pub struct Ban {
    #[command(flatten)]
    one: One,
    /// Why, for the log
    #[arg(long)]
    reason: String,
}

/// `player merge`.
#[derive(Debug, Args)]
pub struct Merge {
    #[command(flatten)]
    one: One,
    /// Name or address of the player who stays
    into: String,
}

/// `player import`.
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
#[derive(Serialize)]
struct Done {
    /// `banned`, `unbanned`, `merged` or `forgotten`.
    done: &'static str,
    dry_run: bool,
    id: i64,
    name: String,
    /// The player into whom he was merged.
    #[serde(skip_serializing_if = "Option::is_none")]
    into: Option<String>,
    /// The games that were given up.
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<Vec<i64>>,
}

impl Done {
    fn print(&self, json: bool, line: &str) -> Result<()> {
        let line = format!("{line}{}", super::tried(self.dry_run));
        super::print(json, self, &[line])
    }
}

pub(super) fn decision(office: &crate::office::Office, change: &Change) -> Decision {
    Decision {
        now: stamp_now(office),
        by: clean(&change.by, 60),
        ..Decision::default()
    }
}

/// # Errors
/// There is no such player, or he is banned already.
pub fn ban(server: &mut Server, Ban { one, reason }: Ban) -> Result<()> {
    let (player, _) = server.change(one.change.dry_run, |office, store| {
        let mut decision = decision(office, &one.change);
        let player = office.ban(store, &mut decision, &one.who, &reason)?;
        Ok((decision, player))
    })?;
    let line = format!("Banned: {}", player.name);
    of(player.id.0, player.name, "banned", &one).print(one.json, &line)
}

/// # Errors
/// There is no such player, or he is not banned.
pub fn unban(server: &mut Server, one: One) -> Result<()> {
    let (player, _) = server.change(one.change.dry_run, |office, store| {
        let mut decision = decision(office, &one.change);
        let player = office.unban(store, &mut decision, &one.who)?;
        Ok((decision, player))
    })?;
    let line = format!("Not banned any more: {}", player.name);
    of(player.id.0, player.name, "unbanned", &one).print(one.json, &line)
}

/// # Errors
/// They cannot be one player.
pub fn merge(server: &mut Server, Merge { one, into }: Merge) -> Result<()> {
    let ((from, into), _) = server.change(one.change.dry_run, |office, store| {
        let mut decision = decision(office, &one.change);
        let both = office.merge(store, &mut decision, &one.who, &into)?;
        Ok((decision, both))
    })?;
    let line = format!("Merged: {} into {}", from.name, into.name);
    let done = Done {
        into: Some(into.name),
        ..of(from.id.0, from.name, "merged", &one)
    };
    done.print(one.json, &line)
}

/// # Errors
/// There is no such player, or he is forgotten already.
pub fn forget(server: &mut Server, one: One) -> Result<()> {
    let ((player, games), _) = server.change(one.change.dry_run, |office, store| {
        let mut decision = decision(office, &one.change);
        let umpire = decision.by.clone();
        let forgotten = office.forget(store, &mut decision, &one.who, &umpire)?;
        Ok((decision, forgotten))
    })?;
    let given_up = match games.len() {
        0 => String::new(),
        count => format!(", who gives up {}", counted(count, "game", "games")),
    };
    let line = format!(
        "Forgotten: {}{given_up}; he is player {} now",
        player.name, player.id
    );
    let done = Done {
        games: Some(games.iter().map(|game| game.0).collect()),
        ..of(player.id.0, player.name, "forgotten", &one)
    };
    done.print(one.json, &line)
}

fn of(id: i64, name: String, done: &'static str, one: &One) -> Done {
    Done {
        done,
        dry_run: one.change.dry_run,
        id,
        name,
        into: None,
        games: None,
    }
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
    let (read, _) = server.change(change.dry_run, |office, store| {
        let mut decision = decision(office, &change);
        let read = office.import(store, &mut decision, &text)?;
        // One bad line, and nothing is written.
        let decision = match &read {
            Ok(_) => decision,
            Err(_) => self::decision(office, &change),
        };
        Ok((decision, read))
    })?;
    let added = match read {
        Ok(added) => added,
        Err(bad) => {
            let lines = bad
                .iter()
                .map(|bad| format!("line {}: {}", bad.line, bad.why));
            let lines: Vec<String> = lines.collect();
            bail!(
                "{}: no player was added:\n{}",
                file.display(),
                lines.join("\n")
            );
        }
    };
    let mut lines: Vec<String> = added
        .iter()
        .map(|one| format!("{} <{}>", one.name, one.address))
        .collect();
    let count = counted(added.len(), "player", "players");
    lines.push(match change.dry_run {
        true => format!("{count} would be added (nothing was changed)"),
        false => format!("{count} added"),
    });
    let done = FileDone {
        dry_run: change.dry_run,
        added,
    };
    super::print(json, &done, &lines)
}

//! `player ban|unban|merge|forget|import`: what the umpire does about players besides their names and addresses.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Serialize;

use crate::office::Draft;
use crate::office::people::managing::Imported;
use crate::store::PlayerRow;
use crate::text::{clean, counted};

use super::{Change, Json, Server};

/// A command about one player.
#[derive(Debug, Args)]
pub struct One<J: Args = Json> {
    /// The player: the name, or any address of record
    pub(super) who: String,
    #[command(flatten)]
    pub(super) change: Change<J>,
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
    #[command(flatten)]
    change: Change<Json>,
}

/// What was done with a player.
#[derive(Serialize)]
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
    /// Says what was done: into whom the player was merged, and the games that were given up.
    fn say(
        &self,
        line: &str,
        done: &'static str,
        player: PlayerRow,
        into: Option<String>,
        games: Option<Vec<i64>>,
    ) -> Result<()> {
        let line = format!("{line}{}", self.change.tried());
        let done = Done {
            done,
            dry_run: self.change.dry_run,
            id: player.id.0,
            name: player.name,
            into,
            games,
        };
        self.change.print(&done, &[line])
    }
}

/// Makes a change of players, or tries it, and returns what it has come to.
pub(super) fn changed<T, J: Args>(
    server: &mut Server,
    change: &Change<J>,
    mut work: impl FnMut(&mut Draft<'_>) -> Result<T>,
) -> Result<T> {
    let (done, _) = server.change(change.dry_run, |draft| {
        draft.decision.by = clean(&change.by, 60);
        work(draft)
    })?;
    Ok(done)
}

/// # Errors
/// There is no such player, or they are banned already.
pub fn ban(server: &mut Server, Ban { one, reason }: Ban) -> Result<()> {
    let player = changed(server, &one.change, |draft| draft.ban(&one.who, &reason))?;
    let line = format!("Banned: {}", player.name);
    one.say(&line, "banned", player, None, None)
}

/// # Errors
/// There is no such player, or they are not banned.
pub fn unban(server: &mut Server, one: One) -> Result<()> {
    let player = changed(server, &one.change, |draft| draft.unban(&one.who))?;
    let line = format!("Not banned any more: {}", player.name);
    one.say(&line, "unbanned", player, None, None)
}

/// # Errors
/// They cannot be one player.
pub fn merge(server: &mut Server, Merge { one, into }: Merge) -> Result<()> {
    let (from, into) = changed(server, &one.change, |draft| draft.merge(&one.who, &into))?;
    let line = format!("Merged: {} into {}", from.name, into.name);
    one.say(&line, "merged", from, Some(into.name), None)
}

/// # Errors
/// There is no such player, or they are forgotten already.
pub fn forget(server: &mut Server, one: One) -> Result<()> {
    let (player, games) = changed(server, &one.change, |draft| {
        let umpire = draft.decision.by.clone();
        draft.forget(&one.who, &umpire)
    })?;
    let given_up = match games.len() {
        0 => String::new(),
        count => format!(", who gives up {}", counted(count, "game", "games")),
    };
    let PlayerRow { id, name, .. } = &player;
    let line = format!("Forgotten: {name}{given_up}; he is player {id} now");
    let games = games.iter().map(|game| game.0).collect();
    one.say(&line, "forgotten", player, None, Some(games))
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
    let Import { file, change } = import;
    let text = fs::read_to_string(&file);
    let file = file.display();
    let text = text.with_context(|| format!("{file} cannot be read"))?;
    let added = changed(server, &change, |draft| {
        draft.import(&text)?.or_else(|bad| {
            let lines = bad.iter();
            let lines = lines.map(|bad| format!("\nline {}: {}", bad.line, bad.why));
            bail!("{file}: no player was added:{}", lines.collect::<String>())
        })
    })?;
    let line = |one: &Imported| format!("{} <{}>", one.name, one.address);
    let mut lines: Vec<String> = added.iter().map(line).collect();
    let count = counted(added.len(), "player", "players");
    lines.push(match change.dry_run {
        true => format!("{count} would be added (nothing was changed)"),
        false => format!("{count} added"),
    });
    let dry_run = change.dry_run;
    change.print(&FileDone { dry_run, added }, &lines)
}

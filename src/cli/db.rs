//! `db`: commands for the database file.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Subcommand;

use crate::config::Config;
use crate::store::Store;

use super::lock::Lock;
use super::server::Server;
use super::{Json, print, progress};

/// How long to wait for a process that holds the lock.
const PATIENCE: Duration = Duration::from_secs(10);

/// Subcommands of `db`.
#[derive(Debug, Subcommand)]
pub enum DbCommand {
    /// Migrate the schema; stop the server and run `db backup` before
    Migrate,
    /// Let SQLite check the file
    Check(Json),
    /// Write a copy of the database to a new file, while the server may run
    Backup {
        /// The new file
        file: PathBuf,
    },
    /// Rebuild every game from its events, read each turn's mail again, and compare
    Replay {
        /// Compare with the stored results (required)
        #[arg(long, required = true)]
        compare: bool,
        /// Only report; do not freeze games with differences
        #[arg(long)]
        dry_run: bool,
        #[command(flatten)]
        json: Json,
    },
}

/// # Errors
/// The command cannot be carried out; the message says why and what to do.
pub fn run(config: Option<&Path>, command: DbCommand) -> Result<ExitCode> {
    match command {
        DbCommand::Migrate => {
            let config = Config::load(config)?;
            let mut store = Store::open_any_version(&config.database())?;
            // A running server would go on with the old schema.
            let Some(_lock) = Lock::take(&config.server.data, "db migrate", PATIENCE)? else {
                let holder = Lock::holder(&config.server.data);
                let who = holder.map_or("another process".to_owned(), |holder| holder.name());
                bail!(
                    "{who} works on {}: stop it first",
                    config.database().display()
                );
            };
            let (from, to) = store.migrate()?;
            print(false, &(), &[format!("schema {from} -> {to}")])?;
        }
        DbCommand::Check(json) => {
            let complaints = Server::open(config)?.store.check()?;
            print(json.json, &complaints, &complaints)?;
            if !complaints.is_empty() {
                bail!(
                    "the database is damaged: restore a backup, then `zugpost db replay --compare`"
                );
            }
        }
        DbCommand::Backup { file } => {
            // Any version, since a backup is most needed before a migration.
            Store::open_any_version(&Config::load(config)?.database())?.backup(&file)?;
            print(false, &(), &[format!("written: {}", file.display())])?;
        }
        DbCommand::Replay {
            compare: _,
            dry_run,
            json,
        } => {
            let mut server = Server::open(config)?;
            let mut shown = progress("games");
            let found = server
                .office
                .replay(&mut server.store, !dry_run, &mut shown)?;
            let mut lines: Vec<String> = found
                .differences
                .iter()
                .map(|(game, what)| format!("#{game}: {what}"))
                .collect();
            lines.extend(
                found
                    .mended
                    .iter()
                    .map(|game| format!("#{game}: was frozen, adds up now")),
            );
            lines.push(format!(
                "games: {}; turns judged again: {}, read again from their mails: {} (mail no longer \
                 kept: {}); differences: {}",
                found.games,
                found.turns,
                found.mails,
                found.without_mail,
                found.differences.len()
            ));
            print(json.json, &found, &lines)?;
            if !found.differences.is_empty() {
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

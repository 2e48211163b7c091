//! `db`: commands for the database.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use clap::Subcommand;

use crate::config::Config;
use crate::secret;
use crate::store::Maintain;
use crate::tokens::{FIRST_GENERATION, Secret};

use super::copy::{self, CopyArgs};
use super::{Json, Server, print, print_rows, say, secret::alone, stored};

#[derive(Debug, Subcommand)]
pub enum DbCommand {
    /// Migrate the schema, without a copy: `zugpost upgrade` makes one
    Migrate {
        /// Show what would be done, but do nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Let the database check itself
    Check(Json),
    /// Write a copy of the database to a new file, while the server may run
    #[command(
        after_help = "The copy holds no bytes of mails and letters, which are as secret as the \
                            secret of the keys; --with-mail adds them. Nor does it hold what players \
                            plan, and what was said in letters that were sent; --with-plans adds \
                            that. Keep a copy of the secret \
                            (zugpost.secret) in another place."
    )]
    Backup {
        /// The new file; one that is there already is not overwritten
        file: PathBuf,
        /// Copy the bytes of mails and letters as well, and so everything
        #[arg(long)]
        with_mail: bool,
        /// Copy the plans of players as well, and what letters said that were sent
        #[arg(long)]
        with_plans: bool,
        /// Show what would be done, but do nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Copy everything to another database, from SQLite to PostgreSQL or back
    Copy(CopyArgs),
    /// Open a database again that was copied elsewhere
    Reopen {
        /// Show what would be done, but do nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Go on after a standby of PostgreSQL has taken over
    AcceptFailover {
        /// Show what would be done, but do nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Let this program work on a database on which newer ones have worked, and which are stopped
    AcceptProgram {
        /// Show what would be done, but do nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Rebuild every game, challenge and player from the record, read each turn's mail again, and
    /// compare
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
        DbCommand::Migrate { dry_run } => migrate(&Config::load(config)?, dry_run)?,
        DbCommand::Check(json) => {
            let complaints = stored::open(&Config::load(config)?)?.check()?;
            let row = |complaint| serde_json::json!({"complaint": complaint});
            let rows: Vec<_> = complaints.iter().map(row).collect();
            print_rows(json.json, &rows, &complaints)?;
            ensure!(
                complaints.is_empty(),
                "the database is not in order: mend its settings, or restore a backup, then `zugpost db replay \
                 --compare`"
            );
        }
        DbCommand::Backup {
            file,
            with_mail,
            with_plans,
            dry_run,
        } => {
            // Any version, since a backup is most needed before a migration.
            let mut store = stored::open_any_version(&Config::load(config)?)?;
            let word = if dry_run {
                ensure!(!file.exists(), "{} exists already", file.display());
                "would write"
            } else {
                store.backup(&file, with_mail, with_plans)?;
                "written"
            };
            let without = match (with_mail, with_plans) {
                (true, _) => "",
                (false, true) => " (without the bytes of mails and letters)",
                _ => " (without the bytes of mails and letters, and without what players plan)",
            };
            say([format!("{word}: {}{without}", file.display())])?;
        }
        DbCommand::Copy(args) => return copy::copy(&Config::load(config)?, &args),
        DbCommand::Reopen { dry_run } => copy::reopen(&Config::load(config)?, dry_run)?,
        DbCommand::AcceptFailover { dry_run } => {
            copy::accept_failover(&Config::load(config)?, dry_run)?;
        }
        DbCommand::AcceptProgram { dry_run } => {
            Server::open(config)?.accept_program(dry_run)?;
        }
        DbCommand::Replay { dry_run, json, .. } => {
            let mut server = Server::open(config)?;
            let is_shown = io::stderr().is_terminal();
            let mut progress = |games| {
                if is_shown {
                    let _ = write!(io::stderr(), "\r{games} games ");
                }
            };
            let (office, store) = (&mut server.office, server.store.as_mut());
            let found = office.replay(store, !dry_run, &mut progress)?;
            let games = found.differences.iter();
            let games = games.map(|(of, what)| format!("#{of}: {what}"));
            let mended = found.mended.iter();
            let mended = mended.map(|game| format!("#{game}: was frozen, adds up now"));
            let acts = found.act_differences.iter();
            let acts = acts.map(|(of, what)| format!("{of}: {what}"));
            let mut lines: Vec<String> = games.chain(mended).chain(acts).collect();
            let differences = found.differences.len() + found.act_differences.len();
            lines.push(format!(
                "games: {}; turns judged again: {}, read again from their mails: {} (mail no longer \
                 kept: {}); challenges: {}, events: {}, players: {}, acts: {}; differences: {differences}",
                found.games,
                found.turns,
                found.mails,
                found.without_mail,
                found.challenges,
                found.contests,
                found.players,
                found.acts
            ));
            print(json.json, &found, &lines)?;
            if differences > 0 {
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Brings the schema up to date.
fn migrate(config: &Config, dry_run: bool) -> Result<()> {
    // A running server would go on with the old schema.
    let _lock = alone(config, "db migrate")?;
    let mut store = stored::open_any_version(config)?;
    if !dry_run {
        return say(migrated(config, store.as_mut())?);
    }
    let (from, to) = store.versions()?;
    let mut lines = vec![format!("schema {from} -> {to} (nothing was changed)")];
    if store.former_secret()?.is_some() {
        lines.push(format!("would write {}", config.secret().display()));
    }
    say(lines)
}

/// Brings the schema of a store up to date; returns what was done. A secret that the database holds is written to its
/// own file, and synced, before it is deleted there.
///
/// # Errors
/// The schema is newer, or something cannot be written, which changes nothing in the database.
pub(super) fn migrated(config: &Config, store: &mut dyn Maintain) -> Result<Vec<String>> {
    let file = config.secret();
    let shown = file.display();
    let mut lines = Vec::new();
    if let Some(bytes) = store.former_secret()? {
        let secret = Secret::new(FIRST_GENERATION, bytes);
        match secret::load(&file)? {
            // An earlier migration has ended between the two steps.
            Some(known) if known.checks() == secret.checks() => {}
            Some(_) => bail!("{shown} holds another secret than the database: move it away"),
            None => {
                secret::create(&file, &secret)?;
                lines.push(format!(
                    "written: {shown} (the secret of the keys; keep a copy apart from the database)"
                ));
            }
        }
        // Before the secret is deleted, so that no end in between leaves a database that does not know it.
        let check = secret.checks().pop().context("the secret is empty")?;
        store.set_secret_check(&check)?;
    }
    let (from, to) = store.migrate()?;
    lines.insert(0, format!("schema {from} -> {to}"));
    Ok(lines)
}

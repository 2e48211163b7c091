//! `upgrade`: brings the database up to date before a server starts, and keeps a copy of what was before.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::clock::{Clock, SystemClock};
use crate::config::{Config, StoreSettings};
use crate::mail::private;
use crate::store::Maintain;

use super::stored::{self, How};
use super::{db, say, secret::alone, server};

/// The folder of the copies, in the folder `data`.
const FOLDER: &str = "before";
/// How many copies are kept.
const KEPT: usize = 2;
/// The copy on which all is tried.
const TRIAL: &str = "trial.db";
/// What is said if a copy fails.
const NO_COPY: &str = "nothing was changed, because no copy could be made";
/// So many differences are named.
const SHOWN: usize = 5;

#[derive(Debug, Args)]
#[command(
    after_help = "Of a database in a file a copy is made before, in the folder `before` of the folder `data`; the two \
                  newest are kept. The new schema is tried on a second copy, and all games are replayed there. If that \
                  fails, nothing is changed. It does nothing if the schema is that of this program."
)]
pub struct UpgradeArgs {
    /// PostgreSQL, of which no copy is made here: you have a dump of it
    #[arg(long)]
    backed_up: bool,
    /// Show what would be done, but do nothing
    #[arg(long)]
    dry_run: bool,
    /// Say nothing if there is nothing to do
    #[arg(long)]
    quiet: bool,
}

/// # Errors
/// The database cannot be brought up to date; the message says why and what to do.
pub fn run(config: Option<&Path>, args: &UpgradeArgs) -> Result<()> {
    let config = Config::load(config)?;
    let (from, to) = stored::open_any_version(&config)?.versions()?;
    if from == 0 || from >= to {
        // It says what to do with one that has no tables, or too new ones.
        stored::open(&config)?;
        if args.quiet {
            return Ok(());
        }
        return say([format!("schema {from}: there is nothing to do")]);
    }
    if args.dry_run {
        return say([format!("schema {from} -> {to} (nothing was changed)")]);
    }
    let _lock = alone(&config, "upgrade")?;
    let mut store = stored::open_any_version(&config)?;
    match &config.store {
        StoreSettings::Sqlite {} => with_copy(&config, store.as_mut(), from),
        StoreSettings::Postgres(_) => {
            ensure!(
                args.backed_up,
                "the database is PostgreSQL, of which no copy is made here: make one with pg_dump, then run \
                 `zugpost upgrade --backed-up`"
            );
            let lines = db::migrated(&config, store.as_mut())?;
            say(lines)?;
            replayed(&config, store.as_mut()).context(
                "the database has the new schema; to go back, restore the dump and start the earlier program",
            )
        }
    }
}

/// Makes a copy, tries all on a second one, and does it.
fn with_copy(config: &Config, store: &mut dyn Maintain, from: u32) -> Result<()> {
    let folder = config.server.data.join(FOLDER);
    private::folder(&folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let now = SystemClock.now().format("%Y%m%dT%H%M%S%3fZ");
    let copy = folder.join(format!("{}{now}.db", beginning(from)));
    let done = store
        .backup(&copy, true, true)
        .context(NO_COPY)
        .and_then(|()| on_trial(config, store, &folder.join(TRIAL)))
        .and_then(|()| {
            let not = "nothing was changed, because the new schema could not be written";
            db::migrated(config, store).context(not)
        });
    let lines = match done {
        Ok(lines) => lines,
        Err(error) => {
            // The database is what it was, so that its copy is of no use.
            let _ = fs::remove_file(&copy);
            return Err(error);
        }
    };
    for old in copies(&folder, "").into_iter().rev().skip(KEPT) {
        fs::remove_file(&old).with_context(|| format!("cannot delete {}", old.display()))?;
    }
    say(lines)?;
    say([format!("the database as it was: {}", copy.display())])
}

/// Does all with a second copy, which is deleted.
fn on_trial(config: &Config, store: &mut dyn Maintain, trial: &Path) -> Result<()> {
    // What a process that was killed has left has the same names.
    let clear = || {
        for end in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(format!("{}{end}", trial.display()));
        }
    };
    clear();
    let fails = "nothing was changed, because the new schema fails on a copy: start the earlier program again and \
                 report this; `zugpost db migrate` does without the trial";
    let copied = store.backup(trial, true, true).context(NO_COPY);
    let tried = copied.and_then(|()| tried(config, trial).context(fails));
    clear();
    tried
}

fn tried(config: &Config, trial: &Path) -> Result<()> {
    let mut trial = stored::at(&StoreSettings::Sqlite {}, trial, How::AnyVersion)?;
    let trial = trial.as_mut();
    db::migrated(config, trial)?;
    let complaints = trial.check()?;
    if let Some(first) = complaints.first() {
        bail!("the copy is damaged: {first}");
    }
    replayed(config, trial)
}

/// Compares all games with their record.
fn replayed(config: &Config, store: &mut dyn Maintain) -> Result<()> {
    let mut office = server::office(config, store)?;
    let found = office.replay(store, false, &mut |_| {})?;
    let games = found.differences.iter();
    let games = games.map(|(game, what)| format!("#{game}: {what}"));
    let acts = found.act_differences.iter();
    let all: Vec<String> = games
        .chain(acts.map(|(of, what)| format!("{of}: {what}")))
        .collect();
    ensure!(
        all.is_empty(),
        "replayed games and acts that differ from what is stored: {}: {}",
        all.len(),
        all[..all.len().min(SHOWN)].join("; ")
    );
    Ok(())
}

/// The beginning of the names of copies with this schema.
fn beginning(schema: u32) -> String {
    format!("schema-{schema}-")
}

/// The copies whose names begin so, the oldest first.
fn copies(folder: &Path, beginning: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<(String, PathBuf)> = files
        .filter_map(|file| {
            let name = file.file_name().into_string().ok()?;
            let (_, when) = name.strip_prefix("schema-")?.split_once('-')?;
            let fits = name.starts_with(beginning) && name.ends_with(".db");
            fits.then(|| (when.to_owned(), file.path()))
        })
        .collect();
    found.sort();
    found.into_iter().map(|(_, path)| path).collect()
}

/// The newest copy of a database with this schema; `database` is its file.
pub(super) fn copy_of(database: &Path, schema: u32) -> Option<PathBuf> {
    copies(&database.with_file_name(FOLDER), &beginning(schema)).pop()
}

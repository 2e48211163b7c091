//! `db copy`, `db reopen` and `db accept-failover`: the database goes on in another place.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Error, Result, bail, ensure};
use chrono::TimeDelta;
use clap::Args;
use data_encoding::HEXLOWER;
use rand::Rng;

use crate::clock::{Clock, SystemClock};
use crate::config::{Config, DatabaseUrl, StoreSettings};
use crate::office::stamp;
use crate::secret;
use crate::store::{self, Maintain, copied};
use crate::text::counted;
use crate::tokens;

use super::secret::{alone, lock};
use super::stored::{self, How};
use super::{say, server};

/// So many faults are shown.
const SHOWN: usize = 20;
/// A host whose last sign of life is older is not at work. With the longest lease it gives one in ten minutes.
const SILENT: TimeDelta = TimeDelta::minutes(11);

#[derive(Debug, Args)]
#[command(
    after_help = "Stop the server before, on all hosts. What is copied from is closed, and `zugpost db reopen` opens it \
                  again. A copy that was cut off goes on when the same command is run again. At the end all \
                  rows are compared, and all games are replayed. The file with the secret stays the same.\n\
                  Example, with [store] of the settings already naming PostgreSQL:\n\
                  zugpost db copy --from sqlite:/var/lib/zugpost/data/zugpost.db"
)]
pub struct CopyArgs {
    /// `sqlite:FILE` or `postgres://USER@HOST/DATABASE`; default: the database of the settings
    #[arg(long, value_name = "URL", required_unless_present = "to")]
    from: Option<String>,
    /// The same for the new database, which has to be empty or not there; default: that of the settings
    #[arg(long, value_name = "URL")]
    to: Option<String>,
    /// Read all rows and name those that cannot be copied, but copy nothing
    #[arg(long)]
    dry_run: bool,
}

/// One of the two databases.
#[derive(PartialEq, Eq)]
struct Side {
    settings: StoreSettings,
    /// The file of SQLite.
    file: PathBuf,
}

impl Side {
    /// The one that is meant.
    fn new(config: &Config, url: Option<&str>) -> Result<Self> {
        let (settings, file) = match url.map(|url| (url, url.strip_prefix("sqlite:"))) {
            None => (config.store.clone(), config.database()),
            Some((_, Some(file))) => (StoreSettings::Sqlite {}, std::path::absolute(file)?),
            Some((url, None)) => (config.store.at(url).map_err(Error::msg)?, PathBuf::new()),
        };
        Ok(Self { settings, file })
    }

    /// The folder that nobody else may work in.
    fn folder(&self) -> Option<&Path> {
        let is_file = self.settings == StoreSettings::Sqlite {};
        self.file.parent().filter(|_| is_file)
    }

    /// Where it is, for people.
    fn place(&self) -> String {
        match &self.settings {
            StoreSettings::Sqlite {} => format!("sqlite:{}", self.file.display()),
            StoreSettings::Postgres(settings) => match &settings.url {
                DatabaseUrl::Plain(url) => url.clone(),
                DatabaseUrl::Secret(_) => "the PostgreSQL of the settings".to_owned(),
            },
        }
    }
}

/// Copies everything to another database.
///
/// # Errors
/// The command cannot be carried out; the message says why and what to do.
pub fn copy(config: &Config, args: &CopyArgs) -> Result<ExitCode> {
    let from = Side::new(config, args.from.as_deref())?;
    let to = Side::new(config, args.to.as_deref())?;
    ensure!(from != to, "--from and --to are the same database");
    // Two files may lie in one folder.
    let folders: BTreeSet<&Path> = [from.folder(), to.folder()].into_iter().flatten().collect();
    let locks = folders.into_iter().map(|data| lock(data, "db copy"));
    let _locks: Vec<_> = locks.collect::<Result<_>>()?;
    let mut source = stored::at(&from.settings, &from.file, How::AnyVersion)?;
    let source = source.as_mut();
    require_stopped(source, &from)?;
    require_secret(config, source)?;
    let mut shown = progress();
    let (faults, rows) = copied::faults(source, &mut *shown)?;
    require_none(&faults)?;
    let is_new = to.folder().is_some() && !to.file.exists();
    if args.dry_run {
        if !is_new {
            let mut target = stored::at(&to.settings, &to.file, How::AnyVersion)?;
            copied::require_ready(source, target.as_mut())?;
        }
        let rows = counted(rows, "row", "rows");
        say([format!("{rows} can be copied (nothing was changed)")])?;
        return Ok(ExitCode::SUCCESS);
    }
    let how = if is_new { How::Make } else { How::AnyVersion };
    let mut target = stored::at(&to.settings, &to.file, how)?;
    let target = target.as_mut();
    if target.versions()?.0 == 0 {
        target.migrate()?;
    }
    let mut id = [0; 8];
    tokens::system_chance()?.fill_bytes(&mut id);
    let id = HEXLOWER.encode(&id);
    let now = stamp(SystemClock.now());
    copied::copy(source, target, (&id, &to.place(), &now), &mut *shown)?;
    let (different, rows) = copied::compare(source, target, &mut *shown)?;
    ensure!(
        different.is_empty(),
        "the copy differs in {}: delete it, run `zugpost db reopen`, and copy once more",
        different.join(", ")
    );
    let mut office = server::office(config, target)?;
    let found = office.replay(target, false, &mut |games| shown("replayed", games))?;
    copied::complete(target)?;
    let differences = found.differences.len() + found.act_differences.len();
    let (rows, games) = (
        counted(rows, "row", "rows"),
        counted(found.games, "game", "games"),
    );
    let mut lines = vec![
        format!("{rows} copied and compared; {games} replayed, differences: {differences}"),
        format!(
            "{} is closed: `zugpost db reopen` opens it again, without what happens from now on",
            from.place()
        ),
    ];
    if Side::new(config, None)? != to {
        lines.push(match to.folder() {
            Some(_) => format!(
                "move {} to {}, and take [store] out of the settings",
                to.file.display(),
                config.database().display()
            ),
            None => format!("let [store] in the settings name {}", to.place()),
        });
    }
    if differences > 0 {
        lines.push(
            "`zugpost db replay --compare` names the differences, which both have".to_owned(),
        );
    }
    say(lines)?;
    Ok(match differences {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// Checks that no host works on a database.
fn require_stopped(store: &mut dyn Maintain, side: &Side) -> Result<()> {
    if side.folder().is_some() {
        return Ok(());
    }
    let silent = stamp(SystemClock.now() - SILENT);
    let hosts = store::read(store, |store| Ok(store.hosts()?))?;
    let alive = hosts.iter().find(|host| host.alive_at >= silent);
    if let Some(host) = alive {
        bail!(
            "{} works on {}: stop it first; if it was killed, wait until it has been silent for {} minutes (last sign \
             of life {})",
            host.name,
            side.place(),
            SILENT.num_minutes(),
            host.alive_at
        );
    }
    Ok(())
}

/// Checks that the secret of this server belongs to what is copied: games go on with the same keys.
fn require_secret(config: &Config, store: &mut dyn Maintain) -> Result<()> {
    let file = config.secret();
    let secret = secret::load(&file)?;
    let check = store::read(store, |store| Ok(store.secret_check()?))?;
    ensure!(
        secret.is_some_and(|secret| check.is_none_or(|check| secret.checks().contains(&check))),
        "{} is not the secret that belongs to what is copied: put the right file in its place",
        file.display()
    );
    Ok(())
}

/// Opens a database again that was copied elsewhere.
///
/// # Errors
/// The database cannot be read or written.
pub fn reopen(config: &Config, dry_run: bool) -> Result<()> {
    let _lock = alone(config, "db reopen")?;
    let mut store = stored::open_any_version(config)?;
    let word = if dry_run { "would be open" } else { "is open" };
    say([match copied::reopen(store.as_mut(), dry_run)? {
        Some(place) => format!(
            "it {word} again, without what has happened since it was copied to {place}; let nobody play there any more"
        ),
        None => "it is open".to_owned(),
    }])
}

/// Lets all hosts work on a database of which a standby has taken over.
///
/// # Errors
/// The database cannot be read or written.
pub fn accept_failover(config: &Config, dry_run: bool) -> Result<()> {
    let mut store = stored::open_any_version(config)?;
    let word = if dry_run { "would be" } else { "is" };
    say([match store.accept_failover(dry_run)? {
        Some((before, after)) => format!(
            "timeline {after} instead of {before} {word} accepted; numbers go on a million higher, since those between may \
             stand in letters of which nothing is known any more"
        ),
        None => "no standby has taken over since the database was last worked on".to_owned(),
    }])
}

fn require_none(faults: &[String]) -> Result<()> {
    if faults.is_empty() {
        return Ok(());
    }
    let mut lines = faults[..faults.len().min(SHOWN)].to_vec();
    if faults.len() > SHOWN {
        lines.push(format!("and {} more", faults.len() - SHOWN));
    }
    bail!(
        "not copied, nothing was changed: {} to mend first\n{}",
        counted(faults.len(), "row", "rows"),
        lines.join("\n")
    )
}

/// Shows how far it is, on a terminal.
fn progress() -> Box<copied::Progress<'static>> {
    if !io::stderr().is_terminal() {
        return Box::new(|_, _| ());
    }
    Box::new(|what, count| {
        let _ = write!(io::stderr(), "\r\x1b[K{what}: {count} ");
    })
}

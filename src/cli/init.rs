//! `init`: sets up a new server.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::config::{Config, FILE_NAME, Inbox};
use crate::mail::private;
use crate::secret;
use crate::tokens::{self, Secret};

use super::stored;

/// The generation of the first secret. Databases of before it had files have generation 0.
const FIRST: i64 = 1;

#[derive(Debug, Args)]
pub struct InitArgs {
    /// The folder for settings, database and mail files
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    dir: PathBuf,
    /// The address that players write to
    #[arg(long, value_name = "ADDRESS", default_value = "play@example.org")]
    address: String,
    /// The address of the person who directs the games: it is told about trouble and gets the reports of players
    #[arg(long, value_name = "ADDRESS")]
    umpire: Option<String>,
    /// Show what would be made, but make nothing
    #[arg(long)]
    dry_run: bool,
}

/// Makes settings and database, and changes no file that exists. If only the database is missing, it is
/// made in the folder that the settings name.
///
/// # Errors
/// Both exist already, the settings cannot be read, or something cannot be written.
pub fn run(args: &InitArgs) -> Result<()> {
    let file = args.dir.join(FILE_NAME);
    let known = file.exists();
    let umpire = match &args.umpire {
        None if !known && !args.dry_run => asked_umpire()?,
        given => given.clone(),
    };
    let text = Config::example(&args.address, umpire.as_deref());
    let config = match known {
        true => Config::load(Some(&file))?,
        false => Config::parse(&text, &file)?,
    };
    let (database, secret, shown) = (config.database(), config.secret(), file.display());
    if database.exists() {
        let there = if known { &file } else { &database };
        bail!("{} exists already; nothing was changed", there.display());
    }
    let (database, secret) = (database.display(), secret.display());
    let mut out = io::stdout().lock();
    if args.dry_run {
        if !known {
            writeln!(out, "would make {shown}")?;
        }
        writeln!(out, "would make {database}\nwould make {secret}")?;
        return Ok(());
    }
    complete(&config)?;
    if known {
        writeln!(out, "Made {database} and {secret}; {shown} stays as it is.")?;
        return Ok(());
    }
    private::file(&file)
        .and_then(|mut made| made.write_all(text.as_bytes()))
        .with_context(|| format!("cannot write {shown}"))?;
    writeln!(
        out,
        "Made {shown}, {database} and {secret}.\n\
         Keep a copy of the last one apart from copies of the database: the keys in letters are derived \
         from it."
    )?;
    if config.server.umpire.is_none() {
        writeln!(
            out,
            "No umpire is named: reports of players and of trouble are kept, and `zugpost status` counts them. \
             Set `umpire` in [server] to get them by mail."
        )?;
    }
    // In another folder the file has to be named.
    let here = file == Path::new(".").join(FILE_NAME);
    let config = match here {
        true => String::new(),
        false => format!(" --config {}", quoted(&file.to_string_lossy())),
    };
    writeln!(
        out,
        "Next: read through {shown} (address, inbox, outbox), then\n  \
         zugpost{config} game new hans38 --white \"Anna <anna@example.org>\" --black \"Boris <boris@example.org>\"\n  \
         zugpost{config} run --once"
    )?;
    Ok(())
}

/// Makes the folders, database and secret of a server with these settings.
///
/// # Errors
/// One of them cannot be written.
pub(super) fn complete(config: &Config) -> Result<()> {
    private::folder(&config.server.data)
        .with_context(|| format!("cannot make the folder {}", config.server.data.display()))?;
    make_database(config)?;
    if let Inbox::Maildir { dir, .. } = &config.inbox {
        private::maildir(dir)
            .with_context(|| format!("cannot make the Maildir {}", dir.display()))?;
    }
    Ok(())
}

/// The address of the umpire, which is asked for where somebody can answer; `None`: there is none.
fn asked_umpire() -> Result<Option<String>> {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Ok(None);
    }
    write!(
        io::stderr(),
        "Your own mail address, for reports of players and of trouble (empty: they are only kept): "
    )?;
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    let address = line.trim();
    Ok((!address.is_empty()).then(|| address.to_owned()))
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+,:@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Makes database and secret. A secret that is there already is taken: the database may be made anew.
///
/// # Errors
/// One of them cannot be written.
pub(super) fn make_database(config: &Config) -> Result<()> {
    let file = config.secret();
    if secret::load(&file)?.is_none() {
        let mut chance = tokens::system_chance()?;
        secret::create(&file, &Secret::sample(FIRST, &mut chance))?;
    }
    stored::create(config)
}

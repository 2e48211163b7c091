//! `init`: a new server.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::config::{Config, FILE_NAME};
use crate::store::Store;

/// Arguments of `init`.
#[derive(Debug, Args)]
pub struct InitArgs {
    /// The folder for settings, database and mail files
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    dir: PathBuf,
    /// The address that players write to
    #[arg(long, value_name = "ADDRESS", default_value = "play@example.org")]
    address: String,
    /// Say what would be made, and make nothing
    #[arg(long)]
    dry_run: bool,
}

/// Makes settings and database; touches nothing that is there.
///
/// # Errors
/// They exist already, or cannot be written.
pub fn run(args: &InitArgs) -> Result<()> {
    let file = args.dir.join(FILE_NAME);
    let text = Config::example(&args.address);
    let config = Config::parse(&text, &file)?;
    let database = config.database();
    for path in [&file, &database] {
        if path.exists() {
            bail!("{} exists already; nothing was changed", path.display());
        }
    }
    let mut out = io::stdout().lock();
    if args.dry_run {
        writeln!(
            out,
            "would make {} and {}",
            file.display(),
            database.display()
        )?;
        return Ok(());
    }
    fs::create_dir_all(&config.server.data)
        .with_context(|| format!("cannot make the folder {}", config.server.data.display()))?;
    Store::create(&database)?;
    if let crate::config::Inbox::Maildir { dir, .. } = &config.inbox {
        for part in ["new", "cur", "tmp"] {
            fs::create_dir_all(dir.join(part))?;
        }
    }
    fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
    writeln!(out, "Made {} and {}.", file.display(), database.display())?;
    writeln!(
        out,
        "Next: read through {} (address, inbox, outbox), then",
        file.display()
    )?;
    writeln!(
        out,
        "  zugpost game new hans38 --white \"Anna <anna@example.org>\" --black \"Boris <boris@example.org>\""
    )?;
    writeln!(out, "  zugpost run --once")?;
    Ok(())
}

//! `completions` and `man`, generated from the definition of the command line.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Cli;

#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell that the script is for
    shell: Shell,
}

#[derive(Debug, Args)]
pub struct ManArgs {
    /// The folder for the pages, such as /usr/local/share/man/man1
    #[arg(value_name = "FOLDER")]
    dir: PathBuf,
}

/// Prints the completions for a shell.
///
/// # Errors
/// Standard output cannot be written.
pub fn completions(args: &CompletionsArgs) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "zugpost", &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(())
}

/// Writes a page for every command.
///
/// # Errors
/// The folder cannot be written.
pub fn man(args: &ManArgs) -> Result<()> {
    let dir = &args.dir;
    fs::create_dir_all(dir).with_context(|| format!("cannot make the folder {}", dir.display()))?;
    // The subcommands of `help` repeat those of the program, and need no pages.
    let command = Cli::command().disable_help_subcommand(true);
    clap_mangen::generate_to(command, dir)
        .with_context(|| format!("cannot write pages into {}", dir.display()))?;
    let pages = fs::read_dir(dir)?.count();
    writeln!(io::stdout(), "{pages} pages are in {}", dir.display())?;
    Ok(())
}

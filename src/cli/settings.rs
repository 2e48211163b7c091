//! `settings`: those of the club, which all hosts over one database have in common.

use anyhow::Result;
use clap::Subcommand;

use super::{Server, say};

#[derive(Debug, Subcommand)]
pub enum SettingsCommand {
    /// Make the settings of this host those of the club, which all other hosts need, too
    #[command(
        after_help = "Several hosts over one PostgreSQL serve the same club. After a change in the settings, texts or \
                      files of games: change them on all hosts, run this on one of them, then \
                      `systemctl reload zugpost` (SIGHUP) on each."
    )]
    Publish {
        /// Show what differs, but do nothing
        #[arg(long)]
        dry_run: bool,
    },
}

/// # Errors
/// The store fails.
pub fn run(server: &mut Server, command: &SettingsCommand) -> Result<()> {
    let SettingsCommand::Publish { dry_run } = *command;
    if !server.store.is_shared() {
        return say(["this host is the only one: its settings are those of the club".to_owned()]);
    }
    let differs = server.differences()?;
    if !dry_run {
        server.publish()?;
    }
    let was = if dry_run { "would be" } else { "were" };
    say([match differs.is_empty() {
        true => "the settings of this host are those of the club".to_owned(),
        false => format!("{was} published: {}", differs.join(", ")),
    }])
}

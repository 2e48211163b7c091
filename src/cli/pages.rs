//! `pages`: writes the public pages, or looks what differs.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use crate::config::{Config, Registration};
use crate::pages::{Club, Pages};

use super::{Json, Server, print};

/// Arguments of `pages`.
#[derive(Debug, Args)]
pub struct PagesArgs {
    /// Write nothing; list the files that should not be there, are not there, or differ
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    json: Json,
}

/// # Errors
/// There is no folder for pages in the settings, or it cannot be written.
pub fn run(server: &mut Server, args: &PagesArgs) -> Result<ExitCode> {
    let mut pages = of(&server.config, args.check)?;
    let report = pages.update(&server.office, server.store.as_mut(), &|| false)?;
    let is_well = report.changed.is_empty() && report.removed.is_empty();
    let mut lines = Vec::new();
    if args.check {
        lines.extend(
            report
                .changed
                .iter()
                .map(|file| format!("differs         {file}")),
        );
        lines.extend(
            report
                .removed
                .iter()
                .map(|file| format!("does not belong {file}")),
        );
    }
    let (written, removed) = (report.changed.len(), report.removed.len());
    let (games, files) = (report.games, report.files);
    lines.push(match args.check {
        true => format!("{games} games are shown in {files} files: {written} differ, {removed} do not belong there"),
        false => format!("{games} games are shown in {files} files: {written} written, {removed} removed"),
    });
    print(args.json.json, &report, &lines)?;
    Ok(ExitCode::from(u8::from(args.check && !is_well)))
}

/// The pages that the settings describe.
///
/// # Errors
/// There is no folder for pages in the settings, or it cannot be used.
fn of(config: &Config, check: bool) -> Result<Pages> {
    Pages::new(&config.pages, club(config), check)
}

/// What pages say of the club.
pub(in crate::cli) fn club(config: &Config) -> Club {
    Club {
        name: config.server.name.clone(),
        address: config.server.address.clone(),
        open: config.players.registration == Registration::Open,
        language: config.server.language.clone(),
    }
}

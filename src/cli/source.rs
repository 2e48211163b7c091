//! `source`: where mail comes from, as the database knows it.

use anyhow::{Result, bail};
use chrono::TimeDelta;
use clap::Subcommand;
use serde::Serialize;

use crate::config::StoreSettings;
use crate::daemon::presence;
use crate::office::stamp;

use super::{Json, Server, print_list, say};

#[derive(Debug, Subcommand)]
pub enum SourceCommand {
    /// List the sources that were read, when each was last read to its end, and by which host
    List(Json),
    /// Forget a source that nobody will read again, so that clocks do not wait for its mail
    #[command(after_help = "Example: zugpost source retire /var/mail/zugpost")]
    Retire {
        /// The name of the source, as `source list` shows it
        name: String,
        /// Show what would be done, but do nothing
        #[arg(long)]
        dry_run: bool,
    },
}

/// A source.
#[derive(Serialize)]
struct SourceRow {
    name: String,
    /// When a reading began that has read it to its end.
    complete_at: String,
    /// The host that alone reads it; `None`: there is one host, or none reads it.
    host: Option<String>,
    /// The host that alone can read it, if that gives no sign of life.
    silent_host: Option<String>,
}

/// # Errors
/// The command cannot be carried out; the message says why and what to do.
pub fn run(server: &mut Server, command: SourceCommand) -> Result<()> {
    let silence = match &server.config.store {
        StoreSettings::Sqlite {} => TimeDelta::zero(),
        StoreSettings::Postgres(shared) => TimeDelta::seconds(shared.lease.into()),
    };
    let all = server.look(|office, store| {
        let (hosts, leases) = (store.hosts()?, store.leases()?);
        let (now, alive) = (office.stamp(), stamp(office.now() - silence));
        let all = store.sources()?.into_iter().map(|(name, complete_at)| {
            let lease = presence::source(&name);
            let mut held = leases.iter();
            let held = held.find(|held| held.name == lease && held.until >= now);
            // A source of one host alone has its id at the end.
            let own = name.rsplit_once(" of ").map(|(_, id)| id);
            let reader = held.map(|lease| lease.holder.as_str()).or(own);
            let by_id = |id: &str| hosts.iter().find(|host| host.id == id);
            let (silent_host, host) = match reader.and_then(by_id) {
                Some(host) if host.alive_at < alive => (Some(host.name.clone()), None),
                host => (None, host.map(|host| host.name.clone())),
            };
            SourceRow {
                host,
                silent_host,
                name,
                complete_at,
            }
        });
        Ok(all.collect::<Vec<_>>())
    })?;
    match command {
        SourceCommand::List(json) => {
            let line = |row: &SourceRow| {
                let by = row.host.as_ref().map(|host| format!(" by {host}"));
                let silent = row.silent_host.as_ref();
                let silent = silent.map(|host| format!(" by {host}, which gives no sign of life"));
                let (name, at, by) = (&row.name, &row.complete_at, by.or(silent));
                format!("{name}  read until {at}{}", by.unwrap_or_default())
            };
            print_list(json.json, &all, line, "no source was read yet")
        }
        SourceCommand::Retire { name, dry_run } => {
            let Some(source) = all.iter().find(|source| source.name == name) else {
                bail!("no source is called {name:?}: `zugpost source list` names all");
            };
            if let Some(host) = &source.host {
                bail!(
                    "{host} reads {name}: take it out of the settings of that host, and stop it, first"
                );
            }
            if dry_run {
                return say([format!("would forget {name}")]);
            }
            server.store.retire_source(&name)?;
            say([format!("{name} is forgotten")])
        }
    }
}

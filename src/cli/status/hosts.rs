//! What `status` says of the hosts that work on the database with others.

use anyhow::Result;
use chrono::{DateTime, TimeDelta, Utc};
use data_encoding::HEXLOWER;

use crate::config::{Config, StoreSettings};
use crate::daemon::presence;
use crate::office::stamp;
use crate::store::{HostRow, Snapshot};

/// A source that was not read for so long is named.
const UNREAD: TimeDelta = TimeDelta::minutes(15);

/// A host that works on the database with others.
#[derive(serde::Serialize)]
pub struct HostStatus {
    #[serde(flatten)]
    host: HostRow,
    /// The sources that it alone reads.
    reads: Vec<String>,
    /// Whether it has a secret that was prepared and is not used yet.
    has_prepared_secret: bool,
    /// Whether it has neither ended nor given a sign of life within its lease.
    is_silent: bool,
}

impl HostStatus {
    pub fn line(&self) -> String {
        let HostRow {
            name,
            version,
            process,
            since,
            alive_at,
            differs,
            ..
        } = &self.host;
        let state = match alive_at.as_str() {
            "" => "has ended".to_owned(),
            at if self.is_silent => {
                format!("process {process}, GIVES NO SIGN OF LIFE since {at}")
            }
            at => format!("process {process} since {since}, last sign of life {at}"),
        };
        let reads = match self.reads.is_empty() {
            true => String::new(),
            false => format!(", reads {}", self.reads.join(", ")),
        };
        let secret = match self.has_prepared_secret {
            true => ", has the prepared secret",
            false => "",
        };
        let differs: Vec<&str> = differs
            .split(", ")
            .filter(|part| !part.is_empty())
            .collect();
        let why = |part: &&str| match *part {
            presence::SECRET => "its file lacks the newest secret".to_owned(),
            presence::PROGRAM => "its program lacks what the others use".to_owned(),
            presence::TAKEN => {
                "another host works as the same one, by its file zugpost.host or its name"
                    .to_owned()
            }
            part => format!("its settings differ from the club's in {part}"),
        };
        let differs = match differs.is_empty() {
            true => String::new(),
            false => {
                let why: Vec<String> = differs.iter().map(why).collect();
                format!(", DOES NOT WORK: {}", why.join("; "))
            }
        };
        format!("host     {name}: zugpost {version}, {state}{reads}{secret}{differs}")
    }
}

/// A host whose last sign of life is earlier is silent.
pub fn silent(config: &Config, now: DateTime<Utc>) -> String {
    stamp(match &config.store {
        StoreSettings::Sqlite {} => now,
        StoreSettings::Postgres(shared) => now - TimeDelta::seconds(shared.lease.into()),
    })
}

/// The sources of hosts that share the database that were not read for long: clocks wait for their mail.
pub fn unread(
    store: &dyn Snapshot,
    config: &Config,
    now: DateTime<Utc>,
) -> Result<Vec<(String, String)>> {
    if config.store == (StoreSettings::Sqlite {}) {
        return Ok(Vec::new());
    }
    let (mut sources, before) = (store.sources()?, stamp(now - UNREAD));
    sources.retain(|(_, complete_at)| *complete_at < before);
    Ok(sources)
}

/// The hosts that work on the database, with what they alone read.
pub fn hosts(store: &dyn Snapshot, silent: &str) -> Result<Vec<HostStatus>> {
    let leases = store.leases()?;
    let check = store.secret_check()?.unwrap_or_default();
    let check = HEXLOWER.encode(&check);
    let all = store.hosts()?.into_iter().map(|host| HostStatus {
        reads: {
            let own = leases.iter().filter(|lease| lease.holder == host.id);
            let sources = own.filter_map(|lease| lease.name.strip_prefix("source:"));
            sources.map(str::to_owned).collect()
        },
        is_silent: host.is_silent(silent),
        has_prepared_secret: *host.alive_at >= *silent
            && host.differs != presence::SECRET
            && host.secret != check,
        host,
    });
    Ok(all.collect())
}

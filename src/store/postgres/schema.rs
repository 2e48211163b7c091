//! The schema: the steps are the files in `db/postgres/`, with the numbers of those of SQLite. The version is in `meta`.

use super::link::Link;
use crate::store::sql::{self, Statements};
use crate::store::{Result, StoreError};

/// The first step, and its number: it makes what the steps before have made in SQLite.
const FIRST: (u32, &str) = (15, include_str!("../../../db/postgres/0015_first.sql"));

/// The steps after it, in order.
const STEPS: &[&str] = &[include_str!("../../../db/postgres/0016_hosts.sql")];

/// The row of `meta` with the version.
const VERSION: &str = "schema";
/// The row of `meta` with the number that PostgreSQL gives to each cluster.
const SYSTEM: &str = "system";

/// The version of the schema that is there; 0: none is.
pub(super) fn version(link: &Link) -> Result<u32> {
    let there = link.batch("SELECT coalesce(to_regclass('meta')::text, '')")?;
    if there.concat().is_empty() {
        return Ok(0);
    }
    let version = sql::meta(link, VERSION)?;
    let version = version.and_then(|text| String::from_utf8(text).ok()?.parse().ok());
    version.ok_or_else(|| {
        let why = "there is a table meta, but it is not that of Zugpost: use a database or a schema of its own";
        StoreError::Unavailable(why.to_owned())
    })
}

/// The version of this program.
pub(super) fn current() -> u32 {
    FIRST.0 + u32::try_from(STEPS.len()).unwrap_or_default()
}

/// Makes what is not there, in one transaction; returns the versions before and after.
///
/// # Errors
/// The schema is newer than this program's, or cannot be written.
pub(super) fn migrate(link: &Link) -> Result<(u32, u32)> {
    let found = version(link)?;
    if found > current() {
        require_current(link)?;
    }
    let first = (found == 0).then_some(FIRST.1);
    let done = found.saturating_sub(FIRST.0) as usize;
    let missing: Vec<&str> = first
        .into_iter()
        .chain(STEPS.iter().skip(done).copied())
        .collect();
    if !missing.is_empty() {
        let (steps, now) = (missing.join(";\n"), current());
        let sql = format!(
            "BEGIN; {steps}; INSERT INTO meta (key, value) VALUES ('{VERSION}', '{now}')
             ON CONFLICT (key) DO UPDATE SET value = excluded.value; COMMIT"
        );
        link.batch(&sql).inspect_err(|_| {
            let _ = link.batch("ROLLBACK");
        })?;
    }
    Ok((found, current()))
}

/// Checks that the schema is that of this program.
///
/// # Errors
/// There is none, or it is older or newer.
pub(super) fn require_current(link: &Link) -> Result<()> {
    let (found, wanted) = (version(link)?, current());
    let why = match found {
        0 => "it has no tables of Zugpost: `zugpost db migrate` makes them".to_owned(),
        found if found < wanted => {
            format!("it has schema {found}, this program needs {wanted}: run `zugpost db migrate`")
        }
        found if found > wanted => {
            format!("it has schema {found}, this program knows only {wanted}: use a newer zugpost")
        }
        _ => return Ok(()),
    };
    Err(StoreError::Unavailable(why))
}

/// Numbers of transactions begin anew in another cluster, such as one to which a dump was restored: those that are noted
/// with what has changed say nothing there.
pub(super) fn know_cluster(link: &Link) -> Result<()> {
    let system = link.batch("SELECT system_identifier FROM pg_control_system()")?;
    let system = system.concat();
    if sql::meta(link, SYSTEM)?.as_deref() == Some(system.as_bytes()) {
        return Ok(());
    }
    link.batch("BEGIN")?;
    link.run("UPDATE subjects SET version = 0", ())?;
    sql::set_meta(link, SYSTEM, system.as_bytes())?;
    link.flush_with("COMMIT")
}

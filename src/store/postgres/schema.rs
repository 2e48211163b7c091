//! The schema: the steps are the files in `db/postgres/`, with the numbers of those of SQLite. The version is in `meta`.

use super::link::Link;
use crate::store::sql::{self, Statements};
use crate::store::{Result, StoreError};

/// The first step, and its number: it makes what the steps before have made in SQLite.
const FIRST: (u32, &str) = (15, include_str!("../../../db/postgres/0015_first.sql"));

/// The steps after it, in order.
const STEPS: &[&str] = &[
    include_str!("../../../db/postgres/0016_hosts.sql"),
    include_str!("../../../db/postgres/0017_knows.sql"),
    include_str!("../../../db/postgres/0018_ratings.sql"),
    include_str!("../../../db/postgres/0019_contests.sql"),
    include_str!("../../../db/postgres/0020_partner.sql"),
    include_str!("../../../db/postgres/0021_came_back.sql"),
    include_str!("../../../db/postgres/0022_engines.sql"),
    include_str!("../../../db/postgres/0023_reviews.sql"),
    include_str!("../../../db/postgres/0024_proven.sql"),
];

/// The row of `meta` with the version.
const VERSION: &str = "schema";
/// The row of `meta` with the oldest schema whose programs can work on this one, so that hosts are upgraded one after the
/// other: every step only adds, with values that fit for programs that do not know of it.
const OLDEST: &str = "oldest schema";
/// The one of this program's schema. A step with which programs before it cannot work raises it. Those of
/// schema 16 do not say what they know.
const WORKS_WITH: u32 = 17;
/// The row of `meta` with the number that PostgreSQL gives to each cluster.
const SYSTEM: &str = "system";
/// The row of `meta` with the number of its history, which changes when a standby takes over.
const TIMELINE: &str = "timeline";
/// More rows than any table may have lost when a standby took over: as many numbers are passed over, since some may stand
/// in letters.
const LOST: i64 = 1_000_000;

/// The version of the schema that is there; 0: none is.
pub(super) fn version(link: &Link) -> Result<u32> {
    let there = link.batch("SELECT coalesce(to_regclass('meta')::text, '')")?;
    if there.concat().is_empty() {
        return Ok(0);
    }
    let version = text(link, VERSION)?.and_then(|text| text.parse().ok());
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
        return Ok((found, found));
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
            "BEGIN; {steps}; INSERT INTO meta (key, value)
             VALUES ('{VERSION}', '{now}'), ('{OLDEST}', '{WORKS_WITH}') ON CONFLICT (key) DO UPDATE SET value = excluded.value; COMMIT"
        );
        link.batch(&sql).inspect_err(|_| {
            let _ = link.batch("ROLLBACK");
        })?;
    }
    Ok((found, current()))
}

/// Checks that the schema is that of this program, or a newer one that it can work on.
///
/// # Errors
/// There is none, or it is older, or too new.
pub(super) fn require_current(link: &Link) -> Result<()> {
    let (found, wanted) = (version(link)?, current());
    let why = match found {
        0 => "it has no tables of Zugpost: `zugpost db migrate` makes them".to_owned(),
        found if found < wanted => {
            format!(
                "it has schema {found}, this program needs {wanted}: run `zugpost upgrade` (or `zugpost db migrate`)"
            )
        }
        found if found > wanted => {
            let oldest = text(link, OLDEST)?.and_then(|oldest| oldest.parse::<u32>().ok());
            if oldest.is_some_and(|oldest| oldest <= wanted) {
                return Ok(());
            }
            format!("it has schema {found}, this program knows only {wanted}: use a newer zugpost")
        }
        _ => return Ok(()),
    };
    Err(StoreError::Unavailable(why))
}

/// Numbers of transactions begin anew in another cluster, such as one to which a dump was restored: those that are noted
/// with what has changed say nothing there. A new timeline in the same cluster means that a standby has taken over.
///
/// # Errors
/// A standby has taken over ([`accept_failover`]), or the database cannot be read or written.
pub(super) fn know_cluster(link: &Link) -> Result<()> {
    let (system, timeline) = cluster(link)?;
    let (known, before) = (text(link, SYSTEM)?, text(link, TIMELINE)?);
    if known.as_deref() == Some(&system) {
        match before {
            Some(before) if before == timeline => return Ok(()),
            Some(before) => {
                let why = format!(
                    "a standby has taken over (timeline {timeline} instead of {before}), which may lack what was \
                     written last: `zugpost db accept-failover` lets all hosts work on it"
                );
                return Err(StoreError::Unavailable(why));
            }
            None => {}
        }
    }
    link.batch("BEGIN")?;
    if known.as_deref() != Some(&system) {
        link.run("UPDATE subjects SET version = 0", ())?;
    }
    sql::set_meta(link, SYSTEM, system.as_bytes())?;
    sql::set_meta(link, TIMELINE, timeline.as_bytes())?;
    link.flush_with("COMMIT")
}

/// Lets hosts work on a database that has taken over; returns the timelines before and after, if it has.
///
/// # Errors
/// The database cannot be read or written.
pub(super) fn accept_failover(link: &Link, dry_run: bool) -> Result<Option<(String, String)>> {
    require_current(link)?;
    let (system, timeline) = cluster(link)?;
    let before = text(link, TIMELINE)?.filter(|before| *before != timeline);
    let (true, Some(before)) = (text(link, SYSTEM)? == Some(system), before) else {
        return Ok(None);
    };
    if !dry_run {
        link.batch("BEGIN")?;
        let numbers =
            "SELECT pg_get_serial_sequence(table_name, column_name) FROM information_schema.columns
             WHERE table_schema = current_schema() AND is_identity = 'YES'";
        for sequence in link.rows::<String>(numbers, ())? {
            let sql = "SELECT setval(?1::text::regclass,
                 coalesce(pg_sequence_last_value(?1::text::regclass), 0) + ?2)";
            link.one::<i64>(sql, (sequence, LOST))?;
        }
        sql::set_meta(link, TIMELINE, timeline.as_bytes())?;
        link.flush_with("COMMIT")?;
    }
    Ok(Some((before, timeline)))
}

/// The numbers of the cluster and of its timeline.
fn cluster(link: &Link) -> Result<(String, String)> {
    let sql = "SELECT system_identifier FROM pg_control_system();
         SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8)";
    let mut found = link.batch(sql)?.into_iter();
    let mut next = || found.next().unwrap_or_default();
    Ok((next(), next()))
}

/// A row of `meta` as text.
fn text(link: &Link, name: &str) -> Result<Option<String>> {
    let value = sql::meta(link, name)?;
    Ok(value.map(|value| String::from_utf8_lossy(&value).into_owned()))
}

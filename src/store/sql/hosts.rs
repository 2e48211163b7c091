//! `hosts` and `leases`: who works on the database, and who alone may do something.

use std::collections::BTreeSet;

use super::{Connection, Result, View, statements::Statements, upkeep};
use crate::store::{HostRow, LeaseRow, PROGRAM, SignOfLife, snapshot::ReadHosts, words_of};

/// The row of `meta` with what everybody who works on the store has to know.
const KNOWN: &str = "known";
const SELECT: &str =
    "SELECT id, name, version, process, since, alive_at, secret, differs, knows FROM hosts";

impl ReadHosts for View<'_> {
    fn hosts(&self) -> Result<Vec<HostRow>> {
        self.rows(&format!("{SELECT} ORDER BY name, id"), ())
    }

    fn sources(&self) -> Result<Vec<(String, String)>> {
        let sql = "SELECT source, complete_at FROM sources ORDER BY source";
        self.rows(sql, ())
    }

    fn leases(&self) -> Result<Vec<LeaseRow>> {
        let sql = "SELECT name, holder, until_at FROM leases ORDER BY name";
        self.rows(sql, ())
    }

    fn club_knows(&self) -> Result<BTreeSet<String>> {
        club_knows(self.0)
    }
}

fn club_knows(connection: &dyn Connection) -> Result<BTreeSet<String>> {
    let known = upkeep::meta(connection, KNOWN)?.unwrap_or_default();
    Ok(words_of(&String::from_utf8_lossy(&known)))
}

/// What everybody has to know, after a host has said what it knows: also what all know that work.
fn grown(connection: &dyn Connection, host: &HostRow, over: &str) -> Result<BTreeSet<String>> {
    let mut club = club_knows(connection)?;
    let mut new = words_of(&host.knows);
    new.retain(|word| !club.contains(word));
    if new.is_empty() || !host.differs.is_empty() {
        return Ok(club);
    }
    let sql = "SELECT knows FROM hosts WHERE alive_at >= ?1 AND differs = ''";
    for knows in connection.rows::<String>(sql, [over])? {
        let knows = words_of(&knows);
        new.retain(|word| knows.contains(word));
    }
    if !new.is_empty() {
        club.extend(new);
        set_known(connection, &club)?;
    }
    Ok(club)
}

fn set_known(connection: &dyn Connection, club: &BTreeSet<String>) -> Result<()> {
    let words: Vec<&str> = club.iter().map(String::as_str).collect();
    upkeep::set_meta(connection, KNOWN, words.join(", ").as_bytes())
}

/// From now on nobody has to know these words, unless a host knows one that was there since `over`: then its name is
/// returned.
pub(super) fn forgo(
    connection: &dyn Connection,
    words: &BTreeSet<String>,
    over: &str,
) -> Result<Option<String>> {
    let sql = "SELECT name, knows FROM hosts WHERE alive_at >= ?1 ORDER BY name";
    for (name, knows) in connection.rows::<(String, String)>(sql, [over])? {
        if !words_of(&knows).is_disjoint(words) {
            return Ok(Some(name));
        }
    }
    let mut club = club_knows(connection)?;
    club.retain(|word| !words.contains(word));
    set_known(connection, &club)?;
    Ok(None)
}

/// Notes a sign of life, and gives up the claims of hosts without one since `over`, whose letters are due then.
pub(super) fn sign_of_life(
    connection: &dyn Connection,
    host: &HostRow,
    over: &str,
) -> Result<SignOfLife> {
    let mut host = host.clone();
    if !club_knows(connection)?.is_subset(&words_of(&host.knows)) {
        let parts = [host.differs.as_str(), PROGRAM];
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        host.differs = parts.collect::<Vec<_>>().join(", ");
    }
    let sql =
        "INSERT INTO hosts (id, name, version, process, since, alive_at, secret, differs, knows)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, version = excluded.version,
            process = excluded.process, since = excluded.since, alive_at = excluded.alive_at,
            secret = excluded.secret, differs = excluded.differs, knows = excluded.knows";
    let (id, name, version, at) = (&host.id, &host.name, &host.version, &host.alive_at);
    let (since, secret, differs) = (&host.since, &host.secret, &host.differs);
    let knows = &host.knows;
    let values = (
        id,
        name,
        version,
        host.process,
        since,
        at,
        secret,
        differs,
        knows,
    );
    connection.run(sql, values)?;
    let club = grown(connection, &host, over)?;
    let sql = "SELECT id FROM hosts WHERE alive_at >= ?1";
    let alive: BTreeSet<String> = connection
        .rows::<String>(sql, [over])?
        .into_iter()
        .collect();
    let sql = "SELECT claimed_by FROM inbox WHERE status <> 'done' AND claimed_by IS NOT NULL
         UNION SELECT claimed_by FROM outbox WHERE status = 'waiting' AND claimed_by IS NOT NULL";
    let mut owners: Vec<String> = connection.rows(sql, ())?;
    owners.retain(|owner| {
        let host = owner.split(' ').next().unwrap_or_default();
        !alive.contains(host)
    });
    for owner in &owners {
        let sql = "UPDATE inbox SET claimed_by = NULL WHERE status <> 'done' AND claimed_by = ?1";
        connection.run(sql, [owner])?;
        let sql = "UPDATE outbox SET claimed_by = NULL, next_try = ?2
             WHERE status = 'waiting' AND claimed_by = ?1";
        connection.run(sql, [owner, &host.alive_at])?;
    }
    Ok(SignOfLife {
        freed: owners,
        club,
    })
}

/// Notes that a process of a host has ended: others may do its work at once, unless another process gives signs of life as
/// the same host.
pub(super) fn leave(connection: &dyn Connection, host: &HostRow) -> Result<()> {
    let sql = "UPDATE hosts SET alive_at = '' WHERE id = ?1 AND process = ?2 AND since = ?3";
    let left = connection.count(sql, (&host.id, host.process, &host.since))?;
    if left == 0 {
        return Ok(());
    }
    connection.run("DELETE FROM leases WHERE holder = ?1", [&host.id])
}

/// Forgets a source that nobody will read again; whether it was known.
pub(super) fn retire_source(connection: &dyn Connection, name: &str) -> Result<bool> {
    let lease = format!("source:{name}");
    connection.run("DELETE FROM leases WHERE name = ?1", [lease])?;
    let sql = "DELETE FROM sources WHERE source = ?1";
    Ok(connection.count(sql, [name])? > 0)
}

/// Takes a lease, or keeps it; whether it is the holder's now.
pub(super) fn take_lease(connection: &dyn Connection, lease: &LeaseRow, now: &str) -> Result<bool> {
    let sql = "INSERT INTO leases (name, holder, until_at) VALUES (?1, ?2, ?3)
         ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until_at = excluded.until_at
         WHERE leases.holder = excluded.holder OR leases.until_at < ?4";
    let taken = connection.count(sql, (&lease.name, &lease.holder, &lease.until, now))?;
    Ok(taken > 0)
}

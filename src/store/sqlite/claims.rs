//! Claiming mails of `inbox`: which are judged next.

use std::collections::{BTreeSet, HashMap};

use rusqlite::{Connection, params};
use serde::Deserialize;

use super::sql::Statements;
use super::{Result, StoreError, View, budgets, inbox, limit};
use crate::ids::MailId;
use crate::store::snapshot::{ReadBudgets, ReadMails};
use crate::store::{Budget, ClaimedMail, Judgement, Spent};

/// No more mails are claimed at once when they have so many bytes.
const MOST_BYTES: usize = 4 << 20;

/// A mail that was begun this often without an end may end the process each time: others go before it.
const BEGUN_TWICE: i64 = 2;

/// Whose mails were claimed last, of players and of others: those after them in the order of addresses are next.
#[derive(Clone, Debug, Default)]
pub(super) struct LastSender {
    player: String,
    other: String,
    /// Whether other mails were claimed since one that was begun twice, or since the start.
    others: bool,
}

/// A mail that may be claimed.
#[derive(Deserialize)]
struct Waiting {
    id: MailId,
    attempts: i64,
    arrived_at: String,
    received_at: String,
    looked_at: Option<String>,
    sender: String,
}

/// Claims new mails, and counts that judging them begins; one that was begun before alone. All are claimed, the
/// oldest first, if there are not more than `count`; otherwise senders take turns. One that was begun twice takes
/// turns with all others but the later ones of its sender. Mails whose bytes cannot be read are quarantined.
pub(super) fn claim(
    connection: &Connection,
    count: usize,
    (owner, now): (&str, &str),
    last: &mut LastSender,
) -> Result<Vec<ClaimedMail>> {
    let mut waiting = oldest(connection, count + 1)?;
    if waiting.len() > count {
        waiting = by_turns(connection, count, last)?;
    }
    let (twice, mut others): (Vec<_>, Vec<_>) = waiting
        .into_iter()
        .partition(|mail| mail.attempts >= BEGUN_TWICE);
    // What a sender has written later waits for it.
    others.retain(|mail| {
        let before = |other: &&Waiting| other.sender == mail.sender && other.id < mail.id;
        mail.sender.is_empty() || !twice.iter().any(|other| before(&other))
    });
    let turn_of_others = twice.is_empty() || !last.others && !others.is_empty();
    last.others = turn_of_others && !others.is_empty();
    let mut waiting = if turn_of_others { others } else { twice };
    let untried = waiting.iter().take_while(|mail| mail.attempts == 0);
    let untried = untried.count();
    waiting.truncate(untried.max(1));
    let mut update = connection.prepare_cached(
        "UPDATE inbox SET attempts = attempts + 1, claimed_by = ?2 WHERE id = ?1",
    )?;
    let mut claimed = Vec::with_capacity(waiting.len());
    let mut size = 0;
    for mail in waiting {
        if size > MOST_BYTES {
            break;
        }
        let id = mail.id;
        let quarantine = |why: String| inbox::judge(connection, id, &Judgement::Quarantined(why));
        let bytes = match View(connection).mail_bytes(id) {
            Ok(Some(bytes)) => bytes,
            // It must not keep the others from being judged.
            Ok(None) => {
                quarantine("it has no bytes".to_owned())?;
                continue;
            }
            Err(StoreError::Corrupt(why)) => {
                quarantine(format!("damaged: {why}"))?;
                continue;
            }
            Err(error) => return Err(error),
        };
        size += bytes.raw.len();
        update.execute(params![id.0, owner])?;
        let day = budgets::day(now);
        let first = mail.attempts == 0;
        let of_sender = match mail.sender.as_str() {
            "" => Spent::default(),
            sender => count_mail(connection, day, sender, bytes.raw.len(), first)?,
        };
        let of_all = count_mail(connection, day, "", bytes.raw.len(), first)?;
        claimed.push(ClaimedMail {
            id,
            attempts: mail.attempts,
            sender: mail.sender,
            arrived_at: mail.arrived_at,
            received_at: mail.received_at,
            looked_at: mail.looked_at,
            of_sender,
            of_all,
            bytes,
        });
    }
    Ok(claimed)
}

/// Counts a mail, unless it was counted before; returns how many there were today, with it.
fn count_mail(
    connection: &Connection,
    day: &str,
    sender: &str,
    size: usize,
    first: bool,
) -> Result<Spent> {
    if first {
        let bytes = i64::try_from(size).unwrap_or(i64::MAX);
        let of = (Budget::Mails, day, sender);
        budgets::spend(connection, of, Spent { count: 1, bytes })?;
    }
    View(connection).spent(Budget::Mails, day, sender)
}

/// Gives a claimed mail back without counting the attempt.
pub(super) fn give_back(connection: &Connection, id: MailId, now: &str) -> Result<()> {
    let sql = "UPDATE inbox SET attempts = attempts - 1, claimed_by = NULL
         WHERE id = ?1 AND status = 'new' AND claimed_by IS NOT NULL
         RETURNING attempts, coalesce(sender, '')";
    let row: Option<(i64, String)> = connection.row(sql, [id.0])?;
    let Some((0, sender)) = row else {
        return Ok(());
    };
    // They could be read when the mail was claimed.
    let bytes = View(connection).mail_bytes(id)?;
    let bytes = bytes.map_or(0, |bytes| {
        i64::try_from(bytes.raw.len()).unwrap_or(i64::MAX)
    });
    let (count, bytes) = (-1, -bytes);
    for key in BTreeSet::from([sender.as_str(), ""]) {
        let of = (Budget::Mails, budgets::day(now), key);
        budgets::spend(connection, of, Spent { count, bytes })?;
    }
    Ok(())
}

fn oldest(connection: &Connection, count: usize) -> Result<Vec<Waiting>> {
    let sql = "SELECT id, attempts, coalesce(arrived_at, received_at), received_at, looked_at,
         coalesce(sender, '') FROM inbox
         WHERE status <> 'done' AND status = 'new' AND claimed_by IS NULL ORDER BY id LIMIT ?1";
    connection.rows(sql, [limit(count)])
}

/// Mails of as many senders as possible: half of them of players, if there are as many.
fn by_turns(connection: &Connection, count: usize, last: &mut LastSender) -> Result<Vec<Waiting>> {
    let mut players = of_senders(connection, true, &last.player, count)?;
    let mut others = of_senders(connection, false, &last.other, count)?;
    let half = count / 2;
    let of_others = others
        .len()
        .min(half.max(count.saturating_sub(players.len())));
    others.truncate(of_others);
    players.truncate(count - of_others);
    let last_of = |mails: &[Waiting], before: &mut String| {
        if let Some(mail) = mails.last() {
            before.clone_from(&mail.sender);
        }
    };
    last_of(&players, &mut last.player);
    last_of(&others, &mut last.other);
    players.extend(others);
    Ok(players)
}

/// The oldest mail of each sender after `last`, then the second oldest of each, and so on, at most `count`.
fn of_senders(
    connection: &Connection,
    players: bool,
    last: &str,
    count: usize,
) -> Result<Vec<Waiting>> {
    let senders = senders(connection, players, last, count)?;
    let sql = "SELECT id, attempts, coalesce(arrived_at, received_at), received_at, looked_at,
         sender FROM inbox INDEXED BY inbox_turns
         WHERE status = 'new' AND claimed_by IS NULL AND known = ?1 AND sender = ?2 AND id > ?3
         ORDER BY id LIMIT 1";
    let mut found: Vec<Waiting> = Vec::with_capacity(count);
    let mut newest: HashMap<&str, MailId> = HashMap::new();
    loop {
        let before = found.len();
        for sender in &senders {
            if found.len() == count {
                return Ok(found);
            }
            let after = newest.get(sender.as_str()).map_or(0, |mail| mail.0);
            let mail: Option<Waiting> = connection.row(sql, params![players, sender, after])?;
            if let Some(mail) = mail {
                newest.insert(sender, mail.id);
                found.push(mail);
            }
        }
        if found.len() == before {
            return Ok(found);
        }
    }
}

/// Senders of waiting mails in the order of their addresses, at most `count`, those after `last` first.
fn senders(
    connection: &Connection,
    players: bool,
    last: &str,
    count: usize,
) -> Result<Vec<String>> {
    let sql = "SELECT sender FROM inbox INDEXED BY inbox_turns
         WHERE status = 'new' AND claimed_by IS NULL AND known = ?1 AND sender > ?2
         ORDER BY sender LIMIT 1";
    let mut all: Vec<String> = Vec::new();
    let mut after = last.to_owned();
    let mut wrapped = false;
    while all.len() < count {
        match connection.row::<String>(sql, params![players, after])? {
            Some(sender) if wrapped && sender.as_str() > last => break,
            Some(sender) => {
                after.clone_from(&sender);
                all.push(sender);
            }
            None if wrapped => break,
            None => {
                wrapped = true;
                // Below every address; mails without a sender have an empty one.
                after = String::new();
                if has_nameless(connection, players)? {
                    all.push(String::new());
                }
            }
        }
    }
    Ok(all)
}

/// Whether a mail waits that has no sender.
fn has_nameless(connection: &Connection, players: bool) -> Result<bool> {
    let sql = "SELECT 1 FROM inbox INDEXED BY inbox_turns
         WHERE status = 'new' AND claimed_by IS NULL AND known = ?1 AND sender = ''";
    connection.is_there(sql, params![players])
}

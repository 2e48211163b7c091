//! Claiming mails of `inbox`: which are judged next.

use std::collections::{BTreeSet, HashMap};

use super::{
    Connection, Dialect, Result, StoreError, View, budgets, inbox, limit, statements::Statements,
    times,
};
use crate::ids::MailId;
use crate::store::snapshot::{ReadBudgets, ReadMails};
use crate::store::{Budget, ClaimedMail, Judgement, Spent};

/// No more mails are claimed at once when they have so many bytes.
const MOST_BYTES: usize = 4 << 20;

/// A mail that was begun this often without an end may end the process each time: others go before it.
const BEGUN_TWICE: i64 = 2;

/// Whose mails were claimed last, of players and of others: those after them in the order of addresses are next.
#[derive(Clone, Debug, Default)]
pub(in crate::store) struct LastSender {
    player: String,
    other: String,
    /// Whether other mails were claimed since one that was begun twice, or since the start.
    others: bool,
}

/// A mail that may be claimed, without its bytes and what was spent.
const SELECT: &str = "SELECT id, attempts, coalesce(sender, ''), coalesce(arrived_at, received_at),
    received_at, looked_at, 0, 0, 0, 0, NULL, '[]', 0, '[]', source FROM inbox";

/// Claims new mails, and counts that judging them begins; one that was begun before alone. All are claimed, the
/// oldest first, if there are not more than `count`; otherwise senders take turns. One that was begun twice takes
/// turns with all others but the later ones of its sender. Mails whose bytes cannot be read are quarantined; where that
/// ends the transaction, the next one has to read each alone.
pub(super) fn claim(
    connection: &dyn Connection,
    (count, each_alone): (usize, bool),
    (owner, now): (&str, &str),
    last: &mut LastSender,
) -> Result<Vec<ClaimedMail>> {
    let sql = format!(
        "{SELECT} WHERE status <> 'done' AND status = 'new' AND claimed_by IS NULL
         ORDER BY id LIMIT ?1"
    );
    let mut waiting: Vec<ClaimedMail> = connection.rows(&sql, [limit(count + 1)])?;
    if waiting.len() > count {
        waiting = by_turns(connection, count, last)?;
    }
    if connection.dialect() == Dialect::Postgres {
        // Another host may judge earlier mails of the same senders.
        let sql = "SELECT DISTINCT sender FROM inbox
             WHERE status <> 'done' AND status = 'new' AND claimed_by <> ?1 AND sender <> ''";
        let busy: BTreeSet<String> = connection
            .rows::<String>(sql, [owner])?
            .into_iter()
            .collect();
        waiting.retain(|mail| !busy.contains(&mail.sender));
    }
    let (twice, mut others): (Vec<_>, Vec<_>) = waiting
        .into_iter()
        .partition(|mail| mail.attempts >= BEGUN_TWICE);
    // What a sender has written later waits for it.
    others.retain(|mail| {
        let before = |other: &&ClaimedMail| other.sender == mail.sender && other.id < mail.id;
        mail.sender.is_empty() || !twice.iter().any(|other| before(&other))
    });
    let turn_of_others = twice.is_empty() || !last.others && !others.is_empty();
    last.others = turn_of_others && !others.is_empty();
    let mut waiting = if turn_of_others { others } else { twice };
    let untried = waiting.iter().take_while(|mail| mail.attempts == 0);
    let untried = untried.count();
    waiting.truncate(untried.max(1));
    let mut claiming = Claiming {
        connection,
        day: times::day(now),
        each_alone,
        today: HashMap::new(),
    };
    claiming.ahead(&waiting)?;
    let mut claimed = Vec::with_capacity(waiting.len());
    let mut size = 0;
    for mail in waiting {
        if size > MOST_BYTES {
            break;
        }
        if let Some(mail) = claiming.claim(mail, owner)? {
            size += mail.bytes.raw.len();
            claimed.push(mail);
        }
    }
    Ok(claimed)
}

/// Mails that are being claimed.
struct Claiming<'a> {
    connection: &'a dyn Connection,
    day: &'a str,
    /// Whether each is read so that one that cannot be read does not end the transaction.
    each_alone: bool,
    /// What senders, and all together (''), have sent today, as far as it was read.
    today: HashMap<String, Spent>,
}

impl Claiming<'_> {
    /// Asks what claiming these mails will ask.
    fn ahead(&self, waiting: &[ClaimedMail]) -> Result<()> {
        self.connection.ahead(&|connection| {
            let view = View(connection);
            let _ = view.spent(Budget::Mails, self.day, "");
            for mail in waiting {
                let _ = view.spent(Budget::Mails, self.day, &mail.sender);
                let _ = (!self.each_alone).then(|| view.mail_bytes(mail.id));
            }
        })
    }

    /// Claims a mail, and reads it; `None`: it cannot be read and is quarantined, so that it does not keep the others from being
    /// judged.
    fn claim(&mut self, mut mail: ClaimedMail, owner: &str) -> Result<Option<ClaimedMail>> {
        let read = || View(self.connection).mail_bytes(mail.id);
        let read = match self.each_alone {
            true => alone(self.connection, read),
            false => read(),
        };
        let fault = match read {
            Ok(Some(bytes)) => {
                mail.bytes = bytes;
                None
            }
            Ok(None) => Some("it has no bytes".to_owned()),
            Err(StoreError::Corrupt(why)) => Some(format!("damaged: {why}")),
            Err(error) => return Err(error),
        };
        if let Some(fault) = fault {
            let quarantined = Judgement::Quarantined(fault);
            inbox::judge(self.connection, (mail.id, &quarantined), None)?;
            return Ok(None);
        }
        let sql = "UPDATE inbox SET attempts = attempts + 1, claimed_by = ?2 WHERE id = ?1";
        self.connection.run(sql, (mail.id.0, owner))?;
        mail.of_all = self.sent_today("", &mail)?;
        if !mail.sender.is_empty() {
            mail.of_sender = self.sent_today(&mail.sender, &mail)?;
        }
        Ok(Some(mail))
    }

    /// How much a sender, or all together, have sent today, with this mail; that is counted once.
    fn sent_today(&mut self, sender: &str, mail: &ClaimedMail) -> Result<Spent> {
        let mut spent = match self.today.get(sender) {
            Some(spent) => *spent,
            None => View(self.connection).spent(Budget::Mails, self.day, sender)?,
        };
        if mail.attempts == 0 {
            let (count, bytes) = (1, limit(mail.bytes.raw.len()));
            let of = (Budget::Mails, self.day, sender);
            budgets::spend(self.connection, of, Spent { count, bytes })?;
            spent.count += count;
            spent.bytes += bytes;
        }
        self.today.insert(sender.to_owned(), spent);
        Ok(spent)
    }
}

/// Reads what may be damaged: if it is, the transaction goes on.
fn alone<T>(connection: &dyn Connection, read: impl Fn() -> Result<T>) -> Result<T> {
    connection.run("SAVEPOINT alone", ())?;
    let found = read();
    let ended = match &found {
        Ok(_) => "RELEASE SAVEPOINT alone",
        Err(StoreError::Corrupt(_)) => "ROLLBACK TO SAVEPOINT alone",
        Err(_) => return found,
    };
    // At once: until then nothing else is understood.
    connection.count(ended, ())?;
    found
}

/// Gives the mails that this owner has claimed back without counting the attempt.
pub(super) fn give_back(connection: &dyn Connection, owner: &str, now: &str) -> Result<()> {
    let sql = "UPDATE inbox SET attempts = attempts - 1, claimed_by = NULL
         WHERE status <> 'done' AND status = 'new' AND claimed_by = ?1
         RETURNING id, attempts, coalesce(sender, '')";
    let given: Vec<(i64, i64, String)> = connection.rows(sql, [owner])?;
    let untried = given.into_iter().filter(|(_, attempts, _)| *attempts == 0);
    for (id, _, sender) in untried {
        // They could be read when the mail was claimed.
        let bytes = View(connection).mail_bytes(MailId(id))?;
        let bytes = bytes.map_or(0, |bytes| limit(bytes.raw.len()));
        let (count, bytes) = (-1, -bytes);
        for key in BTreeSet::from([sender.as_str(), ""]) {
            let of = (Budget::Mails, times::day(now), key);
            budgets::spend(connection, of, Spent { count, bytes })?;
        }
    }
    Ok(())
}

/// Mails of as many senders as possible: half of them of players, if there are as many.
fn by_turns(
    connection: &dyn Connection,
    count: usize,
    last: &mut LastSender,
) -> Result<Vec<ClaimedMail>> {
    let mut players = of_senders(connection, (true, &last.player), count)?;
    let mut others = of_senders(connection, (false, &last.other), count)?;
    let half = count / 2;
    others.truncate(half.max(count.saturating_sub(players.len())));
    players.truncate(count - others.len());
    let last_of = |mails: &[ClaimedMail], before: &mut String| {
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
    connection: &dyn Connection,
    (players, last): (bool, &str),
    count: usize,
) -> Result<Vec<ClaimedMail>> {
    let senders = senders(connection, (players, last), count)?;
    let sql = format!(
        "{SELECT} INDEXED BY inbox_turns
         WHERE status = 'new' AND claimed_by IS NULL AND known = ?1 AND sender = ?2 AND id > ?3
         ORDER BY id LIMIT 1"
    );
    let mut found: Vec<ClaimedMail> = Vec::with_capacity(count);
    let mut newest: HashMap<&str, MailId> = HashMap::new();
    loop {
        let next = |connection: &dyn Connection, newest: &HashMap<&str, MailId>, sender: &str| {
            let after = newest.get(sender).map_or(0, |mail| mail.0);
            connection.row::<ClaimedMail>(&sql, (players, sender, after))
        };
        let (before, missing) = (found.len(), count - found.len());
        connection.ahead(&|connection| {
            for sender in senders.iter().take(missing) {
                let _ = next(connection, &newest, sender);
            }
        })?;
        for sender in &senders {
            if found.len() == count {
                return Ok(found);
            }
            if let Some(mail) = next(connection, &newest, sender)? {
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
    connection: &dyn Connection,
    (players, last): (bool, &str),
    count: usize,
) -> Result<Vec<String>> {
    let mut all = senders_after(connection, (players, last), count)?;
    if all.len() == count {
        return Ok(all);
    }
    // Below every address; mails without a sender have an empty one.
    let sql = "SELECT 1 FROM inbox INDEXED BY inbox_turns
         WHERE status = 'new' AND claimed_by IS NULL AND known = ?1 AND sender = ''";
    if connection.is_there(sql, [players])? {
        all.push(String::new());
    }
    let first = senders_after(connection, (players, ""), count - all.len())?;
    let first = first.into_iter();
    all.extend(first.take_while(|sender| sender.as_str() <= last));
    Ok(all)
}

/// Senders of waiting mails whose addresses come after `last`, at most `count`. Each is looked up in the index by itself, since
/// one may have sent very many mails.
fn senders_after(
    connection: &dyn Connection,
    (players, last): (bool, &str),
    count: usize,
) -> Result<Vec<String>> {
    let next = |after: &str| {
        format!(
            "SELECT sender FROM inbox INDEXED BY inbox_turns
             WHERE status = 'new' AND claimed_by IS NULL AND known = ?1 AND sender > {after}
             ORDER BY sender LIMIT 1"
        )
    };
    let (first, following) = (next("?2"), next("senders.sender"));
    let sql = format!(
        "WITH RECURSIVE senders (sender, number) AS (
            SELECT sender, 1 FROM ({first}) AS first
            UNION ALL SELECT ({following}), number + 1 FROM senders
            WHERE sender IS NOT NULL AND number < ?3)
         SELECT sender FROM senders WHERE sender IS NOT NULL ORDER BY number LIMIT ?3"
    );
    connection.rows(&sql, (players, last, limit(count)))
}

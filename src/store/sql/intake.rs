//! Taking mails in: each mail is stored once, and under a source key of its own.

use serde::Deserialize;

use super::bytes::{self, Packed};
use super::{Connection, Dialect, Result, View, statements::Statements};
use crate::ids::MailId;
use crate::store::{NewMail, TakenIn, snapshot::ReadMails};

/// At most so many bytes of a mail are stored, after compression: the text comes first in a mail, and pictures
/// and archives below it are not read.
const MOST_STORED: usize = 112 << 10;
/// At most so many recipients of a mail are stored, however often it is handed over.
const MOST_RECIPIENTS: usize = 200;

/// A mail with what is computed of its bytes before the transaction.
pub(super) struct Prepared<'a> {
    mail: &'a NewMail<'a>,
    hash: [u8; 16],
    packed: Packed,
    /// Whether what is stored is only the beginning.
    truncated: bool,
}

impl<'a> Prepared<'a> {
    pub fn new(mail: &'a NewMail<'a>) -> Self {
        let (packed, whole) = bytes::pack_at_most(mail.raw, MOST_STORED);
        Self {
            mail,
            hash: bytes::hash(mail.raw),
            packed,
            truncated: mail.truncated || !whole,
        }
    }
}

/// The bytes of a mail, and their hash.
type Bytes<'a> = ([u8; 16], &'a [u8]);

/// A stored mail under a source key.
#[derive(Deserialize)]
struct Stored {
    id: MailId,
    hash: Option<Vec<u8>>,
    message_id: Option<String>,
}

/// Whether two mails are one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Same {
    Yes,
    No,
    /// Of the stored one nothing is left to compare.
    Unknown,
}

/// Asks what storing these mails will ask.
pub(super) fn ahead(connection: &dyn Connection, all: &[Prepared<'_>]) -> Result<()> {
    connection.ahead(&|connection| {
        let _ = connection.reserve("inbox", all.len());
        for new in all {
            let _ = find(connection, new.mail.source);
            let _ = new
                .mail
                .former_source
                .map(|source| find(connection, source));
        }
    })
}

/// Stores a mail, unless it is stored already.
pub(super) fn take_in(
    connection: &dyn Connection,
    new: &Prepared<'_>,
    now: &str,
) -> Result<TakenIn> {
    let (source, bytes) = (new.mail.source, (new.hash, new.mail.raw));
    let key = match place(connection, source, bytes)? {
        Place::Taken(id) => {
            add_recipients(connection, id, new.mail.recipients)?;
            return Ok(TakenIn::Known(id));
        }
        Place::Free(key) => key,
    };
    if key != source {
        return Ok(TakenIn::Renamed(insert(connection, &key, new, now)?));
    }
    if let Some(former) = new.mail.former_source
        && let Some(known) = find(connection, former)?
        && compare(connection, &known, bytes)? == Same::Yes
    {
        return Ok(TakenIn::Known(known.id));
    }
    Ok(TakenIn::New(insert(connection, source, new, now)?))
}

/// The mail with these bytes that is stored under a source key.
pub(super) fn known(
    connection: &dyn Connection,
    source: &str,
    raw: &[u8],
) -> Result<Option<MailId>> {
    Ok(match place(connection, source, (bytes::hash(raw), raw))? {
        Place::Taken(id) => Some(id),
        Place::Free(_) => None,
    })
}

/// Where a mail with a source key is stored.
enum Place {
    Taken(MailId),
    /// It is not; the key under which it can be.
    Free(String),
}

fn place(connection: &dyn Connection, source: &str, bytes: Bytes<'_>) -> Result<Place> {
    let (mut number, mut key) = (1, source.to_owned());
    while let Some(known) = find(connection, &key)? {
        if compare(connection, &known, bytes)? != Same::No {
            return Ok(Place::Taken(known.id));
        }
        // A source has used a key again, for instance after its mailbox was made anew.
        number += 1;
        key = format!("{source}#{number}");
    }
    Ok(Place::Free(key))
}

/// Adds the recipients of a mail that was handed over once more to those that are stored: a mail host may hand it over to
/// each recipient by itself, and a reply token may be in any of them. Of a mail whose bytes are deleted nothing is kept.
fn add_recipients(connection: &dyn Connection, id: MailId, recipients: &[String]) -> Result<()> {
    let sql = match connection.dialect() {
        Dialect::Sqlite => "SELECT coalesce(env_rcpts, '') FROM inbox_raw WHERE id = ?1",
        // Another host may add to them, too.
        Dialect::Postgres => {
            "SELECT coalesce(env_rcpts, '') FROM inbox_raw WHERE id = ?1 FOR NO KEY UPDATE"
        }
    };
    let Some(stored) = connection.row::<String>(sql, [id.0])? else {
        return Ok(());
    };
    let mut all: Vec<&str> = stored.lines().collect();
    let known = all.len();
    for recipient in recipients {
        if !all.contains(&recipient.as_str()) && all.len() < MOST_RECIPIENTS {
            all.push(recipient);
        }
    }
    if all.len() == known {
        return Ok(());
    }
    let sql = "UPDATE inbox_raw SET env_rcpts = ?2 WHERE id = ?1";
    connection.run(sql, (id.0, all.join("\n")))
}

fn find(connection: &dyn Connection, source: &str) -> Result<Option<Stored>> {
    let sql = "SELECT id, raw_hash, message_id FROM inbox WHERE source = ?1";
    connection.row(sql, [source])
}

/// Whether a mail is the stored one: its bytes are the same, or, because mail programs and servers
/// change some headers, its Message-ID.
fn compare(connection: &dyn Connection, stored: &Stored, (hash, raw): Bytes<'_>) -> Result<Same> {
    if stored.hash.as_deref() == Some(&hash) {
        return Ok(Same::Yes);
    }
    let kept = View(connection).mail_bytes(stored.id)?;
    if kept.as_ref().is_some_and(|kept| kept.raw == raw) {
        return Ok(Same::Yes);
    }
    let stored_id = match &kept {
        Some(kept) => bytes::message_id(&kept.raw),
        None => stored.message_id.clone(),
    };
    match (stored_id, bytes::message_id(raw)) {
        (Some(stored), Some(new)) if stored == new => Ok(Same::Yes),
        (None, _) if kept.is_none() && stored.hash.is_none() => Ok(Same::Unknown),
        _ => Ok(Same::No),
    }
}

fn insert(
    connection: &dyn Connection,
    source: &str,
    new: &Prepared<'_>,
    now: &str,
) -> Result<MailId> {
    let sql = "INSERT INTO inbox (source, raw_hash, received_at, arrived_at, status, sender, known,
            looked_at)
         VALUES (?1, ?2, ?3, ?4, 'new', ?5, 
            CASE WHEN EXISTS (SELECT 1 FROM addresses WHERE key = ?5) THEN 1 ELSE 0 END,
            (SELECT min(complete_at) FROM sources))";
    let arrived_at = new.mail.arrived_at.filter(|at| *at != now);
    let author = new.mail.author;
    let id = connection.add(sql, (source, new.hash, now, arrived_at, author))?;
    let sql = "INSERT INTO inbox_raw (id, raw, form, truncated, env_sender, env_rcpts)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let recipients = new.mail.recipients.join("\n");
    let recipients = Some(recipients).filter(|all| !all.is_empty());
    let Packed { form, bytes } = &new.packed;
    let values = (id, bytes, form, new.truncated, new.mail.sender, recipients);
    connection.run(sql, values)?;
    Ok(MailId(id))
}

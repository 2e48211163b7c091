//! All that is stored, copied to another store of either kind (`docs/operations.md`, "Another database").
//!
//! What is copied from is closed first, so that nobody goes on with it, and what is copied to cannot be opened until the
//! copy is complete. Rows are copied in the order of their keys; a copy that was cut off goes on after the last one.

use sha2::{Digest, Sha256};

use super::{EndedIn, Maintain, Result, StoreError};

/// The row of `meta` of a store that was copied: where to.
pub(super) const MOVED_TO: &str = "moved to";
/// The row of `meta` of a store to which not everything was copied yet: what the copy is known by.
pub(super) const COPIED_FROM: &str = "copied from";
/// Rows of `meta` that say something about one database, and the hosts that work on it, only.
pub(super) const OWN: &[&str] = &[
    MOVED_TO,
    COPIED_FROM,
    "schema",
    "oldest schema",
    "system",
    "timeline",
    "settings",
    "clock far ahead",
];

/// A table, and how it is copied.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// The columns of its key.
    pub key: &'static [&'static str],
    /// How many rows are read at once.
    pub rows: usize,
}

const fn table(name: &'static str, key: &'static [&'static str]) -> Table {
    let rows = 1000;
    Table { name, key, rows }
}

/// One whose rows may have a megabyte each.
const fn bulky(name: &'static str) -> Table {
    let (key, rows) = (ID, 20);
    Table { name, key, rows }
}

const ID: &[&str] = &["id"];

/// What is copied, each table after those that its rows refer to. The others are about one database: `hosts` and
/// `leases`, since nobody works on it; `subjects`, since nobody has a view from before; `meta`, whose rows are copied by
/// themselves.
pub const TABLES: &[Table] = &[
    table("players", ID),
    table("account_questions", ID),
    table("acts", &["subject", "id", "seq"]),
    table("addresses", &["key"]),
    table("budgets", &["day", "kind", "key"]),
    table("challenges", ID),
    table("challenge_places", &["challenge_id", "place"]),
    table("contests", ID),
    table("confirmations", &["key", "player_id"]),
    table("sections", &["hash"]),
    table("games", ID),
    table("seats", &["game_id", "seat"]),
    table("events", &["game_id", "seq"]),
    table("thoughts", &["game_id", "state"]),
    table("engine_games", &["engine", "variant"]),
    table("reviews", &["player_id", "game_id"]),
    table("digests", &["player_id", "game_id", "seat"]),
    table("inbox", ID),
    bulky("inbox_raw"),
    table("ratings", &["list", "player_id", "month"]),
    table("leaves", ID),
    table("notes", ID),
    table("outages", ID),
    table("outbox", ID),
    bulky("outbox_raw"),
    table("outsiders", &["mailbox"]),
    table("player_log", ID),
    table("player_relations", &["player_id", "other_id", "kind"]),
    table("questions", ID),
    table("queues", &["queue"]),
    table("sources", &["source"]),
    table("timers", &["kind", "game_id", "seat"]),
    table("tokens", ID),
    table("token_sections", &["token_id", "game_id", "seat"]),
    table("variant_files", ID),
    table("variant_games", ID),
    table("watchers", &["game_id", "player_id"]),
];

/// A value of a column.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Datum {
    /// None.
    Null,
    /// A number.
    Integer(i64),
    /// A text.
    Text(String),
    /// Bytes.
    Blob(Vec<u8>),
}

/// Rows of a table, in the order of its key.
#[derive(Clone, Debug, Default)]
pub struct Chunk {
    /// Those that can be read.
    pub rows: Vec<Vec<Datum>>,
    /// What is wrong with the others, or what another store may refuse: row, column, reason.
    pub faults: Vec<String>,
    /// The key of the last one; `None`: there are no more.
    pub last: Option<Vec<Datum>>,
}

/// What a copy asks of a store.
pub trait Copied {
    /// The columns of a table, in the order of their names.
    ///
    /// # Errors
    /// The database cannot be read or written; so for all methods.
    fn columns(&mut self, table: &Table) -> Result<Vec<String>>;
    /// The next rows after a key.
    fn rows_after(
        &mut self,
        table: &Table,
        columns: &[String],
        after: Option<&[Datum]>,
    ) -> Result<Chunk>;
    /// The key of the last row.
    fn last_key(&mut self, table: &Table) -> Result<Option<Vec<Datum>>>;
    /// Adds rows, all or none.
    fn add_rows(&mut self, table: &Table, columns: &[String], rows: &[Vec<Datum>]) -> Result<()>;
    /// The last number that the table has given to a row, even if that was deleted; 0: it gives none.
    fn last_number(&mut self, table: &Table) -> Result<i64>;
    /// Lets the table go on after a number.
    fn set_last_number(&mut self, table: &Table, number: i64) -> Result<()>;
    /// The rows of `meta` that are not about one database, in order.
    fn values(&mut self) -> Result<Vec<(String, Vec<u8>)>>;
    /// A row of `meta`.
    fn value(&mut self, name: &str) -> Result<Option<String>>;
    /// Writes, or with `None` deletes, rows of `meta`, all or none.
    fn set_values(&mut self, values: &[(&str, Option<&[u8]>)]) -> Result<()>;
}

/// How far a copy is: the table, and the rows that were read.
pub type Progress<'a> = dyn FnMut(&str, usize) + 'a;

/// Reads everything; returns what cannot be copied, and the number of all rows.
///
/// # Errors
/// The database cannot be read.
pub fn faults(
    from: &mut dyn Maintain,
    progress: &mut Progress<'_>,
) -> Result<(Vec<String>, usize)> {
    // PostgreSQL says how safe it is, and not what is wrong with its rows.
    let mut faults = match from.is_shared() {
        true => Vec::new(),
        false => from.check()?,
    };
    let mut count = 0;
    for table in TABLES {
        let columns = from.columns(table)?;
        each_chunk(from, table, &columns, None, &mut |chunk| {
            count += chunk.rows.len();
            faults.extend(chunk.faults);
            progress(table.name, count);
            Ok(())
        })?;
    }
    Ok((faults, count))
}

/// Checks that one store can be copied to another; returns what an earlier copy that was cut off is known by.
///
/// # Errors
/// Their schemas differ, the first one was copied elsewhere, or the other one is not empty.
pub fn require_ready(from: &mut dyn Maintain, to: &mut dyn Maintain) -> Result<Option<String>> {
    let (here, there) = (from.versions()?, to.versions()?);
    if here.0 != here.1 || ![0, here.0].contains(&there.0) {
        let why = format!(
            "they have the schemas {} and {}, this program needs {}: run `zugpost db migrate` before",
            here.0, there.0, here.1
        );
        return Err(refused(&why));
    }
    if there.0 == 0 {
        return Ok(None);
    }
    let (moved, begun) = (from.value(MOVED_TO)?, to.value(COPIED_FROM)?);
    match (&moved, &begun) {
        (Some(moved), Some(begun)) if moved.starts_with(begun.as_str()) => {}
        (Some(moved), _) => return Err(refused(&is_moved(moved))),
        (None, _) => require_empty(to)?,
    }
    Ok(begun)
}

/// Closes one store and copies to the other, which cannot be opened until it is complete, what is missing there; `id` is
/// what the copy is known by if it is new, `place` where it goes to, for people.
///
/// # Errors
/// As [`require_ready`]; a database cannot be read or written.
pub fn copy(
    from: &mut dyn Maintain,
    to: &mut dyn Maintain,
    (id, place, now): (&str, &str, &str),
    progress: &mut Progress<'_>,
) -> Result<()> {
    let begun = require_ready(from, to)?;
    if begun.is_none() {
        to.set_values(&[(COPIED_FROM, Some(id.as_bytes()))])?;
    }
    if from.value(MOVED_TO)?.is_none() {
        // Nobody works on it: what was claimed is anybody's.
        from.give_up_claims("", &EndedIn::default(), now)?;
    }
    let id = begun.as_deref().unwrap_or(id);
    let moved = format!("{id} {place}");
    from.set_values(&[(MOVED_TO, Some(moved.as_bytes()))])?;
    for table in TABLES {
        let columns = columns_of_both(from, to, table)?;
        let last = to.last_key(table)?;
        let mut count = 0;
        each_chunk(from, table, &columns, last, &mut |chunk| {
            if let Some(fault) = chunk.faults.first() {
                return Err(refused(fault));
            }
            to.add_rows(table, &columns, &chunk.rows)?;
            count += chunk.rows.len();
            progress(table.name, count);
            Ok(())
        })?;
        let last = from.last_number(table)?;
        if last > 0 {
            to.set_last_number(table, last)?;
        }
    }
    let values = from.values()?;
    let values: Vec<_> = values
        .iter()
        .map(|(name, value)| (name.as_str(), Some(value.as_slice())))
        .collect();
    to.set_values(&values)
}

/// Compares all rows of two stores by their number and a hash; returns the tables that differ, and the number of rows.
///
/// # Errors
/// A database cannot be read.
pub fn compare(
    from: &mut dyn Maintain,
    to: &mut dyn Maintain,
    progress: &mut Progress<'_>,
) -> Result<(Vec<&'static str>, usize)> {
    let (mut different, mut count) = (Vec::new(), 0);
    for table in TABLES {
        let columns = columns_of_both(from, to, table)?;
        let here = hash(from, table, &columns)?;
        if here != hash(to, table, &columns)? || from.last_number(table)? > to.last_number(table)? {
            different.push(table.name);
        }
        count += here.0;
        progress(table.name, count);
    }
    if from.values()? != to.values()? {
        different.push("meta");
    }
    Ok((different, count))
}

/// Opens the store to which everything was copied.
///
/// # Errors
/// It cannot be written.
pub fn complete(to: &mut dyn Maintain) -> Result<()> {
    to.set_values(&[(COPIED_FROM, None)])
}

/// Opens a store again that was copied; returns where it was copied to, if it was.
///
/// # Errors
/// It cannot be read or written.
pub fn reopen(store: &mut dyn Maintain, dry_run: bool) -> Result<Option<String>> {
    let moved = store.value(MOVED_TO)?;
    if moved.is_some() && !dry_run {
        store.set_values(&[(MOVED_TO, None)])?;
    }
    Ok(moved.map(|moved| place(&moved).to_owned()))
}

/// Why a store cannot be opened, by its rows of `meta`.
pub(super) fn closed(moved: Option<&str>, copied: Option<&str>) -> Option<StoreError> {
    let why = match (moved, copied) {
        (Some(moved), _) => is_moved(moved),
        (_, Some(_)) => {
            "not everything was copied to it yet: run the same `zugpost db copy` again".to_owned()
        }
        _ => return None,
    };
    Some(StoreError::Unavailable(why))
}

fn is_moved(moved: &str) -> String {
    format!(
        "it was copied to {}, where its games go on; `zugpost db reopen` opens it nevertheless",
        place(moved)
    )
}

/// Where a store was copied to.
fn place(moved: &str) -> &str {
    moved.split_once(' ').map_or(moved, |(_, place)| place)
}

fn refused(why: &str) -> StoreError {
    StoreError::Constraint(why.to_owned())
}

fn require_empty(to: &mut dyn Maintain) -> Result<()> {
    for table in TABLES {
        if to.last_key(table)?.is_some() {
            let why = format!(
                "there are rows in {} already: everything is copied to an empty database",
                table.name
            );
            return Err(refused(&why));
        }
    }
    Ok(())
}

fn columns_of_both(
    from: &mut dyn Maintain,
    to: &mut dyn Maintain,
    table: &Table,
) -> Result<Vec<String>> {
    let columns = from.columns(table)?;
    if columns.is_empty() || columns != to.columns(table)? {
        let why = format!(
            "{} has other columns: run `zugpost db migrate` before",
            table.name
        );
        return Err(refused(&why));
    }
    Ok(columns)
}

fn each_chunk(
    store: &mut dyn Maintain,
    table: &Table,
    columns: &[String],
    mut after: Option<Vec<Datum>>,
    each: &mut dyn FnMut(Chunk) -> Result<()>,
) -> Result<()> {
    loop {
        let chunk = store.rows_after(table, columns, after.as_deref())?;
        after.clone_from(&chunk.last);
        if after.is_none() {
            return Ok(());
        }
        each(chunk)?;
    }
}

/// The number of rows, and a hash of all.
fn hash(
    store: &mut dyn Maintain,
    table: &Table,
    columns: &[String],
) -> Result<(usize, sha2::digest::Output<Sha256>)> {
    let (mut hash, mut count) = (Sha256::new(), 0);
    each_chunk(store, table, columns, None, &mut |chunk| {
        count += chunk.rows.len() + chunk.faults.len();
        for datum in chunk.rows.iter().flatten() {
            let (kind, bytes): (u8, &[u8]) = match datum {
                Datum::Null => (0, &[]),
                Datum::Integer(number) => (1, &number.to_be_bytes()),
                Datum::Text(text) => (2, text.as_bytes()),
                Datum::Blob(bytes) => (3, bytes),
            };
            hash.update([kind]);
            hash.update(bytes.len().to_be_bytes());
            hash.update(bytes);
        }
        Ok(())
    })?;
    Ok((count, hash.finalize()))
}

//! Copies of the database.

use std::path::Path;

use rusqlite::Connection;

use super::{Result, SqliteStore, StoreError, create_file, migrations};
use crate::store::sql::Statements;

/// The tables with the bytes of mails and letters, and the envelopes of mails.
const MAIL: [&str; 2] = ["inbox_raw", "outbox_raw"];

/// The columns with what players plan: table, column, and what takes its place. A letter that waits
/// is sent as it is.
const PLANS: [(&str, &str, &str); 2] = [
    ("seats", "plans", "NULL"),
    (
        "outbox",
        "data",
        "iif(status IN ('sent', 'superseded'), NULL, data)",
    ),
];

/// What has to be judged or sent cannot be without its bytes.
const WITHOUT_BYTES: &str = "
    DELETE FROM copy.sqlite_sequence;
    INSERT INTO copy.sqlite_sequence SELECT * FROM main.sqlite_sequence;
    UPDATE copy.inbox SET status = 'parked', verdict = 'parked',
        reason = 'its bytes are not in this copy of the database'
        WHERE status = 'new';
    INSERT INTO copy.meta (key, value) VALUES ('without mail', x'');";
/// From schema 3 on, letters with data are rendered again.
const LETTERS_WITHOUT_BYTES: &str = "
    UPDATE copy.outbox SET status = 'quarantined', next_try = NULL,
        last_error = 'its bytes are not in this copy of the database'
        WHERE status = 'waiting' AND data IS NULL;";
/// Nobody works on the copy. From schema 3 on.
const RELEASE: &str = "
    UPDATE inbox SET claimed_by = NULL WHERE status <> 'done' AND claimed_by IS NOT NULL;
    UPDATE outbox SET claimed_by = NULL WHERE status = 'waiting' AND claimed_by IS NOT NULL;";
/// The first schema with claims, and with letters that are data.
const CLAIMS: u32 = 3;

impl SqliteStore {
    /// Writes a consistent copy of the database to a new file, owner-only (0600). Other processes may
    /// use the database meanwhile. Without `with_mail` the copy has no bytes of mails and letters,
    /// which hold reply tokens, and `meta` says so; mails that are not judged yet are quarantined in
    /// it. Without `with_plans` such a copy has neither the plans of players nor what letters say that
    /// were sent, which may quote them.
    ///
    /// # Errors
    /// The file exists already, or cannot be written.
    pub fn backup(&self, file: &Path, with_mail: bool, with_plans: bool) -> Result<()> {
        // The database is in order, even if the copy cannot be written.
        create_file(file).map_err(StoreError::Constraint)?;
        let written = copy_to(&self.connection, file, (with_mail, with_plans));
        if written.is_err() {
            // It is an incomplete file of ours.
            let _ = std::fs::remove_file(file);
        }
        written
    }
}

fn copy_to(
    connection: &Connection,
    file: &Path,
    (with_mail, with_plans): (bool, bool),
) -> Result<()> {
    // An absolute path is not taken for a URI.
    let file = std::path::absolute(file)
        .map_err(|error| StoreError::Unavailable(format!("{}: {error}", file.display())))?;
    let name = file
        .to_str()
        .ok_or_else(|| StoreError::Unavailable(format!("{} is not valid UTF-8", file.display())))?;
    if with_mail {
        connection.execute("VACUUM INTO ?1", [name])?;
    } else {
        connection.execute("ATTACH DATABASE ?1 AS copy", [name])?;
        let copied = copy_without_mail(connection, with_plans);
        connection.execute("DETACH DATABASE copy", [])?;
        copied?;
    }
    let copy = Connection::open(name)?;
    if migrations::version(&copy)? >= CLAIMS {
        copy.execute_batch(RELEASE)?;
    }
    Ok(())
}

/// Copies all tables but those of [`MAIL`], whose rows are never written to the file. Done by hand,
/// because SQLite's own copies have all rows. The same is done with the columns of [`PLANS`],
/// without `with_plans`.
fn copy_without_mail(connection: &Connection, with_plans: bool) -> Result<()> {
    let transaction = connection.unchecked_transaction()?;
    // Rows are copied table by table, in any order.
    transaction.pragma_update(None, "defer_foreign_keys", true)?;
    let version = migrations::version(&transaction)?;
    for kind in ["table", "index"] {
        let schema = "SELECT name, sql FROM main.sqlite_schema
             WHERE type = ?1 AND sql IS NOT NULL AND name NOT LIKE 'sqlite_%'";
        for (name, sql) in transaction.rows::<(String, String)>(schema, [kind])? {
            // SQLite stores each statement with these words at its beginning.
            let unique = match sql.starts_with("CREATE UNIQUE ") {
                true => "UNIQUE ",
                false => "",
            };
            let create = format!("CREATE {unique}{} ", kind.to_uppercase());
            transaction.execute_batch(&sql.replacen(&create, &format!("{create}copy."), 1))?;
            if kind == "table" && !MAIL.contains(&&*name) {
                let columns = match with_plans {
                    true => "*".to_owned(),
                    false => without_plans(&transaction, &name)?,
                };
                let all = format!("INSERT INTO copy.{name} SELECT {columns} FROM main.{name}");
                transaction.execute(&all, [])?;
            }
        }
    }
    transaction.execute_batch(WITHOUT_BYTES)?;
    if version >= CLAIMS {
        transaction.execute_batch(LETTERS_WITHOUT_BYTES)?;
    }
    transaction.pragma_update(Some("copy"), "user_version", version)?;
    transaction.commit()?;
    Ok(())
}

/// The columns of a table in their order, without what players plan.
fn without_plans(connection: &Connection, table: &str) -> Result<String> {
    let mut columns: Vec<String> =
        connection.rows("SELECT name FROM pragma_table_info(?1)", [table])?;
    for (of, planned, other) in PLANS {
        for column in columns
            .iter_mut()
            .filter(|column| of == table && *column == planned)
        {
            other.clone_into(column);
        }
    }
    Ok(columns.join(", "))
}

//! Schema versions, counted in `PRAGMA user_version`. The steps are the files in `db/`.

use anyhow::{Result, bail};
use rusqlite::Connection;

/// The steps in order; step N brings version N-1 to N.
const STEPS: &[&str] = &[include_str!("../../db/0001_first.sql")];

fn current() -> u32 {
    u32::try_from(STEPS.len()).unwrap_or(u32::MAX)
}

fn version(connection: &Connection) -> Result<u32> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}

/// # Errors
/// The schema is older or newer than this program's.
pub(super) fn require_current(connection: &Connection) -> Result<()> {
    let found = version(connection)?;
    let wanted = current();
    if found < wanted {
        bail!(
            "the database has schema {found}, this program needs {wanted}: run `zugpost db migrate`"
        );
    }
    if found > wanted {
        bail!(
            "the database has schema {found}, this program knows only {wanted}: use a newer zugpost"
        );
    }
    Ok(())
}

/// # Errors
/// The schema is newer than this program's, or a step fails; a failed step leaves no trace.
pub(super) fn migrate(connection: &mut Connection) -> Result<(u32, u32)> {
    let found = version(connection)?;
    if found > current() {
        require_current(connection)?;
    }
    let transaction = connection.transaction()?;
    for step in STEPS.iter().skip(found as usize) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", current())?;
    transaction.commit()?;
    Ok((found, current()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `db/schema.sql` is the result of all steps, for people to read.
    #[test]
    fn the_golden_schema_is_what_the_steps_make() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        let mut statement = connection
            .prepare(
                "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
                 ORDER BY type = 'index', name",
            )
            .unwrap();
        let rows: Vec<String> = statement
            .query_map([], |row| row.get(0))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        let made = format!("{};\n", rows.join(";\n\n"));
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/db/schema.sql");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(path, &made).unwrap();
        }
        let golden = std::fs::read_to_string(path).unwrap();
        assert_eq!(
            made, golden,
            "run the tests with UPDATE=1 and read the difference"
        );
    }
}

//! `contests`, and which games are theirs.

use super::values::params;
use super::{View, commit::Writing, statements::Statements};
use crate::ids::ContestId;
use crate::store::snapshot::ReadContests;
use crate::store::{ContestGame, ContestRow, ContestWrite, LogOf, Result, StoreError, Subject};

const SELECT: &str = "SELECT id, name, revision, status, data FROM contests";

impl ReadContests for View<'_> {
    fn contest(&self, id: ContestId) -> Result<Option<ContestRow>> {
        self.row(&format!("{SELECT} WHERE id = ?1"), [id.0])
    }

    fn contest_named(&self, name: &str) -> Result<Option<ContestRow>> {
        let name = name.to_lowercase();
        self.row(&format!("{SELECT} WHERE name = ?1"), [name])
    }

    fn contests(&self, open: bool) -> Result<Vec<ContestRow>> {
        let which = match open {
            true => "WHERE status IN ('entries', 'playing')",
            false => "",
        };
        self.rows(&format!("{SELECT} {which} ORDER BY id"), ())
    }

    fn next_contest(&self) -> Result<ContestId> {
        let sql = "SELECT coalesce(max(id), 0) + 1 FROM contests";
        self.one(sql, ()).map(ContestId)
    }

    fn contest_games(&self, id: ContestId) -> Result<Vec<ContestGame>> {
        let sql = "SELECT id, pairing, status, result FROM games WHERE contest_id = ?1
             ORDER BY pairing, id";
        self.rows(sql, [id.0])
    }
}

impl Writing<'_> {
    /// Writes a contest as it is after a decision, and what has happened to it.
    pub(super) fn write_contest(&self, write: &ContestWrite) -> Result<()> {
        let row = &write.row;
        if write.acts.is_empty() {
            let why = format!("nothing has happened to contest {}", row.id);
            return Err(StoreError::Constraint(why));
        }
        // What another decision has made or changed meanwhile stays as it is.
        let sql = "INSERT INTO contests (id, name, revision, status, data)
             SELECT ?1, ?3, 1, ?4, ?5
             WHERE ?2 = 0 OR EXISTS (SELECT 1 FROM contests WHERE id = ?1)
             ON CONFLICT (id) DO UPDATE SET status = excluded.status, data = excluded.data,
                revision = contests.revision + 1
             WHERE contests.revision = ?2 AND ?2 > 0";
        let status = row.status.as_str();
        let values = params![row.id.0, row.revision, row.name, status, row.data];
        if self.count(sql, values)? == 0 {
            return Err(StoreError::Conflict(Subject::Contest(row.id)));
        }
        for new in &write.acts {
            self.append_act(LogOf::Contest(row.id), &new.by, &new.act)?;
        }
        Ok(())
    }
}

//! `variant_files` and `variant_games`: files with games that umpires have sent by mail.

use rusqlite::params;

use super::{Result, StoreError, View, commit::Writing, limit, sql::Statements};
use crate::ids::VariantFileId;
use crate::store::snapshot::ReadVariants;
use crate::store::{NewVariantFile, VariantChange, VariantFileRow};

/// The columns of a [`VariantFileRow`].
const COLUMNS: &str = "id, name, text, mail_id, added_by, added_at, adds, checked_at,
 (SELECT json_group_array(game) FROM (SELECT game FROM variant_games
    WHERE file_id = variant_files.id AND removed_at IS NULL ORDER BY id))";

impl ReadVariants for View<'_> {
    fn variant_changes(&self) -> Result<i64> {
        self.one("SELECT count(*) + count(removed_at) FROM variant_games", [])
    }

    fn variant_files(&self) -> Result<Vec<VariantFileRow>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM variant_files
             WHERE id IN (SELECT file_id FROM variant_games WHERE removed_at IS NULL) ORDER BY id"
        );
        self.rows(&sql, [])
    }

    fn unchecked_files(&self, count: usize) -> Result<Vec<VariantFileRow>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM variant_files WHERE checked_at IS NULL ORDER BY id LIMIT ?1"
        );
        self.rows(&sql, [limit(count)])
    }

    fn variant_file(&self, file: VariantFileId) -> Result<Option<VariantFileRow>> {
        let sql = format!("SELECT {COLUMNS} FROM variant_files WHERE id = ?1");
        self.row(&sql, [file.0])
    }
}

impl Writing<'_> {
    /// Adds a file, closes the check of one, or takes a game out.
    pub(super) fn change_variants(&self, change: &VariantChange) -> Result<()> {
        match change {
            VariantChange::Add(new) => self.add_variant_file(new),
            VariantChange::Checked { file, games } => {
                let sql = "UPDATE variant_files SET checked_at = ?2
                 WHERE id = ?1 AND checked_at IS NULL";
                if self.count(sql, (file.0, self.now))? == 0 {
                    return Err(StoreError::Constraint(format!(
                        "the file of variants {file} is checked already"
                    )));
                }
                for game in games {
                    self.remove_variant(game)?;
                    let sql = "INSERT INTO variant_games (file_id, game) VALUES (?1, ?2)";
                    self.run(sql, (file.0, game))?;
                }
                Ok(())
            }
            VariantChange::Remove(game) => self.remove_variant(game),
        }
    }

    fn add_variant_file(&self, new: &NewVariantFile) -> Result<()> {
        let sql = "INSERT INTO variant_files (name, text, hash, mail_id, added_by, added_at, adds)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let (hash, mail) = (super::games::hash_of(&new.text), new.mail.0);
        let values = params![new.name, new.text, hash, mail, new.by, self.now, new.adds];
        self.run(sql, values)
    }

    fn remove_variant(&self, game: &str) -> Result<()> {
        let sql = "UPDATE variant_games SET removed_by = ?2, removed_at = ?3
         WHERE game = ?1 AND removed_at IS NULL";
        self.run(sql, (game, &self.decision.by, self.now))
    }
}

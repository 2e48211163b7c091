//! `variant_files` and `variant_games`: files with games that umpires have sent by mail.

use crate::store::sql::values::params;

use super::{Result, StoreError, View, commit::Writing, statements::Statements};
use crate::store::snapshot::ReadVariants;
use crate::store::{MailedGame, NewVariantFile, VariantChange, VariantFileRow};

/// The columns of a [`VariantFileRow`].
const COLUMNS: &str = "id, name, text, mail_id, added_by, adds, attempts";

impl ReadVariants for View<'_> {
    fn variant_changes(&self) -> Result<i64> {
        self.one("SELECT count(*) + count(removed_at) FROM variant_games", ())
    }

    fn mailed_games(&self) -> Result<Vec<MailedGame>> {
        let sql = "SELECT g.game, g.section, f.name FROM variant_games g
         JOIN variant_files f ON f.id = g.file_id WHERE g.removed_at IS NULL ORDER BY g.id";
        self.rows(sql, ())
    }

    fn unchecked_file(&self) -> Result<Option<VariantFileRow>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM variant_files WHERE checked_at IS NULL ORDER BY id LIMIT 1"
        );
        self.row(&sql, ())
    }
}

impl Writing<'_> {
    /// Adds a file, begins or closes the check of one, or takes a game out.
    pub(super) fn change_variants(&self, change: &VariantChange) -> Result<()> {
        match change {
            VariantChange::Add(new) => self.add_variant_file(new),
            VariantChange::Begin(file) => {
                let sql = "UPDATE variant_files SET attempts = attempts + 1 WHERE id = ?1";
                self.run(sql, [file.0])
            }
            VariantChange::Checked { file, games } => {
                let sql = "UPDATE variant_files SET checked_at = ?2
                 WHERE id = ?1 AND checked_at IS NULL";
                if self.count(sql, (file.0, self.now))? == 0 {
                    return Err(StoreError::Constraint(format!(
                        "the file of variants {file} is checked already"
                    )));
                }
                for (game, section) in games {
                    self.remove_variant(game)?;
                    let sql =
                        "INSERT INTO variant_games (file_id, game, section) VALUES (?1, ?2, ?3)";
                    self.run(sql, (file.0, game, section))?;
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

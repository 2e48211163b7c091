//! A player who is forgotten, in games: words, lines as typed, who took the seat of whom, and notes.

use rusqlite::params;
use serde_json::Value;

use super::{Forgotten, texts::changed};
use crate::store::{Result, sqlite::sql::Statements};

impl Forgotten<'_> {
    pub(super) fn in_games(&self) -> Result<()> {
        self.in_events()?;
        self.in_replacements()?;
        // The notes of others about games with the player.
        let sql = "SELECT id, text FROM notes WHERE player_id <> ?1 AND game_id IN
                (SELECT game_id FROM seats WHERE player_id = ?1)";
        let notes = self.connection.rows(sql, [self.player.id.0])?;
        self.in_texts(notes, "UPDATE notes SET text = ?2 WHERE id = ?1")
    }

    /// Words, and lines as typed, in the games of the player.
    fn in_events(&self) -> Result<()> {
        // What the player has typed goes as a whole: the record has the turn.
        self.connection.run(
            "UPDATE events SET typed = NULL WHERE EXISTS (SELECT 1 FROM seats s
                WHERE s.game_id = events.game_id AND s.seat = events.seat AND s.player_id = ?1)",
            [self.player.id.0],
        )?;
        let sql = "SELECT e.game_id, e.seq, CASE e.kind WHEN 'say' THEN e.text END, e.typed FROM events e
             WHERE (e.kind = 'say' OR e.typed IS NOT NULL) AND e.game_id IN
                (SELECT game_id FROM seats WHERE player_id = ?1
                 UNION SELECT game_id FROM events WHERE kind = 'replace'
                    AND ?1 IN (json_extract(text, '$.former.id'), json_extract(text, '$.newcomer.id')))";
        let rows: Vec<(i64, i64, Option<String>, Option<String>)> =
            self.connection.rows(sql, [self.player.id.0])?;
        for (game, seq, text, typed) in rows {
            let text = text.and_then(|text| self.in_text(&text));
            let typed = typed.and_then(|typed| self.in_text(&typed));
            if text.is_some() || typed.is_some() {
                let sql = "UPDATE events SET text = coalesce(?3, text), typed = coalesce(?4, typed)
                     WHERE game_id = ?1 AND seq = ?2";
                self.connection.run(sql, params![game, seq, text, typed])?;
            }
        }
        Ok(())
    }

    /// Who took the seat of whom: names and reasons, also where the name was another one then.
    fn in_replacements(&self) -> Result<()> {
        let sql = "SELECT game_id, seq, text FROM events WHERE kind = 'replace'";
        let rows: Vec<(i64, i64, String)> = self.connection.rows(sql, [])?;
        for (game, seq, text) in rows {
            let text = changed(&text, |change| {
                let mut found = self.in_value(change, "");
                for person in ["former", "newcomer"] {
                    let own = change[person]["id"].as_i64() == Some(self.player.id.0);
                    if own && change[person]["name"] != *self.name {
                        change[person]["name"] = Value::from(self.name);
                        found = true;
                    }
                }
                found
            });
            if let Some(text) = text {
                let sql = "UPDATE events SET text = ?3 WHERE game_id = ?1 AND seq = ?2";
                self.connection.run(sql, params![game, seq, text])?;
            }
        }
        Ok(())
    }
}

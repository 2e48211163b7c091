//! A player who is forgotten, in games: words, lines as typed, who took the seat of whom, and notes.

use crate::store::sql::values::params;
use std::collections::BTreeSet;

use serde_json::Value;

use super::{Forgotten, texts::changed};
use crate::store::{Result, sql::statements::Statements};

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
        let sql = "SELECT game_id FROM seats WHERE player_id = ?1";
        let mut games: BTreeSet<i64> = self
            .connection
            .rows(sql, [self.player.id.0])?
            .into_iter()
            .collect();
        let sql = "SELECT game_id, text FROM events WHERE kind = 'replace'";
        let replaced: Vec<(i64, String)> = self.connection.rows(sql, ())?;
        let own = replaced
            .into_iter()
            .filter(|(_, text)| self.is_in_replacement(text));
        games.extend(own.map(|(game, _)| game));
        for game in games {
            self.in_words(game)?;
        }
        Ok(())
    }

    /// Whether a change of players is about the player.
    fn is_in_replacement(&self, text: &str) -> bool {
        let change: Value = serde_json::from_str(text).unwrap_or_default();
        let mut people = ["former", "newcomer"].into_iter();
        people.any(|person| change[person]["id"].as_i64() == Some(self.player.id.0))
    }

    /// Words, and lines as typed, in a game.
    fn in_words(&self, game: i64) -> Result<()> {
        let sql = "SELECT seq, CASE kind WHEN 'say' THEN text END, typed FROM events
             WHERE (kind = 'say' OR typed IS NOT NULL) AND game_id = ?1";
        let rows: Vec<(i64, Option<String>, Option<String>)> = self.connection.rows(sql, [game])?;
        for (seq, text, typed) in rows {
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
        let rows: Vec<(i64, i64, String)> = self.connection.rows(sql, ())?;
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

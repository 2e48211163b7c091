//! A player who is forgotten, in challenges, and in what has happened to these and to other players.

use crate::store::sql::values::params;
use serde_json::Value;

use super::Forgotten;
use super::texts::{changed, visit};
use crate::store::{Result, sql::statements::Statements};

impl Forgotten<'_> {
    /// Challenges: the terms, the addresses that were written to, and the same in what has
    /// happened.
    pub(super) fn in_challenges(&self) -> Result<()> {
        let sql = "SELECT id, terms FROM challenges WHERE player_id = ?1
                OR id IN (SELECT challenge_id FROM challenge_places WHERE player_id = ?1)
                OR id IN (SELECT challenge_id FROM challenge_places p JOIN addresses a
                    ON a.key = lower(p.address) WHERE a.player_id = ?1)";
        let rows: Vec<(i64, String)> = self.connection.rows(sql, [self.player.id.0])?;
        for (id, terms) in rows {
            self.in_acts_of_challenge(id)?;
            // What was decided before about it must not be written.
            let sql = "UPDATE challenges SET revision = revision + 1 WHERE id = ?1";
            self.connection.run(sql, [id])?;
            if let Some(terms) = changed(&terms, |terms| self.in_value(terms, "")) {
                let sql = "UPDATE challenges SET terms = ?2 WHERE id = ?1";
                self.connection.run(sql, params![id, terms])?;
            }
        }
        self.by_address(&["UPDATE challenge_places SET address = NULL WHERE lower(address) = ?1"])
    }

    /// What has happened to a challenge of the player's: as the challenge itself is left, and
    /// without the player's own words.
    fn in_acts_of_challenge(&self, id: i64) -> Result<()> {
        let sql = "SELECT place FROM challenge_places WHERE challenge_id = ?1 AND player_id = ?2";
        let places: Vec<i64> = self.connection.rows(sql, [id, self.player.id.0])?;
        let sql = "SELECT subject, id, seq, act FROM acts WHERE subject = 'challenge' AND id = ?1";
        self.change_acts(sql, id, |act| {
            let mut found = self.in_challenge(act);
            if let Some(decline) = act.pointer_mut("/act-1/decline") {
                let own = decline["place"].as_i64();
                if own.is_some_and(|place| places.contains(&place)) && decline["words"] != "" {
                    decline["words"] = Value::from("");
                    found = true;
                }
            }
            found
        })
    }

    /// Replaces in an act of a challenge what is replaced in its row, and words; whether there was any.
    fn in_challenge(&self, act: &mut Value) -> bool {
        visit(act, "", &|field, value| match (field, &*value) {
            ("terms" | "words" | "cancel", _) => Some(self.in_value(value, "")),
            ("address", Value::String(text)) if self.is_address(text) => {
                *value = Value::Null;
                Some(true)
            }
            _ => None,
        })
    }

    /// What has happened to other players: their addresses, where these had one of them or wanted to;
    /// and who became another one, and why the umpire has banned somebody.
    pub(super) fn in_acts_of_others(&self) -> Result<()> {
        let sql = "SELECT subject, id, seq, act FROM acts WHERE subject = 'player' AND id <> ?1";
        self.change_acts(sql, self.player.id.0, |act| self.in_person(act))
    }

    /// Replaces texts that are an address of theirs, and what no value follows from; whether there
    /// were any.
    fn in_person(&self, act: &mut Value) -> bool {
        visit(act, "", &|field, value| match value {
            _ if field == "ban" => Some(self.in_value(value, "")),
            _ if field == "absorb" => {
                let name = value.get_mut("name");
                let named = name.is_some_and(|name| self.in_value(name, "name"));
                Some(named | self.in_person(value))
            }
            Value::String(text) if self.is_address(text) => {
                self.name.clone_into(text);
                Some(true)
            }
            _ => None,
        })
    }

    fn is_address(&self, text: &str) -> bool {
        let mut own = self.addresses.iter();
        own.any(|own| own.to_lowercase() == text.to_lowercase())
    }

    /// Writes acts anew that `change` changes.
    fn change_acts(&self, sql: &str, id: i64, change: impl Fn(&mut Value) -> bool) -> Result<()> {
        let rows: Vec<(String, i64, i64, String)> = self.connection.rows(sql, [id])?;
        for (subject, id, seq, act) in rows {
            if let Some(act) = changed(&act, &change) {
                let sql = "UPDATE acts SET act = ?4 WHERE subject = ?1 AND id = ?2 AND seq = ?3";
                self.connection.run(sql, params![subject, id, seq, act])?;
            }
        }
        Ok(())
    }
}

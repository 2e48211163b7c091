//! What is left of a player who wants to be forgotten, and of one that becomes another.
//!
//! Name and addresses are replaced wherever they are stored. What only repeats them, such as the
//! bytes of their mails, is deleted. Other people's mails stay as they came.

use rusqlite::{Connection, params};
use serde_json::Value;

use super::sql::Statements;
use super::{Result, View, acts, players};
use crate::ids::{LetterId, PlayerId};
use crate::store::snapshot::ReadPlayers;
use crate::store::{PeopleChange, PlayerRow, StoreError};

/// The fields of letters that hold a name or an address and nothing else.
const OF_NAMES: [&str; 10] = [
    "name", "named", "former", "address", "main", "from", "to", "who", "other", "by",
];

/// A player who is forgotten by a decision, as they were before.
pub(super) struct Forgotten {
    player: PlayerRow,
    addresses: Vec<String>,
    name: String,
}

/// The players whom these changes let be forgotten; asked before they are carried out.
pub(super) fn forgotten(
    connection: &Connection,
    changes: &[PeopleChange],
) -> Result<Vec<Forgotten>> {
    let mut all = Vec::new();
    for change in changes {
        if let PeopleChange::Forget(id, name) = change
            && let Some(player) = View(connection).player(*id)?
        {
            all.push(Forgotten {
                player,
                addresses: View(connection).addresses(*id)?,
                name: name.clone(),
            });
        }
    }
    Ok(all)
}

/// Replaces their names and addresses in the letters that the same decision writes to others.
pub(super) fn in_new_letters(
    connection: &Connection,
    forgotten: &[Forgotten],
    letters: &[LetterId],
) -> Result<()> {
    for one in forgotten {
        let erased = Erased {
            player: &one.player,
            addresses: &one.addresses,
            name: &one.name,
        };
        for letter in letters {
            let sql = "SELECT recipient, data FROM outbox WHERE id = ?1";
            let row: Option<(String, Option<String>)> = connection.row(sql, [letter.0])?;
            let Some((recipient, Some(data))) = row else {
                continue;
            };
            let mut own = one.addresses.iter();
            if own.any(|address| address.eq_ignore_ascii_case(&recipient)) {
                continue;
            }
            erased.letter(connection, letter.0, &data)?;
        }
    }
    Ok(())
}

/// Replaces name and addresses of a player by `name`.
pub(super) fn forget_player(
    connection: &Connection,
    id: PlayerId,
    name: &str,
    now: &str,
) -> Result<()> {
    let Some(player) = View(connection).player(id)? else {
        return Err(StoreError::Constraint(format!("there is no player {id}")));
    };
    let addresses = View(connection).addresses(id)?;
    let erased = Erased {
        player: &player,
        addresses: &addresses,
        name,
    };
    erased.events(connection)?;
    erased.replacements(connection)?;
    erased.challenges(connection)?;
    acts::forget(connection, id)?;
    erased.acts_of_others(connection)?;
    erased.notes(connection)?;
    erased.mails(connection)?;
    erased.letters(connection)?;
    for sql in [
        "DELETE FROM addresses WHERE player_id = ?1",
        "DELETE FROM confirmations WHERE player_id = ?1",
        "DELETE FROM player_log WHERE player_id = ?1",
        "DELETE FROM notes WHERE player_id = ?1",
        "DELETE FROM watchers WHERE player_id = ?1",
        "DELETE FROM digests WHERE player_id = ?1",
        "DELETE FROM account_questions WHERE player_id = ?1",
        "DELETE FROM player_relations WHERE ?1 IN (player_id, other_id)",
        "UPDATE tokens SET void = 1 WHERE player_id = ?1",
        "UPDATE seats SET held = NULL, plans = NULL WHERE player_id = ?1",
        "UPDATE players SET language = NULL, format = NULL, zone = NULL, quiet = NULL,
            remind = NULL, calendar = 0, settings = NULL, named_at = NULL WHERE id = ?1",
    ] {
        connection.run(sql, [id.0])?;
    }
    for address in &addresses {
        let key = address.to_lowercase();
        let sql = "DELETE FROM budgets WHERE instr(lower(key), ?1) > 0";
        connection.run(sql, [&key])?;
        connection.run("DELETE FROM account_questions WHERE address = ?1", [&key])?;
        connection.run("DELETE FROM confirmations WHERE key = ?1", [&key])?;
    }
    players::write_name(connection, id, name)?;
    let sql = "UPDATE players SET forgotten_at = ?2, left_at = coalesce(left_at, ?2) WHERE id = ?1";
    connection.run(sql, params![id.0, now])
}

/// Gives everything of one player to another.
pub(super) fn merge(connection: &Connection, from: PlayerId, into: PlayerId) -> Result<()> {
    if from == into || View(connection).player(into)?.is_none() {
        let why = format!("player {from} cannot become player {into}");
        return Err(StoreError::Constraint(why));
    }
    for sql in [
        "UPDATE addresses SET player_id = ?2, main = 0 WHERE player_id = ?1",
        "UPDATE seats SET player_id = ?2 WHERE player_id = ?1",
        "UPDATE player_log SET player_id = ?2 WHERE player_id = ?1",
        "UPDATE notes SET player_id = ?2 WHERE player_id = ?1",
        "UPDATE leaves SET player_id = ?2 WHERE player_id = ?1",
        "UPDATE challenges SET player_id = ?2 WHERE player_id = ?1",
        "UPDATE challenge_places SET player_id = ?2 WHERE player_id = ?1",
        "UPDATE OR IGNORE watchers SET player_id = ?2 WHERE player_id = ?1",
        "UPDATE OR IGNORE player_relations SET player_id = ?2 WHERE player_id = ?1 AND other_id <> ?2",
        "UPDATE OR IGNORE player_relations SET other_id = ?2 WHERE other_id = ?1 AND player_id <> ?2",
        "UPDATE OR IGNORE digests SET player_id = ?2 WHERE player_id = ?1",
        "UPDATE OR IGNORE confirmations SET player_id = ?2 WHERE player_id = ?1",
        // Nobody mutes themselves.
        "DELETE FROM player_relations WHERE ?1 IN (player_id, other_id) AND ?2 = ?2",
        "DELETE FROM watchers WHERE player_id = ?1 AND ?2 = ?2",
        "DELETE FROM digests WHERE player_id = ?1 AND ?2 = ?2",
        "DELETE FROM confirmations WHERE player_id = ?1 AND ?2 = ?2",
        "DELETE FROM account_questions WHERE player_id = ?1 AND ?2 = ?2",
        "UPDATE tokens SET void = 1 WHERE player_id = ?1 AND ?2 = ?2",
    ] {
        connection.run(sql, [from.0, into.0])?;
    }
    Ok(())
}

/// A player, and what takes the place of their name and addresses.
struct Erased<'a> {
    player: &'a PlayerRow,
    addresses: &'a [String],
    name: &'a str,
}

impl Erased<'_> {
    /// A text with the name and the addresses replaced; `None`: they are not in it.
    fn text(&self, text: &str) -> Option<String> {
        let mut changed = text.to_owned();
        for address in self.addresses {
            changed = replaced(&changed, address, self.name, |_| true);
        }
        let edge = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
        changed = replaced(&changed, &self.player.name, self.name, |(before, after)| {
            edge(before) && edge(after)
        });
        (changed != text).then_some(changed)
    }

    /// Words, and lines as typed, in the games of the player.
    fn events(&self, connection: &Connection) -> Result<()> {
        // What the player has typed goes as a whole: the record has the turn.
        connection.execute(
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
            connection.rows(sql, [self.player.id.0])?;
        for (game, seq, text, typed) in rows {
            let text = text.and_then(|text| self.text(&text));
            let typed = typed.and_then(|typed| self.text(&typed));
            if text.is_some() || typed.is_some() {
                let sql = "UPDATE events SET text = coalesce(?3, text), typed = coalesce(?4, typed)
                     WHERE game_id = ?1 AND seq = ?2";
                connection.run(sql, params![game, seq, text, typed])?;
            }
        }
        Ok(())
    }

    /// Who took the seat of whom: names and reasons, also where the name was another one then.
    fn replacements(&self, connection: &Connection) -> Result<()> {
        let sql = "SELECT game_id, seq, text FROM events WHERE kind = 'replace'";
        let rows: Vec<(i64, i64, String)> = connection.rows(sql, [])?;
        for (game, seq, text) in rows {
            let Ok(mut change) = serde_json::from_str::<Value>(&text) else {
                continue;
            };
            let mut found = self.value(&mut change, false);
            for person in ["former", "newcomer"] {
                let own = change[person]["id"].as_i64() == Some(self.player.id.0);
                if own && change[person]["name"] != *self.name {
                    change[person]["name"] = Value::from(self.name);
                    found = true;
                }
            }
            if found {
                let sql = "UPDATE events SET text = ?3 WHERE game_id = ?1 AND seq = ?2";
                connection.run(sql, params![game, seq, change.to_string()])?;
            }
        }
        Ok(())
    }

    /// Challenges: the terms, the addresses that were written to, and the same in what has
    /// happened.
    fn challenges(&self, connection: &Connection) -> Result<()> {
        let sql = "SELECT id, terms FROM challenges WHERE player_id = ?1
                OR id IN (SELECT challenge_id FROM challenge_places WHERE player_id = ?1)
                OR id IN (SELECT challenge_id FROM challenge_places p JOIN addresses a
                    ON a.key = lower(p.address) WHERE a.player_id = ?1)";
        let rows: Vec<(i64, String)> = connection.rows(sql, [self.player.id.0])?;
        let ids: Vec<i64> = rows.iter().map(|(id, _)| *id).collect();
        for id in ids {
            self.acts_of_challenge(connection, id)?;
            // What was decided before about it must not be written.
            let sql = "UPDATE challenges SET revision = revision + 1 WHERE id = ?1";
            connection.run(sql, [id])?;
        }
        for (id, terms) in rows {
            let Ok(mut value) = serde_json::from_str::<Value>(&terms) else {
                continue;
            };
            if self.value(&mut value, false) {
                let sql = "UPDATE challenges SET terms = ?2 WHERE id = ?1";
                connection.run(sql, params![id, value.to_string()])?;
            }
        }
        for address in self.addresses {
            let sql = "UPDATE challenge_places SET address = NULL WHERE lower(address) = ?1";
            connection.run(sql, [address.to_lowercase()])?;
        }
        Ok(())
    }

    /// What has happened to a challenge of the player's: as the challenge itself is left, and
    /// without the player's own words.
    fn acts_of_challenge(&self, connection: &Connection, id: i64) -> Result<()> {
        let sql = "SELECT place FROM challenge_places WHERE challenge_id = ?1 AND player_id = ?2";
        let places: Vec<i64> = connection.rows(sql, [id, self.player.id.0])?;
        let sql = "SELECT subject, id, seq, act FROM acts WHERE subject = 'challenge' AND id = ?1";
        self.change_acts(connection, (sql, id), |act| {
            let mut found = self.challenge(act);
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

    /// Replaces in a challenge, or an act, what is replaced in its row, and words; whether there
    /// was any.
    fn challenge(&self, value: &mut Value) -> bool {
        match value {
            Value::Array(all) => {
                let found = all.iter_mut().map(|one| self.challenge(one));
                found.filter(|found| *found).count() > 0
            }
            Value::Object(all) => {
                let found = all
                    .iter_mut()
                    .map(|(field, one)| match (field.as_str(), &*one) {
                        ("terms" | "words" | "cancel", _) => self.value(one, false),
                        ("address", Value::String(text)) if self.is_address(text) => {
                            *one = Value::Null;
                            true
                        }
                        _ => self.challenge(one),
                    });
                found.filter(|found| *found).count() > 0
            }
            _ => false,
        }
    }

    fn is_address(&self, text: &str) -> bool {
        let mut own = self.addresses.iter();
        own.any(|own| own.to_lowercase() == text.to_lowercase())
    }

    /// What has happened to other players: their addresses, where these had one of them or wanted to;
    /// and who became another one, and why the umpire has banned somebody.
    fn acts_of_others(&self, connection: &Connection) -> Result<()> {
        let sql = "SELECT subject, id, seq, act FROM acts WHERE subject = 'player' AND id <> ?1";
        self.change_acts(connection, (sql, self.player.id.0), |act| self.person(act))
    }

    /// Writes acts anew that `change` changes.
    fn change_acts(
        &self,
        connection: &Connection,
        (sql, id): (&str, i64),
        change: impl Fn(&mut Value) -> bool,
    ) -> Result<()> {
        let rows: Vec<(String, i64, i64, String)> = connection.rows(sql, [id])?;
        for (subject, id, seq, text) in rows {
            let Ok(mut act) = serde_json::from_str::<Value>(&text) else {
                continue;
            };
            if change(&mut act) {
                let sql = "UPDATE acts SET act = ?4 WHERE subject = ?1 AND id = ?2 AND seq = ?3";
                connection.run(sql, params![subject, id, seq, act.to_string()])?;
            }
        }
        Ok(())
    }

    /// Replaces texts that are an address of theirs, and what no value follows from; whether there
    /// were any.
    fn person(&self, value: &mut Value) -> bool {
        match value {
            Value::String(text) if self.is_address(text) => {
                self.name.clone_into(text);
                true
            }
            Value::Array(all) => {
                let found = all.iter_mut().map(|one| self.person(one));
                found.filter(|found| *found).count() > 0
            }
            Value::Object(all) => {
                let found = all.iter_mut().map(|(field, one)| match field.as_str() {
                    "ban" => self.value(one, false),
                    "absorb" => {
                        let name = one.get_mut("name");
                        name.is_some_and(|name| self.value(name, true)) | self.person(one)
                    }
                    _ => self.person(one),
                });
                found.filter(|found| *found).count() > 0
            }
            _ => false,
        }
    }

    /// The notes of others about games with the player.
    fn notes(&self, connection: &Connection) -> Result<()> {
        let sql = "SELECT id, text FROM notes WHERE player_id <> ?1 AND game_id IN
                (SELECT game_id FROM seats WHERE player_id = ?1)";
        let rows: Vec<(i64, String)> = connection.rows(sql, [self.player.id.0])?;
        for (id, text) in rows {
            if let Some(text) = self.text(&text) {
                let sql = "UPDATE notes SET text = ?2 WHERE id = ?1";
                connection.run(sql, params![id, text])?;
            }
        }
        Ok(())
    }

    /// The bytes of the player's mails, and what the list of mails says about them.
    fn mails(&self, connection: &Connection) -> Result<()> {
        for address in self.addresses {
            let key = address.to_lowercase();
            let sql = "DELETE FROM inbox_raw WHERE id IN
                    (SELECT id FROM inbox WHERE lower(sender) = ?1 AND status <> 'new')";
            connection.run(sql, [&key])?;
            let sql = "UPDATE inbox SET sender = ?2, message_id = NULL WHERE lower(sender) = ?1";
            connection.run(sql, params![key, self.name])?;
        }
        let sql = "SELECT id, reason FROM inbox WHERE reason IS NOT NULL";
        let rows: Vec<(i64, String)> = connection.rows(sql, [])?;
        for (id, reason) in rows {
            if let Some(reason) = self.text(&reason) {
                let sql = "UPDATE inbox SET reason = ?2 WHERE id = ?1";
                connection.run(sql, params![id, reason])?;
            }
        }
        Ok(())
    }

    /// Letters to the player, whose content is deleted, and the player's name in letters to others.
    fn letters(&self, connection: &Connection) -> Result<()> {
        for address in self.addresses {
            let key = address.to_lowercase();
            let sql = "UPDATE outbox SET status = 'dropped', next_try = NULL, closed_at =
                    created_at, last_error = 'its reader was forgotten'
                 WHERE lower(recipient) = ?1 AND status IN ('waiting', 'quarantined')
                    AND claimed_by IS NULL";
            connection.run(sql, [&key])?;
            let sql = "DELETE FROM outbox_raw WHERE id IN (SELECT id FROM outbox
                    WHERE lower(recipient) = ?1 AND status <> 'waiting')";
            connection.run(sql, [&key])?;
            let sql = "UPDATE outbox SET data = NULL, recipient = ?2, last_error = NULL
                 WHERE lower(recipient) = ?1 AND status <> 'waiting'";
            connection.run(sql, params![key, self.name])?;
        }
        let mut after = 0;
        while let Some((id, data)) = next_letter(connection, after)? {
            after = id;
            self.letter(connection, id, &data)?;
        }
        Ok(())
    }

    /// A letter to somebody else, with what it says.
    fn letter(&self, connection: &Connection, id: i64, data: &str) -> Result<()> {
        let Ok(mut value) = serde_json::from_str::<Value>(data) else {
            return Ok(());
        };
        if self.value(&mut value, false) {
            // The bytes of a letter that waits are made anew.
            let data = value.to_string();
            let sql = "UPDATE outbox SET data = ?2 WHERE id = ?1";
            connection.run(sql, params![id, data])?;
            let sql = "DELETE FROM outbox_raw WHERE id = ?1";
            connection.run(sql, [id])?;
        }
        Ok(())
    }

    /// Replaces them in the texts of a letter; whether there were any. `named`: it is in a field of
    /// names. Words of the form itself are lower-case, with dashes, and are no name there.
    fn value(&self, value: &mut Value, named: bool) -> bool {
        match value {
            Value::String(text) => {
                let of_form = text.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
                let changed = self.text(text).filter(|_| named || !of_form);
                let found = changed.is_some();
                if let Some(changed) = changed {
                    *text = changed;
                }
                found
            }
            // All of them, also after one that was found.
            Value::Array(all) => {
                let found = all.iter_mut().map(|one| self.value(one, named));
                found.filter(|found| *found).count() > 0
            }
            Value::Object(all) => {
                let found = all.iter_mut().map(|(field, one)| {
                    let named = OF_NAMES.contains(&field.as_str());
                    self.value(one, named)
                });
                found.filter(|found| *found).count() > 0
            }
            _ => false,
        }
    }
}

fn next_letter(connection: &Connection, after: i64) -> Result<Option<(i64, String)>> {
    let sql = "SELECT id, data FROM outbox WHERE id > ?1 AND data IS NOT NULL ORDER BY id LIMIT 1";
    connection.row(sql, [after])
}

/// A text with each place of `what`, in any case, replaced where the characters beside it fit.
fn replaced(
    text: &str,
    what: &str,
    by: &str,
    fits: impl Fn((Option<char>, Option<char>)) -> bool,
) -> String {
    let length = what.chars().count();
    let folded = |text: &str| text.to_lowercase();
    let what = folded(what);
    if length == 0 || !folded(text).contains(&what) {
        return text.to_owned();
    }
    let all: Vec<char> = text.chars().collect();
    let mut made = String::with_capacity(text.len());
    let mut at = 0;
    while at < all.len() {
        let here = all.get(at..at + length);
        let same = here.is_some_and(|here| folded(&here.iter().collect::<String>()) == what);
        let before = at.checked_sub(1).and_then(|at| all.get(at).copied());
        if same && fits((before, all.get(at + length).copied())) {
            made.push_str(by);
            at += length;
        } else {
            made.push(all[at]);
            at += 1;
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use super::replaced;

    #[test]
    fn whole_words_are_replaced() {
        let edge = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
        let name = |text: &str| replaced(text, "Anna", "player 1", |(a, b)| edge(a) && edge(b));
        for (text, expected) in [
            ("Hello Anna!", "Hello player 1!"),
            ("ANNA, Annabel, Hanna", "player 1, Annabel, Hanna"),
            ("nobody", "nobody"),
            ("Änna anna", "Änna player 1"),
        ] {
            assert_eq!(name(text), expected);
        }
    }
}

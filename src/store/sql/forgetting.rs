//! What is left of a player who wants to be forgotten, and of one that becomes another.
//!
//! Name and addresses are replaced wherever they are stored. What only repeats them, such as the
//! bytes of their mails, is deleted. Other people's mails stay as they came.

mod challenges;
mod games;
mod post;
mod texts;

use super::{Connection, Result, View, commit::Writing, people::no_player, statements::Statements};
use crate::ids::{LetterId, PlayerId};
use crate::store::{PeopleChange, PlayerRow, StoreError, snapshot::ReadPlayers};

/// A player who is forgotten, as they were before.
pub(super) struct Forgotten<'a> {
    connection: &'a dyn Connection,
    player: PlayerRow,
    addresses: Vec<String>,
    /// What takes the place of their name and addresses.
    name: &'a str,
}

/// The players whom these changes let be forgotten; asked before they are carried out.
pub(super) fn forgotten<'a>(
    connection: &'a dyn Connection,
    changes: &'a [PeopleChange],
) -> Result<Vec<Forgotten<'a>>> {
    let mut all = Vec::new();
    for change in changes {
        if let PeopleChange::Forget(id, name) = change {
            all.extend(Forgotten::find(connection, *id, name)?);
        }
    }
    Ok(all)
}

impl Writing<'_> {
    /// Replaces name and addresses of a player by `name`.
    pub(super) fn forget_player(&self, id: PlayerId, name: &str) -> Result<()> {
        let player = Forgotten::find(self.connection(), id, name)?;
        let player = player.ok_or_else(|| no_player(id))?;
        player.in_games()?;
        player.in_challenges()?;
        self.forget_acts(id)?;
        player.in_acts_of_others()?;
        player.in_mails()?;
        player.in_letters()?;
        for sql in [
            "DELETE FROM addresses WHERE player_id = ?1",
            "DELETE FROM confirmations WHERE player_id = ?1",
            "DELETE FROM player_log WHERE player_id = ?1",
            "DELETE FROM notes WHERE player_id = ?1",
            "DELETE FROM watchers WHERE player_id = ?1",
            "DELETE FROM reviews WHERE player_id = ?1",
            "DELETE FROM digests WHERE player_id = ?1",
            "DELETE FROM account_questions WHERE player_id = ?1",
            "DELETE FROM player_relations WHERE ?1 IN (player_id, other_id)",
            "UPDATE tokens SET void = 1 WHERE player_id = ?1",
            "UPDATE seats SET held = NULL, plans = NULL WHERE player_id = ?1",
            "UPDATE players SET language = NULL, format = NULL, zone = NULL, quiet = NULL,
                remind = NULL, calendar = 0, settings = NULL, named_at = NULL WHERE id = ?1",
        ] {
            self.run(sql, [id.0])?;
        }
        player.by_address(&[
            "DELETE FROM budgets WHERE instr(lower(key), ?1) > 0",
            "DELETE FROM account_questions WHERE address = ?1",
            "DELETE FROM confirmations WHERE key = ?1",
        ])?;
        self.write_name(id, name)?;
        let sql =
            "UPDATE players SET forgotten_at = ?2, left_at = coalesce(left_at, ?2) WHERE id = ?1";
        self.run(sql, (id.0, self.now))
    }

    /// Gives everything of one player to another.
    pub(super) fn merge_players(&self, from: PlayerId, into: PlayerId) -> Result<()> {
        if from == into || self.view().player(into)?.is_none() {
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
            "UPDATE watchers SET player_id = ?2 WHERE player_id = ?1 AND game_id NOT IN
                (SELECT game_id FROM watchers WHERE player_id = ?2)",
            "UPDATE reviews SET player_id = ?2 WHERE player_id = ?1 AND game_id NOT IN
                (SELECT game_id FROM reviews WHERE player_id = ?2)",
            "UPDATE player_relations SET player_id = ?2 WHERE player_id = ?1 AND other_id <> ?2
                AND NOT EXISTS (SELECT 1 FROM player_relations o WHERE o.player_id = ?2
                AND o.other_id = player_relations.other_id AND o.kind = player_relations.kind)",
            "UPDATE player_relations SET other_id = ?2 WHERE other_id = ?1 AND player_id <> ?2
                AND NOT EXISTS (SELECT 1 FROM player_relations o WHERE o.other_id = ?2
                AND o.player_id = player_relations.player_id AND o.kind = player_relations.kind)",
            "UPDATE digests SET player_id = ?2 WHERE player_id = ?1 AND NOT EXISTS
                (SELECT 1 FROM digests o WHERE o.player_id = ?2
                AND o.game_id = digests.game_id AND o.seat = digests.seat)",
            "UPDATE confirmations SET player_id = ?2 WHERE player_id = ?1 AND key NOT IN
                (SELECT key FROM confirmations WHERE player_id = ?2)",
        ] {
            self.run(sql, [from.0, into.0])?;
        }
        for sql in [
            // Nobody mutes themselves.
            "DELETE FROM player_relations WHERE ?1 IN (player_id, other_id)",
            "DELETE FROM watchers WHERE player_id = ?1",
            "DELETE FROM reviews WHERE player_id = ?1",
            "DELETE FROM digests WHERE player_id = ?1",
            "DELETE FROM confirmations WHERE player_id = ?1",
            "DELETE FROM account_questions WHERE player_id = ?1",
            "UPDATE tokens SET void = 1 WHERE player_id = ?1",
        ] {
            self.run(sql, [from.0])?;
        }
        Ok(())
    }
}

impl<'a> Forgotten<'a> {
    fn find(connection: &'a dyn Connection, id: PlayerId, name: &'a str) -> Result<Option<Self>> {
        let player = View(connection).player(id)?;
        let found = player.map(|player| {
            Ok(Self {
                connection,
                player,
                addresses: View(connection).addresses(id)?,
                name,
            })
        });
        found.transpose()
    }

    /// Replaces name and addresses in the letters that the same decision writes to others.
    pub(super) fn in_new_letters(&self, letters: &[LetterId]) -> Result<()> {
        for letter in letters {
            let sql = "SELECT recipient, data FROM outbox WHERE id = ?1";
            let row: Option<(String, Option<String>)> = self.connection.row(sql, [letter.0])?;
            let Some((recipient, Some(data))) = row else {
                continue;
            };
            let mut own = self.addresses.iter();
            if !own.any(|address| address.eq_ignore_ascii_case(&recipient)) {
                self.in_letter(letter.0, &data)?;
            }
        }
        Ok(())
    }

    /// Carries out each of these for each address, which is `?1` in lower case.
    fn by_address(&self, statements: &[&str]) -> Result<()> {
        for address in &self.addresses {
            for sql in statements {
                self.connection.run(sql, [address.to_lowercase()])?;
            }
        }
        Ok(())
    }
}

//! `outsiders`, `player_relations` and `notes`, and whether a player is a member.

use crate::store::sql::values::params;

use super::{Result, View, commit::Writing, limit, statements::Statements};
use crate::ids::{GameId, PlayerId};
use crate::status::Relation;
use crate::store::snapshot::ReadPeople;
use crate::store::{MailboxChange, NoteRow, OutsiderRow, PeopleChange, RelationRow, StoreError};

impl ReadPeople for View<'_> {
    fn outsider(&self, mailbox: &[u8]) -> Result<Option<OutsiderRow>> {
        let sql = "SELECT last_letter, unanswered, invited_at, refused_until, never, banned
         FROM outsiders WHERE mailbox = ?1";
        self.row(sql, [mailbox])
    }

    fn is_blocked(&self, by: PlayerId, whom: PlayerId) -> Result<bool> {
        is_related(self, by, whom, Relation::Block)
    }

    fn is_muted(&self, by: PlayerId, whom: PlayerId) -> Result<bool> {
        is_related(self, by, whom, Relation::Mute)
    }

    fn relations(&self, player: PlayerId) -> Result<Vec<RelationRow>> {
        // What is not known here has no effect.
        let sql = "SELECT other_id, kind, at FROM player_relations
            WHERE player_id = ?1 AND kind IN ('mute', 'block') ORDER BY other_id, kind";
        self.rows(sql, [player.0])
    }

    fn notes(&self, player: PlayerId, game: Option<GameId>, count: usize) -> Result<Vec<NoteRow>> {
        let sql = "SELECT game_id, at, text FROM (SELECT * FROM notes
            WHERE player_id = ?1 AND (game_id = ?2 OR ?2 IS NULL) ORDER BY id DESC LIMIT ?3) AS recent
         ORDER BY game_id, id";
        let values = params![player.0, game.map(|game| game.0), limit(count)];
        self.rows(sql, values)
    }
}

fn is_related(of: &View<'_>, by: PlayerId, whom: PlayerId, relation: Relation) -> Result<bool> {
    let sql = "SELECT 1 FROM player_relations WHERE player_id = ?1 AND other_id = ?2 AND kind = ?3";
    of.is_there(sql, params![by.0, whom.0, relation.as_str()])
}

impl Writing<'_> {
    pub(super) fn change_people(&self, change: &PeopleChange) -> Result<()> {
        match change {
            PeopleChange::Mailbox(mailbox, change) => self.change_mailbox(mailbox, change),
            PeopleChange::Relate {
                player,
                other,
                relation,
                on,
            } => {
                let (player, other, relation) = (player.0, other.0, relation.as_str());
                if !on {
                    let sql = "DELETE FROM player_relations
                         WHERE player_id = ?1 AND other_id = ?2 AND kind = ?3";
                    return self.run(sql, (player, other, relation));
                }
                let sql = "INSERT INTO player_relations (player_id, other_id, kind, at)
                     VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING";
                self.run(sql, (player, other, relation, self.now))
            }
            PeopleChange::Note { player, game, text } => {
                let sql =
                    "INSERT INTO notes (player_id, game_id, at, text) VALUES (?1, ?2, ?3, ?4)";
                self.run(sql, (player.0, game.0, self.now, text))
            }
            PeopleChange::Named(player) => self.set_time(*player, "named_at", true),
            PeopleChange::Left(player, left) => self.set_time(*player, "left_at", *left),
            PeopleChange::Ban(player, banned) => self.set_time(*player, "banned_at", *banned),
            PeopleChange::Forget(player, name) => self.forget_player(*player, name),
            PeopleChange::Merge(from, into) => self.merge_players(*from, *into),
        }
    }

    /// Writes what changes about a mailbox, which is known by the hash of its address.
    fn change_mailbox(&self, mailbox: &[u8], change: &MailboxChange) -> Result<()> {
        let (set, value) = match change {
            MailboxChange::Answered => {
                // A mailbox that never got a letter has nothing to answer.
                let sql = "UPDATE outsiders SET unanswered = 0 WHERE mailbox = ?1";
                return self.run(sql, [mailbox]);
            }
            MailboxChange::Written => ("last_letter = ?2, unanswered = unanswered + 1", self.now),
            MailboxChange::Invited => ("invited_at = ?2", self.now),
            MailboxChange::RefusedUntil(until) => ("refused_until = ?2", until.as_str()),
            MailboxChange::Never => ("never = 1, refused_until = ?2", self.now),
            MailboxChange::Banned(true) => ("banned = 1, refused_until = ?2", self.now),
            MailboxChange::Banned(false) => ("banned = 0, refused_until = ?2", self.now),
        };
        let sql = "INSERT INTO outsiders (mailbox) VALUES (?1) ON CONFLICT DO NOTHING";
        self.run(sql, [mailbox])?;
        let sql = format!("UPDATE outsiders SET {set} WHERE mailbox = ?1");
        self.run(&sql, (mailbox, value))
    }

    /// Notes that something is so from now on, or that it is not.
    fn set_time(&self, player: PlayerId, column: &str, on: bool) -> Result<()> {
        let sql = format!("UPDATE players SET {column} = ?2 WHERE id = ?1");
        match self.count(&sql, (player.0, on.then_some(self.now)))? {
            0 => Err(no_player(player)),
            _ => Ok(()),
        }
    }
}

pub(super) fn no_player(player: PlayerId) -> StoreError {
    StoreError::Constraint(format!("there is no player {player}"))
}

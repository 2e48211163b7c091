//! `acts`: the append-only log of each challenge, each player and each contest.
//!
//! What an act means is not known here. Entries of four kinds are written here alone: the numbers
//! that the game and the players of a challenge have got; a player whose place is another's now;
//! the state of a player that was changed by something that is no act; and the mark in the place of
//! what was forgotten.

use std::collections::BTreeSet;

use crate::store::sql::values::params;
use serde::Serialize;
use serde_json::{Value, json};

use super::{View, commit::Writing, statements::Statements, times};
use crate::ids::{ChallengeId, GameId, PlayerId};
use crate::store::snapshot::ReadActs;
use crate::store::{
    ActRow, ConfirmationRow, LogOf, PeopleChange, PlayerChange, PlayerRef, Result, StoreError,
};

/// What takes the place of an act of a player who is forgotten.
const FORGOTTEN: &str = "\"forgotten-1\"";

/// What the log of a player leads to, in the order in which it is written.
#[derive(Serialize)]
struct State<'a> {
    name: String,
    named_at: Option<String>,
    addresses: Vec<&'a String>,
    main: Option<&'a String>,
    asked: Vec<(String, String)>,
    leaves: Vec<Value>,
    relations: Vec<(i64, String)>,
    left: bool,
    banned: bool,
    forgotten: bool,
}

/// The columns by which a log is found.
fn key(of: LogOf) -> (&'static str, i64) {
    match of {
        LogOf::Challenge(id) => ("challenge", id.0),
        LogOf::Player(id) => ("player", id.0),
        LogOf::Contest(id) => ("contest", id.0),
    }
}

impl ReadActs for View<'_> {
    fn acts(&self, of: LogOf) -> Result<Vec<ActRow>> {
        let sql = "SELECT seq, at, nullif(inbox_id, 0), actor, act FROM acts
         WHERE subject = ?1 AND id = ?2 ORDER BY seq";
        self.rows(sql, key(of))
    }

    fn player_state(&self, player: PlayerId) -> Result<Option<String>> {
        // The step to schema 11 has written the fields up to `asked`, and stays as it is.
        let sql = "SELECT name, named_at, left_at IS NOT NULL, banned_at IS NOT NULL,
            forgotten_at IS NOT NULL FROM players WHERE id = ?1";
        let id = [player.0];
        let row: Option<(String, Option<String>, bool, bool, bool)> = self.row(sql, id)?;
        let Some((name, named_at, left, banned, forgotten)) = row else {
            return Ok(None);
        };
        let sql = "SELECT address, main FROM addresses WHERE player_id = ?1
             ORDER BY main DESC, created_at, key";
        let addresses: Vec<(String, bool)> = self.rows(sql, id)?;
        let main = addresses.iter().find(|(_, main)| *main);
        let sql = "SELECT address, created_at FROM confirmations WHERE player_id = ?1
             ORDER BY created_at, key";
        let asked: Vec<(String, String)> = self.rows(sql, id)?;
        let sql = "SELECT from_at, to_at FROM leaves WHERE player_id = ?1 AND to_at > from_at
             ORDER BY from_at, to_at";
        let leaves: Vec<(String, String)> = self.rows(sql, id)?;
        let leaves = leaves.iter().map(|(from, to)| {
            let last = times::second_before(to);
            json!({"first": times::day(from), "last": times::day(&last)})
        });
        let sql = "SELECT other_id, kind FROM player_relations
             WHERE player_id = ?1 AND kind IN ('mute', 'block') ORDER BY other_id, kind";
        let relations: Vec<(i64, String)> = self.rows(sql, id)?;
        let state = State {
            main: main.map(|(address, _)| address),
            addresses: addresses.iter().map(|(address, _)| address).collect(),
            leaves: leaves.collect(),
            name,
            named_at,
            asked,
            relations,
            left,
            banned,
            forgotten,
        };
        let json = serde_json::to_string(&state);
        json.map(Some)
            .map_err(|error| StoreError::Corrupt(error.to_string()))
    }
}

impl Writing<'_> {
    /// Adds an entry to a log; `by` is who causes it: the umpire, the time, or the mail (`i12`, or empty).
    pub(super) fn append_act(&self, of: LogOf, by: &str, act: &str) -> Result<()> {
        let mail = self.decision.mail.as_ref().map(|(mail, _)| *mail);
        let by_mail = mail.is_some_and(|mail| by == format!("i{mail}"));
        let actor = if by_mail { "" } else { by };
        let sql = "INSERT INTO acts (subject, id, seq, at, inbox_id, actor, act)
         SELECT ?1, ?2, coalesce(max(seq), 0) + 1, ?3, ?4, ?5, ?6 FROM acts
         WHERE subject = ?1 AND id = ?2";
        let (subject, id) = key(of);
        let mail = mail.map_or(0, |mail| mail.0);
        self.run(sql, params![subject, id, self.now, mail, actor, act])
    }

    /// Adds an entry in the name of the one who decides.
    pub(super) fn note_act(&self, of: LogOf, act: &str) -> Result<()> {
        self.append_act(of, &self.decision.by, act)
    }

    /// Adds the numbers that the game and the players of a challenge have got.
    pub(super) fn note_numbers(
        &self,
        challenge: ChallengeId,
        game: Option<GameId>,
        players: &[(usize, PlayerId)],
    ) -> Result<()> {
        let act = json!({"act-1": {"number": {"game": game, "players": players}}});
        self.note_act(LogOf::Challenge(challenge), &act.to_string())
    }

    /// Puts a mark in the place of each act of a player: any may have a name or an address that they
    /// had once.
    pub(super) fn forget_acts(&self, player: PlayerId) -> Result<()> {
        let sql = "UPDATE acts SET act = ?3 WHERE subject = ?1 AND id = ?2";
        let (subject, id) = key(LogOf::Player(player));
        self.run(sql, params![subject, id, FORGOTTEN])
    }
}

/// What has to be noted once the players and people of a decision are changed.
pub(super) struct Changed {
    /// Those who are changed without an act that says it.
    players: BTreeSet<PlayerId>,
    /// Challenges in which the first player becomes the second one.
    merged: Vec<(Vec<ChallengeId>, PlayerId, PlayerId)>,
}

impl Changed {
    /// What the changes of players are about; asked before they are carried out.
    pub(super) fn by_players(writing: &Writing<'_>) -> Result<Self> {
        let mut players = BTreeSet::new();
        for change in &writing.decision.players {
            let mut said = writing.decision.player_acts.iter();
            if said.any(|acts| acts.changes.contains(change)) {
                continue;
            }
            match change {
                PlayerChange::Rename(player, _)
                | PlayerChange::Address { player, .. }
                | PlayerChange::RemoveAddress(player, _)
                | PlayerChange::AskConfirmation(ConfirmationRow { player, .. })
                | PlayerChange::CloseConfirmation(player, _)
                | PlayerChange::BookLeave(player, ..)
                | PlayerChange::CutLeave(player, ..) => players.extend([*player]),
                PlayerChange::ForgetConfirmations(before) => {
                    let sql = "SELECT DISTINCT player_id FROM confirmations WHERE created_at < ?1";
                    players.extend(writing.rows::<PlayerId>(sql, [before])?);
                }
                // The number of an added one is not known yet; of the rest nothing is in the log.
                _ => {}
            }
        }
        let merged = Vec::new();
        Ok(Self { players, merged })
    }

    /// Adds what a change of people is about; asked before it is carried out.
    pub(super) fn add(&mut self, writing: &Writing<'_>, change: &PeopleChange) -> Result<()> {
        let mut acts = writing.decision.player_acts.iter();
        let said = acts.any(|acts| acts.people.contains(change));
        match change {
            PeopleChange::Named(player)
            | PeopleChange::Left(player, _)
            | PeopleChange::Ban(player, _)
            | PeopleChange::Relate { player, .. } => {
                self.players.extend((!said).then_some(*player));
            }
            // No act is left of theirs. Others have wanted to add one of the addresses, or have
            // muted them.
            PeopleChange::Forget(player, _) => {
                let sql = "SELECT player_id FROM confirmations WHERE key IN
                        (SELECT key FROM addresses WHERE player_id = ?1)
                     UNION SELECT player_id FROM player_relations WHERE other_id = ?1";
                let others: Vec<PlayerId> = writing.rows(sql, [player.0])?;
                self.players.extend(others.into_iter().chain([*player]));
            }
            PeopleChange::Merge(from, into) => {
                let both = [*from, *into].into_iter().filter(|_| !said);
                let sql = "SELECT player_id FROM player_relations
                     WHERE other_id = ?1 AND player_id <> ?2";
                let others: Vec<PlayerId> = writing.rows(sql, [from.0, into.0])?;
                self.players.extend(both.chain(others));
                let sql = "SELECT id FROM challenges WHERE player_id = ?1
                     UNION SELECT challenge_id FROM challenge_places WHERE player_id = ?1";
                let of = writing.rows(sql, [from.0])?;
                self.merged.push((of, *from, *into));
            }
            _ => {}
        }
        Ok(())
    }

    /// Notes what it has come to, also of players who were added.
    pub(super) fn note(mut self, writing: &Writing<'_>) -> Result<()> {
        let added = writing.made.players.iter().enumerate();
        let unsaid = added.filter(|(nth, _)| {
            let mut acts = writing.decision.player_acts.iter();
            !acts.any(|acts| acts.player == PlayerRef::New(*nth))
        });
        self.players.extend(unsaid.map(|(_, player)| player));
        for player in self.players {
            if let Some(state) = writing.view().player_state(player)? {
                let act = format!("{{\"state-1\":{state}}}");
                writing.note_act(LogOf::Player(player), &act)?;
            }
        }
        for (challenges, from, into) in self.merged {
            let act = json!({"act-1": {"merge": {"from": from, "into": into}}}).to_string();
            for id in challenges {
                // What was decided before about it must not be written.
                let sql = "UPDATE challenges SET revision = revision + 1 WHERE id = ?1";
                writing.run(sql, [id.0])?;
                writing.note_act(LogOf::Challenge(id), &act)?;
            }
        }
        Ok(())
    }
}

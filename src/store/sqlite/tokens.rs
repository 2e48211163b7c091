//! `tokens`: what each reply token proves, and what it is derived from. The token is never stored.

use rusqlite::{Connection, params};
use serde::Deserialize;

use super::sql::Statements;
use super::{Result, StoreError, View};
use crate::ids::{AccountQuestionId, ChallengeId, GameId, PlayerId, TokenId};
use crate::store::snapshot::ReadTokens;
use crate::store::{NewToken, TokenRow, TokenScope, TokenSection};

/// How tokens are derived today.
const FORM: i64 = 2;

impl ReadTokens for View<'_> {
    fn token(&self, id: TokenId) -> Result<Option<TokenRow>> {
        let sql = "SELECT player_id, game_id, seat, state, challenge_id, place, version, question_id, list,
            nonce, generation, form, void FROM tokens WHERE id = ?1";
        let row: Option<(Columns, Vec<u8>, i64, i64, bool)> = self.0.row(sql, [id.0])?;
        let Some((columns, nonce, generation, form, void)) = row else {
            return Ok(None);
        };
        let scope = columns.scope();
        let scope = scope.ok_or_else(|| StoreError::Corrupt(format!("token {id} has no scope")))?;
        Ok(Some(TokenRow {
            id,
            scope,
            nonce,
            generation,
            form,
            void,
        }))
    }

    fn token_count(&self) -> Result<i64> {
        self.0.one("SELECT count(*) FROM tokens", [])
    }

    fn token_sections(&self, id: TokenId) -> Result<Vec<TokenSection>> {
        let sql = "SELECT game_id, seat, state FROM token_sections WHERE token_id = ?1 ORDER BY game_id, seat";
        self.0.rows(sql, [id.0])
    }
}

/// Adds a token. `scope` is that of `new`, with the number of its game.
pub(super) fn add(connection: &Connection, scope: TokenScope, new: &NewToken) -> Result<TokenId> {
    let columns = Columns::of(scope);
    let sql = "INSERT INTO tokens (player_id, game_id, seat, state, nonce, generation, form, challenge_id,
            place, version, question_id, list)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
    let values = params![
        columns.player,
        columns.game,
        columns.seat,
        columns.state,
        new.nonce,
        new.generation,
        FORM,
        columns.challenge,
        columns.place,
        columns.version,
        columns.question,
        columns.list
    ];
    let id = connection.add(sql, values)?;
    for section in &new.sections {
        let sql = "INSERT OR IGNORE INTO token_sections (token_id, game_id, seat, state)
                 VALUES (?1, ?2, ?3, ?4)";
        connection.run(
            sql,
            params![id, section.game.0, section.seat, section.state],
        )?;
    }
    Ok(TokenId(id))
}

/// What a token proves, as it is stored: only what belongs to its scope is there.
#[derive(Default, Deserialize)]
struct Columns {
    player: Option<i64>,
    game: Option<i64>,
    seat: Option<u8>,
    state: Option<i64>,
    challenge: Option<i64>,
    place: Option<u8>,
    version: Option<i64>,
    question: Option<i64>,
    list: bool,
}

impl Columns {
    fn of(scope: TokenScope) -> Self {
        let none = Self::default();
        match scope {
            TokenScope::Seat { game, seat, state } => Self {
                game: Some(game.0),
                seat: Some(seat),
                state: Some(state),
                ..none
            },
            TokenScope::Player(player) => Self {
                player: Some(player.0),
                ..none
            },
            TokenScope::Challenge {
                challenge,
                place,
                version,
            } => Self {
                challenge: Some(challenge.0),
                place: Some(place),
                version: Some(version),
                ..none
            },
            TokenScope::Question(question) => Self {
                question: Some(question.0),
                ..none
            },
            TokenScope::List(player) => Self {
                player: Some(player.0),
                list: true,
                ..none
            },
        }
    }

    /// `None`: it is of no scope that is known here.
    fn scope(&self) -> Option<TokenScope> {
        if let Some(challenge) = self.challenge {
            return Some(TokenScope::Challenge {
                challenge: ChallengeId(challenge),
                place: self.place?,
                version: self.version?,
            });
        }
        if let Some(question) = self.question {
            return Some(TokenScope::Question(AccountQuestionId(question)));
        }
        match (self.player, self.list) {
            (Some(player), true) => Some(TokenScope::List(PlayerId(player))),
            (Some(player), false) => Some(TokenScope::Player(PlayerId(player))),
            (None, _) => Some(TokenScope::Seat {
                game: GameId(self.game?),
                seat: self.seat?,
                state: self.state?,
            }),
        }
    }
}

pub(super) fn void(connection: &Connection, id: TokenId) -> Result<()> {
    connection.run("UPDATE tokens SET void = 1 WHERE id = ?1", [id.0])
}

/// Makes all tokens void, but gives those of letters that have no bytes and may still leave a new
/// generation.
pub(super) fn void_all(connection: &Connection, generation: i64) -> Result<()> {
    connection.run("UPDATE tokens SET void = 1 WHERE void = 0", [])?;
    let sql = "UPDATE tokens SET void = 0, generation = ?1 WHERE id IN
            (SELECT value FROM outbox o, json_each('[' || replace(tokens, ' ', ',') || ']')
            WHERE status IN ('waiting', 'quarantined', 'failed') AND tokens IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM outbox_raw r WHERE r.id = o.id))";
    connection.run(sql, [generation])
}

/// Ids as they are stored with their letter.
pub(super) fn join(ids: &[TokenId]) -> Option<String> {
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    (!ids.is_empty()).then(|| ids.join(" "))
}

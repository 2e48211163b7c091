//! `tokens`: what each reply token proves, and what it is derived from. The token is never stored.

use rusqlite::{Connection, OptionalExtension, params};

use super::{Result, StoreError};
use crate::store::{GameId, NewToken, PlayerId, TokenId, TokenRow, TokenScope};

/// How tokens are derived today.
const FORM: i64 = 2;

/// Adds a token. `scope` is that of `new`, with the number of its game.
pub(super) fn add(connection: &Connection, scope: TokenScope, new: &NewToken) -> Result<TokenId> {
    let (player, game, seat, state) = match scope {
        TokenScope::Seat { game, seat, state } => (None, Some(game.0), Some(seat), Some(state)),
        TokenScope::Player(player) => (Some(player.0), None, None, None),
    };
    let mut insert = connection.prepare_cached(
        "INSERT INTO tokens (player_id, game_id, seat, state, nonce, generation, form)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    let values = params![player, game, seat, state, new.nonce, new.generation, FORM];
    Ok(TokenId(insert.insert(values)?))
}

pub(super) fn token(connection: &Connection, id: TokenId) -> Result<Option<TokenRow>> {
    let mut select = connection.prepare_cached(
        "SELECT player_id, game_id, seat, state, nonce, generation, form, void
         FROM tokens WHERE id = ?1",
    )?;
    let row = select.query_row([id.0], |row| {
        let player: Option<i64> = row.get(0)?;
        let scope = match player {
            Some(player) => TokenScope::Player(PlayerId(player)),
            None => TokenScope::Seat {
                game: GameId(row.get(1)?),
                seat: row.get(2)?,
                state: row.get(3)?,
            },
        };
        Ok(TokenRow {
            id,
            scope,
            nonce: row.get(4)?,
            generation: row.get(5)?,
            form: row.get(6)?,
            void: row.get(7)?,
        })
    });
    Ok(row.optional()?)
}

pub(super) fn count(connection: &Connection) -> Result<i64> {
    Ok(connection.query_row("SELECT count(*) FROM tokens", [], |row| row.get(0))?)
}

pub(super) fn void(connection: &Connection, id: TokenId) -> Result<()> {
    connection
        .prepare_cached("UPDATE tokens SET void = 1 WHERE id = ?1")?
        .execute([id.0])?;
    Ok(())
}

/// Makes all tokens void, but gives those of letters that have no bytes and may still leave a new
/// generation.
pub(super) fn void_all(connection: &Connection, generation: i64) -> Result<()> {
    connection.execute("UPDATE tokens SET void = 1 WHERE void = 0", [])?;
    let mut select = connection.prepare(
        "SELECT tokens FROM outbox o WHERE status IN ('waiting', 'quarantined', 'failed')
         AND tokens IS NOT NULL AND NOT EXISTS (SELECT 1 FROM outbox_raw r WHERE r.id = o.id)",
    )?;
    let mut update =
        connection.prepare("UPDATE tokens SET void = 0, generation = ?2 WHERE id = ?1")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let ids: Option<String> = row.get(0)?;
        for id in split(ids.as_deref())? {
            update.execute(params![id.0, generation])?;
        }
    }
    Ok(())
}

/// Ids as they are stored with their letter.
pub(super) fn join(ids: &[TokenId]) -> Option<String> {
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    (!ids.is_empty()).then(|| ids.join(" "))
}

/// The ids that [`join`] has written.
pub(super) fn split(ids: Option<&str>) -> Result<Vec<TokenId>> {
    let ids = ids
        .unwrap_or_default()
        .split(' ')
        .filter(|id| !id.is_empty());
    ids.map(|id| id.parse().map(TokenId))
        .collect::<std::result::Result<_, _>>()
        .map_err(|error| StoreError::Corrupt(format!("tokens of a letter: {error}")))
}

//! The waiting mails: two for each game. The second one answers the letter that the first one will cause.

use anyhow::{Context, Result};
use rusqlite::{Connection, OptionalExtension, params};
use zugpost::ids::GameId;
use zugpost::store::SqliteStore;
use zugpost::tokens::{FORM, Scope, TokenBase, public_id};

use super::game::{PLAYERS, SampleGame, TURNS, date};
use super::world::World;

/// The waiting mails in order.
pub struct Waiting {
    /// Game numbers and mails.
    pub mails: Vec<(i64, String)>,
    /// Public ids of their reply tokens.
    pub keys: Vec<i64>,
}

/// Makes two mails for each of `count` games, spread evenly over the database and different at every
/// call. White's token is that of the game's newest letter. Black's letter does not exist yet, so its
/// token is added to the database here.
pub fn waiting(game: &SampleGame, world: &World, count: usize) -> Result<Waiting> {
    let connection = Connection::open(&world.database)?;
    let step = world.games / count;
    let calls: usize = connection
        .query_row("SELECT value FROM meta WHERE key = 'bench'", [], |row| {
            row.get::<_, Vec<u8>>(0)
        })
        .optional()?
        .map_or(0, |value| value.len());
    anyhow::ensure!(calls < step, "every game has been played on: build anew");
    connection.execute(
        "INSERT OR REPLACE INTO meta (key, value) VALUES ('bench', zeroblob(?1))",
        [i64::try_from(calls)? + 1],
    )?;
    // As if earlier mails were answered on an earlier day.
    connection.execute_batch(
        "UPDATE outbox SET status = 'sent', tries = 1, closed_at = created_at, next_try = NULL
         WHERE status = 'waiting'",
    )?;
    let per_game: i64 = connection.query_row(
        "SELECT count(*) FROM tokens WHERE id <= 1000 AND game_id = 1",
        [],
        |row| row.get(0),
    )?;
    let first = public_id(&game.keys[0]).context("White's key")?;
    let mut waiting = [Vec::new(), Vec::new()];
    let mut keys = Vec::new();
    connection.execute_batch("BEGIN")?;
    for index in 0..count {
        let number = i64::try_from(index * step + calls + 1)?;
        let white: (i64, Vec<u8>) = connection.query_row(
            "SELECT id, nonce FROM tokens WHERE id = ?1",
            [(number - 1) * per_game + first],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        let (state, nonce) = (i64::try_from(TURNS)? + 1, vec![7; 8]);
        connection.execute(
            "INSERT INTO tokens (game_id, seat, state, nonce, generation, form)
             VALUES (?1, 1, ?2, ?3, ?4, ?5)",
            params![number, state, nonce, world.secret.generation(), FORM],
        )?;
        let black = (connection.last_insert_rowid(), nonce);
        for (seat, (id, nonce)) in (0..).zip([white, black]) {
            let key = world.secret.reply_token(&TokenBase {
                id,
                scope: Scope::Seat {
                    game: GameId(number),
                    seat,
                    state: i64::try_from(TURNS)? + i64::from(seat),
                },
                nonce: &nonce,
                generation: world.secret.generation(),
                form: FORM,
            });
            let key = key.context("a token")?;
            let side = usize::from(seat);
            let player = format!("{}@", world.player(index * step + calls + 1, side));
            let name = PLAYERS[side].1.split('@').next().unwrap_or_default();
            let mail = game.mails[side]
                .replace(&game.keys[side], &key)
                .replace(&format!("{name}@"), &player)
                .replace("#1,", &format!("#{number},"))
                .replace("#1]", &format!("#{number}]"))
                .replace("#1 ", &format!("#{number} "))
                .replace("g1.", &format!("g{number}."))
                .replace(&date(0), &date(2 * index + side));
            waiting[side].push((number, mail));
            keys.push(id);
        }
    }
    connection.execute_batch("COMMIT")?;
    drop(connection);
    // Empties the write-ahead log, so that the run does not have to.
    drop(SqliteStore::open(&world.database)?);
    let mails = waiting.into_iter().flatten().collect();
    Ok(Waiting { mails, keys })
}

//! Whose mail it is, and which game it is about (protocol.md, Whose mail it is; rule 4).
//!
//! There is no vouching yet: only the current key, in a mail from an address of record, opens a
//! game. `Vouched` will be a further way to [`Standing::Proven`].

use anyhow::Result;

use crate::ids::{self, Lock};
use crate::rules::game::Seat;
use crate::store::{GameRow, KeyRow, PlayerRow, SeatRow, Tx};

use super::Office;
use super::reading::Reading;

/// What a mail's sender may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The current key, from an address of record: everything.
    Proven(KeyRow),
    /// An earlier key, from an address of record: questions and talk.
    Earlier(KeyRow),
    /// Somebody may be behind this seat: nothing changes, its address of record gets the letter.
    Claimed {
        /// Game number.
        game: i64,
        /// Seat.
        seat: Seat,
    },
    /// Public questions.
    Stranger,
}

/// Who wrote, in what standing, and whether the mail contradicts itself.
#[derive(Clone, Debug)]
pub struct Writer {
    /// What the sender may do.
    pub standing: Standing,
    /// The player whose address of record is in the From header.
    pub player: Option<PlayerRow>,
    /// All valid keys in the mail, the newest first.
    pub keys: Vec<KeyRow>,
    /// Two sources name different games or seats: what to say to that.
    pub conflict: Option<String>,
    /// Whether any key was current (for mail that is marked as bulk).
    pub current: bool,
    /// The game that the newest key belongs to, as stored.
    pub game: Option<(GameRow, Vec<SeatRow>)>,
}

impl Office {
    /// Finds out whose mail it is.
    ///
    /// # Errors
    /// Trouble with the file.
    pub(super) fn recognise(
        &self,
        tx: &Tx<'_>,
        mail: &Reading,
        named: Option<i64>,
    ) -> Result<Writer> {
        let player = match &mail.incoming.from {
            Ok(from) => tx.player_by_address(&from.address.key())?,
            Err(_) => None,
        };
        let mut keys = self.keys_in(tx, &mail.keys)?;
        keys.sort_by_key(|key| std::cmp::Reverse((key.state, key.id)));
        let newest = keys.first().cloned();
        let several = keys
            .windows(2)
            .any(|pair| (pair[0].game, pair[0].seat) != (pair[1].game, pair[1].seat));
        let mut writer = Writer {
            standing: Standing::Stranger,
            player,
            keys,
            conflict: None,
            current: false,
            game: None,
        };
        if several {
            writer.conflict = Some(
                "Your mail holds keys of letters to different games or seats. \
                 Answer one letter with one mail."
                    .to_owned(),
            );
        }
        let standing = match newest {
            Some(key) => self.standing_by_key(tx, &mut writer, key, named)?,
            None => self.standing_by_name(tx, &writer, named)?,
        };
        writer.standing = standing;
        Ok(writer)
    }

    fn keys_in(&self, tx: &Tx<'_>, candidates: &[String]) -> Result<Vec<KeyRow>> {
        let mut keys = Vec::new();
        for candidate in candidates {
            let Some(id) = ids::public_id(candidate) else {
                continue;
            };
            let Some(row) = tx.key(id)? else { continue };
            if !row.void && self.secret.opens(candidate, &lock(&row)) {
                keys.push(row);
            }
        }
        Ok(keys)
    }

    fn standing_by_key(
        &self,
        tx: &Tx<'_>,
        writer: &mut Writer,
        key: KeyRow,
        named: Option<i64>,
    ) -> Result<Standing> {
        let Some(game) = tx.game(key.game)? else {
            return Ok(Standing::Stranger);
        };
        let seats = tx.seats(key.game)?;
        let holder = seats.iter().find(|row| row.seat == key.seat);
        let Some(holder) = holder.map(|row| row.player) else {
            return Ok(Standing::Stranger);
        };
        writer.current = key.state == game.course.state;
        writer.game = Some((game, seats));
        if let Some(named) = named.filter(|named| *named != key.game) {
            writer.conflict = Some(format!(
                "Your mail names game #{named} but answers a letter of game #{}. Answer the letter \
                 of the game that you mean.",
                key.game
            ));
        }
        let Some(player) = &writer.player else {
            return Ok(Standing::Claimed {
                game: key.game,
                seat: Seat(key.seat),
            });
        };
        if player.id == holder {
            return Ok(if writer.current {
                Standing::Proven(key)
            } else {
                Standing::Earlier(key)
            });
        }
        // Never let an opponent speak for a seat, whatever key has come into his hands.
        self.standing_by_name(tx, writer, Some(key.game))
    }

    fn standing_by_name(
        &self,
        tx: &Tx<'_>,
        writer: &Writer,
        named: Option<i64>,
    ) -> Result<Standing> {
        let Some(player) = &writer.player else {
            return Ok(Standing::Stranger);
        };
        let claim = |game: i64, seat: u8| Standing::Claimed {
            game,
            seat: Seat(seat),
        };
        if let Some(game) = named {
            let mut own = tx
                .seats(game)?
                .into_iter()
                .filter(|row| row.player == player.id);
            return Ok(own
                .next()
                .map_or(Standing::Stranger, |row| claim(game, row.seat)));
        }
        let running = tx.games_of(player.id, true, 200)?;
        let mut due = running
            .iter()
            .filter(|(game, seat)| game.course.to_move == *seat);
        Ok(match (due.next(), due.next()) {
            (Some((game, seat)), None) => claim(game.id, *seat),
            _ => Standing::Stranger,
        })
    }
}

fn lock(row: &KeyRow) -> Lock<'_> {
    Lock {
        id: row.id,
        game: row.game,
        seat: row.seat,
        state: row.state,
        nonce: &row.nonce,
    }
}

//! Commands that show something: boards, turns, games.

use anyhow::Result;

use crate::games::StoredGame;
use crate::rules::game::Seat;
use crate::store::Tx;
use crate::text;

use super::Office;
use super::lines::Reply;
use super::session::MailSession;
use super::views;

/// `games` lists at most this many games.
const LISTED: usize = 40;

impl Office {
    /// Shows the board of this game or another one of the player, as it is now or before an earlier turn.
    pub(super) fn show(
        &self,
        tx: &Tx<'_>,
        session: &MailSession,
        at: Option<u32>,
        game: Option<i64>,
    ) -> Result<Reply> {
        let Some(number) = game.filter(|game| *game != session.stored.row.id) else {
            return match at {
                None => Ok(Reply::plain("The board is below.")),
                Some(_) => shown(&session.stored, session.seat, at),
            };
        };
        let own = tx
            .seats(number)?
            .into_iter()
            .find(|row| row.player == session.player);
        let Some(own) = own else {
            return Ok(Reply::plain(&format!(
                "You have no seat in game #{number}."
            )));
        };
        shown(&self.stored_game(tx, number)?, Seat(own.seat), at)
    }

    /// Lists the player's games, those that are being played first.
    pub(super) fn games(&self, tx: &Tx<'_>, player: i64) -> Result<Reply> {
        let mut rows = tx.games_of(player, false, LISTED)?;
        rows.sort_by_key(|(game, _)| (game.course.status != "playing", -game.id));
        let mut block = Vec::new();
        for (row, seat) in &rows {
            let stored = self.stored_game(tx, row.id)?;
            let due = stored.is_on() && stored.game.to_move() == Seat(*seat);
            let mark = if due { " <- your turn" } else { "" };
            block.extend(
                textwrap::wrap(
                    &format!("{}{mark}", views::game_line(&stored)),
                    text::unbroken(68),
                )
                .iter()
                .enumerate()
                .map(|(index, part)| format!("{}{part}", if index == 0 { "  " } else { "    " })),
            );
        }
        let more = if rows.len() == LISTED {
            " (only the newest are listed)"
        } else {
            ""
        };
        Ok(Reply {
            text: format!("Your games{more}:"),
            words: None,
            block,
        })
    }
}

fn shown(stored: &StoredGame, seat: Seat, at: Option<u32>) -> Result<Reply> {
    let Some(at) = at else {
        let text = format!("Game #{}, {}:", stored.row.id, stored.variant.name());
        return Ok(Reply {
            text,
            words: None,
            block: views::render_board(stored.game.as_ref(), Some(seat)),
        });
    };
    let now = stored.game.label();
    if StoredGame::number(&now) < at {
        return Ok(Reply::plain(&format!(
            "Turn {at} has not been reached in game #{}; it is at {}.",
            stored.row.id,
            StoredGame::turn_number(&now)
        )));
    }
    let play = stored.at(stored.turns_before(at))?;
    let due = StoredGame::turn_number(&play.label());
    let text = format!("Game #{}, before {due}:", stored.row.id);
    Ok(Reply {
        text,
        words: None,
        block: views::render_board(play.as_ref(), Some(seat)),
    })
}

impl MailSession {
    /// Lists all turns of the game.
    pub(super) fn history(&self) -> Reply {
        if self.stored.turns.is_empty() {
            return Reply::plain("No turn has been played yet.");
        }
        Reply {
            text: "The game so far:".to_owned(),
            words: None,
            block: views::history(&self.stored.turns),
        }
    }
}

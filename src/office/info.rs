//! Looking things up: boards, turns, games.

use anyhow::Result;

use crate::rules::game::Seat;
use crate::store::Tx;
use crate::text;

use super::Office;
use super::desk::Desk;
use super::lines::Came;
use super::table::Table;
use super::views;

/// Games that `games` lists at most.
const LISTED: usize = 40;

impl Office {
    /// A board: of this game or another of the player's, now or when an earlier turn was due.
    pub(super) fn show(
        &self,
        tx: &Tx<'_>,
        desk: &Desk,
        at: Option<u32>,
        game: Option<i64>,
    ) -> Result<Came> {
        let Some(number) = game.filter(|game| *game != desk.table.row.id) else {
            return match at {
                None => Ok(Came::said("The board is below.")),
                Some(_) => shown(&desk.table, desk.seat, at),
            };
        };
        let own = tx
            .seats(number)?
            .into_iter()
            .find(|row| row.player == desk.player);
        let Some(own) = own else {
            return Ok(Came::said(&format!(
                "You have no seat in a game #{number}."
            )));
        };
        shown(&self.table(tx, number)?, Seat(own.seat), at)
    }

    /// The player's games, running ones first.
    pub(super) fn games(&self, tx: &Tx<'_>, player: i64) -> Result<Came> {
        let mut rows = tx.games_of(player, false, LISTED)?;
        rows.sort_by_key(|(game, _)| (game.course.status != "playing", -game.id));
        let mut block = Vec::new();
        for (row, seat) in &rows {
            let table = self.table(tx, row.id)?;
            let due = table.is_on() && table.game.to_move() == Seat(*seat);
            let mark = if due { " <- your turn" } else { "" };
            block.extend(
                textwrap::wrap(
                    &format!("{}{mark}", views::game_line(&table)),
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
        Ok(Came {
            text: format!("Your games{more}:"),
            words: None,
            block,
        })
    }
}

fn shown(table: &Table, seat: Seat, at: Option<u32>) -> Result<Came> {
    let Some(at) = at else {
        let text = format!("Game #{}, {}:", table.row.id, table.variant.name());
        return Ok(Came {
            text,
            words: None,
            block: views::board(table.game.as_ref(), Some(seat)),
        });
    };
    let now = table.game.label();
    if Table::number(&now) < at {
        return Ok(Came::said(&format!(
            "Turn {at} has not come yet in game #{}; it is at {}.",
            table.row.id,
            Table::turn_number(&now)
        )));
    }
    let play = table.at(table.turns_before(at))?;
    let due = Table::turn_number(&play.label());
    let text = format!("Game #{}, when {due} was to be played:", table.row.id);
    Ok(Came {
        text,
        words: None,
        block: views::board(play.as_ref(), Some(seat)),
    })
}

impl Desk {
    /// All turns of the game.
    pub(super) fn history(&self) -> Came {
        if self.table.turns.is_empty() {
            return Came::said("No turn has been played yet.");
        }
        Came {
            text: "The game so far:".to_owned(),
            words: None,
            block: views::history(&self.table.turns),
        }
    }
}

//! Opponents are told about leave.

use std::collections::BTreeMap;
use std::rc::Rc;

use anyhow::Result;
use chrono::NaiveDate;

use crate::games::StoredGame;
use crate::ids::{GameId, MailId, PlayerId};
use crate::letters::{LeaveChange, LeaveDays, LeaveNotice, Notice};
use crate::meeting::person::PersonAct;
use crate::rules::game::Seat;
use crate::store::{LetterKind, PlayerRow};
use crate::time::leave::Leave;

use crate::office::close::due::MOST_GAMES;
use crate::office::{Draft, OpenGame, SeatLetter, stored_game};

/// An opponent of somebody, in the newest game between them that leave stops.
pub struct Opponent {
    game: Rc<StoredGame>,
    seat: Seat,
    /// Further games between the two that the leave stops.
    also: Vec<GameId>,
}

impl Draft<'_> {
    /// The opponents of a player who are told about the player's leave.
    ///
    /// # Errors
    /// The store fails, or a game cannot be loaded.
    pub fn opponents(&self, player: PlayerId) -> Result<Vec<Opponent>> {
        let mut found: BTreeMap<PlayerId, Opponent> = BTreeMap::new();
        for (row, seat) in self.store.games_of(player, true, MOST_GAMES)? {
            let game = Rc::new(stored_game(self.store, row.id)?);
            let playing = game.game.playing();
            // It has clocks, and its terms allow leave.
            let stops = (game.clocks.terms.as_ref()).is_some_and(|terms| !terms.no_leave);
            if !stops || !playing.contains(&Seat(seat)) {
                continue;
            }
            for seat in playing {
                let Some(other) = game.seats.get(seat.index()) else {
                    continue;
                };
                let new = || Opponent {
                    game: Rc::clone(&game),
                    seat,
                    also: Vec::new(),
                };
                if other.player == player {
                    continue;
                }
                let told = found.entry(other.player).or_insert_with(new);
                if told.game.row.id != row.id && !told.also.contains(&row.id) {
                    told.also.push(row.id);
                }
            }
        }
        Ok(found.into_values().collect())
    }

    /// Writes the letters to opponents, one for each with all that a mail has changed. `games` are those of the mail, as
    /// its lines have changed them.
    ///
    /// # Errors
    /// The store fails, or a game cannot be loaded.
    pub(in crate::office) fn tell_of_leave(
        &mut self,
        (player, acts): (&PlayerRow, &[PersonAct]),
        games: &[OpenGame],
        mail: MailId,
    ) -> Result<()> {
        let news = news(acts);
        if news.is_empty() {
            return Ok(());
        }
        let mut opponents = self.opponents(player.id)?;
        opponents.sort_by_key(|told| (told.game.row.id, told.seat));
        for Opponent { game, seat, also } in opponents {
            let notice = |(leave, change): &(Leave, LeaveChange)| {
                Notice::Leave(LeaveNotice {
                    name: player.name.clone(),
                    leave: days(leave.first, leave.last),
                    change: *change,
                    also: also.clone(),
                })
            };
            let notices = news.iter().map(notice).collect();
            let mut open = games.iter().map(|open| &open.stored);
            let stored = open.find(|open| open.row.id == game.row.id);
            let letter = SeatLetter::told(LetterKind::Again, notices, Some(mail));
            self.post_seat(stored.unwrap_or(&game), seat, letter);
        }
        Ok(())
    }
}

/// What others are told of. Of leave that was both booked and changed they learn how it is now.
fn news(acts: &[PersonAct]) -> Vec<(Leave, LeaveChange)> {
    let mut news = Vec::new();
    for act in acts {
        match act {
            PersonAct::BookLeave(leave) => news.push((*leave, LeaveChange::Booked)),
            PersonAct::CutLeave { leave, left } => {
                let untold = (*leave, LeaveChange::Booked);
                match (news.contains(&untold), left) {
                    (true, left) => {
                        news.retain(|one| *one != untold);
                        news.extend(left.map(|left| (left, LeaveChange::Booked)));
                    }
                    (false, Some(left)) => news.push((*left, LeaveChange::Shortened)),
                    (false, None) => news.push((*leave, LeaveChange::Cancelled)),
                }
            }
            _ => {}
        }
    }
    news
}

/// The days from the first to the last, for a letter.
pub fn days(first: NaiveDate, last: NaiveDate) -> LeaveDays {
    LeaveDays {
        from: first.to_string(),
        to: last.to_string(),
        days: Leave::new(first, last).map_or(0, Leave::days),
    }
}

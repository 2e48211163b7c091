//! The one way in which a changed game is closed: what is planned is played, players and watchers are told, the timer
//! is set, and the changes become a part of the decision.

use anyhow::Result;

use crate::games::{Cause, Changes, Replacement, StoredGame};
use crate::ids::PlayerId;
use crate::letters::Notice;
use crate::rules::game::Seat;
use crate::status::GameStatus;
use crate::store::{GameRef, LetterKind, Snapshot, Subject};

use crate::office::act::umpire::replacing::takes_seat;
use crate::office::close::due::set_timer;
use crate::office::load::people::hides;
use crate::office::{Draft, SeatLetter};

/// Which seats get a letter about what has changed in a game. Those who watch it are told in any case.
#[derive(Clone, Copy)]
pub enum Readers<'a> {
    /// The others, of what a player has done: that player reads the answer
    /// to their mail, or is gone.
    Others {
        /// The seats that get no letter.
        own: &'a [Seat],
        /// The player who has done it.
        by: PlayerId,
    },
    /// All, of what the umpire or the server has done: such letters are read even where the reader's own turn is all
    /// that has happened.
    All {
        /// What the letters begin with.
        notices: &'a [Notice],
        /// Seats that other players have taken.
        newcomers: &'a [(Seat, Replacement)],
    },
    /// Nobody more: the letters are written already.
    Written,
}

impl Draft<'_> {
    /// Closes a game that has changed. Returns the first and the last event that happen by plans, if there are any.
    /// Nothing happens if nothing has changed.
    ///
    /// # Errors
    /// The store fails, or a planned turn cannot be applied.
    pub fn close_game(
        &mut self,
        (stored, mut changes): (&mut StoredGame, Changes),
        cause: &Cause<'_>,
        readers: Readers<'_>,
    ) -> Result<Option<(i64, i64)>> {
        if changes.is_empty() {
            return Ok(None);
        }
        let planned = match self.office.plays_plans() {
            true => changes.play_plans(stored)?,
            false => None,
        };
        for seat in stored.all_seats() {
            let letter = match readers {
                Readers::Others { own, .. } if own.contains(&seat) => None,
                Readers::Others { by, .. } => {
                    news_of(self.store, stored, &changes, (by, cause), seat)
                }
                Readers::All { notices, newcomers } => {
                    let newcomer = newcomers.iter().find(|(taken, _)| *taken == seat);
                    let newcomer = newcomer.map(|(_, new)| new);
                    letter_to(stored, &changes, seat, notices, newcomer)
                }
                Readers::Written => None,
            };
            if let Some(letter) = letter {
                self.post_seat(stored, seat, letter);
            }
        }
        self.tell_watchers(stored, &changes)?;
        if changes.count() > 0 {
            let now = self.office.now();
            let next = self.office.next_due(stored, now, now);
            set_timer(self.decision, GameRef::Known(stored.row.id), next);
        }
        let is_over = !stored.is_on() && changes.count() > 0;
        if let Some(contest) = stored.row.contest.filter(|_| is_over) {
            // The contest may be over. Nobody finds that out at the same time.
            self.decision.subjects.insert(Subject::Contest(contest));
            self.look_at_contests();
        }
        let before = &stored.row.course;
        let was_on = before.status == GameStatus::Playing;
        if was_on && changes.count() > 0 {
            self.look_back_later(stored);
        }
        let before = &stored.row.course;
        let was_over = matches!(before.status, GameStatus::Finished | GameStatus::Aborted);
        if was_over && changes.count() > 0 && !before.has_same_result(&stored.course()) {
            // Nobody ends it at the same time with the result of before.
            let contest = stored.row.contest.map(Subject::Contest);
            self.decision.subjects.extend(contest);
            self.correct_contest(&stored.row, cause)?;
        }
        self.decision.games.push(changes.into_change(stored, cause));
        Ok(planned)
    }
}

/// The news of what another player has done; `None`: there are none for this seat.
fn news_of(
    store: &dyn Snapshot,
    stored: &StoredGame,
    changes: &Changes,
    (by, cause): (PlayerId, &Cause<'_>),
    seat: Seat,
) -> Option<SeatLetter> {
    let reader = stored.seats.get(seat.index()).map(|row| row.player);
    // Where the store fails, the words are shown.
    let hides = |reader| hides(store, reader, by).unwrap_or(false);
    let hidden = changes.only_says() && reader.is_some_and(hides);
    if !changes.concerns(seat) || !changes.reaches(stored, seat) || hidden {
        return None;
    }
    let mail = cause.mail();
    // What is asked of the player to move goes at once.
    let asked = changes.asks() && stored.game.to_move() == seat;
    Some(SeatLetter {
        waits: (mail.is_some() || matches!(cause, Cause::Program)) && !asked,
        ..SeatLetter::news(stored, changes, mail)
    })
}

/// The letter about what the umpire or the server has done; `None`: this seat gets none.
fn letter_to(
    stored: &StoredGame,
    changes: &Changes,
    seat: Seat,
    notices: &[Notice],
    newcomer: Option<&Replacement>,
) -> Option<SeatLetter> {
    let mut letter = match newcomer {
        Some(change) => takes_seat(change),
        None if changes.reaches(stored, seat) => SeatLetter::news(stored, changes, None),
        None => return None,
    };
    if !notices.is_empty() && letter.kind == LetterKind::News {
        // A letter of news may be superseded, and its notices with it.
        letter.kind = LetterKind::Again;
    }
    letter.notices.splice(0..0, notices.iter().cloned());
    Some(letter)
}

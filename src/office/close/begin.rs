//! A game that is begun: by the umpire, or because players have agreed on it.

use anyhow::Result;

use crate::games::StoredGame;
use crate::ids::{ChallengeId, GameId};
use crate::letters::Notice;
use crate::rules::game::Game;
use crate::rules::variant::{Options, Variant};
use crate::status::GameStatus;
use crate::store::{Course, GameRef, GameRow, LetterKind, NewGame, SeatRow};
use crate::time::Terms;

use crate::office::act::umpire::account::Player;
use crate::office::close::due::set_timer;
use crate::office::{Draft, SeatLetter};

/// A game that is to be begun.
pub(in crate::office) struct Beginning<'a> {
    /// The variant.
    pub variant: &'static dyn Variant,
    /// Its options, with what was drawn.
    pub options: Options,
    /// The game before its first turn.
    pub start: Box<dyn Game>,
    /// Whether that is not the usual start.
    pub placed: bool,
    /// The time; `None`: without clocks.
    pub terms: Option<Terms>,
    /// The players by seat.
    pub players: Vec<Player>,
    /// Who begins it, for the log.
    pub actor: &'a str,
    /// Whether it is in no public list.
    pub private: bool,
    /// The challenge that makes it.
    pub challenge: Option<ChallengeId>,
}

impl Draft<'_> {
    /// Begins a game in a decision that begins no other one, and writes the first letters, which say `notices`.
    ///
    /// # Errors
    /// The time of the decision cannot be read.
    pub(in crate::office) fn begin(
        &mut self,
        beginning: Beginning<'_>,
        notices: &[Notice],
    ) -> Result<StoredGame> {
        let Beginning {
            variant,
            options,
            start,
            placed,
            terms,
            players,
            actor,
            private,
            challenge,
        } = beginning;
        let new = NewGame {
            variant: variant.id().to_owned(),
            rules_version: variant.rules_version(),
            options: serde_json::to_string(&options)?,
            position: placed.then(|| start.position()),
            time: terms.map(|terms| terms.to_string()),
            to_move: start.to_move().0,
            players: players.iter().map(|player| player.at).collect(),
            actor: actor.to_owned(),
            private,
            challenge,
        };
        let (row, seats) = (row(&new, &self.decision.now), seats(&players));
        self.decision.new_game = Some(new);
        let stored = StoredGame::begin(row, seats)?;
        let now = self.office.moment(self.decision)?.at;
        let due = self.office.next_due(&stored, now, now);
        set_timer(self.decision, GameRef::New, due);
        for seat in stored.all_seats() {
            let letter = SeatLetter::told(LetterKind::First, notices.to_vec(), None);
            self.post_seat_of(GameRef::New, &stored, seat, letter);
        }
        Ok(stored)
    }
}

/// The row that a new game will have, except for its number.
fn row(new: &NewGame, now: &str) -> GameRow {
    GameRow {
        id: GameId(0),
        variant: new.variant.clone(),
        rules_version: new.rules_version,
        options: new.options.clone(),
        position: new.position.clone(),
        time: new.time.clone(),
        private: new.private,
        created_at: now.to_owned(),
        created_by: new.actor.clone(),
        course: Course {
            state: 0,
            status: GameStatus::Playing,
            to_move: new.to_move,
            result: None,
            reason: None,
        },
        seq: 0,
        updated_at: now.to_owned(),
    }
}

fn seats(players: &[Player]) -> Vec<SeatRow> {
    let seat = |(seat, player): (u8, &Player)| {
        SeatRow::new(
            seat,
            player.id(),
            player.name.clone(),
            player.address.clone(),
        )
    };
    (0..).zip(players).map(seat).collect()
}

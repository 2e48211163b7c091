//! A game that is begun: by the umpire, or because players have agreed on it.

use anyhow::Result;

use crate::games::StoredGame;
use crate::ids::{ChallengeId, ContestId};
use crate::letters::Notice;
use crate::rules::game::Game;
use crate::rules::variant::Options;
use crate::store::{Course, GameRef, GameRow, LetterKind, NewGame, SeatRow};
use crate::time::Terms;
use crate::variants::Playable;

use crate::office::act::umpire::account::Player;
use crate::office::close::due::set_timer;
use crate::office::{Draft, SeatLetter};

/// A game that is to be begun.
pub struct Beginning<'a> {
    /// The variant; the game keeps the version of its rules that all hosts know now.
    pub variant: Playable,
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
    /// Whether it is rated.
    pub rated: bool,
    /// The challenge that makes it.
    pub challenge: Option<ChallengeId>,
    /// The contest that it is a game of, and which of its games, from 1.
    pub contest: Option<(ContestId, i64)>,
}

impl Draft<'_> {
    /// Begins a game in a decision that begins no other one, and writes the first letters, which say `notices`; of a game of
    /// a contest the players get no letter of its own.
    ///
    /// # Errors
    /// The time of the decision cannot be read.
    pub fn begin(&mut self, new: Beginning<'_>, notices: &[Notice]) -> Result<StoredGame> {
        let now = &self.decision.now;
        let newest = new.variant.rules_version();
        let version = self.office.version_to_begin(&*new.variant);
        let position = new.placed.then(|| new.start.position());
        let start = match version == newest {
            true => new.start,
            // Another host may have to go on with it.
            false => new
                .variant
                .start_version(version, &new.options, position.as_deref())?,
        };
        let row = GameRow {
            variant: new.variant.id().to_owned(),
            rules_version: version,
            options: serde_json::to_string(&new.options)?,
            position,
            time: new.terms.map(|terms| terms.to_string()),
            private: new.private,
            rated: new.rated,
            created_at: now.clone(),
            created_by: new.actor.to_owned(),
            course: Course {
                to_move: start.to_move().0,
                ..Course::default()
            },
            updated_at: now.clone(),
            section: new.variant.section().map(str::to_owned),
            contest: new.contest.map(|(contest, _)| contest),
            pairing: new.contest.map_or(0, |(_, pairing)| pairing),
            ..GameRow::default()
        };
        self.decision.new_game = Some(NewGame {
            row: row.clone(),
            players: new.players.iter().map(|player| player.at).collect(),
            challenge: new.challenge,
        });
        let told = new.contest.is_none();
        let seats = (0..).zip(new.players).map(|(seat, player)| {
            let id = player.id();
            SeatRow::new(seat, id, player.name, player.address)
        });
        let stored = StoredGame::begin(row, seats.collect())?;
        let now = self.office.moment(self.decision)?.at;
        let due = self.office.next_due(&stored, now, now);
        set_timer(self.decision, GameRef::New, due);
        for seat in stored.all_seats().filter(|_| told) {
            let letter = SeatLetter::told(LetterKind::First, notices.to_vec(), None);
            self.post_seat(&stored, seat, letter);
        }
        Ok(stored)
    }
}

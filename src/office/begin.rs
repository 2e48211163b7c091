//! A game that is begun: by the umpire, or because players have agreed on it.

use anyhow::Result;

use crate::games::StoredGame;
use crate::ids::{ChallengeId, GameId, MailId};
use crate::letters::{Answer, Content, LetterData, Notice};
use crate::rules::game::Game;
use crate::rules::variant::{Options, Variant};
use crate::status::GameStatus;
use crate::store::{Course, Decision, GameRef, GameRow, LetterKind, NewGame, NewLetter, SeatRow};
use crate::time::Terms;

use super::Office;
use super::account::Player;
use super::deadlines::set_timer;
use super::outgoing::SeatLetter;

/// A game that is to be begun.
pub(super) struct Beginning<'a> {
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

impl Office {
    /// Begins a game in a decision that begins no other one, and writes the first letters, which say `notices`.
    ///
    /// # Errors
    /// The time of the decision cannot be read.
    pub(super) fn begin(
        &mut self,
        decision: &mut Decision,
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
        let (row, seats) = (row(&new, &decision.now), seats(&players));
        decision.new_game = Some(new);
        let stored = StoredGame::begin(row, seats)?;
        let now = self.moment(decision)?.at;
        let due = self.next_due(&stored, now, now);
        set_timer(decision, GameRef::New, due);
        for seat in stored.all_seats() {
            let letter = SeatLetter::told(LetterKind::First, notices.to_vec(), None);
            self.post_seat_of(decision, GameRef::New, &stored, seat, letter);
        }
        Ok(stored)
    }
}

/// Makes the first letter of the game that a decision begins the answer to a mail, whose author gets no other one;
/// returns which letter that is. `None`: none goes to his address.
pub(super) fn answer_by_first_letter(
    decision: &mut Decision,
    address: &str,
    mail: MailId,
    answer: &Answer,
) -> Option<usize> {
    let is_his = |letter: &NewLetter| {
        let of_new_game = matches!(letter.seat, Some((GameRef::New, _)));
        of_new_game && letter.recipient.eq_ignore_ascii_case(address)
    };
    let at = decision.letters.iter().position(is_his)?;
    let letter = decision.letters.get_mut(at)?;
    let mut data = LetterData::from_json(&letter.data).ok()?;
    let Content::Seat { answer: own, .. } = &mut data.content else {
        return None;
    };
    *own = Some(answer.clone());
    letter.data = data.to_json();
    letter.mail = Some(mail);
    Some(at)
}

/// The row that a new game will have, but for its number.
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

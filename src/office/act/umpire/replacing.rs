//! Another player takes a seat, and the umpire's words to all players.

use anyhow::{Context, Result, bail};

use crate::commands::umpire::Replace;
use crate::games::{Changes, EventKind, Person, Replacement, Request, StoredGame};
use crate::ids::{GameId, PlayerId};
use crate::letters::{Notice, PlayerNotice};
use crate::rules::game::Seat;
use crate::store::{
    Answers, LetterChange, LetterKind, PlayerRef, PlayerRow, SeatChange, SeatRow, Snapshot,
    WatchChange,
};

use crate::office::act::umpire::account::Player;
use crate::office::{Draft, SeatLetter};

/// At most this many characters of the umpire's words to all players are sent.
const LONGEST_WORDS: usize = 4000;

impl Draft<'_> {
    /// The request for it; `decision` adds the other player if they are not known.
    ///
    /// # Errors
    /// There is no such player, or they cannot play.
    pub(super) fn replacement(&mut self, replace: &Replace) -> Result<Request> {
        let Player { at, name, .. } = self.player_for_seat(&replace.newcomer)?;
        let id = match at {
            PlayerRef::New(_) => None,
            PlayerRef::Known(id) => {
                let row = self.store.player(id)?.context("no such player")?;
                if row.membership.program > 0 {
                    bail!(
                        "{name} is a program, which plays in the games that members begin with it"
                    );
                }
                if !row.membership.is_member() {
                    bail!("{name} is no member of this server any more");
                }
                Some(id.0)
            }
        };
        Ok(Request::Replace {
            who: replace.who.clone(),
            newcomer: Person { id, name },
            reason: replace.why.reason.clone(),
        })
    }

    /// Puts a newcomer on the seat, closes what waits for the predecessor,
    /// and tells the predecessor.
    ///
    /// # Errors
    /// The store fails, or the decision does not add the newcomer.
    pub(super) fn seat_newcomer(
        &mut self,
        (stored, seat): (&mut StoredGame, Seat),
        change: &Replacement,
        changes: &mut Changes,
    ) -> Result<()> {
        let game = stored.row.id;
        let (at, newcomer) = match change.newcomer.id.map(PlayerId) {
            Some(id) => {
                let row = self.store.player(id)?.context("no such player")?;
                (PlayerRef::Known(id), row)
            }
            None => {
                let mut added = self.added().into_iter();
                let new = added.find(|new| new.name == change.newcomer.name);
                let Player { at, name, address } = new.context("no such new player")?;
                let row = PlayerRow {
                    name,
                    address,
                    ..PlayerRow::default()
                };
                (at, row)
            }
        };
        if let Some(row) = stored.seats.get_mut(seat.index()) {
            sit_down(row, newcomer);
        }
        changes.of_seat(SeatChange::Player(seat.0, at));
        // The leave of the newcomer counts from now on.
        stored.load_known(self.store)?;
        if let Some(question) = self.store.question(game, seat.0)? {
            self.decision.close_questions.push(question.id);
        }
        if stored.row.private {
            // The newcomer has not agreed that anybody watches.
            self.decision.watches.push(WatchChange::EndOfGame(game));
        }
        let why = "another player has taken the seat".to_owned();
        let drop = LetterChange::DropOfSeat(game, seat.0, why);
        self.decision.letter_changes.push(drop);
        if let Some(id) = change.former.id
            && let Some(former) = self.store.player(PlayerId(id))?
        {
            let notice = PlayerNotice::SeatTaken {
                game,
                variant: stored.variant.name().to_owned(),
                newcomer: change.newcomer.name.clone(),
                reason: change.reason.clone(),
            };
            self.tell_player(&former, None, notice);
        }
        Ok(())
    }

    /// Writes a letter with the umpire's words to every member, and returns how many there are.
    ///
    /// # Errors
    /// There are no words, or the store fails.
    pub fn announce(&mut self, words: &str) -> Result<usize> {
        let words: String = words.trim().chars().take(LONGEST_WORDS).collect();
        if words.is_empty() {
            bail!("there are no words to send");
        }
        let players = self.store.players()?.into_iter();
        for player in players.filter(|player| player.membership.is_member()) {
            let words = words.clone();
            self.tell_player(&player, None, PlayerNotice::Announced { words });
        }
        Ok(self.decision.letters.len())
    }
}

/// The first letter to a player who has taken the seat of another one.
pub(in crate::office) fn takes_seat(change: &Replacement) -> SeatLetter {
    let notice = Notice::TakesSeat {
        former: change.former.name.clone(),
        reason: change.reason.clone(),
    };
    SeatLetter::told(LetterKind::First, vec![notice], None)
}

/// Whether a player has held a seat of a game that another player has taken, and holds none there now.
///
/// # Errors
/// The store fails.
pub(in crate::office) fn has_left(
    store: &dyn Snapshot,
    game: GameId,
    player: PlayerId,
) -> Result<bool> {
    if store.seats(game)?.iter().any(|row| row.player == player) {
        return Ok(false);
    }
    let replaces = EventKind::Replace.as_str();
    let events = store.events(game, None)?.into_iter();
    let changes = events.filter(|event| event.kind == replaces);
    let mut changes = changes.filter_map(|event| serde_json::from_str(&event.text).ok());
    Ok(changes.any(|change: Replacement| change.former.is(player)))
}

/// Changes a seat that another player takes as the store will.
fn sit_down(row: &mut SeatRow, newcomer: PlayerRow) {
    row.nudged = None;
    row.answers = Answers::default();
    row.open_turn.asked_at = None;
    row.player = newcomer.id;
    row.name = newcomer.name;
    row.address = newcomer.address;
    row.failures = newcomer.failures;
    row.language = newcomer.language;
    row.format = newcomer.format;
    row.times = newcomer.times;
    row.settings = newcomer.settings;
    row.program = newcomer.membership.program;
    row.engine = newcomer.membership.engine;
}

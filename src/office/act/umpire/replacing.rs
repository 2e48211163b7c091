//! Another player takes a seat, and the umpire's words to all players.

use anyhow::{Context, Result, bail};

use crate::commands::umpire::Replace;
use crate::games::{Changes, EventKind, Person, Replacement, Request, StoredGame};
use crate::ids::{GameId, PlayerId};
use crate::letters::{Notice, PlayerNotice};
use crate::rules::game::Seat;
use crate::store::{
    Answers, Decision, LetterChange, LetterKind, PlayerRef, PlayerRow, SeatChange, SeatRow,
    Snapshot, WatchChange,
};

use crate::office::act::umpire::account::Player;
use crate::office::{Draft, Office, SeatLetter};

/// At most this many characters of the umpire's words to all players are sent.
const LONGEST_WORDS: usize = 4000;

impl Draft<'_> {
    /// The request for it; `decision` adds the other player if they are not known.
    ///
    /// # Errors
    /// There is no such player, or they cannot play.
    pub(in crate::office) fn replacement(&mut self, replace: &Replace) -> Result<Request> {
        let Player { at, name, .. } =
            self.office
                .player_for_seat(self.store, self.decision, &replace.newcomer)?;
        let id = match at {
            PlayerRef::New(_) => None,
            PlayerRef::Known(id) => {
                let row = self.store.player(id)?.context("no such player")?;
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
    pub(in crate::office) fn seat_newcomer(
        &mut self,
        (stored, seat): (&mut StoredGame, Seat),
        change: &Replacement,
        changes: &mut Changes,
    ) -> Result<()> {
        let game = stored.row.id;
        let newcomer = match change.newcomer.id.map(PlayerId) {
            Some(id) => {
                let row = self.store.player(id)?.context("no such player")?;
                Newcomer::Known(Box::new(row))
            }
            None => added(self.decision, &change.newcomer.name).context("no such new player")?,
        };
        if let Some(row) = stored.seats.get_mut(seat.index()) {
            newcomer.sits_down(row);
        }
        changes.of_seat(SeatChange::Player(seat.0, newcomer.at()));
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
        let former = change.former.id.map(PlayerId);
        let former = match former {
            Some(id) => self.store.player(id)?,
            None => None,
        };
        if let Some(former) = former {
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
}

impl Office {
    /// Writes a letter with the umpire's words to every member, and returns how many there are.
    ///
    /// # Errors
    /// There are no words, or the store fails.
    pub fn announce(&mut self, store: &dyn Snapshot, words: &str) -> Result<(Decision, usize)> {
        let words: String = words.trim().chars().take(LONGEST_WORDS).collect();
        if words.is_empty() {
            bail!("there are no words to send");
        }
        let mut decision = self.decision();
        let mut draft = self.draft(store, &mut decision);
        let players = store.players()?.into_iter();
        for player in players.filter(|player| player.membership.is_member()) {
            let words = words.clone();
            draft.tell_player(&player, None, PlayerNotice::Announced { words });
        }
        let count = decision.letters.len();
        Ok((decision, count))
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

/// Who takes a seat.
enum Newcomer {
    /// A stored player.
    Known(Box<PlayerRow>),
    /// One that the decision adds: which, their name and their address.
    New(PlayerRef, String, String),
}

impl Newcomer {
    fn at(&self) -> PlayerRef {
        match self {
            Self::Known(row) => PlayerRef::Known(row.id),
            Self::New(at, ..) => *at,
        }
    }

    /// Changes a seat as the store will.
    fn sits_down(&self, row: &mut SeatRow) {
        row.nudged = None;
        row.answers = Answers::default();
        row.open_turn.asked_at = None;
        match self {
            Self::Known(player) => {
                row.player = player.id;
                row.name.clone_from(&player.name);
                row.address.clone_from(&player.address);
                row.failures = player.failures;
                row.language.clone_from(&player.language);
                row.format = player.format;
                row.times = player.times.clone();
                row.settings.clone_from(&player.settings);
            }
            Self::New(_, name, address) => {
                row.player = PlayerId(0);
                row.name.clone_from(name);
                row.address.clone_from(address);
                row.failures = 0;
                row.language = None;
                row.format = crate::status::LetterFormat::Both;
                row.times = crate::time::PlayerTimes::default();
                row.settings = None;
            }
        }
    }
}

/// The player with this name that a decision adds.
fn added(decision: &Decision, wanted: &str) -> Option<Newcomer> {
    let mut named = decision.added().enumerate();
    let (nth, (name, address)) = named.find(|(_, (name, _))| *name == wanted)?;
    let at = PlayerRef::New(nth);
    Some(Newcomer::New(at, name.to_owned(), address.to_owned()))
}

//! One game on the table: its setup, its events, and the position that they lead to.
//!
//! [`Table::apply`] is the only place that says what an event means; loading a game and playing it
//! on go through it alike.

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow, bail};

use crate::rules::game::{Game, Seat};
use crate::rules::outcome::{Outcome, Reason};
use crate::rules::variant::Variant;
use crate::store::{Course, Event, GameRow, SeatRow, Tx};
use crate::text::capitalised;
use crate::variants;

/// What can happen in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A turn; the text is canonical.
    Turn,
    /// A seat gives up.
    Resign,
    /// A seat offers a draw, or agrees to one.
    Offer,
    /// A seat declines.
    Decline,
    /// A draw was claimed and stands.
    Claim,
    /// Words.
    Say,
    /// The umpire takes back the end of the game, or the last turn and what came after it.
    Undo,
    /// The umpire ends the game; the text is `RESULT REASON…`.
    Adjudicate,
    /// The umpire calls the game off.
    Abort,
}

impl Kind {
    const ALL: [(Self, &'static str); 9] = [
        (Self::Turn, "turn"),
        (Self::Resign, "resign"),
        (Self::Offer, "offer"),
        (Self::Decline, "decline"),
        (Self::Claim, "claim"),
        (Self::Say, "say"),
        (Self::Undo, "undo"),
        (Self::Adjudicate, "adjudicate"),
        (Self::Abort, "abort"),
    ];

    /// The word in the log.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(kind, _)| *kind == self)
            .map_or("", |(_, word)| word)
    }

    fn parse(word: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(_, known)| *known == word)
            .map(|(kind, _)| *kind)
    }

    /// Whether it counts in the game's state number: talk leaves the letters of others current.
    #[must_use]
    pub fn counts(self) -> bool {
        self != Self::Say
    }
}

/// A turn as the lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// `3.` or `3...`
    pub label: String,
    /// Whose.
    pub seat: Seat,
    /// Canonical.
    pub text: String,
    /// State of the game after it.
    pub state: i64,
}

/// One game.
pub struct Table {
    /// The stored row, as it was when loaded.
    pub row: GameRow,
    /// Seats in order.
    pub seats: Vec<SeatRow>,
    /// The variant.
    pub variant: &'static dyn Variant,
    /// The position and all that the rules need.
    pub game: Box<dyn Game>,
    /// Turns that stand (not taken back).
    pub turns: Vec<Played>,
    /// Seats that want a draw.
    pub offers: Vec<Seat>,
    /// State number.
    pub state: i64,
    /// Place of the last event in the log.
    pub seq: i64,
    /// Called off by the umpire.
    aborted: bool,
    /// The record did not add up when it was last compared: nobody plays on.
    frozen: bool,
    /// Events that stand, without talk: what `undo` cuts back.
    standing: Vec<Standing>,
}

/// An event that has not been taken back.
struct Standing {
    kind: Kind,
    seat: Option<Seat>,
    /// Empty for a turn, whose text stands in [`Table::turns`].
    text: String,
    state: i64,
}

impl Table {
    /// The game of this number with all that has happened; `None` if there is none.
    ///
    /// # Errors
    /// The record does not add up (it names game and event), or trouble with the file.
    pub fn load(tx: &Tx<'_>, id: i64) -> Result<Option<Self>> {
        let Some(row) = tx.game(id)? else {
            return Ok(None);
        };
        Self::load_onto(tx, row, tx.seats(id)?).map(Some)
    }

    /// The game whose row and seats are read already, with all that has happened.
    ///
    /// # Errors
    /// As [`Table::load`].
    pub fn load_onto(tx: &Tx<'_>, row: GameRow, seats: Vec<SeatRow>) -> Result<Self> {
        let id = row.id;
        let mut table = Self::begin(row, seats)?;
        tx.events(id, &mut |event| {
            table
                .happen(&event)
                .with_context(|| format!("game #{id}, event {}", event.seq))
        })?;
        Ok(table)
    }

    /// The game before its first event.
    ///
    /// # Errors
    /// Its setup cannot be read any more.
    pub fn begin(row: GameRow, seats: Vec<SeatRow>) -> Result<Self> {
        let variant = variants::find(&row.variant)
            .ok_or_else(|| anyhow!("game #{}: no variant {:?} here", row.id, row.variant))?;
        let game = start(variant, &row)?;
        let frozen = row.course.status == "frozen";
        Ok(Self {
            row,
            seats,
            variant,
            game,
            turns: Vec::new(),
            offers: Vec::new(),
            state: 0,
            seq: 0,
            aborted: false,
            frozen,
            standing: Vec::new(),
        })
    }

    /// Lets a stored event happen.
    ///
    /// # Errors
    /// The record does not add up.
    pub(super) fn happen(&mut self, event: &Event<'_>) -> Result<()> {
        let known = Kind::parse(event.kind);
        let kind = known.ok_or_else(|| anyhow!("unknown event {:?}", event.kind))?;
        self.seq = event.seq;
        self.apply(kind, event.seat.map(Seat), event.text, event.state)
    }

    /// Lets an event happen in memory; `state` is the game's state number after it.
    ///
    /// # Errors
    /// The event cannot happen here.
    pub fn apply(&mut self, kind: Kind, seat: Option<Seat>, text: &str, state: i64) -> Result<()> {
        let by = || seat.ok_or_else(|| anyhow!("{} without a seat", kind.as_str()));
        match kind {
            Kind::Say => return Ok(()),
            Kind::Turn => {
                let label = self.game.label();
                self.game.replay(text)?;
                let seat = by()?;
                self.offers.retain(|offering| *offering == seat);
                self.turns.push(Played {
                    label,
                    seat,
                    text: text.to_owned(),
                    state,
                });
            }
            Kind::Resign => self.game.retire(by()?, Reason::Resignation),
            Kind::Offer => {
                let seat = by()?;
                if !self.offers.contains(&seat) {
                    self.offers.push(seat);
                }
                let playing = self.game.playing();
                if playing.iter().all(|seat| self.offers.contains(seat)) {
                    self.game.end(Outcome::draw(playing, Reason::Agreement));
                }
            }
            Kind::Decline => self.offers.clear(),
            Kind::Claim => drop(self.game.claim_draw()?),
            Kind::Adjudicate => {
                let outcome = self.read_result(text)?;
                self.game.end(outcome);
            }
            Kind::Undo => self.take_back()?,
            Kind::Abort => self.aborted = true,
        }
        self.state = state;
        if kind != Kind::Undo {
            let text = if kind == Kind::Turn { "" } else { text };
            self.standing.push(Standing {
                kind,
                seat,
                text: text.to_owned(),
                state,
            });
        }
        Ok(())
    }

    /// Cuts back to before the last turn: whatever happened since is taken back with it.
    fn take_back(&mut self) -> Result<()> {
        let Some(last) = self.undoable() else {
            bail!("there is nothing to take back")
        };
        let kept: Vec<_> = self.standing.drain(..).take(last).collect();
        let mut turns = std::mem::take(&mut self.turns).into_iter();
        self.game = start(self.variant, &self.row)?;
        self.offers.clear();
        self.aborted = false;
        for event in kept {
            let text = match event.kind {
                Kind::Turn => turns.next().map(|turn| turn.text).unwrap_or_default(),
                _ => event.text,
            };
            self.apply(event.kind, event.seat, &text, event.state)?;
        }
        Ok(())
    }

    /// Where `undo` cuts: at what ended the game, if that was no turn, else at the last turn.
    fn undoable(&self) -> Option<usize> {
        let ended = self.aborted || self.game.outcome().is_some();
        match self.standing.last() {
            Some(event) if ended && event.kind != Kind::Turn => Some(self.standing.len() - 1),
            _ => self
                .standing
                .iter()
                .rposition(|event| event.kind == Kind::Turn),
        }
    }

    /// What `undo` would take back, in words; `None` if there is nothing.
    #[must_use]
    pub fn undo_words(&self) -> Option<String> {
        let event = self.standing.get(self.undoable()?)?;
        if event.kind != Kind::Turn {
            return Some("the end of the game".to_owned());
        }
        self.turns
            .last()
            .map(|turn| format!("{} {}", turn.label, turn.text))
    }

    /// Reads `1-0`, `0-1`, `1/2-1/2`, or an order of finish such as `red>blue=green>yellow`, at
    /// the start of `text`.
    ///
    /// # Errors
    /// It is none of these.
    pub fn read_result(&self, text: &str) -> Result<Outcome> {
        let word = text.split_whitespace().next().unwrap_or_default();
        let seats: Vec<Seat> = (0..self.variant.seats().len()).map(seat_at).collect();
        let places = match (word, seats.as_slice()) {
            ("1-0", &[first, second]) => vec![vec![first], vec![second]],
            ("0-1", &[first, second]) => vec![vec![second], vec![first]],
            ("1/2-1/2", &[_, _]) => vec![seats.clone()],
            _ => self.read_order(word)?,
        };
        let mut named: Vec<Seat> = places.iter().flatten().copied().collect();
        named.sort_unstable();
        if named != seats {
            bail!(
                "{word:?} does not name each of the seats {} once",
                self.variant.seats().join(", ")
            );
        }
        Ok(Outcome {
            places,
            reason: Reason::Umpire,
        })
    }

    fn read_order(&self, word: &str) -> Result<Vec<Vec<Seat>>> {
        let seat = |name: &str| {
            self.seat_named(name).ok_or_else(|| {
                let order = self.variant.seats().join(">");
                anyhow!("no result: {word:?} (write 1-0, 0-1, 1/2-1/2, or an order like {order})")
            })
        };
        word.split('>')
            .map(|group| group.split('=').map(seat).collect())
            .collect()
    }

    /// The seat with this word, in any case.
    #[must_use]
    pub fn seat_named(&self, word: &str) -> Option<Seat> {
        self.variant
            .seats()
            .iter()
            .position(|name| name.eq_ignore_ascii_case(word))
            .map(seat_at)
    }

    /// What the events have come to.
    #[must_use]
    pub fn course(&self) -> Course {
        let outcome = self.game.outcome();
        let status = match (self.frozen, self.aborted, outcome) {
            (true, ..) => "frozen",
            (_, true, _) => "aborted",
            (.., Some(_)) => "finished",
            _ => "playing",
        };
        Course {
            state: self.state,
            status: status.to_owned(),
            to_move: self.game.to_move().0,
            result: outcome.map(|outcome| outcome.result(self.variant.seats())),
            reason: outcome.map(|outcome| outcome.reason.as_str().to_owned()),
        }
    }

    /// Whether turns may still be played.
    #[must_use]
    pub fn is_on(&self) -> bool {
        !self.frozen && !self.aborted && self.game.outcome().is_none()
    }

    /// Why the game is not on, in a sentence: `The game is over: 1-0, checkmate.`
    #[must_use]
    pub fn end_sentence(&self) -> Option<String> {
        match (self.frozen, self.aborted, self.game.outcome()) {
            (true, ..) => {
                Some("The umpire is looking into this game; it stands still meanwhile.".to_owned())
            }
            (_, true, _) => Some("The umpire has called this game off.".to_owned()),
            (.., Some(outcome)) => {
                let result = outcome.result(self.variant.seats());
                let reason = match outcome.reason {
                    Reason::Umpire => "as the umpire has decided".to_owned(),
                    reason => reason.to_string(),
                };
                Some(format!("The game is over: {result}, {reason}."))
            }
            _ => None,
        }
    }

    /// Lets the game go on again: its record adds up.
    pub(super) fn thaw(&mut self) {
        self.frozen = false;
    }

    /// The seat's word, capitalised: `White`.
    #[must_use]
    pub fn seat_name(&self, seat: Seat) -> String {
        capitalised(
            self.variant
                .seats()
                .get(usize::from(seat.0))
                .copied()
                .unwrap_or("?"),
        )
    }

    /// `Boris (Black)`.
    #[must_use]
    pub fn player_name(&self, seat: Seat) -> String {
        let name = self
            .seats
            .get(usize::from(seat.0))
            .map_or("?", |row| row.name.as_str());
        format!("{name} ({})", self.seat_name(seat))
    }

    /// The label of the turn that was due when the game was in `state`.
    #[must_use]
    pub fn label_at(&self, state: i64) -> String {
        let later = self.turns.iter().find(|turn| turn.state > state);
        later.map_or_else(|| self.game.label(), |turn| turn.label.clone())
    }

    /// `turn 3`, from a label.
    #[must_use]
    pub fn turn_number(label: &str) -> String {
        format!("turn {}", label.trim_end_matches('.'))
    }

    /// 3, from a label.
    #[must_use]
    pub fn number(label: &str) -> u32 {
        label.trim_end_matches('.').parse().unwrap_or(0)
    }

    /// The number of the turn now due.
    #[must_use]
    pub fn due_number(&self) -> u32 {
        let label = self.game.label();
        label.trim_end_matches('.').parse().unwrap_or(0)
    }

    /// How many turns were played before turn number `at` was due for the first seat.
    #[must_use]
    pub fn turns_before(&self, at: u32) -> usize {
        self.turns
            .iter()
            .take_while(|turn| Self::number(&turn.label) < at)
            .count()
    }

    /// The game as it stood after the first `count` turns.
    ///
    /// # Errors
    /// The record does not add up.
    pub fn at(&self, count: usize) -> Result<Box<dyn Game>> {
        let mut game = start(self.variant, &self.row)?;
        for turn in self.turns.iter().take(count) {
            game.replay(&turn.text)?;
        }
        Ok(game)
    }
}

/// The seat with this index.
#[must_use]
pub fn seat_at(index: usize) -> Seat {
    Seat(u8::try_from(index).unwrap_or(u8::MAX))
}

fn start(variant: &'static dyn Variant, row: &GameRow) -> Result<Box<dyn Game>> {
    let options: BTreeMap<String, String> = serde_json::from_str(&row.options)
        .with_context(|| format!("game #{}: its options cannot be read", row.id))?;
    Ok(variant.start(&options, row.position.as_deref())?)
}

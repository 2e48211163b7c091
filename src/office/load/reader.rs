//! What the reader of a mail asks the games about, answered from the games that are open.

use std::cell::{Cell, OnceCell};

use crate::commands::{Stage, Turns};
use crate::games::{Actor, Decided, Event, Request, StoredGame, decide};
use crate::ids::GameId;
use crate::rules::game::{Mention, Seat, TurnReading};
use crate::store::Snapshot;
use crate::variants::Games;

use crate::office::load::shown::settings_of;

/// How much the games look at for the texts of one mail, in actions (see `Game::effort`). Mails of people need a
/// tenth of it.
const MOST_EFFORT: u64 = 8_000;
/// What asking a game costs besides, in the same measure.
const QUESTION: u64 = 5;

/// The games of a mail, each with its author's seat and the state that the answered letter showed.
pub struct Reader<'a> {
    author: &'a str,
    known: &'a Games,
    games: Vec<Open<'a>>,
    /// Where names are looked up; `None` in a new value.
    pub names: Option<&'a dyn Snapshot>,
    /// How much the games had looked at before.
    before: u64,
    /// How often they were asked.
    questions: Cell<u64>,
    too_many: Cell<bool>,
    /// Whether the letter that is answered asks something about no game; false in a new value.
    pub asked: bool,
    /// Whether the letter of a game that is answered asks something about no game; false in a new value.
    pub asked_elsewhere: bool,
}

struct Open<'a> {
    stored: &'a StoredGame,
    seat: Seat,
    shown: i64,
    /// Whether the letter that is answered asks a question.
    asked: bool,
    stage: OnceCell<Stage>,
}

impl<'a> Reader<'a> {
    /// Of these games, by their author's name, with all that can be played; the last value says whether the answered letter asks a question about the game.
    pub fn new(
        author: &'a str,
        known: &'a Games,
        games: impl Iterator<Item = (&'a StoredGame, Seat, i64, bool)>,
    ) -> Self {
        let games = games.map(|(stored, seat, shown, asked)| Open {
            stored,
            seat,
            shown,
            asked,
            stage: OnceCell::new(),
        });
        let mut reader = Self {
            author,
            known,
            games: games.collect(),
            names: None,
            before: 0,
            questions: Cell::new(0),
            too_many: Cell::new(false),
            asked: false,
            asked_elsewhere: false,
        };
        reader.before = reader.effort();
        reader
    }

    fn effort(&self) -> u64 {
        let games = self.games.iter();
        let looked: u64 = games.map(|open| open.stored.game.effort()).sum();
        looked + QUESTION * self.questions.get()
    }

    /// The game that may be asked about a text; `None` once that was done too often.
    fn asks(&self, game: Option<i64>) -> Option<&Open<'a>> {
        let open = self.open(game)?;
        if self.effort() - self.before >= MOST_EFFORT {
            self.too_many.set(true);
            return None;
        }
        self.questions.set(self.questions.get() + 1);
        Some(open)
    }

    /// The game with this number, or the one in scope: the first.
    fn open(&self, game: Option<i64>) -> Option<&Open<'a>> {
        let wanted = |open: &&Open<'_>| game.is_none_or(|game| open.stored.row.id == GameId(game));
        self.games.iter().find(wanted)
    }
}

impl Open<'_> {
    fn stage(&self) -> Stage {
        if !self.stored.is_on() && !self.stored.may_play_late(self.seat, self.shown) {
            return match self.stored.closure() {
                Some(crate::games::Closure::Over { .. }) => Stage::Over,
                _ => Stage::Playing,
            };
        }
        // Words that answer a letter answer an offer only if it shows that.
        let unseen = self.stored.offers_since(self.shown);
        let other = |seat: &Seat| *seat != self.seat && !unseen.contains(seat);
        match self.stored.offers.iter().any(other) {
            true => Stage::Offered,
            false => Stage::Playing,
        }
    }
}

impl Turns for Reader<'_> {
    fn reading(&self, game: Option<i64>, text: &str) -> TurnReading {
        let Some(open) = self.asks(game) else {
            return TurnReading::No;
        };
        let settings = settings_of(open.stored, open.seat);
        open.stored.game.reading_by(text, settings.letters())
    }

    fn held(&self, game: Option<i64>) -> Option<String> {
        let open = self.open(game)?;
        open.stored.held(open.seat).map(str::to_owned)
    }

    fn legal(&self, game: Option<i64>, text: &str) -> Option<String> {
        let open = self.asks(game)?;
        let actor = Actor::Seat {
            seat: open.seat,
            shown: open.shown,
        };
        let play = Request::Play {
            turn: text.to_owned(),
            number: None,
        };
        turn_of(decide(open.stored, &actor, &play))
    }

    fn goes_on(&self, game: Option<i64>, text: &str) -> bool {
        let Some(open) = self.asks(game) else {
            return false;
        };
        let begun = open.stored.game.begin(text);
        begun.is_ok_and(|begun| !begun.next.is_empty())
    }

    fn mentions(&self, game: Option<i64>, text: &str) -> Vec<Mention> {
        let Some(open) = self.asks(game) else {
            return Vec::new();
        };
        let mut mentions = open.stored.game.mentions(text);
        if open.stored.game.to_move() != open.seat || !open.stored.is_current(open.shown) {
            // Nothing in that text can be played now.
            for mention in &mut mentions {
                mention.turns.clear();
            }
        }
        mentions
    }

    fn stage(&self, game: Option<i64>) -> Stage {
        self.open(game)
            .map_or(Stage::None, |open| *open.stage.get_or_init(|| open.stage()))
    }

    fn proposed(&self, game: Option<i64>) -> bool {
        let open = self.open(game).filter(|open| open.stored.is_on());
        open.is_some_and(|open| !open.stored.proposed_to(open.seat, open.shown).is_empty())
    }

    fn is_player(&self, name: &str) -> bool {
        let found = self.names.map(|store| store.player_by_name(name));
        matches!(found, Some(Ok(Some(_))))
    }

    fn is_event(&self, name: &str) -> bool {
        let found = self.names.map(|store| store.contest_named(name));
        matches!(found, Some(Ok(Some(_))))
    }

    fn games(&self) -> &Games {
        self.known
    }
    fn author(&self) -> &str {
        self.author
    }

    fn are_too_many(&self) -> bool {
        // One text alone may have been too much.
        self.too_many.get() || self.effort() - self.before >= MOST_EFFORT
    }

    fn asked_elsewhere(&self) -> bool {
        self.asked_elsewhere
    }

    fn asked(&self, game: Option<i64>) -> bool {
        match self.open(game) {
            Some(open) => open.asked,
            None => self.asked && game.is_none(),
        }
    }
}

/// The turn that is played; `None`: none is.
pub fn turn_of(decided: Decided) -> Option<String> {
    let Decided::Done(events) = decided else {
        return None;
    };
    events.into_iter().find_map(|event| match event {
        Event::Turn { text, .. } => Some(text),
        _ => None,
    })
}

//! Commands of the umpire about games. They are decided like requests of players; the players are told
//! of each.
//!
//! | file | contents |
//! |---|---|
//! | `cases` | games that the umpire changes |
//! | `replacing` | another player takes a seat; words to all players |
//! | `account` | players and their addresses |
//! | `outages` | outages that are declared |
//! | `events` | lines about events by mail, and what directors may do |
//! | `mail`, `rulings` | commands by mail, and what comes of them |

pub mod account;
pub(in crate::office) mod cases;
mod events;
mod game_files;
mod mail;
pub mod outages;
pub(in crate::office) mod replacing;
mod rulings;

use anyhow::{Result, anyhow, bail};
use rand::RngExt;

use crate::commands::umpire::{Adjudicate, Extend, Forfeit, Rollback, UmpireAct};
use crate::games::{Request, StoredGame};
use crate::ids::GameId;
use crate::letters::{Frozen, Notice, Report, no_terms};
use crate::rules::SetupError;
use crate::rules::game::{Game, Seat};
use crate::rules::variant::{Options, Variant};
use crate::status::GameStatus;
use crate::store::{Course, GameChange, GameRow, LetterKind, Snapshot};
use crate::text::clean;
use crate::time::{Length, Terms};
use crate::variants::{self, by_file};

use crate::office::act::umpire::account::Player;
use crate::office::close::begin::Beginning;
use crate::office::{Draft, Office, SeatLetter, stored_game};

/// A game that the umpire wants to create.
#[derive(Clone, Debug)]
pub struct GameRequest {
    /// The id of the variant, as the umpire has written it: `hans38`.
    pub variant: String,
    /// Seats with their players (`NAME <address>` or a known name), in any order.
    pub seats: Vec<(String, String)>,
    /// Options of the variant.
    pub options: Options,
    /// The start position, if it is not that of the variant.
    pub position: Option<String>,
    /// The terms of time as typed; `None`: those of the settings.
    pub time: Option<String>,
    /// Whether it is rated.
    pub rated: bool,
}

impl Office {
    /// The options of a game with what was drawn, and the game before its first turn.
    ///
    /// # Errors
    /// An option or the position is wrong.
    pub(super) fn set_up(
        &mut self,
        variant: &dyn Variant,
        options: &Options,
        position: Option<&str>,
    ) -> Result<(Options, Box<dyn Game>), SetupError> {
        let chance = &mut self.chance;
        let options = match position {
            // The position says where the pieces are: nothing is drawn.
            Some(_) => options.clone(),
            None => variant.settle(options, &mut |n| chance.random_range(0..n.max(1)))?,
        };
        let start = variant.start(&options, position)?;
        Ok((options, start))
    }
}

impl Draft<'_> {
    /// Creates a game, and writes the first letters.
    ///
    /// # Errors
    /// Variant, options, position or players are wrong; the message says what would be right.
    pub fn new_game(&mut self, asked: &GameRequest, actor: &str) -> Result<StoredGame> {
        actor.clone_into(&mut self.decision.by);
        let Some(variant) = self.office.games().get(&asked.variant) else {
            let known: Vec<String> = self.office.games().ids().collect();
            let (odd, known) = (clean(&asked.variant, 40), known.join(", "));
            bail!("no variant {odd:?}; there are {known}");
        };
        let position = asked.position.as_deref();
        let set_up = self.office.set_up(&*variant, &asked.options, position);
        let wrong = |error| anyhow!(self.office.voice().setup_error(&error));
        let (options, start) = set_up.map_err(wrong)?;
        let players = self.players_for(&*variant, &asked.seats)?;
        if asked.rated && position.is_some() {
            bail!("a game from a position of one's own is not rated");
        }
        if asked.rated && !self.office.can_rate() {
            bail!("not all hosts know rated games yet: upgrade the others first");
        }
        if start.outcome().is_some() {
            bail!("that position is the end of a game already");
        }
        let terms = match asked.time.as_deref() {
            Some(typed) => {
                Terms::read(typed).map_err(|_| anyhow!(no_terms(self.office.voice(), typed)))?
            }
            None => self.office.settings.time.of_umpire(),
        };
        let new = Beginning {
            variant,
            options,
            start,
            placed: position.is_some(),
            terms,
            players,
            actor,
            private: false,
            rated: asked.rated,
            challenge: None,
            contest: None,
        };
        self.begin(new, &[Notice::NewGame, Notice::ByUmpire])
    }

    fn players_for(
        &mut self,
        variant: &dyn Variant,
        asked: &[(String, String)],
    ) -> Result<Vec<Player>> {
        let seats = variant.seats();
        let mut players = Vec::new();
        for seat in &seats {
            let given = asked.iter();
            let mut given = given.filter(|(name, _)| name.eq_ignore_ascii_case(seat));
            match (given.next(), given.next()) {
                (Some((_, who)), None) => players.push(self.player_for_seat(who)?),
                (Some(_), Some(_)) => bail!("two players for {seat}"),
                (None, _) => bail!("nobody plays {seat}; add --seat {seat}=\"NAME <address>\""),
            }
        }
        let known = |name: &str| seats.iter().any(|seat| seat.eq_ignore_ascii_case(name));
        if let Some((odd, _)) = asked.iter().find(|(name, _)| !known(name)) {
            let (name, odd) = (variant.name(), clean(odd, 40));
            bail!("{name} has no seat {odd:?}, only {}", seats.join(", "));
        }
        Ok(players)
    }

    /// Does in a game what the umpire wants.
    ///
    /// # Errors
    /// There is no such game or player, a length cannot be read, or it is refused; the message says why.
    pub fn act(&mut self, game: GameId, act: &UmpireAct, actor: &str) -> Result<StoredGame> {
        let request = self.request_of(&stored_game(self.store, game)?, act)?;
        self.rule(game, &request, actor)
    }

    /// Writes the present letter to a seat again.
    ///
    /// # Errors
    /// There is no such game or seat.
    pub fn send_again(&mut self, game: GameId, seat: &str) -> Result<StoredGame> {
        let stored = stored_game(self.store, game)?;
        let Some(seat) = stored.seat_named(seat) else {
            let (odd, seats) = (clean(seat, 40), stored.variant.seats().join(", "));
            bail!("game #{game} has no seat {odd:?}, only {seats}");
        };
        self.post_again(&stored, seat);
        Ok(stored)
    }

    /// Writes the present letter to every seat of every game that is being played again, because the
    /// letters that were sent prove nothing any more. Returns how many there are.
    ///
    /// # Errors
    /// The store fails, or a game cannot be loaded.
    pub fn send_all_again(&mut self) -> Result<usize> {
        let before = self.decision.letters.len();
        for_each_game(self.store, GameStatus::Playing, |row| {
            let stored = stored_game(self.store, row.id)?;
            stored
                .all_seats()
                .for_each(|seat| self.post_again(&stored, seat));
            Ok(())
        })?;
        Ok(self.decision.letters.len() - before)
    }

    fn post_again(&mut self, stored: &StoredGame, seat: Seat) {
        let letter = SeatLetter::told(LetterKind::Again, vec![Notice::SentAgain], None);
        self.post_seat(stored, seat, letter);
    }

    /// The request by which something is done in a game, from a mail or the command line. A player who takes a seat and
    /// is not known is added.
    ///
    /// # Errors
    /// There is no such player, a length cannot be read, or the store fails.
    pub(super) fn request_of(&mut self, stored: &StoredGame, act: &UmpireAct) -> Result<Request> {
        Ok(match act.clone() {
            UmpireAct::Pause(why) => Request::Pause { reason: why.reason },
            UmpireAct::Resume => Request::Resume,
            UmpireAct::Extend(Extend { seat, length }) => {
                let length: Length = (length.parse())
                    .map_err(|why| anyhow!("{why}; write a length like 3d or 1d12h"))?;
                Request::Extend {
                    seat: seat.unwrap_or_else(|| stored.seat_name(stored.game.to_move())),
                    seconds: length.seconds(),
                }
            }
            UmpireAct::Rollback(Rollback { turn, why }) => Request::Rollback {
                turn,
                reason: why.reason,
            },
            UmpireAct::Adjudicate(Adjudicate { result, why }) => Request::Adjudicate {
                result,
                reason: why.reason,
                votes: None,
            },
            UmpireAct::Forfeit(Forfeit { seat, why }) => Request::Forfeit {
                seat,
                reason: why.reason,
            },
            UmpireAct::Replace(_) if self.is_of_open_contest(&stored.row)? => bail!(
                "game #{} is one of an event, in which nobody else can take a seat: `zugpost event replace EVENT PLAYER NEWCOMER` lets somebody play on early in it, `zugpost event withdraw EVENT PLAYER` takes a \
                 player out",
                stored.row.id
            ),
            UmpireAct::Replace(replace) => self.replacement(&replace)?,
            UmpireAct::Terminate(why) => Request::Abort { reason: why.reason },
            UmpireAct::Announce { words } => Request::Say { to: None, words },
        })
    }

    /// Freezes a game, and tells the umpire.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn freeze(&mut self, game: GameId, reason: Frozen) -> Result<()> {
        let Some(row) = self.store.game(game)? else {
            return Ok(());
        };
        let mut change = GameChange::new(game, row.seq);
        change.course = Some(Course {
            status: GameStatus::Frozen,
            rated_end: None,
            ..row.course
        });
        self.decision.games.push(change);
        self.tell_umpire(Report::Frozen { game, reason });
        Ok(())
    }
}

/// Does something with each game of a status; the rows are read a page at a time.
fn for_each_game(
    store: &dyn Snapshot,
    status: GameStatus,
    mut work: impl FnMut(GameRow) -> Result<()>,
) -> Result<()> {
    let mut after = GameId(0);
    loop {
        let games = store.games(Some(status), after, 200)?;
        let Some(last) = games.last() else {
            return Ok(());
        };
        after = last.id;
        games.into_iter().try_for_each(&mut work)?;
    }
}

/// Those of the versions of rules (variant, version, whether by file, number of games) that are not known here.
#[must_use]
pub fn unknown_rules(versions: &[(String, u32, bool, i64)]) -> Vec<(String, u32, i64)> {
    let unknown = versions.iter().filter(|(variant, version, by_file, _)| {
        let newest = match by_file {
            true => Some(by_file::game::RULES_VERSION),
            false => variants::find(variant).map(|game| game.rules_version()),
        };
        newest.is_none_or(|newest| !(1..=newest).contains(version))
    });
    unknown
        .map(|(variant, version, _, games)| (variant.clone(), *version, *games))
        .collect()
}

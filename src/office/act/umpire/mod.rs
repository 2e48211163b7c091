//! Commands of the umpire about games. They are decided like requests of players; the players are told
//! of each.
//!
//! | file | contents |
//! |---|---|
//! | `cases` | games that the umpire changes |
//! | `replacing` | another player takes a seat; words to all players |
//! | `account` | players and their addresses |
//! | `outages` | outages that are declared |
//! | `mail`, `rulings` | commands by mail, and what comes of them |

pub mod account;
pub(in crate::office) mod cases;
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
use crate::rules::variant::{Options, Variant};
use crate::status::GameStatus;
use crate::store::{Course, Decision, GameChange, LetterKind, Snapshot};
use crate::text::clean;
use crate::time::{Length, Terms};
use crate::variants;

use crate::office::act::umpire::account::Player;
use crate::office::close::begin::Beginning;
use crate::office::{Draft, Office, SeatLetter, stored_game};

/// A game that the umpire wants to create.
#[derive(Clone, Debug)]
pub struct GameRequest {
    /// Variant id.
    pub variant: String,
    /// Seats with their players (`NAME <address>` or a known name), in any order.
    pub seats: Vec<(String, String)>,
    /// Options of the variant.
    pub options: Options,
    /// The start position, if it is not that of the variant.
    pub position: Option<String>,
    /// The terms of time as typed; `None`: those of the settings.
    pub time: Option<String>,
}

/// What a command of the umpire brings about: the decision, and the game as it is after it.
pub struct Ruled {
    /// To be written.
    pub decision: Decision,
    /// The game; a new one has no number yet.
    pub stored: StoredGame,
}

impl Office {
    /// Creates a game, and writes the first letters.
    ///
    /// # Errors
    /// Variant, options, position or players are wrong; the message says what would be right.
    pub fn new_game(
        &mut self,
        store: &dyn Snapshot,
        asked: &GameRequest,
        actor: &str,
    ) -> Result<Ruled> {
        let mut decision = self.decision();
        actor.clone_into(&mut decision.by);
        let Some(variant) = variants::find(&asked.variant) else {
            let known: Vec<&str> = variants::VARIANTS.iter().map(|game| game.id()).collect();
            bail!(
                "no variant {:?}; there are {}",
                clean(&asked.variant, 40),
                known.join(", ")
            );
        };
        let voice = self.words.voice(&self.settings.language);
        let wrong = |error| anyhow!(voice.setup_error(&error));
        let chance = &mut self.chance;
        let mut sample = |n: u32| chance.random_range(0..n.max(1));
        let options = match asked.position {
            // The position says where the pieces are: nothing is drawn.
            Some(_) => asked.options.clone(),
            None => variant.settle(&asked.options, &mut sample).map_err(wrong)?,
        };
        let start = variant
            .start(&options, asked.position.as_deref())
            .map_err(wrong)?;
        let players = self.players_for(store, &mut decision, variant, &asked.seats)?;
        if start.outcome().is_some() {
            bail!("that position is the end of a game already");
        }
        let terms = match asked.time.as_deref() {
            Some(typed) => {
                Terms::read(typed).map_err(|_| anyhow!(no_terms(self.voice(), typed)))?
            }
            None => self.settings.time.of_umpire(),
        };
        let new = Beginning {
            variant,
            options,
            start,
            placed: asked.position.is_some(),
            terms,
            players,
            actor,
            private: false,
            challenge: None,
        };
        let stored = self
            .draft(store, &mut decision)
            .begin(new, &[Notice::NewGame, Notice::ByUmpire])?;
        Ok(Ruled { decision, stored })
    }

    fn players_for(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        variant: &dyn Variant,
        asked: &[(String, String)],
    ) -> Result<Vec<Player>> {
        let mut players = Vec::new();
        for seat in variant.seats() {
            let mut given = asked
                .iter()
                .filter(|(name, _)| name.eq_ignore_ascii_case(seat));
            match (given.next(), given.next()) {
                (Some((_, who)), None) => {
                    players.push(self.player_for_seat(store, decision, who)?);
                }
                (Some(_), Some(_)) => bail!("two players for {seat}"),
                (None, _) => bail!("nobody plays {seat}; add --seat {seat}=\"NAME <address>\""),
            }
        }
        let seats = variant.seats();
        let known = |name: &str| seats.iter().any(|seat| seat.eq_ignore_ascii_case(name));
        if let Some((odd, _)) = asked.iter().find(|(name, _)| !known(name)) {
            bail!(
                "{} has no seat {:?}, only {}",
                variant.name(),
                clean(odd, 40),
                seats.join(", ")
            );
        }
        Ok(players)
    }

    /// Carries out a request of the umpire in a game, such as a turn for the seat to move, or an undo.
    ///
    /// # Errors
    /// There is no such game, or the request is refused; the message says why.
    pub fn rule(
        &mut self,
        store: &dyn Snapshot,
        game: GameId,
        request: &Request,
        actor: &str,
    ) -> Result<Ruled> {
        let mut decision = self.decision();
        let mut draft = self.draft(store, &mut decision);
        let stored = draft.rule_at_once(game, request, actor)?;
        Ok(Ruled { decision, stored })
    }

    /// Does in a game what the umpire wants.
    ///
    /// # Errors
    /// There is no such game or player, a length cannot be read, or it is refused; the message says why.
    pub fn act(
        &mut self,
        store: &dyn Snapshot,
        game: GameId,
        act: &UmpireAct,
        actor: &str,
    ) -> Result<Ruled> {
        let mut decision = self.decision();
        let mut draft = self.draft(store, &mut decision);
        let request = draft.request_of(&stored_game(store, game)?, act)?;
        let stored = draft.rule_at_once(game, &request, actor)?;
        Ok(Ruled { decision, stored })
    }

    /// Writes the present letter to a seat again.
    ///
    /// # Errors
    /// There is no such game or seat.
    pub fn send_again(&mut self, store: &dyn Snapshot, game: GameId, seat: &str) -> Result<Ruled> {
        let stored = stored_game(store, game)?;
        let Some(seat) = stored.seat_named(seat) else {
            bail!(
                "game #{game} has no seat {:?}, only {}",
                clean(seat, 40),
                stored.variant.seats().join(", ")
            );
        };
        let mut decision = self.decision();
        let letter = SeatLetter::told(LetterKind::Again, vec![Notice::SentAgain], None);
        self.draft(store, &mut decision)
            .post_seat(&stored, seat, letter);
        Ok(Ruled { decision, stored })
    }

    /// Writes the present letter to every seat of every game that is being played again, because the
    /// letters that were sent prove nothing any more. Returns how many there are.
    ///
    /// # Errors
    /// The store fails, or a game cannot be loaded.
    pub fn send_all_again(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
    ) -> Result<usize> {
        let mut after = GameId(0);
        let before = decision.letters.len();
        loop {
            let games = store.games(Some(GameStatus::Playing), after, 200)?;
            let Some(last) = games.last() else { break };
            after = last.id;
            for game in games {
                let stored = stored_game(store, game.id)?;
                for seat in stored.all_seats() {
                    let letter = SeatLetter::told(LetterKind::Again, vec![Notice::SentAgain], None);
                    self.draft(store, decision).post_seat(&stored, seat, letter);
                }
            }
        }
        Ok(decision.letters.len() - before)
    }
}

impl Draft<'_> {
    /// The request by which something is done in a game, from a mail or the command line. A player who takes a seat and
    /// is not known is added.
    ///
    /// # Errors
    /// There is no such player, a length cannot be read, or the store fails.
    pub(in crate::office) fn request_of(
        &mut self,
        stored: &StoredGame,
        act: &UmpireAct,
    ) -> Result<Request> {
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
            },
            UmpireAct::Forfeit(Forfeit { seat, why }) => Request::Forfeit {
                seat,
                reason: why.reason,
            },
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
            ..row.course
        });
        self.decision.games.push(change);
        self.tell_umpire(Report::Frozen { game, reason });
        Ok(())
    }
}

/// Those of the versions of rules (variant, version, number of games) that are not known here.
#[must_use]
pub fn unknown_rules(versions: &[(String, u32, i64)]) -> Vec<(String, u32, i64)> {
    let known = |variant: &str, version: u32| {
        variants::find(variant).is_some_and(|v| (1..=v.rules_version()).contains(&version))
    };
    let unknown = versions
        .iter()
        .filter(|(variant, version, _)| !known(variant, *version));
    unknown.cloned().collect()
}

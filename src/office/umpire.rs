//! Commands of the umpire about games. They are decided like requests of players; the players are told
//! of each.

use anyhow::{Result, anyhow, bail};
use rand::RngExt;

use crate::games::{
    Actor, Cause, Changes, Decided, Event, Refusal, Replacement, Request, StoredGame, decide,
};
use crate::letters::{Frozen, GameWords, Notice, Report, no_terms};
use crate::rules::game::Seat;
use crate::rules::variant::{Options, Variant};
use crate::store::{
    Answers, Course, Decision, GameChange, GameId, GameRef, GameRow, GameStatus, LetterChange,
    LetterFormat, LetterKind, NewGame, OpenTurn, PlayerTimes, SeatRow, Snapshot,
};
use crate::text::clean;
use crate::time::Terms;
use crate::variants;

use super::account::Player;
use super::deadlines::set_timer;
use super::outgoing::SeatLetter;
use super::replacing::takes_seat;
use super::{Office, stored_game};

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

/// A game that the umpire changes, before that is written.
pub(super) struct Case {
    /// The game as it is after what is decided so far.
    pub stored: StoredGame,
    /// What has changed.
    pub changes: Changes,
    /// What the letters to the players begin with.
    pub notices: Vec<Notice>,
    /// Seats that other players have taken.
    newcomers: Vec<(Seat, Replacement)>,
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
            // The position says where the pieces stand: nothing is drawn.
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
            Some(typed) => Terms::read(typed).map_err(|_| anyhow!(no_terms(voice, typed)))?,
            None => self.settings.time.default,
        };
        let position = asked.position.is_some().then(|| start.position());
        let new = NewGame {
            variant: variant.id().to_owned(),
            rules_version: variant.rules_version(),
            options: serde_json::to_string(&options)?,
            position,
            time: terms.map(|terms| terms.to_string()),
            to_move: start.to_move().0,
            players: players.iter().map(|player| player.at).collect(),
            actor: actor.to_owned(),
        };
        let (row, seats) = (row(&new, &decision.now), seats(&players));
        decision.new_game = Some(new);
        let stored = StoredGame::begin(row, seats)?;
        let now = self.moment(&decision)?.at;
        let due = self.next_due(&stored, now, now);
        set_timer(&mut decision, GameRef::New, due);
        for seat in stored.all_seats() {
            let letter = SeatLetter::told(LetterKind::First, vec![Notice::NewGame], None);
            self.post_seat_of(&mut decision, GameRef::New, &stored, seat, letter);
        }
        Ok(Ruled { decision, stored })
    }

    fn players_for(
        &self,
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

    /// Carries out a request of the umpire in a game: a turn for the seat to move, an undo, a result,
    /// calling it off.
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
        let mut case = self.open_case(store, &decision, game)?;
        self.decide_in(store, &mut decision, &mut case, request)?
            .map_err(|refusal| self.refused(&case, &refusal))?;
        let stored = self.close_case(store, &mut decision, case, actor)?;
        Ok(Ruled { decision, stored })
    }

    /// A game that the umpire is about to change.
    ///
    /// # Errors
    /// There is no such game, or it cannot be loaded.
    pub(super) fn open_case(
        &self,
        store: &dyn Snapshot,
        decision: &Decision,
        game: GameId,
    ) -> Result<Case> {
        Ok(Case {
            stored: stored_game(store, game)?,
            changes: Changes::at(self.moment(decision)?),
            notices: Vec::new(),
            newcomers: Vec::new(),
        })
    }

    /// Carries out a request of the umpire, as a part of a decision; the inner error is why it is refused.
    ///
    /// # Errors
    /// The store fails, or an event cannot be applied.
    pub(super) fn decide_in(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        case: &mut Case,
        request: &Request,
    ) -> Result<Result<(), Refusal>> {
        let events = match decide(&case.stored, &Actor::Umpire, request) {
            Decided::Done(events) => events,
            Decided::Held { .. } => bail!("the umpire holds no turns"),
            Decided::Planned { .. } => bail!("the umpire plans no turns"),
            Decided::Refused(refusal) => return Ok(Err(refusal)),
        };
        let typed = match request {
            Request::Play { turn, .. } => Some(turn.as_str()),
            _ => None,
        };
        for event in &events {
            case.changes.apply(&mut case.stored, event, typed)?;
            match event {
                Event::Abort { .. } => {
                    let why = "the game was called off".to_owned();
                    let drop = LetterChange::DropOfGame(case.stored.row.id, why);
                    decision.letter_changes.push(drop);
                }
                Event::Replace { seat, change } => {
                    let place = (&mut case.stored, *seat);
                    self.seat_newcomer(store, decision, place, change, &mut case.changes)?;
                    case.newcomers.retain(|(taken, _)| taken != seat);
                    case.newcomers.push((*seat, change.clone()));
                }
                _ => {}
            }
        }
        Ok(Ok(()))
    }

    /// Why a request is refused, as the command line says it.
    pub(super) fn refused(&self, case: &Case, refusal: &Refusal) -> anyhow::Error {
        let words = GameWords {
            voice: self.voice(),
            stored: &case.stored,
        };
        anyhow!(words.refusal_for_umpire(refusal))
    }

    /// Writes the letters about what the umpire has done in a game, and adds the changes to the decision; returns the
    /// game after them. The letters begin with the notices of the case.
    ///
    /// # Errors
    /// A planned turn cannot be applied, or the store fails.
    pub(super) fn close_case(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        case: Case,
        actor: &str,
    ) -> Result<StoredGame> {
        let Case {
            mut stored,
            mut changes,
            notices,
            newcomers,
        } = case;
        if self.plays_plans() {
            changes.play_plans(&mut stored)?;
        }
        for seat in stored.all_seats() {
            let newcomer = newcomers.iter().find(|(taken, _)| *taken == seat);
            let mut letter = match newcomer {
                Some((_, change)) => takes_seat(change),
                // The umpire's letters are read even where the reader's own turn is all that has happened.
                None => SeatLetter::news(&stored, &changes, None),
            };
            if newcomer.is_none() && !changes.reaches(&stored, seat) {
                continue;
            }
            if !notices.is_empty() && letter.kind == LetterKind::News {
                // A letter of news may be superseded, and its notices with it.
                letter.kind = LetterKind::Again;
            }
            letter.notices.splice(0..0, notices.iter().cloned());
            self.post_seat(decision, &stored, seat, letter);
        }
        self.tell_watchers(store, decision, &stored, &changes)?;
        self.set_clock_timer(decision, &stored, &changes);
        decision
            .games
            .push(changes.into_change(&stored, &Cause::Umpire(actor)));
        Ok(stored)
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
        self.post_seat(&mut decision, &stored, seat, letter);
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
                    self.post_seat(decision, &stored, seat, letter);
                }
            }
        }
        Ok(decision.letters.len() - before)
    }

    /// Freezes a game, and tells the umpire.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn freeze(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        game: GameId,
        reason: Frozen,
    ) -> Result<()> {
        let Some(row) = store.game(game)? else {
            return Ok(());
        };
        let mut change = GameChange::new(game, row.seq);
        change.course = Some(Course {
            status: GameStatus::Frozen,
            ..row.course
        });
        decision.games.push(change);
        self.tell_umpire(decision, Report::Frozen { game, reason });
        Ok(())
    }
}

/// The row that a new game will have, but for its number.
fn row(new: &NewGame, now: &str) -> GameRow {
    GameRow {
        private: false,
        id: GameId(0),
        variant: new.variant.clone(),
        rules_version: new.rules_version,
        options: new.options.clone(),
        position: new.position.clone(),
        time: new.time.clone(),
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
    let seat = |(seat, player): (u8, &Player)| SeatRow {
        seat,
        player: player.id(),
        name: player.name.clone(),
        address: player.address.clone(),
        failures: 0,
        language: None,
        format: LetterFormat::Both,
        held: None,
        nudged: None,
        answers: Answers::default(),
        plans: None,
        open_turn: OpenTurn::default(),
        times: PlayerTimes::default(),
        settings: None,
    };
    (0..).zip(players).map(seat).collect()
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

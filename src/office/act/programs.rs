//! Programs that play (`docs/partner.md`): which turn they play, and what they say to what they are asked. They think
//! outside every transaction; what they have found is decided like what a player writes, if the game has not changed
//! meanwhile. What is left to do follows from the games alone, so that any process goes on with it.

use std::time::Duration;

use anyhow::Result;

use crate::clock::{Deadline, Stopwatch};
use crate::config::EngineProgram;
use crate::engines::Fault;
use crate::games::{
    Actor, Cause, Changes, Decided, Event, EventKind, Request, Running, StoredGame,
};
use crate::games::{answers, decide};
use crate::ids::{GameId, PlayerId};
use crate::letters::Notice;
use crate::partner::{Level, think};
use crate::rules::{Game, Seat};
use crate::store::{
    self, Budget, GameChange, LetterKind, OpenTurn, SeatChange, Snapshot, Spending, Store,
    ThoughtRow,
};

use crate::office::act::engines::turn_of;
use crate::office::close::game::Readers;
use crate::office::{Draft, Office, SeatLetter, stored_game};

/// For longer, no turn is thought about.
pub(super) const LONGEST: Duration = Duration::from_secs(10);
/// At most so many games are looked at, to find one that can go on.
const LOOKED_AT: usize = 1_000;
/// After so many processes that have ended over a turn, it is played at level 1,
pub(super) const TRIED: i64 = 2;
/// and after so many it is any legal one.
const TRIED_IN_VAIN: i64 = 4;
/// Milliseconds in a day for which is thought about all games: half a day, so half a core.
const OF_ALL: i64 = 12 * 60 * 60 * 1_000;

/// What was found: the seat, its turn, and how good that is.
type Found = (Seat, String, Option<i64>);

/// A turn that a program has to play.
struct Due {
    stored: StoredGame,
    /// The person against whom it plays.
    against: Option<PlayerId>,
    level: u8,
    /// Whether the house player plays it, whoever holds the seat: the program there has ended the process, or has thought
    /// enough today.
    by_house: bool,
    /// What the person plays elsewhere.
    running: Running,
}

impl Office {
    /// Lets programs do one thing that is theirs to do: answer what they are asked in a game, or play there until a
    /// person is to move. Returns whether there was anything. With `stop`, they think no longer, and what they have not
    /// played is done later.
    ///
    /// # Errors
    /// The store fails.
    pub fn play_programs(
        &mut self,
        store: &mut dyn Store,
        stop: &dyn Fn() -> bool,
    ) -> Result<bool> {
        self.refresh(store)?;
        let games = store::read(store, |store| Ok(store.games_of_programs(LOOKED_AT)?))?;
        for (game, _) in games {
            if stop() {
                return Ok(false);
            }
            match self.play_in(store, game, stop) {
                Ok(false) => {}
                Err(error) if !store::is_trouble(&error) => {
                    tracing::error!("no program can play in game #{game}: {error:#}");
                }
                done => return done,
            }
        }
        Ok(self.try_engines(store, stop)? || self.look_back(store, stop)?)
    }

    fn play_in(
        &mut self,
        store: &mut dyn Store,
        game: GameId,
        stop: &dyn Fn() -> bool,
    ) -> Result<bool> {
        if store::read(store, |store| asked(store, &stored_game(store, game)?))?.is_some() {
            let (_, answered) = self.decided(store, |draft| draft.answer_for_program(game))?;
            return Ok(answered);
        }
        let Some(due) = store::read(store, |store| self.due_to_program(store, game))? else {
            return Ok(false);
        };
        let (state, board) = (due.stored.state, due.stored.game.as_ref());
        if let Some(other) = due.running.stands_in(board) {
            let (_, told) = self.decided(store, |draft| draft.stand_still(game, state, other))?;
            return Ok(told);
        }
        let mut begun = ThoughtRow {
            game,
            state: due.stored.state,
            seat: due.stored.game.to_move().0,
            begun: 1,
            score: None,
            failed: 0,
        };
        // Before it thinks: if that ends the process, the next one knows.
        self.decided(store, |draft| {
            draft.decision.thoughts.push(begun.clone());
            Ok(())
        })?;
        let watch = Stopwatch::start();
        let found = found(&due, &self.settings.engines, stop);
        let spent = spent(&watch, due.against);
        if stop() && !found.as_ref().is_ok_and(|found| !found.is_empty()) {
            begun.begun = -1;
            self.decided(store, |draft| {
                draft.decision.thoughts.push(begun.clone());
                draft.decision.spends.push(spent.clone());
                Ok(())
            })?;
            return Ok(false);
        }
        let (_, played) = self.decided(store, |draft| {
            draft.decision.spends.push(spent.clone());
            match &found {
                Ok(found) => draft.play_found(game, state, found),
                Err(fault) => draft.note_fault(&begun, *fault),
            }
        })?;
        Ok(played)
    }

    /// The turn that a program has to play in a game; `None`: it has none.
    fn due_to_program(&self, store: &dyn Snapshot, game: GameId) -> Result<Option<Due>> {
        let stored = stored_game(store, game)?;
        let mover = stored.seats.get(stored.game.to_move().index());
        let program = mover.map_or(0, |row| row.program);
        let now = self.now();
        let over = stored.deadline(now, self.longest_gap());
        // A flag that is about to fall is the business of the clock.
        let over = over.is_some_and(|deadline| deadline.runs && deadline.falls <= now);
        if program == 0 || over || !stored.is_on() {
            return Ok(None);
        }
        let person = stored.seats.iter().find(|row| row.program == 0);
        let against = person.map(|row| row.player);
        let mut tried = store.thoughts(game)?;
        tried.retain(|thought| thought.state == stored.state);
        let tried = tried.first().map_or(0, |thought| thought.begun);
        // Who is left in the game may be programs alone.
        let playing = stored.game.playing();
        let people = stored.seats.iter().filter(|row| row.program == 0);
        let alone = people
            .map(|row| Seat(row.seat))
            .all(|seat| !playing.contains(&seat));
        let (level, by_house) = match tried {
            TRIED_IN_VAIN.. => (0, true),
            TRIED.. => (1, true),
            _ if alone || self.has_thought_enough(store, against)? => (1, true),
            _ => (u8::try_from(program)?, false),
        };
        let running = match against {
            Some(person) => Running::load(store, person, Some(game))?,
            None => Running::default(),
        };
        Ok(Some(Due {
            stored,
            against,
            level,
            by_house,
            running,
        }))
    }

    /// Whether programs have thought long enough today about the games of a player, or about those of all.
    pub(super) fn has_thought_enough(
        &self,
        store: &dyn Snapshot,
        player: Option<PlayerId>,
    ) -> Result<bool> {
        let own = store.spent(Budget::Thinking, &self.today(), &key(player))?;
        let all = store.spent_by_all(Budget::Thinking, &self.today())?;
        let most = self.settings.partner.minutes * 60_000;
        Ok(own.count >= most || all.count >= OF_ALL)
    }
}

/// The key of the time that is spent on games of a player.
fn key(player: Option<PlayerId>) -> String {
    player.map_or_else(String::new, |player| player.to_string())
}

/// What was spent on the games of a player.
pub(super) fn spent(watch: &Stopwatch, player: Option<PlayerId>) -> Spending {
    Spending {
        budget: Budget::Thinking,
        key: key(player),
        count: i64::try_from(watch.elapsed().as_millis()).unwrap_or(i64::MAX),
    }
}

/// The turns that programs play until a person is to move, or have thought for long enough together; level 0: any legal ones.
fn found(
    due: &Due,
    engines: &[EngineProgram],
    stop: &dyn Fn() -> bool,
) -> Result<Vec<Found>, Fault> {
    let row = due.stored.seats.get(due.stored.game.to_move().index());
    let engine = row.map_or("", |row| &*row.engine);
    let other = !engine.is_empty() && !due.by_house;
    if let Some(level) = Level::new(due.level).filter(|_| other) {
        // In games of two, so a person is to move behind it.
        let seat = due.stored.game.to_move();
        let engine = engines.iter().find(|of| of.name == engine);
        let (turn, score) = turn_of(engine, &due.stored, level, stop)?;
        return Ok(vec![(seat, turn, score)]);
    }
    let (stored, mut game) = (&due.stored, due.stored.game.fork());
    let lot = u64::from_le_bytes(stored.row.id.0.to_le_bytes()) << 32;
    let mut found: Vec<Found> = Vec::new();
    let is_program = |seat: Seat| {
        let row = stored.seats.get(seat.index());
        row.is_some_and(|row| row.program > 0)
    };
    let stands = |game: &dyn Game| due.running.stands_in(game).is_some();
    // What is found is handed in before others wait too long.
    let all = Deadline::after(LONGEST);
    let goes_on = |found: &[Found]| !stop() && (found.is_empty() || all.left().is_some());
    while game.outcome().is_none()
        && is_program(game.to_move())
        && !stands(&*game)
        && goes_on(&found)
    {
        let seat = game.to_move();
        let deadline = Deadline::after(LONGEST);
        let late = || stop() || deadline.left().is_none();
        let at = stored.state + i64::try_from(found.len()).unwrap_or(0);
        let lot = lot ^ u64::from_le_bytes(at.to_le_bytes());
        let thought = Level::new(due.level);
        let thought = thought.and_then(|level| think(game.as_ref(), level, lot, &late));
        // One that was cut short may be anything; what was found before it counts.
        if stop() {
            break;
        }
        let (turn, score) = match thought {
            Some(thought) => (thought.turn, Some(i64::from(thought.score))),
            None => match game.example() {
                Some(turn) => (turn, None),
                None => break,
            },
        };
        if let Err(refusal) = game.play(&turn) {
            tracing::error!(
                "game #{}: the turn {turn} of a program: {refusal:?}",
                stored.row.id
            );
            break;
        }
        found.push((seat, turn, score));
    }
    Ok(found)
}

impl Draft<'_> {
    /// Plays what was found in a state of a game; whether anything was played. If the game has changed meanwhile, it is
    /// dropped.
    fn play_found(&mut self, game: GameId, state: i64, found: &[Found]) -> Result<bool> {
        let mut stored = stored_game(self.store, game)?;
        if stored.state != state {
            return Ok(false);
        }
        let mut changes = Changes::at(self.office.moment(self.decision)?);
        for (seat, turn, score) in found {
            let play = Request::Play {
                turn: turn.clone(),
                number: None,
            };
            let at = stored.state;
            if !carry_out((&mut stored, &mut changes), *seat, &play)? {
                break;
            }
            self.decision.thoughts.push(ThoughtRow {
                game,
                state: at,
                seat: seat.0,
                begun: 0,
                score: *score,
                failed: 0,
            });
        }
        self.close_for_program(stored, changes)
    }

    /// Lets the clock of the program stand still, since the position stands in another game of the person's, and says so,
    /// once; whether that was to be done.
    fn stand_still(&mut self, game: GameId, state: i64, other: GameId) -> Result<bool> {
        let stored = stored_game(self.store, game)?;
        let mover = stored.game.to_move();
        let row = stored.seats.get(mover.index());
        // Offers and answers to them change the state, and not the position.
        let last = stored.turns.last().map_or(0, |turn| turn.state);
        let Some(row) = row.filter(|row| stored.state == state && row.nudged != Some(last)) else {
            return Ok(false);
        };
        let mut change = GameChange::new(game, stored.seq);
        change.seats.push(SeatChange::Nudged(mover.0, last));
        if row.open_turn.seq.is_some() {
            // As if the letter that gives the turn had not left.
            let open = OpenTurn {
                left_at: None,
                ..row.open_turn.clone()
            };
            change.seats.push(SeatChange::OpenTurn(mover.0, open));
        }
        self.decision.games.push(change);
        for (row, seat) in stored.seats.iter().zip(stored.all_seats()) {
            if row.program == 0 {
                let notice = Notice::StandsIn { game: other };
                let letter = SeatLetter::told(LetterKind::Reminder, vec![notice], None);
                self.post_seat(&stored, seat, letter);
            }
        }
        Ok(true)
    }

    /// Says for the program of a seat what it says to what it is asked in a game; whether it was asked anything.
    fn answer_for_program(&mut self, game: GameId) -> Result<bool> {
        let mut stored = stored_game(self.store, game)?;
        let Some((seat, requests)) = asked(self.store, &stored)? else {
            return Ok(false);
        };
        let mut changes = Changes::at(self.office.moment(self.decision)?);
        for request in requests {
            carry_out((&mut stored, &mut changes), seat, &request)?;
        }
        self.close_for_program(stored, changes)
    }

    fn close_for_program(&mut self, mut stored: StoredGame, changes: Changes) -> Result<bool> {
        let program = stored.seats.iter().find(|row| row.program > 0);
        let by = program.map_or(PlayerId(0), |row| row.player);
        let done = !changes.is_empty();
        let readers = Readers::Others { own: &[], by };
        self.close_game((&mut stored, changes), &Cause::Program, readers)?;
        Ok(done)
    }
}

/// The first seat of a program that is asked anything, and what it says to it.
fn asked(store: &dyn Snapshot, stored: &StoredGame) -> Result<Option<(Seat, Vec<Request>)>> {
    if stored.offers.is_empty() && stored.proposals.is_empty() {
        return Ok(None);
    }
    let events = store.events(stored.row.id, None)?;
    let back = |kind: &str| kind == EventKind::TakeBack.as_str();
    let taken_back = events.iter().filter(|event| back(&event.kind)).count();
    let mut thoughts = store.thoughts(stored.row.id)?;
    // What was taken back does not count.
    thoughts.retain(|of| stored.turns.iter().any(|turn| turn.state == of.state + 1));
    let programs = stored.seats.iter().filter(|row| row.program > 0);
    for seat in programs.map(|row| Seat(row.seat)) {
        let own = thoughts.iter().filter(|thought| thought.seat == seat.0);
        let scores: Vec<i64> = own.filter_map(|thought| thought.score).collect();
        let said = answers(stored, seat, &scores, taken_back);
        if !said.is_empty() {
            return Ok(Some((seat, said)));
        }
    }
    Ok(None)
}

/// Decides about what a program wants, as if its player had written it; whether it was done.
fn carry_out(
    (stored, changes): (&mut StoredGame, &mut Changes),
    seat: Seat,
    request: &Request,
) -> Result<bool> {
    let actor = Actor::Seat {
        seat,
        shown: stored.state,
    };
    let events: Vec<Event> = match decide(stored, &actor, request) {
        Decided::Done(events) => events,
        other => {
            tracing::error!(
                "game #{}: a program wants {request:?}: {other:?}",
                stored.row.id
            );
            return Ok(false);
        }
    };
    for event in &events {
        changes.apply(stored, event, None)?;
    }
    Ok(true)
}

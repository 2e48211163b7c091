//! Programs of others that play (`docs/partner.md`): which games they can play is tried outside every transaction, and so is
//! what they play. One that answers nothing of use several times in a game loses its seat to the house player.

use anyhow::{Context, Result};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::clock::Stopwatch;
use crate::config::EngineProgram;
use crate::engines::{Fault, Told, Verdict, is_placed, play, tried, uci_of};
use crate::games::{Cause, Person, Request, StoredGame};
use crate::ids::GameId;
use crate::letters::{Notice, Report};
use crate::meeting::GameTerms;
use crate::partner::Level;
use crate::rules::Variant;
use crate::store::{self, EngineGameRow, PlayerRef, Snapshot, Store, ThoughtRow};

use crate::office::{Draft, Office, stored_game};

/// After so many answers of no use in a game the house player takes the seat,
const TRIES: i64 = 3;
/// and plays on at this level.
const LEVEL: u8 = 3;
/// Games are tried for so long before what came of it is written.
const TRIED_AT_ONCE: std::time::Duration = std::time::Duration::from_secs(10);

impl Office {
    /// The program with this name in the settings.
    pub(super) fn engine(&self, name: &str) -> Option<&EngineProgram> {
        let mut all = self.settings.engines.iter();
        all.find(|engine| engine.name == name)
    }

    /// Tries which games the programs of the settings can play: those that were not tried yet today. Returns whether there
    /// were any.
    ///
    /// # Errors
    /// The store fails.
    pub(super) fn try_engines(
        &mut self,
        store: &mut dyn Store,
        stop: &dyn Fn() -> bool,
    ) -> Result<bool> {
        let (day, games) = (self.today(), self.games().clone());
        for engine in self.settings.engines.clone() {
            let known = store::read(store, |store| Ok(store.engine_games(&engine.name)?))?;
            let is_open = |variant: &&dyn Variant| {
                let proof = proof(&engine, *variant);
                let row = known.iter().find(|row| row.variant == variant.id());
                row.is_none_or(|row| row.day != day || row.proof != proof)
            };
            let open: Vec<&dyn Variant> = games.all().filter(is_open).collect();
            if open.is_empty() {
                continue;
            }
            let watch = Stopwatch::start();
            let enough = || watch.elapsed() > TRIED_AT_ONCE;
            let found = tried(&engine, open.iter().copied(), &enough, stop);
            if found.is_err() && stop() {
                return Ok(false);
            }
            let found = found.unwrap_or_else(|fault| {
                let name = &engine.name;
                tracing::error!(
                    "the program {name} of [[engines]] does not work: {}",
                    fault.as_str()
                );
                open.iter()
                    .map(|game| (*game, Verdict::Fails(fault)))
                    .collect()
            });
            let rows: Vec<EngineGameRow> = found
                .into_iter()
                .map(|(variant, verdict)| EngineGameRow {
                    engine: engine.name.clone(),
                    variant: variant.id().to_owned(),
                    proof: proof(&engine, variant),
                    day: day.clone(),
                    verdict: verdict.as_str().to_owned(),
                })
                .collect();
            self.decided(store, |draft| {
                draft.decision.engine_games.extend(rows.iter().cloned());
                Ok(())
            })?;
            return Ok(true);
        }
        Ok(false)
    }
}

/// By which is recognised what was tried.
fn proof(engine: &EngineProgram, variant: &dyn Variant) -> String {
    let section = variant.credits().map_or("", |of| of.section);
    let rules = variant.rules_version();
    let tried = format!(
        "{:?} {:?} {rules} {section}",
        engine.command, engine.protocol
    );
    HEXLOWER.encode(&Sha256::digest(tried)[..16])
}

/// Why a program cannot be challenged to a game, in a word; `None`: it can.
///
/// # Errors
/// The store fails.
pub(super) fn refused(
    store: &dyn Snapshot,
    engine: &EngineProgram,
    (variant, terms): (&dyn Variant, &GameTerms),
) -> Result<Option<String>> {
    if !terms.options.is_empty() {
        return Ok(Some("options".to_owned()));
    }
    if terms.position.is_some() && !is_placed(engine, variant) {
        return Ok(Some("position".to_owned()));
    }
    let proof = proof(engine, variant);
    let mut rows = store.engine_games(&engine.name)?.into_iter();
    let row = rows.find(|row| row.variant == variant.id() && row.proof == proof);
    let verdict = row.map_or_else(|| "untried".to_owned(), |row| row.verdict);
    Ok((verdict != Verdict::Plays.as_str()).then_some(verdict))
}

/// The turn of a program of others in a game.
pub(super) fn turn_of(
    engine: Option<&EngineProgram>,
    stored: &StoredGame,
    level: Level,
    stop: &dyn Fn() -> bool,
) -> Result<(String, Option<i64>), Fault> {
    let engine = engine.ok_or(Fault::Gone)?;
    let told = told(stored).map_err(|_| Fault::Unknown)?;
    play(engine, &told, stored.game.as_ref(), level, stop)
}

/// A game as such a program is told of it.
fn told(stored: &StoredGame) -> Result<Told> {
    let mut game = StoredGame::begin(stored.row.clone(), stored.seats.clone())?.game;
    let mut told = Told::begun(&*stored.variant, game.as_ref());
    told.placed = stored.row.position.is_some();
    for turn in &stored.turns {
        let written = uci_of(game.as_ref(), &turn.text).context("a turn without squares")?;
        told.turns.push(written);
        let replayed = game.replay(&turn.text);
        replayed.ok().context("a turn that cannot be replayed")?;
    }
    Ok(told)
}

impl Draft<'_> {
    /// Notes that a program of others has not answered with a turn that can be played. If that has happened too often in
    /// the game, the house player takes its seat, and the umpire is told; returns whether it goes on.
    pub(super) fn note_fault(&mut self, of: &ThoughtRow, fault: Fault) -> Result<bool> {
        let (game, state) = (of.game, of.state);
        self.decision.thoughts.push(ThoughtRow {
            begun: -1,
            failed: 1,
            ..of.clone()
        });
        let stored = stored_game(self.store, game)?;
        let before: i64 = self.store.thoughts(game)?.iter().map(|of| of.failed).sum();
        if stored.state != state || before + 1 < TRIES {
            return Ok(true);
        }
        self.give_to_house_player(game, of.seat, fault)
    }

    fn give_to_house_player(&mut self, game: GameId, seat: u8, fault: Fault) -> Result<bool> {
        let mut case = self.open_case(game)?;
        let row = case.stored.seats.get(usize::from(seat));
        let engine = row.context("no such seat")?.engine.clone();
        let Some(newcomer) = self.program("", LEVEL)? else {
            tracing::error!("game #{game}: no house player can take the seat of a program");
            return Ok(false);
        };
        let id = match newcomer.at {
            PlayerRef::Known(id) => Some(id.0),
            PlayerRef::New(_) => None,
        };
        let request = Request::Replace {
            who: case.stored.variant.seats()[usize::from(seat)].to_owned(),
            newcomer: Person {
                id,
                name: newcomer.name,
            },
            reason: String::new(),
        };
        if self.decide_in(&mut case, &request)?.is_err() {
            return Ok(false);
        }
        let (name, level) = (engine.clone(), LEVEL);
        case.notices.push(Notice::ProgramFails { name, level });
        self.close_case(case, &Cause::Program)?;
        self.tell_umpire(Report::ProgramFails {
            program: engine,
            game,
            why: fault.as_str().to_owned(),
        });
        Ok(true)
    }
}

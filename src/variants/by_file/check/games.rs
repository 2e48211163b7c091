//! Sections played by lot, as a file is checked: what would stop or delay the server, and games that never end.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use crate::rules::Reason;
use crate::rules::composed::Game;
use crate::rules::composed::past::Past;
use crate::rules::composed::position::Position;
use crate::rules::composed::turn::Turn;

use crate::variants::by_file::compile::compile;
use crate::variants::by_file::fault::{Fault, Faults};
use crate::variants::by_file::section::Resolved;
use crate::variants::by_file::source;

/// How much is played of a file.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many games of each section.
    pub games: u32,
    /// The most turns of a game, those of both sides.
    pub turns: u32,
    /// The most time for one turn: for the end of the game and all legal turns.
    pub turn: Duration,
    /// The most time for all sections of the file.
    pub file: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            games: 30,
            turns: 400,
            turn: Duration::from_millis(50),
            file: Duration::from_secs(10),
        }
    }
}

/// The most turns of a position that are listed. They need 9 bytes each, so that the lists of a position are a few
/// megabytes at most, whatever a section says; nothing else grows with the rules while it is played.
pub(super) const MOST_LISTED: u64 = 200_000;

/// How often a turn that has taken too long is made again: the machine may have been busy.
const AGAIN: u32 = 2;

/// What came of a section.
enum Found {
    /// A game has ended.
    Ends,
    /// No game has ended.
    Endless,
    /// It cannot be played; the reason says why.
    Fault(Reason),
    /// The time for the file is over.
    Over,
}

/// Plays the sections of a file that have no fault, each from its beginning by lot, and adds what is found. The games of
/// a section are always the same. `elapsed`: the time since the check of the file began.
///
/// This is for files that somebody checks or adds: it takes a while, and those that are read when the program starts
/// were checked before.
pub fn play(
    sections: &[Arc<Resolved>],
    limits: Limits,
    elapsed: &mut dyn FnMut() -> Duration,
    faults: &mut Faults,
) {
    let mut over = false;
    for section in sections {
        if faults.stop(&section.name) {
            continue;
        }
        if over {
            let reason = Reason::new("played-not-reached").text("name", &*section.name);
            faults.add(Fault::new(&section.name, section.line, reason));
            continue;
        }
        let found = guarded(|| Play::new(section, limits, elapsed).section());
        let fault = |reason| Fault::new(&section.name, section.line, reason);
        match found {
            Found::Ends => {}
            Found::Endless => {
                let reason = Reason::new("played-without-end").number("games", limits.games);
                let reason = reason.number("turns", limits.turns);
                faults.add(Fault::remark(&section.name, section.line, reason));
            }
            Found::Fault(reason) => faults.add(fault(reason)),
            Found::Over => {
                let reason = Reason::new("played-too-long").text("name", &*section.name);
                faults.add(fault(reason.number("seconds", limits.file.as_secs())));
                over = true;
            }
        }
    }
    faults.sort();
}

/// A crash is a fault of the section, not the end of the program.
fn guarded(play: impl FnOnce() -> Found) -> Found {
    let crashed = |_| Found::Fault(Reason::new("played-to-a-crash"));
    // What is changed within is thrown away with the game.
    catch_unwind(AssertUnwindSafe(play)).unwrap_or_else(crashed)
}

/// A section that is played.
struct Play<'a> {
    game: Game,
    limits: Limits,
    elapsed: &'a mut dyn FnMut() -> Duration,
    lot: Lot,
}

impl<'a> Play<'a> {
    fn new(section: &Resolved, limits: Limits, elapsed: &'a mut dyn FnMut() -> Duration) -> Self {
        Self {
            game: Game::new(compile(section)),
            limits,
            elapsed,
            lot: Lot::of(&source(section)),
        }
    }

    fn section(mut self) -> Found {
        let Ok(start) = self.game.read(&self.game.parts.start) else {
            return Found::Fault(Reason::new("start-not-read"));
        };
        let mut ended = false;
        for _ in 0..self.limits.games {
            match self.play(start.clone()) {
                ControlFlow::Continue(end) => ended |= end,
                ControlFlow::Break(found) => return found,
            }
        }
        match ended {
            true => Found::Ends,
            false => Found::Endless,
        }
    }

    /// Plays a game; whether it has ended.
    fn play(&mut self, mut at: Position) -> ControlFlow<Found, bool> {
        let mut past = Past::new(&self.game, &at);
        for number in 0..self.limits.turns {
            let turns = self.turns(&at, &past, number)?;
            let Some(turn) = self.lot.pick(&turns) else {
                return ControlFlow::Continue(true);
            };
            self.game.play(&mut at, &turn);
            past.add(&self.game, &at);
        }
        ControlFlow::Continue(false)
    }

    /// The legal turns, of which there are none if the game has ended. `number`: how many turns were made.
    fn turns(&mut self, at: &Position, past: &Past, number: u32) -> ControlFlow<Found, Vec<Turn>> {
        let number = number + 1;
        if self.game.most_turns(at) > MOST_LISTED {
            let reason = Reason::new("played-many-turns").number("number", number);
            let reason = reason.number("most", MOST_LISTED);
            return ControlFlow::Break(Found::Fault(reason));
        }
        for _ in 0..=AGAIN {
            let begun = (self.elapsed)();
            if begun > self.limits.file {
                return ControlFlow::Break(Found::Over);
            }
            let mut turns = self.game.legal_turns(at);
            if turns.is_empty() {
                // Its value is asked for, too.
                let _ = self.game.result(at, past);
            } else if self.game.ends_by_past(at, past).is_some() || self.game.is_dead(at) {
                turns.clear();
            }
            if (self.elapsed)().saturating_sub(begun) <= self.limits.turn {
                return ControlFlow::Continue(turns);
            }
        }
        let reason = Reason::new("played-slowly").number("number", number);
        ControlFlow::Break(Found::Fault(reason))
    }
}

/// Numbers by lot, always the same for a text.
pub struct Lot(u64);

impl Lot {
    /// The numbers that go with a text.
    pub fn of(text: &str) -> Self {
        let step = |sum: u64, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Self(text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
    }

    /// One of these, if there is one.
    pub fn pick(&mut self, turns: &[Turn]) -> Option<Turn> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let index = (mixed ^ (mixed >> 31)).checked_rem(turns.len() as u64)?;
        turns.get(usize::try_from(index).ok()?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_is_a_fault() {
        let found = guarded(|| panic!("this test wants it"));
        assert!(matches!(found, Found::Fault(reason) if reason.code == "played-to-a-crash"));
        let found = guarded(|| Found::Ends);
        assert!(matches!(found, Found::Ends));
    }

    #[test]
    fn the_same_text_has_the_same_lot() {
        let squares: Vec<_> = crate::rules::composed::Set::rank(0).collect();
        let turn = |to: &_| Turn::new(squares[0], *to, crate::rules::composed::turn::Act::Move);
        let turns: Vec<Turn> = squares.iter().map(turn).collect();
        let picks = |text: &str| {
            let mut lot = Lot::of(text);
            (0..40).map(|_| lot.pick(&turns)).collect::<Vec<_>>()
        };
        assert_eq!(picks("[one]\n"), picks("[one]\n"));
        assert_ne!(picks("[one]\n"), picks("[two]\n"));
        let mut seen = picks("[one]\n");
        seen.sort_by_key(|turn| turn.map(|turn| turn.to.index()));
        seen.dedup();
        assert!(seen.len() > 8, "{}", seen.len());
        assert_eq!(Lot::of("").pick(&[]), None);
    }
}

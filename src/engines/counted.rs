//! Whether another program knows a game by the rules that it has here: it has to find the same turns, and as many two deep.

use crate::clock::Deadline;
use crate::config::{EngineProgram, Protocol};
use crate::rules::{Game, Options, Variant};

use super::{ANSWERS, Fault, Offer, Result, Session, Told, uci, xboard};

/// So many turns lie between two positions that are compared,
const APART: usize = 8;
/// and so many positions are.
const POSITIONS: usize = 4;
/// For each of them so many games are begun at most.
const BEGUN: usize = 20;

/// Whether a program can play a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It can.
    Plays,
    /// It does not know the game.
    Unknown,
    /// It has other rules for it.
    Differs,
    /// It knows a game of this name, but cannot count turns, so nobody knows by which rules.
    Uncounted,
    /// It has answered nothing of use.
    Fails(Fault),
}

impl Verdict {
    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Plays => "plays",
            Self::Unknown => "unknown",
            Self::Differs => "differs",
            Self::Uncounted => "uncounted",
            Self::Fails(_) => "fails",
        }
    }
}

pub(super) fn verdict(
    engine: &EngineProgram,
    offer: &Offer,
    variant: &dyn Variant,
    stop: &dyn Fn() -> bool,
) -> Verdict {
    let id = variant.id();
    let name = match engine.protocol {
        Protocol::Xboard => xboard::name(id),
        Protocol::Uci | Protocol::Usi => id,
    };
    let is_named = offer.games.iter().any(|known| known == name);
    let of_file = variant.credits().is_some();
    let two = variant.seats().len() == 2;
    if !two || !(is_named || of_file && offer.by_file) {
        return Verdict::Unknown;
    }
    match engine.protocol {
        // What is not of a file has one set of rules everywhere.
        _ if !of_file => Verdict::Plays,
        Protocol::Xboard => Verdict::Uncounted,
        Protocol::Uci | Protocol::Usi => match agrees(engine, variant, stop) {
            Ok(true) => Verdict::Plays,
            Ok(false) => Verdict::Differs,
            Err(Fault::Unknown) => Verdict::Unknown,
            Err(Fault::NoTurn | Fault::Late) => Verdict::Uncounted,
            Err(fault) => Verdict::Fails(fault),
        },
    }
}

/// Whether it finds what is found here.
fn agrees(engine: &EngineProgram, variant: &dyn Variant, stop: &dyn Fn() -> bool) -> Result<bool> {
    let begun = || {
        let game = variant.start(&Options::new(), None);
        game.map_err(|_| Fault::Unknown)
    };
    let mut game = begun()?;
    let told = Told::begun(variant, game.as_ref());
    let mut session = Session::open(engine, stop)?;
    uci::choose(&mut session, &told)?;
    let mut lot = 1;
    for position in 0..POSITIONS {
        if position > 0 {
            let mut games = 1;
            // Where a game ends, another one begins.
            while !goes_on(game.as_mut(), &mut lot) {
                if games == BEGUN {
                    return Ok(true);
                }
                game = begun()?;
                games += 1;
            }
        }
        session.until = Deadline::after(ANSWERS);
        let (turns, count) = uci::count(&mut session, &told, game.as_ref())?;
        if Some(turns) != game.uci() || count != game.perft(2) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Plays some turns, always the same; `false`: the game is over then.
fn goes_on(game: &mut dyn Game, lot: &mut usize) -> bool {
    for _ in 0..APART {
        let turns = game.uci().unwrap_or_default();
        *lot = (*lot * 75 + 74) % 65_537;
        let turn = turns.get(*lot % turns.len().max(1));
        if turn.is_none_or(|turn| game.play(turn).is_err()) {
            return false;
        }
    }
    game.outcome().is_none()
}

//! Programs of others that play (`docs/partner.md`): which games they can play, and which turn they play.
//!
//! One is run for each turn, in a folder of its own, and ends with it. Of what it says only its turn and how good it finds
//! that are used; nothing that it says is shown to anybody.
//!
//! | file | what is there |
//! |---|---|
//! | `uci.rs` | what is said to programs that speak UCI or USI |
//! | `xboard.rs` | what is said to programs that speak the protocol of XBoard |
//! | `counted.rs` | whether such a program knows a game by the rules that it has here |
//! | `written.rs` | turns as such programs write them |

mod counted;
mod uci;
mod written;
mod xboard;

use std::time::Duration;

use tempfile::TempDir;

use crate::clock::Deadline;
use crate::config::{EngineProgram, Protocol};
use crate::outside::{self, Silence, Talk};
use crate::partner::Level;
use crate::rules::{Game, Variant};

pub use self::counted::Verdict;
pub use self::written::uci_of;

/// What is no turn has to be answered so soon;
const ANSWERS: Duration = Duration::from_secs(3);
/// the turn, so soon when it may think no longer.
const MOVES: Duration = Duration::from_secs(1);
/// What a program may use: address space and the size of a file in bytes, and processes.
const LIMITS: &[&str] = &["--as=1073741824", "--fsize=1048576", "--nproc=64"];

/// The game whose positions all programs write alike.
const CHESS: &str = "chess";

/// Why nothing came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The settings do not have it any more.
    Gone,
    /// It cannot be run.
    NotRun,
    /// It could only be run with network, and the settings do not allow that.
    Unconfined,
    /// It has ended.
    Ended,
    /// It has said too much.
    Flood,
    /// It has said nothing in time.
    Late,
    /// It does not know the game.
    Unknown,
    /// It has resigned, or said that there is no turn.
    NoTurn,
    /// Its turn is not legal.
    Illegal,
}

impl Fault {
    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Gone => "gone",
            Self::NotRun => "not-run",
            Self::Unconfined => "unconfined",
            Self::Ended => "ended",
            Self::Flood => "flood",
            Self::Late => "late",
            Self::Unknown => "unknown",
            Self::NoTurn => "no-turn",
            Self::Illegal => "illegal",
        }
    }
}

impl Fault {
    /// What the operator reads.
    pub const fn told(self) -> &'static str {
        match self {
            Self::Gone => "the settings do not have it",
            Self::NotRun => "it cannot be run",
            Self::Unconfined => {
                "neither `bwrap` nor `unshare` works here, so it would have network; `unconfined = true` allows that"
            }
            Self::Ended => "it ends before it answers",
            Self::Flood => "it writes more than 64 kB, a line of more than 4 kB, or no text",
            Self::Late => "it does not answer in time",
            Self::Unknown => "it does not know the game",
            Self::NoTurn => "it resigns, or names no turn",
            Self::Illegal => "its turn is not legal",
        }
    }
}

impl From<Silence> for Fault {
    fn from(silence: Silence) -> Self {
        match silence {
            Silence::Ended => Self::Ended,
            Silence::Flood => Self::Flood,
            Silence::Late => Self::Late,
        }
    }
}

type Result<T> = std::result::Result<T, Fault>;

/// A game as a program is told of it.
#[derive(Clone, Debug)]
pub struct Told {
    /// The id of the game.
    pub variant: String,
    /// Its section, for a game by file.
    pub section: Option<String>,
    /// The position at its beginning,
    pub start: String,
    /// and whether it is another than the usual one.
    pub placed: bool,
    /// The turns so far, as such programs write them.
    pub turns: Vec<String>,
}

impl Told {
    /// A game before its first turn.
    pub fn begun(variant: &dyn Variant, game: &dyn Game) -> Self {
        // Other programs know nothing of what is for readers.
        let said = |line: &&str| !line.starts_with("zugpost.");
        let section = variant.credits().map(|of| {
            let lines = of.section.lines().filter(said);
            lines.map(|line| format!("{line}\n")).collect()
        });
        Self {
            variant: variant.id().to_owned(),
            section,
            start: game.position(),
            placed: false,
            turns: Vec::new(),
        }
    }
}

/// Whether a program can be told other positions of a game than the usual one: those that are written as everywhere, and not
/// by the protocol of XBoard, which has no way that all programs know.
pub fn is_placed(engine: &EngineProgram, variant: &dyn Variant) -> bool {
    let written = variant.credits().is_some() || variant.id() == CHESS;
    written && engine.protocol != Protocol::Xboard
}

/// What a program says that it can play.
#[derive(Clone, Debug, Default)]
struct Offer {
    /// The names of games, as it writes them.
    games: Vec<String>,
    /// Whether it reads files with games.
    by_file: bool,
}

/// A program at work.
struct Session<'a> {
    engine: &'a EngineProgram,
    talk: Talk,
    until: Deadline,
    stop: &'a dyn Fn() -> bool,
    // Dropped after the program.
    folder: TempDir,
}

impl<'a> Session<'a> {
    fn open(engine: &'a EngineProgram, stop: &'a dyn Fn() -> bool) -> Result<Self> {
        if !outside::is_confined() && !engine.unconfined {
            return Err(Fault::Unconfined);
        }
        let folder = tempfile::tempdir().map_err(|_| Fault::NotRun)?;
        let running = outside::run(&engine.command, folder.path(), LIMITS, true);
        let talk = running.and_then(Talk::with).map_err(|_| Fault::NotRun)?;
        Ok(Self {
            engine,
            talk,
            until: Deadline::after(ANSWERS),
            stop,
            folder,
        })
    }

    /// From now on it may think.
    fn thinks(&mut self) {
        let seconds = u64::try_from(self.engine.seconds).unwrap_or(1);
        self.until = Deadline::after(Duration::from_secs(seconds));
    }

    fn line(&mut self) -> Result<String> {
        Ok(self.talk.line(self.until, self.stop)?)
    }

    /// The next line; `None`: its time was over, so that it was told once to move now, with the word for that.
    fn line_or(&mut self, now: &str, told: &mut bool) -> Result<Option<String>> {
        match self.talk.line(self.until, self.stop) {
            // It may have a turn already.
            Err(Silence::Late) if !*told => {
                *told = true;
                self.talk.say(now);
                self.until = Deadline::after(MOVES);
                Ok(None)
            }
            said => Ok(Some(said?)),
        }
    }

    /// What it can play.
    fn offer(&mut self) -> Result<Offer> {
        match self.engine.protocol {
            Protocol::Uci | Protocol::Usi => uci::offer(self),
            Protocol::Xboard => xboard::offer(self),
        }
    }
}

/// The turn that a program plays in a game, canonical, and how good it finds that, in hundredths of a pawn.
///
/// # Errors
/// None came of it that can be played.
pub fn play(
    engine: &EngineProgram,
    told: &Told,
    game: &dyn Game,
    level: Level,
    stop: &dyn Fn() -> bool,
) -> Result<(String, Option<i64>)> {
    let mut session = Session::open(engine, stop)?;
    let (turn, score) = match engine.protocol {
        Protocol::Uci | Protocol::Usi => uci::play(&mut session, told, level)?,
        Protocol::Xboard => xboard::play(&mut session, told, level)?,
    };
    let turn = written::find(game, &turn).ok_or(Fault::Illegal)?;
    Ok((turn, score))
}

/// For each of these games, whether a program can play it; no further ones once `enough` says yes. With `stop`, the last one is
/// left open.
///
/// # Errors
/// It does not work at all.
pub fn tried<'a>(
    engine: &EngineProgram,
    games: impl Iterator<Item = &'a dyn Variant>,
    enough: &dyn Fn() -> bool,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<(&'a dyn Variant, Verdict)>> {
    let offer = Session::open(engine, stop)?.offer()?;
    let mut all = Vec::new();
    for game in games {
        if enough() {
            break;
        }
        let verdict = counted::verdict(engine, &offer, game, stop);
        if stop() {
            break;
        }
        all.push((game, verdict));
    }
    Ok(all)
}

#[cfg(test)]
mod tests;

//! What tells the four games apart, as data (docs/rules/limited-squares.md, the table).

use crate::rules::variant::bad_option;
use crate::rules::{OptionSpec, Options, PieceSet, Reason, Seat, SetupError, echo};

use super::army::{ARMIES, Army, piece_set};

/// How many actions a turn takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnRule {
    /// One action: a piece move, a placing or a square's move.
    Single,
    /// A piece move, then at most one square action.
    Postal,
    /// A piece move, then at most one placing and at most one square's move.
    PostalPlus,
    /// A piece move, then one placing and at most one square's move.
    Compulsory,
}

/// Which squares a player may not move because the opponent touched them last turn (S10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barring {
    /// None: squares have owners.
    None,
    /// The square that the opponent moved.
    Moved,
    /// The one placed and the one moved.
    Touched,
}

/// One game of the family.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Squares have owners (`hans38`).
    pub owned: bool,
    /// Reserves never run out, placing is compulsory, and left squares go back to the reserves
    /// from each player's fourth turn on (S13).
    pub unlimited: bool,
    /// Squares with a friendly piece on them may be moved one step (S15).
    pub carries: bool,
}

impl Family {
    /// The variant `hans38`: squares have owners, and reserves run out.
    pub const OWNED: Self = Self::new(true, false, false);
    /// The variant `hans38-neutral`: squares have no owners, and reserves run out.
    pub const NEUTRAL: Self = Self::new(false, false, false);
    /// The variant `infinite-reserves`: squares have no owners, and reserves never run out.
    pub const UNLIMITED: Self = Self::new(false, true, false);
    /// The variant `moving-squares`: as `infinite-reserves`, and squares carry pieces.
    pub const CARRYING: Self = Self::new(false, true, true);

    /// The options that it takes.
    pub const fn options(self) -> &'static [OptionSpec] {
        match self.unlimited {
            true => UNLIMITED,
            false => LIMITED,
        }
    }

    const fn new(owned: bool, unlimited: bool, carries: bool) -> Self {
        Self {
            owned,
            unlimited,
            carries,
        }
    }
}

const ARMIES_OPTION: OptionSpec = OptionSpec {
    key: "armies",
    default: "fide/nutters",
    values: Reason::new("army-values"),
    about: Reason::new("about-armies"),
};

const UNLIMITED: &[OptionSpec] = &[ARMIES_OPTION];

const LIMITED: &[OptionSpec] = &[
    OptionSpec {
        key: "turn",
        default: "single",
        values: Reason::new("turn-rules"),
        about: Reason::new("about-turn-rule"),
    },
    ARMIES_OPTION,
    OptionSpec {
        key: "white-reserve",
        default: "3",
        values: Reason::new("reserve-values"),
        about: Reason::new("about-white-reserve"),
    },
    OptionSpec {
        key: "black-reserve",
        default: "3",
        values: Reason::new("reserve-values"),
        about: Reason::new("about-black-reserve"),
    },
];

/// A family member with its options.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Which game of the family it is.
    pub family: Family,
    /// How many actions a turn takes, by the option in force.
    pub turn: TurnRule,
    /// Which squares are barred from moving.
    pub barring: Barring,
    /// Squares in reserve at the start.
    pub reserves: [u8; 2],
    /// The pieces of both armies.
    pub pieces: &'static PieceSet,
    armies: [usize; 2],
}

impl Rules {
    /// Resolves the options of one game of the family.
    ///
    /// # Errors
    /// Unknown options and values.
    pub fn new(family: Family, options: &Options) -> Result<Self, SetupError> {
        let armies = options.get("armies").map(|value| armies(value));
        let armies = armies.unwrap_or(Ok([0, 2]))?;
        let (mut turn, mut reserves) = match family.unlimited {
            true => (TurnRule::Compulsory, [0; 2]),
            false => (TurnRule::Single, [3; 2]),
        };
        for (key, value) in options {
            match key.as_str() {
                "armies" => {}
                "turn" if !family.unlimited => turn = turn_rule(key, value)?,
                "white-reserve" if !family.unlimited => reserves[0] = reserve(key, value)?,
                "black-reserve" if !family.unlimited => reserves[1] = reserve(key, value)?,
                _ => {
                    let reason = Reason::new("no-such-option").text("option", echo(key));
                    let known = family.options().iter().map(|option| option.key);
                    return bad_option(reason.list("known", known));
                }
            }
        }
        let barring = match (family.owned, turn) {
            (true, _) => Barring::None,
            (false, TurnRule::Single) => Barring::Moved,
            _ => Barring::Touched,
        };
        Ok(Self {
            family,
            turn,
            barring,
            reserves,
            pieces: piece_set(armies),
            armies,
        })
    }

    /// The army of a seat.
    pub fn army(&self, seat: Seat) -> &'static Army {
        &ARMIES[self.armies[seat.index()]]
    }
}

fn turn_rule(key: &str, value: &str) -> Result<TurnRule, SetupError> {
    match value {
        "single" => Ok(TurnRule::Single),
        "postal" => Ok(TurnRule::Postal),
        "postal-plus" => Ok(TurnRule::PostalPlus),
        _ => unknown(key, value, Reason::new("turn-rules")),
    }
}

fn reserve(key: &str, value: &str) -> Result<u8, SetupError> {
    let plain = !value.starts_with(['+', '0']);
    let number = value.parse().ok().filter(|n| plain && (1..=32).contains(n));
    number.map_or_else(|| unknown(key, value, Reason::new("reserve-number")), Ok)
}

fn unknown<T>(key: &str, value: &str, allowed: Reason) -> Result<T, SetupError> {
    let reason = Reason::new("bad-value")
        .text("option", key)
        .text("value", echo(value));
    bad_option(reason.with("allowed", allowed))
}

fn armies(value: &str) -> Result<[usize; 2], SetupError> {
    let army = |name| ARMIES.iter().position(|army| army.id == name);
    let both = value.split_once('/');
    let known = both.and_then(|(white, black)| Some([army(white)?, army(black)?]));
    let allowed = || Reason::new("two-armies").list("armies", ARMIES.iter().map(|army| army.id));
    known.map_or_else(|| unknown("armies", value, allowed()), Ok)
}

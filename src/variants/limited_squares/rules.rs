//! What tells the four games apart, as data (limited-squares.md, the table).

use crate::rules::outcome::SetupError;
use crate::rules::variant::Options;

use super::army::{ARMIES, Kind};

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
    /// The one moved.
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

/// A family member with its options.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Which game.
    pub family: Family,
    /// The turn rule.
    pub turn: TurnRule,
    /// Which squares are barred from moving.
    pub barring: Barring,
    /// White's and Black's army, indices into [`ARMIES`].
    pub armies: [u8; 2],
    /// Squares in reserve at the start.
    pub reserves: [u8; 2],
}

impl Rules {
    /// Resolves the options of one game of the family.
    ///
    /// # Errors
    /// Unknown options and values.
    pub fn new(family: Family, options: &Options) -> Result<Self, SetupError> {
        let mut rules = Self {
            family,
            turn: if family.unlimited {
                TurnRule::Compulsory
            } else {
                TurnRule::Single
            },
            barring: Barring::None,
            armies: [0, 2],
            reserves: [3, 3],
        };
        for (key, value) in options {
            rules.option(key, value)?;
        }
        rules.barring = match (family.owned, rules.turn) {
            (true, _) => Barring::None,
            (false, TurnRule::Single) => Barring::Moved,
            _ => Barring::Touched,
        };
        Ok(rules)
    }

    fn option(&mut self, key: &str, value: &str) -> Result<(), SetupError> {
        let bad = |allowed: &str| {
            let value = crate::rules::notation::echo(value);
            Err(SetupError::BadOption(format!(
                "{key}={value} is not known; {key} is {allowed}."
            )))
        };
        let limited = !self.family.unlimited;
        match key {
            "turn" if limited => {
                self.turn = match value {
                    "single" => TurnRule::Single,
                    "postal" => TurnRule::Postal,
                    "postal-plus" => TurnRule::PostalPlus,
                    _ => return bad("single, postal or postal-plus"),
                }
            }
            "armies" => match armies(value) {
                Some(armies) => self.armies = armies,
                None => {
                    return bad(
                        "WHITE/BLACK, each of fide, clobberers, nutters, rookies, for example \
                         fide/nutters",
                    );
                }
            },
            "white-reserve" | "black-reserve" if limited => {
                let plain = !value.starts_with(['+', '0']);
                match value
                    .parse::<u8>()
                    .ok()
                    .filter(|n| plain && (1..=32).contains(n))
                {
                    Some(n) => self.reserves[usize::from(key == "black-reserve")] = n,
                    None => return bad("a number from 1 to 32"),
                }
            }
            _ => {
                let known = if limited {
                    "turn, armies, white-reserve and black-reserve"
                } else {
                    "armies"
                };
                let key = crate::rules::notation::echo(key);
                let message = format!("There is no option {key} here. Known: {known}.");
                return Err(SetupError::BadOption(message));
            }
        }
        Ok(())
    }

    /// What a pawn may become: any piece but king and pawn of either army in this game (S9).
    pub fn promotions(&self) -> impl Iterator<Item = Kind> + use<> {
        let [white, black] = self.armies;
        let both = if white == black {
            &[white][..]
        } else {
            &[white, black]
        };
        let both: Vec<u8> = both.to_vec();
        both.into_iter()
            .flat_map(|army| (0..4).map(move |role| Kind::of_army(army, role)))
    }

    /// Whether pieces of this kind belong to this game.
    pub fn has(&self, kind: Kind) -> bool {
        kind.army().is_none_or(|a| self.armies.contains(&a))
    }
}

fn armies(value: &str) -> Option<[u8; 2]> {
    let (white, black) = value.split_once('/')?;
    let army = |name| ARMIES.iter().position(|a| a.id == name).map(|i| i as u8);
    Some([army(white)?, army(black)?])
}

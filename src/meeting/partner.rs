//! What comes of a challenge to the program: it accepts at once, or it is said why not.

use serde::{Deserialize, Serialize};

use super::GameTerms;
use crate::ids::GameId;
use crate::text;

/// The level at which it plays if none is said.
const USUAL: u8 = 3;
/// The highest level.
pub const LEVELS: u8 = 5;

/// What is known where that is decided.
#[derive(Clone, Debug)]
pub struct ProgramFacts {
    /// Its name in the settings.
    pub name: String,
    /// Whether the operator lets it be challenged.
    pub enabled: bool,
    /// Whether all hosts can play it.
    pub known: bool,
    /// Whether its games may be rated.
    pub rated: bool,
    /// Games against it that the challenger plays.
    pub running: i64,
    /// How many these may be.
    pub most: i64,
    /// Whether the same mail has begun a game.
    pub begins: bool,
    /// The running game of the challenger's, or one that the challenger watches, in which the position stands or stood.
    pub stands_in: Option<GameId>,
    /// Why it cannot play this game, in a word.
    pub lacks: Option<String>,
}

/// Why the program does not play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProgramRefusal {
    /// The operator has turned it off.
    Off,
    /// Not all hosts can play it yet.
    NotYet,
    /// This is no level.
    Level(String),
    /// Its games are not rated.
    Rated,
    /// It helps nobody in another game: the position stands in this one.
    StandsIn(GameId),
    /// The challenger plays so many games against it.
    Running(i64),
    /// One mail begins one game.
    OneGame,
    /// A program of others does not play this game.
    Game {
        /// The program.
        program: String,
        /// The name of the game.
        variant: String,
        /// Why, in a word.
        reason: String,
    },
}

/// The level at which it plays a game by these terms.
///
/// # Errors
/// It does not.
pub fn decide(
    terms: &GameTerms,
    level: Option<&str>,
    facts: &ProgramFacts,
) -> Result<u8, ProgramRefusal> {
    let checks = [
        (facts.enabled, ProgramRefusal::Off),
        (facts.known, ProgramRefusal::NotYet),
        (!terms.rated || facts.rated, ProgramRefusal::Rated),
        (!facts.begins, ProgramRefusal::OneGame),
        (
            facts.running < facts.most,
            ProgramRefusal::Running(facts.most),
        ),
    ];
    if let Some((_, why)) = checks.into_iter().find(|(fulfilled, _)| !fulfilled) {
        return Err(why);
    }
    if let Some(game) = facts.stands_in {
        return Err(ProgramRefusal::StandsIn(game));
    }
    if let Some(reason) = &facts.lacks {
        let (program, variant) = (facts.name.clone(), terms.variant.clone());
        let reason = reason.clone();
        return Err(ProgramRefusal::Game {
            program,
            variant,
            reason,
        });
    }
    let Some(typed) = level else {
        return Ok(USUAL);
    };
    let read = typed
        .parse()
        .ok()
        .filter(|level| (1..=LEVELS).contains(level));
    read.ok_or_else(|| ProgramRefusal::Level(text::clean(typed, 40)))
}

/// A line without the words `level N`, and that level; the rest of the line is read as a challenge to anybody.
pub fn without_level(typed: &str) -> (String, Option<String>) {
    let words: Vec<&str> = typed.split_whitespace().collect();
    let is_level = |word: &&str| word.eq_ignore_ascii_case("level");
    let Some(at) = words.iter().position(is_level) else {
        return (typed.to_owned(), None);
    };
    let level = words.get(at + 1).copied().unwrap_or_default();
    let level = level.trim_end_matches(['.', ',', ';', '!']);
    let rest = words[..at].iter().chain(words.iter().skip(at + 2));
    let rest: Vec<&str> = rest.copied().collect();
    (rest.join(" "), Some(level.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_may_be_anywhere_in_the_line() {
        for (typed, rest, level) in [
            ("partner chess", "partner chess", None),
            (
                "partner chess level 2 time 5d/move",
                "partner chess time 5d/move",
                Some("2"),
            ),
            ("Partner LEVEL 4. gothic", "Partner gothic", Some("4")),
            ("partner chess level", "partner chess", Some("")),
        ] {
            assert_eq!(
                without_level(typed),
                (rest.to_owned(), level.map(str::to_owned))
            );
        }
    }
}

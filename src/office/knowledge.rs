//! What this program knows and others that work on the same store may not: its kinds of events and letters, and its rules.
//!
//! What is new is used only when all hosts that work know it, and from then on everybody who works has to know it. So hosts
//! are upgraded one after the other, and none meets what it does not know.

use std::collections::BTreeSet;

use anyhow::{Result, ensure};

use crate::rules::Variant;
use crate::variants::by_file::{self, catalogue::Catalogue};
use crate::variants::{Games, VARIANTS};

/// The number of the kinds of events, letters and timers. A new kind raises it, and is written only when
/// [`ReadHosts::club_knows`](crate::store::snapshot::ReadHosts::club_knows) has `kinds` with that number.
const KINDS: u32 = 5;
/// What is used only when all hosts know it.
#[derive(Clone, Copy)]
pub(in crate::office) enum Known {
    /// All that happens to rated games.
    Ratings,
    /// All kinds of contests, and all that happens to them.
    Contests,
    /// Programs that play.
    Programs,
    /// Letters about games that programs look back at.
    Reviews,
    /// Lessons in letters.
    Lessons,
    /// Turns that are played on pages, and what is asked about that.
    TurnPages,
}

impl Known {
    /// The number of kinds from which on there is all of it.
    const fn since(self) -> u32 {
        match self {
            Self::Ratings => 4,
            Self::Contests | Self::Programs | Self::Reviews | Self::Lessons | Self::TurnPages => 5,
        }
    }
}

/// What this program knows, in words.
#[must_use]
pub fn known_here() -> BTreeSet<String> {
    let kinds = (1..=KINDS).map(|number| format!("kinds {number}"));
    let by_file = rules_until("by file", by_file::game::RULES_VERSION);
    let own = VARIANTS
        .iter()
        .map(|game| (game.id(), game.rules_version()));
    // Each run asks for this, also one that needs no game.
    let with_program = Catalogue::names_built_in().map(|name| (name, by_file::game::RULES_VERSION));
    let games = own.chain(with_program);
    let games = games.flat_map(|(id, newest)| rules_until(id, newest));
    kinds.chain(by_file).chain(games).collect()
}

/// The word for a version of the rules of a game.
pub(in crate::office) fn rules(variant: &str, version: u32, by_file: bool) -> String {
    let variant = if by_file { "by file" } else { variant };
    format!("rules of {variant} {version}")
}

/// The newest version of the rules of a game that everybody knows who works on the store.
pub(in crate::office) fn version_of_all(
    game: &dyn Variant,
    lacking: &BTreeSet<String>,
) -> Option<u32> {
    let by_file = Games::built_in().find(game.id()).is_none();
    let word = |version| rules(game.id(), version, by_file);
    newest_known(game.rules_version(), word, lacking)
}

fn newest_known(
    newest: u32,
    word: impl Fn(u32) -> String,
    lacking: &BTreeSet<String>,
) -> Option<u32> {
    let known = |version: &u32| !lacking.contains(&word(*version));
    (1..=newest).rev().find(known)
}

fn rules_until(name: &str, newest: u32) -> impl Iterator<Item = String> + use<> {
    let name = name.to_owned();
    (1..=newest).map(move |version| rules(&name, version, false))
}

/// Whether everybody who works on the store knows something.
pub(in crate::office) fn all_know(what: Known, lacking: &BTreeSet<String>) -> bool {
    !lacking.contains(&format!("kinds {}", what.since()))
}

/// Those of these games that everybody knows who works on the store; `lacking`: what this program knows and others do not.
pub(in crate::office) fn known_to_all(games: &Games, lacking: &BTreeSet<String>) -> Games {
    if lacking.is_empty() {
        return games.clone();
    }
    games.only(|game| version_of_all(game, lacking).is_some())
}

/// Refuses to let a program work that does not know what the others use.
///
/// # Errors
/// It does not.
pub fn require_known(club: &BTreeSet<String>) -> Result<()> {
    let known = known_here();
    let missing: Vec<&str> = club.difference(&known).map(String::as_str).collect();
    ensure!(
        missing.is_empty(),
        "this program lacks what those that work on the database use: {}. Install one that knows it; if all hosts shall go back \
         to this one, stop the others and run `zugpost db accept-program`",
        missing.join(", ")
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_others_do_not_know_are_not_among_those_that_can_be_begun() {
        let all = Games::built_in();
        let known = known_here();
        assert!(known.contains("rules of hans38 1") && known.contains("kinds 1"));
        assert!(known.iter().all(|word| !word.contains(',')));
        let newest = |game: &dyn Variant| rules(game.id(), game.rules_version(), false);
        assert!(all.all().all(|game| known.contains(&newest(game))));
        let lacking = ["rules of hans38 1", "rules of shogi 1"];
        let lacking: BTreeSet<String> = lacking.map(str::to_owned).into();
        let begun = known_to_all(all, &lacking);
        assert_eq!(begun.all().count(), all.all().count() - 2);
        assert!(begun.find("hans38").is_none() && begun.find("shogi").is_none());
        assert!(begun.get("hans38").is_none() && begun.get("chess").is_some());
    }

    #[test]
    fn a_game_is_begun_by_the_newest_version_that_all_know() {
        let games = Games::built_in();
        let of = |lacking: &[u32]| {
            let word = |version| rules("chess", version, false);
            let lacking = lacking.iter().map(|version| word(*version)).collect();
            newest_known(3, word, &lacking)
        };
        assert_eq!(
            (of(&[]), of(&[3]), of(&[2, 3])),
            (Some(3), Some(2), Some(1))
        );
        assert_eq!(of(&[1, 2, 3]), None);
        // A game of an operator's file is known by the rules that all such files have.
        let file = b"[clubhouse:chess]\n";
        let (games, off) = games.with_file("club.ini", file, &|_| false);
        let clubhouse = games.find("clubhouse").unwrap_or_else(|| panic!("{off:?}"));
        let by_file = rules("any", by_file::game::RULES_VERSION, true);
        let lacking: BTreeSet<String> = [by_file].into();
        assert_eq!(version_of_all(clubhouse, &lacking), None);
        assert!(known_to_all(&games, &lacking).find("clubhouse").is_none());
        assert!(known_to_all(&games, &lacking).find("chess").is_some());
    }

    #[test]
    fn an_older_program_is_told_what_it_lacks() {
        let mut club = known_here();
        assert!(require_known(&club).is_ok() && require_known(&BTreeSet::new()).is_ok());
        club.insert("kinds 99".to_owned());
        let refused = require_known(&club).unwrap_err().to_string();
        assert!(refused.contains("use: kinds 99. Install"), "{refused}");
    }
}

//! What two decisions must not be about at once.

use std::collections::BTreeSet;
use std::fmt;

use super::{Asked, Decision, Judgement, LetterChange, PeopleChange, PlayerChange, WatchChange};
use crate::ids::{GameId, LetterId, PlayerId};
use crate::store::Budget;

/// Something that two decisions which are made on one view of the store must not both be about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// A game with its seats.
    Game(GameId),
    /// All challenges: their numbers, who has said yes, and the limits of their makers depend on each other.
    Challenges,
    /// A player, and where letters to him go.
    Player(PlayerId),
    /// What a player has chosen about times.
    Times(PlayerId),
    /// What else he has chosen.
    Settings(PlayerId),
    /// Whether letters to an address arrive.
    Address(String),
    /// All names and addresses: they are free or not for all who want them.
    Names,
    /// All leave: what may be booked depends on what is.
    Leave,
    /// Who watches a game: there are so many places.
    Watchers(GameId),
    /// What a player watches.
    WatchedBy(PlayerId),
    /// The questions about no game: what the last answer brings about depends on the others.
    AccountQuestions,
    /// A letter: two reports about it count once.
    Letter(LetterId),
    /// What counts against a limit of today; under no key for all together.
    Budget(Budget, String),
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(game) => write!(f, "game #{game}"),
            Self::Challenges => write!(f, "challenges"),
            Self::Player(player) => write!(f, "player {player}"),
            Self::Times(player) => write!(f, "times of player {player}"),
            Self::Settings(player) => write!(f, "settings of player {player}"),
            Self::Address(address) => write!(f, "address {address}"),
            Self::Names => write!(f, "names"),
            Self::Leave => write!(f, "leave"),
            Self::Watchers(game) => write!(f, "watchers of game #{game}"),
            Self::WatchedBy(player) => write!(f, "games that player {player} watches"),
            Self::AccountQuestions => write!(f, "questions about no game"),
            Self::Letter(letter) => write!(f, "letter o{letter}"),
            Self::Budget(budget, key) => write!(f, "budget {budget} {key}"),
        }
    }
}

impl Decision {
    /// What the decision is about.
    #[must_use]
    pub fn subjects(&self) -> BTreeSet<Subject> {
        let mut subjects: BTreeSet<Subject> = self.changed().collect();
        subjects.extend(self.games.iter().map(|game| Subject::Game(game.id)));
        if let Some((_, Judgement::Done(verdict))) = &self.mail {
            subjects.extend(verdict.game.map(Subject::Game));
        }
        // What one decision spends is seen by the next one when it is written.
        subjects.extend(self.spends.iter().map(|spending| match spending.budget {
            // These are limited for all together.
            Budget::Strangers | Budget::Kept => Subject::Budget(Budget::Strangers, String::new()),
            Budget::Invitations => Subject::Challenges,
            budget => Subject::Budget(budget, spending.key.clone()),
        }));
        subjects
    }

    /// What it changes that has no number of its own by which the store knows that it has changed.
    pub(in crate::store) fn changed(&self) -> impl Iterator<Item = Subject> {
        // A game with new events is known by their number.
        let games = self.games.iter().filter(|game| game.events.is_empty());
        let challenges = (!self.challenges.is_empty()).then_some(Subject::Challenges);
        let asks_address = |ask: &super::NewAccountQuestion| matches!(ask.asked, Asked::Address(_));
        let names = self.account_asks.iter().any(asks_address);
        let answered = !self.close_account_questions.is_empty();
        games
            .map(|game| Subject::Game(game.id))
            .chain(challenges)
            .chain(names.then_some(Subject::Names))
            .chain(answered.then_some(Subject::AccountQuestions))
            .chain(self.players.iter().filter_map(of_player))
            .chain(self.people.iter().filter_map(of_people))
            .chain(self.watches.iter().map(of_watch))
            .chain(self.letter_changes.iter().filter_map(of_letter))
    }
}

fn of_player(change: &PlayerChange) -> Option<Subject> {
    Some(match change {
        PlayerChange::Failed { player, .. } => Subject::Player(*player),
        PlayerChange::Trouble { address, .. } | PlayerChange::ClearFailures(address) => {
            Subject::Address(address.clone())
        }
        PlayerChange::Times(player, _) => Subject::Times(*player),
        PlayerChange::Settings(player, _) => Subject::Settings(*player),
        PlayerChange::Add { .. } | PlayerChange::Rename(..) => Subject::Names,
        PlayerChange::BookLeave(..) | PlayerChange::CutLeave(..) => Subject::Leave,
        _ => return None,
    })
}

fn of_people(change: &PeopleChange) -> Option<Subject> {
    match change {
        PeopleChange::Left(player, _)
        | PeopleChange::Forget(player, _)
        | PeopleChange::Ban(player, _)
        | PeopleChange::Note { player, .. }
        | PeopleChange::Named(player) => Some(Subject::Player(*player)),
        _ => None,
    }
}

fn of_watch(change: &WatchChange) -> Subject {
    match change {
        WatchChange::Begin(game, _) | WatchChange::End(game, _) | WatchChange::EndOfGame(game) => {
            Subject::Watchers(*game)
        }
        WatchChange::EndAllOf(player) => Subject::WatchedBy(*player),
    }
}

fn of_letter(change: &LetterChange) -> Option<Subject> {
    match change {
        LetterChange::Bounced(letter) => Some(Subject::Letter(*letter)),
        _ => None,
    }
}

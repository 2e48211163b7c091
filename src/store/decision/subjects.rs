//! What two decisions must not be about at once.

use std::collections::BTreeSet;
use std::fmt;

use super::{
    Decision, Judgement, LetterChange, PeopleChange, PlayerChange, PlayerRef, ReviewChange,
    WatchChange,
};
use crate::ids::{AccountQuestionId, ChallengeId, ContestId, GameId, LetterId, MailId, PlayerId};
use crate::store::{Asked, Budget};
use crate::text::Skeleton;

/// Something that two decisions which are made on one view of the store must not both be about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// A game with its seats.
    Game(GameId),
    /// A challenge, or the number of one that is not there yet.
    Challenge(ChallengeId),
    /// A contest, or the number of one that is not there yet; with whether one of its games is over.
    Contest(ContestId),
    /// A player, with everything that they have chosen, booked or noted.
    Player(PlayerId),
    /// What is known about somebody who is no member, by the salted hash of the mailbox.
    Mailbox(Vec<u8>),
    /// A question about no game.
    Question(AccountQuestionId),
    /// Who watches a game: there are so many places.
    Watchers(GameId),
    /// A mail: one host at a time judges it.
    Mail(MailId),
    /// A letter: two reports about it count once.
    Letter(LetterId),
    /// An address, in lower case: whose it is, and whether letters arrive there.
    Address(String),
    /// A name in one of the forms of its [`Skeleton`]: names that look alike have one in common.
    Name(String),
    /// What may not be more than so many.
    Counted(Counted),
}

/// What a view of a store has seen: by it a store knows what has changed since then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen(pub(in crate::store) String);

/// What is counted. Two decisions may both add to it as long as it fits ([`Decision::limits`]).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counted {
    /// What is spent of a budget today under a key.
    Spent(Budget, String),
    /// What is spent of it today under all keys.
    SpentByAll(Budget),
    /// The open seeks (`true`) or other open challenges that a player has made.
    Open(PlayerId, bool),
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(game) => write!(f, "game #{game}"),
            Self::Challenge(challenge) => write!(f, "challenge {challenge}"),
            Self::Contest(contest) => write!(f, "contest {contest}"),
            Self::Player(player) => write!(f, "player {player}"),
            Self::Mailbox(hash) => write!(f, "mailbox {hash:02x?}"),
            Self::Question(question) => write!(f, "question {question} about no game"),
            Self::Watchers(game) => write!(f, "watchers of game #{game}"),
            Self::Mail(mail) => write!(f, "mail i{mail}"),
            Self::Letter(letter) => write!(f, "letter o{letter}"),
            Self::Address(address) => write!(f, "address {address}"),
            Self::Name(name) => write!(f, "name {name}"),
            Self::Counted(Counted::Spent(budget, key)) => write!(f, "budget {budget} {key}"),
            Self::Counted(Counted::SpentByAll(budget)) => write!(f, "budget {budget}"),
            Self::Counted(Counted::Open(player, seeks)) => {
                let what = if *seeks { "seeks" } else { "challenges" };
                write!(f, "{what} of player {player}")
            }
        }
    }
}

impl Decision {
    /// What the decision is about: what it says ([`Decision::subjects`]), and what follows from what it writes.
    pub fn about(&self) -> BTreeSet<Subject> {
        let mut all = self.changed();
        all.extend(self.games.iter().map(|game| Subject::Game(game.id)));
        if let Some((_, Judgement::Done(verdict))) = &self.mail {
            all.extend(verdict.game.map(Subject::Game));
        }
        // What one decision spends is seen by the next one when it is written.
        let spent = self.spends.iter();
        let spent = spent.map(|one| Counted::Spent(one.budget, one.key.clone()));
        all.extend(spent.map(Subject::Counted));
        all.extend(self.limits.keys().cloned().map(Subject::Counted));
        all
    }

    /// What it changes. A game with new events is not among it: the store knows it by their number.
    pub(in crate::store) fn changed(&self) -> BTreeSet<Subject> {
        let mut all = self.subjects.clone();
        let unplayed = self.games.iter().filter(|game| game.events.is_empty());
        all.extend(unplayed.map(|game| Subject::Game(game.id)));
        all.extend(self.asks.iter().map(|ask| Subject::Game(ask.game)));
        let challenges = self.challenges.iter();
        all.extend(challenges.map(|write| Subject::Challenge(write.row.id)));
        let contests = self.contests.iter();
        all.extend(contests.map(|write| Subject::Contest(write.row.id)));
        // So many games may be played at once; and those whose logs go on.
        let players = self.new_game.iter().flat_map(|game| &game.players);
        let acting = self.player_acts.iter().map(|acts| &acts.player);
        all.extend(players.chain(acting).filter_map(|player| match player {
            PlayerRef::Known(player) => Some(Subject::Player(*player)),
            PlayerRef::New(_) => None,
        }));
        all.extend(self.account_asks.iter().map(|ask| match &ask.asked {
            Asked::Player(player) => Subject::Player(*player),
            Asked::Address(address) => Subject::address(address),
        }));
        let answered = self.close_account_questions.iter().copied();
        all.extend(answered.map(Subject::Question));
        let told = self.close_digests.iter();
        all.extend(told.map(|row| Subject::Player(row.player)));
        for change in &self.players {
            of_player(change, &mut all);
        }
        all.extend(self.people.iter().flat_map(of_people));
        all.extend(self.watches.iter().flat_map(of_watch));
        all.extend(self.reviews.iter().map(|change| match change {
            ReviewChange::Ask(row) | ReviewChange::Keep(row) => Subject::Player(row.player),
            ReviewChange::End(player, _) => Subject::Player(*player),
        }));
        let letters = self.letter_changes.iter();
        all.extend(letters.filter_map(|change| match change {
            LetterChange::Bounced(letter) => Some(Subject::Letter(*letter)),
            _ => None,
        }));
        all
    }
}

impl Subject {
    fn address(address: &str) -> Self {
        Self::Address(address.to_lowercase())
    }
}

fn of_player(change: &PlayerChange, all: &mut BTreeSet<Subject>) {
    let (player, address, name) = match change {
        PlayerChange::Add { name, address } => (None, Some(address), Some(name)),
        PlayerChange::AddProgram { name, .. } => (None, None, Some(name)),
        PlayerChange::Rename(player, name) => (Some(player), None, Some(name)),
        PlayerChange::Address {
            player, address, ..
        }
        | PlayerChange::RemoveAddress(player, address)
        | PlayerChange::Failed {
            player, address, ..
        } => (Some(player), Some(address), None),
        PlayerChange::Vouched(address, _)
        | PlayerChange::Trouble { address, .. }
        | PlayerChange::ClearFailures(address) => (None, Some(address), None),
        PlayerChange::AskConfirmation(row) => (Some(&row.player), None, None),
        PlayerChange::CloseConfirmation(player, _)
        | PlayerChange::Language(player, _)
        | PlayerChange::Format(player, _)
        | PlayerChange::Times(player, _)
        | PlayerChange::Settings(player, _)
        | PlayerChange::BookLeave(player, ..)
        | PlayerChange::CutLeave(player, ..) => (Some(player), None, None),
        // A line more in the log, what nobody waits for any more, and what belongs to an addition.
        PlayerChange::Log(..)
        | PlayerChange::ForgetConfirmations(_)
        | PlayerChange::LanguageOfNew(..) => (None, None, None),
    };
    all.extend(player.copied().map(Subject::Player));
    all.extend(address.map(|address| Subject::address(address)));
    if let Some(name) = name {
        let looks = Skeleton::of(name);
        all.extend([looks.folded, looks.typed, looks.bare].map(Subject::Name));
    }
}

fn of_people(change: &PeopleChange) -> Vec<Subject> {
    match change {
        PeopleChange::Mailbox(mailbox, _) => vec![Subject::Mailbox(mailbox.clone())],
        PeopleChange::Relate { player, .. }
        | PeopleChange::Note { player, .. }
        | PeopleChange::Named(player)
        | PeopleChange::Left(player, _)
        | PeopleChange::Ban(player, _)
        | PeopleChange::Forget(player, _) => vec![Subject::Player(*player)],
        PeopleChange::Merge(from, into) => vec![Subject::Player(*from), Subject::Player(*into)],
    }
}

fn of_watch(change: &WatchChange) -> Vec<Subject> {
    match change {
        WatchChange::Begin(game, player) | WatchChange::End(game, player) => {
            vec![Subject::Watchers(*game), Subject::Player(*player)]
        }
        WatchChange::EndOfGame(game) => vec![Subject::Watchers(*game)],
        WatchChange::EndAllOf(player) => vec![Subject::Player(*player)],
    }
}

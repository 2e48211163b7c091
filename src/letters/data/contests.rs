//! What players are told and answered about events of several games.

use serde::{Deserialize, Serialize};

use crate::contests::ContestRefusal;
use crate::ids::{GameId, PlayerId};

mod shown;
mod teams;

pub use shown::*;
pub use teams::*;

/// The rating of a player that limits of an event look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingFound {
    /// The highest one of the last twelve months, in points.
    pub points: i64,
    /// Whether it is that in all games for two, since there is none in the game of the event.
    pub club: bool,
}

/// How a challenge in a ladder was settled, where there is something to tell; see [`crate::contests::Settled`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlacesNews {
    /// The challenger has won.
    Won,
    /// The defender has lost by flag, has declined, or has not answered.
    Flag,
    /// The challenger has lost by flag.
    Missed,
    /// It has no result, or one of them has left.
    Void,
}

/// A game that an adjudicator is asked about, under its number for adjudicators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseOf {
    /// The number of the case.
    pub number: usize,
    /// The game, which the letter does not name.
    pub game: GameId,
    /// The number of its last event.
    pub after: i64,
}

/// What has happened to an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContestNews {
    /// The umpire has entered the reader.
    Entered(Box<ShownContest>),
    /// The umpire has put the reader on the list of reserves.
    Reserve(Box<ShownContest>),
    /// The reader was a reserve, and has a place now.
    Promoted(Box<ShownContest>),
    /// Another player plays on in the reader's place.
    Replaced {
        /// The name of the event.
        event: String,
        /// Who.
        who: String,
        /// Whether the reader has not asked to leave: the umpire has decided that.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_umpire: bool,
        /// Why, in the umpire's words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// A challenge in a ladder is settled.
    Settled {
        /// The name of the event.
        event: String,
        /// The other player.
        who: String,
        /// Whether the reader is the challenger.
        challenger: bool,
        /// What has come of it.
        how: PlacesNews,
        /// Whether there was a game.
        played: bool,
        /// The reader's place now; 0: none.
        place: usize,
    },
    /// The reader has lost places of a ladder, since nothing came from them.
    Lowered {
        /// The name of the event.
        event: String,
        /// The reader's place now.
        place: usize,
    },
    /// The umpire has taken the reader's entry back.
    TakenBack {
        /// The name of the event.
        event: String,
        /// Whether it was held, since the reader may be a player there already.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        held: bool,
    },
    /// It was called off.
    Cancelled {
        /// The name of the event.
        event: String,
        /// Why, in the umpire's words; `None`: too few have entered.
        #[serde(default)]
        reason: Option<String>,
        /// Whether it had begun.
        #[serde(default)]
        begun: bool,
    },
    /// The reader is out.
    Out {
        /// The name of the event.
        event: String,
        /// Whether none of their results counts in the table.
        struck: bool,
        /// Until when they can enter no event, since they have left without a word.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        barred: Option<String>,
        /// Whether it is a ladder.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        ladder: bool,
    },
    /// Somebody else is out.
    Left {
        /// The name of the event.
        event: String,
        /// Who.
        who: String,
        /// Whether none of their results counts in the table.
        struck: bool,
    },
    /// The reader is out because of results.
    Beaten {
        /// The name of the event.
        event: String,
        /// The last round that they were in.
        round: usize,
        /// Whether that is a group, whose first ones play a final.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        group: bool,
    },
    /// A round has begun in which the reader has no game.
    Bye {
        /// The name of the event.
        event: String,
        /// The round.
        round: usize,
        /// Whether they get a point for it.
        #[serde(default)]
        point: bool,
    },
    /// The reader directs it from now on.
    Directs {
        /// The name of the event.
        event: String,
    },
    /// The reader does not direct it any more.
    DirectsNot {
        /// The name of the event.
        event: String,
    },
    /// The program for it could not pair a round; the reader directs it.
    NotPaired {
        /// The name of the event.
        event: String,
        /// The round.
        round: usize,
        /// The program.
        program: String,
        /// Why, cleaned.
        why: String,
    },
    /// Games have begun: what is told to those who follow it.
    Round {
        /// The event.
        shown: Box<ShownContest>,
        /// These games.
        games: Vec<ShownPairing>,
    },
    /// The last day is over, and games of the reader wait for a decision.
    Waits {
        /// The name of the event.
        event: String,
        /// The games.
        games: Vec<GameId>,
        /// Whether adjudicators decide; else the umpire does.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        adjudicators: bool,
    },
    /// The reader is asked, as an adjudicator, how games are to end.
    Cases {
        /// The name of the event.
        event: String,
        /// The id of the variant of its games.
        variant: String,
        /// Until when the reader has time.
        until: String,
        /// The games.
        cases: Vec<CaseOf>,
    },
    /// Games wait for the reader, who directs it.
    ByHand {
        /// The name of the event.
        event: String,
        /// The games.
        games: Vec<GameId>,
        /// Until when; then votes of adjudicators decide; `None`: there are no adjudicators who could be asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<String>,
    },
    /// All whom a captain has named have agreed: the reader's team has entered.
    TeamEntered {
        /// The name of the event.
        event: String,
        /// The team.
        team: ShownTeam,
    },
    /// Nothing comes of the reader's team.
    NoTeam {
        /// The name of the event.
        event: String,
        /// The name of the team.
        team: String,
        /// Who does not play; `None`: not all have agreed in time.
        #[serde(default)]
        who: Option<String>,
        /// Whether no team can enter any more: the event has begun, or is full.
        #[serde(default)]
        closed: bool,
    },
    /// All its games are over.
    Ended(Box<ShownContest>),
}

impl ContestNews {
    /// The name of the event.
    pub fn event(&self) -> &str {
        match self {
            Self::Entered(shown)
            | Self::Reserve(shown)
            | Self::Promoted(shown)
            | Self::Round { shown, .. }
            | Self::Ended(shown) => &shown.name,
            Self::TakenBack { event, .. }
            | Self::Directs { event }
            | Self::DirectsNot { event }
            | Self::Replaced { event, .. }
            | Self::Settled { event, .. }
            | Self::Lowered { event, .. }
            | Self::Cancelled { event, .. }
            | Self::Out { event, .. }
            | Self::Beaten { event, .. }
            | Self::Bye { event, .. }
            | Self::Waits { event, .. }
            | Self::Cases { event, .. }
            | Self::ByHand { event, .. }
            | Self::NotPaired { event, .. }
            | Self::TeamEntered { event, .. }
            | Self::NoTeam { event, .. }
            | Self::Left { event, .. } => event,
        }
    }
}

/// What a line about an event is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContestNote {
    /// There is no event of this name.
    Unknown {
        /// The name as typed.
        typed: String,
    },
    /// The reader has entered it.
    Entered(Box<ShownContest>),
    /// All places are taken: the reader is a reserve now.
    Reserve(Box<ShownContest>),
    /// The umpire decides whether the reader enters it: another player in it has or had the same mailbox.
    Held {
        /// The name of the event.
        event: String,
    },
    /// The reader would have more games of events at once than the settings allow.
    TooManyGames {
        /// The name of the event.
        event: String,
        /// How many they would have.
        games: usize,
        /// How many they can have.
        most: i64,
    },
    /// The reader gets letters about it without being in it.
    Follows {
        /// The name of the event.
        event: String,
        /// Whether that is so from now on; else no more.
        follows: bool,
    },
    /// The reader plays on in the place of another player.
    Took {
        /// The name of the event.
        event: String,
        /// Who has left.
        who: String,
    },
    /// The reader has challenged a player of a ladder.
    Challenged {
        /// The name of the event.
        event: String,
        /// Whom.
        who: String,
        /// Until when it is to be answered.
        until: String,
    },
    /// The reader takes a challenge.
    Defends {
        /// The name of the event.
        event: String,
        /// The challenger.
        who: String,
    },
    /// The reader does not take it.
    DefendsNot {
        /// The name of the event.
        event: String,
        /// The challenger.
        who: String,
        /// The reader's place now; 0: none.
        place: usize,
    },
    /// The reader can enter no event for some time, since they have left one without a word.
    Barred {
        /// The name of the event that they want to enter.
        event: String,
        /// The one that they have left.
        left: String,
        /// Until when.
        until: String,
    },
    /// The reader cannot enter it by the rating that they have.
    RatingLimit {
        /// The name of the event.
        event: String,
        /// The name of its game.
        game: String,
        /// Their rating.
        found: RatingFound,
        /// The lowest rating with which one can enter.
        from: Option<i64>,
        /// The rating below which one can.
        below: Option<i64>,
    },
    /// The reader has taken their entry back.
    TakenBack {
        /// The name of the event.
        event: String,
    },
    /// What it means to leave it, and that the reader's `yes` is needed.
    WithdrawAsked(WithdrawAsked),
    /// The reader has left it.
    Withdrawn {
        /// The name of the event.
        event: String,
        /// From when on they are out, unless the umpire lets them go before.
        until: String,
        /// Whether they have games in it that are not over.
        #[serde(default)]
        games: bool,
        /// Whether it is a ladder.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        ladder: bool,
    },
    /// The reader, an adjudicator, has said how a game is to end.
    Voted {
        /// The name of the event.
        event: String,
        /// The number of the case.
        number: usize,
        /// The word of the seat that is to win.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<String>,
        /// The order of more than two seats; without it and a winner, it is a draw.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        order: Option<String>,
    },
    /// It is not clear what the reader says about a game.
    VoteUnclear {
        /// The name of the event.
        event: String,
        /// The number of the case.
        number: usize,
        /// What was typed.
        typed: String,
        /// The words of the seats.
        seats: Vec<String>,
    },
    /// No case of this number waits for the reader.
    NoCase {
        /// The number as typed.
        number: usize,
    },
    /// What it means to let a team enter, and that the captain's `yes` is needed.
    TeamAsked(Box<TeamAsked>),
    /// The reader, a captain, has named a team.
    TeamNamed {
        /// The name of the event.
        event: String,
        /// The name of the team.
        team: String,
        /// Who has to agree: names.
        open: Vec<String>,
        /// Until when.
        until: String,
    },
    /// The reader plays in the team by which they were named.
    Joined {
        /// The name of the event.
        event: String,
        /// The name of the team.
        team: String,
        /// Who has to agree as well: names.
        open: Vec<String>,
    },
    /// The reader does not.
    JoinedNot {
        /// The name of the event.
        event: String,
        /// The name of the team.
        team: String,
    },
    /// A team cannot be named so.
    TeamFault {
        /// The name of the event.
        event: String,
        /// On how many boards it is played.
        boards: usize,
        /// Whom it is about: names as typed.
        who: Vec<String>,
        /// Why.
        why: TeamFault,
    },
    /// Nothing comes of it.
    Refused {
        /// The name of the event.
        event: String,
        /// Why.
        why: ContestRefusal,
    },
}

impl ContestNote {
    /// The name of the event.
    pub fn event(&self) -> &str {
        match self {
            Self::Entered(shown) | Self::Reserve(shown) => &shown.name,
            Self::WithdrawAsked(asked) => &asked.event,
            Self::TeamAsked(asked) => &asked.shown.name,
            Self::Unknown { typed: event }
            | Self::Held { event }
            | Self::TooManyGames { event, .. }
            | Self::Follows { event, .. }
            | Self::Took { event, .. }
            | Self::Challenged { event, .. }
            | Self::Defends { event, .. }
            | Self::DefendsNot { event, .. }
            | Self::Barred { event, .. }
            | Self::RatingLimit { event, .. }
            | Self::TakenBack { event }
            | Self::Withdrawn { event, .. }
            | Self::Voted { event, .. }
            | Self::VoteUnclear { event, .. }
            | Self::TeamNamed { event, .. }
            | Self::Joined { event, .. }
            | Self::JoinedNot { event, .. }
            | Self::TeamFault { event, .. }
            | Self::Refused { event, .. } => event,
            Self::NoCase { .. } => "",
        }
    }
}

/// What a player is asked who is challenged in a ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DefenceAsked {
    /// The name of the event.
    pub event: String,
    /// The number of the challenge, from 1.
    pub defence: usize,
    /// The challenger.
    pub who: String,
    /// The challenger's place.
    pub theirs: usize,
    /// The reader's place.
    pub own: usize,
    /// What the game is played by.
    pub line: String,
    /// Until when it is to be answered.
    pub until: String,
    /// Whether the reader was asked before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
}

/// What a reserve is asked when a place gets free.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceAsked {
    /// The name of the event.
    pub event: String,
    /// Who leaves it.
    pub player: PlayerId,
    /// Their name.
    pub who: String,
    /// How many games begin anew.
    pub games: usize,
    /// Until when it can be taken.
    pub until: String,
}

/// What is asked of somebody who wants to leave an event that has begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WithdrawAsked {
    /// The name of the event.
    pub event: String,
    /// Their games in it that are not over.
    pub games: Vec<GameId>,
    /// Whether fewer than half of their games are over, so that none of their results would count.
    pub struck: bool,
    /// In how many days they are out.
    pub days: i64,
    /// Whether it is played round by round, so that they get no further games.
    #[serde(default)]
    pub rounds: bool,
    /// Whether it is a ladder.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ladder: bool,
    /// Whether there are reserves, who are asked whether they take the place.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reserves: bool,
}

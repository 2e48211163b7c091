//! What the umpire is told.

use serde::{Deserialize, Serialize};

use crate::ids::{GameId, LetterId, MailId, PlayerId};
use crate::rules::game::Seat;
use crate::words::kind;

use super::ShownContest;

/// Something that the umpire is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Report {
    /// Mails of a player change nothing, again and again.
    NoSense {
        /// The game that the mails are about.
        game: GameId,
        /// The seat of the player who sends them.
        seat: Seat,
        /// How many in a row.
        count: i64,
    },
    /// A sender, or all senders together, send more than is read in a day.
    Flood {
        /// The sender's address; `None`: all together.
        sender: Option<String>,
        /// So many mails came today.
        count: i64,
    },
    /// A player wants no more letters.
    Unsubscribe {
        /// The game that the player's mail is about.
        game: GameId,
        /// The seat of the player who wants no more letters.
        seat: Seat,
    },
    /// A player has sent a complaint to the umpire (`report: WORDS`).
    Complaint {
        /// The player who complains.
        player: PlayerId,
        /// The name of the player who complains.
        name: String,
        /// How many complaints they have made earlier today.
        number: i64,
        /// The words of the complaint.
        text: String,
        /// The letter that the player's mail answers.
        letter: Option<LetterId>,
    },
    /// A player has declined a game.
    Declined {
        /// The game that the player has declined; it is called off.
        game: GameId,
        /// The seat of the player who has declined.
        seat: Seat,
    },
    /// A mail could not be judged.
    MailQuarantined {
        /// The mail, by which `mail show` shows it.
        mail: MailId,
        /// Why it could not be judged.
        reason: String,
    },
    /// A letter could not be rendered.
    LetterQuarantined {
        /// The letter, which is not tried again.
        letter: LetterId,
        /// Why it could not be rendered.
        reason: String,
    },
    /// A letter was refused for what it says or how it is sent.
    LetterRefused {
        /// The letter that came back.
        letter: LetterId,
        /// The address that the letter was sent to.
        address: String,
        /// Why it was refused, as the relay says.
        reason: String,
    },
    /// A mail host says that its user has marked a letter as spam.
    SpamComplaint {
        /// The letter that was marked.
        letter: LetterId,
        /// The address that the letter was sent to.
        address: String,
        /// What is complained of, in the word of RFC 5965.
        what: String,
    },
    /// An entry to an event waits, since another player in it has or had the same mailbox.
    SameMailbox {
        /// The name of the event.
        event: String,
        /// Whose entry waits.
        player: PlayerId,
        /// The name of that player.
        name: String,
        /// The other one.
        other: String,
    },
    /// An event cannot go on.
    EventStuck {
        /// Its name.
        event: String,
        /// The id of the variant of its games.
        variant: String,
    },
    /// The program for an event could not pair a round.
    NotPaired {
        /// The name of the event.
        event: String,
        /// The round.
        round: usize,
        /// The program.
        program: String,
        /// Why, cleaned.
        reason: String,
    },
    /// A program of others did not play in a game, and the house player has its seat now.
    ProgramFails {
        /// The name of that program in the settings.
        program: String,
        /// The game.
        game: GameId,
        /// What was wrong the last time, in a word.
        why: String,
    },
    /// An event has begun, or is over.
    EventStage {
        /// The event.
        event: Box<ShownContest>,
        /// Which of it.
        stage: EventStage,
    },
    /// Games of an event wait for the umpire, since its last day is over.
    EventWaits {
        /// Its name.
        event: String,
        /// The games.
        games: Vec<GameId>,
        /// Until when; then votes of adjudicators decide; `None`: it has no adjudicators who could be asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<String>,
    },
    /// Letters to an address cannot be delivered.
    Undeliverable {
        /// The player's address that does not work.
        address: String,
        /// How many were not.
        count: i64,
        /// The reason in the last delivery report, cleaned.
        reason: String,
        /// The player's address that letters go to from now on.
        #[serde(default)]
        next: Option<String>,
    },
    /// A host refuses to work for us: a login, or by a sending limit.
    Refused {
        /// What the host refused and what it said, cleaned.
        reason: String,
    },
    /// A mail seems to have come before its mailbox was last read to its end.
    OddArrival {
        /// The mail with the unlikely time.
        mail: MailId,
    },
    /// No host has read a source for long.
    SourceUnread {
        /// Its name.
        source: String,
        /// When it was last read to its end.
        since: String,
    },
    /// A delivery report gives a seat no time, but the umpire may.
    NoTimeGiven {
        /// The letter that came back.
        letter: LetterId,
        /// The game in which the letter was about a turn.
        game: GameId,
        /// The seat that the letter was sent to.
        seat: Seat,
        /// How long ago the letter left.
        seconds: i64,
        /// Whether the flag of the seat has fallen in this turn.
        fell: bool,
        /// The reason in the report.
        reason: String,
    },
    /// The machine's clock cannot be trusted.
    ClockStopped {
        /// Why it cannot be trusted.
        why: String,
    },
    /// An offer of terms in a game without clocks is not answered.
    TermsUnanswered {
        /// The game in which terms were offered.
        game: GameId,
    },
    /// A game is frozen.
    Frozen {
        /// The game, in which nobody can play on.
        game: GameId,
        /// Why it is frozen.
        reason: Frozen,
    },
}

impl Report {
    /// The game whose players are named.
    pub fn players_of(&self) -> Option<GameId> {
        match self {
            Self::NoSense { game, .. }
            | Self::Unsubscribe { game, .. }
            | Self::Declined { game, .. }
            | Self::NoTimeGiven { game, .. } => Some(*game),
            _ => None,
        }
    }

    /// What it is about. One letter a day about the same matter is enough.
    pub fn matter(&self) -> String {
        let of = match self {
            Self::NoSense { game, seat, .. }
            | Self::Unsubscribe { game, seat }
            | Self::Declined { game, seat }
            | Self::NoTimeGiven { game, seat, .. } => format!(" {game} {}", seat.0),
            Self::Flood { sender, .. } => format!(" {}", sender.as_deref().unwrap_or_default()),
            Self::SameMailbox { event, player, .. } => format!(" {event} {player}"),
            Self::EventStuck { event, .. } => format!(" {event}"),
            Self::EventWaits { event, games, .. } => format!(" {event} {games:?}"),
            Self::NotPaired { event, round, .. } => format!(" {event} {round}"),
            Self::ProgramFails { program, why, .. } => format!(" {program} {why}"),
            Self::EventStage { event, stage } => format!(" {} {stage:?}", event.name),
            Self::Complaint { player, number, .. } => format!(" {player} {number}"),
            Self::LetterRefused { address, .. }
            | Self::SpamComplaint { address, .. }
            | Self::Undeliverable { address, .. } => format!(" {address}"),
            // Fetching and sending are told apart by the first word.
            Self::Refused { reason } => {
                format!(" {}", reason.split(' ').next().unwrap_or_default())
            }
            Self::SourceUnread { source, .. } => format!(" {source}"),
            Self::TermsUnanswered { game } | Self::Frozen { game, .. } => format!(" {game}"),
            // Hostile mail could make any number of those about mails and letters. `status` counts them.
            Self::MailQuarantined { .. }
            | Self::LetterQuarantined { .. }
            | Self::OddArrival { .. }
            | Self::ClockStopped { .. } => String::new(),
        };
        kind(self).replace('-', " ") + &of
    }
}

/// How far an event has come that the umpire is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventStage {
    /// It has begun.
    Begun,
    /// It is called off, since too few have entered or its game cannot be played.
    Off,
    /// All its games are over.
    Over,
}

/// Why a game is frozen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Frozen {
    /// A replay has found a difference.
    Difference(String),
    /// The version of its rules is not known here.
    UnknownRules {
        /// The id of the variant of the game.
        variant: String,
        /// The version of the rules that the game began with.
        version: u32,
    },
}

//! Remarks in answers, and what readers are told besides events.

use serde::{Deserialize, Serialize};

use crate::games::Proposal;
use crate::ids::{ChallengeId, GameId, MailId, PlayerId};
use crate::rules::game::Seat;

use super::{
    ContestNote, DigestEvent, Doubtful, Either, Lack, LeaveNote, LeaveNotice, PeopleNote, Question,
    ReviewNote, SettingNote, WatchNote,
};

/// A remark in an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Note {
    /// The mail had no line to read.
    NothingRead {
        /// It had no text at all.
        empty: bool,
        /// It was so long that only its beginning was read.
        cut: bool,
    },
    /// Not more than so many lines of a mail are carried out.
    TooManyLines(usize),
    /// The mail has more text than is carried out; what is above was.
    TooMuchText,
    /// So many lines below were not read.
    Unread(usize),
    /// The mail is so long that its end was not read: at least so many lines.
    TooLong(usize),
    /// The mail holds so many texts like turns that nothing in it was carried out.
    TooManyTurns,
    /// So many of the games that the mail is about are not in the letter.
    MoreGames {
        /// How many.
        more: usize,
    },
    /// Many mails have changed nothing; of further ones, one a day is answered.
    LastAnswer,
    /// The same for mails about no game: until tomorrow only those are answered that change something.
    LastToday,
    /// No more words are sent to the others today.
    TalkUsedUp,
    /// The mail has asked the same before.
    AskedAbove,
    /// Nothing was changed: the mail contradicts itself.
    Conflict(Conflict),
    /// The mail was received before.
    Repeated,
    /// The line names a game of which the mail holds no token.
    OtherGame {
        /// The game that it names.
        named: GameId,
        /// The game that the mail is about, if it is one.
        about: Option<GameId>,
    },
    /// The mail is about several games, and the line names none.
    WhichGame,
    /// The mail is about no game, and the line is.
    NoGame {
        /// The author's games that are being played, newest first, each with the id of its variant.
        games: Vec<(GameId, String)>,
        /// Whether the author plays more than these.
        more: bool,
    },
    /// The mail is about no game, and the line is no command.
    NotKnown {
        /// As in [`Note::NoGame`].
        games: Vec<(GameId, String)>,
        /// The word by which the program that plays is challenged, if it can be.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        partner: Option<String>,
    },
    /// Another player has taken the reader's seat in this game.
    SeatTaken(GameId),
    /// A question has to be answered before another one is asked.
    OneQuestion,
    /// The reader wants no more letters.
    Unsubscribe {
        /// Whether the umpire was told.
        told: bool,
        /// The game, if it can still be declined.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decline: Option<GameId>,
    },
    /// The reader's addresses, the main one first.
    Addresses(Vec<String>),
    /// A code that confirms it was sent to this address.
    CodeSent(String),
    /// A code was sent to this address before, today.
    CodeSentBefore(String),
    /// This address is the reader's already.
    AddressKnown(String),
    /// This is no address, or none that can be added.
    AddressRefused(String),
    /// An address is no longer the reader's.
    AddressRemoved {
        /// The address that is removed.
        address: String,
        /// The new main address, if it was that.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        main: Option<String>,
    },
    /// This is none of the reader's addresses.
    NotYourAddress(String),
    /// The only address cannot be removed.
    LastAddress,
    /// No more addresses can be added today, or at all.
    TooManyAddresses,
    /// What cannot be taken back needs the key of the newest letter.
    NeedsNewest,
    /// It needs the key of a running game, or of a letter about no game, which is on its way: the games of this one are over.
    NeedsRunningGame,
    /// The answered letter asks something, and the line says neither `yes` nor `no`.
    YesOrNo,
    /// The answered letter asks something, and the `yes` or `no` is beside other lines: it is asked once more.
    YesBeside,
    /// What letters are made of from now on.
    Format {
        /// Whether letters have no HTML part.
        plain: bool,
    },
    /// About a setting of the reader's, such as the time zone or the board.
    Setting(SettingNote),
    /// About games that the reader watches.
    Watch(WatchNote),
    /// About a game that the reader wants to look back at.
    Review(ReviewNote),
    /// Words are not sent: the reader has chosen so.
    ChatOff,
    /// A plan is not kept, since its author wants only full notation to count.
    StrictPlan {
        /// The turns of the plan that are not written in full, as they are to be written.
        turns: Vec<String>,
    },
    /// The reader has chosen that only this line plays what they mean.
    Strict {
        /// A line that would play the turn: full notation with the number of the turn.
        line: String,
    },
    /// About the reader's leave.
    Leave(LeaveNote),
    /// About an event of several games.
    Event(ContestNote),
    /// About names, membership, messages, notes about games, and people who are muted or blocked.
    People(PeopleNote),
    /// `confirm` has to come from the address that is to be confirmed.
    NothingToConfirm,
    /// A draw offer that the reader's letter did not show has lapsed by the reader's turn.
    OfferLapsed(Seat),
    /// What waited is carried out; the lines follow.
    Confirmed,
    /// What waited is dropped.
    Declined,
    /// Nothing waits for an answer.
    NothingAsked,
    /// Several things wait for the reader's answer; they have to write which they mean.
    WhichAnswer {
        /// Whether a draw offer is among them.
        draw: bool,
        /// What else others ask for.
        asked: Vec<Proposal>,
        /// Whether the reader has agreed; otherwise they have declined.
        agrees: bool,
    },
    /// The mail may mean one of several things; nothing is done before the reader has said which.
    Either(Either),
    /// What waits for an answer was asked by another letter.
    AskedElsewhere,
    /// Nothing is done before the reader has answered a question.
    Doubtful(Doubtful),
    /// The line mentions this turn; what is said of it follows.
    Seen(String),
    /// So many lines look like a signature, and were not sent on.
    Signature(usize),
    /// Lines that help with what the mail speaks about.
    Helps(Vec<String>),
}

/// How a mail contradicts itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Conflict {
    /// It has tokens of two seats of one game.
    Seats,
    /// It names one game in its text, another one in its subject.
    TextAndSubject(GameId, GameId),
    /// It names a game, and answers a letter of another one.
    NameAndLetter(GameId, GameId),
    /// It answers a position of a lesson, and a letter of this game.
    LessonAndGame(GameId),
}

/// Something that a seat is told besides events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notice {
    /// The game was set up.
    NewGame,
    /// It is a game of an event, which begins, or a round of it.
    OfEvent(DigestEvent),
    /// The umpire has set it up; how to decline.
    ByUmpire,
    /// All have said yes to the challenge that has made it.
    Agreed {
        /// The number of the challenge or seek.
        number: ChallengeId,
        /// Whether it was a seek.
        #[serde(default)]
        seek: bool,
        /// Whether seats were drawn by lot.
        #[serde(default)]
        drawn: bool,
        /// Whether one player has all seats.
        #[serde(default)]
        practice: bool,
    },
    /// The other seats are played by a program of the server's.
    AgainstProgram {
        /// The level at which it plays.
        level: u8,
        /// How many seats it has.
        seats: usize,
    },
    /// The program does not play on while the position stands in another game.
    StandsIn {
        /// A running game that the reader plays or watches.
        game: GameId,
    },
    /// A program of others did not play, and the house player has its seat now.
    ProgramFails {
        /// The name of that program in the settings.
        name: String,
        /// The level of the house player.
        level: u8,
    },
    /// The reader has taken the seat of another player.
    TakesSeat {
        /// The name of that player.
        former: String,
        /// Why, in the umpire's words; may be empty.
        #[serde(default)]
        reason: String,
    },
    /// The umpire who has decided this plays in the game, and there is no other one.
    UmpirePlays {
        /// The seat that the umpire has in this game.
        seat: Seat,
    },
    /// The umpire has this letter sent again.
    SentAgain,
    /// A later correction has moved a rating of the reader.
    RatingMoved {
        /// The name of the game; `None`: the rating in all games for two.
        #[serde(default)]
        game: Option<String>,
        /// In points, before.
        from: i64,
        /// In points, now.
        to: i64,
    },
    /// The umpire has changed the reader's address.
    NewAddress,
    /// Letters to this seat cannot be delivered.
    Undeliverable {
        /// The seat whose player does not get the letters.
        seat: Seat,
        /// Whether the umpire was told.
        told: bool,
        /// Whether letters go to another address of the player.
        #[serde(default)]
        next: bool,
    },
    /// The letter could not be delivered to an address of the reader's, so it goes to another one.
    OtherAddress {
        /// The address to which it could not be delivered.
        former: String,
    },
    /// A mail has come from an address to which letters could not be delivered.
    AddressWorks {
        /// The address that works again.
        address: String,
    },
    /// Somebody wrote in the reader's name without proof.
    Unproven {
        /// The lines of the mail.
        lines: Vec<String>,
        /// Why the mail proves nothing about its author.
        #[serde(default)]
        lack: Lack,
    },
    /// Somebody answered the reader's letter from another address: a question.
    Asked(Question),
    /// An opponent has booked, shortened or cancelled a leave.
    Leave(LeaveNotice),
    /// The reader's time will soon be over; the letter says when.
    Reminder,
    /// The pause ends at this time.
    PauseEnds {
        /// The time at which it ends, as RFC 3339.
        at: String,
    },
    /// The umpire has declared that no mail was read between these times (RFC 3339).
    Outage {
        /// The beginning of that time: RFC 3339.
        from: String,
        /// The end of that time: RFC 3339.
        to: String,
    },
    /// A game without clocks waits for the reader.
    Idle,
    /// A game without clocks waits for long: the reader may offer terms of time.
    MayOfferTerms,
}

/// What is said about a player's addresses or name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AccountNotice {
    /// To a new address: the code that confirms it is derived from what is here.
    Confirm {
        /// The name of the player.
        name: String,
        /// The address that is to become one of the player's.
        address: String,
        /// The player whose address it is to become.
        player: PlayerId,
        /// Random bytes, in hex.
        nonce: String,
        /// The generation of the secret.
        generation: i64,
    },
    /// To a new address: it is confirmed.
    Confirmed {
        /// The address that is one of the player's now.
        address: String,
    },
    /// To an address whose code is not valid, or not any more.
    NotConfirmed,
    /// To the main address: another one was added.
    Added {
        /// The address that was added.
        address: String,
        /// Whether the umpire has added it.
        umpire: bool,
    },
    /// To an address that is no longer one of the player's.
    Removed {
        /// The name of the player.
        name: String,
        /// The address that was removed; the letter goes to it.
        address: String,
    },
    /// To the former and the new main address: the umpire has changed it.
    Moved {
        /// The former main address.
        former: String,
        /// The new main address.
        address: String,
    },
    /// The player has sent more mails today than are read.
    TooManyMails {
        /// So many are read.
        limit: i64,
    },
    /// A mail in the player's name was quarantined: nothing of it was carried out.
    MailQuarantined {
        /// The mail that was quarantined.
        mail: MailId,
        /// The day on which it arrived, such as `2026-01-31`.
        day: String,
    },
    /// The umpire has changed the name.
    Renamed {
        /// The player's name until now.
        former: String,
        /// The name that the umpire has given the player.
        name: String,
    },
}

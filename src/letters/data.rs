//! What letters say, as data. It is stored with the letter, and put into words when the letter leaves.
//!
//! What has happened in a game is not repeated here: a letter names events, and queries are answered
//! from the position after the event that stands with them.

use serde::{Deserialize, Serialize};

use crate::commands::Hint;
use crate::games::{Refusal, Request};
use crate::rules::game::Seat;
use crate::store::{GameId, LetterId, MailId, PlayerId};

/// The version of this form, for letters that wait while the program is replaced.
const VERSION: u32 = 1;

/// A letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LetterData {
    /// The version of the form.
    v: u32,
    /// What it says.
    pub content: Content,
}

impl LetterData {
    /// A letter in the present form.
    #[must_use]
    pub fn new(content: Content) -> Self {
        Self {
            v: VERSION,
            content,
        }
    }

    /// As it is stored.
    ///
    /// # Panics
    /// Never: every key is a string.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads a stored letter.
    ///
    /// # Errors
    /// It is of a form that is not known here.
    pub fn from_json(text: &str) -> anyhow::Result<Self> {
        let letter: Self = serde_json::from_str(text)?;
        anyhow::ensure!(letter.v == VERSION, "a letter of version {}", letter.v);
        Ok(letter)
    }
}

/// What a letter says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Content {
    /// To a seat: the news since the letter's first event, and the board.
    Seat {
        /// What is said besides the events.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        notices: Vec<Notice>,
        /// The mail that is answered.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Answer>,
    },
    /// To a player whose mail was about several games.
    Games {
        /// The games, in the order of the letter's tokens.
        sections: Vec<Section>,
        /// The mail that is answered.
        answer: Answer,
    },
    /// To somebody without a token. No word of his is in it.
    Public {
        /// Message-ID of his mail.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        in_reply_to: Option<String>,
        /// What he asked.
        queries: Vec<Query>,
        /// Whether the address is a player's.
        known: bool,
    },
    /// To an address of a player, or one that a player wants to add, about addresses and name.
    Account {
        /// What is said.
        notices: Vec<AccountNotice>,
        /// Message-ID of the mail that is answered.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        in_reply_to: Option<String>,
    },
    /// To the umpire.
    Umpire(Report),
}

/// What is said about a player's addresses or his name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AccountNotice {
    /// To a new address: the code that confirms it is derived from what stands here.
    Confirm {
        /// The name of the player.
        name: String,
        /// The address.
        address: String,
        /// The player.
        player: PlayerId,
        /// Random bytes, in hex.
        nonce: String,
        /// The generation of the secret.
        generation: i64,
    },
    /// To a new address: it is confirmed.
    Confirmed {
        /// The address.
        address: String,
    },
    /// To an address whose code is not valid, or not any more.
    NotConfirmed,
    /// To the main address: another one was added.
    Added {
        /// Which.
        address: String,
        /// Whether the umpire has added it.
        umpire: bool,
    },
    /// To an address that is one of the player's no more.
    Removed {
        /// The name of the player.
        name: String,
        /// The address.
        address: String,
    },
    /// To the former and the new main address: the umpire has changed it.
    Moved {
        /// The former one.
        former: String,
        /// The new one.
        address: String,
    },
    /// The umpire has changed the name.
    Renamed {
        /// The former one.
        former: String,
        /// The new one.
        name: String,
    },
}

/// A game in a letter about several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// The game.
    pub game: GameId,
    /// The reader's seat.
    pub seat: Seat,
    /// The event after which it is shown.
    pub after: i64,
}

/// The answer to a mail.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Message-ID of the mail, without brackets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_reply_to: Option<String>,
    /// Its lines, and what came of each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub echoes: Vec<Echo>,
    /// The letter that answered the same mail before; its echoes are repeated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeats: Option<LetterId>,
}

/// A line of a mail, and what came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Echo {
    /// The line as typed, cleaned; `None`: this is about the mail as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// The game that it was carried out in; `None`: that of the letter, or none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// What came of it, in order.
    pub parts: Vec<Part>,
}

/// One thing that came of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// An event of the reader's.
    Event(i64),
    /// A request was refused.
    Refused(Refusal),
    /// The beginning of a turn is held, at the position after this event.
    Held(String, i64),
    /// What was held is dropped.
    Dropped(String),
    /// A query, to be answered from the position after this event, with what the reader held then.
    Query {
        /// What is asked.
        query: Query,
        /// The event.
        after: i64,
        /// The held beginning of a turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        held: Option<String>,
    },
    /// The line is neither a turn nor a command; the event after which an example is shown. `None`:
    /// other lines were understood.
    NotUnderstood(Option<i64>),
    /// A command that is not as it should be.
    Misused(Hint),
    /// Something else.
    Note(Note),
}

/// What somebody wants to see. It is answered when the letter is rendered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Query {
    /// The board after a turn.
    Preview(String),
    /// The legal turns: all, or those of a piece or square.
    Legal(Option<String>),
    /// A board: before turn `at`, of another game of the reader's.
    Show {
        /// The number of the turn.
        at: Option<u32>,
        /// Whether it is the turn of the second seat.
        #[serde(default)]
        second: bool,
        /// The game.
        game: Option<GameId>,
    },
    /// All turns.
    History,
    /// The reader's games.
    Games,
    /// The commands, or one.
    Help(Option<String>),
    /// The rules of a variant; `None`: that of the game.
    Rules(Option<String>),
    /// What can be played.
    Variants,
    /// The letter again.
    Resend,
}

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
    /// So many lines below were not read.
    Unread(usize),
    /// Mails in a row held nothing understandable; further ones are not answered.
    LastAnswer,
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
    /// This address is the reader's from now on.
    AddressAdded(String),
    /// An address is the reader's no more.
    AddressRemoved {
        /// Which.
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
    /// What letters are made of from now on.
    Format {
        /// Plain text alone.
        plain: bool,
    },
    /// `confirm` has to come from the address that is to be confirmed.
    NothingToConfirm,
    /// A draw offer that the reader's letter did not show has lapsed by his turn.
    OfferLapsed(Seat),
    /// What waited is carried out; the lines follow.
    Confirmed,
    /// What waited is dropped.
    Declined,
    /// Nothing waits for an answer.
    NothingAsked,
    /// Nothing is done before the reader has answered a question.
    Doubtful(Doubtful),
    /// The line mentions this turn; what is said of it follows.
    Seen(String),
    /// So many lines look like a signature, and were not sent on.
    Signature(usize),
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
}

/// Something that a seat is told besides events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notice {
    /// The game was set up.
    NewGame,
    /// The umpire has this letter sent again.
    SentAgain,
    /// The umpire has changed the reader's address.
    NewAddress,
    /// Letters to this seat cannot be delivered.
    Undeliverable {
        /// The seat.
        seat: Seat,
        /// Whether the umpire was told.
        told: bool,
    },
    /// Somebody wrote in the reader's name without proof.
    Unproven {
        /// The lines of the mail.
        lines: Vec<String>,
        /// What was missing.
        #[serde(default)]
        lack: Lack,
    },
    /// Somebody answered the reader's letter from another address: a question.
    Asked(Question),
}

/// Why a mail proves nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lack {
    /// It has no key of a letter to its author, or that of an earlier letter.
    #[default]
    Key,
    /// It comes from this address, which is nobody's.
    Address(String),
    /// Its host does not vouch for the author.
    Voucher {
        /// It says that the mail does not come from the domain of its author.
        fails: bool,
    },
    /// It has no single author.
    Sender,
}

/// A question to a player: what waits for his `yes`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// A mail with the reader's token came from an address that is not his, or that may be forged.
    OtherAddress {
        /// The address.
        from: String,
        /// The lines that wait, with what they request.
        lines: Vec<(String, Vec<Request>)>,
        /// What was missing; letters of before know only of other addresses.
        #[serde(default)]
        lack: Lack,
        /// How many such questions were asked at this state of the game, with this one.
        #[serde(default)]
        count: u32,
    },
    /// It is doubtful what the reader's mail means.
    Doubt {
        /// What is asked.
        doubt: Doubtful,
        /// The lines that wait, with what they request; none if one of several turns may be meant.
        lines: Vec<(String, Vec<Request>)>,
    },
}

impl Question {
    /// As it is stored. It cannot fail: every key is a string.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The lines that wait, with what they request.
    #[must_use]
    pub fn lines(&self) -> &[(String, Vec<Request>)] {
        match self {
            Self::OtherAddress { lines, .. } | Self::Doubt { lines, .. } => lines,
        }
    }
}

/// What is doubtful in a mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Doubtful {
    /// The turns that may be meant, in canonical text.
    pub turns: Vec<String>,
    /// Why it is not clear.
    pub why: Why,
}

/// Why something is asked back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// The turn stands in a sentence.
    Sentence,
    /// It is not written as turns are here.
    Letters,
    /// The mail holds other turns, or commands that do not go with it.
    Others,
    /// Words of the mail speak against it.
    Words,
    /// After this turn its player may have none next time.
    NoTurnNext,
}

/// Something that the umpire is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Report {
    /// Mails of a player make no sense.
    NoSense {
        /// The game.
        game: GameId,
        /// The seat.
        seat: Seat,
        /// How many in a row.
        count: i64,
    },
    /// A player wants no more letters.
    Unsubscribe {
        /// The game.
        game: GameId,
        /// The seat.
        seat: Seat,
    },
    /// A player has declined a game.
    Declined {
        /// The game.
        game: GameId,
        /// The seat.
        seat: Seat,
    },
    /// A mail could not be judged.
    MailQuarantined {
        /// The mail.
        mail: MailId,
        /// Why.
        reason: String,
    },
    /// A letter could not be rendered.
    LetterQuarantined {
        /// The letter.
        letter: LetterId,
        /// Why.
        reason: String,
    },
    /// Letters to an address cannot be delivered.
    Undeliverable {
        /// The address.
        address: String,
        /// How many were not.
        count: i64,
        /// The last reason.
        reason: String,
    },
    /// A game is frozen.
    Frozen {
        /// The game.
        game: GameId,
        /// Why.
        reason: Frozen,
    },
}

/// Why a game is frozen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Frozen {
    /// A replay has found a difference.
    Difference(String),
    /// The version of its rules is not known here.
    UnknownRules {
        /// The variant.
        variant: String,
        /// The version.
        version: u32,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_read_back() {
        let answer = Answer {
            in_reply_to: Some("m@b".to_owned()),
            echoes: vec![Echo {
                line: Some("Nf3".to_owned()),
                game: None,
                parts: vec![
                    Part::Event(3),
                    Part::NotUnderstood(None),
                    Part::Query {
                        query: Query::Legal(None),
                        after: 3,
                        held: None,
                    },
                ],
            }],
            repeats: None,
        };
        let letter = LetterData::new(Content::Seat {
            notices: vec![Notice::NewGame],
            answer: Some(answer),
        });
        let json = letter.to_json();
        assert_eq!(LetterData::from_json(&json).expect("read"), letter);
        assert!(LetterData::from_json("{\"v\":1}").is_err());
    }
}

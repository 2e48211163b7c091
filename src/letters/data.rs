//! What letters say, as data. It is stored with the letter, and put into words when the letter leaves.
//!
//! What has happened in a game is not repeated here: a letter names events, and queries are answered
//! from the position after the event that is stored with them.

mod account;
mod challenges;
mod contests;
mod lessons;
mod notes;
mod outsiders;
mod people;
mod personal;
mod plans;
mod questions;
mod reports;
mod reviews;
mod ruling;

use serde::{Deserialize, Serialize};

use crate::commands::Hint;
use crate::games::Refusal;
use crate::ids::{About, GameId, LetterId, PlayerId};
use crate::rules::game::Seat;

pub use account::*;
pub use challenges::*;
pub use contests::*;
pub use lessons::*;
pub use notes::*;
pub use outsiders::*;
pub use people::*;
pub use personal::*;
pub use plans::*;
pub use questions::*;
pub use reports::*;
pub use reviews::*;
pub use ruling::*;

/// The version of this form, for letters that wait while the program is replaced.
const VERSION: u32 = 1;

/// What one letter says, as it is stored in the outbox; it is put into words when it is first
/// tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LetterData {
    /// The version of the form.
    v: u32,
    /// The language of a reader who is no player: that of the mail that is answered. `None`: that of the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// To whom the letter is written, and what it tells, answers and asks.
    pub content: Content,
}

impl LetterData {
    /// A letter in the present form.
    pub fn new(content: Content) -> Self {
        Self {
            v: VERSION,
            language: None,
            content,
        }
    }

    /// As it is stored.
    ///
    /// # Panics
    /// Never: every key is a string.
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

    /// The mail that is answered, and the seats that it speaks for; `about` is the seat of a letter to one.
    pub fn answer(&self, about: Option<About>) -> Option<(&Answer, Vec<About>)> {
        let (answer, seats) = match &self.content {
            Content::Seat { answer, .. } => (answer.as_ref(), about.into_iter().collect()),
            Content::Games { answer, sections } => {
                (Some(answer), sections.iter().map(Section::about).collect())
            }
            Content::Player { answer, .. } => (answer.as_ref(), Vec::new()),
            _ => (None, Vec::new()),
        };
        answer.map(|answer| (answer, seats))
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
    /// To a player, about no game.
    Player {
        /// The player who gets the letter, at their main address.
        player: PlayerId,
        /// What the player is told.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        notices: Vec<PlayerNotice>,
        /// The mail that is answered.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Answer>,
    },
    /// To a player: the news of the player's games since the last such letter.
    Digest {
        /// The player who has chosen to get a digest.
        player: PlayerId,
        /// The games, those first in which the player is to move.
        sections: Vec<DigestSection>,
        /// The event that has begun with these games, or a round of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        event: Option<DigestEvent>,
    },
    /// To a player who watches a game.
    Watch {
        /// The player who watches the game and has no seat in it.
        player: PlayerId,
        /// The game, without a seat.
        section: DigestSection,
    },
    /// To somebody without a token. No word of the reader's is in it.
    Public {
        /// Message-ID of the mail that is answered.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        in_reply_to: Option<String>,
        /// What the reader asked.
        queries: Vec<Query>,
    },
    /// To somebody who is no member. No word of a sender's is in it.
    Outsider {
        /// What the reader is told, in this order.
        notices: Vec<OutsiderNotice>,
        /// Message-ID of the mail that is answered.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        in_reply_to: Option<String>,
    },
    /// To an address of a player, or one that a player wants to add, about addresses and name.
    Account {
        /// What the reader is told, in this order.
        notices: Vec<AccountNotice>,
        /// Message-ID of the mail that is answered.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        in_reply_to: Option<String>,
    },
    /// To an umpire who writes commands by mail.
    Ruling {
        /// The umpire's commands, with what came of them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        echoes: Vec<RulingEcho>,
        /// What the umpire is asked: a `yes` to the letter answers it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        question: Option<AccountQuestion>,
        /// Message-ID of the mail that is answered.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        in_reply_to: Option<String>,
    },
    /// To the umpire's address in the settings, about something that the umpire may have to act on.
    Umpire(Report),
}

/// A game in a letter about several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// One of the games that the answered mail was about.
    pub game: GameId,
    /// The seat of the letter's reader in this game.
    pub seat: Seat,
    /// The event after which it is shown.
    pub after: i64,
}

impl Section {
    /// The seat, without news.
    pub fn about(&self) -> About {
        About {
            game: self.game,
            seat: self.seat.0,
            first_event: 0,
            last_event: self.after,
        }
    }
}

/// An event, or a round of it, that begins with the games of a letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DigestEvent {
    /// Its name.
    pub event: String,
    /// The round; `None`: all its games begin at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<usize>,
    /// The reader's group, from 1; 0: the final of groups. `None`: there are no groups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<usize>,
    /// Whether these games have less time, since a match is level.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub faster: bool,
    /// Whether it is a ladder, in which this game begins.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ladder: bool,
    /// What its games are played by, as a line that a player could write; empty: a letter of before has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub line: String,
    /// The turns with which each game begins, with their numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// The reader's team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<OnBoard>,
    /// The games begin anew, since a player has left, and another one plays on: both names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renewed: Option<(String, String)>,
    /// Whether the reader is that other player.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub newcomer: bool,
    /// Why that player plays on, in the umpire's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A game in a letter that tells its news.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DigestSection {
    /// The game whose news this is.
    pub game: GameId,
    /// The reader's seat; `None`: the reader watches it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The first event that is told.
    pub first: i64,
    /// The event after which the game is shown.
    pub after: i64,
}

impl DigestSection {
    /// The seat with its news; `None`: the reader watches the game.
    pub fn about(&self) -> Option<About> {
        Some(About {
            game: self.game,
            seat: self.seat?.0,
            first_event: self.first,
            last_event: self.after,
        })
    }
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

impl Echo {
    /// The seat that the line was carried out for, of those that its mail speaks for. A line that names no game
    /// belongs to none of several.
    pub fn about(&self, seats: &[About]) -> Option<About> {
        match (self.game, seats) {
            (Some(game), seats) => seats.iter().find(|about| about.game == game).copied(),
            (None, [about]) => Some(*about),
            (None, _) => None,
        }
    }
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
        /// What the line asks to see.
        query: Query,
        /// The number of the event; `0`: before the first one.
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
    /// What came of a line about plans, or what plans have played.
    Plan(PlanPart),
    /// The answer to a line about challenges or seeks.
    Challenge(Box<ChallengeNote>),
    /// What came of a line about a lesson.
    Lesson(Box<LessonPart>),
    /// A remark about anything that is neither an event, a plan nor a challenge.
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
        /// The game whose board is wanted; `None`: that of the letter.
        game: Option<GameId>,
    },
    /// Turns as a moving picture, of a game of the reader's.
    Film {
        /// The number of the first turn; `None`: from the beginning.
        #[serde(default)]
        from: Option<u32>,
        /// The number of the last turn; `None`: to the present position.
        #[serde(default)]
        to: Option<u32>,
        /// The game; `None`: that of the letter.
        #[serde(default)]
        game: Option<GameId>,
    },
    /// All turns of the game so far, as a list.
    History,
    /// The clocks, and the account of each turn.
    Clock,
    /// A game as other programs read it; `None`: that of the letter.
    Export(Option<GameId>),
    /// The reader's games, those that are being played first.
    Games,
    /// How to play and the most useful commands, or the help on one.
    Help(Option<String>),
    /// All commands.
    Commands,
    /// The rules of a variant; `None`: that of the game.
    Rules(Option<String>),
    /// What everybody may know of a player, by name.
    Who(String),
    /// The ratings of a player.
    Rating {
        /// Whose, by name; `None`: the reader's.
        #[serde(default)]
        who: Option<String>,
        /// In which game, as typed, month by month; `None`: in all.
        #[serde(default)]
        game: Option<String>,
    },
    /// Who has which rating in a game, as typed; `None`: in all games for two.
    Ratings(Option<String>),
    /// The public games of a player, by name.
    GamesOf(String),
    /// The reader's games in which it is their turn.
    GamesNext,
    /// The reader's own notes.
    Notes,
    /// The lessons, and how far the reader is.
    Lessons,
    /// Everything that is stored about the reader.
    ExportMe,
    /// What can be played.
    Variants,
    /// Games that these words may mean: a group, a part of a name, an inventor.
    FindVariants(String),
    /// The events of several games.
    Events,
    /// An event, by name: its table.
    Event {
        /// The name as typed.
        name: String,
        /// Whether its games are wanted instead of the table.
        #[serde(default)]
        games: bool,
        /// The round whose games alone are wanted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<usize>,
    },
    /// Who looks for somebody to play with: all, or for one variant.
    Seeks(Option<String>),
    /// The present letter about the game, once more.
    Resend,
    /// How turns are written, and the signs on the board.
    Legend,
    /// What the reader has chosen.
    Settings,
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

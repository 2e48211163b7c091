//! What the answer to a line shows of a game.

use serde::{Deserialize, Serialize};

use crate::games::{Account, Happening, Refusal};
use crate::lessons::Idea;
use crate::rules::game::Seat;
use crate::rules::outcome::{self, Outcome};
use crate::rules::reason::Reason;
use crate::rules::view::BoardView;

use super::ShownMoment;
use super::game::{Begun, Course, GameView, ShownEvent};

/// A board of a film counts as so many bytes, of which most are in its file: a letter has room for one long film, and
/// for few boards more.
const FRAME: usize = 1200;

/// What a part of an answer shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShownPart {
    /// The game after the event that the part speaks of, if that is needed.
    #[serde(skip_serializing_if = "is_nothing")]
    pub game: GameView,
    /// What is shown of it.
    #[serde(skip_serializing_if = "is_nothing")]
    pub shows: Shows,
}

fn is_nothing<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What was read for each part of each line. What the letter has no room for is not there.
pub type ShownParts = Vec<Vec<Option<ShownPart>>>;

/// What is shown of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shows {
    /// Nothing is shown besides the words of the answer.
    #[default]
    Nothing,
    /// What an event has brought about; the second value: whether it is a turn.
    Event(Vec<Happening>, bool),
    /// Events that have happened by plans.
    ByPlans(Vec<ShownEvent>),
    /// The beginning of a turn, with what may follow.
    Begun(Begun),
    /// A turn that could be played.
    Example(Option<String>),
    /// What turns would lead to.
    Preview(Box<Preview>),
    /// The legal turns that were asked for, or what may come next if they are too many.
    Legal(Legal),
    /// The board before a turn, or as it is.
    Board {
        /// The label of the turn.
        turn: Option<String>,
        /// The position, and how the reader wants to see it.
        #[serde(default)]
        board: Box<BoardView>,
    },
    /// The turn of this number is not reached.
    NotReached(u32),
    /// How a turn is written, and the board whose signs are explained.
    Legend {
        /// How, paragraph by paragraph.
        #[serde(default)]
        writing: Vec<Reason>,
        /// The position, and how the reader wants to see it.
        #[serde(default)]
        board: Box<BoardView>,
    },
    /// The text of the section by which the game is played, with those that it takes over from.
    Section(String),
    /// The turns so far.
    Course(Course),
    /// The clocks, if the game has any, and the terms that hold from the next turn on, if changed.
    Clock(Option<ClockAnswer>, Option<String>),
    /// The game in a format of other programs: the name of the format, and the lines.
    Export(String, Vec<String>),
    /// Turns, each with the board after it.
    Film(Film),
    /// A position of a lesson.
    Lesson(Box<ShownLesson>),
    /// A mistake of the reader: the name of the game, the seat to move (`White`), and what was better.
    Mistake(String, String, Box<ShownMoment>),
}

/// A position of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownLesson {
    /// What it is about.
    pub idea: Idea,
    /// The position, from the side of the player to move.
    pub board: BoardView,
    /// The seat to move: `White`.
    pub mover: String,
}

/// Some turns of a game as boards that follow each other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Film {
    /// The number of the first turn that was asked for and is there.
    pub first: u32,
    /// The number of the last one.
    pub last: u32,
    /// How many turns these are, those of all seats together.
    pub turns: usize,
    /// Whether these are all turns of the game so far.
    pub whole: bool,
    /// The board before them and the one after each, as the reader wants to see them; none if they are too many.
    pub boards: Vec<BoardView>,
    /// Numbers of the last turns that are few enough.
    pub fewer: Option<(u32, u32)>,
}

impl Shows {
    /// At least so many bytes of a letter show it.
    pub fn size(&self) -> usize {
        let all = |texts: &[String]| texts.iter().map(String::len).sum();
        let pieces = |board: &BoardView| {
            board
                .cells
                .iter()
                .filter_map(|cell| cell.piece.as_ref())
                .count()
        };
        match self {
            Self::Begun(begun) => all(&begun.next),
            Self::Preview(preview) => match preview.as_ref() {
                Preview::Played { board, .. } => pieces(board),
                Preview::Refused { .. } => 0,
            },
            Self::Legal(
                Legal::All { turns: all_of, .. }
                | Legal::Next { next: all_of, .. }
                | Legal::TooMany { next: all_of, .. },
            ) => all(all_of),
            Self::Board { board, .. } => pieces(board),
            Self::Course(course) => course.turns.iter().map(|turn| turn.text.len()).sum(),
            Self::Export(_, lines) => all(lines),
            Self::Film(film) => film.boards.len() * FRAME,
            _ => 0,
        }
    }
}

/// What turns that are not played would lead to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preview {
    /// They cannot be played.
    Refused {
        /// Why they cannot be played.
        why: Refusal,
        /// It is another seat's turn, which may have been meant.
        another: bool,
    },
    /// All of them can be played, one after another.
    Played {
        /// The turns with their labels, as letters write them: `3. Ch3-e3 4. Ce3xe6`.
        #[serde(default)]
        turns: String,
        /// How the game would end, with the result.
        outcome: Option<(String, Outcome)>,
        /// Who would be out by them, and by whom.
        #[serde(default)]
        out: Vec<(Vec<Seat>, Seat)>,
        /// The board after them.
        #[serde(default)]
        board: Box<BoardView>,
        /// Why the next one cannot be played.
        stops: Option<Refusal>,
    },
}

/// The legal turns, as far as they are listed; `held` is the beginning that they go on with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Legal {
    /// What was asked for is not there.
    Refused(outcome::Refusal),
    /// All of them can be listed.
    All {
        /// The beginning of a turn that is held.
        held: Option<String>,
        /// The turns in canonical text, sorted.
        #[serde(default)]
        turns: Vec<String>,
    },
    /// What may come next, where turns are chains of actions.
    Next {
        /// The beginning of a turn that is held.
        held: Option<String>,
        /// The actions that may come next, in canonical text, sorted.
        #[serde(default)]
        next: Vec<String>,
    },
    /// There are too many.
    TooMany {
        /// The beginning of a turn that is held.
        held: Option<String>,
        /// How many turns there are; `None`: that is not known without listing them.
        count: Option<u64>,
        /// What may come next.
        #[serde(default)]
        next: Vec<String>,
        /// A beginning that can be asked about.
        first: Option<String>,
    },
}

/// The answer to `clock`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ClockAnswer {
    /// The terms of time.
    pub terms: String,
    /// What each seat has left.
    pub left: Vec<TimeLeft>,
    /// Where the time of the turns went, as many as there is room for.
    pub accounts: Vec<Accounted>,
}

/// What a seat has left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeLeft {
    /// The seat whose time this is.
    pub seat: Seat,
    /// The seconds on its clock, without grace; 0 if they are used up.
    pub left: i64,
    /// The seconds of grace, if the terms give some.
    pub grace: Option<i64>,
    /// Whether its clock runs.
    pub open: bool,
}

/// An entry in the list of what turns have taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Accounted {
    /// A seat got time.
    Credit(Seat, i64),
    /// A turn, or the fall of a flag.
    Turn {
        /// The label of the turn.
        label: String,
        /// The seat whose turn it was.
        seat: Seat,
        /// Where the time went.
        account: Box<Account>,
        /// Whether the flag fell.
        flag: bool,
        /// Whether it was taken back.
        undone: bool,
    },
}

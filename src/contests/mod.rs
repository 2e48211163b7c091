//! Events of several games: who may enter, who plays whom, and the table that follows (docs/events.md).
//!
//! Players and the command line speak of an event. In the code it is a contest, since an event is an entry in the log of a
//! game. What happens to a contest is an act in a log of its own; its table is computed from its games.
//!
//! | file | contents |
//! |---|---|
//! | `contest` | a contest as a plain value |
//! | `terms` | the kinds of contests, and what a contest is played by |
//! | `act` | what may happen to a contest, and what becomes of it then |
//! | `decide` | what happens to it when somebody wants something of it |
//! | `berger` | who plays whom in a round robin |
//! | `last_day` | what becomes of games that are not over on the last day: adjudicators decide them |
//! | `votes` | what adjudicators say, and what it comes to |
//! | `ladder` | the places of a ladder, and who can challenge whom |
//! | `readers` | who gets the letters about a contest |
//! | `rounds` | who plays whom next where contests are played round by round |
//! | `table` | the standings, and how ties are broken |
//! | `teams` | teams that play on several boards: how they enter, who plays whom, their table |
//! | `trf` | a contest as a tournament report file |

pub mod act;
pub mod berger;
pub mod contest;
pub mod decide;
pub mod ladder;
pub mod last_day;
mod readers;
pub mod rounds;
pub mod table;
pub mod teams;
pub mod terms;
pub mod trf;
pub mod votes;

pub use act::ContestAct;
pub use berger::Pairing;
pub use contest::{Contest, Entrant, Renewal, Round};
pub use decide::{ContestConcluded, ContestRefusal, ContestRequest, LadderRequest, decide};
pub use ladder::{Defence, Ladder, LadderAct, Settled};
pub use last_day::{Closing, LastDayAct};
pub use readers::LETTERS;
pub use table::{Standing, Tie, in_points, standings};
pub use teams::{Team, TeamAct, TeamRequest};
pub use terms::{Allowed, ContestKind, ContestTerms};
pub use votes::{Case, Vote};

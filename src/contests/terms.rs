//! The kinds of contests, and what a contest is played by.

use serde::{Deserialize, Serialize};

use super::rounds;
use super::table::Tie;
use crate::meeting::GameTerms;
use crate::status::Public;

/// Who plays whom in a contest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContestKind {
    /// Everybody plays everybody else, and all games begin at once.
    #[default]
    RoundRobin,
    /// Round by round: who loses a match is out.
    KnockOut,
    /// Round by round: players with about as many points meet, nobody twice.
    Swiss,
    /// Round by round: whoever has lost too much is out.
    Dropout,
    /// Without end: players challenge those who are a little above them. Each game is a round of its own.
    Ladder,
    /// Teams that play on several boards; everybody meets everybody else, and all games begin at once.
    Teams,
    /// Round by round, for games of four: players with about as many points sit at a table, as few as can be once more.
    Tables,
}

impl ContestKind {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::RoundRobin,
        Self::KnockOut,
        Self::Swiss,
        Self::Dropout,
        Self::Ladder,
        Self::Teams,
        Self::Tables,
    ];

    /// Its word on the command line and in `--json`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::KnockOut => "knock-out",
            Self::Swiss => "swiss",
            Self::Dropout => "dropout",
            Self::Ladder => "ladder",
            Self::Teams => "teams",
            Self::Tables => "tables",
        }
    }

    /// What the points of its table are, in words.
    #[must_use]
    pub const fn counts(self) -> &'static str {
        match self {
            Self::RoundRobin | Self::Swiss | Self::Tables => "points",
            Self::Teams => "match points",
            Self::KnockOut => "matches won",
            Self::Ladder => "games won",
            Self::Dropout => "penalty points",
        }
    }

    /// Who has a line of its table, in a word.
    #[must_use]
    pub const fn entrant(self) -> &'static str {
        match self {
            Self::Teams => "team",
            _ => "player",
        }
    }

    /// The most players, or teams. In a round robin everybody has a game with each of them at once.
    #[must_use]
    pub const fn most(self) -> usize {
        match self {
            Self::RoundRobin | Self::Teams => 16,
            Self::KnockOut | Self::Swiss | Self::Dropout | Self::Tables => 64,
            Self::Ladder => 500,
        }
    }

    /// How many play a game of it.
    #[must_use]
    pub const fn seats(self) -> usize {
        match self {
            Self::Tables => 4,
            Self::RoundRobin
            | Self::KnockOut
            | Self::Swiss
            | Self::Dropout
            | Self::Ladder
            | Self::Teams => 2,
        }
    }

    /// The fewest players, or teams.
    #[must_use]
    pub const fn fewest(self) -> usize {
        match self {
            Self::Tables => 4,
            Self::Teams => 2,
            Self::RoundRobin | Self::KnockOut | Self::Swiss | Self::Dropout | Self::Ladder => 3,
        }
    }

    /// What breaks ties if nothing else is said; where players go out, those who do so at the same time share a place.
    #[must_use]
    pub const fn ties(self) -> &'static [Tie] {
        use Tie::{Black, BoardPoints, Buchholz, Direct, SonnebornBerger, Wins};
        match self {
            Self::RoundRobin => &[Direct, SonnebornBerger, Wins, Black],
            Self::Swiss => &[Buchholz, Direct, SonnebornBerger, Wins, Black],
            Self::Tables => &[Wins, Buchholz],
            Self::Teams => &[BoardPoints, Direct],
            Self::KnockOut | Self::Dropout | Self::Ladder => &[],
        }
    }

    /// Whether players with about as many points meet in each round: whoever has no game then gets a point.
    #[must_use]
    pub const fn pairs_by_points(self) -> bool {
        matches!(self, Self::Swiss | Self::Tables)
    }

    /// Whether numbers are given by ratings; else by lot.
    #[must_use]
    pub const fn is_seeded(self) -> bool {
        matches!(self, Self::KnockOut | Self::Swiss)
    }

    /// Whether a player may be out before the last round.
    #[must_use]
    pub const fn puts_out(self) -> bool {
        matches!(self, Self::KnockOut | Self::Dropout)
    }
}

/// What the two players of a game can agree on, if the contest allows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Allowed {
    /// That the last turn is taken back.
    Undo,
    /// That the clocks stand still.
    Pause,
}

impl Allowed {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Undo, Self::Pause];

    /// Its word on the command line and in `--json`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Undo => "undo",
            Self::Pause => "pause",
        }
    }
}

/// What a contest is played by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContestTerms {
    /// What each game is played by.
    pub game: GameTerms,
    /// Who plays whom.
    #[serde(default)]
    pub kind: ContestKind,
    /// Whether everybody meets everybody else twice, once with each side; in a round robin.
    #[serde(default)]
    pub double: bool,
    /// In how many groups a round robin is played, the first ones of which play a final.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub groups: Option<usize>,
    /// The names of the seats in playing order, of a game with more than two.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<String>,
    /// On how many boards teams play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boards: Option<usize>,
    /// How many rounds a Swiss event has at most, and one of tables has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<usize>,
    /// The program of the settings that pairs its rounds; `None`: the server does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairing: Option<String>,
    /// A word for events that count for the same titles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// The turns with which each game begins, with their numbers: the position of the game is that after them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// After so many days the next round of a Swiss event, or of tables, begins at the latest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round_days: Option<u16>,
    /// The terms of time of the games that decide a level match of a knock-out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faster: Option<String>,
    /// So many can enter: players, or teams.
    pub places: usize,
    /// It begins at this time, if enough have entered by then; `None`: when it is full, or when the director says so.
    #[serde(default)]
    pub starts_at: Option<String>,
    /// The end of its last day, from which on no turn counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_day: Option<String>,
    /// What the players of a game can agree on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<Allowed>,
    /// What decides between players with as many points, in order.
    pub ties: Vec<Tie>,
    /// Only players with at least this rating can enter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_from: Option<i64>,
    /// Only players with a lower rating can enter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_below: Option<i64>,
    /// What is shown on public pages of those who have said nothing themselves: an event says it at entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public: Option<Public>,
}

impl ContestTerms {
    /// Whether only players with some ratings can enter.
    #[must_use]
    pub const fn has_rating_limits(&self) -> bool {
        self.rating_from.is_some() || self.rating_below.is_some()
    }

    /// How many players an entry has.
    #[must_use]
    pub fn of_entry(&self) -> usize {
        self.boards.unwrap_or(1)
    }

    /// Whether somebody with this rating can enter.
    #[must_use]
    pub fn admits(&self, points: i64) -> bool {
        self.rating_from.is_none_or(|from| points >= from)
            && self.rating_below.is_none_or(|below| points < below)
    }

    /// Whether it is played round by round.
    #[must_use]
    pub fn has_rounds(&self) -> bool {
        let at_once = matches!(self.kind, ContestKind::RoundRobin | ContestKind::Teams);
        !at_once || self.groups.is_some()
    }

    /// How many games a player has at once, if all places are taken; a ladder has those that players want.
    #[must_use]
    pub fn games_at_once(&self) -> usize {
        let others = self
            .places
            .div_ceil(self.groups.unwrap_or(1))
            .saturating_sub(1);
        match self.kind {
            ContestKind::RoundRobin | ContestKind::Teams if self.double => 2 * others,
            ContestKind::RoundRobin | ContestKind::Teams => others,
            ContestKind::KnockOut | ContestKind::Dropout => 2,
            // Rounds by date begin while games of earlier ones go on.
            kind if kind.pairs_by_points() && self.round_days.is_some() => {
                rounds::most_of(self, self.places)
            }
            ContestKind::Swiss | ContestKind::Ladder | ContestKind::Tables => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contests::table::tests::contest;

    #[test]
    fn so_many_games_can_come_at_once() {
        let games = |change: &dyn Fn(&mut ContestTerms)| {
            let mut terms = contest(0, &[]).terms;
            terms.places = 16;
            change(&mut terms);
            terms.games_at_once()
        };
        assert_eq!(games(&|_| {}), 15);
        assert_eq!(games(&|terms| terms.double = true), 30);
        assert_eq!(games(&|terms| terms.groups = Some(4)), 3);
        let teams = |terms: &mut ContestTerms| terms.kind = ContestKind::Teams;
        assert_eq!(games(&teams), 15, "one against each other team");
        assert_eq!(games(&|terms| terms.kind = ContestKind::KnockOut), 2);
        assert_eq!(games(&|terms| terms.kind = ContestKind::Swiss), 1);
        let dated = |terms: &mut ContestTerms| {
            terms.kind = ContestKind::Swiss;
            terms.round_days = Some(10);
        };
        assert_eq!(games(&dated), 5, "rounds go on side by side");
        let tables = |terms: &mut ContestTerms| {
            dated(terms);
            terms.kind = ContestKind::Tables;
            terms.rounds = Some(2);
        };
        assert_eq!(games(&tables), 2);
    }
}

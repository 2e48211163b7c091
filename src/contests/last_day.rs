//! The last day of a contest: its games that are not over then are decided by adjudicators.

use serde::{Deserialize, Serialize};

use super::Contest;
use super::decide::{ContestRefusal, require};
use crate::ids::{GameId, PlayerId};
use crate::status::ContestStatus;

/// So many adjudicators decide a game; others are reserves.
pub const VOTES: usize = 3;

/// What has come of the last day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Closing {
    /// When it was over. Nothing that came later counts in the games.
    pub at: String,
    /// The adjudicators who were asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<PlayerId>,
    /// Until when those who were asked last, or the director, have time.
    pub until: String,
    /// Whether nobody else is asked any more, and the director was told.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
    /// The games that were not over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<Case>,
}

/// A game that adjudicators decide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// Its number for them, which says nothing about it.
    pub number: usize,
    /// The game.
    pub game: GameId,
    /// What they say, each one's last word.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub votes: Vec<Vote>,
    /// Whether it is decided, or the game has ended otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub decided: bool,
}

/// What an adjudicator says about a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vote {
    /// Who.
    pub adjudicator: PlayerId,
    /// The place of each seat, from 1; those who share one have the same.
    pub places: Vec<usize>,
}

/// What happens on the last day of a contest, and after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LastDayAct {
    /// The director brings it to this time.
    Bring(String),
    /// It is over.
    Close {
        /// When it was.
        at: String,
        /// The games that are not over, each with the number that it has for adjudicators.
        cases: Vec<(usize, GameId)>,
        /// The adjudicators who are asked first.
        asked: Vec<PlayerId>,
        /// Until when they have time.
        until: String,
    },
    /// Another game goes on that was not among the cases.
    Open {
        /// The number that it has for adjudicators.
        number: usize,
        /// The game.
        game: GameId,
        /// The adjudicators have time until then at least.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<String>,
    },
    /// Reserves are asked for votes that are missing.
    Ask {
        /// Who.
        players: Vec<PlayerId>,
        /// Until when they have time.
        until: String,
    },
    /// An adjudicator says what the result of a game is to be.
    Vote {
        /// The number of the case.
        case: usize,
        /// Who says what.
        vote: Vote,
    },
    /// Nobody else is asked: the director can decide by this time.
    ByHand(String),
    /// A case is decided, by votes or otherwise.
    Decide(usize),
}

impl Closing {
    /// Of two adjudicators who are one person now, one is asked, and what they have said last counts.
    pub(super) fn merged(&mut self) {
        let mut seen = Vec::new();
        self.asked.retain(|one| {
            let new = !seen.contains(one);
            seen.push(*one);
            new
        });
        for case in &mut self.cases {
            let votes = std::mem::take(&mut case.votes);
            for vote in votes {
                case.votes.retain(|one| one.adjudicator != vote.adjudicator);
                case.votes.push(vote);
            }
        }
    }

    /// All whom it names.
    pub(super) fn players(&mut self) -> impl Iterator<Item = &mut PlayerId> {
        let votes = self.cases.iter_mut().flat_map(|case| &mut case.votes);
        let voters = votes.map(|vote| &mut vote.adjudicator);
        self.asked.iter_mut().chain(voters)
    }
}

impl Case {
    /// What the votes come to: the place of each of so many seats, and how many say exactly that.
    #[must_use]
    pub fn result(&self, seats: usize) -> (Vec<usize>, usize) {
        let votes: Vec<&[usize]> = self.votes.iter().map(|vote| &*vote.places).collect();
        let places = match votes.len() {
            // One vote decides nothing.
            0 | 1 => vec![1; seats],
            _ => majority(&votes, seats),
        };
        let same = votes.iter().filter(|vote| **vote == places).count();
        (places, same)
    }

    /// Whether so many votes say the same that no further one changes the result.
    fn is_settled(&self) -> bool {
        let most = |vote: &Vote| {
            let same = self.votes.iter().filter(|one| one.places == vote.places);
            2 * same.count() > VOTES
        };
        self.votes.iter().any(most)
    }

    /// Whether nothing more is waited for; `asked`: everybody who can be asked has had their time.
    #[must_use]
    pub fn is_ripe(&self, asked: bool, by_hand_over: bool) -> bool {
        self.votes.len() >= VOTES || asked && self.is_settled() || by_hand_over
    }
}

/// The places of seats by votes, each of which has the place of every seat: of two seats, the one is before the other that most
/// votes have before it. Where this gives no order among some, they share the place.
#[must_use]
pub fn majority(votes: &[&[usize]], seats: usize) -> Vec<usize> {
    let before = |one: usize, other: usize| {
        let higher = votes.iter().filter(|vote| vote[one] < vote[other]);
        2 * higher.count() > votes.len()
    };
    // Whoever is not behind somebody, is not behind those who are not before them either.
    let mut level: Vec<Vec<bool>> = (0..seats)
        .map(|one| (0..seats).map(|other| !before(other, one)).collect())
        .collect();
    for via in 0..seats {
        for one in 0..seats {
            for other in 0..seats {
                level[one][other] |= level[one][via] && level[via][other];
            }
        }
    }
    let place = |one: usize| {
        let ahead = |other: &usize| level[*other][one] && !level[one][*other];
        1 + (0..seats).filter(ahead).count()
    };
    (0..seats).map(place).collect()
}

/// A result as the umpire writes it: `1-0`, or `red>blue=green>yellow`.
#[must_use]
pub fn written(places: &[usize], seats: &[String]) -> String {
    match places {
        [first, second] => match first.cmp(second) {
            std::cmp::Ordering::Less => "1-0",
            std::cmp::Ordering::Equal => "1/2-1/2",
            std::cmp::Ordering::Greater => "0-1",
        }
        .to_owned(),
        _ => {
            let mut order: Vec<usize> = (0..places.len()).collect();
            order.sort_by_key(|seat| places[*seat]);
            let groups = order.chunk_by(|one, other| places[*one] == places[*other]);
            let groups = groups.map(|group| {
                let names = group
                    .iter()
                    .filter_map(|seat| seats.get(*seat))
                    .map(String::as_str);
                names.collect::<Vec<_>>().join("=")
            });
            groups.collect::<Vec<_>>().join(">")
        }
    }
}

/// What an adjudicator has written about a game with these seats: `white wins`, `draw`, or of more than two the order,
/// such as `red, blue = green, yellow`; `None`: it is not understood.
#[must_use]
pub fn read(typed: &str, seats: &[String]) -> Option<Vec<usize>> {
    let text = typed.trim_start_matches(['-', '=', ':', ' ']);
    let text = text.trim().trim_end_matches(['.', '!']).to_lowercase();
    let seat = |name: &str| {
        let name = name.trim();
        seats.iter().position(|one| one.eq_ignore_ascii_case(name))
    };
    if matches!(&*text, "draw" | "drawn" | "a draw" | "1/2-1/2") {
        return Some(vec![1; seats.len()]);
    }
    if seats.len() == 2 {
        let winner = match &*text {
            "1-0" => Some(0),
            "0-1" => Some(1),
            text => seat(text.strip_suffix(" wins").unwrap_or(text)),
        }?;
        return Some((0..2).map(|one| 1 + usize::from(one != winner)).collect());
    }
    let mut places = vec![0; seats.len()];
    let mut before = 0;
    for group in text.split([',', '>']) {
        let names: Vec<usize> = group.split('=').map(seat).collect::<Option<_>>()?;
        for name in &names {
            if places[*name] != 0 {
                return None;
            }
            places[*name] = before + 1;
        }
        before += names.len();
    }
    places.iter().all(|place| *place > 0).then_some(places)
}

impl Contest {
    /// When its last day is over, as far as no outage makes it longer; `None`: it has none.
    #[must_use]
    pub fn last_day(&self) -> Option<&str> {
        let closed = self.closing.as_ref().map(|closing| closing.at.as_str());
        let brought = self.brought.as_deref().or(self.terms.last_day.as_deref());
        closed.or(brought)
    }

    /// Whether outages can still make its last day longer.
    #[must_use]
    pub fn is_extended(&self) -> bool {
        self.closing.is_none() && self.brought.is_none()
    }

    /// Its cases that are not decided.
    pub fn open_cases(&self) -> impl Iterator<Item = &Case> {
        let cases = self.closing.iter().flat_map(|closing| &closing.cases);
        cases.filter(|case| !case.decided)
    }

    /// When something is due of what the last day has brought about.
    pub(super) fn due_of_cases(&self) -> Option<&str> {
        let closing = self.closing.as_ref();
        match closing {
            None => self.last_day(),
            Some(closing) if closing.asked.is_empty() => None,
            Some(closing) => self.open_cases().next().map(|_| closing.until.as_str()),
        }
    }

    /// The adjudicators who were not asked, in order.
    pub fn reserve_adjudicators(&self) -> impl Iterator<Item = PlayerId> {
        let asked = self
            .closing
            .as_ref()
            .map_or(&[][..], |closing| &closing.asked);
        let all = self.adjudicators.iter().copied();
        all.filter(move |player| !asked.contains(player))
    }

    /// Follows what has happened.
    pub(super) fn follow_last_day(&mut self, act: &LastDayAct) {
        if let LastDayAct::Bring(at) = act {
            self.brought = Some(at.clone());
        }
        if let LastDayAct::Close {
            at,
            cases,
            asked,
            until,
        } = act
        {
            self.closing = Some(Closing {
                at: at.clone(),
                asked: asked.clone(),
                until: until.clone(),
                by_hand: false,
                cases: cases
                    .iter()
                    .map(|(number, game)| case(*number, *game))
                    .collect(),
            });
        }
        let Some(closing) = &mut self.closing else {
            return;
        };
        let mut cases = closing.cases.iter_mut();
        match act {
            LastDayAct::Bring(_) | LastDayAct::Close { .. } => {}
            LastDayAct::Open {
                number,
                game,
                until,
            } => {
                closing.cases.push(case(*number, *game));
                let later = until.as_ref().filter(|until| **until > closing.until);
                closing.until = later.unwrap_or(&closing.until).clone();
            }
            LastDayAct::Ask { players, until } => {
                closing.asked.extend(players);
                closing.until.clone_from(until);
            }
            LastDayAct::Vote { case, vote } => {
                if let Some(case) = cases.find(|one| one.number == *case) {
                    case.votes.retain(|one| one.adjudicator != vote.adjudicator);
                    case.votes.push(vote.clone());
                }
            }
            LastDayAct::ByHand(until) => {
                closing.by_hand = true;
                closing.until.clone_from(until);
            }
            LastDayAct::Decide(number) => {
                if let Some(case) = cases.find(|one| one.number == *number) {
                    case.decided = true;
                }
            }
        }
    }
}

fn case(number: usize, game: GameId) -> Case {
    Case {
        number,
        game,
        votes: Vec::new(),
        decided: false,
    }
}

/// Decides about what is wanted of the last day of a contest.
pub(super) fn decide(contest: &Contest, act: &LastDayAct) -> Result<(), ContestRefusal> {
    use ContestRefusal::{NoCase, NoLastDay, NotIn, Over};
    let ends = contest.terms.last_day.is_some() || !contest.adjudicators.is_empty();
    require(ends, NoLastDay)?;
    let plays = contest.status == ContestStatus::Playing && contest.corrected.is_none();
    require(plays, Over)?;
    let find = |number: &usize| contest.open_cases().find(|one| one.number == *number);
    let closing = contest.closing.as_ref();
    match act {
        LastDayAct::Bring(at) => {
            let earlier = contest.last_day().is_none_or(|end| at.as_str() < end);
            require(
                closing.is_none() && contest.brought.is_none() && earlier,
                Over,
            )
        }
        LastDayAct::Close { .. } => require(closing.is_none() && contest.is_told(), Over),
        LastDayAct::Open { number, game, .. } => {
            let cases = &closing.ok_or(Over)?.cases;
            let known = |case: &Case| case.number == *number || !case.decided && case.game == *game;
            require(!cases.iter().any(known), Over)
        }
        LastDayAct::Ask { players, .. } => {
            closing.ok_or(Over)?;
            let reserves: Vec<PlayerId> = contest.reserve_adjudicators().collect();
            require(players.iter().all(|one| reserves.contains(one)), NotIn)
        }
        LastDayAct::ByHand(_) => require(closing.is_some_and(|one| !one.by_hand), Over),
        LastDayAct::Vote { case, vote } => {
            let asked = &closing.ok_or(NoCase)?.asked;
            require(asked.contains(&vote.adjudicator), NoCase)?;
            let case = find(case).ok_or(NoCase)?;
            let mut votes = case.votes.iter();
            let again = votes.any(|one| one.adjudicator == vote.adjudicator);
            require(again || case.votes.len() < VOTES, NoCase)
        }
        LastDayAct::Decide(case) => find(case).map(|_| ()).ok_or(NoCase),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_majority_decides_and_else_it_is_a_draw() {
        let (white, black, draw) = ([1, 2], [2, 1], [1, 1]);
        let case = |votes: &[&[usize]]| {
            let votes = votes.iter().zip(1..).map(|(places, id)| Vote {
                adjudicator: PlayerId(id),
                places: places.to_vec(),
            });
            Case {
                votes: votes.collect(),
                ..case(1, GameId(9))
            }
        };
        for (votes, result) in [
            (&[&white[..], &white, &black][..], (vec![1, 2], 2)),
            (&[&black, &draw, &black], (vec![2, 1], 2)),
            (&[&white, &black, &draw], (vec![1, 1], 1)),
            (&[&draw, &draw, &black], (vec![1, 1], 2)),
            (&[&white, &black], (vec![1, 1], 0)),
            (&[&white, &white], (vec![1, 2], 2)),
            (&[&white], (vec![1, 1], 0)),
            (&[], (vec![1, 1], 0)),
        ] {
            assert_eq!(case(votes).result(2), result, "{votes:?}");
        }
        assert!(case(&[&white, &black, &draw]).is_ripe(false, false));
        assert!(!case(&[&white, &white]).is_ripe(false, false));
        assert!(case(&[&white, &white]).is_ripe(true, false));
        assert!(!case(&[&white, &black]).is_ripe(true, false));
        assert!(case(&[&white, &black]).is_ripe(true, true));
    }

    #[test]
    fn of_four_seats_each_pair_is_counted_apart() {
        let of = |votes: &[[usize; 4]]| {
            let votes: Vec<&[usize]> = votes.iter().map(|vote| &vote[..]).collect();
            majority(&votes, 4)
        };
        // All agree, and two against one.
        assert_eq!(of(&[[1, 2, 3, 4]; 3]), [1, 2, 3, 4]);
        assert_eq!(
            of(&[[1, 2, 3, 4], [1, 2, 3, 4], [4, 3, 2, 1]]),
            [1, 2, 3, 4]
        );
        // Nobody has said this order: the first is before the second for two of them, and so on.
        assert_eq!(
            of(&[[1, 2, 3, 4], [2, 1, 3, 4], [1, 2, 4, 3]]),
            [1, 2, 3, 4]
        );
        // Each of three is before the next one for two votes.
        assert_eq!(
            of(&[[1, 2, 3, 4], [3, 1, 2, 4], [2, 3, 1, 4]]),
            [1, 1, 1, 4]
        );
        // A share counts for neither.
        assert_eq!(
            of(&[[1, 1, 3, 4], [1, 1, 3, 4], [2, 1, 3, 4]]),
            [1, 1, 3, 4]
        );
        assert_eq!(of(&[[1, 2, 3, 3], [2, 1, 3, 3]]), [1, 1, 3, 3]);
    }

    #[test]
    fn votes_are_read_and_written() {
        let seats = |words: &[&str]| words.iter().map(|one| (*one).to_owned()).collect();
        let two: Vec<String> = seats(&["red", "black"]);
        let four: Vec<String> = seats(&["white", "red", "black", "yellow"]);
        for (typed, places) in [
            ("red wins", Some(vec![1, 2])),
            ("Black wins.", Some(vec![2, 1])),
            ("Draw!", Some(vec![1, 1])),
            ("0-1", Some(vec![2, 1])),
            ("white wins", None),
            ("red", None),
            ("red wins, I think", None),
            ("", None),
        ] {
            assert_eq!(read(typed, &two), places, "{typed}");
        }
        for (typed, places, result) in [
            (
                "white, red, black, yellow",
                [1, 2, 3, 4],
                "white>red>black>yellow",
            ),
            (
                "yellow, red = black, White",
                [4, 2, 2, 1],
                "yellow>red=black>white",
            ),
            ("draw", [1, 1, 1, 1], "white=red=black=yellow"),
        ] {
            assert_eq!(read(typed, &four).as_deref(), Some(&places[..]), "{typed}");
            assert_eq!(written(&places, &four), result);
        }
        for typed in [
            "white, red, black",
            "white, white, red, black",
            "white wins",
        ] {
            assert_eq!(read(typed, &four), None, "{typed}");
        }
        let of_two = [[1, 2], [1, 1], [2, 1]].map(|places| written(&places, &two));
        assert_eq!(of_two, ["1-0", "1/2-1/2", "0-1"]);
    }
}

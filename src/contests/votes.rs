//! What adjudicators say about games, and what it comes to.

use serde::{Deserialize, Serialize};

use crate::ids::{GameId, PlayerId};

/// So many adjudicators decide a game; others are reserves.
pub const VOTES: usize = 3;

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

    /// A case about which nobody has said anything.
    pub(super) const fn new(number: usize, game: GameId) -> Self {
        Self {
            number,
            game,
            votes: Vec::new(),
            decided: false,
        }
    }

    /// Takes a vote in place of what its adjudicator has said before.
    pub(super) fn take(&mut self, vote: Vote) {
        let other = |one: &Vote| one.adjudicator != vote.adjudicator;
        self.votes.retain(other);
        self.votes.push(vote);
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

#[cfg(test)]
mod tests;

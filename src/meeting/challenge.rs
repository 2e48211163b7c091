//! A challenge or a seek as a plain value: what may happen to it, and what it is then. What is asked of it is decided in
//! [`super::decide()`].

use serde::{Deserialize, Serialize};

pub use crate::challenge::Place;
use crate::ids::{GameId, PlayerId};
use crate::status::{ChallengeKind, ChallengeStatus};

use super::{GameTerms, Wish};

/// A challenge with terms that a game can be begun by.
pub type Challenge = crate::challenge::Challenge<GameTerms>;

/// What happens to a challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChallengeAct {
    /// It is made: the holder of the first place agrees to it.
    Open,
    /// A player takes a free place of a seek.
    Join {
        /// The place that is taken.
        place: usize,
        /// The player who takes it.
        player: PlayerId,
    },
    /// The holder of this place agrees to the terms, for all places that they have.
    Agree(usize),
    /// All agree, and the game begins.
    Accept,
    /// The holder of this place gives it back.
    Leave(usize),
    /// Other terms take the place of the present ones: the player who offers them agrees, and all
    /// others have to answer again.
    Counter {
        /// The place of the player who offers them.
        place: usize,
        /// The offered terms as a whole, not only what differs.
        terms: GameTerms,
        /// The seat that the player wants.
        wish: Option<Wish>,
        /// Until when they can be accepted.
        expires_at: String,
    },
    /// The holder of this place does not want to play.
    Decline {
        /// The place of the one who declines.
        place: usize,
        /// What they say to the others.
        words: String,
    },
    /// The holder of this place takes the challenge back.
    Withdraw(usize),
    /// The holder of this place is no longer a member.
    Depart(usize),
    /// Nobody has answered the seek for a day: its maker is told that the program plays at once.
    Unanswered,
    /// Its time is over.
    Expire,
    /// The umpire ends it, for this reason.
    Cancel(Option<String>),
    /// The game that it makes, and those who become players by accepting it, have got their
    /// numbers. The store notes it.
    Number {
        /// The game, if it makes one.
        game: Option<GameId>,
        /// Places with their players.
        players: Vec<(usize, PlayerId)>,
    },
    /// One player has turned out to be another one. The store notes it.
    Merge {
        /// The player who no longer exists.
        from: PlayerId,
        /// The player who has the places from now on.
        into: PlayerId,
    },
}

impl ChallengeAct {
    /// The place of the one who does it.
    pub const fn place(&self) -> Option<usize> {
        match self {
            Self::Agree(place)
            | Self::Leave(place)
            | Self::Withdraw(place)
            | Self::Depart(place) => Some(*place),
            Self::Join { place, .. }
            | Self::Counter { place, .. }
            | Self::Decline { place, .. } => Some(*place),
            _ => None,
        }
    }
}

impl Challenge {
    /// The place of a player who was told of it.
    pub fn place_of(&self, player: PlayerId) -> Option<usize> {
        let mut places = self.places.iter();
        places.position(|place| place.player == Some(player) && !place.hidden)
    }

    /// Who has a place; `None`: nobody, or somebody who is no player.
    pub fn player_at(&self, place: usize) -> Option<PlayerId> {
        self.places.get(place).and_then(|place| place.player)
    }

    /// The first place that nobody has.
    pub fn free_place(&self) -> Option<usize> {
        self.places.iter().position(Place::is_free)
    }

    /// Whether the holder of this place has said yes.
    pub fn has_agreed(&self, place: usize) -> bool {
        let place = self.places.get(place);
        place.is_some_and(|place| place.answer == Some(true))
    }

    /// The places of those who have not said yes.
    pub fn missing(&self) -> Vec<usize> {
        let places = 0..self.places.len();
        places.filter(|at| !self.has_agreed(*at)).collect()
    }

    /// Whether it is a seek that nobody has joined.
    pub fn is_unanswered(&self) -> bool {
        self.is_seek() && self.free_place() == Some(1)
    }

    /// Whether anybody may join it.
    pub fn is_seek(&self) -> bool {
        self.kind == ChallengeKind::Seek
    }

    /// How it stands now, when nobody may have noted yet that its time is over.
    pub fn status_at(&self, now: &str) -> ChallengeStatus {
        match self.status {
            ChallengeStatus::Open if self.expires_at.as_str() <= now => ChallengeStatus::Expired,
            status => status,
        }
    }

    /// Whether it can be answered now.
    pub fn is_open(&self, now: &str) -> bool {
        self.status_at(now) == ChallengeStatus::Open
    }

    /// It after what has happened. `by` is who has done it, in the form of [`Self::closed_by`].
    pub fn after(&self, acts: &[ChallengeAct], now: &str, by: &str) -> Self {
        let mut challenge = self.clone();
        for act in acts {
            challenge.apply(act, now, by);
        }
        challenge
    }

    pub(super) fn apply(&mut self, act: &ChallengeAct, now: &str, by: &str) {
        let mut close = |status| {
            self.status = status;
            self.closed_at = Some(now.to_owned());
            self.closed_by = Some(by.to_owned());
        };
        match act {
            ChallengeAct::Open => self.agree(0, now),
            ChallengeAct::Agree(place) => self.agree(*place, now),
            ChallengeAct::Join { place, player } => {
                if let Some(place) = self.places.get_mut(*place) {
                    place.player = Some(*player);
                }
                self.agree(*place, now);
            }
            ChallengeAct::Leave(place) => {
                if let Some(place) = self.places.get_mut(*place) {
                    *place = Place {
                        seat: place.seat,
                        ..Place::default()
                    };
                }
            }
            ChallengeAct::Counter {
                place,
                terms,
                wish,
                expires_at,
            } => {
                expires_at.clone_into(&mut self.expires_at);
                self.counter(*place, terms, *wish);
                self.agree(*place, now);
            }
            ChallengeAct::Unanswered => {}
            ChallengeAct::Accept => close(ChallengeStatus::Accepted),
            ChallengeAct::Decline { place, .. } => {
                close(ChallengeStatus::Declined);
                if let Some(place) = self.places.get_mut(*place) {
                    (place.answer, place.answered_at) = (Some(false), Some(now.to_owned()));
                }
            }
            ChallengeAct::Withdraw(_) | ChallengeAct::Depart(_) => {
                close(ChallengeStatus::Withdrawn);
            }
            ChallengeAct::Expire => close(ChallengeStatus::Expired),
            ChallengeAct::Cancel(_) => close(ChallengeStatus::Cancelled),
            ChallengeAct::Number { game, players } => {
                self.game = game.or(self.game);
                for (at, player) in players {
                    if let Some(place) = self.places.get_mut(*at) {
                        place.player = Some(*player);
                    }
                }
            }
            ChallengeAct::Merge { from, into } => {
                let places = self.places.iter_mut().filter_map(|one| one.player.as_mut());
                for player in places.chain([&mut self.maker]).filter(|one| **one == *from) {
                    *player = *into;
                }
            }
        }
    }

    fn agree(&mut self, place: usize, now: &str) {
        let player = self.player_at(place);
        for (at, one) in self.places.iter_mut().enumerate() {
            if at == place || player.is_some() && one.player == player {
                (one.answer, one.answered_at) = (Some(true), Some(now.to_owned()));
            }
        }
    }

    fn counter(&mut self, place: usize, terms: &GameTerms, wish: Option<Wish>) {
        // Seats belong to their variant.
        if self.terms.variant != terms.variant {
            self.places.iter_mut().for_each(|place| place.seat = None);
        }
        self.version += 1;
        terms.clone_into(&mut self.terms);
        for place in &mut self.places {
            (place.answer, place.answered_at) = (None, None);
        }
        if let Some(wish) = wish {
            wish_seat(&mut self.places, place, wish);
        }
        if let Some(player) = self.player_at(place) {
            self.maker = player;
        }
    }

    /// Whether another one has the same terms for the same people, as they were named: made twice, they are one.
    pub fn is_repeated(&self, other: &Self) -> bool {
        let named = |place: &Place| place.address.clone().or_else(|| place.player.map(numbered));
        self.maker == other.maker && self.is_alike(other, &named)
    }

    /// Whether another one has the same terms for the same people, no matter who has made them:
    /// two that cross are one game.
    pub fn crosses(&self, other: &Self) -> bool {
        let known = |place: &Place| place.player.map(numbered).or_else(|| place.address.clone());
        !self.is_seek() && !other.is_seek() && self.is_alike(other, &known)
    }

    fn is_alike(&self, other: &Self, who: &dyn Fn(&Place) -> Option<String>) -> bool {
        let sorted = |of: &Self| {
            let places = of.places.iter().map(|place| (who(place), place.seat));
            let mut places: Vec<_> = places.collect();
            places.sort();
            places
        };
        // Those who have joined do not make another seek of it.
        let same_people = match (self.is_seek(), other.is_seek()) {
            (true, true) => {
                let first = |of: &Self| of.places.first().and_then(|place| place.seat);
                self.places.len() == other.places.len() && first(self) == first(other)
            }
            (false, false) => sorted(self) == sorted(other),
            _ => false,
        };
        same_people && self.terms == other.terms
    }
}

fn numbered(player: PlayerId) -> String {
    format!("#{player}")
}

/// Gives places the seats that follow from what one of them wants: of two, the other one gets the other seat.
pub fn wish_seat(places: &mut [Place], at: usize, wish: Wish) {
    let two = places.len() == 2;
    let before = places.get(at).and_then(|place| place.seat);
    for (index, place) in places.iter_mut().enumerate() {
        place.seat = match wish {
            Wish::Random => None,
            Wish::Seat(seat) if index == at => Some(seat),
            Wish::Seat(seat) if two => Some(1_u8.saturating_sub(seat)),
            // The player who had it takes the one that is given up.
            Wish::Seat(seat) if place.seat == Some(seat) => before,
            Wish::Seat(_) => place.seat,
        };
    }
}

/// The seat of each place: those that are agreed on, and the others by lot (`sample(n)` is a number below `n`). The second
/// value says whether any was drawn.
pub fn draw_seats(
    places: &[Place],
    seats: u8,
    sample: &mut dyn FnMut(u32) -> u32,
) -> (Vec<u8>, bool) {
    let taken: Vec<u8> = places.iter().filter_map(|place| place.seat).collect();
    let mut free: Vec<u8> = (0..seats).filter(|seat| !taken.contains(seat)).collect();
    let open = places.iter().filter(|place| place.seat.is_none()).count();
    let mut drawn = false;
    let drawn_for = places.iter().map(|place| match place.seat {
        Some(seat) => seat,
        None if free.is_empty() => 0,
        None => {
            drawn |= open > 1;
            let count = u32::try_from(free.len()).unwrap_or(1);
            let at = usize::try_from(sample(count)).unwrap_or(0);
            free.remove(at.min(free.len() - 1))
        }
    });
    let seats = drawn_for.collect();
    (seats, drawn)
}

/// The seats of a rematch: each player moves on by one seat.
pub fn moved_on(players: &[PlayerId]) -> Vec<(PlayerId, u8)> {
    let count = players.len().max(1);
    let next = |seat: usize| u8::try_from((seat + 1) % count).unwrap_or(0);
    let seats = players.iter().enumerate();
    seats.map(|(seat, player)| (*player, next(seat))).collect()
}

#[cfg(test)]
mod tests;

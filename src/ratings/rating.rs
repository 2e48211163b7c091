//! Ratings by Glicko-2 (M. Glickman, "Example of the Glicko-2 system", glicko.net), with its system constant 0.5.

use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{self, Glicko2Config, Glicko2Rating, glicko2_rating_period};

/// The system constant τ: how much volatility may change.
const TAU: f64 = 0.5;
/// How exactly the volatility is computed, as the paper has it.
const TOLERANCE: f64 = 0.000_001;

/// A rating, as it is stored and shown: rounded, so that it is the same wherever it is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rating {
    /// In hundredths of a point.
    pub rating: i64,
    /// The rating deviation, in hundredths of a point.
    pub deviation: i64,
    /// The volatility, in millionths.
    pub volatility: i64,
}

/// The rating of somebody of whom nothing is known: 1500 with deviation 350 and volatility 0.06.
pub const UNKNOWN: Rating = Rating {
    rating: 150_000,
    deviation: 35_000,
    volatility: 60_000,
};

impl Rating {
    /// After a period with these games: the ratings of the opponents before it, and the scores against them, 2 for a win,
    /// 1 for a draw, 0 for a loss. Without games it only becomes less sure.
    #[must_use]
    pub fn after(self, games: &[(Self, u8)]) -> Self {
        let games: Vec<_> = games
            .iter()
            .map(|(opponent, score)| (opponent.exact(), outcome(*score)))
            .collect();
        let config = Glicko2Config {
            tau: TAU,
            convergence_tolerance: TOLERANCE,
        };
        Self::rounded(glicko2_rating_period(&self.exact(), &games, &config))
    }

    /// After so many periods without games.
    #[must_use]
    pub fn idle(self, periods: i32) -> Self {
        let mut exact = self.exact();
        for _ in 0..periods {
            if exact.deviation >= UNKNOWN.exact().deviation {
                break;
            }
            exact = glicko2::decay_deviation(&exact);
        }
        Self::rounded(exact)
    }

    /// By how many points it is about to change by these games of a period, if there are no others.
    #[must_use]
    pub fn gain(self, games: &[(Self, u8)]) -> i64 {
        let after = self.after(games);
        (after.rating - self.rating + 50).div_euclid(100)
    }

    /// In points, as it is shown.
    #[must_use]
    pub const fn points(self) -> i64 {
        Self::points_of(self.rating)
    }

    /// So many hundredths in points.
    #[must_use]
    pub const fn points_of(hundredths: i64) -> i64 {
        (hundredths + 50).div_euclid(100)
    }

    fn exact(self) -> Glicko2Rating {
        Glicko2Rating {
            rating: part(self.rating, 100.0),
            deviation: part(self.deviation, 100.0),
            volatility: part(self.volatility, 1_000_000.0),
        }
    }

    fn rounded(exact: Glicko2Rating) -> Self {
        Self {
            rating: whole(exact.rating, 100.0),
            deviation: whole(exact.deviation, 100.0),
            volatility: whole(exact.volatility, 1_000_000.0),
        }
    }
}

fn outcome(score: u8) -> Outcomes {
    match score {
        0 => Outcomes::LOSS,
        1 => Outcomes::DRAW,
        _ => Outcomes::WIN,
    }
}

/// A stored number as what it means. Stored numbers are far below 2^53.
#[expect(clippy::cast_precision_loss, reason = "see above")]
pub(super) fn part(stored: i64, parts: f64) -> f64 {
    stored as f64 / parts
}

/// What is stored of a number.
#[expect(clippy::cast_possible_truncation, reason = "ratings are small numbers")]
pub(super) fn whole(exact: f64, parts: f64) -> i64 {
    (exact * parts).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(points: i64, deviation: i64) -> Rating {
        Rating {
            rating: points * 100,
            deviation: deviation * 100,
            ..UNKNOWN
        }
    }

    /// The example of the paper: 1464.06, 151.52, 0.05999.
    #[test]
    fn the_published_example_is_counted() {
        let games = [(1400, 30, 2), (1550, 100, 0), (1700, 300, 0)];
        let games = games.map(|(points, deviation, score)| (rating(points, deviation), score));
        let after = rating(1500, 200).after(&games);
        assert!((after.rating - 146_406).abs() <= 2, "{after:?}");
        assert!((after.deviation - 15_152).abs() <= 1, "{after:?}");
        assert!((after.volatility - 59_990).abs() <= 10, "{after:?}");
    }

    #[test]
    fn without_games_a_rating_becomes_less_sure_up_to_that_of_a_newcomer() {
        let sure = rating(1700, 50);
        let idle = sure.idle(3);
        assert_eq!(
            (idle.rating, idle.volatility),
            (sure.rating, sure.volatility)
        );
        assert!(idle.deviation > sure.deviation && sure.idle(10_000).deviation == 35_000);
        assert_eq!(sure.idle(0), sure);
        assert_eq!(sure.after(&[]), sure.idle(1));
    }

    #[test]
    fn a_win_gains_what_the_other_loses_between_equals() {
        let one = rating(1500, 80);
        assert!(one.gain(&[(one, 2)]) > 0);
        assert_eq!(one.gain(&[(one, 2)]), -one.gain(&[(one, 0)]));
        assert_eq!(one.gain(&[(one, 1)]), 0);
    }
}

//! Ratings of games for four (R. Weng and C.-J. Lin, "A Bayesian Approximation Method for Online Ranking", JMLR 12, 2011,
//! algorithm 1), shown on the scale of those for two.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use super::rating::{Rating, part, whole};

/// A player of whom nothing is known has μ 25, which is shown as 1500; a point of μ is shown as 40.
const MIDDLE: f64 = 25.0;
const BEGINNING: f64 = 1500.0;
const POINT: f64 = 40.0;
/// σ of a player of whom nothing is known.
const WIDEST: f64 = 25.0 / 3.0;
/// A month without games makes σ larger by this.
const MONTH: f64 = 0.1;

/// The rating of somebody of whom nothing is known.
#[must_use]
pub fn unknown() -> Rating {
    stored(WengLinRating {
        rating: MIDDLE,
        uncertainty: WIDEST,
    })
}

/// The ratings of the players of a game after it, in the same order. The ranks count from 1; those who share a place have
/// the same one.
#[must_use]
pub fn after(players: &[(Rating, usize)]) -> Vec<Rating> {
    let teams: Vec<([WengLinRating; 1], usize)> = players
        .iter()
        .map(|(rating, rank)| ([exact(*rating)], *rank))
        .collect();
    let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
        .iter()
        .map(|(team, rank)| (&team[..], MultiTeamOutcome::new(*rank)))
        .collect();
    let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
    after.into_iter().flatten().map(stored).collect()
}

/// A rating after so many months without games.
#[must_use]
pub fn idle(rating: Rating, months: i32) -> Rating {
    let mut exact = exact(rating);
    exact.uncertainty = (exact.uncertainty + MONTH * f64::from(months.max(0))).min(WIDEST);
    stored(exact)
}

fn exact(rating: Rating) -> WengLinRating {
    WengLinRating {
        rating: MIDDLE + (part(rating.rating, 100.0) - BEGINNING) / POINT,
        uncertainty: part(rating.deviation, 100.0) / POINT,
    }
}

fn stored(exact: WengLinRating) -> Rating {
    Rating {
        rating: whole(BEGINNING + POINT * (exact.rating - MIDDLE), 100.0),
        deviation: whole(POINT * exact.uncertainty, 100.0),
        volatility: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_four_gains_and_the_last_loses() {
        let new = unknown();
        assert_eq!((new.points(), new.deviation), (1500, 33_333));
        let after = after(&[(new, 1), (new, 2), (new, 2), (new, 4)]);
        assert!(after[0].rating > after[1].rating && after[2].rating > after[3].rating);
        assert_eq!(after[1], after[2], "they share a place");
        assert!(after.iter().all(|rating| rating.deviation < new.deviation));
        // What one gains others lose.
        let sum: i64 = after.iter().map(|rating| rating.rating - new.rating).sum();
        assert!(sum.abs() <= 4, "{sum}");
        let idle = idle(after[0], 2);
        assert_eq!(idle.deviation - after[0].deviation, 800);
        assert_eq!(super::idle(after[0], 1000).deviation, new.deviation);
    }

    /// The figures of two players of the paper's Bradley-Terry model, computed by hand: c² = 2β² + 2σ².
    #[test]
    fn two_players_are_counted_as_the_paper_says() {
        let (sigma, beta) = (WIDEST, 25.0_f64 / 6.0);
        let c = (2.0 * sigma * sigma + 2.0 * beta * beta).sqrt();
        let gain = sigma * sigma / c * 0.5;
        let after = after(&[(unknown(), 1), (unknown(), 2)]);
        assert!((after[0].rating - 150_000 - whole(POINT * gain, 100.0)).abs() <= 1);
    }
}

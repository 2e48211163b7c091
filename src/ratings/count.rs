//! All ratings, month by month.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::{GameId, PlayerId};

use super::{CLUB, Month, Rating, rating, table};

/// So many games of the same two players count in a month: the first ones.
const SAME_TWO: usize = 4;
/// A rating is established by so many games against so many opponents, if its deviation is not larger than this, in
/// hundredths: of games for two, and of games for four.
const GAMES: u32 = 8;
const OPPONENTS: usize = 3;
const SURE: i64 = 11_000;
const SURE_OF_FOUR: i64 = 10_400;
/// Each game that is known of a player elsewhere makes the first rating in a list surer by so many hundredths, up to this.
const SURER: i64 = 500;
const SUREST: i64 = 10_000;

/// A rated game that has ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RatedGame {
    /// Its number.
    pub game: GameId,
    /// In which list it counts.
    pub list: String,
    /// When the event was written that has ended it, as RFC 3339 in UTC.
    pub ended_at: String,
    /// The place of each seat, from 1; those who share a place have the same one.
    pub places: Vec<usize>,
    /// Who has each seat.
    pub players: Vec<PlayerId>,
    /// The person behind each seat, by one of the accounts that this person has.
    pub people: Vec<PlayerId>,
    /// The seat whose time was over, and its deadline; `None`: it was not lost on time.
    pub flag: Option<(u8, String)>,
    /// Whether a letter with that turn was reported to have come back, soon before the deadline.
    pub came_back: bool,
    /// How many turns were played.
    pub turns: usize,
    /// Whether the winner has refused the points, so that it counts for nobody.
    pub refused: bool,
}

impl RatedGame {
    fn is_of_two(&self) -> bool {
        self.places.len() == 2
    }
}

/// Twice the score of the first of two seats with these places.
#[must_use]
pub fn score(places: &[usize]) -> u8 {
    match *places {
        [first, second] if first < second => 2,
        [first, second] if first > second => 0,
        _ => 1,
    }
}

/// The rating of a player in a list after a month in which they have played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The list: a variant, or [`CLUB`].
    pub list: String,
    /// Whose rating it is.
    pub player: PlayerId,
    /// The month.
    pub month: Month,
    /// The rating after it.
    pub rating: Rating,
    /// How many games were counted in this list up to then.
    pub games: u32,
    /// Against how many others.
    pub opponents: u32,
    /// Whether they are games for two.
    pub of_two: bool,
}

impl Counted {
    /// The rating at the end of a later month without games since.
    #[must_use]
    pub fn at(&self, month: Month) -> Rating {
        idle(self.rating, month.since(self.month), self.of_two)
    }

    /// Whether enough is known at the end of that month to rely on it. Others are shown with a `?`.
    #[must_use]
    pub fn is_established(&self, month: Month) -> bool {
        let sure = if self.of_two { SURE } else { SURE_OF_FOUR };
        let enough = self.games >= GAMES && self.opponents as usize >= OPPONENTS;
        enough && self.at(month).deviation <= sure
    }
}

fn idle(rating: Rating, months: i32, of_two: bool) -> Rating {
    match of_two {
        true => rating.idle(months),
        false => table::idle(rating, months),
    }
}

/// A player in a list.
#[derive(Clone, Debug)]
struct Standing {
    rating: Rating,
    month: Month,
    of_two: bool,
    games: u32,
    opponents: BTreeSet<PlayerId>,
}

/// A list by its place among all, and a player. Names of lists would be compared too often; the list of the club comes first.
type Key = (usize, PlayerId);

/// What is counted of a month for a player in a list.
struct Results {
    /// The rating before.
    before: Rating,
    games: Vec<(Rating, u8)>,
    opponents: Vec<PlayerId>,
}

/// The place of the list of the club, whose name is empty.
const FIRST: usize = 0;

/// Counts all months in which games have ended; returns the rating of each player after each month with games, in the
/// order of months.
#[must_use]
pub fn count(games: &[RatedGame]) -> Vec<Counted> {
    let lists = games.iter().map(|game| game.list.as_str());
    let lists: BTreeSet<&str> = lists.chain([CLUB]).collect();
    let lists: Vec<&str> = lists.into_iter().collect();
    let mut months: BTreeMap<Month, Vec<&RatedGame>> = BTreeMap::new();
    for game in games {
        if let Some(month) = Month::of(&game.ended_at) {
            months.entry(month).or_default().push(game);
        }
    }
    let mut standings: BTreeMap<Key, Standing> = BTreeMap::new();
    let mut counted = Vec::new();
    for (month, mut games) in months {
        games.sort_by_key(|game| (game.ended_at.as_str(), game.game));
        let games = that_count(games).into_iter().map(|game| {
            let list = lists.binary_search(&game.list.as_str());
            (list.unwrap_or_default(), game)
        });
        let (two, four): (Vec<_>, Vec<_>) = games.partition(|(_, game)| game.is_of_two());
        let mut changed = of_two(&mut standings, &two, month);
        for game in four {
            of_four(&mut standings, &mut changed, game, month);
        }
        for ((list, player), standing) in changed {
            counted.push(Counted {
                list: lists.get(list).copied().unwrap_or_default().to_owned(),
                player,
                month,
                rating: standing.rating,
                games: standing.games,
                opponents: u32::try_from(standing.opponents.len()).unwrap_or(u32::MAX),
                of_two: standing.of_two,
            });
            standings.insert((list, player), standing);
        }
    }
    counted
}

/// Those games of a month that count, which are given in the order in which they have ended: of different people, and not
/// too many of the same two.
#[must_use]
pub fn that_count(games: Vec<&RatedGame>) -> Vec<&RatedGame> {
    let mut pairs: BTreeMap<(PlayerId, PlayerId), usize> = BTreeMap::new();
    let counts = |game: &&RatedGame| {
        let different: BTreeSet<&PlayerId> = game.people.iter().collect();
        if different.len() != game.players.len() || game.players.len() != game.places.len() {
            return false;
        }
        let [one, other] = game.people[..] else {
            return true;
        };
        let times = pairs.entry((one.min(other), one.max(other))).or_default();
        *times += 1;
        *times <= SAME_TWO
    };
    let mut counts = counts;
    games.into_iter().filter(|game| counts(game)).collect()
}

/// The rating of a player at the beginning of a month.
fn before(standings: &BTreeMap<Key, Standing>, key: Key, month: Month) -> Rating {
    if let Some(standing) = standings.get(&key) {
        // The month itself is counted with its games.
        let idle_months = month.since(standing.month) - 1;
        return idle(standing.rating, idle_months, standing.of_two);
    }
    let (list, player) = key;
    let club = standings.get(&(FIRST, player)).filter(|_| list != FIRST);
    first(club.map(|club| (club.rating, club.games)))
}

/// The first rating of a player in a list of games for two: `club` is that in all games for two, and from how many games.
#[must_use]
pub fn first(club: Option<(Rating, u32)>) -> Rating {
    let Some((known, games)) = club else {
        return rating::UNKNOWN;
    };
    let surer = (i64::from(games) * SURER).min(SUREST);
    Rating {
        rating: known.rating,
        deviation: rating::UNKNOWN.deviation - surer,
        volatility: rating::UNKNOWN.volatility,
    }
}

/// Counts the games of two players of a month, in their lists and in that of the club; whoever has one is taken out of the
/// standings.
fn of_two(
    standings: &mut BTreeMap<Key, Standing>,
    games: &[(usize, &RatedGame)],
    month: Month,
) -> BTreeMap<Key, Standing> {
    let mut results: BTreeMap<Key, Results> = BTreeMap::new();
    for (list, game) in games {
        let [one, other] = game.players[..] else {
            continue;
        };
        let score = score(&game.places);
        for list in [*list, FIRST] {
            for (own, opponent, score) in [(one, other, score), (other, one, 2 - score)] {
                let against = before(standings, (list, opponent), month);
                let key = (list, own);
                let of = results.entry(key).or_insert_with(|| Results {
                    before: before(standings, key, month),
                    games: Vec::new(),
                    opponents: Vec::new(),
                });
                of.games.push((against, score));
                of.opponents.push(opponent);
            }
        }
    }
    let counted = results.into_iter().map(|(key, results)| {
        let mut standing = standing(standings, key, month, true);
        standing.rating = results.before.after(&results.games);
        standing.games += u32::try_from(results.games.len()).unwrap_or(u32::MAX);
        standing.opponents.extend(results.opponents);
        (key, standing)
    });
    counted.collect()
}

/// Counts a game for four, in the order of the games; whoever plays it is taken out of the standings.
fn of_four(
    standings: &mut BTreeMap<Key, Standing>,
    changed: &mut BTreeMap<Key, Standing>,
    (list, game): (usize, &RatedGame),
    month: Month,
) {
    let players = game.players.iter();
    let keys: Vec<Key> = players.map(|player| (list, *player)).collect();
    let now: Vec<Standing> = keys
        .iter()
        .map(|key| {
            let known = changed.remove(key);
            known.unwrap_or_else(|| standing(standings, *key, month, false))
        })
        .collect();
    let ranked = now.iter().zip(&game.places);
    let ranked: Vec<(Rating, usize)> = ranked.map(|(one, place)| (one.rating, *place)).collect();
    for ((key, mut one), rating) in keys.into_iter().zip(now).zip(table::after(&ranked)) {
        one.rating = rating;
        one.games += 1;
        one.opponents
            .extend(game.players.iter().filter(|other| **other != key.1));
        changed.insert(key, one);
    }
}

/// What is known of a player in a list before a month, to be changed by its games. It is taken out of the standings: players
/// have many opponents, whose copies would take as long as all the rest.
fn standing(
    standings: &mut BTreeMap<Key, Standing>,
    key: Key,
    month: Month,
    of_two: bool,
) -> Standing {
    let Some(known) = standings.remove(&key) else {
        return Standing {
            rating: idle(table::unknown(), 0, of_two),
            month,
            of_two,
            games: 0,
            opponents: BTreeSet::new(),
        };
    };
    let idle_months = month.since(known.month) - 1;
    Standing {
        rating: idle(known.rating, idle_months, of_two),
        month,
        of_two,
        ..known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: i64, list: &str, at: &str, players: &[i64], places: &[usize]) -> RatedGame {
        RatedGame {
            game: GameId(number),
            list: list.to_owned(),
            ended_at: format!("{at}T12:00:00Z"),
            places: places.to_vec(),
            players: players.iter().map(|player| PlayerId(*player)).collect(),
            people: players.iter().map(|player| PlayerId(*player)).collect(),
            ..RatedGame::default()
        }
    }

    fn of(
        counted: &[Counted],
        list: &str,
        player: i64,
        month: &str,
    ) -> Option<(i64, i64, u32, u32)> {
        let mut counted = counted.iter();
        let one = counted.find(|one| {
            (one.list.as_str(), one.player, one.month.to_string())
                == (list, PlayerId(player), month.to_owned())
        })?;
        Some((
            one.rating.rating,
            one.rating.deviation,
            one.games,
            one.opponents,
        ))
    }

    /// Rating, deviation and volatility by the formulas of Glickman's paper, step by step.
    fn by_the_paper(own: (f64, f64, f64), games: &[(f64, f64, f64)]) -> (f64, f64, f64) {
        let scale = 173.7178;
        let (mu, phi, sigma) = ((own.0 - 1500.0) / scale, own.1 / scale, own.2);
        let g = |phi: f64| {
            1.0 / (1.0 + 3.0 * phi * phi / (std::f64::consts::PI * std::f64::consts::PI)).sqrt()
        };
        let (mut sum, mut information) = (0.0, 0.0);
        for (rating, deviation, score) in games {
            let (mu_j, g) = ((rating - 1500.0) / scale, g(deviation / scale));
            let expected = 1.0 / (1.0 + (-g * (mu - mu_j)).exp());
            information += g * g * expected * (1.0 - expected);
            sum += g * (score - expected);
        }
        let (v, delta) = (1.0 / information, sum / information);
        let a = (sigma * sigma).ln();
        let f = |x: f64| {
            let e = x.exp();
            let below = phi * phi + v + e;
            e * (delta * delta - phi * phi - v - e) / (2.0 * below * below) - (x - a) / 0.25
        };
        // By halving, which the paper's own way is not.
        let (mut low, mut high) = (a - 10.0, a + 10.0);
        for _ in 0..200 {
            let middle = (low + high) / 2.0;
            if f(middle) > 0.0 {
                low = middle
            } else {
                high = middle
            }
        }
        let sigma = (low / 2.0).exp();
        let star = (phi * phi + sigma * sigma).sqrt();
        let phi = 1.0 / (1.0 / (star * star) + 1.0 / v).sqrt();
        (1500.0 + scale * (mu + phi * phi * sum), scale * phi, sigma)
    }

    #[test]
    fn months_are_counted_as_the_paper_says() {
        let games = [
            game(1, "chess", "2026-01-05", &[1, 2], &[1, 2]),
            game(2, "chess", "2026-01-31", &[3, 1], &[1, 1]),
            // A month without games lies between.
            game(3, "chess", "2026-03-01", &[1, 2], &[2, 1]),
        ];
        let counted = count(&games);
        let new = (1500.0, 350.0, 0.06);
        let first = by_the_paper(new, &[(1500.0, 350.0, 1.0), (1500.0, 350.0, 0.5)]);
        let other = by_the_paper(new, &[(1500.0, 350.0, 0.0)]);
        let idle = |one: (f64, f64, f64)| {
            let scale = 173.7178_f64;
            let deviation = ((one.1 / scale).powi(2) + one.2 * one.2).sqrt() * scale;
            (one.0, deviation, one.2)
        };
        let other = idle(other);
        let third = by_the_paper(idle(first), &[(other.0, other.1, 0.0)]);
        let near =
            |found: Option<(i64, i64, u32, u32)>, exact: (f64, f64, f64), games, opponents| {
                let found = found.expect("counted");
                let is_near = |stored: i64, exact: f64| {
                    (stored - super::super::rating::whole(exact, 100.0)).abs() <= 3
                };
                assert!(
                    is_near(found.0, exact.0) && is_near(found.1, exact.1),
                    "{found:?} {exact:?}"
                );
                assert_eq!((found.2, found.3), (games, opponents));
            };
        for list in ["chess", CLUB] {
            near(of(&counted, list, 1, "2026-01"), first, 2, 2);
            near(of(&counted, list, 1, "2026-03"), third, 3, 2);
            assert_eq!(of(&counted, list, 1, "2026-02"), None);
        }
        assert_eq!(count(&games[..2]), counted[..counted.len() - 4]);
    }

    #[test]
    fn what_is_known_elsewhere_is_where_a_new_list_begins() {
        let mut games: Vec<_> = (1..=3)
            .map(|number| game(number, "chess", "2026-01-05", &[1, 2], &[1, 2]))
            .collect();
        games.push(game(9, "xiangqi", "2026-02-05", &[1, 3], &[1, 1]));
        let counted = count(&games);
        let club = of(&counted, CLUB, 1, "2026-01").expect("counted");
        let began = first(Some((
            Rating {
                rating: club.0,
                deviation: club.1,
                volatility: 60_000,
            },
            club.2,
        )));
        assert_eq!((began.rating, began.deviation), (club.0, 35_000 - 1_500));
        let xiangqi = of(&counted, "xiangqi", 1, "2026-02").expect("counted");
        // A draw against somebody of whom nothing is known.
        assert_eq!(xiangqi.0, began.after(&[(rating::UNKNOWN, 1)]).rating);
        assert_eq!(first(Some((began, 1000))).deviation, 25_000);
    }

    #[test]
    fn not_all_games_count() {
        let mut games: Vec<_> = (1..=6)
            .map(|number| game(number, "chess", "2026-01-05", &[1, 2], &[1, 2]))
            .collect();
        games.push(game(7, "xiangqi", "2026-01-06", &[2, 1], &[1, 2]));
        games.push(game(8, "chess", "2026-01-06", &[3, 3], &[1, 2]));
        let counted = count(&games);
        assert_eq!(
            of(&counted, "chess", 1, "2026-01").map(|one| one.2),
            Some(4)
        );
        assert_eq!(counted, count(&games[..4]));
        // In the next month they do.
        games.push(game(9, "chess", "2026-02-01", &[1, 2], &[1, 2]));
        assert_eq!(
            of(&count(&games), "chess", 1, "2026-02").map(|one| one.2),
            Some(5)
        );
    }

    #[test]
    fn accounts_of_one_person_count_as_one() {
        let by = |number, players: &[i64], people: [i64; 2]| RatedGame {
            people: people.map(PlayerId).to_vec(),
            ..game(number, "chess", "2026-01-05", players, &[1, 2])
        };
        // 3 is another account of 1.
        let games = [
            by(1, &[1, 2], [1, 2]),
            by(2, &[3, 2], [1, 2]),
            by(3, &[2, 3], [2, 1]),
            by(4, &[1, 2], [1, 2]),
            by(5, &[3, 2], [1, 2]),
            by(6, &[1, 3], [1, 1]),
            by(7, &[4, 2], [4, 2]),
        ];
        let counted = that_count(games.iter().collect()).into_iter();
        let counted: Vec<i64> = counted.map(|game| game.game.0).collect();
        assert_eq!(counted, [1, 2, 3, 4, 7]);
    }

    #[test]
    fn a_rating_is_established_by_games_and_opponents() {
        let against = |number: i64, opponents: i64| {
            let month = number / 3 + 1;
            let at = format!("2026-{month:02}-05");
            let places = if number % 2 == 0 { [1, 2] } else { [2, 1] };
            game(number, "chess", &at, &[1, 2 + number % opponents], &places)
        };
        let is_sure = |games: i64, opponents| {
            let games: Vec<_> = (0..games)
                .map(|number| against(number, opponents))
                .collect();
            let counted = count(&games);
            let mut own = counted
                .iter()
                .filter(|one| one.list == "chess" && one.player == PlayerId(1));
            let last = own.next_back().expect("counted");
            (
                last.is_established(last.month),
                last.is_established(last.month.after(600)),
            )
        };
        assert_eq!(is_sure(30, 3), (true, false), "it becomes less sure");
        assert_eq!(is_sure(30, 2), (false, false), "too few opponents");
        assert_eq!(is_sure(7, 3), (false, false), "too few games");
    }

    #[test]
    fn games_for_four_are_counted_one_after_the_other() {
        let games = [
            game(
                1,
                "yonin-bishogi",
                "2026-01-05",
                &[1, 2, 3, 4],
                &[1, 2, 3, 4],
            ),
            game(
                2,
                "yonin-bishogi",
                "2026-01-06",
                &[4, 3, 2, 1],
                &[1, 2, 2, 4],
            ),
        ];
        let counted = count(&games);
        assert_eq!(counted.len(), 4, "none of them is in the list of the club");
        let new = table::unknown();
        let first = table::after(&[(new, 1), (new, 2), (new, 3), (new, 4)]);
        let second = table::after(&[(first[3], 1), (first[2], 2), (first[1], 2), (first[0], 4)]);
        let found = of(&counted, "yonin-bishogi", 4, "2026-01").expect("counted");
        assert_eq!(
            (found.0, found.1, found.2, found.3),
            (second[0].rating, second[0].deviation, 2, 3)
        );
        let later = counted
            .iter()
            .find(|one| one.player == PlayerId(4))
            .expect("counted");
        assert_eq!(
            later.at(later.month.after(2)).deviation - later.rating.deviation,
            800
        );
    }
}

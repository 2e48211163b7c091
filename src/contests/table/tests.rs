use super::*;
use crate::contests::{ContestKind, ContestTerms, Entrant};
use crate::ids::ContestId;
use crate::meeting::GameTerms;
use crate::status::ContestStatus;

mod published;

pub(in crate::contests) fn contest(players: i64, ties: &[Tie]) -> Contest {
    let game = GameTerms::from_json(r#"{"variant":"chess","time":"none"}"#).expect("terms");
    let order: Vec<PlayerId> = (1..=players).map(PlayerId).collect();
    let entrants = order.iter().map(|player| Entrant::new(*player));
    Contest {
        id: ContestId(1),
        revision: 1,
        name: "test".to_owned(),
        status: ContestStatus::Playing,
        terms: ContestTerms {
            rating_from: None,
            rating_below: None,
            public: None,
            game,
            kind: ContestKind::RoundRobin,
            double: false,
            groups: None,
            boards: None,
            seats: Vec::new(),
            rounds: None,
            pairing: None,
            category: None,
            opening: None,
            round_days: None,
            faster: None,
            places: 16,
            starts_at: None,
            last_day: None,
            allowed: Vec::new(),
            ties: ties.to_vec(),
        },
        entrants: entrants.collect(),
        reserves: Vec::new(),
        held: Vec::new(),
        order,
        rounds: Vec::new(),
        told: true,
        letters: 0,
        renewals: Vec::new(),
        void: Vec::new(),
        corrected: None,
        adjudicators: Vec::new(),
        brought: None,
        closing: None,
        ladder: None,
        teams: Vec::new(),
        directors: Vec::new(),
        followers: Vec::new(),
        unpaired: None,
        simple: false,
        reason: None,
        untold: false,
    }
}

/// The games of a printed crosstable: a line for each player, a word for each opponent, a sign for each game. Who had which
/// side is not printed: the players have it in turn.
fn games(table: &str) -> Vec<Played> {
    let rows: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.split(' ').collect())
        .collect();
    let mut games = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        for (other, signs) in row.iter().enumerate().skip(at + 1) {
            let mirrored: String = signs.chars().map(mirror).collect();
            assert_eq!(rows[other][at], mirrored, "{} and {}", at + 1, other + 1);
            for (number, sign) in signs.chars().enumerate() {
                let [one, two] = [at, other].map(|at| PlayerId(at as i64 + 1));
                let (mut players, mut points) =
                    (vec![one, two], half(sign).map(|half| vec![half, 2 - half]));
                if number % 2 == 1 {
                    players.reverse();
                    points.iter_mut().for_each(|points| points.reverse());
                }
                games.push(Played {
                    players,
                    over: points.is_some(),
                    points,
                });
            }
        }
    }
    games
}

/// The half points of a sign; of others, there is no result.
fn half(sign: char) -> Option<u8> {
    match sign {
        '1' => Some(2),
        '=' => Some(1),
        '0' => Some(0),
        _ => None,
    }
}

fn mirror(sign: char) -> char {
    match sign {
        '1' => '0',
        '0' => '1',
        sign => sign,
    }
}

/// The AVRO tournament of 1938 (Winter, Chess Notes; Wikipedia, 'AVRO tournament'): Keres, Fine, Botvinnik, Euwe, Reshevsky,
/// Alekhine, Capablanca, Flohr.
const AVRO: &str = "\
* 1= == == 1= == 1= ==
0= * 1= 10 10 11 == 1=
== 0= * =0 1= 1= =1 ==
== 01 =1 * 0= 0= 01 1=
0= 01 0= 1= * == == 1=
== 00 0= 1= == * =1 =1
0= == =0 10 == =0 * =1
== 0= == 0= 0= =0 =0 *";

/// Reshevsky, Alekhine and Euwe had as many points.
#[test]
fn ratings_at_the_beginning_break_ties() {
    let places = |tie: Tie, ratings: [Option<u32>; 3]| {
        let mut contest = contest(8, &[tie]);
        for (player, rating) in [5, 6, 4].into_iter().zip(ratings) {
            contest.entrants[player - 1].rating = rating;
        }
        let table = standings(&contest, &games(AVRO));
        let level = table.into_iter().filter(|line| line.points == 14);
        let level: Vec<_> = level
            .map(|line| (line.player.0, line.place, line.ties[0]))
            .collect();
        level
    };
    let (low, high) = (Some(1900), Some(2100));
    let place = Some;
    assert_eq!(
        places(Tie::Rating, [high, None, low]),
        [(4, place(4), low), (5, place(5), high), (6, place(6), None)]
    );
    assert_eq!(
        places(Tie::RatingHigh, [low, None, high]),
        [(4, place(4), high), (5, place(5), low), (6, place(6), None)]
    );
    let shared: Vec<_> = places(Tie::Rating, [low, None, None])
        .into_iter()
        .map(|(_, place, rating)| (place, rating))
        .collect();
    assert_eq!(
        shared,
        [(place(4), low), (place(5), None), (place(5), None)]
    );
}

#[test]
fn a_printed_crosstable_has_its_points_and_places() {
    let table = standings(&contest(8, &[Tie::Direct]), &games(AVRO));
    let points: Vec<(i64, Option<usize>, u32)> = table
        .iter()
        .map(|line| (line.player.0, line.place, line.points))
        .collect();
    // Keres is before Fine because of their games; Reshevsky, Alekhine and Euwe have 2.5, 2.5 and 1 among each other.
    assert_eq!(
        points,
        [
            (1, Some(1), 17),
            (2, Some(2), 17),
            (3, Some(3), 15),
            (5, Some(4), 14),
            (6, Some(4), 14),
            (4, Some(6), 14),
            (7, Some(7), 12),
            (8, Some(8), 9),
        ]
    );
    assert!(table.iter().all(|line| line.played == 14));
    let level: Vec<Option<u32>> = table.iter().map(|line| line.ties[0]).collect();
    assert_eq!(level[..2], [Some(3), Some(1)]);
    assert_eq!(level[2..6], [None, Some(5), Some(5), Some(2)]);
    // The same against each other, in the order of the table.
    assert_eq!(table[0].against[1], [Some(2), Some(1)]);
    assert_eq!(table[1].against[0], [Some(0), Some(1)]);
    assert!(table[0].against[0].is_empty());
}

/// Computed by hand: Keres 1.5 x 8.5 + 7.5 + 7 + 1.5 x 7 + 7 + 1.5 x 6 + 4.5 = 58.25, Fine 56.25.
#[test]
fn sonneborn_berger_and_wins_break_ties() {
    let table = standings(
        &contest(8, &[Tie::SonnebornBerger, Tie::Wins]),
        &games(AVRO),
    );
    let first: Vec<(i64, &[Option<u32>])> = table
        .iter()
        .take(2)
        .map(|line| (line.player.0, line.ties.as_slice()))
        .collect();
    assert_eq!(
        first,
        [
            (1, &[Some(233), Some(3)][..]),
            (2, &[Some(225), Some(6)][..])
        ]
    );
    let table = standings(&contest(8, &[Tie::Wins]), &games(AVRO));
    assert_eq!(table[0].player, PlayerId(2));
}

#[test]
fn who_has_not_met_is_not_put_in_order_by_that() {
    // One and two are level, and their game has no result yet.
    let table = "* . 1 0\n. * 0 1\n0 1 * =\n1 0 = *";
    let table = standings(&contest(4, &[Tie::Direct]), &games(table));
    let level: Vec<_> = table
        .iter()
        .map(|line| (line.player.0, line.place, line.points, line.ties[0]))
        .collect();
    assert_eq!(
        level,
        [
            (3, Some(1), 3, Some(1)),
            (4, Some(1), 3, Some(1)),
            (1, Some(3), 2, None),
            (2, Some(3), 2, None),
        ]
    );
    assert_eq!(table[2].played, 2);
}

#[test]
fn results_of_somebody_who_is_out_early_do_not_count() {
    let mut contest = contest(4, &Tie::ALL);
    let all = games("* 1 1 0\n0 * 1 1\n0 0 * 1\n1 0 0 *");
    contest.entrants[3].left = Some(true);
    let table = standings(&contest, &all);
    let points: Vec<_> = table
        .iter()
        .map(|line| (line.player.0, line.place, line.points, line.played))
        .collect();
    assert_eq!(
        points,
        [
            (1, Some(1), 4, 2),
            (2, Some(2), 2, 2),
            (3, Some(3), 0, 2),
            (4, None, 0, 0)
        ]
    );
    // Their games are shown all the same.
    assert_eq!(table[0].against[3], [Some(0)]);
    // Out, but with half of their games played, they keep their results.
    contest.entrants[3].left = Some(false);
    let table = standings(&contest, &all);
    assert!(
        table
            .iter()
            .all(|line| line.place.is_some() && line.played == 3)
    );
}

/// One beats two and three, two beats three and four, three beats four, four beats one. Among these, one and two have two points,
/// three and four have one; then the game of each two decides.
#[test]
fn who_is_level_among_each_other_is_compared_again() {
    let table = "* 1 1 0 0\n0 * 1 1 0\n0 0 * 1 1\n1 0 0 * 1\n1 1 0 0 *";
    let table = standings(&contest(5, &[Tie::Direct]), &games(table));
    assert!(table.iter().all(|line| line.points == 4), "all are level");
    // Five with two points each: nothing is decided by games with each other.
    assert!(table.iter().all(|line| line.place == Some(1)));
    let table = "* 1 1 0 = =\n0 * 1 1 = =\n0 0 * 1 1 1\n1 0 0 * 1 1\n= = 0 0 * =\n= = 0 0 = *";
    let table = standings(&contest(6, &[Tie::Direct]), &games(table));
    let places: Vec<_> = table
        .iter()
        .map(|line| (line.player.0, line.place, line.points, line.ties[0]))
        .collect();
    assert_eq!(
        places,
        [
            (1, Some(1), 6, Some(4)),
            (2, Some(2), 6, Some(4)),
            (3, Some(3), 6, Some(2)),
            (4, Some(4), 6, Some(2)),
            (5, Some(5), 3, Some(1)),
            (6, Some(5), 3, Some(1)),
        ]
    );
}

#[test]
fn points_have_halves_and_quarters() {
    let all = [(0, 2), (5, 2), (6, 2), (1, 4), (25, 4), (26, 4)];
    let all = all.map(|(value, parts)| in_points(value, parts));
    assert_eq!(all, ["0", "2.5", "3", "0.25", "6.25", "6.5"]);
}

#[test]
fn places_that_are_shared_share_their_points() {
    for (places, wanted) in [
        (&[1, 2][..], &[2, 0][..]),
        (&[1, 1], &[1, 1]),
        (&[3, 1, 4, 2], &[2, 6, 0, 4]),
        (&[1, 2, 2, 4], &[6, 3, 3, 0]),
        (&[1, 1, 3, 3], &[5, 5, 1, 1]),
        (&[1, 1, 1, 4], &[4, 4, 4, 0]),
        (&[1, 2, 2, 2], &[6, 2, 2, 2]),
        (&[1, 1, 1, 1], &[3, 3, 3, 3]),
    ] {
        assert_eq!(points(places), wanted, "{places:?}");
    }
}

#[test]
fn tables_of_four_are_counted_by_points_wins_and_the_points_of_others() {
    let mut event = contest(8, ContestKind::Tables.ties());
    event.terms.kind = ContestKind::Tables;
    let rounds = [[[1, 2, 3, 4], [5, 6, 7, 8]], [[1, 5, 2, 6], [3, 7, 4, 8]]];
    event.rounds = rounds
        .iter()
        .map(|games| crate::contests::Round {
            games: games.iter().map(|game| game.to_vec()).collect(),
            ..crate::contests::Round::default()
        })
        .collect();
    let results = [[6, 4, 2, 0], [6, 3, 3, 0], [4, 6, 2, 0], [6, 3, 3, 0]];
    let games: Vec<Played> = rounds
        .iter()
        .flatten()
        .zip(results)
        .map(|(players, points)| Played {
            players: players.iter().map(|one| PlayerId(*one as i64)).collect(),
            points: Some(points.to_vec()),
            over: true,
        })
        .collect();
    let table = standings(&event, &games);
    let lines: Vec<_> = table
        .iter()
        .map(|line| (line.player.0, line.place, line.points, line.ties.clone()))
        .collect();
    // 2 and 7 have 6 half points and no win; 2 has met players with more points.
    let line = |player, place, points, wins, others| {
        (player, Some(place), points, vec![Some(wins), Some(others)])
    };
    assert_eq!(
        lines,
        [
            line(5, 1, 12, 2, 3 + 6 + 10 + 6 + 3),
            line(1, 2, 10, 1, 6 + 8 + 3 + 12 + 6 + 3),
            line(3, 3, 8, 1, 10 + 6 + 3 + 6 + 3),
            line(2, 4, 6, 0, 10 + 8 + 3 + 10 + 12 + 3),
            line(7, 5, 6, 0, 12 + 3 + 8 + 3),
            line(6, 6, 3, 0, 12 + 6 + 10 + 12 + 6),
            line(4, 7, 3, 0, 10 + 6 + 8 + 8 + 6),
            line(8, 8, 0, 0, 12 + 3 + 6 + 8 + 6 + 3),
        ]
    );
}

use super::*;

/// The matches of some teams: for each match the score of each board as the first-named team has it, `1`, `0` or `=`; `.` goes
/// on, and `x` has ended without a result.
fn played(teams: usize, boards: usize, double: bool, results: &[&str]) -> Vec<Match> {
    let pairings = pairings(teams, boards, double);
    let signs: Vec<char> = results.iter().flat_map(|of| of.chars()).collect();
    assert_eq!(pairings.len(), signs.len());
    let games = pairings.iter().zip(signs).enumerate();
    let games = games.map(|(at, (pairing, sign))| {
        let first = match sign {
            '1' => Some(2),
            '=' => Some(1),
            '0' => Some(0),
            _ => None,
        };
        // On even boards the team that was named first has the second side.
        let first = first.map(|score| {
            if (at % boards).is_multiple_of(2) {
                score
            } else {
                2 - score
            }
        });
        let players = pairing.players.iter();
        Played {
            players: players.map(|one| PlayerId(*one as i64)).collect(),
            points: first.map(|score| vec![score, 2 - score]),
            over: sign != '.',
        }
    });
    matches(&pairings, &games.collect::<Vec<_>>(), boards)
}

/// Place, team, match points, half points, and the direct match of each line.
fn table(
    teams: usize,
    boards: usize,
    double: bool,
    results: &[&str],
) -> Vec<(usize, usize, u32, u32, Option<u32>)> {
    let lines = standings(teams, &played(teams, boards, double, results));
    let lines = lines.into_iter().map(|line| {
        let points = (line.match_points, line.board_points);
        (line.place, line.team + 1, points.0, points.1, line.direct)
    });
    lines.collect()
}

#[test]
fn boards_are_by_rating_and_then_as_they_were_given() {
    let [anna, boris, cleo, dora, emil] = [1, 2, 3, 4, 5].map(PlayerId);
    let players = vec![
        (anna, None),
        (boris, Some(1500)),
        (cleo, Some(1700)),
        (dora, None),
        (emil, Some(1500)),
    ];
    assert_eq!(by_boards(players), [cleo, boris, emil, anna, dora]);
}

#[test]
fn sides_change_from_board_to_board() {
    let games: Vec<_> = pairings(2, 3, true)
        .into_iter()
        .map(|game| (game.round, game.players))
        .collect();
    let first = [[1, 4], [5, 2], [3, 6]].map(|game| (1, game.to_vec()));
    let again = [[4, 1], [2, 5], [6, 3]].map(|game| (2, game.to_vec()));
    assert_eq!(games, [first, again].concat());
    // Three teams: each is free once, as in the table of four.
    let three = pairings(3, 1, false).into_iter();
    let three: Vec<_> = three.map(|game| (game.round, game.players)).collect();
    let wanted = [(1, [2, 3]), (2, [1, 2]), (3, [3, 1])];
    assert_eq!(three, wanted.map(|(round, game)| (round, game.to_vec())));
}

#[test]
fn a_won_match_gives_two_points_and_a_level_one_each() {
    // The second team wins the second board only, on which it has the first side.
    assert_eq!(
        table(2, 3, false, &["101"]),
        [(1, 1, 2, 4, None), (2, 2, 0, 2, None)]
    );
    assert_eq!(
        table(2, 3, false, &["1=0"]),
        [(1, 1, 1, 3, Some(1)), (1, 2, 1, 3, Some(1))]
    );
}

#[test]
fn a_match_counts_when_all_its_games_are_over() {
    // Board points count at once.
    assert_eq!(
        table(2, 3, false, &["11."]),
        [(1, 1, 0, 4, None), (2, 2, 0, 0, None)]
    );
    // A game without a result gives nobody anything, and a match of such games neither.
    assert_eq!(
        table(2, 3, false, &["1xx"]),
        [(1, 1, 2, 2, None), (2, 2, 0, 0, None)]
    );
    assert_eq!(
        table(2, 3, false, &["xxx"]),
        [(1, 1, 0, 0, None), (1, 2, 0, 0, None)]
    );
}

#[test]
fn match_points_are_before_board_points() {
    // 2-3 5:3, 1-2 3:5, 3-1 8:0 in half points: two narrow matches are more than one that is won by far.
    assert_eq!(
        table(3, 4, false, &["1===", "0===", "1111"]),
        [(1, 2, 4, 10, None), (2, 3, 2, 11, None), (3, 1, 0, 3, None)]
    );
    // 1-4 3:1, 2-3 2:2, 1-2 1:3, 4-3 3:1, 2-4 2:2, 3-1 4:0.
    assert_eq!(
        table(4, 2, false, &["1=", "==", "=0", "=1", "10", "11"]),
        [
            (1, 2, 4, 7, None),
            (2, 3, 3, 7, None),
            (3, 4, 3, 6, None),
            (4, 1, 2, 4, None)
        ]
    );
}

#[test]
fn the_match_between_those_who_are_level_decides() {
    // 1-4, 2-3, 1-2, 4-3, 2-4 and 3-1 are 3:1 each: 1 and 2 have won two matches, 3 and 4 one.
    assert_eq!(
        table(4, 2, false, &["1="; 6]),
        [
            (1, 1, 4, 7, Some(2)),
            (2, 2, 4, 7, Some(0)),
            (3, 4, 2, 5, Some(2)),
            (4, 3, 2, 5, Some(0)),
        ]
    );
}

#[test]
fn the_table_has_the_score_of_each_board() {
    let lines = standings(2, &played(2, 3, false, &["10."]));
    let against: Vec<_> = lines.into_iter().map(|line| line.against).collect();
    let (won, lost) = (vec![Some(2), Some(0), None], vec![Some(0), Some(2), None]);
    assert_eq!(against, [[vec![], won], [lost, vec![]]]);
}

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
            ..Case::new(1, GameId(9))
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
        ("red", Some(vec![1, 2])),
        ("- draw", Some(vec![1, 1])),
        ("redd", None),
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

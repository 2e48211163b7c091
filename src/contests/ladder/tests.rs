use super::*;

const NOW: &str = "2027-03-31T12:00:00Z";

fn time(text: &str) -> DateTime<Utc> {
    DateTime::parse_from_rfc3339(text).expect("a time").to_utc()
}

/// A ladder of so many; the first has place 1.
fn ladder(players: i64) -> Ladder {
    let mut ladder = Ladder::default();
    for player in (1..=players).map(PlayerId) {
        let at = "2027-03-01T12:00:00Z".to_owned();
        ladder.apply(&LadderAct::Join { player, at });
    }
    ladder
}

fn challenge(ladder: &mut Ladder, challenger: i64, defender: i64) -> usize {
    ladder.apply(&LadderAct::Challenge {
        challenger: PlayerId(challenger),
        defender: PlayerId(defender),
        at: NOW.to_owned(),
        until: "2027-04-07T12:00:00Z".to_owned(),
    });
    ladder.defences.len()
}

fn settle(ladder: &mut Ladder, defence: usize, how: Settled) {
    let at = NOW.to_owned();
    ladder.apply(&LadderAct::Settle { defence, how, at });
}

fn lower(ladder: &mut Ladder, player: i64, at: &str) {
    let (player, at) = (PlayerId(player), at.to_owned());
    ladder.apply(&LadderAct::Lower { player, at });
}

fn places(ladder: &Ladder) -> Vec<i64> {
    ladder.places.iter().map(|place| place.player.0).collect()
}

fn may(ladder: &Ladder, challenger: i64, defender: i64) -> Result<(), ContestRefusal> {
    let both = (PlayerId(challenger), PlayerId(defender));
    ladder.may_challenge(both, time(NOW), &[])
}

#[test]
fn players_move_as_challenges_end() {
    for (how, expected) in [
        (Settled::Won, [1, 5, 2, 3, 4, 6]),
        (Settled::Flag, [1, 3, 4, 5, 2, 6]),
        (Settled::Held, [1, 2, 3, 4, 5, 6]),
        (Settled::Missed, [1, 2, 3, 4, 5, 6]),
        (Settled::Void, [1, 2, 3, 4, 5, 6]),
    ] {
        let mut ladder = ladder(6);
        let defence = challenge(&mut ladder, 5, 2);
        settle(&mut ladder, defence, how);
        assert_eq!(places(&ladder), expected, "{how:?}");
    }
}

#[test]
fn a_win_against_somebody_who_is_below_by_now_moves_nobody() {
    let mut ladder = ladder(4);
    let (first, second) = (challenge(&mut ladder, 3, 1), challenge(&mut ladder, 4, 2));
    settle(&mut ladder, first, Settled::Flag);
    assert_eq!(places(&ladder), [2, 3, 1, 4]);
    settle(&mut ladder, second, Settled::Won);
    assert_eq!(places(&ladder), [4, 2, 3, 1]);
    // 1 challenges 2, which falls below 1 before the game is over.
    let (first, second) = (challenge(&mut ladder, 1, 2), challenge(&mut ladder, 1, 3));
    settle(&mut ladder, second, Settled::Flag);
    assert_eq!(places(&ladder), [4, 2, 1, 3]);
    lower(&mut ladder, 2, NOW);
    assert_eq!(places(&ladder), [4, 1, 3, 2]);
    for how in [Settled::Won, Settled::Flag] {
        settle(&mut ladder, first, how);
        assert_eq!(places(&ladder), [4, 1, 3, 2]);
    }
}

#[test]
fn only_some_can_be_challenged() {
    use ContestRefusal::{Busy, Enough, Flagged, NotIn, NotThere, Open, TooFar};
    let mut ladder = ladder(16);
    assert_eq!(may(&ladder, 15, 12), Ok(()));
    assert_eq!(may(&ladder, 15, 11), Err(TooFar));
    assert_eq!(may(&ladder, 11, 15), Err(TooFar));
    assert_eq!(may(&ladder, 11, 11), Err(TooFar));
    assert_eq!(may(&ladder, 99, 11), Err(NotIn));
    assert_eq!(may(&ladder, 11, 99), Err(NotThere));
    let defence = challenge(&mut ladder, 15, 12);
    assert_eq!(may(&ladder, 15, 12), Err(Open));
    let departing: Vec<usize> = ladder.waiting(PlayerId(12)).collect();
    assert_eq!(departing, [defence]);
    // Place 12 is none of the first ten.
    assert_eq!(may(&ladder, 14, 12), Err(Busy));
    let idle = ladder.may_challenge((PlayerId(14), PlayerId(12)), time(NOW), &[defence]);
    assert_eq!(idle, Ok(()));
    assert_eq!(may(&ladder, 15, 13), Ok(()));
    challenge(&mut ladder, 15, 13);
    assert_eq!(may(&ladder, 15, 14), Err(Enough));
    settle(&mut ladder, defence, Settled::Missed);
    assert_eq!(may(&ladder, 15, 14), Err(Flagged));
    for challenger in [11, 12, 13] {
        assert_eq!(may(&ladder, challenger, 10), Ok(()));
        challenge(&mut ladder, challenger, 10);
    }
    lower(&mut ladder, 9, NOW);
    assert_eq!(ladder.place(PlayerId(9)), Some(12));
    assert_eq!(ladder.place(PlayerId(10)), Some(9));
    assert_eq!(may(&ladder, 9, 10), Err(Busy));
}

#[test]
fn the_same_two_meet_again_after_thirty_days() {
    let mut ladder = ladder(3);
    let defence = challenge(&mut ladder, 3, 1);
    settle(&mut ladder, defence, Settled::Won);
    let both = (PlayerId(1), PlayerId(3));
    let at = |text| ladder.may_challenge(both, time(text), &[]);
    assert_eq!(at("2027-04-30T11:59:59Z"), Err(ContestRefusal::Again));
    assert_eq!(at("2027-04-30T12:00:00Z"), Ok(()));
}

#[test]
fn who_does_nothing_goes_three_places_down_and_then_to_the_end() {
    let mut ladder = ladder(6);
    let away = |ladder: &Ladder, at| {
        let away = ladder.away(time(at)).into_iter();
        away.map(|place| place.player.0).collect::<Vec<_>>()
    };
    assert!(away(&ladder, "2027-04-15T11:59:59Z").is_empty());
    assert_eq!(away(&ladder, "2027-04-15T12:00:00Z").len(), 6);
    lower(&mut ladder, 1, "2027-04-15T12:00:00Z");
    assert_eq!(places(&ladder), [2, 3, 4, 1, 5, 6]);
    assert!(!away(&ladder, "2027-04-16T12:00:00Z").contains(&1));
    lower(&mut ladder, 1, "2027-06-01T12:00:00Z");
    assert_eq!(places(&ladder), [2, 3, 4, 5, 6, 1]);
    assert!(Ladder::is_last_time(&ladder.places[5]));
    challenge(&mut ladder, 1, 6);
    assert!(!Ladder::is_last_time(&ladder.places[5]));
}

#[test]
fn the_game_of_a_challenge_that_is_accepted_begins_once() {
    let mut ladder = ladder(3);
    let (one, other) = (challenge(&mut ladder, 3, 1), challenge(&mut ladder, 2, 1));
    assert_eq!(ladder.next_game(), None);
    let at = NOW.to_owned();
    ladder.apply(&LadderAct::Accept {
        defence: other,
        first: false,
        at,
    });
    assert_eq!(ladder.next_game(), Some((PlayerId(1), PlayerId(2))));
    ladder.begun(1);
    assert_eq!(ladder.next_game(), None);
    assert_eq!(ladder.defences[other - 1].game, Some(1));
    assert_eq!(ladder.defences[one - 1].game, None);
}

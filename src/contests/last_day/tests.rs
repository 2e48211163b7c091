use super::*;

/// An event whose last day is over, with one case, about which three were asked.
fn closed() -> Contest {
    let mut contest = crate::contests::table::tests::contest(2, &[]);
    contest.terms.last_day = Some("2027-05-31T00:00:00Z".to_owned());
    contest.told = true;
    contest.adjudicators = [11, 12, 13, 14].map(PlayerId).to_vec();
    let close = LastDayAct::Close {
        at: "2027-05-31T00:00:00Z".to_owned(),
        cases: vec![(7, GameId(1))],
        asked: [11, 12, 13].map(PlayerId).to_vec(),
        until: "2027-06-14T00:00:00Z".to_owned(),
    };
    assert_eq!(decide(&contest, &close), Ok(()));
    contest.follow_last_day(&close);
    contest
}

fn vote(adjudicator: i64, places: [usize; 2]) -> LastDayAct {
    let (adjudicator, places) = (PlayerId(adjudicator), places.to_vec());
    LastDayAct::Vote {
        case: 7,
        vote: Vote {
            adjudicator,
            places,
        },
    }
}

#[test]
fn three_vote_and_can_change_what_they_said() {
    let mut contest = closed();
    for (one, places) in [(11, [1, 2]), (12, [1, 2]), (13, [2, 1]), (13, [1, 1])] {
        let vote = vote(one, places);
        assert_eq!(decide(&contest, &vote), Ok(()));
        contest.follow_last_day(&vote);
    }
    let ask = LastDayAct::Ask {
        players: vec![PlayerId(14)],
        until: "2027-06-28T00:00:00Z".to_owned(),
    };
    contest.follow_last_day(&ask);
    // Three have said something: a fourth one comes too late.
    assert_eq!(
        decide(&contest, &vote(14, [2, 1])),
        Err(ContestRefusal::NoCase)
    );
}

#[test]
fn two_adjudicators_who_are_one_person_have_one_vote() {
    use crate::contests::ContestAct;
    let mut contest = closed();
    contest.follow_last_day(&vote(11, [1, 2]));
    contest.follow_last_day(&vote(12, [2, 1]));
    let (from, into) = (PlayerId(12), PlayerId(11));
    let contest = contest.after(&[ContestAct::Merge { from, into }]);
    assert_eq!(contest.adjudicators, [11, 13, 14].map(PlayerId));
    let closing = contest.closing.as_ref().expect("it is over");
    assert_eq!(closing.asked, [11, 13].map(PlayerId));
    let votes = &closing.cases[0].votes;
    assert_eq!(votes.len(), 1);
    assert_eq!(
        (votes[0].adjudicator, &votes[0].places[..]),
        (into, &[2, 1][..])
    );
}

#[test]
fn the_last_day_comes_earlier_once_and_never_later() {
    let mut contest = crate::contests::table::tests::contest(2, &[]);
    contest.terms.last_day = Some("2027-05-31T00:00:00Z".to_owned());
    let bring = |at: &str| LastDayAct::Bring(at.to_owned());
    let late = bring("2027-06-01T00:00:00Z");
    assert_eq!(decide(&contest, &late), Err(ContestRefusal::Over));
    let early = bring("2027-05-01T00:00:00Z");
    assert_eq!(decide(&contest, &early), Ok(()));
    contest.follow_last_day(&early);
    let again = bring("2027-05-02T00:00:00Z");
    assert_eq!(decide(&contest, &again), Err(ContestRefusal::Over));
}

#[test]
fn nothing_is_called_off_or_given_up_while_cases_wait() {
    use crate::contests::{ContestRequest, decide};
    use crate::meeting::Concluded;
    let contest = closed();
    let cancel = ContestRequest::Cancel("Enough.".to_owned());
    let depart = ContestRequest::Depart {
        player: contest.order[0],
        over: 0,
        games: 1,
        barred: None,
        at: "2027-06-01T00:00:00Z".to_owned(),
    };
    for request in [cancel, depart] {
        let refused = Concluded::Refused(ContestRefusal::Over);
        assert_eq!(decide(&contest, &request), refused);
    }
}

#[test]
fn a_game_that_goes_on_after_an_early_end_waits_for_the_last_day() {
    let mut contest = closed();
    let open = |number| LastDayAct::Open {
        number,
        game: GameId(2),
        until: None,
    };
    // The umpire decides what goes on again after the last day and the end.
    contest.follow_last_day(&LastDayAct::Decide(7));
    contest.corrected = Some(GameId(2));
    assert!(!contest.closes());
    assert_eq!(decide(&contest, &open(8)), Err(ContestRefusal::Over));
    // It had ended before the last day.
    contest.closing = None;
    assert!(contest.closes());
    assert_eq!(contest.due(), contest.terms.last_day.as_deref());
    let close = LastDayAct::Close {
        at: "2027-05-31T00:00:00Z".to_owned(),
        cases: vec![(8, GameId(2))],
        asked: vec![PlayerId(11)],
        until: "2027-06-14T00:00:00Z".to_owned(),
    };
    assert_eq!(decide(&contest, &close), Ok(()));
    contest.follow_last_day(&close);
    assert!(contest.closes());
    assert_eq!(decide(&contest, &LastDayAct::Decide(8)), Ok(()));
}

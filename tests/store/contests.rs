//! Laws of contests.

use zugpost::ids::ContestId;
use zugpost::status::{ContestStatus, GameStatus};
use zugpost::store::{
    ContestRow, ContestWrite, Course, Decision, GameChange, LogOf, NewAct, StoreError, Subject,
};

use crate::kit::{Place, commit, look, new_game, nothing};

fn contest(revision: i64, status: ContestStatus, data: &str) -> Decision {
    let row = ContestRow {
        id: ContestId(1),
        name: "spring-2027".into(),
        revision,
        status,
        data: data.into(),
    };
    let act = NewAct {
        by: "umpire".into(),
        act: format!("\"{data}\""),
    };
    let mut decision = nothing();
    let acts = vec![act];
    decision.contests.push(ContestWrite { row, acts });
    decision
}

pub fn a_contest_is_written_with_its_acts(place: &Place) {
    let mut store = place.open();
    look(&mut *store, |view| {
        assert_eq!(view.next_contest()?, ContestId(1));
        assert_eq!(view.contest(ContestId(1))?, None);
        Ok(())
    });
    commit(&mut *store, contest(0, ContestStatus::Entries, "one"));
    commit(&mut *store, contest(1, ContestStatus::Ended, "two"));
    look(&mut *store, |view| {
        let row = view.contest_named("Spring-2027")?.unwrap();
        assert_eq!(view.contest(row.id)?.as_ref(), Some(&row));
        assert_eq!((row.revision, row.data.as_str()), (2, "two"));
        assert_eq!(view.contests(false)?, [row]);
        assert_eq!(view.contests(true)?, []);
        assert_eq!(view.next_contest()?, ContestId(2));
        let acts = view.acts(LogOf::Contest(ContestId(1)))?;
        let acts: Vec<(i64, String, String)> = acts
            .into_iter()
            .map(|act| (act.seq, act.by(), act.act))
            .collect();
        let by = || "umpire".to_owned();
        assert_eq!(
            acts,
            [
                (1, by(), "\"one\"".to_owned()),
                (2, by(), "\"two\"".to_owned())
            ]
        );
        Ok(())
    });
    // Without an act nothing has happened to it.
    let mut silent = contest(2, ContestStatus::Ended, "three");
    silent.contests[0].acts.clear();
    let refused = store.commit(&[silent]).unwrap_err();
    assert!(matches!(refused, StoreError::Constraint(_)), "{refused:?}");
}

pub fn two_decisions_about_a_contest_conflict(place: &Place) {
    let mut store = place.open();
    commit(&mut *store, contest(0, ContestStatus::Entries, "one"));
    // The number is taken, and what was changed meanwhile stays.
    for revision in [0, 2] {
        let late = contest(revision, ContestStatus::Entries, "late");
        let refused = store.commit(&[late]).unwrap_err();
        let of = StoreError::Conflict(Subject::Contest(ContestId(1)));
        assert_eq!(format!("{refused:?}"), format!("{of:?}"));
    }
    look(&mut *store, |view| {
        assert_eq!(view.contest(ContestId(1))?.unwrap().data, "one");
        assert_eq!(view.acts(LogOf::Contest(ContestId(1)))?.len(), 1);
        Ok(())
    });
}

pub fn the_games_of_a_contest_are_found(place: &Place) {
    let mut store = place.open();
    let mut games = Vec::new();
    for (names, pairing) in [
        (["Anna", "Boris"], 2),
        (["Cleo", "Dora"], 1),
        (["Emil", "Fay"], 0),
    ] {
        let mut new = new_game(names[0], names[1]);
        let row = &mut new.new_game.as_mut().unwrap().row;
        row.contest = (pairing > 0).then_some(ContestId(1));
        row.pairing = pairing;
        games.push(commit(&mut *store, new).game.unwrap());
    }
    let mut change = GameChange::new(games[0], 0);
    change.course = Some(Course {
        status: GameStatus::Finished,
        result: Some("1-0".into()),
        ..Course::default()
    });
    let mut decision = nothing();
    decision.games.push(change);
    commit(&mut *store, decision);
    look(&mut *store, |view| {
        let found = view.contest_games(ContestId(1))?.into_iter();
        let found: Vec<_> = found
            .map(|game| (game.game, game.pairing, game.status, game.result))
            .collect();
        let won = Some("1-0".to_owned());
        assert_eq!(
            found,
            [
                (games[1], 1, GameStatus::Playing, None),
                (games[0], 2, GameStatus::Finished, won)
            ]
        );
        let row = view.game(games[0])?.unwrap();
        assert_eq!((row.contest, row.pairing), (Some(ContestId(1)), 2));
        assert_eq!(view.game(games[2])?.unwrap().contest, None);
        Ok(())
    });
}

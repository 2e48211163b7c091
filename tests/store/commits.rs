//! Laws of decisions: whole or not at all, and what is written is read.

use zugpost::ids::{GameId, PlayerId};
use zugpost::store::{
    Decision, GameChange, GameRef, NewLetter, NewQuestion, NewTimer, PlayerChange, Store,
    StoreError, Subject, TimerKind,
};

use crate::kit::{Place, at, commit, done, look, new_game, new_mail, news, nothing, play};

fn seq(store: &mut dyn Store, game: GameId) -> i64 {
    look(store, |view| Ok(view.game(game)?.unwrap().seq))
}

pub fn a_decision_is_written_whole(place: &Place) {
    let (mut store, game) = place.with_game();
    let mail = new_mail(&mut *store, "a", b"x");
    let (players, waiting, letters) = (
        look(&mut *store, |view| Ok(view.players()?.len())),
        look(&mut *store, |view| Ok(view.counts()?.waiting_letters)),
        vec![news(game, 1)],
    );
    // Everything before the last part could be written.
    let refused = Decision {
        mail: done(mail).mail,
        letters,
        players: vec![
            PlayerChange::Add {
                name: "Carla".into(),
                address: "c@example.org".into(),
            },
            PlayerChange::Rename(PlayerId(1), "Boris".into()),
        ],
        ..play(game, 0, "e4")
    };
    let error = store.commit(&[refused]);
    assert!(matches!(error, Err(StoreError::Constraint(_))), "{error:?}");
    let no_game = Decision {
        letters: vec![NewLetter {
            seat: Some((GameRef::New, 0)),
            ..news(game, 1)
        }],
        mail: done(mail).mail,
        ..play(game, 0, "e4")
    };
    assert!(store.commit(&[no_game]).is_err());
    assert_eq!(seq(&mut *store, game), 0);
    look(&mut *store, |view| {
        assert_eq!(view.players()?.len(), players);
        assert_eq!(view.counts()?.waiting_letters, waiting);
        assert_eq!(view.token_count()?, 0);
        assert_eq!(view.mail(mail)?.unwrap().verdict, None);
        Ok(())
    });
}

pub fn a_conflict_writes_nothing_and_names_its_game(place: &Place) {
    let (mut store, game) = place.with_game();
    let other = commit(&mut *store, new_game("Carla", "Dora")).game.unwrap();
    commit(&mut *store, play(game, 0, "e4"));
    for expected_seq in [0, 2] {
        let mut decision = play(other, 0, "d4");
        decision.games.push(GameChange::new(game, expected_seq));
        match store.commit(&[decision]) {
            Err(StoreError::Conflict(Subject::Game(of))) => assert_eq!(of, game),
            result => panic!("{result:?}"),
        }
    }
    assert_eq!((seq(&mut *store, game), seq(&mut *store, other)), (1, 0));
    let unknown = store.commit(&[play(GameId(99), 0, "e4")]);
    assert!(
        matches!(unknown, Err(StoreError::Constraint(_))),
        "{unknown:?}"
    );
}

pub fn a_batch_is_written_whole(place: &Place) {
    let (mut store, game) = place.with_game();
    let result = store.commit(&[play(game, 0, "e4"), play(game, 0, "d4")]);
    assert!(matches!(result, Err(StoreError::Conflict(Subject::Game(of))) if of == game));
    assert_eq!(seq(&mut *store, game), 0);
}

pub fn later_decisions_of_a_batch_see_earlier_ones(place: &Place) {
    let (mut store, game) = place.with_game();
    let made = store.commit(&[
        Decision {
            letters: vec![news(game, 1)],
            ..play(game, 0, "e4")
        },
        Decision {
            letters: vec![news(game, 2), news(game, 2)],
            ..play(game, 1, "e5")
        },
        new_game("Carla", "Dora"),
    ]);
    let made = made.unwrap();
    let counts: Vec<_> = made
        .iter()
        .map(|m| (m.letters.len(), m.players.len(), m.game))
        .collect();
    assert_eq!(
        counts,
        [(1, 0, None), (2, 0, None), (0, 2, Some(GameId(game.0 + 1)))]
    );
    assert_eq!(seq(&mut *store, game), 2);
}

pub fn a_question_takes_the_place_of_another(place: &Place) {
    let (mut store, game) = place.with_game();
    let ask = |seat, data: &str| Decision {
        asks: vec![NewQuestion {
            game,
            seat,
            state: 1,
            data: data.into(),
            mail: None,
            letter: None,
        }],
        ..nothing()
    };
    let first = commit(&mut *store, ask(0, "first")).questions[0];
    let other = commit(&mut *store, ask(1, "other")).questions[0];
    let second = commit(&mut *store, ask(0, "second")).questions[0];
    assert!(second != first && second != other);
    look(&mut *store, |view| {
        let waits = view.question(game, 0)?.unwrap();
        assert_eq!((waits.id, &*waits.data, waits.state), (second, "second", 1));
        assert_eq!(view.question(game, 1)?.unwrap().id, other);
        Ok(())
    });
    // A question that has lapsed closes nothing.
    let close = Decision {
        close_questions: vec![first, second],
        ..nothing()
    };
    commit(&mut *store, close);
    look(&mut *store, |view| {
        assert_eq!(view.question(game, 0)?, None);
        assert!(view.question(game, 1)?.is_some());
        Ok(())
    });
    // A question takes the place of one that the same decision closes.
    let again = Decision {
        close_questions: vec![other],
        ..ask(1, "again")
    };
    let again = commit(&mut *store, again).questions[0];
    assert_eq!(
        look(&mut *store, |view| Ok(view.question(game, 1)?.unwrap().id)),
        again
    );
}

pub fn a_timer_takes_the_place_of_another(place: &Place) {
    let (mut store, game) = place.with_game();
    let timer = |minute, game| NewTimer {
        due: at(minute),
        kind: TimerKind::Forget,
        game,
        keep_earlier: false,
    };
    assert_eq!(look(&mut *store, |view| Ok(view.next_timer()?)), None);
    let timers = vec![
        timer(5, None),
        timer(3, Some(GameRef::Known(game))),
        timer(7, None),
    ];
    commit(
        &mut *store,
        Decision {
            timers,
            ..nothing()
        },
    );
    look(&mut *store, |view| {
        assert_eq!(view.next_timer()?, Some(at(3)));
        assert_eq!(view.due_timers(&at(2), 9)?, []);
        let due = view.due_timers(&at(9), 9)?;
        let shown: Vec<_> = due.iter().map(|t| (&*t.due, t.game)).collect();
        assert_eq!(shown, [(&*at(3), Some(game)), (&*at(7), None)]);
        assert_eq!(view.due_timers(&at(9), 1)?.len(), 1);
        Ok(())
    });
}

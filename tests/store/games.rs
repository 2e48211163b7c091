//! Laws of games, seats and events.

use zugpost::ids::GameId;
use zugpost::status::GameStatus;
use zugpost::store::{
    Answers, Course, Decision, EventRow, GameChange, GameRef, LetterChange, LetterStatus, NewScope,
    PlayerChange, PlayerRef, SeatChange, TokenScope,
};

use crate::kit::{Place, at, commit, look, new_game, new_mail, news, nothing, post, turn};

pub fn a_game_of_new_players_is_begun(place: &Place) {
    let mut store = place.open();
    let mut letter = news(GameId(0), 0);
    letter.seat = Some((GameRef::New, 1));
    letter.tokens[0].scope = NewScope::Seat {
        game: GameRef::New,
        seat: 1,
        state: 0,
    };
    let made = commit(
        &mut *store,
        Decision {
            letters: vec![letter],
            ..new_game("Anna", "Boris")
        },
    );
    let game = made.game.unwrap();
    look(&mut *store, |view| {
        let row = view.game(game)?.unwrap();
        assert_eq!(
            (&*row.variant, row.rules_version, &*row.options),
            ("chess", 1, "{}")
        );
        assert_eq!((&*row.created_at, &*row.created_by), (&*at(0), "umpire"));
        assert_eq!((row.seq, row.course.state, row.course.to_move), (0, 0, 0));
        assert_eq!(row.course.status, GameStatus::Playing);
        let seats: Vec<_> = view
            .seats(game)?
            .into_iter()
            .map(|s| (s.seat, s.player, s.name))
            .collect();
        assert_eq!(
            seats,
            [
                (0, made.players[0], "Anna".into()),
                (1, made.players[1], "Boris".into())
            ]
        );
        let letter = view.letter(made.letters[0])?.unwrap();
        assert_eq!(
            letter.about.map(|about| (about.game, about.seat)),
            Some((game, 1))
        );
        let scope = TokenScope::Seat {
            game,
            seat: 1,
            state: 0,
        };
        assert_eq!(view.token(letter.tokens[0])?.unwrap().scope, scope);
        Ok(())
    });
}

pub fn seats_and_course_change(place: &Place) {
    let (mut store, game) = place.with_game();
    let mut change = GameChange::new(game, 0);
    change.events.push(turn(1, "e4#"));
    let end = Course {
        state: 1,
        status: GameStatus::Finished,
        to_move: 1,
        result: Some("1-0".into()),
        reason: Some("checkmate".into()),
        rated_end: None,
    };
    change.course = Some(end.clone());
    change.seats = vec![
        SeatChange::Held(0, Some("e4".into())),
        SeatChange::Nudged(1, 7),
        SeatChange::Answers(
            1,
            Answers {
                count: 3,
                state: 7,
                day: "2026-01-31".into(),
            },
        ),
    ];
    commit(
        &mut *store,
        Decision {
            games: vec![change],
            ..nothing()
        },
    );
    look(&mut *store, |view| {
        assert_eq!(view.game(game)?.unwrap().course, end);
        let seats = view.seats(game)?;
        assert_eq!(
            (
                seats[0].held.as_deref(),
                seats[0].nudged,
                seats[0].answers.count
            ),
            (Some("e4"), None, 0)
        );
        assert_eq!(
            (
                seats[1].held.as_deref(),
                seats[1].nudged,
                seats[1].answers.count
            ),
            (None, Some(7), 3)
        );
        let answers = &seats[1].answers;
        assert_eq!((answers.state, &*answers.day), (7, "2026-01-31"));
        Ok(())
    });
    let mut change = GameChange::new(game, 1);
    change.seats = vec![SeatChange::Held(0, None)];
    commit(
        &mut *store,
        Decision {
            games: vec![change],
            ..nothing()
        },
    );
    assert_eq!(
        look(&mut *store, |view| Ok(view.seats(game)?.remove(0).held)),
        None
    );
}

pub fn another_player_takes_a_seat(place: &Place) {
    let (mut store, game) = place.with_game();
    let mut other = news(game, 0);
    other.seat = Some((GameRef::Known(game), 1));
    other.tokens[0].scope = NewScope::Seat {
        game: GameRef::Known(game),
        seat: 1,
        state: 0,
    };
    let taken = 0;
    let letters = post(&mut *store, vec![news(game, 0), other]);
    let mut change = GameChange::new(game, 0);
    change.seats = vec![
        SeatChange::Held(taken, Some("e4".into())),
        SeatChange::Plans(taken, Some("[]".into())),
        SeatChange::Nudged(taken, 7),
        SeatChange::Player(taken, PlayerRef::New(0)),
    ];
    let made = commit(
        &mut *store,
        Decision {
            games: vec![change],
            players: vec![PlayerChange::Add {
                name: "Cleo".into(),
                address: "cleo@example.com".into(),
            }],
            letter_changes: vec![LetterChange::DropOfSeat(game, taken, "gone".into())],
            ..nothing()
        },
    );
    look(&mut *store, |view| {
        let seats = view.seats(game)?;
        let seat = &seats[usize::from(taken)];
        assert_eq!((&*seat.name, seat.player), ("Cleo", made.players[0]));
        assert_eq!((&seat.held, &seat.plans, seat.nudged), (&None, &None, None));
        assert_eq!(seats[usize::from(1 - taken)].name, "Boris");
        let void = |nth: usize| {
            let letter = view.letter(letters[nth]).unwrap().unwrap();
            let token = view.token(letter.tokens[0]).unwrap().unwrap();
            (letter.status, token.void)
        };
        assert_eq!(void(0), (LetterStatus::Dropped, true));
        assert_eq!(void(1), (LetterStatus::Waiting, false));
        Ok(())
    });
    let mut change = GameChange::new(game, 0);
    change.seats = vec![SeatChange::Player(9, PlayerRef::Known(made.players[0]))];
    let odd = Decision {
        games: vec![change],
        ..nothing()
    };
    assert!(store.commit(&[odd]).is_err(), "there is no such seat");
}

pub fn events_come_back_as_they_were(place: &Place) {
    let (mut store, game) = place.with_game();
    let mail = new_mail(&mut *store, "a", b"x");
    let say = EventRow {
        state: 1,
        to_move: Some(1),
        arrived_at: None,
        kind: "say".into(),
        seat: None,
        reader: Some(1),
        text: "hello".into(),
        typed: Some("Hello".into()),
        mail: Some(mail),
        actor: Some("umpire".into()),
        time: Some("{}".into()),
        ..EventRow::default()
    };
    let same = EventRow {
        typed: Some("e4".into()),
        ..turn(1, "e4")
    };
    let mut change = GameChange::new(game, 0);
    change.events = vec![same, say];
    commit(
        &mut *store,
        Decision {
            now: at(9),
            games: vec![change],
            ..nothing()
        },
    );
    look(&mut *store, |view| {
        let events = view.events(game, None)?;
        let (first, second) = (&events[0], &events[1]);
        assert_eq!(
            (first.seq, first.typed.as_ref(), first.mail),
            (1, None, None)
        );
        assert_eq!(
            (&*first.at, first.arrived_at.as_deref()),
            (&*at(9), Some(&*at(1)))
        );
        assert_eq!((second.seq, second.seat, second.reader), (2, None, Some(1)));
        assert_eq!(
            (&*second.text, second.typed.as_deref()),
            ("hello", Some("Hello"))
        );
        assert_eq!(
            (second.mail, second.actor.as_deref()),
            (Some(mail), Some("umpire"))
        );
        assert_eq!(view.events(game, Some(1))?, events[..1]);
        let row = view.game(game)?.unwrap();
        assert_eq!((row.seq, row.course.to_move, row.updated_at), (2, 1, at(9)));
        Ok(())
    });
}

pub fn games_are_listed(place: &Place) {
    let (mut store, first) = place.with_game();
    let mut made = vec![first];
    for (a, b) in [("C", "D"), ("E", "F")] {
        made.extend(commit(&mut *store, new_game(a, b)).game);
    }
    let mut change = GameChange::new(made[1], 0);
    change.course = Some(Course {
        state: 0,
        status: GameStatus::Aborted,
        to_move: 0,
        result: None,
        reason: None,
        rated_end: None,
    });
    commit(
        &mut *store,
        Decision {
            games: vec![change],
            ..nothing()
        },
    );
    look(&mut *store, |view| {
        let list = |status, after, limit| -> anyhow::Result<Vec<GameId>> {
            Ok(view
                .games(status, GameId(after), limit)?
                .iter()
                .map(|game| game.id)
                .collect())
        };
        assert_eq!(list(None, 0, 9)?, made);
        assert_eq!(list(None, made[0].0, 1)?, [made[1]]);
        assert_eq!(list(Some(GameStatus::Playing), 0, 9)?, [made[0], made[2]]);
        assert_eq!(list(Some(GameStatus::Aborted), 0, 9)?, [made[1]]);
        assert_eq!(view.games_by_rules("chess", 1)?, [made[0], made[2]]);
        assert_eq!(view.games_by_rules("chess", 2)?, []);
        let both = [GameStatus::Playing, GameStatus::Aborted];
        assert_eq!(
            view.rules_versions(&both)?,
            [("chess".to_owned(), 1, false, 3)]
        );
        assert_eq!(
            view.rules_versions(&both[..1])?,
            [("chess".to_owned(), 1, false, 2)]
        );
        let player = view.player_by_name("D")?.unwrap().id;
        let of = |playing| -> anyhow::Result<Vec<(GameId, u8)>> {
            let games = view.games_of(player, playing, 9)?;
            Ok(games.iter().map(|(game, seat)| (game.id, *seat)).collect())
        };
        assert_eq!((of(false)?, of(true)?), (vec![(made[1], 1)], Vec::new()));
        Ok(())
    });
}

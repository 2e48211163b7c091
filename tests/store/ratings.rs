//! Laws of ratings.

use zugpost::ids::{GameId, PlayerId};
use zugpost::status::GameStatus;
use zugpost::store::{Course, GameChange, RatingRow, Store};

use crate::kit::{Place, at, commit, look, new_game, new_mail, nothing, turn};

/// A rated game that is over after two events by mail.
fn ended(store: &mut dyn Store, names: [&str; 2], end: &str) -> GameId {
    let mut new = new_game(names[0], names[1]);
    new.new_game.as_mut().unwrap().row.rated = true;
    let game = commit(store, new).game.unwrap();
    let mail = new_mail(store, names[0], b"x");
    let mut change = GameChange::new(game, 0);
    change.events = vec![turn(1, "e4"), turn(2, "e5")];
    for event in &mut change.events {
        event.mail = Some(mail);
    }
    change.course = Some(Course {
        state: 2,
        status: GameStatus::Finished,
        result: Some("1-0".into()),
        rated_end: Some(end.into()),
        ..Course::default()
    });
    let mut decision = nothing();
    decision.now = at(7);
    decision.games.push(change);
    commit(store, decision);
    game
}

fn rating(list: &str, player: i64, month: &str, rating: i64) -> RatingRow {
    RatingRow {
        list: list.into(),
        player: PlayerId(player),
        month: month.into(),
        rating,
        deviation: 35_000,
        volatility: 60_000,
        games: 1,
        opponents: 1,
        of_two: true,
    }
}

pub fn what_counts_of_rated_games_is_read_with_their_players(place: &Place) {
    let mut store = place.open();
    let game = ended(&mut *store, ["Anna", "Boris"], "{}");
    commit(&mut *store, new_game("Cleo", "Dora"));
    look(&mut *store, |view| {
        let row = view.game(game)?.unwrap();
        assert!(row.rated && row.course.rated_end.as_deref() == Some("{}"));
        let rated = view.rated_games(None)?;
        let [one] = &rated[..] else {
            panic!("{rated:?}");
        };
        let seats = view.seats(game)?;
        let players: Vec<PlayerId> = seats.iter().map(|seat| seat.player).collect();
        assert_eq!((one.game, &*one.variant, &*one.end), (game, "chess", "{}"));
        assert_eq!((&one.players, &*one.ended_at), (&players, &*at(7)));
        assert_eq!((&one.section, &one.account), (&None, &None));
        // Those of one player.
        let of = |player| view.rated_games(Some(player));
        assert_eq!(of(players[1])?, rated);
        assert_eq!(of(PlayerId(99))?, []);
        // Until and with that moment.
        assert!(view.acted(players[0], &at(6), &at(7))?);
        assert!(!view.acted(players[0], &at(7), &at(9))?);
        assert!(!view.acted(PlayerId(99), &at(0), &at(9))?);
        Ok(())
    });
}

pub fn all_ratings_are_replaced_at_once(place: &Place) {
    let mut store = place.open();
    commit(&mut *store, new_game("Anna", "Boris"));
    let first = [
        rating("", 1, "2026-01", 150_000),
        rating("chess", 1, "2026-01", 150_000),
        rating("chess", 2, "2026-01", 160_000),
    ];
    assert_eq!(
        store.set_ratings(&first, "2026-01 1 2026-02-08").unwrap(),
        3
    );
    assert_eq!(
        store.set_ratings(&first, "2026-01 1 2026-02-09").unwrap(),
        0
    );
    let mut then = first.to_vec();
    // One is not there any more, one has changed, one is new.
    then.remove(0);
    then[0].rating = 151_234;
    then.push(rating("chess", 1, "2026-02", 140_000));
    assert_eq!(store.set_ratings(&then, "2026-02 1 2026-03-08").unwrap(), 3);
    look(&mut *store, |view| {
        assert_eq!(
            view.ratings_counted()?.as_deref(),
            Some("2026-02 1 2026-03-08")
        );
        let newest = view.ratings_in("chess")?;
        let names: Vec<&str> = newest.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(names, ["Boris", "Anna"]);
        let newest: Vec<RatingRow> = newest.into_iter().map(|(row, _)| row).collect();
        assert_eq!(
            newest,
            [then[1].clone(), then[2].clone()],
            "the highest first"
        );
        assert_eq!(
            view.ratings_of(PlayerId(1))?,
            [then[0].clone(), then[2].clone()]
        );
        assert_eq!(
            view.all_ratings()?,
            [then[0].clone(), then[2].clone(), then[1].clone()]
        );
        Ok(())
    });
}

pub fn many_ratings_are_written_together(place: &Place) {
    let mut store = place.open();
    // More than one statement writes, and some that are left over.
    let rows = |from: i64, to: i64, points| {
        let rows = (from..to).map(|player| rating("chess", player, "2026-01", points + player));
        rows.collect::<Vec<_>>()
    };
    let counted = "2026-01 1 2026-02-08";
    let mut all = rows(1, 451, 150_000);
    assert_eq!(store.set_ratings(&all, counted).unwrap(), 450);
    look(&mut *store, |view| {
        assert_eq!(view.all_ratings()?, all);
        Ok(())
    });
    // All that stay are changed.
    all = rows(10, 460, 151_000);
    assert_eq!(store.set_ratings(&all, counted).unwrap(), 459);
    store.note_counted("2026-01 1 2026-02-09").unwrap();
    look(&mut *store, |view| {
        assert_eq!(view.all_ratings()?, all);
        assert_eq!(
            view.ratings_counted()?.as_deref(),
            Some("2026-01 1 2026-02-09")
        );
        Ok(())
    });
}

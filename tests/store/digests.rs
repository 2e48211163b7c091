//! Laws about news that wait for a digest, about watchers, and about letters of a kind.

use zugpost::ids::{GameId, LetterId, PlayerId};
use zugpost::store::{Decision, DigestRow, WatchChange};

use crate::kit::{Place, at, commit, letter, look, news, nothing, play, post};

const ANNA: PlayerId = PlayerId(1);
const BORIS: PlayerId = PlayerId(2);

fn row(game: GameId, seat: Option<u8>, first_event: i64) -> DigestRow {
    DigestRow {
        player: ANNA,
        game,
        seat,
        first_event,
        last_event: first_event,
        due: at(60),
    }
}

fn wait(rows: Vec<DigestRow>) -> Decision {
    Decision {
        digests: rows,
        ..nothing()
    }
}

pub fn news_wait_for_a_digest(place: &Place) {
    let (mut store, game) = place.with_game();
    let store = &mut *store;
    assert_eq!(look(store, |s| Ok(s.next_digest()?)), None);
    commit(store, wait(vec![row(game, Some(0), 3), row(game, None, 2)]));
    let later = DigestRow {
        due: at(90),
        ..row(game, Some(0), 5)
    };
    commit(store, wait(vec![later]));
    // The first event, the last one, and the earlier time.
    let both = DigestRow {
        last_event: 5,
        ..row(game, Some(0), 3)
    };
    let all = vec![row(game, None, 2), both.clone()];
    assert_eq!(look(store, |s| Ok(s.digests(ANNA)?)), all);
    assert_eq!(look(store, |s| Ok(s.digests(BORIS)?)), []);
    assert_eq!(look(store, |s| Ok(s.next_digest()?)), Some(at(60)));
    assert_eq!(look(store, |s| Ok(s.due_digests(&at(59), 9)?)), []);
    assert_eq!(look(store, |s| Ok(s.due_digests(&at(60), 9)?)), [ANNA]);
    // What came after what was told goes on waiting.
    let told = DigestRow {
        last_event: 4,
        ..both.clone()
    };
    let close = |rows: Vec<DigestRow>| Decision {
        close_digests: rows,
        ..nothing()
    };
    commit(store, close(vec![told, row(game, None, 2)]));
    let rest = DigestRow {
        first_event: 5,
        ..both
    };
    assert_eq!(
        look(store, |s| Ok(s.digests(ANNA)?)),
        std::slice::from_ref(&rest)
    );
    commit(store, close(vec![rest]));
    assert_eq!(look(store, |s| Ok(s.digests(ANNA)?)), []);
}

pub fn a_letter_takes_the_place_of_news_that_wait(place: &Place) {
    let (mut store, game) = place.with_game();
    let store = &mut *store;
    commit(store, play(game, 0, "e2-e4"));
    commit(store, wait(vec![row(game, Some(0), 1), row(game, None, 1)]));
    let mut new = news(game, 3);
    // A letter that takes the place of nothing leaves them.
    let other = post(store, vec![new.clone()]);
    assert_eq!(letter(store, other[0]).about.unwrap().first_event, 3);
    new.supersedes = true;
    let telling = post(store, vec![new]);
    assert_eq!(letter(store, telling[0]).about.unwrap().first_event, 1);
    let left = look(store, |s| Ok(s.digests(ANNA)?));
    assert_eq!(left, [row(game, None, 1)]);
}

pub fn the_clock_starts_when_news_begin_to_wait(place: &Place) {
    let mut store = place.open();
    let store = &mut *store;
    let mut begins = crate::kit::new_game("Anna", "Boris");
    begins.new_game.as_mut().unwrap().row.time = Some("3d/move".into());
    let game = commit(store, begins).game.unwrap();
    let left = |store: &mut dyn zugpost::store::Store| {
        look(store, |s| Ok(s.seats(game)?))
            .remove(0)
            .open_turn
            .left_at
    };
    assert_eq!(left(store), None);
    // A player who watches has no clock.
    commit(store, wait(vec![row(game, None, 0)]));
    assert_eq!(left(store), None);
    commit(store, wait(vec![row(game, Some(0), 0)]));
    assert_eq!(left(store), Some(at(0)));
    let later = Decision {
        now: at(30),
        ..wait(vec![row(game, Some(0), 1)])
    };
    commit(store, later);
    assert_eq!(left(store), Some(at(0)));
}

pub fn who_watches_is_known(place: &Place) {
    let (mut store, game) = place.with_game();
    let store = &mut *store;
    let change = |changes: Vec<WatchChange>| Decision {
        watches: changes,
        ..nothing()
    };
    let begin = |player| WatchChange::Begin(game, player);
    commit(store, change(vec![begin(BORIS)]));
    commit(store, change(vec![begin(ANNA), begin(BORIS)]));
    assert_eq!(look(store, |s| Ok(s.watchers(game)?)).len(), 2);
    assert_eq!(look(store, |s| Ok(s.watched(ANNA)?)), [game]);
    commit(store, wait(vec![row(game, None, 1), row(game, Some(0), 1)]));
    commit(store, change(vec![WatchChange::End(game, ANNA)]));
    assert_eq!(look(store, |s| Ok(s.watchers(game)?)), [BORIS]);
    // Nor do its news wait any more; those of a seat do.
    let left = look(store, |s| Ok(s.digests(ANNA)?));
    assert_eq!(left, [row(game, Some(0), 1)]);
    commit(
        store,
        change(vec![begin(ANNA), WatchChange::EndAllOf(BORIS)]),
    );
    assert_eq!(look(store, |s| Ok(s.watchers(game)?)), [ANNA]);
    commit(store, change(vec![WatchChange::EndOfGame(game)]));
    assert_eq!(look(store, |s| Ok(s.watchers(game)?)), []);
}

pub fn letters_of_a_kind_are_counted(place: &Place) {
    let (mut store, game) = place.with_game();
    let store = &mut *store;
    let letters = post(store, vec![news(game, 1), news(game, 2), news(game, 3)]);
    let count = |store: &mut dyn zugpost::store::Store, player, variant: &str, before, most| {
        look(store, |s| {
            Ok(s.letters_of_kind(player, variant, before, most)?)
        })
    };
    let last = LetterId(letters[2].0 + 1);
    assert_eq!(count(store, ANNA, "chess", letters[0], 9), 0);
    assert_eq!(count(store, ANNA, "chess", letters[2], 9), 2);
    assert_eq!(count(store, ANNA, "chess", last, 9), 3);
    assert_eq!(count(store, ANNA, "chess", last, 2), 2);
    assert_eq!(count(store, ANNA, "xiangqi", last, 9), 0);
    // They went to the other seat.
    assert_eq!(count(store, BORIS, "chess", last, 9), 0);
}

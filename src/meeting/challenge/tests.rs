use crate::ids::ChallengeId;
use crate::status::ChallengeKind;

use super::*;

const NOW: &str = "2026-01-05T12:00:00Z";
const LATER: &str = "2026-01-19T12:00:00Z";

fn place(player: i64) -> PlaceRow {
    PlaceRow {
        player: Some(PlayerId(player)),
        ..PlaceRow::default()
    }
}

fn terms(time: &str) -> GameTerms {
    GameTerms {
        variant: "chess".to_owned(),
        options: crate::rules::variant::Options::new(),
        position: None,
        time: time.to_owned(),
        private: false,
    }
}

fn challenge(kind: ChallengeKind, places: Vec<PlaceRow>) -> ChallengeRow {
    let mut row = ChallengeRow {
        id: ChallengeId(12),
        kind,
        version: 1,
        revision: 1,
        status: ChallengeStatus::Open,
        maker: PlayerId(1),
        terms: terms("3d/move").to_json(),
        created_at: NOW.to_owned(),
        expires_at: LATER.to_owned(),
        closed_at: None,
        closed_by: None,
        game: None,
        places,
    };
    agree(&mut row, 0, NOW);
    row
}

fn of_two() -> ChallengeRow {
    challenge(ChallengeKind::Challenge, vec![place(1), place(2)])
}

#[test]
fn all_have_to_agree() {
    let places = (1..=4).map(place).collect();
    let mut row = challenge(ChallengeKind::Challenge, places);
    assert_eq!(missing(&row), [1, 2, 3]);
    assert!(!agree(&mut row, 2, NOW));
    assert!(!agree(&mut row, 1, NOW));
    assert!(agree(&mut row, 3, NOW));
}

#[test]
fn changed_terms_have_to_be_answered_again() {
    let mut row = of_two();
    let changed = terms("7d/move");
    counter(&mut row, 1, &changed, Some(Wish::Seat(0)), (NOW, LATER));
    assert_eq!((row.version, row.maker), (2, PlayerId(2)));
    assert_eq!(missing(&row), [0]);
    let seats: Vec<_> = row.places.iter().map(|place| place.seat).collect();
    assert_eq!(seats, [Some(1), Some(0)]);
    assert_eq!(GameTerms::from_json(&row.terms).expect("terms"), changed);
}

#[test]
fn a_seek_waits_until_its_places_are_taken() {
    let free = PlaceRow::default;
    let mut row = challenge(ChallengeKind::Seek, vec![place(1), free(), free()]);
    assert_eq!(join(&mut row, PlayerId(2), NOW), Some(false));
    leave(&mut row, 1);
    assert_eq!(join(&mut row, PlayerId(3), NOW), Some(false));
    assert_eq!(join(&mut row, PlayerId(4), NOW), Some(true));
    assert_eq!(join(&mut row, PlayerId(5), NOW), None);
}

#[test]
fn challenges_that_cross_are_one_and_repeated_ones_too() {
    let mut mine = of_two();
    wish_seat(&mut mine.places, 0, Wish::Seat(0));
    let mut other = challenge(ChallengeKind::Challenge, vec![place(2), place(1)]);
    other.maker = PlayerId(2);
    assert!(!crosses(&mine, &other));
    wish_seat(&mut other.places, 0, Wish::Seat(1));
    assert!(crosses(&mine, &other));
    assert!(!is_repeated(&mine, &other));
    assert!(is_repeated(&mine, &mine.clone()));
    // Named by his address he is somebody else to whoever has named him.
    let mut named = mine.clone();
    named.places[1].address = Some("boris@example.net".to_owned());
    assert!(!is_repeated(&mine, &named));
    other.terms = terms("7d/move").to_json();
    assert!(!crosses(&mine, &other));
}

#[test]
fn seats_that_are_not_agreed_on_are_drawn() {
    let places: Vec<PlaceRow> = (1..=4).map(place).collect();
    let (seats, drawn) = draw_seats(&places, 4, &mut |n| n - 1);
    assert_eq!((seats, drawn), (vec![3, 2, 1, 0], true));
    let mut two = of_two();
    wish_seat(&mut two.places, 1, Wish::Seat(0));
    assert_eq!(draw_seats(&two.places, 2, &mut |_| 0), (vec![1, 0], false));
    let mut places = places;
    wish_seat(&mut places, 2, Wish::Seat(0));
    let (seats, drawn) = draw_seats(&places, 4, &mut |_| 0);
    assert_eq!((seats, drawn), (vec![1, 2, 0, 3], true));
}

#[test]
fn a_rematch_moves_every_player_on_by_a_seat() {
    let players = [PlayerId(5), PlayerId(6), PlayerId(7), PlayerId(8)];
    let seats: Vec<u8> = moved_on(&players)
        .into_iter()
        .map(|(_, seat)| seat)
        .collect();
    assert_eq!(seats, [1, 2, 3, 0]);
    assert_eq!(
        moved_on(&players[..2]),
        [(PlayerId(5), 1), (PlayerId(6), 0)]
    );
}

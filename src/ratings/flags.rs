//! Games lost on time that are not rated: those of a player who was away, and of one to whom a letter has come back.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::{GameId, PlayerId};

use super::{Month, RatedGame};

/// Only in shorter games a flag is excused.
const SHORT: usize = 20;

/// The games that were lost on time by a player who was away, but for the first of each absence: a player who is gone loses
/// points once. `acted` says whether something proven came from a player in any game after one time and until another.
///
/// # Errors
/// `acted` returns one.
fn excused<E>(
    games: &[RatedGame],
    mut acted: impl FnMut(PlayerId, &str, &str) -> Result<bool, E>,
) -> Result<BTreeSet<GameId>, E> {
    let mut excused = BTreeSet::new();
    for (player, flags) in flags(games.iter()) {
        // Behind the last short one nothing can be excused.
        let last = flags.iter().rposition(|(_, game)| game.turns < SHORT);
        let mut first: Option<&str> = None;
        for (at, game) in flags.into_iter().take(last.map_or(0, |last| last + 1)) {
            match first {
                Some(since) if !acted(player, since, at)? => {
                    if game.turns < SHORT {
                        excused.insert(game.game);
                    }
                }
                _ => first = Some(at),
            }
        }
    }
    Ok(excused)
}

/// Those of these games that count although they may have been lost on time, and those that do not since a letter has come
/// back. `in_outage`: those that an outage excuses; `acted`: whether something proven came from a player in any game after one time and until another.
///
/// # Errors
/// `acted` returns one.
pub fn counting<E>(
    mut games: Vec<RatedGame>,
    in_outage: &BTreeSet<GameId>,
    mut acted: impl FnMut(PlayerId, &str, &str) -> Result<bool, E>,
) -> Result<(Vec<RatedGame>, BTreeSet<GameId>), E> {
    let counts = |game: &RatedGame, excused: &BTreeSet<GameId>| {
        !game.refused && !excused.contains(&game.game) && !in_outage.contains(&game.game)
    };
    let mut absent = excused(&games, &mut acted)?;
    // What does not count for another reason uses nothing up.
    let would = games.iter().filter(|game| counts(game, &absent));
    let came_back = came_back(would);
    if !came_back.is_empty() {
        // The next game is the first one of the absence then: a letter that has come back excuses one game, and no more.
        games.retain(|game| !came_back.contains(&game.game));
        absent = excused(&games, &mut acted)?;
    }
    // A game whose points were refused stays the first one of an absence: no other one counts for that.
    games.retain(|game| counts(game, &absent));
    Ok((games, came_back))
}

/// The games that were lost on time after a letter with the turn was reported to have come back: the first one of each
/// player in a quarter of the year, by deadline and then by number.
fn came_back<'a>(games: impl Iterator<Item = &'a RatedGame>) -> BTreeSet<GameId> {
    let mut excused = BTreeSet::new();
    for flags in flags(games).into_values() {
        let mut quarters = BTreeSet::new();
        for (at, game) in flags.into_iter().filter(|(_, game)| game.came_back) {
            if Month::of(at).is_some_and(|month| quarters.insert(month.quarter())) {
                excused.insert(game.game);
            }
        }
    }
    excused
}

/// The games that each player has lost on time, with the deadlines, in the order of these and then of their numbers.
fn flags<'a>(
    games: impl Iterator<Item = &'a RatedGame>,
) -> BTreeMap<PlayerId, Vec<(&'a str, &'a RatedGame)>> {
    let mut flags: BTreeMap<PlayerId, Vec<(&str, &RatedGame)>> = BTreeMap::new();
    for game in games {
        let flag = game.flag.as_ref();
        let fell = flag.and_then(|(seat, at)| Some((game.players.get(usize::from(*seat))?, at)));
        if let Some((player, at)) = fell {
            flags.entry(*player).or_default().push((at, game));
        }
    }
    for flags in flags.values_mut() {
        flags.sort_by_key(|(at, game)| (*at, game.game));
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lost(game: i64, at: &str, turns: usize) -> RatedGame {
        RatedGame {
            game: GameId(game),
            players: vec![PlayerId(1), PlayerId(2)],
            flag: Some((0, at.to_owned())),
            turns,
            ..RatedGame::default()
        }
    }

    #[test]
    fn who_is_away_loses_points_once() {
        let games = [
            lost(4, "2026-11-04", 10),
            lost(3, "2026-11-02", 10),
            lost(2, "2026-11-02", 10),
            // Long games count.
            lost(5, "2026-11-05", 20),
            // The player was there before this one, which is the first of another absence.
            lost(6, "2026-11-09", 10),
            lost(7, "2026-11-10", 10),
        ];
        let acted = |player, from: &str, to: &str| {
            assert_eq!(player, PlayerId(1));
            Ok::<_, ()>(from < "2026-11-07" && to > "2026-11-07")
        };
        let excused = excused(&games, acted).expect("no error");
        assert_eq!(Vec::from_iter(excused), [3, 4, 7].map(GameId));
    }

    #[test]
    fn a_letter_that_came_back_excuses_a_player_once_in_a_quarter() {
        let returned = |game, at: &str, players: [i64; 2], came_back| RatedGame {
            players: players.map(PlayerId).to_vec(),
            came_back,
            ..lost(game, at, 30)
        };
        let games = [
            returned(4, "2026-03-31", [1, 2], true),
            returned(3, "2026-02-02", [1, 2], true),
            returned(2, "2026-02-02", [1, 3], true),
            returned(1, "2026-01-02", [1, 3], false),
            // The next quarter, and another player.
            returned(5, "2026-04-01", [1, 2], true),
            returned(6, "2026-02-03", [2, 1], true),
        ];
        assert_eq!(
            Vec::from_iter(came_back(games.iter())),
            [2, 5, 6].map(GameId)
        );
    }

    /// The numbers of the games that count of these, which one player has lost while nothing came from that player.
    fn counted(games: Vec<RatedGame>) -> Vec<i64> {
        let acted = |_, _: &str, _: &str| Ok::<_, ()>(false);
        let (games, _) = counting(games, &BTreeSet::new(), acted).expect("no error");
        games.into_iter().map(|game| game.game.0).collect()
    }

    #[test]
    fn a_letter_that_came_back_excuses_no_absence() {
        let mut games = vec![
            lost(1, "2026-11-02", 10),
            lost(2, "2026-11-03", 10),
            lost(3, "2026-11-04", 10),
        ];
        assert_eq!(counted(games.clone()), [1]);
        games[0].came_back = true;
        assert_eq!(counted(games), [2]);
    }

    #[test]
    fn refused_points_move_to_no_other_game() {
        let mut games = vec![lost(1, "2026-11-02", 10), lost(2, "2026-11-03", 10)];
        games[0].refused = true;
        assert!(counted(games).is_empty());
    }
}

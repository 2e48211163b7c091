//! Games lost on time that are not rated: those of a player who was away.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::{GameId, PlayerId};

use super::RatedGame;

/// Only in shorter games a flag is excused.
const SHORT: usize = 20;

/// The games that were lost on time by a player who was away, but for the first of each absence: a player who is gone loses
/// points once. `acted` says whether something proven came from a player in any game after one time and until another.
///
/// # Errors
/// `acted` returns one.
pub fn excused<E>(
    games: &[RatedGame],
    mut acted: impl FnMut(PlayerId, &str, &str) -> Result<bool, E>,
) -> Result<BTreeSet<GameId>, E> {
    let mut flags: BTreeMap<PlayerId, Vec<(&str, &RatedGame)>> = BTreeMap::new();
    for game in games {
        let flag = game.flag.as_ref();
        let fell = flag.and_then(|(seat, at)| Some((game.players.get(usize::from(*seat))?, at)));
        if let Some((player, at)) = fell {
            flags.entry(*player).or_default().push((at, game));
        }
    }
    let mut excused = BTreeSet::new();
    for (player, mut flags) in flags {
        flags.sort_by_key(|(at, game)| (*at, game.game));
        let mut first: Option<&str> = None;
        for (at, game) in flags {
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
}

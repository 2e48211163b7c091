//! The turns of a game as boards that follow each other, for a moving picture.

use anyhow::{Result, anyhow};

use crate::games::StoredGame;
use crate::letters::shown::{FRAMES, Film};
use crate::rules::game::Seat;

use super::game::board;

/// The turns whose numbers are in `from..=to`, as the player of a seat wants to see them; without boards if they are too
/// many.
///
/// # Errors
/// A turn cannot be replayed.
pub(super) fn of_turns(
    stored: &StoredGame,
    seat: Seat,
    (from, to): (Option<u32>, Option<u32>),
) -> Result<Film> {
    let numbers: Vec<u32> = stored
        .turns
        .iter()
        .map(|turn| StoredGame::number(&turn.label))
        .collect();
    let Some((start, end)) = range(&numbers, from, to) else {
        return Ok(Film::default());
    };
    let (asked, last) = (&numbers[start..end], numbers[end - 1]);
    let mut film = Film {
        first: asked[0],
        last,
        turns: asked.len(),
        whole: asked.len() == numbers.len(),
        ..Film::default()
    };
    if film.turns >= FRAMES {
        film.fewer = fewer(asked).map(|first| (first, last));
        return Ok(film);
    }
    let mut game = stored.at(start)?;
    film.boards.push(board(game.as_ref(), stored, seat));
    for turn in &stored.turns[start..end] {
        game.replay(&turn.text)
            .map_err(|why| anyhow!("{}: {why:?}", turn.text))?;
        film.boards.push(board(game.as_ref(), stored, seat));
    }
    Ok(film)
}

/// Which turns have numbers in `from..=to`: the first of them, and the one behind the last. None if there is no such turn.
fn range(numbers: &[u32], from: Option<u32>, to: Option<u32>) -> Option<(usize, usize)> {
    let before = |number: u32| numbers.partition_point(|is| *is < number);
    let start = from.map_or(0, before);
    let end = to.map_or(numbers.len(), |to| before(to.saturating_add(1)));
    (start < end).then_some((start, end))
}

/// The first number from which on the turns are few enough for a film.
fn fewer(numbers: &[u32]) -> Option<u32> {
    let turns_from = |number: u32| numbers.iter().filter(|is| **is >= number).count();
    numbers
        .iter()
        .copied()
        .find(|number| turns_from(*number) < FRAMES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_found_by_their_numbers() {
        let numbers = [1, 1, 2, 2, 3];
        for (from, to, expected) in [
            (None, None, Some((0, 5))),
            (Some(2), Some(2), Some((2, 4))),
            (Some(2), None, Some((2, 5))),
            (None, Some(1), Some((0, 2))),
            (Some(3), Some(u32::MAX), Some((4, 5))),
            (Some(4), Some(9), None),
        ] {
            assert_eq!(range(&numbers, from, to), expected, "{from:?} {to:?}");
        }
        assert_eq!(range(&[], None, None), None);
    }

    #[test]
    fn the_last_turns_are_named_that_are_few_enough() {
        let two: Vec<u32> = (1..=40).flat_map(|number| [number; 2]).collect();
        // 58 turns; with number 11 there would be 60.
        assert_eq!(fewer(&two), Some(12));
        let one: Vec<u32> = (1..=60).collect();
        assert_eq!(fewer(&one), Some(2));
        assert_eq!(fewer(&[7; 60]), None);
    }
}

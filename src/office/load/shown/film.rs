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
    let before = |number: u32| numbers.iter().take_while(|is| **is < number).count();
    let start = from.map_or(0, before);
    let end = to.map_or(numbers.len(), |to| before(to.saturating_add(1)));
    let (Some(first), Some(last)) = (numbers.get(start), numbers[..end].last()) else {
        return Ok(Film::default());
    };
    if start >= end {
        return Ok(Film::default());
    }
    let mut film = Film {
        first: *first,
        last: *last,
        turns: end - start,
        whole: end - start == numbers.len(),
        ..Film::default()
    };
    if film.turns >= FRAMES {
        let fits = |number: &&u32| end - before(**number) < FRAMES;
        let fewer = numbers[start..end].iter().find(fits);
        film.fewer = fewer.map(|number| (*number, *last));
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

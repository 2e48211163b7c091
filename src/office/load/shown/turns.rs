//! Turns that are not played: the board after them, and which there are.

use crate::games::{Refusal, StoredGame, resolve};
use crate::letters::shown::{LISTED_TURNS, Legal, Preview, Shows};
use crate::rules::game::{Game, Listing, Seat, TurnReading};

use super::game::{board, settings_of};
use super::part::held_by;

/// At most this many words of a preview of several turns are tried, and this many turns.
const PREVIEWED: usize = 24;

/// What turns of a game that goes on would lead to.
pub(super) fn preview(stored: &StoredGame, seat: Seat, held: Option<&str>, turn: &str) -> Preview {
    if turn.contains(';') {
        return preview_each(stored, seat, held, turn);
    }
    let typed = match held {
        Some(_) => turn.to_owned(),
        None => as_read(stored.game.as_ref(), stored, seat, turn),
    };
    match resolve(stored, held, &typed) {
        Err(why) => match several_turns(stored, held, turn) {
            Some((fork, turns)) => previewed(stored, seat, (fork.as_ref(), turns), None),
            None => {
                let another = stored.game.to_move() != seat;
                Preview::Refused { why, another }
            }
        },
        Ok((fork, played)) => previewed(stored, seat, (fork.as_ref(), played.to_string()), None),
    }
}

/// Turns of several players with `;` between them. What cannot be played ends them; the board before it is shown.
fn preview_each(stored: &StoredGame, seat: Seat, held: Option<&str>, text: &str) -> Preview {
    let parts = text.split(';').map(str::trim);
    let parts = parts.filter(|part| !part.is_empty()).take(PREVIEWED);
    let (mut game, mut turns) = (stored.game.fork(), Vec::new());
    for (index, part) in parts.enumerate() {
        let begun = held.filter(|_| index == 0);
        let played = match begun {
            Some(_) => resolve(stored, begun, part),
            None => {
                let mut fork = game.fork();
                let played = fork.play(&as_read(game.as_ref(), stored, seat, part));
                played
                    .map(|played| (fork, played))
                    .map_err(|why| Refusal::Turn {
                        why: Box::new(why),
                        hold: None,
                        held: false,
                    })
            }
        };
        match played {
            Ok((after, played)) => {
                turns.push(played.to_string());
                game = after;
            }
            Err(why) if turns.is_empty() => {
                let another = false;
                return Preview::Refused { why, another };
            }
            Err(why) => {
                return previewed(stored, seat, (game.as_ref(), turns.join(" ")), Some(why));
            }
        }
    }
    previewed(stored, seat, (game.as_ref(), turns.join(" ")), None)
}

/// The board of `after`, to which these turns lead, and why the next one cannot be played, if there is one.
fn previewed(
    stored: &StoredGame,
    seat: Seat,
    (after, turns): (&dyn Game, String),
    stops: Option<Refusal>,
) -> Preview {
    let outcome = after.outcome();
    let left = after.left().into_iter().skip(stored.game.left().len());
    Preview::Played {
        turns,
        outcome: outcome.map(|end| (end.result(&stored.variant.seats()), end.clone())),
        out: left.map(|seats| (seats, after.to_move())).collect(),
        board: Box::new(board(after, stored, seat)),
        stops,
    }
}

/// What a text is as a turn of `game`, which may be written in words or with the letters of another language; else the
/// text itself.
fn as_read(game: &dyn Game, stored: &StoredGame, seat: Seat, text: &str) -> String {
    match game.reading_by(text, settings_of(stored, seat).letters()) {
        TurnReading::Turn(turn) => turn,
        TurnReading::Doubtful(turns) if turns.len() == 1 => turns.concat(),
        TurnReading::Doubtful(_) | TurnReading::No => text.to_owned(),
    }
}

/// Reads a text as the turns of several players, one after the other: `O-O d6 Re1`. Each takes as many words as
/// it can. Where turns are chains, the first of them begins with what is held.
fn several_turns(
    stored: &StoredGame,
    held: Option<&str>,
    text: &str,
) -> Option<(Box<dyn Game>, String)> {
    let held = held.filter(|_| stored.game.chains());
    let text = held.map_or_else(|| text.to_owned(), |held| format!("{held} {text}"));
    let words: Vec<&str> = text.split_whitespace().take(PREVIEWED + 1).collect();
    if words.len() < 2 || words.len() > PREVIEWED {
        return None;
    }
    let mut game = stored.game.fork();
    let mut turns = Vec::new();
    let mut from = 0;
    while from < words.len() {
        let mut ends = (from + 1..=words.len()).rev();
        let (end, played, after) = ends.find_map(|end| {
            let mut fork = game.fork();
            let played = fork.play(&words[from..end].join(" ")).ok()?;
            let begins = held.is_none_or(|held| played.canonical.starts_with(held));
            (from > 0 || begins).then_some((end, played, fork))
        })?;
        turns.push(played.to_string());
        game = after;
        from = end;
    }
    Some((game, turns.join(" ")))
}

/// The legal turns of a game that goes on, all or those of a piece or square. If a beginning is held, turns that go on
/// with it are looked for first.
pub(super) fn legal(
    stored: &StoredGame,
    seat: Seat,
    held: Option<&str>,
    what: Option<&str>,
) -> Shows {
    let game = stored.game.as_ref();
    let held = held.filter(|_| game.to_move() == seat);
    if let (Some(held), None, true) = (held, what, game.chains()) {
        // Only turns that go on with what is held can be played.
        return held_by(stored, held);
    }
    let none = |listing: &_| matches!(listing, Ok(Listing::All(turns)) if turns.is_empty());
    let going_on = held.zip(what).and_then(|(held, what)| {
        let listing = game.legal_of(what, held, LISTED_TURNS);
        (listing.is_ok() && !none(&listing)).then_some((held, listing))
    });
    let (made, listing) = match (going_on, what) {
        (Some((held, listing)), _) => (held, listing),
        (None, Some(what)) => ("", game.legal_of(what, "", LISTED_TURNS)),
        (None, None) => ("", Ok(game.legal(LISTED_TURNS))),
    };
    let held = Some(made.to_owned()).filter(|held| !held.is_empty());
    Shows::Legal(match listing {
        Err(why) => Legal::Refused(why),
        Ok(Listing::All(turns)) => Legal::All { held, turns },
        Ok(Listing::Next(next)) => Legal::Next { held, next },
        Ok(Listing::Over(count)) => {
            let begun = game.begin(made);
            let mut next = begun.map(|begun| begun.next).unwrap_or_default();
            if let Some(what) = what {
                next.retain(|action| action.contains(what.trim()));
            }
            let first = first_begun(game, made, &next);
            Legal::TooMany {
                held,
                count,
                next,
                first,
            }
        }
    })
}

/// The first beginning, `held` with one of the actions `next`, that does not end the turn.
fn first_begun(game: &dyn Game, held: &str, next: &[String]) -> Option<String> {
    let begun = |action: &String| game.begin(format!("{held} {action}").trim()).ok();
    let mut begun = next.iter().filter_map(begun);
    let begun = begun.find(|begun| !begun.next.is_empty());
    begun.map(|begun| begun.made)
}

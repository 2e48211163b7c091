//! What a letter to a seat says: the sentences about the position, the last turns, and how to answer.

use crate::games::{Changes, StoredGame, seat_at};
use crate::letters::{SeatLetter, Words};
use crate::mail;
use crate::rules::game::Seat;
use crate::rules::outcome::Reason;
use crate::text::{self, WIDTH, listed, wrapped};
use crate::words;

use super::post::LetterContent;
use super::views;

/// A letter lists this many last turns.
const LAST_TURNS: usize = 4;

/// The data of a letter to a seat, without the board, which is rendered when the letter is composed.
pub(super) fn seat_letter(
    stored: &StoredGame,
    seat: Seat,
    content: &LetterContent,
    token: &str,
) -> SeatLetter {
    let mut news = content.news.clone();
    news.extend(situation(stored, seat));
    let others: Vec<String> = (0..stored.seats.len())
        .map(seat_at)
        .filter(|other| *other != seat)
        .map(|other| stored.player_name(other))
        .collect();
    let place = format!(
        "Game #{}, {}. You are {}, against {}.",
        stored.row.id,
        stored.variant.name(),
        stored.seat_name(seat),
        listed(&others)
    );
    // A single turn is told in the news already.
    let shown = if stored.turns.len() > 1 {
        LAST_TURNS
    } else {
        0
    };
    let turns = views::last_turns(stored, shown);
    let title = if stored.turns.len() > LAST_TURNS {
        "Last turns:"
    } else {
        "Turns so far:"
    };
    SeatLetter {
        game: stored.row.id,
        name: stored.variant.name().to_owned(),
        tail: tail(stored, seat),
        marker: mail::marker(stored.row.id),
        echoes: content.echoes.clone(),
        news: news.iter().flat_map(|line| wrapped(line, WIDTH)).collect(),
        board: None,
        turns_title: title.to_owned(),
        turns,
        words: content.words.clone(),
        how: how_to_answer(stored, seat),
        place: wrapped(&place, WIDTH),
        reply_token: token.to_owned(),
    }
}

/// The end of the subject.
fn tail(stored: &StoredGame, seat: Seat) -> String {
    let course = stored.course();
    if !stored.is_on() {
        return course
            .result
            .map_or(course.status, |result| format!("over, {result}"));
    }
    let number = StoredGame::turn_number(&stored.game.label());
    let mover = stored.game.to_move();
    if mover == seat {
        format!("your {number}")
    } else {
        format!("{number} is {}'s", stored.seat_name(mover))
    }
}

/// Sentences about the position: whose turn it is, attacked kings, draw offers, or how the game ended.
fn situation(stored: &StoredGame, seat: Seat) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(end) = stored.end_sentence() {
        lines.push(end);
        if stored
            .game
            .outcome()
            .is_some_and(|end| end.reason == Reason::Stalemate)
        {
            let stuck = stored.seat_name(stored.game.to_move());
            lines.push(format!("{stuck} has no legal turn."));
        }
        lines.extend(result_for(stored, seat));
        return lines;
    }
    let number = StoredGame::turn_number(&stored.game.label());
    let mover = stored.game.to_move();
    let checked = stored.game.in_check();
    if mover == seat {
        let check = if checked.contains(&seat) {
            " Your king is attacked."
        } else {
            ""
        };
        lines.push(format!(
            "It is your turn: {}'s {number}.{check}",
            stored.seat_name(seat)
        ));
    } else {
        lines.push(format!(
            "It is {}'s turn: {number}.",
            stored.player_name(mover)
        ));
    }
    for other in checked
        .into_iter()
        .filter(|other| mover != seat || *other != seat)
    {
        lines.push(format!("{}'s king is attacked.", stored.seat_name(other)));
    }
    let voice = words::Words::built_in().english();
    let warnings = stored.game.warnings();
    lines.extend(warnings.iter().map(|warning| voice.reason(warning)));
    for offering in &stored.offers {
        lines.push(if *offering == seat {
            "Your draw offer stands.".to_owned()
        } else {
            format!(
                "{}'s draw offer stands: `draw accept` agrees, your next turn declines.",
                stored.player_name(*offering)
            )
        });
    }
    lines
}

/// The sentence that says what the result means for the reader.
fn result_for(stored: &StoredGame, seat: Seat) -> Option<String> {
    let outcome = stored.game.outcome()?;
    let place = outcome
        .places
        .iter()
        .position(|group| group.contains(&seat))?;
    let shared = outcome.places[place].len() > 1;
    Some(match (place, shared, outcome.places.len()) {
        (0, false, _) => "You have won.".to_owned(),
        (_, true, 1) => "It is a draw.".to_owned(),
        (_, _, 2) if stored.seats.len() == 2 => "You have lost.".to_owned(),
        (place, ..) => format!("You share or hold place {}.", place + 1),
    })
}

fn how_to_answer(stored: &StoredGame, seat: Seat) -> Vec<String> {
    let mut lines = Vec::new();
    if !stored.is_on() {
        lines.extend(wrapped(
            "There is nothing more to do. `history` shows all turns of the game.",
            WIDTH,
        ));
        return lines;
    }
    if stored.game.to_move() != seat {
        let text = "You need not answer now. If you like: `say` and a message for the others, \
                    `draw offer`, `resign`, `history`, `help`.";
        return wrapped(text, WIDTH);
    }
    let held = stored
        .seats
        .get(usize::from(seat.0))
        .and_then(|row| row.held.as_ref());
    let example = match held {
        Some(held) => {
            lines.push(format!("You are holding the beginning {held}"));
            lines.push("Reply with the rest of the turn (or `drop`), for example:".to_owned());
            stored
                .game
                .begin(held)
                .ok()
                .and_then(|begun| begun.next.into_iter().next())
        }
        None => {
            lines.push("Reply with your turn, for example (a legal turn, not advice):".to_owned());
            stored.game.example()
        }
    };
    let own = example.as_deref().and_then(first_square).unwrap_or("e2");
    lines.extend(example.as_deref().map(|turn| format!("    {turn}")));
    lines.push("Text below your turn, up to a blank line, goes to your opponent.".to_owned());
    lines.push("Or reply with one of these:".to_owned());
    for (command, effect) in [
        (
            "preview TURN",
            "see the board after a turn, without playing it",
        ),
        (
            &*format!("legal {own}"),
            "list the turns there (`legal`: all turns)",
        ),
        ("draw offer", "also on the line below a turn"),
        ("resign", "give up the game, at once"),
        ("say TEXT", "send a message without a turn"),
        ("rules, history, help", "the rules, all turns, all commands"),
    ] {
        lines.push(format!("    {command:<22}{effect}"));
    }
    lines
}

/// The first square that a turn names.
fn first_square(turn: &str) -> Option<&str> {
    let at = turn
        .as_bytes()
        .windows(2)
        .position(|w| w[0].is_ascii_lowercase() && w[1].is_ascii_digit())?;
    let digits = turn[at + 1..]
        .bytes()
        .take_while(u8::is_ascii_digit)
        .count();
    turn.get(at..=at + digits)
}

/// What others said to `seat`, each text under a title that says who wrote it.
pub(super) fn words_for(changes: &Changes, stored: &StoredGame, seat: Seat) -> Vec<Words> {
    changes
        .talk_for(seat)
        .map(|talk| {
            let who = talk
                .by
                .map_or("The umpire".to_owned(), |by| stored.player_name(by));
            let only = if talk.to.is_some() {
                " to you alone"
            } else {
                ""
            };
            Words {
                title: format!("{who} writes{only}:"),
                lines: text::with_bars(&talk.text),
            }
        })
        .collect()
}

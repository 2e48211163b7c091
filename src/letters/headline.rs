//! The first line of a letter about a game. Mail programs show it in their lists, so it says what
//! state the game is in and what has happened; the server finds the end of an answer by it
//! (`mail::parse`).

use minijinja::{Value, context};

use crate::rules::game::Seat;
use crate::text::SENTENCE;
use crate::words::Voice;

use super::game_words::GameWords;

/// What is around the headline: `--- #17: ` and ` ---`.
const AROUND: usize = 11;

/// The state of a game, for its headline.
#[derive(Clone, Debug, Default)]
pub(super) struct Standing {
    /// What the texts know of it.
    args: Value,
    /// The names of all seats.
    seats: Vec<String>,
}

impl Standing {
    /// How a game stands for the player of a seat, or for somebody who watches it; `late`: the time of the seat to move
    /// is over, and its flag has not fallen yet.
    pub fn of(words: &GameWords<'_>, seat: Option<Seat>, late: bool) -> Self {
        let game = words.game;
        let closed = (!game.is_on()).then(|| words.voice.name(game.status.as_str()));
        let args = context! {
            result => game.result.as_ref().filter(|_| closed.is_some()),
            closed,
            late,
            yours => Some(game.to_move) == seat,
            turn => words.turn(&game.label),
            mover => words.seat(game.to_move),
        };
        let seats = game.all_seats().map(|seat| words.seat(seat)).collect();
        Self { args, seats }
    }

    /// `your turn 3. Boris (Black) played 2... Ng8-f6. Answer above this`: the first of `news` that fits on the line
    /// is in it; if none does, none.
    pub fn headline<'a>(
        &self,
        voice: Voice<'_>,
        game: i64,
        news: impl Iterator<Item = &'a str>,
    ) -> String {
        let say = |news: Option<&str>| {
            // The seats of players are in the letter.
            let news = news.map(|news| {
                let news = news.trim_end_matches('.').to_owned();
                let seats = self.seats.iter().map(|seat| format!(" ({seat})"));
                seats.fold(news, |news, seat| news.replace(&seat, ""))
            });
            voice.notice("headline", context! { news, ..self.args.clone() })
        };
        let room = SENTENCE - AROUND - game.to_string().len();
        let fits = |line: &String| line.chars().count() <= room && !line.contains('\n');
        // What ends with a colon goes on below it; what is in brackets is said by the way.
        let news = news.filter(|news| !news.ends_with(':') && !news.starts_with('('));
        let mut told = news.map(|news| say(Some(news))).filter(fits);
        told.next().unwrap_or_else(|| say(None))
    }
}

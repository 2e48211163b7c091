//! The sentence at the top of a letter about a game: what has happened, and whose turn it is. Mail programs show it in
//! their lists, next to the line that says where answers go.

use minijinja::context;
use minijinja::value::Serde;

use crate::rules::game::Seat;
use crate::words::Voice;

use super::clock::Until;
use super::game_words::GameWords;

/// What has happened is told there in so many characters at most; what is longer is told below.
const LONGEST: usize = 140;

/// How a game stands, for its headline.
#[derive(Clone, Debug, Default)]
pub(super) struct Standing {
    /// Whose turn it is and until when, or how the game has ended.
    state: String,
    /// What is left out of what has happened: in a game of two, the seats after the names.
    left_out: Vec<String>,
}

impl Standing {
    /// How a game that is on stands for the player of a seat, or for somebody who watches it. `late`: the time of the
    /// seat to move is over, and its flag has not fallen yet.
    pub fn of(words: &GameWords<'_>, seat: Option<Seat>, late: bool, until: Option<Until>) -> Self {
        let (game, mover) = (words.game, words.game.to_move);
        let several = game.seats.len() > 2;
        let args = context! {
            late,
            yours => Some(mover) == seat,
            mover => match several {
                true => words.player(mover),
                false => game.player_name(mover).to_owned(),
            },
            until => until.map(Serde),
        };
        Self {
            state: words.say("state", args),
            left_out: left_out(words),
        }
    }

    /// How a game has ended, in these sentences.
    pub fn over(words: &GameWords<'_>, sentences: &[String]) -> Self {
        Self {
            state: sentences.join(" "),
            left_out: left_out(words),
        }
    }

    /// `Boris played 2... Ng8-f6. Your move: 3 days, until Sun 29 Nov 18:00 UTC.`, and which of `news` it begins with;
    /// none if none is short enough.
    pub fn headline<'a>(
        &self,
        voice: Voice<'_>,
        news: impl IntoIterator<Item = &'a str>,
    ) -> (String, Option<usize>) {
        // What ends with a colon goes on below it; what is in brackets is said by the way.
        let told = news.into_iter().enumerate().find_map(|(at, news)| {
            let fits = news.chars().count() <= LONGEST && !news.contains('\n');
            let alone = !news.ends_with(':') && !news.starts_with('(');
            (fits && alone && !news.is_empty()).then_some((at, news))
        });
        let Some((at, news)) = told else {
            return (self.state.clone(), None);
        };
        let left_out = self.left_out.iter();
        let news = left_out.fold(news.to_owned(), |news, seat| news.replace(seat, ""));
        let ended = news.ends_with(['.', '!', '?']);
        let args = context! { news, ended, state => &self.state };
        (voice.notice("headline", args), Some(at))
    }
}

fn left_out(words: &GameWords<'_>) -> Vec<String> {
    let seats = words
        .game
        .all_seats()
        .filter(|_| words.game.seats.len() == 2);
    seats
        .map(|seat| format!(" ({})", words.seat(seat)))
        .collect()
}

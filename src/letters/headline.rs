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
    /// Players as sentences name them, and what the headline calls them.
    named: Vec<(String, String)>,
}

impl Standing {
    /// How a game that is on stands for the player of a seat, or for somebody who watches it. `late`: the time of the
    /// seat to move is over, and its flag has not fallen yet; `check`: it is to be said that the player is in check.
    pub fn of(
        words: &GameWords<'_>,
        seat: Option<Seat>,
        (late, check): (bool, bool),
        until: Option<Until>,
    ) -> Self {
        let (game, mover) = (words.game, words.game.to_move);
        let several = game.seats.len() > 2;
        let args = context! {
            late,
            waits => game.waits,
            check,
            yours => Some(mover) == seat,
            mover => match several {
                true => words.player(mover),
                false => game.player_name(mover).to_owned(),
            },
            until => until.map(Serde),
        };
        Self {
            state: words.say("state", args),
            named: named(words),
        }
    }

    /// How a game has ended, in these sentences.
    pub fn over(words: &GameWords<'_>, sentences: &[String]) -> Self {
        Self {
            state: sentences.join(" "),
            named: named(words),
        }
    }

    /// `Boris played 2... Ng8-f6. Your move: 3 days, until Sun 29 Nov 18:00 UTC.`, and whether it begins with the news:
    /// not with those that are too long, or go on below.
    pub fn headline(&self, voice: Voice<'_>, news: Option<&str>) -> (String, bool) {
        let fits = |news: &&str| {
            let short = news.chars().count() <= LONGEST && !news.contains('\n');
            short && !news.is_empty() && !news.ends_with(':')
        };
        let Some(news) = news.filter(fits) else {
            return (self.state.clone(), false);
        };
        let named = self.named.iter();
        let news = named.fold(news.to_owned(), |news, (full, name)| {
            news.replace(full, name)
        });
        // What is refused since the game is over says so, too.
        let ends = self.state.match_indices(". ");
        let said = ends.map(|(at, _)| &self.state[..=at]);
        let twice = said.filter(|said| news.len() > said.len() && news.ends_with(said));
        let twice = twice.last();
        let news = news.strip_suffix(twice.unwrap_or_default());
        let news = news.unwrap_or_default().trim_end();
        let ended = news.ends_with(['.', '!', '?']);
        let args = context! { news, ended, state => &self.state };
        (voice.notice("headline", args), true)
    }
}

/// In a game of two, players as sentences name them, and their names: seats are in the line below.
fn named(words: &GameWords<'_>) -> Vec<(String, String)> {
    let seats = words
        .game
        .all_seats()
        .filter(|_| words.game.seats.len() == 2);
    let named = |seat| {
        let name = words.game.player_name(seat).to_owned();
        (words.player(seat), name)
    };
    seats.map(named).collect()
}

//! Turns that are only begun: what may follow, and the board so far where a game has one to show.

use minijinja::context;

use crate::games::{Refusal, StoredGame};
use crate::rules::game::Seat;
use crate::rules::outcome;

use super::game_words::GameWords;
use super::query::{Asker, LISTED_TURNS, Reply};
use super::{settings, views};

/// How many actions are listed that may follow a turn that stops too soon.
const FOLLOWING: usize = 60;

impl Asker<'_> {
    /// What may follow a held beginning.
    pub fn held(&self, stored: &StoredGame, held: &str) -> Reply {
        let begun = stored.game.begin(held);
        let ends = begun.as_ref().is_ok_and(|begun| begun.ends);
        let next = begun.map(|begun| begun.next).unwrap_or_default();
        let mut block = self.begun(stored, held);
        let board = !block.is_empty();
        block.extend(views::columns(&next[..next.len().min(LISTED_TURNS)]));
        Reply::with(self.say("done-held", context! { held, ends, board }), block)
    }

    /// Why a request of the seat's player is refused. A turn that is only begun is shown, with what may
    /// follow.
    pub fn refused(&self, stored: &StoredGame, seat: Seat, refusal: &Refusal) -> Reply {
        let words = GameWords {
            voice: self.voice,
            stored,
        };
        let text = words.refusal(refusal);
        let why = match refusal {
            Refusal::Turn { why, .. } => why,
            Refusal::NeitherReading { continued, .. } => continued,
            _ => return Reply::plain(text),
        };
        let outcome::Refusal::Incomplete { good, .. } = why.as_ref() else {
            return Reply::plain(text);
        };
        let mut block = match stored.is_on() && stored.game.to_move() == seat {
            true => self.begun(stored, good),
            false => Vec::new(),
        };
        if block.is_empty() {
            return Reply::plain(text);
        }
        let next = stored.game.begin(good).map(|begun| begun.next);
        let next = next.unwrap_or_default();
        let shown = next.len().min(FOLLOWING);
        block.extend(views::columns(&next[..shown]));
        let more = next.len() - shown;
        let below = self.say("turn-begun", context! { made => good, more });
        Reply::with(format!("{text}\n{below}"), block)
    }

    /// The board after the beginning of a turn, as the side to move wants to see it, with a blank line below; none in
    /// games that have no such board.
    fn begun(&self, stored: &StoredGame, made: &str) -> Vec<String> {
        let mover = stored.game.to_move();
        let style = settings::of_game(stored, mover).style();
        let viewer = Some(settings::viewer(stored, mover));
        let view = stored.game.view_begun(made, viewer);
        let drawn = |view| views::drawn(&view, style, self.voice, self.html);
        let mut lines = view.map_or(Vec::new(), drawn);
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines
    }
}

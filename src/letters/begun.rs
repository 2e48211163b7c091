//! Turns that are only begun: what may follow, and the board so far where a game has one to show.

use minijinja::context;

use crate::games::Refusal;

use super::game_words::GameWords;
use super::query::{Asker, Reply};
use super::shown::{Begun, GameView, ShownPart, Shows};
use super::views;

impl Asker<'_> {
    /// What may follow a held beginning.
    pub fn held(&self, game: &GameView, begun: &Begun) -> Reply {
        let mut block = self.begun(game, begun);
        let (held, ends, board) = (&begun.made, begun.ends, !block.is_empty());
        block.extend(views::columns(&begun.next));
        Reply::with(self.say("done-held", context! { held, ends, board }), block)
    }

    /// Why a request of the seat's player is refused. A turn that is only begun is shown, with what may
    /// follow.
    pub fn refused(&self, part: &ShownPart, refusal: &Refusal) -> Reply {
        let (voice, game) = (self.voice, &part.game);
        let text = GameWords { voice, game }.refusal(refusal);
        let Shows::Begun(begun) = &part.shows else {
            return Reply::plain(text);
        };
        let mut block = self.begun(game, begun);
        if block.is_empty() {
            return Reply::plain(text);
        }
        block.extend(views::columns(&begun.next));
        let args = context! { made => &begun.made, more => begun.more };
        let below = self.say("turn-begun", args);
        Reply::with(format!("{text}\n{below}"), block)
    }

    /// The board after the beginning of a turn, as the side to move wants to see it, with a blank line below; none in
    /// games that have no such board.
    fn begun(&self, game: &GameView, begun: &Begun) -> Vec<String> {
        let style = game.settings(game.to_move).style();
        let drawn = |view| views::drawn(view, style, self.voice, self.html);
        let mut lines = begun.board.as_ref().map_or(Vec::new(), drawn);
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines
    }
}

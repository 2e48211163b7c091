//! The board after turns that are not played, or only begun, where a game has one to show.

use minijinja::context;

use crate::games::{Happening, Refusal};
use crate::rules::game::Seat;

use super::query::Reply;
use super::render::Renderer;
use super::shown::{Begun, GameView, Preview, ShownPart, Shows};
use super::views;

impl Renderer<'_> {
    pub(super) fn preview(&self, game: &GameView, seat: Seat, preview: &Preview) -> Reply {
        let words = self.words(game);
        match preview {
            Preview::Refused { why, another } => {
                let why = words.refusal(why);
                if !another {
                    return Reply::plain(why);
                }
                let mover = game.to_move;
                let (who, mover) = (words.player(mover), words.seat(mover));
                self.reply("preview-of-another", context! { who, mover, why })
            }
            Preview::Played {
                turns,
                outcome,
                out,
                board,
                stops,
            } => {
                let end = outcome.as_ref();
                let args = context! {
                    turn => turns,
                    result => end.map(|(result, _)| result),
                    reason => end.map(|(_, end)| self.voice.name(&end.reason.to_string())),
                };
                let mut said = self.voice.notice("preview", args);
                for (seats, by) in out {
                    let (seats, by) = (seats.clone(), *by);
                    let out = words.news(&Happening::Eliminated { seats, by }, false);
                    said = format!("{said}\n{}", out.join("\n"));
                }
                if let Some(why) = stops {
                    let why = words.refusal(why);
                    let stops = self.voice.notice("preview-stops", context! { why });
                    said = format!("{said}\n\n{stops}");
                }
                Reply::with(said, self.board(game, board, seat))
            }
        }
    }

    /// What may follow a held beginning.
    pub(super) fn held(&self, game: &GameView, begun: &Begun) -> Reply {
        let mut block = self.begun(game, begun);
        let (held, ends, board) = (&begun.made, begun.ends, !block.is_empty());
        block.extend(views::columns(&begun.next));
        self.above("done-held", context! { held, ends, board }, block)
    }

    /// Why a request of the seat's player is refused. A turn that is only begun is shown, with what may
    /// follow.
    pub(super) fn refused(&self, part: &ShownPart, refusal: &Refusal) -> Reply {
        let text = self.words(&part.game).refusal(refusal);
        let Shows::Begun(begun) = &part.shows else {
            return Reply::plain(text);
        };
        let mut block = self.begun(&part.game, begun);
        if block.is_empty() {
            return Reply::plain(text);
        }
        block.extend(views::columns(&begun.next));
        let args = context! { made => &begun.made, more => begun.more };
        let below = self.voice.notice("turn-begun", args);
        Reply::with(format!("{text}\n{below}"), block)
    }

    /// The board after the beginning of a turn, as the side to move wants to see it, with a blank line below; none in
    /// games that have no such board.
    fn begun(&self, game: &GameView, begun: &Begun) -> Vec<String> {
        let board = begun.board.as_ref();
        let mut lines = board.map_or(Vec::new(), |view| self.board(game, view, game.to_move));
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines
    }
}

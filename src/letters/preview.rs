//! The board after turns that are not played.

use minijinja::context;

use crate::games::Happening;
use crate::rules::game::Seat;

use super::game_words::GameWords;
use super::query::{Asker, Reply};
use super::shown::{GameView, Preview};

impl Asker<'_> {
    pub(super) fn preview(&self, game: &GameView, seat: Seat, preview: &Preview) -> Reply {
        let voice = self.voice;
        let words = GameWords { voice, game };
        match preview {
            Preview::Refused { why, another } => {
                let why = words.refusal(why);
                if !another {
                    return Reply::plain(why);
                }
                let mover = game.to_move;
                let (who, mover) = (words.player(mover), words.seat(mover));
                self.plain("preview-of-another", context! { who, mover, why })
            }
            Preview::Played {
                turns,
                outcome,
                out,
                board,
                stops,
            } => {
                let args = context! {
                    turn => turns,
                    result => outcome.as_ref().map(|(result, _)| result),
                    reason => outcome.as_ref().map(|(_, end)| voice.name(&end.reason.to_string())),
                };
                let mut said = self.say("preview", args);
                for (seats, by) in out {
                    let (seats, by) = (seats.clone(), *by);
                    let out = words.news(&Happening::Eliminated { seats, by }, false);
                    said = format!("{said}\n{}", out.join("\n"));
                }
                if let Some(why) = stops {
                    let why = words.refusal(why);
                    let stops = self.say("preview-stops", context! { why });
                    said = format!("{said}\n\n{stops}");
                }
                Reply::with(said, self.board(game, board, seat))
            }
        }
    }
}

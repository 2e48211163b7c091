//! The board after turns that are not played.

use minijinja::context;

use crate::games::{Happening, StoredGame, resolve};
use crate::rules::game::{Game, Seat, TurnReading};

use super::game_words::GameWords;
use super::query::{Asker, Reply};
use super::settings;

/// At most this many words of a preview of several turns are tried, and this many turns.
const PREVIEWED: usize = 24;

impl Asker<'_> {
    pub(super) fn preview(
        &self,
        stored: &StoredGame,
        seat: Seat,
        held: Option<&str>,
        turn: &str,
    ) -> Reply {
        let words = GameWords {
            voice: self.voice,
            stored,
        };
        if let Some(closure) = stored.closure() {
            return Reply::plain(words.closure(&closure));
        }
        if turn.contains(';') {
            return self.preview_each(stored, seat, held, turn);
        }
        let mover = stored.game.to_move();
        let typed = match held {
            Some(_) => turn.to_owned(),
            None => as_read(stored.game.as_ref(), stored, seat, turn),
        };
        match resolve(stored, held, &typed) {
            Err(refusal) => {
                if let Some((fork, turns)) = several_turns(stored, held, turn) {
                    return self.previewed(stored, seat, fork.as_ref(), &turns);
                }
                let why = words.refusal(&refusal);
                if mover == seat {
                    return Reply::plain(why);
                }
                let (who, mover) = (words.player(mover), words.seat(mover));
                self.plain("preview-of-another", context! { who, mover, why })
            }
            Ok((fork, played)) => self.previewed(stored, seat, fork.as_ref(), &played.to_string()),
        }
    }

    /// Turns of several players with `;` between them. What cannot be played ends them; the board before it is shown.
    fn preview_each(
        &self,
        stored: &StoredGame,
        seat: Seat,
        held: Option<&str>,
        text: &str,
    ) -> Reply {
        let words = GameWords {
            voice: self.voice,
            stored,
        };
        let parts = text.split(';').map(str::trim);
        let parts = parts.filter(|part| !part.is_empty()).take(PREVIEWED);
        let (mut game, mut turns) = (stored.game.fork(), Vec::new());
        for (index, part) in parts.enumerate() {
            let begun = held.filter(|_| index == 0);
            let played = match begun {
                Some(_) => resolve(stored, begun, part).map_err(|why| words.refusal(&why)),
                None => {
                    let mut fork = game.fork();
                    let part = as_read(game.as_ref(), stored, seat, part);
                    let played = fork.play(&part).map_err(|why| words.refused_turn(&why));
                    played.map(|played| (fork, played))
                }
            };
            match played {
                Ok((after, played)) => {
                    turns.push(played.to_string());
                    game = after;
                }
                Err(why) if turns.is_empty() => return Reply::plain(why),
                Err(why) => {
                    let shown = self.previewed(stored, seat, game.as_ref(), &turns.join(" "));
                    let stops = self.say("preview-stops", context! { why });
                    return Reply::with(format!("{}\n\n{stops}", shown.text), shown.block);
                }
            }
        }
        self.previewed(stored, seat, game.as_ref(), &turns.join(" "))
    }

    /// The board of `after`, to which these turns lead.
    fn previewed(&self, stored: &StoredGame, seat: Seat, after: &dyn Game, turns: &str) -> Reply {
        let outcome = after.outcome();
        let args = context! {
            turn => turns,
            result => outcome.map(|outcome| outcome.result(stored.variant.seats())),
            reason => outcome.map(|outcome| self.voice.name(outcome.reason.as_str())),
        };
        let board = self.board(after, stored, seat);
        let words = GameWords {
            voice: self.voice,
            stored,
        };
        let mut said = self.say("preview", args);
        for seats in after.left().into_iter().skip(stored.game.left().len()) {
            let by = after.to_move();
            let out = words.news(&Happening::Eliminated { seats, by }, false);
            said = format!("{said}\n{}", out.join("\n"));
        }
        Reply::with(said, board)
    }
}

/// What a text is as a turn of `game`, which may be written in words or with the letters of another language; else the
/// text itself.
fn as_read(game: &dyn Game, stored: &StoredGame, seat: Seat, text: &str) -> String {
    let reading = match settings::of_game(stored, seat).letters() {
        Some(letters) => game.reading_by(text, letters),
        None => game.reading(text),
    };
    match reading {
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

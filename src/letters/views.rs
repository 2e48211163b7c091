//! Lists and boards as lines of text, for letters and the command line.

use minijinja::context;

use crate::drawings::{self, Look, Style, html_legend};
use crate::games::StoredTurn;
use crate::rules::view::BoardView;
use crate::text::{SENTENCE, wrapped};
use crate::words::Voice;

use super::game_words::GameWords;
use super::html::Block;
use super::render::Renderer;
use super::shown::{Course, GameView};

/// A view of a position with its notes.
pub fn viewed(view: &BoardView, look: impl Into<Look>, voice: Voice<'_>) -> Vec<String> {
    with_notes(drawings::board(view, look, voice), view, voice)
}

fn with_notes(mut lines: Vec<String>, view: &BoardView, voice: Voice<'_>) -> Vec<String> {
    let notes = drawings::notes(view, voice);
    if !notes.is_empty() {
        lines.push(String::new());
        lines.extend(notes);
    }
    lines
}

impl Renderer<'_> {
    /// The sentence at the top of a letter, as lines.
    pub(super) fn headline(&self, sentence: &str) -> String {
        self.set_apart(sentence, Block::Headline)
    }

    /// A sentence that is said by the way, as lines.
    pub(super) fn aside(&self, sentence: &str) -> String {
        self.set_apart(sentence, Block::Aside)
    }

    /// A sentence and the address of a page, as lines; in the HTML part a link.
    pub(super) fn page_link(&self, name: &str, url: &str) -> Vec<String> {
        let mut lines = wrapped(&self.voice.notice(name, context! {}), SENTENCE);
        lines.push(url.to_owned());
        if let Some(html) = self.html {
            let text = self.voice.notice(&format!("{name}-link"), context! {});
            html.replace(&mut lines, Block::Link(text, url.to_owned()));
        }
        lines
    }

    fn set_apart(&self, sentence: &str, block: impl Fn(String) -> Block) -> String {
        let mut lines = wrapped(sentence, SENTENCE);
        if let Some(html) = self.html {
            html.replace(&mut lines, block(sentence.to_owned()));
        }
        lines.join("\n")
    }

    /// A view of a position with its notes; in the HTML part, the board is a table.
    pub(super) fn drawn(&self, view: &BoardView, look: Look) -> Vec<String> {
        with_notes(self.board_alone(view, look), view, self.voice)
    }

    /// The same without notes.
    pub(super) fn board_alone(&self, view: &BoardView, look: Look) -> Vec<String> {
        let mut lines = drawings::board(view, look, self.voice);
        if let Some(html) = self.html {
            html.draw(&mut lines, view, look, self.voice);
        }
        lines
    }

    /// The position in words, with a title. The HTML part has no such lines, since its board fits any screen.
    pub(super) fn in_words(&self, view: &BoardView, look: Look) -> Vec<String> {
        if look.style == Style::Spoken {
            return Vec::new();
        }
        let mut lines = vec![self.voice.plain("notices/board-in-words")];
        lines.extend(drawings::in_words(view, self.voice));
        if let Some(html) = self.html {
            html.replace(&mut lines, Block::Lines(Vec::new()));
        }
        lines
    }

    /// The legend of a board; in the HTML part, that of the table.
    pub(super) fn legend(&self, view: &BoardView, look: Look) -> Vec<String> {
        let mut lines = drawings::legend(view, look, self.voice);
        if let Some(html) = self.html {
            let legend = html_legend(view, look, self.voice);
            html.replace(&mut lines, Block::Lines(legend));
        }
        lines
    }
}

/// Texts in columns, as many as fit the width, read from left to right.
pub fn columns(items: &[String]) -> Vec<String> {
    let widest = items.iter().map(|item| item.chars().count()).max();
    let width = widest.unwrap_or(0) + 2;
    let line = |row: &[String]| {
        let cells = row.iter().map(|item| format!("{item:<width$}"));
        format!("  {}", cells.collect::<String>().trim_end())
    };
    let per_line = ((SENTENCE - 2) / width).max(1);
    items.chunks(per_line).map(line).collect()
}

/// Turns, one on each line. In games of more than two, where the number does not tell whose turn it
/// was, with the name of the seat.
pub fn last_turns(game: &GameView, turns: &[StoredTurn], voice: Voice<'_>) -> Vec<String> {
    let widest = turns.iter().map(|turn| turn.label.len()).max().unwrap_or(0);
    let line = |turn| {
        let (seat, text) = (seat_column(game, turn), text(turn, voice));
        format!("{:<widest$} {seat}{text}", turn.label)
    };
    turns.iter().map(line).collect()
}

/// A turn, with a mark if a plan has played it.
fn text(turn: &StoredTurn, voice: Voice<'_>) -> String {
    match turn.planned {
        true => voice.notice("turn-planned", context! { turn => turn.text.as_str() }),
        false => turn.text.clone(),
    }
}

/// The seat of a turn with blanks after it, in games of more than two seats; else nothing.
fn seat_column(game: &GameView, turn: &StoredTurn) -> String {
    let names = game.seat_words();
    if names.len() <= 2 {
        return String::new();
    }
    let widest = names.iter().map(|name| name.len()).max().unwrap_or(0);
    format!("{:<widest$} ", game.seat_name(turn.seat))
}

/// The course of a game of more than two seats: its turns, each with its seat, and who has left it when.
pub fn course(game: &GameView, course: &Course, voice: Voice<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let mut departures = course.departures.iter().peekable();
    for at in 0..=course.turns.len() {
        while let Some(gone) = departures.next_if(|gone| gone.after <= at) {
            let (seat, reason) = (game.seat_name(gone.seat), gone.reason.to_string());
            let args = context! { seat => voice.name(&seat), reason => voice.name(&reason) };
            lines.push(voice.notice("departure", args));
        }
        if let Some(turn) = course.turns.get(at) {
            let seat = seat_column(game, turn);
            lines.push(format!("{} {seat}{}", turn.label, text(turn, voice)));
        }
    }
    lines
}

/// All turns, and the result if there is one. In games of two seats the turns of both are on one line if they fit.
pub fn history(game: &GameView, turns: &Course, voice: Voice<'_>) -> Vec<String> {
    let mut lines = if game.seats.len() > 2 {
        let course = course(game, turns, voice).into_iter();
        course.map(|line| format!("  {line}")).collect()
    } else {
        of_two(&turns.turns, voice)
    };
    let over = game.result.as_ref().filter(|_| !game.is_on());
    lines.extend(over.map(|result| format!("  {result}")));
    lines
}

/// All turns of a game of two seats.
fn of_two(turns: &[StoredTurn], voice: Voice<'_>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for turn in turns {
        let text = text(turn, voice);
        if turn.label.ends_with("...")
            && let Some(line) = lines.last_mut()
            && line.len() + text.len() + 4 <= SENTENCE - 4
            && line.len() < 34
        {
            line.push_str(&" ".repeat(34 - line.len()));
            line.push_str(&text);
            continue;
        }
        lines.push(format!("  {} {text}", turn.label));
    }
    lines
}

/// `#17 Hans38 Chess: Anna (White), Boris (Black); turn 3, White to move`.
pub fn game_line(game: &GameView, voice: Voice<'_>) -> String {
    let words = GameWords { voice, game };
    let players: Vec<String> = game.all_seats().map(|seat| words.player(seat)).collect();
    let outcome = game.outcome.as_ref();
    let reason = outcome.map(|outcome| voice.name(&outcome.reason.to_string()));
    let args = context! {
        game => game.id.0,
        name => voice.name(&game.name),
        players => players.join(", "),
        turn => game.is_on().then(|| words.turn(&game.label)),
        mover => words.seat(game.to_move),
        result => &game.result,
        reason,
        status => voice.name(game.status.as_str()),
    };
    voice.notice("game-line", args)
}

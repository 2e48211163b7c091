//! Lists and boards as lines of text, for letters and the command line.

use crate::drawings::{Style, render};
use crate::games::{StoredGame, StoredTurn, seat_at};
use crate::rules::game::{Game, Seat};
use crate::text::WIDTH;
use crate::words::Words;

/// A board with its notes.
#[must_use]
pub fn render_board(play: &dyn Game, viewer: Option<Seat>) -> Vec<String> {
    let diagram = render(
        &play.view(viewer),
        Style::Ascii,
        Words::built_in().english(),
    );
    let mut lines = diagram.board;
    if !diagram.notes.is_empty() {
        lines.push(String::new());
        lines.extend(diagram.notes);
    }
    lines
}

/// Texts in columns, as many as fit the width, read from left to right.
#[must_use]
pub fn columns(items: &[String]) -> Vec<String> {
    let widest = items
        .iter()
        .map(|item| item.chars().count())
        .max()
        .unwrap_or(0);
    let per_line = ((WIDTH - 2) / (widest + 2)).max(1);
    items
        .chunks(per_line)
        .map(|row| {
            let cells: String = row
                .iter()
                .map(|item| format!("{item:<width$}", width = widest + 2))
                .collect();
            format!("  {}", cells.trim_end())
        })
        .collect()
}

/// The last `count` turns, one on each line.
#[must_use]
pub fn last_turns(stored: &StoredGame, count: usize) -> Vec<String> {
    let from = stored.turns.len().saturating_sub(count);
    let shown = &stored.turns[from..];
    let widest = shown.iter().map(|turn| turn.label.len()).max().unwrap_or(0);
    shown
        .iter()
        .map(|turn| format!("{:<widest$} {}", turn.label, turn.text))
        .collect()
}

/// All turns. In games of two seats the turns of both are on one line if they fit.
#[must_use]
pub fn history(turns: &[StoredTurn]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for turn in turns {
        let answer = turn
            .label
            .ends_with("...")
            .then(|| lines.last_mut())
            .flatten();
        if let Some(line) = answer
            && line.len() + turn.text.len() + 4 <= WIDTH - 4
            && line.len() < 34
        {
            line.push_str(&" ".repeat(34 - line.len()));
            line.push_str(&turn.text);
            continue;
        }
        lines.push(format!("  {} {}", turn.label, turn.text));
    }
    lines
}

/// `#17 Hans38 Chess: Anna (White), Boris (Black); turn 3, Anna (White) to move`.
#[must_use]
pub fn game_line(stored: &StoredGame) -> String {
    let seats: Vec<String> = (0..stored.seats.len())
        .map(|index| stored.player_name(seat_at(index)))
        .collect();
    let course = stored.course();
    let state = match (course.status.as_str(), &course.result, &course.reason) {
        ("playing", ..) => format!(
            "{}, {} to move",
            StoredGame::turn_number(&stored.game.label()),
            stored.seat_name(stored.game.to_move())
        ),
        (_, Some(result), Some(reason)) => format!("{result}, {reason}"),
        (status, ..) => status.to_owned(),
    };
    format!(
        "#{} {}: {}; {state}",
        stored.row.id,
        stored.variant.name(),
        seats.join(", ")
    )
}

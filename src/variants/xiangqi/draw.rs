//! The board drawn on points and lines, with the river across and the palaces' diagonals.

use crate::rules::bitboard::Bitboard;
use crate::rules::diagram::{Diagram, Style, wrap};
use crate::rules::outcome::Reason;
use crate::rules::ruleset::{LastTurn, State};
use crate::rules::square::Square;

use super::Xiangqi;
use super::piece::{Role, Side, on};
use super::position::Position;
use super::repeat::TIMES;

/// Columns before the first point: a rank's number and blanks.
const MARGIN: &str = "     ";

/// Draws a position for `viewer`, own side below.
///
/// In [`Style::Unicode`] the pieces are Chinese characters, held to be two columns wide; the lines
/// stay ASCII, since fonts do not agree on how wide other signs for them are.
pub fn draw(
    state: &State<Xiangqi>,
    viewer: Side,
    last: Option<&LastTurn<Xiangqi>>,
    style: Style,
) -> Diagram {
    let position = &state.position;
    let marks = last.map_or(Bitboard::EMPTY, |l| {
        Bitboard::of(l.turn.from).with(l.turn.to)
    });
    let view = View {
        position,
        viewer,
        marks,
        style,
    };
    Diagram {
        board: view.board(),
        notes: notes(state, last),
        legend: view.legend(),
        writing: vec![
            "Ch3-e3, Ch3xh10, short Ce3, h3e3; or by files as WXF does: C2=5, H8+7,".to_owned(),
            "+C=5 for the front one of two on a file; or UCCI: ucci h2e2".to_owned(),
        ],
    }
}

struct View<'a> {
    position: &'a Position,
    viewer: Side,
    marks: Bitboard,
    style: Style,
}

impl View<'_> {
    fn board(&self) -> Vec<String> {
        let letters: Vec<String> = (0..9).map(|f| self.point(f, 0)).map(letter).collect();
        let letters = format!("{MARGIN} {}", letters.join("   "));
        let mut lines = vec![letters.clone()];
        for row in 0..10 {
            lines.push(self.rank(row));
            if row < 9 {
                lines.push(format!("{MARGIN} {}", self.between(row)));
            }
        }
        lines.push(letters);
        lines
    }

    /// The point in this column and row as the viewer sees them, from the upper left.
    fn point(&self, column: u8, row: u8) -> Square {
        match self.viewer {
            Side::Red => on(column, 9 - row),
            Side::Black => on(8 - column, row),
        }
    }

    /// A line of points: four columns for each, the second of them the point's own.
    fn rank(&self, row: u8) -> String {
        let number = self.point(0, row).rank() + 1;
        let mut line = format!("  {number:>2} ");
        for column in 0..9 {
            let point = self.point(column, row);
            let marked = self.marks.has(point);
            let (sign, wide) = self.sign(point);
            let edge = |inner: bool| if inner { '-' } else { ' ' };
            line.push(if marked { '[' } else { edge(column > 0) });
            line.push(sign);
            line.push(if marked { ']' } else { edge(column < 8) });
            if !wide {
                line.push(edge(column < 8));
            }
        }
        format!("{} {number}", line.trim_end().to_owned() + &self.gap(row))
    }

    /// Blanks that bring the number on the right to its column, whatever ends the line.
    fn gap(&self, row: u8) -> String {
        let end = self.point(8, row);
        let (_, wide) = self.sign(end);
        let used = 1 + usize::from(wide) + usize::from(self.marks.has(end));
        let room: usize = match self.style {
            Style::Ascii => 2,
            Style::Unicode => 3,
        };
        " ".repeat(room.saturating_sub(used))
    }

    /// The sign of a point, and whether it is two columns wide.
    fn sign(&self, point: Square) -> (char, bool) {
        match (self.position.at(point), self.style) {
            (None, _) => ('+', false),
            (Some((role, side)), Style::Unicode) => (role.character(side), true),
            (Some((role, Side::Red)), Style::Ascii) => (role.letter(), false),
            (Some((role, Side::Black)), Style::Ascii) => {
                (role.letter().to_ascii_lowercase(), false)
            }
        }
    }

    /// What lies below a row of points.
    fn between(&self, row: u8) -> String {
        match (row, self.style) {
            (4, Style::Ascii) => "|           R I V E R           |".to_owned(),
            (4, Style::Unicode) => "|        楚 河     漢 界        |".to_owned(),
            (0 | 7, _) => "|   |   |   | \\ | / |   |   |   |".to_owned(),
            (1 | 8, _) => "|   |   |   | / | \\ |   |   |   |".to_owned(),
            _ => "|   |   |   |   |   |   |   |   |".to_owned(),
        }
    }

    fn legend(&self) -> Vec<String> {
        let present = |side: Side| {
            let found = Role::ALL
                .into_iter()
                .filter(move |r| self.position.pieces(side, *r).any());
            found.map(move |r| (r, side))
        };
        let mut lines = match self.style {
            Style::Ascii => {
                let either = Role::ALL
                    .into_iter()
                    .filter(|r| self.position.all(*r).any());
                let names: Vec<String> = either
                    .map(|r| format!("{} {}", r.letter(), r.name()))
                    .collect();
                let text = format!(
                    "Upper case: Red's pieces; lower case: Black's. {}",
                    names.join(", ")
                );
                wrap(&text, 72, 2)
            }
            Style::Unicode => Side::ALL
                .into_iter()
                .map(|side| {
                    let names: Vec<String> = present(side)
                        .map(|(r, s)| format!("{} {}", r.character(s), r.letter()))
                        .collect();
                    format!("{}: {}", side.name(), names.join(", "))
                })
                .collect(),
        };
        if self.style == Style::Unicode {
            let names: Vec<String> = Role::ALL
                .map(|r| format!("{} {}", r.letter(), r.name()))
                .into();
            lines.extend(wrap(&names.join(", "), 72, 2));
        }
        let marked = match self.marks.any() {
            true => "; [ ] touched by the last turn",
            false => "",
        };
        let lines_and_marks =
            format!("+ empty point; - | lines; \\ / diagonals of the palaces{marked}");
        lines.extend(wrap(&lines_and_marks, 72, 2));
        lines
    }
}

fn letter(point: Square) -> String {
    char::from(b'a' + point.file()).to_string()
}

/// The last turn, check, and by which ruling the game has ended.
fn notes(state: &State<Xiangqi>, last: Option<&LastTurn<Xiangqi>>) -> Vec<String> {
    let position = &state.position;
    let side = position.side;
    let mut notes = Vec::new();
    if let Some(last) = last {
        notes.push(last.note(side.other().name()));
    }
    if position.checkers(side).any() {
        notes.push(format!("{} is in check.", side.name()));
    }
    notes.extend(ending(state).into_iter().flat_map(|t| wrap(&t, 72, 0)));
    notes
}

/// Why the game ends with this position, with the ruling.
fn ending(state: &State<Xiangqi>) -> Option<String> {
    let side = state.position.side.name();
    if !state.position.can_move() {
        return Some(format!("{side} has no legal turn and has lost (X3)."));
    }
    if let Some(ruling) = state.history.ruling(TIMES) {
        let since = ruling.since / 2;
        return Some(match (ruling.reason, ruling.loser) {
            (Reason::PerpetualCheck, Some(loser)) => format!(
                "This position stands for the third time, and {} has given check with each of the \
                 {since} turns since the first: perpetual check loses (X4).",
                loser.name()
            ),
            (Reason::PerpetualChase, Some(loser)) => format!(
                "This position stands for the third time, and {} has attacked the same unprotected \
                 piece anew with each of the {since} turns since the first: perpetual chase loses \
                 (X4).",
                loser.name()
            ),
            _ => "This position stands for the third time: drawn by repetition (X4).".to_owned(),
        });
    }
    if state.position.dead() {
        let text = "Nothing is left that can cross the river: drawn (X5).";
        return Some(text.to_owned());
    }
    (state.position.clock >= super::CLOCK)
        .then(|| "60 turns by each side without a capture: drawn (X5).".to_owned())
}

//! What stands on a location of the board, in a few words: `White knight, last turn`. The headers of its row and its
//! column name the location.

use minijinja::context;

use crate::rules::{BoardView, CellView, Direction, Place, Seat, Surface};
use crate::words::Voice;

use super::checked::{self, Checked};

/// Stands for the words that differ from cell to cell, so that a sentence is filled in once for each board. No text has
/// these characters.
const SQUARE: &str = "\u{1}";
const PIECE: &str = "\u{2}";
const OWNER: &str = "\u{3}";

/// The words for the cells of one board.
pub struct CellWords<'a> {
    view: &'a BoardView,
    voice: Voice<'a>,
    checked: Vec<(Place, Checked)>,
    seats: Vec<String>,
    names: Vec<(String, String)>,
    /// What is said of marks, which is the same for many cells.
    marks: Vec<(MarkWords, String)>,
    piece: Pattern<'a>,
    empty: Pattern<'a>,
    hole: Pattern<'a>,
}

/// What is said of a cell besides what is there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MarkWords {
    Facing(Direction),
    Checked(Checked),
    Held,
    Owner(Seat),
    Barred,
    Marked,
}

/// A sentence with places for a square, a piece and its owner.
enum Pattern<'a> {
    /// It is the same for all values but for its places.
    Filled(String),
    /// An operator's, in which other words depend on the values, too.
    Said(Voice<'a>, &'static str),
}

impl<'a> Pattern<'a> {
    fn of(voice: Voice<'a>, name: &'static str) -> Self {
        if !voice.has_places_alone(name) {
            return Self::Said(voice, name);
        }
        let args = || context! { square => SQUARE, piece => PIECE, owner => OWNER };
        Self::Filled(voice.say_same(name, args))
    }

    fn fill(&self, out: &mut String, square: Place, piece: &str, owner: &str) {
        let pattern = match self {
            Self::Filled(pattern) => pattern,
            Self::Said(voice, name) => {
                let args = context! { square => square.to_string(), piece, owner };
                out.push_str(&voice.say(name, args));
                return;
            }
        };
        for c in pattern.chars() {
            match c {
                '\u{1}' => square.write(out),
                '\u{2}' => out.push_str(piece),
                '\u{3}' => out.push_str(owner),
                c => out.push(c),
            }
        }
    }
}

impl<'a> CellWords<'a> {
    /// For the cells of this board.
    pub fn new(view: &'a BoardView, voice: Voice<'a>) -> Self {
        let hole = match view.surface {
            Surface::LooseSquares => "notices/board-cell-hole",
            Surface::Squares if view.duck => "notices/board-cell-duck",
            Surface::Squares if view.pockets.iter().all(|pocket| pocket.seat.is_some()) => {
                "notices/board-cell-wall"
            }
            Surface::Squares | Surface::Points { .. } => "notices/board-cell-bin",
        };
        let seats = view.seats.iter().map(|seat| voice.name(&seat.name));
        Self {
            view,
            voice,
            checked: checked::kings(view),
            seats: seats.collect(),
            names: Vec::new(),
            marks: Vec::new(),
            piece: Pattern::of(voice, "notices/board-cell"),
            empty: Pattern::of(voice, "notices/board-cell-empty"),
            hole: Pattern::of(voice, hole),
        }
    }

    fn seat(&self, seat: Option<Seat>) -> &str {
        let name = seat.and_then(|seat| self.seats.get(seat.index()));
        name.map_or("", String::as_str)
    }

    /// The name of a kind of piece, which is looked up once.
    fn name(&mut self, name: &str) -> usize {
        let known = self.names.iter().position(|(known, _)| *known == name);
        known.unwrap_or_else(|| {
            self.names.push((name.to_owned(), self.voice.name(name)));
            self.names.len() - 1
        })
    }

    /// Appends the words for a cell: none where nothing stands and nothing is to be said. On a board whose squares come
    /// and go it is the square that has words, not the hole.
    pub fn write(&mut self, cell: &CellView, out: &mut String) {
        let loose = self.view.surface == Surface::LooseSquares;
        let marked = cell.mark.is_some() || cell.owner.is_some() || cell.barred;
        match (cell.exists, &cell.piece) {
            (true, None) if !loose && !marked => return,
            (false, _) if loose && !marked => return,
            (false, _) => self.hole.fill(out, cell.square, "", ""),
            (true, None) => self.empty.fill(out, cell.square, "", ""),
            (true, Some(piece)) => {
                let at = self.name(&piece.name);
                let (name, owner) = (&self.names[at].1, self.seat(piece.owner));
                let promoted = piece.was.as_ref().map(|(_, was)| {
                    let args = context! { piece => name, was => self.voice.name(was) };
                    self.voice.notice("board-cell-promoted", args)
                });
                let name = promoted.as_ref().unwrap_or(name);
                self.piece.fill(out, cell.square, name, owner);
            }
        }
        self.write_marks(cell, out);
    }

    /// What else there is to say of a cell.
    fn write_marks(&mut self, cell: &CellView, out: &mut String) {
        let facing = cell.piece.as_ref().and_then(|piece| piece.facing);
        let checked = checked::at(&self.checked, cell.square);
        let marks = [
            facing.map(MarkWords::Facing),
            checked.map(MarkWords::Checked),
            cell.held.then_some(MarkWords::Held),
            cell.owner.map(MarkWords::Owner),
            cell.barred.then_some(MarkWords::Barred),
            cell.mark.map(|_| MarkWords::Marked),
        ];
        for mark in marks.into_iter().flatten() {
            out.push_str(", ");
            out.push_str(self.mark(mark));
        }
    }

    /// The words for a mark, which are looked up once.
    fn mark(&mut self, mark: MarkWords) -> &str {
        let known = self.marks.iter().position(|(known, _)| *known == mark);
        let at = known.unwrap_or_else(|| {
            let voice = self.voice;
            let say = |name: &str, args| voice.notice(&format!("board-cell-{name}"), args);
            let hot = self.view.surface != Surface::LooseSquares;
            let said = match mark {
                MarkWords::Facing(facing) => say("facing", context! { way => facing.compass() }),
                MarkWords::Checked(Checked::Check) => voice.plain("notices/board-cell-check"),
                MarkWords::Checked(Checked::Mate) => voice.plain("notices/board-cell-mate"),
                MarkWords::Held => voice.plain("notices/board-cell-held"),
                MarkWords::Owner(owner) => {
                    say("owner", context! { owner => self.seat(Some(owner)), hot })
                }
                MarkWords::Barred => voice.plain("notices/board-cell-barred"),
                MarkWords::Marked => voice.plain("notices/board-cell-marked"),
            };
            self.marks.push((mark, said));
            self.marks.len() - 1
        });
        &self.marks[at].1
    }
}

//! Every sign on a board, explained.

use minijinja::{Value, context};

use crate::rules::view::{Form, KindView};
use crate::rules::{BoardView, Fact, PieceView, Seat, Surface};
use crate::text::{SENTENCE, paragraphs};
use crate::words::Voice;

use super::armies::{initial, sign};
use super::checked::{self, Checked};
use super::guide::piece_name;
use super::picture::Face;
use super::{INDENTED, Look, Style, ascii, facings, html, pieces, promoted, zones};

/// Every sign on this board.
pub fn legend(view: &BoardView, look: Look, voice: Voice<'_>) -> Vec<String> {
    let legend = Legend { view, voice };
    if view.surface == Surface::LooseSquares {
        return legend.loose_squares();
    }
    let of_squares = view.surface == Surface::Squares;
    let marked = view.cells.iter().any(|cell| cell.mark.is_some());
    let holes = view.cells.iter().any(|cell| !cell.exists);
    // What all players use is a bin; without one, walls are missing from the board.
    let bin = view.pockets.iter().any(|pocket| pocket.seat.is_none());
    let characters = pieces(view).any(|piece| look.sign(piece).is_some());
    let mut all = match view.seats.len() {
        0..=2 if characters => legend.characters(),
        // Where a line for each kind says how it moves, that names it, too.
        0..=2 if bin => legend.pieces(Vec::new()),
        0..=2 => legend.pieces(legend.names()),
        _ => legend.armies_by_letter(),
    };
    if pieces(view).any(|piece| ascii::is_theirs(view, look, piece)) {
        let theirs = voice.notice("board-theirs", legend.sides());
        all.extend(paragraphs(&theirs, SENTENCE, 2));
    }
    let empty = match of_squares {
        true if bin => "board-bin-signs",
        true if holes && view.duck => "board-duck-signs",
        true if holes => "board-wall-signs",
        true => "board-empty-square",
        false => "board-empty-point",
    };
    let empty = voice.notice(empty, context! { marked, ..legend.sides() });
    all.extend(paragraphs(&empty, SENTENCE, 2));
    all.extend(promoted::legend(view, look, voice));
    if of_squares {
        all.extend(facings::legend(view, voice));
    }
    all.extend(legend.movements());
    all.extend(zones::lines(view, voice));
    all
}

/// Every sign on such a board, explained: plain text, a sentence each.
pub fn of_html(view: &BoardView, look: impl Into<Look>, voice: Voice<'_>) -> Vec<String> {
    let look = look.into();
    let style = look.style;
    let legend = Legend { view, voice };
    let mut all = Vec::new();
    let cells = || view.cells.iter();
    let is_sign = |piece| html::is_sign_of_chess(view, look, piece);
    let letters = pieces(view).any(|piece| !is_sign(piece));
    let table = style != Style::Picture;
    if table && view.seats.len() <= 2 {
        all.push(voice.notice("board-ringed", legend.sides()));
    } else if pieces(view).any(is_sign) {
        all.push(voice.notice("board-outlined", legend.sides()));
    }
    if letters {
        let shaped = |piece| {
            let figure = || Face::of(view, look.pieces, piece).is_figure(view);
            style == Style::Picture && (view.seats.len() > 2 || figure())
        };
        if !table && view.form == Form::Wedge {
            all.push(voice.plain("notices/board-wedges"));
        } else if pieces(view).any(|piece| !is_sign(piece) && !shaped(piece)) {
            all.push(voice.plain("notices/board-discs"));
        }
        match (&view.surface, style) {
            _ if look.has_characters(view) => all.extend(legend.characters()),
            (Surface::LooseSquares, _) => {}
            _ if view.seats.len() > 2 && style == Style::Picture => {
                all.extend(legend.armies_by_direction());
            }
            _ if view.seats.len() > 2 => all.extend(legend.armies_by_letter()),
            _ => all.push(legend.names().join(", ")),
        }
    }
    if cells().any(|cell| cell.mark.is_some()) {
        all.push(voice.plain("notices/board-tinted"));
        if table {
            all.push(voice.plain("notices/board-underlined"));
        }
    }
    let kings = checked::kings(view);
    let any = |how| kings.iter().any(|(_, of)| *of == how);
    if any(Checked::Check) {
        all.push(voice.plain("notices/board-check-sign"));
    }
    if any(Checked::Mate) {
        all.push(voice.plain("notices/board-mate-sign"));
    }
    match view.surface {
        Surface::LooseSquares => {
            if cells().any(|cell| cell.owner.is_some()) {
                all.push(voice.notice("board-bordered", legend.sides()));
            } else {
                all.push(voice.plain("notices/board-free"));
            }
            all.push(voice.notice("board-armies-named", legend.armies()));
            all.extend(legend.of_all_loose_squares(|kind| kind.letter.to_string()));
        }
        Surface::Squares => {
            let bin = view.pockets.iter().any(|pocket| pocket.seat.is_none());
            match cells().any(|cell| !cell.exists) {
                true if bin => all.push(voice.notice("board-dashed", legend.sides())),
                true if view.duck => all.push(voice.plain("notices/board-duck")),
                true => all.push(voice.plain("notices/board-wall")),
                false => {}
            }
            all.extend(promoted::signs(view, look, voice));
            if pieces(view).any(|piece| piece.facing.is_some()) {
                all.push(voice.plain("notices/board-arrows"));
            }
            if !table && view.facts.iter().any(|fact| matches!(fact, Fact::Gates(_))) {
                all.push(voice.plain("notices/board-gates-sign"));
            }
            if cells().any(|cell| cell.held) {
                all.push(voice.plain("notices/board-held-sign"));
            }
            all.extend(legend.movements());
        }
        Surface::Points { .. } => {
            all.extend(table.then(|| voice.plain("notices/board-points")));
            all.extend(legend.movements());
        }
    }
    all.extend(zones::sentences(view, true, voice));
    all
}

struct Legend<'a> {
    view: &'a BoardView,
    voice: Voice<'a>,
}

impl Legend<'_> {
    /// The names of two sides.
    fn sides(&self) -> Value {
        context! { first => self.seat(Seat(0)), second => self.seat(Seat(1)) }
    }

    fn seat(&self, seat: Seat) -> String {
        self.voice.name(self.view.seat(seat))
    }

    /// What upper and lower case mean, and these pieces.
    fn pieces(&self, pieces: Vec<String>) -> Vec<String> {
        let args = context! { pieces, ..self.sides() };
        paragraphs(&self.voice.notice("board-pieces", args), SENTENCE, 2)
    }

    /// The letters of players and pieces where a cell has both, and what a hand is.
    fn armies_by_letter(&self) -> Vec<String> {
        let player = |seat| format!("{} {}", initial(self.view, seat), self.seat(seat));
        let seats = (0..self.view.seats.len() as u8).map(Seat);
        let players: Vec<String> = seats.map(player).collect();
        let promoted = self.promoted().map(|(sign, was)| {
            context! { sign => String::from_iter(sign), was }
        });
        let args = context! { players, pieces => self.names(), promoted };
        let said = self.voice.notice("board-players", args);
        paragraphs(&said, SENTENCE, 2)
    }

    /// The same where direction and colour tell the player.
    fn armies_by_direction(&self) -> Vec<String> {
        let promoted = self.promoted();
        let promoted = promoted.map(|([_, kind], was)| context! { sign => kind.to_string(), was });
        let args = context! { pieces => self.names(), promoted };
        let said = self.voice.notice("board-pointed", args);
        paragraphs(&said, SENTENCE, 2)
    }

    /// The letters of a promoted piece on this board, and the name of what it was.
    fn promoted(&self) -> Option<([char; 2], String)> {
        let told = |piece: &PieceView| {
            let (_, was) = piece.was.as_ref()?;
            Some((sign(self.view, piece), self.voice.name(was)))
        };
        pieces(self.view).find_map(told)
    }

    /// The pieces on this board by letter and name.
    fn names(&self) -> Vec<String> {
        let named = |kind: &KindView| format!("{} {}", kind.letter, self.voice.name(&kind.name));
        self.view.kinds.iter().map(named).collect()
    }

    /// How the kinds of piece move, a line each.
    fn movements(&self) -> Vec<String> {
        let kinds = self.view.kinds.iter().filter(|kind| kind.moves.is_some());
        let said = kinds.map(|kind| self.kind(kind, &kind.letter.to_string()));
        said.flat_map(|line| paragraphs(&line, INDENTED, 4))
            .collect()
    }

    /// The signs beyond ASCII of both sides, and what the pieces are called.
    fn characters(&self) -> Vec<String> {
        let of = |seat: Seat| {
            let named = |kind: &KindView| {
                let is_it = |p: &&PieceView| {
                    p.owner == Some(seat) && p.letter == kind.letter && p.was.is_none()
                };
                let piece = pieces(self.view).find(is_it)?;
                Some(format!("{} {}", piece.character?, kind.letter))
            };
            let named: Vec<String> = self.view.kinds.iter().filter_map(named).collect();
            format!("{}: {}", self.seat(seat), named.join(", "))
        };
        let said = Seat::BOTH.map(of).into_iter();
        let mut all: Vec<String> = said.flat_map(|of| paragraphs(&of, SENTENCE, 2)).collect();
        all.extend(paragraphs(&self.names().join(", "), SENTENCE, 2));
        all
    }

    /// The legend of a board whose squares come and go.
    fn loose_squares(&self) -> Vec<String> {
        let cells = || self.view.cells.iter();
        let mut all = Vec::new();
        if cells().any(|cell| cell.owner.is_some()) {
            all.push(self.voice.notice("board-owned-squares", self.sides()));
        } else {
            all.push(self.voice.plain("notices/board-free-squares"));
        }
        if cells().any(|cell| !cell.exists) {
            all.push(self.voice.plain("notices/board-hole"));
        }
        all.push(self.voice.notice("board-armies", self.armies()));
        all.extend(self.of_all_loose_squares(letters_of));
        all.iter()
            .flat_map(|text| paragraphs(text, INDENTED, 4))
            .collect()
    }

    /// What is explained in every drawing of loose squares.
    fn of_all_loose_squares(&self, letters: impl Fn(&KindView) -> String) -> Vec<String> {
        let mut all = Vec::new();
        if self.view.cells.iter().any(|cell| cell.barred) {
            all.push(self.voice.plain("notices/board-barred-sign"));
        }
        all.push(self.voice.plain("notices/board-terms"));
        let kinds = self.view.kinds.iter();
        all.extend(kinds.map(|kind| self.kind(kind, &letters(kind))));
        all
    }

    /// What upper and lower case mean, and the armies.
    fn armies(&self) -> Value {
        let army = |seat: usize| {
            self.view
                .seats
                .get(seat)
                .and_then(|seat| seat.army.as_deref())
        };
        context! {
            first_army => army(0).unwrap_or_default(),
            second_army => army(1).unwrap_or_default(),
            ..self.sides()
        }
    }

    /// How a kind of piece on this board moves.
    fn kind(&self, kind: &KindView, letters: &str) -> String {
        let moves = kind.moves.as_ref().map(|moves| self.voice.reason(moves));
        let moves = moves.unwrap_or_default();
        format!("{letters} {}: {moves}", piece_name(self.voice, &kind.name))
    }
}

/// The letters of a kind on the board: upper case for the first seat, lower case for the second.
fn letters_of(kind: &KindView) -> String {
    let small = kind.letter.to_ascii_lowercase();
    match Seat::BOTH.map(|seat| kind.seats.has(seat)) {
        [true, true] => format!("{} {small}", kind.letter),
        [true, false] => format!("{}  ", kind.letter),
        _ => format!("{small}  "),
    }
}

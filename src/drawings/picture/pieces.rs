//! The pieces in the cells: on what they stand, and what is seen of them.

use std::fmt::Write;

use crate::rules::view::{Form, HeldPieces};
use crate::rules::{BoardView, Forward, PieceView, Seat, Surface};

use super::super::ascii::forward;
use super::super::promoted::Promoted;
use super::super::{Pieces, armies, colours, facings};
use super::cells::{BLACK, Cells, Svg, WARNING, WHITE};
use super::shapes::{self, CELL, DISC, LANCER, OCTAGON, WEDGE};

/// What tells the second player's shapes apart where colours are not seen: they stand on a bar.
const BAR: &str = "<path stroke=\"none\" d=\"M9 40.2h27v3.2H9z\"/>";
/// The same on discs: a ring.
const RING: &str =
    "<circle cx=\"22.5\" cy=\"22.5\" r=\"14.8\" fill=\"none\" stroke-width=\"1.4\"/>";

const MIDDLE: f32 = CELL / 2.0;

/// What is seen of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Face {
    /// A shape that readers are held to know.
    Known(&'static str),
    /// Another shape; its letter is beside it.
    Shape(&'static str),
    /// The path of a Chinese character; its letter is beside it.
    Character(&'static str),
    /// Letters.
    Letters(String),
}

impl Face {
    /// What a reader who has chosen `pieces` sees of a piece.
    pub fn of(view: &BoardView, pieces: Pieces, piece: &PieceView) -> Self {
        let character = piece.character.filter(|_| pieces == Pieces::Kanji);
        if let Some(path) = character.and_then(shapes::character) {
            return Self::Character(path);
        }
        let points = matches!(view.surface, Surface::Points { .. });
        // Pieces of other families have the same names, and move in other ways.
        let usual = view.form == Form::Usual && !points && !piece.plus;
        if usual || pieces == Pieces::Western {
            if let Some(shape) = shapes::of_chess(&piece.name) {
                return Self::Known(shape);
            }
            let name = piece.shape.as_ref().unwrap_or(&piece.name);
            let turned = piece.facing.map(|_| LANCER);
            if let Some(shape) = shapes::of_any(name).or(turned) {
                return Self::Shape(shape);
            }
        }
        let promoted = Promoted::of(view, piece).filter(|_| piece.plus);
        Self::Letters(promoted.map_or_else(|| piece.letter.to_string(), Promoted::signs))
    }

    /// Whether a piece is its shape, and stands on nothing.
    pub fn is_figure(&self, view: &BoardView) -> bool {
        let free = view.form == Form::Usual && !matches!(view.surface, Surface::Points { .. });
        free && matches!(self, Self::Known(_) | Self::Shape(_))
    }
}

/// Whether a piece is a shape that readers are held to know.
pub fn is_figure(view: &BoardView, pieces: Pieces, piece: &PieceView) -> bool {
    let face = Face::of(view, pieces, piece);
    view.seats.len() <= 2 && face.is_figure(view) && matches!(face, Face::Known(_))
}

impl Cells<'_> {
    pub(super) fn piece(&self, svg: &mut Svg, piece: &PieceView) {
        let view = self.view;
        let second = piece.owner.is_some_and(|owner| owner != Seat(0));
        let (fill, ink) = match view.form {
            // Wood, of two kinds. The direction tells the player.
            Form::Wedge => (if second { "#dcb987" } else { "#fff4d8" }, BLACK),
            Form::Usual | Form::Octagon => colours::of_player(view, piece.owner),
        };
        // The borders of loose squares need some room.
        let size = if view.surface == Surface::LooseSquares {
            0.86
        } else {
            1.0
        };
        let from = MIDDLE * (1.0 - size);
        let _ = write!(
            svg.out,
            "<g transform=\"translate({from} {from}) scale({size})\" fill=\"{fill}\" stroke=\"{ink}\">"
        );
        let face = Face::of(view, self.pieces, piece);
        let several = view.seats.len() > 2;
        let ink = if piece.plus && ink == BLACK {
            WARNING
        } else {
            ink
        };
        let turned = match piece.owner {
            Some(owner) if several || view.form == Form::Wedge => Some(ahead(view, owner)),
            _ => None,
        };
        match (turned, &face) {
            (Some(angle), _) => on_wedge(svg, &face, angle, ink),
            (None, Face::Known(shape) | Face::Shape(shape)) if face.is_figure(view) => {
                let lower = if second { 0.0 } else { 1.5 };
                let turned = piece.facing.map(|facing| {
                    // Directions are counted clockwise from up.
                    let angle = 45 * facings::seen(view, facing) as u16;
                    format!("translate(3.2 1.7) scale(.86) rotate({angle} {MIDDLE} {MIDDLE})")
                });
                let place = turned.unwrap_or_else(|| format!("translate(0 {lower})"));
                let _ = write!(svg.out, "<g transform=\"{place}\">{shape}</g>");
                svg.out.push_str(if second { BAR } else { "" });
            }
            (None, _) => {
                let disc = if view.form == Form::Octagon {
                    OCTAGON
                } else {
                    DISC
                };
                let ring = if second { RING } else { "" };
                let _ = write!(svg.out, "{disc}{ring}");
                // Where all pieces are of one kind, nothing has to tell it.
                if !view.uniform {
                    on_ground(svg, &face, (MIDDLE, MIDDLE), 0, ink);
                }
            }
        }
        let letter = beside(view, piece, &face);
        if let Some(letter) = letter {
            let y = if self.is_below(piece) {
                CELL - 7.0
            } else {
                7.0
            };
            let crowded = !face.is_figure(view) && !several;
            let mut put = |sign, x, ink| {
                if crowded {
                    // What is under it is covered around it.
                    svg.sign(sign, (x, y), 0.62, (colours::POINTS, 8.0));
                }
                svg.sign(sign, (x, y), if crowded { 0.62 } else { 0.68 }, (ink, 2.4));
            };
            put(letter, CELL - if crowded { 4.6 } else { 6.2 }, BLACK);
            if piece.plus {
                put('+', 4.6, WARNING);
            }
        }
        if let Some(Promoted::FromPawn(_)) = Promoted::of(view, piece) {
            let x = if letter.is_some() { 7.0 } else { CELL - 7.0 };
            // A crown reaches into the corner.
            svg.sign('~', (x, 7.5), 1.0, (WHITE, 6.0));
            svg.sign('~', (x, 7.5), 1.0, (WARNING, 2.6));
        }
        svg.out.push_str("</g>");
    }

    /// Whether the letter beside a piece is in a lower corner, where the wedge is narrow.
    fn is_below(&self, piece: &PieceView) -> bool {
        let view = self.view;
        let owner = piece.owner.filter(|_| view.form == Form::Wedge);
        view.seats.len() <= 2 && owner.is_some_and(|owner| ahead(view, owner) == 180)
    }

    /// In which corners signs are beside a piece, clockwise from the upper left.
    pub(super) fn corners(&self, piece: &PieceView) -> [bool; 4] {
        let face = Face::of(self.view, self.pieces, piece);
        let letter = beside(self.view, piece, &face).is_some();
        let plus = letter && piece.plus;
        let promoted = Promoted::of(self.view, piece);
        let from_pawn = matches!(promoted, Some(Promoted::FromPawn(_)));
        match self.is_below(piece) {
            true => [false, false, letter, plus],
            false => [
                plus || from_pawn && letter,
                letter || from_pawn,
                false,
                false,
            ],
        }
    }

    /// Pieces of one kind in a hand, with their number; nothing but the ground for none. Pixels of width and height.
    pub fn held(
        &self,
        held: Option<(&HeldPieces, Seat)>,
        (width, height): (usize, usize),
    ) -> String {
        let mut svg = Svg::new(width, height);
        svg.ground(colours::POINTS, (width, height));
        if let Some((held, seat)) = held {
            svg.units(height);
            let piece = PieceView {
                letter: held.letter,
                name: held.name.clone(),
                owner: Some(seat),
                character: held.character,
                shape: held.shape.clone(),
                was: None,
                plus: false,
                facing: None,
            };
            self.piece(&mut svg, &piece);
            if held.count > 1 {
                let x = CELL * (1.0 + width as f32 / height as f32) / 2.0;
                svg.signs(&held.count.to_string(), (x, MIDDLE), 0.7, (BLACK, 2.4));
            }
            svg.out.push_str("</g>");
        }
        svg.end()
    }
}

/// The letter beside a piece.
fn beside(view: &BoardView, piece: &PieceView, face: &Face) -> Option<char> {
    if view.seats.len() > 2 {
        // What it was, which it is again in a hand.
        return piece.was.as_ref().map(|_| armies::sign(view, piece)[1]);
    }
    match (face, Promoted::of(view, piece)) {
        (Face::Letters(_), _) => None,
        (_, Some(by @ Promoted::By(_))) => Some(by.letter()),
        (Face::Known(_), _) => None,
        (Face::Shape(_), _) if view.uniform => None,
        (Face::Shape(_) | Face::Character(_), _) => Some(piece.letter),
    }
}

/// A piece on a wedge that points where its player's pieces go.
fn on_wedge(svg: &mut Svg, face: &Face, angle: u16, ink: &str) {
    let _ = write!(
        svg.out,
        "<g transform=\"rotate({angle} {MIDDLE} {MIDDLE})\">{WEDGE}</g>"
    );
    // The widest part of the wedge is behind its middle.
    let (x, y) = match angle {
        0 => (0.0, 2.0),
        90 => (-2.0, 0.0),
        180 => (0.0, -2.0),
        _ => (2.0, 0.0),
    };
    on_ground(svg, face, (MIDDLE + x, MIDDLE + y), angle, ink);
}

/// What is seen of a piece on what it stands on, around a place.
fn on_ground(svg: &mut Svg, face: &Face, (x, y): (f32, f32), angle: u16, ink: &str) {
    match face {
        Face::Known(shape) | Face::Shape(shape) => {
            let size = 0.62;
            let (x, y) = (x - MIDDLE * size, y - MIDDLE * size + 1.0);
            let fill = if ink == WARNING { WARNING } else { WHITE };
            let _ = write!(
                svg.out,
                "<g transform=\"translate({x} {y}) scale({size})\" fill=\"{fill}\" stroke=\"{BLACK}\" \
                 stroke-width=\"2\">{shape}</g>"
            );
        }
        Face::Character(path) => {
            // The sign is turned with what it stands on.
            let _ = write!(
                svg.out,
                "<path transform=\"translate({x} {y}) rotate({angle}) scale(.23) translate(-50 -50)\" \
                 fill=\"{ink}\" stroke=\"none\" d=\"{path}\"/>"
            );
        }
        Face::Letters(signs) => {
            let (scale, width) = if signs.len() > 1 {
                (0.9, 1.8)
            } else {
                (1.1, 2.0)
            };
            svg.signs(signs, (x, y), scale, (ink, width));
        }
    }
}

/// Degrees, clockwise from up, by which a player's way forward is turned in the drawing.
fn ahead(view: &BoardView, seat: Seat) -> u16 {
    let degrees = |way: Forward| match way {
        Forward::North => 0,
        Forward::East => 90,
        Forward::South | Forward::SouthTurned => 180,
        Forward::West => 270,
    };
    let own = view.seats.get(seat.index());
    let own = own.map_or(Forward::North, |seat| seat.forward);
    (360 + degrees(own) - degrees(forward(view))) % 360
}

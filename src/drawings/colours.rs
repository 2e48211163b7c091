//! Colours of boards, the same in HTML and in pictures.

use crate::rules::view::{Mark, Zone};
use crate::rules::{BoardView, CellView, Place, Seat, Surface};

use super::zones;

/// Light squares.
pub const LIGHT: &str = "#f0d9b5";
/// Boards of points in pictures.
pub const POINTS: &str = "#f3e3c3";
/// The water between the banks of a river.
pub const RIVER: &str = "#cfe0ea";

/// The colour of a cell.
pub fn ground(view: &BoardView, cell: &CellView) -> &'static str {
    let square = cell.square;
    shaded(
        view,
        cell,
        (square.file() + square.rank()).is_multiple_of(2),
    )
}

/// The colour of a cell of which a board of squares has light or dark ones.
pub fn shaded(view: &BoardView, cell: &CellView, dark: bool) -> &'static str {
    let square = cell.square;
    match (&view.surface, cell.mark, cell.owner) {
        _ if !cell.exists && !view.duck => "#444444",
        (Surface::Squares, Some(mark), _) => touched(mark, dark),
        (_, Some(mark), _) => touched(mark, false),
        (Surface::Squares, ..) => of_zone(view, square)[usize::from(dark)],
        (Surface::LooseSquares, _, Some(Seat(0))) => "#fff3d6",
        (Surface::LooseSquares, _, Some(_)) => "#b9c4cc",
        (Surface::LooseSquares, _, None) => "#e9e2d0",
        (Surface::Points { palaces, .. }, ..) => {
            let near = |middle: &Place| {
                middle.file().abs_diff(square.file()) <= 1
                    && middle.rank().abs_diff(square.rank()) <= 1
            };
            match palaces.iter().any(near) {
                true => "#e3c78f",
                false => POINTS,
            }
        }
    }
}

/// The colour of the other half of a square that is in two zones and was not touched.
pub fn second_zone(view: &BoardView, cell: &CellView) -> Option<&'static str> {
    let square = cell.square;
    let free = cell.exists && cell.mark.is_none();
    let zone = zones_of(view, square).nth(1).filter(|_| free)?;
    let dark = (square.file() + square.rank()).is_multiple_of(2);
    Some(of_kind(Some(zone))[usize::from(dark)])
}

/// The colours of a light and a dark square, by the zone that it is in.
fn of_zone(view: &BoardView, square: Place) -> [&'static str; 2] {
    of_kind(zones_of(view, square).next())
}

/// The kinds of zone that a square is in.
fn zones_of(view: &BoardView, square: Place) -> impl Iterator<Item = Zone> {
    zones::KINDS.into_iter().filter(move |zone| {
        let mut zones = view.zones.iter().filter(|of| of.zone == *zone);
        zones.any(|of| of.squares.contains(&square))
    })
}

/// The colours of a light and a dark square of such a zone.
const fn of_kind(zone: Option<Zone>) -> [&'static str; 2] {
    match zone {
        None => [LIGHT, "#c89b6d"],
        Some(Zone::Goal) => ["#c9dcec", "#8fb2cf"],
        Some(Zone::Promotion) => ["#dbe3b4", "#a9b878"],
        Some(Zone::Drops) => ["#e6d2ea", "#bd9dc4"],
        Some(Zone::Palace) => ["#ecc6b0", "#c88a6c"],
    }
}

/// The colour of a light or dark cell that the last turn reached or left.
pub fn touched(mark: Mark, dark: bool) -> &'static str {
    match (mark, dark) {
        (Mark::Reached, false) => "#f7d83c",
        (Mark::Reached, true) => "#e0be2e",
        (Mark::Left, false) => "#b9bd5c",
        (Mark::Left, true) => "#a2a742",
    }
}

/// The colour of the border of a loose square, by its owner.
pub fn border(owner: Option<Seat>) -> &'static str {
    match owner {
        // They read on white and on black.
        Some(Seat(0)) => "#a0682a",
        Some(_) => "#557a99",
        None => "#797979",
    }
}

/// The colours of a player's pieces and of the letters on them: by the name of the seat, where it is a colour.
pub fn of_player(view: &BoardView, owner: Option<Seat>) -> (&'static str, &'static str) {
    match owner.map_or("", |owner| view.seat(owner)) {
        "White" => ("#ffffff", "#000000"),
        "Black" => ("#222222", "#ffffff"),
        "Red" => ("#b3261e", "#ffffff"),
        "Green" => ("#1b6b2f", "#ffffff"),
        "Yellow" => ("#ffd54a", "#000000"),
        "Blue" => ("#1d4fa3", "#ffffff"),
        _ if owner == Some(Seat(0)) => ("#ffffff", "#000000"),
        _ if owner == Some(Seat(1)) => ("#222222", "#ffffff"),
        _ => ("#dddddd", "#000000"),
    }
}

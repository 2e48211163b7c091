//! Squares on which the rules differ, in words.

use minijinja::{Value, context};

use crate::rules::board::place::names;
use crate::rules::view::Zone;
use crate::rules::{BoardView, Place};
use crate::text::{SENTENCE, paragraphs};
use crate::words::{Voice, kind};

/// The kinds of zone. Where several have a square, it has the colours of the first two of them, in tables that of the first.
pub const KINDS: [Zone; 4] = [Zone::Goal, Zone::Promotion, Zone::Drops, Zone::Palace];

/// A sentence for each kind of zone that a board has; `tinted`: their squares have colours of their own.
pub fn sentences(view: &BoardView, tinted: bool, voice: Voice<'_>) -> Vec<String> {
    let sentence = |zone: Zone| {
        let zones = view.zones.iter().filter(|of| of.zone == zone);
        let part = zones.map(|of| {
            let seat = of.seat.map(|seat| voice.name(view.seat(seat)));
            context! { seat, ..area(view, &of.squares) }
        });
        let parts: Vec<Value> = part.collect();
        if parts.is_empty() {
            return None;
        }
        let args = context! { zone => kind(&zone), tinted, parts };
        Some(voice.notice("board-zone", args))
    };
    KINDS.into_iter().filter_map(sentence).collect()
}

/// The same as lines, without colours.
pub fn lines(view: &BoardView, voice: Voice<'_>) -> Vec<String> {
    let all = sentences(view, false, voice);
    let lines = all.iter().flat_map(|text| paragraphs(text, SENTENCE, 2));
    lines.collect()
}

/// Squares in few words: whole ranks by their numbers, a rectangle by its corners.
fn area(view: &BoardView, squares: &[Place]) -> Value {
    let ends = |of: fn(&Place) -> u8| {
        let all = || squares.iter().map(of);
        (
            all().min().unwrap_or_default(),
            all().max().unwrap_or_default(),
        )
    };
    let (left, right) = ends(|square| square.file());
    let (low, high) = ends(|square| square.rank());
    let within = usize::from(right - left + 1) * usize::from(high - low + 1);
    if squares.len() < within.max(2) {
        return context! { squares => names(squares) };
    }
    if left == 0 && right + 1 == view.files {
        return context! { ranks => true, first => low + 1, last => high + 1 };
    }
    let corner = |file, rank| Place::new(file, rank).unwrap_or_default().to_string();
    context! { first => corner(left, low), last => corner(right, high) }
}

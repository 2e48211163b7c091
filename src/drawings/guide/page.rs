//! What a page has that is made from the parts of a game.

use std::fmt::Write as _;

use minijinja::context;

use crate::drawings::Style;
use crate::drawings::ascii::{bare, board, grid};
use crate::rules::view::{Zone, ZoneView};
use crate::rules::{BoardView, Game, Seat, Variant};
use crate::text::{WIDTH, paragraphs};
use crate::words::Voice;

use super::{SECOND, begin, end, play, sentence, sketches, to_move};

/// How all kinds of piece move: three drawn beside each other, and below them in words.
pub(super) fn pieces(variant: &dyn Variant, voice: Voice<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for three in variant.kinds().chunks(3) {
        let letters: String = three.iter().map(|kind| kind.letter).collect();
        let drawn = sketches(variant, &letters, voice).unwrap_or_default();
        lines.extend(
            cropped(&drawn)
                .iter()
                .map(|line| line.trim_end().to_owned()),
        );
        for kind in three {
            let moves = kind.moves.as_ref().map(|moves| voice.reason(moves));
            let said = format!("{}: {}.", kind.letter, moves.unwrap_or_default());
            lines.extend(paragraphs(&said, WIDTH, 3));
        }
        lines.push(String::new());
    }
    lines.pop();
    lines
}

/// Sketches below their names without the rows at both ends in which no piece has anything.
fn cropped(drawn: &[String]) -> Vec<String> {
    let Some((names, mut rows)) = drawn.split_first() else {
        return Vec::new();
    };
    let empty = |row: &String| row.chars().all(|sign| sign == '.' || sign == ' ');
    while let [first, inner @ .., last] = rows
        && empty(first)
        && empty(last)
    {
        rows = inner;
    }
    [std::slice::from_ref(names), rows].concat()
}

/// The board at the beginning, and beside it boards with its zones.
pub(super) fn boards(game: &dyn Game, voice: Voice<'_>) -> Vec<String> {
    let view = &game.view(None);
    let [first, second] = Seat::BOTH.map(|seat| voice.name(view.seat(seat)));
    let args = context! { first, second, mover => to_move(game, voice) };
    let mut lines = sentence(voice, "guide-sides", args);
    lines.push(String::new());
    let mut boards = vec![(voice.plain("notices/guide-start"), bare(view, voice))];
    let zones = view.zones.chunk_by(|one, next| one.zone == next.zone);
    boards.extend(zones.map(|zones| zone(view, zones, voice)));
    for two in boards.chunks(2) {
        let narrow = two
            .iter()
            .flat_map(|(_, board)| board)
            .all(|line| line.len() < SECOND);
        match two {
            [(one, left), (other, right)] if narrow => {
                lines.push(format!("{one:<SECOND$}{other}"));
                let pairs = left.iter().zip(right);
                lines.extend(pairs.map(|(left, right)| format!("{left:<SECOND$}{right}")));
            }
            _ => two.iter().for_each(|(title, board)| {
                lines.extend(paragraphs(title, WIDTH, 0));
                lines.extend_from_slice(board);
                lines.push(String::new());
            }),
        }
        lines.push(String::new());
    }
    lines.pop();
    lines
}

/// A board on which only squares of one zone are marked, and what they are for.
fn zone(view: &BoardView, zones: &[ZoneView], voice: Voice<'_>) -> (String, Vec<String>) {
    let named = |zone: &ZoneView| zone.seat.map(|seat| voice.name(view.seat(seat)));
    let initial = |name: String| name.chars().next();
    let mut initials = view
        .seats
        .iter()
        .map(|seat| initial(voice.name(&seat.name)));
    let alike = initials.next() == initials.next();
    let sign = |zone: &ZoneView| {
        let number = zone
            .seat
            .and_then(|seat| char::from_digit(u32::from(seat.0) + 1, 10));
        let letter = named(zone).and_then(initial);
        let sign = if alike { number } else { letter };
        sign.unwrap_or('#')
    };
    let drawn = grid(view, (3, Style::Ascii), |cell| {
        let of = |zone: &&ZoneView| zone.squares.contains(&cell.square);
        let mut marks = zones.iter().filter(of);
        match (marks.next().map(sign), marks.next()) {
            (None, _) => [' ', '.', ' ', ' '],
            (Some(mark), None) => [' ', mark, ' ', ' '],
            (Some(_), Some(_)) => [' ', '#', ' ', ' '],
        }
    });
    let what = zones.first().map_or(Zone::Goal, |zone| zone.zone);
    let what = match what {
        Zone::Promotion => "guide-zone-promotion",
        Zone::Goal => "guide-zone-goal",
        Zone::Drops => "guide-zone-drops",
        Zone::Palace => "guide-zone-palace",
    };
    let signs: Vec<String> = zones
        .iter()
        .filter_map(|zone| Some(format!("{} {}", sign(zone), named(zone)?)))
        .collect();
    (voice.notice(what, context! { signs }), drawn)
}

/// What a part of the page says, in one paragraph.
pub(super) fn prose(variant: &dyn Variant, name: &str, voice: Voice<'_>) -> Vec<String> {
    let said = variant.explained(name);
    let said: Vec<String> = said.iter().map(|reason| voice.reason(reason)).collect();
    paragraphs(&said.join(" "), WIDTH, 0)
}

/// What a part of the page says, below its heading.
pub(super) fn part(
    variant: &dyn Variant,
    (verb, rest): (&str, &str),
    voice: Voice<'_>,
) -> Vec<String> {
    let (name, heading) = rest.split_once(' ').unwrap_or((rest, ""));
    let said = variant.explained(name);
    let mut lines = match said.is_empty() {
        true => Vec::new(),
        false => vec![heading.to_owned()],
    };
    for (number, reason) in (1..).zip(&said) {
        let sign = match verb {
            "count" => format!("{number:>2}."),
            _ => " -".to_owned(),
        };
        let text = voice.reason(reason);
        lines.extend(paragraphs(&format!("{sign} {text}"), WIDTH, sign.len() + 1));
    }
    lines
}

/// The turns of a game to look at, the board after them, and how it ended.
pub(super) fn example(
    variant: &dyn Variant,
    heading: &str,
    voice: Voice<'_>,
) -> Result<Vec<String>, String> {
    let turns = variant.credits().map_or(&[][..], |credits| credits.example);
    if turns.is_empty() {
        return Ok(Vec::new());
    }
    let mut game = begin(variant, "", voice)?;
    let mut played = String::new();
    for turn in turns {
        let turn = play(&mut *game, turn, voice)?;
        // The number of a turn that answers another is known.
        let turn = match turn.split_once("... ") {
            Some((_, turn)) if !played.is_empty() => turn,
            _ => &turn,
        };
        // A turn stays on its line.
        let _ = write!(played, "{} ", turn.replace(' ', "\u{a0}"));
    }
    let mut lines = vec![heading.to_owned()];
    let played = paragraphs(&played, WIDTH, 0).into_iter();
    lines.extend(played.map(|line| line.replace('\u{a0}', " ")));
    let view = game.view(None);
    lines.extend(board(&view, Style::Ascii.into(), voice));
    if game.outcome().is_some() {
        lines.extend(end(&*game, &variant.seats(), voice)?);
    }
    Ok(lines)
}

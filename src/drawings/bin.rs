//! A bin that all players use: the table beside the board, and what is said of it below.

use minijinja::{Value, context};

use crate::rules::board::place::names;
use crate::rules::view::{BinChange, HeldPieces};
use crate::rules::{BoardView, Fact};
use crate::words::Voice;

/// The table of what lies in the bin: its title, then each kind with its number.
pub fn table(pieces: &[HeldPieces], voice: Voice<'_>) -> Vec<String> {
    let count: u32 = pieces.iter().map(|held| u32::from(held.count)).sum();
    let mut lines = vec![voice.notice("board-bin", context! { count })];
    lines.extend(pieces.iter().map(|held| {
        let name = voice.name(&held.name);
        format!("{:>3} {} {name}", held.count, held.letter)
    }));
    lines
}

/// What lies in the bin, in one short line.
pub fn line(pieces: &[HeldPieces], voice: Voice<'_>) -> String {
    let held = pieces.iter();
    let held = held.map(|held| format!("{}{}", held.letter, held.count));
    let args = context! { held => held.collect::<Vec<_>>() };
    format!("     {}", voice.notice("board-bin-line", args))
}

/// Kinds by name, with how many there are of each.
pub fn counted(pieces: &[HeldPieces], voice: Voice<'_>) -> Vec<Value> {
    let one = |held: &HeldPieces| context! { count => held.count, name => voice.name(&held.name) };
    pieces.iter().map(one).collect()
}

/// What lies in the bin, in words.
pub fn spoken(pieces: &[HeldPieces], voice: Voice<'_>) -> String {
    let held = counted(pieces, voice);
    voice.notice("board-bin-spoken", context! { held })
}

/// What is said of the bin and its hot spots, and of squares of each player's in general.
pub fn args(view: &BoardView, fact: &Fact, voice: Voice<'_>) -> Value {
    let name = |seat| voice.name(view.seat(seat));
    match fact {
        Fact::HotSpots(all) | Fact::Gates(all) => {
            let parts = all.iter().map(|(seat, squares)| {
                context! { owner => name(*seat), squares => names(squares) }
            });
            context! { parts => parts.collect::<Vec<_>>() }
        }
        Fact::BarredByBin { change, kinds } => {
            let kinds = kinds.iter().map(|kind| {
                let (letter, name) = (kind.letter.to_string(), voice.name(&kind.name));
                context! { letter, name, since => voice.reason(&kind.since) }
            });
            let kinds: Vec<_> = kinds.collect();
            let capture = *change == BinChange::Capture;
            context! { capture, kinds }
        }
        Fact::Push {
            seat,
            brings,
            barred,
        } => {
            let brings = counted(brings, voice);
            let barred = barred.as_ref().map(|why| voice.reason(why));
            context! { seat => name(*seat), brings, barred }
        }
        _ => context! {},
    }
}

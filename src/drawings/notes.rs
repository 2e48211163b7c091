//! What is said below a board: the facts, a sentence each.

use minijinja::context;

use crate::rules::view::Ending;
use crate::rules::{Bitboard, BoardView, Fact, Seat, Square};
use crate::text::{SENTENCE, paragraphs};
use crate::words::Voice;

use super::{INDENTED, bin};

/// What goes with a position: [`super::Diagram::notes`] alone.
pub fn notes(view: &BoardView, voice: Voice<'_>) -> Vec<String> {
    let said = |fact| {
        let said = sentence(view, fact, voice);
        match fact {
            Fact::Ended { .. } => paragraphs(&said, SENTENCE, 0),
            _ => paragraphs(&said, INDENTED, 2),
        }
    };
    view.facts.iter().flat_map(said).collect()
}

fn sentence(view: &BoardView, fact: &Fact, voice: Voice<'_>) -> String {
    let name = |seat| voice.name(view.seat(seat));
    match fact {
        Fact::LastTurn {
            seat,
            label,
            canonical,
            also: _,
        } => {
            let args = context! { seat => name(*seat), label, turn => canonical };
            voice.say("notices/board-last-turn", args)
        }
        Fact::Check { seat, from } => {
            let seat = name(*seat);
            let attacker = from.and_then(|from| Some((from, view.cell(from)?.piece?)));
            let Some((from, piece)) = attacker else {
                return voice.say("notices/board-check", context! { seat });
            };
            let owner = piece.owner.map_or("nobody", |owner| view.seat(owner));
            let args = context! {
                seat,
                owner => voice.name(owner),
                piece => voice.name(piece.name),
                square => from.to_string(),
            };
            voice.say("notices/board-check-from", args)
        }
        Fact::Threat {
            seat,
            king,
            by,
            before,
        } => threat(view, (*seat, *king), by, before, voice),
        Fact::NoSafeTurn {
            seat,
            by,
            before,
            passes,
        } => {
            let all = |seats: &[Seat]| seats.iter().map(|seat| name(*seat)).collect::<Vec<_>>();
            let (dangers, before) = (all(by), all(before));
            let args = context! { seat => name(*seat), dangers, before, passes };
            voice.say("notices/board-no-safe-turn", args)
        }
        Fact::Barred { seat, squares } => {
            let args = context! { seat => name(*seat), squares => squares.names() };
            voice.say("notices/board-barred", args)
        }
        Fact::EnPassant(square) => {
            let args = context! { square => square.to_string() };
            voice.say("notices/board-en-passant", args)
        }
        Fact::EmptySquares(all) => {
            let parts = all.iter().map(|(owner, squares)| {
                context! { owner => owner.map(name), squares => squares.names() }
            });
            let parts: Vec<_> = parts.collect();
            voice.say("notices/board-empty-squares", context! { parts })
        }
        Fact::Held(_) | Fact::Pushed { .. } => super::facings::note(view, fact, voice),
        Fact::MayPass(seat) => {
            let seat = name(*seat);
            voice.say("notices/board-may-pass", context! { seat })
        }
        Fact::HotSpots(_) | Fact::BarredByBin { .. } | Fact::Push { .. } => {
            bin::sentence(view, fact, voice)
        }
        Fact::Ended { by, ruling } => ending(view, *by, ruling, voice),
    }
}

/// Who attacks a king, and, while the game goes on, whose turns come before its owner's.
fn threat(
    view: &BoardView,
    (seat, king): (Seat, Square),
    by: &[(Seat, Bitboard)],
    before: &[Seat],
    voice: Voice<'_>,
) -> String {
    let name = |seat| voice.name(view.seat(seat));
    let attackers = by.iter().flat_map(|(owner, squares)| {
        squares.map(move |square| {
            let piece = view.cell(square).and_then(|cell| cell.piece);
            let piece = voice.name(piece.map_or("piece", |piece| piece.name));
            context! { owner => name(*owner), piece, square => square.to_string() }
        })
    });
    let attackers: Vec<_> = attackers.collect();
    let dangers = before
        .iter()
        .filter(|seat| by.iter().any(|(owner, _)| owner == *seat));
    let dangers: Vec<String> = dangers.map(|seat| name(*seat)).collect();
    let before: Vec<String> = before.iter().map(|seat| name(*seat)).collect();
    let (seat, king, over) = (name(seat), king.to_string(), view.order.is_empty());
    let args = context! { seat, king, attackers, before, dangers, over };
    voice.say("notices/board-threat", args)
}

/// How a game has ended, with the number of the ruling.
fn ending(view: &BoardView, by: Ending, ruling: &str, voice: Voice<'_>) -> String {
    let seat = |seat| voice.name(view.seat(seat));
    match by {
        Ending::NoLegalTurn { loser } => {
            let args = context! { seat => seat(loser), ruling };
            voice.say("notices/board-no-legal-turn", args)
        }
        Ending::PerpetualCheck { loser, turns } => {
            let args = context! { seat => seat(loser), turns, ruling };
            voice.say("notices/board-perpetual-check", args)
        }
        Ending::PerpetualChase { loser, turns } => {
            let args = context! { seat => seat(loser), turns, ruling };
            voice.say("notices/board-perpetual-chase", args)
        }
        Ending::ThirdRepetition => voice.say("notices/board-third-repetition", context! { ruling }),
        Ending::NothingCrosses => voice.say("notices/board-nothing-crosses", context! { ruling }),
        Ending::NoCapture { turns } => {
            voice.say("notices/board-no-capture", context! { turns, ruling })
        }
    }
}

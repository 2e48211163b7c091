//! What is said below a board: the facts, a sentence each.

use minijinja::context;

use crate::rules::board::place::names;
use crate::rules::view::Ending;
use crate::rules::{BoardView, Fact, Seat};
use crate::text::{SENTENCE, paragraphs};
use crate::words::Voice;

use super::{INDENTED, bin};

/// What goes with a position: [`super::Diagram::notes`] alone.
pub fn notes(view: &BoardView, voice: Voice<'_>) -> Vec<String> {
    about(view, voice, |_| true)
}

/// The same where the last turn is told elsewhere.
pub fn notes_without_turn(view: &BoardView, voice: Voice<'_>) -> Vec<String> {
    about(view, voice, |fact| !matches!(fact, Fact::LastTurn { .. }))
}

fn about(view: &BoardView, voice: Voice<'_>, wanted: impl Fn(&Fact) -> bool) -> Vec<String> {
    let said = |fact| {
        let said = sentence(view, fact, voice);
        match fact {
            Fact::Ended { .. } => paragraphs(&said, SENTENCE, 0),
            _ => paragraphs(&said, INDENTED, 2),
        }
    };
    let facts = view.facts.iter().filter(|fact| wanted(fact));
    facts.flat_map(said).collect()
}

fn sentence(view: &BoardView, fact: &Fact, voice: Voice<'_>) -> String {
    let name = |seat: &Seat| voice.name(view.seat(*seat));
    let all = |seats: &[Seat]| seats.iter().map(name).collect::<Vec<_>>();
    let args = match fact {
        Fact::LastTurn {
            seat, canonical, ..
        } => context! { seat => name(seat), turn => canonical },
        Fact::Check { seat, from } => {
            let seat = name(seat);
            if view.checkmate {
                return voice.notice("board-checkmate", context! { seat });
            }
            let attacker = from.and_then(|from| Some((from, view.cell(from)?.piece.as_ref()?)));
            let Some((from, piece)) = attacker else {
                return voice.notice("board-check", context! { seat });
            };
            let owner = piece.owner.map_or("nobody", |owner| view.seat(owner));
            let args = context! {
                seat,
                owner => voice.name(owner),
                piece => voice.name(&piece.name),
                square => from.to_string(),
            };
            return voice.notice("board-check-from", args);
        }
        Fact::Threat {
            seat,
            king,
            by,
            before,
        } => {
            let attackers = by.iter().flat_map(|(owner, squares)| {
                squares.iter().map(move |square| {
                    let piece = view.cell(*square).and_then(|cell| cell.piece.as_ref());
                    let piece = voice.name(piece.map_or("piece", |piece| &piece.name));
                    context! { owner => name(owner), piece, square => square.to_string() }
                })
            });
            // While the game goes on, turns of others come before that of the king's owner.
            let attacks = |seat: &&Seat| by.iter().any(|(owner, _)| owner == *seat);
            let dangers = before.iter().filter(attacks).map(name);
            context! {
                seat => name(seat),
                king => king.to_string(),
                attackers => attackers.collect::<Vec<_>>(),
                before => all(before),
                dangers => dangers.collect::<Vec<_>>(),
                over => view.order.is_empty(),
            }
        }
        Fact::NoSafeTurn {
            seat, by, before, ..
        } => context! { seat => name(seat), dangers => all(by), before => all(before) },
        Fact::Barred { seat, squares } => {
            context! { seat => name(seat), squares => names(squares) }
        }
        Fact::EnPassant(square) => context! { square => square.to_string() },
        Fact::EmptySquares(all) => {
            let parts = all.iter().map(|(owner, squares)| {
                context! { owner => owner.as_ref().map(name), squares => names(squares) }
            });
            context! { parts => parts.collect::<Vec<_>>() }
        }
        Fact::Walls(squares) => context! { squares => names(squares), duck => view.duck },
        Fact::Count(all) | Fact::ChecksLeft(all) => {
            let parts = all
                .iter()
                .map(|(seat, count)| context! { seat => name(seat), count });
            context! { parts => parts.collect::<Vec<_>>() }
        }
        Fact::Held(_) | Fact::Pushed { .. } => super::facings::args(view, fact, voice),
        Fact::MayPass(seat) => context! { seat => name(seat) },
        Fact::Gates(_) | Fact::HotSpots(_) | Fact::BarredByBin { .. } | Fact::Push { .. } => {
            bin::args(view, fact, voice)
        }
        Fact::Ended { by, .. } => return ending(view, *by, voice),
    };
    voice.tell("board", fact, args)
}

/// How a game has ended.
fn ending(view: &BoardView, by: Ending, voice: Voice<'_>) -> String {
    let seat = match by {
        Ending::NoLegalTurn { loser }
        | Ending::PerpetualCheck { loser, .. }
        | Ending::PerpetualChase { loser, .. } => Some(voice.name(view.seat(loser))),
        Ending::ThirdRepetition | Ending::NothingCrosses | Ending::NoCapture { .. } => None,
    };
    voice.tell("board", &by, context! { seat })
}

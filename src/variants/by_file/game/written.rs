//! The canonical text of a turn.
//!
//! | turn | text | in UCI |
//! |---|---|---|
//! | a piece moves | `Ng1-f3`, `Ng1xf3`; pawns without a letter: `e2-e4` | `g1f3`, `e2e4` |
//! | a promoted piece that keeps what it was moves | `+Pd5-d6` | `d5d6` |
//! | a pawn becomes another piece | `e7-e8=Q`; where it stands: `e5=F` | `e7e8q`, `e5e5f` |
//! | a piece is promoted, or becomes what it was | `Sc3-c4+`, `Sc3-c4-` | `c3c4+`, `c3c4-` |
//! | a piece comes from hand, or does so promoted | `N*f5`, `+P*e1` | `N@f5`, `+P@e1` |
//! | castling, by the side on which the rook stands | `O-O`, `O-O-O` | `e1g1`, `e1c1` |
//! | a piece from hand comes onto a square that is left | `Nb1-c3/H`; onto the rook's: `O-O/Hh1` | `b1c3h`, `h1e1h` |
//! | a wall is put | `e2-e4 @d5` | `e2e4,e4d5` |
//! | nothing is done | `pass` | `e1e1` |

use std::fmt::Write as _;

use crate::rules::composed::Game;
use crate::rules::composed::army::Word;
use crate::rules::composed::turn::Act;
use crate::rules::{Role, Wing};

use super::Action;

/// The text. Of the legal turns of a position, no two have the same.
pub fn text(game: &Game, action: &Action) -> String {
    let turn = &action.turn;
    let mut text = String::with_capacity(10);
    match turn.act {
        Act::Drop(role) => dropped(game, "", role, action, &mut text),
        Act::DropPromoted(role) => dropped(game, "+", role, action, &mut text),
        Act::Pass => text.push_str("pass"),
        Act::Castle => text.push_str(wing(action).text()),
        _ => moved(game, action, &mut text),
    }
    if let Some((role, square)) = turn.gate {
        text.push('/');
        text.push(letter(game, role));
        if square != turn.from {
            square.write(&mut text);
        }
    }
    if let Some(wall) = turn.wall {
        let _ = write!(text, " @{wall}");
    }
    text
}

/// The side on which the rook of a castling stands.
pub fn wing(action: &Action) -> Wing {
    match action.turn.from.index() < action.turn.to.index() {
        true => Wing::King,
        false => Wing::Queen,
    }
}

fn dropped(game: &Game, plus: &str, role: Role, action: &Action, text: &mut String) {
    let _ = write!(text, "{plus}{}*{}", letter(game, role), action.turn.to);
}

fn moved(game: &Game, action: &Action, text: &mut String) {
    let turn = &action.turn;
    match action.before {
        Some(role) => {
            text.push('+');
            text.push(letter(game, role));
        }
        None if game.parts.army.is(action.role, Word::PAWN) => {}
        None => text.push(letter(game, action.role)),
    }
    turn.from.write(text);
    if turn.from != turn.to {
        text.push(if action.captures { 'x' } else { '-' });
        turn.to.write(text);
    }
    match turn.act {
        Act::Promote(role) => {
            text.push('=');
            text.push(letter(game, role));
        }
        Act::PiecePromote => text.push('+'),
        Act::Demote => text.push('-'),
        _ => {}
    }
}

fn letter(game: &Game, role: Role) -> char {
    game.parts.army.about(role).letter
}

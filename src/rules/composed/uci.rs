//! Turns as engines write them (docs/variants/file-board-fen.md, 12).

use std::fmt::Write as _;

use crate::rules::Role;

use super::game::Game;
use super::generate::Source;
use super::position::Position;
use super::turn::{Act, Turn};

impl Game {
    fn small(&self, role: Role) -> char {
        self.parts.army.about(role).letter.to_ascii_lowercase()
    }

    /// The text of a turn in a position.
    pub fn text(&self, at: &Position, turn: &Turn) -> String {
        let mut text = String::with_capacity(8);
        let (mut from, mut to) = (turn.from, turn.to);
        let mut goal = turn.to;
        match turn.act {
            Act::Drop(role) | Act::DropPromoted(role) => {
                if matches!(turn.act, Act::DropPromoted(_)) {
                    text.push('+');
                }
                let letter = self.parts.army.about(role).letter;
                let _ = write!(text, "{letter}@{to}");
                return text;
            }
            Act::Castle => {
                goal = self.castled(turn).0;
                match turn.gate {
                    Some((_, square)) if square == turn.to => (from, to) = (turn.to, turn.from),
                    _ if !self.parts.castling.chess960 && !self.steps_to(at, turn, goal) => {
                        to = goal;
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        from.write(&mut text);
        to.write(&mut text);
        match turn.act {
            Act::Promote(role) => text.push(self.small(role)),
            Act::PiecePromote => text.push('+'),
            Act::Demote => text.push('-'),
            _ => {}
        }
        if let Some((role, _)) = turn.gate {
            text.push(self.small(role));
        }
        if let Some(wall) = turn.wall {
            let _ = write!(text, ",{goal}{wall}");
        } else if self.parts.walls.rule.is_some() && self.parts.walls.wall_or_move {
            let _ = write!(text, ",{goal}a1");
        }
        text
    }

    /// Whether the piece that castles could go where it arrives by its movement.
    fn steps_to(&self, at: &Position, turn: &Turn, goal: super::Square) -> bool {
        let Some(piece) = at.board.at(turn.from) else {
            return false;
        };
        let source = Source::new(self, at, false);
        goal != turn.from && source.targets(piece.role, turn.from).has(goal)
    }

    /// The texts of all legal turns, sorted.
    pub fn texts(&self, at: &Position) -> Vec<String> {
        let turns = self.legal_turns(at);
        let mut all: Vec<String> = turns.iter().map(|turn| self.text(at, turn)).collect();
        all.sort_unstable();
        all
    }

    /// The legal turn with this text.
    pub fn find(&self, at: &Position, text: &str) -> Option<Turn> {
        let turns = self.legal_turns(at).into_iter();
        turns.into_iter().find(|turn| self.text(at, turn) == text)
    }
}

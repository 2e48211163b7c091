//! Counting legal turns, by which speed is measured.

use super::Set;
use super::game::Game;
use super::generate::Source;
use super::position::Position;
use super::safety::Guard;
use super::turn::Turn;

impl Game {
    /// Leaf turns `depth` turns deep. A position in which the game has ended at once has no turns.
    pub fn perft(&self, at: &Position, depth: u32) -> u64 {
        match depth {
            0 => return 1,
            1 => return self.count_turns(at),
            _ => {}
        }
        let mut sum = 0;
        for turn in self.legal_turns(at) {
            let mut next = at.clone();
            self.play(&mut next, &turn);
            sum += self.perft(&next, depth - 1);
        }
        sum
    }

    /// How many legal turns there are.
    pub fn count_turns(&self, at: &Position) -> u64 {
        if self.countable && at.walls.is_empty() {
            if self.immediate_end(at).is_some() {
                return 0;
            }
            let guard = Guard::new(self, at);
            if let Some(count) = self.count_plain(at, &guard) {
                return count;
            }
        }
        self.legal_turns(at).len() as u64
    }

    /// The same where turns need not be listed to be counted.
    fn count_plain(&self, at: &Position, guard: &Guard) -> Option<u64> {
        let shield = guard.shield?;
        let source = Source::new(self, at, guard.checkers.any());
        let mut sum = 0;
        let mut rest = Vec::new();
        for role in self.parts.army.roles() {
            let pieces = at.board.pieces(at.to_move, role);
            if self.pawn == Some(role) {
                sum += self.count_pawns(&source, guard, pieces, &mut rest);
            } else if self.king == Some(role) {
                let king = pieces.first()?;
                sum += u64::from(self.king_steps(at, guard, &source, king).count());
            } else {
                for from in pieces {
                    if shield.bound.has(from) {
                        source.piece(role, from, &mut rest);
                    } else {
                        sum += u64::from((source.targets(role, from) & shield.mask).count());
                    }
                }
            }
        }
        source.castling(&mut rest);
        rest.retain(|turn| self.keeps_king(at, guard, turn));
        Some(sum + rest.len() as u64)
    }

    /// Counts the turns of pawns that are not bound; those of others are added to `rest`.
    fn count_pawns(
        &self,
        source: &Source<'_>,
        guard: &Guard,
        pawns: Set,
        rest: &mut Vec<Turn>,
    ) -> u64 {
        let (Some(shield), Some(pawn)) = (guard.shield, self.pawn) else {
            return 0;
        };
        let rules = &self.parts.promotion;
        let zone = rules.region[source.us.index()];
        let choices = source.choices.iter().count() as u64;
        let bound = pawns & shield.bound;
        let count = |to: Set| {
            let to = to & shield.mask;
            let into = u64::from((to & zone).count());
            let plain = u64::from((to & !zone).count());
            plain + into * (choices + u64::from(!rules.mandatory_pawn))
        };
        let free = pawns & !bound;
        let steps = source.pawn_steps(pawn, free);
        let mut sum = steps.into_iter().map(|(to, _)| count(to)).sum();
        let region = self.mover(source.us, pawn).region;
        for to in source.pawn_captures(free) {
            sum += count(to & source.enemy & region);
        }
        if source.at.marks.any() {
            source.pawns_passing(free, rest);
        }
        if bound.any() {
            source.pawns(pawn, bound, rest);
        }
        sum
    }
}

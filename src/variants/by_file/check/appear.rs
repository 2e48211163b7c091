//! Pieces that never come on the board.

use crate::rules::{Reason, Seat};

use super::Check;
use super::start::Start;
use crate::variants::by_file::keys::kinds::{Kinds, Word};

impl Check<'_> {
    /// Pieces that nothing brings into the game: a slip where the section names them, worth knowing where a parent
    /// does.
    pub(super) fn appear(&mut self, start: &Start) {
        let seen = self.seen(start);
        let mut inherited = Vec::new();
        let letters = self.section.letters().into_keys();
        for kind in letters.filter(|kind| !seen.has(*kind)) {
            let mut said = self.section.said.iter();
            match said.find(|entry| entry.key == kind.name()) {
                Some(entry) => {
                    let reason = Reason::new("piece-never-appears").text("piece", kind);
                    self.fault(entry.line, reason);
                }
                None => inherited.push(kind),
            }
        }
        if !inherited.is_empty() {
            let reason = Reason::new("pieces-never-appear").list("pieces", inherited);
            self.remark(self.section.line, reason);
        }
    }

    /// The pieces that may come on the board.
    fn seen(&self, start: &Start) -> Kinds {
        let section = self.section;
        if section.about.free_drops {
            return section.letters().into_keys().collect();
        }
        let board = start.board.values().chain(&start.hands);
        let mut seen: Kinds = board.map(|(kind, _)| *kind).collect();
        let promotions = section.promotions();
        // Each round finds at least one more, or is the last.
        for _ in 0..Word::all().count() {
            let before = seen;
            for seat in Seat::BOTH {
                let pawns = section.kinds("promotionPawnTypes", seat).with(Word::PAWN);
                if pawns.iter().any(|pawn| seen.has(pawn)) {
                    let becomes = section.kinds("promotionPieceTypes", seat);
                    seen = becomes.iter().fold(seen, Kinds::with);
                }
            }
            for (from, to) in &promotions {
                if seen.has(*from) {
                    seen = seen.with(*to);
                }
                // What is already promoted on the board may be taken and come back as what it was.
                if seen.has(*to) && start.board.values().any(|(kind, _)| kind == to) {
                    seen = seen.with(*from);
                }
            }
            if seen == before {
                break;
            }
        }
        seen
    }
}

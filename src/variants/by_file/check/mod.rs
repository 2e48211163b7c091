//! What contradicts itself in a section, and what would never come about: the format's own check reports it or plays
//! something else without a word (docs/variants/file-board-fen.md, 9; pawns-castling-hands.md, 14; ends.md).

mod appear;
mod clashes;
mod fits;
pub mod games;
mod idle;
mod played;
pub mod start;

pub use self::played::MOST_COUNTED;

use crate::rules::Reason;

use super::fault::{Fault, Faults};
use super::section::Resolved;
use super::{reread, source};

/// A section under examination.
struct Check<'a> {
    section: &'a Resolved,
    faults: &'a mut Faults,
}

/// Looks for contradictions in a section. `basics_at_fault`: its board, its pieces or its position are at fault, and what
/// does not fit them is not looked for. `left`: how many lines of play may still be counted for this file; `None`: none, and
/// the example is not played.
pub fn check(
    section: &Resolved,
    basics_at_fault: bool,
    left: Option<&mut u64>,
    faults: &mut Faults,
) {
    let mut check = Check { section, faults };
    check.clashes();
    check.idle();
    if basics_at_fault {
        return;
    }
    let start = match start::read(section) {
        Ok(start) => {
            for remark in &start.remarks {
                let line = check.line(&["startFen"]);
                check.remark(line, remark.clone());
            }
            Some(start)
        }
        Err(reason) => {
            let own = section.own("startFen").is_some();
            let line = check.line(&["startFen"]);
            // Children of a game on another board need a start of their own.
            let reason = match (own, &section.parent) {
                (true, _) => reason,
                (false, Some(_)) => Reason::new("start-of-parent").with("why", reason),
                (false, None) => Reason::new("start-not-given"),
            };
            check.fault(line, reason);
            None
        }
    };
    check.board();
    check.fits(start.as_ref());
    if let Some(start) = &start {
        check.kept();
        check.appear(start);
        check.played(left);
    }
}

impl Check<'_> {
    /// A game that is begun keeps the text of its section: it has to be read again as the same.
    fn kept(&mut self) {
        // What is at fault cannot be read again, whatever its length.
        if self.faults.stop(&self.section.name) {
            return;
        }
        let text = source(self.section);
        let again = reread(&self.section.name, &text);
        if again.is_none_or(|again| source(&again) != text) {
            self.fault(self.section.line, Reason::new("section-not-kept"));
        }
    }

    /// The line of the first of these keys that the section has itself; else the line on which it begins.
    fn line(&self, keys: &[&'static str]) -> u32 {
        let own = keys.iter().find_map(|key| self.section.own(key));
        own.map_or(self.section.line, |entry| entry.line)
    }

    /// A key as the section writes it: with a colour, or by the name that it had.
    fn written<'a>(&'a self, key: &'static str) -> &'a str {
        self.section.own(key).map_or(key, |entry| &entry.key)
    }

    fn fault(&mut self, line: u32, reason: Reason) {
        self.faults
            .add(Fault::new(&self.section.name, line, reason));
    }

    fn remark(&mut self, line: u32, reason: Reason) {
        self.faults
            .add(Fault::remark(&self.section.name, line, reason));
    }
}

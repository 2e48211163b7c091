//! Keys that were renamed (docs/variants/file-board-fen.md, 3).

use crate::rules::{Reason, Seat};

use super::reader::Reader;
use crate::variants::by_file::ini::Entry;
use crate::variants::by_file::keys::table::Key;
use crate::variants::by_file::keys::value::{Squares, Value};

impl Reader<'_> {
    /// Applies a key of old; where the section has the key of today as well, the format does not look at it.
    pub(super) fn old(&mut self, entry: &Entry, key: &Key, today: &'static str, value: Value) {
        let mut beside = today.split(" and ").chain(match key.name {
            "doubleStepRankMin" => Some("doubleStepRank"),
            _ => None,
        });
        if let Some(other) = beside.find_map(|name| self.own(name)) {
            let reason = Reason::new("old-key-hidden").text("key", key.name);
            let reason = reason.text("other", &other.key).number("line", other.line);
            return self.fault(entry.line, reason);
        }
        let reason = Reason::new("key-renamed").text("key", key.name);
        self.remark(entry.line, reason.text("today", today));
        let line = entry.line;
        match (key.name, value) {
            ("promotionRank", Value::Line(rank)) => {
                let ranks = rank..self.resolved.size().ranks;
                self.ranks("promotionRegion", ranks, entry);
            }
            ("doubleStepRank", Value::Line(rank)) => {
                self.ranks("doubleStepRegion", 1..rank + 1, entry);
            }
            ("doubleStepRankMin", Value::Line(rank)) => {
                self.ranks("doubleStepRegion", rank..2, entry);
            }
            ("whiteFlag", value) => self.resolved.set("flagRegion", Some(Seat(0)), value, line),
            ("blackFlag", value) => self.resolved.set("flagRegion", Some(Seat(1)), value, line),
            ("whiteDropRegion", value) => {
                self.resolved.set("dropRegion", Some(Seat(0)), value, line);
            }
            ("blackDropRegion", value) => {
                self.resolved.set("dropRegion", Some(Seat(1)), value, line);
            }
            ("castlingRookPiece", value) => {
                self.resolved.set("castlingRookPieces", None, value, line);
            }
            ("dropOnTop", Value::Flag(true)) => {
                self.resolved
                    .set("enclosingDrop", None, Value::Word("top"), line);
            }
            // The format does nothing then.
            ("dropOnTop", _) => self.fault(line, Reason::new("drop-on-top-false")),
            _ => {}
        }
    }

    /// Sets a region of ranks, as each colour counts them.
    fn ranks(&mut self, name: &'static str, ranks: std::ops::Range<u8>, entry: &Entry) {
        let height = self.resolved.size().ranks;
        if ranks.is_empty() || ranks.end > height {
            let reason = Reason::new("rank-range-empty").text("key", &entry.key);
            return self.fault(entry.line, reason.number("ranks", height));
        }
        let black = height - ranks.end..height - ranks.start;
        for (seat, ranks) in Seat::BOTH.into_iter().zip([ranks, black]) {
            let value = Value::Squares(Squares::ranks(ranks.start, ranks.end - 1));
            self.resolved.set(name, Some(seat), value, entry.line);
        }
    }
}

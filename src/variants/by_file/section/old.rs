//! Keys that were renamed (docs/variants/file-board-fen.md, 3).

use std::ops::Range;

use crate::rules::{Reason, Seat};

use super::reader::Reader;
use crate::variants::by_file::ini::Entry;
use crate::variants::by_file::keys::table::Key;
use crate::variants::by_file::keys::value::{Squares, Value};
use crate::variants::by_file::keys::{self, Target};

impl Reader<'_> {
    /// Applies a renamed key; where the section has the key of today as well, the format does not look at it.
    pub(super) fn old(&mut self, entry: &Entry, key: &Key, today: &'static str, value: Value) {
        let mut beside = today.split(" and ").chain(match key.name {
            "doubleStepRankMin" => Some("doubleStepRank"),
            _ => None,
        });
        if let Some(other) = beside.find_map(|name| self.own(name)) {
            let reason = Reason::new("old-key-hidden").text("key", key.name);
            let reason = reason.text("other", &other.key).number("line", other.line);
            return self.fault(entry, reason.text("today", today));
        }
        let height = self.resolved.size().ranks;
        match value {
            Value::Line(rank) => {
                let (name, ranks) = match key.name {
                    "promotionRank" => ("promotionRegion", rank..height),
                    "doubleStepRank" => ("doubleStepRegion", 1..rank + 1),
                    _ => ("doubleStepRegion", rank..2),
                };
                if !self.ranks(name, ranks, entry) {
                    return;
                }
            }
            // The format does nothing then.
            Value::Flag(false) => {
                return self.fault(entry, Reason::new("drop-on-top-false"));
            }
            value => {
                let value = match value {
                    Value::Flag(_) => Value::Word("top"),
                    other => other,
                };
                if let Some(Target::Key(key, seat)) = keys::find(today) {
                    self.resolved.set(key.name, seat, value, entry.line);
                }
            }
        }
        let reason = Reason::new("key-renamed").text("key", key.name);
        self.remark(entry.line, reason.text("today", today));
    }

    /// Sets a region of ranks, as each colour counts them; whether there are such ranks.
    fn ranks(&mut self, name: &'static str, ranks: Range<u8>, entry: &Entry) -> bool {
        let height = self.resolved.size().ranks;
        if ranks.is_empty() || ranks.end > height {
            let reason = Reason::new("rank-range-empty").text("key", &entry.key);
            self.fault(entry, reason.number("ranks", height));
            return false;
        }
        let black = height - ranks.end..height - ranks.start;
        for (seat, ranks) in Seat::BOTH.into_iter().zip([ranks, black]) {
            let value = Value::Squares(Squares::ranks(ranks.start, ranks.end - 1));
            self.resolved.set(name, Some(seat), value, entry.line);
        }
        true
    }
}

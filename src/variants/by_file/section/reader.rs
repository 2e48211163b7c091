//! Reads a section into what its parent says.

use crate::rules::{Reason, Seat};

use super::{Movement, Resolved, TEMPLATE};
use crate::variants::by_file::fault::{Fault, Faults};
use crate::variants::by_file::ini::{self, Entry};
use crate::variants::by_file::keys::kinds::Word;
use crate::variants::by_file::keys::lists;
use crate::variants::by_file::keys::read::{self, Around};
use crate::variants::by_file::keys::squares::{self, Size};
use crate::variants::by_file::keys::table::{Form, Key, Standing, TABLE};
use crate::variants::by_file::keys::value::Value;
use crate::variants::by_file::keys::{self, Target};

/// Reads a section into what its parent says (`None`: it has no parent), and whether its board, its pieces or its
/// position are at fault. `base`: it is one of the format's own games, which may say what no file can.
pub fn resolve(
    section: &ini::Section,
    parent: Option<&Resolved>,
    base: bool,
    faults: &mut Faults,
) -> (Resolved, bool) {
    let parent = parent.unwrap_or(&TEMPLATE);
    let is_basic = |word: &String| {
        keys::is_basic(word) || keys::nearest(word, faults).is_some_and(keys::is_basic)
    };
    let basics_at_fault = section.lost.iter().any(is_basic);
    let mut of = Reader {
        section,
        resolved: parent.child(section),
        base,
        basics_at_fault,
        faults,
    };
    let mut found: Vec<(u32, &Entry, Target)> = Vec::new();
    let (own, others): (Vec<&Entry>, Vec<&Entry>) = section
        .entries
        .iter()
        .partition(|entry| base && entry.key.starts_with("base."));
    for entry in others {
        if entry.value.is_empty() {
            of.fault(entry, about_value(entry, Reason::new("value-empty")));
            continue;
        }
        match keys::find(&entry.key) {
            Some(target) => found.push((turn(target), entry, target)),
            None => {
                let near = keys::nearest(&entry.key, of.faults);
                of.basics_at_fault |= near.is_some_and(keys::is_basic);
                of.fault(entry, keys::unknown(&entry.key, near));
            }
        }
    }
    found.sort_by_key(|(turn, ..)| *turn);
    let figures = found.iter().filter_map(|(_, entry, target)| match target {
        Target::Piece(kind) => Some((*kind, *entry)),
        _ => None,
    });
    let figures: Vec<_> = figures.collect();
    let (board, others) = found.split_at(found.iter().filter(|(turn, ..)| *turn == 0).count());
    for (_, entry, target) in board {
        of.entry(entry, *target);
    }
    of.pieces(&figures, parent);
    for (_, entry, target) in others {
        of.entry(entry, *target);
    }
    // What the format's own games have and no file can say may depend on their pieces.
    for entry in own {
        of.base_entry(entry);
    }
    of.resolved.conclude();
    (of.resolved, of.basics_at_fault)
}

/// When the format applies a key: boards, pieces, renamed keys, `pawnTypes`, others in the order of the table, colours
/// last, but the walls of both colours after those of one.
fn turn(target: Target) -> u32 {
    let row = |key: &Key| TABLE.iter().position(|other| other == key).unwrap_or(0) as u32;
    match target {
        Target::Key(key, _) if ["maxRank", "maxFile"].contains(&key.name) => 0,
        Target::Piece(kind) => 100 + u32::from(kind.0),
        Target::Region(..) => 200,
        Target::Reader(_) => 300,
        Target::Key(key, None) if key.name == "wallingRegion" => 1003 + 4 * row(key),
        Target::Key(key, seat) => {
            1000 + 4 * row(key) + seat.map_or(0, |seat| 1 + u32::from(seat.0))
        }
    }
}

/// A section being read.
pub(super) struct Reader<'a> {
    section: &'a ini::Section,
    pub(super) resolved: Resolved,
    base: bool,
    /// The board, the pieces or the position are at fault, and what does not fit them is not told.
    basics_at_fault: bool,
    faults: &'a mut Faults,
}

impl<'a> Reader<'a> {
    /// Tells a fault of an entry.
    pub(super) fn fault(&mut self, entry: &Entry, reason: Reason) {
        self.basics_at_fault |= keys::is_basic(&entry.key);
        self.faults
            .add(Fault::new(&self.section.name, entry.line, reason));
    }

    pub(super) fn remark(&mut self, line: u32, reason: Reason) {
        self.faults
            .add(Fault::remark(&self.section.name, line, reason));
    }

    /// The section's own entry with this key.
    pub(super) fn own(&self, key: &str) -> Option<&'a Entry> {
        self.section.entries.iter().find(|entry| entry.key == key)
    }

    /// The board that regions may lie on: those of the format's own games reach beyond theirs.
    fn board(&self) -> Size {
        match self.base {
            true => Size::LARGEST,
            false => self.resolved.size(),
        }
    }

    /// Reads what is not a piece.
    fn entry(&mut self, entry: &Entry, target: Target) {
        let key = match target {
            Target::Piece(_) => return,
            Target::Region(kind, seat) => return self.region(entry, kind, seat),
            Target::Reader(key) => {
                let letters = self.resolved.letters();
                let read = self.resolved.about.read(key, &entry.value, &letters);
                return match read {
                    Ok(()) => {}
                    Err(reason) => self.fault(entry, about_value(entry, reason)),
                };
            }
            Target::Key(key, seat) => (key, seat),
        };
        let (key, seat) = key;
        if key.standing == Standing::WithoutEffect {
            let reason = Reason::new("key-without-effect").text("key", key.name);
            return self.remark(entry.line, reason);
        }
        let exact = matches!(key.form, Form::Flag | Form::Word(_));
        if exact && entry.blank_at_end {
            let reason = Reason::new("value-blank-at-end");
            return self.fault(entry, about_value(entry, reason));
        }
        let letters = self.resolved.letters();
        let before = self.resolved.setting(key.name, seat.unwrap_or_default());
        let around = Around {
            size: self.board(),
            letters: &letters,
            before: before.map(|setting| &setting.value),
        };
        let value = match read::value(key.form, &entry.value, &around) {
            Ok(value) => value,
            Err(reason) => return self.fault(entry, about_value(entry, reason)),
        };
        match key.standing {
            Standing::Old(today) => self.old(entry, key, today, value),
            Standing::Refused if value == Value::Flag(true) => {
                let reason = Reason::new("key-refused").text("key", key.name);
                self.fault(entry, reason);
            }
            _ => self.assign(entry, key, seat, value),
        }
    }

    fn assign(&mut self, entry: &Entry, key: &Key, seat: Option<Seat>, value: Value) {
        if matches!(key.name, "pawnTypes" | "promotionPawnTypes") {
            let last = entry.value.chars().next_back();
            let last = last.and_then(|sign| lists::find(&self.resolved.letters(), sign));
            for of in Seat::BOTH
                .into_iter()
                .filter(|of| seat.is_none_or(|seat| seat == *of))
            {
                self.resolved.main_pawn[of.index() & 1] = last;
            }
        }
        if key.name == "pawnTypes" {
            for name in ["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"] {
                self.resolved.set(name, None, value.clone(), entry.line);
            }
        }
        if key.name == "wallingRegion" && seat.is_none() {
            let colours = ["wallingRegionWhite", "wallingRegionBlack"];
            for colour in colours {
                if let Some(hidden) = self.own(colour) {
                    self.fault(hidden, Reason::new("walling-region-hidden"));
                }
            }
        }
        self.resolved.set(key.name, seat, value, entry.line);
    }

    fn region(&mut self, entry: &Entry, kind: Word, seat: Seat) {
        if !self.resolved.has(kind) {
            let reason = Reason::new("region-of-absent-piece").text("piece", kind);
            return self.fault(entry, reason.text("key", &entry.key));
        }
        match squares::read(&entry.value, self.board()) {
            Ok(set) => {
                if let Some(figure) = self.resolved.figures.get_mut(&kind) {
                    figure.region[seat.index() & 1] = set;
                }
            }
            Err(reason) => self.fault(entry, about_value(entry, reason)),
        }
    }

    /// What only the format's own games say.
    fn base_entry(&mut self, entry: &Entry) {
        if entry.key == "base.king" {
            let kind = Word::find(&entry.value);
            let king = self.resolved.figures.get_mut(&Word::KING);
            if let (Some(kind), Some(king)) = (kind, king) {
                king.movement = Movement::As(kind);
            }
            return;
        }
        for pair in entry.value.split(' ') {
            let mut signs = pair.chars();
            let (synonym, letter) = (signs.next(), signs.nth(1));
            let mut all = self.resolved.figures.values_mut();
            if let Some(figure) = all.find(|figure| figure.letter == letter) {
                figure.synonym = synonym;
            }
        }
    }
}

/// The reason with the key whose value is at fault.
fn about_value(entry: &Entry, reason: Reason) -> Reason {
    reason.text("key", &entry.key)
}

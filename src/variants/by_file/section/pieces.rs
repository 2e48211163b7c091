//! Who has which letter (docs/variants/file-board-fen.md, 5).

use crate::rules::{Reason, Seat};

use super::reader::Reader;
use super::{Movement, Resolved, Setting};
use crate::variants::by_file::betza;
use crate::variants::by_file::ini::{Entry, shown};
use crate::variants::by_file::keys::kinds::{Kinds, Word};
use crate::variants::by_file::keys::lists;
use crate::variants::by_file::keys::value::Value;

/// What a section says of a piece.
enum Said {
    /// It is not in the game.
    Gone,
    /// It has this letter, and moves so if that is said.
    Letter(char, Option<String>),
}

/// Reads what is said of a piece, with what its author should know of the movement.
fn read(kind: Word, entry: &Entry) -> Result<(Said, Vec<Reason>), Reason> {
    let text = entry.value.as_str();
    if text == "-" {
        return Ok((Said::Gone, Vec::new()));
    }
    let mut signs = text.chars();
    let first = signs.next().unwrap_or_default();
    if !first.is_ascii_alphabetic() {
        return Err(Reason::new("piece-letter-wanted").text("typed", shown(text)));
    }
    let letter = first.to_ascii_lowercase();
    let rest = signs.as_str();
    let written = kind.is_custom() || kind == Word::KING;
    if rest.is_empty() && kind.is_custom() {
        return Err(Reason::new("piece-without-movement").text("letter", first));
    }
    if rest.is_empty() {
        // The format would take the blank for a movement, and the king would never move.
        return match kind == Word::KING && entry.blank_at_end {
            true => Err(Reason::new("value-blank-at-end")),
            false => Ok((Said::Letter(letter, None), Vec::new())),
        };
    }
    let Some(movement) = rest.strip_prefix(':') else {
        return Err(match written {
            true => Reason::new("piece-colon-wanted").text("typed", shown(text)),
            false => Reason::new("piece-one-letter").text("typed", shown(text)),
        });
    };
    if !written {
        let reason = Reason::new("piece-moves-by-itself").text("moves", kind.movement());
        return Err(reason.text("typed", shown(text)));
    }
    if movement.is_empty() {
        return Err(Reason::new("piece-without-movement").text("letter", first));
    }
    let notation = betza::read(movement)?;
    Ok((
        Said::Letter(letter, Some(movement.to_owned())),
        notation.remarks,
    ))
}

impl Reader<'_> {
    /// Applies what the section says of pieces, which are in the format's order.
    pub(super) fn pieces(&mut self, entries: &[(Word, &Entry)], parent: &Resolved) {
        let mut said = Vec::new();
        for (kind, entry) in entries {
            match read(*kind, entry) {
                Ok((of, remarks)) => {
                    for remark in remarks {
                        self.remark(entry.line, remark.text("piece", kind));
                    }
                    said.push((*kind, *entry, of));
                }
                Err(reason) => {
                    let reason = reason.text("key", &entry.key).text("piece", kind);
                    self.fault(entry, reason);
                }
            }
        }
        self.twice(&said);
        for (kind, entry, of) in &said {
            match of {
                Said::Gone => self.gone(*kind, entry),
                Said::Letter(letter, movement) => {
                    self.letter(*kind, entry, *letter, movement.as_deref());
                }
            }
        }
        self.taken(parent, &said);
        self.no_longer_promoted(parent, &said);
    }

    /// Letters that the section gives to two pieces.
    fn twice(&mut self, said: &[(Word, &Entry, Said)]) {
        for (at, (_, entry, of)) in said.iter().enumerate() {
            let Said::Letter(letter, _) = of else {
                continue;
            };
            let same = |(_, _, other): &&(Word, &Entry, Said)| matches!(other, Said::Letter(l, _) if l == letter);
            if let Some((_, first, _)) = said[..at].iter().find(same) {
                let (first, second) = match first.line < entry.line {
                    true => (*first, *entry),
                    false => (*entry, *first),
                };
                let reason = Reason::new("letter-twice").text("letter", letter);
                let reason = reason.text("key", &second.key).text("other", &first.key);
                self.fault(second, reason.number("line", first.line));
            }
        }
    }

    fn gone(&mut self, kind: Word, entry: &Entry) {
        if !self.resolved.has(kind) {
            let reason = Reason::new("piece-not-there").text("piece", kind);
            self.remark(entry.line, reason);
        }
        self.resolved.remove(kind);
        if kind == Word::KING {
            self.moves(kind, Movement::As(kind));
        }
    }

    fn letter(&mut self, kind: Word, entry: &Entry, letter: char, movement: Option<&str>) {
        let resolved = &mut self.resolved;
        if let Some(holder) = lists::find(&resolved.letters(), letter) {
            resolved.remove(holder);
        }
        if let Some(figure) = resolved.figures.get_mut(&kind) {
            figure.letter = Some(letter);
            figure.synonym = None;
        }
        match movement {
            Some(notation) => {
                // An `e` anywhere in it, and for good.
                if kind.is_custom() && notation.contains('e') {
                    resolved.change("enPassantTypes", |kinds| kinds.with(kind));
                }
                self.moves(kind, Movement::Written(notation.to_owned()));
            }
            None if kind == Word::KING => {
                let before = self.resolved.figures.get(&kind).map(|f| f.movement.clone());
                if before.is_some_and(|before| before != Movement::As(kind)) {
                    let reason = Reason::new("king-moves-plainly").text("key", &entry.key);
                    self.remark(entry.line, reason);
                }
                self.moves(kind, Movement::As(kind));
            }
            None => {}
        }
    }

    fn moves(&mut self, kind: Word, movement: Movement) {
        if let Some(figure) = self.resolved.figures.get_mut(&kind) {
            if figure.movement != movement {
                self.resolved.about.names.remove(&kind);
            }
            figure.movement = movement;
        }
    }

    /// Pieces of the parent whose letters went to others.
    fn taken(&mut self, parent: &Resolved, said: &[(Word, &Entry, Said)]) {
        for (lost, letter) in parent.letters() {
            let removed = said
                .iter()
                .any(|(kind, _, of)| *kind == lost && matches!(of, Said::Gone));
            let given = |(_, _, of): &&(Word, &Entry, Said)| matches!(of, Said::Letter(l, _) if *l == letter);
            // A letter given twice is told as that.
            let twice = said.iter().filter(given).count() > 1;
            if self.resolved.has(lost) || removed || twice {
                continue;
            }
            if let Some((kind, entry, _)) = said.iter().find(given) {
                let reason = Reason::new("letter-taken").text("letter", letter);
                let reason = reason.text("piece", lost).text("by", kind);
                self.remark(entry.line, reason);
            }
        }
    }

    /// Pieces whose letter is said again, whereby the format takes them out of the promotions.
    fn no_longer_promoted(&mut self, parent: &Resolved, said: &[(Word, &Entry, Said)]) {
        const LISTS: [&str; 2] = ["promotionPieceTypesWhite", "promotionPieceTypesBlack"];
        let whole = self.own("promotionPieceTypes").is_some();
        let lost = |seat: Seat| {
            let listed = whole || self.own(LISTS[seat.index() & 1]).is_some();
            let before = parent.kinds("promotionPieceTypes", seat);
            let now = self.resolved.kinds("promotionPieceTypes", seat);
            let lost = before.iter().filter(move |kind| !listed && !now.has(*kind));
            lost.filter(|kind| self.resolved.has(*kind))
                .collect::<Vec<_>>()
        };
        let mut kinds: Vec<Word> = Seat::BOTH.into_iter().flat_map(lost).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            if let Some((_, entry, _)) = said.iter().find(|(of, ..)| *of == kind) {
                let reason = Reason::new("no-longer-promoted-to").text("piece", kind);
                self.remark(entry.line, reason.text("key", &entry.key));
            }
        }
    }
}

impl Resolved {
    /// Takes a piece out of the game, and out of what pawns become.
    fn remove(&mut self, kind: Word) {
        if let Some(figure) = self.figures.get_mut(&kind) {
            figure.letter = None;
            figure.synonym = None;
        }
        self.change("promotionPieceTypes", |kinds| kinds.without(kind));
    }

    /// Changes a set of types of both colours, whatever it comes from.
    fn change(&mut self, name: &'static str, to: impl Fn(Kinds) -> Kinds) {
        for seat in Seat::BOTH {
            let setting = self.settings.get_mut(&(name, seat.0));
            if let Some(Setting {
                value: Value::Pieces(kinds),
                ..
            }) = setting
            {
                *kinds = to(*kinds);
            }
        }
    }
}

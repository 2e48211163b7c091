//! What the page says of hands and drops.

use crate::rules::composed::hands::Enclosing;
use crate::rules::composed::kinds::Kinds;
use crate::rules::composed::{Set, army::Word};
use crate::rules::reason::Arg;
use crate::rules::{Reason, Role, Seat};

use super::{Page, all, named, told};

impl Page<'_> {
    pub(super) fn hands(&self) -> Vec<Reason> {
        let (hands, seirawan) = (&self.of.hands, self.of.gates.seirawan);
        if !hands.drops && !seirawan {
            return Vec::new();
        }
        let mut said: Vec<Reason> = match hands.free {
            true => {
                vec![Reason::new("page-hand-without-end").with("pieces", self.pieces(Kinds::ALL))]
            }
            false => self.held(),
        };
        if hands.captures && !hands.free {
            let promoted = self.roles.iter().copied();
            let promoted = promoted.filter(|role| self.of.army.about(*role).promoted.is_some());
            let pawn = self.of.promotion.main_pawn[0];
            let back = match pawn.filter(|_| promoted.count() == 0) {
                Some(pawn) if !self.of.promotion.piece_types[0].is_empty() => {
                    Some(Reason::new("page-captured-as-pawn").with("pawn", named(self.game, pawn)))
                }
                _ => told(self.promotes_pieces(), "page-captured-as-before"),
            };
            said.push(Reason::new("page-captures-to-hand"));
            said.extend(back.filter(|_| !hands.keep_promoted));
            said.extend(told(hands.keep_promoted, "page-captured-as-it-is"));
        }
        if hands.drops {
            said.extend(self.drops());
        }
        said
    }

    pub(super) fn promotes_pieces(&self) -> bool {
        self.of
            .army
            .kinds
            .iter()
            .any(|kind| kind.promoted.is_some())
    }

    /// What is in the hands at the beginning.
    fn held(&self) -> Vec<Reason> {
        let held = |seat: Seat| {
            let roles = self.roles.iter().copied();
            let pieces = roles.filter_map(|role| {
                let count = self.start.hands[seat.index()][role.index()];
                let reason = Reason::new("page-so-many-pieces").number("count", count);
                (count > 0).then(|| Arg::from(reason.with("piece", named(self.game, role))))
            });
            pieces.collect::<Vec<Arg>>()
        };
        let [first, second] = Seat::BOTH.map(held);
        let reason = |pieces: Vec<Arg>, side: &str| {
            let reason = Reason::new("page-hand-at-start").name("side", side);
            (!pieces.is_empty()).then(|| reason.with("pieces", Arg::List(pieces)))
        };
        match first == second {
            true => all([reason(first, "")]),
            false => all([
                reason(first, &self.seat(Seat(0))),
                reason(second, &self.seat(Seat(1))),
            ]),
        }
    }

    /// Where pieces may be put.
    fn drops(&self) -> Vec<Reason> {
        let (hands, army) = (&self.of.hands, &self.of.army);
        let of = |word, code| {
            let role = army.role(word)?;
            Some(Reason::new(code).with("piece", named(self.game, role)))
        };
        let region = hands.region.map(|set| self.on_board(set));
        let drop = Reason::new("page-drop-in-place-of-move");
        let drop = drop.number("checked", u8::from(self.royal().is_some()));
        let drop = drop.number("checks", u8::from(hands.drop_checks));
        let drop = match self.is_everywhere(region) {
            true => drop,
            false => drop.with("where", self.places(region)),
        };
        let doubled = hands.no_doubled.map(|(role, most): (Role, u8)| {
            let reason = Reason::new("page-drop-not-doubled").number("most", most);
            reason.with("piece", named(self.game, role))
        });
        let due = hands.must_drop;
        let due = (!due.is_empty()).then(|| {
            let reason = Reason::new("page-drop-is-due");
            match due {
                Kinds::ALL => reason,
                _ => reason.with("pieces", self.pieces(due)),
            }
        });
        let start = self.on_board(hands.enclosing_start);
        let start = hands.enclosing.filter(|_| start.any());
        let enclosing = hands.enclosing.map(|rule| match rule {
            Enclosing::Reversi => Reason::new("page-drop-encloses"),
            Enclosing::Ataxx | Enclosing::Quadwrangle => Reason::new("page-drop-beside-own"),
            Enclosing::Snort => Reason::new("page-drop-not-beside-enemy"),
            Enclosing::AnySide => Reason::new("page-drop-from-edge"),
            Enclosing::Top => Reason::new("page-drop-on-top"),
        });
        all([
            Some(drop),
            self.pawn_drops(),
            doubled,
            told(!hands.drop_checks, "page-drop-gives-no-check"),
            told(hands.drop_promoted, "page-drop-promoted"),
            due,
            of(Word::ROOK, "page-drop-on-first-rank").filter(|_| hands.sittuyin_rook),
            of(Word::BISHOP, "page-drop-on-both-shades").filter(|_| hands.opposite_bishops),
            start.map(|_| {
                let start = self.place(hands.enclosing_start);
                Reason::new("page-drop-there-first").with("where", start)
            }),
            enclosing,
        ])
    }

    /// Where the format's pawns may not be put.
    fn pawn_drops(&self) -> Option<Reason> {
        let hands = &self.of.hands;
        let pawn = self.role(Word::PAWN)?;
        let mut barred = [Set::EMPTY; 2];
        let firsts = [0, self.of.size.1 - 1];
        for (seat, barred) in barred.iter_mut().enumerate() {
            if !hands.promotion_zone_pawns {
                *barred |= self.on_board(self.of.promotion.region[seat]);
            }
            if !hands.first_rank_pawns {
                *barred |= self.on_board(Set::rank(firsts[seat]));
            }
        }
        let can = self.start.hands.iter().any(|hand| hand[pawn.index()] > 0);
        let can = can || hands.captures || hands.free;
        (can && barred.iter().any(|set| set.any())).then(|| {
            let reason = Reason::new("page-drop-of-pawns").with("pawn", named(self.game, pawn));
            reason.with("where", self.places(barred))
        })
    }
}

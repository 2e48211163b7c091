//! What the page says of pawns and of promotion.

use crate::rules::composed::kinds::Kinds;
use crate::rules::composed::{Set, army::Word};
use crate::rules::reason::Arg;
use crate::rules::{Reason, Role, Seat};

use super::{Page, all, named, told};

/// How a seat's pawns promote: which, where, to what.
type Promotes = (Vec<Role>, Set, Vec<Role>);

impl Page<'_> {
    pub(super) fn pawns(&self) -> Vec<Reason> {
        let mut said = self.steps();
        said.extend(match self.of.promotion.sittuyin {
            true => self.in_place(),
            false => self.by_arrival(),
        });
        said.extend(self.of_pieces());
        said.extend(told(self.of.hands.immobility_illegal, "page-must-move-on"));
        said
    }

    /// Steps of two or three squares, and en passant.
    fn steps(&self) -> Vec<Reason> {
        let pawns = &self.of.pawns;
        let pawn = self.role(Word::PAWN);
        let area = |sets: [Set; 2]| sets.map(|set| self.on_board(set));
        let some = |sets: &[Set; 2]| sets.iter().any(|set| set.any());
        let (double, triple) = (area(pawns.double_step), area(pawns.triple_step));
        let step = |squares: [Set; 2], code| {
            let pawn = pawn.filter(|_| some(&squares))?;
            let reason = Reason::new(code).with("pawn", named(self.game, pawn));
            Some(reason.with("where", self.places_of(pawn, squares)))
        };
        let farther = |kind: &crate::rules::composed::army::Kind| !kind.initial.is_empty();
        let initial = some(&double) && self.of.army.kinds.iter().any(farther);
        let steps = pawn.is_some() && (some(&double) || some(&triple));
        let region = area(pawns.en_passant_region);
        let able = |seat: usize| {
            let types = pawns.en_passant_types[seat];
            let pawn = pawn.filter(|_| region[seat].any()).map(Kinds::of);
            let able = self.of.army.roles().filter(|role| types.has(*role));
            let able: Kinds = able.filter(|_| region[seat].any()).collect();
            pawn.map_or(able, |pawn| pawn.iter().fold(able, Kinds::with))
        };
        let able = able(1).iter().fold(able(0), Kinds::with);
        let passing = (steps || initial).then(|| match able.is_empty() {
            true => Reason::new("page-no-en-passant"),
            false => {
                let reason = Reason::new("page-en-passant").with("pieces", self.pieces(able));
                let stepper = pawn.filter(|_| !initial).map(|pawn| self.game.name(pawn));
                let reason = reason.name("stepper", stepper.unwrap_or("piece"));
                match self.is_everywhere(region) {
                    true => reason,
                    false => reason.with("where", self.places(region)),
                }
            }
        });
        all([
            step(double, "page-pawn-double-step"),
            step(triple, "page-pawn-triple-step"),
            told(pawn.is_some() && !steps, "page-no-double-step"),
            passing,
        ])
    }

    /// The pawns of a seat that promote by arriving; not the one that can be promoted, too.
    fn promotes(&self, seat: Seat) -> Promotes {
        let rules = &self.of.promotion;
        let is_pawn = |role: &Role| {
            let pawn = self.of.army.is(*role, Word::PAWN);
            pawn || rules.pawn_types[seat.index()].has(*role)
        };
        let roles = || self.roles.iter().copied();
        let pawns = roles().filter(|role| is_pawn(role) && self.may_have(seat, *role));
        let pawns = pawns.filter(|role| self.plus() != Some(*role));
        let choices = roles().filter(|role| rules.piece_types[seat.index()].has(*role));
        let region = self.on_board(rules.region[seat.index()]);
        (pawns.collect(), region, choices.collect())
    }

    /// The pawn that can also be promoted to what its kind becomes.
    fn plus(&self) -> Option<Role> {
        let pawn = self.role(Word::PAWN)?;
        self.of.army.about(pawn).promoted.and(Some(pawn))
    }

    /// The same for the pawn that can be promoted.
    fn promotes_plus(&self, seat: Seat) -> Promotes {
        let (_, region, mut choices) = self.promotes(seat);
        let plus = self.plus().filter(|pawn| self.may_have(seat, *pawn));
        choices.extend(plus.and_then(|pawn| self.of.army.about(pawn).promoted));
        (plus.into_iter().collect(), region, choices)
    }

    /// Whether pawns become other pieces.
    pub(super) fn promotes_pawns(&self) -> bool {
        let promotes = |seat| {
            let (pawns, _, choices) = self.promotes(seat);
            let some = !pawns.is_empty() || self.plus().is_some();
            some && !choices.is_empty()
        };
        Seat::BOTH.into_iter().any(promotes)
    }

    fn by_arrival(&self) -> Vec<Reason> {
        let all = Seat::BOTH.map(|seat| self.promotes(seat));
        let mut said = self.arrivals(&all);
        said.extend(self.arrivals(&Seat::BOTH.map(|seat| self.promotes_plus(seat))));
        said.extend(self.limits(&all));
        said
    }

    fn arrivals(&self, [first, second]: &[Promotes; 2]) -> Vec<Reason> {
        let same = first.0 == second.0 && first.2 == second.2;
        let regions = [first.1, second.1];
        let statement = |(pawns, _, choices): &Promotes, regions: [Set; 2], side: Option<Seat>| {
            if pawns.is_empty() {
                return None;
            }
            let none = regions.iter().all(|set| set.is_empty()) || choices.is_empty();
            let code = if none {
                "page-pawns-stay-pawns"
            } else {
                "page-pawns-promote"
            };
            let set = |roles: &[Role]| self.pieces(roles.iter().copied().collect());
            let reason = Reason::new(code).with("pawns", set(pawns));
            let reason = reason.with("choices", set(choices));
            let reason = reason.number("must", u8::from(self.of.promotion.mandatory_pawn));
            let reason = reason.with("where", self.places(regions));
            Some(reason.name(
                "side",
                &side.map_or_else(String::new, |seat| self.seat(seat)),
            ))
        };
        match same {
            true => all([statement(first, regions, None)]),
            false => all([
                statement(first, [first.1; 2], Some(Seat(0))),
                statement(second, [second.1; 2], Some(Seat(1))),
            ]),
        }
    }

    /// How many of a kind there may be for one more.
    fn limits(&self, of: &[Promotes; 2]) -> Option<Reason> {
        let chosen = |role: &Role| of.iter().any(|(.., choices)| choices.contains(role));
        let limited = |role: &Role| self.of.promotion.limit[role.index()] > 0;
        // With a choice that has no limit, a pawn can always go there.
        let none_left = of.iter().any(|(pawns, _, choices)| {
            !pawns.is_empty() && !choices.is_empty() && choices.iter().all(limited)
        });
        let roles = self.roles.iter().copied().filter(|role| chosen(role));
        let limits = roles.filter_map(|role| {
            let limit = self.of.promotion.limit[role.index()];
            let reason = Reason::new("page-so-many-pieces").number("count", limit);
            let reason = reason.with("piece", named(self.game, role));
            (limit > 0).then(|| Arg::from(reason))
        });
        let limits: Vec<Arg> = limits.collect();
        (!limits.is_empty()).then(|| {
            let rules = &self.of.promotion;
            let closed = rules.mandatory_pawn && !rules.sittuyin && none_left;
            let reason = Reason::new("page-promotion-limits").number("closed", u8::from(closed));
            reason.with("limits", Arg::List(limits))
        })
    }

    /// Promotion that takes a turn.
    fn in_place(&self) -> Vec<Reason> {
        let of = Seat::BOTH.map(|seat| self.promotes(seat));
        let (pawns, _, choices) = &of[0];
        let set = |roles: &[Role]| self.pieces(roles.iter().copied().collect());
        let reason = Reason::new("page-pawns-promote-in-place").with("pawns", set(pawns));
        let reason = reason.with("choices", set(choices));
        let reason = reason.with("where", self.places(self.of.promotion.region));
        let mut said = vec![reason];
        said.extend(self.limits(&of));
        said
    }

    /// Pieces that become what their kind is promoted to.
    fn of_pieces(&self) -> Vec<Reason> {
        let rules = &self.of.promotion;
        let army = &self.of.army;
        let able = self.roles.iter().copied();
        let able = able.filter(|role| !army.is(*role, Word::PAWN));
        let able: Kinds = able
            .filter(|role| army.about(*role).promoted.is_some())
            .collect();
        if able.is_empty() {
            return Vec::new();
        }
        let whole = self.is_everywhere(rules.region);
        let reason = Reason::new("page-pieces-promote").with("pieces", self.pieces(able));
        let reason = reason.number("must", u8::from(rules.mandatory_piece));
        let reason = reason.number("whole", u8::from(whole));
        let reason = reason.number("capture", u8::from(rules.piece_on_capture));
        let reason = reason.with("where", self.places(rules.region));
        all([
            Some(reason),
            rules.demotion.then(|| {
                let reason = Reason::new("page-promoted-turn-back");
                let reason = reason.number("must", u8::from(rules.mandatory_piece));
                let reason = reason.number("whole", u8::from(whole));
                reason.number("capture", u8::from(rules.piece_on_capture))
            }),
        ])
    }
}

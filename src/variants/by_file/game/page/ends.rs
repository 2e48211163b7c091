//! What the page says of the ends of a game, in the order in which they are looked at (docs/variants/ends.md, 1).

use crate::rules::composed::army::Word;
use crate::rules::composed::ends::Value;
use crate::rules::composed::ends::connect::Connect;
use crate::rules::composed::ends::counting::Counting;
use crate::rules::composed::ends::extinction::{Counted, Extinction};
use crate::rules::composed::ends::flag::Flag;
use crate::rules::composed::ends::material::{Material, POINTS};
use crate::rules::composed::kinds::Kinds;
use crate::rules::composed::walls::Walling;
use crate::rules::reason::Arg;
use crate::rules::{Reason, Seat};

use super::{Page, all, told};

/// What an end is worth for the side that a sentence is about.
fn worth(value: Value) -> Reason {
    match value {
        Value::WIN => Reason::new("page-end-wins"),
        Value::LOSS => Reason::new("page-end-loses"),
        _ => Reason::new("page-end-draws"),
    }
}

/// A statement with what limits it.
fn but(reason: Reason, more: Vec<Reason>) -> Reason {
    if more.is_empty() {
        return reason;
    }
    let more: Arg = more.into_iter().map(Arg::from).collect();
    Reason::new("page-and-more")
        .with("first", reason)
        .with("more", more)
}

impl Page<'_> {
    pub(super) fn ends(&self) -> Vec<Reason> {
        let ends = &self.of.ends;
        let mut said = Vec::new();
        said.extend(ends.extinction.iter().map(|rule| self.extinction(rule)));
        said.extend(ends.flag.iter().flat_map(|rule| self.flag(rule)));
        said.extend(self.castling_wins());
        said.extend(ends.check_counting.then(|| {
            let [first, second] = self.start.checks;
            let reason = Reason::new("page-end-checks").name("first", &self.seat(Seat(0)));
            let reason = reason.name("second", &self.seat(Seat(1)));
            reason.number("one", first).number("other", second)
        }));
        said.extend(ends.connect.iter().flat_map(|rule| self.connection(rule)));
        let (gates, walls) = (&self.of.gates, &self.of.walls);
        let passes = [gates.pass, gates.pass_on_stalemate]
            .concat()
            .contains(&true);
        let drawn = |holds: bool, code| holds.then(|| self.drawn(Reason::new(code)));
        said.extend(all([
            drawn(ends.bikjang, "page-end-facing-kings"),
            drawn(passes && !walls.wall_or_move, "page-end-passes"),
            drawn(ends.full_board, "page-end-full-board"),
        ]));
        said.extend(self.without_turn());
        said.extend(self.by_past());
        said.extend(told(ends.dead, "page-end-dead"));
        said.extend(self.points());
        said
    }

    /// With what a draw comes to.
    fn drawn(&self, reason: Reason) -> Reason {
        let odds = |seat| Reason::new("page-end-by-odds").name("side", &self.seat(seat));
        reason.with(
            "drawn",
            match self.of.ends.material {
                None => Reason::new("page-end-drawn"),
                Some(Material::Unweighted) => Reason::new("page-end-by-number"),
                Some(Material::Janggi) => Reason::new("page-end-by-points"),
                Some(Material::WhiteDrawOdds) => odds(Seat(0)),
                Some(Material::BlackDrawOdds) => odds(Seat(1)),
            },
        )
    }

    /// What pieces are worth, where points decide.
    fn points(&self) -> Option<Reason> {
        self.of
            .ends
            .material
            .filter(|rule| *rule == Material::Janggi)?;
        let worth = |(word, points): &(Word, i32)| {
            let role = self.role(*word)?;
            let reason = Reason::new("page-points-of").name("piece", self.game.name(role));
            Some(Arg::from(reason.number("count", *points)))
        };
        let points = POINTS.iter().filter_map(worth).collect::<Arg>();
        let reason = Reason::new("page-end-points").with("points", points);
        let reason = reason.name("first", &self.seat(Seat(0)));
        Some(reason.name("second", &self.seat(Seat(1))))
    }

    fn extinction(&self, rule: &Extinction) -> Reason {
        let (kinds, together) = match &rule.types {
            Counted::Together => (Kinds::EMPTY, true),
            Counted::Each(kinds) => (*kinds, false),
        };
        let captures = &self.of.captures;
        // Where it is guarded, no turn may take off the own one.
        let blast = captures.blast && self.of.royalty.pseudo.is_none();
        let both = blast || !together && kinds.iter().nth(1).is_some();
        let reason = Reason::new("page-end-extinction").with("pieces", self.pieces(kinds));
        let reason = reason
            .number("count", rule.count)
            .number("others", rule.opponent_count);
        let reason = reason.number("claim", u8::from(rule.claim));
        let reason = reason
            .number("both", u8::from(both))
            .with("worth", worth(rule.value));
        // A side that has lost its last one has none in hand.
        reason.number("hands", u8::from(self.of.hands.drops && rule.count > 0))
    }

    fn flag(&self, rule: &Flag) -> Vec<Reason> {
        let regions = rule.region.map(|region| self.on_board(region));
        let pieces = |seat: usize| match rule.piece[seat] {
            Kinds::ALL => Arg::List(Vec::new()),
            kinds => self.pieces(kinds),
        };
        let able = |seat: usize| regions[seat].any() && !rule.piece[seat].is_empty();
        let reach = |seat: usize, regions, side: String| {
            let reason = Reason::new("page-end-goal").with("pieces", pieces(seat));
            let reason = reason.number("count", rule.count).name("side", &side);
            reason.with("where", self.places(regions))
        };
        let mut said: Vec<Reason> = match rule.piece[0] == rule.piece[1] && able(0) && able(1) {
            true => vec![reach(0, regions, String::new())],
            false => Seat::BOTH
                .into_iter()
                .filter(|seat| able(seat.index()))
                .map(|seat| reach(seat.index(), [regions[seat.index()]; 2], self.seat(seat)))
                .collect(),
        };
        let king = self.game.game().king.map(Kinds::of);
        let race = rule.flag_move && king == Some(rule.piece[1]);
        let [first, second] = Seat::BOTH.map(|seat| self.seat(seat));
        let more = all([
            told(rule.blocked_win, "page-end-goal-full"),
            told(rule.safe, "page-end-goal-safe"),
            told(
                rule.safe && !rule.flag_move && able(0) && able(1),
                "page-end-goal-both",
            ),
            race.then(|| {
                Reason::new("page-end-goal-race")
                    .name("first", &first)
                    .name("second", &second)
            }),
            told(rule.flag_move && !race, "page-end-goal-later"),
        ]);
        let last = said.pop().map(|last| but(last, more));
        said.extend(last);
        said
    }

    fn castling_wins(&self) -> Vec<Reason> {
        let rule = &self.of.ends.castling_wins;
        let of = |seat: Seat| {
            let sides = ["O-O", "O-O-O"].into_iter().zip(rule[seat.index()]);
            let sides: Vec<_> = sides
                .filter(|(_, wins)| *wins)
                .map(|(side, _)| side)
                .collect();
            let reason = Reason::new("page-end-castling").name("side", &self.seat(seat));
            (!sides.is_empty()).then(|| reason.list("turns", sides))
        };
        Seat::BOTH.into_iter().filter_map(of).collect()
    }

    fn connection(&self, rule: &Connect) -> Vec<Reason> {
        let pieces = match rule.types {
            Kinds::ALL => Arg::List(Vec::new()),
            kinds => self.pieces(kinds),
        };
        let ways = [rule.horizontal, rule.vertical, rule.diagonal];
        let codes = ["a rank", "a file", "a diagonal"];
        let named = codes.into_iter().zip(ways).filter(|(_, counts)| *counts);
        let lines: Arg = named.map(|(name, _)| Arg::Name(name.to_owned())).collect();
        let together = |holds: bool, code, count: i32| {
            holds.then(|| {
                let reason = Reason::new(code).number("count", count);
                let reason = reason
                    .with("pieces", pieces.clone())
                    .with("lines", lines.clone());
                reason.with("worth", worth(rule.value))
            })
        };
        let joins = rule.regions.iter().any(|regions| regions[0].any());
        let join = |side: usize| self.places([rule.regions[0][side], rule.regions[1][side]]);
        all([
            together(rule.row > 0, "page-end-row", rule.row),
            together(joins, "page-end-joined", 0)
                .map(|reason| reason.with("from", join(0)).with("to", join(1))),
            together(rule.square > 0, "page-end-square", rule.square),
            together(rule.collinear > 0, "page-end-line", rule.collinear),
        ])
    }

    fn without_turn(&self) -> Vec<Reason> {
        let rule = &self.of.ends.no_turn;
        let checked = self.royal().is_some();
        let stalemate = Reason::new("page-end-stalemate").number("checked", u8::from(checked));
        let stalemate = stalemate.number("by_count", u8::from(rule.piece_count));
        let counted = self.of.ends.material == Some(Material::Unweighted);
        let stalemate = match rule.stalemate {
            Value::DRAW => stalemate,
            // That is how draws are decided there anyway.
            Value::LOSS if rule.piece_count && counted => stalemate,
            value => stalemate.with("worth", worth(value)),
        };
        let mate = Reason::new("page-end-checkmate").with("worth", worth(rule.checkmate));
        let pawn = self.role(Word::SHOGI_PAWN).filter(|_| rule.pawn_drop_mate);
        let limits = all([
            pawn.map(|pawn| {
                Reason::new("page-end-pawn-drop-mate").name("piece", self.game.name(pawn))
            }),
            told(rule.shatar, "page-end-shatar"),
        ]);
        all([
            checked.then(|| but(mate, limits)),
            // Who may always pass has a turn.
            (self.of.gates.pass != [true; 2]).then(|| self.drawn(stalemate)),
        ])
    }

    fn by_past(&self) -> Vec<Reason> {
        let ends = &self.of.ends;
        let again = &ends.repetition;
        let listed = [0, 1].map(|seat| ends.n_move_types[seat]);
        let undoable = self.of.army.roles();
        let undoable = undoable.filter(|role| listed.iter().any(|kinds| kinds.has(*role)));
        // Where each turn fills a square for good, no position comes again, and turns come to an end.
        let walls = &self.of.walls;
        let walled = walls.rule.is_some_and(|rule| rule != Walling::Duck) && !walls.wall_or_move;
        let fills = walled || !self.can_move();
        let squares = i64::from(self.game.game().area().count());
        let ends_before = fills && squares <= 2 * i64::from(ends.n_move);
        let many = (ends.n_move > 0 && !ends_before).then(|| {
            let reason = Reason::new("page-end-many-turns").number("count", ends.n_move);
            let reason = reason.with("pieces", self.pieces(undoable.collect()));
            let reason = reason.number("drops", u8::from(self.of.hands.drops));
            self.drawn(reason)
        });
        let repeated = (again.fold > 0 && !fills).then(|| {
            let reason = Reason::new("page-end-repetition").number("times", again.fold.max(2));
            let reason = reason.number("hands", u8::from(self.of.hands.drops));
            let wins = |white: bool| self.seat(Seat(u8::from(!white)));
            let reason = match (again.value, again.absolute) {
                (Value::WIN, true) => reason.name("side", &wins(true)),
                (Value::LOSS, true) => reason.name("side", &wins(false)),
                // The value is of the side to move, which has not brought the repetition about.
                (Value::WIN, false) => reason.with("worth", worth(Value::LOSS)),
                (Value::LOSS, false) => reason.with("worth", worth(Value::WIN)),
                _ => reason,
            };
            self.drawn(reason)
        });
        let limits = all([
            told(again.perpetual_check, "page-end-perpetual-check"),
            told(again.move_repetition, "page-end-same-moves"),
        ]);
        let silver = self.role(Word::SILVER);
        let silver = silver.map_or("silver", |role| self.game.name(role));
        let count = ends.counting.map(|rule| match rule {
            Counting::Makruk => Reason::new("page-end-count-makruk"),
            Counting::Cambodian => Reason::new("page-end-count-cambodian"),
            Counting::Asean => Reason::new("page-end-count-asean"),
        });
        all([
            many,
            repeated.map(|reason| but(reason, limits)),
            count.map(|reason| reason.name("silver", silver)),
            told(self.of.promotion.sittuyin, "page-end-only-promotions"),
        ])
    }
}

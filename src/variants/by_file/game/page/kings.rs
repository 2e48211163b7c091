//! What the page says of palaces, kings, check and castling.

use crate::rules::composed::army::Word;
use crate::rules::composed::ends::extinction::Counted;
use crate::rules::composed::kinds::Kinds;
use crate::rules::composed::turn::{Act, Turn};
use crate::rules::{Arg, Reason, Seat};

use super::{Page, all, named, told};

/// More pieces of a kind than a side ever has.
const MANY: u16 = 60;

impl Page<'_> {
    /// What stands for a king: kinds that are guarded.
    pub(super) fn royal(&self) -> Option<Kinds> {
        let pseudo = self.of.royalty.pseudo.as_ref();
        let guarded = pseudo.map(|pseudo| match &pseudo.types {
            Counted::Together => Kinds::ALL,
            Counted::Each(kinds) => *kinds,
        });
        let king = self.game.game().king.map(Kinds::of);
        guarded.or(king)
    }

    pub(super) fn lines(&self) -> Vec<Reason> {
        let lines = self.on_board(self.of.army.diagonal_lines);
        let reason = Reason::new("page-palace-diagonals").list("squares", lines);
        all([lines.any().then_some(reason)])
    }

    pub(super) fn kings(&self) -> Vec<Reason> {
        let (royalty, ends) = (&self.of.royalty, &self.of.ends);
        let king = self.game.game().king;
        let without = |seat: &Seat| king.is_some_and(|king| self.at_start(*seat, king) == 0);
        let without = Seat::BOTH.into_iter().find(without);
        let guarded = royalty.pseudo.as_ref().map(|pseudo| {
            let reason = Reason::new("page-guarded-pieces").number("most", pseudo.count + 1);
            let several = match &pseudo.types {
                _ if pseudo.count > MANY => false,
                Counted::Together => true,
                Counted::Each(kinds) => Seat::BOTH.into_iter().any(|seat| {
                    kinds.iter().any(|role| {
                        let promoted = self.of.promotion.piece_types[seat.index()].has(role);
                        promoted || self.at_start(seat, role) > u32::from(pseudo.count) + 1
                    })
                }),
            };
            let reason = reason.number("several", u8::from(several));
            let reason = reason.number("not_all", u8::from(royalty.duple_check));
            reason.with("pieces", self.pieces(self.royal().unwrap_or(Kinds::EMPTY)))
        });
        let unguarded = king.is_none() && guarded.is_none();
        let king = king
            .map(|king| Reason::new("page-king-is-guarded").with("king", named(self.game, king)));
        let blast = self.of.captures.blast && guarded.is_some();
        all([
            told(unguarded && self.can_capture(), "page-no-check"),
            king,
            without
                .map(|seat| Reason::new("page-side-without-king").name("side", &self.seat(seat))),
            guarded,
            told(blast, "page-blasts-and-kings"),
            told(!royalty.checking, "page-no-turn-gives-check"),
            told(royalty.flying_general, "page-kings-never-face"),
            told(ends.bikjang, "page-kings-may-face"),
            told(royalty.makpong, "page-king-stays-in-check"),
        ])
    }

    pub(super) fn castling(&self) -> Vec<Reason> {
        let (castling, rights) = (&self.of.castling, &self.start.castling);
        let castle = |seat: Seat, side: usize| {
            let (king, rook) = (
                rights.king[seat.index()]?,
                rights.rooks[seat.index()][side]?,
            );
            let piece = |at| Some(self.game.letter(self.start.board.at(at)?.role));
            let (to, beside) = self
                .game
                .game()
                .castled(&Turn::new(king, rook, Act::Castle));
            let (one, other) = (piece(king)?, piece(rook)?);
            let move_of =
                Reason::new("page-castling-move").text("king", format!("{one}{king}-{to}"));
            Some(Arg::from(
                move_of.text("rook", format!("{other}{rook}-{beside}")),
            ))
        };
        let sides = Seat::BOTH
            .into_iter()
            .flat_map(|seat| [(seat, 0), (seat, 1)]);
        let found: Vec<Arg> = sides
            .filter_map(|(seat, side)| castle(seat, side))
            .collect();
        let royal = self.royal().is_some();
        if found.is_empty() && !castling.dropped {
            // Where nobody expects it, nothing has to be said.
            let expected = [Word::PAWN, Word::ROOK]
                .iter()
                .all(|word| self.role(*word).is_some());
            return all([told(expected, "page-no-castling")]);
        }
        let usual = (!found.is_empty())
            .then(|| Reason::new("page-castling-moves").with("moves", Arg::List(found.clone())));
        let dropped = castling.dropped.then(|| {
            let file = |file: u8| char::from(b'a' + file);
            let reason =
                Reason::new("page-castling-of-dropped").text("king", file(castling.king_file));
            let reason = reason.number("rank", castling.rank + 1);
            let files = castling.files.map(file);
            reason.text("right", files[0]).text("left", files[1])
        });
        all([
            usual,
            dropped,
            Some(Reason::new("page-castling-conditions").number("royal", u8::from(royal))),
            told(castling.opposite, "page-castling-opposite"),
        ])
    }

    /// Whether there may be castling.
    pub(super) fn castles(&self) -> bool {
        let rights = self.start.castling.king.iter().any(Option::is_some);
        rights || self.of.castling.dropped
    }
}

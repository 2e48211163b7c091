//! The page of the rules of a game, made from its parts: a statement for each thing that the parts say.
//!
//! | file | what it says |
//! |---|---|
//! | `mod.rs` | pieces; kings and check; castling; what captures do; gates, walls and passes |
//! | `pawns.rs` | steps of pawns, en passant, promotion |
//! | `hands.rs` | hands and drops |
//! | `ends.rs` | how the game ends |
//! | `examples.rs` | how turns are written, with a turn of each kind |

mod ends;
mod examples;
mod hands;
mod pawns;

use crate::rules::composed::captures::Flip;
use crate::rules::composed::ends::extinction::Counted;
use crate::rules::composed::kinds::Kinds;
use crate::rules::composed::position::{Position, before};
use crate::rules::composed::turn::{Act, Turn};
use crate::rules::composed::walls::Walling;
use crate::rules::composed::{Parts, Set, army::Word};
use crate::rules::reason::Arg;
use crate::rules::view::KindView;
use crate::rules::{Reason, Role, Seat, Seats};

use super::legend::{moves, place, places};
use super::ByFile;

/// What a part of the page says.
pub fn explained(game: &ByFile, part: &str) -> Vec<Reason> {
    let page = Page::new(game);
    match part {
        "lines" => page.lines(),
        "kings" => page.kings(),
        "pawns" => page.pawns(),
        "castling" => page.castling(),
        "hands" => page.hands(),
        "captures" => page.captures(),
        "turns" => page.turns(),
        "ends" => page.ends(),
        "writing" => page.writing(),
        _ => Vec::new(),
    }
}

/// The kinds of piece, and how each moves.
pub fn kinds(game: &ByFile) -> Vec<KindView> {
    let army = &game.game().parts.army;
    let kind = |role: Role| {
        let moves = match army.about(role).promoted {
            None => moves(game, role),
            Some(promoted) => {
                let reason = Reason::new("page-piece-and-promoted").with("moves", moves(game, role));
                let reason = reason.text("letter", game.letter(role));
                reason.with("promoted", named(game, promoted))
            }
        };
        game.kind(role, Seats::first(2), Some(moves))
    };
    Page::new(game).roles.into_iter().map(kind).collect()
}

/// A kind by name and letter.
fn named(game: &ByFile, role: Role) -> Reason {
    let reason = Reason::new("page-piece-and-letter").name("piece", game.name(role));
    reason.text("letter", game.letter(role))
}

/// More pieces of a kind than a side ever has.
const MANY: u16 = 60;

/// What is looked at for a page.
struct Page<'a> {
    game: &'a ByFile,
    of: &'a Parts,
    /// The position of the beginning.
    start: Position,
    /// The kinds that are there or may come, in the order of the page.
    roles: Vec<Role>,
}

/// A statement, if something holds.
fn told(holds: bool, code: &'static str) -> Option<Reason> {
    holds.then(|| Reason::new(code))
}

/// The statements that there are.
fn all<const N: usize>(some: [Option<Reason>; N]) -> Vec<Reason> {
    some.into_iter().flatten().collect()
}

impl<'a> Page<'a> {
    fn new(game: &'a ByFile) -> Self {
        let of = &game.game().parts;
        let start = game.game().read(&of.start);
        let mut page = Self {
            game,
            of,
            start: start.unwrap_or_else(|_| Position::empty()),
            roles: Vec::new(),
        };
        let mut come: Kinds = game.order().into_iter().filter(|role| page.begins(*role)).collect();
        // What comes may become something else.
        for _ in of.army.roles() {
            for (seat, kinds) in of.promotion.pawn_types.iter().enumerate() {
                let is_pawn = |role: &Role| kinds.has(*role) || of.army.is(*role, Word::PAWN);
                if of.army.roles().any(|role| come.has(role) && is_pawn(&role)) {
                    let choices = of.army.roles().filter(|role| of.promotion.piece_types[seat].has(*role));
                    come = choices.fold(come, Kinds::with);
                }
            }
            let promoted = of.army.roles().filter(|role| come.has(*role));
            let promoted = promoted.filter_map(|role| of.army.about(role).promoted);
            come = promoted.fold(come, Kinds::with);
        }
        page.roles = game.order().into_iter().filter(|role| come.has(*role)).collect();
        page
    }

    /// Whether a kind is there at the beginning.
    fn begins(&self, role: Role) -> bool {
        let board = &self.start.board;
        let was = |at| board.at(at).and_then(before) == Some(role);
        self.of.hands.free
            || !{ board.occupied() }.all(|at| !was(at))
            || Seat::BOTH.into_iter().any(|seat| self.at_start(seat, role) > 0)
    }

    /// The kind with this type, if it is there or may come.
    fn role(&self, word: Word) -> Option<Role> {
        let role = self.of.army.role(word)?;
        self.roles.contains(&role).then_some(role)
    }

    /// Whether there may be castling.
    fn castles(&self) -> bool {
        let rights = self.start.castling.king.iter().any(Option::is_some);
        rights || self.of.castling.dropped
    }

    fn seat(&self, seat: Seat) -> String {
        self.game.seat_name(seat)
    }

    /// The kinds in a set, by name and letter, in the order of the page.
    fn pieces(&self, kinds: Kinds) -> Arg {
        let roles = self.roles.iter().copied();
        let roles = roles.filter(|role| kinds.has(*role));
        roles.map(|role| Arg::from(named(self.game, role))).collect()
    }

    /// Squares of each seat.
    fn places(&self, squares: [Set; 2]) -> Reason {
        places(self.game, squares)
    }

    /// The squares of a set that are on the board.
    fn on_board(&self, squares: Set) -> Set {
        squares & self.game.game().area()
    }

    fn is_everywhere(&self, squares: [Set; 2]) -> bool {
        let all = self.game.game().area();
        squares.iter().all(|set| self.on_board(*set) == all)
    }

    /// How many pieces of a kind a seat begins with.
    fn at_start(&self, seat: Seat, role: Role) -> u32 {
        let held = self.start.hands[seat.index()][role.index()];
        self.start.board.pieces(seat, role).count() as u32 + u32::from(held)
    }

    /// What stands for a king: kinds that are guarded.
    fn royal(&self) -> Option<Kinds> {
        let pseudo = self.of.royalty.pseudo.as_ref();
        let guarded = pseudo.map(|pseudo| match &pseudo.types {
            Counted::Together => Kinds::ALL,
            Counted::Each(kinds) => *kinds,
        });
        let king = self.game.game().king.map(Kinds::of);
        guarded.or(king)
    }

    fn lines(&self) -> Vec<Reason> {
        let lines = self.on_board(self.of.army.diagonal_lines);
        let reason = Reason::new("page-palace-diagonals").list("squares", lines);
        all([lines.any().then_some(reason)])
    }

    fn kings(&self) -> Vec<Reason> {
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
            reason.with("pieces", self.pieces(self.royal().unwrap_or(Kinds::EMPTY)))
        });
        let king = king.map(|king| {
            Reason::new("page-king-is-guarded").with("king", named(self.game, king))
        });
        let blast = self.of.captures.blast && guarded.is_some();
        all([
            told(king.is_none() && guarded.is_none(), "page-no-check"),
            king,
            without.map(|seat| Reason::new("page-side-without-king").name("side", &self.seat(seat))),
            guarded,
            told(royalty.duple_check, "page-not-all-attacked"),
            told(blast, "page-blasts-and-kings"),
            told(!royalty.checking, "page-no-turn-gives-check"),
            told(royalty.flying_general, "page-kings-never-face"),
            told(ends.bikjang, "page-kings-may-face"),
            told(royalty.makpong, "page-king-stays-in-check"),
        ])
    }

    fn castling(&self) -> Vec<Reason> {
        let (castling, rights) = (&self.of.castling, &self.start.castling);
        let castle = |seat: Seat, side: usize| {
            let (king, rook) = (rights.king[seat.index()]?, rights.rooks[seat.index()][side]?);
            let piece = |at| Some(self.game.letter(self.start.board.at(at)?.role));
            let (to, beside) = self.game.game().castled(&Turn::new(king, rook, Act::Castle));
            let (one, other) = (piece(king)?, piece(rook)?);
            Some(format!("{one}{king}-{to} with {other}{rook}-{beside}"))
        };
        let sides = Seat::BOTH.into_iter().flat_map(|seat| [(seat, 0), (seat, 1)]);
        let found: Vec<String> = sides.filter_map(|(seat, side)| castle(seat, side)).collect();
        let royal = self.royal().is_some();
        if found.is_empty() && !castling.dropped {
            // Where nobody expects it, nothing has to be said.
            let expected = [Word::PAWN, Word::ROOK].iter().all(|word| self.role(*word).is_some());
            return all([told(expected, "page-no-castling")]);
        }
        let usual = (!found.is_empty()).then(|| Reason::new("page-castling-moves").list("moves", &found));
        let dropped = castling.dropped.then(|| {
            let file = |file: u8| char::from(b'a' + file);
            let reason = Reason::new("page-castling-of-dropped").text("king", file(castling.king_file));
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

    fn captures(&self) -> Vec<Reason> {
        let captures = &self.of.captures;
        let with = |kinds: Kinds, code| {
            let some = self.roles.iter().copied().any(|role| kinds.has(role));
            some.then(|| Reason::new(code).with("pieces", self.pieces(kinds)))
        };
        let flip = captures.flip.map(|flip| match flip {
            Flip::Reversi => Reason::new("page-captures-flip-lines"),
            Flip::Ataxx => Reason::new("page-captures-flip-neighbours"),
            Flip::Quadwrangle => Reason::new("page-captures-flip-beside"),
        });
        let blast = captures.blast.then(|| {
            let pawn = self.role(Word::PAWN).map(Kinds::of);
            let pawn = self.pieces(pawn.unwrap_or(Kinds::EMPTY));
            Reason::new("page-captures-blast").with("pawns", pawn)
        });
        all([
            told(captures.must, "page-captures-forced"),
            blast,
            with(captures.blast_immune, "page-blast-leaves").filter(|_| captures.blast),
            with(captures.mutually_immune, "page-captures-not-alike"),
            with(captures.petrify, "page-captures-petrify"),
            told(captures.petrify_blast && captures.blast, "page-blast-petrifies"),
            flip,
        ])
    }

    fn turns(&self) -> Vec<Reason> {
        let (gates, walls) = (&self.of.gates, &self.of.walls);
        let leaps = (gates.gating && gates.cambodian).then(|| {
            let fers = self.role(Word::FERS).map(Kinds::of);
            let reason = Reason::new("page-unmoved-leap");
            reason.with("others", self.pieces(fers.unwrap_or(Kinds::EMPTY)))
        });
        let wall = walls.rule.map(|rule| {
            let rule = match rule {
                Walling::Arrow => Reason::new("page-wall-by-arrow"),
                Walling::Duck => Reason::new("page-wall-moves"),
                Walling::Edge => Reason::new("page-wall-at-edge"),
                Walling::Past => Reason::new("page-wall-behind"),
                Walling::Static => Reason::new("page-wall-anywhere"),
            };
            let code = match walls.wall_or_move {
                true => "page-wall-or-move",
                false => "page-wall-after-move",
            };
            Reason::new(code).with("where", rule)
        });
        let region = walls.rule.is_some() && !self.is_everywhere(walls.region);
        let region = region.then(|| Reason::new("page-walls-within").with("where", self.places(walls.region)));
        let whole = (gates.seirawan && gates.gating).then(|| {
            let squares = Seat::BOTH.map(|seat| self.start.gates[seat.index()]);
            Reason::new("page-gates-open").with("where", self.places(squares))
        });
        let pass = |may: [bool; 2], code| {
            let who = Seat::BOTH.into_iter().filter(|seat| may[seat.index()]);
            let who: Vec<String> = who.map(|seat| self.seat(seat)).collect();
            (!who.is_empty()).then(|| {
                let names = who.iter().cloned().map(Arg::Name).collect::<Arg>();
                Reason::new(code).with("sides", names)
            })
        };
        let stuck = gates.pass_on_stalemate;
        let free = [0, 1].map(|seat| gates.pass[seat] && !stuck[seat]);
        all([
            whole,
            leaps,
            wall,
            region,
            pass(free, "page-pass-at-any-time"),
            pass(stuck, "page-pass-without-turn"),
            told(self.start.walls.any(), "page-walls-at-start"),
        ])
    }

    /// Some squares of the board.
    fn place(&self, squares: Set) -> Reason {
        place(self.game.game(), squares)
    }
}

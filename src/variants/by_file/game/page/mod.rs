//! The page of the rules of a game, made from its parts: a statement for each thing that the parts say.
//!
//! | file | what it says |
//! |---|---|
//! | `mod.rs` | pieces; what captures do; gates, walls and passes |
//! | `kings.rs` | palaces, kings and check, castling |
//! | `pawns.rs` | steps of pawns, en passant, promotion |
//! | `hands.rs` | hands and drops |
//! | `ends.rs` | how the game ends |
//! | `examples.rs` | how turns are written, with a turn of each kind |

mod ends;
mod examples;
mod hands;
mod kings;
mod pawns;

use crate::rules::composed::army::{Kind, Word};
use crate::rules::composed::captures::Flip;
use crate::rules::composed::kinds::Kinds;
use crate::rules::composed::position::{Position, before};
use crate::rules::composed::walls::Walling;
use crate::rules::composed::{Parts, Set};
use crate::rules::pieces::movement::{Atom, Passage};
use crate::rules::reason::Arg;
use crate::rules::view::KindView;
use crate::rules::{Reason, Role, Seat, Seats};

use super::ByFile;
use super::legend::{moves, place, places};

/// What a part of the page says.
pub fn explained(game: &ByFile, part: &str) -> Vec<Reason> {
    let page = Page::new(game);
    match part {
        "pieces" => page.pieces_in_general(),
        "lines" => page.lines(),
        "kings" => page.kings(),
        "pawns" => page.pawns(),
        "castling" => page.castling(),
        "hands" => page.hands(),
        "captures" => page.captures(),
        "turns" => page.turns(),
        "ends" => page.ends(),
        "writing" => game.0.writing.get_or_init(|| page.writing()).clone(),
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
                let reason =
                    Reason::new("page-piece-and-promoted").with("moves", moves(game, role));
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
        let mut come: Kinds = game
            .order()
            .into_iter()
            .filter(|role| page.begins(*role))
            .collect();
        // What comes may become something else.
        for _ in of.army.roles() {
            for (seat, kinds) in of.promotion.pawn_types.iter().enumerate() {
                let is_pawn = |role: &Role| kinds.has(*role) || of.army.is(*role, Word::PAWN);
                if of.army.roles().any(|role| come.has(role) && is_pawn(&role)) {
                    let choices = of
                        .army
                        .roles()
                        .filter(|role| of.promotion.piece_types[seat].has(*role));
                    come = choices.fold(come, Kinds::with);
                }
            }
            let promoted = of.army.roles().filter(|role| come.has(*role));
            let promoted = promoted.filter_map(|role| of.army.about(role).promoted);
            come = promoted.fold(come, Kinds::with);
        }
        page.roles = game
            .order()
            .into_iter()
            .filter(|role| come.has(*role))
            .collect();
        page
    }

    /// Whether a kind is there at the beginning.
    fn begins(&self, role: Role) -> bool {
        let board = &self.start.board;
        let was = |at| board.at(at).and_then(before) == Some(role);
        self.of.hands.free
            || !{ board.occupied() }.all(|at| !was(at))
            || Seat::BOTH
                .into_iter()
                .any(|seat| self.at_start(seat, role) > 0)
    }

    /// The kind with this type, if it is there or may come.
    fn role(&self, word: Word) -> Option<Role> {
        let role = self.of.army.role(word)?;
        self.roles.contains(&role).then_some(role)
    }

    fn seat(&self, seat: Seat) -> String {
        self.game.seat_name(seat)
    }

    /// The kinds in a set, by name and letter, in the order of the page.
    fn pieces(&self, kinds: Kinds) -> Arg {
        let roles = self.roles.iter().copied();
        let roles = roles.filter(|role| kinds.has(*role));
        roles
            .map(|role| Arg::from(named(self.game, role)))
            .collect()
    }

    /// Squares of each seat that may have this kind.
    fn places_of(&self, role: Role, squares: [Set; 2]) -> Reason {
        match Seat::BOTH.map(|seat| self.may_have(seat, role)) {
            [true, false] => self.place(squares[0]),
            [false, true] => self.place(squares[1]),
            _ => self.places(squares),
        }
    }

    /// Whether a seat begins with this kind, or may come to have it.
    fn may_have(&self, seat: Seat, role: Role) -> bool {
        let (rules, army) = (&self.of.promotion, &self.of.army);
        let becomes = army
            .roles()
            .any(|kind| army.about(kind).promoted == Some(role));
        let change_sides = self.of.hands.captures || self.of.captures.flip.is_some();
        let comes = becomes || rules.piece_types[seat.index()].has(role);
        comes || change_sides || self.of.hands.free || self.at_start(seat, role) > 0
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
        self.start.board.pieces(seat, role).count() + u32::from(held)
    }

    /// What is to be known before how each kind moves.
    fn pieces_in_general(&self) -> Vec<Reason> {
        let atoms = || self.kinds().flat_map(|kind| &kind.atoms);
        let leaps = |atom: &Atom| {
            atom.passage == Passage::Free && atom.step.0.abs().max(atom.step.1.abs()) > 1
        };
        let knights = |atom: &Atom| leaps(atom) && atom.step.0.abs() + atom.step.1.abs() == 3;
        let leap =
            Reason::new("page-pieces-leap").number("knights", u8::from(atoms().any(knights)));
        all([
            told(self.can_capture(), "page-pieces-capture"),
            told(self.can_move(), "page-pieces-ways"),
            atoms().any(leaps).then_some(leap),
        ])
    }

    fn kinds(&self) -> impl Iterator<Item = &Kind> {
        let roles = self.roles.iter();
        roles.map(|role| self.of.army.about(*role))
    }

    /// Whether any piece can move.
    fn can_move(&self) -> bool {
        self.kinds()
            .any(|kind| !kind.atoms.is_empty() || kind.word == Word::JANGGI_CANNON)
    }

    /// Whether any piece can capture.
    fn can_capture(&self) -> bool {
        let captures = |kind: &Kind| kind.atoms.iter().any(|atom| atom.capture);
        self.kinds()
            .any(|kind| captures(kind) || kind.word == Word::JANGGI_CANNON)
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
            let reason = Reason::new("page-captures-blast").with("pawns", pawn);
            reason.number("promotes", u8::from(self.promotes_pawns()))
        });
        all([
            told(captures.must, "page-captures-forced"),
            blast,
            with(captures.blast_immune, "page-blast-leaves").filter(|_| captures.blast),
            with(captures.mutually_immune, "page-captures-not-alike"),
            with(captures.petrify, "page-captures-petrify"),
            told(
                captures.petrify_blast && captures.blast,
                "page-blast-petrifies",
            ),
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
        let region = region
            .then(|| Reason::new("page-walls-within").with("where", self.places(walls.region)));
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

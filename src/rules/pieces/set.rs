//! The pieces of one game.

use crate::rules::board::{ROLES, SEATS, square::SIDE};
use crate::rules::{Bitboard, Board, Seat, Square};

use super::attacks::Attacks;
use super::castling::{Castling, Goals};
use super::compiled::Compiled;
use super::movement::Forward;
use super::pawns::Pawns;
use super::{PieceType, Role, Side};

/// The pieces of one game, with their movement compiled for each seat.
#[derive(Debug)]
pub struct PieceSet {
    /// Kinds by their number.
    pub types: Vec<PieceType>,
    /// The kind that must not be lost.
    pub royal: Role,
    /// Pawns, where there are any: how they advance and what becomes of them.
    pub pawns: Option<Pawns>,
    /// How king and partner castle, where they do.
    pub castling: Option<Castling>,
    /// Files and ranks of the board.
    pub size: (u8, u8),
    /// The seats in playing order, with their names and directions.
    pub sides: &'static [Side],
    /// The kind that is meant where no letter is typed.
    pub plain: Option<Role>,
    /// Whether pieces come from hands to the board, which players then say in words.
    pub drops: bool,
    /// The sign of a capture: `x`, or `:` where the inventor writes that.
    pub capture: char,
    compiled: Vec<Vec<Compiled>>,
    /// What the pieces of each seat attack.
    pub attacks: Vec<Attacks>,
}

impl PieceSet {
    /// Compiles `types` (at most [`ROLES`], letters unique) for `sides` (at most [`SEATS`]) on a board of
    /// `size` files and ranks; `royal` is the letter of the king.
    ///
    /// ```
    /// use zugpost::rules::board::bitboard::Bitboard;
    /// use zugpost::rules::board::square::Square;
    /// use zugpost::rules::board::Board;
    /// use zugpost::rules::pieces::{PieceSet, WHITE_AND_BLACK, piece_type};
    /// use zugpost::rules::seat::Seat;
    ///
    /// let types = [piece_type('K', "king", "K"), piece_type('C', "chancellor", "RN")];
    /// let pieces = PieceSet::new(&types, 'K', WHITE_AND_BLACK, (8, 8));
    /// let chancellor = (pieces.by_letter('C').unwrap(), Seat(0));
    /// let a1 = Square::parse("a1").unwrap();
    /// let to = pieces.targets(&Board::default(), Bitboard::BOARD_8X8, chancellor, a1);
    /// assert_eq!(to.count(), 7 + 7 + 2);
    /// ```
    ///
    /// # Panics
    /// More types or sides than that, a movement that is not understood, no type with the royal
    /// letter: mistakes in a table, which the first test finds.
    pub fn new(types: &[PieceType], royal: char, sides: &'static [Side], size: (u8, u8)) -> Self {
        assert!(types.len() <= ROLES && sides.len() <= SEATS);
        let royal = types.iter().position(|t| t.letter == royal);
        let royal = Role(royal.expect("a royal piece") as u8);
        let compile = |kind: &PieceType, forward| {
            let compiled = Compiled::new(&kind.movement, forward, size);
            compiled.unwrap_or_else(|| panic!("not Betza notation: {}", kind.movement.notation))
        };
        let side = |side: &Side| {
            types
                .iter()
                .map(|kind| compile(kind, side.forward))
                .collect()
        };
        let compiled: Vec<Vec<Compiled>> = sides.iter().map(side).collect();
        let attacks = compiled.iter().map(|side| Attacks::new(types, side, size));
        Self {
            types: types.to_vec(),
            royal,
            pawns: None,
            castling: None,
            size,
            sides,
            plain: None,
            drops: false,
            capture: 'x',
            attacks: attacks.collect(),
            compiled,
        }
    }

    /// The same with pawns: their letter, the squares from which they step two and on which they are
    /// promoted, as the first seat sees them, and the letters of what they may become.
    ///
    /// # Panics
    /// A letter that is none of the types.
    #[must_use]
    pub fn with_pawns(
        mut self,
        letter: char,
        double_step: Bitboard,
        zone: Bitboard,
        promotions: &str,
    ) -> Self {
        let role = |letter| self.by_letter(letter).expect("a letter of the types");
        let forward: Vec<Forward> = self.sides.iter().map(|side| side.forward).collect();
        let size = self.size;
        let turned = |set| forward.iter().map(move |side| side.squares(set, size));
        let pawns = Pawns {
            role: role(letter),
            promotions: promotions.chars().map(role).collect(),
            double_step: turned(double_step).collect(),
            zone: turned(zone).collect(),
            ahead: forward
                .iter()
                .map(|forward| forward.ahead::<SIDE>())
                .collect(),
            forward,
        };
        self.plain = Some(pawns.role);
        self.pawns = Some(pawns);
        self
    }

    /// The same with castling: the partner's letter for each seat, and the files where king and
    /// partner arrive, by [`super::castling::Wing`].
    ///
    /// # Panics
    /// A letter that is none of the types, a file beyond the grid: mistakes of a programmer.
    #[must_use]
    pub fn with_castling(mut self, sides: [(char, [(u8, u8); 2]); 2]) -> Self {
        let side = |((letter, files), rank): ((char, [(u8, u8); 2]), u8)| {
            let role = self.by_letter(letter).expect("a letter of the types");
            let square = |file| Square::new(file, rank).expect("a file of the grid");
            let goals = |(king, partner)| Goals {
                king: square(king),
                partner: square(partner),
            };
            (role, files.map(goals))
        };
        let sides = sides.into_iter().zip([0, self.size.1 - 1]).map(side);
        self.castling = Some(Castling {
            sides: sides.collect(),
        });
        self
    }

    /// The name of a seat in a sentence.
    pub fn side(&self, seat: Seat) -> &'static str {
        let side = self.sides.get(seat.index());
        side.map_or("nobody", |side| side.name)
    }

    /// All seats but `seat`.
    #[inline]
    pub fn others(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        let all = (0..self.sides.len() as u8).map(Seat);
        all.filter(move |other| *other != seat)
    }

    /// Name and letters of a kind.
    pub fn about(&self, role: Role) -> &PieceType {
        &self.types[role.index()]
    }

    /// All kinds, by their number.
    pub fn roles(&self) -> impl DoubleEndedIterator<Item = Role> + use<> {
        (0..self.types.len() as u8).map(Role)
    }

    /// The kind that is typed with this letter, in upper case.
    pub fn by_letter(&self, letter: char) -> Option<Role> {
        let known = |t: &PieceType| t.letter == letter || t.also.contains(letter);
        let index = self.types.iter().position(known)?;
        Some(Role(index as u8))
    }

    /// What holds for pawns, if `role` is theirs.
    #[inline]
    pub fn pawns_of(&self, role: Role) -> Option<&Pawns> {
        self.pawns.as_ref().filter(|pawns| pawns.role == role)
    }

    /// Whether `role` is that of the pawns.
    #[inline]
    pub fn is_pawn(&self, role: Role) -> bool {
        self.pawns_of(role).is_some()
    }

    /// Where pieces of a kind may arrive, as far as their movement bounds that.
    pub fn zone(&self, role: Role, seat: Seat) -> Bitboard {
        let forward = self.sides[seat.index()].forward;
        forward.squares(self.about(role).movement.within, self.size)
    }

    /// The movement of a kind for a seat.
    #[inline]
    pub fn movement(&self, role: Role, seat: Seat) -> &Compiled {
        &self.compiled[seat.index()][role.index()]
    }

    /// Where a kind of piece of `seat` goes from `from` by its movement alone, own pieces' squares
    /// left out. `area` are the squares that exist.
    #[inline]
    pub fn targets(
        &self,
        board: &Board,
        area: Bitboard,
        (role, seat): (Role, Seat),
        from: Square,
    ) -> Bitboard {
        let movement = self.movement(role, seat);
        movement.targets(from, board.occupied(), area) & !board.of(seat)
    }

    /// The pieces of `by` that could capture on `square`, where `blockers` (pieces and missing squares)
    /// stand in the way and `area` are the squares that exist.
    #[inline]
    pub fn attackers(
        &self,
        board: &Board,
        square: Square,
        by: Seat,
        (blockers, area): (Bitboard, Bitboard),
    ) -> Bitboard {
        self.attacks[by.index()].attackers(board, square, blockers, area) & board.of(by)
    }

    /// The pieces of `by` that attack a king on `square`: those that could capture there, and those
    /// that face it (see [`PieceType::faces`]).
    #[inline]
    pub fn threats(
        &self,
        board: &Board,
        king: Square,
        by: Seat,
        (blockers, area): (Bitboard, Bitboard),
    ) -> Bitboard {
        let attacks = &self.attacks[by.index()];
        let found = attacks.attackers(board, king, blockers, area);
        (found | attacks.facing(board, king, blockers)) & board.of(by)
    }
}

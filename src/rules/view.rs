//! A position as one seat looks at it: data for drawings, without a sentence.

use std::borrow::Cow;
use std::ops::Not;

use serde::{Deserialize, Serialize};

use super::pieces::Side;
use crate::rules::{
    Bitboard, Board, Direction, Forward, Piece, PieceSet, PieceType, Place, Reason, Seat, Seats,
};

mod marks;

pub use marks::Marks;

/// A name: of a piece, a seat, an army, a ruling. Those of our own games are in the sources.
pub type Name = Cow<'static, str>;

/// What a reader of a position can see.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BoardView {
    /// Files, at most [`Place::FILES`].
    pub files: u8,
    /// Ranks, at most [`Place::RANKS`].
    pub ranks: u8,
    /// Who looks: this seat's side is drawn below.
    pub viewer: Seat,
    /// What the board is made of.
    pub surface: Surface,
    /// What the pieces are made of.
    #[serde(skip_serializing_if = "is_usual")]
    pub form: Form,
    /// Whether a wall is a duck, which goes elsewhere with each turn.
    #[serde(skip_serializing_if = "Not::not")]
    pub duck: bool,
    /// Whether all pieces of the game are of one kind.
    #[serde(skip_serializing_if = "Not::not")]
    pub uniform: bool,
    /// Every location of the rectangle, rank by rank from a1, missing squares included.
    pub cells: Vec<CellView>,
    /// What lies beside the board.
    pub pockets: Vec<PocketView>,
    /// What there is to say of the position, in the order in which readers expect it.
    pub facts: Vec<Fact>,
    /// The kinds of piece on the board, in the order in which a legend lists them.
    pub kinds: Vec<KindView>,
    /// Squares on which the rules differ, where the game has some and the surface does not show them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<ZoneView>,
    /// The seats in playing order.
    pub seats: Vec<SeatView>,
    /// In games of more than two that go on: who is still in the game, in the order in which they have
    /// their turns from now on, the one to move first. Else empty.
    pub order: Vec<Seat>,
    /// Whether the game has ended by checkmate.
    #[serde(skip_serializing_if = "Not::not")]
    pub checkmate: bool,
}

/// What a board is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Surface {
    /// A whole board of squares.
    #[default]
    Squares,
    /// Squares that come and go: some are missing, some may have owners.
    LooseSquares,
    /// Points on which lines cross.
    Points {
        /// The rank (from 0) on the first seat's bank of a river; no line but the outermost crosses
        /// between it and the next rank. `None`: there is no river.
        river: Option<u8>,
        /// The points in the middle of palaces, from which four diagonals go.
        palaces: Vec<Place>,
    },
}

/// What pieces are made of, where they are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Shapes of their own, or discs with a sign.
    #[default]
    Usual,
    /// Wedges with a sign, which point to where their owner's pieces go.
    Wedge,
    /// Octagons with a sign.
    Octagon,
}

/// What is usual is not stored.
fn is_usual(form: &Form) -> bool {
    *form == Form::Usual
}

/// Squares on which the rules differ from those of the rest of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZoneView {
    /// What the squares are for.
    pub zone: Zone,
    /// Whose they are; `None`: everybody's.
    pub seat: Option<Seat>,
    /// The squares; not empty.
    pub squares: Vec<Place>,
}

/// What squares of a zone are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Zone {
    /// Pieces promote there.
    Promotion,
    /// Who arrives there wins.
    Goal,
    /// Pieces from hand are put there alone.
    Drops,
    /// Some pieces must not leave it.
    Palace,
}

/// A location of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellView {
    /// The location on the grid, whether or not there is a square.
    pub square: Place,
    /// Whether there is a square.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub exists: bool,
    /// Whose square it is, where squares have owners.
    pub owner: Option<Seat>,
    /// What stands on it.
    pub piece: Option<PieceView>,
    /// What the last turn did here.
    pub mark: Option<Mark>,
    /// Whether the side to move may not move this square.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub barred: bool,
    /// Whether what stands on it is held and cannot move.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub held: bool,
    /// Pieces of others that could capture what stands here by the way they move, whether or not it would be legal.
    #[serde(default)]
    pub attackers: Vec<Place>,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceView {
    /// Its letter, in upper case for every owner.
    pub letter: char,
    /// Its name in a sentence: `knight`.
    pub name: Name,
    /// The seat that the piece belongs to; `None`: nobody's.
    pub owner: Option<Seat>,
    /// Its sign beyond ASCII, where the game has its own: a Chinese character.
    pub character: Option<char>,
    /// The name of the piece whose shape it has, where its own name does not tell: `rook` for a chariot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Name>,
    /// The letter and the name of what it was before it was promoted, in games that remember that.
    #[serde(default)]
    pub was: Option<(char, Name)>,
    /// Whether turns write it by the letter of what it was, with a `+` in front.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub plus: bool,
    /// Where it looks, if that matters.
    pub facing: Option<Direction>,
}

/// What the last turn did on a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mark {
    /// It put something here.
    Reached,
    /// It moved something away from here.
    Left,
}

/// What lies beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PocketView {
    /// Whose it is; nobody's in games in which all players use one.
    pub seat: Option<Seat>,
    /// What is in it.
    pub holds: Holds,
}

/// What a pocket holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Holds {
    /// Squares that can still be placed on the board: this many.
    Squares(u8),
    /// Squares that can be placed on the board, in any number.
    EndlessSquares,
    /// Pieces, each kind once, in the order of the game; empty if there are none.
    Pieces(Vec<HeldPieces>),
}

/// The pieces of one kind that lie beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldPieces {
    /// The letter of the kind, in upper case.
    pub letter: char,
    /// Its name in a sentence: `knight`.
    pub name: Name,
    /// How many, at least 1.
    pub count: u8,
    /// As [`PieceView::character`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub character: Option<char>,
    /// As [`PieceView::shape`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Name>,
}

/// A kind of piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KindView {
    /// Its letter, in upper case.
    pub letter: char,
    /// Its name in a sentence: `knight`.
    pub name: Name,
    /// How it moves, for a legend; `None` where readers are held to know.
    pub moves: Option<Reason>,
    /// Who has one on the board.
    pub seats: Seats,
}

/// How a seat is named and oriented.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatView {
    /// Its name in a sentence: `White`.
    pub name: Name,
    /// What its army is called, where armies differ.
    #[serde(default)]
    pub army: Option<Name>,
    /// Which way is forward for it.
    pub forward: Forward,
}

/// Something to say of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    /// The turn that led here.
    LastTurn {
        /// The seat that played it.
        seat: Seat,
        /// Its label: `3.` or `3...`.
        label: String,
        /// The turn in canonical notation, such as `Ng1-f3`.
        canonical: String,
        /// The turn in another notation that players of this game use.
        also: Option<String>,
    },
    /// A king is attacked.
    Check {
        /// The seat whose king is attacked.
        seat: Seat,
        /// Where an attacker stands, if the game says so.
        from: Option<Place>,
    },
    /// A king is attacked in a game of more than two, in which it depends on the order of turns what comes
    /// of it.
    Threat {
        /// The seat whose king is attacked.
        seat: Seat,
        /// Where the king stands.
        king: Place,
        /// Who attacks it, in playing order, and from where; not empty.
        by: Vec<(Seat, Vec<Place>)>,
        /// Whose turns come before that seat's own, the first one first.
        #[serde(default)]
        before: Vec<Seat>,
    },
    /// In a game of more than two the side to move has no turn that leaves its king unattacked.
    NoSafeTurn {
        /// The side to move.
        seat: Seat,
        /// Who attacks its king, in the order of their turns; empty if nobody does.
        #[serde(default)]
        by: Vec<Seat>,
        /// Whose turns come before the first of those, the side to move left out.
        #[serde(default)]
        before: Vec<Seat>,
        /// Whether it has to pass; else it may play any turn.
        passes: bool,
    },
    /// Squares that the side to move may not move this turn; not empty.
    Barred {
        /// The side to move.
        seat: Seat,
        /// The squares that may not be moved.
        squares: Vec<Place>,
    },
    /// The square that a pawn has just passed over.
    EnPassant(Place),
    /// The squares on which nothing stands: for each owner that has some, or for nobody, where squares
    /// have no owners.
    EmptySquares(Vec<(Option<Seat>, Vec<Place>)>),
    /// Squares with a wall: nothing moves there or across. Not empty.
    Walls(Vec<Place>),
    /// Squares whose pieces have not moved yet, so that a piece from hand may take their place when they leave: of each
    /// seat that has such a piece; not empty.
    Gates(Vec<(Seat, Vec<Place>)>),
    /// How many pieces each seat has on the board, where all are of one kind.
    Count(Vec<(Seat, u32)>),
    /// How many checks each seat has left to give until it wins.
    ChecksLeft(Vec<(Seat, u32)>),
    /// Units that are held and cannot move; not empty.
    Held(Vec<Place>),
    /// The last turn has pushed a unit of the side to move.
    Pushed {
        /// The square from which it was pushed.
        from: Place,
        /// The square on which it stands now.
        at: Place,
        /// Where it may not go this turn.
        #[serde(default)]
        banned: Vec<Place>,
        /// Whether it may turn before it moves.
        turns: bool,
    },
    /// A seat may pass.
    MayPass(Seat),
    /// The squares on which pieces come from a bin that all players use, and from which they are pushed
    /// into it: of each seat.
    HotSpots(Vec<(Seat, Vec<Place>)>),
    /// Kinds of piece that the next action may not take from the bin, or bring into it, since the bin
    /// has held before what it would hold then; not empty.
    BarredByBin {
        /// Whether pieces may not be taken from the bin, or may not come into it.
        change: BinChange,
        /// The kinds of piece that are barred, each once.
        kinds: Vec<BarredKind>,
    },
    /// What a push of the side to move would come to.
    Push {
        /// The side to move.
        seat: Seat,
        /// What it would bring into the bin; nothing if there is nothing to push.
        #[serde(default)]
        brings: Vec<HeldPieces>,
        /// Why it is not possible, though there is something to push; completes a sentence.
        barred: Option<Reason>,
    },
    /// The game ends with this position by a ruling that players may not know.
    Ended {
        /// How the game ends.
        by: Ending,
        /// The number of the ruling in docs/rules: `X4`.
        ruling: Name,
    },
}

/// A change of what lies in a bin that all players use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BinChange {
    /// One piece is taken from it.
    Selection,
    /// One piece comes into it.
    Capture,
}

/// A kind of piece that may not leave a bin or come into it just now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BarredKind {
    /// Its letter, in upper case.
    pub letter: char,
    /// Its name in a sentence: `knight`.
    pub name: Name,
    /// When the bin held what it would hold then; a part of a sentence.
    pub since: Reason,
}

/// An end of a game that calls for more words than its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The seat has no legal turn and has lost.
    NoLegalTurn {
        /// The seat that has lost.
        loser: Seat,
    },
    /// The position occurs for the third time, and the seat has given check all the while.
    PerpetualCheck {
        /// The seat that has given check, and loses.
        loser: Seat,
        /// Its turns since the position first occurred.
        turns: usize,
    },
    /// The position occurs for the third time, and the seat has chased one piece all the while.
    PerpetualChase {
        /// The seat that has chased, and loses.
        loser: Seat,
        /// Its turns since the position first occurred.
        turns: usize,
    },
    /// The position occurs for the third time: drawn.
    ThirdRepetition,
    /// No piece is left that can cross the river: drawn.
    NothingCrosses,
    /// Too many turns without a capture: drawn.
    NoCapture {
        /// How many by each side.
        turns: u32,
    },
}

impl Fact {
    /// That the king of `seat` is attacked from the first of these squares, if there is one.
    pub fn check(seat: Seat, checkers: Bitboard) -> Option<Self> {
        let from = Some(checkers.first()?.into());
        Some(Self::Check { seat, from })
    }
}

impl BoardView {
    /// Whether a fact says that a king is attacked.
    pub fn says_check(&self) -> bool {
        let says = |fact: &Fact| matches!(fact, Fact::Check { .. } | Fact::Threat { .. });
        self.facts.iter().any(says)
    }

    /// The pieces of `board` on the squares of `area`, seen by `viewer`, without marks and facts;
    /// kinds in the order of `pieces`.
    pub fn new(pieces: &PieceSet, board: &Board, area: Bitboard, viewer: Seat) -> Self {
        let (files, ranks) = pieces.size;
        let blockers = board.occupied() | !area;
        let attackers = |square| {
            let owner = board.at(square).and_then(|piece| piece.owner)?;
            let by = |seat| pieces.attackers(board, square, seat, (blockers, area));
            let others = pieces.others(owner).map(by);
            Some(others.fold(Bitboard::EMPTY, |all, some| all | some))
        };
        let cell = |square| CellView {
            square: Place::from(square),
            exists: area.has(square),
            piece: board.at(square).map(|piece| PieceView::new(pieces, piece)),
            attackers: attackers(square).map_or_else(Vec::new, Vec::from),
            ..CellView::default()
        };
        let kind = |role| {
            let seats = (0..pieces.sides.len() as u8).map(Seat);
            let there = seats.filter(|seat| board.pieces(*seat, role).any());
            KindView::new(pieces.about(role), there.collect())
        };
        let there = pieces.roles().filter(|role| board.role(*role).any());
        let seat = |side: &Side| SeatView {
            name: side.name.into(),
            army: None,
            forward: side.forward,
        };
        Self {
            files,
            ranks,
            viewer,
            cells: Bitboard::rectangle(files, ranks).map(cell).collect(),
            kinds: there.map(kind).collect(),
            seats: pieces.sides.iter().map(seat).collect(),
            ..Self::default()
        }
    }

    /// Marks what the last turn reached, and what it left and did not reach again.
    pub fn mark<const W: u8>(&mut self, marks: Marks<W>) {
        for cell in &mut self.cells {
            let left = marks.left.has(cell.square.on()).then_some(Mark::Left);
            let reached = marks.reached.has(cell.square.on()).then_some(Mark::Reached);
            cell.mark = reached.or(left);
        }
    }

    /// Leaves out what is said of turns to come: the game has ended other than by a turn.
    pub fn close(&mut self) {
        self.order.clear();
        use Fact::{EnPassant, MayPass, NoSafeTurn};
        let to_come = |fact: &Fact| matches!(fact, NoSafeTurn { .. } | EnPassant(_) | MayPass(_));
        self.facts.retain(|fact| !to_come(fact));
    }

    /// The location of `square`; `None` beyond the rectangle.
    pub fn cell(&self, square: Place) -> Option<&CellView> {
        let index = usize::from(square.rank()) * usize::from(self.files);
        let cell = self.cells.get(index + usize::from(square.file()));
        cell.filter(|_| square.file() < self.files)
    }

    /// The pieces that a seat has in hand.
    pub fn held_by(&self, seat: Seat) -> &[HeldPieces] {
        let mut pockets = self.pockets.iter();
        match pockets.find(|pocket| pocket.seat == Some(seat)) {
            Some(PocketView {
                holds: Holds::Pieces(held),
                ..
            }) => held,
            _ => &[],
        }
    }

    /// The name of a seat in a sentence.
    pub fn seat(&self, seat: Seat) -> &str {
        self.seats.get(seat.index()).map_or("nobody", |s| &s.name)
    }
}

impl HeldPieces {
    /// So many of a kind.
    pub fn new(about: &PieceType, count: u8) -> Self {
        Self {
            letter: about.letter,
            name: about.name.into(),
            count,
            character: None,
            shape: None,
        }
    }
}

impl KindView {
    /// A kind that these seats have on the board.
    pub fn new(about: &PieceType, seats: Seats) -> Self {
        Self {
            letter: about.letter,
            name: about.name.into(),
            moves: about.words.map(Reason::new),
            seats,
        }
    }
}

impl PieceView {
    fn new(pieces: &PieceSet, piece: Piece) -> Self {
        let about = pieces.about(piece.role);
        Self {
            letter: about.letter,
            name: about.name.into(),
            owner: piece.owner,
            character: piece.owner.and_then(|seat| about.character(seat)),
            shape: None,
            was: None,
            plus: false,
            facing: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Square;
    use crate::rules::pieces::{Role, WHITE_AND_BLACK, piece_type};

    #[test]
    fn cells_lie_where_they_are_looked_for() {
        let types = [piece_type('K', "king", "K")];
        let pieces = PieceSet::new(&types, 'K', WHITE_AND_BLACK, (9, 10));
        let mut board = Board::default();
        let at = Square::new(8, 9).expect("i10");
        board.put(at, Piece::new(Role(0), Seat(1)));
        let area = Bitboard::rectangle(9, 10).without(Square::default());
        let mut view = BoardView::new(&pieces, &board, area, Seat(0));
        view.mark(Marks {
            reached: Bitboard::of(at),
            left: Bitboard::of(at).with(Square::default()),
        });
        let cell = view.cell(at.into()).expect("on the board");
        assert_eq!(
            cell.piece.as_ref().map(|p| (p.letter, p.owner)),
            Some(('K', Some(Seat(1))))
        );
        assert_eq!((cell.square, cell.mark), (at.into(), Some(Mark::Reached)));
        assert!(!view.cells[0].exists && view.cells[0].mark == Some(Mark::Left));
        assert_eq!(view.cell(Place::new(9, 0).expect("j1")), None);
        assert!(view.kinds[0].seats.has(Seat(1)) && !view.kinds[0].seats.has(Seat(0)));
    }
}

//! A game made ready to be played: its parts, and what is looked up while playing.

use crate::rules::board::bitboard::BitboardOn;
use crate::rules::pieces::attacks::AttacksOn;
use crate::rules::pieces::movement::{Forward, Passage};
use crate::rules::pieces::reach::ReachOn;
use crate::rules::{Role, Seat};

use super::army::{Army, Word};
use super::kinds::Kinds;
use super::{GRID_FILES, KINDS, Parts, Set};

/// Where one kind of piece of one seat can go, whatever its region.
#[derive(Clone, Debug, Default)]
pub struct Mover {
    /// Where it goes to empty squares.
    pub quiet: ReachOn<GRID_FILES>,
    /// To pieces of the enemy.
    pub capture: ReachOn<GRID_FILES>,
    /// To empty squares, from squares of double steps.
    pub initial: Option<ReachOn<GRID_FILES>>,
    /// Quiet moves and captures are the same, and nothing else is to be looked at.
    pub simple: bool,
    /// Where it may arrive, squares of the board alone.
    pub region: Set,
    /// The rule that its type has beyond its movement.
    pub special: Special,
}

/// Rules of movement that the format has for a type of piece (docs/variants/betza-pieces.md, 7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Special {
    /// It has no such rule.
    #[default]
    None,
    /// Straight ahead only, below a rank; forward along palace diagonals.
    Soldier,
    /// Neither over cannons nor onto them; along palace diagonals, too.
    JanggiCannon,
    /// One step along palace diagonals.
    Wazir,
    /// Slides along palace diagonals.
    Rook,
}

/// A game made ready to be played.
#[derive(Clone, Debug)]
pub struct Game {
    /// What it is made of.
    pub parts: Parts,
    /// The squares that exist.
    pub area: Set,
    /// The royal kind, if there is one.
    pub king: Option<Role>,
    /// The format's `pawn`, if it is in the game.
    pub pawn: Option<Role>,
    /// Kinds of [`Word::JANGGI_CANNON`].
    pub(super) cannon: Option<Role>,
    /// Kinds of [`Word::SOLDIER`], if they have a rank from which they go sideways.
    pub(super) soldier: Option<Role>,
    /// Where each kind can go, by seat.
    pub(super) movers: [Vec<Mover>; 2],
    /// What each seat's pieces attack, within their regions.
    pub(super) attacks: [AttacksOn<GRID_FILES>; 2],
    /// Kings are kept from attack by [`AttacksOn::shield`]; nothing else bears on their safety.
    pub(super) shielded: bool,
    /// No condition of legality but the safety of the king.
    pub(super) ordinary: bool,
    /// Turns can be counted without listing them.
    pub(super) countable: bool,
    /// Only the format's common pieces are in the game: marks of en passant in position texts are looked at closely.
    pub(super) common: bool,
    /// The king attacks over pieces, or is blocked on its way: the format looks for the check that it gives by moving
    /// from the enemy's king, in the position before the turn.
    pub(super) king_by_ways: bool,
    /// Check may be overlooked by the format after a turn.
    pub(super) overlooks: bool,
}

/// The way forward, as the format has it: Black's moves are White's turned by half a turn.
const FORWARD: [Forward; 2] = [Forward::North, Forward::SouthTurned];

impl Game {
    /// Makes a game ready.
    ///
    /// # Panics
    /// More than [`KINDS`] kinds of piece.
    pub fn new(parts: Parts) -> Self {
        let area = BitboardOn::rectangle(parts.size.0, parts.size.1);
        let army = &parts.army;
        assert!(army.kinds.len() <= KINDS, "too many kinds of piece");
        let movers = [0, 1].map(|seat| {
            let all = army.roles().map(|role| mover(&parts, role, seat, area));
            all.collect::<Vec<_>>()
        });
        let attacks = [0, 1].map(|seat| attacks(army, seat));
        let role = |word| army.role(word);
        let cannon = role(Word::JANGGI_CANNON);
        let soldier = role(Word::SOLDIER).filter(|_| army.soldier_rank > 0);
        let unusual = is_unusual(&parts);
        let shielded = !unusual
            && cannon.is_none()
            && soldier.is_none()
            && army.diagonal_lines.is_empty()
            && attacks.iter().all(AttacksOn::can_shield);
        let ordinary = !unusual && is_ordinary(&parts);
        let castles = |seat: usize| {
            let king = parts.castling.king[seat];
            parts.castling.allowed && king.is_some_and(|king| !army.is(king, Word::KING))
        };
        let king_by_ways = role(Word::KING).is_some_and(|king| {
            let mut captures = army.about(king).atoms.iter().filter(|atom| atom.capture);
            captures.any(|atom| atom.passage != Passage::Free)
        });
        let overlooks = castles(0) || castles(1) || parts.walls.rule.is_some() || king_by_ways;
        Self {
            area,
            king: role(Word::KING),
            pawn: role(Word::PAWN),
            cannon,
            soldier,
            common: is_common(&parts),
            movers,
            attacks,
            shielded,
            ordinary,
            king_by_ways,
            overlooks,
            countable: ordinary && shielded && is_countable(&parts),
            parts,
        }
    }

    /// The same game, in which the legality of each turn is found out by trying it: slow, and what the quick ways are
    /// compared with.
    #[must_use]
    pub fn by_trying(mut self) -> Self {
        (self.shielded, self.ordinary, self.countable) = (false, false, false);
        self
    }

    /// Where a kind of piece of a seat can go.
    #[inline]
    pub(super) fn mover(&self, seat: Seat, role: Role) -> &Mover {
        &self.movers[seat.index()][role.index()]
    }

    /// The kinds with this type, as a set.
    pub(super) fn kinds(&self, words: &[Word]) -> Kinds {
        let all = words.iter().filter_map(|word| self.parts.army.role(*word));
        all.collect()
    }
}

/// What a kind of a seat can do, ready to look up.
fn mover(parts: &Parts, role: Role, seat: usize, area: Set) -> Mover {
    let army = &parts.army;
    let kind = army.about(role);
    let mut mover = Mover {
        region: kind.region[seat] & area,
        simple: true,
        ..Mover::default()
    };
    for atom in &kind.atoms {
        if atom.quiet {
            mover.quiet.add(*atom, FORWARD[seat], Set::GRID, Set::GRID);
        }
        if atom.capture {
            mover
                .capture
                .add(*atom, FORWARD[seat], Set::GRID, Set::GRID);
        }
        mover.simple &= atom.quiet && atom.capture;
    }
    if !kind.initial.is_empty() && parts.pawns.double_step[seat].any() {
        let mut initial = ReachOn::default();
        for atom in &kind.initial {
            initial.add(*atom, FORWARD[seat], Set::GRID, Set::GRID);
        }
        mover.initial = Some(initial);
        mover.simple = false;
    }
    let lines = army.diagonal_lines.any();
    mover.special = match kind.word {
        Word::SOLDIER if lines || army.soldier_rank > 0 => Special::Soldier,
        Word::JANGGI_CANNON => Special::JanggiCannon,
        Word::WAZIR if lines => Special::Wazir,
        Word::KING if lines && army.palace_king => Special::Wazir,
        Word::ROOK if lines => Special::Rook,
        _ => Special::None,
    };
    mover.simple &= mover.special == Special::None;
    mover
}

/// What the pieces of a seat attack, within their regions.
fn attacks(army: &Army, seat: usize) -> AttacksOn<GRID_FILES> {
    let bounded = army.roles().map(|role| {
        let kind = army.about(role);
        let mut capture = ReachOn::default();
        for atom in kind.atoms.iter().filter(|atom| atom.capture) {
            capture.add(*atom, FORWARD[seat], Set::GRID, kind.region[seat]);
        }
        capture
    });
    AttacksOn::of(bounded.collect::<Vec<_>>().iter())
}

/// Whether more than the attack on a king's square bears on what is legal for its sake, or other pieces are guarded.
const fn is_unusual(parts: &Parts) -> bool {
    let royalty = &parts.royalty;
    royalty.pseudo.is_some()
        || royalty.duple_check
        || royalty.flying_general
        || royalty.makpong
        || parts.ends.bikjang
        || parts.walls.rule.is_some()
}

/// Whether no turn is forbidden, or gives way to others, but for the sake of a king.
fn is_ordinary(parts: &Parts) -> bool {
    let (hands, captures) = (&parts.hands, &parts.captures);
    parts.royalty.checking
        && !captures.must
        && captures.mutually_immune.is_empty()
        && !parts.promotion.sittuyin
        && (!hands.drops || hands.drop_checks)
        && hands.must_drop.is_empty()
        && !hands.opposite_bishops
        && !hands.immobility_illegal
        && parts.gates.pass_on_stalemate == [false; 2]
}

/// Whether pieces only move, pawns and kings apart: no hands, gates, passes and promotions of others.
fn is_countable(parts: &Parts) -> bool {
    let army = &parts.army;
    let plain = |role: Role| {
        let listed = |kinds: &[Kinds; 2]| kinds.iter().any(|kinds| kinds.has(role));
        let is_pawn = army.is(role, Word::PAWN);
        let promotes = listed(&parts.promotion.pawn_types) && !is_pawn;
        let passes = listed(&parts.pawns.en_passant_types) && !is_pawn;
        army.about(role).promoted.is_none() && !promotes && !passes
    };
    army.roles().all(plain)
        && !parts.hands.drops
        && !parts.gates.seirawan
        && !parts.gates.cambodian
        && parts.gates.pass == [false; 2]
        && !parts.promotion.demotion
}

/// Whether the format plays the game by its quick tables, of which one effect is seen: marks of en passant in position
/// texts are looked at closely (docs/variants/file-board-fen.md, 8).
fn is_common(parts: &Parts) -> bool {
    // pawn, knight, bishop, rook, queen, archbishop, chancellor, immobile, commoner, king.
    const COMMON: [u8; 10] = [1, 2, 3, 4, 5, 12, 13, 26, 35, 63];
    let army = &parts.army;
    army.kinds
        .iter()
        .all(|kind| COMMON.contains(&kind.word.0) && kind.region == [Set::GRID; 2])
        && (army.plain_king || army.role(Word::KING).is_none())
        && !parts.gates.cambodian
        && army.diagonal_lines.is_empty()
}

//! What a program that plays asks ([`crate::rules::turns::walk`]), for games whose positions are [`Position`]s.

use crate::rules::board::SEATS;
use crate::rules::board::square::SIDE;
use crate::rules::turns::walk::{Becoming, Field, Glimpse, Material, Survey};
use crate::rules::{Bitboard, Move, PieceSet, Role, Seat};

use super::Position;

/// What does not change in a game of these pieces on these squares.
pub fn field(pieces: &PieceSet, area: Bitboard) -> Field {
    let seats = pieces.sides.len();
    let becoming = pieces.pawns.iter().flat_map(|pawns| {
        let mut zone = [0; SEATS];
        for (seat, zone) in (0..seats as u8).zip(&mut zone) {
            *zone = pawns.zone(Seat(seat)).bits();
        }
        let becomes = pawns.promotions.iter();
        becomes.map(move |becomes| Becoming {
            role: pawns.role,
            becomes: *becomes,
            zone,
        })
    });
    Field {
        width: SIDE,
        area: area.bits(),
        kinds: pieces.types.len() as u8,
        seats: seats as u8,
        royal: Some(pieces.royal),
        becoming: becoming.collect(),
        material: Material::Good,
        by_reach: true,
    }
}

/// Where a piece can go on these squares among own and other pieces.
pub fn reach(
    pieces: &PieceSet,
    area: Bitboard,
    (role, seat): (Role, Seat),
    from: u8,
    [own, others]: [u128; 2],
) -> u128 {
    let Some(from) = Bitboard::from_bits(1 << from).first() else {
        return 0;
    };
    let occupied = Bitboard::from_bits(own | others);
    let to = pieces.movement(role, seat).targets(from, occupied, area);
    (to & !Bitboard::from_bits(own)).bits()
}

/// What is known of a move before it is made.
pub fn glimpse(pieces: &PieceSet, position: &Position, mv: &Move) -> Glimpse {
    match *mv {
        Move::Step {
            role,
            from,
            to,
            captured,
            promotion,
        } => Glimpse {
            role: Some(role),
            from: from.index() as u8,
            to: to.index() as u8,
            taken: captured.and_then(|at| Some(position.board.at(at)?.role)),
            becomes: promotion,
        },
        Move::Castle(wing) => {
            let goal = position.castling_attempt(pieces, wing);
            let goal = goal.map_or(0, |attempt| attempt.goals.king.index() as u8);
            Glimpse {
                role: Some(pieces.royal),
                from: goal,
                to: goal,
                ..Glimpse::default()
            }
        }
    }
}

/// Describes a position, but for whose turn it is.
pub fn survey(position: &Position, survey: &mut Survey) {
    survey.board(&position.board);
    let rights = position.castling.iter().flatten().enumerate();
    let rights = rights.filter_map(|(at, right)| Some((at, right.as_ref()?.index())));
    survey.mix(rights.fold(0, |all, (at, square)| {
        all | (1 + square as u128) << (8 * at)
    }));
    let right = position.en_passant;
    survey.mix(right.map_or(0, |right| 1 + right.square.index() as u128));
}

//! What the rules look back at: repetition, and where each pawn has been (E2, E3).

use crate::rules::repetition::{DrawLimits, FIDE};
use crate::rules::{Bitboard, Board, Repetition, Square};

use super::pieces::PAWN;
use super::position::{Action, Identity, Position};

/// Turns of both sides without progress after which the game is drawn.
pub const CLOCK: u32 = 100;

/// Fivefold repetition and the clock end the game; threefold repetition is claimed.
pub const LIMITS: DrawLimits = DrawLimits {
    clock: Some(CLOCK),
    claimed_clock: None,
    ..FIDE
};

/// The positions that may come back, and the track of each pawn.
#[derive(Clone)]
pub struct History {
    /// The positions since the last capture.
    pub repetition: Repetition<Identity>,
    tracks: Vec<Track>,
}

/// A pawn on the board: where it stands, and all squares where it has been.
#[derive(Clone, Copy)]
struct Track {
    at: Square,
    visited: Bitboard,
}

impl History {
    /// A history that starts with a position: each pawn has been where it stands.
    pub fn new(position: &Position) -> Self {
        let track = |at: Square| Track {
            at,
            visited: Bitboard::of(at),
        };
        Self {
            repetition: Repetition::new(position.identity()),
            tracks: position.base.board.role(PAWN).map(track).collect(),
        }
    }

    /// Follows the pawns through a turn, which has led to `board`; whether it is progress: a capture, or a
    /// pawn on a square where it has never been (E2).
    pub fn follow(&mut self, action: &Action, board: &Board) -> bool {
        let captured = action.captured();
        self.tracks.retain(|track| Some(track.at) != captured);
        let mut progress = captured.is_some();
        if let Some((from, to)) = action.pawn()
            && let Some(track) = self.tracks.iter_mut().find(|track| track.at == from)
        {
            progress |= !track.visited.has(to);
            track.at = to;
            track.visited = track.visited.with(to);
        }
        // A pawn that was promoted is none any more.
        self.tracks.retain(|track| board.role(PAWN).has(track.at));
        progress
    }
}

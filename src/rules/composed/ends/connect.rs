//! Pieces in a row, in a square or joined (docs/variants/4-ends.md, 5.5).

use super::Value;
use crate::rules::composed::{Set, kinds::Kinds};

/// The game ends when pieces stand together.
#[derive(Clone, Debug)]
pub struct Connect {
    /// `connectPieceTypes`.
    pub types: Kinds,
    /// `connectN`, 0 without.
    pub row: i32,
    /// `connectHorizontal`.
    pub horizontal: bool,
    /// `connectVertical`.
    pub vertical: bool,
    /// `connectDiagonal`.
    pub diagonal: bool,
    /// `connectRegion1` and `connectRegion2`, by seat.
    pub regions: [[Set; 2]; 2],
    /// `connectNxN`, 0 without.
    pub square: i32,
    /// `collinearN`, 0 without.
    pub collinear: i32,
    /// What it is worth for the owner of the pieces (`connectValue`).
    pub value: Value,
}

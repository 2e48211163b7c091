//! Castling that wins (docs/variants/4-ends.md, 5.3).

//! Kings that are attacked, as the facts of a position tell.

use crate::rules::view::Ending;
use crate::rules::{BoardView, Fact, Place, Seat};

/// How a king is attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// It is in check.
    Check,
    /// It is in check, and its side has lost, since it has no legal turn.
    Mate,
}

impl Checked {
    /// Its sign.
    pub const fn sign(self) -> char {
        match self {
            Self::Check => '+',
            Self::Mate => '#',
        }
    }
}

/// The kings that are attacked, and how.
pub fn kings(view: &BoardView) -> Vec<(Place, Checked)> {
    let stuck = |seat: Seat| {
        let lost = |fact: &Fact| matches!(fact, Fact::Ended { by: Ending::NoLegalTurn { loser }, .. } if *loser == seat);
        view.facts.iter().any(lost)
    };
    let mut all = Vec::new();
    for fact in &view.facts {
        match fact {
            Fact::Check { seat, .. } => {
                let how = match view.checkmate || stuck(*seat) {
                    true => Checked::Mate,
                    false => Checked::Check,
                };
                all.extend(attacked(view, *seat).into_iter().map(|king| (king, how)));
            }
            Fact::Threat { king, .. } => all.push((*king, Checked::Check)),
            _ => {}
        }
    }
    all
}

/// How the king on a square is attacked, if there is one that is.
pub fn at(kings: &[(Place, Checked)], square: Place) -> Option<Checked> {
    let king = kings.iter().find(|(place, _)| *place == square);
    king.map(|(_, how)| *how)
}

/// The kings of a seat that something attacks; all of them where the view does not say which. Views list the king
/// before all other kinds.
fn attacked(view: &BoardView, seat: Seat) -> Vec<Place> {
    let king = view.kinds.iter().find(|kind| kind.name == "king");
    let king = king.or(view.kinds.first()).map(|kind| kind.letter);
    let cells = view.cells.iter().filter(|cell| {
        let piece = cell.piece.as_ref();
        piece.is_some_and(|p| p.owner == Some(seat) && Some(p.letter) == king)
    });
    let (attacked, others): (Vec<_>, Vec<_>) = cells.partition(|cell| !cell.attackers.is_empty());
    // In some games another piece may be what is in check.
    let told = view.cells.iter().any(|cell| !cell.attackers.is_empty());
    let those = match told {
        true => attacked,
        false => others,
    };
    those.iter().map(|cell| cell.square).collect()
}

//! The board as data: the bin, the hot spots, and what the bin bars just now.

use crate::rules::view::{BarredKind, BinChange, HeldPieces, Holds, KindView, Marks, PocketView};
use crate::rules::{Bitboard, BoardView, Fact, Reason, Seat};

use super::line::Line;
use super::pieces::{AREA, KING, PIECES, hot_spots, kinds};
use super::position::{Action, Position};
use super::refusals::since;

/// Marks what an action of `seat` does.
fn mark(marks: &mut Marks, seat: Seat, action: &Action) {
    match action {
        Action::Move(mv) => marks.make(&PIECES, seat, mv),
        Action::Select(_, to) => marks.reach(*to),
        // A push leaves all hot spots; most were empty, and marks tell little there.
        Action::Push => {
            marks.left |= marks.reached & hot_spots(seat);
            marks.reached &= !hot_spots(seat);
        }
    }
}

/// The position of `line` as `viewer` sees it, to which a turn or the beginning of one has led that was made by `seat`.
pub fn view(line: &Line, viewer: Seat, (turn, seat): (&[Action], Seat)) -> BoardView {
    let position = &line.position;
    let base = &position.base;
    let mut view = BoardView::new(&PIECES, &base.board, AREA, viewer);
    view.mark(Marks::of(turn, |marks, action| mark(marks, seat, action)));
    for cell in &mut view.cells {
        let own = |seat: &Seat| hot_spots(*seat).has(cell.square.on());
        cell.owner = Seat::BOTH.into_iter().find(own);
    }
    // Every kind may come out of the bin.
    let kinds = PIECES.roles().map(|role| {
        let there = |seat: &Seat| base.board.pieces(*seat, role).any();
        let seats = Seat::BOTH.into_iter().filter(there).collect();
        KindView::new(PIECES.about(role), seats)
    });
    view.kinds = kinds.collect();
    view.pockets = vec![PocketView {
        seat: None,
        holds: Holds::Pieces(held(position)),
    }];
    view.facts = facts(line);
    view
}

/// What lies in the bin.
fn held(position: &Position) -> Vec<HeldPieces> {
    let held = |role| HeldPieces::new(PIECES.about(role), position.bin.count(role));
    position.bin.roles().map(held).collect()
}

fn facts(line: &Line) -> Vec<Fact> {
    let base = &line.position.base;
    let seat = base.to_move;
    let checkers = base.checkers(&PIECES, seat);
    let mut facts: Vec<Fact> = Fact::check(seat, checkers).into_iter().collect();
    let spots = Seat::BOTH.map(|seat| (seat, hot_spots(seat).into()));
    facts.push(Fact::HotSpots(spots.to_vec()));
    // Where nothing can be done, nothing is barred.
    if !line.any() {
        return facts;
    }
    for change in [BinChange::Selection, BinChange::Capture] {
        let kinds = barred_kinds(line, change);
        if !kinds.is_empty() {
            facts.push(Fact::BarredByBin { change, kinds });
        }
    }
    facts.push(pushed(line));
    facts
}

/// The kinds of which one may not leave the bin, or come into it from the opponent's pieces, by the next action:
/// the bin has held before what it would hold then.
fn barred_kinds(line: &Line, change: BinChange) -> Vec<BarredKind> {
    let position = &line.position;
    let base = &position.base;
    let enemies = base.board.of(base.to_move.other());
    let barred = kinds().filter_map(|role| {
        let mut bin = position.bin;
        match change {
            BinChange::Selection => bin.take(role).then_some(())?,
            BinChange::Capture => {
                (base.board.role(role) & enemies).any().then_some(())?;
                bin.add(role);
            }
        }
        let moment = line.history.bin(&bin)?;
        Some(BarredKind {
            letter: PIECES.about(role).letter,
            name: PIECES.about(role).name.into(),
            since: since(moment),
        })
    });
    barred.collect()
}

/// What a push would bring into the bin, and what bars it.
fn pushed(line: &Line) -> Fact {
    let position = &line.position;
    let mut brings: Vec<HeldPieces> = Vec::new();
    for (_, piece) in position.pushed().filter(|(_, piece)| piece.role != KING) {
        let about = PIECES.about(piece.role);
        match brings.iter_mut().find(|held| held.letter == about.letter) {
            Some(held) => held.count += 1,
            None => brings.push(HeldPieces::new(about, 1)),
        }
    }
    let push = Action::Push;
    let possible = position.is_possible(&push);
    // In every letter, so in few words. As no piece is lost, an old board comes with an old bin.
    let bars = || {
        let bin = |moment| Reason::new("bin-was-so").with("since", since(moment));
        let attackers = || line.attackers(Bitboard::EMPTY, hot_spots(position.base.to_move));
        let king = || {
            attackers()
                .any()
                .then(|| Reason::new("push-opens-the-king"))
        };
        line.bin_ban(&push).map(bin).or_else(king)
    };
    Fact::Push {
        seat: position.base.to_move,
        brings,
        barred: possible.then(bars).flatten(),
    }
}

//! The position as data.

use crate::rules::composed::position::{PROMOTED, Position};
use crate::rules::composed::turn::Act;
use crate::rules::composed::walls::Walling;
use crate::rules::composed::{GRID_FILES, Set, Square};
use crate::rules::view::{
    HeldPieces, Holds, KindView, Marks, PocketView, SeatView, Zone, ZoneView,
};
use crate::rules::{
    BoardView, CellView, Fact, Forward, Piece, PieceView, Role, Seat, Seats, Surface,
};

use super::signs::Signs;
use super::{Action, ByFile, before, legend};

/// The position as `viewer` sees it, to which these turns have led.
pub fn view(game: &ByFile, at: &Position, viewer: Seat, last: &[Action]) -> BoardView {
    let composed = game.game();
    let (files, ranks) = composed.parts.size;
    let signs = Signs::of(composed);
    let cell = |square| {
        let piece = at.board.at(square);
        let owner = piece.and_then(|piece| piece.owner);
        let attackers = owner.map(|owner| composed.attackers_of(at, square, owner.other()));
        CellView {
            square: square.into(),
            exists: !at.walls.has(square),
            piece: piece.map(|piece| shown(game, &signs, piece)),
            attackers: attackers.unwrap_or_default().into(),
            ..CellView::default()
        }
    };
    let mut view = BoardView {
        files,
        ranks,
        viewer,
        surface: signs.surface(),
        form: signs.form(),
        duck: composed.parts.walls.rule == Some(Walling::Duck),
        uniform: is_uniform(game),
        cells: composed.area().map(cell).collect(),
        pockets: pockets(game, &signs, at),
        facts: facts(game, at),
        kinds: kinds(game, at),
        zones: zones(game, at),
        seats: seats(game),
        order: Vec::new(),
        checkmate: false,
    };
    if let Surface::Points { palaces, .. } = &view.surface
        && !palaces.is_empty()
    {
        // The lines show it.
        view.zones.retain(|zone| zone.zone != Zone::Palace);
    }
    view.mark(marks(game, last));
    view
}

/// Whether all pieces are of one kind.
fn is_uniform(game: &ByFile) -> bool {
    game.game().parts.army.kinds.len() == 1
}

fn shown(game: &ByFile, signs: &Signs<'_>, piece: Piece) -> PieceView {
    let parts = &game.game().parts;
    let falls_back = parts.hands.captures && !parts.hands.keep_promoted;
    let pawn = || parts.promotion.main_pawn[piece.owner?.index() & 1];
    let promoted = falls_back && piece.state == PROMOTED;
    let kept = before(piece);
    let was = kept.or_else(|| promoted.then(pawn).flatten());
    let was = was.map(|role| (game.letter(role), game.name(role).to_owned().into()));
    PieceView {
        letter: game.letter(piece.role),
        name: game.name(piece.role).to_owned().into(),
        owner: piece.owner,
        character: signs.character(piece.role, kept, piece.owner),
        // What has no shape of its own keeps that of what it was.
        shape: signs.shape(piece.role).or_else(|| signs.shape(kept?)),
        was,
        plus: kept.is_some(),
        facing: None,
    }
}

fn seats(game: &ByFile) -> Vec<SeatView> {
    let ways = [Forward::North, Forward::South];
    let seat = |(seat, forward)| SeatView {
        name: game.seat_name(seat).into(),
        army: None,
        forward,
    };
    Seat::BOTH.into_iter().zip(ways).map(seat).collect()
}

/// Hands, in games in which pieces come from there.
fn pockets(game: &ByFile, signs: &Signs<'_>, at: &Position) -> Vec<PocketView> {
    let parts = &game.game().parts;
    if parts.hands.free || !parts.hands.drops && !parts.gates.seirawan {
        return Vec::new();
    }
    let pocket = |seat: Seat| {
        let held = parts.army.roles().rev().filter_map(|role| {
            let count = at.hands[seat.index()][role.index()];
            (count > 0).then(|| HeldPieces {
                letter: game.letter(role),
                name: game.name(role).to_owned().into(),
                count,
                character: signs.character(role, None, Some(seat)),
                shape: signs.shape(role),
            })
        });
        PocketView {
            seat: Some(seat),
            holds: Holds::Pieces(held.collect()),
        }
    };
    Seat::BOTH.map(pocket).to_vec()
}

/// The kinds on the board and in hand, the king first.
fn kinds(game: &ByFile, at: &Position) -> Vec<KindView> {
    let kind = |role: Role| {
        let there = |seat: &Seat| {
            at.board.pieces(*seat, role).any() || at.hands[seat.index()][role.index()] > 0
        };
        let seats: Seats = Seat::BOTH.into_iter().filter(there).collect();
        let moves = (!legend::is_of_chess(game, role)).then(|| legend::moves(game, role));
        (seats != Seats::default()).then(|| game.kind(role, seats, moves))
    };
    game.order().into_iter().filter_map(kind).collect()
}

/// Where pieces promote but for the last rank, where who arrives wins, where alone pieces may be put on the board, and
/// what some pieces must not leave.
fn zones(game: &ByFile, at: &Position) -> Vec<ZoneView> {
    let composed = game.game();
    let (parts, area) = (&composed.parts, composed.area());
    let last_ranks = [parts.size.1 - 1, 0];
    let promotion = |seat: Seat| {
        let region = parts.promotion.region[seat.index()] & area;
        let last = |square: Square| square.rank() == last_ranks[seat.index()];
        let usual = { region }.all(last) || region == area;
        let promotes = |role| parts.army.about(role).promoted.is_some();
        let pawns = parts.promotion.pawn_types[seat.index()];
        let any = parts.army.roles().any(promotes) || !pawns.is_empty();
        if usual || !any { Set::EMPTY } else { region }
    };
    let goal = |seat: Seat| {
        let flag = parts.ends.flag.as_ref();
        let region = flag.filter(|flag| !flag.piece[seat.index()].is_empty());
        region.map_or(Set::EMPTY, |flag| flag.region[seat.index()] & area)
    };
    let drops = |seat: Seat| {
        let region = parts.hands.region[seat.index()] & area;
        let some = parts.hands.captures || at.in_hand(seat) > 0;
        if !parts.hands.drops || !some || region == area {
            Set::EMPTY
        } else {
            region
        }
    };
    let palace = |seat: Seat| {
        let bounds = parts
            .army
            .roles()
            .map(|role| parts.army.about(role).region[seat.index()] & area);
        // The narrowest one: other pieces may have half of the board.
        bounds
            .filter(|bounds| bounds.any() && *bounds != area)
            .min_by_key(|bounds| bounds.count())
            .unwrap_or(Set::EMPTY)
    };
    let of = |zone: Zone, squares: &dyn Fn(Seat) -> Set| {
        let [first, second] = Seat::BOTH.map(squares);
        let all = match first == second {
            true => vec![(None, first)],
            false => vec![(Some(Seat(0)), first), (Some(Seat(1)), second)],
        };
        let some = all.into_iter().filter(|(_, squares)| squares.any());
        some.map(move |(seat, squares)| ZoneView {
            zone,
            seat,
            squares: squares.into(),
        })
        .collect::<Vec<_>>()
    };
    [
        of(Zone::Promotion, &promotion),
        of(Zone::Goal, &goal),
        of(Zone::Drops, &drops),
        of(Zone::Palace, &palace),
    ]
    .concat()
}

fn facts(game: &ByFile, at: &Position) -> Vec<Fact> {
    let (composed, seat) = (game.game(), at.to_move);
    let mut facts = Vec::new();
    if composed.gives_check(at) {
        facts.push(Fact::Check { seat, from: None });
    }
    if at.walls.any() {
        facts.push(Fact::Walls(at.walls.into()));
    }
    if composed.parts.gates.seirawan {
        let some = |seat: &Seat| at.in_hand(*seat) > 0 && at.gates[seat.index()].any();
        let of = Seat::BOTH.into_iter().filter(some);
        let of: Vec<_> = of
            .map(|seat| (seat, at.gates[seat.index()].into()))
            .collect();
        facts.extend((!of.is_empty()).then_some(Fact::Gates(of)));
    }
    let army = &composed.parts.army;
    let captures = || {
        army.kinds
            .iter()
            .any(|kind| kind.atoms.iter().any(|atom| atom.capture))
    };
    if is_uniform(game) && (composed.parts.hands.drops || captures()) {
        let count = |seat: Seat| (seat, at.board.of(seat).count());
        facts.push(Fact::Count(Seat::BOTH.map(count).to_vec()));
    }
    if composed.parts.ends.check_counting {
        let left = |seat: Seat| (seat, at.checks[seat.index()].unsigned_abs());
        facts.push(Fact::ChecksLeft(Seat::BOTH.map(left).to_vec()));
    }
    facts
}

/// Where a turn has put something, and what it has left.
fn marks(game: &ByFile, last: &[Action]) -> Marks<GRID_FILES> {
    Marks::of(last, |marks, action| {
        let turn = &action.turn;
        match turn.act {
            Act::Pass => {}
            Act::Drop(_) | Act::DropPromoted(_) => marks.reach(turn.to),
            Act::Castle => {
                let (king, rook) = game.game().castled(turn);
                marks.left = Set::of(turn.from).with(turn.to);
                marks.reach(king);
                marks.reach(rook);
            }
            _ => marks.go(turn.from, turn.to),
        }
        turn.gate.into_iter().for_each(|(_, at)| marks.reach(at));
        turn.wall.into_iter().for_each(|at| marks.reach(at));
    })
}

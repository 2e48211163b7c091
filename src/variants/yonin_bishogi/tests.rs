//! Legal turns beside trying each one, and attacks beside a look along every line.

use std::ops::ControlFlow;

use crate::rules::turns::perft;
use crate::rules::turns::ruleset::State;
use crate::rules::{Ruleset, Seat, Square, Standings};

use super::pieces::{KING, PIECES, QUEEN};
use super::position::{Action, Position};
use super::turns::{Duty, duty, each, each_move};
use super::{YONIN_BISHOGI, YoninBishogi, text};

/// A small generator of chance, so that every run plays the same games.
fn chance(seed: &mut u64, below: usize) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed % below as u64) as usize
}

fn all(
    visit: impl Fn(&mut dyn FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()>,
) -> Vec<Action> {
    let mut all = Vec::new();
    let _ = visit(&mut |action| {
        all.push(action);
        ControlFlow::Continue(())
    });
    all
}

/// Whether an opponent attacks the king of `seat`, found step by step from the king.
fn attacked(position: &Position, seat: Seat) -> bool {
    let board = &position.base.board;
    let kings = board.pieces(seat, KING);
    let king = kings.first().expect("a king");
    let enemy = |at: Square| board.at(at).filter(|piece| piece.owner != Some(seat));
    let letter = |at: Square| enemy(at).map(|piece| PIECES.about(piece.role).letter);
    let leaps = (-2..=2_i8).flat_map(|x| (-2..=2_i8).map(move |y| (x, y)));
    let mut knights = leaps.filter(|(x, y)| x.abs() + y.abs() == 3);
    if knights.any(|(x, y)| king.offset(x, y).and_then(letter) == Some('N')) {
        return true;
    }
    let steps = (-1..=1_i8).flat_map(|x| (-1..=1_i8).map(move |y| (x, y)));
    steps.filter(|step| *step != (0, 0)).any(|(x, y)| {
        let straight = x == 0 || y == 0;
        let mut at = king;
        for distance in 1.. {
            let Some(next) = at.offset(x, y) else {
                return false;
            };
            at = next;
            let Some(piece) = board.at(at) else {
                continue;
            };
            let Some(owner) = piece.owner.filter(|owner| *owner != seat) else {
                return false;
            };
            // Red's pawns capture upwards, Green's to the left, Yellow's down, Blue's to the right.
            let forward = [(0, 1), (-1, 0), (0, -1), (1, 0)][owner.index()];
            let pawn = !straight && (-x * forward.0 + -y * forward.1) == 1;
            return match letter(at) {
                Some('Q') => true,
                Some('R') => straight,
                Some('B') => !straight,
                Some('K') => distance == 1,
                Some('P') => distance == 1 && pawn,
                _ => false,
            };
        }
        false
    })
}

fn after(position: &Position, action: &Action) -> Position {
    let mut after = position.clone();
    after.play(action);
    after
}

/// The legal turns by trying each (Y6).
fn tried(position: &Position) -> Vec<Action> {
    let seat = position.base.to_move;
    let any = all(|visit| each_move(position, visit));
    let safe = any
        .iter()
        .filter(|action| !attacked(&after(position, action), seat));
    let safe: Vec<Action> = safe.copied().collect();
    match (safe.is_empty(), attacked(position, seat)) {
        (false, _) => safe,
        (true, true) if !any.is_empty() && position.players() > 2 => any,
        _ => vec![Action::Pass],
    }
}

fn start(position: Position) -> State<YoninBishogi> {
    State {
        rules: (),
        rules_version: 1,
        history: YONIN_BISHOGI.history(&(), &position),
        standings: Standings::of(position.playing),
        position,
    }
}

#[test]
fn legal_turns_are_those_that_trying_finds() {
    let mut seed = 0x0b15_0961;
    let (mut duties, mut looked_at) = ([0; 3], 0);
    for _ in 0..60 {
        let mut state = start(text::read(text::START).expect("reads"));
        for _ in 0..150 {
            if YONIN_BISHOGI.adjudicate(&state).is_some() {
                break;
            }
            let position = &state.position;
            for seat in position.playing.iter() {
                assert_eq!(position.checkers(seat).any(), attacked(position, seat));
            }
            let turns = all(|visit| each(position, visit));
            let key = |action: &Action| format!("{action:?}");
            let (mut found, mut known) = (turns.clone(), tried(position));
            found.sort_by_key(key);
            known.sort_by_key(key);
            assert_eq!(found, known, "{}", text::write(position));
            duties[match duty(position) {
                Duty::KeepSafe => 0,
                Duty::Anything => 1,
                Duty::Pass => 2,
            }] += 1;
            looked_at += 1;
            // Captures and attacks make games that end.
            let lively: Vec<&Action> = turns
                .iter()
                .filter(|action| {
                    let next = after(position, action);
                    !next.in_check().is_empty() || matches!(action, Action::Drop(QUEEN, _))
                })
                .collect();
            let turn = match lively.is_empty() || chance(&mut seed, 3) == 0 {
                true => turns[chance(&mut seed, turns.len())],
                false => *lively[chance(&mut seed, lively.len())],
            };
            perft::play(&YONIN_BISHOGI, &mut state, &[turn]);
        }
    }
    assert!(
        duties[0] > 1000 && duties[1] > 0,
        "{duties:?} of {looked_at}"
    );
}

//! How turns are written: an example of each kind of turn, found by playing the game to look at and games by lot.

use crate::rules::composed::position::{Position, before};
use crate::rules::composed::turn::{Act, Turn};
use crate::rules::composed::{Game, army::Word};
use crate::rules::{Reason, Role};
use crate::variants::by_file::check::games::Lot;

use super::super::{Action, written};
use super::Page;

/// So many turns are looked at, at most.
const MOST_LOOKED_AT: usize = 20_000;

/// The most turns of a game.
const LONGEST: usize = 250;

/// With more turns than these, a game goes no further.
const MOST_LISTED: u64 = 5_000;

/// A kind of turn: what it is, and the code of what is said of it. A turn is of the first kind that it fits.
type Sort = (fn(&Game, &Position, &Action) -> bool, &'static str);

/// All kinds of turns, the rarer of two before the other.
const SORTS: [Sort; 18] = [
    (|_, _, action| action.turn.wall.is_some() && action.turn.act == Act::Pass, "page-turn-puts-wall"),
    (|_, _, action| action.turn.wall.is_some(), "page-turn-and-wall"),
    (|_, _, action| action.turn.gate.is_some_and(|(_, at)| at == action.turn.to), "page-turn-gates-beside"),
    (|_, _, action| action.turn.gate.is_some(), "page-turn-gates"),
    (|_, _, action| is_castling(action, true), "page-turn-castles-right"),
    (|_, _, action| is_castling(action, false), "page-turn-castles-left"),
    (|_, _, action| action.turn.act == Act::Pass, "page-turn-passes"),
    (|_, _, action| matches!(action.turn.act, Act::Drop(_)), "page-turn-drops"),
    (|_, _, action| matches!(action.turn.act, Act::DropPromoted(_)), "page-turn-drops-promoted"),
    (|_, _, action| action.turn.act == Act::Leap, "page-turn-leaps"),
    (|_, _, action| becomes(action) && action.turn.from == action.turn.to, "page-turn-becomes"),
    (|_, _, action| becomes(action), "page-turn-promotes"),
    (|_, _, action| action.turn.act == Act::PiecePromote, "page-turn-promotes-piece"),
    (|_, _, action| action.turn.act == Act::Demote, "page-turn-turns-back"),
    (|_, at, action| at.board.at(action.turn.from).and_then(before).is_some(), "page-turn-of-promoted"),
    (|_, _, action| action.captures, "page-turn-captures"),
    (|game, _, action| game.parts.army.is(action.role, Word::PAWN), "page-turn-of-pawn"),
    (|_, _, _| true, "page-turn-of-piece"),
];

fn is_castling(action: &Action, right: bool) -> bool {
    let turn = &action.turn;
    turn.act == Act::Castle && right == (turn.from.index() < turn.to.index())
}

const fn becomes(action: &Action) -> bool {
    matches!(action.turn.act, Act::Promote(_))
}

impl Page<'_> {
    /// How turns are written, in the order in which players meet them.
    pub(super) fn writing(&self) -> Vec<Reason> {
        let game = self.game.game();
        let mut found: [Option<Reason>; SORTS.len()] = Default::default();
        let mut looked_at = 0;
        let mut at = self.start.clone();
        for text in self.game.section().example() {
            self.look(&at, &game.legal_turns(&at), &mut found);
            let Some(turn) = game.find(&at, text) else {
                break;
            };
            game.play(&mut at, &turn);
        }
        let mut lot = Lot::of(self.game.source());
        while looked_at < MOST_LOOKED_AT && found.iter().any(Option::is_none) {
            looked_at += self.play(&mut lot, &mut found);
        }
        let uci = game.legal_turns(&self.start);
        let uci = uci.first().map(|turn| game.text(&self.start, turn));
        let last = Reason::new("page-turns-are-read").text("uci", uci.unwrap_or_default());
        found.into_iter().rev().flatten().chain([last]).collect()
    }

    /// Plays a game by lot; how many turns were looked at.
    fn play(&self, lot: &mut Lot, found: &mut [Option<Reason>]) -> usize {
        let game = self.game.game();
        let (mut at, mut looked_at) = (self.start.clone(), 1);
        for _ in 0..LONGEST {
            if game.most_turns(&at) > MOST_LISTED {
                break;
            }
            let turns = game.legal_turns(&at);
            looked_at += turns.len();
            self.look(&at, &turns, found);
            let Some(turn) = lot.pick(&turns) else {
                break;
            };
            game.play(&mut at, &turn);
        }
        looked_at
    }

    /// Notes the kinds of turns of a position that were not found before.
    fn look(&self, at: &Position, turns: &[Turn], found: &mut [Option<Reason>]) {
        let game = self.game.game();
        // Of what a pawn may become, the strongest is last.
        for turn in turns.iter().rev() {
            let action = Action::new(game, at, *turn);
            let sort = SORTS.iter().position(|(is, _)| is(game, at, &action));
            if let Some(place) = sort
                && let Some(place_found) = found.get_mut(place)
                && place_found.is_none()
            {
                let reason = Reason::new(SORTS[place].1);
                let shown = |role: Role| self.game.name(role);
                let reason = reason.name("piece", shown(action.before.unwrap_or(action.role)));
                let other = match turn.act {
                    Act::Drop(role) | Act::DropPromoted(role) | Act::Promote(role) => Some(role),
                    _ => turn.gate.map(|(role, _)| role),
                };
                let reason = reason.name("other", other.map_or("", shown));
                *place_found = Some(reason.text("turn", written::text(game, &action)));
            }
        }
    }
}

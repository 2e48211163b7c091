//! How turns are written: an example of each kind of turn, found by playing the game to look at and games by lot.

use crate::rules::composed::position::{Position, before};
use crate::rules::composed::turn::{Act, Turn};
use crate::rules::composed::walls::Walling;
use crate::rules::composed::{Game, army::Word};
use crate::rules::{Reason, Role, Seat};
use crate::variants::by_file::check::games::Lot;

use super::super::{Action, written};
use super::Page;

/// So many turns are looked at, at most.
const MOST_LOOKED_AT: usize = 150_000;

/// So many turns are listed as soon as one is looked at.
const WITHOUT_LOOK: usize = 16;

/// The most turns of a game.
const LONGEST: usize = 250;

/// With more turns than these, a game goes no further.
const MOST_LISTED: u64 = 100_000;

/// A kind of turn: what it is, the code of what is said of it, and whether a game may have it. A turn is of the first
/// kind that it fits, besides those with walls.
type Sort = (
    fn(&Game, &Position, &Action) -> bool,
    &'static str,
    fn(&Page<'_>) -> bool,
);

/// What is said of a turn of each kind, as far as one was found.
type Found = [Option<Reason>; SORTS.len()];

/// All kinds of turns, the rarer of two before the other.
const SORTS: [Sort; 18] = [
    (
        |_, _, action| action.turn.wall.is_some() && action.turn.act == Act::Pass,
        "page-turn-puts-wall",
        |page| page.of.walls.wall_or_move,
    ),
    (
        |_, _, action| action.turn.wall.is_some(),
        "page-turn-and-wall",
        |page| page.of.walls.rule.is_some(),
    ),
    (
        |_, _, action| action.turn.gate.is_some_and(|(_, at)| at == action.turn.to),
        "page-turn-gates-beside",
        |page| page.of.gates.seirawan && page.castles(),
    ),
    (
        |_, _, action| action.turn.gate.is_some(),
        "page-turn-gates",
        |page| page.of.gates.seirawan,
    ),
    (
        |_, _, action| is_castling(action, false),
        "page-turn-castles-left",
        |page| page.castles(),
    ),
    (
        |_, _, action| is_castling(action, true),
        "page-turn-castles-right",
        |page| page.castles(),
    ),
    (
        |_, _, action| action.turn.act == Act::Pass,
        "page-turn-passes",
        |page| page.of.gates.pass != [false; 2],
    ),
    (
        |_, _, action| matches!(action.turn.act, Act::DropPromoted(_)),
        "page-turn-drops-promoted",
        |page| page.of.hands.drop_promoted,
    ),
    (
        |_, _, action| matches!(action.turn.act, Act::Drop(_)),
        "page-turn-drops",
        |page| page.of.hands.drops,
    ),
    (
        |_, _, action| action.turn.act == Act::Leap,
        "page-turn-leaps",
        |page| page.of.gates.cambodian,
    ),
    (
        |_, _, action| becomes(action) && action.turn.from == action.turn.to,
        "page-turn-becomes",
        |page| page.of.promotion.sittuyin,
    ),
    (
        |_, _, action| becomes(action),
        "page-turn-promotes",
        |page| page.promotes_pawns(),
    ),
    (
        |_, _, action| action.turn.act == Act::Demote,
        "page-turn-turns-back",
        |page| page.of.promotion.demotion,
    ),
    (
        |_, _, action| action.turn.act == Act::PiecePromote,
        "page-turn-promotes-piece",
        |page| page.promotes_pieces(),
    ),
    (
        |_, at, action| at.board.at(action.turn.from).and_then(before).is_some(),
        "page-turn-of-promoted",
        |page| page.promotes_pieces() && !page.of.promotion.demotion,
    ),
    (
        |_, _, action| action.captures,
        "page-turn-captures",
        |_| true,
    ),
    (
        |game, _, action| game.parts.army.is(action.role, Word::PAWN),
        "page-turn-of-pawn",
        |page| page.role(Word::PAWN).is_some(),
    ),
    (|_, _, _| true, "page-turn-of-piece", |_| true),
];

/// So many of them say only that a turn puts a wall.
const WITH_WALLS: usize = 2;

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
        let mut found: Found = Default::default();
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
        while looked_at < MOST_LOOKED_AT && self.lacks(&found) {
            looked_at += self.play(&mut lot, &mut found);
        }
        if self.of.walls.rule.is_some() && !self.of.walls.wall_or_move {
            // Each turn puts a wall.
            found[SORTS.len() - 1] = found[1].take();
        }
        let uci = game.legal_turns(&self.start);
        let uci = uci.first().map(|turn| game.text(&self.start, turn));
        let last = Reason::new("page-turns-are-read").text("uci", uci.unwrap_or_default());
        // Books on shogi count files from the right, with numbers.
        let shogi = self.role(Word::SHOGI_PAWN).map(|_| {
            let first = self.seat(Seat(0));
            Reason::new("page-files-from-left").name("side", &first)
        });
        let found = found.into_iter().rev().flatten();
        found.chain(shogi).chain([last]).collect()
    }

    /// Whether a kind of turn is not found that the game may have.
    fn lacks(&self, found: &Found) -> bool {
        let mut all = SORTS.iter().zip(found);
        all.any(|((_, _, may), found)| found.is_none() && may(self))
    }

    /// Plays a game by lot; how many turns were looked at.
    fn play(&self, lot: &mut Lot, found: &mut Found) -> usize {
        let game = self.game.game();
        let (mut at, mut looked_at) = (self.start.clone(), 100);
        for _ in 0..LONGEST {
            if game.most_turns(&at) > MOST_LISTED {
                break;
            }
            let mut turns = game.legal_turns(&at);
            let next = lot.pick(&turns);
            looked_at += turns.len() / WITHOUT_LOOK;
            // Turns that differ by their walls alone follow each other.
            turns.dedup_by_key(|turn| (turn.from, turn.to, turn.act, turn.gate));
            looked_at += turns.len();
            self.look(&at, &turns, found);
            let Some(turn) = next else {
                break;
            };
            game.play(&mut at, &turn);
        }
        looked_at
    }

    /// Notes the kinds of turns of a position that were not found before.
    fn look(&self, at: &Position, turns: &[Turn], found: &mut Found) {
        let game = self.game.game();
        // Of what a pawn may become, the strongest is last.
        for turn in turns.iter().rev() {
            let action = Action::new(game, at, *turn);
            for (place, (is, code, _)) in SORTS.iter().enumerate() {
                if !is(game, at, &action) {
                    continue;
                }
                if found[place].is_none() {
                    found[place] = Some(self.said(code, &action));
                }
                if place >= WITH_WALLS {
                    break;
                }
            }
        }
    }

    fn said(&self, code: &'static str, action: &Action) -> Reason {
        let turn = &action.turn;
        let shown = |role: Role| self.game.name(role);
        let piece = shown(action.before.unwrap_or(action.role));
        let pawn = self.of.army.is(action.role, Word::PAWN);
        let other = match turn.act {
            Act::Drop(role) | Act::DropPromoted(role) | Act::Promote(role) => Some(role),
            Act::PiecePromote if pawn => self.of.army.about(action.role).promoted,
            _ => turn.gate.map(|(role, _)| role),
        };
        let reason = Reason::new(code).name("piece", piece);
        let reason = reason.name("other", other.map_or("", shown));
        let rules = &self.of.promotion;
        let must = if pawn {
            rules.mandatory_pawn
        } else {
            rules.mandatory_piece
        };
        let reason = reason.number("may", u8::from(!must));
        let duck = self.of.walls.rule == Some(Walling::Duck);
        let reason = reason.number("duck", u8::from(duck));
        reason.text("turn", written::text(self.game.game(), action))
    }
}

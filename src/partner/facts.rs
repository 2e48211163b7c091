//! Why a turn was a mistake, from the rules alone: what is won or lost, and when.

use serde::{Deserialize, Serialize};

use crate::rules::board::place::Place;
use crate::rules::outcome::Reason;
use crate::rules::turns::walk::{Material, Standing, Survey, Walk};
use crate::rules::{Game, Seat};

use super::MATED;
use super::search::Search;
use super::values::Values;

/// A way to a checkmate is shown for at most so many own turns.
const LONGEST_LINE: i32 = 4;
/// What is worth less, in hundredths of a pawn, is no reason.
const LEAST: i32 = 80;

/// Something that follows from a turn that was played, or from a better one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    /// The better turn wins the game.
    Wins {
        /// With this own turn, counted from the better one.
        turns: i32,
        /// Whether it ends by checkmate.
        mate: bool,
        /// The turns up to the checkmate, canonical, if there are several.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        line: Vec<String>,
    },
    /// The better turn takes a piece.
    Takes {
        /// Its name.
        piece: String,
        /// Where it stood.
        at: String,
    },
    /// After what was played, another seat can win the game.
    Loses {
        /// The turn with which that begins, canonical.
        turn: String,
        /// In how many turns.
        turns: i32,
        /// Whether it ends by checkmate.
        mate: bool,
    },
    /// After what was played, another seat can take a piece.
    Taken {
        /// The turn that takes it, canonical.
        turn: String,
        /// The name of the piece.
        piece: String,
        /// Where it stands.
        at: String,
        /// Whether what takes it can be taken back.
        back: bool,
    },
}

/// How good a game stands for a seat, in hundredths of a pawn, and the best turns from there on.
pub(super) fn outlook(
    game: &dyn Game,
    seat: Seat,
    budget: u64,
    stop: &dyn Fn() -> bool,
) -> (i32, Vec<String>) {
    Search::new(game.walk(), budget, stop).outlook(seat)
}

/// What follows from the better turn and from the one that was played.
pub(super) fn of(
    before: &dyn Game,
    after: &dyn Game,
    (better, played): (&str, &str),
    budget: u64,
) -> Vec<Fact> {
    let seat = before.to_move();
    let look = Look::new(before, seat);
    let mut facts = Vec::new();
    let (score, line) = outlook(before, seat, budget, &|| false);
    let known = line.first().is_some_and(|turn| turn == better);
    match super::mate(score, look.seats) {
        Some(turns) if turns > 0 && known => {
            let mate = ends_by_mate(before, &line);
            let shown = mate && (2..=LONGEST_LINE).contains(&turns);
            let line = if shown { line } else { Vec::new() };
            facts.push(Fact::Wins { turns, mate, line });
        }
        _ => facts.extend(look.takes(before, better, played)),
    }
    let (score, line) = outlook(after, seat, budget, &|| false);
    match line.first() {
        Some(turn) if score <= -MATED => facts.push(Fact::Loses {
            turn: turn.clone(),
            turns: super::mate(score, look.seats).unwrap_or_default().abs(),
            mate: ends_by_mate(after, &line),
        }),
        _ => facts.extend(look.taken(before, after, played, &line)),
    }
    facts
}

/// Whether turns end a game by checkmate.
fn ends_by_mate(game: &dyn Game, line: &[String]) -> bool {
    let end = after(game, line);
    let end = end.as_ref().and_then(|game| game.outcome());
    end.is_some_and(|outcome| outcome.reason == Reason::Checkmate)
}

/// The game after these turns.
fn after(game: &dyn Game, line: &[String]) -> Option<Box<dyn Game>> {
    let mut game = game.fork();
    for turn in line {
        game.play(turn).ok()?;
    }
    Some(game)
}

/// The position of a game.
fn survey(walk: &dyn Walk) -> Survey {
    let mut survey = Survey::default();
    walk.survey(&mut survey);
    survey
}

/// What is known for one mistake.
struct Look {
    /// Who made it.
    seat: Seat,
    seats: i32,
    width: u8,
    /// Whether pieces are worth anything: not where it is good to lose them.
    counts: bool,
    values: Values,
}

impl Look {
    fn new(game: &dyn Game, seat: Seat) -> Self {
        let walk = game.walk();
        let field = walk.field();
        Self {
            seat,
            seats: i32::from(field.seats),
            width: field.width,
            counts: field.material == Material::Good,
            values: Values::new(walk.as_ref()),
        }
    }

    /// The piece that a seat (or any but `seat`, if not `own`) has lost between two positions, if it is one piece without a
    /// doubt.
    fn lost(&self, before: &dyn Game, after: &dyn Game, own: bool) -> Option<Standing> {
        let (before, after) = (
            survey(before.walk().as_ref()),
            survey(after.walk().as_ref()),
        );
        let is_meant = |one: &&Standing| (one.seat == self.seat) == own;
        let count = |survey: &Survey, of: &Standing| {
            let same = |one: &&Standing| (one.role, one.seat) == (of.role, of.seat);
            survey.pieces.iter().filter(same).count()
        };
        let gone = before.pieces.iter().filter(is_meant);
        let mut gone = gone
            .filter(|one| !after.pieces.contains(one) && count(&after, one) < count(&before, one));
        let only = gone.next().copied();
        only.filter(|one| gone.next().is_none() && self.worth(*one) >= LEAST)
    }

    fn worth(&self, piece: Standing) -> i32 {
        self.values.of(piece.role)
    }

    /// The name of a piece of a position and of its square.
    fn named(&self, game: &dyn Game, piece: Standing) -> Option<(String, String)> {
        let place = Place::new(piece.at % self.width, piece.at / self.width)?;
        let view = game.view(None);
        let cell = view.cells.iter().find(|cell| cell.square == place)?;
        let name = cell.piece.as_ref()?.name.to_string();
        Some((name, place.to_string()))
    }

    /// That the better turn takes a piece, if what was played does not take one that is worth as much.
    fn takes(&self, before: &dyn Game, better: &str, played: &str) -> Option<Fact> {
        let taken = |turn: &str| {
            let after = after(before, &[turn.to_owned()])?;
            self.lost(before, after.as_ref(), false)
        };
        let piece = taken(better).filter(|_| self.counts)?;
        let instead = taken(played).map_or(0, |piece| self.worth(piece));
        if instead >= self.worth(piece) {
            return None;
        }
        let (piece, at) = self.named(before, piece)?;
        Some(Fact::Takes { piece, at })
    }

    /// That another seat takes a piece before this one is to move again, if that is worth more than what was played took,
    /// and than what takes it if that can be taken back.
    fn taken(
        &self,
        before: &dyn Game,
        after_it: &dyn Game,
        played: &str,
        line: &[String],
    ) -> Option<Fact> {
        let mut game = after_it.fork();
        for turn in line.iter().filter(|_| self.counts) {
            if game.outcome().is_some() || game.to_move() == self.seat {
                return None;
            }
            let next = after(game.as_ref(), std::slice::from_ref(turn))?;
            let Some(lost) = self.lost(game.as_ref(), next.as_ref(), true) else {
                game = next;
                continue;
            };
            let took = after(before, &[played.to_owned()])
                .and_then(|after| self.lost(before, after.as_ref(), false));
            let took = took.map_or(0, |piece| self.worth(piece));
            let back = self.taken_back(next.as_ref(), lost.at);
            let regained = back.flatten().map_or(0, |piece| self.worth(piece));
            if self.worth(lost) < took + regained + LEAST {
                return None;
            }
            let (piece, at) = self.named(game.as_ref(), lost)?;
            return Some(Fact::Taken {
                turn: turn.clone(),
                piece,
                at,
                // Where it is not known, nothing is said of it.
                back: back.is_none_or(|piece| piece.is_some()),
            });
        }
        None
    }

    /// The piece that can be taken back on a square; the outer `None`: that is not known.
    #[allow(
        clippy::option_option,
        reason = "what is not known differs from nothing"
    )]
    fn taken_back(&self, game: &dyn Game, at: u8) -> Option<Option<Standing>> {
        let mut walk = game.walk();
        let pieces = survey(walk.as_ref()).pieces;
        let taker = pieces.into_iter();
        let mut taker = taker.filter(|one| one.at == at && one.seat != self.seat);
        let taker = taker.next()?;
        if game.outcome().is_some() || walk.to_move() != self.seat {
            return None;
        }
        for index in 0..walk.list() {
            walk.enter(index);
            let whole = walk.made() == 0;
            let stays = survey(walk.as_ref()).pieces.contains(&taker);
            walk.back();
            if !whole {
                return None;
            }
            if !stays {
                return Some(Some(taker));
            }
        }
        Some(None)
    }
}

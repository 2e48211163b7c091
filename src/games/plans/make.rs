//! Judges the pairs that a player writes, each in its position, and adds them to those that are kept.

use crate::games::request::{Decided, Guard};
use crate::games::stored_game::StoredGame;
use crate::rules::{Game, Seat, TurnReading, outcome};

use super::read::{Piece, pieces};
use super::{Answer, MOST_DEPTH, MOST_PAIRS, Pair, PlanFault, Plans};

/// At most this many pairs of one mail are judged: lines that begin alike repeat some.
const MOST_JUDGED: usize = 2 * MOST_PAIRS;
/// How much the games look at for the turns of one mail, in actions (see [`Game::effort`]).
const MOST_EFFORT: u64 = 100_000;

/// Adds lines of play to the plans of a seat.
pub(in crate::games) fn keep(
    game: &StoredGame,
    seat: Seat,
    lines: &[String],
) -> Result<Decided, PlanFault> {
    if lines.is_empty() {
        return Err(PlanFault::Elsewhere);
    }
    if game.game.to_move() == seat {
        return Err(PlanFault::YourTurn);
    }
    let turns = game.turns.len();
    let two = game.game.playing().len() == 2;
    let kept = game.plans(seat).filter(|plans| {
        // Among more than two, other turns may have been played since.
        !plans.pairs.is_empty() && (plans.after == turns || !two)
    });
    let plans = kept.unwrap_or_else(|| Plans::new(turns));
    let mut maker = Maker {
        first: plans.last,
        plans,
        owner: seat,
        judged: 0,
        effort: 0,
        is_final: false,
    };
    let read = lines.iter().map(|line| pieces(line));
    for pieces in &read.collect::<Result<Vec<_>, _>>()? {
        if !two && pieces.len() > 1 {
            return Err(PlanFault::OnePair);
        }
        // Among more than two the position is not known, since others move before.
        let board = two.then(|| game.game.fork());
        maker.add(game, pieces, board)?;
    }
    let added = maker.plans.pairs.iter();
    let added = added.filter(|pair| pair.number > maker.first).count();
    Ok(Decided::Planned {
        plans: Some(maker.plans),
        added,
        removed: 0,
        is_final: maker.is_final,
    })
}

/// Removes a pair and all that follow it, or all pairs; returns what is left, and how many are removed.
pub(in crate::games) fn clear(
    plans: Option<Plans>,
    number: Option<u32>,
) -> Result<(Option<Plans>, usize), PlanFault> {
    let plans = plans.filter(|plans| !plans.pairs.is_empty());
    let mut plans = plans.ok_or(PlanFault::Nothing)?;
    let before = plans.pairs.len();
    let Some(number) = number else {
        return Ok((None, before));
    };
    let mut gone = vec![number];
    plans.pairs.retain(|pair| {
        let goes = pair.number == number || pair.parent.is_some_and(|on| gone.contains(&on));
        if goes {
            gone.push(pair.number);
        }
        !goes
    });
    let removed = before - plans.pairs.len();
    match removed {
        0 => Err(PlanFault::NoSuchPair(number)),
        _ => Ok((Some(plans).filter(|plans| !plans.pairs.is_empty()), removed)),
    }
}

/// Pairs as they are added.
struct Maker {
    plans: Plans,
    owner: Seat,
    /// The last number before the first line.
    first: u32,
    judged: usize,
    effort: u64,
    is_final: bool,
}

impl Maker {
    /// Adds one line of play, which begins in this position; `None`: it is not known.
    fn add(
        &mut self,
        game: &StoredGame,
        pieces: &[Piece],
        mut board: Option<Box<dyn Game>>,
    ) -> Result<(), PlanFault> {
        if pieces.len() > MOST_DEPTH {
            return Err(PlanFault::TooLong);
        }
        let mut parent = None;
        for (at, piece) in pieces.iter().enumerate() {
            self.judged += 1;
            if self.judged > MOST_JUDGED {
                return Err(PlanFault::TooLong);
            }
            let open = board.is_none();
            if piece.when.is_none() {
                board = None;
            }
            let when = piece.when.as_deref();
            let when = when.map(|turn| self.turn(game, piece, turn, &mut board));
            let when = when.transpose()?;
            not_over(board.as_deref(), piece)?;
            let answer = self.answer(game, piece, &mut board)?;
            let open = open || when.is_none() && answer.turn().is_some();
            parent = Some(self.put(parent, when, answer, open)?);
            let Some(next) = pieces.get(at + 1) else {
                break;
            };
            if piece.answer.turn().is_none() {
                return Err(PlanFault::AfterEnd {
                    piece: piece.text.clone(),
                    next: next.text.clone(),
                });
            }
            not_over(board.as_deref(), piece)?;
        }
        Ok(())
    }

    /// The answer of a piece, its turn judged in the position, which becomes the one after it.
    fn answer(
        &mut self,
        game: &StoredGame,
        piece: &Piece,
        board: &mut Option<Box<dyn Game>>,
    ) -> Result<Answer, PlanFault> {
        let before = board.as_ref().map(|board| board.fork());
        let judged = match &piece.answer {
            Answer::Turn(turn) => Answer::Turn(self.turn(game, piece, turn, board)?),
            Answer::DrawOffer(turn) => Answer::DrawOffer(self.turn(game, piece, turn, board)?),
            other => other.clone(),
        };
        let strands = before.zip(judged.turn());
        let strands = strands.is_some_and(|(before, turn)| before.strands(turn));
        self.is_final |= judged.is_final() || strands;
        Ok(judged)
    }

    /// A turn in canonical text, which is played on the board. Where the position is not known, it has to be
    /// written as a turn.
    fn turn(
        &mut self,
        game: &StoredGame,
        piece: &Piece,
        typed: &str,
        board: &mut Option<Box<dyn Game>>,
    ) -> Result<String, PlanFault> {
        let (number, typed) = numbered(typed);
        let (piece, turn) = (piece.text.clone(), typed.to_owned());
        let on = board.as_deref().unwrap_or(game.game.as_ref());
        let before = on.effort();
        let readable = match on.reading(typed) {
            TurnReading::Turn(turn) => turn,
            TurnReading::Doubtful(means) => {
                return Err(PlanFault::Doubtful { piece, turn, means });
            }
            TurnReading::No if board.is_none() => {
                return Err(PlanFault::Unreadable { piece, turn });
            }
            TurnReading::No => turn.clone(),
        };
        let looked = on.effort().saturating_sub(before);
        let Some(position) = board else {
            self.spend(looked)?;
            // How it is read depends on the position that there will be.
            return Ok(turn);
        };
        let (due, seat) = (position.label(), position.to_move());
        if let Some(typed) = number.filter(|number| !game.fits(*number, &due)) {
            return Err(PlanFault::WrongNumber { piece, typed, due });
        }
        let mut after = position.fork();
        let before = after.effort();
        let played = after.play(&readable);
        self.spend(looked + after.effort().saturating_sub(before))?;
        match played {
            Ok(played) => {
                *board = Some(after);
                Ok(played.canonical)
            }
            Err(why) => Err(PlanFault::Turn {
                piece,
                turn,
                label: due,
                seat,
                own: seat == self.owner,
                why: Box::new(why),
            }),
        }
    }

    fn spend(&mut self, effort: u64) -> Result<(), PlanFault> {
        // Each question costs something besides.
        self.effort = self.effort.saturating_add(effort + 10);
        (self.effort <= MOST_EFFORT)
            .then_some(())
            .ok_or(PlanFault::TooMuch)
    }

    /// Adds a pair, unless there is the same; returns its number.
    fn put(
        &mut self,
        parent: Option<u32>,
        when: Option<String>,
        answer: Answer,
        open: bool,
    ) -> Result<u32, PlanFault> {
        let same = self.plans.following(parent).find(|pair| pair.when == when);
        if let Some(pair) = same {
            if pair.answer == answer {
                return Ok(pair.number);
            }
            return Err(PlanFault::TwoAnswers {
                when,
                one: pair.answer.clone(),
                other: answer,
                number: Some(pair.number).filter(|number| *number <= self.first),
            });
        }
        if self.plans.pairs.len() == MOST_PAIRS {
            return Err(PlanFault::TooLong);
        }
        self.plans.last = self.plans.last.saturating_add(1);
        let number = self.plans.last;
        self.plans.pairs.push(Pair {
            number,
            parent,
            when,
            answer,
            open,
        });
        Ok(number)
    }
}

/// A plan cannot go on where the game is over.
fn not_over(board: Option<&dyn Game>, piece: &Piece) -> Result<(), PlanFault> {
    let piece = piece.text.clone();
    match board.is_some_and(|board| board.outcome().is_some()) {
        true => Err(PlanFault::Over { piece }),
        false => Ok(()),
    }
}

/// The canonical text of a turn as people write it.
pub(super) fn meaning(board: &dyn Game, typed: &str) -> Result<String, outcome::Refusal> {
    match board.reading(typed) {
        TurnReading::Turn(readable) => board.meaning(&readable),
        TurnReading::Doubtful(_) | TurnReading::No => board.meaning(typed),
    }
}

/// Splits off the number before a turn: `3.`, `3...`.
fn numbered(typed: &str) -> (Option<Guard>, &str) {
    let digits = typed.bytes().take_while(u8::is_ascii_digit).count();
    let rest = typed[digits..].trim_start_matches(['.', '…', ' ']);
    let marks = &typed[digits..typed.len() - rest.len()];
    if digits == 0 || !marks.starts_with(['.', '…']) || rest.is_empty() {
        return (None, typed);
    }
    let guard = Guard {
        number: typed[..digits].parse().unwrap_or(u32::MAX),
        second: marks.trim_end().len() > 1,
    };
    (Some(guard), rest)
}

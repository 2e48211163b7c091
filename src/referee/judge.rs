//! Plays the turns of a request, and answers its questions.

use std::cell::Cell;
use std::collections::HashSet;

use crate::drawings::{Style, board};
use crate::rules::{Game, Listing, Refusal, Seat, SetupError, Variant, echo};
use crate::variants::Games;
use crate::words::{Voice, Words};

use super::reply::{Answer, Code, Ended, Given, Refused};
use super::request::{Request, unknown_variant};

/// Above this many turns, variants with very many turns neither list nor count them.
const EXPLODED: usize = 10_000;

/// The greatest depth of perft.
const DEEPEST: u32 = 20;

/// One request counts at most this many leaves and positions for perft, which takes a second or two. It is no
/// limit of time, so that the same request is answered the same on every machine.
const COUNTED: u64 = 50_000_000;

/// Answers a request. The same request is always answered the same. The time is bounded.
pub fn answer(games: &Games, request: &Request) -> Answer {
    match judged(games, request) {
        Ok(given) => Answer::Given(Box::new(given)),
        Err(error) => Answer::Refused { error },
    }
}

/// What is answered is in English.
fn english() -> Voice<'static> {
    Words::built_in().english()
}

fn judged(games: &Games, request: &Request) -> Result<Given, Refused> {
    let variant = games
        .find(&request.variant)
        .ok_or_else(|| unknown_variant(&request.variant))?;
    let questions = request.ask.iter().map(|ask| Question::read(ask));
    let questions: Vec<Question> = questions.collect::<Result<_, _>>()?;
    let game = variant.start(&request.options, request.position.as_deref());
    let mut game = game.map_err(|why| {
        let code = match why {
            SetupError::BadOption(_) | SetupError::UnknownVersion { .. } => Code::BadOption,
            SetupError::BadPosition(_) => Code::BadPosition,
        };
        Refused::new(code, english().setup_error(&why))
    })?;
    let mut canonical = Vec::with_capacity(request.turns.len());
    for (index, turn) in request.turns.iter().enumerate() {
        let played = play(game.as_mut(), turn);
        canonical.push(played.map_err(|refusal| refused_turn(&refusal, index + 1))?);
    }
    let about = Judged {
        variant,
        game: game.as_ref(),
        canonical: &canonical,
        partial: &request.partial,
        left: Cell::new(COUNTED),
    };
    let mut given = Given {
        to_move: about.seat(game.to_move()),
        ..Given::default()
    };
    let mut answered = HashSet::new();
    for (question, ask) in questions.iter().zip(&request.ask) {
        // A question that comes again has the same answer.
        if answered.insert(ask) {
            about.give(*question, ask, &mut given)?;
        }
    }
    Ok(given)
}

fn play(game: &mut dyn Game, turn: &str) -> Result<String, Refusal> {
    if turn.trim().eq_ignore_ascii_case("draw claim") {
        game.claim_draw()?;
        return Ok("draw claim".to_owned());
    }
    Ok(game.play(turn)?.canonical)
}

fn refused_turn(refusal: &Refusal, turn: usize) -> Refused {
    let action = match refusal {
        Refusal::Illegal { action, .. } => *action,
        _ => None,
    };
    Refused {
        action,
        turn: Some(turn),
        ..Refused::new(refusal.into(), english().refusal(refusal))
    }
}

/// What may be asked.
#[derive(Clone, Copy)]
enum Question {
    Position,
    Fen,
    Legal,
    Count,
    Check,
    Outcome,
    Canonical,
    Board,
    Actions,
    Uci,
    Perft(u32),
}

impl Question {
    const NAMED: [(&'static str, Self); 10] = [
        ("position", Self::Position),
        ("legal", Self::Legal),
        ("count", Self::Count),
        ("check", Self::Check),
        ("outcome", Self::Outcome),
        ("canonical", Self::Canonical),
        ("board", Self::Board),
        ("actions", Self::Actions),
        ("uci", Self::Uci),
        ("fen", Self::Fen),
    ];

    fn read(ask: &str) -> Result<Self, Refused> {
        let named = Self::NAMED.iter().find(|(name, _)| *name == ask);
        let depth = || {
            let digits = ask.strip_prefix("perft:")?;
            let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            let depth = digits.parse().ok().filter(|_| plain)?;
            (depth <= DEEPEST).then_some(Self::Perft(depth))
        };
        let question = named.map(|(_, question)| *question).or_else(depth);
        question.ok_or_else(|| {
            let known = Self::NAMED.map(|(name, _)| name).join(", ");
            let typed = echo(ask);
            let message =
                format!("Unknown ask \"{typed}\"; known are {known}, perft:0 to perft:{DEEPEST}.");
            Refused::new(Code::BadOption, message)
        })
    }
}

/// The position that the questions of one request are about.
struct Judged<'a> {
    variant: &'a dyn Variant,
    game: &'a dyn Game,
    canonical: &'a [String],
    partial: &'a str,
    /// How many leaves may still be counted.
    left: Cell<u64>,
}

impl Judged<'_> {
    fn seat(&self, seat: Seat) -> Option<String> {
        let names = self.variant.seats();
        names.get(seat.index()).map(|name| (*name).to_owned())
    }

    fn give(&self, question: Question, ask: &str, given: &mut Given) -> Result<(), Refused> {
        let game = self.game;
        match question {
            Question::Position => given.position = Some(game.position()),
            // Games by file have the position texts of engines.
            Question::Fen => given.fen = Some(game.position()),
            Question::Uci => given.uci = Some(game.uci()),
            Question::Legal => given.legal = Some(self.list(given)),
            Question::Count => {
                let listed = || u64::try_from(self.list(given)?.len()).ok();
                given.count = Some(game.count().or_else(listed));
            }
            Question::Check => {
                let checked = game.in_check().into_iter();
                given.check = Some(checked.filter_map(|seat| self.seat(seat)).collect());
            }
            Question::Outcome => {
                given.outcome = Some(game.outcome().map(|outcome| Ended {
                    result: outcome.result(&self.variant.seats()),
                    reason: outcome.reason.to_string(),
                }));
            }
            Question::Canonical => given.canonical = Some(self.canonical.to_vec()),
            Question::Board => {
                let board = board(&game.view(None), Style::Ascii, english());
                given.board = Some(board.join("\n"));
            }
            Question::Actions => {
                let (next, ends) = match game.begin(self.partial) {
                    Ok(next) => (next.next, next.ends),
                    Err(Refusal::GameOver { .. }) if self.partial.trim().is_empty() => {
                        (Vec::new(), false)
                    }
                    Err(refusal) => return Err(refused_turn(&refusal, self.canonical.len() + 1)),
                };
                given.actions = Some(next);
                given.ends = Some(ends);
            }
            Question::Perft(depth) => {
                let count = self.perft(depth, ask)?;
                given.perft.insert(ask.to_owned(), count);
            }
        }
        Ok(())
    }

    fn perft(&self, depth: u32, ask: &str) -> Result<u64, Refused> {
        let go_on = |counted| {
            let left = self.left.get().checked_sub(counted);
            self.left.set(left.unwrap_or(0));
            left.is_some()
        };
        self.game.perft_while(depth, &go_on).ok_or_else(|| {
            let message = format!(
                "{ask} counts more than {COUNTED} turns; `zugpost perft` counts without a limit."
            );
            Refused::new(Code::BadOption, message)
        })
    }

    /// The legal turns. They are listed in full unless the variant would have to count too many.
    fn list(&self, given: &mut Given) -> Option<Vec<String>> {
        let limit = match self.game.count() {
            Some(_) => usize::MAX,
            None => EXPLODED,
        };
        match self.game.legal(limit) {
            Listing::All(turns) => Some(turns),
            Listing::Over(_) | Listing::Next(_) => {
                given.over = Some(EXPLODED);
                None
            }
        }
    }
}

//! Whether a section is played as it says: the position of the beginning, the example, and the lines of play that are
//! counted.

use crate::rules::composed::fen::FenFault;
use crate::rules::composed::position::Position;
use crate::rules::composed::{Game, Square};
use crate::rules::{Reason, Seat};

use super::Check;
use super::games::MOST_LISTED;
use crate::variants::by_file::compile::compile;
use crate::variants::by_file::ini::shown;

/// How many lines of play are counted for one file.
pub const MOST_COUNTED: u64 = 500_000;

/// Listing so many turns costs as much as counting a line.
const LISTED_AS_LINE: u64 = 100;

impl Check<'_> {
    /// Asks the game itself.
    pub(super) fn played(&mut self, left: Option<&mut u64>) {
        let game = Game::new(compile(self.section));
        let line = self.line(&["startFen", "king"]);
        let at = game.read(&game.parts.start);
        if at.as_ref().is_ok_and(|at| !game.is_sound(at)) {
            self.fault(line, Reason::new("start-king-capturable"));
        }
        // Rules that contradict each other are not played; numbers of kings and files of castling are told by now.
        if self.faults.stop(&self.section.name) {
            return;
        }
        let at = match at {
            Ok(at) => at,
            Err(fault) => return self.fault(line, self.unread(fault)),
        };
        if let Some(sign) = lost_right(&game, &at) {
            let reason = Reason::new("start-right").text("sign", sign);
            return self.fault(line, reason);
        }
        for square in lost_marks(&game, &at) {
            let reason = Reason::new("start-mark-lost").text("square", square);
            self.remark(line, reason);
        }
        let dead = self.line(&["zugpost.dead"]);
        if self.section.dead() && !game.can_be_dead() {
            self.remark(dead, Reason::new("dead-without-effect"));
        }
        if game.is_dead(&at) {
            return self.fault(dead, Reason::new("start-dead"));
        }
        if let Some(left) = left {
            self.turns(&game, &at, left);
        }
    }

    /// What to say of a position text that the game does not read, although its parts are as they should be.
    fn unread(&self, fault: FenFault) -> Reason {
        let letters = self.section.letters();
        let sign = |code, name, sign: char| Reason::new(code).text(name, shown(&sign.to_string()));
        match fault {
            FenFault::Sign(letter) | FenFault::Hand(letter) => {
                sign("start-letter", "letter", letter).list("letters", letters.values())
            }
            FenFault::Castling(right) => sign("start-right", "sign", right),
            _ => Reason::new("start-not-read"),
        }
    }

    /// Looks at the turns: of the beginning, of the example, and those that are counted.
    fn turns(&mut self, game: &Game, at: &Position, left: &mut u64) {
        let (line, most) = (self.line(&["startFen"]), game.most_turns(at));
        if most > MOST_LISTED {
            let reason = Reason::new("played-many-turns").number("number", 1);
            return self.fault(line, reason.number("most", MOST_LISTED));
        }
        if game.legal_turns(at).is_empty() {
            return self.fault(line, Reason::new("start-without-turn"));
        }
        self.example(game, at.clone(), left);
        self.counts(game, at, left);
    }

    /// Takes work from what is left of it for the file; says so if there is not as much.
    fn may(&mut self, work: u64, left: &mut u64) -> bool {
        let may = work <= *left;
        if !may {
            let line = self.line(&["zugpost.counts", "zugpost.example"]);
            self.fault(
                line,
                Reason::new("counts-too-many").number("most", MOST_COUNTED),
            );
        }
        *left = left.saturating_sub(work);
        may
    }

    /// Plays the game to look at.
    fn example(&mut self, game: &Game, mut at: Position, left: &mut u64) {
        for (number, text) in (1_u32..).zip(self.section.example()) {
            if !self.may(game.most_turns(&at) / LISTED_AS_LINE, left) {
                return;
            }
            let Some(turn) = game.find(&at, text) else {
                let reason = Reason::new("example-illegal").number("number", number);
                let line = self.line(&["zugpost.example"]);
                return self.fault(line, reason.text("turn", shown(text)));
            };
            game.play(&mut at, &turn);
        }
    }

    /// Counts lines of play, as far as they are as many as the section says: no count takes longer than the one before
    /// is large.
    fn counts(&mut self, game: &Game, at: &Position, left: &mut u64) {
        let counts = self.section.counts();
        let line = self.line(&["zugpost.counts"]);
        if counts.iter().sum::<u64>() > *left {
            let reason = Reason::new("counts-too-many").number("most", MOST_COUNTED);
            return self.fault(line, reason);
        }
        let most = game.most_turns(at);
        let mut positions = 1;
        for (depth, given) in (1..).zip(counts) {
            // A section may say that few lines of play lead on from many turns that have to be looked at.
            let listed = most.saturating_mul(positions) / LISTED_AS_LINE;
            if !self.may(listed.max(*given), left) {
                return;
            }
            positions = *given;
            let found = game.perft(at, depth);
            if found != *given {
                let reason = Reason::new("counts-differ").number("turns", depth);
                let reason = reason.number("given", *given).number("found", found);
                return self.fault(line, reason);
            }
        }
    }
}

/// A right to castle of the position text that the game reads as another one, or as none.
fn lost_right(game: &Game, at: &Position) -> Option<char> {
    let field = game.parts.start.split(' ').nth(2)?;
    if !game.parts.castling.allowed || !field.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    field.chars().find(|sign| {
        let rooks = at.castling.rooks[Seat(u8::from(sign.is_ascii_lowercase())).index()];
        match sign.to_ascii_lowercase() {
            'k' => rooks[0].is_none(),
            'q' => rooks[1].is_none(),
            file if !game.parts.gates.gating => {
                let mut rooks = rooks.iter().flatten();
                !rooks.any(|rook| rook.to_string().starts_with(file))
            }
            _ => false,
        }
    })
}

/// Squares of en passant of the position text that the game passes over.
fn lost_marks(game: &Game, at: &Position) -> Vec<Square> {
    let mut fields = game.parts.start.split(' ').skip(2);
    let rights = fields.next().unwrap_or_default();
    let mut rest = match rights.starts_with(|c: char| c.is_ascii_digit()) {
        true => "",
        false => fields.next().unwrap_or_default(),
    };
    let mut lost = Vec::new();
    while let Some((square, after)) = Square::lex(rest) {
        if !at.marks.has(square) {
            lost.push(square);
        }
        rest = after;
    }
    lost
}

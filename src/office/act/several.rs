//! Lines without a number in the answer to a letter about several games.

use crate::commands::{Command, Line};

use crate::office::{MailSession, OpenGame};

impl MailSession<'_> {
    /// The only one of several games that a line without a number can mean, in the answer to one letter about all of
    /// them.
    pub(super) fn only_meant(&self, line: &Line) -> Option<usize> {
        if !self.account.one_list {
            return None;
        }
        let fits = |game: &OpenGame| match line.command {
            Command::Turn { .. } => game.is_due(),
            Command::Yes | Command::No => {
                let asked = self.asked(game.stored.row.id, game.seat);
                game.is_asked() || asked.is_ok_and(|asked| asked.is_some())
            }
            _ => false,
        };
        let mut all = self.games.iter().enumerate();
        let (index, _) = all.find(|(_, game)| fits(game))?;
        all.all(|(_, game)| !fits(game)).then_some(index)
    }

    /// A turn that names no game is read in the only one in which its author is to move.
    pub(super) fn put_due_first(&mut self) {
        if !self.account.one_list {
            return;
        }
        let mut due = (0..self.games.len()).filter(|at| self.games[*at].is_due());
        if let (Some(index), None) = (due.next(), due.next()) {
            self.games.swap(0, index);
        }
    }
}

impl OpenGame {
    /// Whether the author is to move.
    fn is_due(&self) -> bool {
        self.stored.is_on() && self.stored.game.to_move() == self.seat
    }

    /// Whether others ask the author for something that the answered letter shows.
    fn is_asked(&self) -> bool {
        let (draw, asked) = self.asks_of_others();
        draw || !asked.is_empty()
    }
}

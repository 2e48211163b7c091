//! What an event is, as a word in the log.

use crate::status::words;

words! {
    /// What an event is, as a word.
    EventKind {
        /// See [`super::Event::Turn`]; text in the log: the turn in canonical notation.
        Turn = "turn",
        /// See [`super::Event::Resign`]; text in the log: empty.
        Resign = "resign",
        /// See [`super::Event::Forfeit`]; text in the log: the reason.
        Forfeit = "forfeit",
        /// See [`super::Event::Offer`]; text in the log: empty.
        Offer = "offer",
        /// See [`super::Event::Decline`]; text in the log: empty.
        Decline = "decline",
        /// See [`super::Event::Claim`]; text in the log: empty.
        Claim = "claim",
        /// See [`super::Event::Say`]; text in the log: the words.
        Say = "say",
        /// See [`super::Event::Undo`]; text in the log: the reason.
        Undo = "undo",
        /// See [`super::Event::Adjudicate`]; text in the log: the result, a blank, the reason.
        Adjudicate = "adjudicate",
        /// See [`super::Event::Abort`]; text in the log: the reason.
        Abort = "abort",
        /// See [`super::Event::Propose`]; text in the log: the proposal as JSON.
        Propose = "propose",
        /// See [`super::Event::Refuse`]; text in the log: the proposal as JSON.
        Refuse = "refuse",
        /// See [`super::Event::TakeBack`]; text in the log: empty.
        TakeBack = "take-back",
        /// See [`super::Event::Pause`]; text in the log: the reason.
        Pause = "pause",
        /// See [`super::Event::Resume`]; text in the log: empty.
        Resume = "resume",
        /// See [`super::Event::Terms`]; text in the log: the new terms of time.
        Terms = "terms",
        /// See [`super::Event::Credit`]; text in the log: why, a blank, the seconds.
        Credit = "credit",
        /// See [`super::Event::Grace`]; text in the log: empty.
        Grace = "grace",
        /// See [`super::Event::Flag`]; text in the log: `lost` or `drawn`.
        Flag = "flag",
        /// See [`super::Event::Reopen`]; text in the log: `in-time` or `forgiven`.
        Reopen = "reopen",
        /// See [`super::Event::RefusePoints`]; text in the log: empty.
        RefusePoints = "refuse-points",
        /// See [`super::Event::Replace`]; text in the log: the replacement as JSON.
        Replace = "replace",
        /// See [`super::Event::Rollback`]; text in the log: the label, a blank, the reason.
        Rollback = "rollback",
    }
}

impl EventKind {
    /// Whether it moves the game on: an undo takes back the last one of these. A seat that leaves a game of two
    /// ends it.
    pub fn is_step(self) -> bool {
        matches!(self, Self::Turn | Self::Resign | Self::Forfeit | Self::Flag)
    }

    /// Whether it may end the game, apart from an agreed draw.
    pub fn may_end(self) -> bool {
        self.is_step() || matches!(self, Self::Claim | Self::Adjudicate | Self::Abort)
    }

    /// Whether it takes back what has happened before.
    pub fn takes_back(self) -> bool {
        matches!(
            self,
            Self::Undo | Self::TakeBack | Self::Reopen | Self::Rollback
        )
    }

    /// Whether somebody who is out of the game need not be told of it.
    pub fn is_everyday(self) -> bool {
        matches!(
            self,
            Self::Turn
                | Self::Offer
                | Self::Decline
                | Self::Propose
                | Self::Refuse
                | Self::TakeBack
                | Self::Pause
                | Self::Resume
                | Self::Terms
                | Self::Credit
                | Self::Grace
        )
    }

    /// Whether it raises the game's state number. Talk does not, nor what only tells of the clock, nor what is about
    /// ratings alone.
    pub fn counts(self) -> bool {
        !matches!(self, Self::Say | Self::Grace | Self::RefusePoints)
    }

    /// Whether the seat of the event has done it, and knows of it. What happens to a clock is news to its own seat.
    pub fn is_of_author(self) -> bool {
        !matches!(
            self,
            Self::TakeBack | Self::Credit | Self::Grace | Self::Flag | Self::Reopen | Self::Replace
        )
    }

    /// Whether it makes the reply tokens of letters void that were written before it: the position is
    /// another one. Talk, offers and clocks void nothing; a flag does where others play on. A player who takes
    /// another's seat changes no position: only the tokens of that seat no longer count, which the
    /// store sees to.
    pub fn voids_tokens(self) -> bool {
        matches!(
            self,
            Self::Turn
                | Self::Resign
                | Self::Forfeit
                | Self::Claim
                | Self::Undo
                | Self::Adjudicate
                | Self::Abort
                | Self::TakeBack
                | Self::Rollback
        )
    }

    /// Whether conditional turns come to their end by it, since the position is none that they lead to.
    pub fn ends_plans(self) -> bool {
        self.voids_tokens() && self != Self::Turn || matches!(self, Self::Flag | Self::Reopen)
    }
}

//! What an event is, as a word in the log.

use crate::status::words;

words! {
    /// What an event is, as a word.
    EventKind {
        /// See [`super::Event::Turn`].
        Turn = "turn",
        /// See [`super::Event::Resign`].
        Resign = "resign",
        /// See [`super::Event::Forfeit`].
        Forfeit = "forfeit",
        /// See [`super::Event::Offer`].
        Offer = "offer",
        /// See [`super::Event::Decline`].
        Decline = "decline",
        /// See [`super::Event::Claim`].
        Claim = "claim",
        /// See [`super::Event::Say`].
        Say = "say",
        /// See [`super::Event::Undo`].
        Undo = "undo",
        /// See [`super::Event::Adjudicate`].
        Adjudicate = "adjudicate",
        /// See [`super::Event::Abort`].
        Abort = "abort",
        /// See [`super::Event::Propose`].
        Propose = "propose",
        /// See [`super::Event::Refuse`].
        Refuse = "refuse",
        /// See [`super::Event::TakeBack`].
        TakeBack = "take-back",
        /// See [`super::Event::Pause`].
        Pause = "pause",
        /// See [`super::Event::Resume`].
        Resume = "resume",
        /// See [`super::Event::Terms`].
        Terms = "terms",
        /// See [`super::Event::Credit`].
        Credit = "credit",
        /// See [`super::Event::Grace`].
        Grace = "grace",
        /// See [`super::Event::Flag`].
        Flag = "flag",
        /// See [`super::Event::Reopen`].
        Reopen = "reopen",
        /// See [`super::Event::Replace`].
        Replace = "replace",
        /// See [`super::Event::Rollback`].
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

    /// Whether it raises the game's state number. Talk does not, nor what only tells of the clock.
    pub fn counts(self) -> bool {
        !matches!(self, Self::Say | Self::Grace)
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

//! What an event is, as a word in the log.

/// What an event is, as a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// See [`super::Event::Turn`].
    Turn,
    /// See [`super::Event::Resign`].
    Resign,
    /// See [`super::Event::Forfeit`].
    Forfeit,
    /// See [`super::Event::Offer`].
    Offer,
    /// See [`super::Event::Decline`].
    Decline,
    /// See [`super::Event::Claim`].
    Claim,
    /// See [`super::Event::Say`].
    Say,
    /// See [`super::Event::Undo`].
    Undo,
    /// See [`super::Event::Adjudicate`].
    Adjudicate,
    /// See [`super::Event::Abort`].
    Abort,
    /// See [`super::Event::Propose`].
    Propose,
    /// See [`super::Event::Refuse`].
    Refuse,
    /// See [`super::Event::TakeBack`].
    TakeBack,
    /// See [`super::Event::Pause`].
    Pause,
    /// See [`super::Event::Resume`].
    Resume,
    /// See [`super::Event::Terms`].
    Terms,
    /// See [`super::Event::Credit`].
    Credit,
    /// See [`super::Event::Grace`].
    Grace,
    /// See [`super::Event::Flag`].
    Flag,
    /// See [`super::Event::Reopen`].
    Reopen,
    /// See [`super::Event::Replace`].
    Replace,
    /// See [`super::Event::Rollback`].
    Rollback,
}

impl EventKind {
    const ALL: [(Self, &'static str); 22] = [
        (Self::Turn, "turn"),
        (Self::Resign, "resign"),
        (Self::Forfeit, "forfeit"),
        (Self::Offer, "offer"),
        (Self::Decline, "decline"),
        (Self::Claim, "claim"),
        (Self::Say, "say"),
        (Self::Undo, "undo"),
        (Self::Adjudicate, "adjudicate"),
        (Self::Abort, "abort"),
        (Self::Propose, "propose"),
        (Self::Refuse, "refuse"),
        (Self::TakeBack, "take-back"),
        (Self::Pause, "pause"),
        (Self::Resume, "resume"),
        (Self::Terms, "terms"),
        (Self::Credit, "credit"),
        (Self::Grace, "grace"),
        (Self::Flag, "flag"),
        (Self::Reopen, "reopen"),
        (Self::Replace, "replace"),
        (Self::Rollback, "rollback"),
    ];

    /// The word in the log.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        let mut all = Self::ALL.iter();
        all.find(|(kind, _)| *kind == self)
            .map_or("", |(_, word)| word)
    }

    /// The kind with this word, if there is one.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        let mut all = Self::ALL.iter();
        all.find(|(_, known)| *known == word).map(|(kind, _)| *kind)
    }

    /// Whether it moves the game on: an undo takes back the last one of these. A seat that leaves a game of two
    /// ends it.
    #[must_use]
    pub fn is_step(self) -> bool {
        matches!(self, Self::Turn | Self::Resign | Self::Forfeit | Self::Flag)
    }

    /// Whether somebody who is out of the game need not be told of it.
    #[must_use]
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
    #[must_use]
    pub fn counts(self) -> bool {
        !matches!(self, Self::Say | Self::Grace)
    }

    /// Whether the seat of the event has done it, and knows of it. What happens to a clock is news to its own seat.
    #[must_use]
    pub fn is_of_author(self) -> bool {
        !matches!(
            self,
            Self::TakeBack | Self::Credit | Self::Grace | Self::Flag | Self::Reopen | Self::Replace
        )
    }

    /// Whether it makes the reply tokens of letters void that were written before it: the position is
    /// another one. Talk, offers and clocks void nothing; a flag does where others play on. A player who takes
    /// another's seat changes no position: only the tokens of that seat count no more, which the store sees to.
    #[must_use]
    pub fn voids_tokens(self) -> bool {
        match self {
            Self::Turn
            | Self::Resign
            | Self::Forfeit
            | Self::Claim
            | Self::Undo
            | Self::Adjudicate
            | Self::Abort
            | Self::TakeBack
            | Self::Rollback => true,
            Self::Say
            | Self::Offer
            | Self::Decline
            | Self::Propose
            | Self::Refuse
            | Self::Pause
            | Self::Resume
            | Self::Terms
            | Self::Credit
            | Self::Grace
            | Self::Flag
            | Self::Reopen
            | Self::Replace => false,
        }
    }
}

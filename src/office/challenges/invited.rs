//! People who are no players yet: invitations, and the answers to them.

use anyhow::Result;

use crate::store::{ChallengeRow, Decision, MailId, PlayerRow, Snapshot};

use super::super::Office;

impl Office {
    /// Invites somebody by his address, if that may be done: nobody learns whether it was.
    pub(super) fn invite(
        &mut self,
        _store: &dyn Snapshot,
        _decision: &mut Decision,
        (_row, _at): (&ChallengeRow, usize),
        _player: &PlayerRow,
        _mail: Option<MailId>,
    ) -> Result<()> {
        Ok(())
    }
}

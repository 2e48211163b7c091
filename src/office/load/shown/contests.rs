//! Events that the reader of a letter asks for.

use anyhow::Result;

use crate::letters::Query;
use crate::letters::shown::{LISTED, ShownContests};
use crate::office::load::contests::{pairings, shown, value};

use crate::office::load::shown::Loader;

impl Loader<'_> {
    /// The events, the newest first.
    pub(super) fn contests(&mut self, query: &Query) -> Result<()> {
        let rows = self.store.contests(false)?;
        let rows = rows.iter().rev().take(LISTED);
        let contests = rows.map(|row| shown(self.store, &value(row)?));
        let found = ShownContests {
            query: query.clone(),
            contests: contests.collect::<Result<_>>()?,
            pairings: Vec::new(),
        };
        self.shown.contests.push(found);
        Ok(())
    }

    /// One of them, with its table or its games.
    pub(super) fn contest(&mut self, query: &Query, name: &str, games: bool) -> Result<()> {
        let mut found = ShownContests {
            query: query.clone(),
            contests: Vec::new(),
            pairings: Vec::new(),
        };
        if let Some(row) = self.store.contest_named(name)? {
            let contest = value(&row)?;
            found.contests.push(shown(self.store, &contest)?);
            if games {
                found.pairings = pairings(self.store, &contest)?;
            }
        }
        self.shown.contests.push(found);
        Ok(())
    }
}

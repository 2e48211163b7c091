//! Ratings that the reader of a letter asks for.

use anyhow::Result;

use crate::letters::Query;
use crate::letters::shown::{LISTED, ShownRatings};
use crate::ratings::CLUB;

use crate::office::load::shown::Loader;
use crate::office::ratings::{self, counted_until, list_of_game};

/// At most so many months, or lists, are shown.
const MONTHS: usize = 40;

impl Loader<'_> {
    /// The ratings of a player, those of today in all lists, or those in a list month by month.
    pub(super) fn rating(
        &mut self,
        query: &Query,
        who: Option<&str>,
        game: Option<&str>,
    ) -> Result<()> {
        let player = match who {
            Some(name) => self.store.player_by_name(name)?,
            None => self
                .reader
                .map(|id| self.store.player(id))
                .transpose()?
                .flatten(),
        };
        let mut found = self.found(query)?;
        match player.filter(|player| player.membership.is_member()) {
            None => found.unknown = Some(who.unwrap_or_default().to_owned()),
            Some(player) => {
                found.game = game.and_then(|typed| self.list_meant(typed));
                found.lines = match (game, &found.game) {
                    (None, _) => ratings::of_player(self.store, &player)?,
                    (_, Some(list)) => ratings::history(self.store, &player, Some(list))?,
                    (Some(typed), None) => {
                        found.unknown = Some(typed.to_owned());
                        Vec::new()
                    }
                };
                found.lines.truncate(MONTHS);
                found.name = player.name;
            }
        }
        self.shown.ratings.push(found);
        Ok(())
    }

    /// Who has which rating in a list, those first that can be relied on.
    pub(super) fn ratings(&mut self, query: &Query, game: Option<&str>) -> Result<()> {
        let mut found = self.found(query)?;
        let list = game.map(|typed| (typed, self.list_meant(typed)));
        match list {
            Some((typed, None)) => found.unknown = Some(typed.to_owned()),
            list => {
                found.game = list.and_then(|(_, list)| list);
                let list = found.game.as_deref().unwrap_or(CLUB);
                found.lines = ratings::list(self.store, list)?;
                found.lines.truncate(LISTED + 1);
            }
        }
        self.shown.ratings.push(found);
        Ok(())
    }

    fn found(&self, query: &Query) -> Result<ShownRatings> {
        let until = counted_until(self.store)?;
        Ok(ShownRatings {
            query: query.clone(),
            until: until.map(|until| until.to_string()).unwrap_or_default(),
            ..ShownRatings::default()
        })
    }

    /// The list of the game that these words mean.
    fn list_meant(&self, typed: &str) -> Option<String> {
        match self.shown.playable.meant(typed)[..] {
            [game] => Some(list_of_game(game)),
            _ => None,
        }
    }
}

//! The turns with which all games of an event begin.

use anyhow::{Context, Result, anyhow, ensure};

use crate::meeting::GameTerms;
use crate::office::Draft;
use crate::text::clean;

/// So many turns at most.
const TURNS: usize = 40;

impl Draft<'_> {
    /// Plays turns, which are separated by `;`: games of these terms begin from the position after them. Returns them with
    /// their numbers.
    ///
    /// # Errors
    /// The game begins from another position already, or draws it; a turn is not legal, or ends the game.
    pub(super) fn play_opening(&self, terms: &mut GameTerms, turns: &str) -> Result<String> {
        ensure!(
            terms.position.is_none(),
            "give an opening or a position, not both"
        );
        let games = self.office.games();
        let variant = games.get(&terms.variant).context("the game")?;
        let mut drawn = false;
        let options = variant.settle(&terms.options, &mut |_| {
            drawn = true;
            0
        });
        let options = options.map_err(|error| anyhow!("{error}"))?;
        ensure!(
            !drawn,
            "{} draws its position by lot, so it can have no opening",
            variant.name()
        );
        let start = variant.start(&options, None);
        let mut game = start.map_err(|error| anyhow!("{error}"))?;
        let turns: Vec<&str> = turns.split(';').map(str::trim).collect();
        ensure!(
            turns.len() <= TURNS,
            "an opening has at most {TURNS} turns, separated by `;`"
        );
        let mut written = Vec::new();
        for turn in turns {
            let (label, odd) = (game.label(), clean(turn, 40));
            let played = game.play(turn).map_err(|refusal| {
                let why = self.office.voice().refusal(&refusal);
                anyhow!("turn {label} {odd:?} of the opening: {}", why.trim())
            })?;
            ensure!(
                game.outcome().is_none(),
                "turn {label} {odd:?} of the opening ends the game"
            );
            // `2...` stands before the second one of a pair only where nothing is before it.
            match label.ends_with("...") && !written.is_empty() {
                true => written.push(played.canonical),
                false => written.push(format!("{label} {}", played.canonical)),
            }
        }
        terms.position = Some(game.position());
        Ok(written.join(" "))
    }
}

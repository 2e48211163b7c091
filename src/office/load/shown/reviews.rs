//! Games that the reader of a letter looks back at.

use anyhow::Result;

use crate::games::StoredGame;
use crate::games::export::Comment;
use crate::letters::shown::{ShownMoment, ShownRecord, ShownReview, Shows};
use crate::letters::{Mistake, PlayerSettings, ReviewFound, review_comment};
use crate::partner::{Fact, Moment};
use crate::rules::game::{Game, Seat};
use crate::text::harmless;
use crate::words::Words;

use super::Loader;
use super::export::{self, FILE_WIDTH};
use super::game::{board, view_of, write};

impl Loader<'_> {
    /// A game with its mistakes, and its record with what is said of them.
    pub(super) fn review(&mut self, found: &ReviewFound) -> Result<()> {
        let reader = self.shown.reader.as_ref();
        let settings = reader.map_or_else(PlayerSettings::default, |one| one.chosen.settings());
        let reader = self.reader;
        let Some(log) = self.log(found.game)? else {
            return Ok(());
        };
        let own = log.seats.iter().find(|row| Some(row.player) == reader);
        let own = own.map(|row| Seat(row.seat));
        if own.is_none() && log.row.private {
            return Ok(());
        }
        let stored = log.after(found.after)?;
        let moments = found.moments.iter();
        let moments = moments.map(|moment| shown(&stored, moment, own, &settings));
        let moments = moments.collect::<Result<Vec<_>>>()?;
        // In English, as what programs read.
        let english = Words::built_in().english();
        let said = found.moments.iter().zip(&moments);
        let said = said.map(|(moment, shown)| Comment {
            after: moment.turn + 1,
            by: None,
            review: true,
            words: review_comment(english, shown),
        });
        let said: Vec<Comment> = said.collect();
        let (_, format, lines) = export::commented(log, &stored, &said, FILE_WIDTH)?;
        let review = ShownReview {
            game: view_of(&stored),
            moments,
            labels: stored.turns.iter().map(|turn| turn.label.clone()).collect(),
            record: Some(ShownRecord {
                format: format.as_str().to_owned(),
                lines: lines.iter().map(|line| harmless(line)).collect(),
            }),
        };
        self.shown.reviews.push(review);
        Ok(())
    }
}

impl Loader<'_> {
    /// A mistake of the reader, who alone sees it.
    pub(super) fn mistake(&mut self, mistake: &Mistake) -> Result<Shows> {
        let reader = self.shown.reader.as_ref();
        let settings = reader.map_or_else(PlayerSettings::default, |one| one.chosen.settings());
        let reader = self.reader;
        let Some(log) = self.log(mistake.game)? else {
            return Ok(Shows::Nothing);
        };
        let own = log.seats.iter().find(|row| Some(row.player) == reader);
        let Some(own) = own.map(|row| Seat(row.seat)) else {
            return Ok(Shows::Nothing);
        };
        let stored = log.after(mistake.after)?;
        let moment = shown(&stored, &mistake.moment, Some(own), &settings)?;
        let mover = stored.seat_name(mistake.moment.seat);
        let name = stored.variant.name().to_owned();
        Ok(Shows::Mistake(name, mover, Box::new(moment)))
    }
}

/// A mistake, with its turns as the reader wants to see them.
fn shown(
    stored: &StoredGame,
    moment: &Moment,
    own: Option<Seat>,
    settings: &PlayerSettings,
) -> Result<ShownMoment> {
    let before = stored.at(moment.turn)?;
    let after = stored.at(moment.turn + 1)?;
    let turn = stored.turns.get(moment.turn);
    let why = moment.why.iter().cloned().map(|mut fact| {
        if let Fact::Loses { turn, .. } | Fact::Taken { turn, .. } = &mut fact {
            *turn = written(after.as_ref(), turn, settings);
        }
        fact
    });
    Ok(ShownMoment {
        label: before.label(),
        board: match own {
            Some(seat) => board(before.as_ref(), stored, seat),
            None => before.view(None),
        },
        played: written(
            before.as_ref(),
            turn.map_or("", |turn| turn.text.as_str()),
            settings,
        ),
        better: written(before.as_ref(), &moment.better, settings),
        loss: moment.loss,
        why: why.collect(),
    })
}

/// A turn as the reader wants to see it; as it is, if it cannot be played here.
fn written(game: &dyn Game, turn: &str, settings: &PlayerSettings) -> String {
    let mut game = game.fork();
    let Ok(mut played) = game.play(turn) else {
        return turn.to_owned();
    };
    write(
        settings,
        game.as_ref(),
        &mut played.canonical,
        &mut played.also,
    );
    played.canonical.push_str(game.check_sign());
    match played.also {
        Some(also) => format!("{} ({also})", played.canonical),
        None => played.canonical,
    }
}

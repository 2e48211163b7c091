//! A look back at a game: its mistakes, how it stood, and what is said of it in its record.

use minijinja::context;
use minijinja::value::{Serde, Value};

use crate::partner::Fact;
use crate::rules::game::Seat;
use crate::text::capitalised;
use crate::words::Voice;

use super::data::ReviewFound;
use super::html::Block;
use super::render::Renderer;
use super::seat::Echo;
use super::shown::{ShownMoment, ShownReview};
use super::{account::said, files};

/// So many lines tell how the game stood.
const LINES: usize = 12;
/// How far the bars of the curve go, in hundredths of a pawn.
const FARTHEST: i32 = 900;

impl Renderer<'_> {
    /// What was found in a game: what it is in short, its mistakes with their boards, and how it stood.
    pub(super) fn review(&self, found: &ReviewFound) -> Vec<Echo> {
        let mut reviews = self.shown.reviews.iter();
        let Some(review) = reviews.find(|one| one.game.id == found.game) else {
            return Vec::new();
        };
        let words = self.words(&review.game);
        let seats: Vec<Seat> = found.blunders.iter().map(|(seat, _)| *seat).collect();
        let blunders = found.blunders.iter().map(|(seat, count)| {
            let args = context! { player => words.player(*seat), count };
            self.voice.notice("review-blunders", args)
        });
        let args = context! {
            game => found.game.0,
            name => self.voice.name(&review.game.name),
            players => words.players(&seats),
            blunders => blunders.collect::<Vec<_>>(),
            moments => review.moments.len(),
            hidden => found.hidden,
            quiz => found.quiz,
            file => files::name_of(&review.game, review.record.as_ref()),
        };
        let title = said(&self.voice.notice("review-title", args));
        let moments = review.moments.iter().map(|moment| self.moment(moment));
        let curve = self.curve(review, &found.curve);
        std::iter::once(title).chain(moments).chain(curve).collect()
    }

    fn moment(&self, moment: &ShownMoment) -> Echo {
        let look = self.shown.reader.as_ref();
        let look = look.map(|reader| reader.chosen.settings().look());
        let text = self.voice.notice(
            "review-moment",
            context! {
                label => &moment.label,
                played => &moment.played,
                rest => comment(self.voice, moment),
            },
        );
        Echo {
            block: self.board_alone(&moment.board, look.unwrap_or_default()),
            ..said(text.trim())
        }
    }

    /// How the game stood: a line for some of its turns, each with a bar in the HTML part.
    fn curve(&self, review: &ShownReview, curve: &[i32]) -> Option<Echo> {
        let first = review.game.seat_words().first().map(|word| {
            let seat = self.voice.name(word);
            capitalised(&seat)
        });
        let every = curve.len().div_ceil(LINES).max(1);
        let points = curve.iter().zip(&review.labels).enumerate();
        let points = points.filter(|(index, _)| (index + 1) % every == 0);
        let lines: Vec<(String, u16)> = points
            .map(|(_, (score, label))| {
                let pawns = f64::from((*score).clamp(-FARTHEST, FARTHEST)) / 100.0;
                (format!("{label} {pawns:+.1}"), length(*score))
            })
            .collect();
        if lines.len() < 2 {
            return None;
        }
        let mut block: Vec<String> = lines.iter().map(|(line, _)| format!("  {line}")).collect();
        if let Some(html) = self.html {
            html.replace(&mut block, Block::Bars(lines));
        }
        let title = self
            .voice
            .notice("review-curve", context! { seat => first });
        Some(Echo {
            block,
            ..said(title.trim())
        })
    }
}

/// How long a bar is: half as long as the longest where the game is even.
fn length(score: i32) -> u16 {
    let length = 50 + score.clamp(-FARTHEST, FARTHEST) * 50 / FARTHEST;
    u16::try_from(length.max(2)).unwrap_or_default()
}

/// What was better than a turn, and why.
pub fn comment(voice: Voice<'_>, moment: &ShownMoment) -> String {
    let why = moment.why.iter().map(|fact| {
        let piece = match fact {
            Fact::Takes { piece, .. } | Fact::Taken { piece, .. } => Some(voice.name(piece)),
            Fact::Wins { .. } | Fact::Loses { .. } => None,
        };
        voice.tell("review", fact, context! { name => piece })
    });
    let pawns = (moment.loss + 50) / 100;
    let args = context! {
        pawns,
        why => why.map(|one| one.trim().to_owned()).collect::<Vec<_>>(),
        ..Value::from(Serde(moment))
    };
    voice.notice("review-better", args).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_half_as_long_where_the_game_is_even() {
        assert_eq!([-2000, -900, 0, 450, 900].map(length), [2, 2, 50, 75, 100]);
    }
}

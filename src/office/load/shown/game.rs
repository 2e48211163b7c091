//! Games as letters speak of them: from a stored game after one of its events.

use anyhow::{Result, anyhow};

use crate::games::{Happening, StoredGame};
use crate::letters::PlayerSettings;
use crate::letters::settings::Notation;
use crate::letters::shown::{Course, GameView, ProposalView, ShownSeat};
use crate::rules::game::{Game, Seat};
use crate::rules::view::{BoardView, Fact};
use crate::time::Terms;

/// A game as it is.
pub fn view_of(stored: &StoredGame) -> GameView {
    let words = stored.variant.seats();
    let seats = stored.seats.iter().zip(words).map(|(row, word)| ShownSeat {
        word: word.to_owned(),
        // Between backticks, letters name commands.
        player: row.name.replace('`', "'"),
        id: row.player,
        times: row.times.clone(),
        settings: row.settings.clone(),
    });
    let proposals = stored.proposals.iter().map(|one| ProposalView {
        what: one.what.clone(),
        by: one.by.clone(),
        missing: stored.have_not_agreed(one),
        turns: (one.by.first())
            .map(|first| stored.would_take_back(*first, &one.what))
            .unwrap_or_default(),
    });
    let course = stored.course();
    let terms = stored.clocks.terms.as_ref();
    GameView {
        id: stored.row.id,
        variant: stored.variant.id().to_owned(),
        name: stored.variant.name().to_owned(),
        options: stored.row.options.clone(),
        seats: seats.collect(),
        status: course.status,
        result: course.result,
        outcome: stored.game.outcome().cloned(),
        label: stored.game.label(),
        to_move: stored.game.to_move(),
        playing: stored.game.playing(),
        offers: stored.offers.clone(),
        proposals: proposals.collect(),
        time_goes_to: stored.time_goes_to(),
        terms: terms.map(|terms| Terms::written(Some(terms))),
        asked: stored.known.asked.is_some(),
        rated: stored.row.rated,
        of_event: stored.row.contest.is_some(),
        left_event: stored.left_event(),
        adjudicated: stored.votes().is_some(),
        waits: false,
        director: false,
    }
}

/// The turns of a game without the first `from`, and who has left it since.
pub(super) fn course_of(stored: &StoredGame, from: usize) -> Course {
    let mut course = Course {
        turns: stored.turns.clone(),
        departures: stored.departures.clone(),
    };
    course.without_first(from);
    course
}

/// What the player of a seat has chosen.
pub fn settings_of(stored: &StoredGame, seat: Seat) -> PlayerSettings {
    let row = stored.seats.get(seat.index());
    PlayerSettings::of_stored(row.and_then(|row| row.settings.as_deref()))
}

/// From whose side the player of a seat wants to see boards.
pub fn viewer(stored: &StoredGame, seat: Seat) -> Seat {
    let count = stored.seats.len().max(1);
    let opposite = (seat.index() + count / 2) % count;
    match (settings_of(stored, seat).flip(), u8::try_from(opposite)) {
        (true, Ok(opposite)) => Seat(opposite),
        _ => seat,
    }
}

/// A position as the player of a seat wants to see it; `play` is of that game.
pub(super) fn board(play: &dyn Game, stored: &StoredGame, seat: Seat) -> BoardView {
    let settings = settings_of(stored, seat);
    let mut view = play.view(Some(viewer(stored, seat)));
    for fact in &mut view.facts {
        if let Fact::LastTurn {
            canonical, also, ..
        } = fact
        {
            write(&settings, play, canonical, also);
        }
    }
    view
}

/// A turn in canonical text as a player wants to see it, with another way to write it beside it if there is one.
pub(super) fn write(
    settings: &PlayerSettings,
    game: &dyn Game,
    canonical: &mut String,
    also: &mut Option<String>,
) {
    if also.is_some() {
        settings.notation().write(canonical, also);
    } else if let Some(letters) = settings.letters() {
        *also = game.written_by(canonical, letters);
    }
}

/// Happenings that have led to the position of `stored`, with their turns as the player of a seat wants to see them.
pub(super) fn written(
    mut happenings: Vec<Happening>,
    stored: &StoredGame,
    seat: Seat,
) -> Vec<Happening> {
    let (settings, game) = (settings_of(stored, seat), stored.game.as_ref());
    for happening in &mut happenings {
        if let Happening::Turn { played, .. } = happening {
            write(&settings, game, &mut played.canonical, &mut played.also);
            played.canonical.push_str(game.check_sign());
        }
    }
    happenings
}

/// The course without the first `from` turns, which are written as the player of a seat wants to see them.
///
/// # Errors
/// A turn cannot be replayed.
pub(super) fn course_for(stored: &StoredGame, seat: Seat, from: usize) -> Result<Course> {
    let mut course = course_of(stored, from);
    if course.turns.is_empty() {
        return Ok(course);
    }
    let notation = settings_of(stored, seat).notation();
    let mut game = stored.at(from)?;
    for turn in &mut course.turns {
        game.replay(&turn.text)
            .map_err(|why| anyhow!("{}: {why:?}", turn.text))?;
        if notation == Notation::Wxf {
            let mut facts = game.view(None).facts.into_iter();
            let mut also = facts.find_map(|fact| match fact {
                Fact::LastTurn { also, .. } => also,
                _ => None,
            });
            notation.write(&mut turn.text, &mut also);
        }
        turn.text.push_str(game.check_sign());
    }
    Ok(course)
}

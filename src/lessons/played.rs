//! Lessons of games by file in which no position of a few pieces stands, or shows anything: their positions come from games
//! that are played by lot.

use crate::rules::{Game, Listing, Options, Seat, Variant};

use super::made::{Lots, TURNS};
use super::{Deed, Idea, Right, Step};

/// So many games are played, if it takes so many to find what is looked for.
const GAMES: u64 = 60;
/// At most so many turns of each.
const LONGEST: usize = 200;
/// So many positions show how pieces go, or are put on the board.
const GOES: usize = 3;
/// So many show how the game is won.
const ENDS: usize = 3;
/// Between two of the former there are at least so many turns.
const APART: usize = 8;

/// The positions of a game by file.
pub(super) fn steps(variant: &dyn Variant) -> Vec<Step> {
    let Ok(options) = variant.settle(&Options::default(), &mut |_| 0) else {
        return Vec::new();
    };
    let (mut goes, mut ends) = (Vec::new(), Vec::new());
    for nth in 0..GAMES {
        let Ok(mut game) = variant.start(&options, None) else {
            break;
        };
        let (mut lots, mut shown) = (Lots(nth), None);
        for count in 0..LONGEST {
            if ends.len() >= ENDS || game.outcome().is_some() {
                break;
            }
            if game.to_move() == Seat(0)
                && let Listing::All(turns) = game.legal(TURNS)
            {
                let apart = shown.is_none_or(|shown| count >= shown + APART);
                if goes.len() < GOES && apart {
                    let found = goes_from(variant, &*game, &turns);
                    shown = found.is_some().then_some(count).or(shown);
                    goes.extend(found.map(|found| step(&options, &*game, found)));
                }
                ends.extend(end(&*game, &turns).map(|found| step(&options, &*game, found)));
            }
            if !play_one(&mut *game, &mut lots) {
                break;
            }
        }
    }
    goes.extend(ends);
    goes
}

fn step(options: &Options, game: &dyn Game, (idea, deeds): (Idea, Vec<Deed>)) -> Step {
    Step {
        idea,
        options: options.clone(),
        position: game.position(),
        right: vec![Right::Does(deeds)],
        answers: Vec::new(),
        wrong: Vec::new(),
    }
}

/// Plays a turn by lot; whether there is one.
fn play_one(game: &mut dyn Game, lots: &mut Lots) -> bool {
    let mut walk = game.walk();
    loop {
        match walk.list() {
            0 => return false,
            count => walk.enter(lots.below(count)),
        }
        if walk.made() == 0 {
            return game.play(&walk.turn()).is_ok();
        }
    }
}

/// How a piece goes, or is put on the board.
fn goes_from(
    variant: &dyn Variant,
    game: &dyn Game,
    turns: &[String],
) -> Option<(Idea, Vec<Deed>)> {
    let view = game.view(None);
    let cells = view.cells.into_iter();
    let own = cells.filter(|cell| {
        let piece = cell.piece.as_ref();
        piece.is_some_and(|piece| piece.owner == Some(Seat(0)))
    });
    let kinds = variant.kinds();
    for cell in own {
        let name = cell.piece.as_ref()?.name.to_string();
        let goes = matches!(game.legal_of(&cell.square.to_string(), "", TURNS),
            Ok(Listing::All(turns)) if !turns.is_empty());
        let kind = kinds.iter().find(|kind| kind.name == name.as_str());
        let Some(kind) = kind.filter(|_| goes) else {
            continue;
        };
        let idea = Idea::Piece {
            name,
            square: cell.square,
            moves: kind.moves.clone(),
            captures: false,
        };
        return Some((idea, vec![Deed::Leave(cell.square)]));
    }
    let takes = turns.iter().any(|turn| {
        let mut after = game.fork();
        after.play(turn).is_ok() && Deed::Take.is_done(game, &*after)
    });
    let deed = if takes { Deed::Take } else { Deed::Any };
    // Where there is but one turn, there is nothing to find.
    let drops = !view.pockets.is_empty() && turns.len() > 1;
    drops.then(|| (Idea::Drop { takes }, vec![deed]))
}

/// That a turn wins at once, but not each one does.
fn end(game: &dyn Game, turns: &[String]) -> Option<(Idea, Vec<Deed>)> {
    let (mut reason, mut wins) = (None, 0);
    for turn in turns {
        let mut after = game.fork();
        after.play(turn).ok()?;
        if let Some(end) = after.outcome().filter(|end| super::wins(end, Seat(0))) {
            reason = Some(end.reason);
            wins += 1;
        }
    }
    let reason = reason.filter(|_| wins < turns.len())?;
    Some((Idea::End(reason), vec![Deed::Win]))
}

//! Legal turns, listed and counted action by action.

use std::ops::ControlFlow;

use super::ruleset::{Ruleset, State, Turn, VisitTurn};
use crate::rules::{Listing, game::Continuation};

/// Turns that a game of chains is looked through at most.
pub const MOST_CHAINS: usize = 10_000;

/// The actions that may follow those made.
pub fn next<R: Ruleset>(ruleset: &R, state: &State<R>, made: &[R::Action]) -> Vec<R::Action> {
    let mut next = Vec::new();
    let _ = ruleset.actions(state, made, &mut |action| {
        next.push(action);
        ControlFlow::Continue(())
    });
    next
}

/// Whether a turn is written in this order of its actions.
pub fn is_ordered<R: Ruleset>(ruleset: &R, turn: &[R::Action]) -> bool {
    turn.len() < 2 || {
        let mut ordered = turn.to_vec();
        ruleset.order(&mut ordered);
        ordered == turn
    }
}

/// What is left of a turn after the actions `made`, in whichever order it may be written; `None` if it
/// does not begin with them.
pub fn rest<R: Ruleset>(ruleset: &R, turn: &[R::Action], made: &[R::Action]) -> Option<Turn<R>> {
    let mut rest = turn.to_vec();
    for action in made {
        rest.remove(rest.iter().position(|other| other == action)?);
    }
    let mut again = [made, &rest[..]].concat();
    ruleset.order(&mut again);
    (again == turn).then_some(rest)
}

/// Visits the legal turns that begin with the actions `made`, each once.
pub fn each<R: Ruleset>(
    ruleset: &R,
    state: &State<R>,
    made: &mut Turn<R>,
    visit: VisitTurn<'_, R>,
) -> ControlFlow<()> {
    if !made.is_empty() && ruleset.may_end(state, made) && is_ordered(ruleset, made) {
        visit(made)?;
    }
    for action in next(ruleset, state, made) {
        made.push(action);
        each(ruleset, state, made, visit)?;
        made.pop();
    }
    ControlFlow::Continue(())
}

/// How many legal turns there are.
pub fn count<R: Ruleset>(ruleset: &R, state: &State<R>) -> u64 {
    let mut sum = 0;
    let _ = ruleset.turns(state, &mut |_| {
        sum += 1;
        ControlFlow::Continue(())
    });
    sum
}

/// The canonical text of a turn.
pub fn text<R: Ruleset>(ruleset: &R, rules: &R::Rules, turn: &[R::Action]) -> String {
    match turn {
        [action] => ruleset.text(rules, action),
        _ => {
            let actions = turn.iter().map(|action| ruleset.text(rules, action));
            actions.collect::<Vec<_>>().join(" ")
        }
    }
}

/// The texts as a list, sorted bytewise, as turns are listed.
pub fn sorted(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<String> = texts.collect();
    texts.sort_unstable();
    texts
}

/// The canonical texts of the turns that `keep` lets through, sorted bytewise, and how many they
/// are; no texts if they are more than `limit`. The count is missing where not all turns were
/// looked at: of a game of chains no more are than it takes to know that they are too many.
pub fn list<R: Ruleset>(
    ruleset: &R,
    state: &State<R>,
    limit: usize,
    keep: &dyn Fn(&[R::Action]) -> bool,
) -> (Option<Vec<String>>, Option<u64>) {
    let (mut all, mut count, mut seen) = (Vec::new(), 0, 0);
    let done = ruleset.turns(state, &mut |turn| {
        seen += 1;
        if !ruleset.listable() && (seen > MOST_CHAINS || count >= limit) {
            count = usize::MAX;
            return ControlFlow::Break(());
        }
        if keep(turn) {
            count += 1;
            if count <= limit {
                all.push(text(ruleset, &state.rules, turn));
            }
        }
        ControlFlow::Continue(())
    });
    all.sort_unstable();
    let whole = done.is_continue();
    let fits = whole && count <= limit;
    (fits.then_some(all), whole.then_some(count as u64))
}

/// The single actions that may follow those `made` and that `keep` lets through, of a game whose turns are
/// chains. Where nothing that may follow earns a further action they are whole turns, and are listed as such.
pub fn next_of_chains<R: Ruleset>(
    ruleset: &R,
    state: &State<R>,
    made: &[R::Action],
    keep: &dyn Fn(&R::Action) -> bool,
) -> Listing {
    let all = next(ruleset, state, made);
    let with = |action: &R::Action| [made, std::slice::from_ref(action)].concat();
    let mut longer = all.iter().map(with);
    let whole = longer.all(|turn| ruleset.may_end(state, &turn));
    let kept = all.iter().filter(|action| keep(action));
    let texts = sorted(kept.map(|action| match whole {
        true => text(ruleset, &state.rules, &with(action)),
        false => ruleset.text(&state.rules, action),
    }));
    match whole {
        true => Listing::All(texts),
        false => Listing::Next(texts),
    }
}

/// What may follow the actions made.
pub fn continuation<R: Ruleset>(ruleset: &R, state: &State<R>, made: &[R::Action]) -> Continuation {
    let all = next(ruleset, state, made);
    Continuation {
        made: text(ruleset, &state.rules, made),
        next: sorted(all.iter().map(|action| ruleset.text(&state.rules, action))),
        ends: !made.is_empty() && ruleset.may_end(state, made),
    }
}

/// The best of the first turns found as an example (see [`Ruleset::worth`]).
pub fn example<R: Ruleset>(ruleset: &R, state: &State<R>) -> Option<Turn<R>> {
    const LOOKED_AT: usize = 300;
    let mut best: Option<(u8, Turn<R>)> = None;
    let mut seen = 0;
    let _ = ruleset.turns(state, &mut |turn| {
        let worth = ruleset.worth(state, turn);
        if best.as_ref().is_none_or(|(known, _)| worth > *known) {
            best = Some((worth, turn.to_vec()));
        }
        seen += 1;
        match seen < LOOKED_AT && worth < u8::MAX {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    best.map(|(_, turn)| turn)
}

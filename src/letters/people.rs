//! The words of remarks about people.

use minijinja::context;
use minijinja::value::{Serde, Value};

use crate::ids::GameId;
use crate::status::Relation;
use crate::words::Voice;

use super::data::{LeaveAsked, PeopleNote};

/// A remark about people.
pub(super) fn note(voice: Voice<'_>, note: &PeopleNote) -> String {
    let tell = |args| voice.tell("people", note, args);
    match note {
        PeopleNote::NameRefused(fault) => {
            tell(context! { why => voice.tell("name", fault, context! {}) })
        }
        PeopleNote::Related { name, relation, on } => {
            let what = match (relation, on) {
                (Relation::Mute, true) => "people-muted",
                (Relation::Mute, false) => "people-unmuted",
                (Relation::Block, true) => "people-blocked",
                (Relation::Block, false) => "people-unblocked",
            };
            voice.notice(what, context! { name })
        }
        PeopleNote::LeaveAsked(asked) => leave_asked(voice, asked),
        PeopleNote::Left { games, .. } => tell(context! { games => numbers(games) }),
        _ => tell(context! {}),
    }
}

/// What somebody is asked who wants to leave.
pub(super) fn leave_asked(voice: Voice<'_>, asked: &LeaveAsked) -> String {
    let args = context! { games => numbers(&asked.games), ..Value::from(Serde(asked)) };
    voice.notice("people-leave-asked", args)
}

/// The numbers of games as people write them: `#17`.
pub(super) fn numbers(games: &[GameId]) -> Vec<String> {
    games.iter().map(|game| format!("#{game}")).collect()
}

//! The words of remarks about people.

use minijinja::context;

use crate::words::Voice;

use super::data::{LeaveAsked, PeopleNote, Said};
use super::outsiders::name_fault;

/// A remark about people.
pub(super) fn note(voice: Voice<'_>, note: &PeopleNote) -> String {
    let say = |name: &str, args| voice.say(&format!("notices/people-{name}"), args);
    match note {
        PeopleNote::AlreadyMember { name } => say("already-member", context! { name }),
        PeopleNote::NoMember => say("no-member", context! {}),
        PeopleNote::NameRefused(fault) => {
            let why = name_fault(voice, *fault);
            say("name-refused", context! { why })
        }
        PeopleNote::NameTooSoon { from } => say("name-too-soon", context! { from }),
        PeopleNote::Named { name } => say("named", context! { name }),
        PeopleNote::Nobody { typed } => say("nobody", context! { typed }),
        PeopleNote::Oneself => say("oneself", context! {}),
        PeopleNote::Related { name, relation, on } => {
            let what = match (relation, on) {
                (Said::Mute, true) => "muted",
                (Said::Mute, false) => "unmuted",
                (Said::Block, true) => "blocked",
                (Said::Block, false) => "unblocked",
            };
            say(what, context! { name })
        }
        PeopleNote::MessageTaken { name } => say("message-taken", context! { name }),
        PeopleNote::MessageEmpty => say("message-empty", context! {}),
        PeopleNote::SubstituteAsked { game, name } => {
            say("substitute-asked", context! { game => game.0, name })
        }
        PeopleNote::SubstituteNoSeat { game } => {
            let game = game.map(|game| game.0);
            say("substitute-no-seat", context! { game })
        }
        PeopleNote::SubstituteNot { game, name } => {
            say("substitute-not", context! { game => game.0, name })
        }
        PeopleNote::SubstituteAgreed { game, left } => {
            say("substitute-agreed", context! { game => game.0, left })
        }
        PeopleNote::SubstituteOver { game } => say("substitute-over", context! { game => game.0 }),
        PeopleNote::MessagesUsedUp { most, all } => say("messages-used-up", context! { most, all }),
        PeopleNote::NoteKept { game } => say("note-kept", context! { game => game.0 }),
        PeopleNote::NotesFull { most } => say("notes-full", context! { most }),
        PeopleNote::Reported => say("reported", context! {}),
        PeopleNote::ReportKept => say("report-kept", context! {}),
        PeopleNote::Joined { name } => say("joined", context! { name }),
        PeopleNote::ReportsUsedUp => say("reports-used-up", context! {}),
        PeopleNote::LeaveAsked(asked) => leave_asked(voice, asked),
        PeopleNote::LeaveWaits { forget } => say("leave-waits", context! { forget }),
        PeopleNote::Left { forgotten, games } => {
            let games: Vec<String> = games.iter().map(|game| format!("#{game}")).collect();
            say("left", context! { forgotten, games })
        }
        PeopleNote::NotNever => say("not-never", context! {}),
    }
}

/// What somebody is asked who wants to leave.
pub(super) fn leave_asked(voice: Voice<'_>, asked: &LeaveAsked) -> String {
    let LeaveAsked {
        forget,
        games,
        again,
    } = asked;
    let games: Vec<String> = games.iter().map(|game| format!("#{game}")).collect();
    voice.say(
        "notices/people-leave-asked",
        context! { forget, games, again },
    )
}

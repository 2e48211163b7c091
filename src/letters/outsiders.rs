//! The words of letters to people who are no members.

use minijinja::context;

use crate::words::Voice;

use super::data::{NameFault, OutsiderNotice};

/// What somebody is told who is no member.
pub(super) fn notice(voice: Voice<'_>, notice: &OutsiderNotice) -> String {
    match notice {
        OutsiderNotice::Register => voice.plain("notices/outsider-register"),
        OutsiderNotice::NameRefused(fault) => {
            let why = name_fault(voice, *fault);
            voice.say("notices/outsider-name-refused", context! { why })
        }
        OutsiderNotice::Closed { invited } => {
            let invited = *invited;
            voice.say("notices/outsider-closed", context! { invited })
        }
    }
}

/// Why a name cannot be taken.
pub(super) fn name_fault(voice: Voice<'_>, fault: NameFault) -> String {
    voice.plain(match fault {
        NameFault::Length => "notices/name-length",
        NameFault::Sign => "notices/name-sign",
        NameFault::Scripts => "notices/name-scripts",
        NameFault::Digits => "notices/name-digits",
        NameFault::Word => "notices/name-word",
        NameFault::Taken => "notices/name-taken",
    })
}

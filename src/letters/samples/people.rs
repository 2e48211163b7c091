//! One of everything about people.

use crate::letters::data::{NameFault, OutsiderNotice};

use super::lists::chain;

/// Every reason not to take a name.
pub(super) fn name_faults() -> Vec<NameFault> {
    chain(NameFault::Length, |last| match last {
        NameFault::Length => Some(NameFault::Sign),
        NameFault::Sign => Some(NameFault::Scripts),
        NameFault::Scripts => Some(NameFault::Digits),
        NameFault::Digits => Some(NameFault::Word),
        NameFault::Word => Some(NameFault::Taken),
        NameFault::Taken => None,
    })
}

/// Everything that somebody is told who is no member.
pub(super) fn outsider_notices() -> Vec<OutsiderNotice> {
    let one_of_each = chain(OutsiderNotice::Register, |last| match last {
        OutsiderNotice::Register => Some(OutsiderNotice::NameRefused(NameFault::Length)),
        OutsiderNotice::NameRefused(_) => Some(OutsiderNotice::Closed { invited: false }),
        OutsiderNotice::Closed { invited: false } => Some(OutsiderNotice::Closed { invited: true }),
        OutsiderNotice::Closed { invited: true } => None,
    });
    let faults = name_faults().into_iter().map(OutsiderNotice::NameRefused);
    one_of_each.into_iter().chain(faults).collect()
}

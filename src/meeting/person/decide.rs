//! Decides what becomes of a player when they want something about themselves changed.
//! Nothing is read or written here: a decision follows from the player, the request and
//! the [`PersonFacts`] alone.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

use crate::ids::PlayerId;
use crate::meeting::{Concluded, NameFault};
use crate::status::Relation;
use crate::time::leave::{Leave, LeaveRefusal, LeaveRules};

use super::{Person, PersonAct};

/// A name may be changed once in so long.
const NAME_KEPT: TimeDelta = TimeDelta::days(30);
/// A player has at most this many addresses.
const MOST_ADDRESSES: usize = 10;
/// At most this many codes are sent in a day for one player, and to one address.
const CODES_PER_DAY: usize = 3;
/// A player who wants to leave is asked so often.
const YES_TO_DEPART: usize = 2;
/// A code is valid for this long.
pub const CODE_VALID: TimeDelta = TimeDelta::days(7);

/// What players want to change about themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PersonRequest {
    /// Another name, if it is possible.
    Rename(Result<String, NameFault>),
    /// One more address: it is added when the code that is sent to it comes back.
    AddAddress {
        /// The address to be added.
        address: String,
        /// Whether it is nobody's. If it is, no code is sent, and its new owner is told nothing else.
        free: bool,
        /// How many codes were sent to it within a day, no matter who has asked for them.
        sent: usize,
    },
    /// One address less, as typed; the only one stays.
    RemoveAddress(String),
    /// An address of which the code has come back.
    Confirm(String),
    /// To be a member, for the first time or again.
    Join {
        /// The name, if it is possible.
        name: Result<String, NameFault>,
        /// The address that the mail comes from.
        address: String,
    },
    /// To mute or block somebody, or to stop doing so.
    Relate {
        /// The player who is muted or blocked.
        other: PlayerId,
        /// Whether it is about muting or blocking.
        relation: Relation,
        /// `true`: from now on; `false`: no longer.
        on: bool,
    },
    /// To be a member no longer.
    Depart {
        /// Whether the player wants to be forgotten, too.
        forget: bool,
        /// How often the player has said `yes` when asked whether they really want it.
        agreed: usize,
    },
    /// Leave from the first of these days to the last.
    BookLeave {
        /// The first day of leave, in UTC; tomorrow at the earliest.
        first: NaiveDate,
        /// The last day of leave, which counts as leave as well.
        last: NaiveDate,
    },
    /// Leave with this number in the list to end as soon as it can; `None`: the only one.
    CutLeave(Option<usize>),
}

/// What a decision depends on besides the player and the request.
#[derive(Clone, Copy, Debug)]
pub struct PersonFacts {
    /// The present time: limits by day, codes and leave are counted from it.
    pub now: DateTime<Utc>,
    /// How much leave a player has.
    pub leave: LeaveRules,
}

/// Why nothing changes about the player; the letter that answers says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PersonRefusal {
    /// The player has changed the name lately; from this time on they may again.
    NameTooSoon(DateTime<Utc>),
    /// Nobody may have this name, or somebody has it.
    Name(NameFault),
    /// The player has too many addresses, or too many codes were sent.
    TooMany,
    /// A code was sent to this address already.
    SentBefore(String),
    /// This is not an address of the player.
    NotTheirs(String),
    /// The player has no other address.
    Last,
    /// The player is a member, of this name.
    Member(String),
    /// Leave is not booked, or does not end.
    Leave(LeaveRefused),
}

/// Why leave is not booked, or does not end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeaveRefused {
    /// Leave on these days is not possible.
    Rule {
        /// The first day that was asked for.
        first: NaiveDate,
        /// The last day that was asked for.
        last: NaiveDate,
        /// Why they are not possible.
        why: LeaveRefusal,
    },
    /// There is no leave that is not over.
    Nothing,
    /// Which of these is meant?
    Which(Vec<Leave>),
    /// No leave has this number.
    NoSuch {
        /// The number that was asked for.
        number: usize,
        /// How many there are.
        count: usize,
    },
    /// It ends so soon that it cannot end earlier.
    EndsAnyway(Leave),
}

/// The player is asked whether they really want it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskAgain;

/// What comes of a request.
pub type PersonConcluded = Concluded<PersonAct, AskAgain, PersonRefusal>;

/// Decides about one request.
pub fn decide(person: &Person, request: &PersonRequest, facts: &PersonFacts) -> PersonConcluded {
    match (request, acts(person, request, facts)) {
        (PersonRequest::Depart { agreed, .. }, _) if *agreed < YES_TO_DEPART => {
            Concluded::Ask(AskAgain)
        }
        (_, Ok(acts)) => Concluded::Done(acts),
        (_, Err(refusal)) => Concluded::Refused(refusal),
    }
}

fn acts(
    person: &Person,
    request: &PersonRequest,
    facts: &PersonFacts,
) -> Result<Vec<PersonAct>, PersonRefusal> {
    let now = facts.now;
    match request {
        PersonRequest::Rename(name) => {
            let again = person.named_at.map(|at| at + NAME_KEPT);
            if let Some(again) = again.filter(|again| *again > now) {
                return Err(PersonRefusal::NameTooSoon(again));
            }
            let name = name.clone().map_err(PersonRefusal::Name)?;
            Ok(vec![PersonAct::Rename(name)])
        }
        PersonRequest::AddAddress {
            address,
            free,
            sent,
        } => add(person, (address, *free), *sent, now),
        PersonRequest::RemoveAddress(typed) => remove(person, typed),
        PersonRequest::Confirm(address) => confirm(person, address),
        PersonRequest::Join { .. } if person.is_member() && person.id.0 > 0 => {
            Err(PersonRefusal::Member(person.name.clone()))
        }
        PersonRequest::Join { name, address } => {
            let (name, address) = (name.clone().map_err(PersonRefusal::Name)?, address.clone());
            Ok(vec![match person.id.0 {
                0 => PersonAct::Join { name, address },
                _ => PersonAct::Return(name),
            }])
        }
        PersonRequest::Relate {
            other,
            relation,
            on,
        } => {
            let changes = person.relations.contains(&(*other, *relation)) != *on;
            let act = changes.then_some(PersonAct::Relate {
                other: *other,
                relation: *relation,
                on: *on,
            });
            Ok(act.into_iter().collect())
        }
        PersonRequest::Depart { forget, .. } => {
            let forget = forget.then(|| PersonAct::Forget(person.nameless()));
            Ok([PersonAct::Depart].into_iter().chain(forget).collect())
        }
        PersonRequest::BookLeave { first, last } => {
            let (first, last, today) = (*first, *last, now.date_naive());
            let booked = facts.leave.book(&person.leaves, first, last, today);
            let refused = |why| LeaveRefused::Rule { first, last, why };
            let leave = booked.map_err(refused).map_err(PersonRefusal::Leave)?;
            Ok(vec![PersonAct::BookLeave(leave)])
        }
        PersonRequest::CutLeave(number) => {
            cut(&person.leaves_ahead(now), *number, now).map_err(PersonRefusal::Leave)
        }
    }
}

fn add(
    person: &Person,
    (address, free): (&str, bool),
    sent: usize,
    now: DateTime<Utc>,
) -> Result<Vec<PersonAct>, PersonRefusal> {
    if person.addresses.len() >= MOST_ADDRESSES {
        return Err(PersonRefusal::TooMany);
    }
    let asked = person.asked.iter();
    let today = asked
        .clone()
        .filter(|(_, at)| *at > now - TimeDelta::days(1));
    let mut same = today
        .clone()
        .filter(|(one, _)| one.eq_ignore_ascii_case(address));
    if same.next().is_some() {
        return Err(PersonRefusal::SentBefore(address.to_owned()));
    }
    if today.count() >= CODES_PER_DAY || sent >= CODES_PER_DAY {
        return Err(PersonRefusal::TooMany);
    }
    let over = asked.filter(|(_, at)| *at < now - CODE_VALID);
    let lapse = over.map(|(one, _)| PersonAct::Lapse(one.clone()));
    let (address, send) = (address.to_owned(), free);
    Ok(lapse.chain([PersonAct::Ask { address, send }]).collect())
}

/// The address no longer waits.
fn confirm(person: &Person, address: &str) -> Result<Vec<PersonAct>, PersonRefusal> {
    if person.addresses.len() >= MOST_ADDRESSES {
        return Err(PersonRefusal::TooMany);
    }
    let asked = person.asked.iter().map(|(one, _)| one);
    let asked = asked.filter(|one| one.eq_ignore_ascii_case(address));
    let main = is_main(person, address) || person.addresses.is_empty();
    let address = address.to_owned();
    let confirmed = PersonAct::Confirm { address, main };
    let lapse = asked.map(|one| PersonAct::Lapse(one.clone()));
    Ok([confirmed].into_iter().chain(lapse).collect())
}

/// Another one becomes the main one before.
fn remove(person: &Person, typed: &str) -> Result<Vec<PersonAct>, PersonRefusal> {
    let mut all = person.addresses.iter();
    let address = all.find(|one| one.eq_ignore_ascii_case(typed));
    let address = address.ok_or_else(|| PersonRefusal::NotTheirs(typed.to_owned()))?;
    let mut others = person.addresses.iter().filter(|one| *one != address);
    let next = others.next().ok_or(PersonRefusal::Last)?;
    let main = is_main(person, address).then(|| PersonAct::Main(next.clone()));
    let remove = PersonAct::Remove(address.clone());
    Ok(main.into_iter().chain([remove]).collect())
}

fn is_main(person: &Person, address: &str) -> bool {
    let main = person.main.as_ref();
    main.is_some_and(|main| main.eq_ignore_ascii_case(address))
}

fn cut(
    ahead: &[Leave],
    number: Option<usize>,
    now: DateTime<Utc>,
) -> Result<Vec<PersonAct>, LeaveRefused> {
    let leave = match (ahead, number) {
        ([], _) => return Err(LeaveRefused::Nothing),
        ([only], None) => *only,
        (_, None) => return Err(LeaveRefused::Which(ahead.to_vec())),
        (several, Some(number)) => {
            let leave = number.checked_sub(1).and_then(|at| several.get(at));
            let count = several.len();
            *leave.ok_or(LeaveRefused::NoSuch { number, count })?
        }
    };
    match leave.cancel(now) {
        Some(left) if left == leave => Err(LeaveRefused::EndsAnyway(leave)),
        left => Ok(vec![PersonAct::CutLeave { leave, left }]),
    }
}

#[cfg(test)]
mod tests;

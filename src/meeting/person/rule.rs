//! Decides what becomes of a player when the umpire wants something of them. Whether a name or an
//! address is free is known before: nothing is read here.

use std::convert::Infallible;

use crate::ids::GameId;
use crate::meeting::Concluded;

use super::{Person, PersonAct};

/// What the umpire wants of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PersonRuling {
    /// Another name, which is known to be free.
    Name(String),
    /// An address of record.
    Address {
        /// The address to be given.
        address: String,
        /// Whether it is the main one.
        main: bool,
    },
    /// To ban the player, for this reason.
    Ban(String),
    /// To lift the ban.
    Unban,
    /// To forget the player.
    Forget,
    /// To merge the player into another one, who goes on.
    Merge {
        /// The player who stays and gets everything.
        into: Box<Person>,
        /// A game in which they play against each other.
        opposed: Option<GameId>,
    },
}

/// Why nothing comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonRulingRefusal {
    /// The player is banned already.
    Banned,
    /// The player is not banned.
    NotBanned,
    /// The player is forgotten already.
    Forgotten,
    /// They are one player.
    SamePlayer,
    /// One of them is banned.
    OneBanned,
    /// They play against each other.
    Opposed(GameId),
}

/// What comes of it.
pub type PersonRuled = Concluded<PersonAct, Infallible, PersonRulingRefusal>;

/// Decides about one command of the umpire. What a merger makes of the other player is [`PersonAct::Absorb`].
pub fn rule(person: &Person, ruling: &PersonRuling) -> PersonRuled {
    let refusal = match ruling {
        PersonRuling::Ban(_) if person.banned => PersonRulingRefusal::Banned,
        PersonRuling::Unban if !person.banned => PersonRulingRefusal::NotBanned,
        PersonRuling::Forget if person.forgotten => PersonRulingRefusal::Forgotten,
        PersonRuling::Merge { into, .. } if into.id == person.id => PersonRulingRefusal::SamePlayer,
        PersonRuling::Merge { into, .. } if into.banned != person.banned => {
            PersonRulingRefusal::OneBanned
        }
        PersonRuling::Merge {
            opposed: Some(game),
            ..
        } => PersonRulingRefusal::Opposed(*game),
        done => return Concluded::Done(acts(person, done)),
    };
    Concluded::Refused(refusal)
}

fn acts(person: &Person, ruling: &PersonRuling) -> Vec<PersonAct> {
    let forget = PersonAct::Forget(person.nameless());
    match ruling {
        PersonRuling::Name(name) => vec![PersonAct::Named(name.clone())],
        PersonRuling::Address { address, main } => vec![PersonAct::Assign {
            address: address.clone(),
            main: *main,
        }],
        PersonRuling::Ban(reason) => vec![PersonAct::Ban(reason.clone())],
        PersonRuling::Unban => vec![PersonAct::Unban],
        PersonRuling::Forget => vec![PersonAct::Depart, forget],
        // What is left of the player has no address and no game.
        PersonRuling::Merge { into, .. } => vec![PersonAct::Merge(into.id), forget],
    }
}

#[cfg(test)]
mod tests;

//! Whose mail it is, and who handles it: decided once, from what was loaded, before anything is carried out.
//!
//! | file | contents |
//! |---|---|
//! | `facts` | what decides the route of a mail of the inbox |
//! | `responder` | mails that have the form of a program's answer |
//! | `umpire` | commands of an umpire, and answers to questions about them |
//! | `newcomers` | answers to letters that ask people who are no members |
//! | `confirming` | codes by which an address is confirmed |
//! | `limits` | mails that are not read, since there are too many |
//! | `unproven` | mails that prove nothing: what they ask of a member, and for which seat they seem to come |

use anyhow::Result;

use crate::commands::Script;
use crate::ids::GameId;
use crate::mail;
use crate::rules::game::Seat;
use crate::store::PlayerRow;

use crate::office::load::scope::NamedBy;
use crate::office::route::confirming::Confirming;
use crate::office::route::newcomers::{Invitation, Replied, Wanted};
use crate::office::route::umpire::UmpireMail;

pub(in crate::office) mod confirming;
pub(in crate::office) mod facts;
mod limits;
pub(in crate::office) mod newcomers;
mod responder;
pub(in crate::office) mod umpire;
mod unproven;

#[cfg(test)]
mod tests;

/// What is done about a mail. A mail takes the first route that fits, in this order, and stays on it.
#[derive(Debug)]
pub enum Route {
    /// A program has written it, and it has no key of the position on the board: nothing is answered. The reason.
    Program(String),
    /// It is a delivery report.
    Report(Box<mail::Report>),
    /// A mail host reports that a letter was marked as spam.
    SpamComplaint(Box<mail::SpamComplaint>),
    /// A banned player has written it: it is not read.
    Banned,
    /// Its author, or all together, have written too much today: it is not read. The reason.
    Limited(String),
    /// It has the form of a program's answer, and says nothing that a person alone would say. The reason.
    Responder(&'static str),
    /// It holds commands of an umpire, or their answer to a question about some.
    Umpire(UmpireMail),
    /// It confirms an address.
    Confirms(Confirming),
    /// It answers the letter that has asked its author whether they want to join.
    Joins(Replied<Wanted>),
    /// It answers an invitation.
    Invited(Replied<Invitation>),
    /// Its author is proven to be a player: its lines are carried out.
    Player(Box<PlayerRow>),
    /// It comes in the name of a member, and is about a game in which another
    /// player has taken their seat.
    SeatTaken(Box<PlayerRow>),
    /// It comes in the name of a player, and asks for what they alone may ask for: they are
    /// asked whether it is theirs.
    Asks(Box<PlayerRow>, Script),
    /// It comes in the name of a seat, whose player gets it.
    Seat(GameId, Seat, NamedBy),
    /// It comes in the name of a member, and it cannot be told what it is about.
    Member(Box<PlayerRow>),
    /// Nobody knows its author.
    Stranger,
}

/// What decides the route of a mail. Each question is asked once at most, in the order of the routes, so that nothing
/// is read for a route that comes later.
pub trait Facts {
    /// Why nothing of a program's mail is answered, if it is one.
    fn program(&self) -> Option<String>;
    fn report(&self) -> Option<mail::Report>;
    fn spam_complaint(&self) -> Option<mail::SpamComplaint>;
    /// Whether its author is banned.
    fn is_banned(&self) -> Result<bool>;
    /// Why it is not read although nobody is banned.
    fn limited(&self) -> Result<Option<String>>;
    /// Why it is taken for a program's answer.
    fn responder(&self) -> Option<&'static str>;
    /// What an umpire wants.
    fn umpire(&self) -> Result<Option<UmpireMail>>;
    /// The address that it confirms.
    fn confirms(&self) -> Result<Option<Confirming>>;
    /// The answer to the question whether its author joins.
    fn joins(&self) -> Option<Replied<Wanted>>;
    /// The answer to an invitation.
    fn invited(&self) -> Option<Replied<Invitation>>;
    /// Its author, if it is proven who that is.
    fn proven(&self) -> Option<PlayerRow>;
    /// The member in whose name it comes, whose seat another player has.
    fn left(&self) -> Option<PlayerRow>;
    /// The player in whose name it comes, and what they are asked about.
    fn asks(&self) -> Option<(PlayerRow, Script)>;
    /// The seat in whose name it comes.
    fn seat(&self) -> Result<Option<(GameId, Seat, NamedBy)>>;
    /// The member from whose address it comes.
    fn member(&self) -> Option<PlayerRow>;
}

impl Route {
    /// The route of a mail.
    ///
    /// # Errors
    /// The store fails, or a stored game cannot be loaded.
    pub fn of(mail: &impl Facts) -> Result<Self> {
        Ok(if let Some(why) = mail.program() {
            Self::Program(why)
        } else if let Some(report) = mail.report() {
            Self::Report(Box::new(report))
        } else if let Some(complaint) = mail.spam_complaint() {
            Self::SpamComplaint(Box::new(complaint))
        } else if mail.is_banned()? {
            Self::Banned
        } else if let Some(why) = mail.limited()? {
            Self::Limited(why)
        } else if let Some(why) = mail.responder() {
            Self::Responder(why)
        } else if let Some(wanted) = mail.umpire()? {
            Self::Umpire(wanted)
        } else if let Some(confirming) = mail.confirms()? {
            Self::Confirms(confirming)
        } else if let Some(joining) = mail.joins() {
            Self::Joins(joining)
        } else if let Some(invitation) = mail.invited() {
            Self::Invited(invitation)
        } else if let Some(player) = mail.proven() {
            Self::Player(Box::new(player))
        } else if let Some(player) = mail.left() {
            Self::SeatTaken(Box::new(player))
        } else if let Some((player, script)) = mail.asks() {
            Self::Asks(Box::new(player), script)
        } else if let Some((game, seat, by)) = mail.seat()? {
            Self::Seat(game, seat, by)
        } else if let Some(player) = mail.member() {
            Self::Member(Box::new(player))
        } else {
            Self::Stranger
        })
    }
}

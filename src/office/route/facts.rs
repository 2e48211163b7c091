//! What decides the route of a mail of the inbox.

use anyhow::Result;

use crate::commands::Script;
use crate::ids::GameId;
use crate::mail::{self, Nature, responders};
use crate::rules::game::Seat;
use crate::store::{ClaimedMail, PlayerRow, Snapshot};

use crate::office::load::author::Proof;
use crate::office::load::scope::NamedBy;
use crate::office::route::confirming::Confirming;
use crate::office::route::newcomers::{self, Invitation, Replied, Wanted};
use crate::office::route::responder::in_earnest;
use crate::office::route::umpire::UmpireMail;
use crate::office::route::{Facts, unproven};
use crate::office::{Author, InboxMail, Office};

/// A mail of the inbox with what is loaded about it.
pub struct Loaded<'a> {
    /// The settings, and the secret.
    pub office: &'a Office,
    /// What is stored, as one view that does not change while the mail is judged.
    pub store: &'a dyn Snapshot,
    /// The mail as it was claimed.
    pub claimed: &'a ClaimedMail,
    /// What was read of it.
    pub mail: &'a InboxMail,
    /// Its author; nobody for the mail of a program.
    pub author: &'a Author,
}

impl Facts for Loaded<'_> {
    fn program(&self) -> Option<String> {
        let keyed = || self.author.proofs.iter().any(Proof::has_current_token);
        match &self.mail.message.nature {
            Nature::Robot(why) => Some(why.clone()),
            Nature::BulkUnlessToken(why) => (!keyed()).then(|| why.clone()),
            Nature::Player | Nature::Bounce(_) | Nature::SpamComplaint(_) => None,
        }
    }

    fn report(&self) -> Option<mail::Report> {
        match &self.mail.message.nature {
            Nature::Bounce(report) => Some(report.clone()),
            _ => None,
        }
    }

    fn spam_complaint(&self) -> Option<mail::SpamComplaint> {
        match &self.mail.message.nature {
            Nature::SpamComplaint(complaint) => Some(complaint.clone()),
            _ => None,
        }
    }

    fn is_banned(&self) -> Result<bool> {
        self.office
            .is_banned(self.store, self.author, &self.mail.message)
    }

    fn limited(&self) -> Result<Option<String>> {
        self.office.limited(self.store, self.claimed, self.author)
    }

    fn responder(&self) -> Option<&'static str> {
        let form = responders::form(&self.mail.message.subject, &self.mail.lines)?;
        (!in_earnest(self.mail, self.author)).then(|| form.reason())
    }

    fn umpire(&self) -> Result<Option<UmpireMail>> {
        UmpireMail::of(self.office, self.store, self.mail, self.author)
    }

    fn confirms(&self) -> Result<Option<Confirming>> {
        self.office.confirmation(self.store, self.mail)
    }

    fn joins(&self) -> Option<Replied<Wanted>> {
        newcomers::joining(self.mail, self.author)
    }

    fn invited(&self) -> Option<Replied<Invitation>> {
        newcomers::invitation(self.mail, self.author)
    }

    fn proven(&self) -> Option<PlayerRow> {
        let player = self.author.player.clone();
        player.filter(|_| self.author.is_proven())
    }

    fn left(&self) -> Option<PlayerRow> {
        self.member().filter(|_| self.author.left.is_some())
    }

    fn asks(&self) -> Option<(PlayerRow, Script)> {
        let script = unproven::asked_of_member(self.mail, self.author)?;
        Some((self.author.player.clone()?, script))
    }

    fn seat(&self) -> Result<Option<(GameId, Seat, NamedBy)>> {
        let claimed = unproven::claimed_seat(self.store, self.mail, self.author)?;
        let row = claimed.map(|(game, ..)| self.store.game(game));
        // A letter of a game that ended long ago would carry a key that counts as none.
        Ok(match row.transpose()?.flatten() {
            Some(row) if self.office.has_lapsed(self.store, &row)? => None,
            _ => claimed,
        })
    }

    fn member(&self) -> Option<PlayerRow> {
        self.author.member().cloned()
    }
}

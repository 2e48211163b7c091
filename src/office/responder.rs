//! Mails that have the form of a program's answer, and may be a person's all the same.

use crate::commands::{self, Command, Draw};

use super::author::Author;
use super::reader::Reader;
use super::session::InboxMail;

/// Whether a mail that has the form of a program's answer says what no program says: a turn, or a command that is
/// no answer to something. `Accepted` and the like stand in answers of programs, too.
pub(super) fn in_earnest(mail: InboxMail<'_>, author: &Author) -> bool {
    let name = author.player.as_ref().map_or("", |player| &player.name);
    let games = author.proofs.iter();
    let games = games.map(|proof| (&proof.stored, proof.seat, proof.shown, false));
    // Without the Subject, in which the words of the program stand.
    let script = commands::read(mail.lines, "", &Reader::new(name, games));
    script.lines.iter().any(|line| {
        let clear = line.doubt.is_none();
        match &line.command {
            Command::Turn { .. } | Command::Resign => clear,
            Command::Draw(Draw::Offer | Draw::Claim(_))
            | Command::Preview(_)
            | Command::Confirm
            | Command::Decline(_)
            | Command::Resend
            | Command::Games => true,
            _ => false,
        }
    })
}

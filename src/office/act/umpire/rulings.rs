//! What an umpire's commands bring about that came by mail, and what is answered.

use anyhow::{Context, Result};

use crate::commands::umpire::{Extend, UmpireAct, read_umpire_line};
use crate::games::{Cause, StoredGame};
use crate::ids::{GameId, PlayerId};
use crate::letters::{AccountQuestion, Content, Notice, RulingEcho, RulingReply};
use crate::mail::Address;
use crate::rules::game::Seat;
use crate::store::{self, LetterKind, Snapshot, Verdict};
use crate::text::{clean, keys};
use crate::time::{DAY, Length};

use crate::office::act::umpire::cases::Case;
use crate::office::{Draft, InboxMail, Office, verdict};

/// Giving a seat more than so many seconds is asked about: a month is often a slip of the pen.
const MOST_UNASKED: i64 = 30 * DAY;

/// The work on the commands of one mail.
pub(in crate::office) struct Rulings {
    /// Who has written them.
    umpire: Address,
    /// Another umpire who has said `yes`.
    agreed: Option<Address>,
    /// Whether the commands are carried out by a `yes`.
    pub confirmed: bool,
    /// The games that change.
    cases: Vec<Case>,
    /// What came of each command.
    echoes: Vec<RulingEcho>,
    /// Commands that wait for another umpire, each with that umpire.
    waiting: Vec<(Address, String)>,
    /// Lines that are no commands of the umpire's and may be meant for the server.
    pub unread: Vec<String>,
}

impl Draft<'_> {
    /// Carries out commands of an umpire, and answers their mail.
    ///
    /// # Errors
    /// The store fails, or a game cannot be loaded.
    pub(in crate::office) fn carry_out_rulings(
        &mut self,
        mail: &InboxMail,
        (mut rulings, lines): (Rulings, &[String]),
    ) -> Result<Verdict> {
        for line in lines.iter().take(self.office.settings.limits.lines) {
            let reply = self.rule_by_line(&mut rulings, line)?;
            rulings.echoes.push(RulingEcho {
                line: keys::blanked(line),
                reply,
            });
        }
        let Rulings {
            umpire,
            agreed,
            confirmed: _,
            cases,
            mut echoes,
            waiting,
            unread,
        } = rulings;
        let unread = unread.into_iter().map(|line| RulingEcho {
            line: keys::blanked(&line),
            reply: RulingReply::NotRead,
        });
        echoes.extend(unread);
        let actor = match &agreed {
            Some(agreed) => format!("{}, agreed by {}", umpire.normalized(), agreed.normalized()),
            None => umpire.normalized(),
        };
        let verdict = Verdict {
            game: cases.first().map(|case| case.stored.row.id),
            proven: true,
            ..verdict("answered")
        };
        for case in cases.into_iter().filter(|case| !case.changes.is_empty()) {
            let stored = self.close_case(case, &Cause::Umpire(&actor))?;
            // The game is shown as it is after all that the mail has done in it.
            for echo in &mut echoes {
                match &mut echo.reply {
                    RulingReply::Done { game, after } if *game == stored.row.id => {
                        *after = stored.seq;
                    }
                    _ => {}
                }
            }
        }
        if agreed.is_some() {
            self.tell_of_rulings(None, &umpire, echoes.clone());
        }
        self.tell_of_rulings(Some(mail), agreed.as_ref().unwrap_or(&umpire), echoes);
        let mut others: Vec<Address> = Vec::new();
        for (other, _) in &waiting {
            if !others.contains(other) {
                others.push(other.clone());
            }
        }
        for other in others {
            let theirs = waiting.iter().filter(|(asked, _)| *asked == other);
            let question = AccountQuestion::Umpire {
                lines: theirs.map(|(_, line)| line.clone()).collect(),
                by: (other != umpire).then(|| umpire.normalized()),
                much: other == umpire,
                shared: false,
            };
            self.ask_of_umpire(mail, &other, question);
        }
        Ok(verdict)
    }

    /// Writes to an umpire what came of commands: the answer to a mail of theirs,
    /// or news of an earlier one.
    pub(in crate::office) fn tell_of_rulings(
        &mut self,
        answers: Option<&InboxMail>,
        umpire: &Address,
        echoes: Vec<RulingEcho>,
    ) {
        let content = Content::Ruling {
            echoes,
            question: None,
            in_reply_to: answers.and_then(|mail| mail.message.message_id.clone()),
        };
        let kind = match answers {
            Some(_) => LetterKind::Answer,
            None => LetterKind::Ruling,
        };
        let mail = answers.map(|mail| mail.id);
        self.post_to(kind, &umpire.to_string(), mail, None, content);
    }

    /// Carries out one command; says what came of it.
    fn rule_by_line(&mut self, rulings: &mut Rulings, line: &str) -> Result<RulingReply> {
        let Some((game, act)) = read_umpire_line(line) else {
            return Ok(RulingReply::NotUnderstood);
        };
        let game = GameId(game);
        let known = |case: &Case| case.stored.row.id == game;
        let index = match rulings.cases.iter().position(known) {
            Some(index) => index,
            None => {
                if self.store.game(game)?.is_none() {
                    return Ok(RulingReply::NoGame(game));
                }
                let case = self.open_case(game)?;
                rulings.cases.push(case);
                rulings.cases.len() - 1
            }
        };
        let case = rulings.cases.get_mut(index).context("no such game")?;
        if rulings.agreed.is_none()
            && let Some(seat) = seat_of(self.store, &case.stored, &rulings.umpire)?
        {
            if let Some(other) =
                self.office
                    .other_umpire(self.store, &case.stored, &rulings.umpire)?
            {
                rulings.waiting.push((other, keys::blanked(line)));
                return Ok(RulingReply::Waits(game));
            }
            let notice = Notice::UmpirePlays { seat };
            if !case.notices.contains(&notice) {
                case.notices.push(notice);
            }
        }
        if let UmpireAct::Extend(Extend { length, .. }) = &act
            && !rulings.confirmed
            && length
                .parse()
                .is_ok_and(|length: Length| length.seconds() > MOST_UNASKED)
        {
            let line = keys::blanked(line);
            rulings.waiting.push((rulings.umpire.clone(), line));
            return Ok(RulingReply::Long);
        }
        // A player is added only if the command is carried out.
        let players = self.decision.players.len();
        let request = match self.request_of(&case.stored, &act) {
            Ok(request) => request,
            Err(error) if store::is_trouble(&error) => return Err(error),
            Err(_) => {
                self.decision.players.truncate(players);
                return Ok(match act {
                    UmpireAct::Replace(other) => RulingReply::NoPlayer(clean(&other.newcomer, 80)),
                    _ => RulingReply::NotUnderstood,
                });
            }
        };
        match self.decide_in(case, &request)? {
            Ok(()) => Ok(RulingReply::Done {
                game,
                after: case.stored.seq,
            }),
            Err(refusal) => {
                self.decision.players.truncate(players);
                Ok(RulingReply::Refused {
                    game,
                    after: case.stored.row.seq,
                    refusal,
                })
            }
        }
    }
}

impl Office {
    /// Another umpire who does not play in a game; the first one of the settings.
    fn other_umpire(
        &self,
        store: &dyn Snapshot,
        stored: &StoredGame,
        umpire: &Address,
    ) -> Result<Option<Address>> {
        let own = store.player_by_address(&umpire.normalized())?;
        let own = own.map(|player| player.id);
        for other in &self.settings.umpires {
            let player = store.player_by_address(&other.normalized())?;
            let player = player.map(|player| player.id);
            let same =
                other.normalized() == umpire.normalized() || player.is_some() && player == own;
            if !same && seat_of(store, stored, other)?.is_none() {
                return Ok(Some(other.clone()));
            }
        }
        Ok(None)
    }
}

impl Rulings {
    /// Nothing is done yet.
    pub fn new(umpire: Address, agreed: Option<Address>) -> Self {
        Self {
            umpire,
            agreed,
            confirmed: false,
            cases: Vec::new(),
            echoes: Vec::new(),
            waiting: Vec::new(),
            unread: Vec::new(),
        }
    }
}

/// The seat of a game whose player has this address, as it was before the mail.
fn seat_of(store: &dyn Snapshot, stored: &StoredGame, address: &Address) -> Result<Option<Seat>> {
    let player = store.player_by_address(&address.normalized())?;
    let Some(PlayerId(player)) = player.map(|player| player.id) else {
        return Ok(None);
    };
    let seats = store.seats(stored.row.id)?;
    let own = seats.iter().find(|row| row.player.0 == player);
    Ok(own.map(|row| Seat(row.seat)))
}

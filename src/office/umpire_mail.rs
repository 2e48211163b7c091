//! The umpire by mail: `umpire #17 ACT` from an address of the settings (`docs/mail-protocol.md`).
//!
//! Where the mail host vouches for the mail, it is carried out at once; else the address is asked for a `yes`. In a game
//! in which its umpire plays, another umpire is asked.

use anyhow::Result;

use crate::commands::{
    self, Command, NoGame, UmpireAct, UmpireLine, read_umpire_line, umpire_lines,
};
use crate::games::{Guard, Request, StoredGame};
use crate::ids;
use crate::letters::{AccountQuestion, Content, Notice, RulingEcho, RulingReply};
use crate::mail::Address;
use crate::rules::game::Seat;
use crate::store::{
    self, AccountQuestionRow, Asked, Budget, Decision, GameId, Judgement, LetterKind,
    NewAccountQuestion, NewScope, PlayerId, Snapshot, Verdict,
};
use crate::text::clean;
use crate::time::Length;

use super::Office;
use super::author::Author;
use super::member::WAITS;
use super::replacing::Exchange;
use super::session::{InboxMail, silent};
use super::stamp;
use super::umpire::Case;

/// Of so many mails of a day that nobody vouches for an umpire is asked.
const MOST_ASKED: i64 = 5;

/// At most this many lines of a mail are repeated that are no commands of the umpire's.
const MOST_UNREAD: usize = 5;

/// The work on the commands of one mail.
struct Rulings {
    /// Who has written them.
    umpire: Address,
    /// Another umpire who has said `yes`.
    agreed: Option<Address>,
    /// The games that change.
    cases: Vec<Case>,
    /// What came of each command.
    echoes: Vec<RulingEcho>,
    /// Commands that wait for another umpire, each with him.
    waiting: Vec<(Address, String)>,
    /// Lines that are no commands of the umpire's and may be meant for the server.
    unread: Vec<String>,
}

impl Office {
    /// Decides about a mail from an umpire's address that holds commands of his, or the answer to a question about
    /// some; `None`: it is none.
    ///
    /// # Errors
    /// The store fails, or a game cannot be loaded.
    pub(super) fn umpire_mail(
        &mut self,
        store: &dyn Snapshot,
        mail: InboxMail<'_>,
        author: &Author,
        (decision, verdict): (&mut Decision, &mut Verdict),
    ) -> Result<Option<Decision>> {
        let Some(umpire) = self.umpire_of(mail) else {
            return Ok(None);
        };
        let script = umpire_lines(mail.lines, &mail.message.subject);
        let lines = &script.lines;
        let asked = if lines.is_empty() {
            answered(mail, author)
        } else {
            None
        };
        if lines.is_empty() && asked.is_none() {
            return Ok(None);
        }
        let (mut decision, mut verdict) = (std::mem::take(decision), std::mem::take(verdict));
        decision.by = umpire.normalized();
        if let Some((row, lines, by)) = asked {
            verdict.proven = true;
            let asked = (row, lines, by);
            return self
                .answer_umpire(store, mail, umpire, asked, (decision, verdict))
                .map(Some);
        }
        let typed: Vec<String> = lines.iter().map(|line| ids::blanked(&line.text)).collect();
        if !self.vouches_for_umpire(mail) {
            return self
                .ask_umpire(store, mail, &umpire, typed, (decision, verdict))
                .map(Some);
        }
        verdict.proven = true;
        if self.repeats(store, mail, &umpire)? {
            verdict.word = "duplicate".to_owned();
            let reply = RulingReply::Repeated;
            let line = typed.into_iter().next().unwrap_or_default();
            let echoes = vec![RulingEcho { line, reply }];
            self.tell_of_rulings(&mut decision, Some(mail), &umpire, echoes);
            decision.mail = Some((mail.id, Judgement::Done(verdict)));
            return Ok(Some(decision));
        }
        let mut rulings = Rulings::new(umpire, None);
        rulings.unread = unread(&script.others);
        self.carry_out_rulings(store, mail, (rulings, lines), (decision, verdict))
            .map(Some)
    }

    /// The address of the settings that a mail seems to come from.
    fn umpire_of(&self, mail: InboxMail<'_>) -> Option<Address> {
        let from = mail.message.from.as_ref().ok()?;
        let mut umpires = self.settings.umpires.iter();
        let known = umpires.find(|known| known.normalized() == from.address.normalized());
        known.cloned()
    }

    /// Whether the host vouches for the umpire, and the mail is to us: one that is sent on is no command.
    fn vouches_for_umpire(&self, mail: InboxMail<'_>) -> bool {
        let to_us = |address| {
            self.settings
                .address
                .covers(address, self.settings.delimiter)
        };
        mail.message.vouched.is_yes() && mail.message.recipients.iter().any(to_us)
    }

    /// Whether this mail of an umpire was carried out before.
    fn repeats(&self, store: &dyn Snapshot, mail: InboxMail<'_>, umpire: &Address) -> Result<bool> {
        let Some(id) = &mail.message.message_id else {
            return Ok(false);
        };
        let earlier = store.same_mail(mail.id, id, &mail.message.body_hash)?;
        let sender = earlier.and_then(|row| row.verdict?.sender);
        let sender = sender.and_then(|sender| Address::parse(&sender).ok());
        Ok(sender.is_some_and(|sender| sender.normalized() == umpire.normalized()))
    }

    /// Asks an umpire whether commands are his for which nobody vouches.
    fn ask_umpire(
        &mut self,
        store: &dyn Snapshot,
        mail: InboxMail<'_>,
        umpire: &Address,
        lines: Vec<String>,
        (mut decision, mut verdict): (Decision, Verdict),
    ) -> Result<Decision> {
        let key = format!("umpire {}", umpire.normalized());
        let asked = store.spent(Budget::Account, &self.today(), &key)?;
        if asked.count >= MOST_ASKED {
            let why = "unproven, and asked about several times today";
            return Ok(silent(decision, mail.id, verdict, "silent", why));
        }
        decision.spend(Budget::Account, key);
        verdict.word = "unproven".to_owned();
        verdict.reason = Some("commands of the umpire that nobody vouches for".to_owned());
        decision.mail = Some((mail.id, Judgement::Done(verdict)));
        let question = AccountQuestion::Umpire { lines, by: None };
        self.ask_of_umpire(&mut decision, mail, umpire, question);
        Ok(decision)
    }

    /// Asks an umpire something by a letter.
    fn ask_of_umpire(
        &mut self,
        decision: &mut Decision,
        mail: InboxMail<'_>,
        umpire: &Address,
        question: AccountQuestion,
    ) {
        let token = self.new_token(NewScope::Question(decision.account_asks.len()));
        decision.account_asks.push(NewAccountQuestion {
            asked: Asked::Address(umpire.normalized()),
            data: question.to_json(),
            mail: Some(mail.id),
            expires_at: stamp(self.now() + WAITS),
            due_at: None,
            letter: Some(decision.letters.len()),
        });
        let content = Content::Ruling {
            echoes: Vec::new(),
            question: Some(question),
            in_reply_to: None,
        };
        let (kind, to) = (LetterKind::Ruling, umpire.to_string());
        if let Some(letter) = self.post_to(decision, kind, &to, Some(mail.id), content) {
            letter.tokens = vec![token];
        }
    }

    /// Carries out what an umpire was asked for, or drops it.
    fn answer_umpire(
        &mut self,
        store: &dyn Snapshot,
        mail: InboxMail<'_>,
        umpire: Address,
        (row, lines, by): (AccountQuestionRow, Vec<String>, Option<String>),
        (mut decision, mut verdict): (Decision, Verdict),
    ) -> Result<Decision> {
        decision.close_account_questions.push(row.id);
        let by = by.and_then(|by| Address::parse(&by).ok());
        if !agrees(mail) {
            let dropped = lines.into_iter().map(|line| RulingEcho {
                line,
                reply: RulingReply::Dropped,
            });
            let echoes: Vec<RulingEcho> = dropped.collect();
            if let Some(by) = &by {
                self.tell_of_rulings(&mut decision, None, by, echoes.clone());
            }
            self.tell_of_rulings(&mut decision, Some(mail), &umpire, echoes);
            verdict.word = "answered".to_owned();
            decision.mail = Some((mail.id, Judgement::Done(verdict)));
            return Ok(decision);
        }
        let rulings = match by {
            // Who was an umpire then need not be one now.
            Some(by)
                if self
                    .settings
                    .umpires
                    .iter()
                    .any(|known| known.normalized() == by.normalized()) =>
            {
                Rulings::new(by, Some(umpire))
            }
            _ => Rulings::new(umpire, None),
        };
        let lines: Vec<UmpireLine> = lines.iter().map(|line| read_umpire_line(line)).collect();
        self.carry_out_rulings(store, mail, (rulings, &lines), (decision, verdict))
    }

    /// Carries out commands of an umpire, and answers his mail.
    fn carry_out_rulings(
        &mut self,
        store: &dyn Snapshot,
        mail: InboxMail<'_>,
        (mut rulings, lines): (Rulings, &[UmpireLine]),
        (mut decision, mut verdict): (Decision, Verdict),
    ) -> Result<Decision> {
        for line in lines.iter().take(self.settings.limits.lines) {
            let reply = self.rule_by_line(store, &mut decision, &mut rulings, line)?;
            rulings.echoes.push(RulingEcho {
                line: ids::blanked(&line.text),
                reply,
            });
        }
        let Rulings {
            umpire,
            agreed,
            cases,
            mut echoes,
            waiting,
            unread,
        } = rulings;
        let unread = unread.into_iter().map(|line| RulingEcho {
            line: ids::blanked(&line),
            reply: RulingReply::NotRead,
        });
        echoes.extend(unread);
        let actor = match &agreed {
            Some(agreed) => format!("{}, agreed by {}", umpire.normalized(), agreed.normalized()),
            None => umpire.normalized(),
        };
        verdict.game = cases.first().map(|case| case.stored.row.id);
        verdict.word = "answered".to_owned();
        for case in cases.into_iter().filter(|case| !case.changes.is_empty()) {
            let stored = self.close_case(store, &mut decision, case, &actor)?;
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
            self.tell_of_rulings(&mut decision, None, &umpire, echoes.clone());
        }
        self.tell_of_rulings(
            &mut decision,
            Some(mail),
            agreed.as_ref().unwrap_or(&umpire),
            echoes,
        );
        let mut others: Vec<Address> = Vec::new();
        for (other, _) in &waiting {
            if !others.contains(other) {
                others.push(other.clone());
            }
        }
        for other in others {
            let his = waiting.iter().filter(|(asked, _)| *asked == other);
            let question = AccountQuestion::Umpire {
                lines: his.map(|(_, line)| line.clone()).collect(),
                by: Some(umpire.normalized()),
            };
            self.ask_of_umpire(&mut decision, mail, &other, question);
        }
        decision.mail = Some((mail.id, Judgement::Done(verdict)));
        Ok(decision)
    }

    /// Writes to an umpire what came of commands: the answer to a mail of his, or news of an earlier one.
    fn tell_of_rulings(
        &self,
        decision: &mut Decision,
        answers: Option<InboxMail<'_>>,
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
        self.post_to(decision, kind, &umpire.to_string(), mail, content);
    }

    /// Carries out one command; says what came of it.
    fn rule_by_line(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        rulings: &mut Rulings,
        line: &UmpireLine,
    ) -> Result<RulingReply> {
        let Some((game, act)) = &line.act else {
            return Ok(RulingReply::NotUnderstood);
        };
        let game = GameId(*game);
        let known = |case: &Case| case.stored.row.id == game;
        let index = match rulings.cases.iter().position(known) {
            Some(index) => index,
            None => {
                if store.game(game)?.is_none() {
                    return Ok(RulingReply::NoGame(game));
                }
                let case = self.open_case(store, decision, game)?;
                rulings.cases.push(case);
                rulings.cases.len() - 1
            }
        };
        let case = &mut rulings.cases[index];
        if rulings.agreed.is_none()
            && let Some(seat) = seat_of(store, &case.stored, &rulings.umpire)?
        {
            if let Some(other) = self.other_umpire(store, &case.stored, &rulings.umpire)? {
                rulings.waiting.push((other, ids::blanked(&line.text)));
                return Ok(RulingReply::Waits(game));
            }
            let notice = Notice::UmpirePlays { seat };
            if !case.notices.contains(&notice) {
                case.notices.push(notice);
            }
        }
        // A player is added only if the command is carried out.
        let players = decision.players.len();
        let request = match self.request_of(store, decision, &case.stored, act)? {
            Ok(request) => request,
            Err(reply) => {
                decision.players.truncate(players);
                return Ok(reply);
            }
        };
        match self.decide_in(store, decision, case, &request)? {
            Ok(()) => Ok(RulingReply::Done {
                game,
                after: case.stored.seq,
            }),
            Err(refusal) => {
                decision.players.truncate(players);
                Ok(RulingReply::Refused {
                    game,
                    after: case.stored.row.seq,
                    refusal,
                })
            }
        }
    }

    /// The request that a command is; the inner error: what it is answered if it is none.
    fn request_of(
        &self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        stored: &StoredGame,
        act: &UmpireAct,
    ) -> Result<Result<Request, RulingReply>> {
        let mover = || stored.seat_name(stored.game.to_move());
        Ok(Ok(match act {
            UmpireAct::Pause(reason) => Request::Pause {
                reason: reason.clone(),
            },
            UmpireAct::Resume => Request::Resume,
            UmpireAct::Extend { seat, length } => match length.parse::<Length>() {
                Ok(length) => Request::Extend {
                    seat: seat.clone().unwrap_or_else(mover),
                    seconds: length.seconds(),
                },
                Err(_) => return Ok(Err(RulingReply::NotUnderstood)),
            },
            UmpireAct::Rollback { turn, reason } => match Guard::parse(turn) {
                Some(turn) => Request::Rollback {
                    turn,
                    reason: reason.clone(),
                },
                None => return Ok(Err(RulingReply::NotUnderstood)),
            },
            UmpireAct::Adjudicate { result, reason } => Request::Adjudicate {
                result: result.clone(),
                reason: reason.clone(),
            },
            UmpireAct::Replace { who, by, reason } => {
                let exchange = Exchange { who, by, reason };
                match self.replacement(store, decision, &exchange) {
                    Ok(request) => request,
                    Err(error) if store::is_trouble(&error) => return Err(error),
                    Err(_) => return Ok(Err(RulingReply::NoPlayer(clean(by, 80)))),
                }
            }
            UmpireAct::Terminate(reason) => Request::Abort {
                reason: reason.clone(),
            },
            UmpireAct::Announce(words) => Request::Say {
                to: None,
                words: words.clone(),
            },
        }))
    }

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
    fn new(umpire: Address, agreed: Option<Address>) -> Self {
        Self {
            umpire,
            agreed,
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

/// The question about commands of an umpire that a mail answers: its row, the commands, and who has written them.
fn answered(
    mail: InboxMail<'_>,
    author: &Author,
) -> Option<(AccountQuestionRow, Vec<String>, Option<String>)> {
    let first = first_command(mail);
    if !matches!(first, Some(Command::Yes | Command::YesAdd | Command::No)) {
        return None;
    }
    let asked = author.account.questions.iter().rev();
    let mut asked = asked.filter_map(|row| match serde_json::from_str(&row.data) {
        Ok(AccountQuestion::Umpire { lines, by }) => Some((row.clone(), lines, by)),
        _ => None,
    });
    asked.next()
}

/// Those of the lines that name a game or are commands of players.
fn unread(lines: &[String]) -> Vec<String> {
    let meant = |line: &&String| {
        let read = || commands::read(std::slice::from_ref(*line), "", &NoGame);
        let known = || {
            read()
                .lines
                .iter()
                .any(|line| line.command.verb().is_some())
        };
        commands::named_game(line).is_some() || known()
    };
    let lines = lines.iter().filter(meant).take(MOST_UNREAD);
    lines.cloned().collect()
}

/// Whether a mail says `yes`.
fn agrees(mail: InboxMail<'_>) -> bool {
    matches!(first_command(mail), Some(Command::Yes | Command::YesAdd))
}

fn first_command(mail: InboxMail<'_>) -> Option<Command> {
    let script = commands::read(mail.lines, &mail.message.subject, &NoGame);
    script.lines.into_iter().next().map(|line| line.command)
}

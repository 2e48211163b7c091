//! Mails without a reply token of their author's: of strangers, who may ask public questions, and in the
//! name of a seat. They change nothing.

use anyhow::Result;

use crate::commands::{self, Command, Line, NoGame, People, Scope};
use crate::games::{Request, StoredGame, instant};
use crate::ids::GameId;
use crate::letters::{Content, Lack, Notice, PlayerNotice, Query, Question};
use crate::rules::game::Seat;
use crate::store::{
    Budget, Decision, GameChange, Judgement, LetterKind, NewQuestion, PeopleChange, PlayerRow,
    SeatChange, Snapshot, Verdict,
};
use crate::text::keys;

use super::author::Author;
use super::outgoing::{PlayerLetter, SeatLetter};
use super::people::outsiders::{Outlet, Standing};
use super::people::registers;
use super::reader::Reader;
use super::requests;
use super::scope::{self, NamedBy};
use super::session::{InboxMail, silent};
use super::{Office, stored_game};

/// At most this many questions in a row are asked of a seat at one state, for which one mail each waits.
const MOST_ASKED: u32 = 3;
/// At most this many lines of a mail are shown to the player in whose name it came.
const SHOWN_LINES: usize = 12;

impl Office {
    /// Answers a mail that proves nothing.
    ///
    /// # Errors
    /// The store fails, or a game cannot be loaded.
    pub(super) fn answer_without_proof(
        &mut self,
        store: &dyn Snapshot,
        mail: InboxMail<'_>,
        author: &Author,
        mut decision: Decision,
        mut verdict: Verdict,
    ) -> Result<Decision> {
        let member = author.player.as_ref();
        let member = member.filter(|player| player.membership.is_member());
        if let (Some(player), Some(_)) = (member, author.left) {
            let of = (player, author);
            return self.answer_in_name_of_member(store, mail, of, (decision, verdict));
        }
        if let (Some(player), None) = (&author.player, author.foreign) {
            let challenge = match author.account.challenges.as_slice() {
                [(challenge, ..)] => Some(*challenge),
                _ => None,
            };
            let asked = (player, lack(&mail, author), challenge);
            let asked = self.ask_member(store, mail, asked, &mut decision, &mut verdict)?;
            if let Some(decision) = asked {
                return Ok(decision);
            }
        }
        let claimed = claimed_seat(store, &mail, author)?;
        let over = match &claimed {
            Some((game, ..)) => match store.game(*game)? {
                Some(row) => self.has_lapsed(store, &row)?,
                None => false,
            },
            None => false,
        };
        // A letter of a game that ended long ago would carry a key that counts as none.
        match claimed.filter(|_| !over) {
            Some((game, seat, by)) => {
                self.note_game_by(by);
                self.answer_in_name_of(store, mail, author, (game, seat), (decision, verdict))
            }
            None => match member {
                Some(player) => {
                    let of = (player, author);
                    self.answer_in_name_of_member(store, mail, of, (decision, verdict))
                }
                None => self.answer_stranger(store, mail, author, decision, verdict),
            },
        }
    }

    /// Answers a mail in the name of a seat. Once for each seat and state number, the seat's address of
    /// record gets the letter again, with the text of the mail. If the mail had the current reply token,
    /// its commands wait for the player's `yes`.
    fn answer_in_name_of(
        &mut self,
        store: &dyn Snapshot,
        mail: InboxMail<'_>,
        author: &Author,
        (game, seat): (GameId, Seat),
        (mut decision, mut verdict): (Decision, Verdict),
    ) -> Result<Decision> {
        verdict.game = Some(game);
        let mut stored = stored_game(store, game)?;
        stored.known.came = Some(instant(mail.arrived_at)?);
        let asked = self.waiting(&mail, author, &stored, seat);
        let nudged = stored.seats.get(seat.index()).and_then(|row| row.nudged);
        // Mails that anybody can write do not keep a question from being asked.
        let asked = match asked {
            Some(question) => match counted(store, question, &stored, seat)? {
                Some(question) => Some(question),
                None => {
                    let why = "unproven, and asked about several times at this state";
                    return Ok(silent(decision, mail.id, verdict, "silent", why));
                }
            },
            None if nudged == Some(stored.state) => {
                let why = "unproven, and answered before at this state";
                return Ok(silent(decision, mail.id, verdict, "silent", why));
            }
            None => None,
        };
        let lack = lack(&mail, author);
        verdict.word = "unproven".to_owned();
        verdict.reason = Some(reason(&lack));
        decision.mail = Some((mail.id, Judgement::Done(verdict)));
        let mut change = GameChange::new(game, stored.seq);
        change.seats.push(SeatChange::Nudged(seat.0, stored.state));
        if asked.as_ref().is_some_and(plays) {
            let open = stored.asked_back(seat);
            change
                .seats
                .extend(open.map(|turn| SeatChange::OpenTurn(seat.0, turn)));
        }
        decision.games.push(change);
        let notice = match asked {
            Some(question) => {
                decision.asks.push(NewQuestion {
                    game,
                    seat: seat.0,
                    state: stored.state,
                    data: serde_json::to_string(&question)?,
                    mail: Some(mail.id),
                    letter: Some(decision.letters.len()),
                });
                Notice::Asked(question)
            }
            None => Notice::Unproven {
                lines: shown(&mail),
                lack,
            },
        };
        let letter = SeatLetter::told(LetterKind::Question, vec![notice], Some(mail.id));
        self.post_seat(&mut decision, &stored, seat, letter);
        Ok(decision)
    }

    /// What waits for the player's `yes`: the commands of a mail with his current reply token that comes from
    /// an address of nobody known, or from his own and may be forged. An opponent's mail never waits.
    fn waiting(
        &mut self,
        mail: &InboxMail<'_>,
        author: &Author,
        stored: &StoredGame,
        seat: Seat,
    ) -> Option<Question> {
        let holds_token = author.foreign == Some((stored.row.id, seat, true));
        let from = mail.message.from.as_ref().ok()?;
        if !holds_token || author.player.is_some() && author.doubt.is_none() {
            return None;
        }
        let reader = Reader::new("", std::iter::once((stored, seat, stored.state, false)));
        let script = commands::read(mail.lines, &mail.message.subject, &reader);
        self.note_script(&script);
        // What names another game is not carried out in this one.
        let named = script.lines.iter().filter_map(|line| line.game);
        let named = named.chain(commands::subject_game(&mail.message.subject));
        if named.map(GameId).any(|named| named != stored.row.id) {
            return None;
        }
        let lines = requests::waiting(&script, self.settings.limits.lines);
        (!lines.is_empty()).then(|| Question::OtherAddress {
            from: keys::blanked(&from.address.to_string()),
            lines,
            lack: lack(mail, author),
            count: 1,
        })
    }

    /// Answers somebody who is no member: what he may ask, if he has shown that he owns his address; else, and first of
    /// all, how he can join.
    fn answer_stranger(
        &mut self,
        store: &dyn Snapshot,
        mail: InboxMail<'_>,
        author: &Author,
        mut decision: Decision,
        mut verdict: Verdict,
    ) -> Result<Decision> {
        let Ok(from) = &mail.message.from else {
            let why = "no single From address";
            return Ok(silent(decision, mail.id, verdict, "silent", why));
        };
        let standing = self.standing(store, mail.message, author)?;
        self.note_outsider(&mut decision, &from.address, standing);
        let script = commands::read(mail.lines, &mail.message.subject, &NoGame);
        let never = |line: &Line| matches!(line.command, Command::People(People::Never));
        if standing != Standing::Unproven && script.lines.iter().any(never) {
            self.note_script(&script);
            let hash = self.mailbox_of(&from.address);
            decision.people.push(PeopleChange::Never(hash));
            let why = "wants no letters";
            return Ok(silent(decision, mail.id, verdict, "silent", why));
        }
        let name = registers(&script);
        match self.outlet(store, &decision, &from.address, standing)? {
            Outlet::No(why) => return Ok(silent(decision, mail.id, verdict, "silent", why)),
            Outlet::Later => {
                let of = (mail, &from.address);
                let kept = self.keep_waiting(store, &mut decision, of, name)?;
                let why = kept.unwrap_or("unproven, and waits until a letter may be written");
                return Ok(silent(decision, mail.id, verdict, "silent", why));
            }
            Outlet::Now => {}
        }
        self.note_script(&script);
        let before = author.player.as_ref();
        if let (Some(name), true) = (name, standing != Standing::Unproven) {
            let (of, name) = ((before, standing), Some(name.to_owned()));
            return self.admit(store, mail, of, name, (decision, verdict));
        }
        verdict.word = "stranger".to_owned();
        verdict.reason = name.map(|_| "wants to join".to_owned());
        decision.mail = Some((mail.id, Judgement::Done(verdict)));
        let public = script.lines.iter();
        let public = public.filter(|line| line.command.scope() == Scope::Public);
        let queries: Vec<Query> = public
            .filter_map(|line| requests::query(&line.command))
            .collect();
        let in_reply_to = mail.message.message_id.clone();
        if standing == Standing::Unproven || queries.is_empty() {
            let (to, about) = ((&from.address, standing), (Some(mail.id), in_reply_to));
            let of = (name, before.map(|player| player.id));
            self.ask_newcomer(store, &mut decision, to, about, of)?;
            return Ok(decision);
        }
        self.count_outsider(store, &mut decision, &from.address, standing)?;
        let content = Content::Public {
            in_reply_to,
            queries,
        };
        self.post_public(&mut decision, &from.address, mail.id, content);
        Ok(decision)
    }

    /// Answers a mail in the name of a member that proves nothing, and of which it cannot be told what it is about:
    /// with a letter that he can answer.
    fn answer_in_name_of_member(
        &mut self,
        store: &dyn Snapshot,
        mail: InboxMail<'_>,
        (player, author): (&PlayerRow, &Author),
        (mut decision, mut verdict): (Decision, Verdict),
    ) -> Result<Decision> {
        // The one of today can be answered all day long.
        let key = format!("unproven {}", player.id);
        if store.spent(Budget::Account, &self.today(), &key)?.count > 0 {
            let why = "unproven, and answered before today";
            return Ok(silent(decision, mail.id, verdict, "silent", why));
        }
        self.spend_within(store, &mut decision, (Budget::Account, key), 1)?;
        verdict.word = "unproven".to_owned();
        decision.mail = Some((mail.id, Judgement::Done(verdict)));
        let notice = PlayerNotice::Unproven { left: author.left };
        let letter = PlayerLetter::told(vec![notice]);
        let (kind, id) = (LetterKind::Player, Some(mail.id));
        self.post_player(&mut decision, player, kind, id, letter);
        Ok(decision)
    }
}

/// The seat in whose name a mail comes that proves nothing.
fn claimed_seat(
    store: &dyn Snapshot,
    mail: &InboxMail<'_>,
    author: &Author,
) -> Result<Option<(GameId, Seat, NamedBy)>> {
    let foreign = author
        .foreign
        .map(|(game, seat, _)| (game, seat, NamedBy::Key));
    let player = match &author.player {
        Some(player) if author.doubt.is_none() => player,
        _ => return Ok(foreign),
    };
    let in_text = || {
        let mut lines = mail.lines.iter();
        lines
            .find_map(|line| commands::named_game(line))
            .map(|game| (GameId(game), NamedBy::Line))
    };
    let in_subject = || {
        let game = commands::subject_game(&mail.message.subject)?;
        Some((GameId(game), NamedBy::Subject))
    };
    // A player may have quoted a letter of somebody else's: he writes for his own seat.
    let named = foreign.map(|(game, _, by)| (game, by)).or_else(in_text);
    if let Some((game, by)) = named.or_else(in_subject) {
        let mut seats = store.seats(game)?.into_iter();
        let own = seats.find(|row| row.player == player.id);
        return Ok(own.map(|row| (game, Seat(row.seat), by)));
    }
    let due = scope::only_due(store, player.id)?;
    Ok(due.map(|(game, seat)| (game, seat, NamedBy::OnlyDue)))
}

/// Why a mail proves nothing.
fn lack(mail: &InboxMail<'_>, author: &Author) -> Lack {
    match (&mail.message.from, author.doubt) {
        (Err(_), _) => Lack::Sender,
        (_, Some(fails)) => Lack::Voucher { fails },
        (Ok(from), None) if author.player.is_none() => {
            Lack::Address(keys::blanked(&from.address.to_string()))
        }
        _ => Lack::Key,
    }
}

/// The same for the operator.
fn reason(lack: &Lack) -> String {
    let why = match lack {
        Lack::Key | Lack::Sender => "no current key from an address of record",
        Lack::Address(_) => "from an address that is no address of record",
        Lack::Voucher { fails: true } => "the host says that it is not from its author's domain",
        Lack::Voucher { fails: false } => {
            "not vouched for, as earlier mails from this address were"
        }
    };
    why.to_owned()
}

/// A question with its number among those of this kind at this state; `None` if there were too many.
fn counted(
    store: &dyn Snapshot,
    question: Question,
    stored: &StoredGame,
    seat: Seat,
) -> Result<Option<Question>> {
    let waiting = store.question(stored.row.id, seat.0)?;
    let waiting = waiting.filter(|question| question.state == stored.state);
    let before = match waiting.map(|question| serde_json::from_str(&question.data)) {
        Some(Ok(Question::OtherAddress { count, .. })) => count.max(1),
        _ => 0,
    };
    Ok(match question {
        Question::OtherAddress {
            from, lines, lack, ..
        } if before < MOST_ASKED => Some(Question::OtherAddress {
            from,
            lines,
            lack,
            count: before + 1,
        }),
        _ => None,
    })
}

/// The first lines of a mail, with passwords of older servers and plans blanked.
fn shown(mail: &InboxMail<'_>) -> Vec<String> {
    let lines = mail.lines.iter().take(SHOWN_LINES);
    let lines = lines.map(|line| commands::without_password(line).into_owned());
    let lines: Vec<String> = lines.map(|line| keys::blanked(&line)).collect();
    let text = commands::without_plans(&lines.join("\n"));
    text.split('\n').map(str::to_owned).collect()
}

/// Whether a turn waits for the answer to a question.
fn plays(question: &Question) -> bool {
    let requests = question.lines().iter().flat_map(|(_, requests)| requests);
    requests
        .into_iter()
        .any(|request| matches!(request, Request::Play { .. }))
}

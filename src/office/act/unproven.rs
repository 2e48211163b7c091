//! Mails without a reply token of their author's: of strangers, who may ask public questions, and in the
//! name of a seat. They change nothing.

use anyhow::Result;

use crate::commands::{self, Command, Line, NoGame, People, Scope};
use crate::games::{Request, StoredGame, instant};
use crate::ids::GameId;
use crate::letters::{Content, Lack, Notice, PlayerNotice, Query, Question};
use crate::rules::game::Seat;
use crate::store::{
    Budget, GameChange, LetterKind, MailboxChange, NewQuestion, PlayerRow, SeatChange, Verdict,
};
use crate::text::keys;

use crate::office::act::people::outsiders::{Outlet, Standing, write_in};
use crate::office::act::requests;
use crate::office::load::reader::Reader;
use crate::office::{Author, Draft, InboxMail, SeatLetter, silent, stored_game, verdict};

/// At most this many questions in a row are asked of a seat at one state, for which one mail each waits.
const MOST_ASKED: u32 = 3;
/// At most this many lines of a mail are shown to the player in whose name it came.
const SHOWN_LINES: usize = 12;

impl Draft<'_> {
    /// Answers a mail in the name of a seat. Once for each seat and state number, the seat's address of
    /// record gets the letter again, with the text of the mail. If the mail had the current reply token,
    /// its commands wait for the player's `yes`.
    ///
    /// # Errors
    /// The store fails, or the game cannot be loaded.
    pub(in crate::office) fn answer_in_name_of(
        &mut self,
        (mail, author): (&InboxMail, &Author),
        (game, seat): (GameId, Seat),
    ) -> Result<Verdict> {
        let unasked = |why| Verdict {
            game: Some(game),
            ..silent(why)
        };
        let mut stored = stored_game(self.store, game)?;
        stored.known.came = Some(instant(&mail.arrived_at)?);
        let count = self.asked_before(&stored, seat)?.saturating_add(1);
        let asked = self.waiting(mail, author, (&stored, seat), count);
        let nudged = stored.seats.get(seat.index()).and_then(|row| row.nudged);
        if asked.is_some() && count > MOST_ASKED {
            let why = "unproven, and asked about several times at this state";
            return Ok(unasked(why));
        }
        // Mails that anybody can write do not keep a question from being asked.
        if asked.is_none() && nudged == Some(stored.state) {
            return Ok(unasked("unproven, and answered before at this state"));
        }
        let lack = lack(mail, author);
        let verdict = Verdict {
            reason: Some(reason(&lack)),
            game: Some(game),
            ..verdict("unproven")
        };
        let mut change = GameChange::new(game, stored.seq);
        change.seats.push(SeatChange::Nudged(seat.0, stored.state));
        if asked.as_ref().is_some_and(plays) {
            let open = stored.asked_back(seat);
            let open = open.map(|turn| SeatChange::OpenTurn(seat.0, turn));
            change.seats.extend(open);
        }
        self.decision.games.push(change);
        let notice = match asked {
            Some(question) => {
                self.decision.asks.push(NewQuestion {
                    game,
                    seat: seat.0,
                    state: stored.state,
                    data: question.to_json(),
                    mail: Some(mail.id),
                    letter: Some(self.decision.letters.len()),
                });
                Notice::Asked(question)
            }
            None => Notice::Unproven {
                lines: shown(mail),
                lack,
            },
        };
        let letter = SeatLetter::told(LetterKind::Question, vec![notice], Some(mail.id));
        self.post_seat(&stored, seat, letter);
        Ok(verdict)
    }

    /// What waits for the player's `yes`: the commands of a mail with their current reply token
    /// that comes from an address of nobody known, or from their own and may be forged. An
    /// opponent's mail never waits. `count`: how many such questions there are with this one.
    fn waiting(
        &mut self,
        mail: &InboxMail,
        author: &Author,
        (stored, seat): (&StoredGame, Seat),
        count: u32,
    ) -> Option<Question> {
        let holds_token = author.foreign == Some((stored.row.id, seat, true));
        let from = mail.message.from.as_ref().ok()?;
        if !holds_token || author.player.is_some() && author.doubt.is_none() {
            return None;
        }
        let reader = Reader::new(
            "",
            &mail.games,
            std::iter::once((stored, seat, stored.state, false)),
        );
        let script = commands::read(&mail.lines, &mail.message.subject, &reader);
        let script = mail.allowed(script);
        self.office.note_script(&script);
        // What names another game is not carried out in this one.
        let named = script.lines.iter().filter_map(|line| line.game);
        let named = named.chain(commands::subject_game(&mail.message.subject));
        if named.map(GameId).any(|named| named != stored.row.id) {
            return None;
        }
        let lines = requests::waiting(&script, self.office.settings.limits.lines);
        (!lines.is_empty()).then(|| Question::OtherAddress {
            from: keys::blanked(&from.address.to_string()),
            lines,
            lack: lack(mail, author),
            count,
        })
    }

    /// How many mails a seat was asked about at this state that each prove nothing.
    fn asked_before(&self, stored: &StoredGame, seat: Seat) -> Result<u32> {
        let waiting = self.store.question(stored.row.id, seat.0)?;
        let waiting = waiting.filter(|question| question.state == stored.state);
        Ok(match waiting.map(|row| serde_json::from_str(&row.data)) {
            Some(Ok(Question::OtherAddress { count, .. })) => count.max(1),
            _ => 0,
        })
    }

    /// Answers somebody who is no member: what they may ask, if they have shown that they own their
    /// address; else, and first of all, how they can join.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn answer_stranger(
        &mut self,
        mail: &InboxMail,
        author: &Author,
    ) -> Result<Verdict> {
        let Ok(from) = &mail.message.from else {
            return Ok(silent("no single From address"));
        };
        let standing = self.standing(&mail.message, author)?;
        self.note_outsider(&from.address, standing);
        let script = commands::read(&mail.lines, &mail.message.subject, &NoGame(&mail.games));
        let never = |line: &Line| matches!(line.command, Command::People(People::Never));
        if standing != Standing::Unproven && script.lines.iter().any(never) {
            self.office.note_script(&script);
            self.note_mailbox(&from.address, MailboxChange::Never);
            return Ok(silent("wants no letters"));
        }
        let wanted = self.wanted(&script)?;
        match self.outlet(&from.address, standing)? {
            Outlet::No(why) => return Ok(silent(why)),
            Outlet::Later => {
                let kept = self.keep_waiting((mail, &from.address), wanted)?;
                let why = kept.unwrap_or("unproven, and waits until a letter may be written");
                return Ok(silent(why));
            }
            Outlet::Now => {}
        }
        self.office.note_script(&script);
        let before = author.player.as_ref();
        if let (Some(_), true) = (&wanted.name, standing != Standing::Unproven) {
            let (of, name) = ((before, standing), wanted.name);
            return self.admit((mail, &from.address, &script), of, name);
        }
        let verdict = Verdict {
            reason: wanted.name.is_some().then(|| "wants to join".to_owned()),
            ..verdict("stranger")
        };
        let commands = script.lines.iter().map(|line| &line.command);
        let public = commands.filter(|command| command.scope() == Scope::Public);
        let queries: Vec<Query> = public.filter_map(requests::query).collect();
        let in_reply_to = mail.message.message_id.clone();
        if standing == Standing::Unproven || queries.is_empty() {
            let (to, about) = ((&from.address, standing), (Some(mail.id), in_reply_to));
            let of = (wanted, before.map(|player| player.id));
            self.ask_newcomer(to, about, of)?;
            return Ok(verdict);
        }
        self.count_outsider(&from.address, standing)?;
        let content = Content::Public {
            in_reply_to,
            queries,
        };
        let to = from.address.to_string();
        let language = self.language.clone();
        let letter = self.post_to(LetterKind::Public, &to, Some(mail.id), None, content);
        write_in(letter, language);
        Ok(verdict)
    }

    /// Answers a mail in the name of a member that proves nothing, and of which it cannot be told
    /// what it is about: with a letter that they can answer.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn answer_in_name_of_member(
        &mut self,
        mail: &InboxMail,
        (player, left): (&PlayerRow, Option<GameId>),
    ) -> Result<Verdict> {
        // The one of today can be answered all day long.
        let key = format!("unproven {}", player.id);
        if self.spent_so_far((Budget::Account, Some(&key)))? > 0 {
            return Ok(silent("unproven, and answered before today"));
        }
        self.spend_within((Budget::Account, key), 1)?;
        self.tell_player(player, Some(mail.id), PlayerNotice::Unproven { left });
        Ok(verdict("unproven"))
    }
}

/// Why a mail proves nothing.
pub(super) fn lack(mail: &InboxMail, author: &Author) -> Lack {
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

/// The first lines of a mail, with passwords of older servers and plans blanked.
fn shown(mail: &InboxMail) -> Vec<String> {
    let lines = mail.lines.iter().take(SHOWN_LINES);
    let lines = lines.map(|line| commands::without_password(line).into_owned());
    let lines: Vec<String> = lines.map(|line| keys::blanked(&line)).collect();
    let text = commands::without_plans(&lines.join("\n"));
    text.split('\n').map(str::to_owned).collect()
}

/// Whether a turn waits for the answer to a question.
fn plays(question: &Question) -> bool {
    let mut requests = question.lines().iter().flat_map(|(_, requests)| requests);
    requests.any(|request| matches!(request, Request::Play { .. }))
}

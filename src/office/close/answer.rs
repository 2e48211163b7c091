//! The mail of a player is closed: their games, what is asked, and the answer.

use anyhow::Result;

use crate::games::Cause;
use crate::ids::{GameId, LetterId, MailId, PlayerId};
use crate::letters::{Answer, Content, Echo, LetterData, Note, Part, PlanPart, Report};
use crate::store::{
    Answers, Asked, Budget, Decision, GameRef, NewLetter, NewQuestion, NewScope, PlayerRef,
    SeatChange, Verdict,
};

use crate::office::act::session::of_mail;
use crate::office::close::game::Readers;
use crate::office::load::mail::Form;
use crate::office::{MailSession, OpenGame, SeatLetter};

/// Of more games than this, the answer shows only those that a line is about.
const MOST_SHOWN: usize = 12;

/// Whether a mail is answered, in view of the answers before that have changed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    Yes,
    /// It is answered, and the answer says that there are few more.
    LastTime,
    /// It is not answered.
    No,
}

impl MailSession<'_> {
    /// Answers a mail, unless too many before it have changed nothing. What it says to others is sent in
    /// any case. `repeats`: the letter that has answered it before.
    pub fn answer(
        mut self,
        mut verdict: Verdict,
        mut echoes: Vec<Echo>,
        repeats: Option<LetterId>,
    ) -> Result<Verdict> {
        // Who wants no more letters reads what has come of it on the page.
        if self.mail.form == Some(Form::Unsubscribe) {
            self.close(None)?;
            verdict.word = "silent".to_owned();
            verdict.reason = Some("unsubscribed on a page".to_owned());
            return Ok(verdict);
        }
        match self.count_answer() {
            Answered::No => {
                verdict.word = "silent".to_owned();
                let why = "answered often enough, and nothing has changed";
                verdict.reason = Some(why.to_owned());
                self.close(None)?;
                return Ok(verdict);
            }
            Answered::LastTime if self.games.is_empty() => echoes.push(of_mail(Note::LastToday)),
            Answered::LastTime => echoes.push(of_mail(Note::LastAnswer)),
            Answered::Yes => {}
        }
        let answer = Answer {
            in_reply_to: self.mail.message.message_id.clone(),
            echoes,
            repeats,
        };
        self.close(Some(answer))?;
        Ok(verdict)
    }

    /// Closes the games, and adds the news for others, and the answer if there is one.
    fn close(mut self, mut answer: Option<Answer>) -> Result<()> {
        let several = self.games.len() > 1;
        let lesson = self.open_lesson();
        let (mail, player, draft) = (self.mail, &self.player, &mut self.draft);
        let cause = Cause::Mail(mail.id, &mail.arrived_at);
        for game in &mut self.games {
            let changes = std::mem::take(&mut game.changes);
            game.changed = !changes.is_empty();
            game.spend_talk(draft.decision, draft.office.settings.limits.talk);
            let (own, by) = (&[game.seat], player.id);
            let readers = Readers::Others { own, by };
            let changed = (&mut game.stored, changes);
            let planned = draft.close_game(changed, &cause, readers)?;
            if let (Some((first, last)), Some(answer)) = (planned, &mut answer) {
                answer.echoes.push(Echo {
                    line: None,
                    game: several.then_some(game.stored.row.id),
                    parts: vec![Part::Plan(PlanPart::Played { first, last })],
                });
            }
        }
        draft.tell_of_leave((player, &self.changed), &self.games, mail.id)?;
        let Some(mut answer) = answer else {
            return Ok(());
        };
        let first = match only_begins(&answer) && self.games.iter().all(|game| !game.changed) {
            true => answer_by_first_letter(draft.decision, &player.address, mail.id, &answer),
            false => None,
        };
        match self.games.as_slice() {
            _ if first.is_some() => {}
            [] => {
                let said = (Vec::new(), Some(answer));
                let to = (player.id, player.address.as_str());
                draft.post_personal(to, own_scope(player.id, lesson), Some(mail.id), said);
            }
            [game] => {
                let letter = SeatLetter::answer(mail.id, answer);
                draft.post_seat(&game.stored, game.seat, letter);
            }
            several => {
                let mut several: Vec<_> = several.iter().map(|g| (&g.stored, g.seat)).collect();
                several.sort_by_key(|(stored, _)| stored.row.id);
                if several.len() > MOST_SHOWN {
                    let named =
                        |game: GameId| answer.echoes.iter().any(|echo| echo.game == Some(game));
                    // Those that no line is about come last, and are left out.
                    several.sort_by_key(|(stored, _)| !named(stored.row.id));
                    let about = several.iter().filter(|(stored, _)| named(stored.row.id));
                    let about = about.count();
                    let all = several.len();
                    several.truncate(about.max(MOST_SHOWN));
                    if let more @ 1.. = all - several.len() {
                        answer.echoes.push(of_mail(Note::MoreGames { more }));
                    }
                }
                draft.post_games(player, &several, mail.id, answer);
            }
        }
        let letter = first.or(draft.decision.letters.len().checked_sub(1));
        for asked in &mut draft.decision.account_asks {
            if asked.asked == Asked::Player(player.id) && asked.letter.is_none() {
                asked.letter = letter;
            }
        }
        for (index, question) in self.asks {
            let Some(game) = self.games.get(index) else {
                continue;
            };
            draft.decision.asks.push(NewQuestion {
                game: game.stored.row.id,
                seat: game.seat.0,
                state: game.stored.state,
                data: question.to_json(),
                mail: Some(mail.id),
                letter,
            });
        }
        Ok(())
    }

    /// Counts the answers to a seat that have changed nothing in its game. Without a limit, the server and an
    /// automatic responder that does not mark its mails would answer each other for ever.
    pub fn count_answer(&mut self) -> Answered {
        let decision = &*self.draft.decision;
        let met = !decision.challenges.is_empty() || !decision.contests.is_empty();
        let of_player = !self.changed.is_empty()
            || !decision.watches.is_empty()
            || !decision.reviews.is_empty()
            || !decision.account_asks.is_empty();
        // To others: the answer itself is none of them yet.
        let told = self.games.is_empty() && !decision.letters.is_empty();
        // Whoever learns may try as often as they like.
        let learnt = self.lesson.as_ref().is_some_and(|lesson| lesson.has_turn);
        if met || of_player || told || learnt || self.games.iter().any(OpenGame::has_changed) {
            return Answered::Yes;
        }
        let most = self.draft.office.settings.limits.answers;
        let today = self.draft.office.today();
        let Some(game) = self.games.first_mut() else {
            return self.count_account_answer();
        };
        let row = game.stored.seats.get(game.seat.index());
        let mut answers = row.map(|row| row.answers.clone()).unwrap_or_default();
        if answers.state != game.stored.state || answers.count < most && answers.day != today {
            answers = Answers::default();
        }
        let used_up = answers.count >= most;
        if used_up && answers.day == today {
            return Answered::No;
        }
        let count = answers.count + i64::from(!used_up);
        let answers = Answers {
            count,
            state: game.stored.state,
            day: today,
        };
        let answers = SeatChange::Answers(game.seat.0, answers);
        game.changes.of_seat(answers);
        if count < most {
            return Answered::Yes;
        }
        if used_up {
            return Answered::LastTime;
        }
        let report = Report::NoSense {
            game: game.stored.row.id,
            seat: game.seat,
            count,
        };
        self.draft.tell_umpire(report);
        Answered::LastTime
    }

    /// The same for a mail that is about no game: a player gets so many such answers in a day.
    fn count_account_answer(&mut self) -> Answered {
        let key = self.player.id.to_string();
        let today = self.draft.office.today();
        let Ok(before) = self.draft.store.spent(Budget::Account, &today, &key) else {
            return Answered::Yes;
        };
        self.draft.decision.spend(Budget::Account, key);
        match before.count + 1 - self.draft.office.settings.limits.answers {
            ..0 => Answered::Yes,
            0 => Answered::LastTime,
            1.. => Answered::No,
        }
    }
}

/// What the token of a letter to a player is for, which shows a position of a lesson or none.
pub fn own_scope(player: PlayerId, shown: Option<(i64, u8)>) -> NewScope {
    let player = PlayerRef::Known(player);
    shown.map_or(NewScope::Player(player), |(lesson, step)| {
        NewScope::Lesson {
            player,
            lesson,
            step,
        }
    })
}

/// Whether an answer says nothing but what came of challenges: the first letter of a game can say that, too.
fn only_begins(answer: &Answer) -> bool {
    let parts = answer.echoes.iter().flat_map(|echo| &echo.parts);
    let of_challenge =
        |part: &Part| matches!(part, Part::Challenge(_) | Part::Note(Note::Confirmed));
    answer.repeats.is_none() && parts.clone().count() > 0 && parts.clone().all(of_challenge)
}

/// Makes the first letter of the game that a decision begins the answer to a mail, whose author
/// gets no other one; returns which letter that is. `None`: none goes to their address.
pub fn answer_by_first_letter(
    decision: &mut Decision,
    address: &str,
    mail: MailId,
    answer: &Answer,
) -> Option<usize> {
    let is_his = |letter: &NewLetter| {
        let of_new_game = matches!(letter.seat, Some((GameRef::New, _)));
        of_new_game && letter.recipient.eq_ignore_ascii_case(address)
    };
    let mut letters = decision.letters.iter_mut().enumerate();
    let (at, letter) = letters.find(|(_, letter)| is_his(letter))?;
    let mut data = LetterData::from_json(&letter.data).ok()?;
    let Content::Seat { answer: own, .. } = &mut data.content else {
        return None;
    };
    *own = Some(answer.clone());
    letter.data = data.to_json();
    letter.mail = Some(mail);
    Some(at)
}

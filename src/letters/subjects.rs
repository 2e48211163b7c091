//! The Subjects of letters about no game: what has happened, or what was asked, in a few words.

use minijinja::context;

use crate::text::clean;
use crate::variants::Games;
use crate::words::Voice;

use super::challenges::ChallengeWords;
use super::data::{
    AccountQuestion, Answer, ChallengeNote, ContestNews, ContestNote, LessonPart, Note,
    OutsiderNotice, Part, PeopleNote, PlayerNotice, Query,
};

/// At most so many characters of a name are in a Subject.
const LONGEST: usize = 40;

/// A text of the templates, with what is in it: a name, and a number.
struct Subject<'a>(&'static str, &'a str, i64);

impl Subject<'_> {
    fn say(&self, voice: Voice<'_>) -> String {
        let Subject(word, name, game) = self;
        let args = context! { name => clean(name, LONGEST), game };
        let said = voice.notice(&format!("subject-{word}"), args);
        said.trim().to_owned()
    }
}

/// The Subject of a letter to a player: of its first notice that has one, or of what the answered mail has brought
/// about first.
pub(super) fn of_player(
    words: ChallengeWords<'_>,
    notices: &[PlayerNotice],
    answer: Option<&Answer>,
) -> String {
    let voice = words.voice;
    if let Some(first) = notices.first() {
        return match first {
            PlayerNotice::Challenge(notice) => words.headline(notice),
            other => of_notice(other).say(voice),
        };
    }
    let echoes = answer.map_or(&[][..], |answer| &answer.echoes);
    let parts = echoes.iter().flat_map(|echo| &echo.parts);
    let found = parts.filter_map(|part| of_part(part, words.games)).next();
    let usual = if answer.is_some() { "answer" } else { "news" };
    found.unwrap_or(Subject(usual, "", 0)).say(voice)
}

/// The Subject of a letter to somebody who is no member.
pub(super) fn of_outsider(voice: Voice<'_>, notices: &[OutsiderNotice]) -> Option<String> {
    match notices.first()? {
        // Its headline says more.
        OutsiderNotice::Invited { .. } => None,
        notice => {
            let args = context! { name => "", game => 0 };
            Some(voice.tell("subject", notice, args).trim().to_owned())
        }
    }
}

fn of_notice(notice: &PlayerNotice) -> Subject<'_> {
    match notice {
        PlayerNotice::Challenge(_) => Subject("news", "", 0),
        PlayerNotice::Event(ContestNews::Ended(shown)) if shown.corrected.is_none() => {
            Subject("event-ended", &shown.name, 0)
        }
        PlayerNotice::Event(news) => Subject("event", news.event(), 0),
        PlayerNotice::Unproven { .. } => Subject("unproven", "", 0),
        PlayerNotice::Welcome { back: false, .. } => Subject("joined", "", 0),
        PlayerNotice::Welcome { .. } => Subject("back", "", 0),
        PlayerNotice::Renamed { former, .. } => Subject("renamed", former, 0),
        PlayerNotice::Message { from, .. } => Subject("message", from, 0),
        PlayerNotice::MayWatch { game, .. } => Subject("may-watch", "", game.0),
        PlayerNotice::NewKey => Subject("new-key", "", 0),
        PlayerNotice::Review(found) => Subject("review", "", found.game.0),
        PlayerNotice::ReviewWaits { game } | PlayerNotice::ReviewFailed { game } => {
            Subject("review", "", game.0)
        }
        PlayerNotice::Announced { .. } => Subject("announced", "", 0),
        PlayerNotice::SeatTaken { game, .. } => Subject("seat-taken", "", game.0),
        PlayerNotice::SubstituteDeclined { game, .. } => Subject("seat-kept", "", game.0),
        PlayerNotice::Asked(question) => match question {
            AccountQuestion::Substitute(asked) => Subject("substitute", "", asked.game.0),
            AccountQuestion::Watch(asked) => Subject("watch", &asked.by_name, asked.game.0),
            AccountQuestion::Leave { .. } => Subject("leave", "", 0),
            AccountQuestion::Withdraw(asked) => Subject("event-asked", &asked.event, 0),
            AccountQuestion::Defend(asked) => Subject("event-asked", &asked.event, 0),
            AccountQuestion::TakePlace(asked) => Subject("event-asked", &asked.event, 0),
            AccountQuestion::EnterTeam(asked) | AccountQuestion::JoinTeam(asked) => {
                Subject("event-asked", &asked.shown.name, 0)
            }
            AccountQuestion::Blocked { by, .. } => Subject("challenge", by, 0),
            AccountQuestion::Accept { challenge, .. } => {
                Subject("challenge-asked", "", challenge.0)
            }
            _ => Subject("unproven", "", 0),
        },
    }
}

fn of_part<'a>(part: &'a Part, games: &'a Games) -> Option<Subject<'a>> {
    match part {
        Part::Challenge(note) => Some(of_challenge(note, games)),
        Part::Query { query, .. } => of_query(query),
        Part::Note(note) => of_note(note),
        Part::Lesson(part) => match &**part {
            LessonPart::Position { variant, .. } | LessonPart::End { variant, .. } => {
                let game = games.find(variant);
                Some(Subject("lesson", game.map_or("", |game| game.name()), 0))
            }
            LessonPart::Mistake { .. } | LessonPart::NoMistakes { .. } => {
                Some(Subject("quiz", "", 0))
            }
            _ => None,
        },
        _ => None,
    }
}

fn of_challenge<'a>(note: &'a ChallengeNote, games: &'a Games) -> Subject<'a> {
    match note {
        ChallengeNote::Sent { to, shown, .. } => match to.as_slice() {
            [one] => Subject("challenge-sent", one, 0),
            _ => Subject("challenge-open", "", shown.number.0),
        },
        ChallengeNote::Seeking(shown) => {
            let game = games.find(&shown.variant);
            Subject("seek", game.map_or("", |game| game.name()), 0)
        }
        ChallengeNote::Known(shown) => Subject("challenge-open", "", shown.number.0),
        ChallengeNote::Practice | ChallengeNote::Begins { .. } => Subject("game-begins", "", 0),
        ChallengeNote::Waits { number, .. } => Subject("challenge-agreed", "", number.0),
        ChallengeNote::NotPlayed { number, .. } => Subject("challenge-asked", "", number.0),
        ChallengeNote::Ask { shown, .. } => Subject("challenge-asked", "", shown.number.0),
        ChallengeNote::Declined(number) => Subject("challenge-declined", "", number.0),
        ChallengeNote::Withdrawn(number) => Subject("challenge-withdrawn", "", number.0),
        ChallengeNote::Left(number) => Subject("challenge-left", "", number.0),
        ChallengeNote::Fault(_)
        | ChallengeNote::NoPlayer(_)
        | ChallengeNote::NoAddress(_)
        | ChallengeNote::Twice(_)
        | ChallengeNote::Count { .. }
        | ChallengeNote::Limit(_) => Subject("challenge-refused", "", 0),
        _ => Subject("answer", "", 0),
    }
}

fn of_query(query: &Query) -> Option<Subject<'_>> {
    Some(match query {
        Query::Who(name) => Subject("who", name, 0),
        Query::Rating { .. } | Query::Ratings(_) => Subject("ratings", "", 0),
        Query::Events => Subject("events", "", 0),
        Query::Event { name, .. } => Subject("event", name, 0),
        Query::GamesOf(name) => Subject("games-of", name, 0),
        Query::Games | Query::GamesNext => Subject("games", "", 0),
        Query::Seeks(_) => Subject("seeks", "", 0),
        Query::Notes => Subject("notes", "", 0),
        Query::Lessons => Subject("lessons", "", 0),
        Query::Export(_) => Subject("export", "", 0),
        Query::ExportMe => Subject("export-me", "", 0),
        Query::Rules(_) => Subject("rules", "", 0),
        Query::Variants | Query::FindVariants(_) => Subject("variants", "", 0),
        Query::Help(_) | Query::Commands => Subject("help", "", 0),
        Query::Settings => Subject("settings", "", 0),
        _ => return None,
    })
}

fn of_note(note: &Note) -> Option<Subject<'_>> {
    Some(match note {
        Note::Setting(_) | Note::Format { .. } => Subject("settings", "", 0),
        Note::Leave(_) => Subject("days-off", "", 0),
        Note::Watch(_) => Subject("watching", "", 0),
        Note::Review(_) => Subject("review-asked", "", 0),
        Note::Addresses(_)
        | Note::CodeSent(_)
        | Note::CodeSentBefore(_)
        | Note::AddressKnown(_)
        | Note::AddressRefused(_)
        | Note::AddressRemoved { .. }
        | Note::NotYourAddress(_)
        | Note::LastAddress
        | Note::TooManyAddresses => Subject("addresses", "", 0),
        Note::People(note) => return of_people(note),
        Note::Event(ContestNote::NoCase { .. }) => return None,
        Note::Event(note) => Subject("event", note.event(), 0),
        _ => return None,
    })
}

fn of_people(note: &PeopleNote) -> Option<Subject<'_>> {
    Some(match note {
        PeopleNote::MessageTaken { name } => Subject("message-sent", name, 0),
        PeopleNote::MessageEmpty | PeopleNote::MessagesUsedUp { .. } => {
            Subject("message-unsent", "", 0)
        }
        PeopleNote::Named { name } | PeopleNote::AlreadyMember { name } => {
            Subject("your-name", name, 0)
        }
        PeopleNote::NameRefused(_) | PeopleNote::NameTooSoon { .. } => {
            Subject("name-refused", "", 0)
        }
        PeopleNote::NoteKept { game } => Subject("note", "", game.0),
        PeopleNote::Reported | PeopleNote::ReportKept | PeopleNote::ReportsUsedUp => {
            Subject("report", "", 0)
        }
        PeopleNote::Related { name, .. } => Subject("who", name, 0),
        PeopleNote::SubstituteAsked { game, .. }
        | PeopleNote::SubstituteNot { game, .. }
        | PeopleNote::SubstituteOfEvent { game }
        | PeopleNote::SubstituteAgreed { game, .. }
        | PeopleNote::SubstituteOver { game } => Subject("substitute", "", game.0),
        PeopleNote::LeaveAsked(_) | PeopleNote::LeaveWaits { .. } => Subject("leave", "", 0),
        PeopleNote::Left { .. } => Subject("left", "", 0),
        _ => return None,
    })
}

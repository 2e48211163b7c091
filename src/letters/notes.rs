//! Words for notes in answers, notices to seats, and reports to the umpire.

use std::collections::BTreeMap;

use minijinja::context;

use crate::games::Request;
use crate::rules::game::Seat;
use crate::text::with_bars;
use crate::time::Length;
use crate::variants::Games;
use crate::words::{self, Voice};

use super::challenges::{ChallengeWords, name};
use super::choices;
use super::consent_words;
use super::contests;
use super::data::{Conflict, Doubtful, Either, Frozen, Lack, Note, Notice, Question, Report, Why};
use super::game_words::GameWords;
use super::instants::{Instants, stored};
use super::people;
use super::personal;
use super::shown::GameView;

/// A remark in an answer; `game` is the one that it is about, if it is about one.
pub fn note(voice: Voice<'_>, known: &Games, game: Option<&GameView>, note: &Note) -> String {
    let words = ChallengeWords {
        voice,
        zone: None,
        now: None,
        games: known,
    };
    note_to(words, game, note)
}

/// The same for a reader in a time zone.
pub(super) fn note_to(words: ChallengeWords<'_>, game: Option<&GameView>, note: &Note) -> String {
    let (voice, known) = (words.voice, words.games);
    let tell = |args| voice.tell("note", note, args);
    match note {
        Note::Conflict(Conflict::Seats) => voice.plain("notices/note-conflict-seats"),
        Note::Conflict(Conflict::TextAndSubject(one, other)) => {
            let args = context! { one => one.0, other => other.0 };
            voice.notice("note-conflict-subject", args)
        }
        Note::Conflict(Conflict::NameAndLetter(named, letter)) => {
            let args = context! { named => named.0, letter => letter.0 };
            voice.notice("note-conflict-letter", args)
        }
        Note::Conflict(Conflict::LessonAndGame(game)) => {
            voice.notice("note-conflict-lesson", context! { game => game.0 })
        }
        Note::NoGame { games, .. } | Note::NotKnown { games, .. } => {
            let named =
                |(game, variant): &(_, String)| format!("#{game} ({})", name(known, variant));
            tell(context! { games => games.iter().map(named).collect::<Vec<_>>() })
        }
        Note::Unsubscribe { decline, .. } => {
            tell(context! { decline => decline.map(|game| game.0) })
        }
        Note::AddressRemoved { main, .. } => tell(context! { main }),
        Note::Setting(note) => personal::setting(voice, note),
        Note::Watch(note) => choices::watch(voice, note),
        Note::Review(note) => voice.tell("review", note, context! {}),
        Note::Leave(note) => personal::leave(voice, note),
        Note::People(note) => people::note(voice, note),
        Note::Event(note) => contests::note(words, note),
        Note::OfferLapsed(seat) => {
            let who = game.map(|game| GameWords { voice, game }.player(*seat));
            tell(context! { who })
        }
        Note::WhichAnswer {
            draw,
            asked,
            agrees,
        } => {
            let lines = consent_words::answer_lines(*draw, asked, *agrees);
            tell(context! { lines })
        }
        Note::Either(either) => which(voice, either),
        Note::Doubtful(doubt) => doubtful(voice, doubt),
        Note::Helps(commands) => {
            let command = |line: &String| {
                let verb = line.split([' ', ':']).next().unwrap_or_default();
                let does = voice.plain(&format!("help/{verb}"));
                context! { line, does }
            };
            let commands: Vec<_> = commands.iter().map(command).collect();
            tell(context! { commands })
        }
        _ => {
            let names = ["limit", "count", "game", "all", "address", "typed"];
            tell(words::unnamed(note, &names))
        }
    }
}

/// The lines of which one is meant.
fn which(voice: Voice<'_>, either: &Either) -> String {
    let args = context! {
        agree => &either.agree,
        play => &either.play,
        others => &either.others,
        say => &either.say,
    };
    voice.notice("note-either", args)
}

/// What is doubtful, and what to answer.
fn doubtful(voice: Voice<'_>, doubt: &Doubtful) -> String {
    let turns = &doubt.turns;
    let why = match doubt.why {
        Why::Letters if turns.len() > 1 => voice.plain("notices/doubt-several"),
        why => voice.tell("doubt", &why, context! {}),
    };
    let name = match turns.len() {
        0 => "command",
        1 => "turn",
        _ => "turns",
    };
    let args = context! { why, turns, command => &doubt.command };
    voice.notice(&format!("note-doubt-{name}"), args)
}

/// What a seat is told besides events.
pub(super) fn notice(words: &GameWords<'_>, seat: Seat, notice: &Notice) -> Vec<String> {
    let (voice, game) = (words.voice, words.game);
    let tell = |args| voice.tell("notice", notice, args);
    let say = |name: &str, args| voice.notice(&format!("notice-{name}"), args);
    let about_game = || {
        context! {
            game => game.id.0,
            name => voice.name(&game.name),
            options => options(&game.options).join(", "),
            seat => words.seat(seat),
        }
    };
    let zone = game.times(seat).zone;
    let written = |at: &str| stored(voice, zone.as_deref(), at, Instants::plain);
    let how_to_play = || say("how-to-play", context! { id => &game.variant });
    let told = match notice {
        Notice::NewGame => {
            let terms = game.terms.as_ref().map(|terms| words.terms(terms).0);
            let time = terms.map(|terms| say("time", context! { terms }));
            let rated = game.rated.then(|| say("rated", context! {}));
            let told = [Some(tell(about_game())), time, rated, Some(how_to_play())];
            return told.into_iter().flatten().collect();
        }
        Notice::TakesSeat { .. } => return vec![tell(about_game()), how_to_play()],
        Notice::OfEvent(_) => tell(context! {}),
        Notice::UmpirePlays { seat } | Notice::Undeliverable { seat, .. } => {
            tell(context! { who => words.player(*seat) })
        }
        Notice::OtherAddress { former } => say("other-address-used", context! { former }),
        Notice::Leave(notice) => personal::notice(voice, notice),
        Notice::Unproven { .. } | Notice::Asked(_) => return Vec::new(),
        Notice::PauseEnds { at } => tell(context! { at => written(at) }),
        Notice::Outage { from, to } => tell(context! { from => written(from), to => written(to) }),
        Notice::MayOfferTerms => tell(context! { who => words.player(game.to_move) }),
        _ => tell(context! {}),
    };
    vec![told]
}

/// `turn=postal`, from the options as they are stored.
fn options(json: &str) -> Vec<String> {
    let options: BTreeMap<String, String> = serde_json::from_str(json).unwrap_or_default();
    let pair = |(key, value): (&String, &String)| format!("{key}={value}");
    options.iter().map(pair).collect()
}

/// A notice that shows lines of a mail: the sentence above them, and the lines.
pub(super) fn shown_lines(voice: Voice<'_>, notice: &Notice) -> Option<(String, Vec<String>)> {
    match notice {
        Notice::Unproven { lines, lack } => {
            let why = why(voice, lack);
            let said = voice.notice("notice-unproven", context! { why });
            Some((said, lines.clone()))
        }
        Notice::Asked(Question::Doubt { doubt, lines }) => {
            let lines = lines.iter().map(|(line, _)| line.clone());
            Some((doubtful(voice, doubt), lines.collect()))
        }
        Notice::Asked(Question::Either(either)) => Some((which(voice, either), Vec::new())),
        Notice::Asked(Question::OtherAddress {
            from, lines, lack, ..
        }) => {
            let doubted = matches!(lack, Lack::Voucher { .. });
            let forged = *lack == Lack::Voucher { fails: true };
            let lines = lines.iter().flat_map(|(line, requests)| {
                let said = requests.iter().filter_map(|request| match request {
                    // Words that are in the line itself are not shown twice.
                    Request::Say { words, .. } if !line.contains(words.as_str()) => Some(words),
                    _ => None,
                });
                let said = said.flat_map(|words| words.lines().map(str::to_owned));
                std::iter::once(line.clone()).chain(said.collect::<Vec<_>>())
            });
            let args = context! { from, doubted, forged };
            Some((voice.notice("notice-other-address", args), lines.collect()))
        }
        _ => None,
    }
}

/// Why a mail has changed nothing.
pub(super) fn why(voice: Voice<'_>, lack: &Lack) -> String {
    voice.tell("lack", lack, words::unnamed(lack, &["from"]))
}

/// A report to the umpire: subject and text.
pub(super) fn report(
    voice: Voice<'_>,
    shown: Option<&GameView>,
    report: &Report,
) -> (String, String) {
    let both = |more| {
        let (kind, args) = words::told(report, more);
        let say = |part: &str| voice.notice(&format!("report-{kind}{part}"), args.clone());
        (say("-subject"), say(""))
    };
    // What other programs, hosts and people have said.
    let barred = |text: &str| with_bars(text).join("\n");
    let who = |seat: &Seat| shown.map(|game| GameWords { voice, game }.player(*seat));
    match report {
        Report::NoSense { seat, .. }
        | Report::Unsubscribe { seat, .. }
        | Report::Declined { seat, .. } => both(context! { who => who(seat) }),
        Report::Complaint { text, .. } => both(context! { text => barred(text) }),
        Report::MailQuarantined { reason, .. }
        | Report::LetterQuarantined { reason, .. }
        | Report::LetterRefused { reason, .. }
        | Report::Undeliverable { reason, .. }
        | Report::NotPaired { reason, .. }
        | Report::Refused { reason } => both(context! { reason => barred(reason) }),
        Report::NoTimeGiven {
            seat,
            seconds,
            reason,
            ..
        } => {
            let (who, reason) = (who(seat), barred(reason));
            let seat = shown.map(|game| game.seat_name(*seat).to_lowercase());
            let length = Length::of_seconds(*seconds).to_string();
            both(context! { who, seat, length, reason })
        }
        Report::EventWaits {
            until: Some(until), ..
        } => both(context! { until => stored(voice, None, until, Instants::plain) }),
        Report::Frozen { reason, .. } => {
            let why = match reason {
                Frozen::Difference(difference) => barred(difference),
                Frozen::UnknownRules { variant, version } => {
                    voice.notice("unknown-rules", context! { variant, version })
                }
            };
            both(context! { why })
        }
        _ => both(context! {}),
    }
}

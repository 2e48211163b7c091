//! Words for notes in answers, notices to seats, and reports to the umpire.

use std::collections::BTreeMap;

use chrono::DateTime;
use minijinja::context;

use crate::games::Request;
use crate::rules::game::Seat;
use crate::text::with_bars;
use crate::time::Length;
use crate::words::Voice;

use super::choices;
use super::consent_words;
use super::data::{
    AccountNotice, Conflict, Doubtful, Either, Frozen, Lack, Note, Notice, Question, Report, Why,
};
use super::game_words::GameWords;
use super::instants::Instants;
use super::people;
use super::personal;
use super::shown::GameView;

/// A remark in an answer; `game` is the one that it is about, if it is about one.
#[must_use]
pub fn note(voice: Voice<'_>, game: Option<&GameView>, note: &Note) -> String {
    let say = |name: &str, args| voice.say(&format!("notices/note-{name}"), args);
    match note {
        Note::NothingRead { empty, cut } => say("nothing-read", context! { empty, cut }),
        Note::TooManyLines(limit) => say("too-many-lines", context! { limit }),
        Note::TooMuchText => say("too-much-text", context! {}),
        Note::Unread(count) => say("unread", context! { count }),
        Note::TooLong(count) => say("too-long", context! { count }),
        Note::TooManyTurns => say("too-many-turns", context! {}),
        Note::LastAnswer => say("last-answer", context! {}),
        Note::TalkUsedUp => say("talk-used-up", context! {}),
        Note::AskedAbove => say("asked-above", context! {}),
        Note::Conflict(Conflict::Seats) => say("conflict-seats", context! {}),
        Note::Conflict(Conflict::TextAndSubject(one, other)) => {
            let (one, other) = (one.0, other.0);
            say("conflict-subject", context! { one, other })
        }
        Note::Conflict(Conflict::NameAndLetter(named, letter)) => {
            let (named, letter) = (named.0, letter.0);
            say("conflict-letter", context! { named, letter })
        }
        Note::Repeated => say("repeated", context! {}),
        Note::OtherGame { named, about } => {
            let (named, about) = (named.0, about.map(|about| about.0));
            say("other-game", context! { named, about })
        }
        Note::WhichGame => say("which-game", context! {}),
        Note::NoGame { games, more } => {
            let known = |id: &str| crate::variants::find(id).map_or("", |variant| variant.name());
            let games: Vec<String> = games
                .iter()
                .map(|(game, variant)| format!("#{game} ({})", known(variant)))
                .collect();
            say("no-game", context! { games, more })
        }
        Note::SeatTaken(game) => say("seat-taken", context! { game => game.0 }),
        Note::OneQuestion => say("one-question", context! {}),
        Note::Unsubscribe { told, decline } => {
            let decline = decline.map(|game| game.0);
            say("unsubscribe", context! { told, decline })
        }
        Note::Addresses(all) => say("addresses", context! { all }),
        Note::CodeSent(address) => say("code-sent", context! { address }),
        Note::CodeSentBefore(address) => say("code-sent-before", context! { address }),
        Note::AddressKnown(address) => say("address-known", context! { address }),
        Note::AddressRefused(address) => say("address-refused", context! { address }),
        Note::AddressRemoved { address, main } => {
            say("address-removed", context! { address, main })
        }
        Note::NotYourAddress(address) => say("not-your-address", context! { address }),
        Note::LastAddress => say("last-address", context! {}),
        Note::TooManyAddresses => say("too-many-addresses", context! {}),
        Note::NeedsNewest => say("needs-newest", context! {}),
        Note::NeedsRunningGame => say("needs-running-game", context! {}),
        Note::Format { plain } => say("format", context! { plain }),
        Note::Setting(note) => personal::setting(voice, note),
        Note::Watch(note) => choices::watch(voice, note),
        Note::ChatOff => say("chat-off", context! {}),
        Note::StrictPlan { turns } => say("strict-plan", context! { turns }),
        Note::Strict { line } => say("strict", context! { line }),
        Note::Leave(note) => personal::leave(voice, note),
        Note::People(note) => people::note(voice, note),
        Note::NothingToConfirm => say("nothing-to-confirm", context! {}),
        Note::OfferLapsed(seat) => {
            let who = game.map(|game| GameWords { voice, game }.player(*seat));
            say("offer-lapsed", context! { who })
        }
        Note::Confirmed => say("confirmed", context! {}),
        Note::Declined => say("declined", context! {}),
        Note::WhichAnswer {
            draw,
            asked,
            agrees,
        } => {
            let lines = consent_words::answer_lines(*draw, asked, *agrees);
            say("which-answer", context! { lines })
        }
        Note::Either(either) => which(voice, either),
        Note::AskedElsewhere => say("asked-elsewhere", context! {}),
        Note::NothingAsked => say("nothing-asked", context! {}),
        Note::Doubtful(doubt) => doubtful(voice, doubt),
        Note::Seen(typed) => say("seen", context! { typed }),
        Note::Signature(count) => say("signature", context! { count }),
        Note::Helps(commands) => {
            let command = |line: &String| {
                let verb = line.split([' ', ':']).next().unwrap_or_default();
                let does = voice.plain(&format!("help/{verb}"));
                context! { line, does }
            };
            let commands: Vec<_> = commands.iter().map(command).collect();
            say("helps", context! { commands })
        }
    }
}

/// The lines of which one is meant.
fn which(voice: Voice<'_>, either: &Either) -> String {
    let Either {
        agree,
        play,
        others,
        say,
        turns: _,
    } = either;
    voice.say("notices/note-either", context! { agree, play, others, say })
}

/// What is doubtful, and what to answer.
fn doubtful(voice: Voice<'_>, doubt: &Doubtful) -> String {
    let why = match doubt.why {
        Why::Sentence => "sentence",
        Why::Letters if doubt.turns.len() > 1 => "several",
        Why::Letters => "letters",
        Why::Others => "others",
        Why::Words => "words",
        Why::Final => "final",
        Why::Shared => "shared",
        Why::Quoted => "quoted",
        Why::Fast => "fast",
        Why::NoTurnNext => "no-turn-next",
        Why::FinalPlan => "final-plan",
        Why::Chosen => "chosen",
        Why::ChosenPlan => "chosen-plan",
        Why::WithTurn => "with-turn",
    };
    let why = voice.plain(&format!("notices/doubt-{why}"));
    let turns = &doubt.turns;
    let name = match turns.len() {
        0 => "command",
        1 => "turn",
        _ => "turns",
    };
    voice.say(
        &format!("notices/note-doubt-{name}"),
        context! { why, turns, command => doubt.command.clone() },
    )
}

/// What a seat is told besides events.
pub(super) fn notice(words: &GameWords<'_>, seat: Seat, notice: &Notice) -> Vec<String> {
    let (voice, game) = (words.voice, words.game);
    let say = |name: &str, args| voice.say(&format!("notices/notice-{name}"), args);
    match notice {
        Notice::Agreed {
            number,
            seek,
            drawn,
            practice,
        } => {
            let args = context! { number => number.0, seek, drawn, practice };
            vec![say("agreed", args)]
        }
        Notice::NewGame => {
            let options: Vec<String> = options(&game.options);
            let args = context! {
                game => game.id.0,
                name => &game.name,
                options => options.join(", "),
                seat => words.seat(seat),
            };
            let id = &game.variant;
            let mut all = vec![say("new-game", args)];
            if let Some(terms) = &game.terms {
                let (terms, _) = words.terms(terms);
                all.push(say("time", context! { terms }));
            }
            all.push(say("how-to-play", context! { id }));
            all
        }
        Notice::ByUmpire => vec![say("by-umpire", context! {})],
        Notice::TakesSeat { former, reason } => {
            let args = context! {
                game => game.id.0,
                name => &game.name,
                options => options(&game.options).join(", "),
                seat => words.seat(seat),
                former,
                reason,
            };
            let id = &game.variant;
            vec![say("takes-seat", args), say("how-to-play", context! { id })]
        }
        Notice::UmpirePlays { seat } => {
            let who = words.player(*seat);
            vec![say("umpire-plays", context! { who })]
        }
        Notice::SentAgain => vec![say("sent-again", context! {})],
        Notice::NewAddress => vec![say("new-address", context! {})],
        Notice::Undeliverable { seat, told, next } => {
            let who = words.player(*seat);
            vec![say("undeliverable", context! { who, told, next })]
        }
        Notice::OtherAddress { former } => vec![say("other-address-used", context! { former })],
        Notice::AddressWorks { address } => vec![say("address-works", context! { address })],
        Notice::Leave(notice) => vec![personal::notice(voice, notice)],
        Notice::Unproven { .. } | Notice::Asked(_) => Vec::new(),
        Notice::Reminder => vec![say("reminder", context! {})],
        Notice::PauseEnds { at } => {
            vec![say(
                "pause-ends",
                context! { at => written(game, seat, at) },
            )]
        }
        Notice::Outage { from, to } => {
            let (from, to) = (written(game, seat, from), written(game, seat, to));
            vec![say("outage", context! { from, to })]
        }
        Notice::Idle => vec![say("idle", context! {})],
        Notice::MayOfferTerms => {
            let who = words.player(game.to_move);
            vec![say("may-offer-terms", context! { who })]
        }
    }
}

/// A time, in RFC 3339, as the player of a seat reads it.
fn written(game: &GameView, seat: Seat, at: &str) -> String {
    let zone = game.times(seat).zone;
    let at = DateTime::parse_from_rfc3339(at).map(|at| at.to_utc());
    let at = at.map(|at| Instants::in_zone(zone.as_deref(), at).plain(at));
    at.unwrap_or_default()
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
            Some((
                voice.say("notices/notice-unproven", context! { why }),
                lines.clone(),
            ))
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
                    // Words that stand in the line itself are not shown twice.
                    Request::Say { words, .. } if !line.contains(words.as_str()) => Some(words),
                    _ => None,
                });
                let said = said.flat_map(|words| words.lines().map(str::to_owned));
                std::iter::once(line.clone()).chain(said.collect::<Vec<_>>())
            });
            let lines = lines.collect();
            Some((
                voice.say(
                    "notices/notice-other-address",
                    context! { from, doubted, forged },
                ),
                lines,
            ))
        }
        Notice::NewGame
        | Notice::ByUmpire
        | Notice::Agreed { .. }
        | Notice::TakesSeat { .. }
        | Notice::UmpirePlays { .. }
        | Notice::SentAgain
        | Notice::NewAddress
        | Notice::Undeliverable { .. }
        | Notice::OtherAddress { .. }
        | Notice::AddressWorks { .. }
        | Notice::Leave(_)
        | Notice::Reminder
        | Notice::PauseEnds { .. }
        | Notice::Outage { .. }
        | Notice::Idle
        | Notice::MayOfferTerms => None,
    }
}

/// Why a mail has changed nothing.
pub(super) fn why(voice: Voice<'_>, lack: &Lack) -> String {
    match lack {
        Lack::Key => voice.plain("notices/lack-key"),
        Lack::Address(from) => voice.say("notices/lack-address", context! { from }),
        Lack::Voucher { fails } => voice.say("notices/lack-voucher", context! { fails }),
        Lack::Sender => voice.plain("notices/lack-sender"),
    }
}

/// What is said about a player's addresses or his name: sentences, and a line to be sent back; `code`
/// confirms a new address.
pub(super) fn account(
    voice: Voice<'_>,
    notice: &AccountNotice,
    code: &str,
) -> (String, Option<String>) {
    let say = |name: &str, args| voice.say(&format!("notices/account-{name}"), args);
    let sentence = match notice {
        AccountNotice::Confirm { name, address, .. } => {
            let line = format!("confirm {code}");
            return (say("confirm", context! { name, address }), Some(line));
        }
        AccountNotice::Confirmed { address } => say("confirmed", context! { address }),
        AccountNotice::NotConfirmed => say("not-confirmed", context! {}),
        AccountNotice::Added { address, umpire } => say("added", context! { address, umpire }),
        AccountNotice::Removed { name, address } => say("removed", context! { name, address }),
        AccountNotice::Moved { former, address } => say("moved", context! { former, address }),
        AccountNotice::TooManyMails { limit } => say("too-many-mails", context! { limit }),
        AccountNotice::MailQuarantined { mail, day } => {
            say("mail-quarantined", context! { mail => mail.0, day })
        }
        AccountNotice::Renamed { former, name } => say("renamed", context! { former, name }),
    };
    (sentence, None)
}

/// A report to the umpire: subject and text.
pub(super) fn report(
    voice: Voice<'_>,
    shown: Option<&GameView>,
    report: &Report,
) -> (String, String) {
    let both = |name: &str, args: minijinja::Value| {
        let name = format!("notices/report-{name}");
        let subject = voice.say(&format!("{name}-subject"), args.clone());
        (subject, voice.say(&name, args))
    };
    // What other programs, hosts and people have said.
    let barred = |text: &str| with_bars(text).join("\n");
    let who = |seat: &Seat| shown.map(|game| GameWords { voice, game }.player(*seat));
    match report {
        Report::NoSense { game, seat, count } => {
            let (who, game) = (who(seat), game.0);
            both("no-sense", context! { who, game, count })
        }
        Report::Flood { sender, count } => both("flood", context! { sender, count }),
        Report::Unsubscribe { game, seat } => {
            let (who, game) = (who(seat), game.0);
            both("unsubscribe", context! { who, game })
        }
        Report::Declined { game, seat } => {
            let (who, game) = (who(seat), game.0);
            both("declined", context! { who, game })
        }
        Report::Complaint {
            name, text, letter, ..
        } => {
            let (text, letter) = (barred(text), letter.map(|letter| letter.0));
            both("complaint", context! { name, text, letter })
        }
        Report::MailQuarantined { mail, reason } => {
            let reason = barred(reason);
            both("mail-quarantined", context! { mail => mail.0, reason })
        }
        Report::LetterQuarantined { letter, reason } => both(
            "letter-quarantined",
            context! { letter => letter.0, reason => barred(reason) },
        ),
        Report::LetterRefused {
            letter,
            address,
            reason,
        } => both(
            "letter-refused",
            context! { letter => letter.0, address, reason => barred(reason) },
        ),
        Report::Undeliverable {
            address,
            count,
            reason,
            next,
        } => both(
            "undeliverable",
            context! { address, count, reason => barred(reason), next },
        ),
        Report::OddArrival { mail } => both("odd-arrival", context! { mail => mail.0 }),
        Report::NoTimeGiven {
            letter,
            game,
            seat,
            seconds,
            fell,
            reason,
        } => {
            let who = who(seat);
            let seat = shown.map(|game| game.seat_name(*seat).to_lowercase());
            let length = Length::of_seconds(*seconds).to_string();
            let reason = barred(reason);
            both(
                "no-time-given",
                context! { letter => letter.0, game => game.0, who, seat, length, fell, reason },
            )
        }
        Report::ClockStopped { why } => both("clock-stopped", context! { why }),
        Report::TermsUnanswered { game } => both("terms-unanswered", context! { game => game.0 }),
        Report::Refused { reason } => both("refused", context! { reason => barred(reason) }),
        Report::Frozen { game, reason } => {
            let why = match reason {
                Frozen::Difference(difference) => barred(difference),
                Frozen::UnknownRules { variant, version } => {
                    voice.say("notices/unknown-rules", context! { variant, version })
                }
            };
            both("frozen", context! { game => game.0, why })
        }
    }
}

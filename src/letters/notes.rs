//! Words for notes in answers, notices to seats, and reports to the umpire.

use minijinja::context;

use crate::games::{Request, StoredGame};
use crate::rules::game::Seat;
use crate::words::Voice;

use super::data::{Conflict, Doubtful, Frozen, Note, Notice, Question, Report, Why};
use super::game_words::GameWords;

/// A remark in an answer; `stored` is the game that it is about, if it is about one.
pub(super) fn note(voice: Voice<'_>, stored: Option<&StoredGame>, note: &Note) -> String {
    let say = |name: &str, args| voice.say(&format!("notices/note-{name}"), args);
    match note {
        Note::NothingRead { empty, cut } => say("nothing-read", context! { empty, cut }),
        Note::TooManyLines(limit) => say("too-many-lines", context! { limit }),
        Note::Unread(count) => say("unread", context! { count }),
        Note::LastAnswer => say("last-answer", context! {}),
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
        Note::Unsubscribe { told } => say("unsubscribe", context! { told }),
        Note::OfferLapsed(seat) => {
            let who = stored.map(|stored| GameWords { voice, stored }.player(*seat));
            say("offer-lapsed", context! { who })
        }
        Note::Confirmed => say("confirmed", context! {}),
        Note::Declined => say("declined", context! {}),
        Note::NothingAsked => say("nothing-asked", context! {}),
        Note::Doubtful(doubt) => doubtful(voice, doubt),
        Note::Seen(typed) => say("seen", context! { typed }),
        Note::Signature(count) => say("signature", context! { count }),
    }
}

/// What is doubtful, and what to answer.
fn doubtful(voice: Voice<'_>, doubt: &Doubtful) -> String {
    let why = match doubt.why {
        Why::Sentence => "sentence",
        Why::Letters => "letters",
        Why::Others => "others",
        Why::Words => "words",
        Why::NoTurnNext => "no-turn-next",
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
        context! { why, turns },
    )
}

/// What a seat is told besides events.
pub(super) fn notice(words: &GameWords<'_>, seat: Seat, notice: &Notice) -> Vec<String> {
    let (voice, stored) = (words.voice, words.stored);
    let say = |name: &str, args| voice.say(&format!("notices/notice-{name}"), args);
    match notice {
        Notice::NewGame => {
            let options: Vec<String> = options(&stored.row.options);
            let args = context! {
                game => stored.row.id.0,
                name => stored.variant.name(),
                options => options.join(", "),
                seat => words.seat(seat),
            };
            let id = stored.variant.id();
            vec![say("new-game", args), say("how-to-play", context! { id })]
        }
        Notice::SentAgain => vec![say("sent-again", context! {})],
        Notice::Undeliverable { seat, told } => {
            let who = words.player(*seat);
            vec![say("undeliverable", context! { who, told })]
        }
        Notice::Unproven { .. } | Notice::Asked(_) => Vec::new(),
    }
}

/// `turn=postal`, from the options as they are stored.
fn options(json: &str) -> Vec<String> {
    let options: crate::rules::variant::Options = serde_json::from_str(json).unwrap_or_default();
    let pair = |(key, value): (&String, &String)| format!("{key}={value}");
    options.iter().map(pair).collect()
}

/// A notice that shows lines of a mail: the sentence above them, and the lines.
pub(super) fn shown_lines(voice: Voice<'_>, notice: &Notice) -> Option<(String, Vec<String>)> {
    match notice {
        Notice::Unproven { lines } => Some((voice.plain("notices/notice-unproven"), lines.clone())),
        Notice::Asked(Question::Doubt { doubt, lines }) => {
            let lines = lines.iter().map(|(line, _)| line.clone());
            Some((doubtful(voice, doubt), lines.collect()))
        }
        Notice::Asked(Question::OtherAddress { from, lines }) => {
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
                voice.say("notices/notice-other-address", context! { from }),
                lines,
            ))
        }
        Notice::NewGame | Notice::SentAgain | Notice::Undeliverable { .. } => None,
    }
}

/// A report to the umpire: subject and text.
pub(super) fn report(
    voice: Voice<'_>,
    stored: Option<&StoredGame>,
    report: &Report,
) -> (String, String) {
    let both = |name: &str, args: minijinja::Value| {
        let name = format!("notices/report-{name}");
        let subject = voice.say(&format!("{name}-subject"), args.clone());
        (subject, voice.say(&name, args))
    };
    let who = |seat: &Seat| stored.map(|stored| GameWords { voice, stored }.player(*seat));
    match report {
        Report::NoSense { game, seat, count } => {
            let (who, game) = (who(seat), game.0);
            both("no-sense", context! { who, game, count })
        }
        Report::Unsubscribe { game, seat } => {
            let (who, game) = (who(seat), game.0);
            both("unsubscribe", context! { who, game })
        }
        Report::MailQuarantined { mail, reason } => {
            both("mail-quarantined", context! { mail => mail.0, reason })
        }
        Report::LetterQuarantined { letter, reason } => both(
            "letter-quarantined",
            context! { letter => letter.0, reason },
        ),
        Report::Undeliverable {
            address,
            count,
            reason,
        } => both("undeliverable", context! { address, count, reason }),
        Report::Frozen { game, reason } => {
            let why = match reason {
                Frozen::Difference(difference) => difference.clone(),
                Frozen::UnknownRules { variant, version } => {
                    voice.say("notices/unknown-rules", context! { variant, version })
                }
            };
            both("frozen", context! { game => game.0, why })
        }
    }
}

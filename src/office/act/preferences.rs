//! Settings that are chosen among a few values, and turns that wait because of them.

use crate::commands::{Choice, Command, Line};
use crate::games::{Decided, Pair, Plans, Request, decide};
use crate::letters::settings::{self, Notation, Style};
use crate::letters::{self, Doubtful, Note, PlayerSettings, SettingNote, choice_value};
use crate::rules::notation::PieceLetters;
use crate::status::LetterFormat;
use crate::store::PlayerChange;
use crate::text::clean;
use crate::time::{Digest, TimeOfDay};

use crate::office::act::requests::requests_of_turn;
use crate::office::load::reader::turn_of;
use crate::office::load::shown::{chosen, settings_of};
use crate::office::{MailSession, Office, OpenGame};

/// At most this many characters of a value are repeated.
const LONGEST: usize = 60;

/// What a player may write for one of the values.
enum Typed {
    Set,
    /// There is no such value.
    Unknown,
}

impl MailSession<'_> {
    /// Sets what a line says, or says what is set. The next lines of the mail, and all further letters, follow it.
    pub(in crate::office) fn of_preferences(
        &mut self,
        choice: Choice,
        value: Option<&str>,
    ) -> SettingNote {
        let Some(value) = value else {
            return self.chosen(choice, false);
        };
        let typed = clean(value.trim().trim_end_matches(['.', '!', ',', ';']), LONGEST);
        let set = match choice {
            Choice::Format if typed.eq_ignore_ascii_case("spoken") => {
                set_format(self, LetterFormat::Plain, true);
                Typed::Set
            }
            Choice::Format => Typed::Unknown,
            Choice::Lang => self.choose_language(&typed),
            _ => {
                let mut settings = PlayerSettings::of_stored(self.player.settings.as_deref());
                let set = self.choose(&mut settings, choice, &typed.to_lowercase());
                if matches!(set, Typed::Set) {
                    keep(self, &settings);
                }
                set
            }
        };
        match set {
            Typed::Set => self.chosen(choice, true),
            Typed::Unknown => SettingNote::NoChoice {
                choice,
                typed,
                known: self.draft.office.values(choice),
            },
        }
    }

    fn chosen(&self, choice: Choice, set: bool) -> SettingNote {
        let value = |choice| {
            choice_value(
                &chosen(&self.player),
                choice,
                &self.draft.office.settings.language,
            )
        };
        let mut chosen = value(choice);
        // What is drawn depends on what letters are made of, too.
        if choice == Choice::Board && self.player.format == LetterFormat::Plain {
            chosen = format!("{chosen} {}", value(Choice::Format));
        }
        SettingNote::Choice {
            choice,
            value: chosen,
            set,
        }
    }

    /// Chooses a value, in lower case.
    fn choose(&self, settings: &mut PlayerSettings, choice: Choice, value: &str) -> Typed {
        let on = match value {
            "on" | "yes" => Some(true),
            "off" | "no" => Some(false),
            _ => None,
        };
        match (choice, value, on) {
            (Choice::Flip, _, Some(on)) => settings.set_flip(on),
            (Choice::Chat, _, Some(on)) => settings.set_chat(on),
            (Choice::Confirm, _, Some(on)) => settings.set_confirm(on),
            (Choice::Strict, _, Some(on)) => settings.set_strict(on),
            (Choice::Legend, "short" | "full", _) => settings.set_full_legend(value == "full"),
            (Choice::Notation, "both", _) => settings.set_notation(Notation::Both),
            (Choice::Notation, "points", _) => settings.set_notation(Notation::Points),
            (Choice::Notation, "wxf", _) => settings.set_notation(Notation::Wxf),
            (Choice::Notation, "english", _) => settings.set_letters(None),
            (Choice::Notation, language, _) => match PieceLetters::named(language) {
                Some(letters) => settings.set_letters(Some(letters)),
                None => return Typed::Unknown,
            },
            (Choice::Board, "ascii", _) => settings.set_board(Style::Ascii),
            (Choice::Board, "unicode", _) => settings.set_board(Style::Unicode),
            (Choice::Board, "large", _) => settings.set_board(Style::Large),
            (Choice::Board, "picture", _) => settings.set_board(Style::Picture),
            (Choice::Mail, ..) => match self.choose_digest(settings, value) {
                Some(()) => {}
                None => return Typed::Unknown,
            },
            _ => return Typed::Unknown,
        }
        Typed::Set
    }

    /// `each`, or `digest 07:00`.
    fn choose_digest(&self, settings: &mut PlayerSettings, value: &str) -> Option<()> {
        let digest = match value.split_once(char::is_whitespace) {
            None if value == "each" => None,
            Some(("digest", hour)) => {
                let hour: TimeOfDay = hour.trim().trim_start_matches("at ").parse().ok()?;
                let zone = settings::zone(&self.player.times);
                let former = settings.digest();
                Some(match former {
                    Some(former) if former.at == hour => former,
                    former => Digest::chosen(hour, former, self.draft.office.now(), zone),
                })
            }
            _ => return None,
        };
        settings.set_digest(digest);
        Some(())
    }

    fn choose_language(&mut self, value: &str) -> Typed {
        let language = value.to_lowercase();
        if !self
            .draft
            .office
            .words
            .languages()
            .any(|known| known == language)
        {
            return Typed::Unknown;
        }
        let change = PlayerChange::Language(self.player.id, Some(language.clone()));
        self.draft.decision.players.push(change);
        self.player.language = Some(language);
        Typed::Set
    }
}

impl Office {
    /// The values that a setting may have.
    fn values(&self, choice: Choice) -> Vec<String> {
        let known: &[&str] = match choice {
            Choice::Board => &["ascii", "unicode", "large", "picture"],
            Choice::Format => &["both", "plain", "spoken"],
            Choice::Notation => {
                let languages = PieceLetters::all().iter().map(PieceLetters::name);
                let known = ["both", "points", "wxf", "english"];
                return known
                    .into_iter()
                    .chain(languages)
                    .map(str::to_owned)
                    .collect();
            }
            Choice::Legend => &["short", "full"],
            Choice::Flip | Choice::Chat | Choice::Confirm | Choice::Strict => &["on", "off"],
            Choice::Mail => &["each", "digest 07:00"],
            Choice::Lang => {
                return self.words.languages().map(str::to_owned).collect();
            }
        };
        known.iter().map(|value| (*value).to_owned()).collect()
    }
}

/// Sets the parts that letters have, and whether positions are said in words there.
pub(in crate::office) fn set_format(
    session: &mut MailSession<'_>,
    format: LetterFormat,
    spoken: bool,
) {
    let change = PlayerChange::Format(session.player.id, format);
    session.draft.decision.players.push(change);
    session.player.format = format;
    let mut settings = PlayerSettings::of_stored(session.player.settings.as_deref());
    if settings.spoken() != spoken {
        settings.set_spoken(spoken);
        keep(session, &settings);
    }
}

impl OpenGame {
    /// Why a turn is not played at once that its author has to write in full, or wants to see first.
    pub(in crate::office) fn by_settings(&self, line: &Line) -> Option<Result<Doubtful, Note>> {
        let settings = settings_of(&self.stored, self.seat);
        if !settings.strict() && !settings.confirm() {
            return None;
        }
        let Command::Turn { turn, guard, .. } = &line.command else {
            return None;
        };
        let play = requests_of_turn(line, turn)
            .into_iter()
            .find(|request| matches!(request, Request::Play { .. }))?;
        let canonical = turn_of(decide(&self.stored, &self.actor(), &play))?;
        if settings.strict() && (guard.is_none() || *turn != canonical) {
            let line = format!("{} {canonical}", self.stored.game.label());
            return Some(Err(Note::Strict { line }));
        }
        settings.confirm().then(|| {
            Ok(Doubtful {
                turns: vec![canonical],
                why: letters::Why::Chosen,
                command: None,
            })
        })
    }
}

impl OpenGame {
    /// Why a plan is not kept at once whose author wants to write it in full, or to see it first:
    /// what their plans would be then.
    pub(in crate::office) fn plan_by_settings(
        &self,
        lines: &[String],
    ) -> Option<Result<Plans, Note>> {
        let settings = settings_of(&self.stored, self.seat);
        if !settings.strict() && !settings.confirm() {
            return None;
        }
        let plan = Request::Plan(lines.to_vec());
        let Decided::Planned {
            plans: Some(plans), ..
        } = decide(&self.stored, &self.actor(), &plan)
        else {
            return None;
        };
        if settings.strict() {
            let known = self.stored.plans(self.seat);
            let known = known.map_or_else(Vec::new, |known| known.pairs);
            let is_new = |pair: &&Pair| known.iter().all(|old| old.number != pair.number);
            // An open turn is as typed, and is read when its time comes.
            let new = plans.pairs.iter().filter(is_new).filter(|pair| !pair.open);
            let turns =
                new.flat_map(|pair| pair.when.as_deref().into_iter().chain(pair.answer.turn()));
            let typed = lines.join(" ");
            let short = turns
                .filter(|turn| !typed.contains(turn))
                .map(str::to_owned);
            let turns: Vec<String> = short.collect();
            if !turns.is_empty() {
                return Some(Err(Note::StrictPlan { turns }));
            }
        }
        settings.confirm().then_some(Ok(plans))
    }
}

/// Writes settings, and lets the rest of the mail follow them.
fn keep(session: &mut MailSession<'_>, settings: &PlayerSettings) {
    let stored = settings.to_stored();
    let player = session.player.id;
    if stored == session.player.settings {
        return;
    }
    let change = PlayerChange::Settings(player, stored.clone());
    session.draft.decision.players.push(change);
    for game in &mut session.games {
        let own = game.stored.seats.iter_mut();
        for row in own.filter(|row| row.player == player) {
            row.settings.clone_from(&stored);
        }
    }
    session.player.settings = stored;
}

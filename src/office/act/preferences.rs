//! Settings that are chosen among a few values, and turns that wait because of them.

use serde::de::DeserializeOwned;

use crate::commands::{Choice, Command, Line};
use crate::games::{Decided, Pair, Plans, Request, decide};
use crate::letters::{
    self, AccountQuestion, Doubtful, Note, PlayerSettings, SettingNote, choice_value, settings,
};
use crate::reading::language_named;
use crate::rules::notation::PieceLetters;
use crate::status::{LetterFormat, Public};
use crate::store::{Asked, PlayerChange};
use crate::text::clean;
use crate::time::{Digest, TimeOfDay};

use crate::office::act::in_game::doubtful;
use crate::office::act::requests::requests_of_turn;
use crate::office::load::reader::turn_of;
use crate::office::load::shown::{chosen, settings_of};
use crate::office::{MailSession, Office, OpenGame};

/// At most this many characters of a value are repeated.
const LONGEST: usize = 60;

impl MailSession<'_> {
    /// Sets what a line says, or says what is set. The next lines of the mail, and all further letters, follow it.
    pub(super) fn of_preferences(&mut self, choice: Choice, value: Option<&str>) -> SettingNote {
        let Some(value) = value else {
            return self.chosen(choice, false);
        };
        let typed = clean(value.trim().trim_end_matches(['.', '!', ',', ';']), LONGEST);
        match self.choose(choice, &typed.to_lowercase()) {
            Some(()) => self.chosen(choice, true),
            None => SettingNote::NoChoice {
                choice,
                typed,
                known: self.draft.office.values(choice),
            },
        }
    }

    /// Answers a line that sets whether the author may answer on pages of the server. Turning it on needs a `yes`: whoever has a
    /// letter can play its turn there.
    pub(super) fn of_web(&mut self, value: Option<&str>) -> Note {
        let typed = value.map(|value| value.trim().trim_end_matches('.').to_lowercase());
        let on = typed.as_deref().and_then(on_or_off) == Some(true);
        let settings = PlayerSettings::of_stored(self.player.settings.as_deref());
        if !on || settings.web() {
            return Note::Setting(self.of_preferences(Choice::Web, value));
        }
        if self.draft.office.settings.served_url.is_none() {
            return Note::Setting(SettingNote::NoWeb);
        }
        if self.has_asked_author() {
            return Note::OneQuestion;
        }
        let (author, mail) = (Asked::Player(self.player.id), Some(self.mail.id));
        let question = self
            .draft
            .office
            .question(author, &AccountQuestion::Web, mail);
        self.draft.decision.account_asks.push(question);
        Note::Setting(SettingNote::WebAsked)
    }

    fn chosen(&self, choice: Choice, set: bool) -> SettingNote {
        let language = &self.draft.office.settings.language;
        let value = |choice| choice_value(&chosen(&self.player), choice, language);
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

    /// Chooses a value, in lower case; `None`: there is no such value.
    fn choose(&mut self, choice: Choice, value: &str) -> Option<()> {
        let mut settings = PlayerSettings::of_stored(self.player.settings.as_deref());
        let on = on_or_off(value);
        match (choice, value) {
            (Choice::Flip, _) => settings.set_flip(on?),
            (Choice::Chat, _) => settings.set_chat(on?),
            (Choice::Confirm, _) => settings.set_confirm(on?),
            (Choice::Strict, _) => settings.set_strict(on?),
            (Choice::Review, _) => settings.set_review(on?),
            (Choice::Web, _) => settings.set_web(on?),
            (Choice::Public, _) => settings.set_public(Some(Public::parse(value)?)),
            (Choice::Legend, "short" | "full") => settings.set_full_legend(value == "full"),
            (Choice::Notation, "english") => settings.set_letters(None),
            (Choice::Notation, _) => match one_of(value) {
                Some(notation) => settings.set_notation(notation),
                None => settings.set_letters(Some(PieceLetters::named(value)?)),
            },
            (Choice::Board, _) => settings.set_board(one_of(value)?),
            (Choice::Pieces, _) => settings.set_pieces(one_of(value)?),
            (Choice::Mail, _) => settings.set_digest(self.digest_at(&settings, value)?),
            (Choice::Format, "spoken") => {
                self.set_format(LetterFormat::Plain, true);
                return Some(());
            }
            (Choice::Lang, _) => {
                let mut known = self.draft.office.words.languages();
                // `de`, `german`, `deutsch`.
                let code = language_named(value).unwrap_or(value);
                let language = known.find(|known| *known == code)?.to_owned();
                let change = PlayerChange::Language(self.player.id, Some(language.clone()));
                self.draft.decision.players.push(change);
                self.player.language = Some(language);
                return Some(());
            }
            (Choice::Legend | Choice::Format, _) => return None,
        }
        self.keep(&settings);
        Some(())
    }

    /// The digest that `digest 07:00` asks for; none for `each`; the outer `None`: it is neither.
    #[allow(clippy::option_option, reason = "no digest is a choice, too")]
    fn digest_at(&self, settings: &PlayerSettings, value: &str) -> Option<Option<Digest>> {
        if value == "each" {
            return Some(None);
        }
        let (word, hour) = value.split_once(char::is_whitespace)?;
        let hour: TimeOfDay = hour.trim().trim_start_matches("at ").parse().ok()?;
        let zone = settings::zone(&self.player.times);
        let digest = match settings.digest() {
            Some(former) if former.at == hour => former,
            former => Digest::chosen(hour, former, self.draft.office.now(), zone),
        };
        (word == "digest").then_some(Some(digest))
    }

    /// Sets the parts that letters have, and whether positions are said in words there.
    pub(super) fn set_format(&mut self, format: LetterFormat, spoken: bool) {
        let change = PlayerChange::Format(self.player.id, format);
        self.draft.decision.players.push(change);
        self.player.format = format;
        let mut settings = PlayerSettings::of_stored(self.player.settings.as_deref());
        if settings.spoken() != spoken {
            settings.set_spoken(spoken);
            self.keep(&settings);
        }
    }

    /// Writes settings, and lets the rest of the mail follow them.
    pub(super) fn keep(&mut self, settings: &PlayerSettings) {
        let (stored, player) = (settings.to_stored(), self.player.id);
        if stored == self.player.settings {
            return;
        }
        let change = PlayerChange::Settings(player, stored.clone());
        self.draft.decision.players.push(change);
        for game in &mut self.games {
            let own = game.stored.seats.iter_mut();
            for row in own.filter(|row| row.player == player) {
                row.settings.clone_from(&stored);
            }
        }
        self.player.settings = stored;
    }
}

impl Office {
    /// The values that a setting may have.
    fn values(&self, choice: Choice) -> Vec<String> {
        let known: &[&str] = match choice {
            Choice::Board => &["picture", "table", "unicode", "large"],
            Choice::Format => &["both", "plain", "spoken"],
            Choice::Notation => {
                let languages = PieceLetters::all().iter().map(PieceLetters::name);
                let known = ["both", "points", "wxf", "english"].into_iter();
                return known.chain(languages).map(str::to_owned).collect();
            }
            Choice::Legend => &["short", "full"],
            Choice::Public => &["on", "off", "delayed 5", "ended"],
            Choice::Pieces => &["kanji", "letters", "western"],
            Choice::Flip
            | Choice::Chat
            | Choice::Confirm
            | Choice::Review
            | Choice::Strict
            | Choice::Web => &["on", "off"],
            Choice::Mail => &["each", "digest 07:00"],
            Choice::Lang => return self.words.languages().map(str::to_owned).collect(),
        };
        known.iter().map(|value| (*value).to_owned()).collect()
    }
}

/// What a value of a setting says that is on or off, in lower case.
fn on_or_off(value: &str) -> Option<bool> {
    match value {
        "on" | "yes" => Some(true),
        "off" | "no" => Some(false),
        _ => None,
    }
}

/// A setting by its word.
fn one_of<T: DeserializeOwned>(word: &str) -> Option<T> {
    serde_json::from_value(word.into()).ok()
}

impl OpenGame {
    /// Why a turn is not played at once that its author has to write in full, or wants to see first.
    pub(super) fn by_settings(&self, line: &Line) -> Option<Result<Doubtful, Note>> {
        let settings = settings_of(&self.stored, self.seat);
        if !settings.strict() && !settings.confirm() {
            return None;
        }
        let Command::Turn { turn, guard, .. } = &line.command else {
            return None;
        };
        let mut requests = requests_of_turn(line, turn).into_iter();
        let play = requests.find(|request| matches!(request, Request::Play { .. }))?;
        let canonical = turn_of(decide(&self.stored, &self.actor(), &play))?;
        if settings.strict() && (guard.is_none() || *turn != canonical) {
            let line = format!("{} {canonical}", self.stored.game.label());
            return Some(Err(Note::Strict { line }));
        }
        let confirm = settings.confirm();
        confirm.then(|| Ok(doubtful(line, vec![canonical], letters::Why::Chosen)))
    }

    /// Why a plan is not kept at once whose author wants to write it in full, or to see it first:
    /// what their plans would be then.
    pub(super) fn plan_by_settings(&self, lines: &[String]) -> Option<Result<Plans, Note>> {
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
            let short = turns.filter(|turn| !typed.contains(turn));
            let turns: Vec<String> = short.map(str::to_owned).collect();
            if !turns.is_empty() {
                return Some(Err(Note::StrictPlan { turns }));
            }
        }
        settings.confirm().then_some(Ok(plans))
    }
}

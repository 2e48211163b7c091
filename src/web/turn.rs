//! The page on which a turn is tapped or written. It shows the position that the letter has shown, and lists turns, or the
//! actions with which a turn may go on.

use anyhow::Result;
use hyper::StatusCode;
use minijinja::context;

use crate::drawings;
use crate::office::links::OpenedTurn;
use crate::office::shown::{settings_of, view_of, viewer};
use crate::pages::words;
use crate::rules::game::{Game, Listing};
use crate::store;
use crate::text::clean;
use crate::tokens::Link;

use super::board;
use super::{Page, Web};

/// At most so many turns or actions are listed; what is not listed can be written.
const LISTED: usize = 200;
/// The longest turn, in characters.
const LONGEST: usize = 1000;

/// What was sent with the form.
#[derive(Debug, Default)]
struct Sent {
    token: String,
    /// The form's own number.
    number: String,
    /// The actions that were chosen before, of a turn of several.
    made: String,
    /// What was chosen from the list.
    listed: String,
    /// What was written; it counts for more than what was chosen.
    typed: String,
    /// The button.
    button: String,
}

impl Sent {
    fn read(body: &[u8]) -> Self {
        let mut sent = Self::default();
        for (name, value) in form_urlencoded::parse(body) {
            if name == "token" {
                // Words of others have no tokens in them once they are clean.
                sent.token = value.into_owned();
                continue;
            }
            let value = clean(&value, LONGEST);
            match &*name {
                "number" => sent.number = value,
                "made" => sent.made = value,
                "listed" => sent.listed = value,
                "typed" => sent.typed = value,
                "button" => sent.button = value,
                _ => {}
            }
        }
        sent
    }

    /// The turn, or its beginning.
    fn turn(&self) -> String {
        let more = match self.typed.trim() {
            "" => self.listed.trim(),
            typed => typed,
        };
        format!("{} {more}", self.made.trim()).trim().to_owned()
    }
}

/// What may be chosen next.
struct Choices {
    /// The texts, each with the squares that it names.
    all: Vec<(String, Vec<String>)>,
    /// Whether each of them is a whole turn.
    whole: bool,
    /// Whether the turn may end before any of them.
    ends: bool,
}

impl Web {
    /// The page of a link. Without a token it asks a script for the one behind the sign in the address.
    pub(super) fn show_turn(&mut self, token: &str) -> Result<Page> {
        if token.is_empty() {
            return self
                .templates
                .page(StatusCode::OK, "turn-link", context! {});
        }
        self.with_turn(token, |web, opened| web.turn_page(opened, token, "", None))
    }

    /// What was sent: a token alone opens its page.
    pub(super) fn post_turn(&mut self, body: &[u8]) -> Result<Page> {
        let sent = Sent::read(body);
        self.with_turn(&sent.token, |web, opened| match &*sent.button {
            "" | "back" => web.turn_page(opened, &sent.token, "", None),
            "more" => web.go_on(opened, &sent),
            _ => web.send(opened, &sent),
        })
    }

    /// Opens a link, if it may be, and does something with what it opens.
    fn with_turn(
        &mut self,
        token: &str,
        does: impl FnOnce(&mut Self, &OpenedTurn) -> Result<Page>,
    ) -> Result<Page> {
        // Settings, secret and files of games may have changed.
        self.office.refresh(self.store.as_mut())?;
        if let Some(page) = self.not_now((Link::Turn, "no-turn"), token)? {
            return Ok(page);
        }
        let office = &self.office;
        let found = store::read(self.store.as_mut(), |store| {
            office.opened_turn(store, token)
        })?;
        match found {
            Some(opened) => does(self, &opened),
            None => Ok(self.templates.message(StatusCode::GONE, "no-turn")),
        }
    }

    /// The turn with one more action, if it may begin so.
    fn go_on(&mut self, opened: &OpenedTurn, sent: &Sent) -> Result<Page> {
        let turn = sent.turn();
        match opened.stored.game.begin(&turn) {
            Ok(begun) => self.turn_page(opened, &sent.token, &begun.made, None),
            Err(refusal) => {
                let why = self.office.voice_of(&opened.player).refusal(&refusal);
                self.turn_page(opened, &sent.token, &sent.made, Some(&why))
            }
        }
    }

    /// Sends a turn to be judged, if it is legal in the position that the page has shown.
    fn send(&mut self, opened: &OpenedTurn, sent: &Sent) -> Result<Page> {
        let game = opened.stored.game.as_ref();
        let typed = sent.turn();
        let typed = typed.strip_prefix(&*game.label()).unwrap_or(&typed).trim();
        let turn = match game.meaning(typed) {
            Ok(turn) => turn,
            Err(refusal) => {
                let why = self.office.voice_of(&opened.player).refusal(&refusal);
                return self.turn_page(opened, &sent.token, &sent.made, Some(&why));
            }
        };
        let own = |c: char| c.is_ascii_alphanumeric();
        let number = match &*sent.number {
            number if !number.is_empty() && number.len() <= 32 && number.chars().all(own) => number,
            _ => return self.turn_page(opened, &sent.token, &turn, None),
        };
        let line = format!("{} {turn}", game.label());
        let mail = self.office.turn_mail(opened, &line, number);
        self.office.store_mails(self.store.as_mut(), &[mail])?;
        let name = match opened.chosen {
            true => "turn-sent",
            false => "turn-waits",
        };
        let args = context! { game => opened.stored.row.id.0, line };
        self.templates.page(StatusCode::OK, name, args)
    }

    fn turn_page(
        &mut self,
        opened: &OpenedTurn,
        token: &str,
        made: &str,
        problem: Option<&str>,
    ) -> Result<Page> {
        let (stored, seat) = (&opened.stored, opened.seat);
        let game = stored.game.as_ref();
        let viewer = Some(viewer(stored, seat));
        let pieces = settings_of(stored, seat).pieces();
        let begun = match made {
            "" => None,
            made => game.view_begun(made, viewer),
        };
        let view = begun.unwrap_or_else(|| game.view(viewer));
        let number = self.number();
        let voice = self.office.voice_of(&opened.player);
        let choices = choices(game, made);
        let listed = choices.all.iter().map(|(text, squares)| {
            context! { text, squares => squares.join(" ") }
        });
        let shown = view_of(stored);
        let others = stored.seats.iter().enumerate();
        let others = others.filter(|(at, _)| *at != seat.index());
        let others: Vec<String> = others.map(|(_, row)| clean(&row.name, 80)).collect();
        let args = context! {
            game => stored.row.id.0,
            variant => shown.name,
            others,
            label => game.label(),
            token,
            number,
            made,
            whole => choices.whole,
            ends => choices.ends,
            listed => listed.collect::<Vec<_>>(),
            example => game.example().filter(|_| made.is_empty()),
            longest => LONGEST,
            problem,
            board => words::made(board::svg(&view, pieces)),
            words => drawings::in_words(&view, voice),
        };
        let status = match problem {
            Some(_) => StatusCode::UNPROCESSABLE_ENTITY,
            None => StatusCode::OK,
        };
        self.templates.page(status, "turn", args)
    }
}

/// What is listed at the beginning of a turn, and whether these are whole turns.
#[cfg(test)]
pub(super) fn listed(game: &dyn Game) -> (Vec<(String, Vec<String>)>, bool) {
    let choices = choices(game, "");
    (choices.all, choices.whole)
}

/// What may be chosen after the actions `made`: whole turns if there are not too many of them, else the next actions.
fn choices(game: &dyn Game, made: &str) -> Choices {
    let with_squares = |texts: Vec<String>| {
        let squares = |text: &String| match made {
            "" => board::squares(game, text),
            _ => board::squares_in(text),
        };
        let all = texts.into_iter();
        all.map(|text| {
            let squares = squares(&text);
            (text, squares)
        })
        .collect()
    };
    if made.is_empty()
        && !game.has_more_turns(LISTED as u64)
        && let Listing::All(turns) = game.legal(LISTED)
    {
        return Choices {
            all: with_squares(turns),
            whole: true,
            ends: false,
        };
    }
    let (mut next, mut ends) = (Vec::new(), false);
    if let Ok(begun) = game.begin(made) {
        (next, ends) = (begun.next, begun.ends && !made.is_empty());
    }
    // A part of them would hide the rest.
    if next.len() > LISTED {
        next.clear();
    }
    Choices {
        all: with_squares(next),
        whole: false,
        ends,
    }
}

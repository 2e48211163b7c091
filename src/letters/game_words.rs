//! Words about a game: refusals, and what has happened.

use minijinja::value::Serde;
use minijinja::{Value, context};

use crate::games::{Basis, Closure, Event, Guard, Happening, Moment, Refusal, TakenBack};
use crate::rules::game::Seat;
use crate::rules::outcome;
use crate::words::{Voice, kind, unnamed};

use super::instants::{Instants, stored};
use super::query::Reply;
use super::shown::GameView;

/// A game, in the language of a reader.
#[derive(Clone, Copy)]
pub struct GameWords<'a> {
    /// The language and texts in which the sentences are said.
    pub voice: Voice<'a>,
    /// The game, after the event that the sentences are about.
    pub game: &'a GameView,
}

impl GameWords<'_> {
    pub(super) fn say(&self, name: &str, args: Value) -> String {
        // Who has done what is told as the umpire's.
        let director = self.game.director;
        self.voice.notice(name, context! { director, ..args })
    }

    /// The name of a seat in the reader's language: `White`.
    pub fn seat(&self, seat: Seat) -> String {
        self.voice.name(&self.game.seat_name(seat))
    }

    /// The name of a player with that of the seat: `Boris (Black)`.
    pub fn player(&self, seat: Seat) -> String {
        let (name, seat) = (self.game.player_name(seat), self.seat(seat));
        self.say("player", context! { name, seat })
    }

    /// `turn 3`, from a label.
    pub fn turn(&self, label: &str) -> String {
        let number = label.trim_end_matches('.');
        self.say("turn", context! { number })
    }

    /// Why the game is not being played.
    pub fn closure(&self, closure: &Closure) -> String {
        let args = match closure {
            Closure::Frozen | Closure::Aborted => context! {},
            Closure::Over { reason, .. } => {
                let umpire = *reason == outcome::Reason::Umpire;
                let left = self.game.left_event.filter(|_| umpire);
                let left = left.map(|seat| self.game.player_name(seat));
                let adjudicated = self.game.adjudicated;
                let (reason, director) = (self.voice.name(&reason.to_string()), self.game.director);
                context! { reason, umpire, director, left, adjudicated }
            }
        };
        self.voice.tell("closed", closure, args)
    }

    /// Why a request of a player is refused.
    pub fn refusal(&self, refusal: &Refusal) -> String {
        let tell = |args| self.voice.tell("refused", refusal, args);
        let seats = || self.game.seat_words().join(", ");
        match refusal {
            Refusal::Closed(closure) => tell(context! { why => self.closure(closure) }),
            Refusal::OldLetter { then, now } => {
                tell(context! { then => self.turn(then), now => self.turn(now) })
            }
            Refusal::AlreadyPlayed { label, turn } => {
                tell(context! { turn => format!("{label} {turn}") })
            }
            Refusal::NotYourTurn { mover, label } => {
                tell(context! { mover => self.player(*mover), turn => self.turn(label) })
            }
            Refusal::WrongNumber { typed, .. } => tell(context! { typed => guard(*typed) }),
            Refusal::Turn { why, hold, held } => {
                let refused = self.refused_turn(why);
                let Some(beginning) = hold else {
                    return refused;
                };
                let may = self.say("may-be-held", context! { beginning, held });
                format!("{refused}\n{may}")
            }
            Refusal::NeitherReading {
                continued, whole, ..
            } => tell(
                context! { continued => self.voice.refusal(continued), whole => self.voice.refusal(whole) },
            ),
            Refusal::NoBeginning(why) => tell(context! { why => self.refused_turn(why) }),
            Refusal::NoContinuation { why, .. } => {
                tell(context! { why => self.voice.refusal(why) })
            }
            Refusal::ClaimFails(why) => {
                let why = self.voice.refusal(why);
                self.say("refused-claim", context! { why })
            }
            Refusal::NoSuchSeat(typed)
            | Refusal::NotASeat(typed)
            | Refusal::NotInGame(typed)
            | Refusal::SeveralSeats(typed) => tell(context! { typed, seats => seats() }),
            Refusal::OutAlready(seat) | Refusal::SamePlayer(seat) => {
                tell(context! { who => self.player(*seat) })
            }
            Refusal::Points(why) => self.say("refused-points", context! { why => kind(why) }),
            Refusal::Consent(why) => self.consent_refusal(why, false),
            Refusal::Plan(fault) => self.plan_fault(fault),
            Refusal::TimeOver(at) => {
                let zone = self.game.times(self.game.to_move).zone;
                let at = stored(self.voice, zone.as_deref(), at, Instants::deadline);
                let several = self.game.playing.len() > 2;
                tell(context! { at, several, asked => self.game.asked })
            }
            Refusal::LastDay(at) => {
                tell(context! { at => stored(self.voice, None, at, Instants::plain) })
            }
            Refusal::TimeOverFor { seat, at } => self.time_over_for(*seat, at, false),
            Refusal::NoRollback { typed, due } => {
                let dots = if typed.second { "..." } else { "" };
                let typed = format!("{}{dots}", typed.number);
                tell(context! { typed, due => self.turn(due) })
            }
            Refusal::NoResult { .. } => {
                let order = self.game.seat_words().join(">");
                tell(context! { order, seats => seats() })
            }
            _ => tell(unnamed(refusal, &["turn"])),
        }
    }

    /// That the time of another seat was over before: from then on nothing counts but what is asked of a game that
    /// is over.
    fn time_over_for(&self, seat: Seat, at: &str, umpire: bool) -> String {
        let (who, several) = (self.player(seat), self.game.playing.len() > 2);
        let asked = self.game.asked;
        let at = stored(self.voice, None, at, Instants::deadline);
        let args = context! { who, at, several, asked, umpire };
        self.say("refused-time-over-for", args)
    }

    /// The same for the umpire, who knows what they have asked for.
    pub fn refusal_for_umpire(&self, refusal: &Refusal) -> String {
        let of_game = |why: String| format!("game #{}: {why}", self.game.id);
        match refusal {
            Refusal::Turn { why, .. } => self.voice.refusal(why),
            Refusal::Closed(closure) => of_game(self.closure(closure)),
            Refusal::Consent(why) => of_game(self.consent_refusal(why, true)),
            Refusal::TimeOverFor { seat, at } => of_game(self.time_over_for(*seat, at, true)),
            Refusal::NothingToUndo | Refusal::NoRollback { .. } => of_game(self.refusal(refusal)),
            other => self.refusal(other),
        }
    }

    /// A turn that the game refuses.
    pub fn refused_turn(&self, why: &outcome::Refusal) -> String {
        let name = match why {
            outcome::Refusal::Unreadable { .. } => "turn-not-understood",
            outcome::Refusal::Incomplete { .. } => "turn-incomplete",
            _ => "turn-not-played",
        };
        self.say(name, context! { why => self.voice.refusal(why) })
    }

    /// What a reader is told of what somebody else has done: sentences. Words that were said are not
    /// among them. `umpire`: the umpire has done it for the seat.
    pub fn news(&self, happening: &Happening, umpire: bool) -> Vec<String> {
        let say = |name: &str, args| self.say(name, args);
        let reopened = |yes: bool| yes.then(|| say("news-reopened", context! {}));
        let told = match happening {
            Happening::Event(event) => return self.news_of_event(event, umpire),
            Happening::Turn { seat, played } => {
                let (who, turn) = (self.player(*seat), played.to_string());
                say("news-turn", context! { who, turn, umpire })
            }
            Happening::Eliminated { seats, by } => {
                let (who, by) = (self.players(seats), self.player(*by));
                say("news-eliminated", context! { who, by })
            }
            Happening::Returned(seats) => {
                say("news-returned", context! { who => self.players(seats) })
            }
            Happening::OfferLapsed { stands } => say("news-offer-lapsed", context! { stands }),
            Happening::Agreed { seat, .. } => {
                say("news-agreed", context! { who => self.player(*seat) })
            }
            Happening::Claimed { seat, basis } => {
                let (who, basis) = (self.player(*seat), self.basis(basis));
                say("news-claimed", context! { who, basis })
            }
            Happening::TakenBack {
                what,
                reopened: again,
                reason,
            } => {
                let (turn, departed) = match what {
                    TakenBack::End => (None, None),
                    TakenBack::Turn(turn) => (Some(turn), None),
                    TakenBack::Departure(seat) => (None, Some(self.player(*seat))),
                };
                let told = say("news-taken-back", context! { turn, departed, reason });
                return [told].into_iter().chain(reopened(*again)).collect();
            }
            Happening::RolledBack {
                label,
                seat,
                turns,
                reopened: again,
                reason,
            } => {
                let (seat, turn) = (self.seat(*seat), self.turn(label));
                let told = say("news-rolled-back", context! { seat, turn, turns, reason });
                return [told].into_iter().chain(reopened(*again)).collect();
            }
            Happening::Proposal {
                step,
                seat,
                what,
                turns,
            } => self.news_of_proposal(*step, *seat, what, turns),
            Happening::TurnsTakenBack { seat, turns } => {
                let who = self.player(*seat);
                say("news-turns-taken-back", context! { who, turns })
            }
        };
        vec![told]
    }

    /// What a reader is told of an event that says all itself.
    fn news_of_event(&self, event: &Event, umpire: bool) -> Vec<String> {
        let say = |name: &str, args| self.say(name, args);
        let goes_on = self.game.outcome.is_none();
        let told = match event {
            Event::Resign(seat) => say(
                "news-resigned",
                context! { who => self.player(*seat), goes_on },
            ),
            Event::Forfeit { seat, reason } => {
                let who = self.player(*seat);
                say("news-forfeited", context! { who, reason, goes_on })
            }
            Event::Offer(seat) => say("news-offered", context! { who => self.player(*seat) }),
            Event::RefusePoints(seat) => say(
                "news-points-refused",
                context! { who => self.player(*seat) },
            ),
            Event::Decline(seat) => {
                let (who, others) = (self.player(*seat), self.game.seats.len().saturating_sub(1));
                say("news-declined", context! { who, others })
            }
            Event::Adjudicate {
                votes: Some(votes), ..
            } => {
                let two = self.game.seats.len() == 2;
                say(
                    "news-adjudicators",
                    context! { two, ..Value::from(Serde(votes)) },
                )
            }
            Event::Adjudicate { reason, .. } => say("news-adjudicated", context! { reason }),
            Event::Replace { seat, change } => {
                let (former, newcomer) = (&change.former.name, &change.newcomer.name);
                let (seat, reason) = (self.seat(*seat), &change.reason);
                let args = context! { seat, former, newcomer, reason, umpire };
                say("news-replaced", args)
            }
            Event::Abort { by, reason } => {
                let why =
                    (!reason.is_empty()).then(|| say("news-umpire-says", context! { reason }));
                let who = by.map(|by| self.player(by));
                let declined = who.map(|who| say("news-game-declined", context! { who }));
                let told = say("news-aborted", context! { game => self.game.id.0 });
                return why.into_iter().chain(declined).chain([told]).collect();
            }
            event => return self.time_news(event).into_iter().collect(),
        };
        vec![told]
    }

    /// What a reader is told of what they have done themselves; `after_turn`: on the same line as a
    /// turn.
    pub(super) fn receipt(&self, happening: &Happening, reader: Seat, after_turn: bool) -> Reply {
        let say = |name: &str, args| self.say(name, args);
        let with_words = |text, words: &String| Reply {
            words: words.clone(),
            ..Reply::plain(text)
        };
        Reply::plain(match happening {
            Happening::Turn { played, .. } => {
                say("done-turn", context! { turn => played.to_string() })
            }
            Happening::Agreed { drawn, .. } => say("done-agreed", context! { drawn }),
            Happening::Claimed { basis, .. } => {
                say("done-claimed", context! { basis => self.basis(basis) })
            }
            Happening::Proposal {
                step,
                seat,
                what,
                turns,
            } => self.receipt_of_proposal(*step, (*seat, reader), what, turns),
            Happening::Event(event) => match event {
                Event::Resign(_) => say("done-resigned", context! {}),
                Event::Offer(_) => {
                    let others = self.game.playing.len().saturating_sub(1);
                    say("done-offered", context! { others })
                }
                Event::Decline(_) => say("done-declined", context! {}),
                Event::RefusePoints(_) => say("done-points-refused", context! {}),
                Event::Say { words, .. } if after_turn => {
                    return with_words(say("done-said-with-turn", context! {}), words);
                }
                Event::Say { to, words, .. } => {
                    let mut others = self.game.all_seats().filter(|seat| *seat != reader);
                    let only = match (others.next(), others.next()) {
                        (Some(other), None) => Some(other),
                        _ => *to,
                    };
                    let whom = only.map(|seat| self.player(seat));
                    return with_words(say("done-said", context! { whom }), words);
                }
                Event::Abort { by: Some(by), .. } if *by == reader => {
                    say("done-game-declined", context! { game => self.game.id.0 })
                }
                Event::Resume { .. } => say("done-resumed", context! {}),
                event => self.news_of_event(event, true).join("\n"),
            },
            Happening::TakenBack { .. }
            | Happening::Eliminated { .. }
            | Happening::Returned(_)
            | Happening::OfferLapsed { .. }
            | Happening::RolledBack { .. }
            | Happening::TurnsTakenBack { .. } => self.news(happening, true).join("\n"),
        })
    }

    /// `Boris (Black)` for each of these seats.
    pub fn players(&self, seats: &[Seat]) -> Vec<String> {
        seats.iter().map(|seat| self.player(*seat)).collect()
    }

    /// Whether the others play on.
    fn basis(&self, basis: &Basis) -> String {
        match basis {
            Basis::NoProgress(turns, since) => {
                let since = self.moment(since);
                self.say("basis-no-progress", context! { turns, since })
            }
            Basis::Repetition(moments) => {
                let moments: Vec<String> = moments.iter().map(|m| self.moment(m)).collect();
                self.say("basis-repetition", context! { moments })
            }
        }
    }

    fn moment(&self, moment: &Moment) -> String {
        match moment {
            Moment::Now => self.voice.plain("notices/moment-now"),
            Moment::Start => self.voice.plain("notices/moment-start"),
            Moment::After(turn) => self.say("moment-after", context! { turn }),
        }
    }
}

/// `3.` or `3...`, as it was typed.
pub(super) fn guard(typed: Guard) -> String {
    let dots = if typed.second { "..." } else { "." };
    format!("{}{dots}", typed.number)
}

//! Words about a game: refusals, and what has happened.

use chrono::DateTime;
use minijinja::context;

use crate::games::{Basis, Closure, Guard, Happening, Moment, Refusal, TakenBack};
use crate::rules::game::Seat;
use crate::rules::outcome;
use crate::words::Voice;

use super::instants::Instants;
use super::shown::GameView;

/// A game, in the language of a reader.
#[derive(Clone, Copy)]
pub struct GameWords<'a> {
    /// The language.
    pub voice: Voice<'a>,
    /// The game.
    pub game: &'a GameView,
}

/// What is said of a reader's own event: the sentence, and his words that went out.
pub type Receipt = (String, Option<String>);

impl GameWords<'_> {
    /// `White`.
    #[must_use]
    pub fn seat(&self, seat: Seat) -> String {
        self.voice.name(&self.game.seat_name(seat))
    }

    /// `Boris (Black)`.
    #[must_use]
    pub fn player(&self, seat: Seat) -> String {
        let (name, seat) = (self.game.player_name(seat), self.seat(seat));
        self.voice.say("notices/player", context! { name, seat })
    }

    /// `turn 3`, from a label.
    #[must_use]
    pub fn turn(&self, label: &str) -> String {
        let number = label.trim_end_matches('.');
        self.voice.say("notices/turn", context! { number })
    }

    /// What a game says of a turn.
    #[must_use]
    pub fn reason(&self, why: &outcome::Refusal) -> String {
        self.voice.reason(why.reason())
    }

    /// Why the game is not being played.
    #[must_use]
    pub fn closure(&self, closure: &Closure) -> String {
        match closure {
            Closure::Frozen => self.voice.plain("notices/closed-frozen"),
            Closure::Aborted => self.voice.plain("notices/closed-aborted"),
            Closure::Over { result, reason } => {
                let umpire = *reason == outcome::Reason::Umpire;
                let reason = self.voice.name(reason.as_str());
                let args = context! { result, reason, umpire };
                self.voice.say("notices/closed-over", args)
            }
        }
    }

    /// Why a request of a player is refused.
    #[must_use]
    pub fn refusal(&self, refusal: &Refusal) -> String {
        let say = |name: &str, args| self.voice.say(&format!("notices/{name}"), args);
        let none = || context! {};
        match refusal {
            Refusal::Closed(closure) => {
                say("refused-closed", context! { why => self.closure(closure) })
            }
            Refusal::OldLetter { then, now } => {
                let (then, now) = (self.turn(then), self.turn(now));
                say("refused-old-letter", context! { then, now })
            }
            Refusal::AlreadyPlayed { label, turn } => {
                let turn = format!("{label} {turn}");
                say("refused-already-played", context! { turn })
            }
            Refusal::Out => say("refused-out", none()),
            Refusal::NotYourTurn { mover, label } => {
                let (mover, turn) = (self.player(*mover), self.turn(label));
                say("refused-not-your-turn", context! { mover, turn })
            }
            Refusal::WrongNumber { typed, due } => {
                let typed = guard(*typed);
                say("refused-wrong-number", context! { typed, due })
            }
            Refusal::Turn { why, hold, held } => {
                let refused = self.refused_turn(why);
                match hold {
                    None => refused,
                    Some(beginning) => {
                        let may = say("may-be-held", context! { beginning, held });
                        format!("{refused}\n{may}")
                    }
                }
            }
            Refusal::TwoReadings {
                held,
                continued,
                whole,
            } => say("refused-two-readings", context! { held, continued, whole }),
            Refusal::NeitherReading {
                held,
                continued,
                whole,
            } => {
                let (continued, whole) = (self.reason(continued), self.reason(whole));
                say(
                    "refused-neither-reading",
                    context! { held, continued, whole },
                )
            }
            Refusal::NoBeginning(why) => say(
                "refused-no-beginning",
                context! { why => self.refused_turn(why) },
            ),
            Refusal::NoContinuation { held, why } => {
                let why = self.reason(why);
                say("refused-no-continuation", context! { held, why })
            }
            Refusal::WholeTurn(turn) => say("refused-whole-turn", context! { turn }),
            Refusal::NothingHeld => say("refused-nothing-held", none()),
            Refusal::OfferStands => say("refused-offer-stands", none()),
            Refusal::NoOffer => say("refused-no-offer", none()),
            Refusal::NothingToDecline => say("refused-nothing-to-decline", none()),
            Refusal::ClaimOutOfTurn => say("refused-claim-out-of-turn", none()),
            Refusal::ClaimFails(why) => say("refused-claim", context! { why => self.reason(why) }),
            Refusal::NoSuchSeat(typed) => {
                let seats = self.game.seat_words().join(", ");
                say("refused-no-such-seat", context! { typed, seats })
            }
            Refusal::NotASeat(typed) => {
                let seats = self.game.seat_words().join(", ");
                say("refused-not-a-seat", context! { typed, seats })
            }
            Refusal::OutAlready(seat) => say(
                "refused-out-already",
                context! { who => self.player(*seat) },
            ),
            Refusal::Consent(why) => self.consent_refusal(why, false),
            Refusal::NoWords => say("refused-no-words", none()),
            Refusal::TakenUp => say("refused-taken-up", none()),
            Refusal::NumberNeeded { due } => say("refused-number-needed", context! { due }),
            Refusal::Plan(fault) => self.plan_fault(fault),
            Refusal::TimeOver(at) => {
                let zone = self.game.times(self.game.to_move).zone;
                let at = instant_in(zone.as_deref(), at);
                let several = self.game.playing.len() > 2;
                let asked = self.game.asked;
                say("refused-time-over", context! { at, several, asked })
            }
            Refusal::TimeOverFor { seat, at } => self.time_over_for(*seat, at, false),
            Refusal::NothingToUndo => say("refused-nothing-to-undo", none()),
            Refusal::NoRollback { typed, due } => {
                let dots = if typed.second { "..." } else { "" };
                let (typed, due) = (format!("{}{dots}", typed.number), self.turn(due));
                say("refused-no-rollback", context! { typed, due })
            }
            Refusal::NotInGame(typed) => {
                let seats = self.game.seat_words().join(", ");
                say("refused-not-in-game", context! { typed, seats })
            }
            Refusal::SeveralSeats(typed) => {
                let seats = self.game.seat_words().join(", ");
                say("refused-several-seats", context! { typed, seats })
            }
            Refusal::SamePlayer(seat) => say(
                "refused-same-player",
                context! { who => self.player(*seat) },
            ),
            Refusal::NoResult { typed, missing } => {
                let seats = self.game.seat_words();
                let (order, seats) = (seats.join(">"), seats.join(", "));
                let missing = *missing;
                say(
                    "refused-no-result",
                    context! { typed, missing, order, seats },
                )
            }
        }
    }

    /// That the time of another seat was over before: from then on nothing counts but what is asked of a game that
    /// is over.
    fn time_over_for(&self, seat: Seat, at: &str, umpire: bool) -> String {
        let (who, several) = (self.player(seat), self.game.playing.len() > 2);
        let asked = self.game.asked;
        let args = context! { who, at => instant_in(None, at), several, asked, umpire };
        self.voice.say("notices/refused-time-over-for", args)
    }

    /// The same for the umpire, who knows what he has asked for.
    #[must_use]
    pub fn refusal_for_umpire(&self, refusal: &Refusal) -> String {
        let game = self.game.id.0;
        match refusal {
            Refusal::Turn { why, .. } => self.reason(why),
            Refusal::Closed(closure) => format!("game #{game}: {}", self.closure(closure)),
            Refusal::Consent(why) => {
                format!("game #{game}: {}", self.consent_refusal(why, true))
            }
            Refusal::TimeOverFor { seat, at } => {
                format!("game #{game}: {}", self.time_over_for(*seat, at, true))
            }
            Refusal::NothingToUndo | Refusal::NoRollback { .. } => {
                format!("game #{game}: {}", self.refusal(refusal))
            }
            other => self.refusal(other),
        }
    }

    /// A turn that the game refuses.
    #[must_use]
    pub fn refused_turn(&self, why: &outcome::Refusal) -> String {
        let name = match why {
            outcome::Refusal::Unreadable { .. } => "notices/turn-not-understood",
            outcome::Refusal::Illegal { .. }
            | outcome::Refusal::Ambiguous { .. }
            | outcome::Refusal::GameOver { .. } => "notices/turn-not-played",
            outcome::Refusal::Incomplete { .. } => "notices/turn-incomplete",
        };
        self.voice.say(name, context! { why => self.reason(why) })
    }

    /// What a reader is told of what somebody else has done: sentences. Words that were said are not
    /// among them. `umpire`: the umpire has done it for the seat.
    #[must_use]
    pub fn news(&self, happening: &Happening, umpire: bool) -> Vec<String> {
        let say = |name: &str, args| self.voice.say(&format!("notices/{name}"), args);
        let of = |name: &str, seat: &Seat| {
            let who = self.player(*seat);
            vec![say(name, context! { who })]
        };
        match happening {
            Happening::Turn { seat, played, .. } => {
                let (who, turn) = (self.player(*seat), played.to_string());
                vec![say("news-turn", context! { who, turn, umpire })]
            }
            Happening::Resigned(seat) => {
                let args = context! { who => self.player(*seat), goes_on => self.goes_on() };
                vec![say("news-resigned", args)]
            }
            Happening::Forfeited { seat, reason } => {
                let (who, goes_on) = (self.player(*seat), self.goes_on());
                vec![say("news-forfeited", context! { who, reason, goes_on })]
            }
            Happening::Eliminated { seats, by } => {
                let (who, by) = (self.players(seats), self.player(*by));
                vec![say("news-eliminated", context! { who, by })]
            }
            Happening::Returned(seats) => {
                vec![say(
                    "news-returned",
                    context! { who => self.players(seats) },
                )]
            }
            Happening::OfferLapsed { stands } => {
                vec![say("news-offer-lapsed", context! { stands })]
            }
            Happening::Offered(seat) => of("news-offered", seat),
            Happening::Agreed { seat, .. } => of("news-agreed", seat),
            Happening::Declined(seat) => {
                let (who, others) = (self.player(*seat), self.game.seats.len().saturating_sub(1));
                vec![say("news-declined", context! { who, others })]
            }
            Happening::Claimed { seat, basis } => {
                let (who, basis) = (self.player(*seat), self.basis(basis));
                vec![say("news-claimed", context! { who, basis })]
            }
            Happening::Said { .. } => Vec::new(),
            Happening::TakenBack {
                what,
                reopened,
                reason,
            } => {
                let (turn, departed) = match what {
                    TakenBack::End => (None, None),
                    TakenBack::Turn(turn) => (Some(turn), None),
                    TakenBack::Departure(seat) => (None, Some(self.player(*seat))),
                };
                let args = context! { turn, departed, reason };
                let mut told = vec![say("news-taken-back", args)];
                if *reopened {
                    told.push(say("news-reopened", context! {}));
                }
                told
            }
            Happening::Adjudicated { reason } => vec![say("news-adjudicated", context! { reason })],
            Happening::Replaced {
                seat,
                former,
                newcomer,
                reason,
            } => {
                let seat = self.seat(*seat);
                let args = context! { seat, former, newcomer, reason, umpire };
                vec![say("news-replaced", args)]
            }
            Happening::RolledBack {
                label,
                seat,
                turns,
                reopened,
                reason,
            } => {
                let (seat, turn) = (self.seat(*seat), self.turn(label));
                let args = context! { seat, turn, turns, reason };
                let mut told = vec![say("news-rolled-back", args)];
                if *reopened {
                    told.push(say("news-reopened", context! {}));
                }
                told
            }
            Happening::Time(happening) => self.time_news(happening),
            Happening::Aborted { by, reason } => {
                let game = self.game.id.0;
                let mut told = vec![say("news-aborted", context! { game })];
                if let Some(by) = by {
                    told.insert(
                        0,
                        say("news-game-declined", context! { who => self.player(*by) }),
                    );
                }
                if !reason.is_empty() {
                    told.insert(0, say("news-umpire-says", context! { reason }));
                }
                told
            }
        }
    }

    /// What a reader is told of what he has done himself; `after_turn`: on the same line as a turn.
    #[must_use]
    pub fn receipt(&self, happening: &Happening, reader: Seat, after_turn: bool) -> Receipt {
        let say = |name: &str, args| self.voice.say(&format!("notices/{name}"), args);
        let sentence = match happening {
            Happening::Turn { played, .. } => {
                say("done-turn", context! { turn => played.to_string() })
            }
            Happening::Resigned(_) => say("done-resigned", context! {}),
            Happening::Offered(_) => {
                let others = self.game.playing.len().saturating_sub(1);
                say("done-offered", context! { others })
            }
            Happening::Agreed { drawn, .. } => say("done-agreed", context! { drawn }),
            Happening::Declined(_) => say("done-declined", context! {}),
            Happening::Claimed { basis, .. } => {
                say("done-claimed", context! { basis => self.basis(basis) })
            }
            Happening::Said { words, .. } if after_turn => {
                return (say("done-said-with-turn", context! {}), Some(words.clone()));
            }
            Happening::Said { to, words, .. } => {
                let mut others = self.game.all_seats().filter(|seat| *seat != reader);
                let only = match (others.next(), others.next()) {
                    (Some(other), None) => Some(other),
                    _ => *to,
                };
                let whom = only.map(|seat| self.player(seat));
                return (say("done-said", context! { whom }), Some(words.clone()));
            }
            Happening::Aborted { by: Some(by), .. } if *by == reader => {
                say("done-game-declined", context! { game => self.game.id.0 })
            }
            Happening::Time(happening) => self.time_receipt(happening, reader),
            Happening::TakenBack { .. }
            | Happening::Forfeited { .. }
            | Happening::Eliminated { .. }
            | Happening::Returned(_)
            | Happening::OfferLapsed { .. }
            | Happening::Adjudicated { .. }
            | Happening::Replaced { .. }
            | Happening::RolledBack { .. }
            | Happening::Aborted { .. } => self.news(happening, true).join("\n"),
        };
        (sentence, None)
    }

    /// `Boris (Black)` for each of these seats.
    pub fn players(&self, seats: &[Seat]) -> Vec<String> {
        seats.iter().map(|seat| self.player(*seat)).collect()
    }

    /// Whether the others play on.
    fn goes_on(&self) -> bool {
        self.game.outcome.is_none()
    }

    fn basis(&self, basis: &Basis) -> String {
        match basis {
            Basis::NoProgress(turns, since) => {
                let since = self.moment(since);
                self.voice
                    .say("notices/basis-no-progress", context! { turns, since })
            }
            Basis::Repetition(moments) => {
                let moments: Vec<String> = moments.iter().map(|m| self.moment(m)).collect();
                self.voice
                    .say("notices/basis-repetition", context! { moments })
            }
        }
    }

    fn moment(&self, moment: &Moment) -> String {
        match moment {
            Moment::Now => self.voice.plain("notices/moment-now"),
            Moment::Start => self.voice.plain("notices/moment-start"),
            Moment::After(turn) => self.voice.say("notices/moment-after", context! { turn }),
        }
    }
}

/// A stored moment, as it is written for somebody in this time zone.
fn instant_in(zone: Option<&str>, at: &str) -> String {
    let at = DateTime::parse_from_rfc3339(at).map(|at| at.to_utc());
    at.map(|at| Instants::in_zone(zone, at).deadline(at))
        .unwrap_or_default()
}

/// `3.` or `3...`, as it was typed.
pub(super) fn guard(typed: Guard) -> String {
    let dots = if typed.second { "..." } else { "." };
    format!("{}{dots}", typed.number)
}

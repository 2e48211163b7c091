use crate::mail::{Address, DeliveryStatus};

use super::newcomers::Reply;
use super::umpire::UmpireWants;
use super::*;
use crate::office::route::newcomers::{Invitation, Replied, Wanted};
use crate::office::route::umpire::UmpireMail;

/// What is true of a mail, by the names of the routes.
struct Mail<'a>(&'a [&'a str]);

impl Mail<'_> {
    fn is(&self, route: &str) -> bool {
        self.0.contains(&route)
    }

    fn why(&self, route: &str) -> Option<String> {
        self.is(route).then(|| "why".to_owned())
    }
}

impl Facts for Mail<'_> {
    fn program(&self) -> Option<String> {
        self.why("program")
    }

    fn spam_complaint(&self) -> Option<mail::SpamComplaint> {
        self.is("complaint").then(|| mail::SpamComplaint {
            what: "abuse",
            recipient: None,
            tokens: Vec::new(),
            message_id: None,
        })
    }

    fn report(&self) -> Option<mail::Report> {
        self.is("report").then(|| mail::Report {
            recipient: None,
            token: None,
            message_id: None,
            status: DeliveryStatus::Unknown,
            reason: String::new(),
            known_form: true,
        })
    }

    fn is_banned(&self) -> Result<bool> {
        Ok(self.is("banned"))
    }

    fn limited(&self) -> Result<Option<String>> {
        Ok(self.why("limited"))
    }

    fn responder(&self) -> Option<&'static str> {
        self.is("responder").then_some("why")
    }

    fn umpire(&self) -> Result<Option<UmpireMail>> {
        let umpire = Address::parse("umpire@example.org")?;
        let wants = UmpireWants::AnswersAgain;
        Ok(self.is("umpire").then_some(UmpireMail { umpire, wants }))
    }

    fn confirms(&self) -> Result<Option<Confirming>> {
        let address = anna();
        Ok(self
            .is("confirms")
            .then_some(Confirming { address, row: None }))
    }

    fn joins(&self) -> Option<Replied<Wanted>> {
        self.is("joins").then(|| replied(Wanted::default()))
    }

    fn invited(&self) -> Option<Replied<Invitation>> {
        self.is("invited").then(|| {
            replied(Invitation {
                challenge: crate::ids::ChallengeId(1),
                place: 1,
                version: 1,
            })
        })
    }

    fn proven(&self) -> Option<PlayerRow> {
        self.is("player").then(player)
    }

    fn left(&self) -> Option<PlayerRow> {
        self.is("seat taken").then(player)
    }

    fn asks(&self) -> Option<(PlayerRow, Script)> {
        self.is("asks").then(|| (player(), Script::default()))
    }

    fn seat(&self) -> Result<Option<(GameId, Seat, NamedBy)>> {
        let seat = (GameId(1), Seat(0), NamedBy::Key);
        Ok(self.is("seat").then_some(seat))
    }

    fn member(&self) -> Option<PlayerRow> {
        self.is("member").then(player)
    }
}

fn replied<T>(about: T) -> Replied<T> {
    Replied {
        from: anna(),
        question: crate::ids::AccountQuestionId(1),
        about,
        reply: Reply::No,
        script: Script::default(),
    }
}

fn anna() -> Address {
    Address::parse("anna@example.org").expect("an address")
}

fn player() -> PlayerRow {
    PlayerRow {
        id: crate::ids::PlayerId(1),
        name: "Anna".to_owned(),
        address: "anna@example.org".to_owned(),
        failures: 0,
        language: None,
        format: crate::status::LetterFormat::Both,
        times: crate::time::PlayerTimes::default(),
        settings: None,
        membership: crate::store::Membership::default(),
    }
}

fn name(route: &Route) -> &'static str {
    match route {
        Route::Program(_) => "program",
        Route::Report(_) => "report",
        Route::SpamComplaint(_) => "complaint",
        Route::Banned => "banned",
        Route::Limited(_) => "limited",
        Route::Responder(_) => "responder",
        Route::Umpire(_) => "umpire",
        Route::Confirms(_) => "confirms",
        Route::Joins(_) => "joins",
        Route::Invited(_) => "invited",
        Route::Player(_) => "player",
        Route::SeatTaken(_) => "seat taken",
        Route::Asks(..) => "asks",
        Route::Seat(..) => "seat",
        Route::Member(_) => "member",
        Route::Stranger => "stranger",
    }
}

/// Mails, by what is true of them besides the route that they take. What is true of every mail below is left out.
const CASES: [(&str, &[&str], &str); 15] = [
    (
        "a list mail without a key, of a banned player",
        &["program", "banned", "player"],
        "program",
    ),
    (
        "a report to the address of a player",
        &["report", "player", "member"],
        "report",
    ),
    (
        "a spam complaint from the address of a banned player",
        &["complaint", "banned", "member"],
        "complaint",
    ),
    (
        "the hundredth mail of a banned umpire",
        &["banned", "limited", "umpire", "player"],
        "banned",
    ),
    (
        "the hundredth absence notice of a day",
        &["limited", "responder", "member"],
        "limited",
    ),
    (
        "an absence notice that answers an invitation",
        &["responder", "invited"],
        "responder",
    ),
    (
        "a command of an umpire who plays",
        &["umpire", "player", "member"],
        "umpire",
    ),
    (
        "a code from an address that was asked to join",
        &["confirms", "joins"],
        "confirms",
    ),
    (
        "`yes` with the keys of both letters",
        &["joins", "invited"],
        "joins",
    ),
    (
        "`yes` of a former player who is invited",
        &["invited", "player", "asks"],
        "invited",
    ),
    (
        "a turn with the key",
        &["player", "seat taken", "asks", "seat", "member"],
        "player",
    ),
    (
        "`leave` in a game that another has taken over",
        &["seat taken", "asks", "seat"],
        "seat taken",
    ),
    (
        "`settings` without a key, one game is due",
        &["asks", "seat", "member"],
        "asks",
    ),
    ("a turn without a key", &["seat", "member"], "seat"),
    ("words without a key, no game is due", &["member"], "member"),
];

#[test]
fn a_mail_takes_the_first_route_that_fits() {
    for (mail, facts, expected) in CASES {
        let route = Route::of(&Mail(facts)).expect(mail);
        assert_eq!(name(&route), expected, "{mail}");
    }
    assert_eq!(name(&Route::of(&Mail(&[])).expect("a route")), "stranger");
}

#[test]
fn the_order_of_the_routes_is_that_of_the_cases() {
    let order: Vec<&str> = CASES.iter().map(|(.., route)| *route).collect();
    for (at, first) in order.iter().enumerate() {
        let route = Route::of(&Mail(&order[at..])).expect("a route");
        assert_eq!(name(&route), *first);
    }
}

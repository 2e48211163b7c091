//! What is decided about requests, where no mail is needed to see it.

mod consent;
mod four_seats;
mod plans;
mod rollback;

use crate::ids::{GameId, PlayerId};
use crate::rules::game::Continuation;
use crate::rules::outcome::{Reason, Refusal as TurnRefusal};
use crate::rules::reason;
use crate::rules::turns::walk::Walk;
use crate::rules::{
    BoardView, Game, Listing, Mention, Options, Outcome, PieceLetters, Played, Seat, TurnReading,
};
use crate::status::GameStatus;
use crate::store::{Course, GameRow, SeatRow};

use super::{Actor, Closure, Decided, Event, Refusal, Request, StoredGame, Topic, Wish, decide};

const WHITE: Seat = Seat(0);
const BLACK: Seat = Seat(1);

/// A game of chess that is being played.
pub(super) fn chess() -> StoredGame {
    begun("chess", 2)
}

/// A game of a variant that is being played.
fn begun(variant: &str, seats: u8) -> StoredGame {
    // Where something has to be drawn by lot, it is this.
    let known = crate::variants::find(variant).expect("a variant");
    let options = known.settle(&Options::new(), &mut |n| n / 2);
    let options = serde_json::to_string(&options.expect("options")).expect("JSON");
    let row = GameRow {
        private: false,
        rated: false,
        id: GameId(1),
        variant: variant.to_owned(),
        rules_version: 1,
        options,
        position: None,
        time: None,
        created_at: String::new(),
        created_by: String::new(),
        course: Course {
            state: 0,
            status: GameStatus::Playing,
            to_move: 0,
            result: None,
            reason: None,
            rated_end: None,
        },
        seq: 0,
        updated_at: String::new(),
        section: None,
        contest: None,
        pairing: 0,
    };
    let seat = |seat: u8| {
        SeatRow::new(
            seat,
            PlayerId(i64::from(seat) + 1),
            format!("Player {seat}"),
            String::new(),
        )
    };
    StoredGame::begin(row, (0..seats).map(seat).collect()).expect("a variant")
}

fn play(game: &mut StoredGame, turns: &[&str]) {
    for turn in turns {
        let seat = game.game.to_move();
        let text = game.game.fork().play(turn).expect("legal").canonical;
        let state = game.state + 1;
        game.apply(&Event::Turn { seat, text }, state)
            .expect("applied");
    }
}

fn of(seat: Seat, shown: i64) -> Actor {
    Actor::Seat { seat, shown }
}

fn turn(text: &str) -> Request {
    Request::Play {
        turn: text.to_owned(),
        number: None,
    }
}

/// Everything that a player can ask for.
fn requests() -> Vec<Request> {
    vec![
        turn("e4"),
        Request::Hold("e4".to_owned()),
        Request::Resign,
        Request::OfferDraw,
        Request::AcceptDraw,
        Request::DeclineDraw,
        Request::ClaimDraw,
        Request::Propose(Wish::TakeBack),
        Request::Propose(Wish::Pause),
        Request::Propose(Wish::Terms("3d/move".to_owned())),
        Request::Agree(Topic::TakeBack),
        Request::Disagree(Topic::TakeBack),
        Request::Forgive,
        Request::AddTime("1d".to_owned()),
        Request::Resume,
    ]
}

#[test]
fn a_letter_is_current_until_the_position_changes() {
    let mut game = chess();
    play(&mut game, &["e4"]);
    let shown = game.state;
    let offer = Event::Offer(WHITE);
    game.apply(&offer, shown + 1).expect("applied");
    let said = Event::Say {
        by: Some(WHITE),
        to: None,
        words: "hello".to_owned(),
    };
    game.apply(&said, shown + 1).expect("applied");
    assert!(game.is_current(shown), "talk and offers void nothing");
    assert_eq!(game.offers_since(shown), [WHITE]);
    assert_eq!(game.offers_since(shown + 1), []);
    assert!(matches!(
        decide(&game, &of(BLACK, shown), &turn("e5")),
        Decided::Done(_)
    ));
    play(&mut game, &["e5"]);
    assert!(!game.is_current(shown));
    let undo = Event::Undo {
        reason: String::new(),
    };
    let state = game.state + 1;
    game.apply(&undo, state).expect("applied");
    assert!(!game.is_current(shown), "an undo is a change, too");
    let refused = Refusal::OldLetter {
        then: "1...".to_owned(),
        now: "1...".to_owned(),
    };
    assert_eq!(
        decide(&game, &of(BLACK, shown), &turn("e5")),
        Decided::Refused(refused)
    );
    assert!(
        !game.is_current(state + 1),
        "no letter shows what is to come"
    );
}

#[test]
fn a_closed_game_takes_words_alone() {
    let mut game = chess();
    game.apply(&Event::Resign(WHITE), 1).expect("applied");
    let over = Refusal::Closed(Closure::Over {
        result: "0-1".to_owned(),
        reason: Reason::Resignation,
    });
    for request in requests() {
        let decided = decide(&game, &of(BLACK, 1), &request);
        assert_eq!(decided, Decided::Refused(over.clone()), "{request:?}");
    }
    let say = Request::Say {
        to: None,
        words: "Thank you!".to_owned(),
    };
    assert!(matches!(
        decide(&game, &of(BLACK, 0), &say),
        Decided::Done(_)
    ));
    let undo = Request::Undo {
        reason: String::new(),
    };
    assert!(matches!(
        decide(&game, &Actor::Umpire, &undo),
        Decided::Done(_)
    ));
}

#[test]
fn an_eliminated_seat_can_do_nothing() {
    let mut game = chess();
    game.game = Box::new(WithoutWhite(game.game.fork()));
    for request in requests() {
        let decided = decide(&game, &of(WHITE, 0), &request);
        assert_eq!(decided, Decided::Refused(Refusal::Out), "{request:?}");
    }
    assert!(matches!(
        decide(&game, &of(BLACK, 0), &Request::Resign),
        Decided::Done(_)
    ));
}

#[test]
fn words_go_to_another_seat_or_to_nobody() {
    let game = chess();
    let say = |to: Option<&str>, words: &str| {
        let to = to.map(str::to_owned);
        let words = words.to_owned();
        decide(&game, &of(WHITE, 0), &Request::Say { to, words })
    };
    let said = |to| {
        Decided::Done(vec![Event::Say {
            by: Some(WHITE),
            to,
            words: "hello".to_owned(),
        }])
    };
    assert_eq!(say(None, "hello"), said(None));
    assert_eq!(say(Some("Black"), "hello"), said(Some(BLACK)));
    for odd in ["white", "red"] {
        let refused = Refusal::NoSuchSeat(odd.to_owned());
        assert_eq!(say(Some(odd), "hello"), Decided::Refused(refused));
    }
    assert_eq!(say(None, " "), Decided::Refused(Refusal::NoWords));
}

#[test]
fn an_event_is_read_back_as_it_was_written() {
    let events = [
        Event::Turn {
            seat: WHITE,
            text: "e2-e4".to_owned(),
        },
        Event::Resign(BLACK),
        Event::Offer(WHITE),
        Event::Decline(BLACK),
        Event::Claim(WHITE),
        Event::Say {
            by: Some(WHITE),
            to: Some(BLACK),
            words: "a b".to_owned(),
        },
        Event::Say {
            by: None,
            to: None,
            words: "c".to_owned(),
        },
        Event::Undo {
            reason: "why not".to_owned(),
        },
        Event::Adjudicate {
            result: "1-0".to_owned(),
            reason: "so be it".to_owned(),
        },
        Event::Adjudicate {
            result: "1/2-1/2".to_owned(),
            reason: String::new(),
        },
        Event::Abort {
            by: None,
            reason: String::new(),
        },
    ];
    for event in events {
        let row = event.row(7, BLACK);
        assert_eq!(Event::read(&row.logged()).expect("read"), event);
    }
}

/// A game in which White is out while others play on, as it may be with more than two seats.
struct WithoutWhite(Box<dyn Game>);

impl Game for WithoutWhite {
    fn uci(&self) -> Option<Vec<String>> {
        self.0.uci()
    }
    fn walk(&self) -> Box<dyn Walk> {
        self.0.walk()
    }
    fn fork(&self) -> Box<dyn Game> {
        Box::new(Self(self.0.fork()))
    }
    fn to_move(&self) -> Seat {
        self.0.to_move()
    }
    fn label(&self) -> String {
        self.0.label()
    }
    fn outcome(&self) -> Option<&Outcome> {
        self.0.outcome()
    }
    fn play(&mut self, text: &str) -> Result<Played, TurnRefusal> {
        self.0.play(text)
    }
    fn replay(&mut self, canonical: &str) -> Result<(), TurnRefusal> {
        self.0.replay(canonical)
    }
    fn reading_by(&self, text: &str, letters: Option<&PieceLetters>) -> TurnReading {
        self.0.reading_by(text, letters)
    }
    fn written_by(&self, canonical: &str, letters: &PieceLetters) -> Option<String> {
        self.0.written_by(canonical, letters)
    }
    fn mentions(&self, text: &str) -> Vec<Mention> {
        self.0.mentions(text)
    }
    fn uci_of(&self, canonical: &str) -> Option<String> {
        self.0.uci_of(canonical)
    }
    fn strands(&self, canonical: &str) -> bool {
        self.0.strands(canonical)
    }
    fn meaning(&self, text: &str) -> Result<String, TurnRefusal> {
        self.0.meaning(text)
    }
    fn claim_draw(&mut self) -> Result<Vec<usize>, TurnRefusal> {
        self.0.claim_draw()
    }
    fn retire(&mut self, seat: Seat, reason: Reason) {
        self.0.retire(seat, reason);
    }
    fn left(&self) -> Vec<Vec<Seat>> {
        self.0.left()
    }
    fn agree(&mut self) {
        self.0.agree();
    }
    fn end(&mut self, outcome: Outcome) {
        self.0.end(outcome);
    }
    fn playing(&self) -> Vec<Seat> {
        vec![BLACK]
    }
    fn cannot_win(&self, seat: Seat) -> bool {
        self.0.cannot_win(seat)
    }
    fn position(&self) -> String {
        self.0.position()
    }
    fn in_check(&self) -> Vec<Seat> {
        self.0.in_check()
    }
    fn check_sign(&self) -> &'static str {
        self.0.check_sign()
    }
    fn count(&self) -> Option<u64> {
        self.0.count()
    }
    fn has_more_turns(&self, limit: u64) -> bool {
        self.0.has_more_turns(limit)
    }
    fn legal(&self, limit: usize) -> Listing {
        self.0.legal(limit)
    }
    fn legal_of(&self, what: &str, made: &str, limit: usize) -> Result<Listing, TurnRefusal> {
        self.0.legal_of(what, made, limit)
    }
    fn chains(&self) -> bool {
        self.0.chains()
    }
    fn begin(&self, partial: &str) -> Result<Continuation, TurnRefusal> {
        self.0.begin(partial)
    }
    fn example(&self) -> Option<String> {
        self.0.example()
    }
    fn effort(&self) -> u64 {
        self.0.effort()
    }
    fn perft_while(&self, depth: u32, go_on: &dyn Fn(u64) -> bool) -> Option<u64> {
        self.0.perft_while(depth, go_on)
    }
    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        self.0.divide(depth)
    }
    fn warnings(&self) -> Vec<reason::Reason> {
        self.0.warnings()
    }
    fn writing(&self, reader: Seat) -> Vec<reason::Reason> {
        self.0.writing(reader)
    }
    fn view(&self, viewer: Option<Seat>) -> BoardView {
        self.0.view(viewer)
    }
    fn view_begun(&self, partial: &str, viewer: Option<Seat>) -> Option<BoardView> {
        self.0.view_begun(partial, viewer)
    }
}

//! A section as a game that the server plays: its composed game, and what the section says to readers.
//!
//! | file | what is there |
//! |---|---|
//! | `mod.rs` | [`ByFile`], the ruleset |
//! | [`written`] | the canonical text of a turn |
//! | `typed.rs` | what people type, against the turns that it may mean |
//! | `ends.rs` | how the game ends, and draw claims |
//! | `described.rs` | how pieces move, in words made from their atoms |
//! | `legend.rs` | the same with regions and palaces |
//! | `page` | the page of the rules, made from the parts of the game |
//! | `refusals.rs` | why a text is no legal turn, and how turns are written |
//! | `signs.rs` | what pieces are drawn as |
//! | `surveyed.rs` | what a program that plays asks |
//! | `view.rs` | the position as data |
//! | `warnings.rs` | what players should know before a turn |

pub(super) mod described;
mod ends;
mod legend;
mod page;
mod refusals;
mod signs;
mod surveyed;
mod typed;
mod view;
mod warnings;
pub mod written;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use crate::rules::board::text::bad;
use crate::rules::chesslike::no_options;
use crate::rules::composed::past::Past;
use crate::rules::composed::position::{Position, before};
use crate::rules::composed::turn::Turn as Made;
use crate::rules::composed::{Game, Set, army::Word as Kind};
use crate::rules::notation::{self, Called};
use crate::rules::pieces::movement::Atom;
use crate::rules::turns::perft;
use crate::rules::turns::ruleset::{About, Filter, State, Turn, VisitAction, VisitTurn, Word};
use crate::rules::turns::walk::{Field, Glimpse, Survey};
use crate::rules::variant::Credits;
use crate::rules::view::KindView;
use crate::rules::{
    Arg, BoardView, Claim, Name, Options, Outcome, Reason, Refusal, Role, Ruleset, Seat, Seats,
    SetupError, Sketch, Speech,
};

use self::typed::Typed;
use super::compile::compile;

use super::keys::readers::group_name;
use super::rated_as::{self, Listed};
use super::section::Resolved;

/// The version of the meaning of keys; a game goes on by the one that it was begun with.
pub const RULES_VERSION: u32 = 1;

/// A game by file. Copies share what they are made of.
#[derive(Clone, Debug)]
pub struct ByFile(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    section: Arc<Resolved>,
    title: String,
    seats: Vec<Name>,
    /// What the kinds are called, in the order of the game's.
    names: Vec<String>,
    /// The game in whose list of ratings it counts, if not in one of its own.
    rated_as: Option<Listed>,
    /// The section as text (see [`crate::variants::by_file::source`]).
    source: OnceLock<String>,
    /// Compiled when it is first played.
    game: OnceLock<Game>,
    /// How its turns are written: the turns that show it are found by playing.
    writing: OnceLock<Vec<Reason>>,
}

impl ByFile {
    /// The game of a section that has no faults.
    pub fn new(section: Arc<Resolved>) -> Self {
        let title = section.title().map(str::to_owned);
        let title = title.unwrap_or_else(|| notation::title(&section.name));
        let seats = section.seats().unwrap_or(["white", "black"]);
        let names = section.letters().into_iter().map(|(kind, letter)| {
            let given = section
                .piece_name(letter)
                .filter(|name| *name != kind.name());
            given.map_or_else(|| spaced(&kind.name()), Cow::into_owned)
        });
        Self(Arc::new(Inner {
            title,
            seats: seats.map(|word| Name::Owned(word.to_owned())).to_vec(),
            names: names.collect(),
            rated_as: rated_as::of(&section),
            source: OnceLock::new(),
            game: OnceLock::new(),
            writing: OnceLock::new(),
            section: section.clone(),
        }))
    }

    /// The section.
    pub fn section(&self) -> &Arc<Resolved> {
        &self.0.section
    }

    /// The section and those that it takes over from, as text.
    pub fn source(&self) -> &str {
        let section = &self.0.section;
        self.0.source.get_or_init(|| super::source(section))
    }

    /// The game that it is made into.
    pub fn game(&self) -> &Game {
        self.0
            .game
            .get_or_init(|| Game::new(compile(&self.0.section)))
    }

    /// What a kind is called in a sentence.
    fn name(&self, role: Role) -> &str {
        self.0
            .names
            .get(role.index())
            .map_or("piece", String::as_str)
    }

    /// All kinds of piece, the king first and pawns last, and of the others those that reach more squares first.
    fn order(&self) -> Vec<Role> {
        let army = &self.game().parts.army;
        let worth = |role: &Role| {
            let kind = army.about(*role);
            let pawn = kind.letter == 'P' || kind.word == Kind::PAWN;
            // Squares are nearer to the edge along a diagonal.
            let far = |atom: &Atom| {
                atom.limit
                    .min(4 - u8::from(atom.step.0 != 0 && atom.step.1 != 0))
            };
            let squares = kind.atoms.iter().map(|atom| {
                u32::from(far(atom)) * (u32::from(atom.quiet) + u32::from(atom.capture))
            });
            let king = kind.letter == 'K' || kind.word == Kind::KING;
            (king, !pawn, squares.sum::<u32>())
        };
        let mut order: Vec<Role> = army.roles().rev().collect();
        order.sort_by_key(|role| Reverse(worth(role)));
        order
    }

    /// A kind of piece as readers see it.
    fn kind(&self, role: Role, seats: Seats, moves: Option<Reason>) -> KindView {
        KindView {
            letter: self.letter(role),
            name: self.name(role).to_owned().into(),
            moves,
            seats,
        }
    }

    /// The letter of a kind, in upper case.
    fn letter(&self, role: Role) -> char {
        self.game().parts.army.about(role).letter
    }

    /// The kind with this letter, in upper case.
    fn by_letter(&self, letter: char) -> Option<Role> {
        let army = &self.game().parts.army;
        army.roles().find(|role| army.about(*role).letter == letter)
    }

    /// The kind that may be written without a letter: pawns, in most games.
    fn plain(&self) -> Option<Role> {
        let pawn = self.game().parts.army.role(Kind::PAWN);
        pawn.or_else(|| self.by_letter('P'))
    }

    /// What a seat is called in a sentence: `White`.
    fn seat_name(&self, seat: Seat) -> String {
        notation::title(&self.0.seats[seat.index() & 1])
    }

    /// The legal turns.
    fn legal(&self, at: &Position) -> impl Iterator<Item = Action> {
        let turns = self.game().legal_turns(at).into_iter();
        turns.map(|turn| Action::new(self.game(), at, turn))
    }
}

/// A turn, and what its text says of the position in which it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action {
    /// The turn.
    pub turn: Made,
    /// The kind of the piece that moves, before the turn.
    pub role: Role,
    /// What this piece was before it was promoted, where that is kept.
    pub before: Option<Role>,
    /// Whether it takes a piece.
    pub captures: bool,
}

impl Action {
    fn new(game: &Game, at: &Position, turn: Made) -> Self {
        let piece = at.board.at(turn.from).filter(|_| !turn.is_drop());
        Self {
            turn,
            role: piece.map_or(Role(0), |piece| piece.role),
            before: piece.and_then(before),
            captures: game.captures(at, &turn),
        }
    }
}

/// `shogiPawn` → `shogi pawn`.
fn spaced(word: &str) -> String {
    let mut spaced = String::with_capacity(word.len() + 1);
    for sign in word.chars() {
        if sign.is_ascii_uppercase() {
            spaced.push(' ');
        }
        spaced.push(sign.to_ascii_lowercase());
    }
    spaced
}

/// The first sentence of the rules is in lists if it is no longer.
const LONGEST_SUMMARY: usize = 160;

impl Ruleset for ByFile {
    type Rules = ();
    type Position = Position;
    type History = Past;
    type Action = Action;
    type Typed = Typed;

    fn about(&self) -> About<'_> {
        About {
            id: &self.0.section.name,
            name: &self.0.title,
            summary: "summary-by-file",
            seats: &self.0.seats,
            options: &[],
            rules_version: RULES_VERSION,
        }
    }
    fn summary(&self) -> Reason {
        let section = &self.0.section;
        let reason = Reason::new("summary-by-file").with("group", group_name(section.group()));
        // The first sentence of the rules, unless it is a long one.
        let said = Arg::Said {
            of: section.name.to_string(),
            text: section.rules().unwrap_or_default().to_owned(),
            first: Some(LONGEST_SUMMARY),
        };
        let reason = reason.with("said", said);
        let reason = reason.text("by", section.by().unwrap_or_default());
        reason.text("year", section.year().unwrap_or_default())
    }
    fn credits(&self) -> Option<Credits<'_>> {
        let section = &self.0.section;
        Some(Credits {
            section: self.source(),
            by: section.by(),
            year: section.year(),
            source: section.source(),
            rules: section.rules(),
            group: section.group(),
            example: section.example(),
            rated_as: self
                .0
                .rated_as
                .as_ref()
                .map(|(name, hash)| (&**name, hash.as_deref())),
        })
    }
    fn kinds(&self) -> Vec<KindView> {
        page::kinds(self)
    }
    fn explained(&self, part: &str) -> Vec<Reason> {
        page::explained(self, part)
    }
    fn sketch(&self, letter: char) -> Option<Sketch> {
        let role = self.by_letter(letter)?;
        let name = self.name(role).to_owned().into();
        Sketch::of(letter, name, self.game().reach(role))
    }
    fn rules(&self, options: &Options, _placed: bool) -> Result<(), SetupError> {
        no_options(options)
    }
    fn start(&self, (): &()) -> String {
        self.game().parts.start.clone()
    }
    fn read(&self, (): &(), text: &str) -> Result<Position, SetupError> {
        let game = self.game();
        let at = game
            .read(text)
            .map_err(|fault| refusals::position(&fault))?;
        if game.parts.ends.check_counting && at.checks.iter().any(|left| *left <= 0) {
            return bad(Reason::new("position-checks"));
        }
        match game.is_sound(&at) {
            true => Ok(at),
            false => bad(Reason::new("position-king-attacked")),
        }
    }
    fn write(&self, state: &State<Self>) -> String {
        self.game().write(&state.position)
    }
    fn history(&self, (): &(), position: &Position) -> Past {
        Past::new(self.game(), position)
    }
    fn to_move(&self, position: &Position) -> Seat {
        position.to_move
    }
    fn label(&self, position: &Position) -> String {
        let dots = if position.to_move == Seat(0) {
            "."
        } else {
            "..."
        };
        format!("{}{dots}", 1 + position.ply / 2)
    }
    fn actions(
        &self,
        state: &State<Self>,
        made: &[Action],
        visit: VisitAction<'_, Self>,
    ) -> ControlFlow<()> {
        match made {
            [] => self.legal(&state.position).try_for_each(visit),
            _ => ControlFlow::Continue(()),
        }
    }
    fn apply(&self, state: &mut State<Self>, turn: &[Action]) {
        for action in turn {
            self.game().play(&mut state.position, &action.turn);
            state.history.add(self.game(), &state.position);
        }
    }
    fn adjudicate(&self, state: &State<Self>) -> Option<Outcome> {
        ends::adjudicate(self.game(), &state.position, &state.history)
    }
    fn claim(&self, _state: &State<Self>) -> Result<Claim, Refusal> {
        Err(Refusal::illegal(Reason::new("nothing-to-claim")))
    }
    fn cannot_win(&self, state: &State<Self>, seat: Seat) -> bool {
        ends::cannot_win(self.game(), &state.position, seat)
    }
    fn in_check(&self, state: &State<Self>) -> Vec<Seat> {
        let check = self.game().gives_check(&state.position);
        check
            .then_some(state.position.to_move)
            .into_iter()
            .collect()
    }

    fn writes_check(&self) -> bool {
        // There a `+` promotes.
        let army = &self.game().parts.army;
        army.roles().all(|role| army.about(role).promoted.is_none())
    }

    fn text(&self, (): &(), action: &Action) -> String {
        written::text(self.game(), action)
    }
    fn read_turn(&self, state: &State<Self>, canonical: &str) -> Option<Turn<Self>> {
        let mut turns = self.legal(&state.position);
        let found = turns.find(|action| written::text(self.game(), action) == canonical);
        found.map(|action| vec![action])
    }
    fn lex(&self, (): &(), text: &str) -> Result<Vec<Word<Typed>>, Refusal> {
        typed::lex(self, text)
    }
    fn speech<'a>(&'a self, (): &'a ()) -> Speech<'a> {
        let army = &self.game().parts.army;
        let plain = army.role(Kind::PAWN).map(|role| army.about(role).letter);
        let kinds = army.roles().map(|role| Called {
            letter: army.about(role).letter,
            also: "",
            name: self.name(role),
        });
        let king = army.role(Kind::KING).or_else(|| army.roles().next());
        Speech {
            kinds: kinds.collect(),
            royal: king.map_or('K', |role| army.about(role).letter),
            plain,
            pawns: plain.is_some(),
            drops: self.game().parts.hands.drops,
            files: self.game().parts.size.0,
            names: &[],
            squares: false,
            selects: false,
        }
    }
    fn is_exact(&self, text: &str) -> bool {
        typed::says_promotion(self, text)
    }
    fn coded(&self, _state: &State<Self>, text: &str) -> Option<(String, bool)> {
        // The code is that of the board of chess; other numbers are squares of other games.
        let parts = &self.game().parts;
        let chess = parts.size == (8, 8) && parts.army.role(Kind::PAWN).is_some();
        chess
            .then(|| notation::iccf(text))
            .flatten()
            .map(|text| (text, false))
    }
    fn fits(&self, state: &State<Self>, action: &Action, typed: &Typed) -> bool {
        typed::fits(self, &state.position, action, typed)
    }
    fn left_open(&self, state: &State<Self>, typed: &Typed, fitting: &[Action]) -> Option<Reason> {
        typed::left_open(self, &state.position, typed, fitting)
    }
    fn refuse(&self, state: &State<Self>, _made: &[Action], word: &Word<Typed>) -> Reason {
        refusals::refuse(self, &state.position, &word.means)
    }
    fn uci(&self, position: &Position, action: &Action) -> Option<String> {
        Some(self.game().text(position, &action.turn))
    }
    fn select(&self, state: &State<Self>, what: &str) -> Option<Filter<Self>> {
        typed::select(self, &state.position, what)
    }
    fn worth(&self, _state: &State<Self>, turn: &[Action]) -> u8 {
        match turn.first() {
            Some(action) if !action.captures => 1 + u8::from(action.turn.moves()),
            _ => 0,
        }
    }
    fn warnings(&self, state: &State<Self>) -> Vec<Reason> {
        warnings::warnings(self, &state.position, &state.history)
    }
    fn turns(&self, state: &State<Self>, visit: VisitTurn<'_, Self>) -> ControlFlow<()> {
        let mut all = self.legal(&state.position);
        all.try_for_each(|action| visit(&[action]))
    }
    fn count(&self, state: &State<Self>) -> Option<u64> {
        Some(self.game().count_turns(&state.position))
    }
    fn perft(&self, state: &State<Self>, depth: u32, go_on: &dyn Fn(u64) -> bool) -> Option<u64> {
        match ends::are_near(self.game(), &state.position, &state.history, depth) {
            true => perft::leaves(self, state, depth, go_on),
            false => ends::leaves(self.game(), &state.position, depth, go_on),
        }
    }
    fn pass(&self, position: &mut Position) -> bool {
        position.pass_turn();
        true
    }
    fn field(&self, (): &()) -> Field {
        surveyed::field(self.game())
    }
    fn reach(&self, (): &(), piece: (Role, Seat), from: u8, [own, others]: [u128; 2]) -> u128 {
        let from = Set::from_bits(1 << from).first();
        let (own, others) = (Set::from_bits(own), Set::from_bits(others));
        from.map_or(0, |from| self.game().goals(piece, from, own, others).bits())
    }
    fn glimpse(&self, state: &State<Self>, _made: &[Action], action: &Action) -> Glimpse {
        surveyed::glimpse(self.game(), &state.position, action)
    }
    fn survey(&self, state: &State<Self>, survey: &mut Survey) {
        surveyed::survey(self.game(), &state.position, survey);
    }
    fn writing(&self, state: &State<Self>, _reader: Seat) -> Vec<Reason> {
        refusals::writing(self, &state.position)
    }
    fn view(&self, state: &State<Self>, viewer: Seat, last: &[Action]) -> BoardView {
        view::view(self, &state.position, viewer, last)
    }
}

//! What all games share. It knows nothing of time, chance, files, mail or the database.
//!
//! ```
//! use zugpost::rules::outcome::Refusal;
//! use zugpost::rules::variant::Options;
//! use zugpost::variants::find;
//!
//! let mut game = find("chess").unwrap().start(&Options::new(), None).unwrap();
//! for turn in ["f3", "e5", "g4"] {
//!     game.play(turn).unwrap();
//! }
//! assert!(matches!(game.play("Nh3"), Err(Refusal::Illegal { .. })));
//! assert_eq!(game.play("Qh4").unwrap().canonical, "Qd8-h4");
//! assert_eq!(game.outcome().unwrap().result(&["white", "black"]), "0-1");
//! ```
//!
//! | folder or file | what is there |
//! |---|---|
//! | [`variant`], [`game`] | what the server sees: an entry of the catalogue, a game in progress |
//! | [`turns`] | [`turns::ruleset::Ruleset`], which a family of games implements, and what follows from it: listing, judging typed text, perft |
//! | [`chesslike`] | the ruleset of games in which a turn is one move of one piece |
//! | [`composed`] | games put together from parts, as files of variants describe them |
//! | [`moves`] | piece moves: positions, legal moves, notation, FEN, and why a move is not possible |
//! | [`pieces`] | kinds of piece: movement in Betza's notation, attacks, pawns, castling |
//! | [`board`] | squares, sets of squares, boards, pockets, position texts |
//! | [`notation`] | what people type, made plain and taken apart |
//! | [`outcome`], [`repetition`] | how games end, and why turns are refused |
//! | [`reason`] | what a game has to say, as a code and values; [`crate::words`] has the sentences |
//! | [`view`] | a position as one seat looks at it, for drawings |

pub mod board;
pub mod chesslike;
pub mod composed;
pub mod game;
pub mod moves;
pub mod notation;
pub mod outcome;
pub mod pieces;
pub mod reason;
pub mod repetition;
pub mod seat;
pub mod turns;
pub mod variant;
pub mod view;

// The names that games are written with, in one place.
pub use board::{
    Board, bitboard::Bitboard, geometry::Direction, place::Place, pocket::Pocket, square::Square,
};
pub use game::{Game, Listing, Mention, Played, TurnReading};
pub use moves::{Capture, Move, explain::Explain};
pub use notation::{PieceLetters, Reading, Speech, echo};
pub use outcome::{Claim, Outcome, Refusal, SetupError, Standings};
pub use pieces::{
    Piece, PieceSet, PieceType, Role, castling::Wing, movement::Forward, pawns::EnPassant,
    sketch::Sketch,
};
pub use reason::{Arg, Reason};
pub use repetition::Repetition;
pub use seat::{Seat, Seats};
pub use turns::{ruleset::Ruleset, selector::Selector};
pub use variant::{OptionSpec, Options, Sample, Started, Variant};
pub use view::{BoardView, CellView, Fact, Name, PieceView, Surface};

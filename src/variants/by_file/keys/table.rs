//! The keys of the format (docs/variants/file-board-fen.md, 3) in the order in which it applies them, apart from
//! those of pieces.

/// A key.
#[derive(Debug, PartialEq, Eq)]
pub struct Key {
    /// The name, without a colour: `flagRegion`.
    pub name: &'static str,
    /// What its value looks like.
    pub form: Form,
    /// Whether there are forms for White and Black.
    pub sides: Sides,
    /// What it does here.
    pub standing: Standing,
    /// What holds in a section without parent, in the spelling of values, but with words for pieces; White's and
    /// Black's with ` / ` between them where they differ.
    pub initial: &'static str,
}

/// What a value looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `true` or `false`.
    Flag,
    /// A whole number, this one at least.
    Number(u32),
    /// The number of a rank.
    Rank,
    /// The letter or number of a file.
    File,
    /// One of these words.
    Word(&'static [&'static str]),
    /// One letter of a piece; `*` for all pieces and `-` for none, where they mean that.
    Piece {
        /// Whether `*` is understood.
        all: bool,
        /// Whether `-` is understood.
        none: bool,
    },
    /// Letters of pieces; `*` where it means something.
    Pieces {
        /// Whether `*` is understood.
        all: bool,
    },
    /// Squares, ranks and files.
    Squares,
    /// Letters of pieces with numbers: `q:1`.
    Limits,
    /// Letters of pieces with those that they become: `p:g`.
    Promotions,
    /// Some of `KQkq`.
    Wings,
    /// A position text.
    Position,
    /// Nothing here looks at it.
    Any,
}

/// Which colours have forms of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// The key alone.
    Same,
    /// The key, and its forms for White and Black.
    Each,
    /// The forms for White and Black alone.
    Only,
}

impl Key {
    /// Whether games have a value of it.
    pub const fn is_kept(&self) -> bool {
        matches!(self.standing, Standing::Played | Standing::Refused)
    }
}

/// What a key does here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is played.
    Played,
    /// It is for programs that draw or search; the report says that nothing follows from it here.
    WithoutEffect,
    /// It is not played: `false` alone is read.
    Refused,
    /// It is read, and the report names the key that is written today.
    Old(&'static str),
}

/// All squares of the largest board.
const ALL: &str = "*1 *2 *3 *4 *5 *6 *7 *8 *9 *10";

/// Values of ends.
const WORTH: Form = Form::Word(&["win", "loss", "draw"]);
/// Values of ends that may be off.
const WORTH_OR_NONE: Form = Form::Word(&["win", "loss", "draw", "none"]);

const fn key(name: &'static str, form: Form, sides: Sides, initial: &'static str) -> Key {
    Key {
        name,
        form,
        sides,
        standing: Standing::Played,
        initial,
    }
}

const fn off(name: &'static str) -> Key {
    key(name, Form::Flag, Sides::Same, "false")
}

const fn on(name: &'static str) -> Key {
    key(name, Form::Flag, Sides::Same, "true")
}

const fn number(name: &'static str, least: u32, initial: &'static str) -> Key {
    key(name, Form::Number(least), Sides::Same, initial)
}

const fn word(name: &'static str, words: &'static [&'static str]) -> Key {
    key(name, Form::Word(words), Sides::Same, "none")
}

const fn pieces(name: &'static str, sides: Sides, initial: &'static str) -> Key {
    key(name, Form::Pieces { all: false }, sides, initial)
}

const fn squares(name: &'static str, sides: Sides, initial: &'static str) -> Key {
    key(name, Form::Squares, sides, initial)
}

const fn idle(name: &'static str) -> Key {
    Key {
        standing: Standing::WithoutEffect,
        ..key(name, Form::Any, Sides::Same, "")
    }
}

const fn old(name: &'static str, form: Form, today: &'static str) -> Key {
    Key {
        standing: Standing::Old(today),
        ..key(name, form, Sides::Same, "")
    }
}

/// The keys.
pub const TABLE: &[Key] = &[
    // Board.
    key("maxRank", Form::Rank, Sides::Same, "8"),
    key("maxFile", Form::File, Sides::Same, "h"),
    // What other programs look at.
    idle("variantTemplate"),
    idle("pieceToCharTable"),
    idle("pocketSize"),
    idle("pieceValueMg"),
    idle("pieceValueEg"),
    // Keys that were renamed; the keys of today go before them.
    old(
        "promotionRank",
        Form::Rank,
        "promotionRegionWhite and promotionRegionBlack",
    ),
    old(
        "doubleStepRank",
        Form::Rank,
        "doubleStepRegionWhite and doubleStepRegionBlack",
    ),
    old(
        "doubleStepRankMin",
        Form::Rank,
        "doubleStepRegionWhite and doubleStepRegionBlack",
    ),
    old("whiteFlag", Form::Squares, "flagRegionWhite"),
    old("blackFlag", Form::Squares, "flagRegionBlack"),
    old(
        "castlingRookPiece",
        Form::Pieces { all: false },
        "castlingRookPieces",
    ),
    old("whiteDropRegion", Form::Squares, "dropRegionWhite"),
    old("blackDropRegion", Form::Squares, "dropRegionBlack"),
    old("dropOnTop", Form::Flag, "enclosingDrop"),
    // Pawns and promotion. The first one is for four others.
    pieces("pawnTypes", Sides::Same, "pawn"),
    squares("promotionRegion", Sides::Only, "*8 / *1"),
    pieces("promotionPawnTypes", Sides::Each, "pawn"),
    pieces("promotionPieceTypes", Sides::Each, "-"),
    key("promotionLimit", Form::Limits, Sides::Same, ""),
    key("promotedPieceType", Form::Promotions, Sides::Same, ""),
    off("sittuyinPromotion"),
    off("piecePromotionOnCapture"),
    on("mandatoryPawnPromotion"),
    off("mandatoryPiecePromotion"),
    off("pieceDemotion"),
    on("doubleStep"),
    squares("doubleStepRegion", Sides::Only, "*2 / *7"),
    squares("tripleStepRegion", Sides::Only, "-"),
    squares("enPassantRegion", Sides::Each, ALL),
    pieces("enPassantTypes", Sides::Each, "pawn"),
    pieces("nMoveRuleTypes", Sides::Each, "pawn"),
    // Captures that do more.
    off("blastOnCapture"),
    off("petrifyBlastPieces"),
    key(
        "blastImmuneTypes",
        Form::Pieces { all: true },
        Sides::Same,
        "-",
    ),
    pieces("mutuallyImmuneTypes", Sides::Same, "-"),
    pieces("petrifyOnCaptureTypes", Sides::Same, "-"),
    off("mustCapture"),
    // Castling.
    on("castling"),
    off("chess960"),
    off("castlingDroppedPiece"),
    off("oppositeCastling"),
    key("castlingKingsideFile", Form::File, Sides::Same, "g"),
    key("castlingQueensideFile", Form::File, Sides::Same, "c"),
    key("castlingRank", Form::Rank, Sides::Same, "1"),
    key("castlingKingFile", Form::File, Sides::Same, "e"),
    key(
        "castlingKingPiece",
        Form::Piece {
            all: false,
            none: false,
        },
        Sides::Each,
        "king",
    ),
    key("castlingRookKingsideFile", Form::File, Sides::Same, "l"),
    key("castlingRookQueensideFile", Form::File, Sides::Same, "a"),
    pieces("castlingRookPieces", Sides::Each, "rook"),
    // Check.
    on("checking"),
    off("makpongRule"),
    off("flyingGeneral"),
    key("soldierPromotionRank", Form::Rank, Sides::Same, "1"),
    squares("diagonalLines", Sides::Same, "-"),
    // Hands.
    Key {
        standing: Standing::Refused,
        ..off("twoBoards")
    },
    off("pieceDrops"),
    off("capturesToHand"),
    off("dropLoop"),
    off("dropPromoted"),
    on("dropChecks"),
    squares("dropRegion", Sides::Only, ALL),
    off("firstRankPawnDrops"),
    off("promotionZonePawnDrops"),
    key(
        "dropNoDoubled",
        Form::Piece {
            all: false,
            none: true,
        },
        Sides::Same,
        "-",
    ),
    number("dropNoDoubledCount", 0, "1"),
    off("immobilityIllegal"),
    off("mustDrop"),
    key(
        "mustDropType",
        Form::Piece {
            all: true,
            none: false,
        },
        Sides::Same,
        "*",
    ),
    off("sittuyinRookDrop"),
    off("dropOppositeColoredBishop"),
    word(
        "enclosingDrop",
        &[
            "reversi",
            "ataxx",
            "quadwrangle",
            "snort",
            "anyside",
            "top",
            "none",
        ],
    ),
    squares("enclosingDropStart", Sides::Same, "-"),
    word(
        "flipEnclosedPieces",
        &["reversi", "ataxx", "quadwrangle", "none"],
    ),
    // Gates, walls, passing.
    off("gating"),
    off("seirawanGating"),
    off("cambodianMoves"),
    word(
        "wallingRule",
        &["arrow", "duck", "edge", "past", "static", "none"],
    ),
    squares("wallingRegion", Sides::Each, ALL),
    off("wallOrMove"),
    key("pass", Form::Flag, Sides::Each, "false"),
    key("passOnStalemate", Form::Flag, Sides::Each, "false"),
    // Ends.
    number("nMoveRule", 0, "50"),
    number("nFoldRule", 0, "3"),
    key("nFoldValue", WORTH, Sides::Same, "draw"),
    off("nFoldValueAbsolute"),
    off("perpetualCheckIllegal"),
    off("moveRepetitionIllegal"),
    word("chasingRule", &["axf", "none"]),
    key("stalemateValue", WORTH, Sides::Same, "draw"),
    off("stalematePieceCount"),
    key("checkmateValue", WORTH, Sides::Same, "loss"),
    off("shogiPawnDropMateIllegal"),
    off("shatarMateRule"),
    off("bikjangRule"),
    key("extinctionValue", WORTH_OR_NONE, Sides::Same, "none"),
    off("extinctionClaim"),
    off("extinctionPseudoRoyal"),
    off("dupleCheck"),
    key(
        "extinctionPieceTypes",
        Form::Pieces { all: true },
        Sides::Same,
        "-",
    ),
    number("extinctionPieceCount", 0, "0"),
    number("extinctionOpponentPieceCount", 0, "0"),
    key(
        "flagPiece",
        Form::Piece {
            all: true,
            none: false,
        },
        Sides::Each,
        "*",
    ),
    squares("flagRegion", Sides::Each, "-"),
    number("flagPieceCount", 1, "1"),
    off("flagPieceBlockedWin"),
    off("flagMove"),
    off("flagPieceSafe"),
    off("checkCounting"),
    key("castlingWins", Form::Wings, Sides::Same, "-"),
    number("connectN", 0, "0"),
    number("connectNxN", 0, "0"),
    number("collinearN", 0, "0"),
    pieces("connectPieceTypes", Sides::Same, "*"),
    on("connectHorizontal"),
    on("connectVertical"),
    on("connectDiagonal"),
    squares("connectRegion1", Sides::Only, "-"),
    squares("connectRegion2", Sides::Only, "-"),
    key("connectValue", WORTH, Sides::Same, "win"),
    word(
        "materialCounting",
        &[
            "janggi",
            "unweighted",
            "whitedrawodds",
            "blackdrawodds",
            "none",
        ],
    ),
    word("countingRule", &["makruk", "cambodian", "asean", "none"]),
    off("adjudicateFullBoard"),
    key(
        "startFen",
        Form::Position,
        Sides::Same,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ),
];

//! The words in which people write turns, in small letters without accents.
//!
//! A word stands here only if it cannot mean anything else in a line that is made of such words,
//! squares and signs alone. So Turkish `at` (knight) and Romanian `turn` (rook) are missing.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::letters::bare;
use crate::rules::pieces::castling::Wing;

/// What a word says in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// A piece of chess, by its English letter.
    Piece(char),
    /// What leads to the destination: `to`.
    To,
    /// A capture: `takes`.
    Capture,
    /// What a pawn becomes follows: `promotes`.
    Promote,
    /// Check, mate and en passant, which turns need not say.
    Mark,
    /// What says nothing that a turn needs: `the`, `from`.
    Filler,
    /// Castling.
    Castle,
    /// A side of castling.
    Side(Wing),
    /// What stands beside a side: `side`.
    Flank,
    /// A square as a thing that is placed or moved.
    Square,
    /// To place one, or to put a piece from a hand on the board.
    Place,
    /// Where captured pieces are that come back to the board.
    Hand,
    /// What begins a further action: `and`.
    And,
    /// A rank, from 1.
    Rank(u8),
    /// A file, from 0.
    File(u8),
}

const WORDS: &[(Word, &str)] = &[
    (
        Word::Piece('K'),
        "king konig koenig roi re rey koning konge kung kuningas krol kral kraly kiraly rege rei kralj \
         король королем цар βασιλιασ",
    ),
    (
        Word::Piece('Q'),
        "queen dame dama donna reina rainha koningin dronning drottning dam kuningatar hetman kralova \
         vezer vezir regina ferz ферзь ферзем дама дамой βασιλισσα",
    ),
    (
        Word::Piece('R'),
        "rook turm tour torre toren tarn torn torni wieza vez bastya kale ladja ладья ладью ладьей \
         тура πυργοσ",
    ),
    (
        Word::Piece('B'),
        "bishop laufer laeufer fou alfil alfiere bispo loper lober lopare lahetti goniec strelec futo \
         nebun lovac fil слон слоном офицер αξιωματικοσ",
    ),
    (
        Word::Piece('N'),
        "knight kt night springer cavalier caballo cavallo cavalo paard springare ratsu skoczek jezdec huszar \
         skakac konj horse конь конем кинь кінь кон ιπποσ",
    ),
    (
        Word::Piece('P'),
        "pawn bauer pion peon pedone peao pionek bonde sotilas pesec pesak gyalog piyon pjesak пешка \
         пешку пешкой пішак πιονι",
    ),
    (
        Word::To,
        "to goes moves onto nach auf zieht zu vers va naar op til till pa na на идет ходит",
    ),
    (
        Word::Capture,
        "takes take taking captures capture capturing schlagt schlaegt schlagen nimmt prend mange captura \
         toma come cattura mangia prende slaat slar bije бьет берет бере",
    ),
    (
        Word::Promote,
        "promotes promote promoting promoted promotion becomes become becoming wird umwandlung promu \
         promotion promueve corona promuove promozione",
    ),
    (
        Word::Mark,
        "check checkmate mate ch schach schachmatt matt echec mat jaque scacco matto schaak sjakk \
         sjakkmatt sah шах мат passant ep",
    ),
    (
        Word::Filler,
        "the my ze from on at into with in an piece move moving der die das den dem mein meine von vom \
         mit im en le la les un une mon depuis de du sur el mi desde con il lo da mio het van met",
    ),
    (
        Word::Castle,
        "castle castles castling castled rochade rochiere rochieren roque roquer enroque enroco enrocar \
         arrocco arroccare rokade rokada rocada rocade roszada rosada rochada rokkade sanc sancolas \
         рокировка рокировку рокіровка рокада ροκε",
    ),
    (
        Word::Side(Wing::King),
        "kingside king kings short kleine klein kurze kurz petit petite corto corta pequeno curto kort korte \
         lille krotka mala короткая короткую коротка konigsflugel koenigsfluegel μικρο",
    ),
    (
        Word::Side(Wing::Queen),
        "queenside queen queens long grosse gross lange lang grand grande largo larga lungo lunga longo \
         store stora dluga velka длинная длинную довга damenflugel damenfluegel μεγαλο",
    ),
    (Word::Flank, "side wing flank s of"),
    (Word::Hand, "hand reserve pocket stock mano"),
    (
        Word::Square,
        "square squares feld case casilla casella veld поле",
    ),
    (
        Word::Place,
        "place places placing put puts add adds new drop drops setze neues neue pose poner coloca",
    ),
    (
        Word::And,
        "and then plus und dann et puis y luego poi и потом",
    ),
    (Word::Rank(1), "one eins uno"),
    (Word::Rank(2), "two zwei deux dos due два"),
    (Word::Rank(3), "three drei trois tres tre три"),
    (Word::Rank(4), "four vier quatre cuatro quattro четыре"),
    (Word::Rank(5), "five funf fuenf cinq cinco cinque пять"),
    (Word::Rank(6), "six sechs seis sei шесть"),
    (Word::Rank(7), "seven sieben sept siete sette семь"),
    (Word::Rank(8), "eight acht huit ocho otto восемь"),
    (Word::Rank(9), "nine neun neuf nueve nove"),
    (Word::Rank(10), "ten zehn dix diez dieci"),
    (Word::File(0), "alpha alfa"),
    (Word::File(1), "bravo"),
    (Word::File(2), "charlie"),
    (Word::File(3), "delta"),
    (Word::File(4), "echo"),
    (Word::File(5), "foxtrot"),
    (Word::File(6), "golf"),
    (Word::File(7), "hotel"),
    (Word::File(8), "india"),
];

/// What each word of the table says. Every part of every line of a mail is looked up, most of them several times.
static MEANINGS: LazyLock<HashMap<&str, Vec<Word>>> = LazyLock::new(|| {
    let mut all: HashMap<&str, Vec<Word>> = HashMap::new();
    for (says, list) in WORDS {
        for word in list.split(' ') {
            let known = all.entry(word).or_default();
            if !known.contains(says) {
                known.push(*says);
            }
        }
    }
    all
});

/// Everything that a word may say, the first of the table first.
pub fn meanings(word: &str) -> impl Iterator<Item = Word> {
    let said = MEANINGS.get(bare(word).as_str());
    said.into_iter().flatten().copied()
}

/// What a word says outside castling, where `king` and `queen` are pieces.
#[must_use]
pub fn meaning(word: &str) -> Option<Word> {
    meanings(word).find(|says| !matches!(says, Word::Side(_) | Word::Flank))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_as_they_are_looked_up() {
        for (says, list) in WORDS {
            for word in list.split(' ') {
                assert_eq!(bare(word), word);
                assert!(meanings(word).any(|found| found == *says), "{word}");
            }
        }
    }

    #[test]
    fn words_say_one_thing_of_a_move() {
        for (says, list) in WORDS {
            for word in list.split(' ') {
                let apart = matches!(says, Word::Side(_) | Word::Flank);
                assert!(apart || meaning(word) == Some(*says), "{word}");
            }
        }
    }
}

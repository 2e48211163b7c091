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
    /// A piece of another game, by its English name.
    Kind(&'static str),
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
    /// What says that a piece is the opponent's, which only is said of one that is taken.
    Your,
    /// Castling.
    Castle,
    /// A side of castling.
    Side(Wing),
    /// What stands beside a side: `side`.
    Flank,
    /// A square as a thing that is placed or moved.
    Square,
    /// What a square does with the piece on it: `carries`.
    Carry,
    /// To place one, or to put a piece from a hand on the board.
    Place,
    /// Where captured pieces are that come back to the board.
    Hand,
    /// What begins a further action: `and`.
    And,
    /// What parts turns of which one alone is meant, or denies one.
    Or,
    /// A rank, from 1.
    Rank(u8),
    /// A file, from 0.
    File(u8),
}

const WORDS: &[(Word, &str)] = &[
    (
        Word::Piece('K'),
        "king konig konigs koenig roi re rey koning konge kung kungen kuningas krol krola krolem kralj kral kraly \
         kiraly rege rei король короля королем цар βασιλιασ",
    ),
    (
        Word::Piece('Q'),
        "queen dame damen dama donna reina rainha koningin dronning drottning drottningen dam kuningatar hetman hetmana \
         hetmanem krolowa krolowka kralova vezer vezir regina ferz ферзь ферзя ферзем дама даму дамой королева королеву \
         королевой βασιλισσα",
    ),
    (
        Word::Piece('R'),
        "rook turm turms tour torre toren tarn torn tornet torni wieza wieze vez bastya kale ladja ладья ладью ладьей ладьи \
         тура туру турой πυργοσ",
    ),
    (
        Word::Piece('B'),
        "bishop laufer laufers laeufer fou alfil alfiere bispo loper lober lopare loparen lahetti goniec gonca goncem laufrem \
         strelec futo nebun lovac fil слон слона слоном офицер офицера офицером αξιωματικοσ",
    ),
    (
        Word::Piece('N'),
        "knight kt night springer springers pferd rossel cavalier caballo cavallo cavalo paard springare springaren hasten ratsu \
         skoczek skoczka skoczkiem kon konia koniem konik hast jezdec huszar skakac konj horse конь коня конем кинь кінь кон ιπποσ",
    ),
    (
        Word::Piece('P'),
        "pawn bauer bauern pion peon pedone peao piona pionem pionek pionka pionkiem bonde bonden sotilas pesec pesak gyalog \
         piyon pjesak пешка пешки пешку пешкой пішак πιονι",
    ),
    (
        Word::Kind("cannon"),
        "kanone canon canones cannone kanon canhao armata armate dzialo dzialem пушка пушку пушкой kanonen",
    ),
    (
        Word::Kind("chariot"),
        "wagen char carro strijdwagen rydwan rydwanem колесница колесницу колесницей vagn vagnen",
    ),
    (
        Word::Kind("elephant"),
        "elefant elefanten elefante olifant slonia sloniem",
    ),
    (
        Word::Kind("advisor"),
        "berater leibwachter mandarin conseiller consejero consigliere adviseur conselheiro doradca doradce советник советника \
         советником radgivare radgivaren",
    ),
    (
        Word::Kind("general"),
        "generale generaal генерал генерала генералом generalen",
    ),
    (
        Word::Kind("soldier"),
        "soldat soldaten soldado soldato soldaat zolnierz zolnierzem zolnierza солдат солдата солдатом",
    ),
    (
        Word::Kind("lancer"),
        "lanzer lanzenreiter lanzentrager ulan lancier lanciere lancero lansier lansdrager lanceiro lansjer lansjera \
         ulana копейщик копейщика копейщиком улан улана уланом lansiar lansiaren",
    ),
    (
        Word::Kind("sentry"),
        "wache wachter wachposten sentinelle centinela sentinella schildwacht sentinela wartownik wartownika wartownikiem \
         часовой часового часовым страж vaktpost vaktposten",
    ),
    (
        Word::Kind("jailer"),
        "jailor gaoler warter gefangniswarter kerkermeister geolier carcelero carceriere cipier carcereiro straznik \
         straznika straznikiem тюремщик тюремщика тюремщиком fangvaktare fangvaktaren",
    ),
    (
        Word::To,
        "to goes moves onto walks jumps hops leaps steps slides travels comes lands flies nach auf zieht zu geht springt kommt wandert fliegt vers va sort saute \
         salta hacia sale vuela verso esce vola naar op gaat komt loopt vliegt til till pa gar hoppar kommer flyger para vai sai pula voa na idzie skacze wychodzi leci al alla aufs на идет ходит прыгает выходит летит",
    ),
    (
        Word::Capture,
        "takes take taking captures capture capturing grabs snaps schlagt schlaegt schlagen schlage nimmt nehme prend prends \
         mange captura capturo toma tomo come cattura catturo mangia mangio prende prendo slaat sla neemt neem slar tar bije \
         zbija zbijam bierze biore бьет бью берет беру бере",
    ),
    (
        Word::Promote,
        "promotes promote promoting promoted promotion promoves becomes become becoming wird wandelt verwandelt umwandlung \
         umwandeln promu devient promeut promueve promuevo promociono promociona corona corono coronando coronar \
         promuove promuovo promuovendo diventa promozione promoveert promoveer promotie wordt promove promovo promovendo \
         promocao vira awansuje awans promocja promuje zamienia zostaje staje превращается превращаю превращение становится promoveras \
         promoverar forvandlas forvandling blir",
    ),
    (
        Word::Mark,
        "check checkmate mate ch schach schachmatt matt echec mat jaque scacco matto schaak sjakk \
         sjakkmatt sah шах мат passant ep",
    ),
    (
        Word::Filler,
        "the my ze from on at into with in an piece move moving der die das den dem mein meine meinen von vom \
         mit im en le la les un une mon ma depuis de du sur el mi desde con il lo da mio mia het van met avec com med aus uit dans del della dal dalla dei nel nella sul sulla ich yo io ik eu я jag another weiteres noch otra altra \
         nog outra autre jeszcze еще \
         it over out up empty loose vacant leere leeres leer losen loses ein eine einen ins vide \
         libre una vacia vacio suelta vuota vuoto libera een mijn lege leeg los losse \
         em meu minha vazia vazio solta um uma z moj moja moim puste wolne luzne в во из \
         свой мой моим пустую пустое пустая min mitt en ett fran tomma tom losa lediga det",
    ),
    (
        Word::Your,
        "your deinen dein deine deinem ihren ton ta votre tu su suo tuo jouw je uw seu sua teu tua twoj twoja twojego твоего твой \
         твою вашего ваш вашу din ditt",
    ),
    (
        Word::Castle,
        "castle castles castling castled rochade rochiere rochieren roque roquer enroque enroco enrocar \
         arrocco arroccare rokade rokada rocada rocade roszada rosada rochada rockad rockaden rockerar roszade roszuje rokkade sanc sancolas \
         рокировка рокировку рокировкой рокируюсь рокіровка рокада ροκε",
    ),
    (
        Word::Side(Wing::King),
        "kingside king kings short kleine klein kurze kurz petit petite corto corta pequeno curto kort korte \
         roi rey re rei koningsvleugel koningszijde konigsseite kungsflygel kungsflygeln kungssidan krolewskim krolewskie \
         королевском королевский lille krotka mala короткая короткую коротка konigsflugel koenigsfluegel μικρο",
    ),
    (
        Word::Side(Wing::Queen),
        "queenside queen queens long grosse gross lange lang grand grande largo larga lungo lunga longo \
         dame reine reina donna damevleugel damezijde damenseite damflygel damflygeln damsidan hetmanskim hetmanskie \
         ферзевом ферзевый store stora dluga velka длинная длинную довга damenflugel damenfluegel μεγαλο",
    ),
    (
        Word::Flank,
        "side wing flank s of cote lado flanco ala lato seite flugel vleugel zijde skrzydle skrzydlo фланге фланг flygel sidan",
    ),
    (
        Word::Hand,
        "hand reserve reserves pocket stock bin vorrat reserven reserva tasche poche main mano bolsillo riserva tasca \
         voorraad zak mao bolso reki rezerwy rezerwa kieszeni руки запаса резерва кармана handen ficka fickan ruky \
         mulleimer eimer tonne mull poubelle cubo basura bidone cestino secchio spazzatura prullenbak vuilnisbak lixo lixeira \
         kosza smietnika smieci корзины мусорки soptunnan papperskorgen",
    ),
    (
        Word::Square,
        "square squares tile feld felder case cases casilla casillas casella caselle veld velden vakje vakjes vak hokje casa \
         casas quadrado pole pola kratka kratke поле клетка клетку клетки ячейку ruta rutan rutor falt faltet brick ziegel brique ladrillo mattone baksteen tijolo cegla cegle \
         кирпич tegelsten",
    ),
    (
        Word::Carry,
        "carries carry carrying tragt trage porte lleva porta draagt leva niesie несет везет",
    ),
    (
        Word::Place,
        "place places placing put puts putting add adds adding lay lays laying new drop drops dropping setze setzt \
         stelle platziere neues neue neuer neuen pose poser placer mets ajoute nouvelle nouveau poner pongo coloca coloco anado \
         agrego nueva nuevo metto piazzo aggiungo nuova nuovo leg plaats nieuw nieuwe ponho adiciono nova novo klade stawiam \
         dodaje umieszczam nowe nowy nowa ставлю кладу добавляю новую новая новое новый lagger satter placerar ny nytt nya",
    ),
    (
        Word::And,
        "and then plus dazu ademas inoltre bovendien alem dodatkowo ponadto dessutom also und dann auch et puis aussi y luego tambien poi anche dan ook depois tambem oraz potem \
         tez и потом затем также och sedan ocksa",
    ),
    (
        Word::Or,
        "or oder ou oppure albo lub или eller instead not nicht keine pas nie не inte niet geen nao non",
    ),
    (Word::Rank(1), "one eins uno jeden один"),
    (
        Word::Rank(2),
        "two zwei deux dos due twee dois duas dwa два две tva",
    ),
    (Word::Rank(3), "three drei trois tres tre drie trzy три"),
    (
        Word::Rank(4),
        "four vier quatre cuatro quattro quatro cztery четыре fyra",
    ),
    (
        Word::Rank(5),
        "five funf fuenf cinq cinco cinque vijf piec пять fem",
    ),
    (Word::Rank(6), "six sechs seis sei zes szesc шесть"),
    (
        Word::Rank(7),
        "seven sieben sept siete sette zeven sete siedem семь sju",
    ),
    (
        Word::Rank(8),
        "eight acht huit ocho otto oito osiem восемь atta",
    ),
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

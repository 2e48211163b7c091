use super::super::without_frame;
use super::all;

/// Stands in for a game: any of these is a turn.
const TURNS: &[&str] = &[
    "Nf3",
    "e4",
    "O-O",
    "e2-e4",
    "Nf3 @@e3",
    "@@e4",
    "♘f3",
    "12. Nf3",
    "e8=Q+",
    "Nxe5",
    "knight to f3",
    "castle kingside",
    "castles",
    "炮二平五",
    "７六歩",
    "Nf3 and offer a draw",
    "Nf3 draw?",
    "Nf3, draw?",
    "Nf3?",
    "5254",
    "d4",
    "N@f3",
    "(e2,e4)",
];

fn turn(line: &str) -> Option<&str> {
    without_frame(line)
        .into_iter()
        .find(|cut| TURNS.contains(cut))
}

#[test]
fn frames_are_taken_off() {
    all(FRAMED, 120, |line| turn(line).is_some());
}

#[test]
fn other_words_stay() {
    all(UNFRAMED, 60, |line| turn(line).is_none());
}

#[test]
fn the_likeliest_cut_comes_first() {
    let first = |line| without_frame(line).first().copied();
    assert_eq!(first("I play Nf3, good luck!"), Some("Nf3"));
    assert_eq!(first("**Nf3**"), Some("Nf3"));
    assert_eq!(
        first("Hi Boris, I'll play 12. Nf3. Your move!"),
        Some("12. Nf3")
    );
    assert_eq!(first("I play @@e4 (your move)"), Some("@@e4"));
    assert_eq!(
        first("My move: Nf3 and offer a draw"),
        Some("Nf3 and offer a draw")
    );
    assert_eq!(first("Nf3 draw?"), None);
    assert_eq!(first("Nf3"), None);
    assert_eq!(first("(e2,e4)"), None);
    assert_eq!(first("♘f3"), None);
}

#[test]
fn there_are_few_cuts_and_never_the_line() {
    for line in FRAMED.split(['\n', '|']).chain(UNFRAMED.split(['\n', '|'])) {
        let cuts = without_frame(line);
        assert!(cuts.len() <= 8 && !cuts.contains(&line.trim()), "{line}");
    }
}

const FRAMED: &str = r#"
I play Nf3 | I'll play Nf3. | I’ll play Nf3 | Ill play Nf3 | my move is Nf3 | My move: Nf3 | My move is: Nf3 | OK, Nf3 | Ok then Nf3
Here is my move: Nf3 | Here's my move: Nf3 | my turn: Nf3 | I go Nf3 | Let's play Nf3 | Nf3, good luck! | Nf3 good game | Nf3 - your move
Nf3 (your move) | Nf3, please | Nf3. Good luck! | Nf3 :-) | Nf3 🙂 | Thanks, Nf3 | Thanks Boris, Nf3 | Hi Boris, Nf3 | hello, Nf3 | Hi Boris I play Nf3 | Hi Boris! Nf3 | **Nf3** | "Nf3" | „Nf3“
«Nf3» | `Nf3` | *Nf3* | _Nf3_ | - Nf3 | * Nf3 | • Nf3 | -> Nf3 | Move: Nf3 | White: Nf3 | White plays Nf3 | Black plays Nxe5.
I move knight to f3 | I castle kingside | My reply is e4. | I answer with e4 | I'm playing e4 | I am going to play e4 | I will play e4 | We play e4 | Let us try e4
Nf3 it is | Nf3 is my move | Nf3 for me | Nf3 now | Nf3 check! | I play Nxe5, check | Nf3, and your move now. | Nf3! Have fun! | Nf3. Thank you.
Nf3, thanks Boris! | Nf3, good luck, Boris | Nf3. Best regards, Anna | Nf3 Cheers Anna | Nf3, no hurry | Nf3, take your time :) | Nf3. Don't worry
Thank you for the game! I play Nf3. | Sorry for the delay. Nf3 | Good morning Boris! My move is e2-e4. | Dear Anna, I play ♘f3. | Dear friend, Nf3
I play Nf3 @@e3, good luck | I play @@e4 | I choose O-O | My move for White: e4 | So, e4 | Well, e4 | Alright: e4 | I play e8=Q+ | I play 12. Nf3
I play N@f3 | I play 5254 | Okay Boris, my move is Nf3! | I play Nf3 and offer a draw | My move is Nf3 draw? | And my move is Nf3 | [Nf3] | Please play Nf3 | I play Nf3, draw?
Ich spiele Nf3 | ich ziehe Nf3 | Mein Zug ist Nf3 | Mein Zug: Nf3 | Nf3, viel Glück! | Nf3. Viel Spaß! | Nf3, viel Spass | Nf3, du bist dran | Hallo Boris, ich spiele Nf3.
Danke, Nf3 | Nun spiele ich Nf3 | Mein Zug lautet Nf3 | Hier ist mein Zug: Nf3 | Also gut: Nf3 | Nf3. Viele Grüße, Anna | Weiß spielt Nf3 | Lieber Boris, Nf3 | Nf3 ist mein Zug. | Nf3, bitte
je joue Nf3 | Mon coup est Nf3 | Mon coup : Nf3 | Nf3, bonne chance | Nf3, à toi | Bonjour Boris, je joue Nf3. | Voici mon coup: Nf3 | Nf3, s'il te plaît | Nf3 à vous de jouer
juego Nf3 | mi jugada es Nf3 | Mi jugada: Nf3 | Nf3, suerte | Nf3, te toca | Hola Boris, juego Nf3 | Aquí está mi jugada: Nf3 | Nf3 ¡Buena suerte!
gioco Nf3 | la mia mossa è Nf3 | Nf3, buona fortuna | Nf3, tocca a te | Ciao Boris, gioco Nf3 | jogo Nf3 | Meu lance é Nf3 | Nf3, boa sorte! | Nf3, sua vez
ik speel Nf3 | Mijn zet is Nf3 | Nf3, veel succes | Nf3, jij bent aan zet | jag spelar Nf3 | Mitt drag är Nf3 | Nf3, lycka till! | jeg spiller Nf3 | mit træk er Nf3 | Nf3, held og lykke
mitt trekk er Nf3 | Nf3, lykke til | pelaan Nf3 | Siirtoni on Nf3 | Nf3, onnea | gram Nf3 | Mój ruch: Nf3 | Mój ruch to Nf3 | Nf3, powodzenia | hraju Nf3 | Můj tah je Nf3 | Nf3, hodně štěstí
Lépésem: Nf3 | Nf3, sok szerencsét | joc Nf3 | Mutarea mea este Nf3 | Nf3, mult noroc! | мой ход Nf3 | Мой ход: Nf3 | играю Nf3 | Хожу Nf3 | Nf3, удачи! | Привет Борис, Nf3
мій хід Nf3 | граю Nf3 | Nf3, щасти | hamlem Nf3 | Nf3 oynuyorum | Nf3, iyi şanslar | παίζω Nf3 | Η κίνησή μου είναι Nf3 | Nf3, καλή τύχη | igram Nf3 | Moj potez je Nf3 | Nf3, sretno
我走Nf3 | 我的着法是Nf3 | 我走 Nf3 | 我走炮二平五 | Nf3，该你了 | 私の手はNf3 | 私の手はNf3です | 私の手は７六歩です | 제 수는 Nf3입니다
"#;

const UNFRAMED: &str = r#"
Nf3 since it attacks e5 | I think Nf3 is best | I would play Nf3 | I played Nf3 | I don't play Nf3 | Can I play Nf3? | maybe Nf3 | If you play e5 I play Nf3
I wanted to play Nf3 | I play Nf3 or d4 | I play Nf3 tomorrow | I do not play Nf3 | I never play Nf3 | I could play Nf3 | I might play Nf3 | Should I play Nf3? | I play Nf3? | What about Nf3? | Nf3?
You played Nf3 | Your move was Nf3 | My last move was Nf3 | I had played Nf3 | Nf3 was good | Nf3 is a mistake | After Nf3 I play d4 | Then I play Nf3 | Next I play Nf3 | Not Nf3
No, Nf3 | Sorry, Nf3 | Nf3 not d4 | not d4 but Nf3 | I mean Nf3 | Nf3 instead | Nf3 later | Nf3 if legal | Nf3 unless e5 | Nf3 e5 d4 | Nf3, you play e5 | Nf3 maybe | Nf3, I think
Nf3, if you like it | When you play e5, Nf3 | Perhaps I play Nf3 | I am thinking of Nf3 | I play Nf3 next | I almost played Nf3 | He plays Nf3 | They say Nf3 | Boris plays Nf3 | You should have played Nf3
ich spiele nicht Nf3 | Ich würde Nf3 spielen | Vielleicht Nf3 | Ich habe Nf3 gespielt | ich spiele Nf3 oder d4 | je ne joue pas Nf3 | j'ai joué Nf3 | no juego Nf3 | quizás Nf3 | non gioco Nf3 | forse Nf3 | não jogo Nf3
не играю Nf3 | может быть Nf3 | я сыграл Nf3 | ik speel geen Nf3 | jag spelar inte Nf3 | nie gram Nf3 | mam grać Nf3? | 我不走Nf3 | > Nf3 | e4 Nf3 | 1) Nf3 | Good move Nf3 | Nf3)
I play Nf3 because it is good | Nf3 wins | We were at Nf3 | Hi If, I would Nf3 | I play e5 and Nf3 | I go Nf3 when ready | Thanks but Nf3 | Bon coup Nf3 | That good move Nf3
"#;

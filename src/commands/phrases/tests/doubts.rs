use super::super::{Doubt, casts_doubt, doubt};
use super::all;

#[test]
fn doubtful_lines() {
    all(DOUBTFUL, 80, casts_doubt);
}

#[test]
fn harmless_lines() {
    all(HARMLESS, 60, |line| !casts_doubt(line));
}

#[test]
fn doubts_have_kinds() {
    assert_eq!(doubt("sorry, I mean d4"), Some(Doubt::Correction));
    assert_eq!(doubt("maybe, no wait"), Some(Doubt::Correction));
    assert_eq!(doubt("don't play that"), Some(Doubt::Correction));
    assert_eq!(doubt("I will not play Nf3"), Some(Doubt::Denial));
    assert_eq!(doubt("Perhaps Nf3"), Some(Doubt::Hesitation));
    assert_eq!(doubt("Is Nf3 good?"), Some(Doubt::Question));
    assert_eq!(doubt("If you play e5 I play Nf3"), Some(Doubt::Condition));
    assert_eq!(doubt("I played Nf3"), Some(Doubt::Report));
    assert_eq!(doubt("Nf3"), None);
}

const DOUBTFUL: &str = "
sorry, I mean d4 | No, sorry, Nf3 | Sorry | I mean d4 | no wait | wait | oops | d4 instead | rather d4 | Correction: d4 | scratch that | on second thought | On second thoughts, d4
I changed my mind | not d4 but e4 | typo | ignore the above | forget it | cancel | take back | I take it back | undo that | don't | Don't play that | do not play Nf3 | not Nf3 | Not yet | never Nf3
I won't play Nf3 | maybe | Maybe Nf3 | perhaps Nf3 | I might play Nf3 | I think Nf3 is best | thinking of Nf3 | I was wondering about Nf3 | should I play Nf3 | Shall I castle? | I could play Nf3 | I would play Nf3
what if Nf3 | what about Nf3 | How about Nf3? | Is Nf3 legal? | Can I play Nf3? | I play Nf3? | Nf3, ok? | Is that all right? | If you play e5 I play Nf3 | when you play e5 | e5, then I will play d4 | next move d4
after that d4 | I am planning Nf3 | later | Nf3 later | tomorrow | I play Nf3 tomorrow | unless you object | I played Nf3 | last turn I went e4 | Nf3 before | earlier I had e4 | yesterday you played e5
In our last game you played e5 | you should have played e5 | My last move was e4 | I wanted to play Nf3 | I decide tomorrow what to play | I am not sure | No! | no, that is wrong | Wrong move | my mistake, d4 | better is d4
I play Nf3 or d4 | I don't want this | Please ignore my mail | I meant the other knight | I take Nf3 back | Is Nf3 a draw? | hold on | actually Nf3
Entschuldigung, ich meine d4 | doch lieber d4 | nicht Nf3 | ich spiele nicht Nf3 | vielleicht Nf3 | Ich würde Nf3 spielen | soll ich Nf3 spielen? | wenn du e5 spielst | morgen ziehe ich | Ich habe Nf3 gespielt | Tippfehler | Nein, d4 | statt Nf3 d4
Désolé, d4 | je voulais dire d4 | je ne joue pas Nf3 | peut-être Nf3 | si tu joues e5 | demain | j'ai joué Nf3 | plutôt d4 | perdón, d4 | quise decir d4 | no juego Nf3 | quizás Nf3 | si juegas e5 | mañana | ayer jugué e4
scusa, d4 | volevo dire d4 | non gioco Nf3 | forse Nf3 | se giochi e5 | domani | ho giocato e4 | anzi d4 | desculpe, d4 | não jogo Nf3 | talvez Nf3 | amanhã | sorry, ik bedoel d4 | ik speel niet Nf3 | misschien Nf3 | als je e5 speelt
förlåt, jag menade d4 | inte Nf3 | kanske Nf3 | om du spelar e5 | undskyld, jeg mente d4 | ikke Nf3 | måske Nf3 | hvis du spiller e5 | kanskje Nf3 | anteeksi, tarkoitin d4 | ehkä Nf3 | jos pelaat e5 | przepraszam, d4 | nie gram Nf3 | może Nf3 | jeśli zagrasz e5
promiňte, d4 | nehraju Nf3 | možná Nf3 | bocsánat, d4 | nem Nf3 | talán Nf3 | scuze, d4 | nu joc Nf3 | poate Nf3 | извините, d4 | я имел в виду d4 | не Nf3 | может быть Nf3 | если e5 | завтра | вчера я сыграл e4 | вибачте, d4 | можливо Nf3
pardon, d4 | belki Nf3 | eğer e5 | συγγνώμη, d4 | ίσως Nf3 | αν παίξεις e5 | oprostite, d4 | možda Nf3 | ako igraš e5 | 对不起，d4 | 也许Nf3 | 如果e5 | 我不走Nf3 | すみません、d4 | たぶんNf3 | もしe5なら | 아마 Nf3
";

const HARMLESS: &str = "
Good luck! | Greetings from Rome | Nice weather here | A fine game so far | thank you for the game | I like this opening | No hurry | don't worry | no problem | why not | not bad | if you like | Nf3 | Nf3? | Nf3!? | exd? | O-O? | draw? | Nf3 draw?
Nf3, draw? | I play Nf3, draw? | I will be on holiday next week | I have never played this variant before | I play Nf3 | my move is Nf3 | I'll play Nf3. | Let's play Nf3 | OK, Nf3 | I will play Nf3 | Here is my move: Nf3 | Well played! | You played well | See you later | Until next time | Sorry for the delay | Sorry to keep you waiting | How are you?
How is the weather in Rome? | Take your time | Have a nice day | Good game! | Your move | Best regards, Anna | Happy new year! | I am enjoying this game | What a lovely position | The weather is lovely in Rome and we all went to the sea | We had snow here all week
I hope you are well | Hope this finds you well | My wife sends her regards | It is cold in Rome | Thanks for your quick answer | Looking forward to your next move | A pleasure to play with you | This will be fun | I live in Hamburg and work as a teacher
I have two children and a dog | Can't wait to see your reply | We had a lot of rain yesterday evening in Hamburg | It would be nice to meet you | Enjoy your holiday in May | Interesting variant, I learn a lot | First game of this kind for me | resign | draw offer
Merry Christmas | You are a strong player | Here it rains | Greetings to your family | My first e-mail game since 1998
Viel Glück! | Viele Grüße aus Rom | Guten Morgen | kein Problem | keine Eile | nicht schlecht | Hier ist mein Zug | Ich spiele Nf3 | Lieber Boris | gut gespielt | bis morgen | warum nicht | Wie geht es dir? | Schönes Wetter hier
Bonne chance | je joue Nf3 | pas de problème | à demain | bien joué | Ça va? | Merci pour la partie | buena suerte | no hay prisa | hasta mañana | Mi jugada es Nf3 | así es | buona fortuna | La mia mossa è Nf3 | non c'è fretta | Come stai? | boa sorte | sem pressa
veel succes | geen probleem | lycka till | ingen brådska | held og lykke | onnea | ei kiirettä | powodzenia | nie ma problemu | hodně štěstí | sok szerencsét | nem sürgős | mult noroc | удачи | не спешите | Мой ход Nf3 | Как дела? | щасти
iyi şanslar | καλή τύχη | sretno | nema problema | 祝你好运 | 我走Nf3 | 私の手はNf3です | よろしくお願いします
";

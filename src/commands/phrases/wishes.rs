//! Sentences in which somebody gives a game up or offers a draw: `I'm throwing in the towel`, `On fait nulle ?`.

use std::sync::LazyLock;

use super::closings::closes;
use super::doubts::{Doubt, doubt, is_doubtful_word, is_square};
use super::sentences::{is_break, is_free, is_greeting, parts, speaks_of_others};
use super::words::{Phrases, Words};

/// Longer lines are prose.
const MAX_BYTES: usize = 400;

/// What a line wishes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To give the game up.
    Resign,
    /// A draw.
    Draw,
}

/// `true` for those that have to begin their clause as well.
static GIVES_UP: LazyLock<Phrases<bool>> = LazyLock::new(|| {
    let rows = RESIGNATIONS.iter().map(|(_, row)| (*row, false));
    let concessions = CONCESSIONS.iter().map(|(_, row)| (*row, true));
    Phrases::forward(&rows.chain(concessions).collect::<Vec<_>>())
});
static TRAILS: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::by_language(BEHIND));
static VIEWS: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::by_language(ABOUT_OFFERS));
static OFFERS: LazyLock<Phrases<bool>> = LazyLock::new(|| {
    let rows = DRAW_OFFERS.iter().map(|(_, row)| (*row, true));
    let names = DRAWS.iter().map(|(_, row)| (*row, false));
    Phrases::forward(&rows.chain(names).collect::<Vec<_>>())
});

/// How people give up. Each ends its clause.
const RESIGNATIONS: &[(&str, &str)] = &[
    (
        "en",
        "(i/im/i am) (throwing/chucking) in the towel | (i/ill/i will/i have to/i must/i should/id better/i want to/id like to/i would like to/i hereby/let me/time to/i think i/i guess i/i think ill/i guess ill/i had better/i better/i shall/i can only) (throw in the towel/give up/give in/give it up/concede/surrender/capitulate/resign/call it a day/give you the game/give you the point) [now/here/this game/the game/this one/at this point/then/gracefully] | (i/ill/i will/ive/i have) (lay down/tip over/topple/turn over/knock over/tip/tipped over/toppled/laid down) my king | (i/i will/ill/i hereby) (resign/concede) [now/here/this game/the game/this one] | (im/i am) (resigning/giving up/conceding/surrendering/done for/giving in) [now/here/this game/the game/this one] | (you/you have/youve) (win/won/won this one/won the game) i (resign/give up) | [the/this] game is yours | the point is yours | i admit defeat | i am beaten | im beaten | i accept defeat | (white/black/red) resigns",
    ),
    (
        "de",
        "[ich] (gebe auf/gebs auf/geb auf/gebe hiermit auf/gebe hier auf/gebe die partie auf/gebe das spiel auf/gebe mich geschlagen/geb mich geschlagen/gebe die partie verloren/gebe klein bei/strecke die waffen/werfe das handtuch/schmeiße das handtuch/schmeiß das handtuch/kapituliere/lege den könig um/lege meinen könig um/kippe meinen könig um/ergebe mich/muss aufgeben/muss leider aufgeben/werde aufgeben/will aufgeben/möchte aufgeben/gratuliere und gebe auf) | (gebe/geb) ich (auf/die partie auf/hiermit auf/lieber auf/mich geschlagen) | (werfe/strecke/kapituliere/ergebe) ich (das handtuch/die waffen/mich) | kapituliere ich | du hast gewonnen ich gebe auf | hiermit gebe ich auf | (weiß/schwarz/rot) gibt auf | die partie ist deine | der punkt (gehört dir/ist deiner)",
    ),
    (
        "fr",
        "j'abandonne [la partie/ici/cette partie/le combat] | je (couche mon roi/me rends/jette l'éponge/capitule/déclare forfait/rends les armes/dépose les armes/baisse les bras/m'incline/vais abandonner/dois abandonner/préfère abandonner/veux abandonner/m'avoue vaincu/m'avoue vaincue/suis battu/suis battue) [ici] | je couche le roi | la partie est à (toi/vous) | (les blancs/les noirs) abandonnent | j'ai perdu j'abandonne | tu as gagné j'abandonne",
    ),
    (
        "es",
        "[yo] abandono [la partida/esta partida/aquí/el juego] | me (rindo/doy por vencido/doy por vencida/retiro) | (tiro/arrojo/lanzo) la toalla | (inclino/tumbo/acuesto/tiro/vuelco) (mi/el) rey | (tengo que/debo/voy a/quiero/prefiero) (abandonar/rendirme) [la partida] | (blancas/negras/las blancas/las negras) abandonan | la partida es tuya | capitulo | claudico | entrego la partida",
    ),
    (
        "it",
        "[io] abbandono [la partita/questa partita/qui/il gioco] | mi (arrendo/do per vinto/do per vinta/ritiro/dichiaro sconfitto/dichiaro sconfitta) | (getto/butto) la spugna | (corico/rovescio/abbatto/sdraio/inclino/depongo) il [mio] re | depongo le armi | (devo/voglio/preferisco/vado ad/mi tocca/vorrei) (abbandonare/arrendermi) [la partita] | (il bianco/il nero) abbandona | la partita è tua | alzo bandiera bianca | capitolo",
    ),
    (
        "nl",
        "[ik] (geef op/geef het op/geef de partij op/geef deze partij op/geef hier op/geef bij deze op/geef me gewonnen/geef mij gewonnen/geef mij over/geef me over/gooi de handdoek in de ring/gooi de handdoek/leg mijn koning om/leg mijn koning neer/leg de koning om/capituleer/moet opgeven/ga opgeven/wil opgeven/staak de strijd) | (geef/gooi/leg) ik (op/het op/de partij op/me gewonnen/mij gewonnen/de handdoek in de ring/mijn koning om) | hierbij geef ik op | (wit/zwart) geeft op | de partij is voor jou",
    ),
    (
        "pt",
        "[eu] (abandono/desisto) [a partida/da partida/o jogo/do jogo/aqui/desta partida/esta partida] | (me rendo/rendo me/me entrego/entrego me/dou me por vencido/dou me por vencida/me dou por vencido/me dou por vencida) | (jogo a/atiro a/lanço a) toalha [ao chão/ao tapete] | jogo a toalha | (deito/tombo/inclino/derrubo) o [meu] rei | (tenho de/tenho que/vou/quero/prefiro/devo) (abandonar/desistir/render me/me render) [a partida] | (as brancas/as pretas/brancas/pretas) abandonam | a partida é tua | a partida é sua | capitulo",
    ),
    (
        "pl",
        "[ja] (poddaję/poddaje) [się/partię/tę partię/tutaj] | rezygnuję [z partii/z gry/z tej partii] | kapituluję | (kładę/przewracam) [mojego/swojego] króla | (składam/rzucam) (broń/ręcznik) | rzucam ręcznik [na ring] | muszę się poddać | chcę się poddać | chyba się poddam | poddam się | poddaję się | (białe/czarne) poddają (się/partię) | partia jest twoja | uznaję się za pokonanego | uznaję porażkę",
    ),
    (
        "ru",
        "[я] (сдаюсь/сдаю партию/сдаю эту партию/сдаю игру/сдаю/капитулирую/складываю оружие/кладу короля/кладу своего короля/опрокидываю короля/признаю поражение/признаю себя побежденным/выбрасываю полотенце/выбрасываю белый флаг/вынужден сдаться/вынуждена сдаться/должен сдаться/решил сдаться/решила сдаться/хочу сдаться/сдамся) | (белые/черные) сдаются | партия твоя | партия ваша | ты победил я сдаюсь | пора сдаваться | придется сдаться",
    ),
    (
        "sv",
        "[jag] (ger upp/ger upp partiet/ger upp här/ger mig/kapitulerar/kastar in handduken/lägger ner min kung/lägger min kung/välter min kung/välter kungen/måste ge upp/vill ge upp/får ge upp/tänker ge upp/erkänner mig besegrad/är besegrad) | (ger/kastar/kapitulerar) jag (upp/in handduken/partiet) | härmed ger jag upp | (vit/svart) ger upp | partiet är ditt",
    ),
];

/// What gives a game up only where it is a clause of its own: the other side has won, the own king falls, or the others
/// are to go on alone.
const CONCESSIONS: &[(&str, &str)] = &[
    (
        "en",
        "(you/youve) (win/won/beaten me/beat me/got me beaten) | [well] you win then | my king (tips over/is tipped over/falls/falls over/topples/topples over/lies down/goes down/has fallen) | (i have/ive/white has/black has/red has/blue has/green has/yellow has) had enough | (carry on/play on/continue/go on/keep playing/finish it) without me",
    ),
    (
        "de",
        "du (gewinnst/hast gewonnen) | sie (gewinnen/haben gewonnen) | ihr habt gewonnen | mein könig (fällt/fällt um/kippt/kippt um/liegt/liegt am boden/legt sich hin) | (ich habe/weiß hat/schwarz hat/rot hat/blau hat/grün hat/gelb hat) genug | mir reicht es | mir reichts | (spielt/macht/spielen sie/spiel/mach) ohne mich weiter",
    ),
    (
        "fr",
        "(tu as/vous avez/t'as) gagné | (tu gagnes/vous gagnez) | mon roi (tombe/se couche/s'incline/est couché/est tombé) | j'en ai assez | (les blancs en ont/les noirs en ont/rouge en a/bleu en a) assez | (continuez/continue/jouez) sans moi",
    ),
    (
        "es",
        "(ganas/ganaste/tú ganas/usted gana/has ganado/ha ganado/usted ha ganado) | mi rey (cae/se inclina/se rinde/se tumba/ha caído) | (ya he tenido/ya tuve/he tenido) (bastante/suficiente) | (seguid/sigan/continuad/continúen/sigue) sin mí",
    ),
    (
        "it",
        "(hai vinto/ha vinto/ha vinto lei/hai vinto tu/vinci tu/avete vinto) | il mio re (cade/si arrende/si inclina/è caduto/è a terra) | ne ho abbastanza | (continuate/andate avanti/proseguite/giocate/continua) senza di me",
    ),
    (
        "nl",
        "(je/jij/u) (wint/hebt gewonnen) | jullie hebben gewonnen | mijn koning (valt/valt om/gaat om/ligt/ligt om) | (ik heb/wit heeft/zwart heeft/rood heeft/blauw heeft) er genoeg van | (speel/spelen jullie/ga/gaan jullie/speelt u) [maar] (zonder mij verder/verder zonder mij)",
    ),
    (
        "pt",
        "[você/tu] (ganhou/venceu/ganhaste/venceste) | [o] meu rei (cai/caiu/tomba/tombou) | já chega para mim | (continuem/continua/continue/sigam/joguem) sem mim",
    ),
    (
        "pl",
        "(wygrałeś/wygrałaś/wygrywasz/pan wygrał/pani wygrała/wygraliście) | mój król (pada/upada/upadł/leży/się przewraca) | mam dość | (grajcie/graj/kontynuujcie/kontynuuj) [dalej] beze mnie | (grajcie/graj) beze mnie dalej",
    ),
    (
        "ru",
        "(ты/вы) (победил/победила/победили/выиграл/выиграла/выиграли/выигрываешь/выигрываете) | мой король (падает/упал/пал/повержен) | с меня (хватит/довольно) | (продолжайте/продолжай/играйте/играй) [дальше] без меня",
    ),
    (
        "sv",
        "(du/ni) (vinner/vann/har vunnit) | min kung (faller/välter/ligger/lägger sig/har fallit) | (jag/vit/svart/röd/blå) har fått nog | (fortsätt/spela vidare/kör vidare) utan mig",
    ),
];

/// What may stand between an offer or a resignation and the end of its clause.
const BEHIND: &[(&str, &str)] = &[
    (
        "en",
        "here | now | right now | then | today | please | with me | at this point | in this (position/game) | from here",
    ),
    (
        "de",
        "hier | jetzt | dann | heute | bitte | mit mir | an dieser stelle | in dieser (stellung/partie)",
    ),
    (
        "fr",
        "ici | maintenant | alors | aujourd'hui | s'il te plaît | s'il vous plaît | avec moi | dans cette (position/partie)",
    ),
    (
        "es",
        "aquí | ahora | ya | entonces | hoy | por favor | conmigo | en esta (posición/partida)",
    ),
    (
        "it",
        "qui | ora | adesso | allora | oggi | per favore | con me | in questa (posizione/partita)",
    ),
    (
        "nl",
        "hier | nu | dan | vandaag | alsjeblieft | alstublieft | met mij | in deze (stelling/partij)",
    ),
    (
        "pt",
        "aqui | agora | já | então | hoje | por favor | comigo | nesta (posição/partida)",
    ),
    (
        "pl",
        "tutaj | tu | teraz | już | więc | dziś | dzisiaj | proszę | ze mną | w tej (pozycji/partii)",
    ),
    (
        "ru",
        "здесь | тут | сейчас | теперь | тогда | сегодня | пожалуйста | со мной | в этой (позиции/партии)",
    ),
    (
        "sv",
        "här | nu | då | idag | i dag | tack | med mig | i (den här ställningen/det här partiet)",
    ),
];

/// Questions behind an offer that say no more than the offer itself.
const ABOUT_OFFERS: &[(&str, &str)] = &[
    (
        "en",
        "what (do/would) you (say/think) [about it/of it/about that/of that/to that] | what say you | do you (agree/accept) | (agreed/agree/deal/ok/okay/interested) | (is/would) that (ok/okay/all right/alright/fine/acceptable/be ok/be okay/be fine) [with you/for you/by you] | (is that/does that sound) (fair/good) | (how/what) about it | (are you/you) (in/up for it)",
    ),
    (
        "de",
        "was (meinst du/meinen sie/meint ihr/denkst du/denken sie/sagst du/sagen sie/hältst du davon/halten sie davon/haltet ihr davon) [dazu] | (einverstanden/ok/okay/in ordnung/abgemacht) | bist du (einverstanden/dabei) | sind sie einverstanden | ist das (in ordnung/ok/okay) [für dich/für sie] | wärst du einverstanden",
    ),
    (
        "fr",
        "(qu'en penses tu/qu'en pensez vous/qu'en dis tu/qu'en dites vous/tu en penses quoi/vous en pensez quoi/qu'est ce que tu en penses/qu'est ce que vous en pensez) | d'accord | (tu es/vous êtes/es tu/êtes vous) d'accord | (ça te va/ça vous va/cela te convient/cela vous convient/ça te convient)",
    ),
    (
        "es",
        "qué (dices/dice/opinas/opina/te parece/le parece/os parece/piensas/piensa) | (de acuerdo/vale/estás de acuerdo/está de acuerdo/te parece bien/le parece bien/te parece/aceptas/acepta)",
    ),
    (
        "it",
        "che ne (dici/dice/dite/pensi/pensa/pensate) | cosa ne (dici/dice/pensi/pensa) | (d'accordo/va bene/ti va/le va/sei d'accordo/è d'accordo/ti va bene/le va bene/accetti/accetta)",
    ),
    (
        "nl",
        "wat (vind je/vindt u/denk je/denkt u/zeg je/zegt u/vinden jullie) [ervan/daarvan] | wat (denk je ervan/denkt u ervan) | (akkoord/ok/oké/goed/eens) | (ben je/bent u/ga je/gaat u) (akkoord/het ermee eens) | is dat (goed/oké/akkoord) [voor jou/voor u]",
    ),
    (
        "pt",
        "[o] que (achas/acha/acham/dizes/diz/dizem/pensas/pensa/te parece/lhe parece) [disso/disto] | (concordas/concorda/aceitas/aceita/de acordo/pode ser/combinado/topas/topa/tudo bem)",
    ),
    (
        "pl",
        "co (ty na to/pan na to/pani na to/wy na to/o tym myślisz/o tym sądzisz/pan o tym sądzi/pani o tym sądzi/powiesz/pan powie/pani powie/myślisz/sądzisz) | (zgoda/zgadzasz się/zgadza się pan/zgadza się pani/pasuje/może być/przyjmujesz) | czy (zgadzasz się/zgadza się pan/zgadza się pani)",
    ),
    (
        "ru",
        "(что скажешь/что скажете/что думаешь/что думаете/как думаешь/как думаете/как тебе/как вам/как ты на это смотришь/как вы на это смотрите) | (согласен/согласна/согласны/идет/ты не против/вы не против/договорились/принимаешь/принимаете)",
    ),
    (
        "sv",
        "vad (säger du/säger ni/tycker du/tycker ni/tror du/tror ni) [om det] | (okej/ok/överens/går det bra/är det okej/är du med/är du med på det/håller du med/går du med på det)",
    ),
];

/// How people offer a draw. Each begins its sentence and ends its clause.
const DRAW_OFFERS: &[(&str, &str)] = &[
    (
        "en",
        "(i would like to/id like to/may i/can i/let me/i/ill/i will/i want to/i hereby/we could/could i/allow me to/i wish to/i shall/might i/i am happy to/im happy to) (offer/propose/suggest) [you/a/you a/to you a/we agree to a/that we agree to a/that we agree a/to agree a/calling it a/calling this a/splitting the point and a/splitting the] (draw/point) | (offering/proposing/suggesting) [you] a draw | (would/will/do/could/can) you (accept/agree to/take/consider/agree on/be happy with/settle for/be ok with/be okay with/like) a draw | (what/how) about (a draw/calling it a draw/we call it a draw/splitting the point/sharing the point/making it a draw/half a point each) | (what/how) do you (think/say/feel) (about/of/to) a draw | (what if/how about if/what do you say if/what do you say/would you mind if/do you mind if) we (call it a draw/call it/make it a draw/agree a draw/agree to a draw/agree on a draw/draw/split the point/share the point/drew) | (what/how) would you (say/think/feel) (about/of/to) a draw | (shall/should/can/could/may/why dont/might) we (call it/call this/agree on/agree to/agree/make it/settle for/take) [a] draw | (shall/should/can/could/may/why dont) we (split/share) the point | (lets/let us/we could/we should/we can) (call it/call this/agree on/agree to/agree/make it/settle for/take) a draw | (lets/let us/we could) (split/share) the point | (are/would) you (up for/interested in/open to/fine with/happy with/ok with/okay with/be up for/be interested in/be open to) a draw | shall we make peace | i am offering (a/you a) draw | im offering (a/you a) draw",
    ),
    (
        "de",
        "was (hältst du/halten sie/haltet ihr/meinst du zu/meinen sie zu/meint ihr zu/sagst du zu/sagen sie zu/denkst du über/halten wir) [von] [einem/einer] (remis/unentschieden/punkteteilung/friedensschluss) | [ich] biete [dir/ihnen/euch/hiermit/dir hiermit/ihnen hiermit] [ein] (remis/unentschieden) [an] | (biete/schlage) ich [dir/ihnen/euch/hiermit] [ein] (remis/unentschieden) (an/vor) | [ich] schlage [dir/ihnen/euch/hiermit] [ein] (remis/unentschieden/punkteteilung) vor | [ich] (möchte/würde/würde gern/würde gerne/möchte gern/möchte dir/möchte ihnen) [dir/ihnen/euch] [ein] (remis/unentschieden) (anbieten/vorschlagen) | (wollen/sollen/könnten/können) wir [uns auf] [ein/nicht/es bei einem/es mit] (remis/unentschieden) (machen/einigen/schließen/belassen/gut sein lassen/vereinbaren) | (lass/lasst) uns [auf/uns auf] [ein] (remis/unentschieden) (machen/einigen/schließen/vereinbaren) | einigen wir uns auf [ein] (remis/unentschieden) | machen wir [doch/ein/einfach] (remis/unentschieden) | teilen wir (den punkt/uns den punkt/die punkte) | (wollen/sollen) wir (den punkt/uns den punkt/die punkte) teilen | wie (wäre es/wärs/wär es/stehts/steht es) mit [einem] (remis/unentschieden) | (wie wäre es/wie wärs/was hältst du davon/was halten sie davon/was meinst du/was sagst du) wenn wir [uns auf/es bei] [ein/einem] (remis/unentschieden) (machen/einigen/schließen/belassen/vereinbaren) | (nimmst du/nehmen sie/nehmt ihr) [ein] remis an | (würdest du/würden sie/würdet ihr) [ein/einem/in ein/in] remis (annehmen/zustimmen/einwilligen) | (bist du/sind sie) mit [einem] remis einverstanden | einverstanden mit remis | remisangebot | friedensangebot | remis angeboten",
    ),
    (
        "fr",
        "on fait [match/partie/la/une] (nulle/nul) | (faisons/signons/acceptons/convenons d'une) [match/partie/la/une] (nulle/nul) | je [te/vous] (propose/offre/proposerais) [la/le/une/un] (nulle/nul/match nul/partie nulle/partage des points/partage du point/partage) | je (voudrais/souhaite/souhaiterais/aimerais) [te/vous] (proposer/offrir) [la/le/une/un] (nulle/nul/match nul/partie nulle) | proposition de nulle | (acceptes tu/acceptez vous/accepteriez vous/accepterais tu/tu acceptes/vous acceptez/prends tu/prenez vous/tu prends/vous prenez) [la/une/le/un] (nulle/nul/match nul/partie nulle) | que (dis tu/dites vous/diriez vous/dirais tu/penses tu/pensez vous/penserais tu) (d'une/de la/d'un) (nulle/match nul/partie nulle/partage) | (ça te dit/ça vous dit/ça te va/ça vous va/et si on faisait/si on faisait/pourquoi pas/une petite/on pourrait faire/on partage) [une/la/match/partie] (nulle/nul/partie nulle) | (que dirais tu/que diriez vous/que dis tu/que dites vous/qu'en dis tu/qu'en dites vous) (si on faisait/si nous faisions/de faire) [match/partie/la/une] (nulle/nul) | on partage (le point/les points) | partageons (le point/les points) | nulle par accord mutuel | d'accord pour [une/la] nulle | es tu d'accord pour [une/la] nulle | êtes vous d'accord pour [une/la] nulle",
    ),
    (
        "es",
        "[yo/te/le/les/os] (ofrezco/propongo/ofrecería) [te/le/las/unas/el/un/hacer/firmar] (tablas/empate) | (quiero/quisiera/querría/me gustaría/quería/deseo) (ofrecerte/ofrecerle/ofreceros/ofrecer/proponerte/proponerle/proponer) [las/unas/el/un] (tablas/empate) | (lo dejamos/dejémoslo/lo dejemos/podemos dejarlo/dejamos la partida) en (tablas/empate/un empate) | (aceptas/acepta/aceptaría/aceptarías/aceptáis/me aceptas) [las/unas/el/un] (tablas/empate) | qué (tal/te parecen/le parecen/te parece/le parece/dices a/dice a/opinas de/os parecen) [unas/un/las/si hacemos] (tablas/empate) | qué (tal/te parece/le parece/os parece/dices/dice/opinas) si (hacemos tablas/lo dejamos en tablas/firmamos tablas/empatamos/pactamos tablas/acordamos tablas) | (hacemos/firmamos/acordamos/hagamos/firmemos/pactamos) [las/unas] tablas | (quieres/quiere/queréis) (tablas/hacer tablas/un empate/empatar) | (empatamos/repartimos el punto/partimos el punto) | (te/le) parece bien (tablas/unas tablas/un empate) | de acuerdo con (tablas/unas tablas) | oferta de tablas | tablas por acuerdo",
    ),
    (
        "it",
        "[ti/le/vi/io] (offro/propongo/offrirei/proporrei) [la/una/il/un] (patta/pareggio/pari) | (vorrei/voglio/volevo/posso) (offrirti/offrirle/offrire/proporti/proporle/proporre/offrirvi) [la/una/il/un] (patta/pareggio) | (facciamo/concordiamo/accordiamoci per/accordiamoci sulla/chiudiamo con/chiudiamo in/finiamo/chiudiamola) [una/la/in/con una/con la] (patta/pari/pareggio) | (accetti/accetta/accetteresti/accetterebbe/accettate/prendi) [la/una/il/un] (patta/pareggio) | che ne (dici/dice/dite/diresti/direbbe/pensi/pensa) (di/di una/della/di un/del/di fare) (patta/pareggio/pari) | che ne (dici/dice/dite/diresti/direbbe/pensi/pensa) se (facciamo/la facciamo/la chiudiamo/chiudiamo/chiudiamo in/chiudiamo con/finiamo/finiamo in/ci accordiamo per/ci accordiamo sulla/accettiamo/concordiamo) [una/la] (patta/pari/pareggio/parità) | (ti/le/vi) (va/andrebbe/andrebbe bene/va bene) [una/la/un] (patta/pareggio) | (vuoi/vuole/volete) [fare/la/una] patta | (dividiamo/ci dividiamo/spartiamo) il punto | (d'accordo per/sei d'accordo per/è d'accordo per) [la/una] patta | offerta di patta | proposta di patta | patta per accordo",
    ),
    (
        "nl",
        "(zullen/laten/kunnen/moeten) we [het/er/er maar/dit/het maar] [op/op een/tot/een/het op] remise (houden/maken/van maken/overeenkomen/afspreken/besluiten/spelen) | (zullen/laten) we het (op/bij) [een] remise (houden/laten) | (zullen/laten) we (het punt/de punten) delen | ik (bied remise aan/bied je remise aan/bied u remise aan/bied hierbij remise aan/stel remise voor/stel je remise voor/bied je een remise aan/bied jullie remise aan) | [ik] (wil/zou/zou graag/wil graag/wou) [je/u/jullie/graag] [een] remise (aanbieden/willen aanbieden/voorstellen/willen voorstellen) | (hierbij/bij deze) bied ik [je/u/jullie] remise aan | wat (denk je/vind je/dacht je/denkt u/vindt u/dacht u/zeg je/zegt u) (van/over/ervan om/tegen) [een] (remise/gelijkspel) | (neem je/neemt u/accepteer je/accepteert u/wil je/wilt u/ga je akkoord met/gaat u akkoord met/ben je akkoord met) [een] remise [aan/aannemen/accepteren] | hoe zit het met [een] remise | (wat zeg je/wat zegt u/wat vind je/wat vindt u/wat denk je/wat denkt u) [ervan/ervan om] (als we/als wij) [er/het op/er maar/het maar op] [een] remise (maken/van maken/houden/spelen/overeenkomen/afspreken) | akkoord met remise | remise aanbod | remiseaanbod | remisevoorstel",
    ),
    (
        "pt",
        "[eu/te/lhe] (ofereço/proponho/ofereceria/proporia) [te/lhe/o/um/as/uma] (empate/tablas) | (quero/queria/gostaria de/gostava de/posso/desejo) (oferecer/oferecer te/oferecer lhe/te oferecer/lhe oferecer/propor/propor te/propor lhe/te propor/lhe propor) [o/um] empate | (aceitas/aceita/aceitaria/aceitarias/aceitam/você aceita/topas/topa) [o/um] empate | (que tal/e se fosse/o que achas de/o que acha de/que achas de/que acha de/que dizes a/que me dizes a/o que diz de/que me diz de) [um/o/fazermos um] empate | [o] que (achas/acha/dizes/diz) (se/de) [nós] (empatarmos/empatássemos/fizermos empate/fecharmos em empate/ficarmos pelo empate/dividirmos o ponto/acordarmos o empate) | (fechamos/ficamos/fechemos/vamos ficar/acordamos/combinamos/terminamos/fazemos) (em/no/com um/num/o/um/pelo) empate | vamos (empatar/dividir o ponto/fazer um empate) | (empatamos/dividimos o ponto/repartimos o ponto) | (queres/quer/querem) (um empate/empatar/empate) | (de acordo com/concordas com/concorda com) [o/um] empate | proposta de empate | oferta de empate",
    ),
    (
        "pl",
        "(proponuję/oferuję/zaproponuję) [ci/panu/pani/wam/tobie/nam] remis | (chcę/chciałbym/chciałabym/pragnę/chciałem/mogę) [ci/panu/pani] (zaproponować/zaoferować) [ci/panu/pani] remis | (może/a może/co z/to może) remis | (czy przyjmiesz/czy przyjmie pan/czy przyjmie pani/przyjmiesz/przyjmujesz/przyjmie pan/przyjmie pani/czy przyjąłbyś/przyjąłbyś/weźmiesz/bierzesz/chcesz/czy chcesz/czy przyjmujesz) remis | (zgodzisz się/zgadzasz się/czy zgodzisz się/czy zgadzasz się/zgodzi się pan/zgodzi się pani/zgodziłbyś się) na remis | co (powiesz/pan powie/pani powie/sądzisz/myślisz/powiecie) (na/o) (remis/remisie) | co (powiesz/pan powie/pani powie/powiecie/ty) na to (żebyśmy/byśmy/aby) (zremisowali/zgodzili się na remis/zakończyli remisem/podzielili się punktem) | (zgódźmy się/umówmy się/zakończmy) (na remis/remisem) | (robimy/zróbmy/gramy na) remis | podzielmy się punktem | kończymy remisem | propozycja remisu | remis proponuję",
    ),
    (
        "ru",
        "[я] (предлагаю/предложу/предложил бы/предложила бы) [вам/тебе/нам/всем] (ничью/на ничью/разойтись миром/заключить мир/мир) | (хочу/хотел бы/хотела бы/позвольте/позволь/могу) [вам/тебе] предложить [вам/тебе] ничью | (давай/давайте) [на/согласимся на/сделаем/заключим/разойдемся/закончим] (ничью/ничьей/вничью/миром) | (может/может быть/а может/возможно) [на] (ничья/ничью) | (как насчет/как на счет/как насчёт/что насчет/что насчёт/что скажете насчет/что скажешь насчет) ничьей | (что скажешь/что скажете/как смотришь/как смотрите/что думаешь/что думаете/как вы смотрите/как ты смотришь) (о/на/про/о том чтобы/насчет) (ничью/ничьей/ничье) | (примете/примешь/принимаете/принимаешь/согласны на/согласен на/согласна на/согласитесь на/согласишься на/не хотите/не хочешь/хотите/хочешь) [ли/вы/ты] ничью | (примете ли вы/примешь ли ты/согласны ли вы на/согласен ли ты на/вы согласны на/ты согласен на/ты согласна на) ничью | (что если/что скажешь если/что скажете если/как насчет того чтобы/а если) [мы/нам] (согласимся на ничью/согласиться на ничью/сделаем ничью/сделать ничью/сыграем вничью/сыграть вничью/закончим вничью/закончить вничью/разойдемся миром/разойтись миром) | (поделим/разделим/делим) очко | предложение ничьей | на ничью | разойдемся миром",
    ),
    (
        "sv",
        "vad (säger/tycker/tror/sägs) (du/ni) om [en/ett/att ta] (remi/oavgjort) | (ska/skall/kan/kunde/borde) vi [inte] (ta/säga/enas om/komma överens om/göra/nöja oss med/dela) [en/ett] (remi/oavgjort/poängen/på poängen) | (låt oss/vi kan) (ta/säga/enas om/komma överens om/dela) [en/ett] (remi/oavgjort/poängen/på poängen) | jag (erbjuder/föreslår/bjuder/vill erbjuda/vill föreslå/skulle vilja erbjuda/skulle vilja föreslå/vill bjuda/bjuder på) [dig/er/härmed] [en] (remi/oavgjort) | (härmed/nu) (erbjuder/bjuder/föreslår) jag [dig/er] remi | (accepterar du/tar du/godtar du/accepterar ni/tar ni/skulle du ta/skulle du acceptera/går du med på/går ni med på/vill du ha/vill ni ha) [en] remi | hur vore det med [en] remi | (vad säger du om/vad säger ni om/vad sägs om/vad tycker du om/hur vore det om) (vi/att vi) (tar/säger/enas om/kommer överens om/gör/delar) [en/ett] (remi/oavgjort/poängen/på poängen) | remianbud | remi är mitt förslag | dela poängen",
    ),
];

/// The result by its name, which is an offer where a question mark follows.
const DRAWS: &[(&str, &str)] = &[
    (
        "en",
        "[a] (draw/tie) [perhaps/maybe] | (maybe/perhaps/fancy/care for) a draw",
    ),
    (
        "de",
        "[ein] (remis/unentschieden) [vielleicht/gefällig/recht/genehm] | vielleicht [ein] remis",
    ),
    (
        "fr",
        "[la/une/partie] nulle | [match] nul | peut être nulle",
    ),
    (
        "es",
        "[unas] tablas | [un] empate | quizás tablas | quizá tablas",
    ),
    ("it", "[una] patta | [un] pareggio | forse patta"),
    (
        "nl",
        "[een] remise [misschien/dan/maar/dan maar] | gelijkspel | misschien remise",
    ),
    ("pt", "[um] empate | talvez [um] empate"),
    ("pl", "remis"),
    ("ru", "ничья | ничью"),
    ("sv", "[en] remi [kanske/då] | oavgjort | kanske remi"),
];

/// What a line wishes for, if one of its sentences says so and nothing in it casts doubt on that, with the words for the
/// others: the sentences below an offer, and all of a resignation, which has to be asked back since only the beginning
/// and the end of its words are known.
#[must_use]
pub fn wish(line: &str) -> Option<(Wish, &str)> {
    let line = line.trim();
    if line.len() > MAX_BYTES {
        return None;
    }
    let parts = parts(line);
    let below = |at: usize| {
        let mut talk = parts.get(at + 1..).unwrap_or_default();
        while let Some((_, before)) = talk.split_last().filter(|(last, _)| closes(last)) {
            talk = before;
        }
        let start = |part: &str| part.as_ptr() as usize - line.as_ptr() as usize;
        match (talk.first(), talk.last()) {
            (Some(first), Some(last)) => &line[start(first)..start(last) + last.len()],
            _ => "",
        }
    };
    if parts.iter().any(|part| gives_up(part)) {
        return Some((Wish::Resign, line));
    }
    let at = parts.iter().position(|part| offers(part))?;
    // `What do you think?` is about the offer, and is no question of its own that a `yes` may answer.
    let asking = parts[at + 1..].iter().take_while(|part| asks_view(part));
    let last = at + asking.count();
    let quiet = |part: &&str| is_free(part);
    let alone = parts[..at].iter().all(quiet) && parts[last + 1..].iter().all(quiet);
    alone.then(|| (Wish::Draw, below(last)))
}

/// Whether a clause of a sentence gives up, and nothing up to there says that nobody does. A clause behind it may take
/// it back, or name a condition.
pub(super) fn gives_up(part: &str) -> bool {
    let words = Words::of(part);
    let square = (0..words.len()).any(|at| is_square(words.folded(at)));
    let said = |at: usize| {
        let Some((count, whole)) = GIVES_UP.longest_at(&words, at) else {
            return false;
        };
        let begins = at == 0 || is_break(words.gap(at));
        let joined = words.joined(at) && !begins && is_doubtful_word(&words, at - 1);
        let behind = behind(&words, at + count);
        if joined || whole && !begins || !ends(&words, behind) {
            return false;
        }
        let (head, rest) = part.split_at(words.end(behind - 1));
        let denied = !matches!(doubt(head), None | Some(Doubt::Denial));
        let limited = matches!(doubt(rest), Some(Doubt::Correction | Doubt::Condition));
        let asked = words.gap(behind).contains('?');
        !denied && !limited && !asked && !speaks_of_others(head)
    };
    !square && (0..words.len()).any(said)
}

/// Whether a sentence offers a draw.
fn offers(part: &str) -> bool {
    let words = Words::of(part);
    (0..words.len()).any(|at| {
        let Some((count, whole)) = OFFERS.longest_at(&words, at) else {
            return false;
        };
        let behind = behind(&words, at + count);
        let begins = at == 0 || is_greeting(&part[..words.end(at - 1)]);
        let asks = words.gap(behind).contains('?');
        let free = behind == words.len() || is_free(&part[words.start(behind)..]);
        begins && ends(&words, behind) && (whole || asks) && free
    })
}

/// Whether a sentence asks what the other side thinks of the offer in front of it.
fn asks_view(part: &str) -> bool {
    let words = Words::of(part);
    let asks = words.gap(words.len()).contains('?');
    let view = VIEWS.longest_at(&words, 0);
    asks && view.is_some_and(|(count, ())| count == words.len())
}

/// The word behind those that say only when or where.
fn behind(words: &Words, at: usize) -> usize {
    let trail = TRAILS.longest_at(words, at);
    let trail = trail.filter(|_| !ends(words, at));
    trail.map_or(at, |(count, ())| at + count)
}

/// Whether a clause ends in front of this word.
fn ends(words: &Words, at: usize) -> bool {
    at == words.len() || is_break(words.gap(at)) || words.gap(at).contains('?')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_give_up_and_offer_draws() {
        for (line, wanted) in [
            ("ok ok, you got me. I throw in the towel", Wish::Resign),
            ("No point going on, I lay down my king", Wish::Resign),
            ("J'abandonne, bravo", Wish::Resign),
            ("Poddaję się", Wish::Resign),
            ("Ich strecke die Waffen.", Wish::Resign),
            ("Nulle ?", Wish::Draw),
            ("¿Tablas?", Wish::Draw),
            ("Would you accept a draw?", Wish::Draw),
            ("Vad säger ni om remi, alla fyra?", Wish::Draw),
            ("draw? I see nothing for either of us", Wish::Draw),
            (
                "There is nothing left to save this weekend. I give up.",
                Wish::Resign,
            ),
            ("Ik geef op, mooi gespeeld!", Wish::Resign),
            ("Muszę się poddać, gratulacje", Wish::Resign),
            ("Tengo que abandonar. ¡Enhorabuena!", Wish::Resign),
            ("Vill du ha remi?", Wish::Draw),
            ("Хочу предложить ничью", Wish::Draw),
            ("Aceitas o empate?", Wish::Draw),
            ("Would you settle for a draw here?", Wish::Draw),
            ("Proponho empate. O que acha?", Wish::Draw),
            ("Che ne dici se facciamo pari?", Wish::Draw),
            ("Wie wäre es, wenn wir Remis machen?", Wish::Draw),
            ("Ich biete Remis an. Einverstanden?", Wish::Draw),
            ("Proponuję remis. Co pan na to?", Wish::Draw),
            ("My king tips over. Well played!", Wish::Resign),
            ("You win. Good game!", Wish::Resign),
            ("Well played, I surrender!", Wish::Resign),
            ("Du hast gewonnen, schöne Partie!", Wish::Resign),
            ("Bravo, has ganado.", Wish::Resign),
            ("Ты победил. Спасибо!", Wish::Resign),
            ("Blue has had enough. Continue without me", Wish::Resign),
        ] {
            assert_eq!(wish(line).map(|(wish, _)| wish), Some(wanted), "{line}");
        }
    }

    #[test]
    fn sentences_below_an_offer_are_words_for_others() {
        let below = |line| wish(line).map(|(_, below)| below);
        let line = "Hello! Shall we call it a draw? I see no way to win. Best wishes";
        assert_eq!(below(line), Some("I see no way to win."));
        let line = "Would you accept a draw? What do you think? I see no way to win.";
        assert_eq!(below(line), Some("I see no way to win."));
        assert_eq!(
            below("I would like to offer you a draw. Thank you."),
            Some("")
        );
    }

    #[test]
    fn who_speaks_about_it_does_neither() {
        for line in [
            "Nie poddaję się",
            "If you take the rook I give up",
            "I never give up",
            "Should I give up?",
            "My brother says I give up",
            "I give up chocolate",
            "A draw would be nice",
            "Is this a draw?",
            "Draw? No, never!",
            "My engine asks: a draw?",
            "I don't know how to resign",
            "How do I resign?",
            "Wie gebe ich auf?",
            "I give up, if you take the rook",
            "No me rindo",
            "You win a pawn",
            "If I take, you win",
            "You win?",
            "I think you win",
            "Du gewinnst einen Bauern",
            "I have had enough of the snow",
        ] {
            assert_eq!(wish(line), None, "{line}");
        }
    }
}

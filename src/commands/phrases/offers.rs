//! Answers to an offer that stands on the table.

use std::sync::LazyLock;

use super::words::{Phrases, Words};

/// Longer lines are prose.
const MAX_BYTES: usize = 200;

/// What a phrase says about the offer; `None` for words that say nothing about it.
static ANSWERS: LazyLock<Phrases<Option<bool>>> = LazyLock::new(|| {
    Phrases::forward(&[
        (REFUSALS, Some(false)),
        (ACCEPTANCES, Some(true)),
        (FILLERS, None),
    ])
});
/// Thanks for the game, which accept an offer if nothing else is said.
static FAREWELLS: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::forward(&[(THANKS, ())]));

static DRAW_NAMES: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::forward(&[(DRAWS, ())]));

/// Words for a draw, in the forms that stand in the phrases below.
const DRAWS: &str = "
draw | drawn | half point | half a point | splitting the point | split the point | remis | remisangebot | unentschieden | punkteteilung | nulle | nul | tablas | empate | patta | pareggio | parità | remise | remiseaanbod | gelijkspel | remi | remin | remija | remit | remianbudet | remierbjudandet | oavgjort | remisen | remistilbuddet | remistilbudet | remistilbud | uafgjort | uavgjort | tasapeli | tasapelin | tasapelitarjouksen | tasan | remisu | remíza | remízu | remízou | remízy | plichta | döntetlen | döntetlent | döntetlenajánlatot | remiză | remiza | egalitate | egalitatea | ничья | ничью | ничьей | ничейное | нічия | нічию | нічиєї | beraberlik | beraberliği | berabere | ισοπαλία | ισοπαλίας | neriješeno | nerešeno | реми
";
/// The same in scripts without blanks.
const UNSPACED_DRAWS: &[&str] = &["和棋", "引き分け", "무승부"];

const ACCEPTANCES: &str = "
draw it is | a draw it is | a draw then | draw then | (happy/fine/ok/okay) with a draw | a draw is (ok/okay/good/fine/acceptable) [with me/for me/by me] | (call/calling) it a draw | [lets/let us/we/we can] (split/share) the point | peace it is
[ich] nehme [das/dein/ihr/euer] (remis/remisangebot) [gerne/gern] an | (remis/das remis) (angenommen/passt/passt mir/geht in ordnung/ist in ordnung/ist gut/nehme ich an/nehme ich gerne an) | einverstanden [mit] [dem] remis | (gut/gern/gerne/ok/okay/also) remis
d'accord [pour/avec] [la/une] nulle | (va/ok/entendu/volontiers/partant) pour [la/une] nulle | nulle (acceptée/alors/donc) | (oui/ok) [la] nulle | la nulle me (va/convient)
(de acuerdo/vale/ok/conforme/bien) [con] [las] tablas | me (parecen/parece) bien [las] tablas | (sí/pues/vale) tablas | tablas (aceptadas/entonces/pues) | tomo las tablas
(d'accordo/ok/bene/va bene) [per/con] [la] patta | patta (accettata/allora/va bene) | la patta mi va bene | sì patta | vada per la patta
[ik] neem [het/je/de/uw] (remise/remiseaanbod/remisevoorstel) [graag] aan | (akkoord/oké/ok/prima/goed/eens) [met] [de] remise | remise (dan/is goed/is prima/aangenomen/akkoord/is oké)
(de acordo/ok/certo/tudo bem/concordo) [com] [o] empate | empate (aceite/aceito/então) | (sim/pode ser) [o] empate | por mim empate | fico com o empate
(zgoda/dobrze/ok/okej/zgadzam się) [na] remis | przyjmuję [ten/twój/pana/pani] remis | remis (przyjęty/przyjmuję/pasuje/może być) | niech będzie remis | tak remis
(согласен/согласна/согласны/ок/хорошо/да/давай/давайте) [на] (ничью/ничья) | [я] принимаю [вашу/твою] ничью | ничья (принимается/принята/так ничья/пусть будет) | (ничью принимаю/пусть будет ничья/на ничью согласен/на ничью согласна)
(okej/ok/ja/visst/gärna/bra) [för/till] remi | [jag] (tar/accepterar/godtar) [gärna] remi | jag går med på remi | remi (går bra/är okej/accepteras/då/blir bra)
happy to call it a draw | a draw is fair | a draw is fine | lets leave it at that | let us leave it at that | remis (ist/wäre) (okay/ok/in ordnung/gut) für mich
accept | accepted | accepting | i [hereby/gladly/happily/also/do/can/will/would gladly/am happy to/am glad to/am willing to/will gladly/will happily] (accept/agree/take it/take the draw/take your offer/agree to it) [it/this/that/to it/with that/with you/the offer/your offer/the proposal/your proposal/to that/to this]
i [hereby/gladly/happily/also/do/can/will/will gladly/am happy to/am glad to/will happily] (accept/agree to/agree on/take/agree with) (a/the/your/this/your kind/your generous/the offered/the proposed/the offer of a/your offer of a/the offer of/your offer of) draw [offer/proposal]
(accept/accepted/agree to/agreed to/accepting/agree on/ill take) (a/the/your/this/the offered/the offer of a/your offer of a) draw [offer/proposal] | (accept/accepting) (the/your/this) (offer/proposal) | ill (accept/agree/take it) | im (happy/fine/ok/okay/good) with (a draw/that/the draw/this/it)
[its/it is/its a/it is a/a/the/ok a/okay a/lets call it a/call it a/lets agree to a/lets agree a/let us agree to a/lets agree on a/a fair/agreed a/then a/so a/lets take a/i take a] draw [it is/then/is fine/is ok/is okay/is good/accepted/agreed/is accepted/is fine with me/is ok with me/is okay with me/is agreed/offer accepted/please/by agreement/by me/for me/is fair] | draw (accept/yes/ok/okay) | offer accepted | (your/the) (offer/draw offer/draw/proposal) is accepted | (your/the) draw offer accepted | draw offer is accepted
agreed | agree | agreed draw | agreed to a draw | drawn | yes | yes please | yes of course | yes sure | yes thanks | yes thank you | yes i do | yep | yeah | yup | yes sir | aye | sure | of course | certainly | absolutely | with pleasure | gladly | happily | very well | fair enough | deal | done deal | sounds (good/fair/fine/great) | (fine/ok/okay/good/all right/alright/fair/great/agreeable) (with/for/by) me | (thats/that is/this is/its/it is) (fine/ok/okay/good/all right/fair/agreed/a deal/fine by me) [with me/for me/by me] | half a point each | half point | splitting the point | lets split the point | peace | peace accepted | my pleasure
einverstanden | angenommen | akzeptiert | ja | ja gern | ja gerne | ja bitte | jawohl | gern | gerne | ja einverstanden | ich (nehme an/nehme es an/stimme zu/akzeptiere/bin einverstanden/willige ein/akzeptiere remis/akzeptiere das remis/akzeptiere ihr remis/nehme remis an/nehme das remis an/nehme dein remis an/nehme das angebot an/nehme dein angebot an/nehme ihr angebot an/nehme das remisangebot an/nehme dein remisangebot an/nehme ihr remisangebot an/akzeptiere das angebot/akzeptiere das remisangebot/akzeptiere dein remisangebot) [gern/gerne] | remis | remis (angenommen/akzeptiert/ist ok/ist okay/einverstanden/ja/gern/gerne/passt/geht klar/ist in ordnung/nehme ich an/nehme ich gerne an) | also remis | dann remis | ein remis | mit remis einverstanden | unentschieden | geht in ordnung | abgemacht | passt | annehmen | remis annehmen | nehme an | nehme remis an | das nehme ich an | stimme zu | remisangebot angenommen | punkteteilung
d'accord | je suis d'accord | j'accepte | j'accepte (la nulle/le nul/votre offre/ton offre/l'offre/votre proposition/ta proposition/la proposition/le match nul/la partie nulle/votre proposition de nulle/ta proposition de nulle/avec plaisir) | accepté | acceptée | accepte | oui | oui merci | oui volontiers | oui d'accord | volontiers | avec plaisir | bien sûr | entendu | nulle | partie nulle | match nul | nul | nulle acceptée | va pour la nulle | ça me va | nulle d'accord | accepter
acepto | aceptado | aceptada | aceptar | acepto (las tablas/tablas/el empate/la oferta/tu oferta/su oferta/su propuesta/tu propuesta/la propuesta/la oferta de tablas/tu oferta de tablas/su oferta de tablas/con gusto) | tablas | tablas (aceptadas/acordadas/de acuerdo/acepto) | empate | de acuerdo | estoy de acuerdo | sí | sí (gracias/acepto/por favor/claro/de acuerdo) | claro | claro que sí | por supuesto | con gusto | vale tablas | me parece bien | conforme | son tablas
accetto | accettato | accettata | accettare | accetto (la patta/patta/l'offerta/la tua offerta/la sua offerta/la proposta/la tua proposta/la sua proposta/volentieri/la tua offerta di patta/l'offerta di patta/il pareggio) | patta | patta (accettata/va bene/d'accordo) | parità | pareggio | d'accordo | sono d'accordo | va bene | va bene patta | sì (grazie/accetto/certo/volentieri/va bene) | certo | certamente | volentieri | concordo
aceito | aceite | aceitar | aceito (o empate/empate/a oferta/sua oferta/a sua oferta/a tua oferta/a proposta/sua proposta/a sua proposta/o empate proposto/com prazer) | empate (aceito/aceite/combinado) | concordo | de acordo | estou de acordo | sim | sim (obrigado/obrigada/aceito/por favor/claro) | combinado | com prazer | claro que sim | tudo bem empate
akkoord | aangenomen | geaccepteerd | ja (graag/hoor/akkoord) | graag | ik (accepteer/ga akkoord/neem aan/neem het aan) [remise/het/de remise/het remiseaanbod/je aanbod/uw aanbod/het aanbod/ermee] | remise | remise (aangenomen/akkoord/is goed) | goed remise | mee eens | is goed | prima | gelijkspel
accepterar | accepterat | godkänd | ja (tack/gärna) | gärna | jag (accepterar/godtar/går med på/tar) [remi/remin/erbjudandet/ditt erbjudande/remianbudet/remierbjudandet] | remi | remi (accepterad/accepteras/accepterat/är okej/går bra) | överens | det går bra | oavgjort | jag är överens | okej remi
accepterer | accepteret | akseptert | akseptert | aksepterer | ja (tak/takk/gerne/gjerne) | gerne | gjerne | jeg (accepterer/aksepterer/tager imod/tar imot/er enig/godtager/godtar) [remis/tilbuddet/tilbudet/dit tilbud/ditt tilbud/remistilbuddet/remistilbudet/remisen/dit remistilbud/ditt remistilbud] | remis (accepteret/akseptert/er fint/er ok/er greit) | enig | uafgjort | uavgjort | det er fint | i orden | greit
hyväksyn | hyväksytty | hyväksyn (tasapelin/tarjouksen/tasapelitarjouksen) | tasapeli | tasapeli (sopii/käy/hyväksytty) | kyllä | kyllä kiitos | sovittu | sopii | sopii minulle | käy | olen samaa mieltä | tasan
przyjmuję | przyjęte | akceptuję | zgoda | zgadzam się | zgadzam się na remis | tak | tak (proszę/dziękuję/zgoda/oczywiście) | oczywiście | chętnie | (przyjmuję/akceptuję) (remis/propozycję/propozycję remisu/ofertę/twoją propozycję/ofertę remisu) | remis (przyjęty/zgoda/akceptuję/przyjmuję)
přijímám | přijato | souhlasím | souhlas | ano | ano (prosím/děkuji/rád/souhlasím) | rád | dobře remíza | (přijímám/souhlasím s) (remízu/remízou/nabídku/tvou nabídku/vaši nabídku/nabídku remízy/návrh) | remíza | remíza (přijata/ano/souhlasím) | remízu přijímám | plichta
elfogadom | elfogadva | elfogadom (a döntetlent/a döntetlen ajánlatot/az ajánlatot/a döntetlenajánlatot/a remit) | egyetértek | beleegyezem | igen | igen (köszönöm/kérem/elfogadom) | döntetlen | döntetlen (elfogadva/elfogadom/rendben/jó) | remi | rendben döntetlen | áll az alku | oké döntetlen | megegyeztünk
accept (remiza/oferta/propunerea/oferta de remiză/egalitatea/cu plăcere) | acceptat | sunt de acord | de acord | da | da (mulțumesc/te rog/accept/desigur) | desigur | cu plăcere | remiză | remiza | remiză (acceptată/de acord/accept) | egalitate
согласен | согласна | согласны | я (согласен/согласна/принимаю/за) | (согласен/согласна) на ничью | принимаю | принимаю (ничью/предложение/ваше предложение/твое предложение/предложение ничьей/ничейное предложение) | ничья | ничью принимаю | пусть будет ничья | да | да (спасибо/пожалуйста/конечно/согласен/согласна/давай/давайте) | конечно | с удовольствием | договорились | хорошо ничья | мир | принято | ладно ничья | окей ничья
згоден | згодна | я (згоден/згодна/приймаю) | (згоден/згодна) на нічию | приймаю | приймаю (нічию/пропозицію/вашу пропозицію/твою пропозицію/пропозицію нічиєї) | нічия | так | так (дякую/звичайно/згоден/згодна) | звичайно | домовились | прийнято | із задоволенням
kabul | kabul ediyorum | kabul ettim | kabul edildi | (beraberliği/teklifi/beraberlik teklifini/teklifini/teklifinizi) kabul ediyorum | beraberlik | beraberlik (kabul/olsun/tamam) | berabere | evet | evet (lütfen/teşekkürler/kabul) | tamam beraberlik | anlaştık | olur | elbette | memnuniyetle
δέχομαι | αποδέχομαι | συμφωνώ | σύμφωνοι | σύμφωνος | (δέχομαι/αποδέχομαι/συμφωνώ σε) (την ισοπαλία/την προσφορά/ισοπαλία/την πρόταση/την προσφορά ισοπαλίας) | ισοπαλία | ναι | ναι (ευχαριστώ/παρακαλώ/φυσικά/δέχομαι) | φυσικά | βεβαίως | εντάξει ισοπαλία | ευχαρίστως
prihvaćam | prihvatam | prihvaćeno | slažem se | (prihvaćam/prihvatam) (remi/ponudu/remija/tvoju ponudu/vašu ponudu/ponudu remija) | remi (prihvaćen/prihvaćam/prihvatam/važi) | dogovoreno | naravno | da hvala | rado | neriješeno | nerešeno | прихватам | слажем се | реми | да хвала | съгласен | съгласна | приемам | приемам реми
同意 | 我同意 | 接受 | 我接受 | 同意和棋 | 我同意和棋 | 接受和棋 | 我接受和棋 | 和棋 | 和 | 好的 | 可以 | 是 | 是的 | 行 | 没问题 | 同意和 | 我接受您的和棋提议 | 承知しました | 同意します | 受け入れます | 引き分け | 引き分けに同意します | 引き分けでお願いします | 引き分けで | はい | 引き分けを受け入れます | 合意します | 賛成です | 네 | 예 | 동의합니다 | 수락합니다 | 수락 | 무승부 | 무승부에 동의합니다 | 무승부 수락
";

const REFUSALS: &str = "
no draw [please/yet/thanks/for me] | (i/id/i would) (rather/prefer to/want to/like to/will) (play on/continue/go on/keep playing) | lets (play on/continue/keep playing) | there is still (play/a lot of play/a lot to play for/life) [left/in it/in this]
(kein/noch kein) remis | [ich] lehne [das/dein] (remis/remisangebot) ab | remis lehne ich ab | [ich] (möchte/will/würde gern/würde lieber) [noch/lieber/gerne] (weiterspielen/weiter spielen/spielen) | ich spiele [lieber] (weiter/noch) | noch nicht
pas de nulle [pour moi/merci] | je refuse [la/cette] nulle | je (continue/préfère continuer/préfère jouer/veux continuer/voudrais continuer) | nulle refusée | pas encore | je n'accepte pas [la] nulle
(nada de/no a las) tablas | [no/yo] no acepto [las] tablas | rechazo [las] tablas | (sigo/prefiero seguir/quiero seguir/prefiero) [jugando/jugar] | sigo jugando | tablas no | todavía no
(niente/no) patta | (rifiuto/non accetto) [la] patta | [io] (continuo/preferisco continuare/voglio continuare/preferisco giocare) [a giocare] | non ancora
(geen/nog geen) remise | [ik] (speel door/speel verder/wil doorspelen/wil verder spelen/speel liever door/wil liever doorspelen) | ik weiger [de] remise | nog niet | remise (niet/nee)
(nada de/sem) empate | não aceito [o] empate | recuso [o] empate | (quero/prefiro/vou) continuar [a jogar] | ainda não | continuo a jogar
(żadnego/bez) remisu | nie przyjmuję [tego] remisu | odrzucam remis | (gram/gramy/wolę grać/chcę grać) dalej | wolę grać | jeszcze nie
ничью не принимаю | [я] не принимаю ничью | (никакой ничьей/ничьей не будет/без ничьей) | отклоняю ничью | [я] (играю/хочу играть/предпочитаю играть/буду играть/продолжаю) [дальше/игру] | (на ничью/ничью) не (согласен/согласна) | пока нет
ingen remi | [jag] (spelar vidare/vill spela vidare/spelar hellre vidare/tackar nej till remi/fortsätter) | nej till remi | inte än | jag vill [hellre] fortsätta
(id like to/i would like to/id rather/i would rather) play (this one/this/the game) (out/on) | giochiamo ancora | continuiamo | (spielen wir/lass uns) weiter | jouons encore | sigamos jugando | vamos continuar | grajmy dalej | играем дальше
decline | declined | declining | (i/we) [must/have to/will/would/hereby/politely/respectfully/kindly/have/do/am going to/shall] (decline/declined/refuse/reject/decline it/refuse it/reject it/decline that/pass) [it/this/the offer/your offer/the draw/your draw/the draw offer/your draw offer/a draw/the proposal/your proposal/for now/your kind offer/this offer]
refuse | refused | reject | rejected | (decline/refuse/reject) (it/the offer/your offer/the draw/your draw/the draw offer/your draw offer/this/a draw) | draw (offer declined/declined/offer rejected/rejected/refused/offer refused/decline/no) | (offer/your offer is/the offer is/your draw offer is) (declined/refused/rejected)
no | no no | (sorry/sorry but/thanks but/thank you but/im sorry but/unfortunately) no [thanks/thank you] | no (thanks/thank you/thx/way/sorry/draw/draw please/deal/draw yet/draw for me/draw now/draw thanks/draw thank you/draw for now/i dont/i do not/i decline/never/sir/agreement/not yet/not now) | nope | nah | never | not (now/yet/agreed/accepted/a draw/a draw yet/interested/yet a draw/this time/today) | not yet thanks
(i/we) (dont/do not/cant/cannot/wont/will not/can not/am not able to/do not want to/dont want to/am not going to/would not/refuse to/wouldnt/am not willing to) (accept/agree/take it/take a draw/take the draw/agree to it/draw/accept a draw/agree to a draw/want a draw/accept the draw/accept the offer/accept your offer/accept the draw offer/accept your draw offer/agree to the draw/accept it/accept that/accept this/accept your draw/want to draw/agree with that) [now/yet/here] | (dont/do not) accept | i dont want (a draw/it) | i do not want (a draw/it)
[lets/let us/i/we/please/i want to/i would like to/id like to/id rather/i would rather/i prefer to/id prefer to/i will/we should/we/i wish to/ill/no lets/no i want to/no i/no please/better] (play on/continue/keep playing/carry on/go on/fight on/keep going/play further/continue to play/play it out/continue playing/continue the game/keep on playing/go on playing/fight) [please/a bit/a little/for now/then/a while/a little longer/a bit more/for a while/now/the game] | on we go | too early | it is too early [for a draw] | its too early [for a draw]
abgelehnt | ablehnen | ich lehne ab | lehne ab | ich lehne (das remis/das angebot/remis/dein angebot/ihr angebot/dein remisangebot/das remisangebot) ab | nein | nein (danke/vielen dank/leider nicht/noch nicht/kein remis/weiter/weiterspielen) | nö | kein remis | kein remis (bitte/danke) | noch (nicht/kein remis) | ich (spiele weiter/möchte weiterspielen/will weiterspielen/nehme nicht an/nehme das nicht an/bin nicht einverstanden/stimme nicht zu/will kein remis/möchte kein remis) | wir spielen weiter | weiterspielen | lass uns weiterspielen | lieber weiterspielen | weiter | weiter gehts | es geht weiter | spielen wir weiter | remis abgelehnt | nicht einverstanden | lieber nicht | zu früh
non | non merci | je (refuse/décline/n'accepte pas/ne suis pas d'accord/préfère continuer/veux continuer/continue) [la nulle/l'offre/votre offre/ton offre/la proposition/votre proposition/ta proposition] | refusé | refusée | nulle refusée | refuser | décliner | pas (d'accord/de nulle/encore/maintenant) | continuons | on continue | jouons | je joue encore | trop tôt
no gracias | no acepto | no acepto (las tablas/tablas/el empate/la oferta/su oferta/tu oferta) | rechazo | rechazo (las tablas/el empate/la oferta/su oferta/tu oferta) | rechazado | rechazada | rechazar | declino | seguimos [jugando] | sigamos [jugando] | prefiero (seguir/seguir jugando) | quiero seguir jugando | no quiero tablas | todavía no | aún no | sin tablas | no estoy de acuerdo
no grazie | non accetto | non accetto (la patta/l'offerta/patta/la proposta) | rifiuto | rifiuto (la patta/l'offerta/la tua offerta/la proposta) | rifiutato | rifiutata | rifiutare | declino | continuiamo | continuo a giocare | preferisco continuare | si continua | giochiamo | non sono d'accordo | non ancora | niente patta
não | não (obrigado/obrigada/aceito/aceito o empate/concordo/quero empate) | recuso | recuso (o empate/a oferta/sua oferta/a proposta) | recusado | recusar | rejeito | vamos continuar | continuemos | prefiro continuar | ainda não | sem empate
nee | nee (bedankt/dank je/dank u) | geweigerd | afgewezen | ik (weiger/wijs af/ga niet akkoord/speel verder/speel door/wil doorspelen) | geen remise | nog niet | we spelen door | doorspelen | niet akkoord | weigeren
nej | nej (tack/tak) | avböjer | jag avböjer | avböjt | nekar | avslår | avslaget | jag (tackar nej/vill fortsätta/spelar vidare) | vi (spelar vidare/fortsätter) | ingen remi | inte än | fortsätter | tackar nej
nei | nei takk | afvist | avvist | avslått | afslår | afslået | jeg (afviser/avviser/afslår/avslår/takker nej/takker nei/spiller videre/vil spille videre/vil fortsætte/vil fortsette) | vi (spiller videre/fortsætter/fortsetter) | ingen remis | ikke (endnu/ennå/remis/enig)
ei | ei (kiitos/tasapeliä/vielä/käy/sovi) | hylkään | hylätty | kieltäydyn | en (hyväksy/suostu/ota tasapeliä) | jatketaan | jatkan | pelataan (loppuun/eteenpäin) | hylkään tarjouksen
nie | nie (dziękuję/dzięki/zgadzam się/przyjmuję/akceptuję/remis/teraz) | odrzucam | odrzucam (remis/propozycję/ofertę) | odmawiam | odrzucone | gramy dalej | grajmy dalej | gram dalej | bez remisu | jeszcze nie
ne | ne (děkuji/díky/hvala/köszönöm) | odmítám | odmítám (remízu/nabídku) | odmítnuto | nesouhlasím | nepřijímám | hrajeme dál | hrajme dál | hraju dál | ještě ne
nem | nem (köszönöm/fogadom el/fogadom el a döntetlent/értek egyet/kérem/döntetlen) | elutasítom | elutasítva | visszautasítom | játsszunk tovább | játszunk tovább | folytassuk | még nem
nu | nu (mulțumesc/accept/accept remiza/sunt de acord) | refuz | refuz (remiza/oferta) | refuzat | resping | jucăm mai departe | să continuăm | continuăm | încă nu
нет | нет (спасибо/не согласен/не согласна) | не (согласен/согласна/принимаю/надо/хочу ничью) | я не (согласен/согласна/принимаю) | отказываюсь | отклоняю | отклонено | отказ | отказать | играем дальше | давай играть | давайте играть | продолжаем | продолжим | давайте продолжим | давай продолжим | играю дальше | пока нет | еще нет | отклоняю (ничью/предложение)
ні | ні дякую | не (згоден/згодна/приймаю) | відмовляюсь | відмовляюся | відхиляю | відхилено | граємо далі | продовжуємо | продовжимо | ще ні
hayır | hayır teşekkürler | hayır teşekkür ederim | reddediyorum | reddedildi | red | kabul etmiyorum | devam | devam edelim | oynamaya devam | henüz değil | beraberlik yok
όχι | όχι ευχαριστώ | αρνούμαι | απορρίπτω | απορρίπτεται | δεν (δέχομαι/συμφωνώ/αποδέχομαι) | συνεχίζουμε | ας συνεχίσουμε | συνεχίζω | όχι ακόμα
odbijam | odbijeno | ne (prihvaćam/prihvatam/slažem se) | igramo dalje | nastavljamo | nastavimo | još ne | не прихватам | одбијам | играмо даље | отказвам | не благодаря
不 | 不同意 | 我不同意 | 拒绝 | 我拒绝 | 不接受 | 我不接受 | 不和 | 继续 | 继续下 | 继续下棋 | 不行 | 不要 | 不谢谢 | いいえ | お断りします | 拒否します | 断ります | 続けます | 続けましょう | 指し続けます | 아니요 | 아니오 | 거절합니다 | 거절 | 계속합시다 | 계속 두겠습니다
";

/// Thanks that end a game.
const THANKS: &str = "
(thanks/thank you) for (the/this/your) (lesson/lessons)
[and/many] (thanks/thank you/thank you very much/thanks a lot/thx/ty/thank you so much) for (the/a/this/your/that/an) [good/nice/great/fine/interesting/exciting/lovely/hard/wonderful/very good/very nice/enjoyable/fun/tough/excellent/well played/hard fought] (game/games/match/fight)
[vielen/besten/herzlichen] dank für (die/das/dein/deine/eine/diese/dieses) [schöne/gute/tolle/spannende/interessante/schönes/gutes/nette] (partie/spiel) | danke für (die/das/dein/deine/eine/diese/dieses) [schöne/gute/tolle/spannende/interessante/schönes/gutes/nette] (partie/spiel) | merci [beaucoup] (pour/de) (la/cette/ta/votre) [belle/bonne] partie | merci [beaucoup] pour le jeu | (gracias/muchas gracias/mil gracias) por (la/esta/tu/su/una/tan) [buena/bonita/gran/linda/bella] partida | (gracias/muchas gracias) por el juego | (grazie/grazie mille/tante grazie/molte grazie) (per la/della/di questa/per questa/per una) [bella/buona/ottima] partita | (obrigado/obrigada/muito obrigado/muito obrigada) (pela/por esta/por uma) [boa/bela/ótima] partida | (obrigado/obrigada) pelo [bom/belo] jogo | (bedankt/dank je/dank u/dank je wel/dank u wel) voor (de/deze/een) [mooie/goede/leuke/fijne/spannende] partij | (bedankt/dank je/dank u) voor (het/dit) [mooie/goede/leuke/fijne] spel | tack [så mycket] för (partiet/matchen/spelet/ett fint parti/ett bra parti/en fin match/en bra match) | takk for (partiet/kampen/spillet) | tak for (partiet/kampen/spillet) | kiitos pelistä | (dziękuję/dzięki) za [tę/dobrą/piękną/ciekawą/świetną] (partię/grę) | děkuji za (partii/hru) | köszönöm a (játszmát/játékot) | mulțumesc pentru (partidă/joc) | [большое] спасибо за [эту/хорошую/отличную/интересную/красивую/прекрасную] (игру/партию) | дякую за (гру/партію) | (oyun/maç) için (teşekkürler/teşekkür ederim) | ευχαριστώ για (την παρτίδα/το παιχνίδι) | hvala na (partiji/igri) | 谢谢你的对局 | ありがとうございました
";

/// Words beside an answer that do not change it.
const FILLERS: &str = "
kind of you | very kind | danke dir | grazie mille
dann | donc | alors | entonces | pues | allora | dunque | quindi | dan | dus | então | portanto | więc | zatem | w takim razie | тогда | значит | тогда уж | då | alltså
ok | okay | okey | fine | well | good | great | alright | all right | then | so | and | thanks | thank you | thank you very much | many thanks | thx | please | (a/it was a/that was a/it was an/an) (good/nice/great/fun/interesting/fine/hard/exciting/lovely/tough/fair/excellent) (game/fight/match/result) | (good/nice/great/interesting/well played/fair/fun/exciting) (game/fight/match/result) | gg | well played | you played well | hello | hi | dear | good (morning/evening/afternoon) | best regards | regards | cheers | by me | indeed | so far | but
danke | vielen dank | bitte | schöne partie | gute partie | gut gespielt | hallo | gut | also | na gut | in ordnung | alles klar | merci | merci beaucoup | bonjour | bonne partie | belle partie | bien joué | bon | bien | gracias | muchas gracias | hola | bueno | buena partida | vale | bien jugado | grazie | grazie mille | ciao | bene | bella partita | buona partita | ben giocato | obrigado | obrigada | olá | bom jogo | boa partida | tudo bem | bedankt | dank je | goed | mooie partij | oké | tack | tak | takk | okej | hej | hei | bra spelat | kiitos | hyvä peli | dziękuję | dzięki | dobra partia | dobrze | dobra | děkuji | díky | dobře | köszönöm | rendben | jó játszma | jó | mulțumesc | bine | спасибо | большое спасибо | хорошо | привет | здравствуйте | хорошая игра | хорошая партия | ладно | ок | дякую | добре | гаразд | teşekkürler | teşekkür ederim | tamam | merhaba | ευχαριστώ | εντάξει | καλό παιχνίδι | hvala | dobro | u redu | хвала | благодаря | 谢谢 | 謝謝 | 好 | ありがとう | ありがとうございます | では | 감사합니다
";

/// Whether a line accepts (`true`) or refuses (`false`) an offer: `agreed`, `remis`, `I accept the draw offer,
/// thank you for the game!`, `no thanks`.
///
/// Thanks alone are no answer, because an acceptance cannot be taken back.
/// Every word of the line has to be known, except a name after thanks; a condition, a question or a turn makes
/// the result `None`, and so do `ok` alone, which is no answer, and an acceptance beside a refusal.
#[must_use]
pub fn answer_to_offer(line: &str) -> Option<bool> {
    let line = line.trim();
    if line.len() > MAX_BYTES || line.contains(['?', '？', '؟']) {
        return None;
    }
    let words = Words::of(line);
    let (mut at, mut answer) = (0, None);
    while at < words.len() {
        if let Some((count, said)) = ANSWERS.longest_at(&words, at) {
            let farewell = FAREWELLS
                .longest_at(&words, at)
                .filter(|&(n, ())| n > count);
            if let Some((count, ())) = farewell {
                at += count;
                continue;
            }
            if said.is_some() && answer.is_some() && said != answer {
                return None;
            }
            (at, answer) = (at + count, said.or(answer));
        } else if let Some((count, ())) = FAREWELLS.longest_at(&words, at) {
            at += count;
        } else {
            // A name may end the sentence of a phrase: `thanks, Boris.`
            let name = words.name(at, 2);
            let ended = at + name == words.len() || !words.gap(at + name).trim().is_empty();
            if name == 0 || at == 0 || !words.joined(at) || !ended {
                return None;
            }
            at += name;
        }
    }
    let plain = (0..=words.len()).all(|i| words.gap(i).chars().all(is_plain));
    answer.filter(|_| plain)
}

/// Whether a line holds nothing but thanks, praise and greetings, as people write below the end of a game.
#[must_use]
pub fn is_farewell(line: &str) -> bool {
    let words = Words::of(line);
    let mut at = 0;
    while at < words.len() && line.len() <= MAX_BYTES {
        let thanks = FAREWELLS.longest_at(&words, at).map(|(count, ())| count);
        let filler = ANSWERS.longest_at(&words, at);
        let filler = filler.and_then(|(count, said)| said.is_none().then_some(count));
        match thanks.max(filler) {
            Some(count) => at += count,
            // A name ends the line.
            None if at > 0 && at + words.name(at, 2) == words.len() => return true,
            None => return false,
        }
    }
    at > 0
}

/// Whether a line says in so many words that it is about a draw: `remis`, `I accept the draw`. `Agreed` does not.
#[must_use]
pub fn names_draw(line: &str) -> bool {
    let words = Words::of(line);
    let named = |at| DRAW_NAMES.longest_at(&words, at).is_some();
    let unspaced = || UNSPACED_DRAWS.iter().any(|name| line.contains(name));
    (0..words.len()).any(named) || unspaced()
}

/// Signs of sentences and pictures; not those of notation.
fn is_plain(c: char) -> bool {
    c.is_whitespace()
        || ",.!;:-–—*_~()'’‘`\"/=^<，。！、」「½…".contains(c)
        || u32::from(c) >= 0x203c
}

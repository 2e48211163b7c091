//! The tables of doubts. [`Phrases`](super::words::Phrases) has their syntax. Words are compared without
//! accents, so that French `hier` (yesterday) would be German `hier` (here): such words stand here within
//! longer phrases only.

use super::doubts::Doubt;

/// Phrases that cast no doubt, though words in them would.
pub(super) const HARMLESS: &str = "
(how about/and/what about) you | und (dir/ihnen/euch/bei dir/selbst) | et (toi/vous) | y (tú/usted/vosotros) | e (tu/lei/voi/você) | en (jij/met jou/u) | a (ty/u ciebie/co u ciebie) | а (ты/вы/у тебя/как ты) | och (du/ni/hur mår du)
(lets/let us/we will/well) see (what/how/where/if/whether/who) | mal (sehen/schauen/gucken) (was/wie/ob/wer/wo) | (voyons/on va voir/on verra) (ce que/ce qui/comment/si/qui) | (a ver/veamos/vamos a ver) (qué/cómo/si/quién) | vediamo (che/cosa/come/se/chi) | (eens kijken/benieuwd/we zullen zien) (wat/hoe/of/wie) | vamos ver (o que/como/se/quem) | zobaczymy (co/jak/czy/kto) | (посмотрим/поглядим) (что/как/кто) | (får se/vi får se/låt se) (vad/hur/om/vem)
my (first/opening) (move/turn) (is/will be) | pues nada | no to (zaczynamy/jedziemy/gramy) | what else | was sonst | quoi dautre | qué más | cosaltro | wat anders | que mais | cóż innego | что же еще | vad annars
how (was/were/is) (your/the) (holiday/holidays/vacation/trip/day/week/weekend/birthday/garden/family/kids/exam/concert/wedding/children/job/move/knee/back) | (wie war/wie ist) (dein/der/die/das/ihr/euer) | comment (était/étaient/sest passé) | qué tal (el/la/las/los/tu/tus) | cómo (fue/estuvo) | (com/come) (è andata/è stato/era/sta) | hoe was (je/de/het/jouw) | como (foi/foram) | (jak było/jak tam/jak minął/jak minęły/jak minęła) | как (прошел/прошла/прошло/прошли/дела/поживаешь/отпуск) | hur var (din/ditt/dina/semestern/helgen)
nothing (new/special/fancy) | nichts (neues/besonderes/aufregendes) | rien de (neuf/nouveau/spécial) | nada (nuevo/especial) | niente di (nuovo/speciale) | niets (nieuws/bijzonders) | nada de (novo/especial) | nic (nowego/specjalnego) | ничего (нового/особенного) | inget (nytt/särskilt)
nothing personal | (dont/do not/please dont) (laugh/cry/be angry/be mad/be sad/panic/blame me/get me wrong) | (isnt/arent/wasnt/doesnt/dont/didnt) (it/that/they/you/we) | not a (king/queen/rook/bishop/knight/pawn/lancer/sentry/jailer/cannon/horse) | (couldnt/could not/cant/cannot/can not) (resist/help it/help myself)
nichts persönliches | nicht (lachen/persönlich nehmen/böse sein/weinen) | lach nicht | sei nicht böse | kein (könig/springer/läufer/turm/bauer) | keine dame | konnte nicht (widerstehen/anders) | kann nicht (widerstehen/anders)
rien de personnel | ne (ris/riez) pas | ne (te fâche/vous fâchez/pleure) pas | pas un (cavalier/fou/pion/roi) | pas une (tour/dame) | je nai pas pu résister
nada personal | no te (rías/enfades/enojes) | no un (caballo/alfil/peón/rey) | no una (torre/dama) | no pude (resistir/resistirme/evitarlo) | verdad
niente di personale | non (ridere/arrabbiarti/piangere) | non un (cavallo/alfiere/pedone/re) | non una (torre/donna) | non ho (resistito/potuto resistere) | non (è vero/credi)
niets persoonlijks | niet (lachen/boos worden/huilen/persoonlijk) | geen (paard/loper/pion/koning/toren/dame) | kon het niet (laten/weerstaan) | (niet waar/is het niet/vind je niet)
nada de pessoal | não (ria/rias/fique bravo/leve a mal/chore) | não um (cavalo/bispo/peão/rei) | não uma (torre/dama) | não (resisti/pude resistir) | não (é/é mesmo/acha/achas)
nic osobistego | nie (śmiej się/gniewaj się/płacz) | nie (skoczek/goniec/pion/król/wieża/hetman) | nie (mogłem/mogłam) się (powstrzymać/oprzeć) | nieprawdaż | nie sądzisz
ничего личного | не (смейся/смейтесь/обижайся/обижайтесь/сердись) | не (конь/слон/пешка/король/ладья/ферзь) | не (удержался/удержалась/смог удержаться) | не так ли | не правда ли
inget personligt | inte (skratta/bli arg/gråta) | skratta inte | inte en (springare/löpare/bonde/kung) | inte ett torn | kunde inte (motstå/låta bli) | (inte sant/eller hur)
(dont/do not/no need to/never/not to/please dont) (worry/hurry/mind me/rush/be sorry) | viel spaß | viel spass | es macht spaß | macht spaß | macht mir spaß | hat spaß gemacht | no (problem/problems/hurry/rush/worries/worry/need to hurry/need to rush/stress/trouble/idea/offence/offense/prob/matter what/doubt) | why not | not (bad/at all/too bad/so bad/a problem/only/in a hurry/to worry/so fast) | not bad at all | never mind the (delay/weather) | no end | last but not least | whether or not you like it
if (you like/you wish/you want/you please/i may say so/you ask me) | as if | if you dont mind | better late than never | no time to lose | without (further ado/doubt) | no doubt about it | time and again
(well/nicely/good/finely/brilliantly/beautifully/strongly) played | you (played/have played) [very/really/so] (well/nicely/strongly/beautifully) | you (played/have played) (a/an) (good/great/nice/fine/excellent/wonderful/strong) | played [very] well
(see/hear from/talk to/write) you (later/tomorrow/next time/next week/soon) | see you | have a nice day tomorrow | sooner or later | next to | (until/till) next time | back (to you/home/from/again/soon/in) | (be/come/welcome/write/get/am/im) back | (the/a nice/a good/a great/nice/good/your/my) weekend | the next game | our next game | my next game | next year | a next game | your next (move/turn/letter/mail/reply) | (thanks/thank you) for your last (move/turn/letter/mail/message/game)
(ok/okay/well/alright/all right) then | na dann | so dann | dann mal | sorry for (the/my) (delay/late reply/late answer/late response/late move/long wait/wait/slow reply/silence/inconvenience/bad english/english/poor english) | sorry (to keep you waiting/to hear that/to hear/about the delay/about the weather/it took so long/that it took so long/for being late/for being slow/for answering late/for replying late/i am late/im late) | apologies for the (delay/late reply/late move) | sorry this took so long | i am sorry to hear that | (cant/cannot/can not/can hardly/i) wait (to see/for your/for the/and see) | waiting for your | (cant/cannot/can not) wait | wait for (your/you)
how (are you/are you doing/is it going/do you do/is life/are things/is everything/is the weather/is your family/was your day/was your weekend/was your holiday/goes it) | hows (it going/life/everything/the weather) | (how is/hows/whats) the weather | what a | what is the weather like | are you well | all well | everything ok | everything okay | how old are you | where are you from | where do you live | do you like | what do you do | did you have a (good/nice) | did you see the (news/match/game last night)
(would/it would) be (nice/great/fun/lovely/a pleasure/an honour) | i would (like/love) to (thank/congratulate/wish/greet/say thank you/visit/meet) | would you believe | i think of you | thinking of you | i think so too | i (think/guess) you are (good/strong/a good player/a strong player) | i think this (is/will be) a (good/nice/great/fun/fine) | i could not agree more | could not be (better/nicer) | rather (nice/good/well/warm/cold/hot/interesting/quiet/pleasant/busy/fun/a nice/a good) | correct me gently | that should be fun | this should be fun | should be (fun/interesting) | may the (best/better) | may you | the month of may | before i forget | long before | never played this (variant/game) | (i have/i/ive) never played this (variant/game/opening) [before] | first time i played | never a dull moment | last night | last year | last week
keine (eile/sorge/sorgen/hektik/ursache/probleme/frage/angst) | kein (problem/stress/thema/ding/wunder) | nicht (schlecht/eilig/so eilig/so schlimm/schlimm/zu fassen/nur/der rede wert) | macht nichts | warum nicht | nichts für ungut | nicht wahr | gut gespielt | schön gespielt | gut gezogen | du hast (gut/toll/stark) gespielt | guten morgen | bis (morgen/später/nächstes mal) | wenn du (magst/möchtest/willst) | wenn sie möchten | so oder so | mehr oder weniger | früher oder später | wie geht (es/es dir/es ihnen/es euch/s) | wie gehts [dir/euch] | wie ist das wetter | alles (gut/klar/okay) | entschuldigung für die (verspätung/späte antwort/wartezeit) | entschuldige die (verspätung/späte antwort/wartezeit) | entschuldigen sie die (verspätung/späte antwort) | sorry für die (verspätung/späte antwort) | tut mir leid für die verspätung | mach dir keine sorgen | keinen stress | besser spät als nie | vielleicht bis bald | kann es kaum erwarten | würde mich freuen | ich würde mich freuen | wäre schön | ich denke an dich
pas de (problème/souci/soucis/quoi/hâte) | pas (mal/mal du tout/grave/pressé/si mal/encore fini) | pourquoi pas | n'est ce pas | ne (t'inquiète pas/vous inquiétez pas/t'en fais pas) | bien joué | comment (vas tu/allez vous/ça va) | ça va | si tu (veux/le veux) | si vous voulez | s'il (te/vous) plaît | à demain | à plus tard | plus ou moins | désolé (pour le retard/du retard/de répondre si tard) | désolée (pour le retard/du retard) | il n'y a pas de (quoi/problème) | tôt ou tard | mieux vaut tard que jamais | non plus
no (hay prisa/hay problema/pasa nada/te preocupes/se preocupe/te apures/importa) | sin (problema/prisa/duda) | bien jugado | por qué no | porque no | nada mal | no está (mal/nada mal) | hasta (mañana/luego/la próxima) | si (quieres/gustas/te parece bien) | más o menos | cómo (estás/está/te va/va todo) | qué tal | perdón por (la demora/el retraso/la tardanza) | disculpa (la demora/el retraso/la tardanza) | buenas tardes | tarde o temprano | más vale tarde que nunca | la próxima partida
non c'è (problema/fretta/di che) | non (preoccuparti/si preoccupi/ti preoccupare/male/solo) | nessun problema | senza fretta | perché no | ben giocato | hai giocato bene | se vuoi | se ti va | a domani | a più tardi | più o meno | come (stai/sta/va/va tutto) | tutto bene | scusa (il ritardo/per il ritardo) | scusami per il ritardo | scusate (il ritardo/per il ritardo) | mi dispiace per il ritardo | prima o poi | meglio tardi che mai | prima partita | non vedo l'ora
(sem/não há/não tem) (problema/pressa/problemas) | não (se preocupe/te preocupes/faz mal/é mau) | por que não | porque não | bem jogado | até (amanhã/mais tarde/depois) | se (quiser/você quiser/quiseres) | mais ou menos | como (vai/está/você está/estás) | tudo bem | desculpe (a demora/o atraso/pela demora) | desculpa (a demora/o atraso/pela demora) | antes tarde do que nunca | mais tarde ou mais cedo
geen (probleem/haast/zorgen/dank/stress) | niet (slecht/erg/te geloven/alleen) | waarom niet | goed gespeeld | tot (morgen/later/de volgende keer) | als je wilt | hoe (gaat het/is het/gaat het met je) | maak je geen zorgen | sorry voor (de vertraging/het late antwoord/het lange wachten) | min of meer | vroeg of laat | beter laat dan nooit
inga (problem/bekymmer) | inget problem | ingen (brådska/fara/orsak) | inte (illa/så illa/bråttom/dåligt) | varför inte | bra spelat | väl spelat | vi ses (imorgon/senare) | hur (mår du/är det/går det) | oroa dig inte | om du vill | ursäkta (dröjsmålet/att det tog tid/sent svar) | förlåt för sent svar | bättre sent än aldrig | god morgon
(ingen/intet/ikke noget/ikke noe) (problem/hastværk/hast/årsag/fare/problemer) | ikke (dårligt/dårlig/værst/så verst/verst/noget at takke for) | hvorfor ikke | godt spillet | bra spilt | godt spilt | vi ses (i morgen/senere) | hvordan (har du det/går det) | hvis du vil | bare rolig | beklager (forsinkelsen/sent svar) | undskyld (forsinkelsen/ventetiden/det sene svar) | bedre sent enn aldri | bedre sent end aldrig | god morgen
ei (kiirettä/hätää/haittaa/se mitään/mitään/ongelmaa/hullumpaa) | miksei | miksi ei | hyvin pelattu | mitä kuuluu | jos haluat | anteeksi (viive/myöhäinen vastaus/että kesti) | huomiseen | nähdään huomenna | parempi myöhään kuin ei milloinkaan
nie (ma problemu/ma sprawy/ma pośpiechu/ma za co/szkodzi/martw się/spiesz się/śpiesz się/najgorzej) | dlaczego nie | czemu nie | dobrze zagrane | do jutra | jeśli chcesz | jak się masz | co słychać | co u ciebie | przepraszam za (opóźnienie/zwłokę/późną odpowiedź) | mniej więcej | lepiej późno niż wcale
(není/neni) (problém/zač/kam spěchat) | nevadí | proč ne | dobře zahráno | nespěchej | jak se (máš/máte/daří) | jestli chceš | do zítřka | omlouvám se za (zpoždění/pozdní odpověď) | lépe pozdě než nikdy | není spěch
nem (baj/probléma/gond/sürgős/rossz/siet) | miért ne | jól játszott | hogy (vagy/van) | ha akarod | ha szeretnéd | semmi (baj/gond) | bocs a késésért | elnézést a késésért | bocsánat a (késésért/késői válaszért) | jobb később mint soha
nu (e problemă/este problemă/e grabă/face nimic/te grăbi/te îngrijora/e rău) | nicio problemă | nici o problemă | de ce nu | bine jucat | ce mai faci | dacă vrei | pe mâine | scuze pentru (întârziere/răspunsul târziu) | mai bine mai târziu decât niciodată
не (спеши/спешите/торопись/торопитесь/волнуйтесь/волнуйся/беспокойтесь/беспокойся/за что/проблема/плохо/страшно/только/хуже) | нет проблем | почему бы (и нет/нет) | почему нет | хорошо сыграно | до завтра | если (хотите/хочешь/угодно) | как (дела/вы/ты/поживаете/жизнь) | извини за (задержку/опоздание/поздний ответ) | извините за (задержку/опоздание/поздний ответ) | простите за (задержку/поздний ответ) | прошу прощения за (задержку/поздний ответ) | не так ли | лучше поздно чем никогда | рано или поздно
не (поспішай/поспішайте/хвилюйся/хвилюйтесь/за що/погано) | немає проблем | нема проблем | чому (б ні/ні) | добре зіграно | до завтра | якщо (хочеш/хочете) | як (справи/ти/ви) | вибач за затримку | вибачте за (затримку/пізню відповідь) | краще пізно ніж ніколи
(sorun/acele/problem) (değil/yok) | acelesi yok | acele etme | merak etme | fena değil | neden olmasın | iyi oynadın | nasılsın | nasılsınız | ne haber | istersen | geciktiğim için özür dilerim | gecikme için özür dilerim | yarın görüşürüz
(δεν/κανένα) (πειράζει/πρόβλημα/υπάρχει πρόβλημα/υπάρχει βιασύνη/βιάζομαι) | μην (ανησυχείς/βιάζεσαι/ανησυχείτε) | γιατί όχι | όχι άσχημα | καλά έπαιξες | τι κάνεις | πώς είσαι | αν θέλεις | τα λέμε αύριο | συγγνώμη για (την καθυστέρηση/την αργοπορία)
(nema/nije) (problema/problem/žurbe/na čemu/loše/hitno) | ne (brini/žuri/brinite/žurite) | zašto ne | dobro odigrano | kako si | kako ste | ako (želiš/hoćeš) | vidimo se (sutra/kasnije) | oprosti na kašnjenju | izvini zbog kašnjenja | do sutra | нема проблема | не брини | како си | bolje ikad nego nikad
";

/// Words that take back or change what was said.
pub(super) const CORRECTIONS: &str = "
(not/dont/do not) [yet] (send/sent/submit) | not to be sent | nicht (senden/absenden/abschicken/schicken) | noch nicht (senden/absenden/abschicken/schicken) | (ne pas/pas) (envoyer/encore envoyer) | no (enviar/mandar) | sin enviar | non (inviare/spedire/mandare) | niet (versturen/verzenden/sturen) | não (enviar/mandar) | nie (wysyłać/wysyłaj) | не (отправлять/отправляй/посылать) | (skicka/sänd) inte | ska inte skickas
(stop/halt) (that/it/this/please) | please stop | (was/is/were) the wrong (one/letter/mail/email/message/game/board/answer) | wrong (letter/message/email/board/answer/thread/window) | not this (game/letter/mail) | falsche (mail/nachricht/partie/antwort/mails) | falscher (brief/text) | falsches (spiel/brett/fenster) | nicht (diese partie/dieses spiel) | mauvaise (lettre/partie/réponse) | mauvais (message/courriel/mail) | pas cette partie
(carta/partida/respuesta) equivocada | (correo/mensaje) equivocado | (lettera/partita/risposta) sbagliata | messaggio sbagliato | verkeerde (mail/brief/partij/bericht) | verkeerd (bericht/bord) | (carta/partida/mensagem/resposta) errada | (e mail/email) errado | nie (ten list/ta gra/ta partia/ten mail) | (zły/złego) (list/mail/maila) | zła partia | не (то письмо/та партия/туда) | fel (brev/mejl/parti/mail/svar)
just kidding | only kidding | kidding | (just/only/it was/that was) a joke | joking | (my/the) real move | not my (move/turn) yet | wait (with/until/please/a moment) | please wait | (nur/war nur/war) (ein witz/ein scherz/witz/scherz/spaß/spass) | kleiner scherz | spaß | spass | scherz | erst morgen | noch warten | (cétait/juste) une blague | je (blague/plaisante/rigole) | (era/es) (broma/una broma) | (era uno/uno) scherzo | sto scherzando | brincadeira | grapje | шутка | шучу | everything (except/but) | anything (except/but) | alles außer
(dont/do not/please dont/please do not/never) (play/move/do/make/take/send/count/use) (it/this/that/my/the/any/anything/yet/the move/this move/that move/the turn) | (spiel/spiele/mach/zieh) (das/ihn/es) (nicht/noch nicht)
sorry | oops | ooops | whoops | ups | upps | woops | apologies | my (mistake/bad/error/apologies/fault) | (i/we) (mean/meant/intended) | rather than | instead | scratch that | correction | corrected | correcting | errata | erratum | typo | mistyped | misclick | mistake | mistaken | in error | wrong (move/turn/square/piece/game/line/one/mail) | on (second thought/second thoughts/reflection/further thought) | (changed/change/changing) my mind | no wait | wait | hold on | hang on | strike that | belay that | ignore | disregard | forget (it/that/this/about/what/my/the) | never mind | nevermind | cancel | canceled | cancelled | take (back/it back/that back/this back) | taking (back/it back/that back) | took back | takeback | take my (move/turn) back | undo | revoke | retract | withdraw | delete (that/this/my) | reconsider | reconsidered | should be | should read | should have (been/read/written) | i (misread/misspoke/overlooked/miswrote/missed) | or rather | better (is/play/would) | make (it/that) | actually [i/no] | not that | replace | instead of | please (change/correct/discard)
entschuldigung | entschuldige | entschuldigen sie | verzeihung | pardon | tut mir leid | ich (meine/meinte) | gemeint war | meinte | quatsch | halt | moment | stopp | stattdessen | anstatt | statt | sondern | lieber (doch/nicht) | ich (spiele/ziehe) (lieber/doch) | doch lieber | besser ist | korrektur | berichtigung | tippfehler | verschrieben | vertippt | vertan | versehen | versehentlich | irrtum | fehler | falscher zug | hab mich (geirrt/vertan/vertippt) | habe mich (geirrt/vertan/vertippt) | ich nehme (zurück/das zurück/den zug zurück) | nehme zurück | zurücknehmen | zurückgenommen | rückgängig | vergiss (es/das/den) | vergessen sie | ignoriere | ignorieren | bitte ignorieren | stornieren | storniere | es sich anders überlegt | anders überlegt | überlegt es mir | doch nicht | nein doch | beziehungsweise | bzw
désolé | désolée | pardon | excuse moi | excusez moi | je voulais dire | je veux dire | oups | erreur | faute de frappe | plutôt | au lieu de | à la place | finalement | correction | j'annule | annule | annuler | oublie | oubliez | ignorez | ignore | j'ai changé d'avis | changé d'avis | je me suis trompé | me suis trompée | attends | attendez | je reprends | reprendre mon coup | en fait
perdón | perdona | perdone | disculpa | disculpe | lo siento | quise decir | quería decir | quiero decir | me equivoqué | me he equivocado | error | errata | corrección | corrijo | mejor dicho | más bien | en vez de | en lugar de | en cambio | olvida | olvídalo | olvide | ignora | ignore | cancela | cancelo | anula | anulo | cambié de (opinión/idea) | he cambiado de | espera | un momento | retiro | deshacer | retractar
scusa | scusami | scusi | scusate | mi dispiace | spiacente | volevo dire | intendevo | intendo | voglio dire | errore | ho sbagliato | mi sono sbagliato | sbagliato | correzione | refuso | anzi | piuttosto | invece | al posto di | annulla | annullo | annullare | dimentica | ignora | ignorare | ripensandoci | ho cambiato idea | cambiato idea | aspetta | un attimo | ritiro la | ritirare
desculpe | desculpa | desculpas | perdão | quis dizer | queria dizer | quero dizer | errei | erro | enganei me | me enganei | correção | corrigindo | corrijo | ou melhor | em vez de | ao invés | em lugar de | esquece | esqueça | ignore | cancela | cancelo | cancelar | anular | mudei de (ideia/opinião) | espera | espere | retiro | desfazer | na verdade
ik (bedoel/bedoelde) | bedoel | bedoelde | correctie | tikfout | vergissing | vergist | fout | in plaats van | liever | toch niet | toch maar | vergeet | negeer | negeren | annuleer | annuleren | bedacht | van gedachten veranderd | wacht | excuus | oeps | terugnemen | neem terug | ongedaan
förlåt | ursäkta | jag (menade/menar) | menade | rättelse | skrivfel | fel drag | misstag | istället | i stället | hellre | glöm | ignorera | bortse | ångrar | ångrade | ändrat mig | ändrade mig | vänta | hoppsan | ta tillbaka | tar tillbaka
undskyld | beklager | unnskyld | jeg (mente/mener) | rettelse | tastefejl | skrivefejl | skrivefeil | tastefeil | fejl | feil | forkert | i stedet | istedet | istedenfor | hellere | heller | glem | ignorer | ignorér | fortryder | angrer | ombestemt | skiftet mening | vent (lidt/litt/nu) | hovsa | tage tilbage | ta tilbake | tar tilbake | trækker tilbage
anteeksi | tarkoitin | tarkoitan | pahoittelen | virhe | kirjoitusvirhe | korjaus | sen sijaan | mieluummin | unohda | peruuta | perun | perutaan | muutin mieleni | odota | hups
przepraszam | sorki | chodziło mi | miałem na myśli | miałam na myśli | pomyłka | pomyliłem | pomyliłam | pomyłkę | błąd | literówka | poprawka | zamiast | raczej | zapomnij | zignoruj | ignoruj | anuluj | anuluję | cofam | cofnij | cofnąć | zmieniłem zdanie | zmieniłam zdanie | czekaj | chwila | jednak
promiň | promiňte | omlouvám se | pardon | myslel jsem | myslela jsem | chtěl jsem | chtěla jsem | překlep | chyba | oprava | spletl jsem | spletla jsem | místo toho | místo | raději | zapomeň | ignoruj | ignorujte | zruš | zruším | beru zpět | vracím tah | rozmyslel | počkej | moment | vlastně
bocsánat | bocs | elnézést | úgy értem | azt akartam | akartam | tévedés | tévedtem | elírás | elírtam | hiba | javítás | helyett | inkább | helyesbítek | felejtsd | hagyd figyelmen kívül | visszavonom | visszaveszem | meggondoltam | várj
scuze | scuzați | scuză mă | îmi pare rău | am vrut să | vroiam să | voiam să | greșeală | greșit | am greșit | corectură | corecție | mai bine | în loc de | mai degrabă | uită | uitați | ignoră | ignorați | anulez | anulează | retrag | m-am răzgândit | așteaptă | de fapt
извини | извините | прости | простите | прошу прощения | сорри | я имел в виду | я имела в виду | имел в виду | имела в виду | в смысле | точнее | вернее | ошибся | ошиблась | ошибка | опечатка | описка | исправление | исправляю | вместо | лучше | передумал | передумала | забудь | забудьте | игнорируй | игнорируйте | отмена | отменяю | отменить | отмените | беру назад | взять назад | возьму назад | беру ход назад | вернуть ход | стоп | погоди | подожди | подождите | нет нет | ой | упс
вибач | вибачте | перепрошую | пробач | я мав на увазі | мав на увазі | мала на увазі | точніше | помилився | помилилась | помилка | описка | виправлення | замість | краще | передумав | передумала | забудь | ігноруй | скасувати | скасовую | беру назад | зачекай | стоп | ой
pardon | özür dilerim | kusura bakma | kusura bakmayın | demek istedim | demek istediğim | yani | yanlış | yanlışlıkla | yanlış yazdım | hata | düzeltme | düzeltiyorum | yerine | daha doğrusu | unut | boş ver | iptal | vazgeçtim | geri al | geri alıyorum | fikrimi değiştirdim | bekle | dur
συγγνώμη | συγνώμη | εννοώ | εννοούσα | ήθελα να πω | λάθος | διόρθωση | αντί | αντί για | μάλλον | καλύτερα | ξέχασέ το | ξέχνα | αγνόησε | αγνοήστε | ακύρωση | ακυρώνω | άλλαξα γνώμη | παίρνω πίσω | περίμενε | ουπς
oprosti | oprostite | izvini | izvinite | pardon | mislio sam | mislila sam | htio sam | hteo sam | htjela sam | pogreška | greška | pogriješio | pogrešio | ispravak | ispravka | umjesto | umesto | radije | zaboravi | ignoriraj | ignoriši | poništi | poništavam | vraćam potez | predomislio | predomislila | čekaj | stani | извини | грешка | уместо | предомислио
";

/// Words that deny.
pub(super) const DENIALS: &str = "
dont | do not | doesnt | does not | didnt | did not | wont | will not | cannot | cant | can not | not (sure/final/yet/now/nf3/playing/going/moving/this/that/here) | isnt my | is not my | im not | i am not | refuse to | neither | without playing | instead of playing | no longer want | never (play/move/go/take)
no (juego/muevo/quiero/voy/jugaré/es mi/era) | yo no | nunca | jamás | tampoco | todavía no | aún no
non (gioco/muovo/voglio/è/era/ho/ancora) | io non | mai più | neppure
não | nunca | jamais | ainda não | nao
ne (joue/jouez/jouons/vais/veux/pas) | n'est pas | pas (ce coup/ça/celui/celle/encore/maintenant) | jamais | je ne | je n'ai | ce n'est
niet | nooit | geen | nog niet
inte | aldrig | ej
ikke | aldri | aldrig
en (pelaa/siirrä/halua/aio/tee/ole) | älä | ei (vielä/niin/pelaa/ole/siirretä) | en ole | ei koskaan | enkä
nie | nigdy | jeszcze nie | żadnego
ne | nehraju | nehraji | netáhnu | nechci | nechtěl | nebudu | nikdy | není | ještě ne
nem | ne | soha | sose | mégsem | nincs
nu (joc/mut/vreau/asta/este/e/încă/voi/am) | niciodată | nicidecum
не | никогда | ни | нельзя | нету
не | ніколи | ні | нема
değil | oynamıyorum | oynamam | oynamayacağım | hayır | asla | istemiyorum | henüz
δεν | μην | όχι | ποτέ | μη
nije | nemoj | nemojte | nikad | nikada | neću | neću da | ne igram | није | нећу | немој
";

/// Words that deny at the beginning of a sentence; elsewhere they belong to friendly prose.
pub(super) const FIRST_DENIALS: &str = "
no | nope | nah | nay | non | nein | nee | nej | nei | ei | nie | nö | nope | нет | ні | όχι | hayır | não | nem
";

/// Words that deny in a line about turns.
pub(super) const WEAK_DENIALS: &str = "
back | not | never | nor | none | nothing | wouldnt | shouldnt | couldnt | isnt | wasnt | hasnt | havent | nicht | nie | niemals | kein | keine | keinen | keiner | weder | nichts | pas | rien | ne | non | nessuna | ninguna | ningún | nada
";

/// Words that show that nothing is decided.
pub(super) const HESITATIONS: &str = "
(dont/do not) know | dunno | no idea | havent decided | undecided | not decided | weiß nicht | weiß (es/ich) (nicht/noch nicht) | keine ahnung | unentschlossen | (sais/sait) pas | aucune idée | no (sé/lo sé) | ni idea | non (so/lo so) | nessuna idea | weet (niet/het niet/nog niet) | geen idee | não sei | sei lá | nie wiem | не знаю | понятия не имею | vet inte | ingen aning
draft | first draft | entwurf | brouillon | borrador | bozza | klad | kladje | kladversie | rascunho | szkic | brudnopis | черновик | набросок | utkast
maybe | perhaps | probably | possibly | i (think/guess/suppose/believe/assume/wonder/wondered/doubt/consider/considered/hope to play/was thinking/am thinking/am considering/am wondering/could play/might play/would play) | thinking (of/about) | wondering | considering | tempted | (should/shall/can/could/may/must/might/would) (i/we/you/one/he/she) | what (if/about/happens/would) | how about | unsure | undecided | unclear | either | or (maybe/perhaps/should) | is it (legal/possible/allowed/ok) | not sure | let me (think/see) | need (time/more time/to think) | still thinking | i wanted | i want to know | i almost | i nearly | tentatively | hypothetically | for example | e g | suggest | suggestion | seems | looks like | prefer | i tried | attempt | dont know
vielleicht | eventuell | evtl | womöglich | möglicherweise | wahrscheinlich | vermutlich | ich (glaube/denke/überlege/vermute/wollte/hätte/könnte/würde/frage mich/zweifle) | glaube ich | denke ich | überlege | soll ich | sollte ich | darf ich | kann ich | könnte ich | muss ich | was wäre | was wenn | wie wäre | wie wärs | wie wäre es | unsicher | nicht sicher | zum beispiel | z b | oder doch | entweder | am liebsten
peut être | probablement | je (pense/crois/suppose/voulais/pensais/voudrais/jouerais/pourrais/me demande/hésite) | j'hésite | j'aimerais | dois je | puis je | est ce que | et si | pourquoi pas jouer | que dirais | par exemple | ou bien | pas sûr
quizás | quizá | tal vez | a lo mejor | probablemente | puede (ser/que) | podría | creo que | pienso | pienso que | pensaba | estoy pensando | quería | quisiera | me gustaría | dudo | debería | debo | puedo | qué tal si | y si | por ejemplo | o bien | jugaría | acaso
forse | magari | probabilmente | può darsi | potrei | credo | penso | pensavo | sto pensando | volevo | vorrei | dubito | dovrei | devo | posso | che ne dici | e se | per esempio | oppure | giocherei | non so
talvez | quem sabe | provavelmente | pode ser | poderia | acho que | penso | pensei | estava pensando | queria | gostaria | devo | deveria | posso | que tal | e se | por exemplo | ou então | jogaria
misschien | wellicht | waarschijnlijk | ik (denk/dacht/vermoed/twijfel/wilde/wou/zou/overweeg) | zou | zal ik | kan ik | mag ik | moet ik | wat als | bijvoorbeeld | ofwel
kanske | möjligen | troligen | jag (tror/tänkte/funderar/ville/skulle/undrar/tänker) | ska jag | kan jag | får jag | borde jag | vad händer | tänk om | till exempel | eller kanske
måske | kanskje | muligvis | muligens | sandsynligvis | sannsynligvis | jeg (tror/tænkte/tenkte/overvejer/vurderer/ville/skulle/lurer/tænker/tenker) | skal jeg | kan jeg | må jeg | bør jeg | hvad hvis | hva hvis | for eksempel | hva om
ehkä | kenties | luultavasti | mahdollisesti | luulen | ajattelin | mietin | harkitsen | pitäisikö | voinko | saanko | pelaisin | siirtäisin | entä jos | esimerkiksi | halusin
może | chyba | prawdopodobnie | być może | myślę | myślałem | sądzę | zastanawiam | zastanawiałem | chciałem | chciałam | chciałbym | zagrałbym | czy | mógłbym | powinienem | a co jeśli | a może | na przykład
možná | snad | pravděpodobně | myslím | přemýšlím | uvažuji | uvažoval | chtěl bych | hrál bych | mám hrát | mohu | můžu | co když | co kdyby | například
talán | esetleg | valószínűleg | azt hiszem | gondolom | gondoltam | gondolkodom | szerettem volna | lépnék | játszanék | vajon | lehet hogy | mi lenne ha | például | léphetek
poate | probabil | cred că | cred | mă gândesc | mă gândeam | voiam | aș juca | aș muta | aș vrea | ar trebui | pot să | ce-ar fi | de exemplu | sau poate
может | может быть | возможно | наверное | наверно | вероятно | я думаю | думаю | думал | думала | кажется | сомневаюсь | хотел | хотела | хотел бы | сыграл бы | пошел бы | пошёл бы | бы | можно ли | можно | могу ли | а если | а что если | что если | например | или
може | можливо | мабуть | напевно | я думаю | думаю | думав | думала | здається | хотів | хотіла | зіграв би | пішов би | чи | а якщо | що якщо | наприклад | або
belki | muhtemelen | galiba | sanırım | düşünüyorum | düşünüyordum | acaba | oynardım | oynasam | oynayabilirim | oynasaydım | isterdim | oynayabilir miyim | ya da | mesela | örneğin
ίσως | πιθανόν | μπορεί | νομίζω | σκέφτομαι | σκεφτόμουν | ήθελα | θα ήθελα | θα έπαιζα | μήπως | να παίξω | τι λες | αν παίξω | παραδείγματος
možda | vjerojatno | verovatno | mislim | razmišljam | razmišljao | htio bih | hteo bih | igrao bih | mogu li | da li | što ako | šta ako | na primjer | na primer | можда | мислим | да ли
";

pub(super) const WEAK_HESITATIONS: &str = "
could | might | would | should | rather | wonder | think | thought | id | or | alternatively | option | options | likely | actually | würde | könnte | sollte | wollte | möchte | oder | ou | oppure
";

/// Conditions and plans.
pub(super) const CONDITIONS: &str = "
if | unless | in case | provided | assuming | suppose | supposing | when you | whenever | once you | as soon as | then (i/ill/id/we/you) | after (that/this/you/your) | afterwards | next (move/turn/i/time i/comes) | planning | i plan | my plan | the plan | tomorrow i | ill (decide/think/send/answer/write/wait/move later/play later/play it) | i will (decide/think/send/answer/write/wait) | will (decide/send/think) | later (i/ill/on) | not yet | until | followed by | intending | i intend | going to think | followed | conditional
falls | sofern | wenn du | wenn sie | wenn ich | wenn nicht | wenn weiß | wenn schwarz | sobald | es sei denn | dann (spiele/ziehe/werde/würde/kommt/folgt) | danach | anschließend | nächster zug | im nächsten | nächstes mal | ich plane | mein plan | geplant | noch nicht | erst wenn | bevor | morgen (ziehe/spiele/werde)
si (tu/vous/je/les/le/elle/il/on/jamais) | sauf si | quand tu | quand vous | dès que | ensuite | après (ça/cela/quoi) | puis je jouerai | la prochaine fois | je prévois | mon plan | pas encore | demain | plus tard | au cas où | sinon
si (juegas/tú/usted/mueves/blancas/negras/yo/el/la/no/es/hubiera) | a menos que | cuando (juegues/muevas/tú) | en cuanto | luego | después | entonces jugaré | la próxima vez | planeo | mi plan | mañana | más tarde | todavía no | en caso
se (giochi/tu/io/il/muovi/lei/non/fosse) | a meno che | quando (giochi/giocherai/muovi) | appena | poi | dopo | in seguito | la prossima volta | ho intenzione | il mio piano | domani | più tardi | non ancora | nel caso
se (você/voce/jogar/jogares/tu/eu/as/o/não) | a menos que | quando (você/jogares/jogar) | assim que | depois | em seguida | na próxima | pretendo | meu plano | amanhã | mais tarde | ainda não | caso
als (je/jij/u/ik/wit/zwart/hij) | tenzij | indien | wanneer (je/jij/u) | zodra | daarna | vervolgens | dan (speel/zet/ga/zal) ik | volgende (zet/keer/beurt) | ik ben van plan | mijn plan | nog niet
om (du/jag/vit/svart/han) | ifall | såvida | när du | så snart | därefter | sedan | nästa (drag/gång) | jag planerar | min plan | inte än | senare | imorgon | i morgon
hvis | dersom | medmindre | med mindre | når du | så snart | derefter | deretter | bagefter | etterpå | næste (træk/gang/tur) | neste (trekk/gang/tur) | jeg planlægger | jeg planlegger | min plan | ikke endnu | ikke ennå | senere | i morgen | i morgon
jos | ellei | mikäli | kun (sinä/siirrät/pelaat) | sitten | sen jälkeen | seuraavaksi | seuraava siirto | suunnittelen | aion | ei vielä | huomenna | myöhemmin
jeśli | jeżeli | jak zagrasz | gdy | gdyby | gdybym | chyba że | kiedy (zagrasz/ty) | potem | później | następnie | następny ruch | następnym razem | planuję | zamierzam | jutro | jeszcze nie | wtedy
jestli | jestliže | pokud | kdyby | kdybych | když | až (ty/zahraješ) | potom | poté | později | příště | příští tah | plánuji | zítra | ještě ne | pak
ha (te/én/nem/világos/sötét/azt/ezt/erre/lépsz/lép) | amennyiben | hacsak | amikor | utána | azután | majd | később | következő (lépés/lépésem) | tervezem | holnap | még nem | akkor én
dacă | în caz că | când (tu/joci/muți) | după (aceea/asta) | apoi | mai târziu | data viitoare | următoarea mutare | plănuiesc | mâine | încă nu
если | ежели | разве что | когда (вы/ты) | как только | потом | затем | после (этого/вашего/твоего/хода) | позже | позднее | следующий ход | следующим ходом | в следующий раз | планирую | собираюсь | завтра | еще не | ещё не | пока не | тогда я
якщо | якби | коли (ви/ти) | потім | після (цього/того) | пізніше | наступний хід | наступного разу | планую | збираюся | завтра | ще не
eğer | şayet | oynarsan | oynarsa | oynarsanız | sonra | daha sonra | ondan sonra | sonraki hamle | gelecek sefer | planlıyorum | yarın | henüz değil
αν | εάν | εκτός αν | όταν | μετά | ύστερα | έπειτα | αργότερα | επόμενη κίνηση | την επόμενη φορά | σκοπεύω | σχεδιάζω | αύριο | όχι ακόμα
ako | ukoliko | osim ako | kad ti | kada | nakon toga | poslije | posle | kasnije | zatim | sljedeći potez | sledeći potez | idući put | planiram | sutra | još ne | ако | сутра | после
";

pub(super) const WEAK_CONDITIONS: &str = "
tomorrow | later | after | next | soon | when | then | otherwise | monday | tuesday | wednesday | thursday | friday | saturday | sunday | weekend | tonight | plan | intend | else | morgen | später | wenn | bald | nächste | nächsten | nachher | sonst
";

/// Reports of what was done before.
pub(super) const REPORTS: &str = "
(i/you/we/he/she/they/white/black) [have/had/just/already/have already/has/had already/also/once/often/always/then/never] (played/moved/took/castled/captured/answered with/replied with/sent) | i (was/had/used to) (playing/moving/play/move) | last (turn/move/time/game/round/letter/mail) | (my/your/the) (last/previous/first/earlier/former/old) (move/turn/letter/mail/game) | (my/your/the) (move/turn) was | in (our/my/your) (last/previous/first) game | you (should/could/would/might) have | (i/we) (should/could/would/might) have | already (sent/played/moved/made) | as (i wrote/before) | previously | i sent | instead of your | was forced | after your (move/turn) | was played | played (yesterday/before/earlier/last)
gespielt | gezogen | habe ich | hatte ich | hättest | hätte | letzter zug | letzten zug | letzte partie | letztes mal | letzte runde | mein zug war | dein zug war | dein letzter | mein letzter | vorhin | vorgestern | bereits (gesendet/geschickt) | schon (gesendet/geschickt) | spielte | zog
j'ai (joué/pris/déplacé/envoyé/déjà/pensé/répondu) | tu as joué | vous avez joué | dernier coup | mon coup était | coup précédent | la dernière (fois/partie) | hier (soir/j'ai/tu) | tu aurais | vous auriez | j'aurais | aurait | j'avais | avant hier
jugué | moví | jugaste | he (jugado/movido/enviado) | has jugado | ya (jugué/moví/envié) | ayer | última (jugada/partida/vez) | mi jugada (era/fue) | jugada anterior | anterior | deberías haber | hubiera | había jugado | antes
ho (giocato/mosso/inviato/già/risposto) | hai (giocato/mosso) | già (giocato/inviato) | ieri | ultima (mossa/partita/volta) | la mia mossa era | mossa precedente | avresti | avrei | avevo giocato | scorsa | prima (ho/avevo/di)
joguei | movi | jogaste | você jogou | já (joguei/movi/enviei) | ontem | última (jogada/partida/vez) | último lance | meu lance (era/foi) | lance anterior | deveria ter | devia ter | teria | tinha jogado | antes
gespeeld | gezet | speelde | gisteren | vorige (zet/keer/partij/beurt) | laatste (zet/keer/partij) | mijn zet was | eerder | had moeten | had ik | je had | heb ik
spelade | drog | har (spelat/dragit/redan) | igår | i går | förra (draget/gången/partiet) | senaste draget | mitt drag var | tidigare | borde ha | hade | redan
spillede | spilte | trak | har (spillet/spilt/trukket/allerede) | trakk | i går | igår | sidste (træk/gang/parti) | forrige (trekk/gang/parti) | siste trekk | mit træk var | mitt trekk var | tidligere | skulle have | skulle ha | burde | allerede
pelasin | siirsin | pelasit | olen (pelannut/siirtänyt/jo) | eilen | viime (siirto/kerralla/peli/vuoro) | edellinen | siirtoni oli | aiemmin | olisi | olisit | pitänyt
zagrałem | zagrałam | grałem | grałam | ruszyłem | zagrałeś | wczoraj | ostatni (ruch/raz) | poprzedni | poprzednio | mój ruch był | wcześniej | powinieneś | trzeba było | już (zagrałem/wysłałem)
hrál jsem | hrála jsem | zahrál | zahrála | táhl jsem | táhla | včera | poslední (tah/partie) | minulý | minule | předchozí | můj tah byl | předtím | dříve | měl jsi | už jsem
léptem | játszottam | lépted | húztam | tegnap | utolsó (lépés/lépésem) | előző | múltkor | a lépésem volt | korábban | kellett volna
am (jucat/mutat/trimis) | ai (jucat/mutat) | ieri | ultima (mutare/partidă/dată) | mutarea mea a fost | anterior | înainte | ar fi trebuit | trebuia | deja
сыграл | сыграла | играл | играла | ходил | ходила | походил | пошел | пошёл | пошла | вчера | прошлый (ход/раз) | прошлая | прошлой | последний ход | предыдущий | мой ход был | раньше | ранее | уже | надо было | нужно было | следовало | должен был
зіграв | зіграла | грав | грала | ходив | ходила | пішов | вчора | минулий (хід/раз) | минулого | останній хід | попередній | мій хід був | раніше | вже | треба було
oynadım | oynadı | oynamıştım | oynamıştın | dün | son hamle | son hamlem | önceki | geçen (sefer/hamle/oyun) | hamlem şuydu | daha önce | gerekirdi | zaten
έπαιξα | έπαιξες | κίνησα | είχα παίξει | έχω παίξει | χθες | χτες | τελευταία κίνηση | προηγούμενη | προηγούμενο | νωρίτερα | πριν | έπρεπε | ήδη
igrao sam | igrala sam | odigrao | odigrala | povukao | jučer | juče | prošli (potez/put) | prošle | zadnji potez | prethodni | moj potez je bio | ranije | prije | pre toga | trebao si | već | играо сам | одиграо | јуче | прошли
";

pub(super) const WEAK_REPORTS: &str = "
yesterday | before | earlier | played | moved | previous | already | used to | gestern | vorher | früher | bereits
";

/// Words that make a line one about turns.
pub(super) const MATTERS: &str = "
play | plays | playing | move | moves | moving | moved | turn | castle | castles | castling | take | takes | capture | captures | capturing | king | queen | rook | bishop | knight | pawn | square | piece | it | that | this | one | want | mean | decide | decided | send | make | think | ready | yet | intended | correct | right | wrong | legal | resign | offer | accept | draw | pass | check | promote | drop | done | what i | do | did | choose | better | best
spiele | ziehe | spielen | ziehen | zug | züge | zuges | rochade | rochiere | schlage | schlagen | könig | dame | turm | läufer | springer | bauer | bauern | feld | das | dieser | diesen | dies | meine | entscheide | fertig | richtig | falsch | besser | gebe auf | aufgeben | remis | anbieten | annehmen | mache | machen | das so
joue | jouer | coup | coups | roque | prends | prendre | roi | dame | tour | fou | cavalier | pion | cela | ça | ce | juego | jugar | jugada | mover | muevo | enroque | rey | torre | alfil | caballo | peón | eso | esto | gioco | giocare | mossa | muovere | arrocco | alfiere | cavallo | pedone | questo | questa | quello | jogo | jogar | lance | mover | roque | isso | isto
";

/// Words of a draw offer, which people write with a question mark.
pub(super) const DRAWS: &str = "
draw | a draw | draw offer | offer draw | offer a draw | offering a draw | i offer a draw | i offer draw | remis | remisangebot | remis angebot | ich biete remis | ich biete remis an | nulle | partie nulle | match nul | tablas | empate | patta | parità | remise | remi | remíza | döntetlen | remiză | ничья | предлагаю ничью | нічия | beraberlik | ισοπαλία | remi | реми | tasapeli | uafgjort | uavgjort | oavgjort | and | with | i
";

/// Chinese, Japanese and Korean words, looked for within their runs of characters.
pub(super) const UNSPACED: &[(&str, Doubt)] = &[
    ("对不起", Doubt::Correction),
    ("對不起", Doubt::Correction),
    ("抱歉", Doubt::Correction),
    ("我是说", Doubt::Correction),
    ("更正", Doubt::Correction),
    ("写错", Doubt::Correction),
    ("走错", Doubt::Correction),
    ("错了", Doubt::Correction),
    ("撤回", Doubt::Correction),
    ("取消", Doubt::Correction),
    ("悔棋", Doubt::Correction),
    ("改走", Doubt::Correction),
    ("改为", Doubt::Correction),
    ("等等", Doubt::Correction),
    ("忽略", Doubt::Correction),
    ("訂正", Doubt::Correction),
    ("間違", Doubt::Correction),
    ("まちが", Doubt::Correction),
    ("取り消", Doubt::Correction),
    ("やっぱり", Doubt::Correction),
    ("やはり", Doubt::Correction),
    ("ではなく", Doubt::Correction),
    ("じゃなく", Doubt::Correction),
    ("待って", Doubt::Correction),
    ("失礼しました", Doubt::Correction),
    ("ごめん", Doubt::Correction),
    ("すみません", Doubt::Correction),
    ("申し訳", Doubt::Correction),
    ("죄송", Doubt::Correction),
    ("미안", Doubt::Correction),
    ("실수", Doubt::Correction),
    ("취소", Doubt::Correction),
    ("정정", Doubt::Correction),
    ("아니라", Doubt::Correction),
    ("잠깐", Doubt::Correction),
    ("不走", Doubt::Denial),
    ("不要", Doubt::Denial),
    ("不是", Doubt::Denial),
    ("不下", Doubt::Denial),
    ("别走", Doubt::Denial),
    ("没有", Doubt::Denial),
    ("しない", Doubt::Denial),
    ("ません", Doubt::Denial),
    ("ではない", Doubt::Denial),
    ("指さない", Doubt::Denial),
    ("아니", Doubt::Denial),
    ("않", Doubt::Denial),
    ("也许", Doubt::Hesitation),
    ("或许", Doubt::Hesitation),
    ("可能", Doubt::Hesitation),
    ("应该", Doubt::Hesitation),
    ("我想", Doubt::Hesitation),
    ("考虑", Doubt::Hesitation),
    ("大概", Doubt::Hesitation),
    ("还是", Doubt::Hesitation),
    ("或者", Doubt::Hesitation),
    ("かもしれ", Doubt::Hesitation),
    ("たぶん", Doubt::Hesitation),
    ("多分", Doubt::Hesitation),
    ("と思", Doubt::Hesitation),
    ("考え", Doubt::Hesitation),
    ("迷", Doubt::Hesitation),
    ("아마", Doubt::Hesitation),
    ("생각", Doubt::Hesitation),
    ("어쩌면", Doubt::Hesitation),
    ("吗", Doubt::Question),
    ("嗎", Doubt::Question),
    ("怎么样", Doubt::Question),
    ("ですか", Doubt::Question),
    ("ますか", Doubt::Question),
    ("でしょうか", Doubt::Question),
    ("까요", Doubt::Question),
    ("나요", Doubt::Question),
    ("如果", Doubt::Condition),
    ("要是", Doubt::Condition),
    ("假如", Doubt::Condition),
    ("然后", Doubt::Condition),
    ("以后", Doubt::Condition),
    ("明天", Doubt::Condition),
    ("下一步", Doubt::Condition),
    ("もし", Doubt::Condition),
    ("明日", Doubt::Condition),
    ("あとで", Doubt::Condition),
    ("その後", Doubt::Condition),
    ("만약", Doubt::Condition),
    ("내일", Doubt::Condition),
    ("나중", Doubt::Condition),
    ("다음", Doubt::Condition),
    ("昨天", Doubt::Report),
    ("上一步", Doubt::Report),
    ("之前", Doubt::Report),
    ("走了", Doubt::Report),
    ("昨日", Doubt::Report),
    ("前回", Doubt::Report),
    ("指しました", Doubt::Report),
    ("어제", Doubt::Report),
    ("지난", Doubt::Report),
    ("두었", Doubt::Report),
];

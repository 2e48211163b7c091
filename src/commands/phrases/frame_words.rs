//! The tables of frames. [`Phrases`](super::words::Phrases) has their syntax.

/// Words before a turn that say that it follows, or nothing.
pub(super) const HEADS: &str = "
i | we | so | well | now | alright | all right | sure | hmm | hm | ah | oh
so then | well then | now then | ok so | ok then | okay then | ok well | for (now/me/white/black/my part) | here
[so/and now/now/then now/today] (i/we) [now/will/shall/simply/just/hereby/will now/will just/will simply/am going to] (play/move/go/choose/answer/reply/respond/continue/go with/go for/answer with/reply with/respond with/continue with/opt for/submit/move my/move the/play my/play the/castle with) [the move]
(ill/im going to/were going to) [just/now/simply] (play/move/go/go with/go for/answer/answer with/reply/reply with/respond with/continue with/move my/move the/play the)
(im/i am/we are) [now] (playing/moving/going/going with/going for/answering with/replying with/choosing)
(lets/let us) (play/go/go with/go for/try/move/continue with)
[and/so/ok/okay/and now/now/for] my (move/turn/reply/answer/response/choice/ply/action) [is/now/here/will be/now is/this time is/this turn is/for this turn is/shall be]
[ok/okay/so/and] [here] (comes/is/heres/here is/here comes/here you go with/this is) my (move/turn/reply/answer/response) [now/for today]
[i/we/ill/lets/so i/then i] (begin/start/open/kick off/lead/am starting/am opening) with
[ich/wir] (beginne/eröffne/starte/fange/fang/beginnen/starten) [also/dann/mal/einfach/heute] mit | [dann] (beginne/eröffne/starte) ich [also/mal/heute] mit
(je/on/nous) (commence/commencons/débute/démarre/ouvre/ouvrons) [par/avec/donc par]
[yo] (empiezo/comienzo/abro/arranco/salgo/inicio) [yo] (con/de) | empiezo
[io] (comincio/inizio/apro/parto/vado/esordisco) [io] (con/di) | [io] vado di
[ik/we/dan] (begin/start/open/trap af) [dan/maar/ik] met
[eu] (começo/abro/inicio/vou/saio) (com/de)
[ja] (zaczynam/otwieram/rozpoczynam) (od/z/ruchem) | idę na
[я] (начинаю/начну/открываю/открою) [с/ходом]
[jag/vi] (börjar/öppnar/startar/inleder/drar igång) med
(starting/opening/beginning/kicking off) with | come on | right then | onwards | and off we go with | out comes | (my/our) (first/opening/next) (move/turn/ply) [is/will be/now is]
los | dann mal los | na los | komm | mein (erster/nächster/eröffnungszug) [zug] [ist/lautet]
allez | allez hop | bon allez | hop | allons | on (commence/y va) [par/avec] | mon premier coup [est/sera/cest]
venga | pues nada | dale | vamos | vamos allá | mi (primera/primer) (jugada/movimiento) [es/será]
dai | forza | via | su | si (comincia/parte/inizia/va) [con] | la mia prima mossa [è/sarà]
kom op | vooruit | hup | nou ja | daar gaat ie | mijn eerste zet [is/wordt]
bora | bora lá | lá vai | o meu primeiro lance [é] | (meu/minha) (primeiro/primeira) (lance/jogada) [é/será]
no to zaczynamy [od] | zaczynamy [od] | dawaj | no dobra | no to jedziemy | zaczynam klasycznie [od] | mój pierwszy ruch [to]
ну что | давай | давайте | погнали | начнем [с] | ну начнем [с] | мой первый ход [это]
kom igen | nåväl | då så | seså | låt oss (börja/spela) [med] | mitt första drag [är/blir]
(white/black/red/blue/green/yellow/i/we) (open/opens/begin/begins/start/starts) [with] | (weiß/weiss/schwarz/rot/blau/grün/gelb) (beginnt/eröffnet/startet/zieht/spielt) [mit] | (les/le) (blancs/noirs/rouges/bleus/verts/jaunes/blanc/noir/rouge/bleu/vert/jaune) (commencent/ouvrent/jouent/commence/ouvre/joue) [par/avec]
[las] (blancas/negras/rojas/azules/verdes/amarillas/rojo/azul/verde/amarillo) (empiezan/abren/juegan/empieza/abre/juega) [con] | [il] (bianco/nero/rosso/blu/verde/giallo) (comincia/inizia/apre/gioca) [con] | (wit/zwart/rood/blauw/groen/geel) (begint/opent/speelt) [met]
[as] (brancas/pretas/vermelhas/azuis/verdes/amarelas/vermelho/azul/verde/amarelo) (começam/abrem/jogam/começa/abre/joga) [com] | (białe/czarne/czerwone/niebieskie/zielone/żółte) (zaczynają/otwierają/grają) [od] | (белые/черные/красные/синие/зеленые/желтые) (начинают/играют/ходят) [с] | (vit/svart/röd/blå/grön/gul) (börjar/öppnar/spelar/drar) [med]
je fais | hago | faço | jag gör | ik doe | robię | делаю | io faccio | ich mache | i do
i (bring/send/push/shift/slide/advance/put) [out]
ich (bringe/stelle/schiebe/rücke/verschiebe/setze) | (bringe/stelle/schiebe/setze) ich
je (mets/amène/sors/pousse/bouge) | (on/je) (bouge/avance)
[yo] (llevo/saco/avanzo/pongo/coloco/traslado)
[io] (sposto/porto/metto/avanzo/spingo/piazzo)
[ik/dan] (verplaats/breng/schuif/verschuif/plaats/leg) [ik]
[eu] (levo/avanço/mexo/coloco/ponho/desloco)
[ja] (przesuwam/stawiam/przestawiam/kładę/wyprowadzam)
[я] (двигаю/ставлю/перемещаю/передвигаю/вывожу/кладу)
[jag/då] (flyttar/sätter/ställer/lägger/för/skjuter) [jag]
please (play/move/make/enter/record) [the move/my move/for me] | heres my (move/turn/reply/answer) | here (goes/we go/it is/it comes/you go/you are) | there you go | here is | here are my actions
move | turn | reply | answer | response | my move for white | my move for black | white | black
(white/black/red/blue/green/yellow/me/the move/the turn/gold/silver) [now] (plays/moves/to play/goes/answers/answers with/is/replies/replies with/continues with) | red | blue
[mein/mein naechster] (antwort/antwortzug) | zug | ich | also | gut | nun | nun denn | jetzt | dann mal | na dann | so | na gut | alles klar | tja | klar
[also/nun/jetzt/und/ok/dann] (ich/wir) [nun/jetzt/einfach/mal/hier] (spiele/ziehe/spiel/zieh/nehme/waehle/wähle/antworte/antworte mit/antworte hier/erwidere/setze/setze fort mit/mache/entscheide mich fuer/entscheide mich für/gehe/spielen/ziehen) [jetzt/nun/mal/hier/den zug/also/mit/einfach]
(also/nun/jetzt/dann/hier/heute/hiermit/da) (spiele/ziehe/antworte/spiel) ich [jetzt/mal/nun/mit/also] | ich werde [nun/jetzt] ziehen | ich rochiere
[und/hier/hier ist/hier kommt/das ist/es folgt/nun/anbei/ok] (mein zug/meine antwort/mein halbzug/mein antwortzug/mein gegenzug/meine entscheidung) [ist/lautet/ist heute/waere damit/hier/jetzt/nun ist/ist nun/ist jetzt/heisst/ist also]
(weiss/weiß/schwarz) [spielt/zieht/am zug] | es folgt
je | donc | alors | bien | voila | voici | bon alors | (je/nous) (joue/joues/jouons/reponds/réponds/vais jouer/choisis/deplace/avance/place/continue/poursuis) [maintenant/donc/par/avec/le coup]
[et/voici/voila/donc] (mon coup/ma reponse/ma réponse/mon prochain coup/mon choix/mon tour) [est/sera/est donc/cest/voici] | coup | coup joue | (les blancs/les noirs) [jouent] | blancs | noirs | jai choisi
yo | pues | bueno | bien | entonces | aqui | vale | listo | [yo/ahora/pues/bueno/entonces] (juego/muevo/respondo/respondo con/contesto/contesto con/elijo/voy con/voy a jugar/jugare/jugaré/movere/moveré/sigo con/continuo con) [ahora/la jugada/con]
[aqui esta/aquí está/aqui va/aquí va/ahi va/y/esta es] (mi jugada/mi movimiento/mi respuesta/mi turno/mi lance) [es/ahora es/sera/será] | jugada | (blancas/negras/las blancas/las negras) [juegan/mueven]
io | allora | bene | dunque | ecco | va bene | [io/ora/allora/adesso/quindi] (gioco/muovo/rispondo/rispondo con/scelgo/vado con/giochero/giocherò/faccio/proseguo con/continuo con) [ora/la mossa/con/il]
[ecco/questa e/questa è] (la mia mossa/la mia risposta/mia mossa/il mio turno) [e/è/sara/sarà] | mossa | (il bianco/il nero/bianco/nero) [gioca/muove]
eu | entao | então | bem | certo | aqui | [eu/agora/entao/então] (jogo/movo/vou jogar/vou de/vou com/respondo/respondo com/escolho/jogarei/continuo com) [agora/o lance/com]
[aqui vai/aqui esta/aqui está/este e/o/e] (meu lance/minha jogada/meu movimento/minha resposta) [e/é/sera/será/foi agora] | lance | (brancas/pretas/as brancas/as pretas) [jogam]
ik | dus | nou | goed | [dan/nu/dus] (ik) [nu] (speel/zet/ga/kies/antwoord/antwoord met/doe/ga voor) [nu/gewoon/maar/dus/met] | (nu/dan/hier) (speel/zet) ik
[hier is/dit is/hierbij] (mijn zet/mijn antwoord/mijn beurt) [is/wordt/luidt] | zet | (wit/zwart) [speelt/zet]
jag | da | då | okej | [nu/da/då] jag [nu] (spelar/drar/svarar/svarar med/valjer/väljer/flyttar/gar/går/kor/kör) [nu/med] | [nu] (spelar/drar/svarar) jag [nu/med] | [har ar/här är/har kommer/här kommer] (mitt drag/mitt svar/min tur) [ar/är/blir] | drag | (vit/svart) [spelar/drar]
jeg | saa | så | okay | [nu/saa/så/na/nå] jeg [nu/na/nå] (spiller/traekker/trækker/trekker/svarer/svarer med/vaelger/vælger/velger/flytter/gar/går) [nu/na/nå/med] | [nu/saa/så/na/nå] (spiller/traekker/trækker/trekker/svarer) jeg [nu/med] | [her er/her kommer] (mit traek/mit træk/mitt trekk/mit svar/mitt svar/trekket mitt/min tur) [er/bliver/blir] | traek | træk | trekk | (hvid/hvit/sort/svart) [spiller/traekker/trækker/trekker]
mina | minä | no niin | joo | selva | selvä | [mina/minä] (pelaan/siirran/siirrän/vastaan/valitsen) [nyt] | [tassa/tässä/tassa on/tässä on] (siirtoni/minun siirtoni/vastaukseni/vuoroni) [on/nyt on] | siirto | (valkea/valkoinen/musta) [pelaa/siirtaa/siirtää]
ja | to | dobra | no to | wiec | więc | [ja/to/teraz/no to/wiec/więc] (gram/zagram/ruszam/odpowiadam/wybieram/robie/robię/ide/idę) [teraz/ruch/na] | [oto/a oto/tu/to] (moj ruch/mój ruch/moja odpowiedz/moja odpowiedź/moje posuniecie/moje posunięcie) [to/jest/brzmi] | ruch | posuniecie | posunięcie | (biale/białe/czarne) [graja/grają]
tak | takze | takže | dobre | dobře | [ja/já/tak/ted/teď] (hraju/hraji/tahnu/táhnu/odpovidam/odpovídám/volim/volím/zahraju/zahraji/budu hrat/budu hrát) [ted/teď/tah] | [zde je/tady je/toto je] (muj tah/můj tah/moje odpoved/moje odpověď) [je/zni/zní] | tah | (bily/bílý/cerny/černý) [hraje/tahne/táhne]
en | én | akkor | [en/én/most/akkor/akkor most] (lepem/lépem/jatszom/játszom/huzom/húzom/valasztom/választom/lepek/lépek) | [ime/íme/itt van/ez/az en/az én/a] (lepesem/lépésem/huzasom/húzásom/valaszom/válaszom) [ez/most] | lepes | lépés | (vilagos/világos/sotet/sötét) [lep/lép]
eu | atunci | bine | [eu/acum/atunci] (joc/mut/raspund/răspund/raspund cu/răspund cu/aleg/voi juca) [acum/mutarea/cu] | [iata/iată/aceasta este/aici e] (mutarea mea/raspunsul meu/răspunsul meu) [este/e] | mutare | mutarea | (albul/negrul) [joaca/joacă/muta/mută]
я | ну | так | итак | хорошо | ладно | тогда так | [я/ну/итак/сейчас/теперь/я сейчас/тогда] (играю/хожу/сыграю/отвечаю/выбираю/делаю ход/делаю/иду/пойду/пойду так/походу) [сейчас/так/ход/на] | [вот/а вот/и/это] (мой ход/мой ответ/моя очередь/мое решение/моё решение) [такой/это/будет/сейчас/теперь/таков] | ход | вот | ответ | (белые/черные/чёрные) [играют/ходят/идут]
ну | так | отже | гаразд | добре | [я/ну/отже/тепер/зараз] (граю/ходжу/зіграю/відповідаю/обираю/йду/роблю хід) [так/зараз/тепер/на] | [ось/а ось/це] (мій хід/моя відповідь/мій крок) [такий/це/буде/зараз] | хід | ось | (білі/чорні) [грають/ходять]
ben | tamam | peki | o zaman | [ben/simdi/şimdi] (oynuyorum/oynarim/oynarım) | [iste/işte] (benim hamlem/hamlem/cevabim/cevabım/yanitim/yanıtım/hamlem su/hamlem şu) [su/şu/budur] | hamle | (beyaz/siyah) [oynar/oynuyor]
εγω | εγώ | λοιπον | λοιπόν | ενταξει | εντάξει | [εγω/εγώ/τωρα/τώρα/λοιπον/λοιπόν] (παίζω/κινώ/απαντώ/απαντώ με/επιλέγω/πάω/θα παίξω) [τωρα/τώρα/την κινηση] | [να/ιδού/εδώ είναι/αυτή είναι] (η κίνησή μου/η κινηση μου/η απάντησή μου/κίνησή μου) [ειναι/είναι] | κινηση | κίνηση | (τα λευκά/τα μαύρα/λευκά/μαύρα) [παίζουν]
ja | evo | pa | dobro | u redu | [ja/sad/sada/evo/onda/pa] (igram/vucem/vučem/odigravam/odgovaram/biram/povlacim/povlačim/odigrat cu/odigrat ću) [sad/sada/sa/potez] | [evo/ovo je/to je/a] (moj potez/moj odgovor/moja potez/mog poteza) [je/glasi/sada] | potez | (bijeli/beli/crni) [igra/vuce/vuče]
ја | ево | [ја/сад/сада/ево] (играм/вучем/одиграћу/одговарам) | [ево/ово је] (мој потез/мој одговор) [је] | потез | играя | моят ход [е/е така] | ходът ми [е]
我走 | 我下 | 我出 | 我的着法是 | 我的着法 | 我的走法是 | 我的走法 | 我这步走 | 这步走 | 我的回合 | 我这一步走 | 我应 | 着法 | 走法 | 好的 | 好 | 我选择 | 我的着是 | 我的招是 | 我的著法是 | 我的著法
私の手は | 私の手 | 私の指し手は | 私の指し手 | 次の手は | 指し手 | 着手 | 僕の手は | 僕の手 | 手は | では | それでは | 了解です | 了解 | 私は | こちらの手は | こちらは
제 수는 | 내 수는 | 나의 수는 | 제 수 | 내 수 | 저는 | 수 | 제 차례
";

/// Words before the number of a turn.
pub(super) const TURN_WORDS: &str = "
(move/turn/ply) [no/number/nr] | zug [nr/nummer] | coup [no/numero] | (jugada/movimiento) [no/numero/num] | mossa [no/numero]
zet [nr/nummer] | (lance/jogada) [no/numero] | (ruch/posunięcie) [nr/numer] | ход [номер] | drag [nr/nummer]
";

/// Words before or after a turn that a name may follow.
pub(super) const ADDRESSES: &str = "
hi | hello | hey | hi there | hello there | hey there | hi again | hello again | dear | dear friend | dear opponent | my friend | dear friends | greetings | good (morning/evening/afternoon/day) | morning | evening | howdy | hi all | hello all | hello everybody | hello everyone
(hi/hello/dear/hey) (friend/my friend/opponent/mate/all/sir/madam)
ok | okay | okey | thanks | thank you | many thanks | thx | ty | cheers | thanks a lot | thank you very much | thanks again | thank you again | thanks for (your/the) (move/turn/game/reply/mail/message/letter/answer/kind words/good wishes/nice game/news/quick reply/invitation) | thank you for (your/the) (move/turn/game/reply/mail/message/letter/answer/kind words/good wishes/nice game/news/quick reply/invitation)
sorry for (the/my) (delay/late reply/late answer/late response/late move/long wait/wait/slow reply) | sorry to keep you waiting | apologies for the (delay/late reply/late move) | sorry for being (late/slow)
hallo | guten (tag/morgen/abend) | servus | moin | gruss gott | grüezi | lieber | liebe | hallo (lieber/liebe) | danke | vielen dank | danke schön | danke dir | danke sehr | besten dank | danke für (den/deinen/das/die/dein/deine) (zug/partie/spiel/antwort/nachricht/mail) | vielen dank für (den/deinen/das/die/dein/deine) (zug/partie/spiel/antwort/nachricht/mail) | in ordnung | entschuldigung für die (verspatung/verspätung) | entschuldige die (verspatung/verspätung/späte antwort/spaete antwort) | sorry für die (verspatung/verspätung/späte antwort/spaete antwort)
bonjour | salut | bonsoir | cher | chère | coucou | cher ami | merci | merci beaucoup | merci pour (la partie/le coup/ton coup/votre coup/ton message) | d'accord | désolé pour le retard | tres bien | très bien
hola | buenos (dias/días) | buenas | buenas (tardes/noches) | estimado | querido | querida | estimada | gracias | muchas gracias | gracias por (la partida/tu jugada/su jugada/el juego/tu mensaje) | de acuerdo | perdón por (la demora/el retraso)
ciao | salve | buongiorno | buonasera | caro | cara | grazie | grazie mille | molte grazie | grazie per (la partita/la mossa/il messaggio) | scusa (per il ritardo/il ritardo) | scusate il ritardo
olá | oi | bom dia | boa (tarde/noite) | caro | prezado | obrigado | obrigada | muito (obrigado/obrigada) | obrigado pela (partida/jogada/mensagem) | desculpe (a demora/o atraso) | tudo bem
hoi | dag | goedemorgen | goedemiddag | goedenavond | beste | dank je | dank je wel | bedankt | dank u | bedankt voor (de partij/je zet/het spel) | oke | oké | sorry voor (de vertraging/het late antwoord)
hej | hejsan | tjena | god (morgon/kväll/dag) | tack | tack så mycket | tack för (partiet/draget/ditt drag) | kära | käre | hejsan | ursäkta dröjsmålet
hei | goddag | god (morgen/aften/kveld) | kære | kjære | tak | takk | mange tak | tusen takk | tusind tak | takk for (partiet/trekket) | tak for (partiet/trækket) | beklager forsinkelsen | undskyld forsinkelsen
moi | terve | hyvää (päivää/huomenta/iltaa) | kiitos | kiitos paljon | kiitos (pelistä/siirrosta) | anteeksi viive
cześć | czesc | witaj | witam | dzień dobry | dobry wieczór | drogi | droga | dzięki | dziękuję | dziękuję za (partię/ruch/grę) | okej | przepraszam za (opóźnienie/zwłokę)
ahoj | čau | dobrý (den/večer) | nazdar | milý | milá | díky | děkuji | děkuji za (partii/tah/hru) | omlouvám se za zpoždění
szia | sziasztok | helló | jó (napot/reggelt/estét) | kedves | üdv | köszönöm | köszi | rendben | köszönöm a (játszmát/lépést) | bocs a késésért | elnézést a késésért
bună | bună (ziua/seara/dimineața) | salut | dragă | mulțumesc | mersi | în regulă | mulțumesc pentru (partidă/mutare) | scuze pentru întârziere
привет | здравствуйте | здравствуй | добрый (день/вечер) | доброе утро | дорогой | дорогая | уважаемый | спасибо | большое спасибо | спасибо за (игру/партию/ход/письмо) | ок | окей | извините за задержку | извини за задержку | простите за задержку
привіт | вітаю | добрий (день/вечір) | доброго дня | доброго ранку | шановний | дякую | дуже дякую | дякую за (гру/партію/хід) | вибачте за затримку
merhaba | selam | iyi günler | günaydın | iyi akşamlar | sevgili | sayın | teşekkürler | teşekkür ederim | sağol | geciktiğim için özür dilerim
γεια | γεια σου | γεια σας | καλημέρα | καλησπέρα | αγαπητέ | αγαπητή | ευχαριστώ | ευχαριστώ πολύ | οκ | συγγνώμη για την καθυστέρηση
bok | zdravo | dobar dan | dobro jutro | dobra večer | dragi | draga | hvala | hvala lijepa | hvala lepo | hvala na (partiji/potezu) | oprosti na kašnjenju | здраво | хвала | zdravo | ćao | здравей | благодаря
你好 | 您好 | 大家好 | 谢谢 | 謝謝 | 早上好 | 晚上好 | 感谢 | こんにちは | こんばんは | おはようございます | ありがとう | ありがとうございます | お世話になります | 안녕하세요 | 안녕 | 감사합니다 | 고맙습니다
";

/// Words after a turn that change nothing about it.
pub(super) const TAILS: &str = "
good luck | best of luck | good luck [to you/to you too/with that/with it/and have fun/have fun/and good game/to both/to us/and enjoy/my friend] | (good/nice/great/lovely/fun/interesting) game [so far] | have fun | enjoy | enjoy the game | have a (good/nice/great/fun/lovely) (game/day/evening/one/weekend/week/time/night) | gl | hf | gl hf | glhf | gg | to a good game
[now/and/and now/its/it is/its now/it is now] your (move/turn/go) [now/next/again/please] | over to you | back to you | you are next | youre next | you are on | you are up | youre up | up to you
please | pls | plz | if you please | now | then | today | this time | for (me/now/white/black/my part/today/my move/my turn) | it is | is it | i play | i say | here | as well | too | again
is (my/the/our) (move/turn/reply/answer/choice/response) [now/then/today/this time/here/for now] | it is for me | as my (move/turn/reply/answer/response) | to you | is what i play | is played | is my pick
check | checkmate | mate | check and mate | schach | matt | schachmatt | schach und matt | echec | échec | echec et mat | échec et mat | mat | jaque | jaque mate | mate | scacco | scacco matto | xeque | xeque mate | schaak | schaakmat | schack | schackmatt | skak | skakmat | sjakk | sjakkmatt | szach | szach mat | šach | šach mat | sakk | matt | sakk matt | шах | мат | шах и мат | şah | şah mat | σαχ | ματ
(no hurry/no rush/take your time/dont worry/no problem/cheers/thats all/that is all/see you/see you soon/bye/bye bye/end/done/of course/let us see/lets see/happy new year/merry christmas/happy easter/with best wishes/have a nice day/good night)
[viel/und viel/ich wünsche viel/dir viel/noch viel/weiterhin viel] (glück/glueck/spass/spaß/erfolg/vergnügen/freude) [noch/dabei/dir/weiterhin/beim spiel/und spass/und spaß] | gutes (spiel/gelingen) | gute partie | schönes spiel | schöne partie | du bist [nun/jetzt/wieder/also] (dran/am zug/an der reihe) | sie sind [nun/jetzt/wieder] (dran/am zug/an der reihe) | dein zug | ihr zug | bitte | bitte schön | bitte sehr | jetzt | nun | ist mein zug | ist meine antwort | spiele ich | ziehe ich | keine eile | kein problem | lass dir zeit | schönen (tag/abend/sonntag) [noch] | schönes wochenende | bis bald | bis dann | tschüss | ciao | alles gute | frohe weihnachten | frohes neues jahr | auf eine gute partie | als antwort | als mein zug | am zug bist du | viel spass und glück
bonne (chance/partie/journée/soirée/continuation/année) [à toi/à vous] | bon (jeu/courage/week-end/amusement) | à (toi/vous) [de jouer/maintenant] | a (toi/vous) [de jouer/maintenant] | c'est à (toi/vous) [de jouer] | ton tour | votre tour | c'est ton tour | amuse toi bien | s'il (te/vous) plaît | svp | stp | maintenant | est mon coup | à bientôt | pas de problème | prends ton temps | de rien | joyeux noël | bonne chance et amuse toi bien
[buena/mucha/que tengas] suerte [a ti/amigo/y disfruta] | buena partida | buen juego | que te diviertas | te toca [a ti/jugar/mover/ahora] | le toca [a usted] | tu turno | es tu turno | tu jugada | tu mueves | por favor | ahora | es mi (jugada/movimiento/respuesta) | sin prisa | no hay prisa | no te preocupes | hasta luego | hasta pronto | buen día | feliz (navidad/año)
[in/e/e in] (bocca al lupo) | buona (fortuna/partita/giornata/serata/continuazione) [a te/anche a te] | buon (gioco/divertimento/proseguimento/natale/anno) | (tocca/ora tocca/sta) a (te/lei) | a te [la mossa/ora] | a lei [la mossa] | (il/è il) tuo turno | tua mossa | per (favore/piacere/cortesia) | ora | adesso | è la mia mossa | e la mia mossa | senza fretta | non c'è fretta | a presto | nessun problema
boa (sorte/partida) [para você/para ti/a você] | bom (jogo/divertimento) | sua vez | é sua vez | é a sua vez | é a tua vez | tua vez | (sua/tua) jogada | por favor | agora | é (meu lance/minha jogada/o meu lance) | sem pressa | até (logo/breve/mais) | feliz natal | um abraço
veel (succes/plezier/geluk) [ermee/en plezier] | succes | fijne (partij/dag/avond) | leuke partij | jij bent [nu/weer] aan (zet/de beurt) | u bent aan (zet/de beurt) | jouw (zet/beurt) | jouw beurt nu | alsjeblieft | alstublieft | nu | is mijn zet | geen haast | tot ziens
lycka till | ha (det så/så) (kul/roligt) | trevligt (parti/spel) | (din/ditt) (tur/drag) [nu] | det är din tur [nu] | tack | nu | är mitt drag | ingen brådska | ha det bra | varsågod | snälla | spelar jag
held og lykke | lykke til | god (fornøjelse/partie/kamp/spil/fornøyelse) | godt (parti/spil/spill) | din tur [nu/nå] | det er din tur [nu/nå] | dit træk | ditt trekk | vær så god | nu | nå | er mit træk | er mitt trekk | ingen hast | ha det bra | hav det godt
onnea | onnea [matkaan/peliin/sinulle] | hyvää (peliä/jatkoa/päivänjatkoa) | pidä hauskaa | sinun vuorosi | vuorosi | ole hyvä | nyt | on siirtoni | ei kiirettä
powodzenia | udanej (gry/partii) | miłej (gry/zabawy) | miłego dnia | (twój/twoja) (ruch/kolej) | teraz ty | proszę | teraz | to mój ruch | nie ma pośpiechu | życzę powodzenia | dobrej zabawy | twoja kolej teraz
hodně (štěstí/zdaru/úspěchů) | mnoho štěstí | příjemnou (hru/partii) | hezký den | jsi na (tahu/řadě) | jste na (tahu/řadě) | tvůj tah | prosím | teď | je můj tah | není kam spěchat
sok (szerencsét/sikert) | jó (játékot/szórakozást) | te (jössz/következel/lépsz) | ön következik | kérlek | most | a lépésem | nem sürgős
(mult noroc/noroc/multă baftă/baftă/succes/mult succes) | joc plăcut | (e/este) rândul tău | rândul tău | tu muți | te rog | acum | este mutarea mea | e mutarea mea
удачи | желаю удачи | удачной игры | хорошей (игры/партии) | приятной игры | (твой/ваш) (ход/черед) | теперь (ты/вы) | твоя очередь | ваша очередь | пожалуйста | сейчас | теперь | мой ход | вот мой ход | не спешите | не торопитесь | не спеши | до встречи | хорошего дня | играю | хожу
щасти | успіху | успіхів | гарної гри | (твій/ваш) хід | твоя черга | ваша черга | будь ласка | зараз | мій хід | гарного дня
iyi şanslar | bol şans | başarılar | iyi (oyunlar/eğlenceler/günler) | kolay gelsin | sıra (sende/sizde) | (senin/sizin) (sıran/sıranız/hamlen/hamleniz) | lütfen | şimdi | oynuyorum | oynadığım hamle | hamlem
καλή (τύχη/επιτυχία/διασκέδαση) | καλό παιχνίδι | καλή παρτίδα | (η/είναι η) σειρά σου | σειρά σου | παίζεις | παρακαλώ | τώρα | είναι η κίνησή μου
sretno | srećno | dobra igra | ugodnu igru | (ti si/vi ste) na (potezu/redu) | (tvoj/vaš) (potez/red) | molim | sad | sada | je moj potez | puno sreće | срећно | на потезу си | успех
祝你好运 | 祝好运 | 好运 | 该你了 | 轮到你了 | 到你了 | 请 | 请走 | 谢谢 | 加油 | 是我的着法 | です | を指します | で | と指します | にします | でお願いします | お願いします | よろしく | よろしくお願いします | どうぞ | あなたの番です | あなたの番 | がんばって | 입니다 | 둡니다 | 로 둡니다 | 행운을 빕니다 | 당신 차례입니다 | 부탁합니다
";

/// The same before Chinese and Japanese turns, which no blank or script separates from them.
pub(super) const UNSPACED_HEADS: &[&str] = &[
    "我的着法是",
    "我的走法是",
    "我的著法是",
    "我的着法",
    "我的走法",
    "我走",
    "我下",
    "我出",
    "我应",
    "私の指し手は",
    "私の手は",
    "次の手は",
    "僕の手は",
    "指し手は",
];

/// The same after Chinese and Japanese turns.
pub(super) const UNSPACED_TAILS: &[&str] = &[
    "でお願いします",
    "を指します",
    "と指します",
    "にします",
    "です",
    "，该你了",
    "该你了",
    "，请",
    "，谢谢",
];

/// Faces at the end of a line, longest first. `=)` is none: `(=)` offers a draw.
pub(super) const FACES: &[&str] = &[
    ":-))", ":-)", ";-)", ":-D", ":-P", ":-(", ":o)", ":))", ":)", ";)", ":D", ":P", ":(", "^^",
    "<3", "^_^",
];

//! What may stand in one sentence with a turn, and what later sentences may not say. Each table names the
//! language of a row; [`Phrases`](super::words::Phrases) has the syntax of the rows.

/// Words of which what stands before a turn may be made, with a sign between: `And now my answer: Nf3`.
pub(super) const LEADS: &[(&str, &str)] = &[
    (
        "en",
        "quick | quickly | just quickly | in haste | briefly | short and sweet | in short | begin | begins | starts | opens | take | takes | capture | captures | copycat | likewise | the same | the same as you | same here | ditto | me too | counter | first | second | a | again | also | an | and | answer | answering | at last | begin | castling | challenge accepted | check | \
         checking | choice | choosing | coming up | completing | continuing | decision | defending | developing | \
         easy | finally | finishing | first move | first turn | for me | go | goes | going | good old | here | \
         here goes nothing | here i am | hereby | i | im | i am | in reply | in response | is | it | its | lets | me | mine | \
         move | moving | my | now | of | ok | okay | on | opening | our | playing | ply | pushing | ready | \
         recapturing | reply | replying | response | retaking | saving | sending | simply | so | start | starting | \
         surprise | taking | tada | the | then | there | this | this time | time | time for | to | today | todays | turn | voila | \
         we | with | with that | without further ado | yes | white | black | red | blue | to your letter | to your mail | to your move | to your turn | \
         to your last move | to your last turn | to your last letter | to your last mail",
    ),
    (
        "de",
        "kurz | nur kurz | heute nur kurz | auf die schnelle | in eile | kurz und knapp | beginne | beginnt | eröffne | eröffnet | starte | startet | schlage | schlägt | nehme | nimmt | ebenso | das gleiche | dasselbe | gleichfalls | ich auch | erster | zweiter | erste | zieht | spielt | rot | blau | grün | gelb | also | am | antwort | antworte | auf | auf deinen zug | auf deinen letzten zug | auf ihren zug | auf dein schreiben | \
         auf deine mail | bin | bitte | da | damit | dann | das | dein | der | die | dran | ein | eine | endlich | entscheidung | es | folgt | \
         für | für heute | gehts | geht | geht es | gleich | heute | heutiger | hier | ich | ist | ja | jetzt | kommt | \
         lautet | los | mein | meine | meinen | meiner | meinerseits | mit | nächster | na | nr | nun | nummer | \
         ohne umschweife | partie | rochade | runde | schach | schnell | so | spiele | und | unser | wäre | \
         wie folgt | zeit | zeit für | ziehe | zu | zug | züge | zum | zur | weiß | schwarz | diesmal | diese woche",
    ),
    (
        "fr",
        "vite | en vitesse | rapidement | vite fait | en bref | commence | commencent | ouvre | débute | prends | prend | pareil | idem | de même | la même chose | moi aussi | premier | première | second | rouge | bleu | vert | jaune | joue | les rouges | les bleus | à ton coup | à votre coup | allons y | alors | aujourdhui | cest | cest parti | choix | coup | coups | \
         de | décision | donc | du | en | enfin | est | et | ici | il | je | joue | jouer | la | le | les | lheure | \
         ma | maintenant | mes | mon | moi | notre | numéro | ouverture | place | pour | puis | réponse | suivant | \
         sur | temps | tour | tu | un | une | va | voici | voilà | blancs | noirs | cette fois",
    ),
    (
        "es",
        "rápido | rápidamente | rápido hoy | deprisa | en breve | empiezo | empieza | comienzo | comienza | abro | abre | tomo | toma | como | capturo | igual | lo mismo | igualmente | yo también | primero | primera | primer | segunda | rojo | rojas | azul | verde | amarillo | juega | con | a | a tu jugada | a su jugada | ahí | ahí va | ahora | al | aquí | contestación | de | decisión | el | en | \
         entonces | es | esta | esta vez | este | fin | hora | hoy | jugada | jugadas | juego | la | las | le | llegó | lo | los | \
         mi | mis | movimiento | muevo | número | para | por fin | pues | respondo | respuesta | siguiente | tiempo | toca | tu | turno | un | una | \
         va | vamos | ya | y | yo | blancas | negras",
    ),
    (
        "it",
        "di corsa | veloce | velocemente | in fretta | in breve | comincio | comincia | inizio | inizia | apro | apre | prendo | prende | mangio | idem | lo stesso | altrettanto | anche io | anchio | primo | prima | secondo tratto | rosso | blu | verde | giallo | gioca | con | a | adesso | alla tua mossa | allora | al | dunque | ecco | ecco qua | e | è | faccio | finalmente | gioco | \
         ho deciso | ho scelto | il | io | la | le | lo | mia | mio | momento | mossa | mosse | muovo | numero | oggi | ora | per | qua | qui | quindi | \
         risposta | rispondo | scelta | si va | sono | stavolta | tempo | turno | un | una | va | vado | bianco | nero",
    ),
    (
        "nl",
        "snel | even snel | kort | in het kort | begin | begint | open | opent | start | sla | neem | pak | hetzelfde | idem | ik ook | eerste | tweede | rood | blauw | groen | geel | speelt | aan | aan de beurt | antwoord | beurt | daar | dan | dan nu | dat | de | deze keer | dit | dus | een | eindelijk | en | er | gaan | gaat | \
         het | hier | hierbij | ik | in | is | komt | kom | mijn | met | nou | nu | nummer | onze | op | op je zet | \
         op jouw zet | openingszet | speel | tijd | tijd voor | vandaag | voor | we | zet | zetten | wit | zwart",
    ),
    (
        "pt",
        "rapidinho | rápido | depressa | em breve resumo | começo | começa | abro | abre | inicio | capturo | igual | o mesmo | também | eu também | idem | primeiro | primeira | segundo lance | vermelho | vermelhas | azul | verde | amarelo | joga | a | à | agora | ao seu lance | ao teu lance | aqui | aqui vai | chegou | com | da | de | decisão | do | é | e | eis | ele | em | então | esta | este | \
         finalmente | hora | hoje | jogada | jogo | lá vai | lance | meu | minha | no | número | o | os | para | pois | resposta | \
         respondo | tempo | um | uma | vai | vamos | vez | desta vez | brancas | pretas",
    ),
    (
        "pl",
        "krótko | szybko | na szybko | w skrócie | zaczynam | zaczyna | zaczynają | otwieram | biję | biorę | zbijam | to samo | ja też | tak samo | pierwszy | drugi | czerwone | niebieskie | zielone | żółte | grają | a | a więc | czas | czas na | dziś | dzisiaj | gram | i | idę | jest | ja | kolej | mój | moja | moje | moim | na | na twój ruch | no | numer | \
         oto | odpowiadam | odpowiedź | posunięcie | ruch | ruchem | ruszam | teraz | tym razem | to | więc | w końcu | wreszcie | białe | czarne",
    ),
    (
        "ru",
        "коротко | быстро | вкратце | кратко | начинаю | начинает | начинают | открываю | бью | беру | ем | то же | то же самое | я тоже | также | первый | первым | второй | красные | синие | зеленые | желтые | ходят | играют | а | будет | в | в ответ | вот | время | для | его | есть | и | играю | итак | мой | моя | мое | мы | на | на твой ход | \
         на ваш ход | наконец | наконец то | наш | номер | ну | ответ | отвечаю | очередь | поехали | решение | сегодня | \
         следующий | сейчас | так | такой | теперь | то | ход | ходом | хожу | черные | белые | это | я | на этот раз",
    ),
    (
        "sv",
        "kort | snabbt | i korthet | kort sagt | börjar | börjar med | öppnar | inleder | slår | tar | detsamma | samma | samma här | jag med | jag också | första | andra draget | röd | blå | grön | gul | spelar | alltså | att | av | dags | dags för | då | drag | draget | det | den | där | är | ett | en | för | går | här | i | idag | i dag | \
         jag | kommer | kör | med | min | mina | mitt | nu | nummer | och | på | på ditt drag | så | spelar | svar | svarar | \
         till | tid | tur | turen | vår | vårt | vi | äntligen | vit | svart | den här gången",
    ),
];

/// Words of the names of openings.
pub(super) const OPENINGS: &[(&str, &str)] = &[
    (
        "en",
        "alekhine | alekhines | accelerated | advance | attack | benko | benoni | berlin | birds | budapest | caro | caro kann | catalan | \
         central | center game | centre game | center | centre | classical | closed | cozio | countergambit | counter gambit | danish | defence | defense | dragon | dutch | elephant | english | \
         evans | exchange | fianchetto | four knights | french | gambit | game | german | giuoco | giuoco piano | grob | grünfeld | hedgehog | hungarian | indian | italian | kan | \
         kann | kings | kings pawn | larsen | larsens | latvian | london | lopez | main line | maróczy | marshall | modern | morphy | \
         my favorite | my favourite | najdorf | nimzo | nimzowitsch | old | open | opening | orangutan | orthodox | pawn | petroff | petrov | philidor | piano | pirc | polish | ponziani | \
         queens | queens pawn | réti | roy lopez | ruy | russian | scandinavian | scheveningen | schliemann | scotch | sicilian | sicily | slav | smith morra | \
         sokolsky | spanish | steinitz | stonewall | sveshnikov | symmetrical | system | tarrasch | taimanov | tartakower | the usual | three knights | torre | trompowsky | two knights | \
         variation | vienna | wayward queen | winawer | zukertort | good old | an old friend | my old friend | my pet line | central cannon | screen horse | screen horses",
    ),
    (
        "de",
        "abtausch | aljechin | angriff | altindisch | benoni | berliner | budapester | damenbauer | damengambit | damenindisch | drachen | englisch | englische | eröffnung | französisch | französische | \
         gambit | hauptvariante | holländisch | indisch | italienisch | italienische | katalanisch | königsgambit | königsindisch | königsinder | läuferspiel | londoner | mittelgambit | moderne | nordisches | offene | \
         orthodox | partie | philidor | russisch | russische | schottisch | schottische | sizilianisch | sizilianer | skandinavisch | slawisch | spanisch | spanische | spanier | \
         springerspiel | system | variante | verteidigung | vierspringerspiel | wiener | zweispringerspiel",
    ),
    (
        "fr",
        "anglaise | caro kann | défense | écossaise | espagnole | française | gambit | hollandaise | indienne | italienne | ouverture | partie | philidor | roi | dame | russe | scandinave | \
         sicilienne | slave | système | viennoise | variante",
    ),
    (
        "es",
        "apertura | ataque | cuatro caballos | defensa | escandinava | escocesa | española | francesa | gambito | gambito de dama | gambito de rey | holandesa | india | inglesa | italiana | partida | petrov | \
         ruy lópez | siciliana | sistema | variante | vienesa",
    ),
    (
        "it",
        "apertura | attacco | difesa | francese | gambetto | inglese | italiana | olandese | partita | quattro cavalli | scandinava | scozzese | siciliana | spagnola | variante | viennese | indiana",
    ),
    (
        "nl",
        "aanval | dame | engels | engelse | frans | franse | gambiet | damegambiet | koningsgambiet | hollands | hollandse | indisch | italiaans | italiaanse | konings | opening | schots | schotse | siciliaans | \
         siciliaanse | spaans | spaanse | verdediging | weens | partij | koningsindisch",
    ),
    (
        "pt",
        "abertura | ataque | defesa | escocesa | espanhola | francesa | gambito | inglesa | italiana | partida | russa | siciliana | vienense | índia",
    ),
    (
        "pl",
        "angielska | atak | debiut | francuska | gambit | hetmański | hiszpańska | królewski | obrona | partia | rosyjska | skandynawska | sycylijska | szkocka | wariant | wiedeńska | włoska | holenderska",
    ),
    (
        "ru",
        "английское | атака | голландская | гамбит | дебют | защита | испанка | испанская | итальянка | итальянская | каро канн | королевский | начало | партия | русская | сицилианка | сицилианская | скандинавская | \
         славянская | ферзевый | французская | шотландская | вариант | венская",
    ),
    (
        "sv",
        "anfall | engelskt | franskt | försvar | gambit | damgambit | kungsgambit | holländskt | italienskt | parti | ryskt | sicilianskt | skandinaviskt | skotskt | spanskt | öppning | variant",
    ),
];

/// Beginnings of what is said of a turn. What follows up to the next sign may be anything that casts no doubt.
pub(super) const REMARKS: &[(&str, &str)] = &[
    (
        "en",
        "[and/also/thus/so/thereby/now/while/by] (attacking/blocking/breaking/building/castling/capturing/centralising/centralizing/challenging/checking/chasing/clearing/closing/completing/connecting/controlling/counterattacking/covering/defending/\
         developing/doubling/exchanging/eyeing/fianchettoing/fighting/forcing/forking/freeing/gaining/getting/giving/going/grabbing/guarding/heading/hitting/hoping/hunting/keeping/\
         kicking/making/moving/occupying/offering/opening/overprotecting/pinning/placing/playing/preparing/preventing/pressuring/protecting/pushing/putting/recapturing/regaining/retaking/retreating/returning/sacrificing/saving/\
         securing/setting/simplifying/skewering/staking/stopping/strengthening/striking/supporting/taking/threatening/trading/uncovering/unpinning/winning)
         [and/it/this/which/that] (attacks/blocks/captures/challenges/controls/covers/defends/develops/fianchettoes/forks/gains/guards/hits/opens/pins/prepares/protects/regains/retakes/saves/stops/supports/threatens/wins)
         with (check/tempo/a threat/a threat of/the idea of/an attack/pressure/an eye on/gain of/mate) | and (check/mate/check and mate) | double check | discovered check | en passant | a (fork/pin/gambit/sacrifice/pawn/knight/bishop/rook/queen/trade) | \
         the (fork/pin/gambit/sacrifice/usual/classic/natural/only/main line/obvious/solid/standard/book/normal/logical/old/simple)",
    ),
    (
        "de",
        "(angreifend/entwickelnd) | [und/das/er/sie] (bedroht/deckt/droht/entwickelt/fesselt/greift/kontrolliert/öffnet/schützt/schlägt/gewinnt/verteidigt) | mit (angriff/drohung/tempo/gabel/fesselung/schach/der drohung/der idee/der absicht/blick/doppelangriff) | \
         (droht/drohend/gabel/abzugsschach/doppelschach) | ein (bauer/gambit/opfer/tausch/klassiker) | (der/die/das) (übliche/klassische/natürliche/normale/logische/alte/einzige) | um (den/die/das)",
    ),
    (
        "fr",
        "(menaçant/menace/attaquant/attaque/défendant/protégeant/développant/contrôlant/préparant/gagnant/reprenant/prenant/clouant) | en (menaçant/attaquant/défendant/protégeant/développant/contrôlant/préparant) | avec (échec/menace/tempo/l'idée/attaque/la menace) | \
         pour (attaquer/défendre/protéger/développer/contrôler/préparer/reprendre) | qui (menace/attaque/défend/protège) | (fourchette/clouage) | (un/une) (classique/fourchette/gambit/sacrifice) | (la/le) (classique/coup naturel)",
    ),
    (
        "es",
        "(amenazando/atacando/defendiendo/protegiendo/desarrollando/controlando/preparando/ganando/clavando/capturando) | (amenaza/ataca/defiende/protege) | con (jaque/amenaza/idea/la idea/tiempo/ataque) | \
         para (atacar/defender/proteger/desarrollar/controlar/preparar) | que (amenaza/ataca/defiende) | un (clásico/sacrificio/gambito) | una (horquilla/clavada) | (la/lo) (clásica/clásico/normal/de siempre)",
    ),
    (
        "it",
        "(minacciando/attaccando/difendendo/proteggendo/sviluppando/controllando/preparando/catturando/inchiodando) | (minaccia/attacca/difende/protegge/sviluppa) | con (scacco/minaccia/idea/l'idea/tempo/attacco) | \
         per (attaccare/difendere/proteggere/sviluppare/controllare/preparare) | che (minaccia/attacca/difende) | (un/una) (classico/sacrificio/gambetto/forchetta/inchiodatura) | (la/il) (classica/classico/solita)",
    ),
    (
        "nl",
        "(dreigend/aanvallend/verdedigend) | (dreigt/valt/verdedigt/dekt/ontwikkelt/pent) | met (schaak/dreiging/tempo/het idee/aanval) | om (de/het/te) | een (klassieker/offer/vork/penning/gambiet) | de (klassieke/normale/gewone)",
    ),
    (
        "pt",
        "(ameaçando/atacando/defendendo/protegendo/desenvolvendo/controlando/preparando/cravando/capturando) | (ameaça/ataca/defende/protege) | com (xeque/ameaça/a ideia/ideia/tempo/ataque) | para (atacar/defender/proteger/desenvolver/controlar/preparar) | \
         que (ameaça/ataca/defende) | um (clássico/sacrifício/gambito/garfo) | (a/o) (clássica/clássico/normal)",
    ),
    (
        "pl",
        "(atakując/broniąc/grożąc/rozwijając/kontrolując/przygotowując/wiążąc/bijąc) | (atakuje/broni/grozi/rozwija) | z (szachem/groźbą/tempem/atakiem/ideą) | (widełki/związanie) | klasyka",
    ),
    (
        "ru",
        "(атакуя/защищая/угрожая/развивая/контролируя/готовя/связывая/нападая) | (атакует/защищает/угрожает/угроза/грозит/нападает) | с (шахом/угрозой/темпом/идеей/атакой) | вилка | связка | классика",
    ),
    (
        "sv",
        "(hotar/angriper/försvarar/skyddar/utvecklar/binder/attackerar) | med (schack/hot/tempo/idén/angrepp) | (gaffel/bindning) | en (klassiker/gaffel) | ett (offer/hot)",
    ),
];

/// Whole remarks beside a turn.
pub(super) const ASIDES: &[(&str, &str)] = &[
    (
        "en",
        "first | first of all | (hence/so/therefore) only (now/today) | (hence/sorry for) the (delay/late reply) | thats why (only now/so late/it took so long/the delay) | again | once again | yet again | for now | for a change | please | of course | naturally | obviously | as (usual/always/ever/expected/planned/promised/agreed/announced) | what else | finally | at last | at long last | a classic | theory | by the book | book | still book | \
         still theory | forced | only move | no choice | easy | simple as that | as simple as that | voila | tada | bang | bam | boom | ouch | ha | haha | hihi | hehe | lol | wow | yay | off we go | \
         here we go | and off we go | en garde | there you go | there we go | let the (games/game/battle/fight) begin | lets go | lets begin | game on | bring it on | challenge accepted | with (pleasure/joy) | gladly | my pleasure | \
         (no/without) comment | nothing special | nothing fancy | nothing new | straight from the book | the knight comes out | the horse comes out | i am (curious/excited/happy/glad/back) | im (curious/excited/happy/glad/back) | [your turn/you] (now/next) | \
         the (horse/knight/bishop/rook/queen/king/pawn/cannon/chariot) | one more time | once more | that is it | thats it | that is all | thats all | nothing more | that is my move | thats my move | that is my turn | thats my turn | \
         (good/great/nice/well/very well) (played/done) | (nice/great/good/strong/interesting/fine/clever/brilliant/excellent/lovely/cool) (game/play/opening) | greetings | greets | salutations | peace | hugs | respect | on we go | and on we go | next one | (en passant) | e p | castling | short castling | long castling",
    ),
    (
        "de",
        "zuerst | erst mal | zunächst | nichts (neues/besonderes/aufregendes) | (deshalb/daher/darum/deswegen) (erst/so) (heute/jetzt/spät) | daher die (verspätung/späte antwort) | wieder | mal wieder | wieder einmal | nochmal | erneut | zur abwechslung | vorerst | bitte | natürlich | selbstverständlich | klar | wie immer | wie üblich | wie (erwartet/geplant/versprochen) | was sonst | endlich | theorie | buchzug | gezwungen | erzwungen | einziger zug | los gehts | auf gehts | auf los gehts los | na also | \
         mit vergnügen | gerne | haha | hihi | ha | tja | autsch | bumm | ganz klassisch | klassisch | wie gehabt | ich bin gespannt | bin gespannt | das wars | mehr nicht | schach | grüße | grüsse | gruß | lg",
    ),
    (
        "fr",
        "dabord | pour l'instant | rien de (neuf/nouveau/spécial) | doù (le retard/ce retard/cette réponse tardive) | cest pourquoi je réponds (tard/si tard) | à nouveau | de nouveau | une fois de plus | pour changer | pour linstant | sil te plaît | sil vous plaît | bien sûr | naturellement | évidemment | comme (d'habitude/toujours/prévu/promis) | quoi d'autre | enfin | théorie | forcé | allons y | c'est parti | on y va | avec plaisir | haha | hihi | aïe | voilà | et voilà | un classique | classique | c'est tout | coucou",
    ),
    (
        "es",
        "primero | de momento | nada (nuevo/especial) | (por eso/de ahí) (el retraso/la demora/tan tarde/recién ahora/hasta hoy) | otra vez | de nuevo | una vez más | para variar | por ahora | por favor | por supuesto | claro | claro que sí | naturalmente | obviamente | como (siempre/prometido/es habitual) | qué más | por fin | teoría | forzado | forzada | vamos | vamos allá | allá vamos | con gusto | jaja | jeje | ay | y ya está | eso es todo | nada más | saludos | un clásico",
    ),
    (
        "it",
        "prima | per prima cosa | niente di (nuovo/speciale) | (per questo/perciò/quindi) (il ritardo/solo oggi/solo ora/rispondo tardi) | di nuovo | ancora una volta | unaltra volta | tanto per cambiare | per ora | per favore | naturalmente | ovviamente | certo | certamente | come (sempre/al solito/promesso/previsto) | cos'altro | finalmente | teoria | forzata | andiamo | si parte | con piacere | haha | ahah | ahi | ecco fatto | tutto qui | un classico | saluti",
    ),
    (
        "nl",
        "eerst | om te beginnen | niets (nieuws/bijzonders) | (daarom/vandaar) (nu pas/pas nu/pas vandaag/de vertraging/zo laat) | weer | opnieuw | nog een keer | alweer | voor de verandering | voorlopig | alsjeblieft | natuurlijk | uiteraard | zoals (altijd/gewoonlijk/beloofd/verwacht) | wat anders | eindelijk | theorie | gedwongen | daar gaan we | kom maar op | met plezier | haha | hihi | au | dat is het | dat is alles | dat was het | een klassieker | groetjes | groeten",
    ),
    (
        "pt",
        "primeiro | para já | nada de (novo/especial) | (por isso/daí) (só hoje/só agora/o atraso/a demora/tão tarde) | de novo | novamente | outra vez | mais uma vez | para variar | por agora | por favor | claro | naturalmente | obviamente | como (sempre/prometido/de costume) | que mais | finalmente | teoria | forçado | vamos | vamos lá | com prazer | haha | kkk | rsrs | ai | é isso | é tudo | só isso | um clássico | saudações",
    ),
    (
        "pl",
        "najpierw | na początek | nic (nowego/specjalnego) | (dlatego/stąd) (dopiero dziś/dopiero dzisiaj/dopiero teraz/opóźnienie/tak późno) | znowu | znów | ponownie | jeszcze raz | dla odmiany | na razie | proszę | oczywiście | naturalnie | jak (zawsze/zwykle/obiecałem) | cóż innego | wreszcie | nareszcie | teoria | wymuszone | zaczynamy | jedziemy | z przyjemnością | haha | hehe | to wszystko | klasyka | pozdro | pozdrowienia",
    ),
    (
        "ru",
        "сначала | для начала | ничего (нового/особенного) | (поэтому/потому) (только сегодня/только сейчас/так поздно/задержка) | снова | опять | еще раз | для разнообразия | пока что | пожалуйста | конечно | естественно | разумеется | как (всегда/обычно/обещал/обещала) | что же еще | наконец | наконец то | теория | вынужденно | поехали | начнем | вперед | с удовольствием | хаха | ха | хехе | вот и все | это все | классика | привет",
    ),
    (
        "sv",
        "först | till att börja med | inget (nytt/särskilt) | därför (först idag/först nu/dröjsmålet/så sent) | igen | en gång till | återigen | för omväxlings skull | tills vidare | tack | naturligtvis | självklart | såklart | förstås | som (vanligt/alltid/utlovat) | vad annars | äntligen | teori | tvingat | nu kör vi | då kör vi | nu börjar vi | med nöje | gärna | haha | hihi | aj | det var allt | en klassiker | hälsningar",
    ),
];

/// Words by which the sentence of a turn goes on.
pub(super) const CONNECTIVES: &[(&str, &str)] = &[
    (
        "en",
        "and | because | since | so | to | for | with | just | now that | while | as (a/an/the/i/my/we)",
    ),
    (
        "de",
        "und | weil | da | damit | um | für | mit | denn | einfach | jetzt wo | als",
    ),
    (
        "fr",
        "et | parce que | car | puisque | pour | avec | afin | comme",
    ),
    (
        "es",
        "y | e | porque | ya que | pues | para | por | con | como",
    ),
    (
        "it",
        "e | ed | perché | così | per | con | tanto per | come",
    ),
    (
        "nl",
        "en | omdat | want | zodat | om | voor | met | gewoon | als",
    ),
    (
        "pt",
        "e | porque | pois | já que | para | pra | por | com | como",
    ),
    ("pl", "i | bo | ponieważ | żeby | aby | dla | z | ze | jako"),
    (
        "ru",
        "и | потому что | так как | чтобы | для | с | ради | просто",
    ),
    (
        "sv",
        "och | eftersom | för | för att | så | med | bara | som",
    ),
];

/// Beginnings of wishes and thanks. What follows up to the next sign may be anything that casts no doubt.
pub(super) const WISHES: &[(&str, &str)] = &[
    (
        "en",
        "(my/the/our) (kids/children/wife/husband/daughter/son/family/boys/girls/mother/father/parents) [also/all] (say/says/send/sends/sending) (hi/hello/greetings/regards/love/their regards/her regards/his regards/their love) | (nice/great/good/lovely/cool/fun/glad/happy) (to/that/you/we) | so (nice/good/glad) | what a (nice/lovely/great/pleasant) | good to | (i/we) (was/were/am/are/have been) (away/ill/sick/on holiday/on vacation/travelling/traveling/busy/out of town/offline/abroad/at the sea/on the road/back) | just (back/home) | back (from/home) | was (away/ill/sick/on holiday/on vacation/travelling/traveling/busy/out of town/offline/abroad) | [and/with/but] (all the best/all good wishes/best regards/best wishes/cheers/enjoy/good luck/greetings/happy/have a/have fun/hope you/hope your/hope all/hope everything/hope this/hoping you/i hope you/i hope your/i hope all/i hope everything/kind regards/many greetings/merry/regards/say hello/say hi/\
         stay healthy/stay safe/stay well/take care/thank you for/thank you so much/thanks for/thanks so much/thanks a million/thanks again/warm regards/warm greetings/welcome/wishing you/i wish you/much love/lots of love/love from/hello to/hi to/give my/my best to/my regards to/best to/looking forward/\
         i look forward/nice to/glad to/happy to/congratulations/congrats/get well/safe travels/bon voyage/hello from/hi from/cheers from) | hope (you are/youre/all is/its)",
    ),
    (
        "de",
        "(meine/die/mein/unsere) (kinder/frau/tochter/familie/eltern/mutter/mann/sohn) [dich/euch/auch/alle] (grüßt/grüßen/lässt grüßen/lassen grüßen/lässt dich grüßen/lassen dich grüßen) | (schön/toll/prima/super/nett/cool/fein/gut) dass | (schön/toll/nett) (von dir/wieder/mal) | freut mich | es freut mich | [ich/wir/bin/sind] (war/waren) [ich/wir] (eine woche/zwei wochen/ein paar tage/im urlaub/krank/verreist/unterwegs/weg/auf reisen/nicht da/in den ferien/am meer/in den bergen/dienstlich) | [ich/wir] (bin/sind) (zurück/wieder da/wieder zurück/im urlaub/unterwegs/verreist) | [und/mit/noch/dir/euch/ihnen/ganz] (liebe grüße/viele grüße/beste grüße/schöne grüße/schönen gruß/herzliche grüße/einen schönen/ein schönes/eine schöne/einen guten/eine gute/schönen/schönes/schöne/gute/guten/viel spaß/viel glück/viel erfolg/viel vergnügen/alles gute/alles liebe/hoffe dir/hoffe es/hoffentlich geht/\
         ich hoffe dir/ich hoffe es/hoffe du/ich hoffe du/hoffe ihnen/ich hoffe ihnen/danke für/danke fürs/vielen dank für/frohe/frohes/fröhliche/gesegnete/grüße/grüße aus/gruß aus/bleib gesund/bleiben sie gesund/gute besserung/herzlichen glückwunsch/glückwunsch/freue mich/ich freue mich/gruß an/grüße an/grüß/spannende partie/\
         schöne partie/gutes spiel/interessante partie/genieß/genieße/willkommen)",
    ),
    (
        "fr",
        "(ma/mon/mes/la/les) (fille/femme/fils/mari/enfants/famille/parents) (te salue/te saluent/vous salue/vous saluent/dit bonjour/disent bonjour/tembrasse) | (content/contente/ravi/ravie/heureux/heureuse) (de/que) | (super/génial/chouette/sympa) (que/de) | ça fait plaisir | quel plaisir | jétais (en vacances/malade/absent/absente/en voyage/parti/partie/occupé/occupée) | nous étions (en vacances/absents/en voyage/partis) | je suis (de retour/rentré/rentrée/en vacances) | [et/avec/je te/je vous] (bonne/bon/belle/beau/joyeux/joyeuse/bien à/amitiés/amicalement/cordialement/salutations/salut de/bonjour à/merci pour/merci beaucoup/merci de/j'espère que/j'espere que/espérant que/souhaite/porte toi/portez vous/félicitations/bravo pour/au plaisir/à bientôt/profite/profitez/meilleurs/meilleures/bises/bisous/tous mes)",
    ),
    (
        "es",
        "(mi/mis/la/los) (hija/mujer/esposa/hijo/marido/hijos/niños/familia) (te saluda/te saludan/manda saludos/mandan saludos/os saluda) | (qué bien/qué bueno/qué alegría/qué gusto) (que/verte/volver) | me alegra | me alegro | contento de | contenta de | estuve (de vacaciones/enfermo/enferma/de viaje/fuera/ocupado/ocupada) | he estado (de vacaciones/enfermo/enferma/de viaje/fuera/ocupado/ocupada) | estaba (de vacaciones/enfermo/enferma/de viaje/fuera) | ya estoy de vuelta | estoy de vuelta | [y/con/te/le/os] (buen/buena/buenos/buenas/feliz/felices/saludos/un saludo/un abrazo/abrazos/gracias por/muchas gracias/espero que/deseo/que tengas/que tenga/que te/que disfrutes/disfruta/disfrute/suerte/mucha suerte/cuídate/felicidades/enhorabuena/recuerdos/cordiales/encantado/encantada)",
    ),
    (
        "it",
        "(mia/mio/la mia/i miei/la) (figlia/moglie/figlio/marito/figli/famiglia/bambini) (ti saluta/ti salutano/vi saluta/saluta/salutano) | (che bello/che piacere/bello/contento/contenta/felice) (che/di/rivederti/risentirti) | mi fa piacere | sono contento | sono contenta | (ero/sono stato/sono stata) (in vacanza/malato/malata/in viaggio/via/fuori/occupato/occupata/al mare) | sono (tornato/tornata/di ritorno/in vacanza) | [e/con/ti/le/vi/un] (buon/buona/buone/felice/saluti/caro saluto/un saluto/un abbraccio/abbracci/grazie per/grazie di/grazie mille/spero che/spero tu/spero di/auguro/auguri/divertiti/stammi bene/complimenti/congratulazioni/in bocca/cordiali/goditi/tanti)",
    ),
    (
        "nl",
        "(mijn/de/onze) (dochter/vrouw/zoon/man/kinderen/familie) (doet/doen) (de groeten/je de groeten) | (leuk/fijn/mooi/gezellig/goed/tof) (dat/om/weer/je) | wat (leuk/fijn/gezellig) | [ik/we] (was/waren/ben/zijn) [ik/we] (een week/op vakantie/ziek/op reis/weg/druk/onderweg/een paar dagen) | [ik/we] (ben/zijn) (terug/weer thuis) | [en/met/nog] (een fijne/een prettige/een mooie/fijne/fijn/prettig/prettige/goede/groeten/groetjes/hartelijke/vriendelijke/veel plezier/veel succes/veel geluk/bedankt voor/dank voor/dank je voor/dank u voor/ik hoop dat/hopelijk gaat/hoop dat/gefeliciteerd/beterschap/geniet/gelukkig/vrolijk/succes/alles goed/het beste/liefs)",
    ),
    (
        "pt",
        "(minha/meu/a minha/o meu/os) (filha/mulher/filho/marido/filhos/família) (manda/mandam) (abraços/um abraço/lembranças/beijos/cumprimentos) | (que bom/que legal/que fixe/que prazer) (que/ver/te/jogar) | fico (feliz/contente) | estou (feliz/contente) | (estive/estava) (de férias/doente/em viagem/viajando/fora/ocupado/ocupada/a viajar) | (estou/já estou) de volta | voltei | [e/com/te/lhe/um] (bom/boa/bons/boas/feliz/abraço/abraços/um abraço/saudações/obrigado por/obrigado pela/obrigado pelo/obrigada por/obrigada pela/obrigada pelo/espero que/desejo/tenha/tenhas/divirta/diverte/sorte/cuide/parabéns/cumprimentos/aproveite/aproveita/felicidades)",
    ),
    (
        "pl",
        "(moja/mój/moje) (córka/żona/syn/mąż/dzieci/rodzina) [cię] (pozdrawia/pozdrawiają) | (fajnie/miło/super/świetnie/dobrze) (że/cię/znowu) | cieszę się | miło mi | (byłem/byłam/byliśmy) (na urlopie/na wakacjach/chory/chora/w podróży/zajęty/zajęta/poza domem/w delegacji) | (wróciłem/wróciłam/już jestem) | [i/z/życzę/ci/ja] (miłego/miłej/dobrego/dobrej/udanej/udanego/powodzenia/pozdrawiam/pozdrowienia/serdeczne/serdecznie/dzięki za/dziękuję za/mam nadzieję że/wesołych/szczęśliwego/zdrowia/trzymaj/gratulacje/gratuluję/wszystkiego/spokojnej/ukłony)",
    ),
    (
        "ru",
        "(моя/мой/мои) (дочь/дочка/жена/сын/муж/дети/семья) (передает привет/передают привет/шлет привет) | (рад/рада/здорово/приятно/хорошо/отлично) (что/тебя/вас/снова) | как (здорово/приятно) | [я] (был/была/были) (в отпуске/болен/больна/в отъезде/в командировке/занят/занята/в поездке/на море/на даче) | [я] (вернулся/вернулась/болел/болела) | [и/с/вам/тебе/желаю] (удачи/хорошего/хорошей/хороших/приятного/приятной/доброго/доброй/спасибо за/благодарю за/надеюсь у/надеюсь что/надеюсь ты/надеюсь вы/всего/привет из/привет от/привет/наилучшими/наилучшие/счастливого/счастья/здоровья/поздравляю/с новым/с праздником/с рождеством/береги/берегите/успехов/уважением)",
    ),
    (
        "sv",
        "(min/mitt/mina) (dotter/fru/son/man/barn/familj) (hälsar/hälsar till dig) | (kul/roligt/skoj/trevligt/fint) (att/med/igen) | vad (kul/roligt/trevligt) | [jag/vi] (var/har varit) [jag/vi] (på semester/sjuk/bortrest/på resa/borta/upptagen/en vecka) | [jag/vi] är (tillbaka/hemma igen) | [och/med/ha/jag] (en trevlig/en fin/en bra/ett bra/trevlig/trevligt/fin/ha en/ha ett/ha det/hoppas du/hoppas att/hoppas allt/tack för/lycka till/god/gott/glad/hälsningar/hälsningar från/hälsa/vänliga/många/allt gott/grattis/krya/kram/kramar/njut/mår bra)",
    ),
];

/// Words with which somebody excuses himself. They take back what stands above, unless a word of
/// [`LATE`] follows in the same sentence.
pub(super) const APOLOGIES: &[(&str, &str)] = &[
    (
        "en",
        "sorry | so sorry | very sorry | i am sorry | im sorry | apologies | my apologies | i apologise | i apologize | please excuse | excuse | please forgive | forgive",
    ),
    (
        "de",
        "sorry | entschuldigung | entschuldige | entschuldigen sie | verzeihung | verzeih | verzeihen sie | tut mir leid | es tut mir leid | pardon | bitte um entschuldigung | bitte um verzeihung | entschuldigt",
    ),
    (
        "fr",
        "désolé | désolée | je suis désolé | je suis désolée | pardon | excuse moi | excusez moi | toutes mes excuses | mes excuses | navré | navrée",
    ),
    (
        "es",
        "perdón | perdona | perdone | disculpa | disculpe | disculpas | lo siento | mis disculpas",
    ),
    (
        "it",
        "scusa | scusami | scusi | mi scusi | scusate | mi dispiace | chiedo scusa | perdona | perdonami",
    ),
    (
        "nl",
        "sorry | excuses | excuseer | mijn excuses | het spijt me | pardon | neem me niet kwalijk",
    ),
    (
        "pt",
        "desculpe | desculpa | desculpas | perdão | sinto muito | peço desculpa | peço desculpas | lamento",
    ),
    (
        "pl",
        "przepraszam | sorry | wybacz | proszę wybaczyć | sorki | przykro mi",
    ),
    (
        "ru",
        "извини | извините | прости | простите | прошу прощения | сожалею | виноват",
    ),
    (
        "sv",
        "förlåt | ursäkta | ursäkta mig | ledsen | jag är ledsen | beklagar | jag beklagar | sorry",
    ),
];

/// What somebody excuses himself for who has let others wait.
pub(super) const LATE: &[(&str, &str)] = &[
    (
        "en",
        "resist | about (that/this) | for taking | for your (knight/bishop/rook/queen/pawn) | no choice | could not help | couldnt help | cant help | absence | all the typing | away | bad english | been away | been busy | been ill | been sick | behind | belated | busy | delay | delayed | delays | english | forgot | forgetting | handwriting | holiday | holidays | ill | illness | internet | keeping you | \
         kept you | late | lateness | long time | long wait | lost track | my phone | on the road | poor english | radio silence | short | shortness | sick | silence | silent | slow | slowness | so long | spelling | taking (long/so long/ages/my time) | the wait | this wait | \
         took (a while/ages/forever/long/longer/me/so long/some time) | travel | traveling | travelling | trouble | vacation | waiting | was ill | was out | weeks | work",
    ),
    (
        "de",
        "widerstehen | musste sein | dafür | keine wahl | für deinen (springer/läufer/turm/bauern) | um deinen (springer/läufer/turm/bauern) | abwesenheit | arbeit | dauer | dauerte | eher | funkstille | gedauert | gewartet | krank | krankheit | lange | lang | langen | langsam | späte | später antwort | spät | spaet | stille | stress | unterwegs | urlaub | vergessen zu | \
         verspätung | verzögerung | verzug | viel zu tun | warte | warten | wartezeit | wartenlassen | schlechtes deutsch",
    ),
    (
        "fr",
        "résister | pour ça | pour cela | pas le choix | pour ton (cavalier/fou/pion) | pour ta (tour/dame) | absence | attendre | attente | délai | en retard | lenteur | longtemps | malade | oublié de répondre | répondre si tard | retard | silence | si tard | tard | tarder | vacances | débordé | débordée | occupé | occupée",
    ),
    (
        "es",
        "resistir | resistirme | por eso | por tu (caballo/alfil/peón/torre/dama) | ausencia | demora | enfermo | enferma | espera | esperar | lentitud | ocupado | ocupada | retraso | silencio | tardanza | tardar | tarde | tardé | vacaciones | viaje",
    ),
    (
        "it",
        "resistere | per questo | per il tuo (cavallo/alfiere/pedone) | assenza | aspettare | attesa | attendere | impegnato | impegnata | lentezza | malato | malata | ritardo | silenzio | tardi | tempo | vacanza | vacanze | viaggio",
    ),
    (
        "nl",
        "weerstaan | daarvoor | voor je (paard/loper/pion/toren/dame) | afwezigheid | druk | laat | late | lang | lange | langzaam | stilte | traag | vakantie | vertraging | wachten | wachttijd | ziek",
    ),
    (
        "pt",
        "resistir | por isso | pelo teu (cavalo/bispo/peão) | pelo seu (cavalo/bispo/peão) | atraso | ausência | demora | demorar | demorei | doente | espera | esperar | férias | lentidão | ocupado | ocupada | silêncio | tarde | viagem",
    ),
    (
        "pl",
        "powstrzymać | oprzeć | za to | choroba | czekać | czekanie | długo | nieobecność | opóźnienie | późno | późną | spóźnienie | urlop | wakacje | zajęty | zajęta | zwłokę | zwłoka | ciszę | milczenie",
    ),
    (
        "ru",
        "удержаться | удержался | устоять | за это | за коня | за слона | за пешку | болел | болела | дела | долго | долгое | ждать | заставил | заставила | задержка | задержку | молчание | ожидание | опоздание | отпуск | отсутствие | поздний | поздно | промедление | занят | занята",
    ),
    (
        "sv",
        "motstå | låta bli | för det | för din (springare/löpare/bonde) | bortrest | dröjde | dröjsmål | dröjsmålet | frånvaro | försening | förseningen | länge | lång | långa | sen | sena | sent | semester | sjuk | tystnad | tystnaden | upptagen | vänta | väntan | väntetid",
    ),
];

/// Whole sentences above a turn in its line.
pub(super) const PRELUDES: &[(&str, &str)] = &[
    (
        "en",
        "[well/ok/so/oh] you asked for it | [well/ok/so] here we are | [oh/well] i like it | ok then | well then | brave | bold | (nice/good/great/strong/fine/interesting/clever/brilliant/excellent/lovely/cool/tricky/tough/solid/surprising) (move/turn/one/reply/answer/idea/try/choice/game/position/opening) | well played | i see | aha | wow | ouch | hm | hmm | fun | how nice | what a (game/move/turn/position/surprise) | a new game | it is me | its me again | me again | \
         (i am/im) back | back again | here i am [again] | (i/we) (made/had) it | (its/it is) my (turn/move) | my (turn/move) | finally | at last | it is my turn | happy new year | merry christmas | happy easter | all (is well/well/good) here | nice to (meet/play) you | i hope (you are/you are well/youre well/all is well) | hope (youre well/all is well/you are well) | \
         (received/got) your (mail/letter/move/turn) | i (received/got) your (mail/letter/move/turn) | a (pleasure/good start) | long time no see | time to move",
    ),
    (
        "de",
        "[na/tja/also] du hast es so gewollt | das hast du nun davon | mutig | (schöner/guter/starker/interessanter/toller/feiner/kluger/überraschender) zug | gut gespielt | schön gespielt | aha | oh | hm | autsch | interessant | schöne (partie/stellung) | ich bin wieder da | bin wieder da | da bin ich wieder | da bin ich | endlich | frohes neues jahr | frohe weihnachten | frohe ostern | ich bin dran | \
         (ich hoffe dir geht es gut/hoffe dir geht es gut/ich hoffe es geht dir gut/hoffe es geht dir gut) | deine mail ist angekommen | dein brief ist angekommen",
    ),
    (
        "fr",
        "tu las voulu | vous lavez voulu | courageux | (bon/beau/joli/excellent) coup | bien joué | ah | aïe | intéressant | me (voilà/voici/revoilà) | enfin | bonne année | joyeux noël | joyeuses pâques | c'est à moi | j'espère que (tu vas bien/vous allez bien)",
    ),
    (
        "es",
        "tú lo has querido | tú lo quisiste | valiente | (buena/gran/bonita) (jugada/partida) | bien jugado | ajá | ay | interesante | aquí estoy [de nuevo] | por fin | feliz (año/año nuevo/navidad) | me toca | espero que (estés bien/esté bien/todo vaya bien)",
    ),
    (
        "it",
        "lhai voluto tu | te la sei cercata | coraggioso | (bella/buona/ottima) (mossa/partita) | ben giocato | ah | ahi | interessante | eccomi | eccomi qui | finalmente | buon (anno/natale) | buona pasqua | tocca a me | spero (tu stia bene/che tu stia bene/che stia bene)",
    ),
    (
        "nl",
        "je vroeg erom | je hebt het zelf gewild | dapper | (mooie/goede/sterke/leuke) zet | goed gespeeld | aha | au | interessant | daar ben ik [weer] | eindelijk | gelukkig nieuwjaar | vrolijk kerstfeest | ik ben aan (zet/de beurt) | (ik hoop/hoop) dat het goed (gaat/met je gaat)",
    ),
    (
        "pt",
        "você pediu | tu pediste | corajoso | (bom/belo/ótimo) lance | (boa/bela/ótima) jogada | bem jogado | ah | ai | interessante | cheguei | finalmente | feliz (ano novo/natal/páscoa) | é a minha vez | espero que (esteja bem/estejas bem/você esteja bem)",
    ),
    (
        "pl",
        "sam tego chciałeś | sama tego chciałaś | odważnie | (dobry/ładny/świetny) ruch | dobrze zagrane | aha | auć | ciekawe | jestem | oto jestem | wreszcie | szczęśliwego nowego roku | wesołych świąt | moja kolej | mam nadzieję że (wszystko dobrze/u ciebie dobrze)",
    ),
    (
        "ru",
        "сам напросился | ты сам этого хотел | смело | (хороший/отличный/сильный/красивый) ход | хорошо сыграно | ага | ой | интересно | вот и я | наконец то | с новым годом | с рождеством | моя очередь | мой черед | надеюсь (у тебя все хорошо/у вас все хорошо)",
    ),
    (
        "sv",
        "du bad om det | du får skylla dig själv | modigt | (bra/fint/snyggt/starkt) drag | bra spelat | väl spelat | aha | aj | intressant | här är jag [igen] | äntligen | gott nytt år | god jul | glad påsk | det är min tur | min tur | hoppas (du mår bra/allt är bra)",
    ),
];

/// Who else may have said or played a turn, and where else than in this game.
pub(super) const OTHERS: &[(&str, &str)] = &[
    (
        "en",
        "used to say | saying | taught | teaches | proverb | they say | the saying | he | hes | she | shes | they | theyre | him | his | hers | somebody | someone | everybody | everyone | people | experts | grandmaster | grandmasters | gm | kasparov | carlsen | fischer | magnus | (my/our/the/his/her/your/a) (boy/boyfriend/brother/cat/child/children/coach/colleague/computer/cousin/dad/daughter/dog/\
         father/friend/friends/girl/girlfriend/grandfather/grandson/husband/kid/kids/mother/mum/mom/neighbour/neighbor/opponent/partner/partners/sister/son/student/teacher/teammate/trainer/uncle/wife) | sons | wifes | coachs | brothers | friends | engine | engines | stockfish | fritz | computer | app | book says | books | database | article | video | \
         said | says | say | suggest | suggested | suggests | recommend | recommended | recommends | advised | advises | wrote | writes | told | tells | claims | thinks | likes | prefers | wants | asked | asks | according to | other (board/game/games) | another (board/game) | second (board/game) | (board/game/table) [number] (two/three/four/2/3/4) | tournament | analysis | \
         analysing | analyzing | candidate | draft | example | hypothetical | hypothetically | in theory | rehearsal | training | practice | rumour",
    ),
    (
        "de",
        "sagten | sagen | pflegte zu sagen | heißt es | hieß es | behauptet | behauptete | lehrte | empfahl | er | sie sagt | sie meint | ihm | man | jemand | (mein/meine/meiner/unser/unsere/der/die/ein) (bruder/computer/engine/frau/freund/freundin/gegner/hund/katze/kind/kinder/kollege/mann/mutter/nachbar/opa/oma/partner/schwester/sohn/tochter/trainer/vater/vereinskollege/lehrer) | sagt | sagte | meint | empfiehlt | empfahl | schlägt vor | schlug vor | rät | riet | glaubt | findet | laut | \
         schreibt | schrieb | andere partie | anderen partie | anderer partie | anderes spiel | anderen spiel | andere brett | zweite partie | zweiten partie | turnier | analyse | beispiel | buch | angeblich",
    ),
    (
        "fr",
        "disait | disaient | disent | disions | affirmait | enseignait | conseillait | recommandait | paraît il | (il/elle) (a/dit/veut/voulait/joue/jouerait/me/ma/pense) | on dit | quelquun | (mon/ma/notre/le/la/un/une) (adversaire/ami/amie/chat/chien/collègue/entraîneur/femme/fille/fils/frère/mari/mère/ordinateur/père/professeur/soeur/voisin) | dit | disait | conseille | recommande | suggère | propose de | pense | préfère | selon | daprès | écrit | autre partie | autre échiquier | tournoi | analyse | exemple",
    ),
    (
        "es",
        "decía | decían | dicen | solía decir | afirmaba | enseñaba | recomendaba | aconsejaba | él | ella | alguien | (mi/nuestro/el/la/un/una) (amigo/amiga/entrenador/esposa/esposo/gato/hermana/hermano/hija/hijo/madre/marido/mujer/ordenador/padre/perro/profesor/rival/vecino) | dice | dijo | recomienda | sugiere | piensa | prefiere | según | escribió | otra partida | otro tablero | torneo | análisis | ejemplo",
    ),
    (
        "it",
        "diceva | dicevano | dicono | disse | dissero | soleva dire | affermava | insegnava | consigliava | raccomandava | secondo (il/la/lo/i/me) | lui | lei dice | qualcuno | (mio/mia/il/la/un/una/nostro) (allenatore/amico/amica/avversario/cane/computer/figlia/figlio/fratello/gatto/madre/maestro/marito/moglie/padre/sorella/vicino) | dice | ha detto | consiglia | suggerisce | pensa | preferisce | secondo | scrive | altra partita | altra scacchiera | torneo | analisi | esempio",
    ),
    (
        "nl",
        "zeiden | zeggen | zegt men | beweerde | leerde | placht te zeggen | raadde | hij | zij | iemand | (mijn/onze/de/een) (broer/computer/dochter/hond/kat/leraar/man/moeder/buurman/tegenstander/trainer/vader/vriend/vriendin/vrouw/zoon/zus) | zegt | zei | adviseert | vindt | denkt | raadt | volgens | schreef | andere partij | ander bord | toernooi | analyse | voorbeeld",
    ),
    (
        "pt",
        "dizia | diziam | dizem | costumava dizer | afirmava | ensinava | recomendava | aconselhava | ele | ela | alguém | (meu/minha/nosso/o/a/um/uma) (adversário/amigo/amiga/cachorro/computador/esposa/filha/filho/gato/irmã/irmão/mãe/marido/mulher/pai/professor/treinador/vizinho) | diz | disse | recomenda | sugere | pensa | acha | prefere | segundo | escreveu | outra partida | outro jogo | outro tabuleiro | torneio | análise | exemplo",
    ),
    (
        "pl",
        "mawiał | mawiała | mawiają | mówił | mówiła | mówili | mówią | twierdził | uczył | radził | (on/ona) (gra/chce/mówi) | ktoś | (mój/moja/nasz) (brat/córka/komputer/kolega/kot/mama/mąż/ojciec/pies/przeciwnik/przyjaciel/siostra/sąsiad/syn/tata/trener/żona) | mówi | powiedział | powiedziała | radzi | sugeruje | poleca | myśli | woli | według | napisał | inna partia | innej partii | turniej | analiza | przykład",
    ),
    (
        "ru",
        "говорил | говорила | говорили | говорят | говаривал | утверждал | учил | советовал | советует | рекомендует | он | она | они | кто то | (мой/моя/наш/наша) (брат/дочь/друг/жена/компьютер/кот/мама/муж/отец/папа/подруга/сестра/сосед/сын/тренер/учитель/соперник) | говорит | сказал | сказала | советует | предлагает | думает | считает | по словам | пишет | другая партия | другой партии | турнир | анализ | пример",
    ),
    (
        "sv",
        "brukade säga | brukar säga | säger man | sägs | påstod | lärde | rådde | han | hon | någon | (min/mitt/vår/en) (bror/dator/dotter/fru/granne/hund/katt/kompis/lärare/mamma/man/motståndare/pappa/son/syster/tränare/vän) | säger | sa | sade | föreslår | rekommenderar | tycker | enligt | skrev | annat parti | andra partiet | annat bräde | turnering | analys | exempel",
    ),
];

/// Questions and hopes in a later sentence that are about the turn itself.
pub(super) const ABOUT_IT: &[(&str, &str)] = &[
    (
        "en",
        "is (it/that/this) (allowed/better/correct/legal/ok/okay/possible/right/sound/valid/wise/a good/good/my turn) | is (it/that/this) | am i (allowed/right) | are we sure | can i | may i | could i | shall i | should i | do i | did i | does (it/that/this) | do you (agree/allow/approve/mind/think) | would you | what (do you think/would you) | any (good/objections) | or (not/what/better) | right | correct | \
         legal | okay | ok | good enough | agreed | sure | really | hopefully legal | if (it/thats/that is/its/legal/allowed/possible/you agree/you allow/you dont mind) | when (it/thats/you) | how about | what about | what if",
    ),
    (
        "de",
        "ist (das/es/er) (erlaubt/gut/legal/möglich/okay/richtig/regelgerecht) | ist das | darf ich | kann ich | soll ich | geht das | oder nicht | richtig | erlaubt | stimmts | okay | ok | sicher | wirklich | was meinst du | was meinen sie | was hältst du | wenn (das/es/erlaubt/möglich) | falls",
    ),
    (
        "fr",
        "est ce (que/légal/permis/possible/bon) | c'est (légal/permis/possible/bon) | puis je | je peux | dois je | d'accord | vraiment | non | qu'en (penses tu/pensez vous) | si (c'est/cela/possible/permis)",
    ),
    (
        "es",
        "es (legal/posible/válido/correcto) | puedo | debo | vale | verdad | seguro | correcto | qué (opinas/te parece/le parece) | te parece | si (es/se puede)",
    ),
    (
        "it",
        "è (legale/possibile/valida/corretta/permesso) | posso | devo | vero | giusto | sicuro | che ne (pensi/dici) | va bene | se (è/si può)",
    ),
    (
        "nl",
        "is (dat/dit/het) | mag (ik/dat/het) | kan (ik/dat/het) | moet ik | toch | zeker | klopt | wat (denk je/vind je) | als (het/dat)",
    ),
    (
        "pt",
        "é (legal/possível/válido/permitido) | posso | devo | certo | correto | será | o que (acha/achas) | se (for/é/puder)",
    ),
    (
        "pl",
        "czy (to/mogę/wolno/można) | mogę | wolno | prawda | dobrze | na pewno | co (myślisz/sądzisz) | jeśli (to/można/wolno)",
    ),
    (
        "ru",
        "можно | это (возможно/можно/правильно/разрешено) | могу | правильно | верно | точно | так ли | что (думаешь/думаете/скажешь) | если (можно/это)",
    ),
    (
        "sv",
        "är (det/detta) (tillåtet/lagligt/okej/rätt/möjligt) | är det | får jag | kan jag | ska jag | eller hur | säkert | stämmer det | vad (tycker/tror) du | om (det/det är/det går)",
    ),
];

/// Words that end a turn in a later sentence: what they begin takes back what stands above.
pub(super) const STOPS: &[(&str, &str)] = &[
    (
        "en",
        "no | nope | nah | not | wait | hold on | instead | rather | but | except | unless | on condition | only if | only | oh no | argh | damn | stop | cancel | undo | later | tomorrow | tonight | next week | next time | not now | not today | maybe | perhaps | possibly | probably | i think | i guess | i suppose | who knows | let me think | let me (sleep/see/check) | joke | kidding | just kidding | hmm no | or | alternatively | some day | someday | one day | soon | then again | thinking about it | to be confirmed | tbc | tbd | yesterday | last (week/time/year/game)",
    ),
    (
        "de",
        "doch (lieber/besser/nicht/noch/eher) | also doch | nein | nö | nicht |  halt | moment | warte | stattdessen | lieber | aber | außer | nur wenn | mist | stopp | später | morgen | demnächst | bald | irgendwann | vielleicht | eventuell | wahrscheinlich | glaube ich | ich glaube | denke ich | ich denke | oder | scherz | spaß | gestern | letzte woche | damals",
    ),
    (
        "fr",
        "non | pas | attends | attendez | plutôt | mais | sauf | seulement si | stop | plus tard | demain | bientôt | un jour | peut être | je crois | je pense | ou | je plaisante | hier",
    ),
    (
        "es",
        "no | espera | espere | mejor | pero | salvo | excepto | solo si | alto | más tarde | luego | mañana | pronto | algún día | quizás | quizá | tal vez | creo | pienso |  broma | es broma | ayer",
    ),
    (
        "it",
        "no | non | aspetta | aspetti | anzi | piuttosto | invece | ma | tranne | solo se | fermo | più tardi | domani | presto | un giorno | forse | magari | credo | penso |  scherzo | ieri",
    ),
    (
        "nl",
        "nee | niet | wacht | liever | toch | maar | behalve | alleen als | stop | later | morgen | binnenkort | ooit | misschien | denk ik | ik denk |  grapje | gisteren",
    ),
    (
        "pt",
        "não | espera | espere | melhor | mas | exceto | só se | pare | mais tarde | depois | amanhã | em breve | um dia | talvez | acho | penso | ou | brincadeira | ontem",
    ),
    (
        "pl",
        "nie | czekaj | poczekaj | raczej | lepiej | ale | chyba | tylko jeśli | stop | później | potem | jutro | wkrótce | kiedyś | może | myślę | sądzę | albo | lub | żart | żartuję | wczoraj",
    ),
    (
        "ru",
        "нет | не | стой | стойте | подожди | подождите | лучше | но | кроме | только если | стоп | позже | потом | завтра | скоро | когда нибудь | может | может быть | наверное | думаю | или | шутка | шучу | вчера",
    ),
    (
        "sv",
        "nej | inte | vänta | hellre | istället | men | utom | bara om | stopp | senare | imorgon | i morgon | snart | någon dag | kanske | tror jag | jag tror | eller | skämt | skojar | igår | i går",
    ),
];

/// Words that leave open, beside a turn in free words, whether it is meant to be played now.
pub(super) const DOUBTFUL: &[(&str, &str)] = &[
    (
        "en",
        "to be | quiz | riddle | trivia | tricky question | days | (i/you/they/which/there/that/these) were | were (you/i/they/we) | was |  had | did | been | lost | won | saw | got | came | went | could | would | should | might | may | must | your | yours | youre | you (are/have/play/can/will) | better | bad | worse | blunder | mistake | wrong | typo | illegal | legal | loses | losing | idea | plan | plans | threat |          option | options | line | lines | hint | puzzle | problem | against | vs | versus | than | resign | undo | take back | pause | clock | question | reminder | previous | earlier | before | after | like (in/the last) | same as | will be | going to | soon | still | yet | almost | nearly | worried | expect | expecting | expected | hope | only | white plays | black plays | answer me | tell me",
    ),
    (
        "de",
        "quiz | quizfrage | denkaufgabe | eines tages | war | waren | wäre | wären | hatte | hätte | würde | könnte | sollte | müsste | dein | deine | deinen | deinem | deiner | ihr | ihre | besser | schlecht | schlechter | fehler | falsch | illegal | verliert | idee | plan | drohung | möglichkeit | alternative | rätsel | aufgabe | gegen | frage | vorher | nachher | noch | fast | beinahe | erwarte | hoffe | wird | werde | sag mir | nehme zurück",
    ),
    (
        "fr",
        "devinette | quiz | énigme | un de ces jours | était | étaient | serait | avait | aurait | pourrait | devrait | votre | ton | ta | tes | tu | vous | meilleur | mauvais | erreur | faute | illégal | perd | idée | plan | option | possibilité | contre | question | avant | après | encore | presque | attends | dis moi | reprends mon",
    ),
    (
        "es",
        "adivinanza | acertijo | quiz | enigma | un día de estos | era | eran | fue | sería | había | podría | debería | tu | su | usted | tú | mejor | peor | malo | error | ilegal | pierde | idea | plan | opción | posibilidad | contra | pregunta | antes | después | todavía | casi | espero | dime",
    ),
    (
        "it",
        "indovinello | quiz | enigma | uno di questi giorni | era | erano | fu | sarebbe | aveva | potrebbe | dovrebbe | tuo | tua | suo | sua | tu | meglio | peggio | errore | sbagliata | sbagliato | illegale | perde | idea | piano | opzione | possibilità | contro | domanda | prima | dopo | ancora | quasi | aspetto | dimmi",
    ),
    (
        "nl",
        "raadsel | quiz | puzzel | een dezer dagen | was | waren | zou | had | kon | moest | jouw | jij | uw | beter | slecht | fout | illegaal | verliest | idee | plan | optie | mogelijkheid | tegen | vraag | eerder | nog | bijna | verwacht | hoop | zal | vertel me",
    ),
    (
        "pt",
        "adivinha | quiz | enigma | charada | um dia desses | um dia destes | era | eram | foi | seria | tinha | poderia | deveria | teu | tua | seu | sua | você | tu | melhor | pior | erro | ilegal | perde | ideia | plano | opção | possibilidade | contra | pergunta | antes | depois | ainda | quase | espero | diz me | diga me",
    ),
    (
        "pl",
        "zagadka | quiz | któregoś dnia | był | była | było | byłby | byłoby | miał | mógłby | twój | twoja | twoje | pan | pani | lepszy | lepsze | gorszy | zły | błąd | nielegalny | przegrywa | pomysł | plan | opcja | możliwość | przeciw | pytanie | przed | jeszcze | prawie | oczekuję | powiedz",
    ),
    (
        "ru",
        "загадка | викторина | задачка | на днях | был | была | было | бы | имел | мог | твой | твоя | ваш | ваша | ты | вы | лучше | хуже | плохой | ошибка | нельзя | проигрывает | идея | план | вариант | возможность | против | вопрос | раньше | еще | почти | жду | скажи | скажите",
    ),
    (
        "sv",
        "gåta | quiz | en vacker dag | endera dagen | var | vore | skulle | hade | kunde | borde | din | ditt | dina | bättre | sämre | dåligt | fel | olagligt | förlorar | idé | plan | alternativ | möjlighet | mot | fråga | innan | ännu | nästan | väntar | säg",
    ),
];

//! Words that name a subject, by the command that helps with it and the language. Phrases are between `|`; the words of
//! a phrase stand in a line in this order, others may stand between them; `*` is the rest of a word.

pub(super) const SUBJECTS: &[(&str, &[(&str, &str)])] = &[
    (
        "clock",
        &[
            (
                "en",
                "how long do | how long have | how long has | how much time | time left | time remain* | deadline* | clock* | run* out | when must i | when do i have to | by when | until when | not answer* | hasnt answer* | hasnt move* | hasnt play* | hasnt repl* | not moved | not replied | no answer | no reply | no response | silent | silence | still alive | days left | days do i | hours left | overdue | answered for | weeks now | time limit* | too slow | takes forever | never answers | doesnt answer | stopped playing | stopped answering | vanished | disappeared",
            ),
            (
                "de",
                "wie lange | wie viel zeit | wieviel zeit | bis wann | wann muss | spätestens | uhr | bedenkzeit | restzeit | zeit habe | zeit noch | zeit bleibt | antwortet nicht | nicht geantwortet | keine antwort | meldet sich nicht | nicht gemeldet | zieht nicht | nicht gezogen | frist | tage noch | tage habe | wann läuft | schweigt | verschwunden | überfällig",
            ),
            (
                "fr",
                "combien de temps | combien de jours | quand dois | jusqu'à quand | délai* | pendule* | horloge* | temps reste | temps restant | reste t il | répond pas | répond plus | pas répondu | pas de réponse | sans réponse | aucune réponse | joue plus | disparu* | date limite | temps de réflexion | échéance",
            ),
            (
                "es",
                "cuánto tiempo | cuántos días | tiempo queda | tiempo me | tiempo tengo | reloj* | plazo* | hasta cuándo | cuándo tengo | no responde | no contesta | no ha respondido | no ha contestado | sin respuesta | no juega | no mueve | desaparecid* | fecha límite | cuándo vence | se acaba",
            ),
            (
                "it",
                "quanto tempo | quanti giorni | entro quando | scade* | scadenza | orologio | tempo rimane | tempo resta | il mio tempo | fino a quando | quando devo | non risponde | non ha risposto | nessuna risposta | non gioca | non muove | sparito | sparita",
            ),
            (
                "nl",
                "hoe lang | hoeveel tijd | hoeveel dagen | tot wanneer | wanneer moet | klok* | bedenktijd | deadline | tijd over | antwoordt niet | niet geantwoord | geen antwoord | reageert niet | niet gereageerd | speelt niet | uiterlijk | verdwenen",
            ),
            (
                "pt",
                "quanto tempo | quantos dias | até quando | quando tenho | prazo* | relógio* | tempo resta | tempo me | tempo tenho | não responde | não respondeu | sem resposta | nenhuma resposta | não joga | sumiu | desapareceu",
            ),
            (
                "pl",
                "ile czasu | ile dni | ile mam | do kiedy | kiedy muszę | zegar* | termin* | czasu zostało | czas na | nie odpowiada | nie odpowiedział* | brak odpowiedzi | nie gra | nie odzywa | zniknął | zniknęła",
            ),
            (
                "ru",
                "сколько времени | сколько дней | до какого | до когда | когда должен | когда я должен | часы | срок* | времени осталось | не отвечает | не ответил* | нет ответа | не ходит | молчит | пропал* | дедлайн* | сколько у меня",
            ),
            (
                "sv",
                "hur lång tid | hur länge | hur många dagar | hur mycket tid | senast | när måste | klocka* | betänketid | tid kvar | svarar inte | inte svarat | inget svar | spelar inte | tidsfrist | försvunnen",
            ),
            (
                "da",
                "hvor lang tid | hvor længe | hvor mange dage | hvornår skal | ur | uret | frist | svarer ikke | intet svar",
            ),
        ],
    ),
    (
        "unsubscribe",
        &[
            (
                "en",
                "stop * mail* | stop * email* | stop * letter* | stop * messag* | stop writing | stop sending | unsubscribe* | no more mail* | no more email* | no more letter* | no more messag* | dont want * mail* | dont want * email* | dont want * letter* | do not want * mail* | remove me | take me off | get out of this | get me out | opt out | spam | delete my account | close my account | leave me alone | cancel my account | not interested | mailing list",
            ),
            (
                "de",
                "keine mail* | keine e mail* | keine brief* | keine nachricht* | keine weiteren | abmelden | abbestellen | austragen | hört auf | aufhören zu schreiben | nicht mehr schreiben | nicht mehr anschreiben | lasst mich in ruhe | newsletter | löschen sie mich | konto löschen | raus aus | aus dem verteiler | verteiler",
            ),
            (
                "fr",
                "désabonner | désinscrire | désinscription | plus de mail* | plus de courriel* | plus de message* | plus de lettre* | plus recevoir | arrêtez de | cessez de | arrêter * mail* | laissez moi tranquille | supprimer mon compte | retirez moi",
            ),
            (
                "es",
                "de baja | no más correo* | más correos | más mensajes | dejen de | deja de | no quiero recibir | no me escriban | no me envíen | no me manden | borrarme | eliminar mi cuenta | basta de | darme de baja | cancelar suscripción",
            ),
            (
                "it",
                "basta mail | basta email | basta messaggi | basta lettere | cancellami | cancellarmi | cancellatemi | disiscri* | non voglio più | non mandatemi | non scrivetemi | smettete | smettetela | toglietemi | non ricevere più | disdire",
            ),
            (
                "nl",
                "afmelden | uitschrijven | geen mail* | geen e mail* | geen brieven | geen berichten | stop met mailen | stop met | hou op | niet meer mailen | uit de lijst | schrijf me uit",
            ),
            (
                "pt",
                "cancelar * inscrição | descadastr* | não quero * mail* | não quero * email* | não quero * mensagens | não quero receber | parem de | pare de | chega de | me removam | remover me | sair da lista | deixem me em paz | não me escrevam | não me mandem | anular subscrição",
            ),
            (
                "pl",
                "wypisać | wypisz* | wypiszcie | nie chcę więcej | nie chcę * maili | przestańcie | przestań * wysyłać | proszę nie wysyłać | nie wysyłaj* | nie piszcie | zrezygnować * subskrypcji | usunąć * konto | rezygnuję z maili",
            ),
            (
                "ru",
                "отписать* | отпишите | не присылай* | не присылайте | не пишите | не шлите | не хочу * пис* | не хочу * получать | хватит * пис* | прекратите * пис* | удалите меня | больше не надо | перестаньте | рассылк*",
            ),
            (
                "sv",
                "avregistrera | avsluta prenumeration* | sluta skicka | sluta mejla | inga fler | inte ha fler | inte fler mejl | vill inte ha | avanmäla | ta bort mig | stoppa * mejl | slippa",
            ),
            (
                "da",
                "afmeld* | stop med at sende | ikke flere mails | ingen flere",
            ),
        ],
    ),
    (
        "leave",
        &[
            (
                "en",
                "vacation* | holiday* | hospital* | away | travel* | trip | out of town | abroad | cant play | cannot play | no internet | without internet | offline | exam* | honeymoon | surgery | business trip | sick leave | on leave | maternity | be back | gone until | not available | unavailable",
            ),
            (
                "de",
                "urlaub* | ferien | verreis* | verreise | krankenhaus* | klinik | weg bis | bin weg | nicht da | kein internet | ohne internet | dienstreise* | unterwegs | nicht spielen | abwesend | kur | operation | hochzeitsreise | auf reisen | reise nach",
            ),
            (
                "fr",
                "vacances | congé* | voyage* | absent* | hôpital | sans internet | pas là | pas disponible | serai pas | en déplacement | pars en | partir en | indisponible",
            ),
            (
                "es",
                "vacaciones | viaje* | hospital* | fuera | no estoy | no estaré | ausente | sin internet | no podré jugar | no puedo jugar | luna de miel | de viaje",
            ),
            (
                "it",
                "ferie | vacanz* | viaggio | ospedale | assente | sono via | sarò via | senza internet | non posso giocare | non potrò giocare | in trasferta | non ci sono | non ci sarò",
            ),
            (
                "nl",
                "vakantie* | ziekenhuis | op reis | weg tot | afwezig | geen internet | zonder internet | niet spelen | ben weg | zakenreis | er niet",
            ),
            (
                "pt",
                "férias | viagem | viajar | viajo | hospital | ausente | fora | sem internet | não posso jogar | não poderei jogar | não estarei | não vou estar | licença",
            ),
            (
                "pl",
                "urlop* | wakacj* | szpital* | wyjazd* | wyjeżdżam | nieobecn* | nie ma mnie | nie będzie mnie | nie będę | bez internetu | delegacj* | w podróży | nie mogę grać",
            ),
            (
                "ru",
                "отпуск* | каникул* | больниц* | уезжаю | уеду | в отъезде | поездк* | командировк* | не смогу играть | не могу играть | без интернета | меня не будет | отсутств*",
            ),
            (
                "sv",
                "semester* | sjukhus* | bortrest | resa | reser | borta | ledig | utan internet | inget internet | kan inte spela | tjänsteresa | frånvarande",
            ),
            (
                "da",
                "ferie* | hospital* | bortrejst | rejse | væk | kan ikke spille",
            ),
        ],
    ),
    (
        "report",
        &[
            (
                "en",
                "report* | insult* | rude | cheat* | abus* | harass* | complain* | offend* | offensive | swear* | using an engine | uses an engine | uses a computer | bully* | hateful | racist | nasty | threatens me | threatened me",
            ),
            (
                "de",
                "beleidig* | beschimpf* | betrüg* | schummel* | melden | beschwer* | unverschämt* | belästig* | rassist* | droht mir | bedroht mich | flucht",
            ),
            (
                "fr",
                "insult* | triche* | tricheur | signaler | plaindre | plainte | grossier* | harcèle* | injur* | menace moi | impoli*",
            ),
            (
                "es",
                "insult* | trampa* | tramposo | denunciar | quejar* | queja | ofende* | ofensiv* | acos* | grosero | reportar",
            ),
            (
                "it",
                "insult* | offende* | offensiv* | bara | imbroglia* | segnalare | lamentar* | reclamo | molest* | maleducat* | denunciare",
            ),
            (
                "nl",
                "beledig* | vals speelt | valsspel* | bedrieg* | melden | klacht* | klagen | scheld* | onbeschoft | lastig* | aangeven",
            ),
            (
                "pt",
                "insult* | ofend* | ofensiv* | trapac* | trapaça* | denunciar | queixa* | reclamar | assédi* | grosseir* | xing*",
            ),
            (
                "pl",
                "obraża* | obraził* | oszuk* | oszust* | zgłosić | skarg* | poskarżyć | wulgarn* | grozi mi | niegrzeczn* | wyzywa",
            ),
            (
                "ru",
                "оскорб* | хамит | груб* | жульнич* | мошенн* | обман* | пожаловаться | жалоб* | угрожает мне | ругает* | нечестно | сообщить о",
            ),
            (
                "sv",
                "förolämp* | fuska* | anmäl* | klaga* | kränk* | trakasser* | otrevlig* | oförskämd | rapportera",
            ),
            ("da", "fornærm* | snyde* | snyder | anmelde | klage"),
        ],
    ),
    (
        "undo",
        &[
            (
                "en",
                "take back | take * back | undo | takeback | wrong move | retract",
            ),
            (
                "de",
                "zurücknehmen | zug zurück | rückgängig | verklickt | vertippt",
            ),
            (
                "fr",
                "reprendre mon coup | reprendre * coup | annuler mon coup | annuler * coup | revenir en arrière",
            ),
            (
                "es",
                "deshacer | retirar * jugada | retractar* | corregir * jugada | volver atrás | rectificar",
            ),
            (
                "it",
                "ritirare * mossa | annullare * mossa | tornare indietro | riprendere * mossa | correggere * mossa",
            ),
            ("nl", "terugnemen | zet terug | ongedaan"),
            (
                "pt",
                "voltar atrás | desfazer | anular * lance | corrigir * lance | retirar * lance",
            ),
            ("pl", "cofnąć | cofnięcie | wycofać"),
            (
                "ru",
                "взять * ход | вернуть ход | отменить ход | переходить ход | ход назад",
            ),
            ("sv", "ta tillbaka | ångra"),
            ("da", "tage * tilbage | fortryde"),
        ],
    ),
    (
        "pause",
        &[
            (
                "en",
                "stop * clock* | pause* | clock * stop | freeze * clock | suspend*",
            ),
            (
                "de",
                "pause | pausieren | uhr anhalten | uhr * stoppen | unterbrech*",
            ),
            (
                "fr",
                "pause | arrêter * pendule | arrêter * horloge | suspendre | interrompre",
            ),
            (
                "es",
                "parar * reloj | pausa* | detener * reloj | suspender | aplazar",
            ),
            (
                "it",
                "pausa | fermare * orologio | sospendere | interrompere",
            ),
            (
                "nl",
                "pauze* | klok stil | klok stop* | stilzetten | onderbreken",
            ),
            ("pt", "pausa* | parar * relógio | suspender | interromper"),
            ("pl", "pauz* | zatrzymać * zegar | wstrzymać | przerw*"),
            ("ru", "пауз* | остановить * часы | приостанов* | перерыв*"),
            ("sv", "paus* | stoppa * klocka* | stanna * klocka*"),
            ("da", "pause | stoppe * ur*"),
        ],
    ),
    (
        "legend",
        &[
            (
                "en",
                "letters mean | letters stand | symbols | signs | what do * mean | what does * mean | what * stand for | brackets mean | how to read | how do i read | legend",
            ),
            (
                "de",
                "bedeuten | bedeutet | zeichen | buchstaben | symbole | wofür steht | wofür stehen | lesen",
            ),
            (
                "fr",
                "signifie* | veut dire | veulent dire | symbole* | lettres | légende",
            ),
            (
                "es",
                "significa* | símbolo* | letras | leyenda | quieren decir | quiere decir",
            ),
            (
                "it",
                "significa* | simbol* | lettere * scacchiera | legenda | vuol dire | vogliono dire",
            ),
            (
                "nl",
                "betekent | betekenen | symbolen | letters | tekens | legenda",
            ),
            (
                "pt",
                "significa* | símbolo* | letras | legenda | quer dizer | querem dizer",
            ),
            ("pl", "znacz* | oznacz* | symbol* | litery | legenda"),
            (
                "ru",
                "означа* | значит | значат | символ* | буквы | обозначени*",
            ),
            (
                "sv",
                "betyder | symboler* | bokstäver* | tecken* | teckenförklaring",
            ),
            ("da", "betyder | symboler* | bogstaver*"),
        ],
    ),
    (
        "rules",
        &[
            (
                "en",
                "rule* | how do * move | how does * move | how do * piece* | how the * move | how to play | explain | what does the | what does a | dont understand | do not understand | dont get | do not get | how does * work | how do * work | what are the | never played this | new to this | am i allowed | may i | can a | is it allowed | instructions",
            ),
            (
                "de",
                "regel* | wie zieht | wie ziehen | wie bewegt | wie funktioniert | wie geht | erklär* | verstehe nicht | versteh * nicht | was macht | was kann | anleitung | spielregel* | darf man | spielt man",
            ),
            (
                "fr",
                "règle* | comment * déplace | comment * bouge | comment joue | comment on joue | comment ça marche | explique* | expliquer | comprends pas | comprends rien | que fait | à quoi sert",
            ),
            (
                "es",
                "regla* | reglamento | cómo se mueve* | cómo mueve | cómo se juega | cómo funciona | explica* | no entiendo | qué hace | para qué sirve",
            ),
            (
                "it",
                "regol* | come si muove | come muove | come si gioca | come funziona | spiega* | non capisco | non ho capito | che cosa fa | cosa fa | a cosa serve",
            ),
            (
                "nl",
                "regel* | spelregel* | hoe werkt | hoe werken | hoe beweegt | hoe loopt | hoe speel | uitleg* | begrijp * niet | snap * niet | wat doet | mag ik",
            ),
            (
                "pt",
                "regra* | regulamento | como se move* | como se joga | como jogar | como funciona* | explica* | explique* | não entendo | não percebo | não entendi | o que faz | para que serve",
            ),
            (
                "pl",
                "zasad* | reguł* | jak się rusza* | jak rusza | jak chodzi | jak grać | jak się gra | jak działa* | wyjaśni* | nie rozumiem | co robi | po co",
            ),
            (
                "ru",
                "правил* | как ходит | как ходят | как играть | как двига* | как работа* | объясни* | не понимаю | не понял* | что делает | зачем",
            ),
            (
                "sv",
                "regler* | hur går | hur flytt* | hur spelar | hur fungerar | förklara* | förstår inte | vad gör",
            ),
            (
                "da",
                "regler* | hvordan flytter | hvordan spiller | forklar* | forstår ikke",
            ),
        ],
    ),
    (
        "legal",
        &[
            (
                "en",
                "which moves | possible moves | legal moves | what moves | what can i | where can i | where may | what am i allowed | which turns | allowed moves",
            ),
            (
                "de",
                "welche züge | mögliche züge | erlaubte züge | was kann ich | wohin kann | wohin darf",
            ),
            (
                "fr",
                "quels coups | coups possibles | coups légaux | que puis je | où puis je | où peut",
            ),
            (
                "es",
                "qué jugadas | jugadas posibles | qué movimientos | movimientos posibles | qué puedo | dónde puedo",
            ),
            (
                "it",
                "quali mosse | mosse possibili | mosse legali | che mosse | cosa posso | dove posso",
            ),
            (
                "nl",
                "welke zetten | mogelijke zetten | wat kan ik | waar kan ik | waar mag",
            ),
            (
                "pt",
                "que lances | quais lances | lances possíveis | jogadas possíveis | o que posso | onde posso",
            ),
            ("pl", "jakie ruchy | możliwe ruchy | co mogę | gdzie mogę"),
            (
                "ru",
                "какие ходы | возможные ходы | куда * ход* | что я могу | куда можно",
            ),
            (
                "sv",
                "vilka drag | möjliga drag | vad kan jag | vart kan | var får",
            ),
            ("da", "hvilke træk | mulige træk"),
        ],
    ),
    (
        "show",
        &[
            (
                "en",
                "my turn | my move | whose turn | whose move | who is to move | whos to move | position | board | diagram | lost the * mail | lost the * letter | lost your | lost my | deleted | cant find | cannot find | where are we | what happened | how does it look | last move | last turn | what did",
            ),
            (
                "de",
                "dran | am zug | stellung | brett | diagramm | verloren | gelöscht | finde nicht | nicht gefunden | nicht mehr finden | wer zieht | letzter zug | wie steht | partiestand",
            ),
            (
                "fr",
                "mon tour | à moi | à qui | position | échiquier | diagramme | perdu * mail | perdu * message | effacé | supprimé * message | trouve plus | trouve pas | dernier coup | en est",
            ),
            (
                "es",
                "mi turno | me toca | a quién le toca | quién juega | posición | tablero | diagrama | perdí | borré | no encuentro | he perdido | he borrado | última jugada | cómo va",
            ),
            (
                "it",
                "mio turno | tocca a | chi muove | posizione | scacchiera | diagramma | perso * mail | perso * messaggio | perso * lettera | cancellato | non trovo | ultima mossa | a che punto",
            ),
            (
                "nl",
                "aan zet | aan de beurt | mijn beurt | stelling | bord | diagram | kwijt | verwijderd | gewist | vind * niet | laatste zet | hoe staat",
            ),
            (
                "pt",
                "minha vez | de quem é | quem joga | posição | tabuleiro | diagrama | perdi | apaguei | não encontro | não acho | último lance | como está",
            ),
            (
                "pl",
                "moja kolej | mój ruch | czyja kolej | czyj ruch | kto ma ruch | pozycj* | szachownic* | diagram | zgubił* | skasował* | usunął* | nie mogę znaleźć | nie znajduję | ostatni ruch | jak stoi",
            ),
            (
                "ru",
                "мой ход | моя очередь | чей ход | чья очередь | кто ходит | позици* | доск* | диаграмм* | потерял* | удалил* | не могу найти | не нахожу | последний ход",
            ),
            (
                "sv",
                "min tur | mitt drag | vems tur | vems drag | ställning* | bräde* | diagram* | tappat | raderat | slängt | hittar inte | senaste draget | hur ser",
            ),
            (
                "da",
                "min tur | stilling* | bræt* | mistet | slettet | finder ikke",
            ),
        ],
    ),
    (
        "resend",
        &[
            (
                "en",
                "send * again | resend | another copy | deleted | lost the * mail | lost the * letter | lost your | didnt get | did not get | never got | not receive | didnt receive | trash | send me the | once more",
            ),
            (
                "de",
                "nochmal schicken | noch einmal schicken | nochmals senden | erneut senden | gelöscht | nicht bekommen | nicht erhalten | nicht angekommen | papierkorb | nochmal senden",
            ),
            (
                "fr",
                "renvoyer | renvoyez | renvoie | pas reçu | corbeille | effacé | perdu * message",
            ),
            (
                "es",
                "reenviar | reenvíe* | envíen de nuevo | enviar de nuevo | mandar otra vez | no recibí | no he recibido | papelera | borré",
            ),
            (
                "it",
                "rimandare | rimandami | rimandatemi | inviare di nuovo | reinviare | non ho ricevuto | cestino | cancellato",
            ),
            (
                "nl",
                "opnieuw sturen | nog een keer sturen | nogmaals | niet ontvangen | niet gekregen | prullenbak | verwijderd | kwijt",
            ),
            (
                "pt",
                "reenviar | enviar de novo | mandar de novo | não recebi | lixeira | apaguei",
            ),
            (
                "pl",
                "wysłać ponownie | jeszcze raz | nie dostał* | nie otrzymał* | kosz* | skasował*",
            ),
            (
                "ru",
                "прислать еще | пришлите еще | еще раз | снова пришл* | не получил* | корзин* | удалил*",
            ),
            (
                "sv",
                "skicka igen | skicka om | inte fått | papperskorg* | raderat | hittar inte brevet",
            ),
            ("da", "send igen | sende igen | ikke fået | slettet"),
        ],
    ),
    (
        "address",
        &[
            (
                "en",
                "new address | new mail* | new email* | change * address | other address | another address | different address | email address | mail address",
            ),
            (
                "de",
                "neue adresse | neue mailadresse | neue e mail* | neue email* | andere adresse | andere mailadresse | adresse ändern | adresse geändert | mailadresse",
            ),
            (
                "fr",
                "nouvelle adresse | changer d'adresse | autre adresse | changé d'adresse | adresse mail | adresse électronique",
            ),
            (
                "es",
                "nueva dirección | cambiar * dirección | otra dirección | dirección de correo | nuevo correo | otro correo",
            ),
            (
                "it",
                "nuovo indirizzo | cambiare indirizzo | cambiato indirizzo | altro indirizzo | indirizzo mail | indirizzo email",
            ),
            (
                "nl",
                "nieuw adres | nieuw mailadres | ander adres | ander mailadres | adres wijzigen | e mailadres | mailadres",
            ),
            (
                "pt",
                "novo endereço | mudar * endereço | outro endereço | endereço de e mail | novo email | novo e mail",
            ),
            (
                "pl",
                "nowy adres | zmienić adres | zmieniłem adres | inny adres | adres e mail | nowego adresu",
            ),
            (
                "ru",
                "новый адрес | сменить адрес | другой адрес | другая почта | новая почта | адрес почты",
            ),
            (
                "sv",
                "ny adress | ny mejladress | byta adress | annan adress | e postadress | mejladress",
            ),
            ("da", "ny adresse | ny mailadresse | skifte adresse"),
        ],
    ),
    (
        "challenge",
        &[
            (
                "en",
                "another game | new game | second game | start a game | one more game | someone else | other opponent | play against | more games | new opponent",
            ),
            (
                "de",
                "neue partie | weitere partie | zweite partie | noch eine partie | neues spiel | anderen gegner | gegen jemand | partie anfangen | partie beginnen",
            ),
            (
                "fr",
                "nouvelle partie | autre partie | une autre | nouvel adversaire | autre adversaire | commencer une partie",
            ),
            (
                "es",
                "otra partida | nueva partida | otro rival | otra persona | empezar una partida | más partidas",
            ),
            (
                "it",
                "altra partita | nuova partita | un'altra partita | altro avversario | iniziare una partita | cominciare una partita",
            ),
            (
                "nl",
                "nieuwe partij | andere partij | nog een partij | andere tegenstander | partij beginnen",
            ),
            (
                "pt",
                "outra partida | nova partida | outro jogo | novo jogo | outro adversário | começar uma partida",
            ),
            (
                "pl",
                "nowa partia | nową partię | inną partię | druga partia | innym przeciwnikiem | zacząć partię | jeszcze jedną",
            ),
            (
                "ru",
                "новую партию | новая партия | еще одну партию | другую партию | другим соперником | начать партию",
            ),
            (
                "sv",
                "nytt parti | ett parti till | annan motståndare | starta ett parti | börja ett parti",
            ),
            ("da", "nyt parti | et parti mere | anden modstander"),
        ],
    ),
    (
        "name",
        &[
            (
                "en",
                "other name | different name | change my name | new name | rename | another name | my name is wrong | name is misspelled",
            ),
            (
                "de",
                "anderer name | anderen namen | namen ändern | neuer name | umbenennen | name ist falsch",
            ),
            (
                "fr",
                "autre nom | changer de nom | changer mon nom | nouveau nom | pseudo*",
            ),
            (
                "es",
                "otro nombre | cambiar * nombre | nuevo nombre | apodo",
            ),
            (
                "it",
                "altro nome | cambiare nome | cambiare il nome | nuovo nome | soprannome",
            ),
            (
                "nl",
                "andere naam | naam wijzigen | naam veranderen | nieuwe naam",
            ),
            (
                "pt",
                "outro nome | mudar * nome | novo nome | trocar * nome | apelido",
            ),
            (
                "pl",
                "inne imię | zmienić imię | zmienić nazwę | inną nazwą | innym imieniem | nowe imię",
            ),
            (
                "ru",
                "другое имя | другим именем | сменить имя | изменить имя | новое имя",
            ),
            ("sv", "annat namn | byta namn | ändra namn | nytt namn"),
            ("da", "andet navn | skifte navn"),
        ],
    ),
];

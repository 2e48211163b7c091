//! Words that name a subject, by the line that helps with it and the language. Phrases are between `|`; the words of
//! a phrase stand in a sentence in this order, a few others may stand between them; `*` is the rest of a word.

pub(super) const SUBJECTS: &[(&str, &[(&str, &str)])] = &[
    (
        "clock",
        &[
            (
                "en",
                "how long do | how long have | how long has | how much time | time left | time remain* | deadline* | clock* | run* out | when must i | when do i have to | by when | until when | not answer* | hasnt answer* | hasnt move* | hasnt play* | hasnt repl* | not moved | not replied | no answer | no reply | no response | silent | silence | still alive | days left | days do i | hours left | overdue | answered for | weeks now | time limit* | too slow | takes forever | never answers | doesnt answer | stopped playing | stopped answering | vanished | disappeared | time have i | time is left | time is there | much longer | move due | turn due | answer due | due date | time out | timeout | time control | thinking time | how many days | how many hours | days remain* | what date | what day | when exactly | latest | havent heard | have not heard | heard nothing | heard from | heard anything | not heard | no sign of | hasnt made | hasnt written | has not written | has not moved | has not played | has not answered | has not replied | isnt answering | isnt moving | isnt playing | is not answering | is not moving | not responding | isnt responding | wont move | wont answer | doesnt move | doesnt reply | doesnt respond | does not answer | does not move | doesnt play | not playing anymore | stopped moving | gave up playing | given up playing | went quiet | gone quiet | been quiet | been waiting | waiting for weeks | waiting for days | waiting since | wait for weeks | still waiting | how long must i wait | ages | for weeks | for days | for a month | weeks ago | flag fall | win on time | lose on time | lost on time | forfeit* | still there | still around | still playing | abandoned the game | my time | limit* | waiting | answered me | how long",
            ),
            (
                "de",
                "wie lange | wie viel zeit | wieviel zeit | bis wann | wann muss | spätestens | uhr | bedenkzeit | restzeit | zeit habe | zeit noch | zeit bleibt | antwortet nicht | nicht geantwortet | keine antwort | meldet sich nicht | nicht gemeldet | zieht nicht | nicht gezogen | frist | tage noch | tage habe | wann läuft | schweigt | verschwunden | überfällig | ablauf* | läuft ab | abgelaufen | läuft meine | zeitlimit | zeitüberschreitung | zeit überschritten | wie viele tage | wieviele tage | wie viele stunden | welchem tag | welchem datum | zug fällig | fällig | noch zeit | rührt sich nicht | meldet nicht mehr | reagiert nicht | spielt nicht mehr | nichts gehört | nichts mehr gehört | nichts von | kein lebenszeichen | lebenszeichen | funkstille | seit wochen | seit tagen | seit zwei wochen | seit drei wochen | seit einer woche | seit einem monat | warte seit | warte schon | warte ich | wie lange noch | noch da | lebt noch | lebt der | hängt die partie | deadline | zeitnot | meine zeit | warte*",
            ),
            (
                "fr",
                "combien de temps | combien de jours | quand dois | jusqu'à quand | délai* | pendule* | horloge* | temps reste | temps restant | reste t il | répond pas | répond plus | pas répondu | pas de réponse | sans réponse | aucune réponse | joue plus | disparu* | date limite | temps de réflexion | échéance | temps ai je | temps me | temps pour | reste de temps | avant quand | jours me | jours ai je | jours il | jour limite | quel jour | quelle date | au plus tard | expire* | limite de temps | ne donne plus | plus de nouvelles | pas de nouvelles | sans nouvelles | aucune nouvelle | donne pas signe | signe de vie | pas joué | n'a pas joué | n'a rien joué | n'a pas répondu | n'a toujours pas | toujours pas | depuis des semaines | depuis deux semaines | depuis trois semaines | depuis un mois | j'attends | attends depuis | silence | muet | encore là | toujours là | abandonné la partie | mon temps | attends | attendre | fait semaines | fait jours | joue pas | ne joue pas",
            ),
            (
                "es",
                "cuánto tiempo | cuántos días | tiempo queda | tiempo me | tiempo tengo | reloj* | plazo* | hasta cuándo | cuándo tengo | no responde | no contesta | no ha respondido | no ha contestado | sin respuesta | no juega | no mueve | desaparecid* | fecha límite | cuándo vence | se acaba | cuánto me queda | tiempo para | tiempo dispongo | cuántas horas | días tengo | días me | cuándo debo | cuándo hay que | para cuándo | qué día | qué fecha | a más tardar | caduca | expira* | límite de tiempo | tiempo límite | lleva sin | no ha jugado | no ha movido | no da señales | señales de vida | no me contesta | no me responde | no hace su jugada | ya no juega | no sé nada | sin noticias | sin jugar | sin mover | sin contestar | sin responder | desde hace | hace semanas | hace dos semanas | hace tres semanas | hace un mes | esperando | espero desde | silencio | callado | sigue ahí | sigue vivo | mi tiempo | espero | lleva semanas | lleva días",
            ),
            (
                "it",
                "quanto tempo | quanti giorni | entro quando | scade* | orologio | tempo rimane | tempo resta | fino a quando | quando devo | non risponde | non ha risposto | nessuna risposta | non gioca | non muove | sparito | sparita | tempo ho | tempo mi | tempo abbiamo | tempo manca | tempo a disposizione | quante ore | giorni ho | giorni mi | quando dovrei | quando bisogna | che giorno | che data | al più tardi | entro che | entro quale | limite di tempo | termine | non si fa vivo | non si fa viva | non si fa sentire | fa vivo | non dà segni | segni di vita | non mi risponde | non ha giocato | non ha mosso | non ha ancora | non si muove | non gioca più | nessuna notizia | senza notizie | notizie | da settimane | da due settimane | da tre settimane | da un mese | da giorni | sto aspettando | aspetto da | silenzio | muto | c'è ancora | è ancora vivo | mio tempo | meu tempo | aspett* | settimane che | giorni che",
            ),
            (
                "nl",
                "hoe lang | hoeveel tijd | hoeveel dagen | tot wanneer | wanneer moet | klok* | bedenktijd | deadline | tijd over | antwoordt niet | niet geantwoord | geen antwoord | reageert niet | niet gereageerd | speelt niet | uiterlijk | verdwenen | tijd heb ik | tijd nog | tijd rest | tijd krijg | dagen heb | hoeveel uur | uren heb | welke dag | welke datum | wanneer loopt | loopt af | verloopt | op zijn laatst | tijdslimiet | tijdlimiet | laat niets | niets van zich | niets gehoord | niets meer gehoord | geen teken | teken van leven | levensteken | reageert al | antwoordt al | zet niet | zet al | heeft niet gezet | heeft nog niet | speelt al | niet meer gespeeld | niet gespeeld | al weken | al dagen | al twee weken | al drie weken | al een maand | sinds weken | wacht al | zit te wachten | zwijgt | leeft hij | nog in leven | er nog | mijn tijd | wacht*",
            ),
            (
                "pt",
                "quanto tempo | quantos dias | até quando | quando tenho | prazo* | relógio* | tempo resta | tempo me | tempo tenho | não responde | não respondeu | sem resposta | nenhuma resposta | não joga | sumiu | desapareceu | quanto me resta | quanto tempo falta | tempo para | tempo disponho | tempo ainda | quantas horas | dias tenho | dias me | quando devo | que dia | que data | até que dia | o mais tardar | expira* | acaba o tempo | limite de tempo | tempo limite | não dá sinal | sinal de vida | sinais de vida | não jogou | não fez | não mexe | não moveu | não me responde | ainda não jogou | ainda não respondeu | parou de jogar | parou de responder | deixou de | sem notícias | nada dele | nada dela | há semanas | há duas semanas | há três semanas | há um mês | faz semanas | faz duas semanas | à espera | estou esperando | espero há | silêncio | calado | ainda está aí | por tempo | mio tempo | meu tempo | espero | faz dias",
            ),
            (
                "pl",
                "ile czasu | ile dni | ile mam | do kiedy | kiedy muszę | zegar* | termin* | czasu zostało | nie odpowiada | nie odpowiedział* | brak odpowiedzi | nie gra | nie odzywa | zniknął | zniknęła | czasu mam | czasu jeszcze | czas mi | czas mam | czas się kończy | kończy się czas | ile godzin | ile jeszcze | jakiego dnia | jaki jest termin | kiedy upływa | upływa | najpóźniej | limit czasu | zostało mi | nie rusza | nie ruszył* | nie zagrał* | nie wykonał* | nie daje znaku | znak* życia | nie odpisuje | nie odpisał* | przestał* | nie mam odpowiedzi | żadnej odpowiedzi | bez odpowiedzi | od tygodni | od dwóch tygodni | od trzech tygodni | od miesiąca | od dawna | od tygodnia | milczy | cisza | zamilkł* | jeszcze żyje | czy żyje | mój czas | czekam*",
            ),
            (
                "ru",
                "сколько времени | сколько дней | до какого | до когда | когда должен | когда я должен | часы | срок* | времени осталось | не отвечает | не ответил* | нет ответа | не ходит | молчит | пропал* | дедлайн* | сколько у меня | сколько еще | сколько осталось | сколько мне | времени у меня | времени на ход | время на ход | время истека* | истека* | остаток времени | сколько часов | какого числа | какой день | крайний срок | не позднее | лимит времени | контроль времени | не делает ход* | не сделал* ход* | не сделал* | не ходил* | не подает признаков | признак* жизни | перестал* | не пишет | не слышно | нет вестей | ни слуху | без ответа | уже недел* | уже дней | уже месяц | недел* назад | жду | замолчал* | тишина | жив ли | еще жив | просроч* | мое время | неделю не | недели не | закончится время",
            ),
            (
                "sv",
                "hur lång tid | hur länge | hur många dagar | hur mycket tid | senast | när måste | klocka* | tid kvar | svarar inte | inte svarat | inget svar | spelar inte | försvunnen | tid har jag | tid jag har | tid finns | dagar har | timmar har | hur många timmar | vilken dag | vilket datum | går ut | löper ut | rinner ut | när går | när ska | när skall | sista dag | deadline | betänketid* | svarar ej | svarar aldrig | har inte svarat | hört något | inte hört | hör av sig | hört av sig | hör inte | inget livstecken | livstecken | inte spelat | inte dragit | drar inte | inte gjort | gör inget drag | slutat svara | slutat spela | i veckor | på veckor | på två veckor | på tre veckor | i två veckor | i tre veckor | en månad | sedan länge | tyst | tystnat | lever han | kvar där | min tid | vänta*",
            ),
            (
                "da",
                "hvor lang tid | hvor længe | hvor mange dage | hvornår skal | uret | frist | svarer ikke | intet svar | hvor meget tid | tid har jeg | tid tilbage | bedenketid | betænkningstid | spiller ikke | ikke svaret | hørt fra | i ugevis | i uger | har ventet | stille",
            ),
            (
                "cs",
                "kolik mám času | kolik času | kolik dní | soupeř neodpov* | soupeř netáhne | soupeř nehraje | do kdy",
            ),
        ],
    ),
    (
        "unsubscribe",
        &[
            (
                "en",
                "stop mail* | stop email* | stop letter* | stop messag* | stop writing | stop sending | no more mail* | no more email* | no more letter* | no more messag* | dont want mail* | dont want email* | dont want letter* | do not want mail* | remove me | take me off | get out of this | get me out | opt out | spam | delete my account | close my account | leave me alone | cancel my account | not interested | mailing list | unsubscrib* | stop these | stop bothering | stop spamming | stop contacting | stop getting | stop receiving | quit sending | dont send me | do not send me | dont write | do not write | dont contact | do not contact | dont mail | dont email | no longer want | no longer wish | dont wish to | do not wish to | not want any more | dont want any more | dont want any of | dont want these | dont want this | dont want to get | dont want to receive | dont want to hear | want no more | want out | sick of | tired of | fed up with | enough of these | enough mail* | too many mail* | too many email* | too many letter* | off your list | off this list | off the list | from your list | from the list | sign off | sign me off | opt me out | delete me | erase me | cancel my registration | cancel my membership | cancel subscription | deregister | leave the server | quit the server | quit this server | never signed up | didnt sign up | did not sign up | didnt ask for | never asked for | wrong person | get rid of | how do i stop | how can i stop | make it stop | please stop | leave me in peace | no more of this | enough of | enough with | no more of these",
            ),
            (
                "de",
                "keine mail* | keine e mail* | keine brief* | keine nachricht* | keine weiteren | abmelden | hört auf | aufhören zu schreiben | nicht mehr schreiben | nicht mehr anschreiben | lasst mich in ruhe | newsletter | löschen sie mich | konto löschen | raus aus | aus dem verteiler | verteiler | keine post | keine weiteren mail* | keine weitere mail* | keine solchen mail* | keine mehr | keine lust mehr | möchte nicht mehr | möchte keine | will keine | wollen keine | nicht länger | aufhören | hören sie auf | hör auf | hört bitte auf | schluss mit | genug von | genug mail* | zu viele mail* | zu viele e mail* | bitte nicht mehr | nicht mehr schicken | nicht mehr senden | nichts mehr schicken | nichts mehr senden | nicht mehr bekommen | nichts mehr bekommen | nicht mehr erhalten | schickt mir | schicken sie mir keine | schicken sie mir nichts | abmeldung | abzumelden | melde mich ab | meldet mich ab | melden sie mich ab | melde ich mich ab | abbestell* | austrag* | tragt mich aus | tragen sie mich aus | streichen sie mich | streicht mich | verteilerliste | von der liste | aus der liste | löscht mich | löscht mein | löschen sie mein | meine daten löschen | account löschen | lass mich in ruhe | nie angemeldet | nicht angemeldet | spam | komme ich hier raus | hier raus | aussteigen | werde ich los | wie stoppe | es reicht | reicht mir",
            ),
            (
                "fr",
                "plus de mail* | plus de courriel* | plus de message* | plus de lettre* | plus recevoir | arrêtez de | cessez de | arrêter mail* | laissez moi tranquille | supprimer mon compte | retirez moi | désabonn* | désinscri* | me désabonner | me désinscrire | ne plus recevoir | ne plus m'écrire | ne m'écrivez plus | ne m'envoyez plus | n'envoyez plus | ne veux plus | ne voudrais plus | ne souhaite plus | veux plus | souhaite plus | plus envie | plus aucun mail | plus aucun message | plus de ces | arrêtez | arrête de | arrêter | cessez | cesser | stop aux | stop mail* | assez de | marre de | trop de mail* | trop de messages | enlevez moi | supprimez moi | retirer de | rayez moi | radiez moi | de votre liste | de la liste | liste de diffusion | supprimez mon | effacer mon compte | fermer mon compte | clore mon compte | jamais inscrit* | pas inscrit* | spam* | pourriel* | quitter le serveur | fichez moi la paix | laissez moi | ça suffit",
            ),
            (
                "es",
                "de baja | no más correo* | más correos | más mensajes | dejen de | deja de | no quiero recibir | no me escriban | no me envíen | no me manden | borrarme | eliminar mi cuenta | basta de | darme de baja | cancelar suscripción | darse de baja | denme de baja | dadme de baja | dame de baja | quiero la baja | desuscri* | anular suscripción | no quiero más | no quiero correos | no quiero mensajes | no quiero que | no deseo | ya no quiero | ya no deseo | dejen | dejad de | dejar de recibir | parad de | paren de | parar de | no me mandéis | no me mandes | no me enviéis | no me envíes | no me escribáis | no me escribas | no manden | no envíen | no más mensajes | no más mails | no más emails | harto de | harta de | demasiados correos | demasiados mensajes | bórrenme | borradme | quítenme | quitadme | sáquenme | sacadme | eliminarme | elimínenme | de la lista | lista de correo | borrar mi cuenta | cerrar mi cuenta | nunca me apunté | no me he apuntado | no me registré | spam | salir de aquí | dejadme en paz | déjenme en paz | ya basta | basta ya",
            ),
            (
                "it",
                "basta mail | basta email | basta messaggi | basta lettere | cancellami | cancellarmi | cancellatemi | disiscri* | non voglio più | non mandatemi | non scrivetemi | smettete | smettetela | toglietemi | non ricevere più | disdire | basta con | non voglio mail | non voglio messaggi | non voglio ricevere | non desidero | non vorrei più | smettere di | smetti di | smetterla | finitela | non scrivermi | non scrivetemi più | non mandarmi | non inviatemi | non inviarmi | non mandate | cancellate | cancellate mi | cancellazione | cancellare iscrizione | annullare iscrizione | iscrizione | togliermi | toglimi | rimuovetemi | rimuovere | rimuovimi | eliminatemi | eliminare account | eliminare il mio | chiudere account | dalla lista | dalla mailing | mailing list | troppe mail | troppe email | troppi messaggi | stufo di | stufa di | stanco di | mai iscritto | mai iscritta | non mi sono | spam | lasciatemi in pace | uscire da qui | basta così | ora basta",
            ),
            (
                "nl",
                "afmelden | geen mail* | geen e mail* | geen brieven | geen berichten | stop met mailen | stop met | hou op | niet meer mailen | uit de lijst | schrijf me uit | afgemeld | meld me af | meld mij af | afmelding | uitschrijv* | schrijf mij uit | uitgeschreven | geen mail* meer | geen e mail* meer | geen berichten meer | geen post meer | niet meer ontvangen | niets meer ontvangen | niet langer | wil geen | wil niet meer | wens geen | hoef geen | stop met sturen | stop met schrijven | stop hiermee | stop ermee | stoppen met | houd op | hou op met | ophouden | niet meer schrijven | niet meer sturen | stuur me geen | stuur mij geen | stuur geen | schrijf me niet | genoeg van | genoeg mail* | te veel mail* | van de lijst | van jullie lijst | mailinglijst | mailinglist | verwijder me | verwijder mij | verwijder mijn | account verwijderen | account opzeggen | opzeggen | nooit aangemeld | niet aangemeld | spam | laat me met rust | laat mij met rust | kom ik hier | kom ik van | nu genoeg | het is genoeg",
            ),
            (
                "pt",
                "cancelar inscrição | descadastr* | não quero mail* | não quero email* | não quero mensagens | não quero receber | parem de | pare de | chega de | me removam | remover me | sair da lista | deixem me em paz | anular subscrição | cancelar subscrição | cancelar registo | cancelar conta | cancelar o envio | anular inscrição | desinscr* | dessubscrever | não quero mais | já não quero | não desejo | não pretendo | não quero correio* | não quero que | deixar de receber | deixem de | deixe de | parar de receber | parem com | pare com | parem | parar com | basta de | não me enviem | não me envie | não me mande* | não me escreva* | não enviem | não mandem | sem mais mails | sem mais emails | demasiados mails | demasiados emails | muitos emails | farto de | farta de | cansado de | tirem me | me tirem | retirem me | me retirem | remova me | removam me | removam meu | remover da lista | da lista | da vossa lista | lista de e mail | apagar conta | eliminar conta | encerrar conta | excluir conta | nunca me inscrevi | não me inscrevi | spam | sair daqui | deixe me em paz | já chega",
            ),
            (
                "pl",
                "nie chcę więcej | nie chcę maili | przestań wysyłać | proszę nie wysyłać | nie wysyłaj* | nie piszcie | zrezygnować subskrypcji | usunąć konto | rezygnuję z maili | wypis* | wyrejestr* | rezygnuję z otrzymywania | zrezygnować | rezygnacja z | anulować subskrypcję | odsubskryb* | nie chcę już | nie chcę dostawać | nie chcę otrzymywać | nie chcę wiadomości | nie chcę listów | nie życzę | nie życzymy | mam dość | proszę przestać | przestań* | przestać wysyłać | koniec z | nie przysyłaj* | nie przysyłać | proszę nie przysyłać | proszę nie pisać | nie pisz* do mnie | za dużo maili | usuńcie mnie | usuń mnie | proszę mnie usunąć | proszę o usunięcie | usunięcie | usunąć mnie | z listy | skreślcie mnie | skreślić | zamknąć konto | skasować konto | nigdy się nie zapis* | nie zapisywał* | spam | dajcie mi spokój | dość maili | dosyć maili | dość tych | dosyć tych",
            ),
            (
                "ru",
                "отпишите | не хочу пис* | не хочу получать | хватит пис* | прекратите пис* | удалите меня | больше не надо | перестаньте | отпис* | снимите меня | удалите мой | удалить аккаунт | удалить запись | уберите меня | вычеркните | исключите | не хочу больше | больше не хочу | не желаю | не надо мне | не нужны | не нужно | не присыла* | не отправля* | не посыла* | не пиши* | не шли* | не беспокой* | прекратите | прекрати | перестань | остановите | надоел* | слишком много пис* | без писем | из списка | список рассылк* | рассыл* | никогда не подпис* | не подписыв* | не регистриров* | спам | оставьте меня | отказаться от | отказываюсь от | закрыть аккаунт | хватит этих",
            ),
            (
                "sv",
                "avsluta prenumeration* | inga fler | inte ha fler | inte fler mejl | vill inte ha | ta bort mig | stoppa mejl | slippa | avsluta kontot | avsluta mitt konto | avprenumerera | avregistrer* | avanmäl* | avbeställ* | sluta mejl* | sluta mail* | sluta skriv* | sluta skicka* | sluta med | slutar få | vill inte mejl* | vill inte mail* | vill inte brev* | vill inte längre | vill inte få | vill ej ha | inga mer | inga flera | inte fler | inga mejl | inga mail | inga brev | slipper jag | slippa mejl* | bort från listan | från listan | från er lista | e postlista* | sändlista* | stryk mig | radera mig | radera mitt konto | ta bort mitt konto | nog med | nog av | för många mejl | för många mail | trött på | har aldrig anmält | aldrig anmält | inte anmält mig | skräppost | spam | lämna mig | låt mig vara | hur stoppar | det räcker | räcker nu",
            ),
            (
                "da",
                "afmeld* | stop med at sende | ikke flere mails | ingen flere | vil ikke have | slet mig | meld mig ud",
            ),
            (
                "cs",
                "neposílejte mi | neposílejte | odhlásit | nechci dostávat | žádné další mail*",
            ),
        ],
    ),
    (
        "leave 24 Dec to 2 Jan",
        &[
            (
                "en",
                "holiday* | hospital* | away | travel* | out of town | abroad | cant play | cannot play | no internet | without internet | offline | exam* | honeymoon | surgery | business trip | sick leave | maternity | be back | gone until | not available | unavailable | vacat* | on holiday | going away | im away | am away | be away | away from | away until | away for | out of office | leaving for | trip to | on a trip | journey | cruise | camping | sailing | take a break | taking a break | days off | time off | week off | weeks off | absent | absence | not here | not at home | not be home | wont be here | wont be there | wont be home | wont be able | will not be able | not able to play | unable to play | unable to move | unable to answer | cant move | cant answer | cant reply | cannot move | cannot answer | cant get to | no time until | no time next | no time this week | no computer | without computer | without a computer | no laptop | no wifi | no connection | moving house | operation | wedding | conference | clinic | military service | back on | back in | im back | until i return | when i return | return on | expecting a baby | from to january | from to february | from to march | from to april | from to may | from to june | from to july | from to august | from to september | from to october | from to november | from to december | until january | until february | until march | until april | until may | until june | until july | until august | until september | until october | until november | until december | till january | till february | till march | till april | till may | till june | till july | till august | till september | till october | till november | till december | no computer there | no internet there | off to | off for | having a baby | gone for | gone from | out for | wont be back | not around | two weeks | three weeks | ten days",
            ),
            (
                "de",
                "urlaub* | verreis* | krankenhaus* | klinik | bin weg | nicht da | kein internet | ohne internet | dienstreise* | unterwegs | nicht spielen | operation | hochzeitsreise | auf reisen | reise nach | ferien* | verreise ich | fahre weg | fahren weg | fahre ich | fahre nach | fliege nach | bin übernächste | nicht zu hause | nicht zuhause | nicht erreichbar | nicht verfügbar | nicht ziehen | nicht antworten | keinen computer | keinen rechner | ohne computer | kein netz | ohne netz | kein wlan | krank | krankheit | reha | operiert | umzug | umziehen | hochzeit | flitterwochen | geschäftsreise | tagung | kongress | klassenfahrt | wandern | auszeit | abwesenheit | abwesend* | wieder da | wieder zurück | zurück am | erst wieder | im ausland | prüfung* | klausur* | vom bis januar | vom bis februar | vom bis märz | vom bis april | vom bis mai | vom bis juni | vom bis juli | vom bis august | vom bis september | vom bis oktober | vom bis november | vom bis dezember | von bis januar | von bis februar | von bis märz | von bis april | von bis mai | von bis juni | von bis juli | von bis august | von bis september | von bis oktober | von bis november | von bis dezember | bis januar | bis februar | bis märz | bis april | bis mai | bis juni | bis juli | bis august | bis september | bis oktober | bis november | bis dezember | ins krankenhaus | im krankenhaus | wieder spielen kann | eine weile nicht | einige zeit nicht | ein paar tage nicht | ein paar wochen | zwei wochen nicht | drei wochen nicht | nächster woche kur | kur | drei wochen | zwei wochen | ab nächster woche",
            ),
            (
                "fr",
                "congé* | voyage* | absent* | hôpital | sans internet | pas là | pas disponible | serai pas | en déplacement | pars en | partir en | indisponible | vacance* | en vacance* | en congé | je pars | pars pour | pars demain | partirai | partons | serai absent* | absence | pas chez moi | pas à la maison | pas joignable | peux pas jouer | pourrai pas | ne pourrai | ne peux pas | ne serai | ne suis pas | hospitalis* | clinique | opération | opéré* | malade | maladie | arrêt maladie | mariage | lune de miel | déménag* | pas d'internet | pas internet | plus d'internet | sans ordinateur | sans connexion | sans réseau | pas de connexion | à l'étranger | déplacement | séjour | croisière | randonnée | examens | conférence | colloque | de retour | serai de retour | reviens | jusqu'à mon retour | une pause | du au janvier | du au février | du au mars | du au avril | du au mai | du au juin | du au juillet | du au août | du au septembre | du au octobre | du au novembre | du au décembre | jusqu'au janvier | jusqu'au février | jusqu'au mars | jusqu'au avril | jusqu'au mai | jusqu'au juin | jusqu'au juillet | jusqu'au août | jusqu'au septembre | jusqu'au octobre | jusqu'au novembre | jusqu'au décembre | pars à | quelques jours | deux semaines sans | trois semaines sans | ne jouerai pas | deux semaines | trois semaines | dix jours",
            ),
            (
                "es",
                "viaje* | hospital* | fuera | no estoy | no estaré | ausente | sin internet | no podré jugar | no puedo jugar | luna de miel | de viaje | vacacion* | de vacaciones | me voy | me iré | nos vamos | voy a estar | estaré fuera | estoy fuera | estaré sin | estoy sin | no voy a estar | no voy a poder | no podré | no puedo mover | no puedo contestar | no puedo responder | no tendré | ausencia | ausentarme | ausentaré | ingresan | ingresado | ingresada | clínica | operación | operan | enfermo | enferma | baja médica | boda | mudanza | mudarme | sin ordenador | sin computadora | sin conexión | sin wifi | en el extranjero | al extranjero | viajo | viajar | viajando | crucero | exámenes | congreso | conferencia | permiso | descanso | vuelvo el | hasta que vuelva | regreso el | estaré de vuelta | estar fora | fuera de casa | fuera de la ciudad | fuera hasta | fuera dos | fuera una | del al enero | del al febrero | del al marzo | del al abril | del al mayo | del al junio | del al julio | del al agosto | del al septiembre | del al octubre | del al noviembre | del al diciembre | hasta el enero | hasta el febrero | hasta el marzo | hasta el abril | hasta el mayo | hasta el junio | hasta el julio | hasta el agosto | hasta el septiembre | hasta el octubre | hasta el noviembre | hasta el diciembre | desde el enero | desde el febrero | desde el marzo | desde el abril | desde el mayo | desde el junio | desde el julio | desde el agosto | desde el septiembre | desde el octubre | desde el noviembre | desde el diciembre | tengo internet | no tengo internet | tendré internet | unos días | dos semanas sin | tres semanas sin | no jugaré | dos semanas | tres semanas | diez días",
            ),
            (
                "it",
                "vacanz* | ospedale | assente | sono via | sarò via | senza internet | non posso giocare | non potrò giocare | in trasferta | non ci sono | non ci sarò | in ferie | in vacanza | partirò | partiamo | vado via | vado in | andrò in | sarò fuori | starò via | fuori città | fuori sede | assenza | assenter* | mi assento | non sarò | non potrò | non riesco a giocare | non posso muovere | non posso rispondere | non avrò | ricoverat* | ricovero | clinica | operazione | operato | operata | operano | intervento | malato | malata | malattia | matrimonio | luna di miel* | viaggio di nozze | trasloco | senza computer | senza connessione | senza rete | all'estero | viaggi* | crociera | gita | esami | congresso | convegno | congedo | permesso | pausa | riposo | torno il | tornerò | fino al mio ritorno | al ritorno | dal al gennaio | dal al febbraio | dal al marzo | dal al aprile | dal al maggio | dal al giugno | dal al luglio | dal al agosto | dal al settembre | dal al ottobre | dal al novembre | dal al dicembre | fino al gennaio | fino al febbraio | fino al marzo | fino al aprile | fino al maggio | fino al giugno | fino al luglio | fino al agosto | fino al settembre | fino al ottobre | fino al novembre | fino al dicembre | parto per | parto il | parto domani | torno fra | torno tra | qualche giorno | due settimane senza | non giocherò | non ho internet | non avrò internet | due settimane | tre settimane | dieci giorni",
            ),
            (
                "nl",
                "vakantie* | ziekenhuis | weg tot | geen internet | zonder internet | niet spelen | ben weg | zakenreis | op vakantie | met vakantie | met verlof | verlof | ga weg | ben afwezig | ben niet | ga naar | ga op reis | ga een week | onderweg | afwezig* | niet thuis | niet bereikbaar | niet beschikbaar | niet kunnen spelen | geen computer | zonder computer | geen wifi | geen verbinding | opgenomen | opname | operatie | geopereerd | kliniek | ziek | ziekte | bruiloft | trouwen | huwelijksreis | verhuiz* | buitenland | cruise | kamperen | examens | tentamen* | congres | conferentie | even pauze | weer terug | terug op | weer thuis | tot ik terug | van tot januari | van tot februari | van tot maart | van tot april | van tot mei | van tot juni | van tot juli | van tot augustus | van tot september | van tot oktober | van tot november | van tot december | tot januari | tot februari | tot maart | tot april | tot mei | tot juni | tot juli | tot augustus | tot september | tot oktober | tot november | tot december | een paar dagen | een paar weken | twee weken niet | drie weken niet | twee weken | drie weken | tien dagen",
            ),
            (
                "pt",
                "férias | viajar | viajo | hospital | ausente | sem internet | não posso jogar | não poderei jogar | não estarei | não vou estar | licença | de férias | viag* | em viagem | vou viajar | estou fora | vou sair | ficarei fora | ficar fora | estarei fora | ausência | ausentar* | não vou poder | não vou conseguir | não poderei | não consigo jogar | não posso mover | não posso responder | não terei | internad* | internamento | internação | clínica | operação | operad* | cirurgia | doente | doença | baixa médica | casamento | lua de mel | mudança | sem computador | sem ligação | sem conexão | sem rede | sem wifi | no estrangeiro | no exterior | ao estrangeiro | cruzeiro | exames | provas | congresso | conferência | folga | descanso | volto | regresso | voltarei | até voltar | estar fora | fora até | fora duas | fora uma | fora de casa | fora da cidade | fora do país | fora por | de a janeiro | de a fevereiro | de a março | de a abril | de a maio | de a junho | de a julho | de a agosto | de a setembro | de a outubro | de a novembro | de a dezembro | até janeiro | até fevereiro | até março | até abril | até maio | até junho | até julho | até agosto | até setembro | até outubro | até novembro | até dezembro | tenho internet | não tenho internet | terei internet | uns dias | duas semanas sem | três semanas sem | não jogarei | não vou jogar | duas semanas | três semanas | dez dias",
            ),
            (
                "pl",
                "urlop* | wakacj* | szpital* | wyjazd* | nieobecn* | nie ma mnie | nie będzie mnie | nie będę | bez internetu | delegacj* | w podróży | nie mogę grać | na urlopie | na wakacj* | wyjeżdża* | wyjadę | jadę | jadę na | lecę | podróż* | mnie nie ma | mnie nie będzie | nie dam rady | nie mogę odpowiadać | nie mogę ruszyć | poza domem | poza miastem | za granic* | zagranic* | bez komputera | bez dostępu | brak internetu | nie będę miał* | nie mam czasu | do szpitala | operacj* | klinik* | chory | chora | chorob* | zwolnieni* | sanatori* | ślub* | wesel* | przeprowadz* | konferencj* | rejs* | egzamin* | sesja | sesję | przerwa | przerwę | wracam | wrócę | powrot* | od do stycznia | od do lutego | od do marca | od do kwietnia | od do maja | od do czerwca | od do lipca | od do sierpnia | od do września | od do października | od do listopada | od do grudnia | do stycznia | do lutego | do marca | do kwietnia | do maja | do czerwca | do lipca | do sierpnia | do września | do października | do listopada | do grudnia | kilka dni | parę dni | dwa tygodnie | trzy tygodnie | nie mam internetu | nie zagram | dziesięć dni",
            ),
            (
                "ru",
                "отпуск* | каникул* | больниц* | в отъезде | поездк* | командировк* | не смогу играть | не могу играть | без интернета | меня не будет | отсутств* | в отпуске | в отпуск | уезжа* | уед* | еду | едем | улета* | улечу | лечу в | отъезд* | путешеств* | поход* | круиз* | не будет меня | меня нет | не будет дома | не дома | нет дома | не смогу | не могу ходить | не могу отвечать | не в состоянии | буду в | буду занят* | нет времени | нет интернета | без связи | без компьютера | нет доступа | за границ* | госпитал* | операци* | болею | болен | больна | заболел* | болезн* | больничн* | санатори* | свадьб* | переезд* | переезжа* | конференци* | экзамен* | сесси* | перерыв* | вернусь | возвраща* | до возвращения | отдых* | с по января | с по февраля | с по марта | с по апреля | с по мая | с по июня | с по июля | с по августа | с по сентября | с по октября | с по ноября | с по декабря | с до января | с до февраля | с до марта | с до апреля | с до мая | с до июня | с до июля | с до августа | с до сентября | с до октября | с до ноября | с до декабря | до января | до февраля | до марта | до апреля | до мая | до июня | до июля | до августа | до сентября | до октября | до ноября | до декабря | несколько дней | две недели не | три недели не | ложусь | на две недели | на три недели | не буду играть | две недели | три недели | десять дней",
            ),
            (
                "sv",
                "semester* | sjukhus* | reser | borta | utan internet | inget internet | kan inte spela | tjänsteresa | på semester | sommarlov | reser bort | åker bort | åker till | bortrest* | är borta | bort från | inte hemma | inte här | inte nåbar | kan inte svara | kan inte dra | kan ej | hinner inte | har inte tid | inget nät | utan nät | utan dator | ingen dator | utomlands | inlagd | läggs in | operation | operera* | sjuk | sjukskriven | bröllop | smekmånad | konferens | kryssning | vandring | tenta* | ledighet* | frånvar* | tillbaka den | kommer tillbaka | är tillbaka | hemma igen | föräldraledig* | från till januari | från till februari | från till mars | från till april | från till maj | från till juni | från till juli | från till augusti | från till september | från till oktober | från till november | från till december | till den januari | till den februari | till den mars | till den april | till den maj | till den juni | till den juli | till den augusti | till den september | till den oktober | till den november | till den december | några dagar | ett par veckor | två veckor | tre veckor | har inget internet | kommer inte att spela | inte spela | tio dagar",
            ),
            (
                "da",
                "hospital* | bortrejst | kan ikke spille | rejser | på ferie | sygehus | ikke hjemme",
            ),
            ("cs", "dovolen* | budu pryč | odjíždím | na cestách"),
        ],
    ),
    (
        "report: he insults me",
        &[
            (
                "en",
                "report* | insult* | rude | cheat* | abus* | harass* | complain* | offend* | offensive | swear* | using an engine | uses an engine | uses a computer | bully* | hateful | racist | nasty | threatens me | threatened me | swore | curs* | calls me | called me | calling me | names at me | foul language | bad language | vulgar | obscene | threat* | mean to me | unfriendly | impolite | disgusting | engine help | computer help | an engine | stockfish | unfair | fair play | suspicious | suspect | whom can i tell | who can i tell | who do i tell | umpire | referee | arbiter | moderator | administrator | who is in charge | speak to a human | talk to a human | talk to a person | bug | broken | error in | something is wrong | doesnt work | does not work | mistake in | misbehav* | behave* | horrible | awful | unpleasant | ugly | calls me names | bad words | something about him | something about her",
            ),
            (
                "de",
                "beleidig* | beschimpf* | betrüg* | schummel* | melden | beschwer* | unverschämt* | belästig* | rassist* | droht mir | bedroht mich | flucht | schimpf* | pöbel* | ausfallend | unhöflich | gemein zu | droht | drohung* | bedroh* | hetz* | obszön | vulgär | betrug | mogel* | computer hilfe | mit engine | engine | stockfish | unfair | verdacht | verdächtig | verdächtige | anzeigen | schiedsrichter* | administrator | betreiber | ansprechpartner | fehler im | fehler in | kaputt | funktioniert nicht | stimmt nicht | stimmt etwas nicht | benimmt | benehmen | gemein* | hässlich* | nennt mich | wörter",
            ),
            (
                "fr",
                "insult* | triche* | signaler | plaindre | plainte | injur* | menace moi | impoli* | m'insulte | grossi* | vulgaire* | menac* | harcel* | harcèl* | malpoli* | désagréable* | obscène* | utilise un ordinateur | avec un ordinateur | un moteur | stockfish | déloyal* | suspect* | soupçonn* | signalement | dénoncer | réclamation | me plaindre | porter plainte | arbitre* | administrateur | modérateur | responsable | bug | bogue | erreur dans | ne marche pas | ne fonctionne pas | comportement | horribl* | méchan* | affreu* | odieu* | traite de | me traite | noms d'oiseaux | gros mots",
            ),
            (
                "es",
                "insult* | trampa* | ofensiv* | acos* | me insulta | ofend* | ofensas | groser* | vulgar* | amenaz* | maleducad* | faltando al respeto | falta al respeto | falta de respeto | obscen* | trampos* | hace trampa* | usa un motor | con un motor | usa el ordenador | un módulo | stockfish | injust* | sospech* | denuncia* | reporta* | quej* | reclam* | árbitro* | administrador* | moderador* | responsable | error en | no funciona | fallo | comportamiento | feas | horribl* | desagradabl* | me llama | llamado | palabrotas",
            ),
            (
                "it",
                "insult* | offensiv* | molest* | maleducat* | mi insulta | offes* | offend* | parolacce | volgar* | minacci* | scortes* | oscen* | imbrogli* | barare | barando | usa il computer | usa un motore | con il computer | un motore | stockfish | scorrett* | sospett* | segnal* | denunci* | protest* | reclam* | lament* | arbitro | amministratore | moderatore | responsabile | errore nel | errore in | non funziona | guasto | comportamento | orribil* | cattiv* | brutt* cose | prende in giro | mi chiama",
            ),
            (
                "nl",
                "beledig* | bedrieg* | klacht* | klagen | scheld* | onbeschoft | lastig* | aangeven | uitgescholden | bedreig* | dreigt | intimid* | onbeleefd | onfatsoenlijk | pest* | valsspe* | vals speel* | vals spelen | speelt vals | computer gebruikt | gebruikt een computer | met een computer | engine | stockfish | oneerlijk | verdacht | verdenk* | meld* | beklag* | arbiter | scheidsrechter | beheerder | moderator | fout in | werkt niet | kapot | gedraagt | gedrag | gemene | gemeen | vreselijk* | lelijke | noemt me | noemt mij",
            ),
            (
                "pt",
                "insult* | ofend* | trapac* | assédi* | grosseir* | xing* | me insulta | ofens* | palavrões | grosser* | malcriado | mal educado | ameaç* | assedi* | obscen* | vulgar | trapaç* | batota | batoteiro | faz batota | roubar | usa computador | usa um motor | usa o computador | engine | stockfish | desleal | injusto | suspeit* | desconfi* | denunci* | denúncia | queix* | reclam* | reportar | árbitro | administrador | moderador | responsável | erro no | erro na | não funciona | comportamento | horríve* | desagradáve* | feias | chama me | me chama | chamar me",
            ),
            (
                "pl",
                "oszuk* | oszust* | skarg* | grozi mi | niegrzeczn* | obraż* | obrazi* | obraźliw* | wyzyw* | wyzwisk* | przeklin* | wulgar* | groz* | groźb* | nęka* | chams* | niemiły | niekultural* | szwindl* | używa silnika | używa komputera | z komputerem | silnik* | stockfish | nieuczciw* | nie fair | podejrz* | zgłos* | zgłasza* | skarż* | poskarż* | sędzi* | administrator* | moderator* | błąd w | nie działa | zepsut* | zachow* | okropn* | obrzydliw* | paskudn* | nazywa mnie | przezywa",
            ),
            (
                "ru",
                "оскорб* | груб* | обман* | жалоб* | угрожает мне | ругает* | сообщить о | ругат* | матом | матер* | хам* | угрож* | угроз* | пристает | преслед* | невежлив* | непристойн* | жульн* | мошен* | чит* | нечест* | использует движок | движк* | движок | с компьютером | использует компьютер | stockfish | подозр* | пожалов* | жалу* | сообщить | доложить | арбитр* | судь* | администратор* | модератор* | ошибка в | не работает | сломал* | поведени* | гадост* | гадк* | мерзк* | мерзост* | ужасные вещи | называет меня | обзыв*",
            ),
            (
                "sv",
                "förolämp* | anmäl* | klaga* | kränk* | otrevlig* | kallar mig | svär | svordomar | hotfull | trakass* | oförskämd* | ohyfsad | elak* | vulgär | obscen | fusk* | använder dator | använder en motor | schackmotor | stockfish | ojust | orättvis* | misstänk* | rapport* | klagomål | vem kan | till vem | domare* | administratör | moderator | fel i | fungerar inte | trasig | beter sig | uppför* | hemska | otäck* | fula ord | fula saker",
            ),
            ("da", "fornærm* | snyde* | klage | truer | anmeld* | snyd"),
            ("cs", "uráž* | nadáv* | stěžovat | stížnost* | nahlásit"),
        ],
    ),
    (
        "undo",
        &[
            (
                "en",
                "undo | wrong move | retract | take it back | take that back | taking back | take my move back | move back | takeback* | take back* | undone | undoing | revert | cancel my move | cancel my last | cancel that move | withdraw my move | correct my move | change my move | change my last move | different move instead | wrong square | typo | mistyped | mouse slip | slipped | played too fast | played too quickly | didnt mean to play | did not mean to play | didnt want to play | made a mistake | my mistake | by mistake | blunder* | redo my move | reconsider my move | mean that move | didnt mean | did not mean | not the move i | meant to play | meant another | any way back | way back | wrong key | wrong piece | regret",
            ),
            (
                "de",
                "zurücknehmen | zug zurück | rückgängig | verklickt | vertippt | zurück nehmen | nehme zurück | nehmen zurück | zurückgenommen | zurücknahme | zurückziehen | zug ändern | zug korrigieren | zug annullieren | zug stornieren | zug widerrufen | widerrufen | ungeschehen | verschrieben | versehen | aus versehen | falscher zug | falschen zug | falsch gezogen | falsch geschrieben | zu schnell gezogen | versehentlich | fingerfehler | patzer | anderer zug | anderen zug | nicht gemeint | meinte einen anderen | wollte eigentlich | falsche figur | bereue | vertan | letzten zug ändern | falsch abgeschickt | falsches feld",
            ),
            (
                "fr",
                "reprendre mon coup | reprendre coup | annuler mon coup | annuler coup | revenir en arrière | reprendre | reprise de coup | reprends mon | retirer mon coup | retirer mon dernier | retirer coup | revenir sur | corriger mon coup | corriger coup | changer mon coup | changer de coup | modifier mon coup | modifier coup | rejouer mon coup | trompé de coup | mauvais coup | mauvaise case | erreur de frappe | faute de frappe | par erreur | joué trop vite | gaffe | défaire | voulais jouer | voulais pas jouer | pas ce que je voulais | regrette | pas le bon coup",
            ),
            (
                "es",
                "retirar jugada | corregir jugada | volver atrás | deshac* | retirar mi | retirar movimiento | retract* | rectific* | corregir mi | corregir movimiento | cambiar mi jugada | cambiar jugada | cambiar movimiento | anular jugada | anular mi | anular movimiento | me equivoqué | me he equivocado | equivoqué de | equivocado de | error mío | por error | sin querer | casilla equivocada | jugué demasiado rápido | jugado demasiado rápido | volver a jugar | echar atrás | marcha atrás | quería jugar | no quería jugar | no era la jugada | me arrepiento | jugada equivocada | mandé la equivocada | movimiento equivocado | jugada que no",
            ),
            (
                "it",
                "tornare indietro | correggere mossa | ritir* mossa | ritirare mia | riprend* mossa | riprendere la | annull* mossa | annullare la | annulla | correggere | cambiare mossa | modificare mossa | rifare mossa | ho sbagliato | sbagliato mossa | sbagliato casa | mossa sbagliata | per errore | per sbaglio | errore di battitura | troppo in fretta | svista | tornare sulla | volevo giocare | non volevo giocare | non era la mossa | mi pento | mandato la mossa",
            ),
            (
                "nl",
                "terugnemen | zet terug | ongedaan | terug nemen | neem terug | terugdraaien | teruggenomen | zet terugnemen | zet herroepen | herroepen | zet wijzigen | zet veranderen | zet intrekken | intrekken | corrigeren | vergist | vergissing | per ongeluk | verkeerde zet | verkeerd gezet | verkeerde veld | te snel gespeeld | te snel gezet | typefout | tikfout | blunder | wilde eigenlijk | bedoelde | niet bedoeld | spijt",
            ),
            (
                "pt",
                "voltar atrás | anular lance | corrigir lance | retirar lance | voltar o lance | voltar a jogada | retirar jogada | retirar o | anular jogada | anular o | desfaz* | corrigir jogada | corrigir o | mudar lance | mudar jogada | trocar lance | alterar lance | alterar jogada | enganei me | me enganei | enganei | errei | lance errado | casa errada | por engano | sem querer | joguei depressa | joguei rápido | depressa demais | rápido demais | erro de digitação | gralha | queria jogar | não queria jogar | não era o lance | arrependo | jogada errada | lance que não",
            ),
            (
                "pl",
                "cofn* | cofać | wycof* | wycofać ruch | odwołać ruch | anulować ruch | zmienić ruch | poprawić ruch | pomylił* | pomyłk* | przez pomyłkę | zły ruch | złe pole | niechcący | za szybko zagrał* | za szybko | literówk* | oddać ruch | chciałem zagrać | chciałam zagrać | nie chciałem | nie o ten ruch | żałuję | nie to co | nie ten ruch",
            ),
            (
                "ru",
                "взять ход | вернуть ход | переходить ход | ход назад | взять назад | взять обратно | вернуть | возврат хода | отмен* ход* | отменить | переходить | перехода | ход обратно | изменить ход | исправить ход | забрать ход | ошибся | ошиблась | ошибочн* | по ошибке | не тот ход | не туда | случайно | опечатк* | поторопил* | слишком быстро | зевнул* | передумал* | хотел сыграть | хотела сыграть | хотел пойти | не хотел | имел в виду | жалею | не то",
            ),
            (
                "sv",
                "ta tillbaka | tar tillbaka | tas tillbaka | återta | ångra* | ändra mitt drag | ändra draget | ändra drag | rätta mitt drag | korrigera | råkade | av misstag | misstag | fel drag | fel ruta | skrev fel | drog fel | felskriv* | för snabbt | blunder* | gjorde fel | ville egentligen | menade | inte menat",
            ),
            (
                "da",
                "tage tilbage | tage træk* tilbage | fortryd* | ved en fejl | forkert træk",
            ),
            (
                "cs",
                "vzít tah zpět | vzít zpět | vrátit tah | spletl jsem se | spletla jsem se",
            ),
        ],
    ),
    (
        "pause",
        &[
            (
                "en",
                "stop clock* | pause* | clock stop | freeze clock | suspend* | stop the clock | stop my clock | clock be stopped | clocks be stopped | halt clock | put on hold | on hold | hold the game | interrupt* | adjourn* | postpone* | break from the game | freeze the",
            ),
            (
                "de",
                "pause | uhr anhalten | uhr stoppen | unterbrech* | anhalten | stoppt | pausier* | unterbrochen | aussetzen | einfrieren | spielpause | verschieben | auf eis",
            ),
            (
                "fr",
                "pause | arrêter pendule | arrêter horloge | mettre en pause | faire une pause | arrêter le temps | arrêter mon temps | stopper pendule | suspend* | suspension | interromp* | geler | ajourner",
            ),
            (
                "es",
                "parar reloj | pausa* | detener reloj | aplazar | en pausa | parar el tiempo | detener el tiempo | interrumpir | suspend* | suspensión | posponer | reloj parar | parar",
            ),
            (
                "it",
                "pausa | fermare orologio | mettere in pausa | in pausa | fermare il tempo | bloccare orologio | congelare | sospen* | interromp* | rimandare la partita | rinviare",
            ),
            (
                "nl",
                "pauze* | klok stil | klok stop* | stilzetten | in de pauze | klok stilzetten | klok pauze* | klok even | stop klok | bevriezen | onderbrek* | uitstellen | opschorten | stilleggen",
            ),
            (
                "pt",
                "pausa* | parar relógio | em pausa | parar o tempo | interromp* | suspend* | suspensão | adiar",
            ),
            (
                "pl",
                "pauz* | zatrzymać zegar | przerw* | wstrzyma* | zatrzyma* | zawie* | zamrozi* | odroczyć",
            ),
            (
                "ru",
                "пауз* | остановить часы | перерыв* | на паузу | приостан* | остановить время | остановите | остановить | заморо* | прервать | отложить",
            ),
            (
                "sv",
                "paus* | stoppa klocka* | stanna klocka* | frys* | avbryt* | uppehåll | skjuta upp",
            ),
            ("da", "pause | stoppe ur* | sætte på pause | pausere"),
        ],
    ),
    (
        "legend",
        &[
            (
                "en",
                "letters mean | letters stand | signs | what do mean | what does mean | what stand for | brackets mean | how to read | how do i read | legend | what do letters | what is the meaning | meaning of | symbol* | sign* on the board | which piece is | what piece is | what are these | capital letter* | capitals | lower case | lowercase | abbreviation* | key to the | read the board | read the diagram | which letter | what letter | who is who | stand for | stands for",
            ),
            (
                "de",
                "wofür steht | wofür stehen | lesen | bedeut* | was heißt | was heissen | was heißen | steht für | stehen für | symbol* | buchstab* | abkürzung* | kürzel | kleinbuchstab* | großbuchstab* | legende | zeichenerklärung | wie lese | welche figur ist | was ist das für | was soll das",
            ),
            (
                "fr",
                "veut dire | veulent dire | lettres | légende | signifi* | voulait dire | sens de | symbol* | signes | abréviation* | majuscule* | minuscule* | lire le | lire l'échiquier | lire le diagramme | quelle pièce est | que représent* | représent* | correspond*",
            ),
            (
                "es",
                "letras | leyenda | quieren decir | quiere decir | signific* | qué quiere decir | qué son | símbol* | abreviatur* | mayúscula* | minúscula* | leer el tablero | cómo se lee | qué pieza es | represent* | corresponde*",
            ),
            (
                "it",
                "simbol* | lettere scacchiera | legenda | vuol dire | vogliono dire | signific* | cosa sono | lettere | abbreviazion* | sigle | maiuscol* | minuscol* | leggere la scacchiera | come si legge | che pezzo è | rappresent* | corrispond*",
            ),
            (
                "nl",
                "tekens | legenda | beteken* | staat voor | staan voor | symbol* | letter* | afkorting* | hoofdletter* | kleine letter* | lees ik | bord lezen | welk stuk is",
            ),
            (
                "pt",
                "letras | legenda | quer dizer | querem dizer | signific* | símbol* | abreviatur* | maiúscula* | minúscula* | ler o tabuleiro | como se lê | que peça é | represent* | corresponde*",
            ),
            (
                "pl",
                "znacz* | oznacz* | symbol* | liter* | legend* | skrót* | wielkie litery | małe litery | jak czytać | czytać | jaka to figura | objaśnieni*",
            ),
            (
                "ru",
                "означа* | значит | значат | символ* | букв* | легенд* | обозначен* | сокращени* | заглавн* | строчн* | как читать | читать доск* | какая это фигура | расшифр*",
            ),
            (
                "sv",
                "betyd* | står för | symbol* | bokstav* | bokstäv* | teckenförklaring* | förkort* | stora bokstäver | små bokstäver | läser jag | läsa brädet | vilken pjäs är",
            ),
            (
                "da",
                "symboler* | betyd* | tegn* | bogstav* | står for | forkort*",
            ),
        ],
    ),
    (
        "rules",
        &[
            (
                "en",
                "rule* | how do move | how does move | how do piece* | how the move* | how to play | explain | what does the | what does a | dont understand | do not understand | dont get | do not get | how does work | how do work | what are the | never played this | new to this | am i allowed | is it allowed | instructions | how do i play | how do you play | how is this played | how is it played | how this is played | how does one play | how the pieces | how pieces | how the knight | how the cannon | how can the | how may the | moves the | pieces move | piece move | piece do | which way | what are the squares | what happens when | what happens if | allowed to | are you allowed | is it legal | is that legal | is this legal | can i capture | can you castle | en passant work | castling | castle | promot* | stalemate | checkmate | how do you win | how do i win | how to win | who wins | what wins | win the game | goal of | aim of | object of | the point of | no idea how | dont know how | do not know how | never played | first time | beginner | tutorial | manual | guide | clueless | teach me | learn | variant work | this variant | this game work | understand this | understand the | understand how | confus*",
            ),
            (
                "de",
                "regel* | wie zieht | wie ziehen | wie bewegt | wie funktioniert | wie geht | erklär* | verstehe nicht | versteh nicht | was macht | was kann | anleitung | spielregel* | darf man | spielt man | wie man | wie spielt | wie spiele | wie wird | gespielt | wie die figur* | wie der | zieht der | zieht die | zieht das | ziehen die | ziehen darf | schlagen darf | ist es erlaubt | ist das erlaubt | erlaubt | zulässig | was passiert | rochade | rochieren | umwandl* | schachmatt | wie gewinnt | gewinnt man | ziel des | ziel vom | worum geht | keine ahnung | noch nie gespielt | nie gespielt | zum ersten mal | das erste mal | anfänger* | neuling | neu hier | bin neu | erläuter* | lernen | nicht verstanden | kapier* | verstehe das | blicke nicht | begreif*",
            ),
            (
                "fr",
                "règle* | comment déplace | comment bouge | comment joue | comment on joue | comment ça marche | comprends pas | comprends rien | que fait | à quoi sert | comment jouer | comment se joue | comment jouer à | joue t on | comment avance | comment capture | comment prend | comment va | comment fonctionne* | comment marche | déplace* | se déplacent | bouge | peut il | peut elle | peut on | a t on le droit | ai je le droit | le droit de | est il permis | est ce permis | permis | autorisé* | est ce légal | que se passe | roque | roquer | promotion | promouvoir | échec et mat | comment gagne | on gagne | but du jeu | but de | jamais joué | première fois | débutant* | novice | nouveau ici | nouvelle ici | expliqu* | explication* | apprendre | comprend* | compris | aucune idée | mode d'emploi",
            ),
            (
                "es",
                "regla* | cómo se mueve* | cómo mueve | cómo se juega | no entiendo | qué hace | para qué sirve | normas | cómo jugar | cómo juego | cómo funciona* | cómo avanza | cómo captura | cómo come | cómo va | se mueve* | mueve el | mueve la | mueven las | puedo capturar | está permitido | permitido | es legal | qué pasa | para qué | enroque | enrocar | promoción | coronar | ahogado | jaque mate | cómo se gana | se gana | objetivo | nunca he jugado | nunca jugué | primera vez | principiante | novato | nuevo en | nueva en | explic* | explíq* | aprender | enseñ* | entiendo | entendido | entender | comprendo | ni idea | no sé cómo | instrucciones | manual",
            ),
            (
                "it",
                "regol* | come muove | come si gioca | non capisco | non ho capito | che cosa fa | cosa fa | a cosa serve | come giocare | come gioco | come funziona* | come si muov* | muovono | si muove | si muovono | come avanza | come cattura | come mangia | come va | è permesso | è consentito | permesso | lecito | è legale | che succede | cosa succede | a che serve | arrocc* | promozione | promuov* | stallo | scacco matto | come si vince | si vince | scopo del | obiettivo | mai giocato | prima volta | principiante | novellin* | nuovo qui | nuova qui | spieg* | imparare | insegn* | capisco | capito | capire | non so come | nessuna idea | istruzioni | manuale",
            ),
            (
                "nl",
                "regel* | spelregel* | hoe beweegt | hoe loopt | uitleg* | begrijp niet | snap niet | wat doet | reglement | hoe speel* | hoe wordt | hoe gaat | hoe werk* | hoe zet | hoe beweg* | beweegt | bewegen | is het toegestaan | toegestaan | is dat legaal | is het legaal | wat gebeurt | waarvoor | waartoe | waar zijn | rokade | rokeren | promoveren | promotie | schaakmat | hoe win | winnen | doel van | bedoeling | nog nooit gespeeld | nooit gespeeld | eerste keer | beginner | beginneling | nieuw hier | ben nieuw | leg uit | uitgelegd | begrijp* | snap* | geen idee | weet niet hoe | handleiding",
            ),
            (
                "pt",
                "regra* | regulamento | como se move* | como se joga | como jogar | como funciona* | explique* | não entendo | não percebo | não entendi | o que faz | para que serve | como jogo | como é que se joga | como anda | como avança | como captura | como come | como vai | se move* | se mexe* | movem se | move se | posso capturar | é permitido | permitido | é legal | o que acontece | roque | rocar | promoção | promover | afogado | xeque mate | como se ganha | se ganha | objetivo | objectivo | nunca joguei | primeira vez | principiante | iniciante | novato | novo aqui | nova aqui | explic* | aprender | ensin* | entendo | perceb* | entendi | entender | compreendo | não sei como | nem ideia | instruções | manual",
            ),
            (
                "pl",
                "zasad* | reguł* | jak się rusza* | jak rusza | jak grać | jak się gra | jak działa* | nie rozumiem | regulamin | jak gra | jak to działa | jak chodzi* | jak porusza | porusza* się | rusza się | ruszają | jak bije | bije | może skoczek | czy można | czy mogę | czy wolno | wolno | dozwolon* | legaln* | co się dzieje | co to jest | do czego | roszad* | promocj* | szach mat | jak wygra* | wygrywa | cel gry | celem | nigdy nie grał* | pierwszy raz | początkując* | nowy tutaj | jestem nowy | jestem nowa | wyjaśn* | wytłumacz* | tłumacz* | objaśni* | nauczyć | rozumiem | rozumie | zrozum* | nie wiem jak | pojęcia | instrukcj*",
            ),
            (
                "ru",
                "правил* | как ходят | как играть | как двига* | как работа* | не понимаю | не понял* | что делает | регламент | как играют | как играется | как это работает | как тут | как ходит* | ходит | ходят | двигается | двигать | как бьет | бьет | может ли | можно ли | разрешено | разреша* | допустим* | законн* | что происходит | для чего | зачем нужн* | рокир* | превращ* | как выигр* | выигрыва* | победить | цель игры | никогда не играл* | первый раз | впервые | новичок | новенький | новенькая | я новый | объясн* | поясни* | растолк* | научи* | понимаю | понятно | понять | понял* | не знаю как | инструкц*",
            ),
            (
                "sv",
                "regler* | hur går | hur flytt* | förklara* | förstår inte | regelverk | hur spelar* | hur man spelar | spelas | hur funkar | hur fungerar* | hur rör | rör sig | hur slår | får en | får man | får jag | får springaren | tillåtet | tillåtna | är det tillåtet | är det lagligt | lagligt | vad händer | till för | rockad | rockera | promov* | schackmatt | hur vinner | vinner man | aldrig spelat | första gången | nybörjare | ny här | är ny | förklaring* | begrip* | förstår | fattar | ingen aning | vet inte hur | instruktion* | handledning",
            ),
            (
                "da",
                "regler* | hvordan flytter | hvordan spiller | forklar* | forstår ikke | spilles | hvordan virker | må man | nybegynder",
            ),
            (
                "cs",
                "pravidel | pravidla | pravidlech | jak se hraje | jak se táhne | jak táhne | jak chodí | nerozumím | vysvětl*",
            ),
        ],
    ),
    (
        "legal",
        &[
            (
                "en",
                "which moves | possible moves | legal moves | what moves | what can i | where can i | where may | what am i allowed | which turns | allowed moves | what are my options | my options | which options | what else can | all moves | all my moves | all legal | list of moves | list of legal | moves do i have | moves are there | moves are possible | moves are allowed | moves are legal | turns are possible | available moves | moves available | may go | which squares | can it move | can be moved | may move | squares can",
            ),
            (
                "de",
                "welche züge | mögliche züge | erlaubte züge | was kann ich | wohin kann | wohin darf | welche züge möglich | züge habe | züge sind | zugmöglichkeit* | möglichkeiten | welche möglichkeit* | legale züge | liste der züge | liste aller züge | alle züge | alle möglichen | was darf ich | was darf | womit | wohin | welche felder | welchen zug | ziehen kann | kann ziehen | kann ich ziehen | darf ich ziehen",
            ),
            (
                "fr",
                "quels coups | coups possibles | coups légaux | que puis je | où puis je | où peut | coups ai je | coups sont | coups j'ai | quels sont | tous les coups | liste des coups | coups permis | coups autorisés | mes options | possibilités | où puis | où peuvent | quelles cases | puis je jouer | puis je faire | peut aller | peux jouer",
            ),
            (
                "es",
                "qué jugadas | jugadas posibles | qué movimientos | movimientos posibles | qué puedo | dónde puedo | jugadas tengo | jugadas hay | movimientos tengo | movimientos hay | cuáles son | todas las jugadas | todos los movimientos | lista de jugadas | lista de movimientos | jugadas legales | movimientos legales | jugadas permitidas | mis opciones | opciones | posibilidades | a dónde | adónde | dónde puede* | qué casillas | puedo hacer | puedo jugar | puede ir",
            ),
            (
                "it",
                "quali mosse | mosse possibili | mosse legali | che mosse | cosa posso | dove posso | mosse ho | mosse ci sono | mosse sono | mosse posso | quali sono | tutte le mosse | lista delle mosse | elenco delle mosse | mosse permesse | mosse valide | opzioni | possibilità | dove può | dove possono | quali case | quali caselle | posso fare | posso muovere | può andare",
            ),
            (
                "nl",
                "welke zetten | mogelijke zetten | wat kan ik | waar kan ik | waar mag | zetten heb | zetten zijn | zetten kan | zetten mag | alle zetten | lijst van zetten | legale zetten | toegestane zetten | mogelijkheden | opties | waarheen | waar kan | waar naartoe | welke velden | welke vakjes | kan ik doen | kan ik spelen | kan ik zetten | kan gaan",
            ),
            (
                "pt",
                "que lances | quais lances | lances possíveis | jogadas possíveis | o que posso | onde posso | lances tenho | lances há | lances são | jogadas tenho | jogadas há | jogadas são | movimentos | quais são | todos os lances | todas as jogadas | lista de lances | lista de jogadas | lances legais | jogadas legais | lances permitidos | minhas opções | opções | possibilidades | aonde | para onde | onde pode* | que casas | quais casas | posso fazer | posso jogar | pode ir",
            ),
            (
                "pl",
                "jakie ruchy | możliwe ruchy | co mogę | gdzie mogę | ruchy mam | ruchy są | ruchów | jakie mam | wszystkie ruchy | lista ruchów | listę ruchów | legalne ruchy | dozwolone ruchy | możliwości | opcje | dokąd | gdzie może | jakie pola | na jakie pola | mogę zrobić | mogę zagrać | może pójść",
            ),
            (
                "ru",
                "какие ходы | возможные ходы | куда ход* | что я могу | куда можно | ходы есть | ходы у меня | ходы возможны | ходов | все ходы | список ходов | возможных ходов | легальные ходы | допустимые ходы | разрешенные ходы | варианты ходов | мои варианты | возможности | куда может | куда мне | куда я могу | какие поля | могу сделать | могу сходить | может пойти",
            ),
            (
                "sv",
                "vilka drag | möjliga drag | vad kan jag | vart kan | var får | drag har | drag finns | drag är | alla drag | lista över drag | lagliga drag | tillåtna drag | mina alternativ | alternativ | möjligheter | vart får | var kan | vart | vilka rutor | kan jag göra | kan jag spela | kan gå",
            ),
            (
                "da",
                "hvilke træk | mulige træk | lovlige træk | træk har | muligheder",
            ),
        ],
    ),
    (
        "show",
        &[
            (
                "en",
                "my turn | my move | whose turn | whose move | who is to move | whos to move | diagram | lost the mail | lost the letter | lost your | lost my | deleted | cant find | cannot find | where are we | what happened | how does it look | last move | last turn | what did | turn yet | is it me | am i to move | do i have to move | should i move | who moves | who's turn | who is it | whose go | my go | up to me | to play now | what colour | what color | which colour | which color | am i white | am i black | current position | the position | see the board | show me | show the | send me the board | send the board | picture of | look like | looks like | how do things stand | how are things | how is the game | how is my game | state of the game | lost the email | lost the last | lost position | lost track | lost overview | deleted the | deleted your | by accident | accidentally deleted | threw away | thrown away | vanished mail | cant see | cannot see | where is my | where do i stand | where the pieces | where are the pieces | which pieces | pieces left | pieces do i have | how many pieces | how many squares | what was his | what was her | what was the last | what did he play | what did she play | what did my opponent | what did he | which move did | opponents last | has he moved | has she moved | has my opponent | did he move | did she move | did he play | did boris | lost the thread | board look | does it look | look now | where we are | what is on the board | me or him | his or mine | mine or | me or",
            ),
            (
                "de",
                "am zug | stellung | diagramm | verloren | gelöscht | finde nicht | nicht gefunden | nicht mehr finden | wer zieht | letzter zug | wie steht | partiestand | bin ich dran | bin ich am zug | am zuge | wer ist dran | wer dran | wer ist am | an der reihe | mein zug | wessen zug | muss ich ziehen | soll ich ziehen | welche farbe | bin ich weiß | bin ich schwarz | aktuelle stellung | stellung aus | spielstand | stand der | wie ist der stand | wie sieht | sieht es aus | zeig* mir | brett sehen | brett zeigen | bild vom | überblick | übersicht | letzte mail | letzten zug | letzter | was hat er gezogen | was hat sie gezogen | was hat mein gegner | was war der | hat er gezogen | hat er schon | hat mein gegner | hat boris | versehentlich gelöscht | aus versehen gelöscht | weggeworfen | mail verloren | mail ist weg | nicht mehr da | finde die | finde den | finde das | sehe nicht | welche figuren | figuren habe | wie viele felder | noch felder | faden verloren | den faden | auf dem brett | ich oder | oder ich | weg",
            ),
            (
                "fr",
                "mon tour | échiquier | diagramme | perdu mail | perdu message | effacé | supprimé message | trouve plus | trouve pas | dernier coup | en est | est ce à moi | c'est à moi | à moi de | à mon tour | à qui de | à qui le tour | qui doit | qui joue | dois je jouer | au trait | le trait | quelle couleur | ai je les blancs | ai je les noirs | position actuelle | la position | montre* | voir l'échiquier | voir le plateau | voir la position | plateau | image de | où en est | où en sommes | où en suis | état de la partie | où sont | perdu le mail | perdu votre | perdu le dernier | perdu la | perdu le fil | effacé le | effacé votre | effacé par | supprimé le | supprimé par | jeté | par mégarde | par accident | ne trouve | retrouve plus | retrouve pas | ne vois pas | qu'a t il joué | qu'a t elle joué | qu'a joué | a t il joué | a t elle joué | a joué quoi | mon adversaire a t il | adversaire a joué | quelles pièces | combien de pièces | combien de cases | sur l'échiquier | où on en | moi ou",
            ),
            (
                "es",
                "mi turno | me toca | a quién le toca | quién juega | tablero | diagrama | perdí | borré | no encuentro | he perdido | he borrado | última jugada | cómo va | es mi turno | toca a mí | toca jugar | a quién toca | de quién es | quién mueve | tengo que mover | tengo que jugar | debo jugar | soy yo | qué color | llevo blancas | llevo negras | posición actual | la posición | muéstr* | mostr* | enséñ* | ver el tablero | ver la posición | imagen del | cómo está la | cómo están | en qué estado | estado de la partida | estado actual | perdí el | perdí la | perdido el | borré el | borrado | eliminé | sin querer borré | por accidente | tiré | no veo | dónde está | dónde están | último movimiento | qué jugó | qué ha jugado | ha movido | ha jugado ya | ya ha jugado | ya movió | mi rival ha | qué piezas | cuántas piezas | cuántas casillas | perdido el hilo | en el tablero | a mí o | yo o",
            ),
            (
                "it",
                "mio turno | tocca a | chi muove | scacchiera | diagramma | perso mail | perso messaggio | perso lettera | cancellato | non trovo | ultima mossa | a che punto | è il mio turno | tocca a me | devo muovere | devo giocare | a chi tocca | chi deve | di chi è | sta a me | che colore | ho il bianco | ho il nero | posizione attuale | la posizione | mostr* | fammi vedere | vedere la scacchiera | vedere la posizione | immagine | come sta la | come siamo | come va | stato della partita | situazione | ho perso | perso la mail | perso il filo | perso l'ultima | cancellato mail | cancellato per | eliminato | buttato | per sbaglio cancell* | non vedo | dov'è | dove sono | che cosa ha giocato | cosa ha giocato | che ha giocato | ha già mosso | ha mosso | ha giocato | il mio avversario ha | quali pezzi | quanti pezzi | quante caselle | sulla scacchiera | a me o",
            ),
            (
                "nl",
                "aan zet | aan de beurt | mijn beurt | diagram | verwijderd | gewist | vind niet | laatste zet | hoe staat | ben ik aan | ben ik aan zet | wie is er | wie is aan | wiens beurt | moet ik zetten | moet ik spelen | welke kleur | heb ik wit | heb ik zwart | huidige stelling | de stelling | stand van | hoe staat ervoor | hoe sta ik | hoe ziet | laat zien | bord zien | stelling zien | plaatje | overzicht | mail kwijt | mail verloren | verloren | brief kwijt | per ongeluk verwijderd | per ongeluk gewist | weggegooid | kan niet vinden | niet terugvinden | niet meer vinden | zie niet | waar is | waar staan | waar sta | wat heeft hij gespeeld | wat speelde | wat was de | heeft hij al | heeft hij gezet | heeft zij | heeft mijn tegenstander | welke stukken | hoeveel stukken | hoeveel velden | draad kwijt | op het bord | wie er moet | wie moet | ik of | wie is",
            ),
            (
                "pt",
                "minha vez | de quem é | quem joga | tabuleiro | diagrama | perdi | apaguei | não encontro | não acho | último lance | como está | é a minha vez | é minha vez | sou eu | é a vez | quem move | tenho de jogar | tenho que jogar | devo jogar | que cor | qual a minha cor | jogo de brancas | jogo com as | posição atual | posição actual | a posição | mostr* | ver o tabuleiro | ver a posição | imagem do | como estão | em que pé | estado da partida | situação | perdi o | perdi a | perdi o fio | apaguei o | apaguei a | apaguei sem | eliminei | deitei fora | joguei fora | sem querer apaguei | não vejo | onde está | onde estão | última jugada | última jogada | o que jogou | o que ele jogou | que jogou | já jogou | ele jogou | o meu adversário | meu adversário já | que peças | quantas peças | quantas casas | no tabuleiro | toca me | toca a mim | a mim ou",
            ),
            (
                "pl",
                "moja kolej | mój ruch | czyja kolej | czyj ruch | kto ma ruch | pozycj* | szachownic* | diagram | nie mogę znaleźć | ostatni ruch | czy to mój | czy ja | czy teraz ja | moja tura | kto ma | kto jest na | kto teraz | czyj teraz | mam ruch | mam grać | mam ruszać | muszę grać | jakim kolorem | jaki kolor | mam białe | gram białymi | aktualna pozycja | aktualną pozycję | pokaż* | pokazać | zobaczyć | widok | obraz | jak wygląda | jak stoi* | na czym stoimy | stan gry | stan partii | sytuacja | zgubi* | straci* | skasowa* | usuną* | usunęł* | wyrzuci* | przypadkiem | przez przypadek | nie znajd* | nie widzę | gdzie jest | gdzie stoją | gdzie są | co zagrał* | jak zagrał* | czy zagrał | czy przeciwnik | czy ruszył* | jakie figury | ile figur | ile pól | straciłem wątek | na szachownicy | na planszy | teraz ja | ja czy | czy on | moja czy",
            ),
            (
                "ru",
                "мой ход | моя очередь | чей ход | чья очередь | кто ходит | позици* | доск* | диаграмм* | не могу найти | последний ход | мой ли ход | мой черед | я хожу | мне ходить | чей сейчас | кому ходить | очередь | нужно ходить | должен ходить | каким цветом | какой цвет | белыми или | играю белыми | текущая позиция | текущую позицию | положение | покаж* | показать | увидеть доску | посмотреть | как выглядит | картин* | как обстоит | как дела в партии | состояние партии | статус | потеря* | утеря* | удали* | стер* | выброс* | случайно удал* | не наш* | не нахо* | не вижу | где доска | где стоят | где мо* | что сыграл* | как сходил* | какой ход сделал* | сходил ли | ходил ли | ходил ли соперник | соперник сходил | сделал ли | какие фигуры | сколько фигур | сколько полей | потерял нить | на доске | я или | мне или | его или",
            ),
            (
                "sv",
                "min tur | mitt drag | vems tur | vems drag | ställning* | bräde* | diagram* | tappat | raderat | slängt | hittar inte | hur ser | är det min tur | är det jag | står jag på tur | på tur | vem ska | vem är vid | vid draget | ska jag dra | måste jag dra | vilken färg | är jag vit | är jag svart | nuvarande ställning | aktuell ställning | se brädet | se ställningen | bild på | hur ligger | hur står | läget | tappat bort | tappade | förlorat | raderade | slängde | kastat | av misstag raderat | råkade radera | råkade slänga | hittar ej | kan inte hitta | ser inte | var är | var står | senaste drag* | vad spelade | vad drog | vad gjorde | har han dragit | har han spelat | har hon | har min motståndare | vilka pjäser | hur många pjäser | hur många rutor | tappat tråden | på brädet | jag eller",
            ),
            (
                "da",
                "min tur | stilling* | bræt* | mistet | slettet | finder ikke | er det min | hvis tur | i træk | vis mig | kan ikke finde | sidste træk",
            ),
            (
                "cs",
                "jsem na tahu | kdo je na tahu | na tahu | pozice | šachovnic* | kde jsou figury",
            ),
        ],
    ),
    (
        "resend",
        &[
            (
                "en",
                "send again | another copy | deleted | lost the mail | lost the letter | lost your | didnt get | did not get | never got | not receive | didnt receive | send me the | sent again | send it again | send me again | send that again | send your last | send me your last | send the last | send me the last | resend* | re send | once again | forward me | copy of | lost the email | lost the last | lost your mail | deleted the | deleted your | accidentally deleted | trash* | spam folder | junk | never arrived | did not arrive | didnt arrive | hasnt arrived | not arrived | never received | havent received | have not received | havent got | no mail from | missing mail | missing letter | misplaced | unreadable | garbled | cut off | came empty | was empty | couldnt open | cannot open | cant open | spam | in the spam | disappeared | is gone | got lost",
            ),
            (
                "de",
                "nochmal schicken | noch einmal schicken | nochmals senden | erneut senden | gelöscht | nicht bekommen | nicht erhalten | nicht angekommen | papierkorb | nochmal senden | noch mal schicken | schickt mir | schick mir | schicken sie mir | zuschicken | zusenden | weiterleiten | letzte mail | letzten brief | mail verloren | mail ist weg | mail gelöscht | aus versehen gelöscht | nicht gekommen | kam nicht | kam nie | nie angekommen | nie bekommen | nie erhalten | keine mail bekommen | keine mail erhalten | spamordner | spam ordner | unleserlich | abgeschnitten | war leer | nicht öffnen | im spam | mail weg | mail verschwunden | brief verschwunden | verschwunden | verlorengegangen",
            ),
            (
                "fr",
                "renvoie | pas reçu | corbeille | effacé | perdu message | renvoy* | ré envoyer | réexpédi* | réenvoy* | envoyer à nouveau | envoyer de nouveau | une copie | copie du | dernier message | dernier mail | dernier courriel | dernière lettre | poubelle | perdu le mail | perdu le dernier | perdu votre | supprimé | jamais reçu | n'ai pas reçu | n'ai rien reçu | rien reçu | pas arrivé | jamais arrivé | indésirables | illisible | coupé | était vide | s'est perdu | disparu | dans les spams | dans les indésirables",
            ),
            (
                "es",
                "envíen de nuevo | enviar de nuevo | mandar otra vez | no recibí | no he recibido | papelera | borré | reenví* | reenvi* | volver a enviar | vuelvan a enviar | volver a mandar | vuelve a mandar | nuevamente | copia del | último correo | último mensaje | último mail | última carta | basura | perdido el correo | perdí el correo | he borrado | nunca recibí | no me llegó | no me ha llegado | no llegó | no ha llegado | no recibo | correo no deseado | ilegible | cortado | vacío | se perdió | se ha perdido | en spam | desapareció",
            ),
            (
                "it",
                "inviare di nuovo | cestino | cancellato | rispedi* | rinvia* | reinvia* | inoltr* | rimand* | inviare nuovamente | mandare di nuovo | mandarmi di nuovo | mandami di nuovo | un'altra volta | ancora una volta | copia del* | ultimo messaggio | ultima mail | ultima email | ultima lettera | cestinato | perso la mail | perso l'ultima | eliminato | mai ricevut* | non ho ricevut* | non è arrivat* | mai arrivat* | non mi è arrivat* | posta indesiderata | illeggibile | tagliato | era vuot* | è sparita | si è persa | nello spam | sparito",
            ),
            (
                "nl",
                "opnieuw sturen | nog een keer sturen | niet ontvangen | niet gekregen | prullenbak | verwijderd | nog eens sturen | nog een keer | nog eens | opnieuw verzenden | doorsturen | toesturen | laatste mail | laatste bericht | laatste brief | prullenmand | mail kwijt | mail verloren | gewist | weggegooid | nooit ontvangen | niet aangekomen | nooit aangekomen | nooit gekregen | niet binnen | spammap | onleesbaar | afgebroken | was leeg | verdwenen | in de spam | zoek",
            ),
            (
                "pt",
                "enviar de novo | mandar de novo | não recebi | lixeira | apaguei | reenvi* | reencaminh* | enviar novamente | enviar outra vez | mandar novamente | mandar outra vez | outra vez | mais uma vez | uma cópia | cópia do | último mail | último email | último e mail | última mensagem | última carta | lixo | perdi o mail | perdi o email | perdi o e mail | perdi a mensagem | eliminei | nunca recebi | não chegou | não me chegou | nunca chegou | caixa de spam | ilegível | cortado | vazio | vazia | perdeu se | desapareceu | no spam | sumiu",
            ),
            (
                "pl",
                "wysłać ponownie | nie dostał* | nie otrzymał* | kosz* | skasował* | wyślij* ponownie | wyślij* jeszcze | wysłać jeszcze | przesłać ponownie | przesłać jeszcze | prześlij* ponownie | przysłać jeszcze | przyślij* jeszcze | ponowne | kopi* | ostatni mail | ostatniego maila | ostatnią wiadomość | ostatnia wiadomość | ostatni list | zgubił* maila | usunął* | usunęł* | nie doszedł | nie doszł* | nie przyszedł | nie przyszł* | nie dotarł* | nieczyteln* | ucięt* | pust* | zaginął | zaginęł* | zginął | zniknął | w spamie",
            ),
            (
                "ru",
                "прислать еще | пришлите еще | снова пришл* | не получил* | корзин* | удалил* | пришли еще | пришлите снова | вышлите | выслать | повторно | повторите | отправьте еще | отправить еще | отправьте снова | копи* | последнее письмо | последнего письма | последнее сообщение | потерял* письмо | не получал* | не дошло | не пришло | не приходило | не приходят | папк* спам | нечитаем* | обрезан* | пустое | потерял* | пропал* | в спаме",
            ),
            (
                "sv",
                "skicka igen | skicka om | inte fått | papperskorg* | raderat | hittar inte brevet | skicka en gång till | skickas igen | en gång till | på nytt | vidarebefordra | senaste mejlet | senaste mailet | senaste brevet | förra mejlet | sista mejlet | soptunna | tappat mejlet | tappat brevet | raderade | slängt | slängde | aldrig fått | fick aldrig | kom aldrig | inte kommit | aldrig kommit | skräppost* | oläslig* | avklipp* | var tomt | försvunnit | försvann | i skräpposten | kommit bort",
            ),
            (
                "da",
                "send igen | sende igen | ikke fået | slettet | en gang til | aldrig modtaget | ikke modtaget | papirkurv*",
            ),
            (
                "cs",
                "poslat znovu | pošlete znovu | poslední dopis | poslední mail | poslední e mail | ztratil* mail | smazal* mail",
            ),
        ],
    ),
    (
        "address add anna@example.org",
        &[
            (
                "en",
                "new address | new mail* | new email* | change address | other address | another address | different address | email address | mail address | address has changed | address changed | changed my address | changed address | new e mail | new mail address | change e mail | change email | change my mail | change of address | switch* address | switch* to | different email | different e mail | other email | other e mail | another email | another e mail | second address | from now on to | write to me at | write me at | reach me at | use this address | use my | old address | old account | email changed | e mail changed | moved to | new provider | new account | private address | work address | company address | address",
            ),
            (
                "de",
                "neue adresse | neue mailadresse | neue e mail* | neue email* | andere adresse | adresse ändern | adresse geändert | neue mail | neue anschrift | neuer mail | neuen mail* | neuen adresse | neuen e mail* | adresse wechseln | adresse gewechselt | adresswechsel | adressänderung | e mail geändert | mail geändert | geänderte | andere e mail* | andere mail* | anderen adresse | andere emailadresse | zweite adresse | weitere adresse | private adresse | dienstliche adresse | alte adresse | alte mail | künftig | ab jetzt | ab sofort | nur noch an | schreibt mir an | schicken an | umgezogen | anbieter | adresse | mailadresse*",
            ),
            (
                "fr",
                "nouvelle adresse | changer d'adresse | autre adresse | changé d'adresse | adresse mail | adresse électronique | nouveau mail | nouveau courriel | nouvel e mail | nouvel email | nouvelle messagerie | nouvelle boîte | adresse a changé | changer mon adresse | changer l'adresse | changement d'adresse | modifier mon adresse | autre mail | autre email | seconde adresse | deuxième adresse | ancienne adresse | désormais | dorénavant | écrivez moi à | écrire à | adresse e mail | adresse email | adresse courriel | adresse | courriel",
            ),
            (
                "es",
                "nueva dirección | cambiar dirección | otra dirección | dirección de correo | nuevo correo | otro correo | nueva direccion | nuevo email | nuevo mail | nuevo e mail | nueva cuenta | dirección ha cambiado | cambiado de dirección | cambié de dirección | cambio de dirección | cambiar mi | cambiar de correo | cambiado de correo | he cambiado | modificar mi dirección | otro email | otro mail | otra cuenta | segunda dirección | dirección antigua | antigua dirección | correo antiguo | a partir de ahora | de ahora en adelante | escríbanme a | escribidme a | dirección | correo cambia* | email cambia*",
            ),
            (
                "it",
                "nuovo indirizzo | cambiare indirizzo | cambiato indirizzo | altro indirizzo | indirizzo mail | indirizzo email | nuova mail | nuova email | nuova e mail | nuova casella | nuovo account | cambiato mail | cambiato email | cambiato e mail | cambiato casella | cambio indirizzo | cambio di indirizzo | cambiare mail | cambiare email | cambiare il mio indirizzo | modificare indirizzo | altra mail | altra email | un altro indirizzo | secondo indirizzo | vecchio indirizzo | vecchia mail | d'ora in poi | da adesso | da ora | scrivetemi a | indirizzo | mail cambia | email cambia",
            ),
            (
                "nl",
                "nieuw adres | nieuw mailadres | ander adres | ander mailadres | adres wijzigen | e mailadres | mailadres | nieuwe mail | nieuwe email | nieuwe e mail | nieuw emailadres | nieuw e mailadres | nieuw e mail | nieuwe account | adres veranderd | adres gewijzigd | adreswijziging | adres veranderen | van adres | e mail gewijzigd | mail veranderd | ander e mail* | ander emailadres | andere mail | andere email | tweede adres | oud adres | oude adres | oude mail | voortaan | vanaf nu | stuur naar | adres | emailadres",
            ),
            (
                "pt",
                "novo endereço | mudar endereço | outro endereço | endereço de e mail | novo email | novo e mail | novo mail | novo correio | nova conta | nova morada | endereço mudou | mudei de | mudei o | mudança de endereço | mudar de email | mudar de e mail | mudar o meu | alterar o endereço | alterar o email | alterar meu | troquei de | trocar de e mail | trocar de email | outro mail | outro email | outro e mail | outra conta | segundo endereço | endereço antigo | antigo endereço | email antigo | daqui em diante | a partir de agora | doravante | escrevam para | endereço | email mudar | email mudou | email muda | morada",
            ),
            (
                "pl",
                "nowy adres | inny adres | adres e mail | nowego adresu | nowy mail | nowy e mail | nowy email | nową skrzynkę | nowa skrzynka | nową pocztę | nowe konto | nowym adres* | nowego maila | zmieni* adres | zmiana adresu | zmianę adresu | zmienił* maila | zmienić maila | zmienić e mail | inny mail | inny e mail | inna skrzynka | innego adresu | drugi adres | stary adres | starego adresu | od teraz | odtąd | na ten adres | na nowy | adres* | skrzynk*",
            ),
            (
                "ru",
                "новый адрес | сменить адрес | другой адрес | другая почта | новая почта | адрес почты | новую почту | новый ящик | новый имейл | новый емейл | новый email | новый e mail | нового адреса | новому адресу | адрес изменил* | изменился адрес | сменил* адрес | сменил* почту | сменить почту | изменить адрес | изменить почту | поменя* адрес | поменя* почту | смена адреса | другой ящик | другой email | другую почту | второй адрес | старый адрес | старый ящик | старая почта | отныне | впредь | теперь пишите | адрес* | почт*",
            ),
            (
                "sv",
                "byta adress | annan adress | ny mejl* | ny mail* | ny e post* | ny epost* | nytt konto | ny adress* | nya adress* | bytt adress | bytt mejl* | bytt mail* | bytt e post | adress* har ändrats | ändra adress | ändrat adress | ändra min mejl* | annan mejl* | annan mail* | annan e post | andra adress | gammal adress | gamla adress* | gamla mejl* | hädanefter | från och med nu | skriv till | adress* | mejladress* | e postadress*",
            ),
            (
                "da",
                "ny adresse | ny mailadresse | skifte adresse | ny mail | ny e mail | ændre adresse | skiftet adresse | fremover",
            ),
        ],
    ),
    (
        "challenge boris chess time 3d/move",
        &[
            (
                "en",
                "another game | new game | second game | start a game | one more game | someone else | other opponent | play against | more games | new opponent | next game | start another | begin another | start a new | begin a new | play another | play somebody | play someone | play a friend | invite | challenge | find an opponent | find opponent* | looking for an opponent | look for an opponent | other opponents | another opponent | different opponent | someone to play | somebody to play | other people | more people | rematch | play again | return match | revenge | against me | play me | who else | play with me | at the same time",
            ),
            (
                "de",
                "neue partie | weitere partie | zweite partie | noch eine partie | neues spiel | gegen jemand | partie anfangen | partie beginnen | neuen partie | noch ein spiel | noch einer partie | weiteres spiel | zweites spiel | eine andere partie | andere partie | nächste partie | partie starten | spiel starten | spiel anfangen | spiel beginnen | partie spielen gegen | gegen einen anderen | anderer gegner | anderen gegner* | neuen gegner | weitere gegner | gegner finden | gegner suchen | suche einen gegner | suche gegner | mitspieler | herausforder* | einladen | mit einem freund | mit jemand | revanche | rückspiel | noch mal spielen | nochmal spielen | gegen mich | mit mir spielen | wer noch | mit wem",
            ),
            (
                "fr",
                "nouvelle partie | autre partie | une autre | nouvel adversaire | autre adversaire | commencer une partie | deuxième partie | seconde partie | prochaine partie | démarrer une | lancer une partie | entamer une | débuter une partie | encore une partie | défier | défi | inviter | trouver un adversaire | cherche un adversaire | chercher un adversaire | d'autres adversaires | quelqu'un d'autre | avec un ami | revanche | rejouer | contre moi | jouer avec moi | avec qui | qui d'autre",
            ),
            (
                "es",
                "otra partida | nueva partida | otro rival | otra persona | empezar una partida | más partidas | segunda partida | próxima partida | iniciar una | comenzar una | empezar otra | empezar una | más de una partida | jugar contra | retar a | retar | desafi* | invitar | encontrar rival | buscar rival | busco rival | buscar un oponente | busco un rival | otro oponente | otros rivales | nuevo rival | con un amigo | con otro | revancha | desquite | jugar otra | contra mí | jugar conmigo | quién más | con quién",
            ),
            (
                "it",
                "altra partita | nuova partita | un'altra partita | altro avversario | iniziare una partita | cominciare una partita | seconda partita | prossima partita | iniziare una | cominciare una | iniziare un'altra | cominciare un'altra | avviare una | giocare contro | sfidare | sfida | invitare | trovare un avversario | cerco un avversario | cercare un avversario | altri avversari | nuovo avversario | qualcun altro | con un amico | rivincita | giocare ancora | rigiocare | contro di me | giocare con me | con chi | chi altro",
            ),
            (
                "nl",
                "nieuwe partij | andere partij | nog een partij | partij beginnen | nieuw spel | nog een spel | tweede partij | volgende partij | partij starten | spel starten | spel beginnen | een partij beginnen | spelen tegen | tegen iemand | met iemand | uitdagen | uitdaging | uitnodigen | tegenstander vinden | tegenstander zoeken | zoek een tegenstander | zoek tegenstander | andere tegenstander* | nieuwe tegenstander | met een vriend | revanche | opnieuw spelen | nog een keer spelen | tegen mij | tegen me | met mij spelen | met wie | wie nog",
            ),
            (
                "pt",
                "outra partida | nova partida | outro jogo | novo jogo | outro adversário | começar uma partida | segunda partida | segundo jogo | próxima partida | iniciar uma | iniciar outra | começar um | começar uma | começar outra | começar outro | jogar contra | desafi* | convidar | encontrar adversário | procurar adversário | procuro adversário | procuro um adversário | outros adversários | novo adversário | com um amigo | com outra pessoa | revanche | desforra | jogar outra | contra mim | jogar comigo | com quem | quem mais",
            ),
            (
                "pl",
                "nowa partia | nową partię | inną partię | druga partia | innym przeciwnikiem | zacząć partię | jeszcze jedną | nowej partii | nową grę | nowa gra | kolejn* parti* | kolejną grę | drugą partię | następn* parti* | rozpocząć | zacząć nową | zacząć drugą | zagrać z | zagrać przeciw | wyzwać | wyzwanie | zaprosić | znaleźć przeciwnika | szukam przeciwnika | szukam kogoś | inny przeciwnik | innych przeciwników | z kimś | z kolegą | z przyjacielem | rewanż* | ze mną | przeciwko mnie | z kim | kto jeszcze",
            ),
            (
                "ru",
                "новую партию | новая партия | еще одну партию | другую партию | другим соперником | начать партию | новой партии | новую игру | другая партия | вторую партию | вторая партия | следующ* парти* | еще партию | еще одну | начать новую | начать игру | сыграть с | сыграть против | играть против | вызвать | вызов | бросить вызов | пригласить | найти соперника | ищу соперника | другой соперник | других соперников | с другим | с другом | реванш | против меня | со мной | с кем | кто еще",
            ),
            (
                "sv",
                "nytt parti | ett parti till | annan motståndare | starta ett parti | börja ett parti | ett nytt | ett till parti | nästa parti | andra parti | ett annat parti | starta ett | börja ett | starta parti | nytt spel | spela mot | utmana* | utmaning | bjuda in | hitta en motståndare | söker motståndare | söker en motståndare | andra motståndare | ny motståndare | någon annan | revansch | spela igen | returmatch | mot mig | med mig | med vem | vem mer",
            ),
            (
                "da",
                "nyt parti | et parti mere | anden modstander | nyt spil | udfordre | spille mod | ny modstander | revanche",
            ),
        ],
    ),
    (
        "name Annette",
        &[
            (
                "en",
                "other name | different name | change my name | new name | rename | another name | my name is wrong | name is misspelled | change the name | name change | changed my name | my name is not | name is not | name is spelled | spelled wrong | misspelled | wrong name | nickname | username | user name | display name | appear under | appear as | shown as | call me | be called | known as | married name | pseudonym | surname | last name | family name | name",
            ),
            (
                "de",
                "anderer name | anderen namen | namen ändern | neuer name | umbenennen | name ist falsch | namen wechseln | namen zu ändern | namensänderung | namen geändert | anders heißen | heiße nicht | name falsch | namen falsch | falsch geschrieben | falscher name | unter anderem namen | unter einem anderen | anderem namen | spitzname* | nickname | benutzername* | anzeigename | umbenannt | nenn mich | nennt mich | pseudonym | geheiratet | nachname* | familienname* | heiße jetzt | namen",
            ),
            (
                "fr",
                "autre nom | changer de nom | changer mon nom | nouveau nom | pseudo* | changer le nom | changement de nom | modifier mon nom | changer de pseudo | nom est mal | mal écrit | mal orthographié | mauvais nom | sous un autre nom | surnom | nom d'utilisateur | m'appeler | appelez moi | renommer | mon nom | nom de famille | prénom",
            ),
            (
                "es",
                "otro nombre | cambiar nombre | nuevo nombre | apodo | cambiar mi nombre | cambiar de nombre | cambiar el nombre | cambio de nombre | modificar mi nombre | mi nombre está mal | mal escrito | nombre equivocado | con otro nombre | bajo otro nombre | mote | seudónimo | pseudónimo | nombre de usuario | llamarme | llámenme | renombrar | mi nombre | apellido*",
            ),
            (
                "it",
                "altro nome | cambiare nome | cambiare il nome | nuovo nome | soprannome | cambiare il mio nome | cambio nome | cambio di nome | modificare il nome | modificare il mio nome | nome è sbagliato | scritto male | nome sbagliato | con un altro nome | sotto altro nome | nickname | pseudonimo | nome utente | chiamarmi | chiamatemi | rinominare | mio nome | cognome",
            ),
            (
                "nl",
                "andere naam | naam wijzigen | naam veranderen | nieuwe naam | naam aanpassen | naamswijziging | naam is verkeerd | naam klopt niet | verkeerd gespeld | verkeerde naam | onder een andere | bijnaam | nickname | schuilnaam | gebruikersnaam | noem me | hernoemen | mijn naam | achternaam",
            ),
            (
                "pt",
                "outro nome | mudar nome | novo nome | trocar nome | apelido | mudar de nome | mudar o nome | mudar o meu nome | mudar meu nome | alterar o nome | alterar o meu nome | alterar meu nome | trocar de nome | mudança de nome | nome está errado | mal escrito | nome errado | com outro nome | sob outro nome | alcunha | pseudónimo | pseudônimo | nome de utilizador | nome de usuário | chamo me | chamem me | renomear | meu nome | sobrenome",
            ),
            (
                "pl",
                "inne imię | zmienić imię | zmienić nazwę | inną nazwą | innym imieniem | nowe imię | zmienić nazwisko | zmienić nick | zmiana nazwy | zmiana imienia | zmianę imienia | zmianę nazwiska | zmianę nazwy | moje imię jest | moje nazwisko jest | źle napisan* | błędn* imię | pod innym | ksywk* | pseudonim* | nick* | nazwa użytkownika | nazwę użytkownika | nazywać się | przezwisko | nazwisk* | imię | imienia",
            ),
            (
                "ru",
                "другое имя | другим именем | сменить имя | изменить имя | новое имя | поменять имя | поменять ник | сменить ник | смена имени | имя неправильн* | неправильно напис* | неверное имя | под другим | прозвище | псевдоним* | никнейм | имя пользователя | зовите меня | называть меня | называться | переименовать | имя | имени | фамили*",
            ),
            (
                "sv",
                "annat namn | byta namn | ändra namn | nytt namn | ändra mitt namn | byta mitt namn | namnbyte | namnet är fel | felstav* | fel namn | under ett annat | smeknamn | användarnamn | pseudonym | kalla mig | mitt namn | efternamn*",
            ),
            (
                "da",
                "andet navn | skifte navn | ændre navn | forkert navn | kaldes",
            ),
        ],
    ),
    (
        "draw offer",
        &[
            (
                "en",
                "offer draw | propose draw | suggest draw | ask for a draw | draw offer* | offering a draw | agree draw | claim draw | how draw | get a draw | call it a draw | draw by | threefold | repetition | fifty moves",
            ),
            (
                "de",
                "remis anbieten | remis | remisangebot | unentschieden | dreimalige | stellungswiederholung",
            ),
            (
                "fr",
                "proposer nulle | proposer nul | offrir nulle | nulle | match nul | partie nulle | répétition",
            ),
            (
                "es",
                "ofrecer tablas | ofrecer empate | proponer tablas | pedir tablas | tablas | empate | repetición",
            ),
            (
                "it",
                "offrire patta | proporre patta | offro patta | chiedere patta | patta | pareggio | ripetizione",
            ),
            (
                "nl",
                "remise aanbieden | remise bieden | remise voorstellen | remise | gelijkspel | herhaling",
            ),
            (
                "pt",
                "oferecer empate | propor empate | pedir empate | empate | repetição",
            ),
            (
                "pl",
                "zaproponować remis | zaoferować remis | oferować remis | remis* | powtórzeni*",
            ),
            (
                "ru",
                "предложить ничью | предлагать ничью | предложение ничьей | ничь* | повторени*",
            ),
            (
                "sv",
                "erbjuda remi | föreslå remi | bjuda remi | remi | remianbud | oavgjort | upprepning",
            ),
            ("da", "tilbyde remis | tilbyder remis | remis"),
        ],
    ),
    (
        "resign",
        &[
            (
                "en",
                "how resign | how give up | how concede | how surrender | how quit | want to resign | want to give up | like to resign | like to give up | want to quit | quit the game | quit this game | quit the match | stop playing | stop this game | end the game | end this game | finish the game early | abandon | drop out | withdraw from | leave the game | leave this game | get out of this game | pull out | cancel the game | resign* | give up | giving up | surrender | concede | forfeit | throw in the towel | dont want to play | do not want to play | no longer want to play | tip my king",
            ),
            (
                "de",
                "aufgeben | gebe auf | aufgabe | partie beenden | spiel beenden | partie abbrechen | spiel abbrechen | aussteigen | vorzeitig | aufhören zu spielen | nicht mehr spielen | nicht weiterspielen | nicht weiter spielen | geschlagen | kapitul* | verloren geben | hinschmeißen | keine lust mehr",
            ),
            (
                "fr",
                "abandonner | abandon | comment abandonne | quitter la partie | arrêter la partie | arrêter de jouer | finir la partie | terminer la partie | mettre fin | me rendre | capituler | déclarer forfait | forfait | plus jouer | me retirer | ne veux plus jouer",
            ),
            (
                "es",
                "abandonar | rendirme | me rindo | rendirse | dejar la partida | dejar de jugar | terminar la partida | acabar la partida | salir de la partida | retirarme | darme por vencid* | tirar la toalla | no quiero jugar | no quiero seguir | no quiero continuar | se abandona",
            ),
            (
                "it",
                "abbandonare | abbandono | arrendermi | arrendersi | mi arrendo | ritirarmi | lasciare la partita | smettere di giocare | finire la partita | terminare la partita | uscire dalla partita | dare partita vinta | gettare la spugna | non voglio più giocare | non voglio continuare",
            ),
            (
                "nl",
                "opgeven | geef op | partij beëindigen | spel beëindigen | stoppen met de partij | stoppen met spelen | stoppen met deze | partij stoppen | uitstappen | gewonnen geven | handdoek | niet verder spelen | niet meer spelen | capituleren",
            ),
            (
                "pt",
                "abandonar | desistir | desisto | render me | me render | rendo me | deixar a partida | deixar o jogo | deixar de jogar | parar de jogar | terminar a partida | terminar o jogo | acabar a partida | sair da partida | sair do jogo | atirar a toalha | jogar a toalha | não quero jogar | não quero continuar | se desiste | se abandona",
            ),
            (
                "pl",
                "poddać | poddaje | poddać się | poddać partię | poddani* | rezygnować z partii | zrezygnować z partii | zrezygnować z gry | zakończyć partię | zakończyć grę | skończyć partię | przerwać partię | wycofać się | nie chcę grać | nie chcę już grać | kapitul*",
            ),
            (
                "ru",
                "сдаться | сдавать* | сдать партию | сдать | как сда* | закончить партию | закончить игру | прекратить партию | прекратить игру | выйти из партии | выйти из игры | бросить партию | бросить игру | не хочу играть | не хочу больше играть | не хочу продолжать | капитул*",
            ),
            (
                "sv",
                "ge upp | ger upp | ger man upp | uppgivning | avsluta partiet | avsluta spelet | sluta spela | lämna partiet | lämna spelet | hoppa av | avbryta partiet | kapitulera | kasta in handduken | vill inte spela | inte spela mer",
            ),
            (
                "da",
                "give op | opgive | giver op | opgiver | afslutte partiet | stoppe partiet",
            ),
        ],
    ),
    (
        "games",
        &[
            (
                "en",
                "my games | all games | which games | what games | how many games | list of games | list my games | other games of mine | running games | current games | games do i | games am i | games i have | game number | number of game | who am i playing | who am i up against | who is my opponent | whos my opponent | opponents name | overview of",
            ),
            (
                "de",
                "meine partien | alle partien | welche partien | wie viele partien | wieviele partien | laufende* partien | liste der partien | liste meiner | partieliste | partien habe | partien spiele | partien laufen | meine spiele | welche spiele | wie viele spiele | spiele laufen | partienummer | nummer der partie | gegen wen spiele | gegen wen | wer ist mein gegner",
            ),
            (
                "fr",
                "mes parties | toutes mes | quelles parties | combien de parties | liste de mes | liste des parties | parties en cours | parties ai je | numéro de la partie | numéro de partie | contre qui | qui est mon adversaire",
            ),
            (
                "es",
                "mis partidas | todas mis | qué partidas | cuántas partidas | lista de mis | lista de partidas | partidas en curso | partidas tengo | partidas abiertas | número de la partida | número de partida | contra quién | quién es mi rival | quién es mi oponente",
            ),
            (
                "it",
                "mie partite | tutte le mie | quali partite | quante partite | lista delle partite | elenco delle partite | partite in corso | partite ho | partite aperte | numero della partita | numero di partita | contro chi | chi è il mio avversario",
            ),
            (
                "nl",
                "mijn partijen | al mijn | welke partijen | hoeveel partijen | lijst van partijen | lopende partijen | partijen heb | partijen loop* | partijen speel | mijn spellen | partijnummer | nummer van | tegen wie | wie is mijn tegenstander",
            ),
            (
                "pt",
                "minhas partidas | todas as minhas | que partidas | quais partidas | quantas partidas | lista das partidas | lista de partidas | partidas em curso | partidas em andamento | partidas tenho | meus jogos | quantos jogos | número da partida | contra quem | quem é o meu adversário | quem é meu adversário",
            ),
            (
                "pl",
                "moje partie | moich partii | wszystkie partie | które partie | jakie partie | ile partii | lista partii | listę partii | bieżące partie | trwające partie | moje gry | ile gier | numer partii | z kim gram | przeciw komu | kto jest moim przeciwnikiem",
            ),
            (
                "ru",
                "мои партии | моих партий | все партии | какие партии | сколько партий | список партий | список моих | текущие партии | мои игры | сколько игр | список игр | номер партии | с кем я играю | с кем играю | против кого | кто мой соперник",
            ),
            (
                "sv",
                "mina partier | alla partier | alla mina | vilka partier | hur många partier | lista över | pågående partier | partier har | partier spelar | mina spel | partinummer | partiets nummer | mot vem | vem spelar jag | vem är min motståndare",
            ),
            (
                "da",
                "mine partier | hvilke partier | hvor mange partier | hvem spiller jeg",
            ),
        ],
    ),
    (
        "history",
        &[
            (
                "en",
                "history | all the moves | all moves so far | moves so far | list of the moves | list of moves so far | move list | game so far | score sheet | scoresheet | previous moves | earlier moves | past moves | moves played | been played | from the beginning | from the start | notation of the game | game record",
            ),
            (
                "de",
                "zugliste | alle züge | bisherige* | züge bisher | notation der partie | partienotation | partieformular | verlauf | spielverlauf | partieverlauf | von anfang | frühere züge | gespielte züge | gespielten züge | was bisher",
            ),
            (
                "fr",
                "historique | liste des coups | coups joués | tous les coups | coups précédents | depuis le début | feuille de partie | déroulement | coups jusqu'ici | partie complète | notation de la partie",
            ),
            (
                "es",
                "historial | historia de | lista de jugadas | jugadas hasta | jugadas anteriores | jugadas hechas | todas las jugadas | desde el principio | desde el comienzo | planilla | transcurso | movimientos anteriores",
            ),
            (
                "it",
                "cronologia | storia della | lista delle mosse | elenco delle mosse | mosse giocate | mosse fatte | mosse finora | mosse precedenti | tutte le mosse | dall'inizio | formulario | andamento",
            ),
            (
                "nl",
                "geschiedenis | zettenlijst | lijst van zetten | alle zetten | zetten tot nu | tot nu toe | gespeelde zetten | eerdere zetten | vanaf het begin | verloop | notatie van",
            ),
            (
                "pt",
                "histórico | história da | lista de lances | lances até | lances anteriores | lances jogados | todos os lances | jogadas anteriores | todas as jogadas | desde o início | desde o começo | planilha | até agora",
            ),
            (
                "pl",
                "historia | historię | historii | lista ruchów | listę ruchów | zapis partii | zapis gry | dotychczasow* | wszystkie ruchy | poprzednie ruchy | od początku | przebieg",
            ),
            (
                "ru",
                "история | историю | список ходов | запись партии | все ходы | сыгранные ходы | предыдущие ходы | прошлые ходы | с начала | с самого начала | ход партии | протокол",
            ),
            (
                "sv",
                "historik | draglista | lista över drag | alla drag | drag hittills | hittills | tidigare drag | spelade drag | från början | partiprotokoll | förlopp",
            ),
            (
                "da",
                "historik | alle træk | træk indtil | trækliste | fra begyndelsen",
            ),
        ],
    ),
    (
        "watch #17",
        &[
            (
                "en",
                "watching | spectate | spectator | follow a game | follow the game | follow game | kibitz | observe | look on | games of others | other peoples games",
            ),
            (
                "de",
                "zuschauen | zusehen | zugucken | zuschauer | beobachten | mitverfolgen | verfolgen | partie folgen | partien anderer | anderer spieler",
            ),
            (
                "fr",
                "spectateur | suivre une partie | suivre la partie | suivre partie | observer | assister | parties des autres | regarder une partie | regarder la partie | regarder d'autres | regarder les parties",
            ),
            (
                "es",
                "ver una partida | ver la partida de | espectador | seguir una partida | seguir la partida | seguir partida | observar | partidas de otros | presenciar | mirar una partida | mirar la partida | mirar partidas | ver partidas",
            ),
            (
                "it",
                "spettatore | seguire una partita | seguire la partita | seguire partita | osservare | assistere | partite di altri | partite degli altri | guardare una partita | guardare la partita | guardare le partite",
            ),
            (
                "nl",
                "meekijken | toekijken | kijken naar | toeschouwer | partij volgen | partijen volgen | partijen van anderen",
            ),
            (
                "pt",
                "ver uma partida | espectador | acompanhar | seguir uma partida | seguir a partida | observar | partidas de outros | partidas dos outros | assistir a | assistir às | ver partidas",
            ),
            (
                "pl",
                "oglądać | obserwować | śledzić | kibic* | widz | podglądać | przyglądać | partie innych | cudze partie",
            ),
            (
                "ru",
                "смотреть партию | наблюдать | следить за | зритель | посмотреть чужую | чужие партии | чужую партию | партии других | понаблюдать",
            ),
            (
                "sv",
                "titta på | se på | följa ett parti | följa parti* | åskåda* | andras partier",
            ),
            ("da", "tilskuer | se på | andres partier"),
        ],
    ),
    (
        "lang",
        &[
            (
                "en",
                "language | in german | in french | in spanish | in italian | in english | in russian | in polish | in dutch | in portuguese | in swedish | translate* | translation | speak english | speak german | dont speak | do not speak | my english",
            ),
            (
                "de",
                "sprache | auf deutsch | auf englisch | auf französisch | auf italienisch | deutsch umstellen | kein englisch | englisch | übersetz* | deutsche briefe | deutschsprachig*",
            ),
            (
                "fr",
                "langue | en français | en anglais | en allemand | en espagnol | en italien | parle pas anglais | anglais | tradui* | traduction",
            ),
            (
                "es",
                "idioma | lengua | en español | en castellano | en inglés | en alemán | en francés | inglés | traduc* | traduz*",
            ),
            (
                "it",
                "lingua | in italiano | in inglese | in tedesco | in francese | in spagnolo | inglese | tradu*",
            ),
            (
                "nl",
                "taal | in het nederlands | in het engels | in het duits | nederlands | engels | vertal* | nederlandstalig",
            ),
            (
                "pt",
                "língua | idioma | em português | em inglês | em espanhol | português | inglês | traduz* | tradução",
            ),
            (
                "pl",
                "język* | po polsku | po angielsku | po niemiecku | polsku | angielsk* | tłumaczeni* | przetłumacz*",
            ),
            (
                "ru",
                "язык* | по русски | по английски | на русском | на английском | русском | английск* | перевод | переведите",
            ),
            (
                "sv",
                "språk* | på svenska | på engelska | på tyska | svenska | engelska | översätt*",
            ),
            ("da", "sprog | på dansk | på engelsk | dansk | engelsk"),
        ],
    ),
    (
        "mail digest 07:00",
        &[
            (
                "en",
                "digest | once a day | one mail a day | one email a day | one letter a day | daily mail | daily letter | daily summary | summary | fewer mail* | fewer email* | fewer letter* | fewer messages | less mail* | less email | less often | less frequent* | so many mail* | so many email* | so many letter* | so many messages | too many mail* | too many email* | too many letter* | too many messages | all in one | one single mail | bundle*",
            ),
            (
                "de",
                "einmal am tag | einmal täglich | eine mail am tag | eine mail pro tag | täglich* | tages* | zusammenfass* | sammelmail | sammelbrief | weniger mails | weniger e mails | weniger briefe | weniger post | weniger nachrichten | seltener | so viele mails | so viele e mails | so viele briefe | zu viele mails | zu viele e mails | zu viele briefe | alles in einer",
            ),
            (
                "fr",
                "une fois par jour | un seul mail | un mail par jour | un seul message | quotidien* | résumé | récapitulati* | moins de mails | moins de messages | moins de courriels | moins souvent | tant de mails | autant de mails | trop de mails | trop de messages | trop de courriels | regroup*",
            ),
            (
                "es",
                "una vez al día | un solo correo | un correo al día | un solo mensaje | resumen | menos correos | menos mensajes | menos mails | menos emails | con menos frecuencia | tantos correos | tantos mensajes | demasiados correos | demasiados mensajes | agrup*",
            ),
            (
                "it",
                "una volta al giorno | una sola mail | una mail al giorno | un solo messaggio | giornalier* | quotidian* | riassunto | riepilogo | meno mail | meno email | meno messaggi | meno spesso | tante mail | così tante | troppe mail | troppe email | troppi messaggi | raggrupp*",
            ),
            (
                "nl",
                "een keer per dag | één keer per dag | eenmaal per dag | één mail per dag | een mail per dag | dagelijks* | samenvatting | overzichtsmail | minder mail* | minder e mail* | minder berichten | minder vaak | zoveel mail* | zo veel mail* | te veel mail* | teveel mail* | gebundeld | bundel*",
            ),
            (
                "pt",
                "uma vez por dia | um só mail | um email por dia | um e mail por dia | uma só mensagem | diári* | resumo | menos mails | menos emails | menos e mails | menos mensagens | com menos frequência | tantos mails | tantos emails | tantos e mails | tantas mensagens | demasiados mails | demasiados emails | muitos e mails | agrup*",
            ),
            (
                "pl",
                "raz dziennie | jeden mail dziennie | jednego maila dziennie | codzienn* | podsumowani* | zbiorcz* | mniej maili | mniej wiadomości | mniej listów | rzadziej | tyle maili | tak dużo maili | za dużo maili | zbyt wiele maili | zbyt dużo maili | za dużo wiadomości",
            ),
            (
                "ru",
                "раз в день | раз в сутки | одно письмо в день | одним письмом | ежедневн* | сводк* | дайджест | меньше писем | реже | столько писем | так много писем | слишком много писем | много писем",
            ),
            (
                "sv",
                "en gång om dagen | en gång per dag | ett mejl om dagen | ett mejl per dag | daglig* | sammanfattning* | färre mejl | färre mail | färre brev | mer sällan | så många mejl | så många brev | för många mejl | för många mail | för många brev | samlat",
            ),
            (
                "da",
                "en gang om dagen | dagligt | færre mails | for mange mails",
            ),
        ],
    ),
    (
        "remind 3d 1d 6h",
        &[
            (
                "en",
                "reminder* | remind my | remind him | remind her | remind them | remind us | remind opponent | remind when | remind before | remind earl* | remind day* | remind hour* | remind time | remind to move | remind to play | remind that | remind me if | remind if | warn me | alert me | notify me before | before my time | forget to move | nudge",
            ),
            (
                "de",
                "erinner* | mahn* | warn* mich | warnung vor | bescheid sagen | vergesse ziehen",
            ),
            (
                "fr",
                "rappel* | me prévenir | prévenez moi | avertir | avertissez",
            ),
            (
                "es",
                "recordatorio* | recuérd* | recordar* | recordad* | avísa* | avisar* | aviso",
            ),
            ("it", "promemoria | ricord* | avvis* | sollecit*"),
            ("nl", "herinner* | waarschuw*"),
            ("pt", "lembr* | avis* | recordar"),
            ("pl", "przypomn* | przypomin* | ostrzeg* | powiadom*"),
            ("ru", "напомн* | напомин* | предупре* | уведом*"),
            ("sv", "påminn* | varna* | varsko"),
            ("da", "påmind*"),
        ],
    ),
    (
        "zone Europe/Rome",
        &[
            (
                "en",
                "time zone | timezone | my local time | local time | utc | gmt | wrong time | wrong hour | hours off | hour off",
            ),
            (
                "de",
                "zeitzone | ortszeit | lokale zeit | uhrzeit falsch | falsche uhrzeit | stunde falsch | sommerzeit",
            ),
            ("fr", "fuseau | heure locale | mauvaise heure | heure d'été"),
            (
                "es",
                "zona horaria | huso horario | hora local | hora equivocada",
            ),
            (
                "it",
                "fuso orario | ora locale | orario sbagliato | ora sbagliata",
            ),
            ("nl", "tijdzone | lokale tijd | verkeerde tijd | zomertijd"),
            ("pt", "fuso horário | hora local | hora errada"),
            (
                "pl",
                "strefa czasowa | strefę czasową | strefy czasow* | czas lokalny | zła godzina",
            ),
            (
                "ru",
                "часовой пояс | часового пояса | местное время | неверное время",
            ),
            ("sv", "tidszon* | lokal tid | fel tid | fel klockslag"),
            ("da", "tidszone | lokal tid"),
        ],
    ),
    (
        "quiet 22:00-07:00",
        &[
            (
                "en",
                "at night | during the night | quiet hours | in the middle of the night | do not disturb | while i sleep",
            ),
            (
                "de",
                "nachts | in der nacht | ruhezeit* | nicht stören | mitten in der nacht",
            ),
            (
                "fr",
                "la nuit | heures de silence | ne pas déranger | pleine nuit",
            ),
            ("es", "de noche | por la noche | no molestar | de madrugada"),
            (
                "it",
                "di notte | durante la notte | non disturbare | ore di silenzio",
            ),
            (
                "nl",
                "s nachts | in de nacht | niet storen | midden in de nacht | stille uren",
            ),
            ("pt", "à noite | de noite | não incomodar | de madrugada"),
            (
                "pl",
                "w nocy | nocą | nie przeszkadzać | cisza nocna | po nocach",
            ),
            ("ru", "ночью | по ночам | не беспокоить | тихие часы"),
            (
                "sv",
                "på natten | på nätterna | om natten | nattetid | stör ej",
            ),
            ("da", "om natten | forstyr ikke"),
        ],
    ),
    (
        "say Well played!",
        &[
            (
                "en",
                "write to my opponent | write to him | write to her | message to my opponent | message my opponent | send him a | send her a | contact my opponent | tell my opponent | talk to my opponent | chat with | say something to | say hello to | send a note to | pass on | reach my opponent",
            ),
            (
                "de",
                "meinem gegner schreiben | gegner schreiben | gegner etwas | dem gegner | dem anderen schreiben | nachricht an | grüße ausrichten | ausrichten | kontakt zu | gegner erreichen | mit meinem gegner | mitteilen | plaudern",
            ),
            (
                "fr",
                "écrire à mon adversaire | écrire un mot | message à mon adversaire | message à l'adversaire | parler à mon | contacter mon | joindre mon adversaire | dire à mon | dire quelque chose | transmettre",
            ),
            (
                "es",
                "escribir a mi rival | escribirle | escribir a mi | mensaje a mi | hablar con mi | contactar con mi | decir a mi | mandarle | enviarle | transmitir",
            ),
            (
                "it",
                "scrivere al mio | scrivergli | scriverle | scrivere all'avversario | messaggio al mio | messaggio all'avversario | parlare con | contattare il mio | dire al mio | mandargli",
            ),
            (
                "nl",
                "tegenstander schrijven | tegenstander sturen | bericht tegenstander | bericht sturen aan | bericht aan mijn | schrijven aan | contact met | tegen mijn tegenstander zeggen | praten met | doorgeven",
            ),
            (
                "pt",
                "escrever ao meu | escrever para o meu | escrever lhe | mensagem ao meu | mensagem para o meu | falar com o | contactar o | contatar o | dizer ao meu | dizer lhe | transmitir | cumprimentar",
            ),
            (
                "pl",
                "napisać do przeciwnika | napisać do niego | napisać do rywala | wiadomość do | wysłać wiadomość | porozmawiać z | skontaktować | przekazać | powiedzieć przeciwnikowi | pozdrowić",
            ),
            (
                "ru",
                "написать сопернику | написать противнику | сообщение сопернику | написать ему | написать ей | связаться с | поговорить с | сказать сопернику | привет сопернику",
            ),
            (
                "sv",
                "skriva till min | skriva till motståndaren | meddelande till | prata med | kontakta min | säga till min | hälsa till | nå min motståndare | säga något",
            ),
            ("da", "skrive til min | besked til | kontakte"),
        ],
    ),
    (
        "export #17",
        &[
            (
                "en",
                "pgn | export* | download game | save the game | save my game | copy of the game | file of the game | print the game | game as a file",
            ),
            (
                "de",
                "pgn | exportier* | export | herunterladen | partie speichern | partie als datei | als datei | ausdrucken",
            ),
            (
                "fr",
                "pgn | export* | télécharger | sauvegarder la | enregistrer la | en fichier",
            ),
            (
                "es",
                "pgn | export* | descargar | guardar la partida | en un archivo | como archivo",
            ),
            (
                "it",
                "pgn | esport* | scaricare | salvare la partita | come file",
            ),
            (
                "nl",
                "pgn | export* | downloaden | partij opslaan | als bestand",
            ),
            (
                "pt",
                "pgn | export* | baixar | descarregar | transferir | guardar a partida | salvar a partida | ficheiro | arquivo",
            ),
            (
                "pl",
                "pgn | eksport* | pobrać | zapisać partię | jako plik | pliku",
            ),
            ("ru", "pgn | экспорт* | скачать | сохранить партию | файл*"),
            (
                "sv",
                "pgn | export* | ladda ner | ladda ned | spara partiet | som fil",
            ),
            ("da", "pgn | eksport* | downloade | gemme partiet"),
        ],
    ),
    (
        "time 7d/move",
        &[
            (
                "en",
                "more time per | longer time | slower time | time per move | different time | other time control | change the time | change the deadline | more days | longer deadline | extend* | extension | too fast for me",
            ),
            (
                "de",
                "längere bedenkzeit | mehr bedenkzeit | mehr zeit | andere bedenkzeit | bedenkzeit ändern | bedenkzeit verlängern | verlängern | fristverlängerung | verlängerung | mehr tage | zu schnell für",
            ),
            (
                "fr",
                "plus de temps | plus de jours | changer la cadence | cadence | changer le délai | prolong* | rallonger | allonger | plus lent* | délai plus",
            ),
            (
                "es",
                "más tiempo | más días | cambiar el ritmo | cambiar el plazo | ritmo de juego | ampliar | prórroga | prolongar | extender | más lento",
            ),
            (
                "it",
                "più tempo | più giorni | cambiare la cadenza | cadenza | cambiare il tempo | prolung* | proroga | allungare | più lento | più lentamente",
            ),
            (
                "nl",
                "meer tijd | meer dagen | langere bedenktijd | andere bedenktijd | speeltempo | verlengen | verlenging | uitstel | langzamer",
            ),
            (
                "pt",
                "mais tempo | mais dias | mudar o ritmo | ritmo de jogo | mudar o prazo | prorrog* | prolongar | alargar | estender | mais lento",
            ),
            (
                "pl",
                "więcej czasu | więcej dni | dłuższy czas | zmienić tempo | tempo gry | zmienić czas | przedłuż* | wydłuż* | wolniej",
            ),
            (
                "ru",
                "больше времени | больше дней | другой контроль | изменить контроль | продлить | продлен* | увеличить время | отсрочк* | медленнее | добавить время",
            ),
            (
                "sv",
                "mer tid | fler dagar | längre betänketid | annan betänketid | ändra betänketid | förläng* | uppskov | långsammare",
            ),
            ("da", "mere tid | flere dage | forlæng* | langsommere"),
        ],
    ),
    (
        "set board large",
        &[
            (
                "en",
                "board is too small | bigger board | larger board | board bigger | board larger | board looks | board is broken | board broken | crooked | misaligned | out of line | garbled board | picture instead | board as a picture | as an image | see the board properly | unreadable board | letters too small | font | settings",
            ),
            (
                "de",
                "brett zu klein | größeres brett | brett größer | brett ist verschoben | brett verschoben | verrutscht | verschoben | brett kaputt | als bild | schrift | zu klein | einstellung*",
            ),
            (
                "fr",
                "échiquier trop petit | échiquier décalé | décalé | déformé | illisible | en image | trop petit | police | paramètre* | réglage*",
            ),
            (
                "es",
                "tablero muy pequeño | tablero descuadrado | descolocado | desalineado | torcido | como imagen | demasiado pequeño | ajustes | configuración",
            ),
            (
                "it",
                "scacchiera troppo piccola | scacchiera storta | disallineat* | spostat* | storta | come immagine | troppo piccol* | carattere | impostazion*",
            ),
            (
                "nl",
                "bord te klein | groter bord | bord groter | bord scheef | verschoven | als plaatje | als afbeelding | te klein | lettertype | instelling*",
            ),
            (
                "pt",
                "tabuleiro pequeno | tabuleiro torto | desalinhado | torto | como imagem | pequeno demais | demasiado pequeno | configurações | definições",
            ),
            (
                "pl",
                "plansza za mała | szachownica za mała | większa szachownica | większą | rozjecha* | jako obraz* | za mał* | czcionk* | ustawieni*",
            ),
            (
                "ru",
                "доска маленьк* | слишком мелк* | покрупнее | крупнее | доска съехала | съехал* | криво | картинкой | как картинк* | шрифт | настройк*",
            ),
            (
                "sv",
                "brädet för litet | större bräde | brädet är för | brädet sned* | förskjut* | snett | som bild | för litet | typsnitt | inställning*",
            ),
            (
                "da",
                "brættet for lille | større bræt | som billede | for lille | indstilling*",
            ),
        ],
    ),
    (
        "flip on",
        &[
            (
                "en",
                "turn the board | flip the | flip my | rotate* | upside down | board around | from my side | from blacks side | other side of the board",
            ),
            (
                "de",
                "brett drehen | drehen | umdrehen | gedreht | auf dem kopf | von meiner seite | aus schwarzer sicht | andersherum",
            ),
            (
                "fr",
                "retourner | tourner l'échiquier | à l'envers | de mon côté | inverser",
            ),
            (
                "es",
                "girar el tablero | dar la vuelta | al revés | desde mi lado | invertir",
            ),
            (
                "it",
                "girare la scacchiera | ruotare | capovol* | al contrario | dal mio lato | sottosopra",
            ),
            (
                "nl",
                "bord draaien | omdraaien | omgekeerd | ondersteboven | van mijn kant",
            ),
            (
                "pt",
                "virar o tabuleiro | rodar | inverter | ao contrário | do meu lado | de cabeça",
            ),
            (
                "pl",
                "obrócić | odwrócić | obrót | do góry nogami | z mojej strony",
            ),
            (
                "ru",
                "перевернуть | повернуть | развернуть | вверх ногами | с моей стороны",
            ),
            (
                "sv",
                "vända brädet | vrida | rotera | upp och ner | från mitt håll | från min sida",
            ),
            ("da", "vende brættet | vende | dreje | på hovedet"),
        ],
    ),
    (
        "block Boris",
        &[
            (
                "en",
                "block | block him | block her | ignore him | ignore her | mute* | never play again | dont want to play against | no messages from | stop him writing | stop her writing | stop his",
            ),
            (
                "de",
                "blockier* | ignorier* | stummschalt* | nie wieder gegen | keine nachrichten von | nichts mehr von ihm | nichts mehr von ihr",
            ),
            (
                "fr",
                "bloqu* | ignorer | plus jamais jouer contre | plus de messages de",
            ),
            (
                "es",
                "bloque* | ignorar | silenciar | nunca más contra | no quiero mensajes de",
            ),
            (
                "it",
                "blocc* lo | bloccare | bloccarlo | ignorare | silenziare | mai più contro",
            ),
            (
                "nl",
                "blokkeer* | blokkeren | negeren | dempen | nooit meer tegen",
            ),
            ("pt", "bloque* | ignorar | silenciar | nunca mais contra"),
            (
                "pl",
                "zablok* | blokow* | ignorować | wyciszyć | nigdy więcej z",
            ),
            (
                "ru",
                "заблок* | блокир* | игнорир* | заглуш* | никогда больше с",
            ),
            (
                "sv",
                "blocker* | spärra | ignorera | tysta | aldrig mer mot",
            ),
            ("da", "bloker* | ignorere"),
        ],
    ),
    (
        "substitute #17 Cleo",
        &[
            (
                "en",
                "take over | takes over | somebody else play | someone else play | replace me | replacement | substitut* | hand over | stand in for | play for me | play in my place | play in my stead | my seat",
            ),
            (
                "de",
                "übernehmen | übernimmt | vertret* | ersatz* | jemand anders spielen | an meiner stelle | für mich spielen | weiterspielen lassen | abgeben",
            ),
            (
                "fr",
                "remplac* | reprendre ma partie | à ma place | prendre ma place | prendre le relais | céder",
            ),
            (
                "es",
                "sustitu* | reemplaz* | en mi lugar | ocupar mi | ceder",
            ),
            (
                "it",
                "sostitu* | al posto mio | al mio posto | subentr* | cedere",
            ),
            (
                "nl",
                "overnemen | overneemt | vervang* | in mijn plaats | voor mij spelen | invaller",
            ),
            (
                "pt",
                "substitu* | no meu lugar | em meu lugar | assumir | ceder",
            ),
            (
                "pl",
                "zastąpi* | zastęp* | przejąć | przejmie | w moim imieniu | zamiast mnie | za mnie",
            ),
            ("ru", "замен* | вместо меня | подменить | передать партию"),
            (
                "sv",
                "ta över | ersätt* | vikarie | i mitt ställe | istället för mig | åt mig",
            ),
            ("da", "overtage | erstat* | i stedet for mig"),
        ],
    ),
    (
        "forget me",
        &[
            (
                "en",
                "delete my data | my data | personal data | privacy | gdpr | erase my | remove my data | what do you store | what is stored | forget me",
            ),
            (
                "de",
                "meine daten | persönliche* daten | personenbezogen* | datenschutz | dsgvo | gespeichert | vergessen sie mich",
            ),
            (
                "fr",
                "mes données | données personnelles | vie privée | rgpd | effacer mes",
            ),
            (
                "es",
                "mis datos | datos personales | privacidad | rgpd | borrar mis",
            ),
            (
                "it",
                "miei dati | dati personali | privacy | gdpr | cancellare i miei",
            ),
            (
                "nl",
                "mijn gegevens | persoonsgegevens | persoonlijke gegevens | privacy | avg",
            ),
            (
                "pt",
                "meus dados | dados pessoais | privacidade | rgpd | lgpd | apagar os meus",
            ),
            (
                "pl",
                "moje dane | danych osobowych | dane osobowe | prywatnoś* | rodo",
            ),
            (
                "ru",
                "мои данные | персональн* данн* | личные данные | конфиденциальн*",
            ),
            (
                "sv",
                "mina uppgifter | personuppgifter | mina data | integritet | gdpr",
            ),
            ("da", "mine data | mine oplysninger | persondata | gdpr"),
        ],
    ),
    (
        "variants",
        &[
            (
                "en",
                "which variants | what variants | variants | what can i play | what games can | what can be played | other variants | kinds of chess | which games can | what games do you | games do you have | games do you offer",
            ),
            (
                "de",
                "welche varianten | varianten | welche spiele gibt | was kann man spielen | andere varianten | spielarten | welche spiele kann",
            ),
            (
                "fr",
                "quelles variantes | variantes | quels jeux | à quoi peut on jouer | autres variantes",
            ),
            (
                "es",
                "qué variantes | variantes | qué juegos | a qué se puede | otras variantes",
            ),
            (
                "it",
                "quali varianti | varianti | quali giochi | a che cosa si può | altre varianti",
            ),
            (
                "nl",
                "welke varianten | varianten | welke spellen kan | welke spelen | andere varianten",
            ),
            (
                "pt",
                "que variantes | quais variantes | variantes | que jogos | quais jogos | outras variantes",
            ),
            (
                "pl",
                "jakie warianty | warianty | jakie gry | odmian* | w co można",
            ),
            (
                "ru",
                "какие варианты шахмат | варианты игр | варианты шахмат | какие игры | во что можно",
            ),
            (
                "sv",
                "vilka varianter | varianter | vilka spel | andra varianter | vad kan man spela",
            ),
            ("da", "hvilke varianter | varianter | hvilke spil"),
        ],
    ),
    (
        "if e7-e5 then Ng1-f3",
        &[
            (
                "en",
                "in advance | plan ahead | plan moves | conditional | premove* | pre move* | plan my | several moves at once | two moves at once | ahead of time | moves ahead",
            ),
            (
                "de",
                "im voraus | vorausplanen | voraus planen | bedingte züge | bedingter zug | eventualzug* | mehrere züge | zwei züge auf einmal",
            ),
            (
                "fr",
                "à l'avance | d'avance | coups conditionnels | coup conditionnel | conditionnel* | plusieurs coups",
            ),
            (
                "es",
                "por adelantado | de antemano | jugadas condicionales | condicional* | varias jugadas",
            ),
            (
                "it",
                "in anticipo | mosse condizionali | condizional* | più mosse",
            ),
            (
                "nl",
                "van tevoren | voorwaardelijke zetten | voorwaardelijk* | meerdere zetten",
            ),
            (
                "pt",
                "com antecedência | antecipadamente | lances condicionais | condiciona* | vários lances",
            ),
            (
                "pl",
                "z góry | z wyprzedzeniem | ruchy warunkowe | warunkow* | kilka ruchów",
            ),
            ("ru", "заранее | наперед | условн* ход* | несколько ходов"),
            (
                "sv",
                "i förväg | på förhand | villkorliga drag | villkor* | flera drag",
            ),
            ("da", "på forhånd | betingede træk | flere træk"),
        ],
    ),
    (
        "preview Ng1-f3",
        &[
            (
                "en",
                "what would the board | how would the board | how would it look | preview | try a move | try out | test a move | without playing it | look after",
            ),
            (
                "de",
                "vorschau | wie würde | wie sähe | ausprobieren | zug testen | ohne zu ziehen | stellung nach",
            ),
            (
                "fr",
                "aperçu | à quoi ressemblerait | essayer un coup | tester un coup | sans jouer",
            ),
            (
                "es",
                "vista previa | cómo quedaría | probar una jugada | probar un | sin jugar",
            ),
            (
                "it",
                "anteprima | come sarebbe | provare una mossa | senza giocarla",
            ),
            (
                "nl",
                "voorbeeld van het bord | voorvertoning | hoe zou het bord | zet proberen | uitproberen",
            ),
            (
                "pt",
                "pré visualização | como ficaria | experimentar um lance | testar um | sem jogar",
            ),
            (
                "pl",
                "podgląd | jak wyglądałab* | jak by wyglądał* | wypróbować | sprawdzić ruch",
            ),
            (
                "ru",
                "предпросмотр | как будет выглядеть | как бы выглядел* | попробовать ход | проверить ход",
            ),
            (
                "sv",
                "förhandsvisning | förhandsgranska | hur skulle | prova ett drag | testa ett drag",
            ),
            ("da", "forhåndsvisning | hvordan ville | prøve et træk"),
        ],
    ),
    (
        "commands",
        &[
            (
                "en",
                "commands | command | what can i write | what can i type | what can i do | what should i write | what shall i write | what do i write | what must i write | what do i have to write | what to write | what to type | how do i write | how do i enter | how do i answer | how do i reply | how do i send | how do i make a move | how do i move | how does this work | how does it work | how do i use | how to use | help | i need help | please help | assistance | instructions",
            ),
            (
                "de",
                "befehl* | kommando* | was kann ich schreiben | was soll ich schreiben | was muss ich schreiben | was schreibe ich | wie schreibe ich | wie antworte ich | wie gebe ich | wie mache ich | wie sende ich | wie funktioniert das | wie geht das | wie bediene | hilfe | hilf mir | helft mir | helfen",
            ),
            (
                "fr",
                "commande* | que puis je écrire | que dois je écrire | quoi écrire | que faut il écrire | comment répondre | comment écrire | comment faire | comment envoyer | comment jouer un coup | comment ça marche | comment ça fonctionne | aide | aidez moi | aider | au secours",
            ),
            (
                "es",
                "comandos | comando | órdenes | qué puedo escribir | qué debo escribir | qué tengo que escribir | qué escribo | cómo respondo | cómo contesto | cómo escribo | cómo envío | cómo hago | cómo funciona esto | ayuda | ayúd* | ayudar",
            ),
            (
                "it",
                "comandi | comando | cosa posso scrivere | cosa devo scrivere | che cosa scrivo | cosa scrivo | come rispondo | come scrivo | come invio | come faccio | come funziona | aiut*",
            ),
            (
                "nl",
                "commando* | opdracht* | wat kan ik schrijven | wat moet ik schrijven | wat schrijf ik | hoe antwoord | hoe schrijf | hoe stuur | hoe doe ik | hoe werkt dit | hoe werkt het | hulp | help | helpen",
            ),
            (
                "pt",
                "comandos | comando | o que posso escrever | o que devo escrever | o que tenho de escrever | o que escrevo | como respondo | como escrevo | como envio | como faço | como funciona isto | como funciona isso | ajud*",
            ),
            (
                "pl",
                "polecen* | komend* | co mogę napisać | co mam napisać | co napisać | co muszę napisać | jak odpowiedzieć | jak napisać | jak wysłać | jak to zrobić | jak to działa | pomoc | pomocy | pomóż* | pomóc",
            ),
            (
                "ru",
                "команд* | что написать | что мне написать | что писать | что можно написать | как ответить | как написать | как отправить | как сделать ход | как это работает | как пользоваться | помощь | помоги* | справк*",
            ),
            (
                "sv",
                "kommando* | vad kan jag skriva | vad ska jag skriva | vad skriver jag | hur svarar | hur skriver | hur skickar | hur gör jag | hur fungerar det | hur funkar det | hjälp | hjälp mig | hjälpa",
            ),
            (
                "da",
                "kommando* | hvad kan jag skrive | hvad skal jeg skrive | hvordan svarer | hvordan gør | hjælp",
            ),
        ],
    ),
    (
        "register Anna",
        &[
            (
                "en",
                "would like to play here | would like to play too | would also like to play | wants to play too | want to play too | wants to join | like to join | how does he start | how does she start | how can he | how can she | sign up | register* | become a player | new player | my friend wants | a friend wants",
            ),
            (
                "de",
                "möchte auch spielen | möchte auch mitspielen | will auch mitspielen | mitspielen | mitmachen | anmelden | registrier* | meldet man sich an | neuer spieler",
            ),
            (
                "fr",
                "voudrait aussi jouer | veut aussi jouer | aimerait jouer | s'inscrire | inscription | nouveau joueur | inscrire un",
            ),
            (
                "es",
                "también quiere jugar | quiere jugar también | quisiera jugar | apuntarse | inscribirse | registrarse | nuevo jugador",
            ),
            (
                "it",
                "vuole giocare anche | vorrebbe giocare anche | anche lui giocare | iscriversi | registrarsi | nuovo giocatore",
            ),
            (
                "nl",
                "wil ook spelen | wil ook meedoen | zou ook graag | meedoen | aanmelden | inschrijven | registreren | nieuwe speler",
            ),
            (
                "pt",
                "também quer jogar | quer jogar também | gostaria de jogar | inscrever se | registar se | registrar se | novo jogador",
            ),
            (
                "pl",
                "też chce grać | też chciałby grać | chce zagrać | zapisać się | zarejestrować | rejestracj* | nowy gracz",
            ),
            (
                "ru",
                "тоже хочет играть | тоже хочет | хотел бы играть | зарегистрир* | записаться | регистрац* | новый игрок",
            ),
            (
                "sv",
                "vill också spela | vill också vara med | skulle vilja spela | anmäla sig | registrera* | vara med | ny spelare",
            ),
            ("da", "vil også spille | tilmelde | registrere"),
        ],
    ),
];

use super::super::{answer_to_offer, closes, is_contact};
use super::all;

#[test]
fn closing_formulas() {
    all(CLOSING, 50, closes);
}

#[test]
fn sentences_close_nothing() {
    all(OPEN, 30, |line| !closes(line));
}

#[test]
fn contacts() {
    all(CONTACTS, 30, is_contact);
}

#[test]
fn other_lines_are_no_contacts() {
    all(NO_CONTACTS, 30, |line| !is_contact(line));
}

#[test]
fn acceptances() {
    all(ACCEPTED, 40, |line| answer_to_offer(line) == Some(true));
}

#[test]
fn refusals() {
    all(REFUSED, 40, |line| answer_to_offer(line) == Some(false));
}

#[test]
fn other_lines_answer_nothing() {
    all(NO_ANSWERS, 40, |line| answer_to_offer(line).is_none());
}

const CLOSING: &str = "
Best regards | Best regards, | Best regards, Anna | Kind regards, Anna Maria Rossi | Regards | regards, Anna | Best wishes | Best | Best, Anna | Cheers | Cheers! | Cheers, Anna | Sincerely | Sincerely yours | Yours truly | Yours sincerely,
All the best | All the best, Boris! | Take care | Love | Love, Anna | See you | See you soon | Greetings | Thanks | Thanks! | Thanks, Anna | Many thanks | Thank you | Thank you. | LG | LG Anna | VG | MfG | Viele Grüße | Viele Grüsse | viele gruesse
Liebe Grüße, Anna | Schöne Grüße aus Rom | Mit freundlichen Grüßen | MIT FREUNDLICHEN GRÜSSEN | Gruß | Gruß Boris | Cordialement | Bien à vous | Amicalement, Jean | Saludos | Un saludo | Atentamente | Cordiali saluti | Saluti | Distinti saluti
Atenciosamente | Abraços | Met vriendelijke groet | Groeten | Groetjes, Jan | Med vänliga hälsningar | Mvh | Mvh Anna | Hälsningar | Med venlig hilsen | Vennlig hilsen | Ystävällisin terveisin | Pozdrawiam | S pozdravem | Üdvözlettel | Cu stimă | С уважением
С уважением, Борис | С наилучшими пожеланиями | З повагою | Saygılarımla | Με εκτίμηση | Lijepi pozdrav | 此致 | 敬具 | よろしくお願いします | よろしくお願いします。 | Thanks and best regards, Anna | Vielen Dank und viele Grüße | With kind regards, | **Best regards**
Best regards from Rome | Mit freundlichen Grüßen aus Berlin
";

const OPEN: &str = "
Thanks for the game | thank you for the game | Thank you for the game! | Best move is e4 | Best e4 | Nf3 | Nf3, best regards | Greetings from Rome | Love this opening | I love chess | Cheers for that | See you tomorrow in Rome we can play | Thanks for your move
Thanks Boris | Take care of your king | All the best moves are taken | Regards to your wife | My best regards to your family and friends | Yours is better | Thank you for your patience | Liebe Grüße an deine Frau und die Kinder | e4 | Viel Glück | Good luck | Saludos a tu familia | See you? | Kind of you | Best of luck | With love I remember our games | Nf3 LG | Danke für die Partie | Love Italy
";

const CONTACTS: &str = "
Tel. 030 1234567 | Tel: +49 30 1234567 | Phone: 555-1234 | Mobile +1 (555) 123-4567 | Mobil: 0171 1234567 | +49 30 1234567 | (030) 123 45 67 | 030/1234567 | 555 123 4567 | +44-20-7946-0958 | Fax 030 1234568 | Anna Müller, +49 30 1234567
anna@example.org | E-Mail: anna@example.org | <anna@example.org> | https://example.org | www.example.org | http://example.org/anna?x=1 | example.com | my blog: anna-chess.net | chess.example.de/anna
Hauptstr. 12 | Hauptstraße 12a | Musterweg 3, 10115 Berlin | 12 Main Street | 221b Baker Street | 1600 Pennsylvania Avenue NW | 5 rue de la Paix | Via Roma 5 | Calle Mayor 12 | ul. Marszałkowska 10 | ул. Ленина 5 | Kerkstraat 15
10115 Berlin | D-10115 Berlin | 75001 Paris | 8001 Zürich | Springfield, IL 62704 | London SW1A 1AA | Muster GmbH | Muster GmbH & Co. KG | Example Ltd | Example, Inc. | Esempio S.p.A. | Firma Sp. z o.o. | Muster AG | Rossi & Figli S.r.l.
Disclaimer | Confidentiality notice: this message | This e-mail and any attachments are confidential | This message is intended only for the addressee | Sent from my iPhone | Think before you print
";

const NO_CONTACTS: &str = "
12. Nf3 | e2-e4 | 1-0 | 0-1 | 1/2-1/2 | 5254 | 5254 7163 | 57581 | 5254 Good luck | 2026-11-20 was fun | 20.11.2026 | 20.11.2026 20:15 | 01.12.2026 | 1. e4 e5 2. Nf3 | O-O-O | 0-0-0 | 0-0 | N@f3 | @@e4 | P@e4. | @@f3 @@f6
I play Nf3 | Best regards | Anna | Anna Rossi | Good luck! | 12 moves to go | 12. Way to go | I play e4.It is good | fine.De nada | 3... Nf6 | 2026 Nice year | 1998-2026 | move 12 | King in the corner square | Rd1 | Nf3 | 40 moves in 2 hours
1.e4 | 1.Nf3 | 12.Nf3 Nf6 | We are 25 here | 1000000 thanks | It was 20 degrees | Draw? | Close game | I am 45 | My rating is 1850 | First game since 1998 | 9. Bxh7 | h2e2 | 2-0 for you so far | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
";

const ACCEPTED: &str = "
accept | Accepted | accepted! | agreed | Agreed. | I agree | draw | Draw! | remis | Remis. | patta | tablas | ok draw | okay, draw | OK, draw! | yes | Yes, please | yes please! | I accept | I accept. | I accept the draw | I accept the draw offer, thank you for the game!
I accept your draw offer. | I accept the offer | fine with me | That's fine with me | einverstanden | angenommen | d'accord | j'accepte | J’accepte la nulle | acepto | accetto | de acuerdo | согласен | Согласна. | Да | ничья
Yes, I accept. Thanks for the game, Boris! | Draw agreed | draw accepted | Sure, draw | Hi Boris, I accept the draw | I gladly accept | I agree to a draw | Agreed, good game! | Ja, gerne | Ich nehme das Remis an | ich nehme an | Remis angenommen, danke für die Partie
Oui | oui, merci | Nulle | acepto las tablas, gracias | Sí | sì, grazie | accetto la patta | aceito | sim | akkoord | remise | ja graag | accepterar | remi | Jag accepterar | accepterer | hyväksyn | tasapeli | przyjmuję | zgoda | tak | přijímám | ano | elfogadom | igen | döntetlen | de acord
da | згоден | kabul ediyorum | evet | δέχομαι | ναι | prihvaćam | 同意 | 接受 | 同意和棋 | 引き分け | はい | 동의합니다 | It's a draw | Let's call it a draw | ok, I accept | Gladly! | Agreed :-) | Draw 👍
";

const REFUSED: &str = "
decline | Declined | no | No. | No, thanks | no thanks | No thank you | I decline | I decline the draw | I decline your draw offer | I must decline | refuse | I refuse | rejected | let's play on | Let’s play on! | play on | I want to play on | Let's continue | No draw | no, let's play on
I don't accept | I do not accept | not yet | Sorry, no | No, thank you. Good game so far | I'd rather play on | I prefer to play on | nope | draw declined | Thanks, but no | Thanks, but I want to play on | abgelehnt | nein | Nein, danke | Ich lehne ab | kein Remis | weiterspielen | wir spielen weiter | non | non merci | je refuse | continuons | No, gracias | no acepto
rechazo | no grazie | non accetto | rifiuto | não | não, obrigado | recuso | nee | nee, bedankt | nej tack | nej tak | nei takk | ei kiitos | nie | nie, dziękuję | odmítám | nem, köszönöm | elutasítom | refuz | нет | нет, спасибо | не согласен | отказываюсь | ні | hayır | όχι | odbijam | 拒绝 | 不同意 | いいえ | 거절합니다
";

const NO_ANSWERS: &str = "
I accept if you resign | maybe | Draw? | yes? | I accept? | Nf3 | draw Nf3 | I accept Nf3 | yes, Nf3 | I will think about it | Yes, but later | no, wait, yes | I accept, no I decline | ok | OK. | Thanks | Hello | good game | I accept tomorrow | I would accept | I might accept | perhaps
draw or not | yes or no | Let me think | I offer a draw | How about a draw? | I never accept draws before move 40 | if I accept the draw | yes if you insist | I will accept when you castle | I accepted your last offer too early | Was the draw accepted? | e4 | resign | draw claim
draw offer | Nice offer | You may accept | Accept my apologies | He accepted | A draw would be fair | why draw | yes and no | vielleicht | einverstanden, wenn du e4 ziehst | peut-être | quizás | forse | может быть | d'accord si tu veux | I agree with your analysis of the opening | The draw is far away | Best regards, Anna | | Boris
";

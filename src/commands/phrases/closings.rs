//! Closing formulas of letters.

use std::sync::LazyLock;

use super::words::{Phrases, Words};

/// Longer lines are prose.
const MAX_BYTES: usize = 160;

/// `true` for those after which a name needs a sign: `Thanks, Anna`.
static FORMULAS: LazyLock<Phrases<bool>> =
    LazyLock::new(|| Phrases::forward(&[(CLOSINGS, false), (LONE, true)]));
static LINKS: LazyLock<Phrases<()>> = LazyLock::new(|| {
    Phrases::forward(&[(
        "and | und | et | y | e | en | och | og | ja | i | a | és | si | и | та | ve | και",
        (),
    )])
});
/// `aus Rom`, `from Anna`: a place or a name follows.
static FROM: LazyLock<Phrases<()>> = LazyLock::new(|| {
    Phrases::forward(&[(
        "from | aus | von | de | da | desde | dal | från | fra | uit | van | из | z | ze",
        (),
    )])
});

/// Formulas that stand at the end of a letter only.
pub(super) const CLOSINGS: &str = "
[with/with my/my/with the/and/our] (best/kind/kindest/warm/warmest/friendly/good) (regards/wishes/greetings) [to you/to all/to you all/as always]
best | cheers | cheers mate | regards | with regards | rgds | brgds | kr | best wishes | all the best | all my best | bests | very best | take care | sincerely | sincerely yours | very truly yours | yours | yours (truly/sincerely/faithfully/ever) | faithfully | respectfully | cordially | cheerio | ciao | so long | see you | see you (soon/later/around/then/next time/tomorrow) | see ya | talk to you soon | until next time | bye | bye bye | bye for now | goodbye | cu | xoxo | hugs | with love | lots of love | much love | have a nice day | have a good day
lg | vg | mfg | bg | glg | hg | sg | (viele/liebe/schöne/beste/herzliche/freundliche/sonnige/ganz liebe/viele liebe) (grüße/gruesse/grüsse/grüßle) | mit (freundlichen/besten/herzlichen/lieben/schachlichen/freundlichem/bestem/vielen) (grüßen/gruessen/grüssen/gruß/gruss) | (gruß/gruss/grüße/grüsse/gruesse) | (schönen/lieben/besten/freundlichen) (gruß/gruss) | schachliche grüße | hochachtungsvoll | alles gute | bis bald | bis dann | tschüss | tschau | servus | euer | herzlichst | herzlich
cordialement | bien cordialement | très cordialement | amicalement | bien amicalement | bien à (vous/toi) | sincèrement | respectueusement | (meilleures/sincères/amicales/cordiales) salutations | salutations | salutations (distinguées/cordiales/amicales) | à bientôt | à plus | bises | bisous | cdlt | cdt | au revoir | avec mes salutations | veuillez agréer mes salutations distinguées | mes amitiés | amitiés | bonne journée | bonne soirée
saludos | un saludo | un cordial saludo | saludos (cordiales/afectuosos/amistosos) | muchos saludos | atentamente | cordialmente | atte | un abrazo | abrazos | un fuerte abrazo | hasta (pronto/luego) | afectuosamente | sinceramente | reciba un cordial saludo | besos
(cordiali/distinti/cari/tanti/affettuosi) saluti | saluti | un saluto | un caro saluto | saluti (cordiali/distinti) | cordialmente | un abbraccio | a presto | arrivederci | con stima | sinceramente
atenciosamente | cordialmente | (um/um grande/um forte) abraço | abraços | abraço | saudações | (melhores/com os melhores) cumprimentos | cumprimentos | atte | até (logo/breve/mais) | respeitosamente | com estima | beijos
met (vriendelijke/hartelijke/vr/beste) (groet/groeten) | (hartelijke/vriendelijke/beste/veel/lieve) groeten | (hartelijke/vriendelijke) groet | groeten | groet | groetjes | gr | mvg | hoogachtend | tot (ziens/snel) | doei | liefs
[med] (vänliga/bästa/vänlig/varma/hjärtliga/många) (hälsningar/hälsning) | mvh | hälsningar | vänligen | hälsar | bästa hälsningar | vi ses | ha det bra | hej då
[med] (venlig/vennlig/kærlig/hjertelig/de bedste/mange/de beste/venlige/vennlige/beste) (hilsen/hilsner/hilsener) | mvh | vh | hilsen | hilsner | kh | hilsen fra | vi ses | ha det | ha det bra | hav det godt
(ystävällisin/parhain/terveisin/lämpimin) terveisin | terveisin | terveiset | ystävällisesti | kunnioittavasti | hei hei | moikka
pozdrawiam | (serdecznie/gorąco) pozdrawiam | pozdrawiam (serdecznie/gorąco/ciepło) | pozdrowienia | z (poważaniem/pozdrowieniami/wyrazami szacunku) | serdeczne pozdrowienia | pozdr | do (zobaczenia/widzenia)
s (pozdravem/přátelským pozdravem/úctou) | pozdrav | zdraví | (srdečné/přátelské) pozdravy | hezký den | měj se | na shledanou | s pozdravom | s úctou
üdvözlettel | (baráti/szívélyes/szíves/tisztelettel) üdvözlettel | tisztelettel | üdv | üdvözöl | puszi | viszlát | minden jót | baráti üdvözlettel
cu (stimă/respect/drag/prietenie/salutări) | salutări | toate cele bune | o zi bună | cele bune | numai bine | cu (deosebită stimă/cele mai bune gânduri) | la revedere
(с/со всем) (уважением/наилучшими пожеланиями/приветом/почтением/наилучшими/теплом/любовью) | искренне ваш | искренне | ваш | всего (доброго/хорошего/наилучшего) | до (свидания/встречи/скорого) | с дружеским приветом | пока | всего
з (повагою/найкращими побажаннями/пошаною/привітом/любовʼю) | щиро ваш | щиро | на все добре | до (побачення/зустрічі) | бувай | усього найкращого | всього найкращого
saygılarımla | saygılar | (en iyi/içten) dileklerimle | selamlar | sevgiler | sevgilerimle | hoşça kal | hoşçakal | görüşürüz | (iyi/en derin) saygılarımla | kolay gelsin | iyi günler
με (εκτίμηση/φιλικούς χαιρετισμούς/τιμή/αγάπη) | φιλικά | χαιρετισμούς | (πολλούς/φιλικούς/εγκάρδιους) χαιρετισμούς | (θερμούς) χαιρετισμούς | τα λέμε | αντίο
(lijep/lijepi/lep/srdačan/prijateljski/s poštovanjem i) (pozdrav/pozdravi) | pozdrav | pozdravi | puno pozdrava | s (poštovanjem/štovanjem/pozdravom) | srdačno | bok | doviđenja | поздрав | с поштовањем | срдачан поздрав | с уважение | поздрави | lp
此致 | 此致敬礼 | 敬礼 | 祝好 | 顺颂时祺 | 谨启 | 敬上 | 再见 | 祝安好 | 祝您好 | 敬具 | 草々 | かしこ | よろしくお願いします | よろしくお願いいたします | よろしくお願い致します | どうぞよろしくお願いします | 宜しくお願いします | 宜しくお願い致します | よろしく | 以上 | では | それでは | ではまた | 失礼します | 감사합니다 | 안녕히 계세요 | 수고하세요 | 드림 | 올림
";

/// Formulas that also stand before a turn or in a sentence; here they have to be alone on their line.
const LONE: &str = "
love | greetings | thanks | thx | many thanks | thank you | thank you very much | thanks a lot | thanks again | thank you again | thanks in advance | thank you in advance | warmly | truly | peace
danke | vielen dank | besten dank | danke schön | ciao | merci | merci beaucoup | merci d'avance | gracias | muchas gracias | gracias de antemano | grazie | grazie mille | obrigado | obrigada | bedankt | dank je | dank u | alvast bedankt | tack | tack på förhand | tak | takk | mange tak | tusen takk | kiitos | dzięki | dziękuję | z góry dziękuję | díky | děkuji | köszönöm | köszi | mulțumesc | mersi | спасибо | заранее спасибо | благодарю | дякую | teşekkürler | teşekkür ederim | ευχαριστώ | hvala | хвала | благодаря | 谢谢 | 謝謝 | ありがとう | ありがとうございます | ありがとうございました | 감사합니다 | 고맙습니다
";

/// Whether a line is a formula with which a letter closes: `Best regards,`, `Viele Grüße`. A name of up to
/// three words may follow it, also `aus Rom` or `from Anna`.
///
/// `Thanks for the game` is none, and neither is `Greetings from Rome`.
#[must_use]
pub fn closes(line: &str) -> bool {
    let line = line.trim();
    let words = Words::of(line);
    if line.len() > MAX_BYTES || words.len() == 0 || line.contains(['?', '？', '@']) {
        return false;
    }
    if !is_quiet(words.gap(0)) || !is_quiet(words.gap(words.len())) {
        return false;
    }
    let (mut at, mut formulas, mut long, mut lone) = (0, 0, false, false);
    while at < words.len() && is_quiet(words.gap(at)) {
        let link = LINKS.longest_at(&words, at).map_or(0, |(n, ())| n);
        let link = if formulas == 0 { 0 } else { link };
        let Some((count, needs_sign)) = FORMULAS.longest_at(&words, at + link) else {
            break;
        };
        long |= count > 1;
        lone = needs_sign;
        at += link + count;
        formulas += 1;
    }
    if formulas == 0 {
        return false;
    }
    // `Greetings from Rome` is a sentence, `Viele Grüße aus Rom` closes.
    let from = FROM.longest_at(&words, at).filter(|_| long && !lone);
    let from = from.map_or(0, |(n, ())| n);
    let name = words.name(at + from, 3);
    let sign = !words.gap(at).trim().is_empty();
    at + from + name == words.len()
        && (at..words.len()).all(|i| is_quiet(words.gap(i)))
        && (from == 0 || name > 0)
        && (!lone || name == 0 || sign)
}

/// Signs that may stand in and around a formula.
fn is_quiet(gap: &str) -> bool {
    gap.chars().all(|c| {
        c.is_whitespace() || ",.!;:-–—*_~()'’\"/，。！、".contains(c) || u32::from(c) >= 0x2600
    })
}

//! Answers of programs that no header marks: absence notices, read receipts and answers to invitations, known by
//! the form of their Subject or of their first lines. Such a form alone does not make a mail a program's: whoever
//! writes a turn below it is a person (`docs/mail-protocol.md`, rule 1).

/// What has the form of a program's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The Subject of an absence notice.
    Absence,
    /// The Subject of a read receipt, or of the answer to an invitation. Its text may be one word, such as
    /// `Accepted`.
    Receipt,
    /// The text of an absence notice.
    Words,
}

impl Form {
    /// The reason of a verdict.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Self::Absence => "the Subject of an absence notice",
            Self::Receipt => "the Subject of a receipt or of an answer to an invitation",
            Self::Words => "the text of an absence notice",
        }
    }
}

/// So many lines of a mail are looked at.
const LINES: usize = 12;

/// The form of a program's answer that a mail has; `lines` are its author's own lines.
#[must_use]
pub fn form(subject: &str, lines: &[String]) -> Option<Form> {
    by_subject(subject).or_else(|| by_words(lines).then_some(Form::Words))
}

/// The form that a Subject has.
#[must_use]
pub fn by_subject(subject: &str) -> Option<Form> {
    let subject = subject.trim().to_lowercase();
    let begins = |starts: &[&str]| {
        starts.iter().any(|start| {
            let rest = subject.strip_prefix(start).map(str::trim_start);
            // The words of the Subject that is answered stand behind a colon, or nothing does.
            rest.is_some_and(|rest| {
                rest.is_empty()
                    || rest.starts_with([':', '：', '-', '(', '[', '!'])
                    || rest.starts_with("re:")
            })
        })
    };
    let receipt = RECEIPTS.iter().any(|start| {
        let rest = subject.strip_prefix(start).map(str::trim_start);
        rest.and_then(|rest| rest.strip_prefix([':', '：']))
            .is_some_and(|rest| rest.contains("[#"))
    });
    if begins(ABSENCES) {
        Some(Form::Absence)
    } else if receipt
        || begins(&[
            "return receipt",
            "read receipt",
            "lesebestätigung",
            "accusé de lecture",
        ])
    {
        Some(Form::Receipt)
    } else {
        None
    }
}

/// Whether the first lines say that nobody is there, and something that only notices say.
fn by_words(lines: &[String]) -> bool {
    let text: Vec<String> = lines
        .iter()
        .take(LINES)
        .map(|line| line.to_lowercase())
        .collect();
    let text = text.join(" ").replace('\u{2019}', "'");
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| text.contains(phrase));
    says(AUTOMATIC) || says(AWAY) && says(NOTICE)
}

/// Beginnings of the Subjects of absence notices.
#[rustfmt::skip]
const ABSENCES: &[&str] = &[
    // English
    "automatic reply", "automatic response", "automated reply", "automated response", "auto reply", "auto-reply",
    "autoreply", "auto response", "auto-response", "autoresponse", "auto", "out of office", "out of the office",
    "out-of-office", "out of office autoreply", "out of office reply", "ooo", "away from office", "away from my mail",
    "vacation", "on vacation", "vacation reply", "holiday notice", "absence notice", "i am away", "on leave",
    // German
    "automatische antwort", "abwesenheitsnotiz", "abwesenheitsmeldung", "abwesenheitsnachricht",
    "abwesenheitsbenachrichtigung", "abwesend", "abwesenheit", "automatische abwesenheitsnotiz",
    "automatische eingangsbestätigung", "eingangsbestätigung", "urlaub", "im urlaub", "nicht im büro",
    // French
    "réponse automatique", "reponse automatique", "absence du bureau", "absent du bureau", "message d'absence",
    "en congé", "en congés", "en vacances", "absence", "absente du bureau",
    // Spanish, Catalan, Galician
    "respuesta automática", "respuesta automatica", "fuera de la oficina", "fuera de oficina", "de vacaciones",
    "resposta automàtica", "fora de l'oficina", "ausencia",
    // Italian
    "risposta automatica", "fuori sede", "fuori ufficio", "assente", "assenza", "in ferie", "assente dall'ufficio",
    // Portuguese
    "resposta automática", "resposta automatica", "ausência temporária", "fora do escritório", "em férias",
    "de férias", "ausência",
    // Dutch
    "automatisch antwoord", "automatische reactie", "automatische beantwoording", "afwezigheidsbericht",
    "afwezig", "niet aanwezig", "niet op kantoor", "met vakantie", "op vakantie",
    // Swedish, Danish, Norwegian, Finnish, Icelandic
    "autosvar", "automatiskt svar", "automatisk svar", "frånvaromeddelande", "frånvarande", "på semester",
    "fraværende", "fravær", "ikke til stede", "på ferie", "ikke på kontoret", "automaattinen vastaus",
    "poissaoloviesti", "poissa", "lomalla", "sjálfvirkt svar",
    // Polish, Czech, Slovak, Hungarian, Romanian
    "automatyczna odpowiedź", "odpowiedź automatyczna", "autoodpowiedź", "poza biurem", "nieobecność",
    "nieobecność w biurze", "urlop", "na urlopie", "automatická odpověď", "automaticka odpoved", "mimo kancelář",
    "na dovolené", "automatická odpoveď", "mimo kancelárie", "automatikus válasz", "házon kívül", "szabadság",
    "răspuns automat", "raspuns automat", "absent din birou",
    // South Slavic, Baltic, Greek, Turkish
    "samodejni odgovor", "automatski odgovor", "аутоматски одговор", "автоматичен отговор",
    "automatinis atsakymas", "automātiskā atbilde", "automātiska atbilde", "automaatvastus", "automaatne vastus",
    "αυτόματη απάντηση", "εκτός γραφείου", "otomatik yanıt", "otomatik yanit", "otomatik cevap", "ofis dışında",
    // Russian, Ukrainian
    "автоматический ответ", "автоответ", "вне офиса", "в отпуске", "отпуск", "автоматична відповідь",
    "автовідповідь", "у відпустці", "відпустка",
    // Chinese, Japanese, Korean, Vietnamese, Thai, Indonesian
    "自动回复", "自动答复", "自動回覆", "外出", "不在办公室", "休假", "自動返信", "自動応答", "自動送信",
    "不在通知", "不在のお知らせ", "不在連絡", "休暇のお知らせ", "자동 회신", "자동 응답", "자동응답", "부재중",
    "부재중 자동 응답", "trả lời tự động", "ตอบกลับอัตโนมัติ", "การตอบกลับอัตโนมัติ", "balasan otomatis",
    // Arabic, Hebrew, Persian, Hindi
    "رد تلقائي", "الرد التلقائي", "رد آلي", "תשובה אוטומטית", "מענה אוטומטי", "مخارج المكتب", "پاسخ خودکار",
    "स्वचालित उत्तर",
];

/// Beginnings of the Subjects of read receipts and of answers to invitations; the Subject that they answer stands
/// behind a colon (PidTagSubjectPrefix of Exchange).
#[rustfmt::skip]
const RECEIPTS: &[&str] = &[
    "read", "not read", "approved", "delivered", "recalled", "accepted", "declined", "tentative",
    "tentatively accepted", "updated invitation", "invitation", "canceled", "cancelled", "new time proposed",
    "gelesen", "ungelesen gelöscht", "nicht gelesen", "zugesagt", "abgelehnt", "mit vorbehalt",
    "mit vorbehalt angenommen", "angenommen", "abgesagt", "lu", "non lu", "accepté", "refusé", "provisoire",
    "leído", "no leído", "aceptado", "aceptada", "rechazado", "rechazada", "provisional", "letto", "non letto",
    "accettato", "accettata", "rifiutato", "rifiutata", "provvisorio", "lida", "não lida", "aceite", "aceito",
    "recusado", "gelezen", "niet gelezen", "geaccepteerd", "geweigerd", "voorlopig", "läst", "läses", "godkänt",
    "avböjt", "læst", "accepteret", "afslået", "lest", "godtatt", "avslått", "luettu", "hyväksytty", "hylätty",
    "przeczytano", "zaakceptowano", "odrzucono", "přečteno", "přijato", "odmítnuto", "olvasva", "elfogadva",
    "прочтено", "прочитано", "принято", "отклонено", "okundu", "kabul edildi", "reddedildi", "開封済み", "既読",
    "承諾", "辞退", "已读", "已接受", "已拒绝", "읽음", "수락", "거절",
];

/// What only programs say of themselves.
#[rustfmt::skip]
const AUTOMATIC: &[&str] = &[
    "this is an automatic reply", "this is an automated reply", "this is an automated response",
    "this is an automatic response", "this is an automatically generated", "this is an auto-reply",
    "this is an auto reply", "automatic reply:", "this message was generated automatically",
    "dies ist eine automatische", "dies ist eine automatisch", "diese nachricht wurde automatisch",
    "ceci est une réponse automatique", "ceci est un message automatique", "réponse automatique :",
    "esta es una respuesta automática", "este es un mensaje automático", "questa è una risposta automatica",
    "questo è un messaggio automatico", "esta é uma resposta automática", "esta é uma mensagem automática",
    "dit is een automatisch", "detta är ett automatiskt", "dette er et automatisk", "dette er en automatisk",
    "tämä on automaattinen", "to jest automatyczna odpowiedź", "wiadomość wygenerowana automatycznie",
    "toto je automatická odpověď", "ez egy automatikus", "acesta este un răspuns automat",
    "это автоматический ответ", "это автоматическое", "це автоматична відповідь", "bu bir otomatik yanıt",
    "bu otomatik bir", "αυτό είναι ένα αυτόματο", "このメールは自動", "これは自動", "自動返信", "此邮件为自动回复",
    "这是自动回复", "本邮件为自动回复", "這是自動回覆", "자동 응답 메일", "자동으로 발송", "자동 회신입니다",
];

/// That somebody is not there.
#[rustfmt::skip]
const AWAY: &[&str] = &[
    "out of the office", "out of office", "away from the office", "away from my desk", "not in the office",
    "on vacation", "on holiday", "on annual leave", "on leave", "maternity leave", "parental leave", "sick leave",
    "i am away", "i'm away", "i will be away", "i'll be away", "out of town", "no longer work", "currently away",
    "nicht im büro", "nicht im haus", "außer haus", "ausser haus", "im urlaub", "nicht erreichbar", "abwesend",
    "nicht am arbeitsplatz", "in elternzeit", "absent", "en congé", "en vacances", "en déplacement",
    "fuera de la oficina", "fuera de oficina", "de vacaciones", "ausente", "fuori ufficio", "fuori sede",
    "in ferie", "in vacanza", "assente", "fora do escritório", "de férias", "em férias", "niet op kantoor",
    "met vakantie", "op vakantie", "afwezig", "niet aanwezig", "inte på kontoret", "på semester", "är ledig",
    "ikke på kontoret", "på ferie", "holder ferie", "har ferie", "ikke til stede", "fraværende", "olen lomalla",
    "poissa", "en ole tavoitettavissa", "poza biurem", "na urlopie", "nieobecn", "mimo kancelář", "na dovolené",
    "nepřítom", "házon kívül", "szabadságon", "nem vagyok elérhető", "în concediu", "в отпуске", "отсутству",
    "не в офисе", "вне офиса", "у відпустці", "відсутн", "ofis dışında", "ofiste değil", "izinde", "tatilde",
    "εκτός γραφείου", "σε άδεια", "不在", "休暇", "外出", "お休み", "休假", "出差", "度假", "부재중", "휴가",
    "자리를 비",
];

/// What people say in a notice, and hardly in an answer to a letter about a game.
#[rustfmt::skip]
const NOTICE: &[&str] = &[
    "thank you for your e", "thank you for your mail", "thank you for your message", "thanks for your e",
    "thanks for your mail", "thanks for your message", "thank you for contacting", "thank you for writing",
    "i will reply", "i'll reply", "will respond", "i will answer", "get back to you", "upon my return",
    "on my return", "when i return", "when i am back", "when i'm back", "when i get back", "limited access",
    "no access to", "urgent", "not be forwarded", "in my absence", "please contact", "will be returning",
    "returning on", "as soon as i",
    "vielen dank für ihre", "danke für ihre", "danke für deine", "vielen dank für deine", "nach meiner rückkehr",
    "dringend", "wenden sie sich", "nicht weitergeleitet", "wieder erreichbar", "wieder im büro", "vertretung",
    "wieder im haus", "merci pour votre", "merci de votre", "merci pour ton", "à mon retour", "dès mon retour",
    "de retour", "en cas d'urgence", "veuillez contacter", "votre message", "gracias por su", "gracias por tu",
    "a mi regreso", "a mi vuelta", "en caso de urgencia", "urgente", "contacte con", "responderé",
    "grazie per", "al mio rientro", "al mio ritorno", "in caso di urgenza", "urgenze", "risponderò", "contattare",
    "obrigado pelo", "obrigada pelo", "no meu regresso", "no meu retorno", "responderei", "em caso de urgência",
    "bedankt voor uw", "bedankt voor je", "bij mijn terugkomst", "na mijn terugkeer", "ben ik terug", "dringende",
    "tack för ditt", "när jag är tillbaka", "är åter", "brådskande", "tak for din", "når jeg er tilbage",
    "jeg er tilbage", "takk for din", "når jeg er tilbake", "jeg er tilbake", "haster", "kiitos viestistäsi",
    "palaan", "kiireellis", "dziękuję za", "po powrocie", "pilnych", "proszę o kontakt", "děkuji za", "po návratu",
    "naléhav", "köszönöm", "visszatér", "sürgős", "vă mulțumesc", "спасибо за", "благодарю за", "по возвращении",
    "после возвращения", "срочн", "дякую за", "після повернення", "терміново", "teşekkür ederim", "teşekkürler",
    "döndüğümde", "acil", "ευχαριστώ", "επιστρέψω", "επείγον", "ありがとうございます", "戻り次第", "返信いたします",
    "ご連絡", "お急ぎ", "感谢您的", "谢谢您的", "您的邮件", "回复您", "紧急", "感謝您的", "緊急", "감사합니다",
    "복귀", "급한", "회신",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_alone_is_no_form() {
        for subject in [
            "Re: [#17] Chess: your turn 3",
            "Nf3",
            "Automatic promotion?",
            "Read this: e4",
            "Read: my notes about the game",
            "Vacation plans for July",
            "Automatically",
            "Lu Xun",
            "",
        ] {
            assert_eq!(by_subject(subject), None, "{subject}");
        }
        for line in [
            "I am on vacation until Sunday, so my answer takes a while.",
            "Thank you for your message, good luck!",
            "I am away on Monday.",
            "e4",
        ] {
            assert_eq!(form("Re: [#17] Chess", &[line.to_owned()]), None, "{line}");
        }
    }

    #[test]
    fn subjects_of_programs_have_a_form() {
        for subject in [
            "Automatic reply: [#17] Chess: your turn 3",
            "AUTOMATIC REPLY",
            "Out of Office Re: [#17] Chess",
            "Réponse automatique : [#17] Chess",
            "自動返信：[#17] Chess",
            "Abwesenheitsnotiz",
        ] {
            assert_eq!(by_subject(subject), Some(Form::Absence), "{subject}");
        }
        for subject in [
            "Accepted: [#17] Chess",
            "Lu : [#17] Chess",
            "Return Receipt",
        ] {
            assert_eq!(by_subject(subject), Some(Form::Receipt), "{subject}");
        }
    }
}

//! Reads the files of cases; `README.md` describes their form.

use std::collections::BTreeMap;

/// The state of a game before the mail of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The variant.
    pub variant: String,
    /// Its options.
    pub options: BTreeMap<String, String>,
    /// The start position, if it is not that of the variant.
    pub position: Option<String>,
    /// Turns that are played from there.
    pub turns: Vec<String>,
    /// Mails that are sent then, each by a seat.
    pub mails: Vec<(String, String)>,
    /// The terms of time; `None`: no clock.
    pub time: Option<String>,
    /// The seat that writes the mails of the cases; `None`: the one to move.
    pub from: Option<String>,
}

/// Cases that begin in the same way.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// Where it begins.
    pub line: usize,
    /// The turn that its mails mean, in canonical notation; `None` if it has a title alone.
    pub turn: Option<String>,
    /// The setup.
    pub setup: Setup,
    /// The cases.
    pub cases: Vec<Case>,
}

/// A mail, and what shall come of it.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// Where it begins.
    pub line: usize,
    /// The subject, if it is not that of the answered letter.
    pub subject: Option<String>,
    /// The body.
    pub body: String,
    /// Whether it is written on one line of the file.
    pub single: bool,
    /// What shall come of it.
    pub want: Want,
}

/// What shall come of a mail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Want {
    /// What becomes of the turn.
    pub verdict: Option<Verdict>,
    /// The words that go to the opponent; `None`: none are named.
    pub words: Option<String>,
    /// Words that may go to the opponent, whole, in part, or not.
    pub may: Option<String>,
    /// Whether any words above the quote may.
    pub open: bool,
    /// What else happens: `offer`, `drawn`, `declined`, `resigned`, `propose`.
    pub others: Vec<String>,
}

/// What becomes of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is played.
    Played(String),
    /// It is played, or it is asked whether this turn is meant.
    Understood(String),
    /// It is asked whether one of these is meant.
    Asked(Vec<String>),
    /// It is refused, and the answer has this code.
    Refused(String),
    /// Nothing is played and nothing asked; the mail is answered.
    Answered,
    /// Nothing is played. If anything is asked, it is about these.
    Unplayed(Vec<String>),
    /// Nothing is played or asked, and the answer names one of these commands.
    Help(Vec<String>),
    /// Nothing is done that cannot be taken back, and the answer asks to confirm this command.
    Asks(String),
    /// This command is carried out, or the answer asks to confirm it.
    Does(String),
}

impl Verdict {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Played(_) => "played",
            Self::Understood(_) => "understood",
            Self::Asked(_) => "asked",
            Self::Refused(_) => "refused",
            Self::Answered => "answered",
            Self::Unplayed(_) => "unplayed",
            Self::Help(_) => "help",
            Self::Asks(_) => "asks",
            Self::Does(_) => "does",
        }
    }
}

/// Reads a file.
pub fn read(text: &str) -> Result<Vec<Section>, String> {
    let mut reader = Reader::default();
    for (at, line) in text.lines().enumerate() {
        reader.line = at + 1;
        reader
            .take(line)
            .map_err(|e| format!("line {}: {e}", at + 1))?;
    }
    reader.close().map_err(|e| format!("at the end: {e}"))?;
    Ok(reader.sections)
}

#[derive(Default)]
struct Reader {
    line: usize,
    setup: Setup,
    /// Whether the line before belongs to a setup.
    in_setup: bool,
    sections: Vec<Section>,
    /// The case that is being read, with its outcomes as written.
    open: Option<(Case, Vec<String>)>,
}

impl Reader {
    fn take(&mut self, line: &str) -> Result<(), String> {
        if line.starts_with('#') {
            return Ok(());
        }
        let in_setup = std::mem::take(&mut self.in_setup);
        if line.trim().is_empty() {
            return self.close();
        }
        if let Some(outcome) = line.strip_prefix("=> ") {
            let (_, outcomes) = self.open.as_mut().ok_or("an outcome without a mail")?;
            outcomes.push(outcome.trim().to_owned());
            return Ok(());
        }
        if let Some(text) = line.strip_prefix('|') {
            return self.body(text.strip_prefix(' ').unwrap_or(text));
        }
        self.close()?;
        if let Some(setting) = line.strip_prefix("% ") {
            if !in_setup {
                let variant = std::mem::take(&mut self.setup.variant);
                let options = std::mem::take(&mut self.setup.options);
                self.setup = Setup {
                    variant,
                    options,
                    ..Setup::default()
                };
            }
            self.in_setup = true;
            return self.setting(setting.trim());
        }
        if let Some(title) = line.strip_prefix("= ").or(line.strip_prefix("== ")) {
            let turn = line.starts_with("= ").then(|| title.trim().to_owned());
            self.sections.push(Section {
                line: self.line,
                turn,
                setup: self.setup.clone(),
                cases: Vec::new(),
            });
            return Ok(());
        }
        let mut parts = line.split(" => ");
        let way = parts.next().unwrap_or_default().trim_end().to_owned();
        let outcomes = parts.map(|part| part.trim().to_owned()).collect();
        let mut case = Case {
            line: self.line,
            single: true,
            ..Case::default()
        };
        match way.strip_prefix("Subject:") {
            Some(subject) => case.subject = Some(subject.trim().to_owned()),
            None => case.body = way,
        }
        self.open = Some((case, outcomes));
        Ok(())
    }

    /// A line of a mail of several lines.
    fn body(&mut self, text: &str) -> Result<(), String> {
        let goes_on = match &self.open {
            None => false,
            Some((case, outcomes)) if outcomes.is_empty() => !case.single || case.subject.is_some(),
            Some(_) => false,
        };
        if !goes_on {
            self.close()?;
            let case = Case {
                line: self.line,
                ..Case::default()
            };
            self.open = Some((case, Vec::new()));
        }
        if let Some((case, _)) = &mut self.open {
            case.single = false;
            case.body.push_str(text);
            case.body.push('\n');
        }
        Ok(())
    }

    fn setting(&mut self, line: &str) -> Result<(), String> {
        let (name, value) = line.split_once(' ').ok_or("a setting without a value")?;
        let value = value.trim();
        match name {
            "variant" => {
                let mut words = value.split_whitespace();
                let variant = words.next().unwrap_or_default().to_owned();
                let options = words.filter_map(|word| word.split_once('='));
                let options = options.map(|(key, value)| (key.to_owned(), value.to_owned()));
                self.setup = Setup {
                    variant,
                    options: options.collect(),
                    ..Setup::default()
                };
            }
            "position" => self.setup.position = Some(value.to_owned()),
            "turns" => {
                let turns = value.split(';').map(|turn| turn.trim().to_owned());
                self.setup.turns.extend(turns);
            }
            "mail" => {
                let (seat, text) = value.split_once(": ").ok_or("mail SEAT: TEXT")?;
                self.setup.mails.push((seat.to_owned(), text.to_owned()));
            }
            "from" => self.setup.from = Some(value.to_owned()),
            other => return Err(format!("no setting {other:?}")),
        }
        Ok(())
    }

    /// Ends the case that is being read.
    fn close(&mut self) -> Result<(), String> {
        let Some((mut case, outcomes)) = self.open.take() else {
            return Ok(());
        };
        let section = self
            .sections
            .last_mut()
            .ok_or("a mail before the first section")?;
        case.want = want(&outcomes, section.turn.as_deref())?;
        section.cases.push(case);
        Ok(())
    }
}

/// Reads outcomes.
fn want(outcomes: &[String], turn: Option<&str>) -> Result<Want, String> {
    let mut want = Want::default();
    for outcome in outcomes {
        let (word, rest) = outcome.split_once(' ').unwrap_or((outcome, ""));
        let rest = rest.trim();
        let turns = || -> Vec<String> {
            let named = rest.split('|').map(|turn| turn.trim().to_owned());
            let named: Vec<String> = named.filter(|turn| !turn.is_empty()).collect();
            let of_section = turn.filter(|_| named.is_empty()).map(str::to_owned);
            named.into_iter().chain(of_section).collect()
        };
        let verdict = match word {
            "played" | "understood" => {
                let mut turns = turns();
                (turns.len() == 1).then_some(()).ok_or("played: one turn")?;
                match word {
                    "played" => Verdict::Played(turns.remove(0)),
                    _ => Verdict::Understood(turns.remove(0)),
                }
            }
            "asked" => Verdict::Asked(turns()),
            "refused" => Verdict::Refused(rest.to_owned()),
            "answered" => Verdict::Answered,
            "unplayed" => Verdict::Unplayed(turns()),
            "help" | "asks" | "does" if rest.is_empty() => {
                return Err(format!("{word}: which command?"));
            }
            "help" => Verdict::Help(rest.split('|').map(|name| name.trim().to_owned()).collect()),
            "asks" => Verdict::Asks(rest.to_owned()),
            "does" => Verdict::Does(rest.to_owned()),
            "any-words" => {
                want.open = true;
                continue;
            }
            "words?:" => {
                let before = want.may.take().map(|words| words + " ");
                want.may = Some(before.unwrap_or_default() + rest);
                continue;
            }
            "words:" => {
                let before = want.words.take().map(|words| words + " ");
                want.words = Some(before.unwrap_or_default() + rest);
                continue;
            }
            "offer" | "drawn" | "declined" | "resigned" | "propose" => {
                want.others.push(word.to_owned());
                continue;
            }
            other => return Err(format!("no outcome {other:?}")),
        };
        if want.verdict.replace(verdict).is_some() {
            return Err("two verdicts".to_owned());
        }
    }
    if want.verdict.is_none() {
        want.verdict = match turn {
            Some(turn) => Some(Verdict::Played(turn.to_owned())),
            None if outcomes.is_empty() => return Err("a mail without an outcome".to_owned()),
            None => Some(Verdict::Answered),
        };
    }
    Ok(want)
}

//! Reads the steps of a conversation. A step is a line, most with an indented text below (four
//! blanks); what came of it (`->`, `=>`) is not read:
//!
//! ```text
//! # A remark; it is in the transcript too.
//! umpire new hans38 anna boris turn=postal-plus
//! umpire event spring-2027 "chess time 3d/move" places=4 double=yes    (then: start, off NAME, close NAME, enter, leave NAME anna, seat NAME anna boris, director NAME anna [remove])
//! umpire undo 1 "The umpire's reason"
//! umpire extend 1 white 3d        (also pause 1 "why", resume 1)
//! umpire replace 1 white cleo "Anna is ill."     (a seat, or a name)
//! umpire rollback 1 12... "why"   (also terminate 1 "why")
//! umpire announce 1 "Words."      (or: announce all)
//! umpire add Anna anna@example.org
//! umpires max eva                 (who may write `umpire #1 …`: a setting, for the whole conversation)
//! variants club.ini public=club   (the operator's file has this text from now on)
//! clock +2d                       (at once: no mail is read meanwhile)
//! pass +2d                        (hour by hour; whole days or hours: 5h)
//! source away                     (no mail can be read; or back)
//! relay away                      (or back)
//! relay refuses boris@example.net "550 5.1.1 no such user"
//! mail anna                       (answers her newest letter, quoting it)
//!     @@f3
//! mail boris answers=2 subject="Re: x" cc=anna@example.org quote=no
//! mail anna auth="dmarc=pass header.from=example.org"    (what the host of the settings has found)
//! mail anna key=tampered           (one letter of the key is another one; also cut, half, longer, removed)
//! mail anna times=20              (20 mails of the same text, each with a Message-ID of its own)
//! mail anna received="Thu, 8 Jan 2026 11:00:00 +0000"    (the line of the host of the settings)
//! mail anna arrived=2026-01-08T11:00:00Z          (what its file says about when it came)
//! again                           (the last mail's bytes once more, in a file of their own)
//! served                          (pages are served from now on)
//! form anna                       (the form behind the link of her newest letter; below, the turn)
//! click anna                      (unsubscribes by its link)
//! raw                             (a whole message; {key anna} and the like are used in it, too)
//! ```
//!
//! How letters are shown: `whole` and `headers NAME,NAME` are for the next step alone; `brief on` shows
//! subjects alone, until `brief off`.
//!
//! In mails: `{key anna}` (of her newest letter), `{key anna 2}` (of her second), so also `{id …}`
//! (Message-ID), `{reply …}` (Reply-To) and `{bounce …}` (envelope sender), `{code …}` (that confirms an address); `{nul}`, `{esc}`,
//! `{bell}`, `{rlo}` (turns the direction of writing).

/// One step.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// Its line number in the file.
    pub line: usize,
    /// Its lines as written, for the transcript, with those above it on how letters are shown.
    pub text: String,
    /// The line's words.
    pub words: Vec<String>,
    /// The text below.
    pub body: String,
    /// How its letters are shown.
    pub shown: Shown,
}

/// How letters are shown.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// Whole, with board and legend.
    pub whole: bool,
    /// The subject alone.
    pub brief: bool,
    /// With these headers.
    pub headers: Vec<String>,
}

impl Step {
    /// `name=VALUE` among the words.
    pub fn option<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        self.options(name).next()
    }

    /// All values of `name=VALUE`.
    pub fn options<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.words
            .iter()
            .filter_map(move |word| word.split_once('=').filter(|(key, _)| *key == name))
            .map(|(_, value)| value)
    }

    /// The nth word that is no option.
    pub fn word(&self, at: usize) -> Option<&str> {
        self.words.get(at).map(String::as_str)
    }
}

/// Reads the steps.
pub fn read(text: &str) -> Result<Vec<Step>, String> {
    let mut steps: Vec<Step> = Vec::new();
    let mut shown = Shown::default();
    let mut above = String::new();
    let mut outcome = false;
    for (at, line) in text.lines().enumerate() {
        let below = line.is_empty() || line.starts_with(' ');
        outcome = outcome && below || line.starts_with("-> ") || line.starts_with("=> ");
        if outcome {
            continue;
        }
        if let Some(part) = line
            .strip_prefix("    ")
            .or(line.trim().is_empty().then_some(""))
        {
            if let Some(step) = steps.last_mut() {
                step.text.push_str(line.trim_end_matches('\n'));
                step.text.push('\n');
                step.body.push_str(part);
                step.body.push('\n');
            }
            continue;
        }
        let words = words(line).ok_or_else(|| format!("line {}: a quote is open", at + 1))?;
        above += &format!("{line}\n");
        match words.first().map(String::as_str) {
            Some("whole") => shown.whole = true,
            Some("headers") => {
                let names = words.get(1).ok_or("headers: which?")?;
                shown.headers = names.split(',').map(str::to_owned).collect();
            }
            Some("brief") => shown.brief = words.get(1).is_some_and(|word| word == "on"),
            _ => {
                steps.push(Step {
                    line: at + 1,
                    text: std::mem::take(&mut above),
                    words,
                    body: String::new(),
                    shown: shown.clone(),
                });
                if !line.starts_with('#') {
                    shown.whole = false;
                    shown.headers.clear();
                }
            }
        }
    }
    if !above.is_empty() {
        return Err(format!("no step is below {}", above.trim_end()));
    }
    for step in &mut steps {
        step.body.truncate(step.body.trim_end_matches('\n').len());
        step.text.truncate(step.text.trim_end().len());
        step.text.push('\n');
    }
    Ok(steps)
}

/// The words, split at blanks outside double quotes, without the quotes.
fn words(line: &str) -> Option<Vec<String>> {
    if line.starts_with('#') {
        return Some(vec!["#".to_owned()]);
    }
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut()?.push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    (!quoted).then_some(words)
}

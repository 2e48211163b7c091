//! What is tried on the lines of every mail: the command reader, without a game and with games.

use zugpost::commands::umpire::{UmpireAct, read_umpire_line, umpire_lines};
use zugpost::commands::{
    Command, NoGame, Script, Stage, Turns, read, subject_game, subject_text, without_password,
};
use zugpost::rules::game::{Game, Mention, TurnReading};
use zugpost::variants;

use super::games::{line, started};

/// Most lines that are read of one mail; further ones are only counted.
const LINES: usize = 200;

/// `GAME OPTION`, a line whose first two bytes say what state the game is in and whether the author was asked
/// something, and whose other bytes choose the turns that are played first, the Subject, and the author's lines.
pub fn commands(input: &[u8]) {
    let (setting, rest) = line(input);
    let (state, rest) = line(rest);
    let text = String::from_utf8_lossy(rest);
    let mut lines = text.split('\n').map(cleaned);
    let subject = lines.next().unwrap_or_default();
    let lines: Vec<String> = lines.collect();
    let at = |at: usize| state.get(at).copied().unwrap_or_default();
    let Some(first) = started(setting, state.get(2..).unwrap_or_default()) else {
        return;
    };
    let Some(second) = started(&setting[setting.len() / 2..], &[]) else {
        return;
    };
    let games = Games {
        games: [first, second],
        stage: [Stage::Playing, Stage::Offered, Stage::Over, Stage::None][usize::from(at(0) % 4)],
        asked: at(1) % 2 == 1,
    };
    let _ = (
        subject_game(&subject),
        subject_text(&subject, variants::Games::built_in()),
    );
    script(&read(&lines, &subject, &games), &lines, &subject);
    script(
        &read(&lines, &subject, &NoGame(variants::Games::built_in())),
        &lines,
        &subject,
    );
    for line in &lines {
        let shown = without_password(line);
        assert!(
            shown.chars().count() <= line.chars().count() + 3,
            "{line:?}: {shown:?}"
        );
    }
}

/// The Subject, and the lines of a mail of an umpire.
pub fn umpire(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let mut lines = text.split('\n').map(cleaned);
    let subject = lines.next().unwrap_or_default();
    let lines: Vec<String> = lines.collect();
    let script = umpire_lines(&lines, &subject);
    assert!(script.commands.len() + script.others.len() <= lines.len() + 1);
    for command in &script.commands {
        let Some((game, act)) = read_umpire_line(command) else {
            continue;
        };
        assert!(game > 0, "{command:?}");
        let (named, told) = match &act {
            UmpireAct::Pause(why) | UmpireAct::Terminate(why) => ("", &why.reason),
            UmpireAct::Resume => continue,
            UmpireAct::Extend(extend) => (extend.seat.as_deref().unwrap_or(""), &extend.length),
            UmpireAct::Rollback(back) => ("", &back.why.reason),
            UmpireAct::Adjudicate(end) => (&*end.result, &end.why.reason),
            UmpireAct::Forfeit(out) => (&*out.seat, &out.why.reason),
            UmpireAct::Replace(other) => (&*other.who, &other.why.reason),
            UmpireAct::Announce { words } => ("", words),
        };
        // What players are told is a part of the command, as it was written.
        assert!(command.contains(told), "{command:?}: {told:?}");
        for word in named.split(' ') {
            assert!(command.contains(word), "{command:?}: {word:?}");
        }
    }
}

/// As the mail reader leaves a line: no control characters.
fn cleaned(line: &str) -> String {
    line.chars().filter(|c| !c.is_control()).collect()
}

/// What is true of every script: what it says comes from the mail, and nothing is longer than that.
fn script(script: &Script, lines: &[String], subject: &str) {
    assert!(
        script.lines.len() <= LINES + 1,
        "{} lines",
        script.lines.len()
    );
    assert!(script.unread + script.signature <= lines.len());
    let most: usize = lines.iter().map(|line| line.len() + 1).sum::<usize>() + subject.len();
    for line in &script.lines {
        assert!(!line.text.trim().is_empty(), "an empty line");
        // The lines of a plan are kept together.
        let plan = matches!(line.command, Command::Plan(_));
        let control = |c: char| c.is_control() && !(plan && c == '\n');
        assert!(!line.text.contains(control), "{:?}", line.text);
        let words = line.words.as_deref().unwrap_or_default();
        assert!(
            words.len() <= 2 * most,
            "{} bytes of words of {most}",
            words.len()
        );
        match &line.command {
            Command::Turn { turn, .. } => assert!(!turn.trim().is_empty(), "{:?}", line.text),
            Command::Say { text, .. } => assert!(!text.trim().is_empty(), "{:?}", line.text),
            _ => {}
        }
        // What other servers had, and this one has not, is in no table.
        let misused = matches!(line.command, Command::Misused { .. });
        if let Some(verb) = line.command.verb().filter(|_| !misused) {
            assert!(zugpost::commands::table::find(verb).is_some(), "{verb}");
        }
    }
}

/// Two games; the number that a line names says which is meant.
struct Games {
    games: [Box<dyn Game>; 2],
    stage: Stage,
    asked: bool,
}

impl Games {
    fn game(&self, number: Option<i64>) -> &dyn Game {
        let second = number.is_some_and(|number| number % 2 == 0);
        self.games[usize::from(second)].as_ref()
    }
}

impl Turns for Games {
    fn reading(&self, game: Option<i64>, text: &str) -> TurnReading {
        self.game(game).reading(text)
    }
    fn legal(&self, game: Option<i64>, text: &str) -> Option<String> {
        self.game(game).meaning(text).ok()
    }
    fn goes_on(&self, game: Option<i64>, text: &str) -> bool {
        let begun = self.game(game).begin(text);
        begun.is_ok_and(|begun| !begun.next.is_empty())
    }
    fn mentions(&self, game: Option<i64>, text: &str) -> Vec<Mention> {
        self.game(game).mentions(text)
    }
    fn games(&self) -> &variants::Games {
        variants::Games::built_in()
    }
    fn stage(&self, _game: Option<i64>) -> Stage {
        self.stage
    }
    fn asked(&self, _game: Option<i64>) -> bool {
        self.asked
    }
    fn author(&self) -> &str {
        "Anna Berg"
    }
}

//! The table of verbs: all commands, also those that this server does not have yet. Reading commands, and
//! the texts of `commands` and `help`, use it. A new command needs a row here.

use super::Command;
use super::line::Certainty;
use super::shapes::{self, Arguments, Reading};

/// One command.
pub struct Verb {
    /// The word that players write first.
    pub name: &'static str,
    /// Other words for it.
    pub aliases: &'static [&'static str],
    /// Whole lines in lower case that mean it, each with the arguments that it stands for.
    pub phrases: &'static [(&'static str, &'static str)],
    /// Its syntax: capitals are placeholders, brackets mark what may be left out.
    pub shape: &'static str,
    /// What it does, in a few words; empty for verbs that this server does not have.
    pub help: &'static str,
    /// An example line; empty for verbs that this server does not have.
    pub example: &'static str,
    takes: Takes,
}

/// How a verb's arguments are read.
enum Takes {
    /// A verb that this server has. The function returns `None` if the arguments do not fit.
    Now(fn(&Arguments) -> Option<Reading>),
    /// A verb that this server does not have yet. The function says whether arguments fit.
    Later(Usage, fn(&Arguments) -> bool),
}

/// How the word of a verb is used in ordinary prose.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Usage {
    /// It hardly ever begins a sentence: `challenge`, `unwatch`.
    Rare,
    /// It often begins a sentence: `if`, `no`, `note`. Such a line is never sure, and is ignored if the
    /// arguments do not fit.
    Common,
}

impl Verb {
    /// Whether this server has the command.
    #[must_use]
    pub fn is_built(&self) -> bool {
        matches!(self.takes, Takes::Now(_))
    }

    fn read(&self, arguments: &Arguments) -> Option<Reading> {
        let misused = |hint| Command::Misused {
            verb: self.name,
            hint,
        };
        match self.takes {
            Takes::Now(read) => read(arguments).or_else(|| {
                let hint = if self.shape == self.example {
                    format!("Write `{}` alone on its line.", self.shape)
                } else {
                    format!("Write `{}`, for example `{}`.", self.shape, self.example)
                };
                Some((misused(hint), Certainty::Loose))
            }),
            Takes::Later(usage, fits) => {
                let certainty = match (usage, fits(arguments)) {
                    (Usage::Rare, true) => Certainty::Sure,
                    (Usage::Common, false) => return None,
                    _ => Certainty::Loose,
                };
                let hint = format!("This server does not have `{}` yet.", self.name);
                Some((misused(hint), certainty))
            }
        }
    }
}

/// The verb with this name or alias, in any case.
#[must_use]
pub fn find(word: &str) -> Option<&'static Verb> {
    let is = |name: &&str| name.eq_ignore_ascii_case(word);
    VERBS
        .iter()
        .find(|v| is(&v.name))
        .or_else(|| VERBS.iter().find(|v| v.aliases.iter().any(is)))
}

/// Reads a line as a command; `None` if it does not begin with the word of a verb.
pub(super) fn read(text: &str, turnlike: &dyn Fn(&str) -> bool) -> Option<Reading> {
    let reading = read_statement(text, turnlike);
    if matches!(reading, Some((_, Certainty::Sure))) {
        return reading;
    }
    // Questions are understood for commands that only show something: `games?` and `please show the
    // board` are, but `resign?` does not resign.
    let asked = shapes::without_courtesy(text).and_then(|t| read_statement(t, turnlike));
    let asked = asked.filter(|(c, sure)| *sure == Certainty::Sure && shapes::is_question(c));
    asked.or(reading)
}

fn read_statement(text: &str, turnlike: &dyn Fn(&str) -> bool) -> Option<Reading> {
    let plain = shapes::plain(text);
    let phrase = |v: &'static Verb| {
        v.phrases
            .iter()
            .find(|(line, _)| *line == plain)
            .map(|(_, arguments)| (v, *arguments))
    };
    if let Some((verb, arguments)) = VERBS.iter().find_map(phrase) {
        return verb.read(&Arguments::new(arguments, turnlike));
    }
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim_start();
    let word = word.trim_end_matches(if rest.is_empty() {
        &['.', '!', ',', ';', ':'][..]
    } else {
        &[':']
    });
    find(word)?.read(&Arguments::new(rest, turnlike))
}

const fn now(
    name: &'static str,
    shape: &'static str,
    help: &'static str,
    example: &'static str,
    read: fn(&Arguments) -> Option<Reading>,
) -> Verb {
    Verb {
        name,
        aliases: &[],
        phrases: &[],
        shape,
        help,
        example,
        takes: Takes::Now(read),
    }
}

const fn later(
    name: &'static str,
    shape: &'static str,
    usage: Usage,
    fits: fn(&Arguments) -> bool,
) -> Verb {
    let takes = Takes::Later(usage, fits);
    Verb {
        name,
        aliases: &[],
        phrases: &[],
        shape,
        help: "",
        example: "",
        takes,
    }
}

use Usage::{Common, Rare};

/// All verbs: those that this server has, in the order in which `commands` lists them, then the
/// rest of the protocol.
#[rustfmt::skip]
pub static VERBS: &[Verb] = &[
    now("move", "move TURN", "play a turn (`move` may be left out)", "move Ng1-f3", shapes::play),
    Verb {
        aliases: &["try"],
        ..now("preview", "preview TURN", "see the board after a turn, without playing it", "preview Ng1-f3", shapes::preview)
    },
    Verb {
        phrases: &[("legal moves", ""), ("legal turns", ""), ("list legal moves", "")],
        ..now("legal", "legal [PIECE OR SQUARE]", "list the legal turns", "legal e2", shapes::legal)
    },
    now("hold", "hold BEGINNING", "keep the beginning of a long turn", "hold Ng1-f3", shapes::hold),
    now("drop", "drop", "drop what you are holding", "drop", shapes::drop_held),
    Verb {
        aliases: &["resigns"],
        phrases: &[
            ("i resign", ""), ("i resign the game", ""), ("i resign this game", ""),
            ("i hereby resign", ""), ("give up", ""), ("i give up", ""),
        ],
        ..now("resign", "resign", "give up the game", "resign", shapes::resign)
    },
    Verb {
        phrases: &[
            ("draw?", "offer"), ("offer draw", "offer"), ("offer a draw", "offer"),
            ("i offer a draw", "offer"), ("i offer draw", "offer"),
            ("accept draw", "accept"), ("accept the draw", "accept"), ("accept draw offer", "accept"),
            ("i accept the draw", "accept"), ("i accept the draw offer", "accept"),
            ("i accept your draw offer", "accept"),
            ("decline draw", "decline"), ("decline the draw", "decline"), ("decline draw offer", "decline"),
            ("i decline the draw", "decline"), ("i decline the draw offer", "decline"),
            ("i decline your draw offer", "decline"),
            ("claim draw", "claim"), ("claim a draw", "claim"), ("i claim a draw", "claim"),
        ],
        ..now("draw", "draw offer|accept|decline|claim [TURN]", "agree on a draw, or claim one", "draw offer", shapes::draw)
    },
    now("say", "say [to SEAT:] TEXT", "write to the other players, or to one", "say to black: Well played!", shapes::say),
    Verb {
        aliases: &["board", "position"],
        phrases: &[("show the board", ""), ("show me the board", ""), ("show board", "")],
        ..now("show", "show [#GAME] [at TURN]", "see a board", "show #17 at 12", shapes::show)
    },
    Verb {
        aliases: &["moves"],
        ..now("history", "history", "list the turns so far", "history", shapes::history)
    },
    Verb {
        aliases: &["status", "list"],
        phrases: &[("my games", ""), ("list games", ""), ("list my games", "")],
        ..now("games", "games", "list your games", "games", shapes::games)
    },
    Verb {
        phrases: &[("help me", "")],
        ..now("help", "help [TOPIC]", "list the commands, or explain one", "help draw", shapes::help)
    },
    Verb {
        aliases: &["command"],
        phrases: &[("list commands", ""), ("help commands", "")],
        ..now("commands", "commands", "this list", "commands", shapes::commands)
    },
    now("rules", "rules [VARIANT]", "read the rules of a game", "rules hans38", shapes::rules),
    now("variants", "variants", "list what can be played here", "variants", shapes::variants),
    Verb {
        phrases: &[("send again", ""), ("resend letter", ""), ("resend the letter", "")],
        ..now("resend", "resend", "get my last letter again", "resend", shapes::resend)
    },

    // The rest of the protocol.
    later("yes", "yes", Common, |a| a.are(&["", "add"])),
    later("no", "no", Common, |a| a.are(&[""])),
    later("set", "set board|format|notation|lang VALUE", Common, |a| {
        a.begin_with(&["board", "format", "notation", "lang", "mail"]) && a.count(2..=3)
    }),
    later("format", "format html|spoken", Rare, |a| a.count(1..=1)),
    later("notation", "notation NAME", Common, |a| a.count(1..=1)),
    later("mail", "mail each|digest HH:MM", Common, |a| a.begin_with(&["each", "digest"])),
    later("flip", "flip on|off", Common, |a| a.are(&["on", "off"])),
    later("strict", "strict on|off", Common, |a| a.are(&["on", "off"])),
    later("chat", "chat on|off", Common, |a| a.are(&["on", "off"])),
    later("lang", "lang LANGUAGE", Rare, |a| a.count(1..=1)),
    later("confirm", "confirm CODE|on|off", Rare, |a| a.count(1..=1)),
    later("unsubscribe", "unsubscribe", Rare, |a| a.count(0..=1)),
    later("address", "address add|remove A", Rare, |a| a.begin_with(&["add", "remove"]) && a.count(2..=2)),
    later("undo", "undo [accept|decline]", Rare, |a| a.are(&["", "accept", "decline"])),
    later("if", "if TURN then TURN", Common, |a| a.contain("then")),
    later("plans", "plans [clear|test]", Rare, |a| a.are(&["", "clear", "test"])),
    later("challenge", "challenge WHO VARIANT", Rare, |a| a.count(2..=30)),
    later("seek", "seek VARIANT", Rare, |a| a.count(1..=30)),
    later("seeks", "seeks", Rare, |a| a.are(&[""])),
    later("join", "join N", Rare, |a| a.is_number()),
    later("withdraw", "withdraw N", Rare, |a| a.is_number()),
    later("accept", "accept N", Rare, |a| a.is_number()),
    later("decline", "decline N", Rare, |a| a.is_number()),
    later("counter", "counter N", Rare, |a| a.begin_with_digit()),
    later("rematch", "rematch", Rare, |a| a.are(&[""])),
    later("clock", "clock", Rare, |a| a.are(&[""])),
    later("vacation", "vacation DATE to DATE", Rare, |a| a.count(1..=3)),
    later("pause", "pause", Rare, |a| a.are(&[""])),
    later("resume", "resume", Rare, |a| a.are(&[""])),
    later("addtime", "addtime 2d", Rare, |a| a.count(1..=1)),
    later("forgive", "forgive", Common, |a| a.are(&[""])),
    later("remind", "remind 3d 1d 6h", Common, |a| a.begin_with_digit()),
    later("zone", "zone Europe/Rome", Rare, |a| a.count(1..=1)),
    later("quiet", "quiet 22:00-07:00", Common, |a| a.begin_with_digit()),
    later("message", "message WHO", Common, |a| a.count(1..=2)),
    later("note", "note TEXT", Common, |a| !a.are(&[""])),
    later("notes", "notes", Rare, |a| a.are(&[""])),
    later("mute", "mute WHO", Rare, |a| a.count(1..=1)),
    later("block", "block WHO", Rare, |a| a.count(1..=1)),
    later("report", "report TEXT", Common, |a| !a.are(&[""])),
    later("export", "export [#17|me]", Rare, |a| a.count(0..=1)),
    later("who", "who NAME", Common, |a| a.count(1..=1)),
    later("ratings", "ratings [VARIANT]", Rare, |a| a.count(0..=1)),
    later("standings", "standings EVENT", Rare, |a| a.count(1..=1)),
    later("watch", "watch #17", Common, |a| a.is_number()),
    later("unwatch", "unwatch #17", Rare, |a| a.is_number()),
    later("register", "register NAME", Rare, |a| a.count(1..=2)),
    later("leave", "leave", Common, |a| a.are(&[""])),
    later("forget", "forget me", Common, |a| a.are(&["me"])),
    later("umpire", "umpire #17 ACT", Rare, |a| a.begin_with_game() && a.count(2..=1000)),
];

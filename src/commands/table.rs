//! The table of verbs: all commands, also those that this server does not have yet. Reading commands, and
//! the texts of `commands` and `help`, use it. A new command needs a row here, and a text that says what it
//! does in `templates/en/help/commands.txt`.

use std::borrow::Cow;

use super::events;
use super::line::Certainty;
use super::people;
use super::personal;
use super::shapes::{self, Arguments, Reading};
use super::turns::InGame;
use super::{Command, Hint, consent, meeting};

/// A command with its syntax, and how its arguments are read.
pub struct Verb {
    /// The word that players write first.
    pub name: &'static str,
    /// Other words for it.
    pub aliases: &'static [&'static str],
    /// Whole lines in lower case that mean it, each with the arguments that it stands for.
    pub phrases: &'static [(&'static str, &'static str)],
    /// Its syntax: capitals are placeholders, brackets mark what may be left out.
    pub shape: &'static str,
    /// Whom it is for.
    pub scope: Scope,
    /// An example line; empty for verbs that this server does not have.
    pub example: &'static str,
    takes: Takes,
}

impl Verb {
    /// How it is written.
    pub(super) const fn hint(&self) -> Hint {
        Hint::Shape {
            shape: Cow::Borrowed(self.shape),
            example: Cow::Borrowed(self.example),
        }
    }
}

/// Whom a verb is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Anybody may write it, also from an address that the server does not know.
    Public,
    /// A player; it needs no game, or names one.
    Player,
    /// A player, in a game: the one that the mail or the line is about.
    Game,
}

/// How a verb's arguments are read.
enum Takes {
    /// A verb that this server has. The function returns `None` if the arguments do not fit.
    Now(fn(&Arguments) -> Option<Reading>),
    /// A verb that this server does not have yet. The function says whether arguments fit.
    Later(fn(&Arguments) -> bool),
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
            Takes::Now(read) => {
                let hint = if self.shape == self.example {
                    Hint::Alone {
                        shape: Cow::Borrowed(self.shape),
                    }
                } else {
                    self.hint()
                };
                read(arguments).or_else(|| Some((misused(hint), Certainty::Loose)))
            }
            Takes::Later(fits) => {
                let certainty = if fits(arguments) {
                    Certainty::Sure
                } else {
                    Certainty::Loose
                };
                let hint = Hint::NotYet {
                    verb: Cow::Borrowed(self.name),
                };
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
pub(super) fn read(text: &str, game: InGame) -> Option<Reading> {
    let reading = read_statement(text, game);
    if matches!(reading, Some((_, Certainty::Sure))) {
        return reading;
    }
    // Questions are understood for commands that only show something: `games?` and `please show the
    // board` are, but `resign?` does not resign.
    let asked = shapes::without_courtesy(text).and_then(|t| read_statement(t, game));
    let asked = asked.filter(|(c, sure)| *sure == Certainty::Sure && shapes::is_question(c));
    asked.or(reading)
}

fn read_statement(text: &str, game: InGame) -> Option<Reading> {
    let plain = shapes::plain(text);
    let phrase = |v: &'static Verb| {
        v.phrases
            .iter()
            .find(|(line, _)| *line == plain)
            .map(|(_, arguments)| (v, *arguments))
    };
    if let Some((verb, arguments)) = VERBS.iter().find_map(phrase) {
        return verb.read(&Arguments::new(arguments, game));
    }
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim_start();
    let colon = word.ends_with(':');
    let word = word.trim_end_matches(if rest.is_empty() {
        &['.', '!', ',', ';', ':'][..]
    } else {
        &[':']
    });
    find(word)?.read(&Arguments::new(rest, game).with_colon(colon))
}

const fn now(
    name: &'static str,
    scope: Scope,
    shape: &'static str,
    example: &'static str,
    read: fn(&Arguments) -> Option<Reading>,
) -> Verb {
    Verb {
        name,
        aliases: &[],
        phrases: &[],
        shape,
        scope,
        example,
        takes: Takes::Now(read),
    }
}

const fn later(
    name: &'static str,
    scope: Scope,
    shape: &'static str,
    fits: fn(&Arguments) -> bool,
) -> Verb {
    let takes = Takes::Later(fits);
    Verb {
        name,
        aliases: &[],
        phrases: &[],
        shape,
        scope,
        example: "",
        takes,
    }
}

use Scope::{Game, Player, Public};

/// All verbs: those that this server has, in the order in which `commands` lists them, then the
/// rest of the protocol.
#[rustfmt::skip]
pub static VERBS: &[Verb] = &[
    now("move", Game, "move TURN", "move Ng1-f3", shapes::play),
    Verb {
        aliases: &["try"],
        ..now("preview", Game, "preview TURN[; TURN ...]", "preview Ng1-f3", shapes::preview)
    },
    Verb {
        phrases: &[("legal moves", ""), ("legal turns", ""), ("list legal moves", "")],
        ..now("legal", Game, "legal [PIECE OR SQUARE]", "legal e2", shapes::legal)
    },
    now("hold", Game, "hold BEGINNING", "hold Ng1-f3", shapes::hold),
    now("drop", Game, "drop", "drop", shapes::drop_held),
    Verb {
        phrases: &[("play held", ""), ("play what i hold", ""), ("move held", "")],
        ..now("finish", Game, "finish", "finish", shapes::finish)
    },
    Verb {
        aliases: &["resigns"],
        phrases: &[
            ("ich gebe auf", ""), ("j'abandonne", ""), ("abandono", ""), ("me rindo", ""), ("abbandono", ""),
            ("ik geef op", ""), ("jag ger upp", ""), ("сдаюсь", ""), ("я сдаюсь", ""),
            ("i resign", ""), ("i resign the game", ""), ("i resign this game", ""),
            ("i hereby resign", ""), ("give up", ""), ("i give up", ""),
        ],
        ..now("resign", Game, "resign", "resign", shapes::resign)
    },
    Verb {
        phrases: &[
            ("(=)", "offer"), ("ich biete remis", "offer"), ("ich biete remis an", "offer"),
            ("biete remis", "offer"), ("remis?", "offer"), ("je propose nulle", "offer"),
            ("je propose la nulle", "offer"), ("je propose le nul", "offer"), ("nulle?", "offer"),
            ("ofrezco tablas", "offer"), ("tablas?", "offer"), ("propongo patta", "offer"),
            ("offro patta", "offer"), ("patta?", "offer"), ("предлагаю ничью", "offer"), ("ничья?", "offer"),
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
        ..now("draw", Game, "draw offer|accept|decline|claim [TURN]", "draw offer", shapes::draw)
    },
    Verb {
        aliases: &["takeback"],
        ..now("undo", Game, "undo [accept|decline]", "undo accept", consent::undo)
    },
    now("time", Game, "time TERMS|accept|decline", "time 3d/move", consent::time),
    now("pause", Game, "pause [accept|decline]", "pause accept", consent::pause),
    now("resume", Game, "resume", "resume", consent::resume),
    now("forgive", Game, "forgive", "forgive", consent::forgive),
    now("addtime", Game, "addtime LENGTH", "addtime 2d", consent::add_time),
    now("refuse", Game, "refuse points [#GAME]", "refuse points", consent::refuse_points),
    Verb {
        aliases: &["queue"],
        ..now("if", Game, "if TURN then TURN; ...", "if e7-e5 then Ng1-f3", shapes::condition)
    },
    now("plans", Game, "plans [clear [N]|test TURN]", "plans", shapes::plans),
    now("say", Game, "say [to SEAT:] TEXT", "say to black: Well played!", shapes::say),
    Verb {
        aliases: &["board", "position"],
        phrases: &[
            ("show the board", ""), ("show me the board", ""), ("show board", ""), ("show the film", "film"),
            ("show me the film", "film"),
        ],
        ..now("show", Player, "show [#GAME] [at TURN|film [N-N]]", "show #17 at 12", shapes::show)
    },
    Verb {
        aliases: &["moves"],
        ..now("history", Game, "history", "history", shapes::history)
    },
    Verb {
        aliases: &["clocks"],
        ..now("clock", Game, "clock", "clock", shapes::clock)
    },
    now("export", Player, "export [#GAME|me]", "export #17", shapes::export),
    Verb {
        aliases: &["status", "list"],
        phrases: &[("my games", ""), ("list games", ""), ("list my games", "")],
        ..now("games", Player, "games [NAME|next]", "games", people::games)
    },
    Verb {
        phrases: &[("help me", "")],
        ..now("help", Public, "help [TOPIC]", "help draw", shapes::help)
    },
    Verb {
        aliases: &["command"],
        phrases: &[("list commands", ""), ("help commands", "")],
        ..now("commands", Public, "commands", "commands", shapes::commands)
    },
    now("rules", Public, "rules [VARIANT]", "rules hans38", shapes::rules),
    now("variants", Public, "variants [WORD]", "variants shogi", shapes::variants),
    now("lesson", Player, "lesson VARIANT [N]", "lesson xiangqi", people::lesson),
    Verb {
        phrases: &[("list lessons", ""), ("my lessons", "")],
        ..now("lessons", Player, "lessons", "lessons", people::lessons)
    },
    Verb {
        phrases: &[("my mistakes", ""), ("quiz me", "")],
        ..now("quiz", Player, "quiz", "quiz", people::quiz)
    },
    Verb {
        phrases: &[("send again", ""), ("resend letter", ""), ("resend the letter", "")],
        ..now("resend", Game, "resend", "resend", shapes::resend)
    },
    Verb {
        phrases: &[
            ("yes, please", ""), ("yes please", ""), ("yes, thanks", ""), ("yes, thank you", ""),
            ("yes, of course", ""), ("yes, gladly", ""), ("yes, i do", ""), ("yes, i agree", ""),
            ("yes, it was me", ""), ("yes, that was me", ""), ("yes, sure", ""), ("yes, ok", ""),
            ("yes, add", "add"), ("yes add", "add"), ("yes, and add", "add"), ("yes and add", "add")],
        ..now("yes", Game, "yes[, add]", "yes", shapes::yes)
    },
    Verb {
        phrases: &[
            ("no, thanks", ""), ("no thanks", ""), ("no, thank you", ""), ("no thank you", ""),
            ("no, sorry", ""), ("no, it was not me", ""), ("no, i do not", ""),
        ],
        ..now("no", Game, "no", "no", shapes::no)
    },
    Verb {
        aliases: &["addresses"],
        phrases: &[("my addresses", ""), ("list addresses", "")],
        ..now("address", Player, "address [add|remove A]", "address add anna@example.org", shapes::address)
    },
    now("confirm", Public, "confirm [CODE]", "confirm", shapes::confirm),
    Verb {
        aliases: &["settings"],
        phrases: &[("my settings", ""), ("show settings", ""), ("list settings", "")],
        ..now("set", Player, "set [NAME [VALUE]]", "set mail digest 07:00", personal::set)
    },
    now("format", Player, "format both|plain", "format plain", personal::short_format),
    now("notation", Player, "notation both|points|wxf", "notation wxf", personal::short_notation),
    now("legend", Game, "legend [short|full]", "legend", personal::legend),
    now("flip", Player, "flip on|off", "flip on", personal::short_flip),
    now("chat", Player, "chat on|off", "chat off", personal::short_chat),
    now("strict", Player, "strict on|off", "strict on", personal::short_strict),
    now("mail", Player, "mail each|digest HH:MM", "mail digest 07:00", personal::short_mail),
    Verb {
        aliases: &["language"],
        ..now("lang", Player, "lang [LANGUAGE]", "lang en", personal::short_lang)
    },
    Verb {
        aliases: &["timezone"],
        phrases: &[("time zone", "")],
        ..now("zone", Player, "zone [NAME]", "zone Europe/Rome", personal::zone)
    },
    now("quiet", Player, "quiet [FROM-TO|off]", "quiet 22:00-07:00", personal::quiet),
    now("remind", Player, "remind [TIMES|off]", "remind 3d 1d 6h", personal::remind),
    Verb {
        aliases: &["vacation", "holiday"],
        phrases: &[("cancel leave", "cancel"), ("cancel my leave", "cancel"), ("my leave", ""), ("list leave", "")],
        ..now("leave", Player, "leave [DATE to DATE|cancel N|server]", "leave 24 Dec to 2 Jan", personal::leave)
    },
    now("challenge", Player, "challenge WHO VARIANT [TERMS]", "challenge boris chess time 3d/move", meeting::challenge),
    now("seek", Player, "seek VARIANT [TERMS]", "seek xiangqi time 7d/move", meeting::seek),
    now("seeks", Player, "seeks [VARIANT]", "seeks", meeting::seeks),
    now("join", Player, "join N", "join 12", meeting::join),
    now("accept", Player, "accept [N]", "accept 12", meeting::accept),
    now("decline", Player, "decline [N|#GAME] [WORDS]", "decline 12", meeting::decline),
    now("counter", Player, "counter [N] TERMS", "counter 12 time 7d/move", meeting::counter),
    now("withdraw", Player, "withdraw [N|EVENT]", "withdraw 12", meeting::withdraw),
    Verb {
        phrases: &[("rematch?", ""), ("offer rematch", ""), ("offer a rematch", ""), ("i offer a rematch", "")],
        ..now("rematch", Game, "rematch", "rematch", meeting::rematch)
    },
    now("watch", Player, "watch #GAME", "watch #17", personal::watch),
    now("unwatch", Player, "unwatch [#GAME]", "unwatch #17", personal::unwatch),
    now("review", Player, "review [#GAME]", "review #17", personal::review),
    now("unsubscribe", Player, "unsubscribe", "unsubscribe", shapes::unsubscribe),
    now("who", Player, "who NAME", "who Boris", people::who),
    now("rating", Player, "rating [NAME] [VARIANT]", "rating Boris chess", people::rating),
    now("ratings", Player, "ratings [VARIANT]", "ratings chess", people::ratings),
    Verb {
        aliases: &["tournaments"],
        phrases: &[("list events", ""), ("show events", "")],
        ..now("events", Player, "events", "events", events::events)
    },
    now("enter", Player, "enter EVENT", "enter spring-2027", events::enter),
    Verb {
        aliases: &["standings", "crosstable"],
        ..now("table", Player, "table EVENT", "table spring-2027", events::table)
    },
    now("pairings", Player, "pairings EVENT", "pairings spring-2027", events::pairings),
    now("round", Player, "round N EVENT", "round 2 spring-2027", events::round),
    now("follow", Player, "follow EVENT", "follow spring-2027", events::follow),
    now("unfollow", Player, "unfollow EVENT", "unfollow spring-2027", events::unfollow),
    now("case", Player, "case N RESULT", "case 3 white wins", events::case),
    now("message", Player, "message NAME: TEXT", "message Boris: Shall we play?", people::message),
    now("note", Game, "note: TEXT", "note: look at e5", people::note),
    now("notes", Player, "notes", "notes", people::notes),
    now("mute", Player, "mute NAME", "mute Boris", people::mute),
    now("unmute", Player, "unmute NAME", "unmute Boris", people::unmute),
    now("block", Player, "block NAME", "block Boris", people::block),
    now("unblock", Player, "unblock NAME", "unblock Boris", people::unblock),
    now("substitute", Player, "substitute #GAME NAME", "substitute #17 Cleo", people::substitute),
    now("report", Player, "report: TEXT", "report: he insults me", people::report),
    now("register", Public, "register NAME", "register Anna", people::register),
    now("name", Player, "name NAME", "name Annette", people::name),
    now("forget", Player, "forget me", "forget me", people::forget),
    now("never", Public, "never", "never", people::never),

    // The rest of the protocol.
    later("umpire", Player, "umpire #17 ACT", |a| a.begin_with_game() && a.count(2..=1000)),
];

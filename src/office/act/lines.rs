//! The lines of one mail: each is read as requests and queries, and carried out in its game.

use anyhow::Result;

use crate::commands::{self, Command, Doubt, Draw, Line, Meeting, Scope, Script, Turns, Why};
use crate::games::{Actor, Decided, Event, Refusal, Request, decide};
use crate::ids::GameId;
use crate::letters::{self, Doubtful, Echo, Note, Part, PlanPart, Query, Question};
use crate::text;

use crate::office::act::deadlines::ASKED;
use crate::office::act::requests::{query, requests, requests_of_turn};
use crate::office::act::session::of_mail;
use crate::office::act::{consent, plans};
use crate::office::load::reader::{Reader, turn_of};
use crate::office::load::shown::settings_of;
use crate::office::{MailSession, OpenGame};

/// At most so many bytes of lines and words of one mail are carried out: they are stored for ever.
const MOST_TEXT: usize = 25_000;
/// At most this many characters of a line are repeated in the answer.
pub(in crate::office) const LONGEST_LINE: usize = 300;

impl MailSession<'_> {
    /// Reads the commands and carries them out one by one.
    ///
    /// # Errors
    /// The store fails, or an event cannot be applied.
    pub(in crate::office) fn run(&mut self) -> Result<Vec<Echo>> {
        self.put_due_first();
        let script = self.script()?;
        self.draft.office.note_script(&script);
        let mut echoes = Vec::new();
        if script.too_many_turns {
            echoes.push(of_mail(Note::TooManyTurns));
        } else if script.lines.is_empty() {
            echoes.push(self.nothing_read());
        }
        // A turn in a sentence may be in a mail of a program, too.
        let sentence = |line: &Line| line.doubt.as_ref().is_some_and(|d| d.why == Why::Sentence);
        let known = |line: &Line| line.command != Command::Unrecognised && !sentence(line);
        let acted = script.lines.iter().any(known);
        let most = self.draft.office.settings.limits.lines;
        let fits = fitting(&script.lines);
        let read = script.lines.len().min(most).min(fits);
        self.cut |= script.unread > 0 || read < script.lines.len();
        let mut lines = script.lines[..read].to_vec();
        echoes.extend(self.ask_what_yes_means(&mut lines, script.from_subject)?);
        for line in consent::in_order(&lines) {
            echoes.extend(self.carry_out(line, acted)?);
        }
        echoes.extend(self.helps(&echoes));
        echoes.extend(self.of_other_games(&script.lines));
        if script.signature > 0 {
            echoes.push(of_mail(Note::Signature(script.signature)));
        }
        if script.lines.len() > most.min(fits) {
            echoes.push(of_mail(if fits < most {
                Note::TooMuchText
            } else {
                Note::TooManyLines(most)
            }));
        }
        if script.unread > 0 {
            echoes.push(of_mail(Note::Unread(script.unread)));
        }
        if self.mail.unread > 0 {
            echoes.push(of_mail(Note::TooLong(self.mail.unread)));
        }
        Ok(echoes)
    }

    /// Carries out one line; `acted`: some line of the mail was understood.
    fn carry_out(&mut self, line: &Line, acted: bool) -> Result<Vec<Echo>> {
        let several = self.games.len() > 1;
        let mut echo = Echo {
            line: Some(plans::shown(line)),
            ..Echo::default()
        };
        if let Some(echoes) = self.answer_account_question(line)? {
            return Ok(echoes);
        }
        if let Some(parts) = self.of_member(line)? {
            echo.parts = parts;
            return Ok(vec![echo]);
        }
        let index = match self.game_of(line) {
            Ok(Some(index)) => index,
            Ok(None) => {
                echo.parts = self.without_game(line)?;
                return Ok(vec![echo]);
            }
            Err(note) => {
                echo.parts.push(Part::Note(note));
                return Ok(vec![echo]);
            }
        };
        let shared = self.mail.shared;
        let game = self.game_mut(index)?;
        echo.game = several.then_some(game.stored.row.id);
        if matches!(line.command, Command::Yes | Command::YesAdd | Command::No) {
            return self.answer_question(index, line, echo);
        }
        if let Some(chosen) = game.by_settings(line) {
            echo.parts = match chosen {
                Ok(doubt) => {
                    let preview = Query::Preview(doubt.turns.join(" "));
                    let after = game.stored.seq;
                    let board = Part::Query {
                        query: preview,
                        after,
                        held: None,
                    };
                    vec![self.ask(index, line, doubt), board]
                }
                Err(note) => vec![Part::Note(note)],
            };
            return Ok(vec![echo]);
        }
        // A player who is out of the game, or comes too late, is told so, and not asked.
        let out = !game.stored.game.playing().contains(&game.seat) && game.stored.is_on();
        let out = out || game.comes_too_late(line);
        let doubt = (!out).then(|| {
            let doubt = game.doubt(line).or_else(|| game.strands(line));
            let doubt = doubt.or_else(|| game.is_fast(line));
            let shown_to_others = shared && line.command.is_final();
            doubt.or_else(|| {
                shown_to_others.then(|| doubtful(line, Vec::new(), letters::Why::Shared))
            })
        });
        if let Some(doubt) = doubt.flatten() {
            echo.parts.push(self.ask(index, line, doubt));
            return Ok(vec![echo]);
        }
        let parts = match self.of_plans(index, line)? {
            None => self.of_account(Some(index), line)?,
            parts => parts,
        };
        if let Some(parts) = parts {
            echo.parts = parts;
            return Ok(vec![echo]);
        }
        let game = self.game_mut(index)?;
        echo.parts = match &line.command {
            Command::Unrecognised => game.not_understood(&line.text, acted)?,
            Command::Misused { hint, .. } => vec![Part::Misused(hint.clone())],
            command => match query(command) {
                Some(query) => vec![game.asks_once(query)],
                None if *command == Command::Meeting(Meeting::Rematch) => {
                    self.offer_rematch(index)?
                }
                None => game.does_all(&requests(line), Some(&line.text))?,
            },
        };
        Ok(vec![echo])
    }

    /// Carries out what waits for the author's `yes`, or drops it.
    fn answer_question(&mut self, index: usize, line: &Line, mut echo: Echo) -> Result<Vec<Echo>> {
        let game = self.game_mut(index)?;
        let (number, seat) = (game.stored.row.id, game.seat);
        let Some(waiting) = self.asked(number, seat)? else {
            let elsewhere = self.draft.store.question(number, seat.0)?.is_some();
            echo.parts = self.game_mut(index)?.answer_offer(line)?;
            if elsewhere && echo.parts == [Part::Note(Note::NothingAsked)] {
                echo.parts = vec![Part::Note(Note::AskedElsewhere)];
            }
            return Ok(vec![echo]);
        };
        let question: Question = serde_json::from_str(&waiting.data)?;
        self.draft.decision.close_questions.push(waiting.id);
        let which = match &question {
            Question::Either(either) => Some(Note::Either(either.clone())),
            Question::Doubt { doubt, .. } if doubt.turns.len() > 1 => {
                Some(Note::Doubtful(doubt.clone()))
            }
            _ => None,
        };
        if let Some(which) = which.filter(|_| line.command != Command::No) {
            // It is asked once more, by the letter that answers this mail.
            echo.parts.push(Part::Note(which));
            self.asks.push((index, question));
            return Ok(vec![echo]);
        }
        if line.command == Command::No {
            echo.parts.push(Part::Note(Note::Declined));
            return Ok(vec![echo]);
        }
        echo.parts.push(Part::Note(Note::Confirmed));
        let game_of_echo = echo.game;
        let mut echoes = vec![echo];
        if let (Command::YesAdd, Question::OtherAddress { from, .. }) = (&line.command, &question) {
            // The address is confirmed from itself, like every other.
            let added = Part::Note(self.add_address(from)?);
            echoes[0].parts.push(added);
        }
        self.game_mut(index)?.counts_as_asked();
        for (line, requests) in question.lines().iter().cloned() {
            let game = self.game_mut(index)?;
            let before = game.changes.count();
            let parts = game.does_all(&requests, Some(&line))?;
            if let Some(mail) = waiting.mail {
                game.changes.written_in(mail, before);
            }
            echoes.push(Echo {
                parts,
                line: Some(line),
                game: game_of_echo,
            });
        }
        Ok(echoes)
    }
}

/// What is done about a line that may be quoted: what changes a game is asked about, questions are answered.
fn unsure(line: Line, turns: &dyn Turns) -> Option<Line> {
    let doubted = line.doubt.as_ref().map(|doubt| doubt.turns.clone());
    let turns = match &line.command {
        Command::Turn { turn, means, .. } => {
            let means = doubted.or_else(|| means.clone()).unwrap_or_default();
            let legal = means
                .is_empty()
                .then(|| turns.legal(line.game, turn))
                .flatten();
            Some(means.into_iter().chain(legal).collect::<Vec<_>>())
                .filter(|all| !all.is_empty())?
        }
        command if command.is_deed() => Vec::new(),
        command if query(command).is_some() => return Some(line),
        _ => return None,
    };
    Some(Line {
        words: None,
        doubt: Some(Doubt {
            turns,
            why: Why::Quoted,
        }),
        ..line
    })
}

/// A doubt about a line.
fn doubtful(line: &Line, turns: Vec<String>, why: letters::Why) -> Doubtful {
    Doubtful {
        turns,
        why,
        command: match &line.command {
            Command::Turn { .. } => None,
            Command::Resign => Some("resign".to_owned()),
            Command::Draw(Draw::Accept) => Some("draw accept".to_owned()),
            other => consent::written(other).or_else(|| other.verb().map(str::to_owned)),
        },
    }
}

/// How many of the lines have together no more text than one mail may have.
fn fitting(lines: &[Line]) -> usize {
    let mut left = MOST_TEXT;
    let size = |line: &Line| line.text.len() + line.words.as_ref().map_or(0, |words| words.len());
    let mut sizes = lines.iter().map(size);
    // One line alone is bounded where it is carried out.
    sizes
        .position(|size| {
            let exceeds = size > left && left < MOST_TEXT;
            left = left.saturating_sub(size);
            exceeds
        })
        .unwrap_or(lines.len())
}

impl MailSession<'_> {
    /// What the mail asks for, line by line.
    fn script(&self) -> Result<Script> {
        let (subject, reader) = (&self.mail.message.subject, self.reader()?);
        let script = commands::read(self.mail.lines, subject, &reader);
        let known = |line: &Line| line.command != Command::Unrecognised;
        if self.mail.unsure.is_empty() || script.too_many_turns || script.lines.iter().any(known) {
            return Ok(script);
        }
        let below = commands::read(self.mail.unsure, "", &reader);
        let lines: Vec<Line> = below
            .lines
            .into_iter()
            .filter_map(|line| unsure(line, &reader))
            .collect();
        Ok(if lines.is_empty() {
            script
        } else {
            Script {
                lines,
                ..Script::default()
            }
        })
    }

    /// The games of the mail, for its reader.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn reader(&self) -> Result<Reader<'_>> {
        let mut games = Vec::new();
        for game in &self.games {
            let asked = self.asked(game.stored.row.id, game.seat)?.is_some();
            games.push((&game.stored, game.seat, game.shown, asked));
        }
        let asked = self.is_asked_about_no_game()?;
        let reader = Reader::new(&self.player.name, games.into_iter()).with_names(self.draft.store);
        Ok(reader.asked_about_no_game(asked))
    }

    /// Keeps a line until its author has answered a question about it. All doubtful lines about one game
    /// make one question.
    pub(in crate::office) fn ask(&mut self, index: usize, line: &Line, doubt: Doubtful) -> Part {
        let waits = match (doubt.turns.as_slice(), &line.command) {
            ([turn], Command::Turn { .. }) => requests_of_turn(line, turn),
            ([], _) => requests(line),
            _ => Vec::new(),
        };
        if let ([_], Some(game)) = (doubt.turns.as_slice(), self.games.get_mut(index)) {
            game.changes.asked(&mut game.stored, game.seat);
        }
        let text = plans::shown(line);
        let waits = Some((text, waits)).filter(|(_, requests)| !requests.is_empty());
        let mut questions = self.asks.iter_mut();
        match questions.find(|(game, _)| *game == index) {
            Some((_, Question::Either(_))) => return Part::Note(Note::OneQuestion),
            Some((_, Question::Doubt { doubt: open, lines })) => {
                lines.extend(waits);
                open.turns.extend(doubt.turns.iter().cloned());
            }
            _ => {
                let lines = waits.into_iter().collect();
                let doubt = doubt.clone();
                self.asks.push((index, Question::Doubt { doubt, lines }));
            }
        }
        Part::Note(Note::Doubtful(doubt))
    }

    /// The game that a line is about, as an index; `None`: it is about none.
    pub(in crate::office) fn game_of(&self, line: &Line) -> Result<Option<usize>, Note> {
        let only = match self.games.as_slice() {
            [game] => Some(game.stored.row.id),
            _ => None,
        };
        match line.game.map(GameId) {
            Some(named) => self
                .game_index(named)
                .map(Some)
                .ok_or(Note::OtherGame { named, about: only }),
            // What needs no game of its own is answered in any.
            None if self.games.is_empty() => Ok(None),
            None if only.is_some() || line.command.scope() != Scope::Game => Ok(Some(0)),
            None => self.only_meant(line).map(Some).ok_or(Note::WhichGame),
        }
    }

    /// The commands that help with what a mail speaks about of which something was not understood, and nothing done.
    fn helps(&self, echoes: &[Echo]) -> Option<Echo> {
        use Part::{Misused, NotUnderstood, Refused};
        let lost = |part: &Part| matches!(part, NotUnderstood(_) | Part::Note(Note::Seen(_)));
        let idle =
            |part: &Part| lost(part) || matches!(part, Misused(_) | Refused(_) | Part::Note(_));
        let mut parts = echoes.iter().flat_map(|echo| &echo.parts);
        let any = parts.clone().all(idle) && parts.any(lost);
        let games = self.games.iter().map(|game| &game.stored);
        let players = games.flat_map(|game| game.all_seats().map(|seat| game.player_name(seat)));
        let names: Vec<&str> = players.filter(|name| *name != self.player.name).collect();
        let found = any.then(|| commands::phrases::subjects(self.mail.lines, &names))?;
        // Where something waits, the lines that answer it take the place of the one that asks for it.
        let first = self.games.first();
        let (draw, asked) = first.map_or_else(Default::default, OpenGame::asks_of_others);
        let answers = [true, false].map(|agrees| letters::answer_lines(draw, &asked, agrees));
        let answers = answers.concat();
        let verb = |line: &str| line.split(' ').next().map(str::to_owned);
        let found = found.into_iter().flat_map(|line| {
            let own = answers.iter().filter(|answer| verb(answer) == verb(line));
            let own: Vec<String> = own.cloned().collect();
            match own.is_empty() {
                true => vec![line.to_owned()],
                false => own,
            }
        });
        let found: Vec<String> = found.collect();
        (!found.is_empty()).then(|| of_mail(Note::Helps(found)))
    }

    fn nothing_read(&self) -> Echo {
        of_mail(Note::NothingRead {
            empty: self.mail.message.body.trim().is_empty(),
            cut: self.mail.message.truncated,
        })
    }
}

impl OpenGame {
    /// What waited for a `yes` counts as of its own arrival, if the `yes` has come within a day.
    fn counts_as_asked(&mut self) {
        let known = &mut self.stored.known;
        if let (Some(asked), Some(came)) = (known.asked, known.came)
            && came - asked <= ASKED
        {
            known.came = Some(asked);
            self.changes.came(asked);
        }
    }

    /// Carries out the requests of one line in order, each on the game that the one before
    /// has left. What is refused ends the line, except a claim that fails, whose turn is
    /// kept. A claim that is right has ended the game, so that its turn is not played;
    /// words are sent all the same.
    pub fn does_all(&mut self, requests: &[Request], typed: Option<&str>) -> Result<Vec<Part>> {
        let mut parts = Vec::new();
        let mut claimed = false;
        for request in requests {
            let plays = matches!(request, Request::Play { .. });
            if plays && claimed {
                continue;
            }
            // An offer that the answered letter did not show lapses unseen.
            let unseen = self.stored.offers_since(self.shown);
            match self.does(request, typed)? {
                Ok(done) => parts.extend(done),
                Err(refusal) => {
                    let goes_on = matches!(refusal, Refusal::ClaimFails(_));
                    parts.push(Part::Refused(refusal));
                    if goes_on {
                        continue;
                    }
                    break;
                }
            }
            claimed |= *request == Request::ClaimDraw;
            if plays {
                let unseen = unseen.into_iter().filter(|seat| *seat != self.seat);
                parts.extend(unseen.map(|seat| Part::Note(Note::OfferLapsed(seat))));
            }
        }
        Ok(parts)
    }

    /// Carries out one request.
    fn does(
        &mut self,
        request: &Request,
        typed: Option<&str>,
    ) -> Result<Result<Vec<Part>, Refusal>> {
        if let Some(refusal) = self.barred(request) {
            return Ok(Err(refusal));
        }
        let says = matches!(request, Request::Say { .. });
        if says && !settings_of(&self.stored, self.seat).chat() {
            return Ok(Ok(vec![Part::Note(Note::ChatOff)]));
        }
        if let Some(note) = self.talks_too_much(request) {
            return Ok(Ok(vec![Part::Note(note)]));
        }
        let shown = self.shown_for(request);
        let actor = Actor::Seat {
            seat: self.seat,
            shown,
        };
        let (current, before) = (self.stored.is_current(shown), self.stored.state);
        let events = match decide(&self.stored, &actor, request) {
            Decided::Refused(refusal) => return Ok(Err(refusal)),
            Decided::Held { now, before } => {
                self.changes.hold(&mut self.stored, self.seat, now.clone());
                return Ok(Ok(vec![match now {
                    Some(held) => Part::Held(held, self.stored.seq),
                    None => Part::Dropped(before.unwrap_or_default()),
                }]));
            }
            Decided::Planned {
                plans,
                added,
                removed,
                ..
            } => {
                let left = plans.as_ref().map_or(0, |plans| plans.pairs.len());
                self.changes.plan(&mut self.stored, self.seat, plans);
                return Ok(Ok(vec![Part::Plan(match removed {
                    0 => PlanPart::Kept { added, pairs: left },
                    _ => PlanPart::Cleared { removed, left },
                })]));
            }
            Decided::Done(events) => events,
        };
        let mut parts = Vec::new();
        for event in &events {
            // The text of such an event is the words; the line may have been a turn.
            let typed = typed.filter(|_| !matches!(event, Event::Say { .. }));
            let seq = self.changes.apply(&mut self.stored, event, typed)?;
            self.count_talk(event);
            parts.push(Part::Event(seq));
        }
        // Authors know what they have done themselves: their further lines are about
        // that position. An old letter stays an old one, and talk shows its author
        // nothing that they have not seen.
        if current && self.stored.state != before {
            self.shown = self.stored.state;
        }
        Ok(Ok(parts))
    }

    /// Why a line is not carried out before its author has answered a question.
    fn doubt(&self, line: &Line) -> Option<Doubtful> {
        let doubt = line.doubt.as_ref()?;
        let why = match doubt.why {
            Why::Sentence => letters::Why::Sentence,
            Why::Letters => letters::Why::Letters,
            Why::Others => letters::Why::Others,
            Why::Words(_) => letters::Why::Words,
            Why::Final => letters::Why::Final,
            Why::Quoted => letters::Why::Quoted,
        };
        Some(doubtful(line, doubt.turns.clone(), why))
    }

    /// The doubt about a turn after which its player may have none next time.
    fn strands(&self, line: &Line) -> Option<Doubtful> {
        let Command::Turn { turn, .. } = &line.command else {
            return None;
        };
        let play = Request::Play {
            turn: turn.clone(),
            number: None,
        };
        let turn = turn_of(decide(&self.stored, &self.actor(), &play))?;
        self.stored.game.strands(&turn).then(|| Doubtful {
            turns: vec![turn],
            why: letters::Why::NoTurnNext,
            command: None,
        })
    }

    /// Whether the time of the seat to move was over before the mail came, so that nothing comes of a line.
    fn comes_too_late(&self, line: &Line) -> bool {
        let late = |request| {
            let refusal = decide(&self.stored, &self.actor(), request);
            use Refusal::{TimeOver, TimeOverFor};
            matches!(refusal, Decided::Refused(TimeOver(_) | TimeOverFor { .. }))
        };
        self.stored.time_was_over().is_some() && requests(line).first().is_some_and(late)
    }

    pub(in crate::office) fn actor(&self) -> Actor {
        Actor::Seat {
            seat: self.seat,
            shown: self.shown,
        }
    }

    /// What is said of a line that is neither a turn nor a command: what was seen in it.
    fn not_understood(&mut self, line: &str, acted: bool) -> Result<Vec<Part>> {
        let mentions = self.stored.game.mentions(line);
        if let Some(seen) = mentions.into_iter().next() {
            let play = Request::Play {
                turn: seen.typed.clone(),
                number: None,
            };
            if let Decided::Refused(refusal) = decide(&self.stored, &self.actor(), &play) {
                let seen = Part::Note(Note::Seen(text::clean(&seen.typed, LONGEST_LINE)));
                return Ok(vec![seen, Part::Refused(refusal)]);
            }
        }
        // A player who is not to move needs no example of a turn.
        let due = self.stored.is_on()
            && self.stored.game.to_move() == self.seat
            && self.stored.time_was_over().is_none();
        let example = (!acted && due).then_some(self.stored.seq);
        Ok(vec![Part::NotUnderstood(example)])
    }

    /// A query, unless the mail has asked the same before.
    fn asks_once(&mut self, query: Query) -> Part {
        let part = Part::Query {
            query,
            after: self.stored.seq,
            held: self.stored.held(self.seat).map(str::to_owned),
        };
        if self.asked.contains(&part) {
            return Part::Note(Note::AskedAbove);
        }
        self.asked.push(part.clone());
        part
    }
}

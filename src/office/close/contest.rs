//! The one way in which a contest is closed to which something has happened: it is written, the timer is set, and those are
//! told whom it concerns.

use anyhow::{Result, bail};

use crate::contests::{Contest, ContestAct, ContestRefusal, ContestRequest, TeamAct, decide};
use crate::games::Cause;
use crate::ids::PlayerId;
use crate::letters::{ContestNews, EventStage, PlayerNotice, Report};
use crate::meeting::Concluded;
use crate::status::ContestStatus;
use crate::store::{ContestWrite, GameRow, NewAct, TimerKind};

use crate::office::Draft;
use crate::office::act::contests::TIME;
use crate::office::act::contests::directors::Rights;
use crate::office::close::due::timer;
use crate::office::close::log::written;
use crate::office::load::challenges::member;
use crate::office::load::contests::{name, row, shown, shown_team};

impl Draft<'_> {
    /// Closes a contest to which something has happened, and returns it as it is now. `by` is who has done it: the umpire, the
    /// time, or the mail.
    ///
    /// # Errors
    /// The store fails.
    pub fn close_contest(
        &mut self,
        before: &Contest,
        acts: &[ContestAct],
        by: &str,
    ) -> Result<Contest> {
        let after = before.after(acts);
        let mut made = self.decision.contests.iter_mut();
        let made = made.find(|write| write.row.id == before.id);
        let new = before.revision == 0 && made.is_none();
        let entries = written(before, new, acts).into_iter();
        let entries = entries.map(|act| NewAct {
            by: by.to_owned(),
            act,
        });
        let row = row(&after)?;
        match made {
            Some(write) => {
                write.acts.extend(entries);
                write.row = row;
            }
            None => {
                let acts = entries.collect();
                self.decision.contests.push(ContestWrite { row, acts });
            }
        }
        self.look_at_contests();
        for act in acts {
            self.tell_of((before, &after), act)?;
            self.tell_of_stage((before, &after), act, by)?;
        }
        Ok(after)
    }

    /// Tells the umpire that an event has begun or is over, if somebody else has done that.
    fn tell_of_stage(
        &mut self,
        (before, contest): (&Contest, &Contest),
        act: &ContestAct,
        by: &str,
    ) -> Result<()> {
        let stage = match act {
            ContestAct::Start(_) => EventStage::Begun,
            ContestAct::Cancel(_) => EventStage::Off,
            // A table that is corrected later is the umpire's own doing.
            ContestAct::End if before.corrected.is_none() => EventStage::Over,
            _ => return Ok(()),
        };
        let who = by.split(", agreed by ").next().unwrap_or_default();
        let by_director = matches!(self.rights_by(who)?, Some(Rights::Player(_)));
        if by == TIME || by_director {
            let event = Box::new(shown(self.store, contest)?);
            self.tell_umpire(Report::EventStage { event, stage });
        }
        Ok(())
    }

    /// Decides about a request that asks nothing back, and closes the contest; the inner error is why nothing comes of it.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn decide_contest(
        &mut self,
        contest: &Contest,
        request: &ContestRequest,
        by: &str,
    ) -> Result<Result<Contest, ContestRefusal>> {
        Ok(match decide(contest, request) {
            Concluded::Done(acts) => Ok(self.close_contest(contest, &acts, by)?),
            Concluded::Ask(()) => bail!("nobody was asked about event {}", contest.name),
            Concluded::Refused(why) => Err(why),
        })
    }

    /// Lets the timer of contests be due at once.
    pub(in crate::office) fn look_at_contests(&mut self) {
        let now = self.decision.now.clone();
        self.decision
            .timers
            .push(timer(TimerKind::Contest, now, true));
    }

    /// Lets a contest go on that is over, since the result of one of its games was changed: everybody gets the new table.
    pub(in crate::office) fn correct_contest(
        &mut self,
        game: &GameRow,
        cause: &Cause<'_>,
    ) -> Result<()> {
        let Some(id) = game.contest else {
            return Ok(());
        };
        let contest = self.contest(id)?;
        let contest = contest.filter(|contest| !contest.void.contains(&game.id));
        if let Some(contest) = contest.filter(|one| one.status == ContestStatus::Ended) {
            let by = match cause {
                Cause::Mail(mail, _) => format!("i{mail}"),
                Cause::Umpire(name) => (*name).to_owned(),
                Cause::Program | Cause::Server => "time".to_owned(),
            };
            let request = ContestRequest::Correct(game.id);
            // Nothing else can be refused: it is over.
            let _ = self.decide_contest(&contest, &request, &by)?;
        }
        Ok(())
    }

    /// Tells players what concerns them of what has happened; of what they have done themselves they read in the answer to
    /// their mail.
    fn tell_of(&mut self, (before, contest): (&Contest, &Contest), act: &ContestAct) -> Result<()> {
        let event = contest.name.clone();
        let (readers, news) = match act {
            ContestAct::Depart {
                player,
                struck,
                barred,
            } => {
                let (who, struck) = (name(self.store, *player)?, *struck);
                let out = ContestNews::Out {
                    event: event.clone(),
                    struck,
                    barred: barred.clone(),
                    ladder: contest.ladder.is_some(),
                };
                let asked = contest.entrant(*player);
                let asked = asked.is_some_and(|one| one.leaves_at.is_some());
                // Whoever leaves a ladder has read all in the answer to that.
                if contest.ladder.is_none() || !asked {
                    self.tell_of_contest(*player, out)?;
                }
                if contest.ladder.is_some() {
                    // Those below go one place up, and read it in the table.
                    return Ok(());
                }
                let going = contest.entrants.iter().filter(|one| one.is_in());
                let going = going.map(|one| one.player).collect();
                (going, ContestNews::Left { event, who, struck })
            }
            ContestAct::Beaten(players) => {
                for player in players {
                    let number = contest.number(*player);
                    let mut rounds = contest.rounds.iter();
                    let last = rounds.rposition(|round| number.is_some_and(|one| round.has(one)));
                    let news = ContestNews::Beaten {
                        event: event.clone(),
                        round: last.map_or(0, |at| at + 1),
                        group: contest.terms.groups.is_some(),
                    };
                    self.tell_of_contest(*player, news)?;
                }
                return Ok(());
            }
            ContestAct::Director(player) => (vec![*player], ContestNews::Directs { event }),
            ContestAct::NoDirector(player) => (vec![*player], ContestNews::DirectsNot { event }),
            ContestAct::Promote(player) => {
                let shown = Box::new(shown(self.store, contest)?);
                (vec![*player], ContestNews::Promoted(shown))
            }
            ContestAct::Offer { player, until } => {
                return self.ask_reserves(contest, *player, until);
            }
            ContestAct::Replace(renewal) => {
                let who = name(self.store, renewal.by)?;
                let from = before.entrant(renewal.from);
                let by_umpire = from.is_some_and(|one| one.leaves_at.is_none());
                let news = ContestNews::Replaced {
                    event,
                    who,
                    by_umpire,
                    reason: renewal.reason.clone(),
                };
                (vec![renewal.from], news)
            }
            ContestAct::Ladder(act) => return self.tell_of_ladder(contest, act),
            ContestAct::Team(act) => return self.tell_of_team((before, contest), act),
            ContestAct::Unpaired { round, why } => {
                return self.tell_of_unpaired(contest, *round, why);
            }
            ContestAct::LastDay(act) => return self.tell_of_last_day(contest, act),
            ContestAct::Cancel(_) if contest.untold => return Ok(()),
            ContestAct::Cancel(_) => {
                self.tell_of_cancelling(contest)?;
                return Ok(());
            }
            ContestAct::Announce
            | ContestAct::Enter(_)
            | ContestAct::Reserve(_)
            | ContestAct::Hold(_)
            | ContestAct::Correct(_)
            | ContestAct::TakeBack(_)
            | ContestAct::Follow(_)
            | ContestAct::Unfollow(_)
            | ContestAct::PairAgain { .. }
            | ContestAct::Start(_)
            | ContestAct::Rated(_)
            | ContestAct::Pair(_)
            // These letters are written in portions.
            | ContestAct::TellSome(_)
            | ContestAct::Tell
            | ContestAct::TellEnd(_)
            | ContestAct::End
            | ContestAct::Merge { .. }
            | ContestAct::Withdraw { .. } => return Ok(()),
        };
        for reader in readers {
            self.tell_of_contest(reader, news.clone())?;
        }
        Ok(())
    }

    /// Tells a team and its captain that it has entered, or that nothing comes of it.
    fn tell_of_team(
        &mut self,
        (before, contest): (&Contest, &Contest),
        act: &TeamAct,
    ) -> Result<()> {
        let event = contest.name.clone();
        let (team, but, news) = match act {
            TeamAct::Name(_) => return Ok(()),
            TeamAct::Join(player) => {
                let Some(team) = contest.team_of(*player).filter(|team| !team.waits()) else {
                    return Ok(());
                };
                // Whoever was let in by the umpire reads no answer.
                let but = Some(*player).filter(|player| !before.held.contains(player));
                let shown = shown_team(self.store, team, &[])?;
                (team, but, ContestNews::TeamEntered { event, team: shown })
            }
            TeamAct::Drop { team: gone, who } => {
                let Some(team) = before.teams.iter().find(|team| team.name == *gone) else {
                    return Ok(());
                };
                let news = ContestNews::NoTeam {
                    event,
                    team: gone.clone(),
                    who: who.map(|who| name(self.store, who)).transpose()?,
                    closed: contest.status != ContestStatus::Entries
                        || contest.entered() >= contest.terms.places,
                };
                (team, *who, news)
            }
        };
        // Those who have not answered read it when they do.
        let agreed = team.members().filter(|one| !team.open.contains(one));
        let mut readers: Vec<PlayerId> = agreed.filter(|one| *one != team.captain).collect();
        readers.push(team.captain);
        for reader in readers.into_iter().filter(|one| Some(*one) != but) {
            self.tell_of_contest(reader, news.clone())?;
        }
        Ok(())
    }

    /// Writes a letter about a contest to a player who can get one.
    ///
    /// # Errors
    /// The store fails.
    pub(in crate::office) fn tell_of_contest(
        &mut self,
        player: PlayerId,
        news: ContestNews,
    ) -> Result<()> {
        if let Some(reader) = member(self.store, player)? {
            self.tell_player(&reader, None, PlayerNotice::Event(news));
        }
        Ok(())
    }
}

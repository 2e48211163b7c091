//! A run of decisions about challenges and players that look random.

use chrono::{Days, NaiveDate};
use zugpost::ids::{ChallengeId, PlayerId};
use zugpost::meeting::log::Entry;
use zugpost::meeting::person::{self, Person, PersonAct, PersonFacts, PersonRequest, PersonRuling};
use zugpost::meeting::{ChallengeAct, Concluded, Place as Seat, Wish};
use zugpost::office::challenges::value;
use zugpost::office::person_rows::{of_people, of_player};
use zugpost::status::{ChallengeKind, ChallengeStatus, Relation};
use zugpost::store::{
    ConfirmationRow, Decision, GameRef, PeopleChange, PlayerActs, PlayerChange, PlayerRef, Store,
};
use zugpost::time::leave::LeaveRules;

use super::{all, compared, fresh, happens, invited, terms};
use crate::kit::{Place, at, done, look, new_game, new_mail, nothing};

/// Numbers that look random, the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(self.0 >> 33).unwrap() % count.max(1)
    }

    fn one<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        let at = self.below(of.len());
        of.get(at).cloned()
    }
}

/// A run of decisions: what the next one may be about, and when it is made.
pub struct Run {
    pub store: Box<dyn Store>,
    /// All acts of players that were written, of which marks may be left.
    pub acts: String,
    chance: Chance,
    minute: u32,
    mails: i64,
}

impl Run {
    fn players(&mut self) -> Vec<PlayerId> {
        let rows = look(&mut *self.store, |view| Ok(view.players()?));
        rows.into_iter()
            .filter(|row| row.membership.forgotten_at.is_none())
            .map(|row| row.id)
            .collect()
    }

    fn player(&mut self) -> PlayerId {
        let all = self.players();
        self.chance.one(&all).unwrap_or(PlayerId(1))
    }

    fn name(&mut self) -> String {
        let letters = ["An", "Bo", "Cla", "Do", "Eva"];
        let one = |run: &mut Self| run.chance.one(&letters).unwrap_or("X");
        format!(
            "{}{}{}",
            one(self),
            one(self).to_lowercase(),
            one(self).to_lowercase()
        )
    }

    fn address(&mut self) -> String {
        format!("a{}@example.org", self.chance.below(30))
    }

    /// A decision by a mail or by the umpire, with who makes it.
    fn blank(&mut self) -> (Decision, String) {
        self.minute += 1;
        let now = at(self.minute);
        if self.chance.below(2) == 0 {
            let by = "umpire".to_owned();
            return (
                Decision {
                    now,
                    by: by.clone(),
                    ..nothing()
                },
                by,
            );
        }
        self.mails += 1;
        let mail = new_mail(&mut *self.store, &format!("m{}", self.mails), b"x");
        (Decision { now, ..done(mail) }, format!("i{mail}"))
    }

    fn decision(&mut self) -> Decision {
        let (mut decision, by) = self.blank();
        match self.chance.below(15) {
            0 => {
                let (name, address) = (self.name(), self.address());
                decision.players.push(PlayerChange::Add { name, address });
            }
            11 => {
                let (name, address) = (self.name(), self.address());
                joins(&mut decision, PersonAct::Join { name, address });
            }
            12 => self.ruling(&mut decision),
            13 => self.person(&mut decision),
            1 | 2 => self.open(&mut decision, &by),
            3..6 => self.happens(&mut decision, &by),
            6 => self.person(&mut decision),
            // One that is said by acts, and others that are not, of the same player or not.
            7 => {
                self.umpire(&mut decision);
                self.person(&mut decision);
                self.umpire(&mut decision);
            }
            8..10 => self.umpire(&mut decision),
            10 => {
                let (from, into) = (self.player(), self.player());
                decision.people.push(PeopleChange::Merge(from, into));
            }
            _ => {
                let player = self.player();
                let name = format!("player {player}");
                decision.people.push(PeopleChange::Forget(player, name));
            }
        }
        decision
    }

    fn open(&mut self, decision: &mut Decision, by: &str) {
        let id = look(&mut *self.store, |view| Ok(view.next_challenge()?.0));
        let first = Seat::of(self.player());
        let (kind, second) = match self.chance.below(3) {
            0 => (ChallengeKind::Seek, Seat::default()),
            1 => (ChallengeKind::Challenge, invited(&self.address())),
            _ => (ChallengeKind::Challenge, Seat::of(self.player())),
        };
        let challenge = fresh(id, kind, vec![first, second]);
        let write = happens(&challenge, &[ChallengeAct::Open], &decision.now, by);
        decision.challenges.push(write);
    }

    fn happens(&mut self, decision: &mut Decision, by: &str) {
        let open = Some(ChallengeStatus::Open);
        let rows = look(&mut *self.store, |view| {
            Ok(view.challenges(open, ChallengeId(0), 99)?)
        });
        let Some(row) = self.chance.one(&rows) else {
            return;
        };
        let challenge = value(row).unwrap();
        let place = self.chance.below(2);
        let act = match self.chance.below(9) {
            0 => ChallengeAct::Join {
                place: 1,
                player: self.player(),
            },
            1 => ChallengeAct::Leave(1),
            2 => ChallengeAct::Counter {
                place,
                terms: terms(Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1")),
                wish: self
                    .chance
                    .one(&[None, Some(Wish::Random), Some(Wish::Seat(1))])
                    .flatten(),
                expires_at: at(700),
            },
            3 => ChallengeAct::Decline {
                place,
                words: "Bobo is tired.".into(),
            },
            4 => ChallengeAct::Withdraw(place),
            5 => ChallengeAct::Cancel(Some("a reason".into())),
            6 => ChallengeAct::Expire,
            7 => ChallengeAct::Depart(place),
            _ => ChallengeAct::Agree(place),
        };
        let mut acts = vec![act];
        if let Some(ChallengeAct::Agree(_)) = acts.first()
            && self.chance.below(2) == 0
        {
            acts.push(ChallengeAct::Accept);
            let (one, other) = (self.name(), self.name());
            let begun = new_game(&format!("{one}x"), &format!("{other}y"));
            (decision.players, decision.new_game) = (begun.players, begun.new_game);
        }
        let mut write = happens(&challenge, &acts, &decision.now, by);
        if decision.new_game.is_some() {
            write.game = Some(GameRef::New);
            write.newcomers = vec![(1, PlayerRef::New(0))];
        }
        decision.challenges.push(write);
    }

    fn person_of(&mut self, player: PlayerId) -> Person {
        let state = look(&mut *self.store, |view| Ok(view.player_state(player)?));
        let person: Person = serde_json::from_str(&state.unwrap()).unwrap();
        Person {
            id: player,
            ..person
        }
    }

    fn other(&mut self) -> (PlayerId, Relation, bool) {
        let relation = self.chance.one(&[Relation::Mute, Relation::Block]).unwrap();
        (self.player(), relation, self.chance.below(3) > 0)
    }

    /// A player wants something of themselves.
    fn person(&mut self, decision: &mut Decision) {
        let player = self.player();
        let person = self.person_of(player);
        let of_those = if person.left { 3 } else { self.chance.below(9) };
        let request = match of_those {
            0 => PersonRequest::Rename(Ok(self.name())),
            1 => PersonRequest::AddAddress {
                address: self.address(),
                free: true,
                sent: 0,
            },
            2 => {
                let asked = self.chance.one(&person.asked);
                let asked = asked.map(|(address, _)| address.to_uppercase());
                PersonRequest::Confirm(asked.unwrap_or_else(|| self.address()))
            }
            3 => PersonRequest::Join {
                name: Ok(self.name()),
                address: self.address(),
            },
            4 | 5 => {
                let (other, relation, on) = self.other();
                PersonRequest::Relate {
                    other,
                    relation,
                    on,
                }
            }
            6 => PersonRequest::Depart {
                forget: self.chance.below(5) == 0,
                agreed: 2,
            },
            7 => {
                let first = NaiveDate::from_ymd_opt(2026, 3, 1).unwrap();
                let first = first + Days::new(self.chance.below(200) as u64);
                let last = first + Days::new(5);
                PersonRequest::BookLeave { first, last }
            }
            _ => {
                let address = self.chance.one(&person.addresses);
                PersonRequest::RemoveAddress(address.unwrap_or_default())
            }
        };
        let facts = PersonFacts {
            now: decision.now.parse().unwrap(),
            leave: LeaveRules::default(),
        };
        if let Concluded::Done(acts) = person::decide(&person, &request, &facts) {
            said(decision, &person, &acts);
        }
    }

    /// The umpire wants something of a player.
    fn ruling(&mut self, decision: &mut Decision) {
        let (player, into) = (self.player(), self.player());
        let (person, into) = (self.person_of(player), self.person_of(into));
        let ruling = match self.chance.below(6) {
            0 => PersonRuling::Name(self.name()),
            1 => PersonRuling::Address {
                address: self.address(),
                main: self.chance.below(2) == 0,
            },
            2 => PersonRuling::Ban("Anbobo has asked for it".into()),
            3 => PersonRuling::Unban,
            4 if self.chance.below(4) == 0 => PersonRuling::Forget,
            _ => PersonRuling::Merge {
                into: Box::new(into.clone()),
                opposed: None,
            },
        };
        if let Concluded::Done(acts) = person::rule(&person, &ruling) {
            said(decision, &person, &acts);
            if let PersonRuling::Merge { .. } = ruling {
                let absorb = into.absorbing(person);
                said(decision, &into, &[absorb]);
            }
        }
    }

    /// Something changes a player that is no act.
    fn umpire(&mut self, decision: &mut Decision) {
        let (player, address) = (self.player(), self.address());
        let (other, relation, on) = self.other();
        decision.people.extend(match self.chance.below(8) {
            0 => Some(PeopleChange::Left(player, on)),
            1 => Some(PeopleChange::Ban(player, on)),
            2 => Some(PeopleChange::Relate {
                player,
                other,
                relation,
                on,
            }),
            _ => None,
        });
        decision.players.push(match self.chance.below(7) {
            0 => PlayerChange::Rename(player, self.name()),
            6 => PlayerChange::BookLeave(player, at(1), at(9)),
            1 => PlayerChange::ForgetConfirmations(at(self.minute.saturating_sub(9))),
            2 => PlayerChange::CloseConfirmation(player, address),
            3 => PlayerChange::RemoveAddress(player, address),
            4 => asks(player, &address, &decision.now),
            _ => PlayerChange::Address {
                player,
                address,
                main: self.chance.below(2) == 0,
            },
        });
    }
}

/// Somebody becomes a player, whose log begins with that.
fn joins(decision: &mut Decision, act: PersonAct) {
    let person = Person::default();
    let nth = decision.added().count();
    said(decision, &person, &[act]);
    let acts = decision.player_acts.last_mut().unwrap();
    acts.player = PlayerRef::New(nth);
    let begins = Entry::<_, PersonAct>::State(person);
    acts.acts.insert(0, begins.to_json());
}

/// Acts, with what they change.
pub(super) fn said(decision: &mut Decision, person: &Person, acts: &[PersonAct]) {
    let before = (decision.players.len(), decision.people.len());
    for act in acts {
        if let PersonAct::Ask { address, .. } = act {
            let asks = asks(person.id, address, &decision.now);
            decision.players.push(asks);
        }
        decision.players.extend(of_player(person, act));
        decision.people.extend(of_people(person.id, act));
    }
    let entries = acts.iter().cloned().map(Entry::<Person, _>::Act);
    decision.player_acts.push(PlayerActs {
        player: PlayerRef::Known(person.id),
        acts: entries.map(|entry| entry.to_json()).collect(),
        changes: decision.players[before.0..].to_vec(),
        people: decision.people[before.1..].to_vec(),
    });
}

fn asks(player: PlayerId, address: &str, now: &str) -> PlayerChange {
    PlayerChange::AskConfirmation(ConfirmationRow {
        player,
        address: address.to_owned(),
        nonce: vec![1],
        generation: 0,
        created_at: now.to_owned(),
    })
}

impl Run {
    /// Goes on with a store after so many minutes.
    pub fn of(store: Box<dyn Store>, minute: u32) -> Self {
        Self {
            store,
            acts: String::new(),
            chance: Chance(u64::from(minute) + 7),
            minute,
            mails: i64::from(minute) * 100,
        }
    }

    /// Makes so many batches of decisions, some of which have one that does not fit; returns how
    /// many were written.
    pub fn decisions(&mut self, count: usize) -> usize {
        let mut written = 0;
        for _ in 0..count {
            let mut batch = vec![self.decision()];
            if self.chance.below(3) == 0 {
                batch.push(self.decision());
            }
            let before = all(&mut *self.store);
            match self.store.commit(&batch) {
                Ok(_) => {
                    written += 1;
                    let acts = batch.iter().flat_map(|one| &one.player_acts);
                    self.acts.extend(acts.flat_map(|one| one.acts.clone()));
                }
                Err(_) => assert_eq!(all(&mut *self.store), before, "{batch:?}"),
            }
            let found = compared(&mut *self.store);
            assert_eq!(found.act_differences, [], "{batch:#?}");
        }
        written
    }
}

/// The store after a run of batches.
pub fn run(place: &Place, count: usize) -> (Run, usize) {
    let (store, _) = place.with_game();
    let mut run = Run::of(store, 0);
    let written = run.decisions(count);
    (run, written)
}

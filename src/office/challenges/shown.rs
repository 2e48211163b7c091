//! A challenge as a reader sees it, and the letters about it. Nobody sees the address of another: only whoever has named
//! somebody by an address sees that address, until there is a game.

use anyhow::{Context, Result};

use crate::ids::{MailId, PlayerId};
use crate::letters::{
    ChallengeNews, ChallengeNote, ChallengeNotice, Content, Ending, PlayerNotice, ShownChallenge,
    ShownPlace, ShownWho,
};
use crate::meeting::GameTerms;
use crate::status::{ChallengeKind, ChallengeStatus};
use crate::store::{ChallengeRow, Decision, LetterKind, NewScope, PlayerRow, Snapshot};

use super::super::Office;

/// The terms of a stored challenge.
pub(super) fn terms(row: &ChallengeRow) -> Result<GameTerms> {
    GameTerms::from_json(&row.terms).with_context(|| format!("the terms of challenge {}", row.id))
}

/// What is said of a challenge that cannot be answered any more; `None`: it is open.
pub(super) fn closed(row: &ChallengeRow, now: &str, mine: bool) -> Option<ChallengeNote> {
    let status = match row.status {
        ChallengeStatus::Open if row.expires_at.as_str() <= now => ChallengeStatus::Expired,
        status => status,
    };
    let how = Ending::of(status)?;
    Some(ChallengeNote::Closed {
        number: row.id,
        how: Some(how).filter(|_| mine),
        game: row.game.filter(|_| mine && how == Ending::Accepted),
    })
}

/// Who has a place, as a reader sees him.
pub(super) fn who(
    store: &dyn Snapshot,
    row: &ChallengeRow,
    at: usize,
    reader: PlayerId,
) -> Result<ShownWho> {
    let Some(place) = row.places.get(at) else {
        return Ok(ShownWho::Free);
    };
    if place.player == Some(reader) {
        return Ok(ShownWho::You);
    }
    // Whoever has made the challenge has named the others.
    let named_them = row.places.first().and_then(|place| place.player) == Some(reader);
    Ok(match (&place.address, place.player) {
        (Some(address), _) if named_them => ShownWho::Named(address.clone()),
        (Some(_), _) => ShownWho::Somebody,
        (None, Some(player)) => {
            let player = store.player(player)?;
            ShownWho::Named(player.map_or_else(String::new, |player| player.name))
        }
        (None, None) => ShownWho::Free,
    })
}

/// The same as a name; empty: it is not for the reader to know.
pub(super) fn name(
    store: &dyn Snapshot,
    row: &ChallengeRow,
    at: usize,
    reader: PlayerId,
) -> Result<String> {
    Ok(match who(store, row, at, reader)? {
        ShownWho::Named(name) => name,
        ShownWho::You | ShownWho::Somebody | ShownWho::Free => String::new(),
    })
}

/// A challenge as a player sees it who has a place in it.
pub(super) fn shown(
    store: &dyn Snapshot,
    row: &ChallengeRow,
    reader: PlayerId,
) -> Result<ShownChallenge> {
    let terms = terms(row)?;
    let seats = terms.variant().map_or(&[][..], |variant| variant.seats());
    let word = |seat: Option<u8>| seat.and_then(|seat| seats.get(usize::from(seat)).copied());
    let mut places = Vec::new();
    let mut others = Vec::new();
    let mut own = None;
    for (at, place) in row.places.iter().enumerate() {
        let who = who(store, row, at, reader)?;
        match &who {
            ShownWho::You => own = own.or(place.seat),
            ShownWho::Named(name) => others.push(name.clone()),
            ShownWho::Somebody | ShownWho::Free => {}
        }
        places.push(ShownPlace {
            who,
            seat: word(place.seat).map(str::to_owned),
            yes: place.answer == Some(true),
        });
    }
    let seek = row.kind == ChallengeKind::Seek;
    let (head, seat) = match seek {
        true => {
            let first = row.places.first().and_then(|place| place.seat);
            ("seek".to_owned(), word(first))
        }
        false => (format!("challenge {}", others.join(", ")), word(own)),
    };
    Ok(ShownChallenge {
        number: row.id,
        line: terms.line(&head, seat),
        variant: terms.variant.clone(),
        seek,
        places,
        until: row.expires_at.clone(),
    })
}

impl Office {
    /// Writes a letter about a challenge to a player who has a place in it; none where he was not told of it. While it
    /// is open, the answer to the letter is about it.
    pub(super) fn post_challenge(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        (row, at): (&ChallengeRow, usize),
        mail: Option<MailId>,
        news: ChallengeNews,
    ) -> Result<()> {
        let Some(place) = row.places.get(at).filter(|place| !place.hidden) else {
            return Ok(());
        };
        let player = match place.player {
            Some(player) => super::member(store, player)?,
            None => None,
        };
        let Some(player) = player else {
            return Ok(());
        };
        let open = row.status == ChallengeStatus::Open;
        let scope = match (open, u8::try_from(at)) {
            (true, Ok(place)) => NewScope::Challenge {
                challenge: row.id,
                place,
                version: row.version,
            },
            _ => NewScope::Player(player.id),
        };
        let notice = ChallengeNotice {
            shown: shown(store, row, player.id)?,
            news,
        };
        self.post_with(decision, &player, scope, mail, notice);
        Ok(())
    }

    fn post_with(
        &mut self,
        decision: &mut Decision,
        player: &PlayerRow,
        scope: NewScope,
        mail: Option<MailId>,
        notice: ChallengeNotice,
    ) {
        let token = self.new_token(scope);
        let content = Content::Player {
            player: player.id,
            notices: vec![PlayerNotice::Challenge(Box::new(notice))],
            answer: None,
        };
        let kind = LetterKind::Player;
        if let Some(letter) = self.post_to(decision, kind, &player.address, mail, content) {
            letter.tokens.push(token);
        }
    }

    /// Tells all who have a place, but one, what has happened. `news` is made for each of them.
    pub(super) fn tell_places(
        &mut self,
        store: &dyn Snapshot,
        decision: &mut Decision,
        row: &ChallengeRow,
        but: Option<PlayerId>,
        mail: Option<MailId>,
        news: &mut dyn FnMut(&dyn Snapshot, PlayerId) -> Result<ChallengeNews>,
    ) -> Result<()> {
        let mut told: Vec<PlayerId> = but.into_iter().collect();
        for (at, place) in row.places.iter().enumerate() {
            let Some(player) = place.player.filter(|player| !told.contains(player)) else {
                continue;
            };
            told.push(player);
            let news = news(store, player)?;
            self.post_challenge(store, decision, (row, at), mail, news)?;
        }
        Ok(())
    }
}

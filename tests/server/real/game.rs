//! Whole games between people with mailboxes, played by `zugpost run`.

use super::club::{Club, Player, no_doubles};
use super::mailbox::{Mailbox, eventually};

#[test]
fn a_game_is_played_by_mail_from_the_first_letter_to_mate() {
    let mut club = Club::with_game("chess", &[("white", "alice"), ("black", "boris")]);
    let (mut alice, mut boris) = (Player::new("alice"), Player::new("boris"));
    club.start();
    for (number, (white, black)) in [("f3", "e5"), ("g4", "Qh4#")].iter().enumerate() {
        let yours = format!("your turn {}", number + 1);
        let letter = alice.read(&club, &yours);
        alice.answer(&club, &letter, white);
        let letter = boris.read(&club, &yours);
        boris.answer(&club, &letter, black);
    }
    alice.read(&club, "0-1");
    boris.read(&club, "0-1");
    no_doubles(&club, &[&alice, &boris]);
    let mut server = Mailbox::open(&club.world, "server");
    assert_eq!(server.all("Processed").len(), 4);
    assert!(server.all("INBOX").is_empty());
}

#[test]
fn a_game_survives_restarts_of_everything() {
    let mut club = Club::with_game("chess", &[("white", "alice"), ("black", "boris")]);
    let (mut alice, mut boris) = (Player::new("alice"), Player::new("boris"));
    club.start();
    let letter = alice.read(&club, "your turn 1");
    // All letters have arrived before a server is killed: a letter that it is just taking would be sent to it
    // twice (RFC 1047).
    boris.read(&club, "You are Black");
    // The IMAP server is down: the answer waits at the mail server.
    club.world.stop_dovecot();
    alice.answer(&club, &letter, "f3");
    std::thread::sleep(std::time::Duration::from_secs(2));
    club.world.start_dovecot();
    let letter = boris.read(&club, "your turn 1");
    // It is noted that all letters have left: what is in hand at a kill is sent once more.
    eventually("letters are noted", || {
        (club.run(&["mail", "queue"]) == "Nothing waits.\n").then_some(())
    });
    // The daemon is killed: the answer waits in the mailbox.
    club.kill();
    boris.answer(&club, &letter, "e5");
    club.start();
    let letter = alice.read(&club, "your turn 2");
    alice.answer(&club, &letter, "g4");
    let letter = boris.read(&club, "your turn 2");
    alice.read(&club, "Played: 2. g2-g4");
    // The SMTP server is down when the last answer is played: the letters wait.
    club.world.stop_exim();
    boris.answer_without_smtp(&club, &letter, "Qh4#");
    eventually("the last answer is played", || {
        let played = Mailbox::open(&club.world, "server").all("Processed");
        (played.len() == 4).then_some(())
    });
    club.world.stop_dovecot();
    std::thread::sleep(std::time::Duration::from_secs(2));
    club.world.start_dovecot();
    club.world.start_exim();
    alice.read(&club, "0-1");
    boris.read(&club, "0-1");
    no_doubles(&club, &[&alice, &boris]);
    assert!(club.run(&["game", "export", "1"]).contains("0-1"));
}

#[test]
fn four_players_with_mailboxes_play_until_one_is_left() {
    let names = ["alice", "boris", "carol", "david"];
    let seats = ["red", "green", "yellow", "blue"];
    let seats: Vec<_> = seats.into_iter().zip(names).collect();
    let mut club = Club::with_game("yonin-bishogi", &seats);
    let mut players = names.map(Player::new);
    club.start();
    // Yellow resigns after its last turn; the last turn of Red lets Green mate Blue and Red.
    let rounds = [
        ["f4-f5", "i5-g5", "e9-e7", "c5-d5"],
        ["d2-d4", "k3-j3", "Bf10xc7", "Bb6xd4"],
        ["Qe1xb4", "Bj6xg3", "Bc7xa5", "Bd4-h8=Q"],
        ["P*f10", "Bg3xf2=Q", "Ba5xf10=Q", "Qh8xh6"],
    ];
    for (number, round) in rounds.iter().enumerate() {
        for (player, turn) in players.iter_mut().zip(round) {
            let asks = match *turn {
                // The pieces of Yellow have left the board since the first letter about this turn.
                "Qh8xh6" => "resigned and is out of the game".to_owned(),
                _ => format!("your turn {}", number + 1),
            };
            let letter = player.read(&club, &asks);
            player.answer(&club, &letter, turn);
            if *turn == "Ba5xf10=Q" {
                let letter = player.read(&club, "Played: 4. Ba5xf10=Q");
                player.answer(&club, &letter, "resign");
            }
        }
    }
    let letter = players[0].read(&club, "your turn 5");
    players[0].answer(&club, &letter, "Qb4xd6");
    for player in &mut players {
        player.read(&club, "The game is over: green>blue>red>yellow");
    }
    let [alice, boris, carol, david] = &players;
    no_doubles(&club, &[alice, boris, carol, david]);
    assert_eq!(
        Mailbox::open(&club.world, "server").all("Processed").len(),
        18
    );
}

//! The words of status columns that are of mails, letters and queues.

use crate::status::words;

words! {
    /// How far a mail has been judged.
    MailStatus {
        /// Not judged yet, or to be judged again after its quarantine.
        New = "new",
        /// Judged: its verdict is stored, with all that follows from it.
        Done = "done",
        /// Kept for the umpire, because judging it has failed.
        Quarantined = "parked",
    }

    /// How far a letter has been sent.
    LetterStatus {
        /// To be sent, now or when its next try is due.
        Waiting = "waiting",
        /// A relay has taken it.
        Sent = "sent",
        /// Refused for good, or given up.
        Failed = "failed",
        /// Not to be sent any more: the umpire has dropped it, or its game was called off.
        Dropped = "dropped",
        /// Not to be sent: a later letter says what it would have said.
        Superseded = "superseded",
        /// Kept for the umpire, because rendering it has failed.
        Quarantined = "quarantined",
    }

    /// What a letter is written for.
    LetterKind {
        /// To the author of a mail, about that mail.
        Answer = "answer",
        /// To a seat, about what others have done.
        News = "news",
        /// To a seat, the first one of a game.
        First = "first",
        /// To a seat, about the end of its game.
        Result = "result",
        /// To a seat, because somebody wrote in its name; it may ask something.
        Question = "question",
        /// To a seat, because the umpire asks for it, or because letters to another seat come back.
        Again = "again",
        /// To a seat, that its time will soon be over, or that a game waits for it.
        Reminder = "reminder",
        /// To a player, about no game; an answer to a mail of theirs is [`LetterKind::Answer`].
        Player = "player",
        /// To a player, the news of their games since the last one.
        Digest = "digest",
        /// To a player, about a game that they watch.
        Watch = "watch",
        /// To somebody who is no member, with a token by which they can answer.
        Outsider = "outsider",
        /// To an address of a player, about their addresses; it has no token.
        Address = "address",
        /// To an umpire, who is asked for a `yes` to what was written by mail, or told what came of
        /// it.
        Ruling = "ruling",
        /// To somebody without a token.
        Public = "public",
        /// A report to the umpire; it is kept, but not sent, if the settings name none.
        Umpire = "umpire",
    }

    /// A queue whose last success and last failure are kept.
    Queue {
        /// Fetching mail from the source.
        Fetch = "fetch",
        /// Judging the mails that were stored.
        Judge = "judge",
        /// Handing letters to the relay.
        Send = "send",
    }

    /// What is limited by day.
    Budget {
        /// Mails of a sender, by address; of all senders, without a key.
        Mails = "mails",
        /// Mails of a player that they are proven to have written, by player.
        Proven = "proven",
        /// Words of a seat to others, by game and seat.
        Talk = "talk",
        /// Answers to a mailbox of no member of which nothing is shown, by address without detail.
        Strangers = "strangers",
        /// The same by domain.
        Domains = "domains",
        /// The same by hour.
        Hours = "hours",
        /// Mails of such authors that wait for their answer, by domain.
        Kept = "kept",
        /// Letters to people who are no members and write to us, by address without detail, and by `@domain`.
        Readers = "readers",
        /// Invitations of members, by mailbox.
        Invitations = "invitations",
        /// Answers to a player's mails about no game, by player; and questions whether such a mail
        /// is theirs.
        Account = "account",
        /// Challenges, counters, withdrawals and messages of a player: by player, and by player and person.
        Letters = "letters",
        /// Letters that are handed over: of the day (key ''), of a minute (`12:34`), of a domain (`@gmail.com`).
        Sending = "sending",
        /// Letters of which one a day is enough, by matter.
        Once = "once",
        /// Decisions that were written together, by a name that is given to each transaction: so it is known whether they
        /// were, if the answer of the database is lost. Those of yesterday are kept, too.
        Decisions = "decisions",
        /// Milliseconds for which programs have thought about their turns, by player against whom they play.
        Thinking = "thinking",
        /// Letters that were marked as spam: in a day by letter (`o12`), and without a day by domain, which is no limit but
        /// a count that is kept.
        Complaints = "complaints",
    }

    /// What a timer is for.
    TimerKind {
        /// The daily work: old bytes are deleted, games whose rules are not known are frozen.
        Forget = "forget",
        /// Questions about no game because of which something is to be done.
        Question = "question",
        /// The clock of a game: reminders, deadlines, the end of a pause.
        Clock = "clock",
        /// The next digest of any player.
        Digest = "digest",
        /// Challenges that nobody has answered in time.
        Challenge = "challenge",
        /// Contests that may begin, go on, or be over.
        Contest = "contest",
    }
}

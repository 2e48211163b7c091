//! Questions to players, and what waits for their `yes`.

use serde::{Deserialize, Serialize};

use crate::games::Request;

/// A question to a player: what waits for their `yes`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// A mail with the reader's token came from an address that is not the reader's, or that may be
    /// forged.
    OtherAddress {
        /// The address of the mail, which is not one of the player's or is not vouched for.
        from: String,
        /// The lines that wait, with what they request.
        lines: Vec<(String, Vec<Request>)>,
        /// What was missing; letters of before know only of other addresses.
        #[serde(default)]
        lack: Lack,
        /// How many such questions were asked at this state of the game, with this one.
        #[serde(default)]
        count: u32,
    },
    /// It is doubtful what the reader's mail means.
    Doubt {
        /// The turns or the command that may be meant, and why that is not clear.
        doubt: Doubtful,
        /// The lines that wait, with what they request; none if one of several turns may be meant.
        lines: Vec<(String, Vec<Request>)>,
    },
    /// What the reader's `yes` means. Only one of these lines answers it.
    Either(Either),
}

/// Lines of which a mail may mean one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Either {
    /// Those that agree to what others ask for, or to what we have asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agree: Vec<String>,
    /// Turns, in canonical text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<String>,
    /// Those that play them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub play: Vec<String>,
    /// Other lines of the mail.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
    /// The one that sends the words to the others, whose words hold a question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub say: Option<String>,
}

impl Either {
    /// Those of the lines that a letter offers as links.
    pub fn links(&self) -> impl Iterator<Item = &String> {
        self.agree.iter().chain(&self.play).chain(&self.say)
    }
}

impl Question {
    /// As it is stored. It cannot fail: every key is a string.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The lines that wait, with what they request.
    pub fn lines(&self) -> &[(String, Vec<Request>)] {
        match self {
            Self::OtherAddress { lines, .. } | Self::Doubt { lines, .. } => lines,
            Self::Either(_) => &[],
        }
    }
}

/// What is doubtful in a mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Doubtful {
    /// The turns that may be meant, in canonical text.
    pub turns: Vec<String>,
    /// Why it is not clear.
    pub why: Why,
    /// The command that is asked about, if it is no turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
}

/// Why something is asked back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// The turn is part of a sentence.
    Sentence,
    /// It is not written as turns are here.
    Letters,
    /// The mail holds other turns, or commands that do not go with it.
    Others,
    /// Words of the mail speak against it.
    Words,
    /// It cannot be taken back, and the mail says more than that.
    Final,
    /// It cannot be taken back, and others have got the mail as well.
    Shared,
    /// It is where it may be quoted.
    Quoted,
    /// The terms leave less than 12 hours for a turn.
    Fast,
    /// After this turn its player may have none next time.
    NoTurnNext,
    /// Its author has chosen to be asked before a plan is kept.
    ChosenPlan,
    /// A plan that may end the game for its owner.
    FinalPlan,
    /// The reader has chosen to see each turn before it is played.
    Chosen,
    /// A plan below a turn that waits.
    WithTurn,
}

/// Why a mail proves nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lack {
    /// It has no key of a letter to its author, or that of an earlier letter.
    #[default]
    Key,
    /// It comes from this address, which is nobody's.
    Address(String),
    /// Its host does not vouch for the author.
    Voucher {
        /// It says that the mail does not come from the domain of its author.
        fails: bool,
    },
    /// It has no single author.
    Sender,
}

//! Recognises dates and times of day in any language: by their numbers.

/// What numbers in a text look like a point in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dates {
    /// A year, or a date in numbers such as `20.11.26` or `20/11/2026`.
    pub day: bool,
    /// A time of day such as `10:11`, `10.11` or `10h11`.
    pub clock: bool,
}

impl Dates {
    /// Looks at the numbers of a text, in the digits of any script.
    pub fn of(text: &str) -> Self {
        let mut found = Self::default();
        // The last three numbers, each with the character before it.
        let mut last: [Option<(Number, char)>; 3] = [None; 3];
        let mut gap = None;
        let mut gaps = 0usize;
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            let Some(first) = digit(c) else {
                gap = Some(c);
                gaps += 1;
                continue;
            };
            let (value, len) = (first, 1);
            let mut number = Number { value, len };
            while let Some(more) = chars.peek().copied().and_then(digit) {
                number.value = number.value.saturating_mul(10).saturating_add(more);
                number.len += 1;
                chars.next();
            }
            let before = gap.filter(|_| gaps == 1).unwrap_or(' ');
            // A letter behind a number makes it a word, such as a square; Asian letters do not.
            let behind = chars.peek();
            let word = behind.is_some_and(|c| c.is_ascii_alphabetic() && *c != 'h');
            found.add(&last, number, before, word);
            last = [last[1], last[2], Some((number, before))];
            (gap, gaps) = (None, 0);
        }
        found
    }

    fn add(
        &mut self,
        last: &[Option<(Number, char)>; 3],
        number: Number,
        before: char,
        word: bool,
    ) {
        if number.is_year() && !word && !before.is_ascii_alphabetic() {
            self.day = true;
        }
        let Some((previous, mark)) = last[2] else {
            return;
        };
        if ":.h時时點点시：".contains(before)
            && number.len == 2
            && number.value < 60
            && previous.len <= 2
            && previous.value < 24
            && !matches!(mark, 'a'..='z' | 'A'..='Z' | '@')
        {
            self.clock = true;
        }
        // Three numbers with the same mark between them.
        if let Some((first, _)) = last[1]
            && mark == before
            && matches!(before, '.' | '/' | '-')
            && [first, previous, number]
                .iter()
                .all(|n| n.len <= 2 || n.is_year())
            && first.len.max(number.len) >= 2
        {
            self.day = true;
        }
    }

    /// Whether there is a day or a time.
    pub fn any(self) -> bool {
        self.day || self.clock
    }

    /// Whether there is a day and a time.
    pub fn both(self) -> bool {
        self.day && self.clock
    }
}

#[derive(Clone, Copy)]
struct Number {
    value: u32,
    len: usize,
}

impl Number {
    /// Years of the common calendar, the Thai one (543 ahead) and the Persian one (621 behind).
    fn is_year(self) -> bool {
        self.len == 4 && matches!(self.value, 2000..=2099 | 2543..=2642 | 1380..=1478)
    }
}

/// The value of a decimal digit of the scripts that dates in mails are written in.
fn digit(c: char) -> Option<u32> {
    let zero = match c {
        '0'..='9' => '0',
        '\u{660}'..='\u{669}' => '\u{660}',
        '\u{6f0}'..='\u{6f9}' => '\u{6f0}',
        '\u{966}'..='\u{96f}' => '\u{966}',
        '\u{9e6}'..='\u{9ef}' => '\u{9e6}',
        '\u{e50}'..='\u{e59}' => '\u{e50}',
        '\u{1040}'..='\u{1049}' => '\u{1040}',
        '\u{ff10}'..='\u{ff19}' => '\u{ff10}',
        _ => return None,
    };
    Some(u32::from(c) - u32::from(zero))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_times() {
        for (text, day, clock) in [
            ("Fri, Nov 20, 2026 at 10:11 AM", true, true),
            ("20.11.26 um 10:11", true, true),
            ("20/11/2026 à 10h11", true, true),
            ("2026年11月20日(金) 10:11", true, true),
            ("20.11.2026 kl. 10.11", true, true),
            ("2569 เวลา 10:11", true, true),
            ("٢٠٢٦ في ١٠:١١", true, true),
            ("11/20/26", true, false),
            ("at 10:11", false, true),
            ("1.e4 e5 2.Nf3 Nc6", false, false),
            ("3. Ng1-f3 @@e3", false, false),
            ("e2-e4 e7-e5", false, false),
            ("address add a@b.org", false, false),
        ] {
            assert_eq!(Dates::of(text), Dates { day, clock }, "{text}");
        }
    }
}

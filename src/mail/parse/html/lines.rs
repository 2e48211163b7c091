//! Writes text line by line.

/// Quotes deeper than this are written with this many marks; it bounds the output.
const MAX_DEPTH: usize = 5;

/// The text of a page so far, and its last line, which is not complete yet.
#[derive(Default)]
pub struct Lines {
    out: String,
    line: String,
    /// Whether a blank is to be written before the next word.
    blank: bool,
}

impl Lines {
    /// Appends text in which a run of white space is one blank.
    pub fn words(&mut self, text: &str) {
        for c in text.chars() {
            if c.is_ascii_whitespace() {
                self.blank = true;
                continue;
            }
            self.write_blank();
            self.line.push(c);
        }
    }

    /// Appends text that keeps its lines and blanks.
    pub fn preformatted(&mut self, text: &str, quotes: usize) {
        self.write_blank();
        for c in text.chars() {
            match c {
                '\n' => self.break_line(quotes),
                '\r' => {}
                _ => self.line.push(c),
            }
        }
    }

    /// Separates what follows from what is on the line.
    pub fn blank(&mut self) {
        self.blank = true;
    }

    fn write_blank(&mut self) {
        if std::mem::take(&mut self.blank) && !self.line.is_empty() {
            self.line.push(' ');
        }
    }

    /// Ends the line, also an empty one.
    pub fn break_line(&mut self, quotes: usize) {
        let depth = quotes.min(MAX_DEPTH);
        self.out.extend(std::iter::repeat_n('>', depth));
        if depth > 0 {
            self.out.push(' ');
        }
        self.out.push_str(self.line.trim_end());
        self.out.push('\n');
        self.line.clear();
        self.blank = false;
    }

    /// Ends the line if there is anything on it.
    pub fn end_block(&mut self, quotes: usize) {
        if !self.line.is_empty() {
            self.break_line(quotes);
        }
        self.blank = false;
    }

    /// Writes an empty line between paragraphs, but never two.
    pub fn gap(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    /// The whole text; it ends with one line feed.
    pub fn finish(mut self, quotes: usize) -> String {
        self.end_block(quotes);
        self.out.truncate(self.out.trim_end_matches('\n').len());
        self.out.push('\n');
        self.out
    }
}

//! A page that holds letters in frames and measures them; `page.js` is what runs in it.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::accessibility;
use crate::complaints::Complaint;
use crate::devtools::Browser;
use crate::letters::Letter;

/// As many frames as are held at once: more take memory, fewer take time.
const HELD: usize = 60;

/// The width of a usual telephone, at which is listened and axe looks.
const TELEPHONE: u32 = 390;

const SCRIPTS: [&str; 5] = [
    include_str!("colours.js"),
    include_str!("boards.js"),
    include_str!("measure.js"),
    include_str!("programs.js"),
    include_str!("page.js"),
];

/// The page, opened in a browser.
pub(crate) struct Page {
    browser: Browser,
    letters: usize,
    /// How many frames there are to hold, one after the other.
    cases: usize,
}

impl Page {
    pub(crate) fn open(letters: &[Letter]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("letters.html");
        let table = include_str!("mail-programs.txt");
        let data = json!({"letters": letters, "table": table}).to_string();
        // A frame is dark only within a page that can be dark, too.
        let page = format!(
            "<!DOCTYPE html><html><head><meta charset=\"utf-8\"><style>:root{{color-scheme:light dark}}</style></head>\
             <body><script type=\"application/json\" id=\"data\">{}</script><script>{}</script></body></html>",
            data.replace('<', "\\u003c"),
            SCRIPTS.concat()
        );
        std::fs::write(&file, page).expect("written");
        let mut page = Page {
            browser: Browser::open(&file),
            letters: letters.len(),
            cases: 0,
        };
        page.cases = page.get("prepare()");
        page
    }

    fn get<T: DeserializeOwned>(&mut self, expression: &str) -> T {
        let value = self.browser.evaluate(expression);
        serde_json::from_value(value).unwrap_or_else(|why| panic!("{expression:.100}: {why}"))
    }

    fn complaints(&mut self, expression: &str) -> Vec<Complaint> {
        let found: Vec<(usize, u32, String, String, String)> = self.get(expression);
        let found = found.into_iter();
        found
            .map(|(letter, width, how, rule, what)| Complaint {
                letter,
                width,
                how,
                rule,
                what,
            })
            .collect()
    }

    /// What letters use and the table of mail programs does not know.
    pub(crate) fn unknown(&mut self) -> Vec<Complaint> {
        self.complaints("unknown()")
    }

    /// What is measured, light and dark.
    pub(crate) fn measured(&mut self) -> Vec<Complaint> {
        let mut found = vec![];
        for from in (0..self.cases).step_by(HELD) {
            self.browser.scheme("light");
            self.get::<Value>(&format!("hold({from}, {})", from + HELD));
            found.extend(self.complaints("measured('light')"));
            self.browser.scheme("dark");
            found.extend(self.complaints("measured('dark')"));
        }
        found
    }

    /// What axe finds.
    pub(crate) fn ruled(&mut self, axe: &str) -> Vec<Complaint> {
        self.browser.scheme("light");
        let mut found = vec![];
        for from in (0..self.letters).step_by(HELD) {
            self.get::<Value>(&format!("holdAt({TELEPHONE}, {from}, {})", from + HELD));
            found.extend(self.complaints(&format!("ruled({})", Value::from(axe))));
        }
        found
    }

    /// What is wrong for those who listen.
    pub(crate) fn heard(&mut self, sides: &[&str]) -> Vec<Complaint> {
        self.browser.scheme("light");
        let mut found = vec![];
        for from in (0..self.letters).step_by(HELD) {
            self.get::<Value>(&format!("holdAt({TELEPHONE}, {from}, {})", from + HELD));
            let shown: Vec<accessibility::Shown> = self.get("shownNow()");
            let trees = self.browser.trees();
            assert_eq!(trees.len(), shown.len(), "frames");
            for (letter, (tree, shown)) in (from..).zip(trees.iter().zip(&shown)) {
                for (rule, what) in accessibility::complaints(tree, shown, sides) {
                    found.push(Complaint {
                        letter,
                        width: TELEPHONE,
                        how: "heard".to_owned(),
                        rule: rule.to_owned(),
                        what,
                    });
                }
            }
        }
        found
    }
}

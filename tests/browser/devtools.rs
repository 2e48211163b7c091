//! Chromium, and its devtools protocol: JSON with a zero byte after each message, over two pipes.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

pub(crate) fn program() -> String {
    std::env::var("ZUGPOST_TEST_CHROMIUM").unwrap_or_else(|_| "chromium".to_owned())
}

/// Nothing is asked of any network.
pub(crate) const QUIET: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--hide-scrollbars",
];

/// A browser with one page.
pub(crate) struct Browser {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
    session: Option<String>,
    asked: u64,
    /// Its own files; deleted after it has ended.
    _folder: tempfile::TempDir,
}

impl Browser {
    /// Starts Chromium and opens a file.
    pub(crate) fn open(file: &Path) -> Self {
        let mut browser = Self::blank();
        browser.go(file);
        browser
    }

    /// Opens a file in the page, and waits until it is there.
    pub(crate) fn go(&mut self, file: &Path) {
        let address = format!("file://{}", file.display());
        self.ask("Page.navigate", &json!({"url": address}));
        let loaded = "new Promise(done => document.readyState === 'complete' ? done() : addEventListener('load', done))";
        self.evaluate(loaded);
    }

    /// Starts Chromium with an empty page.
    pub(crate) fn blank() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        // Its protocol has the descriptors 3 and 4. A shell puts the pipes there, since that needs no unsafe code.
        let mut child = Command::new("sh")
            .args([
                "-c",
                "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1",
                "sh",
            ])
            .arg(program())
            .args(QUIET)
            .arg("--remote-debugging-pipe")
            .env("TMPDIR", folder.path())
            .arg(format!("--user-data-dir={}", folder.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let (requests, answers) = (child.stdin.take(), child.stdout.take());
        let mut browser = Browser {
            requests: requests.expect("its input"),
            answers: BufReader::new(answers.expect("its output")),
            child,
            session: None,
            asked: 0,
            _folder: folder,
        };
        let target = browser.ask("Target.createTarget", &json!({"url": "about:blank"}));
        let target = json!({"targetId": target["targetId"], "flatten": true});
        let session = browser.ask("Target.attachToTarget", &target);
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        browser
    }

    /// The result of a method.
    pub(crate) fn ask(&mut self, method: &str, parameters: &Value) -> Value {
        self.try_ask(method, parameters)
            .unwrap_or_else(|why| panic!("{method}: {why}"))
    }

    /// The result of a method.
    ///
    /// # Errors
    ///
    /// What the browser says if it cannot do that, as while it goes from one page to the next.
    fn try_ask(&mut self, method: &str, parameters: &Value) -> Result<Value, Value> {
        self.asked += 1;
        let mut message = json!({"id": self.asked, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        let sent = self
            .requests
            .write_all(format!("{message}\0").as_bytes())
            .and_then(|()| self.requests.flush());
        sent.unwrap_or_else(|why| panic!("{}: {why}", program()));
        loop {
            let mut answer = vec![];
            let read = self.answers.read_until(0, &mut answer);
            assert!(
                read.is_ok_and(|count| count > 0),
                "{} has ended: is it there?",
                program()
            );
            answer.pop();
            let mut answer: Value = serde_json::from_slice(&answer).expect("JSON");
            // Other messages are events.
            if answer["id"] == self.asked {
                let error = answer["error"].take();
                return match error.is_null() {
                    true => Ok(answer["result"].take()),
                    false => Err(error),
                };
            }
        }
    }

    /// The value of an expression in the page; promises are waited for.
    pub(crate) fn evaluate(&mut self, expression: &str) -> Value {
        self.try_evaluate(expression)
            .unwrap_or_else(|why| panic!("{expression:.100}: {why}"))
    }

    /// The value of an expression in the page that is there, if there is one: not while another one is loaded.
    ///
    /// # Errors
    ///
    /// What the browser says instead.
    pub(crate) fn try_evaluate(&mut self, expression: &str) -> Result<Value, Value> {
        let asked = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let mut answer = self.try_ask("Runtime.evaluate", &asked)?;
        let thrown = &answer["exceptionDetails"];
        assert!(thrown.is_null(), "{expression:.100}: {thrown}");
        Ok(answer["result"]["value"].take())
    }

    /// Light or dark, as the reader's system asks for.
    pub(crate) fn scheme(&mut self, scheme: &str) {
        let asked = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.ask("Emulation.setEmulatedMedia", &asked);
    }

    /// The accessibility trees of the frames in the page, in their order.
    pub(crate) fn trees(&mut self) -> Vec<Vec<Value>> {
        let frames = self.ask("Page.getFrameTree", &json!({}));
        let frames = frames["frameTree"]["childFrames"].as_array().cloned();
        let frames = frames.unwrap_or_default().into_iter();
        let trees = frames.map(|frame| {
            let asked = json!({"frameId": frame["frame"]["id"]});
            let mut tree = self.ask("Accessibility.getFullAXTree", &asked);
            match tree["nodes"].take() {
                Value::Array(nodes) => nodes,
                other => panic!("no tree: {other:.100}"),
            }
        });
        trees.collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A browser that is asked to end has ended its processes and written its files then. One that is killed has
        // not, and its folder cannot be deleted.
        let close = json!({"id": 0, "method": "Browser.close"});
        let _ = self.requests.write_all(format!("{close}\0").as_bytes());
        let begun = Instant::now();
        while !matches!(self.child.try_wait(), Ok(Some(_)) | Err(_)) {
            if begun.elapsed() > Duration::from_secs(20) {
                let _ = self.child.kill();
                let _ = self.child.wait();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

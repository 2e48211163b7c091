//! Lists of lines as values for templates.

use std::fmt;
use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Enumerator, Object, ObjectRepr};

/// Lines that a template can print as one text, which is much faster than a loop, or loop over.
#[derive(Debug)]
pub(super) struct Block(String);

impl Block {
    /// The lines for a template.
    pub fn value(lines: &[String]) -> Value {
        Value::from_object(Self(lines.join("\n")))
    }
}

impl Object for Block {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Seq
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.0.split('\n').nth(key.as_usize()?).map(Value::from)
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        if self.0.is_empty() {
            return Enumerator::Empty;
        }
        Enumerator::Values(self.0.split('\n').map(Value::from).collect())
    }

    fn is_true(self: &Arc<Self>) -> bool {
        !self.0.is_empty()
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minijinja::{Environment, context};

    #[test]
    fn lines_are_printed_whole_or_one_by_one() {
        let environment = Environment::new();
        let show = |template: &str, lines: &[&str]| {
            let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
            let context = context! { text => Block::value(&lines) };
            environment.render_str(template, context).expect("rendered")
        };
        let all = &["one", "", "three <"];
        assert_eq!(show("{{ text }}", all), "one\n\nthree <");
        let each = "{% for line in text %}({{ line }}){% endfor %}{{ text[2] }}{{ text|length }}";
        assert_eq!(show(each, all), "(one)()(three <)three <3");
        assert_eq!(show("{{ text|length }}", &[]), "0");
        assert_eq!(
            show("{% if text %}some{% else %}none{% endif %}", &[]),
            "none"
        );
        assert_eq!(show("{% if text %}some{% endif %}", all), "some");
    }
}

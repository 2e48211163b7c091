//! A strict reader of the OpenMetrics text format (OpenMetrics 1.0, section 'Text format'), as far as counters, gauges,
//! histograms and infos go. What the format does not allow is an error, also where other readers look away.

use std::collections::{BTreeMap, BTreeSet};

/// A value with its name and labels.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The whole name, with its suffix.
    pub name: String,
    /// Its labels.
    pub labels: BTreeMap<String, String>,
    /// Its value.
    pub value: f64,
}

/// A family that is being read.
#[derive(Default)]
struct Family {
    name: String,
    kind: String,
    unit: Option<String>,
    help: bool,
    samples: Vec<Sample>,
}

/// Reads a whole answer.
///
/// # Errors
/// The first line that the format does not allow, and why.
pub fn read(text: &str) -> Result<Vec<Sample>, String> {
    let body = text
        .strip_suffix("# EOF\n")
        .ok_or("the last line is not '# EOF'")?;
    if !body.is_empty() && !body.ends_with('\n') {
        return Err("'# EOF' is no line of its own".to_owned());
    }
    let (mut all, mut known) = (Vec::new(), BTreeSet::new());
    let mut family = Family::default();
    for (line, number) in body.split_terminator('\n').zip(1..) {
        let wrong = |why: String| format!("line {number}: {why}: {line}");
        if let Some(meta) = line.strip_prefix("# ") {
            let (word, name, rest) = metadata(meta).map_err(wrong)?;
            if name != family.name {
                finish(&family).map_err(wrong)?;
                all.append(&mut family.samples);
                family = Family {
                    name: name.to_owned(),
                    ..Family::default()
                };
                if !known.insert(name.to_owned()) {
                    return Err(wrong("the family was there before".to_owned()));
                }
            }
            family.note(word, rest).map_err(wrong)?;
        } else {
            let sample = sample(line).map_err(wrong)?;
            family.add(sample).map_err(wrong)?;
        }
    }
    finish(&family)?;
    all.append(&mut family.samples);
    Ok(all)
}

fn metadata(line: &str) -> Result<(&str, &str, &str), String> {
    let mut words = line.splitn(3, ' ');
    match (words.next(), words.next(), words.next()) {
        (Some(word @ ("TYPE" | "UNIT" | "HELP")), Some(name), Some(rest)) if is_name(name) => {
            Ok((word, name, rest))
        }
        _ => Err("no TYPE, UNIT or HELP of a family".to_owned()),
    }
}

fn is_name(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
    name.chars().all(fits) && name.starts_with(|c: char| !c.is_ascii_digit() && fits(c))
}

impl Family {
    fn note(&mut self, word: &str, rest: &str) -> Result<(), String> {
        if !self.samples.is_empty() {
            return Err("it comes after a value of the family".to_owned());
        }
        let twice = match word {
            "TYPE" if !["counter", "gauge", "histogram", "info"].contains(&rest) => {
                return Err("an unknown type".to_owned());
            }
            "TYPE" => !std::mem::replace(&mut self.kind, rest.to_owned()).is_empty(),
            "UNIT" if !self.name.ends_with(&format!("_{rest}")) => {
                return Err("the name does not end in the unit".to_owned());
            }
            "UNIT" => self.unit.replace(rest.to_owned()).is_some(),
            _ => std::mem::replace(&mut self.help, true),
        };
        match twice {
            true => Err(format!("a second {word}")),
            false => Ok(()),
        }
    }

    fn add(&mut self, sample: Sample) -> Result<(), String> {
        let suffix = sample.name.strip_prefix(&self.name);
        let fits = match (self.kind.as_str(), suffix) {
            ("counter", Some("_total")) => sample.value >= 0.0,
            ("gauge", Some("")) => true,
            ("info", Some("_info")) => sample.value == 1.0,
            ("histogram", Some("_bucket")) => sample.labels.contains_key("le"),
            ("histogram", Some("_count" | "_sum")) => sample.value >= 0.0,
            _ => false,
        };
        if !fits {
            return Err(format!("no value of a {} {}", self.kind, self.name));
        }
        let same = |one: &&Sample| (&one.name, &one.labels) == (&sample.name, &sample.labels);
        if self.samples.iter().find(same).is_some() {
            return Err("the same value twice".to_owned());
        }
        self.samples.push(sample);
        Ok(())
    }
}

/// Checks what can be seen only at the end of a family: buckets grow up to the count.
fn finish(family: &Family) -> Result<(), String> {
    let mut series: BTreeMap<BTreeMap<String, String>, Vec<(f64, f64)>> = BTreeMap::new();
    let mut counts = BTreeMap::new();
    for sample in family.samples.iter().filter(|_| family.kind == "histogram") {
        let mut labels = sample.labels.clone();
        match labels.remove("le") {
            Some(le) => {
                let le = number(&le)?;
                series.entry(labels).or_default().push((le, sample.value));
            }
            None if sample.name.ends_with("_count") => drop(counts.insert(labels, sample.value)),
            None => {}
        }
    }
    if series.len() != counts.len() {
        return Err(format!("{}: buckets and counts differ", family.name));
    }
    for (labels, buckets) in series {
        let grows = buckets
            .windows(2)
            .all(|two| two[0].0 < two[1].0 && two[0].1 <= two[1].1);
        let last = buckets.last().copied();
        let count = counts.get(&labels).copied().unwrap_or(f64::NAN);
        if !grows || last != Some((f64::INFINITY, count)) {
            return Err(format!("{} {labels:?}: its buckets are wrong", family.name));
        }
    }
    Ok(())
}

fn sample(line: &str) -> Result<Sample, String> {
    let (name, rest) = match line.find(['{', ' ']) {
        Some(at) => line.split_at(at),
        None => return Err("no value".to_owned()),
    };
    if !is_name(name) {
        return Err("no name of a value".to_owned());
    }
    let (labels, value) = match rest.strip_prefix('{') {
        Some(rest) => labels(rest)?,
        None => (BTreeMap::new(), rest),
    };
    let value = value.strip_prefix(' ').ok_or("no blank before the value")?;
    Ok(Sample {
        name: name.to_owned(),
        labels,
        value: number(value)?,
    })
}

/// Labels up to their bracket, and the rest of the line.
fn labels(text: &str) -> Result<(BTreeMap<String, String>, &str), String> {
    let (mut all, mut rest) = (BTreeMap::new(), text);
    loop {
        let (name, after) = rest.split_once("=\"").ok_or("no label")?;
        if !is_name(name) || name.contains(':') {
            return Err(format!("{name:?} is no name of a label"));
        }
        let (value, after) = quoted(after)?;
        if all.insert(name.to_owned(), value).is_some() {
            return Err(format!("the label {name} twice"));
        }
        match after.strip_prefix(',') {
            Some(next) => rest = next,
            None => return Ok((all, after.strip_prefix('}').ok_or("no bracket")?)),
        }
    }
}

fn quoted(text: &str) -> Result<(String, &str), String> {
    let (mut value, mut chars) = (String::new(), text.chars());
    while let Some(c) = chars.next() {
        match c {
            '"' => return Ok((value, chars.as_str())),
            '\\' => value.push(match chars.next() {
                Some('n') => '\n',
                Some(c @ ('"' | '\\')) => c,
                _ => return Err("an unknown escape".to_owned()),
            }),
            c => value.push(c),
        }
    }
    Err("a label without an end".to_owned())
}

fn number(text: &str) -> Result<f64, String> {
    let fits = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
    match text {
        "+Inf" => Ok(f64::INFINITY),
        "-Inf" => Ok(f64::NEG_INFINITY),
        "NaN" => Ok(f64::NAN),
        _ if text.chars().all(fits) => text.parse().map_err(|_| format!("{text:?} is no number")),
        _ => Err(format!("{text:?} is no number")),
    }
}

#[test]
fn what_the_format_does_not_allow_is_refused() {
    let good =
        "# TYPE a counter\n# HELP a b c\na_total{x=\"\\\"\",y=\"\"} 1\na_total 2.5e3\n# EOF\n";
    assert_eq!(read(good).map(|samples| samples.len()), Ok(2));
    for bad in [
        "",
        "# EOF",
        "# EOF\n\n",
        "a_total 1\n# EOF\n",
        "# TYPE a counter\na 1\n# EOF\n",
        "# TYPE a counter\na_total -1\n# EOF\n",
        "# TYPE a counter\n\n# EOF\n",
        "# TYPE a counter\na_total 1\na_total 1\n# EOF\n",
        "# TYPE a counter\na_total 1\n# HELP a x\n# EOF\n",
        "# TYPE a counter\n# TYPE b gauge\n# TYPE a counter\n# EOF\n",
        "# TYPE a gauge\n# UNIT a seconds\n# EOF\n",
        "# TYPE a gauge\na{x=\"1\",x=\"2\"} 1\n# EOF\n",
        "# TYPE a gauge\na{x=\"\\t\"} 1\n# EOF\n",
        "# TYPE a gauge\na  1\n# EOF\n",
        "# TYPE a gauge\na inf\n# EOF\n",
        "# TYPE a histogram\na_bucket{le=\"1\"} 2\na_count 2\na_sum 1\n# EOF\n",
        "# TYPE a histogram\na_bucket{le=\"1\"} 3\na_bucket{le=\"+Inf\"} 2\na_count 2\na_sum 1\n# EOF\n",
    ] {
        assert!(read(bad).is_err(), "{bad}");
    }
}

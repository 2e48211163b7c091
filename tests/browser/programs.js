// What a mail program leaves of a letter, by the table in mail-programs.txt.
const readTable = (text) => {
  const lines = text.split("\n").filter((line) => line.trim() && !line.startsWith("#"));
  const [, ...programs] = lines.shift().split(/\s+/);
  const rows = new Map();
  for (const line of lines) {
    const [feature, page, tested, results] = line.split(/\s{2,}/);
    const marks = page === "-" ? programs.map(() => "?") : results.split(" ");
    const known = marks.length === programs.length && marks.every((mark) => "ypn?".includes(mark));
    if (!known || (page !== "-" && !/^\d{4}-\d\d-\d\d$/.test(tested)))
      throw new Error(`mail-programs.txt: ${line}`);
    if (rows.has(feature)) throw new Error(`mail-programs.txt: ${feature} is there twice`);
    rows.set(feature, marks);
  }
  return { programs, rows };
};

// A style, as properties with values; brackets hold no semicolon in letters.
const declarations = (style) =>
  style.split(";").flatMap((part) => {
    const at = part.indexOf(":");
    return at < 0 ? [] : [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()]];
  });
// A sheet, as rules with the query around them, if there is one.
const rulesOf = (sheet) => {
  const rules = [];
  let [query, rest] = ["", sheet.replace(/\/\*.*?\*\//gs, "")];
  while (rest.trim()) {
    const found = /^\s*(?:(\})|([^{}]*)\{)/.exec(rest);
    if (!found) throw new Error(`a style sheet that cannot be read: ${short(rest)}`);
    rest = rest.slice(found[0].length);
    if (found[1]) query = "";
    else if (found[2].trim().startsWith("@")) query = found[2].trim();
    else {
      const end = rest.indexOf("}");
      rules.push({ query, selector: found[2].trim(), style: rest.slice(0, end) });
      rest = rest.slice(end + 1);
    }
  }
  return rules;
};

// The features of each part, the most specific first: the first one that has a row counts.
const valueFeatures = (value) => [
  ...(value.match(/(?<=\d)(px|em|rem|%|pt|vw|vh|ch|ex|cm|mm|in|pc)(?![\w])/g) ?? []).map((unit) => [`1${unit}`]),
  ...(value.match(/[a-z-]+\(/g) ?? []).map((call) => [`${call})`]),
  ...(value.includes("!important") ? [["!important"]] : []),
];
const propertyFeatures = (property, value, element, rows) => {
  const tokens = value.split(/[\s,]+/);
  const those = (row) => row.slice(0, -1).split(/[<,]/);
  const of = [...rows.keys()].filter((row) => row.startsWith(`${property} <`) && those(row).includes(element));
  const negative = tokens.some((token) => /^-[\d.]/.test(token)) ? [`${property}:-`] : [];
  return [...negative, ...tokens.map((token) => `${property}:${token}`), ...of, property];
};
const queryFeatures = (query) => {
  if (!query) return [];
  const asked = query.match(/\(\s*[a-z-]+/g) ?? [];
  return [["@media"], ...asked.map((one) => [`@media ${one.slice(1).trim()}`])].map((features) =>
    query.startsWith("@media") ? features : [query.split(/\s/)[0]],
  );
};
const selectorFeatures = (selector) => {
  const kinds = [];
  if (selector.includes(",")) kinds.push("grouping");
  if (selector.includes(">")) kinds.push("child");
  for (const one of selector.split(",")) {
    if (/[^\s>+~,]\s+[^\s>+~,]/.test(one.trim())) kinds.push("descendant");
    if (one.includes(".")) kinds.push("class");
    if (one.includes("#")) kinds.push("id");
    if (one.includes("[")) kinds.push("attribute");
    if (one.includes("*")) kinds.push("universal");
    for (const pseudo of one.match(/::?[a-z-]+/g) ?? []) kinds.push(pseudo);
    if (/(^|[\s>+~])[a-z]/i.test(one.trim())) kinds.push("type");
  }
  return [...new Set(kinds)].map((kind) => [`selector ${kind}`]);
};
const attributeFeatures = (element, { name, value }) => {
  const own = [`${name}= <${element.localName}>`, `${name}=`];
  if (name === "name") own.unshift(`name=${value}`);
  if (!["href", "src"].includes(name)) return [own];
  // A picture of the letter itself has its data in the place of its content id.
  const scheme = value.startsWith("data:image/png") ? "cid" : value.split(":")[0];
  return [own, [`${scheme}:`]];
};

// Calls `keep(features, where)` for everything in a letter, and leaves out what it refuses.
const sift = (html, rows, word, keep) => {
  // Word alone reads what stands in its comments.
  const conditional = /<!--\[if ([^\]]*)\]>(<!-->)?(.*?)(<!--)?<!\[endif\]-->/gs;
  const hidden = conditional.test(html) ? [["comment"]] : [];
  const text = html.replace(conditional, (_, condition, _open, inner) =>
    condition.startsWith("!") !== word ? inner : "",
  );
  const page = new DOMParser().parseFromString(text, "text/html");
  if (page.doctype) hidden.push(["doctype"]);
  for (const features of hidden) keep(features, "");
  const styleOf = (style, element) =>
    declarations(style)
      .filter(([property, value]) => {
        const features = [propertyFeatures(property, value, element, rows), ...valueFeatures(value)];
        return features.map((one) => keep(one, `${property}:${value}`)).every(Boolean);
      })
      .map(([property, value]) => `${property}:${value}`)
      .join(";");
  for (const element of [...page.querySelectorAll("*")]) {
    // Parts of Word's own language.
    if (element.localName.includes(":") || element.localName === "xml") {
      element.remove();
      continue;
    }
    const added = ["html", "head", "body", "tbody"];
    // The parser adds these.
    if (added.includes(element.localName) && !html.includes(`<${element.localName}`)) continue;
    if (!keep([`<${element.localName}>`], "")) {
      if (element.localName === "body") for (const { name } of [...element.attributes]) element.removeAttribute(name);
      else if (["style", "head", "title"].includes(element.localName)) element.remove();
      else element.replaceWith(...element.childNodes);
      continue;
    }
    for (const attribute of [...element.attributes]) {
      const kept = attributeFeatures(element, attribute).map((one) => keep(one, `${attribute.name}=`));
      if (!kept.every(Boolean)) element.removeAttribute(attribute.name);
      else if (attribute.name === "style") element.setAttribute("style", styleOf(attribute.value, element.localName));
    }
    if (element.localName === "style") {
      const rules = rulesOf(element.textContent).flatMap(({ query, selector, style }) => {
        const features = [...queryFeatures(query), ...selectorFeatures(selector)];
        if (!features.map((one) => keep(one, selector)).every(Boolean)) return [];
        const last = selector.split(/[\s>]+/).pop().split(/[.#:[]/)[0];
        const rule = `${selector}{${styleOf(style, last)}}`;
        return [query ? `${query}{${rule}}` : rule];
      });
      element.textContent = rules.join("\n");
    }
  }
  const first = page.doctype && keep(["doctype"], "") ? "<!DOCTYPE html>" : "";
  return first + page.documentElement.outerHTML;
};

// The features of a letter that have no row.
const unknownFeatures = (html, { rows }) => {
  const unknown = new Set();
  const keep = (features, where) => {
    if (!features.some((feature) => rows.has(feature))) unknown.add(`${features.at(-1)} ${where}`);
    return true;
  };
  sift(html, rows, false, keep);
  sift(html, rows, true, keep);
  return [...unknown];
};

// What a program leaves of a letter; `worst`: without what it supports in part.
const adapted = (html, { programs, rows }, program, worst) => {
  const column = programs.indexOf(program);
  const keep = (features) => {
    const row = features.find((feature) => rows.has(feature));
    const mark = row ? rows.get(row)[column] : "y";
    return mark !== "n" && !(worst && mark === "p");
  };
  return sift(html, rows, program === "outlook-windows", keep);
};

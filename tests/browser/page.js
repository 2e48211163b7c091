// Holds letters in frames of this page, and measures them when it is asked to.
const data = JSON.parse(document.getElementById("data").textContent);
const table = readTable(data.table);
const phones = /android|ios|other|samsung/;
// The widths of a small and a usual telephone, and of a desktop.
const widths = [320, 390, 900];

// All that is laid out: the letters as they are, without pictures, with large text, and as programs show them.
const plan = () => {
  const cases = [];
  for (const [letter, { html, kind }] of data.letters.entries()) {
    for (const width of widths) cases.push({ letter, width, how: "", html });
    // The rest for one letter of a kind: all letters about a game are built alike.
    if (!kind) continue;
    for (const width of [390, 900]) cases.push({ letter, width, how: "large text", html });
    const without = html.replace(/(<img[^>]*) src="[^"]*"/g, '$1 src="missing:"');
    if (without !== html) for (const width of widths) cases.push({ letter, width, how: "no pictures", html: without });
    const known = new Map();
    for (const program of table.programs)
      for (const worst of [false, true]) {
        const left = adapted(html, table, program, worst);
        const width = phones.test(program) ? 390 : 900;
        const one = known.get(left + width);
        if (one) one.how += one.how.split(" ").includes(program) ? "" : ` ${program}`;
        else known.set(left + width, { letter, width, how: program, program, html: left });
      }
    cases.push(...known.values());
  }
  return cases;
};
let cases = [];
let frames = [];
const prepare = () => {
  cases = plan();
  return cases.length;
};
const unknown = () =>
  data.letters.flatMap(({ html }, letter) =>
    unknownFeatures(html, table).map((what) => [letter, 0, "", "unknown to mail-programs.txt", what]),
  );

const hold = (from, to) => holdThese(cases.slice(from, to));
// Each letter once, as it was sent.
const holdAt = (width, from, to) => holdThese(cases.filter((its) => !its.how && its.width === width).slice(from, to));
const holdThese = async (these) => {
  for (const frame of frames) frame.remove();
  boardsKnown.clear();
  frames = these.map((its) => {
    const frame = document.createElement("iframe");
    frame.style.cssText = `border:0;width:${its.width}px;height:600px`;
    frame.srcdoc = its.html;
    frame.its = its;
    frame.loaded = new Promise((done) => frame.addEventListener("load", done, { once: true }));
    return frame;
  });
  document.body.append(...frames);
  await Promise.all(frames.map((frame) => frame.loaded));
  for (const frame of frames) if (frame.its.how === "large text") enlarge(frame.contentDocument);
};

// A program that knows neither way to say that a letter can be dark has a dark mode of its own, with other colours.
const darkTurn = (program) => {
  const knows = (feature) => table.rows.get(feature)[table.programs.indexOf(program)] !== "n";
  return !program || knows("name=color-scheme") || knows("color-scheme") ? "plain" : "swapped";
};

// Pieces of the letter as it was sent, by their place: what a program leaves is compared with them.
const sent = new Map();
const measure = (frame, scheme) => {
  const { letter, width, how, program } = frame.its;
  const page = frame.contentDocument;
  const found = [];
  layers.clear();
  const complain = (rule, what) => found.push([letter, width, `${how} ${scheme}`.trim(), rule, what]);
  const once = scheme === "light";
  try {
    const own = pieces(page);
    if (!how && !sent.has(letter)) sent.set(letter, own.map(({ place, said }) => [place, said]));
    const there = new Map(own.map(({ place, said }) => [place, said]));
    const missing = sent.get(letter).filter(([place]) => !there.has(place));
    if (missing.length) complain("pieces are lost", `${missing.length}: ${missing[0][1]}`);
    const names = new Map(sent.get(letter));
    for (const piece of own) piece.known = pieceName(names.get(piece.place) ?? piece.said);
    contrasts(page, own, once ? ["plain", "inverted", "swapped"] : [darkTurn(program)], complain);
    if (once) {
      const links = [...page.querySelectorAll("a")].map((link) => link.getAttribute("href"));
      const all = data.letters[letter].links;
      if (links.length !== all) complain("links", `${links.length} of ${all}`);
      fits(page, width, how !== "large text" || width > 500, complain);
      apart(page, complain);
      if (!how) {
        sizes(page, width, complain);
        targets(page, complain);
        const boards = boardTables(page).length + boardPictures(page).length;
        if (boards === 0) complain("no board", "");
        for (const image of boardPictures(page)) {
          if (!image.complete || image.naturalWidth === 0) complain("a broken picture", image.alt);
          // Not all games have kings.
          if (!/[a-z]\d|^Board seen from /.test(image.alt)) complain("alt without pieces", short(image.alt));
        }
      }
      if (!how || how === "no pictures") words(page, width, complain);
    }
  } catch (why) {
    complain("cannot be measured", `${why.message}`);
  }
  return found;
};
const measured = (scheme) => frames.flatMap((frame) => measure(frame, scheme));

// What axe finds. Regions and landmarks belong to the mail program, of whose page a letter is a part.
const ruled = async (source) => {
  const found = [];
  for (const frame of frames) {
    const { letter, width } = frame.its;
    frame.contentWindow.eval(source);
    const { violations, passes } = await frame.contentWindow.axe.run({
      resultTypes: ["violations"],
      rules: { region: { enabled: false }, "landmark-one-main": { enabled: false }, "target-size": { enabled: true } },
    });
    if (passes.length < 5) found.push([letter, width, "axe", "axe has not looked", `${passes.length} rules`]);
    for (const { id, help, nodes } of violations)
      found.push([letter, width, "axe", `axe ${id}`, `${help}: ${nodes.length}, ${short(nodes[0].html)}`]);
  }
  return found;
};

// What there is to be heard.
const shownNow = () =>
  frames.map(({ contentDocument: page }) => ({
    language: page.documentElement.lang,
    boards: boardTables(page).length,
    pieces: pieces(page).length,
    pictures: page.querySelectorAll("img, [role=img]").length,
    links: page.querySelectorAll("a[href]").length,
  }));

// The search of the archive: it reads pieces of the list of games, the newest first, until enough is found.
"use strict";
(() => {
  const place = document.getElementById("search");
  if (!place) return;
  const MOST = 100;
  const root = place.dataset.root;
  const fields = ["player", "variant", "result", "event"];
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/–/g, "-").toLowerCase();
  const made = (name, parent, text) => {
    const one = document.createElement(name);
    if (text !== undefined) one.textContent = text;
    parent.append(one);
    return one;
  };
  const read = new Map();
  const waiting = new Map();
  window.listOfGames = (name, data) => {
    read.set(name, data);
    waiting.get(name)?.(data);
  };
  const get = (name) => new Promise((done, failed) => {
    if (read.has(name)) return done(read.get(name));
    waiting.set(name, done);
    const script = document.createElement("script");
    script.src = `${root}archive/${name}.js`;
    script.addEventListener("error", failed);
    document.head.append(script);
  });

  const form = made("form", place);
  const inputs = fields.map((field) => {
    const label = made("label", form, place.dataset[field]);
    const input = made("input", label);
    input.type = "search";
    input.name = field;
    input.autocomplete = "off";
    return input;
  });
  const button = made("button", form, place.dataset.go);
  const said = made("p", place);
  said.setAttribute("role", "status");
  const list = made("ul", place);
  list.className = "plain";

  const show = (row) => {
    const [number, players, variant, state, event, day] = row;
    const item = made("li", list);
    const link = made("a", item, `#${number} ${players.join(" – ")}: ${state}`);
    link.href = `${root}games/${number}/index.html`;
    item.append(" ");
    made("span", item, [variant, event, day].filter((one) => one).join(", ")).className = "quiet";
  };
  let run = 0;
  const search = async () => {
    const own = ++run;
    const wanted = inputs.map((input) => plain(input.value.trim()));
    list.replaceChildren();
    said.textContent = "";
    if (!wanted.some((word) => word)) return;
    let found = 0;
    said.textContent = place.dataset.busy;
    try {
      for (const piece of await get("pieces")) {
        const rows = await get(piece);
        // Somebody has begun another search.
        if (own !== run) return;
        for (const row of rows) {
          const texts = [row[1].join("\n"), row[2], row[3], row[4]].map(plain);
          if (!wanted.every((word, at) => texts[at].includes(word))) continue;
          if (++found > MOST) break;
          show(row);
        }
        if (found > MOST) break;
      }
      said.textContent = found > MOST ? place.dataset.many : found ? "" : place.dataset.none;
    } catch {
      if (own === run) said.textContent = place.dataset.failed;
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search();
  });
})();

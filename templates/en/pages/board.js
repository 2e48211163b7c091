// Arrow keys and play for the page of a game, and F for the next side of the board. Without it the list of turns shows
// every position, and the boxes below the board turn it.
"use strict";
(() => {
  const frame = document.querySelector(".study .frame");
  if (!frame) return;
  const positions = [...frame.querySelectorAll(".pos")];
  const numbers = positions.map((one) => one.id);
  if (numbers.length < 2) return;
  const words = frame.dataset;
  let timer = 0;

  const at = () => {
    const found = numbers.indexOf(location.hash.slice(1));
    return found < 0 ? numbers.length - 1 : found;
  };
  const links = new Map();
  for (const link of document.querySelectorAll(".list-of-turns a")) {
    links.set(link.getAttribute("href").slice(1), link);
  }
  const show = () => {
    for (const link of links.values()) link.removeAttribute("aria-current");
    const link = links.get(numbers[at()]);
    if (!link) return;
    link.setAttribute("aria-current", "true");
    const list = link.closest("ol");
    const top = link.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 40) list.scrollTop = top - 40;
  };
  // The place on the page stays where it is, and so does the way back.
  const go = (index) => {
    const to = Math.max(0, Math.min(numbers.length - 1, index));
    const y = scrollY;
    location.replace("#" + numbers[to]);
    scrollTo(scrollX, y);
    show();
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = words.play;
  };
  const toggle = () => {
    if (timer) return stop();
    if (at() === numbers.length - 1) go(0);
    play.textContent = words.stop;
    timer = setInterval(() => {
      go(at() + 1);
      if (at() === numbers.length - 1) stop();
    }, 1200);
  };

  const tools = document.createElement("div");
  tools.className = "tools";
  const button = (text, label, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    if (label) made.setAttribute("aria-label", label);
    made.addEventListener("click", act);
    tools.append(made);
    return made;
  };
  const step = (by) => () => {
    if (timer) stop();
    go(at() + by);
  };
  button("|◀", words.first, step(-numbers.length));
  button("◀", words.back, step(-1));
  const play = button(words.play, "", toggle);
  button("▶", words.on, step(1));
  button("▶|", words.last, step(numbers.length));
  frame.append(tools);

  const sides = [...frame.querySelectorAll(".sides input")];
  const turn = () => {
    if (sides.length === 1) sides[0].checked = !sides[0].checked;
    else if (sides.length) sides[(sides.findIndex((one) => one.checked) + 1) % sides.length].checked = true;
  };

  addEventListener("hashchange", show);
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input:not([type=checkbox]), textarea, select, [contenteditable], .wide")) return;
    if (event.key === "f" || event.key === "F") return turn();
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -numbers.length, End: numbers.length }[event.key];
    if (!by) return;
    event.preventDefault();
    step(by)();
  });
  show();
})();

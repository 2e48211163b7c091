// Opens the page of a link, and lets its reader tap the turn on the board. Without it the turn is chosen from the list.
"use strict";
(() => {
  const open = document.getElementById("open");
  if (open) {
    const token = location.hash.slice(1);
    if (/^[a-z2-7]{32}$/.test(token)) {
      open.elements.token.value = token;
      open.submit();
    }
    return;
  }
  const form = document.getElementById("turn");
  const list = document.getElementById("listed");
  const picked = document.getElementById("picked");
  if (!form || !list) return;
  const turns = [...list.options].slice(1).map((option) => ({
    text: option.value,
    squares: option.dataset.squares.split(" ").filter(Boolean),
  }));
  const areas = [...form.querySelectorAll(".square")];
  form.classList.add("taps");
  let tapped = [];

  const beginWith = (squares) =>
    turns.filter((turn) => squares.every((square, at) => turn.squares[at] === square));
  const choose = (turn) => {
    list.value = turn.text;
    document.getElementById("typed").value = "";
    if ("parts" in form.dataset) form.querySelector("button[value=more]").click();
    else form.querySelector("button[value=send]").focus();
  };
  const show = (found) => {
    const next = new Set(found.map((turn) => turn.squares[tapped.length]));
    for (const area of areas) {
      area.classList.toggle("from", tapped.includes(area.dataset.square));
      area.classList.toggle("to", tapped.length > 0 && next.has(area.dataset.square));
    }
    picked.replaceChildren();
    // Turns that these squares alone do not tell apart.
    const whole = found.filter((turn) => turn.squares.length === tapped.length);
    const few = found.length <= 12 ? found : whole;
    if (tapped.length && (whole.length || found.length <= 12)) {
      for (const turn of few) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = turn.text;
        button.addEventListener("click", () => choose(turn));
        picked.append(button);
      }
    }
    picked.hidden = !picked.childElementCount;
  };
  form.addEventListener("click", (event) => {
    const area = event.target.closest(".square");
    if (!area) return;
    const square = area.dataset.square;
    let found = beginWith([...tapped, square]);
    if (found.length) {
      tapped.push(square);
    } else {
      found = beginWith([square]);
      tapped = found.length ? [square] : [];
      found = found.length ? found : turns;
    }
    show(found);
    if (found.length === 1 && tapped.length && found[0].squares.length === tapped.length) choose(found[0]);
  });
})();

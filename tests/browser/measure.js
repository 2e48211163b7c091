// What a reader meets in a letter in a frame: complaints, each of them 'rule: what'.
const limits = {
  contrast: 4.5, // WCAG 2.2, 1.4.3
  target: 24, // WCAG 2.2, 2.5.8
  text: 12,
  board: [300, 480],
  column: 560,
};
const short = (text) => text.replace(/\s+/g, " ").trim().slice(0, 50);
const named = (element) => `<${element.localName}> ${short(element.textContent)}`;
// What explains the signs of a board, and its coordinates, may be smaller.
const marked = ".signs, .key, .coordinates";
const textsOf = (page) => {
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) if (texts.currentNode.textContent.trim()) found.push(texts.currentNode);
  return found;
};
const boxesOf = (node) => {
  const range = node.ownerDocument.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()].filter((box) => box.width > 2 && box.height > 2);
};

// Contrast of all texts; several ways to turn colours can be asked for at once.
const contrasts = (page, own, turnNames, complain) => {
  const canvas = canvasOf(page);
  for (const name of turnNames) {
    const worst = new Map();
    const measured = new Map();
    for (const node of textsOf(page)) {
      const element = node.parentElement;
      if (!measured.has(element)) measured.set(element, contrast(...seen(element, canvas, turns[name])));
      const found = measured.get(element);
      if (found < limits.contrast) worst.set(`${found.toFixed(1)} <${element.localName}>`, short(node.textContent));
    }
    // A picture that is not shown has its words in its place.
    for (const image of page.querySelectorAll("img")) {
      const found = contrast(...seen(image, canvas, turns[name]));
      if (found < limits.contrast) worst.set(`${found.toFixed(1)} <img>`, short(image.alt));
    }
    for (const [found, text] of worst) complain(`contrast ${name}`, `${found} ${text}`);
    const first = new Map();
    for (const piece of own) {
      if (!first.has(piece.known)) first.set(piece.known, look(piece, canvas, turns[name]));
    }
    const looks = [...first];
    for (const [at, [one, its]] of looks.entries()) {
      const other = looks.slice(at + 1).find(([, other]) => alike(its, other));
      if (other && one && other[0]) complain(`pieces look alike ${name}`, `${one}, ${other[0]}`);
    }
  }
};

// Links are as large as a finger needs, if they do not stand among words (WCAG 2.2, 2.5.8: 'inline').
const amongWords = (link) => {
  const table = link.closest("table");
  if (link.closest(".turns, .answers")) return false;
  if (table && !["presentation", "none"].includes(table.getAttribute("role"))) return false;
  let block = link.parentElement;
  while (getComputedStyle(block).display === "inline") block = block.parentElement;
  // Its own line: from the break before it to the one after it.
  let [line, own] = ["", false];
  const nodes = link.ownerDocument.createTreeWalker(block);
  while (nodes.nextNode()) {
    const node = nodes.currentNode;
    if (node === link) own = true;
    if (node.nodeName === "BR" && own) break;
    if (node.nodeName === "BR") line = "";
    if (node.nodeType === Node.TEXT_NODE && !node.parentElement.closest("a")) line += node.textContent;
  }
  return /\p{L}/u.test(line);
};
const targets = (page, complain) => {
  const alone = [...page.querySelectorAll("a[href]")].filter((link) => !amongWords(link));
  const boxes = alone.map((link) => [link, link.getBoundingClientRect()]);
  for (const [at, [link, box]] of boxes.entries()) {
    if (box.width < limits.target - 0.1 || box.height < limits.target - 0.1)
      complain("small target", `${box.width.toFixed(0)}x${box.height.toFixed(0)} ${short(link.textContent)}`);
    for (const [other, its] of boxes.slice(at + 1)) {
      const wide = Math.min(box.right, its.right) - Math.max(box.left, its.left);
      const high = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      if (wide > 1 && high > 1)
        complain("targets overlap", `${high.toFixed(0)} pixels: ${[link, other].map((one) => short(one.textContent))}`);
    }
  }
};

// Nothing is wider than the page; with `boards` false, boards and pictures may be, as WCAG 2.2, 1.4.10 has it.
const fits = (page, width, boards, complain) => {
  // Without a doctype the body scrolls.
  const taken = Math.max(page.documentElement.scrollWidth, page.body.scrollWidth);
  if (boards && taken > width) complain("too wide", `${taken} of ${width} pixels`);
  const all = [...boardTables(page), ...boardPictures(page)];
  const within = (element) => all.some((board) => board.contains(element) || element.contains(board));
  for (const element of page.body.querySelectorAll("*")) {
    const box = element.getBoundingClientRect();
    if (box.right > width + 1 && (boards || !within(element)))
      complain("beyond the page", `${Math.round(box.right)} of ${width} pixels: ${named(element)}`);
    const style = getComputedStyle(element);
    if (style.overflowX !== "visible" && box.width > 2 && element.scrollWidth > element.clientWidth + 1)
      complain("cut off", named(element));
  }
};

const sizes = (page, width, complain) => {
  let [left, right] = [Infinity, 0];
  for (const node of textsOf(page)) {
    const element = node.parentElement;
    const boxes = boxesOf(node);
    if (boxes.length === 0) continue;
    left = Math.min(left, ...boxes.map((box) => box.left));
    right = Math.max(right, ...boxes.map((box) => box.right));
    const size = parseFloat(getComputedStyle(element).fontSize);
    const coordinate = () => boardTables(page).some((board) => board.contains(element)) && element.closest("th");
    if (size < limits.text && !coordinate() && !element.closest(marked))
      complain("small text", `${size} pixels: ${short(node.textContent)}`);
  }
  if (right - left > limits.column) complain("wide column", `${Math.round(right - left)} pixels`);
  const [least, most] = [Math.min(width - 16, limits.board[0]), limits.board[1]];
  for (const board of [...boardTables(page), ...boardPictures(page)]) {
    const wide = board.getBoundingClientRect().width;
    // A picture of few files is as wide as its cells may be.
    const few = board.localName === "img" && board.naturalWidth > 0 ? board.naturalWidth * 0.7 : least;
    if (wide < Math.min(least, few) - 0.5 || wide > most)
      complain("width of the board", `<${board.localName}> ${Math.round(wide)} of ${width} pixels`);
  }
};

// The words in the place of a picture that is not shown. Chromium gives them the space that they need, some programs
// the space of the picture: so they have to fit into that, too.
const words = (page, width, complain) => {
  for (const image of page.querySelectorAll("img")) {
    const style = getComputedStyle(image);
    const box = image.getBoundingClientRect();
    const copy = page.createElement("div");
    copy.textContent = image.alt;
    Object.assign(copy.style, { font: style.font, whiteSpace: style.whiteSpace, position: "absolute" });
    copy.style.width = `${Math.min(box.width, width)}px`;
    image.after(copy);
    const needed = copy.scrollHeight;
    const wide = copy.scrollWidth;
    copy.remove();
    const space = `${Math.round(box.width)}x${Math.round(box.height)} pixels`;
    if (box.width < 100 || wide > box.width + 1 || needed > box.height + 1)
      complain("alt does not fit", `${wide}x${needed} in ${space}`);
    if (parseFloat(style.fontSize) < limits.text) complain("small text", `alt, ${style.fontSize}`);
  }
};

// Twice the size of all texts, as readers set it: their own lines grow with them, boxes do not.
const enlarge = (page) => {
  const all = [...page.body.querySelectorAll("*"), page.body];
  const sizes = all.map((element) => {
    const style = getComputedStyle(element);
    return [parseFloat(style.fontSize), parseFloat(style.lineHeight)];
  });
  for (const [at, element] of all.entries()) {
    const [size, line] = sizes[at];
    element.style.setProperty("font-size", `${2 * size}px`, "important");
    if (line) element.style.setProperty("line-height", `${2 * line}px`, "important");
  }
};
// No line of text may lie on another one.
const apart = (page, complain) => {
  const lines = textsOf(page).flatMap((node) => boxesOf(node).map((box) => [box, node.textContent]));
  lines.sort(([one], [other]) => one.top - other.top);
  for (const [at, [box, text]] of lines.entries()) {
    for (let next = at + 1; next < lines.length && lines[next][0].top < box.bottom; next++) {
      const its = lines[next][0];
      const wide = Math.min(box.right, its.right) - Math.max(box.left, its.left);
      const high = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      // Boxes of lines are higher than their letters.
      if (wide > 2 && high > Math.min(box.height, its.height) / 2)
        complain("texts overlap", `${short(text)}, ${short(lines[next][1])}`);
    }
  }
};

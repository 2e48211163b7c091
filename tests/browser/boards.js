// Boards and their pieces, by what is in the page.
const squares = /[\p{L}\u2654-\u265f\u{1fa00}-\u{1fa6f}]/u;
const bare = (text) => text.replace(/[\ufe0e\ufe0f\s]/g, "");

// A table of at least four rows and columns, without links and without another table, is a board.
const isBoard = (table) =>
  !table.querySelector("a, table") &&
  table.rows.length >= 4 &&
  [...table.rows].filter((row) => row.cells.length >= 4).length >= 4;
// Asked for often, so kept until the frames change.
const boardsKnown = new Map();
const boardTables = (page) => {
  if (!boardsKnown.has(page)) boardsKnown.set(page, [...page.querySelectorAll("table")].filter(isBoard));
  return boardsKnown.get(page);
};
const boardPictures = (page) => [...page.querySelectorAll("img")];

// The text of an element without what its styles hide.
const shown = (element) => {
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let found = "";
  while (texts.nextNode()) {
    const box = texts.currentNode.parentElement.getBoundingClientRect();
    if (box.width > 2 && box.height > 2) found += texts.currentNode.textContent;
  }
  return found;
};

// What is said of a cell: its title, its label, or its own words.
const said = (cell) => {
  const labels = [cell, ...cell.querySelectorAll("*")].flatMap((element) =>
    ["title", "aria-label", "alt"].map((name) => element.getAttribute(name) ?? ""),
  );
  return [...labels, cell.textContent].map((text) => text.trim()).filter(Boolean).join(" ");
};

// A piece without what is said of its square: two cells with one name have the same piece.
const ofSquare = / on [a-z]+\d+|, (last turn|square of \p{L}+'s|hot spot of \p{L}+'s)/gu;
const pieceName = (words) => words.replace(ofSquare, "").trim();

// Cells of all boards that hold a piece: those with a sign, other than a coordinate.
const pieces = (page) =>
  boardTables(page).flatMap((table, board) =>
    [...table.rows].flatMap((row, y) =>
      [...row.cells].flatMap((cell, x) => {
        const edge = [0, row.cells.length - 1].includes(x) || [0, table.rows.length - 1].includes(y);
        const named = /^(\d{1,2}|[a-z]{1,2})$/.test(bare(cell.textContent)) && !cell.title;
        const coordinate = table.querySelector("th") ? cell.tagName === "TH" : edge && named;
        if (coordinate || !squares.test(bare(shown(cell)))) return [];
        return [{ place: `${board}/${y}/${x}`, cell, said: said(cell), sign: bare(shown(cell)) }];
      }),
    ),
  );

// How a piece looks, but for the square below it.
const look = ({ cell, sign }, canvas, turn) => {
  let inner = cell;
  for (const element of cell.querySelectorAll("*")) if (bare(shown(element))) inner = element;
  const style = getComputedStyle(inner);
  const [ink, ground] = seen(inner, canvas, turn);
  const disc = inner !== cell && colour(style.backgroundColor)[1] > 0;
  const shape = [disc, style.borderRadius, style.fontStyle, style.textDecorationLine, style.textShadow !== "none"];
  return { sign, ink, ground: disc ? ground : null, shape: shape.join() };
};
const alike = (one, other) =>
  one.sign === other.sign &&
  one.shape === other.shape &&
  distance(one.ink, other.ink) < 25 &&
  (one.ground === null || distance(one.ground, other.ground) < 25);

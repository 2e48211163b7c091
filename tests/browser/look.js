// Writes down, for each frame, what a reader would find in it.
const channel = (value) => {
  const part = value / 255;
  return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};
// WCAG 2.1, relative luminance and contrast ratio.
const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const contrast = (one, other) => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};
const colour = (text) => {
  const parts = text.match(/[\d.]+/g).map(Number);
  return parts.length > 3 && parts[3] === 0 ? null : parts.slice(0, 3);
};
const behind = (element, canvas) => {
  for (let at = element; at; at = at.parentElement) {
    const found = colour(getComputedStyle(at).backgroundColor);
    if (found) return found;
  }
  return canvas;
};
const look = (frame) => {
  const page = frame.contentDocument;
  const probe = page.createElement("div");
  probe.style.backgroundColor = "Canvas";
  page.body.append(probe);
  const canvas = colour(getComputedStyle(probe).backgroundColor);
  probe.remove();
  let least = 99, worst = "";
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim();
    const element = texts.currentNode.parentElement;
    if (!text) continue;
    const found = contrast(colour(getComputedStyle(element).color), behind(element, canvas));
    if (found < least) [least, worst] = [found, text];
  }
  const seen = (element) => element.getBoundingClientRect().width > 8;
  return {
    letter: Number(frame.dataset.letter),
    width: Math.round(frame.getBoundingClientRect().width),
    takes: page.documentElement.scrollWidth,
    contrast: least,
    text: worst.slice(0, 60),
    cells: [...page.querySelectorAll("th[scope=row]~td")].filter(seen).map((cell) => {
      const rows = [...cell.closest("table").rows];
      const column = rows[0].cells[cell.cellIndex].textContent.trim();
      const row = cell.parentElement.cells[0].textContent.trim();
      const square = /\d/.test(column) ? row + column : column + row;
      return [square, cell.querySelector("[role=img]")?.title ?? ""];
    }),
    pictures: [...page.querySelectorAll("img")]
      .filter((image) => image.complete && image.naturalWidth > 0)
      .map((image) => [Math.round(image.getBoundingClientRect().width), image.alt]),
    links: [...page.querySelectorAll("a")].map((link) => link.getAttribute("href")),
  };
};
addEventListener("load", () => {
  const found = [...document.querySelectorAll("iframe")].map(look);
  document.getElementById("found").textContent = JSON.stringify(found).replaceAll("<", "\\u003c");
});

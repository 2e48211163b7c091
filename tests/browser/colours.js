// The colour that a text has in the end, and the one behind it: backgrounds and opacity of all elements around it.
const channel = (value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};
const unchannel = (part) => 255 * (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);
// WCAG 2.2, relative luminance and contrast ratio.
const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const contrast = (one, other) => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};
const colour = (text) => {
  if (!text.startsWith("rgb")) throw new Error(`a colour that cannot be measured: ${text}`);
  const [r, g, b, alpha = 1] = text.match(/[\d.]+/g).map(Number);
  return [[r, g, b], alpha];
};
const over = (top, alpha, below) => top.map((part, at) => part * alpha + below[at] * (1 - alpha));

// Programs that turn colours for dark mode change light backgrounds and dark texts; they keep the hue. CIE lightness.
const lightness = (y) => (y > 0.008856 ? 116 * Math.cbrt(y) - 16 : 903.3 * y);
const unlightness = (l) => (l > 8 ? ((l + 16) / 116) ** 3 : l / 903.3);
const relit = (rgb, l) => {
  const [from, to] = [luminance(rgb), unlightness(l)];
  const mixed = (part) => (to <= from ? part * (to / from) : part + (1 - part) * ((to - from) / (1 - from)));
  return rgb.map((value) => unchannel(mixed(channel(value))));
};
const swapped = (rgb, background) => {
  const l = lightness(luminance(rgb));
  if (background) return l > 50 ? relit(rgb, Math.max(100 - l, 15)) : rgb;
  return l < 50 ? relit(rgb, 100 - l) : rgb;
};
const turns = {
  plain: (rgb) => rgb,
  inverted: (rgb) => rgb.map((value) => 255 - value),
  swapped,
};

// How far two colours are from each other, in CIE Lab.
const lab = (rgb) => {
  const [r, g, b] = rgb.map(channel);
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const root = (part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116);
  const x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505;
  const z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089;
  const [fx, fy, fz] = [x, y, z].map(root);
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
};
const distance = (one, other) => {
  const [a, b] = [lab(one), lab(other)];
  return Math.hypot(...a.map((part, at) => part - b[at]));
};

// What an element adds to what is behind it. Asking the browser takes long, so each element is asked once.
const layers = new Map();
const layer = (element) => {
  if (!layers.has(element)) {
    const style = getComputedStyle(element);
    if (style.backgroundImage !== "none") throw new Error("a text on a picture cannot be measured");
    const opacity = Number(style.opacity);
    layers.set(element, { ground: colour(style.backgroundColor), ink: colour(style.color), opacity });
  }
  return layers.get(element);
};
// What is seen of an element: the colour of its text, and of what is behind it.
const seen = (element, canvas, turn) => {
  const chain = [];
  for (let at = element; at; at = at.parentElement) chain.unshift(layer(at));
  const inside = (at, backdrop) => {
    const { ground, ink, opacity } = chain[at];
    const below = over(turn(ground[0], true), ground[1], backdrop);
    const found = at + 1 < chain.length ? inside(at + 1, below) : [over(turn(ink[0], false), ink[1], below), below];
    return opacity === 1 ? found : found.map((rgb) => over(rgb, opacity, backdrop));
  };
  return inside(0, turn(canvas, true));
};
const canvasOf = (page) => {
  const probe = page.createElement("div");
  probe.style.backgroundColor = "Canvas";
  page.body.append(probe);
  const [found] = colour(getComputedStyle(probe).backgroundColor);
  probe.remove();
  return found;
};

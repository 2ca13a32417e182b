/** CSS colour names, each followed by its `rrggbb`. */
const NAMES = `
aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4
black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887
cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc
crimson dc143c cyan 00ffff darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9
darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00
darkorchid 9932cc darkred 8b0000 darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b
darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493
deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0
forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080
green 008000 greenyellow adff2f grey 808080 honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082
ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd
lightblue add8e6 lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3
lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa
lightskyblue 87cefa lightslategray 778899 lightslategrey 778899 lightsteelblue b0c4de lightyellow ffffe0
lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000 mediumaquamarine 66cdaa
mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee
mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970 mintcream f5fffa
mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23
orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee
palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6
purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513
salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb
slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c
teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff
whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32`;

const byName = new Map(Array.from(NAMES.matchAll(/([a-z]+) ([0-9a-f]{6})/g), ([, name, hex]) => [name, hex]));

/** Channels from 0 to 255, opacity from 0 to 1. */
export interface Rgb {
  red: number;
  green: number;
  blue: number;
  alpha: number;
}

/**
 * Reads a CSS colour: a name, `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, rgb(), hsl(), hwb(), with commas or spaces. Null for
 * anything else, including values that depend on context (`currentcolor`, `var(--x)`).
 */
export function parseColour(text: string): Rgb | null {
  const typed = text.trim().toLowerCase();
  if (typed.length > 200) return null;
  if (typed === 'transparent') return { red: 0, green: 0, blue: 0, alpha: 0 };
  if (typed.startsWith('#')) return fromHex(typed.slice(1));
  const call = /^(rgb|hsl|hwb)a?\(([^()]*)\)$/.exec(typed);
  if (call?.[1] !== undefined && call[2] !== undefined) return fromFunction(call[1], call[2]);
  const named = byName.get(typed);
  return named === undefined ? null : fromHex(named);
}

/** `#rrggbb`, ignoring opacity. */
export function toHex({ red, green, blue }: Rgb): string {
  return `#${[red, green, blue].map((value) => byte(value).toString(16).padStart(2, '0')).join('')}`;
}

/** The colour as `#rrggbb`, or as `rgba()` when translucent; `fallback` if it is invalid. Safe in any style sheet. */
export function cssColour(text: string, fallback: string): string {
  const colour = parseColour(text);
  if (colour === null) return fallback;
  if (colour.alpha === 1) return toHex(colour);
  const { red, green, blue, alpha } = colour;
  return `rgba(${byte(red)}, ${byte(green)}, ${byte(blue)}, ${Math.round(alpha * 1000) / 1000})`;
}

/** The colour blended onto white as `#rrggbb`, because many e-mail clients do not support opacity. */
export function solidColour(text: string, fallback: string): string {
  const colour = parseColour(text);
  return colour === null ? fallback : toHex(onWhite(colour));
}

/** Blends onto white and rounds to whole channels, as a screen does. */
export function onWhite({ red, green, blue, alpha }: Rgb): Rgb {
  const over = (channel: number): number => Math.round(channel * alpha + 255 * (1 - alpha));
  return { red: over(red), green: over(green), blue: over(blue), alpha: 1 };
}

function fromHex(digits: string): Rgb | null {
  if (!/^([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(digits)) return null;
  const full = digits.length < 6 ? digits.replaceAll(/./g, '$&$&') : digits;
  const at = (index: number): number => Number.parseInt(full.slice(index, index + 2), 16);
  return { red: at(0), green: at(2), blue: at(4), alpha: full.length === 8 ? at(6) / 255 : 1 };
}

/** Accepts `a, b, c, alpha` or `a b c / alpha`, never a mix. */
function fromFunction(name: string, inner: string): Rgb | null {
  const commas = inner.includes(',');
  if (commas && (name === 'hwb' || inner.includes('/'))) return null;
  const [channels, opacity, ...more] = commas ? [inner] : inner.split('/');
  const parts = (channels ?? '').split(commas ? ',' : /\s+/).map((part) => part.trim());
  const values = commas ? parts : parts.filter(Boolean);
  const last = commas && values.length === 4 ? values.pop() : opacity?.trim();
  const alpha = last === undefined ? 1 : share(last, 1);
  const [a, b, c] = values;
  if (more.length > 0 || values.length !== 3 || alpha === null || !a || !b || !c) return null;
  const rgb = name === 'rgb' ? fromRgb(a, b, c) : fromHue(name, a, b, c);
  return rgb && { ...rgb, alpha: clamp(alpha, 0, 1) };
}

type Channels = Omit<Rgb, 'alpha'>;

function fromRgb(redText: string, greenText: string, blueText: string): Channels | null {
  const red = share(redText, 255);
  const green = share(greenText, 255);
  const blue = share(blueText, 255);
  if (red === null || green === null || blue === null) return null;
  return { red: clamp(red, 0, 255), green: clamp(green, 0, 255), blue: clamp(blue, 0, 255) };
}

function fromHue(name: string, hueText: string, secondText: string, thirdText: string): Channels | null {
  const hue = angle(hueText);
  const second = share(secondText, 100);
  const third = share(thirdText, 100);
  if (hue === null || second === null || third === null) return null;
  const [x, y] = [clamp(second, 0, 100) / 100, clamp(third, 0, 100) / 100];
  if (name === 'hsl') return mixed((n) => hslChannel(n, hue, x, y));
  // Whiteness plus blackness above 100 % yields grey.
  return mixed((n) => (x + y >= 1 ? x / (x + y) : hslChannel(n, hue, 1, 0.5) * (1 - x - y) + x));
}

const mixed = (channel: (n: number) => number): Channels => ({
  red: channel(0) * 255,
  green: channel(8) * 255,
  blue: channel(4) * 255,
});

function hslChannel(n: number, hue: number, saturation: number, lightness: number): number {
  const k = (n + hue / 30) % 12;
  return lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
}

const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%|deg|grad|rad|turn)?$/;

/** Parses a number, or a percentage of `whole`; `none` is 0. */
function share(text: string, whole: number): number | null {
  if (text === 'none') return 0;
  const [, digits, unit] = NUMBER.exec(text) ?? [];
  if (digits === undefined || (unit !== undefined && unit !== '%')) return null;
  return unit === '%' ? (Number(digits) * whole) / 100 : Number(digits);
}

const DEGREES = new Map([
  ['deg', 1],
  ['grad', 0.9],
  ['rad', 180 / Math.PI],
  ['turn', 360],
]);

/** Parses an angle into degrees from 0 to 360. */
function angle(text: string): number | null {
  if (text === 'none') return 0;
  const [, digits, unit = 'deg'] = NUMBER.exec(text) ?? [];
  const degrees = DEGREES.get(unit);
  if (digits === undefined || degrees === undefined || !Number.isFinite(Number(digits))) return null;
  return (((Number(digits) * degrees) % 360) + 360) % 360;
}

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);
const byte = (value: number): number => clamp(Math.round(value), 0, 255);

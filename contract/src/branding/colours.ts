import { hexOfName } from './named-colours.ts';

/** A colour: channels from 0 to 255, opacity from 0 to 1. */
export interface Rgb {
  red: number;
  green: number;
  blue: number;
  alpha: number;
}

/**
 * Reads a CSS colour: a name, `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, rgb(), hsl(), hwb(), with commas or blanks. Null for
 * anything else, also for what only means a colour in its place (`currentcolor`, `var(--x)`).
 */
export function parseColour(text: string): Rgb | null {
  const typed = text.trim().toLowerCase();
  if (typed.length > 200) return null;
  if (typed === 'transparent') return { red: 0, green: 0, blue: 0, alpha: 0 };
  if (typed.startsWith('#')) return fromHex(typed.slice(1));
  const call = /^(rgb|hsl|hwb)a?\(([^()]*)\)$/.exec(typed);
  if (call?.[1] !== undefined && call[2] !== undefined) return fromFunction(call[1], call[2]);
  const named = hexOfName(typed);
  return named === undefined ? null : fromHex(named);
}

/** `#rrggbb`; the opacity is left out. */
export function toHex({ red, green, blue }: Rgb): string {
  return `#${[red, green, blue].map((value) => byte(value).toString(16).padStart(2, '0')).join('')}`;
}

/** The colour as `#rrggbb`, or `rgba()` when it is translucent; `fallback` for what is no colour. Safe in any style sheet. */
export function cssColour(text: string, fallback: string): string {
  const colour = parseColour(text);
  if (colour === null) return fallback;
  if (colour.alpha === 1) return toHex(colour);
  const { red, green, blue, alpha } = colour;
  return `rgba(${byte(red)}, ${byte(green)}, ${byte(blue)}, ${Math.round(alpha * 1000) / 1000})`;
}

/** The colour as `#rrggbb` as it looks on white, for e-mail clients, many of which know no opacity. */
export function solidColour(text: string, fallback: string): string {
  const colour = parseColour(text);
  if (colour === null) return fallback;
  const over = (channel: number): number => channel * colour.alpha + 255 * (1 - colour.alpha);
  return toHex({ red: over(colour.red), green: over(colour.green), blue: over(colour.blue), alpha: 1 });
}

function fromHex(digits: string): Rgb | null {
  if (!/^([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(digits)) return null;
  const full = digits.length < 6 ? digits.replaceAll(/./g, '$&$&') : digits;
  const at = (index: number): number => Number.parseInt(full.slice(index, index + 2), 16);
  return { red: at(0), green: at(2), blue: at(4), alpha: full.length === 8 ? at(6) / 255 : 1 };
}

/** `a, b, c, alpha` or `a b c / alpha`, never a mix of both. */
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
  return rgb && { ...rgb, alpha: within(alpha, 0, 1) };
}

type Channels = Omit<Rgb, 'alpha'>;

function fromRgb(...texts: [string, string, string]): Channels | null {
  const [red, green, blue] = texts.map((text) => share(text, 255));
  const known = red !== undefined && green !== undefined && blue !== undefined;
  if (!known || red === null || green === null || blue === null) return null;
  return { red: within(red, 0, 255), green: within(green, 0, 255), blue: within(blue, 0, 255) };
}

function fromHue(name: string, hueText: string, secondText: string, thirdText: string): Channels | null {
  const hue = angle(hueText);
  const second = share(secondText, 100);
  const third = share(thirdText, 100);
  if (hue === null || second === null || third === null) return null;
  const [x, y] = [within(second, 0, 100) / 100, within(third, 0, 100) / 100];
  if (name === 'hsl') return mixed((n) => hslChannel(n, hue, x, y));
  // Whiteness and blackness over 100 % together leave a grey.
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

/** A number, or a share of `whole` in per cent; `none` is 0. */
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

/** An angle in degrees from 0 to 360. */
function angle(text: string): number | null {
  if (text === 'none') return 0;
  const [, digits, unit = 'deg'] = NUMBER.exec(text) ?? [];
  const degrees = DEGREES.get(unit);
  if (digits === undefined || degrees === undefined || !Number.isFinite(Number(digits))) return null;
  return (((Number(digits) * degrees) % 360) + 360) % 360;
}

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);
const byte = (value: number): number => within(Math.round(value), 0, 255);

import { parseColour, toHex, type Rgb } from './colours.ts';

/** Least ratios of small text (WCAG 2.2, 1.4.3 and 1.4.6) [BRD-19]. */
const LEAST = { AA: 4.5, AAA: 7 } as const;
export type ContrastLevel = keyof typeof LEAST;

/** How a colour stands out against white [BRD-04] (C-094). */
export interface Contrast {
  /** From 1 to 21, cut (not rounded) to two decimals, so that it never looks better than it is. */
  ratio: number;
  AA: boolean;
  AAA: boolean;
}

/** @param text a CSS colour; null when it is none. A translucent one is judged as it looks on white. */
export function contrastWithWhite(text: string): Contrast | null {
  const colour = parseColour(text);
  if (colour === null) return null;
  const ratio = ratioToWhite(colour);
  return { ratio: Math.floor(ratio * 100) / 100, AA: ratio >= LEAST.AA, AAA: ratio >= LEAST.AAA };
}

/**
 * The nearest colour that passes, as `#rrggbb`: the same hue in less light. Null for what is no colour; a colour that passes is
 * its own answer.
 */
export function nearestPassing(text: string, level: ContrastLevel): string | null {
  const colour = parseColour(text);
  if (colour === null) return null;
  const solid = onWhite(colour);
  if (ratioToWhite(solid) >= LEAST[level]) return toHex(solid);
  // The luminance is linear in the light of the channels, so the share of light that is left follows from the wanted ratio.
  const share = (1.05 / LEAST[level] - 0.05) / luminance(solid);
  const dim = (round: (value: number) => number): Rgb => ({
    red: round(encoded(light(solid.red) * share)),
    green: round(encoded(light(solid.green) * share)),
    blue: round(encoded(light(solid.blue) * share)),
    alpha: 1,
  });
  const near = dim(Math.round);
  return toHex(ratioToWhite(near) >= LEAST[level] ? near : dim(Math.floor));
}

function ratioToWhite(colour: Rgb): number {
  return 1.05 / (luminance(onWhite(colour)) + 0.05);
}

/** The colour as a screen shows it on white: in whole channels. */
function onWhite({ red, green, blue, alpha }: Rgb): Rgb {
  const over = (channel: number): number => Math.round(channel * alpha + 255 * (1 - alpha));
  return { red: over(red), green: over(green), blue: over(blue), alpha: 1 };
}

const luminance = ({ red, green, blue }: Rgb): number =>
  0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);

/** Light of a channel (0 to 255) as a share of all light. */
function light(channel: number): number {
  const share = channel / 255;
  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** The channel with this share of light. */
function encoded(share: number): number {
  return 255 * (share <= 0.03928 / 12.92 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055);
}

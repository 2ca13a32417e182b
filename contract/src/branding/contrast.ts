import { onWhite, parseColour, toHex, type Rgb } from './colours.ts';

/** Minimum ratios for small text (WCAG 2.2, 1.4.3 and 1.4.6) [BRD-19]. */
const MIN_RATIO = { AA: 4.5, AAA: 7 } as const;
export type ContrastLevel = keyof typeof MIN_RATIO;

/** Contrast of a colour against white [BRD-04] (C-094). */
export interface Contrast {
  /** From 1 to 21, truncated to two decimals so that it is never overstated. */
  ratio: number;
  AA: boolean;
  AAA: boolean;
}

/** Null when `text` is not a CSS colour. A translucent colour is blended onto white first. */
export function contrastWithWhite(text: string): Contrast | null {
  const colour = parseColour(text);
  if (colour === null) return null;
  const ratio = ratioToWhite(colour);
  return { ratio: Math.floor(ratio * 100) / 100, AA: ratio >= MIN_RATIO.AA, AAA: ratio >= MIN_RATIO.AAA };
}

/**
 * The nearest passing colour, as `#rrggbb`: the same hue, darkened. Returns a colour that already passes unchanged, and null for an
 * invalid one.
 */
export function nearestPassing(text: string, level: ContrastLevel): string | null {
  const colour = parseColour(text);
  if (colour === null) return null;
  const solid = onWhite(colour);
  if (ratioToWhite(solid) >= MIN_RATIO[level]) return toHex(solid);
  // Luminance is linear in linear-light channels, so the target ratio gives the scale factor directly.
  const share = (1.05 / MIN_RATIO[level] - 0.05) / luminance(solid);
  const dim = (round: (value: number) => number): Rgb => ({
    red: round(encoded(light(solid.red) * share)),
    green: round(encoded(light(solid.green) * share)),
    blue: round(encoded(light(solid.blue) * share)),
    alpha: 1,
  });
  const near = dim(Math.round);
  return toHex(ratioToWhite(near) >= MIN_RATIO[level] ? near : dim(Math.floor));
}

function ratioToWhite(colour: Rgb): number {
  return 1.05 / (luminance(onWhite(colour)) + 0.05);
}

const luminance = ({ red, green, blue }: Rgb): number =>
  0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);

/** Converts an sRGB channel (0 to 255) to linear light (0 to 1). */
function light(channel: number): number {
  const share = channel / 255;
  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Inverse of `light`. */
function encoded(share: number): number {
  return 255 * (share <= 0.03928 / 12.92 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055);
}

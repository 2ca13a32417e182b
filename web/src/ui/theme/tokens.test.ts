import { describe, expect, it } from 'vitest';
import { color, meaningColor, serviceColor } from './tokens.ts';

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of WCAG 2: 1 to 21. */
function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

/** `part` of the first colour laid over the second. */
function mix(over: string, under: string, part: number): string {
  const below = channels(under);
  const mixed = channels(over).map((channel, at) => Math.round(channel * part + (below[at] ?? 0) * (1 - part)));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

const surfaces = { bg: color.bg, surface: color.surface, raised: color.raised, inset: color.inset };

describe('contrast', () => {
  it.each(Object.entries(surfaces))('of every text colour on %s is at least 4.5', (_, surface) => {
    for (const text of [color.text, color.text2, color.text3, color.accent, color.accentText]) {
      expect(contrast(text, surface)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('of a meaning on its own tint is at least 4.5', () => {
    for (const { main } of Object.values(meaningColor)) {
      expect(contrast(main, mix(main, color.surface, 0.13))).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('of a letter on its block is at least 4.5', () => {
    for (const hue of Object.values(serviceColor)) {
      expect(contrast(hue, mix(hue, color.surface, 0.18))).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('of white on the filled buttons is at least 4.5', () => {
    for (const fill of [color.accentFill, color.accentFillHover, color.badFill, color.badFillHover]) {
      expect(contrast(color.onAccent, fill)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('of the outline of switches and tick boxes is at least 3', () => {
    for (const surface of Object.values(surfaces)) expect(contrast(color.control, surface)).toBeGreaterThanOrEqual(3);
  });
});

import axe from 'axe-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cssColour, parseColour, solidColour, toHex } from '@mission-control/contract/branding/colours';
import { contrastWithWhite, nearestPassing } from '@mission-control/contract/branding/contrast';

interface AxeColour {
  red: number;
  green: number;
  blue: number;
  alpha: number;
  parseString(text: string): void;
}
// Internals of axe-core used by its rule "color-contrast"; missing from its types.
const { Color, getContrast } = (
  axe as unknown as {
    commons: {
      color: {
        Color: new (red: number, green: number, blue: number, alpha?: number) => AxeColour;
        getContrast: (background: AxeColour, text: AxeColour) => number;
      };
    };
  }
).commons.color;
const white = new Color(255, 255, 255);

const channel = fc.integer({ min: 0, max: 255 });
const hex = fc.tuple(channel, channel, channel).map(([red, green, blue]) => toHex({ red, green, blue, alpha: 1 }));

function axeColour(text: string): AxeColour {
  const colour = new Color(0, 0, 0);
  colour.parseString(text);
  return colour;
}

describe('contrast with white', () => {
  it('agrees with axe-core on 1,000 random palettes [BRD-04, BRD-19]', () => {
    fc.assert(
      fc.property(fc.tuple(hex, hex, hex), (palette) => {
        for (const text of palette) {
          const theirs = getContrast(white, axeColour(text));
          const ours = contrastWithWhite(text);
          expect(ours).toEqual({ ratio: Math.floor(theirs * 100) / 100, AA: theirs >= 4.5, AAA: theirs >= 7 });
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('agrees with axe-core on translucent colours', () => {
    fc.assert(
      fc.property(channel, channel, channel, fc.integer({ min: 0, max: 10 }), (red, green, blue, tenths) => {
        const text = `rgba(${red}, ${green}, ${blue}, ${tenths / 10})`;
        const theirs = getContrast(white, axeColour(text));
        expect(contrastWithWhite(text)?.ratio).toBeCloseTo(theirs, 1);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['#767676', true, false],
    ['#4299e1', false, false],
    ['#595959', true, true],
    ['#000', true, true],
    ['white', false, false],
  ])('%s: AA %s, AAA %s [BRD-19]', (text, AA, AAA) => {
    expect(contrastWithWhite(text)).toMatchObject({ AA, AAA });
  });

  it('is null for an invalid colour', () => {
    expect(contrastWithWhite('no colour')).toBeNull();
    expect(nearestPassing('no colour', 'AA')).toBeNull();
  });
});

describe('the nearest passing colour', () => {
  it('passes, and is the colour itself if that passes already', () => {
    let reached = 0;
    fc.assert(
      fc.property(hex, fc.constantFrom('AA' as const, 'AAA' as const), (text, level) => {
        const near = nearestPassing(text, level) ?? '';
        expect(contrastWithWhite(near)?.[level]).toBe(true);
        if (contrastWithWhite(text)?.[level]) {
          reached += 1;
          expect(near).toBe(text);
        }
      }),
      { numRuns: 1_000 },
    );
    expect(reached).toBeGreaterThan(0);
  });

  it('has hardly more contrast than required', () => {
    fc.assert(
      fc.property(hex, (text) => {
        const before = contrastWithWhite(text)?.ratio ?? 0;
        const after = contrastWithWhite(nearestPassing(text, 'AA') ?? '')?.ratio ?? 0;
        expect(after).toBeLessThan(Math.max(before, 4.5) + 0.15);
      }),
    );
  });

  it('keeps the hue', () => expect(nearestPassing('#4299e1', 'AA')).toMatch(/^#[23][0-9a-f]7[0-9a-f]b[0-9a-f]$/));
});

describe('colours', () => {
  it.each([
    ['tomato', '#ff6347'],
    [' ReBeccaPurple ', '#663399'],
    ['#abc', '#aabbcc'],
    ['#ABCDEF', '#abcdef'],
    ['rgb(255 0 0)', '#ff0000'],
    ['rgb(100%, 0%, 50%)', '#ff0080'],
    ['rgba(1,2,3,1)', '#010203'],
    ['hsl(120deg 100% 25%)', '#008000'],
    ['hsl(-240, 100%, 25%)', '#008000'],
    ['hsl(0.5turn 100% 50%)', '#00ffff'],
    ['hwb(0 60% 60%)', '#808080'],
    ['hwb(240 0% 0%)', '#0000ff'],
    ['rgb(300 -5 none)', '#ff0000'],
  ])('reads %s [BRD-18]', (text, expected) => expect(cssColour(text, 'none')).toBe(expected));

  it.each([
    '',
    '#12',
    '#12345',
    'rgb(1,2)',
    'rgb(1 2 3, 4)',
    'rgb(1,2,3/4)',
    'rgb(a b c)',
    'var(--x)',
    'currentcolor',
    'red;background:url(x)',
    'url(javascript:alert(1))',
    'hwb(1,2%,3%)',
    'hsl(1px 2% 3%)',
    'rgb(1 2 3 / 4 / 5)',
  ])('rejects %j as a colour', (text) => expect(cssColour(text, 'fallback')).toBe('fallback'));

  it('writes translucent colours for style sheets, and solid ones for e-mails', () => {
    expect(cssColour('#ff000080', '')).toBe('rgba(255, 0, 0, 0.502)');
    expect(cssColour('transparent', '')).toBe('rgba(0, 0, 0, 0)');
    expect(solidColour('rgb(0 0 0 / 50%)', '')).toBe('#808080');
  });

  it('writes nothing but a colour into a style sheet, whatever the input', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `rgb(${text})`),
          hex,
        ),
        (text) => {
          expect(cssColour(text, '#000000')).toMatch(/^(#[0-9a-f]{6}|rgba\([\d., ]+\))$/);
        },
      ),
    );
  });

  it('parses colours like axe-core', () => {
    fc.assert(
      fc.property(fc.integer({ min: -720, max: 720 }), channel, channel, (hue, first, second) => {
        const text = `hsl(${hue} ${(first / 255) * 100}% ${(second / 255) * 100}%)`;
        const [ours, theirs] = [parseColour(text), axeColour(text)];
        expect(Math.abs((ours?.red ?? 0) - theirs.red)).toBeLessThanOrEqual(1);
        expect(Math.abs((ours?.green ?? 0) - theirs.green)).toBeLessThanOrEqual(1);
        expect(Math.abs((ours?.blue ?? 0) - theirs.blue)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

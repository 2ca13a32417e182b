import { findConfigKind } from '@mission-control/contract/config/kinds';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findClashes, type EarlierChange } from './save-diff.ts';
import type { KeyedItem } from '../file/stored-items.ts';
import { constant, diffOf } from '../testing/config-fleet.ts';

const kind = findConfigKind('coursepro');
if (!kind) throw new Error('There is no CoursePro config.');
const BASE = 'base';
const stored = (value: string): KeyedItem => ({
  key: 'A',
  value,
  secret: false,
  type: 2,
  state: 1,
  valueTemplate: null,
});
const itemOf = (value: string | null) => (value === null ? null : stored(value));

/** The clash, if any, between successive changes by others (null = removed) and mine. */
function clashOf(theirs: readonly (string | null)[], mine: string | null) {
  const states = [BASE, ...theirs];
  const earlier = theirs.map((value, index): EarlierChange => ({
    key: 'A',
    before: itemOf(states[index] ?? null),
    after: itemOf(value),
    author: `person ${index}`,
    at: new Date(index * 1000),
  }));
  const now = itemOf(states.at(-1) ?? null);
  const saved = { kind: kind as NonNullable<typeof kind>, keys: new Map(), items: new Map(now ? [['A', now]] : []) };
  const diff = diffOf(mine === null ? { removed: ['A'] } : { changed: [constant('A', mine)] });
  return findClashes(diff, saved, earlier)[0] ?? null;
}

describe('a setting changed by others since the base revision', () => {
  it('clashes with its final state, not with intermediate ones', () => {
    expect(clashOf(['1', '2'], '1')).toMatchObject({ base: BASE, theirs: '2', mine: '1', by: 'person 1' });
    expect(clashOf(['1', '2'], '2')).toBeNull();
    expect(clashOf(['1', null], '1')).toMatchObject({ theirs: null, mine: '1' });
    expect(clashOf([null, '1'], null)).toMatchObject({ theirs: '1', mine: null });
  });

  it('clashes if I remove what they changed, or change what they removed', () => {
    expect(clashOf(['1'], null)).toMatchObject({ base: BASE, theirs: '1', mine: null });
    expect(clashOf([null], '1')).toMatchObject({ base: BASE, theirs: null, mine: '1' });
    expect(clashOf([null], null)).toBeNull();
  });

  it('clashes if and only if my result differs from the current state; the clash has base, current value and last author', () => {
    const state = fc.option(fc.constantFrom(BASE, '1', '2', '3'), { nil: null });
    fc.assert(
      fc.property(fc.array(state, { maxLength: 6 }), state, (theirs, mine) => {
        const clash = clashOf(theirs, mine);
        const last = theirs.at(-1) ?? null;
        const by = `person ${theirs.length - 1}`;
        const at = new Date(Math.max(0, theirs.length - 1) * 1000).toISOString();
        const isClash = theirs.length > 0 && mine !== last;
        expect(clash).toEqual(isClash ? { key: 'A', base: BASE, theirs: last, mine, masked: false, by, at } : null);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines, foldSame } from './diff-lines.ts';

const line = fc.constantFrom('a', 'b', 'c', '', 'x = 1;');
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));

describe('the lines of a diff', () => {
  it('give back both sides', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(before, after);
        const side = (kind: string) => lines.filter((each) => each.kind === 'same' || each.kind === kind);
        const join = (kind: string) =>
          side(kind)
            .map((each) => each.text)
            .join('\n');
        expect(join('removed')).toBe(before);
        expect(join('added')).toBe(after);
      }),
    );
  });

  it('show nothing as changed between equal texts', () => {
    fc.assert(fc.property(text, (same) => diffLines(same, same).every((each) => each.kind === 'same')));
  });

  it('mark the changed word of a short value', () => {
    const [removed, added] = diffLines('https://a.example/v1/x', 'https://a.example/v2/x');
    expect(removed?.text.slice(removed.changed?.from, removed.changed?.to)).toBe('v1');
    expect(added?.text.slice(added.changed?.from, added.changed?.to)).toBe('v2');
  });

  it('have one side only for an added or removed value', () => {
    expect(diffLines(null, 'True')).toEqual([{ kind: 'added', text: 'True' }]);
    expect(diffLines('True', null)).toEqual([{ kind: 'removed', text: 'True' }]);
  });

  it('keep an unchanged line between two changes', () => {
    expect(diffLines('a\nkeep\nb', 'x\nkeep\ny').filter((each) => each.kind === 'same')).toEqual([
      { kind: 'same', text: 'keep' },
    ]);
  });

  it('show two changes in 1,200 lines as two', () => {
    const before = Array.from({ length: 1200 }, (_, n) => `line ${n}`);
    const after = before.with(100, 'first').with(1100, 'second');
    const changed = diffLines(before.join('\n'), after.join('\n')).filter((each) => each.kind !== 'same');
    expect(changed.map((each) => `${each.kind} ${each.text}`)).toEqual([
      'removed line 100',
      'added first',
      'removed line 1100',
      'added second',
    ]);
  });

  it('show no more changes than there are', () => {
    const edits = fc.array(fc.tuple(fc.nat(299), fc.string({ maxLength: 3 })), { maxLength: 20 });
    fc.assert(
      fc.property(edits, (list) => {
        const before = Array.from({ length: 300 }, (_, n) => `line ${n % 40}`);
        const after = list.reduce((all, [at, typed]) => all.with(at, typed), before);
        const lines = diffLines(before.join('\n'), after.join('\n'));
        expect(lines.filter((each) => each.kind === 'removed').length).toBeLessThanOrEqual(list.length);
      }),
    );
  });

  it('replace the whole middle when a comparison would take too long', () => {
    const side = (seed: number) =>
      Array.from({ length: 3000 }, (_, n) => String(((n + 1) ** 2 * seed) % 1009)).join('\n');
    const lines = diffLines(`head\n${side(3)}`, `head\n${side(7)}`);
    expect(lines.map((each) => each.kind).slice(0, 2)).toEqual(['same', 'removed']);
    expect(lines.filter((each) => each.kind === 'same').length).toBeLessThan(10);
  });
});

describe('folding', () => {
  it('hides unchanged lines away from changes and counts them', () => {
    const same = (n: number) => Array.from({ length: n }, () => ({ kind: 'same' as const, text: 's' }));
    const folded = foldSame([...same(10), { kind: 'added', text: 'new' }, ...same(2)], 3);
    expect(folded[0]).toEqual({ kind: 'fold', lines: 7 });
    expect(folded).toHaveLength(7);
  });

  it('loses no line', () => {
    fc.assert(
      fc.property(text, text, fc.integer({ min: 0, max: 4 }), (before, after, context) => {
        const lines = diffLines(before, after);
        const counted = foldSame(lines, context).reduce(
          (sum, each) => sum + (each.kind === 'fold' ? each.lines : 1),
          0,
        );
        expect(counted).toBe(lines.length);
      }),
    );
  });
});

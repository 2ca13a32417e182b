import { TIMELINE_KINDS } from '@mission-control/contract/timeline/kinds';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sliceOf, type TimelineRow, type TimelineSource } from '../../fleet/timeline.ts';
import type { Ctx } from '../../platform/context.ts';
import { cursorOf, keyOf, mergeSources } from './get-timeline.ts';

const SOURCES = 3;
/** A row of a source; hidden ones stand for those that filters drop. */
const placed = fc.record({ rank: fc.nat(SOURCES - 1), us: fc.integer({ min: 1, max: 6 }), isShown: fc.boolean() });
const step = fc.record({ arriving: fc.array(placed, { maxLength: 4 }), limit: fc.integer({ min: 1, max: 5 }) });

it('shows every entry once and in order, whatever arrives between its pages', async () => {
  const property = fc.asyncProperty(
    fc.array(placed, { maxLength: 30 }),
    fc.array(step, { minLength: 1, maxLength: 5 }),
    fc.integer({ min: 1, max: 4 }),
    fc.boolean(),
    async (stored, steps, size, ascending) => {
      const held: TimelineRow[][] = Array.from({ length: SOURCES }, () => []);
      let made = 0;
      const add = ({ rank, us, isShown }: (typeof stored)[number]) => {
        made += 1;
        held[rank]?.push({ us, id: made, entry: isShown ? { kind: 'config', text: String(made) } : null });
      };
      const sources = held.map((rows, rank): TimelineSource => ({
        name: `source-${rank}`,
        kinds: ['config'],
        read: (_ctx, _scope, slice) => Promise.resolve(sliceOf(rows, slice)),
      }));
      const whole = () =>
        held
          .flatMap((rows, rank) => rows.map((row) => ({ ...row, rank })))
          .filter(({ entry }) => entry !== null)
          .toSorted((a, b) => (ascending ? -1 : 1) * (b.us - a.us || a.rank - b.rank || b.id - a.id))
          .map(({ id }) => String(id));
      for (const row of stored) add(row);
      const [first, query] = [
        whole(),
        {
          scope: { of: 'fleet', about: null } as const,
          kinds: new Set(TIMELINE_KINDS),
          from: null,
          to: new Date(1),
          ascending,
        },
      ];
      const shown: string[] = [];
      let cursor: string | null = null;
      for (let page = 0; page === 0 || cursor !== null; page += 1) {
        const { arriving, limit } = steps[page % steps.length] ?? { arriving: [], limit: 1 };
        const after: ReturnType<typeof keyOf> | null = cursor === null ? null : keyOf(cursor);
        const { entries, next } = await mergeSources({} as Ctx, query, { after, limit, batchRows: size, sources });
        expect(entries.length).toBeLessThanOrEqual(limit);
        shown.push(...entries.map(({ entry }) => entry.text));
        cursor = next && cursorOf(next);
        if (page < steps.length) for (const row of arriving) add(row);
      }
      expect(new Set(shown).size).toBe(shown.length);
      const seen = new Set(shown);
      expect(whole().filter((text) => seen.has(text))).toEqual(shown);
      expect(first.filter((text) => !seen.has(text))).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: 300 });
});

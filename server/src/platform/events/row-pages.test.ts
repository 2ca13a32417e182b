import fc from 'fast-check';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { JsonOfParts, JsonPart } from '../calls/json-pages.ts';
import { RowPages, type RowText } from './row-pages.ts';

const { compare } = new Intl.Collator('en-GB', { numeric: true, sensitivity: 'base' });
const row = (id: number, name: string): RowText => ({ id, name, json: JSON.stringify({ id, name }) });

/** The list as text, by sorting all rows. */
const textOf = (rows: Iterable<RowText>): string =>
  [...rows]
    .toSorted((a, b) => compare(a.name, b.name) || a.id - b.id)
    .map(({ json }) => json)
    .join(',');

const joined = (pages: RowPages): string =>
  pages
    .parts()
    .map(({ json }) => json.toString())
    .join('');

it('holds the rows in order after any changes, as if it had been rebuilt', () => {
  const change = fc.tuple(
    fc.nat(600),
    fc.option(fc.constantFrom('a', 'A', 'á', 'b 2', 'b 10', 'zoo'), { nil: undefined }),
  );
  const batches = fc.array(fc.array(change, { maxLength: 400 }), { maxLength: 8 });
  fc.assert(
    fc.property(batches, (steps) => {
      const pages = new RowPages(compare);
      const expected = new Map<number, RowText>();
      for (const step of steps) {
        const changes = new Map(step.map(([id, name]) => [id, name === undefined ? undefined : row(id, name)]));
        const differing = [...changes].filter(([id, one]) => expected.get(id)?.json !== one?.json).map(([id]) => id);
        expect(pages.apply(changes)).toEqual(differing);
        for (const [id, one] of changes)
          if (one) expected.set(id, one);
          else expected.delete(id);
        expect(joined(pages)).toBe(textOf(expected.values()));
      }
    }),
    { numRuns: 60 },
  );
});

it('prepares only the page of a changed row again', () => {
  const pages = new RowPages(compare);
  pages.apply(new Map(Array.from({ length: 2_000 }, (_, id) => [id, row(id, `t ${id}`)])));
  const before = pages.parts();
  pages.apply(new Map([[700, { ...row(700, 't 700'), json: '{"id":700}' }]]));
  const after = pages.parts();
  expect(after.filter((part, at) => part !== before[at])).toHaveLength(1);
});

it('joins the compressed pages into one gzip stream that any client can read', async () => {
  const pages = new RowPages(compare);
  pages.apply(new Map(Array.from({ length: 1_000 }, (_, id) => [id, row(id, `Zoë ${id}`)])));
  const list = new JsonOfParts([new JsonPart('['), ...pages.parts(), new JsonPart(']')]);
  expect(gunzipSync(await list.gzip()).equals(list.json)).toBe(true);
  expect(JSON.parse(list.json.toString())).toHaveLength(1_000);
  const empty = new JsonOfParts([new JsonPart('[]')]);
  expect(gunzipSync(await empty.gzip()).toString()).toBe('[]');
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KEY_PATTERN } from './names.ts';
import { renderJson } from './render.ts';

const settings = fc.uniqueArray(
  fc.record({
    key: fc.stringMatching(KEY_PATTERN, { maxLength: 8 }).filter((key) => key !== '__proto__'),
    form: fc.constant('text' as const),
    data: fc.oneof(
      fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
      fc.array(fc.constantFrom('\\', '"', '$', '\n', '\r', 'n', 'A=1', '#')).map((parts) => parts.join('')),
      fc.boolean(),
      fc.integer(),
    ),
  }),
  { selector: ({ key }) => key },
);

it('renders every setting to JSON, sorted, with a final line feed', () => {
  fc.assert(
    fc.property(settings, (list) => {
      const text = renderJson(list);
      const read = new Map(Object.entries(JSON.parse(text) as Record<string, unknown>));
      expect(read).toEqual(new Map(list.map(({ key, data }) => [key, data])));
      expect([...read.keys()]).toEqual([...read.keys()].toSorted((a, b) => Number(a > b) - Number(a < b)));
      expect(text.endsWith('}\n')).toBe(true);
    }),
  );
});

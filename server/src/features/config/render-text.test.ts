import { findConfigKind } from '@mission-control/contract/config/kinds';
import { CONFIG_KEY_PATTERN } from '@mission-control/contract/config/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOf, publishFile, publishedPath } from './render-config.ts';
import { renderJson } from './render-json.ts';
import type { KeyTypes, RenderItem } from './render-value.ts';

const none: KeyTypes = new Map();
const items = fc.uniqueArray(
  fc.record({
    key: fc.stringMatching(CONFIG_KEY_PATTERN, { maxLength: 8 }).filter((key) => key !== '__proto__'),
    value: fc.oneof(
      fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
      fc.array(fc.constantFrom('\\', '"', '$', '\n', '\r', 'n', 'A=1', '#')).map((parts) => parts.join('')),
    ),
    type: fc.constantFrom<RenderItem['type']>(1, 2, 3, 4, 5),
    state: fc.constantFrom<RenderItem['state']>(0, 1),
  }),
  { selector: (item) => item.key },
);
const exported = (list: RenderItem[]) =>
  new Map(list.filter((item) => item.state === 1).map((item) => [item.key, item.value]));

describe('the JSON file of a config', () => {
  it('gives back every exported setting, sorted, and ends with a line feed', () => {
    fc.assert(
      fc.property(items, (list) => {
        const text = renderJson(list, none);
        const read = new Map(Object.entries(JSON.parse(text) as Record<string, string>));
        expect(read).toEqual(exported(list));
        expect([...read.keys()]).toEqual([...read.keys()].toSorted((a, b) => Number(a > b) - Number(a < b)));
        expect(text.endsWith('}\n')).toBe(true);
      }),
    );
  });

  it('writes booleans and numbers of keys that have these types', () => {
    const keys: KeyTypes = new Map([
      ['a', { type: 'boolean' }],
      ['b', { type: 'number' }],
    ]);
    const row = { type: 1, state: 1 } as const;
    expect(
      JSON.parse(
        renderJson(
          [
            { ...row, key: 'a', value: 'True' },
            { ...row, key: 'b', value: '2' },
          ],
          keys,
        ),
      ),
    ).toEqual({ a: true, b: 2 });
  });
});

describe('the published file', () => {
  it('lies under the id of the tenant, with the SHA-256 of its content', () => {
    const [strive, licence] = [findConfigKind('strive'), findConfigKind('licence')];
    if (!strive || !licence) throw new Error('kinds are missing');
    expect(publishedPath(12, strive)).toBe('tenants/12/strive.env');
    const file = publishFile(12, licence, [{ key: 'é', value: '😀', type: 1, state: 1 }], none);
    expect(file.path).toBe('tenants/12/licence.json');
    expect(file.sha256).toBe(hashOf(file.content.toString('utf8')));
  });
});

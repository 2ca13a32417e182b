import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesOf, patchOf } from './service-changes.ts';
import {
  isEmpty,
  mergeEdits,
  NO_EDITS,
  readEdits,
  rowsOf,
  storedEdits,
  withBack,
  withHost,
  without,
  withPlace,
  withPrimary,
  withRow,
  type SavedService,
  type ServiceEdits,
} from './service-edits.ts';
import { findService } from '@mission-control/contract/catalogue';

const coursepro = findService('coursepro');
if (!coursepro) throw new Error('There is no CoursePro.');

const saved: SavedService = {
  domains: [
    { host: 'a.example', is_primary: true, has_whitelist: false },
    { host: 'b.example', is_primary: false, has_whitelist: true },
  ],
  places: { web_environment_id: 1, worker_environment_id: null, sns_environment_id: 5, certificate: 7 },
};
const places = [
  { key: 'web_environment_id', label: 'Web environment', choices: [] },
  { key: 'certificate', label: 'Certificate', choices: [] },
] as const;
const changes = (edits: ServiceEdits, of = saved) => changesOf(of, edits, places, (_key, id) => `#${id}`);
const words = (edits: ServiceEdits) => changes(edits).map(({ what, before, after }) => [what, before, after]);
const hosts = (edits: ServiceEdits, of = saved) => rowsOf(of, edits).map(({ host }) => host);
const rowAt = (edits: ServiceEdits, at: number) => {
  const row = rowsOf(saved, edits)[at];
  if (!row) throw new Error(`There is no row ${at}.`);
  return row;
};
const primaries = (edits: ServiceEdits) => rowsOf(saved, edits).map(({ isPrimary }) => isPrimary);

describe('the edits of a service', () => {
  it('add one empty row, however often [SVC-29]', () => {
    const once = withRow(saved, NO_EDITS, 'new 1');
    expect(withRow(saved, once, 'new 2')).toBe(once);
    const filled = withHost(once, 'new 1', 'c.example');
    expect(hosts(withRow(saved, filled, 'new 2'))).toEqual(['a.example', 'b.example', 'c.example', '']);
  });

  it('add none while a saved row has no host [SVC-29]', () => {
    const cleared = withHost(NO_EDITS, rowAt(NO_EDITS, 1).key, '  ');
    expect(withRow(saved, cleared, 'new 1')).toBe(cleared);
  });

  it('turn the others off with a new primary [SVC-30]', () => {
    const three = withRow(saved, NO_EDITS, 'new 1');
    expect(primaries(withPrimary(saved, three, 'new 1', true))).toEqual([false, false, true]);
    expect(primaries(withPrimary(saved, three, rowAt(three, 0).key, false))).toEqual([false, false, false]);
  });

  it('are empty again once everything is reverted', () => {
    const { key } = rowAt(NO_EDITS, 0);
    const there = withPlace(saved, withPrimary(saved, withHost(NO_EDITS, key, 'x'), key, false), 'certificate', null);
    expect(changes(there)).toHaveLength(3);
    const back = withPlace(saved, withPrimary(saved, withHost(there, key, 'a.example '), key, true), 'certificate', 7);
    expect(back).toEqual(NO_EDITS);
  });

  it('apply on top of concurrent saves', () => {
    const { key } = rowAt(NO_EDITS, 1);
    const edits = withHost(withPlace(saved, NO_EDITS, 'web_environment_id', 2), key, 'mine.example');
    const [first] = saved.domains;
    const later: SavedService = {
      domains: [...(first ? [first] : []), { host: 'theirs.example', is_primary: false, has_whitelist: false }],
      places: { ...saved.places, web_environment_id: 3 },
    };
    expect(hosts(edits, later)).toEqual(['a.example', 'theirs.example', 'mine.example']);
    expect(changes(edits, later).map(({ what, before, after }) => [what, before, after])).toEqual([
      ['Domain', null, 'mine.example'],
      ['Web environment', '#3', '#2'],
    ]);
  });
});

describe('the changes of a save', () => {
  it('are described, and each is revertible', () => {
    const second = rowAt(NO_EDITS, 1);
    const added = withHost(withRow(saved, NO_EDITS, 'new 1'), 'new 1', 'c.example');
    const edits = withPlace(saved, without(withPrimary(saved, added, 'new 1', true), second), 'certificate', null);
    expect(words(edits)).toEqual([
      ['Domain', null, 'c.example'],
      ['Domain', 'b.example', null],
      ['Primary domain', 'a.example', 'c.example'],
      ['Certificate', '#7', '#null'],
    ]);
    expect(changes(changes(edits).reduce((now, change) => change.undo(now), edits))).toEqual([]);
    expect(withBack(without(NO_EDITS, second), 'b.example')).toEqual(NO_EDITS);
  });

  it('contain the version and only changed parts, with the whitelist unchanged (C-036, C-088)', () => {
    const placed = withPlace(saved, NO_EDITS, 'sns_environment_id', null);
    expect(patchOf(coursepro, saved, placed, 4)).toEqual({
      version: 4,
      coursepro_tenant: { sns_environment_id: null },
    });
    const { key } = rowAt(NO_EDITS, 1);
    const named = withHost(withRow(saved, withHost(NO_EDITS, key, ' z.example'), 'new 1'), 'new 1', 'c.example');
    const domains = [
      { host: 'a.example', is_primary: true, has_whitelist: false },
      { host: 'z.example', is_primary: false, has_whitelist: true },
      { host: 'c.example', is_primary: false },
    ];
    expect(patchOf(coursepro, saved, named, 4)).toEqual({ version: 4, domains: { coursepro: domains } });
    const both = withPlace(saved, named, 'sns_environment_id', null);
    expect(patchOf(coursepro, saved, both, 4)).toEqual({
      version: 4,
      domains: { coursepro: domains },
      coursepro_tenant: { sns_environment_id: null },
    });
  });
});

/** A user action on the row with that number. */
const step = fc.record({
  act: fc.constantFrom('add', 'host', 'primary', 'off', 'delete', 'undo', 'place'),
  at: fc.nat({ max: 5 }),
  host: fc.constantFrom('', 'a.example', 'b.example', 'c.example', 'd.example'),
});

function taken(
  edits: ServiceEdits,
  { act, at, host }: typeof step extends fc.Arbitrary<infer T> ? T : never,
  nth: number,
) {
  const row = rowsOf(saved, edits)[at];
  if (act === 'add') return withRow(saved, edits, `new ${nth}`);
  if (act === 'place') return withPlace(saved, edits, 'web_environment_id', at);
  if (act === 'undo') return changes(edits)[at]?.undo(edits) ?? edits;
  if (!row) return edits;
  if (act === 'host') return withHost(edits, row.key, host);
  if (act === 'delete') return row.isPrimary ? edits : without(edits, row);
  return withPrimary(saved, edits, row.key, act === 'primary');
}

it('keep at most one primary row and can be reverted, after any sequence of edits [SVC-30]', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
      const edits = steps.reduce(taken, NO_EDITS);
      const rows = rowsOf(saved, edits);
      expect(rows.filter(({ isPrimary }) => isPrimary).length).toBeLessThanOrEqual(1);
      expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
      const patch = patchOf(coursepro, saved, edits, 1);
      // The version alone is never sent: there is a change to send exactly when one is shown.
      expect(Object.keys(patch).length > 1).toBe(changes(edits).length > 0);
      let back = edits;
      for (let left = changes(back); left.length > 0; left = changes(back)) back = left[0]?.undo(back) ?? NO_EDITS;
      expect(rowsOf(saved, back)).toEqual(rowsOf(saved, NO_EDITS));
    }),
  );
});

it('never contain two added rows without a host [SVC-29]', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
      const edits = steps.reduce(taken, NO_EDITS);
      const before = rowsOf(saved, edits).filter(isEmpty).length;
      expect(rowsOf(saved, withRow(saved, edits, 'one more')).filter(isEmpty).length).toBe(Math.max(before, 1));
    }),
  );
});

describe('edits of a draft', () => {
  it('are read back as they were stored', () => {
    const edits: ServiceEdits = {
      removed: ['a.example'],
      renamed: new Map([['b.example', 'c.example']]),
      added: [{ key: 'new 2', host: 'd.example' }],
      primary: null,
      places: { web_environment_id: 3 },
    };
    for (const one of [edits, { ...edits, primary: undefined }, NO_EDITS])
      expect(readEdits(JSON.parse(JSON.stringify(storedEdits(one))))).toEqual(one);
  });

  it('are merged with those typed since, which win', () => {
    const kept: ServiceEdits = {
      removed: ['a.example', 'b.example'],
      renamed: new Map([
        ['c.example', 'kept.example'],
        ['d.example', 'd.kept'],
        ['e.example', 'e.kept'],
      ]),
      added: [
        { key: 'new 1', host: 'kept.new' },
        { key: 'new 2', host: 'both.new' },
      ],
      primary: 'new 1',
      places: { web_environment_id: 3, certificate: 8 },
    };
    const mine: ServiceEdits = {
      removed: ['a.example', 'd.example'],
      renamed: new Map([
        ['b.example', 'b.mine'],
        ['c.example', 'c.mine'],
      ]),
      added: [
        { key: 'new 1', host: 'mine.new' },
        { key: 'new 3', host: 'both.new ' },
      ],
      primary: undefined,
      places: { web_environment_id: null },
    };
    expect(mergeEdits(kept, mine, 4)).toEqual({
      removed: ['a.example', 'd.example'],
      renamed: new Map([
        ['c.example', 'c.mine'],
        ['e.example', 'e.kept'],
        ['b.example', 'b.mine'],
      ]),
      added: [
        { key: 'new 4', host: 'kept.new' },
        { key: 'new 3', host: 'both.new ' },
        { key: 'new 1', host: 'mine.new' },
      ],
      primary: 'new 4',
      places: { web_environment_id: null, certificate: 8 },
    });
    expect(mergeEdits({ ...kept, primary: 'new 2' }, mine, 4).primary).toBe('new 3');
    expect(mergeEdits(kept, { ...mine, primary: null }, 4).primary).toBeNull();
    expect(mergeEdits(kept, NO_EDITS, 1)).toEqual(kept);
  });

  it.each([null, 'x', {}, { removed: [], renamed: {}, added: [] }])('are not read from %j', (stored) =>
    expect(readEdits(stored)).toBeNull(),
  );
});

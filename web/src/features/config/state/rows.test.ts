import type { KeyMeta } from '@mission-control/contract/config/schema';
import { describe, expect, it } from 'vitest';
import { downloadText } from '../parts/editor/header-actions.tsx';
import { commitGate } from './commit-gate.ts';
import { editsReducer, NO_EDITS, type EditAction } from './edits.ts';
import { byKey } from './local-config.ts';
import { rebase, countSegments, filterRows } from './rebase.ts';
import { buildRows } from './rows.ts';
import { item, keyMeta, savedConfig, savedItem } from './testing.ts';

const saved = savedConfig(
  savedItem('zeta', 'Leeds', { type: 3 }),
  savedItem('HP2', 'False', { type: 1 }),
  savedItem('LONG', 'x'.repeat(301)),
  savedItem('OFF', 'kept', { state: 0, db_only: true }),
  savedItem('FRESH', 'v', { db_only: true }),
  savedItem('PASS', '', { secret: true, masked: true }),
);
const keys = byNames(
  keyMeta('BASKET', { type: 'boolean', depends: [{ depends_on_name: 'HP2' }] }),
  keyMeta('zeta', { dependencies: [{ name: 'HP2', values: ['True'] }] }),
  keyMeta('PASS', { secret: true }),
);

function byNames(...metas: KeyMeta[]): ReadonlyMap<string, KeyMeta> {
  return new Map(metas.map((meta) => [meta.key_name, meta]));
}

function rowsAfter(...actions: EditAction[]) {
  const edits = actions.reduce(editsReducer, NO_EDITS);
  return buildRows({ saved, keys, rebased: rebase(edits, saved, 1), waiting: new Set(['HP2']) });
}
const find = (rows: ReturnType<typeof rowsAfter>, key: string) => rows.find((row) => row.key === key);
const putNew = (key: string, value: string): EditAction => ({
  type: 'put',
  item: item(key, value, { type: 1 }),
  saved: null,
  revision: 1,
});

describe('rows of the editor', () => {
  it('are sorted by name and name their type [CFG-01, CFG-22, CFG-23, CFG-24]', () => {
    const rows = rowsAfter();
    expect(rows.map((row) => row.key)).toEqual(['FRESH', 'HP2', 'LONG', 'OFF', 'PASS', 'zeta']);
    expect(find(rows, 'HP2')?.typeLabel).toBe('Known Constant');
    expect(find(rows, 'FRESH')?.typeLabel).toBe('Unknown Constant');
    expect(find(rows, 'zeta')?.typeLabel).toBe('Single-line Variable');
  });

  it('cut a value over 300 characters to 297 and three dots [CFG-02]', () => {
    expect(find(rowsAfter(), 'LONG')).toMatchObject({ value: `${'x'.repeat(297)}...`, cutFrom: 301 });
  });

  it('are the same objects while unchanged, but not across different metadata or commits', () => {
    const input = { saved, keys, rebased: rebase(NO_EDITS, saved, 1), waiting: new Set<string>() };
    const row = (more: Partial<typeof input>) => find(buildRows({ ...input, ...more }), 'LONG');
    const zeta = saved.get('zeta');
    if (!zeta) throw new Error('seed');
    const edits = editsReducer(NO_EDITS, { type: 'remove', saved: zeta, revision: 1 });
    expect(row({ rebased: rebase(edits, saved, 1) })).toBe(row({}));
    expect(row({ waiting: new Set(['LONG']) })).toMatchObject({ notCommitted: true });
    expect(row({ keys: byNames(keyMeta('LONG', { secret: true })) })).toMatchObject({ secret: true });
    expect(row({})).toMatchObject({ notCommitted: false, secret: false });
  });

  it('mark added, changed and removed settings, with the previous value', () => {
    const [hp2, zeta] = [saved.get('HP2'), saved.get('zeta')];
    if (!hp2 || !zeta) throw new Error('seed');
    const rows = rowsAfter(
      { type: 'put', item: item('HP2', 'True', { type: 1 }), saved: hp2, revision: 1 },
      { type: 'remove', saved: zeta, revision: 1 },
      putNew('BRAND', 'x'),
    );
    expect(find(rows, 'HP2')).toMatchObject({ mark: 'changed', previous: 'False', value: 'True' });
    expect(find(rows, 'zeta')).toMatchObject({ mark: 'removed', value: 'Leeds', remarks: [] });
    expect(find(rows, 'BRAND')).toMatchObject({ mark: 'new', previous: null });
    expect(countSegments(rows)).toMatchObject({ all: 7, unsaved: 3 });
  });

  it('flag settings that are not exported or not committed', () => {
    const rows = rowsAfter();
    expect(find(rows, 'OFF')).toMatchObject({ notExported: true, notCommitted: false });
    expect(find(rows, 'FRESH')).toMatchObject({ notExported: false, notCommitted: true });
    expect(find(rows, 'HP2')).toMatchObject({ notCommitted: true });
    expect(find(rows, 'LONG')).toMatchObject({ notCommitted: false });
  });

  it('report a value that is invalid for its key as an error, like the validation', () => {
    expect(find(rowsAfter(putNew('BASKET', 'maybe')), 'BASKET')?.remarks).toEqual([
      { meaning: 'bad', message: 'BASKET must be True or False (Currently maybe)' },
      { meaning: 'warn', message: 'BASKET requires HP2 to be true (Currently False)' },
    ]);
  });

  it('warn when a required setting is not true [CFG-52]', () => {
    const rows = rowsAfter(putNew('BASKET', 'True'));
    expect(find(rows, 'BASKET')?.remarks).toEqual([
      { meaning: 'warn', message: 'BASKET requires HP2 to be true (Currently False)' },
    ]);
  });

  it('warn when a dependency has another value than allowed [CFG-51]', () => {
    expect(find(rowsAfter(), 'zeta')?.remarks).toEqual([
      { meaning: 'warn', message: 'zeta is not compatible with setting HP2=False' },
    ]);
  });

  it('show what somebody else saved for a key that is edited here', () => {
    const before = saved.get('zeta');
    if (!before) throw new Error('seed');
    const edits = editsReducer(NO_EDITS, {
      type: 'put',
      item: item('zeta', 'York', { type: 3 }),
      saved: before,
      revision: 1,
    });
    const now = savedConfig(savedItem('zeta', 'Hull', { type: 3 }));
    const rows = buildRows({ saved: now, keys, rebased: rebase(edits, now, 2), waiting: new Set() });
    expect(find(rows, 'zeta')).toMatchObject({ value: 'York', theirs: { value: 'Hull' } });
  });
});

describe('search and segments', () => {
  it('narrow by name, type and value, never by a secret [CFG-01]', () => {
    const pass = saved.get('PASS');
    if (!pass) throw new Error('seed');
    const rows = rowsAfter({ type: 'put', item: item('PASS', 'hunter2'), saved: pass, revision: 1 });
    expect(filterRows(rows, 'all', 'LEEDS').map((row) => row.key)).toEqual(['zeta']);
    expect(filterRows(rows, 'all', 'known hp').map((row) => row.key)).toEqual(['HP2']);
    expect(filterRows(rows, 'all', 'hunter2')).toEqual([]);
    expect(filterRows(rows, 'unsaved', '').map((row) => row.key)).toEqual(['PASS']);
    expect(filterRows(rows, 'warnings', '').map((row) => row.key)).toEqual(['zeta']);
  });
});

describe('Download JSON', () => {
  it('holds every setting sorted by key with secrets masked [CFG-04]', () => {
    const items = [item('b', '2'), item('PASS', 'hunter2')];
    const text = downloadText(items, (key) => byKey([{ key: 'PASS' }]).has(key));
    expect(text).not.toContain('hunter2');
    expect(JSON.parse(text)).toEqual([
      { key: 'PASS', value: '••••••••••••', type: 2, state: 1 },
      { key: 'b', value: '2', type: 2, state: 1 },
    ]);
  });
});

describe('Commit', () => {
  const differs = { hash: 'a', committed_hash: 'b', targets: [{ host: 'web-1', environment: 'prod' }] };

  it('is hidden while the hashes are equal and shown while they differ [CFG-05, CFG-38]', () => {
    expect(commitGate({ state: { ...differs, committed_hash: 'a' }, unsaved: 0, saving: false }).shown).toBe(false);
    expect(commitGate({ state: differs, unsaved: 0, saving: false })).toEqual({ shown: true, reason: null });
  });

  it('is shown for a config that was changed on a server, although the hashes are equal', () => {
    const state = { ...differs, committed_hash: 'a' };
    expect(commitGate({ state, drifted: true, unsaved: 0, saving: false })).toEqual({ shown: true, reason: null });
  });

  it('is disabled with a reason while saving [CFG-39]', () => {
    expect(commitGate({ state: differs, unsaved: 0, saving: true }).reason).toBe('Wait until the config is saved');
  });

  it('is disabled with a reason while changes are unsaved [CFG-40]', () => {
    const reason = (unsaved: number) => commitGate({ state: differs, unsaved, saving: false }).reason;
    expect(reason(4)).toBe('Save or reset the 4 unsaved changes first');
    expect(reason(1)).toBe('Save or reset the 1 unsaved change first');
  });
});
